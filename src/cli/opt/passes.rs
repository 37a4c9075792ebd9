//! The table of passes with their options.

use super::pipeline::{self, Element, PassOption, PipelineError};
use calipers::diagnostic::similar;
use calipers::ranges::Precision;
use calipers::rules::Rules;
use calipers::solve::{Config, IntegerOverflow, PureOpsAssert};
use calipers::transform::canonicalize::Canonicalize;
use calipers::transform::cse::Cse;
use calipers::transform::independence::arena::MakeArena;
use calipers::transform::independence::hoist::HoistBoundedAllocs;
use calipers::transform::independence::make_independent::MakeLoopIndependent;
use calipers::transform::inline::Inline;
use calipers::transform::instances::Proving;
use calipers::transform::instances::contiguity::InferContiguity;
use calipers::transform::instances::in_bounds::InferInBounds;
use calipers::transform::instances::lane_masks::RemoveLaneMasks;
use calipers::transform::instances::parallel::MarkParallelLoops;
use calipers::transform::integer_ranges::narrowing::IntRangeNarrowing;
use calipers::transform::integer_ranges::optimizations::IntRangeOptimizations;
use calipers::transform::integer_ranges::unsigned::UnsignedWhenEquivalent;
use calipers::transform::pad::PadToStaticBounds;
use calipers::transform::pass::{Pass, Scope};
use calipers::transform::reify::Style;
use calipers::transform::reify_value_bounds::{ReifyValueBounds, Terms};
use calipers::transform::shapes::reify_result_shapes::ReifyResultShapes;
use calipers::transform::shapes::resolve_dims::ResolveDims;
use calipers::transform::simplify::arithmetic::SimplifyIndexArithmetic;
use calipers::transform::simplify::decided::SimplifyWithBounds;
use calipers::transform::simplify::masks::{EliminateMasks, Reach, VscaleRange};
use calipers::transform::simplify::min_max::SimplifyMinMax;
use calipers::transform::simplify::shapes::SimplifyShapes;
use calipers::transform::strided_metadata::StridedMetadataRanges;
use std::sync::Arc;

/// A pass and its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `canonicalize`.
    Canonicalize,
    /// `cse`.
    Cse,
    /// `test-eliminate-vector-masks`, `fold-all-true-masks`.
    EliminateMasks {
        /// The extent of the rewrite.
        reach: Reach,
        /// The limits of `vscale`.
        vscale: VscaleRange,
    },
    /// `hoist-bounded-allocs`.
    HoistBoundedAllocs {
        /// The most elements that an allocation may have.
        max_elements: Option<u64>,
    },
    /// `infer-contiguity`.
    InferContiguity,
    /// `infer-in-bounds`.
    InferInBounds,
    /// `inline`.
    Inline,
    /// `int-range-optimizations`.
    IntRangeOptimizations {
        /// The precision for loop-carried values.
        precision: Precision,
    },
    /// `arith-unsigned-when-equivalent`.
    UnsignedWhenEquivalent {
        /// The precision for loop-carried values.
        precision: Precision,
    },
    /// `arith-int-range-narrowing`.
    IntRangeNarrowing {
        /// The available widths, width `n` as bit `n − 1`.
        widths: u64,
        /// The precision for loop-carried values.
        precision: Precision,
    },
    /// `make-arena`.
    MakeArena,
    /// `make-loop-independent`.
    MakeLoopIndependent {
        /// The number of loops.
        loops: usize,
    },
    /// `mark-parallel-loops`.
    MarkParallelLoops {
        /// Whether different arguments of a function share no memory.
        distinct_arguments: bool,
    },
    /// `remove-lane-masks`.
    RemoveLaneMasks,
    /// `pad-to-static-bounds`.
    PadToStaticBounds {
        /// The greatest size that a dimension is padded to.
        max_size: Option<u64>,
    },
    /// `affine-simplify-min-max`.
    SimplifyMinMax,
    /// `simplify-index-arithmetic`.
    SimplifyIndexArithmetic,
    /// `simplify-with-bounds`.
    SimplifyWithBounds,
    /// `simplify-shapes`.
    SimplifyShapes,
    /// `reify-result-shapes`.
    ReifyResultShapes,
    /// `resolve-shaped-type-result-dims`, `resolve-ranked-shaped-type-result-dims`.
    ResolveDims,
    /// `test-strided-metadata-range-analysis`.
    StridedMetadataRanges,
    /// `test-affine-reify-value-bounds`.
    ReifyValueBounds {
        /// The terms that bounds may use.
        terms: Terms,
        /// The ops that materialize bounds.
        style: Style,
    },
}

/// A selected pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The pass and its options.
    pub kind: Kind,
    /// Whether it assumes that speculatable ops gave no poison.
    pub assume_pure_ops: bool,
}

impl From<Kind> for Chosen {
    fn from(kind: Kind) -> Chosen {
        Chosen {
            kind,
            assume_pure_ops: false,
        }
    }
}

impl Chosen {
    /// The pass itself.
    pub fn instantiate(self, rules: &Arc<Rules>, config: &Config) -> Box<dyn Pass> {
        let pure_ops_assert = match self.assume_pure_ops {
            true => PureOpsAssert::Always,
            false => config.pure_ops_assert,
        };
        let config = Config {
            pure_ops_assert,
            ..config.clone()
        };
        self.kind.instantiate(rules, &config)
    }

    /// Sets an option, or returns the error.
    fn set(&mut self, name: &str, option: &PassOption) -> Result<(), String> {
        if option.name == "assume-pure-ops" && self.kind.asks_at_points() {
            self.assume_pure_ops = flag(option)?;
            return Ok(());
        }
        self.kind.set(name, option)
    }
}

const ANY_VSCALE: VscaleRange = VscaleRange { min: 1, max: None };

/// Every pass with its default options.
const PASSES: &[(&str, Kind)] = &[
    ("affine-simplify-min-max", Kind::SimplifyMinMax),
    (
        "arith-int-range-narrowing",
        Kind::IntRangeNarrowing {
            widths: 0,
            precision: Precision::Plain,
        },
    ),
    (
        "arith-unsigned-when-equivalent",
        Kind::UnsignedWhenEquivalent {
            precision: Precision::Plain,
        },
    ),
    ("canonicalize", Kind::Canonicalize),
    ("cse", Kind::Cse),
    (
        "fold-all-true-masks",
        Kind::EliminateMasks {
            reach: Reach::Uses,
            vscale: ANY_VSCALE,
        },
    ),
    (
        "hoist-bounded-allocs",
        Kind::HoistBoundedAllocs { max_elements: None },
    ),
    ("infer-contiguity", Kind::InferContiguity),
    ("infer-in-bounds", Kind::InferInBounds),
    ("inline", Kind::Inline),
    (
        "int-range-optimizations",
        Kind::IntRangeOptimizations {
            precision: Precision::Mlir,
        },
    ),
    ("make-arena", Kind::MakeArena),
    (
        "make-loop-independent",
        Kind::MakeLoopIndependent { loops: 1 },
    ),
    (
        "mark-parallel-loops",
        Kind::MarkParallelLoops {
            distinct_arguments: false,
        },
    ),
    (
        "pad-to-static-bounds",
        Kind::PadToStaticBounds { max_size: None },
    ),
    ("reify-result-shapes", Kind::ReifyResultShapes),
    ("remove-lane-masks", Kind::RemoveLaneMasks),
    ("resolve-ranked-shaped-type-result-dims", Kind::ResolveDims),
    ("resolve-shaped-type-result-dims", Kind::ResolveDims),
    ("simplify-index-arithmetic", Kind::SimplifyIndexArithmetic),
    ("simplify-shapes", Kind::SimplifyShapes),
    ("simplify-with-bounds", Kind::SimplifyWithBounds),
    (
        "test-eliminate-vector-masks",
        Kind::EliminateMasks {
            reach: Reach::Masks,
            vscale: ANY_VSCALE,
        },
    ),
    (
        "test-strided-metadata-range-analysis",
        Kind::StridedMetadataRanges,
    ),
    (
        "test-affine-reify-value-bounds",
        Kind::ReifyValueBounds {
            terms: Terms::OtherValues,
            style: Style::Affine,
        },
    ),
];

fn find(name: &str) -> Option<Kind> {
    let pass = PASSES.iter().find(|(known, _)| *known == name)?;
    Some(pass.1)
}

/// The names of the passes in alphabetical order, except MLIR's test pass of value bounds.
pub fn names() -> impl Iterator<Item = &'static str> {
    PASSES.iter().map(|(name, _)| *name)
}

/// Whether there is a pass called `name`.
pub fn is_known(name: &str) -> bool {
    find(name).is_some()
}

impl Kind {
    /// The ops that it runs on.
    pub fn scope(self) -> Scope {
        match self {
            Kind::ReifyValueBounds { .. } | Kind::EliminateMasks { .. } | Kind::SimplifyMinMax => {
                Scope::Function
            }
            _ => Scope::Any,
        }
    }

    /// Whether its rewrites use facts that hold only at points of the program.
    fn asks_at_points(self) -> bool {
        matches!(
            self,
            Kind::EliminateMasks { .. }
                | Kind::HoistBoundedAllocs { .. }
                | Kind::InferContiguity
                | Kind::InferInBounds
                | Kind::MakeArena
                | Kind::MakeLoopIndependent { .. }
                | Kind::MarkParallelLoops { .. }
                | Kind::RemoveLaneMasks
                | Kind::PadToStaticBounds { .. }
                | Kind::SimplifyIndexArithmetic
                | Kind::SimplifyMinMax
                | Kind::SimplifyWithBounds
                | Kind::SimplifyShapes
                | Kind::ReifyResultShapes
                | Kind::ResolveDims
        )
    }

    /// The pass itself.
    fn instantiate(self, rules: &Arc<Rules>, config: &Config) -> Box<dyn Pass> {
        let (rules, config) = (Arc::clone(rules), self.tuned(config));
        match self {
            Kind::Canonicalize => Box::new(Canonicalize::default()),
            Kind::Cse => Box::new(Cse),
            Kind::Inline => Box::new(Inline),
            Kind::EliminateMasks { reach, vscale } => Box::new(EliminateMasks {
                reach,
                vscale,
                rules,
                config,
            }),
            Kind::HoistBoundedAllocs { max_elements } => Box::new(HoistBoundedAllocs {
                max_elements,
                rules,
                config,
            }),
            Kind::MakeArena => Box::new(MakeArena { rules, config }),
            Kind::IntRangeOptimizations { precision } => {
                Box::new(IntRangeOptimizations { rules, precision })
            }
            Kind::IntRangeNarrowing { widths, precision } => Box::new(IntRangeNarrowing {
                widths: (1..=64)
                    .filter(|width| widths >> (width - 1) & 1 == 1)
                    .collect(),
                rules,
                precision,
            }),
            Kind::UnsignedWhenEquivalent { precision } => {
                Box::new(UnsignedWhenEquivalent { rules, precision })
            }
            Kind::MakeLoopIndependent { loops } => Box::new(MakeLoopIndependent {
                loops,
                rules,
                config,
            }),
            Kind::InferContiguity => Box::new(Proving {
                rewrite: InferContiguity,
                rules,
                config,
            }),
            Kind::InferInBounds => Box::new(Proving {
                rewrite: InferInBounds,
                rules,
                config,
            }),
            Kind::MarkParallelLoops { distinct_arguments } => Box::new(Proving {
                rewrite: MarkParallelLoops { distinct_arguments },
                rules,
                config,
            }),
            Kind::RemoveLaneMasks => Box::new(Proving {
                rewrite: RemoveLaneMasks,
                rules,
                config,
            }),
            Kind::PadToStaticBounds { max_size } => Box::new(PadToStaticBounds {
                max_size,
                rules,
                config,
            }),
            Kind::SimplifyMinMax => Box::new(SimplifyMinMax { rules, config }),
            Kind::SimplifyIndexArithmetic => Box::new(SimplifyIndexArithmetic { rules, config }),
            Kind::SimplifyShapes => Box::new(SimplifyShapes { rules, config }),
            Kind::SimplifyWithBounds => Box::new(SimplifyWithBounds { rules, config }),
            Kind::ReifyResultShapes => Box::new(ReifyResultShapes { rules, config }),
            Kind::ResolveDims => Box::new(ResolveDims { rules, config }),
            Kind::StridedMetadataRanges => Box::new(StridedMetadataRanges { rules }),
            Kind::ReifyValueBounds { terms, style } => Box::new(ReifyValueBounds {
                terms,
                style,
                rules,
                config,
            }),
        }
    }

    /// The configuration of a pass: MLIR's own passes read integers as unbounded, and other passes change a program
    /// only if the change is correct for integers that wrap.
    fn tuned(self, config: &Config) -> Config {
        let integer_overflow = match self {
            Kind::ReifyValueBounds { .. } => IntegerOverflow::Ignore,
            _ => IntegerOverflow::Wrap,
        };
        Config {
            integer_overflow,
            ..config.clone()
        }
    }

    /// Sets an option, or returns the error.
    fn set(&mut self, name: &str, option: &PassOption) -> Result<(), String> {
        match (self, option.name.as_str()) {
            (Kind::ReifyValueBounds { terms, .. }, "reify-to-func-args") => {
                *terms = if flag(option)? {
                    Terms::FunctionArguments
                } else {
                    Terms::OtherValues
                };
            }
            (Kind::ReifyValueBounds { style, .. }, "use-arith-ops") => {
                *style = if flag(option)? {
                    Style::Arith
                } else {
                    Style::Affine
                };
            }
            (Kind::EliminateMasks { vscale, .. }, "vscale-min") => vscale.min = number(option)?,
            (Kind::EliminateMasks { vscale, .. }, "vscale-max") => {
                vscale.max = Some(number(option)?).filter(|&max| max > 0);
            }
            (
                Kind::IntRangeOptimizations { precision }
                | Kind::IntRangeNarrowing { precision, .. }
                | Kind::UnsignedWhenEquivalent { precision },
                "narrowing",
            ) => *precision = Precision::Narrowed(number(option)?),
            (Kind::IntRangeNarrowing { widths, .. }, "int-bitwidths-supported") => {
                *widths = self::widths(option)?;
            }
            (Kind::HoistBoundedAllocs { max_elements }, "max-elements") => {
                *max_elements = Some(number(option)?);
            }
            (Kind::PadToStaticBounds { max_size }, "max-size") => *max_size = Some(number(option)?),
            (Kind::MakeLoopIndependent { loops }, "num-loops") => {
                *loops = number(option)?;
                if *loops == 0 {
                    return Err("option 'num-loops' is at least 1".to_owned());
                }
            }
            (Kind::MarkParallelLoops { distinct_arguments }, "distinct-arguments") => {
                *distinct_arguments = flag(option)?;
            }
            // Parameters of mlir-opt's greedy driver, which do not affect the normal form.
            (Kind::ResolveDims, "error-on-pattern-iteration-limit") => {}
            (
                Kind::Canonicalize,
                "top-down" | "region-simplify" | "max-iterations" | "max-num-rewrites"
                | "test-convergence" | "cse-constants",
            ) => {}
            _ => return Err(format!("pass '{name}' has no option '{}'", option.name)),
        }
        Ok(())
    }
}

fn number<N: std::str::FromStr>(option: &PassOption) -> Result<N, String> {
    let text = option.value.as_deref().unwrap_or_default();
    text.parse()
        .map_err(|_| format!("option '{}' is a number, and '{text}' is not", option.name))
}

/// Integer widths, separated by commas; widths of more than 64 bits are ignored.
fn widths(option: &PassOption) -> Result<u64, String> {
    let text = option.value.as_deref().unwrap_or_default();
    text.split(',')
        .try_fold(0, |widths, width| match width.trim().parse::<u32>() {
            Ok(width @ 1..=64) => Ok(widths | 1 << (width - 1)),
            Ok(1..) => Ok(widths),
            _ => Err(format!(
                "option '{}' is a list of widths, and '{width}' is none",
                option.name
            )),
        })
}

fn flag(option: &PassOption) -> Result<bool, String> {
    match option.value.as_deref() {
        None | Some("true" | "TRUE" | "True" | "1") => Ok(true),
        Some("false" | "FALSE" | "False" | "0") => Ok(false),
        Some(other) => Err(format!(
            "option '{}' is a boolean, and '{other}' is not",
            option.name
        )),
    }
}

/// A step of a pipeline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// On each direct child op: the steps of the first anchor that matches it.
    Nest(Vec<(Anchor, Vec<Step>)>),
    /// A pass on this op, or on all ops inside that it applies to.
    Pass(Chosen),
}

/// The ops that an element of a pipeline matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// Ops with this name.
    Op(String),
    /// Ops with regions that no sibling anchor names.
    Any,
}

/// Parses the text of `-pass-pipeline` to the steps on the module.
///
/// # Errors
/// If the text is malformed or names an unknown pass or option.
pub fn read_pipeline(text: &str) -> Result<Vec<Step>, PipelineError> {
    let elements = pipeline::parse(text)?;
    match elements.as_slice() {
        [Element::Nested { anchor, elements }] if anchor == "builtin.module" || anchor == "any" => {
            steps(text, elements)
        }
        _ => Err(PipelineError::new(
            text,
            0,
            "expected the pipeline to be wrapped in the op that it runs on: 'builtin.module(…)'",
        )),
    }
}

/// Parses passes that were given as separate options.
///
/// # Errors
/// If the options of a pass are invalid.
pub fn read_passes(passes: &[(String, String)]) -> Result<Vec<Step>, PipelineError> {
    let read = |(name, options): &(String, String)| {
        let parsed = pipeline::parse_options(options)?;
        pass(options, name, 0, &parsed).map(Step::Pass)
    };
    passes.iter().map(read).collect()
}

fn steps(text: &str, elements: &[Element]) -> Result<Vec<Step>, PipelineError> {
    let mut steps = Vec::new();
    for element in elements {
        match element {
            Element::Pass {
                name,
                options,
                offset,
            } => steps.push(Step::Pass(pass(text, name, *offset, options)?)),
            Element::Nested { anchor, elements } => {
                let inner = self::steps(text, elements)?;
                let anchor = match anchor.as_str() {
                    "any" => Anchor::Any,
                    name => Anchor::Op(name.to_owned()),
                };
                nest(&mut steps, anchor, inner);
            }
        }
    }
    Ok(steps)
}

/// Adds nested steps. As in mlir-opt, adjacent anchors are visited in one traversal, op by op, unless they match the
/// same ops.
fn nest(steps: &mut Vec<Step>, anchor: Anchor, inner: Vec<Step>) {
    if let Some(Step::Nest(anchors)) = steps.last_mut() {
        match anchors.iter_mut().find(|(known, _)| *known == anchor) {
            Some((_, known)) => known.extend(inner),
            None => anchors.push((anchor, inner)),
        }
        return;
    }
    steps.push(Step::Nest(vec![(anchor, inner)]));
}

fn pass(
    text: &str,
    name: &str,
    offset: usize,
    options: &[PassOption],
) -> Result<Chosen, PipelineError> {
    let kind = find(name).ok_or_else(|| {
        let help = similar(name, names()).map(|known| format!("; did you mean '{known}'?"));
        let message = format!("there is no pass '{name}'{}", help.unwrap_or_default());
        PipelineError::new(text, offset, message)
    })?;
    let mut chosen = Chosen::from(kind);
    for option in options {
        chosen
            .set(name, option)
            .map_err(|message| PipelineError::new(text, option.offset, message))?;
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests;
