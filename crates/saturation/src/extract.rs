//! The cheapest term of an e-class.

use super::graph::{Graph, scaled};
use super::language::{Node, Weights};
use calipers_number::Int;
use calipers_program::term::condition::{as_negated, is_condition, negated as negated_condition};
use calipers_program::term::{Expr, Leaf, Operator};
use calipers_support::order::Order;
use egg::{CostFunction, Extractor, Id, Language, RecExpr};
use std::cmp::Ordering;

/// A quantity that a term has little of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Criterion {
    /// Divisions and remainders, wraps of fixed-width integers among them.
    Divisions,
    /// Operations.
    Operations,
    /// Occurrences of leaves.
    Leaves,
    /// Bits of the integers.
    Bits,
    /// Operations that affine maps do not have: minima, maxima, selections, comparisons, divisions that round to zero,
    /// and divisions by anything but a positive integer.
    NotAffine,
}

/// The order in which quantities decide between two terms; those that are equal in all of them are ordered by their
/// leaves, the smaller numbers first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Preference(pub Vec<Criterion>);

impl Default for Preference {
    fn default() -> Preference {
        use Criterion::{Divisions, Leaves, Operations};
        Preference(vec![Divisions, Operations, Leaves])
    }
}

impl Preference {
    /// Affine terms, and among these the shortest.
    pub fn affine() -> Preference {
        let Preference(mut criteria) = Preference::default();
        criteria.insert(0, Criterion::NotAffine);
        Preference(criteria)
    }
}

/// How much a term has of each quantity.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Size {
    /// The number of divisions and remainders.
    pub divisions: u32,
    /// The number of operations, divisions among them. A sum of `n` summands has `n − 1`. The negation of a condition
    /// is none.
    pub operations: u32,
    /// The number of occurrences of leaves.
    pub leaves: u32,
    /// The number of bits of the integers.
    pub bits: u32,
    /// The number of operations that affine maps do not have.
    pub not_affine: u32,
}

impl Size {
    /// The size of a term.
    ///
    /// ```
    /// use calipers_program::term::{Expr, Leaf, Operator};
    /// use calipers_saturation::Size;
    /// let x: Expr = Expr::Leaf(Leaf(0));
    /// let size = Size::of(&Expr::apply(Operator::Mod, [x, Expr::integer(8)]));
    /// assert_eq!((size.divisions, size.operations, size.leaves), (1, 1, 1));
    /// ```
    pub fn of<L: PartialEq>(term: &Expr<L>) -> Size {
        match term {
            Expr::Integer(value) => Size::bits(value),
            Expr::Leaf(_) => Size {
                leaves: 1,
                ..Size::default()
            },
            Expr::Apply(operator, arguments) => {
                if let Some(negated) = as_negated(term).filter(|it| is_condition(it)) {
                    return Size::of(negated);
                }
                if *operator == Operator::Add {
                    return Size::of_sum(arguments);
                }
                let others = arguments.len() as u32 - 1;
                let operations = match operator {
                    Operator::Mul | Operator::Min | Operator::Max => others,
                    // a + 1 <= b is a < b.
                    Operator::Le if is_successor(&arguments[0]) => 0,
                    // A division that rounds to zero is one that rounds down, and a choice.
                    Operator::TruncDiv | Operator::TruncMod => 2,
                    _ => 1,
                };
                let by_number =
                    matches!(arguments.get(1), Some(Expr::Integer(k)) if *k > Int::ZERO);
                let own = Size {
                    divisions: u32::from(operator.is_division()),
                    operations,
                    not_affine: u32::from(!is_affine(*operator, by_number)),
                    ..Size::default()
                };
                let arguments = arguments.iter().map(Size::of);
                arguments.fold(own, Size::plus)
            }
        }
    }

    /// The size of a sum. Equal summands are a multiple, and a − b is one operation.
    fn of_sum<L: PartialEq>(summands: &[Expr<L>]) -> Size {
        let mut size = Size::default();
        let (mut distinct, mut repeated): (Vec<&Expr<L>>, Vec<&Expr<L>>) = (vec![], vec![]);
        for summand in summands {
            if !distinct.contains(&summand) {
                distinct.push(summand);
                size = size.plus(Size::of(summand));
            } else if !repeated.contains(&summand) {
                repeated.push(summand);
            }
        }
        let others = distinct.len() as u32 - 1;
        let negated = distinct
            .iter()
            .filter(|summand| is_negated(summand))
            .count() as u32;
        size.operations += others + repeated.len() as u32;
        size.operations -= negated.min(others);
        size
    }

    fn bits(value: &Int) -> Size {
        Size {
            bits: value.bit_len() as u32 + u32::from(value.is_negative()),
            ..Size::default()
        }
    }

    fn plus(self, other: Size) -> Size {
        Size {
            divisions: self.divisions.saturating_add(other.divisions),
            operations: self.operations.saturating_add(other.operations),
            leaves: self.leaves.saturating_add(other.leaves),
            bits: self.bits.saturating_add(other.bits),
            not_affine: self.not_affine.saturating_add(other.not_affine),
        }
    }

    fn quantity(&self, criterion: Criterion) -> u32 {
        match criterion {
            Criterion::Divisions => self.divisions,
            Criterion::Operations => self.operations,
            Criterion::Leaves => self.leaves,
            Criterion::Bits => self.bits,
            Criterion::NotAffine => self.not_affine,
        }
    }
}

impl Preference {
    /// Compares two sizes.
    pub fn compare(&self, a: &Size, b: &Size) -> Ordering {
        let mut criteria = self.0.iter().map(|&it| a.quantity(it).cmp(&b.quantity(it)));
        criteria
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    }
}

/// Whether affine maps have an operator, where the second operand may be a positive integer.
fn is_affine(operator: Operator, by_number: bool) -> bool {
    match operator {
        Operator::Add | Operator::Mul => true,
        Operator::FloorDiv | Operator::CeilDiv | Operator::Mod => by_number,
        _ => false,
    }
}

/// Whether a term is `a + 1`.
fn is_successor<L: PartialEq>(term: &Expr<L>) -> bool {
    match term {
        Expr::Apply(Operator::Add, sum) => {
            matches!(&sum[..], [_, Expr::Integer(one)] if one.is_one())
        }
        _ => false,
    }
}

/// Whether a term has a minus sign.
fn is_negated<L: PartialEq>(term: &Expr<L>) -> bool {
    match term {
        Expr::Apply(Operator::Mul, factors) => factors.contains(&Expr::Integer(Int::NEG_ONE)),
        _ => false,
    }
}

/// The cost of a term.
#[derive(Clone, Debug)]
pub(crate) struct Cost<'p> {
    preference: &'p Preference,
    /// The number of leaves that are not allowed.
    forbidden: u32,
    size: Size,
    /// The sum of the numbers of the leaves, so that earlier ones are preferred.
    order: u64,
    /// Whether the term is a condition.
    is_condition: bool,
    /// Whether the term is a positive integer.
    is_positive: bool,
}

impl PartialEq for Cost<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Cost<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let order = self.forbidden.cmp(&other.forbidden);
        let order = order.then_with(|| self.preference.compare(&self.size, &other.size));
        // What the criteria do not name still decides, so that the cost of a term exceeds that of its parts.
        let all = |size: &Size| (size.divisions, size.operations, size.leaves, size.bits);
        let order = order.then_with(|| all(&self.size).cmp(&all(&other.size)));
        Some(order.then(self.order.cmp(&other.order)))
    }
}

/// The cost function of e-nodes.
struct Costs<'a> {
    preference: &'a Preference,
    is_allowed: &'a dyn Fn(Leaf) -> bool,
}

impl<'a> CostFunction<Node> for Costs<'a> {
    type Cost = Cost<'a>;

    fn cost<C: FnMut(Id) -> Cost<'a>>(&mut self, node: &Node, mut costs: C) -> Cost<'a> {
        let mut of_conditions = matches!(node, Node::Apply(Operator::Min | Operator::Max, _));
        let mut own = Cost {
            preference: self.preference,
            forbidden: 0,
            size: Size::default(),
            order: 0,
            is_condition: false,
            is_positive: false,
        };
        match node {
            Node::Integer(value) => {
                own.size = Size::bits(value);
                own.is_positive = *value > Int::ZERO;
            }
            Node::Leaf(leaf) => {
                own.size.leaves = 1;
                own.forbidden = u32::from(!(self.is_allowed)(*leaf));
                own.order = u64::from(leaf.0) + 1;
            }
            Node::Sum(weights, children) => {
                let is_negation = weights.constant.is_one()
                    && weights.coefficients[..] == [Int::NEG_ONE]
                    && costs(children[0]).is_condition;
                own.is_condition = is_negation;
                if !is_negation {
                    own.size = size_of_sum(weights);
                }
            }
            Node::Apply(operator, children) => {
                own.size.divisions = u32::from(operator.is_division());
                own.size.operations = match operator {
                    Operator::Mul => children.len() as u32 - 1,
                    // A division that rounds to zero is one that rounds down, and a choice.
                    Operator::TruncDiv | Operator::TruncMod => 2,
                    _ => 1,
                };
                own.is_condition = matches!(operator, Operator::Le | Operator::Eq);
                let by_number = operator.is_division() && costs(children[1]).is_positive;
                own.size.not_affine = u32::from(!is_affine(*operator, by_number));
            }
        }
        let mut sum = node.fold(own, |sum, id| {
            let part = costs(id);
            of_conditions &= part.is_condition;
            Cost {
                preference: sum.preference,
                is_condition: sum.is_condition,
                is_positive: sum.is_positive,
                forbidden: sum.forbidden.saturating_add(part.forbidden),
                size: sum.size.plus(part.size),
                order: sum.order.saturating_add(part.order),
            }
        });
        sum.is_condition |= of_conditions;
        sum
    }
}

/// The size of a sum without its children.
fn size_of_sum(weights: &Weights) -> Size {
    let mut size = Size::bits(&weights.constant);
    let mut summands = u32::from(!weights.constant.is_zero());
    // −x is an operation, y − x one as well.
    let mut is_negative = weights.constant.is_zero() || weights.constant.is_negative();
    for k in &weights.coefficients {
        summands += 1;
        is_negative &= *k == Int::NEG_ONE;
        if !k.magnitude().is_one() {
            size.operations += 1;
        }
        // As in `Size::of`, so that x − 3 is preferred to 3 − x.
        if !k.is_one() {
            size = size.plus(Size::bits(k));
        }
    }
    size.operations += summands - 1 + u32::from(is_negative);
    size
}

/// The cheapest term of an e-class; none if each mentions a leaf that is not allowed.
pub(crate) fn cheapest(graph: &Graph<'_>, class: Id, preference: &Preference) -> Option<Expr> {
    let is_allowed = |leaf| graph.analysis.facts.is_allowed(leaf);
    let costs = Costs {
        preference,
        is_allowed: &is_allowed,
    };
    let (cost, best) = Extractor::new(graph, costs).find_best(class);
    (cost.forbidden == 0).then(|| term(&best, best.root()))
}

/// The first leaf of a term; sums and products are ordered by it.
fn first_leaf(term: &Expr) -> u32 {
    let mut first = u32::MAX;
    term.for_each_leaf(&mut |leaf| first = first.min(leaf.0));
    first
}

fn term(expression: &RecExpr<Node>, id: Id) -> Expr {
    let parts = |children: &[Id]| -> Vec<Expr> {
        let terms = children.iter().map(|&child| term(expression, child));
        terms.collect()
    };
    match &expression[id] {
        Node::Integer(value) => Expr::Integer(value.clone()),
        Node::Leaf(leaf) => Expr::Leaf(*leaf),
        Node::Sum(weights, children) => {
            let single = term(expression, children[0]);
            let is_negated =
                weights.constant.is_one() && weights.coefficients[..] == [Int::NEG_ONE];
            if is_negated && is_condition(&single) {
                return negated_condition(&single);
            }
            let children = parts(children).into_iter().zip(&weights.coefficients);
            let mut terms: Vec<(Int, Expr)> = children.map(|(term, k)| (k.clone(), term)).collect();
            terms.order_by_cached_key(|(k, term)| {
                (k.is_negative(), first_leaf(term), term.to_string())
            });
            let mut summands: Vec<Expr> = terms
                .into_iter()
                .map(|(k, term)| scaled(&k, term))
                .collect();
            if !weights.constant.is_zero() {
                summands.push(Expr::Integer(weights.constant.clone()));
            }
            match summands.len() {
                1 => summands.remove(0),
                _ => Expr::apply(Operator::Add, summands),
            }
        }
        Node::Apply(operator, children) => {
            let mut arguments = parts(children);
            if matches!(
                operator,
                Operator::Mul | Operator::Min | Operator::Max | Operator::Eq
            ) {
                arguments.order_by_cached_key(|term| (first_leaf(term), term.to_string()));
            }
            Expr::apply(*operator, arguments)
        }
    }
}
