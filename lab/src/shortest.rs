//! How much shorter the symbolic answers about programs become by equality saturation, and how long that takes.

use calipers::analysis::{Analysis, Variable, Verdict, is_of_argument, shaped_values};
use calipers::ir::Module;
use calipers::program::{OpId, Program};
use calipers::rules::Rules;
use calipers::term::Expr;
use calipers_saturation::Size;
use cpu_time::ThreadTime;
use std::time::Duration;

/// The measurements of a program.
#[derive(Clone, Default, Debug)]
pub struct Shortening {
    /// The number of symbolic answers: sizes in terms of arguments.
    pub answers: usize,
    /// The number of answers for which a shorter form was found.
    pub shortened: usize,
    /// The number of these that have a proof which the checker accepts; counted on request.
    pub proved: usize,
    /// The operations of all answers, before and after.
    pub before: Totals,
    /// The operations of the shortest forms.
    pub after: Totals,
    /// The processor time of each search, in ascending order.
    pub times: Vec<Duration>,
}

/// Sums over answers.
#[derive(Clone, Copy, Default, Debug)]
pub struct Totals {
    /// Divisions and remainders, wraps among them.
    pub divisions: u32,
    /// Operations.
    pub operations: u32,
}

impl Totals {
    fn add(&mut self, variable: &Variable) {
        let size = Size::of(variable.as_term());
        self.divisions += size.divisions;
        self.operations += size.operations;
    }
}

impl Shortening {
    /// The time below which half of the searches stay.
    pub fn median(&self) -> Duration {
        self.times
            .get(self.times.len() / 2)
            .copied()
            .unwrap_or_default()
    }
}

/// Asks for the sizes of all values of a program in terms of arguments, and for their shortest forms. With `proofs`,
/// derives and checks a proof of each.
pub fn shortening(module: &Module, rules: &Rules, proofs: bool) -> Shortening {
    let mut found = Shortening::default();
    let is_function = |op: &OpId| !module.regions(*op).is_empty();
    for function in module.walk(module.top()).filter(is_function) {
        if module.parent_op(function) != Some(module.top()) {
            continue;
        }
        let mut analysis = Analysis::new(module, rules);
        for value in shaped_values(module, function) {
            let sizes = analysis.shape(value, None, |it| is_of_argument(module, it));
            for (size, dim) in sizes.into_iter().zip(0..) {
                if let Ok(size) = size {
                    let column = Variable::dim(value, dim);
                    measure(&mut analysis, &mut found, (&column, &size), proofs);
                }
            }
        }
    }
    found.times.sort_unstable();
    found
}

fn measure(
    analysis: &mut Analysis<'_>,
    found: &mut Shortening,
    (column, size): (&Variable, &Variable),
    proofs: bool,
) {
    let columns = size.columns();
    if columns.is_empty() || size.as_column().is_some() {
        return;
    }
    let point = analysis.default_point(column);
    let start = ThreadTime::now();
    let shortest = analysis.shortest(size, point, |it| columns.contains(&it));
    found.times.push(start.elapsed());
    found.answers += 1;
    found.before.add(size);
    found.after.add(shortest.as_ref().unwrap_or(size));
    if let Some(shortest) = shortest {
        found.shortened += 1;
        if proofs {
            let is_equal = Expr::equal(size.as_term().clone(), shortest.as_term().clone());
            let (verdict, proof) = analysis.explain(&is_equal, point);
            found.proved += usize::from(verdict == Verdict::Proved && proof.is_ok());
        }
    }
}
