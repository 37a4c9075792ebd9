//! Counts and footprints of programs, compared with executions: so that the reading of loops, guards and views is
//! compared as well.

use super::Report;
use crate::instances::enumerate::{Event, Inputs, events};
use crate::instances::judge::{inputs, is_inside};
use crate::instances::{Kind, Nest, Statement, nest, text};
use calipers::analysis::Analysis;
use calipers::count::{Count, Exactness, Failure, executions, footprint};
use calipers::ir::{Module, ParseOptions};
use calipers::number::Int;
use calipers::program::{Column, Definition, Program};
use calipers::rules::Rules;
use fastrand::Rng;
use std::collections::HashSet;
use std::time::Instant;

/// The number of executions of each program.
const EXECUTIONS: usize = 20;

/// Asks how often each access of the nest with a number executes, and how many elements all of them touch.
pub fn examine_program(number: u64, rules: &Rules, report: &mut Report) {
    let nest = nest(number);
    let is_kernel = |it: &Statement| matches!(it, Statement::Loop(it) if it.kind == Kind::Kernel);
    if nest.body.iter().any(is_kernel) {
        // The counts of a kernel are those of one thread.
        return;
    }
    let text = text(&nest);
    let module = match Module::parse(&text, "nest.mlir", ParseOptions::default()) {
        Ok(module) => module,
        Err(error) => {
            report.wrong.push(format!("invalid: {error}\n{text}"));
            return;
        }
    };
    let mut rng = Rng::with_seed(number);
    let executions = (0..EXECUTIONS).filter_map(|_| {
        let inputs = inputs(&nest, &mut rng);
        let events = events(&nest, &inputs)?;
        // An access beyond its buffer is undefined.
        let is_defined = events.iter().all(|it| is_inside(it, &inputs, &nest));
        is_defined.then_some((inputs, events))
    });
    let executions: Vec<_> = executions.collect();
    let comparison = Comparison {
        nest: &nest,
        module: &module,
        text: &text,
        executions: &executions,
    };
    let mut analysis = Analysis::new(&module, rules);
    for access in 0..nest.accesses.len() {
        comparison.count(&mut analysis, access, report);
    }
    comparison.footprint(&mut analysis, report);
}

struct Comparison<'n> {
    nest: &'n Nest,
    module: &'n Module,
    text: &'n str,
    executions: &'n [(Inputs, Vec<Event>)],
}

impl Comparison<'_> {
    fn count(&self, analysis: &mut Analysis<'_>, access: usize, report: &mut Report) {
        let Some(value) = self.module.value_named(&format!("%a{access}")) else {
            return;
        };
        let block = match self.module.definition(value) {
            Definition::Result { op, .. } => self.module.block_of(op),
            Definition::Argument { block, .. } => Some(block),
        };
        let Some(block) = block else {
            return;
        };
        let start = Instant::now();
        let count = executions(analysis, block);
        report.times.push(start.elapsed());
        let expected = |events: &[Event]| events.iter().filter(|it| it.access == access).count();
        self.compare(&format!("count %a{access}"), &count, &expected, report);
    }

    fn footprint(&self, analysis: &mut Analysis<'_>, report: &mut Report) {
        let Some(buffer) = self.module.value_named("%m") else {
            return;
        };
        let start = Instant::now();
        let count = footprint(analysis, buffer).map(|found| found.elements);
        report.times.push(start.elapsed());
        let expected = |events: &[Event]| {
            let elements = events.iter().flat_map(|it| &it.elements);
            elements.collect::<HashSet<_>>().len()
        };
        self.compare("footprint %m", &count, &expected, report);
    }

    fn compare(
        &self,
        question: &str,
        answer: &Result<Count, Failure>,
        expected: &dyn Fn(&[Event]) -> usize,
        report: &mut Report,
    ) {
        report.questions += 1;
        let count = match answer {
            Ok(count) => count,
            Err(failure) => {
                *report.none.entry(failure.to_string()).or_default() += 1;
                return;
            }
        };
        match count.exactness {
            Exactness::Exact => report.exact += 1,
            Exactness::Upper => report.upper += 1,
        }
        for (inputs, events) in self.executions {
            let expected = Int::from(expected(events));
            // A term over other values that exist before the loops is not evaluated.
            let Some(found) = count.term.evaluate(&|column| self.value(column, inputs)) else {
                continue;
            };
            let is_right = match count.exactness {
                Exactness::Exact => found == expected,
                Exactness::Upper => found >= expected,
            };
            if !is_right {
                report.wrong.push(format!(
                    "{}\n{question}: {:?} {:?} is {found}, not {expected}, for {inputs:?}",
                    self.text, count.exactness, count.term
                ));
                return;
            }
        }
    }

    /// The value of an argument or of a size of the buffer.
    fn value(&self, column: &Column, inputs: &Inputs) -> Option<Int> {
        let found = match *column {
            Column::Dim(_, dim) => inputs.sizes.get(dim as usize),
            _ => {
                let is_argument = |number: &usize| {
                    let value = self.module.value_named(&format!("%n{number}"));
                    value.map(Column::Value) == Some(*column)
                };
                let number = (0..self.nest.arguments).find(is_argument)?;
                inputs.arguments.get(number)
            }
        };
        found.map(|&value| Int::from(value))
    }
}
