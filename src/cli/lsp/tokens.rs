//! Semantic tokens: what the words of a document are.

use super::text::text_length;

/// The kinds of tokens; the protocol refers to them by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Comment,
    Text,
    Number,
    Variable,
    Function,
    Type,
    Keyword,
    Parameter,
    Op,
}

/// The names of the kinds in the protocol, in the order of their declaration.
pub const KINDS: [&str; 9] = [
    "comment",
    "string",
    "number",
    "variable",
    "function",
    "type",
    "keyword",
    "parameter",
    "method",
];

/// A token; its place is relative to the one before it.
pub struct Token {
    delta_line: u32,
    /// In UTF-16 units: from the start of the one before it in the same line, else from the start of the line.
    delta_start: u32,
    length: u32,
    kind: Kind,
}

/// The numbers of the protocol: five for each token.
pub fn numbers(tokens: &[Token]) -> Vec<u32> {
    const NO_MODIFIERS: u32 = 0;
    let numbers = tokens.iter().flat_map(|it| {
        let (line, start, kind) = (it.delta_line, it.delta_start, it.kind as u32);
        [line, start, it.length, kind, NO_MODIFIERS]
    });
    numbers.collect()
}

/// The words of types in programs.
const TYPES: [&str; 12] = [
    "index", "tensor", "memref", "vector", "complex", "tuple", "none", "f16", "bf16", "f32", "f64",
    "f80",
];

/// The tokens of a program.
pub fn of_program(text: &str) -> Vec<Token> {
    tokens(text, |rest| {
        let sign = rest.chars().next()?;
        let named = |kind| Some((1 + word_length(&rest[sign.len_utf8()..]), kind));
        match sign {
            '/' if rest.starts_with("//") => Some((rest.len(), Kind::Comment)),
            '"' => Some((text_length(rest), Kind::Text)),
            '%' => named(Kind::Variable),
            '@' => named(Kind::Function),
            '^' => named(Kind::Keyword),
            '!' | '#' => named(Kind::Type),
            c if c.is_ascii_digit() => Some((word_length(rest), Kind::Number)),
            c if c.is_alphabetic() || c == '_' => {
                let word = &rest[..word_length(rest)];
                let is_integer = word.strip_prefix("ui").or(word.strip_prefix("si"));
                let is_integer = is_integer.or(word.strip_prefix('i'));
                let is_integer = is_integer
                    .is_some_and(|it| !it.is_empty() && it.bytes().all(|c| c.is_ascii_digit()));
                let kind = match word {
                    _ if is_integer || TYPES.contains(&word) => Kind::Type,
                    _ if word.contains('.') => Kind::Op,
                    _ => Kind::Keyword,
                };
                Some((word.len(), kind))
            }
            _ => None,
        }
    })
}

fn word_length(text: &str) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || "._$-".contains(c);
    // An arrow is not part of a word.
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    text[..end].trim_end_matches('-').len()
}

/// The tokens of a rule file.
pub fn of_rules(text: &str) -> Vec<Token> {
    let mut is_head = false;
    tokens(text, |rest| {
        let first = rest.chars().next()?;
        let was_head = std::mem::replace(&mut is_head, first == '(');
        match first {
            ';' => Some((rest.len(), Kind::Comment)),
            '"' => Some((text_length(rest), Kind::Text)),
            '(' | ')' => None,
            c if c.is_whitespace() => {
                is_head = was_head;
                None
            }
            first => {
                let is_end = |c: char| c.is_whitespace() || "();\"".contains(c);
                let word = &rest[..rest.find(is_end).unwrap_or(rest.len())];
                let is_number = |word: &str| word.bytes().all(|c| c.is_ascii_digit());
                let kind = match first {
                    '?' => Kind::Variable,
                    ':' => Kind::Parameter,
                    _ if is_number(word.strip_prefix('-').unwrap_or(word)) && word != "-" => {
                        Kind::Number
                    }
                    c if word.contains('.') && c.is_alphabetic() => Kind::Op,
                    _ if was_head => Kind::Keyword,
                    _ => Kind::Function,
                };
                Some((word.len(), kind))
            }
        }
    })
}

/// The tokens of a text. `token` gives the length in bytes and the kind of the token at the start of the rest of a line.
fn tokens(text: &str, mut token: impl FnMut(&str) -> Option<(usize, Kind)>) -> Vec<Token> {
    let units = |text: &str| text.encode_utf16().count() as u32;
    let mut found = vec![];
    // The place of the last token.
    let mut last = (0, 0);
    for (line, content) in (0..).zip(text.lines()) {
        let (mut at, mut column) = (0, 0);
        while let Some(next) = content[at..].chars().next() {
            let Some((length, kind)) = token(&content[at..]).filter(|(length, _)| *length > 0)
            else {
                at += next.len_utf8();
                column += next.len_utf16() as u32;
                continue;
            };
            let length_in_units = units(&content[at..at + length]);
            found.push(Token {
                delta_line: line - last.0,
                delta_start: match line == last.0 {
                    true => column - last.1,
                    false => column,
                },
                length: length_in_units,
                kind,
            });
            last = (line, column);
            at += length;
            column += length_in_units;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a text of one line, with their kinds.
    fn told(text: &str, tokens: Vec<Token>) -> Vec<(String, u32)> {
        let units: Vec<u16> = text.encode_utf16().collect();
        let mut at = 0;
        let word = |token: Token| {
            at += token.delta_start as usize;
            let word = &units[at..at + token.length as usize];
            (String::from_utf16_lossy(word), token.kind as u32)
        };
        tokens.into_iter().map(word).collect()
    }

    #[test]
    fn words_of_programs_have_kinds() {
        let text = "%a = arith.addi %b, %c : i32 // 𝑥";
        let kinds = [
            ("%a", Kind::Variable),
            ("arith.addi", Kind::Op),
            ("%b", Kind::Variable),
            ("%c", Kind::Variable),
            ("i32", Kind::Type),
            ("// 𝑥", Kind::Comment),
        ];
        let kinds: Vec<_> = kinds
            .map(|(word, kind)| (word.to_owned(), kind as u32))
            .into();
        assert_eq!(told(text, of_program(text)), kinds);
    }

    #[test]
    fn words_of_rules_have_kinds() {
        let text = "(fact f (my.op ?x) (<= -1 ?x) :in 0) ; why";
        let kinds = [
            ("fact", Kind::Keyword),
            ("f", Kind::Function),
            ("my.op", Kind::Op),
            ("?x", Kind::Variable),
            ("<=", Kind::Keyword),
            ("-1", Kind::Number),
            ("?x", Kind::Variable),
            (":in", Kind::Parameter),
            ("0", Kind::Number),
            ("; why", Kind::Comment),
        ];
        let kinds: Vec<_> = kinds
            .map(|(word, kind)| (word.to_owned(), kind as u32))
            .into();
        assert_eq!(told(text, of_rules(text)), kinds);
    }
}
