//! `--answers`: the answer to every question, a line each.

use calipers::diagnostic::Diagnostic;
use calipers::ir::{Attr, Module};
use calipers::program::{OpId, Program, ValueId};
use calipers::rules::Rules;
use calipers::solve::Config;
use calipers::transform::ask::{Asker, Bound, Terms, Truth};
use calipers::transform::pass::{Pass, PassFailure, Scope};
use calipers::transform::questions::{self, Question};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Answers the questions of a function and leaves it as it is.
pub struct AnswerQuestions {
    /// What bounds may be in terms of.
    pub terms: Terms,
    /// What the ops mean.
    pub rules: Arc<Rules>,
    /// How the analysis is tuned.
    pub config: Config,
    /// The lines: line number, question and answer, separated by tabs.
    pub lines: Rc<RefCell<Vec<String>>>,
}

impl Pass for AnswerQuestions {
    fn scope(&self) -> Scope {
        Scope::Function
    }

    fn run(
        &self,
        module: &mut Module,
        root: OpId,
        _report: &mut Vec<Diagnostic>,
    ) -> Result<(), PassFailure> {
        let module = &*module;
        let mut asker = Asker::new(module, &self.rules, &self.config);
        for op in module.walk(root) {
            let Some(question) = questions::read(module, op) else {
                continue;
            };
            let answer =
                question.map_or_else(|_| "fail".to_owned(), |q| self.answer(&mut asker, op, &q));
            let line = module.location(op).map_or(0, |place| place.line);
            let asked = text(module, op);
            self.lines
                .borrow_mut()
                .push(format!("{line}\t{asked}\t{answer}"));
        }
        Ok(())
    }
}

impl AnswerQuestions {
    fn answer(&self, asker: &mut Asker<'_>, op: OpId, question: &Question) -> String {
        match question {
            Question::Bound(question) => match asker.bound(op, question, self.terms) {
                Some(Bound::Constant(value)) => value.to_string(),
                Some(Bound::Symbolic { .. }) => "sym".to_owned(),
                None => "fail".to_owned(),
            },
            Question::Compare(question) => match asker.compare(op, question) {
                Truth::True => "true".to_owned(),
                Truth::False => "false".to_owned(),
                Truth::Unknown => "fail".to_owned(),
            },
        }
    }
}

/// The question in the generic form, in one line, with the names of the source.
fn text(module: &Module, op: OpId) -> String {
    let operands = module.operands(op).iter();
    let operands: Vec<String> = operands.map(|&v| module.value_name(v)).collect();
    let attributes: Vec<String> = module
        .op_attributes(op)
        .iter()
        .map(|attribute| {
            let name = module.name(attribute.name);
            match attribute.value {
                Attr::UNIT => name.to_owned(),
                value => format!("{name} = {}", module.attribute_text(value)),
            }
        })
        .collect();
    let properties = match attributes.as_slice() {
        [] => String::new(),
        _ => format!(" <{{{}}}>", attributes.join(", ")),
    };
    let types = |values: &[ValueId]| {
        let types = values.iter().map(|&v| module.type_text(module.type_of(v)));
        types.collect::<Vec<_>>()
    };
    let results = match types(module.results(op)).as_slice() {
        [one] => one.clone(),
        several => format!("({})", several.join(", ")),
    };
    format!(
        "\"{}\"({}){properties} : ({}) -> {results}",
        module.op_name(op),
        operands.join(", "),
        types(module.operands(op)).join(", ")
    )
}
