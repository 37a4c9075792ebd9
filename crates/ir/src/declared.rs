//! Op definitions that rule files declare: they are read and checked.

use crate::Module;
use crate::registry::{AttrKind, OpSpec, Rule, Syntaxes, find, table};
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
    check_texts(&spec)?;
    let spec: &'static OpSpec = Box::leak(Box::new(spec));
    known.insert(text, spec);
    Ok(spec)
}

/// Checks the types and attributes that a definition has as text.
fn check_texts(spec: &OpSpec) -> Result<(), String> {
    let mut module = Module::new();
    for (_, rule) in spec.rules.iter().chain(&spec.default_types) {
        if let Rule::Fixed(text) | Rule::Repeated(text, _) = rule
            && module.parse_type(text).is_err()
        {
            return Err(format!("'{text}' is no operand, no result and no type"));
        }
    }
    for attribute in &spec.attributes {
        if let AttrKind::Flags(_, cases) = &attribute.kind
            && cases.len() > 63
        {
            return Err(format!("'{}' has more than 63 flags", attribute.name));
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
            return Err(format!("'{ty}' is no type of an attribute"));
        }
    }
    let defaults = spec.attributes.iter().filter_map(|it| it.default.as_ref());
    for default in defaults {
        if module.parse_attribute(default).is_err() {
            return Err(format!("'{default}' is no attribute"));
        }
    }
    Ok(())
}
