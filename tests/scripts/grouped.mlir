// The usual order of the tiles of a matrix product: groups of rows, by quotients that round to zero.

func.func @index(%pid: index, %m: index, %n: index) {
  %c8 = arith.constant 8 : index
  %in_group = arith.muli %n, %c8 : index
  %group = arith.divsi %pid, %in_group : index
  %first = arith.muli %group, %c8 : index
  %left = arith.subi %m, %first : index
  %rows = arith.minsi %left, %c8 : index
  %within = arith.remsi %pid, %in_group : index
  %row = arith.remsi %within, %rows : index
  %pid_m = arith.addi %first, %row : index
  %pid_n = arith.divsi %within, %rows : index
  "test.use"(%pid_m, %pid_n) : (index, index) -> ()
  return
}

func.func @symbolic(%pid: index, %m: index, %n: index, %size: index) {
  %in_group = arith.muli %n, %size : index
  %group = arith.divsi %pid, %in_group : index
  %first = arith.muli %group, %size : index
  %left = arith.subi %m, %first : index
  %rows = arith.minsi %left, %size : index
  %within = arith.remsi %pid, %in_group : index
  %row = arith.remsi %within, %rows : index
  %pid_m = arith.addi %first, %row : index
  %pid_n = arith.divsi %within, %rows : index
  "test.use"(%pid_m, %pid_n) : (index, index) -> ()
  return
}

func.func @i32(%pid: i32, %m: i32, %n: i32) {
  %c8 = arith.constant 8 : i32
  %in_group = arith.muli %n, %c8 overflow<nsw> : i32
  %group = arith.divsi %pid, %in_group : i32
  %first = arith.muli %group, %c8 overflow<nsw> : i32
  %left = arith.subi %m, %first overflow<nsw> : i32
  %rows = arith.minsi %left, %c8 : i32
  %within = arith.remsi %pid, %in_group : i32
  %row = arith.remsi %within, %rows : i32
  %pid_m = arith.addi %first, %row overflow<nsw> : i32
  %pid_n = arith.divsi %within, %rows : i32
  "test.use"(%pid_m, %pid_n) : (i32, i32) -> ()
  return
}
