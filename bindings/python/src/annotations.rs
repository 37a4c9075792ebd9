//! A program with its bounds, as text and as a table for notebooks.

use crate::program::values_in;
use calipers::analysis::Analysis;
use calipers::analysis::column_name;
use calipers::ir::Module;
use calipers::program::Program;
use std::collections::BTreeMap;

/// The bounds of the integers and dynamic sizes that are defined on each line.
fn by_line(analysis: &mut Analysis<'_>, module: &Module) -> BTreeMap<u32, Vec<String>> {
    let mut found: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for value in values_in(module, module.top()) {
        let owner = calipers::rules::owner(module, value);
        let Some(place) = owner.and_then(|(op, _)| module.location(op)) else {
            continue;
        };
        for known in analysis
            .survey(value)
            .iter()
            .filter(|known| !known.is_nothing())
        {
            let equal = known.equal.as_ref();
            let equal = equal.map(|bound| format!(" = {}", bound.display(module)));
            let range = known
                .telling_range()
                .map(|range| match range.as_constant() {
                    Some(number) => format!(" = {number}"),
                    None => format!(" in {range}"),
                });
            let told: String = equal.into_iter().chain(range).collect();
            let text = column_name(known.column, module) + &told;
            found.entry(place.line).or_default().push(text);
        }
    }
    found
}

/// The program with its bounds as comments.
pub(crate) fn text(analysis: &mut Analysis<'_>, module: &Module) -> String {
    let bounds = by_line(analysis, module);
    let lines = module.source().lines().zip(1u32..);
    let lines = lines.map(|(line, number)| match bounds.get(&number) {
        None => format!("{line}\n"),
        Some(bounds) => format!("{line}  // {}\n", bounds.join("; ")),
    });
    lines.collect()
}

/// The program with its bounds as a table.
pub(crate) fn html(analysis: &mut Analysis<'_>, module: &Module) -> String {
    let bounds = by_line(analysis, module);
    let cell = "style=\"text-align: left; white-space: pre\"";
    let rows = module.source().lines().zip(1u32..).map(|(line, number)| {
        let bounds = bounds.get(&number).map(|bounds| escaped(&bounds.join("; ")));
        let (line, bounds) = (escaped(line), bounds.unwrap_or_default());
        format!("<tr><td>{number}</td><td {cell}><code>{line}</code></td><td {cell}>{bounds}</td></tr>\n")
    });
    let rows: String = rows.collect();
    format!(
        "<table>\n<thead><tr><th>Line</th><th>Program</th><th>Known</th></tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table>"
    )
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;")
}
