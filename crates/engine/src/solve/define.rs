//! Unfolding with an explicit stack: columns become classes, each once, and inductions last.

use super::columns::{Carried, ColumnDefinition, Induction, State};
use super::engine::Engine;
use super::parking::Waiting;
use crate::program::Column;
use crate::term::{Expr, Id, Leaf};
use smallvec::SmallVec;
use std::sync::Arc;

/// What is on the stack while columns are unfolded.
pub(super) enum Frame {
    /// Give the column of that number its class.
    Column(Leaf),
    /// Decide the induction step of an argument, whose yielded column has its class now.
    Decide(Column),
    /// Unite a leaf with its definition, the columns of which have their classes now.
    Unite(Column),
    /// Define a leaf that had no definition, if it has one now.
    Renew(Column),
}

/// What became of one attempt to define a column.
pub(super) enum Attempt {
    /// These columns come first.
    Demand(Vec<Column>),
    /// The definition, if it has one; the facts are noted.
    Defined(Option<ColumnDefinition>),
    /// The result of a loop, or an argument of its body.
    Carried(Carried),
}

impl Engine<'_> {
    /// The class of a term, its columns unfolded first.
    pub(super) fn intern(&mut self, term: &Expr<Column>) -> Id {
        term.for_each_leaf(&mut |&column| {
            self.define(column);
        });
        self.intern_unfolded(term)
    }

    pub(super) fn intern_unfolded(&mut self, term: &Expr<Column>) -> Id {
        match term {
            Expr::Integer(value) => self.egraph.integer(value.clone()),
            Expr::Leaf(column) => {
                let leaf = self.columns.number(*column);
                match self.columns.entry(leaf).state {
                    State::Done(id) => id,
                    // On the path now being unfolded: it stays a leaf.
                    _ => self.make_leaf(leaf),
                }
            }
            Expr::Apply(operator, arguments) => {
                let mut classes: SmallVec<[Id; 4]> = SmallVec::new();
                for argument in arguments.iter() {
                    classes.push(self.intern_unfolded(argument));
                }
                self.egraph.apply(*operator, &classes)
            }
        }
    }

    fn make_leaf(&mut self, leaf: Leaf) -> Id {
        let column = self.columns.entry(leaf).column;
        let range = self.universal_range(column);
        let (place, number) = place(column);
        let id = self.egraph.leaf_of_rank(leaf, range, place, number);
        let entry = self.columns.entry_mut(leaf);
        entry.state = State::Done(id);
        entry.since = self.late.noted();
        self.note_size(column, id);
        id
    }

    /// The class of a column, everything below it unfolded first. The stack is explicit: chains of
    /// definitions may be as long as the program.
    pub(super) fn define(&mut self, column: Column) -> Id {
        let number = self.columns.number(column);
        if let State::Done(id) = self.columns.entry(number).state {
            return id;
        }
        let mut stack: Vec<Frame> = Vec::with_capacity(8);
        stack.push(Frame::Column(number));
        loop {
            match stack.pop() {
                Some(Frame::Column(number)) => self.step(number, &mut stack),
                Some(Frame::Decide(argument)) => self.decide_induction(argument, &mut stack),
                Some(Frame::Unite(column)) => self.unite_with_definition(column),
                Some(Frame::Renew(column)) => self.renew(column, &mut stack),
                // Inductions wait until everything that only needs the arguments as leaves is done.
                None => match self.inductions.pop() {
                    Some(argument) => self.begin_induction(argument, &mut stack),
                    None => {
                        self.write_late_again();
                        match self.has_news {
                            true => self.take_up_parked(&mut stack),
                            false => break,
                        }
                    }
                },
            }
        }
        match self.columns.entry(number).state {
            State::Done(id) => id,
            _ => self.make_leaf(number),
        }
    }

    fn step(&mut self, number: Leaf, stack: &mut Vec<Frame>) {
        let entry = self.columns.entry(number);
        let column = entry.column;
        if let State::Done(_) = entry.state {
            return;
        }
        if let Some(definition) = entry.definition.clone() {
            // What it needs has been unfolded meanwhile.
            return self.settle_column(number, &definition.term);
        }
        let definition = match self.attempt_once(column) {
            Attempt::Demand(columns) => {
                self.columns.entry_mut(number).state = State::Visiting;
                stack.push(Frame::Column(number));
                self.push_new(columns, stack);
                return;
            }
            Attempt::Carried(carried) => {
                let argument = carried.argument;
                let leaf = self.columns.number(argument);
                if self.columns.entry(leaf).carried.is_none() {
                    self.columns.entry_mut(leaf).carried = Some(carried.into());
                }
                if argument == column {
                    // Arbitrary at first; whether it always has its initial value is seen later.
                    self.statistics.columns += 1;
                    self.late.begin();
                    self.make_leaf(number);
                    self.inductions.push(argument);
                    return;
                }
                // A result is what the argument turns out to be.
                let entry = self.columns.entry(leaf);
                if entry.induction == Induction::Open && !matches!(entry.state, State::Visiting) {
                    self.columns.entry_mut(number).state = State::Visiting;
                    stack.push(Frame::Column(number));
                    self.begin_induction(argument, stack);
                    self.push_new(vec![argument], stack);
                    return;
                }
                match self.after_all_trips(carried) {
                    Ok(None) => {
                        self.park(vec![argument], Waiting::Result(column));
                        None
                    }
                    Ok(definition) => definition,
                    Err(demand) => {
                        self.columns.entry_mut(number).state = State::Visiting;
                        stack.push(Frame::Column(number));
                        self.push_new(vec![demand], stack);
                        return;
                    }
                }
            }
            Attempt::Defined(definition) => definition,
        };
        let Some(definition) = definition else {
            self.statistics.columns += 1;
            self.make_leaf(number);
            return;
        };
        self.statistics.columns += 1;
        self.columns.entry_mut(number).state = State::Visiting;
        let mut needed: SmallVec<[Leaf; 4]> = SmallVec::new();
        definition.term.for_each_leaf(&mut |&leaf| {
            let leaf = self.columns.number(leaf);
            if matches!(self.columns.entry(leaf).state, State::New) {
                needed.push(leaf);
            }
        });
        let definition = Arc::new(definition);
        self.columns.entry_mut(number).definition = Some(definition.clone());
        if needed.is_empty() {
            return self.settle_column(number, &definition.term);
        }
        stack.push(Frame::Column(number));
        stack.extend(needed.into_iter().rev().map(Frame::Column));
    }

    /// Gives a column the class of the term that defines it.
    fn settle_column(&mut self, number: Leaf, term: &Expr<Column>) {
        let id = self.intern_unfolded(term);
        let entry = self.columns.entry_mut(number);
        entry.state = State::Done(id);
        let column = entry.column;
        self.late.note_settled(number);
        self.note_size(column, id);
    }

    pub(super) fn is_new(&mut self, column: Column) -> bool {
        let number = self.columns.number(column);
        matches!(self.columns.entry(number).state, State::New)
    }

    pub(super) fn push_new(&mut self, columns: Vec<Column>, stack: &mut Vec<Frame>) {
        for column in columns.into_iter().rev() {
            let number = self.columns.number(column);
            if matches!(self.columns.entry(number).state, State::New) {
                stack.push(Frame::Column(number));
            }
        }
    }

    pub(super) fn done(&self, column: Column) -> Option<Id> {
        match self.columns.entry(self.columns.get(column)?).state {
            State::Done(id) => Some(id),
            _ => None,
        }
    }
}

/// Where a column stands among all, by the program alone: by its value, then by its kind.
fn place(column: Column) -> (u32, u32) {
    let (kind, index) = match column {
        Column::Symbol(symbol) => return (symbol.saturating_add(1), 0),
        Column::Value(_) => (0, 0),
        Column::Unsigned(_) => (1, 0),
        Column::Dim(_, index) => (2, index),
        Column::Stride(_, index) => (3, index),
        Column::Offset(_) => (4, 0),
        Column::Rank(_) => (5, 0),
        Column::Element(_, index) => (6, index),
        Column::Trip(_) => (7, 0),
    };
    let value = column.value().map_or(0, |value| value.0 + 1);
    (value, (kind << 20) | (index & 0xf_ffff))
}
