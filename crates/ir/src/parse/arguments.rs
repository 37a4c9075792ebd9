//! The names of entry arguments in assembly formats, and regions with these arguments.

use super::format::Reading;
use super::{Argument, Kind, OpState, Parsed, Parser};
use crate::Type;
use crate::program::RegionId;
use crate::registry::{ArgumentList, OpSpec, Slot};

/// The value of a group whose type an argument has, if it is not stated.
pub(super) type TypeSource = Option<(Slot, usize)>;

impl<'s> Parser<'s> {
    /// Names of entry arguments.
    pub(super) fn argument_list(
        &mut self,
        list: &'static ArgumentList,
        reading: &mut Reading<'s>,
    ) -> Parsed<()> {
        match list {
            ArgumentList::Typed => {
                let argument = self.argument()?;
                reading.add_argument(argument, None);
            }
            ArgumentList::Fixed(ty) => {
                let mut argument = self.named_argument()?;
                argument.ty = self.module.static_type(ty);
                reading.add_argument(argument, None);
            }
            ArgumentList::One(slot) => {
                let argument = self.named_argument()?;
                reading.add_argument(argument, Some((*slot, 0)));
            }
            ArgumentList::Before(ty, _) => {
                while self.is(Kind::Percent) {
                    let mut argument = self.named_argument()?;
                    argument.ty = self.module.static_type(ty);
                    reading.add_argument(argument, None);
                    if !self.eat(Kind::Comma) {
                        break;
                    }
                }
            }
            ArgumentList::Many(slot) => {
                for number in 0.. {
                    let argument = self.named_argument()?;
                    reading.add_argument(argument, Some((*slot, number)));
                    if !self.eat(Kind::Comma) {
                        break;
                    }
                }
            }
            ArgumentList::Assigned(slot) => {
                self.expect(Kind::LeftParen, "'('")?;
                let mut number = 0;
                self.list_until(Kind::RightParen, "')'", |parser| {
                    let argument = parser.named_argument()?;
                    parser.expect(Kind::Equal, "'='")?;
                    let operand = parser.operand()?;
                    reading.add_argument(argument, Some((*slot, number)));
                    reading.operands.push((*slot, operand));
                    number += 1;
                    Ok(())
                })?;
            }
        }
        Ok(())
    }

    /// `%a`, without its type.
    fn named_argument(&mut self) -> Parsed<Argument<'s>> {
        let (name, at) = self.argument_name()?;
        Ok(Argument {
            name,
            at,
            ty: Type::NONE,
            attributes: None,
            location: None,
        })
    }

    /// A region with the arguments that were named before.
    pub(super) fn region_of_arguments(
        &mut self,
        state: &mut OpState,
        spec: &'static OpSpec,
        reading: &mut Reading<'s>,
    ) -> Parsed<RegionId> {
        self.infer_before_region(state, spec, reading);
        let counts = &reading.counts;
        for (argument, source) in reading.arguments.iter_mut().zip(&reading.sources) {
            let Some((slot, number)) = *source else {
                continue;
            };
            let types = reading.types[slot].as_ref();
            let types = types.map_or(&[][..], |types| types.as_slice());
            let shared = types.first().filter(|_| types.len() == 1);
            match types.get(number).or(shared) {
                Some(ty) if number < counts[slot] => argument.ty = *ty,
                _ => {
                    let message = "expected an operand and a type for each argument";
                    return self.error_at(argument.at, message);
                }
            }
        }
        self.region(state.op, &reading.arguments)
    }
}
