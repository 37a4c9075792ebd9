//! Chooses questions about a program.

use super::question::{Ask, Question, Term};
use calipers::analysis::{BoundKind, Comparison};
use calipers::ir::Module;
use calipers::program::{
    BlockId, Column, Dominance, Extent, OpId, Point, Program, ShapedKind, TypeView, ValueId,
};
use calipers::term::{Expr, Operator};
use fastrand::Rng;

/// Random questions about a function: about every value at its definition, and about visible values at random points.
pub fn questions(module: &Module, function: OpId, random: &mut Rng, most: usize) -> Vec<Question> {
    let dominance = Dominance::new();
    let mut points = points(module, function, &dominance);
    let mut asked = vec![];
    for &point in &points {
        for column in fresh(module, point)
            .into_iter()
            .flat_map(|it| columns(module, it))
        {
            let visible = visible(module, &dominance, point);
            let term = Expr::Leaf(column);
            if random.u32(0..4) > 0 {
                asked.push(question(point, term.clone(), Ask::Range));
            }
            if random.u32(0..2) == 0 {
                asked.push(bound(point, term, &visible, random));
            }
        }
    }
    random.shuffle(&mut asked);
    asked.truncate(most * 2 / 3);
    while asked.len() < most && !points.is_empty() {
        // More values are visible at later points.
        let at = random
            .usize(..points.len())
            .max(random.usize(..points.len()));
        let visible = visible(module, &dominance, points[at]);
        if visible.is_empty() {
            points.swap_remove(at);
            continue;
        }
        asked.push(comparison(points[at], &visible, random));
    }
    random.shuffle(&mut asked);
    asked
}

/// Random integers at random points: columns at their definitions, and terms over visible columns.
pub fn places(
    module: &Module,
    function: OpId,
    random: &mut Rng,
    most: usize,
) -> Vec<(Point, Term)> {
    let dominance = Dominance::new();
    let points = points(module, function, &dominance);
    // In scripts, a condition is not an integer.
    let is_wide = |column: &Column| column.width(module) != Some(1);
    let mut defined = vec![];
    for &point in &points {
        let own = fresh(module, point)
            .into_iter()
            .flat_map(|it| columns(module, it));
        defined.extend(
            own.filter(is_wide)
                .map(|column| (point, Expr::Leaf(column))),
        );
    }
    random.shuffle(&mut defined);
    defined.truncate(most.div_ceil(2));
    for _ in 0..2 * most {
        if defined.len() >= most || points.is_empty() {
            break;
        }
        let point = points[random.usize(..points.len())];
        let mut visible = visible(module, &dominance, point);
        visible.retain(is_wide);
        if !visible.is_empty() {
            defined.push((point, side(&visible, random)));
        }
    }
    defined
}

/// The points in the reachable blocks of a function.
fn points(module: &Module, function: OpId, dominance: &Dominance) -> Vec<Point> {
    let mut points = vec![];
    for op in module.walk(function) {
        for &region in module.regions(op) {
            for &block in module.blocks(region) {
                let reachable = dominance.is_reachable(module, block);
                if reachable && module.has_ssa_dominance(region) {
                    points.extend(
                        (0..module.block_ops(block).len()).map(|index| Point { block, index }),
                    );
                }
            }
        }
    }
    points
}

fn question(point: Point, term: Term, ask: Ask) -> Question {
    Question { point, term, ask }
}

/// The values that are defined right before a point.
fn fresh(module: &Module, point: Point) -> Vec<ValueId> {
    match point.index.checked_sub(1) {
        None => module.block_arguments(point.block).to_vec(),
        Some(before) => module
            .results(module.block_ops(point.block)[before])
            .to_vec(),
    }
}

/// The columns of a value.
fn columns(module: &Module, value: ValueId) -> Vec<Column> {
    match module.value_type(value) {
        TypeView::Index => vec![Column::Value(value)],
        TypeView::Integer { width } if width <= 64 => {
            vec![Column::Value(value), Column::Unsigned(value)]
        }
        TypeView::Shaped(shape) => {
            let Some(dims) = shape.dims else {
                return vec![Column::Rank(value)];
            };
            let mut columns = vec![];
            if shape.kind != ShapedKind::Vector {
                let count = dims.len() as u32;
                columns.extend((0..count).map(|at| Column::Dim(value, at)));
                if shape.kind == ShapedKind::Memref {
                    columns.extend((0..count).map(|at| Column::Stride(value, at)));
                    columns.push(Column::Offset(value));
                }
            }
            let is_integer = matches!(
                module.element_type(value),
                Some(TypeView::Index | TypeView::Integer { width: ..=64 })
            );
            if is_integer && dims.iter().all(|it| matches!(it, Extent::Static(_))) {
                let elements = (0..5).take_while(|&at| Column::has_element(module, value, at));
                columns.extend(elements.map(|at| Column::Element(value, at)));
            }
            columns
        }
        _ => vec![],
    }
}

/// The columns that exist at a point, the nearest last.
fn visible(module: &Module, dominance: &Dominance, point: Point) -> Vec<Column> {
    let mut chain: Vec<(BlockId, usize)> = vec![];
    let mut at = Some(point);
    while let Some(point) = at {
        chain.push((point.block, point.index));
        let mut block = point.block;
        while let Some(dominator) = dominance.immediate_dominator(module, block) {
            chain.push((dominator, module.block_ops(dominator).len()));
            block = dominator;
        }
        let parent = module.region_parent(module.block_region(point.block));
        at = match module.op_name(parent) {
            "func.func" => None,
            _ => Point::before(module, parent),
        };
    }
    let mut found = vec![];
    for (block, index) in chain.into_iter().rev() {
        for &argument in module.block_arguments(block) {
            found.extend(columns(module, argument));
        }
        for &op in &module.block_ops(block)[..index] {
            for &result in module.results(op) {
                found.extend(columns(module, result));
            }
        }
    }
    found
}

fn pick(visible: &[Column], random: &mut Rng) -> Column {
    let count = visible.len();
    match random.u32(0..2) {
        0 => visible[random.usize(..count)],
        _ => visible[random.usize(count.saturating_sub(12)..count)],
    }
}

fn bound(point: Point, term: Term, visible: &[Column], random: &mut Rng) -> Question {
    let kind = match random.u32(0..3) {
        0 => BoundKind::Lower,
        1 => BoundKind::Upper,
        _ => BoundKind::Equal,
    };
    let mut allowed = vec![];
    if random.u32(0..4) > 0 {
        for _ in 0..random.u32(1..8) {
            let column = pick(visible, random);
            if term != Expr::Leaf(column) {
                allowed.push(column);
            }
        }
    }
    let closed = random.bool();
    question(
        point,
        term,
        Ask::Bound {
            kind,
            closed,
            allowed,
        },
    )
}

fn comparison(point: Point, visible: &[Column], random: &mut Rng) -> Question {
    let comparison = [
        Comparison::Eq,
        Comparison::Ne,
        Comparison::Lt,
        Comparison::Le,
        Comparison::Gt,
        Comparison::Ge,
    ][random.usize(..6)];
    let left = side(visible, random);
    let right = match random.u32(0..4) {
        0 => Expr::integer(random.i64(-4..20)),
        _ => side(visible, random),
    };
    question(point, left, Ask::Compare(comparison, right))
}

fn side(visible: &[Column], random: &mut Rng) -> Term {
    let leaf = Expr::Leaf(pick(visible, random));
    match random.u32(0..10) {
        0..=5 => leaf,
        6 => Expr::sum(leaf, Expr::integer(random.i64(-3..8))),
        7 => Expr::sum(leaf, Expr::Leaf(pick(visible, random))),
        8 => Expr::difference(leaf, Expr::Leaf(pick(visible, random))),
        _ => {
            let operator = [
                Operator::FloorDiv,
                Operator::CeilDiv,
                Operator::Mod,
                Operator::Mul,
                Operator::TruncDiv,
                Operator::TruncMod,
            ][random.usize(..6)];
            Expr::apply(operator, [leaf, Expr::integer(random.i64(1..9))])
        }
    }
}
