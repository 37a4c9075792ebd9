//! Lists of integers that are shapes, and arithmetic on them.

use super::{Dialect, Model, SHAPE, Size, Tensor, listed};

impl Model {
    /// A list of these integers.
    pub(super) fn constants(&mut self, values: &[i64], element: &'static str) -> Tensor {
        let count = values.len() as i64;
        let dims = vec![self.stated(count)];
        let values = listed(values);
        let (name, key, of) = match self.dialect {
            Dialect::Hlo => ("stablehlo.constant", "value", element),
            Dialect::Tosa => ("tosa.const_shape", "values", "index"),
            Dialect::Onnx => ("onnx.Constant", "value", element),
        };
        let attributes = format!(" {{{key} = dense<[{values}]> : tensor<{count}x{of}>}}");
        self.one(name, &[], &attributes, element, dims)
    }

    /// The integers of a list, with the element type of `dialect`.
    pub(super) fn list_element(&mut self) -> &'static str {
        match self.dialect {
            Dialect::Hlo => self.one_of(&["i32", "i32", "i64"]),
            Dialect::Tosa => SHAPE,
            Dialect::Onnx => "i64",
        }
    }

    /// Sizes of existing values, and constants.
    pub(super) fn sizes(&mut self, count: usize) -> Vec<Size> {
        let all: Vec<Size> = self.scope.iter().flat_map(|it| it.dims.clone()).collect();
        let mut sizes = vec![];
        for _ in 0..count {
            sizes.push(match !all.is_empty() && self.chance(65) {
                true => self.one_of(&all),
                false => {
                    let size = self.one_of(&[0, 1, 1, 2, 3, 4]);
                    self.stated(size)
                }
            });
        }
        sizes
    }

    /// A list of one integer, the size of an existing value.
    fn size_of(&mut self, size: Size, element: &'static str) -> Tensor {
        let has = |it: &&Tensor| it.element != SHAPE && it.dims.iter().any(|dim| dim.id == size.id);
        let holders: Vec<Tensor> = self.scope.iter().filter(has).cloned().collect();
        if holders.is_empty() || (size.known().is_some() && self.chance(60)) {
            return self.constants(&[size.known().unwrap_or(1)], element);
        }
        let holder = self.one_of(&holders);
        let axis = holder
            .dims
            .iter()
            .position(|dim| dim.id == size.id)
            .unwrap_or(0);
        let single = vec![self.stated(1)];
        let dialect = self.dialect;
        match dialect {
            Dialect::Tosa => {
                let attributes = format!(" {{axis = {axis} : i32}}");
                self.one("tosa.dim", &[&holder], &attributes, SHAPE, single)
            }
            Dialect::Onnx if self.chance(50) => {
                let attributes = format!(" {{start = {axis} : si64, end = {} : si64}}", axis + 1);
                self.one("onnx.Shape", &[&holder], &attributes, "i64", single)
            }
            Dialect::Onnx => {
                let count = self.stated(holder.rank() as i64);
                let shape = self.one("onnx.Shape", &[&holder], "", "i64", vec![count]);
                let below = self.chance(30);
                let at = axis as i64 - if below { holder.rank() as i64 } else { 0 };
                let at = self.constants(&[at], "i64");
                self.one(
                    "onnx.Gather",
                    &[&shape, &at],
                    " {axis = 0 : si64}",
                    "i64",
                    single,
                )
            }
            Dialect::Hlo => {
                let attributes = format!(" {{dimension = {axis} : i64}}");
                let mut size = self.one(
                    "stablehlo.get_dimension_size",
                    &[&holder],
                    &attributes,
                    "i32",
                    vec![],
                );
                if element != "i32" {
                    size = self.one("stablehlo.convert", &[&size], "", element, vec![]);
                }
                self.one("stablehlo.reshape", &[&size], "", element, single)
            }
        }
    }

    /// A list of those sizes.
    pub(super) fn list_of(&mut self, sizes: &[Size], element: &'static str) -> Tensor {
        let known: Option<Vec<i64>> = sizes.iter().map(|size| size.known()).collect();
        if let Some(known) = known
            && self.chance(60)
        {
            return self.constants(&known, element);
        }
        let parts: Vec<Tensor> = sizes
            .iter()
            .map(|size| self.size_of(*size, element))
            .collect();
        self.put_together(&parts, element)
    }

    /// Concatenated lists.
    pub(super) fn put_together(&mut self, parts: &[Tensor], element: &'static str) -> Tensor {
        let parts: Vec<&Tensor> = parts.iter().collect();
        let count = parts.iter().map(|part| part.dims[0].id).sum();
        let dims = vec![self.stated(count)];
        match self.dialect {
            Dialect::Hlo => {
                let attributes = " {dimension = 0 : i64}";
                self.one("stablehlo.concatenate", &parts, attributes, element, dims)
            }
            Dialect::Tosa => self.one("tosa.concat_shape", &parts, "", SHAPE, dims),
            Dialect::Onnx => self.one("onnx.Concat", &parts, " {axis = 0 : si64}", element, dims),
        }
    }

    /// An existing list of integers of some length, or a new one.
    pub(super) fn any_list(&mut self) -> Tensor {
        let tosa = self.dialect == Dialect::Tosa;
        let is_integer = |it: &Tensor| match tosa {
            true => it.element == SHAPE,
            false => it.element != "f32" && it.element != "i1",
        };
        let is_list = |it: &&Tensor| {
            let length = it.dims.first().and_then(|size| size.stated);
            is_integer(it) && it.rank() == 1 && length.is_some_and(|length| length > 0)
        };
        let all: Vec<Tensor> = self.scope.iter().filter(is_list).cloned().collect();
        if !all.is_empty() && self.chance(75) {
            return self.one_of(&all);
        }
        let element = self.list_element();
        let count = self.random.usize(1..4);
        let sizes = self.sizes(count);
        self.list_of(&sizes, element)
    }

    /// Another list like this one.
    fn list_like(&mut self, list: &Tensor) -> Tensor {
        let fits = |it: &&Tensor| it.element == list.element && it.dims == list.dims;
        let all: Vec<Tensor> = self.scope.iter().filter(fits).cloned().collect();
        if !all.is_empty() && self.chance(70) {
            return self.one_of(&all);
        }
        let count = list.dims[0].id;
        let numbers: Vec<i64> = (0..count)
            .map(|_| match list.element {
                "ui8" => self.one_of(&[0, 1, 2, 3, 5, 200, 255]),
                _ => self.one_of(&[0, 1, 2, 3, 4, 5, 7, 8, -1, -2, -3, 16]),
            })
            .collect();
        self.constants(&numbers, list.element)
    }

    /// Elementwise arithmetic.
    pub(super) fn arithmetic(&mut self) {
        let list = self.any_list();
        let other = self.list_like(&list);
        let (element, dims) = (list.element, list.dims.clone());
        match self.dialect {
            Dialect::Tosa => {
                let name = self.one_of(&[
                    "add",
                    "sub",
                    "mul",
                    "max",
                    "min",
                    "div_floor",
                    "div_ceil",
                    "mod",
                ]);
                let name = format!("tosa.{name}_shape");
                self.one(&name, &[&list, &other], "", element, dims);
            }
            // The results of these are unknown.
            Dialect::Onnx => drop(self.one("onnx.Add", &[&list, &other], "", element, dims)),
            Dialect::Hlo => self.hlo_arithmetic(&list, &other),
        }
    }

    fn hlo_arithmetic(&mut self, list: &Tensor, other: &Tensor) {
        let (element, dims) = (list.element, list.dims.clone());
        match self.random.u32(0..10) {
            0 => {
                let name = self.one_of(&["abs", "negate", "not", "sign"]);
                let name = format!("stablehlo.{name}");
                if element != "i1" {
                    self.one(&name, &[list], "", element, dims);
                }
            }
            1 => {
                let to = self.integer_element();
                self.one("stablehlo.convert", &[list], "", to, dims);
            }
            2 | 3 => {
                let direction = self.one_of(&["EQ", "NE", "LT", "LE", "GT", "GE"]);
                let attributes = format!(
                    " {{comparison_direction = #stablehlo<comparison_direction {direction}>}}"
                );
                let name = "stablehlo.compare";
                let condition = self.one(name, &[list, other], &attributes, "i1", dims.clone());
                let third = self.list_like(list);
                let operands = [&condition, list, &third];
                self.one("stablehlo.select", &operands, "", element, dims);
            }
            4 => {
                let third = self.list_like(list);
                self.one("stablehlo.clamp", &[other, list, &third], "", element, dims);
            }
            _ => {
                let name = self.one_of(&[
                    "add",
                    "add",
                    "subtract",
                    "subtract",
                    "multiply",
                    "maximum",
                    "minimum",
                    "divide",
                    "remainder",
                    "and",
                    "or",
                    "xor",
                    "shift_left",
                    "shift_right_arithmetic",
                    "shift_right_logical",
                ]);
                let name = format!("stablehlo.{name}");
                self.one(&name, &[list, other], "", element, dims);
            }
        }
    }

    /// Lists that are split and combined in other ways.
    pub(super) fn rearranged(&mut self) {
        let list = self.any_list();
        let (element, count) = (list.element, list.dims[0].id);
        match self.dialect {
            Dialect::Tosa => {
                let other = self.any_list();
                self.put_together(&[list, other], SHAPE);
            }
            Dialect::Onnx => {
                let start = self.random.i64(-count..count);
                let end = self.one_of(&[count, count + 1, -1, 1, 100]);
                let from = start.rem_euclid(count);
                let to = if end < 0 { end + count } else { end.min(count) };
                let length = self.stated((to - from).max(0));
                let lists = [start, end, 0, 1].map(|n| self.constants(&[n], "i64"));
                let operands = [&list, &lists[0], &lists[1], &lists[2], &lists[3]];
                self.one("onnx.Slice", &operands, "", element, vec![length]);
            }
            Dialect::Hlo => {
                let start = self.random.i64(0..count);
                let limit = self.random.i64(start..count + 1);
                let stride = self.random.i64(1..3);
                let length = self.stated((limit - start + stride - 1) / stride);
                let attributes = format!(
                    " {{start_indices = array<i64: {start}>, limit_indices = array<i64: {limit}>, \
                     strides = array<i64: {stride}>}}"
                );
                self.one(
                    "stablehlo.slice",
                    &[&list],
                    &attributes,
                    element,
                    vec![length],
                );
            }
        }
    }
}
