//! Answers the questions in a program.

use super::json;
use super::stopwatch::Stopwatch;
use calipers::analysis::{infix, without_rules};
use calipers::diagnostic::Diagnostic;
use calipers::ir::{Attr, Module, Type};
use calipers::number::Int;
use calipers::program::{OpId, Program, ValueId};
use calipers::rules::Rules;
use calipers::solve::Config;
use calipers::threads::Threads;
use calipers::transform::answers::{Asker, Bound, Terms, Truth};
use calipers::transform::pass::{Scope, outermost, report_once};
use calipers::transform::questions::{self, Question};
use calipers::transform::work_sharing::shares;
use hashbrown::HashMap;
use serde_json::{Value, json};
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;
use std::time::Duration;

/// The configuration of answers.
pub struct Answerer {
    /// The terms that bounds may use.
    pub terms: Terms,
    /// The semantics of ops.
    pub rules: Arc<Rules>,
    /// The configuration of the analysis.
    pub config: Config,
}

/// A question of a program, identified by its op, and the answer.
pub struct Answered {
    op: OpId,
    answer: Answer,
    /// The ops without rules that left it open.
    missing: Vec<OpId>,
    time: Duration,
}

/// The same with text in place of references to the program.
pub struct Told {
    line: u32,
    column: u32,
    question: String,
    answer: Answer,
    /// The names of the ops without rules that left the question open, each once.
    pub missing: Vec<String>,
    /// How long the answer took.
    pub time: Duration,
}

impl Answered {
    /// A note for each name of an op without rules that left the question open.
    pub fn notes<'m>(&self, module: &'m Module) -> impl Iterator<Item = Diagnostic> + use<'_, 'm> {
        let ops = self.missing.iter();
        ops.map(|&op| without_rules(module.written_name(op), module.location(op)))
    }
}

enum Answer {
    Number(Int),
    /// An expression over values of the program.
    Expression(String),
    Verdict(bool),
    Unknown,
}

/// Prints the answers to the questions of a program. It caches the text of types and attributes, since questions
/// repeat them.
pub struct Teller<'m> {
    module: &'m Module,
    types: HashMap<Type, String>,
    attributes: HashMap<Attr, String>,
}

impl<'m> Teller<'m> {
    /// Of a program.
    pub fn new(module: &'m Module) -> Teller<'m> {
        Teller {
            module,
            types: HashMap::new(),
            attributes: HashMap::new(),
        }
    }

    /// An answer with the position and the text of its question.
    pub fn tell(&mut self, answered: Answered) -> Told {
        let place = self.module.location(answered.op);
        let mut missing: Vec<String> = vec![];
        for &op in &answered.missing {
            let name = self.module.written_name(op);
            if !missing.iter().any(|it| it == name) {
                missing.push(name.to_owned());
            }
        }
        Told {
            line: place.as_ref().map_or(0, |place| place.line),
            column: place.as_ref().map_or(0, |place| place.column),
            question: self.question(answered.op),
            answer: answered.answer,
            missing,
            time: answered.time,
        }
    }

    fn type_text(&mut self, ty: Type) -> &str {
        let text = || self.module.type_text(ty);
        self.types.entry(ty).or_insert_with(text)
    }

    fn attribute_text(&mut self, attribute: Attr) -> &str {
        let text = || self.module.attribute_text(attribute);
        self.attributes.entry(attribute).or_insert_with(text)
    }

    /// The question in the generic form, on one line, with the names of the source.
    fn question(&mut self, op: OpId) -> String {
        let module = self.module;
        let mut text = String::with_capacity(96);
        text.push('"');
        text.push_str(module.op_name(op));
        text.push_str("\"(");
        list(&mut text, module.operands(op), |text, &v| {
            text.push_str(&module.value_name(v));
        });
        text.push(')');
        let attributes = module.op_attributes(op);
        if !attributes.is_empty() {
            text.push_str(" <{");
            list(&mut text, attributes, |text, attribute| {
                text.push_str(module.name(attribute.name));
                if attribute.value != Attr::UNIT {
                    text.push_str(" = ");
                    text.push_str(self.attribute_text(attribute.value));
                }
            });
            text.push_str("}>");
        }
        text.push_str(" : (");
        self.types_of(&mut text, module.operands(op));
        text.push_str(") -> ");
        let results = module.results(op);
        let is_one = results.len() == 1;
        text.push_str(if is_one { "" } else { "(" });
        self.types_of(&mut text, results);
        text.push_str(if is_one { "" } else { ")" });
        text
    }

    fn types_of(&mut self, text: &mut String, values: &[ValueId]) {
        list(text, values, |text, &value| {
            text.push_str(self.type_text(self.module.type_of(value)));
        });
    }
}

impl Told {
    /// The line of the question.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The answer alone: with the expression of a symbolic bound.
    pub fn detail(&self) -> String {
        match &self.answer {
            Answer::Expression(text) => text.clone(),
            _ => self.brief(),
        }
    }

    /// The answer alone, as `--answers` prints it.
    pub fn brief(&self) -> String {
        match &self.answer {
            Answer::Number(value) => value.to_string(),
            Answer::Expression(_) => "sym".to_owned(),
            Answer::Verdict(holds) => holds.to_string(),
            Answer::Unknown => "fail".to_owned(),
        }
    }

    /// Whether the answer is not "unknown".
    pub fn is_answered(&self) -> bool {
        !matches!(self.answer, Answer::Unknown)
    }

    /// As `docs/json.md` describes it.
    pub fn to_json(&self, file: &str) -> Value {
        json!({
            "file": file,
            "line": self.line,
            "column": self.column,
            "question": self.question,
            "answer": match &self.answer {
                Answer::Number(value) => json::integer(value),
                Answer::Expression(text) => json!(text),
                Answer::Verdict(holds) => json!(holds),
                Answer::Unknown => Value::Null,
            },
            "missing": self.missing,
        })
    }
}

/// Line, question and answer, separated by tabs.
impl Display for Told {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t", self.line, self.question)?;
        f.write_str(&self.brief())
    }
}

impl Answerer {
    /// The answers to all questions inside an op, in program order. Functions are analysed separately and in
    /// parallel.
    pub fn inside(
        &self,
        module: &Module,
        root: OpId,
        threads: &Threads,
        report: &mut Vec<Diagnostic>,
    ) -> Vec<Told> {
        let functions = outermost(module, root, Scope::Function);
        let mut teller = Teller::new(module);
        let answers = self.of_functions(module, functions, threads, report);
        let told = answers.into_iter().map(|answered| teller.tell(answered));
        told.collect()
    }

    /// The answers to the questions of functions, in program order. Errors in the rules are added to `report`.
    pub fn of_functions(
        &self,
        module: &Module,
        functions: Vec<OpId>,
        threads: &Threads,
        report: &mut Vec<Diagnostic>,
    ) -> Vec<Answered> {
        let lists = threads.map(functions, |function| {
            let ops = module.walk(function);
            ops.filter(|&op| questions::asks(module, op))
                .collect::<Vec<_>>()
        });
        let counts: Vec<usize> = lists.iter().map(Vec::len).collect();
        let answers = threads.map(shares(&counts, threads), |share| {
            let mut asker = Asker::new(module, &self.rules, &self.config);
            let asking = lists[share.list][share.questions].iter();
            let mut watch = Stopwatch::start();
            let answered = asking.map(|&op| {
                watch.restart();
                let answer = match questions::read(module, op) {
                    Some(Ok(question)) => self.answer(&mut asker, op, &question),
                    _ => Answer::Unknown,
                };
                Answered {
                    op,
                    missing: match answer {
                        Answer::Unknown => asker.missing().to_vec(),
                        _ => vec![],
                    },
                    answer,
                    time: watch.elapsed(),
                }
            });
            let answered: Vec<Answered> = answered.collect();
            (answered, asker.clashes())
        });
        let (answers, clashes): (Vec<_>, Vec<_>) = answers.into_iter().unzip();
        report_once(clashes.concat(), report);
        answers.into_iter().flatten().collect()
    }

    fn answer(&self, asker: &mut Asker<'_>, op: OpId, question: &Question) -> Answer {
        match question {
            Question::Bound(question) => match asker.bound(op, question, self.terms) {
                Some(Bound::Constant(value)) => Answer::Number(value),
                Some(Bound::Symbolic { map, operands }) => {
                    Answer::Expression(infix(asker.module(), &map, &operands))
                }
                None => Answer::Unknown,
            },
            Question::Compare(question) => match asker.compare(op, question) {
                Truth::True => Answer::Verdict(true),
                Truth::False => Answer::Verdict(false),
                Truth::Unknown => Answer::Unknown,
            },
        }
    }
}

/// Appends items with `, ` between them.
fn list<T>(text: &mut String, items: &[T], mut item: impl FnMut(&mut String, &T)) {
    for (at, it) in items.iter().enumerate() {
        text.push_str(if at > 0 { ", " } else { "" });
        item(text, it);
    }
}
