//! Op definitions that rule files declare: they are read and checked.

use crate::Module;
use crate::registry::{
    Assembly, AttrKind, AttrSpec, Element, OpSpec, OptionalGroup, Rule, Syntaxes, find, table,
};
use hashbrown::HashMap;
use std::sync::{Mutex, PoisonError};

/// All definitions that were ever added, by their names and texts. Modules refer to definitions without owning them,
/// so a definition is never freed, and one with the same text is not read again.
static KNOWN: Mutex<Option<HashMap<Text, &'static OpSpec>>> = Mutex::new(None);

/// The name of an op, and the text of its definition.
type Text = (String, String);

impl Syntaxes {
    /// Adds the definition of an op.
    ///
    /// # Errors
    /// If the text is no definition, or if the op has a definition already.
    pub fn add(&mut self, op: &str, definition: &str) -> Result<(), String> {
        if find(op).is_some() {
            return Err(format!("the library knows the syntax of '{op}'"));
        }
        if self.specs.contains_key(op) {
            return Err(format!("'{op}' has a syntax already"));
        }
        if !op.contains('.') {
            return Err(format!("expected the name of a dialect in '{op}'"));
        }
        let spec = known(op, definition)?;
        self.specs.insert(op.into(), spec);
        Ok(())
    }
}

fn known(op: &str, definition: &str) -> Result<&'static OpSpec, String> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    let text = (op.to_owned(), definition.to_owned());
    if let Some(spec) = known.get(&text) {
        return Ok(spec);
    }
    let owned: &'static str = Box::leak(definition.into());
    let spec = table::read(op, owned, 0..owned.len())?;
    check_texts(&spec, owned)?;
    check_forms(&spec, owned)?;
    let spec: &'static OpSpec = Box::leak(Box::new(spec));
    known.insert(text, spec);
    Ok(spec)
}

/// Checks the types and attributes that a definition has as text.
fn check_texts(spec: &OpSpec, definition: &str) -> Result<(), String> {
    let mut module = Module::new();
    for (_, rule) in spec.rules.iter().chain(&spec.default_types) {
        if let Rule::Fixed(text) | Rule::Repeated(text, _) = rule
            && module.parse_type(text).is_err()
        {
            let line = line_where(definition, |line| {
                (line.starts_with("infer ") || line.starts_with("default "))
                    && line.contains(text.as_str())
            });
            return Err(format!(
                "{line}'{text}' is no operand, no result and no type"
            ));
        }
    }
    for attribute in &spec.attributes {
        if let AttrKind::Flags(_, cases) = &attribute.kind
            && cases.len() > 63
        {
            let line = line_of(definition, attribute.name);
            return Err(format!("{line}'{}' has more than 63 flags", attribute.name));
        }
        let (AttrKind::Integer(ty)
        | AttrKind::Integers(ty)
        | AttrKind::List(ty)
        | AttrKind::Dense(ty)
        | AttrKind::Enum(ty, _)
        | AttrKind::QuotedEnum(ty, _)
        | AttrKind::Flags(ty, _)) = &attribute.kind
        else {
            continue;
        };
        if module.parse_type(ty).is_err() {
            let line = line_of(definition, attribute.name);
            return Err(format!("{line}'{ty}' is no type of an attribute"));
        }
    }
    let defaults = spec.attributes.iter().filter_map(|it| it.default.as_ref());
    for default in defaults {
        if module.parse_attribute(default).is_err() {
            let line = line_where(definition, |line| {
                line.starts_with("attr ") && line.ends_with(default.as_str())
            });
            return Err(format!("{line}'{default}' is no attribute"));
        }
    }
    Ok(())
}

/// Checks that what is printed by a format can be read, and says all that was read.
fn check_forms(spec: &OpSpec, definition: &str) -> Result<(), String> {
    for attribute in &spec.attributes {
        check_words(attribute).map_err(|message| line_of(definition, attribute.name) + &message)?;
    }
    match &spec.assembly {
        Assembly::Format(format) => check_units(spec, &format.elements),
        _ => Ok(()),
    }
}

fn check_words(attribute: &AttrSpec) -> Result<(), String> {
    let name = attribute.name;
    match &attribute.kind {
        AttrKind::Words(_) => Err(format!(
            "'{name}' would only be read: lists of words are not printed; use the kind any"
        )),
        AttrKind::Body(head) if !head.starts_with('#') => Err(format!(
            "the argument of body for '{name}' does not begin with `#`: expected body(#{head})"
        )),
        AttrKind::Tagged {
            prefix,
            angle,
            cases,
        } => {
            let word = if *angle { "angle" } else { "word" };
            let shown = prefix.replace(' ', "~");
            if !prefix.starts_with('#') || !prefix.ends_with(['<', ' ']) {
                return Err(format!(
                    "{word}({shown}) is no beginning of an attribute for '{name}': expected such as {word}(#my.name<) or {word}(#my<name~)"
                ));
            }
            if !angle && cases.is_empty() {
                return Err(format!(
                    "the words that '{name}' can be are missing: expected such as {word}({shown}) first second"
                ));
            }
            cases.iter().try_for_each(|case| check_case(name, case))
        }
        AttrKind::Keyword(cases)
        | AttrKind::Enum(_, cases)
        | AttrKind::QuotedEnum(_, cases)
        | AttrKind::Flags(_, cases) => {
            if cases.is_empty() {
                return Err(format!("the words that '{name}' can be are missing"));
            }
            cases.iter().try_for_each(|case| check_case(name, case))
        }
        _ => Ok(()),
    }
}

/// Words end at blanks, so one in quotes has none.
fn check_case(name: &str, case: &str) -> Result<(), String> {
    let inner = match case.strip_prefix('"') {
        Some(rest) => rest.strip_suffix('"'),
        None => Some(case),
    };
    match inner {
        Some(inner) if !inner.is_empty() && !inner.contains('"') => Ok(()),
        _ => Err(format!(
            "`{case}` is no word that '{name}' can be: a word has no blanks, also in quotes"
        )),
    }
}

/// A unit attribute is read and printed only as the anchor of a group that begins with a word.
fn check_units(spec: &OpSpec, elements: &[Element]) -> Result<(), String> {
    for element in elements {
        if let Some(name) = unit(spec, element) {
            return without_word(name);
        }
        match element {
            Element::Optional(group) => check_group(spec, group)?,
            Element::AnyOrder(groups) => {
                groups
                    .iter()
                    .try_for_each(|group| check_group(spec, group))?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_group(spec: &OpSpec, group: &OptionalGroup) -> Result<(), String> {
    let anchor = unit(spec, &group.anchor);
    let mut visible = group.then.iter();
    let first = visible.find(|it| !matches!(it, Element::NoSpace | Element::Space));
    if let Some(name) = anchor
        && !matches!(first, Some(Element::Literal(_)))
    {
        return without_word(name);
    }
    let is_anchor = |it: &&Element| anchor.is_some() && unit(spec, it) == anchor;
    let others: Vec<Element> = group
        .then
        .iter()
        .filter(|it| !is_anchor(it))
        .cloned()
        .collect();
    check_units(spec, &others)?;
    check_units(spec, &group.otherwise)
}

/// The name of a unit attribute.
fn unit(spec: &OpSpec, element: &Element) -> Option<&'static str> {
    let Element::Attribute(at) = element else {
        return None;
    };
    let attribute = &spec.attributes[*at];
    matches!(attribute.kind, AttrKind::Unit).then_some(attribute.name)
}

fn without_word<T>(name: &str) -> Result<T, String> {
    Err(format!(
        "the unit attribute '{name}' has no word in the format: expected (`{name}` ${name}^)?"
    ))
}

/// `line N: `, for the line that states an attribute; nothing if there is none.
fn line_of(definition: &str, attribute: &str) -> String {
    line_where(definition, |line| {
        let mut words = line.split_whitespace();
        words.next() == Some("attr")
            && words.next().map(|it| it.trim_end_matches('?')) == Some(attribute)
    })
}

fn line_where(definition: &str, is_it: impl Fn(&str) -> bool) -> String {
    let found = definition.lines().position(|line| is_it(line.trim()));
    found.map_or_else(String::new, |at| format!("line {}: ", at + 1))
}
