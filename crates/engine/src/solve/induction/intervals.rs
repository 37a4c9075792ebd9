//! Candidate bounds of carried values by interval arithmetic over all of them together: values that a loop exchanges or
//! complements bound each other (P. and R. Cousot, *Abstract interpretation*, 1977).

use super::super::knowledge::Knowledge;
use crate::number::Range;
use crate::term::{ENode, Id, node_range};
use hashbrown::HashMap;

/// The iterations after which ends that still move are dropped.
const MAX_ITERATIONS: usize = 4;

/// Limit of the classes below one yielded value.
const MAX_CLASSES: usize = 64;

/// A carried value: its class, the range of its initial value, and the class of the value that an iteration yields.
pub(super) struct Cycle {
    pub(super) own: Id,
    pub(super) initial: Range,
    pub(super) yielded: Id,
}

/// Ranges that contain the initial values and that an iteration preserves, by universal ranges alone. The conditions of
/// the loop do not count, so that these are candidates only where those play no part.
pub(super) fn preserved(known: &Knowledge<'_>, cycles: &[Cycle]) -> Vec<Range> {
    let mut ranges: Vec<Range> = cycles.iter().map(|cycle| cycle.initial.clone()).collect();
    // Each iteration beyond the limit drops at least one end, or a congruence.
    for iteration in 0..MAX_ITERATIONS + 3 * cycles.len() {
        let own = cycles.iter().zip(&ranges);
        let mut body: HashMap<Id, Range> = own
            .map(|(cycle, range)| (known.egraph.find(cycle.own), range.clone()))
            .collect();
        let mut is_stable = true;
        for (cycle, range) in cycles.iter().zip(&mut ranges) {
            let next = range.join(&range_within(known, cycle.yielded, &mut body));
            if next == *range {
                continue;
            }
            is_stable = false;
            *range = match iteration < MAX_ITERATIONS {
                true => next,
                false => without_moved_ends(range, &next),
            };
        }
        if is_stable {
            return ranges;
        }
    }
    vec![Range::full(); cycles.len()]
}

fn without_moved_ends(before: &Range, after: &Range) -> Range {
    let mut range = Range::full();
    if let Some(lower) = before.lower().filter(|end| after.lower() == Some(end)) {
        range = range.intersect(&Range::at_least(lower.clone()));
    }
    if let Some(upper) = before.upper().filter(|end| after.upper() == Some(end)) {
        range = range.intersect(&Range::at_most(upper.clone()));
    }
    range
}

/// The range of a class if some classes have these ranges; those of the classes below it are added.
fn range_within(known: &Knowledge<'_>, class: Id, ranges: &mut HashMap<Id, Range>) -> Range {
    let mut stack = vec![(known.egraph.find(class), false)];
    let mut visited = 0;
    while let Some((class, is_done)) = stack.pop() {
        if !is_done {
            visited += 1;
            if ranges.contains_key(&class) || visited > MAX_CLASSES {
                continue;
            }
            stack.push((class, true));
            let form = known.egraph.form(class);
            let atoms = form.atoms().filter(|&atom| atom != class);
            let mut below: Vec<Id> = atoms.collect();
            if !form.is_constant() {
                let nodes = known.egraph.nodes(class);
                below.extend(nodes.flat_map(|node| node.children().iter().copied()));
            }
            stack.extend(below.into_iter().map(|it| (known.egraph.find(it), false)));
            // On a cycle, the universal range.
            ranges.insert(class, known.egraph.range(class).clone());
            continue;
        }
        let mut range = known.egraph.range(class).clone();
        let of = |id: Id| {
            let id = known.egraph.find(id);
            ranges.get(&id).unwrap_or_else(|| known.egraph.range(id))
        };
        let form = known.egraph.form(class);
        if form.as_atom() != Some(class) {
            let terms = form.terms().iter().map(|(atom, k)| (k, of(*atom)));
            range = range.intersect(&Range::combination(form.constant(), terms));
        }
        for node in known.egraph.nodes(class) {
            if !form.is_constant() && !matches!(node, ENode::Leaf(_)) {
                range = range.intersect(&node_range(node, of));
            }
        }
        ranges.insert(class, range);
    }
    let class = known.egraph.find(class);
    let range = ranges.get(&class);
    range.unwrap_or_else(|| known.egraph.range(class)).clone()
}
