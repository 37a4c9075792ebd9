//! The search: coordinates in which the equations hold, a tableau of the inequalities, and branch and bound.

use super::bounded;
use super::coordinates::{Coordinates, Equation, GaveUp, Vector, floor};
use super::lattice::approximate;
use super::refutation::{Premise, Refutation, ratio};
use super::simplex::{Bound, Conflict, Simplex};
use super::{Answer, Budget, Relation, Row};
use calipers_number::{Int, Linear, floor_div, gcd};
use dashu_ratio::RBig;

/// Limit of the nodes of the first search, before the lattice is reduced.
const FIRST_NODES: usize = 32;
/// The depth of branches after which the lattice is reduced again for the part of the polyhedron that is left: it may
/// be thin in another direction.
const DEPTH: usize = 16;
/// Limit of the nested reductions.
const MAX_LEVELS: usize = 20;
/// Limit of the rounds in which inequalities become equations; each fixes a coordinate.
const MAX_ROUNDS: usize = 32;

/// A form over the variables that is not negative.
#[derive(Clone, Debug)]
pub(crate) struct Inequality {
    pub(crate) form: Linear<usize>,
    premise: Premise,
}

/// An inequality over the free coordinates with coprime coefficients.
#[derive(Clone, Debug)]
pub(crate) struct Derived {
    pub(crate) vector: Vector,
    /// The row is the sum of these premises, each times its multiplier.
    reason: Vec<(Premise, RBig)>,
}

/// A branch with a refutation of one side. The rest of the proof assumes the other side.
struct Lemma {
    case: u32,
    form: Linear<usize>,
    limit: Int,
    /// The refutation of the side, and whether it is the one above the limit.
    refuted: Refutation,
    is_above: bool,
}

/// What a search for integers finds.
enum Node {
    Closed(Refutation),
    /// The values of the variables.
    Model(Vec<Int>),
}

/// A branch and bound over coordinates.
struct Branching<'c> {
    coordinates: &'c Coordinates,
    tableau: Tableau,
    nodes: usize,
    /// The assumptions of the branches around the current node.
    cases: Vec<Inequality>,
}

pub(crate) struct Search<'b> {
    variables: usize,
    /// The number of reductions around this one.
    level: usize,
    equations: Vec<Equation>,
    inequalities: Vec<Inequality>,
    lemmas: Vec<Lemma>,
    next_case: u32,
    pub(crate) budget: &'b mut Budget,
}

/// A tableau of inequalities.
pub(crate) struct Tableau {
    pub(crate) simplex: Simplex,
    /// The coordinates that its first variables represent.
    pub(crate) coordinates: Vec<usize>,
    /// The reasons of the bounds.
    reasons: Vec<Vec<(Premise, RBig)>>,
    /// For each inequality the variable that represents it, and whether the inequality bounds it from below.
    pub(crate) variables: Vec<(usize, bool)>,
}

impl<'b> Search<'b> {
    pub(crate) fn new(variables: usize, rows: &[Row], budget: &'b mut Budget) -> Search<'b> {
        let mut search = Search {
            variables,
            level: 0,
            equations: vec![],
            inequalities: vec![],
            lemmas: vec![],
            next_case: 0,
            budget,
        };
        for (number, row) in rows.iter().enumerate() {
            let (form, premise) = (row.form.clone(), Premise::Row(number));
            match row.relation {
                Relation::Zero => search.equations.push(Equation {
                    form,
                    premises: [premise; 2],
                }),
                Relation::AtLeastZero => search.inequalities.push(Inequality { form, premise }),
            }
        }
        search
    }

    pub(crate) fn decide(&mut self) -> Result<Answer, GaveUp> {
        for _ in 0..MAX_ROUNDS {
            match self.round()? {
                Some(Answer::Infeasible(refutation)) => {
                    return Ok(Answer::Infeasible(self.with_lemmas(refutation)));
                }
                Some(answer) => return Ok(answer),
                None => {}
            }
        }
        Err(GaveUp)
    }

    /// One attempt. `None` if an inequality turned out to be an equation.
    fn round(&mut self) -> Result<Option<Answer>, GaveUp> {
        let mut coordinates = Coordinates::new(self.variables);
        for equation in self.equations.clone() {
            if let Some(refutation) = coordinates.equate(equation, &mut self.next_case)? {
                return Ok(Some(Answer::Infeasible(refutation)));
            }
        }
        let mut derived = vec![];
        for inequality in self.inequalities.clone() {
            match self.derive(&coordinates, &inequality)? {
                Ok(Some(row)) => derived.push(row),
                Ok(None) => {}
                Err(refutation) => return Ok(Some(Answer::Infeasible(refutation))),
            }
        }
        let free = coordinates.free();
        let tableau = match self.tableau(&free, &derived)? {
            Ok(tableau) => tableau,
            Err(refutation) => return Ok(Some(Answer::Infeasible(refutation))),
        };
        // The first search usually suffices.
        if self.level == 0 {
            let mut branching = Branching {
                coordinates: &coordinates,
                tableau,
                nodes: FIRST_NODES.min(self.budget.nodes),
                cases: vec![],
            };
            let found = self.branch(&mut branching);
            let left = branching.nodes;
            if let Ok(node) = found {
                return Ok(Some(node.into()));
            }
            self.spend(FIRST_NODES.min(self.budget.nodes) - left)?;
        }
        let bounded = bounded::bounded_rows(&coordinates, &derived, &mut self.budget.pivots)?;
        let mut rows: Vec<Derived> = bounded
            .rows
            .iter()
            .map(|&row| derived[row].clone())
            .collect();
        let mut tableau = match self.tableau(&free, &rows)? {
            Ok(tableau) => tableau,
            Err(refutation) => return Ok(Some(Answer::Infeasible(refutation))),
        };
        if self.add_equations(&coordinates, &mut tableau, &rows)? {
            return Ok(None);
        }
        let distances = self.distances(&mut tableau, &rows)?;
        let order = super::lattice::reduce(&mut coordinates, &mut rows, &distances)?;
        let tableau = match self.tableau(&order, &rows)? {
            Ok(tableau) => tableau,
            Err(refutation) => return Ok(Some(Answer::Infeasible(refutation))),
        };
        let mut branching = Branching {
            coordinates: &coordinates,
            tableau,
            nodes: usize::MAX,
            cases: vec![],
        };
        Ok(Some(match self.branch(&mut branching)? {
            Node::Closed(refutation) => Answer::Infeasible(refutation),
            Node::Model(mut point) => {
                bounded.satisfy(&mut point, &self.inequalities);
                Answer::Model(point)
            }
        }))
    }

    fn spend(&mut self, nodes: usize) -> Result<(), GaveUp> {
        self.budget.nodes = self.budget.nodes.checked_sub(nodes).ok_or(GaveUp)?;
        Ok(())
    }

    fn case(&mut self) -> u32 {
        self.next_case += 1;
        self.next_case - 1
    }

    /// The inequality over the free coordinates, divided by the common factor and rounded; `None` if it always holds.
    fn derive(
        &mut self,
        coordinates: &Coordinates,
        inequality: &Inequality,
    ) -> Result<Result<Option<Derived>, Refutation>, GaveUp> {
        let mut vector = coordinates.vector(&inequality.form);
        let mut combination = vec![];
        coordinates.put_in_fixed(&mut vector, &mut combination);
        let common = vector.entries.iter().fold(Int::ZERO, |a, b| gcd(&a, b));
        let mut reason = vec![(inequality.premise, RBig::ONE)];
        reason.extend(coordinates.premises(&combination, &RBig::ONE));
        if common.is_zero() {
            return Ok(match vector.constant.is_negative() {
                true => Err(Refutation::Sum(reason)),
                false => Ok(None),
            });
        }
        if common.is_one() {
            return Ok(Ok(Some(Derived { vector, reason })));
        }
        let scale = RBig::ONE / RBig::from(common.clone());
        for (_, factor) in &mut reason {
            *factor *= &scale;
        }
        for entry in &mut vector.entries {
            *entry = &*entry / &common;
        }
        let is_exact = (&vector.constant % &common).is_zero();
        vector.constant = floor_div(&vector.constant, &common).ok_or(GaveUp)?;
        if !is_exact {
            // The form is an integer above −1.
            let form = self.form(coordinates, &vector)?;
            reason = vec![(self.name(form, reason), RBig::ONE)];
        }
        Ok(Ok(Some(Derived { vector, reason })))
    }

    /// A row over the coordinates as a form over the variables.
    fn form(&self, coordinates: &Coordinates, vector: &Vector) -> Result<Linear<usize>, GaveUp> {
        let sum: Vec<(usize, Int)> = nonzero(&vector.entries).collect();
        let form = coordinates.combined(&sum).ok_or(GaveUp)?;
        form.add_constant(&vector.constant).ok_or(GaveUp)
    }

    /// The tableau of these rows over these coordinates.
    fn tableau(
        &mut self,
        coordinates: &[usize],
        rows: &[Derived],
    ) -> Result<Result<Tableau, Refutation>, GaveUp> {
        let mut tableau = Tableau {
            simplex: Simplex::new(coordinates.len()),
            coordinates: coordinates.to_vec(),
            reasons: vec![],
            variables: vec![],
        };
        let mut known: Vec<(Vec<Int>, usize)> = vec![];
        for row in rows {
            let entries = || coordinates.iter().map(|&it| row.vector.entries[it].clone());
            let first = entries().find(|entry| !entry.is_zero());
            let is_lower = first.is_none_or(|it| !it.is_negative());
            let entries: Vec<Int> = match is_lower {
                true => entries().collect(),
                false => entries().map(|it| -it).collect(),
            };
            let sum: Vec<(usize, Int)> = nonzero(&entries).collect();
            let variable = match &sum[..] {
                [(variable, k)] if k.is_one() => *variable,
                _ => match known.iter().find(|it| it.0 == entries) {
                    Some((_, variable)) => *variable,
                    None => {
                        let variable = tableau.simplex.define(&sum)?;
                        known.push((entries, variable));
                        variable
                    }
                },
            };
            tableau.variables.push((variable, is_lower));
            tableau.reasons.push(row.reason.clone());
            let reason = tableau.reasons.len() - 1;
            let bounded = match is_lower {
                true => {
                    let value = -&row.vector.constant;
                    tableau.simplex.at_least(variable, Bound { value, reason })
                }
                false => {
                    let value = row.vector.constant.clone();
                    tableau.simplex.at_most(variable, Bound { value, reason })
                }
            };
            if let Err(conflict) = bounded {
                return Ok(Err(tableau.refutation(&conflict)));
            }
        }
        Ok(Ok(tableau))
    }

    fn branch(&mut self, it: &mut Branching<'_>) -> Result<Node, GaveUp> {
        if let Some(conflict) = it.tableau.simplex.check(&mut self.budget.pivots)? {
            return Ok(Node::Closed(it.tableau.refutation(&conflict)));
        }
        let Some((variable, value)) = it.tableau.fractional(it.nodes == usize::MAX) else {
            return Ok(Node::Model(it.point()));
        };
        // The first search has a limit of its nodes.
        if it.nodes == usize::MAX {
            if it.cases.len() == DEPTH {
                return self.reduced_again(&it.cases);
            }
            self.spend(1)?;
        } else {
            it.nodes = it.nodes.checked_sub(1).ok_or(GaveUp)?;
        }
        let limit = floor(&value);
        let coordinate = it.tableau.coordinates[variable];
        let form = it.coordinates.form(coordinate).ok_or(GaveUp)?;
        let case = self.case();
        let premise = Premise::Case(case);
        let reason = it.tableau.reasons.len();
        it.tableau.reasons.push(vec![(premise, RBig::ONE)]);
        let above_first = value - RBig::from(limit.clone()) > ratio(&Int::ONE, &Int::from(2));
        let bounds = it.tableau.simplex.bounds.clone();
        let mut sides: [Option<Refutation>; 2] = [None, None];
        for is_above in [above_first, !above_first] {
            let next = &limit + Int::ONE;
            let simplex = &mut it.tableau.simplex;
            let (bounded, assumed) = match is_above {
                true => {
                    let assumed = form.add_constant(&-&next);
                    let bound = Bound {
                        value: next,
                        reason,
                    };
                    (simplex.at_least(variable, bound), assumed)
                }
                false => {
                    let bound = Bound {
                        value: limit.clone(),
                        reason,
                    };
                    let assumed = form.neg().add_constant(&limit);
                    (simplex.at_most(variable, bound), assumed)
                }
            };
            let refutation = match bounded {
                Err(conflict) => it.tableau.refutation(&conflict),
                Ok(()) => {
                    let form = assumed.ok_or(GaveUp)?;
                    it.cases.push(Inequality { form, premise });
                    let found = self.branch(it)?;
                    it.cases.pop();
                    match found {
                        Node::Closed(refutation) => refutation,
                        model => return Ok(model),
                    }
                }
            };
            it.tableau.simplex.bounds = bounds.clone();
            if !refutation.uses(case) {
                return Ok(Node::Closed(refutation));
            }
            sides[usize::from(is_above)] = Some(refutation);
        }
        let [Some(below), Some(above)] = sides else {
            return Err(GaveUp);
        };
        Ok(Node::Closed(Refutation::Branch {
            case,
            form,
            limit,
            below: Box::new(below),
            above: Box::new(above),
        }))
    }

    /// Searches the part of the polyhedron in these cases, in coordinates of its own.
    fn reduced_again(&mut self, cases: &[Inequality]) -> Result<Node, GaveUp> {
        if self.level == MAX_LEVELS {
            return Err(GaveUp);
        }
        let inequalities = self.inequalities.iter().chain(cases);
        let mut part = Search {
            variables: self.variables,
            level: self.level + 1,
            equations: self.equations.clone(),
            inequalities: inequalities.cloned().collect(),
            lemmas: vec![],
            next_case: self.next_case,
            budget: &mut *self.budget,
        };
        let found = part.decide();
        self.next_case = part.next_case;
        match found? {
            Answer::Infeasible(refutation) => Ok(Node::Closed(refutation)),
            Answer::Model(point) => Ok(Node::Model(point)),
            Answer::Unknown => Err(GaveUp),
        }
    }

    /// Adds the inequalities that cannot be strict as equations. Whether there were any.
    fn add_equations(
        &mut self,
        coordinates: &Coordinates,
        tableau: &mut Tableau,
        rows: &[Derived],
    ) -> Result<bool, GaveUp> {
        let bounds = tableau.simplex.bounds.clone();
        let mut found = false;
        // Rows that are at least 1 in a point of the polyhedron.
        let mut is_strict = vec![false; rows.len()];
        for (n, row) in rows.iter().enumerate() {
            if is_strict[n] {
                continue;
            }
            let (variable, is_lower) = tableau.variables[n];
            let case = self.case();
            tableau.reasons.push(vec![(Premise::Case(case), RBig::ONE)]);
            let reason = tableau.reasons.len() - 1;
            let bounded = match is_lower {
                true => {
                    let value = Int::ONE - &row.vector.constant;
                    tableau.simplex.at_least(variable, Bound { value, reason })
                }
                false => {
                    let value = &row.vector.constant - Int::ONE;
                    tableau.simplex.at_most(variable, Bound { value, reason })
                }
            };
            let conflict = match bounded {
                Err(conflict) => Some(conflict),
                Ok(()) => tableau.simplex.check(&mut self.budget.pivots)?,
            };
            tableau.simplex.bounds = bounds.clone();
            let Some(conflict) = conflict else {
                tableau.mark_strict(rows, &mut is_strict);
                continue;
            };
            let form = self.form(coordinates, &row.vector)?;
            // A row that is a sum of several premises gets a name.
            let premise = match &row.reason[..] {
                [(premise, factor)] if *factor == RBig::ONE => *premise,
                _ => self.name(form.clone(), row.reason.clone()),
            };
            self.lemmas.push(Lemma {
                case,
                form: form.clone(),
                limit: Int::ZERO,
                refuted: tableau.refutation(&conflict),
                is_above: true,
            });
            self.equations.push(Equation {
                form,
                premises: [premise, Premise::Case(case)],
            });
            found = true;
        }
        Ok(found)
    }

    /// A single premise for an integer form that is the sum of several, or is below it by less than 1.
    fn name(&mut self, form: Linear<usize>, mut reason: Vec<(Premise, RBig)>) -> Premise {
        let case = self.case();
        reason.push((Premise::Case(case), RBig::ONE));
        self.lemmas.push(Lemma {
            case,
            form,
            limit: Int::NEG_ONE,
            refuted: Refutation::Sum(reason),
            is_above: false,
        });
        Premise::Case(case)
    }

    /// The values of the rows in the middle of the polyhedron: the mean of a vertex for each row, in which it is
    /// greatest. In this metric the polyhedron is round.
    fn distances(&mut self, tableau: &mut Tableau, rows: &[Derived]) -> Result<Vec<f64>, GaveUp> {
        if tableau.simplex.check(&mut self.budget.pivots)?.is_some() {
            return Err(GaveUp);
        }
        let mut sums = vec![0.0; rows.len()];
        for (variable, is_lower) in tableau.variables.clone() {
            let pivots = &mut self.budget.pivots;
            tableau.simplex.move_far(variable, is_lower, pivots)?;
            for ((sum, row), (variable, is_lower)) in
                sums.iter_mut().zip(rows).zip(&tableau.variables)
            {
                let (numerator, denominator) = tableau.simplex.value(*variable);
                let value = approximate(numerator) / approximate(denominator);
                let value = if *is_lower { value } else { -value };
                *sum += value + approximate(&row.vector.constant);
            }
        }
        let count = rows.len().max(1) as f64;
        Ok(sums
            .into_iter()
            .map(|sum| (sum / count).max(1e-9))
            .collect())
    }

    /// The refutation after the lemmas that it uses.
    fn with_lemmas(&mut self, mut refutation: Refutation) -> Refutation {
        while let Some(lemma) = self.lemmas.pop() {
            if !refutation.uses(lemma.case) {
                continue;
            }
            let (below, above) = match lemma.is_above {
                true => (refutation, lemma.refuted),
                false => (lemma.refuted, refutation),
            };
            refutation = Refutation::Branch {
                case: lemma.case,
                form: lemma.form,
                limit: lemma.limit,
                below: Box::new(below),
                above: Box::new(above),
            };
        }
        refutation
    }
}

impl From<Node> for Answer {
    fn from(node: Node) -> Answer {
        match node {
            Node::Closed(refutation) => Answer::Infeasible(refutation),
            Node::Model(point) => Answer::Model(point),
        }
    }
}

impl Branching<'_> {
    /// The values of the variables, if all coordinates have integer values.
    fn point(&self) -> Vec<Int> {
        let coordinates = self.tableau.coordinates.iter().enumerate();
        let values = coordinates.map(|(variable, &coordinate)| {
            let (numerator, denominator) = self.tableau.simplex.value(variable);
            (coordinate, numerator / denominator)
        });
        let values: Vec<(usize, Int)> = values.collect();
        self.coordinates.point(&values)
    }
}

impl Tableau {
    /// Marks the rows that are at least 1 for the current values.
    fn mark_strict(&self, rows: &[Derived], is_strict: &mut [bool]) {
        let all = rows.iter().zip(&self.variables).zip(is_strict);
        for ((row, &(variable, is_lower)), is_strict) in all {
            let (numerator, denominator) = self.simplex.value(variable);
            let missing = (Int::ONE - &row.vector.constant) * denominator;
            *is_strict |= match is_lower {
                true => *numerator >= missing,
                false => -numerator >= missing,
            };
        }
    }

    /// A coordinate with a fractional value: the first one or, in reduced coordinates, the last one, which is the
    /// longest.
    fn fractional(&self, is_reduced: bool) -> Option<(usize, RBig)> {
        let value = |variable: usize| {
            let (numerator, denominator) = self.simplex.value(variable);
            let is_integer = denominator.is_one() || (numerator % denominator).is_zero();
            (!is_integer).then(|| (variable, ratio(numerator, denominator)))
        };
        let mut all = 0..self.coordinates.len();
        match is_reduced {
            true => all.rev().find_map(value),
            false => all.find_map(value),
        }
    }

    fn refutation(&self, conflict: &Conflict) -> Refutation {
        let mut sum: Vec<(Premise, RBig)> = vec![];
        for (reason, multiplier) in conflict {
            let multiplier = RBig::from(multiplier.clone());
            for (premise, factor) in &self.reasons[*reason] {
                let more = factor * &multiplier;
                match sum.iter_mut().find(|it| it.0 == *premise) {
                    Some((_, factor)) => *factor += more,
                    None => sum.push((*premise, more)),
                }
            }
        }
        sum.retain(|(_, factor)| !factor.is_zero());
        Refutation::Sum(sum)
    }
}

/// The entries other than 0.
pub(crate) fn nonzero(entries: &[Int]) -> impl Iterator<Item = (usize, Int)> + '_ {
    let all = entries.iter().enumerate();
    all.filter(|(_, k)| !k.is_zero())
        .map(|(n, k)| (n, k.clone()))
}
