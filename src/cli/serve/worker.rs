//! Answers a program and its questions in a separate process.
//!
//! The process is another instance of this binary. It reads JSON from its standard input, writes JSON to its standard
//! output, and opens no files but those of the rules of the command line: the arena of its session is sealed.

use super::super::Outcome;
use super::super::rules::{skeleton, why};
use super::limits::Limits;
use crate::cli::input::parse_draft;
use crate::cli::rule_files::{self, RuleFiles};
use calipers::analysis::with_calls;
use calipers::annotation::{Notes, Proofs, Wanted, comment};
use calipers::ir::{Module, ParseOptions};
use calipers::program::{OpId, Program};
use calipers::rules::check::check;
use calipers::rules::{Rules, syntaxes};
use calipers::script::{Answer, ProgramArena, Session};
use calipers::sexp::{Form, Forms, Source};
use calipers::source::warnings;
use calipers::threads::Threads;
use serde_json::{Value, json};
use std::io::{self, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The name of the program in messages.
const NAME: &str = "program.mlir";

/// The names of questions and of rules in messages.
const QUESTIONS: &str = "questions";
const RULES: &str = "own.rules";

/// The maximum number of pictures in an answer, and the maximum size of each in bytes.
const MAX_PICTURES: usize = 20;
const MAX_PICTURE: usize = 200 << 10;

/// The size in bytes of the proofs in an answer to a request for everything.
const MAX_PROOFS: usize = 64 << 10;

/// The share of the time for an answer after which no more bounds are computed: they must still be sent.
const SHARE_OF_BOUNDS: f64 = 0.6;

/// The polling interval for an answer, in milliseconds.
const PAUSE: u64 = 5;

/// Runs a worker process. Returns its answer, or an error.
pub fn ask(request: &str, limits: Limits, rules: &RuleFiles) -> Result<String, &'static str> {
    const BROKEN: &str = "the answer could not be computed";
    let program = std::env::current_exe().map_err(|_| BROKEN)?;
    let mut child = Command::new(program)
        .args(["serve", "--worker", "--seconds"])
        .arg(limits.time.as_secs().to_string())
        .args(rules.files.iter().flat_map(|file| ["--rules", file]))
        .args(rules.without.iter().flat_map(|rule| ["--without", rule]))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|_| BROKEN)?;
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let (Some(mut input), Some(mut output)) = (input, output) else {
        return Err(BROKEN);
    };
    let request = request.to_owned();
    let writer = std::thread::spawn(move || input.write_all(request.as_bytes()));
    let reader = std::thread::spawn(move || {
        let mut answer = String::new();
        output.read_to_string(&mut answer).map(|_| answer)
    });
    let in_time = wait(&mut child, limits);
    // The process has exited and closed its pipes, so the threads end.
    let _ = writer.join();
    let answer = reader.join();
    match (in_time, answer) {
        (false, _) => Err("the answer takes too long"),
        (true, Ok(Ok(answer))) if !answer.is_empty() => Ok(answer),
        (true, _) => Err(BROKEN),
    }
}

/// Waits for a process, and kills it at the time limit.
fn wait(child: &mut Child, limits: Limits) -> bool {
    let end = Instant::now() + limits.time;
    loop {
        match child.try_wait() {
            Ok(Some(_)) => return true,
            Ok(None) if Instant::now() < end => {
                std::thread::sleep(std::time::Duration::from_millis(PAUSE));
            }
            _ => {
                // The process may have exited in the meantime.
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}

/// Answers the input on standard input, within a time limit.
pub fn run(time: Duration, files: &RuleFiles) -> Outcome {
    let until = Instant::now() + time.mul_f64(SHARE_OF_BOUNDS);
    let mut request = String::new();
    if io::stdin().lock().read_to_string(&mut request).is_err() {
        return Outcome::BadInput;
    }
    let answer = match serde_json::from_str::<Value>(&request) {
        Ok(request) => answer(&request, files, until),
        Err(error) => json!({ "error": format!("the request is no JSON: {error}") }),
    };
    match write!(io::stdout().lock(), "{answer}") {
        Ok(()) => Outcome::Done,
        Err(_) => Outcome::Failed,
    }
}

/// The bounds in a program, and the answers to the questions about it. `"want"` asks for one part alone: `"notes"`,
/// `"answers"`, `"findings"` in the rules, the proof of a bound as `{ "line": 3, "column": "%x" }`, or which rules apply
/// to the ops of a line as `{ "why": 3 }`.
fn answer(request: &Value, files: &RuleFiles, until: Instant) -> Value {
    let text = |key: &str| request.get(key).and_then(Value::as_str).unwrap_or_default();
    let program = text("program");
    let want = request.get("want").unwrap_or(&Value::Null);
    // The files may have changed since the page was opened.
    let mut rules = match rule_files::load(files) {
        Ok(rules) => rules,
        Err(error) => return json!({ "error": error }),
    };
    if want == "findings" {
        return findings(&rules, text("rules"));
    }
    if let Err(error) = rules.load(RULES, text("rules")) {
        return json!({ "error": error.rendered, "in": "rules", "line": error.line });
    }
    let syntaxes = match syntaxes(&rules) {
        Ok(syntaxes) => syntaxes,
        Err(error) => {
            return json!({ "error": error.rendered, "in": "rules", "line": error.line });
        }
    };
    let rules = with_calls(&rules);
    let options = ParseOptions {
        allow_unregistered: true,
        syntaxes,
        ..ParseOptions::default()
    };
    let module = match parse_draft(program, NAME, &options) {
        Ok(module) => module,
        Err(error) => {
            return json!({ "error": error.to_string(), "in": "program", "answers": [] });
        }
    };
    let warnings: String = warnings(&module).map(|it| it.render(None)).collect();
    let options = ParseOptions {
        lenient: !warnings.is_empty(),
        ..options
    };
    let mut found = about(request, &module, (&rules, files), options, until);
    if !warnings.is_empty() {
        found["warning"] = json!(warnings);
    }
    found
}

/// The part of the answer that is wanted, about a program that was read.
fn about(
    request: &Value,
    module: &Module,
    (rules, files): (&Rules, &RuleFiles),
    options: ParseOptions,
    until: Instant,
) -> Value {
    let text = |key: &str| request.get(key).and_then(Value::as_str).unwrap_or_default();
    let (program, questions) = (text("program"), text("questions"));
    let want = request.get("want").unwrap_or(&Value::Null);
    if let Some(line) = want.get("why").and_then(Value::as_u64) {
        return why(module, (rules, files), text("rules"), line);
    }
    match want.as_str() {
        Some("notes") => told(&bounds(module, rules, until)),
        Some("answers") => json!({ "answers": answers(program, questions, rules, options) }),
        _ if want.is_object() => proof(module, rules, want),
        _ => {
            let mut notes = bounds(module, rules, until);
            notes.prove(module, rules, &Proofs::Within(MAX_PROOFS), &Threads::one());
            let mut found = told(&notes);
            found["answers"] = answers(program, questions, rules, options);
            found
        }
    }
}

/// What `calipers rules check` finds in rules.
fn findings(library: &Rules, rules: &str) -> Value {
    let report = check(library, &[(RULES, rules)]);
    let findings = report.findings.iter().map(|finding| {
        json!({
            "line": finding.line, "severity": finding.severity.to_string(), "message": finding.message,
        })
    });
    json!({ "findings": findings.collect::<Vec<_>>() })
}

/// Which rules apply to the ops of a line, with a skeleton of rules for the first op that has none.
fn why(module: &Module, (rules, files): (&Rules, &RuleFiles), own: &str, line: u64) -> Value {
    let mut texts = match files.texts() {
        Ok(texts) => texts,
        Err(error) => return json!({ "error": error }),
    };
    texts.push((RULES.to_owned(), own.to_owned()));
    let is_there = |op: &OpId| {
        let place = module.location(*op);
        place.is_some_and(|it| u64::from(it.line) == line)
    };
    let ops: Vec<OpId> = module.walk(module.top()).filter(is_there).collect();
    if ops.is_empty() {
        return json!({ "why": "no op begins in this line" });
    }
    let told = ops
        .iter()
        .flat_map(|&op| why::of_op(rules, module, &texts, op, None));
    let unknown = ops
        .iter()
        .find(|op| rules.op(module.op_name(**op)).is_none());
    json!({
        "why": told.collect::<Vec<_>>().join("\n"),
        "skeleton": unknown.map(|&op| skeleton::of_op(module, op)),
    })
}

/// The bounds of a program, as far as they are computed in time.
fn bounds(module: &Module, rules: &Rules, until: Instant) -> Notes {
    let wanted = Wanted {
        before: &|_, _| Instant::now() <= until,
        lines: None,
    };
    Notes::of(module, rules, &wanted, &Threads::one())
}

/// The proof of the bounds of a column.
fn proof(module: &Module, rules: &Rules, want: &Value) -> Value {
    let line = want.get("line").and_then(Value::as_u64);
    let line = line.and_then(|line| u32::try_from(line).ok()).unwrap_or(0);
    let column = want.get("column").and_then(Value::as_str);
    match Notes::proof_of(module, rules, line, column.unwrap_or_default()) {
        Some(proofs) => json!({ "proof": proofs.join("\n") }),
        None => json!({ "error": "there is no such bound" }),
    }
}

/// The bounds in the order of the lines.
fn told(notes: &Notes) -> Value {
    let told = notes.by_line().map(|(line, note)| {
        json!({
            "line": line,
            "text": comment(note),
            "column": note.has_proof().then_some(&note.column),
            "proof": note.proofs.join("\n"),
        })
    });
    json!({ "notes": told.collect::<Vec<_>>(), "ended": notes.ended })
}

/// The forms of each line, as at a prompt: an open parenthesis goes on in the next line. An error has no question.
fn lines_of(source: &Source) -> Vec<Result<Vec<Form>, (String, String)>> {
    let mut forms = Forms::new(source.text()).large_integers_as_atoms();
    let line = |offset| source.line_column(offset).0;
    let mut lines: Vec<Result<Vec<Form>, (String, String)>> = vec![];
    while let Some(form) = forms.next() {
        let form = match form {
            Ok(form) => form,
            Err(error) => {
                lines.push(Err((String::new(), error.render(source))));
                forms.recover();
                continue;
            }
        };
        let follows = |own: &[Form]| {
            let last = own.last();
            last.is_some_and(|last| line(last.span.end) == line(form.span.start))
        };
        match lines.last_mut() {
            Some(Ok(own)) if follows(own) => own.push(form),
            _ => lines.push(Ok(vec![form])),
        }
    }
    lines
}

/// Each question with its answer and an explanation.
fn answers(program: &str, questions: &str, rules: &Rules, options: ParseOptions) -> Value {
    let programs = [(NAME.to_owned(), program.to_owned())];
    let arena = ProgramArena::sealed(programs).parsing(options);
    let mut session = Session::new(rules, &arena);
    let (mut found, mut drawn) = (vec![], 0);
    if let Err(error) = run_silently(&mut session, &format!("(load \"{NAME}\")")) {
        return json!([{ "question": "(load)", "error": error }]);
    }
    let source = Source::new(QUESTIONS, questions);
    for line in lines_of(&source) {
        let read = line.and_then(|forms| {
            let words: Vec<String> = forms.iter().map(ToString::to_string).collect();
            let commands = session.commands_of(&forms);
            let commands = commands.map_err(|error| (words.join(" "), error.render(&source)))?;
            Ok((words.join(" "), commands))
        });
        let (text, commands) = match read {
            Ok(read) => read,
            Err((question, error)) => {
                found.push(json!({ "question": question, "error": error }));
                continue;
            }
        };
        let is_one = commands.len() == 1;
        for form in commands {
            let question = if is_one {
                text.clone()
            } else {
                form.to_string()
            };
            match session.execute(&form) {
                Ok(Answer::Nothing) => {
                    if let Some(warning) = session.warning_after(&form) {
                        let warning = format!("warning: {warning}");
                        found.push(json!({ "question": question, "error": warning }));
                    }
                }
                Ok(Answer::Text(answer) | Answer::CheckFailed(answer)) => {
                    let why = run_silently(&mut session, "(why)").unwrap_or_default();
                    let picture = match drawn < MAX_PICTURES {
                        true => picture(&mut session, &answer),
                        false => None,
                    };
                    drawn += usize::from(picture.is_some());
                    found.push(json!({
                        "question": question, "answer": answer, "kind": kind(&answer), "why": why, "picture": picture,
                    }));
                }
                Ok(Answer::Leave) => return Value::from(found),
                Err(error) => {
                    found.push(json!({ "question": question, "error": error.render(&source) }));
                }
            }
        }
    }
    Value::from(found)
}

/// Whether an answer says that something does not hold, that nothing is known, or what is known: `refuted`, `unknown` or
/// `known`. Of several lines the first of these that one of them has.
fn kind(answer: &str) -> &'static str {
    let has = |words: &[&str]| {
        answer.lines().any(|line| {
            // The place of an access may come before its verdict.
            let mut parts = line.split(": ").take(2);
            parts.any(|part| words.contains(&part))
        })
    };
    match () {
        () if has(&["refuted", "conflict"]) => "refuted",
        () if has(&["unknown", "unreachable", "none", "[-inf, +inf]"]) => "unknown",
        () => "known",
    }
}

/// The answer itself if it is a picture; else the e-graph of the question. None if it is too large.
fn picture(session: &mut Session<'_>, answer: &str) -> Option<String> {
    let picture = match answer.starts_with("<svg") {
        true => answer.to_owned(),
        false => run_silently(session, "(svg)").ok()?,
    };
    (picture.starts_with("<svg") && picture.len() <= MAX_PICTURE).then_some(picture)
}

/// The last answer to a valid script, or its error.
fn run_silently(session: &mut Session<'_>, script: &str) -> Result<String, String> {
    let mut last = String::new();
    for form in Forms::new(script) {
        let form = form.map_err(|error| error.to_string())?;
        match session.execute(&form) {
            Ok(Answer::Text(text)) => last = text,
            Ok(_) => {}
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(last)
}
