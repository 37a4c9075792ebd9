//! Fuel: a budget that limits work.

/// A renewable budget. It shrinks whenever it was exceeded, since later work tends to run into the same limit again,
/// which should become cheaper each time.
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

    /// Spends an amount; returns whether the budget sufficed.
    #[inline]
    pub(super) fn spend(&mut self, amount: usize) -> bool {
        self.spent = self.spent.saturating_add(amount);
        self.spent <= self.most
    }

    /// Resets the budget, to a quarter if it was exceeded.
    #[inline]
    pub(super) fn renew(&mut self) {
        if self.spent > self.most {
            self.most /= 4;
        }
        self.spent = 0;
    }
}
