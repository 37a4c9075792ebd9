//! The parts of the Language Server Protocol, version 3.17, that the server uses: what it reads of parameters, and the
//! objects that it sends.
//!
//! The protocol counts lines from 0 and columns in UTF-16 units.

use serde_json::{Map, Value, json};

/// The methods of requests and notifications.
pub mod method {
    pub const CODE_ACTION: &str = "textDocument/codeAction";
    pub const COMPLETION: &str = "textDocument/completion";
    pub const DEFINITION: &str = "textDocument/definition";
    pub const DID_CHANGE: &str = "textDocument/didChange";
    pub const DID_CLOSE: &str = "textDocument/didClose";
    pub const DID_OPEN: &str = "textDocument/didOpen";
    pub const DOCUMENT_SYMBOL: &str = "textDocument/documentSymbol";
    pub const EXIT: &str = "exit";
    pub const HOVER: &str = "textDocument/hover";
    pub const INITIALIZE: &str = "initialize";
    pub const INLAY_HINT: &str = "textDocument/inlayHint";
    pub const INLAY_HINT_REFRESH: &str = "workspace/inlayHint/refresh";
    pub const LOG_MESSAGE: &str = "window/logMessage";
    pub const PUBLISH_DIAGNOSTICS: &str = "textDocument/publishDiagnostics";
    pub const REFERENCES: &str = "textDocument/references";
    pub const SEMANTIC_TOKENS_FULL: &str = "textDocument/semanticTokens/full";
    pub const SHOW_MESSAGE: &str = "window/showMessage";
    pub const SHUTDOWN: &str = "shutdown";
}

/// A position in a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub line: u32,
    pub character: u32,
}

impl Position {
    pub fn new(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    fn json(self) -> Value {
        json!({ "line": self.line, "character": self.character })
    }
}

/// A range in a document, without the character at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    pub start: Position,
    pub end: Position,
}

impl Range {
    pub fn new(start: Position, end: Position) -> Range {
        Range { start, end }
    }

    fn json(self) -> Value {
        json!({ "start": self.start.json(), "end": self.end.json() })
    }
}

/// What is wrong with the parameters of a message.
pub type Malformed = String;

/// Parameters, or a part of them.
#[derive(Clone, Copy, Debug)]
pub struct Params<'v>(pub &'v Value);

impl<'v> Params<'v> {
    /// The part at a path of names, as in `/textDocument/uri`.
    fn at(self, path: &str) -> Result<&'v Value, Malformed> {
        let found = self.0.pointer(path);
        found.ok_or_else(|| format!("`{path}` is missing"))
    }

    /// A string.
    pub fn text(self, path: &str) -> Result<&'v str, Malformed> {
        let found = self.at(path)?.as_str();
        found.ok_or_else(|| format!("`{path}` is not a string"))
    }

    /// A boolean value.
    pub fn flag(self, path: &str) -> Result<bool, Malformed> {
        let found = self.at(path)?.as_bool();
        found.ok_or_else(|| format!("`{path}` is neither true nor false"))
    }

    fn number(self, path: &str) -> Result<u32, Malformed> {
        let found = self.at(path)?.as_u64();
        let found = found.and_then(|number| u32::try_from(number).ok());
        found.ok_or_else(|| format!("`{path}` is not a number of 32 bits"))
    }

    fn position_at(self, path: &str) -> Result<Position, Malformed> {
        let part = |name| self.number(&format!("{path}/{name}"));
        Ok(Position::new(part("line")?, part("character")?))
    }

    /// The document.
    pub fn uri(self) -> Result<&'v str, Malformed> {
        self.text("/textDocument/uri")
    }

    /// The position that is asked about.
    pub fn position(self) -> Result<Position, Malformed> {
        self.position_at("/position")
    }

    /// The range that is asked about, or that a change replaces.
    pub fn range(self) -> Result<Range, Malformed> {
        let start = self.position_at("/range/start")?;
        Ok(Range::new(start, self.position_at("/range/end")?))
    }

    /// The changes of a document.
    pub fn changes(self) -> Result<Vec<Change>, Malformed> {
        let all = self.at("/contentChanges")?.as_array();
        let all = all.ok_or("`/contentChanges` is not a list")?;
        all.iter().map(|it| Change::read(Params(it))).collect()
    }
}

/// A change of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// What is replaced; without it, everything.
    pub range: Option<Range>,
    /// By what.
    pub text: String,
}

impl Change {
    fn read(change: Params<'_>) -> Result<Change, Malformed> {
        let has_range = change.0.get("range").is_some_and(|it| !it.is_null());
        Ok(Change {
            range: has_range.then(|| change.range()).transpose()?,
            text: change.text("/text")?.to_owned(),
        })
    }
}

/// What the server can do. `tokens` are the names of the kinds of semantic tokens.
pub fn capabilities(tokens: &[&str]) -> Value {
    /// Changes are sent, not whole documents.
    const INCREMENTAL: u8 = 2;
    json!({
        "textDocumentSync": INCREMENTAL,
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "documentSymbolProvider": true,
        "codeActionProvider": true,
        "completionProvider": { "triggerCharacters": ["%", "?", "(", ":"] },
        "semanticTokensProvider": {
            "legend": { "tokenTypes": tokens, "tokenModifiers": [] },
            "full": true,
        },
        "inlayHintProvider": true,
    })
}

/// The parameters of a message about an error, for the log of the editor or its user.
pub fn error_message(message: &str) -> Value {
    const ERROR: u8 = 1;
    json!({ "type": ERROR, "message": message })
}

/// A place in a document.
pub fn location(uri: &str, range: Range) -> Value {
    json!({ "uri": uri, "range": range.json() })
}

/// The severities of diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    Error = 1,
    Warning = 2,
    Information = 3,
}

/// A finding in a document.
pub fn diagnostic(range: Range, severity: Severity, message: &str) -> Value {
    json!({ "range": range.json(), "severity": severity as u8, "source": "calipers", "message": message })
}

/// The kinds of symbols that outlines have here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    Namespace = 3,
    Class = 5,
    Property = 7,
    Interface = 11,
    Function = 12,
    Constant = 14,
}

/// An entry of an outline.
pub fn symbol(
    name: String,
    detail: Option<String>,
    kind: SymbolKind,
    range: Range,
    children: Vec<Value>,
) -> Value {
    let mut symbol = Map::new();
    symbol.insert("name".to_owned(), name.into());
    if let Some(detail) = detail {
        symbol.insert("detail".to_owned(), detail.into());
    }
    symbol.insert("kind".to_owned(), (kind as u8).into());
    symbol.insert("range".to_owned(), range.json());
    let selected = Range::new(range.start, range.start);
    symbol.insert("selectionRange".to_owned(), selected.json());
    if !children.is_empty() {
        symbol.insert("children".to_owned(), children.into());
    }
    symbol.into()
}

/// The kinds of words that are completed here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompletionKind {
    Method = 2,
    Function = 3,
    Field = 5,
    Variable = 6,
    Keyword = 14,
}

/// A word that is possible at a position.
pub fn completion(label: &str, kind: CompletionKind) -> Value {
    json!({ "label": label, "kind": kind as u8 })
}

/// A hover text in Markdown.
pub fn hover(text: &str) -> Value {
    json!({ "contents": { "kind": "markdown", "value": text } })
}

/// A hint behind a position.
pub fn inlay_hint(position: Position, label: &str) -> Value {
    json!({ "position": position.json(), "label": label, "paddingLeft": true })
}

/// A change that an editor offers: what is done to documents, in order.
pub fn code_action(title: &str, kind: &str, changes: &[Value]) -> Value {
    json!({ "title": title, "kind": kind, "edit": { "documentChanges": changes } })
}

/// Replaces a range of a document, whatever its version.
pub fn replacement(uri: &str, range: Range, text: &str) -> Value {
    json!({
        "textDocument": { "uri": uri, "version": null },
        "edits": [{ "range": range.json(), "newText": text }],
    })
}

/// Creates a file unless it is there.
pub fn creation(uri: &str) -> Value {
    json!({ "kind": "create", "uri": uri, "options": { "ignoreIfExists": true } })
}

#[test]
fn parameters_that_are_not_as_they_must_be_are_told() {
    let params = json!({
        "textDocument": { "uri": "file:///a" },
        "position": { "line": 1, "character": -1 },
        "contentChanges": [{ "text": "a" }, { "range": { "start": { "line": 0 } }, "text": "b" }],
    });
    let params = Params(&params);
    assert_eq!(params.uri(), Ok("file:///a"));
    let wrong = |text: &str| Err::<(), _>(text.to_owned());
    let told = params.position().map(|_| ());
    assert_eq!(
        told,
        wrong("`/position/character` is not a number of 32 bits")
    );
    let told = params.range().map(|_| ());
    assert_eq!(told, wrong("`/range/start/line` is missing"));
    let told = params.changes().map(|_| ());
    assert_eq!(told, wrong("`/range/start/character` is missing"));
    assert_eq!(
        params.flag("/position").map(|_| ()),
        wrong("`/position` is neither true nor false")
    );
}
