//! Directives of assembly formats that cover several parts of an op: types and operands, maps and operands.

use super::format::Reading;
use super::{Kind, OpState, Parsed, Parser};
use crate::AttrData;
use crate::derivation::Types;
use crate::registry::{OpSpec, Rule, Slot};

impl<'s> Parser<'s> {
    /// An optional `-> types` of the results, which are one group.
    pub(super) fn arrow_results(
        &mut self,
        spec: &'static OpSpec,
        reading: &mut Reading<'s>,
    ) -> Parsed<()> {
        let types = match self.eat(Kind::Arrow) {
            true => self.function_results()?,
            false => Vec::new(),
        };
        if let Some(slot) = reading.types.get_mut(spec.operands.len()) {
            *slot = Some(Types::Many(types));
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
        reading.types[group] = Some(Types::Many(types));
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
