//! The op definitions: what the tables of `assembly/*.ops` say.
//!
//! A table is a list of entries such as
//!
//! ```text
//! op arith.cmpi lhs rhs -> result
//!   attr predicate enum(i64) eq ne slt
//!   same lhs rhs
//!   infer result = i1like(lhs)
//!   format $predicate , $lhs , $rhs attr-dict : type($lhs)
//! ```
//!
//! - `op NAME|NAME… OPERANDS -> RESULTS`: `x` is one value, `x?` at most one, `x*` any number.
//! - `attr NAME KIND`, with `NAME?` for an optional attribute and `= TEXT` for a default,
//!   or `?= TEXT` for one that is not written and not filled in where nothing is written.
//! - `regions N` or `regions *`; `successors NAMES`.
//! - `traits` of `isolated graph terminator block symbol-table default-dialect no-operand-segments
//!   no-result-segments`.
//! - `named NAME…`: what the printer calls the first results.
//! - `ends NAME`: the op without operands that ends each region where none is written; it is not printed.
//! - `same A B…`: equal types; `infer A = RULE`: see [`Rule`].
//! - `format …`: the custom assembly, see [`Element`]; a literal that is also syntax of the format
//!   is quoted with backticks; without a space before it in the text: a lone pair of backticks.
//!   `same-type` is one type for all, or a functional type; `semi-functional-type` is the operands' type
//!   where there are no results, else a functional type; `commas(OPERANDS)` ends each with a comma,
//!   `sizes(ATTRIBUTES)` is integers with `x` between them; `dyn(OPERANDS,ATTRIBUTE)` is a list of integers
//!   and operands, with a third argument one whose integers may be in brackets of their own, and
//!   `packed(OPERAND,OPERANDS,ATTRIBUTE)` one that `*(%operand)` may stand for; `named(OPERANDS,ATTRIBUTE)` is operands with
//!   names, which the attribute holds; `regions` is all regions;
//!   `oilist(GROUPS)` is optional groups that are read in any order.
//! - `syntax NAME`: the custom assembly is read and written by the functions of that name.

mod table;

use super::assembly::Syntax;
use super::assembly::tables::TABLES;
use super::verify::Check;
use crate::names::Names;
use std::sync::OnceLock;

/// How many values an operand or result group holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arity {
    One,
    Optional,
    Variadic,
}

/// A named group of operands or results.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) name: String,
    pub(crate) arity: Arity,
}

/// How an attribute stands in custom assembly.
#[derive(Clone, Debug)]
pub(crate) enum AttrKind {
    /// As itself, with its type.
    Any,
    /// A number, without its type.
    Integer(String),
    /// A string.
    String,
    /// `@symbol`.
    Symbol,
    /// A string, as `@symbol`.
    SymbolName,
    /// A type.
    Type,
    /// By its presence.
    Unit,
    /// `true`, `false`.
    Bool,
    /// `array<i64: …>` as `[…]`.
    Integers(String),
    /// An integer, as a keyword; the position of the case is its value. No keyword stands for `_`.
    Enum(String, Vec<String>),
    /// An integer, as a keyword in quotes.
    QuotedEnum(String, Vec<String>),
    /// An integer, as `<word, word>`; each word is a bit.
    Flags(String, Vec<String>),
    /// `#prefix word>` as the word, or as `<word>`.
    Tagged {
        prefix: String,
        angle: bool,
        cases: Vec<String>,
    },
}

/// An attribute of an op's definition.
#[derive(Clone, Debug)]
pub(crate) struct AttrSpec {
    pub(crate) name: String,
    pub(crate) kind: AttrKind,
    pub(crate) optional: bool,
    /// The default, as the text of an attribute in generic form.
    pub(crate) default: Option<String>,
    /// Whether an op that is read without the attribute has the default; otherwise it has none.
    pub(crate) filled_in: bool,
}

/// A place whose types a rule gives: an operand group, then result groups.
pub(crate) type Slot = usize;

/// How types follow from others.
#[derive(Clone, Debug)]
pub(crate) enum Rule {
    /// The type written, for every value of the group.
    Fixed(String),
    /// The types of another group.
    Same(Slot),
    /// The first type of another group; `index` where that is empty.
    First(Slot),
    /// `i1`, in the container that the other type is.
    BoolLike(Slot),
    /// The element type.
    Element(Slot),
    /// The element type, as often as there are elements.
    Elements(Slot),
    /// The type of a typed attribute.
    OfAttribute(usize),
}

/// The brackets around a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Brackets {
    Square,
    Round,
}

/// A part of a custom assembly format.
#[derive(Clone, Debug)]
pub(crate) enum Element {
    Literal(String),
    NoSpace,
    Space,
    Operand(usize),
    Attribute(usize),
    Region(usize),
    Successor(usize),
    Types(Slot),
    AttrDict,
    AttrDictWithKeyword,
    /// All operands.
    Operands,
    /// The types of all operands.
    OperandTypes,
    /// `(operand types) -> result types`.
    FunctionalType,
    /// One type where all operands and results are of it, else a functional type.
    SameType,
    /// Operands of a group, a comma after each.
    Commas(usize),
    /// `[%a, 4, %b]`: an operand group merged with the static values of an attribute.
    IndexList(usize, usize, Brackets),
    /// `[%a, [4], 8]`: an index list, and the attribute that tells which values stand in brackets.
    ScalableList(usize, usize, usize),
    /// `*(%a)`, the operand of the first group, or the index list of the second.
    PackedList(usize, usize, usize),
    /// `{"name" = %a}`: an operand group, and the attribute that holds a name for each.
    Named(usize, usize),
    /// All regions, with commas.
    Regions,
    /// Optional parts that are read in any order.
    AnyOrder(Vec<OptionalGroup>),
    /// The types of the operands where there are no results, else a functional type.
    SemiFunctionalType,
    /// `16x16x4`: integer attributes.
    Sizes(Vec<usize>),
    /// `async [%a, %b]`: a result group that a token is given for, and the operands waited for.
    Async(usize, usize),
    /// A part that is there where its anchor is, and what else is there otherwise.
    Optional(Box<OptionalGroup>),
}

#[derive(Clone, Debug)]
pub(crate) struct OptionalGroup {
    pub(crate) anchor: Element,
    pub(crate) then: Vec<Element>,
    pub(crate) otherwise: Vec<Element>,
}

/// How many regions an op has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Regions {
    Exactly(usize),
    Any,
}

/// How an op's custom assembly is read and written.
#[derive(Clone, Debug)]
pub(crate) enum Assembly {
    /// It has none.
    Generic,
    /// As the format says.
    Format(Vec<Element>),
    /// By hand.
    Hand(Syntax),
}

/// The definition of an op.
#[derive(Clone, Debug)]
pub(crate) struct OpSpec {
    pub(crate) name: String,
    pub(crate) operands: Vec<Group>,
    pub(crate) results: Vec<Group>,
    /// Whether operand groups (result groups) have their sizes in an attribute.
    pub(crate) operand_segments: bool,
    pub(crate) result_segments: bool,
    pub(crate) attributes: Vec<AttrSpec>,
    pub(crate) regions: Regions,
    pub(crate) successors: Vec<Group>,
    pub(crate) rules: Vec<(Slot, Rule)>,
    pub(crate) assembly: Assembly,
    /// What the printer calls the first results.
    pub(crate) result_names: Vec<String>,
    pub(crate) isolated: bool,
    /// Whether the ops right inside are written without the dialect's name.
    pub(crate) default_dialect: bool,
    pub(crate) graph: bool,
    pub(crate) terminator: bool,
    /// What must hold of the op beyond what the table says.
    pub(crate) check: Option<Check>,
    pub(crate) symbol_table: bool,
    /// Whether it has a name by which a symbol table holds it.
    pub(crate) symbol: bool,
    /// The op that ends a region where no other does.
    pub(crate) ends: Option<String>,
    /// Whether a region without blocks gets one.
    pub(crate) block: bool,
}

impl OpSpec {
    /// The dialect whose ops are written without its name right inside this op; empty without one.
    pub(crate) fn inner_dialect(&self) -> &str {
        match self.name.split_once('.') {
            Some((dialect, _)) if self.default_dialect => dialect,
            _ => "",
        }
    }

    /// Whether `name` is an attribute of the definition.
    pub(crate) fn is_inherent(&self, name: &str) -> bool {
        (self.operand_segments && name == "operandSegmentSizes")
            || (self.result_segments && name == "resultSegmentSizes")
            || self.attribute(name).is_some()
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<&AttrSpec> {
        self.attributes.iter().find(|spec| spec.name == name)
    }
}

// The index of the tables: `OPS`, `OP_NAMES`, and `PLACES`, where each op is defined: the number of the table, and
// the bytes of it.
include!(concat!(env!("OUT_DIR"), "/ops.rs"));

/// What is read of each op, by its number. Of few ops anything is.
static READ: [OnceLock<Box<OpSpec>>; OPS] = [const { OnceLock::new() }; OPS];

/// The definition of the op called `name`.
pub(crate) fn find(name: &str) -> Option<&'static OpSpec> {
    let op = OP_NAMES.find(name)?;
    Some(READ[op].get_or_init(|| {
        let (table, start, end) = PLACES[op];
        let (dialect, table) = TABLES[usize::from(table)];
        let place = start as usize..end as usize;
        let read = table::read(name, table, place).unwrap_or_else(|error| {
            // The tables are part of the program; a test reads all of them.
            panic!("assembly/{dialect}.ops: {error}")
        });
        Box::new(read)
    }))
}

/// The op that was probably meant by a name that no op of its dialect has.
pub(crate) fn similar(name: &str) -> Option<&'static str> {
    let dialect = &name[..=name.find('.')?];
    let known = OP_NAMES.iter().filter(|known| known.starts_with(dialect));
    crate::diagnostic::similar(name, known)
}

/// The dialects that are known without `allow_unregistered`, even where an op of theirs is not.
const DIALECTS: &[&str] = &[
    "acc",
    "affine",
    "amdgpu",
    "amx",
    "arith",
    "arm_neon",
    "arm_sme",
    "arm_sve",
    "async",
    "bufferization",
    "builtin",
    "cf",
    "complex",
    "dlti",
    "emitc",
    "func",
    "gpu",
    "index",
    "irdl",
    "linalg",
    "llvm",
    "math",
    "memref",
    "ml_program",
    "mpi",
    "nvgpu",
    "nvvm",
    "omp",
    "pdl",
    "pdl_interp",
    "ptr",
    "quant",
    "rocdl",
    "scf",
    "shape",
    "shard",
    "smt",
    "sparse_tensor",
    "spirv",
    "tensor",
    "test",
    "tosa",
    "transform",
    "ub",
    "vcix",
    "vector",
    "wasmssa",
    "x86vector",
    "xegpu",
    "xevm",
];

/// Whether the dialect of an op name is one of MLIR's own.
pub(crate) fn is_known_dialect(op_name: &str) -> bool {
    let dialect = op_name.split('.').next().unwrap_or_default();
    DIALECTS.binary_search(&dialect).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{OP_NAMES, find, similar};

    #[test]
    fn the_tables_can_be_read() {
        for name in OP_NAMES.iter() {
            assert_eq!(find(name).map(|spec| &spec.name[..]), Some(name));
        }
        assert!(find("arith.addi").is_some() && find("tensor.pack").is_some());
        assert!(find("linalg.nothing").is_none());
        assert_eq!(similar("arith.constnt"), Some("arith.constant"));
        assert_eq!(similar("mine.constant"), None);
    }
}
