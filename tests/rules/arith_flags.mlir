// nsw and nuw: what an op that has executed says of its operands.
func.func @flags(%a: i32, %b: i32, %c: i8) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i8
  %c3 = arith.constant 3 : i32
  %ai = arith.index_cast %a : i32 to index
  %bi = arith.index_cast %b : i32 to index

  // addi, subi, muli, shli: without flags they may wrap
  %wrapped = arith.addi %a, %c1 : i32
  %w = arith.index_cast %wrapped : i32 to index
  "test.compare"(%w, %ai) {cmp = "GT"} : (index, index) -> () // = fail
  %next = arith.addi %a, %c1 overflow<nsw> : i32
  %n = arith.index_cast %next : i32 to index
  "test.compare"(%n, %ai) {cmp = "GT"} : (index, index) -> () // = true
  %less = arith.subi %a, %c1 overflow<nsw> : i32
  %l = arith.index_cast %less : i32 to index
  "test.compare"(%l, %ai) {cmp = "LT"} : (index, index) -> () // = true
  %threefold = arith.muli %b, %c3 overflow<nsw> : i32
  %t = arith.index_cast %threefold : i32 to index
  %0 = "test.reify_bound"(%bi) {constant, type = "UB"} : (index) -> index // = 715827883
  %1 = "test.reify_bound"(%t) {constant, type = "UB"} : (index) -> index // = 2147483647
  %shifted = arith.shli %c, %c2 overflow<nsw> : i8
  %ci = arith.index_cast %c : i8 to index
  %2 = "test.reify_bound"(%ci) {constant, type = "UB"} : (index) -> index // = 32
  %3 = "test.reify_bound"(%ci) {constant, type = "LB"} : (index) -> index // = -32
  return
}
func.func @unsigned(%a: i32, %b: i32, %c: i8) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i8
  %c3 = arith.constant 3 : i32
  %au = arith.index_castui %a : i32 to index
  %bu = arith.index_castui %b : i32 to index
  %next = arith.addi %a, %c1 overflow<nuw> : i32
  %n = arith.index_castui %next : i32 to index
  "test.compare"(%n, %au) {cmp = "GT"} : (index, index) -> () // = true
  %less = arith.subi %b, %a overflow<nuw> : i32
  "test.compare"(%au, %bu) {cmp = "LE"} : (index, index) -> () // = true
  %threefold = arith.muli %b, %c3 overflow<nuw> : i32
  %0 = "test.reify_bound"(%bu) {constant, type = "UB"} : (index) -> index // = 1431655766
  %both = arith.addi %next, %c1 overflow<nsw, nuw> : i32
  %bo = arith.index_castui %both : i32 to index
  "test.compare"(%bo, %n) {cmp = "GT"} : (index, index) -> () // = true
  %shifted = arith.shli %c, %c2 overflow<nuw> : i8
  %cu = arith.index_castui %c : i8 to index
  %1 = "test.reify_bound"(%cu) {constant, type = "UB"} : (index) -> index // = 64
  return
}
// On index values, whose arithmetic does not overflow as signed.
func.func @index_operands(%a: index, %b: index, %c: index, %d: index, %e: index, %f: index, %g: index) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %product = arith.muli %a, %c7 overflow<nuw> : index
  "test.compare"(%a, %c0) {cmp = "GE"} : (index, index) -> () // = true
  %difference = arith.subi %c7, %e overflow<nuw> : index
  "test.compare"(%e, %c0) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%e, %c7) {cmp = "LE"} : (index, index) -> () // = true
  %shifted = arith.shli %f, %c7 overflow<nuw> : index
  "test.compare"(%f, %c0) {cmp = "GE"} : (index, index) -> () // = true
  // -1 has no successor as an unsigned number, and other negative numbers have.
  %next = arith.addi %g, %c7 overflow<nuw> : index
  "test.compare"(%g, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  return
}

// A product or a shifted value that does not overflow bounds what it was computed from.
func.func @results_of_64_bits(%a: index, %b: index) {
  %c8 = arith.constant 8 : index
  %quotient = arith.constant 1152921504606846976 : index
  %product = arith.muli %a, %c8 overflow<nsw> : index
  "test.compare"(%a, %quotient) {cmp = "LT"} : (index, index) -> () // = true
  %shifted = arith.shli %b, %c8 overflow<nsw> : index
  "test.compare"(%b, %quotient) {cmp = "LT"} : (index, index) -> () // = true
  return
}
// trunci: the value fits. divsi, divui, shrsi, shrui: nothing is left over.
func.func @fitting(%a: i32, %b: i32) {
  %signed = arith.trunci %a overflow<nsw> : i32 to i8
  %ai = arith.index_cast %a : i32 to index
  %si = arith.index_cast %signed : i8 to index
  "test.compare"(%si, %ai) {cmp = "EQ"} : (index, index) -> () // = true
  %0 = "test.reify_bound"(%ai) {constant, type = "UB"} : (index) -> index // = 128
  %unsigned = arith.trunci %b overflow<nuw> : i32 to i8
  %bi = arith.index_castui %b : i32 to index
  %ui = arith.index_castui %unsigned : i8 to index
  "test.compare"(%ui, %bi) {cmp = "EQ"} : (index, index) -> () // = true
  %1 = "test.reify_bound"(%bi) {constant, type = "UB"} : (index) -> index // = 256
  return
}
func.func @exact(%a: i32, %b: i32, %c: i32, %d: i32) {
  %c3 = arith.constant 3 : i32
  %ai = arith.index_cast %a : i32 to index
  %bi = arith.index_castui %b : i32 to index
  %ci = arith.index_cast %c : i32 to index
  %di = arith.index_castui %d : i32 to index
  %third = arith.divsi %a, %c3 exact : i32
  %thirdi = arith.index_cast %third : i32 to index
  %0 = affine.apply affine_map<()[s0] -> (s0 * 3)>()[%thirdi]
  "test.compare"(%0, %ai) {cmp = "EQ"} : (index, index) -> () // = true
  %thirdu = arith.divui %b, %c3 exact : i32
  %thirdui = arith.index_castui %thirdu : i32 to index
  %1 = affine.apply affine_map<()[s0] -> (s0 * 3)>()[%thirdui]
  "test.compare"(%1, %bi) {cmp = "EQ"} : (index, index) -> () // = true
  %eighth = arith.shrsi %c, %c3 exact : i32
  %2 = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%ci]
  %3 = "test.reify_bound"(%2) {constant, type = "UB"} : (index) -> index // = 1
  %eighthu = arith.shrui %d, %c3 exact : i32
  %4 = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%di]
  %5 = "test.reify_bound"(%4) {constant, type = "UB"} : (index) -> index // = 1
  return
}
