//! Instances: rules applied to an op.

use super::{
    Anchor, Anchors, Body, ColumnKind, Constants, Define, Evaluator, Fact, Formula, Head, Item,
    OpRules, Place, RuleSet, Slot, Stop, Subject, op_semantics,
};
use calipers_program::term::Expr;
use calipers_program::{Column, OpId, Program};
use smallvec::SmallVec;
use std::sync::Arc;

/// The result of applying a rule to an op.
#[derive(Clone, PartialEq, Debug)]
pub struct Instance {
    /// The premises that must be proved before the terms may be used.
    pub given: Vec<Expr<Column>>,
    /// The term of a definition, or the conditions of a fact.
    pub terms: Vec<Expr<Column>>,
}

impl Head {
    /// Whether the op has as many operands as its schema says.
    pub fn admits(&self, program: &(impl Program + ?Sized), op: OpId) -> bool {
        let count = self.schema.fields.fixed_operands();
        count.is_none_or(|count| program.operands(op).len() == count)
    }

    /// An evaluator for an op, with the op's fields bound to variables.
    #[inline]
    pub fn bind<'p, 'c, P: Program + ?Sized>(
        &'c self,
        rules: &'c dyn RuleSet,
        program: &'p P,
        op: OpId,
        element: Option<u32>,
        constants: &'c mut dyn Constants,
    ) -> Evaluator<'p, 'c, P> {
        // Fields are looked up lazily, since a failing guard often makes most of them unnecessary.
        let mut variables = SmallVec::new();
        variables.resize_with(self.variables, || None);
        Evaluator {
            program,
            op: Some(op),
            variables,
            schema: Some(&self.schema),
            has_fields: self.schema.fields.fixed_operands().is_some(),
            element,
            constants,
            rules,
            fields: &self.fields,
            given: vec![],
        }
    }

    /// Fails if a guard does not hold, or if the op does not match the schema.
    ///
    /// # Errors
    /// [`Stop`].
    pub fn check_guards<P: Program + ?Sized>(
        &self,
        evaluator: &mut Evaluator<'_, '_, P>,
    ) -> Result<(), Stop> {
        let program = evaluator.program;
        if !evaluator.op.is_some_and(|op| self.admits(program, op)) {
            return Err(Stop::Inapplicable);
        }
        for guard in self.when.iter() {
            if !evaluator.holds(guard)? {
                return Err(Stop::Inapplicable);
            }
        }
        evaluator.look_up_fields()
    }

    /// The premises of the rule, once its guards hold.
    ///
    /// # Errors
    /// [`Stop`].
    pub fn conditions<P: Program + ?Sized>(
        &self,
        evaluator: &mut Evaluator<'_, '_, P>,
    ) -> Result<Vec<Expr<Column>>, Stop> {
        self.check_guards(evaluator)?;
        let given = self.given.iter();
        given.map(|given| evaluator.term(given)).collect()
    }
}

/// The interface of ops that compute each element of the result from the elements of the operands at the same
/// position, by the same function as for scalars.
const BY_ELEMENTS: &str = "by-elements";

impl Define {
    /// Whether the rule can define a column of this kind of a value of `op`. For elementwise ops, definitions of
    /// scalars also define elements.
    pub fn is_of(
        &self,
        rules: &dyn RuleSet,
        program: &(impl Program + ?Sized),
        op: OpId,
        kind: ColumnKind,
    ) -> bool {
        let is_scalar = matches!(self.kind, ColumnKind::Value | ColumnKind::Unsigned);
        self.kind == kind
            || (kind == ColumnKind::Element
                && is_scalar
                && rules.is_member(BY_ELEMENTS, program.op_name(op)))
    }

    /// The term that this definition gives to a column of `place` of `op`.
    ///
    /// # Errors
    /// `Err(Inapplicable)` if the definition does not apply, and the other cases of [`Stop`].
    pub fn instantiate(
        &self,
        rules: &dyn RuleSet,
        program: &dyn Program,
        op: OpId,
        place: Place,
        index: Option<u32>,
        constants: &mut dyn Constants,
    ) -> Result<Instance, Stop> {
        if let (Some(index), true) = (index, self.speaks_of_elements()) {
            let value = place.value(program, op).ok_or(Stop::Inapplicable)?;
            if !Column::has_element(program, value, index) {
                return Err(Stop::Inapplicable);
            }
        }
        let semantics = match &self.body {
            Body::Formula(body) => {
                return self.evaluate(rules, program, (op, place), index, body, constants);
            }
            Body::Provided(_) if self.lifted(index).is_some() => return Err(Stop::Inapplicable),
            Body::Provided(semantics) => &**semantics,
        };
        let (at, column) = ((op, place), (self.kind, index));
        let term = op_semantics::provided_definition(semantics, program, at, column, constants)?;
        Ok(Instance {
            given: vec![],
            terms: vec![term],
        })
    }

    /// Whether the rule can be applied to an element: a rule about scalars then applies to the scalar at that index.
    fn speaks_of_elements(&self) -> bool {
        use ColumnKind::{Element, Unsigned, Value};
        matches!(self.kind, Element | Value | Unsigned)
    }

    /// The element to which a rule about scalars is applied.
    fn lifted(&self, index: Option<u32>) -> Option<u32> {
        index.filter(|_| self.speaks_of_elements() && self.kind != ColumnKind::Element)
    }

    /// The number of the result or argument, and the variable to which it is bound; none if the definition is not
    /// about that place.
    pub fn number_of(&self, place: Place) -> Option<(Option<Slot>, usize)> {
        match (&self.subject, place) {
            (Subject::Result(slot), Place::Result(number)) => Some((*slot, number)),
            (Subject::Argument(region, slot), Place::Argument(other, number)) => {
                (*region == other).then_some((*slot, number))
            }
            _ => None,
        }
    }

    /// Evaluates the formula for a column of `place` of `op`.
    ///
    /// # Errors
    /// [`Stop`].
    pub(super) fn evaluate<P: Program + ?Sized>(
        &self,
        rules: &dyn RuleSet,
        program: &P,
        (op, place): (OpId, Place),
        index: Option<u32>,
        body: &Formula,
        constants: &mut dyn Constants,
    ) -> Result<Instance, Stop> {
        let (slot, number) = self.number_of(place).ok_or(Stop::Inapplicable)?;
        let element = self.lifted(index);
        let mut evaluator = self.head.bind(rules, program, op, element, constants);
        if let Some(slot) = slot {
            evaluator.variables[slot] = Some(Item::Integer(number.into()));
        }
        if let Some((slot, index)) = self.index.zip(index) {
            evaluator.variables[slot] = Some(Item::Integer(index.into()));
        }
        let given = self.head.conditions(&mut evaluator)?;
        let terms = vec![evaluator.term(body)?];
        Ok(Instance {
            given: evaluator.with_side_conditions(given)?,
            terms,
        })
    }
}

impl Fact {
    /// The anchors of the fact on an op.
    pub fn anchors_on(&self, program: &(impl Program + ?Sized), op: OpId) -> Vec<Anchor> {
        match self.anchors {
            Anchors::One(anchor) => vec![anchor],
            Anchors::EachRegion(_) => (0..program.regions(op).len()).map(Anchor::In).collect(),
        }
    }

    /// The conditions that hold from an anchor on.
    ///
    /// # Errors
    /// [`Stop`].
    pub fn instantiate(
        &self,
        rules: &dyn RuleSet,
        program: &dyn Program,
        op: OpId,
        anchor: Anchor,
        constants: &mut dyn Constants,
    ) -> Result<Instance, Stop> {
        let body = match &self.body {
            Body::Formula(body) => body,
            Body::Provided(semantics) => {
                let semantics = &**semantics;
                return Ok(Instance {
                    given: vec![],
                    terms: op_semantics::provided_facts(semantics, program, op, anchor, constants)?,
                });
            }
        };
        let mut evaluator = self.head.bind(rules, program, op, None, constants);
        if let (Anchors::EachRegion(slot), Anchor::In(region)) = (self.anchors, anchor) {
            evaluator.variables[slot] = Some(Item::Integer(region.into()));
        }
        let given = self.head.conditions(&mut evaluator)?;
        let terms = evaluator.conditions(body)?;
        Ok(Instance {
            given: evaluator.with_side_conditions(given)?,
            terms,
        })
    }
}

impl OpRules {
    /// The number of iterations of a loop op, as a term over values defined before it.
    ///
    /// # Errors
    /// [`Stop`].
    pub fn trips(
        &self,
        rules: &dyn RuleSet,
        program: &dyn Program,
        op: OpId,
        constants: &mut dyn Constants,
    ) -> Result<Expr<Column>, Stop> {
        let place = Place::Result(0);
        let of_trips = |it: &&Arc<Define>| it.kind == ColumnKind::Trips;
        for define in self.defines.iter().filter(of_trips) {
            match define.instantiate(rules, program, op, place, None, constants) {
                Ok(Instance { given, mut terms }) if given.is_empty() && terms.len() == 1 => {
                    return Ok(terms.remove(0));
                }
                Err(Stop::Demand(column)) => return Err(Stop::Demand(column)),
                Ok(_) | Err(Stop::Inapplicable) => {}
            }
        }
        Err(Stop::Inapplicable)
    }
}
