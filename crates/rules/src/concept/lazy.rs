//! The concepts of the library that rules refer to, each parsed on first use.
//!
//! At build time, `build.rs` indexes for each concept the other concepts that it refers to.

use super::files::FILES;
use super::library::{Concept, Concepts};
use std::sync::{Arc, OnceLock};

// The index: `CONCEPTS` (their number), `PLACES`, `NEEDS` and `NEEDS_UNTIL`.
include!(concat!(env!("OUT_DIR"), "/concepts.rs"));

/// The position of a concept in the files.
struct Place {
    file: u8,
    start: u32,
    end: u32,
    line: u32,
    name: &'static str,
}

static READ: [OnceLock<Arc<Concept>>; CONCEPTS] = [const { OnceLock::new() }; CONCEPTS];

impl Concepts {
    /// The concepts of the library with these numbers. The caller must include all concepts that these refer to.
    pub(crate) fn some(numbers: impl Iterator<Item = u16>) -> Concepts {
        Concepts::of(numbers.map(concept))
    }
}

fn concept(number: u16) -> Arc<Concept> {
    let number = usize::from(number);
    let read = || {
        let Place {
            file,
            start,
            end,
            line,
            name,
        } = PLACES[number];
        let (file, text) = FILES[usize::from(file)];
        let text = &text[start as usize..end as usize];
        let from = number.checked_sub(1).map_or(0, |it| NEEDS_UNTIL[it]) as usize;
        let needs = &NEEDS[from..NEEDS_UNTIL[number] as usize];
        let given = Concepts::some(needs.iter().copied());
        let read = Concepts::read_one(given, number, name, text, (file, line as usize));
        read.ok().expect("the embedded concepts can be read")
    };
    Arc::clone(READ[number].get_or_init(read))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_read_alone_as_it_is_among_all() {
        let all = Concepts::embedded();
        assert_eq!(all.iter().count(), CONCEPTS);
        for number in 0..CONCEPTS as u16 {
            let alone = concept(number);
            let among_all = all.get(&alone.name);
            let shown = |it: &Concept| {
                let said = (&it.name, &it.parameters, it.sort, &it.predicate);
                format!("{said:?} {} {:?}", it.number, it.place)
            };
            assert_eq!(Some(shown(&alone)), among_all.map(|it| shown(it)));
        }
    }
}
