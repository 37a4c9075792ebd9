//! Annotations as comments behind the lines.

use super::notes::{Note, Notes};
use anstyle::{AnsiColor, Style};
use std::io::{self, Write};

/// Past this column a comment stands in a line of its own.
const MAX_COLUMN: usize = 72;

/// Writes the source with its notes as comments.
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

/// `%x = (dim %t 0) + 1 in [1, +inf]`
pub(in crate::cli) fn comment(note: &Note) -> String {
    let equal = note.equal.iter().map(|equal| format!(" = {equal}"));
    let range = note.range.iter().filter(|_| note.number.is_none());
    let range = range.map(|range| format!(" in {range}"));
    let told: String = equal.chain(range).collect();
    format!("{}{told}", note.column)
}
