func.func @f(%t: tensor<?x?xf32>, %i: index, %s: !shape.shape, %e: tensor<?xindex>, %e2: tensor<2xindex>, %w: !shape.witness) {
  %0 = shape.shape_of %t : tensor<?x?xf32> -> tensor<2xindex>
  %1 = shape.const_shape [1, 2, 3] : tensor<3xindex>
  %2 = shape.get_extent %e, %i : tensor<?xindex>, index -> index
  %3 = shape.num_elements %e : tensor<?xindex> -> index
  %4 = shape.broadcast %e, %e : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %5 = shape.cstr_broadcastable %e, %e : tensor<?xindex>, tensor<?xindex>
  %6 = shape.assuming %5 -> (tensor<?xindex>) { shape.assuming_yield %e : tensor<?xindex> }
  %7 = shape.const_size 5
  %8 = shape.dim %t, %i : tensor<?x?xf32>, index -> index
  %9 = shape.rank %e : tensor<?xindex> -> index
  %10 = shape.to_extent_tensor %e : tensor<?xindex> -> tensor<2xindex>
  %11 = shape.from_extents %i, %i : index, index
  %12 = shape.size_to_index %7 : !shape.size
  %13 = shape.const_witness true
  %14 = shape.mul %i, %i : index, index -> index
  %15 = shape.shape_eq %e, %e : tensor<?xindex>, tensor<?xindex>
  %16 = shape.index_to_size %i
  %17 = shape.concat %e, %e : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  return
}

// -----

shape.function_library @lib {
  shape.func @same(%a: !shape.value_shape) -> !shape.shape {
    %0 = shape.shape_of %a : !shape.value_shape -> !shape.shape
    shape.return %0 : !shape.shape
  }
  shape.func private @r(%s: !shape.shape) -> !shape.size {
    %c = shape.const_size 1
    %0 = shape.reduce(%s, %c) : !shape.shape -> !shape.size {
    ^bb0(%i: index, %e: !shape.size, %acc: !shape.size):
      %1 = shape.mul %acc, %e : !shape.size, !shape.size -> !shape.size
      shape.yield %1 : !shape.size
    }
    shape.return %0 : !shape.size
  }
} mapping {
  test.same = @same
}

// -----

func.func @x(%s: !shape.shape, %k: !shape.size) {
  %h, %t = "shape.split_at"(%s, %k) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
  %d = "shape.debug_print"(%h) : (!shape.shape) -> !shape.shape
  %m = shape.meet %h, %t, error = "bad" : !shape.shape, !shape.shape -> !shape.shape
  %w = shape.const_witness true
  %b = "shape.broadcast"(%h, %t) {error = "x"} : (!shape.shape, !shape.shape) -> !shape.shape
  %q:2 = shape.assuming %w -> (index, tensor<?xf32>) { %0, %1 = "a.b"() : () -> (index, tensor<?xf32>) 
    shape.assuming_yield %0, %1 : index, tensor<?xf32> }
  return
}

// -----

shape.func @fn(%a: !shape.value_shape) -> !shape.shape {
  %0 = shape.shape_of %a : !shape.value_shape -> !shape.shape
  return %0 : !shape.shape
}
