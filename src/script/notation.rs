//! Terms in infix notation, as in affine expressions, are read as calls: `%w + 1 <= %n` is `(<= (+ %w 1) %n)`.
//!
//! The precedence, from the loosest: `or`, `and`, `not`, comparisons (a chain `0 <= x < n` is a conjunction), sums,
//! products and divisions, `-x`. A function is followed by its arguments without a blank: `min(a, b)`, `dim(%t, 0)`.
//! Lists in the notation of calls may stand anywhere.

use super::error::{ScriptError, shortened};
use super::{foreign, operators};
use crate::sexp::{Form, FormKind, Span};
use std::borrow::Cow;

/// How terms are written.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Notation {
    /// `(+ x 1)`
    #[default]
    Calls,
    /// `x + 1`
    Infix,
}

type Result<T> = std::result::Result<T, ScriptError>;

/// The maximum number of alternations between products and divisions, each of which nests a term deeper.
const MAX_ALTERNATIONS: usize = 200;

/// The binary operators that are written between their operands.
const DIVISIONS: [&str; 6] = [
    "floordiv", "ceildiv", "mod", "floormod", "truncdiv", "truncmod",
];
const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

fn is_infix_operator(word: &str) -> bool {
    matches!(word, "+" | "-" | "*" | "and" | "or")
        || DIVISIONS.contains(&word)
        || COMPARISONS.contains(&word)
}

fn is_function(word: &str) -> bool {
    operators::names().any(|name| name == word)
}

/// Reads terms in infix notation.
pub(super) struct Infix<'n> {
    /// Whether a word names a variable or a value: then no character in it is an operator.
    is_name: &'n dyn Fn(&str) -> bool,
}

impl<'n> Infix<'n> {
    pub(super) fn new(is_name: &'n dyn Fn(&str) -> bool) -> Infix<'n> {
        Infix { is_name }
    }

    /// The arguments of a command with all terms as calls. If the command takes one term, its words may stand without
    /// parentheses around them. None if there is nothing in infix notation.
    pub(super) fn arguments(&self, forms: &[Form], takes_term: bool) -> Result<Option<Vec<Form>>> {
        let is_nested = forms.iter().any(|form| self.is_nested(form));
        // `x -1` is a difference here; in a list it may be two terms. `-(x mod 4)` is a call in a list of its own.
        let is_term = |term: &[Form]| {
            takes_term
                && (self.is_infix(term)
                    || self.begins_with_sign(term)
                    || term.iter().skip(1).any(is_signed))
        };
        if !is_nested && !is_term(forms) {
            return Ok(None);
        }
        let is_keyword = |form: &Form| form.as_atom().is_some_and(|word| word.starts_with(':'));
        let mut read = vec![];
        let mut rest = forms;
        while !rest.is_empty() {
            let end = rest.iter().position(is_keyword).unwrap_or(rest.len());
            let (term, after) = rest.split_at(end);
            match is_term(term) {
                true => read.push(self.term(term)?),
                false => read.extend(self.all(term)?),
            }
            // A keyword and its value.
            let (named, after) = after.split_at(after.len().min(2));
            read.extend(self.all(named)?);
            rest = after;
        }
        Ok(Some(read))
    }

    /// The forms of a line as one term.
    pub(super) fn line(&self, forms: &[Form]) -> Result<Form> {
        match forms {
            [only] => self.call(only),
            _ => self.term(forms),
        }
    }

    fn all(&self, forms: &[Form]) -> Result<Vec<Form>> {
        forms.iter().map(|form| self.call(form)).collect()
    }

    /// Whether something inside of a form is in infix notation.
    fn is_nested(&self, form: &Form) -> bool {
        match &form.kind {
            FormKind::List(forms) => {
                self.is_infix(forms) || forms.iter().any(|form| self.is_nested(form))
            }
            FormKind::Atom(word) => self.is_compound(word),
            FormKind::Str(_) | FormKind::Integer(_) => false,
        }
    }

    /// Whether a word contains operators: `x+1`.
    fn is_compound(&self, word: &str) -> bool {
        self.split(word).is_some()
    }

    /// Whether a list is in infix notation: it has an operator after its first element, a function before its
    /// arguments, or commas.
    fn is_infix(&self, forms: &[Form]) -> bool {
        let mut before: Option<&Form> = None;
        for form in forms {
            let word = form.as_atom().unwrap_or_default();
            let is_operator = is_infix_operator(word) && !(self.is_name)(word);
            if before.is_some() && is_operator || self.is_compound(word) {
                return true;
            }
            if before.is_some_and(|before| is_application(before, form)) {
                return true;
            }
            before = Some(form);
        }
        false
    }

    /// Whether a term begins with `-` or `not`, as a word by itself.
    fn begins_with_sign(&self, term: &[Form]) -> bool {
        let word = term.first().and_then(Form::as_atom).unwrap_or_default();
        term.len() > 1 && matches!(word, "-" | "not") && !(self.is_name)(word)
    }

    /// The first operator character inside of a word that is not a name: where it starts and ends.
    fn split(&self, word: &str) -> Option<(usize, usize)> {
        let may_be_in_operator =
            |b: u8| matches!(b, b'+' | b'-' | b'*' | b',' | b'<' | b'>' | b'=' | b'!');
        let is_whole = !word.bytes().any(may_be_in_operator)
            || word.starts_with(':')
            || is_function(word)
            || is_infix_operator(word)
            || word == ",";
        if is_whole || (self.is_name)(word) {
            return None;
        }
        for (at, c) in word.char_indices() {
            let is_operator = match c {
                '+' | '*' | ',' | '<' | '>' => true,
                '=' | '!' => word[at + 1..].starts_with('='),
                '-' => at == 0 || self.is_operand(&word[..at]),
                _ => false,
            };
            if !is_operator || at == 0 && is_number(&word[1..]) && matches!(c, '+' | '-') {
                continue;
            }
            let is_long = matches!(c, '<' | '>' | '=' | '!') && word[at + 1..].starts_with('=');
            return Some((at, at + 1 + usize::from(is_long)));
        }
        None
    }

    fn is_operand(&self, word: &str) -> bool {
        (self.is_name)(word) || is_number(word)
    }

    /// The tokens of a list: words are split at operators.
    fn tokens<'f>(&self, forms: &'f [Form]) -> Vec<Cow<'f, Form>> {
        let mut tokens = vec![];
        for form in forms {
            let Some(mut word) = form.as_atom() else {
                tokens.push(Cow::Borrowed(form));
                continue;
            };
            if !self.is_compound(word) {
                tokens.push(Cow::Borrowed(form));
                continue;
            }
            let mut start = form.span.start;
            let mut push = |part: &str, start: usize| {
                if !part.is_empty() {
                    tokens.push(Cow::Owned(word_form(part, start)));
                }
            };
            while let Some((at, end)) = self.split(word) {
                push(&word[..at], start);
                push(&word[at..end], start + at);
                start += end;
                word = &word[end..];
            }
            push(word, start);
        }
        tokens
    }

    /// A list in infix notation as a call.
    fn term(&self, forms: &[Form]) -> Result<Form> {
        let tokens = self.tokens(forms);
        let mut parser = Parser {
            infix: self,
            tokens: &tokens,
            at: 0,
        };
        let term = parser.disjunction()?;
        match parser.peek() {
            None => Ok(term),
            Some(extra) => Err(unexpected(extra)),
        }
    }

    /// A form with everything in it as calls.
    fn call(&self, form: &Form) -> Result<Form> {
        if !self.is_nested(form) {
            return Ok(form.clone());
        }
        let Some(forms) = form.as_list() else {
            return self.term(std::slice::from_ref(form));
        };
        let is_comma = |token: &Cow<'_, Form>| token.as_atom() == Some(",");
        let read = match self.is_infix(forms) {
            false => FormKind::List(self.all(forms)?),
            true if self.tokens(forms).iter().any(is_comma) => {
                FormKind::List(self.separated(form, forms)?)
            }
            true => {
                let term = self.term(forms)?;
                return Ok(Form {
                    span: form.span,
                    ..term
                });
            }
        };
        Ok(Form {
            span: form.span,
            kind: read,
        })
    }

    /// The terms of a list with commas between them.
    fn separated(&self, list: &Form, forms: &[Form]) -> Result<Vec<Form>> {
        let tokens = self.tokens(forms);
        let mut terms = vec![];
        for part in tokens.split(|token| token.as_atom() == Some(",")) {
            if part.is_empty() {
                let message = "expected a term on each side of a comma";
                return Err(ScriptError::new(list.span, message));
            }
            let part: Vec<Form> = part
                .iter()
                .map(|token| token.clone().into_owned())
                .collect();
            terms.push(self.line(&part)?);
        }
        Ok(terms)
    }
}

/// Whether a function is followed by its arguments without a blank.
fn is_application(function: &Form, arguments: &Form) -> bool {
    let word = function.as_atom().unwrap_or_default();
    let is_adjacent = function.span.end == arguments.span.start && function.span.end > 0;
    is_adjacent && arguments.as_list().is_some() && is_function(word) && !is_infix_operator(word)
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A word as a form. A number becomes an integer.
fn word_form(word: &str, start: usize) -> Form {
    let kind = match word.parse::<i64>() {
        Ok(number) if is_number(word) => FormKind::Integer(number.into()),
        _ => FormKind::Atom(word.to_owned()),
    };
    Form {
        span: Span::new(start, start + word.len()),
        kind,
    }
}

fn unexpected(form: &Form) -> ScriptError {
    let word = shortened(&form.text());
    match form.as_atom().is_some_and(is_function) {
        true => operand_error(form),
        false => {
            let message = format!("expected an operator before `{word}`");
            let help = form.as_atom().and_then(foreign::operator);
            ScriptError::new(form.span, message).helped_by(help)
        }
    }
}

fn operand_error(form: &Form) -> ScriptError {
    let word = form.as_atom().unwrap_or_default();
    let message = format!("expected a term, not `{}`", shortened(&form.text()));
    let error = ScriptError::new(form.span, message);
    match is_function(word) && !is_infix_operator(word) {
        true => error.with_help(format!(
            "the arguments of a function follow it without a blank: `{word}(…)`"
        )),
        false => error,
    }
}

/// A call of an operator.
fn call(head: &str, arguments: Vec<Form>) -> Form {
    let span = match (arguments.first(), arguments.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => Span::default(),
    };
    let head = Form {
        span,
        kind: FormKind::Atom(head.to_owned()),
    };
    let forms = std::iter::once(head).chain(arguments).collect();
    Form {
        span,
        kind: FormKind::List(forms),
    }
}

/// A recursive descent over the tokens of one list. Lists inside of it are as deep as the reader of forms allows.
struct Parser<'t, 'f, 'n> {
    infix: &'t Infix<'n>,
    tokens: &'t [Cow<'f, Form>],
    at: usize,
}

impl Parser<'_, '_, '_> {
    fn peek(&self) -> Option<&Form> {
        self.tokens.get(self.at).map(|token| &**token)
    }

    fn next(&mut self) -> Option<&Form> {
        self.at += 1;
        self.tokens.get(self.at - 1).map(|token| &**token)
    }

    /// The operator at this place, if it is one of these.
    fn takes(&mut self, operators: &[&str]) -> Option<String> {
        let word = self.peek()?.as_atom()?;
        let found = operators.contains(&word) && !(self.infix.is_name)(word);
        let word = found.then(|| word.to_owned())?;
        self.at += 1;
        Some(word)
    }

    fn joined(&mut self, operator: &str, part: fn(&mut Self) -> Result<Form>) -> Result<Form> {
        let mut parts = vec![part(self)?];
        while self.takes(&[operator]).is_some() {
            parts.push(part(self)?);
        }
        Ok(match parts.len() {
            1 => parts.swap_remove(0),
            _ => call(operator, parts),
        })
    }

    fn disjunction(&mut self) -> Result<Form> {
        self.joined("or", Self::conjunction)
    }

    fn conjunction(&mut self) -> Result<Form> {
        self.joined("and", Self::negation)
    }

    fn negation(&mut self) -> Result<Form> {
        let is_application = |parser: &Self| match (parser.peek(), parser.tokens.get(parser.at + 1))
        {
            (Some(function), Some(arguments)) => is_application(function, arguments),
            _ => false,
        };
        let mut is_negated = false;
        while !is_application(self) && self.takes(&["not"]).is_some() {
            is_negated = !is_negated;
        }
        let condition = self.comparison()?;
        Ok(match is_negated {
            true => call("not", vec![condition]),
            false => condition,
        })
    }

    fn comparison(&mut self) -> Result<Form> {
        let mut sides = vec![self.sum()?];
        let mut operators = vec![];
        while let Some(operator) = self.takes(&COMPARISONS) {
            if operator == "!=" && !operators.is_empty() || operators.iter().any(|it| it == "!=") {
                let place = self
                    .tokens
                    .get(self.at - 1)
                    .map_or(Span::default(), |it| it.span);
                let message = "`!=` is not part of a chain: write `a != b and b != c`";
                return Err(ScriptError::new(place, message));
            }
            operators.push(operator);
            sides.push(self.sum()?);
        }
        let pairs = operators.iter().zip(sides.windows(2));
        let mut all: Vec<Form> = pairs.map(|(it, pair)| call(it, pair.to_vec())).collect();
        Ok(match all.len() {
            0 => sides.swap_remove(0),
            1 => all.swap_remove(0),
            _ => call("and", all),
        })
    }

    fn sum(&mut self) -> Result<Form> {
        let mut parts = vec![self.product()?];
        loop {
            let is_negative = match self.takes(&["+", "-"]).as_deref() {
                Some(sign) => sign == "-",
                // `x -1` is a difference, as in affine expressions.
                None if self.peek().is_some_and(is_signed) => false,
                None => break,
            };
            let part = self.product()?;
            parts.push(match is_negative {
                true => call("-", vec![part]),
                false => part,
            });
        }
        Ok(match parts.len() {
            1 => parts.swap_remove(0),
            _ => call("+", parts),
        })
    }

    fn product(&mut self) -> Result<Form> {
        let operators = [&["*"], &DIVISIONS[..]].concat();
        let mut left = self.signed()?;
        let mut alternations = 0;
        while let Some(operator) = self.takes(&operators) {
            let mut parts = vec![left, self.signed()?];
            while operator == "*" && self.takes(&["*"]).is_some() {
                parts.push(self.signed()?);
            }
            left = call(&operator, parts);
            alternations += 1;
            if alternations > MAX_ALTERNATIONS {
                let message = format!("more than {MAX_ALTERNATIONS} divisions in a row");
                return Err(ScriptError::new(left.span, message));
            }
        }
        Ok(left)
    }

    fn signed(&mut self) -> Result<Form> {
        let mut is_negative = false;
        while self.takes(&["-"]).is_some() {
            is_negative = !is_negative;
        }
        let operand = self.operand()?;
        Ok(match is_negative {
            true => call("-", vec![operand]),
            false => operand,
        })
    }

    fn operand(&mut self) -> Result<Form> {
        let infix = self.infix;
        let end = self.tokens.last().map_or(Span::default(), |it| it.span);
        let Some(form) = self.next().cloned() else {
            return Err(ScriptError::new(end, "expected a term after this"));
        };
        if let Some(arguments) = self.peek()
            && is_application(&form, arguments)
        {
            let arguments = self.next().cloned().unwrap_or_else(|| form.clone());
            return self.applied(form, &arguments);
        }
        match &form.kind {
            FormKind::List(forms) => match &forms[..] {
                [only] if !infix.is_infix(forms) => infix.call(only),
                _ => infix.call(&form),
            },
            FormKind::Atom(word) if is_function(word) && !(infix.is_name)(word) => {
                Err(operand_error(&form))
            }
            FormKind::Atom(word) if word == "," => Err(operand_error(&form)),
            _ => Ok(form),
        }
    }

    /// `min(a, b)`; also `min(a b)`, as in calls.
    fn applied(&self, function: Form, arguments: &Form) -> Result<Form> {
        let forms = arguments.as_list().unwrap_or_default();
        let tokens = self.infix.tokens(forms);
        let has_commas = tokens.iter().any(|token| token.as_atom() == Some(","));
        let terms = match has_commas || self.infix.is_infix(forms) {
            true => self.infix.separated(arguments, forms)?,
            false => self.infix.all(forms)?,
        };
        Ok(Form {
            span: function.span.to(arguments.span),
            kind: FormKind::List(std::iter::once(function).chain(terms).collect()),
        })
    }
}

/// Whether a form is an integer with a sign.
fn is_signed(form: &Form) -> bool {
    form.as_integer()
        .is_some_and(crate::number::Int::is_negative)
}

#[cfg(test)]
mod tests;
