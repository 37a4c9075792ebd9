//! The functions through which a program that the caller owns is read.

use calipers::program::{BlockId, OpId, RegionId, ValueId};
use std::ffi::{c_char, c_void};

/// The absence of a number: `CALIPERS_NONE`.
pub(super) const NONE: u32 = u32::MAX;

/// A text that need not end with a 0: `calipers_text`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    data: *const c_char,
    size: usize,
}

/// A range of operands: `calipers_span`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Span {
    pub(super) start: u32,
    pub(super) size: u32,
}

/// `calipers_value_view`.
#[repr(C)]
pub struct ValueView {
    pub(super) is_argument: bool,
    pub(super) owner: u32,
    pub(super) index: u32,
    pub(super) ty: u32,
}

/// `calipers_op_view`.
#[repr(C)]
pub struct OpView {
    pub(super) name: Text,
    operands: *const u32,
    operand_count: usize,
    results: *const u32,
    result_count: usize,
    regions: *const u32,
    region_count: usize,
    successors: *const u32,
    successor_operands: *const Span,
    successor_count: usize,
    pub(super) block: u32,
}

/// `calipers_block_view`.
#[repr(C)]
pub struct BlockView {
    arguments: *const u32,
    argument_count: usize,
    ops: *const u32,
    op_count: usize,
    pub(super) region: u32,
}

/// `calipers_region_view`.
#[repr(C)]
pub struct RegionView {
    blocks: *const u32,
    block_count: usize,
    pub(super) parent: u32,
    pub(super) has_ssa_dominance: bool,
}

/// `calipers_attribute_view`.
#[repr(C)]
pub struct AttributeView {
    pub(super) number: u32,
    pub(super) kind: u32,
    pub(super) integer: i64,
    pub(super) text: Text,
    integers: *const i64,
    integer_count: usize,
}

/// `calipers_location_view`.
#[repr(C)]
pub struct LocationView {
    pub(super) file: Text,
    pub(super) line: u32,
    pub(super) column: u32,
}

/// `calipers_callbacks`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Callbacks {
    pub(super) context: *mut c_void,
    pub(super) value: unsafe extern "C" fn(*mut c_void, u32, *mut ValueView) -> bool,
    pub(super) op: unsafe extern "C" fn(*mut c_void, u32, *mut OpView) -> bool,
    pub(super) block: unsafe extern "C" fn(*mut c_void, u32, *mut BlockView) -> bool,
    pub(super) region: unsafe extern "C" fn(*mut c_void, u32, *mut RegionView) -> bool,
    pub(super) type_text: unsafe extern "C" fn(*mut c_void, u32, *mut Text) -> bool,
    pub(super) attribute:
        unsafe extern "C" fn(*mut c_void, u32, *const c_char, usize, *mut AttributeView) -> bool,
    pub(super) attribute_text: unsafe extern "C" fn(*mut c_void, u32, *mut Text) -> bool,
    pub(super) symbol: unsafe extern "C" fn(*mut c_void, u32, *const c_char, usize) -> u32,
    pub(super) users: unsafe extern "C" fn(*mut c_void, u32, *mut *const u32, *mut usize) -> bool,
    pub(super) value_name: unsafe extern "C" fn(*mut c_void, u32, *mut Text) -> bool,
    pub(super) location: unsafe extern "C" fn(*mut c_void, u32, *mut LocationView) -> bool,
}

/// The names of the functions, in their order.
const NAMES: [&str; 11] = [
    "value",
    "op",
    "block",
    "region",
    "type_text",
    "attribute",
    "attribute_text",
    "symbol",
    "users",
    "value_name",
    "location",
];

impl Callbacks {
    /// Reads the functions. None may be NULL.
    ///
    /// # Safety
    /// As the header says of the struct.
    ///
    /// # Errors
    /// The name of a function that is NULL.
    pub unsafe fn read(from: *const Callbacks) -> Result<Callbacks, String> {
        // A function that is NULL must not be read as one.
        const WORDS: usize = 1 + NAMES.len();
        const { assert!(size_of::<Callbacks>() == size_of::<[usize; WORDS]>()) };
        // SAFETY: all fields are pointers.
        let words = unsafe { from.cast::<[usize; WORDS]>().read() };
        match words.iter().skip(1).zip(NAMES).find(|it| *it.0 == 0) {
            Some((_, name)) => Err(format!("the callback `{name}` is NULL")),
            // SAFETY: no function is NULL.
            None => Ok(unsafe { from.read() }),
        }
    }
}

/// Calls a function that fills a view. `None` if it returns `false`.
pub(super) fn view<T>(call: impl FnOnce(*mut T) -> bool) -> Option<T> {
    let mut view = std::mem::MaybeUninit::<T>::zeroed();
    // SAFETY: all fields of all views are valid when zero; the function has stored what the header demands.
    call(view.as_mut_ptr()).then(|| unsafe { view.assume_init() })
}

/// The elements of an array of a view.
fn elements<'a, T>(data: *const T, count: usize) -> &'a [T] {
    match data.is_null() {
        true => &[],
        // SAFETY: the header demands that the array lives until the next call.
        false => unsafe { std::slice::from_raw_parts(data, count) },
    }
}

fn handles<T>(data: *const u32, count: usize, handle: fn(u32) -> T) -> Box<[T]> {
    elements(data, count).iter().map(|&it| handle(it)).collect()
}

impl Text {
    /// The text, with replacement characters where it is not UTF-8.
    pub(super) fn read(&self) -> Box<str> {
        let bytes = elements(self.data.cast::<u8>(), self.size);
        String::from_utf8_lossy(bytes).into()
    }
}

impl OpView {
    pub(super) fn operands(&self) -> Box<[ValueId]> {
        handles(self.operands, self.operand_count, ValueId)
    }

    pub(super) fn results(&self) -> Box<[ValueId]> {
        handles(self.results, self.result_count, ValueId)
    }

    pub(super) fn regions(&self) -> Box<[RegionId]> {
        handles(self.regions, self.region_count, RegionId)
    }

    pub(super) fn successors(&self) -> Box<[BlockId]> {
        handles(self.successors, self.successor_count, BlockId)
    }

    pub(super) fn successor_operands(&self) -> Box<[Span]> {
        elements(self.successor_operands, self.successor_count).into()
    }
}

impl BlockView {
    pub(super) fn arguments(&self) -> Box<[ValueId]> {
        handles(self.arguments, self.argument_count, ValueId)
    }

    pub(super) fn ops(&self) -> Box<[OpId]> {
        handles(self.ops, self.op_count, OpId)
    }
}

impl RegionView {
    pub(super) fn blocks(&self) -> Box<[BlockId]> {
        handles(self.blocks, self.block_count, BlockId)
    }
}

impl AttributeView {
    pub(super) fn integers(&self) -> Box<[i64]> {
        elements(self.integers, self.integer_count).into()
    }
}

/// The numbers that a call stored as an array.
pub(super) fn ops(data: *const u32, count: usize) -> Box<[OpId]> {
    handles(data, count, OpId)
}
