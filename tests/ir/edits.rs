//! Changes of a module maintain users, positions and text.

use super::parse;
use calipers::ir::{InsertionPoint, Module, OpBuilder, Type};
use calipers::program::{AffineExpr, AffineMap, Program, ValueId};
use hashbrown::HashMap;

const PROGRAM: &str = "func.func @f(%a: index, %t: tensor<?xf32>) -> index {
  %0 = arith.addi %a, %a : index
  %1 = arith.muli %0, %a : index
  return %1 : index
}
";

/// Checks users and positions against a traversal of all ops.
fn check(module: &Module) {
    let mut users: HashMap<ValueId, Vec<_>> = HashMap::new();
    for op in module.walk(module.top()) {
        for &operand in module.operands(op) {
            let list = users.entry(operand).or_default();
            if list.last() != Some(&op) {
                list.push(op);
            }
        }
        if let Some(block) = module.block_of(op) {
            assert_eq!(module.block_ops(block)[module.position(op)], op);
        }
    }
    for number in 0..module.value_count() {
        let value = ValueId(number as u32);
        let expected = users.remove(&value).unwrap_or_default();
        assert_eq!(
            module.users(value),
            expected,
            "{}",
            module.value_name(value)
        );
    }
}

#[test]
fn a_bound_is_written_into_the_program() {
    let mut module = parse(PROGRAM);
    let ret = module.ops_named("func.return")[0];
    let old = module.operands(ret)[0];
    let func = module.ops_named("func.func")[0];
    let entry = module.blocks(module.regions(func)[0])[0];
    let [a, t] = module.block_arguments(entry)[..] else {
        panic!("two arguments");
    };
    let mut builder = OpBuilder::new(&mut module, InsertionPoint::Before(ret));
    let dim = builder.dim(t, 0);
    let map = AffineMap {
        dims: 0,
        symbols: 2,
        results: vec![calipers::ir::affine::add(
            AffineExpr::Symbol(0),
            AffineExpr::Symbol(1),
        )],
    };
    let sum = builder.affine_apply(map, &[dim, a]);
    let product = builder.binary("arith.muli", sum, a);
    module.replace_uses_if(old, product, |module, user| {
        module.op_name(user) == "func.return"
    });
    check(&module);
    let text = module.to_string();
    let expected = "#map = affine_map<()[s0, s1] -> (s0 + s1)>
module {
  func.func @f(%arg0: index, %arg1: tensor<?xf32>) -> index {
    %0 = arith.addi %arg0, %arg0 : index
    %1 = arith.muli %0, %arg0 : index
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg1, %c0 : tensor<?xf32>
    %2 = affine.apply #map()[%dim, %arg0]
    %3 = arith.muli %2, %arg0 : index
    return %3 : index
  }
}
";
    assert_eq!(text, expected);
}

#[test]
fn ops_are_erased_moved_and_cloned() {
    let mut module = parse(
        "func.func @f(%a: index) {
  %0 = arith.constant 1 : index
  scf.for %i = %0 to %a step %0 {
    %1 = arith.addi %i, %0 : index
    \"test.use\"(%1) : (index) -> ()
  }
  return
}
",
    );
    let constant = module.ops_named("arith.constant")[0];
    let one = module.results(constant)[0];
    let for_op = module.ops_named("scf.for")[0];
    let copy = module.clone_op(for_op, &mut HashMap::new());
    module.insert(copy, InsertionPoint::After(for_op));
    check(&module);
    let add = module.ops_named("arith.addi")[1];
    let result = module.results(add)[0];
    module.replace_all_uses(result, one);
    module.erase(add);
    check(&module);
    assert!(!module.is_live(add));
    module.erase(for_op);
    check(&module);
    module.set_operand(copy, 1, one);
    check(&module);
    let attribute = module.integer_attribute(3, Type::I64);
    module.set_attribute(copy, "test.mark", attribute);
    let text = module.to_string();
    assert!(
        text.contains("scf.for %arg1 = %c1 to %c1 step %c1 {\n      \"test.use\"(%c1)"),
        "{text}"
    );
    assert!(text.contains("} {test.mark = 3 : i64}"), "{text}");
    assert_eq!(parse(&text).to_string(), text);
}
