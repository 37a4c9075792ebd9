//! Topological order of definitions, so that each is translated after those that it refers to.

use super::Written;
use super::read::Definition;
use calipers_support::order::Order;
use hashbrown::HashMap;

/// The indices of the definitions, each after those that its constraints refer to. For each cycle of references, one
/// member comes before its references, and once more at the end.
pub(super) fn order(definitions: &[Definition]) -> Vec<usize> {
    let numbers: HashMap<&str, usize> = definitions
        .iter()
        .enumerate()
        .map(|(number, definition)| (definition.name.as_str(), number))
        .collect();
    // The dependencies of each definition, and its users.
    let mut needs: Vec<Vec<usize>> = vec![];
    let mut users = vec![vec![]; definitions.len()];
    for (number, definition) in definitions.iter().enumerate() {
        let names = definition.constraints.iter().filter_map(|it| match &it.1 {
            Written::Base(name) | Written::Parametric(name, _) => name.get(1..),
            _ => None,
        });
        let mut needed: Vec<usize> = names
            .filter_map(|name| numbers.get(name).copied())
            .filter(|other| *other != number)
            .collect();
        needed.order();
        needed.dedup();
        needed.iter().for_each(|other| users[*other].push(number));
        needs.push(needed);
    }
    let mut open: Vec<usize> = needs.iter().map(Vec::len).collect();
    let mut is_done = vec![false; definitions.len()];
    let mut ready: Vec<usize> = (0..definitions.len()).filter(|it| open[*it] == 0).collect();
    let (mut found, mut again, mut first) = (vec![], vec![], 0);
    loop {
        while let Some(number) = ready.pop() {
            is_done[number] = true;
            found.push(number);
            for &user in &users[number] {
                open[user] -= 1;
                if open[user] == 0 && !is_done[user] {
                    ready.push(user);
                }
            }
        }
        while is_done.get(first) == Some(&true) {
            first += 1;
        }
        if first == definitions.len() {
            found.append(&mut again);
            return found;
        }
        let cut = on_circle(first, &needs, &is_done);
        again.push(cut);
        ready.push(cut);
    }
}

/// A member of a cycle that is reachable from `start`: every unfinished definition depends on another one.
fn on_circle(start: usize, needs: &[Vec<usize>], is_done: &[bool]) -> usize {
    let (mut at, mut is_seen) = (start, vec![false; needs.len()]);
    while !std::mem::replace(&mut is_seen[at], true) {
        let next = needs[at].iter().find(|other| !is_done[**other]);
        at = next.copied().unwrap_or(at);
    }
    at
}
