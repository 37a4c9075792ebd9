//! Words of other languages, for which an error names those of this one.

/// The signs of operators, longer ones first, with hints.
const OPERATORS: [(&str, &str); 12] = [
    ("**", "there are no powers: write `x * x`"),
    ("^", "there are no powers: write `x * x`"),
    ("//", "write `x floordiv y` or `x ceildiv y`"),
    ("/", "write `x floordiv y`, `x ceildiv y` or `x truncdiv y`"),
    ("%", "write `x mod y`, or `x truncmod y` with the sign of x"),
    ("&&", "write `and`"),
    ("&", "write `and`"),
    ("||", "write `or`"),
    ("|", "write `or`"),
    ("===", "write `==`"),
    ("=", "equality is `==`"),
    ("!", "write `not`, or `!=`"),
];

/// Words with hints.
const WORDS: [(&str, &str); 4] = [
    ("in", "the keyword is `:in`"),
    ("at", "the keyword is `:at`"),
    ("is", "equality is `==`"),
    ("div", "write `floordiv`, `ceildiv` or `truncdiv`"),
];

/// The hint for an operator of another language that a word is or contains.
pub(super) fn operator(word: &str) -> Option<&'static str> {
    // The first character of the name of a value is none.
    let rest = word
        .get(1..)
        .filter(|_| word.len() > 1 && word.starts_with('%'));
    let rest = rest.unwrap_or(word);
    let is_own = matches!(word, "==" | "!=" | "<=" | ">=");
    let sign = OPERATORS
        .iter()
        .find(|(sign, _)| !is_own && rest.contains(sign));
    let found = WORDS.iter().find(|(known, _)| *known == word).or(sign);
    found.map(|(_, help)| *help)
}

/// The command for a word that other tools have for it.
pub(super) fn command(word: &str) -> Option<&'static str> {
    Some(match word {
        "picture" | "draw" | "plot" | "graph" => "svg",
        "bound" | "bounds" | "interval" | "value" => "range",
        "print" | "display" | "type" => "show",
        "let" | "int" | "declare" | "def" => "var",
        "assert" => "check",
        "equal" | "equals" => "eq",
        "revert" | "retract" | "reset" | "forget" => "undo",
        "explain" | "counterexample" | "example" | "model" => "why",
        "open" | "read" | "file" => "load",
        "functions" | "list" | "ls" => "funcs",
        "function" | "fn" => "func",
        "line" | "goto" => "at",
        "loops" => "nest",
        "size" | "sizes" | "shapes" => "shape",
        "bye" | "q" | ":q" => "quit",
        "?" | "usage" | "man" => "help",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Session;

    #[test]
    fn operators_are_found_in_words() {
        for word in ["=", "n=3", "%x=3", "is"] {
            assert_eq!(operator(word), Some("equality is `==`"), "{word}");
        }
        assert!(operator("%x%4").is_some_and(|it| it.contains("mod")));
        for word in ["%x", "n", "==", "!=", "%", "inner"] {
            assert_eq!(operator(word).is_some(), word == "%", "{word}");
        }
    }

    #[test]
    fn commands_are_those_that_there_are() {
        let commands: Vec<&str> = Session::commands().collect();
        for word in ["picture", "bounds", "let", "retract", "?", "ls", "print"] {
            let found = command(word).expect("it has a command");
            assert!(
                commands.contains(&found) && !commands.contains(&word),
                "{word}"
            );
        }
    }
}
