//! Proofs of answers about programs, checked independently.

#![no_main]

use calipers::analysis::{Analysis, BoundKind, Variable};
use calipers::ir::{Module, ParseOptions};
use calipers::program::{Program, TypeView, ValueId};
use calipers::rules::Rules;
use calipers::solve::Config;
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

static RULES: OnceLock<Rules> = OnceLock::new();

fuzz_target!(|text: &str| {
    let options = ParseOptions {
        allow_unregistered: true,
        ..ParseOptions::default()
    };
    let Ok(module) = Module::parse(text, "fuzz.mlir", options) else {
        return;
    };
    let config = Config {
        max_engines: 2,
        max_cases: 4,
        ..Config::default()
    };
    let mut analysis = Analysis::with_config(&module, RULES.get_or_init(Rules::embedded), config);
    for value in (0..module.value_count().min(12) as u32).map(ValueId) {
        if !module.has_value(value) || module.value_type(value) != TypeView::Index {
            continue;
        }
        for kind in [BoundKind::Lower, BoundKind::Upper] {
            let variable = Variable::value(value);
            if let Ok((_, Ok(proof))) = analysis.explain_constant_bound(kind, &variable, None)
                && let Err(rejection) = analysis.check_proof(&proof)
            {
                panic!("a proof is rejected: {rejection}");
            }
        }
    }
});
