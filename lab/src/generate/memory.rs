//! Memrefs, and conversions between tensors and memrefs.

use super::Generator;
use super::types::{Strided, Ty};

impl Generator {
    pub(super) fn memory(&mut self) {
        let Some((value, ty)) = self.find_shaped(false) else {
            return;
        };
        let (Some(dims), text) = (ty.dims().cloned(), ty.text()) else {
            return;
        };
        let Some(layout) = ty.layout() else {
            // A tensor operand.
            match self.random.u32(0..3) {
                0 => {
                    let to = Ty::Memref(dims.clone(), None);
                    let shown = to.text();
                    self.op(
                        to,
                        format!("bufferization.to_buffer {value} : {text} to {shown}"),
                    );
                }
                1 => {
                    let dynamic: Vec<Option<i64>> =
                        dims.iter().filter(|it| it.is_none()).copied().collect();
                    let sizes = self.list(&dynamic);
                    self.op(ty, format!("bufferization.alloc_tensor({sizes}) : {text}"));
                }
                _ => {
                    let at: Vec<String> = dims.iter().map(|_| self.index()).collect();
                    let at = at.join(", ");
                    self.op(ty, format!("tensor.insert %f into {value}[{at}] : {text}"));
                }
            }
            return;
        };
        let rank = dims.len();
        match self.random.u32(0..5) {
            0 => {
                let name = self.fresh();
                let indices = vec!["index"; 1 + 2 * rank].join(", ");
                let results = 2 + 2 * rank;
                self.emit(format!(
                    "{name}:{results} = memref.extract_strided_metadata {value} : {text} -> \
                     memref<f32>, {indices}"
                ));
                for n in 1..results {
                    self.add(format!("{name}#{n}"), Ty::Index);
                }
            }
            1 if rank == 2 => {
                let turned = Strided {
                    strides: vec![layout.strides[1], layout.strides[0]],
                    offset: layout.offset,
                };
                let to = Ty::Memref(vec![dims[1], dims[0]], Some(turned));
                let text = format!(
                    "memref.transpose {value} (d0, d1) -> (d1, d0) : {text} to {}",
                    to.text()
                );
                self.op(to, text);
            }
            2 => {
                let to = Ty::Tensor(dims);
                let shown = to.text();
                self.op(
                    to,
                    format!("bufferization.to_tensor {value} : {text} to {shown}"),
                );
            }
            3 => {
                // A layout that is less static in the type.
                let loose = Strided {
                    strides: vec![None; rank],
                    offset: None,
                };
                let to = Ty::Memref(dims, Some(loose));
                if to != ty {
                    let shown = to.text();
                    self.op(to, format!("memref.cast {value} : {text} to {shown}"));
                }
            }
            _ => {
                let to = Ty::Memref(
                    dims.clone(),
                    Some(Strided {
                        strides: layout.strides.iter().map(|_| None).collect(),
                        offset: None,
                    }),
                );
                let lists = [vec![None], dims, vec![None; rank]].map(|it| self.list(&it));
                let [offset, sizes, strides] = lists;
                let shown = to.text();
                self.op(
                    to,
                    format!(
                        "memref.reinterpret_cast {value} to offset: [{offset}], sizes: [{sizes}], \
                         strides: [{strides}] : {text} to {shown}"
                    ),
                );
            }
        }
    }
}
