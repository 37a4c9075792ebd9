//! Claims of linear integer arithmetic, decided: quotients and remainders by constants are integer variables between
//! two inequalities, and `min`, `max`, `select`, disjunctions and inequations are split into cases where a model of the
//! linear part violates them. The decision of the linear systems is that of [`calipers_integers`]; its refutations
//! become proofs.

use super::cases::Leaves;
use super::points::{Assignment, Tried};
use super::proof_state::ProofState;
use super::{Claim, Outcome};
use crate::number::{Int, Linear, floor_div};
use crate::program::Column;
use crate::proof::sequent::{Distinction, Inference, Rule, Sequent};
use crate::proof::{
    self, Argument, Bounding, Derivation, FactSource, FactUse, MAX_ARGUMENT_DEPTH, Proof,
    RowReason, Split,
};
use crate::solve::{Config, lp};
use crate::term::condition::{self, as_negated, is_condition, is_truth, negated};
use crate::term::{Expr, Operator};
use calipers_integers::{self as integers, Answer, Budget, Premise, Refutation, Relation};
use dashu_ratio::RBig;
use hashbrown::HashMap;

type Term = Expr<Column>;

/// Maximum number of linear systems of a claim, per engine that the configuration allows.
const SYSTEMS: usize = 16;
/// Maximum number of steps in the search for a least value.
const MAX_STEPS: usize = 160;
/// Maximum nesting depth of case distinctions.
const MAX_DEPTH: usize = 40;
/// Maximum total size of the terms of a claim.
const MAX_SIZE: usize = 4000;
/// Maximum number of variables and rows of a system.
const MAX_VARIABLES: usize = 48;
const MAX_ROWS: usize = 160;

/// Decides claims by linear integer arithmetic, within a budget.
pub(super) struct Solver {
    leaves: Leaves,
    budget: Budget,
    systems: usize,
}

/// The result for assumptions.
enum Found {
    /// They contradict each other, by that inference of the goal 0.
    Contradiction(Inference),
    /// These values satisfy them.
    Model(Assignment),
    /// Neither was found: the assumptions are not linear, or the budget is exhausted.
    Unknown,
}

/// The decision of a claim, if one is found. Adds models to the points that are known.
pub(super) fn decide(claim: &Claim, config: &Config, tried: &mut Tried) -> Option<Outcome> {
    if !is_of_size(claim) {
        return None;
    }
    let mut solver = Solver::new(config, Leaves::Open)?;
    let mut is_open = true;
    let mut holds = |goal: Term, model: &mut Option<Assignment>| {
        if model.is_some() {
            return false;
        }
        match solver.contradiction(assuming(claim, goal), MAX_DEPTH) {
            Found::Contradiction(_) => true,
            Found::Model(found) => {
                *model = Some(found);
                false
            }
            Found::Unknown => {
                is_open = false;
                false
            }
        }
    };
    let is_proved = holds(negated(&claim.goal), &mut tried.fails);
    let is_refuted = holds(claim.goal.clone(), &mut tried.holds);
    match (is_proved, is_refuted) {
        (true, true) => match solver.contradiction(claim.with_goal(Expr::integer(0)), MAX_DEPTH) {
            Found::Contradiction(_) => Some(Outcome::Unreachable),
            _ => Some(Outcome::Proved),
        },
        (true, false) => Some(Outcome::Proved),
        (false, true) => Some(Outcome::Refuted),
        (false, false) => is_open.then_some(Outcome::Unknown),
    }
}

/// The least value of the goal, a number, between a known lower bound and the values in models. `None` if the
/// assumptions contradict each other, or it is not found: they are not linear, the budget is exhausted, or there is no
/// least value.
pub(super) fn least(claim: &Claim, config: &Config, known: Option<&Int>) -> Option<Int> {
    if !is_of_size(claim) {
        return None;
    }
    let mut solver = Solver::new(config, Leaves::Open)?;
    let mut least_of = |limit: Option<&Int>| {
        let condition = match limit {
            Some(limit) => Expr::at_most(claim.goal.clone(), Expr::Integer(limit.clone())),
            None => Expr::integer(1),
        };
        match solver.contradiction(assuming(claim, condition), MAX_DEPTH) {
            Found::Contradiction(_) => Some(None),
            Found::Model(model) => value(&claim.goal, &model).map(Some),
            Found::Unknown => None,
        }
    };
    let mut low = known.cloned();
    let mut attained = least_of(low.as_ref())?;
    if attained.is_none() && low.is_some() {
        low = low.map(|it| it + Int::ONE);
        attained = least_of(None)?;
    }
    let mut attained = attained?;
    let mut stride = Int::ONE;
    for _ in 0..MAX_STEPS {
        let limit = match &low {
            Some(low) if *low >= attained => return Some(attained),
            // Rounded down, so that it is below the attained value.
            Some(low) => floor_div(&(low + &attained), &Int::from(2))?,
            None => {
                stride *= Int::from(2);
                &attained - &stride
            }
        };
        match least_of(Some(&limit))? {
            Some(value) => attained = value,
            None => low = Some(limit + Int::ONE),
        }
    }
    None
}

/// An inference of the goal from the assumptions.
pub(super) fn infer(claim: &Claim, config: &Config) -> Option<Inference> {
    if !is_of_size(claim) {
        return None;
    }
    let mut solver = Solver::new(config, Leaves::Proofs)?;
    if claim.goal == Expr::integer(0) {
        return solver.closed(claim.clone());
    }
    let rule = Rule::ByContradiction;
    let left = rule.apply(claim).ok()?;
    let premises: Option<Vec<Inference>> = left.into_iter().map(|it| solver.closed(it)).collect();
    Some(Inference {
        rule,
        premises: premises?,
    })
}

fn is_of_size(claim: &Claim) -> bool {
    let mut left = MAX_SIZE;
    claim.assumptions.iter().chain([&claim.goal]).all(|term| {
        left = left.saturating_sub(condition::size(term, left));
        left > 0
    })
}

fn assuming(claim: &Claim, condition: Term) -> Sequent {
    let mut sequent = claim.with_goal(Expr::integer(0));
    sequent.assumptions.push(condition);
    sequent
}

impl Solver {
    /// `None` if linear programs are disabled.
    fn new(config: &Config, leaves: Leaves) -> Option<Solver> {
        (config.solver != lp::Engine::Off).then(|| Solver {
            leaves,
            budget: Budget::default(),
            systems: SYSTEMS * config.max_engines,
        })
    }

    fn closed(&mut self, sequent: Sequent) -> Option<Inference> {
        match self.contradiction(sequent, MAX_DEPTH) {
            Found::Contradiction(inference) => Some(inference),
            Found::Model(_) | Found::Unknown => None,
        }
    }

    /// Whether the assumptions of a sequent contradict each other.
    fn contradiction(&mut self, sequent: Sequent, depth: usize) -> Found {
        let mut state = ProofState::new(sequent);
        let mut n = 0;
        while let Some(assumption) = state.sequent.assumptions.get(n) {
            let rule = match assumption {
                Expr::Integer(value) if value.is_zero() => {
                    let leaf = Inference::leaf(Rule::Trivial);
                    return Found::Contradiction(state.closed(leaf));
                }
                Expr::Integer(_) => Rule::Drop(n),
                Expr::Apply(Operator::Min, _) if is_condition(assumption) => Rule::AndElim(n),
                _ => {
                    n += 1;
                    continue;
                }
            };
            if !state.go(rule) {
                n += 1;
            }
        }
        let Some(systems) = self.systems.checked_sub(1) else {
            return Found::Unknown;
        };
        self.systems = systems;
        let Some(system) = System::of(&state.sequent) else {
            return Found::Unknown;
        };
        let rows: Vec<integers::Row> = system.rows.iter().map(|row| row.row.clone()).collect();
        let model = match integers::decide(system.atoms.len(), &rows, &mut self.budget) {
            Answer::Infeasible(refutation) => {
                return match self.leaf(&system, &refutation, &state.sequent) {
                    Some(leaf) => Found::Contradiction(state.closed(leaf)),
                    None => Found::Unknown,
                };
            }
            Answer::Model(model) => model,
            Answer::Unknown => return Found::Unknown,
        };
        let point = system.assignment(&model, &state.sequent);
        let mut violated = None;
        for (n, assumption) in state.sequent.assumptions.iter().enumerate() {
            match truth(assumption, &point) {
                Some(true) => {}
                Some(false) => violated = violated.or(Some(n)),
                None => return Found::Unknown,
            }
        }
        let Some(violated) = violated else {
            return Found::Model(point);
        };
        let Some(distinction) = distinction(&state.sequent, violated, &point) else {
            return Found::Unknown;
        };
        if depth == 0 {
            return Found::Unknown;
        }
        let rule = Rule::Cases(distinction);
        let Ok(cases) = rule.apply(&state.sequent) else {
            return Found::Unknown;
        };
        let mut premises = vec![];
        for case in cases {
            match self.contradiction(case, depth - 1) {
                Found::Contradiction(inference) => premises.push(inference),
                other => return other,
            }
        }
        Found::Contradiction(state.closed(Inference { rule, premises }))
    }

    fn leaf(
        &self,
        system: &System,
        refutation: &Refutation,
        sequent: &Sequent,
    ) -> Option<Inference> {
        if refutation.depth() + 2 > MAX_ARGUMENT_DEPTH {
            return None;
        }
        if self.leaves == Leaves::Open {
            return Some(Inference::leaf(Rule::Open));
        }
        let mut writer = Writer {
            system,
            sequent,
            facts: vec![],
            cases: vec![],
        };
        let argument = Argument::Bound(writer.bounding(refutation)?);
        let facts = writer.facts.iter().map(|&n| FactUse {
            condition: sequent.assumptions[n].clone(),
            given: vec![],
            source: FactSource::Assumption(n as u32),
            from: None,
        });
        let proof = Proof {
            claim: proof::Claim::Unreachable,
            point: None,
            steps: vec![],
            facts: facts.collect(),
            ranges: vec![],
            argument,
        };
        Some(Inference::leaf(Rule::Proof(Box::new(proof))))
    }
}

/// The truth of a condition at a point; `None` if a variable has no value or a number is too large.
fn truth(condition: &Term, point: &Assignment) -> Option<bool> {
    value(condition, point).map(|value| !value.is_zero())
}

fn value(term: &Term, point: &Assignment) -> Option<Int> {
    term.evaluate(&|column: &Column| match column {
        Column::Symbol(number) => point.get(number).cloned(),
        _ => None,
    })
}

/// Why a row holds.
#[derive(Clone, Debug)]
enum Reason {
    /// The assumption at that position.
    Assumption(usize),
    /// The range of its term.
    Range,
    /// The operator of that term.
    Operator(Term),
}

/// A row over the atoms, and the term that it stands for.
struct SystemRow {
    row: integers::Row,
    term: Term,
    reason: Reason,
}

/// The linear part of the assumptions of a sequent.
struct System {
    /// The terms that the variables stand for.
    atoms: Vec<Term>,
    numbers: HashMap<Term, usize>,
    rows: Vec<SystemRow>,
}

impl System {
    /// `None` if it is too large.
    fn of(sequent: &Sequent) -> Option<System> {
        let mut system = System {
            atoms: vec![],
            numbers: HashMap::new(),
            rows: vec![],
        };
        for (n, assumption) in sequent.assumptions.iter().enumerate() {
            let Some((term, relation)) = comparison(assumption) else {
                continue;
            };
            let form = system.form(&term, sequent)?;
            system.push(form, relation, term, Reason::Assumption(n))?;
        }
        Some(system)
    }

    fn push(
        &mut self,
        form: Linear<usize>,
        relation: Relation,
        term: Term,
        reason: Reason,
    ) -> Option<()> {
        let row = integers::Row::new(form, relation);
        self.rows.push(SystemRow { row, term, reason });
        (self.rows.len() <= MAX_ROWS && self.atoms.len() <= MAX_VARIABLES).then_some(())
    }

    /// A term as a linear form over atoms.
    fn form(&mut self, term: &Term, sequent: &Sequent) -> Option<Linear<usize>> {
        match term {
            Expr::Integer(value) => Linear::from_constant(value.clone()),
            Expr::Leaf(_) => self.atom(term, sequent),
            Expr::Apply(operator, arguments) => match (operator, &arguments[..]) {
                (Operator::Add, all) => {
                    let mut sum = Linear::zero();
                    for part in all {
                        sum = sum.add(&self.form(part, sequent)?)?;
                    }
                    Some(sum)
                }
                (Operator::Mul, all) => self.product(term, all, sequent),
                (Operator::CeilDiv, [dividend, by @ Expr::Integer(divisor)]) if is_positive(by) => {
                    let opposite = Expr::scaled(Int::NEG_ONE, dividend.clone());
                    let quotient = quotient(opposite, divisor);
                    Some(self.atom(&quotient, sequent)?.neg())
                }
                (Operator::Mod, [dividend, by @ Expr::Integer(divisor)]) if is_positive(by) => {
                    let own = self.form(dividend, sequent)?;
                    let quotient = quotient(dividend.clone(), divisor);
                    own.add_scaled(&-divisor, &self.atom(&quotient, sequent)?)
                }
                _ => self.atom(term, sequent),
            },
        }
    }

    fn product(
        &mut self,
        term: &Term,
        factors: &[Term],
        sequent: &Sequent,
    ) -> Option<Linear<usize>> {
        let mut scale = Int::ONE;
        let mut open = None;
        for factor in factors {
            let form = self.form(factor, sequent)?;
            match form.as_constant() {
                Some(constant) => scale *= constant,
                None if open.is_none() => open = Some(form),
                None => return self.atom(term, sequent),
            }
        }
        match open {
            Some(form) => form.scale(&scale),
            None => Linear::from_constant(scale),
        }
    }

    /// The variable of a term. A new one gets the rows of its range or its operator.
    fn atom(&mut self, term: &Term, sequent: &Sequent) -> Option<Linear<usize>> {
        if let Some(&number) = self.numbers.get(term) {
            return Some(Linear::atom(number));
        }
        let arguments = match term {
            Expr::Apply(Operator::FloorDiv, sides) if is_positive(&sides[1]) => {
                vec![self.form(&sides[0], sequent)?]
            }
            Expr::Apply(Operator::Min | Operator::Max, all) => {
                let forms = all.iter().map(|it| self.form(it, sequent));
                forms.collect::<Option<Vec<_>>>()?
            }
            _ => vec![],
        };
        let number = self.atoms.len();
        let own = Linear::atom(number);
        self.atoms.push(term.clone());
        self.numbers.insert(term.clone(), number);
        let ends = |lower: Option<&Int>, upper: Option<&Int>| {
            let lower = lower.map(|end| {
                let row = Expr::sum(term.clone(), Expr::Integer(-end));
                (own.add_constant(&-end), row)
            });
            let upper = upper.map(|end| {
                let row = Expr::difference(Expr::Integer(end.clone()), term.clone());
                (own.neg().add_constant(end), row)
            });
            lower.into_iter().chain(upper)
        };
        match term {
            Expr::Leaf(Column::Symbol(symbol)) => {
                let range = sequent.ranges.get(symbol);
                if let Some(range) = range {
                    let rows: Vec<_> = ends(range.lower(), range.upper()).collect();
                    for (form, row) in rows {
                        self.push(form?, Relation::AtLeastZero, row, Reason::Range)?;
                    }
                    let congruence = range.congruence();
                    if *congruence.modulus() > Int::ONE {
                        self.congruent(term, congruence.modulus(), congruence.residue(), sequent)?;
                    }
                }
            }
            Expr::Apply(Operator::FloorDiv, sides) if is_positive(&sides[1]) => {
                let [dividend, Expr::Integer(divisor)] = &sides[..] else {
                    return Some(own);
                };
                let form = arguments.first()?.add_scaled(&-divisor, &own)?;
                let rest = Expr::difference(
                    dividend.clone(),
                    Expr::scaled(divisor.clone(), term.clone()),
                );
                let last = divisor - Int::ONE;
                let above = form.neg().add_constant(&last)?;
                let room = Expr::difference(Expr::Integer(last), rest.clone());
                let reason = || Reason::Operator(term.clone());
                self.push(form, Relation::AtLeastZero, rest, reason())?;
                self.push(above, Relation::AtLeastZero, room, reason())?;
            }
            Expr::Apply(operator @ (Operator::Min | Operator::Max), all) => {
                let sign = match operator {
                    Operator::Min => Int::ONE,
                    _ => Int::NEG_ONE,
                };
                for (argument, form) in all.iter().zip(&arguments) {
                    let form = form.sub(&own)?.scale(&sign)?;
                    let difference = Expr::difference(argument.clone(), term.clone());
                    let row = Expr::scaled(sign.clone(), difference);
                    let reason = Reason::Operator(term.clone());
                    self.push(form, Relation::AtLeastZero, row, reason)?;
                }
            }
            _ => {}
        }
        if is_truth(term) {
            let rows: Vec<_> = ends(Some(&Int::ZERO), Some(&Int::ONE)).collect();
            for (form, row) in rows {
                self.push(form?, Relation::AtLeastZero, row, Reason::Range)?;
            }
        }
        Some(own)
    }

    /// The rows of `term mod modulus = residue`.
    fn congruent(
        &mut self,
        term: &Term,
        modulus: &Int,
        residue: &Int,
        sequent: &Sequent,
    ) -> Option<()> {
        let own = self.atom(term, sequent)?;
        let quotient = quotient(term.clone(), modulus);
        let form = own
            .add_scaled(&-modulus, &self.atom(&quotient, sequent)?)?
            .add_constant(&-residue)?;
        let rest = Expr::apply(
            Operator::Mod,
            [term.clone(), Expr::Integer(modulus.clone())],
        );
        let row = Expr::sum(rest, Expr::Integer(-residue));
        self.push(form, Relation::Zero, row, Reason::Range)
    }

    /// The values of the symbols. A symbol that occurs in no row gets a value from its range.
    fn assignment(&self, model: &[Int], sequent: &Sequent) -> Assignment {
        let mut point = Assignment::new();
        for (number, range) in &sequent.ranges {
            let value = range.lower().or(range.upper()).cloned();
            let value = value.unwrap_or_else(|| range.congruence().residue().clone());
            point.insert(*number, value);
        }
        for (atom, value) in self.atoms.iter().zip(model) {
            if let Expr::Leaf(Column::Symbol(number)) = atom {
                point.insert(*number, value.clone());
            }
        }
        point
    }
}

fn is_positive(divisor: &Term) -> bool {
    matches!(divisor, Expr::Integer(value) if *value > Int::ZERO)
}

fn quotient(dividend: Term, divisor: &Int) -> Term {
    Expr::apply(
        Operator::FloorDiv,
        [dividend, Expr::Integer(divisor.clone())],
    )
}

/// The term and the relation of an assumption that is a comparison.
fn comparison(assumption: &Term) -> Option<(Term, Relation)> {
    if let Some(Expr::Apply(Operator::Le, sides)) = as_negated(assumption) {
        let difference = Expr::difference(sides[0].clone(), sides[1].clone());
        let row = Expr::sum(difference, Expr::Integer(Int::NEG_ONE));
        return Some((row, Relation::AtLeastZero));
    }
    let Expr::Apply(operator, sides) = assumption else {
        return None;
    };
    match operator {
        Operator::Le => {
            let row = Expr::difference(sides[1].clone(), sides[0].clone());
            Some((row, Relation::AtLeastZero))
        }
        Operator::Eq => {
            let row = Expr::difference(sides[0].clone(), sides[1].clone());
            Some((row, Relation::Zero))
        }
        _ => None,
    }
}

/// Cases for an assumption that a model violates although it satisfies all rows.
fn distinction(sequent: &Sequent, violated: usize, point: &Assignment) -> Option<Distinction> {
    let assumption = sequent.assumptions.get(violated)?;
    let part = match comparison(assumption) {
        Some((term, _)) => split_inside(&term, point),
        None => split_inside(assumption, point),
    };
    // The innermost parts first: their values decide which part of the assumption matters.
    if let Some(part) = part {
        return Some(part);
    }
    if let Some(Expr::Apply(Operator::Eq, _)) = as_negated(assumption) {
        return Some(Distinction::Unequal(violated));
    }
    match assumption {
        Expr::Apply(Operator::Max, _) if is_condition(assumption) => {
            Some(Distinction::AndElim(violated))
        }
        _ => None,
    }
}

/// Cases for the first innermost part of a term that is not linear.
fn split_inside(term: &Term, point: &Assignment) -> Option<Distinction> {
    let Expr::Apply(operator, arguments) = term else {
        return None;
    };
    let is_own = is_condition(term);
    if let Some(inner) = as_negated(term) {
        return match comparison(inner) {
            Some((term, _)) => split_inside(&term, point),
            None => split_inside(inner, point),
        };
    }
    // The members of a disjunction are split as a whole.
    if *operator == Operator::Max && is_own {
        return None;
    }
    for argument in arguments.iter() {
        if let Some(found) = split_inside(argument, point) {
            return Some(found);
        }
        if is_condition(argument) && *operator != Operator::Select {
            return Some(Distinction::Condition(argument.clone()));
        }
    }
    match operator {
        Operator::Select => Some(Distinction::Select(term.clone())),
        Operator::Min | Operator::Max if arguments.len() > 1 && !is_own => {
            Some(Distinction::Extremum(term.clone()))
        }
        Operator::TruncDiv | Operator::TruncMod => Some(Distinction::Dividend(term.clone())),
        _ => None,
    }
}

/// Writes a refutation as a proof.
struct Writer<'s> {
    system: &'s System,
    sequent: &'s Sequent,
    /// The positions of the assumptions that it uses.
    facts: Vec<usize>,
    /// The enclosing cases: the number in the refutation, and the terms of the rows.
    cases: Vec<(u32, Term)>,
}

impl Writer<'_> {
    fn bounding(&mut self, refutation: &Refutation) -> Option<Bounding> {
        let derivation = match refutation {
            Refutation::Sum(premises) => {
                let rows: Option<Vec<(proof::Row, RBig)>> = premises
                    .iter()
                    .map(|(premise, factor)| Some((self.row(*premise)?, factor.clone())))
                    .collect();
                Derivation::Rows(rows?)
            }
            Refutation::Branch {
                case,
                form,
                limit,
                below,
                above,
            } => {
                let term = self.term(form);
                let least = Expr::difference(Expr::Integer(limit.clone()), term.clone());
                let next = -(limit + Int::ONE);
                let most = Expr::sum(term.clone(), Expr::Integer(next));
                let mut side = |row: Term, refutation: &Refutation| {
                    self.cases.push((*case, row));
                    let found = self.bounding(refutation);
                    self.cases.pop();
                    found
                };
                let cases = [side(least, below)?, side(most, above)?];
                Derivation::Cases(Split::Limit(term, limit.clone()), Box::new(cases))
            }
        };
        Some(Bounding {
            goal: Expr::integer(0),
            bound: None,
            derivation,
        })
    }

    fn term(&self, form: &Linear<usize>) -> Term {
        let mut parts: Vec<Term> = form
            .terms()
            .iter()
            .map(|(atom, k)| {
                let atom = self.system.atoms[*atom].clone();
                match k.is_one() {
                    true => atom,
                    false => Expr::scaled(k.clone(), atom),
                }
            })
            .collect();
        if !form.constant().is_zero() || parts.is_empty() {
            parts.push(Expr::Integer(form.constant().clone()));
        }
        match parts.len() {
            1 => parts.remove(0),
            _ => Expr::apply(Operator::Add, parts),
        }
    }

    fn row(&mut self, premise: Premise) -> Option<proof::Row> {
        let at_least_zero = proof::Relation::AtLeastZero;
        let (term, relation, reason) = match premise {
            Premise::Case(case) => {
                let position = self.cases.iter().position(|it| it.0 == case)?;
                let term = self.cases[position].1.clone();
                (term, at_least_zero, RowReason::Case(position))
            }
            Premise::Row(number) => {
                let row = self.system.rows.get(number)?;
                let relation = match row.row.relation {
                    Relation::AtLeastZero => at_least_zero,
                    Relation::Zero => proof::Relation::Zero,
                };
                let reason = match &row.reason {
                    Reason::Assumption(n) => RowReason::Fact(self.fact(*n)),
                    Reason::Range => RowReason::Range,
                    Reason::Operator(term) => RowReason::Operator(term.clone()),
                };
                (row.term.clone(), relation, reason)
            }
        };
        Some(proof::Row {
            term,
            relation,
            reason,
        })
    }

    fn fact(&mut self, assumption: usize) -> usize {
        debug_assert!(assumption < self.sequent.assumptions.len());
        let known = self.facts.iter().position(|&it| it == assumption);
        known.unwrap_or_else(|| {
            self.facts.push(assumption);
            self.facts.len() - 1
        })
    }
}
