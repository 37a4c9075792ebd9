//! The C interface of Calipers. `include/calipers.h` documents the functions and the ownership of their arguments.
//!
//! This crate uses `unsafe` for the pointers that C passes: each is null or valid as the header says. `guard` converts
//! panics into errors, so no panic crosses the interface. Deep programs and terms are processed on a larger stack.

mod analysis;
mod assignment;
mod bound;
mod changes;
mod error;
mod expression;
mod instances;
mod live;
mod module;
mod nodes;
mod rules;
mod sizes;
mod subject;
mod words;

pub use analysis::*;
pub use assignment::*;
pub use bound::*;
pub use changes::*;
pub use error::*;
pub use expression::*;
pub use instances::*;
pub use module::*;
pub use nodes::*;
pub use rules::*;
pub use sizes::*;
pub use words::*;

use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// If less stack than this is left, in bytes, a call allocates another one.
const LEAST_STACK: usize = 4 << 20;

/// The size of that stack in bytes.
const STACK: usize = 64 << 20;

/// The result of a call: a value or an error message.
type Answer<T> = Result<T, String>;

/// Runs a call. Stores its error in `error` unless that is null.
///
/// # Safety
/// `error` is null or points to a place for a pointer.
unsafe fn guard<T>(error: *mut *mut Error, call: impl FnOnce() -> Answer<T>) -> Option<T> {
    let call = AssertUnwindSafe(|| stacker::maybe_grow(LEAST_STACK, STACK, call));
    let answer = catch_unwind(call).unwrap_or_else(|_| Err("this is an error in calipers".into()));
    match answer {
        Ok(value) => Some(value),
        Err(message) => {
            if !error.is_null() {
                // SAFETY: it points to a place for a pointer.
                unsafe { *error = Box::into_raw(Box::new(Error::new(message))) };
            }
            None
        }
    }
}

/// Like [`guard`], for calls that store their result in `out`. Returns whether the call succeeded.
///
/// # Safety
/// `out` is null or points to a place for a `T`; `error` as in [`guard`].
unsafe fn fill<T>(out: *mut T, error: *mut *mut Error, call: impl FnOnce() -> Answer<T>) -> bool {
    // SAFETY: as promised by the caller.
    let found = unsafe { guard(error, call) };
    let is_found = found.is_some();
    if let Some(value) = found.filter(|_| !out.is_null()) {
        // SAFETY: it points to a place for a value, which need not be one yet.
        unsafe { out.write(value) };
    }
    is_found
}

/// Dereferences a pointer.
///
/// # Safety
/// It is null or points to a `T` that lives as long as the answer is used.
unsafe fn shared<'a, T>(pointer: *const T, name: &str) -> Answer<&'a T> {
    // SAFETY: as promised by the caller.
    unsafe { pointer.as_ref() }.ok_or_else(|| format!("`{name}` is NULL"))
}

/// Dereferences a pointer mutably.
///
/// # Safety
/// As for [`shared`], and nothing else accesses the value meanwhile.
unsafe fn exclusive<'a, T>(pointer: *mut T, name: &str) -> Answer<&'a mut T> {
    // SAFETY: as promised by the caller.
    unsafe { pointer.as_mut() }.ok_or_else(|| format!("`{name}` is NULL"))
}

/// A slice of `size` elements.
///
/// # Safety
/// `data` points to `size` elements, or is null if `size` is 0.
unsafe fn list<'a, T>(data: *const T, size: usize, name: &str) -> Answer<&'a [T]> {
    match (data.is_null(), size) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(format!("`{name}` is NULL")),
        // SAFETY: as promised by the caller.
        (false, size) => Ok(unsafe { std::slice::from_raw_parts(data, size) }),
    }
}

/// A string that ends with a 0.
///
/// # Safety
/// `text` is null or points to such a string.
unsafe fn text<'a>(text: *const c_char, name: &str) -> Answer<&'a str> {
    if text.is_null() {
        return Err(format!("`{name}` is NULL"));
    }
    // SAFETY: as promised by the caller.
    let text = unsafe { std::ffi::CStr::from_ptr(text) };
    text.to_str().map_err(|_| format!("`{name}` is not UTF-8"))
}

/// A string for C, to be freed with `calipers_string_free`. It is truncated at the first 0.
fn string(text: &str) -> *mut c_char {
    let text = text.split('\0').next().unwrap_or_default();
    CString::new(text).unwrap_or_default().into_raw()
}

/// Frees a string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_string_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: it came from `string`.
        drop(unsafe { CString::from_raw(text) });
    }
}

/// The version of the library.
#[unsafe(no_mangle)]
pub extern "C" fn calipers_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Frees a value that a call returned.
///
/// # Safety
/// `owned` is null or came from `Box::into_raw`, and is not used again.
unsafe fn free<T>(owned: *mut T) {
    if !owned.is_null() {
        // SAFETY: as promised by the caller. A panic of the destructor is caught and ignored.
        let owned = unsafe { Box::from_raw(owned) };
        let _ = catch_unwind(AssertUnwindSafe(|| drop(owned)));
    }
}
