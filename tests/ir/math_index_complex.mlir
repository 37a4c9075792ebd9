func.func @math(%f: f32, %i: i32, %v: vector<4xf32>, %c: complex<f32>, %n: index) -> i1 {
  %0 = math.exp %f : f32
  %1 = math.powf %v, %v fastmath<contract> : vector<4xf32>
  %2 = math.fma %f, %f, %f : f32
  %3 = math.ctpop %i : i32
  %4 = math.isnan %v : vector<4xf32>
  %5 = math.fpowi %f, %i : f32, i32
  %6 = complex.add %c, %c : complex<f32>
  %7 = complex.re %6 : complex<f32>
  %8 = complex.create %7, %f : complex<f32>
  %9 = complex.eq %8, %c : complex<f32>
  %10 = index.add %n, %n
  %11 = index.casts %10 : index to i32
  %12 = index.cmp ult(%10, %n)
  %13 = arith.shrui %i, %i exact : i32
  %14 = arith.addi %i, %13 overflow<nsw, nuw> : i32
  %15:2 = arith.mulsi_extended %i, %i : i32
  %16 = arith.index_castui %n : index to i64
  %17 = arith.select %4, %v, %1 : vector<4xi1>, vector<4xf32>
  %18 = arith.constant dense<-1> : vector<4xi16>
  %c-5 = arith.constant -5 : index
  %c-5_0 = arith.constant -5 : index
  %big = arith.constant 0xFFFFFFFFFFFFFFFF : i64
  return %9 : i1
}
