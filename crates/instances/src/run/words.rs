//! Values that no definition gives, such as those of bitwise ops and of shifts by unknown amounts: the bits that the word
//! rules of their ops describe.

use super::Run;
use super::requirements::InAllExecutions;
use calipers_engine::solve::IntegerOverflow;
use calipers_number::{Int, floor_mod};
use calipers_program::{Definition, TypeView, ValueId};
use calipers_rules::{Place, Rules, WordOperator, WordTerm};
use calipers_wrapped::WrappedRange;
use std::sync::Arc;

impl<'p> Run<'_, 'p> {
    /// The signed reading of the bits that an op computes; none if its word rule does not determine them.
    pub(super) fn word(&mut self, value: ValueId) -> Option<Int> {
        let term = self.word_term(value)?;
        let bits = term.evaluate(&mut |leaf| self.bits_of(leaf))?;
        let overflows = match &*term {
            WordTerm::Apply(WordOperator::Shl(_), operands) => {
                let [number, by] = &operands[..] else {
                    return None;
                };
                let by = by.evaluate(&mut |leaf| self.bits_of(leaf))?;
                let number = number.evaluate(&mut |leaf| self.bits_of(leaf))?;
                bits.shr_signed(by) != number
            }
            _ => false,
        };
        let wraps = self.program.value_type(value) != TypeView::Index
            && self.analysis.config().integer_overflow == IntegerOverflow::Wrap;
        if overflows && !wraps {
            return None;
        }
        bits.as_signed_constant().map(Int::from)
    }

    fn bits_of(&mut self, value: ValueId) -> Option<WrappedRange> {
        let width = self.program.word_width(value)?;
        let unsigned = floor_mod(&self.value(value)?, &(Int::ONE << width as usize))?;
        WrappedRange::constant(width, u128::try_from(&unsigned).ok()?)
    }

    fn word_term(&mut self, value: ValueId) -> Option<Arc<WordTerm>> {
        if let Some(known) = self.memo.words.get(&value) {
            return known.clone();
        }
        let found = self.make_word_term(value).map(Arc::new);
        self.memo.words.insert(value, found.clone());
        found
    }

    fn make_word_term(&mut self, value: ValueId) -> Option<WordTerm> {
        let program = self.program;
        let Definition::Result { op, index } = program.definition(value) else {
            return None;
        };
        let width = program.word_width(value)?;
        let rules: &'p Rules = self.analysis.rules();
        let mut words = rules
            .words(program.op_name(op))
            .iter()
            .filter(|it| it.reproduces.is_none());
        words.find_map(|rule| {
            let of = (Place::Result(index), width);
            let mut constants = InAllExecutions(self);
            rule.instantiate(rules, program, op, of, &mut constants)
                .ok()
        })
    }
}
