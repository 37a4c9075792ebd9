#mp = affine_map<(d0, d1) -> (d1, d0)>
#mm = affine_map<(d0, d1) -> (d1)>
func.func @f(%f: f32, %i: index, %m: memref<?x?xf32>, %t: tensor<?x?xf32>, %v: vector<4xf32>, %v2: vector<4x8xf32>, %k: vector<4xi1>, %k2: vector<4x8xi1>, %m1: memref<?xf32>, %vi: vector<4xi32>, %n: i32, %o2: vector<4x4xf32>) {
  %0 = vector.create_mask %i, %i : vector<4x8xi1>
  %1 = vector.constant_mask [3, 8] : vector<4x8xi1>
  %2 = vector.vscale
  %3 = vector.shape_cast %v2 : vector<4x8xf32> to vector<32xf32>
  %4 = vector.broadcast %f : f32 to vector<4xf32>
  %5 = vector.transfer_read %m[%i, %i], %f {in_bounds = [true, true]} : memref<?x?xf32>, vector<4x8xf32>
  %6 = vector.transfer_read %m[%i, %i], %f, %k2 {in_bounds = [true, true]} : memref<?x?xf32>, vector<4x8xf32>
  %7 = vector.transfer_read %m[%i, %i], %f {permutation_map = #mp} : memref<?x?xf32>, vector<4x8xf32>
  %77 = vector.transfer_read %m[%i, %i], %f : memref<?x?xf32>, vector<4x8xf32>
  vector.transfer_write %v2, %m[%i, %i] {in_bounds = [true, true]} : vector<4x8xf32>, memref<?x?xf32>
  %8 = vector.transfer_write %v2, %t[%i, %i], %k2 : vector<4x8xf32>, tensor<?x?xf32>
  %9 = vector.mask %k2 { vector.transfer_read %t[%i, %i], %f {in_bounds = [true, true]} : tensor<?x?xf32>, vector<4x8xf32> } : vector<4x8xi1> -> vector<4x8xf32>
  vector.mask %k2 { vector.transfer_write %v2, %m[%i, %i] {in_bounds = [true, true]} : vector<4x8xf32>, memref<?x?xf32> } : vector<4x8xi1>
  %10 = vector.mask %k2, %v2 { vector.transfer_read %t[%i, %i], %f {in_bounds = [true, true]} : tensor<?x?xf32>, vector<4x8xf32> } : vector<4x8xi1> -> vector<4x8xf32>
  vector.print %v : vector<4xf32>
  vector.print str "hi"
  vector.print %f : f32 punctuation <no_punctuation>
  %11 = vector.extract %v2[0] : vector<8xf32> from vector<4x8xf32>
  %12 = vector.extract %v2[%i, 1] : f32 from vector<4x8xf32>
  %13 = vector.insert %f, %v2[0, 1] : f32 into vector<4x8xf32>
  %14 = vector.load %m[%i, %i] : memref<?x?xf32>, vector<4xf32>
  vector.store %v, %m[%i, %i] : memref<?x?xf32>, vector<4xf32>
  %15 = vector.fma %v, %v, %v : vector<4xf32>
  %16 = vector.reduction <add>, %v : vector<4xf32> into f32
  %17 = vector.reduction <add>, %v, %f fastmath<nnan> : vector<4xf32> into f32
  %18 = vector.multi_reduction <add>, %v2, %v [1] : vector<4x8xf32> to vector<4xf32>
  %19 = vector.transpose %v2, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
  %20 = vector.shuffle %v, %v [0, 1, 2, 3, 4] : vector<4xf32>, vector<4xf32>
  %21 = vector.contract {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %v2, %v2, %v : vector<4x8xf32>, vector<4x8xf32> into vector<4xf32>
  %22 = vector.outerproduct %v, %v, %o2 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
  %23 = vector.extract_strided_slice %v2 {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
  %24 = vector.insert_strided_slice %v, %v2 {offsets = [0, 2], strides = [1]} : vector<4xf32> into vector<4x8xf32>
  %25 = vector.maskedload %m1[%i], %k, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m1[%i], %k, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  %26 = vector.gather %m1[%i] [%vi], %k, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m1[%i] [%vi], %k, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %27 = vector.step : vector<4xindex>
  %28 = vector.from_elements %f, %f : vector<2xf32>
  %29:4 = vector.to_elements %v : vector<4xf32>
  %30 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  %32 = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
  %33, %34 = vector.deinterleave %v : vector<4xf32> -> vector<2xf32>
  return
}
func.func @outer_products(%a: vector<4xf32>, %b: vector<8xf32>, %c: vector<4x8xf32>) {
  %0 = vector.outerproduct %a, %b : vector<4xf32>, vector<8xf32>
  %1 = vector.outerproduct %a, %b, %c : vector<4xf32>, vector<8xf32>
  %2 = vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} : vector<4xf32>, vector<8xf32>
  %3 = vector.outerproduct %a, %b, %c {kind = #vector.kind<maxnumf>, foo} : vector<4xf32>, vector<8xf32>
  %4 = "vector.outerproduct"(%a, %b, %c) : (vector<4xf32>, vector<8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
  return
}
// masks over nothing
func.func @nothing(%v: vector<8xf32>, %m: vector<8xi1>) {
  %0 = vector.mask %m { vector.yield %v : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  vector.mask %m { vector.yield } : vector<8xi1>
  vector.mask %m { } : vector<8xi1>
  return
}
