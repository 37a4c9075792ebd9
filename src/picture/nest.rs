//! Pictures of the intervals of values in a loop nest.

use super::layout::Size;
use super::svg::{escaped, opening};
use crate::analysis::column_name;
use crate::analysis::{Analysis, Bound, Variable};
use crate::number::{Int, Range};
use crate::program::{Column, Point, Program, TypeView, ValueId};
use std::fmt::Write;

/// A value and its interval.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bar {
    /// Its name.
    pub name: String,
    /// Its range; that of all integers if only the type bounds it.
    pub range: Range,
    /// Symbolic lower and upper bounds over the arguments, if there are no constant bounds.
    pub ends: [Option<String>; 2],
    /// The number of enclosing blocks.
    pub depth: usize,
}

/// The intervals of the integer arguments of the blocks around a value (for loops, the induction variables),
/// outermost first, and of the value itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nest {
    /// The bars, from top to bottom.
    pub bars: Vec<Bar>,
}

const WIDTH: f64 = 640.0;
const LEFT: f64 = 150.0;
const RIGHT: f64 = 190.0;
const ROW: f64 = 34.0;
/// The maximum number of values of a congruence that are marked individually.
const MAX_TICKS: i64 = 64;

impl Nest {
    /// The nest around a value, each range at the definition of its value. Costs a range for each bar.
    pub fn of(analysis: &mut Analysis<'_>, value: ValueId) -> Nest {
        let program = analysis.engine().sources().0;
        let mut values = vec![];
        let mut at = Point::of(program, value);
        let mut depth = 0;
        while let Some(point) = at {
            let arguments = program.block_arguments(point.block).iter().rev();
            let counters = arguments.filter(|&&it| is_integer(program, it));
            values.extend(counters.filter(|&&it| it != value).map(|&it| (it, depth)));
            let around = program.region_parent(program.block_region(point.block));
            at = Point::before(program, around);
            depth += 1;
        }
        values.reverse();
        values.push((value, 0));
        let outermost = values.iter().map(|&(_, depth)| depth).max().unwrap_or(0);
        let mut bars = vec![];
        for (value, depth) in values {
            let mut known = analysis.survey(value).into_iter();
            let known = known.find(|known| known.column == Column::Value(value));
            let told = |bound: Option<&Bound>| bound.map(|bound| bound.display(program));
            let ends = match &known {
                Some(known) => [told(known.lower.as_ref()), told(known.upper.as_ref())],
                None => [None, None],
            };
            let range = match &known {
                Some(known) => known.telling_range().cloned().unwrap_or_else(Range::full),
                None => analysis.range(Variable::value(value)),
            };
            bars.push(Bar {
                name: column_name(Column::Value(value), program),
                range,
                ends,
                depth: outermost - depth,
            });
        }
        Nest { bars }
    }

    /// The bars as an SVG document over one axis. An open end is an arrow; the few values of a congruence are marked.
    pub fn svg(&self) -> String {
        let ends = self
            .bars
            .iter()
            .flat_map(|bar| [bar.range.lower(), bar.range.upper()]);
        let ends: Vec<f64> = ends.flatten().map(number).collect();
        let least = ends.iter().copied().fold(0.0, f64::min);
        let most = ends.iter().copied().fold(1.0, f64::max);
        let scale = (WIDTH - 40.0) / (most - least);
        let place = |value: f64| LEFT + 20.0 + (value - least) * scale;
        let height = ROW * (self.bars.len() as f64 + 1.5);
        let size = Size {
            width: LEFT + WIDTH + RIGHT,
            height,
        };
        let told: Vec<String> = self.bars.iter().map(Bar::text).collect();
        let mut text = opening(size, "Intervals of a nest", &told.join("; "));
        let (zero, foot) = (place(0.0), height - ROW);
        let _ = writeln!(
            text,
            "<path stroke-dasharray=\"2 4\" d=\"M{zero:.1} 8V{foot:.1}\"/>\
             <text x=\"{zero:.1}\" y=\"{:.1}\" text-anchor=\"middle\">0</text>",
            foot + 16.0
        );
        if least < 0.0 {
            let _ = writeln!(
                text,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{least}</text>",
                place(least),
                foot + 16.0
            );
        }
        if most > 1.0 {
            let _ = writeln!(
                text,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{most}</text>",
                place(most),
                foot + 16.0
            );
        }
        for (row, bar) in self.bars.iter().enumerate() {
            bar.draw(&mut text, ROW * (row as f64 + 0.75), &place);
        }
        text + "</svg>\n"
    }
}

/// Whether a value is an integer of more than one bit.
fn is_integer(program: &dyn Program, value: ValueId) -> bool {
    match program.value_type(value) {
        TypeView::Index => true,
        TypeView::Integer { width } => width > 1,
        _ => false,
    }
}

/// The nearest `f64`, which is precise enough for a picture.
fn number(value: &Int) -> f64 {
    value.to_string().parse().unwrap_or(0.0)
}

impl Bar {
    fn text(&self) -> String {
        format!("{} in {}", self.name, self.interval())
    }

    /// Its range, with symbolic bounds over the arguments for open ends.
    pub fn interval(&self) -> String {
        let [lower, upper] = &self.ends;
        if self.range.is_empty() || (lower.is_none() && upper.is_none()) {
            return self.range.to_string();
        }
        let end = |number: Option<&Int>, told: &Option<String>, open: &str| {
            let number = number.map(ToString::to_string);
            number
                .or_else(|| told.clone())
                .unwrap_or_else(|| open.to_owned())
        };
        let lower = end(self.range.lower(), lower, "-inf");
        let upper = end(self.range.upper(), upper, "+inf");
        match self.range.is_aligned() {
            true => format!("[{lower}, {upper}] {}", self.range.congruence()),
            false => format!("[{lower}, {upper}]"),
        }
    }

    fn draw(&self, text: &mut String, y: f64, place: &impl Fn(f64) -> f64) {
        let indent = 8.0 + 10.0 * self.depth as f64;
        let _ = writeln!(
            text,
            "<g><title>{}</title><text x=\"{indent:.0}\" y=\"{:.1}\">{}</text>",
            escaped(&self.text()),
            y + 4.0,
            escaped(&self.name)
        );
        if !self.range.is_empty() {
            let lower = self.range.lower().map(number);
            let upper = self.range.upper().map(number);
            let from = lower.map_or(LEFT, place);
            let to = upper.map_or(LEFT + WIDTH, place);
            let _ = writeln!(
                text,
                "<rect x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"14\" rx=\"3\"/>",
                y - 7.0,
                (to - from).max(3.0)
            );
            for (end, x, tip) in [(lower, LEFT, 10.0), (upper, LEFT + WIDTH, -10.0)] {
                if end.is_none() {
                    let near = x + tip;
                    let (above, below) = (y - 10.0, y + 10.0);
                    let _ = writeln!(
                        text,
                        "<path class=\"used\" d=\"M{near:.1} {above:.1}L{x:.1} {y:.1}L{near:.1} {below:.1}\"/>"
                    );
                }
            }
            for value in self.marked() {
                let x = place(value);
                let _ = writeln!(text, "<path d=\"M{x:.1} {:.1}v14\"/>", y - 7.0);
            }
        }
        let _ = writeln!(
            text,
            "<text class=\"known\" x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
            LEFT + WIDTH + 8.0,
            y + 4.0,
            escaped(&self.interval())
        );
    }

    /// The values that a congruence admits, if they are few.
    fn marked(&self) -> Vec<f64> {
        let modulus = i64::try_from(self.range.congruence().modulus()).unwrap_or(0);
        let ends = self.range.lower().zip(self.range.upper());
        let ends = ends.and_then(|(a, b)| Some((i64::try_from(a).ok()?, i64::try_from(b).ok()?)));
        match ends {
            Some((from, to)) if modulus > 1 && (to.saturating_sub(from)) / modulus <= MAX_TICKS => {
                let values = (0..).map_while(|n| modulus.checked_mul(n)?.checked_add(from));
                values
                    .take_while(|value| *value <= to)
                    .map(|value| value as f64)
                    .collect()
            }
            _ => vec![],
        }
    }
}
