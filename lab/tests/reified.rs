//! Bounds that were written into programs, computed: a random program gets a question, the pass
//! puts what computes the bound in its place, and runs of the result hold the two against each other.

use calipers::ir::{InsertionPoint, Module, OpBuilder, ParseOptions};
use calipers::program::{Column, OpId, Point, Program, ShapedKind, TypeView};
use calipers::rules::Rules;
use calipers::solve::Config;
use calipers::transform::pass::Pass;
use calipers::transform::reify::Style;
use calipers::transform::reify_value_bounds::{ReifyValueBounds, Terms};
use calipers_lab::generate;
use calipers_lab::interpret::{Machine, Observer, Settings, State, Value};
use calipers_lab::oracle::{Inputs, functions};
use fastrand::Rng;
use std::sync::Arc;

/// Where the bound is used, beside what it bounds.
const CHECK: &str = "lab.check";

/// What a use of a bound says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Lower,
    /// One more than the greatest value.
    Upper,
    Equal,
}

struct Watch {
    check: OpId,
    point: Point,
    column: Column,
    bound: calipers::program::ValueId,
    kind: Kind,
    looks: u32,
    wrong: Option<(i128, i128)>,
}

impl Observer for Watch {
    fn reached(&mut self, point: Point, state: &State<'_>) {
        if point != self.point {
            return;
        }
        let (Some(own), Some(Value::Integer(bound))) =
            (state.column(self.column), state.value(self.bound))
        else {
            return;
        };
        self.looks += 1;
        let holds = match self.kind {
            Kind::Lower => own >= *bound,
            Kind::Upper => own < *bound,
            Kind::Equal => own == *bound,
        };
        if !holds {
            self.wrong = Some((own, *bound));
        }
    }
}

fn parse(text: &str) -> Module {
    let options = ParseOptions {
        allow_unregistered: true,
        ..ParseOptions::default()
    };
    Module::parse(text, "reified.mlir", options).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// What can be asked right before an op: columns of its operands.
fn columns(module: &Module, op: OpId) -> Vec<Column> {
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

/// Puts a question before an op, and a use of its answer.
fn ask(module: &mut Module, op: OpId, column: Column, kind: Kind) -> OpId {
    let value = column.value().expect("a column of a value");
    let index = module.parse_type("index").expect("it is a type");
    let word = match kind {
        Kind::Lower => "LB",
        Kind::Upper => "UB",
        Kind::Equal => "EQ",
    };
    let mut attributes = vec![("type", module.string_attribute(word))];
    if let Column::Dim(_, dim) = column {
        let i64 = module.parse_type("i64").expect("it is a type");
        attributes.push(("dim", module.integer_attribute(dim, i64)));
    }
    let mut builder = OpBuilder::new(module, InsertionPoint::Before(op));
    let bound = builder.value("test.reify_bound", &[value], index, &attributes);
    builder.create(CHECK, &[value, bound], &[], &[])
}

#[test]
fn what_is_written_into_a_program_bounds_what_it_is_to_bound() {
    let rules = Arc::new(Rules::embedded());
    let (mut written, mut looks, mut wrong) = (0, 0, vec![]);
    for seed in 0..400 {
        let text = generate::program(seed);
        let mut random = Rng::with_seed(seed);
        for turn in 0..4 {
            let mut module = parse(&text);
            let Some(&function) = functions(&module).first() else {
                continue;
            };
            let ops: Vec<OpId> = module
                .walk(function)
                .filter(|&op| op != function && !columns(&module, op).is_empty())
                .collect();
            let Some(&op) = random.choice(&ops) else {
                continue;
            };
            let Some(column) = random.choice(columns(&module, op)) else {
                continue;
            };
            let kind = [Kind::Lower, Kind::Upper, Kind::Equal][random.usize(..3)];
            let check = ask(&mut module, op, column, kind);
            let pass = ReifyValueBounds {
                terms: match turn % 2 {
                    0 => Terms::OtherValues,
                    _ => Terms::FunctionArguments,
                },
                style: match random.bool() {
                    true => Style::Affine,
                    false => Style::Arith,
                },
                rules: Arc::clone(&rules),
                config: Config::default(),
            };
            if pass.run(&mut module, function, &mut vec![]).is_err() {
                continue;
            }
            let bound = module.operands(check)[1];
            written += 1;
            let printed = module.to_string();
            parse(&printed);
            let point = Point::before(&module, check).expect("it stands in a block");
            let mut watch = Watch {
                check,
                point,
                column,
                bound,
                kind,
                looks: 0,
                wrong: None,
            };
            for run in 0..12 {
                let mut inputs = Inputs::new(seed * 1000 + turn * 100 + run);
                let settings = Settings::default();
                // How a run ends does not matter; what it has shown before does.
                let _ = Machine::new(&module, settings, &mut inputs, &mut watch).run(function);
            }
            looks += watch.looks;
            if let Some((own, bound)) = watch.wrong {
                wrong.push(format!(
                    "{kind:?} of {column:?} before op {:?}: {own} against {bound}\n{printed}",
                    watch.check
                ));
            }
        }
    }
    println!("{written} bounds written, looked at {looks} times");
    for line in wrong.iter().take(3) {
        println!("{line}");
    }
    assert!(wrong.is_empty());
    assert!(written > 300 && looks > 1000, "{written} {looks}");
}
