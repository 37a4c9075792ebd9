//! Op definitions that are added at run time.

use super::{AttrKind, OpSpec, Rule, find, table};
use crate::Module;
use hashbrown::HashMap;
use std::sync::{Mutex, PoisonError};

/// The custom assembly of ops in addition to that of the library. The definitions are entries of an op table, as in
/// the tables of the library.
///
/// ```
/// use calipers::ir::{Module, ParseOptions, Syntaxes};
/// use std::sync::Arc;
///
/// let mut syntaxes = Syntaxes::default();
/// let twice = "op my.twice operand -> result
///   same operand result
///   format $operand attr-dict `:` type($result)";
/// syntaxes.add("my.twice", twice)?;
/// let options = ParseOptions { syntaxes: Arc::new(syntaxes), ..ParseOptions::default() };
/// let text = "func.func @f(%a: index) {\n  %b = my.twice %a : index\n  return\n}";
/// let module = Module::parse(text, "f.mlir", options)?;
/// assert!(module.to_string().contains("%0 = my.twice %arg0 : index"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Syntaxes {
    specs: HashMap<Box<str>, &'static OpSpec>,
}

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

    /// The definition of an op.
    #[inline]
    pub(crate) fn find(&self, op: &str) -> Option<&'static OpSpec> {
        if self.specs.is_empty() {
            return None;
        }
        self.specs.get(op).copied()
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
