//! The interface to a set of rules.

use crate::evaluate::argument_of;
use crate::{OpRules, Place, Schema};
use calipers_program::term::Rewrites;
use calipers_program::{Definition, OpId, Program, ValueId};
use std::fmt::Debug;
use std::sync::Arc;

/// Rules by the names of ops.
pub trait RuleSet: Debug + Send + Sync {
    /// The rules for ops of that name, or of the name that it is an alias of.
    fn op(&self, name: &str) -> Option<&OpRules>;

    /// The rules for a name that is not an alias.
    fn own_op(&self, name: &str) -> Option<&OpRules>;

    /// Whether there is an interface of that name.
    fn has_interface(&self, name: &str) -> bool;

    /// Whether an op is a member of an interface.
    fn is_member(&self, interface: &str, op: &str) -> bool;

    /// The field of an op for a role of an interface; none if the op is not a member, or if the interface has no such
    /// role.
    fn role(&self, interface: &str, role: &str, op: &str) -> Option<usize>;

    /// The arithmetic identities.
    fn rewrites(&self) -> &Arc<Rewrites>;
}

impl dyn RuleSet + '_ {
    /// The operands that a terminator passes to its `index`-th successor, from the program or else from the op's
    /// schema.
    pub fn successor_operands<'p>(
        &self,
        program: &'p (impl Program + ?Sized),
        op: OpId,
        index: usize,
    ) -> &'p [ValueId] {
        let told = program.successor_operands(op, index);
        if !told.is_empty() {
            return told;
        }
        let rules = self.op(program.op_name(op));
        let said = rules.and_then(|rules| rules.schema.successor_operands(program, op, index));
        said.unwrap_or_default()
    }

    /// The schema of the op `op`, and the position in it of the field that is called `field` in `name`, which is the
    /// op itself or an interface of it.
    pub(crate) fn member_field(
        &self,
        op: &str,
        name: &str,
        field: &str,
    ) -> Option<(&Schema, usize)> {
        let schema = &self.own_op(op)?.schema;
        let position = match self.has_interface(name) {
            true => self.role(name, field, op)?,
            false if op == name => schema.position(field)?,
            false => return None,
        };
        Some((schema, position))
    }
}

/// The op that defines `value`, and the value's place on it: a result, or an argument of a region.
pub fn owner(program: &(impl Program + ?Sized), value: ValueId) -> Option<(OpId, Place)> {
    match program.definition(value) {
        Definition::Result { op, index } => Some((op, Place::Result(index))),
        Definition::Argument { .. } => {
            let (op, region, index) = argument_of(program, value)?;
            Some((op, Place::Argument(region, index)))
        }
    }
}
