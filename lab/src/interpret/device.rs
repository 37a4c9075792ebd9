//! Device execution: ids and sizes of launches, special registers.

use super::machine::Machine;
use super::stop::{Run, Undefined, require};
use super::value::{Value, unsigned};
use calipers::program::{Attribute, OpId, Program};

/// The launch, and the thread that a run executes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Geometry {
    /// Threads in a block, blocks in the grid, blocks in a cluster, by axis.
    pub(super) sizes: [[i128; 3]; 3],
    /// The index of the thread in its block, and of the block in the grid.
    pub(super) thread: [i128; 3],
    pub(super) block: [i128; 3],
    /// The size of a subgroup, and the index of the lane in it.
    subgroup: i128,
    lane: i128,
}

const BLOCK: usize = 0;
const GRID: usize = 1;
const CLUSTER: usize = 2;

/// The number of blocks of a cluster along an axis that every device supports.
const MOST_IN_CLUSTER: i128 = 8;

impl Geometry {
    /// A random launch, except for the sizes in the attributes of a function.
    fn any(machine: &mut Machine<'_, '_>, function: OpId) -> Geometry {
        let names = [
            ["gpu.known_block_size", "nvvm.reqntid"],
            ["gpu.known_grid_size", "gpu.known_grid_size"],
            ["gpu.known_cluster_size", "gpu.known_cluster_size"],
        ];
        let mut sizes = [[1; 3]; 3];
        for (kind, names) in names.iter().enumerate() {
            let module = machine.module;
            let stated = names
                .iter()
                .find_map(|name| module.attribute(function, name));
            for axis in 0..3 {
                sizes[kind][axis] = match (&stated, kind) {
                    (Some(Attribute::Integers(sizes)), _) => {
                        sizes.get(axis).map_or(1, |&it| it.into())
                    }
                    // The cluster size divides the grid size.
                    (_, CLUSTER) if sizes[GRID][axis] % 2 == 0 => 2,
                    (_, CLUSTER) => 1,
                    _ => 1 + machine.any_size() % 8,
                };
            }
        }
        let mut below = |end: i128| machine.any_size() % end;
        let thread = sizes[BLOCK].map(&mut below);
        let block = sizes[GRID].map(&mut below);
        let subgroup = [1, 32, 64, 128][below(4) as usize];
        let lane = below(subgroup);
        Geometry {
            sizes,
            thread,
            block,
            subgroup,
            lane,
        }
    }

    fn at(&self, what: &str, axis: usize) -> Option<i128> {
        let [block, grid, cluster] = self.sizes.map(|sizes| sizes[axis]);
        let (thread, own) = (self.thread[axis], self.block[axis]);
        Some(match what {
            "thread_id" | "tid" | "workitem.id" => thread,
            "block_id" | "ctaid" | "workgroup.id" => own,
            "block_dim" | "ntid" | "workgroup.dim" => block,
            // In workgroups, like `__ockl_get_num_groups`.
            "grid_dim" | "nctaid" | "grid.dim" => grid,
            "global_id" => own * block + thread,
            "cluster_id" | "clusterid" | "cluster.id" => own / cluster,
            "cluster_dim" | "nclusterid" => grid / cluster,
            "cluster_block_id" | "cluster.ctaid" => own % cluster,
            "cluster_dim_blocks" | "cluster.nctaid" => cluster,
            _ => return None,
        })
    }
}

pub(super) fn execute(machine: &mut Machine<'_, '_>, op: OpId, name: &str) -> Run {
    if name == "gpu.launch" {
        return launch(machine, op);
    }
    let geometry = machine.geometry(Geometry::any);
    let module = machine.module;
    let short = name.rsplit("sreg.").next().unwrap_or(name);
    let short = short
        .trim_start_matches("gpu.")
        .trim_start_matches("rocdl.");
    // The value of a register requires a launch that the hardware supports.
    if !name.starts_with("gpu.") {
        let [block, grid, _] = &geometry.sizes;
        // NVIDIA's blocks are less deep: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
        let depth = if name.starts_with("nvvm.") { 64 } else { 1024 };
        let limits = [1024, 1024, depth, (1 << 31) - 1, 65535, 65535];
        let mut sizes = block.iter().chain(grid).zip(limits);
        let takes = sizes.all(|(size, limit)| *size <= limit);
        require(takes, Undefined::Poison)?;
    }
    let axes = ["x", "y", "z"];
    let dimension = match module.attribute(op, "dimension") {
        Some(Attribute::String(text)) => axes.iter().position(|axis| *axis == text),
        Some(Attribute::Integer(value)) => usize::try_from(&value).ok(),
        _ => None,
    };
    let (what, axis) = match short.rsplit_once('.') {
        Some((what, last)) if axes.contains(&last) => {
            (what, axes.iter().position(|axis| *axis == last))
        }
        _ => (short, dimension),
    };
    let threads: i128 = geometry.sizes[BLOCK].iter().product();
    let known = match (what, axis) {
        (what, Some(axis)) => geometry.at(what, axis),
        ("subgroup_size", None) => Some(geometry.subgroup),
        ("lane_id", None) => Some(geometry.lane),
        ("num_subgroups", None) => Some((threads - 1) / geometry.subgroup + 1),
        ("subgroup_id", None) => Some(0),
        ("laneid", None) => Some(geometry.lane % 32),
        ("warpsize", None) => Some(32),
        ("wavefrontsize", None) => Some(32 + 32 * (geometry.lane % 2)),
        _ => None,
    };
    let result = module.results(op)[0];
    let value = match (known, range(machine, op)) {
        (Some(value), Some((from, to))) => {
            require(within(value, from, to), Undefined::Poison)?;
            value
        }
        (Some(value), None) => value,
        // A register with a known range and otherwise arbitrary values.
        (None, Some((from, to))) => {
            let count = unsigned(to - from, 32).max(1);
            let by = machine.any_size() % count;
            super::value::signed(from + by, 32)
        }
        (None, None) => match machine.arbitrary(result) {
            Value::Integer(value) => value,
            _ => return Err(machine.unsupported(op)),
        },
    };
    if let Ok(limit) = machine.integer(op, "upper_bound") {
        let is_size = what.contains("dim") || what == "num_subgroups" || what == "subgroup_size";
        require(value < limit + i128::from(is_size), Undefined::Poison)?;
    }
    machine.set_results(op, vec![value.into()])
}

/// The range in an attribute: start, and exclusive end, possibly wrapped.
fn range(machine: &Machine<'_, '_>, op: OpId) -> Option<(i128, i128)> {
    let Some(Attribute::Parameters(parameters)) = machine.module.attribute(op, "range") else {
        return None;
    };
    let mut numbers = parameters.iter().filter_map(|(_, value)| match value {
        Attribute::Integer(value) => i128::try_from(value).ok(),
        _ => None,
    });
    Some((numbers.next()?, numbers.next()?))
}

fn within(value: i128, from: i128, to: i128) -> bool {
    unsigned(value - from, 32) < unsigned(to - from, 32)
}

/// Executes the body for two threads, if the op is a launch.
fn launch(machine: &mut Machine<'_, '_>, op: OpId) -> Run {
    let segments = machine.segments(op)?;
    let integers = |values: &[Value]| -> Vec<i128> {
        let integer = |value: &Value| match value {
            Value::Integer(value) => Some(*value),
            _ => None,
        };
        values.iter().filter_map(integer).collect()
    };
    let operands: Vec<Vec<i128>> = segments[1..].iter().map(|it| integers(it)).collect();
    let all = |sizes: &[i128]| <[i128; 3]>::try_from(sizes).ok();
    let axes = |from: usize| -> Option<[i128; 3]> {
        let flat: Vec<i128> = operands.iter().flatten().copied().collect();
        all(flat.get(from..from + 3)?)
    };
    let (Some(grid), Some(block)) = (axes(0), axes(3)) else {
        return Err(machine.unsupported(op));
    };
    let cluster = axes(6);
    let sizes = [block, grid, cluster.unwrap_or([1; 3])];
    let possible = |&size: &i128| (1..=u32::MAX.into()).contains(&size);
    let divides = (0..3).all(|axis| {
        (1..=MOST_IN_CLUSTER).contains(&sizes[2][axis]) && grid[axis] % sizes[2][axis] == 0
    });
    let threads: i128 = block.iter().product();
    if !sizes.iter().flatten().all(possible) || !possible(&threads) || !divides {
        return Ok(());
    }
    let around = machine.geometry(Geometry::any);
    let body = machine.module.regions(op)[0];
    for last in [false, true] {
        let of = |sizes: [i128; 3]| sizes.map(|size| if last { size - 1 } else { 0 });
        let geometry = Geometry {
            sizes,
            thread: of(block),
            block: of(grid),
            ..around
        };
        let mut arguments = [geometry.block, geometry.thread, grid, block].concat();
        if cluster.is_some() {
            let own = |axis: usize| geometry.block[axis] / sizes[2][axis];
            arguments.extend([own(0), own(1), own(2)]);
            arguments.extend(sizes[2]);
        }
        let arguments = arguments.into_iter().map(Value::Integer).collect();
        machine.set_geometry(geometry);
        let done = machine.region(body, arguments);
        machine.set_geometry(around);
        done?;
    }
    Ok(())
}
