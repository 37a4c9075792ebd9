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

/// Semantics that ops share.
type Semantics = Arc<dyn OpSemantics>;

/// Semantics with a memo in place of semantics without.
#[derive(Default)]
pub(super) struct Remembering(Vec<(Semantics, Option<Semantics>)>);

impl Remembering {
    /// What takes the place of semantics, the same for all ops, if they keep anything.
    fn of(&mut self, semantics: &Semantics) -> Option<Semantics> {
        let is_it = |(known, _): &&(Semantics, _)| Arc::ptr_eq(known, semantics);
        if let Some((_, with)) = self.0.iter().find(is_it) {
            return with.clone();
        }
        let with = semantics.remembering();
        self.0.push((semantics.clone(), with.clone()));
        with
    }

    /// The semantics of an op with memos; `None` if nothing changes.
    pub(super) fn provided(&mut self, known: &Provided) -> Option<Provided> {
        let mut is_changed = false;
        let with = known.semantics.iter().map(|semantics| {
            let with = self.of(semantics);
            is_changed |= with.is_some();
            with.unwrap_or_else(|| semantics.clone())
        });
        let semantics = with.collect();
        is_changed.then(|| Provided {
            semantics,
            rules: OnceLock::new(),
        })
    }

    /// The rules of an op, whose semantics have memos; `None` if nothing changes.
    pub(super) fn rules(&mut self, known: &OpRules) -> Option<OpRules> {
        let mut changed = None;
        for (at, define) in known.defines.iter().enumerate() {
            if let Some(body) = self.body(&define.body) {
                let changed: &mut OpRules = changed.get_or_insert_with(|| known.clone());
                Arc::make_mut(&mut changed.defines[at]).body = body;
            }
        }
        for (at, fact) in known.facts.iter().enumerate() {
            if let Some(body) = self.body(&fact.body) {
                let changed: &mut OpRules = changed.get_or_insert_with(|| known.clone());
                Arc::make_mut(&mut changed.facts[at]).body = body;
            }
        }
        changed
    }

    fn body(&mut self, body: &Body) -> Option<Body> {
        match body {
            Body::Provided(semantics) => self.of(semantics).map(Body::Provided),
            _ => None,
        }
    }
}
