//! Demand-driven definition with an explicit stack. Each column gets its e-class once; inductions run last.

use super::agenda::Waiting;
use super::columns::{Carried, ColumnDefinition, Induction, State};
use super::engine::Engine;
use crate::program::Column;
use crate::term::{Expr, Id, Leaf};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// A task on the stack.
pub(super) enum Frame {
    /// Give the column with that number its class.
    Column(Leaf),
    /// Decide the induction of a body argument whose yielded column has its class by now.
    Decide(Column),
    /// Unite a leaf with its definition, whose columns have their classes by now.
    Unite(Column),
    /// Retry the definition of a leaf that had none.
    Renew(Column),
}

/// The outcome of one attempt to define a column.
pub(super) enum Attempt {
    /// These columns must be defined first.
    Demand(Vec<Column>),
    /// The definition, if the column has one. Its facts are queued.
    Defined(Option<ColumnDefinition>),
    /// The column belongs to the result of a loop or to an argument of its body.
    Carried(Carried),
}

impl Engine<'_> {
    /// The class of a term, after its columns have been defined.
    pub(super) fn intern(&mut self, term: &Expr<Column>) -> Id {
        term.for_each_leaf(&mut |&column| {
            self.define(column);
        });
        self.intern_unfolded(term)
    }

    pub(super) fn intern_unfolded(&mut self, term: &Expr<Column>) -> Id {
        match term {
            Expr::Integer(value) => self.known.egraph.integer(value.clone()),
            Expr::Leaf(column) => {
                let leaf = self.known.columns.number(*column);
                match self.known.columns.entry(leaf).state {
                    State::Done(id) => id,
                    // The column is on the stack: it becomes a leaf.
                    _ => self.make_leaf(leaf),
                }
            }
            Expr::Apply(operator, arguments) => {
                let mut classes: SmallVec<[Id; 4]> = SmallVec::new();
                for argument in arguments.iter() {
                    classes.push(self.intern_unfolded(argument));
                }
                self.known.egraph.apply(*operator, &classes)
            }
        }
    }

    fn make_leaf(&mut self, leaf: Leaf) -> Id {
        let column = self.known.columns.entry(leaf).column;
        let range = self.universal_range(column);
        let (place, number) = place(column);
        let id = self.known.egraph.leaf_of_rank(leaf, range, place, number);
        let entry = self.known.columns.entry_mut(leaf);
        entry.state = State::Done(id);
        entry.since = self.agenda.late.noted();
        self.note_size(column, id);
        id
    }

    /// The class of a column, after the columns below it have been defined. The stack is explicit, since chains of
    /// definitions may be as long as the program.
    pub(super) fn define(&mut self, column: Column) -> Id {
        let number = self.known.columns.number(column);
        if let State::Done(id) = self.known.columns.entry(number).state {
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
                // Inductions wait until all columns that need the arguments only as leaves are done.
                None => match self.agenda.inductions.pop() {
                    Some(argument) => self.begin_induction(argument, &mut stack),
                    None => {
                        self.write_late_again();
                        match self.agenda.has_news {
                            true => self.take_up_parked(&mut stack),
                            false => break,
                        }
                    }
                },
            }
        }
        match self.known.columns.entry(number).state {
            State::Done(id) => id,
            _ => self.make_leaf(number),
        }
    }

    fn step(&mut self, number: Leaf, stack: &mut Vec<Frame>) {
        let entry = self.known.columns.entry(number);
        let column = entry.column;
        if let State::Done(_) = entry.state {
            return;
        }
        if let Some(definition) = entry.definition.clone() {
            // The columns of its definition are done by now.
            return self.settle_column(number, &definition.term);
        }
        let definition = match self.attempt_once(column) {
            Attempt::Demand(columns) => {
                self.known.columns.entry_mut(number).state = State::Visiting;
                stack.push(Frame::Column(number));
                self.push_new(columns, stack);
                return;
            }
            Attempt::Carried(carried) => {
                let argument = carried.argument;
                let leaf = self.known.columns.number(argument);
                if self.known.columns.entry(leaf).carried.is_none() {
                    self.known.columns.entry_mut(leaf).carried = Some(carried.into());
                }
                if argument == column {
                    // The argument starts as a leaf; a later induction may prove that it always has its initial value.
                    self.bounds.statistics.columns += 1;
                    self.agenda.late.begin();
                    self.make_leaf(number);
                    self.agenda.inductions.push(argument);
                    return;
                }
                // A loop result depends on the induction over the argument.
                let entry = self.known.columns.entry(leaf);
                if entry.induction == Induction::Open && !matches!(entry.state, State::Visiting) {
                    self.known.columns.entry_mut(number).state = State::Visiting;
                    stack.push(Frame::Column(number));
                    self.begin_induction(argument, stack);
                    self.push_new(vec![argument], stack);
                    return;
                }
                match self.after_all_trips(carried) {
                    Ok(None) => {
                        self.park(vec![argument], smallvec![], Waiting::Result(column));
                        None
                    }
                    Ok(definition) => definition,
                    Err(demand) => {
                        self.known.columns.entry_mut(number).state = State::Visiting;
                        stack.push(Frame::Column(number));
                        self.push_new(vec![demand], stack);
                        return;
                    }
                }
            }
            Attempt::Defined(definition) => definition,
        };
        let Some(definition) = definition else {
            self.bounds.statistics.columns += 1;
            self.make_leaf(number);
            return;
        };
        self.bounds.statistics.columns += 1;
        self.known.columns.entry_mut(number).state = State::Visiting;
        let mut needed: SmallVec<[Leaf; 4]> = SmallVec::new();
        definition.term.for_each_leaf(&mut |&leaf| {
            let leaf = self.known.columns.number(leaf);
            if matches!(self.known.columns.entry(leaf).state, State::New) {
                needed.push(leaf);
            }
        });
        let definition = Arc::new(definition);
        self.known.columns.entry_mut(number).definition = Some(definition.clone());
        if needed.is_empty() {
            return self.settle_column(number, &definition.term);
        }
        stack.push(Frame::Column(number));
        stack.extend(needed.into_iter().rev().map(Frame::Column));
    }

    /// Gives a column the class of its defining term.
    fn settle_column(&mut self, number: Leaf, term: &Expr<Column>) {
        let id = self.intern_unfolded(term);
        let entry = self.known.columns.entry_mut(number);
        entry.state = State::Done(id);
        let column = entry.column;
        self.agenda.late.note_settled(number);
        self.note_size(column, id);
    }

    pub(super) fn push_new(&mut self, columns: Vec<Column>, stack: &mut Vec<Frame>) {
        for column in columns.into_iter().rev() {
            let number = self.known.columns.number(column);
            if matches!(self.known.columns.entry(number).state, State::New) {
                stack.push(Frame::Column(number));
            }
        }
    }
}

/// The position of a column in program order: its value, then its kind. It does not depend on the order of queries.
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
