// The share of a thread in a tile of a block, of which the last one is smaller.
func.func @tiles() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %block = %c0 to %c8 step %c1 {
    scf.for %thread = %c0 to %c8 step %c1 {
      %tile = affine.min affine_map<()[s0] -> (s0 * -64 + 510, 64)>()[%block]
      %rest = affine.min affine_map<()[s0, s1] -> (s0 - s1 * (s0 ceildiv 8), s0 ceildiv 8)>()[%tile, %thread]
      %size = affine.max affine_map<()[s0] -> (0, s0)>()[%rest]
      %start = affine.apply affine_map<()[s0, s1] -> (s1 * (s0 ceildiv 8))>()[%tile, %thread]
    }
  }
  return
}
