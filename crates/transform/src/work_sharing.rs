//! Who asks which questions: those of a long function are shared out among several analyses, one a thread.

use crate::threads::Threads;
use std::ops::Range;

/// So many questions at least are worth an analysis of their own: what it unfolds another may have unfolded, too.
const LEAST: usize = 120;

/// What lies before its questions an analysis unfolds first. So each share of a function is shorter than the one before
/// it, so many times out of ten.
const SHORTER: usize = 7;

/// Questions times shares: each analysis may unfold all that lies before its questions, so that of a very long
/// function there is one.
const MOST: usize = 1 << 17;

/// Questions that one analysis is asked, one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Share {
    /// Which list they are of.
    pub list: usize,
    /// Which of it.
    pub questions: Range<usize>,
}

/// Shares lists of so many questions out among threads: a list is of one function, a share is of one list. They come
/// in the order of the questions.
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
        // To the nearest: a little more than a fair share is not worth an analysis.
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

/// How long the shares of a list are: as many as are long enough, but not more than `most`.
fn lengths(count: usize, most: usize) -> Vec<usize> {
    // What the first share would be, in terms of which the others are.
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
