//! Input assistance: completion, hints, colours, and continuation lines.

use anstyle::{AnsiColor, Style};
use calipers::script::{Session, Vocabulary};
use calipers::sexp::is_complete;
use calipers_support::order::Order;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper};
use std::borrow::Cow;
use std::path::{MAIN_SEPARATOR, Path};

/// Knows the words of the language, and where they stand.
pub struct Assistant {
    words: Vocabulary,
    has_colors: bool,
    files: FilenameCompleter,
}

impl Assistant {
    /// An assistant that completes these words.
    pub fn new(words: Vocabulary, has_colors: bool) -> Assistant {
        Assistant {
            words,
            has_colors,
            files: FilenameCompleter::new(),
        }
    }
}

impl Helper for Assistant {}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = &line[..position];
        let start = typed
            .rfind(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | ';' | ','))
            .map_or(0, |at| {
                at + typed[at..].chars().next().map_or(1, char::len_utf8)
            });
        let word = &typed[start..];
        let Some(words) = self.fitting(&typed[..start], word) else {
            let (start, found) = self.files.complete(line, position, context)?;
            return Ok((start, usual_files(found)));
        };
        let pair = |word: &str| Pair {
            display: word.to_owned(),
            replacement: word.to_owned(),
        };
        let mut known: Vec<&str> = words
            .into_iter()
            .filter(|known| known.starts_with(word))
            .collect();
        known.order();
        known.dedup();
        Ok((start, known.into_iter().map(pair).collect()))
    }
}

/// The extensions of the files that are loaded and saved usually: programs and scripts.
const EXTENSIONS: [&str; 4] = ["mlir", "mlirbc", "onnx", "cal"];

/// The folders and the files with usual extensions; all files where there are none of these.
fn usual_files(found: Vec<Pair>) -> Vec<Pair> {
    let is_usual = |file: &Pair| {
        let path = Path::new(&file.display);
        let extension = path.extension().and_then(|it| it.to_str());
        file.display.ends_with(MAIN_SEPARATOR)
            || extension.is_some_and(|it| EXTENSIONS.contains(&it))
    };
    let (usual, others): (Vec<Pair>, Vec<Pair>) = found.into_iter().partition(is_usual);
    match usual.is_empty() {
        true => others,
        false => usual,
    }
}

/// The places that `at` and `:at` accept besides values and lines.
const PLACES: [&str; 2] = ["default", "end"];

/// The operators that denote columns of values.
const COLUMNS: [&str; 6] = ["dim", "rank", "elem", "stride", "offset", "uint"];

impl Assistant {
    /// The words that may stand after a text; none where a file is named.
    fn fitting(&self, before: &str, word: &str) -> Option<Vec<&str>> {
        let tokens = tokens(before);
        if tokens
            .last()
            .is_some_and(|token| token.kind == Kind::OpenString)
        {
            return None;
        }
        let texts: Vec<&str> = tokens
            .iter()
            .map(|token| &before[token.start..token.end])
            .collect();
        let Vocabulary {
            commands,
            operators,
            pages,
            functions,
            names,
        } = &self.words;
        let listed = match &texts[..] {
            [] => vec![commands, operators, names],
            ["load"] => return None,
            ["save", _] => vec![commands],
            ["func", ..] => vec![functions],
            ["help", ..] => vec![commands, operators, pages],
            ["set"] => return Some(Session::setting_words(None).to_vec()),
            ["set", setting, ..] => return Some(Session::setting_words(Some(setting)).to_vec()),
            _ => vec![],
        };
        if !listed.is_empty() {
            return Some(listed.into_iter().flatten().map(String::as_str).collect());
        }
        let names = names.iter().map(String::as_str);
        let last = texts.iter().rev().find(|text| text.starts_with(':'));
        if word.starts_with(':') {
            return Some(Session::keywords(texts.first().copied().unwrap_or_default()).to_vec());
        }
        Some(match (&texts[..], last) {
            (["at"], _) | ([.., ":at"], _) => names.chain(PLACES).collect(),
            // The columns in which an answer is expressed.
            (_, Some(&":in")) => names.chain(COLUMNS).collect(),
            (["show" | "rules" | "nest" | "trips", ..], _) => names.collect(),
            _ => names.chain(operators.iter().map(String::as_str)).collect(),
        })
    }
}

/// The arguments that a command still requires.
impl Hinter for Assistant {
    type Hint = String;

    fn hint(&self, line: &str, position: usize, _: &Context<'_>) -> Option<String> {
        if position < line.len() {
            return None;
        }
        let start = line.trim_start();
        let (name, is_open) = match start.strip_prefix('(') {
            Some(rest) => (rest, true),
            None => (start, false),
        };
        let usage = Session::usage(name.trim_end())?;
        let wanted = usage.strip_prefix('(')?.strip_prefix(name.trim_end())?;
        let wanted = match is_open {
            true => wanted,
            false => wanted.strip_suffix(')')?,
        };
        let wanted = match name.ends_with(' ') {
            true => wanted.trim_start(),
            false => wanted,
        };
        (!wanted.is_empty()).then(|| wanted.to_owned())
    }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if !self.has_colors {
            return Cow::Borrowed(line);
        }
        let mut text = String::new();
        let mut end = 0;
        for token in tokens(line) {
            let style = token.kind.style();
            text += &line[end..token.start];
            text += &format!("{style}{}{style:#}", &line[token.start..token.end]);
            end = token.end;
        }
        Cow::Owned(text + &line[end..])
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        let style = Style::new().dimmed();
        match self.has_colors {
            true => Cow::Owned(format!("{style}{hint}{style:#}")),
            false => Cow::Borrowed(hint),
        }
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        self.has_colors
    }
}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(match is_complete(context.input()) {
            true => ValidationResult::Valid(None),
            false => ValidationResult::Incomplete,
        })
    }
}

/// The kind of a token, for its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Command,
    Value,
    Number,
    Keyword,
    String,
    OpenString,
    Comment,
    /// An unmatched closing parenthesis.
    Stray,
    Plain,
}

impl Kind {
    fn style(self) -> Style {
        let colored = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
        match self {
            Kind::Command => colored(AnsiColor::Cyan).bold(),
            Kind::Value => colored(AnsiColor::Green),
            Kind::Number => colored(AnsiColor::Yellow),
            Kind::Keyword => colored(AnsiColor::Magenta),
            Kind::String | Kind::OpenString => colored(AnsiColor::Blue),
            Kind::Comment => Style::new().dimmed(),
            Kind::Stray => colored(AnsiColor::Red).bold(),
            Kind::Plain => Style::new(),
        }
    }
}

struct Token {
    start: usize,
    end: usize,
    kind: Kind,
}

/// The words, strings, comments and unmatched parentheses of a line.
fn tokens(line: &str) -> Vec<Token> {
    let mut tokens = vec![];
    let mut depth = 0usize;
    let mut at = 0;
    let mut is_head = true;
    while let Some(c) = line[at..].chars().next() {
        let start = at;
        let rest = &line[at + c.len_utf8()..];
        at += c.len_utf8();
        let kind = match c {
            c if c.is_whitespace() => continue,
            '(' => {
                depth += 1;
                is_head = true;
                continue;
            }
            ')' => {
                is_head = false;
                match depth.checked_sub(1) {
                    Some(outer) => {
                        depth = outer;
                        continue;
                    }
                    None => Kind::Stray,
                }
            }
            ';' => {
                at += rest.find('\n').unwrap_or(rest.len());
                Kind::Comment
            }
            '"' => {
                let length = closing_quote(rest);
                at += length.map_or(rest.len(), |length| length + 1);
                is_head = false;
                match length {
                    Some(_) => Kind::String,
                    None => Kind::OpenString,
                }
            }
            _ => {
                let is_end = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | ';');
                at += rest.find(is_end).unwrap_or(rest.len());
                let kind = word_kind(&line[start..at], is_head);
                is_head = false;
                kind
            }
        };
        tokens.push(Token {
            start,
            end: at,
            kind,
        });
    }
    tokens
}

/// The end of a string whose opening quote has been read.
fn closing_quote(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' if !is_escaped => return Some(at),
            '\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    None
}

fn word_kind(word: &str, is_head: bool) -> Kind {
    let digits = word.strip_prefix('-').unwrap_or(word);
    match word.chars().next() {
        Some('%' | '@') => Kind::Value,
        Some(':') => Kind::Keyword,
        _ if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => Kind::Number,
        _ if is_head && Session::commands().any(|name| name == word) => Kind::Command,
        _ => Kind::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_kinds() {
        let line = "(range (+ %x 4) :in (\"a)\\\"\" y)) ) ; done";
        let found: Vec<(&str, Kind)> = tokens(line)
            .iter()
            .map(|token| (&line[token.start..token.end], token.kind))
            .filter(|(_, kind)| *kind != Kind::Plain)
            .collect();
        assert_eq!(
            found,
            [
                ("range", Kind::Command),
                ("%x", Kind::Value),
                ("4", Kind::Number),
                (":in", Kind::Keyword),
                ("\"a)\\\"\"", Kind::String),
                (")", Kind::Stray),
                ("; done", Kind::Comment),
            ]
        );
        let open = tokens("load \"exam");
        assert_eq!(open.last().map(|token| token.kind), Some(Kind::OpenString));
    }

    #[test]
    fn completion_knows_the_position() {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let words = Vocabulary {
            commands: owned(&["range", "rules", "reload"]),
            operators: owned(&["rank", "min"]),
            pages: owned(&["numbers"]),
            functions: owned(&["matmul"]),
            names: owned(&["%rows", "%x", "n"]),
        };
        let assistant = Assistant::new(words, false);
        let history = rustyline::history::DefaultHistory::new();
        let found = |line: &str| {
            let found = assistant.complete(line, line.len(), &Context::new(&history));
            let (_, pairs) = found.expect("nothing is read");
            let words = pairs.into_iter().map(|pair| pair.replacement);
            words.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(found("ra"), "range rank");
        assert_eq!(found("%"), "%rows %x");
        assert_eq!(found("range ra"), "rank");
        assert_eq!(found("(range (+ %"), "%rows %x");
        assert_eq!(found("func "), "matmul");
        assert_eq!(found("help n"), "numbers");
        assert_eq!(found("set over"), "overflow");
        assert_eq!(found("set syntax "), "auto infix sexp");
        assert_eq!(found("eq %x :"), ":at :in");
        assert_eq!(found("eq %x :in (r"), "rank");
        assert_eq!(
            found("eq %x :in (n, "),
            "%rows %x dim elem n offset rank stride uint"
        );
        assert_eq!(found("prove %x < 4 :at e"), "end");
        assert_eq!(found("rules r"), "");
    }

    #[test]
    fn programs_and_folders_come_before_other_files() {
        let kept = |names: &[&str]| {
            let pair = |name: &&str| Pair {
                display: (*name).to_owned(),
                replacement: (*name).to_owned(),
            };
            let kept = usual_files(names.iter().map(pair).collect()).into_iter();
            kept.map(|it| it.display).collect::<Vec<_>>()
        };
        let names = [
            "a.mlir",
            "Cargo.toml",
            "src/",
            "b.cal",
            "net.onnx",
            "LICENSE",
        ];
        assert_eq!(kept(&names), ["a.mlir", "src/", "b.cal", "net.onnx"]);
        assert_eq!(kept(&["width.svg", "notes"]), ["width.svg", "notes"]);
    }

    #[test]
    fn hints_tell_what_a_command_wants() {
        let assistant = Assistant::new(Vocabulary::default(), false);
        let history = rustyline::history::DefaultHistory::new();
        let hint = |line: &str| assistant.hint(line, line.len(), &Context::new(&history));
        assert_eq!(hint("range").as_deref(), Some(" E"));
        assert_eq!(hint("(range ").as_deref(), Some("E)"));
        assert_eq!(hint("(range x"), None);
        assert_eq!(hint("why"), None);
    }
}
