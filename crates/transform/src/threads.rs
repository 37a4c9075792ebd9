//! Work on many things at once. The results come in the order of the things, whatever was done first,
//! so that nothing shows how many threads there were.

use std::num::NonZeroUsize;
#[cfg(feature = "parallel")]
use std::{
    hint::black_box,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The stack of a thread, in bytes: programs nest as deeply as they like, and some walks over them
/// recurse. Only what is used of it is memory.
pub const STACK: usize = 256 << 20;

/// How many things are worked on at once, one of them by the caller. The other threads start when they are first
/// needed, unless they are told to before, and end with this. On Linux they keep to the processors that the caller was not
/// on when they started, if there are enough.
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
        self.helpers();
    }

    /// The threads beside the caller, if there are any.
    #[cfg(feature = "parallel")]
    fn helpers(&self) -> Option<&rayon::ThreadPool> {
        let count = NonZeroUsize::new(self.count.get() - 1)?;
        self.pool.get_or_init(|| pool(count)).as_ref()
    }

    /// What `work` makes of each item, in the order of the items.
    pub fn map<T: Send, R: Send>(&self, items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
        #[cfg(feature = "parallel")]
        if items.len() > 1
            && let Some(helpers) = self.helpers()
        {
            return shared(helpers, items, work);
        }
        items.into_iter().map(work).collect()
    }
}

/// Whoever is free takes the next item, the caller among them.
#[cfg(feature = "parallel")]
fn shared<T: Send, R: Send>(
    helpers: &rayon::ThreadPool,
    items: Vec<T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let wanted = helpers.current_num_threads().min(items.len() - 1);
    let queue = Mutex::new(items.into_iter().enumerate());
    let done = Mutex::new(vec![]);
    let take = || {
        let next = || lock(&queue).next();
        while let Some((number, item)) = next() {
            let result = work(item);
            lock(&done).push((number, result));
        }
    };
    helpers.in_place_scope(|scope| {
        for _ in 0..wanted {
            scope.spawn(|_| take());
        }
        take();
    });
    let mut done = std::mem::take(&mut *lock(&done));
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// No work is done while a lock is held, so that none can be left broken.
#[cfg(feature = "parallel")]
fn lock<T>(all: &Mutex<T>) -> MutexGuard<'_, T> {
    all.lock().unwrap_or_else(PoisonError::into_inner)
}

/// None where threads can't be started: the caller does all the work then.
#[cfg(feature = "parallel")]
fn pool(count: NonZeroUsize) -> Option<rayon::ThreadPool> {
    let elsewhere = processors::without_this(count);
    let builder = rayon::ThreadPoolBuilder::new().num_threads(count.get());
    let builder = builder.start_handler(move |_| {
        processors::keep_to(&elsewhere);
        // An allocator makes the heap of a thread when that first asks for memory: before its work begins.
        drop(black_box(Box::new(0u64)));
    });
    let pool = builder.stack_size(STACK).build().ok();
    // Helpers may have been queued behind the caller.
    std::thread::yield_now();
    pool
}

/// Which processors a helper runs on. Linux wakes a thread on the processor of its waker if it holds all others to be
/// busy, as it does with a virtual processor that is halted because it is idle: the helper would wait there for the
/// caller's time slice to end, which is longer than most work takes.
#[cfg(all(feature = "parallel", target_os = "linux"))]
mod processors {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};
    use std::num::NonZeroUsize;

    /// Those that the caller may run on but now does not, if there is one for each helper.
    pub fn without_this(helpers: NonZeroUsize) -> Option<CpuSet> {
        let mut processors = sched_getaffinity(None).ok()?;
        let this = sched_getcpu();
        if this < CpuSet::MAX_CPU {
            processors.unset(this);
        }
        (processors.count() as usize >= helpers.get()).then_some(processors)
    }

    /// Lets this thread run on no others. It runs all the same where that is refused.
    pub fn keep_to(processors: &Option<CpuSet>) {
        if let Some(processors) = processors {
            sched_setaffinity(None, processors).ok();
        }
    }
}

#[cfg(all(feature = "parallel", not(target_os = "linux")))]
mod processors {
    use std::num::NonZeroUsize;

    pub fn without_this(_helpers: NonZeroUsize) -> Option<()> {
        None
    }

    pub fn keep_to(_processors: &Option<()>) {}
}
