// What is made of sizes and numbers, cut, repeated, padded, chosen, and convolved the other way round.

func.func @made(%x: tensor<2x3x4xf32>, %v: tensor<1x7x1xf32>, %n: tensor<i64>, %five: tensor<5xf32>, %twos: tensor<2x1x1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %none = "onnx.NoValue"() : () -> none
  %s = "onnx.Constant"() {value = dense<[5, 6]> : tensor<2xi64>} : () -> tensor<2xi64>
  %cos = "onnx.ConstantOfShape"(%s) {value = dense<7> : tensor<1xi64>} : (tensor<2xi64>) -> tensor<?x?xi64>
  %q0 = "test.reify_bound"(%cos) {dim = 0} : (tensor<?x?xi64>) -> index // = 5
  %q1 = "test.reify_bound"(%cos) {dim = 1} : (tensor<?x?xi64>) -> index // = 6
  %filled = "onnx.ConstantOfShape"(%s) {value = dense<7> : tensor<1xi64>} : (tensor<2xi64>) -> tensor<5x6xi64>
  %f12 = tensor.extract %filled[%c1, %c2] : tensor<5x6xi64>
  %f12i = arith.index_cast %f12 : i64 to index
  %qf = "test.reify_bound"(%f12i) {constant, type = "EQ"} : (index) -> index // = 7
  %open = "onnx.ConstantOfShape"(%s) : (tensor<2xi64>) -> tensor<*xf32>
  %openrank = tensor.rank %open : tensor<*xf32>
  %qor = "test.reify_bound"(%openrank) {type = "EQ"} : (index) -> index // = 2
  %one = "onnx.Constant"() {value = dense<1> : tensor<i64>} : () -> tensor<i64>
  %ten = "onnx.Constant"() {value = dense<10> : tensor<i64>} : () -> tensor<i64>
  %three = "onnx.Constant"() {value = dense<3> : tensor<i64>} : () -> tensor<i64>
  %m4 = "onnx.Constant"() {value = dense<-4> : tensor<i64>} : () -> tensor<i64>
  %range = "onnx.Range"(%one, %ten, %three) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %q2 = "test.reify_bound"(%range) {dim = 0} : (tensor<?xi64>) -> index // = 3
  %e3 = tensor.extract %range[%c2] : tensor<?xi64>
  %i3 = arith.index_cast %e3 : i64 to index
  %q3 = "test.reify_bound"(%i3) {constant, type = "EQ"} : (index) -> index // = 7
  %back = "onnx.Range"(%ten, %one, %m4) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %q4 = "test.reify_bound"(%back) {dim = 0} : (tensor<?xi64>) -> index // = 3
  %nothing = "onnx.Range"(%ten, %one, %three) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %q5 = "test.reify_bound"(%nothing) {dim = 0} : (tensor<?xi64>) -> index // = 0
  %some = "onnx.Range"(%one, %ten, %n) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %q6 = "test.reify_bound"(%some) {dim = 0} : (tensor<?xi64>) -> index // = fail
  %parts = "onnx.Constant"() {value = dense<[1, 3]> : tensor<2xi64>} : () -> tensor<2xi64>
  %sp:2 = "onnx.Split"(%x, %parts) {axis = -1 : si64} : (tensor<2x3x4xf32>, tensor<2xi64>) -> (tensor<?x?x?xf32>, tensor<?x?x?xf32>)
  %q7 = "test.reify_bound"(%sp#1) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q8 = "test.reify_bound"(%sp#1) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 3
  %q9 = "test.reify_bound"(%sp#1) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 3
  %se:2 = "onnx.Split"(%x, %none) {axis = 1 : si64} : (tensor<2x3x4xf32>, none) -> (tensor<?x?x?xf32>, tensor<?x?x?xf32>)
  %q10 = "test.reify_bound"(%se#0) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q11 = "test.reify_bound"(%se#0) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 2
  %q12 = "test.reify_bound"(%se#0) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 4
  %q13 = "test.reify_bound"(%se#1) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q14 = "test.reify_bound"(%se#1) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 1
  %q15 = "test.reify_bound"(%se#1) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 4
  // of five in four parts: 2, 2, 1 and nothing
  %numbers = "onnx.Constant"() {value = dense<0> : tensor<5xi64>} : () -> tensor<5xi64>
  %s4:4 = "onnx.Split"(%numbers, %none) {axis = 0 : si64} : (tensor<5xi64>, none) -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>)
  %first_left = "test.reify_bound"(%s4#1) {dim = 0} : (tensor<?xi64>) -> index // = 2
  %less = "test.reify_bound"(%s4#2) {dim = 0} : (tensor<?xi64>) -> index // = 1
  %no_more = "test.reify_bound"(%s4#3) {dim = 0} : (tensor<?xi64>) -> index // = 0
  %s11:2 = "onnx.SplitV11"(%x) {axis = 2 : si64, split = [3, 1]} : (tensor<2x3x4xf32>) -> (tensor<?x?x?xf32>, tensor<?x?x?xf32>)
  %q16 = "test.reify_bound"(%s11#0) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q17 = "test.reify_bound"(%s11#0) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 3
  %q18 = "test.reify_bound"(%s11#0) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 3
  %s11e:2 = "onnx.SplitV11"(%x) : (tensor<2x3x4xf32>) -> (tensor<?x?x?xf32>, tensor<?x?x?xf32>)
  %q19 = "test.reify_bound"(%s11e#1) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 1
  %q20 = "test.reify_bound"(%s11e#1) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 3
  %q21 = "test.reify_bound"(%s11e#1) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 4
  %list = "onnx.Constant"() {value = dense<[4, 5, 6, 7]> : tensor<4xi64>} : () -> tensor<4xi64>
  %sl:2 = "onnx.Split"(%list, %parts) : (tensor<4xi64>, tensor<2xi64>) -> (tensor<1xi64>, tensor<3xi64>)
  %e22 = tensor.extract %sl#1[%c1] : tensor<3xi64>
  %i22 = arith.index_cast %e22 : i64 to index
  %q22 = "test.reify_bound"(%i22) {constant, type = "EQ"} : (index) -> index // = 6
  %pads = "onnx.Constant"() {value = dense<[1, 0, 2, 0, 0, 3]> : tensor<6xi64>} : () -> tensor<6xi64>
  %pad = "onnx.Pad"(%x, %pads, %none) : (tensor<2x3x4xf32>, tensor<6xi64>, none) -> tensor<?x?x?xf32>
  %q23 = "test.reify_bound"(%pad) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 3
  %q24 = "test.reify_bound"(%pad) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 3
  %q25 = "test.reify_bound"(%pad) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 9
  %last = "onnx.Constant"() {value = dense<[-1]> : tensor<1xi64>} : () -> tensor<1xi64>
  %pada = "onnx.Pad"(%x, %parts, %none, %last) : (tensor<2x3x4xf32>, tensor<2xi64>, none, tensor<1xi64>) -> tensor<?x?x?xf32>
  %q26 = "test.reify_bound"(%pada) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q27 = "test.reify_bound"(%pada) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 3
  %q28 = "test.reify_bound"(%pada) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 8
  %pad2 = "onnx.PadV2"(%x) {pads = [1, 0, 2, 0, 0, 3]} : (tensor<2x3x4xf32>) -> tensor<?x?x?xf32>
  %q29 = "test.reify_bound"(%pad2) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 3
  %q30 = "test.reify_bound"(%pad2) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 3
  %q31 = "test.reify_bound"(%pad2) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 9
  %repeats = "onnx.Constant"() {value = dense<[1, 2, 3]> : tensor<3xi64>} : () -> tensor<3xi64>
  %tile = "onnx.Tile"(%x, %repeats) : (tensor<2x3x4xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  %q32 = "test.reify_bound"(%tile) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q33 = "test.reify_bound"(%tile) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 6
  %q34 = "test.reify_bound"(%tile) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 12
  %max = "onnx.Max"(%v, %five, %twos) : (tensor<1x7x1xf32>, tensor<5xf32>, tensor<2x1x1xf32>) -> tensor<?x?x?xf32>
  %q35 = "test.reify_bound"(%max) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q36 = "test.reify_bound"(%max) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 7
  %q37 = "test.reify_bound"(%max) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 5
  %sum1 = "onnx.Sum"(%x) : (tensor<2x3x4xf32>) -> tensor<?x?x?xf32>
  %q38 = "test.reify_bound"(%sum1) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q39 = "test.reify_bound"(%sum1) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 3
  %q40 = "test.reify_bound"(%sum1) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 4
  %am = "onnx.ArgMax"(%x) {axis = -1 : si64} : (tensor<2x3x4xf32>) -> tensor<?x?x?xi64>
  %q41 = "test.reify_bound"(%am) {dim = 0} : (tensor<?x?x?xi64>) -> index // = 2
  %q42 = "test.reify_bound"(%am) {dim = 1} : (tensor<?x?x?xi64>) -> index // = 3
  %q43 = "test.reify_bound"(%am) {dim = 2} : (tensor<?x?x?xi64>) -> index // = 1
  %an = "onnx.ArgMin"(%x) {keepdims = 0 : si64} : (tensor<2x3x4xf32>) -> tensor<?x?xi64>
  %q44 = "test.reify_bound"(%an) {dim = 0} : (tensor<?x?xi64>) -> index // = 3
  %q45 = "test.reify_bound"(%an) {dim = 1} : (tensor<?x?xi64>) -> index // = 4
  %k = "onnx.Constant"() {value = dense<[2]> : tensor<1xi64>} : () -> tensor<1xi64>
  %tk:2 = "onnx.TopK"(%x, %k) {axis = 1 : si64} : (tensor<2x3x4xf32>, tensor<1xi64>) -> (tensor<?x?x?xf32>, tensor<?x?x?xi64>)
  %q46 = "test.reify_bound"(%tk#1) {dim = 0} : (tensor<?x?x?xi64>) -> index // = 2
  %q47 = "test.reify_bound"(%tk#1) {dim = 1} : (tensor<?x?x?xi64>) -> index // = 2
  %q48 = "test.reify_bound"(%tk#1) {dim = 2} : (tensor<?x?x?xi64>) -> index // = 4
  %tkl:2 = "onnx.TopK"(%x, %k) : (tensor<2x3x4xf32>, tensor<1xi64>) -> (tensor<?x?x?xf32>, tensor<?x?x?xi64>)
  %q49 = "test.reify_bound"(%tkl#0) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q50 = "test.reify_bound"(%tkl#0) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 3
  %q51 = "test.reify_bound"(%tkl#0) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 2
  %cs = "onnx.CumSum"(%x, %one) : (tensor<2x3x4xf32>, tensor<i64>) -> tensor<?x?x?xf32>
  %q52 = "test.reify_bound"(%cs) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q53 = "test.reify_bound"(%cs) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 3
  %q54 = "test.reify_bound"(%cs) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 4
  return
}

func.func @chosen(%x: tensor<2x3x8x8xf32>, %w: tensor<3x4x3x3xf32>, %i: tensor<5x6xi64>, %j: tensor<5x2xi64>, %sc: tensor<3xf32>, %m: tensor<1x?x1x7xf32>, %b: tensor<2x5x1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %none = "onnx.NoValue"() : () -> none
  %depth = "onnx.Constant"() {value = dense<10> : tensor<i64>} : () -> tensor<i64>
  %vals = "onnx.Constant"() {value = dense<[0, 1]> : tensor<2xi64>} : () -> tensor<2xi64>
  %oh = "onnx.OneHot"(%i, %depth, %vals) : (tensor<5x6xi64>, tensor<i64>, tensor<2xi64>) -> tensor<?x?x?xi64>
  %q0 = "test.reify_bound"(%oh) {dim = 0} : (tensor<?x?x?xi64>) -> index // = 5
  %q1 = "test.reify_bound"(%oh) {dim = 1} : (tensor<?x?x?xi64>) -> index // = 6
  %q2 = "test.reify_bound"(%oh) {dim = 2} : (tensor<?x?x?xi64>) -> index // = 10
  %oh1 = "onnx.OneHot"(%i, %depth, %vals) {axis = 1 : si64} : (tensor<5x6xi64>, tensor<i64>, tensor<2xi64>) -> tensor<?x?x?xi64>
  %q3 = "test.reify_bound"(%oh1) {dim = 0} : (tensor<?x?x?xi64>) -> index // = 5
  %q4 = "test.reify_bound"(%oh1) {dim = 1} : (tensor<?x?x?xi64>) -> index // = 10
  %q5 = "test.reify_bound"(%oh1) {dim = 2} : (tensor<?x?x?xi64>) -> index // = 6
  %sizes = "onnx.Constant"() {value = dense<[2, 3, 16, 20]> : tensor<4xi64>} : () -> tensor<4xi64>
  %rs = "onnx.Resize"(%x, %none, %none, %sizes) : (tensor<2x3x8x8xf32>, none, none, tensor<4xi64>) -> tensor<?x?x?x?xf32>
  %q6 = "test.reify_bound"(%rs) {dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 2
  %q7 = "test.reify_bound"(%rs) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 3
  %q8 = "test.reify_bound"(%rs) {dim = 2} : (tensor<?x?x?x?xf32>) -> index // = 16
  %q9 = "test.reify_bound"(%rs) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 20
  %rp = "onnx.Resize"(%x, %none, %none, %sizes) {keep_aspect_ratio_policy = "not_larger"} : (tensor<2x3x8x8xf32>, none, none, tensor<4xi64>) -> tensor<?x?x?x?xf32>
  %q10 = "test.reify_bound"(%rp) {dim = 0} : (tensor<?x?x?x?xf32>) -> index // = fail
  %ct = "onnx.ConvTranspose"(%x, %w, %none) {group = 2 : si64, strides = [2, 1], output_padding = [1, 0], pads = [1, 0, 1, 2], dilations = [1, 2]} : (tensor<2x3x8x8xf32>, tensor<3x4x3x3xf32>, none) -> tensor<?x?x?x?xf32>
  %q11 = "test.reify_bound"(%ct) {dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 2
  %q12 = "test.reify_bound"(%ct) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 8
  %q13 = "test.reify_bound"(%ct) {dim = 2} : (tensor<?x?x?x?xf32>) -> index // = 16
  %q14 = "test.reify_bound"(%ct) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 10
  %bn = "onnx.BatchNormalizationInferenceMode"(%x, %sc, %sc, %sc, %sc) : (tensor<2x3x8x8xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x?x?x?xf32>
  %q15 = "test.reify_bound"(%bn) {dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 2
  %q16 = "test.reify_bound"(%bn) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 3
  %q17 = "test.reify_bound"(%bn) {dim = 2} : (tensor<?x?x?x?xf32>) -> index // = 8
  %q18 = "test.reify_bound"(%bn) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 8
  %ge = "onnx.GatherElements"(%i, %j) {axis = 1 : si64} : (tensor<5x6xi64>, tensor<5x2xi64>) -> tensor<?x?xi64>
  %q19 = "test.reify_bound"(%ge) {dim = 0} : (tensor<?x?xi64>) -> index // = 5
  %q20 = "test.reify_bound"(%ge) {dim = 1} : (tensor<?x?xi64>) -> index // = 2
  %gn = "onnx.GatherND"(%x, %j) : (tensor<2x3x8x8xf32>, tensor<5x2xi64>) -> tensor<?x?x?xf32>
  %q21 = "test.reify_bound"(%gn) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 5
  %q22 = "test.reify_bound"(%gn) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 8
  %q23 = "test.reify_bound"(%gn) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 8
  %gb = "onnx.GatherND"(%x, %b) {batch_dims = 1 : si64} : (tensor<2x3x8x8xf32>, tensor<2x5x1xi64>) -> tensor<?x?x?x?xf32>
  %q24 = "test.reify_bound"(%gb) {dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 2
  %q25 = "test.reify_bound"(%gb) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 5
  %q26 = "test.reify_bound"(%gb) {dim = 2} : (tensor<?x?x?x?xf32>) -> index // = 8
  %q27 = "test.reify_bound"(%gb) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 8
  %sn = "onnx.ScatterND"(%i, %j, %i) : (tensor<5x6xi64>, tensor<5x2xi64>, tensor<5x6xi64>) -> tensor<?x?xi64>
  %q28 = "test.reify_bound"(%sn) {dim = 0} : (tensor<?x?xi64>) -> index // = 5
  %q29 = "test.reify_bound"(%sn) {dim = 1} : (tensor<?x?xi64>) -> index // = 6
  %ss = "onnx.ScatterElements"(%i, %j, %j) : (tensor<5x6xi64>, tensor<5x2xi64>, tensor<5x2xi64>) -> tensor<?x?xi64>
  %q30 = "test.reify_bound"(%ss) {dim = 0} : (tensor<?x?xi64>) -> index // = 5
  %q31 = "test.reify_bound"(%ss) {dim = 1} : (tensor<?x?xi64>) -> index // = 6
  // without axes: two are left, which are those that are not 1
  %sq = "onnx.Squeeze"(%m, %none) : (tensor<1x?x1x7xf32>, none) -> tensor<?x?xf32>
  %sq0 = tensor.dim %sq, %c0 : tensor<?x?xf32>
  %m1 = tensor.dim %m, %c1 : tensor<1x?x1x7xf32>
  "test.compare"(%sq0, %m1) {cmp = "EQ"} : (index, index) -> () // = true
  %qsq = "test.reify_bound"(%sq) {dim = 1} : (tensor<?x?xf32>) -> index // = 7
  %sq2 = "onnx.Squeeze"(%m) : (tensor<1x?x1x7xf32>) -> tensor<?x?xf32>
  %sq20 = tensor.dim %sq2, %c0 : tensor<?x?xf32>
  "test.compare"(%sq20, %m1) {cmp = "EQ"} : (index, index) -> () // = true
  %sq3 = "onnx.SqueezeV11"(%m) : (tensor<1x?x1x7xf32>) -> tensor<?x?xf32>
  %qsq3 = "test.reify_bound"(%sq3) {dim = 1} : (tensor<?x?xf32>) -> index // = 7
  // one is left: 7, and the other is 1 then; how many there are depends on it
  %sq4 = "onnx.Squeeze"(%m) : (tensor<1x?x1x7xf32>) -> tensor<?xf32>
  %sq40 = tensor.dim %sq4, %c0 : tensor<?xf32>
  %m7 = affine.apply affine_map<()[s0] -> (s0 * 7)>()[%m1]
  "test.compare"(%sq40, %m7) {cmp = "EQ"} : (index, index) -> () // = true
  %sq5 = "onnx.Squeeze"(%m) : (tensor<1x?x1x7xf32>) -> tensor<*xf32>
  %sq5r = tensor.rank %sq5 : tensor<*xf32>
  %most = "test.reify_bound"(%sq5r) {constant, type = "UB"} : (index) -> index // = 3
  %least = "test.reify_bound"(%sq5r) {constant, type = "LB"} : (index) -> index // = 1
  %sq6 = "onnx.Squeeze"(%x) : (tensor<2x3x8x8xf32>) -> tensor<*xf32>
  %sq6r = tensor.rank %sq6 : tensor<*xf32>
  %qsq6 = "test.reify_bound"(%sq6r) {constant, type = "EQ"} : (index) -> index // = 4
  // the same of axes that are written as none
  %sq8 = "onnx.Squeeze"(%m, %none) : (tensor<1x?x1x7xf32>, none) -> tensor<?xf32>
  %sq80 = tensor.dim %sq8, %c0 : tensor<?xf32>
  "test.compare"(%sq80, %m7) {cmp = "EQ"} : (index, index) -> () // = true
  %sq9 = "onnx.Squeeze"(%x, %none) : (tensor<2x3x8x8xf32>, none) -> tensor<*xf32>
  %sq9r = tensor.rank %sq9 : tensor<*xf32>
  %qsq9 = "test.reify_bound"(%sq9r) {constant, type = "EQ"} : (index) -> index // = 4
  // with axes nothing is told of sizes of 1
  %sq7 = "onnx.Squeeze"(%m, %j) : (tensor<1x?x1x7xf32>, tensor<5x2xi64>) -> tensor<?xf32>
  %qsq7 = "test.reify_bound"(%sq7) {dim = 0} : (tensor<?xf32>) -> index // = fail
  %s11 = "onnx.SqueezeV11"(%m) {axes = [0, -2]} : (tensor<1x?x1x7xf32>) -> tensor<?x?xf32>
  %qz = "test.reify_bound"(%s11) {dim = 1} : (tensor<?x?xf32>) -> index // = 7
  %u11 = "onnx.UnsqueezeV11"(%i) {axes = [0, -1]} : (tensor<5x6xi64>) -> tensor<?x?x?x?xi64>
  %q32 = "test.reify_bound"(%u11) {dim = 0} : (tensor<?x?x?x?xi64>) -> index // = 1
  %q33 = "test.reify_bound"(%u11) {dim = 1} : (tensor<?x?x?x?xi64>) -> index // = 5
  %q34 = "test.reify_bound"(%u11) {dim = 2} : (tensor<?x?x?x?xi64>) -> index // = 6
  %q35 = "test.reify_bound"(%u11) {dim = 3} : (tensor<?x?x?x?xi64>) -> index // = 1
  %rm = "onnx.ReduceMeanV13"(%x) {axes = [-1, -2]} : (tensor<2x3x8x8xf32>) -> tensor<?x?x?x?xf32>
  %q36 = "test.reify_bound"(%rm) {dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 2
  %q37 = "test.reify_bound"(%rm) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 3
  %q38 = "test.reify_bound"(%rm) {dim = 2} : (tensor<?x?x?x?xf32>) -> index // = 1
  %q39 = "test.reify_bound"(%rm) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 1
  return
}

func.func @lists(%t: tensor<2x3x4x5xf32>, %open: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %none = "onnx.NoValue"() : () -> none
  %s = "onnx.Shape"(%t) : (tensor<2x3x4x5xf32>) -> tensor<4xi64>
  %m1 = "onnx.Constant"() {value = dense<[-1]> : tensor<1xi64>} : () -> tensor<1xi64>
  %zero = "onnx.Constant"() {value = dense<[0]> : tensor<1xi64>} : () -> tensor<1xi64>
  %least = "onnx.Constant"() {value = dense<[-9223372036854775808]> : tensor<1xi64>} : () -> tensor<1xi64>
  %m2 = "onnx.Constant"() {value = dense<[-2]> : tensor<1xi64>} : () -> tensor<1xi64>
  %one = "onnx.Constant"() {value = dense<[1]> : tensor<1xi64>} : () -> tensor<1xi64>
  %most = "onnx.Constant"() {value = dense<[9223372036854775807]> : tensor<1xi64>} : () -> tensor<1xi64>
  %m9 = "onnx.Constant"() {value = dense<[-9]> : tensor<1xi64>} : () -> tensor<1xi64>
  %head = "onnx.Slice"(%s, %zero, %m2, %none, %none) : (tensor<4xi64>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<?xi64>
  %q0 = "test.reify_bound"(%head) {dim = 0} : (tensor<?xi64>) -> index // = 2
  %e1 = tensor.extract %head[%c1] : tensor<?xi64>
  %i1 = arith.index_cast %e1 : i64 to index
  %q1 = "test.reify_bound"(%i1) {constant, type = "EQ"} : (index) -> index // = 3
  %tail = "onnx.Slice"(%s, %m2, %most, %zero, %one) : (tensor<4xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi64>
  %q2 = "test.reify_bound"(%tail) {dim = 0} : (tensor<?xi64>) -> index // = 2
  %e3 = tensor.extract %tail[%c0] : tensor<?xi64>
  %i3 = arith.index_cast %e3 : i64 to index
  %q3 = "test.reify_bound"(%i3) {constant, type = "EQ"} : (index) -> index // = 4
  %rev = "onnx.Slice"(%s, %m1, %least, %zero, %m1) : (tensor<4xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi64>
  %q4 = "test.reify_bound"(%rev) {dim = 0} : (tensor<?xi64>) -> index // = 4
  %e5 = tensor.extract %rev[%c1] : tensor<?xi64>
  %i5 = arith.index_cast %e5 : i64 to index
  %q5 = "test.reify_bound"(%i5) {constant, type = "EQ"} : (index) -> index // = 4
  %rev2 = "onnx.Slice"(%s, %most, %zero, %zero, %m2) : (tensor<4xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi64>
  %q6 = "test.reify_bound"(%rev2) {dim = 0} : (tensor<?xi64>) -> index // = 2
  %e7 = tensor.extract %rev2[%c1] : tensor<?xi64>
  %i7 = arith.index_cast %e7 : i64 to index
  %q7 = "test.reify_bound"(%i7) {constant, type = "EQ"} : (index) -> index // = 3
  %far = "onnx.Slice"(%s, %m9, %most, %zero, %one) : (tensor<4xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi64>
  %e8 = tensor.extract %far[%c2] : tensor<?xi64>
  %i8 = arith.index_cast %e8 : i64 to index
  %q8 = "test.reify_bound"(%i8) {constant, type = "EQ"} : (index) -> index // = 4
  %farback = "onnx.Slice"(%s, %m9, %least, %zero, %m1) : (tensor<4xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi64>
  %q9 = "test.reify_bound"(%farback) {dim = 0} : (tensor<?xi64>) -> index // = fail
  %cast = "onnx.Cast"(%rev) {to = i32} : (tensor<?xi64>) -> tensor<?xi32>
  %e10 = tensor.extract %cast[%c0] : tensor<?xi32>
  %i10 = arith.index_cast %e10 : i32 to index
  %q10 = "test.reify_bound"(%i10) {constant, type = "EQ"} : (index) -> index // = 5
  %id = "onnx.Identity"(%cast) : (tensor<?xi32>) -> tensor<?xi32>
  %e11 = tensor.extract %id[%c0] : tensor<?xi32>
  %i11 = arith.index_cast %e11 : i32 to index
  %q11 = "test.reify_bound"(%i11) {constant, type = "EQ"} : (index) -> index // = 5
  %bool = "onnx.Cast"(%s) {to = i1} : (tensor<4xi64>) -> tensor<4xi1>
  %b0 = tensor.extract %bool[%c0] : tensor<4xi1>
  %b0i = arith.index_castui %b0 : i1 to index
  %qb = "test.reify_bound"(%b0i) {constant, type = "EQ"} : (index) -> index // = 1
  // of any size, all of it
  %r = "onnx.Slice"(%open, %m1, %least, %zero, %m1) : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  %r0 = tensor.dim %r, %c0 : tensor<?xf32>
  %o0 = tensor.dim %open, %c0 : tensor<?xf32>
  "test.compare"(%r0, %o0) {cmp = "EQ"} : (index, index) -> () // = true
  %from1 = "onnx.Slice"(%open, %one, %most, %none, %none) : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<?xf32>
  %f0 = tensor.dim %from1, %c0 : tensor<?xf32>
  "test.compare"(%f0, %o0) {cmp = "LE"} : (index, index) -> () // = true
  %less = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%o0]
  "test.compare"(%less, %f0) {cmp = "LE"} : (index, index) -> () // = true
  return
}

// With an empty list of axes, some implementations drop no dimensions and others all of size 1.
func.func @squeezed(%x: tensor<1x?x1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d1 = tensor.dim %x, %c1 : tensor<1x?x1xf32>
  %none = arith.constant dense<> : tensor<0xi64>
  %same = "onnx.Squeeze"(%x, %none) : (tensor<1x?x1xf32>, tensor<0xi64>) -> tensor<?x?x?xf32>
  %0 = "test.reify_bound"(%same) {dim = 0, type = "EQ", constant} : (tensor<?x?x?xf32>) -> index // = 1
  %some = "onnx.Squeeze"(%x, %none) : (tensor<1x?x1xf32>, tensor<0xi64>) -> tensor<?xf32>
  %1 = "test.reify_bound"(%some) {dim = 0, type = "UB", constant} : (tensor<?xf32>) -> index // = fail
  %old = "onnx.SqueezeV11"(%x) {axes = []} : (tensor<1x?x1xf32>) -> tensor<?xf32>
  %2 = "test.reify_bound"(%old) {dim = 0, type = "UB", constant} : (tensor<?xf32>) -> index // = fail
  %kept = "onnx.SqueezeV11"(%x) {axes = []} : (tensor<1x?x1xf32>) -> tensor<?x?x?xf32>
  %k1 = tensor.dim %kept, %c1 : tensor<?x?x?xf32>
  "test.compare"(%k1, %d1) {cmp = "EQ"} : (index, index) -> () // = true
  return
}
