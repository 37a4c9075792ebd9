func.func @main(%a: !torch.vtensor<[?,?,3],f32>, %b: !torch.vtensor<[?,?,3],f32>, %any: !torch.vtensor<*,f32>) {
  %s0 = torch.symbolic_int "s0" {min_val = 2, max_val = 10} : !torch.int
  %s1 = torch.symbolic_int "s1" {min_val = 0, max_val = 100} : !torch.int
  torch.bind_symbolic_shape %a, [%s0, %s1], affine_map<()[s0, s1] -> (s0, s1, 3)> : !torch.vtensor<[?,?,3],f32>
  torch.bind_symbolic_shape %b, [%s0, %s1], affine_map<()[s0, s1] -> (s0 * 2, s1, 3)> : !torch.vtensor<[?,?,3],f32>
  %c = "torch.aten.tanh"(%a) : (!torch.vtensor<[?,?,3],f32>) -> !torch.vtensor<[?,?,3],f32>
  torch.bind_symbolic_shape %c, [%s0, %s1], affine_map<()[s0, s1] -> (s0, s1, 3)> : !torch.vtensor<[?,?,3],f32>
  return
}
