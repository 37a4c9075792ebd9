module {
  func.func @cube(%n: index, %m: index, %k: index, %i: index, %j: index, %l: index) {
    %v0 = arith.muli %i, %i : index
    %v1 = arith.addi %v0, %k : index
    %v2 = arith.muli %v1, %i : index
    %v3 = arith.addi %v2, %n : index
    %v4 = arith.muli %n, %i : index
    %v5 = arith.muli %v4, %i : index
    return
  }
  func.func @areas(%n: index, %m: index, %i: index, %j: index, %t: index) {
    %v0 = arith.muli %m, %j : index
    %v1 = arith.muli %n, %i : index
    %v2 = arith.constant 0 : index
    %v3 = arith.addi %v0, %v1 : index
    %v4 = arith.addi %v3, %v2 : index
    %v5 = arith.muli %t, %j : index
    %v6 = arith.muli %n, %t : index
    %v7 = arith.addi %v5, %v6 : index
    return
  }
  func.func @least(%n: index, %m: index, %k: index, %i: index, %j: index, %l: index) {
    %v0 = arith.minsi %i, %m : index
    %v1 = arith.muli %v0, %j : index
    %v2 = arith.muli %j, %j : index
    return
  }
  func.func @apart(%n: index, %m: index, %i: index, %j: index) {
    %v0 = arith.muli %n, %j : index
    %v1 = arith.muli %v0, %n : index
    %v2 = arith.muli %i, %j : index
    %v3 = arith.muli %v2, %m : index
    %v4 = arith.constant 1 : index
    %v5 = arith.addi %v1, %v3 : index
    %v6 = arith.addi %v5, %v4 : index
    %v7 = arith.muli %j, %i : index
    %v8 = arith.muli %v7, %n : index
    return
  }
  func.func @tiles(%n: index, %m: index, %k: index, %i: index, %j: index, %l: index, %t: index) {
    %v0 = arith.muli %m, %n : index
    %v1 = arith.muli %v0, %t : index
    %v2 = arith.muli %j, %k : index
    return
  }
  func.func @bounded(%n: index, %m: index, %i: index, %j: index, %t: index) {
    %v0 = arith.minsi %t, %n : index
    %v1 = arith.muli %j, %t : index
    return
  }
}
