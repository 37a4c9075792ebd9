#set = affine_set<(d0)[s0] : (d0 - s0 >= 0)>
func.func @f(%i: index, %f: f32, %b: i1, %n: i32, %t: tensor<?x4xf32>, %m: memref<?x4xf32>, %v: vector<4xf32>) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%i]
  %1 = affine.min affine_map<(d0) -> (d0, 4)>(%i)
  affine.for %a = 0 to 10 {
    affine.for %c = affine_map<(d0) -> (d0)>(%a) to affine_map<(d0)[s0] -> (d0+s0)>(%a)[%i] step 2 { }
    affine.for %c = max affine_map<(d0) -> (d0, 0)>(%a) to min affine_map<(d0)[s0] -> (d0+1, s0)>(%a)[%i] step 2 { }
    affine.for %c = affine_map<()[s0] -> (s0)>()[%i] to affine_map<()[s0] -> (s0 + 1)>()[%i] { } 
  } {foo = 1}
  %s = affine.for %a = 0 to 10 iter_args(%x = %f) -> (f32) {
    %l = affine.load %m[%a + 1, 3] : memref<?x4xf32>
    affine.store %l, %m[%a + symbol(%i), %a floordiv 2] : memref<?x4xf32>
    %vl = affine.vector_load %m[%a, 0] : memref<?x4xf32>, vector<4xf32>
    affine.vector_store %vl, %m[%a, 0] : memref<?x4xf32>, vector<4xf32>
    affine.prefetch %m[%a, 0], read, locality<3>, data : memref<?x4xf32>
    affine.yield %l : f32
  }
  affine.if #set(%i)[%i] { } else { affine.for %a = 0 to 10 { } }
  %y = affine.if #set(%i)[%i] -> f32 { affine.yield %f : f32 } else { affine.yield %s : f32 }
  affine.parallel (%p, %q) = (0, 0) to (%i, 10) step (2, 1) { }
  %z = affine.parallel (%p, %q) = (0, max(%i, 3)) to (min(10, %i), %i + 10) reduce ("addf") -> f32 { affine.yield %f : f32 }
  affine.parallel (%p) = (0) to (%i) { } {foo}
  affine.parallel () = () to () { }
  %d:3 = affine.delinearize_index %i into (%i, 4, 5) : index, index, index
  %e:3 = affine.delinearize_index %i into (4, 5) : index, index, index
  %g = affine.linearize_index [%i, %i] by (2, %i) : index
  %h = affine.linearize_index disjoint [%i, %i] by (%i) : index
  return
}

// -----

func.func @dma(%a: memref<100x100xf32>, %b: memref<100x100xf32, 2>, %t: memref<1xi32>, %n: index, %s: index, %k: index) {
  affine.for %i = 0 to 10 {
    affine.dma_start %a[%i + 3, 0], %b[%i, %i * 2], %t[%i], %n : memref<100x100xf32>, memref<100x100xf32, 2>, memref<1xi32>
    affine.dma_wait %t[%i], %n : memref<1xi32>
    affine.dma_start %a[%i, symbol(%k)], %b[%i, 0], %t[0], %n, %s, %k : memref<100x100xf32>, memref<100x100xf32, 2>, memref<1xi32>
  }
  return
}
// of two dimensions, or two symbols, the first one comes first
func.func @order(%i: index, %j: index) {
  %0 = affine.apply affine_map<(d0, d1) -> (d1 + d0)>(%i, %j)
  %1 = affine.apply affine_map<()[s0, s1] -> (s1 + 3 + s0)>()[%i, %j]
  %2 = affine.apply affine_map<()[s0, s1] -> (s1 * s0 + s0 * s1)>()[%i, %j]
  %3 = affine.apply affine_map<(d0, d1)[s0, s1] -> (d1 + d0 + s1 + s0)>(%i, %j)[%i, %j]
  %4 = affine.apply affine_map<(d0, d1)[s0] -> (d1 * 2 + d0 + (d1 + d0) floordiv 4)>(%i, %j)[%i]
  return
}
// -----
// Vectors of index are taken apart and put together element by element, by one basis.
func.func @vectors(%v: vector<4xindex>, %s: vector<2x[4]xindex>, %n: index) -> vector<4xindex> {
  %0:3 = affine.delinearize_index %v into (2, %n, 4) : vector<4xindex>, vector<4xindex>, vector<4xindex>
  %1:2 = affine.delinearize_index %s into (8) : vector<2x[4]xindex>, vector<2x[4]xindex>
  %2 = affine.linearize_index [%0#0, %0#1, %0#2] by (2, %n, 4) : vector<4xindex>
  %3 = affine.linearize_index disjoint [%1#0, %1#1] by (8) : vector<2x[4]xindex>
  return %2 : vector<4xindex>
}
