// Every register may have a range.
func.func @nvvm_ranges() {
  %r0 = nvvm.read.ptx.sreg.laneid range <i32, 3, 7> : i32
  %i0 = arith.index_castui %r0 : i32 to index
  %r1 = nvvm.read.ptx.sreg.warpid range <i32, 3, 7> : i32
  %i1 = arith.index_castui %r1 : i32 to index
  %r2 = nvvm.read.ptx.sreg.nwarpid range <i32, 3, 7> : i32
  %i2 = arith.index_castui %r2 : i32 to index
  %r3 = nvvm.read.ptx.sreg.warpsize range <i32, 3, 7> : i32
  %i3 = arith.index_castui %r3 : i32 to index
  %r4 = nvvm.read.ptx.sreg.smid range <i32, 3, 7> : i32
  %i4 = arith.index_castui %r4 : i32 to index
  %r5 = nvvm.read.ptx.sreg.nsmid range <i32, 3, 7> : i32
  %i5 = arith.index_castui %r5 : i32 to index
  %r6 = nvvm.read.ptx.sreg.gridid range <i32, 3, 7> : i32
  %i6 = arith.index_castui %r6 : i32 to index
  %r7 = nvvm.read.ptx.sreg.tid.x range <i32, 3, 7> : i32
  %i7 = arith.index_castui %r7 : i32 to index
  %r8 = nvvm.read.ptx.sreg.tid.y range <i32, 3, 7> : i32
  %i8 = arith.index_castui %r8 : i32 to index
  %r9 = nvvm.read.ptx.sreg.tid.z range <i32, 3, 7> : i32
  %i9 = arith.index_castui %r9 : i32 to index
  %r10 = nvvm.read.ptx.sreg.ntid.x range <i32, 3, 7> : i32
  %i10 = arith.index_castui %r10 : i32 to index
  %r11 = nvvm.read.ptx.sreg.ntid.y range <i32, 3, 7> : i32
  %i11 = arith.index_castui %r11 : i32 to index
  %r12 = nvvm.read.ptx.sreg.ntid.z range <i32, 3, 7> : i32
  %i12 = arith.index_castui %r12 : i32 to index
  %r13 = nvvm.read.ptx.sreg.ctaid.x range <i32, 3, 7> : i32
  %i13 = arith.index_castui %r13 : i32 to index
  %r14 = nvvm.read.ptx.sreg.ctaid.y range <i32, 3, 7> : i32
  %i14 = arith.index_castui %r14 : i32 to index
  %r15 = nvvm.read.ptx.sreg.ctaid.z range <i32, 3, 7> : i32
  %i15 = arith.index_castui %r15 : i32 to index
  %r16 = nvvm.read.ptx.sreg.nctaid.x range <i32, 3, 7> : i32
  %i16 = arith.index_castui %r16 : i32 to index
  %r17 = nvvm.read.ptx.sreg.nctaid.y range <i32, 3, 7> : i32
  %i17 = arith.index_castui %r17 : i32 to index
  %r18 = nvvm.read.ptx.sreg.nctaid.z range <i32, 3, 7> : i32
  %i18 = arith.index_castui %r18 : i32 to index
  %r19 = nvvm.read.ptx.sreg.clusterid.x range <i32, 3, 7> : i32
  %i19 = arith.index_castui %r19 : i32 to index
  %r20 = nvvm.read.ptx.sreg.clusterid.y range <i32, 3, 7> : i32
  %i20 = arith.index_castui %r20 : i32 to index
  %r21 = nvvm.read.ptx.sreg.clusterid.z range <i32, 3, 7> : i32
  %i21 = arith.index_castui %r21 : i32 to index
  %r22 = nvvm.read.ptx.sreg.nclusterid.x range <i32, 3, 7> : i32
  %i22 = arith.index_castui %r22 : i32 to index
  %r23 = nvvm.read.ptx.sreg.nclusterid.y range <i32, 3, 7> : i32
  %i23 = arith.index_castui %r23 : i32 to index
  %r24 = nvvm.read.ptx.sreg.nclusterid.z range <i32, 3, 7> : i32
  %i24 = arith.index_castui %r24 : i32 to index
  %r25 = nvvm.read.ptx.sreg.cluster.ctaid.x range <i32, 3, 7> : i32
  %i25 = arith.index_castui %r25 : i32 to index
  %r26 = nvvm.read.ptx.sreg.cluster.ctaid.y range <i32, 3, 7> : i32
  %i26 = arith.index_castui %r26 : i32 to index
  %r27 = nvvm.read.ptx.sreg.cluster.ctaid.z range <i32, 3, 7> : i32
  %i27 = arith.index_castui %r27 : i32 to index
  %r28 = nvvm.read.ptx.sreg.cluster.nctaid.x range <i32, 3, 7> : i32
  %i28 = arith.index_castui %r28 : i32 to index
  %r29 = nvvm.read.ptx.sreg.cluster.nctaid.y range <i32, 3, 7> : i32
  %i29 = arith.index_castui %r29 : i32 to index
  %r30 = nvvm.read.ptx.sreg.cluster.nctaid.z range <i32, 3, 7> : i32
  %i30 = arith.index_castui %r30 : i32 to index
  %r31 = nvvm.read.ptx.sreg.cluster.ctarank range <i32, 3, 7> : i32
  %i31 = arith.index_castui %r31 : i32 to index
  %r32 = nvvm.read.ptx.sreg.cluster.nctarank range <i32, 3, 7> : i32
  %i32 = arith.index_castui %r32 : i32 to index
  %0 = "test.reify_bound"(%i0) {constant, type = "UB"} : (index) -> index // = 7
  %1 = "test.reify_bound"(%i1) {constant, type = "UB"} : (index) -> index // = 7
  %2 = "test.reify_bound"(%i2) {constant, type = "UB"} : (index) -> index // = 7
  %3 = "test.reify_bound"(%i4) {constant, type = "UB"} : (index) -> index // = 7
  %4 = "test.reify_bound"(%i5) {constant, type = "UB"} : (index) -> index // = 7
  %5 = "test.reify_bound"(%i6) {constant, type = "UB"} : (index) -> index // = 7
  %6 = "test.reify_bound"(%i7) {constant, type = "UB"} : (index) -> index // = 6
  %7 = "test.reify_bound"(%i8) {constant, type = "UB"} : (index) -> index // = 6
  %8 = "test.reify_bound"(%i9) {constant, type = "UB"} : (index) -> index // = 6
  %9 = "test.reify_bound"(%i10) {constant, type = "UB"} : (index) -> index // = 7
  %10 = "test.reify_bound"(%i11) {constant, type = "UB"} : (index) -> index // = 7
  %11 = "test.reify_bound"(%i12) {constant, type = "UB"} : (index) -> index // = 7
  %12 = "test.reify_bound"(%i13) {constant, type = "UB"} : (index) -> index // = 6
  %13 = "test.reify_bound"(%i14) {constant, type = "UB"} : (index) -> index // = 6
  %14 = "test.reify_bound"(%i15) {constant, type = "UB"} : (index) -> index // = 6
  %15 = "test.reify_bound"(%i16) {constant, type = "UB"} : (index) -> index // = 7
  %16 = "test.reify_bound"(%i17) {constant, type = "UB"} : (index) -> index // = 7
  %17 = "test.reify_bound"(%i18) {constant, type = "UB"} : (index) -> index // = 7
  %18 = "test.reify_bound"(%i19) {constant, type = "UB"} : (index) -> index // = 7
  %19 = "test.reify_bound"(%i20) {constant, type = "UB"} : (index) -> index // = 7
  %20 = "test.reify_bound"(%i21) {constant, type = "UB"} : (index) -> index // = 7
  %21 = "test.reify_bound"(%i22) {constant, type = "UB"} : (index) -> index // = 7
  %22 = "test.reify_bound"(%i23) {constant, type = "UB"} : (index) -> index // = 7
  %23 = "test.reify_bound"(%i24) {constant, type = "UB"} : (index) -> index // = 7
  %24 = "test.reify_bound"(%i25) {constant, type = "UB"} : (index) -> index // = 7
  %25 = "test.reify_bound"(%i26) {constant, type = "UB"} : (index) -> index // = 7
  %26 = "test.reify_bound"(%i27) {constant, type = "UB"} : (index) -> index // = 7
  %27 = "test.reify_bound"(%i28) {constant, type = "UB"} : (index) -> index // = 7
  %28 = "test.reify_bound"(%i29) {constant, type = "UB"} : (index) -> index // = 7
  %29 = "test.reify_bound"(%i30) {constant, type = "UB"} : (index) -> index // = 7
  %30 = "test.reify_bound"(%i31) {constant, type = "UB"} : (index) -> index // = 7
  %31 = "test.reify_bound"(%i32) {constant, type = "UB"} : (index) -> index // = 7
  return
}

func.func @rocdl_ranges() {
  %r0 = rocdl.workitem.id.x range <i32, 3, 7> : i32
  %i0 = arith.index_castui %r0 : i32 to index
  %r1 = rocdl.workitem.id.y range <i32, 3, 7> : i32
  %i1 = arith.index_castui %r1 : i32 to index
  %r2 = rocdl.workitem.id.z range <i32, 3, 7> : i32
  %i2 = arith.index_castui %r2 : i32 to index
  %r3 = rocdl.workgroup.id.x range <i32, 3, 7> : i32
  %i3 = arith.index_castui %r3 : i32 to index
  %r4 = rocdl.workgroup.id.y range <i32, 3, 7> : i32
  %i4 = arith.index_castui %r4 : i32 to index
  %r5 = rocdl.workgroup.id.z range <i32, 3, 7> : i32
  %i5 = arith.index_castui %r5 : i32 to index
  %r6 = rocdl.workgroup.dim.x range <i32, 3, 7> : i32
  %i6 = arith.index_castui %r6 : i32 to index
  %r7 = rocdl.workgroup.dim.y range <i32, 3, 7> : i32
  %i7 = arith.index_castui %r7 : i32 to index
  %r8 = rocdl.workgroup.dim.z range <i32, 3, 7> : i32
  %i8 = arith.index_castui %r8 : i32 to index
  %r9 = rocdl.grid.dim.x range <i32, 3, 7> : i32
  %i9 = arith.index_castui %r9 : i32 to index
  %r10 = rocdl.grid.dim.y range <i32, 3, 7> : i32
  %i10 = arith.index_castui %r10 : i32 to index
  %r11 = rocdl.grid.dim.z range <i32, 3, 7> : i32
  %i11 = arith.index_castui %r11 : i32 to index
  %r12 = rocdl.cluster.id.x range <i32, 3, 7> : i32
  %i12 = arith.index_castui %r12 : i32 to index
  %r13 = rocdl.cluster.id.y range <i32, 3, 7> : i32
  %i13 = arith.index_castui %r13 : i32 to index
  %r14 = rocdl.cluster.id.z range <i32, 3, 7> : i32
  %i14 = arith.index_castui %r14 : i32 to index
  %r15 = rocdl.wavefrontsize range <i32, 3, 7> : i32
  %i15 = arith.index_castui %r15 : i32 to index
  %0 = "test.reify_bound"(%i0) {constant, type = "UB"} : (index) -> index // = 6
  %1 = "test.reify_bound"(%i1) {constant, type = "UB"} : (index) -> index // = 6
  %2 = "test.reify_bound"(%i2) {constant, type = "UB"} : (index) -> index // = 6
  %3 = "test.reify_bound"(%i3) {constant, type = "UB"} : (index) -> index // = 6
  %4 = "test.reify_bound"(%i4) {constant, type = "UB"} : (index) -> index // = 6
  %5 = "test.reify_bound"(%i5) {constant, type = "UB"} : (index) -> index // = 6
  %6 = "test.reify_bound"(%i6) {constant, type = "UB"} : (index) -> index // = 7
  %7 = "test.reify_bound"(%i7) {constant, type = "UB"} : (index) -> index // = 7
  %8 = "test.reify_bound"(%i8) {constant, type = "UB"} : (index) -> index // = 7
  %9 = "test.reify_bound"(%i9) {constant, type = "UB"} : (index) -> index // = 7
  %10 = "test.reify_bound"(%i10) {constant, type = "UB"} : (index) -> index // = 7
  %11 = "test.reify_bound"(%i11) {constant, type = "UB"} : (index) -> index // = 7
  %12 = "test.reify_bound"(%i12) {constant, type = "UB"} : (index) -> index // = 7
  %13 = "test.reify_bound"(%i13) {constant, type = "UB"} : (index) -> index // = 7
  %14 = "test.reify_bound"(%i14) {constant, type = "UB"} : (index) -> index // = 7
  return
}

// Without a range there are the limits of the target.
func.func @nvvm_limits() {
  %r0 = nvvm.read.ptx.sreg.tid.x : i32
  %i0 = arith.index_castui %r0 : i32 to index
  %r1 = nvvm.read.ptx.sreg.tid.y : i32
  %i1 = arith.index_castui %r1 : i32 to index
  %r2 = nvvm.read.ptx.sreg.tid.z : i32
  %i2 = arith.index_castui %r2 : i32 to index
  %r3 = nvvm.read.ptx.sreg.ntid.x : i32
  %i3 = arith.index_castui %r3 : i32 to index
  %r4 = nvvm.read.ptx.sreg.ntid.y : i32
  %i4 = arith.index_castui %r4 : i32 to index
  %r5 = nvvm.read.ptx.sreg.ntid.z : i32
  %i5 = arith.index_castui %r5 : i32 to index
  %r6 = nvvm.read.ptx.sreg.ctaid.x : i32
  %i6 = arith.index_castui %r6 : i32 to index
  %r7 = nvvm.read.ptx.sreg.ctaid.y : i32
  %i7 = arith.index_castui %r7 : i32 to index
  %r8 = nvvm.read.ptx.sreg.ctaid.z : i32
  %i8 = arith.index_castui %r8 : i32 to index
  %r9 = nvvm.read.ptx.sreg.nctaid.x : i32
  %i9 = arith.index_castui %r9 : i32 to index
  %r10 = nvvm.read.ptx.sreg.nctaid.y : i32
  %i10 = arith.index_castui %r10 : i32 to index
  %r11 = nvvm.read.ptx.sreg.nctaid.z : i32
  %i11 = arith.index_castui %r11 : i32 to index
  %0 = "test.reify_bound"(%i0) {constant, type = "UB"} : (index) -> index // = 1024
  %1 = "test.reify_bound"(%i1) {constant, type = "UB"} : (index) -> index // = 1024
  %2 = "test.reify_bound"(%i2) {constant, type = "UB"} : (index) -> index // = 64
  %3 = "test.reify_bound"(%i3) {constant, type = "UB"} : (index) -> index // = 1025
  %4 = "test.reify_bound"(%i4) {constant, type = "UB"} : (index) -> index // = 1025
  %5 = "test.reify_bound"(%i5) {constant, type = "UB"} : (index) -> index // = 65
  %6 = "test.reify_bound"(%i6) {constant, type = "UB"} : (index) -> index // = 2147483647
  %7 = "test.reify_bound"(%i7) {constant, type = "UB"} : (index) -> index // = 65535
  %8 = "test.reify_bound"(%i8) {constant, type = "UB"} : (index) -> index // = 65535
  %9 = "test.reify_bound"(%i9) {constant, type = "UB"} : (index) -> index // = 2147483648
  %10 = "test.reify_bound"(%i10) {constant, type = "UB"} : (index) -> index // = 65536
  %11 = "test.reify_bound"(%i11) {constant, type = "UB"} : (index) -> index // = 65536
  return
}

func.func @rocdl_limits() {
  %r0 = rocdl.workgroup.dim.x : i32
  %i0 = arith.index_castui %r0 : i32 to index
  %r1 = rocdl.workgroup.dim.y : i32
  %i1 = arith.index_castui %r1 : i32 to index
  %r2 = rocdl.workgroup.dim.z : i32
  %i2 = arith.index_castui %r2 : i32 to index
  %r3 = rocdl.workitem.id.x : i32
  %i3 = arith.index_castui %r3 : i32 to index
  %r4 = rocdl.workitem.id.y : i32
  %i4 = arith.index_castui %r4 : i32 to index
  %r5 = rocdl.workitem.id.z : i32
  %i5 = arith.index_castui %r5 : i32 to index
  %0 = "test.reify_bound"(%i0) {constant, type = "UB"} : (index) -> index // = 1025
  %1 = "test.reify_bound"(%i1) {constant, type = "UB"} : (index) -> index // = 1025
  %2 = "test.reify_bound"(%i2) {constant, type = "UB"} : (index) -> index // = 1025
  %3 = "test.reify_bound"(%i3) {constant, type = "UB"} : (index) -> index // = 1024
  %4 = "test.reify_bound"(%i4) {constant, type = "UB"} : (index) -> index // = 1024
  %5 = "test.reify_bound"(%i5) {constant, type = "UB"} : (index) -> index // = 1024
  return
}

// And what the function around says of its blocks and its grid.
func.func @nvvm_known() attributes {gpu.known_block_size = array<i32: 8, 4, 2>, gpu.known_grid_size = array<i32: 10, 20, 30>} {
  %r0 = nvvm.read.ptx.sreg.ntid.x : i32
  %i0 = arith.index_castui %r0 : i32 to index
  %r1 = nvvm.read.ptx.sreg.ntid.y : i32
  %i1 = arith.index_castui %r1 : i32 to index
  %r2 = nvvm.read.ptx.sreg.ntid.z : i32
  %i2 = arith.index_castui %r2 : i32 to index
  %r3 = nvvm.read.ptx.sreg.nctaid.x : i32
  %i3 = arith.index_castui %r3 : i32 to index
  %r4 = nvvm.read.ptx.sreg.nctaid.y : i32
  %i4 = arith.index_castui %r4 : i32 to index
  %r5 = nvvm.read.ptx.sreg.nctaid.z : i32
  %i5 = arith.index_castui %r5 : i32 to index
  %r6 = nvvm.read.ptx.sreg.tid.x : i32
  %i6 = arith.index_castui %r6 : i32 to index
  %r7 = nvvm.read.ptx.sreg.tid.y : i32
  %i7 = arith.index_castui %r7 : i32 to index
  %r8 = nvvm.read.ptx.sreg.tid.z : i32
  %i8 = arith.index_castui %r8 : i32 to index
  %r9 = nvvm.read.ptx.sreg.ctaid.x : i32
  %i9 = arith.index_castui %r9 : i32 to index
  %r10 = nvvm.read.ptx.sreg.ctaid.y : i32
  %i10 = arith.index_castui %r10 : i32 to index
  %r11 = nvvm.read.ptx.sreg.ctaid.z : i32
  %i11 = arith.index_castui %r11 : i32 to index
  %0 = "test.reify_bound"(%i0) {constant} : (index) -> index // = 8
  %1 = "test.reify_bound"(%i1) {constant} : (index) -> index // = 4
  %2 = "test.reify_bound"(%i2) {constant} : (index) -> index // = 2
  %3 = "test.reify_bound"(%i3) {constant} : (index) -> index // = 10
  %4 = "test.reify_bound"(%i4) {constant} : (index) -> index // = 20
  %5 = "test.reify_bound"(%i5) {constant} : (index) -> index // = 30
  %6 = "test.reify_bound"(%i6) {constant, type = "UB"} : (index) -> index // = 8
  %7 = "test.reify_bound"(%i7) {constant, type = "UB"} : (index) -> index // = 4
  %8 = "test.reify_bound"(%i8) {constant, type = "UB"} : (index) -> index // = 2
  %9 = "test.reify_bound"(%i9) {constant, type = "UB"} : (index) -> index // = 10
  %10 = "test.reify_bound"(%i10) {constant, type = "UB"} : (index) -> index // = 20
  %11 = "test.reify_bound"(%i11) {constant, type = "UB"} : (index) -> index // = 30
  return
}

func.func @rocdl_known() attributes {gpu.known_block_size = array<i32: 8, 4, 2>, gpu.known_grid_size = array<i32: 10, 20, 30>} {
  %r0 = rocdl.workgroup.dim.x : i32
  %i0 = arith.index_castui %r0 : i32 to index
  %r1 = rocdl.workgroup.dim.y : i32
  %i1 = arith.index_castui %r1 : i32 to index
  %r2 = rocdl.workgroup.dim.z : i32
  %i2 = arith.index_castui %r2 : i32 to index
  %r3 = rocdl.grid.dim.x : i32
  %i3 = arith.index_castui %r3 : i32 to index
  %r4 = rocdl.grid.dim.y : i32
  %i4 = arith.index_castui %r4 : i32 to index
  %r5 = rocdl.grid.dim.z : i32
  %i5 = arith.index_castui %r5 : i32 to index
  %r6 = rocdl.workitem.id.x : i32
  %i6 = arith.index_castui %r6 : i32 to index
  %r7 = rocdl.workitem.id.y : i32
  %i7 = arith.index_castui %r7 : i32 to index
  %r8 = rocdl.workitem.id.z : i32
  %i8 = arith.index_castui %r8 : i32 to index
  %r9 = rocdl.workgroup.id.x : i32
  %i9 = arith.index_castui %r9 : i32 to index
  %r10 = rocdl.workgroup.id.y : i32
  %i10 = arith.index_castui %r10 : i32 to index
  %r11 = rocdl.workgroup.id.z : i32
  %i11 = arith.index_castui %r11 : i32 to index
  %0 = "test.reify_bound"(%i0) {constant} : (index) -> index // = 8
  %1 = "test.reify_bound"(%i1) {constant} : (index) -> index // = 4
  %2 = "test.reify_bound"(%i2) {constant} : (index) -> index // = 2
  %3 = "test.reify_bound"(%i3) {constant} : (index) -> index // = 10
  %4 = "test.reify_bound"(%i4) {constant} : (index) -> index // = 20
  %5 = "test.reify_bound"(%i5) {constant} : (index) -> index // = 30
  %6 = "test.reify_bound"(%i6) {constant, type = "UB"} : (index) -> index // = 8
  %7 = "test.reify_bound"(%i7) {constant, type = "UB"} : (index) -> index // = 4
  %8 = "test.reify_bound"(%i8) {constant, type = "UB"} : (index) -> index // = 2
  %9 = "test.reify_bound"(%i9) {constant, type = "UB"} : (index) -> index // = 10
  %10 = "test.reify_bound"(%i10) {constant, type = "UB"} : (index) -> index // = 20
  %11 = "test.reify_bound"(%i11) {constant, type = "UB"} : (index) -> index // = 30
  return
}
