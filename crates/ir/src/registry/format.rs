//! The parser of assembly formats in op tables.
//!
//! The vocabulary is that of MLIR's declarative assembly formats. `$NAME` is an operand group, an attribute or a
//! successor; `$regionN` is a region. Other words and characters are literals. Backticks quote a literal that is also
//! syntax of the format; empty backticks suppress the space before the next element, a blank in them is a space, and `\n`
//! in them is a new line.
//! `(… $anchor^ … | …)?` is an optional group: its first element decides when parsing, its anchor when printing.
//!
//! - Types: `type($GROUP)`, `type(operands)`, `type(results)`, `functional-type`. `operand-types` is one type, or all
//!   operand types in parentheses. `same-type` is one type for all operands and results, or a functional type.
//!   `bare-functional-type` is a functional type without parentheses: `types -> types`, or either alone.
//!   `semi-functional-type` is the operands' type if there are no results, else a functional type.
//!   `types($A,$B)` omits leading types that have their default. `short-types($A,$B)` is the types of these groups if
//!   the others have their defaults, else a functional type. `results` is `-> types` if there are results;
//!   `results-in-parens` has parentheses even around one type, and `bare-results` has none.
//! - Attributes: `attr-dict`, `attr-dict-with-keyword`, and `attr-dict-in-full` with the default values;
//!   `sizes(ATTRIBUTES)` is integers separated by `x`; `ranges($STARTS,$LIMITS,$STRIDES)` is `[0:4:2, 1:3]`;
//!   `symbol-pairs($A,$B)` is `@a -> @b` on lines of their own; `joined(e,$A,m,$B)` is a word such as `e5m10`;
//!   `unit-bounds($ZEROS,$ONES,$LIST)`, an anchor, is nothing: lists of zeros and ones, as long as another list.
//! - Operands: `operands`; `commas($GROUP)` prints a comma after each; `typed($GROUP)` is `%a : type, …`;
//!   `dyn($GROUP,$ATTRIBUTE)` is a list of integers and operands, with a third argument one whose integers may be in
//!   inner brackets, and `dynp` is one in parentheses; `packed($OPERAND,$GROUP,$ATTRIBUTE)` is such a list or
//!   `*(%operand)`; `named($GROUP,$ATTRIBUTE)` is operands with names, which the attribute holds;
//!   `map-operands($GROUP,$MAP)` is `(%dims)[%symbols]`; `inline-map($GROUP,$MAP)` is a map over the names of its
//!   operands; `bound($GROUP,$MAP,WORD)` is a number, a value, or such a map with its operands, which the word precedes
//!   if it has several results; `bundles($GROUP,$SIZES,$TAGS)` is `["tag"(%a, %b : types), …]`; `async(RESULT,$GROUP)` is `async [%dependencies]`.
//! - Regions: `regions` is all regions; `case-regions($NUMBERS)` is `case 1 {…}` for each region after the first. `argument` is `%a: type`, the name of an entry argument;
//!   `argument($OPERAND)` is a name only, with the operand's type, or with a type instead of the operand;
//!   `arguments($GROUP)` is such names, `arguments(TYPE,$GROUP)` is names before those of the group, and `assignments($GROUP)` is `(%a = %operand, …)`.
//!   `signature($TYPE)` is the arguments and results of a function, whose type is an attribute.
//!   `with-arguments($regionN)` is a region with the arguments that were named before.
//! - `oilist(GROUPS)` is optional groups in any order.

use super::table::slot;
use super::{ArgumentList, Brackets, Element, Group, Literal, OpSpec, OptionalGroup, ResultsStyle};
use crate::parse::Lexer;

/// The directives with arguments.
const FUNCTIONS: &[&str] = &[
    "type",
    "types",
    "short-types",
    "typed",
    "commas",
    "dyn",
    "dynp",
    "packed",
    "named",
    "map-operands",
    "inline-map",
    "bound",
    "bundles",
    "ranges",
    "case-regions",
    "symbol-pairs",
    "joined",
    "unit-bounds",
    "signature",
    "async",
    "sizes",
    "argument",
    "arguments",
    "assignments",
    "with-arguments",
    "oilist",
];

/// The elements of a format.
pub(super) fn elements(spec: &OpSpec, text: &'static str) -> Result<Vec<Element>, String> {
    let mut format = Format {
        spec,
        tokens: tokens(text)?,
        at: 0,
    };
    let elements = format.sequence()?.0;
    match format.tokens.get(format.at) {
        Some(token) => Err(format!("unexpected {token}")),
        None => Ok(elements),
    }
}

/// The tokens of a format: names with `$`, `type(`, literals in backticks, and single characters.
fn tokens(text: &'static str) -> Result<Vec<&'static str>, String> {
    let bytes = text.as_bytes();
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let (mut tokens, mut at) = (Vec::with_capacity(text.len() / 4), 0);
    while let Some(first) = bytes.get(at) {
        let rest = &bytes[at + 1..];
        let length = match first {
            b' ' => {
                at += 1;
                continue;
            }
            b'`' => {
                let end = rest.iter().position(|byte| *byte == b'`');
                end.ok_or("unclosed backtick")? + 2
            }
            b'-' if rest.first() == Some(&b'>') => 2,
            b'$' | b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let end = rest.iter().position(|byte| !is_word(byte));
                let end = end.map_or(text.len(), |end| at + 1 + end);
                let call = bytes.get(end) == Some(&b'(') && FUNCTIONS.contains(&&text[at..end]);
                end + usize::from(call) - at
            }
            _ => 1,
        };
        let token = text.get(at..at + length);
        tokens.push(token.ok_or("a character outside of backticks that is not ASCII")?);
        at += length;
    }
    Ok(tokens)
}

struct Format<'s> {
    spec: &'s OpSpec,
    tokens: Vec<&'static str>,
    at: usize,
}

impl Format<'_> {
    fn next(&mut self) -> Result<&'static str, String> {
        let token = self.tokens.get(self.at).ok_or("the format ends early")?;
        self.at += 1;
        Ok(token)
    }

    /// Whether that is the next token.
    fn is(&self, token: &str) -> bool {
        self.tokens.get(self.at).is_some_and(|next| *next == token)
    }

    fn expect(&mut self, expected: &str) -> Result<(), String> {
        let token = self.next()?;
        if token == expected {
            Ok(())
        } else {
            Err(format!("expected {expected}, found {token}"))
        }
    }

    /// Elements up to `)`, `|` or the end, and the anchor, which is marked with `^`.
    fn sequence(&mut self) -> Result<(Vec<Element>, Option<Element>), String> {
        let (mut elements, mut anchor) = (Vec::new(), None);
        while self.at < self.tokens.len() && !self.is(")") && !self.is("|") {
            let element = self.element()?;
            if self.is("^") {
                self.at += 1;
                anchor = Some(element.clone());
            }
            elements.push(element);
        }
        Ok((elements, anchor))
    }

    fn element(&mut self) -> Result<Element, String> {
        let token = self.next()?;
        if token.starts_with('$') {
            return self.named(token);
        }
        if let Some(function) = token.strip_suffix('(').filter(|it| !it.is_empty()) {
            return match function {
                "oilist" => self.any_order(),
                _ => self.call(function),
            };
        }
        Ok(match token {
            "``" => Element::NoSpace,
            "` `" => Element::Space,
            "(" => self.optional()?,
            "same-type" => Element::SameType,
            "semi-functional-type" => Element::SemiFunctionalType,
            "bare-functional-type" => Element::BareFunctionalType,
            "regions" => Element::Regions,
            "attr-dict" => Element::AttrDict,
            "attr-dict-with-keyword" => Element::AttrDictWithKeyword,
            "attr-dict-in-full" => Element::AttrDictInFull,
            "operands" => Element::Operands,
            "operand-types" => Element::OperandTypeList,
            "functional-type" => Element::FunctionalType,
            "results" => Element::Results(ResultsStyle::Usual),
            "results-in-parens" => Element::Results(ResultsStyle::Parens),
            "bare-results" => Element::Results(ResultsStyle::Bare),
            "`\\n`" => Element::Newline,
            "argument" => Element::Arguments(ArgumentList::Typed),
            _ => {
                let text = token.trim_matches('`');
                let kind = Lexer::new(text).token().kind;
                Element::Literal(Literal { text, kind })
            }
        })
    }

    /// A directive with arguments.
    fn call(&mut self, function: &str) -> Result<Element, String> {
        let names = self.arguments()?;
        match (function, &names[..]) {
            ("type", ["operands"]) => return Ok(Element::OperandTypes),
            ("type", ["results"]) => return Ok(Element::ResultTypes),
            _ => {}
        }
        let names: Vec<&str> = names.iter().map(|name| name.trim_matches('$')).collect();
        let slots =
            || -> Result<Vec<_>, _> { names.iter().map(|name| slot(self.spec, name)).collect() };
        Ok(match (function, &names[..]) {
            ("type", [name]) => Element::Types(slot(self.spec, name)?),
            ("types", _) => Element::DefaultedTypes(slots()?),
            ("short-types", _) => Element::ShortTypes(slots()?),
            ("typed", [operands]) => Element::TypedOperands(self.operand(operands)?),
            ("commas", [operands]) => Element::Commas(self.operand(operands)?),
            ("dyn", [operands, values]) => {
                let (operands, values) = self.pair(operands, values)?;
                Element::IndexList(operands, values, Brackets::Square)
            }
            ("dynp", [operands, values]) => {
                let (operands, values) = self.pair(operands, values)?;
                Element::IndexList(operands, values, Brackets::Round)
            }
            ("dyn", [operands, values, scalable]) => {
                let (operands, values) = self.pair(operands, values)?;
                Element::ScalableList(operands, values, self.attribute(scalable)?)
            }
            ("packed", [packed, operands, values]) => {
                let (operands, values) = self.pair(operands, values)?;
                Element::PackedList(self.operand(packed)?, operands, values)
            }
            ("named", [operands, values]) => {
                let (operands, values) = self.pair(operands, values)?;
                Element::Named(operands, values)
            }
            ("map-operands", [operands, map]) => {
                let (operands, map) = self.pair(operands, map)?;
                Element::MapOperands(operands, map)
            }
            ("inline-map", [operands, map]) => {
                let (operands, map) = self.pair(operands, map)?;
                Element::InlineMap(operands, map)
            }
            ("bound", [operands, map, prefix]) => {
                let (operands, map) = self.pair(operands, map)?;
                Element::AffineBound(operands, map, (*prefix).to_owned())
            }
            ("bundles", [operands, sizes, tags]) => {
                let (operands, sizes) = self.pair(operands, sizes)?;
                Element::Bundles(operands, sizes, self.attribute(tags)?)
            }
            ("case-regions", [cases]) => Element::CaseRegions(self.attribute(cases)?),
            ("symbol-pairs", [first, second]) => {
                Element::SymbolPairs(self.attribute(first)?, self.attribute(second)?)
            }
            ("joined", _) => {
                let parts = names.chunks(2).map(|part| match part {
                    [text, name] => Ok(((*text).to_owned(), self.attribute(name)?)),
                    _ => Err("joined takes pairs of a text and an attribute".to_owned()),
                });
                Element::Joined(parts.collect::<Result<_, _>>()?)
            }
            ("ranges", [starts, limits, strides]) => Element::Ranges([
                self.attribute(starts)?,
                self.attribute(limits)?,
                self.attribute(strides)?,
            ]),
            ("unit-bounds", [zeros, ones, like]) => Element::UnitBounds {
                zeros: self.attribute(zeros)?,
                ones: self.attribute(ones)?,
                like: self.attribute(like)?,
            },
            ("signature", [name]) => Element::Signature(self.attribute(name)?),
            ("async", [result, operands]) => {
                let result = slot(self.spec, result)? - self.spec.operands.len();
                Element::Async(result, self.operand(operands)?)
            }
            ("sizes", _) => {
                let attributes = names.iter().map(|name| self.attribute(name));
                Element::Sizes(attributes.collect::<Result<_, _>>()?)
            }
            ("argument", [name]) => Element::Arguments(match self.operand(name) {
                Ok(group) => ArgumentList::One(group),
                Err(_) => ArgumentList::Fixed((*name).to_owned()),
            }),
            ("arguments", [ty, before]) => {
                let before = self.operand(before)?;
                Element::Arguments(ArgumentList::Before((*ty).to_owned(), before))
            }
            ("arguments", [name]) => Element::Arguments(ArgumentList::Many(self.operand(name)?)),
            ("assignments", [name]) => {
                Element::Arguments(ArgumentList::Assigned(self.operand(name)?))
            }
            ("with-arguments", [name]) => match self.named(name)? {
                Element::Region(number) => Element::RegionOfArguments(number),
                _ => return Err("with-arguments takes a region".to_owned()),
            },
            _ => return Err(format!("{function} does not take these arguments")),
        })
    }

    /// The names up to `)`, with optional commas between them.
    fn arguments(&mut self) -> Result<Vec<&'static str>, String> {
        let mut names = Vec::new();
        loop {
            let token = self.next()?;
            match token {
                "," => {}
                ")" => return Ok(names),
                _ => names.push(token),
            }
        }
    }

    fn operand(&self, name: &str) -> Result<usize, String> {
        let mut groups = self.spec.operands.iter();
        let found = groups.position(|group| group.name == name);
        found.ok_or_else(|| format!("no operand {name}"))
    }

    fn attribute(&self, name: &str) -> Result<usize, String> {
        let mut attributes = self.spec.attributes.iter();
        let found = attributes.position(|attribute| attribute.name == name);
        found.ok_or_else(|| format!("no attribute {name}"))
    }

    fn pair(&self, operands: &str, attribute: &str) -> Result<(usize, usize), String> {
        Ok((self.operand(operands)?, self.attribute(attribute)?))
    }

    /// Optional groups up to `)`.
    fn any_order(&mut self) -> Result<Element, String> {
        let mut groups = Vec::new();
        for element in self.sequence()?.0 {
            match element {
                Element::Optional(group) => groups.push(*group),
                _ => return Err("oilist takes optional groups".to_owned()),
            }
        }
        self.expect(")")?;
        Ok(Element::AnyOrder(groups))
    }

    fn optional(&mut self) -> Result<Element, String> {
        let (then, anchor) = self.sequence()?;
        let mut otherwise = Vec::new();
        if self.is("|") {
            self.at += 1;
            otherwise = self.sequence()?.0;
        }
        self.expect(")")?;
        self.expect("?")?;
        let anchor = anchor.ok_or("an optional group without an anchor")?;
        Ok(Element::Optional(Box::new(OptionalGroup {
            anchor,
            then,
            otherwise,
        })))
    }

    fn named(&self, token: &str) -> Result<Element, String> {
        let name = token.trim_start_matches('$');
        let find = |groups: &[Group]| groups.iter().position(|group| group.name == name);
        if let Some(at) = find(&self.spec.operands) {
            return Ok(Element::Operand(at));
        }
        if let Some(at) = find(&self.spec.successors) {
            return Ok(Element::Successor(at));
        }
        if let Some(at) = self.spec.attributes.iter().position(|a| a.name == name) {
            return Ok(Element::Attribute(at));
        }
        match name.strip_prefix("region").map(str::parse) {
            Some(Ok(at)) => Ok(Element::Region(at)),
            _ => Err(format!("no operand, attribute or successor {name}")),
        }
    }
}
