//! Errors as values.

use crate::free;
use std::ffi::{CString, c_char};

/// Why a call failed: `calipers_error`.
pub struct Error {
    message: CString,
}

impl Error {
    pub(crate) fn new(message: String) -> Error {
        let message = message.replace('\0', "");
        Error {
            message: CString::new(message).unwrap_or_default(),
        }
    }
}

/// What is wrong, in words; lives as long as the error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_error_message(error: *const Error) -> *const c_char {
    // SAFETY: it is null or points to an error.
    match unsafe { error.as_ref() } {
        Some(error) => error.message.as_ptr(),
        None => c"".as_ptr(),
    }
}

/// Frees an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_error_free(error: *mut Error) {
    // SAFETY: it is null or came from a call.
    unsafe { free(error) }
}
