//! A program of the caller, read through callbacks, changes between questions.

use calipers_c::*;
use std::ffi::{c_char, c_void};

const NONE: u32 = u32::MAX;

// The views of the header, as a caller in C declares them.
#[repr(C)]
struct Text(*const c_char, usize);

#[repr(C)]
struct ValueView {
    is_argument: bool,
    owner: u32,
    index: u32,
    ty: u32,
}

#[repr(C)]
struct OpView {
    name: Text,
    operands: *const u32,
    operand_count: usize,
    results: *const u32,
    result_count: usize,
    regions: *const u32,
    region_count: usize,
    successors: *const u32,
    successor_operands: *const c_void,
    successor_count: usize,
    block: u32,
}

#[repr(C)]
struct BlockView {
    arguments: *const u32,
    argument_count: usize,
    ops: *const u32,
    op_count: usize,
    region: u32,
}

#[repr(C)]
struct RegionView {
    blocks: *const u32,
    block_count: usize,
    parent: u32,
    has_ssa_dominance: bool,
}

#[repr(C)]
struct AttributeView {
    number: u32,
    kind: u32,
    integer: i64,
    text: Text,
    integers: *const i64,
    integer_count: usize,
}

#[repr(C)]
struct Table {
    context: *mut c_void,
    value: unsafe extern "C" fn(*mut c_void, u32, *mut ValueView) -> bool,
    op: unsafe extern "C" fn(*mut c_void, u32, *mut OpView) -> bool,
    block: unsafe extern "C" fn(*mut c_void, u32, *mut BlockView) -> bool,
    region: unsafe extern "C" fn(*mut c_void, u32, *mut RegionView) -> bool,
    type_text: unsafe extern "C" fn(*mut c_void, u32, *mut Text) -> bool,
    attribute:
        unsafe extern "C" fn(*mut c_void, u32, *const c_char, usize, *mut AttributeView) -> bool,
    attribute_text: unsafe extern "C" fn(*mut c_void, u32, *mut Text) -> bool,
    symbol: unsafe extern "C" fn(*mut c_void, u32, *const c_char, usize) -> u32,
    users: unsafe extern "C" fn(*mut c_void, u32, *mut *const u32, *mut usize) -> bool,
    value_name: unsafe extern "C" fn(*mut c_void, u32, *mut Text) -> bool,
    location: unsafe extern "C" fn(*mut c_void, u32, *mut c_void) -> bool,
}

/// `func.func @f(%0) { %1 = arith.constant LIMIT; %2 = arith.minsi %0, %1 }` in a module, all of type `index`: ops 0
/// (module), 1 (function), 2 and 3; blocks and regions 0 and 1.
struct Caller {
    limit: i64,
    operands: [u32; 2],
    reads: usize,
}

const NUMBERS: [u32; 4] = [0, 1, 2, 3];

fn text(text: &'static str) -> Text {
    Text(text.as_ptr().cast(), text.len())
}

/// # Safety
/// `context` is the caller of the test.
unsafe fn caller<'a>(context: *mut c_void) -> &'a mut Caller {
    // SAFETY: as promised.
    let caller = unsafe { &mut *context.cast::<Caller>() };
    caller.reads += 1;
    caller
}

unsafe extern "C" fn value(_: *mut c_void, value: u32, view: *mut ValueView) -> bool {
    let found = match value {
        0 => ValueView {
            is_argument: true,
            owner: 1,
            index: 0,
            ty: 0,
        },
        1 | 2 => ValueView {
            is_argument: false,
            owner: value + 1,
            index: 0,
            ty: 0,
        },
        _ => return false,
    };
    // SAFETY: the library passes a place for a view.
    unsafe { view.write(found) };
    true
}

unsafe extern "C" fn op(context: *mut c_void, op: u32, view: *mut OpView) -> bool {
    let list = |from: usize, count: usize| (NUMBERS[from..].as_ptr(), count);
    // SAFETY: as promised.
    let own = unsafe { caller(context) }.operands.as_ptr();
    let (name, operands, results, regions, block) = match op {
        0 => ("builtin.module", (own, 0), list(0, 0), list(0, 1), NONE),
        1 => ("func.func", (own, 0), list(0, 0), list(1, 1), 0),
        2 => ("arith.constant", (own, 0), list(1, 1), list(0, 0), 1),
        3 => ("arith.minsi", (own, 2), list(2, 1), list(0, 0), 1),
        _ => return false,
    };
    let found = OpView {
        name: text(name),
        operands: operands.0,
        operand_count: operands.1,
        results: results.0,
        result_count: results.1,
        regions: regions.0,
        region_count: regions.1,
        successors: std::ptr::null(),
        successor_operands: std::ptr::null(),
        successor_count: 0,
        block,
    };
    // SAFETY: the library passes a place for a view.
    unsafe { view.write(found) };
    true
}

unsafe extern "C" fn block(_: *mut c_void, block: u32, view: *mut BlockView) -> bool {
    let (arguments, ops) = match block {
        0 => (0, 1..2),
        1 => (1, 2..4),
        _ => return false,
    };
    let found = BlockView {
        arguments: NUMBERS.as_ptr(),
        argument_count: arguments,
        ops: NUMBERS[ops.clone()].as_ptr(),
        op_count: ops.len(),
        region: block,
    };
    // SAFETY: the library passes a place for a view.
    unsafe { view.write(found) };
    true
}

unsafe extern "C" fn region(_: *mut c_void, region: u32, view: *mut RegionView) -> bool {
    if region > 1 {
        return false;
    }
    let found = RegionView {
        blocks: NUMBERS[region as usize..].as_ptr(),
        block_count: 1,
        parent: region,
        has_ssa_dominance: region == 1,
    };
    // SAFETY: the library passes a place for a view.
    unsafe { view.write(found) };
    true
}

unsafe extern "C" fn type_text(_: *mut c_void, _: u32, view: *mut Text) -> bool {
    // SAFETY: the library passes a place for a view.
    unsafe { view.write(text("index")) };
    true
}

unsafe extern "C" fn attribute(
    context: *mut c_void,
    op: u32,
    name: *const c_char,
    size: usize,
    view: *mut AttributeView,
) -> bool {
    // SAFETY: the library passes a name of that size.
    let name = unsafe { std::slice::from_raw_parts(name.cast::<u8>(), size) };
    if op != 2 || name != b"value" {
        return false;
    }
    // SAFETY: as promised.
    let limit = unsafe { caller(context) }.limit;
    let found = AttributeView {
        // Equal attributes have equal numbers.
        number: limit as u32,
        kind: 2,
        integer: limit,
        text: text(""),
        integers: std::ptr::null(),
        integer_count: 0,
    };
    // SAFETY: the library passes a place for a view.
    unsafe { view.write(found) };
    true
}

unsafe extern "C" fn no_text(_: *mut c_void, _: u32, _: *mut Text) -> bool {
    false
}

unsafe extern "C" fn no_symbol(_: *mut c_void, _: u32, _: *const c_char, _: usize) -> u32 {
    NONE
}

unsafe extern "C" fn no_users(_: *mut c_void, _: u32, _: *mut *const u32, _: *mut usize) -> bool {
    false
}

unsafe extern "C" fn no_location(_: *mut c_void, _: u32, _: *mut c_void) -> bool {
    false
}

/// The quick upper bound of the minimum.
fn upper(analysis: *mut CAnalysis) -> Option<i64> {
    let (mut error, mut bound) = (std::ptr::null_mut(), 0);
    // SAFETY: everything is used as the header says.
    unsafe {
        let column: CColumn = std::mem::transmute([0u32, 2, 0]);
        let term = calipers_expression_column(column, &mut error);
        let point: CPoint = std::mem::transmute([0u32, 0]);
        let found = calipers_analysis_quick_bound(analysis, 1, term, point, &mut bound, &mut error);
        calipers_expression_free(term);
        calipers_error_free(error);
        found.then_some(bound)
    }
}

#[test]
fn a_change_that_is_reported_changes_answers() {
    let mut own = Caller {
        limit: 8,
        operands: [0, 1],
        reads: 0,
    };
    let table = Table {
        context: (&raw mut own).cast(),
        value,
        op,
        block,
        region,
        type_text,
        attribute,
        attribute_text: no_text,
        symbol: no_symbol,
        users: no_users,
        value_name: no_text,
        location: no_location,
    };
    let mut error = std::ptr::null_mut();
    // SAFETY: everything is used as the header says, and the callbacks live longer than the analysis.
    unsafe {
        let rules = calipers_rules_new();
        let callbacks = (&raw const table).cast();
        let analysis = calipers_analysis_new_live(callbacks, rules, 0, &mut error);
        assert!(!analysis.is_null());
        assert_eq!(upper(analysis), Some(8));
        let reads = (*table.context.cast::<Caller>()).reads;
        assert_eq!(upper(analysis), Some(8));
        assert_eq!((*table.context.cast::<Caller>()).reads, reads, "read once");

        (*table.context.cast::<Caller>()).limit = 5;
        assert!(calipers_analysis_op_changed(analysis, 2, &mut error));
        assert_eq!(upper(analysis), Some(5));

        // The minimum of the argument alone has no bound.
        (*table.context.cast::<Caller>()).operands = [0, 0];
        assert!(calipers_analysis_op_changed(analysis, 3, &mut error));
        assert_eq!(upper(analysis), None);

        (*table.context.cast::<Caller>()).operands = [0, 1];
        assert!(calipers_analysis_forget(analysis, &mut error));
        assert_eq!(upper(analysis), Some(5));
        calipers_analysis_free(analysis);
        calipers_rules_free(rules);
    }
}

#[test]
fn an_analysis_of_a_module_does_not_change() {
    let mut error = std::ptr::null_mut();
    // SAFETY: everything is used as the header says.
    unsafe {
        let (module, rules) = (calipers_module_new(), calipers_rules_new());
        let analysis = calipers_analysis_new(module, rules, &mut error);
        assert!(!calipers_analysis_op_changed(analysis, 0, &mut error));
        let message = std::ffi::CStr::from_ptr(calipers_error_message(error));
        assert!(message.to_string_lossy().contains("does not change"));
        calipers_error_free(error);
        calipers_analysis_free(analysis);
        calipers_rules_free(rules);
        calipers_module_free(module);
    }
}

#[test]
fn no_callback_may_be_null() {
    for missing in 1..12 {
        let mut words = [1_usize; 12];
        words[missing] = 0;
        let mut error = std::ptr::null_mut();
        // SAFETY: everything is used as the header says, but for the function that is missing.
        unsafe {
            let rules = calipers_rules_new();
            let callbacks = words.as_ptr().cast();
            let analysis = calipers_analysis_new_live(callbacks, rules, 0, &mut error);
            assert!(analysis.is_null());
            let message = std::ffi::CStr::from_ptr(calipers_error_message(error));
            assert!(
                message.to_string_lossy().ends_with("is NULL"),
                "{message:?}"
            );
            calipers_error_free(error);
            calipers_rules_free(rules);
        }
    }
}
