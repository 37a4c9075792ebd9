//! ONNX, in generic form.

use super::{Model, Size, Tensor, listed};

impl Model {
    pub(super) fn onnx(&mut self) {
        match self.random.u32(0..28) {
            0 => {
                let x = self.find(1, 4);
                let name = self.one_of(&["Abs", "Exp", "Relu", "Softmax", "Identity"]);
                let dims = x.dims.iter().map(|&size| self.again(size)).collect();
                self.one(&format!("onnx.{name}"), &[&x], "", "f32", dims);
            }
            1..=3 => {
                let (a, b, dims) = self.broadcastable();
                let name = self.one_of(&["Add", "Mul", "Sub", "Pow"]);
                self.one(&format!("onnx.{name}"), &[&a, &b], "", "f32", dims);
            }
            4..=6 => self.onnx_reshape(),
            7..=8 => self.onnx_expand(),
            9 => {
                let x = self.find(1, 3);
                let y = self.like(&x);
                let axis = self.random.usize(..x.rank());
                let mut dims = x.dims.clone();
                dims[axis] = self.computed(&[x.dims[axis], y.dims[axis]], |n| n[0] + n[1]);
                let attributes = self.axis(axis, x.rank());
                self.one("onnx.Concat", &[&x, &y], &attributes, "f32", dims);
            }
            10 => {
                let x = self.find(1, 4);
                let turned = self.chance(25);
                let order = match turned {
                    true => (0..x.rank()).rev().collect(),
                    false => self.order(x.rank()),
                };
                let dims = order.iter().map(|&at| x.dims[at]).collect();
                let attributes = match turned {
                    true => String::new(),
                    false => format!(" {{perm = [{}]}}", listed(order)),
                };
                self.one("onnx.Transpose", &[&x], &attributes, "f32", dims);
            }
            11..=12 => self.onnx_squeeze(),
            13 => self.onnx_gather(),
            14..=16 => self.onnx_slice(),
            17..=18 => self.onnx_product(),
            19 => self.onnx_convolution(),
            20 => {
                let x = self.find(1, 3);
                self.one("onnx.Dropout", &[&x], "", "f32", x.dims.clone());
            }
            21 => self.rearranged(),
            22 => {
                let x = self.find(1, 4);
                let axis = self.random.usize(..=x.rank());
                let sizes = x.dims.split_at(axis);
                let dims = [sizes.0, sizes.1].map(|part| {
                    let part = part.to_vec();
                    self.computed(&part, |n| n.iter().product())
                });
                let attributes = match axis {
                    1 if self.chance(50) => String::new(),
                    _ if axis == x.rank() => format!(" {{axis = {axis} : si64}}"),
                    _ => self.axis(axis, x.rank()),
                };
                self.one("onnx.Flatten", &[&x], &attributes, "f32", dims.to_vec());
            }
            23..=24 => self.onnx_reduction(),
            25 => {
                let (a, b, dims) = self.broadcastable();
                self.one("onnx.Where", &[&b, &a, &b], "", "f32", dims);
            }
            _ => {
                let count = self.random.usize(1..4);
                let sizes = self.sizes(count);
                self.list_of(&sizes, "i64");
            }
        }
    }

    fn onnx_reduction(&mut self) {
        let x = self.find(1, 4);
        let name = self.one_of(&["ReduceSum", "ReduceMax", "ReduceMean"]);
        let keeps = self.chance(60);
        let is_told = self.chance(80);
        let reduced: Vec<bool> = x.dims.iter().map(|_| !is_told || self.chance(40)).collect();
        let axes: Vec<i64> = (0..x.rank() as i64)
            .filter(|&at| reduced[at as usize])
            .map(|at| at - if self.chance(30) { x.rank() as i64 } else { 0 })
            .collect();
        let mut dims = vec![];
        for (&size, &is_reduced) in x.dims.iter().zip(&reduced) {
            match is_reduced {
                false => dims.push(self.again(size)),
                true if keeps => dims.push(self.computed(&[], |_| 1)),
                true => {}
            }
        }
        let keep = format!("keepdims = {} : si64", i32::from(keeps));
        match (is_told && !axes.is_empty(), self.chance(50)) {
            (true, true) => {
                let axes = self.constants(&axes, "i64");
                self.one(
                    &format!("onnx.{name}"),
                    &[&x, &axes],
                    &format!(" {{{keep}}}"),
                    "f32",
                    dims,
                );
            }
            (true, false) => {
                let attributes = format!(" {{axes = [{}], {keep}}}", listed(axes));
                self.one(&format!("onnx.{name}"), &[&x], &attributes, "f32", dims);
            }
            (false, _) => {
                // Without axes, all dimensions are reduced.
                let dims = match keeps {
                    true => x.dims.iter().map(|_| self.computed(&[], |_| 1)).collect(),
                    false => vec![],
                };
                self.one(
                    &format!("onnx.{name}"),
                    &[&x],
                    &format!(" {{{keep}}}"),
                    "f32",
                    dims,
                );
            }
        }
    }

    /// An axis, sometimes negative.
    fn axis(&mut self, axis: usize, rank: usize) -> String {
        let from_end = self.chance(40);
        let axis = axis as i64 - if from_end { rank as i64 } else { 0 };
        format!(" {{axis = {axis} : si64}}")
    }

    fn onnx_reshape(&mut self) {
        let x = self.find(1, 3);
        let keeps_zeros = self.chance(20);
        let mut numbers = vec![];
        let mut dims = vec![];
        let open = self.random.usize(..2 * x.rank());
        for (at, &size) in x.dims.iter().enumerate() {
            let (number, size) = match size.known() {
                _ if at == open => (-1, self.open()),
                Some(n) if n > 0 => (n, self.computed(&[], |_| n)),
                _ if !keeps_zeros => (0, self.again(size)),
                _ => (2, self.stated(2)),
            };
            numbers.push(number);
            dims.push(size);
        }
        let attributes = match keeps_zeros {
            true => " {allowzero = 1 : si64}",
            false => "",
        };
        let shape = match self.random.u32(0..4) {
            0 => {
                let list = self.any_list();
                dims = (0..list.dims[0].id).map(|_| self.open()).collect();
                list
            }
            1 => {
                let order = self.order(x.rank());
                dims = order.iter().map(|&at| x.dims[at]).collect();
                self.list_of(&dims.clone(), "i64")
            }
            _ => self.constants(&numbers, "i64"),
        };
        self.one("onnx.Reshape", &[&x, &shape], attributes, "f32", dims);
    }

    fn onnx_expand(&mut self) {
        let x = self.find(1, 3);
        let added = self.random.usize(..2);
        let mut sizes = self.sizes(added);
        let mut dims = sizes.clone();
        for &size in &x.dims {
            let other = self.sizes(1)[0];
            let (stated, made) = match self.random.u32(0..4) {
                0 => (self.stated(1), size),
                1 if size.known() == Some(1) => (other, other),
                2 => (other, self.open()),
                _ => (size, size),
            };
            sizes.push(stated);
            dims.push(self.again(made));
        }
        let shape = self.list_of(&sizes, "i64");
        self.one("onnx.Expand", &[&x, &shape], "", "f32", dims);
    }

    fn onnx_squeeze(&mut self) {
        let x = self.find(1, 3);
        let rank = x.rank() + 1;
        let at = self.random.usize(..rank);
        let from_end = self.chance(40);
        let axis = at as i64 - if from_end { rank as i64 } else { 0 };
        let axes = self.constants(&[axis], "i64");
        let mut dims = x.dims.clone();
        let single = self.computed(&[], |_| 1);
        dims.insert(at, single);
        let wide = self.one("onnx.Unsqueeze", &[&x, &axes], "", "f32", dims);
        if self.chance(50) {
            self.one("onnx.Squeeze", &[&wide, &axes], "", "f32", x.dims.clone());
        }
    }

    fn onnx_gather(&mut self) {
        let x = self.find(1, 3);
        let axis = self.random.usize(..x.rank());
        let length = self.random.i64(1..4);
        let numbers: Vec<i64> = (0..length).map(|_| self.random.i64(-1..2)).collect();
        let indices = self.constants(&numbers, "i64");
        let mut dims = x.dims.clone();
        dims[axis] = self.computed(&[], |_| length);
        let attributes = self.axis(axis, x.rank());
        self.one("onnx.Gather", &[&x, &indices], &attributes, "f32", dims);
    }

    fn onnx_slice(&mut self) {
        let x = self.find(1, 3);
        let axes = self.some(x.rank() + 1);
        let axes: Vec<usize> = axes.into_iter().filter(|&at| at < x.rank()).collect();
        let mut dims = x.dims.clone();
        let mut lists = [vec![], vec![], vec![], vec![]];
        for &axis in &axes {
            let start = self.one_of(&[0, 0, 1, 2, -1, -2, -5, 7]);
            let end = self.one_of(&[1, 2, 3, -1, -2, 100, i64::MAX, -9]);
            let from_end = self.chance(30);
            let named = axis as i64 - if from_end { x.rank() as i64 } else { 0 };
            let step = self.one_of(&[1, 1, 1, 2, -1]);
            for (list, number) in lists.iter_mut().zip([start, end, named, step]) {
                list.push(number);
            }
            dims[axis] = self.open();
        }
        if axes.is_empty() {
            return;
        }
        let [starts, ends, named, steps] = lists;
        let ends = match self.chance(30) {
            true => {
                let sizes = self.sizes(axes.len());
                self.list_of(&sizes, "i64")
            }
            false => self.constants(&ends, "i64"),
        };
        let [starts, named, steps] =
            [starts, named, steps].map(|list| self.constants(&list, "i64"));
        let operands = [&x, &starts, &ends, &named, &steps];
        self.one("onnx.Slice", &operands, "", "f32", dims);
    }

    fn onnx_product(&mut self) {
        let x = self.find(2, 4);
        let rank = x.rank();
        let mut order: Vec<usize> = (0..rank).collect();
        order.swap(rank - 2, rank - 1);
        let dims: Vec<Size> = order.iter().map(|&at| x.dims[at]).collect();
        let attributes = format!(" {{perm = [{}]}}", listed(order));
        let y = self.one("onnx.Transpose", &[&x], &attributes, "f32", dims);
        let mut made = x.dims.clone();
        made[rank - 1] = self.again(x.dims[rank - 2]);
        if rank > 2 || self.chance(50) {
            self.one("onnx.MatMul", &[&x, &y], "", "f32", made);
            return;
        }
        let bias = self.filled(1);
        let (a, b, made) = match self.random.u32(0..3) {
            0 => (&x, &x, vec![x.dims[0], x.dims[0]]),
            1 => (&x, &x, vec![x.dims[1], x.dims[1]]),
            _ => (&x, &y, made),
        };
        let flags = match (made[0].id == x.dims[1].id, b.name == y.name) {
            (_, true) => "",
            (true, _) => " {transA = 1 : si64}",
            (false, _) => " {transB = 1 : si64}",
        };
        self.one("onnx.Gemm", &[a, b, &bias], flags, "f32", made);
    }

    fn onnx_convolution(&mut self) {
        let x = self.find(3, 4);
        if x.dims[1].stated.is_none() {
            return;
        }
        let spatial = x.rank() - 2;
        let made = self.random.i64(1..4);
        let made = self.stated(made);
        let (mut pads, mut strides, mut dilations) = (vec![], vec![], vec![]);
        let mut kernel = vec![made, x.dims[1]];
        let mut dims = vec![x.dims[0], self.again(made)];
        for _ in 0..2 * spatial {
            pads.push(self.random.i64(0..3));
        }
        for d in 0..spatial {
            let (window, stride) = (self.random.i64(1..4), self.random.i64(1..3));
            let dilation = self.random.i64(1..3);
            kernel.push(self.stated(window));
            strides.push(stride);
            dilations.push(dilation);
            dims.push(self.computed(&[x.dims[2 + d]], |n| {
                let room = n[0] + pads[d] + pads[spatial + d] - (window - 1) * dilation - 1;
                if room < 0 { -1 } else { room / stride + 1 }
            }));
        }
        let ty = Tensor {
            name: String::new(),
            element: "f32",
            dims: kernel.clone(),
        };
        let value = format!(" {{value = dense<1.0> : {}}}", ty.ty());
        let kernel = self.one("onnx.Constant", &[], &value, "f32", kernel);
        let bias = self.filled(1);
        let attributes = format!(
            " {{pads = [{}], strides = [{}], dilations = [{}], group = 1 : si64}}",
            listed(pads),
            listed(strides),
            listed(dilations)
        );
        self.one("onnx.Conv", &[&x, &kernel, &bias], &attributes, "f32", dims);
    }
}
