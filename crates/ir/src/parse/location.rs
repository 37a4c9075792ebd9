//! The parser of locations.

use super::{Kind, Parsed, Parser};
use crate::program::OpId;
use crate::{Attr, AttrData, Location};

impl<'s> Parser<'s> {
    /// `loc(…)`, as an attribute.
    pub(super) fn location_attribute(&mut self) -> Parsed<Attr> {
        self.advance();
        self.expect(Kind::LeftParen, "'(' in location")?;
        let location = self.location()?;
        self.expect(Kind::RightParen, "')' in location")?;
        Ok(location)
    }

    /// An optional `loc(…)` after an op. An alias in it may be defined later.
    pub(super) fn trailing_location(&mut self, op: OpId) -> Parsed<()> {
        if !self.is_word("loc") {
            return Ok(());
        }
        self.advance();
        self.expect(Kind::LeftParen, "'(' in location")?;
        if self.is(Kind::Hash) && !self.text().contains('.') {
            let token = self.advance();
            let name = &self.text_of(token)[1..];
            self.deferred_locations.push((op, name, token.start));
        } else {
            let location = self.location()?;
            self.module.locations.insert(op, location);
        }
        self.expect(Kind::RightParen, "')' in location").map(|_| ())
    }

    /// An optional `loc(…)` after a block argument. Undefined aliases are dropped.
    pub(crate) fn argument_location(&mut self) -> Parsed<Option<Attr>> {
        if !self.is_word("loc") {
            return Ok(None);
        }
        self.advance();
        self.expect(Kind::LeftParen, "'(' in location")?;
        let location = if self.is(Kind::Hash) {
            let token = self.advance();
            let name = &self.text_of(token)[1..];
            self.attribute_aliases.get(name).copied()
        } else {
            Some(self.location()?)
        };
        self.expect(Kind::RightParen, "')' in location")?;
        Ok(location)
    }

    /// Sets the locations of ops whose aliases were undefined when the ops were parsed.
    pub(super) fn resolve_deferred_locations(&mut self) -> Parsed<()> {
        for (op, name, at) in std::mem::take(&mut self.deferred_locations) {
            match self.attribute_aliases.get(name) {
                Some(&attribute) => {
                    self.module.locations.insert(op, attribute);
                }
                None => {
                    let message = format!("operation location alias was never defined: '{name}'");
                    return self.error_at(at, message);
                }
            }
        }
        Ok(())
    }

    fn location(&mut self) -> Parsed<Attr> {
        self.nested(|parser| {
            let location = match parser.token.kind {
                Kind::Hash => return parser.attribute(),
                Kind::String => parser.file_or_name()?,
                Kind::Bare => match parser.text() {
                    "unknown" => {
                        parser.advance();
                        Location::Unknown
                    }
                    "callsite" => parser.call_site()?,
                    "fused" => parser.fused()?,
                    _ => return parser.error("expected location instance"),
                },
                _ => return parser.error("expected location instance"),
            };
            Ok(parser.module.intern_attribute(AttrData::Location(location)))
        })
    }

    fn file_or_name(&mut self) -> Parsed<Location> {
        let text = self.string_text()?.into();
        if !self.eat(Kind::Colon) {
            let child = if self.eat(Kind::LeftParen) {
                let child = self.location()?;
                self.expect(Kind::RightParen, "')' after child location")?;
                Some(child)
            } else {
                None
            };
            return Ok(Location::Name { name: text, child });
        }
        let line = self.line_number()?;
        let column = if self.eat(Kind::Colon) {
            self.line_number()?
        } else {
            0
        };
        let start = self.token.start;
        let mut end = "";
        if self.eat_word("to") {
            if self.is(Kind::Integer) {
                self.advance();
            }
            if self.eat(Kind::Colon) {
                self.line_number()?;
            }
            end = self.slice(start, self.previous_end);
        }
        Ok(Location::File {
            file: text,
            line,
            column,
            end: end.into(),
        })
    }

    fn line_number(&mut self) -> Parsed<u32> {
        let at = self.token.start;
        match u32::try_from(self.small_integer()?) {
            Ok(number) => Ok(number),
            Err(_) => self.error_at(at, "expected a line or column number"),
        }
    }

    fn call_site(&mut self) -> Parsed<Location> {
        self.advance();
        self.expect(Kind::LeftParen, "'(' in callsite location")?;
        let callee = self.location()?;
        self.expect_word("at")?;
        let caller = self.location()?;
        self.expect(Kind::RightParen, "')' in callsite location")?;
        Ok(Location::CallSite { callee, caller })
    }

    fn fused(&mut self) -> Parsed<Location> {
        self.advance();
        let mut metadata = None;
        if self.eat(Kind::Less) {
            metadata = Some(self.attribute()?);
            self.expect(Kind::Greater, "'>' after fused location metadata")?;
        }
        self.expect(Kind::LeftBracket, "'[' in fused location")?;
        let mut parts = Vec::new();
        self.list_until(Kind::RightBracket, "']'", |parser| {
            parts.push(parser.location()?);
            Ok(())
        })?;
        Ok(Location::Fused {
            metadata,
            parts: parts.into(),
        })
    }
}
