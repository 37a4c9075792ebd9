// calipers: --rules loop_lists.rules
func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %fits = "my.repeat"(%c0) ({
  ^bb0(%i: index, %a: index):
    %b = arith.addi %a, %c1 : index
    "my.yield"(%b) : (index) -> ()
  }) : (index) -> index
  %surplus = "my.repeat"(%c0) ({
  ^bb0(%j: index, %c: index):
    %d = arith.addi %c, %c1 : index
    "my.yield"(%c0, %d) : (index, index) -> ()
  }) : (index) -> index
  %more = "my.repeat"(%c0) ({
  ^bb0(%k: index, %e: index, %g: index):
    "my.yield"(%c0) : (index) -> ()
  }) : (index) -> index
  return
}
