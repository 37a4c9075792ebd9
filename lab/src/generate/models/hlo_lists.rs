//! Ops of StableHLO that move, pad and sum lists of integers.

use super::{Model, Size, Tensor, listed};

impl Model {
    /// An integer of rank 0: a constant, or an element of a list.
    fn scalar(&mut self, element: &'static str) -> Tensor {
        let number = self.one_of(&[0, 0, 1, 1, 2, 3, 7, -1]);
        let list = match self.chance(50) {
            true => self.any_list(),
            false => self.constants(&[number], element),
        };
        let list = match (list.element == element, list.dims[0].id) {
            (true, 1) => list,
            _ => self.constants(&[number], element),
        };
        self.one("stablehlo.reshape", &[&list], "", element, vec![])
    }

    /// A permutation of the elements of another list.
    pub(super) fn hlo_list(&mut self) {
        let list = self.any_list();
        let (element, count) = (list.element, list.dims[0].id);
        if element == "ui8" {
            return;
        }
        let array = |n: i64| format!("array<i64: {n}>");
        match self.random.u32(0..7) {
            0 => {
                let attributes = format!(" {{dimensions = {}}}", array(0));
                let dims = list.dims.clone();
                self.one("stablehlo.reverse", &[&list], &attributes, element, dims);
            }
            1 => {
                let (low, high) = (self.random.i64(-1..3), self.random.i64(-1..3));
                let interior = self.random.i64(0..3);
                let length = low + count + (count - 1) * interior + high;
                if length <= 0 {
                    return;
                }
                let value = self.scalar(element);
                let attributes = format!(
                    " {{edge_padding_low = {}, edge_padding_high = {}, interior_padding = {}}}",
                    array(low),
                    array(high),
                    array(interior)
                );
                let dims = vec![self.stated(length)];
                let operands = [&list, &value];
                self.one("stablehlo.pad", &operands, &attributes, element, dims);
            }
            2 => {
                let length = self.random.i64(1..=count);
                let start = self.scalar("i32");
                let attributes = format!(" {{slice_sizes = {}}}", array(length));
                let dims = vec![self.stated(length)];
                let name = "stablehlo.dynamic_slice";
                self.one(name, &[&list, &start], &attributes, element, dims);
            }
            3 => {
                let length = self.random.i64(1..=count);
                let numbers: Vec<i64> = (0..length).map(|n| 3 * n - 2).collect();
                let update = self.constants(&numbers, element);
                let start = self.scalar("i32");
                let operands = [&list, &update, &start];
                let dims = list.dims.clone();
                let name = "stablehlo.dynamic_update_slice";
                self.one(name, &operands, "", element, dims);
            }
            4 => self.gathered(&list),
            5 => self.turned(&list),
            _ => self.summed(&list),
        }
    }

    /// Elements or slices of a list at given indices, which may be out of bounds.
    fn gathered(&mut self, list: &Tensor) {
        let (element, count) = (list.element, list.dims[0].id);
        let times = self.random.i64(1..4);
        let numbers: Vec<i64> = (0..times)
            .map(|_| self.one_of(&[-2, 0, 0, 1, 1, 2, 3, 9]))
            .collect();
        let indices = self.constants(&numbers, "i32");
        let single = self.chance(40);
        let width = if single {
            1
        } else {
            self.random.i64(1..=count.min(4))
        };
        let (places, rank) = match single {
            true => ("collapsed_slice_dims = [0]", 1),
            false => ("offset_dims = [1]", 2),
        };
        let numbers = format!(
            "dimension_numbers = #stablehlo.gather<{places}, start_index_map = [0], index_vector_dim = 1>"
        );
        let sizes = [times, width].map(|size| self.stated(size));
        let dims = sizes[..rank].to_vec();
        if self.chance(50) {
            let attributes = format!(" {{{numbers}, slice_sizes = array<i64: {width}>}}");
            self.one(
                "stablehlo.gather",
                &[list, &indices],
                &attributes,
                element,
                dims,
            );
        } else {
            let sizes = self.constants(&[width], "i32");
            let operands = [list, &indices, &sizes];
            let attributes = format!(" {{{numbers}}}");
            self.one(
                "stablehlo.dynamic_gather",
                &operands,
                &attributes,
                element,
                dims,
            );
        }
    }

    /// A list as a matrix, transposed.
    fn turned(&mut self, list: &Tensor) {
        let (element, count) = (list.element, list.dims[0].id);
        let rows = self.one_of(&[1, 2, 3]);
        if count % rows != 0 {
            return;
        }
        let sizes = [rows, count / rows].map(|size| self.stated(size));
        let matrix = self.one("stablehlo.reshape", &[list], "", element, sizes.to_vec());
        let matrix = match self.chance(50) {
            true => {
                let axis = self.one_of(&[0, 1]);
                let attributes = format!(" {{dimensions = array<i64: {axis}>}}");
                let dims = sizes.to_vec();
                self.one("stablehlo.reverse", &[&matrix], &attributes, element, dims)
            }
            false => matrix,
        };
        let dims = vec![sizes[1], sizes[0]];
        let attributes = " {permutation = array<i64: 1, 0>}";
        let turned = self.one("stablehlo.transpose", &[&matrix], attributes, element, dims);
        let dims = list.dims.clone();
        self.one("stablehlo.reshape", &[&turned], "", element, dims);
    }

    /// The reduction of all elements of a list.
    fn summed(&mut self, list: &Tensor) {
        let element = list.element;
        let (name, neutral) = self.one_of(&[("add", 0), ("multiply", 1), ("add", 5)]);
        let (name, initial) = match self.chance(50) {
            true => (name, self.constants(&[neutral], element)),
            false => {
                let name = self.one_of(&["maximum", "minimum"]);
                (name, self.constants(&[3], element))
            }
        };
        let none: Vec<Size> = vec![];
        let initial = self.one("stablehlo.reshape", &[&initial], "", element, none.clone());
        let [a, b, c] = [0; 3].map(|_| self.fresh());
        let ty = initial.ty();
        let body = format!(
            " ({{\n^bb0({a}: {ty}, {b}: {ty}):\n  {c} = \"stablehlo.{name}\"({a}, {b}) : ({ty}, {ty}) -> \
             {ty}\n  \"stablehlo.return\"({c}) : ({ty}) -> ()\n}})"
        );
        let attributes = format!(" {{dimensions = array<i64: {}>}}", listed([0]));
        let made = self.op(
            "stablehlo.reduce",
            &[list, &initial],
            &attributes,
            &body,
            &[(element, none)],
        );
        let single = vec![self.stated(1)];
        self.one("stablehlo.reshape", &[&made[0]], "", element, single);
    }
}
