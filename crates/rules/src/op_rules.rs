//! The rules for ops of one name, and the priority among them.

use super::{
    ColumnKind, Constants, Define, Fact, Formula, Instance, Loop, Place, Role, Rules, Schema, Slot,
    Stop, Subject, WordRule,
};
use crate::concept::{Constraint, Predicate, is_narrower};
use crate::program::{Column, OpId, Program};
use crate::term::{Expr, Operator};
use std::sync::Arc;

/// The rules for ops of one name.
#[derive(Clone, Default, Debug)]
pub struct OpRules {
    /// The op's schema.
    pub schema: Arc<Schema>,
    /// Definitions in order of priority.
    pub defines: Vec<Arc<Define>>,
    /// Facts.
    pub facts: Vec<Arc<Fact>>,
    /// The wrapped ranges of its results.
    pub words: Vec<Arc<WordRule>>,
    /// Its carried values, if it is a loop.
    pub loop_: Option<Arc<Loop>>,
    /// Whether it runs exactly one of its regions to the end and returns what that yields.
    pub is_join: bool,
}

/// The constraints of two definitions on the fields that either of them specializes, in the same order of fields.
pub fn signatures(first: &Define, second: &Define) -> (Vec<Constraint>, Vec<Constraint>) {
    let demands = |define: &Define| -> Vec<(usize, Constraint)> {
        let fields = |role: &Role| {
            let bound = define
                .head
                .fields
                .iter()
                .find(|(_, slot)| *slot == role.slot)?;
            Some((bound.0, role.constraint.clone()))
        };
        define.roles.iter().filter_map(fields).collect()
    };
    let (own, theirs) = (demands(first), demands(second));
    let signature = |demands: &[(usize, Constraint)]| -> Vec<Constraint> {
        let all = own
            .iter()
            .chain(theirs.iter().filter(|it| own.iter().all(|o| o.0 != it.0)));
        all.map(|(field, example)| {
            let demand = demands.iter().find(|(other, _)| other == field);
            let any = || Constraint::new(example.sort, Predicate::ANY);
            demand.map_or_else(any, |(_, constraint)| constraint.clone())
        })
        .collect()
    };
    (signature(&own), signature(&theirs))
}

impl Define {
    /// Whether both define the same columns of the same values of an op.
    #[inline]
    pub fn is_beside(&self, other: &Define) -> bool {
        let same_place = match (&self.subject, &other.subject) {
            (Subject::Argument(own, _), Subject::Argument(theirs, _)) => own == theirs,
            (own, theirs) => std::mem::discriminant(own) == std::mem::discriminant(theirs),
        };
        self.kind == other.kind && same_place
    }

    /// Restricts this definition to ops for which a guard of `other` definitely fails: while that is undetermined,
    /// neither definition applies.
    fn apply_unless(&mut self, other: &Define) -> Result<(), String> {
        let name = &other.head.name;
        if !other.head.given.is_empty() {
            return Err(format!(
                "':else {name}' needs guards that are decided at once, and '{name}' has ':given'"
            ));
        }
        if other.head.when.is_empty() {
            return Err(format!(
                "'{name}' has no guards, so that ':else {name}' never applies"
            ));
        }
        let mut slots: Vec<(Slot, Slot)> = vec![];
        let mut fresh = self.head.variables;
        let mut next = || {
            fresh += 1;
            fresh - 1
        };
        for &(field, theirs) in &other.head.fields {
            let own = self.head.fields.iter().find(|it| it.0 == field);
            let own = own.map(|it| it.1).unwrap_or_else(|| {
                let slot = next();
                self.head.fields.push((field, slot));
                slot
            });
            slots.push((theirs, own));
        }
        if let Some(theirs) = other.index {
            slots.push((theirs, *self.index.get_or_insert_with(&mut next)));
        }
        if let (Some(theirs), Subject::Result(own) | Subject::Argument(_, own)) =
            (other.subject.number(), &mut self.subject)
        {
            slots.push((theirs, *own.get_or_insert_with(&mut next)));
        }
        let mut renamed = |slot: Slot| {
            if let Some(known) = slots.iter().find(|it| it.0 == slot) {
                return known.1;
            }
            let own = next();
            slots.push((slot, own));
            own
        };
        let guards = other.head.when.iter();
        let mut guards: Vec<Formula> = guards.map(|it| it.renamed(&mut renamed)).collect();
        let all = match guards.len() {
            1 => guards.remove(0),
            _ => Formula::Operator(Operator::Min, guards),
        };
        self.head.variables = fresh;
        Arc::make_mut(&mut self.head.when).push(Formula::Not(Box::new(all)));
        Ok(())
    }

    /// Whether this definition takes priority over `other`, which follows it: it is specialized to concepts that
    /// differ from those of `other`.
    fn overrides(&self, other: &Define) -> bool {
        use ColumnKind::{Unsigned, Value};
        let scalar = |kind| matches!(kind, Value | Unsigned);
        let same_kind = self.kind == other.kind || scalar(self.kind) && scalar(other.kind);
        let same_place = match (&self.subject, &other.subject) {
            (Subject::Argument(own, _), Subject::Argument(theirs, _)) => own == theirs,
            (own, theirs) => std::mem::discriminant(own) == std::mem::discriminant(theirs),
        };
        if self.roles.is_empty() || !same_kind || !same_place {
            return false;
        }
        let (own, theirs) = signatures(self, other);
        let mut pairs = own.iter().zip(&theirs);
        other.roles.is_empty() || !pairs.all(|(a, b)| a.is_equivalent(b).holds())
    }

    /// Adds the guard that the concepts of `other` are not satisfied.
    fn give_way_to(&mut self, other: &Define) {
        let mut parts = vec![];
        for role in &other.roles {
            let field = other.head.fields.iter().find(|it| it.1 == role.slot);
            let Some(&(field, _)) = field else { continue };
            let slot = match self.head.fields.iter().find(|it| it.0 == field) {
                Some(&(_, slot)) => slot,
                None => {
                    let slot = self.head.variables;
                    self.head.variables += 1;
                    self.head.fields.push((field, slot));
                    slot
                }
            };
            let subject = Box::new(Formula::Variable(slot));
            parts.push(Formula::Is(subject, Arc::new(role.constraint.clone())));
        }
        let both = match parts.len() {
            0 => return,
            1 => parts.remove(0),
            _ => Formula::Operator(Operator::Min, parts),
        };
        Arc::make_mut(&mut self.head.when).push(Formula::Not(Box::new(both)));
    }
}

impl OpRules {
    /// Sets the fields of the op.
    ///
    /// # Errors
    /// The op already has different fields, to which rules may refer.
    pub(crate) fn set_schema(&mut self, op: &str, schema: Schema) -> Result<(), String> {
        let is_new =
            self.schema.fields.is_empty() && self.defines.is_empty() && self.facts.is_empty();
        if !is_new && *self.schema != schema {
            return Err(format!("the op '{op}' has another schema already"));
        }
        self.schema = schema.into();
        Ok(())
    }

    /// Adds a definition. Definitions that are specialized to a concept precede general ones, and more specific
    /// concepts precede more general ones; otherwise definitions keep their order. A definition does not apply if the
    /// concepts of one before it hold.
    ///
    /// # Errors
    /// The definition replaces another that does not exist, or that has no guards.
    pub(crate) fn insert(&mut self, mut define: Define) -> Result<(), String> {
        for name in std::mem::take(&mut define.otherwise) {
            let is_meant =
                |other: &&Arc<Define>| other.head.name == name && other.is_beside(&define);
            let others: Vec<Arc<Define>> = self.defines.iter().filter(is_meant).cloned().collect();
            if others.is_empty() {
                return Err(format!(
                    "no definition '{name}' of the same column comes before"
                ));
            }
            for other in others {
                define.apply_unless(&other)?;
            }
        }
        let comes_first = |other: &Arc<Define>| match other.roles.is_empty() {
            true => !define.roles.is_empty(),
            false => {
                let (own, theirs) = signatures(&define, other);
                is_narrower(&own, &theirs)
            }
        };
        let place = self.defines.iter().position(comes_first);
        let place = place.unwrap_or(self.defines.len());
        let (before, after) = self.defines.split_at_mut(place);
        for later in after.iter_mut().filter(|it| define.overrides(it)) {
            Arc::make_mut(later).give_way_to(&define);
        }
        for earlier in before {
            if earlier.overrides(&define) {
                define.give_way_to(earlier);
            }
        }
        self.defines.insert(place, Arc::new(define));
        Ok(())
    }

    /// The number of iterations of a loop op, as a term over values defined before it.
    ///
    /// # Errors
    /// [`Stop`].
    pub fn trips(
        &self,
        rules: &Rules,
        program: &dyn Program,
        op: OpId,
        constants: &mut dyn Constants,
    ) -> Result<Expr<Column>, Stop> {
        let place = Place::Result(0);
        for define in self
            .defines
            .iter()
            .filter(|it| it.kind == ColumnKind::Trips)
        {
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
