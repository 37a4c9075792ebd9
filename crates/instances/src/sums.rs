//! Bitwise ops as arithmetic: with a constant, and `x | m` and `x ^ m` where one operand is a multiple of a power of two
//! that the other one is below.
//!
//! The rules state some of this under conditions, with which a search for a proof takes long. Here it is found once for
//! each op that the indices of an access depend on, and is then a definition of the result.

use crate::access::{Access, leaf};
use crate::bits::Bitwise;
use crate::conflict::identities::operations;
use crate::divisions::{after, operands_first};
use crate::instances::Instances;
use crate::nest::is_integer;
use crate::term::Term;
use calipers_engine::analysis::{Analysis, Variable, Verdict};
use calipers_program::OpId;

/// Limit of the ops that are examined for an access.
const MAX_OPS: usize = 8;

impl Instances<'_> {
    /// Examines the bitwise ops that the indices of an access depend on.
    pub(crate) fn learn_sums(&mut self, access: &Access) {
        let program = self.program;
        let ops = operands_first(program, operations(program, access.indices.iter()));
        let operation = |op: OpId| match program.op_name(op) {
            "arith.ori" => Some((op, Bitwise::Or)),
            "arith.xori" => Some((op, Bitwise::Xor)),
            _ => None,
        };
        let joins = ops.into_iter().filter_map(operation);
        for (op, operation) in joins.take(MAX_OPS) {
            let (&[one, two], &[result]) = (program.operands(op), program.results(op)) else {
                continue;
            };
            if !is_integer(program, result) || self.sums.contains_key(&result) {
                continue;
            }
            let operands = [leaf(one), leaf(two)];
            let point = after(program, result);
            let mut analysis = self.analysis_of_conditions();
            let ranges = operands
                .each_ref()
                .map(|it| analysis.range_at(&Variable::term(it.clone()), point));
            let sum = Term::sum(operands[0].clone(), operands[1].clone());
            let is_sum = |analysis: &mut Analysis<'_>| {
                let claim = Term::equal(leaf(result), sum.clone());
                analysis.prove_at(&claim, point) == Verdict::Proved
            };
            let (terms, ranges) = (operands.each_ref(), ranges.each_ref());
            let found = operation.linear(terms, ranges).or_else(|| {
                // That an operand is itself a sum may be needed.
                let is_sum = is_sum(&mut analysis)
                    || self
                        .base_analysis_knowing(access, point)
                        .is_some_and(|mut it| is_sum(&mut it));
                is_sum.then(|| sum.clone())
            });
            if let Some(found) = &found {
                let claim = Term::equal(leaf(result), found.clone());
                self.lemmas.push((result, claim));
            }
            self.sums.insert(result, found);
        }
    }
}
