//! Questions about shapes.

use super::command::Arguments;
use super::error::ScriptError;
use super::infix::told as term_text;
use super::notation::Notation;
use super::program;
use super::session::{Answer, Session};
use crate::analysis::{
    SameClass, Sameness, Unknown, Variable, Verdict, is_of_argument, shaped_values,
};
use crate::program::{Column, OpId, ValueId};
use crate::sexp::Form;
use crate::term::Expr;

type Result<T> = std::result::Result<T, ScriptError>;

/// The usage text of the commands about shapes.
const SHAPED: &str = "expected a tensor, a memref or a vector, such as `%t`";

impl Session<'_> {
    /// `(same-shape %a %b)`: whether two values have the same rank and sizes.
    pub(super) fn same_shape(&mut self, question: &Form, a: &Form, b: &Form) -> Result<Answer> {
        let (a, b) = (self.shaped(a, SHAPED)?, self.shaped(b, SHAPED)?);
        let mentioned = self.sizes_of(&[a, b]);
        let point = self.point_of(&mentioned);
        let verdict = self.analysis.have_same_shape(a, b, point);
        let claims = self.analysis.equal_sizes(a, b);
        Ok(self.judge_all(question, mentioned, verdict, claims))
    }

    /// `(broadcastable %a %b …)`
    pub(super) fn broadcastable(&mut self, question: &Form, values: &[&Form]) -> Result<Answer> {
        let values: Result<Vec<ValueId>> =
            values.iter().map(|it| self.shaped(it, SHAPED)).collect();
        let values = values?;
        let mentioned = self.sizes_of(&values);
        let point = self.point_of(&mentioned);
        let verdict = self.analysis.are_broadcastable(&values, point);
        let claims = self.analysis.fitting_sizes(&values).unwrap_or_default();
        Ok(self.judge_all(question, mentioned, verdict, claims))
    }

    /// `(no-op %r)`: whether a broadcast or a reshape does nothing.
    pub(super) fn no_op(&mut self, question: &Form, form: &Form) -> Result<Answer> {
        let result = self.shaped(form, SHAPED)?;
        let Some(source) = self.analysis.source_of_elements(result) else {
            let message = "this is no result of a reshape, or of a broadcast that keeps the order of dimensions";
            return Err(ScriptError::new(form.span, message));
        };
        let mentioned = self.sizes_of(&[source, result]);
        let point = self.point_of(&mentioned);
        let verdict = self.analysis.is_no_op(result, point);
        let claims = self.analysis.equal_sizes(source, result);
        Ok(self.judge_all(question, mentioned, verdict, claims))
    }

    /// `(unit (dim %t 0))`: whether a dimension has size 1.
    pub(super) fn unit(&mut self, question: &Form, form: &Form) -> Result<Answer> {
        let term = self.integer(form)?;
        let Expr::Leaf(Column::Dim(value, dim)) = term else {
            let message = "expected a dimension, such as `(dim %t 0)`";
            return Err(ScriptError::new(form.span, message));
        };
        let point = self.point_of(&term);
        let verdict = self.analysis.is_unit(value, dim, point);
        let claim = Expr::equal(term.clone(), Expr::integer(1));
        Ok(self.judge_all(question, term, verdict, vec![claim]))
    }

    /// The answer to whether all claims hold.
    fn judge_all(
        &mut self,
        question: &Form,
        mentioned: Expr<Column>,
        verdict: Verdict,
        claims: Vec<Expr<Column>>,
    ) -> Answer {
        let is_proved = verdict == Verdict::Proved;
        let answer = self.judge(question, mentioned, verdict, ["proved", "refuted"]);
        if is_proved {
            self.claim_that(claims);
        }
        answer
    }

    /// A term that contains all sizes of values.
    fn sizes_of(&self, values: &[ValueId]) -> Expr<Column> {
        let mut all = vec![];
        for &value in values {
            let shape = self.program().value_type(value).shape();
            let rank = shape.and_then(|shape| u32::try_from(shape.rank()?).ok());
            all.extend((0..rank.unwrap_or(0)).map(|dim| Expr::Leaf(Column::Dim(value, dim))));
        }
        all.into_iter().fold(Expr::integer(0), Expr::sum)
    }

    /// `(shape %t :in (…))`: the sizes of a value; `(elements %t :in (…))`: its elements.
    pub(super) fn shape(
        &mut self,
        question: &Form,
        form: &Form,
        of_elements: bool,
        arguments: &Arguments<'_>,
    ) -> Result<Answer> {
        let value = match of_elements {
            true => self.with_elements(form)?,
            false => self.shaped(form, SHAPED)?,
        };
        let named = match arguments.named(":in") {
            None => None,
            Some(list) => Some(self.columns(list)?),
        };
        let program = self.program();
        let allowed = |column: Column| match &named {
            Some(named) => named.contains(&column),
            None => is_of_argument(program, column),
        };
        let column = |number| match of_elements {
            true => Column::Element(value, number),
            false => Column::Dim(value, number),
        };
        let point = self.point_of(&Expr::Leaf(Column::Value(value)));
        let mut parts = match of_elements {
            true => self.analysis.elements(value, point, allowed),
            false => self.analysis.shape(value, point, allowed),
        };
        for (number, part) in (0..).zip(&mut parts) {
            let own = Variable::column(column(number));
            let point = point.or_else(|| self.analysis.default_point(&own));
            if let Ok(part) = part
                && let Some(shorter) = self.analysis.shortest_of(&own, part, point, allowed)
            {
                *part = shorter;
            }
        }
        let columns = || (0u32..).map(|number| Expr::Leaf(column(number)));
        let known = parts.iter().zip(columns()).filter_map(|(part, column)| {
            let equal = part.as_ref().ok()?.as_term();
            Some(Expr::equal(column, equal.clone()))
        });
        let claims: Vec<Expr<Column>> = known.collect();
        let all = columns().take(parts.len()).reduce(Expr::sum);
        let mut texts: Vec<String> = parts.iter().map(|part| self.part_text(part)).collect();
        if of_elements && !self.analysis.has_known_length(value) {
            texts.push("...".to_owned());
        }
        let between = match self.notation {
            Notation::Calls => " ",
            Notation::Infix => ", ",
        };
        let answer = format!("({})", texts.join(between));
        let unknown = parts.into_iter().find_map(std::result::Result::err);
        self.remember(question, all.unwrap_or(Expr::integer(0)), &answer, unknown);
        self.claim_that(claims);
        Ok(Answer::Text(answer))
    }

    fn part_text(&self, part: &std::result::Result<Variable, Unknown>) -> String {
        let named = |column: &Column| Expr::Leaf(self.column_name(*column));
        match part {
            Ok(part) => term_text(&part.as_term().map(&mut { named })).in_notation(self.notation),
            Err(_) => "none".to_owned(),
        }
    }

    pub(super) fn chosen_function(&self, form: &Form) -> Result<OpId> {
        let Some(top) = self.top else {
            return Err(ScriptError::no_program(form));
        };
        // If there is only one, it need not be named.
        let only = match &program::functions(self.program(), top)[..] {
            [(_, only)] => Some(*only),
            _ => None,
        };
        self.function.or(only).ok_or_else(|| {
            let error = ScriptError::new(form.span, "no function is chosen");
            error.with_help("begin with `(func NAME)`")
        })
    }

    /// `(same-shape)`: the values of the function that share a shape.
    pub(super) fn shape_classes(&mut self, form: &Form) -> Result<Answer> {
        let values = shaped_values(self.program(), self.chosen_function(form)?);
        let classes = self.analysis.shape_classes(&values, self.point);
        let program = self.program();
        let answer = told(&classes, &|value| program.value_name(value));
        Ok(self.told_of_all(form, answer))
    }

    /// `(same-size)`: the dimensions of the function's values that share a size.
    pub(super) fn size_classes(&mut self, form: &Form) -> Result<Answer> {
        let values = shaped_values(self.program(), self.chosen_function(form)?);
        let classes = self.analysis.size_classes(&values, self.point);
        let name = |(value, dim)| self.column_name(Column::Dim(value, dim));
        let answer = told(&classes, &name);
        Ok(self.told_of_all(form, answer))
    }

    /// An answer about all values of a function.
    fn told_of_all(&mut self, question: &Form, answer: String) -> Answer {
        self.remember(question, Expr::integer(0), &answer, None);
        Answer::Text(answer)
    }
}

/// `(FIRST OTHER … :proved OTHER …) …`, without singletons.
fn told<T: Copy>(classes: &[SameClass<T>], name: &dyn Fn(T) -> String) -> String {
    let classes = classes.iter().filter(|class| !class.others.is_empty());
    let lines: Vec<String> = classes
        .map(|class| {
            let by = |why: Sameness| {
                let others = class.others.iter().filter(move |other| other.1 == why);
                others.map(|other| name(other.0))
            };
            let mut words = vec![name(class.first)];
            words.extend(by(Sameness::Defined));
            let proved: Vec<String> = by(Sameness::Proved).collect();
            if !proved.is_empty() {
                words.push(":proved".to_owned());
                words.extend(proved);
            }
            format!("({})", words.join(" "))
        })
        .collect();
    match lines.is_empty() {
        true => "none".to_owned(),
        false => lines.join(" "),
    }
}
