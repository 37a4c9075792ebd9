//! Products, windows and reductions of StableHLO.

use super::{Model, Size, Tensor, array, listed};

impl Model {
    /// A region that combines two numbers.
    pub(super) fn combination(&self) -> String {
        " ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): \"stablehlo.return\"(%x) : (tensor<f32>) -> () })"
            .into()
    }

    pub(super) fn hlo_reduce(&mut self) {
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
            self.op(
                "stablehlo.reduce",
                &[&x, &y, &zero, &zero],
                &attributes,
                region,
                &results,
            );
            return;
        }
        let region = self.combination();
        self.op(
            "stablehlo.reduce",
            &[&x, &zero],
            &attributes,
            &region,
            &[("f32", dims)],
        );
    }

    pub(super) fn hlo_window(&mut self) {
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
        attributes += &format!(
            ", padding = dense<[{}]> : tensor<{rank}x2xi64>}}",
            listed(padding)
        );
        let region = self.combination();
        self.op(
            "stablehlo.reduce_window",
            &[&x, &zero],
            &attributes,
            &region,
            &[("f32", dims)],
        );
    }

    pub(super) fn hlo_product(&mut self) {
        let a = self.find(1, 3);
        // Dimensions of both with equal ids, or in a copy of the first.
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
        let attributes = format!(
            " {{dot_dimension_numbers = #stablehlo.dot<{}>}}",
            listed(parts)
        );
        let dims = dims.into_iter().map(|size| self.again(size)).collect();
        self.one("stablehlo.dot_general", &[&a, &b], &attributes, "f32", dims);
    }

    pub(super) fn hlo_convolution(&mut self) {
        let image = self.find(3, 4);
        let spatial = image.rank() - 2;
        let order = self.order(image.rank());
        // The positions of the batch, the features, … in the image, the kernel and the result.
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
                        let inside = if size[0] == 0 {
                            0
                        } else {
                            (size[0] - 1) * base[d] + 1
                        };
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
            attributes += &format!(
                ", padding = dense<[{}]> : tensor<{spatial}x2xi64>",
                listed(&pads)
            );
        }
        attributes += "}";
        match is_dynamic {
            false => drop(self.one(
                "stablehlo.convolution",
                &[&image, &kernel],
                &attributes,
                "f32",
                dims,
            )),
            true => {
                let value = format!(
                    " {{value = dense<[{}]> : tensor<{spatial}x2xi32>}}",
                    listed(pads)
                );
                let count = [self.stated(spatial as i64), self.stated(2)];
                let padding = self.one("stablehlo.constant", &[], &value, "i32", count.to_vec());
                let operands = [&image, &kernel, &padding];
                self.one(
                    "stablehlo.dynamic_conv",
                    &operands,
                    &attributes,
                    "f32",
                    dims,
                );
            }
        }
    }

    pub(super) fn hlo_gather(&mut self) {
        let x = self.find(1, 3);
        let count = self.random.usize(0..3);
        let mut index_dims = self.sizes(count);
        // Each index selects positions along some dimensions.
        let named = self.order(x.rank());
        let named: Vec<usize> = named[..self.random.usize(1..=x.rank())].to_vec();
        let vector = self.random.usize(..=index_dims.len());
        let components = self.stated(named.len() as i64);
        index_dims.insert(vector, components);
        let element = self.list_element();
        let shape = self.list_of(&index_dims, element);
        let attributes = " {iota_dimension = 0 : i64}";
        let indices = self.one(
            "stablehlo.dynamic_iota",
            &[&shape],
            attributes,
            "i32",
            index_dims.clone(),
        );
        let collapsed: Vec<usize> = named
            .iter()
            .copied()
            .filter(|_| self.random.bool())
            .collect();
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
        if vector != 0 || self.chance(50) {
            parts.push(format!("index_vector_dim = {vector}"));
        }
        let numbers = format!("#stablehlo.gather<{}>", listed(parts));
        let known: Vec<i64> = sizes.iter().filter_map(|size| size.known()).collect();
        match self.chance(60) {
            true => {
                let attributes = format!(
                    " {{dimension_numbers = {numbers}, slice_sizes = {}, indices_are_sorted = false}}",
                    array(known)
                );
                self.one(
                    "stablehlo.gather",
                    &[&x, &indices],
                    &attributes,
                    "f32",
                    dims,
                );
            }
            false => {
                let list = self.constants(&known, "i32");
                let attributes =
                    format!(" {{dimension_numbers = {numbers}, indices_are_sorted = false}}");
                let operands = [&x, &indices, &list];
                self.one(
                    "stablehlo.dynamic_gather",
                    &operands,
                    &attributes,
                    "f32",
                    dims,
                );
            }
        }
    }
}
