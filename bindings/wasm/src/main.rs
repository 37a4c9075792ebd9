//! Reads a request as JSON from the standard input, and writes the answer as JSON to the standard output. The package for
//! npm runs it for each request: what one request exhausts or breaks, no other meets.
//!
//! `{ "script": "(range %x)", "programs": { "f.mlir": "…" }, "rules": "…" }` is answered by
//! `{ "answers": [{ "question": "(range %x)", "answer": "[0, 9]" }] }`, and `{ "program": "…" }` by
//! `{ "bounds": [{ "line": 3, "column": "%x", "range": "[0, 9]", "lower": null, "upper": null, "equal": null }] }`.
//! What cannot be read is answered by `{ "error": "…" }`; with `"lenient": true`, an op that cannot be read is kept as text.

use calipers::analysis::{Analysis, Bound, column_name, with_calls};
use calipers::ir::{Module, ParseOptions};
use calipers::program::{OpId, Program, ValueId};
use calipers::rules::{Rules, syntaxes};
use calipers::script::{Answer, ProgramArena, Session};
use calipers::sexp::{Forms, Source};
use serde_json::{Value, json};
use std::io::{self, Read, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut request = String::new();
    if io::stdin().lock().read_to_string(&mut request).is_err() {
        return ExitCode::from(2);
    }
    let answer = match serde_json::from_str::<Value>(&request) {
        Ok(request) => answered(&request).unwrap_or_else(|error| json!({ "error": error })),
        Err(error) => json!({ "error": format!("the request is no JSON: {error}") }),
    };
    match write!(io::stdout().lock(), "{answer}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn answered(request: &Value) -> Result<Value, String> {
    let text = |key: &str| request.get(key).and_then(Value::as_str);
    let mut rules = Rules::embedded();
    let own = rules.load("own.rules", text("rules").unwrap_or_default());
    own.map_err(|error| error.rendered)?;
    let rules = with_calls(&rules);
    let options = ParseOptions {
        syntaxes: syntaxes(&rules).map_err(|error| error.rendered)?,
        lenient: request.get("lenient").and_then(Value::as_bool) == Some(true),
        ..ParseOptions::default()
    };
    let script = text("script").unwrap_or_default();
    match text("program") {
        Some(program) => bounds(program, &rules, options),
        None => Ok(answers(request, script, &rules, options)),
    }
}

/// The answer to each question of a script.
fn answers(request: &Value, script: &str, rules: &Rules, options: ParseOptions) -> Value {
    let programs = request.get("programs").and_then(Value::as_object);
    let programs = programs.into_iter().flatten();
    let arena = ProgramArena::sealed(programs.filter_map(|(name, text)| {
        let text = text.as_str()?;
        Some((name.clone(), text.to_owned()))
    }));
    let arena = arena.parsing(options);
    let mut session = Session::new(rules, &arena);
    let source = Source::new("script", script);
    let mut forms = Forms::new(source.text()).large_integers_as_atoms();
    let mut found = vec![];
    while let Some(form) = forms.next() {
        let form = match form {
            Ok(form) => form,
            Err(error) => {
                found.push(json!({ "question": "", "error": error.render(&source) }));
                forms.recover();
                continue;
            }
        };
        let question = form.to_string();
        found.push(match session.execute(&form) {
            Ok(Answer::Nothing) => continue,
            Ok(Answer::Text(answer) | Answer::CheckFailed(answer)) => {
                json!({ "question": question, "answer": answer })
            }
            Ok(Answer::Leave) => break,
            Err(error) => json!({ "question": question, "error": error.render(&source) }),
        });
    }
    json!({ "answers": found })
}

/// The bounds of the values of a program, in its order.
fn bounds(program: &str, rules: &Rules, options: ParseOptions) -> Result<Value, String> {
    let module = Module::parse(program, "program.mlir", options).map_err(|it| it.to_string())?;
    let mut analysis = Analysis::new(&module, rules);
    let mut found = vec![];
    for op in module.walk(module.top()) {
        let line = module.location(op).map(|place| place.line);
        for value in defined_by(&module, op) {
            for known in analysis.survey(value) {
                if known.is_nothing() {
                    continue;
                }
                let text = |bound: &Option<Bound>| {
                    let bound = bound.as_ref();
                    bound.map(|bound| bound.display(&module).to_string())
                };
                found.push(json!({
                    "line": line,
                    "column": column_name(known.column, &module),
                    "range": known.telling_range().map(ToString::to_string),
                    "lower": text(&known.lower),
                    "upper": text(&known.upper),
                    "equal": text(&known.equal),
                }));
            }
        }
    }
    Ok(json!({ "bounds": found }))
}

/// The results of an op, after the arguments of its regions.
fn defined_by(module: &Module, op: OpId) -> Vec<ValueId> {
    let regions = module.regions(op).iter();
    let blocks = regions.flat_map(|&region| module.blocks(region));
    let arguments = blocks.flat_map(|&block| module.block_arguments(block));
    arguments.chain(module.results(op)).copied().collect()
}
