//! Sorts: the kinds of data that predicates describe.

/// The sort of a datum.
///
/// Types, attributes and most of their parts are nodes: a node has a head from a fixed list, and the fields that
/// the rules crate lists for the head. Values and ops of a program are nodes, too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// A type.
    Type,
    /// An attribute, or a parameter of a dialect's type.
    Attribute,
    /// The layout of a memref type.
    Layout,
    /// The extent of a dimension.
    Extent,
    /// A stride or an offset in a layout.
    Stride,
    /// An entry of a dictionary.
    Entry,
    /// An SSA value.
    Value,
    /// An op.
    Op,
    /// An integer, with a minimum and a maximum if they exist.
    Integer(Option<i64>, Option<i64>),
    /// A word from a fixed list.
    Word(&'static [&'static str]),
    /// Any word; example words start with this prefix.
    Name(&'static str),
    /// A list of parts.
    List(&'static Sort),
}

/// The prefix of the names of fields that are attributes of an op.
pub const ATTRIBUTE: &str = "attribute ";
