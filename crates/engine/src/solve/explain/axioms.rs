//! Rows that hold because of an operator: the axioms of quotients, products, minima and comparisons.

use super::argument::Found;
use super::{Explainer, NoProof};
use crate::number::Int;
use crate::proof::{self, Row, RowReason, Term};
use crate::term::{ENode, Id, Operator};

impl Explainer<'_, '_, '_> {
    /// The axiom of one of an atom's operators that gives a row.
    pub(super) fn axiom(
        &mut self,
        term: &Term,
        relation: proof::Relation,
        atom: Id,
        operator: Operator,
    ) -> Found<Row> {
        let nodes = self.engine.known.egraph.nodes(atom).to_vec();
        for node in nodes {
            let ENode::Apply(own, arguments) = &node else {
                continue;
            };
            if *own != operator {
                continue;
            }
            for reason in self.axiom_reasons(&node, operator, arguments)? {
                self.tell_wanted();
                let row = Row {
                    term: term.clone(),
                    relation,
                    reason,
                };
                if self.checker.holds(&row) {
                    return Ok(row);
                }
            }
        }
        Err(NoProof::NotFoundAgain)
    }

    fn axiom_reasons(
        &mut self,
        node: &ENode,
        operator: Operator,
        arguments: &[Id],
    ) -> Found<Vec<RowReason>> {
        for &argument in arguments {
            self.reach(argument);
        }
        match (operator, arguments) {
            (Operator::FloorDiv | Operator::TruncDiv, &[dividend, divisor]) => {
                self.ranges_of(dividend)?;
                self.ranges_of(divisor)?;
                Ok(vec![RowReason::Operator(self.write_node(node)?)])
            }
            (Operator::Mul, all) => {
                let mut reasons = vec![];
                for n in 0..all.len() {
                    let mut rest = all.to_vec();
                    let factor = rest.remove(n);
                    let rest = match rest[..] {
                        [other] => other,
                        _ => self.engine.known.egraph.apply(Operator::Mul, &rest),
                    };
                    reasons.extend(self.product_reasons(factor, rest)?);
                }
                Ok(reasons)
            }
            (Operator::Le, &[a, b]) => {
                let egraph = &self.engine.known.egraph;
                let difference = egraph
                    .form(b)
                    .sub(egraph.form(a))
                    .ok_or(NoProof::TooLarge)?;
                self.ranges_of_form(&difference)?;
                let condition = self.write_node(node)?;
                let range = self.engine.known.form_range_at(&difference, self.point);
                let ends = [range.lower(), range.upper()];
                let reason = |end: &Int| RowReason::Comparison {
                    condition: condition.clone(),
                    end: end.clone(),
                };
                Ok(ends.into_iter().flatten().map(reason).collect())
            }
            _ => Ok(vec![RowReason::Operator(self.write_node(node)?)]),
        }
    }

    fn product_reasons(&mut self, a: Id, b: Id) -> Found<Vec<RowReason>> {
        self.ranges_of(a)?;
        self.ranges_of(b)?;
        let (left, right) = (self.write(a)?, self.write(b)?);
        let ends = |explainer: &mut Self, class: Id| -> Vec<Int> {
            let range = explainer.engine.range_at(class, explainer.point);
            let ends = [range.lower(), range.upper()];
            ends.into_iter().flatten().cloned().collect()
        };
        let (mut left_ends, mut right_ends) = (ends(self, a), ends(self, b));
        // If one factor is constant, the end of the other is irrelevant.
        left_ends.push(Int::ZERO);
        right_ends.push(Int::ZERO);
        let mut reasons = vec![];
        for left_end in &left_ends {
            for right_end in &right_ends {
                reasons.push(RowReason::Product {
                    left: left.clone(),
                    right: right.clone(),
                    left_end: left_end.clone(),
                    right_end: right_end.clone(),
                });
            }
        }
        Ok(reasons)
    }
}
