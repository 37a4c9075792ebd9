//! The completion of ops whose text is kept, once all names and aliases are known.

use super::super::block::BlockScope;
use super::super::operand::Use;
use super::super::{Kind, Lexer, Parsed, Parser};
use super::Kept;
use super::memory::{Mention, Part};
use crate::program::OpId;
use crate::verbatim::{ATTRIBUTE, ArgumentPlace, Piece, Unread, Verbatim};
use crate::{AttrData, NamedAttribute};
use calipers_support::order::Order;
use hashbrown::HashMap;

impl<'s> Parser<'s> {
    /// Sets the successors of the kept ops in a region whose blocks are known.
    pub(in super::super) fn link_kept(&mut self, scope: &BlockScope<'s>) -> Parsed<()> {
        for &number in scope.kept() {
            let kept = &self.lenient_mut().kept[number];
            let op = kept.op;
            let is_last = self.is_last_in_block(op);
            let mut successors = Vec::new();
            let mut undefined = None;
            for part in &self.lenient_mut().kept[number].parts {
                let Part::Successor {
                    name,
                    at,
                    in_braces,
                } = part
                else {
                    continue;
                };
                // In braces, the names of an op that is no terminator are labels in its own text.
                let is_branch = is_last || !in_braces;
                let is_known = || successors.iter().any(|(known, _)| known == name);
                match scope.block(name) {
                    Some(block) if is_branch && !is_known() => successors.push((*name, block)),
                    None if !in_braces => undefined = undefined.or(Some(*at)),
                    _ => {}
                }
            }
            if let Some(at) = undefined {
                return self.error_at(at, "reference to an undefined block");
            }
            let blocks: Vec<_> = successors.iter().map(|(_, block)| *block).collect();
            self.module.ops[op.index()].set_successors(&blocks);
            let names = successors.into_iter().map(|(name, _)| name);
            self.lenient_mut().kept[number].successors = names.collect();
        }
        Ok(())
    }

    fn is_last_in_block(&self, op: OpId) -> bool {
        let block = self.module.op(op).block();
        block.is_some_and(|block| self.module.blocks[block.index()].ops.last() == Some(&op))
    }

    /// Completes the kept ops at the end of a file.
    pub(in super::super) fn finish_kept(&mut self) {
        let Some(lenient) = &mut self.lenient else {
            return;
        };
        let mut all = std::mem::take(&mut lenient.kept);
        all.order_by_key(|kept| self.module.op(kept.op).offset);
        self.module.unread = self.unread(&all);
        let name = self.module.intern_name(ATTRIBUTE);
        for kept in &all {
            let verbatim = self.verbatim(kept);
            let data = AttrData::Verbatim(Box::new(verbatim));
            let value = self.module.intern_attribute(data);
            let attribute = NamedAttribute {
                name,
                value,
                inherent: true,
            };
            let attributes = self.module.intern_list(&[attribute]);
            self.module.ops[kept.op.index()].attributes = attributes;
        }
    }

    /// The pieces of the text of an op. Names that were defined after it become operands.
    fn verbatim(&mut self, kept: &Kept<'s>) -> Verbatim {
        let mut sources = Vec::with_capacity(kept.mentions.len());
        let mut next = 0;
        for mention in &kept.mentions {
            let source = match mention.value {
                Use::Value(_) => {
                    next += 1;
                    Some(Piece::Operand(next - 1))
                }
                Use::Forward(forward) => self.late_operand(kept.op, forward),
                Use::None => None,
            };
            let first = mention.arguments.first();
            sources.push(source.or_else(|| first.map(|it| Piece::Argument(*it))));
        }
        let mut pieces = Vec::with_capacity(kept.parts.len());
        for part in &kept.parts {
            pieces.push(match part {
                Part::Text(text) => Piece::Text(self.expanded(text).into()),
                Part::Region { index, labelled } => Piece::Region {
                    index: *index,
                    labelled: *labelled,
                },
                Part::Successor { name, .. } => {
                    let mut names = kept.successors.iter();
                    match names.position(|known| known == name) {
                        Some(at) => Piece::Successor(at as u32),
                        None => Piece::Text(format!("^{name}").into()),
                    }
                }
                Part::Mention(at) => match &sources[*at] {
                    Some(source) => source.clone(),
                    None => Piece::Text(written(&kept.mentions[*at]).into()),
                },
            });
        }
        Verbatim {
            pieces: pieces.into(),
            homonyms: homonyms(&kept.mentions, &sources).into(),
        }
    }

    /// Makes the value of a forward reference an operand, if there is one.
    fn late_operand(&mut self, op: OpId, forward: u32) -> Option<Piece> {
        let value = self.values.resolved(forward)?;
        let operands = &mut self.module.ops[op.index()].operands;
        operands.push(value);
        Some(Piece::Operand(operands.len() as u32 - 1))
    }

    /// A text with the values of its aliases, since the printer defines its own aliases.
    fn expanded(&self, text: &str) -> String {
        let mut lexer = Lexer::new(text);
        let (mut out, mut copied) = (String::new(), 0);
        loop {
            let token = lexer.token();
            let (start, end) = (token.start as usize, token.end as usize);
            let alias = match token.kind {
                Kind::Eof => break,
                _ if text[end..].starts_with('<') => None,
                Kind::Hash => {
                    let alias = self.attribute_aliases.get(&text[start + 1..end]);
                    alias.map(|&alias| match self.module.attribute_data(alias) {
                        // An alias of a location is written in `loc(…)`.
                        AttrData::Location(_) => {
                            let text = self.module.attribute_text(alias);
                            let inner = text.strip_prefix("loc(");
                            let inner = inner.and_then(|text| text.strip_suffix(')'));
                            inner.unwrap_or(&text).to_owned()
                        }
                        _ => self.module.attribute_text(alias),
                    })
                }
                Kind::Bang => {
                    let alias = self.type_aliases.get(&text[start + 1..end]);
                    alias.map(|&alias| self.module.type_text(alias))
                }
                _ => None,
            };
            if let Some(alias) = alias {
                out.push_str(&text[copied..start]);
                out.push_str(&alias);
                copied = end;
            }
        }
        out.push_str(&text[copied..]);
        out
    }

    /// The kept ops by their names, in order of the first one of each name.
    fn unread(&self, all: &[Kept<'s>]) -> Vec<Unread> {
        let mut kinds: Vec<Unread> = Vec::new();
        let mut known = HashMap::new();
        for kept in all {
            let at = *known.entry(kept.name).or_insert(kinds.len());
            if let Some(kind) = kinds.get_mut(at) {
                kind.count += 1;
                continue;
            }
            let (line, column) = self.module.line_and_column(kept.reason_at);
            kinds.push(Unread {
                name: kept.name.to_owned(),
                count: 1,
                line,
                column,
                reason: kept.reason.clone(),
            });
        }
        kinds
    }
}

/// A name as it is written.
fn written(mention: &Mention<'_>) -> String {
    match mention.number {
        Some(number) => format!("%{}#{number}", mention.name),
        None => format!("%{}", mention.name),
    }
}

/// The arguments that are printed like a value or like another argument.
fn homonyms(mentions: &[Mention<'_>], sources: &[Option<Piece>]) -> Vec<(ArgumentPlace, Piece)> {
    let mut all = Vec::new();
    for (mention, source) in mentions.iter().zip(sources) {
        for &argument in &mention.arguments {
            match source {
                Some(source) if *source != Piece::Argument(argument) => {
                    all.push((argument, source.clone()));
                }
                _ => {}
            }
        }
    }
    all
}
