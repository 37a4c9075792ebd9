//! Accesses: the ops that read or write elements of a buffer, and which.

use crate::lanes::{self, Lane};
use crate::term::Term;
use calipers_egraph::Operator;
use calipers_program::{
    AffineExpr, AffineMap, Attribute, Column, Extent, OpId, Program, TypeView, ValueId,
};

/// What an access does with the elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AccessKind {
    /// It reads them.
    Read,
    /// It writes them, or reads and writes them.
    Write,
    /// It reads and writes them atomically.
    Atomic,
}

/// An access: the elements of a buffer from an index on, in a box.
#[derive(Clone, PartialEq, Debug)]
pub struct Access {
    /// The op.
    pub op: OpId,
    /// What it does.
    pub kind: AccessKind,
    /// The memref or tensor.
    pub buffer: ValueId,
    /// The index of the first element in each dimension.
    pub indices: Vec<Term>,
    /// The number of elements in each dimension.
    pub sizes: Vec<Size>,
    /// The dimensions in which elements beyond the end of the buffer are not accessed.
    pub padded: Vec<bool>,
    /// The variables of the lanes, for an access through a tensor of pointers.
    pub lanes: Vec<Lane>,
    /// A condition on the lanes under which alone they access an element.
    pub mask: Option<Term>,
}

/// The number of elements that an access touches in a dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// All of these.
    Exactly(i64),
    /// At most these, where a mask decides.
    AtMost(i64),
}

impl Size {
    /// The maximum number.
    pub fn limit(self) -> i64 {
        match self {
            Size::Exactly(size) | Size::AtMost(size) => size,
        }
    }
}

/// The place of the operands of an access.
struct Form {
    kind: AccessKind,
    /// The number of the operand that is the buffer; the indices follow.
    buffer: usize,
    shape: FormShape,
}

enum FormShape {
    /// One element.
    Element,
    /// One element, whose index is computed by an affine map of the operands.
    Mapped,
    /// A vector along the last dimensions. The value is a result, or the first operand.
    Vector,
    /// The same with an affine map.
    MappedVector,
    /// A vector of which a mask may exclude elements; its value is a result, or the last operand.
    Masked,
    /// A vector whose dimensions a permutation map assigns to those of the buffer.
    Transfer,
}

fn form(name: &str) -> Option<Form> {
    use AccessKind::{Atomic, Read, Write};
    let (kind, buffer, shape) = match name {
        "memref.load" | "tensor.extract" => (Read, 0, FormShape::Element),
        "memref.store" | "tensor.insert" => (Write, 1, FormShape::Element),
        "memref.atomic_rmw" => (Atomic, 1, FormShape::Element),
        "memref.generic_atomic_rmw" => (Atomic, 0, FormShape::Element),
        "affine.load" => (Read, 0, FormShape::Mapped),
        "affine.store" => (Write, 1, FormShape::Mapped),
        "affine.vector_load" => (Read, 0, FormShape::MappedVector),
        "affine.vector_store" => (Write, 1, FormShape::MappedVector),
        "vector.load" => (Read, 0, FormShape::Vector),
        "vector.store" => (Write, 1, FormShape::Vector),
        "vector.maskedload" => (Read, 0, FormShape::Masked),
        "vector.maskedstore" => (Write, 0, FormShape::Masked),
        "vector.transfer_read" => (Read, 0, FormShape::Transfer),
        "vector.transfer_write" => (Write, 1, FormShape::Transfer),
        _ => return None,
    };
    Some(Form {
        kind,
        buffer,
        shape,
    })
}

impl Access {
    /// The access that an op is; none for other ops, for vectors of scalable size, and for pointers that are not a
    /// base with an offset.
    pub fn of(program: &dyn Program, op: OpId) -> Option<Access> {
        Access::read(program, op, true)
    }

    /// The access that an op is. `wraps` says whether offsets of fixed width wrap.
    pub(crate) fn read(program: &dyn Program, op: OpId, wraps: bool) -> Option<Access> {
        lanes::access(program, op, wraps).or_else(|| Access::of_buffer(program, op))
    }

    fn of_buffer(program: &dyn Program, op: OpId) -> Option<Access> {
        let form = form(program.op_name(op))?;
        let operands = program.operands(op);
        let buffer = *operands.get(form.buffer)?;
        let rank = program.value_type(buffer).shape()?.rank()?;
        let rest = &operands[form.buffer + 1..];
        let indices = match form.shape {
            FormShape::Mapped | FormShape::MappedVector => {
                let Some(Attribute::Map(map)) = program.attribute(op, "map") else {
                    return None;
                };
                applied(map, rest.get(..map.inputs())?)?
            }
            _ => rest.get(..rank)?.iter().map(|&it| leaf(it)).collect(),
        };
        if indices.len() != rank {
            return None;
        }
        let mut access = Access {
            op,
            kind: form.kind,
            buffer,
            indices,
            sizes: vec![Size::Exactly(1); rank],
            padded: vec![false; rank],
            lanes: vec![],
            mask: None,
        };
        match form.shape {
            FormShape::Element | FormShape::Mapped => {}
            // A vector that is an element.
            FormShape::Vector | FormShape::MappedVector if has_vectors(program, buffer) => {}
            FormShape::Masked | FormShape::Transfer if has_vectors(program, buffer) => return None,
            FormShape::Vector | FormShape::MappedVector => {
                let value = program.results(op).first().or(operands.first())?;
                access.spread(&vector_sizes(program, *value)?)?;
            }
            FormShape::Masked => {
                let value = program.results(op).first().or(operands.last())?;
                access.spread(&vector_sizes(program, *value)?)?;
                access.mask();
            }
            FormShape::Transfer => access.transfer(program, op, rest.get(rank..)?)?,
        }
        if is_in_mask(program, op) {
            access.mask();
        }
        Some(access)
    }

    /// A vector along the last dimensions.
    fn spread(&mut self, sizes: &[i64]) -> Option<()> {
        let first = self.sizes.len().checked_sub(sizes.len())?;
        for (place, &size) in self.sizes[first..].iter_mut().zip(sizes) {
            *place = Size::Exactly(size);
        }
        Some(())
    }

    fn mask(&mut self) {
        for size in &mut self.sizes {
            *size = Size::AtMost(size.limit());
        }
    }

    fn transfer(&mut self, program: &dyn Program, op: OpId, others: &[ValueId]) -> Option<()> {
        // A read has a padding value before the mask.
        let is_read = self.kind == AccessKind::Read;
        let is_masked = others.len() > usize::from(is_read);
        let value = match is_read {
            true => program.results(op).first(),
            false => program.operands(op).first(),
        };
        let sizes = vector_sizes(program, *value?)?;
        let rank = self.sizes.len();
        let dims: Vec<Option<usize>> = match program.attribute(op, "permutation_map") {
            Some(Attribute::Map(map)) => {
                let dims = map.results.iter().map(|result| match result {
                    AffineExpr::Dim(dim) => Some(Some(*dim as usize)),
                    AffineExpr::Constant(_) => Some(None),
                    _ => None,
                });
                dims.collect::<Option<Vec<_>>>()?
            }
            _ => (rank.checked_sub(sizes.len())?..rank).map(Some).collect(),
        };
        if dims.len() != sizes.len() {
            return None;
        }
        let in_bounds = program.attribute(op, "in_bounds");
        for (at, (&dim, &size)) in dims.iter().zip(&sizes).enumerate() {
            let Some(dim) = dim else {
                continue;
            };
            *self.sizes.get_mut(dim)? = Size::Exactly(size);
            self.padded[dim] = !states_in_bounds(in_bounds.as_ref(), at);
        }
        if is_masked {
            self.mask();
        }
        Some(())
    }

    /// Whether an access writes.
    pub fn writes(&self) -> bool {
        self.kind != AccessKind::Read
    }
}

/// Whether a `vector.mask` around an op may exclude elements.
fn is_in_mask(program: &dyn Program, op: OpId) -> bool {
    let block = program.block_of(op);
    let around = block.map(|block| program.region_parent(program.block_region(block)));
    around.is_some_and(|around| program.op_name(around) == "vector.mask")
}

/// Whether the elements of a buffer are vectors.
fn has_vectors(program: &dyn Program, buffer: ValueId) -> bool {
    let element = program.type_datum(buffer);
    let element = element.as_ref().and_then(|datum| datum.field("element"));
    element.is_some_and(|element| element.head() == Some("vector"))
}

fn states_in_bounds(attribute: Option<&Attribute<'_>>, at: usize) -> bool {
    match attribute {
        Some(Attribute::Array(all)) => all.get(at) == Some(&Attribute::Bool(true)),
        Some(Attribute::Integers(all)) => all.get(at).is_some_and(|&it| it != 0),
        _ => false,
    }
}

/// The sizes of a vector; those of a value that is no vector are none.
fn vector_sizes(program: &dyn Program, value: ValueId) -> Option<Vec<i64>> {
    let TypeView::Shaped(shape) = program.value_type(value) else {
        return Some(vec![]);
    };
    let sizes = shape.dims?.iter().map(|extent| match extent {
        Extent::Static(size) => Some(*size),
        Extent::Dynamic | Extent::Scalable(_) => None,
    });
    sizes.collect()
}

/// An index value as a term.
pub(crate) fn leaf(value: ValueId) -> Term {
    Term::Leaf(Column::Value(value))
}

/// The results of an affine map.
pub(crate) fn applied(map: &AffineMap, operands: &[ValueId]) -> Option<Vec<Term>> {
    let results = map.results.iter();
    results
        .map(|result| expression(result, map.dims as usize, operands))
        .collect()
}

fn expression(expr: &AffineExpr, dims: usize, operands: &[ValueId]) -> Option<Term> {
    Some(match expr {
        AffineExpr::Dim(n) => leaf(*operands.get(*n as usize)?),
        AffineExpr::Symbol(n) => leaf(*operands.get(dims + *n as usize)?),
        AffineExpr::Constant(value) => Term::Integer(value.clone()),
        AffineExpr::Binary(operator, a, b) => Term::apply(
            Operator::from(*operator),
            [
                expression(a, dims, operands)?,
                expression(b, dims, operands)?,
            ],
        ),
    })
}
