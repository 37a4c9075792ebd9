func.func @tiles(%n: index, %tile: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = arith.maxsi %tile, %c1 : index
  scf.for %i = %c0 to %n step %t {
    %m = affine.min affine_map<(d0)[s0, s1] -> (s1, s0 - d0)>(%i)[%n, %t]
    scf.for %j = %c0 to %m step %c1 {
      %g = arith.addi %i, %j : index
      %r = arith.remsi %g, %t : index
      "test.use"(%r) : (index) -> ()
    }
  }
  return
}

func.func @full(%n: index) {
  %m = affine.min affine_map<()[s0] -> (s0, 4)>()[%n]
  %c = arith.cmpi slt, %m, %n : index
  scf.if %c {
    %rest = affine.apply affine_map<()[s0] -> (s0 mod 4)>()[%m]
    "test.use"(%rest) : (index) -> ()
  }
  return
}

func.func @factors(%x: tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %a = tensor.dim %x, %c0 : tensor<?x?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?xf32>
  %p = arith.muli %a, %b : index
  %c = arith.cmpi eq, %p, %c6 : index
  scf.if %c {
    %u = "test.factors"(%a) : (index) -> index
  }
  return
}
