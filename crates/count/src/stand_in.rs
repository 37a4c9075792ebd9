//! Terms that equal values only in some places: quotients that round down for the results of unsigned
//! and truncating divisions, and comparisons of integers for those of words, where the operands have the sign for it.

use crate::footprint::op_of;
use crate::nest::{Nest, exists_at};
use calipers_engine::analysis::Verdict;
use calipers_program::term::condition::replaced;
use calipers_program::term::{Expr, Operator};
use calipers_program::{Attribute, Column, Dominance, Point, Program, ValueId};

/// The maximum number of columns that are replaced.
const MAX_STAND_INS: usize = 32;

/// A term that a column equals where a condition holds.
struct StandIn {
    term: Expr<Column>,
    condition: Expr<Column>,
}

/// Whether a term may equal a column somewhere.
pub(crate) fn has_stand_in(program: &dyn Program, column: Column) -> bool {
    !stand_ins(program, column).is_empty()
}

fn stand_ins(program: &dyn Program, column: Column) -> Vec<StandIn> {
    let found = match column {
        Column::Value(value) => division(program, value).map(|it| vec![it]),
        Column::Unsigned(value) => comparison(program, value),
        _ => None,
    };
    found.unwrap_or_default()
}

/// The quotient or remainder that rounds down, for a division.
fn division(program: &dyn Program, value: ValueId) -> Option<StandIn> {
    let op = op_of(program, value)?;
    let operator = match program.op_name(op) {
        "arith.remui" | "arith.remsi" | "index.remu" | "index.rems" => Operator::Mod,
        "arith.divui" | "arith.divsi" | "index.divu" | "index.divs" => Operator::FloorDiv,
        "arith.ceildivui" | "index.ceildivu" => Operator::CeilDiv,
        _ => return None,
    };
    let operands: [ValueId; 2] = program.operands(op).try_into().ok()?;
    let term = Expr::apply(operator, operands.map(|it| Expr::Leaf(Column::Value(it))));
    Some(StandIn {
        condition: Expr::equal(Expr::Leaf(Column::Value(value)), term.clone()),
        term,
    })
}

/// The comparison of integers, for one of words: one with a word that is not negative, as an integer, says that the other
/// one is not negative either, and one of such a word says that the other one may be negative.
fn comparison(program: &dyn Program, value: ValueId) -> Option<Vec<StandIn>> {
    let op = op_of(program, value).filter(|&op| program.op_name(op) == "arith.cmpi")?;
    let &[a, b] = program.operands(op) else {
        return None;
    };
    let Some(Attribute::Integer(predicate)) = program.attribute(op, "predicate") else {
        return None;
    };
    let (is_strict, [a, b]) = match i64::try_from(&predicate).ok()? {
        6 => (true, [a, b]),
        7 => (false, [a, b]),
        8 => (true, [b, a]),
        9 => (false, [b, a]),
        _ => return None,
    };
    let [a, b] = [a, b].map(|it| Expr::Leaf(Column::Value(it)));
    let is_natural = |it: &Expr<Column>| Expr::at_most(Expr::integer(0), it.clone());
    let is_below = match is_strict {
        true => Expr::less(a.clone(), b.clone()),
        false => Expr::at_most(a.clone(), b.clone()),
    };
    let is_negative = Expr::less(b.clone(), Expr::integer(0));
    Some(vec![
        StandIn {
            term: Expr::apply(Operator::Min, [is_natural(&a), is_below.clone()]),
            condition: is_natural(&b),
        },
        StandIn {
            term: Expr::apply(Operator::Max, [is_negative, is_below]),
            condition: is_natural(&a),
        },
    ])
}

impl Nest<'_, '_> {
    /// A term with others in place of columns inside, where these are proved to be equal.
    pub(crate) fn with_stand_ins(
        &mut self,
        term: &Expr<Column>,
        point: Option<Point>,
    ) -> Option<Expr<Column>> {
        let (program, outside) = (self.program, self.outside);
        let dominance = Dominance::new();
        let mut inside = vec![];
        term.for_each_leaf(&mut |&column| {
            if !inside.contains(&column) && !exists_at(program, &dominance, column, outside) {
                inside.push(column);
            }
        });
        let mut term = term.clone();
        for column in inside {
            let all = stand_ins(program, column);
            if all.is_empty() {
                continue;
            }
            if self.stand_ins == MAX_STAND_INS {
                return None;
            }
            self.stand_ins += 1;
            let mut all = all.into_iter();
            let holds =
                |it: &StandIn| self.analysis.prove_at(&it.condition, point) == Verdict::Proved;
            let stated = all.find(holds)?.term;
            let mut leaves = vec![];
            stated.for_each_leaf(&mut |&leaf| leaves.push(leaf));
            let mut own = stated;
            for leaf in leaves {
                let leaf = Expr::Leaf(leaf);
                own = replaced(&own, &leaf, &self.term(&leaf, point)?);
            }
            term = replaced(&term, &Expr::Leaf(column), &own);
        }
        Some(term)
    }
}
