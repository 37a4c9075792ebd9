//! A program with or without its bounds, as a table for notebooks.

use calipers::annotation::{Notes, comment};

/// A program as a table, with a column of what is known if notes are given.
pub(crate) fn html(source: &str, notes: Option<&Notes>) -> String {
    let cell = "style=\"text-align: left; white-space: pre\"";
    let known = |line| {
        let notes = notes?.at(line);
        let told: Vec<String> = notes.iter().map(comment).collect();
        Some(format!("<td {cell}>{}</td>", escaped(&told.join("; "))))
    };
    let rows = source.lines().zip(1u32..).map(|(line, number)| {
        let known = known(number).unwrap_or_default();
        let line = escaped(line);
        format!("<tr><td>{number}</td><td {cell}><code>{line}</code></td>{known}</tr>\n")
    });
    let rows: String = rows.collect();
    let known = notes.map_or("", |_| "<th>Known</th>");
    format!(
        "<table>\n<thead><tr><th>Line</th><th>Program</th>{known}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table>"
    )
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;")
}
