// A product of three, of which two come to 0, is 0 however it is grouped.
#map = affine_map<()[s0] -> (s0, s0 * 2 - 1)>
module {
  func.func @f(%arg0: memref<1x4xf32>, %arg1: index, %arg2: f32) {
    affine.for %arg3 = 20 to min #map()[%arg1] {
      %0 = scf.index_switch %arg1 -> index 
      case 0 {
        scf.yield %arg3 : index
      }
      case 2 {
        scf.yield %arg3 : index
      }
      default {
        scf.yield %arg1 : index
      }
      "lab.ask"(%0) <{question = "(range (value 0))"}> : (index) -> ()
    }
    return
  }
}
