//! `affine-simplify-min-max`: drops the expressions of an `affine.min` that are never less than another, and the
//! expressions of an `affine.max` that are never greater. The result is in MLIR's normal form.

use crate::analysis::{Analysis, Comparison, Variable, Verdict};
use crate::ir::{InsertionPoint, Module, OpBuilder, affine};
use crate::number::Int;
use crate::pass::{Pass, PassResult, Report, Scope, is_function, report_once};
use crate::program::{
    AffineBinary, AffineExpr, AffineMap, Definition, OpId, Point, Program, ValueId,
};
use crate::rules::Rules;
use crate::solve::Config;
use calipers_support::order::Order;
use hashbrown::HashMap;
use std::sync::Arc;

/// The pass.
pub struct SimplifyMinMax {
    /// The semantics of ops.
    pub rules: Arc<Rules>,
    /// The configuration of the analysis.
    pub config: Config,
}

/// The maximum number of expressions that are compared with each other.
const MAX_EXPRESSIONS: usize = 24;

impl Pass for SimplifyMinMax {
    fn scope(&self) -> Scope {
        Scope::Function
    }

    fn run(&self, module: &mut Module, root: OpId, report: &mut Report) -> PassResult {
        let found = {
            let module = &*module;
            let mut analysis =
                Analysis::with_config(module, &self.rules, self.config.for_rewriting());
            let ops = module.walk(root).filter(|&op| is_min_max(module, op));
            let found = ops.filter_map(|op| Some((op, simpler(module, &mut analysis, op)?)));
            let found = found.collect::<Vec<_>>();
            report_once(analysis.clash_diagnostics(), report);
            found
        };
        let mut replaced = HashMap::new();
        for (op, new) in found {
            replace(module, op, new, &mut replaced);
        }
        Ok(())
    }
}

/// Whether an op is an `affine.min` or `affine.max`.
pub(super) fn is_min_max(program: &dyn Program, op: OpId) -> bool {
    matches!(program.op_name(op), "affine.min" | "affine.max")
}

/// The replacement of an `affine.min` or `affine.max`.
pub(super) struct Simpler {
    map: AffineMap,
    operands: Vec<ValueId>,
}

/// The op with fewer expressions, or in MLIR's order; none if it is unchanged.
pub(super) fn simpler(module: &Module, analysis: &mut Analysis<'_>, op: OpId) -> Option<Simpler> {
    let map = module.op_map(op, "map")?;
    let operands = module.operands(op);
    if map.inputs() != operands.len() || map.results.is_empty() {
        return None;
    }
    let left = undominated(module, analysis, op, map, operands);
    let results: Vec<AffineExpr> = left.iter().map(|&at| map.results[at].clone()).collect();
    let kept = AffineMap {
        results,
        ..map.clone()
    };
    let new = if kept.results.len() == 1 {
        Simpler {
            map: kept,
            operands: operands.to_vec(),
        }
    } else {
        canonical(module, &kept, operands)
    };
    (new.map != *map || new.operands != operands || new.map.results.len() == 1).then_some(new)
}

/// The divisors in an expression, except positive constants.
fn divisors(expr: &AffineExpr) -> Vec<&AffineExpr> {
    let AffineExpr::Binary(operator, lhs, rhs) = expr else {
        return vec![];
    };
    let divides = match operator {
        AffineBinary::Add | AffineBinary::Mul => false,
        AffineBinary::FloorDiv | AffineBinary::CeilDiv | AffineBinary::Mod => {
            !matches!(&**rhs, AffineExpr::Constant(divisor) if *divisor > Int::ZERO)
        }
    };
    let mut found = divisors(lhs);
    found.extend(divisors(rhs));
    found.extend(divides.then_some(&**rhs));
    found
}

/// The indices of the expressions that no other one makes redundant.
fn undominated(
    module: &Module,
    analysis: &mut Analysis<'_>,
    op: OpId,
    map: &AffineMap,
    operands: &[ValueId],
) -> Vec<usize> {
    let operands: Vec<Variable> = operands.iter().map(|&v| Variable::value(v)).collect();
    let variable = |result: &AffineExpr| {
        let single = AffineMap {
            results: vec![result.clone()],
            ..map.clone()
        };
        Variable::map(&single, &operands)
    };
    let variables: Option<Vec<Variable>> = map.results.iter().map(variable).collect();
    let count = map.results.len();
    let mut left: Vec<usize> = (0..count).collect();
    let Some(variables) = variables.filter(|_| count <= MAX_EXPRESSIONS) else {
        return left;
    };
    let comparison = match module.op_name(op) {
        "affine.min" => Comparison::Le,
        _ => Comparison::Ge,
    };
    let point = Point::before(module, op);
    // For a negative divisor, MLIR's folder yields poison, and its lowering does not compute the floor.
    let zero = Variable::constant(0);
    let mut divides = |divisor: &AffineExpr| {
        let divisor = variable(divisor);
        divisor.is_some_and(|divisor| {
            analysis.compare_at(&divisor, Comparison::Ge, &zero, point) == Verdict::Proved
        })
    };
    let is_told: Vec<bool> = map
        .results
        .iter()
        .map(|result| divisors(result).into_iter().all(&mut divides))
        .collect();
    let mut holds = |a: usize, b: usize| {
        is_told[a]
            && is_told[b]
            && analysis.compare_at(&variables[a], comparison, &variables[b], point)
                == Verdict::Proved
    };
    for at in 0..count {
        // Among equal expressions the first is kept.
        let is_superfluous = left
            .iter()
            .any(|&other| other != at && holds(other, at) && (other < at || !holds(at, other)));
        if is_superfluous {
            left.retain(|&kept| kept != at);
        }
    }
    left
}

/// MLIR's normal form: each operand once and used, as a symbol if possible; each expression once, linear ones in the
/// order of their coefficients.
fn canonical(module: &Module, map: &AffineMap, operands: &[ValueId]) -> Simpler {
    let mut used = vec![false; operands.len()];
    for result in &map.results {
        affine::replace(result, &mut |leaf| {
            if let Some(input) = input(map, leaf) {
                used[input] = true;
            }
            leaf.clone()
        });
    }
    let is_symbol = |at: usize| at >= map.dims as usize || may_be_symbol(module, operands[at]);
    let inputs = (0..operands.len()).filter(|&at| used[at]);
    let mut dims: Vec<ValueId> = vec![];
    let mut symbols: Vec<ValueId> = vec![];
    for at in inputs.clone().filter(|&at| !is_symbol(at)) {
        push_new(&mut dims, operands[at]);
    }
    let (promoted, stated): (Vec<usize>, Vec<usize>) = inputs
        .filter(|&at| is_symbol(at))
        .partition(|&at| at < map.dims as usize);
    for at in stated.into_iter().chain(promoted) {
        push_new(&mut symbols, operands[at]);
    }
    let leaf_of = |value: ValueId| match dims.iter().position(|&dim| dim == value) {
        Some(at) => AffineExpr::Dim(at as u32),
        None => {
            let at = symbols.iter().position(|&symbol| symbol == value);
            AffineExpr::Symbol(at.unwrap_or_default() as u32)
        }
    };
    let mut results: Vec<AffineExpr> = vec![];
    for result in &map.results {
        let result = affine::replace(result, &mut |leaf| match input(map, leaf) {
            Some(at) => leaf_of(operands[at]),
            None => leaf.clone(),
        });
        if !results.contains(&result) {
            results.push(result);
        }
    }
    let keys: Option<Vec<Vec<Int>>> = results
        .iter()
        .map(|result| coefficients(result, dims.len(), symbols.len()))
        .collect();
    if let Some(keys) = keys {
        let mut order: Vec<usize> = (0..results.len()).collect();
        order.order_by(|&a, &b| keys[a].cmp(&keys[b]));
        results = order.into_iter().map(|at| results[at].clone()).collect();
    }
    let map = AffineMap {
        dims: dims.len() as u32,
        symbols: symbols.len() as u32,
        results,
    };
    dims.extend(symbols);
    Simpler {
        map,
        operands: dims,
    }
}

fn push_new(list: &mut Vec<ValueId>, value: ValueId) {
    if !list.contains(&value) {
        list.push(value);
    }
}

fn input(map: &AffineMap, leaf: &AffineExpr) -> Option<usize> {
    match *leaf {
        AffineExpr::Dim(at) => Some(at as usize),
        AffineExpr::Symbol(at) => Some(map.dims as usize + at as usize),
        _ => None,
    }
}

/// Whether a value may be a symbol of an affine map by its definition: it is at the top level of a function, or a
/// constant.
fn may_be_symbol(module: &Module, value: ValueId) -> bool {
    let block = match module.definition(value) {
        Definition::Argument { block, .. } => block,
        Definition::Result { op, .. } => {
            if module.op_name(op) == "arith.constant" {
                return true;
            }
            match module.block_of(op) {
                Some(block) => block,
                None => return false,
            }
        }
    };
    is_function(module, module.region_parent(module.block_region(block)))
}

/// The coefficients of dimensions and symbols, then the constant; none if it is not linear.
fn coefficients(expr: &AffineExpr, dims: usize, symbols: usize) -> Option<Vec<Int>> {
    let mut row = vec![Int::ZERO; dims + symbols + 1];
    let mut stack = vec![(expr, Int::ONE)];
    while let Some((expr, factor)) = stack.pop() {
        match expr {
            AffineExpr::Dim(at) => *row.get_mut(*at as usize)? += factor,
            AffineExpr::Symbol(at) => *row.get_mut(dims + *at as usize)? += factor,
            AffineExpr::Constant(value) => *row.last_mut()? += value * factor,
            AffineExpr::Binary(AffineBinary::Add, lhs, rhs) => {
                stack.push((lhs, factor.clone()));
                stack.push((rhs, factor));
            }
            AffineExpr::Binary(AffineBinary::Mul, lhs, rhs) => {
                let scale = rhs.as_constant()?;
                stack.push((lhs, factor * scale));
            }
            AffineExpr::Binary(..) => return None,
        }
    }
    Some(row)
}

/// Replaces `op` by the simplified op. `replaced` maps values to their replacements so far.
pub(super) fn replace(
    module: &mut Module,
    op: OpId,
    new: Simpler,
    replaced: &mut HashMap<ValueId, ValueId>,
) {
    let &[old] = module.results(op) else { return };
    let Simpler { map, mut operands } = new;
    for operand in &mut operands {
        *operand = replaced.get(operand).copied().unwrap_or(*operand);
    }
    let single = match map.results.as_slice() {
        [single] => Some(single.clone()),
        _ => None,
    };
    let is_min = module.op_name(op) == "affine.min";
    let mut builder = OpBuilder::new(module, InsertionPoint::Before(op));
    let value = match single {
        None if is_min => builder.affine_min(map, &operands),
        None => builder.affine_max(map, &operands),
        Some(single) => match (input(&map, &single), single.as_constant()) {
            (Some(at), _) => operands[at],
            (None, Some(value)) => builder.constant_index(value.clone()),
            (None, None) => builder.affine_apply(map, &operands),
        },
    };
    replaced.insert(old, value);
    module.replace_all_uses(old, value);
    module.erase(op);
}
