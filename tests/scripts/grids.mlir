// Ids that are taken apart, and loops that are no counted loops.

// Blocks in groups of four rows; the last group may be smaller.
func.func @grouped(%m: memref<?x?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %rows = memref.dim %m, %c0 : memref<?x?xf32>
  %columns = memref.dim %m, %c1 : memref<?x?xf32>
  %all = arith.muli %rows, %columns : index
  scf.parallel (%id) = (%c0) to (%all) step (%c1) {
    %width = arith.muli %c4, %columns : index
    %group = arith.divui %id, %width : index
    %first = arith.muli %group, %c4 : index
    %left = arith.subi %rows, %first : index
    %size = arith.minsi %left, %c4 : index
    %in = arith.remui %id, %width : index
    %row = arith.remui %in, %size : index
    %x = arith.addi %first, %row : index
    %y = arith.divui %in, %size : index
    memref.store %v, %m[%x, %y] : memref<?x?xf32>
    scf.reduce
  }
  return
}

// Several query heads read one head of keys.
func.func @heads(%keys: memref<8x64xf32>, %group: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %heads = arith.muli %c8, %group : index
  scf.parallel (%h, %d) = (%c0, %c0) to (%heads, %c64) step (%c1, %c1) {
    %k = arith.divui %h, %group : index
    %l = memref.load %keys[%k, %d] : memref<8x64xf32>
    scf.reduce
  }
  return
}

// A quotient outside of the guard under which its operand is not negative says nothing where the guard does not hold.
func.func @guarded(%m: memref<?xf32>, %n: index, %b: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = memref.dim %m, %c0 : memref<?xf32>
  scf.for %i = %n to %size step %c1 {
    %is_in = arith.cmpi sge, %i, %c0 : index
    %is_positive = arith.cmpi sge, %b, %c1 : index
    %both = arith.andi %is_in, %is_positive : i1
    scf.if %both {
      %q = arith.divui %i, %b : index
      memref.store %v, %m[%q] : memref<?xf32>
    }
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}

func.func @while(%m: memref<?x?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %rows = memref.dim %m, %c0 : memref<?x?xf32>
  %columns = memref.dim %m, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %rows step %c1 {
    %end = scf.while (%at = %c0) : (index) -> index {
      %goes_on = arith.cmpi slt, %at, %columns : index
      scf.condition(%goes_on) %at : index
    } do {
    ^bb0(%j: index):
      memref.store %v, %m[%i, %j] : memref<?x?xf32>
      %half = arith.divui %j, %c2 : index
      memref.store %v, %m[%i, %half] : memref<?x?xf32>
      %next = arith.addi %j, %c2 : index
      scf.yield %next : index
    }
  }
  return
}

// Down to 0, and up to and including the size.
func.func @down(%m: memref<?xf32>, %n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %end = scf.while (%at = %n) : (index) -> index {
    %goes_on = arith.cmpi sgt, %at, %c0 : index
    scf.condition(%goes_on) %at : index
  } do {
  ^bb0(%i: index):
    %previous = arith.subi %i, %c1 : index
    memref.store %v, %m[%previous] : memref<?xf32>
    scf.yield %previous : index
  }
  %last = scf.while (%at = %c0) : (index) -> index {
    %goes_on = arith.cmpi sge, %n, %at : index
    scf.condition(%goes_on) %at : index
  } do {
  ^bb0(%j: index):
    %next = arith.addi %j, %c2 : index
    scf.yield %next : index
  }
  return
}

// Groups of eight rows as in `grouped`; the remainders are differences.
func.func @differences(%m: memref<?x?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %rows = memref.dim %m, %c0 : memref<?x?xf32>
  %columns = memref.dim %m, %c1 : memref<?x?xf32>
  %all = arith.muli %rows, %columns : index
  scf.forall (%id) in (%all) {
    %width = affine.apply affine_map<()[s0] -> (s0 * 8)>()[%columns]
    %group = arith.floordivsi %id, %width : index
    %first = affine.apply affine_map<(d0) -> (d0 * 8)>(%group)
    %size = affine.min affine_map<(d0)[s0] -> (s0 - d0, 8)>(%first)[%rows]
    %before = arith.muli %group, %width : index
    %in = arith.subi %id, %before : index
    %y = arith.divsi %in, %size : index
    %above = arith.muli %y, %size : index
    %row = arith.subi %in, %above : index
    %x = arith.addi %first, %row : index
    memref.store %v, %m[%x, %y] : memref<?x?xf32>
  }
  return
}

// The rows of the last group are shifted cyclically: the row is a remainder of the id, not of the place in the group.
func.func @shifted(%m: memref<?x?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %rows = memref.dim %m, %c0 : memref<?x?xf32>
  %columns = memref.dim %m, %c1 : memref<?x?xf32>
  %all = arith.muli %rows, %columns : index
  scf.parallel (%id) = (%c0) to (%all) step (%c1) {
    %width = arith.muli %c8, %columns : index
    %group = arith.divsi %id, %width : index
    %first = arith.muli %group, %c8 : index
    %left = arith.subi %rows, %first : index
    %size = arith.minsi %left, %c8 : index
    %row = arith.remsi %id, %size : index
    %x = arith.addi %first, %row : index
    %in = arith.remsi %id, %width : index
    %y = arith.divsi %in, %size : index
    memref.store %v, %m[%x, %y] : memref<?x?xf32>
    scf.reduce
  }
  return
}

// Two ids of a group of eight take turns.
func.func @again(%m: memref<?x?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %rows = memref.dim %m, %c0 : memref<?x?xf32>
  %columns = memref.dim %m, %c1 : memref<?x?xf32>
  %all = arith.muli %rows, %columns : index
  scf.parallel (%id) = (%c0) to (%all) step (%c1) {
    %row = arith.remsi %id, %c4 : index
    %y = arith.divsi %id, %c8 : index
    memref.store %v, %m[%row, %y] : memref<?x?xf32>
    scf.reduce
  }
  return
}
