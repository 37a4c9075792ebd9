//! Non-affine expressions: a variable as a term over allowed columns.
//!
//! As for affine answers, definitions are expanded as the rules state them, down to the first allowed columns. Minima,
//! maxima, selections and divisions stay in the result, over affine parts.

use super::stop_condition::{self, Depth, StopCondition, Unfolding};
use super::{Analysis, Bound, BoundKind, Unknown, Variable};
use crate::program::{Column, Point};
use crate::solve::Engine;
use crate::term::Expr;
use std::cell::RefCell;

/// Maximum number of non-affine parts of a term.
const MAX_PARTS: usize = 48;

/// Maximum nesting depth of these parts.
const MAX_DEPTH: usize = 48;

impl Analysis<'_> {
    /// The term over allowed columns that a variable equals: an affine expression if there is one (products are
    /// allowed), else an expression with minima, maxima, selections and divisions by definitions. It holds from the
    /// default point on, right after the latest definition among the values of the variable.
    ///
    /// ```
    /// use calipers::analysis::{Analysis, is_of_argument};
    /// use calipers::ir::{Module, ParseOptions};
    /// use calipers::program::{Column, Program};
    /// use calipers::rules::Rules;
    /// let text = "func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
    ///   %0 = tosa.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    ///   return %0 : tensor<?xf32>
    /// }";
    /// let module = Module::parse(text, "f.mlir", ParseOptions::default())?;
    /// let (rules, sum) = (Rules::embedded(), module.ops_named("tosa.add")[0]);
    /// let mut analysis = Analysis::new(&module, &rules);
    /// let size = Column::Dim(module.results(sum)[0], 0).into();
    /// let told = analysis.expression(&size, |column| is_of_argument(&module, column))?;
    /// // The size of %y where that of %x is 1.
    /// assert_eq!(told.columns().len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unknown`], with the reason why there is no expression.
    pub fn expression(
        &mut self,
        variable: &Variable,
        allowed: impl Fn(Column) -> bool,
    ) -> Result<Variable, Unknown> {
        self.expression_at(variable, None, allowed)
    }

    /// Like [`Analysis::expression`], using the facts at a point (the default point if `None`).
    ///
    /// # Errors
    /// [`Unknown`], with the reason why there is no expression.
    pub fn expression_at(
        &mut self,
        variable: &Variable,
        point: Option<Point>,
        allowed: impl Fn(Column) -> bool,
    ) -> Result<Variable, Unknown> {
        let mut query = self.bound(BoundKind::Equal, variable.clone());
        if let Some(point) = point {
            query = query.at(point);
        }
        let affine = query.semi_affine(true).in_terms_of(&allowed).compute();
        match affine {
            Ok(bound) => bound.as_term().map(Variable::term).ok_or(Unknown::NoBound),
            Err(unknown @ Unknown::BadRule) => Err(unknown),
            Err(unknown) => {
                let frontier = StopCondition {
                    allowed: &allowed,
                    point: point.or_else(|| self.point_of_question(variable, &[])),
                    semi_affine: true,
                    by_facts: true,
                    compared: RefCell::default(),
                };
                let mut left = MAX_PARTS;
                let term = variable.as_term();
                let found = unfolded(&mut self.engine, &frontier, term, (0, &mut left));
                found.map(Variable::term).ok_or(unknown)
            }
        }
    }
}

/// Expands a term by definitions into a term over the columns that the stop condition admits.
fn unfolded(
    engine: &mut Engine<'_>,
    frontier: &StopCondition<'_>,
    term: &Expr<Column>,
    (depth, left): (usize, &mut usize),
) -> Option<Expr<Column>> {
    let affine = [Depth::First, Depth::Last].into_iter().find_map(|depth| {
        let affine = stop_condition::affine_equality(engine, term, frontier, depth)?;
        Bound::new(affine, None).as_term()
    });
    if affine.is_some() {
        return affine;
    }
    *left = left.checked_sub(1)?;
    if depth == MAX_DEPTH {
        return None;
    }
    let mut unfolding = Unfolding::new(engine, frontier, Depth::First);
    match term {
        Expr::Integer(_) => Some(term.clone()),
        Expr::Leaf(column) => {
            let definition = unfolding.definition(*column);
            let definition = definition.or_else(|| unfolding.stated_equality(*column));
            let definition = definition.or_else(|| unfolding.initial_value(*column))?;
            unfolded(engine, frontier, &definition, (depth + 1, left))
        }
        Expr::Apply(operator, arguments) => {
            if let Some(chosen) = unfolding.chosen(*operator, arguments) {
                return unfolded(engine, frontier, chosen, (depth + 1, left));
            }
            let mut parts = vec![];
            for argument in arguments.iter() {
                parts.push(unfolded(engine, frontier, argument, (depth + 1, left))?);
            }
            Some(Expr::apply(*operator, parts))
        }
    }
}
