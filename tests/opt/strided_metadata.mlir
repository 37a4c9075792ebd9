// RUN: calipers opt %s -test-strided-metadata-range-analysis 2>&1 | FileCheck %s

// Offsets are sums of products with the strides of the source, which are multiplied by those of the slice.

// CHECK:      Op: %[[TILE:.*]] = memref.subview %{{.*}}[%{{.*}}, 1] [2, %{{.*}}] [1, 2]
// CHECK-NEXT:   result[0]: strided_metadata<
// CHECK-SAME:     offset = [{unsigned : [1, 2041] signed : [1, 2041]}],
// CHECK-SAME:     sizes = [{unsigned : [2, 2] signed : [2, 2]}, {unsigned : [0, 255] signed : [0, 255]}],
// CHECK-SAME:     strides = [{unsigned : [8, 8] signed : [8, 8]}, {unsigned : [2, 2] signed : [2, 2]}]>
// CHECK-EMPTY:
// CHECK-NEXT: Op: %{{.*}} = memref.subview %[[TILE]]
// CHECK-NEXT:   result[0]: strided_metadata<
// CHECK-SAME:     offset = [{unsigned : [0, 18446744073709551615] signed : [-255, 2295]}],
// CHECK-SAME:     sizes = [{unsigned : [2, 2] signed : [2, 2]}],
// CHECK-SAME:     strides = [{unsigned : [6, 6] signed : [6, 6]}]>
// CHECK-EMPTY:
func.func @slices(%m: memref<256x8xf32>, %a: i8) {
  %c3 = arith.constant 3 : index
  %u = index.castu %a : i8 to index
  %s = index.casts %a : i8 to index
  %tile = memref.subview %m[%u, 1] [2, %u] [1, 2] : memref<256x8xf32> to memref<2x?xf32, strided<[8, 2], offset: ?>>
  %row = memref.subview %tile[0, %s] [1, 2] [1, %c3] : memref<2x?xf32, strided<[8, 2], offset: ?>> to memref<2xf32, strided<[?], offset: ?>>
  return
}

// A dimension that the result lacks moves the offset alone; which one it is is told by the strides.

// CHECK:      Op: %{{.*}} = memref.subview %{{.*}}[2, 3, %{{.*}}] [1, 1, 1]
// CHECK-NEXT:   result[0]: strided_metadata<offset = [{unsigned : [160, 415] signed : [160, 415]}],
// CHECK-SAME:   strides = [{unsigned : [18446744073709551608, 18446744073709551608] signed : [-8, -8]}]>
// CHECK:      Op: %{{.*}} = memref.subview %{{.*}}[2, 3, %{{.*}}] [1, 1, 1]
// CHECK-NEXT:   result[0]: strided_metadata<offset = [{unsigned : [160, 415] signed : [160, 415]}], sizes = [], strides = []>
// The strides of the source tell it as long as that does not contradict the type of the result.
// CHECK:      Op: %{{.*}} = memref.subview %{{.*}} [1, 1] [2, %c0] :
// CHECK-NEXT:   result[0]: strided_metadata<{{.*}} strides = [{unsigned : [0, 18446744073709551615] signed : [-9223372036854775808, 9223372036854775807]}]>
// CHECK:      Op: %{{.*}} = memref.subview %{{.*}} [1, 1, 1] [1, 1, %c0] :
// CHECK-NEXT:   result[0]: strided_metadata<{{.*}} strides = [{unsigned : [64, 64] signed : [64, 64]}]>
func.func @reduced(%m: memref<8x8x256xf32, strided<[64, -8, 1], offset: 56>>, %a: i8, %n: memref<3x?xf32, strided<[?, 64], offset: ?>>, %o: memref<8x9x9xf32, strided<[4096, 64, 64]>>) {
  %c0 = arith.constant 0 : index
  %u = index.castu %a : i8 to index
  %row = memref.subview %m[2, 3, %u] [1, 1, 1] [1, 1, 1] : memref<8x8x256xf32, strided<[64, -8, 1], offset: 56>> to memref<1xf32, strided<[-8], offset: ?>>
  %one = memref.subview %m[2, 3, %u] [1, 1, 1] [1, 1, 1] : memref<8x8x256xf32, strided<[64, -8, 1], offset: 56>> to memref<f32, strided<[], offset: ?>>
  %column = memref.subview %n[0, 0] [1, 1] [2, %c0] : memref<3x?xf32, strided<[?, 64], offset: ?>> to memref<1xf32, strided<[?], offset: ?>>
  %middle = memref.subview %o[0, 0, 0] [1, 1, 1] [1, 1, %c0] : memref<8x9x9xf32, strided<[4096, 64, 64]>> to memref<1xf32, strided<[64]>>
  return
}

// Nothing is known of a product of constants that wraps.

// CHECK:      Op: %{{.*}} = memref.subview %{{.*}} [%c4, 1] :
// CHECK-NEXT:   result[0]: strided_metadata<{{.*}} strides = [{unsigned : [0, 18446744073709551615] signed : [-9223372036854775808, 9223372036854775807]}, {unsigned : [1, 1] signed : [1, 1]}]>
func.func @wraps(%m: memref<8x8xf32, strided<[4611686018427387904, 1]>>) {
  %c4 = arith.constant 4 : index
  %s = memref.subview %m[0, 0] [1, 1] [%c4, 1] : memref<8x8xf32, strided<[4611686018427387904, 1]>> to memref<1x1xf32, strided<[?, 1]>>
  return
}

// Of other results their types tell: nothing of one whose elements do not lie by strides, and nothing at all of what
// has no rank.

// CHECK:      Op: %{{.*}} = memref.alloc(%{{.*}}) : memref<?x3xf32>
// CHECK-NEXT:   result[0]: strided_metadata<offset = [{unsigned : [0, 0] signed : [0, 0]}], sizes = [{unsigned : [0, 18446744073709551615] signed : [-9223372036854775808, 9223372036854775807]}, {unsigned : [3, 3] signed : [3, 3]}], strides = [{unsigned : [3, 3] signed : [3, 3]}, {unsigned : [1, 1] signed : [1, 1]}]>
// CHECK:      Op: %{{.*}} = memref.alloc() : memref<4x3xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1 mod 3)>>
// CHECK-NEXT:   result[0]: strided_metadata<{{.*}} sizes = [{unsigned : [0, 18446744073709551615] signed : [-9223372036854775808, 9223372036854775807]}, {unsigned : [0, 18446744073709551615] signed : [-9223372036854775808, 9223372036854775807]}],
// CHECK-NOT:  memref<*xf32>
// CHECK:      Op: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata
// CHECK-NEXT:   result[0]: strided_metadata<offset = [{unsigned : [0, 0] signed : [0, 0]}], sizes = [], strides = []>
func.func @types(%n: index, %u: memref<*xf32>) {
  %a = memref.alloc(%n) : memref<?x3xf32>
  %l = memref.alloc() : memref<4x3xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1 mod 3)>>
  %c = memref.cast %a : memref<?x3xf32> to memref<*xf32>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a : memref<?x3xf32> -> memref<f32>, index, index, index, index, index
  return
}

// What regions hand on is joined, but for those that control does not come to. Ops are printed after those in them.

// CHECK:      Op: %[[A:.*]] = memref.subview %{{.*}}[%c1] [4] [1]
// CHECK:      Op: %[[B:.*]] = memref.subview %{{.*}}[%c5] [4] [1]
// CHECK:      Op: %[[IF:.*]] = scf.if %{{.*}} -> (memref<4xf32, strided<[1], offset: ?>>) {...} else {...}
// CHECK-NEXT:   result[0]: strided_metadata<offset = [{unsigned : [1, 5] signed : [1, 5]}],
// CHECK:      Op: %{{.*}} = scf.if %true -> (memref<4xf32, strided<[1], offset: ?>>) {...} else {...}
// CHECK-NEXT:   result[0]: strided_metadata<offset = [{unsigned : [1, 1] signed : [1, 1]}],
// CHECK:      Op: %{{.*}} = scf.execute_region -> memref<4xf32, strided<[1], offset: ?>> {...}
// CHECK-NEXT:   result[0]: strided_metadata<offset = [{unsigned : [1, 5] signed : [1, 5]}],
// CHECK:      Op: %{{.*}}:2 = scf.for %{{.*}} {...}
// CHECK-NEXT:   result[0]: strided_metadata<offset = [{unsigned : [1, 5] signed : [1, 5]}],
// CHECK-NEXT:   result[1]: strided_metadata<offset = [{unsigned : [1, 5] signed : [1, 5]}],
// CHECK:      Op: %{{.*}} = memref.subview %{{.*}}[%c1] [2] [1]
// CHECK-NEXT:   result[0]: strided_metadata<offset = [{unsigned : [2, 6] signed : [2, 6]}],
// CHECK:      Op: %{{.*}}:2 = scf.while {{.*}} {...} do {...}
// CHECK-NEXT:   result[0]: strided_metadata<offset = [{unsigned : [1, 5] signed : [1, 5]}],
// CHECK-NEXT:   result[1]: strided_metadata<offset = [{unsigned : [5, 5] signed : [5, 5]}],
!slice = memref<4xf32, strided<[1], offset: ?>>
func.func @regions(%m: memref<16xf32>, %b: i1, %n: index) {
  %true = arith.constant true
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %one = memref.subview %m[%c1] [4] [1] : memref<16xf32> to !slice
  %five = memref.subview %m[%c5] [4] [1] : memref<16xf32> to !slice
  %if = scf.if %b -> !slice {
    scf.yield %one : !slice
  } else {
    scf.yield %five : !slice
  }
  %then = scf.if %true -> !slice {
    scf.yield %one : !slice
  } else {
    scf.yield %five : !slice
  }
  %either = scf.execute_region -> !slice {
    cf.cond_br %b, ^first, ^second
  ^first:
    scf.yield %one : !slice
  ^second:
    scf.yield %five : !slice
  }
  %swapped:2 = scf.for %i = %c1 to %n step %c1 iter_args(%x = %one, %y = %five) -> (!slice, !slice) {
    scf.yield %y, %x : !slice, !slice
  }
  %while:2 = scf.while (%x = %one) : (!slice) -> (!slice, !slice) {
    scf.condition(%b) %x, %five : !slice, !slice
  } do {
  ^bb0(%x: !slice, %y: !slice):
    %part = memref.subview %x[%c1] [2] [1] : !slice to memref<2xf32, strided<[1], offset: ?>>
    scf.yield %y : !slice
  }
  return
}

// A loop that says by itself that it runs gives what it yields.

// CHECK:      Op: %{{.*}} = affine.for %{{.*}} = 0 to 3 iter_args
// CHECK-NEXT:   result[0]: strided_metadata<offset = [{unsigned : [5, 5] signed : [5, 5]}],
// CHECK:      Op: %{{.*}} = affine.for %{{.*}} = 0 to %{{.*}} iter_args
// CHECK-NEXT:   result[0]: strided_metadata<offset = [{unsigned : [1, 5] signed : [1, 5]}],
func.func @runs(%m: memref<16xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %one = memref.subview %m[%c1] [4] [1] : memref<16xf32> to !slice
  %five = memref.subview %m[%c5] [4] [1] : memref<16xf32> to !slice
  %runs = affine.for %i = 0 to 3 iter_args(%x = %one) -> !slice {
    affine.yield %five : !slice
  }
  %may = affine.for %i = 0 to %n iter_args(%x = %one) -> !slice {
    affine.yield %five : !slice
  }
  return
}

// What moves on and on may be anywhere.

// CHECK:      Op: %{{.*}} = scf.for
// CHECK-NEXT:   result[0]: strided_metadata<offset = [{unsigned : [{{[01]}}, 18446744073709551615] signed : [-9223372036854775808, 9223372036854775807]}],
// CHECK-SAME:     sizes = [{unsigned : [4, 4] signed : [4, 4]}],
func.func @moves(%m: memref<16xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %one = memref.subview %m[%c1] [4] [1] : memref<16xf32> to !slice
  %moved = scf.for %i = %c1 to %n step %c1 iter_args(%x = %one) -> !slice {
    %next = memref.subview %x[%c1] [4] [1] : !slice to !slice
    scf.yield %next : !slice
  }
  return
}

// Blocks, and calls of functions all callers of which are known; nothing is printed where control never comes.

// CHECK:      Op: %[[VIEW:.*]] = memref.subview %{{.*}}[0] [2] [1]
// CHECK-NEXT:   result[0]: strided_metadata<offset = [{unsigned : [1, 5] signed : [1, 5]}],
// CHECK:      Op: %{{.*}} = func.call @same(
// CHECK-NEXT:   result[0]: strided_metadata<offset = [{unsigned : [5, 7] signed : [5, 7]}],
// CHECK-NOT:  [3] [1]
// CHECK:      Op: %{{.*}} = memref.subview %{{.*}}[0] [1] [1]
// CHECK-NEXT:   result[0]: strided_metadata<offset = [{unsigned : [5, 7] signed : [5, 7]}],
func.func @blocks(%m: memref<16xf32>, %b: i1) {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %false = arith.constant false
  %one = memref.subview %m[%c1] [4] [1] : memref<16xf32> to !slice
  %five = memref.subview %m[%c5] [4] [1] : memref<16xf32> to !slice
  %seven = memref.subview %m[%c7] [4] [1] : memref<16xf32> to !slice
  cf.cond_br %b, ^join(%one : !slice), ^join(%five : !slice)
^join(%x: !slice):
  %view = memref.subview %x[0] [2] [1] : !slice to memref<2xf32, strided<[1], offset: ?>>
  %same = func.call @same(%five) : (!slice) -> !slice
  %other = func.call @same(%seven) : (!slice) -> !slice
  cf.cond_br %false, ^never, ^end
^never:
  %dead = memref.subview %x[0] [3] [1] : !slice to memref<3xf32, strided<[1], offset: ?>>
  cf.br ^end
^end:
  return
}

func.func private @same(%m: !slice) -> !slice {
  %first = memref.subview %m[0] [1] [1] : !slice to memref<1xf32, strided<[1], offset: ?>>
  return %m : !slice
}
