//! StableHLO and CHLO.

use super::{Model, Size, Tensor, array, listed};

impl Model {
    pub(super) fn hlo(&mut self) {
        match self.random.u32(0..44) {
            0..=1 => self.hlo_unary(),
            2..=4 => self.hlo_binary(),
            5 => self.hlo_choice(),
            6..=7 => self.hlo_pad(),
            8..=9 => self.hlo_slice(),
            10..=11 => self.hlo_concatenate(),
            12 => self.hlo_transpose(),
            13..=14 => self.hlo_reshape(),
            15..=16 => self.hlo_broadcast(),
            17 => self.hlo_iota(),
            18..=19 => self.hlo_reduce(),
            20 => self.hlo_window(),
            21..=22 => self.hlo_product(),
            23 => self.hlo_convolution(),
            24..=25 => self.hlo_gather(),
            26 => self.hlo_moved_slice(),
            27 => self.hlo_real_slice(),
            28 => self.hlo_dynamic_pad(),
            29 => self.hlo_set_size(),
            30..=32 => self.arithmetic(),
            33 => self.rearranged(),
            34..=35 if self.depth < 2 => self.hlo_if(),
            36..=37 if self.depth < 2 => self.hlo_while(),
            38..=39 => self.chlo(),
            40 => self.hlo_assertion(),
            41 => self.hlo_in_place(),
            42 => self.hlo_computed_shape(),
            _ => self.hlo_barrier(),
        }
    }

    fn hlo_unary(&mut self) {
        let x = self.find(0, 4);
        let name = self.one_of(&["abs", "exponential", "tanh", "negate", "floor", "logistic"]);
        let dims = self.retyped(&x);
        self.one(&format!("stablehlo.{name}"), &[&x], "", "f32", dims);
    }

    /// The sizes of a tensor, of which types tell less now and then.
    fn retyped(&mut self, x: &Tensor) -> Vec<Size> {
        x.dims.iter().map(|&size| self.again(size)).collect()
    }

    fn hlo_binary(&mut self) {
        let x = self.find(0, 4);
        let y = self.like(&x);
        let dims = self.retyped(&x);
        let name = self.one_of(&["add", "multiply", "maximum", "power"]);
        self.one(&format!("stablehlo.{name}"), &[&x, &y], "", "f32", dims);
    }

    fn hlo_choice(&mut self) {
        let x = self.find(0, 3);
        let y = self.like(&x);
        if self.chance(40) {
            let least = self.filled(0);
            self.one("stablehlo.clamp", &[&least, &x, &least], "", "f32", x.dims.clone());
            return;
        }
        let attributes = " {comparison_direction = #stablehlo<comparison_direction LT>}";
        let from = match self.chance(30) {
            true => self.filled(0),
            false => x.clone(),
        };
        let name = "stablehlo.compare";
        let condition = self.one(name, &[&from, &from], attributes, "i1", from.dims.clone());
        self.one("stablehlo.select", &[&condition, &x, &y], "", "f32", x.dims.clone());
    }

    fn hlo_pad(&mut self) {
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

    fn hlo_slice(&mut self) {
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

    fn hlo_concatenate(&mut self) {
        let x = self.find(1, 3);
        let axis = self.random.usize(..x.rank());
        let mut parts = vec![x.clone()];
        for _ in 0..self.random.usize(1..3) {
            parts.push(self.like(&x));
        }
        let mut dims = x.dims.clone();
        let along: Vec<Size> = parts.iter().map(|part| part.dims[axis]).collect();
        dims[axis] = self.computed(&along, |sizes| sizes.iter().sum());
        let parts: Vec<&Tensor> = parts.iter().collect();
        let attributes = format!(" {{dimension = {axis} : i64}}");
        self.one("stablehlo.concatenate", &parts, &attributes, "f32", dims);
    }

    fn hlo_transpose(&mut self) {
        let x = self.find(1, 4);
        let order = self.order(x.rank());
        let dims = order.iter().map(|&at| x.dims[at]).collect();
        let attributes = format!(" {{permutation = {}}}", array(order));
        self.one("stablehlo.transpose", &[&x], &attributes, "f32", dims);
    }

    fn hlo_reshape(&mut self) {
        let x = self.find(1, 3);
        let element = self.list_element();
        let order = self.order(x.rank());
        let mut sizes: Vec<Size> = order.iter().map(|&at| x.dims[at]).collect();
        match self.random.u32(0..4) {
            0 => {
                let single = self.stated(1);
                sizes.push(single);
            }
            // Of what is known, two sizes in one.
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

    fn hlo_broadcast(&mut self) {
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
            self.one("stablehlo.broadcast_in_dim", &[&x], &attributes, "f32", sizes);
        } else {
            let element = self.list_element();
            let shape = self.list_of(&sizes, element);
            let name = "stablehlo.dynamic_broadcast_in_dim";
            self.one(name, &[&x, &shape], &attributes, "f32", sizes);
        }
    }

    fn hlo_iota(&mut self) {
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
            true => drop(self.one("stablehlo.dynamic_iota", &[&list], &attributes, element, sizes)),
            false => {
                let sizes: Vec<Size> = (0..list.dims[0].id).map(|_| self.open()).collect();
                if !sizes.is_empty() {
                    let attributes = " {iota_dimension = 0 : i64}";
                    self.one("stablehlo.dynamic_iota", &[&list], attributes, element, sizes);
                }
            }
        }
    }

    /// A region that combines two numbers.
    fn combination(&self) -> String {
        " ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): \"stablehlo.return\"(%x) : (tensor<f32>) -> () })"
            .into()
    }

    fn hlo_reduce(&mut self) {
        let x = self.find(1, 4);
        let gone: Vec<usize> = (0..x.rank()).filter(|_| self.random.bool()).collect();
        let kept = (0..x.rank()).filter(|at| !gone.contains(at));
        let dims: Vec<Size> = kept.map(|at| x.dims[at]).collect();
        let zero = self.filled(0);
        let attributes = format!(" {{dimensions = {}}}", array(&gone));
        if self.chance(25) {
            let y = self.like(&x);
            let region = " ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>): \
                \"stablehlo.return\"(%x, %y) : (tensor<f32>, tensor<f32>) -> () })";
            let results = [("f32", dims.clone()), ("f32", dims)];
            self.op("stablehlo.reduce", &[&x, &y, &zero, &zero], &attributes, region, &results);
            return;
        }
        let region = self.combination();
        self.op("stablehlo.reduce", &[&x, &zero], &attributes, &region, &[("f32", dims)]);
    }

    fn hlo_window(&mut self) {
        let x = self.find(1, 3);
        let zero = self.filled(0);
        let (mut window, mut strides, mut base, mut dilations) = (vec![], vec![], vec![], vec![]);
        let (mut padding, mut dims) = (vec![], vec![]);
        for &size in &x.dims {
            let (w, s) = (self.random.i64(1..4), self.random.i64(1..3));
            let (b, d) = (self.one_of(&[1, 1, 2]), self.one_of(&[1, 1, 2]));
            let (low, high) = (self.random.i64(-1..3), self.random.i64(0..2));
            dims.push(self.computed(&[size], |n| {
                let inside = if n[0] == 0 { 0 } else { (n[0] - 1) * b + 1 };
                let room = inside + low + high - ((w - 1) * d + 1);
                if room < 0 { 0 } else { room / s + 1 }
            }));
            window.push(w);
            strides.push(s);
            base.push(b);
            dilations.push(d);
            padding.push(format!("[{low}, {high}]"));
        }
        let mut attributes = format!(" {{window_dimensions = {}", array(window));
        for (name, list) in [
            ("window_strides", strides),
            ("base_dilations", base),
            ("window_dilations", dilations),
        ] {
            attributes += &format!(", {name} = {}", array(list));
        }
        let rank = x.rank();
        attributes += &format!(", padding = dense<[{}]> : tensor<{rank}x2xi64>}}", listed(padding));
        let region = self.combination();
        self.op("stablehlo.reduce_window", &[&x, &zero], &attributes, &region, &[("f32", dims)]);
    }

    fn hlo_product(&mut self) {
        let a = self.find(1, 3);
        // Dimensions of both that agree by their ids, or in a copy of the first.
        let b = match self.chance(60) {
            true => {
                let order = self.order(a.rank());
                let dims = order.iter().map(|&at| a.dims[at]).collect();
                let attributes = format!(" {{permutation = {}}}", array(order));
                self.one("stablehlo.transpose", &[&a], &attributes, "f32", dims)
            }
            false => self.find(1, 3),
        };
        let (mut batch, mut sums) = ((vec![], vec![]), (vec![], vec![]));
        for (i, size) in a.dims.iter().enumerate() {
            let is_free = |j: &usize| !batch.1.contains(j) && !sums.1.contains(j);
            let agrees = |j: &usize| b.dims[*j].id == size.id && is_free(j);
            let Some(j) = (0..b.rank()).find(agrees) else {
                continue;
            };
            match self.random.u32(0..3) {
                0 => {
                    batch.0.push(i);
                    batch.1.push(j);
                }
                1 => {
                    sums.0.push(i);
                    sums.1.push(j);
                }
                _ => {}
            }
        }
        if self.chance(50) {
            batch.0.reverse();
            batch.1.reverse();
        }
        let mut dims: Vec<Size> = batch.0.iter().map(|&at| a.dims[at]).collect();
        for (tensor, (batch, sums)) in [(&a, (&batch.0, &sums.0)), (&b, (&batch.1, &sums.1))] {
            let free = (0..tensor.rank()).filter(|at| !batch.contains(at) && !sums.contains(at));
            dims.extend(free.map(|at| tensor.dims[at]));
        }
        if dims.len() > 4 {
            return;
        }
        let mut parts = vec![];
        for (name, list) in [
            ("lhs_batching_dimensions", &batch.0),
            ("rhs_batching_dimensions", &batch.1),
            ("lhs_contracting_dimensions", &sums.0),
            ("rhs_contracting_dimensions", &sums.1),
        ] {
            if !list.is_empty() || self.chance(30) {
                parts.push(format!("{name} = [{}]", listed(list)));
            }
        }
        let attributes = format!(" {{dot_dimension_numbers = #stablehlo.dot<{}>}}", listed(parts));
        let dims = dims.into_iter().map(|size| self.again(size)).collect();
        self.one("stablehlo.dot_general", &[&a, &b], &attributes, "f32", dims);
    }

    fn hlo_convolution(&mut self) {
        let image = self.find(3, 4);
        let spatial = image.rank() - 2;
        let order = self.order(image.rank());
        // Where in the image, in the kernel and in the result the batch, the features, … lie.
        let name = |at: usize, first: &str, second: &str| match at {
            0 => first.to_owned(),
            1 => second.to_owned(),
            n => (n - 2).to_string(),
        };
        let of_image: Vec<String> = order.iter().map(|&at| name(at, "b", "f")).collect();
        let kernel_order = self.order(image.rank());
        let of_kernel: Vec<String> = kernel_order.iter().map(|&at| name(at, "i", "o")).collect();
        let result_order = self.order(image.rank());
        let of_result: Vec<String> = result_order.iter().map(|&at| name(at, "b", "f")).collect();
        let size_of = |dims: &[Size], order: &[usize], role: usize| {
            dims[order.iter().position(|&it| it == role).unwrap_or(0)]
        };
        let features = size_of(&image.dims, &order, 1);
        let made = self.random.i64(1..4);
        let windows: Vec<i64> = (0..spatial).map(|_| self.random.i64(1..4)).collect();
        let mut kernel_dims = vec![];
        for &role in &kernel_order {
            kernel_dims.push(match role {
                0 => features,
                1 => self.stated(made),
                n => self.stated(windows[n - 2]),
            });
        }
        if features.stated.is_none() {
            return;
        }
        let ty = Tensor {
            name: String::new(),
            element: "f32",
            dims: kernel_dims.clone(),
        };
        let value = format!(" {{value = dense<1.0> : {}}}", ty.ty());
        let kernel = self.one("stablehlo.constant", &[], &value, "f32", kernel_dims);
        let (mut strides, mut base, mut dilations, mut padding) = (vec![], vec![], vec![], vec![]);
        for _ in 0..spatial {
            strides.push(self.random.i64(1..3));
            base.push(self.one_of(&[1, 1, 2]));
            dilations.push(self.one_of(&[1, 1, 2]));
            padding.push([self.random.i64(-1..3), self.random.i64(0..3)]);
        }
        let mut dims = vec![];
        for &role in &result_order {
            dims.push(match role {
                0 => size_of(&image.dims, &order, 0),
                1 => self.computed(&[], |_| made),
                n => {
                    let d = n - 2;
                    let size = size_of(&image.dims, &order, n);
                    self.computed(&[size], |size| {
                        let inside = if size[0] == 0 { 0 } else { (size[0] - 1) * base[d] + 1 };
                        let window = (windows[d] - 1) * dilations[d] + 1;
                        let padded = inside + padding[d][0] + padding[d][1];
                        match padded <= 0 || window > padded {
                            true => 0,
                            false => (padded - window) / strides[d] + 1,
                        }
                    })
                }
            });
        }
        let pads: Vec<String> = padding.iter().map(|[l, h]| format!("[{l}, {h}]")).collect();
        let numbers = format!(
            "#stablehlo.conv<[{}]x[{}]->[{}]>",
            listed(of_image),
            listed(of_kernel),
            listed(of_result)
        );
        let mut attributes = format!(
            " {{batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = {numbers}, \
             window_strides = {}, lhs_dilation = {}, rhs_dilation = {}",
            array(strides),
            array(base),
            array(dilations)
        );
        let is_dynamic = self.chance(30);
        if !is_dynamic {
            attributes += &format!(", padding = dense<[{}]> : tensor<{spatial}x2xi64>", listed(&pads));
        }
        attributes += "}";
        match is_dynamic {
            false => drop(self.one("stablehlo.convolution", &[&image, &kernel], &attributes, "f32", dims)),
            true => {
                let value = format!(" {{value = dense<[{}]> : tensor<{spatial}x2xi32>}}", listed(pads));
                let count = [self.stated(spatial as i64), self.stated(2)];
                let padding = self.one("stablehlo.constant", &[], &value, "i32", count.to_vec());
                let operands = [&image, &kernel, &padding];
                self.one("stablehlo.dynamic_conv", &operands, &attributes, "f32", dims);
            }
        }
    }

    fn hlo_gather(&mut self) {
        let x = self.find(1, 3);
        let count = self.random.usize(0..3);
        let mut index_dims = self.sizes(count);
        // Each index names places along some dimensions.
        let named = self.order(x.rank());
        let named: Vec<usize> = named[..self.random.usize(1..=x.rank())].to_vec();
        let vector = self.random.usize(..=index_dims.len());
        let components = self.stated(named.len() as i64);
        index_dims.insert(vector, components);
        let element = self.list_element();
        let shape = self.list_of(&index_dims, element);
        let attributes = " {iota_dimension = 0 : i64}";
        let indices = self.one("stablehlo.dynamic_iota", &[&shape], attributes, "i32", index_dims.clone());
        let collapsed: Vec<usize> = named.iter().copied().filter(|_| self.random.bool()).collect();
        let mut collapsed = collapsed;
        collapsed.sort_unstable();
        let mut sizes: Vec<Size> = vec![];
        for (at, &size) in x.dims.iter().enumerate() {
            sizes.push(match collapsed.contains(&at) {
                true => self.stated(1),
                false => {
                    let most = size.known().unwrap_or(2);
                    let part = self.random.i64(0..=most);
                    self.stated(part)
                }
            });
        }
        let taken: Vec<Size> = (0..x.rank())
            .filter(|at| !collapsed.contains(at))
            .map(|at| sizes[at])
            .collect();
        index_dims.remove(vector);
        let rank = index_dims.len() + taken.len();
        if rank == 0 || rank > 4 {
            return;
        }
        let mut offsets = self.order(rank);
        offsets.truncate(taken.len());
        offsets.sort_unstable();
        let (mut batch, mut offset) = (index_dims.into_iter(), taken.into_iter());
        let mut dims = vec![];
        for at in 0..rank {
            let size = match offsets.contains(&at) {
                true => offset.next(),
                false => batch.next(),
            };
            let size = size.unwrap_or(components);
            dims.push(self.again(size));
        }
        let mut parts = vec![];
        for (name, list) in [
            ("offset_dims", &offsets),
            ("collapsed_slice_dims", &collapsed),
            ("start_index_map", &named),
        ] {
            if !list.is_empty() {
                parts.push(format!("{name} = [{}]", listed(list)));
            }
        }
        parts.push(format!("index_vector_dim = {vector}"));
        let numbers = format!("#stablehlo.gather<{}>", listed(parts));
        let known: Vec<i64> = sizes.iter().filter_map(|size| size.known()).collect();
        match self.chance(60) {
            true => {
                let attributes = format!(
                    " {{dimension_numbers = {numbers}, slice_sizes = {}, indices_are_sorted = false}}",
                    array(known)
                );
                self.one("stablehlo.gather", &[&x, &indices], &attributes, "f32", dims);
            }
            false => {
                let list = self.constants(&known, "i32");
                let attributes =
                    format!(" {{dimension_numbers = {numbers}, indices_are_sorted = false}}");
                let operands = [&x, &indices, &list];
                self.one("stablehlo.dynamic_gather", &operands, &attributes, "f32", dims);
            }
        }
    }

    fn hlo_moved_slice(&mut self) {
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
        let part = self.one("stablehlo.dynamic_slice", &operands, &attributes, "f32", dims);
        operands.insert(1, &part);
        self.one("stablehlo.dynamic_update_slice", &operands, "", "f32", x.dims.clone());
    }

    fn hlo_scalar(&mut self) -> Tensor {
        self.one("stablehlo.constant", &[], " {value = dense<1> : tensor<i32>}", "i32", vec![])
    }

    fn hlo_real_slice(&mut self) {
        let x = self.find(1, 2);
        let (mut starts, mut strides) = (vec![], vec![]);
        for _ in 0..x.rank() {
            starts.push(self.random.i64(0..2));
            strides.push(self.random.i64(1..3));
        }
        let limits = self.list_of(&x.dims, "i32");
        let (starts, strides) = (self.constants(&starts, "i32"), self.constants(&strides, "i32"));
        let dims = (0..x.rank()).map(|_| self.open()).collect();
        let operands = [&x, &starts, &limits, &strides];
        self.one("stablehlo.real_dynamic_slice", &operands, "", "f32", dims);
    }

    fn hlo_dynamic_pad(&mut self) {
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

    fn hlo_set_size(&mut self) {
        let x = self.find(1, 3);
        let axis = self.random.usize(..x.rank());
        let size = self.hlo_scalar();
        let mut dims = x.dims.clone();
        dims[axis] = self.open();
        let attributes = format!(" {{dimension = {axis} : i64}}");
        self.one("stablehlo.set_dimension_size", &[&x, &size], &attributes, "f32", dims);
    }

    /// A condition on sizes.
    pub(super) fn hlo_condition(&mut self) -> Tensor {
        let sizes = self.sizes(2);
        let (a, b) = (self.list_of(&sizes[..1], "i32"), self.list_of(&sizes[1..], "i32"));
        let direction = self.one_of(&["EQ", "NE", "LT", "LE", "GT", "GE"]);
        let attributes =
            format!(" {{comparison_direction = #stablehlo<comparison_direction {direction}>}}");
        let single = vec![self.stated(1)];
        let list = self.one("stablehlo.compare", &[&a, &b], &attributes, "i1", single);
        self.one("stablehlo.reshape", &[&list], "", "i1", vec![])
    }

    /// Statements in a region, the last of which is `hand_on` for what it is to give.
    fn hlo_region(&mut self, give: impl FnOnce(&mut Self) -> Vec<Tensor>) {
        let visible = self.scope.len();
        self.indent += 1;
        self.depth += 1;
        for _ in 0..self.random.usize(0..3) {
            self.hlo();
        }
        let given = give(self);
        let given_types = listed(given.iter().map(Tensor::ty));
        let given = listed(given.iter().map(|it| it.name.clone()));
        self.emit(&format!("\"stablehlo.return\"({given}) : ({given_types}) -> ()"));
        self.indent -= 1;
        self.depth -= 1;
        self.scope.truncate(visible);
    }

    fn hlo_if(&mut self) {
        let condition = self.hlo_condition();
        let x = self.find(1, 2);
        let dims: Vec<Size> = x.dims.iter().map(|_| self.open()).collect();
        let opened = |model: &mut Self, of: &Tensor| -> Vec<Tensor> {
            let dims: Vec<Size> = of.dims.iter().map(|&size| Size { stated: None, ..size }).collect();
            vec![model.one("stablehlo.abs", &[of], "", "f32", dims)]
        };
        let own = self.fresh();
        let name = condition.name.clone();
        self.emit(&format!("{own} = \"stablehlo.if\"({name}) ({{"));
        let first = x.clone();
        self.hlo_region(|model| {
            let given = if model.chance(50) { model.find(first.rank(), first.rank()) } else { first };
            opened(model, &given)
        });
        self.emit("}, {");
        let second = x.clone();
        self.hlo_region(|model| opened(model, &second));
        let made = Tensor {
            name: own,
            element: "f32",
            dims,
        };
        self.emit(&format!("}}) : (tensor<i1>) -> {}", made.ty()));
        self.scope.push(made);
    }

    fn hlo_while(&mut self) {
        let zero = self.hlo_scalar();
        let x = self.find(1, 2);
        let dims: Vec<Size> = x.dims.iter().map(|&size| Size { stated: None, ..size }).collect();
        let x = self.one("stablehlo.abs", &[&x], "", "f32", dims);
        let carried: Vec<Size> = x.dims.iter().map(|_| self.open()).collect();
        let (own, i, t) = (self.fresh(), self.fresh(), self.fresh());
        let ty = x.ty();
        self.emit(&format!("{own}:2 = \"stablehlo.while\"({}, {}) ({{", zero.name, x.name));
        let arguments = format!("^bb0({i}: tensor<i32>, {t}: {ty}):");
        self.emit(&arguments);
        let counter = Tensor {
            name: i.clone(),
            element: "i32",
            dims: vec![],
        };
        let attributes = " {comparison_direction = #stablehlo<comparison_direction LT>}";
        self.hlo_region(|model| {
            let most = model.random.i64(0..4);
            let value = format!(" {{value = dense<{most}> : tensor<i32>}}");
            let most = model.one("stablehlo.constant", &[], &value, "i32", vec![]);
            vec![model.one("stablehlo.compare", &[&counter, &most], attributes, "i1", vec![])]
        });
        self.emit("}, {");
        self.emit(&arguments);
        let visible = self.scope.len();
        let inside = Tensor {
            name: t,
            element: "f32",
            dims: carried.clone(),
        };
        self.scope.push(inside.clone());
        self.hlo_region(|model| {
            let next = model.hlo_scalar();
            let next = model.one("stablehlo.add", &[&counter, &next], "", "i32", vec![]);
            let given = match model.random.u32(0..3) {
                0 => model.find(inside.rank(), inside.rank()),
                1 => {
                    let zero = model.filled(0);
                    let rank = inside.rank();
                    let attributes = format!(
                        " {{edge_padding_low = {}, edge_padding_high = {}, interior_padding = {}}}",
                        array(vec![1; rank]),
                        array(vec![0; rank]),
                        array(vec![0; rank])
                    );
                    let dims = inside.dims.iter().map(|_| model.open()).collect();
                    model.one("stablehlo.pad", &[&inside, &zero], &attributes, "f32", dims)
                }
                _ => inside.clone(),
            };
            let dims = given.dims.iter().map(|&size| Size { stated: None, ..size }).collect();
            let given = model.one("stablehlo.abs", &[&given], "", "f32", dims);
            vec![next, given]
        });
        self.scope.truncate(visible);
        self.emit(&format!("}}) : (tensor<i32>, {ty}) -> (tensor<i32>, {ty})"));
        let after: Vec<Size> = x.dims.iter().map(|_| self.open()).collect();
        self.scope.push(Tensor {
            name: format!("{own}#1"),
            element: "f32",
            dims: after,
        });
        self.scope.push(Tensor {
            name: format!("{own}#0"),
            element: "i32",
            dims: vec![],
        });
    }

    fn chlo(&mut self) {
        let (a, b, dims) = self.broadcastable();
        let name = self.one_of(&["add", "multiply", "maximum", "compare"]);
        let (attributes, element) = match name {
            "compare" => (
                " {comparison_direction = #chlo<comparison_direction LT>}",
                "i1",
            ),
            _ => ("", "f32"),
        };
        self.one(&format!("chlo.broadcast_{name}"), &[&a, &b], attributes, element, dims);
    }

    fn hlo_assertion(&mut self) {
        let condition = self.hlo_condition();
        self.emit(&format!(
            "\"stablehlo.custom_call\"({}) {{call_target_name = \"shape_assertion\", has_side_effect = true}} \
             : (tensor<i1>) -> ()",
            condition.name
        ));
    }

    fn hlo_in_place(&mut self) {
        let x = self.find(1, 3);
        let y = self.like(&x);
        match self.random.bool() {
            true => {
                let region = " ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>): \
                    %c = \"stablehlo.compare\"(%x, %y) {comparison_direction = \
                    #stablehlo<comparison_direction LT>} : (tensor<f32>, tensor<f32>) -> tensor<i1> \
                    \"stablehlo.return\"(%c) : (tensor<i1>) -> () })";
                let results = [("f32", x.dims.clone()), ("f32", y.dims.clone())];
                self.op("stablehlo.sort", &[&x, &y], " {dimension = 0 : i64}", region, &results);
            }
            false => {
                let dimensions = array(0..x.rank());
                let attributes = format!(" {{dimensions = {dimensions}}}");
                let region = self.combination();
                let results = [("f32", x.dims.clone())];
                self.op("stablehlo.map", &[&x, &y], &attributes, &region, &results);
            }
        }
    }

    fn hlo_computed_shape(&mut self) {
        let x = self.find(1, 3);
        let element = self.list_element();
        let shape = self.fresh();
        let count = self.fresh();
        let (rank, ty) = (x.rank(), x.ty());
        self.emit(&format!("{shape} = shape.shape_of {} : {ty} -> tensor<{rank}xindex>", x.name));
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
        let list = self.one("stablehlo.multiply", &[&stated, &missing], "", element, stated.dims.clone());
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
        let dims = x.dims.iter().map(|&size| Size { stated: None, ..size }).collect();
        self.one("stablehlo.dynamic_reshape", &[&x, &computed], "", "f32", dims);
    }

    fn hlo_barrier(&mut self) {
        let (x, y) = (self.find(0, 3), self.any_list());
        let results = [("f32", x.dims.clone()), (y.element, y.dims.clone())];
        self.op("stablehlo.optimization_barrier", &[&x, &y], "", "", &results);
    }

    /// Two tensors whose shapes broadcast, and the sizes of what they give.
    pub(super) fn broadcastable(&mut self) -> (Tensor, Tensor, Vec<Size>) {
        let a = self.find(1, 3);
        let b = match self.chance(75) {
            true => self.like(&a),
            // It may not fit.
            false => self.find(1, 3),
        };
        let rank = a.rank().max(b.rank());
        let at = |tensor: &Tensor, d: usize| {
            let missing = rank - tensor.rank();
            d.checked_sub(missing).map(|d| tensor.dims[d])
        };
        let mut dims = vec![];
        for d in 0..rank {
            dims.push(match (at(&a, d), at(&b, d)) {
                (Some(size), None) | (None, Some(size)) => self.again(size),
                (Some(a), Some(b)) if a.id == b.id || b.known() == Some(1) => self.again(a),
                (Some(a), Some(b)) if a.known() == Some(1) => self.again(b),
                _ => self.open(),
            });
        }
        (a, b, dims)
    }
}
