// No block of a launch that an NVIDIA device takes is deeper than 64 threads.
module {
  func.func @f(%z: index) {
    %c1 = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %z) {
      %0 = nvvm.read.ptx.sreg.ntid.z : i32
      "lab.ask"(%0) <{question = "(range (value 0))"}> : (i32) -> ()
      "lab.ask"(%z) <{question = "(range (value 0))"}> : (index) -> ()
      gpu.terminator
    }
    return
  }
}
