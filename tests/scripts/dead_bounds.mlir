func.func @f(%a: index, %b: index) {
  %0 = arith.cmpi ne, %b, %a : index
  scf.if %0 {
    scf.index_switch %b
      case 1 {
        scf.yield
      }
      case 2 {
        scf.for %i = %a to %a step %a {
          %3 = arith.ori %a, %b : index
          "test.use"(%3) : (index) -> ()
        }
        scf.yield
      }
      default {
      }
  }
  return
}
