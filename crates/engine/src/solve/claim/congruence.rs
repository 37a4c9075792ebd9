//! Congruence at a point: an equality with a product or a division holds if its operands equal those of one in a fact, for
//! which the equality is proved, and likewise with columns that are equal at the point. The e-graph does not unite terms
//! that are equal at a point only, and a claim in which all of them are written out may be too large.

use super::Ranges;
use super::extract::Extract;
use crate::number::Range;
use crate::program::{Column, Point};
use crate::proof::Sequent as Claim;
use crate::solve::{Decided, Engine};
use crate::term::{Expr, Operator};

type Term = Expr<Column>;

/// Maximum number of products or divisions in the facts.
const MAX_PRODUCTS: usize = 8;
/// Maximum number of factors of a product.
const MAX_FACTORS: usize = 4;
/// Maximum number of columns that are compared with each other.
const MAX_COLUMNS: usize = 4;

/// An equality as a claim about other terms, if it is proved for those: other operands of one of its products or
/// divisions, or one of several columns that are equal at the point.
pub(super) fn by_congruence(
    engine: &mut Engine<'_>,
    condition: &Term,
    point: Option<Point>,
) -> Option<Extract> {
    let point = point?;
    if !matches!(condition.as_binary(), Some((Operator::Eq, ..))) {
        return None;
    }
    by_factors(engine, condition, point)
        .or_else(|| by_columns(engine, condition, point))
        .or_else(|| by_divisions(engine, condition, point))
}

/// The outermost terms of a kind in a condition; and these and those in the facts about its columns, as far as they are
/// looked at.
fn of_kind(
    engine: &mut Engine<'_>,
    condition: &Term,
    point: Point,
    is_kind: fn(Operator) -> bool,
) -> (Vec<Term>, Vec<Term>) {
    let mut own = vec![];
    collect(condition, is_kind, &mut own);
    let mut stated = own.clone();
    if !own.is_empty() {
        for fact in facts_about(engine, condition, point) {
            collect(&fact, is_kind, &mut stated);
        }
    }
    stated.truncate(MAX_PRODUCTS);
    (own, stated)
}

fn by_divisions(engine: &mut Engine<'_>, condition: &Term, point: Point) -> Option<Extract> {
    let (divisions, stated) = of_kind(engine, condition, point, Operator::is_division);
    divisions.iter().find_map(|division| {
        let mut others = stated.iter().filter(|other| *other != division);
        others.find_map(|other| {
            let (own, by) = (division.as_binary()?, other.as_binary()?);
            let pairs = [(own.1.clone(), by.1.clone()), (own.2.clone(), by.2.clone())];
            let mut may_be_equal = |(own, other): &(Term, Term)| {
                let [own, other] = [own, other].map(|it| engine.class_of_term(it));
                own == other || !engine.are_seen_to_differ(own, other, Some(point))
            };
            if own.0 != by.0 || !pairs.iter().all(&mut may_be_equal) {
                return None;
            }
            let mut is_equal = |(own, other): &(Term, Term)| {
                own == other || holds(engine, &Expr::equal(own.clone(), other.clone()), point)
            };
            if !pairs.iter().all(&mut is_equal) {
                return None;
            }
            let known = rewritten(condition, &|it| (it == division).then(|| other.clone()));
            extract(engine, condition, &known, &pairs, point)
        })
    })
}

fn by_factors(engine: &mut Engine<'_>, condition: &Term, point: Point) -> Option<Extract> {
    let (products, stated) = of_kind(engine, condition, point, |it| it == Operator::Mul);
    products.iter().find_map(|product| {
        let own = factors(engine, product);
        let others = stated.iter().filter(|other| *other != product);
        let mut others = others
            .map(|other| factors(engine, other))
            .collect::<Vec<_>>()
            .into_iter();
        others.find_map(|others| {
            let pairs = matching(engine, &own, others, point)?;
            let other = rewritten(product, &|it| by_pairs(&pairs, it));
            let known = rewritten(condition, &|it| (it == product).then(|| other.clone()));
            extract(engine, condition, &known, &pairs, point)
        })
    })
}

fn by_columns(engine: &mut Engine<'_>, condition: &Term, point: Point) -> Option<Extract> {
    let columns = columns(condition);
    if columns.len() > MAX_COLUMNS {
        return None;
    }
    let mut kept: Vec<Term> = vec![];
    let mut pairs = vec![];
    for column in columns {
        let mut is_equal = |other: &&Term| {
            holds(
                engine,
                &Expr::equal(column.clone(), (*other).clone()),
                point,
            )
        };
        match kept.iter().find(&mut is_equal) {
            Some(other) => pairs.push((column, other.clone())),
            None => kept.push(column),
        }
    }
    let known = rewritten(condition, &|it| by_pairs(&pairs, it));
    extract(engine, condition, &known, &pairs, point)
}

fn by_pairs(pairs: &[(Term, Term)], term: &Term) -> Option<Term> {
    let mut pairs = pairs.iter();
    let pair = pairs.find(|(own, _)| own == term)?;
    Some(pair.1.clone())
}

/// The equalities among the facts about the columns of a condition at a point, as their rules state them.
fn facts_about(engine: &mut Engine<'_>, condition: &Term, point: Point) -> Vec<Term> {
    let columns = columns(condition);
    let classes = columns.iter().map(|leaf| engine.class_of_term(leaf));
    let classes: Vec<_> = classes.collect();
    engine.enter(point);
    let known = &engine.known;
    let path = known.points.path(point);
    let mut stated: Vec<Term> = vec![];
    for atom in classes
        .into_iter()
        .flat_map(|it| known.egraph.form(it).atoms())
    {
        for number in known.facts.visible_about(atom, Some(&path)) {
            let condition = &known.facts.get(number).stated.condition;
            let is_equality = matches!(condition.as_binary(), Some((Operator::Eq, ..)));
            if is_equality && !stated.contains(condition) {
                stated.push(condition.clone());
            }
        }
    }
    stated
}

/// The outermost terms of a kind in a term.
fn collect(term: &Term, is_kind: fn(Operator) -> bool, found: &mut Vec<Term>) {
    let Expr::Apply(operator, arguments) = term else {
        return;
    };
    if is_kind(*operator) {
        if !found.contains(term) {
            found.push(term.clone());
        }
        return;
    }
    arguments.iter().for_each(|it| collect(it, is_kind, found));
}

/// The factors of a product that are not constant.
fn factors(engine: &mut Engine<'_>, product: &Term) -> Vec<Term> {
    match product {
        Expr::Apply(Operator::Mul, parts) => {
            let parts = parts.iter().flat_map(|it| factors(engine, it));
            parts.collect()
        }
        _ => {
            let class = engine.class_of_term(product);
            match engine.known.egraph.as_constant(class) {
                Some(_) => vec![],
                None => vec![product.clone()],
            }
        }
    }
}

/// Factors, each with another one that it is proved equal to.
fn matching(
    engine: &mut Engine<'_>,
    own: &[Term],
    mut others: Vec<Term>,
    point: Point,
) -> Option<Vec<(Term, Term)>> {
    if own.len() != others.len() || !(2..=MAX_FACTORS).contains(&own.len()) {
        return None;
    }
    let mut equal = |factor: &Term| {
        let mut is_equal =
            |other: &Term| holds(engine, &Expr::equal(factor.clone(), other.clone()), point);
        let position = others.iter().position(&mut is_equal)?;
        Some((factor.clone(), others.swap_remove(position)))
    };
    own.iter().map(&mut equal).collect()
}

fn holds(engine: &mut Engine<'_>, condition: &Term, point: Point) -> bool {
    matches!(engine.prove(condition, Some(point)), Ok(Decided::True))
}

/// The claim that a condition holds, since it holds with other terms in place of some, which are equal.
fn extract(
    engine: &mut Engine<'_>,
    condition: &Term,
    known: &Term,
    pairs: &[(Term, Term)],
    point: Point,
) -> Option<Extract> {
    if known == condition || !holds(engine, known, point) {
        return None;
    }
    // Variables for the terms of the pairs, then for the other columns.
    let columns = columns(condition);
    let paired = pairs.iter().flat_map(|(own, other)| [own, other]);
    let mut values: Vec<&Term> = vec![];
    for term in paired.chain(&columns) {
        if !values.contains(&term) {
            values.push(term);
        }
    }
    let symbol = |term: &Term| {
        let number = values.iter().position(|it| *it == term)?;
        Some(Expr::Leaf(Column::Symbol(u32::try_from(number).ok()?)))
    };
    let general = |term: &Term| rewritten(term, &symbol);
    let pairs = pairs.iter().filter(|(own, other)| own != other);
    let equalities = pairs.map(|(own, other)| Expr::equal(general(own), general(other)));
    let ranges = (0..)
        .zip(&values)
        .map(|(number, _)| (number, Range::full()));
    let claim = Claim {
        ranges: ranges.collect::<Ranges>(),
        assumptions: std::iter::once(general(known)).chain(equalities).collect(),
        goal: general(condition),
    };
    let atoms = values.iter().map(|term| engine.class_of_term(term));
    let atoms = atoms.collect();
    Some(Extract { claim, atoms })
}

/// The columns of a term, each once.
fn columns(term: &Term) -> Vec<Term> {
    let mut all = vec![];
    term.for_each_leaf(&mut |column| {
        let leaf = Expr::Leaf(*column);
        if !all.contains(&leaf) {
            all.push(leaf);
        }
    });
    all
}

/// A term after a function has replaced parts, the outermost first.
fn rewritten(term: &Term, replace: &dyn Fn(&Term) -> Option<Term>) -> Term {
    match (replace(term), term) {
        (Some(by), _) => by,
        (None, Expr::Apply(operator, parts)) => {
            let parts: Vec<Term> = parts.iter().map(|it| rewritten(it, replace)).collect();
            Expr::apply(*operator, parts)
        }
        (None, term) => term.clone(),
    }
}
