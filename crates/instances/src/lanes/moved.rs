//! Ops that only move the elements of a tensor or a vector.

use super::Reader;
use crate::term::Term;
use calipers_egraph::Operator;
use calipers_number::Int;
use calipers_program::{Attribute, Extent, OpId, Program, TypeView, ValueId};

/// What an op does to the index of an element.
pub(super) enum Moved {
    /// The element of this operand with this index.
    To(ValueId, Vec<Term>),
    /// The op computes elements.
    Computed,
}

impl Reader<'_> {
    /// Where an op that only moves elements takes one from.
    pub(super) fn moved(&self, op: OpId, index: &[Term]) -> Option<Moved> {
        let program = self.program;
        let source = program.operands(op).first().copied();
        Some(match program.op_name(op) {
            "tt.splat" => Moved::To(source?, vec![]),
            "vector.broadcast" if !matches!(program.value_type(source?), TypeView::Shaped(_)) => {
                Moved::To(source?, vec![])
            }
            "tt.broadcast" | "vector.broadcast" => {
                let dims = program.value_type(source?).shape()?.dims?;
                // A vector is repeated along new first dimensions.
                let index = &index[index.len().checked_sub(dims.len())?..];
                let place = |(extent, at): (&Extent, &Term)| match extent {
                    Extent::Static(1) => Term::integer(0),
                    _ => at.clone(),
                };
                Moved::To(source?, dims.iter().zip(index).map(place).collect())
            }
            "tt.expand_dims" => {
                let Some(Attribute::Integer(axis)) = program.attribute(op, "axis") else {
                    return None;
                };
                let axis = usize::try_from(i64::try_from(&axis).ok()?).ok()?;
                let mut index = index.to_vec();
                if axis >= index.len() {
                    return None;
                }
                index.remove(axis);
                Moved::To(source?, index)
            }
            "tt.trans" => {
                let order = match program.attribute(op, "order") {
                    Some(Attribute::Integers(order)) => order.into_owned(),
                    _ => return None,
                };
                // Dimension k of the result is dimension order[k] of the source.
                let place = |dim: i64| {
                    let at = order.iter().position(|&it| it == dim)?;
                    index.get(at).cloned()
                };
                let rank = i64::try_from(order.len()).ok()?;
                Moved::To(source?, (0..rank).map(place).collect::<Option<_>>()?)
            }
            "ttg.convert_layout" => Moved::To(source?, index.to_vec()),
            // Elements keep their order, unless the op says that it does not matter.
            "tt.reshape" | "vector.shape_cast" => {
                if program.attribute(op, "allow_reorder").is_some() {
                    return None;
                }
                let sizes = |value| static_sizes(program, value);
                let result = *program.results(op).first()?;
                Moved::To(source?, reshaped(index, &sizes(result)?, &sizes(source?)?)?)
            }
            _ => Moved::Computed,
        })
    }
}

fn static_sizes(program: &dyn Program, value: ValueId) -> Option<Vec<i64>> {
    let sizes = program.value_type(value).shape()?.dims?.iter();
    let size = |extent: &Extent| match extent {
        Extent::Static(size) => Some(*size),
        Extent::Dynamic | Extent::Scalable(_) => None,
    };
    sizes.map(size).collect()
}

/// The index of an element in the sizes `to`, whose position in row-major order is that of an index in the sizes `from`.
fn reshaped(index: &[Term], from: &[i64], to: &[i64]) -> Option<Vec<Term>> {
    let mut index = from.iter().zip(index).filter(|(size, _)| **size != 1);
    let own: Vec<i64> = from.iter().copied().filter(|&size| size != 1).collect();
    let others: Vec<i64> = to.iter().copied().filter(|&size| size != 1).collect();
    if own == others {
        let place = |&size: &i64| match size {
            1 => Some(Term::integer(0)),
            _ => index.next().map(|(_, at)| at.clone()),
        };
        return to.iter().map(place).collect();
    }
    let mut position = Term::integer(0);
    for (&size, at) in index {
        position = Term::sum(Term::scaled(size, position), at.clone());
    }
    let mut places = vec![];
    for (dim, &size) in to.iter().enumerate().rev() {
        let by = || Term::Integer(Int::from(size));
        let is_first = to[..dim].iter().all(|&size| size == 1);
        places.push(match (size, is_first) {
            (1, _) => Term::integer(0),
            (_, true) => position.clone(),
            _ => Term::apply(Operator::Mod, [position.clone(), by()]),
        });
        if size != 1 && !is_first {
            position = Term::apply(Operator::FloorDiv, [position, by()]);
        }
    }
    places.reverse();
    Some(places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use calipers_program::Column;

    /// The position of the element is the same.
    #[test]
    fn elements_keep_their_position() {
        let shapes: [&[i64]; 8] = [
            &[24],
            &[4, 6],
            &[6, 4],
            &[2, 3, 4],
            &[1, 24],
            &[4, 1, 6],
            &[4, 6, 1],
            &[2, 12],
        ];
        let index = |shape: &[i64], position: i64| -> Vec<i64> {
            let mut rest = position;
            let mut index: Vec<i64> = shape
                .iter()
                .rev()
                .map(|size| {
                    let at = rest % size;
                    rest /= size;
                    at
                })
                .collect();
            index.reverse();
            index
        };
        for from in shapes {
            for to in shapes {
                let leaves: Vec<Term> = (0..from.len() as u32)
                    .map(|at| Term::Leaf(Column::Symbol(at)))
                    .collect();
                let terms = reshaped(&leaves, from, to).unwrap_or_default();
                for position in 0..24 {
                    let own = index(from, position);
                    let value = |column: &Column| match column {
                        Column::Symbol(at) => own.get(*at as usize).map(|&it| Int::from(it)),
                        _ => None,
                    };
                    let found: Option<Vec<Int>> =
                        terms.iter().map(|term| term.evaluate(&value)).collect();
                    let expected = index(to, position).into_iter().map(Int::from).collect();
                    assert_eq!(found, Some(expected), "{from:?} {to:?} {position}");
                }
            }
        }
    }
}
