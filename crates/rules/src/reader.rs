//! Readers: rules about the ops of a dialect that compute a size, a stride, the offset or an element of a value.

use calipers_number::Int;
use calipers_program::{Attribute, Column, OpId, Program, ValueId};
use calipers_semantics::{ColumnKind, Constants, Evaluator, Formula, Item, RuleSet, Slot, Stop};
use smallvec::smallvec;

/// A rule that computes a kind of column of values of one type.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The rule's name.
    pub name: String,
    /// The kind of column: a dim, a stride, the offset, or an element.
    pub kind: ColumnKind,
    /// The type's name, as returned by [`Program::type_name`].
    pub type_name: String,
    /// The number of variables.
    pub variables: usize,
    /// The variable that is bound to the value.
    pub value: Slot,
    /// The variable that is bound to the dimension, or to the index of the element.
    pub index: Option<Slot>,
    /// The name of the op.
    pub op: String,
    /// Its fields in order, without those that are absent.
    pub fields: Vec<FieldRead>,
    /// The number of the result that equals the column.
    pub result: Formula,
    /// The types of its results.
    pub results: Vec<ResultTypes>,
    /// The guards.
    pub when: Vec<Formula>,
}

/// A field of the op of a reader.
#[derive(Clone, PartialEq, Debug)]
pub struct FieldRead {
    /// The name of the attribute, if the field is one.
    pub attribute: Option<String>,
    /// The value of the field.
    pub formula: Formula,
}

/// The types of consecutive results of a reader.
#[derive(Clone, PartialEq, Debug)]
pub enum ResultTypes {
    /// `index`, that many times.
    Index(Formula),
    /// The memref of rank 0 without layout that is the base buffer of a memref.
    Base,
    /// The element type of the value.
    Element,
}

/// An op that computes a column and can be created in the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The op's name.
    pub op: String,
    /// Its operands.
    pub operands: Vec<ReadOperand>,
    /// Its attributes.
    pub attributes: Vec<(String, ReadAttribute)>,
    /// The types of its results.
    pub results: Vec<ReadResult>,
}

/// An operand of a [`Reading`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadOperand {
    /// The value whose column is computed.
    Value(ValueId),
    /// An `index` constant.
    Constant(Int),
}

/// An attribute of a [`Reading`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadAttribute {
    /// An `i64`.
    Integer(Int),
    /// A string.
    Text(String),
}

/// The type of a result of a [`Reading`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadResult {
    /// `index`.
    Index,
    /// The memref of rank 0 without layout that is the base buffer of a memref.
    Base,
    /// The element type of the value.
    Element,
}

/// The maximum number of results of an op that a reader creates.
const MAX_RESULTS: usize = 1024;

/// The constants of no value: guards are evaluated by types alone.
pub(super) struct NoConstants;

impl Constants for NoConstants {
    fn constant(&mut self, _: Column) -> Result<Option<Int>, Stop> {
        Ok(None)
    }
}

impl Reading {
    /// Whether an op of the program equals this one.
    pub(super) fn describes(
        &self,
        program: &(impl Program + ?Sized),
        op: OpId,
        constant: &impl Fn(ValueId) -> Option<Int>,
    ) -> bool {
        let operands = program.operands(op);
        let same_operand = |(own, &other): (&ReadOperand, &ValueId)| match own {
            ReadOperand::Value(value) => *value == other,
            ReadOperand::Constant(number) => constant(other).as_ref() == Some(number),
        };
        program.op_name(op) == self.op
            && operands.len() == self.operands.len()
            && self.operands.iter().zip(operands).all(same_operand)
            && self
                .attributes
                .iter()
                .all(|(name, own)| match (program.attribute(op, name), own) {
                    (Some(Attribute::Integer(number)), ReadAttribute::Integer(own)) => {
                        number == *own
                    }
                    (Some(Attribute::String(text)), ReadAttribute::Text(own)) => text == own,
                    _ => false,
                })
    }
}

impl Reader {
    /// The op that computes the column, if the guards hold.
    pub(super) fn read<P: Program + ?Sized>(
        &self,
        rules: &dyn RuleSet,
        program: &P,
        value: ValueId,
        index: Option<u32>,
    ) -> Option<(Reading, usize)> {
        let mut variables = smallvec![None; self.variables];
        variables[self.value] = Some(Item::Value(value));
        if let Some((slot, index)) = self.index.zip(index) {
            variables[slot] = Some(Item::Integer(Int::from(index)));
        }
        let mut evaluator = Evaluator {
            element: None,
            program,
            op: None,
            variables,
            schema: None,
            has_fields: false,
            constants: &mut NoConstants,
            rules,
            fields: &[],
            given: vec![],
        };
        for guard in &self.when {
            if !evaluator.holds(guard).ok()? {
                return None;
            }
        }
        let mut reading = Reading {
            op: self.op.clone(),
            operands: Vec::with_capacity(self.fields.len()),
            attributes: vec![],
            results: Vec::with_capacity(self.results.len()),
        };
        for FieldRead { attribute, formula } in &self.fields {
            match (attribute, formula) {
                (Some(name), Formula::Word(text)) => {
                    let text = ReadAttribute::Text(text.clone());
                    reading.attributes.push((name.clone(), text));
                }
                (Some(name), _) => {
                    let Item::Integer(number) = evaluator.evaluate(formula).ok()? else {
                        return None;
                    };
                    let number = ReadAttribute::Integer(number);
                    reading.attributes.push((name.clone(), number));
                }
                (None, _) => match evaluator.evaluate(formula).ok()? {
                    Item::List(items) => {
                        for item in items {
                            reading.operands.push(operand(item)?);
                        }
                    }
                    item => reading.operands.push(operand(item)?),
                },
            }
        }
        let mut number = |formula: &Formula| match evaluator.evaluate(formula).ok()? {
            Item::Integer(number) => usize::try_from(number).ok(),
            _ => None,
        };
        for results in &self.results {
            let (count, ty) = match results {
                ResultTypes::Index(count) => (number(count)?, ReadResult::Index),
                ResultTypes::Base => (1, ReadResult::Base),
                ResultTypes::Element => (1, ReadResult::Element),
            };
            if reading.results.len().checked_add(count)? > MAX_RESULTS {
                return None;
            }
            reading.results.extend(std::iter::repeat_n(ty, count));
        }
        let result = number(&self.result)?;
        match reading.results.get(result)? {
            ReadResult::Index | ReadResult::Element => Some((reading, result)),
            ReadResult::Base => None,
        }
    }
}

fn operand(item: Item) -> Option<ReadOperand> {
    match item {
        Item::Value(value) => Some(ReadOperand::Value(value)),
        Item::Integer(number) => Some(ReadOperand::Constant(number)),
        _ => None,
    }
}
