// Functions that the linker may replace by other definitions of them.
llvm.func weak @weak() -> i32 {
  %c = llvm.mlir.constant(5 : i32) : i32
  llvm.return %c : i32
}
llvm.func linkonce @linkonce() -> i32 {
  %c = llvm.mlir.constant(5 : i32) : i32
  llvm.return %c : i32
}
llvm.func linkonce_odr @linkonce_odr() -> i32 {
  %c = llvm.mlir.constant(5 : i32) : i32
  llvm.return %c : i32
}
llvm.func internal @internal() -> i32 {
  %c = llvm.mlir.constant(5 : i32) : i32
  llvm.return %c : i32
}
func.func @lowered() -> index attributes {llvm.linkage = #llvm.linkage<weak>} {
  %c = arith.constant 5 : index
  return %c : index
}
func.func @unread() -> index attributes {llvm.linkage = 4 : i64} {
  %c = arith.constant 5 : index
  return %c : index
}
func.func @f() {
  %weak = llvm.call @weak() : () -> i32
  %linkonce = llvm.call @linkonce() : () -> i32
  %linkonce_odr = llvm.call @linkonce_odr() : () -> i32
  %internal = llvm.call @internal() : () -> i32
  %lowered = func.call @lowered() : () -> index
  %unread = func.call @unread() : () -> index
  return
}
