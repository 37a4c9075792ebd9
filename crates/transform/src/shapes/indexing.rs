//! The indexing maps of structured ops: which dimensions of which operands share a loop.

use crate::ir::affine::identity_map;
use crate::program::{AffineBinary, AffineExpr, AffineMap, Attribute, OpId, Program};
use calipers_support::order::Order;

/// One map for each operand, over the op's loops; none if the op has no known maps. An unranked operand has a map
/// without results.
pub fn indexing_maps(program: &dyn Program, op: OpId) -> Option<Vec<AffineMap>> {
    if let Some(Attribute::Array(maps)) = program.attribute(op, "indexing_maps") {
        let maps = maps.into_iter().map(|map| match map {
            Attribute::Map(map) => Some(map.clone()),
            _ => None,
        });
        return maps.collect();
    }
    let name = program.op_name(op).strip_prefix("linalg.")?;
    if let Some((_, letters)) = LETTERS.iter().find(|(known, _)| *known == name) {
        return from_letters(letters);
    }
    if ELEMENTWISE.contains(&name) {
        return elementwise(program, op);
    }
    match name {
        "transpose" => {
            let permutation = integers(program, op, "permutation")?;
            let rank = u32::try_from(permutation.len()).ok()?;
            let results = inverse(&permutation)?;
            let results = results.into_iter().map(AffineExpr::Dim).collect();
            Some(vec![projection(rank, results), identity_map(rank)])
        }
        "broadcast" => {
            let rank = rank_of(program, op, 1)?;
            Some(vec![
                without(rank, &integers(program, op, "dimensions")?),
                identity_map(rank),
            ])
        }
        "reduce" => {
            let rank = rank_of(program, op, 0)?;
            let kept = without(rank, &integers(program, op, "dimensions")?);
            let half = program.operands(op).len() / 2;
            let mut maps = vec![identity_map(rank); half];
            maps.resize(2 * half, kept);
            Some(maps)
        }
        _ => None,
    }
}

/// A letter for each loop, a word for each operand; `?` is a sum of loops, `-` an operand without dimensions.
const LETTERS: &[(&str, &str)] = &[
    ("batch_matmul_transpose_a", "bkm bkn bmn"),
    ("batch_matmul_transpose_b", "bmk bnk bmn"),
    ("batch_matvec", "bmk bk bm"),
    ("batch_mmt4d", "bmkxz bnkyz bmnxy"),
    ("batch_vecmat", "bk bkn bn"),
    ("conv_1d", "? k x"),
    ("conv_1d_ncw_fcw", "nc? fcw nfx"),
    ("conv_1d_nwc_wcf", "n?c wcf nxf"),
    ("conv_2d", "?? hw xy"),
    ("conv_2d_nchw_fchw", "nc?? fchw nfxy"),
    ("conv_2d_nchw_fchw_q", "nc?? fchw - - nfxy"),
    ("conv_2d_ngchw_fgchw", "ngc?? fgchw ngfxy"),
    ("conv_2d_ngchw_gfchw", "ngc?? gfchw ngfxy"),
    ("conv_2d_ngchw_gfchw_q", "ngc?? gfchw - - ngfxy"),
    ("conv_2d_nhwc_fhwc", "n??c fhwc nxyf"),
    ("conv_2d_nhwc_fhwc_q", "n??c fhwc - - nxyf"),
    ("conv_2d_nhwc_hwcf", "n??c hwcf nxyf"),
    ("conv_2d_nhwc_hwcf_q", "n??c hwcf - - nxyf"),
    ("conv_2d_nhwgc_gfhwc", "n??gc gfhwc nxygf"),
    ("conv_2d_nhwgc_gfhwc_q", "n??gc gfhwc - - nxygf"),
    ("conv_3d", "??? dhw xyz"),
    ("conv_3d_ncdhw_fcdhw", "nc??? fcdhw nfxyz"),
    ("conv_3d_ndhwc_dhwcf", "n???c dhwcf nxyzf"),
    ("conv_3d_ndhwc_dhwcf_q", "n???c dhwcf - - nxyzf"),
    ("depthwise_conv_1d_ncw_cw", "nc? cw ncx"),
    ("depthwise_conv_1d_nwc_wc", "n?c wc nxc"),
    ("depthwise_conv_1d_nwc_wcm", "n?c wcm nxcm"),
    ("depthwise_conv_2d_nchw_chw", "nc?? chw ncxy"),
    ("depthwise_conv_2d_nhwc_hwc", "n??c hwc nxyc"),
    ("depthwise_conv_2d_nhwc_hwc_q", "n??c hwc - - nxyc"),
    ("depthwise_conv_2d_nhwc_hwcm", "n??c hwcm nxycm"),
    ("depthwise_conv_2d_nhwc_hwcm_q", "n??c hwcm - - nxycm"),
    ("depthwise_conv_3d_ncdhw_cdhw", "nc??? cdhw ncxyz"),
    ("depthwise_conv_3d_ndhwc_dhwc", "n???c dhwc nxyzc"),
    ("depthwise_conv_3d_ndhwc_dhwcm", "n???c dhwcm nxyzcm"),
    ("dot", "m m -"),
    ("matmul_transpose_a", "km kn mn"),
    ("matmul_transpose_b", "mk nk mn"),
    ("matvec", "mn n m"),
    ("mmt4d", "mkxz nkyz mnxy"),
    ("pooling_nchw_max", "nc?? hw ncxy"),
    ("pooling_nchw_sum", "nc?? hw ncxy"),
    ("pooling_ncw_max", "nc? w ncx"),
    ("pooling_ncw_sum", "nc? w ncx"),
    ("pooling_ndhwc_max", "n???c dhw nxyzc"),
    ("pooling_ndhwc_min", "n???c dhw nxyzc"),
    ("pooling_ndhwc_sum", "n???c dhw nxyzc"),
    ("pooling_nhwc_max", "n??c hw nxyc"),
    ("pooling_nhwc_max_unsigned", "n??c hw nxyc"),
    ("pooling_nhwc_min", "n??c hw nxyc"),
    ("pooling_nhwc_min_unsigned", "n??c hw nxyc"),
    ("pooling_nhwc_sum", "n??c hw nxyc"),
    ("pooling_nwc_max", "n?c w nxc"),
    ("pooling_nwc_max_unsigned", "n?c w nxc"),
    ("pooling_nwc_min", "n?c w nxc"),
    ("pooling_nwc_min_unsigned", "n?c w nxc"),
    ("pooling_nwc_sum", "n?c w nxc"),
    ("quantized_batch_matmul", "bmk bkn - - bmn"),
    ("quantized_matmul", "mk kn - - mn"),
    ("vecmat", "m mn n"),
];

/// Ops whose ranked operands all have the same shape.
const ELEMENTWISE: &[&str] = &[
    "abs",
    "add",
    "ceil",
    "copy",
    "div",
    "div_unsigned",
    "erf",
    "exp",
    "fill",
    "floor",
    "log",
    "map",
    "max",
    "min",
    "mul",
    "negf",
    "powf",
    "reciprocal",
    "round",
    "rsqrt",
    "select",
    "softmax",
    "sqrt",
    "square",
    "sub",
    "tanh",
];

fn from_letters(letters: &str) -> Option<Vec<AffineMap>> {
    let mut loops: Vec<char> = letters.chars().filter(char::is_ascii_alphabetic).collect();
    loops.order();
    loops.dedup();
    let dims = u32::try_from(loops.len()).ok()?;
    let dim = |letter: char| {
        let at = loops.iter().position(|&known| known == letter);
        at.and_then(|at| u32::try_from(at).ok())
            .map(AffineExpr::Dim)
    };
    let maps = letters.split(' ').map(|word| {
        let results = word.chars().filter(|&letter| letter != '-');
        let results = results.map(|letter| match letter {
            '?' => {
                let sum = AffineExpr::binary(
                    AffineBinary::Add,
                    AffineExpr::Dim(0),
                    AffineExpr::Dim(dims - 1),
                );
                Some(sum)
            }
            letter => dim(letter),
        });
        Some(projection(dims, results.collect::<Option<_>>()?))
    });
    maps.collect()
}

fn elementwise(program: &dyn Program, op: OpId) -> Option<Vec<AffineMap>> {
    let operands = program.operands(op);
    let last = operands.len().checked_sub(1)?;
    let rank = rank_of(program, op, last)?;
    let maps = operands.iter().map(|&operand| {
        match program.value_type(operand).shape().map(|s| s.rank()) {
            Some(Some(0)) | None => Some(projection(rank, Vec::new())),
            Some(Some(other)) if other == rank as usize => Some(identity_map(rank)),
            Some(_) => None,
        }
    });
    maps.collect()
}

fn rank_of(program: &dyn Program, op: OpId, operand: usize) -> Option<u32> {
    let operand = *program.operands(op).get(operand)?;
    let rank = program.value_type(operand).shape()?.rank()?;
    u32::try_from(rank).ok()
}

fn integers(program: &dyn Program, op: OpId, name: &str) -> Option<Vec<u32>> {
    match program.attribute(op, name)? {
        Attribute::Integers(integers) => {
            let integers = integers.iter().map(|&n| u32::try_from(n).ok());
            integers.collect()
        }
        _ => None,
    }
}

fn projection(dims: u32, results: Vec<AffineExpr>) -> AffineMap {
    AffineMap {
        dims,
        symbols: 0,
        results,
    }
}

/// The map to all loops except these.
fn without(rank: u32, dropped: &[u32]) -> AffineMap {
    let kept = (0..rank).filter(|dim| !dropped.contains(dim));
    projection(rank, kept.map(AffineExpr::Dim).collect())
}

/// The inverse permutation.
fn inverse(permutation: &[u32]) -> Option<Vec<u32>> {
    let places = (0..permutation.len()).map(|wanted| {
        let at = permutation.iter().position(|&at| at as usize == wanted)?;
        u32::try_from(at).ok()
    });
    places.collect()
}
