// The shape dialect.

func.func @made_of(%t: tensor<?x?xf32>, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %t, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %t, %c1 : tensor<?x?xf32>
  %s = shape.shape_of %t : tensor<?x?xf32> -> tensor<?xindex>
  %e1 = shape.get_extent %s, %c1 : tensor<?xindex>, index -> index
  %0 = "test.reify_bound"(%s) {dim = 0} : (tensor<?xindex>) -> index // = 2
  "test.compare"(%e1, %d1) {cmp = "EQ"} : (index, index) -> () // = true
  %ek = shape.get_extent %s, %k : tensor<?xindex>, index -> index
  "test.compare"(%ek, %c0) {cmp = "GE"} : (index, index) -> () // = true
  %r = shape.rank %s : tensor<?xindex> -> index
  %1 = "test.reify_bound"(%r) : (index) -> index // = 2
  %ne = shape.num_elements %s : tensor<?xindex> -> index
  %p = arith.muli %d0, %d1 : index
  "test.compare"(%ne, %p) {cmp = "EQ"} : (index, index) -> () // = true
  %c = shape.const_shape [4, 5] : tensor<2xindex>
  %nc = shape.num_elements %c : tensor<2xindex> -> index
  %2 = "test.reify_bound"(%nc) : (index) -> index // = 20
  %f = shape.from_extents %n, %d1 : index, index
  %fe = shape.to_extent_tensor %f : !shape.shape -> tensor<2xindex>
  %fn = tensor.extract %fe[%c0] : tensor<2xindex>
  "test.compare"(%fn, %n) {cmp = "EQ"} : (index, index) -> () // = true
  %back = shape.from_extent_tensor %fe : tensor<2xindex>
  %again = shape.to_extent_tensor %back : !shape.shape -> tensor<2xindex>
  %an = tensor.extract %again[%c1] : tensor<2xindex>
  "test.compare"(%an, %d1) {cmp = "EQ"} : (index, index) -> () // = true
  // how many extents
  %cs = shape.const_shape [4, 5] : !shape.shape
  %csr = shape.rank %cs : !shape.shape -> !shape.size
  %csi = shape.size_to_index %csr : !shape.size
  %3 = "test.reify_bound"(%csi) : (index) -> index // = 2
  %fr = shape.rank %f : !shape.shape -> !shape.size
  %fri = shape.size_to_index %fr : !shape.size
  %4 = "test.reify_bound"(%fri) : (index) -> index // = 2
  %br = shape.rank %back : !shape.shape -> !shape.size
  %bri = shape.size_to_index %br : !shape.size
  %5 = "test.reify_bound"(%bri) : (index) -> index // = 2
  %sd = shape.dim %t, %c1 : tensor<?x?xf32>, index -> index
  "test.compare"(%sd, %d1) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// shape.with_shape, shape.value_of, shape.value_as_shape
func.func @beside(%t: tensor<?x?xf32>, %s: tensor<2xindex>) {
  %c1 = arith.constant 1 : index
  %w = shape.with_shape %t, %s : tensor<?x?xf32>, tensor<2xindex>
  %v = shape.value_of %w : tensor<?x?xf32>
  %d = tensor.dim %v, %c1 : tensor<?x?xf32>
  %e = tensor.extract %s[%c1] : tensor<2xindex>
  %own = tensor.dim %t, %c1 : tensor<?x?xf32>
  "test.compare"(%d, %e) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%own, %e) {cmp = "EQ"} : (index, index) -> () // = true
  %i = shape.const_shape [3, 7] : tensor<2xindex>
  %wi = shape.with_shape %i, %s : tensor<2xindex>, tensor<2xindex>
  %as = shape.value_as_shape %wi : !shape.value_shape -> tensor<2xindex>
  return
}

func.func @sizes(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %three = shape.const_size 3
  %ns = shape.index_to_size %n
  %ms = shape.index_to_size %m
  %a = shape.add %ns, %three : !shape.size, !shape.size -> !shape.size
  %ai = shape.size_to_index %a : !shape.size
  "test.compare"(%ai, %n) {cmp = "GT"} : (index, index) -> () // = true
  %mu = shape.mul %ns, %ms : !shape.size, !shape.size -> !shape.size
  %mui = shape.size_to_index %mu : !shape.size
  %prod = arith.muli %n, %m : index
  "test.compare"(%mui, %prod) {cmp = "EQ"} : (index, index) -> () // = true
  %d = shape.div %ns, %three : !shape.size, !shape.size -> !shape.size
  %di = shape.size_to_index %d : !shape.size
  %c3 = arith.constant 3 : index
  %fd = arith.floordivsi %n, %c3 : index
  "test.compare"(%di, %fd) {cmp = "EQ"} : (index, index) -> () // = true
  %mx = shape.max %ns, %ms : !shape.size, !shape.size -> !shape.size
  %mxi = shape.size_to_index %mx : !shape.size
  "test.compare"(%mxi, %m) {cmp = "GE"} : (index, index) -> () // = true
  %mn = shape.min %ns, %ms : !shape.size, !shape.size -> !shape.size
  %mni = shape.size_to_index %mn : !shape.size
  "test.compare"(%mni, %m) {cmp = "LE"} : (index, index) -> () // = true
  %me = shape.meet %ns, %ms : !shape.size, !shape.size -> !shape.size
  %mei = shape.size_to_index %me : !shape.size
  "test.compare"(%mei, %n) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%m, %n) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

func.func @lists(%n: index, %m: index, %t: tensor<?x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %last = arith.constant -1 : index
  %a = tensor.from_elements %n, %m : tensor<2xindex>
  %s = shape.shape_of %t : tensor<?x?x?xf32> -> tensor<3xindex>
  %cat = shape.concat %a, %s : tensor<2xindex>, tensor<3xindex> -> tensor<?xindex>
  %0 = "test.reify_bound"(%cat) {dim = 0} : (tensor<?xindex>) -> index // = 5
  %x = shape.get_extent %cat, %c2 : tensor<?xindex>, index -> index
  %d0 = tensor.dim %t, %c0 : tensor<?x?x?xf32>
  %d2 = tensor.dim %t, %c2 : tensor<?x?x?xf32>
  "test.compare"(%x, %d0) {cmp = "EQ"} : (index, index) -> () // = true
  %head, %tail = "shape.split_at"(%s, %last) : (tensor<3xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  %1 = "test.reify_bound"(%head) {dim = 0} : (tensor<?xindex>) -> index // = 2
  %2 = "test.reify_bound"(%tail) {dim = 0} : (tensor<?xindex>) -> index // = 1
  %y = shape.get_extent %tail, %c0 : tensor<?xindex>, index -> index
  "test.compare"(%y, %d2) {cmp = "EQ"} : (index, index) -> () // = true
  %h2, %t2 = "shape.split_at"(%s, %c1) : (tensor<3xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  %z = shape.get_extent %t2, %c1 : tensor<?xindex>, index -> index
  "test.compare"(%z, %d2) {cmp = "EQ"} : (index, index) -> () // = true
  %z0 = shape.get_extent %h2, %c0 : tensor<?xindex>, index -> index
  "test.compare"(%z0, %d0) {cmp = "EQ"} : (index, index) -> () // = true
  %any = shape.any %s, %s : tensor<3xindex>, tensor<3xindex> -> tensor<3xindex>
  %u = shape.get_extent %any, %c2 : tensor<3xindex>, index -> index
  "test.compare"(%u, %d2) {cmp = "EQ"} : (index, index) -> () // = true
  %mx = shape.max %a, %a : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  %mn = shape.min %mx, %a : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  %me = shape.meet %mn, %a : tensor<2xindex>, tensor<2xindex> -> tensor<?xindex>
  %3 = "test.reify_bound"(%me) {dim = 0} : (tensor<?xindex>) -> index // = 2
  %any3 = shape.any %s, %s : tensor<3xindex>, tensor<3xindex> -> tensor<?xindex>
  %4 = "test.reify_bound"(%any3) {dim = 0} : (tensor<?xindex>) -> index // = 3
  %mxd = shape.max %a, %a : tensor<2xindex>, tensor<2xindex> -> tensor<?xindex>
  %5 = "test.reify_bound"(%mxd) {dim = 0} : (tensor<?xindex>) -> index // = 2
  %mnd = shape.min %a, %a : tensor<2xindex>, tensor<2xindex> -> tensor<?xindex>
  %6 = "test.reify_bound"(%mnd) {dim = 0} : (tensor<?xindex>) -> index // = 2
  %v = shape.get_extent %me, %c1 : tensor<?xindex>, index -> index
  "test.compare"(%v, %m) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// several shapes that are one
func.func @one(%n: index, %m: index, %k: index, %l: index, %three: index) {
  %a = tensor.from_elements %n, %m : tensor<2xindex>
  %b = tensor.from_elements %k, %l : tensor<2xindex>
  %any = shape.any %a, %b : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  "test.compare"(%m, %l) {cmp = "EQ"} : (index, index) -> () // = fail
  %c = tensor.from_elements %n, %l : tensor<2xindex>
  %d = tensor.from_elements %three, %m : tensor<2xindex>
  %meet = shape.meet %c, %d : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  "test.compare"(%n, %three) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// of extents at one place that counts which is not 1
func.func @broadcast(%a: tensor<?x?xf32>, %b: tensor<4xf32>, %c: tensor<1x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sa = shape.shape_of %a : tensor<?x?xf32> -> tensor<2xindex>
  %sb = shape.shape_of %b : tensor<4xf32> -> tensor<1xindex>
  %sc = shape.shape_of %c : tensor<1x?xf32> -> tensor<2xindex>
  %r = shape.broadcast %sb, %sa : tensor<1xindex>, tensor<2xindex> -> tensor<2xindex>
  %r0 = tensor.extract %r[%c0] : tensor<2xindex>
  %r1 = tensor.extract %r[%c1] : tensor<2xindex>
  %a0 = tensor.dim %a, %c0 : tensor<?x?xf32>
  %a1 = tensor.dim %a, %c1 : tensor<?x?xf32>
  "test.compare"(%r0, %a0) {cmp = "EQ"} : (index, index) -> () // = true
  %0 = "test.reify_bound"(%r1) : (index) -> index // = 4
  %rd = shape.broadcast %sa, %sb : tensor<2xindex>, tensor<1xindex> -> tensor<?xindex>
  %1 = "test.reify_bound"(%rd) {dim = 0} : (tensor<?xindex>) -> index // = 2
  // what is not 1 is what they broadcast to
  %rd1 = shape.get_extent %rd, %c1 : tensor<?xindex>, index -> index
  %2 = "test.reify_bound"(%rd1) {constant, type = "UB"} : (index) -> index // = 5
  %same = shape.broadcast %sa, %sa, %sa : tensor<2xindex>, tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  %same1 = tensor.extract %same[%c1] : tensor<2xindex>
  "test.compare"(%same1, %a1) {cmp = "EQ"} : (index, index) -> () // = true
  %yes = shape.is_broadcastable %sa, %sa : tensor<2xindex>, tensor<2xindex>
  %yesi = arith.index_castui %yes : i1 to index
  "test.compare"(%yesi, %c1) {cmp = "EQ"} : (index, index) -> () // = true
  %maybe = shape.is_broadcastable %sb, %sc : tensor<1xindex>, tensor<2xindex>
  %maybei = arith.index_castui %maybe : i1 to index
  "test.compare"(%maybei, %c1) {cmp = "EQ"} : (index, index) -> () // = fail
  %eq = shape.shape_eq %sa, %sb : tensor<2xindex>, tensor<1xindex>
  %eqi = arith.index_castui %eq : i1 to index
  "test.compare"(%eqi, %c1) {cmp = "LT"} : (index, index) -> () // = true
  return
}

// what is assumed holds inside, and afterwards
func.func @assuming(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sa = shape.shape_of %a : tensor<?x?xf32> -> tensor<2xindex>
  %sb = shape.shape_of %b : tensor<?x?xf32> -> tensor<2xindex>
  %a1 = tensor.dim %a, %c1 : tensor<?x?xf32>
  %b1 = tensor.dim %b, %c1 : tensor<?x?xf32>
  "test.compare"(%a1, %b1) {cmp = "EQ"} : (index, index) -> () // = fail
  %w = shape.cstr_eq %sa, %sb : tensor<2xindex>, tensor<2xindex>
  %p = arith.cmpi slt, %n, %m : index
  %q = shape.cstr_require %p, "n below m"
  %yes = shape.const_witness true
  %wb = shape.cstr_broadcastable %sa, %sb : tensor<2xindex>, tensor<2xindex>
  %all = shape.assuming_all %w, %q, %yes, %wb
  %r, %t, %l, %c = shape.assuming %all -> (index, tensor<?xf32>, tensor<2xindex>, i1) {
    "test.compare"(%a1, %b1) {cmp = "EQ"} : (index, index) -> () // = true
    "test.compare"(%n, %m) {cmp = "LT"} : (index, index) -> () // = true
    %n1 = arith.addi %n, %c1 : index
    %e = tensor.empty(%b1) : tensor<?xf32>
    shape.assuming_yield %n1, %e, %sa, %p : index, tensor<?xf32>, tensor<2xindex>, i1
  }
  "test.compare"(%r, %m) {cmp = "LE"} : (index, index) -> () // = true
  %ci = arith.index_castui %c : i1 to index
  "test.compare"(%ci, %c1) {cmp = "EQ"} : (index, index) -> () // = true
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  "test.compare"(%d, %a1) {cmp = "EQ"} : (index, index) -> () // = true
  %l1 = tensor.extract %l[%c1] : tensor<2xindex>
  "test.compare"(%l1, %b1) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// What does not fit makes an invalid shape, which says nothing until it is read.
func.func @invalid(%t: tensor<?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %three = shape.const_shape [3] : !shape.shape
  %s = shape.shape_of %t : tensor<?xf32> -> !shape.shape
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %c3 = arith.constant 3 : index
  %b = shape.broadcast %s, %three : !shape.shape, !shape.shape -> !shape.shape
  "test.compare"(%d, %c3) {cmp = "LE"} : (index, index) -> () // = fail
  %shape_meet = shape.meet %s, %three : !shape.shape, !shape.shape -> !shape.shape
  "test.compare"(%d, %c3) {cmp = "EQ"} : (index, index) -> () // = fail
  %ns = shape.index_to_size %n
  %ms = shape.index_to_size %m
  %size_meet = shape.meet %ns, %ms : !shape.size, !shape.size -> !shape.size
  "test.compare"(%n, %m) {cmp = "EQ"} : (index, index) -> () // = fail
  %beside = shape.with_shape %t, %three : tensor<?xf32>, !shape.shape
  "test.compare"(%d, %c3) {cmp = "EQ"} : (index, index) -> () // = fail
  %list = shape.const_shape [3] : tensor<1xindex>
  %own = shape.shape_of %t : tensor<?xf32> -> tensor<1xindex>
  %fits = shape.broadcast %own, %list : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
  "test.compare"(%d, %c3) {cmp = "LE"} : (index, index) -> () // = true
  return
}

// A region that is run for each extent.
func.func @reduce(%t: tensor<?x?x4xf32>, %e: tensor<?xindex>, %k: i32, %any: !shape.shape) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %true = arith.constant true
  %i32 = arith.constant 2147483646 : i32
  %d0 = tensor.dim %t, %c0 : tensor<?x?x4xf32>
  %d1 = tensor.dim %t, %c1 : tensor<?x?x4xf32>
  %s = shape.shape_of %t : tensor<?x?x4xf32> -> tensor<3xindex>
  // d0·d1·4, d0 + d1 + 4, the last, how many there are, whether all are below 5, 32 bits
  %r:6 = shape.reduce(%s, %c1, %c0, %c0, %c0, %true, %i32) : tensor<3xindex> -> (index, index, index, index, i1, i32) {
  ^bb0(%i: index, %x: index, %product: index, %sum: index, %last: index, %count: index, %all: i1, %wide: i32):
    "test.compare"(%i, %c2) {cmp = "LE"} : (index, index) -> () // = true
    "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = true
    %p = arith.muli %product, %x : index
    %a = arith.addi %sum, %x : index
    %n = arith.addi %count, %c1 : index
    %c5 = arith.constant 5 : index
    %is = arith.cmpi slt, %x, %c5 : index
    %both = arith.andi %all, %is : i1
    %one = arith.constant 1 : i32
    %more = arith.addi %wide, %one : i32
    shape.yield %p, %a, %x, %n, %both, %more : index, index, index, index, i1, i32
  }
  %m = arith.muli %d0, %d1 : index
  %m4 = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%m]
  "test.compare"(%r#0, %m4) {cmp = "EQ"} : (index, index) -> () // = true
  %ne = shape.num_elements %s : tensor<3xindex> -> index
  "test.compare"(%r#0, %ne) {cmp = "EQ"} : (index, index) -> () // = true
  %sum4 = affine.apply affine_map<()[s0, s1] -> (s0 + s1 + 4)>()[%d0, %d1]
  "test.compare"(%r#1, %sum4) {cmp = "EQ"} : (index, index) -> () // = true
  %1 = "test.reify_bound"(%r#2) {type = "EQ"} : (index) -> index // = 4
  %2 = "test.reify_bound"(%r#3) {type = "EQ"} : (index) -> index // = 3
  %all = arith.index_castui %r#4 : i1 to index
  "test.compare"(%all, %c1) {cmp = "EQ"} : (index, index) -> () // = fail
  %wraps = arith.index_cast %r#5 : i32 to index
  %3 = "test.reify_bound"(%wraps) {type = "EQ"} : (index) -> index // = -2147483647
  %few = shape.const_shape [4, 3] : tensor<2xindex>
  %small = shape.reduce(%few, %true) : tensor<2xindex> -> i1 {
  ^bb0(%i: index, %x: index, %so_far: i1):
    %c5 = arith.constant 5 : index
    %is = arith.cmpi slt, %x, %c5 : index
    %both = arith.andi %so_far, %is : i1
    shape.yield %both : i1
  }
  %small_index = arith.index_castui %small : i1 to index
  %4 = "test.reify_bound"(%small_index) {type = "EQ"} : (index) -> index // = 1
  // of so many extents as there are
  %n:2 = shape.reduce(%e, %c0, %c1) : tensor<?xindex> -> (index, index) {
  ^bb0(%i: index, %x: index, %count: index, %same: index):
    "test.compare"(%i, %count) {cmp = "EQ"} : (index, index) -> () // = true
    %next = arith.addi %count, %c1 : index
    shape.yield %next, %same : index, index
  }
  %rank = shape.rank %e : tensor<?xindex> -> index
  "test.compare"(%n#0, %rank) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%n#1, %c1) {cmp = "EQ"} : (index, index) -> () // = true
  // sizes
  %sizes = shape.from_extents %d0, %d1 : index, index
  %one = shape.const_size 1
  %total = shape.reduce(%sizes, %one) : !shape.shape -> !shape.size {
  ^bb0(%i: index, %x: !shape.size, %product: !shape.size):
    %p = shape.mul %product, %x : !shape.size, !shape.size -> !shape.size
    shape.yield %p : !shape.size
  }
  %total_index = shape.size_to_index %total : !shape.size
  "test.compare"(%total_index, %m) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// What a library of functions says of ops of other dialects disturbs no question.
shape.function_library @library {
  shape.func @same(%a: !shape.value_shape) -> !shape.shape {
    %0 = shape.shape_of %a : !shape.value_shape -> !shape.shape
    shape.return %0 : !shape.shape
  }
  shape.func private @count(%s: !shape.shape) -> !shape.size {
    %c = shape.const_size 1
    %0 = shape.reduce(%s, %c) : !shape.shape -> !shape.size {
    ^bb0(%i: index, %e: !shape.size, %product: !shape.size):
      %1 = shape.mul %product, %e : !shape.size, !shape.size -> !shape.size
      shape.yield %1 : !shape.size
    }
    shape.return %0 : !shape.size
  }
} mapping {
  test.same = @same
}
func.func @beside_a_library(%n: index) {
  %c1 = arith.constant 1 : index
  %m = arith.addi %n, %c1 : index
  "test.compare"(%n, %m) {cmp = "LT"} : (index, index) -> () // = true
  return
}
