//! Time of questions about generated programs, by family and size; parsing is not counted.
//!
//! `cargo bench --bench engine`. In `chain` one value depends on the next, in `nest` loops lie in
//! loops, in `tiles` sizes are minima, in `branches` conditions select. `first` asks about the last
//! value, `each` about every one in one analysis, `symbolic` for the last in terms of the arguments.

use calipers::analysis::{Analysis, BoundKind, Variable};
use calipers::ir::{Module, ParseOptions};
use calipers::program::{Column, Program, TypeView, ValueId};
use calipers::rules::Rules;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::fmt::Write;
use std::hint::black_box;

/// A function on two indices with the given body; its values are `%v0`, `%v1` and so on.
fn function(body: &str) -> Module {
    let source = format!("func.func @f(%a: index, %b: index) {{\n{body}\nreturn\n}}");
    Module::parse(&source, "bench.mlir", ParseOptions::default())
        .unwrap_or_else(|error| panic!("{error}"))
}

/// `v(n+1) = v(n) + a`.
fn chain(size: usize) -> Module {
    let mut body = "%v0 = arith.addi %a, %b : index\n".to_owned();
    for n in 1..size {
        let _ = writeln!(body, "%v{n} = arith.addi %v{}, %a : index", n - 1);
    }
    function(&body)
}

/// Loops from the induction variable around them to the size of what they run in.
fn nest(size: usize) -> Module {
    let mut body = "%c0 = arith.constant 0 : index\n%c2 = arith.constant 2 : index\n".to_owned();
    let _ = writeln!(body, "scf.for %v0 = %c0 to %a step %c2 {{");
    for n in 1..size {
        let _ = writeln!(body, "scf.for %v{n} = %v{} to %a step %c2 {{", n - 1);
    }
    body.push_str(&"}\n".repeat(size));
    function(&body)
}

/// Tiles of tiles.
fn tiles(size: usize) -> Module {
    let mut body = "%c0 = arith.constant 0 : index\n%v0 = arith.addi %a, %b : index\n".to_owned();
    for n in 1..size {
        let _ = writeln!(
            body,
            "%v{n} = affine.min affine_map<(d0)[s0] -> (-d0 + s0, {})>(%a)[%v{}]",
            16 + n,
            n - 1
        );
    }
    function(&body)
}

/// Selections of selections.
fn branches(size: usize) -> Module {
    let mut body = "%v0 = arith.addi %a, %b : index\n".to_owned();
    for n in 1..size {
        let last = n - 1;
        let _ = writeln!(body, "%p{n} = arith.cmpi sle, %v{last}, %b : index");
        let _ = writeln!(body, "%v{n} = arith.select %p{n}, %v{last}, %b : index");
    }
    function(&body)
}

fn values(module: &Module) -> Vec<ValueId> {
    (0..module.value_count() as u32)
        .map(ValueId)
        .filter(|&value| {
            matches!(module.value_type(value), TypeView::Index)
                && module.value_name(value).starts_with("%v")
        })
        .collect()
}

fn ask_each(module: &Module, rules: &Rules, values: &[ValueId]) {
    let mut analysis = Analysis::new(module, rules);
    for &value in values {
        for kind in [BoundKind::Lower, BoundKind::Upper] {
            let _ = black_box(analysis.constant_bound(kind, &Variable::value(value), None));
        }
    }
}

fn ask_symbolic(module: &Module, rules: &Rules, value: ValueId) {
    let mut analysis = Analysis::new(module, rules);
    let arguments = |column: Column| {
        let name = column.value().map(|value| module.value_name(value));
        name.is_some_and(|name| name == "%a" || name == "%b")
    };
    let bound = analysis
        .bound(BoundKind::Upper, value)
        .in_terms_of(arguments)
        .compute();
    let _ = black_box(bound);
}

/// Its name, how one of a size is made, and the sizes.
type Family = (&'static str, fn(usize) -> Module, &'static [usize]);

fn families(criterion: &mut Criterion) {
    let rules = Rules::embedded();
    let families: [Family; 4] = [
        ("chain", chain, &[10, 100, 1000]),
        ("nest", nest, &[4, 16, 64]),
        ("tiles", tiles, &[10, 100, 1000]),
        ("branches", branches, &[10, 100]),
    ];
    for (name, make, sizes) in families {
        let mut group = criterion.benchmark_group(name);
        for &size in sizes {
            let module = make(size);
            let values = values(&module);
            assert_eq!(values.len(), size);
            group.throughput(Throughput::Elements(size as u64));
            let last = &values[size - 1..];
            group.bench_with_input(BenchmarkId::new("first", size), &module, |bench, module| {
                bench.iter(|| ask_each(module, &rules, last));
            });
            group.bench_with_input(BenchmarkId::new("each", size), &module, |bench, module| {
                bench.iter(|| ask_each(module, &rules, &values));
            });
            group.bench_with_input(
                BenchmarkId::new("symbolic", size),
                &module,
                |bench, module| {
                    bench.iter(|| ask_symbolic(module, &rules, last[0]));
                },
            );
        }
        group.finish();
    }
}

fn parsing(criterion: &mut Criterion) {
    let mut body = String::new();
    for n in 0..1000 {
        let _ = writeln!(body, "%v{n} = arith.addi %a, %b : index");
    }
    let source = format!("func.func @f(%a: index, %b: index) {{\n{body}\nreturn\n}}");
    let mut group = criterion.benchmark_group("parse");
    group.throughput(Throughput::Bytes(source.len() as u64));
    group.bench_function("1000 ops", |bench| {
        bench.iter(|| Module::parse(black_box(&source), "bench.mlir", ParseOptions::default()));
    });
    group.finish();
    criterion.bench_function("rules", |bench| bench.iter(|| black_box(Rules::embedded())));
}

criterion_group!(benches, families, parsing);
criterion_main!(benches);
