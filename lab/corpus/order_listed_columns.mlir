// What a bound is told in terms of is unfolded, too: both carried values are what comes in.
func.func @f(%from: index, %to: index, %by: index, %in: index) {
  %out:2 = scf.for %i = %from to %to step %by iter_args(%a = %in, %b = %in) -> (index, index) {
    "lab.ask"(%b, %by, %a, %i) <{question = "(open-upper (value 0) (value 1) (value 2) (value 1) (value 3) (value 2))"}> : (index, index, index, index) -> ()
    %more = arith.cmpi ugt, %a, %to : index
    "lab.ask"(%more) <{question = "(range (uint 0))"}> : (i1) -> ()
    scf.yield %b, %b : index, index
  }
  return
}
