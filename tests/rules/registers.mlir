// nvvm.read.ptx.sreg.tid ntid ctaid nctaid laneid warpsize: what every launch keeps to
func.func @nvvm() {
  %tid = nvvm.read.ptx.sreg.tid.z : i32
  %ntid = nvvm.read.ptx.sreg.ntid.x : i32
  %ctaid = nvvm.read.ptx.sreg.ctaid.y : i32
  %nctaid = nvvm.read.ptx.sreg.nctaid.x : i32
  %laneid = nvvm.read.ptx.sreg.laneid : i32
  %warpsize = nvvm.read.ptx.sreg.warpsize : i32
  %a = arith.index_cast %tid : i32 to index
  %b = arith.index_cast %ntid : i32 to index
  %c = arith.index_castui %ctaid : i32 to index
  %d = arith.index_castui %nctaid : i32 to index
  %e = arith.index_cast %laneid : i32 to index
  %f = arith.index_castui %warpsize : i32 to index
  %0 = "test.reify_bound"(%a) {constant, type = "LB"} : (index) -> index // = 0
  %1 = "test.reify_bound"(%a) {constant, type = "UB"} : (index) -> index // = 64
  %2 = "test.reify_bound"(%b) {constant, type = "LB"} : (index) -> index // = 1
  %3 = "test.reify_bound"(%b) {constant, type = "UB"} : (index) -> index // = 1025
  %4 = "test.reify_bound"(%c) {constant, type = "LB"} : (index) -> index // = 0
  %5 = "test.reify_bound"(%c) {constant, type = "UB"} : (index) -> index // = 65535
  %6 = "test.reify_bound"(%d) {constant, type = "LB"} : (index) -> index // = 1
  %7 = "test.reify_bound"(%d) {constant, type = "UB"} : (index) -> index // = 2147483648
  %8 = "test.reify_bound"(%e) {constant, type = "UB"} : (index) -> index // = 32
  %9 = "test.reify_bound"(%f) {constant} : (index) -> index // = 32
  return
}

// range: half open, in either reading
func.func @ranges() {
  %tid = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> : i32
  %warp = "nvvm.read.ptx.sreg.warpid"() <{range = #llvm.constant_range<i32, 1, 5>}> : () -> i32
  %sm = nvvm.read.ptx.sreg.nsmid range <i32, 1, 2147483648> : i32
  %grid = nvvm.read.ptx.sreg.gridid range <i32, 7, -1> : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank range <i32, -2, 3> : i32
  %id = rocdl.workitem.id.x range <i32, 0, 64> : i32
  %cluster = "rocdl.cluster.id.y"() <{range = #llvm.constant_range<i32, 2, 4>}> : () -> i32
  %a = arith.index_cast %tid : i32 to index
  %au = arith.index_castui %tid : i32 to index
  %b = arith.index_cast %warp : i32 to index
  %c = arith.index_cast %sm : i32 to index
  %d = arith.index_castui %grid : i32 to index
  %e = arith.index_cast %rank : i32 to index
  %f = arith.index_cast %id : i32 to index
  %g = arith.index_cast %cluster : i32 to index
  %0 = "test.reify_bound"(%a) {constant, type = "UB"} : (index) -> index // = 32
  %1 = "test.reify_bound"(%au) {constant, type = "UB"} : (index) -> index // = 32
  %2 = "test.reify_bound"(%b) {constant, type = "LB"} : (index) -> index // = 1
  %3 = "test.reify_bound"(%b) {constant, type = "UB"} : (index) -> index // = 5
  %4 = "test.reify_bound"(%c) {constant, type = "LB"} : (index) -> index // = 1
  %5 = "test.reify_bound"(%d) {constant, type = "LB"} : (index) -> index // = 7
  %6 = "test.reify_bound"(%d) {constant, type = "UB"} : (index) -> index // = 4294967295
  %7 = "test.reify_bound"(%e) {constant, type = "LB"} : (index) -> index // = -2
  %8 = "test.reify_bound"(%e) {constant, type = "UB"} : (index) -> index // = 3
  %9 = "test.reify_bound"(%f) {constant, type = "UB"} : (index) -> index // = 64
  %10 = "test.reify_bound"(%g) {constant, type = "LB"} : (index) -> index // = 2
  return
}

// the block of a kernel, as the function around states it
"llvm.func"() <{function_type = !llvm.func<void ()>, sym_name = "nvvm_kernel"}> ({
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %ntid = nvvm.read.ptx.sreg.ntid.y : i32
  %a = arith.index_cast %tid : i32 to index
  %b = arith.index_cast %ntid : i32 to index
  %0 = "test.reify_bound"(%a) {constant, type = "UB"} : (index) -> index // = 128
  %1 = "test.reify_bound"(%b) {constant} : (index) -> index // = 2
  llvm.return
}) {nvvm.kernel, nvvm.reqntid = array<i32: 128, 2, 1>} : () -> ()

// rocdl.workitem.id workgroup.id workgroup.dim grid.dim wavefrontsize
func.func @rocdl() attributes {gpu.known_grid_size = array<i32: 10, 20, 30>} {
  %id = rocdl.workitem.id.y : i32
  %group = rocdl.workgroup.id.z : i32
  %size = rocdl.workgroup.dim.x : i32
  %grid = rocdl.grid.dim.y : i32
  %wave = rocdl.wavefrontsize : i32
  %a = arith.index_cast %id : i32 to index
  %b = arith.index_cast %group : i32 to index
  %c = arith.index_cast %size : i32 to index
  %d = arith.index_cast %grid : i32 to index
  %e = arith.index_cast %wave : i32 to index
  %0 = "test.reify_bound"(%a) {constant, type = "UB"} : (index) -> index // = 1024
  %1 = "test.reify_bound"(%b) {constant, type = "UB"} : (index) -> index // = 30
  %2 = "test.reify_bound"(%c) {constant, type = "LB"} : (index) -> index // = 1
  %3 = "test.reify_bound"(%d) {constant} : (index) -> index // = 20
  %4 = "test.reify_bound"(%e) {constant, type = "LB"} : (index) -> index // = 32
  return
}

// An id is below the size that another op of the kernel gives, in either order.
func.func @nvvm_tid_x_0() {
  %0 = nvvm.read.ptx.sreg.ntid.x : i32
  %1 = nvvm.read.ptx.sreg.tid.x : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%b, %a) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @nvvm_tid_x_1() {
  %0 = nvvm.read.ptx.sreg.tid.x : i32
  %1 = nvvm.read.ptx.sreg.ntid.x : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%a, %b) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @nvvm_ctaid_x_0() {
  %0 = nvvm.read.ptx.sreg.nctaid.x : i32
  %1 = nvvm.read.ptx.sreg.ctaid.x : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%b, %a) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @nvvm_ctaid_x_1() {
  %0 = nvvm.read.ptx.sreg.ctaid.x : i32
  %1 = nvvm.read.ptx.sreg.nctaid.x : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%a, %b) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @nvvm_tid_y_0() {
  %0 = nvvm.read.ptx.sreg.ntid.y : i32
  %1 = nvvm.read.ptx.sreg.tid.y : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%b, %a) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @nvvm_tid_y_1() {
  %0 = nvvm.read.ptx.sreg.tid.y : i32
  %1 = nvvm.read.ptx.sreg.ntid.y : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%a, %b) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @nvvm_ctaid_y_0() {
  %0 = nvvm.read.ptx.sreg.nctaid.y : i32
  %1 = nvvm.read.ptx.sreg.ctaid.y : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%b, %a) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @nvvm_ctaid_y_1() {
  %0 = nvvm.read.ptx.sreg.ctaid.y : i32
  %1 = nvvm.read.ptx.sreg.nctaid.y : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%a, %b) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @nvvm_tid_z_0() {
  %0 = nvvm.read.ptx.sreg.ntid.z : i32
  %1 = nvvm.read.ptx.sreg.tid.z : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%b, %a) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @nvvm_tid_z_1() {
  %0 = nvvm.read.ptx.sreg.tid.z : i32
  %1 = nvvm.read.ptx.sreg.ntid.z : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%a, %b) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @nvvm_ctaid_z_0() {
  %0 = nvvm.read.ptx.sreg.nctaid.z : i32
  %1 = nvvm.read.ptx.sreg.ctaid.z : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%b, %a) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @nvvm_ctaid_z_1() {
  %0 = nvvm.read.ptx.sreg.ctaid.z : i32
  %1 = nvvm.read.ptx.sreg.nctaid.z : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%a, %b) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @rocdl_item_x_0() {
  %0 = rocdl.workgroup.dim.x : i32
  %1 = rocdl.workitem.id.x : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%b, %a) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @rocdl_item_x_1() {
  %0 = rocdl.workitem.id.x : i32
  %1 = rocdl.workgroup.dim.x : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%a, %b) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @rocdl_group_x_0() {
  %0 = rocdl.grid.dim.x : i32
  %1 = rocdl.workgroup.id.x : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%b, %a) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @rocdl_group_x_1() {
  %0 = rocdl.workgroup.id.x : i32
  %1 = rocdl.grid.dim.x : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%a, %b) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @rocdl_item_y_0() {
  %0 = rocdl.workgroup.dim.y : i32
  %1 = rocdl.workitem.id.y : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%b, %a) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @rocdl_item_y_1() {
  %0 = rocdl.workitem.id.y : i32
  %1 = rocdl.workgroup.dim.y : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%a, %b) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @rocdl_group_y_0() {
  %0 = rocdl.grid.dim.y : i32
  %1 = rocdl.workgroup.id.y : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%b, %a) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @rocdl_group_y_1() {
  %0 = rocdl.workgroup.id.y : i32
  %1 = rocdl.grid.dim.y : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%a, %b) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @rocdl_item_z_0() {
  %0 = rocdl.workgroup.dim.z : i32
  %1 = rocdl.workitem.id.z : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%b, %a) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @rocdl_item_z_1() {
  %0 = rocdl.workitem.id.z : i32
  %1 = rocdl.workgroup.dim.z : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%a, %b) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @rocdl_group_z_0() {
  %0 = rocdl.grid.dim.z : i32
  %1 = rocdl.workgroup.id.z : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%b, %a) {cmp = "LT"} : (index, index) -> () // = true
  return
}
func.func @rocdl_group_z_1() {
  %0 = rocdl.workgroup.id.z : i32
  %1 = rocdl.grid.dim.z : i32
  %a = arith.index_cast %0 : i32 to index
  %b = arith.index_cast %1 : i32 to index
  "test.compare"(%a, %b) {cmp = "LT"} : (index, index) -> () // = true
  return
}
