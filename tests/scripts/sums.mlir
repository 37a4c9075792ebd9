func.func @sums(%n: index, %a: index, %k: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  // The sum of the numbers below n.
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%q = %a) -> index {
    %q1 = arith.addi %q, %i : index
    scf.yield %q1 : index
  }
  // A step and an invariant factor: 1 + (k + 4t)·a in trip t.
  %scaled = scf.for %j = %k to %n step %c4 iter_args(%p = %a) -> index {
    %x = arith.muli %j, %a : index
    %y = arith.addi %x, %c1 : index
    %p1 = arith.addi %p, %y : index
    scf.yield %p1 : index
  }
  // Rows of a triangle, each of four more elements than the one before.
  %triangle = scf.for %row = %c0 to %n step %c4 iter_args(%r = %c0) -> index {
    %s = scf.for %column = %c0 to %row step %c1 iter_args(%m = %r) -> index {
      %m1 = arith.addi %m, %c1 : index
      scf.yield %m1 : index
    }
    scf.yield %s : index
  }
  // A recurrence that another one feeds: z1 is 3·(0 + 1 + … ).
  %chain:2 = scf.for %l = %c1 to %n step %c1 iter_args(%z0 = %c0, %z1 = %c0) -> (index, index) {
    %z2 = arith.addi %z0, %c3 : index
    %z3 = arith.addi %z1, %z0 : index
    scf.yield %z2, %z3 : index, index
  }
  // The change depends on the carried value itself: no closed form.
  %power = scf.for %o = %c0 to %n step %c1 iter_args(%w = %c1) -> index {
    %w1 = arith.addi %w, %w : index
    scf.yield %w1 : index
  }
  // The sum wraps.
  %small = arith.index_cast %n : index to i8
  %z8 = arith.constant 0 : i8
  %o8 = arith.constant 1 : i8
  %wrapped = scf.for %b = %z8 to %small step %o8 iter_args(%d = %z8) -> i8 : i8 {
    %d1 = arith.addi %d, %b : i8
    scf.yield %d1 : i8
  }
  return %sum : index
}
