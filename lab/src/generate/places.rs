//! Small tensors of index values whose elements are computed or moved one by one.

use super::Generator;
use super::types::Ty;

impl Generator {
    /// A list that an op of linalg or tensor computes from another, and one of its elements.
    pub(super) fn places(&mut self, length: i64) {
        self.moved(length);
        let made = self.scope.last().map(|it| (it.name.clone(), it.ty.clone()));
        if let Some((name, list @ Ty::Extents(length))) = made {
            let at = self.random.i64(0..length);
            let at = self.constant_of(&Ty::Index, at);
            self.op(
                Ty::Index,
                format!("tensor.extract {name}[{at}] : {}", list.text()),
            );
        }
    }

    fn moved(&mut self, length: i64) {
        let list = Ty::Extents(length);
        let text = list.text();
        match self.random.u32(0..9) {
            0 => {
                let (name, at) = (self.fresh(), self.fresh());
                self.emit(format!("{name} = tensor.generate {{"));
                self.emit(format!("^bb0({at}: index):"));
                self.region(vec![(at, Ty::Index)], &[Ty::Index], "tensor.yield");
                self.emit(format!("}} : {text}"));
                self.add(name, list);
            }
            1..=2 => {
                let operands: Vec<String> = (0..3).map(|_| self.pick(&list)).collect();
                let [name, a, b, c] = [0; 4].map(|_| self.fresh());
                self.emit(format!(
                    "{name} = linalg.map ins({}, {} : {text}, {text}) outs({} : {text}) ({a}: index, \
                     {b}: index, {c}: index) {{",
                    operands[0], operands[1], operands[2]
                ));
                let read = a.clone();
                let arguments = [a, b].map(|name| (name, Ty::Index)).to_vec();
                self.nested(arguments, |generator| {
                    generator.body();
                    let value = match generator.chance(40) {
                        true => read,
                        false => generator.pick(&Ty::Index),
                    };
                    generator.leave("linalg.yield", &[value], &[Ty::Index]);
                });
                self.emit("}");
                self.add(name, list);
            }
            3 | 4 => self.iterated(length),
            5 => self.padded_list(length),
            6 => self.written(length),
            7 => {
                let count = self.random.i64(1..4);
                let to = Ty::Extents(count);
                let source = self.pick(&list);
                let at: Vec<i64> = (0..count).map(|_| self.random.i64(0..length)).collect();
                let at: Vec<String> = at.iter().map(|at| format!("[{at}]")).collect();
                let (indices, found) = (self.fresh(), format!("tensor<{count}x1xindex>"));
                self.emit(format!(
                    "{indices} = arith.constant dense<[{}]> : {found}",
                    at.join(", ")
                ));
                let text = format!(
                    "tensor.gather {source}[{indices}] gather_dims([0]) : ({text}, {found}) -> {}",
                    to.text()
                );
                self.op(to, text);
            }
            _ => self.turned(length),
        }
    }

    /// A body for each element, which may read its input in another order.
    fn iterated(&mut self, length: i64) {
        let list = Ty::Extents(length);
        let text = list.text();
        let (input, output) = (self.pick(&list), self.pick(&list));
        let read = match self.random.u32(0..3) {
            0 => format!("{} - d0", length - 1),
            1 => "0".to_owned(),
            _ => "d0".to_owned(),
        };
        let [name, a, b] = [0; 3].map(|_| self.fresh());
        self.emit(format!(
            "{name} = linalg.generic {{indexing_maps = [affine_map<(d0) -> ({read})>, affine_map<(d0) -> \
             (d0)>], iterator_types = [\"parallel\"]}} ins({input} : {text}) outs({output} : {text}) {{"
        ));
        self.emit(format!("^bb0({a}: index, {b}: index):"));
        let read = a.clone();
        let arguments = [a, b].map(|name| (name, Ty::Index)).to_vec();
        self.nested(arguments, |generator| {
            generator.op(Ty::Index, "linalg.index 0 : index");
            generator.body();
            let value = match generator.chance(40) {
                true => read,
                false => generator.pick(&Ty::Index),
            };
            generator.leave("linalg.yield", &[value], &[Ty::Index]);
        });
        self.emit(format!("}} -> {text}"));
        self.add(name, list);
    }

    /// A padded list; a region may compute the padding.
    fn padded_list(&mut self, length: i64) {
        let list = Ty::Extents(length);
        let source = self.pick(&list);
        let (low, high) = (self.random.i64(0..3), self.random.i64(0..2));
        let to = Ty::Extents(length + low + high);
        let low = match self.chance(30) {
            true => self.constant_of(&Ty::Index, low),
            false => low.to_string(),
        };
        let (name, at) = (self.fresh(), self.fresh());
        self.emit(format!(
            "{name} = tensor.pad {source} low[{low}] high[{high}] {{"
        ));
        self.emit(format!("^bb0({at}: index):"));
        self.region(vec![(at, Ty::Index)], &[Ty::Index], "tensor.yield");
        self.emit(format!("}} : {} to {}", list.text(), to.text()));
        self.add(name, to);
    }

    /// A strided insertion of a list into another.
    fn written(&mut self, length: i64) {
        let stride = self.random.i64(1..3);
        let offset = self.random.i64(0..2);
        let rest = self.random.i64(0..2);
        let (list, to) = (
            Ty::Extents(length),
            Ty::Extents(offset + (length - 1) * stride + 1 + rest),
        );
        let (source, dest) = (self.pick(&list), self.pick(&to));
        let offset = match self.chance(30) {
            true => self.constant_of(&Ty::Index, offset),
            false => offset.to_string(),
        };
        let text = format!(
            "tensor.insert_slice {source} into {dest}[{offset}] [{length}] [{stride}] : {} into {}",
            list.text(),
            to.text()
        );
        self.op(to, text);
    }

    /// A list that is broadcast along another dimension, and a row or a column of the result, transposed.
    fn turned(&mut self, length: i64) {
        let list = Ty::Extents(length);
        let text = list.text();
        let source = self.pick(&list);
        let [init, wide, other, turned] = [0; 4].map(|_| self.fresh());
        let (rows, columns) = (
            format!("tensor<2x{length}xindex>"),
            format!("tensor<{length}x2xindex>"),
        );
        self.emit(format!("{init} = tensor.empty() : {rows}"));
        self.emit(format!(
            "{wide} = linalg.broadcast ins({source} : {text}) outs({init} : {rows}) dimensions = [0]"
        ));
        if self.chance(30) {
            return self.reduced(&wide, &rows, list);
        }
        self.emit(format!("{other} = tensor.empty() : {columns}"));
        match self.chance(50) {
            true => self.emit(format!(
                "{turned} = linalg.transpose ins({wide} : {rows}) outs({other} : {columns}) permutation = \
                 [1, 0]"
            )),
            false => {
                let [a, b, at, sum] = [0; 4].map(|_| self.fresh());
                self.emit(format!(
                    "{turned} = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) \
                     -> (j, i)>], iterator_types = [\"parallel\", \"parallel\"]}} ins({wide} : {rows}) \
                     outs({other} : {columns}) {{"
                ));
                self.emit(format!("^bb0({a}: index, {b}: index):"));
                let axis = self.random.u32(0..2);
                self.emit(format!("  {at} = linalg.index {axis} : index"));
                self.emit(format!("  {sum} = arith.addi {a}, {at} : index"));
                self.emit(format!("  linalg.yield {sum} : index"));
                self.emit(format!("}} -> {columns}"));
            }
        }
        let flat = Ty::Extents(2 * length);
        let text = format!(
            "tensor.collapse_shape {turned} [[0, 1]] : {columns} into {}",
            flat.text()
        );
        self.op(flat, text);
    }

    /// A reduction of the rows of a matrix.
    fn reduced(&mut self, matrix: &str, rows: &str, list: Ty) {
        let text = list.text();
        let dest = self.pick(&list);
        let [name, a, b, made] = [0; 4].map(|_| self.fresh());
        let operation = self.one_of(&["addi", "addi", "muli", "minsi", "maxsi", "subi"]);
        self.emit(format!(
            "{name} = linalg.reduce ins({matrix} : {rows}) outs({dest} : {text}) dimensions = [0] ({a}: index, \
             {b}: index) {{"
        ));
        let (x, y) = if self.chance(50) { (&a, &b) } else { (&b, &a) };
        self.emit(format!("  {made} = arith.{operation} {x}, {y} : index"));
        self.emit(format!("  linalg.yield {made} : index"));
        self.emit("}");
        self.add(name, list);
    }
}
