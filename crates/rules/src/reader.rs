//! Readers: which op of a dialect computes a size, a stride or the offset of a value of its types.

use super::evaluate::{Constants, Evaluator, Item, Stop};
use super::formula::{Formula, Slot};
use super::{ColumnKind, Rules};
use crate::number::Int;
use crate::program::{Attribute, Column, OpId, Program, ValueId};
use smallvec::smallvec;

/// How a kind of column of values of one type is computed.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The rule's name.
    pub name: String,
    /// Which kind of column: a dim, a stride, the offset, an element.
    pub kind: ColumnKind,
    /// What [`Program::type_name`] calls the type.
    pub type_name: String,
    /// How many variables there are.
    pub variables: usize,
    /// The variable that stands for the value.
    pub value: Slot,
    /// The variable that stands for the dimension, or for the place of the element.
    pub index: Option<Slot>,
    /// The op.
    pub op: String,
    /// What its fields are, in order, but for those that are left out.
    pub fields: Vec<FieldRead>,
    /// Which of its results is the column.
    pub result: Formula,
    /// The types of its results.
    pub results: Vec<ResultTypes>,
    /// Static conditions.
    pub when: Vec<Formula>,
}

/// What a field of the op of a reader is.
#[derive(Clone, PartialEq, Debug)]
pub struct FieldRead {
    /// The attribute that the field is; none of operands.
    pub attribute: Option<String>,
    /// What it is.
    pub formula: Formula,
}

/// The types of some results of a reader.
#[derive(Clone, PartialEq, Debug)]
pub enum ResultTypes {
    /// `index`, that many times.
    Index(Formula),
    /// The memref of rank 0 without layout that lies behind a memref.
    Base,
    /// The type of the elements of the value.
    Element,
}

/// An op that computes a column, not yet made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Its name.
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
    /// The value that is read.
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
    /// The memref of rank 0 without layout that lies behind a memref.
    Base,
    /// The type of the elements of the value.
    Element,
}

/// The most results that an op for reading may have.
const MAX_RESULTS: usize = 1024;

/// Nothing is known of values while types alone are looked at.
pub(super) struct NoConstants;

impl Constants for NoConstants {
    fn constant(&mut self, _: Column) -> Result<Option<Int>, Stop> {
        Ok(None)
    }
}

impl Rules {
    /// The op that computes a dim, a stride, an offset or an element, and which of its results is it: the first
    /// reader for the type of the value whose guards hold. None where no reader is for it.
    pub fn reading(
        &self,
        program: &(impl Program + ?Sized),
        column: Column,
    ) -> Option<(Reading, usize)> {
        let (kind, index) = match column {
            Column::Dim(_, dim) => (ColumnKind::Dim, Some(dim)),
            Column::Stride(_, dim) => (ColumnKind::Stride, Some(dim)),
            Column::Offset(_) => (ColumnKind::Offset, None),
            Column::Element(_, place) => (ColumnKind::Element, Some(place)),
            _ => return None,
        };
        let value = column.value()?;
        let type_name = program.type_name(value)?;
        self.readers()
            .iter()
            .filter(|reader| reader.kind == kind && reader.type_name == type_name)
            .find_map(|reader| reader.read(self, program, value, index))
    }

    /// The column that a result of an op is, if the op is what some reader would make to compute it.
    /// `constant` tells the integer that a value is. Costs the rank of its operands.
    pub fn column_read_by(
        &self,
        program: &(impl Program + ?Sized),
        op: OpId,
        result: usize,
        constant: impl Fn(ValueId) -> Option<Int>,
    ) -> Option<Column> {
        let name = program.op_name(op);
        let readers = || self.readers().iter().filter(|reader| reader.op == name);
        readers().next()?;
        let is_this = |column: &Column| {
            let read = self.reading(program, *column);
            read.is_some_and(|(reading, number)| {
                number == result && reading.describes(program, op, &constant)
            })
        };
        program.operands(op).iter().find_map(|&value| {
            let rank = program.value_type(value).shape()?.rank()?;
            let dims = 0..u32::try_from(rank).ok()?;
            readers().find_map(|reader| match reader.kind {
                ColumnKind::Dim => dims
                    .clone()
                    .map(|dim| Column::Dim(value, dim))
                    .find(is_this),
                ColumnKind::Stride => {
                    let mut strides = dims.clone().map(|dim| Column::Stride(value, dim));
                    strides.find(is_this)
                }
                ColumnKind::Offset => Some(Column::Offset(value)).filter(is_this),
                _ => None,
            })
        })
    }
}

impl Reading {
    /// Whether an op of the program is this one.
    fn describes(
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
    fn read<P: Program + ?Sized>(
        &self,
        rules: &Rules,
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
