// Kernels of blocks of elements, with tensors of pointers.
module {
  tt.func public @add(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %block = arith.constant 1024 : i32
    %pid = tt.get_program_id x : i32
    %start = arith.muli %pid, %block : i32
    %lane = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %starts = tt.splat %start : i32 -> tensor<1024xi32>
    %at = arith.addi %starts, %lane : tensor<1024xi32>
    %ends = tt.splat %n : i32 -> tensor<1024xi32>
    %mask = arith.cmpi slt, %at, %ends : tensor<1024xi32>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %xp = tt.addptr %xs, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %xv = tt.load %xp, %mask : tensor<1024x!tt.ptr<f32>>
    %unmasked = tt.load %xp : tensor<1024x!tt.ptr<f32>>
    %outs = tt.splat %out : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %op = tt.addptr %outs, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    tt.store %op, %xv, %mask : tensor<1024x!tt.ptr<f32>>
    tt.return
  }

  tt.func public @softmax(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %stride: i32, %rows: i32, %columns: i32) {
    %pid = tt.get_program_id x : i32
    %programs = tt.get_num_programs x : i32
    %lane = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
    %ends = tt.splat %columns : i32 -> tensor<256xi32>
    %mask = arith.cmpi slt, %lane, %ends : tensor<256xi32>
    scf.for %row = %pid to %rows step %programs : i32 {
      %start = arith.muli %row, %stride : i32
      %rowp = tt.addptr %in, %start : !tt.ptr<f32>, i32
      %rows_p = tt.splat %rowp : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
      %p = tt.addptr %rows_p, %lane : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
      %v = tt.load %p, %mask : tensor<256x!tt.ptr<f32>>
      %orow = tt.addptr %out, %start : !tt.ptr<f32>, i32
      %orows = tt.splat %orow : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
      %q = tt.addptr %orows, %lane : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
      tt.store %q, %v, %mask : tensor<256x!tt.ptr<f32>>
    }
    tt.return
  }

  tt.func public @tiles(%a: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>, %m: i32, %n: i32, %k: i32 {tt.divisibility = 16 : i32}) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c16 = arith.constant 16 : i32
    %steps = arith.constant dense<16> : tensor<32x16xi32>
    %px = tt.get_program_id x : i32
    %py = tt.get_program_id y : i32
    %c32 = arith.constant 32 : i32
    %row0 = arith.muli %px, %c32 : i32
    %col0 = arith.muli %py, %c32 : i32
    %lane = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %inner = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %row0s = tt.splat %row0 : i32 -> tensor<32xi32>
    %col0s = tt.splat %col0 : i32 -> tensor<32xi32>
    %rows = arith.addi %row0s, %lane : tensor<32xi32>
    %cols = arith.addi %col0s, %lane : tensor<32xi32>
    %rows2 = tt.expand_dims %rows {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %cols2 = tt.expand_dims %cols {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %ks = tt.splat %k : i32 -> tensor<32x1xi32>
    %ns = tt.splat %n : i32 -> tensor<32x1xi32>
    %nsr = tt.splat %n : i32 -> tensor<1x32xi32>
    %ms = tt.splat %m : i32 -> tensor<32x1xi32>
    %arow = arith.muli %rows2, %ks : tensor<32x1xi32>
    %arows = tt.broadcast %arow : tensor<32x1xi32> -> tensor<32x16xi32>
    %inner2 = tt.expand_dims %inner {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %inners = tt.broadcast %inner2 : tensor<1x16xi32> -> tensor<32x16xi32>
    %aoff = arith.addi %arows, %inners : tensor<32x16xi32>
    %as = tt.splat %a : !tt.ptr<f32> -> tensor<32x16x!tt.ptr<f32>>
    %ap = tt.addptr %as, %aoff : tensor<32x16x!tt.ptr<f32>>, tensor<32x16xi32>
    %mrow = arith.cmpi slt, %rows2, %ms : tensor<32x1xi32>
    %amrow = tt.broadcast %mrow : tensor<32x1xi1> -> tensor<32x16xi1>
    %end = scf.for %step = %c0 to %k step %c16 iter_args(%p = %ap) -> (tensor<32x16x!tt.ptr<f32>>) : i32 {
      %left = arith.subi %k, %step : i32
      %lefts = tt.splat %left : i32 -> tensor<1x16xi32>
      %mk = arith.cmpi slt, %inner2, %lefts : tensor<1x16xi32>
      %mks = tt.broadcast %mk : tensor<1x16xi1> -> tensor<32x16xi1>
      %amask = arith.andi %mks, %amrow : tensor<32x16xi1>
      %av = tt.load %p, %amask : tensor<32x16x!tt.ptr<f32>>
      %next = tt.addptr %p, %steps : tensor<32x16x!tt.ptr<f32>>, tensor<32x16xi32>
      scf.yield %next : tensor<32x16x!tt.ptr<f32>>
    }
    %crow = arith.muli %rows2, %ns : tensor<32x1xi32>
    %crows = tt.broadcast %crow : tensor<32x1xi32> -> tensor<32x32xi32>
    %ccols = tt.broadcast %cols2 : tensor<1x32xi32> -> tensor<32x32xi32>
    %coff = arith.addi %crows, %ccols : tensor<32x32xi32>
    %cs = tt.splat %c : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %cp = tt.addptr %cs, %coff : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    %mcol = arith.cmpi slt, %cols2, %nsr : tensor<1x32xi32>
    %mrows = tt.broadcast %mrow : tensor<32x1xi1> -> tensor<32x32xi1>
    %mcols = tt.broadcast %mcol : tensor<1x32xi1> -> tensor<32x32xi1>
    %cmask = arith.andi %mrows, %mcols : tensor<32x32xi1>
    %zero = arith.constant dense<0.0> : tensor<32x32xf32>
    tt.store %cp, %zero, %cmask : tensor<32x32x!tt.ptr<f32>>
    tt.return
  }

  // Blocks of 16 rows in groups of four, of which the last one may be smaller; a column for each program of a group.
  tt.func public @grouped(%c: !tt.ptr<f32>, %m: i32, %n: i32) {
    %c4 = arith.constant 4 : i32
    %c15 = arith.constant 15 : i32
    %c16 = arith.constant 16 : i32
    %id = tt.get_program_id x : i32
    %padded = arith.addi %m, %c15 : i32
    %blocks = arith.divsi %padded, %c16 : i32
    %width = arith.muli %n, %c4 : i32
    %group = arith.divsi %id, %width : i32
    %first = arith.muli %group, %c4 : i32
    %left = arith.subi %blocks, %first : i32
    %size = arith.minsi %left, %c4 : i32
    %in = arith.remsi %id, %width : i32
    %row = arith.remsi %in, %size : i32
    %x = arith.addi %first, %row : i32
    %y = arith.divsi %in, %size : i32
    %start = arith.muli %x, %c16 : i32
    %starts = tt.splat %start : i32 -> tensor<16xi32>
    %lane = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %rows = arith.addi %starts, %lane : tensor<16xi32>
    %ns = tt.splat %n : i32 -> tensor<16xi32>
    %ms = tt.splat %m : i32 -> tensor<16xi32>
    %ys = tt.splat %y : i32 -> tensor<16xi32>
    %line = arith.muli %rows, %ns : tensor<16xi32>
    %at = arith.addi %line, %ys : tensor<16xi32>
    %below = arith.cmpi slt, %rows, %ms : tensor<16xi32>
    %inside = arith.cmpi slt, %ys, %ns : tensor<16xi32>
    %mask = arith.andi %below, %inside : tensor<16xi1>
    %cs = tt.splat %c : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %p = tt.addptr %cs, %at : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %zero = arith.constant dense<0.0> : tensor<16xf32>
    tt.store %p, %zero, %mask : tensor<16x!tt.ptr<f32>>
    tt.return
  }

  // A row for each program, in blocks of columns.
  tt.func public @rows(%in: !tt.ptr<f32>, %stride: i32, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %id = tt.get_program_id x : i32
    %start = arith.muli %id, %stride : i32
    %row = tt.addptr %in, %start : !tt.ptr<f32>, i32
    %rows = tt.splat %row : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %lane = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %ends = tt.splat %n : i32 -> tensor<64xi32>
    scf.for %from = %c0 to %n step %c64 : i32 {
      %froms = tt.splat %from : i32 -> tensor<64xi32>
      %at = arith.addi %froms, %lane : tensor<64xi32>
      %mask = arith.cmpi slt, %at, %ends : tensor<64xi32>
      %p = tt.addptr %rows, %at : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      %v = tt.load %p, %mask : tensor<64x!tt.ptr<f32>>
    }
    tt.return
  }
}
