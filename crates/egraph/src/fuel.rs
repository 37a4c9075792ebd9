//! How much work something may cause.

/// A budget that is given again and again, and shrinks where it was not enough: what was left undone
/// is met again by what comes next, and must not cost as much each time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fuel {
    most: usize,
    spent: usize,
}

impl Fuel {
    #[inline]
    pub(super) fn new(most: usize) -> Fuel {
        Fuel { most, spent: 0 }
    }

    /// Spends some; whether it was there.
    #[inline]
    pub(super) fn spend(&mut self, amount: usize) -> bool {
        self.spent = self.spent.saturating_add(amount);
        self.spent <= self.most
    }

    /// Gives it again.
    #[inline]
    pub(super) fn renew(&mut self) {
        if self.spent > self.most {
            self.most /= 4;
        }
        self.spent = 0;
    }
}
