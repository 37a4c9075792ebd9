//! The command line of `calipers opt`, in the style of `mlir-opt`: options with one or two dashes, a value after `=`
//! or as the next argument, and every pass as an option.

use super::{help, passes};
use crate::cli::rule_files::RuleFiles;
use calipers::bytecode;
use calipers::diagnostic::similar;
use calipers::ir::{Module, ParseOptions, PrintDetails, PrintOptions};
use calipers::rules::{Rules, syntaxes};
use calipers::solve::lp::Engine;
use std::num::NonZeroUsize;
use thiserror::Error;

/// Errors in the command line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ArgumentError {
    /// An option that is neither an option of the driver nor a pass.
    #[error("unknown option or pass '{0}'; {help}", help = help_about(.0))]
    Unknown(String),
    /// An option without the value that it needs.
    #[error("option '{0}' requires a value")]
    MissingValue(String),
    /// An option with a value that it does not take.
    #[error("option '{0}' does not take the value '{1}'")]
    BadValue(String, String),
    /// More than one input file.
    #[error("only one input file can be given, but there are '{0}' and '{1}'")]
    SecondInput(String, String),
    /// `-pass-pipeline` and `--PASS` together.
    #[error("'-pass-pipeline' can't be used with individual pass options")]
    PipelineAndPasses,
}

/// A suggestion for an unknown option.
fn help_about(option: &str) -> String {
    let name = option.trim_start_matches('-');
    let name = name.split('=').next().unwrap_or_default();
    let known = help::entries().map(|(known, ..)| *known);
    match similar(name, known.chain(passes::names())) {
        Some(known) => format!("did you mean `--{known}`?"),
        None => "try `calipers opt --help`".to_owned(),
    }
}

/// The passes that the command line selects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// `-pass-pipeline=TEXT`.
    Pipeline(String),
    /// `--PASS` and `--PASS=OPTIONS`, in order.
    Passes(Vec<(String, String)>),
}

/// What the driver does with the IR.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Run the passes and print the IR.
    Transform,
    /// `--answers`: answer the questions and print the answers.
    Answer,
    /// `--help`.
    Help,
}

/// The parsed command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arguments {
    /// The input file; `-` for standard input.
    pub input: String,
    /// The output file; `-` for standard output.
    pub output: String,
    /// The passes.
    pub request: Request,
    /// Further rule files.
    pub rules: RuleFiles,
    /// The action of the driver.
    pub mode: Mode,
    /// The line that separates chunks, with `-split-input-file`.
    pub split_marker: Option<String>,
    /// The line to print between the chunks' output.
    pub output_marker: String,
    /// `-verify-diagnostics`.
    pub verify_diagnostics: bool,
    /// `-allow-unregistered-dialect`.
    pub allow_unregistered: bool,
    /// `--lenient`: keep ops that cannot be read as text.
    pub lenient: bool,
    /// `-mlir-print-op-generic`.
    pub print_generic: bool,
    /// `-mlir-print-debuginfo`.
    pub print_locations: bool,
    /// `-mlir-print-local-scope`.
    pub print_local_scope: bool,
    /// The version of the bytecode to be written, with `--emit-bytecode`.
    pub bytecode: Option<u64>,
    /// `-f`: write bytecode even to a terminal.
    pub force: bool,
    /// `--timing`.
    pub timing: bool,
    /// `-mlir-print-ir-after-all`.
    pub print_after_all: bool,
    /// `--solver`.
    pub solver: Engine,
    /// `--threads`; the number of processors by default.
    pub threads: Option<NonZeroUsize>,
    /// `--json`: answers and diagnostics as JSON Lines.
    pub json: bool,
}

/// The line that separates the chunks of a file.
pub const SPLIT_MARKER: &str = "// -----";

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            input: "-".to_owned(),
            output: "-".to_owned(),
            request: Request::Passes(Vec::new()),
            rules: RuleFiles::default(),
            mode: Mode::Transform,
            split_marker: None,
            output_marker: SPLIT_MARKER.to_owned(),
            verify_diagnostics: false,
            allow_unregistered: false,
            lenient: false,
            print_generic: false,
            print_locations: false,
            print_local_scope: false,
            bytecode: None,
            force: false,
            timing: false,
            print_after_all: false,
            solver: Engine::Auto,
            threads: None,
            json: false,
        }
    }
}

impl Arguments {
    /// The parse options for the program, with the dialects that rules of the user define.
    pub fn parse_options(&self, rules: &Rules) -> ParseOptions {
        ParseOptions {
            allow_unregistered: self.allow_unregistered,
            lenient: self.lenient,
            dialects: rules.added_dialects().into(),
            // Loading the files has reported their errors.
            syntaxes: syntaxes(rules).unwrap_or_default(),
            ..ParseOptions::default()
        }
    }

    /// The text of a program.
    pub fn printed(&self, module: &Module) -> String {
        let options = PrintOptions {
            generic: self.print_generic,
            locations: self.print_locations,
        };
        let details = PrintDetails {
            source_locations: self.print_locations,
            local_scope: self.print_local_scope,
        };
        module.print_in_detail(options, details)
    }

    /// Parses the arguments after `opt`.
    ///
    /// # Errors
    /// The first invalid argument.
    pub fn parse(args: impl IntoIterator<Item = String>) -> Result<Arguments, ArgumentError> {
        let mut read = Arguments::default();
        let mut input: Option<String> = None;
        let mut pipeline: Option<String> = None;
        let mut passes = Vec::new();
        let mut args = args.into_iter();
        let mut only_files = false;
        let (mut emits, mut version) = (false, bytecode::NEWEST);
        while let Some(arg) = args.next() {
            if only_files || arg == "-" || !arg.starts_with('-') {
                if let Some(first) = input {
                    return Err(ArgumentError::SecondInput(first, arg));
                }
                input = Some(arg);
                continue;
            }
            if arg == "--" {
                only_files = true;
                continue;
            }
            let option = Flag::split(&arg);
            match option.name {
                "pass-pipeline" | "p" => pipeline = Some(option.required(&mut args)?),
                "o" => read.output = option.required(&mut args)?,
                "rules" => read.rules.files.push(option.required(&mut args)?),
                "without" => read.rules.without.push(option.required(&mut args)?),
                "split-input-file" => {
                    let marker = option.value.filter(|value| !value.is_empty());
                    read.split_marker = Some(marker.unwrap_or(SPLIT_MARKER).to_owned());
                }
                "output-split-marker" => read.output_marker = option.required(&mut args)?,
                "verify-diagnostics" => match option.value {
                    None | Some("" | "all") => read.verify_diagnostics = true,
                    Some(_) => return Err(option.bad_value()),
                },
                "allow-unregistered-dialect" => read.allow_unregistered = option.flag()?,
                "lenient" => read.lenient = option.flag()?,
                "mlir-print-op-generic" => read.print_generic = option.flag()?,
                "mlir-print-debuginfo" => read.print_locations = option.flag()?,
                "mlir-print-local-scope" => read.print_local_scope = option.flag()?,
                "emit-bytecode" => emits = option.flag()?,
                "emit-bytecode-version" => {
                    let text = option.required(&mut args)?;
                    let number = text.parse().ok().filter(|it| *it <= bytecode::NEWEST);
                    let bad = || ArgumentError::BadValue(option.written(), text.clone());
                    version = number.ok_or_else(bad)?;
                }
                "f" => read.force = option.flag()?,
                "timing" | "mlir-timing" => read.timing = option.flag()?,
                "mlir-print-ir-after-all" => read.print_after_all = option.flag()?,
                "solver" => {
                    read.solver = match option.required(&mut args)?.as_str() {
                        "auto" => Engine::Auto,
                        "tableau" => Engine::Tableau,
                        "float" => Engine::Float,
                        "off" => Engine::Off,
                        other => {
                            return Err(ArgumentError::BadValue(
                                option.written(),
                                other.to_owned(),
                            ));
                        }
                    }
                }
                "answers" => {
                    if option.flag()? {
                        read.mode = Mode::Answer;
                    }
                }
                "help" | "h" => read.mode = Mode::Help,
                "json" => read.json = option.flag()?,
                "threads" => {
                    let text = option.required(&mut args)?;
                    let threads = text
                        .parse()
                        .map_err(|_| ArgumentError::BadValue(option.written(), text))?;
                    read.threads = Some(threads);
                }
                "mlir-disable-threading" => {
                    if option.flag()? {
                        read.threads = Some(NonZeroUsize::MIN);
                    }
                }
                // Accepted for compatibility with `mlir-opt`: the driver always verifies.
                "verify-each" => {
                    option.flag()?;
                }
                name if passes::is_known(name) => {
                    let options = option.value.unwrap_or_default();
                    passes.push((name.to_owned(), options.to_owned()));
                }
                _ => return Err(ArgumentError::Unknown(arg)),
            }
        }
        read.bytecode = emits.then_some(version);
        read.request = match pipeline {
            Some(_) if !passes.is_empty() => return Err(ArgumentError::PipelineAndPasses),
            Some(text) => Request::Pipeline(text),
            None => Request::Passes(passes),
        };
        if let Some(input) = input {
            read.input = input;
        }
        Ok(read)
    }
}

/// An option as it was written.
struct Flag<'a> {
    dashes: &'a str,
    name: &'a str,
    value: Option<&'a str>,
}

impl<'a> Flag<'a> {
    fn split(arg: &'a str) -> Flag<'a> {
        let dashes = if arg.starts_with("--") { "--" } else { "-" };
        let rest = &arg[dashes.len()..];
        let (name, value) = match rest.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (rest, None),
        };
        Flag {
            dashes,
            name,
            value,
        }
    }

    fn written(&self) -> String {
        format!("{}{}", self.dashes, self.name)
    }

    fn bad_value(&self) -> ArgumentError {
        let value = self.value.unwrap_or_default().to_owned();
        ArgumentError::BadValue(self.written(), value)
    }

    fn required(&self, args: &mut impl Iterator<Item = String>) -> Result<String, ArgumentError> {
        let value = self.value.map(str::to_owned).or_else(|| args.next());
        value.ok_or_else(|| ArgumentError::MissingValue(self.written()))
    }

    fn flag(&self) -> Result<bool, ArgumentError> {
        match self.value {
            None | Some("" | "true" | "TRUE" | "True" | "1") => Ok(true),
            Some("false" | "FALSE" | "False" | "0") => Ok(false),
            Some(_) => Err(self.bad_value()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &[&str]) -> Result<Arguments, ArgumentError> {
        Arguments::parse(args.iter().map(|arg| (*arg).to_owned()))
    }

    #[test]
    fn takes_one_dash_or_two() {
        for dashes in ["-", "--"] {
            let option = |name: &str| format!("{dashes}{name}");
            let read = parse(&[
                &option("split-input-file"),
                &option("verify-diagnostics"),
                "a.mlir",
                &option("pass-pipeline=builtin.module(cse)"),
                &option("o"),
                "out.mlir",
            ])
            .expect("the options are known");
            assert_eq!(read.split_marker.as_deref(), Some(SPLIT_MARKER));
            assert!(read.verify_diagnostics);
            assert_eq!(read.input, "a.mlir");
            assert_eq!(read.output, "out.mlir");
            assert_eq!(
                read.request,
                Request::Pipeline("builtin.module(cse)".to_owned())
            );
        }
    }

    #[test]
    fn takes_passes_as_options() {
        let read = parse(&[
            "--cse",
            "-test-affine-reify-value-bounds=reify-to-func-args use-arith-ops",
        ])
        .expect("the passes are known");
        let Request::Passes(passes) = read.request else {
            panic!("two passes were named");
        };
        assert_eq!(passes[0], ("cse".to_owned(), String::new()));
        assert_eq!(passes[1].1, "reify-to-func-args use-arith-ops");
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        assert_eq!(
            parse(&["--foo"]),
            Err(ArgumentError::Unknown("--foo".to_owned()))
        );
        let told = parse(&["--canonicalise"]).expect_err("there is no such pass");
        assert!(told.to_string().ends_with("did you mean `--canonicalize`?"));
        assert_eq!(
            parse(&["a.mlir", "b.mlir"]),
            Err(ArgumentError::SecondInput("a.mlir".into(), "b.mlir".into()))
        );
        assert_eq!(
            parse(&["-o"]),
            Err(ArgumentError::MissingValue("-o".to_owned()))
        );
        assert_eq!(
            parse(&["--timing=maybe"]),
            Err(ArgumentError::BadValue("--timing".into(), "maybe".into()))
        );
        assert_eq!(
            parse(&["--cse", "-pass-pipeline=builtin.module(cse)"]),
            Err(ArgumentError::PipelineAndPasses)
        );
    }
}
