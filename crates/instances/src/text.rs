//! Answers in words, with the names of a program.

use crate::alignment::Alignment;
use crate::bounds::InBounds;
use crate::conflict::{Conflict, Distance, Pair};
use crate::nest::levels;
use crate::run::Instance;
use calipers_engine::analysis::column_name;
use calipers_number::Int;
use calipers_program::{OpId, Program, ValueId};
use std::cmp::Ordering;

impl Conflict {
    /// The answer as a text, with the words for its first two cases: `disjoint` and `conflict`, say.
    pub fn describe(&self, program: &dyn Program, (never, found): (&str, &str)) -> String {
        match self {
            Conflict::Never => never.to_owned(),
            Conflict::Found(pair) => format!("{found}: {}", pair.describe(program)),
            Conflict::Unknown(missing) => format!("unknown: {}", missing.describe(program)),
        }
    }
}

impl InBounds {
    /// The answer as a text.
    pub fn describe(&self, program: &dyn Program) -> String {
        match self {
            InBounds::Always => "proved".to_owned(),
            InBounds::Violated(found) => {
                let (access, inputs) = found.instance.parts(program);
                let dim = found.dim;
                let comma = if inputs.is_empty() { "" } else { "," };
                format!("refuted: the access{access}, outside dimension {dim}{comma}{inputs}")
            }
            InBounds::Unknown(missing) => format!("unknown: {}", missing.describe(program)),
        }
    }
}

impl Alignment {
    /// The answer as a text.
    pub fn describe(&self, program: &dyn Program) -> String {
        let mut parts = vec![];
        let over = match (self.variable, self.lanes) {
            (Some(variable), _) => Some(program.value_name(variable)),
            (None, lanes) => lanes.map(|dim| format!("the lanes of dimension {dim}")),
        };
        if let Some(name) = over {
            parts.push(match &self.stride {
                Some(stride) => format!("stride {stride} over {name}"),
                None => format!("stride unknown over {name}"),
            });
            parts.push(format!("first divisor {}", self.first_divisor));
            parts.push(format!("trips divisor {}", self.trips));
            parts.push(format!("width {}", self.width()));
        }
        parts.push(format!("divisor {}", self.divisor));
        parts.join(", ")
    }
}

impl Pair {
    /// Both instances, and how far apart such instances are.
    fn describe(&self, program: &dyn Program) -> String {
        let variables = self.level.map_or(vec![], |op| {
            let levels = levels(program, self.first.op).unwrap_or_default();
            let found = levels.into_iter().find(|level| level.op == op);
            found.map_or(vec![], |level| level.variables)
        });
        let distances = variables.iter().zip(&self.distances);
        let distances: Vec<String> = distances
            .map(|(&variable, distance)| distance_text(program, variable, distance))
            .collect();
        let (first, second) = (self.first.describe(program), self.second.describe(program));
        match distances.is_empty() {
            true => format!("{first} and {second}"),
            false => format!("{first} and {second}; distance {}", distances.join(", ")),
        }
    }
}

fn distance_text(program: &dyn Program, variable: ValueId, distance: &Distance) -> String {
    let name = program.value_name(variable);
    match distance {
        Distance::Constant(number) => format!("{name} {number}"),
        Distance::Direction(Ordering::Greater) => format!("{name} > 0"),
        Distance::Direction(_) => format!("{name} < 0"),
        Distance::Any => format!("{name} *"),
    }
}

impl Instance {
    /// `line 4 at (%i = 0, %j = 1) touches [3] where %n = 4`
    fn describe(&self, program: &dyn Program) -> String {
        let (access, inputs) = self.parts(program);
        format!("{}{access}{inputs}", line_of(program, self.op))
    }

    /// What follows the line in this text, and the part of it about the inputs.
    fn parts(&self, program: &dyn Program) -> (String, String) {
        let equal = |name: String, value: &Int| format!("{name} = {value}");
        let variables = self.variables.iter();
        let variables = variables.map(|(value, number)| equal(program.value_name(*value), number));
        let variables: Vec<String> = variables.collect();
        let inputs = self.inputs.iter();
        let inputs = inputs.map(|(column, number)| equal(column_name(*column, program), number));
        let contents = self.contents.iter().map(|content| {
            let element: Vec<String> = content.element.iter().map(Int::to_string).collect();
            let name = program.value_name(content.buffer);
            equal(format!("{name}[{}]", element.join(", ")), &content.value)
        });
        let inputs: Vec<String> = inputs.chain(contents).collect();
        let element: Vec<String> = self.element.iter().map(Int::to_string).collect();
        let mut text = String::new();
        if !variables.is_empty() {
            text.push_str(&format!(" at ({})", variables.join(", ")));
        }
        if !self.lane.is_empty() {
            let lane: Vec<String> = self.lane.iter().map(Int::to_string).collect();
            text.push_str(&format!(" in lane [{}]", lane.join(", ")));
        }
        text.push_str(&format!(" touches [{}]", element.join(", ")));
        let inputs = match inputs.is_empty() {
            true => String::new(),
            false => format!(" where {}", inputs.join(", ")),
        };
        (text, inputs)
    }
}

fn line_of(program: &dyn Program, op: OpId) -> String {
    match program.location(op) {
        Some(place) => format!("line {}", place.line),
        None => program.op_name(op).to_owned(),
    }
}
