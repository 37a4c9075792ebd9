// Conditions that are always true, sizes of types of dialects, strides and offsets of memrefs.
// calipers: --rules ../../examples/dialect/frame.rules
func.func @f(%n: index, %m: memref<?x8xf32, strided<[?, 1], offset: ?>>, %c: i1, %g: !frame.grid<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %rest = arith.remui %n, %c8 : index
  %below = arith.cmpi ult, %rest, %c8 : index
  %above = arith.cmpi ugt, %rest, %c8 : index
  %open = arith.cmpi ult, %n, %c8 : index
  %view = memref.subview %m[%n, 2] [4, 4] [2, 1] : memref<?x8xf32, strided<[?, 1], offset: ?>> to memref<4x4xf32, strided<[?, 1], offset: ?>>
  %half = "frame.halve"(%g, %c0) : (!frame.grid<?x4xf32>, index) -> !frame.grid<?x4xf32>
  return
}
