//! Goal-directed unfolding: columns become classes, each once.

use super::columns::{Carried, ColumnDefinition, Columns, Induction, Origin, State};
use super::config::{Config, IntegerOverflow};
use super::facts::{FactBase, FactOrigin, Relation, Stated};
use crate::number::{Int, Range};
use crate::program::{
    BlockId, Column, Dominance, Extent, Layout, OpId, Point, Program, RegionId, ShapedKind,
    TypeView, ValueId,
};
use crate::rules::{Anchor, ColumnKind, Constants, Place, Rules, Stop};
use crate::term::{Expr, Form, Leaf, Operator, Reason, Store};
use egg::Id;
use hashbrown::{HashMap, HashSet};
use std::cell::RefCell;
use std::sync::Arc;

/// The engine of one program: what has been unfolded, and the facts found on the way.
pub struct Engine<'p> {
    pub(super) program: &'p dyn Program,
    pub(super) rules: &'p Rules,
    pub(super) config: Config,
    pub(super) store: Store,
    pub(super) columns: Columns,
    pub(super) facts: FactBase,
    pub(super) dominance: Dominance,
    pub(super) ranges: super::ranges::RangeMemo,
    pub(super) statistics: super::config::Statistics,
    /// Ops whose facts have been put down, by anchor.
    touched: HashSet<(OpId, Anchor)>,
    /// Ops whose facts are to be put down.
    waiting: Vec<(OpId, Anchor)>,
    /// What is universally true of variables that no program defines.
    symbols: HashMap<u32, Range>,
    /// Arguments of loop bodies whose induction has not been tried.
    inductions: Vec<Column>,
    /// How many assumptions have been made.
    pub(super) assumptions: u32,
    /// Those that have not been taken back.
    pub(super) assumed: Vec<(u32, Expr<Column>)>,
    /// Points found to be reached or not, by the facts then known.
    pub(super) unreachable: HashMap<Option<Point>, bool>,
    /// How many ops of a block have put down their facts.
    passed: HashMap<BlockId, usize>,
    /// Ops met that have no rules, in order, each once.
    unknown_ops: RefCell<Vec<OpId>>,
}

/// What is on the stack while columns are unfolded.
enum Frame {
    /// Give the column its class.
    Column(Column),
    /// Decide the induction step of an argument, whose yielded column has its class now.
    Decide(Column),
    /// Unite an argument with its initial value, which has its class now.
    Unite(Column),
}

/// What became of one attempt to define a column.
enum Attempt {
    /// These columns come first.
    Demand(Vec<Column>),
    /// The definition, if it has one; the facts are noted.
    Defined(Option<ColumnDefinition>),
    /// The result of a loop, or an argument of its body.
    Carried(Carried),
}

struct Known<'a> {
    columns: &'a Columns,
    store: &'a Store,
}

impl Constants for Known<'_> {
    fn constant(&mut self, column: Column) -> Result<Option<Int>, Stop> {
        let Some(leaf) = self.columns.get(column) else {
            return Err(Stop::Demand(column));
        };
        match self.columns.entry(leaf).state {
            State::Done(id) => Ok(self.store.as_constant(id).cloned()),
            State::Visiting => Ok(None),
            State::New => Err(Stop::Demand(column)),
        }
    }
}

impl<'p> Engine<'p> {
    /// An engine that has unfolded nothing yet.
    pub fn new(program: &'p dyn Program, rules: &'p Rules, config: Config) -> Engine<'p> {
        let mut store = Store::new(Some(rules.rewrites().clone()));
        store.set_congruence(config.congruence);
        Engine {
            program,
            rules,
            config,
            store,
            columns: Columns::default(),
            facts: FactBase::default(),
            dominance: Dominance::new(),
            ranges: Default::default(),
            statistics: Default::default(),
            touched: HashSet::new(),
            waiting: Vec::new(),
            symbols: HashMap::new(),
            inductions: Vec::new(),
            assumptions: 0,
            assumed: Vec::new(),
            unreachable: HashMap::new(),
            passed: HashMap::new(),
            unknown_ops: RefCell::new(Vec::new()),
        }
    }

    /// What it reads: the program and the rules.
    pub fn sources(&self) -> (&'p dyn Program, &'p Rules) {
        (self.program, self.rules)
    }

    /// States the range of a variable that no program defines: every value that it ever has lies in
    /// it. To be stated before the variable is first mentioned.
    pub fn declare(&mut self, symbol: u32, range: Range) {
        self.symbols.insert(symbol, range);
    }

    /// The terms so far.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The definition of a column that was unfolded; none of a leaf.
    pub fn definition(&self, column: Column) -> Option<&ColumnDefinition> {
        self.columns
            .entry(self.columns.get(column)?)
            .definition
            .as_deref()
    }

    /// What has been counted so far.
    pub fn statistics(&self) -> &super::config::Statistics {
        &self.statistics
    }

    /// The ops met so far that have no rules.
    pub fn unknown_ops(&self) -> Vec<OpId> {
        self.unknown_ops.borrow().clone()
    }

    /// The class of a column, unfolding what it needs.
    pub fn class(&mut self, column: Column) -> Id {
        let id = self.unfold(column);
        self.settle_facts();
        self.store.find(id)
    }

    /// The class of a term over columns.
    pub fn class_of_term(&mut self, term: &Expr<Column>) -> Id {
        let id = self.intern(term);
        self.settle_facts();
        self.store.find(id)
    }

    /// The linear form of a class.
    pub fn form(&self, class: Id) -> Form {
        self.store.form(class).clone()
    }

    /// Puts down what holds at a point because of the ops around it: the bounds of loops, the
    /// conditions of branches.
    pub fn enter(&mut self, point: Point) {
        let mut around = vec![];
        let mut at = Some(point);
        while let Some(here) = at {
            around.push(here);
            let region = self.program.block_region(here.block);
            at = match self.dominance.immediate_dominator(self.program, here.block) {
                Some(block) => {
                    let index = self.program.block_ops(block).len();
                    Some(Point { block, index })
                }
                None => Point::before(self.program, self.program.region_parent(region)),
            };
        }
        // Outermost first: what holds there already is not noted again further in.
        for here in around.into_iter().rev() {
            self.pass_through(here);
        }
        self.settle_facts();
    }

    /// Puts down what the ops of a block before a point have shown by executing, each once; and what
    /// holds at the start of the block.
    fn pass_through(&mut self, point: Point) {
        let done = self.passed.get(&point.block).copied();
        if done.is_none() {
            let region = self.program.block_region(point.block);
            let op = self.program.region_parent(region);
            let is_region = |&other: &RegionId| other == region;
            if let Some(position) = self.program.regions(op).iter().position(is_region) {
                self.touch(op, Anchor::In(position));
            }
            for &argument in self.program.block_arguments(point.block) {
                self.demand_sizes(argument);
            }
        }
        let start = done.unwrap_or(0);
        if done.is_some() && start >= point.index {
            return;
        }
        self.passed.insert(point.block, start.max(point.index));
        let ops = self.program.block_ops(point.block);
        for &op in ops.get(start..point.index.min(ops.len())).unwrap_or(&[]) {
            self.touch(op, Anchor::After);
            for &result in self.program.results(op) {
                self.demand_sizes(result);
            }
        }
    }

    /// Unfolds the sizes of a shaped value: that it exists says that they are not negative, and what
    /// its op asserts about them.
    fn demand_sizes(&mut self, value: ValueId) {
        let Some(shape) = self.program.value_type(value).shape() else {
            return;
        };
        let is_memory = matches!(shape.kind, ShapedKind::Tensor | ShapedKind::Memref);
        for dim in 0..shape.rank().filter(|_| is_memory).unwrap_or(0) {
            self.unfold(Column::Dim(value, dim as u32));
        }
    }

    /// Whether a column's value exists at a point (anywhere, if none is given).
    pub fn exists_at(&self, column: Column, point: Option<Point>) -> bool {
        match (
            column
                .value()
                .and_then(|value| Point::of(self.program, value)),
            point,
        ) {
            (Some(from), Some(to)) => self.dominance.dominates(self.program, from, to),
            _ => true,
        }
    }

    /// The columns in the visible facts about the atoms of a class, as the rules wrote them, in
    /// program order of the ops that gave them.
    pub fn related_columns(&self, class: Id, point: Option<Point>) -> Vec<Column> {
        let mut facts: Vec<u32> = self
            .store
            .form(class)
            .atoms()
            .flat_map(|atom| self.facts.about(atom).to_vec())
            .collect();
        facts.retain(|&fact| self.is_visible(fact, point));
        facts.sort_by_key(|&fact| match &self.facts.get(fact).origin {
            FactOrigin::Rule(_, op) => (op.0, fact),
            _ => (0, fact),
        });
        facts.dedup();
        facts
            .into_iter()
            .flat_map(|fact| {
                let mut columns = vec![];
                let fact = self.facts.get(fact);
                // That a size is not negative leads nowhere.
                if !matches!(fact.origin, FactOrigin::Size(_)) {
                    let condition = &fact.stated.condition;
                    condition.for_each_leaf(&mut |&column| columns.push(column));
                }
                columns
            })
            .collect()
    }

    /// Puts down the facts of all ops that were met.
    fn settle_facts(&mut self) {
        loop {
            self.intern_facts();
            match self.waiting.pop() {
                Some((op, anchor)) => self.put_down_facts(op, anchor),
                None => break,
            }
        }
    }

    /// Notes that the facts of an op, anchored there, are wanted.
    pub(super) fn touch(&mut self, op: OpId, anchor: Anchor) {
        let Some(known) = self.rules.op(self.program.op_name(op)) else {
            return;
        };
        if known.facts.iter().any(|fact| fact.anchor == anchor) && self.touched.insert((op, anchor))
        {
            self.waiting.push((op, anchor));
        }
    }

    /// The class of a term, its columns unfolded first.
    pub(super) fn intern(&mut self, term: &Expr<Column>) -> Id {
        let mut needed = vec![];
        term.for_each_leaf(&mut |&column| needed.push(column));
        for column in needed {
            self.unfold(column);
        }
        self.intern_unfolded(term)
    }

    fn intern_unfolded(&mut self, term: &Expr<Column>) -> Id {
        match term {
            Expr::Integer(value) => self.store.integer(value.clone()),
            Expr::Leaf(column) => {
                let leaf = self.columns.number(*column);
                match self.columns.entry(leaf).state {
                    State::Done(id) => id,
                    // On the path now being unfolded: it stays a leaf.
                    _ => self.make_leaf(leaf),
                }
            }
            Expr::Apply(operator, arguments) => {
                let arguments: Vec<Id> = arguments
                    .iter()
                    .map(|argument| self.intern_unfolded(argument))
                    .collect();
                self.store.apply(*operator, &arguments)
            }
        }
    }

    fn make_leaf(&mut self, leaf: Leaf) -> Id {
        let column = self.columns.entry(leaf).column;
        let id = self.store.leaf(leaf, self.universal_range(column));
        self.columns.entry_mut(leaf).state = State::Done(id);
        self.note_size(column, id);
        id
    }

    /// A size is never negative, where the value exists.
    fn note_size(&mut self, column: Column, class: Id) {
        if let Column::Dim(value, _) = column
            && let Some(point) = Point::of(self.program, value)
        {
            let size = self.store.form(class).clone();
            if !size.is_constant() {
                self.add_fact(
                    size,
                    Relation::AtLeastZero,
                    Some(point),
                    FactOrigin::Size(column),
                    Expr::at_most(Expr::integer(0), Expr::Leaf(column)),
                );
            }
        }
    }

    /// What the type of its value tells of a column.
    fn universal_range(&self, column: Column) -> Range {
        let width = |value| match self.program.value_type(value) {
            TypeView::Integer { width } => Some(width),
            _ => None,
        };
        match (column, self.config.integer_overflow) {
            (Column::Value(value), IntegerOverflow::Wrap) => {
                width(value).map_or_else(Range::full, Range::signed)
            }
            (Column::Unsigned(value), IntegerOverflow::Wrap) => {
                width(value).map_or_else(Range::full, Range::unsigned)
            }
            (Column::Unsigned(value), IntegerOverflow::Ignore) if width(value) == Some(1) => {
                Range::between(0, 1)
            }
            (Column::Unsigned(_), IntegerOverflow::Ignore) => Range::at_least(0),
            (Column::Rank(_) | Column::Trip(_), _) => Range::at_least(0),
            (Column::Symbol(symbol), _) => self
                .symbols
                .get(&symbol)
                .cloned()
                .unwrap_or_else(Range::full),
            _ => Range::full(),
        }
    }

    /// The class of a column, everything below it unfolded first. The stack is explicit: chains of
    /// definitions may be as long as the program.
    pub(super) fn unfold(&mut self, column: Column) -> Id {
        let number = self.columns.number(column);
        if let State::Done(id) = self.columns.entry(number).state {
            return id;
        }
        let mut stack = vec![Frame::Column(column)];
        loop {
            match stack.pop() {
                Some(Frame::Column(column)) => self.step(column, &mut stack),
                Some(Frame::Decide(argument)) => self.decide_induction(argument, &mut stack),
                Some(Frame::Unite(argument)) => self.unite_with_initial(argument),
                // Inductions wait until everything that only needs the arguments as leaves is done.
                None => match self.inductions.pop() {
                    Some(argument) => self.begin_induction(argument, &mut stack),
                    None => break,
                },
            }
        }
        match self.columns.entry(number).state {
            State::Done(id) => id,
            _ => self.make_leaf(number),
        }
    }

    fn step(&mut self, column: Column, stack: &mut Vec<Frame>) {
        let number = self.columns.number(column);
        if let State::Done(_) = self.columns.entry(number).state {
            return;
        }
        if let Some(definition) = self.columns.entry(number).definition.clone() {
            // What it needs has been unfolded meanwhile.
            let id = self.intern_unfolded(&definition.term);
            self.columns.entry_mut(number).state = State::Done(id);
            self.note_size(column, id);
            return;
        }
        let definition = match self.attempt(column) {
            Attempt::Demand(columns) => {
                self.columns.entry_mut(number).state = State::Visiting;
                stack.push(Frame::Column(column));
                self.push_new(columns, stack);
                return;
            }
            Attempt::Carried(carried) => {
                let argument = carried.argument;
                let leaf = self.columns.number(argument);
                if self.columns.entry(leaf).carried.is_none() {
                    self.columns.entry_mut(leaf).carried = Some(carried);
                }
                if argument == column {
                    // Arbitrary at first; whether it always has its initial value is seen later.
                    self.statistics.columns += 1;
                    self.make_leaf(number);
                    self.inductions.push(argument);
                    return;
                }
                // A result is what the argument turns out to be.
                let entry = self.columns.entry(leaf);
                if entry.induction == Induction::Open && !matches!(entry.state, State::Visiting) {
                    self.columns.entry_mut(number).state = State::Visiting;
                    stack.push(Frame::Column(column));
                    self.begin_induction(argument, stack);
                    self.push_new(vec![argument], stack);
                    return;
                }
                entry.definition.as_deref().cloned()
            }
            Attempt::Defined(definition) => definition,
        };
        let Some(definition) = definition else {
            self.statistics.columns += 1;
            self.make_leaf(number);
            return;
        };
        let mut needed = vec![];
        definition
            .term
            .for_each_leaf(&mut |&leaf| needed.push(leaf));
        needed.retain(|&leaf| self.is_new(leaf));
        self.statistics.columns += 1;
        let entry = self.columns.entry_mut(number);
        entry.state = State::Visiting;
        entry.definition = Some(Arc::new(definition));
        stack.push(Frame::Column(column));
        self.push_new(needed, stack);
    }

    fn is_new(&mut self, column: Column) -> bool {
        let number = self.columns.number(column);
        matches!(self.columns.entry(number).state, State::New)
    }

    fn push_new(&mut self, columns: Vec<Column>, stack: &mut Vec<Frame>) {
        for column in columns.into_iter().rev() {
            if self.is_new(column) {
                stack.push(Frame::Column(column));
            }
        }
    }

    /// Asks for what the body passes on, then for the decision.
    fn begin_induction(&mut self, argument: Column, stack: &mut Vec<Frame>) {
        let number = self.columns.number(argument);
        let entry = self.columns.entry_mut(number);
        let Some(carried) = entry.carried else { return };
        if entry.induction == Induction::Open {
            entry.induction = Induction::Begun;
            stack.push(Frame::Decide(argument));
            self.push_new(vec![carried.yielded], stack);
        }
    }

    /// The induction step: with the argument arbitrary, is what the body passes on equal to it?
    fn decide_induction(&mut self, argument: Column, stack: &mut Vec<Frame>) {
        let number = self.columns.number(argument);
        self.columns.entry_mut(number).induction = Induction::Decided;
        let Some(carried) = self.columns.entry(number).carried else {
            return;
        };
        let (Some(own), Some(yielded)) = (self.done(argument), self.done(carried.yielded)) else {
            return;
        };
        if self.store.form(own) == self.store.form(yielded) {
            let definition = ColumnDefinition {
                term: Expr::Leaf(carried.initial),
                origin: Origin::Induction(carried.op),
            };
            self.columns.entry_mut(number).definition = Some(Arc::new(definition));
            stack.push(Frame::Unite(argument));
            self.push_new(vec![carried.initial], stack);
        }
    }

    fn unite_with_initial(&mut self, argument: Column) {
        let number = self.columns.number(argument);
        let Some(carried) = self.columns.entry(number).carried else {
            return;
        };
        if let (Some(own), Some(initial)) = (self.done(argument), self.done(carried.initial)) {
            self.store.unite(own, initial, Reason::Definition(number));
            self.refresh_facts();
        }
    }

    fn done(&self, column: Column) -> Option<Id> {
        match self.columns.entry(self.columns.get(column)?).state {
            State::Done(id) => Some(id),
            _ => None,
        }
    }

    /// Brings the facts' forms up to date after a leaf was solved.
    fn refresh_facts(&mut self) {
        for atom in self.store.take_solved() {
            self.facts.refresh(atom, &self.store);
        }
        self.ranges.clear();
        self.unreachable.clear();
    }

    fn attempt(&mut self, column: Column) -> Attempt {
        let Some(value) = column.value() else {
            return Attempt::Defined(None);
        };
        let stated = self.stated_by_type(column, value);
        let row_major = self.row_major(column).filter(|_| stated.is_none());
        let Some((op, place)) = Rules::owner(self.program, value) else {
            return Attempt::Defined(stated.or(row_major));
        };
        if !self.has_definitions(value) {
            return Attempt::Defined(stated.or(row_major));
        }
        let known = self.rules.op(self.program.op_name(op));
        if known.is_none() && stated.is_none() && matches!(place, Place::Result(_)) {
            let mut unknown = self.unknown_ops.borrow_mut();
            if !unknown.contains(&op) && unknown.len() < 64 {
                unknown.push(op);
            }
        }
        match self.by_rules(column, op, place, stated) {
            Err(demand) => Attempt::Demand(vec![demand]),
            Ok(Some(definition)) => {
                self.touch_owner(op, place);
                Attempt::Defined(Some(definition))
            }
            Ok(None) => {
                self.touch_owner(op, place);
                if row_major.is_some() {
                    return Attempt::Defined(row_major);
                }
                if let Some(carried) = self.carried(column, op, place) {
                    return carried;
                }
                match self.by_other_reading(column, value, op, place) {
                    Err(demand) => Attempt::Demand(vec![demand]),
                    Ok(definition) => Attempt::Defined(definition),
                }
            }
        }
    }

    fn touch_owner(&mut self, op: OpId, place: Place) {
        match place {
            Place::Result(_) => self.touch(op, Anchor::After),
            Place::Argument(region, _) => self.touch(op, Anchor::In(region)),
        }
    }

    /// Whether definitions may be given to a value: it is reachable, in a region with dominance. An
    /// op that has rules says by them that its regions have it.
    fn has_definitions(&self, value: ValueId) -> bool {
        let Some(point) = Point::of(self.program, value) else {
            return false;
        };
        let region = self.program.block_region(point.block);
        let around = self.program.op_name(self.program.region_parent(region));
        (self.program.has_ssa_dominance(region) || self.rules.op(around).is_some())
            && self.dominance.is_reachable(self.program, point.block)
    }

    /// The number that the type of its value states for a column.
    fn stated_by_type(&self, column: Column, value: ValueId) -> Option<ColumnDefinition> {
        let shape = self.program.value_type(value).shape()?;
        let number = match column {
            Column::Dim(_, dim) => match shape.extent(dim as usize)? {
                Extent::Static(size) => Int::from(size),
                _ => return None,
            },
            Column::Rank(_) => Int::from(shape.rank()?),
            Column::Stride(_, dim) => shape.stride(dim as usize)?,
            Column::Offset(_) => shape.offset()?,
            _ => return None,
        };
        Some(ColumnDefinition {
            term: Expr::Integer(number),
            origin: Origin::Type,
        })
    }

    /// What a row-major type says of a stride whose op says nothing of it: the product of the sizes
    /// of the dimensions further in.
    fn row_major(&self, column: Column) -> Option<ColumnDefinition> {
        let Column::Stride(value, dim) = column else {
            return None;
        };
        let shape = self.program.value_type(value).shape()?;
        if shape.layout != Layout::Identity {
            return None;
        }
        let inner = dim + 1..u32::try_from(shape.rank()?).ok()?;
        let mut sizes: Vec<_> = inner.map(|d| Expr::Leaf(Column::Dim(value, d))).collect();
        Some(ColumnDefinition {
            term: match sizes.len() {
                1 => sizes.remove(0),
                _ => Expr::apply(Operator::Mul, sizes),
            },
            origin: Origin::Type,
        })
    }

    /// Whether a rule says of a column that it differs from the number that its type states, and
    /// always does. Casts may claim any layout, whatever the source's is.
    fn is_refuted(&mut self, stated: &Expr<Column>, term: &Expr<Column>) -> Result<bool, Column> {
        let mut leaves = vec![];
        term.for_each_leaf(&mut |&leaf| leaves.push(leaf));
        if let Some(&open) = leaves.iter().find(|&&leaf| self.is_new(leaf)) {
            return Err(open);
        }
        if leaves.iter().any(|&leaf| self.done(leaf).is_none()) {
            return Ok(false);
        }
        let difference = Expr::difference(stated.clone(), term.clone());
        let class = self.intern_unfolded(&difference);
        let value = self.store.as_constant(class);
        Ok(value.is_some_and(|value| !value.is_zero()))
    }

    /// The definition by the rules of the op; what else they say is put down as facts.
    fn by_rules(
        &mut self,
        column: Column,
        op: OpId,
        place: Place,
        stated: Option<ColumnDefinition>,
    ) -> Result<Option<ColumnDefinition>, Column> {
        let Some(known) = self.rules.op(self.program.op_name(op)) else {
            return Ok(stated);
        };
        let (kind, index) = match column {
            Column::Value(_) => (ColumnKind::Value, None),
            Column::Unsigned(_) => (ColumnKind::Unsigned, None),
            Column::Dim(_, index) => (ColumnKind::Dim, Some(index)),
            Column::Stride(_, index) => (ColumnKind::Stride, Some(index)),
            Column::Offset(_) => (ColumnKind::Offset, None),
            Column::Rank(_) => (ColumnKind::Rank, None),
            Column::Element(_, index) => (ColumnKind::Element, Some(index)),
            Column::Trip(_) | Column::Symbol(_) => return Ok(None),
        };
        let mut definition = stated;
        let mut asserted = vec![];
        for define in &known.defines {
            if define.kind != kind {
                continue;
            }
            let mut constants = Known {
                columns: &self.columns,
                store: &self.store,
            };
            match define.instantiate(self.rules, self.program, op, place, index, &mut constants) {
                Ok(instance) => {
                    let [term] = &instance.terms[..] else {
                        continue;
                    };
                    let term = self.wrapped(column, term.clone());
                    let is_layout = matches!(kind, ColumnKind::Stride | ColumnKind::Offset);
                    if let Some(stated) = definition.as_ref().filter(|_| is_layout)
                        && stated.origin == Origin::Type
                        && instance.given.is_empty()
                        && self.is_refuted(&stated.term, &term)?
                    {
                        return Ok(None);
                    }
                    let name: Arc<str> = define.head.name.as_str().into();
                    if definition.is_none() && instance.given.is_empty() {
                        definition = Some(ColumnDefinition {
                            term,
                            origin: Origin::Rule(name, op),
                        });
                    } else {
                        asserted.push((
                            name,
                            instance.given,
                            Expr::equal(Expr::Leaf(column), term),
                        ));
                    }
                }
                Err(Stop::Demand(column)) => return Err(column),
                Err(Stop::Inapplicable) => {}
            }
        }
        let point = match place {
            Place::Result(_) => Point::after(self.program, op),
            Place::Argument(..) => column
                .value()
                .and_then(|value| Point::of(self.program, value)),
        };
        for (name, given, condition) in asserted {
            self.facts
                .defer(condition, given, point, FactOrigin::Rule(name, op));
        }
        Ok(definition)
    }

    /// A definition of a fixed-width integer's column, brought into its range.
    fn wrapped(&self, column: Column, term: Expr<Column>) -> Expr<Column> {
        if self.config.integer_overflow == IntegerOverflow::Ignore {
            return term;
        }
        let width = |value| match self.program.value_type(value) {
            TypeView::Integer { width } => Some(width as usize),
            _ => None,
        };
        match column {
            Column::Value(value) => match width(value) {
                Some(width) => wrap_signed(term, width),
                None => term,
            },
            Column::Unsigned(value) => match width(value) {
                Some(width) => wrap_unsigned(term, width),
                None => term,
            },
            _ => term,
        }
    }

    /// The signed reading of an integer by its unsigned one, or the other way round.
    fn by_other_reading(
        &mut self,
        column: Column,
        value: ValueId,
        op: OpId,
        place: Place,
    ) -> Result<Option<ColumnDefinition>, Column> {
        let TypeView::Integer { width } = self.program.value_type(value) else {
            return Ok(None);
        };
        let wraps = self.config.integer_overflow == IntegerOverflow::Wrap;
        let other = match column {
            Column::Value(_) => Column::Unsigned(value),
            Column::Unsigned(_) => Column::Value(value),
            _ => return Ok(None),
        };
        let has_rule = self.by_rules(other, op, place, None)?.is_some();
        let term = match column {
            // A condition is first of all read as 0 or 1, another integer with its sign.
            Column::Value(_) if width == 1 => Expr::scaled(-1, Expr::Leaf(other)),
            Column::Unsigned(_) if width == 1 && has_rule => wrap_unsigned(Expr::Leaf(other), 1),
            Column::Value(_) if has_rule && wraps => wrap_signed(Expr::Leaf(other), width as usize),
            Column::Unsigned(_) if width > 1 && wraps => {
                wrap_unsigned(Expr::Leaf(other), width as usize)
            }
            _ => return Ok(None),
        };
        Ok(Some(ColumnDefinition {
            term,
            origin: Origin::Reading,
        }))
    }

    /// Whether a column belongs to a result of a loop or to the argument that carries it.
    fn carried(&self, column: Column, op: OpId, place: Place) -> Option<Attempt> {
        let known = self.rules.op(self.program.op_name(op))?;
        let the_loop = known.loop_.as_ref()?;
        let number = match place {
            Place::Result(number) => number,
            Place::Argument(region, number) if region == the_loop.body => {
                number.checked_sub(the_loop.counters)?
            }
            Place::Argument(..) => return None,
        };
        let body = *self.program.regions(op).get(the_loop.body)?;
        let &[block] = self.program.blocks(body) else {
            return None;
        };
        let terminator = *self.program.block_ops(block).last()?;
        let yielded = *self.program.operands(terminator).get(number)?;
        let argument = *self
            .program
            .block_arguments(block)
            .get(the_loop.counters + number)?;
        let crate::rules::Item::List(inits) =
            known.schema.field(self.program, op, the_loop.inits)?
        else {
            return None;
        };
        let crate::rules::Item::Value(initial) = *inits.get(number)? else {
            return None;
        };
        let at = |value| with_value(column, value);
        Some(Attempt::Carried(Carried {
            argument: at(argument),
            initial: at(initial),
            yielded: at(yielded),
            op,
        }))
    }

    fn put_down_facts(&mut self, op: OpId, anchor: Anchor) {
        let Some(known) = self.rules.op(self.program.op_name(op)) else {
            return;
        };
        let point = match anchor {
            Anchor::After => Point::after(self.program, op),
            Anchor::In(region) => {
                let region = self.program.regions(op).get(region);
                region
                    .and_then(|&region| self.program.blocks(region).first())
                    .map(|&block| Point::start(block))
            }
        };
        let facts: Vec<_> = known
            .facts
            .iter()
            .filter(|fact| fact.anchor == anchor)
            .cloned()
            .collect();
        for fact in facts {
            loop {
                let mut constants = Known {
                    columns: &self.columns,
                    store: &self.store,
                };
                match fact.instantiate(self.rules, self.program, op, &mut constants) {
                    Ok(instance) => {
                        let name: Arc<str> = fact.head.name.as_str().into();
                        for condition in instance.terms {
                            let origin = FactOrigin::Rule(name.clone(), op);
                            self.facts
                                .defer(condition, instance.given.clone(), point, origin);
                        }
                        break;
                    }
                    Err(Stop::Demand(column)) => {
                        self.unfold(column);
                    }
                    Err(Stop::Inapplicable) => break,
                }
            }
        }
    }

    /// Turns the conditions noted so far into linear facts.
    pub(super) fn intern_facts(&mut self) {
        while let Some(deferred) = self.facts.take_deferred() {
            let condition = self.intern(&deferred.condition);
            let given: Vec<Id> = deferred
                .given
                .iter()
                .map(|given| self.intern(given))
                .collect();
            let stated = Arc::new(Stated {
                condition: deferred.condition,
                given: deferred.given,
            });
            self.assert(
                condition,
                true,
                deferred.point,
                given,
                deferred.origin,
                stated,
            );
        }
    }

    /// The point by which all given columns exist: the latest definition among their values, if
    /// one is dominated by all others.
    pub fn common_point(&self, columns: impl IntoIterator<Item = Column>) -> Option<Point> {
        let mut latest: Option<Point> = None;
        for column in columns {
            let Some(value) = column.value() else {
                continue;
            };
            let point = Point::of(self.program, value)?;
            latest = match latest {
                None => Some(point),
                Some(other) if self.dominance.dominates(self.program, other, point) => Some(point),
                Some(other) if self.dominance.dominates(self.program, point, other) => Some(other),
                Some(_) => return None,
            };
        }
        latest
    }
}

/// The same kind of column of another value.
pub(super) fn with_value(column: Column, value: ValueId) -> Column {
    match column {
        Column::Value(_) => Column::Value(value),
        Column::Unsigned(_) => Column::Unsigned(value),
        Column::Dim(_, dim) => Column::Dim(value, dim),
        Column::Stride(_, dim) => Column::Stride(value, dim),
        Column::Offset(_) => Column::Offset(value),
        Column::Rank(_) => Column::Rank(value),
        Column::Element(_, index) => Column::Element(value, index),
        Column::Trip(_) => Column::Trip(value),
        Column::Symbol(_) => column,
    }
}

fn power_of_two(exponent: usize) -> Expr<Column> {
    Expr::Integer(Int::ONE << exponent)
}

/// `t mod 2ʷ`
fn wrap_unsigned(term: Expr<Column>, width: usize) -> Expr<Column> {
    match &term {
        Expr::Integer(value) => match Operator::Mod.apply(&[value.clone(), Int::ONE << width]) {
            Some(value) => Expr::Integer(value),
            None => term,
        },
        _ => Expr::apply(Operator::Mod, [term, power_of_two(width)]),
    }
}

/// `(t + 2ʷ⁻¹) mod 2ʷ − 2ʷ⁻¹`
fn wrap_signed(term: Expr<Column>, width: usize) -> Expr<Column> {
    let half = Int::ONE << (width.max(1) - 1);
    let shifted = match &term {
        Expr::Integer(value) => Expr::Integer(value + &half),
        _ => Expr::sum(term, Expr::Integer(half.clone())),
    };
    match wrap_unsigned(shifted, width) {
        Expr::Integer(value) => Expr::Integer(value - half),
        wrapped => Expr::sum(wrapped, Expr::Integer(-half)),
    }
}
