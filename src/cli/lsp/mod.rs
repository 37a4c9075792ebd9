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
mod protocol;
mod rule_file;
mod rule_index;
mod session_rules;
mod symbols;
mod text;
mod tokens;
mod transport;
mod values;

use super::Outcome;
use super::rule_files::RuleFiles;
use calipers::ir::ParseOptions;
use calipers::rules::syntaxes;
use calipers_support::order::Order;
use hints::Hints;
use program::Program;
use protocol::{Change, Malformed, Params, method};
use rule_file::RuleFile;
use serde_json::{Value, json};
use session_rules::{SessionRules, path_of};
use std::collections::HashMap;
use std::error::Error;
use std::io::{self, BufRead, Write};
use std::path::Path;
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
    let served = SessionRules::new(&arguments.rules)
        .map_err(Into::into)
        .and_then(serve);
    match served {
        Ok(()) => Outcome::Done,
        Err(error) => {
            let _ = writeln!(io::stderr(), "calipers: {error}");
            Outcome::BadInput
        }
    }
}

fn serve(rules: SessionRules) -> Result<(), Box<dyn Error>> {
    let mut server = Server {
        rules,
        documents: HashMap::new(),
        published: HashMap::new(),
        output: Arc::default(),
        asks_again: false,
        state: State::New,
    };
    server.run(&mut io::stdin().lock())
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
    rules: SessionRules,
    documents: HashMap<String, Document>,
    /// The last diagnostics of each document.
    published: HashMap<String, Vec<Value>>,
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
                    self.refresh_rules()?;
                    let response = self.answer(id, &method, params);
                    self.output.send(&response)?;
                }
                Message::Notification { method, .. } if method == method::EXIT => return Ok(()),
                Message::Notification { method, params } => {
                    self.note(&method, params)?;
                    self.refresh_rules()?;
                }
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
            (State::New, method::INITIALIZE) => {
                self.state = State::Ready;
                let refreshes = params.pointer("/capabilities/workspace/inlayHint/refreshSupport");
                self.asks_again = refreshes.and_then(Value::as_bool) == Some(true);
                return transport::answer(
                    id,
                    json!({ "capabilities": protocol::capabilities(&tokens::KINDS) }),
                );
            }
            (State::New, _) => {
                let text = "`initialize` comes first";
                return transport::error(id, ErrorCode::NotInitialized, text);
            }
            (State::Ready, method::SHUTDOWN) => {
                self.state = State::ShutDown;
                return transport::answer(id, Value::Null);
            }
            (State::ShutDown, _) => {
                let text = "the server was shut down";
                return transport::error(id, ErrorCode::InvalidRequest, text);
            }
            (State::Ready, _) => {}
        }
        match self.respond(method, Params(&params)) {
            Ok(Some(answer)) => transport::answer(id, answer),
            Ok(None) => {
                let text = format!("`{method}` is not answered");
                transport::error(id, ErrorCode::MethodNotFound, &text)
            }
            Err(text) => transport::error(id, ErrorCode::InvalidParams, &text),
        }
    }

    /// The answer to a request about a document: null if the document is not open; none if the method is not known.
    fn respond(&mut self, method: &str, params: Params<'_>) -> Result<Option<Value>, Malformed> {
        let (rules, index) = (self.rules.rules(), self.rules.index());
        let document = || {
            let uri = params.uri()?;
            Ok::<_, Malformed>((uri, self.documents.get(uri)))
        };
        let at = || params.position();
        let answer = match method {
            method::HOVER => match (document()?.1, at()?) {
                (Some(Document::Program(program)), at) => program.hover(rules, index, at),
                (Some(Document::Rules(file)), at) => file.hover(index, at),
                (None, _) => None,
            },
            method::DEFINITION => match (document()?, at()?) {
                ((uri, Some(Document::Program(program))), at) => {
                    Some(program.definitions(index, uri, at).into())
                }
                ((uri, Some(Document::Rules(file))), at) => {
                    Some(file.definitions(index, uri, at).into())
                }
                ((_, None), _) => None,
            },
            method::REFERENCES => {
                let with_definition = params.flag("/context/includeDeclaration")?;
                match (document()?, at()?) {
                    ((uri, Some(Document::Program(program))), at) => {
                        Some(program.references(uri, at, with_definition).into())
                    }
                    ((uri, Some(Document::Rules(file))), at) => {
                        Some(file.references(uri, at).into())
                    }
                    ((_, None), _) => None,
                }
            }
            method::INLAY_HINT => match (document()?.1, params.range()?) {
                (Some(Document::Program(program)), range) => {
                    Some(program.hints(rules, range).into())
                }
                (Some(Document::Rules(_)) | None, _) => None,
            },
            method::DOCUMENT_SYMBOL => match document()?.1 {
                Some(Document::Program(program)) => Some(program.symbols().into()),
                Some(Document::Rules(file)) => Some(file.symbols().into()),
                None => None,
            },
            method::COMPLETION => match (document()?.1, at()?) {
                (Some(Document::Program(program)), at) => {
                    Some(completion::in_program(rules, program.text(), at).into())
                }
                (Some(Document::Rules(file)), at) => {
                    Some(completion::in_rules(rules, index, file.text(), at).into())
                }
                (None, _) => None,
            },
            method::CODE_ACTION => match (document()?, params.range()?) {
                ((uri, Some(Document::Program(program))), range) => {
                    Some(program.actions(rules, uri, range.start.line).into())
                }
                ((_, Some(Document::Rules(_))), _) => Some(Value::Array(vec![])),
                ((_, None), _) => None,
            },
            method::SEMANTIC_TOKENS_FULL => {
                let tokens = match document()?.1 {
                    Some(Document::Program(program)) => Some(tokens::of_program(program.text())),
                    Some(Document::Rules(file)) => Some(tokens::of_rules(file.text())),
                    None => None,
                };
                tokens.map(|tokens| json!({ "data": tokens::numbers(&tokens) }))
            }
            _ => return Ok(None),
        };
        Ok(Some(answer.unwrap_or_default()))
    }

    fn note(&mut self, method: &str, params: Value) -> io::Result<()> {
        match self.try_to_note(method, Params(&params)) {
            Ok(Some((uri, diagnostics))) => self.publish(uri, diagnostics),
            Ok(None) => Ok(()),
            // A notification has no response that could report the error.
            Err(error) => {
                let message = format!("`{method}` is not understood: {error}");
                self.tell(method::LOG_MESSAGE, protocol::error_message(&message))
            }
        }
    }

    /// Stores a document, and returns its diagnostics. Ignores other notifications.
    fn try_to_note<'v>(
        &mut self,
        method: &str,
        params: Params<'v>,
    ) -> Result<Option<(&'v str, Vec<Value>)>, Malformed> {
        if self.state != State::Ready {
            return Ok(None);
        }
        let diagnostics = match method {
            method::DID_OPEN => {
                let text = params.text("/textDocument/text")?.to_owned();
                self.open(params.uri()?, text)
            }
            method::DID_CHANGE => match params.changes()? {
                changes if changes.is_empty() => return Ok(None),
                changes => self.change(params.uri()?, changes),
            },
            method::DID_CLOSE => {
                self.documents.remove(params.uri()?);
                vec![]
            }
            _ => return Ok(None),
        };
        Ok(Some((params.uri()?, diagnostics)))
    }

    /// Changes an open document, and returns its diagnostics. A document that was never opened has no text.
    fn change(&mut self, uri: &str, changes: Vec<Change>) -> Vec<Value> {
        let text = match self.documents.get(uri) {
            Some(Document::Program(program)) => program.text(),
            Some(Document::Rules(file)) => file.text(),
            None => "",
        };
        let text = changes
            .into_iter()
            .fold(text.to_owned(), |text, change| text::changed(&text, change));
        match self.documents.get_mut(uri) {
            Some(Document::Program(program)) => program.change(text),
            _ => self.open(uri, text),
        }
    }

    fn open(&mut self, uri: &str, text: String) -> Vec<Value> {
        let name = uri.rsplit('/').next().unwrap_or_default().to_owned();
        let (document, diagnostics) = if name.ends_with(".rules") {
            let path = path_of(uri);
            let (file, diagnostics) = RuleFile::new(name, text, &self.rules, path.as_deref());
            (Document::Rules(file), diagnostics)
        } else {
            let editor = self.asks_again.then(|| Arc::clone(&self.output));
            let options = ParseOptions {
                syntaxes: syntaxes(self.rules.rules()).unwrap_or_default(),
                ..ParseOptions::default()
            };
            let (program, diagnostics) = Program::new(&name, text, options, Hints::new(editor));
            (Document::Program(Box::new(program)), diagnostics)
        };
        self.documents.insert(uri.to_owned(), document);
        diagnostics
    }

    /// Reads the rule files again if one has changed, and opens the documents again with their rules. A file with an error
    /// leaves the rules as they are.
    fn refresh_rules(&mut self) -> io::Result<()> {
        if self.state != State::Ready {
            return Ok(());
        }
        let open = |path: &Path| {
            let mut documents = self.documents.iter();
            documents.find_map(|(uri, document)| match document {
                Document::Rules(file) if path_of(uri)?.canonicalize().ok()? == path => {
                    Some(file.text().to_owned())
                }
                _ => None,
            })
        };
        let error = match self.rules.refresh(open) {
            None => return Ok(()),
            Some(Ok(())) => None,
            Some(Err(error)) => Some(error),
        };
        let has_new_rules = error.is_none();
        let mut all: Vec<(String, String)> = vec![];
        let mut shows_rules = false;
        for (uri, document) in &self.documents {
            let text = match document {
                Document::Program(program) if has_new_rules => program.text(),
                Document::Program(_) => continue,
                Document::Rules(file) => {
                    shows_rules = true;
                    file.text()
                }
            };
            all.push((uri.clone(), text.to_owned()));
        }
        if let Some(error) = error {
            // The findings of an open file are its diagnostics.
            let method = match shows_rules {
                true => method::LOG_MESSAGE,
                false => method::SHOW_MESSAGE,
            };
            let message = format!("The rules stay as they were: {error}");
            self.tell(method, protocol::error_message(&message))?;
        }
        all.order();
        for (uri, text) in all {
            let diagnostics = self.open(&uri, text);
            if self.published.get(&uri) != Some(&diagnostics) {
                self.publish(&uri, diagnostics)?;
            }
        }
        match self.asks_again && has_new_rules {
            true => self.output.request(method::INLAY_HINT_REFRESH),
            false => Ok(()),
        }
    }

    fn publish(&mut self, uri: &str, diagnostics: Vec<Value>) -> io::Result<()> {
        let params = json!({ "uri": uri, "diagnostics": &diagnostics });
        match self.documents.contains_key(uri) {
            true => self.published.insert(uri.to_owned(), diagnostics),
            false => self.published.remove(uri),
        };
        self.tell(method::PUBLISH_DIAGNOSTICS, params)
    }

    fn tell(&mut self, method: &str, params: Value) -> io::Result<()> {
        self.output.send(&transport::notification(method, params))
    }
}
