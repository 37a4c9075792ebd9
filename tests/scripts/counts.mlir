// A rectangle, a triangle, and a step of 4.
func.func @nests(%n: index, %m: memref<?x?xf32>, %c: i1, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %rows = memref.dim %m, %c0 : memref<?x?xf32>
  %columns = memref.dim %m, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      %rectangle = arith.addi %i, %j : index
    }
    scf.for %k = %c0 to %i step %c1 {
      %triangle = arith.addi %i, %k : index
    }
    scf.for %l = %i to %rows step %c4 {
      %strided = arith.addi %i, %l : index
    }
  }
  // Tiles, the last of which may be smaller.
  scf.for %t = %c0 to %rows step %c32 {
    %size = affine.min affine_map<(d0)[s0] -> (32, s0 - d0)>(%t)[%rows]
    scf.for %x = %c0 to %size step %c1 {
      %element = arith.addi %t, %x : index
    }
  }
  // A step that only the argument knows, guards, and a condition that is not known.
  scf.for %u = %c0 to %n step %s {
    %symbolic = arith.addi %u, %c1 : index
    %first = arith.cmpi eq, %u, %c0 : index
    scf.if %first {
      %once = arith.addi %u, %c1 : index
    }
    scf.if %c {
      %perhaps = arith.addi %u, %c1 : index
    } else {
      %otherwise = arith.addi %u, %c1 : index
    }
  }
  scf.for %v = %c0 to %n step %c1 {
    %odd = arith.remui %v, %c4 : index
    %is = arith.cmpi slt, %odd, %c1 : index
    scf.if %is {
      %quarter = arith.addi %v, %c1 : index
    }
    %value = memref.load %m[%v, %c0] : memref<?x?xf32>
    %zero = arith.constant 0.0 : f32
    %above = arith.cmpf ogt, %value, %zero : f32
    scf.if %above {
      %unknown = arith.addi %v, %c1 : index
    }
  }
  return
}

func.func @others(%n: index, %m: memref<?xi32>) {
  scf.forall (%i, %j) = (0, 1) to (%n, 20) step (1, 4) {
    %a = arith.addi %i, %j : index
  }
  affine.for %k = 0 to min affine_map<(d0) -> (d0, 70)>(%n) step 2 {
    affine.if affine_set<(d0)[s0] : (s0 - 2 * d0 - 1 >= 0)>(%k)[%n] {
      %b = affine.apply affine_map<(d0) -> (d0 + 1)>(%k)
    } else {
      %c = affine.apply affine_map<(d0) -> (d0 + 1)>(%k)
    }
  }
  affine.parallel (%x, %y) = (0, max(3, 4)) to (min(%n, 5), 100) step (1, 2) {
    %d = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%x, %y)
  }
  affine.for %p = 0 to 8 {
    %q = memref.load %m[%p] : memref<?xi32>
    %limit = arith.index_cast %q : i32 to index
    affine.for %r = 0 to %limit {
      %e = affine.apply affine_map<(d0) -> (d0 + 1)>(%r)
    }
  }
  return
}

func.func @touched(%n: index, %a: memref<?x?xf32>, %b: memref<?x?xf32>, %out: memref<?x?xf32>, %line: memref<?xf16>, %taps: memref<3xf16>, %rest: memref<?xi8>, %all: memref<?x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %k = memref.dim %a, %c1 : memref<?x?xf32>
  %h = memref.dim %a, %c0 : memref<?x?xf32>
  %w = memref.dim %b, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %h step %c1 {
    scf.for %j = %c0 to %w step %c1 {
      scf.for %l = %c0 to %k step %c1 {
        %x = memref.load %a[%i, %l] : memref<?x?xf32>
        %y = memref.load %b[%l, %j] : memref<?x?xf32>
        %z = memref.load %out[%i, %j] : memref<?x?xf32>
        %xy = arith.mulf %x, %y : f32
        %sum = arith.addf %z, %xy : f32
        memref.store %sum, %out[%i, %j] : memref<?x?xf32>
      }
    }
  }
  // A convolution reads n + 2 elements; the neighbours of every other element.
  scf.for %o = %c0 to %n step %c1 {
    scf.for %t = %c0 to %c3 step %c1 {
      %at = arith.addi %o, %t : index
      %v = memref.load %line[%at] : memref<?xf16>
      %tap = memref.load %taps[%t] : memref<3xf16>
    }
  }
  scf.for %e = %c0 to %n step %c2 {
    %f = memref.load %rest[%e] : memref<?xi8>
    %g = arith.addi %e, %c1 : index
    %r = memref.load %rest[%g] : memref<?xi8>
  }
  linalg.fill ins(%zero : i32) outs(%all : memref<?x8xi32>)
  return
}

func.func private @use(memref<?x?xf32>)
func.func @views(%n: index, %m: memref<64x?xf32>, %flat: memref<?xf32>, %given: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %row = memref.subview %m[%i, 2] [1, %n] [1, 3] : memref<64x?xf32> to memref<?xf32, strided<[3], offset: ?>>
    scf.for %j = %c0 to %n step %c1 {
      %x = memref.load %row[%j] : memref<?xf32, strided<[3], offset: ?>>
      // The rows of a matrix that lies in one dimension.
      %start = arith.muli %i, %n : index
      %place = arith.addi %start, %j : index
      %y = memref.load %flat[%place] : memref<?xf32>
    }
  }
  func.call @use(%given) : (memref<?x?xf32>) -> ()
  return
}

func.func private @size() -> index
func.func @buffers(%n: index, %m: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %d = memref.dim %m, %c0 : memref<?x?xf32>
  %a = memref.alloc(%d) : memref<?xf32>
  %b = memref.alloc() : memref<256xf64>
  memref.dealloc %b : memref<256xf64>
  scf.for %i = %c0 to %c8 step %c1 {
    %tile = affine.min affine_map<(d0)[s0] -> (32, s0 - d0)>(%i)[%n]
    %s = memref.alloca(%tile) : memref<?xi8>
    %t = memref.alloc(%d) : memref<?xf32>
    memref.dealloc %t : memref<?xf32>
  }
  memref.dealloc %a : memref<?xf32>
  return
}

func.func @straight(%n: index) {
  %a = memref.alloc(%n) : memref<?x4xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %a : memref<?x4xf32>
  %c = memref.alloc(%n) : memref<?x2xf32>
  return
}

func.func @open() {
  %n = func.call @size() : () -> index
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

func.func @kernels(%n: index, %m: index, %k: index, %a: memref<?x?xf32>, %c: memref<?xf32>, %ring: memref<8xf32>, %grid: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // A tiled product, whose result lies in one dimension.
  scf.forall (%i, %j) = (0, 0) to (%n, %m) step (64, 32) {
    %rows = affine.min affine_map<(d0)[s0] -> (64, s0 - d0)>(%i)[%n]
    %columns = affine.min affine_map<(d0)[s0] -> (32, s0 - d0)>(%j)[%m]
    scf.for %l = %c0 to %k step %c8 {
      %depth = affine.min affine_map<(d0)[s0] -> (8, s0 - d0)>(%l)[%k]
      scf.for %x = %c0 to %rows step %c1 {
        scf.for %y = %c0 to %columns step %c1 {
          scf.for %z = %c0 to %depth step %c1 {
            %row = arith.addi %i, %x : index
            %at = arith.addi %l, %z : index
            %column = arith.addi %j, %y : index
            %v = memref.load %a[%row, %at] : memref<?x?xf32>
            %start = arith.muli %row, %m : index
            %place = arith.addi %start, %column : index
            memref.store %v, %c[%place] : memref<?xf32>
          }
        }
      }
    }
  }
  // A ring of eight elements.
  scf.for %o = %c0 to %n step %c1 {
    %slot = arith.remui %o, %c8 : index
    %r = memref.load %ring[%slot] : memref<8xf32>
  }
  // A stencil of five points, and a matrix that is decomposed.
  affine.for %p = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
    affine.for %q = 1 to affine_map<()[s0] -> (s0 - 1)>()[%m] {
      %0 = affine.load %grid[%p, %q] : memref<?x?xf64>
      %1 = affine.load %grid[%p - 1, %q] : memref<?x?xf64>
      %2 = affine.load %grid[%p + 1, %q] : memref<?x?xf64>
      %3 = affine.load %grid[%p, %q - 1] : memref<?x?xf64>
      %4 = affine.load %grid[%p, %q + 1] : memref<?x?xf64>
    }
  }
  affine.for %s = 0 to %n {
    affine.for %t = affine_map<(d0) -> (d0 + 1)>(%s) to %n {
      affine.for %u = affine_map<(d0) -> (d0 + 1)>(%s) to %n {
        %update = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%t, %u)
      }
    }
  }
  return
}
