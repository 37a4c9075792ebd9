//! The program of an analysis: a module of the library, or a live program behind callbacks.

use crate::Answer;
use crate::live::LiveProgram;
use calipers::analysis::{Analysis, Changing};
use calipers::ir::Module;
use calipers::program::{BlockId, Definition, OpId, Program, ValueId};
use calipers::rules::Rules;
use calipers::solve::Config;
use std::sync::Arc;

/// The module and the rules that an analysis borrows.
pub(crate) struct Sources {
    module: Arc<Module>,
    rules: Arc<Rules>,
}

self_cell::self_cell!(
    pub(crate) struct FixedCell {
        owner: Sources,
        #[not_covariant]
        dependent: Analysis,
    }
);

self_cell::self_cell!(
    struct ChangingCell {
        owner: Arc<Rules>,
        #[not_covariant]
        dependent: Changing,
    }
);

/// A program that changes between questions, with the results that its changes have left valid.
pub(crate) struct Live {
    program: LiveProgram,
    /// The results of full strength, and of quick questions.
    results: [ChangingCell; 2],
}

/// The work that a question may cost.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strength {
    Full,
    /// Small linear programs, no distinction of cases, and no proofs by several engines.
    Quick,
}

/// What an analysis is about.
pub(crate) enum Subject {
    Fixed(FixedCell),
    Live(Box<Live>),
}

impl Subject {
    pub(crate) fn fixed(module: &Arc<Module>, rules: &Arc<Rules>) -> Subject {
        let sources = Sources {
            module: Arc::clone(module),
            rules: Arc::clone(rules),
        };
        Subject::Fixed(FixedCell::new(sources, |sources| {
            Analysis::new(&*sources.module, &sources.rules)
        }))
    }

    pub(crate) fn live(program: LiveProgram, rules: &Arc<Rules>, config: Config) -> Subject {
        // Larger linear programs cost more than MLIR's answer, and rarely improve a constant bound.
        let quick = Config {
            max_cases: 1,
            max_pivots: 60,
            max_atoms: 16,
            max_rows: 48,
            max_engines: 0,
            ..config.clone()
        };
        let results = [config, quick].map(|config| {
            ChangingCell::new(Arc::clone(rules), |rules| Changing::new(rules, config))
        });
        Subject::Live(Box::new(Live { program, results }))
    }

    /// Runs a question about values in the function around `op`, or else around the definition of `value`.
    pub(crate) fn ask<T>(
        &mut self,
        op: Option<OpId>,
        value: impl FnOnce() -> Option<ValueId>,
        question: impl FnOnce(&mut Analysis<'_>, &dyn Program) -> Answer<T>,
    ) -> Answer<T> {
        self.ask_with(Strength::Full, op, value, question)
    }

    /// The same with a limit on the work. The analysis of a fixed program has one strength.
    pub(crate) fn ask_with<T>(
        &mut self,
        strength: Strength,
        op: Option<OpId>,
        value: impl FnOnce() -> Option<ValueId>,
        question: impl FnOnce(&mut Analysis<'_>, &dyn Program) -> Answer<T>,
    ) -> Answer<T> {
        match self {
            Subject::Fixed(cell) => {
                cell.with_dependent_mut(|sources, analysis| question(analysis, &*sources.module))
            }
            Subject::Live(live) => {
                let program = &live.program;
                let owner = || Some(owner(program, value()?));
                let near = op.or_else(owner).filter(|&op| program.has_op(op));
                live.results[strength as usize].with_dependent_mut(|_, results| {
                    // A question without values is as good in any function.
                    results.ask(program, near.unwrap_or(OpId(0)), |analysis| {
                        question(analysis, program)
                    })
                })
            }
        }
    }

    /// The program and the rules, for what needs no analysis.
    pub(crate) fn sources<T>(&self, use_them: impl FnOnce(&dyn Program, &Rules) -> T) -> T {
        match self {
            Subject::Fixed(cell) => {
                let sources = cell.borrow_owner();
                use_them(&*sources.module, &sources.rules)
            }
            Subject::Live(live) => use_them(&live.program, live.results[0].borrow_owner()),
        }
    }

    /// Runs what needs one analysis for all questions.
    pub(crate) fn fixed_only<T>(
        &mut self,
        question: impl FnOnce(&mut Analysis<'_>, &dyn Program) -> Answer<T>,
    ) -> Answer<T> {
        match self {
            Subject::Fixed(_) => self.ask(None, || None, question),
            Subject::Live(_) => Err("an analysis of a live program keeps no assumptions: \
                                     ask whether they imply the condition"
                .into()),
        }
    }

    /// Runs what depends on the program alone, without an analysis.
    pub(crate) fn live_mut(&mut self) -> Answer<&mut Live> {
        match self {
            Subject::Live(live) => Ok(live),
            Subject::Fixed(_) => Err("the program of this analysis does not change".into()),
        }
    }
}

fn owner(program: &dyn Program, value: ValueId) -> OpId {
    match program.definition(value) {
        Definition::Result { op, .. } => op,
        Definition::Argument { block, .. } => program.region_parent(program.block_region(block)),
    }
}

impl Live {
    /// Reports a change to all results, as the program is.
    fn report(&mut self, change: impl Fn(&mut Changing<'_>, &LiveProgram)) {
        for results in &mut self.results {
            results.with_dependent_mut(|_, results| change(results, &self.program));
        }
    }

    /// An op has changed in place: its operands, attributes, types, successors, or the blocks of its regions.
    pub(crate) fn changed(&mut self, op: OpId) {
        self.report(|results, program| results.changed(program, op));
        self.program.forget_op(op);
    }

    /// An op is where it was not before.
    pub(crate) fn inserted(&mut self, op: OpId) {
        self.program.forget_op(op);
        if let Some(block) = self.program.block_of(op) {
            self.program.forget_block(block);
        }
        self.report(|results, program| results.inserted(program, op));
    }

    /// An op has left a block, and is in another place now.
    pub(crate) fn moved(&mut self, op: OpId, from: BlockId) {
        let is_read = self.program.has_read(op);
        self.report(|results, program| match is_read {
            // The part of the program that was read is still as it was before.
            true => results.erased(program, op),
            false => results.forget(),
        });
        self.program.forget_block(from);
        self.inserted(op);
    }

    /// An op is about to be erased.
    pub(crate) fn erased(&mut self, op: OpId) {
        self.report(|results, program| results.erased(program, op));
        if let Some(block) = self.program.block_of(op) {
            self.program.forget_block(block);
        }
        self.program.forget_op(op);
    }

    /// Anything may have changed.
    pub(crate) fn forget(&mut self) {
        self.report(|results, _| results.forget());
        self.program.forget_all();
    }
}
