//! The worklist, in program order.

use super::Ranges;
use super::layout::Item;

/// A set of indices of the visiting order, from which the least is taken first.
pub(super) struct Agenda {
    bits: Vec<u64>,
    /// All words before this index are zero.
    from: usize,
}

impl Agenda {
    pub(super) fn new(items: usize) -> Agenda {
        Agenda {
            bits: vec![0; items.div_ceil(64)],
            from: 0,
        }
    }

    pub(super) fn insert(&mut self, at: usize) {
        self.bits[at / 64] |= 1 << (at % 64);
        self.from = self.from.min(at / 64);
    }

    pub(super) fn pop(&mut self) -> Option<usize> {
        while let Some(bits) = self.bits.get_mut(self.from) {
            if *bits != 0 {
                let at = bits.trailing_zeros();
                *bits &= *bits - 1;
                return Some(self.from * 64 + at as usize);
            }
            self.from += 1;
        }
        None
    }

    pub(super) fn clear(&mut self) {
        self.bits.fill(0);
        self.from = self.bits.len();
    }
}

impl Ranges<'_> {
    /// Processes the worklist until a fixpoint. Returns `false` if the budget of visits is exceeded.
    pub(super) fn run(&mut self, budget: usize) -> bool {
        let mut visits = 0;
        while let Some(at) = self.dirty.pop() {
            visits += 1;
            if visits > budget {
                return false;
            }
            self.visit(at);
        }
        true
    }

    /// Visits each item once.
    pub(super) fn sweep(&mut self) {
        for at in 0..self.layout.items() {
            self.visit(at);
        }
        self.dirty.clear();
    }

    fn visit(&mut self, at: usize) {
        match self.layout.item(at) {
            Item::Enter(op) => self.visit_op(op),
            Item::Leave(op) => self.visit_results(op),
        }
    }
}
