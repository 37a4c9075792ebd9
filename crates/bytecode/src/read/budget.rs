//! Bounds on memory and time: parts of a file may be shared, so that a small file can describe a huge text.

use crate::cursor::Cursor;
use crate::error::Read;

/// An amount of text that may be produced from a file, proportional to its size.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    left: u64,
    what: &'static str,
}

impl Budget {
    /// A budget of `least`, and of `factor` for each byte of the file.
    pub(super) fn new(what: &'static str, least: u64, factor: u64, file: u64) -> Budget {
        Budget {
            left: least.saturating_add(factor.saturating_mul(file)),
            what,
        }
    }

    /// The amount that is not used up.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// Whether the budget covers `amount`.
    pub(super) fn covers(&self, amount: u64) -> bool {
        amount <= self.left
    }

    /// Uses up a part of the budget.
    pub(super) fn spend(&mut self, at: &Cursor, amount: u64) -> Read<()> {
        match self.left.checked_sub(amount) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => at.fail(format!(
                "expected {} of a size that the file can have",
                self.what
            )),
        }
    }
}
