//! Rule sets, which define the meaning of ops.

use crate::{Error, exclusive, free, guard, shared, text};
use std::ffi::c_char;
use std::sync::Arc;

/// The rules that an analysis uses: `calipers_rules`.
pub struct Rules {
    pub(crate) rules: Arc<calipers::rules::Rules>,
}

/// The built-in rules.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_rules_new() -> *mut Rules {
    let make = || {
        let rules = Arc::new(calipers::rules::Rules::embedded());
        Ok(Box::into_raw(Box::new(Rules { rules })))
    };
    // SAFETY: there is no place for an error.
    unsafe { guard(std::ptr::null_mut(), make) }.unwrap_or(std::ptr::null_mut())
}

/// Adds the rules of a file, whose text is `source`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_rules_load(
    rules: *mut Rules,
    name: *const c_char,
    source: *const c_char,
    error: *mut *mut Error,
) -> bool {
    let load = || {
        // SAFETY: as the header says.
        let (rules, name, source) = unsafe {
            (
                exclusive(rules, "rules")?,
                text(name, "name")?,
                text(source, "source")?,
            )
        };
        let Some(rules) = Arc::get_mut(&mut rules.rules) else {
            return Err("an analysis uses these rules already".into());
        };
        calipers::irdl::load(rules, name, source).map_err(|error| error.rendered)
    };
    // SAFETY: as the header says.
    unsafe { guard(error, load) }.is_some()
}

/// Whether the rules say anything about an op.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_rules_mention(rules: *const Rules, op: *const c_char) -> bool {
    let find = || {
        // SAFETY: as the header says.
        let (rules, op) = unsafe { (shared(rules, "rules")?, text(op, "op")?) };
        Ok(rules.rules.has_op(op))
    };
    // SAFETY: there is no place for an error.
    unsafe { guard(std::ptr::null_mut(), find) }.unwrap_or(false)
}

/// Frees rules. Analyses that use them stay valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_rules_free(rules: *mut Rules) {
    // SAFETY: as the header says.
    unsafe { free(rules) }
}
