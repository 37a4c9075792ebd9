//! Answers do not depend on earlier questions: the test asks the questions about every program of the corpus
//! in three orders, and each in a fresh analysis.

use calipers::analysis::{Analysis, BoundKind, Comparison, Variable, Verdict};
use calipers::ir::{Module, ParseOptions};
use calipers::program::{Column, Point, Program, ShapedKind, TypeView, ValueId};
use calipers::rules::Rules;
use std::path::Path;

/// A question about a program.
#[derive(Clone, Debug)]
enum Question {
    Constant(BoundKind, Column),
    Symbolic(BoundKind, Column),
    Range(Column),
    Compare(Column, Column),
}

fn columns(module: &Module) -> Vec<Column> {
    let mut columns = vec![];
    for value in (0..module.value_count() as u32).map(ValueId) {
        let is_defined = Point::of(module, value).is_some();
        match module.value_type(value) {
            TypeView::Index if is_defined => columns.push(Column::Value(value)),
            other if is_defined => {
                let Some(shape) = other.shape() else { continue };
                if matches!(shape.kind, ShapedKind::Tensor | ShapedKind::Memref) {
                    let rank = shape.rank().unwrap_or(0) as u32;
                    columns.extend((0..rank).map(|dim| Column::Dim(value, dim)));
                }
            }
            _ => {}
        }
    }
    columns
}

fn questions(module: &Module) -> Vec<Question> {
    let columns = columns(module);
    let mut questions = vec![];
    for (n, &column) in columns.iter().enumerate() {
        for kind in [BoundKind::Lower, BoundKind::Upper, BoundKind::Equal] {
            questions.push(Question::Constant(kind, column));
            questions.push(Question::Symbolic(kind, column));
        }
        questions.push(Question::Range(column));
        if let Some(&other) = columns.get(n.wrapping_sub(3)) {
            questions.push(Question::Compare(other, column));
        }
    }
    questions
}

fn ask(analysis: &mut Analysis<'_>, question: &Question) -> String {
    match question {
        Question::Constant(kind, column) => format!(
            "{:?}",
            analysis
                .constant_bound(*kind, &Variable::column(*column), None)
                .ok()
        ),
        Question::Symbolic(kind, column) => {
            let own = *column;
            let bound = analysis
                .bound(*kind, Variable::column(own))
                .in_terms_of(move |other| other != own && !matches!(other, Column::Trip(_)))
                .compute();
            format!("{:?}", bound.ok())
        }
        Question::Range(column) => analysis.range(Variable::column(*column)).to_string(),
        Question::Compare(a, b) => {
            let (a, b) = (Variable::column(*a), Variable::column(*b));
            match analysis.compare(&a, Comparison::Le, &b) {
                // The reason may name an op that another question reached first.
                Verdict::Unknown(_) => "unknown".into(),
                decided => format!("{decided:?}"),
            }
        }
    }
}

/// A deterministic shuffle.
fn shuffled(count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    for n in (1..count).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        order.swap(n, (state % (n as u64 + 1)) as usize);
    }
    order
}

#[test]
fn answers_do_not_depend_on_the_order_of_questions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the corpus is there")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|end| end == "mlir"))
        .collect();
    files.sort();
    let rules = Rules::embedded();
    let mut asked = 0;
    for file in files {
        let source = std::fs::read_to_string(&file).expect("it is readable");
        for chunk in source.split("// -----") {
            let options = ParseOptions {
                allow_unregistered: true,
                ..Default::default()
            };
            let Ok(module) = Module::parse(chunk, "order.mlir", options) else {
                continue;
            };
            let questions = questions(&module);
            let count = questions.len();
            asked += count;
            let mut answers: Vec<Option<String>> = vec![None; count];
            let orders = [
                (0..count).collect(),
                (0..count).rev().collect(),
                shuffled(count),
            ];
            for order in orders {
                let mut analysis = Analysis::new(&module, &rules);
                for n in order {
                    let answer = ask(&mut analysis, &questions[n]);
                    match &answers[n] {
                        None => answers[n] = Some(answer),
                        Some(first) => assert_eq!(
                            *first,
                            answer,
                            "{}: {:?} in\n{chunk}",
                            file.display(),
                            questions[n]
                        ),
                    }
                }
            }
        }
    }
    assert!(asked > 500, "only {asked} questions");
}
