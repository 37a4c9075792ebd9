//! Calipers behind a C interface. What the functions do and who owns what, `include/calipers.h` says.
//!
//! Here `unsafe` may stand, for what C hands over: pointers that are null or point to what the header
//! says. No panic goes out: `guard` makes an error of each. Deep programs and terms get a stack of
//! their own.

mod analysis;
mod error;
mod expression;
mod module;
mod rules;

pub use analysis::*;
pub use error::*;
pub use expression::*;
pub use module::*;
pub use rules::*;

use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// With less stack than this left, in bytes, a call gets another one.
const LEAST_STACK: usize = 4 << 20;

/// How large that is.
const STACK: usize = 64 << 20;

/// What a call came to: a value, or what is wrong.
type Answer<T> = Result<T, String>;

/// Runs a call. Puts its error where `error` points, if that is not null.
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

/// Like [`guard`], for calls that put what they find where `out` points. Whether they found it.
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

/// What a pointer points to.
///
/// # Safety
/// It is null or points to a `T` that lives as long as the answer is used.
unsafe fn shared<'a, T>(pointer: *const T, name: &str) -> Answer<&'a T> {
    // SAFETY: as promised by the caller.
    unsafe { pointer.as_ref() }.ok_or_else(|| format!("`{name}` is NULL"))
}

/// What a pointer points to, to be changed.
///
/// # Safety
/// As of [`shared`], and nobody else uses it meanwhile.
unsafe fn exclusive<'a, T>(pointer: *mut T, name: &str) -> Answer<&'a mut T> {
    // SAFETY: as promised by the caller.
    unsafe { pointer.as_mut() }.ok_or_else(|| format!("`{name}` is NULL"))
}

/// A list of so many.
///
/// # Safety
/// `data` points to `size` of them, or is null where that is 0.
unsafe fn list<'a, T>(data: *const T, size: usize, name: &str) -> Answer<&'a [T]> {
    match (data.is_null(), size) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(format!("`{name}` is NULL")),
        // SAFETY: as promised by the caller.
        (false, size) => Ok(unsafe { std::slice::from_raw_parts(data, size) }),
    }
}

/// A text that ends with a 0.
///
/// # Safety
/// `text` is null or points to one.
unsafe fn text<'a>(text: *const c_char, name: &str) -> Answer<&'a str> {
    if text.is_null() {
        return Err(format!("`{name}` is NULL"));
    }
    // SAFETY: as promised by the caller.
    let text = unsafe { std::ffi::CStr::from_ptr(text) };
    text.to_str().map_err(|_| format!("`{name}` is not UTF-8"))
}

/// A text for C, to be freed with `calipers_string_free`. What follows a 0 in it is left out.
fn string(text: &str) -> *mut c_char {
    let text = text.split('\0').next().unwrap_or_default();
    CString::new(text).unwrap_or_default().into_raw()
}

/// Frees a text.
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

/// Frees what a call handed over.
///
/// # Safety
/// `owned` is null or came from `Box::into_raw`, and is not used again.
unsafe fn free<T>(owned: *mut T) {
    if !owned.is_null() {
        // SAFETY: as promised by the caller. What panics when it is dropped is lost.
        let owned = unsafe { Box::from_raw(owned) };
        let _ = catch_unwind(AssertUnwindSafe(|| drop(owned)));
    }
}
