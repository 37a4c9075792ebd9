// What the calls of a function say about its arguments.
func.func private @once(%length: index, %x: tensor<?x?xf32>) -> index {
  %c8 = arith.constant 8 : index
  %rest = arith.remsi %length, %c8 : index
  return %rest : index
}
func.func @calls_once(%x: tensor<?x?xf32>) -> index {
  %c1 = arith.constant 1 : index
  %length = tensor.dim %x, %c1 : tensor<?x?xf32>
  %rest = func.call @once(%length, %x) : (index, tensor<?x?xf32>) -> index
  return %rest : index
}

func.func private @twice(%n: index) {
  return
}
func.func @calls_twice(%i: index) {
  %c4 = arith.constant 4 : index
  %c20 = arith.constant 20 : index
  func.call @twice(%c4) : (index) -> ()
  func.call @twice(%c20) : (index) -> ()
  return
}

// Others may call it.
func.func @public(%n: index) {
  return
}
func.func @calls_public() {
  %c4 = arith.constant 4 : index
  func.call @public(%c4) : (index) -> ()
  return
}

// A use that is no call.
func.func private @taken(%n: index) {
  return
}
func.func @takes() -> ((index) -> ()) {
  %c4 = arith.constant 4 : index
  func.call @taken(%c4) : (index) -> ()
  %f = func.constant @taken : (index) -> ()
  return %f : (index) -> ()
}

// It calls itself with other arguments.
func.func private @recursive(%n: index, %stop: i1) {
  %c1 = arith.constant 1 : index
  %next = arith.addi %n, %c1 : index
  scf.if %stop {
    func.call @recursive(%next, %stop) : (index, i1) -> ()
  }
  return
}
func.func @calls_recursive(%stop: i1) {
  %c4 = arith.constant 4 : index
  func.call @recursive(%c4, %stop) : (index, i1) -> ()
  return
}

// A sum that may be poison says nothing of its operands, which the function may use alone.
func.func private @of_poison(%a: i32, %sum: i32) {
  return
}
func.func @calls_with_poison(%a: i32) {
  %c100 = arith.constant 100 : i32
  %sum = arith.addi %a, %c100 overflow<nsw> : i32
  func.call @of_poison(%a, %sum) : (i32, i32) -> ()
  return
}

// Through two functions.
func.func private @outer(%m: index) {
  func.call @inner(%m) : (index) -> ()
  return
}
func.func private @inner(%k: index) {
  return
}
func.func @calls_outer() {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c8 {
    func.call @outer(%i) : (index) -> ()
  }
  return
}

// Uses within types and within attributes that are kept as text.
func.func private @in_type(%n: index) {
  return
}
func.func private @in_encoding(%n: index) {
  return
}
func.func private @in_result(%n: index) {
  return
}
func.func private @in_text(%n: index) {
  return
}
func.func @names_them(%x: index) {
  %c4 = arith.constant 4 : index
  func.call @in_type(%c4) : (index) -> ()
  func.call @in_encoding(%c4) : (index) -> ()
  func.call @in_result(%c4) : (index) -> ()
  func.call @in_text(%c4) : (index) -> ()
  "foo.spawn"(%x) {t = !foo.fn<@in_type>} : (index) -> ()
  "foo.spawn"(%x) {t = dense<1> : tensor<1xi32, #foo.of<@in_encoding>>} : (index) -> ()
  %q = "foo.spawn"(%x) : (index) -> tuple<index, !foo.fn<@in_result>>
  "foo.spawn"(%x) {t = #foo.of<@"in\5Ftext">} : (index) -> ()
  return
}
