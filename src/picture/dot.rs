//! E-graphs in the language of Graphviz.

use super::EGraph;
use std::fmt::Write;

impl EGraph {
    /// The graph as DOT: a cluster for each e-class, in it a node for each term. Nodes that the answer uses are bold.
    pub fn dot(&self) -> String {
        let mut text = String::from("digraph egraph {\n  compound=true\n");
        let _ = writeln!(text, "  label={}", quoted(&self.title));
        text += "  node [shape=box, fontname=monospace]\n  graph [fontname=monospace]\n";
        for (number, class) in self.classes.iter().enumerate() {
            let (lines, first) = (class.lines(), class.first_term());
            let style = match class.is_used {
                true => "style=\"rounded,bold\"; color=darkorange",
                false => "style=rounded",
            };
            let heading = lines[..first].join("\n");
            let _ = writeln!(text, "  subgraph cluster_{number} {{\n    {style}");
            let _ = writeln!(text, "    label={}", quoted(&heading));
            for (term, line) in lines[first..].iter().enumerate() {
                let _ = writeln!(text, "    n{number}_{term} [label={}]", quoted(line));
            }
            text += "  }\n";
        }
        for (number, class) in self.classes.iter().enumerate() {
            for (term, line) in class.terms.iter().enumerate() {
                for &child in &line.children {
                    let style = match class.is_used && self.classes[child].is_used {
                        true => ", style=bold, color=darkorange",
                        false => "",
                    };
                    // A class that contains itself has no edge to its cluster.
                    let head = match child == number {
                        true => String::new(),
                        false => format!("lhead=cluster_{child}"),
                    };
                    let edge = format!("{head}{style}");
                    let edge = edge.trim_start_matches(", ");
                    let _ = writeln!(text, "  n{number}_{term} -> n{child}_0 [{edge}]");
                }
            }
        }
        text + "}\n"
    }
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", escaped.replace('\n', "\\n"))
}
