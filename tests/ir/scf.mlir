func.func @f(%i: index, %f: f32, %b: i1, %n: i32, %t: tensor<?x4xf32>, %m: memref<?x4xf32>, %v: vector<4xf32>) {
  scf.for %a = %i to %i step %i { }
  scf.for unsigned %a = %n to %n step %n : i32 { }
  %0:2 = scf.for %a = %i to %i step %i iter_args(%x = %f, %y = %n) -> (f32, i32) {
    scf.yield %x, %y : f32, i32
  } {foo}
  scf.if %b { } else { scf.for %a = %i to %i step %i { } }
  %1 = scf.if %b -> (f32) { scf.yield %f : f32 } else { scf.yield %f : f32 }
  scf.if %b {} {foo}
  %2 = scf.while (%x = %n) : (i32) -> f32 { scf.condition(%b) %f : f32 } do { ^bb0(%x: f32): scf.yield %n : i32 } attributes {foo}
  scf.while : () -> () { scf.condition(%b) } do { scf.yield }
  %3 = scf.forall (%p, %q) in (%i, 4) shared_outs(%o = %t) -> (tensor<?x4xf32>) {
    scf.forall.in_parallel { tensor.parallel_insert_slice %t into %o[0, 0] [%i, 4] [1, 1] : tensor<?x4xf32> into tensor<?x4xf32> }
  } {mapping = [#gpu.block<x>, #gpu.block<y>]}
  scf.forall (%p, %q) = (0, %i) to (%i, 4) step (1, %i) { scf.forall.in_parallel { } }
  scf.forall (%p) in (4) { }
  scf.parallel (%p, %q) = (%i, %i) to (%i, %i) step (%i, %i) { }
  %4 = scf.parallel (%p) = (%i) to (%i) step (%i) init (%f) -> f32 {
    scf.reduce(%f : f32) { ^bb0(%l: f32, %r: f32): %z = arith.addf %l, %r : f32 
      scf.reduce.return %z : f32 }
  } {foo}
  %5 = scf.execute_region -> i32 { scf.yield %n : i32 }
  scf.execute_region { cf.br ^bb1
   ^bb1: scf.yield }
  scf.execute_region no_inline { scf.yield }
  %6 = scf.index_switch %i -> i32 case 2 { scf.yield %n : i32 } case 3 { scf.yield %n : i32 } default { scf.yield %n : i32 }
  scf.index_switch %i {foo} default { scf.yield }
  return
}
