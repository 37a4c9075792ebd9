//! The interpreter of assembly formats for parsing.

use super::format_attribute::integers;
use super::infer::{Types, arity};
use super::{Kind, OpState, Parsed, Parser, Unresolved};
use crate::program::RegionId;
use crate::registry::{Arity, AttrKind, Brackets, Element, OpSpec, OptionalGroup, Regions, Slot};
use crate::{Attr, AttrData, Type};

/// The parts that have been parsed so far.
#[derive(Default)]
pub(super) struct Reading<'s> {
    /// Operands with the index of their group.
    operands: Vec<(usize, Unresolved<'s>)>,
    /// The types of each slot, if known.
    types: Vec<Option<Types>>,
    /// The types of `operands`, or the operand types of a functional type.
    all_types: Option<(u32, Vec<Type>)>,
    /// The number of operands of each group.
    counts: Vec<usize>,
    /// The parsed regions with their indices.
    regions: Vec<(usize, RegionId)>,
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
            Element::Literal(text) => self.literal(text)?,
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
            Element::Operands => {
                let all = self.operand_list()?;
                let fixed = spec.operands.len() > 1
                    && spec.operands.iter().all(|group| group.arity == Arity::One);
                for (at, operand) in all.into_iter().enumerate() {
                    reading.operands.push((if fixed { at } else { 0 }, operand));
                }
            }
            Element::Attribute(at) => self.format_attribute(state, &spec.attributes[*at])?,
            Element::Region(number) => {
                let region = self.region(state.op, &[])?;
                reading.regions.push((*number, region));
            }
            Element::Successor(group) => match spec.successors[*group].arity {
                Arity::One => {
                    let successor = self.successor()?;
                    state.successors.push(successor);
                }
                _ => {
                    while self.is(Kind::Caret) {
                        let successor = self.successor()?;
                        state.successors.push(successor);
                        if !self.eat(Kind::Comma) {
                            break;
                        }
                    }
                }
            },
            Element::Types(slot) => {
                reading.types[*slot] = Some(self.slot_types(spec, *slot)?);
            }
            Element::OperandTypes => {
                let at = self.token.start;
                let begins = self.optional_type()?;
                let mut types: Vec<Type> = begins.into_iter().collect();
                while !types.is_empty() && self.eat(Kind::Comma) {
                    types.push(self.ty()?);
                }
                reading.all_types = Some((at, types));
            }
            Element::SameType if !self.is(Kind::LeftParen) => {
                let ty = self.ty()?;
                for ty_of_slot in &mut reading.types {
                    *ty_of_slot = Some(Types::One(ty));
                }
            }
            Element::Commas(group) => {
                while self.is(Kind::Percent) {
                    let operand = self.operand()?;
                    reading.operands.push((*group, operand));
                    self.expect(Kind::Comma, "','")?;
                }
            }
            Element::SemiFunctionalType if !self.is(Kind::LeftParen) => {
                let at = self.token.start;
                reading.all_types = Some((at, vec![self.ty()?]));
            }
            Element::FunctionalType | Element::SameType | Element::SemiFunctionalType => {
                let at = self.token.start;
                reading.all_types = Some((at, self.type_list_parens()?));
                self.expect(Kind::Arrow, "'->' in functional type")?;
                state.results = self.function_results()?;
            }
            Element::AttrDict => self.attr_dict(state)?,
            Element::AttrDictWithKeyword => self.attr_dict_with_keyword(state)?,
            Element::Sizes(attributes) => {
                for (number, at) in attributes.iter().enumerate() {
                    if number > 0 {
                        self.dimension_separator()?;
                    }
                    let spec = &spec.attributes[*at];
                    let AttrKind::Integer(ty) = &spec.kind else {
                        return self.error("expected an integer attribute");
                    };
                    let size = self.dimension()?;
                    let ty = self.module.static_type(ty);
                    let value = self.module.integer_attribute(size, ty);
                    self.set(state, &spec.name, value);
                }
            }
            Element::Async(result, group) => {
                let (gives, dependencies) = self.async_dependencies()?;
                let token = self.token_type();
                reading.types[*group] = Some(Types::Many(vec![token; dependencies.len()]));
                let count = usize::from(gives);
                reading.types[spec.operands.len() + result] = Some(Types::Many(vec![token; count]));
                reading
                    .operands
                    .extend(dependencies.into_iter().map(|it| (*group, it)));
            }
            Element::IndexList(group, attribute, brackets) => {
                let (operands, data) = match brackets {
                    Brackets::Square => self.index_list(Kind::LeftBracket, Kind::RightBracket)?,
                    Brackets::Round => self.index_list(Kind::LeftParen, Kind::RightParen)?,
                };
                reading
                    .operands
                    .extend(operands.into_iter().map(|it| (*group, it)));
                self.set_data(state, &spec.attributes[*attribute].name, data);
            }
            Element::ScalableList(group, attribute, scalable) => {
                let (operands, data, flags) = self.scalable_list()?;
                reading
                    .operands
                    .extend(operands.into_iter().map(|it| (*group, it)));
                self.set_data(state, &spec.attributes[*attribute].name, data);
                self.set_data(state, &spec.attributes[*scalable].name, flags);
            }
            Element::PackedList(packed, group, attribute) => {
                let data = if self.eat(Kind::Star) {
                    self.expect(Kind::LeftParen, "'('")?;
                    let operand = self.operand()?;
                    reading.operands.push((*packed, operand));
                    self.expect(Kind::RightParen, "')'")?;
                    integers(Type::I64, Vec::new())
                } else {
                    let (operands, data) =
                        self.index_list(Kind::LeftBracket, Kind::RightBracket)?;
                    reading
                        .operands
                        .extend(operands.into_iter().map(|it| (*group, it)));
                    data
                };
                self.set_data(state, &spec.attributes[*attribute].name, data);
            }
            Element::Named(group, attribute) => {
                let mut names = Vec::new();
                if self.eat(Kind::LeftBrace) {
                    self.list_until(Kind::RightBrace, "'}'", |parser| {
                        let name = parser.string_text()?;
                        names.push(parser.module.string_attribute(&name));
                        parser.expect(Kind::Equal, "'='")?;
                        let operand = parser.operand()?;
                        reading.operands.push((*group, operand));
                        Ok(())
                    })?;
                }
                let name = &spec.attributes[*attribute].name;
                self.set_data(state, name, AttrData::Array(names.into()));
            }
            Element::Regions => {
                let before = reading.regions.len();
                self.region_list(state)?;
                let regions = state.regions.drain(..).enumerate();
                let numbered = regions.map(|(at, region)| (before + at, region));
                reading.regions.extend(numbered);
            }
            Element::AnyOrder(groups) => {
                while let Some(group) = groups.iter().find(|it| self.begins_group(spec, it)) {
                    self.group(state, spec, group, reading)?;
                }
            }
            Element::Optional(group) => {
                if self.begins_group(spec, group) {
                    self.group(state, spec, group, reading)?;
                } else {
                    self.elements(state, spec, &group.otherwise, reading)?;
                }
            }
        }
        Ok(())
    }

    /// Regions separated by commas, with the default terminator of the op's definition.
    pub(crate) fn region_list(&mut self, state: &mut OpState) -> Parsed<()> {
        let mut more = self.is(Kind::LeftBrace);
        while more {
            let region = self.region(state.op, &[])?;
            if let Some(spec) = state.spec {
                self.end_region(spec, region);
            }
            state.regions.push(region);
            more = self.eat(Kind::Comma);
        }
        Ok(())
    }

    /// Adds the default terminator of the op's definition to a region.
    fn end_region(&mut self, spec: &OpSpec, region: RegionId) {
        if let Some(last) = &spec.ends {
            self.ensure_terminator(region, last);
        } else if spec.block {
            self.module.ensure_block(region);
        }
    }

    /// An attribute of the op's definition in its custom syntax.
    pub(crate) fn attribute_of(&mut self, state: &mut OpState, name: &str) -> Parsed<()> {
        match state.spec.and_then(|spec| spec.attribute(name)) {
            Some(spec) => self.format_attribute(state, spec),
            None => Ok(()),
        }
    }

    /// Whether an optional group starts with the current token.
    fn begins_group(&self, spec: &OpSpec, group: &OptionalGroup) -> bool {
        let blank = |element: &&Element| !matches!(element, Element::NoSpace | Element::Space);
        let first = group.then.iter().find(blank);
        first.is_some_and(|first| self.begins(spec, first))
    }

    /// Parses an optional group that is present.
    fn group(
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
            self.set(state, &spec.attributes[at].name, Attr::UNIT);
        }
        Ok(())
    }

    fn literal(&mut self, text: &str) -> Parsed<()> {
        // `->` and words are single tokens; other literals are single characters.
        if self.text() == text && !matches!(self.token.kind, Kind::String | Kind::Error) {
            self.advance();
            return Ok(());
        }
        self.error(format!("expected '{text}'"))
    }

    fn slot_types(&mut self, spec: &OpSpec, slot: Slot) -> Parsed<Types> {
        Ok(match arity(spec, slot) {
            Arity::One => Types::One(self.ty()?),
            Arity::Optional => Types::Many(self.optional_type()?.into_iter().collect()),
            Arity::Variadic => {
                let mut types: Vec<Type> = self.optional_type()?.into_iter().collect();
                while !types.is_empty() && self.eat(Kind::Comma) {
                    types.push(self.ty()?);
                }
                Types::Many(types)
            }
        })
    }

    /// Whether an element starts with the current token.
    fn begins(&self, spec: &OpSpec, element: &Element) -> bool {
        let kind = self.token.kind;
        match element {
            Element::Literal(text) => kind != Kind::String && self.text() == text,
            Element::Operand(_) | Element::Operands => kind == Kind::Percent,
            Element::Region(_) | Element::Regions => kind == Kind::LeftBrace,
            Element::Successor(_) => kind == Kind::Caret,
            Element::IndexList(_, _, Brackets::Square) | Element::ScalableList(..) => {
                kind == Kind::LeftBracket
            }
            Element::IndexList(_, _, Brackets::Round) => kind == Kind::LeftParen,
            Element::Types(_) | Element::OperandTypes => {
                matches!(kind, Kind::Bare | Kind::Bang | Kind::LeftParen)
            }
            Element::FunctionalType => kind == Kind::LeftParen,
            Element::Attribute(at) => match &spec.attributes[*at].kind {
                AttrKind::Any => matches!(
                    kind,
                    Kind::Hash | Kind::Integer | Kind::LeftBracket | Kind::String | Kind::At
                ),
                AttrKind::Integer(_) => matches!(kind, Kind::Integer | Kind::Minus),
                AttrKind::String | AttrKind::QuotedEnum(..) => kind == Kind::String,
                AttrKind::Symbol | AttrKind::SymbolName => kind == Kind::At,
                AttrKind::Type => matches!(kind, Kind::Bare | Kind::Bang | Kind::LeftParen),
                AttrKind::Unit => false,
                AttrKind::Bool => self.is_word("true") || self.is_word("false"),
                AttrKind::Integers(_) => kind == Kind::LeftBracket,
                AttrKind::Flags(..) => kind == Kind::Less,
                AttrKind::Tagged { angle: true, .. } => matches!(kind, Kind::Less | Kind::Hash),
                AttrKind::Enum(_, cases) | AttrKind::Tagged { cases, .. } => {
                    let word = self.text().trim_matches('"');
                    let is_word = matches!(kind, Kind::Bare | Kind::String);
                    is_word && cases.iter().any(|case| case == word)
                }
            },
            _ => false,
        }
    }

    fn finish_format(
        &mut self,
        state: &mut OpState,
        spec: &'static OpSpec,
        reading: &mut Reading<'s>,
    ) -> Parsed<()> {
        let groups = spec.operands.len();
        let mut counts = std::mem::take(&mut reading.counts);
        counts.clear();
        counts.resize(groups, 0);
        for (group, _) in &reading.operands {
            counts[*group] += 1;
        }
        if let Some((at, types)) = reading.all_types.take() {
            reading.operands.sort_by_key(|(group, _)| *group);
            let operands: Vec<_> = reading.operands.iter().map(|(_, it)| *it).collect();
            self.resolve_all(&operands, &types, at, &mut state.operands)?;
            let mut rest = &types[..];
            for (slot, count) in counts.iter().enumerate() {
                let (these, others) = rest.split_at((*count).min(rest.len()));
                rest = others;
                reading.types[slot] = Some(Types::Many(these.to_vec()));
            }
        }
        self.infer(state, spec, &counts, &mut reading.types)?;
        if state.operands.is_empty() {
            for (group, count) in counts.iter().enumerate() {
                if *count == 0 {
                    continue;
                }
                let Some(types) = &reading.types[group] else {
                    return self.untyped(state, &spec.operands[group].name);
                };
                let types = types.as_slice();
                if types.len() != *count && !(types.len() == 1 && arity(spec, group) != Arity::One)
                {
                    let message = format!("expected {count} types, found {}", types.len());
                    let at = reading.operands.iter().find(|(g, _)| *g == group);
                    return self.error_at(at.map_or(state.at, |(_, it)| it.at), message);
                }
                let these = reading.operands.iter().filter(|(g, _)| *g == group);
                for (number, (_, operand)) in these.enumerate() {
                    let ty = types[number.min(types.len() - 1)];
                    let value = self.resolve(*operand, ty)?;
                    state.operands.push(value);
                }
            }
        }
        if spec.operand_segments {
            self.set_segments(state, &counts);
        }
        if state.results.is_empty() {
            self.format_results(state, spec, &reading.types)?;
        }
        if let Regions::Exactly(count) = spec.regions {
            for number in 0..count {
                if !reading.regions.iter().any(|(known, _)| *known == number) {
                    let region = self.module.new_region(state.op);
                    reading.regions.push((number, region));
                }
            }
        }
        reading.regions.sort_by_key(|(number, _)| *number);
        for (_, region) in &reading.regions {
            self.end_region(spec, *region);
        }
        state
            .regions
            .extend(reading.regions.iter().map(|(_, region)| *region));
        reading.counts = counts;
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
                None if group.arity == Arity::One => return self.untyped(state, &group.name),
                None => {}
            }
            if spec.result_segments {
                sizes.push(state.results.len() - before);
            }
        }
        if spec.result_segments {
            let value = self.module.segments(&sizes);
            self.set(state, "resultSegmentSizes", value);
        }
        Ok(())
    }

    fn untyped<T>(&self, state: &OpState, name: &str) -> Parsed<T> {
        self.error_at(state.at, format!("cannot tell the type of '{name}'"))
    }
}
