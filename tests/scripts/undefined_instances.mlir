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
func.func @one_number(%m: memref<12xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = arith.index_castui %n : index to i32
  %u = arith.index_castui %w : i32 to index
  scf.for %i = %c0 to %u step %c1 {
    memref.store %x, %m[%i] : memref<12xf32>
  }
  return
}
