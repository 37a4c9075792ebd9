//! The interpreter, on programs with known results.

use calipers::ir::{Module, ParseOptions};
use calipers::program::{Column, Point, Program};
use calipers_lab::interpret::{Machine, Observer, Settings, Source, State, Stop, Undefined};
use calipers_lab::oracle::functions;

/// The arguments of a function, in order.
struct Arguments<'a>(std::slice::Iter<'a, i128>);

impl Source for Arguments<'_> {
    fn integer(&mut self, _: Option<u32>) -> i128 {
        self.0.next().copied().unwrap_or(0)
    }

    fn size(&mut self) -> i128 {
        self.0.next().copied().unwrap_or(0)
    }
}

/// The values of the operands of `"lab.see"`, each time it is reached.
struct Seen<'m> {
    module: &'m Module,
    values: Vec<Vec<i128>>,
}

impl Observer for Seen<'_> {
    fn reached(&mut self, point: Point, state: &State<'_>) {
        let op = self.module.block_ops(point.block)[point.index];
        if self.module.op_name(op) == "lab.see" {
            let read = |&value| match state.column(Column::Value(value)) {
                Some(value) => vec![value],
                None => (0..8)
                    .map_while(|at| state.column(Column::Dim(value, at)))
                    .chain((0..8).map_while(|at| state.column(Column::Stride(value, at))))
                    .chain(state.column(Column::Offset(value)))
                    .collect(),
            };
            let values = self.module.operands(op).iter().flat_map(read).collect();
            self.values.push(values);
        }
    }
}

fn run(body: &str, arguments: &[i128], in_bounds: bool) -> (Vec<Vec<i128>>, Result<(), Stop>) {
    let module = Module::parse(body, "test.mlir", ParseOptions::default())
        .unwrap_or_else(|error| panic!("{error}"));
    let mut seen = Seen {
        module: &module,
        values: vec![],
    };
    let mut source = Arguments(arguments.iter());
    let settings = Settings {
        in_bounds,
        ..Settings::default()
    };
    let function = functions(&module)[0];
    let ended = Machine::new(&module, settings, &mut source, &mut seen).run(function);
    (seen.values, ended)
}

fn sees(body: &str, arguments: &[i128], expected: &[&[i128]]) {
    let (seen, ended) = run(body, arguments, false);
    assert_eq!(ended, Ok(()));
    assert_eq!(seen, expected);
}

fn stops(body: &str, arguments: &[i128], expected: Undefined) {
    assert_eq!(run(body, arguments, true).1, Err(Stop::Undefined(expected)));
}

#[test]
fn integers_wrap() {
    let program = "func.func @f(%a: i8, %b: i8) {
      %0 = arith.addi %a, %b : i8
      %1 = arith.muli %a, %b : i8
      %2 = arith.divui %a, %b : i8
      %3 = arith.divsi %a, %b : i8
      %4 = arith.extui %a : i8 to i16
      %5 = arith.shrui %a, %b : i8
      %6:2 = arith.mului_extended %a, %b : i8
      %7 = arith.cmpi ult, %a, %b : i8
      \"lab.see\"(%0, %1, %2, %3, %4, %5, %6#0, %6#1, %7) : (i8, i8, i8, i8, i16, i8, i8, i8, i1) -> ()
      return
    }";
    sees(
        program,
        &[-127, 3],
        &[&[-124, -125, 43, -42, 129, 16, -125, 1, 0]],
    );
    stops(program, &[100, 100], Undefined::Poison);
}

#[test]
fn divisions_round_as_they_say() {
    let program = "func.func @f(%a: index, %b: index) {
      %0 = arith.divsi %a, %b : index
      %1 = arith.remsi %a, %b : index
      %2 = arith.floordivsi %a, %b : index
      %3 = arith.ceildivsi %a, %b : index
      \"lab.see\"(%0, %1, %2, %3) : (index, index, index, index) -> ()
      return
    }";
    sees(program, &[-7, 2], &[&[-3, -1, -4, -3]]);
    sees(program, &[7, -2], &[&[-3, 1, -4, -3]]);
    stops(program, &[7, 0], Undefined::DivisionByZero);
}

#[test]
fn loops_run_as_often_as_they_say() {
    let program = "func.func @f(%a: index, %b: index, %s: index) {
      %r = scf.for %i = %a to %b step %s iter_args(%x = %a) -> (index) {
        \"lab.see\"(%i, %x) : (index, index) -> ()
        scf.yield %i : index
      }
      \"lab.see\"(%r) : (index) -> ()
      return
    }";
    sees(program, &[2, 9, 3], &[&[2, 2], &[5, 2], &[8, 5], &[8]]);
    sees(program, &[4, 4, 0], &[&[4]]);
    stops(program, &[1, 4, 0], Undefined::StepNotPositive);
}

#[test]
fn blocks_pass_values_on() {
    let program = "func.func @f(%n: index) {
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      cf.br ^bb1(%c0 : index)
    ^bb1(%i: index):
      %c = arith.cmpi slt, %i, %n : index
      cf.cond_br %c, ^bb2, ^bb3
    ^bb2:
      %j = arith.addi %i, %c2 : index
      cf.br ^bb1(%j : index)
    ^bb3:
      \"lab.see\"(%i) : (index) -> ()
      return
    }";
    sees(program, &[5], &[&[6]]);
    sees(program, &[-1], &[&[0]]);
}

#[test]
fn views_lie_where_they_say() {
    let program = "func.func @f(%m: memref<?x8xf32>, %o: index, %n: index) {
      %0 = memref.subview %m[%o, 2] [%n, 3] [2, 1] : memref<?x8xf32> to memref<?x3xf32, strided<[16, 1], offset: ?>>
      \"lab.see\"(%0) : (memref<?x3xf32, strided<[16, 1], offset: ?>>) -> ()
      return
    }";
    sees(program, &[10, 3, 4], &[&[4, 3, 16, 1, 26]]);
    stops(program, &[10, 3, 5], Undefined::OutOfBounds);
    stops(program, &[10, 3, -1], Undefined::NegativeSize);
}

#[test]
fn indices_are_split_and_joined() {
    let program = "func.func @f(%x: index, %y: index) {
      %0:3 = affine.delinearize_index %x into (3, 5) : index, index, index
      %1 = affine.linearize_index [%x, %y] by (7) : index
      %2 = affine.apply affine_map<(d0) -> (d0 mod 4 + d0 floordiv 4 + d0 ceildiv 4)>(%x)
      \"lab.see\"(%0#0, %0#1, %0#2, %1, %2) : (index, index, index, index, index) -> ()
      return
    }";
    sees(program, &[-1, 9], &[&[-1, 2, 4, 2, 2]]);
    sees(program, &[38, 1], &[&[2, 1, 3, 267, 21]]);
}

#[test]
fn what_is_not_of_its_type_stops() {
    let cast = "func.func @f(%t: tensor<?xf32>) {
      %0 = tensor.cast %t : tensor<?xf32> to tensor<4xf32>
      return
    }";
    sees(cast, &[4], &[]);
    stops(cast, &[5], Undefined::TypeMismatch);
    let empty = "func.func @f(%n: index) {
      %0 = tensor.empty(%n) : tensor<?xf32>
      return
    }";
    stops(empty, &[-1], Undefined::NegativeSize);
}

#[test]
fn tensors_of_other_dialects_have_the_sizes_that_their_documents_say() {
    let product = "func.func @f(%a: tensor<?x3x?xf32>, %b: tensor<?x?x5xf32>) {
      %c1 = arith.constant 1 : index
      %0 = \"stablehlo.dot_general\"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>} : (tensor<?x3x?xf32>, tensor<?x?x5xf32>) -> tensor<?x?x?xf32>
      %1 = tensor.dim %0, %c1 : tensor<?x?x?xf32>
      %s = stablehlo.slice %a [0:2, 0:3:2, 1:4:2] : (tensor<?x3x?xf32>) -> tensor<2x2x?xf32>
      %c2 = arith.constant 2 : index
      %2 = tensor.dim %s, %c2 : tensor<2x2x?xf32>
      \"lab.see\"(%1, %2) : (index, index) -> ()
      return
    }";
    sees(product, &[2, 4, 4, 2], &[&[3, 2]]);
    stops(product, &[2, 4, 5, 2], Undefined::ShapeMismatch);
    stops(product, &[1, 4, 4, 1], Undefined::OutOfBounds);
    let reshape = "func.func @f(%a: tensor<?x6xf32>) {
      %c1 = arith.constant 1 : index
      %s = tosa.const_shape {values = dense<[4, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
      %0 = tosa.reshape %a, %s : (tensor<?x6xf32>, !tosa.shape<2>) -> tensor<4x?xf32>
      %1 = tensor.dim %0, %c1 : tensor<4x?xf32>
      \"lab.see\"(%1) : (index) -> ()
      return
    }";
    sees(reshape, &[2], &[&[3]]);
    stops(reshape, &[1], Undefined::ShapeMismatch);
    let slice = "func.func @f(%a: tensor<?xf32>) {
      %c0 = arith.constant 0 : index
      %from = \"onnx.Constant\"() {value = dense<-2> : tensor<1xi64>} : () -> tensor<1xi64>
      %to = \"onnx.Constant\"() {value = dense<-9> : tensor<1xi64>} : () -> tensor<1xi64>
      %axis = \"onnx.Constant\"() {value = dense<0> : tensor<1xi64>} : () -> tensor<1xi64>
      %step = \"onnx.Constant\"() {value = dense<-1> : tensor<1xi64>} : () -> tensor<1xi64>
      %0 = \"onnx.Slice\"(%a, %from, %to, %axis, %step) : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
      %1 = tensor.dim %0, %c0 : tensor<?xf32>
      \"lab.see\"(%1) : (index) -> ()
      return
    }";
    sees(slice, &[5], &[&[4]]);
    sees(slice, &[0], &[&[0]]);
}

#[test]
fn an_invalid_shape_is_undefined_only_where_it_is_read() {
    let program = "func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
      %c0 = arith.constant 0 : index
      %0 = shape.shape_of %a : tensor<?xf32> -> !shape.shape
      %1 = shape.shape_of %b : tensor<?xf32> -> !shape.shape
      %2 = shape.broadcast %0, %1 : !shape.shape, !shape.shape -> !shape.shape
      %3 = shape.get_extent %2, %c0 : !shape.shape, index -> !shape.size
      \"lab.see\"(%c0) : (index) -> ()
      %4 = shape.size_to_index %3 : !shape.size
      \"lab.see\"(%4) : (index) -> ()
      return
    }";
    sees(program, &[1, 4], &[&[0], &[4]]);
    let (seen, ended) = run(program, &[3, 4], false);
    assert_eq!(seen, [[0]]);
    assert_eq!(ended, Err(Stop::Undefined(Undefined::ShapeMismatch)));
}

/// Reads of a value at some indices: a constant for each index, and an op.
fn reads(value: &str, ty: &str, places: &[&[i128]]) -> String {
    let mut text = String::new();
    let mut seen = vec![];
    for (n, place) in places.iter().enumerate() {
        let mut indices = vec![];
        for (d, index) in place.iter().enumerate() {
            text += &format!("%at{n}_{d} = arith.constant {index} : index\n");
            indices.push(format!("%at{n}_{d}"));
        }
        let indices = indices.join(", ");
        text += &format!("%e{n} = tensor.extract {value}[{indices}] : {ty}\n");
        seen.push(format!("%e{n}"));
    }
    let element = ty.trim_start_matches("tensor<").trim_end_matches('>');
    let element = element.trim_start_matches(|c: char| c.is_ascii_digit() || c == 'x');
    let types = vec![element; seen.len()].join(", ");
    text + &format!(
        "\"lab.see\"({}) : ({types}) -> ()\nreturn\n}}",
        seen.join(", ")
    )
}

#[test]
fn gathers_take_what_the_indices_say() {
    // Rows of a matrix, each from a start column that is clamped so that two columns fit.
    let rows = "func.func @f() {
      %t = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
      %i = stablehlo.constant dense<[[1, 0], [0, 2], [1, -5]]> : tensor<3x2xi32>
      %g = \"stablehlo.gather\"(%t, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], \
           collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} \
           : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<3x2xi32>\n"
        .to_owned()
        + &reads(
            "%g",
            "tensor<3x2xi32>",
            &[&[0, 0], &[0, 1], &[1, 0], &[1, 1], &[2, 0], &[2, 1]],
        );
    sees(&rows, &[], &[&[4, 5, 2, 3, 4, 5]]);
    // Indices without an index vector dimension.
    let dynamic = "func.func @f() {
      %t = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
      %i = stablehlo.constant dense<[2, 0]> : tensor<2xi32>
      %s = stablehlo.constant dense<[1]> : tensor<1xi32>
      %g = \"stablehlo.dynamic_gather\"(%t, %i, %s) {dimension_numbers = #stablehlo.gather<\
           collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} \
           : (tensor<3xi32>, tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>\n"
        .to_owned()
        + &reads("%g", "tensor<2xi32>", &[&[0], &[1]]);
    sees(&dynamic, &[], &[&[30, 10]]);
}

#[test]
fn elements_move_as_tosa_says() {
    let moved = "func.func @f() {
      %t = \"tosa.const\"() {values = dense<[[[1, 2], [3, 4], [5, 6]]]> : tensor<1x3x2xi32>} : () -> tensor<1x3x2xi32>
      %i = \"tosa.const\"() {values = dense<[[2, 0]]> : tensor<1x2xi32>} : () -> tensor<1x2xi32>
      %g = tosa.gather %t, %i : (tensor<1x3x2xi32>, tensor<1x2xi32>) -> tensor<1x2x2xi32>
      %r = tosa.reverse %g {axis = 1 : i32} : (tensor<1x2x2xi32>) -> tensor<1x2x2xi32>
      %p = tosa.transpose %r {perms = array<i32: 2, 0, 1>} : (tensor<1x2x2xi32>) -> tensor<2x1x2xi32>\n"
        .to_owned();
    let gathered = moved.clone()
        + &reads(
            "%g",
            "tensor<1x2x2xi32>",
            &[&[0, 0, 0], &[0, 0, 1], &[0, 1, 0], &[0, 1, 1]],
        );
    sees(&gathered, &[], &[&[5, 6, 1, 2]]);
    let turned = moved
        + &reads(
            "%p",
            "tensor<2x1x2xi32>",
            &[&[0, 0, 0], &[0, 0, 1], &[1, 0, 0], &[1, 0, 1]],
        );
    sees(&turned, &[], &[&[1, 5, 2, 6]]);
    let beyond = "func.func @f() {
      %t = \"tosa.const\"() {values = dense<[[[1], [3]]]> : tensor<1x2x1xi32>} : () -> tensor<1x2x1xi32>
      %i = \"tosa.const\"() {values = dense<[[2]]> : tensor<1x1xi32>} : () -> tensor<1x1xi32>
      %g = tosa.gather %t, %i : (tensor<1x2x1xi32>, tensor<1x1xi32>) -> tensor<1x1x1xi32>
      return
    }";
    stops(beyond, &[], Undefined::OutOfBounds);
}

#[test]
fn slices_that_iterations_put_back_are_in_the_result() {
    let program = "func.func @f(%n: index) {
      %to = tensor.from_elements %n, %n, %n : tensor<3xindex>
      %r = scf.forall (%i) = (0) to (2) step (1) shared_outs(%out = %to) -> (tensor<3xindex>) {
        %one = tensor.from_elements %i : tensor<1xindex>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %one into %out[%i] [1] [1] : tensor<1xindex> into tensor<3xindex>
        }
      }\n"
        .to_owned()
        + &reads("%r", "tensor<3xindex>", &[&[0], &[1], &[2]]);
    sees(&program, &[7], &[&[0, 1, 7]]);
}

#[test]
fn a_region_is_run_for_each_extent() {
    let program = "func.func @f(%a: index, %b: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %s = tensor.from_elements %a, %b, %c1 : tensor<3xindex>
      %r:2 = shape.reduce(%s, %c1, %c0) : tensor<3xindex> -> (index, index) {
      ^bb0(%i: index, %x: index, %product: index, %last: index):
        %p = arith.muli %product, %x : index
        shape.yield %p, %i : index, index
      }
      \"lab.see\"(%r#0, %r#1) : (index, index) -> ()
      return
    }";
    sees(program, &[3, 5], &[&[15, 2]]);
}

#[test]
fn reductions_go_along_their_dimensions() {
    let program = "func.func @f(%n: index) {
      %t = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xindex>
      %to = tensor.from_elements %n, %n : tensor<2xindex>
      %s = linalg.reduce ins(%t : tensor<2x3xindex>) outs(%to : tensor<2xindex>) dimensions = [1]
        (%x: index, %sum: index) {
          %a = arith.addi %sum, %x : index
          linalg.yield %a : index
        }\n"
    .to_owned()
        + &reads("%s", "tensor<2xindex>", &[&[0], &[1]]);
    sees(&program, &[10], &[&[16, 25]]);
}
