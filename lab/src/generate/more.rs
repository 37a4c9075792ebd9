//! Less common ops.

use super::Generator;
use super::types::{Dims, Ty, number};

/// By the number of inputs.
const ELEMENTWISE: [(&str, usize); 26] = [
    ("copy", 1),
    ("exp", 1),
    ("log", 1),
    ("abs", 1),
    ("ceil", 1),
    ("floor", 1),
    ("negf", 1),
    ("reciprocal", 1),
    ("round", 1),
    ("sqrt", 1),
    ("rsqrt", 1),
    ("square", 1),
    ("tanh", 1),
    ("erf", 1),
    ("add", 2),
    ("sub", 2),
    ("mul", 2),
    ("div", 2),
    ("div_unsigned", 2),
    ("max", 2),
    ("min", 2),
    ("powf", 2),
    ("softmax", 1),
    ("elementwise", 1),
    ("map", 1),
    ("select", 3),
];

/// Ops whose result has the sizes of the destination, for any other operands: by the ranks of the inputs, and of the
/// result.
const CONTRACTIONS: [(&str, [usize; 2], usize); 8] = [
    ("batch_matmul", [3, 3], 3),
    ("batch_matvec", [3, 2], 2),
    ("batch_vecmat", [2, 3], 2),
    ("batch_reduce_matmul", [3, 3], 2),
    ("matvec", [2, 1], 1),
    ("vecmat", [1, 2], 1),
    ("mmt4d", [4, 4], 4),
    ("batch_mmt4d", [5, 5], 5),
];

/// Ops whose results have the sizes of their destinations, without conditions on the other operands: by the ranks of
/// the image, the window and the destination.
const WINDOWED: [(&str, [usize; 3]); 44] = [
    ("conv_1d", [1, 1, 1]),
    ("conv_1d_ncw_fcw", [3, 3, 3]),
    ("conv_1d_nwc_wcf", [3, 3, 3]),
    ("conv_2d", [2, 2, 2]),
    ("conv_2d_nchw_fchw", [4, 4, 4]),
    ("conv_2d_ngchw_fgchw", [5, 5, 5]),
    ("conv_2d_ngchw_gfchw", [5, 5, 5]),
    ("conv_2d_nhwc_fhwc", [4, 4, 4]),
    ("conv_2d_nhwc_hwcf", [4, 4, 4]),
    ("conv_2d_nhwgc_gfhwc", [5, 5, 5]),
    ("conv_3d", [3, 3, 3]),
    ("conv_3d_ncdhw_fcdhw", [5, 5, 5]),
    ("conv_3d_ndhwc_dhwcf", [5, 5, 5]),
    ("depthwise_conv_1d_ncw_cw", [3, 2, 3]),
    ("depthwise_conv_1d_nwc_wc", [3, 2, 3]),
    ("depthwise_conv_1d_nwc_wcm", [3, 3, 4]),
    ("depthwise_conv_2d_nchw_chw", [4, 3, 4]),
    ("depthwise_conv_2d_nhwc_hwc", [4, 3, 4]),
    ("depthwise_conv_2d_nhwc_hwcm", [4, 4, 5]),
    ("depthwise_conv_3d_ncdhw_cdhw", [5, 4, 5]),
    ("depthwise_conv_3d_ndhwc_dhwc", [5, 4, 5]),
    ("depthwise_conv_3d_ndhwc_dhwcm", [5, 5, 6]),
    ("pooling_nchw_max", [4, 2, 4]),
    ("pooling_nchw_sum", [4, 2, 4]),
    ("pooling_ncw_max", [3, 1, 3]),
    ("pooling_ncw_sum", [3, 1, 3]),
    ("pooling_ndhwc_max", [5, 3, 5]),
    ("pooling_ndhwc_min", [5, 3, 5]),
    ("pooling_ndhwc_sum", [5, 3, 5]),
    ("pooling_nhwc_max", [4, 2, 4]),
    ("pooling_nhwc_max_unsigned", [4, 2, 4]),
    ("pooling_nhwc_min", [4, 2, 4]),
    ("pooling_nhwc_min_unsigned", [4, 2, 4]),
    ("pooling_nhwc_sum", [4, 2, 4]),
    ("pooling_nwc_max", [3, 1, 3]),
    ("pooling_nwc_max_unsigned", [3, 1, 3]),
    ("pooling_nwc_min", [3, 1, 3]),
    ("pooling_nwc_min_unsigned", [3, 1, 3]),
    ("pooling_nwc_sum", [3, 1, 3]),
    ("matmul_transpose_a", [2, 2, 2]),
    ("matmul_transpose_b", [2, 2, 2]),
    ("batch_matmul_transpose_a", [3, 3, 3]),
    ("batch_matmul_transpose_b", [3, 3, 3]),
    ("dot", [1, 1, 0]),
];

impl Generator {
    /// The index dialect.
    pub(super) fn index_op(&mut self) {
        let (a, b) = (self.index(), self.index());
        match self.random.u32(0..12) {
            0 => {
                let value = self.number();
                self.op(Ty::Index, format!("index.constant {value}"));
            }
            1 => {
                let value = self.one_of(&["true", "false"]);
                self.op(Ty::Int(1), format!("index.bool.constant {value}"));
            }
            2 => {
                self.op(Ty::Index, "index.sizeof");
            }
            3 | 4 => {
                let predicate = self.one_of(&[
                    "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
                ]);
                self.op(Ty::Int(1), format!("index.cmp {predicate}({a}, {b})"));
            }
            5 => {
                let name = self.one_of(&["casts", "castu"]);
                match self.chance(50) {
                    true => self.op(Ty::Int(32), format!("index.{name} {a} : index to i32")),
                    false => {
                        let source = self.pick(&Ty::Int(8));
                        self.op(Ty::Index, format!("index.{name} {source} : i8 to index"))
                    }
                };
            }
            6 => {
                let name = self.one_of(&["shl", "shrs", "shru"]);
                let by = self.random.i64(0..6);
                let by = self.constant_of(&Ty::Index, by);
                self.op(Ty::Index, format!("index.{name} {a}, {by}"));
            }
            _ => {
                let name = self.one_of(&[
                    "and",
                    "or",
                    "xor",
                    "ceildivs",
                    "ceildivu",
                    "floordivs",
                    "minu",
                    "maxu",
                    "mins",
                    "maxs",
                ]);
                self.op(Ty::Index, format!("index.{name} {a}, {b}"));
            }
        }
    }

    /// A type of floats of that rank.
    fn tensor_of(&mut self, rank: usize) -> Ty {
        Ty::Tensor((0..rank).map(|_| self.extent()).collect())
    }

    /// Named ops of linalg on tensors.
    pub(super) fn named(&mut self) {
        if self.chance(35) {
            return self.contraction();
        }
        let Some((value, ty)) = self.find_shaped(true) else {
            return;
        };
        let rank = ty.dims().map_or(0, Vec::len);
        let text = ty.text();
        let dims: Vec<String> = (0..rank).map(|at| format!("d{at}")).collect();
        let map = format!("affine_map<({0}) -> ({0})>", dims.join(", "));
        let init = self.pick(&ty);
        let outs = format!("outs({init} : {text})");
        let shown = match self.random.u32(0..10) {
            0 if rank > 1 => return self.reduction(&value, &ty),
            1 => return self.broadcast(&value, &ty),
            _ => match self.one_of(&ELEMENTWISE) {
                ("softmax", _) if rank == 0 => return,
                ("softmax", _) => {
                    let axis = self.random.usize(..rank);
                    format!("linalg.softmax dimension({axis}) ins({value} : {text}) {outs}")
                }
                ("elementwise", _) => format!(
                    "linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [{map}, \
                     {map}] ins({value} : {text}) {outs}"
                ),
                ("map", _) => {
                    let (a, b) = (self.fresh(), self.fresh());
                    let name = self.fresh();
                    self.emit(format!(
                        "{name} = linalg.map ins({value} : {text}) {outs} ({a}: f32, {b}: f32) {{"
                    ));
                    self.nested(vec![], |generator| {
                        generator.body();
                        generator.emit(format!("linalg.yield {a} : f32"));
                    });
                    self.emit("}");
                    self.add(name, ty);
                    return;
                }
                ("select", _) => {
                    let masks = text.replace("f32", "i1");
                    let mask = self.mask(&ty);
                    format!(
                        "linalg.select ins({mask}, {value}, {init} : {masks}, {text}, {text}) {outs}"
                    )
                }
                (name, 1) => format!("linalg.{name} ins({value} : {text}) {outs}"),
                (name, _) => format!("linalg.{name} ins({value}, {init} : {text}, {text}) {outs}"),
            },
        };
        self.op(ty, format!("{shown} -> {text}"));
    }

    /// A tensor of conditions with the sizes of another type.
    fn mask(&mut self, ty: &Ty) -> String {
        let dims = ty.dims().cloned().unwrap_or_default();
        let dynamic: Vec<Option<i64>> = dims.iter().filter(|it| it.is_none()).copied().collect();
        let sizes = self.list(&dynamic);
        let name = self.fresh();
        let text = ty.text().replace("f32", "i1");
        self.emit(format!("{name} = tensor.empty({sizes}) : {text}"));
        name
    }

    fn reduction(&mut self, value: &str, ty: &Ty) {
        let mut dims: Dims = ty.dims().cloned().unwrap_or_default();
        let axis = self.random.usize(..dims.len());
        dims.remove(axis);
        let to = Ty::Tensor(dims);
        let init = self.pick(&to);
        let (text, shown) = (ty.text(), to.text());
        let reduced = format!(
            "linalg.reduce {{arith.addf}} ins({value} : {text}) outs({init} : {shown}) dimensions = \
             [{axis}]"
        );
        self.op(to, reduced);
    }

    fn broadcast(&mut self, value: &str, ty: &Ty) {
        let mut dims: Dims = ty.dims().cloned().unwrap_or_default();
        let axis = self.random.usize(..=dims.len());
        dims.insert(axis, self.extent());
        let to = Ty::Tensor(dims);
        let init = self.pick(&to);
        let (text, shown) = (ty.text(), to.text());
        let wider = format!(
            "linalg.broadcast ins({value} : {text}) outs({init} : {shown}) dimensions = [{axis}]"
        );
        self.op(to, wider);
    }

    fn contraction(&mut self) {
        let (name, ranks) = match self.chance(60) {
            true => {
                let (name, inputs, result) = self.one_of(&CONTRACTIONS);
                (name, [inputs[0], inputs[1], result])
            }
            false => self.one_of(&WINDOWED),
        };
        let types = ranks.map(|rank| self.tensor_of(rank));
        let [a, b, c] = types.clone().map(|ty| self.pick(&ty));
        let [ta, tb, tc] = types.clone().map(|ty| ty.text());
        let text = format!("linalg.{name} ins({a}, {b} : {ta}, {tb}) outs({c} : {tc}) -> {tc}");
        self.op(types[2].clone(), text);
    }

    /// Less common ops on tensors.
    pub(super) fn rare_tensor(&mut self) {
        match self.random.u32(0..8) {
            0 => {
                let Some((value, ty)) = self.find_shaped(false) else {
                    return;
                };
                let text = format!("{}.rank {value} : {}", ty.dialect(), ty.text());
                self.op(Ty::Index, text);
            }
            1 => {
                let element = self.index();
                let length = self.random.i64(1..4);
                let list = Ty::Extents(length);
                let text = format!("tensor.splat {element} : {}", list.text());
                self.op(list, text);
            }
            2 => {
                let dims = self.new_dims();
                let ty = Ty::Tensor(dims.clone());
                let dynamic: Vec<Option<i64>> =
                    dims.iter().filter(|it| it.is_none()).copied().collect();
                let sizes = self.list(&dynamic);
                let sizes = match sizes.is_empty() {
                    true => String::new(),
                    false => format!("[{sizes}]"),
                };
                let text = format!("tensor.splat %f{sizes} : {}", ty.text());
                self.op(ty, text);
            }
            3 => {
                let Some((value, ty)) = self.find_shaped(true) else {
                    return;
                };
                let (text, bits) = (ty.text(), ty.text().replace("f32", "i32"));
                let name = self.fresh();
                self.emit(format!(
                    "{name} = tensor.bitcast {value} : {text} to {bits}"
                ));
                self.op(ty, format!("tensor.bitcast {name} : {bits} to {text}"));
            }
            4 => {
                let Some((value, ty)) = self.find_shaped(true) else {
                    return;
                };
                let dims = ty.dims().cloned().unwrap_or_default();
                let mut order: Vec<usize> = (0..dims.len()).collect();
                self.random.shuffle(&mut order);
                let to = Ty::Tensor(order.iter().map(|&at| dims[at]).collect());
                let shown: Vec<String> = order.iter().map(usize::to_string).collect();
                let text = format!(
                    "tosa.transpose {value} {{perms = array<i32: {}>}} : ({}) -> {}",
                    shown.join(", "),
                    ty.text(),
                    to.text()
                );
                self.op(to, text);
            }
            5 => {
                let Some((value, ty)) = self.find_shaped(true) else {
                    return;
                };
                let into = self.pick(&ty);
                let text = ty.text();
                let shown = format!(
                    "bufferization.materialize_in_destination {value} in {into} : ({text}, {text}) \
                     -> {text}"
                );
                self.op(ty, shown);
            }
            6 => self.gather(),
            _ => self.packed(),
        }
    }

    /// Gathers along one axis of the source, with all of the others.
    fn gather(&mut self) {
        let Some((value, ty)) = self.find_shaped(true) else {
            return;
        };
        let dims = ty.dims().cloned().unwrap_or_default();
        let axis = self.random.usize(..dims.len());
        let batch = self.extent();
        let sizes = self.list(&[batch][..usize::from(batch.is_none())]);
        let indices = format!("tensor<{}x1xindex>", number(&batch));
        let name = self.fresh();
        self.emit(format!("{name} = tensor.empty({sizes}) : {indices}"));
        let reduced = self.chance(50);
        let mut result: Dims = vec![batch];
        for (at, dim) in dims.iter().enumerate() {
            match at == axis {
                true if reduced => {}
                true => result.push(Some(1)),
                false => result.push(*dim),
            }
        }
        let to = Ty::Tensor(result);
        let (text, shown) = (ty.text(), to.text());
        let gathered = self.op(
            to,
            format!(
                "tensor.gather {value}[{name}] gather_dims([{axis}]) : ({text}, {indices}) -> {shown}"
            ),
        );
        if self.chance(40) {
            self.op(
                ty,
                format!(
                    "tensor.scatter {gathered} into {value}[{name}] scatter_dims([{axis}]) unique : \
                     ({shown}, {text}, {indices}) -> {text}"
                ),
            );
        }
    }

    /// Packs a tensor into tiles, and unpacks it.
    fn packed(&mut self) {
        let Some((value, ty)) = self.find_shaped(true) else {
            return;
        };
        let dims = ty.dims().cloned().unwrap_or_default();
        let axis = self.random.usize(..dims.len());
        let tile = self.one_of(&[2, 4, 8]);
        let mut tiled: Dims = dims.clone();
        tiled[axis] = dims[axis].map(|size| (size + tile - 1) / tile);
        tiled.push(Some(tile));
        let to = Ty::Tensor(tiled);
        let init = self.pick(&to);
        let (text, shown) = (ty.text(), to.text());
        let lists = format!("inner_dims_pos = [{axis}] inner_tiles = [{tile}]");
        let packed = self.op(
            to,
            format!(
                "linalg.pack {value} padding_value(%f : f32) {lists} into {init} : {text} -> {shown}"
            ),
        );
        if self.chance(50) {
            let into = self.pick(&ty);
            self.op(
                ty,
                format!("linalg.unpack {packed} {lists} into {into} : {shown} -> {text}"),
            );
        }
    }

    /// Less common ops on buffers.
    pub(super) fn rare_memory(&mut self) {
        let all: Vec<(String, Ty)> = self
            .scope
            .iter()
            .filter(|it| matches!(it.ty, Ty::Memref(..)))
            .map(|it| (it.name.clone(), it.ty.clone()))
            .collect();
        if all.is_empty() || self.chance(15) {
            let dims = self.new_dims();
            let ty = Ty::Memref(dims.clone(), None);
            let dynamic: Vec<Option<i64>> =
                dims.iter().filter(|it| it.is_none()).copied().collect();
            let sizes = self.list(&dynamic);
            let text = format!("memref.alloca({sizes}) : {}", ty.text());
            self.op(ty, text);
            return;
        }
        let (value, ty) = self.one_of(&all);
        let text = ty.text();
        match self.random.u32(0..9) {
            0 => {
                self.op(ty, format!("memref.assume_alignment {value}, 16 : {text}"));
            }
            1 => {
                let space = format!("{}, 1>", &text[..text.len() - 1]);
                let name = self.fresh();
                self.emit(format!(
                    "{name} = memref.memory_space_cast {value} : {text} to {space}"
                ));
                self.op(
                    ty,
                    format!("memref.memory_space_cast {name} : {space} to {text}"),
                );
            }
            2 => {
                let to = self.pick(&ty);
                self.emit(format!("memref.copy {value}, {to} : {text} to {text}"));
            }
            3 => {
                let name = self.fresh();
                let other = self.pick(&ty);
                self.emit(format!(
                    "{name}:2 = memref.distinct_objects {value}, {other} : {text}, {text}"
                ));
                self.add(format!("{name}#0"), ty.clone());
                self.add(format!("{name}#1"), ty);
            }
            4 => {
                self.op(
                    ty,
                    format!("bufferization.clone {value} : {text} to {text}"),
                );
            }
            5 => {
                let plain = Ty::Memref(vec![None], None);
                let source = self.pick(&plain);
                let size = self.size();
                let text = plain.text();
                self.op(
                    plain,
                    format!("memref.realloc {source}({size}) : {text} to {text}"),
                );
            }
            6 => {
                let dims = self.new_dims();
                let bytes = self.fresh();
                self.emit(format!("{bytes} = memref.alloc() : memref<2048xi8>"));
                let shift = self.index();
                let to = Ty::Memref(dims.clone(), None);
                let dynamic: Vec<Option<i64>> =
                    dims.iter().filter(|it| it.is_none()).copied().collect();
                let sizes = self.list(&dynamic);
                let shown = to.text();
                self.op(
                    to,
                    format!("memref.view {bytes}[{shift}][{sizes}] : memref<2048xi8> to {shown}"),
                );
            }
            7 => {
                let types = vec![ty, Ty::Index];
                let (head, names) = self.results(&types);
                let shown: Vec<String> = types.iter().map(Ty::text).collect();
                self.emit(format!(
                    "{head}memref.alloca_scope -> ({}) {{",
                    shown.join(", ")
                ));
                self.nested(vec![], |generator| {
                    generator.body();
                    let values: Vec<String> = types.iter().map(|ty| generator.pick(ty)).collect();
                    generator.leave("memref.alloca_scope.return", &values, &types);
                });
                self.emit("}");
                for (name, ty) in names.into_iter().zip(types) {
                    self.add(name, ty);
                }
            }
            _ => {
                let space = format!(
                    "{}, #amdgpu.address_space<fat_raw_buffer>>",
                    &text[..text.len() - 1]
                );
                let name = self.fresh();
                self.emit(format!(
                    "{name} = amdgpu.fat_raw_buffer_cast {value} : {text} to {space}"
                ));
                self.op(
                    ty,
                    format!("memref.memory_space_cast {name} : {space} to {text}"),
                );
            }
        }
    }

    /// A vector written to a tensor, masked or not.
    pub(super) fn vectors(&mut self) {
        let Some((value, ty)) = self.find_shaped(true) else {
            return;
        };
        let dims = ty.dims().cloned().unwrap_or_default();
        let text = ty.text();
        let at: Vec<String> = dims.iter().map(|_| self.index()).collect();
        let at = at.join(", ");
        let vector = self.fresh();
        self.emit(format!(
            "{vector} = vector.transfer_read {value}[{at}], %f : {text}, vector<4xf32>"
        ));
        let write =
            format!("vector.transfer_write {vector}, {value}[{at}] : vector<4xf32>, {text}");
        if self.chance(50) {
            self.op(ty, write);
            return;
        }
        let size = self.size();
        let mask = self.fresh();
        self.emit(format!("{mask} = vector.create_mask {size} : vector<4xi1>"));
        self.op(
            ty,
            format!("vector.mask {mask} {{ {write} }} : vector<4xi1> -> {text}"),
        );
    }
}
