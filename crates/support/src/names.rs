//! Sorted names that are written down when the library is built.

/// Names in ascending order. They are one string, which costs a process nothing at its start.
#[derive(Debug)]
pub struct Names {
    /// One after the other.
    pub all: &'static str,
    /// Where each ends.
    pub until: &'static [u32],
}

impl Names {
    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.until.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.until.is_empty()
    }

    /// The name of that number, which is below [`Names::len`].
    #[inline]
    pub fn get(&self, number: usize) -> &'static str {
        let start = number.checked_sub(1).map_or(0, |before| self.until[before]);
        &self.all[start as usize..self.until[number] as usize]
    }

    /// All of them, in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &'static str> {
        (0..self.len()).map(|number| self.get(number))
    }

    /// The number of a name.
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
