//! Ranges of the integers of a whole program, as they wrap.
//!
//! A data-flow analysis: sparse, forward, over SSA values, to a fixed point. What an op computes is
//! said by the word rules; by definitions and facts where there are none, which are evaluated on
//! intervals. Control flow is what the program's blocks say and what rules say of regions: a region
//! whose facts cannot hold is not entered. The conditions of branches count where they hold.
//!
//! An index is read as an integer of [`INDEX_WIDTH`](crate::program::INDEX_WIDTH) bits.
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

use crate::number::{Congruence, WrappedRange};
use crate::program::{BlockId, Dominance, OpId, Point, Program, ValueId};
use crate::rules::Rules;
use assume::Assumptions;
use hashbrown::HashMap;
use layout::Layout;
use plan::Plan;
use std::rc::Rc;

/// What is done where values are carried round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Precision {
    /// As MLIR does: what a terminator passes on may be anything as soon as it changes. Only what grows by
    /// numbers in a loop that counts its iterations is narrowed down again, to what these come to.
    Plain,
    /// The ends that keep moving are let go, one by one; then this many sweeps narrow down again what
    /// was let go too far, and congruences are found.
    Narrowed(u32),
}

impl Default for Precision {
    fn default() -> Precision {
        Precision::Narrowed(2)
    }
}

/// The ranges of a program's integers.
///
/// Costs a visit of each op, and some more of those in loops; in nests of loops, about the depth.
pub struct Ranges<'p> {
    program: &'p dyn Program,
    rules: &'p Rules,
    precision: Precision,
    layout: Layout,
    dominance: Dominance,
    assumptions: Assumptions,
    /// What is known of each value; nothing yet of those that control has not come to.
    words: Vec<Option<WrappedRange>>,
    /// What the signed readings are congruent to, once that is found; empty where it is not.
    congruences: Vec<Option<Congruence>>,
    /// How often a value has changed since it was first known.
    changes: Vec<u8>,
    /// Whether control comes to a block.
    reached: Vec<bool>,
    plans: HashMap<OpId, Rc<Plan>>,
    dirty: visit::Agenda,
    narrowing: bool,
}

/// Beyond that many visits for each op, in the mean, nothing is said of anything.
const MAX_VISITS: usize = 256;

impl<'p> Ranges<'p> {
    /// The ranges of the integers in `root`.
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
            precision,
            dominance: Dominance::new(),
            assumptions: Assumptions::default(),
            words: vec![None; layout.values()],
            congruences: vec![],
            changes: vec![0; layout.values()],
            reached: vec![false; layout.blocks()],
            plans: HashMap::new(),
            dirty: visit::Agenda::new(layout.items()),
            narrowing: false,
            layout,
        };
        ranges.assume_branches();
        ranges.enter(root);
        let budget = MAX_VISITS.saturating_mul(ranges.layout.items());
        if !ranges.run(budget) {
            ranges.give_up();
            return ranges;
        }
        ranges.narrowing = true;
        match precision {
            Precision::Narrowed(sweeps) => {
                for _ in 0..sweeps {
                    ranges.bound_by_trips();
                    ranges.sweep();
                }
                ranges.align(budget);
                // What congruences have moved moves more.
                for _ in 0..sweeps.min(1) {
                    ranges.sweep();
                }
            }
            Precision::Plain => {
                if ranges.bound_by_trips() {
                    ranges.sweep();
                }
            }
        }
        ranges
    }

    /// What is known of a value wherever it exists; for vectors and tensors of integers, of each
    /// element. None of what is no integer, and where control never comes to its definition.
    pub fn word(&self, value: ValueId) -> Option<WrappedRange> {
        self.words.get(value.index()).copied().flatten()
    }

    /// What is known of a value at a point. None also where control never comes to the point.
    /// Costs the depth of the point.
    pub fn word_at(&self, value: ValueId, point: Point) -> Option<WrappedRange> {
        if !self.is_reached(point.block) {
            return None;
        }
        self.look(value, point.block)
    }

    /// Whether control may come to a block.
    pub fn is_reached(&self, block: BlockId) -> bool {
        self.reached.get(block.index()).copied().unwrap_or(false)
    }

    /// The least that can be said: every block is reached, and a value may be anything.
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

    /// Anything that a value can be; none of what is no integer.
    fn full(&self, value: ValueId) -> Option<WrappedRange> {
        WrappedRange::full(self.program.word_width(value)?)
    }
}
