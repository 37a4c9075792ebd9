//! The parser of ops: their results, the generic form, and the dispatch to custom assembly.

use super::{Kind, Parsed, Parser, Unresolved};
use crate::op::Results;
use crate::program::{BlockId, Definition, OpId, RegionId, ValueId};
use crate::registry::{self, Assembly, OpSpec};
use crate::{Attr, AttrData, Name, NamedAttribute, Type};
use calipers_support::order::Order;
use smallvec::SmallVec;

/// An op during parsing.
#[derive(Debug)]
pub(crate) struct OpState {
    pub(crate) op: OpId,
    pub(crate) spec: Option<&'static OpSpec>,
    /// The position of its name.
    pub(crate) at: u32,
    pub(crate) operands: Vec<ValueId>,
    pub(crate) results: Vec<Type>,
    pub(crate) attributes: Vec<NamedAttribute>,
    pub(crate) regions: Vec<RegionId>,
    pub(crate) successors: Vec<BlockId>,
}

/// The hint for an op in an unknown custom assembly.
const GENERIC_FORM: &str = ": of a dialect that is not known only the generic form can be read, as \
    '-mlir-print-op-generic' prints it, or what '(syntax …)' in a rule file declares; the option 'lenient' keeps such an op as text";

impl Default for OpState {
    fn default() -> OpState {
        OpState {
            op: OpId(0),
            spec: None,
            at: 0,
            operands: Vec::new(),
            results: Vec::new(),
            attributes: Vec::new(),
            regions: Vec::new(),
            successors: Vec::new(),
        }
    }
}

impl OpState {
    fn clear(&mut self) {
        self.operands.clear();
        self.results.clear();
        self.attributes.clear();
        self.regions.clear();
        self.successors.clear();
    }
}

/// A name of results: the name, its position, and the number of results.
pub(super) type ResultName<'s> = (&'s str, u32, u32);

impl<'s> Parser<'s> {
    /// Parses an op and appends it to `block`.
    pub(super) fn operation(&mut self, block: BlockId) -> Parsed<()> {
        match self.lenient {
            Some(_) => self.lenient_operation(block),
            None => self.strict_operation(block),
        }
    }

    /// Parses an op that must be readable.
    #[inline]
    pub(super) fn strict_operation(&mut self, block: BlockId) -> Parsed<()> {
        let mut names = std::mem::take(&mut self.spare_names);
        names.clear();
        self.result_names(&mut names)?;
        let at = self.token.start;
        if self.lenient.is_some()
            && let Some(reason) = self.reason_against(at)
        {
            return self.error_at(at, reason);
        }
        let mut state = self.begin_op()?;
        // The op must know its block before its regions are parsed.
        self.module.ops[state.op.index()].set_block(Some(block));
        if self.is(Kind::String) {
            self.advance();
            self.generic_op(&mut state)?;
            if state.spec.is_some() {
                self.module.generic_ops.push(state.op);
            }
        } else {
            self.advance();
            self.custom_op(&mut state)?;
        }
        self.trailing_location(state.op)?;
        self.finish_op(state, block, at, &names)?;
        self.spare_names = names;
        Ok(())
    }

    /// An optional `%a, %b:2 =`.
    pub(super) fn result_names(&mut self, names: &mut Vec<ResultName<'s>>) -> Parsed<()> {
        if !self.is(Kind::Percent) {
            return Ok(());
        }
        loop {
            let (name, at) = self.argument_name()?;
            let mut count = 1;
            if self.eat(Kind::Colon) {
                let token = self.expect(Kind::Integer, "integer number of results")?;
                count = self.text_of(token).parse().unwrap_or(0);
                if count == 0 {
                    let message = "expected named operation to have at least 1 result";
                    return self.error_at(token.start, message);
                }
            }
            names.push((name, at, count));
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::Equal, "'=' after SSA name")?;
        Ok(())
    }

    /// Starts the op whose name is the current token.
    fn begin_op(&mut self) -> Parsed<Box<OpState>> {
        let token = self.token;
        let text = self.text();
        let name = match token.kind {
            Kind::String => {
                let bytes = self.unescaped(token)?;
                match std::str::from_utf8(&bytes) {
                    Ok("") | Err(_) => return self.error("empty operation name is invalid"),
                    Ok(text) if text.contains('\0') => {
                        return self.error("null character not allowed in operation name");
                    }
                    Ok(text) => self.module.intern_name(text),
                }
            }
            Kind::Bare if text.contains('.') => self.module.intern_name(text),
            Kind::Bare => {
                let dialect = self.default_dialects.last().copied().unwrap_or_default();
                let dialect = if dialect.is_empty() {
                    "builtin"
                } else {
                    dialect
                };
                let full = format!("{dialect}.{text}");
                let builtin = format!("builtin.{text}");
                let known = [full, builtin]
                    .into_iter()
                    .find(|name| registry::find(name).is_some());
                match known {
                    Some(name) => self.module.intern_name(&name),
                    None => {
                        let message = format!(
                            "custom op '{text}' is unknown (tried '{dialect}.{text}' as well)"
                        );
                        return self.error(message);
                    }
                }
            }
            _ => return self.error("expected operation name in quotes"),
        };
        let spec = self.module.specs[name.0 as usize].spec;
        if spec.is_none() && !self.may_be_unregistered(name) {
            if token.kind == Kind::Bare {
                let message = format!("custom op '{text}' is unknown{GENERIC_FORM}");
                return self.error(message);
            }
            let message = "operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used";
            return self.error(message);
        }
        let op = self.module.new_op(name, token.start);
        let mut state = self.spare_states.pop().unwrap_or_default();
        state.op = op;
        state.spec = spec;
        state.at = token.start;
        Ok(state)
    }

    /// Whether the dialect of that op name may have unregistered ops.
    fn may_be_unregistered(&self, name: Name) -> bool {
        let full = self.module.name(name);
        let dialect = full.split('.').next().unwrap_or(full);
        self.options.allow_unregistered
            || self.options.lenient
            || registry::is_known_dialect(full)
            || self.options.dialects.iter().any(|it| it == dialect)
    }

    fn custom_op(&mut self, state: &mut OpState) -> Parsed<()> {
        self.module.has_foreign_syntax |= state.spec.is_some_and(|spec| spec.foreign);
        match state.spec.map(|spec| &spec.assembly) {
            Some(Assembly::Format(format)) => self.format(state, &format.elements),
            Some(Assembly::Hand(by_hand)) if by_hand.number() < self.by_hand.len() => {
                (self.by_hand[by_hand.number()])(self, state)
            }
            Some(Assembly::Hand(_) | Assembly::Generic) | None if self.options.lenient => {
                self.error_at(state.at, "its custom assembly is not known")
            }
            Some(Assembly::Hand(_) | Assembly::Generic) | None => {
                let name = self.module.name(self.module.op(state.op).name);
                let help = match registry::similar(name) {
                    Some(known) => format!("; did you mean '{known}'?"),
                    None if registry::is_known_dialect(name) => String::new(),
                    None => GENERIC_FORM.to_owned(),
                };
                let message = format!("custom op '{name}' is unknown{help}");
                self.error_at(state.at, message)
            }
        }
    }

    /// The generic form after the name.
    fn generic_op(&mut self, state: &mut OpState) -> Parsed<()> {
        let operands = self.operand_list_in(Kind::LeftParen, Kind::RightParen)?;
        if self.eat(Kind::LeftBracket) {
            self.list_until(Kind::RightBracket, "']'", |parser| {
                let successor = parser.successor()?;
                state.successors.push(successor);
                Ok(())
            })?;
        }
        self.properties(state)?;
        if self.eat(Kind::LeftParen) {
            self.list_until(Kind::RightParen, "')'", |parser| {
                let region = parser.region(state.op, &[])?;
                state.regions.push(region);
                Ok(())
            })?;
        }
        let properties = state.attributes.len();
        self.attr_dict(state)?;
        if state.spec.is_some_and(|spec| spec.foreign) {
            // Tools that do not know the op distinguish the dictionaries.
            for attribute in &mut state.attributes[properties..] {
                attribute.inherent = false;
            }
        }
        self.expect(Kind::Colon, "':' followed by operation type")?;
        let types_at = self.token.start;
        let types = self.type_list_parens()?;
        self.expect(Kind::Arrow, "'->' in operation type")?;
        state.results = self.function_results()?;
        if types.len() != operands.len() {
            let message = format!(
                "expected {} operand type{} but had {}",
                operands.len(),
                if operands.len() == 1 { "" } else { "s" },
                types.len()
            );
            return self.error_at(types_at, message);
        }
        for (operand, ty) in operands.iter().zip(types) {
            let value = self.resolve(*operand, ty)?;
            state.operands.push(value);
        }
        Ok(())
    }

    /// An optional `<{name = attribute, …}>`.
    pub(crate) fn properties(&mut self, state: &mut OpState) -> Parsed<()> {
        if self.eat(Kind::Less) {
            self.dictionary_into(state, true)?;
            self.expect(Kind::Greater, "'>' after properties")?;
        }
        Ok(())
    }

    /// An optional `{name = attribute, …}`.
    pub(crate) fn attr_dict(&mut self, state: &mut OpState) -> Parsed<()> {
        if self.is(Kind::LeftBrace) {
            self.dictionary_into(state, false)?;
        }
        Ok(())
    }

    /// An optional `attributes {…}`.
    pub(crate) fn attr_dict_with_keyword(&mut self, state: &mut OpState) -> Parsed<()> {
        if self.eat_word("attributes") {
            self.dictionary_into(state, false)?;
        }
        Ok(())
    }

    fn dictionary_into(&mut self, state: &mut OpState, properties: bool) -> Parsed<()> {
        let at = self.token.start;
        let mut items: SmallVec<[(Name, Attr); 8]> = SmallVec::new();
        let spec = state.spec;
        self.nested(|parser| {
            parser.dictionary_of(spec, |_, name, value| items.push((name, value)))
        })?;
        for (name, value) in items {
            self.add_attribute(state, name, value, properties, at)?;
        }
        Ok(())
    }

    fn add_attribute(
        &mut self,
        state: &mut OpState,
        name: Name,
        value: Attr,
        property: bool,
        at: u32,
    ) -> Parsed<()> {
        if state.attributes.len() < 64 && state.attributes.iter().any(|a| a.name == name) {
            let message = format!(
                "attribute '{}' occurs more than once in the attribute list",
                self.module.name(name)
            );
            return self.error_at(at, message);
        }
        let inherent = property
            || state
                .spec
                .is_some_and(|spec| spec.is_inherent(self.module.name(name)));
        state.attributes.push(NamedAttribute {
            name,
            value,
            inherent,
        });
        Ok(())
    }

    /// Sets an attribute of the op's definition, replacing an existing one.
    pub(crate) fn set(&mut self, state: &mut OpState, name: &str, value: Attr) {
        let attribute = self.named(state.spec, name, value);
        state
            .attributes
            .retain(|known| known.name != attribute.name);
        state.attributes.push(attribute);
    }

    /// Sets the attribute with that number in the op's definition, replacing an existing one.
    pub(super) fn set_at(&mut self, state: &mut OpState, spec: &OpSpec, at: usize, value: Attr) {
        let op_name = self.module.op(state.op).name;
        let attribute = NamedAttribute {
            name: self.module.attribute_name(op_name, spec, at),
            value,
            inherent: spec.attributes.get(at).is_none_or(|it| !it.discardable),
        };
        let mut known = state.attributes.iter_mut();
        match known.find(|known| known.name == attribute.name) {
            Some(known) => *known = attribute,
            None => state.attributes.push(attribute),
        }
    }

    /// Sets the attribute with that number in the op's definition.
    pub(super) fn set_data_at(
        &mut self,
        state: &mut OpState,
        spec: &OpSpec,
        at: usize,
        data: AttrData,
    ) {
        let value = self.module.intern_attribute(data);
        self.set_at(state, spec, at, value);
    }

    /// Sets an attribute of the op's definition.
    pub(crate) fn set_data(&mut self, state: &mut OpState, name: &str, data: AttrData) {
        let value = self.module.intern_attribute(data);
        self.set(state, name, value);
    }

    /// Sets the segment sizes of the op.
    pub(crate) fn set_segments(&mut self, state: &mut OpState, sizes: &[usize]) {
        let value = self.module.segments(sizes);
        self.set(state, "operandSegmentSizes", value);
    }

    /// Resolves uses and appends their values to the op's operands.
    pub(crate) fn resolve_into(
        &mut self,
        state: &mut OpState,
        operands: &[Unresolved<'s>],
        types: &[Type],
    ) -> Parsed<()> {
        let at = operands.first().map_or(state.at, |operand| operand.at);
        self.resolve_all(operands, types, at, &mut state.operands)
    }

    pub(super) fn finish_op(
        &mut self,
        mut state: Box<OpState>,
        block: BlockId,
        at: u32,
        names: &[ResultName<'s>],
    ) -> Parsed<()> {
        self.add_defaults(&mut state);
        let module = &mut self.module;
        if state.attributes.len() > 1 {
            let text = |attribute: &NamedAttribute| module.names.get(attribute.name.0);
            state.attributes.order_by(|a, b| text(a).cmp(text(b)));
            let pairs = state.attributes.windows(2);
            if pairs.into_iter().any(|pair| pair[0].name == pair[1].name) {
                let message = "an attribute occurs more than once in the attribute list";
                return self.error_at(state.at, message);
            }
        }
        self.note_forward_uses(state.op, &state.operands);
        let results = self.define_results(&state, at, names)?;
        let attributes = self.module.intern_list(&state.attributes);
        let op = &mut self.module.ops[state.op.index()];
        op.operands = state.operands.as_slice().into();
        op.results = results;
        op.attributes = attributes;
        op.set_regions(&state.regions);
        op.set_successors(&state.successors);
        self.module.append(block, state.op);
        state.clear();
        self.spare_states.push(state);
        Ok(())
    }

    fn define_results(
        &mut self,
        state: &OpState,
        at: u32,
        names: &[ResultName<'s>],
    ) -> Parsed<Results> {
        let op = state.op;
        let results = Results {
            first: self.module.value_count() as u32,
            count: state.results.len() as u32,
        };
        if names.is_empty() {
            self.define("", at, &state.results, |index| Definition::Result {
                op,
                index,
            })?;
            return Ok(results);
        }
        let named: u64 = names.iter().map(|(_, _, count)| u64::from(*count)).sum();
        if named != state.results.len() as u64 {
            let message = format!(
                "operation defines {} results but was provided {named} to bind",
                state.results.len()
            );
            return self.error_at(names[0].1, message);
        }
        let mut start = 0;
        for &(name, at, count) in names {
            let types = &state.results[start..start + count as usize];
            self.define(name, at, types, |index| Definition::Result {
                op,
                index: start + index,
            })?;
            start += count as usize;
        }
        Ok(results)
    }

    /// Adds the default attributes of the op's definition.
    fn add_defaults(&mut self, state: &mut OpState) {
        let name = self.module.op(state.op).name;
        for (name, value) in self.module.specs[name.0 as usize].filled_in() {
            if !state.attributes.iter().any(|known| known.name == name) {
                state.attributes.push(NamedAttribute {
                    name,
                    value,
                    inherent: true,
                });
            }
        }
    }
}
