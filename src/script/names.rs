//! The variables of a script, and their scopes.

use crate::number::{Int, MAX_BITS, Range};
use hashbrown::HashMap;

/// A live variable.
#[derive(Clone, Debug)]
struct Symbol {
    name: String,
    /// The range in its declaration.
    range: Range,
    /// The index of its scope, from 0.
    scope: usize,
    /// The variable of the same name that it shadows.
    hides: Option<u32>,
}

/// The variables of a script. Each declaration has a unique number, which is never reused.
#[derive(Debug)]
pub(super) struct Names {
    next: u32,
    symbols: HashMap<u32, Symbol>,
    visible: HashMap<String, u32>,
    /// The variables declared in each scope, in order; the outermost scope is first.
    scopes: Vec<Vec<u32>>,
    /// The numbers of integers that are too large to be represented, by their signed digits.
    large: HashMap<String, u32>,
    /// The numbers without a variable, with their ranges: large integers.
    nameless: Vec<(u32, Range)>,
    /// The numbers of index variables of slices, in proofs.
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

    /// The number of scopes inside the outermost one.
    pub(super) fn depth(&self) -> usize {
        self.scopes.len() - 1
    }

    /// Whether no variable is declared and no scope is open.
    pub(super) fn is_empty(&self) -> bool {
        self.depth() == 0 && self.symbols.is_empty()
    }

    pub(super) fn push(&mut self) {
        self.scopes.push(vec![]);
    }

    /// Closes the innermost scope, unless it is the outermost.
    pub(super) fn pop(&mut self) {
        if self.depth() == 0 {
            return;
        }
        for number in self.scopes.pop().into_iter().flatten().rev() {
            self.hide(number);
        }
    }

    /// Takes back the newest variable of the innermost scope.
    pub(super) fn undeclare(&mut self) {
        if let Some(number) = self.scopes.last_mut().and_then(Vec::pop) {
            self.hide(number);
        }
    }

    fn hide(&mut self, number: u32) {
        let Some(symbol) = self.symbols.remove(&number) else {
            return;
        };
        match symbol.hides {
            Some(hidden) => self.visible.insert(symbol.name, hidden),
            None => self.visible.remove(&symbol.name),
        };
    }

    /// The newest variable of the innermost scope.
    pub(super) fn newest(&self) -> Option<u32> {
        self.scopes.last()?.last().copied()
    }

    /// The number of the next variable: greater than those of all that there are.
    pub(super) fn next(&self) -> u32 {
        self.next
    }

    /// Declares a variable in the innermost scope; none if that scope already has one of the name.
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

    /// Two numbers reserved for index variables of slices, in proofs.
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

    /// The declared ranges of all live variables.
    pub(super) fn range(&self, number: u32) -> Option<&Range> {
        Some(&self.symbols.get(&number)?.range)
    }

    /// The names of the visible variables, in arbitrary order.
    pub(super) fn visible(&self) -> impl Iterator<Item = &str> {
        self.visible.keys().map(String::as_str)
    }

    /// All live numbers, with their ranges.
    pub(super) fn ranges(&self) -> impl Iterator<Item = (u32, &Range)> {
        let declared = self.scopes.iter().flatten();
        let declared = declared.filter_map(|&number| Some((number, self.range(number)?)));
        declared.chain(self.nameless.iter().map(|(number, range)| (*number, range)))
    }

    /// The number of live variables.
    pub(super) fn len(&self) -> usize {
        self.symbols.len() + self.nameless.len()
    }

    /// Drops the numbers without a variable. No term may mention them any more.
    pub(super) fn forget_nameless(&mut self) {
        self.nameless.clear();
        self.large.clear();
    }

    /// The number of an integer that is too large to be represented, with its range.
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

/// Whether a word is a decimal integer. (The reader has already converted small ones.)
pub(super) fn is_large_integer(word: &str) -> bool {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// The range of an integer with more bits than the limit: beyond all representable integers.
pub(super) fn large_range(digits: &str) -> Range {
    let greatest = (Int::ONE << MAX_BITS) - Int::ONE;
    if digits.starts_with('-') {
        Range::at_most(-greatest)
    } else {
        Range::at_least(greatest)
    }
}
