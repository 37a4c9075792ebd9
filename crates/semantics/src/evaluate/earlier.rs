//! The search for an op that dominates another one.

use super::{Evaluator, Result, or_stop};
use crate::constants::Stop;
use crate::formula::Formula;
use crate::item::Item;
use calipers_program::{OpId, Program};

/// The maximum number of ops that the search visits.
const MAX_OPS: usize = 256;

impl<'p, P: Program + ?Sized> Evaluator<'p, '_, P> {
    /// `(earlier WITHIN NAME)` `(earlier WITHIN NAME FIELD x)`
    pub(super) fn earlier(&mut self, parts: &[Formula]) -> Result<Item<'p>> {
        let [Formula::Word(within), Formula::Word(name), parts @ ..] = parts else {
            return Err(Stop::Inapplicable);
        };
        let wanted = match parts {
            [Formula::Word(field), value] => Some((field, self.evaluate(value)?)),
            [] => None,
            _ => return Err(Stop::Inapplicable),
        };
        let (rules, program) = (self.rules, self.program);
        let is_it = |op: OpId| {
            program.op_name(op) == name.as_str()
                && wanted.as_ref().is_none_or(|(field, value)| {
                    let member = rules.member_field(name, name, field);
                    let found =
                        member.and_then(|(schema, position)| schema.field(program, op, position));
                    found.as_ref() == Some(value)
                })
        };
        let mut inner = or_stop(self.op)?;
        let mut left = MAX_OPS;
        while let Some(block) = program.block_of(inner) {
            let region = program.block_region(block);
            let outer = program.region_parent(region);
            if !program.has_ssa_dominance(region) {
                break;
            }
            let before = &program.block_ops(block)[..program.position(inner)];
            let mut nearest = before.iter().rev().take(left);
            if let Some(&found) = nearest.find(|&&op| is_it(op)) {
                return or_stop(program.results(found).first()).map(|&it| Item::Value(it));
            }
            left -= before.len().min(left);
            let outer_name = program.op_name(outer);
            let is_boundary = outer_name == within.as_str() || rules.is_member(within, outer_name);
            if is_boundary || program.attribute(outer, "sym_name").is_some() {
                break;
            }
            inner = outer;
        }
        Ok(Item::Missing)
    }
}
