// The condition `%less` always holds, so a product of it and the square of the trip number is that square.
func.func @known_factors(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %tile = arith.constant 8 : index
  %sum = scf.for %i = %c0 to %n step %tile iter_args(%so_far = %c0) -> (index) {
    %v0 = affine.min affine_map<(d0)[s0] -> (8, s0 - d0)>(%i)[%n]
    %v2 = arith.maxsi %so_far, %tile : index
    %v3 = arith.addi %v2, %v0 : index
    %less = arith.cmpi slt, %so_far, %v3 : index
    %v4 = scf.if %less -> index {
      %w0 = arith.addi %so_far, %tile : index
      %w1 = arith.subi %v3, %so_far : index
      %w2 = arith.minsi %w0, %w1 : index
      scf.yield %w2 : index
    } else {
      scf.yield %v2 : index
    }
    %v5 = arith.addi %v4, %v0 : index
    %v6 = arith.minsi %v5, %v3 : index
    %m = arith.minsi %i, %i : index
    %next = arith.addi %so_far, %m : index
    scf.yield %next : index
  }
  return %sum : index
}
