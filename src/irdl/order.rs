//! In which order definitions are made predicates: those that others speak of come first.

use super::Written;
use super::read::Definition;
use hashbrown::HashMap;

/// The numbers of the definitions, each after those of which its constraints speak. Where some speak of each
/// other round in a circle, one of the circle comes before what it speaks of, and at the end once more.
pub(super) fn order(definitions: &[Definition]) -> Vec<usize> {
    let numbers: HashMap<&str, usize> = definitions
        .iter()
        .enumerate()
        .map(|(number, definition)| (definition.name.as_str(), number))
        .collect();
    // What each waits for, and what waits for each.
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
        needed.sort_unstable();
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

/// One of a circle to which one comes from `start`: each that is not done waits for another such.
fn on_circle(start: usize, needs: &[Vec<usize>], is_done: &[bool]) -> usize {
    let (mut at, mut is_seen) = (start, vec![false; needs.len()]);
    while !std::mem::replace(&mut is_seen[at], true) {
        let next = needs[at].iter().find(|other| !is_done[**other]);
        at = next.copied().unwrap_or(at);
    }
    at
}
