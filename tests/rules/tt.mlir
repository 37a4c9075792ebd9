// tt.get_program_id tt.get_num_programs: a grid has at most 2^31 - 1 programs in each dimension (what a tt.func says of its arguments:
// tests/scripts/triton.cal)
func.func @ids() {
  %id = tt.get_program_id x : i32
  %programs = tt.get_num_programs y : i32
  %a = arith.index_cast %id : i32 to index
  %b = arith.index_cast %programs : i32 to index
  %0 = "test.reify_bound"(%a) {constant, type = "LB"} : (index) -> index // = 0
  %1 = "test.reify_bound"(%a) {constant, type = "UB"} : (index) -> index // = 2147483647
  %2 = "test.reify_bound"(%b) {constant, type = "LB"} : (index) -> index // = 1
  %3 = "test.reify_bound"(%b) {constant, type = "UB"} : (index) -> index // = 2147483648
  return
}
