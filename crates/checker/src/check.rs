//! The checker: reads a proof from front to back and derives each part from those before it.

use super::measure::measure;
use super::object::*;
use super::rejection::{Checked, Part, Reason, Rejection, require};
use super::theory::{Poly, Shape, Theory, meet, quotient};
use super::walk::{Piece, pieces};
use calipers_number::{Int, Range};
use calipers_program::term::{Expr, Operator, truth};
use calipers_program::{Column, Dominance, Point, Program};
use calipers_semantics::{Guard, Pattern, RuleSet};
use hashbrown::{HashMap, HashSet};
use std::rc::Rc;

/// Checks that a proof proves its claim for a program, under these rules and this setting.
///
/// The checker shares with the engine the number domains, the operators and operations on conditions of `term`, the
/// instantiation of rules on ops, and the dominance of points; everything else is independent. Its cost is about the
/// size of the proof times the number of its steps, within a budget. It does not panic, whatever the proof contains.
///
/// # Errors
/// [`Rejection`]: the first part that is not accepted.
pub fn check(
    proof: &Proof,
    program: &dyn Program,
    rules: &dyn RuleSet,
    setting: &Setting,
) -> Result<(), Rejection> {
    check_lemmas(proof, program, rules, setting, Lemmas::default())
}

/// Like [`check`], with lemmas whose proofs are not checked.
pub fn check_lemmas(
    proof: &Proof,
    program: &dyn Program,
    rules: &dyn RuleSet,
    setting: &Setting,
    lemmas: Lemmas,
) -> Result<(), Rejection> {
    measure(proof, program)?;
    check_with(proof, program, rules, setting, lemmas)
}

/// Like [`check`], for a proof that `measure` has accepted, with lemmas whose proofs are not
/// checked.
pub(super) fn check_with(
    proof: &Proof,
    program: &dyn Program,
    rules: &dyn RuleSet,
    setting: &Setting,
    lemmas: Lemmas,
) -> Result<(), Rejection> {
    let mut checker = Checker::new(program, rules, setting, proof.point);
    checker.lemmas = lemmas;
    let at = |part: Part| move |reason: Reason| Rejection { part, reason };
    for (n, step) in proof.steps.iter().enumerate() {
        checker.step(step).map_err(at(Part::Step(n)))?;
    }
    checker.look_again(&proof.steps)?;
    for (n, fact) in proof.facts.iter().enumerate() {
        checker.fact(fact).map_err(at(Part::Fact(n)))?;
    }
    checker.read_ahead(proof).map_err(at(Part::Whole))?;
    for (n, step) in proof.ranges.iter().enumerate() {
        let range = checker.range_step(step).map_err(at(Part::Range(n)))?;
        if range != step.range {
            return Err(at(Part::Range(n))(Reason::RangeDiffers));
        }
    }
    for (n, fact) in proof.facts.iter().enumerate() {
        checker.given(&fact.given).map_err(at(Part::Fact(n)))?;
    }
    checker.conclude(proof)?;
    match checker.theory.has_contradiction() {
        true => Err(at(Part::Whole)(Reason::Contradiction)),
        false => Ok(()),
    }
}

/// The rows that a condition implies.
pub(super) type Implied = Vec<(Poly, Relation)>;

/// The state of the checker: everything derived so far.
#[derive(Clone)]
pub struct Checker<'c> {
    pub(super) program: &'c dyn Program,
    pub(super) rules: &'c dyn RuleSet,
    pub(super) setting: &'c Setting,
    pub(super) point: Option<Point>,
    pub(super) theory: Theory<'c>,
    pub(super) dominance: Dominance,
    pub(super) definitions: HashMap<Column, Definition>,
    /// The columns that occur in definitions.
    mentioned: HashSet<Column>,
    pub(super) facts: Vec<CheckedFact>,
    /// The invariants that may be used without checking their proofs.
    pub lemmas: Lemmas,
    /// The ranges at the point, by the bodies of forms.
    local: HashMap<Poly, Range>,
    /// Whether the ranges of some term at the point contradict each other, so that the point is unreachable.
    pub(super) is_impossible: bool,
}

/// A fact whose source states it and that is visible at the point.
#[derive(Clone)]
pub(super) struct CheckedFact {
    pub(super) condition: Term,
    /// Its premises, which ranges must prove first.
    pub(super) given: Vec<Term>,
}

impl<'c> Checker<'c> {
    /// A checker in the initial state. It expects terms that [`check`] admits.
    pub fn new(
        program: &'c dyn Program,
        rules: &'c dyn RuleSet,
        setting: &'c Setting,
        point: Option<Point>,
    ) -> Checker<'c> {
        let column_range = Rc::new(move |column| column_range(program, rules, setting, column));
        Checker {
            program,
            rules,
            setting,
            point,
            theory: Theory::new(column_range),
            dominance: Dominance::new(),
            definitions: HashMap::new(),
            mentioned: HashSet::new(),
            facts: vec![],
            lemmas: Lemmas::default(),
            local: HashMap::new(),
            is_impossible: false,
        }
    }

    /// Checks and applies a universal step.
    ///
    /// # Errors
    /// The reason why it does not follow.
    pub fn step(&mut self, step: &Step) -> Result<(), Reason> {
        match step {
            Step::Definition(definition) => self.definition(definition)?,
            Step::Rewrite(rewrite) => self.rewrite(rewrite)?,
            Step::Term(term) => {
                self.theory.normal(term);
            }
        }
        require(!self.theory.has_contradiction(), Reason::Contradiction)
    }

    /// Updates the ranges of definitions with ranges that later identities gave.
    fn look_again(&mut self, steps: &[Step]) -> Result<(), Rejection> {
        let is_identity = |step: &Step| matches!(step, Step::Rewrite(_));
        let last = steps.iter().rposition(is_identity).unwrap_or(0);
        for (n, step) in steps[..last].iter().enumerate() {
            if let Step::Definition(definition) = step {
                self.theory.normal(&definition.term);
                let part = Part::Step(n);
                let reason = Reason::Contradiction;
                require(!self.theory.has_contradiction(), reason)
                    .map_err(|reason| Rejection { part, reason })?;
            }
        }
        Ok(())
    }

    /// Whether the steps so far prove two terms equal.
    pub fn are_equal(&mut self, a: &Term, b: &Term) -> bool {
        self.theory.are_equal(a, b)
    }

    fn definition(&mut self, definition: &Definition) -> Checked {
        let column = definition.column;
        let is_new = !self.definitions.contains_key(&column);
        require(is_new, Reason::DefinedTwice)?;
        self.acyclic(definition)?;
        self.defines(definition)?;
        let left = self.theory.normal(&Expr::Leaf(column));
        let right = self.theory.normal(&definition.term);
        self.theory.equate(&left, &right);
        definition.term.for_each_leaf(&mut |&leaf| {
            self.mentioned.insert(leaf);
        });
        self.definitions.insert(column, definition.clone());
        Ok(())
    }

    /// Checks that the columns reachable through definitions from this one do not contain its own column.
    fn acyclic(&self, definition: &Definition) -> Checked {
        let mut seen = HashSet::new();
        let (mut work, term) = (vec![], &definition.term);
        term.for_each_leaf(&mut |&column| work.push(column));
        // A cycle is possible only through a column that an earlier definition mentions.
        if !self.mentioned.contains(&definition.column) {
            return require(!work.contains(&definition.column), Reason::Cyclic);
        }
        while let Some(column) = work.pop() {
            require(column != definition.column, Reason::Cyclic)?;
            if seen.insert(column)
                && let Some(below) = self.definitions.get(&column)
            {
                below.term.for_each_leaf(&mut |&column| work.push(column));
            }
        }
        Ok(())
    }

    fn rewrite(&mut self, rewrite: &RewriteUse) -> Checked {
        let rules = self.rules.rewrites().clone();
        let rule = rules.all.get(rewrite.number as usize);
        let rule = rule.filter(|rule| rule.name == *rewrite.name);
        let rule = rule.ok_or(Reason::NoSuchRule)?;
        let binding = &rewrite.binding;
        let is_whole = binding.len() == rule.variables;
        require(is_whole, Reason::Binding(binding.len()))?;
        for (slot, pattern) in &rule.bindings {
            let computed = self.instantiate(pattern, binding)?;
            let given = binding.get(*slot).ok_or(Reason::Binding(*slot))?;
            require(self.are_equal(&computed, given), Reason::Binding(*slot))?;
        }
        for (n, guard) in rule.guards.iter().enumerate() {
            let holds = match guard {
                Guard::Constant(slot) => {
                    let term = binding.get(*slot).ok_or(Reason::Binding(*slot))?;
                    self.theory.normal(term).is_constant()
                }
                Guard::True(pattern) => {
                    let condition = self.instantiate(pattern, binding)?;
                    let form = self.theory.normal(&condition);
                    truth(&self.theory.range(&form)) == Some(true)
                }
            };
            require(holds, Reason::Guard(n))?;
        }
        let (left, right) = self.instance(rewrite)?;
        let (left, right) = (self.theory.normal(&left), self.theory.normal(&right));
        self.theory.equate(&left, &right);
        Ok(())
    }

    /// The two sides of an instance of an identity.
    ///
    /// # Errors
    /// There is no such identity, or the binding does not match its variables.
    pub fn instance(&mut self, rewrite: &RewriteUse) -> Result<(Term, Term), Reason> {
        let rules = self.rules.rewrites().clone();
        let rule = rules.all.get(rewrite.number as usize);
        let rule = rule.ok_or(Reason::NoSuchRule)?;
        let left = self.instantiate(&rule.left, &rewrite.binding)?;
        let right = self.instantiate(&rule.right, &rewrite.binding)?;
        Ok((left, right))
    }

    /// A pattern with terms substituted for its variables.
    fn instantiate(&mut self, pattern: &Pattern, binding: &[Term]) -> Checked<Term> {
        Ok(match pattern {
            Pattern::Variable(slot) => binding.get(*slot).ok_or(Reason::Binding(*slot))?.clone(),
            Pattern::Integer(value) => Expr::Integer(value.clone()),
            Pattern::Apply(operator, arguments) => {
                let arguments = arguments.iter().map(|it| self.instantiate(it, binding));
                let arguments = arguments.collect::<Checked<Vec<Term>>>()?;
                require(operator.accepts(arguments.len()), Reason::IllFormed)?;
                Expr::apply(*operator, arguments)
            }
            Pattern::Content(arguments) => {
                let mut content = Int::ZERO;
                for argument in arguments {
                    let term = self.instantiate(argument, binding)?;
                    let form = self.theory.normal(&term);
                    let own = match form.as_constant() {
                        Some(value) => value.clone(),
                        None => form.content(),
                    };
                    content = calipers_number::gcd(&content, &own);
                }
                Expr::Integer(content)
            }
        })
    }

    /// Whether ranges at the point contradict each other, so that the point is unreachable.
    pub fn is_impossible(&self) -> bool {
        self.is_impossible
    }

    /// Checks a range step and returns the resulting range of its term, which combines all steps about the term. An
    /// empty range means that the point is unreachable.
    ///
    /// # Errors
    /// The reason why it does not follow.
    pub fn range_step(&mut self, step: &RangeStep) -> Result<Range, Reason> {
        let form = self.theory.normal(&step.term);
        let derived = match &step.reason {
            RangeReason::Operator(term) => {
                require(self.are_equal(&step.term, term), Reason::NotEqual)?;
                self.operator_range(term)
            }
            RangeReason::Fact {
                fact,
                row,
                relation,
            } => {
                let known = self.facts.get(*fact).ok_or(Reason::NoSuchFact(*fact))?;
                let (condition, given) = (known.condition.clone(), known.given.clone());
                self.given(&given)?;
                let row = self.theory.normal(row);
                let implied = self.implied(&condition, true);
                self.is_among(&row, *relation, &implied)?;
                let shape = Shape::of(&form);
                let of_body = self.bounded_by_row(&shape.body, &row, *relation)?;
                shape.range_from(&of_body)
            }
        };
        let before = self.range(&form);
        if before.intersect(&derived).is_empty() {
            self.is_impossible = true;
            return Ok(Range::empty());
        }
        let range = meet(&before, &derived);
        let shape = Shape::of(&form);
        if !shape.body.is_constant() {
            let derived = shape.range_to(&range);
            let known = self.local.entry(shape.body).or_insert_with(Range::full);
            *known = meet(known, &derived);
        }
        Ok(self.range(&form))
    }

    /// The range of a form that follows from a row: for any `k`, the row is `k` times the form plus a rest. Each atom
    /// of the form gives a candidate for `k`.
    fn bounded_by_row(&self, form: &Poly, row: &Poly, relation: Relation) -> Checked<Range> {
        // A constant needs no row.
        let mut found = form.is_constant().then(Range::full);
        for (atom, own) in form.terms() {
            let k = row.coefficient(atom);
            if k.is_zero() || !(&k % own).is_zero() {
                continue;
            }
            let k = k / own;
            let rest = row.add_scaled(&-&k, form).ok_or(Reason::TooLarge)?;
            let range = bounded_by(&k, &self.range(&rest), relation);
            found = Some(match found {
                Some(other) => meet(&other, &range),
                None => range,
            });
        }
        found.ok_or(Reason::RangeNotShown)
    }

    /// The range of an operator, from the ranges of its arguments at the point.
    fn operator_range(&mut self, term: &Term) -> Range {
        match term {
            Expr::Apply(operator, arguments) => {
                let ranges = arguments.iter().map(|it| self.term_range(it));
                let ranges: Vec<Range> = ranges.collect();
                let range = operator.range_over(arguments, &ranges);
                match (operator, &arguments[..]) {
                    (Operator::Select, [condition, then, otherwise]) => {
                        let parts = [condition, then, otherwise].map(|it| self.theory.normal(it));
                        let parts = [&parts[0], &parts[1], &parts[2]];
                        let by_branches =
                            self.theory.selected_range(parts, |form| self.range(form));
                        meet(&range, &by_branches)
                    }
                    _ => range,
                }
            }
            _ => self.term_range(term),
        }
    }

    /// The range of a term at the point.
    pub fn term_range(&mut self, term: &Term) -> Range {
        let form = self.theory.normal(term);
        self.range(&form)
    }

    /// The range of a form at the point.
    pub(super) fn range(&self, form: &Poly) -> Range {
        let by_atoms = self.theory.range_with(form, |atom| {
            let universal = self.theory.atom_range(atom);
            match self.local.get(&Poly::atom(atom)) {
                Some(local) => meet(local, &universal),
                None => universal,
            }
        });
        let shape = Shape::of(form);
        let range = match self.local.get(&shape.body) {
            Some(local) => meet(&by_atoms, &shape.range_from(local)),
            None => by_atoms,
        };
        meet(&range, &self.theory.range(form))
    }

    /// Whether one of the implied rows gives this row; an equation gives inequalities in both directions.
    pub(super) fn is_among(
        &self,
        row: &Poly,
        relation: Relation,
        implied: &[(Poly, Relation)],
    ) -> Checked {
        let row = self.theory.resolve(row);
        let fits = |(form, known): &(Poly, Relation)| {
            let form = self.theory.resolve(form);
            // Ex falso: a row that is false proves any row.
            let is_false = form.as_constant().is_some_and(|constant| match known {
                Relation::Zero => !constant.is_zero(),
                Relation::AtLeastZero => *constant < Int::ZERO,
            });
            is_false
                || match known {
                    Relation::Zero => row == form || row == form.neg(),
                    Relation::AtLeastZero => relation == *known && row == form,
                }
        };
        require(implied.iter().any(fits), Reason::RowDoesNotFollow)
    }

    /// Adds the terms of later parts in advance, so that forms do not change afterwards.
    ///
    /// # Errors
    /// The argument is nested more deeply than [`check`] admits.
    pub fn read_ahead(&mut self, proof: &Proof) -> Result<(), Reason> {
        for _ in 0..2 {
            pieces(proof, &mut |piece| {
                if let Piece::Term(term) = piece {
                    self.theory.normal(term);
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// The range of `x` that follows from `k·x + rest >= 0` (or `= 0`).
fn bounded_by(k: &Int, rest: &Range, relation: Relation) -> Range {
    // k·x = s − rest for some s >= 0.
    let slack = match relation {
        Relation::AtLeastZero => Range::at_least(0),
        Relation::Zero => Range::constant(0),
    };
    quotient(&slack.sub(rest), k)
}

/// The range of a column, from the type of its value and the result range of its op.
fn column_range(
    program: &dyn Program,
    rules: &dyn RuleSet,
    setting: &Setting,
    column: Column,
) -> Range {
    type_range(program, setting, column).intersect(&rules.result_range(program, column))
}

/// The range of a column, from the type of its value.
fn type_range(program: &dyn Program, setting: &Setting, column: Column) -> Range {
    if let Column::Symbol(number) = column {
        let stated = setting.symbols.get(&number).cloned();
        return stated.unwrap_or_else(Range::full);
    }
    match (column, column.width(program), setting.integers) {
        (Column::Element(..), Some(1), _) => Range::between(0, 1),
        (Column::Value(_) | Column::Element(..), Some(width), Integers::Wrap) => {
            Range::signed(width)
        }
        (Column::Unsigned(_), Some(width), Integers::Wrap) => Range::unsigned(width),
        (Column::Unsigned(_), Some(1), Integers::Unbounded) => Range::between(0, 1),
        (Column::Unsigned(_), _, Integers::Unbounded) => Range::at_least(0),
        (Column::Rank(_) | Column::Trip(_), _, _) => Range::at_least(0),
        _ => Range::full(),
    }
}
