// Slices of tensors as accesses.

// Tiles of a tensor, of which the last ones are smaller.
func.func @tiles(%in: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = tensor.dim %in, %c0 : tensor<?x?xf32>
  %w = tensor.dim %in, %c1 : tensor<?x?xf32>
  %all = scf.forall (%i, %j) = (0, 0) to (%h, %w) step (8, 16) shared_outs(%out = %in) -> (tensor<?x?xf32>) {
    %a = affine.min affine_map<(d0)[s0] -> (8, s0 - d0)>(%i)[%h]
    %b = affine.min affine_map<(d0)[s0] -> (16, s0 - d0)>(%j)[%w]
    %tile = tensor.extract_slice %out[%i, %j] [%a, %b] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %tile into %out[%i, %j] [%a, %b] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
    }
  }
  return %all : tensor<?x?xf32>
}

// Windows that overlap, and a slice of every other element.
func.func @windows(%in: tensor<82xf32>, %init: tensor<80xf32>) -> tensor<80xf32> {
  %all = scf.forall (%i) = (0) to (80) step (8) shared_outs(%out = %init) -> (tensor<80xf32>) {
    %window = tensor.extract_slice %in[%i] [10] [1] : tensor<82xf32> to tensor<10xf32>
    %inner = tensor.extract_slice %window[1] [8] [1] : tensor<10xf32> to tensor<8xf32>
    %half = tensor.extract_slice %in[%i] [5] [2] : tensor<82xf32> to tensor<5xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %inner into %out[%i] [8] [1] : tensor<8xf32> into tensor<80xf32>
    }
  }
  return %all : tensor<80xf32>
}
