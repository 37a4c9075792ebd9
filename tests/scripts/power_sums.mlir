// Sums over the iterations of loops, whose changes are polynomials of the trip number.

func.func @squares(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%so_far = %c0) -> index {
    %square = arith.muli %i, %i : index
    %next = arith.addi %so_far, %square : index
    scf.yield %next : index
  }
  return %sum : index
}

// From a symbolic start, with a factor.
func.func @scaled(%m: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %m to %n step %c1 iter_args(%so_far = %c0) -> index {
    %square = arith.muli %i, %i : index
    %change = arith.muli %square, %m : index
    %next = arith.addi %so_far, %change : index
    scf.yield %next : index
  }
  return %sum : index
}

// A column that grows by a column with a closed form of its own.
func.func @sums_of_sums(%n: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first, %second, %third = scf.for %i = %c0 to %n step %c1
      iter_args(%a = %c0, %b = %c0, %c = %c0) -> (index, index, index) {
    %next_a = arith.addi %a, %i : index
    %next_b = arith.addi %b, %a : index
    %next_c = arith.addi %c, %b : index
    scf.yield %next_a, %next_b, %next_c : index, index, index
  }
  return %first, %second, %third : index, index, index
}

// The degree of the closed form would be 5.
func.func @fourth_powers(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%so_far = %c0) -> index {
    %square = arith.muli %i, %i : index
    %fourth = arith.muli %square, %square : index
    %next = arith.addi %so_far, %fourth : index
    scf.yield %next : index
  }
  return %sum : index
}

// The iterations of nests in the shape of a triangle and of a pyramid.
func.func @triangle(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %count = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> index {
    %row = scf.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> index {
      %next = arith.addi %b, %c1 : index
      scf.yield %next : index
    }
    scf.yield %row : index
  }
  return %count : index
}

func.func @pyramid(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %count = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> index {
    %layer = scf.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> index {
      %row = scf.for %k = %c0 to %j step %c1 iter_args(%c = %b) -> index {
        %next = arith.addi %c, %c1 : index
        scf.yield %next : index
      }
      scf.yield %row : index
    }
    scf.yield %layer : index
  }
  return %count : index
}

// A step of 3: the trip number is a third of the induction variable.
func.func @strided(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %sum = scf.for %i = %c0 to %n step %c3 iter_args(%so_far = %c0) -> index {
    %square = arith.muli %i, %i : index
    %next = arith.addi %so_far, %square : index
    scf.yield %next : index
  }
  return %sum : index
}
