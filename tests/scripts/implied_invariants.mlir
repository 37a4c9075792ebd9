// Loops whose values do not change: each has an equality, and inequalities that it implies.
func.func @f(%n: index, %s: index, %t: tensor<1xf32>) {
  %c = arith.cmpi ule, %s, %s : index
  %1:3 = scf.while (%w = %n, %x = %s, %u = %t) : (index, index, tensor<1xf32>) -> (index, index, tensor<1xf32>) {
    %2 = scf.for %i = %n to %n step %n iter_args(%z = %n) -> (index) {
      scf.yield %n : index
    }
    %3 = scf.if %c -> (index) {
      %c7 = arith.constant 7 : index
      %5:3 = scf.for %j = %n to %c7 step %s iter_args(%p = %n, %q = %w, %r = %s) -> (index, index, index) {
        "test.mark"(%q) : (index) -> ()
        %6 = arith.subi %q, %s : index
        scf.yield %s, %6, %s : index, index, index
      }
      scf.yield %s : index
    } else {
      scf.yield %s : index
    }
    %4 = arith.cmpi slt, %n, %2 : index
    %c-8 = arith.constant -8 : index
    scf.condition(%4) %c-8, %n, %t : index, index, tensor<1xf32>
  } do {
  ^bb0(%a: index, %b: index, %d: tensor<1xf32>):
    scf.yield %a, %s, %t : index, index, tensor<1xf32>
  }
  return
}
