//! Answers: verdicts, ranges and pictures.

use crate::expression::{integer, python_integer};
use calipers::number::Int;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::hash::{Hash, Hasher};

/// Whether a condition holds.
#[pyclass(module = "calipers", eq, frozen, hash, rename_all = "UPPERCASE")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Neither a proof nor a refutation was found.
    Unknown,
    /// The condition holds in every run that reaches the point.
    Proved,
    /// The condition fails in every run that reaches the point.
    Refuted,
    /// No run reaches the point.
    Unreachable,
}

impl From<calipers::analysis::Verdict> for Verdict {
    fn from(verdict: calipers::analysis::Verdict) -> Verdict {
        use calipers::analysis::Verdict as Found;
        match verdict {
            Found::Unknown(_) => Verdict::Unknown,
            Found::Proved => Verdict::Proved,
            Found::Refuted => Verdict::Refuted,
            Found::Unreachable => Verdict::Unreachable,
        }
    }
}

/// A verdict of an answer, which Python sees as the constant of the class itself: `is` compares it as well as `==`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Told(pub Verdict);

impl<T: Into<Verdict>> From<T> for Told {
    fn from(verdict: T) -> Told {
        Told(verdict.into())
    }
}

impl<'py> IntoPyObject<'py> for Told {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.get_type::<Verdict>().getattr(self.0.name())
    }
}

#[pymethods]
impl Verdict {
    /// Only `PROVED` is true.
    fn __bool__(&self) -> bool {
        *self == Verdict::Proved
    }

    /// A pickled verdict is the constant of the class again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, NameOf<'py>)> {
        let of_class = py.import("builtins")?.getattr("getattr")?;
        Ok((of_class, (py.get_type::<Verdict>(), self.name())))
    }
}

/// A class and the name of one of its constants.
type NameOf<'py> = (Bound<'py, PyType>, &'static str);

impl Verdict {
    fn name(self) -> &'static str {
        match self {
            Verdict::Unknown => "UNKNOWN",
            Verdict::Proved => "PROVED",
            Verdict::Refuted => "REFUTED",
            Verdict::Unreachable => "UNREACHABLE",
        }
    }
}

/// The range of a term.
#[pyclass(module = "calipers", frozen)]
pub struct Range {
    pub(crate) range: calipers::number::Range,
}

fn end<'py>(py: Python<'py>, end: Option<&Int>) -> PyResult<Option<Bound<'py, PyAny>>> {
    end.map(|end| python_integer(py, end)).transpose()
}

/// The least and the greatest value of a range, the modulus and the residue.
type Parts<'py> = (End<'py>, End<'py>, End<'py>, End<'py>);
type End<'py> = Option<Bound<'py, PyAny>>;

#[pymethods]
impl Range {
    /// The integers from `lower` to `upper` that are `residue` modulo `modulus`; `None` leaves an end open.
    #[new]
    #[pyo3(signature = (lower = None, upper = None, modulus = None, residue = None))]
    fn new(
        lower: Option<&Bound<'_, PyAny>>,
        upper: Option<&Bound<'_, PyAny>>,
        modulus: Option<&Bound<'_, PyAny>>,
        residue: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Range> {
        use calipers::number::{Congruence, Interval, Range as Values};
        let number = |value: Option<&Bound<'_, PyAny>>| value.map(integer).transpose();
        let lower = number(lower)?.map_or_else(Values::full, Values::at_least);
        let upper = number(upper)?.map_or_else(Values::full, Values::at_most);
        let modulus = number(modulus)?.unwrap_or(Int::ONE);
        let residue = number(residue)?.unwrap_or(Int::ZERO);
        let aligned = Values::new(Interval::full(), Congruence::new(modulus, residue));
        let range = lower.intersect(&upper).intersect(&aligned);
        Ok(Range { range })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyType>, Parts<'py>)> {
        let number = |value: i32| python_integer(py, &Int::from(value)).map(Some);
        let parts = match self.range.is_empty() {
            true => (number(1)?, number(0)?, number(1)?, number(0)?),
            false => (
                self.lower(py)?,
                self.upper(py)?,
                Some(self.modulus(py)?),
                Some(self.residue(py)?),
            ),
        };
        Ok((py.get_type::<Range>(), parts))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        self.range.to_string().hash(&mut hasher);
        hasher.finish()
    }

    /// The least value, `None` if there is none.
    #[getter]
    fn lower<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        end(py, self.range.lower())
    }

    /// The greatest value, `None` if there is none.
    #[getter]
    fn upper<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        end(py, self.range.upper())
    }

    /// Every value is `residue` modulo this; 0 if `residue` is the only value.
    #[getter]
    fn modulus<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python_integer(py, self.range.congruence().modulus())
    }

    /// See `modulus`.
    #[getter]
    fn residue<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python_integer(py, self.range.congruence().residue())
    }

    /// The only value, if there is exactly one.
    #[getter]
    fn constant<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        end(py, self.range.as_constant())
    }

    /// Whether the point is unreachable.
    #[getter]
    fn is_empty(&self) -> bool {
        self.range.is_empty()
    }

    fn __contains__(&self, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.range.contains(&integer(value)?))
    }

    fn __eq__(&self, other: &Range) -> bool {
        self.range == other.range
    }

    fn __str__(&self) -> String {
        self.range.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Range {}>", self.range)
    }
}

/// The ranges of an integer in both readings of its bits.
#[pyclass(module = "calipers", frozen)]
pub struct IntegerRange {
    pub(crate) range: calipers::analysis::IntegerRange,
}

#[pymethods]
impl IntegerRange {
    /// The ranges of both readings of `width` bits.
    #[new]
    fn new(width: u32, signed: &Range, unsigned: &Range) -> IntegerRange {
        let [signed, unsigned] = [signed, unsigned].map(|it| it.range.clone());
        let range = calipers::analysis::IntegerRange::new(width, signed, unsigned);
        IntegerRange { range }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (u32, Range, Range)) {
        let parts = (self.width(), self.signed(), self.unsigned());
        (py.get_type::<IntegerRange>(), parts)
    }

    fn __eq__(&self, other: &IntegerRange) -> bool {
        self.range == other.range
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        (self.width(), self.range.signed().to_string()).hash(&mut hasher);
        self.range.unsigned().to_string().hash(&mut hasher);
        hasher.finish()
    }

    /// The width in bits; 64 for an index.
    #[getter]
    fn width(&self) -> u32 {
        self.range.width()
    }

    /// The range of the signed reading.
    #[getter]
    fn signed(&self) -> Range {
        let range = self.range.signed().clone();
        Range { range }
    }

    /// The range of the unsigned reading.
    #[getter]
    fn unsigned(&self) -> Range {
        let range = self.range.unsigned().clone();
        Range { range }
    }

    /// The bits that are always 0, and those that are always 1; `None` if the point is unreachable.
    #[getter]
    fn known_bits(&self) -> Option<(u128, u128)> {
        self.range.known_bits()
    }

    fn __repr__(&self) -> String {
        let (signed, unsigned) = (self.range.signed(), self.range.unsigned());
        format!("<IntegerRange signed {signed}, unsigned {unsigned}>")
    }
}

/// A picture, which a notebook shows.
#[pyclass(module = "calipers", frozen)]
pub struct Picture {
    pub(crate) svg: String,
    pub(crate) dot: Option<String>,
}

#[pymethods]
impl Picture {
    /// The picture as SVG.
    #[getter]
    fn svg(&self) -> &str {
        &self.svg
    }

    /// The picture in Graphviz's language; `None` for the loops around a value.
    #[getter]
    fn dot(&self) -> Option<&str> {
        self.dot.as_deref()
    }

    fn _repr_svg_(&self) -> &str {
        &self.svg
    }

    fn __repr__(&self) -> String {
        format!("<Picture of {} bytes of SVG>", self.svg.len())
    }
}
