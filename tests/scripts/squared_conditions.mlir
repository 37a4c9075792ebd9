// The product of the two results mentions the square of the outer one, which is a condition.
func.func @delinearized(%x: index) -> index {
  %0:2 = affine.delinearize_index %x into (2, 2) : index, index
  %product = index.mul %0#1, %0#0
  return %product : index
}
