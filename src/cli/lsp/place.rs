//! Positions: the protocol counts lines from 0 and columns in UTF-16 units; the library counts both from 1 and
//! columns in characters.

use super::protocol::{Position, Range};

/// The position of a character in a line; line and column count from 1.
pub fn position(text: &str, line: u32, column: u32) -> Position {
    let line = line.saturating_sub(1);
    let source = text.lines().nth(line as usize).unwrap_or_default();
    let before = source.chars().take(column.saturating_sub(1) as usize);
    let units = before.map(char::len_utf16).sum::<usize>();
    Position::new(line, u32::try_from(units).unwrap_or(u32::MAX))
}

/// The byte offset in its line of a position.
pub fn byte_in(line: &str, position: Position) -> usize {
    let mut left = position.character as usize;
    for (at, c) in line.char_indices() {
        if left < c.len_utf16() {
            return at;
        }
        left -= c.len_utf16();
    }
    line.len()
}

/// The word around a position: letters, digits and the characters that `is_part` accepts.
pub fn word_at(text: &str, position: Position, is_part: impl Fn(char) -> bool) -> Option<&str> {
    let line = text.lines().nth(position.line as usize)?;
    let at = byte_in(line, position);
    let part = |c: char| c.is_alphanumeric() || is_part(c);
    let start = line[..at].trim_end_matches(part).len();
    let end = at + line[at..].find(|c| !part(c)).unwrap_or(line.len() - at);
    (start < end).then(|| &line[start..end])
}

/// The range from a position to the end of the word there; a single character if there is none.
pub fn range_at(text: &str, line: u32, column: u32) -> Range {
    let start = position(text, line, column);
    let source = text.lines().nth(start.line as usize).unwrap_or_default();
    let rest = source.chars().skip(column.saturating_sub(1) as usize);
    let word = rest.take_while(|c| !c.is_whitespace() && !"()[]{},:".contains(*c));
    let units = word.map(char::len_utf16).sum::<usize>().max(1);
    let end = start
        .character
        .saturating_add(u32::try_from(units).unwrap_or(1));
    Range::new(start, Position::new(start.line, end))
}

#[test]
fn columns_are_counted_in_utf_16() {
    let text = "// 𝑥\n%a𝑥.b c";
    assert_eq!(position(text, 2, 4), Position::new(1, 4));
    assert_eq!(byte_in("𝑥y", Position::new(0, 2)), 4);
    let word = |column| word_at(text, Position::new(1, column), |c| "%._".contains(c));
    assert_eq!(word(0), Some("%a𝑥.b"));
    assert_eq!(word(7), Some("c"));
    assert_eq!(
        range_at(text, 2, 1),
        Range::new(Position::new(1, 0), Position::new(1, 6))
    );
}
