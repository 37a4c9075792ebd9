// torch.symbolic_int, torch.bind_symbolic_shape: sizes that are declared as affine expressions of symbols.
func.func @f(%a: !torch.vtensor<[?,?,3],f32>, %b: !torch.vtensor<[?,3],f32>, %t: tensor<?x?xf32>) {
  %s0 = "torch.symbolic_int"() {symbol_name = "s0", min_val = 5 : i64, max_val = 10 : i64} : () -> !torch.int
  %s1 = "torch.symbolic_int"() {symbol_name = "s1", min_val = 0 : i64, max_val = 100 : i64} : () -> !torch.int
  "torch.bind_symbolic_shape"(%a, %s0, %s1) {shape_expressions = affine_map<()[s0, s1] -> (s0, s1 * 2, 3)>} : (!torch.vtensor<[?,?,3],f32>, !torch.int, !torch.int) -> ()
  "torch.bind_symbolic_shape"(%t, %s0) {shape_expressions = affine_map<()[s0] -> (s0 + 1, s0 * 4)>} : (tensor<?x?xf32>, !torch.int) -> ()
  %0 = "test.reify_bound"(%t) {dim = 0 : i64, type = "UB", constant} : (tensor<?x?xf32>) -> index // = 12
  %1 = "test.reify_bound"(%t) {dim = 1 : i64, type = "LB", constant} : (tensor<?x?xf32>) -> index // = 20
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %t, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %t, %c1 : tensor<?x?xf32>
  "test.compare"(%d0, %d1) {lhs_map = affine_map<()[s0] -> (s0 * 4 - 4)>, rhs_map = affine_map<()[s0] -> (s0)>} : (index, index) -> () // = true
  return
}

// In the assembly of torch-mlir, of sizes that a type of the dialect states.
func.func @printed(%a: !torch.vtensor<[?,?,3],f32>, %b: !torch.vtensor<[?],f32>) {
  %s0 = torch.symbolic_int "s0" {min_val = 5, max_val = 10} : !torch.int
  %s1 = torch.symbolic_int "s1" {min_val = 0, max_val = 100} : !torch.int
  torch.bind_symbolic_shape %a, [%s0, %s1], affine_map<()[s0, s1] -> (s0, s1 * 2, 3)> : !torch.vtensor<[?,?,3],f32>
  torch.bind_symbolic_shape %b, [%s0], affine_map<()[s0] -> (s0 + 1)> : !torch.vtensor<[?],f32>
  %0 = "test.reify_bound"(%a) {dim = 1 : i64, type = "UB", constant} : (!torch.vtensor<[?,?,3],f32>) -> index // = 201
  %1 = "test.reify_bound"(%b) {dim = 0 : i64, type = "LB", constant} : (!torch.vtensor<[?],f32>) -> index // = 6
  %2 = "test.reify_bound"(%a) {dim = 2 : i64, type = "UB", constant} : (!torch.vtensor<[?,?,3],f32>) -> index // = 4
  return
}
