// Reshapes and broadcasts that change no shape, constraints that always hold, and what is assumed of them.
//
// RUN: calipers opt %s -simplify-shapes -mlir-print-op-generic -split-input-file -allow-unregistered-dialect | FileCheck %s
// RUN: calipers opt %s -simplify-shapes -cse -mlir-print-op-generic -split-input-file -allow-unregistered-dialect | FileCheck %s --check-prefix=CSE

// CHECK-LABEL: sym_name = "reshape"
//       CHECK:   ^bb0(%[[x:.*]]: tensor<?x4xf32>):
//   CHECK-NOT:   stablehlo.dynamic_reshape
//       CHECK:   "func.return"(%[[x]])
func.func @reshape(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %s = stablehlo.concatenate %n1, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %r = stablehlo.dynamic_reshape %x, %s : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// -----

// The types differ: a cast is left. What may be of size 1 stays.

// CHECK-LABEL: sym_name = "broadcast"
//       CHECK:   ^bb0(%[[x:.*]]: tensor<?xf32>, %[[y:.*]]: tensor<4xf32>, %[[z:.*]]: tensor<?xf32>):
//   CHECK-DAG:   %[[cast:.*]] = "tensor.cast"(%[[y]]) : (tensor<4xf32>) -> tensor<?xf32>
//   CHECK-DAG:   %[[kept:.*]] = "stablehlo.dynamic_broadcast_in_dim"(%[[z]],
//       CHECK:   "func.return"(%[[cast]], %[[kept]])
func.func @broadcast(%x: tensor<?xf32>, %y: tensor<4xf32>, %z: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %b = stablehlo.dynamic_broadcast_in_dim %y, %four, dims = [0] : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %k = stablehlo.dynamic_broadcast_in_dim %z, %n1, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %b, %k : tensor<?xf32>, tensor<?xf32>
}

// -----

// A square that is turned has the same shape, and other elements.

// CHECK-LABEL: sym_name = "turned"
//       CHECK:   "stablehlo.broadcast_in_dim"
func.func @turned(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %b = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: sym_name = "constraints"
//   CHECK-NOT:   shape.const_witness
//       CHECK:   %[[open:.*]] = "shape.cstr_broadcastable"
//       CHECK:   "test.a"
//  CHECK-NEXT:   "shape.assuming"(%[[open]])
//  CHECK-NEXT:     "test.b"
func.func @constraints(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) {
  %s = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
  %row = shape.const_shape [4] : tensor<1xindex>
  %t = shape.shape_of %y : tensor<?x4xf32> -> tensor<2xindex>
  %always = shape.cstr_broadcastable %s, %row : tensor<2xindex>, tensor<1xindex>
  %perhaps = shape.cstr_broadcastable %s, %t : tensor<2xindex>, tensor<2xindex>
  shape.assuming %always {
    "test.a"() : () -> ()
    shape.assuming_yield
  }
  shape.assuming %perhaps {
    "test.b"() : () -> ()
    shape.assuming_yield
  }
  return
}

// -----

// Of shapes of unknown rank: with itself, with that of a scalar, with another.
// CHECK-LABEL: sym_name = "unranked"
//       CHECK:   %[[same:.*]] = "shape.const_witness"() <{passing = true}>
//       CHECK:   %[[scalar:.*]] = "shape.const_witness"() <{passing = true}>
//       CHECK:   %[[both:.*]] = "shape.const_witness"() <{passing = true}>
//       CHECK:   %[[open:.*]] = "shape.cstr_broadcastable"
//       CHECK:   %[[one:.*]] = "shape.cstr_broadcastable"
//       CHECK:   "test.use"(%[[same]], %[[scalar]], %[[both]], %[[open]], %[[one]])
func.func @unranked(%a: tensor<?xindex>, %b: tensor<?xindex>, %none: tensor<0xindex>, %one: tensor<1xindex>) {
  %same = shape.cstr_broadcastable %a, %a : tensor<?xindex>, tensor<?xindex>
  %scalar = shape.cstr_broadcastable %a, %none : tensor<?xindex>, tensor<0xindex>
  %both = shape.cstr_broadcastable %a, %none, %a : tensor<?xindex>, tensor<0xindex>, tensor<?xindex>
  %open = shape.cstr_broadcastable %a, %b : tensor<?xindex>, tensor<?xindex>
  %with_one = shape.cstr_broadcastable %a, %one : tensor<?xindex>, tensor<1xindex>
  "test.use"(%same, %scalar, %both, %open, %with_one) : (!shape.witness, !shape.witness, !shape.witness, !shape.witness, !shape.witness) -> ()
  return
}

// -----

// CHECK-LABEL: sym_name = "tosa"
//       CHECK:   ^bb0(%[[x:.*]]: tensor<?x4xf32>):
//   CHECK-NOT:   tosa.reshape
//       CHECK:   "func.return"(%[[x]])
func.func @tosa(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %s = "tosa.const_shape"() {values = dense<[-1, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = "tosa.reshape"(%x, %s) : (tensor<?x4xf32>, !tosa.shape<2>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// -----

// What compares shapes is decided, where it is, one way or the other.

// CHECK-LABEL: sym_name = "comparisons"
//   CHECK-DAG:   %[[always:.*]] = "arith.constant"() <{value = true}>
//   CHECK-DAG:   %[[never:.*]] = "arith.constant"() <{value = false}>
//       CHECK:   %[[open:.*]] = "shape.is_broadcastable"
//       CHECK:   "func.return"(%[[always]], %[[always]], %[[never]], %[[open]])
func.func @comparisons(%x: tensor<?x4xf32>, %y: tensor<?x5xf32>, %z: tensor<?x4xf32>) -> (i1, i1, i1, i1) {
  %sum = stablehlo.add %x, %x : tensor<?x4xf32>
  %s = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
  %t = shape.shape_of %sum : tensor<?x4xf32> -> tensor<2xindex>
  %u = shape.shape_of %y : tensor<?x5xf32> -> tensor<2xindex>
  %v = shape.shape_of %z : tensor<?x4xf32> -> tensor<2xindex>
  %always = shape.is_broadcastable %s, %t : tensor<2xindex>, tensor<2xindex>
  %same = shape.shape_eq %s, %t : tensor<2xindex>, tensor<2xindex>
  %never = shape.is_broadcastable %s, %u : tensor<2xindex>, tensor<2xindex>
  %perhaps = shape.is_broadcastable %s, %v : tensor<2xindex>, tensor<2xindex>
  return %always, %same, %never, %perhaps : i1, i1, i1, i1
}

// -----

// A shape that nobody needs any more is not computed.

// CSE-LABEL: sym_name = "unneeded"
//   CSE-NOT:   shape.broadcast
//       CSE:   func.return
func.func @unneeded(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %s = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
  %b = shape.broadcast %s, %s : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  %q = stablehlo.dynamic_broadcast_in_dim %x, %b, dims = [0, 1] : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
  return %q : tensor<?x4xf32>
}

// -----

// Two of three pairs are not enough: between them a size of 1 may stand.

// CHECK-LABEL: sym_name = "two_pairs"
//       CHECK:   "shape.cstr_broadcastable"
func.func @two_pairs(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> !shape.witness {
  %ab = chlo.broadcast_add %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %cb = chlo.broadcast_add %c, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = shape.shape_of %a : tensor<?x?xf32> -> tensor<2xindex>
  %t = shape.shape_of %b : tensor<?x?xf32> -> tensor<2xindex>
  %u = shape.shape_of %c : tensor<?x?xf32> -> tensor<2xindex>
  %w = shape.cstr_broadcastable %s, %t, %u : tensor<2xindex>, tensor<2xindex>, tensor<2xindex>
  return %w : !shape.witness
}

// -----

// What is assumed of nothing is there at once; of several witnesses the open one counts.

// CHECK-LABEL: sym_name = "assumed"
//       CHECK:   ^bb0(%[[x:.*]]: tensor<?x4xf32>, %[[open:.*]]: !shape.witness):
//  CHECK-NEXT:   %[[r:.*]] = "shape.assuming"(%[[open]])
//  CHECK-NEXT:     "shape.assuming_yield"(%[[x]])
//       CHECK:   "func.return"(%[[r]])
func.func @assumed(%x: tensor<?x4xf32>, %open: !shape.witness) -> tensor<?x4xf32> {
  %s = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
  %always = shape.cstr_eq %s, %s : tensor<2xindex>, tensor<2xindex>
  %all = shape.assuming_all %always, %open, %always
  %both = shape.assuming_all %always, %always
  %r = shape.assuming %both -> (tensor<?x4xf32>) {
    %inner = shape.assuming %all -> (tensor<?x4xf32>) {
      shape.assuming_yield %x : tensor<?x4xf32>
    }
    shape.assuming_yield %inner : tensor<?x4xf32>
  }
  return %r : tensor<?x4xf32>
}

// -----

// A shape that covers the others is what they broadcast to; where the other may be the longer, it is not known.

// CHECK-LABEL: sym_name = "covering"
//       CHECK:   %[[s:.*]] = "shape.shape_of"
//       CHECK:   %[[cast:.*]] = "tensor.cast"(%[[s]]) : (tensor<2xindex>) -> tensor<?xindex>
//       CHECK:   %[[open:.*]] = "shape.broadcast"
//       CHECK:   "func.return"(%[[s]], %[[cast]], %[[open]])
func.func @covering(%x: tensor<?x4xf32>, %y: tensor<4xf32>, %z: tensor<?x4xf32>) -> (tensor<2xindex>, tensor<?xindex>, tensor<2xindex>) {
  %s = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
  %row = shape.shape_of %y : tensor<4xf32> -> tensor<1xindex>
  %other = shape.shape_of %z : tensor<?x4xf32> -> tensor<2xindex>
  %a = shape.broadcast %row, %s : tensor<1xindex>, tensor<2xindex> -> tensor<2xindex>
  %b = shape.broadcast %s, %row : tensor<2xindex>, tensor<1xindex> -> tensor<?xindex>
  %c = shape.broadcast %s, %other : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  return %a, %b, %c : tensor<2xindex>, tensor<?xindex>, tensor<2xindex>
}
