//! Proofs about programs: every question in the corpus of rules, and further questions about the same values.

use calipers::analysis::column_name;
use calipers::analysis::{Analysis, BoundKind, Comparison, Variable, Verdict};
use calipers::ir::{Module, ParseOptions, split_chunks};
use calipers::program::{Attribute, Column, OpId, Point, Program, ShapedKind, TypeView, ValueId};
use calipers::proof::{self, Argument, FactSource, Proof, Source, Step};
use calipers::rules::{ColumnKind, Rules};
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A program of the corpus of rules, with the answers about it.
pub struct Answered {
    pub file: PathBuf,
    pub module: Module,
    pub tally: Tally,
}

/// The programs of the corpus of rules, whose questions are asked once for all tests.
pub fn answered() -> &'static [Answered] {
    static ALL: LazyLock<Vec<Answered>> = LazyLock::new(|| {
        let programs = corpus();
        let next = AtomicUsize::new(0);
        let work = || {
            let rules = Rules::embedded();
            let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            let own = numbers.map_while(|n| Some((n, ask(&programs.get(n)?.1, &rules))));
            own.collect::<Vec<(usize, Tally)>>()
        };
        let mut tallies = std::thread::scope(|scope| {
            let other = scope.spawn(work);
            let mut all = work();
            all.extend(other.join().expect("no question panics"));
            all
        });
        tallies.sort_by_key(|it| it.0);
        let all = programs.into_iter().zip(tallies);
        let answered = |((file, module), (_, tally))| Answered {
            file,
            module,
            tally,
        };
        all.map(answered).collect()
    });
    &ALL
}

fn corpus() -> Vec<(PathBuf, Module)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the corpus is there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    files.sort();
    let mut modules = vec![];
    for file in files {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        let name = file.file_name().expect("it has a name").to_string_lossy();
        for (first_line, chunk) in split_chunks(&text) {
            let options = ParseOptions {
                allow_unregistered: true,
                first_line,
                ..ParseOptions::default()
            };
            let module = Module::parse(chunk, &name, options).unwrap_or_else(|e| panic!("{e}"));
            modules.push((file.clone(), module));
        }
    }
    modules
}

/// The columns of a value that the test asks about.
fn columns(program: &dyn Program, value: ValueId) -> Vec<Column> {
    match program.value_type(value) {
        TypeView::Index => vec![Column::Value(value)],
        TypeView::Integer { .. } => vec![Column::Value(value), Column::Unsigned(value)],
        TypeView::Shaped(shape) => {
            let rank = shape.rank().unwrap_or(0) as u32;
            let mut columns: Vec<Column> = (0..rank).map(|dim| Column::Dim(value, dim)).collect();
            if shape.kind == ShapedKind::Memref && shape.is_strided() {
                columns.extend((0..rank).map(|dim| Column::Stride(value, dim)));
                columns.push(Column::Offset(value));
            }
            columns
        }
        TypeView::Other => vec![],
    }
}

/// The number of answers about a module, and the answers without an accepted proof.
#[derive(Default)]
pub struct Tally {
    pub proofs: Vec<Proof>,
    pub without: Vec<String>,
}

impl Tally {
    fn count(
        &mut self,
        analysis: &mut Analysis<'_>,
        question: String,
        proof: Result<Proof, calipers::solve::NoProof>,
    ) {
        let (program, rules) = analysis.engine().sources();
        match proof {
            Err(e) => self.without.push(format!("{question}: {e}")),
            Ok(proof) => {
                let setting = analysis.proof_setting();
                match proof::check(&proof, program, rules, &setting) {
                    Ok(()) => self.proofs.push(proof),
                    Err(e) => self
                        .without
                        .push(format!("{question}: {e}\n{}", proof::text(&proof, program))),
                }
            }
        }
    }

    fn bounds(&mut self, analysis: &mut Analysis<'_>, column: Column, point: Option<Point>) {
        let (program, _) = analysis.engine().sources();
        let variable = Variable::column(column);
        let name = column_name(column, program);
        for kind in [BoundKind::Lower, BoundKind::Upper, BoundKind::Equal] {
            if let Ok((bound, proof)) = analysis.explain_constant_bound(kind, &variable, point) {
                let question = format!("{kind:?} of {name} is {bound}");
                self.count(analysis, question, proof);
            }
            let other = move |other: Column| other != column;
            for closed in [true, false] {
                let mut query = analysis
                    .bound(kind, column)
                    .closed(closed)
                    .in_terms_of(other);
                if let Some(point) = point {
                    query = query.at(point);
                }
                if let Ok(bound) = query.compute() {
                    let proof = analysis.explain_bound(kind, &variable, &bound, closed);
                    let question = format!("{kind:?} of {name} is {:?}", bound.as_term());
                    self.count(analysis, question, proof);
                }
            }
        }
    }

    fn compare(
        &mut self,
        analysis: &mut Analysis<'_>,
        a: Column,
        comparison: Comparison,
        b: Column,
        point: Option<Point>,
    ) {
        let (program, _) = analysis.engine().sources();
        let (left, right) = (Variable::column(a), Variable::column(b));
        let (verdict, proof) = analysis.explain_compare(&left, comparison, &right, point);
        if !matches!(verdict, Verdict::Unknown(_)) {
            let (a, b) = (column_name(a, program), column_name(b, program));
            let question = format!("{a} {comparison:?} {b}: {verdict:?}");
            self.count(analysis, question, proof);
        }
    }
}

fn comparison(program: &dyn Program, op: OpId) -> Comparison {
    match program.attribute(op, "cmp") {
        Some(Attribute::String("LT")) => Comparison::Lt,
        Some(Attribute::String("LE")) => Comparison::Le,
        Some(Attribute::String("GT")) => Comparison::Gt,
        Some(Attribute::String("GE")) => Comparison::Ge,
        _ => Comparison::Eq,
    }
}

/// Asks the questions in a module, and for all bounds of its values.
fn ask(module: &Module, rules: &Rules) -> Tally {
    let mut tally = Tally::default();
    let mut analysis = Analysis::new(module, rules);
    for op in module.walk(module.top()) {
        let point = Point::before(module, op);
        let operands = module.operands(op);
        match module.op_name(op) {
            "test.reify_bound" => {
                for &value in operands {
                    for column in columns(module, value) {
                        tally.bounds(&mut analysis, column, point);
                    }
                }
            }
            "test.compare" => {
                if let &[a, b] = operands {
                    let wanted = comparison(module, op);
                    for comparison in [wanted, Comparison::Le, Comparison::Lt, Comparison::Eq] {
                        for (a, b) in columns(module, a).into_iter().zip(columns(module, b)) {
                            tally.compare(&mut analysis, a, comparison, b, point);
                        }
                    }
                }
            }
            _ => {}
        }
    }
    tally
}

#[test]
fn every_answer_of_the_corpus_has_a_proof() {
    let rules = Rules::embedded();
    let (mut count, mut without) = (0, vec![]);
    let mut used = HashSet::new();
    for Answered { file, tally, .. } in answered() {
        used.extend(tally.proofs.iter().flat_map(rules_in));
        count += tally.proofs.len() + tally.without.len();
        let name = file
            .file_name()
            .expect("it has a name")
            .to_string_lossy()
            .into_owned();
        without.extend(tally.without.iter().map(|line| format!("{name}: {line}")));
    }
    println!("{count} answers, {} without a proof", without.len());
    for line in without.iter().take(25) {
        println!("{line}");
    }
    assert!(count > 500);
    assert!(without.is_empty());
    // Some proof uses every rule about ops.
    let known = rules.op_names().into_iter().filter_map(|op| rules.op(op));
    let heads = known.flat_map(|op| {
        // Closed forms use the trip count directly, without naming a rule.
        let defines = op.defines.iter().filter(|it| it.kind != ColumnKind::Trips);
        let definitions = defines.map(|define| &define.head);
        let facts = op.facts.iter().filter(|fact| !op.is_result_range(fact));
        definitions.chain(facts.map(|fact| &fact.head))
    });
    let unused: BTreeSet<&str> = heads
        .map(|head| &*head.name)
        .filter(|name| !used.contains(*name))
        .collect();
    assert!(unused.is_empty(), "no answer needs {unused:?}");
}

/// The rules about ops that a proof uses.
fn rules_in(proof: &Proof) -> Vec<String> {
    let definitions = proof.steps.iter().filter_map(|step| match step {
        Step::Definition(definition) => match &definition.source {
            Source::Rule(name, _) => Some(name.to_string()),
            _ => None,
        },
        _ => None,
    });
    let facts = proof.facts.iter().filter_map(|fact| match &fact.source {
        FactSource::Rule(name, _) => Some(name.to_string()),
        _ => None,
    });
    let mut rules: Vec<String> = definitions.chain(facts).collect();
    if let Argument::Instance(instance) = &proof.argument {
        rules.extend(instance.premises.iter().flat_map(rules_in));
        rules.extend(rules_in(&instance.conclusion));
    }
    rules
}
