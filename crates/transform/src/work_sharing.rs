//! Distributes the questions of long functions over several analyses, one for each thread.

use crate::threads::Threads;
use std::ops::Range;

/// The minimum number of questions for a separate analysis, since analyses may expand the same definitions.
const LEAST: usize = 120;

/// An analysis first expands the code before its questions. So each share of a function is shorter than the one
/// before it, by this number of tenths.
const SHORTER: usize = 7;

/// The maximum product of questions and shares: each analysis may expand all code before its questions, so that a
/// very long function has a single one.
const MOST: usize = 1 << 17;

/// Consecutive questions for one analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Share {
    /// The index of the list.
    pub list: usize,
    /// The range in the list.
    pub questions: Range<usize>,
}

/// Distributes lists of questions, given by their lengths, over threads: each list belongs to a function, and each
/// share to a list. The shares are in the order of the questions.
///
/// ```
/// use calipers::{threads::Threads, transform::work_sharing::shares};
/// use std::num::NonZeroUsize;
/// let two = Threads::new(NonZeroUsize::new(2).expect("two is not zero"));
/// let parts: Vec<_> = shares(&[800, 3], &two).into_iter().map(|it| (it.list, it.questions)).collect();
/// assert_eq!(parts, [(0, 0..471), (0, 471..800), (1, 0..3)]);
/// ```
pub fn shares(counts: &[usize], threads: &Threads) -> Vec<Share> {
    let all: usize = counts.iter().sum();
    let fair = all.div_ceil(threads.count()).max(1);
    let mut shares = Vec::with_capacity(counts.len());
    for (list, &count) in counts.iter().enumerate() {
        // Rounded to nearest, since a slightly longer share does not justify another analysis.
        let nearest = (count + fair / 2) / fair;
        let most = nearest.min(MOST / count.max(1)).max(1);
        let mut from = 0;
        for length in lengths(count, most) {
            let questions = from..from + length;
            from = questions.end;
            shares.push(Share { list, questions });
        }
    }
    shares
}

/// The lengths of the shares of a list: as many as are long enough, but at most `most`.
fn lengths(count: usize, most: usize) -> Vec<usize> {
    // The length of the first share, relative to which the others are computed.
    const WHOLE: usize = 1 << 20;
    let mut weights = vec![WHOLE];
    let mut all = WHOLE;
    while weights.len() < most {
        let next = weights[weights.len() - 1] * SHORTER / 10;
        if count * next < LEAST * (all + next) {
            break;
        }
        weights.push(next);
        all += next;
    }
    let mut from = 0;
    let mut before = 0;
    let length = |weight: usize| {
        before += weight;
        let to = (count as u128 * before as u128).div_ceil(all as u128) as usize;
        let length = to - from;
        from = to;
        length
    };
    weights.into_iter().map(length).collect()
}
