//! Sorts: the kinds of data that predicates describe, with their heads and fields.

use super::{IntegersAlgebra, PredicateAlgebra, WordsAlgebra};
use calipers_number::Int;
use calipers_program::Datum;
use calipers_semantics::concept::{ATTRIBUTE, Integers, Predicate, Sort, Test, Words};
use calipers_support::builtin::{FLOATS, element_heads, float_type};
use std::sync::Arc;

/// Whether all nodes with a head have a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// All of them.
    Required,
    /// Some of them.
    Optional,
}

/// A field of a node.
#[derive(Clone, Copy, Debug)]
pub struct FieldSort {
    /// Its name. Fields of the same name in nodes of one sort have the same sort.
    pub name: &'static str,
    /// Its sort.
    pub sort: Sort,
    /// Whether it is required.
    pub presence: Presence,
}

/// A head of nodes of a sort, with its fields.
#[derive(Clone, Copy, Debug)]
pub struct Constructor {
    /// The head.
    pub head: &'static str,
    /// Its fields. They are independent of each other, except for the formats of floats.
    pub fields: &'static [FieldSort],
}

const fn has(name: &'static str, sort: Sort) -> FieldSort {
    FieldSort {
        name,
        sort,
        presence: Presence::Required,
    }
}

const fn may_have(name: &'static str, sort: Sort) -> FieldSort {
    FieldSort {
        name,
        sort,
        presence: Presence::Optional,
    }
}

const fn head(head: &'static str, fields: &'static [FieldSort]) -> Constructor {
    Constructor { head, fields }
}

/// Any word.
const WORD: Sort = Sort::Name("");
/// A count.
pub(super) const COUNT: Sort = Sort::Integer(Some(0), None);
const ANY_INTEGER: Sort = Sort::Integer(None, None);
const WIDTH: Sort = Sort::Integer(Some(0), Some((1 << 24) - 1));
const TYPE: FieldSort = has("type", Sort::Type);
const DIMS: Sort = Sort::List(&Sort::Extent);
const PARAMETERS: FieldSort = has("parameters", Sort::List(&Sort::Attribute));
const STRIDED: Constructor = head(
    "strided",
    &[
        has("strides", Sort::List(&Sort::Stride)),
        has("offset", Sort::Stride),
    ],
);

const TYPES: &[Constructor] = &[
    head(
        "integer",
        &[
            has("width", WIDTH),
            has(
                "signedness",
                Sort::Word(&["signless", "signed", "unsigned"]),
            ),
        ],
    ),
    head("float", &[has("format", WORD), has("width", WIDTH)]),
    head("index", &[]),
    head("none", &[]),
    head("complex", &[has("element", Sort::Type)]),
    head("vector", &[has("dims", DIMS), has("element", Sort::Type)]),
    head(
        "tensor",
        &[
            may_have("dims", DIMS),
            has("element", Sort::Type),
            may_have("encoding", Sort::Attribute),
        ],
    ),
    head(
        "memref",
        &[
            may_have("dims", DIMS),
            has("element", Sort::Type),
            has("layout", Sort::Layout),
            may_have("space", Sort::Attribute),
        ],
    ),
    head("tuple", &[has("elements", Sort::List(&Sort::Type))]),
    head(
        "function",
        &[
            has("inputs", Sort::List(&Sort::Type)),
            has("results", Sort::List(&Sort::Type)),
        ],
    ),
    head(
        "dialect",
        &[
            has("name", Sort::Name("!")),
            PARAMETERS,
            may_have("dims", DIMS),
        ],
    ),
];

const ATTRIBUTES: &[Constructor] = &[
    head("unit", &[]),
    head(
        "bool",
        &[has("truth", Sort::Word(&["true", "false"])), TYPE],
    ),
    head(
        "integer",
        &[has("value", ANY_INTEGER), may_have("type", Sort::Type)],
    ),
    head("float", &[has("number", WORD), TYPE]),
    head("string", &[has("text", WORD)]),
    head("type", &[TYPE]),
    head("array", &[has("elements", Sort::List(&Sort::Attribute))]),
    head("dictionary", &[has("entries", Sort::List(&Sort::Entry))]),
    head(
        "dense-array",
        &[
            has("element", Sort::Type),
            may_have("integers", Sort::List(&ANY_INTEGER)),
        ],
    ),
    head(
        "dense",
        &[
            TYPE,
            may_have("integers", Sort::List(&ANY_INTEGER)),
            has("splat", Sort::Word(&["true", "false"])),
        ],
    ),
    head("elements", &[TYPE]),
    head(
        "map",
        &[
            has("dims", COUNT),
            has("symbols", COUNT),
            has("results", COUNT),
        ],
    ),
    head("set", &[]),
    head("symbol", &[has("text", WORD)]),
    head("keyword", &[has("text", WORD)]),
    STRIDED,
    head("location", &[]),
    head("dialect", &[has("name", Sort::Name("#")), PARAMETERS]),
];

const LAYOUTS: &[Constructor] = &[
    head("identity", &[]),
    STRIDED,
    head("map", &[]),
    head("other", &[]),
];

const EXTENTS: &[Constructor] = &[
    head("dynamic", &[]),
    head("static", &[has("size", COUNT)]),
    head("scalable", &[has("size", COUNT)]),
];

const STRIDES: &[Constructor] = &[
    head("dynamic", &[]),
    head("static", &[has("size", ANY_INTEGER)]),
];

const ENTRIES: &[Constructor] = &[head(
    "entry",
    &[has("name", WORD), has("value", Sort::Attribute)],
)];

const VALUES: &[Constructor] = &[
    head("argument", &[TYPE, has("number", COUNT)]),
    head("result", &[TYPE, has("number", COUNT), has("op", Sort::Op)]),
];

const OPS: &[Constructor] = &[head(
    "op",
    &[
        has("name", WORD),
        has("operands", Sort::List(&Sort::Value)),
        has("results", Sort::List(&Sort::Value)),
        has("regions", COUNT),
        has("successors", COUNT),
    ],
)];

/// The sorts of nodes.
pub(super) const NODES: [Sort; 8] = [
    Sort::Type,
    Sort::Attribute,
    Sort::Layout,
    Sort::Extent,
    Sort::Stride,
    Sort::Entry,
    Sort::Value,
    Sort::Op,
];

extension! {
    /// The table of sorts.
    pub trait SortTable for Sort {
        /// The heads of nodes of this sort, the simplest first; empty for sorts that are not nodes.
        fn constructors(self) -> &'static [Constructor] {
            match self {
                Sort::Type => TYPES,
                Sort::Attribute => ATTRIBUTES,
                Sort::Layout => LAYOUTS,
                Sort::Extent => EXTENTS,
                Sort::Stride => STRIDES,
                Sort::Entry => ENTRIES,
                Sort::Value => VALUES,
                Sort::Op => OPS,
                Sort::Integer(..) | Sort::Word(_) | Sort::Name(_) | Sort::List(_) => &[],
            }
        }

        /// The sort of the field of that name, if some node of this sort has one.
        fn field(self, name: &str) -> Option<Sort> {
            let mut of = self.constructors().iter();
            of.find_map(|it| it.field(name)).map(|field| field.sort)
        }

        /// The name of the sort in concepts.
        fn name(self) -> &'static str {
            match self {
                Sort::Type => "type",
                Sort::Attribute => "attribute",
                Sort::Layout => "layout",
                Sort::Extent => "extent",
                Sort::Stride => "stride",
                Sort::Entry => "entry",
                Sort::Value => "value",
                Sort::Op => "op",
                Sort::Integer(..) => "integer",
                Sort::Word(_) | Sort::Name(_) => "word",
                Sort::List(_) => "list",
            }
        }

        /// The name with its article.
        fn one(self) -> &'static str {
            match self {
                Sort::Type => "a type",
                Sort::Attribute => "an attribute",
                Sort::Layout => "a layout",
                Sort::Extent => "an extent",
                Sort::Stride => "a stride",
                Sort::Entry => "an entry",
                Sort::Value => "a value",
                Sort::Op => "an op",
                Sort::Integer(..) => "an integer",
                Sort::Word(_) | Sort::Name(_) => "a word",
                Sort::List(_) => "a list",
            }
        }

        /// The sort of that name, for parameters and `:of` clauses of concepts.
        fn of_name(name: &str) -> Option<Sort> {
            Some(match name {
                "type" => Sort::Type,
                "attribute" => Sort::Attribute,
                "layout" => Sort::Layout,
                "extent" => Sort::Extent,
                "value" => Sort::Value,
                "op" => Sort::Op,
                "integer" => ANY_INTEGER,
                "word" => WORD,
                _ => return None,
            })
        }

        /// Whether both are of the same kind, ignoring the range of an integer and the list of a word.
        fn is_like(&self, other: Sort) -> bool {
            match (*self, other) {
                (Sort::List(a), Sort::List(b)) => a.is_like(*b),
                (Sort::Word(_) | Sort::Name(_), Sort::Word(_) | Sort::Name(_)) => true,
                _ => std::mem::discriminant(self) == std::mem::discriminant(&other),
            }
        }
    }
}

impl Constructor {
    /// The field of that name.
    pub fn field(&self, name: &str) -> Option<FieldSort> {
        if self.head == "op" && name.starts_with(ATTRIBUTE) {
            return Some(may_have("attribute", Sort::Attribute));
        }
        self.fields.iter().find(|field| field.name == name).copied()
    }

    /// The invariant of the fields of that name in nodes with this head: only vectors have scalable dimensions, and
    /// they have no dynamic ones; the element types; a memory space is not 0; an integer attribute of type `i1` is a
    /// truth value.
    pub(crate) fn invariant(&self, field: &str) -> Option<Predicate> {
        let every = |part: Predicate| Some(Predicate::Test(Test::All(Arc::new(part))));
        match (self.head, field) {
            ("vector", "dims") => {
                let sizes = Integers::between(Some(Int::ONE), None);
                every(Predicate::field("size", Predicate::integer(sizes)))
            }
            ("tensor" | "memref" | "dialect", "dims") => {
                every(Predicate::not(Predicate::head("scalable")))
            }
            (of @ ("complex" | "vector" | "tensor" | "memref"), "element") => {
                let heads = element_heads(of)?.iter().copied();
                Some(Predicate::or(heads.map(Predicate::head)))
            }
            ("memref", "space") => {
                let zero = Predicate::integer(Integers::one(0));
                let integer = [Predicate::head("integer"), Predicate::field("value", zero)];
                let no = [
                    Predicate::head("bool"),
                    Predicate::field("truth", word("false")),
                ];
                let zero = [Predicate::and(integer), Predicate::and(no)];
                Some(Predicate::not(Predicate::or(zero)))
            }
            ("bool", "type") => Some(truth_type()),
            ("integer", "type") => Some(Predicate::not(truth_type())),
            _ => None,
        }
    }

    /// All nodes with this head, if there are finitely many: the float types, whose format determines their width.
    pub(crate) fn instances(&self) -> Option<Vec<Datum>> {
        let is_float_type = self.head == "float" && self.field("format").is_some();
        is_float_type.then(|| FLOATS.iter().map(|(name, _)| float_type(name)).collect())
    }
}

fn word(text: &str) -> Predicate {
    Predicate::Test(Test::Word(Words::one(text)))
}

/// `i1`.
fn truth_type() -> Predicate {
    let width = Predicate::integer(Integers::one(1));
    Predicate::and([
        Predicate::head("integer"),
        Predicate::field("width", width),
        Predicate::field("signedness", word("signless")),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_one_name_are_of_one_sort() {
        let sorts = ["type", "attribute", "layout", "extent", "value", "op"];
        for sort in sorts.map(|name| Sort::of_name(name).expect("it is one")) {
            for constructor in sort.constructors() {
                for field in constructor.fields {
                    assert_eq!(sort.field(field.name), Some(field.sort), "{}", field.name);
                }
            }
        }
    }
}
