//! Directives of assembly formats that cover several parts of an op: types and operands, maps and operands.

use super::format::Reading;
use super::format_attribute::integers;
use super::{Kind, OpState, Parsed, Parser, Unresolved};
use crate::derivation::Types;
use crate::number::Int;
use crate::program::{AffineExpr, AffineMap};
use crate::registry::{AttrKind, OpSpec, ResultsStyle, Rule, Slot};
use crate::{Attr, AttrData, Type, TypeData};

impl<'s> Parser<'s> {
    /// An optional `-> types` of the results, which are one group.
    pub(super) fn arrow_results(
        &mut self,
        spec: &'static OpSpec,
        style: ResultsStyle,
        reading: &mut Reading<'s>,
    ) -> Parsed<()> {
        let types = match self.eat(Kind::Arrow) {
            true if style == ResultsStyle::Bare && !self.is(Kind::LeftParen) => self.type_list()?,
            true => self.function_results()?,
            false => Vec::new(),
        };
        if let Some(slot) = reading.types.get_mut(spec.operands.len()) {
            *slot = Some(Types::Many(types.into()));
        }
        Ok(())
    }

    /// Reports a stated type from which the types of another group cannot be derived.
    pub(super) fn check_derived(&self, spec: &OpSpec, reading: &Reading<'s>) -> Parsed<()> {
        if reading.types.iter().all(Option::is_some) {
            return Ok(());
        }
        for (target, rule) in spec.rules.iter().chain(&spec.default_types) {
            if let Rule::Derived(how, from) = rule
                && let Some(message) = how.requirement()
                && reading.types[*target].is_none()
                && reading.types[*from].is_some()
            {
                return self.error_at(reading.types_at, message);
            }
        }
        Ok(())
    }

    /// The types of groups with one value.
    pub(super) fn short_types(
        &mut self,
        slots: &'static [Slot],
        reading: &mut Reading<'s>,
    ) -> Parsed<()> {
        for (number, slot) in slots.iter().enumerate() {
            if number > 0 {
                self.expect(Kind::Comma, "','")?;
            }
            reading.types[*slot] = Some(Types::One(self.ty()?));
        }
        Ok(())
    }

    /// The types of groups with one value; leading ones may be missing.
    pub(super) fn defaulted_types(
        &mut self,
        slots: &'static [Slot],
        reading: &mut Reading<'s>,
    ) -> Parsed<()> {
        let mut types = vec![self.ty()?];
        while types.len() < slots.len() && self.eat(Kind::Comma) {
            types.push(self.ty()?);
        }
        for (slot, ty) in slots[slots.len() - types.len()..].iter().zip(types) {
            reading.types[*slot] = Some(Types::One(ty));
        }
        Ok(())
    }

    /// `%a : type, %b : type`.
    pub(super) fn typed_operands(&mut self, group: usize, reading: &mut Reading<'s>) -> Parsed<()> {
        let mut types = Vec::new();
        let mut more = self.is(Kind::Percent);
        while more {
            reading.operands.push((group, self.operand()?));
            self.expect(Kind::Colon, "':'")?;
            types.push(self.ty()?);
            more = self.eat(Kind::Comma);
        }
        reading.types[group] = Some(Types::Many(types.into()));
        Ok(())
    }

    /// `(%dims)[%symbols]`: the operands of the map or set in an attribute that has been parsed.
    pub(super) fn map_operands(
        &mut self,
        state: &OpState,
        group: usize,
        attribute: &str,
        reading: &mut Reading<'s>,
    ) -> Parsed<()> {
        let at = self.token.start;
        let mut attributes = state.attributes.iter();
        let value = attributes.find(|it| self.module.name(it.name) == attribute);
        let inputs = value.and_then(|it| self.module.attribute_data(it.value).inputs());
        let Some((dims, symbols)) = inputs else {
            return self.error_at(at, "expected an affine map or an integer set before");
        };
        let operands = self.operand_list_in(Kind::LeftParen, Kind::RightParen)?;
        if operands.len() != dims as usize {
            return self.error_at(at, "dimension operand count does not match the map");
        }
        reading.add(group, operands);
        let mut count = 0;
        if self.is(Kind::LeftBracket) {
            let operands = self.operand_list_in(Kind::LeftBracket, Kind::RightBracket)?;
            count = operands.len();
            reading.add(group, operands);
        }
        if count != symbols as usize {
            let message = "operand count and affine map dimension and symbol count must match";
            return self.error_at(at, message);
        }
        Ok(())
    }
}

/// Operand bundles: their operands with types, and the tag and the size of each.
#[derive(Default)]
pub(crate) struct Bundles<'s> {
    pub(crate) operands: Vec<Unresolved<'s>>,
    pub(crate) types: Vec<Type>,
    pub(crate) tags: Vec<Attr>,
    pub(crate) sizes: Vec<i64>,
}

impl<'s> Parser<'s> {
    /// A bound of a loop: a number, a value, or a map, which `prefix` precedes if it has several results.
    pub(super) fn affine_bound(
        &mut self,
        state: &mut OpState,
        group: usize,
        attribute: &str,
        prefix: &str,
        reading: &mut Reading<'s>,
    ) -> Parsed<()> {
        let at = self.token.start;
        let prefixed = self.eat_word(prefix);
        let constant = |symbols, result| AffineMap {
            dims: 0,
            symbols,
            results: vec![result],
        };
        let map = match self.token.kind {
            Kind::Percent => {
                reading.operands.push((group, self.operand()?));
                constant(1, AffineExpr::Symbol(0))
            }
            Kind::Integer | Kind::Minus => {
                let value = Int::from(self.small_integer()?);
                constant(0, AffineExpr::Constant(value))
            }
            _ => {
                let map_at = self.token.start;
                let value = self.attribute()?;
                let AttrData::Map(map) = self.module.attribute_data(value) else {
                    return self.error_at(map_at, "expected an affine map");
                };
                let results = map.results.len();
                self.set(state, attribute, value);
                self.map_operands(state, group, attribute, reading)?;
                if results == 0 || (results > 1 && !prefixed) {
                    let message = format!(
                        "loop bound affine map with multiple results requires '{prefix}' prefix"
                    );
                    return self.error_at(at, message);
                }
                return Ok(());
            }
        };
        self.set_data(state, attribute, AttrData::Map(map));
        Ok(())
    }

    /// An optional `["tag"(%a, %b : types), …]`.
    pub(crate) fn bundles(&mut self) -> Parsed<Bundles<'s>> {
        let mut bundles = Bundles::default();
        if !self.eat(Kind::LeftBracket) {
            return Ok(bundles);
        }
        self.list_until(Kind::RightBracket, "']'", |parser| {
            bundles.tags.push(parser.attribute()?);
            parser.expect(Kind::LeftParen, "'('")?;
            let before = bundles.operands.len();
            let at = parser.token.start;
            if !parser.eat(Kind::RightParen) {
                bundles.operands.extend(parser.operand_list()?);
                parser.expect(Kind::Colon, "':'")?;
                bundles.types.extend(parser.type_list()?);
                parser.expect(Kind::RightParen, "')'")?;
            }
            if bundles.operands.len() != bundles.types.len() {
                return parser.error_at(at, "number of operands and types do not match");
            }
            bundles.sizes.push((bundles.operands.len() - before) as i64);
            Ok(())
        })?;
        Ok(bundles)
    }

    /// Sets the attributes with the sizes and the tags of operand bundles.
    pub(crate) fn set_bundles(
        &mut self,
        state: &mut OpState,
        [of_sizes, of_tags]: [&str; 2],
        sizes: Vec<i64>,
        tags: Vec<Attr>,
    ) {
        let sizes = integers(Type::I32, sizes);
        self.set_data(state, of_sizes, sizes);
        if !tags.is_empty() {
            self.set_data(state, of_tags, AttrData::Array(tags.into()));
        }
    }

    /// `[start:limit:stride, …]`; a stride of 1 may be omitted.
    pub(super) fn ranges(
        &mut self,
        state: &mut OpState,
        spec: &'static OpSpec,
        lists: &[usize; 3],
    ) -> Parsed<()> {
        let mut values = [vec![], vec![], vec![]];
        self.expect(Kind::LeftBracket, "'['")?;
        self.list_until(Kind::RightBracket, "']'", |parser| {
            values[0].push(parser.small_integer()?);
            parser.expect(Kind::Colon, "':'")?;
            values[1].push(parser.small_integer()?);
            values[2].push(match parser.eat(Kind::Colon) {
                true => parser.small_integer()?,
                false => 1,
            });
            Ok(())
        })?;
        for (at, values) in lists.iter().zip(values) {
            let name = spec.attributes[*at].name;
            self.set_data(state, name, integers(Type::I64, values));
        }
        Ok(())
    }

    /// `case 1 {…} case 2 {…}`: regions after the first.
    pub(super) fn case_regions(
        &mut self,
        state: &mut OpState,
        spec: &'static OpSpec,
        cases: usize,
        reading: &mut Reading<'s>,
    ) -> Parsed<()> {
        let mut numbers = Vec::new();
        while self.eat_word("case") {
            numbers.push(self.small_integer()?);
            let region = self.region(state.op, &[])?;
            reading.regions.push((numbers.len(), region));
        }
        self.set_data_at(state, spec, cases, integers(Type::I64, numbers));
        Ok(())
    }

    /// `@a -> @b, @c -> @d`.
    pub(super) fn symbol_pairs(
        &mut self,
        state: &mut OpState,
        spec: &'static OpSpec,
        attributes: [usize; 2],
    ) -> Parsed<()> {
        let mut lists = [Vec::new(), Vec::new()];
        loop {
            let first = self.symbol_text()?;
            self.expect(Kind::Arrow, "'->'")?;
            let second = self.symbol_text()?;
            for (list, symbol) in lists.iter_mut().zip([first, second]) {
                list.push(self.module.intern_attribute(AttrData::Symbol(symbol)));
            }
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        for (at, list) in attributes.into_iter().zip(lists) {
            self.set_data_at(state, spec, at, AttrData::Array(list.into()));
        }
        Ok(())
    }

    /// A word such as `e5m10`, whose numbers are attributes.
    pub(super) fn joined(
        &mut self,
        state: &mut OpState,
        spec: &'static OpSpec,
        parts: &'static [(String, usize)],
    ) -> Parsed<()> {
        let at = self.token.start;
        let mut rest = self.word("a word with numbers")?;
        for (text, attribute) in parts {
            let number = rest.strip_prefix(text.as_str());
            let number =
                number.map(|it| it.split_at(it.bytes().take_while(u8::is_ascii_digit).count()));
            let parsed =
                number.and_then(|(number, after)| Some((number.parse::<u8>().ok()?, after)));
            let (Some((number, after)), AttrKind::Integer(ty)) =
                (parsed, &spec.attributes[*attribute].kind)
            else {
                let example: String = parts.iter().map(|(text, _)| format!("{text}8")).collect();
                return self.error_at(at, format!("expected a word such as {example}"));
            };
            rest = after;
            let ty = self.module.static_type(ty);
            let value = self.module.integer_attribute(i64::from(number), ty);
            self.set_at(state, spec, *attribute, value);
        }
        match rest {
            "" => Ok(()),
            _ => self.error_at(at, format!("unexpected {rest} in a word with numbers")),
        }
    }

    /// Sets lists of zeros and of ones, as long as another list.
    pub(super) fn unit_bounds(
        &mut self,
        state: &mut OpState,
        spec: &'static OpSpec,
        [zeros, ones, like]: [usize; 3],
    ) {
        let like = spec.attributes[like].name;
        let mut attributes = state.attributes.iter();
        let like = attributes.find(|it| self.module.name(it.name) == like);
        let like = like.and_then(|it| self.module.attribute_data(it.value).as_dense_array());
        let length = like.map_or(0, <[_]>::len);
        for (at, value) in [(zeros, 0), (ones, 1)] {
            let data = integers(Type::I64, vec![value; length]);
            self.set_data(state, spec.attributes[at].name, data);
        }
    }

    /// Adds a region whose arguments have the element types of the operands, and which yields the first by the op
    /// `end`.
    pub(super) fn add_body(&mut self, state: &mut OpState, end: &str, reading: &Reading<'s>) {
        let module = &mut self.module;
        let mut elements = Vec::new();
        for (types, count) in reading.types.iter().zip(&reading.counts) {
            let types = types.as_ref().map_or(&[][..], Types::as_slice);
            let types = types.iter().cycle().take(*count);
            elements.extend(types.map(|ty| match module.type_data(*ty) {
                TypeData::Complex(_) => *ty,
                data => data.element().unwrap_or(*ty),
            }));
        }
        let region = module.new_region(state.op);
        let block = module.create_block(region, &elements);
        let values = &module.blocks[block.index()].arguments;
        let value = values.first().copied();
        let end = module.create_op(end, value.as_slice(), &[], &[], 0);
        module.ops[end.index()].offset = state.at;
        module.append(block, end);
        state.regions.push(region);
    }
}

impl AttrData {
    /// The numbers of dimensions and symbols of an affine map or an integer set.
    pub(crate) fn inputs(&self) -> Option<(u32, u32)> {
        match self {
            AttrData::Map(map) => Some((map.dims, map.symbols)),
            AttrData::Set(set) => Some((set.dims, set.symbols)),
            _ => None,
        }
    }
}
