//! Writing of the primitives of the format.

use calipers_number::Int;

/// Bytes that are written.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub(super) struct Output(pub(super) Vec<u8>);

impl Output {
    pub(super) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    /// A number in the fewest bytes: the trailing zeros of the first one are the number of bytes that follow.
    pub(super) fn varint(&mut self, number: u64) {
        let bits = 64 - number.leading_zeros() as usize;
        match bits.div_ceil(7).max(1) {
            9.. => {
                self.byte(0);
                self.0.extend(number.to_le_bytes());
            }
            count => {
                let word = (number << 1 | 1) << (count - 1);
                self.0.extend(&word.to_le_bytes()[..count]);
            }
        }
    }

    pub(super) fn length(&mut self, length: usize) {
        self.varint(length as u64);
    }

    pub(super) fn signed(&mut self, number: i64) {
        self.varint((number << 1 ^ number >> 63) as u64);
    }

    pub(super) fn flagged(&mut self, number: u64, flag: bool) {
        self.varint(number << 1 | u64::from(flag));
    }

    /// Numbers after their count.
    pub(super) fn list(&mut self, numbers: &[u64]) {
        self.length(numbers.len());
        for &number in numbers {
            self.varint(number);
        }
    }

    /// Bytes after their count.
    pub(super) fn blob(&mut self, bytes: &[u8]) {
        self.length(bytes.len());
        self.0.extend(bytes);
    }

    /// The low bits of an integer of a known width.
    pub(super) fn bits(&mut self, value: &Int, width: u32) {
        let words = words(value, width);
        match width {
            0..=8 => self.byte(words[0] as u8),
            9..=64 => self.signed(words[0] as i64),
            _ => {
                let active = words
                    .iter()
                    .rposition(|&word| word != 0)
                    .map_or(1, |at| at + 1);
                self.length(active);
                for &word in &words[..active] {
                    self.signed(word as i64);
                }
            }
        }
    }

    pub(super) fn section(&mut self, id: u8, contents: &Output) {
        self.byte(id);
        self.blob(&contents.0);
    }

    /// A section whose contents begin at a multiple of `alignment`.
    pub(super) fn aligned_section(&mut self, id: u8, contents: &Output, alignment: u64) {
        self.byte(id | 0x80);
        self.length(contents.0.len());
        self.varint(alignment);
        self.pad(alignment);
        self.0.extend(&contents.0);
    }

    /// Pads to a multiple of `alignment`.
    pub(super) fn pad(&mut self, alignment: u64) {
        let padded = (self.0.len() as u64).next_multiple_of(alignment);
        self.0.resize(padded as usize, PADDING);
    }
}

/// The byte between parts that are aligned.
const PADDING: u8 = 0xcb;

/// The lowest `width` bits of an integer in words, least significant first; at least one word.
fn words(value: &Int, width: u32) -> Vec<u64> {
    let mut rest = match value.is_negative() {
        true => value + &(Int::ONE << width as usize),
        false => value.clone(),
    };
    let count = width.div_ceil(64).max(1);
    let words = (0..count).map(|_| {
        let high = &rest >> 64usize;
        let low = &rest - &(high.clone() << 64usize);
        rest = high;
        u64::try_from(low).unwrap_or_default()
    });
    words.collect()
}

/// The lowest `width` bits of an integer in `size` bytes, least significant first.
pub(super) fn bytes(value: &Int, width: u32, size: usize) -> impl Iterator<Item = u8> {
    let words = words(value, width);
    words.into_iter().flat_map(u64::to_le_bytes).take(size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cursor::Cursor;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        for shift in 0..64 {
            for number in [1u64 << shift, (1 << shift) - 1, u64::MAX >> shift] {
                let mut output = Output::default();
                output.varint(number);
                output.signed(number as i64);
                let mut cursor = Cursor::new(&output.0);
                assert_eq!(cursor.varint("a number").ok(), Some(number));
                assert_eq!(cursor.signed("a number").ok(), Some(number as i64));
                assert!(cursor.is_empty());
            }
        }
        let mut output = Output::default();
        output.varint(127);
        output.varint(128);
        assert_eq!(output.0, [0xff, 0x02, 0x02]);
    }

    #[test]
    fn negative_integers_have_the_bits_of_their_width() {
        assert_eq!(words(&Int::from(-1), 4), [0xf]);
        assert_eq!(words(&Int::from(-1), 128), [u64::MAX, u64::MAX]);
        assert_eq!(words(&(Int::ONE << 64usize), 128), [0, 1]);
        assert_eq!(
            bytes(&Int::from(-2), 12, 2).collect::<Vec<_>>(),
            [0xfe, 0x0f]
        );
    }
}
