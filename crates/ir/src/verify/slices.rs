//! The verification of the result types of ops that take a slice of a memref or tensor.

use super::fault::Fault;
use crate::program::{Extent, OpId, Program, ValueId};
use crate::registry::OpSpec;
use crate::{Attr, MemrefLayout, Module, Type, TypeData};

/// The strided layout of a memref.
struct Strided {
    strides: Vec<Extent>,
    offset: Extent,
    /// Whether the type has an explicit `strided<…>`.
    stated: bool,
}

/// The static offsets, sizes and strides of an op.
pub(super) struct Slice<'m> {
    offsets: &'m [i64],
    sizes: &'m [i64],
    strides: &'m [i64],
}

fn extent(value: i64) -> Extent {
    match value {
        i64::MIN => Extent::Dynamic,
        value => Extent::Static(value),
    }
}

/// The product of two extents, 0 if one of them is 0; none on overflow.
fn product(a: Extent, b: Extent) -> Option<Extent> {
    match a == Extent::Static(0) || b == Extent::Static(0) {
        true => Some(Extent::Static(0)),
        false => combined(a, b, i64::checked_mul),
    }
}

/// The combination of two extents; none on overflow.
fn combined(a: Extent, b: Extent, with: fn(i64, i64) -> Option<i64>) -> Option<Extent> {
    match (a, b) {
        (Extent::Static(a), Extent::Static(b)) => with(a, b).map(Extent::Static),
        _ => Some(Extent::Dynamic),
    }
}

/// The items of the dimensions that are not dropped.
fn kept<T>(all: impl Iterator<Item = T>, dropped: &[bool]) -> impl Iterator<Item = T> {
    let all = all.zip(dropped);
    all.filter(|(_, dropped)| !**dropped).map(|(it, _)| it)
}

/// The result of comparing a type with the one that the sizes of a slice give.
enum Fit {
    Fits,
    RankTooLarge,
    OtherSizes,
    OtherElements,
}

impl Module {
    /// The static offsets, sizes and strides of an op.
    pub(super) fn slice(&self, op: OpId) -> Option<Slice<'_>> {
        Some(Slice {
            offsets: self.dense_array(op, "static_offsets")?,
            sizes: self.dense_array(op, "static_sizes")?,
            strides: self.dense_array(op, "static_strides")?,
        })
    }

    /// The dimensions of the source that the result of a `memref.subview` drops; none if the types do not determine
    /// them.
    pub fn dropped_dims(&self, op: OpId) -> Option<Vec<bool>> {
        let slice = self.slice(op)?;
        let (&source, &result) = (self.operands(op).first()?, self.results(op).first()?);
        let dims = self.type_data(self.type_of(result)).dims()?;
        let is_unit: Vec<bool> = slice.sizes.iter().map(|size| *size == 1).collect();
        let units = is_unit.iter().filter(|it| **it).count();
        match slice.sizes.len().checked_sub(dims.len())? {
            0 => Some(vec![false; dims.len()]),
            missing if missing == units => Some(is_unit),
            _ => {
                let source = self.strided(self.type_of(source))?;
                let reduced = self.strided(self.type_of(result))?;
                let sliced = source.sliced(&slice)?;
                // MLIR compares with the strides of the source, which differ from those of the result if the slice
                // has strides; a result that contradicts the type of the op is discarded.
                let by_source = source.dropped(&slice, &reduced).filter(|dropped| {
                    let sizes = slice.sizes.iter().map(|size| extent(*size));
                    kept(sizes, dropped).eq(dims.iter().copied())
                        && kept(sliced.strides.iter().copied(), dropped)
                            .eq(reduced.strides.iter().copied())
                });
                by_source.or_else(|| sliced.dropped(&slice, &reduced))
            }
        }
    }

    /// Checks that static offsets and sizes are nonnegative.
    pub(super) fn check_not_negative(&self, op: OpId, slice: &Slice<'_>) -> Result<(), Fault> {
        for (name, list) in [("offsets", slice.offsets), ("sizes", slice.sizes)] {
            let negative = |value: &&i64| **value < 0 && **value != i64::MIN;
            if let Some(value) = list.iter().find(negative) {
                let message = format!("expected {name} to be non-negative, but got {value}");
                return self.refuse(op, message);
            }
        }
        Ok(())
    }

    /// Checks that the result type of a `memref.subview` has the sizes, strides and offset that its operands give.
    pub(super) fn check_subview(&self, op: OpId, slice: &Slice<'_>) -> Result<(), Fault> {
        let (source, result) = (self.operands(op)[0], self.results(op)[0]);
        let types = (self.type_of(source), self.type_of(result));
        let (
            TypeData::Memref {
                dims: Some(_),
                element,
                space,
                ..
            },
            TypeData::Memref {
                dims: Some(dims),
                element: result_element,
                space: result_space,
                ..
            },
        ) = (self.type_data(types.0), self.type_data(types.1))
        else {
            return Ok(());
        };
        let refused = |message: String| self.refuse(op, message);
        let found = || self.type_text(types.1);
        if space != result_space {
            return refused(format!(
                "different memory spaces specified for base memref type '{}' and subview memref type '{}'",
                self.type_text(types.0),
                found()
            ));
        }
        let layout = self.strided(types.0);
        let Some(layout) = layout.and_then(|layout| layout.sliced(slice)) else {
            return Ok(());
        };
        let what = match fit((slice.sizes, *element), (dims, *result_element)) {
            Fit::Fits => match self.strided(types.1) {
                Some(result) if !layout.reduces_to(slice, &result) => "layout",
                _ => return Ok(()),
            },
            Fit::OtherSizes => "sizes",
            Fit::RankTooLarge => {
                let message = "expected result rank to be smaller or equal to the source rank";
                return refused(format!("{message}, but got '{}'", found()));
            }
            Fit::OtherElements => {
                let message = "expected result element type to be";
                let element = self.type_text(*element);
                return refused(format!("{message} '{element}', but got '{}'", found()));
            }
        };
        refused(format!(
            "expected result type to be '{}' or a rank-reduced version. (mismatch of result {what}), but got '{}'",
            self.memref_text(slice.sizes, *element, &layout, types.0),
            found()
        ))
    }

    /// Checks that the static sizes, strides and offset in the result type of a `memref.reinterpret_cast` are those
    /// of the op.
    pub(super) fn check_reinterpret_cast(&self, op: OpId, slice: &Slice<'_>) -> Result<(), Fault> {
        let source = self.type_of(self.operands(op)[0]);
        let ty = self.type_of(self.results(op)[0]);
        let what = match (self.memref_of(source), self.memref_of(ty)) {
            (Some(source), Some(result)) if source.1 != result.1 => Some("memory spaces"),
            (Some(source), Some(result)) if source.0 != result.0 => Some("element types"),
            _ => None,
        };
        if let Some(what) = what {
            let (source, result) = (self.type_text(source), self.type_text(ty));
            return self.refuse(
                op,
                format!("different {what} specified for source type '{source}' and result memref type '{result}'"),
            );
        }
        let Some(dims) = self.type_data(ty).dims() else {
            return Ok(());
        };
        let list = |name: &str, found: &[Extent], stated: &[i64]| -> Result<(), Fault> {
            for (dim, (found, stated)) in found.iter().zip(stated).enumerate() {
                self.check_stated(op, name, (*found, *stated), &format!(" in dim = {dim}"))?;
            }
            Ok(())
        };
        list("size", dims, slice.sizes)?;
        let Some(layout) = self.strided(ty) else {
            return Ok(());
        };
        self.check_stated(op, "offset", (layout.offset, slice.offsets[0]), "")?;
        list("stride", &layout.strides, slice.strides)
    }

    /// The element type and the memory space of a memref type.
    fn memref_of(&self, ty: Type) -> Option<(Type, Option<Attr>)> {
        match self.type_data(ty) {
            TypeData::Memref { element, space, .. } => Some((*element, *space)),
            _ => None,
        }
    }

    fn check_stated(
        &self,
        op: OpId,
        name: &str,
        (found, stated): (Extent, i64),
        place: &str,
    ) -> Result<(), Fault> {
        let Extent::Static(number) = found else {
            return Ok(());
        };
        if number == stated {
            return Ok(());
        }
        let stated = match extent(stated) {
            Extent::Static(stated) => stated.to_string(),
            _ => "dynamic".to_owned(),
        };
        let message =
            format!("expected result type with {name} = {stated} instead of {number}{place}");
        self.refuse(op, message)
    }

    /// Checks that the type of an extracted or inserted slice has the sizes of the op.
    pub(super) fn check_tensor_slice(
        &self,
        op: OpId,
        spec: &OpSpec,
        slice: &Slice<'_>,
    ) -> Result<(), Fault> {
        let insertion = spec.name != "tensor.extract_slice";
        let operands = self.operands(op);
        let (whole, part): (ValueId, ValueId) = match insertion {
            true => (operands[1], operands[0]),
            false => (operands[0], self.results(op)[0]),
        };
        let (whole, part) = (
            self.type_data(self.type_of(whole)),
            self.type_data(self.type_of(part)),
        );
        let (Some(element), Some(dims), Some(part_element)) =
            (whole.element(), part.dims(), part.element())
        else {
            return Ok(());
        };
        let message = match fit((slice.sizes, element), (dims, part_element)) {
            Fit::Fits => return Ok(()),
            Fit::RankTooLarge => "expected rank to be smaller or equal to the other rank. ".into(),
            Fit::OtherElements => {
                format!("expected element type to be '{}'", self.type_text(element))
            }
            Fit::OtherSizes => format!(
                "expected type to be 'tensor<{}{}>' or a rank-reduced version. (size mismatch) ",
                dims_text(slice.sizes),
                self.type_text(element)
            ),
        };
        self.refuse(op, message)
    }

    fn refuse(&self, op: OpId, message: String) -> Result<(), Fault> {
        Err((self.op(op).offset, message))
    }

    /// The strided layout of a ranked memref type; none if its layout is a map.
    fn strided(&self, ty: Type) -> Option<Strided> {
        let TypeData::Memref {
            dims: Some(dims),
            layout,
            ..
        } = self.type_data(ty)
        else {
            return None;
        };
        match layout {
            MemrefLayout::Attribute(_) => None,
            MemrefLayout::Strided { strides, offset } => Some(Strided {
                strides: strides.to_vec(),
                offset: *offset,
                stated: true,
            }),
            MemrefLayout::Identity => {
                let mut strides = vec![Extent::Static(1); dims.len()];
                for dim in (1..dims.len()).rev() {
                    // Without elements the positions say nothing about the outer strides, which MLIR leaves open.
                    strides[dim - 1] = match dims[dim] {
                        Extent::Static(0) => Extent::Dynamic,
                        size => product(strides[dim], size)?,
                    };
                }
                Some(Strided {
                    strides,
                    offset: Extent::Static(0),
                    stated: false,
                })
            }
        }
    }

    /// The text of a memref type with an explicit layout, in the memory space of `like`.
    fn memref_text(&self, sizes: &[i64], element: Type, layout: &Strided, like: Type) -> String {
        let strides: Vec<String> = layout.strides.iter().map(|it| extent_text(*it)).collect();
        let offset = match layout.offset {
            Extent::Static(0) => String::new(),
            offset => format!(", offset: {}", extent_text(offset)),
        };
        let space = match self.type_data(like) {
            TypeData::Memref {
                space: Some(space), ..
            } => format!(", {}", self.attribute_text(*space)),
            _ => String::new(),
        };
        format!(
            "memref<{}{}, strided<[{}]{offset}>{space}>",
            dims_text(sizes),
            self.type_text(element),
            strides.join(", ")
        )
    }
}

fn extent_text(extent: Extent) -> String {
    match extent {
        Extent::Static(number) => number.to_string(),
        Extent::Dynamic | Extent::Scalable(_) => "?".to_owned(),
    }
}

fn dims_text(sizes: &[i64]) -> String {
    let text = |size: &i64| extent_text(extent(*size)) + "x";
    sizes.iter().map(text).collect()
}

/// Compares a type with the expected one, from which dimensions of size 1 may be dropped.
fn fit((expected, element): (&[i64], Type), (dims, found): (&[Extent], Type)) -> Fit {
    if dims.len() > expected.len() {
        return Fit::RankTooLarge;
    }
    let mut rest = dims;
    for size in expected {
        match rest.split_first() {
            Some((first, others)) if *first == extent(*size) => rest = others,
            _ if *size == 1 => {}
            _ => return Fit::OtherSizes,
        }
    }
    match (rest.is_empty(), element == found) {
        (false, _) => Fit::OtherSizes,
        (true, false) => Fit::OtherElements,
        (true, true) => Fit::Fits,
    }
}

impl Strided {
    /// The layout of a slice; none on overflow.
    fn sliced(&self, slice: &Slice<'_>) -> Option<Strided> {
        let mut result = Strided {
            strides: Vec::with_capacity(self.strides.len()),
            offset: self.offset,
            stated: false,
        };
        let stated = slice.offsets.iter().zip(slice.strides);
        for (own, (offset, stride)) in self.strides.iter().zip(stated) {
            let moved = product(extent(*offset), *own)?;
            result.offset = combined(result.offset, moved, i64::checked_add)?;
            let stride = product(*own, extent(*stride))?;
            result.strides.push(stride);
        }
        Some(result)
    }

    /// Whether `other` is this layout with the right number of dimensions of size 1 dropped.
    fn reduces_to(&self, slice: &Slice<'_>, other: &Strided) -> bool {
        // `strided<[1]>` means `offset: 0`, but MLIR's own tests use it for other static offsets, too.
        let unstated = other.stated && other.offset == Extent::Static(0);
        let tolerated = unstated && matches!(self.offset, Extent::Static(_));
        if self.offset != other.offset && !tolerated {
            return false;
        }
        let Some(dropped) = self.dropped(slice, other) else {
            return false;
        };
        kept(self.strides.iter(), &dropped).eq(&other.strides)
    }

    /// The dimensions that `other` drops: those of size 1 whose strides it lacks.
    fn dropped(&self, slice: &Slice<'_>, other: &Strided) -> Option<Vec<bool>> {
        let missing = self.strides.len().saturating_sub(other.strides.len());
        if missing == 0 {
            return Some(vec![false; self.strides.len()]);
        }
        let mut dropped: Vec<bool> = slice.sizes.iter().map(|size| *size == 1).collect();
        let number = |dropped: &[bool]| dropped.iter().filter(|it| **it).count();
        if number(&dropped) == missing {
            return Some(dropped);
        }
        let occurrences = |layout: &Strided, stride: Extent| {
            layout.strides.iter().filter(|it| **it == stride).count()
        };
        let mut gone: Vec<Extent> = Vec::new();
        for (dim, stride) in self.strides.iter().enumerate() {
            if !dropped[dim] {
                continue;
            }
            let already = gone.iter().filter(|it| *it == stride).count();
            let left = occurrences(self, *stride) - already;
            match left.cmp(&occurrences(other, *stride)) {
                std::cmp::Ordering::Greater => gone.push(*stride),
                std::cmp::Ordering::Equal => dropped[dim] = false,
                std::cmp::Ordering::Less => return None,
            }
        }
        (number(&dropped) == missing).then_some(dropped)
    }
}
