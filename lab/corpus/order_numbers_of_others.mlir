// A loop hands on a number, which other terms of the function are found to be, too: they say nothing of the loop.
func.func @f(%a: index, %n: index) {
  %false = arith.constant false
  scf.if %false {
    %id = nvvm.read.ptx.sreg.cluster.ctaid.x : i32
    %sum, %overflow = arith.addui_extended %id, %id : i32, i1
    "lab.ask"(%overflow) {question = "(!= (uint 0) 17)"} : (i1) -> ()
  } else {
    %to = arith.constant -1 : index
    %last = scf.for %i = %n to %to step %a iter_args(%v = %n) -> (index) {
      "lab.ask"(%v) {question = "(range (value 0))"} : (index) -> ()
      %zero = arith.constant 0 : index
      scf.yield %zero : index
    }
  }
  return
}
