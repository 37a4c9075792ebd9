// Divisions by 0 are undefined: no execution has them.
func.func @zero_in_an_instance(%m: memref<?xf32>, %n: index, %k: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = arith.minsi %i, %k : index
    %w = arith.divsi %i, %v : index
    memref.store %x, %m[%c0] : memref<?xf32>
  }
  return
}
func.func @zero_everywhere(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %z = arith.subi %i, %i : index
    %w = arith.remui %i, %z : index
    memref.store %x, %m[%c0] : memref<?xf32>
  }
  return
}
func.func @zero_in_an_iteration_before(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = arith.divsi %i, %i : index
    memref.store %x, %m[%v] : memref<?xf32>
  }
  return
}
// A number has one value, whether it is read as signed or not.
func.func @one_number(%m: memref<12xf32>, %n: index, %p: index, %x: f32) {
  %c3 = arith.constant 3 : i8
  %c0 = arith.constant 0 : index
  %cm1 = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %p step %c1 {
    %r = scf.for %j = %cm1 to %c0 step %n iter_args(%a = %n) -> (index) {
      %v = arith.index_cast %j : index to i8
      %w = arith.muli %v, %c3 overflow<nuw> : i8
      %z = arith.minsi %a, %c1 : index
      scf.yield %z : index
    }
    memref.store %x, %m[%i] : memref<12xf32>
  }
  return
}
