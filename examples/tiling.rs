//! Tiling: a matmul cut into tiles has dynamic sizes, `min(128 - i, 4)`. Sizes that are the same number in
//! every run become static; for the others the example prints bounds, from which a buffer can be allocated.
//!
//! `cargo run --example tiling`

use calipers::analysis::{Analysis, Variable};
use calipers::ir::{InsertionPoint, Module, OpBuilder, ParseError, ParseOptions, Type, TypeData};
use calipers::number::Range;
use calipers::program::{Extent, OpId, Point, Program, ValueId};
use calipers::rules::Rules;
use std::fmt::Write;

/// A 128x128 matmul as a tiling pass leaves it.
fn tiled_matmul(tile: [i64; 3]) -> String {
    let [rows, columns, depth] = tile;
    format!(
        "func.func @matmul(%a: tensor<128x128xf32>, %b: tensor<128x128xf32>, %c: tensor<128x128xf32>) -> tensor<128x128xf32> {{
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %rows = arith.constant {rows} : index
  %columns = arith.constant {columns} : index
  %depth = arith.constant {depth} : index
  %0 = scf.for %i = %c0 to %c128 step %rows iter_args(%ci = %c) -> (tensor<128x128xf32>) {{
    %1 = scf.for %j = %c0 to %c128 step %columns iter_args(%cj = %ci) -> (tensor<128x128xf32>) {{
      %2 = scf.for %k = %c0 to %c128 step %depth iter_args(%ck = %cj) -> (tensor<128x128xf32>) {{
        %m = affine.min affine_map<(d0) -> (-d0 + 128, {rows})>(%i)
        %n = affine.min affine_map<(d0) -> (-d0 + 128, {columns})>(%j)
        %l = affine.min affine_map<(d0) -> (-d0 + 128, {depth})>(%k)
        %at = tensor.extract_slice %a[%i, %k] [%m, %l] [1, 1] : tensor<128x128xf32> to tensor<?x?xf32>
        %bt = tensor.extract_slice %b[%k, %j] [%l, %n] [1, 1] : tensor<128x128xf32> to tensor<?x?xf32>
        %ct = tensor.extract_slice %ck[%i, %j] [%m, %n] [1, 1] : tensor<128x128xf32> to tensor<?x?xf32>
        %product = linalg.matmul ins(%at, %bt : tensor<?x?xf32>, tensor<?x?xf32>) outs(%ct : tensor<?x?xf32>) -> tensor<?x?xf32>
        %next = tensor.insert_slice %product into %ck[%i, %j] [%m, %n] [1, 1] : tensor<?x?xf32> into tensor<128x128xf32>
        scf.yield %next : tensor<128x128xf32>
      }}
      scf.yield %2 : tensor<128x128xf32>
    }}
    scf.yield %1 : tensor<128x128xf32>
  }}
  return %0 : tensor<128x128xf32>
}}"
    )
}

/// The range of each dimension of a tensor at a point; empty if the value has no dimensions.
fn sizes(analysis: &mut Analysis<'_>, module: &Module, value: ValueId, at: OpId) -> Vec<Range> {
    let rank = module
        .value_type(value)
        .shape()
        .and_then(|shape| shape.rank());
    let point = Point::before(module, at);
    (0..rank.unwrap_or(0) as u32)
        .map(|dim| analysis.range_at(&Variable::dim(value, dim), point))
        .collect()
}

/// The type with constant sizes made static; none if that does not change the type.
fn refined(module: &mut Module, ty: Type, sizes: &[Range]) -> Option<Type> {
    let TypeData::Tensor {
        dims: Some(dims),
        element,
        encoding,
    } = module.type_data(ty).clone()
    else {
        return None;
    };
    let stated = dims.iter().zip(sizes).map(|(extent, size)| {
        let number = size.as_constant().and_then(|size| i64::try_from(size).ok());
        match (extent, number) {
            (Extent::Dynamic, Some(number)) if number >= 0 => Extent::Static(number),
            _ => *extent,
        }
    });
    let new = module.intern_type(TypeData::Tensor {
        dims: Some(stated.collect()),
        element,
        encoding,
    });
    (new != ty).then_some(new)
}

/// Changes the operands and results of every matmul to types with static sizes, with casts before and after.
/// Returns a text with the ranges of each result.
fn make_static(module: &mut Module, rules: &Rules) -> String {
    let mut told = String::new();
    for op in module.ops_named("linalg.matmul") {
        let operands = module.operands(op).to_vec();
        // All questions come before the changes, since an analysis borrows the program.
        let known: Vec<Vec<Range>> = {
            let mut analysis = Analysis::new(&*module, rules);
            let operands = operands.iter();
            operands
                .map(|&operand| sizes(&mut analysis, module, operand, op))
                .collect()
        };
        for (at, (&operand, sizes)) in operands.iter().zip(&known).enumerate() {
            let ty = module.type_of(operand);
            if let Some(ty) = refined(module, ty, sizes) {
                let mut builder = OpBuilder::new(module, InsertionPoint::Before(op));
                let cast = builder.value("tensor.cast", &[operand], ty, &[]);
                module.set_operand(op, at, cast);
            }
        }
        // The result has the type of the last operand, which the op overwrites.
        let (Some(&result), Some(&output)) =
            (module.results(op).first(), module.operands(op).last())
        else {
            continue;
        };
        let (old, new) = (module.type_of(result), module.type_of(output));
        if old != new {
            module.set_type(result, new);
            let mut builder = OpBuilder::new(module, InsertionPoint::After(op));
            let cast = builder.create("tensor.cast", &[result], &[old], &[]);
            let value = module.results(cast)[0];
            module.replace_uses_if(result, value, |_, user| user != cast);
        }
        for (dim, size) in known.last().into_iter().flatten().enumerate() {
            let size = match size.as_constant() {
                Some(number) => number.to_string(),
                None => size.to_string(),
            };
            let _ = writeln!(told, "dimension {dim} of the result: {size}");
        }
    }
    told
}

fn main() -> Result<(), ParseError> {
    let rules = Rules::embedded();
    for tile in [[4, 4, 4], [4, 9, 4]] {
        let mut module =
            Module::parse(&tiled_matmul(tile), "matmul.mlir", ParseOptions::default())?;
        println!("// Tiles of {tile:?}");
        print!("{}", make_static(&mut module, &rules));
        println!("{module}");
    }
    Ok(())
}

#[test]
fn what_is_one_number_is_in_the_types() {
    let rules = Rules::embedded();
    let told = |tile| {
        let source = tiled_matmul(tile);
        let module = Module::parse(&source, "matmul.mlir", ParseOptions::default());
        let mut module = module.expect("the program is fine");
        let told = make_static(&mut module, &rules);
        let text = module.to_string();
        let again = Module::parse(&text, "matmul.mlir", ParseOptions::default());
        assert!(again.is_ok(), "{text}");
        let matmul = text.lines().find(|line| line.contains("linalg.matmul"));
        let types = matmul.and_then(|line| line.rsplit_once("-> "));
        (told, types.map(|(_, ty)| ty.to_owned()))
    };
    let (sizes, ty) = told([4, 4, 4]);
    assert_eq!(
        sizes,
        "dimension 0 of the result: 4\ndimension 1 of the result: 4\n"
    );
    assert_eq!(ty.as_deref(), Some("tensor<4x4xf32>"));
    // 128 = 14 * 9 + 2: the last tile is narrower.
    let (sizes, ty) = told([4, 9, 4]);
    assert_eq!(
        sizes,
        "dimension 0 of the result: 4\ndimension 1 of the result: [2, 9] 7k+2\n"
    );
    assert_eq!(ty.as_deref(), Some("tensor<4x?xf32>"));
}
