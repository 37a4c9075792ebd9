//! A segment tree of minimal ages over the positions of a block.

/// The least age at each position of a block. Updates and queries cost O(log n).
#[derive(Default, Debug)]
pub(super) struct MinSegmentTree {
    /// The number of leaves: a power of two, or 0.
    room: usize,
    /// Node `n` is the parent of the nodes `2n` and `2n + 1`; the leaves come last.
    least: Vec<u64>,
}

impl MinSegmentTree {
    /// Records an age at a position.
    pub(super) fn insert(&mut self, position: usize, age: u64) {
        if position >= self.room {
            self.grow(position + 1);
        }
        let mut node = self.room + position;
        while node > 0 && age < self.least[node] {
            self.least[node] = age;
            node /= 2;
        }
    }

    fn grow(&mut self, wanted: usize) {
        let old = std::mem::take(self);
        self.room = wanted.next_power_of_two();
        self.least = vec![u64::MAX; 2 * self.room];
        self.least[self.room..][..old.room].copy_from_slice(&old.least[old.room..]);
        for node in (1..self.room).rev() {
            self.least[node] = self.least[2 * node].min(self.least[2 * node + 1]);
        }
    }

    /// The last position up to `end` with an age of at most `age`.
    pub(super) fn last(&self, end: usize, age: u64) -> Option<usize> {
        if self.room == 0 {
            return None;
        }
        // Walk left from the end: the sibling of a right child precedes it.
        let mut node = self.room + end.min(self.room - 1);
        while self.least[node] > age {
            while node.is_multiple_of(2) {
                node /= 2;
            }
            if node <= 1 {
                return None;
            }
            node -= 1;
        }
        while node < self.room {
            node = match self.least[2 * node + 1] <= age {
                true => 2 * node + 1,
                false => 2 * node,
            };
        }
        Some(node - self.room)
    }
}

#[cfg(test)]
mod tests {
    use super::MinSegmentTree;

    #[test]
    fn the_last_of_that_age_is_found() {
        let mut steps = MinSegmentTree::default();
        let mut plain = vec![u64::MAX; 100];
        let mut random = 12345u64;
        for _ in 0..300 {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1);
            let (position, age) = ((random >> 33) as usize % 100, (random >> 20) % 50);
            steps.insert(position, age);
            plain[position] = plain[position].min(age);
            for end in [0, 1, 7, 50, 99, 200] {
                for age in 0..50 {
                    let mut upto = plain.iter().take(end + 1);
                    let expected = upto.rposition(|&other| other <= age);
                    assert_eq!(steps.last(end, age), expected, "{end} {age}");
                }
            }
        }
    }
}
