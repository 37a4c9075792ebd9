//! Ranges of fixed-width integers with wraparound, for many values at once.

use crate::{CAnalysis, CPoint, Error, exclusive, fill, list, shared};
use calipers::program::{OpId, Program, ValueId};
use calipers::ranges::{Precision, Ranges};

/// A question about the range of a value: `calipers_word_query`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct WordQuery {
    value: u32,
    point: CPoint,
}

/// The range of an integer: `calipers_word`.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Word {
    is_known: bool,
    least_signed: i64,
    greatest_signed: i64,
    least_unsigned: u64,
    greatest_unsigned: u64,
}

impl Word {
    /// The range by its two readings; unknown for integers of more than 64 bits.
    fn of((least, greatest): (i128, i128), (lower, upper): (u128, u128)) -> Option<Word> {
        Some(Word {
            is_known: true,
            least_signed: least.try_into().ok()?,
            greatest_signed: greatest.try_into().ok()?,
            least_unsigned: lower.try_into().ok()?,
            greatest_unsigned: upper.try_into().ok()?,
        })
    }
}

/// The ranges of many integers in an op.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_words(
    analysis: *mut CAnalysis,
    root: u32,
    sweeps: u32,
    queries: *const WordQuery,
    words: *mut Word,
    count: usize,
    error: *mut *mut Error,
) -> bool {
    let ask = || {
        // SAFETY: as the header says.
        let (analysis, queries) = unsafe {
            (
                exclusive(analysis, "analysis")?,
                list(queries, count, "queries")?,
            )
        };
        // SAFETY: as the header says.
        unsafe { shared(words, "words")? };
        let precision = match sweeps {
            0 => Precision::Mlir,
            sweeps => Precision::Narrowed(sweeps.min(MAX_SWEEPS)),
        };
        analysis.subject.sources(|program, rules| {
            if !program.has_op(OpId(root)) {
                return Err(format!("there is no op {root}"));
            }
            let ranges = Ranges::of(program, rules, OpId(root), precision);
            for (at, query) in queries.iter().enumerate() {
                let found = word_of(&ranges, program, query)?.unwrap_or_default();
                // SAFETY: there is a place for each query.
                unsafe { words.add(at).write(found) };
            }
            Ok(())
        })
    };
    // SAFETY: as the header says.
    unsafe { fill(std::ptr::null_mut(), error, ask) }
}

/// More narrowing does not pay.
const MAX_SWEEPS: u32 = 8;

fn word_of(
    ranges: &Ranges<'_>,
    program: &dyn Program,
    query: &WordQuery,
) -> crate::Answer<Option<Word>> {
    let value = ValueId(query.value);
    if !program.has_value(value) {
        return Err(format!("there is no value {}", value.0));
    }
    let word = match query.point.read(program)? {
        Some(point) => ranges.word_at(value, point),
        None => ranges.word(value),
    };
    Ok(word.and_then(|word| Word::of(word.signed(), word.unsigned())))
}
