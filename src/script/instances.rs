//! Commands about the instances of accesses: conflicts, bounds and alignment.

use super::command::Arguments;
use super::error::{ScriptError, shortened};
use super::session::{Answer, Session};
use crate::analysis::Unknown;
use crate::analysis::column_name;
use crate::instances::{
    Access, Alignment, Assumptions, Conflict, Distance, InBounds, Instance, Instances, Missing,
    Pair, levels,
};
use crate::number::Int;
use crate::program::{Column, Definition, OpId, ValueId};
use crate::sexp::Form;
use crate::term::Expr;
use std::cmp::Ordering;

type Result<T> = std::result::Result<T, ScriptError>;

/// What names an access.
const ACCESS: &str = "an access is named by the value that it reads, as `%x`, or by its line, as 12; \
                      a memref or tensor denotes all accesses of it";

impl<'p> Session<'p> {
    /// `(conflict A [B] [:within %i] [:arguments distinct])`
    pub(super) fn conflicts(
        &mut self,
        question: &Form,
        accesses: &[&Form],
        arguments: &Arguments<'_>,
    ) -> Result<Answer> {
        let mut pairs = vec![];
        match accesses {
            [one] => {
                let all = self.accesses(one)?;
                for (number, &first) in all.iter().enumerate() {
                    pairs.extend(all[number..].iter().map(|&second| (first, second)));
                }
                // Two reads of one buffer do not conflict.
                let writes =
                    |op| Access::of(self.program(), op).is_some_and(|access| access.writes());
                if all.len() > 1 {
                    pairs.retain(|&(first, second)| writes(first) || writes(second));
                }
            }
            [one, other] => {
                let (all, others) = (self.accesses(one)?, self.accesses(other)?);
                for &first in &all {
                    pairs.extend(others.iter().map(|&second| (first, second)));
                }
            }
            _ => return Err(ScriptError::new(question.span, ACCESS)),
        }
        let within = self.within(arguments)?;
        let mut instances = self.instances(arguments)?;
        let mut verdict = Conflict::Never;
        for (first, second) in pairs {
            match instances.conflict(first, second, within) {
                Conflict::Never => {}
                found @ Conflict::Found(_) => {
                    verdict = found;
                    break;
                }
                unknown @ Conflict::Unknown(_) => {
                    if verdict == Conflict::Never {
                        verdict = unknown;
                    }
                }
            }
        }
        let answer = self.conflict_text(&verdict, ("disjoint", "conflict"));
        Ok(self.tell(question, answer))
    }

    /// `(injective A [:within %i])`
    pub(super) fn injective(
        &mut self,
        question: &Form,
        access: &Form,
        arguments: &Arguments<'_>,
    ) -> Result<Answer> {
        let access = self.only_access(access)?;
        let within = self.within(arguments)?;
        let verdict = self.instances(arguments)?.injective(access, within);
        let answer = self.conflict_text(&verdict, ("proved", "refuted"));
        Ok(self.tell(question, answer))
    }

    /// `(in-bounds [A] [:size E])`
    pub(super) fn in_bounds(
        &mut self,
        question: &Form,
        accesses: &[&Form],
        arguments: &Arguments<'_>,
    ) -> Result<Answer> {
        let asked = match accesses {
            [one] => self.accesses(one)?,
            _ => self.all_accesses(question)?,
        };
        let size = match arguments.named(":size") {
            Some(form) => Some(self.integer(form)?),
            None => None,
        };
        let mut instances = self.instances(arguments)?;
        let verdicts: Vec<(OpId, InBounds)> = {
            let verdict = |op| match &size {
                Some(size) => (op, instances.within_size(op, size)),
                None => (op, instances.in_bounds(op)),
            };
            asked.iter().copied().map(verdict).collect()
        };
        let open = verdicts.iter().filter(|(_, it)| *it != InBounds::Always);
        let lines: Vec<String> = open
            .map(|(op, verdict)| {
                let text = self.bounds_text(verdict);
                match asked.len() {
                    1 => text,
                    _ => format!("{}: {text}", self.line_of(*op)),
                }
            })
            .collect();
        let answer = match lines.is_empty() {
            true => "proved".to_owned(),
            false => lines.join("\n"),
        };
        Ok(self.tell(question, answer))
    }

    /// `(contiguous A)`, for an access
    pub(super) fn alignment(
        &mut self,
        question: &Form,
        access: &Form,
        arguments: &Arguments<'_>,
    ) -> Result<Answer> {
        let access = self.only_access(access)?;
        let answer = match self.instances(arguments)?.alignment(access) {
            Ok(alignment) => self.alignment_text(&alignment),
            Err(missing) => self.unknown_text(&missing),
        };
        Ok(self.tell(question, answer))
    }

    /// Whether an argument of `contiguous` is an access rather than a memref.
    pub(super) fn names_access(&self, form: &Form) -> bool {
        form.as_integer().is_some()
            || self.value(form).is_ok_and(|value| {
                let program = self.program();
                match program.definition(value) {
                    Definition::Result { op, .. } => Access::of(program, op).is_some(),
                    Definition::Argument { .. } => false,
                }
            })
    }

    fn instances(&self, arguments: &Arguments<'_>) -> Result<Instances<'p>> {
        let mut assumptions = Assumptions::default();
        match arguments.named(":arguments") {
            None => {}
            Some(form) if form.as_atom() == Some("distinct") => {
                assumptions.distinct_arguments = true;
            }
            Some(form) => {
                let message = "expected `distinct`: arguments of the function share no memory";
                return Err(ScriptError::new(form.span, message));
            }
        }
        let config = self.config.clone();
        let mut instances = Instances::with_config(self.program, self.rules, config, assumptions);
        for assumption in &self.assumptions {
            instances.assume(&assumption.term);
        }
        Ok(instances)
    }

    fn tell(&mut self, question: &Form, answer: String) -> Answer {
        let unknown = answer.starts_with("unknown").then_some(Unknown::NoBound);
        self.remember(question, Expr::integer(0), &answer, unknown);
        Answer::Text(answer)
    }

    /// The loop or the kernel of an induction variable or id.
    fn within(&self, arguments: &Arguments<'_>) -> Result<Option<OpId>> {
        let Some(form) = arguments.named(":within") else {
            return Ok(None);
        };
        let value = self.value(form)?;
        let program = self.program();
        let found = match program.definition(value) {
            Definition::Argument { block, .. } => {
                Some(program.region_parent(program.block_region(block)))
            }
            Definition::Result { op, .. } => {
                let around = levels(program, op).unwrap_or_default();
                let is_id = |level: &&crate::instances::Level| level.variables.contains(&value);
                around.iter().find(is_id).map(|level| level.op)
            }
        };
        let message = "expected the induction variable of a loop, or an id of a kernel";
        let found = found.ok_or_else(|| ScriptError::new(form.span, message))?;
        Ok(Some(found))
    }

    fn only_access(&self, form: &Form) -> Result<OpId> {
        match self.accesses(form)?[..] {
            [op] => Ok(op),
            _ => {
                let message = "several accesses are named so";
                let lines = "name one by the value that it reads, or by its line";
                Err(ScriptError::new(form.span, message).with_help(lines))
            }
        }
    }

    /// The accesses that a form names.
    fn accesses(&self, form: &Form) -> Result<Vec<OpId>> {
        let program = self.program();
        let found: Vec<OpId> = match form.as_integer() {
            Some(line) => {
                let line = line.to_string();
                let all = self.all_accesses(form)?.into_iter();
                let is_there = |op: &OpId| {
                    let place = program.location(*op);
                    place.is_some_and(|place| place.line.to_string() == line)
                };
                all.filter(is_there).collect()
            }
            None => {
                let value = self.value(form)?;
                let definition = match program.definition(value) {
                    Definition::Result { op, .. } => Some(op),
                    Definition::Argument { .. } => None,
                };
                let definition = definition.filter(|&op| Access::of(program, op).is_some());
                match definition {
                    Some(op) => vec![op],
                    None => {
                        let of_buffer = |op: &OpId| {
                            Access::of(program, *op).is_some_and(|it| it.buffer == value)
                        };
                        program
                            .users(value)
                            .iter()
                            .copied()
                            .filter(of_buffer)
                            .collect()
                    }
                }
            }
        };
        match found.is_empty() {
            false => Ok(found),
            true => {
                let name = match form.as_integer() {
                    Some(line) => format!("line {line}"),
                    None => shortened(form.as_atom().unwrap_or("()")).to_string(),
                };
                let message = format!("there is no access at {name}");
                Err(ScriptError::new(form.span, message).with_help(ACCESS))
            }
        }
    }

    /// The accesses of the current function, or of the program, in order.
    fn all_accesses(&self, form: &Form) -> Result<Vec<OpId>> {
        let Some(top) = self.function.or(self.top) else {
            return Err(ScriptError::no_program(form));
        };
        let program = self.program();
        let mut stack = vec![top];
        let mut found = vec![];
        while let Some(op) = stack.pop() {
            if Access::of(program, op).is_some() {
                found.push(op);
            }
            let blocks = program.regions(op).iter();
            let blocks = blocks.flat_map(|&region| program.blocks(region));
            let from = stack.len();
            stack.extend(blocks.flat_map(|&block| program.block_ops(block)));
            stack[from..].reverse();
        }
        Ok(found)
    }

    fn line_of(&self, op: OpId) -> String {
        match self.program().location(op) {
            Some(place) => format!("line {}", place.line),
            None => self.program().op_name(op).to_owned(),
        }
    }

    fn unknown_text(&self, missing: &Missing) -> String {
        format!("unknown: {}", missing.describe(self.program()))
    }

    fn bounds_text(&self, verdict: &InBounds) -> String {
        match verdict {
            InBounds::Always => "proved".to_owned(),
            InBounds::Violated(found) => {
                let (dim, instance) = (found.dim, &found.instance);
                format!("refuted: dimension {dim} {}", self.instance_text(instance))
            }
            InBounds::Unknown(missing) => self.unknown_text(missing),
        }
    }

    fn alignment_text(&self, alignment: &Alignment) -> String {
        let mut parts = vec![];
        if let Some(variable) = alignment.variable {
            let name = self.program().value_name(variable);
            parts.push(match &alignment.stride {
                Some(stride) => format!("stride {stride} over {name}"),
                None => format!("stride unknown over {name}"),
            });
            parts.push(format!("first divisor {}", alignment.first_divisor));
            parts.push(format!("trips divisor {}", alignment.trips));
            parts.push(format!("width {}", alignment.width()));
        }
        parts.push(format!("divisor {}", alignment.divisor));
        parts.join(", ")
    }

    /// A verdict, with the words for its first two cases.
    fn conflict_text(&self, verdict: &Conflict, (never, found): (&str, &str)) -> String {
        match verdict {
            Conflict::Never => never.to_owned(),
            Conflict::Found(pair) => format!("{found}: {}", self.pair_text(pair)),
            Conflict::Unknown(missing) => self.unknown_text(missing),
        }
    }

    fn pair_text(&self, pair: &Pair) -> String {
        let variables = pair.level.map_or(vec![], |op| {
            let levels = levels(self.program(), pair.first.op).unwrap_or_default();
            let mut levels = levels.into_iter();
            levels
                .find(|level| level.op == op)
                .map_or(vec![], |it| it.variables)
        });
        let distances = variables.iter().zip(&pair.distances);
        let distances: Vec<String> = distances
            .map(|(&variable, distance)| self.distance_text(variable, distance))
            .collect();
        let mut text = format!(
            "{} and {}",
            self.instance_text(&pair.first),
            self.instance_text(&pair.second)
        );
        if !distances.is_empty() {
            text.push_str(&format!("; distance {}", distances.join(", ")));
        }
        text
    }

    fn distance_text(&self, variable: ValueId, distance: &Distance) -> String {
        let name = self.program().value_name(variable);
        match distance {
            Distance::Constant(number) => format!("{name} {number}"),
            Distance::Direction(Ordering::Greater) => format!("{name} > 0"),
            Distance::Direction(_) => format!("{name} < 0"),
            Distance::Any => format!("{name} *"),
        }
    }

    /// `line 4 at (%i = 0, %j = 1) touches [3] where %n = 4`
    fn instance_text(&self, instance: &Instance) -> String {
        let program = self.program();
        let equal = |name: String, value: &Int| format!("{name} = {value}");
        let variables = instance.variables.iter();
        let variables = variables.map(|(value, number)| equal(program.value_name(*value), number));
        let inputs = instance.inputs.iter();
        let inputs = inputs
            .map(|(column, number): &(Column, Int)| equal(column_name(*column, program), number));
        let element: Vec<String> = instance.element.iter().map(Int::to_string).collect();
        let mut text = self.line_of(instance.op);
        let (variables, inputs): (Vec<_>, Vec<_>) = (variables.collect(), inputs.collect());
        if !variables.is_empty() {
            text.push_str(&format!(" at ({})", variables.join(", ")));
        }
        text.push_str(&format!(" touches [{}]", element.join(", ")));
        if !inputs.is_empty() {
            text.push_str(&format!(" where {}", inputs.join(", ")));
        }
        text
    }
}
