//! Ops of StableHLO that change shapes.

use super::{Model, Size, Tensor, array};

impl Model {
    pub(super) fn hlo_pad(&mut self) {
        let x = self.find(1, 4);
        let zero = self.filled(0);
        let (mut low, mut high, mut interior) = (vec![], vec![], vec![]);
        let mut dims = vec![];
        for &size in &x.dims {
            let (l, h) = (self.random.i64(-1..4), self.random.i64(0..3));
            let i = self.one_of(&[0, 0, 0, 1, 2]);
            dims.push(self.computed(&[size], |n| n[0] + l + h + i * (n[0] - 1).max(0)));
            low.push(l);
            high.push(h);
            interior.push(i);
        }
        let attributes = format!(
            " {{edge_padding_low = {}, edge_padding_high = {}, interior_padding = {}}}",
            array(low),
            array(high),
            array(interior)
        );
        self.one("stablehlo.pad", &[&x, &zero], &attributes, "f32", dims);
    }

    pub(super) fn hlo_slice(&mut self) {
        let x = self.find(1, 3);
        let (mut starts, mut limits, mut strides, mut dims) = (vec![], vec![], vec![], vec![]);
        for &size in &x.dims {
            let most = size.known().unwrap_or(3);
            let start = self.random.i64(0..=most.min(2));
            let limit = self.random.i64(start..=most);
            let stride = self.one_of(&[1, 1, 2, 3]);
            dims.push(self.computed(&[], |_| (limit - start + stride - 1) / stride));
            starts.push(start);
            limits.push(limit);
            strides.push(stride);
        }
        let attributes = format!(
            " {{start_indices = {}, limit_indices = {}, strides = {}}}",
            array(starts),
            array(limits),
            array(strides)
        );
        self.one("stablehlo.slice", &[&x], &attributes, "f32", dims);
    }

    pub(super) fn hlo_reshape(&mut self) {
        let x = self.find(1, 3);
        let element = self.list_element();
        let order = self.order(x.rank());
        let mut sizes: Vec<Size> = order.iter().map(|&at| x.dims[at]).collect();
        match self.random.u32(0..4) {
            0 => {
                let single = self.stated(1);
                sizes.push(single);
            }
            // Merges two known sizes.
            1 => {
                if let [first, second, ..] = sizes[..]
                    && let Some((a, b)) = first.known().zip(second.known())
                {
                    sizes.remove(0);
                    sizes[0] = self.stated(a * b);
                }
            }
            2 if self.chance(30) => sizes = self.sizes(2),
            _ => {}
        }
        let is_static = sizes.iter().all(|size| size.stated.is_some());
        if is_static {
            self.one("stablehlo.reshape", &[&x], "", "f32", sizes);
            return;
        }
        let shape = self.list_of(&sizes, element);
        let dims = sizes.iter().map(|&size| self.again(size)).collect();
        let name = self.one_of(&["stablehlo.dynamic_reshape", "mhlo.dynamic_reshape"]);
        self.one(name, &[&x, &shape], "", "f32", dims);
    }

    pub(super) fn hlo_broadcast(&mut self) {
        let x = self.find(0, 2);
        let added = self.random.usize(..2);
        let extra = self.sizes(added + x.rank());
        let places: Vec<usize> = {
            let mut places = self.order(added + x.rank());
            places.truncate(x.rank());
            places
        };
        let mut sizes = extra;
        for (&at, &size) in places.iter().zip(&x.dims) {
            if size.known() != Some(1) || self.chance(50) {
                sizes[at] = size;
            }
        }
        let attributes = format!(" {{broadcast_dimensions = {}}}", array(&places));
        if self.chance(15) {
            let counts: Vec<i64> = (0..added).map(|_| self.random.i64(0..4)).collect();
            let mut dims: Vec<Size> = counts.iter().map(|&n| self.stated(n)).collect();
            dims.extend(&x.dims);
            let attributes = format!(" {{broadcast_sizes = {}}}", array(counts));
            self.one("stablehlo.broadcast", &[&x], &attributes, "f32", dims);
        } else if sizes.iter().all(|size| size.stated.is_some()) {
            self.one(
                "stablehlo.broadcast_in_dim",
                &[&x],
                &attributes,
                "f32",
                sizes,
            );
        } else {
            let element = self.list_element();
            let shape = self.list_of(&sizes, element);
            let name = "stablehlo.dynamic_broadcast_in_dim";
            self.one(name, &[&x, &shape], &attributes, "f32", sizes);
        }
    }

    pub(super) fn hlo_iota(&mut self) {
        let count = self.random.usize(1..3);
        let sizes = self.sizes(count);
        let axis = self.random.usize(..count);
        let attributes = format!(" {{iota_dimension = {axis} : i64}}");
        let element = self.one_of(&["f32", "i32", "i8"]);
        if sizes.iter().all(|size| size.stated.is_some()) {
            self.one("stablehlo.iota", &[], &attributes, element, sizes);
            return;
        }
        let of_list = self.list_element();
        let list = match self.chance(25) {
            true => self.any_list(),
            false => self.list_of(&sizes, of_list),
        };
        match list.dims[0].id == count as i64 && !self.chance(10) {
            true => drop(self.one(
                "stablehlo.dynamic_iota",
                &[&list],
                &attributes,
                element,
                sizes,
            )),
            false => {
                let sizes: Vec<Size> = (0..list.dims[0].id).map(|_| self.open()).collect();
                if !sizes.is_empty() {
                    let attributes = " {iota_dimension = 0 : i64}";
                    self.one(
                        "stablehlo.dynamic_iota",
                        &[&list],
                        attributes,
                        element,
                        sizes,
                    );
                }
            }
        }
    }

    pub(super) fn hlo_moved_slice(&mut self) {
        let x = self.find(1, 3);
        let zero = self.hlo_scalar();
        let mut operands = vec![&x];
        operands.extend(std::iter::repeat_n(&zero, x.rank()));
        let mut sizes = vec![];
        for &size in &x.dims {
            sizes.push(self.random.i64(0..=size.known().unwrap_or(2).min(4)));
        }
        let dims: Vec<Size> = sizes.iter().map(|&n| self.stated(n)).collect();
        let attributes = format!(" {{slice_sizes = {}}}", array(sizes));
        let part = self.one(
            "stablehlo.dynamic_slice",
            &operands,
            &attributes,
            "f32",
            dims,
        );
        operands.insert(1, &part);
        self.one(
            "stablehlo.dynamic_update_slice",
            &operands,
            "",
            "f32",
            x.dims.clone(),
        );
    }

    pub(super) fn hlo_real_slice(&mut self) {
        let x = self.find(1, 2);
        let (mut starts, mut strides) = (vec![], vec![]);
        for _ in 0..x.rank() {
            starts.push(self.random.i64(0..2));
            strides.push(self.random.i64(1..3));
        }
        let limits = self.list_of(&x.dims, "i32");
        let (starts, strides) = (
            self.constants(&starts, "i32"),
            self.constants(&strides, "i32"),
        );
        let dims = (0..x.rank()).map(|_| self.open()).collect();
        let operands = [&x, &starts, &limits, &strides];
        self.one("stablehlo.real_dynamic_slice", &operands, "", "f32", dims);
    }

    pub(super) fn hlo_dynamic_pad(&mut self) {
        let x = self.find(1, 2);
        let zero = self.filled(0);
        let rank = x.rank();
        let mut lists = vec![];
        for n in 0..3 {
            lists.push(match self.chance(40) && n < 2 {
                true => {
                    let sizes = self.sizes(rank);
                    self.list_of(&sizes, "i32")
                }
                false => {
                    let numbers: Vec<i64> = (0..rank).map(|_| self.random.i64(0..3)).collect();
                    self.constants(&numbers, "i32")
                }
            });
        }
        let dims = (0..rank).map(|_| self.open()).collect();
        let operands = [&x, &zero, &lists[0], &lists[1], &lists[2]];
        self.one("stablehlo.dynamic_pad", &operands, "", "f32", dims);
    }

    pub(super) fn hlo_set_size(&mut self) {
        let x = self.find(1, 3);
        let axis = self.random.usize(..x.rank());
        let size = self.hlo_scalar();
        let mut dims = x.dims.clone();
        dims[axis] = self.open();
        let attributes = format!(" {{dimension = {axis} : i64}}");
        self.one(
            "stablehlo.set_dimension_size",
            &[&x, &size],
            &attributes,
            "f32",
            dims,
        );
    }

    pub(super) fn hlo_computed_shape(&mut self) {
        let x = self.find(1, 3);
        let element = self.list_element();
        let shape = self.fresh();
        let count = self.fresh();
        let (rank, ty) = (x.rank(), x.ty());
        self.emit(&format!(
            "{shape} = shape.shape_of {} : {ty} -> tensor<{rank}xindex>",
            x.name
        ));
        self.emit(&format!(
            "{count} = shape.num_elements {shape} : tensor<{rank}xindex> -> index"
        ));
        let mut sizes = x.dims.clone();
        let open = self.random.usize(..rank);
        sizes[open] = self.stated(1);
        let stated = self.list_of(&sizes, element);
        let missing = {
            let mut numbers = vec![1; rank];
            numbers[open] = -1;
            self.constants(&numbers, element)
        };
        let list = self.one(
            "stablehlo.multiply",
            &[&stated, &missing],
            "",
            element,
            stated.dims.clone(),
        );
        let computed = self.fresh();
        self.emit(&format!(
            "{computed} = \"stablehlo.compute_reshape_shape\"({count}, {}) : (index, {ty}) -> {ty}",
            list.name,
            ty = list.ty()
        ));
        let computed = Tensor {
            name: computed,
            ..list
        };
        self.scope.push(computed.clone());
        let dims = x.open_sizes();
        self.one(
            "stablehlo.dynamic_reshape",
            &[&x, &computed],
            "",
            "f32",
            dims,
        );
    }
}
