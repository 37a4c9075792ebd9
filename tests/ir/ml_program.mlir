// Globals and functions.
ml_program.global private @global_same_type(dense<4> : tensor<4xi32>) : tensor<4xi32>
ml_program.global private mutable @global_mutable_undef : tensor<?xi32>
ml_program.global public @global_extern(#ml_program.extern : tensor<4xi32>) : tensor<?xi32>
ml_program.global public @g2(5 : i32) : i32 {x}
ml_program.global private mutable @rw(dense<0> : tensor<4xi32>) : tensor<4xi32>
ml_program.func @f(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %0 = ml_program.global_load_const @global_same_type : tensor<4xi32>
  %1 = ml_program.global_load @rw : tensor<4xi32>
  ml_program.global_store @rw = %arg0 : tensor<4xi32>
  ml_program.return %1 : tensor<4xi32>
}
ml_program.func private @decl(i32) -> i32
ml_program.func @attrs(%a: i32 {x.y = 1 : i32}) -> (i32 {x.z}, f32) attributes {foo} {
  %f = arith.constant 1.0 : f32
  ml_program.return %a, %f : i32, f32
}
ml_program.subgraph @s(%arg0: i64) -> i64 {
  %t = ml_program.token
  %0, %tok = ml_program.global_load_graph @rw ordering(() -> !ml_program.token) : tensor<4xi32>
  %1, %tok2 = ml_program.global_load_graph @rw ordering(%t, %tok -> !ml_program.token) : tensor<4xi32>
  %tok3 = ml_program.global_store_graph @rw = %1 ordering(%tok2 -> !ml_program.token) : tensor<4xi32>
  ml_program.output %arg0 : i64
}
ml_program.subgraph private @e() -> ()
ml_program.func @nothing() {
  ml_program.return
}
