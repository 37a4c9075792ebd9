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

// from_elements broadcast shape_cast transpose extract: each element of the result is one of the operand.
func.func @rearranged(%n: index, %k: index, %c: i1) {
  %v = vector.from_elements %n, %k, %n, %k, %n, %k : vector<2x3xindex>
  %t = vector.transpose %v, [1, 0] : vector<2x3xindex> to vector<3x2xindex>
  %s = vector.shape_cast %t : vector<3x2xindex> to vector<6xindex>
  %r = vector.extract %t[1] : vector<2xindex> from vector<3x2xindex>
  %b = vector.broadcast %r : vector<2xindex> to vector<3x2xindex>
  %one = vector.from_elements %n, %k : vector<2x1xindex>
  %wide = vector.broadcast %one : vector<2x1xindex> to vector<2x4xindex>
  %all = vector.broadcast %k : index to vector<8xindex>
  %0 = vector.extract %t[2, 1] : index from vector<3x2xindex>
  "test.compare"(%0, %k) : (index, index) -> () // = true
  %1 = vector.extract %s[1] : index from vector<6xindex>
  "test.compare"(%1, %k) : (index, index) -> () // = true
  %2 = vector.extract %r[0] : index from vector<2xindex>
  "test.compare"(%2, %k) : (index, index) -> () // = true
  %3 = vector.extract %b[2, 1] : index from vector<3x2xindex>
  "test.compare"(%3, %n) : (index, index) -> () // = true
  %4 = vector.extract %wide[1, 3] : index from vector<2x4xindex>
  "test.compare"(%4, %k) : (index, index) -> () // = true
  %5 = vector.extract %all[5] : index from vector<8xindex>
  "test.compare"(%5, %k) : (index, index) -> () // = true
  %e:6 = vector.to_elements %v : vector<2x3xindex>
  "test.compare"(%e#1, %k) : (index, index) -> () // = true
  %true = arith.constant true
  %bits = vector.from_elements %c, %true : vector<2xi1>
  %bit = vector.extract %bits[1] : i1 from vector<2xi1>
  %some:2 = vector.to_elements %bits : vector<2xi1>
  %6 = arith.extui %bit : i1 to i32
  %7 = arith.extui %some#1 : i1 to i32
  %8 = "test.reify_bound"(%6) {constant, allow_integer_type} : (i32) -> index // = 1
  %9 = "test.reify_bound"(%7) {constant, allow_integer_type} : (i32) -> index // = 1
  return
}

// insert extract_strided_slice insert_strided_slice: a part of a vector, and all but a part
func.func @parts(%n: index, %i: index) {
  %step = vector.step : vector<8xindex>
  %seven = arith.constant 7 : index
  %x = vector.insert %n, %step [2] : index into vector<8xindex>
  %y = vector.insert %seven, %step [%i] : index into vector<8xindex>
  %grid = vector.shape_cast %step : vector<8xindex> to vector<2x4xindex>
  %row = vector.extract %grid[1] : vector<4xindex> from vector<2x4xindex>
  %z = vector.insert %row, %grid [0] : vector<4xindex> into vector<2x4xindex>
  %slice = vector.extract_strided_slice %grid {offsets = [1], sizes = [1], strides = [1]} : vector<2x4xindex> to vector<1x4xindex>
  %corner = vector.extract_strided_slice %grid {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xindex> to vector<2x2xindex>
  %pair = vector.extract %corner[1] : vector<2xindex> from vector<2x2xindex>
  %w = vector.insert_strided_slice %pair, %grid {offsets = [0, 1], strides = [1]} : vector<2xindex> into vector<2x4xindex>
  %0 = vector.extract %x[2] : index from vector<8xindex>
  "test.compare"(%0, %n) : (index, index) -> () // = true
  %1 = vector.extract %x[3] : index from vector<8xindex>
  %2 = "test.reify_bound"(%1) {constant} : (index) -> index // = 3
  %3 = vector.extract %y[3] : index from vector<8xindex>
  %4 = "test.reify_bound"(%3) {constant, type = "LB"} : (index) -> index // = 3
  %5 = "test.reify_bound"(%3) {constant, type = "UB"} : (index) -> index // = 8
  %6 = vector.extract %z[0, 1] : index from vector<2x4xindex>
  %7 = "test.reify_bound"(%6) {constant} : (index) -> index // = 5
  %8 = vector.extract %z[1, 1] : index from vector<2x4xindex>
  %9 = "test.reify_bound"(%8) {constant} : (index) -> index // = 5
  %10 = vector.extract %slice[0, 3] : index from vector<1x4xindex>
  %11 = "test.reify_bound"(%10) {constant} : (index) -> index // = 7
  %12 = vector.extract %corner[1, 0] : index from vector<2x2xindex>
  %13 = "test.reify_bound"(%12) {constant} : (index) -> index // = 6
  %14 = vector.extract %w[0, 2] : index from vector<2x4xindex>
  %15 = "test.reify_bound"(%14) {constant} : (index) -> index // = 7
  %16 = vector.extract %w[0, 3] : index from vector<2x4xindex>
  %17 = "test.reify_bound"(%16) {constant} : (index) -> index // = 3
  %18 = vector.extract %w[1, 1] : index from vector<2x4xindex>
  %19 = "test.reify_bound"(%18) {constant} : (index) -> index // = 5
  return
}

// shuffle interleave deinterleave constant_mask create_mask reduction
func.func @mixed(%n: index, %k: index, %wide: vector<[4]xindex>) {
  %step = vector.step : vector<4xindex>
  %all = vector.broadcast %n : index to vector<4xindex>
  %s = vector.shuffle %step, %all [3, 4, 2] : vector<4xindex>, vector<4xindex>
  %a = vector.interleave %step, %all : vector<4xindex> -> vector<8xindex>
  %b, %c = vector.deinterleave %a : vector<8xindex> -> vector<4xindex>
  %0 = vector.extract %s[0] : index from vector<3xindex>
  %1 = "test.reify_bound"(%0) {constant} : (index) -> index // = 3
  %2 = vector.extract %s[1] : index from vector<3xindex>
  "test.compare"(%2, %n) : (index, index) -> () // = true
  %3 = vector.extract %a[6] : index from vector<8xindex>
  %4 = "test.reify_bound"(%3) {constant} : (index) -> index // = 3
  %5 = vector.extract %a[7] : index from vector<8xindex>
  "test.compare"(%5, %n) : (index, index) -> () // = true
  %6 = vector.extract %b[2] : index from vector<4xindex>
  %7 = "test.reify_bound"(%6) {constant} : (index) -> index // = 2
  %8 = vector.extract %c[0] : index from vector<4xindex>
  "test.compare"(%8, %n) : (index, index) -> () // = true
  %mask = vector.constant_mask [1, 2] : vector<2x3xi1>
  %9 = vector.extract %mask[0, 1] : i1 from vector<2x3xi1>
  %10 = vector.extract %mask[1, 1] : i1 from vector<2x3xi1>
  %11 = arith.extui %9 : i1 to i32
  %12 = arith.extui %10 : i1 to i32
  %13 = "test.reify_bound"(%11) {constant, allow_integer_type} : (i32) -> index // = 1
  %14 = "test.reify_bound"(%12) {constant, allow_integer_type} : (i32) -> index // = 0
  %c2 = arith.constant 2 : index
  %first = arith.minsi %n, %c2 : index
  %some = vector.create_mask %first : vector<4xi1>
  %15 = vector.extract %some[2] : i1 from vector<4xi1>
  %16 = arith.extui %15 : i1 to i32
  %17 = "test.reify_bound"(%16) {constant, allow_integer_type} : (i32) -> index // = 0
  %sum = vector.reduction <add>, %step, %k : vector<4xindex> into index
  "test.compare"(%sum, %k) {lhs_map = affine_map<()[s0] -> (s0)>, rhs_map = affine_map<()[s0] -> (s0 + 6)>} : (index, index) -> () // = true
  %most = vector.reduction <maxsi>, %step : vector<4xindex> into index
  %18 = "test.reify_bound"(%most) {constant} : (index) -> index // = 3
  %least = vector.reduction <minsi>, %step, %c2 : vector<4xindex> into index
  %19 = "test.reify_bound"(%least) {constant} : (index) -> index // = 0
  // how many elements a scalable vector has is not known
  %long = vector.step : vector<[4]xindex>
  %20 = vector.reduction <maxsi>, %long : vector<[4]xindex> into index
  %21 = "test.reify_bound"(%20) {constant, type = "UB"} : (index) -> index // = fail
  return
}
