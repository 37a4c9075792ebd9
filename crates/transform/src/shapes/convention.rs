//! MLIR's conventions for the sizes of op results, where they differ from the op's definition.
//!
//! A structured op has the shape of its outputs. MLIR expresses it in terms of the inputs, by the indexing maps:
//! executing the op asserts that the sizes agree, and its result exists only then. If a sum or difference of loops
//! indexes a result, MLIR defines the size as that sum or difference of their sizes. The passes do the same, since
//! they must agree with MLIR's.

use super::indexing::indexing_maps;
use crate::number::Int;
use crate::program::{
    AffineBinary, AffineExpr, Attribute, Column, Definition, Extent, OpId, Program, ValueId,
};
use crate::term::{Expr, Operator};
use calipers_support::order::Order;
use hashbrown::HashMap;

/// A size as a term.
pub struct Told {
    /// The term.
    pub term: Expr<Column>,
    /// The columns in it, without duplicates, in the order of the symbols of an affine map.
    pub leaves: Vec<Column>,
}

impl Told {
    /// The size by a definition; values precede sizes, as MLIR orders its symbols.
    pub fn by_definition(term: Expr<Column>) -> Told {
        let mut leaves = vec![];
        term.for_each_leaf(&mut |leaf| {
            if !leaves.contains(leaf) {
                leaves.push(*leaf);
            }
        });
        leaves.order_by_key(|leaf| matches!(leaf, Column::Dim(..)));
        Told { term, leaves }
    }
}

/// Whether sizes follow MLIR's conventions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Terms {
    /// They follow the definitions, for all indexing maps.
    Exact,
    /// A result dimension indexed by a sum of loops has the sum of their sizes.
    Mlir,
}

/// The size of dimension `dim` of `value` by MLIR's convention; none if that is the definition.
pub fn size(program: &dyn Program, value: ValueId, dim: u32, terms: Terms) -> Option<Told> {
    let Definition::Result { op, index } = program.definition(value) else {
        return None;
    };
    match program.op_name(op) {
        "tensor.expand_shape" => expanded(program, op, value, dim).map(Told::by_definition),
        "tensor.concat" => beside_the_axis(program, op, dim).map(Told::by_definition),
        _ => structured(program, op, index, dim, terms),
    }
}

/// The size of a dimension along which all inputs agree is that of any of them: one with a static size, if there is
/// one.
fn beside_the_axis(program: &dyn Program, op: OpId, dim: u32) -> Option<Expr<Column>> {
    let Attribute::Integer(axis) = program.attribute(op, "dim")? else {
        return None;
    };
    if axis == Int::from(dim) {
        return None;
    }
    let stated = program.operands(op).iter().find(|&&input| {
        let shape = program.value_type(input).shape();
        let extent = shape.and_then(|shape| shape.extent(dim as usize));
        matches!(extent, Some(Extent::Static(_)))
    });
    stated.map(|&input| Expr::Leaf(Column::Dim(input, dim)))
}

/// The only dynamic dimension of an expansion: the source's size divided by the product of the others.
fn expanded(program: &dyn Program, op: OpId, value: ValueId, dim: u32) -> Option<Expr<Column>> {
    let Some(Attribute::Array(groups)) = program.attribute(op, "reassociation") else {
        return None;
    };
    let groups: Vec<Vec<u32>> = groups
        .into_iter()
        .map(|group| match group {
            Attribute::Integers(dims) => dims.iter().map(|&d| u32::try_from(d).ok()).collect(),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let source_dim = groups.iter().position(|group| group.contains(&dim))?;
    let shape = program.value_type(value).shape()?;
    let others = groups[source_dim].iter().filter(|&&other| other != dim);
    let product = others
        .map(|&other| match shape.extent(other as usize)? {
            Extent::Static(size) if size > 0 => Some(Int::from(size)),
            _ => None,
        })
        .product::<Option<Int>>()?;
    let source = Column::Dim(
        *program.operands(op).first()?,
        u32::try_from(source_dim).ok()?,
    );
    Some(Expr::apply(
        Operator::FloorDiv,
        [Expr::Leaf(source), Expr::Integer(product)],
    ))
}

fn structured(
    program: &dyn Program,
    op: OpId,
    result: usize,
    dim: u32,
    terms: Terms,
) -> Option<Told> {
    let maps = indexing_maps(program, op)?;
    let operands = program.operands(op);
    let first_output = operands.len().checked_sub(program.results(op).len())?;
    if maps.len() != operands.len() {
        return None;
    }
    // The size of each loop, and all of them in the order of the operands.
    let mut loops: HashMap<u32, Column> = HashMap::new();
    let mut order = vec![];
    for (map, &operand) in maps.iter().zip(operands).take(first_output) {
        for (at, expr) in (0u32..).zip(&map.results) {
            if let AffineExpr::Dim(number) = expr {
                let column = Column::Dim(operand, at);
                if *loops.entry(*number).or_insert(column) == column {
                    order.push(column);
                }
            }
        }
    }
    let expr = maps[first_output + result].results.get(dim as usize)?;
    let is_told = match (expr, terms) {
        (AffineExpr::Dim(_), _) => true,
        (AffineExpr::Constant(_) | AffineExpr::Symbol(_), _) => false,
        (AffineExpr::Binary(..), terms) => terms == Terms::Mlir,
    };
    if !is_told {
        return None;
    }
    let term = over_loops(expr, &loops)?;
    let used = Told::by_definition(term.clone()).leaves;
    order.retain(|column| used.contains(column));
    Some(Told {
        term,
        leaves: order,
    })
}

fn over_loops(expr: &AffineExpr, loops: &HashMap<u32, Column>) -> Option<Expr<Column>> {
    match expr {
        AffineExpr::Dim(number) => loops.get(number).copied().map(Expr::Leaf),
        AffineExpr::Symbol(_) => None,
        AffineExpr::Constant(value) => Some(Expr::Integer(value.clone())),
        AffineExpr::Binary(operator, lhs, rhs) => {
            let operator = match operator {
                AffineBinary::Add => Operator::Add,
                AffineBinary::Mul => Operator::Mul,
                AffineBinary::FloorDiv => Operator::FloorDiv,
                AffineBinary::CeilDiv => Operator::CeilDiv,
                AffineBinary::Mod => Operator::Mod,
            };
            let arguments = [over_loops(lhs, loops)?, over_loops(rhs, loops)?];
            Some(Expr::apply(operator, arguments))
        }
    }
}
