//! Finds contradictory rules in a proof that a point is unreachable.

use crate::diagnostic::{Diagnostic, Severity};
use crate::program::{Column, OpId, Program};
use crate::proof::{Argument, Claim, Definition, FactSource, Proof, Source, Step, Term};
use crate::rules::{Anchor, Anchors, ColumnKind, Define, OpRules, Rules, Shown, owner};
use crate::solve::{Engine, FactOrigin, Origin, Stated};
use hashbrown::HashSet;
use std::sync::Arc;

/// Rules that contradict each other: each states what an op computes for all operands, and no program satisfies all of
/// them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clash {
    /// The last op that one of the rules applies to.
    pub op: OpId,
    /// The names of the rules, in the order of the proof.
    pub rules: Vec<Arc<str>>,
}

impl Clash {
    /// The contradictory rules in a proof that its point is unreachable. The proof must use rules alone: definitions,
    /// and facts that hold for all operands of their ops. `None` if it uses anything else, such as a branch condition,
    /// an assertion or the absence of poison, since code may be unreachable.
    ///
    /// Costs the length of the proof.
    pub(super) fn by_proof(proof: &Proof, program: &dyn Program, rules: &Rules) -> Option<Clash> {
        if proof.claim != Claim::Unreachable || !matches!(proof.argument, Argument::Bound(_)) {
            return None;
        }
        let definitions: Vec<&Definition> = proof
            .steps
            .iter()
            .filter_map(|step| match step {
                Step::Definition(definition) => Some(definition),
                Step::Rewrite(_) | Step::Term(_) => None,
            })
            .collect();
        let defined: Vec<Defined<'_>> = definitions.iter().map(|&it| it.into()).collect();
        let mut ops: Vec<OpId> = vec![];
        for fact in &proof.facts {
            let FactSource::Rule(name, op) = &fact.source else {
                return None;
            };
            let known = rules.op(program.op_name(*op))?;
            if !is_stated_of_result(known, (name, *op), &fact.condition, &defined) {
                return None;
            }
            ops.push(*op);
        }
        let of_op = |op: &OpId| ops.contains(op);
        let defining = definitions.iter().filter_map(|it| match &it.source {
            Source::Rule(name, op) if of_op(op) => Some(name),
            _ => None,
        });
        let stating = proof.facts.iter().filter_map(|fact| match &fact.source {
            FactSource::Rule(name, _) => Some(name),
            _ => None,
        });
        let mut names: Vec<Arc<str>> = vec![];
        for name in defining.chain(stating) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        let op = *ops.iter().max_by_key(|op| op.0)?;
        Some(Clash { op, rules: names })
    }

    /// Whether a proof by this fact alone may use only rules about results, given the definitions of the engine.
    pub(super) fn may_be_by(origin: &FactOrigin, stated: &Stated, engine: &Engine<'_>) -> bool {
        let FactOrigin::Rule(name, op) = origin else {
            return false;
        };
        let (program, rules) = engine.sources();
        let leaves = leaves(&stated.condition);
        let defined = leaves.into_iter().filter_map(|column| {
            let definition = engine.definition(column)?;
            Some(Defined {
                column,
                term: &definition.term,
                by: match definition.origin {
                    Origin::Rule(_, op) => Some(op),
                    _ => None,
                },
            })
        });
        let defined: Vec<Defined<'_>> = defined.collect();
        rules.op(program.op_name(*op)).is_some_and(|known| {
            is_stated_of_result(known, (name, *op), &stated.condition, &defined)
        })
    }

    /// The facts that state an empty range for a column.
    pub(super) fn of_range(program: &dyn Program, rules: &Rules, column: Column) -> Option<Clash> {
        if !rules.result_range(program, column).is_empty() {
            return None;
        }
        let (op, _) = owner(program, column.value()?)?;
        let known = rules.op(program.op_name(op))?;
        let stating = known
            .facts
            .iter()
            .filter(|fact| known.is_result_range(fact));
        let names = stating.map(|fact| fact.head.name.clone()).collect();
        Some(Clash { op, rules: names })
    }

    /// A warning at the op, and a note that suggests a fix.
    pub fn diagnostics(&self, program: &dyn Program) -> [Diagnostic; 2] {
        let name = program.op_name(self.op);
        let quoted: Vec<String> = self.rules.iter().map(|it| format!("'{it}'")).collect();
        let what = match &quoted[..] {
            [only] => format!("the rule {only} contradicts what else is known of '{name}'"),
            [first @ .., last] => {
                let first = first.join(", ");
                format!("the rules {first} and {last} contradict each other on '{name}'")
            }
            [] => format!("the rules contradict each other on '{name}'"),
        };
        let effect = "code from here on counts as unreachable, and answers about it mean nothing";
        let help = "a rule is wrong, or an attribute of the op; `calipers rules check FILE` compares the rules of a file";
        let place = program.location(self.op);
        [
            Diagnostic::new(
                Severity::Warning,
                place.clone(),
                format!("{what}: {effect}"),
            ),
            Diagnostic::new(Severity::Note, place, help),
        ]
    }
}

/// A definition of a column, and the op whose rule it is.
struct Defined<'d> {
    column: Column,
    term: &'d Term,
    by: Option<OpId>,
}

impl<'d> From<&'d Definition> for Defined<'d> {
    fn from(definition: &'d Definition) -> Defined<'d> {
        Defined {
            column: definition.column,
            term: &definition.term,
            by: match definition.source {
                Source::Rule(_, op) => Some(op),
                _ => None,
            },
        }
    }
}

/// Whether a rule states what an op computes for all operands: a fact with `:by result`, or a second definition of a
/// scalar column. Two definitions of a size may use different operands, which agree only if the op may execute.
fn is_stated_of_result(
    known: &OpRules,
    (name, op): (&Arc<str>, OpId),
    condition: &Term,
    definitions: &[Defined<'_>],
) -> bool {
    if let Some(rule) = known.facts.iter().find(|rule| rule.head.name == *name) {
        return rule.shown == Shown::ByResult && rule.anchors == Anchors::One(Anchor::After);
    }
    let Some(define) = known.defines.iter().find(|rule| rule.head.name == *name) else {
        return false;
    };
    is_scalar(define) || {
        let leaves = leaves(condition);
        let mut first = definitions.iter().filter(|it| leaves.contains(&it.column));
        first.any(|first| {
            let mut own = self::leaves(first.term);
            own.insert(first.column);
            first.by == Some(op) && (own.is_subset(&leaves) || leaves.is_subset(&own))
        })
    }
}

fn is_scalar(define: &Define) -> bool {
    matches!(
        define.kind,
        ColumnKind::Value | ColumnKind::Unsigned | ColumnKind::Element
    )
}

fn leaves(term: &Term) -> HashSet<Column> {
    let mut leaves = HashSet::new();
    term.for_each_leaf(&mut |&column| {
        leaves.insert(column);
    });
    leaves
}
