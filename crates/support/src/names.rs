//! Sorted tables of names that are generated at build time.

/// Names in ascending order, in a single string that needs no relocation when a process starts.
#[derive(Debug)]
pub struct Names {
    /// The concatenated names.
    pub all: &'static str,
    /// The end of each name.
    pub until: &'static [u32],
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

    /// The number of a name. Binary search.
    pub fn find(&self, name: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.get(middle).cmp(name) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_found_and_no_other() {
        let names = Names {
            all: "aabbc",
            until: &[1, 2, 4, 5],
        };
        assert_eq!(names.iter().collect::<Vec<_>>(), ["a", "a", "bb", "c"]);
        let names = Names {
            all: "aabbc",
            until: &[1, 4, 5],
        };
        assert_eq!(
            ["a", "abb", "c", "", "ab", "d"].map(|name| names.find(name)),
            [Some(0), Some(1), Some(2), None, None, None]
        );
    }
}
