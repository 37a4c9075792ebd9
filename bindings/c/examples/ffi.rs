//! The C interface in a Rust program that does not use the crate, such as one on `melior`.
use std::ffi::{CStr, c_char, c_void};
use std::ptr::null_mut;

#[repr(C)]
#[derive(Clone, Copy)]
struct Column {
    kind: u32,
    value: u32,
    index: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Point {
    place: u32,
    op: u32,
}

#[repr(C)]
struct Node {
    kind: u32,
    op: u32,
    column: Column,
    integer: *const c_char,
    operands: *const u32,
    operand_count: usize,
}

/// Modules, rules, analyses, terms and errors.
type Handle = *mut c_void;

#[link(name = "calipers_c")]
unsafe extern "C" {
    fn calipers_rules_new() -> Handle;
    fn calipers_rules_free(rules: Handle);
    fn calipers_module_parse(
        source: *const c_char,
        file: *const c_char,
        error: *mut Handle,
    ) -> Handle;
    fn calipers_module_find_value(
        module: Handle,
        name: *const c_char,
        value: *mut u32,
        error: *mut Handle,
    ) -> bool;
    fn calipers_module_free(module: Handle);
    fn calipers_analysis_new(module: Handle, rules: Handle, error: *mut Handle) -> Handle;
    fn calipers_analysis_free(analysis: Handle);
    fn calipers_analysis_bound(
        analysis: Handle,
        kind: u32,
        expression: Handle,
        point: Point,
        columns: *const Column,
        count: usize,
        error: *mut Handle,
    ) -> Handle;
    fn calipers_expression_column(column: Column, error: *mut Handle) -> Handle;
    fn calipers_expression_nodes(expression: Handle, count: *mut usize) -> *const Node;
    fn calipers_expression_free(expression: Handle);
    fn calipers_error_message(error: Handle) -> *const c_char;
}

const SOURCE: &CStr = c"func.func @tile(%n: index, %i: index) {
  %size = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 32)>(%i)[%n]
  %end = arith.addi %i, %size : index
  %twice = arith.addi %end, %end : index
  return
}";

fn check(error: Handle) -> Result<(), String> {
    if error.is_null() {
        return Ok(());
    }
    // SAFETY: the message of an error ends with a 0.
    Err(unsafe { CStr::from_ptr(calipers_error_message(error)) }
        .to_string_lossy()
        .into_owned())
}

fn text(nodes: &[Node], number: usize) -> String {
    const OPERATORS: [&str; 12] = [
        "+", "*", "floordiv", "ceildiv", "mod", "truncdiv", "truncmod", "min", "max", "select",
        "<=", "==",
    ];
    let node = &nodes[number];
    match node.kind {
        // SAFETY: the number of a node of this kind is a text that ends with a 0.
        0 => unsafe { CStr::from_ptr(node.integer) }
            .to_string_lossy()
            .into_owned(),
        1 => format!("value {}", node.column.value),
        _ => {
            // SAFETY: the node says how many operands there are.
            let operands = unsafe { std::slice::from_raw_parts(node.operands, node.operand_count) };
            let operands: Vec<String> = operands
                .iter()
                .map(|&it| text(nodes, it as usize))
                .collect();
            format!("({} {})", OPERATORS[node.op as usize], operands.join(" "))
        }
    }
}

fn main() -> Result<(), String> {
    let mut error: Handle = null_mut();
    // SAFETY: the arguments are as the header says.
    unsafe {
        let rules = calipers_rules_new();
        let module = calipers_module_parse(SOURCE.as_ptr(), c"tile.mlir".as_ptr(), &mut error);
        check(error)?;
        let analysis = calipers_analysis_new(module, rules, &mut error);
        check(error)?;
        let mut value = |name: &CStr| -> Result<Column, String> {
            let mut column = Column {
                kind: 0,
                value: 0,
                index: 0,
            };
            calipers_module_find_value(module, name.as_ptr(), &mut column.value, &mut error);
            check(error).map(|()| column)
        };
        let (n, twice) = (value(c"%n")?, value(c"%twice")?);
        let term = calipers_expression_column(twice, &mut error);
        check(error)?;
        let anywhere = Point { place: 0, op: 0 };
        let bound = calipers_analysis_bound(analysis, 1, term, anywhere, &n, 1, &mut error);
        check(error)?;
        let mut count = 0;
        let nodes = calipers_expression_nodes(bound, &mut count);
        println!(
            "%twice <= {}",
            text(std::slice::from_raw_parts(nodes, count), 0)
        );
        calipers_expression_free(bound);
        calipers_expression_free(term);
        calipers_analysis_free(analysis);
        calipers_module_free(module);
        calipers_rules_free(rules);
    }
    Ok(())
}
