//! Lenient parsing: an op that cannot be read is kept as text.
//!
//! The parser first tries to read an op as usual. If that fails, the state of the parser is restored, and the text of
//! the op is kept with its regions as far as they can be read ([`text`]). If that fails too, all of its text is kept.

mod extent;
mod finish;
pub(super) mod memory;
mod state;
mod text;

use super::{Kind, ParseByHand, Parsed, Parser};
use crate::program::BlockId;
use crate::{Module, ParseError, ParseOptions};
use hashbrown::HashMap;
use memory::{Kept, Lenient};
use std::cell::Cell;
use std::sync::Arc;

/// How much of the text of an op is kept.
#[derive(Clone, Copy, PartialEq)]
enum Depth {
    /// The text outside of its regions.
    Outside,
    /// All of it.
    Everything,
}

/// How often a program is parsed again, with the text of invalid ops kept.
const MAX_ROUNDS: usize = 16;

impl Module {
    /// Parses a program. An op that cannot be read, or that is invalid, is kept as text.
    pub(crate) fn parse_leniently(
        source: &Arc<String>,
        file: &str,
        options: ParseOptions,
        by_hand: &'static [ParseByHand],
    ) -> Result<Module, ParseError> {
        let first_line = options.first_line;
        let place = |at: u32, message: &str| {
            ParseError::new(file, source, first_line, at as usize, message)
        };
        let mut invalid: HashMap<u32, String> = HashMap::new();
        let mut round = 0;
        loop {
            round += 1;
            let mut module = Module::empty(Arc::clone(source), file, first_line);
            module.syntaxes = Arc::clone(&options.syntaxes);
            let mut parser = Parser::new(source, module, options.clone(), by_hand);
            parser.lenient = Some(Box::new(Lenient::new(source, invalid.clone())));
            parser.advance();
            if let Err(error) = parser.file() {
                return Err(place(parser.failed_at(), &error.message));
            }
            let mut module = parser.module;
            let faults = module.finish_leniently();
            let Some((first, message)) = faults.first() else {
                return Ok(module);
            };
            let is_new = faults.iter().any(|(at, _)| !invalid.contains_key(at));
            if !is_new || round == MAX_ROUNDS {
                return Err(place(*first, message));
            }
            invalid.extend(faults);
        }
    }
}

impl<'s> Lenient<'s> {
    fn new(source: &str, invalid: HashMap<u32, String>) -> Lenient<'s> {
        Lenient {
            journal: Vec::new(),
            kept: Vec::new(),
            fuel: source.len().saturating_mul(4).saturating_add(1 << 16),
            invalid,
            failed_at: Cell::new(0),
        }
    }
}

impl<'s> Parser<'s> {
    /// Parses an op and appends it to `block`; if it cannot be read, its text is kept.
    pub(super) fn lenient_operation(&mut self, block: BlockId) -> Parsed<()> {
        let before = self.snapshot();
        let Err(error) = self.strict_operation(block) else {
            return Ok(());
        };
        let reason = error.message;
        let failed_at = self.failed_at();
        for depth in [Depth::Outside, Depth::Everything] {
            let is_affordable = self.restore(&before);
            if depth == Depth::Everything || is_affordable {
                match self.kept_operation(block, depth, (failed_at, &reason)) {
                    Ok(()) => return Ok(()),
                    // The place of the first error is the most useful one.
                    Err(_) => self.lenient_mut().failed_at.set(failed_at),
                }
            }
        }
        Err(Box::new(ParseError::without_place(reason)))
    }

    /// The error `message`, for which only the message and the offset are recorded, since most are dropped.
    pub(super) fn lenient_error(&self, at: u32, message: String) -> Box<ParseError> {
        if let Some(lenient) = &self.lenient {
            lenient.failed_at.set(at);
        }
        Box::new(ParseError::without_place(message))
    }

    /// The reason why an op at a position is invalid though it can be read.
    pub(super) fn reason_against(&self, at: u32) -> Option<&str> {
        let lenient = self.lenient.as_ref()?;
        lenient.invalid.get(&at).map(String::as_str)
    }

    /// The position of the error with which lenient parsing failed.
    pub(super) fn failed_at(&self) -> u32 {
        let lenient = self.lenient.as_ref();
        lenient.map_or(0, |lenient| lenient.failed_at.get())
    }

    fn lenient_mut(&mut self) -> &mut Lenient<'s> {
        self.lenient
            .as_mut()
            .expect("only lenient parsing calls this")
    }

    /// Whether the text between the previous token and the current one has a line break.
    fn is_first_of_line(&self) -> bool {
        let blank = self.slice(self.previous_end, self.token.start);
        blank.contains('\n') || self.previous_end == 0
    }

    /// Whether the current token can begin an op.
    fn can_begin_op(&self) -> bool {
        matches!(self.token.kind, Kind::Bare | Kind::String)
    }
}
