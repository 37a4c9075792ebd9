//! The text of an op that cannot be read, in pieces.

use super::super::operand::Use;
use super::super::{Argument, Kind, Parsed, Parser};
use super::memory::{Mention, Part};
use super::{Depth, Kept};
use crate::Type;
use crate::parse::op::OpState;
use crate::program::BlockId;
use crate::verbatim::{ArgumentPlace, OP};
use hashbrown::HashMap;

/// The text of an op, as far as it has been read.
struct Reading<'s> {
    depth: Depth,
    parts: Vec<Part<'s>>,
    mentions: Vec<Mention<'s>>,
    /// The numbers of the mentions.
    known: HashMap<(&'s str, Option<u32>), usize>,
    /// The open brackets, and their positions. A `<` may be a character without a counterpart.
    open: Vec<(Kind, u32)>,
    /// The start of the text that is not yet in a part.
    start: u32,
    /// Whether a successor is written outside of braces.
    branches: bool,
}

impl Reading<'_> {
    /// Closes an angle bracket, unless another bracket is open in it.
    fn close_angle(&mut self) {
        if self.open.last().is_some_and(|it| it.0 == Kind::Less) {
            self.open.pop();
        }
    }
}

impl<'s> Parser<'s> {
    /// Keeps the text of an op, which begins at the current token.
    pub(super) fn kept_operation(
        &mut self,
        block: BlockId,
        depth: Depth,
        (reason_at, reason): (u32, &str),
    ) -> Parsed<()> {
        let mut names = Vec::new();
        self.result_names(&mut names)?;
        if !self.can_begin_op() {
            return self.error("expected operation name in quotes");
        }
        let name = self.text().trim_matches('"');
        let at = self.token.start;
        let op_name = self.module.intern_name(OP);
        let op = self.module.new_op(op_name, at);
        self.module.ops[op.index()].set_block(Some(block));
        let mut state = self.spare_states.pop().unwrap_or_default();
        state.op = op;
        state.spec = None;
        state.at = at;
        let text = self.kept_text(&mut state, depth)?;
        self.trailing_location(op)?;
        if text.branches && !self.ends_block() {
            return self.error("expected the end of a block after an op with successors");
        }
        let count: u64 = names.iter().map(|(_, _, count)| u64::from(*count)).sum();
        if count > u64::from(u16::MAX) {
            return self.error_at(at, "expected fewer results");
        }
        let unknown = self.unknown_type();
        state.results = vec![unknown; count as usize];
        self.finish_op(state, block, at, &names)?;
        let kept = &mut self.lenient_mut().kept;
        let number = kept.len();
        kept.push(Kept {
            op,
            name,
            reason: reason.to_owned(),
            reason_at,
            parts: text.parts,
            mentions: text.mentions,
            successors: Vec::new(),
        });
        self.note_kept(number);
        Ok(())
    }

    fn kept_text(&mut self, state: &mut OpState, depth: Depth) -> Parsed<Reading<'s>> {
        let mut reading = Reading {
            depth,
            parts: Vec::new(),
            mentions: Vec::new(),
            known: HashMap::new(),
            open: Vec::new(),
            start: self.token.start,
            branches: false,
        };
        let mut previous = self.advance().kind;
        loop {
            let is_outside = reading.open.iter().all(|(kind, _)| *kind == Kind::Less);
            if is_outside && (self.ends_op(previous) || self.is_final_location()) {
                break;
            }
            previous = self.token.kind;
            self.kept_token(state, &mut reading)?;
        }
        self.flush(&mut reading, self.previous_end);
        Ok(reading)
    }

    fn kept_token(&mut self, state: &mut OpState, reading: &mut Reading<'s>) -> Parsed<()> {
        let token = self.token;
        match token.kind {
            Kind::Eof => {
                let at = reading.open.last().map_or(token.start, |(_, at)| *at);
                return self.error_at(at, "expected the end of the brackets that begin here");
            }
            Kind::Percent => return self.kept_name(state, reading),
            Kind::Caret => self.kept_successor(reading),
            Kind::LeftBrace if self.is_kept_region(reading) => {
                return self.kept_region(state, reading);
            }
            Kind::LeftBrace | Kind::LeftParen | Kind::LeftBracket | Kind::MetadataBegin => {
                let open = match token.kind {
                    Kind::MetadataBegin => Kind::LeftBrace,
                    kind => kind,
                };
                reading.open.push((open, token.start));
            }
            Kind::Less => reading.open.push((Kind::Less, token.start)),
            // An arrow such as `=>` is no bracket.
            Kind::Greater if !self.follows_equal() => reading.close_angle(),
            Kind::RightBrace | Kind::RightParen | Kind::RightBracket => {
                self.close_bracket(reading)?;
            }
            _ => {}
        }
        self.advance();
        Ok(())
    }

    fn close_bracket(&mut self, reading: &mut Reading<'s>) -> Parsed<()> {
        let wanted = match self.token.kind {
            Kind::RightBrace => Kind::LeftBrace,
            Kind::RightParen => Kind::LeftParen,
            _ => Kind::LeftBracket,
        };
        while let Some((kind, _)) = reading.open.pop() {
            if kind == wanted {
                return Ok(());
            }
            if kind != Kind::Less {
                break;
            }
        }
        self.error("unbalanced bracket")
    }

    fn follows_equal(&self) -> bool {
        self.previous_end == self.token.start
            && self.lexer_byte(self.previous_end.saturating_sub(1)) == b'='
    }

    /// Whether the rest of the op is `loc(…)`.
    fn is_final_location(&self) -> bool {
        if !self.is_word("loc") {
            return false;
        }
        let mut lexer = self.lexer.clone();
        let mut depth = 0usize;
        loop {
            match lexer.token().kind {
                Kind::LeftParen => depth += 1,
                Kind::RightParen if depth <= 1 => break,
                Kind::RightParen => depth -= 1,
                Kind::Eof => return false,
                _ if depth == 0 => return false,
                _ => {}
            }
        }
        let end = lexer.token();
        let at_line_start = end.kind == Kind::Eof
            || self.slice(self.token.end, end.start).contains('\n')
            || end.kind == Kind::RightBrace;
        at_line_start && !matches!(end.kind, Kind::Comma | Kind::Colon | Kind::LeftBrace)
    }

    /// Ends the current part of text.
    fn flush(&self, reading: &mut Reading<'s>, end: u32) {
        if reading.start < end {
            reading
                .parts
                .push(Part::Text(self.slice(reading.start, end)));
        }
        reading.start = end;
    }

    /// `%name` or `%name#n`.
    fn kept_name(&mut self, state: &mut OpState, reading: &mut Reading<'s>) -> Parsed<()> {
        let start = self.token.start;
        self.flush(reading, start);
        let used = self.operand()?;
        let is_numbered = self.slice(start, self.previous_end).contains('#');
        let number = is_numbered.then_some(used.number);
        reading.start = self.previous_end;
        let new = reading.mentions.len();
        let at = *reading.known.entry((used.name, number)).or_insert(new);
        reading.parts.push(Part::Mention(at));
        if at != new {
            return Ok(());
        }
        let value = self.mention(used);
        if let Use::Value(value) = value {
            state.operands.push(value);
        }
        reading.mentions.push(Mention {
            name: used.name,
            number,
            at: start,
            value,
            arguments: Vec::new(),
        });
        Ok(())
    }

    /// `^name`, which may be a successor, or a label in braces.
    fn kept_successor(&mut self, reading: &mut Reading<'s>) {
        let token = self.token;
        let in_braces = reading.open.iter().any(|it| it.0 == Kind::LeftBrace);
        reading.branches |= !in_braces;
        self.flush(reading, token.start);
        let name = &self.text_of(token)[1..];
        reading.parts.push(Part::Successor {
            name,
            at: token.start,
            in_braces,
        });
        reading.start = token.end;
    }

    fn is_kept_region(&self, reading: &Reading<'s>) -> bool {
        reading.depth == Depth::Outside
            && reading.open.iter().all(|(kind, _)| *kind != Kind::Less)
            && self.begins_region()
    }

    /// A region: names that the text mentions before may be its arguments.
    fn kept_region(&mut self, state: &mut OpState, reading: &mut Reading<'s>) -> Parsed<()> {
        self.flush(reading, self.token.start);
        let index = state.regions.len() as u32;
        let labelled = self.is_label_next();
        let mut arguments = Vec::new();
        if !labelled {
            let unknown = self.unknown_type();
            self.arguments_of(reading, index, unknown, &mut arguments);
        }
        let region = self.open_region(state.op, &arguments)?;
        state.regions.push(region);
        reading.parts.push(Part::Region { index, labelled });
        reading.start = self.previous_end;
        Ok(())
    }

    /// The mentions that may define arguments of a region.
    fn arguments_of(
        &self,
        reading: &mut Reading<'s>,
        region: u32,
        ty: Type,
        arguments: &mut Vec<Argument<'s>>,
    ) {
        for mention in &mut reading.mentions {
            if mention.number.is_some() {
                continue;
            }
            mention.arguments.push(ArgumentPlace {
                region,
                index: arguments.len() as u32,
            });
            arguments.push(Argument {
                name: mention.name,
                at: mention.at,
                ty,
                attributes: None,
                location: None,
            });
        }
    }

    /// Whether a label follows the current brace.
    fn is_label_next(&self) -> bool {
        self.lexer.clone().token().kind == Kind::Caret
    }

    /// Whether the current token ends a block.
    fn ends_block(&self) -> bool {
        matches!(self.token.kind, Kind::Caret | Kind::RightBrace)
    }
}
