//! The ranges of an integer at a point, in both readings.

use super::{Analysis, Variable};
use crate::number::{Int, Range, floor_mod};
use crate::program::{Column, INDEX_WIDTH, OpId, Point, TypeView, ValueId};
use crate::ranges::{Precision, Ranges};
use crate::term::Expr;
use crate::wrapped::WrappedRange;

/// The ranges of an integer: an interval and a congruence for each reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntegerRange {
    width: u32,
    signed: Range,
    unsigned: Range,
}

impl IntegerRange {
    /// The ranges of both readings of that many bits, as an answer had them.
    pub fn new(width: u32, signed: Range, unsigned: Range) -> IntegerRange {
        IntegerRange {
            width,
            signed,
            unsigned,
        }
    }

    /// The width in bits; 64 for an index.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The range of the signed reading.
    pub fn signed(&self) -> &Range {
        &self.signed
    }

    /// The range of the unsigned reading.
    pub fn unsigned(&self) -> &Range {
        &self.unsigned
    }

    /// The bits that are always 0, and those that are always 1: leading bits by the interval, trailing bits by the
    /// congruence. `None` if the point is unreachable, or for more than 128 bits.
    pub fn known_bits(&self) -> Option<(u128, u128)> {
        if self.unsigned.is_empty() {
            return None;
        }
        let full = WrappedRange::full(self.width)?;
        let end = |end: Option<&Int>, none| end.map_or(Some(none), |end| u128::try_from(end).ok());
        let (low, high) = full.unsigned();
        let low = end(self.unsigned.lower(), low)?;
        let high = end(self.unsigned.upper(), high)?;
        let word = WrappedRange::unsigned_between(self.width, low, high)?;
        let (mut zeros, mut ones) = word.known_bits();
        let congruence = self.unsigned.congruence();
        // A power of two that divides the modulus determines the bits below it.
        let bits = congruence.modulus().trailing_zeros().unwrap_or(0);
        let power = Int::ONE << bits.min(self.width as usize);
        let last = u128::try_from(floor_mod(congruence.residue(), &power)?).ok()?;
        let below = u128::try_from(power - Int::ONE).ok()?;
        ones |= last;
        zeros |= below & !last;
        Some((zeros, ones))
    }
}

impl<'p> Analysis<'p> {
    /// The ranges of an integer at a point (the first point at which it exists if `None`). `None` if the value is not
    /// an integer.
    ///
    /// An index is assumed not to overflow. Its unsigned reading has a range only if it is not negative.
    ///
    /// ```
    /// use calipers::analysis::Analysis;
    /// use calipers::ir::{Module, ParseOptions};
    /// use calipers::program::Program;
    /// use calipers::rules::Rules;
    ///
    /// let text = "func.func @f(%x: i8) -> i8 {
    ///   %c3 = arith.constant 3 : i8
    ///   %c4 = arith.constant 4 : i8
    ///   %low = arith.andi %x, %c3 : i8
    ///   %times = arith.muli %low, %c4 : i8
    ///   return %times : i8
    /// }";
    /// let module = Module::parse(text, "f.mlir", ParseOptions::default())?;
    /// let rules = Rules::embedded();
    /// let times = module.results(module.ops_named("arith.muli")[0])[0];
    /// let range = Analysis::new(&module, &rules).integer_range(times, None).expect("it is an integer");
    /// assert_eq!(range.unsigned().to_string(), "[0, 12] 4k");
    /// assert_eq!(range.known_bits(), Some((0b1111_0011, 0)));
    /// # Ok::<(), calipers::ir::ParseError>(())
    /// ```
    pub fn integer_range(&mut self, value: ValueId, point: Option<Point>) -> Option<IntegerRange> {
        let (program, _) = self.engine.sources();
        let width = match program.value_type(value) {
            TypeView::Index => INDEX_WIDTH,
            TypeView::Integer { width } => width,
            _ => return None,
        };
        let signed = self.range_at(&Variable::value(value), point);
        let unsigned = match program.value_type(value) {
            TypeView::Index if signed.lower().is_some_and(|low| *low >= Int::ZERO) => {
                signed.clone()
            }
            TypeView::Index => Range::unsigned(width),
            _ => {
                let unsigned = Variable::term(Expr::Leaf(Column::Unsigned(value)));
                self.range_at(&unsigned, point)
            }
        };
        Some(IntegerRange::new(width, signed, unsigned))
    }

    /// The ranges of all integers in `root`, with wrapping, in one pass over the program instead of a query per value.
    pub fn ranges(&self, root: OpId, precision: Precision) -> Ranges<'p> {
        let (program, rules) = self.engine.sources();
        Ranges::of(program, rules, root, precision)
    }
}
