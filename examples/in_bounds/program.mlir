// What accesses show where a program is taken to stay in bounds:
// calipers opt --answers --test-affine-reify-value-bounds examples/in_bounds/program.mlir
// calipers: --rules ../../rules/optional/in_bounds.rules
func.func @accesses(%m: memref<?x?xf32>, %t: tensor<?xf32>, %i: index, %j: index, %k: index, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %m, %c0 : memref<?x?xf32>
  %columns = memref.dim %m, %c1 : memref<?x?xf32>
  %size = tensor.dim %t, %c0 : tensor<?xf32>
  %a = memref.load %m[%i, %j] : memref<?x?xf32>
  "test.compare"(%i, %rows) {cmp = "LT"} : (index, index) -> () // = true
  memref.store %f, %m[%j, %i] : memref<?x?xf32>
  "test.compare"(%i, %columns) {cmp = "LT"} : (index, index) -> () // = true
  %u = tensor.insert %f into %t[%k] : tensor<?xf32>
  "test.compare"(%size, %k) {cmp = "GT"} : (index, index) -> () // = true
  %b = tensor.extract %t[%n] : tensor<?xf32>
  "test.compare"(%size, %n) {cmp = "GT"} : (index, index) -> () // = true
  return
}

func.func @slices(%m: memref<?x?xf32>, %t: tensor<?xf32>, %i: index, %j: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %columns = memref.dim %m, %c1 : memref<?x?xf32>
  %size = tensor.dim %t, %c0 : tensor<?xf32>
  %v = memref.subview %m[%i, %j] [1, 2] [1, 3] : memref<?x?xf32> to memref<1x2xf32, strided<[?, 3], offset: ?>>
  "test.compare"(%j, %columns) {cmp = "LT", lhs_map = affine_map<(d0) -> (d0 + 3)>} : (index, index) -> () // = true
  %s = tensor.extract_slice %t[%k] [4] [1] : tensor<?xf32> to tensor<4xf32>
  "test.compare"(%k, %size) {cmp = "LE", lhs_map = affine_map<(d0) -> (d0 + 4)>} : (index, index) -> () // = true
  %r = tensor.insert_slice %s into %t[%i] [4] [2] : tensor<4xf32> into tensor<?xf32>
  "test.compare"(%i, %size) {cmp = "LT", lhs_map = affine_map<(d0) -> (d0 + 6)>} : (index, index) -> () // = true
  return
}

func.func @elements(%n: index) {
  %list = arith.constant dense<[8, 3, 5]> : tensor<3xindex>
  %one = tensor.extract %list[%n] : tensor<3xindex>
  %0 = "test.reify_bound"(%one) {constant, type = "UB"} : (index) -> index // = 9
  return
}
