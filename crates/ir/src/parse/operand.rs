//! SSA names: their scopes, and forward references.

use super::{Kind, Parsed, Parser};
use crate::program::{Definition, OpId, ValueId};
use crate::{Type, Value};
use calipers_support::half::doubled;
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
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
struct Forward {
    number: u32,
    at: u32,
    ty: Type,
    value: Option<ValueId>,
}

/// Value ids from here on denote forward references until the whole file has been parsed.
const PLACEHOLDER: u32 = 1 << 31;

/// The names visible in a region that is isolated from above.
#[derive(Default)]
struct IsolatedScope<'s> {
    /// Half of the hash of a name, with its first value; the name itself is in the source.
    names: HashTable<(u32, ValueId)>,
    hasher: DefaultHashBuilder,
    /// The same in order of definition, and the start of each open region in it.
    defined: Vec<ValueId>,
    regions: Vec<usize>,
    /// The forward references by name.
    pending: HashMap<&'s str, Vec<u32>>,
}

#[derive(Default)]
pub(super) struct ValueScopes<'s> {
    isolated: Vec<IsolatedScope<'s>>,
    forward: Vec<Forward>,
    /// The ops with placeholders among their operands.
    forward_users: Vec<OpId>,
}

impl<'s> IsolatedScope<'s> {
    /// The hash of a name, half of which is stored.
    fn hash(&self, name: &str) -> (u32, u64) {
        let half = self.hasher.hash_one(name) as u32;
        (half, doubled(half))
    }

    /// The first value with that name.
    fn find(&self, name: &str, name_of: impl Fn(ValueId) -> &'s str) -> Option<ValueId> {
        let (half, hash) = self.hash(name);
        let is_it = |it: &(u32, ValueId)| it.0 == half && name_of(it.1) == name;
        self.names.find(hash, is_it).map(|it| it.1)
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
        let Some(scope) = self.values.isolated.last_mut() else {
            return self.error_at(operand.at, "expected no operand here");
        };
        let (lexer, values) = (&self.lexer, &self.module.values);
        let name_of = |it: ValueId| values[it.index()].name_in(lexer.source());
        let Some(first) = scope.find(operand.name, name_of) else {
            let index = self.values.forward.len() as u32;
            scope.pending.entry(operand.name).or_default().push(index);
            self.values.forward.push(Forward {
                number: operand.number,
                at: operand.at,
                ty,
                value: None,
            });
            return Ok(ValueId(PLACEHOLDER | index));
        };
        self.numbered(first, operand.number, ty, operand.at)
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
    fn numbered(&self, first: ValueId, number: u32, ty: Type, at: u32) -> Parsed<ValueId> {
        let value = ValueId(first.0.saturating_add(number));
        let named_there = |value: ValueId| {
            let known = self.module.values.get(value.index());
            known.map(|known| known.name_start)
        };
        if named_there(value) != named_there(first) {
            return self.error_at(at, "reference to invalid result number");
        }
        let defined = self.module.type_of(value);
        if defined != ty {
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
        if scope.find(name, name_of).is_some() {
            return self.error_at(at, format!("redefinition of SSA value '%{name}'"));
        }
        let (half, hash) = scope.hash(name);
        let names = &mut scope.names;
        names.insert_unique(hash, (half, first), |it| doubled(it.0));
        scope.defined.push(first);
        if !scope.pending.is_empty()
            && let Some(uses) = scope.pending.remove(name)
        {
            for index in uses {
                let forward = &self.values.forward[index as usize];
                let (number, ty, use_at) = (forward.number, forward.ty, forward.at);
                let value = self.numbered(first, number, ty, use_at)?;
                self.values.forward[index as usize].value = Some(value);
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
    pub(super) fn begin_names(&mut self, isolated: bool) {
        if isolated || self.values.isolated.is_empty() {
            self.values.isolated.push(IsolatedScope::default());
        }
        if let Some(scope) = self.values.isolated.last_mut() {
            scope.regions.push(scope.defined.len());
        }
    }

    /// Closes the scope of a region.
    pub(super) fn end_names(&mut self, isolated: bool) -> Parsed<()> {
        let Some(scope) = self.values.isolated.last_mut() else {
            return Ok(());
        };
        let start = scope.regions.pop().unwrap_or(0);
        if !isolated {
            let (lexer, values) = (&self.lexer, &self.module.values);
            for first in scope.defined.drain(start..) {
                let name = values[first.index()].name_in(lexer.source());
                let hash = doubled(scope.hasher.hash_one(name) as u32);
                if let Ok(entry) = scope.names.find_entry(hash, |it| it.1 == first) {
                    entry.remove();
                }
            }
            return Ok(());
        }
        let undefined = self
            .values
            .isolated
            .pop()
            .and_then(|scope| scope.pending.into_values().flatten().min());
        match undefined {
            Some(index) => {
                let at = self.values.forward[index as usize].at;
                self.error_at(at, "use of undeclared SSA value name")
            }
            None => Ok(()),
        }
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
