//! Expected answers in scripts: `; => LINE` is the next line of the output.

use super::{Found, Wrong};
use crate::cli::semantics::Semantics;
use calipers::script::{Answer, ProgramArena, Session};
use calipers::sexp::{Forms, Source};

/// The mark of an expected line.
const MARK: &str = "; => ";

/// A line of output, and the line of the script where its command ends.
#[derive(PartialEq)]
struct Line {
    text: String,
    command: usize,
    /// The message of the error, or what an answer lacks; empty if nothing is wrong.
    reason: String,
}

/// Tests a script.
pub(super) fn test(semantics: &Semantics, name: &str, text: &str) -> Found {
    let lines = output(semantics, name, text);
    let expected = text.lines().zip(1usize..).filter_map(|(line, number)| {
        let (_, expected) = marked(line)?;
        Some((number, expected))
    });
    let expected: Vec<(usize, &str)> = expected.collect();
    let mut found = Found {
        count: expected.len(),
        ..Found::default()
    };
    let last = expected.last().map_or(0, |(number, _)| *number);
    for pair in pairs(&expected, &lines) {
        match pair {
            (Some((_, expected)), Some(line)) if *expected == line.text => {}
            (Some((number, expected)), line) => {
                let (answer, reason) = line.map_or(("", ""), |line| (&line.text, &line.reason));
                let wrong = Wrong::answer(line_number(*number), expected, answer, reason);
                found.wrong.push(wrong);
            }
            // Forgotten, or new at the end of the script.
            (None, Some(line)) if line.command < last => found.wrong.push(Wrong {
                line: line_number(line.command),
                message: format!("no expected answer, got `{}`", line.text),
            }),
            (None, _) => found.unexpected += 1,
        }
    }
    if !found.wrong.is_empty() || found.unexpected > 0 {
        found.blessed = Some(blessed(text, &lines));
    }
    found
}

/// An expected line, with its number in the script, and the line of output that it is compared with.
type Pair<'p, 't> = (Option<&'p (usize, &'t str)>, Option<&'p Line>);

/// Pairs the expected lines with those of the output: one by one if there are as many, else those of each command, so
/// that one that is missing makes no other wrong.
fn pairs<'p, 't>(expected: &'p [(usize, &'t str)], lines: &'p [Line]) -> Vec<Pair<'p, 't>> {
    if expected.len() == lines.len() {
        let all = expected.iter().zip(lines);
        return all
            .map(|(expected, line)| (Some(expected), Some(line)))
            .collect();
    }
    let mut pairs = vec![];
    let (mut expected, mut lines) = (expected.iter().peekable(), lines.iter().peekable());
    while expected.peek().is_some() || lines.peek().is_some() {
        let command = lines.peek().map_or(usize::MAX, |line| line.command);
        // Expected lines before the first answer belong to no command.
        while let Some(early) = expected.next_if(|(number, _)| *number < command) {
            pairs.push((Some(early), None));
        }
        let own: Vec<&Line> =
            std::iter::from_fn(|| lines.next_if(|it| it.command == command)).collect();
        let end = lines.peek().map_or(usize::MAX, |line| line.command);
        let mut own = own.into_iter();
        loop {
            let pair = (expected.next_if(|(number, _)| *number < end), own.next());
            if pair == (None, None) {
                break;
            }
            pairs.push(pair);
        }
    }
    pairs
}

fn line_number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The text before the mark of an expected line, and the line. Blanks before and after the semicolon may be left out.
fn marked(line: &str) -> Option<(&str, &str)> {
    line.match_indices(';').find_map(|(at, _)| {
        let expected = line[at + 1..].trim_start().strip_prefix("=>")?;
        let expected = match expected {
            "" => expected,
            _ => expected.strip_prefix(' ')?,
        };
        Some((&line[..at], expected))
    })
}

/// The output of a script.
fn output(semantics: &Semantics, name: &str, text: &str) -> Vec<Line> {
    let arena = ProgramArena::reading(semantics.options.clone())
        .beside(name)
        .named_as_written();
    let mut session = Session::new(&semantics.with_calls, &arena);
    let source = Source::new(name, text);
    let mut forms = Forms::new(source.text()).large_integers_as_atoms();
    let mut lines = vec![];
    let mut tell = |text: &str, end: usize, reason: &str| {
        let command = source.line_column(end).0;
        lines.extend(text.lines().map(|line| Line {
            text: line.to_owned(),
            command,
            reason: reason.to_owned(),
        }));
    };
    // Why no program is there.
    let mut lost = String::new();
    while let Some(form) = forms.next() {
        let form = match form {
            Ok(form) => form,
            Err(error) => {
                tell("error", error.span.start, &error.kind.to_string());
                forms.recover();
                continue;
            }
        };
        let end = form.span.end.saturating_sub(1);
        let answer = session.execute(&form);
        let notes = session.take_report().into_iter().map(|it| it.message);
        let notes: Vec<String> = notes.collect();
        match answer {
            Ok(Answer::Nothing) => {}
            Ok(Answer::Text(text) | Answer::CheckFailed(text)) => {
                tell(&text, end, &notes.join("; "))
            }
            Ok(Answer::Leave) => tell("error", end, "there is no prompt to leave"),
            Err(error) => {
                let message = match error.lacks_program && !lost.is_empty() {
                    true => lost.clone(),
                    false => error.to_string(),
                };
                if matches!(form.as_call(), Some(("load" | "reload", _))) {
                    // The next questions are not about the previous program.
                    session.forget_program();
                    lost.clone_from(&message);
                }
                if Session::expects_answer(&form) {
                    tell("error", end, &message);
                }
            }
        }
    }
    lines
}

/// The script with its output in place of the expected lines: a single line behind its command, several below.
fn blessed(text: &str, output: &[Line]) -> String {
    let mut result = String::new();
    let mut output = output.iter().peekable();
    for (line, number) in text.lines().zip(1usize..) {
        let (code, is_comment) = match marked(line) {
            Some((code, _)) => (code.trim_end(), code.trim().is_empty()),
            None => (line, false),
        };
        let mut own = vec![];
        while let Some(line) = output.next_if(|line| line.command <= number) {
            own.push(line.text.as_str());
        }
        match &own[..] {
            _ if is_comment && own.is_empty() => continue,
            [only] if !code.contains(';') => result += &format!("{code}  {MARK}{only}\n"),
            all => {
                result += &format!("{code}\n");
                all.iter()
                    .for_each(|line| result += &format!("{MARK}{line}\n"));
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_has_its_own_expected_lines() {
        let line = |text: &str, command| Line {
            text: text.to_owned(),
            command,
            reason: String::new(),
        };
        let text = |pair: &Pair<'_, '_>| {
            let (expected, line) = *pair;
            let line = line.map_or("-", |line| line.text.as_str());
            format!("{} {line}", expected.map_or("-", |(_, text)| text))
        };
        let told = |expected: &[(usize, &str)], lines: &[Line]| {
            let pairs = pairs(expected, lines);
            pairs.iter().map(text).collect::<Vec<_>>().join(", ")
        };
        let lines = [line("p", 2), line("q", 3), line("r", 3), line("s", 5)];
        assert_eq!(
            told(&[(2, "p"), (4, "q"), (5, "s")], &lines),
            "p p, q q, - r, s s"
        );
        assert_eq!(
            told(&[(1, "o"), (5, "s"), (6, "t")], &lines),
            "o -, - p, - q, - r, s s, t -"
        );
        // As many as there are lines, wherever they stand.
        assert_eq!(
            told(&[(9, "p"), (9, "q"), (9, "r"), (9, "s")], &lines),
            "p p, q q, r r, s s"
        );
        assert_eq!(told(&[], &lines), "- p, - q, - r, - s");
        assert_eq!(told(&[(3, "p")], &[]), "p -");
        assert_eq!(marked("(f x);=> 3"), Some(("(f x)", "3")));
        assert_eq!(marked("(f x) ;  =>"), Some(("(f x) ", "")));
        assert_eq!(marked("; a remark ; => 3"), Some(("; a remark ", "3")));
        assert_eq!(marked("(f x) ; ==> 3"), None);
    }

    #[test]
    fn answers_are_written_behind_their_commands() {
        let line = |text: &str, command| Line {
            text: text.to_owned(),
            command,
            reason: String::new(),
        };
        let script = "(var x)\n(range x)  ; => wrong\n(facts)\n; => old\n; a remark\n(lb\n  x)\n";
        let output = [line("[0, 9]", 2), line("a", 3), line("b", 3), line("0", 7)];
        let expected = "(var x)\n(range x)  ; => [0, 9]\n(facts)\n; => a\n; => b\n; a remark\n(lb\n  x)  ; => 0\n";
        assert_eq!(blessed(script, &output), expected);
    }
}
