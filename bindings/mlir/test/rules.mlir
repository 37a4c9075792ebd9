// RUN: mlir-opt %s -allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(calipers-reify-value-bounds{rules=%S/rules.rules}))' | FileCheck %s
// RUN: not mlir-opt %s -allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(calipers-reify-value-bounds{rules=missing.rules}))' 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not mlir-opt %s -allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(calipers-reify-value-bounds{rules=%s}))' 2>&1 | FileCheck %s --check-prefix=INVALID

// CHECK-LABEL: func.func @own
//  CHECK-SAME:     %[[N:.*]]: index
//       CHECK:   %[[R:.*]] = affine.apply #{{.*}}()[%[[N]]]
//       CHECK:   return %[[R]]
// MISSING: option `rules`: missing.rules: No such file or directory
// INVALID: option `rules`: {{.*}}rules.mlir:{{[0-9]+}}:1: error
func.func @own(%n: index) -> index {
  %twice = "q.twice"(%n) : (index) -> index
  %bound = "test.reify_bound"(%twice) : (index) -> index
  return %bound : index
}
