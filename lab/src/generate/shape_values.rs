//! Shapes and sizes as values of the shape dialect, which may be invalid.

use super::Generator;
use super::types::Ty;

impl Generator {
    /// A `!shape.shape`, and its number of extents.
    fn shape_value(&mut self, depth: usize) -> (String, i64) {
        let kind = match depth {
            0 => self.random.u32(0..4),
            _ => self.random.u32(0..12),
        };
        let name = self.fresh();
        match kind {
            0 | 1 => {
                let Some((value, ty)) = self.find_shaped(false) else {
                    return self.shape_value(0);
                };
                let rank = ty.dims().map_or(0, Vec::len) as i64;
                self.emit(format!(
                    "{name} = shape.shape_of {value} : {} -> !shape.shape",
                    ty.text()
                ));
                (name, rank)
            }
            2 => {
                let length = self.random.i64(1..4);
                let list = Ty::Extents(length);
                let extents = self.pick(&list);
                self.emit(format!(
                    "{name} = shape.from_extent_tensor {extents} : {}",
                    list.text()
                ));
                (name, length)
            }
            3 => {
                let length = self.random.i64(1..3);
                let extents: Vec<String> = (0..length)
                    .map(|_| self.random.i64(0..4).to_string())
                    .collect();
                let extents = extents.join(", ");
                self.emit(format!(
                    "{name} = shape.const_shape [{extents}] : !shape.shape"
                ));
                (name, length)
            }
            4 => {
                let ((a, n), (b, m)) = (self.shape_value(depth - 1), self.shape_value(depth - 1));
                self.emit(format!(
                    "{name} = shape.concat {a}, {b} : !shape.shape, !shape.shape -> !shape.shape"
                ));
                (name, n + m)
            }
            5 => {
                let (a, n) = self.shape_value(depth - 1);
                let at = self.random.i64(-n..n + 1);
                let index = self.constant_of(&Ty::Index, at);
                self.emit(format!(
                    "{name}:2 = \"shape.split_at\"({a}, {index}) : (!shape.shape, index) -> \
                     (!shape.shape, !shape.shape)"
                ));
                let before = if at < 0 { at + n } else { at };
                match self.random.bool() {
                    true => (format!("{name}#0"), before),
                    false => (format!("{name}#1"), n - before),
                }
            }
            6 => {
                let extents: Vec<String> = (0..2).map(|_| self.index()).collect();
                let extents = extents.join(", ");
                self.emit(format!(
                    "{name} = shape.from_extents {extents} : index, index"
                ));
                (name, 2)
            }
            10 | 11 => {
                let ((a, n), (b, m)) = (self.shape_value(depth - 1), self.shape_value(depth - 1));
                if n != m {
                    return (a, n);
                }
                let condition = self.condition();
                match kind {
                    10 => self.emit(format!(
                        "{name} = arith.select {condition}, {a}, {b} : !shape.shape"
                    )),
                    _ => {
                        self.emit(format!("{name} = scf.if {condition} -> (!shape.shape) {{"));
                        self.emit(format!("scf.yield {a} : !shape.shape"));
                        self.emit("} else {");
                        self.emit(format!("scf.yield {b} : !shape.shape"));
                        self.emit("}");
                    }
                }
                (name, n)
            }
            _ => {
                let ((a, n), (b, m)) = (self.shape_value(depth - 1), self.shape_value(depth - 1));
                let op = match n == m {
                    true => self.one_of(&["broadcast", "meet", "any", "max", "min"]),
                    false => "broadcast",
                };
                let to = match op {
                    "broadcast" | "any" => " -> !shape.shape",
                    _ => "",
                };
                let types = match to {
                    "" => "!shape.shape, !shape.shape -> !shape.shape",
                    _ => "!shape.shape, !shape.shape",
                };
                self.emit(format!("{name} = shape.{op} {a}, {b} : {types}{to}"));
                (name, n.max(m))
            }
        }
    }

    /// A shape with some query, or none.
    pub(super) fn shape_values(&mut self) {
        let (shape, length) = self.shape_value(2);
        match self.random.u32(0..5) {
            0 => {}
            1 if length > 0 => {
                let at = self.random.i64(0..length);
                let at = self.constant_of(&Ty::Index, at);
                let size = self.fresh();
                self.emit(format!(
                    "{size} = shape.get_extent {shape}, {at} : !shape.shape, index -> !shape.size"
                ));
                self.op(
                    Ty::Index,
                    format!("shape.size_to_index {size} : !shape.size"),
                );
            }
            2 => {
                let size = self.fresh();
                self.emit(format!(
                    "{size} = shape.num_elements {shape} : !shape.shape -> !shape.size"
                ));
                self.op(
                    Ty::Index,
                    format!("shape.size_to_index {size} : !shape.size"),
                );
            }
            3 => {
                let (other, _) = self.shape_value(1);
                let op = self.one_of(&["is_broadcastable", "shape_eq"]);
                let text = format!("shape.{op} {shape}, {other} : !shape.shape, !shape.shape");
                self.op(Ty::Int(1), text);
            }
            _ if length > 0 => {
                let list = Ty::Extents(length);
                let text = format!(
                    "shape.to_extent_tensor {shape} : !shape.shape -> {}",
                    list.text()
                );
                self.op(list, text);
            }
            _ => {}
        }
    }

    /// A value with an attached shape, mostly its own, and queries of both.
    pub(super) fn shape_beside(&mut self) {
        let found = match self.chance(70) {
            true => self.find_shaped(true),
            false => None,
        };
        let (value, ty) = found.unwrap_or_else(|| {
            let list = Ty::Extents(self.random.i64(1..4));
            (self.pick(&list), list)
        });
        let rank = ty.dims().map_or(1, Vec::len) as i64;
        let own = self.fresh();
        self.emit(format!(
            "{own} = shape.shape_of {value} : {} -> !shape.shape",
            ty.text()
        ));
        let shape = match self.chance(60) {
            true => own,
            false => match self.shape_value(1) {
                (other, length) if length == rank => other,
                _ => own,
            },
        };
        let beside = self.fresh();
        self.emit(format!(
            "{beside} = shape.with_shape {value}, {shape} : {}, !shape.shape",
            ty.text()
        ));
        let seen = self.fresh();
        match self.random.u32(0..4) {
            0 if rank > 0 => {
                let at = self.random.i64(0..rank);
                let index = self.fresh();
                self.emit(format!("{index} = shape.const_size {at}"));
                self.emit(format!(
                    "{seen} = shape.dim {beside}, {index} : !shape.value_shape, !shape.size -> !shape.size"
                ));
                self.op(
                    Ty::Index,
                    format!("shape.size_to_index {seen} : !shape.size"),
                );
            }
            1 => {
                self.emit(format!(
                    "{seen} = shape.shape_of {beside} : !shape.value_shape -> !shape.shape"
                ));
                let size = self.fresh();
                self.emit(format!(
                    "{size} = shape.num_elements {seen} : !shape.shape -> !shape.size"
                ));
                self.op(
                    Ty::Index,
                    format!("shape.size_to_index {size} : !shape.size"),
                );
            }
            2 if matches!(ty, Ty::Extents(_)) => {
                self.emit(format!(
                    "{seen} = shape.value_as_shape {beside} : !shape.value_shape -> !shape.shape"
                ));
                let text = format!(
                    "shape.to_extent_tensor {seen} : !shape.shape -> {}",
                    ty.text()
                );
                self.op(ty, text);
            }
            _ => {
                let text = format!("shape.value_of {beside} : {}", ty.text());
                self.op(ty, text);
            }
        }
    }

    /// Arithmetic on sizes.
    pub(super) fn shape_sizes(&mut self) {
        let (a, b) = (self.index(), self.index());
        let (first, second) = (self.fresh(), self.fresh());
        self.emit(format!("{first} = shape.index_to_size {a}"));
        match self.chance(30) {
            true => {
                let size = self.random.i64(0..5);
                self.emit(format!("{second} = shape.const_size {size}"));
            }
            false => self.emit(format!("{second} = shape.index_to_size {b}")),
        }
        let op = self.one_of(&["add", "mul", "div", "max", "min", "meet"]);
        let name = self.fresh();
        self.emit(format!(
            "{name} = shape.{op} {first}, {second} : !shape.size, !shape.size -> !shape.size"
        ));
        if self.chance(80) {
            self.op(
                Ty::Index,
                format!("shape.size_to_index {name} : !shape.size"),
            );
        }
    }
}
