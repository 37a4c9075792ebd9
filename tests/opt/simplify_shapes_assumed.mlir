// What ops show of their operands is used where it is assumed that ops which may be speculated do not fail: `chlo` ops and
// `linalg.broadcast` have no effects, so that they may have been moved to where their operands do not fit.
//
// RUN: calipers opt %s -simplify-shapes=assume-pure-ops -mlir-print-op-generic -split-input-file -allow-unregistered-dialect | FileCheck %s
// RUN: calipers opt %s -simplify-shapes -mlir-print-op-generic -split-input-file -allow-unregistered-dialect | FileCheck %s --check-prefix=DEFAULT

// Of three shapes of rank 2 each pair is looked at by itself.

// CHECK-LABEL: sym_name = "pairs"
//       CHECK:   %[[true:.*]] = "shape.const_witness"() <{passing = true}>
//       CHECK:   "func.return"(%[[true]])
// DEFAULT-LABEL: sym_name = "pairs"
//       DEFAULT:   "shape.cstr_broadcastable"
func.func @pairs(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> !shape.witness {
  %ab = chlo.broadcast_add %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %cb = chlo.broadcast_add %c, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %ca = chlo.broadcast_add %c, %a : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = shape.shape_of %a : tensor<?x?xf32> -> tensor<2xindex>
  %t = shape.shape_of %b : tensor<?x?xf32> -> tensor<2xindex>
  %u = shape.shape_of %c : tensor<?x?xf32> -> tensor<2xindex>
  %w = shape.cstr_broadcastable %s, %t, %u : tensor<2xindex>, tensor<2xindex>, tensor<2xindex>
  return %w : !shape.witness
}

// -----

// CHECK-LABEL: sym_name = "repeats_nothing"
//       CHECK:   ^bb0(%[[x:.*]]: tensor<?xf32>, %{{.*}}: tensor<?xf32>):
//  CHECK-NEXT:   "func.return"(%[[x]])
// DEFAULT-LABEL: sym_name = "repeats_nothing"
//       DEFAULT:   "linalg.broadcast"
func.func @repeats_nothing(%x: tensor<?xf32>, %into: tensor<?xf32>) -> tensor<?xf32> {
  %b = linalg.broadcast ins(%x : tensor<?xf32>) outs(%into: tensor<?xf32>) dimensions = []
  return %b : tensor<?xf32>
}
