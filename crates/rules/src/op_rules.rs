//! The priority among the rules of an op.

use super::formula::renamed;
use crate::concept::{ConstraintAlgebra, is_narrower};
use calipers_program::term::Operator;
use calipers_semantics::concept::{Constraint, Predicate};
use calipers_semantics::{ColumnKind, Define, Formula, OpRules, Role, Schema, Slot, Subject};
use std::sync::Arc;

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

/// Whether both define the same columns of the same values of an op.
pub fn is_beside(define: &Define, other: &Define) -> bool {
    let same_place = match (&define.subject, &other.subject) {
        (Subject::Argument(own, _), Subject::Argument(theirs, _)) => own == theirs,
        (own, theirs) => std::mem::discriminant(own) == std::mem::discriminant(theirs),
    };
    define.kind == other.kind && same_place
}

/// Restricts this definition to ops for which a guard of `other` definitely fails: while that is undetermined,
/// neither definition applies.
fn apply_unless(define: &mut Define, other: &Define) -> Result<(), String> {
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
    let mut fresh = define.head.variables;
    let mut next = || {
        fresh += 1;
        fresh - 1
    };
    for &(field, theirs) in &other.head.fields {
        let own = define.head.fields.iter().find(|it| it.0 == field);
        let own = own.map(|it| it.1).unwrap_or_else(|| {
            let slot = next();
            define.head.fields.push((field, slot));
            slot
        });
        slots.push((theirs, own));
    }
    if let Some(theirs) = other.index {
        slots.push((theirs, *define.index.get_or_insert_with(&mut next)));
    }
    if let (Some(theirs), Subject::Result(own) | Subject::Argument(_, own)) =
        (other.subject.number(), &mut define.subject)
    {
        slots.push((theirs, *own.get_or_insert_with(&mut next)));
    }
    let mut to_own = |slot: Slot| {
        if let Some(known) = slots.iter().find(|it| it.0 == slot) {
            return known.1;
        }
        let own = next();
        slots.push((slot, own));
        own
    };
    let guards = other.head.when.iter();
    let mut guards: Vec<Formula> = guards.map(|it| renamed(it, &mut to_own)).collect();
    let all = match guards.len() {
        1 => guards.remove(0),
        _ => Formula::Operator(Operator::Min, guards),
    };
    define.head.variables = fresh;
    Arc::make_mut(&mut define.head.when).push(Formula::Not(Box::new(all)));
    Ok(())
}

/// Whether this definition takes priority over `other`, which follows it: it is specialized to concepts that
/// differ from those of `other`.
fn overrides(define: &Define, other: &Define) -> bool {
    use ColumnKind::{Unsigned, Value};
    let scalar = |kind| matches!(kind, Value | Unsigned);
    let same_kind = define.kind == other.kind || scalar(define.kind) && scalar(other.kind);
    let same_place = match (&define.subject, &other.subject) {
        (Subject::Argument(own, _), Subject::Argument(theirs, _)) => own == theirs,
        (own, theirs) => std::mem::discriminant(own) == std::mem::discriminant(theirs),
    };
    if define.roles.is_empty() || !same_kind || !same_place {
        return false;
    }
    let (own, theirs) = signatures(define, other);
    let mut pairs = own.iter().zip(&theirs);
    other.roles.is_empty() || !pairs.all(|(a, b)| a.is_equivalent(b).holds())
}

/// Adds the guard that the concepts of `other` are not satisfied.
fn give_way_to(define: &mut Define, other: &Define) {
    let mut parts = vec![];
    for role in &other.roles {
        let field = other.head.fields.iter().find(|it| it.1 == role.slot);
        let Some(&(field, _)) = field else { continue };
        let slot = match define.head.fields.iter().find(|it| it.0 == field) {
            Some(&(_, slot)) => slot,
            None => {
                let slot = define.head.variables;
                define.head.variables += 1;
                define.head.fields.push((field, slot));
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
    Arc::make_mut(&mut define.head.when).push(Formula::Not(Box::new(both)));
}

/// Sets the fields of the op.
///
/// # Errors
/// The op already has different fields, to which rules may refer.
pub(super) fn set_schema(known: &mut OpRules, op: &str, schema: Schema) -> Result<(), String> {
    let is_new =
        known.schema.fields.is_empty() && known.defines.is_empty() && known.facts.is_empty();
    if !is_new && *known.schema != schema {
        return Err(format!("the op '{op}' has another schema already"));
    }
    known.schema = schema.into();
    Ok(())
}

/// Adds a definition. Definitions that are specialized to a concept precede general ones, and more specific
/// concepts precede more general ones; otherwise definitions keep their order. A definition does not apply if the
/// concepts of one before it hold.
///
/// # Errors
/// The definition replaces another that does not exist, or that has no guards.
pub(super) fn insert(known: &mut OpRules, mut define: Define) -> Result<(), String> {
    for name in std::mem::take(&mut define.otherwise) {
        let is_meant = |other: &&Arc<Define>| other.head.name == name && is_beside(other, &define);
        let others: Vec<Arc<Define>> = known.defines.iter().filter(is_meant).cloned().collect();
        if others.is_empty() {
            return Err(format!(
                "no definition '{name}' of the same column comes before"
            ));
        }
        for other in others {
            apply_unless(&mut define, &other)?;
        }
    }
    let comes_first = |other: &Arc<Define>| match other.roles.is_empty() {
        true => !define.roles.is_empty(),
        false => {
            let (own, theirs) = signatures(&define, other);
            is_narrower(&own, &theirs)
        }
    };
    let place = known.defines.iter().position(comes_first);
    let place = place.unwrap_or(known.defines.len());
    let (before, after) = known.defines.split_at_mut(place);
    for later in after.iter_mut().filter(|it| overrides(&define, it)) {
        give_way_to(Arc::make_mut(later), &define);
    }
    for earlier in before {
        if overrides(earlier, &define) {
            give_way_to(&mut define, earlier);
        }
    }
    known.defines.insert(place, Arc::new(define));
    Ok(())
}
