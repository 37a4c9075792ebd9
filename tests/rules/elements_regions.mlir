// Elements that regions compute: linalg.map, linalg.generic, tensor.generate, tensor.pad.

func.func @map(%n: index, %m: index, %to: tensor<2xindex>, %to32: tensor<2xi32>, %k: i32, %toi1: tensor<2xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.from_elements %n, %m : tensor<2xindex>
  %b = arith.constant dense<[5, 3]> : tensor<2xindex>
  %map = "linalg.map"(%a, %b, %to) ({
  ^bb0(%x: index, %y: index, %out: index):
    %s = arith.addi %x, %y : index
    %t = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%s, %m)
    "linalg.yield"(%t) : (index) -> ()
  }) : (tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  %e1 = tensor.extract %map[%c1] : tensor<2xindex>
  %m3 = affine.apply affine_map<()[s0] -> (s0 * 3 + 6)>()[%m]
  "test.compare"(%e1, %m3) {cmp = "EQ"} : (index, index) -> () // = true
  %e0 = tensor.extract %map[%c0] : tensor<2xindex>
  "test.compare"(%e0, %m3) {cmp = "EQ"} : (index, index) -> () // = fail
  // in 32 bits it wraps
  %most = arith.constant dense<[2147483647, 1]> : tensor<2xi32>
  %wraps = "linalg.map"(%most, %to32) ({
  ^bb0(%x: i32, %out: i32):
    %s = arith.addi %x, %x : i32
    %u = arith.shrui %s, %s : i32
    linalg.yield %s : i32
  }) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %p = tensor.extract %wraps[%c0] : tensor<2xi32>
  %q = arith.index_cast %p : i32 to index
  %0 = "test.reify_bound"(%q) {type = "EQ"} : (index) -> index // = -2
  // without a sign
  %unsigned = "linalg.map"(%wraps, %to32) ({
  ^bb0(%x: i32, %out: i32):
    %c2 = arith.constant 2 : i32
    %s = arith.divui %x, %c2 : i32
    linalg.yield %s : i32
  }) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %p2 = tensor.extract %unsigned[%c0] : tensor<2xi32>
  %q2 = arith.index_cast %p2 : i32 to index
  %1 = "test.reify_bound"(%q2) {type = "EQ"} : (index) -> index // = 2147483647
  // conditions
  %less = "linalg.map"(%b, %toi1) ({
  ^bb0(%x: index, %out: i1):
    %c4 = arith.constant 4 : index
    %c = arith.cmpi slt, %x, %c4 : index
    linalg.yield %c : i1
  }) : (tensor<2xindex>, tensor<2xi1>) -> tensor<2xi1>
  %selected = "linalg.map"(%less, %a, %to) ({
  ^bb0(%c: i1, %x: index, %out: index):
    %s = scf.if %c -> index {
      %w = arith.addi %x, %c1 : index
      scf.yield %w : index
    } else {
      scf.yield %n : index
    }
    linalg.yield %s : index
  }) : (tensor<2xi1>, tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  %s0 = tensor.extract %selected[%c0] : tensor<2xindex>
  "test.compare"(%s0, %n) {cmp = "EQ"} : (index, index) -> () // = true
  %s1 = tensor.extract %selected[%c1] : tensor<2xindex>
  "test.compare"(%s1, %m) {cmp = "GT"} : (index, index) -> () // = true
  // the sign of a bit, and a bit as a number
  %ext = "linalg.map"(%less, %to32) ({
  ^bb0(%c: i1, %out: i32):
    %s = arith.extsi %c : i1 to i32
    linalg.yield %s : i32
  }) : (tensor<2xi1>, tensor<2xi32>) -> tensor<2xi32>
  %x1 = tensor.extract %ext[%c1] : tensor<2xi32>
  %xi = arith.index_cast %x1 : i32 to index
  %2 = "test.reify_bound"(%xi) {type = "EQ"} : (index) -> index // = -1
  // what was there before
  %before = "linalg.map"(%a) ({
  ^bb0(%x: index):
    %s = arith.addi %x, %c1 : index
    linalg.yield %s : index
  }) : (tensor<2xindex>) -> tensor<2xindex>
  %v = tensor.extract %before[%c0] : tensor<2xindex>
  "test.compare"(%v, %n) {cmp = "GT"} : (index, index) -> () // = true
  // what nobody knows
  %odd = "linalg.map"(%a, %to) ({
  ^bb0(%x: index, %out: index):
    %s = "some.op"(%x) : (index) -> index
    linalg.yield %s : index
  }) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  %o = tensor.extract %odd[%c0] : tensor<2xindex>
  %3 = "test.reify_bound"(%o) {type = "EQ", constant} : (index) -> index // = fail
  return
}

#id = affine_map<(d0) -> (d0)>
#one = affine_map<(d0) -> ()>
#row = affine_map<(d0, d1) -> (d0)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
#both = affine_map<(d0, d1) -> (d0, d1)>
func.func @generic(%n: index, %m: index, %to: tensor<2xindex>, %to2: tensor<2x2xindex>, %s: tensor<index>, %f: tensor<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.from_elements %n, %m : tensor<2xindex>
  %g = linalg.generic {indexing_maps = [#id, #one, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %s, %f : tensor<2xindex>, tensor<index>, tensor<2xf32>) outs(%to : tensor<2xindex>) {
    ^bb0(%x: index, %y: index, %z: f32, %out: index):
      %i = linalg.index 0 : index
      %p = arith.addi %x, %i : index
      %q = arith.subi %p, %y : index
      linalg.yield %q : index
  } -> tensor<2xindex>
  %e = tensor.extract %g[%c1] : tensor<2xindex>
  %se = tensor.extract %s[] : tensor<index>
  %w = affine.apply affine_map<()[s0, s1] -> (s0 + 1 - s1)>()[%m, %se]
  "test.compare"(%e, %w) {cmp = "EQ"} : (index, index) -> () // = true
  // rows repeated, and columns for rows
  %h = linalg.generic {indexing_maps = [#row, #turned, #both], iterator_types = ["parallel", "parallel"]}
      ins(%a, %to2 : tensor<2xindex>, tensor<2x2xindex>) outs(%to2 : tensor<2x2xindex>) {
    ^bb0(%x: index, %y: index, %out: index):
      %q = arith.subi %x, %y : index
      linalg.yield %q : index
  } -> tensor<2x2xindex>
  %h10 = tensor.extract %h[%c1, %c0] : tensor<2x2xindex>
  %t01 = tensor.extract %to2[%c0, %c1] : tensor<2x2xindex>
  %v = affine.apply affine_map<()[s0, s1] -> (s0 - s1)>()[%m, %t01]
  "test.compare"(%h10, %v) {cmp = "EQ"} : (index, index) -> () // = true
  // a sum is more than one iteration
  %r = linalg.generic {indexing_maps = [#both, #row], iterator_types = ["parallel", "reduction"]}
      ins(%to2 : tensor<2x2xindex>) outs(%a : tensor<2xindex>) {
    ^bb0(%x: index, %out: index):
      %q = arith.subi %out, %out : index
      linalg.yield %q : index
  } -> tensor<2xindex>
  %r0 = tensor.extract %r[%c0] : tensor<2xindex>
  %0 = "test.reify_bound"(%r0) {type = "EQ", constant} : (index) -> index // = fail
  // moved about
  %tr = linalg.transpose ins(%h : tensor<2x2xindex>) outs(%to2 : tensor<2x2xindex>) permutation = [1, 0]
  %tr01 = tensor.extract %tr[%c0, %c1] : tensor<2x2xindex>
  "test.compare"(%tr01, %h10) {cmp = "EQ"} : (index, index) -> () // = true
  %br = linalg.broadcast ins(%a : tensor<2xindex>) outs(%to2 : tensor<2x2xindex>) dimensions = [0]
  %br01 = tensor.extract %br[%c0, %c1] : tensor<2x2xindex>
  "test.compare"(%br01, %m) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

func.func @generate(%t: tensor<?x?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %ten = arith.constant dense<[10, 20, 30]> : tensor<3xindex>
  %s = tensor.generate {
  ^bb0(%i: index):
    %x = tensor.extract %ten[%i] : tensor<3xindex>
    %d = arith.muli %x, %i : index
    tensor.yield %d : index
  } : tensor<3xindex>
  %e = tensor.extract %s[%c2] : tensor<3xindex>
  %0 = "test.reify_bound"(%e) {type = "EQ"} : (index) -> index // = 60
  // the sizes of what has sizes
  %sh = tensor.generate {
  ^bb0(%i: index):
    %d = tensor.dim %t, %i : tensor<?x?x?xf32>
    tensor.yield %d : index
  } : tensor<3xindex>
  %e1 = tensor.extract %sh[%c1] : tensor<3xindex>
  %d1 = tensor.dim %t, %c1 : tensor<?x?x?xf32>
  "test.compare"(%e1, %d1) {cmp = "EQ"} : (index, index) -> () // = true
  %two = tensor.generate {
  ^bb0(%i: index, %j: index):
    %d = affine.apply affine_map<(d0, d1)[s0] -> (d0 * 10 + d1 + s0)>(%i, %j)[%n]
    tensor.yield %d : index
  } : tensor<3x2xindex>
  %e21 = tensor.extract %two[%c2, %c1] : tensor<3x2xindex>
  %n21 = affine.apply affine_map<()[s0] -> (s0 + 21)>()[%n]
  "test.compare"(%e21, %n21) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

func.func @pad(%n: index, %m: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = tensor.from_elements %n, %m : tensor<2xindex>
  %p = tensor.pad %a low[1] high[1] {
  ^bb0(%i: index):
    %v = arith.addi %i, %c2 : index
    tensor.yield %v : index
  } : tensor<2xindex> to tensor<4xindex>
  %e0 = tensor.extract %p[%c0] : tensor<4xindex>
  %0 = "test.reify_bound"(%e0) {type = "EQ"} : (index) -> index // = 2
  %e2 = tensor.extract %p[%c2] : tensor<4xindex>
  "test.compare"(%e2, %m) {cmp = "EQ"} : (index, index) -> () // = true
  %e3 = tensor.extract %p[%c3] : tensor<4xindex>
  %1 = "test.reify_bound"(%e3) {type = "EQ"} : (index) -> index // = 5
  // by as much as nobody knows
  %open = tensor.pad %a low[%k] high[1] {
  ^bb0(%i: index):
    tensor.yield %c1 : index
  } : tensor<2xindex> to tensor<?xindex>
  %o = tensor.extract %open[%c1] : tensor<?xindex>
  %2 = "test.reify_bound"(%o) {type = "EQ", constant} : (index) -> index // = fail
  // put into something
  %i = tensor.insert_slice %a into %p[0] [2] [2] : tensor<2xindex> into tensor<4xindex>
  %i0 = tensor.extract %i[%c0] : tensor<4xindex>
  "test.compare"(%i0, %n) {cmp = "EQ"} : (index, index) -> () // = true
  %i1 = tensor.extract %i[%c1] : tensor<4xindex>
  "test.compare"(%i1, %n) {cmp = "EQ"} : (index, index) -> () // = true
  %i2 = tensor.extract %i[%c2] : tensor<4xindex>
  "test.compare"(%i2, %m) {cmp = "EQ"} : (index, index) -> () // = true
  %i3 = tensor.extract %i[%c3] : tensor<4xindex>
  %3 = "test.reify_bound"(%i3) {type = "EQ"} : (index) -> index // = 5
  // a row
  %e = tensor.expand_shape %i [[0, 1]] output_shape [2, 2] : tensor<4xindex> into tensor<2x2xindex>
  %row = tensor.insert_slice %a into %e[1, 0] [1, 2] [1, 1] : tensor<2xindex> into tensor<2x2xindex>
  %r11 = tensor.extract %row[%c1, %c1] : tensor<2x2xindex>
  "test.compare"(%r11, %m) {cmp = "EQ"} : (index, index) -> () // = true
  %r00 = tensor.extract %row[%c0, %c0] : tensor<2x2xindex>
  "test.compare"(%r00, %n) {cmp = "EQ"} : (index, index) -> () // = true
  // wherever that is
  %any = tensor.insert_slice %a into %p[%k] [2] [1] : tensor<2xindex> into tensor<4xindex>
  %a0 = tensor.extract %any[%c0] : tensor<4xindex>
  %4 = "test.reify_bound"(%a0) {type = "EQ", constant} : (index) -> index // = fail
  // gathered: by coordinates of one element, with the dimension kept and without
  %at = arith.constant dense<[[3], [0]]> : tensor<2x1xindex>
  %g = tensor.gather %i[%at] gather_dims([0]) : (tensor<4xindex>, tensor<2x1xindex>) -> tensor<2x1xindex>
  %g0 = tensor.extract %g[%c0, %c0] : tensor<2x1xindex>
  %5 = "test.reify_bound"(%g0) {type = "EQ"} : (index) -> index // = 5
  %one = arith.constant dense<[[1], [0]]> : tensor<2x1xindex>
  %h = tensor.gather %row[%one] gather_dims([0]) : (tensor<2x2xindex>, tensor<2x1xindex>) -> tensor<2x2xindex>
  %h01 = tensor.extract %h[%c0, %c1] : tensor<2x2xindex>
  "test.compare"(%h01, %m) {cmp = "EQ"} : (index, index) -> () // = true
  %at2 = tensor.from_elements %k, %c0 : tensor<2x1xindex>
  %u = tensor.gather %i[%at2] gather_dims([0]) : (tensor<4xindex>, tensor<2x1xindex>) -> tensor<2x1xindex>
  %u0 = tensor.extract %u[%c0, %c0] : tensor<2x1xindex>
  %6 = "test.reify_bound"(%u0) {type = "EQ", constant} : (index) -> index // = fail
  return
}

// maps that permute: sizes and elements
func.func @permuted(%t: tensor<?x?x?xf32>, %o: tensor<?x?xf32>, %n: index, %m: index, %to: tensor<3x2xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t0 = tensor.dim %t, %c0 : tensor<?x?x?xf32>
  %t2 = tensor.dim %t, %c2 : tensor<?x?x?xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, j, i)>, affine_map<(i, j, k) -> (k, i)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%t : tensor<?x?x?xf32>) outs(%o : tensor<?x?xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  } -> tensor<?x?xf32>
  %s0 = tensor.dim %s, %c0 : tensor<?x?xf32>
  %s1 = tensor.dim %s, %c1 : tensor<?x?xf32>
  "test.compare"(%s0, %t0) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%s1, %t2) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%s1, %t0) {cmp = "EQ"} : (index, index) -> () // = fail
  // the result is written across: [[n, m, 1], [2, 3, 4]] as [[n, 2], [m, 3], [1, 4]], and what iteration it was
  %a = tensor.from_elements %n, %m, %c1, %c2, %c0, %c0 : tensor<2x3xindex>
  %b:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<2x3xindex>) outs(%to, %to : tensor<3x2xindex>, tensor<3x2xindex>) {
  ^bb0(%x: index, %out: index, %out2: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %ij = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %j)
    linalg.yield %x, %ij : index, index
  } -> (tensor<3x2xindex>, tensor<3x2xindex>)
  %b10 = tensor.extract %b#0[%c1, %c0] : tensor<3x2xindex>
  "test.compare"(%b10, %m) {cmp = "EQ"} : (index, index) -> () // = true
  %b01 = tensor.extract %b#0[%c0, %c1] : tensor<3x2xindex>
  %0 = "test.reify_bound"(%b01) {type = "EQ"} : (index) -> index // = 2
  %i21 = tensor.extract %b#1[%c2, %c1] : tensor<3x2xindex>
  %1 = "test.reify_bound"(%i21) {type = "EQ"} : (index) -> index // = 12
  return
}

// along some dimensions, added up; in any order
func.func @reduced(%n: index, %m: index, %from: tensor<2xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = tensor.from_elements %n, %m, %c1, %c2, %n, %n : tensor<2x3xindex>
  %zero = arith.constant dense<[0, 10]> : tensor<2xindex>
  %s = linalg.reduce ins(%a : tensor<2x3xindex>) outs(%zero : tensor<2xindex>) dimensions = [1]
    (%x: index, %sum: index) {
      %t = arith.addi %sum, %x : index
      linalg.yield %t : index
    }
  %e0 = tensor.extract %s[%c0] : tensor<2xindex>
  %s0 = affine.apply affine_map<()[s0, s1] -> (s0 + s1 + 1)>()[%n, %m]
  "test.compare"(%e0, %s0) {cmp = "EQ"} : (index, index) -> () // = true
  %e1 = tensor.extract %s[%c1] : tensor<2xindex>
  %s1 = affine.apply affine_map<()[s0] -> (s0 * 2 + 12)>()[%n]
  "test.compare"(%e1, %s1) {cmp = "EQ"} : (index, index) -> () // = true
  // the greatest of each column
  %least = arith.constant dense<[0, 0, 0]> : tensor<3xindex>
  %g = linalg.reduce ins(%a : tensor<2x3xindex>) outs(%least : tensor<3xindex>) dimensions = [0]
    (%x: index, %most: index) {
      %t = arith.maxsi %x, %most : index
      linalg.yield %t : index
    }
  %g0 = tensor.extract %g[%c0] : tensor<3xindex>
  "test.compare"(%g0, %n) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%g0, %c2) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%g0, %m) {cmp = "GE"} : (index, index) -> () // = fail
  // what depends on the order is not told
  %d = linalg.reduce ins(%a : tensor<2x3xindex>) outs(%zero : tensor<2xindex>) dimensions = [1]
    (%x: index, %difference: index) {
      %t = arith.subi %difference, %x : index
      linalg.yield %t : index
    }
  %d0 = tensor.extract %d[%c0] : tensor<2xindex>
  %minus = affine.apply affine_map<()[s0, s1] -> (-s0 - s1 - 1)>()[%n, %m]
  "test.compare"(%d0, %minus) {cmp = "EQ"} : (index, index) -> () // = fail
  %bytes = arith.constant dense<[100, 100, -100]> : tensor<3xi8>
  %byte = arith.constant dense<0> : tensor<i8>
  %p = linalg.reduce ins(%bytes : tensor<3xi8>) outs(%byte : tensor<i8>) dimensions = [0]
    (%x: i8, %sum: i8) {
      %t = arith.addi %sum, %x overflow<nsw> : i8
      linalg.yield %t : i8
    }
  %p0 = tensor.extract %p[] : tensor<i8>
  %pi = arith.index_cast %p0 : i8 to index
  %0 = "test.reify_bound"(%pi) {type = "EQ", constant} : (index) -> index // = fail
  %w = linalg.reduce ins(%bytes : tensor<3xi8>) outs(%byte : tensor<i8>) dimensions = [0]
    (%x: i8, %sum: i8) {
      %t = arith.addi %sum, %x : i8
      linalg.yield %t : i8
    }
  %w0 = tensor.extract %w[] : tensor<i8>
  %wi = arith.index_cast %w0 : i8 to index
  %1 = "test.reify_bound"(%wi) {type = "EQ", constant} : (index) -> index // = 100
  return
}
