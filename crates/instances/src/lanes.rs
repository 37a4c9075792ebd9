//! Accesses through tensors of pointers, as in Triton, and of vectors under a mask: the element that a lane accesses, as
//! a function of the lane.
//!
//! A lane is an index of the tensor or the vector. Its variables are symbols, so that a proof holds for all lanes.
//! Offsets have fixed width and wrap, unless the configuration ignores that.

use crate::access::{Access, AccessKind, Size, leaf};
use crate::bits::Bitwise;
use crate::nest::{self, ancestors, is_constant_op, is_entry};
use crate::term::Term;
use calipers_egraph::Operator;
use calipers_number::{Int, Range};
use calipers_program::term::wrap::{wrap_signed, wrap_unsigned};
use calipers_program::{
    Attribute, Column, Definition, Extent, OpId, Program, ShapedKind, TypeView, ValueId,
};

mod moved;
mod scalars;

use moved::Moved;

/// The first symbol of lanes.
const FIRST: u32 = 1 << 30;

/// Added to the symbol of a lane in the second instance.
const SECOND: u32 = 1 << 31;

/// The number of symbols for each op.
const MAX_RANK: u32 = 16;

/// Limit of the nesting of expressions.
const MAX_DEPTH: usize = 64;

/// The column of the second instance for a symbol of a lane.
pub(crate) fn second(column: Column) -> Column {
    match column {
        Column::Symbol(symbol) if symbol >= FIRST => Column::Symbol(symbol | SECOND),
        _ => column,
    }
}

/// A variable of the lanes of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lane {
    /// The symbol of the variable.
    pub symbol: u32,
    /// The number of lanes: the variable is from 0 to this number - 1.
    pub count: i64,
}

/// What an op does with the elements behind pointers, and the operand that these are.
pub(crate) fn through_pointers(program: &dyn Program, op: OpId) -> Option<(AccessKind, usize)> {
    Some(match program.op_name(op) {
        "tt.load" => (AccessKind::Read, 0),
        "tt.store" => (AccessKind::Write, 0),
        "tt.atomic_rmw" => (AccessKind::Atomic, 0),
        _ => return None,
    })
}

/// The access of a `tt.load`, a `tt.store` or an atomic op.
pub(crate) fn access(program: &dyn Program, op: OpId, wraps: bool) -> Option<Access> {
    let (kind, operand) = through_pointers(program, op)?;
    let pointer = *program.operands(op).get(operand)?;
    let mask = mask(program, op);
    let lanes = lanes(program, op, pointer)?;
    let index: Vec<Term> = lanes
        .iter()
        .map(|lane| Term::Leaf(Column::Symbol(lane.symbol)))
        .collect();
    let reader = Reader {
        program,
        lanes: &lanes,
        wraps,
    };
    let (buffer, offset) = reader.pointer(pointer, &index, 0)?;
    Some(Access {
        op,
        kind,
        buffer,
        indices: vec![offset],
        sizes: vec![Size::Exactly(1)],
        padded: vec![false],
        mask: mask.and_then(|mask| reader.condition(mask, &index, (Known::Implied, 0))),
        lanes: lanes.clone(),
    })
}

/// The access with a lane for each element of the vector that a mask may exclude elements of, if the mask is known.
pub(crate) fn of_masked_vector(program: &dyn Program, access: Access, wraps: bool) -> Access {
    with_lanes(program, &access, wraps).unwrap_or(access)
}

/// The same, if the mask is known.
pub(crate) fn with_lanes(program: &dyn Program, access: &Access, wraps: bool) -> Option<Access> {
    if !matches!(
        program.op_name(access.op),
        "vector.maskedload" | "vector.maskedstore"
    ) {
        return None;
    }
    let mask = mask(program, access.op)?;
    let lanes = lanes(program, access.op, mask)?;
    let index: Vec<Term> = lanes
        .iter()
        .map(|lane| Term::Leaf(Column::Symbol(lane.symbol)))
        .collect();
    let reader = Reader {
        program,
        lanes: &lanes,
        wraps,
    };
    let condition = reader.condition(mask, &index, (Known::Implied, 0))?;
    let mut access = access.clone();
    let first = access.indices.len().checked_sub(lanes.len())?;
    for (place, lane) in access.indices[first..].iter_mut().zip(index) {
        *place = Term::sum(place.clone(), lane);
    }
    access.sizes = vec![Size::Exactly(1); access.sizes.len()];
    access.mask = Some(condition);
    access.lanes = lanes;
    Some(access)
}

/// The mask of an access through pointers, or of one of a vector.
fn mask(program: &dyn Program, op: OpId) -> Option<ValueId> {
    let operands = program.operands(op);
    let mask = match program.op_name(op) {
        "tt.load" => *operands.get(1)?,
        "tt.store" | "tt.atomic_rmw" => *operands.get(2)?,
        "vector.maskedload" | "vector.maskedstore" => {
            *operands.len().checked_sub(2).map(|at| &operands[at])?
        }
        _ => return None,
    };
    (program.word_width(mask) == Some(1)).then_some(mask)
}

/// Whether a mask may exclude lanes of an access.
pub(crate) fn is_masked(program: &dyn Program, access: &Access) -> bool {
    mask(program, access.op).is_some()
}

/// The condition that holds exactly for the lanes that a masked access does not exclude; none if it is unknown.
pub(crate) fn exact_mask(program: &dyn Program, access: &Access, wraps: bool) -> Option<Term> {
    let mask = mask(program, access.op)?;
    let lanes = access.lanes.iter();
    let index: Vec<Term> = lanes
        .map(|it| Term::Leaf(Column::Symbol(it.symbol)))
        .collect();
    let reader = Reader {
        program,
        lanes: &access.lanes,
        wraps,
    };
    reader.condition(mask, &index, (Known::Exactly, 0))
}

/// The symbol of a lane of an op.
pub(crate) fn symbol(op: OpId, dim: u32) -> Option<u32> {
    let first = op.0.checked_mul(MAX_RANK).filter(|&it| it < FIRST)?;
    (dim < MAX_RANK).then_some(FIRST + first + dim)
}

fn lanes(program: &dyn Program, op: OpId, pointer: ValueId) -> Option<Vec<Lane>> {
    let TypeView::Shaped(shape) = program.value_type(pointer) else {
        return Some(vec![]);
    };
    if !matches!(shape.kind, ShapedKind::Tensor | ShapedKind::Vector) {
        return Some(vec![]);
    }
    let dims = shape.dims?;
    let lane = |(dim, extent): (u32, &Extent)| match extent {
        Extent::Static(count) => Some(Lane {
            symbol: symbol(op, dim)?,
            count: *count,
        }),
        Extent::Dynamic | Extent::Scalable(_) => None,
    };
    (0..).zip(dims).map(lane).collect()
}

/// Reads elements of tensors as terms.
struct Reader<'p> {
    program: &'p dyn Program,
    lanes: &'p [Lane],
    wraps: bool,
}

/// How a condition relates to an `i1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// It holds wherever the `i1` is true.
    Implied,
    /// It holds exactly there.
    Exactly,
}

impl Reader<'_> {
    /// The base of a pointer and its distance in elements.
    fn pointer(&self, value: ValueId, index: &[Term], depth: usize) -> Option<(ValueId, Term)> {
        if depth > MAX_DEPTH {
            return None;
        }
        let op = match self.program.definition(value) {
            Definition::Result { op, .. } => op,
            Definition::Argument { .. } => return self.argument(value, index, depth),
        };
        if let Moved::To(source, index) = self.moved(op, index)? {
            return self.pointer(source, &index, depth + 1);
        }
        match (self.program.op_name(op), self.program.operands(op)) {
            ("tt.addptr", &[pointer, offset]) => {
                let (base, first) = self.pointer(pointer, index, depth + 1)?;
                let offset = self.element(offset, index, depth + 1)?;
                Some((base, Term::sum(first, offset)))
            }
            _ => None,
        }
    }

    /// A pointer that is an argument of a function, or that a loop moves by the same distance in each iteration.
    fn argument(&self, value: ValueId, index: &[Term], depth: usize) -> Option<(ValueId, Term)> {
        let program = self.program;
        let Definition::Argument {
            block,
            index: number,
        } = program.definition(value)
        else {
            return None;
        };
        let parent = program.region_parent(program.block_region(block));
        if is_entry(program, block) {
            return Some((value, Term::integer(0)));
        }
        let carried = number.checked_sub(1)?;
        if program.op_name(parent) != "scf.for" {
            return None;
        }
        let initial = *program.operands(parent).get(3 + carried)?;
        let end = *program.block_ops(block).last()?;
        let yielded = *program.operands(end).get(carried)?;
        let (base, first) = self.pointer(initial, index, depth + 1)?;
        if yielded == value {
            return Some((base, first));
        }
        let Definition::Result { op, .. } = program.definition(yielded) else {
            return None;
        };
        let step = match (program.op_name(op), program.operands(op)) {
            ("tt.addptr", &[pointer, step]) if pointer == value => step,
            _ => return None,
        };
        let step = self.element(step, index, depth + 1)?;
        let is_inside = |column: &Column| {
            column
                .value()
                .is_some_and(|value| match program.definition(value) {
                    Definition::Result { op, .. } => ancestors(program, op).contains(&parent),
                    Definition::Argument { block, .. } => {
                        let owner = program.region_parent(program.block_region(block));
                        ancestors(program, owner).contains(&parent)
                    }
                })
        };
        if step.has_leaf(is_inside) {
            return None;
        }
        let variable = *program.block_arguments(block).first()?;
        Some((
            base,
            Term::sum(first, self.moved_by(parent, variable, step)?),
        ))
    }

    /// How far a loop moves a pointer by `step` in each iteration before the current one.
    fn moved_by(&self, the_loop: OpId, variable: ValueId, step: Term) -> Option<Term> {
        let &[lower, _, by, ..] = self.program.operands(the_loop) else {
            return None;
        };
        let product = |a, b| Term::apply(Operator::Mul, [a, b]);
        if self.wraps {
            return Some(product(Term::Leaf(Column::Trip(variable)), step));
        }
        // The variable does not wrap, so its distance from the start is a multiple of its step.
        let distance = Term::difference(leaf(variable), leaf(lower));
        let Definition::Result { op, .. } = self.program.definition(by) else {
            return Some(product(Term::Leaf(Column::Trip(variable)), step));
        };
        let by = constant(self.program, op).filter(|&by| by > 0);
        Some(match (by, &step) {
            (Some(by), Term::Integer(step))
                if calipers_number::floor_mod(step, &by.into())?.is_zero() =>
            {
                product(distance, Term::Integer(step / &by.into()))
            }
            (Some(1), _) => product(distance, step),
            (Some(by), _) => {
                let trips = Term::apply(Operator::FloorDiv, [distance, Term::integer(by)]);
                product(trips, step)
            }
            (None, _) => product(Term::Leaf(Column::Trip(variable)), step),
        })
    }

    /// The signed reading of an element.
    fn element(&self, value: ValueId, index: &[Term], depth: usize) -> Option<Term> {
        let program = self.program;
        if depth > MAX_DEPTH {
            return None;
        }
        if !matches!(program.value_type(value), TypeView::Shaped(_)) {
            let number = nest::constant(program, value);
            return Some(number.map_or_else(|| leaf(value), Term::Integer));
        }
        let Definition::Result { op, .. } = program.definition(value) else {
            return None;
        };
        if let Moved::To(source, index) = self.moved(op, index)? {
            return self.element(source, &index, depth + 1);
        }
        let width = program.word_width(value)? as usize;
        let of = |value: &ValueId| self.element(*value, index, depth + 1);
        let all = || {
            program
                .operands(op)
                .iter()
                .map(of)
                .collect::<Option<Vec<Term>>>()
        };
        let is_index = program.element_type(value) == Some(TypeView::Index);
        let wrapped = |term: Term| match self.wraps && !is_index {
            true => wrap_signed(term, width),
            false => term,
        };
        let operands = program.operands(op);
        Some(match program.op_name(op) {
            "tt.make_range" => {
                let Some(Attribute::Integer(start)) = program.attribute(op, "start") else {
                    return None;
                };
                Term::sum(index.first()?.clone(), Term::Integer(start))
            }
            "vector.step" => index.first()?.clone(),
            "arith.constant" => Term::integer(constant(program, op)?),
            "arith.addi" => wrapped(Term::apply(Operator::Add, all()?)),
            "arith.muli" => wrapped(Term::apply(Operator::Mul, all()?)),
            "arith.subi" => {
                let [a, b] = <[Term; 2]>::try_from(all()?).ok()?;
                wrapped(Term::difference(a, b))
            }
            "arith.minsi" => Term::apply(Operator::Min, all()?),
            "arith.maxsi" => Term::apply(Operator::Max, all()?),
            "arith.divsi" => wrapped(Term::apply(Operator::TruncDiv, all()?)),
            "arith.remsi" => Term::apply(Operator::TruncMod, all()?),
            "arith.floordivsi" => wrapped(Term::apply(Operator::FloorDiv, all()?)),
            "arith.divui" => {
                let all = all()?.into_iter().map(|it| self.unsigned(it, width));
                wrapped(Term::apply(Operator::FloorDiv, all.collect::<Vec<_>>()))
            }
            "arith.remui" => {
                let all = all()?.into_iter().map(|it| self.unsigned(it, width));
                wrapped(Term::apply(Operator::Mod, all.collect::<Vec<_>>()))
            }
            name @ ("arith.shli" | "arith.shrsi" | "arith.shrui") => {
                let [x, by] = <[Term; 2]>::try_from(all()?).ok()?;
                let by = self.range(&by).as_constant().map(usize::try_from)?.ok()?;
                let power = Term::Integer(Int::ONE << (by < width).then_some(by)?);
                match name {
                    "arith.shli" => wrapped(Term::apply(Operator::Mul, [x, power])),
                    "arith.shrsi" => Term::apply(Operator::FloorDiv, [x, power]),
                    _ => {
                        let x = self.unsigned(x, width);
                        wrapped(Term::apply(Operator::FloorDiv, [x, power]))
                    }
                }
            }
            name @ ("arith.andi" | "arith.ori" | "arith.xori") => {
                let operation = match name {
                    "arith.andi" => Bitwise::And,
                    "arith.ori" => Bitwise::Or,
                    _ => Bitwise::Xor,
                };
                let [a, b] = <[Term; 2]>::try_from(all()?).ok()?;
                operation.apply([&a, &b], [&self.range(&a), &self.range(&b)])?
            }
            "arith.extsi" => of(operands.first()?)?,
            "arith.extui" if self.wraps => {
                let from = program.word_width(*operands.first()?)? as usize;
                wrap_unsigned(of(operands.first()?)?, from)
            }
            "arith.extui" => of(operands.first()?)?,
            "arith.trunci" => wrapped(of(operands.first()?)?),
            "arith.select" => {
                let [condition, then, otherwise] = operands else {
                    return None;
                };
                let condition = self.condition(*condition, index, (Known::Exactly, depth + 1))?;
                Term::apply(Operator::Select, [condition, of(then)?, of(otherwise)?])
            }
            _ => return None,
        })
    }

    /// The unsigned reading of a term that is read as signed.
    fn unsigned(&self, term: Term, width: usize) -> Term {
        let is_natural = self
            .range(&term)
            .lower()
            .is_some_and(|it| !it.is_negative());
        match is_natural {
            true => term,
            false => wrap_unsigned(term, width),
        }
    }

    /// The range of a term, by the numbers of lanes and the ops that define what does not depend on the lane.
    fn range(&self, term: &Term) -> Range {
        match term {
            Term::Integer(number) => Range::constant(number.clone()),
            Term::Leaf(column) => {
                let mut lanes = self.lanes.iter();
                let own = lanes.find(|lane| *column == Column::Symbol(lane.symbol));
                match own {
                    Some(lane) => Range::between(0, lane.count - 1),
                    None => scalars::range(self.program, *column),
                }
            }
            Term::Apply(operator, arguments) => {
                let ranges: Vec<Range> = arguments.iter().map(|it| self.range(it)).collect();
                operator.range_over(arguments, &ranges)
            }
        }
    }

    /// A condition that holds wherever an `i1` element is true, or exactly where it is; none if it is unknown.
    fn condition(
        &self,
        value: ValueId,
        index: &[Term],
        (known, depth): (Known, usize),
    ) -> Option<Term> {
        let program = self.program;
        if depth > MAX_DEPTH {
            return None;
        }
        if !matches!(program.value_type(value), TypeView::Shaped(_)) {
            return Some(Term::Leaf(Column::Unsigned(value)));
        }
        let Definition::Result { op, .. } = program.definition(value) else {
            return None;
        };
        if let Moved::To(source, index) = self.moved(op, index)? {
            return self.condition(source, &index, (known, depth + 1));
        }
        match (program.op_name(op), program.operands(op)) {
            ("arith.cmpi", &[a, b]) => self.comparison(op, [a, b], index, depth),
            ("arith.constant", _) => Some(Term::integer(i64::from(constant(program, op)? != 0))),
            ("vector.create_mask", sizes) => {
                let below = |(at, &size): (&Term, &ValueId)| Term::less(at.clone(), leaf(size));
                let dims: Vec<Term> = index.iter().zip(sizes).map(below).collect();
                Some(Term::apply(Operator::Min, dims)).filter(|_| sizes.len() == index.len())
            }
            ("vector.constant_mask", _) => {
                let Some(Attribute::Integers(sizes)) = program.attribute(op, "mask_dim_sizes")
                else {
                    return None;
                };
                let below =
                    |(at, &size): (&Term, &i64)| Term::less(at.clone(), Term::integer(size));
                let dims: Vec<Term> = index.iter().zip(sizes.iter()).map(below).collect();
                Some(Term::apply(Operator::Min, dims)).filter(|_| sizes.len() == index.len())
            }
            ("arith.andi", &[a, b]) => {
                let side = |value| self.condition(value, index, (known, depth + 1));
                match (side(a), side(b), known) {
                    (Some(a), Some(b), _) => Some(Term::apply(Operator::Min, [a, b])),
                    (Some(one), None, Known::Implied) | (None, Some(one), Known::Implied) => {
                        Some(one)
                    }
                    _ => None,
                }
            }
            ("arith.ori", &[a, b]) => {
                let side = |value| self.condition(value, index, (known, depth + 1));
                Some(Term::apply(Operator::Max, [side(a)?, side(b)?]))
            }
            _ => None,
        }
    }

    fn comparison(
        &self,
        op: OpId,
        [a, b]: [ValueId; 2],
        index: &[Term],
        depth: usize,
    ) -> Option<Term> {
        let width = self.program.word_width(a)? as usize;
        let predicate = self.program.attribute(op, "predicate")?;
        let predicate = match &predicate {
            Attribute::Integer(number) => {
                PREDICATES.get(usize::try_from(i64::try_from(number).ok()?).ok()?)?
            }
            Attribute::String(name) => *name,
            _ => return None,
        };
        let is_unsigned = predicate.starts_with('u');
        let side = |value| {
            let term = self.element(value, index, depth + 1)?;
            Some(match is_unsigned {
                true => wrap_unsigned(term, width),
                false => term,
            })
        };
        let (a, b) = (side(a)?, side(b)?);
        Some(match predicate {
            "eq" => Term::equal(a, b),
            "ne" => Term::negation(Term::equal(a, b)),
            "slt" | "ult" => Term::less(a, b),
            "sle" | "ule" => Term::at_most(a, b),
            "sgt" | "ugt" => Term::less(b, a),
            "sge" | "uge" => Term::at_most(b, a),
            _ => return None,
        })
    }
}

/// The predicates of `arith.cmpi` by number.
const PREDICATES: [&str; 10] = [
    "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
];

/// The number that all elements of a constant are.
fn constant(program: &dyn Program, op: OpId) -> Option<i64> {
    if !is_constant_op(program, op) {
        return None;
    }
    match program.attribute(op, "value")? {
        Attribute::Integers(all) => {
            let first = *all.first()?;
            all.iter().all(|&it| it == first).then_some(first)
        }
        Attribute::Integer(value) => i64::try_from(&value).ok(),
        Attribute::Bool(value) => Some(i64::from(value)),
        _ => None,
    }
}
