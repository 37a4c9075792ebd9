//! Sizes as trees of terms over existing values, with one level for each op.

use super::convention::{self, Terms, Told};
use crate::analysis::Analysis;
use crate::fold::constant;
use crate::ir::{Module, affine};
use crate::number::Int;
use crate::program::{
    AffineBinary, AffineExpr, AffineMap, Attribute, Column, Definition, OpId, Point, Program,
    ValueId,
};
use crate::reify::{ReifyError, Style, is_readable, reify};
use crate::rules::Rules;
use crate::term::{Expr, Operator};
use calipers_support::order::Order;
use hashbrown::{HashMap, HashSet};
use std::rc::Rc;

/// A size.
#[derive(Clone, PartialEq, Debug)]
pub enum Size {
    /// A number.
    Constant(i64),
    /// A column without a definition.
    Column(Column),
    /// An affine expression whose symbols are other sizes.
    Affine(AffineExpr, Vec<Rc<Size>>),
}

/// The maximum number of `affine.apply` ops that are composed.
const MAX_COMPOSED: usize = 64;

/// Computes sizes, and memoizes them.
pub struct Sizes<'m> {
    program: &'m Module,
    analysis: Analysis<'m>,
    terms: Terms,
    known: HashMap<Column, Rc<Size>>,
}

impl<'m> Sizes<'m> {
    /// Sizes of a program, with the definitions of `analysis`.
    pub fn new(program: &'m Module, analysis: Analysis<'m>, terms: Terms) -> Sizes<'m> {
        Sizes {
            program,
            analysis,
            terms,
            known: HashMap::new(),
        }
    }

    /// The number of linear programs so far, which is zero.
    #[cfg(test)]
    pub fn linear_programs(&self) -> usize {
        self.analysis.statistics().linear_programs
    }

    /// A size in terms of the leaves of its definition. Costs the backward slice, each op once.
    pub fn of(&mut self, column: Column) -> Rc<Size> {
        let mut stack = vec![(column, None)];
        let mut open: HashSet<Column> = HashSet::new();
        while let Some((column, told)) = stack.pop() {
            if self.known.contains_key(&column) {
                continue;
            }
            if let Some(told) = told {
                let size = self.combine(&told);
                let size = size.unwrap_or_else(|| Rc::new(Size::Column(column)));
                self.known.insert(column, size);
                continue;
            }
            if let Some(constant) = self.constant(column) {
                self.known.insert(column, Rc::new(Size::Constant(constant)));
                continue;
            }
            match self.step(column) {
                Some(told) if open.insert(column) => {
                    let leaves = told.leaves.clone();
                    stack.push((column, Some(told)));
                    stack.extend(leaves.into_iter().map(|leaf| (leaf, None)));
                }
                // A cyclic definition, which unreachable code may contain.
                _ => {
                    self.known.insert(column, Rc::new(Size::Column(column)));
                }
            }
        }
        let size = self.known.get(&column).cloned();
        size.unwrap_or_else(|| Rc::new(Size::Column(column)))
    }

    /// Whether all columns of a size exist at a point.
    pub fn exists_at(&mut self, size: &Rc<Size>, point: Option<Point>) -> bool {
        let mut stack = vec![Rc::clone(size)];
        let mut seen: HashSet<*const Size> = HashSet::new();
        while let Some(size) = stack.pop() {
            if !seen.insert(Rc::as_ptr(&size)) {
                continue;
            }
            match &*size {
                Size::Constant(_) => {}
                Size::Column(column) => {
                    let exists = self.analysis.engine().exists_at(*column, point);
                    if !exists || !is_readable(self.program, self.analysis.rules(), *column) {
                        return false;
                    }
                }
                Size::Affine(_, parts) => stack.extend(parts.iter().cloned()),
            }
        }
        true
    }

    fn constant(&mut self, column: Column) -> Option<i64> {
        let engine = self.analysis.engine();
        let class = engine.class(column);
        i64::try_from(engine.egraph().as_constant(class)?).ok()
    }

    /// One step: a size in terms of the operands of the op that defines its value.
    fn step(&mut self, column: Column) -> Option<Told> {
        match column {
            Column::Dim(value, dim) => convention::size(self.program, value, dim, self.terms)
                .or_else(|| {
                    let engine = self.analysis.engine();
                    engine.class(column);
                    let definition = engine.definition(column)?;
                    Some(Told::by_definition(definition.term.clone()))
                }),
            _ => None,
        }
    }

    /// The size for a term over known sizes; none if it is not affine.
    fn combine(&self, told: &Told) -> Option<Rc<Size>> {
        if let Expr::Leaf(column) = &told.term {
            return self.known.get(column).cloned();
        }
        let mut parts = Parts::default();
        let mut terms: HashMap<Column, AffineExpr> = HashMap::new();
        for &leaf in &told.leaves {
            let size = self.known.get(&leaf)?;
            let expr = match &**size {
                Size::Constant(value) => AffineExpr::Constant((*value).into()),
                Size::Column(Column::Value(value)) => {
                    self.composed(*value, &mut parts, &mut MAX_COMPOSED.clone())
                }
                _ => parts.symbol(size),
            };
            terms.insert(leaf, expr);
        }
        let expr = affine_expr(&told.term, &terms)?;
        Some(Rc::new(match (&expr, expr.as_constant()) {
            (_, Some(value)) => Size::Constant(i64::try_from(value).ok()?),
            (AffineExpr::Symbol(at), _) => return parts.list.get(*at as usize).cloned(),
            _ => Size::Affine(expr, parts.list),
        }))
    }

    /// A value in terms of the operands of the `affine.apply` ops that compute it.
    fn composed(&self, value: ValueId, parts: &mut Parts, budget: &mut usize) -> AffineExpr {
        let whole = |parts: &mut Parts| parts.symbol(&Rc::new(Size::Column(Column::Value(value))));
        if let Some(constant) = constant(self.program, value) {
            return AffineExpr::Constant(constant.into());
        }
        let Definition::Result { op, .. } = self.program.definition(value) else {
            return whole(parts);
        };
        if self.program.op_name(op) != "affine.apply" || *budget == 0 {
            return whole(parts);
        }
        let Some(Attribute::Map(map)) = self.program.attribute(op, "map") else {
            return whole(parts);
        };
        let operands = self.program.operands(op);
        let ([result], true) = (map.results.as_slice(), operands.len() == map.inputs()) else {
            return whole(parts);
        };
        *budget -= 1;
        let inputs: Vec<AffineExpr> = operands
            .iter()
            .map(|&operand| self.composed(operand, parts, budget))
            .collect();
        affine::replace(result, &mut |leaf| match *leaf {
            AffineExpr::Dim(at) => inputs[at as usize].clone(),
            AffineExpr::Symbol(at) => inputs[map.dims as usize + at as usize].clone(),
            ref other => other.clone(),
        })
    }
}

/// The sizes in an expression, without duplicates.
#[derive(Default)]
struct Parts {
    list: Vec<Rc<Size>>,
}

impl Parts {
    fn symbol(&mut self, size: &Rc<Size>) -> AffineExpr {
        let same = |known: &Rc<Size>| match (&**known, &**size) {
            (Size::Column(a), Size::Column(b)) => a == b,
            _ => Rc::ptr_eq(known, size),
        };
        let at = self.list.iter().position(same).unwrap_or_else(|| {
            self.list.push(Rc::clone(size));
            self.list.len() - 1
        });
        AffineExpr::Symbol(u32::try_from(at).unwrap_or(u32::MAX))
    }
}

/// A term as an affine expression; none if an operator or a divisor is not affine.
fn affine_expr(term: &Expr<Column>, leaves: &HashMap<Column, AffineExpr>) -> Option<AffineExpr> {
    let (operator, arguments) = match term {
        Expr::Integer(value) => return Some(AffineExpr::Constant(value.clone())),
        Expr::Leaf(column) => return leaves.get(column).cloned(),
        Expr::Apply(operator, arguments) => (*operator, arguments),
    };
    let mut values = arguments
        .iter()
        .map(|argument| affine_expr(argument, leaves))
        .collect::<Option<Vec<_>>>()?;
    let positive = |expr: &AffineExpr| expr.as_constant().is_some_and(|c| *c >= Int::ONE);
    match operator {
        Operator::Add => Some(sum(values)),
        Operator::Mul => values.into_iter().reduce(affine::mul),
        Operator::FloorDiv | Operator::CeilDiv | Operator::Mod => {
            let divisor = values.pop().filter(positive)?;
            let dividend = values.pop()?;
            Some(match operator {
                Operator::FloorDiv => affine::floor_div(dividend, divisor),
                Operator::CeilDiv => affine::ceil_div(dividend, divisor),
                _ => affine::modulo(dividend, divisor),
            })
        }
        _ => None,
    }
}

/// A sum with its terms in the order of their symbols, the constant last.
fn sum(values: Vec<AffineExpr>) -> AffineExpr {
    let mut terms = vec![];
    let mut stack: Vec<AffineExpr> = values.into_iter().rev().collect();
    while let Some(value) = stack.pop() {
        match value {
            AffineExpr::Binary(AffineBinary::Add, lhs, rhs) => {
                stack.push((*rhs).clone());
                stack.push((*lhs).clone());
            }
            term => terms.push(term),
        }
    }
    let rank = |term: &AffineExpr| match term {
        AffineExpr::Symbol(at) => *at,
        AffineExpr::Binary(AffineBinary::Mul, factor, _) => match **factor {
            AffineExpr::Symbol(at) => at,
            _ => u32::MAX - 1,
        },
        AffineExpr::Constant(_) => u32::MAX,
        _ => u32::MAX - 1,
    };
    terms.order_by_key(rank);
    let zero = AffineExpr::Constant(Int::ZERO);
    let total = terms.into_iter().reduce(affine::add);
    total.unwrap_or(zero)
}

/// Materializes a size right before `before`: an `affine.apply` for each level.
///
/// # Errors
/// If a part of it cannot be read there; see [`ReifyError`].
pub fn write(
    module: &mut Module,
    rules: &Rules,
    before: OpId,
    size: &Rc<Size>,
) -> Result<ValueId, ReifyError> {
    enum Frame {
        Enter(Rc<Size>),
        Leave(Rc<Size>),
    }
    let mut stack = vec![Frame::Enter(Rc::clone(size))];
    let mut columns: Vec<Column> = vec![];
    while let Some(frame) = stack.pop() {
        match frame {
            Frame::Enter(size) => match &*size {
                Size::Affine(_, parts) => {
                    stack.push(Frame::Leave(Rc::clone(&size)));
                    stack.extend(parts.iter().rev().map(|part| Frame::Enter(Rc::clone(part))));
                }
                Size::Column(column) => columns.push(*column),
                Size::Constant(value) => {
                    let constant = AffineExpr::Constant((*value).into());
                    columns.push(Column::Value(apply(module, rules, before, constant, &[])?));
                }
            },
            Frame::Leave(size) => {
                let Size::Affine(expr, parts) = &*size else {
                    continue;
                };
                let operands = columns.split_off(columns.len() - parts.len());
                let value = apply(module, rules, before, expr.clone(), &operands)?;
                columns.push(Column::Value(value));
            }
        }
    }
    match columns.pop() {
        Some(Column::Value(value)) => Ok(value),
        Some(column) => apply(module, rules, before, AffineExpr::Symbol(0), &[column]),
        None => Err(ReifyError::Malformed),
    }
}

fn apply(
    module: &mut Module,
    rules: &Rules,
    before: OpId,
    expr: AffineExpr,
    operands: &[Column],
) -> Result<ValueId, ReifyError> {
    let map = AffineMap {
        dims: 0,
        symbols: u32::try_from(operands.len()).map_err(|_| ReifyError::Malformed)?,
        results: vec![expr],
    };
    reify(module, rules, before, &map, operands, Style::Affine)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::ParseOptions;

    #[test]
    fn definitions_alone_tell_sizes() {
        let mut source = String::from("func.func @f(%t0: tensor<?xf32>, %n: index, %f: f32) {\n");
        for at in 0..3000 {
            source += &format!(
                "  %t{} = tensor.pad %t{at} low[%n] high[1] {{\n  ^bb0(%i: index):\n    \
                 tensor.yield %f : f32\n  }} : tensor<?xf32> to tensor<?xf32>\n",
                at + 1
            );
        }
        source += "  \"test.last\"(%t3000) : (tensor<?xf32>) -> ()\n  return\n}\n";
        let module =
            Module::parse(&source, "t.mlir", ParseOptions::default()).expect("the program is fine");
        let rules = Rules::embedded();
        let last = module.ops_named("test.last")[0];
        let last = module.operands(last)[0];
        let mut sizes = Sizes::new(&module, Analysis::new(&module, &rules), Terms::Exact);
        let mut size = sizes.of(Column::Dim(last, 0));
        let mut levels = 0;
        while let Size::Affine(_, parts) = &*Rc::clone(&size) {
            assert_eq!(parts.len(), 2);
            size = Rc::clone(&parts[1]);
            levels += 1;
        }
        assert_eq!(levels, 3000);
        assert_eq!(sizes.linear_programs(), 0);
    }
}
