//! Quotients and remainders of values that are not constant: what they are, where the dividend is proved to be not
//! negative and the divisor to be positive.
//!
//! The rules define an unsigned or truncating division of such values under conditions that the engine examines with
//! little effort. Here they are proved with all means, those of operands first, and what follows for the result is
//! assumed: what is proved right after an op holds wherever its result exists.

use crate::access::{Access, leaf};
use crate::conflict::identities::{DIVISIONS, operations};
use crate::instances::Instances;
use crate::kept::Knowledge;
use crate::place::dim_of;
use crate::term::Term;
use crate::twin::Twin;
use crate::variables::{Budget, Quotients, holds_of_variables};
use calipers_egraph::Operator;
use calipers_engine::analysis::{Analysis, Verdict};
use calipers_program::{Definition, OpId, Point, Program, ValueId};

/// Limit of the divisions that are examined for an access.
const MAX_DIVISIONS: usize = 16;

/// A quotient or a remainder whose dividend is not negative and whose divisor is positive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Division {
    operator: Operator,
    pub(crate) dividend: ValueId,
    pub(crate) divisor: ValueId,
    pub(crate) result: ValueId,
}

impl Division {
    fn of(program: &dyn Program, op: OpId) -> Option<Division> {
        let name = program.op_name(op);
        let operator = DIVISIONS.iter().find_map(|(quotient, rest)| match name {
            _ if name == *quotient => Some(Operator::FloorDiv),
            _ if name == *rest => Some(Operator::Mod),
            _ => None,
        });
        let operator = match name {
            "arith.floordivsi" | "index.floordivs" => Some(Operator::FloorDiv),
            _ => operator,
        };
        let &[dividend, divisor] = program.operands(op) else {
            return None;
        };
        Some(Division {
            operator: operator?,
            dividend,
            divisor,
            result: *program.results(op).first()?,
        })
    }

    /// What makes it one that is rounded down.
    pub(crate) fn conditions(&self) -> [Term; 2] {
        [
            Term::at_most(Term::integer(0), leaf(self.dividend)),
            Term::at_most(Term::integer(1), leaf(self.divisor)),
        ]
    }

    /// Whether the conditions hold at a point.
    fn has_sign(
        &self,
        analysis: &mut Analysis<'_>,
        quotients: &Quotients,
        point: Option<Point>,
        budget: &mut Budget,
    ) -> bool {
        self.conditions().iter().all(|it| {
            let verdict = analysis.prove_at(it, point);
            matches!(verdict, Verdict::Proved | Verdict::Unreachable)
                || holds_of_variables(analysis, quotients, point, it, budget)
        })
    }

    /// What holds then wherever the result exists. The operands may exist where the conditions do not hold.
    fn consequences(&self) -> [Term; 3] {
        let operands = [leaf(self.dividend), leaf(self.divisor)];
        let limit = match self.operator {
            Operator::Mod => Term::less(leaf(self.result), leaf(self.divisor)),
            _ => Term::at_most(leaf(self.result), leaf(self.dividend)),
        };
        [
            Term::equal(leaf(self.result), Term::apply(self.operator, operands)),
            Term::at_most(Term::integer(0), leaf(self.result)),
            limit,
        ]
    }
}

impl Instances<'_> {
    /// Examines the divisions that the indices of an access depend on.
    pub(crate) fn learn_divisions(&mut self, access: &Access) {
        let program = self.program;
        let limits =
            (0..access.indices.len()).filter_map(|dim| dim_of(program, access.buffer, dim));
        let terms: Vec<Term> = access.indices.iter().cloned().chain(limits).collect();
        let ops = operands_first(program, operations(program, terms.iter()));
        let is_new = |division: &Division| {
            let known_there = (access.op, *division);
            !self.divisions.contains(division) && !self.divisions_at.contains(&known_there)
        };
        let divisions = ops.into_iter().filter_map(|op| Division::of(program, op));
        let open: Vec<Division> = divisions.filter(is_new).take(MAX_DIVISIONS).collect();
        if open.is_empty() {
            return;
        }
        // What was tried in vain is tried again only where more is known.
        let known = self.knowledge();
        if self.examined.get(&access.op) == Some(&known) {
            return;
        }
        self.examine(access, open);
        self.examined.insert(access.op, self.knowledge());
    }

    /// How much is known about the program.
    pub(crate) fn knowledge(&self) -> Knowledge {
        [
            self.lemmas.len(),
            self.divisions_at.len(),
            self.conditions.len(),
            self.counters.len(),
        ]
    }

    fn examine(&mut self, access: &Access, mut open: Vec<Division>) {
        let program = self.program;
        let budget = &mut Budget::of_question(&self.config);
        let mut analysis = self.base_analysis(access);
        loop {
            let known = self.divisions.len();
            open.retain(|division| {
                // What is known only where the access executes may not hold here.
                let quotients = self.quotients(None);
                let point = after(program, division.result);
                let is_proved = division.has_sign(&mut analysis, &quotients, point, budget)
                    || self
                        .base_analysis_knowing(access, point)
                        .is_some_and(|mut it| {
                            division.has_sign(&mut it, &quotients, point, budget)
                        });
                if is_proved {
                    self.divisions.push(*division);
                    let facts = division.consequences().into_iter();
                    self.lemmas
                        .extend(facts.map(|fact| (division.result, fact)));
                }
                !is_proved
            });
            if self.divisions.len() == known {
                return self.learn_at(access, &open, budget);
            }
        }
    }

    /// Finds the divisions whose conditions are proved only where an access executes.
    fn learn_at(&mut self, access: &Access, open: &[Division], budget: &mut Budget) {
        let point = Point::before(self.program, access.op);
        let knowing = self.base_analysis_knowing(access, point);
        let mut analysis = knowing.unwrap_or_else(|| self.base_analysis(access));
        for division in open {
            let known = (access.op, *division);
            let quotients = self.quotients(Some(access.op));
            if !self.divisions_at.contains(&known)
                && division.has_sign(&mut analysis, &quotients, point, budget)
            {
                self.divisions_at.push(known);
            }
        }
    }

    /// The definitions of quotients and remainders that are known where an access executes; without one, those that are
    /// known wherever the results exist.
    pub(crate) fn quotients(&self, access: Option<OpId>) -> Quotients {
        let there = self.divisions_at.iter();
        let there = there.filter(|(op, _)| Some(*op) == access);
        let known = self
            .divisions
            .iter()
            .chain(there.map(|(_, division)| division));
        let definition = |it: &Division| (it.result, (it.operator, [it.dividend, it.divisor]));
        known.map(definition).collect()
    }

    /// Those of an access and of a copied one in a twin. What is known only where one of them executes is not known of
    /// the other instance.
    pub(crate) fn twin_quotients(&self, twin: &Twin<'_>, own: OpId, copied: OpId) -> Quotients {
        let copy = |value| twin.copy_of_value(value);
        let in_copy = |(value, (operator, operands)): (ValueId, (Operator, [ValueId; 2]))| {
            (copy(value), (operator, operands.map(copy)))
        };
        let copies = self.quotients(Some(copied)).into_iter().map(in_copy);
        self.quotients(Some(own))
            .into_iter()
            .chain(copies)
            .collect()
    }

    /// The division whose result a term is, if it is known to be a quotient.
    pub(crate) fn quotient(&self, term: &Term) -> Option<Division> {
        let known = self.divisions.iter().copied();
        let quotients = known.filter(|it| it.operator == Operator::FloorDiv);
        quotients.into_iter().find(|it| leaf(it.result) == *term)
    }
}

/// The ops, each after those that compute its operands: a division that is known helps to examine those after it.
pub(crate) fn operands_first(program: &dyn Program, mut left: Vec<OpId>) -> Vec<OpId> {
    let mut sorted = vec![];
    while !left.is_empty() {
        let waits = |&op: &OpId| {
            let mut operands = program.operands(op).iter();
            operands.any(|&operand| match program.definition(operand) {
                Definition::Result { op, .. } => left.contains(&op),
                Definition::Argument { .. } => false,
            })
        };
        let (waiting, ready): (Vec<OpId>, Vec<OpId>) = left.iter().partition(|op| waits(op));
        if ready.is_empty() {
            sorted.extend(waiting);
            break;
        }
        sorted.extend(ready);
        left = waiting;
    }
    sorted
}

/// The point after the op that defines a value.
pub(crate) fn after(program: &dyn Program, value: ValueId) -> Option<Point> {
    match program.definition(value) {
        Definition::Result { op, .. } => Point::after(program, op),
        Definition::Argument { .. } => None,
    }
}
