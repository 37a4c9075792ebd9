//! The command line of the laboratory.

use calipers_lab::generate::MODELS;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Compares the answers of Calipers with executions of programs.
#[derive(Parser)]
#[command(name = "calipers-lab", version)]
pub(crate) struct Lab {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Generates random programs, asks about them and executes them; one in four without the assumption that no op
    /// gave poison.
    Fuzz(Fuzz),
    /// Prints one of those programs.
    Show {
        /// The seed of the sequence.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The number of the program.
        number: u64,
        /// One in this many programs consists of whole tensors.
        #[arg(long, default_value_t = MODELS)]
        models: u64,
    },
    /// Counts the occurrences of ops with rules in the programs.
    Coverage {
        /// The seed of the sequence of programs.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The number of programs.
        #[arg(long, default_value_t = 5000)]
        programs: u64,
    },
    /// Plants each of the known defects in the rules, and searches for it.
    Planted {
        /// The seed of the sequence of programs.
        #[arg(long, default_value_t = 7)]
        seed: u64,
        /// The time limit for each defect.
        #[arg(long, default_value_t = 1.0)]
        minutes: f64,
        /// The number of programs in parallel.
        #[arg(long, default_value_t = 2)]
        threads: usize,
        /// The folder of the rules.
        #[arg(long, default_value = "rules")]
        rules: PathBuf,
    },
    /// Applies every pass to random programs, many with ops that are executed speculatively, and compares runs of the
    /// results with runs of the programs.
    Passes {
        /// The seed of the sequence of programs.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The time limit.
        #[arg(long, default_value_t = 1.0)]
        minutes: f64,
        /// The number of runs of each program.
        #[arg(long, default_value_t = 12)]
        runs: u64,
        /// Only the pass of this name.
        #[arg(long)]
        pass: Option<String>,
        /// Let passes assume that no op gives poison: a planted defect.
        #[arg(long)]
        assume_pure_ops: bool,
    },
    /// Asks about random values of random programs through every interface, and reports contradictions: the library's
    /// range and bounds; `range`, `lb`, `ub`, `eq` and `prove` of scripts; and the output of `calipers annotate`.
    Doors {
        /// The seed of the sequence of programs.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The time limit.
        #[arg(long, default_value_t = 1.0)]
        minutes: f64,
        /// The number of the first program.
        #[arg(long, default_value_t = 0)]
        first: u64,
        /// The approximate number of values of each program.
        #[arg(long, default_value_t = 6)]
        values: usize,
        /// The number of examples of each kind that are minimized and printed.
        #[arg(long, default_value_t = 2)]
        examples: u64,
        /// One in this many programs consists of whole tensors.
        #[arg(long, default_value_t = MODELS)]
        models: u64,
        /// The folder for the examples: programs and scripts.
        #[arg(long)]
        save: Option<PathBuf>,
    },
    /// Changes random systems in ways that keep their answers or only add facts, and reports answers that were lost.
    Laws {
        /// The seed of the sequence of systems.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The number of the first system.
        #[arg(long, default_value_t = 0)]
        first: u64,
        /// The number of systems.
        #[arg(long, default_value_t = 1000)]
        systems: u64,
        /// The number of examples of each violated law.
        #[arg(long, default_value_t = 3)]
        examples: u64,
    },
    /// Compares counts of random spaces and programs, and of the elements that accesses touch, with enumeration.
    Counts {
        /// The number of the first space.
        #[arg(long, default_value_t = 0)]
        first: u64,
        /// The number of spaces.
        #[arg(long, default_value_t = 10_000)]
        spaces: u64,
        /// The number of programs.
        #[arg(long, default_value_t = 2_000)]
        nests: u64,
        /// The number of spaces or programs in parallel.
        #[arg(long, default_value_t = 2)]
        threads: usize,
    },
    /// Asks mlir-opt 22 the same questions, and reports which tool answers which questions, and which is wrong.
    Differential {
        /// The seed of the sequence of programs.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The time limit.
        #[arg(long, default_value_t = 1.0)]
        minutes: f64,
        /// The folder for the disagreements.
        #[arg(long)]
        save: Option<PathBuf>,
    },
    /// Prints how many divisions, wraps and operations the sizes in programs have, in terms of arguments, and the terms
    /// that scripts simplify, before and after they are brought to their shortest forms, and how long that takes.
    Shortest {
        /// The programs, and scripts (`.cal`).
        files: Vec<PathBuf>,
        /// Derive and check a proof of each shortest form.
        #[arg(long)]
        proofs: bool,
    },
    /// Asks about two instances of accesses in random loop nests, and compares the answers with all instances.
    Instances {
        /// The number of the first nest.
        #[arg(long, default_value_t = 0)]
        first: u64,
        /// The number of nests.
        #[arg(long, default_value_t = 1000)]
        nests: u64,
        /// The number of kernels with tensors of pointers, whose lanes are compared.
        #[arg(long, default_value_t = 0)]
        kernels: u64,
        /// Print this many undecided questions.
        #[arg(long, default_value_t = 0)]
        open: usize,
        /// Print this many of the questions that took longest.
        #[arg(long, default_value_t = 0)]
        slowest: usize,
        /// The number of nests in parallel.
        #[arg(long, default_value_t = 2)]
        threads: usize,
    },
    /// Asks the questions written in programs as `lab.ask`, executes the programs, and reports the results.
    Replay {
        /// The programs.
        files: Vec<PathBuf>,
        /// The number of runs of each program.
        #[arg(long, default_value_t = 2000)]
        runs: u64,
        /// The seed of the inputs.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

#[derive(Args)]
pub(crate) struct Fuzz {
    /// The time limit.
    #[arg(long)]
    pub(crate) minutes: Option<f64>,
    /// The maximum number of programs.
    #[arg(long)]
    pub(crate) programs: Option<u64>,
    /// The seed of the sequence of programs.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The number of the first program.
    #[arg(long, default_value_t = 0)]
    pub(crate) first: u64,
    /// The number of programs in parallel.
    #[arg(long, default_value_t = 2)]
    pub(crate) threads: usize,
    /// The number of questions for each program.
    #[arg(long, default_value_t = 90)]
    pub(crate) questions: usize,
    /// The number of runs of each program.
    #[arg(long, default_value_t = 30)]
    pub(crate) runs: u64,
    /// One in this many programs consists of whole tensors: StableHLO, TOSA, ONNX.
    #[arg(long, default_value_t = MODELS)]
    pub(crate) models: u64,
    /// One in this many programs has its proofs checked and its questions asked in another order.
    #[arg(long, default_value_t = 8)]
    pub(crate) thorough: u64,
    /// The number of answers of each of those programs whose proof is checked.
    #[arg(long, default_value_t = 12)]
    pub(crate) proofs: usize,
    /// The number of findings after which the run stops.
    #[arg(long, default_value_t = 20)]
    pub(crate) failures: usize,
    /// Do not minimize failing programs.
    #[arg(long)]
    pub(crate) whole: bool,
    /// Report only answers that a run contradicts.
    #[arg(long)]
    pub(crate) only_wrong: bool,
    /// More rules, as `calipers --rules` takes them.
    #[arg(long)]
    pub(crate) rules: Vec<PathBuf>,
    /// The folder for failing programs.
    #[arg(long)]
    pub(crate) save: Option<PathBuf>,
    /// A folder for a sample of the answers as SMT-LIB scripts, each unsatisfiable if the answer is right:
    /// `lab/smt_questions.py` asks Z3 about them.
    #[arg(long)]
    pub(crate) smt: Option<PathBuf>,
}
