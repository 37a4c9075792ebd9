// Shapes that do not fit each other make an invalid shape; a program that does not read it goes on.
func.func @f(%t: tensor<?xf32>) {
  %three = shape.const_shape [3] : !shape.shape
  %own = shape.shape_of %t : tensor<?xf32> -> !shape.shape
  %broadcast = shape.broadcast %own, %three : !shape.shape, !shape.shape -> !shape.shape
  "lab.ask"(%t) {question = "(<= (dim 0 0) 3)"} : (tensor<?xf32>) -> ()
  %meet = shape.meet %own, %three : !shape.shape, !shape.shape -> !shape.shape
  "lab.ask"(%t) {question = "(== (dim 0 0) 3)"} : (tensor<?xf32>) -> ()
  return
}
