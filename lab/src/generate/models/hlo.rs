//! StableHLO and CHLO.

use super::{Model, Size, Tensor, array};

impl Model {
    pub(super) fn hlo(&mut self) {
        match self.random.u32(0..48) {
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
            43 => self.hlo_barrier(),
            _ => self.hlo_list(),
        }
    }

    fn hlo_unary(&mut self) {
        let x = self.find(0, 4);
        let name = self.one_of(&["abs", "exponential", "tanh", "negate", "floor", "logistic"]);
        let dims = self.retyped(&x);
        self.one(&format!("stablehlo.{name}"), &[&x], "", "f32", dims);
    }

    /// A tensor with the same sizes, whose type is sometimes less static.
    pub(super) fn retyped(&mut self, x: &Tensor) -> Vec<Size> {
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
            self.one(
                "stablehlo.clamp",
                &[&least, &x, &least],
                "",
                "f32",
                x.dims.clone(),
            );
            return;
        }
        let attributes = " {comparison_direction = #stablehlo<comparison_direction LT>}";
        let from = match self.chance(30) {
            true => self.filled(0),
            false => x.clone(),
        };
        let name = "stablehlo.compare";
        let condition = self.one(name, &[&from, &from], attributes, "i1", from.dims.clone());
        self.one(
            "stablehlo.select",
            &[&condition, &x, &y],
            "",
            "f32",
            x.dims.clone(),
        );
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
        self.one(
            &format!("chlo.broadcast_{name}"),
            &[&a, &b],
            attributes,
            element,
            dims,
        );
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
                self.op(
                    "stablehlo.sort",
                    &[&x, &y],
                    " {dimension = 0 : i64}",
                    region,
                    &results,
                );
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

    fn hlo_barrier(&mut self) {
        let (x, y) = (self.find(0, 3), self.any_list());
        let results = [("f32", x.dims.clone()), (y.element, y.dims.clone())];
        self.op(
            "stablehlo.optimization_barrier",
            &[&x, &y],
            "",
            "",
            &results,
        );
    }

    /// Two tensors whose shapes broadcast, and the sizes of the result.
    pub(super) fn broadcastable(&mut self) -> (Tensor, Tensor, Vec<Size>) {
        let a = self.find(1, 3);
        let b = match self.chance(75) {
            true => self.like(&a),
            // The shapes may not match.
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
