//! The names of the values of a program, as scripts use them.

use super::error::{ScriptError, shortened};
use super::foreign;
use crate::ir::Module;
use crate::program::{Attribute, BlockId, Column, Definition, OpId, Program, TypeView, ValueId};
use crate::rules::Rules;
use crate::sexp::{Form, Span};
use calipers_support::order::Order;
use hashbrown::HashMap;

/// The number of lines that an error lists.
const MOST_LINES: usize = 8;

/// The values of one function (or of a whole program), by name.
pub(super) struct Scope<'p> {
    program: &'p dyn Program,
    /// The program with its text, if it has one.
    module: Option<&'p Module>,
    rules: &'p Rules,
    /// The values with a name, in program order.
    values: HashMap<String, Vec<ValueId>>,
}

type Result<T> = std::result::Result<T, ScriptError>;

impl<'p> Scope<'p> {
    /// The values inside an op, at any depth. The cost is linear in their number.
    pub(super) fn new(
        program: &'p dyn Program,
        module: Option<&'p Module>,
        rules: &'p Rules,
        op: OpId,
    ) -> Scope<'p> {
        let mut values: HashMap<String, Vec<ValueId>> = HashMap::new();
        let mut note = |value: ValueId| {
            values
                .entry(program.value_name(value))
                .or_default()
                .push(value);
        };
        walk(program, op, &mut |block| {
            for &argument in program.block_arguments(block) {
                note(argument);
            }
            for &op in program.block_ops(block) {
                program.results(op).iter().copied().for_each(&mut note);
            }
        });
        Scope {
            program,
            module,
            rules,
            values,
        }
    }

    /// The names of the values, in arbitrary order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str)
    }

    /// Whether some value has this name, perhaps with its place.
    pub(super) fn has(&self, name: &str) -> bool {
        let plain = name.split_once('@').map_or(name, |(plain, _)| plain);
        self.values.contains_key(plain)
    }

    /// The value with a name. Among several, `%x@12` is the one of line 12, `%x@12.2` the second one of line 12, and
    /// `%x@body` the one in the body of a loop.
    fn resolve(&self, span: Span, name: &str) -> Result<ValueId> {
        if let Some((plain, place)) = name.split_once('@')
            && let Some(values) = self.values.get(plain)
        {
            return self.resolve_at(span, (plain, place), values);
        }
        match self.values.get(name).map(Vec::as_slice) {
            Some(&[value]) => Ok(value),
            Some(several) => {
                let message = format!(
                    "`{name}` is ambiguous: {} values have that name ({})",
                    several.len(),
                    self.lines(several)
                );
                let error = ScriptError::new(span, message);
                Err(match self.spelling(name, several) {
                    Some(spelling) => error.with_help(format!("{spelling} is the first of them")),
                    None => error,
                })
            }
            None => {
                let message = format!("there is no value `{}` here", shortened(name));
                if let Some(help) = foreign::operator(name) {
                    return Err(ScriptError::new(span, message).with_help(help));
                }
                let mut known: Vec<&str> = self.names().collect();
                known.order();
                Err(ScriptError::new(span, message).suggesting(name, known))
            }
        }
    }

    /// The lines in which values are defined, such as `lines 3, 8, 9, …`.
    fn lines(&self, values: &[ValueId]) -> String {
        let mut lines: Vec<String> = values.iter().filter_map(|&it| self.place(it)).collect();
        lines.dedup();
        let more = if lines.len() > MOST_LINES {
            ", …"
        } else {
            ""
        };
        lines.truncate(MOST_LINES);
        match &lines[..] {
            [] => "lines that are not known".to_owned(),
            [line] => format!("line {line}"),
            lines => format!("lines {}{more}", lines.join(", ")),
        }
    }

    /// How the first of several values with a name is written: with its line, else with its region, else with its line
    /// and its number there.
    fn spelling(&self, name: &str, values: &[ValueId]) -> Option<String> {
        let line = self.place(values[0])?;
        let is_alone = |place: &str| {
            let there = values.iter();
            there
                .filter(|&&it| {
                    self.place(it).as_deref() == Some(place) || self.is_in_region(it, place)
                })
                .count()
                == 1
        };
        if is_alone(&line) {
            return Some(format!("`{name}@{line}`, that of line {line},"));
        }
        let regions = (0..MOST_LINES).map(|number| format!("region{number}"));
        let regions = ["body", "latch"]
            .map(str::to_owned)
            .into_iter()
            .chain(regions);
        let mut regions = regions.filter(|it| self.is_in_region(values[0], it) && is_alone(it));
        Some(match regions.next() {
            Some(region) => format!("`{name}@{region}`"),
            None => format!("`{name}@{line}.1`"),
        })
    }

    fn resolve_at(
        &self,
        span: Span,
        (name, place): (&str, &str),
        values: &[ValueId],
    ) -> Result<ValueId> {
        let (line, number) = place.split_once('.').unzip();
        let line = line.unwrap_or(place);
        let there = values.iter().copied();
        let there = there.filter(|&value| {
            self.place(value).as_deref() == Some(line) || self.is_in_region(value, line)
        });
        let there: Vec<ValueId> = there.collect();
        let is_line = line.bytes().all(|c| c.is_ascii_digit());
        let place = match is_line {
            true => format!("in line {}", shortened(line)),
            false => format!("in a region `{}`", shortened(line)),
        };
        let number = number.map(|number| number.parse::<usize>().unwrap_or(0));
        match (&there[..], number) {
            (&[value], None) => Ok(value),
            ([], _) => {
                let message = format!("no value `{name}` begins {place}");
                let help = match is_line {
                    true => format!("`{name}` begins in {}", self.lines(values)),
                    false => "a region is `body` or `latch` of a loop, or `region0`, `region1`, …"
                        .to_owned(),
                };
                Err(ScriptError::new(span, message).with_help(help))
            }
            (several, None) => {
                let count = several.len();
                let message = format!("{count} values `{name}` begin {place}");
                let help = match self.spelling(name, several) {
                    Some(spelling) => format!("{spelling} is the first of them"),
                    None => format!("`{name}@{line}.1` is the first of them"),
                };
                Err(ScriptError::new(span, message).with_help(help))
            }
            (several, Some(number)) => {
                let value = number.checked_sub(1).and_then(|at| several.get(at));
                value.copied().ok_or_else(|| {
                    let count = several.len();
                    let message = format!("{count} values `{name}` begin {place}");
                    ScriptError::new(span, message)
                })
            }
        }
    }

    /// Whether a value is defined in a region with that name: `region1` of any op, `body` or `latch` of a loop.
    fn is_in_region(&self, value: ValueId, name: &str) -> bool {
        let program = self.program;
        let block = match program.definition(value) {
            Definition::Result { op, .. } => program.block_of(op),
            Definition::Argument { block, .. } => Some(block),
        };
        let Some(region) = block.map(|block| program.block_region(block)) else {
            return false;
        };
        let op = program.region_parent(region);
        let number = program.regions(op).iter().position(|it| *it == region);
        let rules = self.rules.op(program.op_name(op));
        match (name, rules.and_then(|rules| rules.loop_.as_ref())) {
            ("body", Some(it)) => number == Some(it.body),
            ("latch", Some(it)) => number == Some(it.latch),
            _ => number.is_some_and(|number| name == format!("region{number}")),
        }
    }

    /// The line of a value's definition.
    fn place(&self, value: ValueId) -> Option<String> {
        let location = match (self.module, self.program.definition(value)) {
            (Some(module), _) => module.definition_location(value),
            (None, Definition::Result { op, .. }) => self.program.location(op),
            (None, Definition::Argument { block, .. }) => {
                let around = self.program.region_parent(self.program.block_region(block));
                self.program.location(around)
            }
        };
        Some(location?.line.to_string())
    }

    /// `%x`
    pub(super) fn value(&self, form: &Form, name: &str) -> Result<Column> {
        let value = self.resolve(form.span, name)?;
        match self.program.value_type(value) {
            TypeView::Index | TypeView::Integer { .. } => Ok(Column::Value(value)),
            // The rules of its dialect define the integer, if there is one.
            TypeView::Other if self.program.type_name(value).is_some() => Ok(Column::Value(value)),
            _ => {
                let part = match Column::has_element(self.program, value, 0) {
                    true => "elem",
                    false => "dim",
                };
                let error = ScriptError::new(form.span, format!("`{name}` is no integer value"));
                Err(error.with_help(format!("ask about its parts, as in `({part} {name} 0)`")))
            }
        }
    }

    pub(super) fn type_of(&self, value: ValueId) -> TypeView<'_> {
        self.program.value_type(value)
    }

    /// A value of any type.
    pub(super) fn operand(&self, form: &Form) -> Result<ValueId> {
        match form.as_atom() {
            Some(name) if name.starts_with('%') => self.resolve(form.span, name),
            _ => Err(ScriptError::new(
                form.span,
                "expected a value of the program, such as `%t`",
            )),
        }
    }

    /// `(dim %t 0)`, `(stride %m 0)`, `(elem %s 0)`
    pub(super) fn indexed(&self, head: &str, arguments: &[Form]) -> Result<Column> {
        let [value_form, index_form] = arguments else {
            return Err(ScriptError::new(Span::default(), "expected two arguments"));
        };
        let value = self.operand(value_form)?;
        let number = index_form
            .as_integer()
            .and_then(|index| u32::try_from(index.clone()).ok());
        let Some(number) = number else {
            let message = "expected the number of a dimension, from 0";
            return Err(ScriptError::new(index_form.span, message));
        };
        if head == "elem" {
            return self.element(value_form, value, index_form, number);
        }
        // The rules of a dialect define the dimensions of its values.
        let is_of_dialect = matches!(self.program.value_type(value), TypeView::Other)
            && self.program.type_name(value).is_some();
        let shape = match head == "dim" && is_of_dialect {
            true => None,
            false => self.shape(value_form, value)?,
        };
        if let (Some(rank), "dim" | "stride") = (shape, head)
            && number as usize >= rank
        {
            let message = format!("there is no dimension {number}: the rank is {rank}");
            return Err(ScriptError::new(index_form.span, message));
        }
        Ok(match head {
            "dim" => Column::Dim(value, number),
            _ => Column::Stride(value, number),
        })
    }

    fn element(
        &self,
        value_form: &Form,
        value: ValueId,
        index_form: &Form,
        number: u32,
    ) -> Result<Column> {
        if Column::has_element(self.program, value, number) {
            return Ok(Column::Element(value, number));
        }
        if Column::has_element(self.program, value, 0) {
            let message = format!("there is no element {number}, from 0");
            return Err(ScriptError::new(index_form.span, message));
        }
        let name = self.program.value_name(value);
        let message =
            format!("`{name}` has no elements that are integers and known by their place");
        Err(ScriptError::new(value_form.span, message))
    }

    /// `(offset %m)`, `(rank %t)`, `(uint %b)`
    pub(super) fn plain(&self, head: &str, argument: &Form) -> Result<Column> {
        let value = self.operand(argument)?;
        if head == "uint" {
            return match self.program.value_type(value) {
                TypeView::Integer { .. } => Ok(Column::Unsigned(value)),
                _ => Err(ScriptError::new(
                    argument.span,
                    "only integers of a fixed width have an unsigned reading",
                )),
            };
        }
        self.shape(argument, value)?;
        Ok(match head {
            "offset" => Column::Offset(value),
            _ => Column::Rank(value),
        })
    }

    /// The rank of a shaped value, if it has one.
    fn shape(&self, form: &Form, value: ValueId) -> Result<Option<usize>> {
        match self.program.value_type(value).shape() {
            Some(shape) => Ok(shape.rank()),
            None => Err(ScriptError::new(
                form.span,
                "this is no tensor, memref or vector",
            )),
        }
    }
}

/// So many functions are listed where one is missing.
const FEW: usize = 8;

/// The error for a name that no function has.
pub(super) fn no_function(form: &Form, name: &str, functions: &[(String, OpId)]) -> ScriptError {
    let message = format!("there is no function `{}`", shortened(name));
    let known = functions.iter().map(|(known, _)| known.as_str());
    let names: Vec<String> = known.clone().map(|it| format!("`{it}`")).collect();
    let help = match names.len() {
        0 => "the program has none".to_owned(),
        1..=FEW => format!("the program has {}", names.join(", ")),
        _ => "`(funcs)` lists them".to_owned(),
    };
    ScriptError::new(form.span, message).suggesting_or(name, known, &help)
}

/// The functions of a program: ops with a name and a body, in program order.
pub(super) fn functions(program: &dyn Program, top: OpId) -> Vec<(String, OpId)> {
    let mut found = vec![];
    walk(program, top, &mut |block| {
        for &op in program.block_ops(block) {
            if let Some(Attribute::String(name)) = program.attribute(op, "sym_name")
                && program.op_name(op).ends_with("func")
            {
                found.push((name.to_owned(), op));
            }
        }
    });
    found
}

/// Visits the blocks inside an op, outer ones first. The traversal uses an explicit stack.
fn walk(program: &dyn Program, op: OpId, visit: &mut impl FnMut(BlockId)) {
    let mut stack: Vec<OpId> = vec![op];
    while let Some(op) = stack.pop() {
        let mut inner = vec![];
        for &region in program.regions(op) {
            for &block in program.blocks(region) {
                visit(block);
                inner.extend(program.block_ops(block));
            }
        }
        inner.retain(|&op: &OpId| !program.regions(op).is_empty());
        stack.extend(inner.into_iter().rev());
    }
}
