func.func @inserts(%o: tensor<?xf32>, %v: tensor<4xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = tensor.dim %o, %c0 : tensor<?xf32>
  %q = arith.divui %n, %c8 : index
  %r = scf.for %i = %c0 to %q step %c1 iter_args(%acc = %o) -> (tensor<?xf32>) {
    %first = arith.muli %i, %c8 : index
    %second = arith.addi %first, %c1 : index
    %e = tensor.insert_slice %v into %acc[%first] [4] [2] : tensor<4xf32> into tensor<?xf32>
    %f = tensor.insert_slice %v into %e[%second] [4] [2] : tensor<4xf32> into tensor<?xf32>
    scf.yield %f : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @nested(%o: tensor<64x64xf32>, %x: f32) -> tensor<64x64xf32> {
  %r = affine.for %i = 0 to 64 iter_args(%outer = %o) -> (tensor<64x64xf32>) {
    %s = affine.for %j = 0 to 64 iter_args(%inner = %outer) -> (tensor<64x64xf32>) {
      %e = tensor.insert %x into %inner[%i, %j] : tensor<64x64xf32>
      %f = tensor.insert %x into %e[%j, %j] : tensor<64x64xf32>
      affine.yield %f : tensor<64x64xf32>
    }
    affine.yield %s : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}
func.func @others(%a: tensor<64xf32>, %b: tensor<64xf32>, %x: f32) -> (tensor<64xf32>, tensor<64xf32>) {
  %c0 = arith.constant 0 : index
  %r:2 = affine.for %i = 0 to 64 iter_args(%one = %a, %two = %b) -> (tensor<64xf32>, tensor<64xf32>) {
    %e = tensor.insert %x into %one[%i] : tensor<64xf32>
    affine.yield %two, %e : tensor<64xf32>, tensor<64xf32>
  }
  return %r#0, %r#1 : tensor<64xf32>, tensor<64xf32>
}
