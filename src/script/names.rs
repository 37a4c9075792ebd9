//! The variables of a script, and the scopes they live in.

use crate::number::{Int, MAX_BITS, Range};
use hashbrown::HashMap;

/// A variable that is live.
#[derive(Clone, Debug)]
struct Symbol {
    name: String,
    /// What its declaration says of it.
    range: Range,
    /// The scope it belongs to, from 0.
    scope: usize,
    /// The variable of the same name that it hides.
    hides: Option<u32>,
}

/// The variables of a script. Each declaration gets a number of its own, used for no other.
#[derive(Debug)]
pub(super) struct Names {
    next: u32,
    symbols: HashMap<u32, Symbol>,
    visible: HashMap<String, u32>,
    /// By scope, the outermost first: the variables declared in it, in order.
    scopes: Vec<Vec<u32>>,
    /// Integers too large to be kept, by their digits with the sign.
    large: HashMap<String, u32>,
    /// The numbers given to what is no variable, with its range: large integers.
    nameless: Vec<(u32, Range)>,
    /// The numbers that stand for indices of slices, in proofs.
    indices: Option<[u32; 2]>,
}

impl Names {
    pub(super) fn new() -> Names {
        Names {
            next: 0,
            symbols: HashMap::new(),
            visible: HashMap::new(),
            scopes: vec![vec![]],
            large: HashMap::new(),
            nameless: vec![],
            indices: None,
        }
    }

    /// How many scopes are open within the outermost.
    pub(super) fn depth(&self) -> usize {
        self.scopes.len() - 1
    }

    /// Whether nothing is declared and no scope is open.
    pub(super) fn is_empty(&self) -> bool {
        self.depth() == 0 && self.symbols.is_empty()
    }

    pub(super) fn push(&mut self) {
        self.scopes.push(vec![]);
    }

    /// Closes the innermost scope, if it is not the outermost.
    pub(super) fn pop(&mut self) {
        if self.depth() == 0 {
            return;
        }
        for number in self.scopes.pop().into_iter().flatten().rev() {
            let Some(symbol) = self.symbols.remove(&number) else {
                continue;
            };
            match symbol.hides {
                Some(hidden) => self.visible.insert(symbol.name, hidden),
                None => self.visible.remove(&symbol.name),
            };
        }
    }

    /// Declares a variable in the innermost scope; none if that scope has one of the name.
    pub(super) fn declare(&mut self, name: &str, range: Range) -> Option<u32> {
        let hides = self.visible.get(name).copied();
        let scope = self.depth();
        if hides.is_some_and(|number| self.symbols[&number].scope == scope) {
            return None;
        }
        let number = self.fresh();
        self.visible.insert(name.to_owned(), number);
        self.scopes[scope].push(number);
        let symbol = Symbol {
            name: name.to_owned(),
            range,
            scope,
            hides,
        };
        self.symbols.insert(number, symbol);
        Some(number)
    }

    fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    /// The number of the visible variable of that name.
    pub(super) fn lookup(&self, name: &str) -> Option<u32> {
        self.visible.get(name).copied()
    }

    /// The name of a live variable.
    pub(super) fn name(&self, number: u32) -> Option<&str> {
        match self.indices {
            Some([i, _]) if i == number => Some("?i"),
            Some([_, j]) if j == number => Some("?j"),
            _ => Some(&self.symbols.get(&number)?.name),
        }
    }

    /// Two numbers that stand for indices of slices, in proofs, and for nothing else.
    pub(super) fn indices(&mut self) -> [u32; 2] {
        let [i, j] = self.indices.unwrap_or_else(|| [self.fresh(), self.fresh()]);
        self.indices = Some([i, j]);
        [i, j]
    }

    /// The names of all live variables, by number.
    pub(super) fn names(&self) -> HashMap<u32, String> {
        let symbols = self.symbols.iter();
        symbols
            .map(|(&number, symbol)| (number, symbol.name.clone()))
            .collect()
    }

    /// What is known of every value of a live variable.
    pub(super) fn range(&self, number: u32) -> Option<&Range> {
        Some(&self.symbols.get(&number)?.range)
    }

    /// The names of the visible variables, in no order.
    pub(super) fn visible(&self) -> impl Iterator<Item = &str> {
        self.visible.keys().map(String::as_str)
    }

    /// What was given a number and is live, with its range.
    pub(super) fn ranges(&self) -> impl Iterator<Item = (u32, &Range)> {
        let declared = self.scopes.iter().flatten();
        let declared = declared.filter_map(|&number| Some((number, self.range(number)?)));
        declared.chain(self.nameless.iter().map(|(number, range)| (*number, range)))
    }

    /// How much is live.
    pub(super) fn len(&self) -> usize {
        self.symbols.len() + self.nameless.len()
    }

    /// Forgets what has no name. No term may mention it any more.
    pub(super) fn forget_nameless(&mut self) {
        self.nameless.clear();
        self.large.clear();
    }

    /// A number for an integer that is too large to be kept, with what is known of it.
    pub(super) fn large_integer(&mut self, digits: &str) -> (u32, Range) {
        let range = large_range(digits);
        let number = match self.large.get(digits) {
            Some(&number) => number,
            None => {
                let number = self.fresh();
                self.large.insert(digits.to_owned(), number);
                self.nameless.push((number, range.clone()));
                number
            }
        };
        (number, range)
    }
}

/// Whether a word is a decimal integer. (Of the small ones the reader has made integers already.)
pub(super) fn is_large_integer(word: &str) -> bool {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// What is known of an integer with more bits than are kept: it is past all that are.
pub(super) fn large_range(digits: &str) -> Range {
    let greatest = (Int::ONE << MAX_BITS) - Int::ONE;
    if digits.starts_with('-') {
        Range::at_most(-greatest)
    } else {
        Range::at_least(greatest)
    }
}
