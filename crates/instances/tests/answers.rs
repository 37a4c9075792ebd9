//! Questions about two instances through the library.

use calipers::instances::{Assumptions, Conflict, Distance, InBounds, Instances, Missing, levels};
use calipers::ir::{Module, ParseOptions};
use calipers::program::OpId;
use calipers::rules::Rules;
use calipers::solve::Config;

fn module(text: &str) -> Module {
    Module::parse(text, "test.mlir", ParseOptions::default()).expect("the program is valid")
}

/// The only op with a name.
fn only(module: &Module, name: &str) -> OpId {
    let ops = module.ops_named(name);
    assert_eq!(ops.len(), 1, "{name}");
    ops[0]
}

const SHIFT: &str = "func.func @shift(%from: memref<?xf32>, %to: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %n step %c1 {
    %before = arith.subi %i, %c1 : index
    %x = memref.load %from[%before] : memref<?xf32>
    memref.store %x, %to[%i] : memref<?xf32>
  }
  return
}";

#[test]
fn a_recurrence_has_a_constant_distance() {
    let (module, rules) = (module(&SHIFT.replace("%to[", "%from[")), Rules::embedded());
    let mut instances = Instances::new(&module, &rules);
    let (load, store) = (only(&module, "memref.load"), only(&module, "memref.store"));
    let Conflict::Found(pair) = instances.conflict(store, load, None) else {
        panic!("an iteration reads what the one before wrote");
    };
    assert_eq!(pair.level, Some(only(&module, "scf.for")));
    assert_eq!(pair.distances, [Distance::Constant(1.into())]);
    assert_eq!(instances.injective(store, None), Conflict::Never);
}

#[test]
fn arguments_may_share_memory() {
    let (module, rules) = (module(SHIFT), Rules::embedded());
    let (load, store) = (only(&module, "memref.load"), only(&module, "memref.store"));
    let mut instances = Instances::new(&module, &rules);
    let answer = instances.conflict(store, load, None);
    let Conflict::Unknown(missing @ Missing::Aliasing(..)) = answer else {
        panic!("{answer:?}");
    };
    assert_eq!(missing.describe(&module), "%to and %from may share memory");
    let mut assumptions = Assumptions::default();
    assumptions.distinct_arguments = true;
    let config = Config::default();
    let mut instances = Instances::with_config(&module, &rules, config, assumptions);
    assert_eq!(instances.conflict(store, load, None), Conflict::Never);
}

/// What holds only in iterations after the first instance must not be used as if it held in all of them.
#[test]
fn a_carried_value_that_changes_once_is_no_constant() {
    let text = "func.func @late(%m: memref<?xf32>, %n: index, %x: f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %end = scf.for %i = %c0 to %n step %c1 iter_args(%q = %c0) -> (index) {
        memref.store %x, %m[%q] : memref<?xf32>
        %is_early = arith.cmpi slt, %i, %c3 : index
        %more = arith.addi %q, %c1 : index
        %next = arith.select %is_early, %more, %q : index
        scf.yield %next : index
      }
      return
    }";
    let (module, rules) = (module(text), Rules::embedded());
    let mut instances = Instances::new(&module, &rules);
    let answer = instances.injective(only(&module, "memref.store"), None);
    assert!(matches!(answer, Conflict::Found(_)), "{answer:?}");
}

#[test]
fn a_loop_in_unknown_control_flow_is_asked_about_alone() {
    let text = "func.func @repeat(%m: memref<?xf32>, %n: index, %x: f32, %c: i1) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.while : () -> () {
        scf.condition(%c)
      } do {
        scf.for %i = %c0 to %n step %c1 {
          memref.store %x, %m[%i] : memref<?xf32>
        }
        scf.yield
      }
      return
    }";
    let (module, rules) = (module(text), Rules::embedded());
    let mut instances = Instances::new(&module, &rules);
    let (store, inner) = (only(&module, "memref.store"), only(&module, "scf.for"));
    let unknown = Missing::ControlFlow(only(&module, "scf.while"));
    assert_eq!(instances.injective(store, None), Conflict::Unknown(unknown));
    assert_eq!(instances.injective(store, Some(inner)), Conflict::Never);
    assert!(levels(&module, store).is_err());
}

#[test]
fn functions_are_not_compared() {
    let text = "func.func @a(%m: memref<4xf32>, %i: index) {
      %x = memref.load %m[%i] : memref<4xf32>
      return
    }
    func.func @b(%m: memref<4xf32>, %i: index, %x: f32) {
      memref.store %x, %m[%i] : memref<4xf32>
      return
    }";
    let (module, rules) = (module(text), Rules::embedded());
    let mut instances = Instances::new(&module, &rules);
    let (load, store) = (only(&module, "memref.load"), only(&module, "memref.store"));
    let answer = instances.conflict(load, store, None);
    assert_eq!(answer, Conflict::Unknown(Missing::OtherFunction(store)));
    assert!(matches!(instances.in_bounds(load), InBounds::Violated(_)));
}

#[test]
fn long_chains_of_definitions_are_no_problem() {
    for first in ["%i", "%c2"] {
        let mut text = "func.func @chain(%m: memref<?xf32>, %n: index, %x: f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      scf.for %i = %c0 to %n step %c1 {\n"
            .to_owned();
        text += &format!("%v0 = arith.muli {first}, {first} : index\n");
        for number in 0..3000 {
            let next = number + 1;
            text += &format!("%v{next} = arith.muli %v{number}, %v{number} : index\n");
        }
        text += "%sum = arith.addi %v3000, %i : index\n";
        text += "memref.store %x, %m[%sum] : memref<?xf32>\n}\nreturn\n}";
        let (module, rules) = (module(&text), Rules::embedded());
        let mut instances = Instances::new(&module, &rules);
        let answer = instances.injective(only(&module, "memref.store"), None);
        if first == "%i" {
            assert!(!matches!(answer, Conflict::Never), "{answer:?}");
        }
    }
}

/// A buffer of vectors has one index for each vector.
#[test]
fn a_vector_may_be_an_element() {
    let text = "func.func @f(%m: memref<8xvector<4xf32>>, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      scf.for %i = %c0 to %c8 step %c1 {
        %x = vector.load %m[%i] : memref<8xvector<4xf32>>, vector<4xf32>
      }
      return
    }";
    let (module, rules) = (module(text), Rules::embedded());
    let load = only(&module, "vector.load");
    let mut instances = Instances::new(&module, &rules);
    assert_eq!(instances.in_bounds(load), InBounds::Always);
    assert_eq!(instances.injective(load, None), Conflict::Never);
}
