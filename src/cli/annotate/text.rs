//! Annotations as comments behind the lines.

use super::notes::{Note, Notes};
use anstyle::{AnsiColor, Style};
use calipers::number::{Int, Range};
use std::io::{self, Write};

/// A comment that would start after this column is printed on a line of its own.
const MAX_COLUMN: usize = 72;

/// Prints the source with its notes as comments.
pub(super) fn write(out: &mut impl Write, source: &str, notes: &Notes) -> io::Result<()> {
    let style = Style::new().fg_color(Some(AnsiColor::Green.into()));
    let annotated =
        |line: &str, number| !notes.at(number).is_empty() && line.chars().count() < MAX_COLUMN;
    let lines = || source.lines().zip(1..);
    let widths = lines().filter(|(line, number)| annotated(line, *number));
    let column = widths
        .map(|(line, _)| line.chars().count())
        .max()
        .unwrap_or(0);
    for (line, number) in lines() {
        let notes = notes.at(number);
        if notes.is_empty() {
            writeln!(out, "{line}")?;
            continue;
        }
        let text: Vec<String> = notes.iter().map(comment).collect();
        let text = text.join("; ");
        let padding = column.saturating_sub(line.chars().count());
        match annotated(line, number) {
            true => writeln!(out, "{line}{:padding$}  {style}// {text}{style:#}", "")?,
            false => {
                let indent = line.len() - line.trim_start().len();
                writeln!(out, "{:indent$}{style}// {text}{style:#}\n{line}", "")?;
            }
        }
    }
    Ok(())
}

/// `%x = (dim %t 0) + 1 in [1, +inf]`, `%i in [0, %n - 1] 4k`
pub(in crate::cli) fn comment(note: &Note) -> String {
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
