//! Statics as Rust source.

/// The names of ops in ascending order, and their number.
pub(crate) fn names<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.collect();
    let (count, all) = (names.len(), names.concat());
    let until: Vec<usize> = sums(names.iter().map(|name| name.len())).collect();
    let slots = calipers_support::names::slots(&names);
    format!(
        "const OPS: usize = {count};\n\
         static OP_NAMES: Names = Names {{ all: {all:?}, until: &{until:?}, slots: &{slots:?} }};\n"
    )
}

/// An array of numbers.
pub(crate) fn numbers(name: &str, ty: &str, all: impl IntoIterator<Item = usize>) -> String {
    let all: Vec<usize> = all.into_iter().collect();
    format!("static {name}: [{ty}; {}] = {all:?};\n", all.len())
}

/// Lists of numbers: the end of each, and all numbers.
pub(crate) fn lists<'l, L>(
    [until, all]: [&str; 2],
    lists: impl Iterator<Item = &'l L> + Clone,
) -> String
where
    L: 'l,
    &'l L: IntoIterator<Item = &'l usize>,
{
    let lengths = lists.clone().map(|list| list.into_iter().count());
    let mut text = numbers(until, "u32", sums(lengths));
    text += &numbers(all, "u16", lists.flatten().copied());
    text
}

/// The prefix sums.
fn sums(all: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
    all.scan(0, |sum, next| {
        *sum += next;
        Some(*sum)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_flat() {
        let text = lists(["UNTIL", "ALL"], [vec![3, 5], vec![], vec![4]].iter());
        assert_eq!(
            text,
            "static UNTIL: [u32; 3] = [2, 2, 3];\nstatic ALL: [u16; 3] = [3, 5, 4];\n"
        );
    }

    #[test]
    fn names_are_one_text() {
        let text = names(["a.b", "a.cd"].into_iter());
        assert!(text.contains("OPS: usize = 2") && text.contains("\"a.ba.cd\", until: &[3, 7]"));
    }
}
