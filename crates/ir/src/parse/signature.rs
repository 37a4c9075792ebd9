//! The arguments and results in a function's header.

use super::{Argument, Kind, OpState, Parsed, Parser};
use crate::{Attr, AttrData, Type};

/// The arguments and results in a function's header.
pub(crate) struct Signature<'s> {
    pub(crate) arguments: Vec<Argument<'s>>,
    pub(crate) results: Vec<(Type, Option<Attr>)>,
}

impl<'s> Parser<'s> {
    /// `(%a: type {attrs}, …) -> (type {attrs}, …)`; arguments may be unnamed types.
    pub(crate) fn signature(&mut self) -> Parsed<Signature<'s>> {
        let mut arguments = Vec::new();
        self.expect(Kind::LeftParen, "'(' before the arguments")?;
        self.list_until(Kind::RightParen, "')'", |parser| {
            let mut name = ("", parser.token.start);
            if parser.is(Kind::Percent) {
                name = parser.argument_name()?;
                parser.expect(Kind::Colon, "':' after an argument")?;
            }
            arguments.push(parser.rest_of_argument(name)?);
            Ok(())
        })?;
        let mut results = Vec::new();
        if self.eat(Kind::Arrow) {
            if self.eat(Kind::LeftParen) {
                self.list_until(Kind::RightParen, "')'", |parser| {
                    let ty = parser.ty()?;
                    results.push((ty, parser.value_attributes()?));
                    Ok(())
                })?;
            } else {
                results.push((self.ty()?, None));
            }
        }
        Ok(Signature { arguments, results })
    }

    /// `type {attributes} loc(…)` after the name of an argument and its position.
    pub(crate) fn rest_of_argument(&mut self, (name, at): (&'s str, u32)) -> Parsed<Argument<'s>> {
        Ok(Argument {
            name,
            at,
            ty: self.ty()?,
            attributes: self.value_attributes()?,
            location: self.argument_location()?,
        })
    }

    /// Optional `{attributes}` of an argument or a result.
    pub(crate) fn value_attributes(&mut self) -> Parsed<Option<Attr>> {
        if !self.is(Kind::LeftBrace) {
            return Ok(None);
        }
        let attributes = self.attribute()?;
        let empty = matches!(
            self.module.attribute_data(attributes),
            AttrData::Dictionary(items) if items.is_empty()
        );
        Ok((!empty).then_some(attributes))
    }

    /// Sets the type of a function and the attributes of its arguments and results.
    pub(crate) fn set_signature(
        &mut self,
        state: &mut OpState,
        name: &str,
        signature: &Signature<'_>,
    ) {
        let inputs: Vec<Type> = signature.arguments.iter().map(|it| it.ty).collect();
        let results: Vec<Type> = signature.results.iter().map(|(ty, _)| *ty).collect();
        let ty = self.module.function_type(&inputs, &results);
        self.set_data(state, name, AttrData::Type(ty));
        self.set_value_attributes(state, signature);
    }

    /// Sets the attributes of arguments and results.
    pub(crate) fn set_value_attributes(&mut self, state: &mut OpState, signature: &Signature<'_>) {
        let arguments: Vec<_> = signature.arguments.iter().map(|it| it.attributes).collect();
        let results: Vec<_> = signature.results.iter().map(|(_, it)| *it).collect();
        for (name, list) in [("arg_attrs", arguments), ("res_attrs", results)] {
            self.set_dictionaries(state, name, list);
        }
    }

    /// Sets an array of dictionaries, unless all are absent.
    pub(crate) fn set_dictionaries(
        &mut self,
        state: &mut OpState,
        name: &'static str,
        list: Vec<Option<Attr>>,
    ) {
        if list.iter().all(Option::is_none) {
            return;
        }
        let empty = AttrData::Dictionary(Box::default());
        let empty = self.module.intern_attribute(empty);
        let list = list.into_iter().map(|it| it.unwrap_or(empty)).collect();
        self.set_data(state, name, AttrData::Array(list));
    }
}
