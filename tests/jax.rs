//! Programs that JAX exported with symbolic dimensions (`tests/jax/export.py`): the engine expresses each size in
//! the sizes of the inputs, and the expressions evaluate to the shapes that JAX computes.

use calipers::analysis::column_name;
use calipers::analysis::{Analysis, Variable, shaped_values, with_calls};
use calipers::ir::{Module, ParseOptions};
use calipers::number::Int;
use calipers::program::{Column, Extent, OpId, Point, Program, ValueId};
use calipers::rules::Rules;
use calipers::transform::inline::Inline;
use calipers::transform::pass::Pass;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The programs as JAX exported them.
fn exported() -> Vec<(PathBuf, Module)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/jax");
    let entries = std::fs::read_dir(folder).expect("the programs are there");
    let mut files: Vec<PathBuf> = entries
        .map(|it| it.expect("it can be read").path())
        .collect();
    files.retain(|file| file.extension().is_some_and(|it| it == "mlir"));
    files.sort();
    assert!(files.len() >= 5);
    let read = |file: PathBuf| {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        let name = file.to_string_lossy();
        let module = Module::parse(&text, &name, ParseOptions::default()).expect("it parses");
        (file, module)
    };
    files.into_iter().map(read).collect()
}

/// The programs with private functions inlined.
fn programs() -> Vec<(PathBuf, Module)> {
    let mut programs = exported();
    for (_, module) in &mut programs {
        let top = module.top();
        let done = Inline.run(module, top, &mut vec![]);
        done.expect("it is inlined");
    }
    programs
}

fn main_function(module: &Module) -> OpId {
    let functions = module.walk(module.top());
    let mut functions = functions.filter(|&op| module.op_name(op) == "func.func");
    functions.next().expect("there is a function")
}

/// The dynamic sizes of the inputs, which are the symbols, in order.
fn symbols(module: &Module, function: OpId) -> Vec<Column> {
    let entry = module.blocks(module.regions(function)[0])[0];
    let arguments = module.block_arguments(entry).iter();
    let open = arguments.flat_map(|&value| {
        let shape = module.value_type(value).shape().expect("it is a tensor");
        let dims = shape.dims.expect("it is ranked").iter().zip(0..);
        let open = dims.filter(|(size, _)| **size == Extent::Dynamic);
        open.map(move |(_, dim)| Column::Dim(value, dim))
    });
    open.collect()
}

/// The sizes of a value in terms of the symbols.
fn sizes(analysis: &mut Analysis<'_>, value: ValueId, symbols: &[Column]) -> Vec<Variable> {
    let told = analysis.shape(value, None, |it| symbols.contains(&it));
    let (program, _) = analysis.engine().sources();
    let known = told.into_iter().zip(0..).map(|(size, dim)| {
        let name = || column_name(Column::Dim(value, dim), program);
        size.unwrap_or_else(|why| panic!("{}: {why:?}", name()))
    });
    known.collect()
}

fn value_of(size: &Variable, numbers: &HashMap<Column, i64>) -> i64 {
    let number = |column: &Column| numbers.get(column).map(|it| Int::from(*it));
    let value = size.as_term().evaluate(&number);
    let value = value.expect("all symbols have numbers");
    i64::try_from(&value).expect("it is small")
}

/// The rows of a table of shapes: values of the symbols, and the shapes of the results.
fn table(file: &Path) -> Vec<(Vec<i64>, Vec<Vec<i64>>)> {
    let text = std::fs::read_to_string(file.with_extension("shapes")).expect("it is there");
    let line = |line: &str| {
        let (choice, shapes) = line.split_once(" : ").expect("a colon");
        let number = |word: &str| word.split('=').nth(1).expect("a number").parse();
        let numbers: Result<Vec<i64>, _> = choice.split(' ').map(number).collect();
        let shape = |word: &str| match word {
            "scalar" => vec![],
            sizes => sizes
                .split('x')
                .map(|it| it.parse().expect("a size"))
                .collect(),
        };
        (
            numbers.expect("numbers"),
            shapes.split(' ').map(shape).collect(),
        )
    };
    text.lines().map(line).collect()
}

#[test]
fn every_size_is_told_in_terms_of_the_inputs() {
    let rules = with_calls(&Rules::embedded());
    for (file, module) in programs() {
        let function = main_function(&module);
        let symbols = symbols(&module, function);
        let mut analysis = Analysis::new(&module, &rules);
        let values = shaped_values(&module, function);
        assert!(values.len() > 3, "{}", file.display());
        for value in values {
            sizes(&mut analysis, value, &symbols);
        }
    }
}

fn check_results(rules: &Rules, programs: Vec<(PathBuf, Module)>) {
    for (file, module) in programs {
        let function = main_function(&module);
        let symbols = symbols(&module, function);
        let mut analysis = Analysis::new(&module, rules);
        let body = module.blocks(module.regions(function)[0])[0];
        let end = *module.block_ops(body).last().expect("it returns");
        let results = module.operands(end).to_vec();
        let told: Vec<Vec<Variable>> = results
            .iter()
            .map(|&value| sizes(&mut analysis, value, &symbols))
            .collect();
        let mut shortest = told.clone();
        for (sizes, &value) in shortest.iter_mut().zip(&results) {
            let point = Point::of(&module, value);
            for (size, dim) in sizes.iter_mut().zip(0..) {
                let own = Variable::dim(value, dim);
                let allowed = |it| symbols.contains(&it);
                if let Some(shortest) = analysis.shortest_of(&own, size, point, allowed) {
                    *size = shortest;
                }
            }
        }
        for (numbers, shapes) in table(&file) {
            assert_eq!(numbers.len(), symbols.len());
            let numbers = symbols.iter().copied().zip(numbers).collect();
            for told in [&told, &shortest] {
                let found: Vec<Vec<i64>> = told
                    .iter()
                    .map(|sizes| sizes.iter().map(|it| value_of(it, &numbers)).collect())
                    .collect();
                assert_eq!(found, shapes, "{}: {numbers:?}", file.display());
            }
        }
    }
}

#[test]
fn results_have_the_sizes_that_jax_computes() {
    check_results(&with_calls(&Rules::embedded()), programs());
}

/// Sizes in functions that are not inlined, too.
#[test]
fn results_are_told_through_calls() {
    check_results(&with_calls(&Rules::embedded()), exported());
}

#[test]
fn values_of_one_class_have_one_shape_and_others_differ() {
    let rules = with_calls(&Rules::embedded());
    for (file, module) in programs() {
        let function = main_function(&module);
        let symbols = symbols(&module, function);
        let mut analysis = Analysis::new(&module, &rules);
        let values = shaped_values(&module, function);
        let mut shapes: HashMap<ValueId, Vec<Vec<i64>>> = HashMap::new();
        for &value in &values {
            let told = sizes(&mut analysis, value, &symbols);
            for (numbers, _) in table(&file) {
                let numbers = symbols.iter().copied().zip(numbers).collect();
                let shape = told.iter().map(|it| value_of(it, &numbers)).collect();
                shapes.entry(value).or_default().push(shape);
            }
        }
        let classes = analysis.shape_classes(&values, None);
        for class in &classes {
            for (other, _) in &class.others {
                assert_eq!(shapes[other], shapes[&class.first], "{}", file.display());
            }
        }
        for (n, class) in classes.iter().enumerate() {
            for other in &classes[n + 1..] {
                let differ = shapes[&class.first] != shapes[&other.first];
                let names = [class.first, other.first].map(|it| module.value_name(it));
                assert!(differ, "{}: {names:?}", file.display());
            }
        }
    }
}
