//! The grammar of `-pass-pipeline`: which passes run on which ops, as text.
//!
//! ```text
//! pipeline ::= element (`,` element)*
//! element  ::= anchor `(` pipeline? `)` | pass (`{` option* `}`)?
//! option   ::= name (`=` value)?
//! value    ::= word | `"`…`"` | `'`…`'` | `{`…`}`
//! ```
//!
//! An anchor is an op's name, or `any`. Options are separated by blanks.

use calipers::diagnostic::caret;
use std::ops::Range;
use thiserror::Error;

/// An error in the text of a pipeline, with its position.
///
/// It displays with the text and a caret under the place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("pass-pipeline:1:{}: error: {message}\n{text}\n{}", .column, caret(.text, *.column, 1))]
pub struct PipelineError {
    message: String,
    text: String,
    column: u32,
}

impl PipelineError {
    /// The error `message` at the byte `offset` of `text`.
    pub fn new(text: &str, offset: usize, message: impl Into<String>) -> PipelineError {
        let before = text.get(..offset).unwrap_or(text);
        PipelineError {
            message: message.into(),
            text: text.replace(['\n', '\r'], " "),
            column: u32::try_from(before.chars().count()).map_or(u32::MAX, |n| n.saturating_add(1)),
        }
    }
}

/// One element of a pipeline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Element {
    /// `anchor(…)`: a pipeline on the ops called `anchor`, or on every op for `any`.
    Nested {
        /// The op's name.
        anchor: String,
        /// The nested pipeline, in order.
        elements: Vec<Element>,
    },
    /// A pass.
    Pass {
        /// Its name.
        name: String,
        /// Its options, in order.
        options: Vec<PassOption>,
        /// The offset of its name in the text.
        offset: usize,
    },
}

/// An option of a pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassOption {
    /// Its name.
    pub name: String,
    /// The text after the `=`, without quotes or braces.
    pub value: Option<String>,
    /// Its offset in the text.
    pub offset: usize,
}

/// The maximum nesting depth.
const MAX_DEPTH: usize = 64;

/// Parses a pipeline.
///
/// # Errors
/// The first position that violates the grammar.
pub fn parse(text: &str) -> Result<Vec<Element>, PipelineError> {
    let mut reader = Reader { text, at: 0 };
    let mut open: Vec<(String, usize, Vec<Element>)> = Vec::new();
    let mut elements = Vec::new();
    loop {
        let (name, offset) = reader.name();
        if reader.eat('(') {
            if name.is_empty() {
                return Err(reader.error_at(offset, "expected the name of an op before `(`"));
            }
            if open.len() == MAX_DEPTH {
                return Err(reader.error_at(offset, "the pipeline is nested too deeply"));
            }
            open.push((name, offset, std::mem::take(&mut elements)));
            if !reader.looks_at(')') {
                continue;
            }
        } else if name.is_empty() {
            return Err(reader.error_at(offset, "expected the name of a pass"));
        } else {
            let options = reader.options()?;
            elements.push(Element::Pass {
                name,
                options,
                offset,
            });
        }
        while reader.looks_at(')') {
            let Some((anchor, _, outer)) = open.pop() else {
                return Err(reader.error("extra closing `)`: the parentheses are unbalanced"));
            };
            reader.eat(')');
            let inner = std::mem::replace(&mut elements, outer);
            elements.push(Element::Nested {
                anchor,
                elements: inner,
            });
        }
        if reader.eat(',') {
            continue;
        }
        if !reader.at_end() {
            return Err(reader.error("expected `,`, `)` or the end"));
        }
        return match open.last() {
            Some((anchor, offset, _)) => {
                let message = format!("no closing `)` for `{anchor}(`");
                Err(reader.error_at(*offset, message))
            }
            None => Ok(elements),
        };
    }
}

/// Parses the options of a single pass, as in `--canonicalize="max-iterations=3"`.
///
/// # Errors
/// The first position that violates the grammar.
pub fn parse_options(text: &str) -> Result<Vec<PassOption>, PipelineError> {
    let mut reader = Reader { text, at: 0 };
    let mut options = Vec::new();
    while let Some(option) = reader.option()? {
        options.push(option);
    }
    if !reader.at_end() {
        return Err(reader.error("unexpected `}`"));
    }
    Ok(options)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn looks_at(&mut self, c: char) -> bool {
        self.skip_blanks();
        self.rest().starts_with(c)
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.looks_at(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn at_end(&mut self) -> bool {
        self.skip_blanks();
        self.rest().is_empty()
    }

    /// The text up to the first character for which `stop` holds.
    fn take_until(&mut self, stop: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(stop).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn name(&mut self) -> (String, usize) {
        self.skip_blanks();
        let offset = self.at;
        let name = self.take_until(|c| c.is_whitespace() || "(){},".contains(c));
        (name.to_owned(), offset)
    }

    fn options(&mut self) -> Result<Vec<PassOption>, PipelineError> {
        let open = self.at;
        let mut options = Vec::new();
        if !self.eat('{') {
            return Ok(options);
        }
        while let Some(option) = self.option()? {
            options.push(option);
        }
        if !self.eat('}') {
            return Err(self.error_at(open, "missing closing `}` of the options"));
        }
        Ok(options)
    }

    fn option(&mut self) -> Result<Option<PassOption>, PipelineError> {
        self.skip_blanks();
        let offset = self.at;
        if self.at_end() || self.looks_at('}') {
            return Ok(None);
        }
        let name = self.take_until(|c| c.is_whitespace() || "={}".contains(c));
        if name.is_empty() {
            return Err(self.error("expected the name of an option"));
        }
        let value = if self.rest().starts_with('=') {
            self.at += 1;
            Some(self.value()?)
        } else {
            None
        };
        Ok(Some(PassOption {
            name: name.to_owned(),
            value,
            offset,
        }))
    }

    fn value(&mut self) -> Result<String, PipelineError> {
        let open = self.at;
        let range = match self.rest().chars().next() {
            Some(quote @ ('"' | '\'')) => self.quoted(quote),
            Some('{') => self.braced(),
            _ => {
                let word = self.take_until(|c| c.is_whitespace() || "{}".contains(c));
                return Ok(word.to_owned());
            }
        };
        match range {
            Some(range) => Ok(self.text[range].to_owned()),
            None => Err(self.error_at(open, "the value does not end")),
        }
    }

    fn quoted(&mut self, quote: char) -> Option<Range<usize>> {
        let start = self.at + 1;
        let end = start + self.text[start..].find(quote)?;
        self.at = end + 1;
        Some(start..end)
    }

    fn braced(&mut self) -> Option<Range<usize>> {
        let start = self.at + 1;
        let mut depth = 0usize;
        for (at, c) in self.rest().char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let end = self.at + at;
                self.at = end + 1;
                return Some(start..end);
            }
        }
        None
    }

    fn error(&self, message: impl Into<String>) -> PipelineError {
        self.error_at(self.at, message)
    }

    fn error_at(&self, offset: usize, message: impl Into<String>) -> PipelineError {
        PipelineError::new(self.text, offset, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pipeline as text, for readable tests.
    fn written(elements: &[Element]) -> String {
        let each = elements.iter().map(|element| match element {
            Element::Nested { anchor, elements } => format!("{anchor}({})", written(elements)),
            Element::Pass { name, options, .. } if options.is_empty() => name.clone(),
            Element::Pass { name, options, .. } => {
                let options = options.iter().map(|o| match &o.value {
                    Some(value) => format!("{}=<{value}>", o.name),
                    None => o.name.clone(),
                });
                format!("{name}{{{}}}", options.collect::<Vec<_>>().join(" "))
            }
        });
        each.collect::<Vec<_>>().join(",")
    }

    fn reads(text: &str) -> String {
        written(&parse(text).expect("the pipeline is well-formed"))
    }

    #[test]
    fn nests_anchors_and_separates_with_commas() {
        assert_eq!(
            reads("builtin.module(func.func(a),gpu.module(gpu.func(a,b)),c)"),
            "builtin.module(func.func(a),gpu.module(gpu.func(a,b)),c)"
        );
        assert_eq!(
            reads(" builtin.module ( any( a , b ) ) "),
            "builtin.module(any(a,b))"
        );
        assert_eq!(
            reads("builtin.module(),func.func(a())"),
            "builtin.module(),func.func(a())"
        );
    }

    #[test]
    fn reads_options() {
        assert_eq!(
            reads(r#"f(p{a b=c d="x y" e='(},' g={1,{2 3}}},q{},r)"#),
            "f(p{a b=<c> d=<x y> e=<(},> g=<1,{2 3}>},q,r)"
        );
        let options = parse_options("a b=1").expect("the options are well-formed");
        assert_eq!(options.len(), 2);
        assert_eq!(options[1].value.as_deref(), Some("1"));
    }

    #[test]
    fn points_at_what_is_wrong() {
        let shown = |text: &str| parse(text).expect_err("the text is malformed").to_string();
        assert_eq!(
            shown("builtin.module(func.func(a)"),
            "pass-pipeline:1:1: error: no closing `)` for `builtin.module(`\nbuiltin.module(func.func(a)\n^"
        );
        assert_eq!(
            shown("a,,b"),
            "pass-pipeline:1:3: error: expected the name of a pass\na,,b\n  ^"
        );
        assert_eq!(
            shown("m(a))"),
            "pass-pipeline:1:5: error: extra closing `)`: the parentheses are unbalanced\nm(a))\n    ^"
        );
        assert!(shown("a{b").contains(":1:2: error: missing closing `}`"));
        assert!(shown("a{b='c}").contains(":1:5: error: the value does not end"));
        assert!(shown("a{=3}").contains(":1:3: error: expected the name of an option"));
        assert!(shown("").contains("expected the name of a pass"));
        assert!(shown("(a)").contains("expected the name of an op"));
        assert!(shown("m(a)b").contains("expected `,`"));
        assert!(shown(&"m(".repeat(100_000)).contains("nested too deeply"));
    }
}
