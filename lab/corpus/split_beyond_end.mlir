// A shape is split beyond its ends, which makes its parts invalid and harms nothing: their ranks tell nothing of the index.
func.func @f(%t: tensor<?x?xf32>, %at: index) {
  %shape = shape.shape_of %t : tensor<?x?xf32> -> !shape.shape
  %size = shape.index_to_size %at
  %head, %tail = "shape.split_at"(%shape, %size) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
  %head_rank = shape.rank %head : !shape.shape -> !shape.size
  %tail_rank = shape.rank %tail : !shape.shape -> !shape.size
  "lab.ask"(%head_rank) {question = "(> (value 0) 11)"} : (!shape.size) -> ()
  "lab.ask"(%tail_rank) {question = "(> (value 0) 11)"} : (!shape.size) -> ()
  "lab.ask"(%at) {question = "(<= -2 (value 0))"} : (index) -> ()
  "lab.ask"(%at) {question = "(<= (value 0) 2)"} : (index) -> ()
  return
}
