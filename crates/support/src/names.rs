//! Sorted tables of names that are generated at build time.

/// Names in ascending order, in a single string that needs no relocation when a process starts.
#[derive(Debug)]
pub struct Names {
    /// The concatenated names.
    pub all: &'static str,
    /// The end of each name.
    pub until: &'static [u32],
    /// A hash table with linear probing, of [`slots`].
    pub slots: &'static [u16],
}

/// A hash table of names: at the place of a name, or at one of the next places, is 1 more than its number. Free places are
/// 0. There are fewer than 32,768 names.
pub fn slots(names: &[&str]) -> Vec<u16> {
    let mut slots = vec![0; 2 * names.len().next_power_of_two()];
    for (name, number) in names.iter().zip(1..) {
        let mut at = place(name, slots.len());
        while slots[at] != 0 {
            at = (at + 1) % slots.len();
        }
        slots[at] = number;
    }
    slots
}

/// The first place of a name in a table whose size is a power of two: a multiplicative hash of its words of 8 bytes, the
/// last of which may overlap the one before it.
#[inline]
fn place(name: &str, size: usize) -> usize {
    let bytes = name.as_bytes();
    let mut hash = bytes.len() as u64;
    let mut mix = |word: u64| {
        hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
    };
    match bytes.last_chunk() {
        Some(last) => {
            let (words, _) = bytes.as_chunks();
            for word in words {
                mix(u64::from_le_bytes(*word));
            }
            mix(u64::from_le_bytes(*last));
        }
        None => mix(bytes
            .iter()
            .fold(0, |word, &byte| word << 8 | u64::from(byte))),
    }
    hash as usize & (size - 1)
}

impl Names {
    /// The number of names.
    #[inline]
    pub fn len(&self) -> usize {
        self.until.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.until.is_empty()
    }

    /// The name with that number, which must be below [`Names::len`].
    #[inline]
    pub fn get(&self, number: usize) -> &'static str {
        let start = number.checked_sub(1).map_or(0, |before| self.until[before]);
        &self.all[start as usize..self.until[number] as usize]
    }

    /// All names, in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &'static str> {
        (0..self.len()).map(|number| self.get(number))
    }

    /// The number of a name.
    #[inline]
    pub fn find(&self, name: &str) -> Option<usize> {
        let mut at = place(name, self.slots.len());
        loop {
            let number = usize::from(self.slots[at]).checked_sub(1)?;
            if self.get(number) == name {
                return Some(number);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_found_and_no_other() {
        let names = Names {
            all: "aabbc",
            until: &[1, 4, 5],
            slots: Box::leak(slots(&["a", "abb", "c"]).into_boxed_slice()),
        };
        assert_eq!(names.iter().collect::<Vec<_>>(), ["a", "abb", "c"]);
        assert_eq!(
            ["a", "abb", "c", "", "ab", "d"].map(|name| names.find(name)),
            [Some(0), Some(1), Some(2), None, None, None]
        );
    }
}
