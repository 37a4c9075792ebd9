//! The `Program` view of a module, which the engine uses.

use super::parse;
use calipers::program::{
    Attribute, Definition, Extent, Layout, Program, ShapedKind, TypeView, ValueId,
};

#[test]
fn values_are_named_as_in_the_source() {
    let module = parse(
        "func.func @f(%arg: index) {\n  %x:2 = \"d.op\"(%arg) : (index) -> (i32, i32)\n  %c-5 = arith.constant -5 : index\n  return\n}",
    );
    let names: Vec<String> = (0..module.value_count())
        .map(|number| module.value_name(ValueId(number as u32)))
        .collect();
    assert_eq!(names, ["%arg", "%x#0", "%x#1", "%c-5"]);
}

#[test]
fn values_ascend_in_program_order() {
    let module = parse(include_str!("scf.mlir"));
    let mut last = None;
    for op in module.walk(module.top()) {
        for region in module.regions(op) {
            for block in module.blocks(*region) {
                let arguments = module.block_arguments(*block);
                assert!(arguments.windows(2).all(|pair| pair[0] < pair[1]));
            }
        }
        if module.op_name(op).starts_with("arith.") {
            let result = module.results(op).first().copied();
            assert!(result > last);
            last = result;
        }
    }
}

#[test]
fn attributes_are_found_by_their_names() {
    let module = parse(
        "func.func private @g()\nfunc.func @f(%a: index, %t: tensor<?x?xf32>) {
  %0 = arith.cmpi slt, %a, %a : index
  %1 = arith.addi %a, %a overflow<nsw> : index
  %2 = tensor.extract_slice %t[%a, 3] [4, %a] [1, 1] : tensor<?x?xf32> to tensor<4x?xf32>
  %3 = tensor.collapse_shape %t [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %4 = gpu.thread_id x
  %5 = arith.constant dense<[1, 2]> : tensor<2xindex>
  %6 = arith.constant dense<7> : tensor<3xindex>
  call @g() : () -> ()
  return
}",
    );
    let find = |name: &str, attribute: &str| {
        let op = module.ops_named(name)[0];
        module.attribute(op, attribute)
    };
    assert_eq!(
        find("arith.cmpi", "predicate"),
        Some(Attribute::Integer(2.into()))
    );
    assert_eq!(
        find("arith.addi", "overflowFlags"),
        Some(Attribute::String("nsw"))
    );
    let integers = |values: &[i64]| Some(Attribute::Integers(values.to_vec().into()));
    assert_eq!(
        find("tensor.extract_slice", "static_offsets"),
        integers(&[i64::MIN, 3])
    );
    assert_eq!(
        find("tensor.extract_slice", "operandSegmentSizes"),
        integers(&[1, 1, 1, 0])
    );
    assert_eq!(
        find("tensor.collapse_shape", "reassociation"),
        Some(Attribute::Array(vec![Attribute::Integers(
            vec![0, 1].into()
        )]))
    );
    assert_eq!(
        find("gpu.thread_id", "dimension"),
        Some(Attribute::String("x"))
    );
    assert_eq!(find("arith.constant", "value"), integers(&[1, 2]));
    let splat = module.ops_named("arith.constant")[1];
    assert_eq!(module.attribute(splat, "value"), integers(&[7, 7, 7]));
    assert_eq!(find("func.call", "callee"), Some(Attribute::Symbol("g")));
    let call = module.ops_named("func.call")[0];
    let callee = module.ops_named("func.func")[0];
    assert_eq!(module.symbol(call, "g"), Some(callee));
}

#[test]
fn types_show_their_shape() {
    let module = parse(
        "func.func @f(%a: i8, %b: tensor<*xf32>, %c: memref<4x?xf32, strided<[?, 1], offset: 2>>, %d: vector<[4]x2xf32>) {\n  return\n}",
    );
    let view = |number: u32| module.value_type(ValueId(number));
    assert_eq!(view(0), TypeView::Integer { width: 8 });
    assert_eq!(view(1).shape().and_then(|shape| shape.rank()), None);
    let memref = view(2).shape().expect("a memref");
    assert_eq!(memref.kind, ShapedKind::Memref);
    assert_eq!(memref.dims, Some(&[Extent::Static(4), Extent::Dynamic][..]));
    assert_eq!(
        memref.layout,
        Layout::Strided {
            strides: &[Extent::Dynamic, Extent::Static(1)],
            offset: Extent::Static(2)
        }
    );
    assert_eq!(
        view(3).shape().and_then(|shape| shape.extent(0)),
        Some(Extent::Scalable(4))
    );
}

#[test]
fn branches_forward_operands() {
    let module = parse(
        "func.func @f(%c: i1, %x: i32, %y: i32) {
  cf.cond_br %c, ^a(%x : i32), ^b(%x, %y : i32, i32)
^a(%p: i32):
  cf.br ^b(%p, %y : i32, i32)
^b(%q: i32, %r: i32):
  cf.switch %x : i32, [default: ^a(%y : i32), 1: ^c, 2: ^b(%q, %r : i32, i32)]
^c:
  return
}",
    );
    let values = |name: &str, index: usize| -> Vec<String> {
        let op = module.ops_named(name)[0];
        let operands = module.successor_operands(op, index);
        operands
            .iter()
            .map(|value| module.value_name(*value))
            .collect()
    };
    assert_eq!(values("cf.cond_br", 0), ["%x"]);
    assert_eq!(values("cf.cond_br", 1), ["%x", "%y"]);
    assert_eq!(values("cf.br", 0), ["%p", "%y"]);
    assert_eq!(values("cf.switch", 0), ["%y"]);
    assert!(values("cf.switch", 1).is_empty());
    assert_eq!(values("cf.switch", 2), ["%q", "%r"]);
}

#[test]
fn ops_know_their_place() {
    let module = parse("func.func @f() {\n  %c = arith.constant 1 : i32\n  return\n}");
    let op = module.ops_named("arith.constant")[0];
    let place = module.location(op).expect("it was read");
    assert_eq!(
        (place.line, place.column, place.file.as_str()),
        (2, 8, "test.mlir")
    );
    let value = module.results(op)[0];
    assert_eq!(
        module.definition(value),
        Definition::Result { op, index: 0 }
    );
    assert_eq!(module.position(op), 0);
}
