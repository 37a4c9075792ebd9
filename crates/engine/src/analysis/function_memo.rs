//! The answers about functions that calls need: return values, and facts at the entry and at the return.
//!
//! Functions are evaluated within each other, and those being evaluated are opaque to the others. An answer that does not
//! depend on that is the same for all queries, and is kept.

use super::calls::{Asked, Told};
use crate::number::Range;
use crate::program::{Column, OpId};
use crate::solve::IntegerOverflow;
use crate::term::Expr;
use hashbrown::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Maximum number of answers of a kind that one query evaluates.
const MAX_ANSWERS: usize = 64;

/// The number in place of that of a function being evaluated if an answer depends on none.
const INDEPENDENT: usize = usize::MAX;

/// An answer, and the outermost of the functions being evaluated that it depends on.
pub(super) type Known<T> = (T, usize);

/// The answers of a kind among all.
pub(super) type Table<K, T> = fn(&mut Search) -> &mut HashMap<K, Known<T>>;

/// Answers that several engines use.
pub(super) type Shared = Arc<Mutex<Search>>;

/// Answers about functions.
#[derive(Debug)]
pub(super) struct Search {
    /// Return values.
    pub(super) returned: HashMap<Asked, Known<Told>>,
    /// Facts at the return, over arguments and results.
    pub(super) shown: HashMap<OpId, Known<Vec<Expr<Column>>>>,
    /// The ranges of what is returned, by its columns.
    pub(super) ranges: HashMap<OpId, Known<Vec<Range>>>,
    /// Facts about arguments.
    pub(super) entries: HashMap<OpId, Known<Vec<Expr<Column>>>>,
    /// The outermost function that the answer depends on which is being evaluated.
    outermost: usize,
}

impl Default for Search {
    fn default() -> Search {
        Search {
            returned: HashMap::new(),
            shown: HashMap::new(),
            ranges: HashMap::new(),
            entries: HashMap::new(),
            outermost: INDEPENDENT,
        }
    }
}

/// The answers of a query, and those that are kept for others.
#[derive(Clone, Default, Debug)]
pub(super) struct Memo {
    /// None for a query about the analyzed program itself.
    search: Option<Shared>,
    /// Of answers where integers wrap around, and where they do not.
    kept: Option<[Shared; 2]>,
    /// How the query reads integers.
    pub(super) overflow: IntegerOverflow,
}

fn lock(shared: &Shared) -> MutexGuard<'_, Search> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes that the answer being evaluated depends on a function, given by its place among those being evaluated.
pub(super) fn depend_on(search: &Shared, place: usize) {
    let mut search = lock(search);
    search.outermost = search.outermost.min(place);
}

impl Memo {
    /// The answers of the query of which this is a part.
    pub(super) fn search(&self) -> Option<&Shared> {
        self.search.as_ref()
    }

    /// The answers of the query, or no answers of a new one.
    pub(super) fn searched(&self) -> Shared {
        self.search.clone().unwrap_or_default()
    }

    /// The memo of a part of a query.
    pub(super) fn in_search(&self, search: &Shared) -> Memo {
        Memo {
            search: Some(search.clone()),
            ..self.clone()
        }
    }

    /// The memo that keeps answers for other queries about the same program.
    pub(super) fn keeping(&self) -> Memo {
        Memo {
            kept: Some(self.kept.clone().unwrap_or_default()),
            ..self.clone()
        }
    }

    /// An answer, evaluated at the first query, while `within` functions are being evaluated.
    pub(super) fn of<K: Clone + Eq + Hash, T: Clone + Default>(
        &self,
        search: &Shared,
        within: usize,
        (key, table): (&K, Table<K, T>),
        evaluate: impl FnOnce() -> T,
    ) -> T {
        let kept = self.kept.as_ref().map(|kept| match self.overflow {
            IntegerOverflow::Wrap => &kept[0],
            IntegerOverflow::Ignore => &kept[1],
        });
        let known = kept.map(|kept| table(&mut lock(kept)).get(key).cloned());
        if let Some((known, _)) = known.flatten() {
            return known;
        }
        let known = table(&mut lock(search)).get(key).cloned();
        if let Some((known, outermost)) = known {
            depend_on(search, outermost);
            return known;
        }
        if table(&mut lock(search)).len() == MAX_ANSWERS {
            depend_on(search, 0);
            return T::default();
        }
        // A recursive query of the same answer gets none.
        table(&mut lock(search)).insert(key.clone(), (T::default(), 0));
        let before = std::mem::replace(&mut lock(search).outermost, INDEPENDENT);
        let found = evaluate();
        let outermost = std::mem::replace(&mut lock(search).outermost, before);
        let is_independent = outermost >= within;
        let outermost = if is_independent {
            INDEPENDENT
        } else {
            outermost
        };
        depend_on(search, outermost);
        table(&mut lock(search)).insert(key.clone(), (found.clone(), outermost));
        if let Some(kept) = kept.filter(|_| is_independent) {
            table(&mut lock(kept)).insert(key.clone(), (found.clone(), outermost));
        }
        found
    }
}
