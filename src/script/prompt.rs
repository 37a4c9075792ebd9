//! What a prompt needs beyond commands: lines without parentheses, terms without a command, and the notation of answers.

use super::command::{Command, pages, topics};
use super::error::{ScriptError, shortened};
use super::expression::Sort;
use super::names::is_large_integer;
use super::notation::{Infix, Notation};
use super::operators::{self, Named};
use super::program::{self, Scope as ProgramScope};
use super::session::{Answer, Session};
use super::settings;
use super::text::Text;
use crate::analysis::Analysis;
use crate::program::TypeView;
use crate::sexp::{Form, FormKind, Forms, Source, read};
use calipers_support::order::Order;

type Result<T> = std::result::Result<T, ScriptError>;

/// The words of commands and terms.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Vocabulary {
    /// The names of the commands.
    pub commands: Vec<String>,
    /// The names of the operators of terms.
    pub operators: Vec<String>,
    /// The names of the pages of the help.
    pub pages: Vec<String>,
    /// The names of the functions of the program.
    pub functions: Vec<String>,
    /// The names of variables and of values of the program, sorted.
    pub names: Vec<String>,
}

/// The maximum number of assumptions that are left out to find those that contradict each other.
const MAX_DROPPED: usize = 32;

impl Session<'_> {
    /// Executes a line of a prompt. The parentheses around a single command may be left out. A term is a question for
    /// its range, a condition for its truth, and a shaped value for its sizes.
    ///
    /// # Errors
    /// As [`execute`](Self::execute), for the first command that fails.
    pub fn execute_line(&mut self, forms: &[Form]) -> Result<Vec<Answer>> {
        let commands = self.commands_of(forms)?;
        commands
            .iter()
            .map(|command| self.execute(command))
            .collect()
    }

    /// The commands in a line of a prompt, as [`execute_line`](Self::execute_line) describes them.
    ///
    /// # Errors
    /// The line is neither a command nor a term.
    pub fn commands_of(&mut self, forms: &[Form]) -> Result<Vec<Form>> {
        let Some(first) = forms.first() else {
            return Ok(vec![]);
        };
        let is_command = |form: &Form| {
            form.as_atom()
                .is_some_and(|word| Command::named(word).is_some())
        };
        let is_call = |form: &Form| {
            form.as_list()
                .and_then(<[Form]>::first)
                .is_some_and(is_command)
        };
        if forms.iter().all(is_call) {
            return Ok(forms.to_vec());
        }
        if is_command(first)
            && self
                .names
                .lookup(first.as_atom().unwrap_or_default())
                .is_none()
        {
            return Ok(vec![list(forms)]);
        }
        self.question(forms).map(|question| vec![question])
    }

    /// The question for a term without a command.
    fn question(&mut self, forms: &[Form]) -> Result<Form> {
        let is_keyword = |form: &Form| form.as_atom().is_some_and(|word| word.starts_with(':'));
        let end = forms.iter().position(is_keyword).unwrap_or(forms.len());
        let (term, named) = forms.split_at(end);
        let head = match forms {
            [only] => only.as_list().and_then(<[Form]>::first).unwrap_or(only),
            _ => &forms[0],
        };
        // Otherwise it is a command, perhaps a misspelled one.
        let is_term = head
            .as_atom()
            .is_none_or(|word| self.is_name(word) || begins_term(word));
        let misspelled = head.as_atom().filter(|_| !is_term);
        let operator = forms.get(1).and_then(Form::as_atom);
        let is_operand = operator.is_some_and(|word| Named::find(word).is_some());
        let misspelled = misspelled.map(|word| match is_operand {
            true => self.undeclared(head, word),
            false => self.unknown(head, word),
        });
        let unknown = |error: ScriptError| misspelled.clone().unwrap_or(error);
        let is_name = |word: &str| self.is_name(word);
        let call = [list(term)];
        let (term, read) = match Infix::new(&is_name).line(term) {
            Ok(read) => (term, read),
            // The parentheses around a call may be left out, as those around a command.
            Err(_) if is_call_of_operator(&call[0]) && self.expression(&call[0]).is_ok() => {
                (&call[..], call[0].clone())
            }
            Err(error) => return Err(unknown(error)),
        };
        let command = match self.is_shaped(&read) {
            true => "shape",
            false => match self.expression(&read).map_err(unknown)?.sort {
                Sort::Integer => "range",
                Sort::Condition => "prove",
            },
        };
        let command = Form {
            span: read.span,
            kind: FormKind::Atom(command.to_owned()),
        };
        let question = [std::slice::from_ref(&command), term, named].concat();
        Ok(list(&question))
    }

    /// A warning if this command, which has been executed, has added an assumption, and the assumptions are contradictory:
    /// every answer is "unreachable" then.
    ///
    /// Costs a query after each assumption, and an analysis for each of them if they are contradictory.
    pub fn warning_after(&mut self, command: &Form) -> Option<String> {
        // More assumptions after a warning change nothing, until one is taken back.
        if self.has_warned || !matches!(command.as_call(), Some(("assume" | "var", _))) {
            return None;
        }
        let assumptions = self.conflict()?;
        self.has_warned = true;
        let all: Vec<String> = assumptions.iter().map(|it| format!("`{it}`")).collect();
        Some(format!(
            "no values of the variables satisfy {}: from here on, conditions and ranges are `unreachable`, \
             and bounds are those of no run; `undo` takes back the last",
            all.join(" and ")
        ))
    }

    /// The assumptions that contradict each other: without any one of them, no contradiction is found. None if they are
    /// not found to be contradictory.
    fn conflict(&mut self) -> Option<Vec<String>> {
        if !self.analysis.is_contradictory() {
            return None;
        }
        let mut kept: Vec<usize> = (0..self.assumptions.len()).collect();
        for dropped in (0..self.assumptions.len()).rev().take(MAX_DROPPED) {
            let others: Vec<usize> = kept.iter().copied().filter(|&it| it != dropped).collect();
            if self.is_contradiction_of(&others) {
                kept = others;
            }
        }
        let text = |at: usize| self.assumptions[at].text.clone();
        Some(kept.into_iter().map(text).collect())
    }

    /// Whether some of the assumptions are contradictory by themselves.
    fn is_contradiction_of(&self, assumptions: &[usize]) -> bool {
        let (program, rules) = (self.program(), self.rules);
        let mut analysis = Analysis::with_config(program, rules, self.config.clone());
        for (number, range) in self.names.ranges() {
            analysis.declare(number, range.clone());
        }
        for &at in assumptions {
            analysis.assume(&self.assumptions[at].term);
        }
        analysis.is_contradictory()
    }

    /// The words of commands and terms, for completion.
    pub fn vocabulary(&self) -> Vocabulary {
        let owned =
            |words: &mut dyn Iterator<Item = &'static str>| words.map(str::to_owned).collect();
        let functions = self.top.map(|top| program::functions(self.program(), top));
        let functions = functions.unwrap_or_default().into_iter();
        let values = self.scope.iter().flat_map(ProgramScope::names);
        let names = self.names.visible().chain(values).map(str::to_owned);
        let mut vocabulary = Vocabulary {
            commands: owned(&mut Session::commands()),
            operators: owned(&mut Session::operators()),
            pages: owned(&mut pages()),
            functions: functions.map(|(name, _)| name).collect(),
            names: names.collect(),
        };
        vocabulary.names.order();
        vocabulary.names.dedup();
        vocabulary
    }

    /// The words that may begin a command or an expression, or be a variable.
    pub fn words(&self) -> Vec<String> {
        let Vocabulary {
            commands,
            operators,
            functions,
            names,
            ..
        } = self.vocabulary();
        let mut words = [commands, operators, functions, names].concat();
        words.order();
        words.dedup();
        words
    }

    /// The keywords of a command.
    pub fn keywords(command: &str) -> &'static [&'static str] {
        Command::named(command).map_or(&[], Command::keywords)
    }

    /// The names of the settings, or the values of a setting that is not a number.
    pub fn setting_words(setting: Option<&str>) -> &'static [&'static str] {
        setting.map_or(&settings::NAMES, settings::values)
    }

    /// The topics of the help, with the names of their commands.
    pub fn topics() -> String {
        topics()
    }

    /// The arguments of a command as calls, if they contain terms in infix notation.
    pub(super) fn as_calls(
        &mut self,
        command: &Command,
        forms: &[Form],
    ) -> Result<Option<Vec<Form>>> {
        if !command.reads_terms() {
            return Ok(None);
        }
        let is_name = |word: &str| self.is_name(word);
        let read = Infix::new(&is_name).arguments(forms, command.takes_term())?;
        self.notation = match (self.syntax, &read) {
            (Some(chosen), _) => chosen,
            (None, Some(_)) => Notation::Infix,
            (None, None) if forms.iter().any(is_application) => Notation::Calls,
            (None, None) => self.notation,
        };
        Ok(read)
    }

    /// The one expression in a text, such as `%x + 1` or `(+ %x 1)`, as a call.
    ///
    /// # Errors
    /// The message, with its place in the text.
    pub fn one_expression(&self, text: &str) -> std::result::Result<Form, String> {
        let source = Source::new("expression", text);
        let forms = read(text).map_err(|error| error.render(&source))?;
        let is_name = |word: &str| self.is_name(word);
        let calls = Infix::new(&is_name).arguments(&forms, true);
        let calls = calls.map_err(|error| error.render(&source))?;
        match &calls.unwrap_or(forms)[..] {
            [form] => Ok(form.clone()),
            _ => {
                let message = "expected one expression, such as `%x`, `(dim %t 0)` or `%x + 1`";
                Err(source.render_error(0, message))
            }
        }
    }

    /// Prints terms in infix notation where the question does not show another one, as a prompt does.
    pub fn prefer_infix(&mut self) {
        self.notation = Notation::Infix;
    }

    /// An answer that is a call, in the notation of the question.
    pub(super) fn in_notation(&self, answer: String) -> String {
        if self.notation == Notation::Calls {
            return answer;
        }
        let form = Forms::new(&answer).large_integers_as_atoms().next();
        let text = form.and_then(|form| Text::of(&form.ok()?));
        text.map_or(answer, |text| text.in_notation(self.notation))
    }

    /// The error for a word that is neither a command nor a term.
    fn unknown(&self, form: &Form, word: &str) -> ScriptError {
        let value = format!("%{word}");
        match self.is_name(&value) {
            true => {
                let message = format!("unknown command `{word}`");
                ScriptError::new(form.span, message).with_help(format!("did you mean `{value}`?"))
            }
            false => Command::unknown(form, word),
        }
    }

    /// The error for a word before an operator that is no term.
    fn undeclared(&self, form: &Form, word: &str) -> ScriptError {
        let error = ScriptError::new(form.span, format!("`{}` is not declared", shortened(word)));
        match self.is_name(&format!("%{word}")) {
            true => error.with_help(format!("did you mean `%{word}`?")),
            false => error.with_help(format!("`var {}` declares it", shortened(word))),
        }
    }

    /// The error for arguments that a command does not take.
    pub(super) fn misused(&self, command: &Command, form: &Form, plain: &[&Form]) -> ScriptError {
        let is_name = |word: &str| self.is_name(word);
        let words: Vec<Form> = plain.iter().map(|&form| form.clone()).collect();
        let read = match plain {
            [_, _, ..] if command.takes_term() => Infix::new(&is_name).line(&words).err(),
            _ => None,
        };
        read.unwrap_or_else(|| command.misused(form))
    }

    fn is_name(&self, word: &str) -> bool {
        self.names.lookup(word).is_some() || self.scope.as_ref().is_some_and(|it| it.has(word))
    }

    fn is_shaped(&self, form: &Form) -> bool {
        let value = self
            .scope
            .as_ref()
            .and_then(|scope| Some((scope, scope.operand(form).ok()?)));
        value.is_some_and(|(scope, value)| matches!(scope.type_of(value), TypeView::Shaped(_)))
    }
}

/// Whether a form is an operator with its operands, and not a column of a program.
fn is_application(form: &Form) -> bool {
    let head = form.as_call().map_or("", |(head, _)| head);
    is_call_of_operator(form) && !operators::is_column(head)
}

/// Whether a form is an operator with operands.
fn is_call_of_operator(form: &Form) -> bool {
    form.as_call().is_some_and(|(head, operands)| {
        !operands.is_empty() && operators::names().any(|name| name == head)
    })
}

/// Whether a word that names nothing may begin a term.
fn begins_term(word: &str) -> bool {
    word.starts_with('%')
        || matches!(word, "true" | "false")
        || is_large_integer(word)
        || operators::names().any(|name| name == word)
        || word.contains(['+', '*', '<', '>', '='])
}

/// The forms as one list.
fn list(forms: &[Form]) -> Form {
    let first = forms
        .first()
        .map_or_else(Default::default, |form| form.span);
    let last = forms.last().map_or(first, |form| form.span);
    Form {
        span: first.to(last),
        kind: FormKind::List(forms.to_vec()),
    }
}
