//! Explanations of a failed predicate by the test that failed.

use super::Text;
use super::literal::is_literal;
use calipers_program::Program;
use calipers_semantics::concept::{ATTRIBUTE, Matcher, Predicate, Test, Thing, parts_of};
use std::fmt::{self, Display, Formatter};

/// The test that failed, and the part of the datum that failed it.
///
/// Displays as `its element is f32, not signless-integer`, or as `f32 is not signless-integer` for the datum itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The path from the datum to the part, outermost first; empty for the datum itself.
    pub path: Vec<String>,
    /// The expected part, as a concept.
    pub expected: String,
    /// The actual part.
    pub found: String,
}

impl Failure {
    fn within(mut self, part: String) -> Failure {
        self.path.insert(0, part);
        self
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            return write!(f, "{} is not {}", self.found, self.expected);
        }
        let path = self.path.join(", ");
        if self.expected == Predicate::ANY.text() {
            // Only a missing part fails `any`.
            return write!(f, "its {path} is {}", self.found);
        }
        write!(f, "its {path} is {}, not {}", self.found, self.expected)
    }
}

/// Explanations by a [`Matcher`].
pub trait Explain {
    /// The test that failed; none if the predicate holds or is undecided. Among several alternatives, the failure
    /// with the longest path is reported.
    fn explain(&mut self, predicate: &Predicate, thing: &Thing<'_>) -> Option<Failure>;

    /// A datum as diagnostics print it.
    fn shown(&self, thing: &Thing<'_>) -> String;
}

impl<P: Program + ?Sized> Explain for Matcher<'_, P> {
    fn explain(&mut self, predicate: &Predicate, thing: &Thing<'_>) -> Option<Failure> {
        if self.holds(predicate, thing) != Some(false) {
            return None;
        }
        let here = |this: &Self| Failure {
            path: vec![],
            expected: predicate.text(),
            found: this.shown(thing),
        };
        Some(match predicate {
            Predicate::And(parts) => parts.iter().find_map(|part| self.explain(part, thing))?,
            Predicate::Or(parts) => {
                let failures: Vec<Failure> = parts
                    .iter()
                    .filter_map(|part| self.explain(part, thing))
                    .collect();
                let deepest = failures.iter().map(|it| it.path.len()).max().unwrap_or(0);
                let mut furthest = failures.into_iter().filter(|it| it.path.len() == deepest);
                match (furthest.next(), furthest.next()) {
                    (Some(only), None) if deepest > 0 => only,
                    _ => here(self),
                }
            }
            Predicate::Concept(name, body) => {
                let inner = self.explain(body, thing)?;
                // For a literal such as `i8`, its name says more than the part that differs.
                match inner.path.is_empty() || is_literal(name) {
                    true => here(self),
                    false => inner,
                }
            }
            Predicate::Test(test) => explain_test(self, test, thing).unwrap_or_else(|| here(self)),
            Predicate::Not(_) | Predicate::Constant(_) => here(self),
        })
    }

    fn shown(&self, thing: &Thing<'_>) -> String {
        match thing {
            Thing::Datum(datum) => datum.text(),
            Thing::Value(value) => match self.program().type_datum(*value) {
                Some(datum) => datum.text(),
                None => self.program().value_name(*value),
            },
            Thing::Op(op) => self.program().op_name(*op).to_string(),
            Thing::Values(values) => format!("{} values", values.len()),
            Thing::Unknown => "unknown".to_string(),
        }
    }
}

fn explain_test<P: Program + ?Sized>(
    matcher: &mut Matcher<'_, P>,
    test: &Test,
    thing: &Thing<'_>,
) -> Option<Failure> {
    match test {
        Test::Field(name, part) => {
            let shown = match name.strip_prefix(ATTRIBUTE) {
                Some(attribute) => format!("attribute '{attribute}'"),
                None => name.to_string(),
            };
            match matcher.field(thing, name)? {
                Some(field) => Some(matcher.explain(part, &field)?.within(shown)),
                None => Some(Failure {
                    path: vec![shown],
                    expected: part.text(),
                    found: "missing".into(),
                }),
            }
        }
        Test::At(number, part) => {
            let one = parts_of(thing)?.get(*number)?;
            Some(
                matcher
                    .explain(part, &one)?
                    .within(format!("part {number}")),
            )
        }
        Test::All(part) => {
            let parts = parts_of(thing)?;
            (0..parts.len()).find_map(|number| {
                let failure = matcher.explain(part, &parts.get(number)?)?;
                Some(failure.within(format!("part {number}")))
            })
        }
        Test::Length(lengths) => Some(Failure {
            path: vec!["length".into()],
            expected: lengths.text(),
            found: parts_of(thing)?.len().to_string(),
        }),
        _ => None,
    }
}
