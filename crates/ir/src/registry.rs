//! The op definitions, parsed from the tables `assembly/*.ops`.
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
//! - `op NAME|NAME… OPERANDS -> RESULTS`: `x` is a single value, `x?` is optional, `x*` is variadic. `x*rank(a)` has as
//!   many values as the rank of the earlier `a`, and `x*map(m)` as the affine map in the attribute `m` has inputs.
//!   `x*dyn(s)` has as many as the list of integers in the attribute `s` has dynamic entries, if segment sizes are absent.
//! - `attr NAME KIND`, with `NAME?` for an optional attribute and `= TEXT` for a default, or `?= TEXT` for a default
//!   that is neither printed nor added by the parser.
//! - `discardable NAMES`: these attributes are no properties in the generic form.
//! - `regions N` or `regions *`; `successors NAMES`.
//! - `traits`: `isolated graph terminator block generic-form symbol-table default-dialect no-operand-segments
//!   no-result-segments`.
//! - `named NAME…`: the printed names of the first results.
//! - `ends NAME`: the default terminator of each region, an op without operands; an op without results does not print it. After the name,
//!   `shown` prints it nevertheless, and `void` adds it only if the op has no results.
//! - `body NAME`: the parser adds a region with the element types of the operands as arguments, whose terminator `NAME`
//!   yields the first; it is not printed.
//! - `computes product-sum` (with `cast` where that attribute counts), `computes reduction FUNCTION`,
//!   `computes function FUNCTION`, `computes kind`, `computes conversion` or `computes input`: the result of the body of a
//!   named structured op. Functions are kinds of `linalg.elementwise`.
//! - `same A B…`: equal types; `infer A = RULE`: see [`Rule`]; `default A = RULE`: the types of `A` if the text does
//!   not state them.
//! - `format …`: the custom assembly, see [`Element`] and the comment of `registry/format.rs`.
//! - `syntax NAME`: the custom assembly is implemented by the functions of that name, one of those in
//!   `registry/hand.rs`.

mod added;
mod check;
mod format;
mod hand;
mod library;
pub(crate) mod table;

pub use added::Syntaxes;
pub(crate) use check::Check;
pub(crate) use hand::ByHand;
pub use library::is_known_dialect;
pub(crate) use library::{find, similar};

use super::parse::Kind;
use std::sync::OnceLock;

/// The number of values of an operand or result group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arity {
    One,
    Optional,
    Variadic,
}

/// A named group of operands or results.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) name: &'static str,
    pub(crate) arity: Arity,
    pub(crate) size: Option<GroupSize>,
}

/// What determines the number of values of a group.
#[derive(Clone, Debug)]
pub(crate) enum GroupSize {
    /// The rank of the type of an earlier group.
    Rank(usize),
    /// The inputs of the affine map in an attribute.
    Map(String),
    /// The dynamic entries of the list of integers in an attribute. This size matters only if the op has no attribute
    /// with segment sizes.
    Dynamic(String),
}

/// The syntax of an attribute in custom assembly.
#[derive(Clone, Debug)]
pub(crate) enum AttrKind {
    /// The generic syntax, with its type.
    Any,
    /// A number without its type.
    Integer(String),
    /// A string.
    String,
    /// `@symbol`.
    Symbol,
    /// A string that is written as `@symbol`.
    SymbolName,
    /// A type.
    Type,
    /// A unit attribute, which is present or absent.
    Unit,
    /// `true`, `false`.
    Bool,
    /// `array<i64: …>` that is written as `[…]`.
    Integers(String),
    /// `array<i64: …>` that is written without brackets.
    List(String),
    /// `dense<…> : tensor<nxindex>` that is written as `[…]`.
    Dense(String),
    /// An affine map that is written without `affine_map<…>`.
    Map,
    /// The initial value of the memref type in another attribute: elements without their type, or `uninitialized`.
    Initial(String),
    /// `#head<…>` that is written as `<…>`.
    Body(String),
    /// `[#prefix word>, …]` that is written as `[word, …]`. It is only read: an op with it has the generic form.
    Words(String),
    /// A string that is written as one of these words.
    Keyword(Vec<String>),
    /// An integer that is written as a keyword, or as a string if the case has quotes; its value is the index of the
    /// case. A case `_` has no keyword. Words
    /// with `|` between them are the union of the bits of their values.
    Enum(String, Vec<String>),
    /// An integer that is written as a quoted keyword.
    QuotedEnum(String, Vec<String>),
    /// An integer that is written as `<word, word>`; each word is a bit.
    Flags(String, Vec<String>),
    /// `#prefix word>` that is written as the word, or as `<word>`.
    Tagged {
        prefix: String,
        angle: bool,
        cases: Vec<String>,
    },
}

/// An attribute of an op's definition.
#[derive(Clone, Debug)]
pub(crate) struct AttrSpec {
    pub(crate) name: &'static str,
    pub(crate) kind: AttrKind,
    pub(crate) optional: bool,
    /// The default, in generic syntax.
    pub(crate) default: Option<String>,
    /// Whether the parser adds the default to an op without the attribute.
    pub(crate) filled_in: bool,
    /// Whether it is not a property in the generic form.
    pub(crate) discardable: bool,
}

impl AttrSpec {
    /// Whether it is a list of integers of 32 bits.
    pub(crate) fn is_narrow(&self) -> bool {
        matches!(&self.kind, AttrKind::Integers(ty) if ty == "i32")
    }
}

/// An operand group or a result group, with operand groups first, whose types a rule infers.
pub(crate) type Slot = usize;

/// A rule that infers types.
#[derive(Clone, Debug)]
pub(crate) enum Rule {
    /// This type, for every value of the group.
    Fixed(String),
    /// The types of another group.
    Same(Slot),
    /// The first type of another group; `index` if that is empty.
    First(Slot),
    /// A type that the first type of another group determines.
    Derived(Derivation, Slot),
    /// This type, for each value of another group.
    Repeated(String, Slot),
    /// The type of a typed attribute.
    OfAttribute(usize),
}

impl Rule {
    /// Whether the rule determines the number of types.
    pub(crate) fn is_exact(&self) -> bool {
        use Derivation::{Inputs, Outputs, Parts, Tensor};
        matches!(
            self,
            Rule::Repeated(..) | Rule::Derived(Inputs | Outputs | Parts | Tensor, _)
        )
    }
}

/// How a type determines others.
#[derive(Clone, Debug)]
pub(crate) enum Derivation {
    /// `i1`, or the type with the elements `i1`.
    BoolLike,
    /// The element type.
    Element,
    /// The element type, repeated for each element.
    Elements,
    /// The inputs of a function type.
    Inputs,
    /// The results of a function type.
    Outputs,
    /// The types in a tuple.
    Parts,
    /// The type if it is a tensor, else none.
    Tensor,
    /// The type with the parts of its complex elements as elements.
    RealPart,
    /// `!d.name<T>` for `!d.T` and for itself, by the prefix `!d.name`.
    Enclosed(String),
    /// The type at the position, an attribute, of a struct or an array.
    Member(usize),
    /// The type to which a pointer `!tt.ptr<T>` points, also as the element of a tensor.
    Pointee,
    /// The vector type with the length of an attribute as its first dimension.
    Resized(usize),
    /// The vector type with the dimensions of another group's type after its own.
    Outer(Slot),
}

impl Derivation {
    /// The message about a type from which nothing can be derived; none if that does not happen or is harmless.
    pub(crate) fn requirement(&self) -> Option<&'static str> {
        Some(match self {
            Derivation::BoolLike
            | Derivation::Element
            | Derivation::Elements
            | Derivation::Tensor => return None,
            Derivation::Inputs | Derivation::Outputs => "expected a function type",
            Derivation::Parts => "expected a tuple type",
            Derivation::RealPart => "expected a tensor of complex numbers",
            Derivation::Enclosed(_) => "expected a type of this dialect",
            Derivation::Pointee => "expected a pointer, or a tensor of pointers",
            Derivation::Member(_) => "expected a struct or an array with such a position",
            Derivation::Resized(_) | Derivation::Outer(_) => "expected a vector type",
        })
    }
}

/// The brackets around a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Brackets {
    Square,
    Round,
}

/// A literal of a custom assembly format.
#[derive(Clone, Debug)]
pub(crate) struct Literal {
    pub(crate) text: &'static str,
    /// The kind of its token, which determines the text except for a word.
    pub(crate) kind: Kind,
}

/// An element of a custom assembly format.
#[derive(Clone, Debug)]
pub(crate) enum Element {
    Literal(Literal),
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
    /// The type of the only operand, or the types of all operands in parentheses.
    OperandTypeList,
    /// The types of all results.
    ResultTypes,
    /// ` -> types` if there are results.
    Results(ResultsStyle),
    /// A new line.
    Newline,
    /// `case 1 {…}` on lines of their own: regions after the first, with a number in an attribute for each.
    CaseRegions(usize),
    /// `@a -> @b, @c -> @d` on lines of their own: two attributes with symbols.
    SymbolPairs(usize, usize),
    /// A word such as `e5m10`: parts of a text, each before an integer attribute.
    Joined(Vec<(String, usize)>),
    /// The types of groups; leading ones that have their default are omitted.
    DefaultedTypes(Vec<Slot>),
    /// The types of groups if the others have their defaults, else a functional type.
    ShortTypes(Vec<Slot>),
    /// The attributes, including those with default values.
    AttrDictInFull,
    /// `%a : type, %b : type`: a group.
    TypedOperands(usize),
    /// `(%dims)[%symbols]`: the operands of an affine map or an integer set, an attribute.
    MapOperands(usize, usize),
    /// `[%a + 1, %b]`: an affine map over the names of its operands.
    InlineMap(usize, usize),
    /// A bound of a loop: a number, a value, or an affine map, which a word precedes if it has several results. Groups:
    /// the operands, and the map.
    AffineBound(usize, usize, String),
    /// `["tag"(%a, %b : types), …]`: a group, with attributes for the sizes and the tags of the bundles.
    Bundles(usize, usize, usize),
    /// `[0:4:2, 1:3]`: attributes for the starts, the limits, and the strides, of which 1 is omitted.
    Ranges([usize; 3]),
    /// Nothing: integer lists of zeros and of ones, as long as another list.
    UnitBounds {
        zeros: usize,
        ones: usize,
        like: usize,
    },
    /// `(%a: type {attrs}) -> (type {attrs})`: a function type, and the names of the entry arguments.
    Signature(usize),
    /// Names of the entry arguments of regions.
    Arguments(ArgumentList),
    /// A region whose entry arguments are those that were named before.
    RegionOfArguments(usize),
    /// `(operand types) -> result types`.
    FunctionalType,
    /// One type if all operands and results have it, else a functional type.
    SameType,
    /// The operands of a group, with a comma after each.
    Commas(usize),
    /// `[%a, 4, %b]`: an operand group merged with the static values of an attribute.
    IndexList(usize, usize, Brackets),
    /// `[%a, [4], 8]`: an index list, with an attribute of flags for the values in inner brackets.
    ScalableList(usize, usize, usize),
    /// `*(%a)` with the operand of the first group, or the index list of the second.
    PackedList(usize, usize, usize),
    /// `{"name" = %a}`: an operand group, with an attribute that holds a name for each operand.
    Named(usize, usize),
    /// All regions, separated by commas.
    Regions,
    /// Optional groups in any order.
    AnyOrder(Vec<OptionalGroup>),
    /// The types of the operands if there are no results, else a functional type.
    SemiFunctionalType,
    /// `types -> types` without parentheses; the types of no values are omitted with the arrow.
    BareFunctionalType,
    /// `16x16x4`: integer attributes.
    Sizes(Vec<usize>),
    /// `async [%a, %b]`: a result group for the token, and the operands on which the op waits.
    Async(usize, usize),
    /// A group that is present if its anchor is, with an alternative.
    Optional(Box<OptionalGroup>),
}

/// The parentheses around result types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ResultsStyle {
    /// Unless there is one type.
    Usual,
    Parens,
    /// They may be read.
    Bare,
}

/// Names of the entry arguments of regions, in their order.
#[derive(Clone, Debug)]
pub(crate) enum ArgumentList {
    /// `%a`, with the type of an operand.
    One(Slot),
    /// `%a`, with this type.
    Fixed(String),
    /// `%a: type`.
    Typed,
    /// `%a, %b`, with the types of a group.
    Many(Slot),
    /// `%a, %b`, with this type, before arguments for the values of a group.
    Before(String, Slot),
    /// `(%a = %x, …)`, with the values and the types of a group.
    Assigned(Slot),
}

/// The default terminator of regions.
#[derive(Clone, Debug)]
pub(crate) struct Ending {
    pub(crate) name: String,
    /// Whether it is printed even if it is plain.
    pub(crate) shown: bool,
    /// Whether the parser adds it only if the op has no results.
    pub(crate) void: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct OptionalGroup {
    pub(crate) anchor: Element,
    pub(crate) then: Vec<Element>,
    pub(crate) otherwise: Vec<Element>,
}

/// A custom assembly format.
#[derive(Clone, Debug)]
pub(crate) struct AssemblyFormat {
    pub(crate) elements: Vec<Element>,
    /// The attributes that the elements print, once they have been collected.
    pub(crate) shown: OnceLock<Vec<&'static str>>,
}

/// What the body of a named structured op computes from the elements of its inputs and of its output. Functions have the
/// names of kinds of `linalg.elementwise`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Computes {
    /// `output + a * b`, or `output + (a - c) * (b - d)` with four inputs, in the type of the output.
    ProductSum(Cast),
    /// This function of the output and the input, in the type of the output.
    Reduction(String),
    /// This function of the inputs.
    Function(String),
    /// The function of the inputs that the attribute `kind` names.
    Kind,
    /// The input in the type of the output, as the attribute `cast` says.
    Conversion,
    /// The input.
    Input,
}

/// How integers are converted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cast {
    /// As signed ones.
    Signed,
    /// As the attribute `cast` says.
    Stated,
}

/// The number of regions of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Regions {
    Exactly(usize),
    Any,
}

/// The implementation of an op's custom assembly.
#[derive(Clone, Debug)]
pub(crate) enum Assembly {
    /// None.
    Generic,
    /// By a format.
    Format(AssemblyFormat),
    /// By hand-written functions.
    Hand(ByHand),
}

/// The definition of an op.
#[derive(Clone, Debug)]
pub(crate) struct OpSpec {
    pub(crate) name: String,
    pub(crate) operands: Vec<Group>,
    pub(crate) results: Vec<Group>,
    /// Whether the sizes of operand groups (result groups) are in an attribute.
    pub(crate) operand_segments: bool,
    pub(crate) result_segments: bool,
    /// The number of operand groups of one value before all others.
    pub(crate) leading_operands: usize,
    /// Whether the sizes of operand groups follow from types and attributes.
    pub(crate) operand_sizes: bool,
    pub(crate) attributes: Vec<AttrSpec>,
    pub(crate) regions: Regions,
    pub(crate) successors: Vec<Group>,
    pub(crate) rules: Vec<(Slot, Rule)>,
    /// The rules for types that custom assembly may omit.
    pub(crate) default_types: Vec<(Slot, Rule)>,
    pub(crate) assembly: Assembly,
    /// The printed names of the first results.
    pub(crate) result_names: Vec<String>,
    pub(crate) isolated: bool,
    /// Whether the ops directly inside are written without the prefix of the dialect.
    pub(crate) default_dialect: bool,
    pub(crate) graph: bool,
    pub(crate) terminator: bool,
    /// An additional check of the op.
    pub(crate) check: Option<Check>,
    pub(crate) symbol_table: bool,
    /// Whether it is a symbol, with a name in a symbol table.
    pub(crate) symbol: bool,
    /// The default terminator of its regions.
    pub(crate) ends: Option<Ending>,
    /// Whether the parser adds a block to an empty region.
    pub(crate) block: bool,
    /// The terminator of a region that the parser adds, whose arguments have the element types of the operands, and
    /// which yields the first.
    pub(crate) body: Option<String>,
    /// What a named structured op computes, whose body custom assembly does not show.
    pub(crate) computes: Option<Computes>,
    /// Whether it is printed in generic form.
    pub(crate) generic: bool,
    /// Whether it is of another project than MLIR, whose tools need the generic form. It is printed in generic form
    /// unless the program has such an op in custom assembly.
    pub(crate) foreign: bool,
}

impl OpSpec {
    /// The dialect whose prefix is omitted directly inside this op; empty if there is none.
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
            || self.attribute(name).is_some_and(|it| !it.discardable)
    }

    /// The name of an attribute by its number; those of the segment sizes come last.
    pub(crate) fn attribute_text(&self, at: usize) -> &'static str {
        match self.attributes.get(at) {
            Some(spec) => spec.name,
            None if at == self.operand_sizes_at() => "operandSegmentSizes",
            None => "resultSegmentSizes",
        }
    }

    /// The number of the attribute with the sizes of operand groups.
    pub(crate) fn operand_sizes_at(&self) -> usize {
        self.attributes.len()
    }

    /// The number of the attribute with the sizes of result groups.
    pub(crate) fn result_sizes_at(&self) -> usize {
        self.attributes.len() + 1
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<&AttrSpec> {
        self.attributes.iter().find(|spec| spec.name == name)
    }
}
