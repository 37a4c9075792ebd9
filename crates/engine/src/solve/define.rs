//! Demand-driven definition with an explicit stack. Each column gets its e-class once; inductions run last.

use super::agenda::{Agenda, Waiting};
use super::columns::{Carried, ColumnDefinition, Induction, State};
use super::config::Config;
use super::knowledge::Knowledge;
use crate::number::Range;
use crate::program::{Column, OpId};
use crate::rules::Rules;
use crate::term::{Expr, Id, Leaf};
use calipers_support::interrupt::poll;
use hashbrown::HashMap;
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

/// The definitions of columns, from the rules of their ops, and the work that they queue.
pub(super) struct Definitions<'p> {
    pub(super) rules: &'p Rules,
    pub(super) config: Config,
    pub(super) agenda: Agenda,
    /// The declared ranges of symbols, which no program defines.
    pub(super) symbols: HashMap<u32, Range>,
    /// Definitions that a comparison needed, of columns without a class.
    pub(super) nearby: HashMap<Column, ColumnDefinition>,
    /// Carried columns for which no closed form was found, with the loop.
    pub(super) open_loops: Vec<(Column, OpId)>,
    /// How many columns were defined.
    pub(super) counted: usize,
}

impl<'p> Definitions<'p> {
    /// No definitions so far.
    pub(super) fn new(rules: &'p Rules, config: Config) -> Definitions<'p> {
        Definitions {
            rules,
            config,
            agenda: Agenda::default(),
            symbols: HashMap::new(),
            nearby: HashMap::new(),
            open_loops: vec![],
            counted: 0,
        }
    }

    /// The same definitions, with another reference to the same rules.
    pub(super) fn moved_to<'q>(self, rules: &'q Rules) -> Definitions<'q> {
        Definitions {
            rules,
            config: self.config,
            agenda: self.agenda,
            symbols: self.symbols,
            nearby: self.nearby,
            open_loops: self.open_loops,
            counted: self.counted,
        }
    }
}

impl Definitions<'_> {
    /// The class of a term, after its columns have been defined.
    pub(super) fn intern(&mut self, known: &mut Knowledge<'_>, term: &Expr<Column>) -> Id {
        term.for_each_leaf(&mut |&column| {
            self.define(known, column);
        });
        self.intern_unfolded(known, term)
    }

    pub(super) fn intern_unfolded(&mut self, known: &mut Knowledge<'_>, term: &Expr<Column>) -> Id {
        match term {
            Expr::Integer(value) => known.egraph.integer(value.clone()),
            Expr::Leaf(column) => {
                let leaf = known.columns.number(*column);
                match known.columns.entry(leaf).state {
                    State::Done(id) => id,
                    // The column is on the stack: it becomes a leaf.
                    _ => self.make_leaf(known, leaf),
                }
            }
            Expr::Apply(operator, arguments) => {
                let mut classes: SmallVec<[Id; 4]> = SmallVec::new();
                for argument in arguments.iter() {
                    classes.push(self.intern_unfolded(known, argument));
                }
                known.egraph.apply(*operator, &classes)
            }
        }
    }

    fn make_leaf(&mut self, known: &mut Knowledge<'_>, leaf: Leaf) -> Id {
        let column = known.columns.entry(leaf).column;
        let range = self.universal_range(known, column);
        let (place, number) = place(column);
        let id = known.egraph.leaf_of_rank(leaf, range, place, number);
        let entry = known.columns.entry_mut(leaf);
        entry.state = State::Done(id);
        entry.since = self.agenda.late.noted();
        self.note_type(known, column, id);
        id
    }

    /// The class of a column, after the columns below it have been defined. The stack is explicit, since chains of
    /// definitions may be as long as the program.
    pub(super) fn define(&mut self, known: &mut Knowledge<'_>, column: Column) -> Id {
        let number = known.columns.number(column);
        if let State::Done(id) = known.columns.entry(number).state {
            return id;
        }
        let mut stack: Vec<Frame> = Vec::with_capacity(8);
        stack.push(Frame::Column(number));
        loop {
            poll();
            match stack.pop() {
                Some(Frame::Column(number)) => self.step(known, number, &mut stack),
                Some(Frame::Decide(argument)) => self.decide_induction(known, argument, &mut stack),
                Some(Frame::Unite(column)) => self.unite_with_definition(known, column),
                Some(Frame::Renew(column)) => self.renew(known, column, &mut stack),
                // Inductions wait until all columns that need the arguments only as leaves are done.
                None => match self.agenda.inductions.pop() {
                    Some(argument) => self.begin_induction(known, argument, &mut stack),
                    None => {
                        self.write_late_again(known);
                        match self.agenda.has_news {
                            true => self.take_up_parked(known, &mut stack),
                            false => break,
                        }
                    }
                },
            }
        }
        match known.columns.entry(number).state {
            State::Done(id) => id,
            _ => self.make_leaf(known, number),
        }
    }

    fn step(&mut self, known: &mut Knowledge<'_>, number: Leaf, stack: &mut Vec<Frame>) {
        let entry = known.columns.entry(number);
        let column = entry.column;
        if let State::Done(_) = entry.state {
            return;
        }
        if let Some(definition) = entry.definition.clone() {
            // The columns of its definition are done by now.
            return self.settle_column(known, number, &definition.term);
        }
        let definition = match self.attempt_once(known, column) {
            Attempt::Demand(columns) => {
                known.columns.entry_mut(number).state = State::Visiting;
                stack.push(Frame::Column(number));
                self.push_new(known, columns, stack);
                return;
            }
            Attempt::Carried(carried) => {
                let argument = carried.argument;
                let leaf = known.columns.number(argument);
                if known.columns.entry(leaf).carried.is_none() {
                    known.columns.entry_mut(leaf).carried = Some(carried.into());
                }
                if argument == column {
                    // The argument starts as a leaf; a later induction may prove that it always has its initial value.
                    self.counted += 1;
                    self.agenda.late.begin();
                    self.make_leaf(known, number);
                    self.agenda.inductions.push(argument);
                    return;
                }
                // A loop result depends on the induction over the argument.
                let entry = known.columns.entry(leaf);
                if entry.induction == Induction::Open && !matches!(entry.state, State::Visiting) {
                    known.columns.entry_mut(number).state = State::Visiting;
                    stack.push(Frame::Column(number));
                    self.begin_induction(known, argument, stack);
                    self.push_new(known, vec![argument], stack);
                    return;
                }
                match self.after_all_trips(known, carried) {
                    Ok(None) => {
                        self.park(known, vec![argument], smallvec![], Waiting::Result(column));
                        None
                    }
                    Ok(definition) => definition,
                    Err(demand) => {
                        known.columns.entry_mut(number).state = State::Visiting;
                        stack.push(Frame::Column(number));
                        self.push_new(known, vec![demand], stack);
                        return;
                    }
                }
            }
            Attempt::Defined(definition) => definition,
        };
        let Some(definition) = definition else {
            self.counted += 1;
            self.make_leaf(known, number);
            return;
        };
        self.counted += 1;
        known.columns.entry_mut(number).state = State::Visiting;
        let mut needed: SmallVec<[Leaf; 4]> = SmallVec::new();
        definition.term.for_each_leaf(&mut |&leaf| {
            let leaf = known.columns.number(leaf);
            if matches!(known.columns.entry(leaf).state, State::New) {
                needed.push(leaf);
            }
        });
        let definition = Arc::new(definition);
        known.columns.entry_mut(number).definition = Some(definition.clone());
        if needed.is_empty() {
            return self.settle_column(known, number, &definition.term);
        }
        stack.push(Frame::Column(number));
        stack.extend(needed.into_iter().rev().map(Frame::Column));
    }

    /// Gives a column the class of its defining term.
    fn settle_column(&mut self, known: &mut Knowledge<'_>, number: Leaf, term: &Expr<Column>) {
        let id = self.intern_unfolded(known, term);
        let entry = known.columns.entry_mut(number);
        entry.state = State::Done(id);
        let column = entry.column;
        if matches!(column, Column::Trip(_)) {
            known.egraph.tell(id, &Range::at_least(0));
        }
        self.agenda.late.note_settled(number);
        self.note_type(known, column, id);
    }

    pub(super) fn push_new(
        &mut self,
        known: &mut Knowledge<'_>,
        columns: Vec<Column>,
        stack: &mut Vec<Frame>,
    ) {
        for column in columns.into_iter().rev() {
            let number = known.columns.number(column);
            if matches!(known.columns.entry(number).state, State::New) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::NoProgram;
    use crate::term::{EGraph, Operator};

    /// Without a program and rules, columns are leaves with their declared ranges.
    #[test]
    fn a_column_without_a_rule_is_a_leaf() {
        let rules = Rules::none();
        let mut known = Knowledge::new(&NoProgram, EGraph::new(None));
        let mut definitions = Definitions::new(&rules, Config::default());
        definitions.symbols.insert(0, Range::between(2, 5));
        let x = Expr::Leaf(Column::Symbol(0));
        let class = definitions.intern(&mut known, &Expr::apply(Operator::Add, [x.clone(), x]));
        assert_eq!(known.range_at(class, None).lower(), Some(&4.into()));
        assert!(known.columns.definition(Column::Symbol(0)).is_none());
        assert_eq!(definitions.counted, 1);
    }
}
