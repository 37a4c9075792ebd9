//! TOSA.

use super::{Model, SHAPE, Size, Tensor, array};

impl Model {
    pub(super) fn tosa(&mut self) {
        match self.random.u32(0..28) {
            0..=1 => {
                let x = self.find(1, 4);
                let name = self.one_of(&["abs", "exp", "tanh", "identity", "reciprocal"]);
                let dims = x.dims.iter().map(|&size| self.again(size)).collect();
                self.one(&format!("tosa.{name}"), &[&x], "", "f32", dims);
            }
            2..=4 => {
                let (a, b, dims) = self.broadcastable();
                if a.rank() == b.rank() {
                    let name = self.one_of(&["add", "sub", "maximum", "pow"]);
                    self.one(&format!("tosa.{name}"), &[&a, &b], "", "f32", dims);
                }
            }
            5 => {
                let (a, b, dims) = self.broadcastable();
                if a.rank() == b.rank() {
                    let condition = self.one("tosa.greater", &[&a, &b], "", "i1", dims.clone());
                    let dims = dims.iter().map(|_| self.open()).collect();
                    self.one("tosa.select", &[&condition, &a, &b], "", "f32", dims);
                }
            }
            6..=8 => self.tosa_reshape(),
            9 => self.tosa_concat(),
            10..=11 => self.tosa_pad(),
            12..=13 => self.tosa_slice(),
            14 => self.tosa_tile(),
            15 => {
                let x = self.find(1, 4);
                let order = self.order(x.rank());
                let dims = order.iter().map(|&at| x.dims[at]).collect();
                let order: Vec<String> = order.iter().map(usize::to_string).collect();
                let attributes = format!(" {{perms = array<i32: {}>}}", order.join(", "));
                self.one("tosa.transpose", &[&x], &attributes, "f32", dims);
            }
            16 => {
                let x = self.find(1, 4);
                let axis = self.random.usize(..x.rank());
                let mut dims = x.dims.clone();
                let attributes = format!(" {{axis = {axis} : i32}}");
                if self.chance(30) {
                    dims.remove(axis);
                    self.one("tosa.argmax", &[&x], &attributes, "i32", dims);
                } else {
                    dims[axis] = self.computed(&[], |_| 1);
                    let name = self.one_of(&["reduce_sum", "reduce_max"]);
                    self.one(&format!("tosa.{name}"), &[&x], &attributes, "f32", dims);
                }
            }
            17 => self.tosa_product(),
            18 => self.tosa_windows(),
            19..=22 => self.arithmetic(),
            23 => self.rearranged(),
            24 | 25 => self.tosa_moved(),
            _ if self.depth < 2 => self.tosa_choice(),
            _ => {}
        }
    }

    /// A permutation of a constant list.
    fn tosa_moved(&mut self) {
        let [batches, rows, columns, taken] = [0; 4].map(|_| self.random.i64(1..4));
        let constant = |model: &mut Model, sizes: &[i64], number: &dyn Fn(i64) -> i64| {
            let dims: Vec<Size> = sizes.iter().map(|&size| model.stated(size)).collect();
            let ty = Tensor {
                name: String::new(),
                element: "i32",
                dims: dims.clone(),
            };
            let numbers: Vec<i64> = (0..sizes.iter().product()).map(number).collect();
            let attributes = format!(
                " {{values = dense<{}> : {}}}",
                nested(&numbers, sizes),
                ty.ty()
            );
            model.one("tosa.const", &[], &attributes, "i32", dims)
        };
        let values = constant(self, &[batches, rows, columns], &|n| 7 * n - 5);
        let from = self.random.i64(0..rows);
        let indices = constant(self, &[batches, taken], &|n| (from + 2 * n) % rows);
        let dims = vec![values.dims[0], indices.dims[1], values.dims[2]];
        let gathered = self.one("tosa.gather", &[&values, &indices], "", "i32", dims);
        let axis = self.random.usize(..3);
        let attributes = format!(" {{axis = {axis} : i32}}");
        let dims = gathered.dims.clone();
        let reversed = self.one("tosa.reverse", &[&gathered], &attributes, "i32", dims);
        let order = self.order(3);
        let dims = order.iter().map(|&at| reversed.dims[at]).collect();
        let order: Vec<String> = order.iter().map(usize::to_string).collect();
        let attributes = format!(" {{perms = array<i32: {}>}}", order.join(", "));
        self.one("tosa.transpose", &[&reversed], &attributes, "i32", dims);
    }

    fn tosa_reshape(&mut self) {
        let x = self.find(1, 3);
        let order = self.order(x.rank());
        let mut sizes: Vec<Size> = order.iter().map(|&at| x.dims[at]).collect();
        match self.random.u32(0..6) {
            // One of them is the quotient by the others.
            0..=1 => {
                let at = self.random.usize(..sizes.len());
                let known: Vec<i64> = sizes
                    .iter()
                    .enumerate()
                    .map(|(n, size)| {
                        if n == at {
                            -1
                        } else {
                            size.known().unwrap_or(2)
                        }
                    })
                    .collect();
                let shape = self.constants(&known, SHAPE);
                let dims = known
                    .iter()
                    .map(|&size| match size {
                        -1 => self.open(),
                        size => self.computed(&[], |_| size),
                    })
                    .collect();
                self.one("tosa.reshape", &[&x, &shape], "", "f32", dims);
                return;
            }
            2 => {
                let list = self.any_list();
                let dims = (0..list.dims[0].id).map(|_| self.open()).collect();
                self.one("tosa.reshape", &[&x, &list], "", "f32", dims);
                return;
            }
            3 => {
                let single = self.stated(1);
                sizes.insert(0, single);
            }
            _ => {}
        }
        let shape = self.list_of(&sizes, SHAPE);
        let dims = sizes.iter().map(|&size| self.again(size)).collect();
        self.one("tosa.reshape", &[&x, &shape], "", "f32", dims);
    }

    fn tosa_concat(&mut self) {
        let x = self.find(1, 3);
        let y = self.like(&x);
        let axis = self.random.usize(..x.rank());
        let mut dims = x.dims.clone();
        dims[axis] = self.computed(&[x.dims[axis], y.dims[axis]], |n| n[0] + n[1]);
        let attributes = format!(" {{axis = {axis} : i32}}");
        self.one("tosa.concat", &[&x, &y], &attributes, "f32", dims);
    }

    fn tosa_pad(&mut self) {
        let x = self.find(1, 3);
        let value = self.filled(1);
        if self.chance(30) {
            let sizes = self.sizes(2 * x.rank());
            let padding = self.list_of(&sizes, SHAPE);
            let dims = x.dims.iter().map(|_| self.open()).collect();
            self.one("tosa.pad", &[&x, &padding, &value], "", "f32", dims);
            return;
        }
        let around: Vec<i64> = (0..2 * x.rank()).map(|_| self.random.i64(0..3)).collect();
        let padding = self.constants(&around, SHAPE);
        let mut dims = vec![];
        for (&size, around) in x.dims.iter().zip(around.chunks(2)) {
            dims.push(self.computed(&[size], |n| n[0] + around[0] + around[1]));
        }
        self.one("tosa.pad", &[&x, &padding, &value], "", "f32", dims);
    }

    fn tosa_slice(&mut self) {
        let x = self.find(1, 3);
        let (mut starts, mut sizes, mut dims) = (vec![], vec![], vec![]);
        for &size in &x.dims {
            let most = size.known().unwrap_or(3);
            let start = self.random.i64(0..=most.min(2));
            let part = match self.chance(25) {
                true => -1,
                false => self.random.i64(0..=most - start),
            };
            dims.push(match part {
                -1 => self.computed(&[size], |n| n[0] - start),
                part => self.computed(&[], |_| part),
            });
            starts.push(start);
            sizes.push(part);
        }
        let starts = self.constants(&starts, SHAPE);
        let sizes = match self.chance(20) {
            true => {
                dims = dims.iter().map(|_| self.open()).collect();
                let sizes = self.sizes(x.rank());
                self.list_of(&sizes, SHAPE)
            }
            false => self.constants(&sizes, SHAPE),
        };
        self.one("tosa.slice", &[&x, &starts, &sizes], "", "f32", dims);
    }

    fn tosa_tile(&mut self) {
        let x = self.find(1, 3);
        let times: Vec<i64> = x.dims.iter().map(|_| self.random.i64(1..4)).collect();
        let mut dims = vec![];
        for (&size, &n) in x.dims.iter().zip(&times) {
            dims.push(self.computed(&[size], |size| size[0] * n));
        }
        let list = match self.chance(30) {
            true => {
                dims = dims.iter().map(|_| self.open()).collect();
                let sizes = self.sizes(x.rank());
                self.list_of(&sizes, SHAPE)
            }
            false => self.constants(&times, SHAPE),
        };
        self.one("tosa.tile", &[&x, &list], "", "f32", dims);
    }

    fn tosa_product(&mut self) {
        let x = self.find(3, 3);
        let attributes = " {perms = array<i32: 0, 2, 1>}";
        let turned = vec![x.dims[0], x.dims[2], x.dims[1]];
        let y = self.one("tosa.transpose", &[&x], attributes, "f32", turned);
        let zero = self.filled(1);
        let dims = vec![x.dims[0], self.again(x.dims[1]), x.dims[1]];
        self.one("tosa.matmul", &[&x, &y, &zero, &zero], "", "f32", dims);
    }

    fn tosa_windows(&mut self) {
        let x = self.find(4, 4);
        let pad: Vec<i64> = (0..4).map(|_| self.random.i64(0..3)).collect();
        let (mut stride, mut window, mut dilation) = (vec![], vec![], vec![]);
        for _ in 0..2 {
            stride.push(self.random.i64(1..3));
            window.push(self.random.i64(1..4));
            dilation.push(self.random.i64(1..3));
        }
        let is_pool = self.chance(50);
        let mut dims = x.dims.clone();
        for d in 0..2 {
            let reach = match is_pool {
                true => window[d] - 1,
                false => (window[d] - 1) * dilation[d],
            };
            dims[1 + d] = self.computed(&[x.dims[1 + d]], |n| {
                let room = n[0] - 1 + pad[2 * d] + pad[2 * d + 1] - reach;
                if room < 0 { -1 } else { room / stride[d] + 1 }
            });
        }
        let mut attributes = format!(" {{pad = {}, stride = {}", array(pad), array(stride));
        if is_pool {
            attributes += &format!(", kernel = {}}}", array(window));
            self.one("tosa.max_pool2d", &[&x], &attributes, "f32", dims);
            return;
        }
        attributes += &format!(", dilation = {}, acc_type = f32}}", array(dilation));
        if x.dims[3].stated.is_none() {
            return;
        }
        let made = self.random.i64(1..4);
        let made = self.stated(made);
        let windows = [self.stated(window[0]), self.stated(window[1])];
        let is_deep = self.chance(40);
        let kernel = match is_deep {
            true => vec![windows[0], windows[1], x.dims[3], made],
            false => vec![made, windows[0], windows[1], x.dims[3]],
        };
        dims[3] = match is_deep {
            true => self.computed(&[x.dims[3], made], |n| n[0] * n[1]),
            false => self.computed(&[made], |n| n[0]),
        };
        let ty = Tensor {
            name: String::new(),
            element: "f32",
            dims: kernel.clone(),
        };
        let value = format!(" {{values = dense<1.0> : {}}}", ty.ty());
        let kernel = self.one("tosa.const", &[], &value, "f32", kernel);
        let (bias, zero) = (self.filled(1), self.filled(1));
        let name = if is_deep {
            "tosa.depthwise_conv2d"
        } else {
            "tosa.conv2d"
        };
        self.one(
            name,
            &[&x, &kernel, &bias, &zero, &zero],
            &attributes,
            "f32",
            dims,
        );
    }

    /// A branch on an unknown condition.
    fn tosa_choice(&mut self) {
        let x = self.find(1, 2);
        let open = |size: &Size| Size {
            stated: None,
            ..*size
        };
        let dims: Vec<Size> = x.dims.iter().map(open).collect();
        let x = self.one("tosa.abs", &[&x], "", "f32", dims);
        let one = self.filled(1);
        let attributes = " {axis = 0 : i32}";
        let condition = self.one("tosa.argmax", &[&one], attributes, "i32", vec![]);
        let condition = self.one("tosa.greater", &[&condition, &condition], "", "i1", vec![]);
        let (own, inside) = (self.fresh(), self.fresh());
        self.emit(&format!(
            "{own} = \"tosa.cond_if\"({}, {}) ({{",
            condition.name, x.name
        ));
        for region in 0..2 {
            let visible = self.scope.len();
            self.emit(&format!("^bb0({inside}: {}):", x.ty()));
            self.depth += 1;
            self.indent += 1;
            self.scope.push(Tensor {
                name: inside.clone(),
                ..x.clone()
            });
            for _ in 0..self.random.usize(0..3) {
                self.tosa();
            }
            let given = self.find(x.rank(), x.rank());
            let dims = given.dims.iter().map(open).collect();
            let given = self.one("tosa.abs", &[&given], "", "f32", dims);
            self.emit(&format!(
                "\"tosa.yield\"({}) : ({}) -> ()",
                given.name,
                given.ty()
            ));
            self.indent -= 1;
            self.depth -= 1;
            self.scope.truncate(visible);
            if region == 0 {
                self.emit("}, {");
            }
        }
        self.emit(&format!("}}) : (tensor<i1>, {}) -> {}", x.ty(), x.ty()));
        let dims = x.dims.iter().map(|_| self.open()).collect();
        self.scope.push(Tensor {
            name: own,
            element: "f32",
            dims,
        });
    }
}

/// Numbers in nested brackets, according to the sizes.
fn nested(numbers: &[i64], sizes: &[i64]) -> String {
    let Some((&first, rest)) = sizes.split_first() else {
        return numbers.first().map_or(String::new(), i64::to_string);
    };
    let parts = numbers.chunks(numbers.len().div_ceil(first as usize).max(1));
    let parts: Vec<String> = parts.map(|part| nested(part, rest)).collect();
    format!("[{}]", parts.join(", "))
}
