//! The state of the parser before an op, so that it can be restored.

use super::super::Parser;
use super::memory::Undo;
use crate::Type;
use crate::program::{OpId, ValueId};

/// The lengths of the parser's tables before an op.
pub(super) struct Snapshot {
    start: u32,
    previous_end: u32,
    ops: usize,
    blocks: usize,
    regions: usize,
    values: usize,
    generic_ops: usize,
    forward_users: usize,
    names: super::super::operand::Mark,
    block_scopes: usize,
    depth: u32,
    dialects: usize,
    deferred_locations: usize,
    journal: usize,
    kept: usize,
}

impl<'s> Parser<'s> {
    pub(super) fn snapshot(&mut self) -> Snapshot {
        let lenient = self.lenient_mut();
        let (journal, kept) = (lenient.journal.len(), lenient.kept.len());
        let module = &self.module;
        Snapshot {
            start: self.token.start,
            previous_end: self.previous_end,
            ops: module.ops.len(),
            blocks: module.blocks.len(),
            regions: module.regions.len(),
            values: module.values.len(),
            generic_ops: module.generic_ops.len(),
            forward_users: module.forward_users.len(),
            names: self.values.mark(),
            block_scopes: self.blocks.len(),
            depth: self.depth,
            dialects: self.default_dialects.len(),
            deferred_locations: self.deferred_locations.len(),
            journal,
            kept,
        }
    }

    /// Restores the state of the parser. Returns whether the text since then may be parsed once more.
    pub(super) fn restore(&mut self, to: &Snapshot) -> bool {
        let parsed = self.token.end.saturating_sub(to.start) as usize;
        let lenient = self.lenient_mut();
        let fuel = lenient.fuel.checked_sub(parsed);
        lenient.fuel = fuel.unwrap_or(0);
        lenient.kept.truncate(to.kept);
        let undone = lenient.journal.split_off(to.journal);
        self.restore_names(to);
        self.undo(undone, to);
        let module = &mut self.module;
        for op in to.ops..module.ops.len() {
            module.locations.remove(&OpId(op as u32));
        }
        for value in to.values..module.values.len() {
            module.argument_locations.remove(&ValueId(value as u32));
        }
        module.ops.truncate(to.ops);
        module.regions.truncate(to.regions);
        module.values.truncate(to.values);
        module.value_ids.truncate(to.values);
        module.generic_ops.truncate(to.generic_ops);
        module.forward_users.truncate(to.forward_users);
        module.blocks.truncate(to.blocks);
        self.blocks.truncate(to.block_scopes);
        if let Some(scope) = self.blocks.last_mut() {
            scope.restore(to.blocks, to.kept);
        }
        self.depth = to.depth;
        self.default_dialects.truncate(to.dialects);
        self.deferred_locations.truncate(to.deferred_locations);
        self.resume_at(to.start);
        self.previous_end = to.previous_end;
        fuel.is_some()
    }

    fn restore_names(&mut self, to: &Snapshot) {
        let (lexer, values) = (&self.lexer, &self.module.values);
        let name_of = |it: ValueId| values[it.index()].name_in(lexer.source());
        self.values.restore(&to.names, name_of);
    }

    fn undo(&mut self, undone: Vec<Undo<'s>>, to: &Snapshot) {
        for undo in undone.into_iter().rev() {
            match undo {
                Undo::Resolved { scope, name, uses } => {
                    self.values.unresolve(scope, name, uses, &to.names);
                }
                Undo::Typed(value) if value.index() < to.values => {
                    self.module.values[value.index()].ty = self.unknown_type();
                }
                Undo::Typed(_) => {}
            }
        }
    }

    /// Records that forward references of a name in the innermost scope are resolved.
    pub(in super::super) fn note_resolved(&mut self, name: &'s str, uses: &[u32]) {
        let scope = self.values.mark().innermost();
        if let Some(lenient) = &mut self.lenient {
            lenient.journal.push(Undo::Resolved {
                scope,
                name,
                uses: uses.to_vec(),
            });
        }
    }

    /// Sets the type of a value that a use states, if it was unknown before.
    pub(in super::super) fn learns_type(&mut self, value: ValueId, ty: Type) -> bool {
        if self.lenient.is_none() {
            return false;
        }
        let unknown = self.unknown_type();
        if ty == unknown {
            return true;
        }
        if self.module.type_of(value) != unknown {
            return false;
        }
        self.module.values[value.index()].ty = ty;
        self.lenient_mut().journal.push(Undo::Typed(value));
        true
    }

    /// The type of a value that no use has stated yet.
    pub(in super::super) fn unknown_type(&mut self) -> Type {
        let data = crate::TypeData::opaque(crate::verbatim::UNKNOWN_TYPE.to_owned());
        self.module.intern_type(data)
    }
}
