//! The contents of buffers that a function is given and only reads: an execution chooses them, as it does its other
//! inputs. Different arguments have no common elements in these executions.

use super::Run;
use crate::access::{Access, Size};
use crate::lanes::is_masked;
use crate::place::{Place, dim_of};
use crate::sharing::is_argument;
use crate::term::Term;
use calipers_engine::analysis::Analysis;
use calipers_number::Int;
use calipers_program::{Column, Definition, OpId, Program, ShapedKind, TypeView, ValueId};
use std::sync::Arc;

/// Limit of the views of a buffer whose users are examined.
const MAX_VIEWS: usize = 64;

/// An element of a buffer, with its value.
#[derive(Clone, PartialEq, Debug)]
pub struct Content {
    /// The memref, tensor or pointer.
    pub buffer: ValueId,
    /// The indices of the element, or the offset from the pointer.
    pub element: Vec<Int>,
    /// Its value; an `i1` is 0 or 1.
    pub value: Int,
}

/// The element that a load reads.
#[derive(Debug)]
pub(super) struct Load {
    buffer: ValueId,
    indices: Vec<Term>,
    /// The sizes of the buffer; none for a pointer.
    sizes: Vec<Term>,
}

impl Run<'_, '_> {
    /// The value of a load, in its signed reading, if it reads an input.
    pub(super) fn content(&mut self, value: ValueId) -> Option<Int> {
        let load = self.load_of(value)?;
        let indices = load.indices.iter().map(|index| self.term(index));
        let element: Vec<Int> = indices.collect::<Option<_>>()?;
        for (index, size) in element.iter().zip(&load.sizes) {
            if index.is_negative() || *index >= self.term(size)? {
                return None;
            }
        }
        let is_bit = self.program.word_width(value) == Some(1);
        let range = self.input_range(match is_bit {
            true => Column::Unsigned(value),
            false => Column::Value(value),
        });
        let (at, number) = self.inputs.draw_content(load.buffer, element, &range)?;
        self.loaded.insert(value, at);
        Some(match is_bit {
            true => -number,
            false => number,
        })
    }

    /// The contents that the loads around an event have read, by their numbers.
    pub(super) fn contents_read(&self) -> Vec<usize> {
        let is_known = |value: ValueId| {
            let columns = [Column::Value(value), Column::Unsigned(value)];
            let mut known = columns.iter().filter_map(|it| self.known.get(it));
            known.any(Option::is_some)
        };
        let read = self.loaded.iter().filter(|(value, _)| is_known(**value));
        let mut read: Vec<usize> = read.map(|(_, &at)| at).collect();
        read.sort_unstable();
        read.dedup();
        read
    }

    fn load_of(&mut self, value: ValueId) -> Option<Arc<Load>> {
        if let Some(known) = self.memo.loads.get(&value) {
            return known.clone();
        }
        let found = load_of(self.program, self.analysis, value).map(Arc::new);
        self.memo.loads.insert(value, found.clone());
        found
    }
}

fn load_of(program: &dyn Program, analysis: &Analysis<'_>, value: ValueId) -> Option<Load> {
    let Definition::Result { op, .. } = program.definition(value) else {
        return None;
    };
    let is_number = matches!(
        program.value_type(value),
        TypeView::Index | TypeView::Integer { .. }
    );
    if !is_number || program.results(op) != [value] {
        return None;
    }
    let access = Access::of(program, op)?;
    let is_one = access.sizes.iter().all(|size| *size == Size::Exactly(1));
    let is_plain = access.lanes.is_empty() && !is_masked(program, &access);
    if access.writes() || !is_one || !is_plain {
        return None;
    }
    let shape = program.value_type(access.buffer).shape();
    let place = match shape.map(|shape| shape.kind) {
        // Another tensor, though it has the same memory later, has other elements.
        Some(ShapedKind::Tensor) => None,
        _ => Some(Place::of(program, analysis, &access)),
    };
    let (buffer, indices) = match place {
        None => (access.buffer, access.indices),
        Some(place) if place.frame == Some(place.root) => (place.root, place.indices),
        Some(_) => return None,
    };
    let is_tensor = shape.is_some_and(|shape| shape.kind == ShapedKind::Tensor);
    if !is_argument(program, buffer) || !is_tensor && !is_only_read(program, buffer) {
        return None;
    }
    let sizes = match shape {
        Some(_) => (0..indices.len())
            .map(|dim| dim_of(program, buffer, dim))
            .collect::<Option<_>>()?,
        None => vec![],
    };
    Some(Load {
        buffer,
        indices,
        sizes,
    })
}

/// Whether all that a function does with a buffer is to read it.
fn is_only_read(program: &dyn Program, buffer: ValueId) -> bool {
    let mut views = vec![buffer];
    let mut next = 0;
    while let Some(&view) = views.get(next) {
        next += 1;
        for &user in program.users(view) {
            if !keeps(program, user, view) || views.len() > MAX_VIEWS {
                return false;
            }
            if makes_view(program.op_name(user)) {
                let results = program.results(user).iter();
                views.extend(
                    results
                        .filter(|result| !views.contains(result))
                        .copied()
                        .collect::<Vec<_>>(),
                );
            }
        }
    }
    true
}

/// Whether an op leaves the elements of a buffer as they are, and hands it on to its own results alone.
fn keeps(program: &dyn Program, op: OpId, buffer: ValueId) -> bool {
    match program.op_name(op) {
        "memref.dim" | "memref.rank" | "memref.prefetch" => true,
        "memref.copy" => program.operands(op).get(1) != Some(&buffer),
        name if makes_view(name) => true,
        _ => Access::of(program, op).is_some_and(|access| !access.writes()),
    }
}

/// Whether the results of an op denote elements of its operand, as memory or as a pointer.
fn makes_view(name: &str) -> bool {
    matches!(
        name,
        "memref.cast"
            | "memref.memory_space_cast"
            | "memref.assume_alignment"
            | "memref.subview"
            | "memref.transpose"
            | "memref.expand_shape"
            | "memref.collapse_shape"
            | "tt.addptr"
            | "tt.splat"
            | "tt.broadcast"
            | "tt.expand_dims"
    )
}
