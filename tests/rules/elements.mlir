// Elements of small tensors of integers.

func.func @computed(%n: index, %m: index, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.from_elements %n, %m : tensor<2xindex>
  %two = arith.constant dense<[2, 3]> : tensor<2xindex>
  %p = arith.muli %a, %two : tensor<2xindex>
  %p1 = tensor.extract %p[%c1] : tensor<2xindex>
  %m3 = affine.apply affine_map<()[s0] -> (s0 * 3)>()[%m]
  "test.compare"(%p1, %m3) {cmp = "EQ"} : (index, index) -> () // = true
  %mx = arith.maxsi %a, %two : tensor<2xindex>
  %mx0 = tensor.extract %mx[%c0] : tensor<2xindex>
  "test.compare"(%mx0, %c1) {cmp = "GT"} : (index, index) -> () // = true
  // what is compared and selected element by element
  %c = arith.cmpi sge, %a, %two : tensor<2xindex>
  %s = arith.select %c, %a, %two : tensor<2xi1>, tensor<2xindex>
  %s0 = tensor.extract %s[%c0] : tensor<2xindex>
  "test.compare"(%s0, %mx0) {cmp = "EQ"} : (index, index) -> () // = true
  %five = arith.constant dense<5> : tensor<2xindex>
  %less = arith.cmpi slt, %two, %five : tensor<2xindex>
  %is = tensor.extract %less[%c1] : tensor<2xi1>
  %isi = arith.index_castui %is : i1 to index
  "test.compare"(%isi, %c1) {cmp = "EQ"} : (index, index) -> () // = true
  // integers wrap
  %ks = tensor.from_elements %k, %k : tensor<2xi32>
  %kk = arith.addi %ks, %ks : tensor<2xi32>
  %kk0 = tensor.extract %kk[%c0] : tensor<2xi32>
  "test.compare"(%kk0, %k) {cmp = "GE"} : (i32, i32) -> () // = fail
  %low = arith.constant dense<15> : tensor<2xi32>
  %masked = arith.andi %ks, %low : tensor<2xi32>
  %sum = arith.addi %masked, %masked : tensor<2xi32>
  %sum0 = tensor.extract %sum[%c1] : tensor<2xi32>
  %sumi = arith.index_cast %sum0 : i32 to index
  %0 = "test.reify_bound"(%sumi) {constant, type = "UB"} : (index) -> index // = 31
  %wide = arith.index_cast %masked : tensor<2xi32> to tensor<2xindex>
  %wide0 = tensor.extract %wide[%c0] : tensor<2xindex>
  %1 = "test.reify_bound"(%wide0) {constant, type = "LB"} : (index) -> index // = 0
  return
}

func.func @moved(%n: index, %m: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = tensor.from_elements %n, %m : tensor<2xindex>
  %i = tensor.insert %k into %a[%c1] : tensor<2xindex>
  %i0 = tensor.extract %i[%c0] : tensor<2xindex>
  "test.compare"(%i0, %n) {cmp = "EQ"} : (index, index) -> () // = true
  %i1 = tensor.extract %i[%c1] : tensor<2xindex>
  "test.compare"(%i1, %k) {cmp = "EQ"} : (index, index) -> () // = true
  // wherever it was put
  %j = tensor.insert %n into %a[%k] : tensor<2xindex>
  %j0 = tensor.extract %j[%c0] : tensor<2xindex>
  "test.compare"(%j0, %n) {cmp = "EQ"} : (index, index) -> () // = true
  %cat = tensor.concat dim(0) %a, %i : (tensor<2xindex>, tensor<2xindex>) -> tensor<4xindex>
  // before a list of any length
  %any = tensor.cast %cat : tensor<4xindex> to tensor<?xindex>
  %d = tensor.empty(%k) : tensor<?xindex>
  %open = tensor.concat dim(0) %a, %d : (tensor<2xindex>, tensor<?xindex>) -> tensor<?xindex>
  %first = tensor.extract %open[%c1] : tensor<?xindex>
  "test.compare"(%first, %m) {cmp = "EQ"} : (index, index) -> () // = true
  %cat3 = tensor.extract_slice %cat[1] [2] [2] : tensor<4xindex> to tensor<2xindex>
  %x = tensor.extract %cat3[%c1] : tensor<2xindex>
  "test.compare"(%x, %k) {cmp = "EQ"} : (index, index) -> () // = true
  %e = tensor.expand_shape %cat [[0, 1]] output_shape [2, 2] : tensor<4xindex> into tensor<2x2xindex>
  %row = tensor.extract_slice %e[1, 0] [1, 2] [1, 1] : tensor<2x2xindex> to tensor<2xindex>
  %y = tensor.extract %row[%c0] : tensor<2xindex>
  "test.compare"(%y, %n) {cmp = "EQ"} : (index, index) -> () // = true
  %flat = tensor.collapse_shape %e [[0, 1]] : tensor<2x2xindex> into tensor<4xindex>
  %z = tensor.extract %flat[%c2] : tensor<4xindex>
  "test.compare"(%z, %n) {cmp = "EQ"} : (index, index) -> () // = true
  %shape = arith.constant dense<[4, 1]> : tensor<2xindex>
  %re = tensor.reshape %cat(%shape) : (tensor<4xindex>, tensor<2xindex>) -> tensor<4x1xindex>
  %w = tensor.extract %re[%c1, %c0] : tensor<4x1xindex>
  "test.compare"(%w, %m) {cmp = "EQ"} : (index, index) -> () // = true
  %sp = tensor.splat %n : tensor<2x2xindex>
  %v = tensor.extract %sp[%c1, %c1] : tensor<2x2xindex>
  "test.compare"(%v, %n) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// one of several, whichever it is, where the index is one of theirs
func.func @somewhere(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = arith.constant dense<[8, 3, 5]> : tensor<3xindex>
  scf.for %k = %c0 to %c3 step %c1 {
    %x = tensor.extract %a[%k] : tensor<3xindex>
    %0 = "test.reify_bound"(%x) {constant, type = "UB"} : (index) -> index // = 9
    %1 = "test.reify_bound"(%x) {constant, type = "LB"} : (index) -> index // = 3
  }
  %y = tensor.extract %a[%n] : tensor<3xindex>
  %2 = "test.reify_bound"(%y) {constant, type = "UB"} : (index) -> index // = fail
  return
}

// a memref is written to: its elements are not the same for ever
func.func @memory(%t: memref<?xf32>, %s: memref<2xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %a = memref.reshape %t(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  memref.store %n, %s[%c0] : memref<2xindex>
  %b = memref.reshape %t(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  %da = memref.dim %a, %c0 : memref<?x?xf32>
  %db = memref.dim %b, %c0 : memref<?x?xf32>
  "test.compare"(%da, %db) {cmp = "EQ"} : (index, index) -> () // = fail
  return
}

// concatenation-elem: tensor.concat and stablehlo.concatenate along a dimension that is not the first
func.func @side_by_side(%n: index, %m: index, %x: tensor<2x3xindex>, %h: tensor<2x1xi32>, %k: tensor<2x2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %fe = tensor.from_elements %n, %m, %m, %c2 : tensor<2x2xindex>
  %cat = tensor.concat dim(1) %fe, %x, %fe : (tensor<2x2xindex>, tensor<2x3xindex>, tensor<2x2xindex>) -> tensor<2x7xindex>
  %e01 = tensor.extract %cat[%c0, %c1] : tensor<2x7xindex>
  "test.compare"(%e01, %m) {cmp = "EQ"} : (index, index) -> () // = true
  %e11 = tensor.extract %cat[%c1, %c1] : tensor<2x7xindex>
  "test.compare"(%e11, %c2) {cmp = "EQ"} : (index, index) -> () // = true
  %e13 = tensor.extract %cat[%c1, %c3] : tensor<2x7xindex>
  %x11 = tensor.extract %x[%c1, %c1] : tensor<2x3xindex>
  "test.compare"(%e13, %x11) {cmp = "EQ"} : (index, index) -> () // = true
  %e03 = tensor.extract %cat[%c0, %c3] : tensor<2x7xindex>
  "test.compare"(%e03, %x11) {cmp = "EQ"} : (index, index) -> () // = fail
  %hk = stablehlo.concatenate %h, %k, dim = 1 : (tensor<2x1xi32>, tensor<2x2xi32>) -> tensor<2x3xi32>
  %hk12 = tensor.extract %hk[%c1, %c2] : tensor<2x3xi32>
  %k11 = tensor.extract %k[%c1, %c1] : tensor<2x2xi32>
  %hki = arith.index_cast %hk12 : i32 to index
  %ki = arith.index_cast %k11 : i32 to index
  "test.compare"(%hki, %ki) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// linalg on shapes, one by one; a branch's elements, those of a region, and of a slice with operands
func.func @linalg(%n: index, %m: index, %to: tensor<2xindex>, %to32: tensor<2xi32>, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.from_elements %n, %m : tensor<2xindex>
  %b = arith.constant dense<[5, 3]> : tensor<2xindex>
  %add = linalg.add ins(%a, %b : tensor<2xindex>, tensor<2xindex>) outs(%to : tensor<2xindex>) -> tensor<2xindex>
  %e = tensor.extract %add[%c1] : tensor<2xindex>
  %m3 = affine.apply affine_map<()[s0] -> (s0 + 3)>()[%m]
  "test.compare"(%e, %m3) {cmp = "EQ"} : (index, index) -> () // = true
  %sub = linalg.sub ins(%a, %add : tensor<2xindex>, tensor<2xindex>) outs(%to : tensor<2xindex>) -> tensor<2xindex>
  %f = tensor.extract %sub[%c0] : tensor<2xindex>
  %0 = "test.reify_bound"(%f) {type = "EQ"} : (index) -> index // = -5
  %mul = linalg.mul ins(%sub, %sub : tensor<2xindex>, tensor<2xindex>) outs(%to : tensor<2xindex>) -> tensor<2xindex>
  %g = tensor.extract %mul[%c1] : tensor<2xindex>
  %1 = "test.reify_bound"(%g) {type = "EQ"} : (index) -> index // = 9
  %div = linalg.div ins(%mul, %sub : tensor<2xindex>, tensor<2xindex>) outs(%to : tensor<2xindex>) -> tensor<2xindex>
  %h = tensor.extract %div[%c1] : tensor<2xindex>
  %2 = "test.reify_bound"(%h) {type = "EQ"} : (index) -> index // = -3
  %max = linalg.max ins(%a, %b : tensor<2xindex>, tensor<2xindex>) outs(%to : tensor<2xindex>) -> tensor<2xindex>
  %i = tensor.extract %max[%c0] : tensor<2xindex>
  %3 = "test.reify_bound"(%i) {type = "LB", constant} : (index) -> index // = 5
  %min = linalg.min ins(%a, %b : tensor<2xindex>, tensor<2xindex>) outs(%to : tensor<2xindex>) -> tensor<2xindex>
  %j = tensor.extract %min[%c1] : tensor<2xindex>
  %4 = "test.reify_bound"(%j) {type = "UB", constant} : (index) -> index // = 4
  %fill = linalg.fill ins(%n : index) outs(%to : tensor<2xindex>) -> tensor<2xindex>
  %o = tensor.extract %fill[%c1] : tensor<2xindex>
  "test.compare"(%o, %n) {cmp = "EQ"} : (index, index) -> () // = true
  // in 32 bits it wraps
  %most = arith.constant dense<[2147483647, 1]> : tensor<2xi32>
  %wraps = linalg.add ins(%most, %most : tensor<2xi32>, tensor<2xi32>) outs(%to32 : tensor<2xi32>) -> tensor<2xi32>
  %p = tensor.extract %wraps[%c0] : tensor<2xi32>
  %q = arith.index_cast %p : i32 to index
  %5 = "test.reify_bound"(%q) {type = "EQ"} : (index) -> index // = -2
  %slice = tensor.extract_slice %a[%c1] [1] [%c1] : tensor<2xindex> to tensor<1xindex>
  %r = tensor.extract %slice[%c0] : tensor<1xindex>
  "test.compare"(%r, %m) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

func.func @branches(%c: i1, %n: index) {
  %c1 = arith.constant 1 : index
  %a = tensor.from_elements %n, %n : tensor<2xindex>
  %if = scf.if %c -> (tensor<2xindex>) {
    %b = arith.constant dense<[5, 3]> : tensor<2xindex>
    scf.yield %b : tensor<2xindex>
  } else {
    %d = arith.constant dense<[6, 8]> : tensor<2xindex>
    scf.yield %d : tensor<2xindex>
  }
  %e = tensor.extract %if[%c1] : tensor<2xindex>
  %0 = "test.reify_bound"(%e) {type = "LB", constant} : (index) -> index // = 3
  %1 = "test.reify_bound"(%e) {type = "UB", constant} : (index) -> index // = 9
  %region = scf.execute_region -> tensor<2xindex> {
    scf.yield %a : tensor<2xindex>
  }
  %f = tensor.extract %region[%c1] : tensor<2xindex>
  "test.compare"(%f, %n) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// of conditions a sum is a disjunction
func.func @disjunction(%to: tensor<1xi1>) {
  %c0 = arith.constant 0 : index
  %true = arith.constant dense<true> : tensor<1xi1>
  %or = linalg.add ins(%true, %true : tensor<1xi1>, tensor<1xi1>) outs(%to : tensor<1xi1>) -> tensor<1xi1>
  %e = tensor.extract %or[%c0] : tensor<1xi1>
  %i = arith.index_castui %e : i1 to index
  %0 = "test.reify_bound"(%i) {type = "UB", constant} : (index) -> index // = 2
  return
}

// a reshape that nothing runs says nothing of the length of its shape
func.func @no_rank(%t: tensor<?xf32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  scf.if %c {
    %s = tensor.empty(%n) : tensor<?xindex>
    %r = tensor.reshape %t(%s) : (tensor<?xf32>, tensor<?xindex>) -> tensor<*xf32>
    %rank = tensor.rank %r : tensor<*xf32>
    %0 = "test.reify_bound"(%rank) {type = "LB", constant} : (index) -> index // = 0
  }
  "test.compare"(%n, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  return
}

// to what has no rank in its type: it has one all the same
func.func @unranked(%t: tensor<?xf32>, %m: memref<?xf32>, %to: tensor<3xindex>, %sizes: memref<2xindex>) {
  %r = tensor.reshape %t(%to) : (tensor<?xf32>, tensor<3xindex>) -> tensor<*xf32>
  %rank = tensor.rank %r : tensor<*xf32>
  %0 = "test.reify_bound"(%rank) {type = "EQ"} : (index) -> index // = 3
  %s = memref.reshape %m(%sizes) : (memref<?xf32>, memref<2xindex>) -> memref<*xf32>
  %rank2 = memref.rank %s : memref<*xf32>
  %1 = "test.reify_bound"(%rank2) {type = "EQ"} : (index) -> index // = 2
  return
}

// cast to a type with a rank: the sizes and elements are those of what it was made from
memref.global "private" constant @sizes : memref<2xindex> = dense<[3, 4]>
func.func @unranked_cast(%t: tensor<?xf32>, %m: memref<?xf32>, %to: tensor<2xindex>, %sizes: memref<2xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t0 = tensor.dim %t, %c0 : tensor<?xf32>
  %to1 = tensor.extract %to[%c1] : tensor<2xindex>
  %r = tensor.reshape %t(%to) : (tensor<?xf32>, tensor<2xindex>) -> tensor<*xf32>
  %c = tensor.cast %r : tensor<*xf32> to tensor<?x?xf32>
  %d1 = tensor.dim %c, %c1 : tensor<?x?xf32>
  "test.compare"(%d1, %to1) {cmp = "EQ"} : (index, index) -> () // = true
  %u = tensor.cast %t : tensor<?xf32> to tensor<*xf32>
  %back = tensor.cast %u : tensor<*xf32> to tensor<?xf32>
  %b0 = tensor.dim %back, %c0 : tensor<?xf32>
  "test.compare"(%b0, %t0) {cmp = "EQ"} : (index, index) -> () // = true
  %list = tensor.from_elements %n, %t0 : tensor<2xindex>
  %one = arith.constant dense<[2, 1]> : tensor<2xindex>
  %lr = tensor.reshape %list(%one) : (tensor<2xindex>, tensor<2xindex>) -> tensor<*xindex>
  %lc = tensor.cast %lr : tensor<*xindex> to tensor<2x1xindex>
  %e = tensor.extract %lc[%c1, %c0] : tensor<2x1xindex>
  "test.compare"(%e, %t0) {cmp = "EQ"} : (index, index) -> () // = true
  %lu = tensor.cast %list : tensor<2xindex> to tensor<*xindex>
  %lb = tensor.cast %lu : tensor<*xindex> to tensor<?xindex>
  %e2 = tensor.extract %lb[%c0] : tensor<?xindex>
  "test.compare"(%e2, %n) {cmp = "EQ"} : (index, index) -> () // = true
  // of a memref where the shape never changes
  %constant = memref.get_global @sizes : memref<2xindex>
  %mr = memref.reshape %m(%constant) : (memref<?xf32>, memref<2xindex>) -> memref<*xf32>
  %mc = memref.cast %mr : memref<*xf32> to memref<?x?xf32>
  %0 = "test.reify_bound"(%mc) {dim = 1} : (memref<?x?xf32>) -> index // = 4
  %open = memref.reshape %m(%sizes) : (memref<?xf32>, memref<2xindex>) -> memref<*xf32>
  %oc = memref.cast %open : memref<*xf32> to memref<?x?xf32>
  %1 = "test.reify_bound"(%oc) {dim = 1} : (memref<?x?xf32>) -> index // = fail
  %buffer = bufferization.to_buffer %to read_only : tensor<2xindex> to memref<2xindex>
  %br = memref.reshape %m(%buffer) : (memref<?xf32>, memref<2xindex>) -> memref<*xf32>
  %bc = memref.cast %br : memref<*xf32> to memref<?x?xf32>
  %bc1 = memref.dim %bc, %c1 : memref<?x?xf32>
  "test.compare"(%bc1, %to1) {cmp = "EQ"} : (index, index) -> () // = true
  %m0 = memref.dim %m, %c0 : memref<?xf32>
  %mu = memref.cast %m : memref<?xf32> to memref<*xf32>
  %mb = memref.cast %mu : memref<*xf32> to memref<?xf32>
  %mb0 = memref.dim %mb, %c0 : memref<?xf32>
  "test.compare"(%mb0, %m0) {cmp = "EQ"} : (index, index) -> () // = true
  return
}
