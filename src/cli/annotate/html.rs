//! Annotations as a page without outside resources: what is known stands beside each line and opens
//! to its proof; a click on a value marks all its uses.

use super::notes::{Note, Notes};
use super::text::comment;
use std::io::{self, Write};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Writes the page.
pub(super) fn write(
    out: &mut impl Write,
    name: &str,
    source: &str,
    notes: &Notes,
) -> io::Result<()> {
    let title = escaped(name);
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
         <table>\n<thead><tr><th scope=\"col\">Line</th><th scope=\"col\">Program</th>\
         <th scope=\"col\">Known</th></tr></thead>\n<tbody>\n"
    )?;
    for (line, number) in source.lines().zip(1..) {
        let program = with_values(line);
        write!(
            out,
            "<tr id=\"L{number}\"><td>{number}</td><td><code>{program}</code></td><td>"
        )?;
        for note in notes.at(number) {
            write_note(out, note)?;
        }
        writeln!(out, "</td></tr>")?;
    }
    write!(
        out,
        "</tbody>\n</table>\n</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

fn write_note(out: &mut impl Write, note: &Note) -> io::Result<()> {
    let text = escaped(&comment(note));
    if note.proofs.is_empty() {
        return write!(out, "<p>{text}</p>");
    }
    let proofs = escaped(&note.proofs.join("\n"));
    let first = note.proofs.first().map_or("", String::as_str);
    let hover = escaped(first);
    write!(
        out,
        "<details><summary title=\"{hover}\">{text}</summary><pre>{proofs}</pre></details>"
    )
}

/// The line with a button for each value in it.
fn with_values(line: &str) -> String {
    let mut html = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('%') {
        let (before, from) = rest.split_at(at);
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '-');
        let length = from[1..]
            .find(|c| !is_part(c))
            .map_or(from.len(), |n| n + 1);
        let (value, after) = from.split_at(length);
        let value = escaped(value);
        html += &escaped(before);
        html += &format!("<button type=\"button\" data-value=\"{value}\">{value}</button>");
        rest = after;
    }
    html + &escaped(rest)
}

fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => html += "&amp;",
            '<' => html += "&lt;",
            '>' => html += "&gt;",
            '"' => html += "&quot;",
            c => html.push(c),
        }
    }
    html
}
