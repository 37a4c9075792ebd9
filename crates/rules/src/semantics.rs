//! Semantics in Rust as rules of their ops.

use super::{
    Anchor, Anchors, Body, ColumnKind, Define, Fact, Head, OpRules, OpSemantics, PREFIX, Rules,
    Shown, Subject, head,
};
use std::sync::{Arc, OnceLock};

/// All kinds of columns.
const KINDS: [ColumnKind; 7] = [
    ColumnKind::Value,
    ColumnKind::Unsigned,
    ColumnKind::Dim,
    ColumnKind::Stride,
    ColumnKind::Offset,
    ColumnKind::Rank,
    ColumnKind::Element,
];

impl Rules {
    /// Registers `semantics` for ops of these names, in addition to their rules. If a definition from a rule applies
    /// to a column, the definition by `semantics` is used as a fact.
    pub fn provide(&mut self, ops: &[&str], semantics: Arc<dyn OpSemantics>) {
        for op in ops {
            match self.library {
                // The rules of the op are read on first use.
                Some(_) => {
                    let provided = self.provided.entry((*op).to_string()).or_default();
                    provided.semantics.push(semantics.clone());
                    provided.rules = OnceLock::new();
                }
                None => {
                    let known = self.ops.entry((*op).to_string()).or_default();
                    extend(known, &semantics);
                }
            }
        }
    }
}

/// Semantics in Rust of an op of the library.
#[derive(Clone, Default, Debug)]
pub(super) struct Provided {
    pub(super) semantics: Vec<Arc<dyn OpSemantics>>,
    /// The rules of the library for the op, with the semantics.
    rules: OnceLock<OpRules>,
}

impl Provided {
    /// The rules for the op, given those of the library.
    pub(super) fn rules(&self, known: Option<&OpRules>) -> &OpRules {
        self.rules.get_or_init(|| {
            let mut rules = known.cloned().unwrap_or_default();
            for semantics in &self.semantics {
                extend(&mut rules, semantics);
            }
            rules
        })
    }
}

/// Adds semantics to the rules of an op.
fn extend(known: &mut OpRules, semantics: &Arc<dyn OpSemantics>) {
    let name = format!("{PREFIX}{}", semantics.name()).into();
    let head = Head {
        variables: 1,
        ..head::without_guards(name, vec![])
    };
    known.defines.extend(KINDS.map(|kind| {
        Arc::new(Define {
            head: head.clone(),
            roles: vec![],
            otherwise: vec![],
            kind,
            subject: Subject::Any,
            index: None,
            body: Body::Provided(semantics.clone()),
        })
    }));
    for anchors in [Anchors::One(Anchor::After), Anchors::EachRegion(0)] {
        known.facts.push(Arc::new(Fact {
            head: head.clone(),
            anchors,
            shown: Shown::Assumed,
            body: Body::Provided(semantics.clone()),
        }));
    }
}
