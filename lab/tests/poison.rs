//! Poison in the interpreter: which ops give it, propagate it, and make it undefined behavior.

use calipers::ir::Module;
use calipers::program::{Point, Program};
use calipers_lab::equivalence::{difference, show_values, trace};
use calipers_lab::generate;
use calipers_lab::interpret::{Machine, Observer, Settings, Source, State, Stop, Undefined, Value};
use calipers_lab::oracle::functions;
use calipers_lab::speculate::hoist;
use fastrand::Rng;

const POISON: Settings = Settings {
    index_width: 64,
    in_bounds: false,
    index_wraps: false,
    poison: true,
    as_mlir: false,
    fuel: 4_000,
};

struct Arguments<'a>(std::slice::Iter<'a, i128>);

impl Source for Arguments<'_> {
    fn integer(&mut self, _: Option<u32>) -> i128 {
        self.0.next().copied().unwrap_or(0)
    }

    fn size(&mut self) -> i128 {
        self.0.next().copied().unwrap_or(0)
    }
}

/// The observations of `lab.see`: integers, and `None` for poison.
struct Seen<'m> {
    module: &'m Module,
    values: Vec<Option<i128>>,
}

impl Observer for Seen<'_> {
    fn reached(&mut self, point: Point, state: &State<'_>) {
        let op = self.module.block_ops(point.block)[point.index];
        if self.module.op_name(op) == "lab.see" {
            let read = |&value: &_| match state.value(value) {
                Some(Value::Integer(value)) => Some(*value),
                Some(Value::Poison) => None,
                other => panic!("{other:?}"),
            };
            let values = self.module.operands(op).iter().map(read);
            self.values.extend(values.collect::<Vec<_>>());
        }
    }
}

/// Executes `body` in a function of `%x: i8, %n: index, %t: tensor<?xf32>, %m: memref<?xindex>`, with `%p`, the sum
/// of `%x` and 1 with `nsw`, which is poison for 127, and `%q`, its value as an index.
fn run(body: &str, x: i128) -> (Vec<Option<i128>>, Result<(), Stop>) {
    let text = format!(
        "func.func @f(%x: i8, %n: index, %t: tensor<?xf32>, %m: memref<?xindex>) {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %one = arith.constant 1 : i8
          %true = arith.constant true
          %p = arith.addi %x, %one overflow<nsw> : i8
          %q = arith.index_cast %p : i8 to index
          %b = arith.cmpi sgt, %p, %one : i8
          {body}
          return
        }}"
    );
    let options = calipers::ir::ParseOptions {
        allow_unregistered: true,
        ..Default::default()
    };
    let module =
        Module::parse(&text, "test.mlir", options).unwrap_or_else(|error| panic!("{error}"));
    let mut seen = Seen {
        module: &module,
        values: vec![],
    };
    let arguments = [x, 7, 5, 3];
    let mut source = Arguments(arguments.iter());
    let function = functions(&module)[0];
    let ended = Machine::new(&module, POISON, &mut source, &mut seen).run(function);
    (seen.values, ended)
}

/// The observations for `%x = 127`, in a run that returns.
fn sees(body: &str, expected: &[Option<i128>]) {
    let (seen, ended) = run(body, 127);
    assert_eq!(ended, Ok(()), "{body}");
    assert_eq!(seen, expected, "{body}");
}

/// Ops that make the run undefined for `%x = 127`, and not for `%x = 1`.
fn is_undefined(body: &str, expected: Undefined) {
    let what = Err(Stop::Undefined(expected));
    assert_eq!(run(body, 127).1, what, "{body}");
    assert_eq!(run(body, 1).1, Ok(()), "{body}");
}

#[test]
fn flags_that_do_not_hold_give_poison() {
    let program = "
      %two = arith.constant 2 : i8
      %0 = arith.addi %x, %x overflow<nuw> : i8
      %1 = arith.addi %x, %x overflow<nsw> : i8
      %2 = arith.divsi %x, %two exact : i8
      %3 = arith.shli %x, %two overflow<nsw> : i8
      %4 = arith.shli %x, %x : i8
      %5 = arith.trunci %x overflow<nsw> : i8 to i4
      %6 = arith.subi %one, %x : i8
      %7 = arith.extui nneg %6 : i8 to i16
      \"lab.see\"(%0, %1, %2, %3, %4, %5, %7) : (i8, i8, i8, i8, i8, i4, i16) -> ()";
    let expected = [Some(-2), None, None, None, None, None, None];
    sees(program, &expected);
}

#[test]
fn poison_is_passed_on() {
    let program = "
      %0 = arith.andi %p, %one : i8
      %1 = arith.select %true, %one, %p : i8
      %2 = arith.select %true, %p, %one : i8
      %3 = arith.select %b, %one, %one : i8
      %4 = arith.divui %p, %one : i8
      %5 = affine.apply affine_map<(d0) -> (d0 * 0)>(%q)
      %6 = tensor.empty(%q) : tensor<?xf32>
      %7 = tensor.dim %6, %c0 : tensor<?xf32>
      \"lab.see\"(%0, %1, %2, %3, %4, %5, %7) : (i8, i8, i8, i8, i8, index, index) -> ()";
    let expected = [None, Some(1), None, None, None, None, None];
    sees(program, &expected);
}

#[test]
fn regions_blocks_and_calls_carry_poison() {
    sees(
        "%r = scf.if %true -> (index) { scf.yield %q : index } else { scf.yield %c0 : index }
         %s = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %q) -> (index) { scf.yield %a : index }
         %k = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %q) -> (index) { scf.yield %i : index }
         %e = tensor.from_elements %q, %c1 : tensor<2xindex>
         %f = tensor.extract %e[%c0] : tensor<2xindex>
         %g = tensor.generate { ^bb0(%i: index): tensor.yield %q : index } : tensor<2xindex>
         %h = tensor.extract %g[%c0] : tensor<2xindex>
         \"lab.see\"(%r, %s, %k, %f, %h) : (index, index, index, index, index) -> ()
         cf.br ^bb1(%q : index)
       ^bb1(%z: index):
         \"lab.see\"(%z) : (index) -> ()",
        &[None, None, Some(0), None, None, None],
    );
}

#[test]
fn casts_and_slices_that_do_not_fit_give_poison() {
    sees(
        "%c10 = arith.constant 10 : index
         %m1 = arith.constant -1 : index
         %0 = tensor.cast %t : tensor<?xf32> to tensor<10xf32>
         %1 = tensor.dim %0, %c0 : tensor<10xf32>
         %2 = tensor.extract_slice %t[%c0] [%m1] [1] : tensor<?xf32> to tensor<?xf32>
         %3 = tensor.dim %2, %c0 : tensor<?xf32>
         %4 = tensor.expand_shape %t [[0, 1]] output_shape [%c1, 2] : tensor<?xf32> into tensor<?x2xf32>
         %5 = tensor.dim %4, %c0 : tensor<?x2xf32>
         %6 = affine.linearize_index disjoint [%c0, %c10] by (3, 4) : index
         \"lab.see\"(%1, %3, %5, %6) : (index, index, index, index) -> ()",
        &[None; 4],
    );
}

#[test]
fn poison_may_not_decide_divide_or_address() {
    for body in [
        "scf.if %b { scf.yield }",
        "cf.assert %b, \"no\"",
        "cf.cond_br %b, ^bb1, ^bb1\n^bb1:",
        "%0 = scf.index_switch %q -> index case 0 { scf.yield %c0 : index } default { scf.yield %c1 : index }",
        "scf.for %i = %c0 to %q step %c1 { scf.yield }",
        "scf.parallel (%i) = (%c0) to (%q) step (%c1) { scf.reduce }",
        "affine.for %i = 0 to affine_map<(d0) -> (d0)>(%q) { affine.yield }",
        "affine.if affine_set<(d0) : (d0 >= 0)>(%q) { affine.yield }",
        "%0 = arith.divui %n, %q : index",
        "%0 = arith.remsi %n, %q : index",
        "%0 = index.divs %n, %q",
        "%0 = memref.load %m[%q] : memref<?xindex>",
        "memref.store %n, %m[%q] : memref<?xindex>",
        "%0 = memref.alloc(%q) : memref<?xindex>",
        "%0 = memref.dim %m, %q : memref<?xindex>",
        "%0 = scf.while (%a = %q) : (index) -> index {
           %c = arith.cmpi sgt, %a, %n : index
           scf.condition(%c) %a : index
         } do {
         ^bb0(%a: index):
           scf.yield %a : index
         }",
    ] {
        // For 1 the index is 2, which is not a dimension of `%m`.
        match body.contains("memref.dim") {
            true => assert_eq!(run(body, 127).1, Err(Stop::Undefined(Undefined::Poison))),
            false => is_undefined(body, Undefined::Poison),
        }
    }
    // A poison dividend may be the least integer.
    let program = "%m1 = arith.constant -1 : i8
      %0 = arith.divsi %p, %m1 : i8";
    is_undefined(program, Undefined::Poison);
}

#[test]
fn what_is_undefined_inside_is_undefined() {
    let program = "%0 = tensor.generate %n {
      ^bb0(%i: index):
        %c127 = arith.constant 127 : i8
        %d = arith.subi %x, %c127 : i8
        %r = arith.divui %one, %d : i8
        %v = arith.index_cast %r : i8 to index
        tensor.yield %v : index
      } : tensor<?xindex>";
    is_undefined(program, Undefined::DivisionByZero);
}

#[test]
fn to_store_poison_is_defined() {
    sees(
        "memref.store %q, %m[%c0] : memref<?xindex>
         \"lab.see\"(%n) : (index) -> ()",
        &[Some(7)],
    );
}

/// A program has the same observations after ops are executed speculatively.
#[test]
fn to_execute_ops_speculatively_changes_nothing() {
    let settings = Settings {
        index_wraps: true,
        ..POISON
    };
    let (mut compared, mut changed) = (0, 0);
    for seed in 0..1500 {
        let text = match seed % 2 {
            0 => generate::program(seed),
            _ => generate::speculative(seed),
        };
        let options = calipers::ir::ParseOptions::default();
        let mut module = Module::parse(&text, "p", options).unwrap_or_else(|e| panic!("{e}"));
        let mut random = Rng::with_seed(seed);
        show_values(&mut module, &mut random);
        let mut other = module.clone();
        hoist(&mut other, &mut random, 80);
        if other.to_string() == module.to_string() {
            continue;
        }
        changed += 1;
        let [old, new] = [&module, &other].map(|module| functions(module)[0]);
        for run in 0..8 {
            let before = trace(&module, old, settings, seed * 8 + run);
            let after = trace(&other, new, settings, seed * 8 + run);
            if after.end == Err(Stop::IndexOverflow) {
                continue;
            }
            compared += u64::from(before.end.is_ok());
            let found = difference(&before, &after);
            assert_eq!(found, None, "{seed}\n{module}\n{other}");
        }
    }
    assert!(changed > 500 && compared > 3000, "{changed} {compared}");
}
