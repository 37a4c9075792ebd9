//! The parser of the op tables.

use super::check::Check;
use super::format::elements;
use super::hand::ByHand;
use super::{
    Arity, Assembly, AssemblyFormat, AttrKind, AttrSpec, Cast, Computes, Derivation, Ending, Group,
    GroupSize, OpSpec, Regions, Rule, Slot,
};
use std::ops::Range;
use std::sync::OnceLock;

/// The definition of the op `name` by the entry at that position of a table.
pub(crate) fn read(name: &str, table: &'static str, place: Range<usize>) -> Result<OpSpec, String> {
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
            _ => {
                let next = sized_group(word, &operands)?;
                operands.push(next);
            }
        }
    }
    let has_size = |group: &Group| !matches!(group.size, None | Some(GroupSize::Dynamic(_)));
    let open = |groups: &[Group]| {
        let is_sized = groups.iter().any(has_size);
        !is_sized && groups.iter().filter(|g| g.arity != Arity::One).count() > 1
    };
    let mut spec = OpSpec {
        name: name.to_owned(),
        operand_segments: open(&operands),
        leading_operands: operands
            .iter()
            .take_while(|group| group.arity == Arity::One)
            .count(),
        operand_sizes: operands.iter().any(has_size),
        result_segments: open(&results),
        operands,
        results,
        attributes: Vec::new(),
        regions: Regions::Exactly(0),
        successors: Vec::new(),
        rules: Vec::new(),
        default_types: Vec::new(),
        assembly: Assembly::Generic,
        result_names: Vec::new(),
        isolated: false,
        default_dialect: false,
        graph: false,
        terminator: false,
        check: Check::of(name),
        symbol_table: false,
        symbol: false,
        ends: None,
        block: false,
        body: None,
        computes: None,
        generic: false,
        foreign: false,
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

fn group(word: &'static str) -> Group {
    let (name, arity) = match word.strip_suffix('*') {
        Some(name) => (name, Arity::Variadic),
        None => match word.strip_suffix('?') {
            Some(name) => (name, Arity::Optional),
            None => (word, Arity::One),
        },
    };
    Group {
        name,
        arity,
        size: None,
    }
}

/// A group, which may be `x*rank(a)`, `x*map(m)` or `x*dyn(s)`.
fn sized_group(word: &'static str, before: &[Group]) -> Result<Group, String> {
    let Some((word, size)) = word.strip_suffix(')').and_then(|it| it.split_once('*')) else {
        return Ok(group(word));
    };
    let size = match size.split_once('(') {
        Some(("rank", name)) => {
            let at = before.iter().position(|group| group.name == name);
            GroupSize::Rank(at.ok_or_else(|| format!("no operand {name} before"))?)
        }
        Some(("map", name)) => GroupSize::Map(name.to_owned()),
        Some(("dyn", name)) => GroupSize::Dynamic(name.to_owned()),
        _ => return Err(format!("unexpected {size}")),
    };
    Ok(Group {
        name: word,
        arity: Arity::Variadic,
        size: Some(size),
    })
}

fn read_line(line: &'static str, spec: &mut OpSpec) -> Result<(), String> {
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
        "discardable" => {
            for name in rest.split_whitespace() {
                let mut attributes = spec.attributes.iter_mut();
                let found = attributes.find(|attribute| attribute.name == name);
                found
                    .ok_or_else(|| format!("no attribute {name}"))?
                    .discardable = true;
            }
        }
        "body" => spec.body = Some(rest.to_owned()),
        "computes" => {
            spec.computes = Some(match rest.split_once(' ').unwrap_or((rest, "")) {
                ("product-sum", "") => Computes::ProductSum(Cast::Signed),
                ("product-sum", "cast") => Computes::ProductSum(Cast::Stated),
                ("reduction", function) => Computes::Reduction(function.to_owned()),
                ("function", function) => Computes::Function(function.to_owned()),
                ("kind", "") => Computes::Kind,
                ("conversion", "") => Computes::Conversion,
                ("input", "") => Computes::Input,
                _ => return Err(format!("no computation {rest}")),
            });
        }
        "ends" => spec.ends = Some(ending(rest)?),
        "traits" => {
            for word in rest.split_whitespace() {
                match word {
                    "isolated" => spec.isolated = true,
                    "default-dialect" => spec.default_dialect = true,
                    "graph" => spec.graph = true,
                    "terminator" => spec.terminator = true,
                    "block" => spec.block = true,
                    "generic-form" => spec.generic = true,
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
            let rules = inferred(spec, rest)?;
            spec.rules.extend(rules);
        }
        "default" => {
            let rules = inferred(spec, rest)?;
            spec.default_types.extend(rules);
        }
        "format" => {
            spec.assembly = Assembly::Format(AssemblyFormat {
                elements: elements(spec, rest)?,
                shown: OnceLock::new(),
            });
        }
        "syntax" => {
            let by_hand = ByHand::named(rest).ok_or_else(|| format!("no syntax {rest}"))?;
            spec.assembly = Assembly::Hand(by_hand);
        }
        _ => {
            let known = [
                "attr",
                "regions",
                "successors",
                "named",
                "discardable",
                "body",
                "computes",
                "ends",
                "traits",
                "same",
                "infer",
                "default",
                "operands",
                "results",
            ];
            return Err(format!("no keyword {keyword}{}", meant(keyword, known)));
        }
    }
    Ok(())
}

/// `NAME`, and `shown` or `void`.
fn ending(text: &str) -> Result<Ending, String> {
    let mut words = text.split_whitespace();
    let mut ending = Ending {
        name: words.next().ok_or("expected a terminator")?.to_owned(),
        shown: false,
        void: false,
    };
    for word in words {
        match word {
            "shown" => ending.shown = true,
            "void" => ending.void = true,
            _ => return Err(format!("unexpected {word}")),
        }
    }
    Ok(ending)
}

/// `A B… = RULE`.
fn inferred(spec: &OpSpec, text: &str) -> Result<Vec<(Slot, Rule)>, String> {
    let (targets, text) = text.split_once('=').ok_or("expected `=`")?;
    let rule = rule(spec, text.trim())?;
    let targets = targets.split_whitespace();
    targets
        .map(|name| Ok((slot(spec, name)?, rule.clone())))
        .collect()
}

/// The kinds of attributes that have an argument, with a usual one.
const ARGUMENTS: [(&str, &str); 12] = [
    ("int", "i64"),
    ("ints", "i64"),
    ("list", "i64"),
    ("dense", "index"),
    ("initial", "type"),
    ("body", "#my.head"),
    ("words", "#my.name<"),
    ("enum", "i32"),
    ("quoted", "i32"),
    ("flags", "i32"),
    ("word", "#my.name<"),
    ("angle", "#my.name<"),
];

fn attribute(text: &'static str) -> Result<AttrSpec, String> {
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
    let needed = ARGUMENTS.iter().find(|(word, _)| *word == kind);
    if let Some((_, usual)) = needed.filter(|_| argument.is_empty()) {
        return Err(format!(
            "the kind {kind} needs an argument, such as {kind}({usual})"
        ));
    }
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
        "list" => AttrKind::List(argument),
        "dense" => AttrKind::Dense(argument),
        "map" => AttrKind::Map,
        "initial" => AttrKind::Initial(argument),
        "body" => AttrKind::Body(argument),
        "words" => AttrKind::Words(argument),
        "keyword" => AttrKind::Keyword(cases),
        "enum" => AttrKind::Enum(argument, cases),
        "quoted" => AttrKind::QuotedEnum(argument, cases),
        "flags" => AttrKind::Flags(argument, cases),
        "word" | "angle" => AttrKind::Tagged {
            prefix: argument,
            angle: kind == "angle",
            cases,
        },
        _ => {
            let others = [
                "any", "str", "sym-name", "sym", "type", "unit", "bool", "map", "keyword",
            ];
            let known = ARGUMENTS.iter().map(|(word, _)| *word).chain(others);
            return Err(format!("no attribute kind {kind}{}", meant(kind, known)));
        }
    };
    let optional = name.ends_with('?') || matches!(kind, AttrKind::Unit);
    Ok(AttrSpec {
        name: name.trim_end_matches('?'),
        kind,
        optional,
        default,
        filled_in,
        discardable: false,
    })
}

pub(super) fn slot(spec: &OpSpec, name: &str) -> Result<Slot, String> {
    let groups = spec.operands.iter().chain(&spec.results);
    groups
        .into_iter()
        .position(|group| group.name == name)
        .ok_or_else(|| {
            let groups = spec.operands.iter().chain(&spec.results);
            let known: Vec<&str> = groups.map(|group| group.name).collect();
            format!(
                "no operand and no result is called '{name}'; there are {}",
                known.join(", ")
            )
        })
}

/// A hint at the known word that is similar to an unknown one.
fn meant<'n>(word: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    let similar = calipers_support::diagnostic::similar(word, known);
    similar.map_or_else(String::new, |known| format!("; did you mean '{known}'?"))
}

fn rule(spec: &OpSpec, text: &str) -> Result<Rule, String> {
    let Some((function, argument)) = text.strip_suffix(')').and_then(|t| t.split_once('(')) else {
        return Ok(match slot(spec, text) {
            Ok(slot) => Rule::Same(slot),
            Err(_) => Rule::Fixed(text.to_owned()),
        });
    };
    let (first, second) = argument.split_once(',').unwrap_or((argument, ""));
    let attribute = |name: &str| {
        let mut attributes = spec.attributes.iter();
        attributes
            .position(|attribute| attribute.name == name)
            .ok_or_else(|| format!("no attribute {name}"))
    };
    let how = match function {
        "attr" => return Ok(Rule::OfAttribute(attribute(first)?)),
        "first" => return Ok(Rule::First(slot(spec, first)?)),
        "repeat" => return Ok(Rule::Repeated(first.to_owned(), slot(spec, second)?)),
        "enclosed" => {
            let how = Derivation::Enclosed(first.to_owned());
            return Ok(Rule::Derived(how, slot(spec, second)?));
        }
        "i1like" => Derivation::BoolLike,
        "elems" => Derivation::Elements,
        "elem" => Derivation::Element,
        "inputs" => Derivation::Inputs,
        "outputs" => Derivation::Outputs,
        "parts" => Derivation::Parts,
        "tensor" => Derivation::Tensor,
        "pointee" => Derivation::Pointee,
        "real" => Derivation::RealPart,
        "member" => Derivation::Member(attribute(second)?),
        "resized" => Derivation::Resized(attribute(second)?),
        "outer" => Derivation::Outer(slot(spec, second)?),
        _ => {
            let known = [
                "attr", "first", "repeat", "enclosed", "i1like", "elems", "elem", "inputs",
                "outputs", "parts", "tensor", "pointee", "real", "member", "resized", "outer",
            ];
            return Err(format!("no rule {function}{}", meant(function, known)));
        }
    };
    Ok(Rule::Derived(how, slot(spec, first)?))
}
