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
  %16 = llvm.intr.uadd.sat(%x, %15) : (i64, i64) -> i64
  %17 = llvm.intr.ssub.sat(%16, %x) {note} : (i64, i64) -> i64
  %18 = llvm.intr.ctpop(%17) : (i64) -> i64
  %19 = llvm.intr.bitreverse(%18) : (i64) -> i64
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

// -----

llvm.func @f(%a: i32, %p: !llvm.ptr {llvm.noalias}) -> i32 {
  %0 = llvm.load %p : !llvm.ptr -> i32
  llvm.store %0, %p : i32, !llvm.ptr
  %1 = llvm.call @g(%a) : (i32) -> i32
  %2 = llvm.getelementptr %p[%a, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  llvm.br ^bb1(%1 : i32)
^bb1(%x: i32):
  %c = llvm.icmp "slt" %x, %a : i32
  llvm.cond_br %c, ^bb2, ^bb1(%x : i32)
^bb2:
  llvm.return %x : i32
}
llvm.func @g(i32) -> i32
llvm.func @h(...) -> !llvm.void attributes {sym_visibility = "private"}
llvm.mlir.global internal constant @s("hello") {addr_space = 0 : i32}
llvm.mlir.global external @e(42 : i64) : i64

// -----

llvm.mlir.global internal constant @s("hello") {addr_space = 0 : i32}
llvm.mlir.global external @e(42 : i64) : i64
llvm.mlir.global internal @g() : !llvm.array<10 x i32>
llvm.mlir.global private unnamed_addr constant @d(dense<[1, 2]> : tensor<2xi32>) {alignment = 4 : i64, dso_local} : !llvm.array<2 x i32>
llvm.mlir.global weak @i() {addr_space = 3 : i32} : i32 {
  %0 = llvm.mlir.constant(3 : i32) : i32
  llvm.return %0 : i32
}
llvm.func @x(%n: i64, %p: !llvm.ptr) {
  %0 = llvm.mlir.addressof @s : !llvm.ptr
  %1 = llvm.alloca %n x i32 {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %2 = llvm.getelementptr inbounds %1[%n] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %3 = llvm.getelementptr inbounds|nuw %0[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<5 x i8>
  %4 = llvm.or disjoint %n, %n : i64
  %5 = llvm.udiv exact %n, %n : i64
  %6 = llvm.zext nneg %n : i64 to i128
  %7 = llvm.freeze %n : i64
  %8 = llvm.load volatile %2 {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.store %8, %2 {alignment = 4 : i64} : i32, !llvm.ptr
  %10 = llvm.sitofp %n : i64 to f32
  llvm.call @y() : () -> ()
  llvm.return
}
llvm.func @y()

// -----

llvm.func @a()
llvm.func internal @b(%a: i32, %p: !llvm.ptr {llvm.noalias}) -> (i32 {llvm.noundef}) attributes {gpu.known_block_size = array<i32: 4, 1, 1>} {
  llvm.return %a : i32
}
llvm.func @c(i32, ...) -> !llvm.struct<(i32, ptr)>
llvm.func fastcc @d(%a: vector<4xf32>, %f: f32) -> vector<4xf32> attributes {dso_local} {
  llvm.return %a : vector<4xf32>
}
llvm.func local_unnamed_addr @e(!llvm.array<4 x i8>) -> !llvm.ptr<3>
llvm.func linkonce_odr hidden unnamed_addr @f(%a: i64) {
  llvm.unreachable
}

// -----

llvm.func @f(i32) -> i32
llvm.func @vararg(i32, ...) -> i32
llvm.func @indirect(%p: !llvm.ptr, %x: i32) -> i32 {
  %0 = llvm.call %p(%x) : !llvm.ptr, (i32) -> i32
  %1 = llvm.call @f(%x) : (i32) -> i32
  %2 = llvm.call @vararg(%x, %x) vararg(!llvm.func<i32 (i32, ...)>) : (i32, i32) -> i32
  %3 = llvm.call tail @f(%x) {fastmathFlags = #llvm.fastmath<fast>} : (i32) -> i32
  llvm.call %p(%x) : !llvm.ptr, (i32) -> ()
  %4 = llvm.call %p(%x, %x) vararg(!llvm.func<i32 (i32, ...)>) : !llvm.ptr, (i32, i32) -> i32
  %5 = llvm.call @f(%x) ["tag"(%x : i32)] : (i32) -> i32
  %6 = llvm.call fastcc @f(%x) : (i32) -> i32
  %7 = llvm.call @f(%x) ["tag"(%x : i32), "u"()] {no_unwind}: (i32 {llvm.noundef}) -> (i32 {llvm.zeroext})
  llvm.return %0 : i32
}
// What kernels are lowered to: descriptors of memrefs, lanes, barriers.
func.func @kernels(%v: vector<4xf32>, %i: i32, %f: f32, %p: !llvm.ptr, %b: i1) {
  %0 = llvm.extractelement %v[%i : i32] : vector<4xf32>
  %1 = llvm.insertelement %f, %v[%i : i32] {x} : vector<4xf32>
  %2 = llvm.fcmp "olt" %f, %f : f32
  %3 = llvm.fcmp "_true" %f, %f {fastmathFlags = #llvm.fastmath<nnan>} : f32
  %4 = llvm.intr.exp(%f) : (f32) -> f32
  %5 = llvm.intr.exp(%f) {fastmathFlags = #llvm.fastmath<contract>} : (f32) -> f32
  %6 = llvm.intr.fma(%f, %f, %f) : (f32, f32, f32) -> f32
  %7 = llvm.intr.maxnum(%f, %f) : (f32, f32) -> f32
  %8 = nvvm.shfl.sync bfly %i, %f, %i, %i : f32 -> f32
  nvvm.bar.warp.sync %i : i32
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  %u = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
  %c = llvm.mlir.constant(4 : index) : i64
  %w = llvm.insertvalue %c, %u[3, 0] {y} : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
  %x = llvm.extractvalue %w[3] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
  %y = llvm.extractvalue %w[0] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
  %s = llvm.mlir.undef : !llvm.struct<packed (i8, struct<"a(b", (i32, vector<4xf32>)>)>
  %t = llvm.extractvalue %s[1, 1] : !llvm.struct<packed (i8, struct<"a(b", (i32, vector<4xf32>)>)>
  llvm.store %x, %p : !llvm.array<3 x i64>, !llvm.ptr
  %r0 = rocdl.ballot %b : i64
  %r1 = rocdl.readlane %f, %i : (f32, i32) -> f32
  %r2 = rocdl.readfirstlane %f : f32
  %r3 = rocdl.ds_bpermute %i, %i : (i32, i32) -> i32
  rocdl.s.waitcnt 49279
  rocdl.sched.barrier 0
  rocdl.s.setprio 1
  return
}
llvm.func @scales(%n: i64) -> i64 vscale_range(1, 16) attributes {nvvm.kernel} {
  llvm.return %n : i64
}
llvm.func @switches(%a: i32, %b: i64) -> i32 {
  %0 = llvm.intr.fshl(%a, %a, %a) : (i32, i32, i32) -> i32
  %1 = llvm.intr.sshl.sat(%a, %0) : (i32, i32) -> i32
  %2 = llvm.intr.expect %1, %a : i32
  llvm.switch %2 : i32, ^bb1(%b : i64) [
  ]
^bb1(%x: i64):
  llvm.switch %x : i64, ^bb2(%a : i32) [
    0: ^bb2(%2 : i32),
    4294967296: ^bb3
  ] {branch_weights = array<i32: 1, 2, 3>}
^bb2(%y: i32):
  llvm.return %y : i32
^bb3:
  llvm.return %a : i32
}
