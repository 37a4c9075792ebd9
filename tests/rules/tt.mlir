// tt.get_program_id tt.get_num_programs: a grid has at most 2^31 - 1 programs in each dimension
func.func @ids() {
  %id = "tt.get_program_id"() <{axis = 0 : i32}> : () -> i32
  %programs = "tt.get_num_programs"() <{axis = 1 : i32}> : () -> i32
  %a = arith.index_cast %id : i32 to index
  %b = arith.index_cast %programs : i32 to index
  %0 = "test.reify_bound"(%a) {constant, type = "LB"} : (index) -> index // = 0
  %1 = "test.reify_bound"(%a) {constant, type = "UB"} : (index) -> index // = 2147483647
  %2 = "test.reify_bound"(%b) {constant, type = "LB"} : (index) -> index // = 1
  %3 = "test.reify_bound"(%b) {constant, type = "UB"} : (index) -> index // = 2147483648
  return
}
// -----
// tt.func: an argument is a multiple of its `tt.divisibility`
"tt.func"() <{arg_attrs = [{tt.divisibility = 16 : i32}], function_type = (i32) -> (), sym_name = "f", sym_visibility = "public"}> ({
^bb0(%n: i32):
  %c16 = arith.constant 16 : i32
  %rest = arith.remsi %n, %c16 : i32
  %a = arith.index_cast %rest : i32 to index
  %0 = "test.reify_bound"(%a) {constant, type = "LB"} : (index) -> index // = 0
  %1 = "test.reify_bound"(%a) {constant, type = "UB"} : (index) -> index // = 1
  "tt.return"() : () -> ()
}) : () -> ()
