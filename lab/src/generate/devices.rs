//! Device functions, and ops that state assumptions.

use super::Generator;
use super::types::Ty;

const REGISTERS: [&str; 32] = [
    "laneid",
    "warpid",
    "nwarpid",
    "warpsize",
    "smid",
    "nsmid",
    "gridid",
    "tid.x",
    "tid.y",
    "tid.z",
    "ntid.x",
    "ntid.y",
    "ntid.z",
    "ctaid.x",
    "ctaid.y",
    "ctaid.z",
    "nctaid.x",
    "nctaid.y",
    "nctaid.z",
    "clusterid.x",
    "clusterid.y",
    "clusterid.z",
    "nclusterid.x",
    "nclusterid.y",
    "nclusterid.z",
    "cluster.ctaid.x",
    "cluster.ctaid.y",
    "cluster.ctaid.z",
    "cluster.nctaid.x",
    "cluster.nctaid.y",
    "cluster.nctaid.z",
    "cluster.ctarank",
];

const ROCDL: [&str; 16] = [
    "workitem.id.x",
    "workitem.id.y",
    "workitem.id.z",
    "workgroup.id.x",
    "workgroup.id.y",
    "workgroup.id.z",
    "workgroup.dim.x",
    "workgroup.dim.y",
    "workgroup.dim.z",
    "grid.dim.x",
    "grid.dim.y",
    "grid.dim.z",
    "cluster.id.x",
    "cluster.id.y",
    "cluster.id.z",
    "wavefrontsize",
];

const IDS: [&str; 9] = [
    "thread_id",
    "block_id",
    "block_dim",
    "grid_dim",
    "global_id",
    "cluster_id",
    "cluster_dim",
    "cluster_block_id",
    "cluster_dim_blocks",
];

impl Generator {
    /// Sometimes, attributes that make a function a device function.
    pub(super) fn kernel(&mut self) -> &'static str {
        match self.character.devices && self.chance(50) {
            true => self.one_of(&[
                " attributes {gpu.known_block_size = array<i32: 8, 4, 1>}",
                " attributes {gpu.known_block_size = array<i32: 3, 1, 2>, gpu.known_grid_size = \
                 array<i32: 4, 6, 7>}",
                " attributes {gpu.known_grid_size = array<i32: 8, 2, 2>, gpu.known_cluster_size = \
                 array<i32: 4, 2, 1>}",
            ]),
            false => "",
        }
    }

    pub(super) fn device(&mut self) {
        match self.random.u32(0..10) {
            0..=2 => {
                let name = self.one_of(&IDS);
                let axis = self.one_of(&["x", "y", "z"]);
                let limit = match self.chance(20) {
                    true => format!(" upper_bound {}", self.one_of(&[4, 16, 64])),
                    false => String::new(),
                };
                self.op(Ty::Index, format!("gpu.{name} {axis}{limit}"));
            }
            3 => {
                let name = self.one_of(&[
                    "lane_id",
                    "subgroup_id : index",
                    "num_subgroups : index",
                    "subgroup_size : index",
                ]);
                self.op(Ty::Index, format!("gpu.{name}"));
            }
            4..=6 => {
                let name = match self.chance(60) {
                    true => format!("nvvm.read.ptx.sreg.{}", self.one_of(&REGISTERS)),
                    false => format!("rocdl.{}", self.one_of(&ROCDL)),
                };
                let range = match self.chance(35) {
                    true => {
                        let (from, to) =
                            self.one_of(&[(0, 32), (1, 5), (0, 1024), (-2, 3), (7, -1)]);
                        format!("<{{range = #llvm.constant_range<i32, {from}, {to}>}}> ")
                    }
                    false => String::new(),
                };
                self.op(Ty::Int(32), format!("\"{name}\"() {range}: () -> i32"));
            }
            7 => {
                self.op(Ty::Index, "vector.vscale");
            }
            _ if self.depth < 3 => self.launch(),
            _ => {
                self.op(Ty::Index, "vector.vscale");
            }
        }
    }

    fn launch(&mut self) {
        let clusters = self.chance(40);
        let mut inner = vec![];
        let mut group = |generator: &mut Self, head: &str| -> String {
            let mut part = |operands: bool| -> String {
                let parts: Vec<String> = (0..3)
                    .map(|_| {
                        let name = generator.fresh();
                        inner.push((name.clone(), Ty::Index));
                        match operands {
                            true => {
                                let size = generator.one_of(&[1, 2, 4, 8]);
                                let size = match generator.chance(60) {
                                    true => generator.constant_of(&Ty::Index, size),
                                    false => generator.pick(&Ty::Index),
                                };
                                format!("{name} = {size}")
                            }
                            false => name,
                        }
                    })
                    .collect();
                parts.join(", ")
            };
            let ids = part(false);
            let sizes = part(true);
            format!("{head}({ids}) in ({sizes})")
        };
        let cluster = match clusters {
            true => format!("{} ", group(self, "clusters")),
            false => String::new(),
        };
        let blocks = group(self, "blocks");
        let threads = group(self, "threads");
        self.emit(format!("gpu.launch {cluster}{blocks} {threads} {{"));
        self.nested(inner, |generator| {
            generator.body();
            generator.emit("gpu.terminator");
        });
        self.emit("}");
    }

    /// Ops that state assumptions about values.
    pub(super) fn assumption(&mut self) {
        match self.random.u32(0..5) {
            0 | 1 => {
                let condition = self.condition();
                self.emit(format!("cf.assert {condition}, \"\""));
            }
            2 => {
                let condition = self.condition();
                self.emit(format!("llvm.intr.assume {condition} : i1"));
            }
            3 => {
                let ty = match self.scalar_type() {
                    Ty::Int(1) => Ty::Index,
                    ty => ty,
                };
                let value = self.pick(&ty);
                let one = |generator: &mut Self| {
                    generator.one_of(&[
                        "umin = 1, umax = 100",
                        "umin = 0, umax = 8, udiv = 4",
                        "udiv = 8",
                        "umax = 16",
                        "umin = 3",
                        "umin = 2, udiv = 3",
                    ])
                };
                let mut all = vec![one(self)];
                if self.chance(30) {
                    all.push(one(self));
                }
                let shown: Vec<String> = all
                    .iter()
                    .map(|it| format!("#util.int.assumption<{it}>"))
                    .collect();
                let (shown, text) = (shown.join(", "), ty.text());
                self.op(
                    ty,
                    format!(
                        "\"util.assume.int\"({value}) <{{assumptions = [[{shown}]]}}> : ({text}) -> \
                         {text}"
                    ),
                );
            }
            _ => {
                self.op(
                    Ty::Index,
                    "test.value_with_bounds {max = 12 : index, min = 3 : index}",
                );
            }
        }
    }
}
