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
