//! Annotations as comments behind the lines.

use super::notes::{Note, Notes};
use crate::number::{Int, Range};
use std::io::{self, Write};

/// A comment that would start after this column is printed above its line.
const MAX_COLUMN: usize = 72;

/// The number of columns that comments take, with the program beside them.
const WIDTH: usize = 100;

/// Writes the source with its notes as comments: beside their lines where there is room, else above them. `style` is
/// the text before and after each comment, such as the codes of a color.
///
/// # Errors
/// Those of the output.
pub fn write(
    out: &mut impl Write,
    source: &str,
    notes: &Notes,
    style: [&str; 2],
) -> io::Result<()> {
    let [on, off] = style;
    let told = |number| comments(notes, number);
    // The last column at which the comment may start, if it is beside its line.
    let room = |line: &str, told: &[String]| {
        let length = line.chars().count();
        let comment = told.join("; ").chars().count() + "  // ".len();
        let room = WIDTH.checked_sub(comment)?;
        (!told.is_empty() && length < MAX_COLUMN && length <= room).then_some(room)
    };
    let lines = || source.lines().zip(1..);
    let beside = lines().filter(|(line, number)| room(line, &told(*number)).is_some());
    let widths = beside.map(|(line, _)| line.chars().count());
    let column = widths.max().unwrap_or(0);
    for (line, number) in lines() {
        let told = told(number);
        match room(line, &told) {
            Some(room) => {
                let padding = column.min(room).saturating_sub(line.chars().count());
                let text = told.join("; ");
                writeln!(out, "{line}{:padding$}  {on}// {text}{off}", "")?;
            }
            None => {
                let indent = line.len() - line.trim_start().len();
                for text in rows(told, WIDTH.saturating_sub(indent + "// ".len())) {
                    writeln!(out, "{:indent$}{on}// {text}{off}", "")?;
                }
                writeln!(out, "{line}")?;
            }
        }
    }
    Ok(())
}

/// Notes in as few rows of that width as they fit in; a longer note has a row of its own.
fn rows(notes: Vec<String>, width: usize) -> Vec<String> {
    let mut rows: Vec<String> = vec![];
    for note in notes {
        match rows.last_mut() {
            Some(row) if row.chars().count() + 2 + note.chars().count() <= width => {
                *row += "; ";
                *row += &note;
            }
            _ => rows.push(note),
        }
    }
    rows
}

/// The texts of the notes about a line. What the arguments of two regions have in common is one text.
pub fn comments(notes: &Notes, line: u32) -> Vec<String> {
    let mut texts: Vec<String> = vec![];
    for text in notes.at(line).iter().map(comment) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

/// The text of a note: `%x = (dim %t 0) + 1 in [1, +inf]`, `%i in [0, %n - 1] 4k`
pub fn comment(note: &Note) -> String {
    let equal = note.equal.iter().map(|equal| format!(" = {equal}"));
    let range = interval(note).into_iter().filter(|_| note.number.is_none());
    let range = range.map(|range| format!(" in {range}"));
    let told: String = equal.chain(range).collect();
    format!("{}{told}", note.column)
}

/// The range, with symbolic bounds for its open ends if there are any; without any bounds, the congruence alone.
fn interval(note: &Note) -> Option<String> {
    let range = match &note.range {
        Some(range) => range.clone(),
        None if note.ends.iter().any(Option::is_some) => Range::full(),
        None => return None,
    };
    if range.is_empty() {
        return Some(range.to_string());
    }
    let [lower, upper] = &note.ends;
    let number = |end: Option<&Int>| end.map(ToString::to_string);
    let ends = [
        number(range.lower()).or_else(|| lower.clone()),
        number(range.upper()).or_else(|| upper.clone()),
    ];
    let aligned = range.is_aligned().then(|| range.congruence().to_string());
    let [lower, upper] = match (ends, &aligned) {
        ([None, None], Some(aligned)) => return Some(aligned.clone()),
        (ends, _) => ends,
    };
    let lower = lower.unwrap_or_else(|| "-inf".to_owned());
    let upper = upper.unwrap_or_else(|| "+inf".to_owned());
    let aligned = aligned.map(|aligned| format!(" {aligned}"));
    Some(format!("[{lower}, {upper}]{}", aligned.unwrap_or_default()))
}
