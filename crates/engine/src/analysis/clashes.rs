//! Reports contradictory rules if they are the only reason why a point is unreachable.

use super::{Analysis, Clash};
use crate::diagnostic::{Diagnostic, Severity};
use crate::program::{Column, Point, SourceLocation};
use crate::solve::{Config, Decided, Engine};
use crate::term::Expr;

/// Maximum number of unreachable points that are examined.
const MAX_POINTS: usize = 32;

impl<'p> Analysis<'p> {
    /// The contradictory rules that queries since the last call have run into: a queried point is unreachable, and the
    /// proof uses only statements of rules about the results of ops. Code that is unreachable because of the program
    /// itself is not reported.
    ///
    /// Costs nothing if all queried points may be reachable. Otherwise another engine defines the queried columns again
    /// and proves the first unreachable points, so that no later answer depends on whether this was called.
    pub fn clashes(&mut self) -> Vec<Clash> {
        let mut found: Vec<Clash> = vec![];
        let mut alone: Option<Engine<'p>> = None;
        for point in self.engine.take_unreached() {
            let is_behind = |from: &Point| self.engine.passes(*from, point);
            if self.unreached.len() >= MAX_POINTS || self.unreached.iter().any(is_behind) {
                continue;
            }
            let engine = alone.get_or_insert_with(|| self.with_definitions_alone());
            let clash = clash_at(engine, point);
            let (program, _) = engine.sources();
            let end = clash.as_ref().and_then(|it| Point::after(program, it.op));
            self.unreached.push(end.unwrap_or(point));
            found.extend(clash.filter(|it| !found.contains(it)));
        }
        found
    }

    /// [`Analysis::clashes`] as diagnostics.
    pub fn clash_diagnostics(&mut self) -> Vec<Diagnostic> {
        let clashes = self.clashes();
        let (program, _) = self.engine.sources();
        let shown = clashes.iter().flat_map(|clash| clash.diagnostics(program));
        shown.collect()
    }

    /// Another engine with the same program columns, and without assumptions and invariants: both are no statements of
    /// rules, and proofs of invariants are expensive.
    fn with_definitions_alone(&self) -> Engine<'p> {
        let (program, rules) = self.engine.sources();
        let config = Config {
            invariants: false,
            ..self.config().clone()
        };
        let mut engine = Engine::new(program, rules, config);
        for column in self.engine.met_since(0) {
            if !matches!(column, Column::Symbol(_)) {
                engine.class(column);
            }
        }
        engine
    }
}

/// The note that a question is open because an op of that name has no rules.
pub fn without_rules(name: &str, place: Option<SourceLocation>) -> Diagnostic {
    let message = format!("no rule for `{name}`: what depends on its results stays unknown");
    Diagnostic::new(Severity::Note, place, message)
}

/// The contradictory rules that make a point unreachable.
fn clash_at(engine: &mut Engine<'_>, point: Point) -> Option<Clash> {
    let (program, rules) = engine.sources();
    engine.enter(point);
    if !engine.is_unreachable(Some(point)) {
        return None;
    }
    // A fact that never holds is the whole proof.
    if let Some((origin, stated)) = engine.refuted_at(point)
        && !Clash::may_be_by(&origin, &stated, engine)
    {
        return None;
    }
    let nothing = Expr::integer(0);
    match engine.explain_decision(&nothing, Decided::Unreachable, Some(point)) {
        Ok(proof) => Clash::by_proof(&proof, program, rules),
        // The checker rejects proofs that use ranges which are empty wherever the value exists.
        Err(_) => {
            let mut columns = engine.met_since(0);
            columns.find_map(|column| Clash::of_range(program, rules, column))
        }
    }
}
