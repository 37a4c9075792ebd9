//! SSA names: their scopes, and forward references.

use super::{Kind, Parsed, Parser};
use crate::program::{Definition, OpId, ValueId};
use crate::{Type, Value};
use calipers_support::half::doubled;
use hashbrown::{DefaultHashBuilder, HashMap, HashSet, HashTable};
use std::hash::BuildHasher;

/// A use of an SSA name that has not been resolved to a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unresolved<'s> {
    /// The name, without `%`.
    pub(crate) name: &'s str,
    /// The `n` of `%name#n`.
    pub(crate) number: u32,
    /// Its position.
    pub(crate) at: u32,
}

/// A forward reference; operand lists contain [`PLACEHOLDER`] plus its index.
struct Forward<'s> {
    name: &'s str,
    number: u32,
    at: u32,
    /// The type; none for a name in the text of an op that is not read, which need not be that of a value.
    ty: Option<Type>,
    value: Option<ValueId>,
}

/// The value of a name in a text that is not read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Use {
    Value(ValueId),
    /// A forward reference.
    Forward(u32),
    /// There is no such value.
    None,
}

/// How the names in a region relate to those outside.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Visibility {
    /// Names from outside are visible, and are not defined again.
    Nested,
    /// Names from outside are invisible.
    Isolated,
    /// It is unknown whether names from outside are visible.
    Open,
}

/// Value ids from here on denote forward references until the whole file has been parsed.
const PLACEHOLDER: u32 = 1 << 31;

/// The names visible in a region that is isolated from above, or open.
#[derive(Default)]
struct IsolatedScope<'s> {
    /// Whether names of the scope around it are visible, too. They may be defined again unless they have been used.
    open: bool,
    /// The names of the scope around it that have been used.
    borrowed: HashSet<&'s str>,
    names: NameTable,
    /// The same in order of definition, and the start of each open region in it.
    defined: Vec<ValueId>,
    regions: Vec<usize>,
    /// The forward references by name.
    pending: HashMap<&'s str, Vec<u32>>,
}

#[derive(Default)]
pub(super) struct ValueScopes<'s> {
    isolated: Vec<IsolatedScope<'s>>,
    forward: Vec<Forward<'s>>,
    /// The ops with placeholders among their operands.
    forward_users: Vec<OpId>,
}

/// The lengths of the tables of names.
pub(super) struct Mark {
    isolated: usize,
    defined: usize,
    regions: usize,
    forward: usize,
    forward_users: usize,
}

impl Mark {
    /// The number of the innermost scope.
    pub(super) fn innermost(&self) -> usize {
        self.isolated.saturating_sub(1)
    }
}

impl<'s> ValueScopes<'s> {
    pub(super) fn mark(&self) -> Mark {
        let last = self.isolated.last();
        Mark {
            isolated: self.isolated.len(),
            defined: last.map_or(0, |scope| scope.defined.len()),
            regions: last.map_or(0, |scope| scope.regions.len()),
            forward: self.forward.len(),
            forward_users: self.forward_users.len(),
        }
    }

    /// Forgets the names that were defined and used since `to`.
    pub(super) fn restore(&mut self, to: &Mark, name_of: impl Fn(ValueId) -> &'s str) {
        self.isolated.truncate(to.isolated);
        self.forward_users.truncate(to.forward_users);
        let Some(scope) = self.isolated.last_mut() else {
            return;
        };
        scope.regions.truncate(to.regions);
        for first in scope.defined.drain(to.defined..) {
            scope.names.forget(first, name_of(first));
        }
        for forward in self.forward.drain(to.forward..) {
            if let Some(uses) = scope.pending.get_mut(forward.name) {
                uses.retain(|&it| (it as usize) < to.forward);
                if uses.is_empty() {
                    scope.pending.remove(forward.name);
                }
            }
        }
    }

    /// Makes forward references of a name unresolved again that are older than `to`.
    pub(super) fn unresolve(&mut self, scope: usize, name: &'s str, uses: Vec<u32>, to: &Mark) {
        let Some(scope) = self.isolated.get_mut(scope) else {
            return;
        };
        let older = uses.into_iter().filter(|&it| (it as usize) < to.forward);
        let older: Vec<u32> = older.collect();
        for &index in &older {
            self.forward[index as usize].value = None;
        }
        if !older.is_empty() {
            scope.pending.entry(name).or_default().extend(older);
        }
    }

    /// The value of a forward reference, if it has been resolved.
    pub(super) fn resolved(&self, forward: u32) -> Option<ValueId> {
        self.forward.get(forward as usize)?.value
    }
}

/// The first value of each name.
#[derive(Default)]
struct NameTable {
    /// Half of the hash of a name, with its first value; the name itself is in the source.
    table: HashTable<(u32, ValueId)>,
    hasher: DefaultHashBuilder,
}

impl NameTable {
    /// The hash of a name, half of which is stored.
    fn hash(&self, name: &str) -> (u32, u64) {
        let half = self.hasher.hash_one(name) as u32;
        (half, doubled(half))
    }

    /// The first value with that name.
    fn find<'s>(&self, name: &str, name_of: impl Fn(ValueId) -> &'s str) -> Option<ValueId> {
        let (half, hash) = self.hash(name);
        let is_it = |it: &(u32, ValueId)| it.0 == half && name_of(it.1) == name;
        self.table.find(hash, is_it).map(|it| it.1)
    }

    fn insert(&mut self, first: ValueId, name: &str) {
        let (half, hash) = self.hash(name);
        self.table
            .insert_unique(hash, (half, first), |it| doubled(it.0));
    }

    fn forget(&mut self, first: ValueId, name: &str) {
        let (_, hash) = self.hash(name);
        if let Ok(entry) = self.table.find_entry(hash, |it| it.1 == first) {
            entry.remove();
        }
    }
}

impl<'s> ValueScopes<'s> {
    /// The first value with a name that is visible in the innermost scope.
    #[inline]
    fn find(&mut self, name: &'s str, name_of: impl Fn(ValueId) -> &'s str) -> Option<ValueId> {
        let scope = self.isolated.last()?;
        let found = scope.names.find(name, &name_of);
        match found.is_some() || !scope.open {
            true => found,
            false => self.find_outside(name, name_of),
        }
    }

    /// The same outside of the innermost scope.
    #[cold]
    fn find_outside(
        &mut self,
        name: &'s str,
        name_of: impl Fn(ValueId) -> &'s str,
    ) -> Option<ValueId> {
        let mut scopes = self.isolated.iter().enumerate().rev();
        let (innermost, _) = scopes.next()?;
        let (at, found) = scopes.find_map(|(at, scope)| {
            let found = scope.names.find(name, &name_of);
            (found.is_some() || !scope.open).then_some((at, found))
        })?;
        if found.is_some() {
            for scope in &mut self.isolated[at + 1..=innermost] {
                scope.borrowed.insert(name);
            }
        }
        found
    }
}

impl<'s> Parser<'s> {
    /// `%name` or `%name#n`.
    pub(crate) fn operand(&mut self) -> Parsed<Unresolved<'s>> {
        let token = self.expect(Kind::Percent, "SSA operand")?;
        let name = &self.text_of(token)[1..];
        let mut number = 0;
        if self.is(Kind::Hash)
            && self.token.start == token.end
            && self
                .text()
                .as_bytes()
                .get(1)
                .is_some_and(u8::is_ascii_digit)
        {
            let hash = self.advance();
            match self.text_of(hash)[1..].parse() {
                Ok(value) => number = value,
                Err(_) => return self.error_at(hash.start, "invalid SSA value result number"),
            }
        }
        Ok(Unresolved {
            name,
            number,
            at: token.start,
        })
    }

    /// An optional operand.
    pub(crate) fn optional_operand(&mut self) -> Parsed<Option<Unresolved<'s>>> {
        if self.is(Kind::Percent) {
            self.operand().map(Some)
        } else {
            Ok(None)
        }
    }

    /// `%a, %b, …`, possibly empty.
    pub(crate) fn operand_list(&mut self) -> Parsed<Vec<Unresolved<'s>>> {
        let mut operands = Vec::new();
        if !self.is(Kind::Percent) {
            return Ok(operands);
        }
        loop {
            operands.push(self.operand()?);
            if !self.eat(Kind::Comma) {
                return Ok(operands);
            }
        }
    }

    /// `(%a, %b, …)`, with any kind of brackets.
    pub(crate) fn operand_list_in(
        &mut self,
        open: Kind,
        close: Kind,
    ) -> Parsed<Vec<Unresolved<'s>>> {
        self.expect(open, "a list of operands")?;
        let mut operands = Vec::new();
        self.list_until(close, "the end of the operand list", |parser| {
            operands.push(parser.operand()?);
            Ok(())
        })?;
        Ok(operands)
    }

    /// The value of a use, which must have the type `ty`.
    pub(crate) fn resolve(&mut self, operand: Unresolved<'s>, ty: Type) -> Parsed<ValueId> {
        let Some(first) = self.visible(operand.name) else {
            let index = self.forward(operand, Some(ty));
            return match index {
                Some(index) => Ok(ValueId(PLACEHOLDER | index)),
                None => self.error_at(operand.at, "expected no operand here"),
            };
        };
        self.numbered(first, operand.number, ty, operand.at)
    }

    /// The value of a name in a text that is not read.
    pub(super) fn mention(&mut self, operand: Unresolved<'s>) -> Use {
        match self.visible(operand.name) {
            Some(first) => match self.same_name(first, operand.number) {
                Some(value) => Use::Value(value),
                None => Use::None,
            },
            None => self.forward(operand, None).map_or(Use::None, Use::Forward),
        }
    }

    /// The first visible value with a name.
    #[inline]
    fn visible(&mut self, name: &'s str) -> Option<ValueId> {
        let (lexer, values) = (&self.lexer, &self.module.values);
        let name_of = |it: ValueId| values[it.index()].name_in(lexer.source());
        self.values.find(name, name_of)
    }

    /// Records a forward reference.
    fn forward(&mut self, operand: Unresolved<'s>, ty: Option<Type>) -> Option<u32> {
        let scope = self.values.isolated.last_mut()?;
        let index = self.values.forward.len() as u32;
        scope.pending.entry(operand.name).or_default().push(index);
        self.values.forward.push(Forward {
            name: operand.name,
            number: operand.number,
            at: operand.at,
            ty,
            value: None,
        });
        Some(index)
    }

    /// The values of uses, whose number must match that of the types.
    pub(crate) fn resolve_all(
        &mut self,
        operands: &[Unresolved<'s>],
        types: &[Type],
        at: u32,
        out: &mut Vec<ValueId>,
    ) -> Parsed<()> {
        if operands.len() != types.len() {
            let message = format!(
                "number of operands and types do not match: got {} operands and {} types",
                operands.len(),
                types.len()
            );
            return self.error_at(at, message);
        }
        for (operand, ty) in operands.iter().zip(types) {
            out.push(self.resolve(*operand, *ty)?);
        }
        Ok(())
    }

    /// The values of uses that have the same type.
    pub(crate) fn resolve_same(
        &mut self,
        operands: &[Unresolved<'s>],
        ty: Type,
        out: &mut Vec<ValueId>,
    ) -> Parsed<()> {
        for operand in operands {
            out.push(self.resolve(*operand, ty)?);
        }
        Ok(())
    }

    /// The value with that number among those of one name.
    #[inline]
    fn same_name(&self, first: ValueId, number: u32) -> Option<ValueId> {
        let value = ValueId(first.0.saturating_add(number));
        let named_there = |value: ValueId| {
            let known = self.module.values.get(value.index());
            known.map(|known| known.name_start)
        };
        (named_there(value) == named_there(first)).then_some(value)
    }

    /// The value with that number among those of one name, which must have the type `ty`.
    fn numbered(&mut self, first: ValueId, number: u32, ty: Type, at: u32) -> Parsed<ValueId> {
        let Some(value) = self.same_name(first, number) else {
            return self.error_at(at, "reference to invalid result number");
        };
        let defined = self.module.type_of(value);
        if defined != ty && !self.learns_type(value, ty) {
            let message = format!(
                "use of value '{}' expects different type than prior uses: '{}' vs '{}'",
                crate::print::source_name(&self.module, value),
                self.module.type_text(ty),
                self.module.type_text(defined),
            );
            return self.error_at(at, message);
        }
        Ok(value)
    }

    /// Creates values and names them.
    pub(super) fn define(
        &mut self,
        name: &'s str,
        at: u32,
        types: &[Type],
        definition: impl Fn(usize) -> Definition,
    ) -> Parsed<ValueId> {
        let first = ValueId(self.module.values.len() as u32);
        if self.module.values.len() + types.len() >= PLACEHOLDER as usize {
            return self.error_at(at, "expected less than 2^31 values");
        }
        for (index, &ty) in types.iter().enumerate() {
            let value = Value::new(ty, definition(index)).named(at + 1, name);
            self.module.add_value(value);
        }
        if name.is_empty() {
            return Ok(first);
        }
        let scope = self
            .values
            .isolated
            .last_mut()
            .expect("every op has a scope");
        let (lexer, values) = (&self.lexer, &self.module.values);
        let name_of = |it: ValueId| values[it.index()].name_in(lexer.source());
        if scope.names.find(name, name_of).is_some()
            || (scope.open && scope.borrowed.contains(name))
        {
            return self.error_at(at, format!("redefinition of SSA value '%{name}'"));
        }
        scope.names.insert(first, name);
        scope.defined.push(first);
        if !scope.pending.is_empty()
            && let Some(uses) = scope.pending.remove(name)
        {
            self.note_resolved(name, &uses);
            for index in uses {
                let forward = &self.values.forward[index as usize];
                let (number, ty, use_at) = (forward.number, forward.ty, forward.at);
                let value = match ty {
                    Some(ty) => Some(self.numbered(first, number, ty, use_at)?),
                    None => self.same_name(first, number),
                };
                self.values.forward[index as usize].value = value;
            }
        }
        Ok(first)
    }

    /// Records an op with forward references among its operands.
    pub(super) fn note_forward_uses(&mut self, op: OpId, operands: &[ValueId]) {
        if operands.iter().any(|value| value.0 >= PLACEHOLDER) {
            self.values.forward_users.push(op);
        }
    }

    /// Opens the scope of a region.
    pub(super) fn begin_names(&mut self, visibility: Visibility) {
        if visibility != Visibility::Nested || self.values.isolated.is_empty() {
            self.values.isolated.push(IsolatedScope {
                open: visibility == Visibility::Open,
                ..IsolatedScope::default()
            });
        }
        if let Some(scope) = self.values.isolated.last_mut() {
            scope.regions.push(scope.defined.len());
        }
    }

    /// Closes the scope of a region.
    pub(super) fn end_names(&mut self, visibility: Visibility) -> Parsed<()> {
        let Some(scope) = self.values.isolated.last_mut() else {
            return Ok(());
        };
        let start = scope.regions.pop().unwrap_or(0);
        if visibility == Visibility::Nested {
            let (lexer, values) = (&self.lexer, &self.module.values);
            for first in scope.defined.drain(start..) {
                let name = values[first.index()].name_in(lexer.source());
                scope.names.forget(first, name);
            }
            return Ok(());
        }
        let pending = self.values.isolated.pop().map(|scope| scope.pending);
        let forward = &self.values.forward;
        let uses = pending.iter().flat_map(HashMap::values).flatten();
        let undefined = uses.filter(|&&it| forward[it as usize].ty.is_some()).min();
        if let Some(&index) = undefined {
            let at = forward[index as usize].at;
            return self.error_at(at, "use of undeclared SSA value name");
        }
        if visibility == Visibility::Open
            && let Some(around) = self.values.isolated.last_mut()
        {
            // Names in texts that are not read may be defined later.
            for (name, uses) in pending.into_iter().flatten() {
                around.pending.entry(name).or_default().extend(uses);
            }
        }
        Ok(())
    }

    /// Replaces forward references by values.
    pub(super) fn patch_forward_uses(&mut self) -> Vec<OpId> {
        let users = std::mem::take(&mut self.values.forward_users);
        for &op in &users {
            for operand in &mut self.module.ops[op.index()].operands {
                if let Some(index) = operand.0.checked_sub(PLACEHOLDER) {
                    *operand = self.values.forward[index as usize]
                        .value
                        .expect("a closed scope has no undefined names");
                }
            }
        }
        users
    }
}
