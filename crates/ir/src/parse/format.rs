//! The interpreter of assembly formats for parsing.

use super::arguments::TypeSource;
use super::infer::arity;
use super::{Argument, Kind, OpState, Parsed, Parser, Unresolved};
use crate::derivation::{TypeList, Types};
use crate::program::RegionId;
use crate::registry::{
    Arity, AttrKind, Brackets, Element, Literal, OpSpec, OptionalGroup, Regions, Slot,
};
use crate::{Attr, Type};
use calipers_support::order::Order;

/// The parts that have been parsed so far.
#[derive(Default)]
pub(super) struct Reading<'s> {
    /// Operands with the index of their group.
    pub(super) operands: Vec<(usize, Unresolved<'s>)>,
    /// The types of each slot, if known.
    pub(super) types: Vec<Option<Types>>,
    /// The position of the types that were stated last.
    pub(super) types_at: u32,
    /// The types of `operands`, or the operand types of a functional type.
    pub(super) all_types: Option<(u32, Vec<Type>)>,
    /// The number of operands of each group.
    pub(super) counts: Vec<usize>,
    /// The number of operands and of known types when the types of a region's arguments were inferred.
    inferred: Option<(usize, usize)>,
    /// The parsed regions with their indices.
    pub(super) regions: Vec<(usize, RegionId)>,
    /// The names of the entry arguments of regions.
    pub(super) arguments: Vec<Argument<'s>>,
    /// Where their types come from.
    pub(super) sources: Vec<TypeSource>,
}

impl<'s> Reading<'s> {
    /// Adds operands of a group.
    pub(super) fn add(&mut self, group: usize, operands: Vec<Unresolved<'s>>) {
        self.operands
            .extend(operands.into_iter().map(|it| (group, it)));
    }

    fn known_types(&self) -> usize {
        self.types.iter().filter(|types| types.is_some()).count()
    }

    /// Adds the name of an entry argument.
    pub(super) fn add_argument(&mut self, argument: Argument<'s>, source: TypeSource) {
        self.arguments.push(argument);
        self.sources.push(source);
    }

    /// Counts the operands of each of these groups, and assigns the types of all operands to their groups.
    fn count(&mut self, groups: usize) {
        self.counts.clear();
        self.counts.resize(groups, 0);
        for (group, _) in &self.operands {
            self.counts[*group] += 1;
        }
        let Some((_, types)) = &self.all_types else {
            return;
        };
        let mut rest = &types[..];
        for (slot, count) in self.counts.iter().enumerate() {
            let (these, others) = rest.split_at((*count).min(rest.len()));
            rest = others;
            self.types[slot] = Some(Types::Many(these.into()));
        }
    }
}

impl<'s> Parser<'s> {
    /// Parses an op's custom assembly after its name.
    pub(super) fn format(
        &mut self,
        state: &mut OpState,
        elements: &'static [Element],
    ) -> Parsed<()> {
        let Some(spec) = state.spec else {
            return Ok(());
        };
        let mut reading = self.spare_readings.pop().unwrap_or_default();
        reading.operands.clear();
        reading.regions.clear();
        reading.types.clear();
        reading.arguments.clear();
        reading.sources.clear();
        reading.inferred = None;
        let slots = spec.operands.len() + spec.results.len();
        reading.types.resize(slots, None);
        self.elements(state, spec, elements, &mut reading)?;
        self.finish_format(state, spec, &mut reading)?;
        self.spare_readings.push(reading);
        Ok(())
    }

    fn elements(
        &mut self,
        state: &mut OpState,
        spec: &'static OpSpec,
        elements: &'static [Element],
        reading: &mut Reading<'s>,
    ) -> Parsed<()> {
        for element in elements {
            self.element(state, spec, element, reading)?;
        }
        Ok(())
    }

    fn element(
        &mut self,
        state: &mut OpState,
        spec: &'static OpSpec,
        element: &'static Element,
        reading: &mut Reading<'s>,
    ) -> Parsed<()> {
        match element {
            Element::NoSpace | Element::Space => {}
            Element::Literal(literal) => self.literal(literal)?,
            Element::Operand(group) => match spec.operands[*group].arity {
                Arity::One => {
                    let operand = self.operand()?;
                    reading.operands.push((*group, operand));
                }
                Arity::Optional => {
                    let operand = self.optional_operand()?;
                    reading.operands.extend(operand.map(|it| (*group, it)));
                }
                Arity::Variadic => {
                    let mut more = self.is(Kind::Percent);
                    while more {
                        let operand = self.operand()?;
                        reading.operands.push((*group, operand));
                        more = self.eat(Kind::Comma);
                    }
                }
            },
            Element::Attribute(at) => self.format_attribute(state, spec, *at)?,
            Element::Types(slot) => {
                reading.types_at = self.token.start;
                reading.types[*slot] = Some(self.slot_types(spec, *slot)?);
            }
            Element::AttrDict => self.attr_dict(state)?,
            Element::Optional(group) => {
                if self.begins_group(spec, group) {
                    self.group(state, spec, group, reading)?;
                } else {
                    self.elements(state, spec, &group.otherwise, reading)?;
                }
            }
            Element::Operands => {
                let all = self.operand_list()?;
                let fixed = spec.operands.len() > 1
                    && spec.operands.iter().all(|group| group.arity == Arity::One);
                for (at, operand) in all.into_iter().enumerate() {
                    reading.operands.push((if fixed { at } else { 0 }, operand));
                }
            }
            Element::Region(number) => {
                let region = self.region(state.op, &[])?;
                reading.regions.push((*number, region));
            }
            Element::IndexList(group, attribute, brackets) => {
                let (open, close) = match brackets {
                    Brackets::Square => (Kind::LeftBracket, Kind::RightBracket),
                    Brackets::Round => (Kind::LeftParen, Kind::RightParen),
                };
                let (operands, data) = match spec.attributes[*attribute].is_narrow() {
                    true => self.narrow_index_list(open, close)?,
                    false => self.index_list(open, close)?,
                };
                reading.add(*group, operands);
                self.set_data_at(state, spec, *attribute, data);
            }
            _ => self.other_element(state, spec, element, reading)?,
        }
        Ok(())
    }

    /// Regions separated by commas, with the default terminator of the op's definition.
    pub(crate) fn region_list(&mut self, state: &mut OpState) -> Parsed<()> {
        let mut more = self.is(Kind::LeftBrace);
        while more {
            let region = self.region(state.op, &[])?;
            if let Some(spec) = state.spec {
                self.end_region(state, spec, region);
            }
            state.regions.push(region);
            more = self.eat(Kind::Comma);
        }
        Ok(())
    }

    /// Adds the default terminator of the op's definition to a region.
    fn end_region(&mut self, state: &OpState, spec: &OpSpec, region: RegionId) {
        if let Some(last) = &spec.ends {
            if !last.void || state.results.is_empty() {
                self.ensure_terminator(region, &last.name);
            }
        } else if spec.block {
            self.module.ensure_block(region);
        }
    }

    /// An attribute of the op's definition in its custom syntax.
    pub(crate) fn attribute_of(&mut self, state: &mut OpState, name: &str) -> Parsed<()> {
        let Some(spec) = state.spec else {
            return Ok(());
        };
        let mut attributes = spec.attributes.iter();
        match attributes.position(|attribute| attribute.name == name) {
            Some(at) => self.format_attribute(state, spec, at),
            None => Ok(()),
        }
    }

    /// Parses an optional group that is present.
    pub(super) fn group(
        &mut self,
        state: &mut OpState,
        spec: &'static OpSpec,
        group: &'static OptionalGroup,
        reading: &mut Reading<'s>,
    ) -> Parsed<()> {
        self.elements(state, spec, &group.then, reading)?;
        if let Element::Attribute(at) = group.anchor
            && matches!(spec.attributes[at].kind, AttrKind::Unit)
        {
            self.set_at(state, spec, at, Attr::UNIT);
        }
        Ok(())
    }

    #[inline]
    pub(super) fn is_literal(&self, literal: &Literal) -> bool {
        let has_text = matches!(literal.kind, Kind::Bare | Kind::Integer);
        self.token.kind == literal.kind && (!has_text || self.text() == literal.text)
    }

    fn literal(&mut self, literal: &Literal) -> Parsed<()> {
        if self.is_literal(literal) {
            self.advance();
            return Ok(());
        }
        self.error(format!("expected '{}'", literal.text))
    }

    fn slot_types(&mut self, spec: &OpSpec, slot: Slot) -> Parsed<Types> {
        Ok(match arity(spec, slot) {
            Arity::One => Types::One(self.ty()?),
            Arity::Optional => Types::Many(self.optional_type()?.into_iter().collect()),
            Arity::Variadic => {
                let mut types: TypeList = self.optional_type()?.into_iter().collect();
                while !types.is_empty() && self.eat(Kind::Comma) {
                    types.push(self.ty()?);
                }
                Types::Many(types)
            }
        })
    }

    /// Infers types before a region that has arguments.
    pub(super) fn infer_before_region(
        &mut self,
        state: &OpState,
        spec: &'static OpSpec,
        reading: &mut Reading<'s>,
    ) {
        reading.count(spec.operands.len());
        self.infer(state, spec, &reading.counts, &mut reading.types);
        if reading.all_types.is_none() {
            reading.inferred = Some((reading.operands.len(), reading.known_types()));
        }
    }

    fn finish_format(
        &mut self,
        state: &mut OpState,
        spec: &'static OpSpec,
        reading: &mut Reading<'s>,
    ) -> Parsed<()> {
        let is_new = reading
            .inferred
            .is_none_or(|before| before != (reading.operands.len(), reading.known_types()));
        if is_new {
            reading.count(spec.operands.len());
            self.infer(state, spec, &reading.counts, &mut reading.types);
        }
        if let Some((at, types)) = reading.all_types.take() {
            reading.operands.order_by_key(|(group, _)| *group);
            let operands: Vec<_> = reading.operands.iter().map(|(_, it)| *it).collect();
            self.resolve_all(&operands, &types, at, &mut state.operands)?;
        }
        self.check_derived(spec, reading)?;
        if state.operands.is_empty() {
            if !reading.operands.is_sorted_by_key(|(group, _)| *group) {
                reading.operands.order_by_key(|(group, _)| *group);
            }
            let mut rest = &reading.operands[..];
            for (group, count) in reading.counts.iter().enumerate() {
                let (these, others) = rest.split_at(*count);
                rest = others;
                let types = match &reading.types[group] {
                    Some(Types::One(_)) if *count == 0 => continue,
                    Some(types) => types,
                    None if *count == 0 => continue,
                    None => return self.untyped(state, spec.operands[group].name),
                };
                let is_shared = matches!(types, Types::One(_));
                let types = types.as_slice();
                if types.len() != *count && !is_shared {
                    let message = format!("expected {count} types, found {}", types.len());
                    let at = these.first().map_or(state.at, |(_, it)| it.at);
                    return self.error_at(at, message);
                }
                for (number, (_, operand)) in these.iter().enumerate() {
                    let ty = types[number.min(types.len() - 1)];
                    let value = self.resolve(*operand, ty)?;
                    state.operands.push(value);
                }
            }
        }
        if spec.operand_segments {
            let value = self.module.segments(&reading.counts);
            self.set_at(state, spec, spec.operand_sizes_at(), value);
        }
        if state.results.is_empty() {
            self.format_results(state, spec, &reading.types)?;
        }
        for (_, region) in &reading.regions {
            self.end_region(state, spec, *region);
        }
        if let Regions::Exactly(count) = spec.regions {
            for number in 0..count {
                if !reading.regions.iter().any(|(known, _)| *known == number) {
                    let region = self.module.new_region(state.op);
                    reading.regions.push((number, region));
                }
            }
        }
        reading.regions.order_by_key(|(number, _)| *number);
        if let Some(end) = &spec.body {
            self.add_body(state, end, reading);
        }
        state
            .regions
            .extend(reading.regions.iter().map(|(_, region)| *region));
        Ok(())
    }

    fn format_results(
        &mut self,
        state: &mut OpState,
        spec: &'static OpSpec,
        types: &[Option<Types>],
    ) -> Parsed<()> {
        let mut sizes = Vec::new();
        for (number, group) in spec.results.iter().enumerate() {
            let before = state.results.len();
            match &types[spec.operands.len() + number] {
                Some(types) => state.results.extend(types.as_slice()),
                None if group.arity == Arity::One => return self.untyped(state, group.name),
                None => {}
            }
            if spec.result_segments {
                sizes.push(state.results.len() - before);
            }
        }
        if spec.result_segments {
            let value = self.module.segments(&sizes);
            self.set_at(state, spec, spec.result_sizes_at(), value);
        }
        Ok(())
    }

    fn untyped<T>(&self, state: &OpState, name: &str) -> Parsed<T> {
        self.error_at(state.at, format!("cannot tell the type of '{name}'"))
    }
}
