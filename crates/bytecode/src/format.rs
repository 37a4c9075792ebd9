//! The constants of the format: how a file begins, sections, masks and versions.

/// The bytes with which each file begins.
pub const MAGIC: [u8; 4] = *b"ML\xefR";

/// The newest version of the format that is read and written.
pub const NEWEST: u64 = 6;

/// How LLVM bitcode begins, without and with its wrapper.
pub(crate) const BITCODE: [&[u8]; 2] = [b"BC\xc0\xde", b"\xde\xc0\x17\x0b"];

/// [`MAGIC`] after a conversion from Latin-1 to UTF-8.
pub(crate) const CONVERTED_MAGIC: &[u8] = b"ML\xc3\xafR";

/// Whether a file is to be read as bytecode: it begins with [`MAGIC`], ends within it, or is something that is mistaken
/// for it, which [`read`](crate::read()) explains.
#[inline]
pub fn is_bytecode(bytes: &[u8]) -> bool {
    let head = bytes.get(..MAGIC.len()).unwrap_or(bytes);
    let mistaken = [BITCODE[0], BITCODE[1], CONVERTED_MAGIC];
    (head.len() > 2 && MAGIC.starts_with(head)) || mistaken.iter().any(|it| bytes.starts_with(it))
}

/// The ids of the sections.
pub(crate) mod section {
    pub(crate) const STRINGS: u8 = 0;
    pub(crate) const DIALECTS: u8 = 1;
    pub(crate) const ENTRIES: u8 = 2;
    pub(crate) const OFFSETS: u8 = 3;
    pub(crate) const IR: u8 = 4;
    pub(crate) const RESOURCES: u8 = 5;
    pub(crate) const RESOURCE_OFFSETS: u8 = 6;
    pub(crate) const DIALECT_VERSIONS: u8 = 7;
    pub(crate) const PROPERTIES: u8 = 8;
    /// The number of ids.
    pub(crate) const COUNT: usize = 9;
}

/// The bits of an op's mask.
pub(crate) mod mask {
    pub(crate) const ATTRIBUTES: u8 = 0x01;
    pub(crate) const RESULTS: u8 = 0x02;
    pub(crate) const OPERANDS: u8 = 0x04;
    pub(crate) const SUCCESSORS: u8 = 0x08;
    pub(crate) const REGIONS: u8 = 0x10;
    pub(crate) const USE_LISTS: u8 = 0x20;
    pub(crate) const PROPERTIES: u8 = 0x40;
}

/// The first version in which a part of the format exists.
pub(crate) mod since {
    pub(crate) const DIALECT_VERSIONS: u64 = 1;
    pub(crate) const LAZY_REGIONS: u64 = 2;
    pub(crate) const USE_LISTS: u64 = 3;
    pub(crate) const ELIDED_LOCATIONS: u64 = 4;
    pub(crate) const OP_COUNT: u64 = 4;
    pub(crate) const PROPERTIES: u64 = 5;
    pub(crate) const SEGMENT_SIZES: u64 = 6;
}

/// The maximum nesting depth of regions, types and attributes, as in the parser of text.
pub(crate) const MAX_DEPTH: u32 = 256;
