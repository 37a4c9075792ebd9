//! Tests of pipelines.

use super::*;

const REIFY: Kind = Kind::ReifyValueBounds {
    terms: Terms::FunctionArguments,
    style: Style::Affine,
};

#[test]
fn anchors_side_by_side_are_visited_together() {
    let text = "builtin.module(func.func(cse),gpu.module(gpu.func(cse)),cse,any(canonicalize))";
    let steps = read_pipeline(text).expect("the pipeline is fine");
    let on = |anchor: &str, steps| (Anchor::Op(anchor.to_owned()), steps);
    let cse = || vec![Step::Pass(Kind::Cse.into())];
    assert_eq!(
        steps,
        [
            Step::Nest(vec![
                on("func.func", cse()),
                on("gpu.module", vec![Step::Nest(vec![on("gpu.func", cse())])]),
            ]),
            Step::Pass(Kind::Cse.into()),
            Step::Nest(vec![(
                Anchor::Any,
                vec![Step::Pass(Kind::Canonicalize.into())]
            )]),
        ]
    );
}

#[test]
fn options_are_checked() {
    let passes = |options: &str| {
        let name = "test-affine-reify-value-bounds".to_owned();
        read_passes(&[(name, options.to_owned())])
    };
    assert_eq!(
        passes("reify-to-func-args"),
        Ok(vec![Step::Pass(REIFY.into())])
    );
    assert_eq!(
        passes("reify-to-func-args=true use-arith-ops=0"),
        Ok(vec![Step::Pass(REIFY.into())])
    );
    let message = |options: &str| {
        let error = passes(options).expect_err("the options are no good");
        error.to_string()
    };
    assert!(message("reify-to-func-args=maybe").contains("'maybe' is not"));
    assert!(message("use-arith-ops foo").contains(":1:15: error: pass"));
}

#[test]
fn what_does_not_exist_is_pointed_at() {
    let message = |text: &str| {
        let error = read_pipeline(text).expect_err("the pipeline is no good");
        error.to_string()
    };
    assert_eq!(
        message("builtin.module(func.func(foo))"),
        "pass-pipeline:1:26: error: there is no pass 'foo'\nbuiltin.module(func.func(foo))\n                         ^"
    );
    assert!(message("func.func(cse)").contains("wrapped"));
    assert!(message("cse").contains("wrapped"));
}
