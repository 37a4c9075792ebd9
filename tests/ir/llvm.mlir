func.func @f(%x: i64) {
  %0 = nvvm.read.ptx.sreg.tid.x : i32
  %1 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> : i32
  %2 = rocdl.workitem.id.x : i32
  %3 = rocdl.workitem.id.x range <i32, 0, 64> : i64
  %4 = llvm.mlir.constant(5 : i32) : i32
  %5 = llvm.add %x, %x overflow<nsw> : i64
  %6 = llvm.sext %4 : i32 to i64
  %7 = llvm.zext %4 : i32 to i64
  %8 = llvm.mlir.undef : i64
  %9 = llvm.mul %x, %x : i64
  %10 = llvm.icmp "slt" %x, %x : i64
  %11 = llvm.select %10, %x, %x : i1, i64
  %12 = llvm.trunc %x : i64 to i32
  %13 = llvm.mlir.poison : i64
  %14 = llvm.mlir.zero : i64
  %15 = llvm.intr.smin(%x, %x) : (i64, i64) -> i64
  nvvm.barrier0
  return
}

// -----

// Special registers with ranges, and assumptions.
func.func @registers(%c: i1, %p: !llvm.ptr, %i: i64) {
  %0 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> : i32
  %1 = nvvm.read.ptx.sreg.cluster.nctaid.y range <i32, 1, 9> {key} : i32
  %2 = nvvm.read.ptx.sreg.nclusterid.z range <i32, -7, -2> : i32
  %3 = nvvm.read.ptx.sreg.lanemask.lt : i32
  %4 = nvvm.read.ptx.sreg.clock64 : i64
  %5 = "nvvm.read.ptx.sreg.smid"() <{range = #llvm.constant_range<i32, 1, -2147483648>}> : () -> i32
  %6 = rocdl.workitem.id.x range <i32, 0, 64> : i32
  %7 = rocdl.cluster.id.z : i32
  %8 = rocdl.wavefrontsize range <i32, 32, 65> : i32
  llvm.intr.assume %c : i1
  llvm.intr.assume %c ["align"(%p, %i : !llvm.ptr, i64)] : i1 {key}
  llvm.intr.assume %c ["align"(%p, %i : !llvm.ptr, i64), "nonnull"(%p : !llvm.ptr), "cold"()] : i1
  return
}
