//! Long proofs in short: inner arguments are counted, and terms that repeat are named once.

use hashbrown::HashMap;

/// A proof with no more lines than this is printed in full.
const MAX_LINES: usize = 40;
/// The indentation from which the lines of a long proof are left out.
const MAX_INDENT: usize = 6;
/// Terms of fewer bytes get no name.
const MIN_TERM: usize = 24;
/// A term gets a name if it occurs at least as often.
const MIN_COUNT: usize = 3;
/// The maximum number of names.
const MAX_NAMES: usize = 9;
/// The maximum size in bytes of a text in which repeated terms are sought.
const MAX_TEXT: usize = 64 << 10;

/// A proof in short, with a hint at the command that prints all of it; short proofs as they are.
pub(super) fn folded(proof: String) -> String {
    if proof.lines().count() <= MAX_LINES {
        return proof;
    }
    let outer = without_inner_lines(&proof);
    let (text, names) = with_names(outer);
    let mut lines = vec![text];
    if !names.is_empty() {
        lines.push("where".to_owned());
        lines.extend(names);
    }
    lines.push("`(proof --full)` prints every line".to_owned());
    lines.join("\n")
}

/// The outer lines, with the number of lines that are left out.
fn without_inner_lines(proof: &str) -> String {
    let mut lines: Vec<String> = vec![];
    let mut left_out = 0;
    let tell = |lines: &mut Vec<String>, left_out: &mut usize| {
        if *left_out > 0 {
            lines.push(format!("{}… {left_out} more lines", " ".repeat(MAX_INDENT)));
        }
        *left_out = 0;
    };
    for line in proof.lines() {
        let indent = line.len() - line.trim_start().len();
        if indent >= MAX_INDENT {
            left_out += 1;
            continue;
        }
        tell(&mut lines, &mut left_out);
        lines.push(line.to_owned());
    }
    tell(&mut lines, &mut left_out);
    lines.join("\n")
}

/// The text with names for repeated terms, and the lines that define them.
fn with_names(mut text: String) -> (String, Vec<String>) {
    let mut names = vec![];
    if text.len() > MAX_TEXT {
        return (text, names);
    }
    while names.len() < MAX_NAMES {
        let Some(term) = most_repeated(&text).map(str::to_owned) else {
            break;
        };
        let name = format!("t{}", names.len());
        text = text.replace(&term, &name);
        names.push(format!("  {name} = {term}"));
    }
    (text, names)
}

/// The term in parentheses whose repetitions take the most space.
fn most_repeated(text: &str) -> Option<&str> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for line in text.lines() {
        let mut open = vec![];
        for (at, c) in line.char_indices() {
            match c {
                '(' => open.push(at),
                ')' => {
                    let Some(start) = open.pop() else { continue };
                    let term = &line[start..=at];
                    if term.len() >= MIN_TERM {
                        *counts.entry(term).or_default() += 1;
                    }
                }
                _ => {}
            }
        }
    }
    let repeated = counts.into_iter().filter(|(_, count)| *count >= MIN_COUNT);
    // The text breaks ties, since the order of a hash map is arbitrary.
    let most = repeated.max_by_key(|(term, count)| (term.len() * (count - 1), *term));
    most.map(|(term, _)| term)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_proofs_are_short() {
        let short = "claim: x\nby its range".to_owned();
        assert_eq!(folded(short.clone()), short);
        let inner = "        1 × (x >= 0)\n".repeat(60);
        let line = "  show (<= 0 (+ (* 9 (trip %j)) (min 0 (trip %j))))\n";
        let long = format!("claim: y\n{}{inner}by cases", line.repeat(4));
        let text = folded(long);
        let expected = "claim: y\n  show t0\n";
        assert!(text.starts_with(expected), "{text}");
        let end = "      … 60 more lines\nby cases\nwhere\n  \
                   t0 = (<= 0 (+ (* 9 (trip %j)) (min 0 (trip %j))))\n`(proof --full)` prints every line";
        assert!(text.ends_with(end), "{text}");
    }
}
