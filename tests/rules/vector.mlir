// vector.vscale is positive
func.func @vscale(%n: index) {
  %vscale = vector.vscale
  %c4 = arith.constant 4 : index
  %width = arith.muli %vscale, %c4 : index
  %0 = "test.reify_bound"(%vscale) {constant, type = "LB"} : (index) -> index // = 1
  %1 = "test.reify_bound"(%width) {constant, type = "LB"} : (index) -> index // = 4
  %2 = "test.reify_bound"(%width) {constant, type = "UB"} : (index) -> index // = fail
  %3 = "test.reify_bound"(%width) {scalable, type = "EQ", vscale_min = 1 : i64, vscale_max = 16 : i64} : (index) -> index // = sym
  %4 = "test.reify_bound"(%width) {scalable, type = "EQ", vscale_min = 2 : i64, vscale_max = 2 : i64} : (index) -> index // = 8
  %5 = "test.reify_bound"(%n) {scalable, type = "UB", vscale_min = 1 : i64, vscale_max = 16 : i64} : (index) -> index // = fail
  // what a question assumes, no other knows
  %6 = "test.reify_bound"(%width) {constant, type = "UB"} : (index) -> index // = fail
  return
}

// transfer_write create_mask constant_mask mask: a tensor keeps its size
func.func @transfers(%t: tensor<?x8xf32>, %i: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %t, %c0 : tensor<?x8xf32>
  %mask = vector.create_mask %d, %i : vector<4x8xi1>
  %all = vector.constant_mask [4, 8] : vector<4x8xi1>
  %step = vector.step : vector<8xindex>
  %v = vector.transfer_read %t[%i, %c0], %f, %mask : tensor<?x8xf32>, vector<4x8xf32>
  %w = vector.mask %all { vector.transfer_write %v, %t[%i, %c0] : vector<4x8xf32>, tensor<?x8xf32> } : vector<4x8xi1> -> tensor<?x8xf32>
  %x = vector.transfer_write %v, %w[%c0, %c0] : vector<4x8xf32>, tensor<?x8xf32>
  %e = tensor.dim %x, %c0 : tensor<?x8xf32>
  "test.compare"(%d, %e) : (index, index) -> () // = true
  %0 = "test.reify_bound"(%v) {constant, dim = 1} : (vector<4x8xf32>) -> index // = 8
  return
}

// vscale_range: the function says how long scalable vectors may be
func.func @scaled() attributes {vscale_range = #llvm.vscale_range<minRange = 2 : i32, maxRange = 8 : i32>} {
  %s = vector.vscale
  %0 = "test.reify_bound"(%s) {constant, type = "LB"} : (index) -> index // = 2
  %1 = "test.reify_bound"(%s) {constant, type = "UB"} : (index) -> index // = 9
  return
}

llvm.func @scaled_llvm() vscale_range(4, 16) {
  %s = vector.vscale
  %0 = "test.reify_bound"(%s) {constant, type = "LB"} : (index) -> index // = 4
  %1 = "test.reify_bound"(%s) {constant, type = "UB"} : (index) -> index // = 17
  llvm.return
}

// 0 is no upper limit
func.func @scaled_without_end() attributes {vscale_range = #llvm.vscale_range<minRange = 2 : i32, maxRange = 0 : i32>} {
  %s = vector.vscale
  %0 = "test.reify_bound"(%s) {constant, type = "LB"} : (index) -> index // = 2
  %1 = "test.reify_bound"(%s) {constant, type = "UB"} : (index) -> index // = fail
  return
}

// step extract: element i is i
func.func @steps(%i: index) {
  %step = vector.step : vector<8xindex>
  %x = vector.extract %step[3] : index from vector<8xindex>
  %y = vector.extract %step[%i] : index from vector<8xindex>
  %0 = "test.reify_bound"(%x) {constant} : (index) -> index // = 3
  %1 = "test.reify_bound"(%y) {constant} : (index) -> index // = fail
  return
}
