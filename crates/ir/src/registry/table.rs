//! The parser of the op tables.

use super::{
    Arity, Assembly, AttrKind, AttrSpec, Brackets, Element, Group, OpSpec, OptionalGroup, Regions,
    Rule, Slot,
};
use crate::assembly;
use crate::verify::check_of;
use std::ops::Range;

/// The definition of the op `name` by the entry at that position of a table.
pub(super) fn read(name: &str, table: &str, place: Range<usize>) -> Result<OpSpec, String> {
    let start = place.start;
    let lines = table[place].lines().map(str::trim).enumerate();
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with("//"));
    let head = lines.next().map_or("", |(_, line)| line);
    let words = head.split_whitespace().skip(2);
    let (mut operands, mut results, mut after_arrow) = (Vec::new(), Vec::new(), false);
    for word in words {
        match word {
            "->" => after_arrow = true,
            _ if after_arrow => results.push(group(word)),
            _ => operands.push(group(word)),
        }
    }
    let open = |groups: &[Group]| groups.iter().filter(|g| g.arity != Arity::One).count() > 1;
    let mut spec = OpSpec {
        name: name.to_owned(),
        operand_segments: open(&operands),
        result_segments: open(&results),
        operands,
        results,
        attributes: Vec::new(),
        regions: Regions::Exactly(0),
        successors: Vec::new(),
        rules: Vec::new(),
        assembly: Assembly::Generic,
        result_names: Vec::new(),
        isolated: false,
        default_dialect: false,
        graph: false,
        terminator: false,
        check: check_of(name),
        symbol_table: false,
        symbol: false,
        ends: None,
        block: false,
    };
    for (number, line) in lines {
        read_line(line, &mut spec).map_err(|error| {
            let before = table[..start].lines().count();
            format!("line {}: {error}", before + number + 1)
        })?;
    }
    spec.symbol = spec.attribute("sym_name").is_some();
    Ok(spec)
}

fn group(word: &str) -> Group {
    let (name, arity) = match word.strip_suffix('*') {
        Some(name) => (name, Arity::Variadic),
        None => match word.strip_suffix('?') {
            Some(name) => (name, Arity::Optional),
            None => (word, Arity::One),
        },
    };
    Group {
        name: name.to_owned(),
        arity,
    }
}

fn read_line(line: &str, spec: &mut OpSpec) -> Result<(), String> {
    let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    match keyword {
        "attr" => spec.attributes.push(attribute(rest)?),
        "regions" if rest == "*" => spec.regions = Regions::Any,
        "regions" => {
            let count = rest.parse().map_err(|_| "expected a number of regions")?;
            spec.regions = Regions::Exactly(count);
        }
        "successors" => spec.successors = rest.split_whitespace().map(group).collect(),
        "named" => {
            spec.result_names = rest.split_whitespace().map(str::to_owned).collect();
        }
        "ends" => spec.ends = Some(rest.to_owned()),
        "traits" => {
            for word in rest.split_whitespace() {
                match word {
                    "isolated" => spec.isolated = true,
                    "default-dialect" => spec.default_dialect = true,
                    "graph" => spec.graph = true,
                    "terminator" => spec.terminator = true,
                    "block" => spec.block = true,
                    "symbol-table" => spec.symbol_table = true,
                    "no-operand-segments" => spec.operand_segments = false,
                    "no-result-segments" => spec.result_segments = false,
                    _ => return Err(format!("no trait {word}")),
                }
            }
        }
        "same" => {
            let slots: Vec<Slot> = rest
                .split_whitespace()
                .map(|name| slot(spec, name))
                .collect::<Result<_, _>>()?;
            for &target in &slots {
                for &source in &slots {
                    if source != target {
                        spec.rules.push((target, Rule::Same(source)));
                    }
                }
            }
        }
        "infer" => {
            let (target, rule) = rest.split_once('=').ok_or("expected `=`")?;
            for name in target.split_whitespace() {
                let target = slot(spec, name)?;
                let rule = self::rule(spec, rule.trim())?;
                spec.rules.push((target, rule));
            }
        }
        "format" => {
            let mut format = Format {
                spec,
                tokens: tokens(rest)?,
                at: 0,
            };
            let elements = format.sequence()?.0;
            if format.at != format.tokens.len() {
                return Err(format!("unexpected {}", format.tokens[format.at]));
            }
            spec.assembly = Assembly::Format(elements);
        }
        "syntax" => {
            let syntax = assembly::syntax(rest).ok_or_else(|| format!("no syntax {rest}"))?;
            spec.assembly = Assembly::Hand(syntax);
        }
        _ => return Err(format!("no keyword {keyword}")),
    }
    Ok(())
}

fn attribute(text: &str) -> Result<AttrSpec, String> {
    let (text, default, filled_in) = match text.split_once("= ") {
        Some((text, default)) => {
            let filled_in = !text.ends_with('?');
            let text = text.trim_end_matches('?');
            (text, Some(default.trim().to_owned()), filled_in)
        }
        None => (text, None, false),
    };
    let mut words = text.split_whitespace();
    let name = words.next().ok_or("an attribute without a name")?;
    let kind = words.next().unwrap_or("any");
    let cases: Vec<String> = words.map(str::to_owned).collect();
    let (kind, argument) = match kind.strip_suffix(')').and_then(|kind| kind.split_once('(')) {
        Some((kind, argument)) => (kind, argument.replace('~', " ")),
        None => (kind, String::new()),
    };
    let kind = match kind {
        "any" => AttrKind::Any,
        "int" => AttrKind::Integer(argument),
        "str" => AttrKind::String,
        "sym-name" => AttrKind::SymbolName,
        "sym" => AttrKind::Symbol,
        "type" => AttrKind::Type,
        "unit" => AttrKind::Unit,
        "bool" => AttrKind::Bool,
        "ints" => AttrKind::Integers(argument),
        "enum" => AttrKind::Enum(argument, cases),
        "quoted" => AttrKind::QuotedEnum(argument, cases),
        "flags" => AttrKind::Flags(argument, cases),
        "word" | "angle" => AttrKind::Tagged {
            prefix: argument,
            angle: kind == "angle",
            cases,
        },
        _ => return Err(format!("no attribute kind {kind}")),
    };
    let optional = name.ends_with('?') || matches!(kind, AttrKind::Unit);
    Ok(AttrSpec {
        name: name.trim_end_matches('?').to_owned(),
        kind,
        optional,
        default,
        filled_in,
    })
}

fn slot(spec: &OpSpec, name: &str) -> Result<Slot, String> {
    let groups = spec.operands.iter().chain(&spec.results);
    groups
        .into_iter()
        .position(|group| group.name == name)
        .ok_or_else(|| format!("no operand or result {name}"))
}

fn rule(spec: &OpSpec, text: &str) -> Result<Rule, String> {
    let Some((function, argument)) = text.strip_suffix(')').and_then(|t| t.split_once('(')) else {
        return Ok(match slot(spec, text) {
            Ok(slot) => Rule::Same(slot),
            Err(_) => Rule::Fixed(text.to_owned()),
        });
    };
    Ok(match function {
        "i1like" => Rule::BoolLike(slot(spec, argument)?),
        "first" => Rule::First(slot(spec, argument)?),
        "elems" => Rule::Elements(slot(spec, argument)?),
        "elem" => Rule::Element(slot(spec, argument)?),
        "attr" => Rule::OfAttribute(
            spec.attributes
                .iter()
                .position(|attribute| attribute.name == argument)
                .ok_or_else(|| format!("no attribute {argument}"))?,
        ),
        _ => return Err(format!("no rule {function}")),
    })
}

/// The tokens of a format: names with `$`, `type(`, literals in backticks, and single characters.
fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '`' => rest[1..].find('`').ok_or("unclosed backtick")? + 2,
            '-' if rest.starts_with("->") => 2,
            '$' | 'a'..='z' | 'A'..='Z' | '_' => {
                let end = rest[1..]
                    .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-'))
                    .map_or(rest.len(), |at| at + 1);
                let call = matches!(
                    &rest[..end],
                    "type"
                        | "dyn"
                        | "dynp"
                        | "packed"
                        | "named"
                        | "async"
                        | "commas"
                        | "sizes"
                        | "oilist"
                ) && rest[end..].starts_with('(');
                end + usize::from(call)
            }
            _ => first.len_utf8(),
        };
        tokens.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

struct Format<'s> {
    spec: &'s OpSpec,
    tokens: Vec<String>,
    at: usize,
}

impl Format<'_> {
    fn next(&mut self) -> Result<String, String> {
        let token = self.tokens.get(self.at).ok_or("the format ends early")?;
        self.at += 1;
        Ok(token.clone())
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
        while let Some(token) = self.tokens.get(self.at) {
            if token == ")" || token == "|" {
                break;
            }
            let element = self.element()?;
            if self.tokens.get(self.at).is_some_and(|token| token == "^") {
                self.at += 1;
                anchor = Some(element.clone());
            }
            elements.push(element);
        }
        Ok((elements, anchor))
    }

    fn element(&mut self) -> Result<Element, String> {
        let token = self.next()?;
        Ok(match token.as_str() {
            "``" => Element::NoSpace,
            "` `" => Element::Space,
            "(" => self.optional()?,
            "type(" => {
                let name = self.next()?;
                let element = if name == "operands" {
                    Element::OperandTypes
                } else {
                    Element::Types(slot(self.spec, name.trim_start_matches('$'))?)
                };
                self.expect(")")?;
                element
            }
            "dyn(" | "dynp(" => {
                let brackets = if token == "dyn(" {
                    Brackets::Square
                } else {
                    Brackets::Round
                };
                match self.arguments()?[..] {
                    [Element::Operand(operands), Element::Attribute(attribute)] => {
                        Element::IndexList(operands, attribute, brackets)
                    }
                    [
                        Element::Operand(operands),
                        Element::Attribute(attribute),
                        Element::Attribute(scalable),
                    ] => Element::ScalableList(operands, attribute, scalable),
                    _ => return Err("dyn takes operands and an attribute or two".to_owned()),
                }
            }
            "packed(" => match self.arguments()?[..] {
                [
                    Element::Operand(packed),
                    Element::Operand(operands),
                    Element::Attribute(attribute),
                ] => Element::PackedList(packed, operands, attribute),
                _ => return Err("packed takes two groups of operands and an attribute".to_owned()),
            },
            "named(" => match self.arguments()?[..] {
                [Element::Operand(operands), Element::Attribute(attribute)] => {
                    Element::Named(operands, attribute)
                }
                _ => return Err("named takes operands and an attribute".to_owned()),
            },
            "oilist(" => {
                let mut groups = Vec::new();
                for element in self.sequence()?.0 {
                    match element {
                        Element::Optional(group) => groups.push(*group),
                        _ => return Err("oilist takes optional groups".to_owned()),
                    }
                }
                self.expect(")")?;
                Element::AnyOrder(groups)
            }
            "async(" => {
                let result = self.next()?;
                self.expect(",")?;
                let operands = self.next()?;
                self.expect(")")?;
                let result = slot(self.spec, &result)? - self.spec.operands.len();
                match self.named(&operands)? {
                    Element::Operand(operands) => Element::Async(result, operands),
                    _ => return Err("async takes a result and operands".to_owned()),
                }
            }
            "sizes(" => {
                let mut attributes = Vec::new();
                while self.tokens.get(self.at).is_some_and(|token| token != ")") {
                    let name = self.next()?;
                    match self.named(&name)? {
                        Element::Attribute(at) => attributes.push(at),
                        _ => return Err("sizes takes attributes".to_owned()),
                    }
                }
                self.expect(")")?;
                Element::Sizes(attributes)
            }
            "commas(" => {
                let operands = self.next()?;
                self.expect(")")?;
                match self.named(&operands)? {
                    Element::Operand(operands) => Element::Commas(operands),
                    _ => return Err("commas takes operands".to_owned()),
                }
            }
            "same-type" => Element::SameType,
            "semi-functional-type" => Element::SemiFunctionalType,
            "regions" => Element::Regions,
            "attr-dict" => Element::AttrDict,
            "attr-dict-with-keyword" => Element::AttrDictWithKeyword,
            "operands" => Element::Operands,
            "functional-type" => Element::FunctionalType,
            _ if token.starts_with('$') => self.named(&token)?,
            _ => Element::Literal(token.trim_matches('`').to_owned()),
        })
    }

    /// The names up to `)`, separated by commas.
    fn arguments(&mut self) -> Result<Vec<Element>, String> {
        let mut arguments = Vec::new();
        loop {
            let name = self.next()?;
            arguments.push(self.named(&name)?);
            match self.next()?.as_str() {
                "," => {}
                ")" => return Ok(arguments),
                token => return Err(format!("expected `,` or `)`, found {token}")),
            }
        }
    }

    fn optional(&mut self) -> Result<Element, String> {
        let (then, anchor) = self.sequence()?;
        let mut otherwise = Vec::new();
        if self.tokens.get(self.at).is_some_and(|token| token == "|") {
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
