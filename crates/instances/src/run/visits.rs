//! All executions of ops in a function that has only one execution.

use super::{Choices, Flow, Inputs, Memo, Run, Watched};
use crate::instances::Instances;
use crate::lanes::Lane;
use crate::nest::{ancestors, levels};
use crate::term::Term;
use calipers_number::Int;
use calipers_program::OpId;
use hashbrown::{HashMap, HashSet};
use std::sync::Arc;

/// The number of ops that are executed.
const FUEL: usize = 40_000;

/// What is computed at each execution of an op.
#[derive(Clone, PartialEq, Debug)]
pub struct Visit {
    /// The op.
    pub op: OpId,
    /// Terms over the values before the op and the lanes.
    pub terms: Vec<Term>,
    /// Variables that each execution gives all their values.
    pub lanes: Vec<Lane>,
    /// A condition under which alone the terms count.
    pub mask: Option<Term>,
}

impl Instances<'_> {
    /// The values of the terms at all executions of ops of one function, if it has only one execution, which is short:
    /// nothing in it depends on an argument. None for ops of a kernel, which several threads execute.
    pub fn visits(&mut self, visits: Vec<Visit>) -> Option<Vec<Vec<Int>>> {
        let program = self.program;
        let (_, body) = self.body_around(visits.first()?.op)?;
        for visit in &visits {
            let is_kernel = levels(program, visit.op)
                .ok()?
                .iter()
                .any(|it| !it.readers.iter().all(Vec::is_empty));
            if is_kernel || self.body_around(visit.op)?.1 != body {
                return None;
            }
        }
        let relevant = visits.iter().flat_map(|it| ancestors(program, it.op));
        let relevant: HashSet<OpId> = relevant.collect();
        let watched = visits.into_iter().map(|visit| Watched {
            op: visit.op,
            terms: visit.terms,
            lanes: visit.lanes,
            mask: visit.mask,
            given: vec![],
        });
        let watched: Vec<Watched> = watched.collect();
        let mut run = Run {
            program,
            analysis: &mut self.analysis,
            memo: &mut Memo::default(),
            relevant: &relevant,
            watched: &watched,
            inputs: Inputs::new(&Arc::new(Choices::new(&[])), 0),
            known: HashMap::new(),
            loaded: HashMap::new(),
            trail: vec![],
            variables: vec![],
            events: vec![],
            fuel: FUEL,
            iterations: FUEL,
            is_only: true,
            is_complete: true,
            is_undefined: false,
            depth: 0,
        };
        let _: Flow = run.block(body);
        if !run.is_complete || run.is_undefined || !run.inputs.is_empty() || run.fuel == 0 {
            return None;
        }
        let events = run.events.into_iter();
        events.map(|it| it.values.into_iter().collect()).collect()
    }
}
