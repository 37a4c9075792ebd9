// Comments stand at the lines of this text, whatever the locations say.
func.func @kernel(%Q: memref<?x64xf16>, %pid: index) {
  %c0 = arith.constant 0 : index loc("kernel.py":9:4)
  %c128 = arith.constant 128 : index loc("kernel.py":1:4)
  %S = memref.dim %Q, %c0 : memref<?x64xf16> loc("kernel.py":300:4)
  %qs = arith.muli %pid, %c128 : index
  %qe0 = arith.addi %qs, %c128 : index
  %qe = arith.minui %qe0, %S : index
  %qn = arith.subi %qe, %qs : index
  %ok = arith.cmpi ult, %qs, %S : index
  scf.if %ok {
    // The least size is 0, whatever is known of the greatest one.
    %q = memref.subview %Q[%qs, 0] [%qn, 64] [1, 1] : memref<?x64xf16> to memref<?x64xf16, strided<[64, 1], offset: ?>> loc("other.py":2:1)
  } loc("kernel.py":4:4)
  return
}
