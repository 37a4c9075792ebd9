//! The interpreter of assembly formats for parsing.

use super::arguments::TypeSource;
use super::format_attribute::integers;
use super::infer::arity;
use super::{Argument, Kind, OpState, Parsed, Parser, Unresolved};
use crate::derivation::Types;
use crate::program::RegionId;
use crate::registry::{
    ArgumentList, Arity, AttrKind, Brackets, Element, OpSpec, OptionalGroup, Regions, Slot,
};
use crate::{Attr, AttrData, Type};

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
            self.types[slot] = Some(Types::Many(these.to_vec()));
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
                reading.types_at = self.token.start;
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
            Element::ShortTypes(slots) if !self.is(Kind::LeftParen) => {
                reading.types_at = self.token.start;
                self.short_types(slots, reading)?;
            }
            Element::FunctionalType
            | Element::SameType
            | Element::SemiFunctionalType
            | Element::ShortTypes(_) => {
                let at = self.token.start;
                reading.all_types = Some((at, self.type_list_parens()?));
                self.expect(Kind::Arrow, "'->' in functional type")?;
                state.results = self.function_results()?;
            }
            Element::OperandTypeList => {
                let at = self.token.start;
                let types = match self.is(Kind::LeftParen) {
                    true => self.type_list_parens()?,
                    false => self.type_list()?,
                };
                reading.all_types = Some((at, types));
            }
            Element::ResultTypes => state.results = self.type_list()?,
            Element::Results { .. } => self.arrow_results(spec, reading)?,
            Element::DefaultedTypes(slots) => self.defaulted_types(slots, reading)?,
            Element::TypedOperands(group) => self.typed_operands(*group, reading)?,
            Element::MapOperands(group, map) => {
                let name = &spec.attributes[*map].name;
                self.map_operands(state, *group, name, reading)?;
            }
            Element::InlineMap(group, map) => {
                let (map_data, operands) =
                    self.inline_affine_map(Kind::LeftBracket, Kind::RightBracket)?;
                let name = &spec.attributes[*map].name;
                self.set_data(state, name, AttrData::Map(map_data));
                reading.add(*group, operands.dims);
                reading.add(*group, operands.symbols);
            }
            Element::Arguments(list) => self.argument_list(list, reading)?,
            Element::RegionOfArguments(number) => {
                let region = self.region_of_arguments(state, spec, reading)?;
                reading.regions.push((*number, region));
            }
            Element::AttrDict | Element::AttrDictInFull => self.attr_dict(state)?,
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
                reading.add(*group, dependencies);
            }
            Element::IndexList(group, attribute, brackets) => {
                let (open, close) = match brackets {
                    Brackets::Square => (Kind::LeftBracket, Kind::RightBracket),
                    Brackets::Round => (Kind::LeftParen, Kind::RightParen),
                };
                let attribute = &spec.attributes[*attribute];
                let (operands, data) = match attribute.is_narrow() {
                    true => self.narrow_index_list(open, close)?,
                    false => self.index_list(open, close)?,
                };
                reading.add(*group, operands);
                self.set_data(state, &attribute.name, data);
            }
            Element::ScalableList(group, attribute, scalable) => {
                let (operands, data, flags) = self.scalable_list()?;
                reading.add(*group, operands);
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
                    reading.add(*group, operands);
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
            Element::Region(_) | Element::Regions | Element::RegionOfArguments(_) => {
                kind == Kind::LeftBrace
            }
            Element::Arguments(list) => match list {
                ArgumentList::Assigned(_) => kind == Kind::LeftParen,
                _ => kind == Kind::Percent,
            },
            Element::TypedOperands(_) => kind == Kind::Percent,
            Element::Results { .. } => kind == Kind::Arrow,
            Element::MapOperands(..) => kind == Kind::LeftParen,
            Element::InlineMap(..) => kind == Kind::LeftBracket,
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
                AttrKind::Integer(_) | AttrKind::List(_) => {
                    matches!(kind, Kind::Integer | Kind::Minus)
                }
                AttrKind::String | AttrKind::QuotedEnum(..) => kind == Kind::String,
                AttrKind::Symbol | AttrKind::SymbolName => kind == Kind::At,
                AttrKind::Type => matches!(kind, Kind::Bare | Kind::Bang | Kind::LeftParen),
                AttrKind::Unit => false,
                AttrKind::Bool => self.is_word("true") || self.is_word("false"),
                AttrKind::Integers(_) | AttrKind::Dense(_) => kind == Kind::LeftBracket,
                AttrKind::Flags(..) | AttrKind::Body(_) => kind == Kind::Less,
                AttrKind::Map => kind == Kind::LeftParen,
                AttrKind::Tagged { angle: true, .. } => matches!(kind, Kind::Less | Kind::Hash),
                AttrKind::Enum(_, cases)
                | AttrKind::Tagged { cases, .. }
                | AttrKind::Keyword(cases) => {
                    let word = self.text().trim_matches('"');
                    let is_word = matches!(kind, Kind::Bare | Kind::String);
                    is_word && cases.iter().any(|case| case == word)
                }
            },
            _ => false,
        }
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
            reading.operands.sort_by_key(|(group, _)| *group);
            let operands: Vec<_> = reading.operands.iter().map(|(_, it)| *it).collect();
            self.resolve_all(&operands, &types, at, &mut state.operands)?;
        }
        self.check_derived(spec, reading)?;
        if state.operands.is_empty() {
            for (group, count) in reading.counts.iter().enumerate() {
                let types = match &reading.types[group] {
                    Some(types) => types.as_slice(),
                    None if *count == 0 => continue,
                    None => return self.untyped(state, &spec.operands[group].name),
                };
                if *count == 0 && types.len() < 2 {
                    continue;
                }
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
            self.set_segments(state, &reading.counts);
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
                    if spec.block {
                        self.module.ensure_block(region);
                    }
                    reading.regions.push((number, region));
                }
            }
        }
        reading.regions.sort_by_key(|(number, _)| *number);
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
