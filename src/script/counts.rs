//! Commands that count: executions, touched elements, and memory that is live at once.

use super::error::ScriptError;
use super::session::{Answer, Session};
use crate::analysis::Unknown;
use crate::count::{Count, Exactness, Failure, executions, footprint, peak};
use crate::program::Column;
use crate::sexp::Form;
use crate::term::Expr;

type Result<T> = std::result::Result<T, ScriptError>;

impl Session<'_> {
    /// `(count PLACE)`: how often the function executes the ops there.
    pub(super) fn count(&mut self, question: &Form, place: &Form) -> Result<Answer> {
        let Some(point) = self.place(place)? else {
            let message = "expected a value or a line, whose executions are counted";
            return Err(ScriptError::new(place.span, message));
        };
        let count = executions(&mut self.analysis, point.block);
        Ok(self.told_count(question, count, &[("", 1)]))
    }

    /// `(footprint %m)`: the distinct elements of a buffer that are touched.
    pub(super) fn footprint(&mut self, question: &Form, buffer: &Form) -> Result<Answer> {
        let message = "expected a memref or a tensor of the program, such as `%m`";
        let buffer = self.shaped(buffer, message)?;
        let found = footprint(&mut self.analysis, buffer);
        let mut units = vec![(" elements", 1)];
        if let Ok(found) = &found {
            units.extend(found.bytes_of_element.map(|bytes| (" bytes", bytes)));
        }
        let count = found.map(|found| found.elements);
        Ok(self.told_count(question, count, &units))
    }

    /// `(peak)`: the most bytes that the function's allocations hold at once.
    pub(super) fn peak(&mut self, question: &Form) -> Result<Answer> {
        let function = self.chosen_function(question)?;
        let found = peak(&mut self.analysis, function);
        let program = self.program();
        let unbounded = found
            .as_ref()
            .map_or(vec![], |found| found.unbounded.clone());
        let names: Vec<String> = unbounded.iter().map(|&it| program.value_name(it)).collect();
        let unit = match names.is_empty() {
            true => " bytes".to_owned(),
            false => format!(" bytes, since nothing bounds {}", names.join(", ")),
        };
        let bytes = found.map(|found| found.bytes);
        Ok(self.told_count(question, bytes, &[(&unit, 1)]))
    }

    /// A count in units, each a multiple of it.
    fn told_count(
        &mut self,
        question: &Form,
        count: std::result::Result<Count, Failure>,
        units: &[(&str, i64)],
    ) -> Answer {
        let (term, answer, unknown) = match count {
            Ok(count) => {
                let word = match count.exactness {
                    Exactness::Exact => "exactly",
                    Exactness::Upper => "at most",
                };
                let told = units.iter().map(|(unit, factor)| {
                    let text = self.number_text(&count.term, *factor);
                    format!("{word} {text}{unit}")
                });
                let told: Vec<String> = told.collect();
                (count.term, told.join(", "), None)
            }
            Err(failure) => {
                let reason = self.reason_text(&failure);
                let unknown = match failure {
                    Failure::Budget => Unknown::Budget,
                    _ => Unknown::NoBound,
                };
                (Expr::integer(0), format!("none: {reason}"), Some(unknown))
            }
        };
        self.remember(question, term, &answer, unknown);
        Answer::Text(answer)
    }

    /// A multiple of a term: as a number, if it is one.
    fn number_text(&mut self, term: &Expr<Column>, factor: i64) -> String {
        match term.evaluate(&|_| None) {
            Some(number) => (number * crate::number::Int::from(factor)).to_string(),
            None if factor == 1 => self.whole_text(term),
            None => self.whole_text(&Expr::scaled(factor, term.clone())),
        }
    }

    fn reason_text(&self, failure: &Failure) -> String {
        match failure {
            Failure::NoBound(size) => format!("{failure}: {}", self.term_text(size)),
            other => other.to_string(),
        }
    }
}
