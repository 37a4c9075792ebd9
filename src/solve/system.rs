//! From a question to a linear program: the facts and axioms around its atoms, nearest first, and
//! the case splits for what is not convex.

use super::engine::Engine;
use super::facts::{Relation, implied};
use super::lp::{self, Certificate, Options, Outcome, Problem, Row};
use crate::number::{Int, Linear, Range};
use crate::program::Point;
use crate::term::{Form, Node, Operator, truth};
use dashu_ratio::RBig;
use egg::Id;
use hashbrown::{HashMap, HashSet};

/// Why a row holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RowOrigin {
    /// A fact.
    Fact(u32),
    /// The range of an atom at the point.
    Range(Id),
    /// What an atom's operator implies.
    Axiom(Id, Operator),
    /// The linear form that a long sum stands for.
    Expansion(Id),
    /// The case that is being looked at.
    Case,
}

/// A row of a system: `form >= 0` or `form = 0` over atoms.
#[derive(Clone, Debug)]
pub struct SystemRow {
    /// The form.
    pub form: Form,
    /// How it relates to zero.
    pub relation: Relation,
    /// Why it holds.
    pub origin: RowOrigin,
}

/// The rows around a goal.
#[derive(Clone, Debug, Default)]
pub struct System {
    rows: Vec<SystemRow>,
    atoms: Vec<Id>,
    /// Whether a budget cut it short.
    cut_short: bool,
}

/// What is split on, and which of the two cases it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Split {
    /// A condition, and whether it holds.
    Condition(Id, bool),
    /// A minimum, and the arguments: the least first.
    Minimum(Id, [Id; 2]),
}

/// One case of a split.
#[derive(Clone, Debug)]
pub struct Case {
    /// What is split on.
    pub split: Split,
    /// The rows that hold in it.
    pub rows: Vec<SystemRow>,
}

/// How a bound was derived.
#[derive(Clone, Debug)]
pub enum Derivation {
    /// From the ranges of the atoms.
    Range,
    /// From rows by multipliers, and rounding up to the next integer that the form's congruence
    /// admits.
    Farkas(Vec<(SystemRow, RBig)>),
    /// Each case by itself.
    Cases(Vec<(Case, Derivation)>),
    /// No run comes here: the rows contradict each other.
    Contradiction(Vec<(SystemRow, RBig)>),
}

/// A lower bound of a form.
#[derive(Clone, Debug)]
pub enum Lower {
    /// `form >= bound`.
    Bound(Int, Derivation),
    /// No run reaches the point.
    Unreachable(Derivation),
    /// None was found.
    None {
        /// Whether a budget ran out on the way.
        budget: bool,
    },
}

impl Lower {
    /// The bound, if there is one.
    pub fn bound(&self) -> Option<&Int> {
        match self {
            Lower::Bound(bound, _) => Some(bound),
            _ => None,
        }
    }
}

/// How hard to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Until the bound reaches this: less is of no use.
    Reach(i64),
    /// The best bound.
    Best,
}

impl Engine<'_> {
    /// The best lower bound of a form at a point that is found within budget.
    pub fn lower_bound(&mut self, goal: &Form, point: Option<Point>, effort: Effort) -> Lower {
        let reached = |bound: Option<&Int>| match effort {
            Effort::Reach(wanted) => bound.is_some_and(|bound| *bound >= Int::from(wanted)),
            Effort::Best => false,
        };
        let by_range = self.range_of_goal(goal, point).lower().cloned();
        if goal.is_constant() || reached(by_range.as_ref()) {
            return match by_range {
                Some(bound) => Lower::Bound(bound, Derivation::Range),
                None => Lower::None { budget: false },
            };
        }
        let system = self.gather(goal, point);
        let mut cases = self.config.max_cases;
        let by_rows = match system.rows.is_empty() {
            true => Lower::None {
                budget: system.cut_short,
            },
            false => self.solve_cases(goal, system, point, effort, &mut cases, 0),
        };
        match (by_rows, by_range) {
            (Lower::Bound(a, _), Some(b)) if b >= a => Lower::Bound(b, Derivation::Range),
            (Lower::None { .. }, Some(b)) => Lower::Bound(b, Derivation::Range),
            (by_rows, _) => by_rows,
        }
    }

    /// The range of a form at a point: of its terms, and of the class it is.
    pub fn range_of_goal(&mut self, goal: &Form, point: Option<Point>) -> Range {
        let by_terms = self.form_range_at(goal, point);
        let class = self.store.class_of(goal);
        let both = by_terms.intersect(&self.range_at(class, point));
        if both.is_empty() { by_terms } else { both }
    }

    fn solve_cases(
        &mut self,
        goal: &Form,
        system: System,
        point: Option<Point>,
        effort: Effort,
        cases: &mut usize,
        depth: usize,
    ) -> Lower {
        let plain = self.solve_rows(goal, &system, point);
        let enough = match (&plain, effort) {
            (Lower::Unreachable(_), _) => true,
            (Lower::Bound(bound, _), Effort::Reach(wanted)) => *bound >= Int::from(wanted),
            _ => false,
        };
        if enough || depth >= 5 || *cases < 2 {
            return plain;
        }
        let Some(split) = self.pick_split(goal, &system, point) else {
            return plain;
        };
        *cases -= 2;
        self.statistics.cases += 2;
        let mut derivations = vec![];
        let mut weakest: Option<Int> = None;
        for case in split {
            let mut inner = system.clone();
            for row in &case.rows {
                self.take_in_row(&mut inner, row.clone());
            }
            self.close(&mut inner, point);
            match self.solve_cases(goal, inner, point, effort, cases, depth + 1) {
                Lower::Bound(bound, derivation) => {
                    weakest = Some(weakest.map_or(bound.clone(), |other| other.min(bound)));
                    derivations.push((case, derivation));
                }
                Lower::Unreachable(derivation) => derivations.push((case, derivation)),
                Lower::None { .. } => return plain,
            }
        }
        match (weakest, plain) {
            (None, _) => Lower::Unreachable(Derivation::Cases(derivations)),
            (Some(bound), Lower::Bound(other, derivation)) if other >= bound => {
                Lower::Bound(other, derivation)
            }
            (Some(bound), _) => Lower::Bound(bound, Derivation::Cases(derivations)),
        }
    }

    fn solve_rows(&mut self, goal: &Form, system: &System, point: Option<Point>) -> Lower {
        self.statistics.linear_programs += 1;
        let index: HashMap<Id, usize> = system
            .atoms
            .iter()
            .enumerate()
            .map(|(n, &atom)| (atom, n))
            .collect();
        let over = |form: &Form| -> Option<Linear<usize>> {
            let terms: Option<Vec<(usize, Int)>> = form
                .terms()
                .iter()
                .map(|(atom, k)| Some((*index.get(atom)?, k.clone())))
                .collect();
            Linear::from_terms(form.constant().clone(), terms?)
        };
        let none = Lower::None {
            budget: system.cut_short,
        };
        let Some(objective) = over(goal) else {
            return none;
        };
        let Ok(mut problem) = Problem::new(system.atoms.len(), objective) else {
            return none;
        };
        let mut used = vec![];
        for row in &system.rows {
            let Some(form) = over(&row.form) else {
                continue;
            };
            let lp_row = match row.relation {
                Relation::AtLeastZero => Row::non_negative(form),
                Relation::Zero => Row::zero(form),
            };
            if problem.push(lp_row).is_ok() {
                used.push(row);
            }
        }
        let options = Options {
            engine: self.config.solver,
            max_pivots: self.config.max_pivots,
            ..Options::default()
        };
        let multipliers = |certificate: &Certificate| -> Vec<(SystemRow, RBig)> {
            certificate
                .multipliers()
                .iter()
                .map(|(n, y)| (used[*n].clone(), y.clone()))
                .collect()
        };
        match lp::solve(&problem, &options, &mut self.statistics.solver) {
            Outcome::Bound { bound, certificate } => {
                let congruence = self.range_of_goal(goal, point).congruence();
                match lp::tighten(&bound, &congruence) {
                    Some(bound) => {
                        Lower::Bound(bound, Derivation::Farkas(multipliers(&certificate)))
                    }
                    None => none,
                }
            }
            Outcome::Infeasible { certificate } => {
                Lower::Unreachable(Derivation::Contradiction(multipliers(&certificate)))
            }
            Outcome::Unbounded => none,
            Outcome::GaveUp(_) => Lower::None { budget: true },
        }
    }

    /// The rows around the atoms of a goal, nearest first, within budget.
    pub(super) fn gather(&mut self, goal: &Form, point: Option<Point>) -> System {
        let mut system = System::default();
        for atom in goal.atoms() {
            self.take_in_atom(&mut system, atom);
        }
        for &number in &self.facts.refuted().to_vec() {
            if self.is_visible(number, point) {
                let fact = self.facts.get(number);
                let row = SystemRow {
                    form: fact.form.clone(),
                    relation: fact.relation,
                    origin: RowOrigin::Fact(number),
                };
                system.rows.push(row);
            }
        }
        self.close(&mut system, point);
        system
    }

    /// The rows around a form, each with whether it is an equality.
    pub fn rows_around(&mut self, form: &Form, point: Option<Point>) -> Vec<(Form, bool)> {
        let system = self.gather(form, point);
        system
            .rows
            .into_iter()
            .map(|row| (row.form, row.relation == Relation::Zero))
            .collect()
    }

    fn take_in_atom(&mut self, system: &mut System, atom: Id) {
        if system.atoms.contains(&atom) {
            return;
        }
        if system.atoms.len() >= self.config.max_atoms {
            system.cut_short = true;
            return;
        }
        system.atoms.push(atom);
    }

    fn take_in_row(&mut self, system: &mut System, row: SystemRow) {
        if system.rows.len() >= self.config.max_rows {
            system.cut_short = true;
            return;
        }
        for atom in row.form.atoms() {
            self.take_in_atom(system, atom);
        }
        if row.form.atoms().all(|atom| system.atoms.contains(&atom)) {
            system.rows.push(row);
        }
    }

    /// Adds the facts and axioms of the atoms that have none yet, until nothing new comes in.
    fn close(&mut self, system: &mut System, point: Option<Point>) {
        let mut seen: HashSet<u32> = system
            .rows
            .iter()
            .filter_map(|row| match row.origin {
                RowOrigin::Fact(number) => Some(number),
                _ => None,
            })
            .collect();
        let done: HashSet<Id> = system
            .rows
            .iter()
            .filter_map(|row| match row.origin {
                RowOrigin::Range(atom) => Some(atom),
                _ => None,
            })
            .collect();
        let mut next = 0;
        while next < system.atoms.len() {
            let atom = system.atoms[next];
            next += 1;
            for number in self.facts.about(atom).to_vec() {
                if !seen.contains(&number) && self.is_usable(number, point) {
                    seen.insert(number);
                    let fact = self.facts.get(number);
                    let row = SystemRow {
                        form: fact.form.clone(),
                        relation: fact.relation,
                        origin: RowOrigin::Fact(number),
                    };
                    self.take_in_row(system, row);
                }
            }
            if done.contains(&atom) {
                continue;
            }
            for row in self.axioms(atom, point) {
                self.take_in_row(system, row);
            }
        }
    }

    /// Whether a fact holds at a point, its conditions included.
    fn is_usable(&mut self, number: u32, point: Option<Point>) -> bool {
        if !self.is_visible(number, point) {
            return false;
        }
        let given = self.facts.get(number).given.clone();
        given
            .into_iter()
            .all(|condition| self.holds(condition, point))
    }

    /// Whether a condition is seen to hold at a point, by ranges alone.
    pub(super) fn holds(&mut self, condition: Id, point: Option<Point>) -> bool {
        truth(&self.range_at(condition, point)) == Some(true)
    }

    /// What is always true of an atom, as rows.
    fn axioms(&mut self, atom: Id, point: Option<Point>) -> Vec<SystemRow> {
        let mut rows = vec![];
        let at_least_zero = |form: Option<Form>, origin: RowOrigin, rows: &mut Vec<SystemRow>| {
            rows.extend(form.map(|form| SystemRow {
                form,
                relation: Relation::AtLeastZero,
                origin,
            }));
        };
        let own = Form::atom(atom);
        let range = self.range_at(atom, point);
        if let Some(lower) = range.lower() {
            at_least_zero(own.add_constant(&-lower), RowOrigin::Range(atom), &mut rows);
        }
        if let Some(upper) = range.upper() {
            at_least_zero(
                own.neg().add_constant(upper),
                RowOrigin::Range(atom),
                &mut rows,
            );
        }
        if let Some(expansion) = self.store.expansion(atom).cloned() {
            let row = expansion.sub(&own);
            rows.extend(row.map(|form| SystemRow {
                form,
                relation: Relation::Zero,
                origin: RowOrigin::Expansion(atom),
            }));
        }
        let nodes: Vec<Node> = self.store.nodes(atom).to_vec();
        for node in nodes {
            let Node::Apply(operator, arguments) = node else {
                continue;
            };
            let origin = RowOrigin::Axiom(atom, operator);
            let form = |engine: &Self, id: Id| engine.store.form(id).clone();
            match (operator, &arguments[..]) {
                (Operator::Min, all) => {
                    for &argument in all {
                        at_least_zero(form(self, argument).sub(&own), origin.clone(), &mut rows);
                    }
                }
                (Operator::Max, all) => {
                    for &argument in all {
                        at_least_zero(own.sub(&form(self, argument)), origin.clone(), &mut rows);
                    }
                }
                (Operator::FloorDiv, &[dividend, divisor])
                    if self.is_positive_at(divisor, point) =>
                {
                    // For b > 0: b·q <= a <= b·q + b − 1.
                    let multiple = self.store.apply(Operator::Mul, &[divisor, atom]);
                    let rest = form(self, dividend).sub(&form(self, multiple));
                    let below = rest.as_ref().and_then(|rest| {
                        form(self, divisor)
                            .sub(rest)
                            .and_then(|form| form.add_constant(&Int::NEG_ONE))
                    });
                    at_least_zero(rest, origin.clone(), &mut rows);
                    at_least_zero(below, origin.clone(), &mut rows);
                }
                (Operator::Mul, &[a, b]) => self.product_axioms(atom, a, b, point, &mut rows),
                (Operator::Mul, &[a, ref rest @ ..]) => {
                    let rest = self.store.apply(Operator::Mul, rest);
                    self.product_axioms(atom, a, rest, point, &mut rows);
                }
                (Operator::Le, &[a, b]) => {
                    // c = [0 <= d], with l <= d <= u: d >= l·(1 − c) and d <= −1 + (u + 1)·c.
                    let Some(difference) = form(self, b).sub(&form(self, a)) else {
                        continue;
                    };
                    let range = self.form_range_at(&difference, point);
                    if let Some(lower) = range.lower() {
                        let row = difference
                            .add_constant(&-lower)
                            .and_then(|row| row.add_scaled(lower, &own));
                        at_least_zero(row, origin.clone(), &mut rows);
                    }
                    if let Some(upper) = range.upper() {
                        let row = difference.neg().add_constant(&Int::NEG_ONE);
                        let row = row.and_then(|row| row.add_scaled(&(upper + Int::ONE), &own));
                        at_least_zero(row, origin.clone(), &mut rows);
                    }
                }
                _ => {}
            }
        }
        rows
    }

    fn is_positive_at(&mut self, class: Id, point: Option<Point>) -> bool {
        let range = self.range_at(class, point);
        range.lower().is_some_and(|lower| *lower > Int::ZERO)
    }

    /// McCormick's inequalities of a product: `(a − l)(b − m) >= 0` and its like for the ends of
    /// the ranges (G. P. McCormick, "Computability of global solutions to factorable nonconvex
    /// programs", 1976).
    fn product_axioms(
        &mut self,
        product: Id,
        a: Id,
        b: Id,
        point: Option<Point>,
        rows: &mut Vec<SystemRow>,
    ) {
        let (form_a, form_b) = (self.store.form(a).clone(), self.store.form(b).clone());
        let (range_a, range_b) = (self.range_at(a, point), self.range_at(b, point));
        let ends = |range: &Range| {
            [
                (range.lower().cloned(), true),
                (range.upper().cloned(), false),
            ]
        };
        for (end_a, a_is_lower) in ends(&range_a) {
            for (end_b, b_is_lower) in ends(&range_b) {
                let (Some(end_a), Some(end_b)) = (&end_a, &end_b) else {
                    continue;
                };
                // (a − i)·(b − j) = ab − j·a − i·b + i·j, of the sign that the ends say.
                let expanded = (|| {
                    let row = Form::atom(product)
                        .add_scaled(&-end_b, &form_a)?
                        .add_scaled(&-end_a, &form_b)?;
                    row.add_constant(&(end_a * end_b))
                })();
                let signed = expanded.map(|row| {
                    if a_is_lower == b_is_lower {
                        row
                    } else {
                        row.neg()
                    }
                });
                rows.extend(signed.map(|form| SystemRow {
                    form,
                    relation: Relation::AtLeastZero,
                    origin: RowOrigin::Axiom(product, Operator::Mul),
                }));
            }
        }
    }

    /// The two cases of something that is not convex: a condition, or which side of a minimum.
    fn pick_split(
        &mut self,
        goal: &Form,
        system: &System,
        point: Option<Point>,
    ) -> Option<Vec<Case>> {
        let _ = goal;
        let is_fixed = |atom: Id| {
            system.rows.iter().any(|row| {
                row.origin == RowOrigin::Case && row.form.atoms().any(|other| other == atom)
            })
        };
        let mut atoms: Vec<Id> = system.atoms.clone();
        atoms.truncate(24);
        // Conditions first: they decide everything that is selected by them.
        let mut conditions: Vec<Id> = vec![];
        for &atom in &atoms {
            if self.is_open_condition(atom, point) {
                conditions.push(atom);
            }
            for node in self.store.nodes(atom) {
                if let Node::Apply(Operator::Mul, factors) = node {
                    conditions.extend(factors.iter().map(|&factor| self.store.find(factor)));
                }
            }
        }
        let mut tried = HashSet::new();
        for condition in conditions {
            if tried.insert(condition)
                && !is_fixed(condition)
                && self.is_open_condition(condition, point)
            {
                let yes = self.condition_case(condition, true, &atoms);
                let no = self.condition_case(condition, false, &atoms);
                return Some(vec![yes, no]);
            }
        }
        for atom in atoms {
            if is_fixed(atom) {
                continue;
            }
            let nodes: Vec<Node> = self.store.nodes(atom).to_vec();
            for node in nodes {
                if let Node::Apply(Operator::Min, arguments) = node
                    && let &[a, b] = &arguments[..]
                {
                    return Some(self.minimum_cases(atom, a, b));
                }
            }
        }
        None
    }

    fn is_open_condition(&mut self, atom: Id, point: Option<Point>) -> bool {
        let range = self.range_at(atom, point);
        range.interval().is_non_negative()
            && range.upper().is_some_and(|upper| *upper <= Int::ONE)
            && truth(&range).is_none()
    }

    /// What is true where a condition has that value: itself, what it says, what it selects.
    fn condition_case(&mut self, condition: Id, value: bool, atoms: &[Id]) -> Case {
        let case = |form: Form, relation: Relation| SystemRow {
            form,
            relation,
            origin: RowOrigin::Case,
        };
        let mut rows: Vec<SystemRow> = implied(&mut self.store, condition, value)
            .into_iter()
            .map(|(form, relation)| case(form, relation))
            .collect();
        for &atom in atoms {
            let product = self.store.nodes(atom).iter().find_map(|node| match node {
                Node::Apply(Operator::Mul, factors) => {
                    let factors: Vec<Id> = factors
                        .iter()
                        .map(|&factor| self.store.find(factor))
                        .collect();
                    factors.contains(&condition).then_some(factors)
                }
                _ => None,
            });
            let Some(factors) = product else { continue };
            let form = if value {
                let rest: Vec<Id> = factors
                    .into_iter()
                    .filter(|&factor| factor != condition)
                    .collect();
                // A condition by the facts alone may stand there squared.
                let rest = match rest[..] {
                    [] => self.store.integer(1),
                    [factor] => factor,
                    _ => self.store.apply(Operator::Mul, &rest),
                };
                Form::atom(atom).sub(self.store.form(rest))
            } else {
                Some(Form::atom(atom))
            };
            rows.extend(form.map(|form| case(form, Relation::Zero)));
        }
        let split = Split::Condition(condition, value);
        Case { split, rows }
    }

    /// `m = a <= b`, or `m = b <= a`.
    fn minimum_cases(&mut self, atom: Id, a: Id, b: Id) -> Vec<Case> {
        let form = |engine: &Self, id: Id| engine.store.form(id).clone();
        let side = |engine: &Self, least: Id, other: Id| -> Case {
            let case = |form: Form, relation: Relation| SystemRow {
                form,
                relation,
                origin: RowOrigin::Case,
            };
            let is_least = Form::atom(atom)
                .sub(&form(engine, least))
                .map(|form| case(form, Relation::Zero));
            let order = form(engine, other)
                .sub(&form(engine, least))
                .map(|form| case(form, Relation::AtLeastZero));
            Case {
                split: Split::Minimum(atom, [least, other]),
                rows: is_least.into_iter().chain(order).collect(),
            }
        };
        vec![side(self, a, b), side(self, b, a)]
    }
}
