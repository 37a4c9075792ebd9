//! Memory per op: live bytes after parsing and after all questions, by family and size.
//!
//! `cargo bench --bench memory`. The allocator counts allocations, so the figures
//! are the same at each run.

mod programs;

use calipers::ir::{Module, ParseOptions};
use calipers::rules::Rules;
use calipers::solve::Config;
use calipers::transform::answers::{Asker, Terms};
use calipers::transform::questions::{self, Question};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Bytes allocated and not freed since the region began.
fn live(region: &Region<'_, System>) -> usize {
    let change = region.change();
    change
        .bytes_allocated
        .saturating_sub(change.bytes_deallocated)
}

fn main() {
    let rules = Rules::embedded();
    println!(
        "{:<10}{:>8}{:>10}{:>16}{:>18}{:>16}",
        "family", "size", "ops", "parsed B/op", "answered B/op", "allocations/op"
    );
    for (family, size) in [
        ("chain", 10_000),
        ("chainq", 10_000),
        ("min", 1_000),
        ("pads", 1_000),
        ("inserts", 1_000),
        ("loops", 30),
        ("ifs", 1_000),
        ("tiles", 1_000),
        ("unknown", 10_000),
    ] {
        let text = programs::program(family, size).expect("the family is known");
        let region = Region::new(ALLOCATOR);
        let module = Module::parse(&text, "bench.mlir", ParseOptions::default())
            .unwrap_or_else(|error| panic!("{error}"));
        let (ops, parsed) = (module.op_count(), live(&region));
        let region = Region::new(ALLOCATOR);
        let mut asker = Asker::new(&module, &rules, &Config::default());
        for op in module.walk(module.top()) {
            match questions::read(&module, op) {
                Some(Ok(Question::Bound(question))) => {
                    let _ = asker.bound(op, &question, Terms::OtherValues);
                }
                Some(Ok(Question::Compare(question))) => {
                    let _ = asker.compare(op, &question);
                }
                _ => {}
            }
        }
        let answered = live(&region);
        let allocations = region.change().allocations as f64 / ops as f64;
        println!(
            "{family:<10}{size:>8}{ops:>10}{:>16}{:>18}{allocations:>16.1}",
            parsed / ops,
            answered / ops
        );
        drop(asker);
    }
}
