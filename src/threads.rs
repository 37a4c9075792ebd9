//! Work on many things at once. The results come in the order of the things, whatever was done first,
//! so that nothing shows how many threads there were.

#[cfg(feature = "parallel")]
use std::hint::black_box;
use std::num::NonZeroUsize;

/// The stack of a thread, in bytes: programs nest as deeply as they like, and some walks over them
/// recurse. Only what is used of it is memory.
pub const STACK: usize = 256 << 20;

/// How many things are worked on at once. Threads start when they are first needed, unless they are told
/// to before, and end with this.
///
/// ```
/// use calipers::threads::Threads;
/// let squares = Threads::available().map(vec![1, 2, 3], |n| n * n);
/// assert_eq!(squares, [1, 4, 9]);
/// ```
pub struct Threads {
    count: NonZeroUsize,
    #[cfg(feature = "parallel")]
    pool: std::sync::OnceLock<Option<rayon::ThreadPool>>,
}

impl Threads {
    /// So many threads. Without the feature `parallel` all work is done by the caller.
    pub fn new(count: NonZeroUsize) -> Threads {
        Threads {
            count,
            #[cfg(feature = "parallel")]
            pool: Default::default(),
        }
    }

    /// No thread but the caller.
    pub fn one() -> Threads {
        Threads::new(NonZeroUsize::MIN)
    }

    /// As many as can run at once.
    pub fn available() -> Threads {
        Threads::new(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count.get()
    }

    /// Starts the threads, so that they are there by the time that they are needed.
    pub fn start(&self) {
        #[cfg(feature = "parallel")]
        if self.count.get() > 1 {
            self.pool.get_or_init(|| pool(self.count));
        }
    }

    /// What `work` makes of each item, in the order of the items.
    pub fn map<T: Send, R: Send>(&self, items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
        #[cfg(feature = "parallel")]
        if self.count.get() > 1
            && items.len() > 1
            && let Some(pool) = self.pool.get_or_init(|| pool(self.count))
        {
            use rayon::iter::{IntoParallelIterator, ParallelIterator};
            return pool.install(|| items.into_par_iter().map(&work).collect());
        }
        items.into_iter().map(work).collect()
    }
}

/// None where threads can't be started: the caller does the work then.
#[cfg(feature = "parallel")]
fn pool(count: NonZeroUsize) -> Option<rayon::ThreadPool> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(count.get());
    // An allocator makes the heap of a thread when that first asks for memory: before its work begins.
    let builder = builder.start_handler(|_| drop(black_box(Box::new(0u64))));
    builder.stack_size(STACK).build().ok()
}
