//! What belongs to the thread that made it.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::mem::ManuallyDrop;
use std::thread::ThreadId;

/// A value that only the thread that made it uses, though Python's objects may reach any thread: another one gets an
/// exception.
pub(crate) struct Own<T> {
    value: ManuallyDrop<T>,
    thread: ThreadId,
}

// SAFETY: other threads reach the value neither by `get` nor by `drop`, and there is no other way to it.
unsafe impl<T> Send for Own<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Own<T> {}

impl<T> Own<T> {
    pub(crate) fn new(value: T) -> Own<T> {
        Own {
            value: ManuallyDrop::new(value),
            thread: std::thread::current().id(),
        }
    }

    fn is_here(&self) -> bool {
        std::thread::current().id() == self.thread
    }

    pub(crate) fn get(&mut self) -> PyResult<&mut T> {
        match self.is_here() {
            true => Ok(&mut self.value),
            false => Err(PyRuntimeError::new_err(
                "an analysis belongs to the thread that made it: make one for this thread, of the same module",
            )),
        }
    }
}

impl<T> Drop for Own<T> {
    fn drop(&mut self) {
        // On another thread its memory is not freed.
        if self.is_here() {
            // SAFETY: it is dropped once, here, and not used later.
            unsafe { ManuallyDrop::drop(&mut self.value) }
        }
    }
}
