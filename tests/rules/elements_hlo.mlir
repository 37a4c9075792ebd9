// Elements that StableHLO moves about and adds up.

func.func @moved(%x: tensor<f32>, %a: tensor<4xi32>, %s: tensor<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %l = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %k = stablehlo.constant dense<3> : tensor<i32>
  %m1 = stablehlo.constant dense<-1> : tensor<i32>
  %rev = stablehlo.reverse %l, dims = [0] : tensor<4xi32>
  %e = tensor.extract %rev[%c1] : tensor<4xi32>
  %i = arith.index_cast %e : i32 to index
  %0 = "test.reify_bound"(%i) {type = "EQ"} : (index) -> index // = 30
  %two = stablehlo.reshape %l : (tensor<4xi32>) -> tensor<2x2xi32>
  %rev2 = stablehlo.reverse %two, dims = [0] : tensor<2x2xi32>
  %e2 = tensor.extract %rev2[%c0, %c1] : tensor<2x2xi32>
  %i2 = arith.index_cast %e2 : i32 to index
  %1 = "test.reify_bound"(%i2) {type = "EQ"} : (index) -> index // = 40
  // a start beyond the last is the last
  %ds = stablehlo.dynamic_slice %l, %k, sizes = [2] : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  %e3 = tensor.extract %ds[%c0] : tensor<2xi32>
  %i3 = arith.index_cast %e3 : i32 to index
  %2 = "test.reify_bound"(%i3) {type = "EQ"} : (index) -> index // = 30
  %neg = stablehlo.dynamic_slice %l, %m1, sizes = [2] : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  %e4 = tensor.extract %neg[%c1] : tensor<2xi32>
  %i4 = arith.index_cast %e4 : i32 to index
  %3 = "test.reify_bound"(%i4) {type = "EQ"} : (index) -> index // = 20
  %any = stablehlo.dynamic_slice %l, %s, sizes = [2] : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  %e5 = tensor.extract %any[%c1] : tensor<2xi32>
  %i5 = arith.index_cast %e5 : i32 to index
  %4 = "test.reify_bound"(%i5) {type = "LB", constant} : (index) -> index // = 20
  %5 = "test.reify_bound"(%i5) {type = "UB", constant} : (index) -> index // = 41
  %all = stablehlo.dynamic_slice %two, %k, %s, sizes = [1, 2] : (tensor<2x2xi32>, tensor<i32>, tensor<i32>) -> tensor<1x2xi32>
  %e6 = tensor.extract %all[%c0, %c1] : tensor<1x2xi32>
  %i6 = arith.index_cast %e6 : i32 to index
  %6 = "test.reify_bound"(%i6) {type = "EQ"} : (index) -> index // = 40
  // and put there
  %u = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
  %up = stablehlo.dynamic_update_slice %l, %u, %k : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %e7 = tensor.extract %up[%c2] : tensor<4xi32>
  %i7 = arith.index_cast %e7 : i32 to index
  %7 = "test.reify_bound"(%i7) {type = "EQ"} : (index) -> index // = 7
  %e8 = tensor.extract %up[%c1] : tensor<4xi32>
  %i8 = arith.index_cast %e8 : i32 to index
  %8 = "test.reify_bound"(%i8) {type = "EQ"} : (index) -> index // = 20
  %up2 = stablehlo.dynamic_update_slice %l, %u, %s : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %e9 = tensor.extract %up2[%c1] : tensor<4xi32>
  %i9 = arith.index_cast %e9 : i32 to index
  %9 = "test.reify_bound"(%i9) {type = "EQ", constant} : (index) -> index // = fail
  // 10 . 20 . 30 . 40 with −1 between, one cut off in front, two more behind
  %pad = stablehlo.pad %l, %m1, low = [-1], high = [2], interior = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<8xi32>
  %e10 = tensor.extract %pad[%c0] : tensor<8xi32>
  %i10 = arith.index_cast %e10 : i32 to index
  %10 = "test.reify_bound"(%i10) {type = "EQ"} : (index) -> index // = -1
  %e11 = tensor.extract %pad[%c3] : tensor<8xi32>
  %i11 = arith.index_cast %e11 : i32 to index
  %11 = "test.reify_bound"(%i11) {type = "EQ"} : (index) -> index // = 30
  %c6 = arith.constant 6 : index
  %e12 = tensor.extract %pad[%c6] : tensor<8xi32>
  %i12 = arith.index_cast %e12 : i32 to index
  %12 = "test.reify_bound"(%i12) {type = "EQ"} : (index) -> index // = -1
  return
}

func.func @reduced(%t: tensor<?x4xf32>, %x: tensor<2x2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = stablehlo.get_dimension_size %t, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %r0 = stablehlo.reshape %d0 : (tensor<i32>) -> tensor<1xi32>
  %four = stablehlo.constant dense<[4]> : tensor<1xi32>
  %shape = stablehlo.concatenate %r0, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.reduce(%shape init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %e1 = tensor.extract %sum[] : tensor<i32>
  %i1 = arith.index_cast %e1 : i32 to index
  %0 = "test.reify_bound"(%i1) {type = "LB", constant} : (index) -> index // = -2147483648
  %l = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %rows = stablehlo.reduce(%l init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<2xi32>
  %e2 = tensor.extract %rows[%c1] : tensor<2xi32>
  %i2 = arith.index_cast %e2 : i32 to index
  %1 = "test.reify_bound"(%i2) {type = "EQ"} : (index) -> index // = 7
  %columns = stablehlo.reduce(%l init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<2x2xi32>, tensor<i32>) -> tensor<2xi32>
  %e3 = tensor.extract %columns[%c1] : tensor<2xi32>
  %i3 = arith.index_cast %e3 : i32 to index
  %2 = "test.reify_bound"(%i3) {type = "EQ"} : (index) -> index // = 8
  %most = stablehlo.reduce(%l init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<i32>
  %e4 = tensor.extract %most[] : tensor<i32>
  %i4 = arith.index_cast %e4 : i32 to index
  %3 = "test.reify_bound"(%i4) {type = "EQ", constant} : (index) -> index // = 4
  %nine = stablehlo.constant dense<9> : tensor<i32>
  // How often an initial value is among what is combined, if at all, nobody says.
  %more = stablehlo.reduce(%l init: %one) applies stablehlo.add across dimensions = [1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<2xi32>
  %e7 = tensor.extract %more[%c1] : tensor<2xi32>
  %i7 = arith.index_cast %e7 : i32 to index
  %6 = "test.reify_bound"(%i7) {type = "EQ", constant} : (index) -> index // = fail
  %two = stablehlo.constant dense<2> : tensor<i32>
  %twice = stablehlo.reduce(%l init: %two) applies stablehlo.multiply across dimensions = [0] : (tensor<2x2xi32>, tensor<i32>) -> tensor<2xi32>
  %e8 = tensor.extract %twice[%c1] : tensor<2xi32>
  %i8 = arith.index_cast %e8 : i32 to index
  %7 = "test.reify_bound"(%i8) {type = "EQ", constant} : (index) -> index // = fail
  %least = stablehlo.reduce(%l init: %nine) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<i32>
  %e5 = tensor.extract %least[] : tensor<i32>
  %i5 = arith.index_cast %e5 : i32 to index
  %4 = "test.reify_bound"(%i5) {type = "EQ", constant} : (index) -> index // = 1
  %lowest = stablehlo.reduce(%l init: %zero) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<i32>
  %e9 = tensor.extract %lowest[] : tensor<i32>
  %i9 = arith.index_cast %e9 : i32 to index
  %8 = "test.reify_bound"(%i9) {type = "EQ", constant} : (index) -> index // = fail
  // of what is as large as can be the least of an argument's elements
  %end = stablehlo.constant dense<2147483647> : tensor<i32>
  %lower = stablehlo.reduce(%x init: %end) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<i32>
  %e10 = tensor.extract %lower[] : tensor<i32>
  %x11 = tensor.extract %x[%c1, %c1] : tensor<2x2xi32>
  %i10 = arith.index_cast %e10 : i32 to index
  %i11 = arith.index_cast %x11 : i32 to index
  "test.compare"(%i10, %i11) {cmp = "LE"} : (index, index) -> () // = true
  // and of what is as small as can be the greatest
  %start = stablehlo.constant dense<-2147483648> : tensor<i32>
  %upper = stablehlo.reduce(%x init: %start) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<i32>
  %e11 = tensor.extract %upper[] : tensor<i32>
  %i12 = arith.index_cast %e11 : i32 to index
  "test.compare"(%i12, %i11) {cmp = "GE"} : (index, index) -> () // = true
  // something else
  %other = stablehlo.reduce(%l init: %zero) across dimensions = [0, 1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<i32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
      %s = stablehlo.add %a, %a : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }
  %e6 = tensor.extract %other[] : tensor<i32>
  %i6 = arith.index_cast %e6 : i32 to index
  %5 = "test.reify_bound"(%i6) {type = "EQ", constant} : (index) -> index // = fail
  return
}

func.func @gathered(%s: tensor<2x1xi32>, %v: tensor<1x4x2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %at = stablehlo.constant dense<[[1], [9]]> : tensor<2x1xi32>
  %g = "stablehlo.gather"(%l, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  %e = tensor.extract %g[%c0, %c1] : tensor<2x2xi32>
  %i = arith.index_cast %e : i32 to index
  %0 = "test.reify_bound"(%i) {type = "EQ"} : (index) -> index // = 4
  // beyond the last it is the last
  %e1 = tensor.extract %g[%c1, %c0] : tensor<2x2xi32>
  %i1 = arith.index_cast %e1 : i32 to index
  %1 = "test.reify_bound"(%i1) {type = "EQ"} : (index) -> index // = 5
  // one vector of indices, from its dimension 0
  %pt = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %h = "stablehlo.gather"(%l, %pt) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0]>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<3x2xi32>, tensor<2xi32>) -> tensor<i32>
  %e2 = tensor.extract %h[] : tensor<i32>
  %i2 = arith.index_cast %e2 : i32 to index
  %2 = "test.reify_bound"(%i2) {type = "EQ"} : (index) -> index // = 4
  %u = "stablehlo.gather"(%l, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  %e3 = tensor.extract %u[%c1, %c0] : tensor<2x2xi32>
  %i3 = arith.index_cast %e3 : i32 to index
  %3 = "test.reify_bound"(%i3) {type = "EQ", constant} : (index) -> index // = fail
  // of tosa, in batches
  %tv = "tosa.const"() <{values = dense<[[[1, 2], [3, 4], [5, 6], [7, 8]]]> : tensor<1x4x2xi32>}> : () -> tensor<1x4x2xi32>
  %ti = "tosa.const"() <{values = dense<[[3, 1]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %tg = tosa.gather %tv, %ti : (tensor<1x4x2xi32>, tensor<1x2xi32>) -> tensor<1x2x2xi32>
  %e4 = tensor.extract %tg[%c0, %c1, %c0] : tensor<1x2x2xi32>
  %i4 = arith.index_cast %e4 : i32 to index
  %4 = "test.reify_bound"(%i4) {type = "EQ"} : (index) -> index // = 3
  return
}
