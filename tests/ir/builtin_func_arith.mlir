#map = affine_map<(i, j)[s] -> (j + 0, 2 * i + s - 3, (i + j) floordiv 4, i mod 2, -i, i - 3 * j)>
#set = affine_set<(i)[N] : (i >= 0, N - i - 1 >= 0, i == 3)>
!ty = tensor<4x?xf32>
module attributes {x.a = #map, x.s = #set, x.x = dense<[1, 2, 3]> : tensor<3xi32>, x.y = array<i64: 1, 2>, x.z = [1, 2 : i32, "s\0A", @a::@b, unit, i32, 1.5], x.d = {q, "w w" = 2.0 : f32}} {
func.func private @ext(!ty, i32 {foo.x = 3}) -> (f32 {foo.b}, index)
func.func @f(%a: i32, %b: i64, %m: memref<?xf32, strided<[1], offset: ?>>, %x: f32, %h: f16) -> i32 attributes {foo} {
  %0 = arith.truncf %x to_nearest_even fastmath<contract> {foo = 1} : f32 to f16
  %1 = arith.trunci %b overflow<nsw> : i64 to i32
  %2 = arith.cmpf olt, %x, %x fastmath<nnan> : f32
  %3 = arith.cmpi slt, %a, %a {x = #d.foo<x>} : i32
  %6 = arith.constant 0.1 : f32
  %7 = arith.constant 0.12345678901 : f32
  %8 = arith.constant dense<[1,2]> : vector<2xi8>
  %9 = arith.constant 0xFF : i8
  %t = arith.constant true
  %c5 = arith.constant 5 : index
  %c5_2 = arith.constant 5 : index
  %c-5 = arith.constant -5 : i64
  %s = arith.select %t, %a, %1 : i32
  %p:2 = arith.addui_extended %a, %a : i32, i1
  %q:2 = "foo.bar"(%a, %p#1) <{z = 1 : i32}> ({
  ^bb0(%arg: i32):
    "foo.term"(%arg)[^bb1] : (i32) -> ()
  ^bb1:
    %z = arith.addi %a, %arg : i32
    "foo.end"() : () -> ()
  }, {}) {w} : (i32, i1) -> (f32, tensor<2xf32, #foo.enc<3>>)
  %v:2 = call @ext2(%6) : (f32) -> (f32, vector<[4]x2xi1>)
  %fc = constant @f2 : (i32) -> i32
  %ci = call_indirect %fc(%a) : (i32) -> i32
  %u = builtin.unrealized_conversion_cast %a : i32 to index
  return %s : i32
}
func.func private @ext2(f32) -> (f32, vector<[4]x2xi1>)
func.func private @f2(i32) -> i32
module @inner {}
}

// -----

// Flags that say that an operand is not negative.
func.func @not_negative(%i: i32, %v: vector<4xi32>) {
  %0 = arith.extui nneg %i : i32 to i64
  %1 = arith.index_castui nneg %v : vector<4xi32> to vector<4xindex>
  %2 = arith.uitofp nneg %i : i32 to f32
  return
}
