// bitcast, and casts of what has no rank
func.func @casts(%t: tensor<?x4xf32>, %u: tensor<*xf32>, %n: index) {
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %b = tensor.bitcast %e : tensor<?x4xf32> to tensor<?x4xi32>
  %0 = "test.reify_bound"(%b) {dim = 0} : (tensor<?x4xi32>) -> index // = sym
  %c0 = arith.constant 0 : index
  %d = tensor.dim %b, %c0 : tensor<?x4xi32>
  "test.compare"(%d, %n) : (index, index) -> () // = true
  %v = tensor.cast %t : tensor<?x4xf32> to tensor<*xf32>
  %r = tensor.rank %v : tensor<*xf32>
  %1 = "test.reify_bound"(%r) {constant} : (index) -> index // = 2
  %s = tensor.rank %u : tensor<*xf32>
  %2 = "test.reify_bound"(%s) {constant, type = "LB"} : (index) -> index // = 0
  %3 = "test.reify_bound"(%s) {constant, type = "UB"} : (index) -> index // = fail
  // a size is not negative, whatever is known of the rank
  %w = tensor.dim %u, %n : tensor<*xf32>
  %4 = "test.reify_bound"(%w) {constant, type = "LB"} : (index) -> index // = 0
  return
}

// a dimension that is not constant is one of them
func.func @some_dim(%i: index, %n: index) {
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %t = tensor.empty(%c3, %c9) : tensor<?x?xf32>
  %d = tensor.dim %t, %i : tensor<?x?xf32>
  %0 = "test.reify_bound"(%d) {constant, type = "LB"} : (index) -> index // = 3
  %1 = "test.reify_bound"(%d) {constant, type = "UB"} : (index) -> index // = 10
  %v = tensor.empty(%n) : tensor<?xf32>
  %e = tensor.dim %v, %i : tensor<?xf32>
  "test.compare"(%e, %n) : (index, index) -> () // = true
  return
}

// slices that lose dimensions of size 1, in front and in the middle
func.func @reduced(%t: tensor<?x?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.extract_slice %t[0, 0, 0] [1, %n, %m] [1, 1, 1] : tensor<?x?x?xf32> to tensor<?x?xf32>
  %b = tensor.extract_slice %t[0, 0, 0] [%n, 1, %m] [1, 1, 1] : tensor<?x?x?xf32> to tensor<?x?xf32>
  %c = tensor.extract_slice %t[0, 0, 0] [%n, 1, 1] [1, 1, 1] : tensor<?x?x?xf32> to tensor<?xf32>
  %d = tensor.extract_slice %t[0, 0, 0] [1, 1, %m] [1, 1, 1] : tensor<?x?x?xf32> to tensor<1x?xf32>
  %a1 = tensor.dim %a, %c1 : tensor<?x?xf32>
  %b0 = tensor.dim %b, %c0 : tensor<?x?xf32>
  %b1 = tensor.dim %b, %c1 : tensor<?x?xf32>
  %cc = tensor.dim %c, %c0 : tensor<?xf32>
  %d1 = tensor.dim %d, %c1 : tensor<1x?xf32>
  "test.compare"(%a1, %m) : (index, index) -> () // = true
  "test.compare"(%b0, %n) : (index, index) -> () // = true
  "test.compare"(%b1, %m) : (index, index) -> () // = true
  "test.compare"(%cc, %n) : (index, index) -> () // = true
  "test.compare"(%d1, %m) : (index, index) -> () // = true
  return
}

// generate from a list of sizes, static ones between
func.func @generate(%n: index, %m: index, %f: f32) {
  %c1 = arith.constant 1 : index
  %g = tensor.generate %n, %m {
  ^bb0(%i: index, %j: index, %k: index):
    "test.compare"(%k, %m) {cmp = "LT"} : (index, index) -> () // = true
    tensor.yield %f : f32
  } : tensor<?x8x?xf32>
  %0 = "test.reify_bound"(%g) {dim = 1} : (tensor<?x8x?xf32>) -> index // = 8
  %1 = "test.reify_bound"(%g) {dim = 2} : (tensor<?x8x?xf32>) -> index // = sym
  return
}

// in the region of a pad an index is in the result
func.func @pad(%t: tensor<?xf32>, %a: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %p = tensor.pad %t low[%a] high[3] {
  ^bb0(%i: index):
    "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = true
    "test.compare"(%i, %d, %a) {cmp = "LT", rhs_map = affine_map<(d0, d1) -> (d0 + d1 + 3)>, lhs_map = affine_map<(d0) -> (d0)>} : (index, index, index) -> () // = true
    tensor.yield %f : f32
  } : tensor<?xf32> to tensor<?xf32>
  return
}

// from_elements, extract, insert and splat: the elements of a small tensor are known, and so is
// what is reshaped by it
func.func @elements(%n: index, %m: index, %t: tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %shape = tensor.from_elements %n, %m : tensor<2xindex>
  %0 = "test.reify_bound"(%shape) {dim = 0} : (tensor<2xindex>) -> index // = 2
  %x = tensor.extract %shape[%c1] : tensor<2xindex>
  "test.compare"(%x, %m) : (index, index) -> () // = true
  %r = tensor.reshape %t(%shape) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %d = tensor.dim %r, %c0 : tensor<?x?xf32>
  "test.compare"(%d, %n) : (index, index) -> () // = true
  "test.compare"(%n, %c0) {cmp = "GE"} : (index, index) -> () // = true
  %t0 = tensor.dim %t, %c0 : tensor<?x?xf32>
  %t1 = tensor.dim %t, %c1 : tensor<?x?xf32>
  %before = arith.muli %t0, %t1 : index
  %after = arith.muli %n, %m : index
  "test.compare"(%before, %after) : (index, index) -> () // = true
  %changed = tensor.insert %c1 into %shape[%c0] : tensor<2xindex>
  %first = tensor.extract %changed[%c0] : tensor<2xindex>
  %second = tensor.extract %changed[%c1] : tensor<2xindex>
  %1 = "test.reify_bound"(%first) {constant} : (index) -> index // = 1
  "test.compare"(%second, %m) : (index, index) -> () // = true
  %dyn = tensor.cast %changed : tensor<2xindex> to tensor<?xindex>
  %third = tensor.extract %dyn[%c0] : tensor<?xindex>
  %2 = "test.reify_bound"(%third) {constant} : (index) -> index // = 1
  %all = tensor.splat %n : tensor<4xindex>
  %one = tensor.extract %all[%c1] : tensor<4xindex>
  "test.compare"(%one, %n) : (index, index) -> () // = true
  %fixed = arith.constant dense<[6, 7]> : tensor<2xindex>
  %six = tensor.extract %fixed[%c0] : tensor<2xindex>
  %3 = "test.reify_bound"(%six) {constant} : (index) -> index // = 6
  // whichever it is, it is one of them
  %c = arith.cmpi slt, %n, %c1 : index
  %which = arith.select %c, %c0, %c1 : index
  %some = tensor.extract %fixed[%which] : tensor<2xindex>
  %4 = "test.reify_bound"(%some) {constant, type = "UB"} : (index) -> index // = 8
  return
}

// gather: the batch of coordinates, then what is left of the source
func.func @gather(%t: tensor<?x?x?xf32>, %i: tensor<?x6x2xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %g = tensor.gather %t[%i] gather_dims([0, 2]) : (tensor<?x?x?xf32>, tensor<?x6x2xindex>) -> tensor<?x6x1x?x1xf32>
  %r = tensor.gather %t[%i] gather_dims([0, 2]) : (tensor<?x?x?xf32>, tensor<?x6x2xindex>) -> tensor<?x6x?xf32>
  %ti = tensor.dim %i, %c0 : tensor<?x6x2xindex>
  %t1 = tensor.dim %t, %c1 : tensor<?x?x?xf32>
  %g0 = tensor.dim %g, %c0 : tensor<?x6x1x?x1xf32>
  %g3 = tensor.dim %g, %c3 : tensor<?x6x1x?x1xf32>
  %r2 = tensor.dim %r, %c2 : tensor<?x6x?xf32>
  "test.compare"(%g0, %ti) : (index, index) -> () // = true
  "test.compare"(%g3, %t1) : (index, index) -> () // = true
  "test.compare"(%r2, %t1) : (index, index) -> () // = true
  %0 = "test.reify_bound"(%g) {dim = 2} : (tensor<?x6x1x?x1xf32>) -> index // = 1
  // the gathered axes of the source have no size that the result shows
  %t0 = tensor.dim %t, %c0 : tensor<?x?x?xf32>
  %1 = "test.reify_bound"(%t0) {constant, type = "UB"} : (index) -> index // = fail
  %s = tensor.scatter %g into %t[%i] scatter_dims([0, 2]) unique : (tensor<?x6x1x?x1xf32>, tensor<?x?x?xf32>, tensor<?x6x2xindex>) -> tensor<?x?x?xf32>
  %s0 = tensor.dim %s, %c0 : tensor<?x?x?xf32>
  "test.compare"(%s0, %t0) : (index, index) -> () // = true
  return
}

// parallel_insert_slice leaves the size of what it is put into
func.func @parallel_insert(%t: tensor<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<?xf32>) {
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<?xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %e = tensor.dim %r, %c0 : tensor<?xf32>
  "test.compare"(%d, %e) : (index, index) -> () // = true
  return
}

// a collapse of all dimensions, and an expansion of none
func.func @ends(%t: tensor<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c = tensor.collapse_shape %t [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %0 = "test.reify_bound"(%c) {constant, dim = 0, type = "LB"} : (tensor<?xf32>) -> index // = 0
  %u = tensor.empty() : tensor<f32>
  %e = tensor.expand_shape %u [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  %1 = "test.reify_bound"(%e) {dim = 1} : (tensor<1x1xf32>) -> index // = 1
  return
}
