//! Programs, their values and ops, and rules.

use crate::annotations;
use crate::expression::{Expression, Operand};
use crate::{bad, deep, no_pickle};
use calipers::diagnostic::similar;
use calipers::ir::{Module as Inner, ParseOptions};
use calipers::program::{
    Attribute, BlockId, Column, Definition, Extent, OpId, Program, TypeView, ValueId,
};
use calipers::rules::syntaxes;
use calipers::source;
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use std::sync::Arc;

/// The rules that define the meaning of ops: the built-in ones, and more from files.
#[pyclass(module = "calipers")]
pub struct Rules {
    pub(crate) rules: Arc<calipers::rules::Rules>,
}

#[pymethods]
impl Rules {
    #[new]
    fn new() -> Rules {
        let rules = Arc::new(calipers::rules::Rules::embedded());
        Rules { rules }
    }

    /// Adds the rules of a file, whose text is `source`. `name` is for messages.
    #[pyo3(signature = (source, name = "<string>"))]
    fn load(&mut self, source: &str, name: &str) -> PyResult<()> {
        match Arc::get_mut(&mut self.rules) {
            Some(rules) => deep(|| calipers::irdl::load(rules, name, source))
                .map_err(|error| bad(error.rendered)),
            None => Err(bad("an analysis uses these rules already")),
        }
    }

    /// The names of the ops that have rules.
    fn ops(&self) -> Vec<String> {
        let names = self.rules.op_names().into_iter();
        names.map(str::to_owned).collect()
    }
}

/// A program.
#[pyclass(module = "calipers", frozen)]
pub struct Module {
    pub(crate) module: Arc<Inner>,
}

impl Module {
    fn wrap(&self, value: ValueId) -> Value {
        Value {
            module: Arc::clone(&self.module),
            value,
        }
    }

    /// The function of that name.
    fn function(&self, name: &str) -> PyResult<OpId> {
        let name = name.strip_prefix('@').unwrap_or(name);
        let is_named = |&op: &OpId| {
            let symbol = self.module.attribute(op, "sym_name");
            symbol == Some(Attribute::String(name)) && !self.module.regions(op).is_empty()
        };
        let found = self.module.walk(self.module.top()).find(is_named);
        found.ok_or_else(|| bad(format!("there is no function `{name}`")))
    }

    /// The blocks of a function, by default of the first one.
    fn body(&self, function: Option<&str>) -> PyResult<Vec<BlockId>> {
        let is_function = |&op: &OpId| {
            let symbol = self.module.attribute(op, "sym_name");
            matches!(symbol, Some(Attribute::String(_))) && op != self.module.top()
        };
        let function = match function {
            Some(name) => self.function(name)?,
            None => {
                let mut ops = self.module.walk(self.module.top());
                let first = ops.find(|op| is_function(op) && !self.module.regions(*op).is_empty());
                first.ok_or_else(|| bad("the program has no function"))?
            }
        };
        let region = self.module.regions(function).first();
        let blocks = region.map(|&region| self.module.blocks(region));
        Ok(blocks.unwrap_or_default().to_vec())
    }

    fn root(&self, function: Option<&str>) -> PyResult<OpId> {
        function.map_or(Ok(self.module.top()), |name| self.function(name))
    }
}

/// The values inside an op, in program order.
pub(crate) fn values_in(module: &Inner, root: OpId) -> Vec<ValueId> {
    let mut found = vec![];
    for op in module.walk(root) {
        if op != root {
            found.extend(module.results(op));
        }
        let blocks = module
            .regions(op)
            .iter()
            .flat_map(|&region| module.blocks(region));
        found.extend(blocks.flat_map(|&block| module.block_arguments(block)));
    }
    found
}

/// The columns of a value that have a range.
pub(crate) fn columns(module: &Inner, value: ValueId) -> Vec<Column> {
    match module.value_type(value) {
        TypeView::Index | TypeView::Integer { .. } => vec![Column::Value(value)],
        TypeView::Shaped(shape) => {
            let rank = shape.rank().unwrap_or(0) as u32;
            (0..rank).map(|dim| Column::Dim(value, dim)).collect()
        }
        TypeView::Other => vec![],
    }
}

fn parse_options(rules: Option<&Rules>, lenient: bool) -> PyResult<ParseOptions> {
    let syntaxes = rules.map(|it| syntaxes(&it.rules)).transpose();
    Ok(ParseOptions {
        syntaxes: syntaxes
            .map_err(|error| bad(error.rendered))?
            .unwrap_or_default(),
        lenient,
        ..ParseOptions::default()
    })
}

impl Module {
    /// A program without ops.
    pub(crate) fn empty() -> PyResult<Module> {
        Module::new("", "<string>", None, false)
    }
}

#[pymethods]
impl Module {
    /// Parses a program in MLIR's syntax. `file` is its name in messages; `rules` may declare how ops are written. With
    /// `lenient`, an op that cannot be read is kept as text, and nothing is assumed about it (`unread`).
    #[new]
    #[pyo3(signature = (source, file = "<string>", *, rules = None, lenient = false))]
    fn new(source: &str, file: &str, rules: Option<&Rules>, lenient: bool) -> PyResult<Module> {
        let options = parse_options(rules, lenient)?;
        let module = deep(|| Inner::parse(source, file, options));
        let module = Arc::new(module.map_err(|error| bad(error.to_string()))?);
        Ok(Module { module })
    }

    /// Reads the bytes of a program: MLIR's text or bytecode, or an ONNX model if `file` ends in `.onnx`. `rules` and
    /// `lenient` are those of `Module`.
    #[staticmethod]
    #[pyo3(signature = (bytes, file, *, rules = None, lenient = false))]
    fn from_bytes(
        bytes: Vec<u8>,
        file: &str,
        rules: Option<&Rules>,
        lenient: bool,
    ) -> PyResult<Module> {
        let options = source::Options {
            parse: parse_options(rules, lenient)?,
            ..source::Options::default()
        };
        let text = deep(|| source::decode(bytes, file, options));
        let text = text.map_err(|error| bad(error.to_string()))?;
        Module::new(&text, file, rules, lenient)
    }

    /// A warning for each name of ops that could not be read and are kept as text.
    #[getter]
    fn unread(&self) -> Vec<String> {
        let warnings = source::warnings(&self.module);
        warnings
            .map(|it| it.render(None).trim_end().to_owned())
            .collect()
    }

    /// The arguments of a function; without a name, of the first one.
    #[pyo3(signature = (function = None))]
    fn arguments(&self, function: Option<&str>) -> PyResult<Vec<Value>> {
        let blocks = self.body(function)?;
        let entry = blocks
            .first()
            .map(|&block| self.module.block_arguments(block));
        let values = entry.unwrap_or_default().iter();
        Ok(values.map(|&value| self.wrap(value)).collect())
    }

    /// The values that a function returns; without a name, the first function. It must have one return.
    #[pyo3(signature = (function = None))]
    fn returned(&self, function: Option<&str>) -> PyResult<Vec<Value>> {
        let blocks = self.body(function)?;
        let last = blocks
            .iter()
            .filter_map(|&block| self.module.block_ops(block).last());
        let mut returns = last.filter(|&&op| self.module.successors(op).is_empty());
        match (returns.next(), returns.next()) {
            (Some(&op), None) => {
                let values = self.module.operands(op).iter();
                Ok(values.map(|&value| self.wrap(value)).collect())
            }
            _ => Err(bad("the function does not have exactly one return")),
        }
    }

    /// The value that has this name in the text, such as `%size`; if there are several, the one in `function`.
    #[pyo3(signature = (name, function = None))]
    fn value(&self, name: &str, function: Option<&str>) -> PyResult<Value> {
        let values = values_in(&self.module, self.root(function)?).into_iter();
        let mut named = values.filter(|&value| self.module.value_name(value) == name);
        match (named.next(), named.next()) {
            (Some(value), None) => Ok(self.wrap(value)),
            (None, _) => {
                let module = &*self.module;
                let values = values_in(module, self.root(function)?).into_iter();
                let names: Vec<String> = values.map(|it| module.value_name(it)).collect();
                let known = || names.iter().map(String::as_str);
                // A name without its sign is the likeliest slip.
                let signed = known().find(|known| known.strip_prefix('%') == Some(name));
                let known = signed.or_else(|| similar(name, known()));
                let hint = known.map(|known| format!(": did you mean `{known}`?"));
                let hint = hint.unwrap_or_default();
                Err(bad(format!("there is no value `{name}`{hint}")))
            }
            (Some(_), Some(_)) => Err(bad(format!(
                "several values are called `{name}`: say in which function"
            ))),
        }
    }

    fn __getitem__(&self, name: &str) -> PyResult<Value> {
        self.value(name, None)
    }

    /// Whether some value has this name.
    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        let name = name.extract::<String>().unwrap_or_default();
        let mut values = values_in(&self.module, self.module.top()).into_iter();
        values.any(|value| self.module.value_name(value) == name)
    }

    /// All values, in program order.
    fn __iter__(slf: &Bound<'_, Self>) -> PyResult<Py<PyIterator>> {
        Ok(slf.call_method0("values")?.try_iter()?.unbind())
    }

    fn __repr__(&self) -> String {
        let ops = self.module.walk(self.module.top()).count() - 1;
        format!("<Module {} with {ops} ops>", self.module.file())
    }

    /// All values, in program order.
    #[pyo3(signature = (function = None))]
    fn values(&self, function: Option<&str>) -> PyResult<Vec<Value>> {
        let values = values_in(&self.module, self.root(function)?).into_iter();
        Ok(values.map(|value| self.wrap(value)).collect())
    }

    /// All ops of that name, in program order; without a name, all ops.
    #[pyo3(signature = (name = None))]
    fn ops(&self, name: Option<&str>) -> Vec<Op> {
        let ops = self.module.walk(self.module.top());
        let named = ops.filter(|&op| name.is_none_or(|name| self.module.op_name(op) == name));
        let wrap = |op| Op {
            module: Arc::clone(&self.module),
            op,
        };
        named.map(wrap).collect()
    }

    /// The text from which it was read.
    fn __str__(&self) -> &str {
        self.module.source()
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(no_pickle(
            "a Module",
            "pickle its text, `str(module)`, and parse it again",
        ))
    }

    /// The program as a table, for notebooks.
    fn _repr_html_(&self) -> String {
        annotations::html(self.module.source(), None)
    }
}

/// A value of a program.
#[pyclass(module = "calipers", frozen)]
#[derive(Clone)]
pub struct Value {
    pub(crate) module: Arc<Inner>,
    pub(crate) value: ValueId,
}

impl Value {
    fn column(&self, column: Column) -> Expression {
        Expression::column(&self.module, column)
    }

    fn view(&self) -> TypeView<'_> {
        self.module.value_type(self.value)
    }

    fn in_rank(&self, dim: i64) -> PyResult<u32> {
        match (self.rank(), u32::try_from(dim)) {
            (Some(rank), Ok(dim)) if (dim as usize) < rank => Ok(dim),
            (Some(rank), _) => Err(bad(format!(
                "there is no dimension {dim}: the rank is {rank}"
            ))),
            (None, _) => Err(bad(format!("{} has no dimensions", self.name()))),
        }
    }

    pub(crate) fn own_expression(&self) -> PyResult<Expression> {
        match self.view() {
            TypeView::Index | TypeView::Integer { .. } => {
                Ok(self.column(Column::Value(self.value)))
            }
            _ => {
                let part = match Column::has_element(&*self.module, self.value, 0) {
                    true => "element",
                    false => "dim",
                };
                let name = self.name();
                Err(bad(format!(
                    "{name} is no integer: ask about its parts, as {name}.{part}(0)"
                )))
            }
        }
    }
}

#[pymethods]
impl Value {
    /// Its name in the program's text, with its `%`.
    #[getter]
    fn name(&self) -> String {
        self.module.value_name(self.value)
    }

    /// Its type, as text.
    #[getter]
    fn r#type(&self) -> String {
        self.module.type_text(self.module.type_of(self.value))
    }

    /// The rank of its type; `None` if the type has no rank.
    #[getter]
    fn rank(&self) -> Option<usize> {
        self.view().shape()?.rank()
    }

    /// The sizes in its type, `None` for a dynamic one.
    #[getter]
    fn shape(&self) -> Option<Vec<Option<i64>>> {
        let dims = self.view().shape()?.dims?;
        let sizes = dims.iter().map(|extent| match extent {
            Extent::Static(size) => Some(*size),
            Extent::Dynamic | Extent::Scalable(_) => None,
        });
        Some(sizes.collect())
    }

    /// The op that defines it, or that owns the region of the block whose argument it is.
    #[getter]
    fn op(&self) -> Op {
        let op = match self.module.definition(self.value) {
            Definition::Result { op, .. } => op,
            Definition::Argument { block, .. } => {
                self.module.region_parent(self.module.block_region(block))
            }
        };
        Op {
            module: Arc::clone(&self.module),
            op,
        }
    }

    /// The value as a term: an index as it is, another integer by its signed reading.
    fn expression(&self) -> PyResult<Expression> {
        self.own_expression()
    }

    /// The unsigned reading of an integer.
    fn unsigned(&self) -> PyResult<Expression> {
        match self.view() {
            TypeView::Integer { .. } => Ok(self.column(Column::Unsigned(self.value))),
            _ => Err(bad(
                "only integers of a fixed width have an unsigned reading",
            )),
        }
    }

    /// The size of a dimension.
    fn dim(&self, dim: i64) -> PyResult<Expression> {
        Ok(self.column(Column::Dim(self.value, self.in_rank(dim)?)))
    }

    /// An element of a tensor or a vector of integers, in row-major order; 0 is that of a tensor without dimensions.
    fn element(&self, number: u32) -> PyResult<Expression> {
        match Column::has_element(&*self.module, self.value, number) {
            true => Ok(self.column(Column::Element(self.value, number))),
            false => Err(bad(format!(
                "{} has no element {number} that is an integer",
                self.name()
            ))),
        }
    }

    /// The stride of a dimension of a memref, in elements.
    fn stride(&self, dim: i64) -> PyResult<Expression> {
        Ok(self.column(Column::Stride(self.value, self.in_rank(dim)?)))
    }

    /// The offset of a memref, in elements.
    fn offset(&self) -> PyResult<Expression> {
        self.rank()
            .ok_or_else(|| bad(format!("{} has no rank", self.name())))?;
        Ok(self.column(Column::Offset(self.value)))
    }

    fn __repr__(&self) -> String {
        format!("<Value {} : {}>", self.name(), self.r#type())
    }

    /// The same for the same value of the same module, so that values are keys of dictionaries and members of sets.
    /// Different values of a module have different hashes: `==` of them is a term, which is neither true nor false.
    fn __hash__(&self) -> u64 {
        let module = Arc::as_ptr(&self.module) as usize as u64;
        let spread = u64::from(self.value.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        module.wrapping_add(spread)
    }

    /// A number that identifies the value in its program; numbers ascend in program order.
    #[getter]
    fn id(&self) -> u32 {
        self.value.0
    }

    fn __add__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.own_expression()?.__add__(other)
    }

    fn __radd__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.own_expression()?.__radd__(other)
    }

    fn __sub__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.own_expression()?.__sub__(other)
    }

    fn __rsub__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.own_expression()?.__rsub__(other)
    }

    fn __mul__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.own_expression()?.__mul__(other)
    }

    fn __rmul__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.own_expression()?.__rmul__(other)
    }

    fn __floordiv__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.own_expression()?.__floordiv__(other)
    }

    fn __truediv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Expression> {
        self.own_expression()?.__truediv__(other)
    }

    fn __rfloordiv__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.own_expression()?.__rfloordiv__(other)
    }

    fn __mod__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.own_expression()?.__mod__(other)
    }

    fn __rmod__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.own_expression()?.__rmod__(other)
    }

    fn __le__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.own_expression()?.__le__(other)
    }

    fn __lt__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.own_expression()?.__lt__(other)
    }

    fn __ge__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.own_expression()?.__ge__(other)
    }

    fn __gt__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.own_expression()?.__gt__(other)
    }

    fn __eq__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.own_expression()?.__eq__(other)
    }

    fn __ne__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.own_expression()?.__ne__(other)
    }

    fn __and__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.own_expression()?.__and__(other)
    }

    fn __or__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.own_expression()?.__or__(other)
    }

    fn __neg__(&self) -> PyResult<Expression> {
        self.own_expression()?.__neg__()
    }

    fn __abs__(&self) -> PyResult<Expression> {
        self.own_expression()?.__abs__()
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(bad("a value of a program is neither true nor false"))
    }
}

/// An op of a program.
#[pyclass(module = "calipers", frozen)]
#[derive(Clone)]
pub struct Op {
    pub(crate) module: Arc<Inner>,
    pub(crate) op: OpId,
}

impl Op {
    fn wrap(&self, values: &[ValueId]) -> Vec<Value> {
        let wrap = |&value: &ValueId| Value {
            module: Arc::clone(&self.module),
            value,
        };
        values.iter().map(wrap).collect()
    }
}

#[pymethods]
impl Op {
    /// Its name, with its dialect.
    #[getter]
    fn name(&self) -> String {
        self.module.op_name(self.op).to_owned()
    }

    /// Its operands, in order.
    #[getter]
    fn operands(&self) -> Vec<Value> {
        self.wrap(self.module.operands(self.op))
    }

    /// Its results, in order.
    #[getter]
    fn results(&self) -> Vec<Value> {
        self.wrap(self.module.results(self.op))
    }

    /// File, line and column, if known.
    #[getter]
    fn location(&self) -> Option<(String, u32, u32)> {
        let place = self.module.location(self.op)?;
        Some((place.file, place.line, place.column))
    }

    fn __repr__(&self) -> String {
        match self.location() {
            Some((file, line, column)) => format!("<Op {} at {file}:{line}:{column}>", self.name()),
            None => format!("<Op {}>", self.name()),
        }
    }

    fn __eq__(&self, other: &Op) -> bool {
        Arc::ptr_eq(&self.module, &other.module) && self.op == other.op
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.op.0)
    }
}
