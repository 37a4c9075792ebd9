//! Semantics in Rust as rules of their ops.

use super::head;
use calipers_semantics::{
    Anchor, Anchors, Body, ColumnKind, Define, Fact, Head, OpRules, OpSemantics, PREFIX, Shown,
    Subject,
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

/// Semantics in Rust of an op of the library.
#[derive(Clone, Default, Debug)]
pub(super) struct Provided {
    pub(super) semantics: Vec<Arc<dyn OpSemantics>>,
    /// The rules of the library for the op, with the semantics.
    rules: OnceLock<OpRules>,
}

impl Provided {
    /// Adds semantics of the op.
    pub(super) fn add(&mut self, semantics: Arc<dyn OpSemantics>) {
        self.semantics.push(semantics);
        self.rules = OnceLock::new();
    }

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
pub(super) fn extend(known: &mut OpRules, semantics: &Arc<dyn OpSemantics>) {
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
