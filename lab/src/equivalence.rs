//! Translation validation of passes: a run of the transformed program observes the same values as a run of the
//! original.
//!
//! Observed values are operands of [`SEE`], an op that no pass knows. It is inserted after ops all over a program, so
//! that a pass can neither remove nor reorder observations.

use crate::interpret::{Machine, Observer, Run, Settings, Source, State, Stop, Value};
use crate::oracle::Inputs;
use calipers::ir::ParseOptions;
use calipers::ir::{InsertionPoint, Module, OpBuilder};
use calipers::program::{OpId, Point, Program, TypeView, ValueId};
use calipers::ranges::Precision;
use calipers::rules::Rules;
use calipers::solve::Config;
use calipers::transform::canonicalize::Canonicalize;
use calipers::transform::cse::Cse;
use calipers::transform::independence::arena::MakeArena;
use calipers::transform::independence::hoist::HoistBoundedAllocs;
use calipers::transform::independence::make_independent::MakeLoopIndependent;
use calipers::transform::instances::Proving;
use calipers::transform::instances::in_bounds::InferInBounds;
use calipers::transform::instances::parallel::MarkParallelLoops;
use calipers::transform::integer_ranges::narrowing::IntRangeNarrowing;
use calipers::transform::integer_ranges::optimizations::IntRangeOptimizations;
use calipers::transform::integer_ranges::unsigned::UnsignedWhenEquivalent;
use calipers::transform::pad::PadToStaticBounds;
use calipers::transform::pass::{Pass, Scope};
use calipers::transform::shapes::reify_result_shapes::ReifyResultShapes;
use calipers::transform::shapes::resolve_dims::ResolveDims;
use calipers::transform::simplify::arithmetic::SimplifyIndexArithmetic;
use calipers::transform::simplify::decided::SimplifyWithBounds;
use calipers::transform::simplify::masks::{EliminateMasks, Reach, VscaleRange};
use calipers::transform::simplify::min_max::SimplifyMinMax;
use fastrand::Rng;
use std::cell::Cell;
use std::sync::Arc;

/// The op that observes values.
pub const SEE: &str = "lab.see";

/// Inserts observations of integers after some of the ops of a program, and at the starts of blocks.
pub fn show_values(module: &mut Module, random: &mut Rng) {
    let is_integer = |module: &Module, value: ValueId| {
        matches!(
            module.value_type(value),
            TypeView::Index | TypeView::Integer { .. }
        )
    };
    let mut places: Vec<(InsertionPoint, Vec<ValueId>)> = vec![];
    for op in module.walk(module.top()).collect::<Vec<_>>() {
        let Some(block) = module.block_of(op) else {
            continue;
        };
        let mut shown: Vec<ValueId> = module.results(op).to_vec();
        // More facts about a used value may hold here than at its definition.
        shown.extend(module.operands(op));
        shown.retain(|&value| is_integer(module, value));
        let is_last = module.block_ops(block).last() == Some(&op);
        if is_last {
            shown = module.operands(op).to_vec();
            shown.retain(|&value| is_integer(module, value));
        }
        let at = match is_last {
            true => InsertionPoint::Before(op),
            false => InsertionPoint::After(op),
        };
        if holds_any_op(module, op) && !shown.is_empty() && random.u32(0..10) < 4 {
            places.push((at, shown));
        }
    }
    let i64 = module.parse_type("i64").expect("it is a type");
    for (number, (at, shown)) in places.into_iter().enumerate() {
        let number = module.integer_attribute(number as i64, i64);
        let mut builder = OpBuilder::new(module, at);
        builder.create(SEE, &shown, &[], &[("n", number)]);
    }
}

/// Whether the block of an op may contain other ops: the parent accepts ops of all dialects.
pub(crate) fn holds_any_op(module: &Module, op: OpId) -> bool {
    module.parent_op(op).is_some_and(|parent| {
        let name = module.op_name(parent);
        let dialects = ["scf.", "func.", "affine.", "gpu."];
        let known = dialects.iter().any(|dialect| name.starts_with(dialect));
        known && name != "scf.forall.in_parallel"
    })
}

/// The observations of a run, and its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The numbers of the observing ops, and the values, in order.
    pub shown: Vec<(i128, Vec<Value>)>,
    /// How the run ended.
    pub end: Run,
}

/// Random arguments, and a single value for everything else that a program does not compute, so that a pass may
/// remove reads of it.
struct Steady<'c> {
    inputs: Inputs,
    began: &'c Cell<bool>,
    integer: i128,
    size: i128,
}

impl Source for Steady<'_> {
    fn integer(&mut self, width: Option<u32>) -> i128 {
        if !self.began.get() {
            return self.inputs.integer(width);
        }
        width.map_or(self.integer, |width| {
            crate::interpret::signed(self.integer, width)
        })
    }

    fn size(&mut self) -> i128 {
        match self.began.get() {
            true => self.size,
            false => self.inputs.size(),
        }
    }
}

struct Watch<'m, 'c> {
    module: &'m Module,
    began: &'c Cell<bool>,
    shown: Vec<(i128, Vec<Value>)>,
}

impl Observer for Watch<'_, '_> {
    fn reached(&mut self, point: Point, state: &State<'_>) {
        self.began.set(true);
        let op = self.module.block_ops(point.block)[point.index];
        if self.module.op_name(op) != SEE {
            return;
        }
        let number = match self.module.attribute(op, "n") {
            Some(calipers::program::Attribute::Integer(number)) => i128::try_from(&number),
            _ => return,
        };
        let values = self.module.operands(op).iter();
        let values = values.filter_map(|&value| state.value(value).cloned());
        self.shown.push((number.unwrap_or(-1), values.collect()));
    }
}

/// Runs a function on the inputs of that seed.
pub fn trace(module: &Module, function: OpId, settings: Settings, seed: u64) -> Trace {
    let began = Cell::new(false);
    let mut inputs = Inputs::new(seed);
    let mut steady = Steady {
        integer: inputs.integer(None),
        size: inputs.size(),
        inputs,
        began: &began,
    };
    let mut watch = Watch {
        module,
        began: &began,
        shown: vec![],
    };
    let end = Machine::new(module, settings, &mut steady, &mut watch).run(function);
    Trace {
        shown: watch.shown,
        end,
    }
}

/// The difference between a run of the transformed program and a run of the original. After undefined behavior in the
/// original everything is allowed, and an unfinished run is compared only up to its last observation. If it observed
/// poison, the other run may observe any value.
pub fn difference(before: &Trace, after: &Trace) -> Option<String> {
    if matches!(before.end, Err(Stop::Undefined(_) | Stop::IndexOverflow)) {
        return None;
    }
    let together = before.shown.iter().zip(&after.shown);
    for (n, (old, new)) in together.enumerate() {
        if !refines(old, new) {
            return Some(format!("step {n}: {old:?} became {new:?}"));
        }
    }
    let unfinished = |end: &Run| matches!(end, Err(Stop::Fuel | Stop::Unsupported(_)));
    if unfinished(&before.end) || unfinished(&after.end) {
        return None;
    }
    let lengths = (before.shown.len(), after.shown.len());
    (lengths.0 != lengths.1 || before.end != after.end).then(|| {
        format!(
            "{} steps and {:?} became {} and {:?}",
            lengths.0, before.end, lengths.1, after.end
        )
    })
}

/// Whether the values of an observation may be refined to these.
fn refines(old: &(i128, Vec<Value>), new: &(i128, Vec<Value>)) -> bool {
    let mut pairs = old.1.iter().zip(&new.1);
    old.0 == new.0
        && old.1.len() == new.1.len()
        && pairs.all(|(old, new)| *old == Value::Poison || old == new)
}

/// A pass, and its reading of the index.
pub struct Subject {
    /// Its name with its options.
    pub name: &'static str,
    /// The pass.
    pub pass: Box<dyn Pass>,
    /// Whether it preserves the meaning of programs in which an index overflows.
    pub index_wraps: bool,
    /// Whether it has the mistakes of MLIR's analysis of integer ranges.
    pub as_mlir: bool,
}

/// All passes that change programs, with that configuration. With [`PureOpsAssert::Always`], passes that use bounds
/// are wrong on programs that execute ops speculatively.
///
/// [`PureOpsAssert::Always`]: calipers::solve::PureOpsAssert::Always
pub fn subjects(rules: &Arc<Rules>, config: &Config) -> Vec<Subject> {
    let mut all: Vec<Subject> = vec![];
    let mut add = |name, index_wraps, pass: Box<dyn Pass>| {
        all.push(Subject {
            name,
            pass,
            index_wraps,
            as_mlir: name == "int-range-optimizations",
        });
    };
    let rules = || Arc::clone(rules);
    let config = || config.clone();
    for (plain, precision) in [(true, Precision::Plain), (false, Precision::Narrowed(2))] {
        let as_mlir = if plain { Precision::Mlir } else { precision };
        let name = |own: &'static str, other: &'static str| if plain { own } else { other };
        add(
            name(
                "int-range-optimizations",
                "int-range-optimizations narrowing=2",
            ),
            true,
            Box::new(IntRangeOptimizations {
                rules: rules(),
                precision: as_mlir,
            }),
        );
        add(
            name(
                "arith-unsigned-when-equivalent",
                "arith-unsigned-when-equivalent narrowing=2",
            ),
            true,
            Box::new(UnsignedWhenEquivalent {
                rules: rules(),
                precision,
            }),
        );
        for (name, widths) in [
            (
                name(
                    "arith-int-range-narrowing 8 16 24 32",
                    "the same narrowing=2",
                ),
                vec![8, 16, 24, 32],
            ),
            (
                name(
                    "arith-int-range-narrowing 1 4 32",
                    "the same with narrowing=2",
                ),
                vec![1, 4, 32],
            ),
        ] {
            let pass = IntRangeNarrowing {
                widths,
                rules: rules(),
                precision,
            };
            add(name, true, Box::new(pass));
        }
    }
    add("canonicalize", true, Box::<Canonicalize>::default());
    add("cse", true, Box::new(Cse));
    let (reach, vscale) = (Reach::Uses, VscaleRange::default());
    add(
        "fold-all-true-masks",
        false,
        Box::new(EliminateMasks {
            reach,
            vscale,
            rules: rules(),
            config: config(),
        }),
    );
    add(
        "hoist-bounded-allocs",
        false,
        Box::new(HoistBoundedAllocs {
            max_elements: None,
            rules: rules(),
            config: config(),
        }),
    );
    add(
        "make-arena",
        false,
        Box::new(MakeArena {
            rules: rules(),
            config: config(),
        }),
    );
    add(
        "make-loop-independent",
        false,
        Box::new(MakeLoopIndependent {
            loops: 1,
            rules: rules(),
            config: config(),
        }),
    );
    add(
        "pad-to-static-bounds",
        false,
        Box::new(PadToStaticBounds {
            max_size: None,
            rules: rules(),
            config: config(),
        }),
    );
    add(
        "affine-simplify-min-max",
        false,
        Box::new(SimplifyMinMax {
            rules: rules(),
            config: config(),
        }),
    );
    add(
        "simplify-index-arithmetic",
        false,
        Box::new(SimplifyIndexArithmetic {
            rules: rules(),
            config: config(),
        }),
    );
    add(
        "simplify-with-bounds",
        false,
        Box::new(SimplifyWithBounds {
            rules: rules(),
            config: config(),
        }),
    );
    add(
        "infer-in-bounds",
        false,
        Box::new(Proving {
            rewrite: InferInBounds,
            rules: rules(),
            config: config(),
        }),
    );
    add(
        "mark-parallel-loops",
        false,
        Box::new(Proving {
            rewrite: MarkParallelLoops {
                distinct_arguments: false,
            },
            rules: rules(),
            config: config(),
        }),
    );
    add(
        "reify-result-shapes",
        false,
        Box::new(ReifyResultShapes {
            rules: rules(),
            config: config(),
        }),
    );
    add(
        "resolve-shaped-type-result-dims",
        false,
        Box::new(ResolveDims {
            rules: rules(),
            config: config(),
        }),
    );
    all
}

/// The program after a pass; none if the pass fails.
pub fn transformed(module: &Module, pass: &dyn Pass) -> Option<Module> {
    let mut module = module.clone();
    let roots = match pass.scope() {
        Scope::Any => vec![module.top()],
        Scope::Function => crate::oracle::functions(&module),
    };
    for root in roots {
        pass.run(&mut module, root, &mut vec![]).ok()?;
    }
    Some(module)
}

/// The results for a program and the passes.
#[derive(Default, Debug)]
pub struct Report {
    /// Programs that a pass has changed.
    pub changed: u64,
    /// Pairs of runs that were compared completely.
    pub compared: u64,
    /// Values observed in them.
    pub shown: u64,
    /// Differences: the pass, the difference, the program before and after.
    pub wrong: Vec<String>,
}

/// Applies every pass to a program, and compares runs of the result with runs of the program. Differences are
/// minimized.
pub fn examine(text: &str, subjects: &[Subject], seed: u64, runs: u64, report: &mut Report) {
    let mut module = match parse(text) {
        Ok(module) => module,
        Err(error) => return report.wrong.push(format!("{error}\n{text}")),
    };
    show_values(&mut module, &mut Rng::with_seed(seed));
    let inputs: Vec<u64> = (0..runs)
        .map(|run| seed.wrapping_mul(1009).wrapping_add(run))
        .collect();
    for subject in subjects {
        if differs(&module, subject, &inputs, report).is_none() {
            continue;
        }
        let fails =
            |module: &Module| differs(module, subject, &inputs, &mut Report::default()).is_some();
        let small = crate::oracle::shrink(&module, &fails);
        let why = differs(&small, subject, &inputs, &mut Report::default());
        let after = transformed(&small, &*subject.pass).unwrap_or_else(|| small.clone());
        let why = why.unwrap_or_default();
        report
            .wrong
            .push(format!("{}: {why}\n{small}\n{after}", subject.name));
    }
}

/// Parses a program, including ops of the laboratory.
pub(crate) fn parse(text: &str) -> Result<Module, String> {
    let options = ParseOptions {
        allow_unregistered: true,
        ..ParseOptions::default()
    };
    Module::parse(text, "passes.mlir", options).map_err(|error| error.to_string())
}

/// The differences between runs of the program after a pass and runs of the original.
fn differs(
    module: &Module,
    subject: &Subject,
    inputs: &[u64],
    report: &mut Report,
) -> Option<String> {
    let after = transformed(module, &*subject.pass)?.to_string();
    if after == module.to_string() {
        return None;
    }
    report.changed += 1;
    let after = match parse(&after) {
        Ok(after) => after,
        Err(error) => return Some(error),
    };
    let function = *crate::oracle::functions(module).first()?;
    let Some(&twin) = crate::oracle::functions(&after).first() else {
        return Some("the function is gone".into());
    };
    let settings = Settings {
        index_wraps: subject.index_wraps,
        as_mlir: subject.as_mlir,
        poison: true,
        ..Settings::default()
    };
    inputs.iter().find_map(|&input| {
        let old = trace(module, function, settings, input);
        let new = trace(&after, twin, settings, input);
        report.compared += u64::from(old.end.is_ok());
        report.shown += old.shown.len() as u64;
        difference(&old, &new).map(|why| format!("inputs {input}: {why}"))
    })
}
