//! Time by family and size of programs, by phase of a run, and at startup.
//!
//! `cargo bench --bench engine`; `cargo bench --bench engine -- families/min` for a part. The families are
//! those of `benches/programs.rs`; only their questions are timed, in one analysis.

mod programs;

use calipers::analysis::{Analysis, BoundKind, Changing, Comparison, Variable};
use calipers::ir::{Module, ParseOptions, PrintOptions};
use calipers::program::{OpId, Program, TypeView, ValueId};
use calipers::ranges::{Precision, Ranges};
use calipers::rules::Rules;
use calipers::script::{ProgramArena, Session};
use calipers::solve::Config;
use calipers::threads::Threads;
use calipers::transform::answers::{Asker, Terms};
use calipers::transform::pass::{Scope, outermost};
use calipers::transform::questions::{self, Question};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::process::Command;

/// The sizes of each family: the time should grow linearly with the size.
const SIZES: [(&str, [usize; 3]); 12] = [
    ("chain", [100, 1_000, 10_000]),
    ("chainq", [100, 1_000, 10_000]),
    ("min", [10, 100, 1_000]),
    ("pads", [10, 100, 1_000]),
    ("inserts", [10, 100, 1_000]),
    ("loops", [3, 10, 30]),
    ("ifs", [10, 100, 1_000]),
    ("muldiv", [5, 10, 20]),
    ("tiles", [10, 100, 1_000]),
    ("unknown", [100, 1_000, 10_000]),
    ("funcs", [10, 100, 1_000]),
    ("words", [10, 30, 100]),
];

fn parsed(text: &str) -> Module {
    Module::parse(text, "bench.mlir", ParseOptions::default())
        .unwrap_or_else(|error| panic!("{error}"))
}

fn program(family: &str, size: usize) -> Module {
    parsed(&programs::program(family, size).expect("the family is known"))
}

/// Answers all questions of a function and returns their number.
fn ask(module: &Module, rules: &Rules, function: OpId) -> usize {
    let mut asker = Asker::new(module, rules, &Config::default());
    let mut count = 0;
    for op in module.walk(function) {
        match questions::read(module, op) {
            Some(Ok(Question::Bound(question))) => {
                black_box(asker.bound(op, &question, Terms::OtherValues));
                count += 1;
            }
            Some(Ok(Question::Compare(question))) => {
                black_box(asker.compare(op, &question));
                count += 1;
            }
            _ => {}
        }
    }
    count
}

fn ask_all(module: &Module, rules: &Rules, threads: &Threads) -> usize {
    let functions = outermost(module, module.top(), Scope::Function);
    let counts = threads.map(functions, |function| ask(module, rules, function));
    counts.into_iter().sum()
}

fn families(criterion: &mut Criterion) {
    let (rules, one) = (Rules::embedded(), Threads::one());
    let mut group = criterion.benchmark_group("families");
    group.sample_size(10);
    for (family, sizes) in SIZES {
        for size in sizes {
            let module = program(family, size);
            let questions = ask_all(&module, &rules, &one);
            group.throughput(Throughput::Elements(questions as u64));
            group.bench_with_input(BenchmarkId::new(family, size), &module, |bench, module| {
                bench.iter(|| ask_all(module, &rules, &one));
            });
        }
    }
    group.finish();
}

/// Analyzes the same functions on one thread and on all.
fn threads(criterion: &mut Criterion) {
    let rules = Rules::embedded();
    let module = program("funcs", 1_000);
    let mut group = criterion.benchmark_group("threads");
    group.sample_size(10);
    for (name, threads) in [("one", Threads::one()), ("all", Threads::available())] {
        group.bench_function(name, |bench| {
            bench.iter(|| ask_all(&module, &rules, &threads))
        });
    }
    group.finish();
}

/// An optimizer that walks a function in program order: with questions only, and with a change of the next op
/// after each question.
fn changes(criterion: &mut Criterion) {
    let rules = Rules::embedded();
    let mut module = program("chain", 1_000);
    let is_computed = |op: &OpId| {
        let results = module.results(*op);
        let is_index = |&value: &ValueId| module.value_type(value) == TypeView::Index;
        !module.operands(*op).is_empty() && results.len() == 1 && results.iter().all(is_index)
    };
    let ops: Vec<OpId> = module.walk(module.top()).filter(is_computed).collect();
    let mut group = criterion.benchmark_group("changes");
    group.throughput(Throughput::Elements(ops.len() as u64));
    group.bench_function("questions alone", |bench| {
        bench.iter(|| {
            let mut analysis = Analysis::new(&module, &rules);
            for &op in &ops {
                black_box(analysis.range(module.results(op)[0]));
            }
        });
    });
    group.bench_function("a change between", |bench| {
        bench.iter(|| {
            let mut analyses = Changing::new(&rules, Config::default());
            for (n, &op) in ops.iter().enumerate() {
                let value = module.results(op)[0];
                black_box(analyses.ask(&module, op, |analysis| analysis.range(value)));
                if let Some(&next) = ops.get(n + 1) {
                    analyses.changed(&module, next);
                    let operand = module.operands(next)[0];
                    module.set_operand(next, 0, operand);
                }
            }
            assert_eq!(analyses.known(), 1);
        });
    });
    group.finish();
}

/// A comparison of neighbours far down a chain in a fresh analysis, which measures how much of the
/// chain is defined for it; and the bounds of all links, in one call and one by one.
fn chains(criterion: &mut Criterion) {
    let rules = Rules::embedded();
    let module = program("chain", 10_000);
    let is_computed = |op: &OpId| module.op_name(*op) == "arith.addi";
    let ops = module.walk(module.top()).filter(is_computed);
    let links: Vec<Variable> = ops
        .map(|op| Variable::value(module.results(op)[0]))
        .collect();
    let [.., before, last] = &links[..] else {
        panic!("a chain has links")
    };
    let mut analysis = Analysis::new(&module, &rules);
    let verdict = analysis.compare(before, Comparison::Lt, last);
    println!(
        "chains/compare neighbours: {verdict:?}, {} of {} columns unfolded",
        analysis.statistics().columns,
        links.len()
    );
    let mut group = criterion.benchmark_group("chains");
    group.sample_size(10);
    group.bench_function("compare neighbours", |bench| {
        bench.iter(|| Analysis::new(&module, &rules).compare(before, Comparison::Lt, last));
    });
    group.throughput(Throughput::Elements(links.len() as u64));
    group.bench_function("bounds at once", |bench| {
        bench.iter(|| Analysis::new(&module, &rules).bounds(BoundKind::Upper, &links));
    });
    group.bench_function("bounds one by one", |bench| {
        bench.iter(|| {
            let mut analysis = Analysis::new(&module, &rules);
            for link in &links {
                let _ = black_box(analysis.constant_bound(BoundKind::Upper, link, None));
            }
        });
    });
    group.finish();
}

/// Hand-written programs.
fn realistic(criterion: &mut Criterion) {
    let (rules, one) = (Rules::embedded(), Threads::one());
    let mut group = criterion.benchmark_group("realistic");
    for (name, text) in [
        ("matmul", include_str!("../examples/tiled_matmul.mlir")),
        ("loops", include_str!("../tests/scripts/loops.mlir")),
        ("slices", include_str!("../tests/scripts/slices.mlir")),
    ] {
        let module = parsed(text);
        group.bench_function(format!("{name}/questions"), |bench| {
            bench.iter(|| ask_all(&module, &rules, &one));
        });
        group.bench_function(format!("{name}/ranges of everything"), |bench| {
            bench.iter(|| black_box(Ranges::of(&module, &rules, module.top(), Precision::Plain)));
        });
    }
    group.finish();
}

/// The phases of a run, measured separately.
fn phases(criterion: &mut Criterion) {
    let (rules, one) = (Rules::embedded(), Threads::one());
    let text = programs::program("tiles", 500).expect("the family is known");
    let module = parsed(&text);
    let mut group = criterion.benchmark_group("phases");
    group.sample_size(20);
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("parse", |bench| bench.iter(|| parsed(black_box(&text))));
    group.bench_function("print", |bench| {
        bench.iter(|| module.print(PrintOptions::default()))
    });
    group.bench_function("print generic", |bench| {
        let options = PrintOptions {
            generic: true,
            ..PrintOptions::default()
        };
        bench.iter(|| module.print(options));
    });
    group.bench_function("answer", |bench| {
        bench.iter(|| ask_all(&module, &rules, &one))
    });
    group.bench_function("ranges of everything", |bench| {
        bench.iter(|| black_box(Ranges::of(&module, &rules, module.top(), Precision::Plain)));
    });
    group.finish();
    criterion.bench_function("rules/load", |bench| {
        bench.iter(|| black_box(Rules::embedded()))
    });
}

/// Arithmetic facts, each in a session of its own.
fn facts(criterion: &mut Criterion) {
    let rules = Rules::embedded();
    let facts = [
        (
            "linear",
            "(push) (var x :min 0 :max 9) (var n) (assume (< x n)) (check (<= 1 n)) (pop)",
        ),
        (
            "quotient",
            "(push) (var x) (check (== (floordiv (* 4 x) 4) x)) (pop)",
        ),
        ("rest", "(push) (var x) (check (< (mod x 8) 8)) (pop)"),
        (
            "minimum",
            "(push) (var x) (var y) (check (<= (min x y) (max x y))) (pop)",
        ),
        (
            "tiles",
            "(push) (var i :min 0) (var n) (assume (< i n)) (check (<= (* 8 (floordiv i 8)) i)) (pop)",
        ),
    ];
    let mut group = criterion.benchmark_group("facts");
    for (name, text) in facts {
        let forms = calipers::sexp::read(text).expect("the fact is well-formed");
        let shelf = ProgramArena::new();
        let mut session = Session::new(&rules, &shelf);
        group.bench_function(name, |bench| {
            bench.iter(|| {
                for form in &forms {
                    let _ = black_box(session.execute(form));
                }
            });
        });
    }
    group.finish();
}

/// From the start of the process to the first answer.
fn start(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("start");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tiled_matmul.mlir");
    group.bench_function("first answer", |bench| {
        bench.iter(|| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_calipers"));
            command.args(["opt", file, "--answers", "--test-affine-reify-value-bounds"]);
            command.output().expect("calipers runs")
        });
    });
    group.finish();
}

criterion_group!(
    benches, families, threads, changes, chains, realistic, phases, facts, start
);
criterion_main!(benches);
