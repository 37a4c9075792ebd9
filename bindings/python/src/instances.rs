//! Questions about the instances of accesses, and counts, which may be `ask`ed of an analysis.

use crate::analysis::{Analysis, Inner};
use crate::answers::Told;
use crate::bad;
use crate::expression::Expression;
use crate::places::own;
use crate::program::Op;
use calipers::count::{Count, Exactness, Failure};
use calipers::instances::{Assumptions, Instances};
use calipers::program::Program;
use pyo3::prelude::*;
use std::sync::Arc;

impl Analysis {
    pub(crate) fn ask_instances(
        &mut self,
        ops: Vec<&Op>,
        distinct_arguments: bool,
        question: impl FnOnce(&mut Instances<'_>, &dyn Program) -> (Told, String) + Send,
    ) -> PyResult<(Told, String)> {
        self.ask(|analysis, module| {
            for op in ops {
                own(module, &op.module)?;
            }
            let mut assumptions = Assumptions::default();
            assumptions.distinct_arguments = distinct_arguments;
            let mut instances = Instances::of(analysis, assumptions);
            let program = instances.program();
            Ok(question(&mut instances, program))
        })
    }

    pub(crate) fn count(
        &mut self,
        of: &Arc<calipers::ir::Module>,
        question: impl FnOnce(&mut Inner<'_>, &dyn Program) -> Result<Count, Failure> + Send,
    ) -> PyResult<(Expression, bool)> {
        self.ask(|analysis, module| {
            own(module, of)?;
            let count =
                question(analysis, &**module).map_err(|failure| bad(failure.to_string()))?;
            let is_exact = count.exactness == Exactness::Exact;
            Ok((Expression::answer(module, count.term), is_exact))
        })
    }
}
