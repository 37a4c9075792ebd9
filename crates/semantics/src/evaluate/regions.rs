//! Evaluation of a region on given arguments, as a term over values from outside of the region.

use super::{Evaluator, Result, Terms, argument_of, fold, item, or_stop};
use crate::constants::{Constants, Stop};
use crate::formula::Formula;
use crate::item::Item;
use crate::{Body, ColumnKind, Place, RuleSet};
use calipers_number::Int;
use calipers_program::term::condition::size;
use calipers_program::term::wrap::{wrap_signed, wrap_unsigned};
use calipers_program::term::{Expr, Operator};
use calipers_program::{BlockId, Column, Definition, OpId, Program, RegionId, ValueId};
use smallvec::smallvec;

/// The interface of ops that return an iteration index of their parent op.
const ITERATION_INDEX: &str = "iteration-index";

/// The maximum length of a chain of definitions that is followed.
const MAX_DEPTH: usize = 48;

/// The maximum number of runs of a region in a fold.
const MAX_STEPS: usize = 32;

/// The maximum size of a term, in operators and operands.
const MAX_SIZE: usize = 512;

type Term = Expr<Column>;

impl<'p, P: Program + ?Sized> Evaluator<'p, '_, P> {
    /// `(run R k L [M])`
    pub(super) fn run(&mut self, parts: &[Formula]) -> Result<Item<'p>> {
        let part = |n: usize| or_stop(parts.get(n));
        let region = self.region(part(0)?)?;
        let number = self.index(part(1)?)?;
        let arguments = self.list(part(2)?)?.into_owned();
        let iteration = match parts.get(3) {
            Some(indices) => self.terms(indices)?,
            None => Terms::new(),
        };
        let (block, yields) = self.handed_on(region)?;
        let result = *or_stop(yields.get(number))?;
        let arguments = self.known_terms(arguments);
        self.run_block(block, arguments, iteration, result)
            .map(item)
    }

    /// `(fold R k L INITS)`
    pub(super) fn fold_region(&mut self, parts: &[Formula]) -> Result<Item<'p>> {
        let part = |n: usize| or_stop(parts.get(n));
        let region = self.region(part(0)?)?;
        let number = self.index(part(1)?)?;
        let mut steps = vec![];
        for step in self.list(part(2)?)?.into_owned() {
            let Item::List(arguments) = step else {
                return Err(Stop::Inapplicable);
            };
            steps.push(self.known_terms(arguments));
        }
        let inits = self.list(part(3)?)?.into_owned();
        let mut carried = self.known_terms(inits);
        let (block, yields) = self.handed_on(region)?;
        if steps.len() > MAX_STEPS || yields.len() != carried.len() {
            return Err(Stop::Inapplicable);
        }
        for mut arguments in steps {
            arguments.append(&mut carried);
            for &result in yields {
                match self.run_block(block, arguments.clone(), Terms::new(), result) {
                    Ok(term) => carried.push(Some(term)),
                    Err(Stop::Inapplicable) => carried.push(None),
                    Err(demand) => return Err(demand),
                }
            }
        }
        or_stop(carried.into_iter().nth(number).flatten()).map(item)
    }

    /// The only block of a region, and the operands of its terminator.
    pub(super) fn handed_on(&self, region: RegionId) -> Result<(BlockId, &'p [ValueId])> {
        let &[block] = self.program.blocks(region) else {
            return Err(Stop::Inapplicable);
        };
        let last = *or_stop(self.program.block_ops(block).last())?;
        Ok((block, self.program.operands(last)))
    }

    /// Items that are not terms become `None`; the evaluation fails only if it uses them.
    fn known_terms(&self, items: Vec<Item<'p>>) -> Vec<Option<Term>> {
        let terms = items.into_iter().map(|it| self.as_term(it).ok());
        terms.collect()
    }

    /// The term of a value in a block, for these arguments.
    fn run_block(
        &mut self,
        block: BlockId,
        arguments: Vec<Option<Term>>,
        iteration: Terms,
        result: ValueId,
    ) -> Result<Term> {
        let column = or_stop(self.reading(result))?;
        let mut run = Run {
            program: self.program,
            rules: self.rules,
            constants: self.constants,
            block,
            arguments,
            iteration,
            known: vec![],
            depth: 0,
        };
        run.column(column)
    }
}

/// One evaluation of a single-block region.
struct Run<'p, 'c, P: Program + ?Sized> {
    program: &'p P,
    rules: &'c dyn RuleSet,
    constants: &'c mut dyn Constants,
    block: BlockId,
    /// The terms of the block arguments; 0 or 1 for a condition.
    arguments: Vec<Option<Term>>,
    /// The indices of the iteration.
    iteration: Terms,
    /// The memoized columns of the region; none while a column is being evaluated and if it has no term.
    known: Vec<(Column, Option<Term>)>,
    depth: usize,
}

impl<P: Program + ?Sized> Constants for Run<'_, '_, P> {
    fn constant(&mut self, column: Column) -> Result<Option<Int>> {
        match self.column(column) {
            Ok(term) => self.number(&term),
            Err(Stop::Inapplicable) => Ok(None),
            Err(demand) => Err(demand),
        }
    }

    fn wraps(&self) -> bool {
        self.constants.wraps()
    }
}

impl<P: Program + ?Sized> Run<'_, '_, P> {
    /// The constant value of a term over columns from outside of the region.
    fn number(&mut self, term: &Term) -> Result<Option<Int>> {
        Ok(match term {
            Expr::Integer(value) => Some(value.clone()),
            Expr::Leaf(column) => self.constants.constant(*column)?,
            Expr::Apply(operator, arguments) => {
                let mut numbers = Vec::with_capacity(arguments.len());
                for argument in arguments.iter() {
                    match self.number(argument)? {
                        Some(number) => numbers.push(number),
                        None => return Ok(None),
                    }
                }
                operator.apply(&numbers)
            }
        })
    }

    /// The term of a column, over columns from outside of the region.
    fn column(&mut self, column: Column) -> Result<Term> {
        let value = or_stop(column.value())?;
        if !self.is_inside(value) {
            return Ok(Expr::Leaf(column));
        }
        if let Some((_, term)) = self.known.iter().find(|(known, _)| *known == column) {
            return or_stop(term.clone());
        }
        if self.depth >= MAX_DEPTH {
            return Err(Stop::Inapplicable);
        }
        let place = self.known.len();
        self.known.push((column, None));
        self.depth += 1;
        let term = self.definition(column, value);
        self.depth -= 1;
        let term = term?;
        if size(&term, MAX_SIZE + 1) > MAX_SIZE {
            return Err(Stop::Inapplicable);
        }
        self.known[place].1 = Some(term.clone());
        Ok(term)
    }

    /// Whether a value is defined in the region, at any depth.
    fn is_inside(&self, value: ValueId) -> bool {
        let mut block = match self.program.definition(value) {
            Definition::Result { op, .. } => self.program.block_of(op),
            Definition::Argument { block, .. } => Some(block),
        };
        while let Some(inner) = block {
            if inner == self.block {
                return true;
            }
            let around = self.program.region_parent(self.program.block_region(inner));
            block = self.program.block_of(around);
        }
        false
    }

    fn definition(&mut self, column: Column, value: ValueId) -> Result<Term> {
        let (op, place) = match self.program.definition(value) {
            Definition::Argument { block, index } if block == self.block => {
                let given = self.arguments.get(index).cloned().flatten();
                return self.argument(column, or_stop(given)?);
            }
            Definition::Argument { .. } => {
                let (op, region, index) = or_stop(argument_of(self.program, value))?;
                (op, Place::Argument(region, index))
            }
            Definition::Result { op, index } => (op, Place::Result(index)),
        };
        if let Some(index) = self.iteration_index(op) {
            return Ok(index);
        }
        if let Some(term) = self.by_rules(column, op, place)? {
            return Ok(term);
        }
        let width = or_stop(column.width(self.program))?;
        let other = match column {
            Column::Value(_) => Column::Unsigned(value),
            Column::Unsigned(_) => Column::Value(value),
            _ => return Err(Stop::Inapplicable),
        };
        let term = or_stop(self.by_rules(other, op, place)?)?;
        Ok(match column {
            Column::Value(_) if width == 1 => {
                fold(Operator::Mul, smallvec![Expr::integer(-1), term])
            }
            Column::Unsigned(_) if width == 1 => wrap_unsigned(term, 1),
            // Without wraparound, neither reading determines the other.
            _ if !self.wraps() => return Err(Stop::Inapplicable),
            Column::Value(_) => wrap_signed(term, width as usize),
            _ => wrap_unsigned(term, width as usize),
        })
    }

    /// A reading of an argument of the region.
    fn argument(&self, column: Column, given: Term) -> Result<Term> {
        match (column, column.width(self.program)) {
            (Column::Value(_), Some(1)) => {
                Ok(fold(Operator::Mul, smallvec![Expr::integer(-1), given]))
            }
            (Column::Value(_), _) | (Column::Unsigned(_), Some(1)) => Ok(given),
            (Column::Unsigned(_), Some(width)) if self.wraps() => {
                Ok(wrap_unsigned(given, width as usize))
            }
            _ => Err(Stop::Inapplicable),
        }
    }

    /// The iteration index that an op returns, if it is a member of the interface.
    fn iteration_index(&self, op: OpId) -> Option<Term> {
        let name = self.program.op_name(op);
        let axis = self.rules.role(ITERATION_INDEX, "axis", name)?;
        let schema = &self.rules.op(name)?.schema;
        let Item::Integer(axis) = schema.field(self.program, op, axis)? else {
            return None;
        };
        let is_right_around = self.program.block_of(op) == Some(self.block);
        let mut indices = self.iteration.iter().filter(|_| is_right_around);
        indices.nth(usize::try_from(axis).ok()?).cloned()
    }

    /// The term of a column by the first rule that defines it.
    fn by_rules(&mut self, column: Column, op: OpId, place: Place) -> Result<Option<Term>> {
        let (rules, program) = (self.rules, self.program);
        let Some(known) = rules.op(program.op_name(op)) else {
            return Ok(None);
        };
        let (kind, index) = or_stop(ColumnKind::of(column))?;
        for define in &known.defines {
            let Body::Formula(body) = &define.body else {
                continue;
            };
            if !define.is_of(rules, program, op, kind) {
                continue;
            }
            let instance = define.evaluate(rules, program, (op, place), index, body, self);
            let term = instance.and_then(|instance| {
                for given in &instance.given {
                    let given = self.substituted(given)?;
                    if self.number(&given)? != Some(Int::ONE) {
                        return Err(Stop::Inapplicable);
                    }
                }
                self.substituted(or_stop(instance.terms.first())?)
            });
            match term {
                Ok(term) => return Ok(Some(self.wrapped(column, term))),
                Err(Stop::Inapplicable) => {}
                Err(demand) => return Err(demand),
            }
        }
        Ok(None)
    }

    /// A term with columns of the region replaced by their terms.
    fn substituted(&mut self, term: &Term) -> Result<Term> {
        Ok(match term {
            Expr::Integer(_) => term.clone(),
            Expr::Leaf(column) => self.column(*column)?,
            Expr::Apply(operator, arguments) => {
                let arguments = arguments.iter().map(|it| self.substituted(it));
                fold(*operator, arguments.collect::<Result<Terms>>()?)
            }
        })
    }

    /// A definition of a fixed-width integer's column, wrapped to its width.
    fn wrapped(&self, column: Column, term: Term) -> Term {
        match (column, column.width(self.program)) {
            (Column::Element(..), Some(1)) => wrap_unsigned(term, 1),
            (Column::Unsigned(_), Some(width)) if self.wraps() => {
                wrap_unsigned(term, width as usize)
            }
            (_, Some(width)) if self.wraps() => wrap_signed(term, width as usize),
            _ => term,
        }
    }
}
