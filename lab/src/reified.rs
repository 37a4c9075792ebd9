//! Executes materialized bounds: the ops with which a pass replaces a question are executed together with the term
//! that they bound.

use crate::interpret::{Observer, State, Value};
use calipers::ir::{InsertionPoint, Module, OpBuilder};
use calipers::program::{Attribute, Column, OpId, Point, Program, ShapedKind, TypeView, ValueId};

/// The op that uses the bound and the bounded term.
pub const CHECK: &str = "lab.check";

/// The kind of a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The value is at least this.
    Lower,
    /// One more than the greatest value.
    Upper,
    /// The value is this.
    Equal,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 3] = [Kind::Lower, Kind::Upper, Kind::Equal];

    /// Its keyword.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Lower => "LB",
            Kind::Upper => "UB",
            Kind::Equal => "EQ",
        }
    }

    /// Whether a value satisfies the bound.
    pub fn holds(self, value: i128, bound: i128) -> bool {
        match self {
            Kind::Lower => value >= bound,
            Kind::Upper => value < bound,
            Kind::Equal => value == bound,
        }
    }
}

/// The form of a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A number.
    Constant,
    /// An expression over other values.
    Symbolic,
}

/// The possible subjects of a question right before an op: columns of its operands.
pub fn columns(module: &Module, op: OpId) -> Vec<Column> {
    let mut found = vec![];
    for &value in module.operands(op) {
        match module.value_type(value) {
            TypeView::Index => found.push(Column::Value(value)),
            other => {
                let Some(shape) = other.shape() else { continue };
                if matches!(shape.kind, ShapedKind::Tensor | ShapedKind::Memref) {
                    let rank = shape.rank().unwrap_or(0) as u32;
                    found.extend((0..rank).map(|dim| Column::Dim(value, dim)));
                }
            }
        }
    }
    found
}

/// Inserts a question before an op, and a use of its answer, which is returned.
pub fn ask(module: &mut Module, op: OpId, column: Column, kind: Kind, form: Form) -> OpId {
    let value = column.value().expect("a column of a value");
    let index = module.parse_type("index").expect("it is a type");
    let i64 = module.parse_type("i64").expect("it is a type");
    let mut attributes = vec![("type", module.string_attribute(kind.word()))];
    let mut check = vec![("kind", module.string_attribute(kind.word()))];
    if let Column::Dim(_, dim) = column {
        let dim = module.integer_attribute(dim, i64);
        attributes.push(("dim", dim));
        check.push(("dim", dim));
    }
    if form == Form::Constant {
        let unit = module.parse_attribute("unit").expect("it is an attribute");
        attributes.push(("constant", unit));
    }
    let mut builder = OpBuilder::new(module, InsertionPoint::Before(op));
    let bound = builder.value("test.reify_bound", &[value], index, &attributes);
    builder.create(CHECK, &[value, bound], &[], &check)
}

/// Observes each use of a bound that a run executes.
pub struct Watch<'m> {
    module: &'m Module,
    /// The number of observations.
    pub looks: u32,
    /// A value that violates its bound, and the bound.
    pub wrong: Option<(i128, i128)>,
}

impl<'m> Watch<'m> {
    /// An observer without observations.
    pub fn new(module: &'m Module) -> Watch<'m> {
        Watch {
            module,
            looks: 0,
            wrong: None,
        }
    }

    fn question(&self, op: OpId) -> Option<(Column, ValueId, Kind)> {
        let &[value, bound] = self.module.operands(op) else {
            return None;
        };
        let kind = match self.module.attribute(op, "kind") {
            Some(Attribute::String(word)) => *Kind::ALL.iter().find(|kind| kind.word() == word)?,
            _ => return None,
        };
        let column = match self.module.attribute(op, "dim") {
            Some(Attribute::Integer(dim)) => Column::Dim(value, u32::try_from(&dim).ok()?),
            _ => Column::Value(value),
        };
        Some((column, bound, kind))
    }
}

impl Observer for Watch<'_> {
    fn reached(&mut self, point: Point, state: &State<'_>) {
        let op = self.module.block_ops(point.block)[point.index];
        if self.module.op_name(op) != CHECK {
            return;
        }
        let Some((column, bound, kind)) = self.question(op) else {
            return;
        };
        let (Some(own), Some(Value::Integer(bound))) = (state.column(column), state.value(bound))
        else {
            return;
        };
        self.looks += 1;
        if !kind.holds(own, *bound) {
            self.wrong = Some((own, *bound));
        }
    }
}
