//! Tests of parsing, spans, errors and rendering.

use super::*;
use crate::number::Int;

fn shown(text: &str) -> String {
    let forms = read(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let lines: Vec<String> = forms.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

fn error(text: &str) -> (ReadErrorKind, usize) {
    let error = read(text).expect_err("the text is wrong");
    (error.kind, error.span.start)
}

#[test]
fn forms_of_all_kinds() {
    let text = "; comment (\n(define f\t(at ?x 0)\r\n \"a\\\\\" -12 +7 -) ; end\natom()\n007";
    assert_eq!(
        shown(text),
        "(define f (at ?x 0) \"a\\\\\" -12 7 -)\natom\n()\n7"
    );
    assert_eq!(shown(""), "");
    assert_eq!(shown(" ; only a comment"), "");
    assert_eq!(shown("\u{feff}(β→γ \u{a0} x)"), "(β→γ x)");
    assert_eq!(shown("a\"b\"c;d"), "a\n\"b\"\nc");
    assert_eq!(
        shown("tensor<?x4xf32> %0#1 <= {}'`"),
        "tensor<?x4xf32>\n%0#1\n<=\n{}'`"
    );
}

#[test]
fn what_is_easily_read_wrongly() {
    assert_eq!(shown("(a)(b) c"), "(a)\n(b)\nc");
    assert_eq!(shown("\n\n a"), "a");
    assert_eq!(shown("(a\tb)"), "(a b)");
    assert_eq!(shown("(a ; b)\n c)"), "(a c)");
    assert_eq!(shown(r#"("\\" x)"#), r#"("\\" x)"#);
    assert_eq!(shown(r#"("(\"" ")")"#), r#"("(\"" ")")"#);
}

#[test]
fn every_form_has_its_span() {
    fn check(form: &Form, text: &str) {
        let slice = &text[form.span.start..form.span.end];
        match &form.kind {
            FormKind::List(forms) => {
                assert!(slice.starts_with('(') && slice.ends_with(')'));
                forms.iter().for_each(|form| check(form, text));
            }
            FormKind::Str(_) => assert!(slice.starts_with('"') && slice.ends_with('"')),
            FormKind::Atom(atom) => assert_eq!(atom, slice),
            FormKind::Integer(value) => {
                assert_eq!(slice.parse::<Int>().ok().as_ref(), Some(value));
            }
        }
    }
    let text = "(a (βγ \"δ\\n(\" 12) ; x\n () (-3 \"\"))\n\"s\" (z)";
    for form in read(text).expect("the text is right") {
        check(&form, text);
    }
}

#[test]
fn accessors() {
    let forms = read("(f 1 \"s\")").expect("the text is right");
    let (head, arguments) = forms[0].as_call().expect("a call");
    assert_eq!((head, arguments.len()), ("f", 2));
    assert_eq!(arguments[0].as_integer(), Some(&Int::from(1)));
    assert_eq!(arguments[1].as_str(), Some("s"));
    assert_eq!(arguments[1].as_atom(), None);
    assert_eq!(arguments[1].as_call(), None);
}

#[test]
fn errors_point_at_their_place() {
    use ReadErrorKind::*;
    assert_eq!(error("(a (b c)"), (UnclosedParenthesis, 0));
    assert_eq!(error("(a) (b (c"), (UnclosedParenthesis, 7));
    assert_eq!(error("(a))"), (UnexpectedClose, 3));
    assert_eq!(error("(a \"b)"), (UnclosedString, 3));
    assert_eq!(error("\"a\\"), (UnclosedString, 0));
    assert_eq!(error("(\"aβ\\q\")"), (BadEscape('q'), 5));
    assert_eq!(error(&"9".repeat(2_000)), (IntegerTooLarge, 0));
    assert_eq!(
        error(&format!("x {}", "9".repeat(1_290))),
        (IntegerTooLarge, 2)
    );
}

#[test]
fn forms_come_one_by_one_until_an_error() {
    let mut forms = Forms::new("(a) b ) c");
    assert!(matches!(forms.next(), Some(Ok(_))));
    assert!(matches!(forms.next(), Some(Ok(_))));
    assert!(matches!(forms.next(), Some(Err(_))));
    assert!(forms.next().is_none());
}

#[test]
fn depth_is_limited_and_the_stack_is_safe() {
    let nested = |depth: usize| "(".repeat(depth) + &")".repeat(depth);
    assert!(read(&nested(MAX_DEPTH)).is_ok());
    assert_eq!(
        error(&nested(MAX_DEPTH + 1)),
        (ReadErrorKind::TooDeep, MAX_DEPTH)
    );
    assert_eq!(error(&nested(1_000_000)).0, ReadErrorKind::TooDeep);
    assert!(is_complete(&nested(1_000_000)));
    assert!(!is_complete(&"(".repeat(1_000_000)));
    assert_eq!(
        error(&")".repeat(1_000_000)).0,
        ReadErrorKind::UnexpectedClose
    );
}

#[test]
fn a_wide_text_is_read_in_linear_time() {
    let text = "(a 1 \"s\") ".repeat(50_000);
    assert_eq!(read(&text).map(|forms| forms.len()), Ok(50_000));
    assert_eq!(read(&format!("({text})")).map(|forms| forms.len()), Ok(1));
}

#[test]
fn completeness() {
    for complete in ["", "a", "(a)", "(a))", "; (", "\"(\"", "\"\\q", "(a) b"] {
        assert!(is_complete(complete), "{complete:?}");
    }
    for incomplete in ["(", "(a (b)", "\"", "\"\\\"", "(a ; )"] {
        assert!(!is_complete(incomplete), "{incomplete:?}");
    }
}

#[test]
fn places() {
    let source = Source::new("f", "ab\r\nβγ\n");
    assert_eq!(source.line_column(1), (1, 2));
    assert_eq!(source.line_column(4), (2, 1));
    assert_eq!(source.line_column(5), (2, 1)); // within β
    assert_eq!(source.line_column(6), (2, 2));
    assert_eq!(source.line_column(usize::MAX), (3, 1));
    let lines: Vec<&str> = (0..5).map(|line| source.line(line)).collect();
    assert_eq!(lines, ["", "ab", "βγ", "", ""]);
    assert_eq!(Source::new("f", "").line_column(0), (1, 1));
}

#[test]
fn rendering() {
    let source = Source::new("f.rules", "(ß\t?y)\r\n");
    assert_eq!(
        source.render_error(4, "what is ?y"),
        "f.rules:1:4: error: what is ?y\n  (ß ?y)\n     ^"
    );
    assert_eq!(
        source.render(Severity::Note, 999, "the end"),
        "f.rules:2:1: note: the end\n  \n  ^"
    );
    let escape = Source::new("f", "\u{1b}[31m");
    assert!(!escape.render_error(0, "m").contains('\u{1b}'));
}

#[test]
fn long_lines_are_clipped_around_the_place() {
    let text = "x".repeat(300) + "HERE" + &"y".repeat(300);
    let source = Source::new("f", text);
    for (offset, marks) in [(300, 2), (0, 1), (603, 1), (604, 1)] {
        let rendered = source.render_error(offset, "m");
        let lines: Vec<&str> = rendered.lines().collect();
        assert_eq!(lines[1].matches('…').count(), marks);
        assert!(lines[1].chars().count() <= 104);
        let caret = lines[2].chars().count() - 1;
        let at_caret = lines[1].chars().nth(caret);
        let expected = source.text().chars().nth(offset);
        assert_eq!(at_caret, expected, "{rendered}");
    }
}

/// Random bytes and random text that resembles forms cause no panics, and positions stay correct.
#[test]
fn random_texts_never_panic() {
    const PIECES: [&str; 16] = [
        "(", ")", "\"", "\\", ";", "\n", " ", "\t", "a", "β", "-", "7", "\u{feff}", "\u{2003}",
        "\r", "\0",
    ];
    let mut state = 1u64;
    let mut next = |count: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % count
    };
    for round in 0..20_000 {
        let length = next(40);
        let text: String = if round % 2 == 0 {
            (0..length).map(|_| PIECES[next(PIECES.len())]).collect()
        } else {
            let bytes: Vec<u8> = (0..length).map(|_| next(256) as u8).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let source = Source::new("random", text);
        let text = source.text();
        match read(text) {
            Ok(forms) => {
                assert!(is_complete(text), "{text:?}");
                let again = read(&shown(text)).expect("printed forms can be read");
                assert_eq!(again.len(), forms.len(), "{text:?}");
            }
            Err(error) => {
                assert!(text.get(error.span.start..error.span.end).is_some());
                error.render(&source);
            }
        }
        source.render_error(next(50), "m");
    }
}
