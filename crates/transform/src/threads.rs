//! Parallel maps. The results are in the order of the items, for any order of execution, so the output does not
//! depend on the number of threads.

#[cfg(feature = "parallel")]
use calipers_support::order::Order;
use std::num::NonZeroUsize;
#[cfg(feature = "parallel")]
use std::{
    hint::black_box,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The stack size of a thread in bytes. Programs may be deeply nested, and some traversals recurse. Only the used
/// part occupies memory.
pub const STACK: usize = 256 << 20;

/// A pool of threads, one of which is the caller. The other threads start when they are first needed, or at a call of
/// `start`, and end when the pool is dropped. On Linux they run on processors that the caller did not use when they
/// started, if there are enough.
///
/// ```
/// use calipers::threads::Threads;
/// let squares = Threads::available().map(vec![1, 2, 3], |n| n * n);
/// assert_eq!(squares, [1, 4, 9]);
/// ```
pub struct Threads {
    count: NonZeroUsize,
    #[cfg(feature = "parallel")]
    pool: std::sync::OnceLock<Option<rayon_core::ThreadPool>>,
}

impl Threads {
    /// A pool of this many threads. Without the feature `parallel` the caller does all work.
    pub fn new(count: NonZeroUsize) -> Threads {
        Threads {
            count,
            #[cfg(feature = "parallel")]
            pool: Default::default(),
        }
    }

    /// A pool of the caller alone.
    pub fn one() -> Threads {
        Threads::new(NonZeroUsize::MIN)
    }

    /// A pool with as many threads as can run at once.
    pub fn available() -> Threads {
        Threads::new(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// The number of threads.
    pub fn count(&self) -> usize {
        self.count.get()
    }

    /// Starts the threads in advance.
    pub fn start(&self) {
        #[cfg(feature = "parallel")]
        self.helpers();
    }

    /// The threads besides the caller, if there are any.
    #[cfg(feature = "parallel")]
    fn helpers(&self) -> Option<&rayon_core::ThreadPool> {
        let count = NonZeroUsize::new(self.count.get() - 1)?;
        self.pool.get_or_init(|| pool(count)).as_ref()
    }

    /// The results of `work` for each item, in the order of the items.
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

/// Each idle thread takes the next item, including the caller.
#[cfg(feature = "parallel")]
fn shared<T: Send, R: Send>(
    helpers: &rayon_core::ThreadPool,
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
    done.order_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// No work is done while the lock is held, so it cannot be poisoned.
#[cfg(feature = "parallel")]
fn lock<T>(all: &Mutex<T>) -> MutexGuard<'_, T> {
    all.lock().unwrap_or_else(PoisonError::into_inner)
}

/// None if threads cannot be started: the caller does all work then.
#[cfg(feature = "parallel")]
fn pool(count: NonZeroUsize) -> Option<rayon_core::ThreadPool> {
    let elsewhere = processors::without_this(count);
    let builder = rayon_core::ThreadPoolBuilder::new().num_threads(count.get());
    let builder = builder.start_handler(move |_| {
        processors::keep_to(&elsewhere);
        // The allocator creates the heap of a thread at its first allocation: this moves it before the work.
        drop(black_box(Box::new(0u64)));
    });
    let pool = builder.stack_size(STACK).build().ok();
    // The workers may have been scheduled after the caller.
    std::thread::yield_now();
    pool
}

/// The processors that a worker runs on. Linux wakes a thread on the processor of its waker if it considers all
/// others busy, as it does with a virtual processor that is halted because it is idle: the worker would wait there
/// for the end of the caller's time slice, which is longer than most work.
#[cfg(all(feature = "parallel", target_os = "linux"))]
mod processors {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};
    use std::num::NonZeroUsize;

    /// The allowed processors other than the current one, if there is one for each worker.
    pub fn without_this(helpers: NonZeroUsize) -> Option<CpuSet> {
        let mut processors = sched_getaffinity(None).ok()?;
        let this = sched_getcpu();
        if this < CpuSet::MAX_CPU {
            processors.unset(this);
        }
        (processors.count() as usize >= helpers.get()).then_some(processors)
    }

    /// Restricts this thread to these processors. A failure is ignored.
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
