//! The values of formulas.

use calipers_number::Int;
use calipers_program::term::Expr;
use calipers_program::{AffineMap, Attribute, Column, IntegerSet, ValueId};

/// The value of a formula.
#[derive(Clone, PartialEq, Debug)]
pub enum Item<'p> {
    /// A static integer.
    Integer(Int),
    /// An SSA value.
    Value(ValueId),
    /// A term over columns.
    Term(Expr<Column>),
    /// A list.
    List(Vec<Item<'p>>),
    /// An affine map.
    Map(&'p AffineMap),
    /// An integer set.
    Set(&'p IntegerSet),
    /// A string, a symbol, or a keyword.
    Text(&'p str),
    /// The parameters of a dialect's attribute, with their names if they have any.
    Parameters(Vec<(Option<&'p str>, Item<'p>)>),
    /// An optional field that is absent.
    Missing,
    /// An attribute of a kind that rules cannot use.
    Opaque,
}

impl<'p> From<Attribute<'p>> for Item<'p> {
    fn from(attribute: Attribute<'p>) -> Item<'p> {
        match attribute {
            Attribute::Integer(value) => Item::Integer(value),
            Attribute::Bool(value) => Item::Integer(Int::from(value)),
            Attribute::Unit => Item::Integer(Int::ONE),
            Attribute::String(text) | Attribute::Symbol(text) => Item::Text(text),
            Attribute::Integers(values) => {
                let items = values.iter().map(|&it| Item::Integer(Int::from(it)));
                Item::List(items.collect())
            }
            Attribute::Array(entries) => {
                let items: Vec<Item<'p>> = entries.into_iter().map(Item::from).collect();
                let is_read = !items.contains(&Item::Opaque);
                if is_read {
                    Item::List(items)
                } else {
                    Item::Opaque
                }
            }
            Attribute::Parameters(parameters) => {
                let item = |(name, value)| (name, Item::from(value));
                Item::Parameters(parameters.into_iter().map(item).collect())
            }
            Attribute::Map(map) => Item::Map(map),
            Attribute::Set(set) => Item::Set(set),
            Attribute::Other => Item::Opaque,
        }
    }
}
