//! Speculatable ops, in loops that may not run and branches that may not be taken, together with comparisons that
//! would be decided if these ops gave no poison.

use super::Generator;
use super::types::Ty;

/// An op that gives poison if its operands violate a precondition.
struct Wanting {
    op: String,
    /// Comparisons that hold if the operands satisfy the precondition.
    known: Vec<Known>,
}

/// A comparison of two values.
struct Known {
    predicate: &'static str,
    left: String,
    right: String,
    ty: Ty,
}

impl Generator {
    /// Such an op, and the comparisons that it implies for its operands.
    pub(super) fn speculated(&mut self) {
        let wanting = match self.random.u32(0..16) {
            0..=4 => self.flagged(),
            5..=6 => self.exact(),
            7 => self.narrowed(),
            8..=9 => self.cast_to_static(),
            10..=11 => self.sliced(),
            12 => self.sized(),
            13 => self.expanded(),
            14 => self.in_basis(),
            _ => self.elementwise_add(),
        };
        let mut known = wanting.known;
        self.random.shuffle(&mut known);
        let told_before = self.chance(15);
        let count = known.len().min(1 + self.random.usize(0..2));
        let (mut before, mut after) = (vec![], known);
        after.truncate(count);
        if told_before {
            std::mem::swap(&mut before, &mut after);
        }
        before.into_iter().for_each(|it| self.tell(it));
        self.somewhere(&wanting.op);
        after.into_iter().for_each(|it| self.tell(it));
    }

    fn tell(&mut self, known: Known) {
        let Known {
            predicate,
            left,
            right,
            ty,
        } = known;
        let text = format!("arith.cmpi {predicate}, {left}, {right} : {}", ty.text());
        self.op(Ty::Int(1), text);
    }

    /// Inserts an op here, in a loop or in a branch.
    fn somewhere(&mut self, op: &str) {
        match self.random.u32(0..10) {
            0..=2 => {
                let name = self.fresh();
                self.emit(format!("{name} = {op}"));
            }
            3..=5 if self.depth < 3 => {
                let condition = self.condition();
                self.emit(format!("scf.if {condition} {{"));
                self.inside(op);
            }
            _ if self.depth < 3 => {
                let (lower, upper) = (self.index(), self.index());
                let step = self.constant_of(&Ty::Index, 1);
                let counter = self.fresh();
                self.emit(format!(
                    "scf.for {counter} = {lower} to {upper} step {step} {{"
                ));
                self.inside(op);
            }
            _ => {
                let name = self.fresh();
                self.emit(format!("{name} = {op}"));
            }
        }
    }

    fn inside(&mut self, op: &str) {
        self.nested(vec![], |generator| {
            let name = generator.fresh();
            generator.emit(format!("{name} = {op}"));
            if generator.chance(20) {
                generator.body();
            }
        });
        self.emit("}");
    }

    fn known(&mut self, predicate: &'static str, left: &str, right: i64, ty: &Ty) -> Known {
        let right = self.constant_of(ty, right);
        Known {
            predicate,
            left: left.to_owned(),
            right,
            ty: ty.clone(),
        }
    }

    /// Sums, differences and products that do not overflow, and a comparison near the limits of the type.
    fn flagged(&mut self) -> Wanting {
        let width = self.one_of(&[8, 8, 8, 16, 32, 32]);
        let ty = Ty::Int(width);
        let x = self.pick(&ty);
        let by = self.one_of(&[1, 1, 2, 3, -1, -2, 4]);
        let name = self.one_of(&["addi", "addi", "subi", "muli", "shli"]);
        let flags = self.one_of(&["nsw", "nsw", "nuw", "nsw, nuw"]);
        let (least, most) = (i64::MIN >> (64 - width), i64::MAX >> (64 - width));
        let shift = match name {
            "addi" => by,
            _ => -by,
        };
        let (other, known) = match self.chance(75) {
            // Values within this limit do not overflow by that amount.
            true => {
                let other = self.constant_of(&ty, by);
                let (predicate, end) = match (flags, shift > 0) {
                    ("nuw", true) => ("ule", -1 - shift),
                    ("nuw", false) => ("uge", -shift),
                    (_, true) => ("sle", most - shift),
                    (_, false) => ("sge", least - shift),
                };
                (other, self.known(predicate, &x, end, &ty))
            }
            false => {
                let end = self.one_of(&[least, most, 0, most / 2, least / 2]);
                let near = end.saturating_add(self.random.i64(-3..=3));
                let predicates = ["slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", "ne"];
                let predicate = self.one_of(&predicates);
                (self.pick(&ty), self.known(predicate, &x, near, &ty))
            }
        };
        let text = ty.text();
        let op = format!("arith.{name} {x}, {other} overflow<{flags}> : {text}");
        Wanting {
            op,
            known: vec![known],
        }
    }

    /// A division or a right shift without a remainder.
    fn exact(&mut self) -> Wanting {
        let ty = Ty::Int(self.one_of(&[8, 8, 32]));
        let x = self.pick(&ty);
        let name = self.one_of(&["divui", "divsi", "shrui", "shrsi"]);
        let by = self.random.i64(1..5);
        let divisor = self.constant_of(&ty, by);
        let modulus = match name.starts_with("sh") {
            true => self.constant_of(&ty, 1 << by),
            false => divisor.clone(),
        };
        let remainder = self.one_of(&["remui", "remsi"]);
        let text = ty.text();
        let rest = self.op(
            ty.clone(),
            format!("arith.{remainder} {x}, {modulus} : {text}"),
        );
        let known = vec![self.known("eq", &rest, 0, &ty)];
        let op = format!("arith.{name} {x}, {divisor} exact : {text}");
        Wanting { op, known }
    }

    /// A conversion that preserves the value.
    fn narrowed(&mut self) -> Wanting {
        let ty = Ty::Int(self.one_of(&[8, 32]));
        let (x, text) = (self.pick(&ty), ty.text());
        let op = match self.random.u32(0..4) {
            0 => format!("arith.trunci {x} overflow<nsw> : {text} to i5"),
            1 => format!("arith.trunci {x} overflow<nuw> : {text} to i5"),
            2 => format!("arith.extui nneg {x} : {text} to i64"),
            _ => format!("arith.index_castui nneg {x} : {text} to index"),
        };
        let end = self.one_of(&[0, 15, 16, 31, 32, -16]);
        let predicate = self.one_of(&["slt", "sle", "sge", "ult", "ule"]);
        let known = vec![
            self.known(predicate, &x, end, &ty),
            self.known("sge", &x, 0, &ty),
        ];
        Wanting { op, known }
    }

    /// A tensor of one dimension and its size.
    fn list_and_size(&mut self) -> (String, String) {
        let value = self.pick(&Ty::Tensor(vec![None]));
        let zero = self.constant_of(&Ty::Index, 0);
        let size = self.op(
            Ty::Index,
            format!("tensor.dim {value}, {zero} : tensor<?xf32>"),
        );
        (value, size)
    }

    fn cast_to_static(&mut self) -> Wanting {
        let (value, size) = self.list_and_size();
        let to = self.random.i64(0..6);
        let known = vec![
            self.known("eq", &size, to, &Ty::Index),
            self.known("sle", &size, to, &Ty::Index),
        ];
        let op = format!("tensor.cast {value} : tensor<?xf32> to tensor<{to}xf32>");
        Wanting { op, known }
    }

    fn sliced(&mut self) -> Wanting {
        let (at, count) = (self.pick(&Ty::Index), self.pick(&Ty::Index));
        let known = vec![
            self.known("sge", &count, 0, &Ty::Index),
            self.known("sgt", &count, -1, &Ty::Index),
        ];
        let op = match self.chance(60) {
            true => {
                let value = self.pick(&Ty::Tensor(vec![None]));
                format!(
                    "tensor.extract_slice {value}[{at}] [{count}] [1] : tensor<?xf32> to tensor<?xf32>"
                )
            }
            false => {
                let value = self.pick(&Ty::Memref(vec![None], None));
                format!(
                    "memref.subview {value}[{at}] [{count}] [1] : memref<?xf32> to \
                     memref<?xf32, strided<[1], offset: ?>>"
                )
            }
        };
        Wanting { op, known }
    }

    fn sized(&mut self) -> Wanting {
        let count = self.pick(&Ty::Index);
        let op = match self.chance(60) {
            true => format!("tensor.empty({count}) : tensor<?xf32>"),
            false => format!("tensor.splat %f[{count}] : tensor<?xf32>"),
        };
        let known = vec![
            self.known("sge", &count, 0, &Ty::Index),
            self.known("slt", &count, 0, &Ty::Index),
        ];
        Wanting { op, known }
    }

    fn expanded(&mut self) -> Wanting {
        let (value, size) = self.list_and_size();
        let (count, by) = (self.pick(&Ty::Index), self.random.i64(2..4));
        let modulus = self.constant_of(&Ty::Index, by);
        let rest = self.op(Ty::Index, format!("arith.remsi {size}, {modulus} : index"));
        let known = vec![
            self.known("eq", &rest, 0, &Ty::Index),
            self.known("sge", &count, 0, &Ty::Index),
            Known {
                predicate: "sle",
                left: count.clone(),
                right: size,
                ty: Ty::Index,
            },
        ];
        let op = format!(
            "tensor.expand_shape {value} [[0, 1]] output_shape [{count}, {by}] : tensor<?xf32> into \
             tensor<?x{by}xf32>"
        );
        Wanting { op, known }
    }

    /// Indices within a basis.
    fn in_basis(&mut self) -> Wanting {
        let (a, b) = (self.pick(&Ty::Index), self.pick(&Ty::Index));
        let known = vec![
            self.known("slt", &a, 3, &Ty::Index),
            self.known("slt", &b, 4, &Ty::Index),
            self.known("sge", &b, 0, &Ty::Index),
        ];
        let op = format!("affine.linearize_index disjoint [{a}, {b}] by (3, 4) : index");
        Wanting { op, known }
    }

    /// Tensors that must have equal sizes.
    fn elementwise_add(&mut self) -> Wanting {
        let ((a, size_a), (b, size_b)) = (self.list_and_size(), self.list_and_size());
        let known = vec![Known {
            predicate: "eq",
            left: size_a,
            right: size_b,
            ty: Ty::Index,
        }];
        let text = "tensor<?xf32>";
        let op = format!("linalg.add ins({a}, {b} : {text}, {text}) outs({a} : {text}) -> {text}");
        Wanting { op, known }
    }
}
