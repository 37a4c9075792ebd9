// Whatever any dialect may write in generic form.
#alias = {a = 1 : i32, "quoted name" = unit}
#list = [1, 2.5, "s", @a::@"b c"]
!ty = tensor<4x?xf32>
#loc1 = loc("file.mlir":3:4)
module attributes {d.a = #alias, d.l = #list} {
  %0:3 = "any.op"() <{p = 1 : i8}> : () -> (i32, !ty, vector<[4]x2xf64>)
  "any.use"(%0#2, %0#0) {
    d1 = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>, d2 = dense<0.5> : vector<4xf32>,
    d3 = dense<> : tensor<0xi32>, d4 = dense<"0x0100000002000000"> : tensor<2xi32>,
    d5 = dense<[true, false]> : tensor<2xi1>, d6 = dense<(1.0, 2.0)> : tensor<complex<f32>>,
    d7 = dense<["a", "b"]> : tensor<2x!any.string>,
    a1 = array<i64: 1, -2>, a2 = array<i1: true, false>, a3 = array<f32: 1.0, 2.5>, a4 = array<i8>,
    f1 = 0x7FC00000 : f32, f2 = 1.0 : bf16, f3 = 0x7C00 : f16, f4 = 123456789.0 : f64, f5 = 1.0e-10 : f32,
    f6 = -0.0 : f32, f7 = 3.4028234663852886e+38 : f32, f8 = 0.1 : f64, f9 = 16777217.0 : f64,
    i1 = -1 : i128, i2 = 255 : ui8, i3 = -128 : si8, i4 = true, i5 = 1 : i1, i6 = 0 : index,
    s1 = "tab\09 quote\22 \E2\82\AC", o1 = #any.attr<"<", [1, 2], {a = b}>, o2 = #any<attr<x -> y>>,
    m1 = affine_map<(i, j, k) -> (j, i)>, m2 = affine_set<(i)[n] : (i >= 0, -i + n - 1 >= 0)>,
    st = strided<[?, 1], offset: ?>, l = loc(fused<"x">["a"("b":1:2), callsite("c" at unknown)]),
    t1 = tuple<i32, f32>, t2 = (i32) -> (f32, none), t3 = () -> ((i32) -> i32), t4 = memref<*xf32, 3>,
    t5 = memref<2x?xf32, affine_map<(d0, d1) -> (d1, d0)>, 2>, t6 = tensor<*xcomplex<f64>>,
    t7 = memref<4xf32, strided<[2], offset: 1>, 1 : i32>, t8 = !any.type<x, "y", [1]>, t9 = f8E4M3FN
  } : (vector<[4]x2xf64>, i32) -> () loc(#loc1)
  "any.cfg"() ({
  ^bb0(%a: i32):
    "any.br"(%a)[^bb2, ^bb1] : (i32) -> ()
  ^bb1:
    "any.br"()[^bb2] : () -> ()
  ^bb2:  // a block without predecessors follows
    "any.end"() : () -> ()
  ^bb3(%b: f32, %c: f32):
    "any.end"(%b, %c) : (f32, f32) -> ()
  }, {
  }) : () -> ()
  "any.graph"() ({
    %x = "any.first"(%y) : (i32) -> i32
    %y = "any.second"(%x) : (i32) -> i32
  }) : () -> ()
}
