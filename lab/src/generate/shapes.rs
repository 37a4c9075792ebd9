//! Tensors, and code that tensors and memrefs share.

use super::Generator;
use super::types::{Dims, Ty, product};

impl Generator {
    pub(super) fn extent(&mut self) -> Option<i64> {
        self.one_of(&[None, None, None, None, Some(1), Some(2), Some(3), Some(4)])
    }

    pub(super) fn new_dims(&mut self) -> Dims {
        let rank = self.one_of(&[1, 1, 2, 2, 3]);
        (0..rank).map(|_| self.extent()).collect()
    }

    /// A shaped type.
    pub(super) fn new_shape(&mut self) -> Ty {
        let dims = self.new_dims();
        match self.random.u32(0..10) {
            0..=5 => Ty::Tensor(dims),
            6..=7 => Ty::Memref(dims, None),
            8 => {
                let layout = super::types::Strided {
                    strides: dims.iter().map(|_| self.extent()).collect(),
                    offset: self.one_of(&[None, Some(0)]),
                };
                Ty::Memref(dims, Some(layout))
            }
            _ => Ty::Extents(self.random.i64(1..4)),
        }
    }

    /// A shaped value of floats with a rank of at least 1, and its type.
    pub(super) fn find_shaped(&mut self, tensors_only: bool) -> Option<(String, Ty)> {
        let fits = |ty: &Ty| match ty {
            Ty::Tensor(dims) => !dims.is_empty(),
            Ty::Memref(dims, _) => !tensors_only && !dims.is_empty(),
            _ => false,
        };
        let all: Vec<(String, Ty)> = self
            .scope
            .iter()
            .filter(|it| fits(&it.ty))
            .map(|it| (it.name.clone(), it.ty.clone()))
            .collect();
        let from = all.len().saturating_sub(8);
        (!all.is_empty()).then(|| self.one_of(&all[from..]))
    }

    /// A type for loop-carried values.
    pub(super) fn carried_type(&mut self) -> Ty {
        if self.character.shapes
            && self.chance(40)
            && let Some((_, ty)) = self.find_shaped(false)
        {
            return ty;
        }
        self.scalar_type()
    }

    pub(super) fn shaped(&mut self) {
        match self.random.u32(0..29) {
            24 => self.named(),
            25 | 26 => self.rare_tensor(),
            27 => self.rare_memory(),
            28 => self.vectors(),
            0..=3 => {
                let ty = self.new_shape();
                self.make(&ty);
            }
            4..=7 => self.size_of(),
            8..=9 => self.shaped_cast(),
            10..=12 => self.slice(),
            13..=14 => self.pad(),
            15 => self.concat(),
            16..=17 => self.collapse(),
            18..=19 => self.expand(),
            20 => self.generate(),
            21 => self.elements(),
            22 => self.linalg(),
            _ => self.memory(),
        }
    }

    fn size_of(&mut self) {
        let Some((value, ty)) = self.find_shaped(false) else {
            return;
        };
        let rank = ty.dims().map_or(0, Vec::len) as i64;
        if rank == 0 {
            return;
        }
        let at = match self.chance(90) {
            true => {
                let at = self.random.i64(0..rank);
                self.constant_of(&Ty::Index, at)
            }
            false => self.pick(&Ty::Index),
        };
        let text = format!("{}.dim {value}, {at} : {}", ty.dialect(), ty.text());
        let name = self.op(Ty::Index, text);
        if self.depth == 0 && self.chance(50) {
            self.symbols.push(name);
        }
    }

    /// A cast that makes some sizes static or dynamic; it fails if the sizes differ.
    fn shaped_cast(&mut self) {
        let Some((value, ty)) = self.find_shaped(false) else {
            return;
        };
        let dims: Dims = ty.dims().cloned().unwrap_or_default();
        let other: Dims = dims
            .iter()
            .map(|&dim| match dim {
                Some(size) => self.one_of(&[None, Some(size)]),
                None => self.extent(),
            })
            .collect();
        let to = match &ty {
            Ty::Tensor(_) => Ty::Tensor(other),
            Ty::Memref(_, None) => {
                // The strides of the default layout depend on the sizes.
                let layout = super::types::plain(&dims);
                let new = super::types::plain(&other);
                match layout == new {
                    true => Ty::Memref(other, None),
                    false => return,
                }
            }
            Ty::Memref(_, layout) => Ty::Memref(other, layout.clone()),
            _ => return,
        };
        if to != ty {
            let text = format!(
                "{}.cast {value} : {} to {}",
                ty.dialect(),
                ty.text(),
                to.text()
            );
            self.op(to, text);
        }
    }

    /// A list of constants and operands.
    pub(super) fn list(&mut self, values: &[Option<i64>]) -> String {
        let values: Vec<String> = values
            .iter()
            .map(|value| match value {
                Some(value) => value.to_string(),
                None => self.size(),
            })
            .collect();
        values.join(", ")
    }

    fn slice(&mut self) {
        let Some((value, ty)) = self.find_shaped(false) else {
            return;
        };
        let rank = ty.dims().map_or(0, Vec::len);
        let mut choose =
            |all: &[Option<i64>]| -> Dims { (0..rank).map(|_| self.one_of(all)).collect() };
        let offsets = choose(&[Some(0), Some(0), Some(1), None]);
        let sizes = choose(&[Some(1), Some(2), None, None, None]);
        let strides = choose(&[Some(1), Some(1), Some(1), Some(2), None]);
        // At most one unit dimension is dropped, the first one, which is never ambiguous.
        let first = sizes.iter().position(|size| *size == Some(1));
        let dropped = match first {
            Some(at) if rank > 1 && self.chance(40) => {
                let single = sizes.iter().filter(|size| **size == Some(1)).count() == 1;
                (single || ty.layout().is_none()).then_some(at)
            }
            _ => None,
        };
        let keep = |values: &[Option<i64>]| -> Dims {
            let kept = values.iter().enumerate();
            kept.filter(|(at, _)| Some(*at) != dropped)
                .map(|(_, value)| *value)
                .collect()
        };
        let lists = [&offsets, &sizes, &strides].map(|values| format!("[{}]", self.list(values)));
        let lists = lists.join(" ");
        let Some(layout) = ty.layout() else {
            let to = Ty::Tensor(keep(&sizes));
            if self.chance(25) {
                // The slice is inserted into its source again.
                let source = self.pick(&to);
                let text = format!(
                    "tensor.insert_slice {source} into {value}{lists} : {} into {}",
                    to.text(),
                    ty.text()
                );
                self.op(ty, text);
                return;
            }
            let text = format!(
                "tensor.extract_slice {value}{lists} : {} to {}",
                ty.text(),
                to.text()
            );
            self.op(to, text);
            return;
        };
        let mut offset = layout.offset;
        for (at, own) in offsets.iter().zip(&layout.strides) {
            // As in MLIR, zero times an unknown stride is zero.
            let shift = match (at, own) {
                (Some(0), _) | (_, Some(0)) => Some(0),
                _ => product(*at, *own),
            };
            offset = offset.zip(shift).map(|(a, b)| a + b);
        }
        let own = layout.strides.iter().zip(&strides);
        let own: Dims = own.map(|(a, b)| product(*a, *b)).collect();
        let strided = super::types::Strided {
            strides: keep(&own),
            offset,
        };
        let to = Ty::Memref(keep(&sizes), Some(strided));
        let text = format!(
            "memref.subview {value}{lists} : {} to {}",
            ty.text(),
            to.text()
        );
        self.op(to, text);
    }

    fn pad(&mut self) {
        let Some((value, ty)) = self.find_shaped(true) else {
            return;
        };
        let dims = ty.dims().cloned().unwrap_or_default();
        let mut choose =
            |all: &[Option<i64>]| -> Dims { dims.iter().map(|_| self.one_of(all)).collect() };
        let low = choose(&[Some(0), Some(1), Some(2), Some(-1), None, None]);
        let high = choose(&[Some(0), Some(1), Some(3), Some(-2), None]);
        let sizes = dims.iter().zip(&low).zip(&high);
        let sizes: Dims = sizes
            .map(|((a, b), c)| Some((*a)? + (*b)? + (*c)?))
            .collect();
        if sizes.iter().flatten().any(|size| *size < 0) {
            return;
        }
        let to = Ty::Tensor(sizes);
        let ends = |generator: &mut Self, values: &[Option<i64>]| {
            let values: Vec<String> = values
                .iter()
                .map(|value| match value {
                    Some(value) => value.to_string(),
                    None => generator.index(),
                })
                .collect();
            values.join(", ")
        };
        let (low, high) = (ends(self, &low), ends(self, &high));
        let name = self.fresh();
        self.emit(format!(
            "{name} = tensor.pad {value} low[{low}] high[{high}] {{"
        ));
        self.points(dims.len());
        self.emit(format!("}} : {} to {}", ty.text(), to.text()));
        self.add(name, to);
    }

    /// The body of an op, which computes each element.
    fn points(&mut self, rank: usize) {
        let arguments: Vec<String> = (0..rank).map(|_| self.fresh()).collect();
        let list: Vec<String> = arguments.iter().map(|it| format!("{it}: index")).collect();
        self.emit(format!("^bb0({}):", list.join(", ")));
        let inner = arguments
            .into_iter()
            .map(|name| (name, Ty::Index))
            .collect();
        self.nested(inner, |generator| {
            if generator.chance(40) {
                generator.body();
            }
            generator.emit("tensor.yield %f : f32");
        });
    }

    fn generate(&mut self) {
        let dims = self.new_dims();
        let ty = Ty::Tensor(dims.clone());
        let sizes: Vec<Option<i64>> = dims.iter().filter(|it| it.is_none()).copied().collect();
        let sizes = self.list(&sizes);
        let name = self.fresh();
        self.emit(format!("{name} = tensor.generate {sizes} {{"));
        self.points(dims.len());
        self.emit(format!("}} : {}", ty.text()));
        self.add(name, ty);
    }

    fn concat(&mut self) {
        let (Some((a, ty)), Some((b, other))) = (self.find_shaped(true), self.find_shaped(true))
        else {
            return;
        };
        let (Some(left), Some(right)) = (ty.dims().cloned(), other.dims().cloned()) else {
            return;
        };
        if left.len() != right.len() {
            return;
        }
        let axis = self.random.usize(..left.len());
        let agree = |at: usize| left[at].is_none() || right[at].is_none() || left[at] == right[at];
        if !(0..left.len()).all(|at| at == axis || agree(at)) {
            return;
        }
        let dims: Dims = (0..left.len())
            .map(|at| match at == axis {
                true => Some(left[at]? + right[at]?),
                false => left[at].or(right[at]),
            })
            .collect();
        let to = Ty::Tensor(dims);
        let text = format!(
            "tensor.concat dim({axis}) {a}, {b} : ({}, {}) -> {}",
            ty.text(),
            other.text(),
            to.text()
        );
        self.op(to, text);
    }

    fn collapse(&mut self) {
        let Some((value, ty)) = self.find_shaped(false) else {
            return;
        };
        let dims = ty.dims().cloned().unwrap_or_default();
        // Only for contiguous memrefs.
        if matches!(ty, Ty::Memref(_, Some(_))) || dims.len() < 2 {
            return;
        }
        let groups: Vec<Vec<usize>> = match dims.len() {
            2 => vec![vec![0, 1]],
            _ => self.one_of(&[
                vec![vec![0, 1], vec![2]],
                vec![vec![0], vec![1, 2]],
                vec![vec![0, 1, 2]],
            ]),
        };
        let of = |group: &Vec<usize>| {
            let sizes = group.iter().map(|&at| dims[at]);
            sizes.fold(Some(1), product)
        };
        let sizes: Dims = groups.iter().map(of).collect();
        let to = match &ty {
            Ty::Memref(..) => Ty::Memref(sizes, None),
            _ => Ty::Tensor(sizes),
        };
        let text = format!(
            "{}.collapse_shape {value} {groups:?} : {} into {}",
            ty.dialect(),
            ty.text(),
            to.text()
        );
        self.op(to, text);
    }

    /// Expands one dimension into two; fails if the product differs from the size.
    fn expand(&mut self) {
        let Some((value, ty)) = self.find_shaped(false) else {
            return;
        };
        let dims = ty.dims().cloned().unwrap_or_default();
        if matches!(ty, Ty::Memref(_, Some(_))) {
            return;
        }
        let at = self.random.usize(..dims.len());
        let pair = match dims[at] {
            None => match self.one_of(&[None, Some(1), Some(2), Some(3)]) {
                None => [None, None],
                Some(factor) => [None, Some(factor)],
            },
            Some(size) => match self.one_of(&[1, 2]) {
                factor if size % factor == 0 => [Some(size / factor), Some(factor)],
                _ => [Some(1), Some(size)],
            },
        };
        let mut sizes: Dims = dims[..at].to_vec();
        sizes.extend(pair);
        sizes.extend(&dims[at + 1..]);
        let groups: Vec<Vec<usize>> = (0..dims.len())
            .map(|n| match n {
                n if n < at => vec![n],
                n if n == at => vec![n, n + 1],
                _ => vec![n + 1],
            })
            .collect();
        let shown = self.list(&sizes);
        let to = match &ty {
            Ty::Memref(..) => Ty::Memref(sizes, None),
            _ => Ty::Tensor(sizes),
        };
        let text = format!(
            "{}.expand_shape {value} {groups:?} output_shape [{shown}] : {} into {}",
            ty.dialect(),
            ty.text(),
            to.text()
        );
        self.op(to, text);
    }

    fn linalg(&mut self) {
        let Some((value, ty)) = self.find_shaped(true) else {
            return;
        };
        let dims = ty.dims().cloned().unwrap_or_default();
        let text = ty.text();
        match (self.random.u32(0..5), dims.len()) {
            (0, _) => {
                self.op(
                    ty,
                    format!("linalg.fill ins(%f : f32) outs({value} : {text}) -> {text}"),
                );
            }
            (1, 2) => {
                let to = Ty::Tensor(vec![dims[1], dims[0]]);
                let init = self.pick(&to);
                let name = self.fresh();
                self.emit(format!(
                    "{name} = linalg.transpose ins({value} : {text}) outs({init} : {}) \
                     permutation = [1, 0]",
                    to.text()
                ));
                self.add(name, to);
            }
            (2, 2) => {
                let right = Ty::Tensor(vec![dims[1], self.extent()]);
                let columns = right.dims().and_then(|dims| dims[1]);
                let to = Ty::Tensor(vec![dims[0], columns]);
                let (b, c) = (self.pick(&right), self.pick(&to));
                let (right, shown) = (right.text(), to.text());
                self.op(
                    to,
                    format!(
                        "linalg.matmul ins({value}, {b} : {text}, {right}) outs({c} : {shown}) -> \
                         {shown}"
                    ),
                );
            }
            (_, rank) => self.generic(&value, &ty, rank),
        }
    }

    fn generic(&mut self, value: &str, ty: &Ty, rank: usize) {
        let init = self.pick(ty);
        let names: Vec<String> = (0..rank).map(|n| format!("d{n}")).collect();
        let names = names.join(", ");
        let map = format!("affine_map<({names}) -> ({names})>");
        let iterators = vec!["\"parallel\""; rank].join(", ");
        let (name, text) = (self.fresh(), ty.text());
        let (a, b) = (self.fresh(), self.fresh());
        self.emit(format!(
            "{name} = linalg.generic {{indexing_maps = [{map}, {map}], iterator_types = \
             [{iterators}]}} ins({value} : {text}) outs({init} : {text}) {{"
        ));
        self.emit(format!("^bb0({a}: f32, {b}: f32):"));
        self.nested(vec![], |generator| {
            let axis = generator.random.usize(..rank);
            generator.op(Ty::Index, format!("linalg.index {axis} : index"));
            generator.body();
            generator.emit(format!("linalg.yield {a} : f32"));
        });
        self.emit(format!("}} -> {text}"));
        self.add(name, ty.clone());
    }
}
