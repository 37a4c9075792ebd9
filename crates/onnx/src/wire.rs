//! The wire format of protocol buffers, <https://protobuf.dev/programming-guides/encoding/>: a message is a sequence of
//! fields, each with a number and a value of one of a few kinds.

use std::fmt::Display;

/// The maximum depth of messages within messages.
const MAX_DEPTH: usize = 100;

/// A message that is read from its fields.
pub(crate) trait Message<'a>: Default {
    /// Takes over the value of the field with this number; the values of other fields are ignored.
    fn set(&mut self, number: u64, value: Value<'a>) -> Result<(), String>;
}

/// The value of a field.
#[derive(Clone, Copy)]
pub(crate) enum Value<'a> {
    /// An integer of variable length.
    Integer(u64),
    /// Eight bytes.
    Fixed64,
    /// Four bytes.
    Fixed32([u8; 4]),
    /// A text, bytes, a list of numbers, or a message at this depth.
    Bytes(&'a [u8], usize),
}

/// Reads a message.
///
/// # Errors
/// If the bytes do not have the format, or if messages are nested too deeply.
pub(crate) fn decode<'a, M: Message<'a>>(bytes: &'a [u8]) -> Result<M, String> {
    let mut message = M::default();
    merge(&mut message, bytes, 0)?;
    Ok(message)
}

/// Adds the fields in these bytes to a message.
fn merge<'a, M: Message<'a>>(
    message: &mut M,
    mut bytes: &'a [u8],
    depth: usize,
) -> Result<(), String> {
    if depth > MAX_DEPTH {
        return Err(format!("messages are nested more than {MAX_DEPTH} deep"));
    }
    while !bytes.is_empty() {
        let key = integer(&mut bytes)?;
        let value = match key & 7 {
            0 => Value::Integer(integer(&mut bytes)?),
            1 => take(&mut bytes, 8).map(|_| Value::Fixed64)?,
            2 => {
                let length = integer(&mut bytes)?;
                Value::Bytes(take(&mut bytes, length)?, depth)
            }
            5 => {
                let four = take(&mut bytes, 4)?;
                Value::Fixed32(four.try_into().map_err(unexpected)?)
            }
            kind => return Err(format!("a field has the unknown wire type {kind}")),
        };
        message.set(key >> 3, value)?;
    }
    Ok(())
}

/// The first bytes, which are removed.
fn take<'a>(bytes: &mut &'a [u8], count: u64) -> Result<&'a [u8], String> {
    let count = usize::try_from(count).map_err(unexpected)?;
    let (first, rest) = bytes
        .split_at_checked(count)
        .ok_or("the data ends within a field")?;
    *bytes = rest;
    Ok(first)
}

/// The integer of variable length at the beginning, which is removed: seven bits a byte, the lowest ones first.
fn integer(bytes: &mut &[u8]) -> Result<u64, String> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = take(bytes, 1)?[0];
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(value);
        }
    }
    Err("an integer has more than 64 bits".to_owned())
}

fn unexpected(error: impl Display) -> String {
    error.to_string()
}

fn other_kind<T>() -> Result<T, String> {
    Err("a field has a value of another kind".to_owned())
}

impl<'a> Value<'a> {
    /// An integer, with its sign.
    pub(crate) fn integer(self) -> Result<i64, String> {
        match self {
            Value::Integer(value) => Ok(value as i64),
            _ => other_kind(),
        }
    }

    /// An integer of 32 bits. Of a longer one the lowest bits are kept, as other readers do.
    pub(crate) fn small(self) -> Result<i32, String> {
        Ok(self.integer()? as i32)
    }

    /// A number of floating point.
    pub(crate) fn float(self) -> Result<f32, String> {
        match self {
            Value::Fixed32(bytes) => Ok(f32::from_le_bytes(bytes)),
            _ => other_kind(),
        }
    }

    /// Bytes.
    pub(crate) fn bytes(self) -> Result<&'a [u8], String> {
        match self {
            Value::Bytes(bytes, _) => Ok(bytes),
            _ => other_kind(),
        }
    }

    /// A text in UTF-8.
    pub(crate) fn text(self) -> Result<String, String> {
        let text = std::str::from_utf8(self.bytes()?);
        text.map(str::to_owned).map_err(unexpected)
    }

    /// Appends one integer, or a list of them without gaps.
    pub(crate) fn append_to(self, list: &mut Vec<i64>) -> Result<(), String> {
        match self {
            Value::Bytes(mut bytes, _) => {
                while !bytes.is_empty() {
                    list.push(integer(&mut bytes)? as i64);
                }
            }
            one => list.push(one.integer()?),
        }
        Ok(())
    }

    /// Appends one number of floating point, or a list of them without gaps.
    pub(crate) fn append_floats_to(self, list: &mut Vec<f32>) -> Result<(), String> {
        match self {
            Value::Bytes(mut bytes, _) => {
                while !bytes.is_empty() {
                    let four = take(&mut bytes, 4)?;
                    list.push(f32::from_le_bytes(four.try_into().map_err(unexpected)?));
                }
            }
            one => list.push(one.float()?),
        }
        Ok(())
    }

    /// A message.
    pub(crate) fn message<M: Message<'a>>(self) -> Result<M, String> {
        let mut message = None;
        self.merge_into(&mut message)?;
        Ok(message.unwrap_or_default())
    }

    /// Adds the fields of a message to one that was there before: a field that occurs again adds to its message.
    pub(crate) fn merge_into<M: Message<'a>>(self, known: &mut Option<M>) -> Result<(), String> {
        match self {
            Value::Bytes(bytes, depth) => {
                merge(known.get_or_insert_with(M::default), bytes, depth + 1)
            }
            _ => other_kind(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A message that may have itself as its field 1, and integers as its field 2.
    #[derive(Default)]
    struct Nested {
        depth: usize,
        list: Vec<i64>,
    }

    impl<'a> Message<'a> for Nested {
        fn set(&mut self, number: u64, value: Value<'a>) -> Result<(), String> {
            match number {
                1 => self.depth = value.message::<Nested>()?.depth + 1,
                2 => value.append_to(&mut self.list)?,
                _ => {}
            }
            Ok(())
        }
    }

    fn nested(depth: usize) -> Vec<u8> {
        (0..depth).fold(vec![], |inner, _| {
            let mut bytes = vec![
                0x0a,
                inner.len() as u8 & 0x7f | 0x80,
                (inner.len() >> 7) as u8,
            ];
            bytes.extend(inner);
            bytes
        })
    }

    #[test]
    fn depth_has_a_limit() {
        assert_eq!(decode::<Nested>(&nested(100)).map(|it| it.depth), Ok(100));
        let error = decode::<Nested>(&nested(101)).err();
        assert_eq!(
            error.as_deref(),
            Some("messages are nested more than 100 deep")
        );
    }

    #[test]
    fn a_message_in_two_parts_has_the_fields_of_both() {
        #[derive(Default)]
        struct Outer {
            inner: Option<Nested>,
        }
        impl<'a> Message<'a> for Outer {
            fn set(&mut self, _: u64, value: Value<'a>) -> Result<(), String> {
                value.merge_into(&mut self.inner)
            }
        }
        let bytes = [0x0a, 2, 0x10, 5, 0x0a, 4, 0x10, 6, 0x0a, 0];
        let inner = decode::<Outer>(&bytes).map(|it| it.inner);
        let found = inner.map(|it| it.map(|it| (it.list, it.depth)));
        assert_eq!(found, Ok(Some((vec![5, 6], 1))));
    }

    #[test]
    fn integers_alone_and_in_lists() {
        let minus_one = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
        let bytes = [
            &[0x10, 0x96, 0x01, 0x12, 0x0b, 0x03][..],
            &minus_one,
            &[0x19, 0, 0, 0, 0, 0, 0, 0, 0],
        ]
        .concat();
        assert_eq!(
            decode::<Nested>(&bytes).map(|it| it.list),
            Ok(vec![150, 3, -1])
        );
        for end in [1, 2, 4, 7, 15, 24] {
            assert!(decode::<Nested>(&bytes[..end]).is_err(), "{end}");
        }
        assert!(decode::<Nested>(&[&[0x10][..], &[0xff; 11]].concat()).is_err());
        assert!(decode::<Nested>(&[0x13]).is_err());
    }
}
