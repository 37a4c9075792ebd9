//! Simplification: finds an equal expression that is not longer.
//!
//! From the innermost expression outwards, each is replaced by an extraction from its e-class if that is shorter than
//! the expression over its simplified arguments. The result is parsed again. It must be in the same class, and its
//! divisors must be nonzero wherever those of the original are; otherwise the original stays. What the facts at the
//! point allow beyond that is found by equality saturation ([`Analysis::shortest`]).
//!
//! [`Analysis::shortest`]: crate::analysis::Analysis::shortest

use super::expression::{Sort, Typed};
use super::extract::Extractor;
use super::infix::told;
use super::operators;
use super::session::Session;
use super::text::Text;
use crate::analysis::{Criterion, Preference, Variable};
use crate::number::Int;
use crate::program::Column;
use crate::sexp::{Form, FormKind, Forms};
use crate::term::condition::is_condition;
use crate::term::{Expr, Id, Operator};
use hashbrown::HashMap;

/// Larger expressions are not simplified.
const MAX_SIZE: usize = 2_000;

/// An equal expression that is not longer, on one line.
pub(super) fn simplified(session: &mut Session<'_>, form: &Form, read: &Typed) -> String {
    let found = by_classes(session, form, read);
    let shorter = by_saturation(session, read, &found, &Preference::default());
    let shorter = shorter.filter(|text| words(text) <= words(&found));
    shorter.unwrap_or(found)
}

/// The number of words of an expression.
fn words(text: &str) -> usize {
    let words = text.split(|it: char| it.is_whitespace() || matches!(it, '(' | ')'));
    words.filter(|word| !word.is_empty()).count()
}

/// An equal expression with the fewest of a quantity.
pub(super) fn with_fewest(
    session: &mut Session<'_>,
    form: &Form,
    read: &Typed,
    fewest: Criterion,
) -> String {
    let Preference(mut criteria) = Preference::default();
    criteria.retain(|criterion| *criterion != fewest);
    criteria.insert(0, fewest);
    let original = form.to_string();
    let shorter = by_saturation(session, read, &original, &Preference(criteria));
    shorter.unwrap_or(original)
}

/// A shorter expression by equality saturation, with the facts at the point.
fn by_saturation(
    session: &mut Session<'_>,
    read: &Typed,
    found: &str,
    preference: &Preference,
) -> Option<String> {
    let shown = reread(session, found)?;
    let mut columns = vec![];
    read.term.for_each_leaf(&mut |&column| columns.push(column));
    let point = session.point_of(&read.term);
    let allowed = |column: Column| columns.contains(&column);
    let variable = Variable::term(shown.term);
    let shortest = session
        .analysis
        .shortest_by(&variable, point, allowed, preference)?;
    let text = match (read.sort, shortest.as_term()) {
        (Sort::Condition, Expr::Integer(value)) => Text::truth(!value.is_zero()),
        (_, term) => told(&session.named(term)),
    };
    let text = text.to_string();
    let is_same_sort = reread(session, &text).is_some_and(|it| it.sort == read.sort);
    (is_same_sort && divides_no_more(session, &read.term, shortest.as_term())).then_some(text)
}

/// An expression of the e-class that is not longer.
fn by_classes(session: &mut Session<'_>, form: &Form, read: &Typed) -> String {
    let original = form.to_string();
    let size = size(form);
    if size > MAX_SIZE {
        return original;
    }
    let Some((shortest, _)) = shorter(session, form, size) else {
        return original;
    };
    let found = shortest.to_string();
    let is_shorter = shortest.size() <= size && found.len() <= original.len();
    if is_shorter && is_same(session, read, &found) {
        found
    } else {
        original
    }
}

/// The number of words of a form.
fn size(form: &Form) -> usize {
    match &form.kind {
        FormKind::List(forms) => forms.iter().map(size).sum(),
        _ => 1,
    }
}

/// The shortest expression found for a form, and its class.
fn shorter(session: &mut Session<'_>, form: &Form, max_size: usize) -> Option<(Text, Id)> {
    let read = session.expression(form).ok()?;
    let class = session.analysis.engine().class_of_term(&read.term);
    let by_parts = parts(session, form)?;
    let mut variables = HashMap::new();
    let mut order = vec![];
    read.term.for_each_leaf(&mut |&column| order.push(column));
    for (rank, column) in order.into_iter().enumerate() {
        let class = session.analysis.engine().class(column);
        let name = session.column_name(column);
        variables.entry(class).or_insert((rank, name));
    }
    let told =
        Extractor::new(session.analysis.engine(), variables, max_size).tell(class, read.sort);
    let key = |text: &Text| (text.size(), text.to_string().len());
    let best = match told {
        Some(told) if key(&told) <= key(&by_parts) => told,
        _ => by_parts,
    };
    Some((best, class))
}

/// An expression with simplified arguments.
fn parts(session: &mut Session<'_>, form: &Form) -> Option<Text> {
    Some(match &form.kind {
        FormKind::Integer(value) => Text::Integer(value.clone()),
        FormKind::Atom(word) => Text::Word(word.clone()),
        FormKind::Str(_) => return None,
        FormKind::List(forms) => {
            let (head, arguments) = form.as_call()?;
            let head = operators::names().find(|known| *known == head);
            match head {
                // Columns of a program are atomic.
                None | Some("dim" | "stride" | "offset") => Text::Word(form.to_string()),
                Some(head) => {
                    let told: Option<Vec<Text>> = arguments
                        .iter()
                        .map(|argument| {
                            let size = size(argument);
                            shorter(session, argument, size).map(|(text, _)| text)
                        })
                        .collect();
                    debug_assert_eq!(forms.len(), arguments.len() + 1);
                    Text::Call(head, told?)
                }
            }
        }
    })
}

/// Parses a text that this module generated.
pub(super) fn reread(session: &mut Session<'_>, text: &str) -> Option<Typed> {
    let form = Forms::new(text).large_integers_as_atoms().next()?.ok()?;
    session.expression(&form).ok()
}

/// Whether a text is a term of the same class that is defined wherever the original is.
fn is_same(session: &mut Session<'_>, original: &Typed, found: &str) -> bool {
    let Some(read) = reread(session, found) else {
        return false;
    };
    if read.sort != original.sort {
        return false;
    }
    let engine = session.analysis.engine();
    let class = engine.class_of_term(&original.term);
    let found = engine.class_of_term(&read.term);
    if engine.egraph().find(found) != engine.egraph().find(class) {
        return false;
    }
    divides_no_more(session, &original.term, &read.term)
}

/// Whether a term divides by zero only where another one does.
fn divides_no_more(
    session: &mut Session<'_>,
    original: &Expr<Column>,
    found: &Expr<Column>,
) -> bool {
    let before = divisions(session, original, Connectives::StopEarly);
    let after = divisions(session, found, Connectives::LookAtAll);
    after.iter().all(|division| {
        before.iter().any(|other| {
            let store = session.analysis.engine().egraph();
            store.find(other.divisor) == store.find(division.divisor)
                && other
                    .guards
                    .iter()
                    .all(|guard| division.guards.contains(guard))
        })
    })
}

/// A division whose divisor may be zero.
struct Division {
    divisor: Id,
    /// The path conditions of the division, with their values.
    guards: Vec<(Id, Value)>,
}

/// The value of a condition on a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    True,
    False,
}

/// Whether `and` and `or` are assumed to evaluate arguments after one that decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Connectives {
    StopEarly,
    LookAtAll,
}

/// The divisions of a term. A `select` evaluates one branch.
fn divisions(
    session: &mut Session<'_>,
    term: &Expr<Column>,
    connectives: Connectives,
) -> Vec<Division> {
    let mut found = vec![];
    collect(session, term, connectives, &mut vec![], &mut found);
    found
}

fn collect(
    session: &mut Session<'_>,
    term: &Expr<Column>,
    connectives: Connectives,
    guards: &mut Vec<(Id, Value)>,
    found: &mut Vec<Division>,
) {
    let Expr::Apply(operator, arguments) = term else {
        return;
    };
    let mut class = |term: &Expr<Column>| session.analysis.engine().class_of_term(term);
    match (operator, &arguments[..]) {
        (Operator::Select, [condition, then, otherwise]) => {
            let decided = class(condition);
            collect(session, condition, connectives, guards, found);
            for (branch, value) in [(then, Value::True), (otherwise, Value::False)] {
                guards.push((decided, value));
                collect(session, branch, connectives, guards, found);
                guards.pop();
            }
            return;
        }
        (Operator::Min | Operator::Max, all)
            if connectives == Connectives::StopEarly && is_condition(term) =>
        {
            let going_on = match operator {
                Operator::Min => Value::True,
                _ => Value::False,
            };
            let depth = guards.len();
            for argument in all {
                collect(session, argument, connectives, guards, found);
                let decided = session.analysis.engine().class_of_term(argument);
                guards.push((decided, going_on));
            }
            guards.truncate(depth);
            return;
        }
        (
            Operator::FloorDiv
            | Operator::CeilDiv
            | Operator::Mod
            | Operator::TruncDiv
            | Operator::TruncMod,
            [_, divisor],
        ) => {
            let divisor = class(divisor);
            let point = session.point_of(term);
            let engine = session.analysis.engine();
            let form = engine.form(divisor);
            if engine.form_range_at(&form, point).contains(&Int::ZERO) {
                found.push(Division {
                    divisor: engine.egraph().find(divisor),
                    guards: guards.clone(),
                });
            }
        }
        _ => {}
    }
    for argument in arguments.iter() {
        collect(session, argument, connectives, guards, found);
    }
}
