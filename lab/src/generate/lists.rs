//! Small tensors of index values, which may be shapes, and ops on them.

use super::Generator;
use super::types::Ty;

impl Generator {
    /// Lists of extents.
    pub(super) fn elements(&mut self) {
        let length = self.random.i64(1..4);
        let list = Ty::Extents(length);
        match self.random.u32(0..28) {
            0 => {
                self.make(&list);
            }
            1 => {
                let shape = self.pick(&list);
                let at = self.random.i64(0..length);
                let at = self.constant_of(&Ty::Index, at);
                let text = format!("tensor.extract {shape}[{at}] : {}", list.text());
                self.op(Ty::Index, text);
            }
            2 | 3 => {
                let Some((value, ty)) = self.find_shaped(false) else {
                    return;
                };
                let to = Ty::Extents(ty.dims().map_or(0, Vec::len) as i64);
                let text = format!("shape.shape_of {value} : {} -> {}", ty.text(), to.text());
                self.op(to, text);
            }
            4 => {
                let Some((value, ty)) = self.find_shaped(true) else {
                    return;
                };
                let shape = self.pick(&list);
                let to = Ty::Tensor(vec![None; length as usize]);
                let text = format!(
                    "tensor.reshape {value}({shape}) : ({}, {}) -> {}",
                    ty.text(),
                    list.text(),
                    to.text()
                );
                self.op(to, text);
            }
            5 | 6 => self.computed(length),
            7 => self.compared(length),
            8 => self.joined(length),
            9 => self.taken(length),
            10 | 11 => self.reread(length),
            12 | 13 => self.broadcast_shapes(),
            14 => self.assuming(),
            15..=16 => self.shape_values(),
            17 => self.shape_sizes(),
            18 => self.shape_beside(),
            19..=26 => self.places(length),
            _ => {
                let shape = self.pick(&list);
                let element = self.index();
                let at = match self.chance(80) {
                    true => {
                        let at = self.random.i64(0..length);
                        self.constant_of(&Ty::Index, at)
                    }
                    false => self.pick(&Ty::Index),
                };
                let text = format!(
                    "tensor.insert {element} into {shape}[{at}] : {}",
                    list.text()
                );
                self.op(list, text);
            }
        }
    }

    /// Elementwise ops.
    fn computed(&mut self, length: i64) {
        let list = Ty::Extents(length);
        let (a, b) = (self.pick(&list), self.pick(&list));
        let operations = [
            "addi",
            "addi",
            "subi",
            "muli",
            "muli",
            "minsi",
            "maxsi",
            "divsi",
            "floordivsi",
            "ceildivsi",
            "remsi",
            "divui",
            "minui",
            "andi",
        ];
        let text = match self.chance(70) {
            true => {
                let operation = self.one_of(&operations);
                format!("arith.{operation} {a}, {b} : {}", list.text())
            }
            false => {
                let operation = self.one_of(&["add", "sub", "mul", "div", "max", "min", "fill"]);
                let (into, ty) = (self.pick(&list), list.text());
                let of = match operation {
                    "fill" => format!("{} : index", self.index()),
                    _ => format!("{a}, {b} : {ty}, {ty}"),
                };
                format!("linalg.{operation} ins({of}) outs({into} : {ty}) -> {ty}")
            }
        };
        self.op(list, text);
    }

    /// Elementwise comparisons and selections; or conversions to wrapping integers and back.
    fn compared(&mut self, length: i64) {
        let list = Ty::Extents(length);
        let (a, b) = (self.pick(&list), self.pick(&list));
        let name = self.fresh();
        match self.chance(50) {
            true => {
                let predicate = self.one_of(&["eq", "ne", "slt", "sge", "ult"]);
                self.emit(format!(
                    "{name} = arith.cmpi {predicate}, {a}, {b} : {}",
                    list.text()
                ));
                let text = format!(
                    "arith.select {name}, {a}, {b} : tensor<{length}xi1>, {}",
                    list.text()
                );
                self.op(list, text);
            }
            false => {
                let width = self.one_of(&[8, 16, 32]);
                let narrow = format!("tensor<{length}xi{width}>");
                self.emit(format!(
                    "{name} = arith.index_cast {a} : {} to {narrow}",
                    list.text()
                ));
                let sum = self.fresh();
                self.emit(format!("{sum} = arith.addi {name}, {name} : {narrow}"));
                let cast = self.one_of(&["index_cast", "index_castui"]);
                let text = format!("arith.{cast} {sum} : {narrow} to {}", list.text());
                self.op(list, text);
            }
        }
    }

    /// The concatenation of two lists.
    fn joined(&mut self, length: i64) {
        let other = self.random.i64(1..3);
        let (first, second) = (Ty::Extents(length), Ty::Extents(other));
        let to = Ty::Extents(length + other);
        let (a, b) = (self.pick(&first), self.pick(&second));
        let text = match self.chance(50) {
            true => format!(
                "tensor.concat dim(0) {a}, {b} : ({}, {}) -> {}",
                first.text(),
                second.text(),
                to.text()
            ),
            false => format!(
                "shape.concat {a}, {b} : {}, {} -> {}",
                first.text(),
                second.text(),
                to.text()
            ),
        };
        self.op(to, text);
    }

    /// A slice of a list, and a reshape of it.
    fn taken(&mut self, length: i64) {
        let list = Ty::Extents(length);
        let source = self.pick(&list);
        let offset = self.random.i64(0..length);
        let stride = self.random.i64(1..3);
        let most = (length - offset + stride - 1) / stride;
        let size = self.random.i64(1..most + 1);
        let part = Ty::Extents(size);
        let offset = match self.chance(30) {
            true => self.constant_of(&Ty::Index, offset),
            false => offset.to_string(),
        };
        let text = format!(
            "tensor.extract_slice {source}[{offset}] [{size}] [{stride}] : {} to {}",
            list.text(),
            part.text()
        );
        let part_name = self.op(part.clone(), text);
        let wide = format!("tensor<1x{size}xindex>");
        let expanded = self.fresh();
        self.emit(format!(
            "{expanded} = tensor.expand_shape {part_name} [[0, 1]] output_shape [1, {size}] : {} into {wide}",
            part.text()
        ));
        let text = format!(
            "tensor.collapse_shape {expanded} [[0, 1]] : {wide} into {}",
            part.text()
        );
        self.op(part, text);
    }

    /// Queries of a shape.
    fn reread(&mut self, length: i64) {
        let list = Ty::Extents(length);
        let shape = self.pick(&list);
        let text = list.text();
        match self.random.u32(0..6) {
            0 => drop(self.op(
                Ty::Index,
                format!("shape.num_elements {shape} : {text} -> index"),
            )),
            1 => drop(self.op(Ty::Index, format!("shape.rank {shape} : {text} -> index"))),
            2 => {
                let values: Vec<String> = (0..length).map(|_| self.number().to_string()).collect();
                let values = values.join(", ");
                self.op(list, format!("shape.const_shape [{values}] : {text}"));
            }
            3 => {
                let at = self.pick(&Ty::Index);
                self.op(Ty::Index, format!("tensor.extract {shape}[{at}] : {text}"));
            }
            4 => {
                let initial = self.index();
                let [name, at, extent, made] = [0; 4].map(|_| self.fresh());
                self.emit(format!(
                    "{name} = shape.reduce({shape}, {initial}) : {text} -> index {{"
                ));
                self.emit(format!(
                    "^bb0({at}: index, {extent}: index, {made}: index):"
                ));
                let arguments = [at, extent, made].map(|name| (name, Ty::Index));
                self.region(arguments.to_vec(), &[Ty::Index], "shape.yield");
                self.emit("}");
                self.add(name, Ty::Index);
            }
            _ => {
                let at = match self.chance(70) {
                    true => {
                        let at = self.random.i64(0..length);
                        self.constant_of(&Ty::Index, at)
                    }
                    false => self.pick(&Ty::Index),
                };
                let text = format!("shape.get_extent {shape}, {at} : {text}, index -> index");
                self.op(Ty::Index, text);
            }
        }
    }

    /// Two shapes, the longer first, with its length.
    fn two_shapes(&mut self) -> (i64, String, String) {
        let length = self.random.i64(1..4);
        let other = self.random.i64(1..length + 1);
        let (first, second) = (Ty::Extents(length), Ty::Extents(other));
        let (a, b) = (self.pick(&first), self.pick(&second));
        let types = format!("{}, {}", first.text(), second.text());
        (length, format!("{a}, {b}"), types)
    }

    fn broadcast_shapes(&mut self) {
        let (length, shapes, types) = self.two_shapes();
        let to = Ty::Extents(length);
        match self.random.u32(0..4) {
            0 => {
                let text = format!("shape.is_broadcastable {shapes} : {types}");
                self.op(Ty::Int(1), text);
            }
            1 => drop(self.op(Ty::Int(1), format!("shape.shape_eq {shapes} : {types}"))),
            _ => {
                let text = format!("shape.broadcast {shapes} : {types} -> {}", to.text());
                self.op(to, text);
            }
        }
    }

    /// A constraint, and ops under it.
    fn assuming(&mut self) {
        let witness = self.fresh();
        match self.random.u32(0..3) {
            0 => {
                let condition = self.condition();
                self.emit(format!(
                    "{witness} = shape.cstr_require {condition}, \"no\""
                ));
            }
            1 => {
                let (_, shapes, types) = self.two_shapes();
                self.emit(format!("{witness} = shape.cstr_eq {shapes} : {types}"));
            }
            _ => {
                let (_, shapes, types) = self.two_shapes();
                self.emit(format!(
                    "{witness} = shape.cstr_broadcastable {shapes} : {types}"
                ));
            }
        }
        let name = self.fresh();
        self.emit(format!("{name} = shape.assuming {witness} -> (index) {{"));
        self.region(vec![], &[Ty::Index], "shape.assuming_yield");
        self.emit("}");
        self.add(name, Ty::Index);
    }
}
