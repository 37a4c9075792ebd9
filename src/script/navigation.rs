//! Commands that inspect the program: the current point, the rules of an op, the facts at a point.

use super::error::{ScriptError, shortened};
use super::program;
use super::session::{Answer, Session};
use crate::diagnostic::caret;
use crate::program::{Column, Definition, OpId, Point, ValueId};
use crate::rules::{ColumnKind, owner};
use crate::sexp::Form;
use crate::solve::{FactOrigin, Origin};
use hashbrown::HashSet;

type Result<T> = std::result::Result<T, ScriptError>;

/// The maximum number of facts that are printed.
const MAX_FACTS: usize = 100;

impl Session<'_> {
    /// The value of the program with a name.
    pub(super) fn value(&self, form: &Form) -> Result<ValueId> {
        match &self.scope {
            Some(scope) => scope.operand(form),
            None => Err(ScriptError::no_program(form)),
        }
    }

    /// The functions of the program, one on each line.
    pub(super) fn functions(&self, form: &Form) -> Result<Answer> {
        let Some(top) = self.top else {
            return Err(ScriptError::no_program(form));
        };
        let functions = program::functions(self.program(), top).into_iter();
        let lines: Vec<String> = functions
            .map(|(name, op)| match self.program().location(op) {
                Some(place) => format!("{name} (line {})", place.line),
                None => name,
            })
            .collect();
        Ok(Answer::Text(match lines.is_empty() {
            true => "there are no functions".to_owned(),
            false => lines.join("\n"),
        }))
    }

    /// Sets the point of questions.
    pub(super) fn choose_point(&mut self, form: &Form) -> Result<Answer> {
        self.point = self.place(form)?;
        self.last = None;
        Ok(Answer::Nothing)
    }

    /// The point for a line, a value, `end` or `default`.
    pub(super) fn place(&self, form: &Form) -> Result<Option<Point>> {
        let Some(top) = self.top else {
            return Err(ScriptError::no_program(form));
        };
        let around = self.function.unwrap_or(top);
        Ok(match (form.as_integer(), form.as_atom()) {
            (Some(line), _) => {
                let found = self.before_line(around, &line.to_string());
                found.ok_or_else(|| {
                    let message = format!("no op of the function is in line {line}");
                    let ops = self.ops_in(around).into_iter();
                    let lines = ops.filter_map(|op| Some(self.program().location(op)?.line));
                    let lines: Vec<u32> = lines.collect();
                    let ends = lines.iter().min().zip(lines.iter().max());
                    let help = ends.map(|(first, last)| format!("it has lines {first} to {last}"));
                    ScriptError::new(form.span, message).helped_by(help.as_deref())
                })?
            }
            (_, Some("default")) => None,
            (_, Some("end")) => {
                let function = self.function.or_else(|| self.only_function(top));
                let end = function.and_then(|function| self.end_of(function));
                let message = "choose a function with a body first, with `(func NAME)`";
                Some(end.ok_or_else(|| ScriptError::new(form.span, message))?)
            }
            (_, Some(name)) if name.starts_with('%') => {
                Point::of(self.program(), self.value(form)?)
            }
            (_, word) => {
                let message = format!("`{}` is no place", shortened(word.unwrap_or("()")));
                let help = "a place is a line of the source, a value `%x`, `end` or `default`";
                return Err(ScriptError::new(form.span, message).with_help(help));
            }
        })
    }

    /// The point before the first op in a line.
    fn before_line(&self, around: OpId, line: &str) -> Option<Option<Point>> {
        let is_there = |op: &OpId| {
            let place = self.program().location(*op);
            place.is_some_and(|place| place.line.to_string() == line)
        };
        let op = self.ops_in(around).into_iter().find(is_there)?;
        Some(Point::before(self.program(), op))
    }

    /// The ops in an op, in order.
    fn ops_in(&self, around: OpId) -> Vec<OpId> {
        let mut found = vec![];
        let mut stack = vec![around];
        while let Some(op) = stack.pop() {
            found.extend((op != around).then_some(op));
            let regions = self.program().regions(op).iter();
            let blocks = regions.flat_map(|&region| self.program().blocks(region));
            let ops = blocks.flat_map(|&block| self.program().block_ops(block));
            let ops: Vec<OpId> = ops.copied().collect();
            stack.extend(ops.into_iter().rev());
        }
        found
    }

    /// The only function with a body, if there is exactly one.
    fn only_function(&self, top: OpId) -> Option<OpId> {
        let functions = program::functions(self.program(), top).into_iter();
        let mut with_body = functions.filter(|(_, op)| self.end_of(*op).is_some());
        let (_, only) = with_body.next()?;
        with_body.next().is_none().then_some(only)
    }

    /// The end of the last block of a function.
    fn end_of(&self, function: OpId) -> Option<Point> {
        let region = *self.program().regions(function).first()?;
        let block = *self.program().blocks(region).last()?;
        let ops = self.program().block_ops(block).len();
        // Before the terminator of the block.
        Some(Point {
            block,
            index: ops.saturating_sub(1),
        })
    }

    /// The current program, function and point.
    pub(super) fn situation(&self) -> String {
        let Some(top) = self.top else {
            return "no program is loaded".to_owned();
        };
        let functions = program::functions(self.program(), top);
        let mut lines = vec![];
        if let Some(place) = self.program().location(top) {
            lines.push(format!("program {}", place.file));
        }
        lines.push(match self.function {
            None => match &functions[..] {
                [(only, _)] => format!("function {only}"),
                all => format!("any of {} functions", all.len()),
            },
            Some(op) => {
                let found = functions.iter().find(|(_, other)| *other == op);
                format!("function {}", found.map_or("", |(name, _)| name))
            }
        });
        lines.push(match self.point {
            None => "questions are asked right after the latest value in them".to_owned(),
            Some(point) => format!("questions are asked {}", self.point_name(point)),
        });
        lines.join("\n")
    }

    fn point_name(&self, point: Point) -> String {
        let ops = self.program().block_ops(point.block);
        match ops.get(point.index) {
            Some(&op) => format!("before {}", self.op_text(op)),
            None => "at the end of a block".to_owned(),
        }
    }

    /// The source of the op that defines a value.
    pub(super) fn show(&self, form: &Form) -> Result<Answer> {
        let value = self.value(form)?;
        let (op, what) = match self.program().definition(value) {
            Definition::Result { op, .. } => (op, "is a result of"),
            Definition::Argument { block, .. } => {
                let region = self.program().block_region(block);
                (self.program().region_parent(region), "is an argument of")
            }
        };
        let name = self.program().value_name(value);
        let mut text = format!("{name} {what} {}", self.op_text(op));
        if let Some(place) = self.program().location(op)
            && let Some(line) = self.source_line(place.line)
        {
            let marks = caret(line, place.column, 1);
            text = format!(
                "{}:{}:{}: {text}\n{line}\n{marks}",
                place.file, place.line, place.column
            );
        }
        Ok(Answer::Text(text))
    }

    /// The rules of the op that defines a value, with a mark for those that applied.
    pub(super) fn rules_of(&mut self, form: &Form) -> Result<Answer> {
        let value = self.value(form)?;
        let program = self.program();
        let Some((op, _)) = owner(program, value) else {
            return Ok(Answer::Text("no op defines it, so no rule does".to_owned()));
        };
        let Some(known) = self.rules.op(program.op_name(op)) else {
            return Ok(Answer::Text(format!("{} has no rules", self.op_text(op))));
        };
        let fired = self.fired(op);
        let mut lines = vec![format!("{} has these rules:", self.op_text(op))];
        let mut line = |name: &str, says: &str| {
            let mark = if fired.contains(name) {
                "fired  "
            } else {
                "       "
            };
            lines.push(format!("  {mark}{name}  {says}"));
        };
        let mut seen = HashSet::new();
        for rule in &known.defines {
            if seen.insert(&rule.head.name) {
                line(&rule.head.name, "defines");
            }
        }
        for rule in &known.facts {
            if seen.insert(&rule.head.name) {
                line(&rule.head.name, "states a fact");
            }
        }
        Ok(Answer::Text(lines.join("\n")))
    }

    /// The names of the rules that defined a column of an op's values, or state a fact after it or in its regions.
    fn fired(&mut self, op: OpId) -> HashSet<String> {
        let program = self.program();
        let values: Vec<ValueId> = {
            let regions = program.regions(op).iter();
            let entries = regions.filter_map(|&region| program.blocks(region).first());
            let arguments = entries.flat_map(|&block| program.block_arguments(block));
            arguments.chain(program.results(op)).copied().collect()
        };
        let mut fired = HashSet::new();
        for &value in &values {
            let rank = program
                .value_type(value)
                .shape()
                .and_then(|shape| shape.rank());
            let dims = 0..u32::try_from(rank.unwrap_or(0)).unwrap_or(0);
            let columns = [
                Column::Value(value),
                Column::Unsigned(value),
                Column::Rank(value),
            ]
            .into_iter()
            .chain(dims.clone().map(|dim| Column::Dim(value, dim)))
            .chain(dims.map(|dim| Column::Stride(value, dim)))
            .chain([Column::Offset(value), Column::Trip(value)]);
            for column in columns {
                let engine = self.analysis.engine();
                // Only columns that the value has and for which the op has rules.
                let known = self.rules.op(program.op_name(op));
                let kind = ColumnKind::of(column).map(|(kind, _)| kind);
                let defines = known.into_iter().flat_map(|known| &known.defines);
                if !defines.into_iter().any(|rule| Some(rule.kind) == kind) {
                    continue;
                }
                engine.class(column);
                if let Some(definition) = engine.definition(column)
                    && let Origin::Rule(name, by) = &definition.origin
                    && *by == op
                {
                    fired.insert(name.to_string());
                }
            }
        }
        let after = Point::after(program, op);
        let regions = program.regions(op).iter();
        let inside = regions.filter_map(|&region| program.blocks(region).first());
        let inside: Vec<Point> = inside.map(|&block| Point::start(block)).collect();
        for point in after.into_iter().chain(inside) {
            for (origin, _) in self.analysis.engine().facts_at(point) {
                if let FactOrigin::Rule(name, by) = origin
                    && by == op
                {
                    fired.insert(name.to_string());
                }
            }
        }
        fired
    }

    /// The facts at the definition of a value.
    pub(super) fn facts_before(&mut self, form: &Form) -> Result<Answer> {
        let value = self.value(form)?;
        let point = Point::of(self.program(), value);
        Ok(Answer::Text(self.facts(point)))
    }

    /// The facts of ops, one on each line.
    pub(super) fn known_at(&mut self, point: Point) -> Vec<String> {
        let engine = self.analysis.engine();
        let facts: Vec<_> = engine.facts_at(point);
        let ops: Vec<Option<OpId>> = facts
            .iter()
            .map(|(origin, _)| match origin {
                FactOrigin::Invariant(number) => engine.op_of_invariant(*number),
                _ => None,
            })
            .collect();
        let more = facts.len().saturating_sub(MAX_FACTS);
        let mut lines: Vec<String> = facts
            .iter()
            .zip(ops)
            .take(MAX_FACTS)
            .map(|((origin, stated), op)| {
                let condition = self.term_text(&stated.condition);
                let given: Vec<String> = stated.given.iter().map(|it| self.term_text(it)).collect();
                let given = match given.is_empty() {
                    true => String::new(),
                    false => format!(" where {}", given.join(" and ")),
                };
                let why = match origin {
                    FactOrigin::Rule(rule, op) => format!("by {rule} of {}", self.op_text(*op)),
                    FactOrigin::Type(Column::Unsigned(_)) => {
                        "as two readings of one integer".to_owned()
                    }
                    FactOrigin::Type(_) => "as a size".to_owned(),
                    FactOrigin::Assumption(_) => "as assumed".to_owned(),
                    FactOrigin::Invariant(_) => match op {
                        Some(op) => self.invariant_text(op),
                        None => "by induction".to_owned(),
                    },
                };
                format!("{condition}{given}  {why}")
            })
            .collect();
        if more > 0 {
            lines.push(format!("… and {more} more"));
        }
        lines
    }
}
