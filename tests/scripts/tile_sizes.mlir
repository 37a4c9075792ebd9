// Conflicts that only inputs above the size of a tile show, where the size is part of an op.
func.func @overlapping(%b: memref<?xf32>, %v: f32, %n: index) {
  %c1 = arith.constant 1 : index
  scf.forall (%i) = (0) to (%n) step (64) {
    %end = affine.min affine_map<(d0)[s0] -> (d0 + 66, s0 + 2)>(%i)[%n]
    scf.for %j = %i to %end step %c1 {
      memref.store %v, %b[%j] : memref<?xf32>
    }
  }
  return
}
func.func @disjoint(%b: memref<?xf32>, %v: f32, %n: index) {
  %c1 = arith.constant 1 : index
  scf.forall (%i) = (0) to (%n) step (64) {
    %end = affine.min affine_map<(d0)[s0] -> (d0 + 64, s0)>(%i)[%n]
    scf.for %j = %i to %end step %c1 {
      memref.store %v, %b[%j] : memref<?xf32>
    }
  }
  return
}
