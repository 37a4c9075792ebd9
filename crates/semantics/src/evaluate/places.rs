//! Elements of small tensors, row-major positions, and positions in memory.

use super::{Evaluator, Result, Terms, affine, fold, item, or_stop};
use crate::constants::Stop;
use crate::formula::Formula;
use crate::item::Item;
use calipers_number::Int;
use calipers_program::term::{Expr, Operator};
use calipers_program::{Column, Extent, Layout, Program};
use smallvec::smallvec;

/// The maximum number of elements for which a tensor is evaluated element by element.
const MAX_ELEMENTS: usize = 256;

impl<'p, P: Program + ?Sized> Evaluator<'p, '_, P> {
    /// `(elements V)`
    pub(super) fn elements(&mut self, value: &Formula) -> Result<Item<'p>> {
        let value = self.value(value)?;
        let count = match self.program.value_type(value).shape() {
            Some(shape) => {
                let dims = or_stop(shape.dims)?;
                match dims {
                    [Extent::Dynamic] => None,
                    _ => Some(or_stop(dims.iter().try_fold(1usize, |count, extent| {
                        count.checked_mul(static_size(extent)?)
                    }))?),
                }
            }
            None => None,
        };
        let count = match count {
            Some(count) => count,
            None => {
                let count = or_stop(self.constants.constant(Column::Dim(value, 0))?)?;
                usize::try_from(count).map_err(|_| Stop::Inapplicable)?
            }
        };
        or_stop((count <= MAX_ELEMENTS).then_some(()))?;
        let element = |index| {
            Column::has_element(self.program, value, index)
                .then(|| Item::Term(Expr::Leaf(Column::Element(value, index))))
        };
        let elements: Option<Vec<_>> = (0..count as u32).map(element).collect();
        or_stop(elements).map(Item::List)
    }

    /// `(indices i S)`
    pub(super) fn indices(&mut self, place: &Formula, shape: &Formula) -> Result<Item<'p>> {
        let mut rest = self.index(place)?;
        let sizes = self.inner_sizes(shape)?;
        let mut indices = vec![];
        for size in sizes.into_iter().rev() {
            let index = match size {
                Some(0) => return Err(Stop::Inapplicable),
                Some(size) => rest % size,
                None => rest,
            };
            rest = size.map_or(0, |size| rest / size);
            indices.push(Item::Integer(Int::from(index)));
        }
        or_stop((rest == 0).then_some(()))?;
        indices.reverse();
        Ok(Item::List(indices))
    }

    /// `(place L S)`
    pub(super) fn place(&mut self, indices: &Formula, shape: &Formula) -> Result<Item<'p>> {
        let indices = self.list(indices)?.into_owned();
        let sizes = self.inner_sizes(shape)?;
        or_stop((indices.len() == sizes.len()).then_some(()))?;
        let mut place = 0usize;
        for (index, size) in indices.into_iter().zip(sizes) {
            let index = match self.as_term(index)? {
                Expr::Integer(index) => index,
                Expr::Leaf(column) => or_stop(self.constants.constant(column)?)?,
                Expr::Apply(..) => return Err(Stop::Inapplicable),
            };
            let index = usize::try_from(index).map_err(|_| Stop::Inapplicable)?;
            if size.is_some_and(|size| index >= size) {
                return Err(Stop::Inapplicable);
            }
            let outer = or_stop(place.checked_mul(size.unwrap_or(1)))?;
            place = or_stop(outer.checked_add(index))?;
        }
        Ok(Item::Integer(Int::from(place)))
    }

    /// `(position V L S)`: for a layout `strided<…>`, the first symbol is the dynamic offset, and the others are the
    /// dynamic strides in order.
    pub(super) fn position(
        &mut self,
        value: &Formula,
        indices: &Formula,
        symbols: &Formula,
    ) -> Result<Item<'p>> {
        let value = self.value(value)?;
        let shape = self.shape(value)?;
        let (indices, symbols) = (self.terms(indices)?, self.terms(symbols)?);
        if shape.rank() != Some(indices.len()) || !shape.is_strided() {
            return Err(Stop::Inapplicable);
        }
        match shape.layout {
            Layout::Strided { strides, offset } => {
                let mut symbols = symbols.into_iter();
                let mut number = |extent: &Extent| match extent {
                    Extent::Static(number) => Some(Expr::integer(*number)),
                    _ => symbols.next(),
                };
                let mut sum: Terms = smallvec![or_stop(number(&offset))?];
                for (index, stride) in indices.into_iter().zip(strides) {
                    let stride = or_stop(number(stride))?;
                    sum.push(Expr::apply(Operator::Mul, [index, stride]));
                }
                Ok(item(fold(Operator::Add, sum)))
            }
            Layout::Map(map) if map.symbols as usize == symbols.len() => {
                let operands: Vec<_> = indices.into_iter().chain(symbols).collect();
                let result = or_stop(map.results.first())?;
                let value = affine(result, map.dims as usize, &operands, &mut self.given);
                Ok(item(or_stop(value)?))
            }
            Layout::Map(_) | Layout::Identity | Layout::Other => Err(Stop::Inapplicable),
        }
    }

    /// The sizes of a shape; none for an outermost size that is not static.
    fn inner_sizes(&mut self, shape: &Formula) -> Result<Vec<Option<usize>>> {
        let sizes: Vec<Option<usize>> = match self.evaluate(shape)? {
            Item::Value(value) => or_stop(self.shape(value)?.dims)?
                .iter()
                .map(static_size)
                .collect(),
            Item::List(items) => items
                .into_iter()
                .map(|item| match item {
                    Item::Integer(size) => usize::try_from(size).ok(),
                    _ => None,
                })
                .collect(),
            _ => return Err(Stop::Inapplicable),
        };
        match sizes.iter().skip(1).all(Option::is_some) {
            true => Ok(sizes),
            false => Err(Stop::Inapplicable),
        }
    }
}

fn static_size(extent: &Extent) -> Option<usize> {
    match extent {
        Extent::Static(size) => usize::try_from(*size).ok(),
        Extent::Dynamic | Extent::Scalable(_) => None,
    }
}
