func.func @shapes(%m: memref<10x?xf32>, %n: index, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<6x?xf32>
  %b = memref.alloca(%n) : memref<?xf32>
  %0 = "test.reify_bound"(%a) {dim = 1} : (memref<6x?xf32>) -> index // = sym
  %1 = "test.reify_bound"(%b) {dim = 0} : (memref<?xf32>) -> index // = sym
  %c = memref.cast %m : memref<10x?xf32> to memref<?x?xf32>
  %2 = "test.reify_bound"(%c) {dim = 0} : (memref<?x?xf32>) -> index // = 10
  %s = memref.subview %m[0, %i] [1, %n] [1, 1] : memref<10x?xf32> to memref<?xf32, strided<[1], offset: ?>>
  %3 = "test.reify_bound"(%s) {dim = 0} : (memref<?xf32, strided<[1], offset: ?>>) -> index // = sym
  %d = memref.dim %m, %i : memref<10x?xf32>
  %4 = "test.reify_bound"(%d) {constant, type = "LB"} : (index) -> index // = 0
  %e = memref.dim %m, %c0 : memref<10x?xf32>
  %5 = "test.reify_bound"(%e) {constant} : (index) -> index // = 10
  %r = memref.rank %m : memref<10x?xf32>
  %6 = "test.reify_bound"(%r) {constant} : (index) -> index // = 2
  %x = memref.reinterpret_cast %b to offset: [0], sizes: [%n, 4], strides: [4, 1] : memref<?xf32> to memref<?x4xf32, strided<[4, 1]>>
  %7 = "test.reify_bound"(%x) {dim = 0} : (memref<?x4xf32, strided<[4, 1]>>) -> index // = sym
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<10x?xf32> -> memref<f32>, index, index, index, index, index
  %8 = "test.reify_bound"(%sizes#0) {constant} : (index) -> index // = 10
  %9 = "test.reify_bound"(%offset) {constant} : (index) -> index // = 0
  %10 = "test.reify_bound"(%strides#1) {constant} : (index) -> index // = 1
  return
}

func.func @reshapes(%n: index) {
  %a = memref.alloc(%n) : memref<3x4x?x2xf32>
  %c = memref.collapse_shape %a [[0, 1], [2, 3]] : memref<3x4x?x2xf32> into memref<12x?xf32>
  %0 = "test.reify_bound"(%c) {dim = 1} : (memref<12x?xf32>) -> index // = sym
  %b = memref.alloc(%n) : memref<?xf32>
  %e = memref.expand_shape %b [[0, 1]] output_shape [4, %n] : memref<?xf32> into memref<4x?xf32>
  %1 = "test.reify_bound"(%e) {dim = 0} : (memref<4x?xf32>) -> index // = 4
  return
}

memref.global "private" @table : memref<4xf32>
func.func @global() {
  %0 = memref.get_global @table : memref<4xf32>
  %1 = "test.reify_bound"(%0) {dim = 0} : (memref<4xf32>) -> index // = 4
  return
}

// memory_space_cast assume_alignment view
func.func @same_sizes(%n: index, %bytes: memref<2048xi8>, %shift: index) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%n) : memref<?xf32>
  %s = memref.memory_space_cast %a : memref<?xf32> to memref<?xf32, 1>
  %p = memref.assume_alignment %a, 16 : memref<?xf32>
  %v = memref.view %bytes[%shift][%n] : memref<2048xi8> to memref<?x4xf32>
  %ds = memref.dim %s, %c0 : memref<?xf32, 1>
  %dp = memref.dim %p, %c0 : memref<?xf32>
  %dv = memref.dim %v, %c0 : memref<?x4xf32>
  "test.compare"(%ds, %n) : (index, index) -> () // = true
  "test.compare"(%dp, %n) : (index, index) -> () // = true
  "test.compare"(%dv, %n) : (index, index) -> () // = true
  return
}

// What is read from a global that never changes is one of its elements.
memref.global "private" constant @primes : memref<2x2xindex> = dense<[[2, 7], [3, 5]]>
memref.global "private" constant @bytes : memref<3xi8> = dense<[-1, 3, 255]>
memref.global "private" @changing : memref<4xindex> = dense<1>
func.func @loads(%n: index) {
  %i = arith.constant 1 : index
  %0 = memref.get_global @primes : memref<2x2xindex>
  %1 = memref.get_global @bytes : memref<3xi8>
  %2 = memref.get_global @changing : memref<4xindex>
  %a = memref.load %0[%i, %i] : memref<2x2xindex>
  %b = memref.load %1[%i] : memref<3xi8>
  %c = memref.load %2[%i] : memref<4xindex>
  %bi = arith.index_cast %b : i8 to index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c-1 = arith.constant -1 : index
  "test.compare"(%a, %c1) {cmp = "GT"} : (index, index) -> () // = true
  "test.compare"(%a, %c7) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%bi, %c3) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%c-1, %bi) {cmp = "LE"} : (index, index) -> () // = true
  "test.compare"(%c, %c1) {cmp = "GE"} : (index, index) -> () // = fail
  return
}

// What lies beyond its end is no element of it.
func.func @load_anywhere(%i: index) {
  %0 = memref.get_global @primes : memref<2x2xindex>
  %a = memref.load %0[%i, %i] : memref<2x2xindex>
  %c7 = arith.constant 7 : index
  "test.compare"(%a, %c7) {cmp = "LE"} : (index, index) -> () // = fail
  return
}

// dim by an unknown index: one of the sizes
func.func @any_dim(%m: memref<4x8x16xf32>, %n: memref<4x?xf32>, %i: index) {
  %a = memref.dim %m, %i : memref<4x8x16xf32>
  %b = memref.dim %n, %i : memref<4x?xf32>
  %0 = "test.reify_bound"(%a) {constant, type = "LB"} : (index) -> index // = 4
  %1 = "test.reify_bound"(%a) {constant, type = "UB"} : (index) -> index // = 17
  %2 = "test.reify_bound"(%b) {constant, type = "LB"} : (index) -> index // = 0
  %3 = "test.reify_bound"(%b) {constant, type = "UB"} : (index) -> index // = fail
  return
}

// dim of a memref whose rank is not known, by an index that is not
func.func @size_of_any_rank(%m: memref<*xf32>, %i: index) {
  %d = memref.dim %m, %i : memref<*xf32>
  %0 = "test.reify_bound"(%d) {constant, type = "LB"} : (index) -> index // = 0
  return
}
