// What the types state, in all three kinds of layouts.
func.func @types(%m: memref<4x?x6xf32>, %s: memref<?x?xf32, strided<[7, ?], offset: 3>>,
                 %c: memref<4x5xf32, affine_map<(d0, d1) -> (d1 * 4 + d0 + 3)>>,
                 %d: memref<?x?xf32, affine_map<(d0, d1)[s0] -> (d0 * 2 + d1 * s0 + s0)>>,
                 %n: index) {
  %0 = "test.reify_bound"(%m) {stride = 0 : i64} : (memref<4x?x6xf32>) -> index // = fail
  %1 = "test.reify_bound"(%m) {stride = 1 : i64} : (memref<4x?x6xf32>) -> index // = 6
  %2 = "test.reify_bound"(%m) {stride = 2 : i64} : (memref<4x?x6xf32>) -> index // = 1
  %3 = "test.reify_bound"(%m) {offset} : (memref<4x?x6xf32>) -> index // = 0
  %4 = "test.reify_bound"(%s) {stride = 0 : i64} : (memref<?x?xf32, strided<[7, ?], offset: 3>>) -> index // = 7
  %5 = "test.reify_bound"(%s) {stride = 1 : i64} : (memref<?x?xf32, strided<[7, ?], offset: 3>>) -> index // = fail
  %6 = "test.reify_bound"(%s) {offset} : (memref<?x?xf32, strided<[7, ?], offset: 3>>) -> index // = 3
  %7 = "test.reify_bound"(%c) {stride = 0 : i64} : (memref<4x5xf32, affine_map<(d0, d1) -> (d1 * 4 + d0 + 3)>>) -> index // = 1
  %8 = "test.reify_bound"(%c) {stride = 1 : i64} : (memref<4x5xf32, affine_map<(d0, d1) -> (d1 * 4 + d0 + 3)>>) -> index // = 4
  %9 = "test.reify_bound"(%c) {offset} : (memref<4x5xf32, affine_map<(d0, d1) -> (d1 * 4 + d0 + 3)>>) -> index // = 3
  %10 = "test.reify_bound"(%d) {stride = 0 : i64} : (memref<?x?xf32, affine_map<(d0, d1)[s0] -> (d0 * 2 + d1 * s0 + s0)>>) -> index // = 2
  %11 = "test.reify_bound"(%d) {stride = 1 : i64} : (memref<?x?xf32, affine_map<(d0, d1)[s0] -> (d0 * 2 + d1 * s0 + s0)>>) -> index // = fail
  %12 = "test.reify_bound"(%d) {offset} : (memref<?x?xf32, affine_map<(d0, d1)[s0] -> (d0 * 2 + d1 * s0 + s0)>>) -> index // = fail
  %13 = "test.reify_bound"(%n) {offset} : (index) -> index // = fail
  %14 = "test.reify_bound"(%m) {stride = 3 : i64} : (memref<4x?x6xf32>) -> index // = fail
  return
}

// A subview multiplies strides and shifts the offset, however often, reduced in rank or not.
func.func @subviews(%m: memref<?x?xf32>, %i: index, %j: index, %n: index, %k: index) {
  %a = memref.subview %m[%i, %j] [%n, %k] [2, 3] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 3], offset: ?>>
  %0 = "test.reify_bound"(%a) {stride = 0 : i64} : (memref<?x?xf32, strided<[?, 3], offset: ?>>) -> index // = sym
  %1 = "test.reify_bound"(%a) {offset} : (memref<?x?xf32, strided<[?, 3], offset: ?>>) -> index // = sym
  %row = memref.subview %a[1, %j] [1, %k] [1, 2] : memref<?x?xf32, strided<[?, 3], offset: ?>> to memref<?xf32, strided<[6], offset: ?>>
  %column = memref.subview %a[%i, 1] [%n, 1] [5, 1] : memref<?x?xf32, strided<[?, 3], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  %base, %o, %sz:2, %st:2 = memref.extract_strided_metadata %a : memref<?x?xf32, strided<[?, 3], offset: ?>> -> memref<f32>, index, index, index, index, index
  %rb, %ro, %rsz, %rst = memref.extract_strided_metadata %row : memref<?xf32, strided<[6], offset: ?>> -> memref<f32>, index, index, index
  %cb, %co, %csz, %cst = memref.extract_strided_metadata %column : memref<?xf32, strided<[?], offset: ?>> -> memref<f32>, index, index, index
  "test.compare"(%cst, %st#0) {lhs_map = affine_map<()[s0] -> (s0)>, rhs_map = affine_map<()[s0] -> (s0 * 5)>} : (index, index) -> () // = true
  "test.compare"(%ro, %o, %st#0, %j) {lhs_map = affine_map<()[s0] -> (s0)>, rhs_map = affine_map<()[s0, s1, s2] -> (s0 + s1 + s2 * 3)>} : (index, index, index, index) -> () // = true
  "test.compare"(%st#1, %rst) {cmp = "LT"} : (index, index) -> () // = true
  // Which of two dimensions of size 1 was dropped is not said.
  %one = memref.subview %a[0, 0] [1, 1] [1, 1] : memref<?x?xf32, strided<[?, 3], offset: ?>> to memref<1xf32, strided<[?], offset: ?>>
  %2 = "test.reify_bound"(%one) {stride = 0 : i64} : (memref<1xf32, strided<[?], offset: ?>>) -> index // = fail
  // The type names the source's row, not the slice's.
  %narrow = memref.subview %m[0, 0] [4, %n] [1, 1] : memref<?x?xf32> to memref<4x?xf32>
  %nb, %no, %nsz:2, %nst:2 = memref.extract_strided_metadata %narrow : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  %c1 = arith.constant 1 : index
  %width = memref.dim %m, %c1 : memref<?x?xf32>
  "test.compare"(%nst#0, %width) : (index, index) -> () // = true
  "test.compare"(%nst#0, %n) : (index, index) -> () // = fail
  return
}

func.func @views(%m: memref<?x4x?xf32, strided<[?, ?, 1], offset: ?>>, %f: memref<f32>, %bytes: memref<64xi8>,
                 %i: index, %n: index, %k: index, %c: i1) {
  %a = memref.alloc(%n, %k) : memref<?x4x?xf32>
  %ab, %ao, %asz:3, %ast:3 = memref.extract_strided_metadata %a : memref<?x4x?xf32> -> memref<f32>, index, index, index, index, index, index, index
  %0 = "test.reify_bound"(%ast#0) : (index) -> index // = sym
  "test.compare"(%ast#0, %k) {lhs_map = affine_map<()[s0] -> (s0)>, rhs_map = affine_map<()[s0] -> (s0 * 4)>} : (index, index) -> () // = true
  %t = memref.transpose %a (d0, d1, d2) -> (d2, d0, d1) : memref<?x4x?xf32> to memref<?x?x4xf32, affine_map<(d0, d1, d2)[s0, s1] -> (d1 * s0 + d2 * s1 + d0)>>
  %1 = "test.reify_bound"(%t) {stride = 2 : i64} : (memref<?x?x4xf32, affine_map<(d0, d1, d2)[s0, s1] -> (d1 * s0 + d2 * s1 + d0)>>) -> index // = sym
  %2 = "test.reify_bound"(%t) {dim = 0} : (memref<?x?x4xf32, affine_map<(d0, d1, d2)[s0, s1] -> (d1 * s0 + d2 * s1 + d0)>>) -> index // = sym
  %e = memref.collapse_shape %m [[0, 1], [2]] : memref<?x4x?xf32, strided<[?, ?, 1], offset: ?>> into memref<?x?xf32, strided<[?, 1], offset: ?>>
  %x = memref.expand_shape %e [[0], [1, 2]] output_shape [%n, %k, 8] : memref<?x?xf32, strided<[?, 1], offset: ?>> into memref<?x?x8xf32, strided<[?, 8, 1], offset: ?>>
  %xb, %xo, %xsz:3, %xst:3 = memref.extract_strided_metadata %x : memref<?x?x8xf32, strided<[?, 8, 1], offset: ?>> -> memref<f32>, index, index, index, index, index, index, index
  %mb, %mo, %msz:3, %mst:3 = memref.extract_strided_metadata %m : memref<?x4x?xf32, strided<[?, ?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index, index, index
  "test.compare"(%xst#0, %mst#1) : (index, index) -> () // = true
  "test.compare"(%xo, %mo) : (index, index) -> () // = true
  // The stride of a collapsed dimension whose last part may be of size 1 is not known.
  %all = memref.collapse_shape %e [[0, 1]] : memref<?x?xf32, strided<[?, 1], offset: ?>> into memref<?xf32, strided<[?], offset: ?>>
  %3 = "test.reify_bound"(%all) {stride = 0 : i64} : (memref<?xf32, strided<[?], offset: ?>>) -> index // = fail
  %r = memref.reinterpret_cast %f to offset: [%i], sizes: [%n, 4], strides: [%k, 1] : memref<f32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  %4 = "test.reify_bound"(%r) {stride = 0 : i64} : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> index // = sym
  %5 = "test.reify_bound"(%r) {offset} : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> index // = sym
  %space = memref.memory_space_cast %r : memref<?x4xf32, strided<[?, 1], offset: ?>> to memref<?x4xf32, strided<[?, 1], offset: ?>, 1>
  %6 = "test.reify_bound"(%space) {offset} : (memref<?x4xf32, strided<[?, 1], offset: ?>, 1>) -> index // = sym
  %aligned = memref.assume_alignment %r, 16 : memref<?x4xf32, strided<[?, 1], offset: ?>>
  %7 = "test.reify_bound"(%aligned) {stride = 0 : i64} : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> index // = sym
  %8 = "test.reify_bound"(%aligned) {dim = 0} : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> index // = sym
  %o:2 = memref.distinct_objects %r, %aligned : memref<?x4xf32, strided<[?, 1], offset: ?>>, memref<?x4xf32, strided<[?, 1], offset: ?>>
  %9 = "test.reify_bound"(%o#1) {stride = 0 : i64} : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> index // = sym
  %10 = "test.reify_bound"(%o#0) {dim = 0} : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> index // = sym
  %11 = "test.reify_bound"(%o#0) {offset} : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> index // = sym
  %v = memref.view %bytes[%i] [%n] : memref<64xi8> to memref<?x2xf32>
  %12 = "test.reify_bound"(%v) {stride = 0 : i64} : (memref<?x2xf32>) -> index // = 2
  %13 = "test.reify_bound"(%v) {dim = 0} : (memref<?x2xf32>) -> index // = sym
  %s = arith.select %c, %r, %aligned : memref<?x4xf32, strided<[?, 1], offset: ?>>
  %14 = "test.reify_bound"(%s) {stride = 0 : i64} : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> index // = sym
  %15 = "test.reify_bound"(%s) {offset} : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> index // = sym
  %if = scf.if %c -> memref<?x4xf32, strided<[?, 1], offset: ?>> {
    scf.yield %r : memref<?x4xf32, strided<[?, 1], offset: ?>>
  } else {
    scf.yield %o#0 : memref<?x4xf32, strided<[?, 1], offset: ?>>
  }
  %16 = "test.reify_bound"(%if) {offset} : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> index // = sym
  %17 = "test.reify_bound"(%if) {stride = 0 : i64} : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> index // = sym
  %region = scf.execute_region -> memref<?x4xf32, strided<[?, 1], offset: ?>> {
    scf.yield %r : memref<?x4xf32, strided<[?, 1], offset: ?>>
  }
  %18 = "test.reify_bound"(%region) {offset} : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> index // = sym
  %19 = "test.reify_bound"(%region) {stride = 0 : i64} : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> index // = sym
  %switch = scf.index_switch %i -> memref<?x4xf32, strided<[?, 1], offset: ?>>
  case 2 {
    scf.yield %r : memref<?x4xf32, strided<[?, 1], offset: ?>>
  }
  default {
    scf.yield %aligned : memref<?x4xf32, strided<[?, 1], offset: ?>>
  }
  %20 = "test.reify_bound"(%switch) {offset} : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> index // = sym
  %21 = "test.reify_bound"(%switch) {stride = 0 : i64} : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> index // = sym
  // Around a loop: each iteration leaves the strides as they are, not the offset.
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %loop = scf.for %iv = %c0 to %n step %c1 iter_args(%arg = %r) -> memref<?x4xf32, strided<[?, 1], offset: ?>> {
    %next = memref.subview %arg[1, 0] [%n, 4] [1, 1] : memref<?x4xf32, strided<[?, 1], offset: ?>> to memref<?x4xf32, strided<[?, 1], offset: ?>>
    scf.yield %next : memref<?x4xf32, strided<[?, 1], offset: ?>>
  }
  %22 = "test.reify_bound"(%loop) {stride = 0 : i64} : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> index // = sym
  %23 = "test.reify_bound"(%loop) {offset} : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> index // = sym
  return
}

// A cast asserts the layout that it names, unless that can't be.
func.func @casts(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>) {
  %c = memref.cast %m : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<4x4xf32, strided<[9, 1], offset: 2>>
  %0 = "test.reify_bound"(%m) {stride = 0 : i64, constant} : (memref<?x?xf32, strided<[?, ?], offset: ?>>) -> index // = 9
  %1 = "test.reify_bound"(%m) {offset, constant} : (memref<?x?xf32, strided<[?, ?], offset: ?>>) -> index // = 2
  %a = memref.alloc() : memref<4x4xf32>
  %b = memref.cast %a : memref<4x4xf32> to memref<4x?xf32>
  %d = memref.cast %b : memref<4x?xf32> to memref<4x4xf32, strided<[10, 1]>>
  %2 = "test.reify_bound"(%d) {stride = 0 : i64, constant} : (memref<4x4xf32, strided<[10, 1]>>) -> index // = fail
  %3 = "test.reify_bound"(%d) {stride = 1 : i64, constant} : (memref<4x4xf32, strided<[10, 1]>>) -> index // = 1
  %4 = "test.reify_bound"(%b) {stride = 0 : i64, constant} : (memref<4x?xf32>) -> index // = 4
  return
}

// A memref without elements may have any outer strides, also where its type has no layout.
func.func @casts_without_elements(%m: memref<2x0x3xf32, strided<[5, 3, 1]>>, %u: memref<2x0x3xf32, strided<[?, 3, 1]>>) {
  %a = memref.cast %m : memref<2x0x3xf32, strided<[5, 3, 1]>> to memref<2x0x3xf32>
  %b = memref.cast %u : memref<2x0x3xf32, strided<[?, 3, 1]>> to memref<2x0x3xf32>
  %0 = "test.reify_bound"(%a) {stride = 0 : i64, constant} : (memref<2x0x3xf32>) -> index // = 5
  %1 = "test.reify_bound"(%a) {stride = 1 : i64, constant} : (memref<2x0x3xf32>) -> index // = 3
  %2 = "test.reify_bound"(%b) {stride = 0 : i64, constant} : (memref<2x0x3xf32>) -> index // = fail
  %c = memref.alloc() : memref<2x0x3xf32>
  %3 = "test.reify_bound"(%c) {stride = 0 : i64, constant} : (memref<2x0x3xf32>) -> index // = 0
  return
}

func.func @others(%m: memref<?xf32>, %k: memref<9xf32>, %n: index) {
  %r = memref.realloc %m(%n) : memref<?xf32> to memref<?xf32>
  %0 = "test.reify_bound"(%r) {dim = 0} : (memref<?xf32>) -> index // = sym
  memref.copy %m, %k : memref<?xf32> to memref<9xf32>
  %1 = "test.reify_bound"(%m) {dim = 0, constant} : (memref<?xf32>) -> index // = 9
  %2:2 = memref.alloca_scope -> (index, memref<?xf32, strided<[?], offset: ?>>) {
    %s = memref.subview %k[2] [%n] [3] : memref<9xf32> to memref<?xf32, strided<[3], offset: 2>>
    %d = memref.cast %s : memref<?xf32, strided<[3], offset: 2>> to memref<?xf32, strided<[?], offset: ?>>
    memref.alloca_scope.return %n, %d : index, memref<?xf32, strided<[?], offset: ?>>
  }
  %3 = "test.reify_bound"(%2#0) : (index) -> index // = sym
  %4 = "test.reify_bound"(%2#1) {dim = 0} : (memref<?xf32, strided<[?], offset: ?>>) -> index // = sym
  %5 = "test.reify_bound"(%2#1) {stride = 0 : i64} : (memref<?xf32, strided<[?], offset: ?>>) -> index // = 3
  %6 = "test.reify_bound"(%2#1) {offset} : (memref<?xf32, strided<[?], offset: ?>>) -> index // = 2
  return
}

// what a transpose begins at, the stride of what is a group of its own, a condition out of a scope
func.func @kept(%m: memref<4x?xf32, strided<[8, 1], offset: 2>>, %k: memref<4x2x3xf32, strided<[8, 3, 1], offset: 2>>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.cast %m : memref<4x?xf32, strided<[8, 1], offset: 2>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %t = memref.transpose %d (i, j) -> (j, i) : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %0 = "test.reify_bound"(%t) {offset} : (memref<?x?xf32, strided<[?, ?], offset: ?>>) -> index // = 2
  %e = memref.cast %k : memref<4x2x3xf32, strided<[8, 3, 1], offset: 2>> to memref<4x2x3xf32, strided<[?, 3, 1], offset: ?>>
  %g = memref.collapse_shape %e [[0], [1, 2]] : memref<4x2x3xf32, strided<[?, 3, 1], offset: ?>> into memref<4x6xf32, strided<[?, 1], offset: ?>>
  %1 = "test.reify_bound"(%g) {stride = 0 : i64} : (memref<4x6xf32, strided<[?, 1], offset: ?>>) -> index // = 8
  %b = memref.alloca_scope -> (i1) {
    memref.alloca_scope.return %c : i1
  }
  scf.if %b {
    %x = arith.select %c, %c1, %c0 : index
    %2 = "test.reify_bound"(%x) {constant} : (index) -> index // = 1
  }
  return
}

// the symbols of a layout are operands: the offset of `strided` first, then its strides
func.func @symbols(%n: index, %a: index, %b: index, %c: index) {
  %m = memref.alloc(%n)[%a, %b, %c] : memref<?x4x8xf32, strided<[?, ?, 1], offset: ?>>
  %0 = "test.reify_bound"(%m) {offset} : (memref<?x4x8xf32, strided<[?, ?, 1], offset: ?>>) -> index // = sym
  %1 = "test.reify_bound"(%m) {stride = 0 : i64} : (memref<?x4x8xf32, strided<[?, ?, 1], offset: ?>>) -> index // = sym
  %base, %offset, %sizes:3, %strides:3 = memref.extract_strided_metadata %m : memref<?x4x8xf32, strided<[?, ?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index, index, index
  "test.compare"(%offset, %a) : (index, index) -> () // = true
  "test.compare"(%strides#0, %b) : (index, index) -> () // = true
  "test.compare"(%strides#1, %c) : (index, index) -> () // = true
  %k = memref.alloca()[%a, %b] : memref<4x5xf32, affine_map<(d0, d1)[s0, s1] -> (d0 * s0 * 2 + d1 * (s1 + 1) + s0 + 3)>>
  %kbase, %koffset, %ksizes:2, %kstrides:2 = memref.extract_strided_metadata %k : memref<4x5xf32, affine_map<(d0, d1)[s0, s1] -> (d0 * s0 * 2 + d1 * (s1 + 1) + s0 + 3)>> -> memref<f32>, index, index, index, index, index
  "test.compare"(%koffset, %a) {lhs_map = affine_map<()[s0] -> (s0)>, rhs_map = affine_map<()[s0] -> (s0 + 3)>} : (index, index) -> () // = true
  "test.compare"(%kstrides#0, %a) {lhs_map = affine_map<()[s0] -> (s0)>, rhs_map = affine_map<()[s0] -> (s0 * 2)>} : (index, index) -> () // = true
  "test.compare"(%kstrides#1, %b) {lhs_map = affine_map<()[s0] -> (s0)>, rhs_map = affine_map<()[s0] -> (s0 + 1)>} : (index, index) -> () // = true
  return
}

// memref.reshape: the sizes are those of a shape that never changes; rows lie behind each other.
memref.global "private" constant @shape : memref<2xindex> = dense<[4, 7]>
memref.global "private" @changing : memref<2xindex> = dense<[4, 7]>
func.func @reshaped(%m: memref<?x?xf32>, %s: tensor<2xindex>) {
  %c = memref.get_global @shape : memref<2xindex>
  %r = memref.reshape %m(%c) : (memref<?x?xf32>, memref<2xindex>) -> memref<?x?xf32>
  %0 = "test.reify_bound"(%r) {dim = 0 : i64} : (memref<?x?xf32>) -> index // = 4
  %1 = "test.reify_bound"(%r) {stride = 0 : i64} : (memref<?x?xf32>) -> index // = 7
  %2 = "test.reify_bound"(%r) {offset} : (memref<?x?xf32>) -> index // = 0
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m0 = memref.dim %m, %c0 : memref<?x?xf32>
  %m1 = memref.dim %m, %c1 : memref<?x?xf32>
  %n = arith.muli %m0, %m1 : index
  %3 = "test.reify_bound"(%n) {constant} : (index) -> index // = 28
  %b = bufferization.to_buffer %s read_only : tensor<2xindex> to memref<2xindex>
  %r1 = memref.reshape %m(%b) : (memref<?x?xf32>, memref<2xindex>) -> memref<?x?xf32>
  %4 = "test.reify_bound"(%r1) {dim = 0 : i64} : (memref<?x?xf32>) -> index // = sym
  %w = bufferization.to_buffer %s : tensor<2xindex> to memref<2xindex>
  %r2 = memref.reshape %m(%w) : (memref<?x?xf32>, memref<2xindex>) -> memref<?x?xf32>
  %5 = "test.reify_bound"(%r2) {dim = 0 : i64} : (memref<?x?xf32>) -> index // = fail
  %g = memref.get_global @changing : memref<2xindex>
  %r3 = memref.reshape %m(%g) : (memref<?x?xf32>, memref<2xindex>) -> memref<?x?xf32>
  %6 = "test.reify_bound"(%r3) {dim = 0 : i64} : (memref<?x?xf32>) -> index // = fail
  return
}
