//! Dimension names in attributes.

use crate::item::Item;
use calipers_number::Int;

/// Pairs of dimensions with equal names: for each dimension whose name occurred before, the numbers of its item and
/// of itself, and those of the first dimension with the name. The parameter `name` of an item holds its names.
pub(super) fn alike<'p>(items: &[Item<'p>], name: &str) -> Vec<Item<'p>> {
    let (mut first, mut found) = (vec![], vec![]);
    for (item, parameters) in items.iter().enumerate() {
        let Item::Parameters(parameters) = parameters else {
            continue;
        };
        let named = parameters.iter().find(|(key, _)| *key == Some(name));
        let names = named.map_or(vec![], |(_, names)| names_of_dimensions(names));
        for (dim, symbol) in names {
            let place = [item as u64, dim];
            match first.iter().find(|(known, _)| *known == symbol) {
                None => first.push((symbol, place)),
                Some((_, other)) => {
                    let numbers = place.into_iter().chain(*other);
                    let numbers = numbers.map(|number| Item::Integer(Int::from(number)));
                    found.push(Item::List(numbers.collect()));
                }
            }
        }
    }
    found
}

/// Dimensions with their names. The attribute is a text such as `0:batch,1:length`, without names if one of them has a
/// comma; a list with the name of each dimension, where an empty name or `?` means none; or one name, of dimension 0.
fn names_of_dimensions<'p>(names: &Item<'p>) -> Vec<(u64, &'p str)> {
    let numbered = |text: &'p str| {
        let (dim, symbol) = text.split_once(':')?;
        Some((u64::from(dim.trim().parse::<u32>().ok()?), symbol.trim()))
    };
    let all: Option<Vec<(u64, &'p str)>> = match names {
        Item::Text(text) if text.contains(':') => text.split(',').map(numbered).collect(),
        Item::Text(text) => Some(vec![(0, *text)]),
        Item::List(entries) => (0..)
            .zip(entries)
            .map(|(dim, entry)| match entry {
                Item::Text(text) => Some((dim, *text)),
                _ => Some((dim, "?")),
            })
            .collect(),
        _ => None,
    };
    let is_named = |(_, name): &(u64, &str)| !matches!(*name, "" | "?");
    all.into_iter().flatten().filter(is_named).collect()
}

/// The subscripts of each operand and of the result in a text such as `ab,bc->ac`; none if it contains other
/// characters.
pub(super) fn subscripts(text: &str) -> Option<Vec<Item<'_>>> {
    let letters = |part: &'_ str| part.bytes().all(|it| it.is_ascii_alphabetic());
    let (operands, result) = text.split_once("->")?;
    let mut found = vec![];
    for part in operands.split(',').chain([result]) {
        let part = part.trim();
        if !letters(part) {
            return None;
        }
        let each = (0..part.len()).filter_map(|at| part.get(at..=at));
        found.push(Item::List(each.map(Item::Text).collect()));
    }
    Some(found)
}
