//! Commands about slices, and about the memory layout of memrefs.

use super::command::Arguments;
use super::error::ScriptError;
use super::session::{Answer, Session};
use crate::analysis::{
    BoundKind, HyperrectangularSlice, SliceRelation, Unknown, Variable, Verdict,
};
use crate::program::{Column, ValueId};
use crate::proof::SliceProof;
use crate::sexp::Form;
use crate::solve::NoProof;
use crate::term::Expr;

type Result<T> = std::result::Result<T, ScriptError>;

/// The syntax of a slice.
enum Written {
    Value(ValueId),
    ByHand(HyperrectangularSlice),
}

/// A term that contains all terms of two slices.
fn mentioned(slices: [&HyperrectangularSlice; 2]) -> Expr<Column> {
    let terms = slices.into_iter().flat_map(|slice| {
        let terms = slice.offsets().chain(slice.sizes()).chain(slice.strides());
        terms.map(|term| term.as_term().clone())
    });
    terms.fold(Expr::integer(0), Expr::sum)
}

impl Session<'_> {
    pub(super) fn relate(
        &mut self,
        question: &Form,
        a: &Form,
        relation: SliceRelation,
        b: &Form,
    ) -> Result<Answer> {
        let slices = match (self.slice(a)?, self.slice(b)?) {
            (Written::ByHand(a), Written::ByHand(b)) => Some((a, b)),
            (Written::Value(a), Written::Value(b)) => {
                let common = self.analysis.common_slices(a, b);
                common.map(|common| (common.first, common.second))
            }
            _ => {
                let message =
                    "expected another value, as the first slice is one, or two `(slice …)`";
                return Err(ScriptError::new(b.span, message));
            }
        };
        let Some((a, b)) = slices else {
            let unknown = Some(Unknown::NoBound);
            self.remember(question, Expr::integer(0), "unknown", unknown);
            return Ok(Answer::Text("unknown".to_owned()));
        };
        if a.rank() != b.rank() {
            let (a, b) = (a.rank(), b.rank());
            let message = format!("the slices have different ranks: {a} and {b}");
            return Err(ScriptError::new(question.span, message));
        }
        let words = match relation {
            SliceRelation::Overlaps => ["overlapping", "disjoint"],
            SliceRelation::IsEquivalentTo | SliceRelation::Contains => ["proved", "refuted"],
        };
        let mentioned = mentioned([&a, &b]);
        let point = self.point_of(&mentioned);
        let verdict = self.analysis.relate_slices(&a, relation, &b, point);
        let answer = self.judge(question, mentioned, verdict, words);
        if let Some(last) = &mut self.last {
            last.slices = Some(Box::new((a, relation, b)));
        }
        Ok(answer)
    }

    /// The proof of the last answer about two slices.
    pub(super) fn proof_of_slices(
        &mut self,
        (a, relation, b): &(HyperrectangularSlice, SliceRelation, HyperrectangularSlice),
    ) -> std::result::Result<SliceProof, NoProof> {
        let point = self.point_of(&mentioned([a, b]));
        let indices = self.names.indices();
        let explained = self
            .analysis
            .explain_slices(a, *relation, b, point, indices);
        explained.1
    }

    /// The relations of two slices.
    pub(super) fn slices(&mut self, question: &Form, a: &Form, b: &Form) -> Result<Answer> {
        let relations = [
            ("overlap", SliceRelation::Overlaps),
            ("equivalent", SliceRelation::IsEquivalentTo),
            ("contains", SliceRelation::Contains),
        ];
        let mut told = vec![];
        for (name, relation) in relations {
            if let Answer::Text(answer) = self.relate(question, a, relation, b)? {
                told.push(format!("{name}: {answer}"));
            }
        }
        Ok(Answer::Text(told.join("  ")))
    }

    pub(super) fn judge(
        &mut self,
        question: &Form,
        mentioned: Expr<Column>,
        verdict: Verdict,
        [proved, refuted]: [&str; 2],
    ) -> Answer {
        let (answer, unknown) = match verdict {
            Verdict::Proved => (proved, None),
            Verdict::Refuted => (refuted, None),
            Verdict::Unreachable => ("unreachable", None),
            Verdict::Unknown(unknown) => ("unknown", Some(unknown)),
        };
        self.remember(question, mentioned, answer, unknown);
        Answer::Text(answer.to_owned())
    }

    /// `%v`, or `(slice (OFFSET …) (SIZE …) (STRIDE …))`.
    fn slice(&mut self, form: &Form) -> Result<Written> {
        let expected =
            "expected a value of the program or `(slice (OFFSET …) (SIZE …) (STRIDE …))`";
        let Some((head, parts)) = form.as_call() else {
            return self.shaped(form, expected).map(Written::Value);
        };
        let (offsets, sizes, strides) = match (head, parts) {
            ("slice", [offsets, sizes]) => (offsets, sizes, None),
            ("slice", [offsets, sizes, strides]) => (offsets, sizes, Some(strides)),
            _ => return Err(ScriptError::new(form.span, expected)),
        };
        let rank = self.variables(offsets)?.len();
        let mut of_rank = |form: &Form| {
            let found = self.variables(form)?;
            if found.len() == rank {
                return Ok(found);
            }
            let message = format!("expected as many as there are offsets: {rank}");
            Err(ScriptError::new(form.span, message))
        };
        let (starts, sizes) = (of_rank(offsets)?, of_rank(sizes)?);
        let strides = match strides {
            Some(strides) => of_rank(strides)?,
            None => vec![Variable::constant(1); rank],
        };
        let dims = starts.into_iter().zip(sizes).zip(strides);
        Ok(Written::ByHand(HyperrectangularSlice::new(
            dims.map(|((offset, size), stride)| (offset, size, stride)),
        )))
    }

    fn variables(&mut self, form: &Form) -> Result<Vec<Variable>> {
        let Some(forms) = form.as_list() else {
            let message = "expected a list in `()`, an entry for each dimension";
            return Err(ScriptError::new(form.span, message));
        };
        let mut read = |form| Ok(Variable::term(self.integer(form)?));
        forms.iter().map(&mut read).collect()
    }

    /// A tensor, memref or vector with a rank.
    pub(super) fn shaped(&self, form: &Form, expected: &str) -> Result<ValueId> {
        if !form.as_atom().is_some_and(|name| name.starts_with('%')) {
            return Err(ScriptError::new(form.span, expected));
        }
        let Some(scope) = &self.scope else {
            return Err(ScriptError::no_program(form));
        };
        let value = scope.operand(form)?;
        let shape = self.program().value_type(value).shape();
        match shape.and_then(|shape| shape.rank()) {
            Some(_) => Ok(value),
            None => {
                let message = "this is no tensor, memref or vector with a rank";
                Err(ScriptError::new(form.span, message))
            }
        }
    }

    /// A value with elements: a tensor or a vector, or a shape of a dialect.
    pub(super) fn with_elements(&self, form: &Form) -> Result<ValueId> {
        match &self.scope {
            Some(scope) => {
                let value = scope.operand(form)?;
                match Column::has_element(self.program(), value, 0) {
                    true => Ok(value),
                    false => self.shaped(form, "expected a tensor or a shape, such as `%s`"),
                }
            }
            None => Err(ScriptError::no_program(form)),
        }
    }

    fn memref(&self, form: &Form) -> Result<ValueId> {
        let value = self.shaped(form, "expected a memref of the program, such as `%m`")?;
        let shape = self.program().value_type(value).shape();
        match shape.is_some_and(|shape| shape.has_layout()) {
            true => Ok(value),
            false => Err(ScriptError::new(form.span, "this is no strided memref")),
        }
    }

    pub(super) fn contiguous(&mut self, question: &Form, form: &Form) -> Result<Answer> {
        let memref = self.memref(form)?;
        let shape = self.program().value_type(memref).shape();
        let rank = shape.and_then(|shape| shape.rank()).unwrap_or(0) as u32;
        let columns = (0..rank).map(|dim| Expr::Leaf(Column::Stride(memref, dim)));
        let mentioned = columns.fold(Expr::integer(0), Expr::sum);
        let point = self.point_of(&mentioned);
        let verdict = self.analysis.is_contiguous(memref, point);
        Ok(self.judge(question, mentioned, verdict, ["proved", "refuted"]))
    }

    pub(super) fn extent(
        &mut self,
        question: &Form,
        form: &Form,
        arguments: &Arguments<'_>,
    ) -> Result<Answer> {
        let memref = self.memref(form)?;
        let Some(extent) = self.analysis.extent(memref) else {
            let message = "this memref has too many dimensions";
            return Err(ScriptError::new(form.span, message));
        };
        let term = extent.as_term().clone();
        match arguments.named(":in") {
            None => Ok(self.range_of(question, term)),
            Some(list) => {
                let answer = self.bound_of(question, BoundKind::Upper, term.clone(), arguments)?;
                let is_open = matches!(&answer, Answer::Text(text) if text == "none");
                let told = match is_open {
                    true => self.told_in(&term, list)?,
                    false => None,
                };
                Ok(told.map_or(answer, |told| {
                    self.remember(question, term.clone(), &told, None);
                    self.claim_that(vec![Expr::at_most(term.clone(), term)]);
                    Answer::Text(told)
                }))
            }
        }
    }

    /// A term over columns alone, if there is one: not necessarily an affine expression.
    fn told_in(&mut self, term: &Expr<Column>, columns: &Form) -> Result<Option<String>> {
        let columns = self.columns(columns)?;
        let allowed = |column| columns.contains(&column);
        let variable = Variable::term(term.clone());
        let point = self.point_of(term);
        let shortest = self.analysis.shortest(&variable, point, allowed);
        let told = shortest.unwrap_or(variable);
        let is_told = told.columns().into_iter().all(allowed);
        Ok(is_told.then(|| self.term_text(told.as_term())))
    }
}
