//! Reading of the primitives of the format.

use crate::error::{Fault, Read};
use crate::format::section;

/// A position in a part of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'b> {
    file: &'b [u8],
    at: usize,
    end: usize,
}

impl<'b> Cursor<'b> {
    pub(crate) fn new(file: &'b [u8]) -> Cursor<'b> {
        Cursor {
            file,
            at: 0,
            end: file.len(),
        }
    }

    /// The offset in the file.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// The number of bytes that are left.
    pub(crate) fn left(&self) -> usize {
        self.end - self.at
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.at == self.end
    }

    /// The error `message` at the current byte.
    pub(crate) fn fail<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(Fault::new(self.at, message))
    }

    /// The next `count` bytes.
    pub(crate) fn bytes(&mut self, count: u64, what: &str) -> Read<&'b [u8]> {
        let left = self.left();
        match usize::try_from(count) {
            Ok(count) if count <= left => {
                self.at += count;
                Ok(&self.file[self.at - count..self.at])
            }
            _ => self.fail(format!(
                "expected {count} bytes of {what}, but {left} are left"
            )),
        }
    }

    /// A cursor over the next `count` bytes, which are skipped.
    pub(crate) fn part(&mut self, count: u64, what: &str) -> Read<Cursor<'b>> {
        let start = self.at;
        self.bytes(count, what)?;
        Ok(Cursor {
            file: self.file,
            at: start,
            end: self.at,
        })
    }

    /// The bytes that are left.
    pub(crate) fn rest(&self) -> &'b [u8] {
        &self.file[self.at..self.end]
    }

    pub(crate) fn byte(&mut self, what: &str) -> Read<u8> {
        match self.rest().first() {
            Some(&byte) => {
                self.at += 1;
                Ok(byte)
            }
            None => self.fail(format!("expected {what}, but the data ends")),
        }
    }

    /// A number of 1 to 9 bytes: the trailing zeros of the first one are the number of bytes that follow.
    pub(crate) fn varint(&mut self, what: &str) -> Read<u64> {
        let start = *self;
        let first = self.byte(what)?;
        let count = first.trailing_zeros().min(8) as usize;
        let Some(more) = self.rest().get(..count) else {
            return start.fail(format!("expected {what}, a number of {} bytes", count + 1));
        };
        self.at += count;
        let mut word = [0; 8];
        word[..count].copy_from_slice(more);
        let more = u64::from_le_bytes(word);
        Ok(match count {
            8 => more,
            _ => (more << 8 | u64::from(first)) >> (count + 1),
        })
    }

    /// A signed number, whose sign is in the lowest bit.
    pub(crate) fn signed(&mut self, what: &str) -> Read<i64> {
        let number = self.varint(what)?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// A number and a flag.
    pub(crate) fn flagged(&mut self, what: &str) -> Read<(u64, bool)> {
        let number = self.varint(what)?;
        Ok((number >> 1, number & 1 == 1))
    }

    /// An index into a table of `length` items.
    pub(crate) fn index(&mut self, length: usize, what: &str) -> Read<usize> {
        let start = *self;
        let index = self.varint(what)?;
        start.checked_index(index, length, what)
    }

    /// The index, if the table of `length` items has it.
    pub(crate) fn checked_index(&self, index: u64, length: usize, what: &str) -> Read<usize> {
        match usize::try_from(index) {
            Ok(index) if index < length => Ok(index),
            _ => self.fail(format!("expected {what} below {length}, but found {index}")),
        }
    }

    /// A number of items that follow, each of at least one byte.
    pub(crate) fn count(&mut self, what: &str) -> Read<usize> {
        let start = *self;
        let count = self.varint(what)?;
        start.checked_count(count, self.left(), what)
    }

    /// The number of items, if `left` bytes suffice for them.
    pub(crate) fn checked_count(&self, count: u64, left: usize, what: &str) -> Read<usize> {
        match usize::try_from(count) {
            Ok(count) if count <= left => Ok(count),
            _ => self.fail(format!(
                "expected {what} of at most {left}, but found {count}"
            )),
        }
    }

    /// Items after their number.
    pub(crate) fn list<T>(
        &mut self,
        what: &str,
        mut item: impl FnMut(&mut Self) -> Read<T>,
    ) -> Read<Vec<T>> {
        let count = self.count(what)?;
        (0..count).map(|_| item(self)).collect()
    }

    /// The bytes up to a NUL, which is skipped.
    pub(crate) fn terminated(&mut self, what: &str) -> Read<&'b [u8]> {
        let rest = self.rest();
        match rest.iter().position(|&byte| byte == 0) {
            Some(length) => {
                self.at += length + 1;
                Ok(&rest[..length])
            }
            None => self.fail(format!("expected {what}, a text that ends with a NUL byte")),
        }
    }

    /// Requires that nothing is left.
    pub(crate) fn expect_end(&self, what: &str) -> Read<()> {
        match self.left() {
            0 => Ok(()),
            left => self.fail(format!(
                "expected the end of {what}, but {left} bytes are left"
            )),
        }
    }

    /// Skips to a multiple of `alignment`.
    pub(crate) fn align(&mut self, alignment: u64) -> Read<()> {
        if !alignment.is_power_of_two() {
            return self.fail(format!(
                "expected an alignment that is a power of two, but found {alignment}"
            ));
        }
        let padding = (self.at as u64).wrapping_neg() & (alignment - 1);
        self.bytes(padding, "padding").map(|_| ())
    }

    /// The header of a section: its id and its contents.
    pub(crate) fn section(&mut self) -> Read<(u8, Cursor<'b>)> {
        let start = *self;
        let head = self.byte("the id of a section")?;
        let id = head & 0x7f;
        if usize::from(id) >= section::COUNT {
            let last = section::COUNT - 1;
            return start.fail(format!(
                "expected a section id of at most {last}, but found {id}"
            ));
        }
        let length = self.varint("the length of a section")?;
        if head & 0x80 != 0 {
            let alignment = self.varint("the alignment of a section")?;
            self.align(alignment)?;
        }
        Ok((id, self.part(length, "a section")?))
    }

    /// The contents of the section `id`, which must be next.
    pub(crate) fn section_of(&mut self, id: u8, what: &str) -> Read<Cursor<'b>> {
        let start = *self;
        match self.section()? {
            (found, contents) if found == id => Ok(contents),
            (found, _) => start.fail(format!("expected {what}, but found the section {found}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cursor;

    #[test]
    fn numbers_have_one_to_nine_bytes() {
        let number = |bytes: &[u8]| Cursor::new(bytes).varint("a number").ok();
        assert_eq!(number(&[0x01]), Some(0));
        assert_eq!(number(&[0xff]), Some(127));
        assert_eq!(number(&[0x02, 0x02]), Some(128));
        assert_eq!(number(&[0, 1, 0, 0, 0, 0, 0, 0, 0x80]), Some(1 << 63 | 1));
        assert_eq!(number(&[0x02]), None);
        assert_eq!(number(&[]), None);
        let signed = |bytes: &[u8]| Cursor::new(bytes).signed("a number").ok();
        assert_eq!(signed(&[0x03]), Some(-1));
        assert_eq!(signed(&[0x05]), Some(1));
        let most = [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
        assert_eq!(signed(&most), Some(i64::MIN));
    }
}
