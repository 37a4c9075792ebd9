func.func @f(%x: i8, %y: i8) {
  %sum, %carry = arith.addui_extended %x, %y : i8, i1
  %low, %high = arith.mului_extended %x, %y : i8
  %sl, %sh = arith.mulsi_extended %x, %y : i8
  return
}
