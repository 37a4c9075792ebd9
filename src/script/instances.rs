//! Commands about the instances of accesses: conflicts, bounds and alignment.

use super::command::Arguments;
use super::error::{ScriptError, shortened};
use super::session::{Answer, Session};
use crate::analysis::Unknown;
use crate::instances::{
    Access, AccessKind, Assumptions, Conflict, InBounds, Instances, Missing, accessed, accesses_of,
    is_cast_of_memory, is_part_of_memref, is_unknown_access, levels,
};
use crate::program::{Definition, OpId, ShapedKind, ValueId};
use crate::sexp::Form;
use crate::term::Expr;

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
                let program = self.program();
                let writes = |op| {
                    let all = accessed(program, op).into_iter();
                    all.map(|(kind, _)| kind).any(|it| it != AccessKind::Read)
                };
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
        let mut verdict = accesses
            .iter()
            .find_map(|form| self.unknown_use(form))
            .map_or(Conflict::Never, |op| {
                Conflict::Unknown(Missing::NotAnAccess(op))
            });
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
        let answer = verdict.describe(self.program(), ("disjoint", "conflict"));
        Ok(self.tell(question, answer))
    }

    /// `(injective A [:within %i])`
    pub(super) fn injective(
        &mut self,
        question: &Form,
        access_form: &Form,
        arguments: &Arguments<'_>,
    ) -> Result<Answer> {
        let access = self.only_access(access_form)?;
        let within = self.within(arguments)?;
        let unknown = self.unknown_use(access_form);
        let verdict = self.instances(arguments)?.injective(access, within);
        let verdict = match (verdict, unknown) {
            (Conflict::Never, Some(op)) => Conflict::Unknown(Missing::NotAnAccess(op)),
            (verdict, _) => verdict,
        };
        let answer = verdict.describe(self.program(), ("proved", "refuted"));
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
                let text = verdict.describe(self.program());
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
            Ok(alignment) => alignment.describe(self.program()),
            Err(missing) => format!("unknown: {}", missing.describe(self.program())),
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
                    None if self.is_memref(value) => accesses_of(program, value).0,
                    None => {
                        let of_buffer = |op: &OpId| {
                            let mut all = accessed(program, *op).into_iter();
                            all.any(|(_, buffer)| buffer == value)
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

    /// The first op that may access a memref, which a form names, in a way that is not known.
    fn unknown_use(&self, form: &Form) -> Option<OpId> {
        let value = self.value(form).ok().filter(|&it| self.is_memref(it))?;
        accesses_of(self.program(), value).1
    }

    fn is_memref(&self, value: ValueId) -> bool {
        let shape = self.program().value_type(value).shape();
        shape.is_some_and(|shape| shape.kind == ShapedKind::Memref)
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
            let is_view = is_part_of_memref(program, op) || is_cast_of_memory(program, op);
            if is_view || is_unknown_access(program, op) || !accessed(program, op).is_empty() {
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
}
