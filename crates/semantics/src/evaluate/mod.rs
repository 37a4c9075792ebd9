//! The evaluator of formulas on an op.

mod earlier;
mod functions;
mod is;
mod names;
mod places;
mod predicates;
mod regions;
mod terms;

use super::RuleSet;
use super::formula::{Formula, Function, Quantifier, Slot};
use super::schema::Schema;
use crate::constants::{Constants, Stop};
use crate::item::Item;
use calipers_number::Int;
use calipers_program::term::{Expr, Operator};
use calipers_program::{Column, Definition, OpId, Program, RegionId, TypeView, ValueId};
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;
use terms::{Terms, affine, fold, item, negated};

/// The maximum length of a list, and the maximum depth of an affine expression.
const MAX_LIST: usize = 4096;

/// The greatest exponent of two in a rule, which exceeds the usual widths of integers.
const MAX_EXPONENT: usize = 1024;

/// The state of the evaluation of a rule on one op.
pub struct Evaluator<'p, 'c, P: Program + ?Sized> {
    /// The program.
    pub program: &'p P,
    /// The op; none where a formula is about a type alone.
    pub op: Option<OpId>,
    /// The values of the rule's variables; none for a field that has not been looked up yet.
    pub variables: SmallVec<[Option<Item<'p>>; 6]>,
    /// The schema by which fields are looked up.
    pub schema: Option<&'c Schema>,
    /// Whether the op is known to have all fields of its schema.
    pub has_fields: bool,
    /// The element to which a rule about scalars is applied: each operand then denotes its element at this position.
    pub element: Option<u32>,
    /// The source of constants.
    pub constants: &'c mut dyn Constants,
    /// The rules, for look-ups of other ops.
    pub rules: &'c dyn RuleSet,
    /// The bindings of fields to variables.
    pub fields: &'c [(usize, Slot)],
    /// Side conditions of the terms built so far: the divisors in affine maps are nonnegative.
    pub given: Vec<Expr<Column>>,
}

type Result<T> = std::result::Result<T, Stop>;

#[inline]
fn or_stop<T>(value: Option<T>) -> Result<T> {
    value.ok_or(Stop::Inapplicable)
}

impl<'p, P: Program + ?Sized> Evaluator<'p, '_, P> {
    /// Evaluates a formula.
    pub fn evaluate(&mut self, formula: &Formula) -> Result<Item<'p>> {
        match formula {
            Formula::Integer(value) => Ok(Item::Integer(value.clone())),
            Formula::Word(_) => Err(Stop::Inapplicable),
            Formula::Variable(slot) => self.variable(*slot).cloned(),
            Formula::Operator(..) | Formula::Not(_) | Formula::First { .. } => {
                self.term(formula).map(item)
            }
            Formula::Is(subject, constraint) => {
                let holds = or_stop(self.is(subject, constraint)?)?;
                Ok(Item::Integer(Int::from(holds)))
            }
            Formula::Call(function, arguments) => self.call(*function, arguments),
            Formula::Quantified {
                quantifier,
                slot,
                list,
                body,
            } => self.quantified(*quantifier, *slot, list, body),
        }
    }

    /// The premises of a rule, with the side conditions of the terms that were built. Fails if the rule has read an
    /// attribute of a kind that rules cannot use: it is not absent.
    pub(super) fn with_side_conditions(
        &mut self,
        mut given: Vec<Expr<Column>>,
    ) -> Result<Vec<Expr<Column>>> {
        for condition in self.given.drain(..) {
            if !given.contains(&condition) {
                given.push(condition);
            }
        }
        let is_opaque = |item: &Option<Item<'_>>| matches!(item, Some(Item::Opaque));
        or_stop((!self.variables.iter().any(is_opaque)).then_some(given))
    }

    fn first(&mut self, slot: Slot, parts: &[Formula; 4]) -> Result<Expr<Column>> {
        let [list, condition, value, default] = parts;
        let items = self.list(list)?.into_owned();
        let mut chosen = self.term(default)?;
        for element in items.into_iter().rev() {
            *or_stop(self.variables.get_mut(slot))? = Some(element);
            let condition = self.term(condition)?;
            let terms = smallvec![condition, self.term(value)?, chosen];
            chosen = fold(Operator::Select, terms);
        }
        Ok(chosen)
    }

    /// Looks up all fields of a rule, unless the op is known to have them: a rule does not apply to an op that does
    /// not match its schema.
    pub(crate) fn look_up_fields(&mut self) -> Result<()> {
        if !self.has_fields {
            let fields = self.schema.map_or(&[][..], |schema| &schema.fields);
            let is_operand = |field: usize| {
                fields
                    .get(field)
                    .is_some_and(|it| it.source.attributes().is_none())
            };
            for &(_, slot) in self.fields.iter().filter(|it| is_operand(it.0)) {
                self.look_up(slot)?;
            }
        }
        Ok(())
    }

    /// The value of a variable.
    #[inline]
    fn variable(&mut self, slot: Slot) -> Result<&Item<'p>> {
        self.look_up(slot)?;
        self.known(slot)
    }

    /// Looks up the field to which a variable is bound, unless that has been done.
    #[inline]
    fn look_up(&mut self, slot: Slot) -> Result<()> {
        match self.variables.get(slot) {
            Some(None) => self.look_up_field(slot),
            Some(Some(_)) => Ok(()),
            None => Err(Stop::Inapplicable),
        }
    }

    fn look_up_field(&mut self, slot: Slot) -> Result<()> {
        let field = self.fields.iter().find(|(_, bound)| *bound == slot);
        self.variables[slot] = Some(match (self.op, self.schema, field) {
            (Some(op), Some(schema), Some(&(field, _))) => {
                or_stop(schema.field(self.program, op, field))?
            }
            _ => Item::Missing,
        });
        Ok(())
    }

    /// The value of a variable that has been looked up.
    #[inline]
    fn known(&self, slot: Slot) -> Result<&Item<'p>> {
        or_stop(self.variables.get(slot).and_then(Option::as_ref))
    }

    /// An entry of a list. A list bound to a variable is not copied.
    fn entry_of(&mut self, list: &Formula, index: &Formula) -> Result<Item<'p>> {
        let Formula::Variable(slot) = list else {
            let list = self.list(list)?.into_owned();
            let index = self.index(index)?;
            return or_stop(list.into_iter().nth(index));
        };
        match self.variable(*slot)? {
            Item::List(items) if items.len() <= MAX_LIST => {}
            Item::Parameters(_) => {}
            _ => return Err(Stop::Inapplicable),
        }
        let index = self.index(index)?;
        or_stop(match self.variable(*slot)? {
            Item::List(items) => items.get(index).cloned(),
            Item::Parameters(items) => items.get(index).map(|(_, value)| value.clone()),
            _ => None,
        })
    }

    /// Evaluates a formula as a term.
    pub fn term(&mut self, formula: &Formula) -> Result<Expr<Column>> {
        match formula {
            Formula::Integer(value) => Ok(Expr::Integer(value.clone())),
            Formula::Variable(slot) => {
                self.look_up(*slot)?;
                self.term_of(self.known(*slot)?)
            }
            Formula::Operator(operator, arguments) => self.operator(*operator, arguments),
            Formula::Not(argument) => {
                let argument = self.term(argument)?;
                let terms = smallvec![Expr::integer(1), negated(argument)];
                Ok(fold(Operator::Add, terms))
            }
            Formula::First { slot, parts } => self.first(*slot, parts),
            Formula::Word(_) | Formula::Is(..) | Formula::Call(..) | Formula::Quantified { .. } => {
                let value = self.evaluate(formula)?;
                self.as_term(value)
            }
        }
    }

    /// Whether a guard holds: its condition evaluates to the constant 1.
    pub fn holds(&mut self, guard: &Formula) -> Result<bool> {
        // Fast paths for the most frequent guards, which build no term.
        match guard {
            Formula::Not(condition) if condition.is_condition() => {
                return Ok(!self.holds(condition)?);
            }
            Formula::Call(function, arguments) => {
                if let Some(holds) = self.decide(*function, arguments)? {
                    return Ok(holds);
                }
            }
            Formula::Operator(comparison @ (Operator::Le | Operator::Eq), sides) => {
                let [one, other] = &sides[..] else {
                    return Err(Stop::Inapplicable);
                };
                return match (self.term(one)?, self.term(other)?) {
                    (Expr::Integer(one), Expr::Integer(other)) => Ok(match comparison {
                        Operator::Le => one <= other,
                        _ => one == other,
                    }),
                    _ => Err(Stop::Inapplicable),
                };
            }
            _ => {}
        }
        match self.evaluate(guard)? {
            Item::Integer(value) => Ok(value != Int::ZERO),
            _ => Err(Stop::Inapplicable),
        }
    }

    /// The conditions of a fact, one by one.
    pub fn conditions(&mut self, formula: &Formula) -> Result<Vec<Expr<Column>>> {
        if let Formula::Call(Function::List, parts) = formula {
            return parts.iter().map(|part| self.term(part)).collect();
        }
        match self.evaluate(formula)? {
            Item::List(items) => items.into_iter().map(|item| self.as_term(item)).collect(),
            item => Ok(vec![self.as_term(item)?]),
        }
    }

    #[inline]
    fn as_term(&self, item: Item<'p>) -> Result<Expr<Column>> {
        match item {
            Item::Term(term) => Ok(term),
            item => self.term_of(&item),
        }
    }

    fn term_of(&self, item: &Item<'p>) -> Result<Expr<Column>> {
        match item {
            Item::Integer(value) => Ok(Expr::Integer(value.clone())),
            Item::Value(value) => or_stop(self.reading(*value)).map(Expr::Leaf),
            Item::Term(term) => Ok(term.clone()),
            _ => Err(Stop::Inapplicable),
        }
    }

    /// The column that a value denotes in a term: for an `i1`, its unsigned reading. For types of a dialect, the
    /// dialect's rules define the number.
    fn reading(&self, value: ValueId) -> Option<Column> {
        match self.program.value_type(value) {
            TypeView::Index => Some(Column::Value(value)),
            TypeView::Integer { width: 1 } => Some(Column::Unsigned(value)),
            TypeView::Integer { .. } => Some(Column::Value(value)),
            TypeView::Shaped(_) => self.element_of(value),
            TypeView::Other => self.program.type_name(value).map(|_| match self.element {
                Some(index) => Column::Element(value, index),
                None => Column::Value(value),
            }),
        }
    }

    /// The element of a value to which the rule is applied. A single element is broadcast.
    #[inline]
    fn element_of(&self, value: ValueId) -> Option<Column> {
        let index = match self.program.value_type(value).shape()?.rank()? {
            0 => self.element.map(|_| 0),
            _ => self.element,
        }?;
        Column::has_element(self.program, value, index).then_some(Column::Element(value, index))
    }

    /// The type of a value, or its element type if the rule is applied to elements.
    fn scalar_type(&self, value: ValueId) -> TypeView<'p> {
        match self.program.value_type(value) {
            TypeView::Shaped(shape) if self.element.is_some() => self
                .program
                .element_type(value)
                .unwrap_or(TypeView::Shaped(shape)),
            ty => ty,
        }
    }

    /// The signed and the unsigned reading of a value.
    fn readings(&self, value: ValueId) -> Option<[Expr<Column>; 2]> {
        let leaf = self.reading(value)?;
        let own = Expr::Leaf(leaf);
        match (leaf, leaf.width(self.program)) {
            (Column::Element(..), Some(1)) => Some([Expr::scaled(-1, own.clone()), own]),
            (Column::Element(..), Some(width)) => {
                let modulus = Expr::Integer(Int::ONE << width as usize);
                Some([own.clone(), Expr::apply(Operator::Mod, [own, modulus])])
            }
            (Column::Element(..), None) => Some([own.clone(), own]),
            _ => Some([
                Expr::Leaf(Column::Value(value)),
                Expr::Leaf(Column::Unsigned(value)),
            ]),
        }
    }

    fn operator(&mut self, operator: Operator, arguments: &[Formula]) -> Result<Expr<Column>> {
        let decides = Int::from(operator == Operator::Max);
        let mut terms = Terms::with_capacity(arguments.len());
        for argument in arguments {
            let term = self.term(argument)?;
            // "And" and "or" stop at a deciding static condition, so that later operands may be undefined. They are
            // the minimum and the maximum of conditions: of other numbers, 0 and 1 decide nothing.
            if matches!(operator, Operator::Min | Operator::Max)
                && matches!(&term, Expr::Integer(value) if *value == decides)
                && arguments.iter().all(Formula::is_condition)
            {
                return Ok(term);
            }
            terms.push(term);
        }
        Ok(fold(operator, terms))
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        slot: Slot,
        list: &Formula,
        body: &Formula,
    ) -> Result<Item<'p>> {
        let items = self.list(list)?.into_owned();
        let mut values = Vec::with_capacity(items.len());
        for element in items {
            *or_stop(self.variables.get_mut(slot))? = Some(element);
            match self.evaluate(body)? {
                Item::List(inner) if quantifier == Quantifier::All => values.extend(inner),
                value => values.push(value),
            }
        }
        let operator = match quantifier {
            Quantifier::All | Quantifier::Each => return Ok(Item::List(values)),
            Quantifier::Sum => Operator::Add,
            Quantifier::Product => Operator::Mul,
            Quantifier::Least => Operator::Min,
            Quantifier::Greatest => Operator::Max,
        };
        let mut terms = Terms::with_capacity(values.len());
        for value in values {
            terms.push(self.as_term(value)?);
        }
        match (terms.is_empty(), operator) {
            (true, Operator::Add) => Ok(Item::Integer(Int::ZERO)),
            (true, Operator::Mul) => Ok(Item::Integer(Int::ONE)),
            (true, _) => Err(Stop::Inapplicable),
            (false, _) => Ok(item(fold(operator, terms))),
        }
    }

    fn value(&mut self, formula: &Formula) -> Result<ValueId> {
        let value = match formula {
            Formula::Variable(slot) => self.variable(*slot)?,
            _ => &self.evaluate(formula)?,
        };
        match value {
            Item::Value(value) => Ok(*value),
            _ => Err(Stop::Inapplicable),
        }
    }

    /// Evaluates a list. A list bound to a variable is not copied.
    ///
    /// # Errors
    /// [`Stop`].
    pub fn list(&mut self, formula: &Formula) -> Result<Cow<'_, [Item<'p>]>> {
        let found = match formula {
            Formula::Variable(slot) => match self.variable(*slot)? {
                Item::List(items) if items.len() <= MAX_LIST => return Ok(items.into()),
                other => other.clone(),
            },
            _ => self.evaluate(formula)?,
        };
        match found {
            Item::List(items) if items.len() <= MAX_LIST => Ok(items.into()),
            Item::Parameters(parameters) => {
                Ok(parameters.into_iter().map(|(_, value)| value).collect())
            }
            _ => Err(Stop::Inapplicable),
        }
    }

    fn terms(&mut self, formula: &Formula) -> Result<Terms> {
        if let Formula::Variable(slot) = formula {
            self.look_up(*slot)?;
            if let Item::List(items) = self.known(*slot)?
                && items.len() <= MAX_LIST
            {
                return items.iter().map(|item| self.term_of(item)).collect();
            }
        }
        let items = self.list(formula)?.into_owned();
        items.into_iter().map(|item| self.as_term(item)).collect()
    }

    /// A static integer, or the constant that a value equals.
    fn integer(&mut self, formula: &Formula) -> Result<Int> {
        // Fast path: literals and variables.
        match formula {
            Formula::Integer(value) => return Ok(value.clone()),
            Formula::Variable(slot) => {
                if let Item::Integer(value) = self.variable(*slot)? {
                    return Ok(value.clone());
                }
            }
            _ => {}
        }
        let term = self.term(formula)?;
        self.constant(term)
    }

    #[inline]
    fn integer_of(&mut self, item: Item<'p>) -> Result<Int> {
        let term = self.as_term(item)?;
        self.constant(term)
    }

    #[inline]
    fn constant(&mut self, term: Expr<Column>) -> Result<Int> {
        match term {
            Expr::Integer(value) => Ok(value),
            Expr::Leaf(column) => or_stop(self.constants.constant(column)?),
            Expr::Apply(..) => Err(Stop::Inapplicable),
        }
    }

    #[inline]
    fn index(&mut self, formula: &Formula) -> Result<usize> {
        usize::try_from(self.integer(formula)?).map_err(|_| Stop::Inapplicable)
    }

    #[inline]
    fn region(&mut self, formula: &Formula) -> Result<RegionId> {
        let index = self.index(formula)?;
        or_stop(self.program.regions(or_stop(self.op)?).get(index)).copied()
    }

    #[inline]
    fn entry(&mut self, formula: &Formula) -> Result<calipers_program::BlockId> {
        let region = self.region(formula)?;
        or_stop(self.program.blocks(region).first()).copied()
    }
}

/// A field of the nearest enclosing op with a name or an interface.
fn around<'p, P: Program + ?Sized>(
    rules: &dyn RuleSet,
    program: &'p P,
    op: OpId,
    name: &str,
    field: &str,
) -> Option<Item<'p>> {
    let mut inner = op;
    while let Some(block) = program.block_of(inner) {
        let outer = program.region_parent(program.block_region(block));
        if let Some((schema, position)) = rules.member_field(program.op_name(outer), name, field) {
            return schema.field(program, outer, position);
        }
        if program.attribute(outer, "sym_name").is_some() {
            break;
        }
        inner = outer;
    }
    Some(Item::Missing)
}

/// The op, the region and the position of a region argument.
pub(super) fn argument_of(
    program: &(impl Program + ?Sized),
    value: ValueId,
) -> Option<(OpId, usize, usize)> {
    let Definition::Argument { block, index } = program.definition(value) else {
        return None;
    };
    let region = program.block_region(block);
    if program.blocks(region).first() != Some(&block) {
        return None;
    }
    let op = program.region_parent(region);
    let mut regions = program.regions(op).iter();
    Some((op, regions.position(|&other| other == region)?, index))
}
