//! `calipers opt`: a replacement for `mlir-opt` in MLIR's value-bounds tests.

mod arguments;
mod chunks;
mod help;
mod passes;
mod pipeline;
mod schedule;
mod verify_diagnostics;

use super::{Outcome, input, rule_files};
use arguments::{ArgumentError, Arguments, Mode, Request};
use calipers::ir::PrintOptions;
use calipers::source::Options;
use chunks::{Chunk, Driver};
use passes::Step;
use std::fmt::Display;
use std::io::{BufWriter, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Errors that prevent any processing.
#[derive(Debug, Error)]
enum OptError {
    #[error("calipers opt: {0}")]
    Arguments(#[from] ArgumentError),
    #[error("{0}")]
    Pipeline(#[from] pipeline::PipelineError),
    #[error("{0}")]
    Rules(String),
    #[error("cannot open input file '{name}': {error}")]
    Input { name: String, error: std::io::Error },
    #[error(
        "bytecode is binary data, which would garble the terminal: write it to a file with `-o FILE`, \
         or pipe it to a program; `-f` writes it anyway"
    )]
    BytecodeToTerminal,
    #[error(
        "bytecode holds one module: the {0} parts of '{1}' can't be written together; \
         write each part from a file of its own"
    )]
    BytecodeOfParts(usize, String),
    #[error("cannot open output file '{name}': {error}")]
    Output { name: String, error: std::io::Error },
}

/// Bytecode becomes text in the generic form, which states everything, with the locations of ops.
const LOCATED: PrintOptions = PrintOptions {
    generic: true,
    locations: true,
};

/// The time of each phase.
#[derive(Default)]
struct Timing {
    parse: Duration,
    analysis: Duration,
    print: Duration,
}

impl Display for Timing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "timing: parse_us={} analysis_us={} print_us={}",
            self.parse.as_micros(),
            self.analysis.as_micros(),
            self.print.as_micros()
        )
    }
}

impl Timing {
    /// Runs `work` and adds the time to the phase that `phase` selects.
    fn time<T>(
        &mut self,
        phase: impl FnOnce(&mut Timing) -> &mut Duration,
        work: impl FnOnce() -> T,
    ) -> T {
        let start = Instant::now();
        let result = work();
        *phase(self) += start.elapsed();
        result
    }
}

/// Runs the command with the arguments after its name.
pub fn run(arguments: Vec<String>) -> Outcome {
    match try_run(arguments) {
        Ok(outcome) => outcome,
        Err(error) => {
            say(error);
            Outcome::BadInput
        }
    }
}

/// The command with its options, for shell completions and manual pages.
pub fn described(command: clap::Command) -> clap::Command {
    let flag = |(name, value, help): &(&'static str, Option<&'static str>, &'static str)| {
        let option = clap::Arg::new(*name).long(*name).help(*help);
        match value {
            Some(value) => option.value_name(*value).num_args(1),
            None => option.action(clap::ArgAction::SetTrue),
        }
    };
    let file = clap::Arg::new("FILE").value_hint(clap::ValueHint::FilePath);
    let passes = passes::names().map(|name| {
        let option = clap::Arg::new(name).long(name).value_name("OPTIONS");
        option
            .num_args(0..=1)
            .help("a pass, on every op that it fits")
    });
    clap::Command::new("opt")
        .about(command.get_about().cloned().unwrap_or_default())
        .after_help(help::EXAMPLES)
        .args(help::entries().map(flag))
        .args(passes)
        .arg(file.help("the program; `-` or none is standard input"))
}

/// Prints a line to standard error, if that is still open.
fn say(text: impl Display) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

fn try_run(arguments: Vec<String>) -> Result<Outcome, OptError> {
    let arguments = Arguments::parse(arguments)?;
    if arguments.mode == Mode::Help {
        let _ = write!(std::io::stdout(), "{}", help::help());
        return Ok(Outcome::Done);
    }
    let mut steps = steps(&arguments)?;
    if arguments.mode == Mode::Answer {
        steps = schedule::unanchor_questions(steps);
    }
    let files = arguments.rules.with_those_of(&arguments.input);
    let rules = files.and_then(|files| rule_files::load(&files));
    let rules = rules.map_err(OptError::Rules)?;
    let options = Options {
        parse: arguments.parse_options(&rules),
        print: match arguments.mode {
            // The answers name values as the printed program does.
            Mode::Answer => PrintOptions::default(),
            Mode::Transform | Mode::Help => LOCATED,
        },
    };
    let read = input::read_program(&arguments.input, options);
    let text = Arc::new(read.map_err(|error| OptError::Input {
        name: arguments.input.clone(),
        error,
    })?);
    let mut driver = Driver::new(&arguments, steps, rules);
    let output_error = |error| OptError::Output {
        name: arguments.output.clone(),
        error,
    };
    let chunks = Chunk::split(&text, arguments.split_marker.as_deref());
    if arguments.bytecode.is_some() && arguments.mode == Mode::Transform {
        check_bytecode(&arguments, chunks.len())?;
    }
    let mut outcome = Outcome::Done;
    let (mut stdout, mut file) = (stdout(), vec![]);
    let output: &mut dyn Write = match arguments.output.as_str() {
        "-" => &mut stdout,
        _ => &mut file,
    };
    for (at, chunk) in chunks.iter().enumerate() {
        if at > 0 && arguments.mode == Mode::Transform {
            writeln!(output, "{}", arguments.output_marker).map_err(output_error)?;
        }
        if driver.process(chunk, output).map_err(output_error)? == Outcome::Failed {
            outcome = Outcome::Failed;
        }
    }
    if arguments.timing {
        say(&driver.timing);
    }
    // Like `mlir-opt`, the driver writes the output file only if there were no errors.
    let written = match (arguments.output.as_str(), outcome) {
        ("-", _) => stdout.flush(),
        (name, Outcome::Done) => std::fs::write(name, file),
        _ => Ok(()),
    };
    written.map_err(output_error)?;
    Ok(outcome)
}

/// Refuses bytecode that no program could read.
fn check_bytecode(arguments: &Arguments, parts: usize) -> Result<(), OptError> {
    if parts > 1 {
        let input = arguments.input.clone();
        return Err(OptError::BytecodeOfParts(parts, input));
    }
    let terminal = arguments.output == "-" && std::io::stdout().is_terminal();
    match terminal && !arguments.force {
        true => Err(OptError::BytecodeToTerminal),
        false => Ok(()),
    }
}

/// Buffered standard output.
fn stdout() -> BufWriter<std::io::StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, std::io::stdout().lock())
}

fn steps(arguments: &Arguments) -> Result<Vec<Step>, pipeline::PipelineError> {
    match &arguments.request {
        Request::Pipeline(text) => passes::read_pipeline(text),
        Request::Passes(passes) => passes::read_passes(passes),
    }
}
