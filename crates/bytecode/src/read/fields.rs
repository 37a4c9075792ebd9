//! The fields of encoded attributes and types, by the shape of their code.

use crate::cursor::Cursor;
use crate::error::Read;

/// The shape of an encoding, with a letter for each field:
///
/// - `a` an attribute, `t` a type, `o` an optional attribute, `A` attributes, `T` types, `P` pairs of attributes;
/// - `s` a string, `b` bytes after their number;
/// - `p` an optional number after a flag,
/// - `f` a flag in a byte, `n` a number, `i` a signed number, `N` numbers, `I` signed numbers, `F` flags in bytes;
/// - `d` the bits of an f64, `D` several;
/// - `*` the bytes that are left.
pub(super) type Shape = &'static str;

/// The fields of an entry in order.
#[derive(Default, Debug)]
pub(super) struct Fields<'b> {
    /// Attributes; several for `A` and `P`.
    pub(super) attributes: Vec<usize>,
    /// The numbers of items in the fields `A`, `T`, `P`, `N`, `I`, `F`, `D`, and `o`.
    pub(super) counts: Vec<usize>,
    pub(super) types: Vec<usize>,
    pub(super) numbers: Vec<u64>,
    pub(super) signed: Vec<i64>,
    pub(super) string: Option<&'b [u8]>,
    /// The field `b` or `*`.
    pub(super) bytes: Option<Cursor<'b>>,
}

/// The lengths of the tables into which fields refer.
#[derive(Clone, Copy)]
pub(super) struct Lengths {
    pub(super) attributes: usize,
    pub(super) types: usize,
}

const ATTRIBUTE: &str = "the number of an attribute";
const TYPE: &str = "the number of a type";

impl<'b> Fields<'b> {
    pub(super) fn read(
        cursor: &mut Cursor<'b>,
        shape: Shape,
        strings: &[&'b [u8]],
        lengths: Lengths,
    ) -> Read<Fields<'b>> {
        let mut fields = Fields::default();
        for form in shape.chars() {
            fields.field(cursor, form, strings, lengths)?;
        }
        Ok(fields)
    }

    fn field(
        &mut self,
        cursor: &mut Cursor<'b>,
        form: char,
        strings: &[&'b [u8]],
        lengths: Lengths,
    ) -> Read<()> {
        match form {
            'a' => self
                .attributes
                .push(cursor.index(lengths.attributes, ATTRIBUTE)?),
            't' => self.types.push(cursor.index(lengths.types, TYPE)?),
            'o' => {
                let index = optional(cursor, lengths.attributes)?;
                self.counts.push(usize::from(index.is_some()));
                self.attributes.extend(index);
            }
            'A' | 'P' => {
                let count = cursor.count("a number of attributes")?;
                self.counts.push(count);
                let items = if form == 'P' { 2 * count } else { count };
                for _ in 0..items {
                    self.attributes
                        .push(cursor.index(lengths.attributes, ATTRIBUTE)?);
                }
            }
            'T' => {
                let count = cursor.count("a number of types")?;
                self.counts.push(count);
                for _ in 0..count {
                    self.types.push(cursor.index(lengths.types, TYPE)?);
                }
            }
            's' => {
                self.string = Some(strings[cursor.index(strings.len(), "the number of a string")?])
            }
            'b' => {
                let count = cursor.varint("a number of bytes")?;
                self.bytes = Some(cursor.part(count, "data")?);
            }
            '*' => self.bytes = Some(cursor.part(cursor.left() as u64, "data")?),
            'p' => {
                let (number, present) = cursor.flagged("an optional number")?;
                self.numbers.extend(present.then_some(number));
            }
            'f' => self.numbers.push(cursor.byte("a flag")?.into()),
            'n' => self.numbers.push(cursor.varint("a number")?),
            'd' => self.numbers.push(cursor.signed("an f64")? as u64),
            'i' => self.signed.push(cursor.signed("a number")?),
            'N' | 'D' | 'F' => {
                let count = cursor.count("a number of items")?;
                self.counts.push(count);
                for _ in 0..count {
                    self.numbers.push(match form {
                        'N' => cursor.varint("a number")?,
                        'D' => cursor.signed("an f64")? as u64,
                        _ => cursor.byte("a flag")?.into(),
                    });
                }
            }
            _ => {
                let count = cursor.count("a number of items")?;
                self.counts.push(count);
                for _ in 0..count {
                    self.signed.push(cursor.signed("a number")?);
                }
            }
        }
        Ok(())
    }

    /// The bytes of the field `b` or `*`.
    pub(super) fn data(&self, at: &Cursor<'b>) -> Cursor<'b> {
        self.bytes.unwrap_or(*at)
    }
}

/// The number of an attribute that may be absent.
pub(super) fn optional(cursor: &mut Cursor, attributes: usize) -> Read<Option<usize>> {
    let start = *cursor;
    let (index, present) = cursor.flagged(ATTRIBUTE)?;
    match present {
        true => start.checked_index(index, attributes, ATTRIBUTE).map(Some),
        false => Ok(None),
    }
}
