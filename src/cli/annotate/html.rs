//! Annotations as a self-contained HTML page: each line has its bounds beside it, which open to their proofs; a click
//! on a value marks its slice, the values that it is computed from.

use super::slices::Slices;
use calipers::annotation::{Note, Notes, comment};
use std::io::{self, Write};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Writes the page.
pub(super) fn write(
    out: &mut impl Write,
    name: &str,
    source: &str,
    notes: &Notes,
    slices: &Slices<'_>,
) -> io::Result<()> {
    let title = escaped(name);
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
         <p id=\"told\" role=\"status\">Choose a value to see what it is computed from; Escape \
         lets go. Click the bounds of a line to see their proof.</p>\n{}\
         <table>\n<thead><tr><th scope=\"col\">Line</th><th scope=\"col\">Program</th>\
         <th scope=\"col\">Known</th></tr></thead>\n<tbody>\n",
        without_proofs(name, notes)
    )?;
    for (line, number) in source.lines().zip(1..) {
        let program = with_values(line, number, slices);
        write!(
            out,
            "<tr id=\"L{number}\"><th scope=\"row\">{number}</th><td><code>{program}</code></td><td>"
        )?;
        for note in notes.at(number) {
            write_note(out, note)?;
        }
        writeln!(out, "</td></tr>")?;
    }
    let values = slices.to_json();
    write!(
        out,
        "</tbody>\n</table>\n</main>\n<aside id=\"pane\" hidden><div><h2></h2><button type=\"button\">Close</button></div>\
         <pre></pre></aside>\n<script type=\"application/json\" id=\"values\">{values}</script>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

/// How to get the proofs that are not on the page.
fn without_proofs(name: &str, notes: &Notes) -> String {
    let Some(line) = notes.unproved else {
        return String::new();
    };
    let name = escaped(name);
    format!(
        "<p>From line {line} on, bounds are without proofs. <code>calipers annotate --format html --proofs \
         {line}-{} {name}</code> writes those of some lines, and <code>calipers serve {name}</code> opens a page that \
         derives a proof when its bound is clicked.</p>\n",
        line + 20
    )
}

fn write_note(out: &mut impl Write, note: &Note) -> io::Result<()> {
    let text = escaped(&comment(note));
    if note.proofs.is_empty() {
        return write!(out, "<p>{text}</p>");
    }
    let proofs = escaped(&note.proofs.join("\n"));
    write!(
        out,
        "<details><summary>{text}</summary><pre>{proofs}</pre></details>"
    )
}

/// The line with a button for each value in it.
fn with_values(line: &str, number: u32, slices: &Slices<'_>) -> String {
    let mut html = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('%') {
        let (before, from) = rest.split_at(at);
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '-');
        let length = from[1..]
            .find(|c| !is_part(c))
            .map_or(from.len(), |n| n + 1);
        let (name, after) = from.split_at(length);
        let shown = escaped(name);
        html += &escaped(before);
        html += &match slices.value(number, name) {
            Some(value) => format!(
                "<button type=\"button\" data-value=\"{}\" aria-pressed=\"false\">{shown}</button>",
                value.0
            ),
            None => shown,
        };
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
