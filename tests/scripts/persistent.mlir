// A program executes several tiles, whose numbers are apart by the number of programs. Tiles are taken in groups of rows.
tt.func @tiles(%c: !tt.ptr<f32>, %rows: i32, %columns: i32) {
  %first = tt.get_program_id x : i32
  %programs = tt.get_num_programs x : i32
  %eight = arith.constant 8 : i32
  %f = arith.constant 0.0 : f32
  %all = arith.muli %rows, %columns : i32
  scf.for %tile = %first to %all step %programs : i32 {
    %size = arith.muli %columns, %eight : i32
    %group = arith.divsi %tile, %size : i32
    %top = arith.muli %group, %eight : i32
    %left = arith.subi %rows, %top : i32
    %height = arith.minsi %left, %eight : i32
    %in = arith.remsi %tile, %size : i32
    %down = arith.remsi %in, %height : i32
    %row = arith.addi %top, %down : i32
    %column = arith.divsi %in, %height : i32
    %start = arith.muli %row, %columns : i32
    %at = arith.addi %start, %column : i32
    %p = tt.addptr %c, %at : !tt.ptr<f32>, i32
    tt.store %p, %f : !tt.ptr<f32>
  }
  // The quotient is the same for several programs.
  %more = arith.addi %programs, %programs : i32
  scf.for %tile = %first to %all step %more : i32 {
    %q = arith.divsi %tile, %programs : i32
    %r = arith.remsi %tile, %programs : i32
    %p = tt.addptr %c, %q : !tt.ptr<f32>, i32
    tt.store %p, %f : !tt.ptr<f32>
  }
  tt.return
}
