//! E-graphs as SVG.

use super::EGraph;
use super::layout::{Place, Size, places};
use calipers_support::order::Order;
use std::fmt::Write;

/// The size of the font in pixels that the layout assumes.
const LETTER: f64 = 7.4;
const LINE: f64 = 18.0;
const MARGIN: f64 = 12.0;

/// The style, light and dark.
pub(super) const STYLE: &str = "\
svg { color-scheme: light dark; --ink: #1c1c1c; --paper: #fff; --box: #f3f5f7; --line: #6a737d; \
--used: #c05a00; --known: #1a6b2d; background: var(--paper); }
@media (prefers-color-scheme: dark) { svg { --ink: #e6e6e6; --paper: #16181a; --box: #24282c; \
--line: #8b949e; --used: #ffa657; --known: #7fd694; } }
text { font: 12px ui-monospace, monospace; fill: var(--ink); white-space: pre; }
text.known { fill: var(--known); }
text.title { font-weight: bold; }
rect { fill: var(--box); stroke: var(--line); }
path { fill: none; stroke: var(--line); }
.used rect, path.used { stroke: var(--used); stroke-width: 2.5; }
marker path { fill: var(--line); stroke: none; }
";

impl EGraph {
    /// The graph as an SVG document: a box for each e-class with its columns, its range and its terms. Classes that
    /// the answer uses are highlighted.
    pub fn svg(&self) -> String {
        let lines: Vec<Vec<String>> = self.classes.iter().map(super::Class::lines).collect();
        let size = |lines: &Vec<String>| {
            let longest = lines.iter().map(|line| line.chars().count()).max();
            Size {
                width: longest.unwrap_or(1) as f64 * LETTER + 2.0 * MARGIN,
                height: lines.len() as f64 * LINE + MARGIN,
            }
        };
        let sizes: Vec<Size> = lines.iter().map(size).collect();
        let children = |class: &super::Class| {
            let mut all: Vec<usize> = class
                .terms
                .iter()
                .flat_map(|it| it.children.clone())
                .collect();
            all.order();
            all.dedup();
            all
        };
        let edges: Vec<Vec<usize>> = self.classes.iter().map(children).collect();
        let (places, whole) = places(&sizes, &edges);
        let top = LINE + 2.0 * MARGIN;
        let mut text = opening(
            Size {
                width: (whole.width + 2.0 * MARGIN)
                    .max(self.title.chars().count() as f64 * LETTER + 2.0 * MARGIN),
                height: whole.height + top + MARGIN,
            },
            &format!("E-graph of {}", self.title),
            &self.description(),
        );
        text += "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" \
                 markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n";
        let _ = writeln!(
            text,
            "<text class=\"title\" x=\"{MARGIN}\" y=\"{LINE}\">{}</text>",
            escaped(&self.title)
        );
        let at = |number: usize| Place {
            x: places[number].x + MARGIN,
            y: places[number].y + top,
        };
        for (number, class) in self.classes.iter().enumerate() {
            for &child in &edges[number] {
                let used = class.is_used && self.classes[child].is_used;
                let (from, to) = ((at(number), sizes[number]), (at(child), sizes[child]));
                edge(&mut text, from, to, used);
            }
        }
        for (number, class) in self.classes.iter().enumerate() {
            let (Place { x, y }, Size { width, height }) = (at(number), sizes[number]);
            let used = if class.is_used { " class=\"used\"" } else { "" };
            let _ = writeln!(
                text,
                "<g{used}><title>{}</title><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
                 height=\"{height:.1}\" rx=\"6\"/>",
                escaped(&lines[number].join("\n"))
            );
            for (row, line) in lines[number].iter().enumerate() {
                let is_known = row + 1 == class.first_term();
                let kind = if is_known { " class=\"known\"" } else { "" };
                let _ = writeln!(
                    text,
                    "<text{kind} x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                    x + MARGIN,
                    y + LINE * (row as f64 + 1.0),
                    escaped(line)
                );
            }
            text += "</g>\n";
        }
        text + "</svg>\n"
    }

    /// The text alternative of the picture.
    fn description(&self) -> String {
        let used = self.classes.iter().filter(|class| class.is_used);
        let used: Vec<String> = used.map(|class| class.lines().join(", ")).collect();
        let cut = if self.is_cut {
            ", the nearest of more"
        } else {
            ""
        };
        let plural = if self.classes.len() == 1 { "" } else { "es" };
        format!(
            "{} class{plural} of equal terms{cut}. The answer rests on: {}.",
            self.classes.len(),
            used.join("; ")
        )
    }
}

/// The start of a document, with its title and its text alternative.
pub(super) fn opening(size: Size, title: &str, description: &str) -> String {
    let Size { width, height } = size;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"name about\" \
         width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n\
         <title id=\"name\">{}</title>\n<desc id=\"about\">{}</desc>\n<style>\n{STYLE}</style>\n",
        escaped(title),
        escaped(description)
    )
}

/// An arrow from the bottom of a box to the top of another; if that is not lower, around its side.
fn edge(text: &mut String, from: (Place, Size), to: (Place, Size), used: bool) {
    let class = if used { " class=\"used\"" } else { "" };
    let (x1, y1) = (from.0.x + from.1.width / 2.0, from.0.y + from.1.height);
    let (x2, y2) = (to.0.x + to.1.width / 2.0, to.0.y - 2.0);
    let bend = match y2 > y1 {
        true => (y2 - y1) / 2.0,
        false => 60.0,
    };
    let _ = writeln!(
        text,
        "<path{class} marker-end=\"url(#tip)\" d=\"M{x1:.1} {y1:.1}C{x1:.1} {:.1} {x2:.1} {:.1} {x2:.1} {y2:.1}\"/>",
        y1 + bend,
        y2 - bend
    );
}

/// Text with XML special characters escaped.
pub(super) fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
