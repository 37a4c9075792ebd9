func.func @f(%m: vector<4xi1>, %acc: i32) -> i32 {
  %one = arith.constant dense<1> : vector<4xi32>
  %some = vector.mask %m {
    %sum = vector.reduction <add>, %one : vector<4xi32> into i32
    vector.yield %sum : i32
  } : vector<4xi1> -> i32
  %most = vector.mask %m { vector.reduction <maxsi>, %one, %acc : vector<4xi32> into i32 } : vector<4xi1> -> i32
  %all = vector.reduction <add>, %one : vector<4xi32> into i32
  return %some : i32
}
