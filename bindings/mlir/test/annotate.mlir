// RUN: mlir-opt %s --pass-pipeline='builtin.module(calipers-annotate)' -verify-diagnostics
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(calipers-annotate))' -verify-diagnostics

func.func @tiles() {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %c128 = arith.constant 128 : index
  // expected-remark @below {{argument #0 in [0, 126] 9k}}
  scf.for %j = %c0 to %c128 step %c9 {
    // expected-remark @below {{result #0 in [2, 9] 7k+2}}
    %width = affine.min affine_map<(d0) -> (-d0 + 128, 9)>(%j)
    "test.use"(%width) : (index) -> ()
  }
  return
}

// There is no remark on a size without bounds.
func.func @sizes(%t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  // expected-remark @below {{result #0 in [0, +inf]}}
  %n = tensor.dim %t, %c0 : tensor<?xf32>
  // expected-remark @below {{result #0 in [0, 8]}}
  %m = affine.min affine_map<(d0) -> (d0, 8)>(%n)
  // expected-remark @below {{result #0 dim 0 in [0, 8]}}
  %e = tensor.extract_slice %t[0] [%m] [1] : tensor<?xf32> to tensor<?xf32>
  return
}
