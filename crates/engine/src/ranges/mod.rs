//! Ranges of all integers of a program, with wrapping.
//!
//! A sparse forward data-flow analysis over SSA values. Word rules define the transfer functions of ops; without a word
//! rule, definitions and facts are evaluated on intervals. The control flow consists of the CFG edges and of the
//! regions that rules describe: a region whose facts are unsatisfiable is not entered. The conditions of branches
//! restrict the blocks that they dominate.
//!
//! An index is an integer of [`INDEX_WIDTH`](crate::program::INDEX_WIDTH) bits.
//!
//! ```
//! use calipers::ir::{Module, ParseOptions};
//! use calipers::program::Program;
//! use calipers::ranges::{Precision, Ranges};
//! use calipers::rules::Rules;
//!
//! let text = "func.func @f(%x: i8) -> i8 {
//!   %c7 = arith.constant 7 : i8
//!   %low = arith.andi %x, %c7 : i8
//!   return %low : i8
//! }";
//! let module = Module::parse(text, "f.mlir", ParseOptions::default())?;
//! let rules = Rules::embedded();
//! let ranges = Ranges::of(&module, &rules, module.top(), Precision::default());
//! let and = module.ops_named("arith.andi")[0];
//! let low = ranges.word(module.results(and)[0]).expect("it is an integer");
//! assert_eq!(low.unsigned(), (0, 7));
//! # Ok::<(), calipers::ir::ParseError>(())
//! ```

mod aligned;
mod assume;
mod evaluate;
mod flow;
mod layout;
mod order;
mod plan;
mod progress;
mod sources;
mod visit;

use crate::number::Congruence;
use crate::program::{BlockId, Dominance, OpId, Point, Program, ValueId};
use crate::rules::Rules;
use crate::wrapped::WrappedRange;
use assume::Assumptions;
use hashbrown::HashMap;
use layout::Layout;
use plan::Plan;
use std::rc::Rc;

/// The treatment of loop-carried values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Precision {
    /// As `Plain`, but with a mistake of MLIR's analysis, to print what it prints: `ceildivsi` of the least integer by a
    /// positive number that does not divide it has the value of an overflow.
    Mlir,
    /// As in MLIR, but without that mistake: a value that a terminator passes on gets its full range as soon as it changes.
    /// Afterwards, trip counts bound values that change by constants.
    Plain,
    /// Widening drops the endpoints that moved, one by one. Then this many narrowing sweeps follow, and congruences are
    /// computed.
    Narrowed(u32),
}

impl Precision {
    /// Whether ranges are widened as in MLIR.
    fn is_plain(self) -> bool {
        matches!(self, Precision::Mlir | Precision::Plain)
    }
}

impl Default for Precision {
    fn default() -> Precision {
        Precision::Narrowed(2)
    }
}

/// The ranges of a program's integers.
///
/// Costs a visit of each op, and further visits of ops in loops: about the depth of the loop nest.
pub struct Ranges<'p> {
    program: &'p dyn Program,
    rules: &'p Rules,
    widening: Widening,
    layout: Layout,
    dominance: Dominance,
    assumptions: Assumptions,
    /// The word of each value; `None` until it is reached.
    words: Vec<Option<WrappedRange>>,
    /// The congruences of the signed readings; empty if they are not computed.
    congruences: Vec<Option<Congruence>>,
    /// Whether each block is reachable.
    reached: Vec<bool>,
    plans: HashMap<OpId, Rc<Plan>>,
    dirty: visit::Agenda,
}

/// How the values of loops are widened.
struct Widening {
    precision: Precision,
    /// How often each value has changed since it got its first word.
    changes: Vec<u8>,
    /// Whether the ranges are final except for narrowing sweeps.
    narrowing: bool,
}

/// Maximum average number of visits per op. Beyond it, all values get their full range.
const MAX_VISITS: usize = 256;

impl<'p> Ranges<'p> {
    /// Computes the ranges of the integers in `root`.
    pub fn of(
        program: &'p dyn Program,
        rules: &'p Rules,
        root: OpId,
        precision: Precision,
    ) -> Ranges<'p> {
        let layout = Layout::of(program, rules, root);
        let mut ranges = Ranges {
            program,
            rules,
            widening: Widening {
                precision,
                changes: vec![0; layout.values()],
                narrowing: false,
            },
            dominance: Dominance::new(),
            assumptions: Assumptions::default(),
            words: vec![None; layout.values()],
            congruences: vec![],
            reached: vec![false; layout.blocks()],
            plans: HashMap::new(),
            dirty: visit::Agenda::new(layout.items()),
            layout,
        };
        ranges.assume_branches();
        ranges.enter(root);
        let budget = MAX_VISITS.saturating_mul(ranges.layout.items());
        if !ranges.run(budget) {
            ranges.give_up();
            return ranges;
        }
        ranges.widening.narrowing = true;
        match precision {
            Precision::Narrowed(sweeps) => {
                for _ in 0..sweeps {
                    ranges.bound_by_trips();
                    ranges.sweep();
                }
                ranges.align(budget);
                // Another sweep propagates the ends that congruences have moved.
                for _ in 0..sweeps.min(1) {
                    ranges.sweep();
                }
            }
            Precision::Mlir | Precision::Plain => {
                if ranges.bound_by_trips() {
                    ranges.sweep();
                }
            }
        }
        ranges
    }

    /// The word of a value wherever it exists; for vectors and tensors of integers, of each element. `None` if it is
    /// not an integer, or its definition is unreachable.
    pub fn word(&self, value: ValueId) -> Option<WrappedRange> {
        self.words.get(value.index()).copied().flatten()
    }

    /// The word of a value at a point. `None` also if the point is unreachable. Costs the depth of the point.
    pub fn word_at(&self, value: ValueId, point: Point) -> Option<WrappedRange> {
        if !self.is_reached(point.block) {
            return None;
        }
        self.look(value, point.block)
    }

    /// Whether a block may be reached.
    pub fn is_reached(&self, block: BlockId) -> bool {
        self.reached.get(block.index()).copied().unwrap_or(false)
    }

    /// Falls back to the weakest result: every block is reached, and every value has its full range.
    fn give_up(&mut self) {
        self.reached.fill(true);
        for value in 0..self.words.len() {
            let value = ValueId(value as u32);
            self.words[value.index()] = match self.program.has_value(value) {
                true => self.full(value),
                false => None,
            };
        }
        self.congruences.clear();
        self.assumptions = Assumptions::default();
    }

    /// The full range of a value; `None` if it is not an integer.
    fn full(&self, value: ValueId) -> Option<WrappedRange> {
        WrappedRange::full(self.program.word_width(value)?)
    }
}
