//! `calipers smt`: answers an SMT-LIB script over integers.

use super::Outcome;
use super::input::{not_a_script, read};
use calipers::rules::Rules;
use calipers::smt::Script;
use std::io::{self, Write};

/// The arguments of `smt`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The sorts are Int and Bool; the logics are QF_LIA and QF_NIA. A script that is linear is decided within a budget of \
work; `unknown` is printed where products leave a question open.

Examples:
  calipers smt examples/tiles.smt2
  echo '(declare-const x Int) (assert (< 3 (* 2 x) 5)) (check-sat) (get-model)' | calipers smt -")]
pub struct Arguments {
    /// The script, or `-` for the standard input.
    #[arg(value_name = "FILE")]
    script: String,
}

/// Runs an SMT-LIB script.
pub fn run(arguments: &Arguments) -> Outcome {
    if let Some(error) = not_a_script(&arguments.script) {
        let _ = writeln!(io::stderr(), "{error}");
        return Outcome::BadInput;
    }
    let text = match read(&arguments.script) {
        Ok(text) => text,
        Err(error) => {
            let script = &arguments.script;
            // If this fails too, there is no way to report it.
            let _ = writeln!(io::stderr(), "calipers: `{script}` can't be read: {error}");
            return Outcome::BadInput;
        }
    };
    let rules = Rules::embedded();
    let mut script = Script::new(&rules);
    let mut out = io::stdout().lock();
    script.run_with(&text, &mut |line| {
        // A reader that has closed the pipe wants no more answers.
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    });
    match script.has_failed() {
        true => Outcome::Failed,
        false => Outcome::Done,
    }
}
