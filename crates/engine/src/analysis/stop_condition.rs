//! Symbolic answers: expresses a variable in allowed columns.
//!
//! Definitions are expanded as the rules state them, down to the first allowed columns. So the answer follows the text
//! of the program, independent of earlier queries.

use super::unwrap::unwrapped;
use crate::number::{Int, Linear};
use crate::program::{AffineBinary, AffineExpr, AffineMap, Column, Definition, OpId, Point};
use crate::solve::{Decided, Engine, FactOrigin};
use crate::term::{Expr, Id, Operator};
use calipers_support::order::Order;
use hashbrown::{HashMap, HashSet};
use std::cell::RefCell;
use std::collections::VecDeque;

/// Maximum number of leaves of a quotient, remainder or product when it is written out. A chain of squares doubles them
/// with each step.
const MAX_LEAVES: u64 = 1000;

/// A linear combination of entries of a [`Table`].
type Combination = Linear<u32>;

/// A variable of a combination.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Entry {
    Column(Column),
    /// A quotient or remainder by a positive integer.
    Quotient(AffineBinary, Combination, Int),
    /// A product of two non-constant factors.
    Product(Combination, Combination),
}

/// The entries, in order of first occurrence.
#[derive(Default)]
struct Table {
    entries: Vec<Entry>,
    /// The number of leaves of each entry when it is written out.
    leaves: Vec<u64>,
    numbers: HashMap<Entry, u32>,
}

impl Table {
    fn column(&mut self, column: Column) -> Combination {
        self.insert(Entry::Column(column), 1)
    }

    /// A quotient, remainder or product; none if it would be too long when written out.
    fn compound(&mut self, entry: Entry) -> Option<Combination> {
        let leaves = match &entry {
            Entry::Column(_) => 1,
            Entry::Quotient(_, dividend, _) => self.leaves_of(dividend),
            Entry::Product(a, b) => self.leaves_of(a) + self.leaves_of(b),
        };
        (leaves <= MAX_LEAVES).then(|| self.insert(entry, leaves))
    }

    fn leaves_of(&self, combination: &Combination) -> u64 {
        let entries = combination.terms().iter();
        entries
            .map(|(number, _)| self.leaves[*number as usize])
            .sum()
    }

    fn insert(&mut self, entry: Entry, leaves: u64) -> Combination {
        let number = *self.numbers.entry(entry.clone()).or_insert_with(|| {
            self.entries.push(entry);
            self.leaves.push(leaves);
            self.entries.len() as u32 - 1
        });
        Combination::atom(number)
    }
}

/// An affine expression over columns: a map of one result over symbols only, and its operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AffineTerm {
    /// The map; its operands are all symbols.
    pub map: AffineMap,
    /// The operands, in order of first occurrence.
    pub operands: Vec<Column>,
}

/// The depth to which definitions are expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Depth {
    /// Down to the first allowed columns.
    First,
    /// Down to allowed columns without definition.
    Last,
}

/// Where the expansion stops: the columns that an answer may mention, and the point at which it must hold.
pub(super) struct StopCondition<'f> {
    pub(super) allowed: &'f dyn Fn(Column) -> bool,
    pub(super) point: Option<Point>,
    pub(super) semi_affine: bool,
    /// Whether equalities by facts at the point are used as well: a fixed-width integer that does not wrap there, the
    /// selected argument of a minimum, maximum or selection. For a one-sided bound, a constant is preferred to such an
    /// expression.
    pub(super) by_facts: bool,
    /// The forms that have been compared with 0 at the point, by their class. A long chain of minima would otherwise
    /// compare the same arguments each time that a part of it is expanded.
    pub(super) compared: RefCell<HashMap<Id, bool>>,
}

impl StopCondition<'_> {
    pub(super) fn admits(&self, engine: &Engine<'_>, column: Column) -> bool {
        (self.allowed)(column) && engine.exists_at(column, self.point)
    }
}

/// The op that defines a column, if it is a member of `composed`: chains of such ops are expanded as one.
pub(super) fn composed(engine: &Engine<'_>, column: Column) -> Option<OpId> {
    let (program, rules) = engine.sources();
    match program.definition(column.value()?) {
        Definition::Result { op, .. } => {
            let is_composed = rules.is_member("composed", program.op_name(op));
            is_composed.then_some(op)
        }
        Definition::Argument { .. } => None,
    }
}

/// The affine expression over allowed columns that a term equals by definitions.
pub(super) fn affine_equality(
    engine: &mut Engine<'_>,
    term: &Expr<Column>,
    frontier: &StopCondition<'_>,
    depth: Depth,
) -> Option<AffineTerm> {
    let mut unfolding = Unfolding::new(engine, frontier, depth);
    let combination = unfolding.term(term)?;
    let order = match unfolding.table.entries.len() {
        0 | 1 => vec![],
        _ => unfolding.order(term),
    };
    Some(unfolding.table.affine_term(&combination, &order))
}

/// An affine expression from a linear combination of columns.
pub(super) fn from_columns(constant: &Int, terms: &[(Column, Int)]) -> Option<AffineTerm> {
    let mut table = Table::default();
    let mut total = Combination::from_constant(constant.clone())?;
    for (column, k) in terms {
        total = total.add_scaled(k, &table.column(*column))?;
    }
    let order: Vec<Column> = terms.iter().map(|(column, _)| *column).collect();
    Some(table.affine_term(&total, &order))
}

pub(super) struct Unfolding<'u, 'p> {
    pub(super) engine: &'u mut Engine<'p>,
    pub(super) frontier: &'u StopCondition<'u>,
    depth: Depth,
    table: Table,
    known: HashMap<Column, Option<Combination>>,
}

impl<'u, 'p> Unfolding<'u, 'p> {
    pub(super) fn new(
        engine: &'u mut Engine<'p>,
        frontier: &'u StopCondition<'u>,
        depth: Depth,
    ) -> Unfolding<'u, 'p> {
        Unfolding {
            engine,
            frontier,
            depth,
            table: Table::default(),
            known: HashMap::new(),
        }
    }

    /// Expands all columns of a term, with an explicit stack, then evaluates the term.
    fn term(&mut self, term: &Expr<Column>) -> Option<Combination> {
        if let Some(constant) = self.constant(term) {
            return Some(constant);
        }
        let mut stack = vec![];
        term.for_each_leaf(&mut |&column| stack.push((column, false, false)));
        stack.reverse();
        let mut open = HashSet::new();
        // Each entry: the column, whether its dependencies are expanded, and whether a composed op uses it.
        while let Some((column, expanded, applied)) = stack.pop() {
            if self.known.contains_key(&column) {
                continue;
            }
            let class = self.engine.class(column);
            if let Some(value) = self.engine.egraph().as_constant(class) {
                let constant = Combination::from_constant(value.clone());
                self.known.insert(column, constant);
                continue;
            }
            // A circular definition (two sizes that are defined by each other) counts as none.
            let is_circular = !expanded && open.contains(&column);
            let definition = match is_circular {
                true => None,
                false => self.definition(column),
            };
            let goes_on = applied && composed(self.engine, column).is_some();
            let stops = (self.depth == Depth::First && !goes_on) || definition.is_none();
            if stops && self.frontier.admits(self.engine, column) {
                let own = self.table.column(column);
                self.known.insert(column, Some(own));
                continue;
            }
            match definition {
                None => {
                    self.known.insert(column, None);
                }
                Some(definition) if expanded || !self.may_be_affine(&definition) => {
                    let affine = expanded.then(|| self.evaluate(&definition)).flatten();
                    let combination = affine.or_else(|| {
                        // The expansion has no affine form: use the column itself if it is allowed.
                        let admits = self.frontier.admits(self.engine, column);
                        admits.then(|| self.table.column(column))
                    });
                    self.known.insert(column, combination);
                }
                Some(definition) => {
                    open.insert(column);
                    stack.push((column, true, applied));
                    let applied = composed(self.engine, column).is_some();
                    let mut below = vec![];
                    definition.for_each_leaf(&mut |&it| below.push((it, false, applied)));
                    stack.extend(below.into_iter().rev());
                }
            }
        }
        self.engine.count_expanded(self.known.len());
        self.evaluate(term)
    }

    /// The columns at which the expansion of a term stopped, in breadth-first order; the operands of a composed op in
    /// their order.
    fn order(&mut self, term: &Expr<Column>) -> Vec<Column> {
        let (mut order, mut seen) = (vec![], HashSet::new());
        let mut work = VecDeque::new();
        term.for_each_leaf(&mut |&column| work.push_back(column));
        while let Some(column) = work.pop_front() {
            if !seen.insert(column) {
                continue;
            }
            if self.table.numbers.contains_key(&Entry::Column(column)) {
                order.push(column);
            } else if self.known.contains_key(&column)
                && let Some(definition) = self.definition(column)
            {
                let mut leaves = vec![];
                definition.for_each_leaf(&mut |&column| leaves.push(column));
                if let Some(op) = composed(self.engine, column) {
                    let operands = self.engine.sources().0.operands(op);
                    leaves.order_by_key(|leaf| {
                        operands.iter().position(|it| leaf.value() == Some(*it))
                    });
                }
                work.extend(leaves);
            }
        }
        order
    }

    /// The definition of a column. For a fixed-width integer that does not wrap at the point, without the wrapping.
    pub(super) fn definition(&mut self, column: Column) -> Option<Expr<Column>> {
        let term = self.engine.definition(column)?.term.clone();
        let (program, _) = self.engine.sources();
        let inner = column
            .width(program)
            .filter(|_| self.frontier.by_facts)
            .and_then(|width| unwrapped(&term, width as usize));
        match inner {
            Some(inner) if self.is_equal(column, inner) => Some(inner.clone()),
            _ => Some(term),
        }
    }

    /// The term that the op of a column states it equals, under conditions that hold at the point.
    pub(super) fn stated_equality(&mut self, column: Column) -> Option<Expr<Column>> {
        let (program, _) = self.engine.sources();
        let value = column.value()?;
        let Definition::Result { op, .. } = program.definition(value) else {
            return None;
        };
        let facts = self.engine.facts_at(Point::of(program, value)?).into_iter();
        let of_op =
            facts.filter(|(origin, _)| matches!(origin, FactOrigin::Rule(_, by) if *by == op));
        of_op.into_iter().find_map(|(_, stated)| {
            let Some((Operator::Eq, Expr::Leaf(own), term)) = stated.condition.as_binary() else {
                return None;
            };
            let one = Expr::integer(1);
            let holds = *own == column && stated.given.iter().all(|it| self.is_at_most(&one, it));
            holds.then(|| term.clone())
        })
    }

    /// The initial value of a column that a loop carries, if each iteration preserves it.
    pub(super) fn initial_value(&mut self, column: Column) -> Option<Expr<Column>> {
        let initial = Expr::Leaf(self.engine.initial_value(column)?);
        let is_equal = Expr::equal(Expr::Leaf(column), initial.clone());
        let holds = self.engine.prove(&is_equal, self.frontier.point) == Ok(Decided::True);
        holds.then_some(initial)
    }

    /// Whether a column equals a term at the point.
    fn is_equal(&mut self, column: Column, term: &Expr<Column>) -> bool {
        let column = Expr::Leaf(column);
        self.is_at_most(&column, term) && self.is_at_most(term, &column)
    }

    /// Whether a term is at most another one at the point.
    fn is_at_most(&mut self, less: &Expr<Column>, greater: &Expr<Column>) -> bool {
        let difference = Expr::difference(greater.clone(), less.clone());
        let class = self.engine.class_of_term(&difference);
        if let Some(&known) = self.frontier.compared.borrow().get(&class) {
            return known;
        }
        let form = self.engine.form(class);
        let point = self.frontier.point;
        let found = self.engine.is_at_least_zero_at_once(&form, point);
        self.frontier.compared.borrow_mut().insert(class, found);
        found
    }

    /// Whether a term over expanded columns may be affine, judging by its operators alone: a minimum is affine only if
    /// its arguments are equal.
    fn may_be_affine(&mut self, term: &Expr<Column>) -> bool {
        let Expr::Apply(operator, arguments) = term else {
            return true;
        };
        if let Some(chosen) = self.chosen(*operator, arguments) {
            return self.may_be_affine(chosen);
        }
        let (parts, must_agree) = match operator {
            Operator::Add | Operator::Mul => (&arguments[..], false),
            Operator::FloorDiv | Operator::CeilDiv | Operator::Mod => (&arguments[..], false),
            Operator::TruncDiv | Operator::TruncMod => (&arguments[..], false),
            Operator::Min | Operator::Max => (&arguments[..], true),
            Operator::Select => (&arguments[1..], true),
            _ => return self.constant(term).is_some(),
        };
        let agree = !must_agree || {
            let class = self.engine.class_of_term(&parts[0]);
            let mut others = parts[1..].iter();
            others.all(|other| self.engine.class_of_term(other) == class)
        };
        let affine = agree && parts.iter().all(|part| self.may_be_affine(part));
        affine || self.constant(term).is_some()
    }

    /// The argument that a selection, a minimum or a maximum equals at the point, if facts show it directly.
    pub(super) fn chosen<'t>(
        &mut self,
        operator: Operator,
        arguments: &'t [Expr<Column>],
    ) -> Option<&'t Expr<Column>> {
        if !self.frontier.by_facts {
            return None;
        }
        match (operator, arguments) {
            (Operator::Select, [condition, then, otherwise]) => {
                if self.is_at_most(&Expr::integer(1), condition) {
                    Some(then)
                } else if self.is_at_most(condition, &Expr::integer(0)) {
                    Some(otherwise)
                } else {
                    None
                }
            }
            (Operator::Min | Operator::Max, _) => arguments.iter().find(|&argument| {
                arguments.iter().all(|other| match operator {
                    Operator::Max => self.is_at_most(other, argument),
                    _ => self.is_at_most(argument, other),
                })
            }),
            _ => None,
        }
    }

    /// The constant that a term equals universally.
    fn constant(&mut self, term: &Expr<Column>) -> Option<Combination> {
        let class = self.engine.class_of_term(term);
        Combination::from_constant(self.engine.egraph().as_constant(class)?.clone())
    }

    /// Evaluates a term whose columns are all expanded.
    fn evaluate(&mut self, term: &Expr<Column>) -> Option<Combination> {
        let (operator, arguments) = match term {
            Expr::Integer(value) => return Combination::from_constant(value.clone()),
            Expr::Leaf(column) => return self.known.get(column).cloned().flatten(),
            Expr::Apply(operator, arguments) => (*operator, arguments),
        };
        // Sums fold to constants anyway.
        if !matches!(operator, Operator::Add | Operator::Mul)
            && let Some(constant) = self.constant(term)
        {
            return Some(constant);
        }
        if let Some(chosen) = self.chosen(operator, arguments) {
            return self.evaluate(chosen);
        }
        if operator == Operator::Select {
            let (then, otherwise) = (self.evaluate(&arguments[1]), self.evaluate(&arguments[2]));
            return then.filter(|then| otherwise.as_ref() == Some(then));
        }
        let values: Option<Vec<Combination>> = arguments
            .iter()
            .map(|argument| self.evaluate(argument))
            .collect();
        let values = values?;
        match operator {
            Operator::Add => values[1..]
                .iter()
                .try_fold(values[0].clone(), |sum, value| sum.add(value)),
            Operator::Mul => {
                values[1..]
                    .iter()
                    .try_fold(values[0].clone(), |product, value| {
                        match (product.as_constant(), value.as_constant()) {
                            (Some(k), _) => value.scale(k),
                            (_, Some(k)) => product.scale(k),
                            _ if self.frontier.semi_affine => {
                                let entry = Entry::Product(product, value.clone());
                                self.table.compound(entry)
                            }
                            _ => None,
                        }
                    })
            }
            Operator::FloorDiv => self.quotient(AffineBinary::FloorDiv, &values),
            Operator::CeilDiv => self.quotient(AffineBinary::CeilDiv, &values),
            Operator::Mod => self.quotient(AffineBinary::Mod, &values),
            Operator::TruncDiv | Operator::TruncMod => {
                // Truncation is floor division if the dividend is not negative.
                let nonnegative = self.is_at_most(&Expr::integer(0), &arguments[0]);
                let rounding = if operator == Operator::TruncDiv {
                    AffineBinary::FloorDiv
                } else {
                    AffineBinary::Mod
                };
                nonnegative
                    .then(|| self.quotient(rounding, &values))
                    .flatten()
            }
            Operator::Min | Operator::Max => values[1..]
                .iter()
                .all(|value| *value == values[0])
                .then(|| values[0].clone()),
            _ => None,
        }
    }

    fn quotient(&mut self, operator: AffineBinary, values: &[Combination]) -> Option<Combination> {
        let divisor = values[1].as_constant()?.clone();
        if divisor <= Int::ZERO {
            return None;
        }
        if divisor == Int::ONE {
            return if operator == AffineBinary::Mod {
                Some(Combination::zero())
            } else {
                Some(values[0].clone())
            };
        }
        if let Some(exact) = values[0].divide_exactly(&divisor) {
            return if operator == AffineBinary::Mod {
                Some(Combination::zero())
            } else {
                Some(exact)
            };
        }
        if let Some(dividend) = values[0].as_constant() {
            let operator = match operator {
                AffineBinary::CeilDiv => Operator::CeilDiv,
                AffineBinary::Mod => Operator::Mod,
                _ => Operator::FloorDiv,
            };
            return Combination::from_constant(operator.apply(&[dividend.clone(), divisor])?);
        }
        let entry = Entry::Quotient(operator, values[0].clone(), divisor);
        self.table.compound(entry)
    }
}

impl Table {
    /// Converts a combination, with its symbols in the order of `order`.
    fn affine_term(&self, combination: &Combination, order: &[Column]) -> AffineTerm {
        let mut operands = vec![];
        let mut result = self.expression(combination, &mut operands);
        if operands.len() > 1 {
            let place = |column: &Column| order.iter().position(|it| it == column);
            operands.order_by_key(|column| place(column).unwrap_or(usize::MAX));
            result = self.expression(combination, &mut operands);
        }
        let map = AffineMap {
            dims: 0,
            symbols: operands.len() as u32,
            results: vec![result],
        };
        AffineTerm { map, operands }
    }

    fn expression(&self, combination: &Combination, operands: &mut Vec<Column>) -> AffineExpr {
        let mut parts: Vec<(u32, AffineExpr)> = vec![];
        for (number, k) in combination.terms() {
            let (rank, base) = match &self.entries[*number as usize] {
                Entry::Column(column) => {
                    let position = operands
                        .iter()
                        .position(|known| known == column)
                        .unwrap_or_else(|| {
                            operands.push(*column);
                            operands.len() - 1
                        });
                    (position as u32, AffineExpr::Symbol(position as u32))
                }
                Entry::Quotient(operator, dividend, divisor) => {
                    let dividend = self.expression(dividend, operands);
                    let divisor = AffineExpr::Constant(divisor.clone());
                    (u32::MAX, AffineExpr::binary(*operator, dividend, divisor))
                }
                Entry::Product(a, b) => {
                    let (a, b) = (self.expression(a, operands), self.expression(b, operands));
                    (u32::MAX, AffineExpr::binary(AffineBinary::Mul, a, b))
                }
            };
            let scaled = match *k == Int::ONE {
                true => base,
                false => {
                    AffineExpr::binary(AffineBinary::Mul, base, AffineExpr::Constant(k.clone()))
                }
            };
            parts.push((rank, scaled));
        }
        parts.order_by_key(|(rank, _)| *rank);
        let mut parts: Vec<AffineExpr> = parts.into_iter().map(|(_, part)| part).collect();
        if !combination.constant().is_zero() || parts.is_empty() {
            parts.push(AffineExpr::Constant(combination.constant().clone()));
        }
        let mut parts = parts.into_iter();
        let first = parts.next().expect("there is at least the constant");
        parts.fold(first, |sum, part| {
            AffineExpr::binary(AffineBinary::Add, sum, part)
        })
    }
}
