// Conditions that decide in which iterations an access executes.
func.func @guarded(%a: memref<64xf32>, %n: index, %flag: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.for %k = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c64 step %c1 {
      %below = arith.cmpi slt, %i, %n : index
      scf.if %below {
        %x = memref.load %a[%i] : memref<64xf32>
      }
      scf.if %flag {
        %y = memref.load %a[%i] : memref<64xf32>
      }
      %early = arith.cmpi slt, %k, %c8 : index
      scf.if %early {
        %z = memref.load %a[%i] : memref<64xf32>
      }
    }
  }
  return
}

gpu.module @kernels {
  gpu.func @threads(%a: memref<?xf32>, %n: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c64 = arith.constant 64 : index
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %first = arith.muli %b, %c64 : index
    %p = arith.addi %first, %t : index
    %below = arith.cmpi slt, %p, %n : index
    scf.if %below {
      %x = memref.load %a[%p] : memref<?xf32>
    }
    %whole = arith.cmpi slt, %b, %n : index
    scf.if %whole {
      %y = memref.load %a[%p] : memref<?xf32>
    }
    gpu.return
  }
}

// The number of a thread in the grid changes with its number in the block.
gpu.module @numbers {
  gpu.func @both(%a: memref<?xf32>, %n: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %d = gpu.block_dim x
    %g = gpu.global_id x
    %twice = arith.addi %g, %g : index
    %x = memref.load %a[%twice] : memref<?xf32>
    %y = memref.load %a[%g] : memref<?xf32>
    %first = arith.muli %b, %d : index
    %p = arith.addi %first, %t : index
    %below = arith.cmpi slt, %g, %n : index
    scf.if %below {
      %z = memref.load %a[%p] : memref<?xf32>
    }
    gpu.return
  }
}
