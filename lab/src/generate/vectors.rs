//! Vectors of integers that are put together, rearranged and taken apart.

use super::Generator;
use super::types::Ty;

impl Generator {
    /// A vector of four elements, ops that rearrange it, and a comparison of two of its elements.
    pub(super) fn vector_elements(&mut self) {
        let element = self.one_of(&[Ty::Index, Ty::Int(8), Ty::Int(32)]);
        let of = |length: &str| format!("vector<{length}x{}>", element.text());
        let (four, square) = (of("4"), of("2x2"));
        let other = self.new_vector(&element, &four);
        let mut value = self.new_vector(&element, &four);
        for _ in 0..self.random.usize(1..4) {
            value = match self.random.u32(0..9) {
                0 => {
                    let folded = self.step(format!("shape_cast {value} : {four} to {square}"));
                    let turned = format!("transpose {folded}, [1, 0] : {square} to {square}");
                    let turned = self.step(turned);
                    self.step(format!("shape_cast {turned} : {square} to {four}"))
                }
                1 => {
                    let mask: Vec<String> = (0..4).map(|_| self.below(8)).collect();
                    let mask = mask.join(", ");
                    self.step(format!(
                        "shuffle {value}, {other} [{mask}] : {four}, {four}"
                    ))
                }
                2 => {
                    let (scalar, at) = (self.pick(&element), self.below(4));
                    let scalar_type = element.text();
                    self.step(format!(
                        "insert {scalar}, {value} [{at}] : {scalar_type} into {four}"
                    ))
                }
                3 => {
                    let eight = of("8");
                    let woven = format!("interleave {value}, {other} : {four} -> {eight}");
                    let (woven, first) = (self.step(woven), self.below(5));
                    self.step(format!(
                        "extract_strided_slice {woven} {{offsets = [{first}], sizes = [4], strides = [1]}} \
                         : {eight} to {four}"
                    ))
                }
                4 => {
                    let (eight, name) = (of("8"), self.fresh());
                    let woven =
                        self.step(format!("interleave {value}, {other} : {four} -> {eight}"));
                    self.emit(format!(
                        "{name}:2 = vector.deinterleave {woven} : {eight} -> {four}"
                    ));
                    format!("{name}#{}", self.below(2))
                }
                5 => {
                    let rows = of("2x4");
                    let rows_of = self.step(format!("broadcast {value} : {four} to {rows}"));
                    let row = self.below(2);
                    self.step(format!("extract {rows_of}[{row}] : {four} from {rows}"))
                }
                6 => {
                    let (two, from, to) = (of("2"), self.below(3), self.below(3));
                    let slice = self.step(format!(
                        "extract_strided_slice {value} {{offsets = [{from}], sizes = [2], strides = [1]}} \
                         : {four} to {two}"
                    ));
                    self.step(format!(
                        "insert_strided_slice {slice}, {other} {{offsets = [{to}], strides = [1]}} \
                         : {two} into {four}"
                    ))
                }
                _ => {
                    let op = self.one_of(&["addi", "subi", "minsi", "maxui"]);
                    let name = self.fresh();
                    self.emit(format!("{name} = arith.{op} {value}, {other} : {four}"));
                    name
                }
            };
        }
        let taken: Vec<String> = match self.chance(70) {
            true => (0..2)
                .map(|_| self.taken_from(&value, &element, &four))
                .collect(),
            false => {
                let name = self.fresh();
                self.emit(format!("{name}:4 = vector.to_elements {value} : {four}"));
                let numbers = (0..2).map(|_| self.below(4)).collect::<Vec<_>>();
                numbers
                    .iter()
                    .map(|number| format!("{name}#{number}"))
                    .collect()
            }
        };
        for name in &taken {
            self.add(name.clone(), element.clone());
        }
        let predicate = self.one_of(&["eq", "ne", "slt", "sle", "ult", "uge"]);
        let (a, b) = (&taken[0], &taken[1]);
        let text = format!("arith.cmpi {predicate}, {a}, {b} : {}", element.text());
        self.op(Ty::Int(1), text);
    }

    /// A vector of existing scalars.
    fn new_vector(&mut self, element: &Ty, four: &str) -> String {
        match (self.random.u32(0..4), element) {
            (0, _) => {
                let scalar = self.pick(element);
                self.step(format!("broadcast {scalar} : {} to {four}", element.text()))
            }
            (1, Ty::Index) => self.step(format!("step : {four}")),
            _ => {
                let elements: Vec<String> = (0..4).map(|_| self.pick(element)).collect();
                self.step(format!("from_elements {} : {four}", elements.join(", ")))
            }
        }
    }

    fn taken_from(&mut self, value: &str, element: &Ty, four: &str) -> String {
        let at = self.below(4);
        self.step(format!(
            "extract {value}[{at}] : {} from {four}",
            element.text()
        ))
    }

    /// An op of the vector dialect whose result is used here only.
    fn step(&mut self, text: String) -> String {
        let name = self.fresh();
        self.emit(format!("{name} = vector.{text}"));
        name
    }

    fn below(&mut self, limit: usize) -> String {
        self.random.usize(..limit).to_string()
    }
}
