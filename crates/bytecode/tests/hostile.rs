//! Corrupt files are errors with an offset: no panic, no endless loop, no memory beyond a multiple of the file.

use calipers_bytecode::{BytecodeError, NEWEST, is_bytecode, read, write};
use calipers_ir::{InsertionPoint, Module, ParseOptions};
use calipers_program::Program;
use std::path::Path;

/// A generator of numbers with a fixed seed (xorshift).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

fn fixture(name: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    std::fs::read(root.join(name)).unwrap()
}

fn outcome(bytes: &[u8]) -> Result<usize, BytecodeError> {
    let module = read(bytes, "f.mlirbc", ParseOptions::default())?;
    Ok(module.op_count())
}

fn message(bytes: &[u8]) -> String {
    outcome(bytes).unwrap_err().to_string()
}

/// Changes one to four places of a file.
fn corrupted(numbers: &mut Numbers, file: &[u8]) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..=numbers.below(4) {
        let at = numbers.below(bytes.len());
        match numbers.below(6) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, numbers.next() as u8),
            2 if at < bytes.len() => drop(bytes.remove(at)),
            3 => {
                // A huge number in the place of a small one.
                let end = (at + 9).min(bytes.len());
                bytes[at..end].fill(0xff);
                bytes[at..end].iter_mut().take(1).for_each(|byte| *byte = 0);
            }
            4 if at < bytes.len() => bytes[at] ^= 1 << numbers.below(8),
            _ if at < bytes.len() => bytes[at] = numbers.next() as u8,
            _ => {}
        }
    }
    bytes
}

#[test]
fn corrupt_files_are_errors_with_an_offset() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let names = [
        "attributes.v6",
        "attributes.v3",
        "functions.v6",
        "affine.v5",
        "scf.v6",
        "llvm.v6",
        "vhlo_ops.1.17.0",
        "vhlo_branches.0.9.0",
    ];
    let (mut good, mut bad) = (0, 0);
    for name in names {
        let file = fixture(&format!("{name}.mlirbc"));
        assert!(outcome(&file).is_ok());
        for _ in 0..1500 {
            let bytes = corrupted(&mut numbers, &file);
            match outcome(&bytes) {
                Ok(_) => good += 1,
                Err(error) => {
                    assert!(error.offset <= bytes.len(), "{error}");
                    assert!(!error.message.is_empty());
                    bad += 1;
                }
            }
        }
    }
    assert!(bad > 4000 && good > 10, "{bad} errors, {good} files");
}

#[test]
fn truncated_files_are_errors() {
    let file = fixture("functions.v6.mlirbc");
    for length in 0..file.len() {
        let error = outcome(&file[..length]).unwrap_err();
        assert!(error.offset <= length, "{error}");
    }
}

#[test]
fn another_kind_of_file_is_named() {
    let expect = |bytes: &[u8], text: &str| {
        let message = message(bytes);
        assert!(message.contains(text), "{message}");
    };
    expect(b"", "byte 0: the file is empty");
    expect(b"ML\xef", "ends within the magic");
    expect(
        b"module {}",
        "expected MLIR bytecode, which begins with the bytes 4D 4C EF 52",
    );
    expect(b"BC\xc0\xde....", "LLVM bitcode");
    expect(b"ML\xc3\xafR....", "converted from Latin-1 to UTF-8");
    expect(
        b"ML\xefR\x0fp\0",
        "byte 4: version 7 of the format is newer than 6",
    );
    expect(b"ML\xefR\x0dp\0", "expected a section of strings");
    assert!(is_bytecode(b"ML\xefR...") && is_bytecode(b"ML\xef"));
    assert!(is_bytecode(b"BC\xc0\xde...") && is_bytecode(b"ML\xc3\xafR"));
    assert!(!is_bytecode(b"ML") && !is_bytecode(b"module") && !is_bytecode(b""));
}

/// A file with the given contents of the sections, whose lengths are at most 127.
fn file(sections: &[(u8, &[u8])]) -> Vec<u8> {
    let mut bytes = b"ML\xefR\x01p\0".to_vec();
    for (id, contents) in sections {
        bytes.extend([*id, (contents.len() as u8) << 1 | 1]);
        bytes.extend(*contents);
    }
    bytes
}

const STRINGS: (u8, &[u8]) = (0, b"\x05\x05\x11builtin\0m\0");
const DIALECTS: (u8, &[u8]) = (1, b"\x03\x01\x01\x03\x03");

#[test]
fn an_attribute_does_not_contain_itself() {
    // Attribute 0 is an array of attribute 0.
    let entries: [(u8, &[u8]); 3] = [
        (3, b"\x03\x01\x01\x03\x0f"),
        (2, b"\x01\x03\x01"),
        (4, b"\x05\x01\x01\x01"),
    ];
    let message = message(&file(&[&[STRINGS, DIALECTS][..], &entries].concat()));
    assert!(
        message.contains("that does not contain itself"),
        "{message}"
    );
}

#[test]
fn huge_numbers_need_no_memory() {
    let huge = b"\x00\xff\xff\xff\xff\xff\xff\xff\x7f";
    for section in 0..5u8 {
        let bytes = file(&[(section, huge)]);
        assert!(outcome(&bytes).is_err());
    }
    // A region that announces 2^62 values.
    let ops = [b"\x05\x01\x10\x01\x05\x03", &huge[..]].concat();
    let entries: [(u8, &[u8]); 3] = [(3, b"\x03\x01\x01\x03\x07"), (2, b"\x1f"), (4, &ops)];
    let message = message(&file(&[&[STRINGS, DIALECTS][..], &entries].concat()));
    assert!(
        message.contains("expected a number of values of at most"),
        "{message}"
    );
}

/// A module of ops that are nested to a depth.
fn nested(depth: u32) -> Module {
    let mut module = Module::new();
    let top = module.top();
    let mut block = module.blocks(module.regions(top)[0])[0];
    for _ in 0..depth {
        let op = module.create_op("d.op", &[], &[], &[], 1);
        module.insert(op, InsertionPoint::End(block));
        let region = module.regions(op)[0];
        block = module.create_block(region, &[]);
    }
    module
}

#[test]
fn nesting_is_bounded() {
    let bytes = |depth| write(&nested(depth), NEWEST).unwrap();
    assert_eq!(outcome(&bytes(255)).unwrap(), 257);
    let message = message(&bytes(256));
    assert!(
        message.contains("less than 256 levels of regions"),
        "{message}"
    );
}

/// Many op names share a long dialect name.
#[test]
fn shared_names_do_not_multiply() {
    let long = 1 << 17;
    let mut bytes = b"ML\xefR\x01p\0".to_vec();
    let section = |bytes: &mut Vec<u8>, id: u8, contents: &[u8]| {
        bytes.push(id);
        bytes.extend(((contents.len() as u32) << 4 | 8).to_le_bytes());
        bytes.extend(contents);
    };
    let mut strings = vec![5, 5];
    strings.extend(((long as u32 + 1) << 4 | 8).to_le_bytes());
    strings.extend(vec![b'a'; long]);
    strings.extend(b"\0m\0");
    section(&mut bytes, 0, &strings);
    let mut dialects = vec![3, 1, 1];
    dialects.extend(((long as u32) << 4 | 8).to_le_bytes());
    dialects.extend(vec![3; long]);
    section(&mut bytes, 1, &dialects);
    let message = message(&bytes);
    assert!(message.contains("expected names of a size"), "{message}");
}

/// A chain of arrays, each of which has the one before twice: its text would be exponential.
#[test]
fn shared_parts_do_not_multiply() {
    let count = 60u8;
    let mut offsets = vec![count << 1 | 1, 1, 1, count << 1 | 1, 3];
    let mut entries = vec![0x1f];
    let varint = |number: u8| number << 1 | 1;
    for number in 1..count {
        offsets.push(varint(4 << 1 | 1));
        entries.extend([varint(0), varint(2), varint(number - 1), varint(number - 1)]);
    }
    offsets[4] = varint(1 << 1 | 1);
    let mut bytes = file(&[STRINGS, DIALECTS, (3, &offsets)]);
    bytes.push(2);
    let length = entries.len() as u16;
    bytes.extend((length << 2 | 2).to_le_bytes());
    bytes.extend(entries);
    // The dictionary of the op is the last attribute.
    bytes.extend([4, 4 << 1 | 1, 5, 1, 1, 1]);
    let located = outcome(&bytes);
    let last = bytes.len() - 1;
    bytes[last - 1] = 1;
    bytes[last] = varint(count - 1);
    let message = message(&bytes);
    assert!(
        message.contains("at most 256 levels of nesting"),
        "{message} {located:?}"
    );
}
