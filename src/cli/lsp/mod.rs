//! `calipers lsp`: a server of the Language Server Protocol on the standard streams.
//!
//! Programs have inlay hints with the bounds of each line, proofs, counterexamples and rules as hover texts, actions, and
//! diagnostics. Rule files have the findings of [`calipers::rules::check`], and completion of ops and fields. Both have
//! an outline, definitions and references of names, and semantic tokens.

mod actions;
mod completion;
mod hints;
mod open_condition;
mod place;
mod program;
mod rule_file;
mod rule_index;
mod symbols;
mod text;
mod tokens;
mod transport;
mod values;

use super::rule_files::RuleFiles;
use super::{Outcome, rule_files};
use calipers::ir::ParseOptions;
use calipers::rules::{Rules, syntaxes};
use hints::Hints;
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Exit, LogMessage,
    Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentSymbolRequest, GotoDefinition, HoverRequest, Initialize,
    InlayHintRequest, References, Request as _, SemanticTokensFullRequest, Shutdown,
};
use lsp_types::{
    CodeActionOrCommand, CodeActionParams, CodeActionProviderCapability, CodeActionResponse,
    CompletionOptions, CompletionParams, CompletionResponse, Diagnostic, DocumentSymbolParams,
    DocumentSymbolResponse, GotoDefinitionParams, GotoDefinitionResponse, HoverParams,
    HoverProviderCapability, InlayHintParams, LogMessageParams, MessageType, OneOf,
    PublishDiagnosticsParams, ReferenceParams, SemanticTokens, SemanticTokensParams,
    ServerCapabilities, TextDocumentContentChangeEvent, TextDocumentSyncCapability,
    TextDocumentSyncKind, Uri,
};
use program::Program;
use rule_file::RuleFile;
use rule_index::RuleIndex;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::error::Error;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use transport::{ErrorCode, Message, Output};

/// The arguments of `lsp`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "An editor starts it, and talks to it at its standard input and output. How to set up
VS Code and Neovim: docs/editors.md."
)]
pub struct Arguments {
    #[command(flatten)]
    rules: RuleFiles,
}

/// Serves an editor until it exits.
pub fn run(arguments: &Arguments) -> Outcome {
    let served = rule_files::load_with_calls(&arguments.rules)
        .map_err(Into::into)
        .and_then(|rules| serve(rules, &arguments.rules.files));
    match served {
        Ok(()) => Outcome::Done,
        Err(error) => {
            let _ = writeln!(io::stderr(), "calipers: {error}");
            Outcome::BadInput
        }
    }
}

fn serve(rules: Rules, files: &[String]) -> Result<(), Box<dyn Error>> {
    let mut server = Server {
        index: RuleIndex::new(files)?,
        rules: Arc::new(rules),
        documents: HashMap::new(),
        output: Arc::default(),
        asks_again: false,
        state: State::New,
    };
    server.run(&mut io::stdin().lock())
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(
            TextDocumentSyncKind::INCREMENTAL,
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(["%", "?", "(", ":"].map(str::to_owned).into()),
            ..CompletionOptions::default()
        }),
        semantic_tokens_provider: Some(tokens::options().into()),
        inlay_hint_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    }
}

/// An open document.
enum Document {
    Program(Box<Program>),
    Rules(RuleFile),
}

/// The state of the session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// The server answers only `initialize`.
    New,
    Ready,
    /// The server answers no requests any more.
    ShutDown,
}

struct Server {
    rules: Arc<Rules>,
    index: RuleIndex,
    documents: HashMap<String, Document>,
    output: Arc<Output>,
    /// Whether the editor asks for hints again after a notice.
    asks_again: bool,
    state: State,
}

impl Server {
    /// Answers requests until the editor exits. The server reports an error in a message, and reads the next message.
    fn run(&mut self, input: &mut impl BufRead) -> Result<(), Box<dyn Error>> {
        while let Some(message) = transport::receive(input)? {
            match message {
                Message::Request { id, method, params } => {
                    let response = self.answer(id, &method, params);
                    self.output.send(&response)?;
                }
                Message::Notification { method, .. } if method == Exit::METHOD => return Ok(()),
                Message::Notification { method, params } => self.note(&method, params)?,
                Message::Response => {}
                Message::Malformed { id, code, text } => {
                    self.output.send(&transport::error(id, code, &text))?;
                }
                Message::Broken(text) => {
                    let code = ErrorCode::InvalidRequest;
                    let response = transport::error(Value::Null, code, &text);
                    self.output.send(&response)?;
                    return Err(text.into());
                }
            }
        }
        Ok(())
    }

    fn answer(&mut self, id: Value, method: &str, params: Value) -> Value {
        match (self.state, method) {
            (State::New, Initialize::METHOD) => {
                self.state = State::Ready;
                let refreshes = params.pointer("/capabilities/workspace/inlayHint/refreshSupport");
                self.asks_again = refreshes.and_then(Value::as_bool) == Some(true);
                return transport::answer(id, json!({ "capabilities": capabilities() }));
            }
            (State::New, _) => {
                let text = "`initialize` comes first";
                return transport::error(id, ErrorCode::NotInitialized, text);
            }
            (State::Ready, Shutdown::METHOD) => {
                self.state = State::ShutDown;
                return transport::answer(id, Value::Null);
            }
            (State::ShutDown, _) => {
                let text = "the server was shut down";
                return transport::error(id, ErrorCode::InvalidRequest, text);
            }
            (State::Ready, _) => {}
        }
        self.respond(id, method, params)
    }

    /// Answers a request about a document.
    fn respond(&mut self, id: Value, method: &str, params: Value) -> Value {
        match method {
            HoverRequest::METHOD => reply(id, params, |params: HoverParams| {
                let at = params.text_document_position_params;
                match self.documents.get(at.text_document.uri.as_str())? {
                    Document::Program(program) => {
                        program.hover(&self.rules, &self.index, at.position)
                    }
                    Document::Rules(file) => file.hover(&self.index, at.position),
                }
            }),
            GotoDefinition::METHOD => reply(id, params, |params: GotoDefinitionParams| {
                let at = params.text_document_position_params;
                let uri = &at.text_document.uri;
                let found = match self.documents.get(uri.as_str())? {
                    Document::Program(program) => {
                        program.definitions(&self.index, uri, at.position)
                    }
                    Document::Rules(file) => file.definitions(&self.index, uri, at.position),
                };
                Some(GotoDefinitionResponse::Array(found))
            }),
            References::METHOD => reply(id, params, |params: ReferenceParams| {
                let at = params.text_document_position;
                let uri = &at.text_document.uri;
                let definition = params.context.include_declaration;
                Some(match self.documents.get(uri.as_str())? {
                    Document::Program(program) => program.references(uri, at.position, definition),
                    Document::Rules(file) => file.references(uri, at.position),
                })
            }),
            InlayHintRequest::METHOD => reply(id, params, |params: InlayHintParams| {
                let document = self.documents.get(params.text_document.uri.as_str())?;
                match document {
                    Document::Program(program) => Some(program.hints(&self.rules, params.range)),
                    Document::Rules(_) => None,
                }
            }),
            DocumentSymbolRequest::METHOD => reply(id, params, |params: DocumentSymbolParams| {
                let document = self.documents.get(params.text_document.uri.as_str())?;
                Some(DocumentSymbolResponse::Nested(match document {
                    Document::Program(program) => program.symbols(),
                    Document::Rules(file) => file.symbols(),
                }))
            }),
            Completion::METHOD => reply(id, params, |params: CompletionParams| {
                let at = params.text_document_position;
                let document = self.documents.get(at.text_document.uri.as_str())?;
                let (rules, at) = (&self.rules, at.position);
                Some(CompletionResponse::Array(match document {
                    Document::Program(program) => completion::in_program(rules, program.text(), at),
                    Document::Rules(file) => {
                        completion::in_rules(rules, &self.index, file.text(), at)
                    }
                }))
            }),
            CodeActionRequest::METHOD => reply(id, params, |params: CodeActionParams| {
                let uri = &params.text_document.uri;
                let found = match self.documents.get(uri.as_str())? {
                    Document::Program(program) => {
                        program.actions(&self.rules, uri, params.range.start.line)
                    }
                    Document::Rules(_) => vec![],
                };
                let found = found.into_iter().map(CodeActionOrCommand::CodeAction);
                Some(found.collect::<CodeActionResponse>())
            }),
            SemanticTokensFullRequest::METHOD => {
                reply(id, params, |params: SemanticTokensParams| {
                    let document = self.documents.get(params.text_document.uri.as_str())?;
                    let data = match document {
                        Document::Program(program) => tokens::of_program(program.text()),
                        Document::Rules(file) => tokens::of_rules(file.text()),
                    };
                    let result_id = None;
                    Some(SemanticTokens { result_id, data })
                })
            }
            method => {
                let text = format!("`{method}` is not answered");
                transport::error(id, ErrorCode::MethodNotFound, &text)
            }
        }
    }

    fn note(&mut self, method: &str, params: Value) -> io::Result<()> {
        match self.try_to_note(method, params) {
            Ok((uri, diagnostics)) => self.publish(uri, diagnostics),
            Err(None) => Ok(()),
            // A notification has no response that could report the error.
            Err(Some(error)) => {
                let message = format!("`{method}` is not understood: {error}");
                let params = LogMessageParams {
                    typ: MessageType::ERROR,
                    message,
                };
                self.tell(LogMessage::METHOD, &params)
            }
        }
    }

    /// Stores a document and publishes its diagnostics. Fails if the notification cannot be read; ignores other
    /// notifications.
    fn try_to_note(
        &mut self,
        method: &str,
        params: Value,
    ) -> Result<(Uri, Vec<Diagnostic>), Option<serde_json::Error>> {
        if self.state != State::Ready {
            return Err(None);
        }
        match method {
            DidOpenTextDocument::METHOD => {
                let params: lsp_types::DidOpenTextDocumentParams = serde_json::from_value(params)?;
                Ok(self.open(params.text_document.uri, params.text_document.text))
            }
            DidChangeTextDocument::METHOD => {
                let params: lsp_types::DidChangeTextDocumentParams =
                    serde_json::from_value(params)?;
                let changes = params.content_changes;
                self.change(params.text_document.uri, changes).ok_or(None)
            }
            DidCloseTextDocument::METHOD => {
                let params: lsp_types::DidCloseTextDocumentParams = serde_json::from_value(params)?;
                self.documents.remove(params.text_document.uri.as_str());
                Ok((params.text_document.uri, vec![]))
            }
            _ => Err(None),
        }
    }

    /// Changes an open document, and returns its diagnostics. A document that was never opened has no text.
    fn change(
        &mut self,
        uri: Uri,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) -> Option<(Uri, Vec<Diagnostic>)> {
        if changes.is_empty() {
            return None;
        }
        let text = match self.documents.get(uri.as_str()) {
            Some(Document::Program(program)) => program.text(),
            Some(Document::Rules(file)) => file.text(),
            None => "",
        };
        let text = changes
            .into_iter()
            .fold(text.to_owned(), |text, change| text::changed(&text, change));
        if let Some(Document::Program(program)) = self.documents.get_mut(uri.as_str()) {
            let diagnostics = program.change(text);
            return Some((uri, diagnostics));
        }
        Some(self.open(uri, text))
    }

    fn open(&mut self, uri: Uri, text: String) -> (Uri, Vec<Diagnostic>) {
        let name = uri
            .as_str()
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_owned();
        let (document, diagnostics) = if name.ends_with(".rules") {
            let (file, diagnostics) = RuleFile::new(name, text);
            (Document::Rules(file), diagnostics)
        } else {
            let editor = self.asks_again.then(|| Arc::clone(&self.output));
            let options = ParseOptions {
                syntaxes: syntaxes(&self.rules).unwrap_or_default(),
                ..ParseOptions::default()
            };
            let (program, diagnostics) = Program::new(&name, text, options, Hints::new(editor));
            (Document::Program(Box::new(program)), diagnostics)
        };
        self.documents.insert(uri.as_str().to_owned(), document);
        (uri, diagnostics)
    }

    fn publish(&mut self, uri: Uri, diagnostics: Vec<Diagnostic>) -> io::Result<()> {
        let params = PublishDiagnosticsParams::new(uri, diagnostics, None);
        self.tell(PublishDiagnostics::METHOD, &params)
    }

    fn tell(&mut self, method: &str, params: &impl Serialize) -> io::Result<()> {
        let params = serde_json::to_value(params)?;
        self.output.send(&transport::notification(method, params))
    }
}

/// Parses the parameters of a request, and answers it; null if there is no answer.
fn reply<P: DeserializeOwned, R: Serialize>(
    id: Value,
    params: Value,
    answer: impl FnOnce(P) -> Option<R>,
) -> Value {
    match serde_json::from_value(params) {
        Ok(params) => transport::answer(id, json!(answer(params))),
        Err(error) => transport::error(id, ErrorCode::InvalidParams, &error.to_string()),
    }
}
