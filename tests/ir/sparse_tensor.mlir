#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#Slice = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 4, 2)>, d1 : #sparse_tensor<slice(?, ?, ?)>) -> (d0 : dense, d1 : compressed) }>
func.func @sparse(%t: tensor<?x8xf32>, %s: tensor<2x8xf32, #CSR>, %o: tensor<?x8xf32, #COO>, %v: tensor<?x8xf32, #Slice>, %f: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %0 = sparse_tensor.new %f : !llvm.ptr to tensor<?x8xf32, #CSR>
  %1 = sparse_tensor.convert %t {note} : tensor<?x8xf32> to tensor<?x8xf32, #CSR>
  %2 = sparse_tensor.positions %1 {level = 1 : index} : tensor<?x8xf32, #CSR> to memref<?xindex>
  %3 = sparse_tensor.coordinates %1 {level = 1 : index} : tensor<?x8xf32, #CSR> to memref<?xindex>
  %4 = sparse_tensor.coordinates_buffer %o : tensor<?x8xf32, #COO> to memref<?xindex>
  %5 = sparse_tensor.values %1 : tensor<?x8xf32, #CSR> to memref<?xf32>
  %6 = sparse_tensor.number_of_entries %1 : tensor<?x8xf32, #CSR>
  %7 = sparse_tensor.concatenate %s, %s {dimension = 0 : index} : tensor<2x8xf32, #CSR>, tensor<2x8xf32, #CSR> to tensor<4x8xf32, #CSR>
  %8 = sparse_tensor.slice.offset %v at 0 : tensor<?x8xf32, #Slice>
  %9 = sparse_tensor.slice.stride %v at 1 {note} : tensor<?x8xf32, #Slice>
  %10 = sparse_tensor.lvl %1, %c0 : tensor<?x8xf32, #CSR>
  %11 = sparse_tensor.lvl {note} %1, %c0 : tensor<?x8xf32, #CSR>
  %12 = sparse_tensor.load %1 : tensor<?x8xf32, #CSR>
  %13 = sparse_tensor.load %1 hasInserts : tensor<?x8xf32, #CSR>
  sparse_tensor.out %1, %f : tensor<?x8xf32, #CSR>, !llvm.ptr
  sparse_tensor.print %1 : tensor<?x8xf32, #CSR>
  %14 = "sparse_tensor.select"(%6) ({
  ^bb0(%x: index):
    %15 = arith.cmpi eq, %x, %c0 : index
    sparse_tensor.yield %15 : i1
  }) : (index) -> index
  return
}
