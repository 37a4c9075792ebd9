//! The less frequent elements of assembly formats, and the tokens with which elements begin.

use super::format::Reading;
use super::format_attribute::integers;
use super::{Kind, OpState, Parsed, Parser};
use crate::derivation::Types;
use crate::registry::{ArgumentList, Arity, AttrKind, Brackets, Element, OpSpec, OptionalGroup};
use crate::{AttrData, Type};

impl<'s> Parser<'s> {
    /// Parses an element that is not among the frequent ones. They are apart, since a small function has less to save.
    #[inline(never)]
    pub(super) fn other_element(
        &mut self,
        state: &mut OpState,
        spec: &'static OpSpec,
        element: &'static Element,
        reading: &mut Reading<'s>,
    ) -> Parsed<()> {
        match element {
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
            Element::BareFunctionalType => {
                let at = self.token.start;
                let types = match reading.operands.is_empty() {
                    true => Vec::new(),
                    false => self.type_list()?,
                };
                if types.is_empty() || self.eat(Kind::Arrow) {
                    state.results = self.type_list()?;
                }
                reading.all_types = Some((at, types));
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
            Element::Results(style) => self.arrow_results(spec, *style, reading)?,
            Element::Newline => {}
            Element::CaseRegions(cases) => self.case_regions(state, spec, *cases, reading)?,
            Element::SymbolPairs(first, second) => {
                self.symbol_pairs(state, spec, [*first, *second])?;
            }
            Element::Joined(parts) => self.joined(state, spec, parts)?,
            Element::DefaultedTypes(slots) => self.defaulted_types(slots, reading)?,
            Element::TypedOperands(group) => self.typed_operands(*group, reading)?,
            Element::MapOperands(group, map) => {
                let name = spec.attributes[*map].name;
                self.map_operands(state, *group, name, reading)?;
            }
            Element::InlineMap(group, map) => {
                let (map_data, operands) =
                    self.inline_affine_map(Kind::LeftBracket, Kind::RightBracket)?;
                self.set_data_at(state, spec, *map, AttrData::Map(map_data));
                reading.add(*group, operands.dims);
                reading.add(*group, operands.symbols);
            }
            Element::AffineBound(group, map, prefix) => {
                let name = spec.attributes[*map].name;
                self.affine_bound(state, *group, name, prefix, reading)?;
            }
            Element::Bundles(group, sizes, tags) => {
                let bundles = self.bundles()?;
                reading.add(*group, bundles.operands);
                reading.types[*group] = Some(Types::Many(bundles.types.into()));
                let names = [*sizes, *tags].map(|at| spec.attributes[at].name);
                self.set_bundles(state, names, bundles.sizes, bundles.tags);
            }
            Element::Ranges(lists) => self.ranges(state, spec, lists)?,
            Element::UnitBounds { zeros, ones, like } => {
                self.unit_bounds(state, spec, [*zeros, *ones, *like]);
            }
            Element::Signature(ty) => {
                let signature = self.signature()?;
                self.set_signature(state, spec.attributes[*ty].name, &signature);
                // A declaration has no names.
                if signature.arguments.iter().all(|it| !it.name.is_empty()) {
                    for argument in signature.arguments {
                        reading.add_argument(argument, None);
                    }
                }
            }
            Element::Arguments(list) => self.argument_list(list, reading)?,
            Element::RegionOfArguments(number) => {
                let region = self.region_of_arguments(state, spec, reading)?;
                reading.regions.push((*number, region));
            }
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
                    self.set(state, spec.name, value);
                }
            }
            Element::Async(result, group) => {
                let (gives, dependencies) = self.async_dependencies()?;
                let token = self.token_type();
                reading.types[*group] = Some(Types::repeated(token, dependencies.len()));
                let count = usize::from(gives);
                reading.types[spec.operands.len() + result] = Some(Types::repeated(token, count));
                reading.add(*group, dependencies);
            }
            Element::ScalableList(group, attribute, scalable) => {
                let (operands, data, flags) = self.scalable_list()?;
                reading.add(*group, operands);
                self.set_data_at(state, spec, *attribute, data);
                self.set_data_at(state, spec, *scalable, flags);
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
                self.set_data_at(state, spec, *attribute, data);
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
                let name = spec.attributes[*attribute].name;
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
            Element::AttrDictInFull => self.attr_dict(state)?,
            // The caller parses the frequent ones.
            _ => {}
        }
        Ok(())
    }

    /// Whether an optional group starts with the current token.
    pub(super) fn begins_group(&self, spec: &OpSpec, group: &OptionalGroup) -> bool {
        let blank = |element: &&Element| !matches!(element, Element::NoSpace | Element::Space);
        let first = group.then.iter().find(blank);
        first.is_some_and(|first| self.begins(spec, first))
    }

    /// Whether an element starts with the current token.
    fn begins(&self, spec: &OpSpec, element: &Element) -> bool {
        let kind = self.token.kind;
        match element {
            Element::Literal(literal) => self.is_literal(literal),
            Element::Operand(_) | Element::Operands => kind == Kind::Percent,
            Element::Region(_) | Element::Regions | Element::RegionOfArguments(_) => {
                kind == Kind::LeftBrace
            }
            Element::Arguments(list) => match list {
                ArgumentList::Assigned(_) => kind == Kind::LeftParen,
                _ => kind == Kind::Percent,
            },
            Element::TypedOperands(_) => kind == Kind::Percent,
            Element::Results(_) => kind == Kind::Arrow,
            Element::MapOperands(..) => kind == Kind::LeftParen,
            Element::InlineMap(..) | Element::Bundles(..) | Element::Ranges(_) => {
                kind == Kind::LeftBracket
            }
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
                AttrKind::Any | AttrKind::Initial(_) => matches!(
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
                AttrKind::Integers(_) | AttrKind::Dense(_) | AttrKind::Words(_) => {
                    kind == Kind::LeftBracket
                }
                AttrKind::Flags(..) => kind == Kind::Less,
                AttrKind::Body(_) => matches!(kind, Kind::Less | Kind::Hash),
                AttrKind::Map => kind == Kind::LeftParen,
                AttrKind::Tagged { angle: true, .. } => matches!(kind, Kind::Less | Kind::Hash),
                AttrKind::Enum(_, cases)
                | AttrKind::Tagged { cases, .. }
                | AttrKind::Keyword(cases) => {
                    let word = self.text().trim_matches('"');
                    let is_word = matches!(kind, Kind::Bare | Kind::String);
                    is_word && cases.iter().any(|case| case.trim_matches('"') == word)
                }
            },
            _ => false,
        }
    }
}
