//! How much shorter the symbolic answers about programs and in scripts become by equality saturation, and how long that
//! takes.

use calipers::analysis::{Analysis, Variable, Verdict, is_of_argument, shaped_values};
use calipers::ir::Module;
use calipers::number::Int;
use calipers::program::{OpId, Program};
use calipers::rules::Rules;
use calipers::script::{Answer, ProgramArena, Session};
use calipers::sexp::{self, Form};
use calipers::term::{Expr, Operator};
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
    /// Remainders by powers of 2 from 2⁸ on, as fixed-width integers have them.
    pub wraps: u32,
    /// Operations.
    pub operations: u32,
}

impl Totals {
    fn add<L: PartialEq>(&mut self, term: &Expr<L>) {
        let size = Size::of(term);
        self.divisions += size.divisions;
        self.wraps += wraps(term);
        self.operations += size.operations;
    }

    fn add_all(&mut self, other: &Totals) {
        self.divisions += other.divisions;
        self.wraps += other.wraps;
        self.operations += other.operations;
    }
}

/// The number of wraps in a term.
fn wraps<L>(term: &Expr<L>) -> u32 {
    let Expr::Apply(operator, arguments) = term else {
        return 0;
    };
    let is_width = |k: &Int| *k >= Int::from(256) && *k == Int::ONE << (k.bit_len() - 1);
    let own = matches!((operator, arguments.get(1)), (Operator::Mod, Some(Expr::Integer(k))) if is_width(k));
    u32::from(own) + arguments.iter().map(wraps).sum::<u32>()
}

impl Shortening {
    /// Adds the measurements of another program.
    pub fn add(&mut self, other: Shortening) {
        self.answers += other.answers;
        self.shortened += other.shortened;
        self.proved += other.proved;
        self.before.add_all(&other.before);
        self.after.add_all(&other.after);
        self.times.extend(other.times);
        self.times.sort_unstable();
    }

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
    found.before.add(size.as_term());
    found.after.add(shortest.as_ref().unwrap_or(size).as_term());
    if let Some(shortest) = shortest {
        found.shortened += 1;
        if proofs {
            let is_equal = Expr::equal(size.as_term().clone(), shortest.as_term().clone());
            let (verdict, proof) = analysis.explain(&is_equal, point);
            found.proved += usize::from(verdict == Verdict::Proved && proof.is_ok());
        }
    }
}

/// Carries out a script, and compares what it simplifies with the answers.
///
/// # Errors
/// The text is no script. Commands with errors are skipped.
pub fn shortening_of_script(text: &str, rules: &Rules) -> Result<Shortening, String> {
    let mut found = Shortening::default();
    let arena = ProgramArena::new();
    let mut session = Session::new(rules, &arena);
    for form in sexp::read(text).map_err(|error| error.to_string())? {
        let start = ThreadTime::now();
        let answer = session.execute(&form);
        let time = start.elapsed();
        let Some(("simplify", [term, ..])) = form.as_call() else {
            continue;
        };
        let Ok(Answer::Text(answer)) = answer else {
            continue;
        };
        let answer = sexp::read(&answer).map_err(|error| error.to_string())?;
        let [answer] = &answer[..] else {
            continue;
        };
        if let (Some(before), Some(after)) = (term_of(term), term_of(answer)) {
            found.answers += 1;
            found.shortened += usize::from(Size::of(&before) != Size::of(&after));
            found.before.add(&before);
            found.after.add(&after);
            found.times.push(time);
        }
    }
    found.times.sort_unstable();
    Ok(found)
}

/// A term of a script; none if it has other operators than terms have. Columns of programs are leaves.
fn term_of(form: &Form) -> Option<Expr<String>> {
    let Some((name, arguments)) = form.as_call() else {
        let word = form.to_string();
        let number: Option<Int> = word.parse().ok();
        return Some(number.map_or(Expr::Leaf(word), Expr::Integer));
    };
    let terms = || arguments.iter().map(term_of).collect::<Option<Vec<_>>>();
    Some(match (name, Operator::named(name)) {
        ("dim" | "elem" | "stride", _) => Expr::Leaf(form.to_string()),
        ("-", _) => {
            let mut terms = terms()?.into_iter();
            let first = terms.next()?;
            let rest: Vec<_> = terms.map(|term| Expr::scaled(-1, term)).collect();
            match rest.is_empty() {
                true => Expr::scaled(-1, first),
                false => Expr::apply(
                    Operator::Add,
                    std::iter::once(first).chain(rest).collect::<Vec<_>>(),
                ),
            }
        }
        (_, Some(operator)) if operator.accepts(arguments.len()) => Expr::apply(operator, terms()?),
        _ => return None,
    })
}
