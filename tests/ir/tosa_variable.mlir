module {
  tosa.variable @stored = dense<7> : tensor<2x4x8xi8>
  tosa.variable @stored2 : tensor<2x4x8xi8>
  tosa.variable @stored3 : tensor<2x?x8xi8>
  tosa.variable @stored4 {x = 1 : i32} = dense<-1> : tensor<2x4x8xi8>
  tosa.variable @stored5 {x = 1 : i32} : tensor<2xf32>
  tosa.variable @r0 = dense<7> : tensor<i8>
  tosa.variable @r1 : tensor<i8>
  func.func @v(%a: tensor<2x4x8xi8>) -> tensor<2x4x8xi8> {
    tosa.variable_write @stored, %a : tensor<2x4x8xi8>
    %0 = tosa.variable_read @stored : tensor<2x4x8xi8>
    return %0 : tensor<2x4x8xi8>
  }
  func.func @p(%a: complex<f32>, %n: i32) -> complex<f32> {
    %0 = complex.powi %a, %n : complex<f32>, i32
    %1 = complex.powi %0, %n fastmath<nnan,contract> : complex<f32>, i32
    return %1 : complex<f32>
  }
}
