//! Expected answers in scripts: `; => LINE` is the next line of the output.

use super::{Found, Wrong};
use crate::cli::semantics::Semantics;
use calipers::script::{Answer, ProgramArena, Session};
use calipers::sexp::{Forms, Source};

/// The mark of an expected line.
const MARK: &str = "; => ";

/// A line of output, and the line of the script where its command ends.
struct Line {
    text: String,
    command: usize,
    /// The message of the error, or what an answer lacks; empty if nothing is wrong.
    reason: String,
}

/// Tests a script.
pub(super) fn test(semantics: &Semantics, name: &str, text: &str) -> Found {
    let lines = output(semantics, name, text);
    let expected = text.lines().zip(1u32..).filter_map(|(line, number)| {
        let (_, expected) = line.split_once(MARK)?;
        Some((number, expected))
    });
    let expected: Vec<(u32, &str)> = expected.collect();
    let mut found = Found {
        count: expected.len(),
        ..Found::default()
    };
    for at in 0..expected.len().max(lines.len()) {
        match (expected.get(at), lines.get(at)) {
            (Some((_, expected)), Some(line)) if *expected == line.text => {}
            // Later lines would all be wrong.
            (Some((number, expected)), line) => {
                let (answer, reason) = line.map_or(("", ""), |line| (&line.text, &line.reason));
                found
                    .wrong
                    .push(Wrong::answer(*number, expected, answer, reason));
                break;
            }
            (None, _) => {
                found.unexpected = lines.len() - at;
                break;
            }
        }
    }
    if !found.wrong.is_empty() || found.unexpected > 0 {
        found.blessed = Some(blessed(text, &lines));
    }
    found
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
        let (code, is_comment) = match line.split_once(MARK) {
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
