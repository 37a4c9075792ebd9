func.func @regions(%to: tensor<1xi8>) {
  %most = arith.constant dense<127> : tensor<1xi8>
  %sum = "linalg.map"(%most, %to) ({
  ^bb0(%x: i8, %out: i8):
    %one = arith.constant 1 : i8
    %s = arith.addi %x, %one : i8
    linalg.yield %s : i8
  }) : (tensor<1xi8>, tensor<1xi8>) -> tensor<1xi8>
  %half = "linalg.map"(%sum, %to) ({
  ^bb0(%x: i8, %out: i8):
    %two = arith.constant 2 : i8
    %h = arith.divui %x, %two : i8
    linalg.yield %h : i8
  }) : (tensor<1xi8>, tensor<1xi8>) -> tensor<1xi8>
  return
}
