//! The analysis behind a Python object, which begins anew after Ctrl-C.

use crate::analysis::{Cell, Inner, Sources};
use crate::{bad, deep};
use calipers::interrupt::{Interrupted, interruptible};
use calipers::program::Column;
use calipers::solve::Config;
use calipers::term::Expr;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::rc::Rc;
use std::sync::Arc;

/// An analysis, and what it takes to make it again.
pub(crate) struct Restartable {
    /// There except while it is made again.
    cell: Option<Cell>,
    config: Config,
    /// The assumptions of each scope, the outermost first.
    assumptions: Vec<Vec<Expr<Column>>>,
}

fn cell(sources: Sources, config: &Config) -> Cell {
    Cell::new(sources, |sources| {
        Inner::with_config(&*sources.module, &sources.rules, config.clone())
    })
}

impl Restartable {
    pub(crate) fn new(sources: Sources, config: Config) -> Restartable {
        Restartable {
            cell: Some(cell(sources, &config)),
            config,
            assumptions: vec![vec![]],
        }
    }

    /// Asks a question, which ends early if a handler of a signal of Python raises.
    ///
    /// # Errors
    /// The error of the question, or what the handler raised.
    pub(crate) fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut Inner<'_>, &Arc<calipers::ir::Module>) -> PyResult<T>,
    ) -> PyResult<T> {
        let raised = Rc::new(std::cell::Cell::new(None));
        let is_wanted = {
            let raised = Rc::clone(&raised);
            move || {
                let checked = Python::attach(|py| py.check_signals());
                checked.is_err_and(|error| raised.replace(Some(error)).is_none())
            }
        };
        let cell = self.cell.as_mut();
        let cell = cell.ok_or_else(|| bad("the analysis could not be made again"))?;
        let ask = || {
            deep(|| {
                cell.with_dependent_mut(|sources, analysis| question(analysis, &sources.module))
            })
        };
        interruptible(is_wanted, ask).unwrap_or_else(|Interrupted| {
            self.restart();
            let default = || PyKeyboardInterrupt::new_err(());
            Err(raised.take().unwrap_or_else(default))
        })
    }

    /// The interrupted question has left the analysis in no defined state.
    fn restart(&mut self) {
        let sources = self.cell.take().map(Cell::into_owner);
        let mut again = sources.map(|sources| cell(sources, &self.config));
        if let Some(again) = &mut again {
            again.with_dependent_mut(|_, analysis| {
                for (depth, scope) in self.assumptions.iter().enumerate() {
                    if depth > 0 {
                        analysis.push();
                    }
                    scope.iter().for_each(|it| analysis.assume(it));
                }
            });
        }
        self.cell = again;
    }

    /// Assumes a condition. Returns whether it contradicts the program or earlier ones.
    pub(crate) fn assume(&mut self, condition: Expr<Column>) -> PyResult<bool> {
        let is_contradictory = self.ask(|analysis, _| {
            analysis.assume(&condition);
            Ok(analysis.is_contradictory())
        })?;
        if let Some(scope) = self.assumptions.last_mut() {
            scope.push(condition);
        }
        Ok(is_contradictory)
    }

    /// Opens a scope of assumptions.
    pub(crate) fn push(&mut self) -> PyResult<()> {
        self.ask(|analysis, _| {
            analysis.push();
            Ok(())
        })?;
        self.assumptions.push(vec![]);
        Ok(())
    }

    /// Closes the innermost scope.
    pub(crate) fn pop(&mut self) -> PyResult<()> {
        self.ask(|analysis, _| match analysis.pop() {
            true => Ok(()),
            false => Err(bad("there is no scope to close")),
        })?;
        self.assumptions.pop();
        Ok(())
    }
}
