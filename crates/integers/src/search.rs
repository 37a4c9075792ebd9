//! The search: coordinates in which the equations hold, a tableau of the inequalities, and branch and bound.

use super::bounded;
use super::coordinates::{Coordinates, Equation, GaveUp, Vector, floor};
use super::refutation::{Premise, Refutation, ratio};
use super::simplex::{Bound, Conflict, Simplex};
use super::{Answer, Budget, Relation, Row};
use calipers_number::{Int, Linear, floor_div, gcd};
use dashu_ratio::RBig;

/// Limit of the nodes of the first search, before the lattice is reduced.
const FIRST_NODES: usize = 24;
/// Limit of the depth of branches.
const MAX_DEPTH: usize = 150;
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

/// A branch of which one side is refuted: the rest of the proof is on the other side.
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
    /// The values of the searched coordinates.
    Model(Vec<Int>),
}

pub(crate) struct Search<'b> {
    variables: usize,
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

    pub(crate) fn decide(mut self) -> Result<Answer, GaveUp> {
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
        let mut tableau = match self.tableau(&free, &derived)? {
            Ok(tableau) => tableau,
            Err(refutation) => return Ok(Some(Answer::Infeasible(refutation))),
        };
        let mut nodes = FIRST_NODES.min(self.budget.nodes);
        match self.branch(&coordinates, &mut tableau, &mut nodes, 0) {
            Ok(Node::Closed(refutation)) => return Ok(Some(Answer::Infeasible(refutation))),
            Ok(Node::Model(values)) => {
                let values: Vec<(usize, Int)> = free.into_iter().zip(values).collect();
                return Ok(Some(Answer::Model(coordinates.point(&values))));
            }
            Err(GaveUp) => {}
        }
        self.spend(FIRST_NODES)?;
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
        let widths = self.widths(&mut tableau, &rows)?;
        let order = super::lattice::reduce(&mut coordinates, &mut rows, &widths)?;
        let mut tableau = match self.tableau(&order, &rows)? {
            Ok(tableau) => tableau,
            Err(refutation) => return Ok(Some(Answer::Infeasible(refutation))),
        };
        let mut nodes = self.budget.nodes;
        let found = self.branch(&coordinates, &mut tableau, &mut nodes, 0);
        self.budget.nodes = nodes;
        match found? {
            Node::Closed(refutation) => Ok(Some(Answer::Infeasible(refutation))),
            Node::Model(values) => {
                let values: Vec<(usize, Int)> = order.into_iter().zip(values).collect();
                let mut point = coordinates.point(&values);
                bounded.satisfy(&mut point, &self.inequalities);
                Ok(Some(Answer::Model(point)))
            }
        }
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
            let case = self.case();
            let form = self.form(coordinates, &vector)?;
            reason.push((Premise::Case(case), RBig::ONE));
            self.lemmas.push(Lemma {
                case,
                form,
                limit: Int::NEG_ONE,
                refuted: Refutation::Sum(reason),
                is_above: false,
            });
            reason = vec![(Premise::Case(case), RBig::ONE)];
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

    /// Branch and bound over the coordinates of a tableau.
    fn branch(
        &mut self,
        coordinates: &Coordinates,
        tableau: &mut Tableau,
        nodes: &mut usize,
        depth: usize,
    ) -> Result<Node, GaveUp> {
        if let Some(conflict) = tableau.simplex.check(&mut self.budget.pivots)? {
            return Ok(Node::Closed(tableau.refutation(&conflict)));
        }
        let Some((variable, value)) = tableau.fractional() else {
            let all = 0..tableau.coordinates.len();
            let value = |variable| {
                let (numerator, denominator) = tableau.simplex.value(variable);
                numerator / denominator
            };
            return Ok(Node::Model(all.map(value).collect()));
        };
        if depth == MAX_DEPTH {
            return Err(GaveUp);
        }
        *nodes = nodes.checked_sub(1).ok_or(GaveUp)?;
        let limit = floor(&value);
        let form = coordinates
            .form(tableau.coordinates[variable])
            .ok_or(GaveUp)?;
        let case = self.case();
        tableau.reasons.push(vec![(Premise::Case(case), RBig::ONE)]);
        let reason = tableau.reasons.len() - 1;
        let above_first = value - RBig::from(limit.clone()) > ratio(&Int::ONE, &Int::from(2));
        let bounds = tableau.simplex.bounds.clone();
        let mut sides: [Option<Refutation>; 2] = [None, None];
        for is_above in [above_first, !above_first] {
            let bounded = match is_above {
                true => {
                    let value = &limit + Int::ONE;
                    tableau.simplex.at_least(variable, Bound { value, reason })
                }
                false => {
                    let value = limit.clone();
                    tableau.simplex.at_most(variable, Bound { value, reason })
                }
            };
            let refutation = match bounded {
                Err(conflict) => tableau.refutation(&conflict),
                Ok(()) => match self.branch(coordinates, tableau, nodes, depth + 1)? {
                    Node::Closed(refutation) => refutation,
                    model => return Ok(model),
                },
            };
            tableau.simplex.bounds = bounds.clone();
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

    /// Adds the inequalities that cannot be strict as equations. Whether there were any.
    fn add_equations(
        &mut self,
        coordinates: &Coordinates,
        tableau: &mut Tableau,
        rows: &[Derived],
    ) -> Result<bool, GaveUp> {
        let bounds = tableau.simplex.bounds.clone();
        let mut found = false;
        for (row, (variable, is_lower)) in rows.iter().zip(tableau.variables.clone()) {
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
            let Some(conflict) = conflict else { continue };
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

    /// A single premise for a form that is the sum of several.
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

    /// The greatest value of each row, which is bounded.
    fn widths(
        &mut self,
        tableau: &mut Tableau,
        rows: &[Derived],
    ) -> Result<Vec<f64>, GaveUp> {
        use super::simplex::Greatest;
        let mut widths = vec![];
        if tableau.simplex.check(&mut self.budget.pivots)?.is_some() {
            return Err(GaveUp);
        }
        for (row, (variable, is_lower)) in rows.iter().zip(tableau.variables.clone()) {
            let goal = match is_lower {
                true => variable,
                false => tableau.simplex.define(&[(variable, Int::NEG_ONE)])?,
            };
            let greatest = tableau
                .simplex
                .maximize(goal, &mut self.budget.pivots)?;
            let width = match greatest {
                Greatest::Unbounded => f64::INFINITY,
                Greatest::Value(numerator, denominator) => {
                    let value = ratio(&numerator, &denominator);
                    (value + RBig::from(row.vector.constant.clone())).to_f64().value()
                }
            };
            widths.push(width.max(1.0));
        }
        Ok(widths)
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

impl Tableau {
    /// The last coordinate with a fractional value.
    fn fractional(&self) -> Option<(usize, RBig)> {
        (0..self.coordinates.len()).rev().find_map(|variable| {
            let (numerator, denominator) = self.simplex.value(variable);
            let is_integer = denominator.is_one() || (numerator % denominator).is_zero();
            (!is_integer).then(|| (variable, ratio(numerator, denominator)))
        })
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
