//! Values for which a condition of a program holds or fails.

use calipers::analysis::column_name;
use calipers::analysis::{Analysis, Verdict};
use calipers::ir::Module;
use calipers::number::Int;
use calipers::program::{Column, Program as _, TypeView, ValueId};
use calipers::rules::Rules;
use calipers::term::Expr;
use calipers::term::condition::negated;

/// Integers for which an `i1` is true, and others for which it is false, if both are possible as far as the analysis
/// knows. Costs an analysis of the definitions that the value depends on.
pub fn examples(module: &Module, rules: &Rules, value: ValueId) -> Option<String> {
    if !matches!(module.value_type(value), TypeView::Integer { width: 1 }) {
        return None;
    }
    let leaf = Expr::Leaf(Column::Unsigned(value));
    let is_true = Expr::negation(Expr::equal(leaf, Expr::integer(0)));
    let mut analysis = Analysis::new(module, rules);
    if !matches!(analysis.prove_at(&is_true, None), Verdict::Unknown(_)) {
        return None;
    }
    let cases = [("true", negated(&is_true)), ("false", is_true)];
    let lines = cases.into_iter().filter_map(|(truth, condition)| {
        let values = analysis.counterexample_at(&condition, None)?;
        let values: Vec<String> = values.iter().map(|it| equation(module, it)).collect();
        Some(format!("{truth} for {}", values.join(", ")))
    });
    let lines: Vec<String> = lines.collect();
    let name = module.value_name(value);
    (!lines.is_empty()).then(|| format!("`{name}`\n```text\n{}\n```", lines.join("\n")))
}

fn equation(module: &Module, (term, value): &(Expr<Column>, Int)) -> String {
    let mut named = |column: &Column| Expr::Leaf(column_name(*column, module));
    format!("{} = {value}", term.map(&mut named))
}
