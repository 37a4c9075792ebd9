//! `calipers lsp`: what editors ask, over the Language Server Protocol, at the standard streams.
//!
//! For programs: inlay hints with what is known of each line, hover with the proof, the rules of an op, and
//! what is wrong. For rule files: what [`calipers::rules::check`] finds, and where names are defined.

mod place;
mod program;
mod rule_file;
mod rule_index;

use super::{Outcome, rule_files};
use calipers::rules::Rules;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _,
    PublishDiagnostics,
};
use lsp_types::request::{GotoDefinition, HoverRequest, InlayHintRequest, Request as _};
use lsp_types::{
    Diagnostic, GotoDefinitionParams, GotoDefinitionResponse, HoverParams, HoverProviderCapability,
    InlayHintParams, OneOf, PublishDiagnosticsParams, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, Uri,
};
use program::Program;
use rule_file::RuleFile;
use rule_index::RuleIndex;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::error::Error;
use std::io::{self, Write};

/// What `lsp` takes.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "An editor starts it, and talks to it at its standard input and output. How to set up
VS Code and Neovim: docs/editors.md."
)]
pub struct Arguments {
    /// A file of more rules; may be repeated.
    #[arg(long, value_name = "FILE")]
    rules: Vec<String>,
}

/// Serves an editor until it says goodbye.
pub fn run(arguments: &Arguments) -> Outcome {
    let served = rule_files::load_with_calls(&arguments.rules)
        .map_err(Into::into)
        .and_then(|rules| serve(rules, &arguments.rules));
    match served {
        Ok(()) => Outcome::Done,
        Err(error) => {
            let _ = writeln!(io::stderr(), "calipers: {error}");
            Outcome::BadInput
        }
    }
}

fn serve(rules: Rules, files: &[String]) -> Result<(), Box<dyn Error>> {
    let (connection, threads) = Connection::stdio();
    let capabilities = ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    };
    connection.initialize(serde_json::to_value(capabilities)?)?;
    let mut server = Server {
        index: RuleIndex::new(files)?,
        rules,
        documents: HashMap::new(),
        connection: &connection,
    };
    server.run()?;
    drop(connection);
    Ok(threads.join()?)
}

/// A document that is open.
enum Document {
    Program(Box<Program>),
    Rules(RuleFile),
}

struct Server<'c> {
    rules: Rules,
    index: RuleIndex,
    documents: HashMap<String, Document>,
    connection: &'c Connection,
}

impl Server<'_> {
    fn run(&mut self) -> Result<(), Box<dyn Error>> {
        for message in &self.connection.receiver {
            match message {
                Message::Request(request) => {
                    if self.connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    let response = self.answer(request);
                    self.connection.sender.send(Message::Response(response))?;
                }
                Message::Notification(notification) => self.note(notification)?,
                Message::Response(_) => {}
            }
        }
        Ok(())
    }

    fn answer(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        match method.as_str() {
            HoverRequest::METHOD => reply(id, params, |params: HoverParams| {
                let at = params.text_document_position_params;
                let document = self.documents.get_mut(at.text_document.uri.as_str())?;
                match document {
                    Document::Program(program) => {
                        program.hover(&self.rules, &self.index, at.position)
                    }
                    Document::Rules(file) => file.hover(&self.index, at.position),
                }
            }),
            GotoDefinition::METHOD => reply(id, params, |params: GotoDefinitionParams| {
                let at = params.text_document_position_params;
                let found = match self.documents.get(at.text_document.uri.as_str())? {
                    Document::Program(program) => program.rules_at(&self.index, at.position),
                    Document::Rules(file) => {
                        file.definitions(&self.index, &at.text_document.uri, at.position)
                    }
                };
                Some(GotoDefinitionResponse::Array(found))
            }),
            InlayHintRequest::METHOD => reply(id, params, |params: InlayHintParams| {
                let document = self.documents.get_mut(params.text_document.uri.as_str())?;
                match document {
                    Document::Program(program) => Some(program.hints(&self.rules, params.range)),
                    Document::Rules(_) => None,
                }
            }),
            method => {
                let message = format!("`{method}` is not answered");
                Response::new_err(id, ErrorCode::MethodNotFound as i32, message)
            }
        }
    }

    fn note(&mut self, notification: Notification) -> Result<(), Box<dyn Error>> {
        let Notification { method, params } = notification;
        match method.as_str() {
            DidOpenTextDocument::METHOD => {
                let params: lsp_types::DidOpenTextDocumentParams = serde_json::from_value(params)?;
                self.open(params.text_document.uri, params.text_document.text)
            }
            DidChangeTextDocument::METHOD => {
                let params: lsp_types::DidChangeTextDocumentParams =
                    serde_json::from_value(params)?;
                match params.content_changes.into_iter().next_back() {
                    Some(change) => self.open(params.text_document.uri, change.text),
                    None => Ok(()),
                }
            }
            DidCloseTextDocument::METHOD => {
                let params: lsp_types::DidCloseTextDocumentParams = serde_json::from_value(params)?;
                self.documents.remove(params.text_document.uri.as_str());
                self.publish(params.text_document.uri, vec![])
            }
            _ => Ok(()),
        }
    }

    fn open(&mut self, uri: Uri, text: String) -> Result<(), Box<dyn Error>> {
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
            let (program, diagnostics) = Program::new(&name, text);
            (Document::Program(Box::new(program)), diagnostics)
        };
        self.documents.insert(uri.as_str().to_owned(), document);
        self.publish(uri, diagnostics)
    }

    fn publish(&self, uri: Uri, diagnostics: Vec<Diagnostic>) -> Result<(), Box<dyn Error>> {
        let params = PublishDiagnosticsParams::new(uri, diagnostics, None);
        let method = PublishDiagnostics::METHOD.to_owned();
        let message = Message::Notification(Notification::new(method, params));
        Ok(self.connection.sender.send(message)?)
    }
}

/// Reads what is asked, and answers it; null where there is no answer.
fn reply<P: DeserializeOwned, R: Serialize>(
    id: RequestId,
    params: serde_json::Value,
    answer: impl FnOnce(P) -> Option<R>,
) -> Response {
    match serde_json::from_value(params) {
        Ok(params) => Response::new_ok(id, answer(params)),
        Err(error) => Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string()),
    }
}
