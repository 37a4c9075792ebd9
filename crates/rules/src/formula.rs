//! Formulas: what stands on the right of a rule, and in its guards.

use crate::concept::Constraint;
use crate::number::Int;
use crate::term::Operator;
use std::sync::Arc;

/// A variable of a rule, numbered.
pub type Slot = usize;

/// A function of the rule language that is not an arithmetic operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Function {
    /// `(value V)`: an index value, the signed reading of an integer.
    Value,
    /// `(uint V)`: the unsigned reading of an integer.
    Unsigned,
    /// `(dim V i)`.
    Dim,
    /// `(stride V i)`.
    Stride,
    /// `(offset V)`.
    Offset,
    /// `(rank V)`.
    Rank,
    /// `(elem V i)`.
    Element,
    /// `(elements V)`: the elements of a tensor or of a dialect's shape, of which it is known how many
    /// there are; the rule says nothing where there are too many.
    Elements,
    /// `(indices i S)`: the indices of element `i` in row-major order, of the shape `S`: a value, or a
    /// list of sizes. The outermost size does not matter.
    Indices,
    /// `(place L S)`: which element in row-major order the one with the indices in `L` is.
    Place,
    /// `(position V L S)`: where the element with the indices in `L` lies in memory, by the layout in the
    /// type of `V`, whose symbols are `S`; the rule says nothing where the type says nothing.
    Position,
    /// `(trip V)`: how many iterations came before, of the loop whose induction variable `V` is.
    Trip,
    /// `(constant V)`: the integer that a value is; the rule says nothing where it is none.
    Constant,
    /// `(dynamic-index V i)`: how many dimensions before `i` are dynamic in the type of `V`; the
    /// rule says nothing where `i` itself is static.
    DynamicIndex,
    /// `(at L i)`: an entry of a list, from 0.
    At,
    /// `(len L)`.
    Length,
    /// `(range n)` or `(range a b)`: the integers from `a` (or 0) up to below the last.
    Range,
    /// `(list a b …)`.
    List,
    /// `(drop L n)`: the list without its first `n`.
    Drop,
    /// `(group-of L i)`: which of the lists in a list contains the integer `i`.
    GroupOf,
    /// `(after L i)`: what follows the integer `i` in a list.
    After,
    /// `(append L M)`.
    Append,
    /// `(find L x)`: where in a list an integer or a word first stands; the rule says nothing where it
    /// does not.
    Find,
    /// `(align L n x)`: the list with `x` in front as often as it takes to have `n` elements.
    Align,
    /// `(without L M)`: the elements of `L` that are not in `M`.
    Without,
    /// `(exp2 n)`: 2ⁿ.
    Exp2,
    /// `(bits n)`: how many binary digits a number that is not negative has.
    Bits,
    /// `(bit-and a b)`: the digits of two integers in two's complement, as far to the left as one likes.
    BitAnd,
    /// `(bit-or a b)`.
    BitOr,
    /// `(bit-xor a b)`.
    BitXor,
    /// `(common-divisor L)`: the greatest common divisor of a list of integers, 0 if all of them are 0.
    CommonDivisor,
    /// `(result)` or `(result k)`: a result of the op.
    Result,
    /// `(results)`: all of them.
    Results,
    /// `(regions)`: how many regions the op has.
    Regions,
    /// `(argument R k)`: an argument of the entry block of region `R`.
    Argument,
    /// `(yield R k)`: an operand of the terminator of region `R`.
    Yield,
    /// `(run R k L)` or `(run R k L M)`: what region `R` of one block hands on as its `k`-th where its
    /// arguments are what is in `L`, in the iteration with the indices in `M`; the rule says nothing where
    /// rules do not tell it in terms of these and of what is known outside.
    Run,
    /// `(fold R k L INITS)`: what region `R` of one block hands on as its `k`-th in the end where it is run for
    /// each list in `L` in turn: its arguments are what is in that list, and after these what it handed on the
    /// time before, at first what is in `INITS`.
    Fold,
    /// `(apply M k L)`: result `k` of an affine map over the operands in a list.
    ApplyMap,
    /// `(map-results M)`: how many results it has.
    MapResults,
    /// `(map-inputs M)`: how many operands it takes.
    MapInputs,
    /// `(positions M i)`: which results of the map are just its dimension `i`.
    Positions,
    /// `(satisfies S L)`: the condition that operands lie in an integer set.
    Satisfies,
    /// `(unreduced V L i)`: which entry of the static and dynamic sizes `L` dimension `i` of the
    /// rank-reduced `V` has come from; the rule says nothing where several are possible.
    Unreduced,
    /// `(parent FIELD)`: a field of the op around this one, by its own schema.
    Parent,
    /// `(around NAME FIELD)`: a field of the nearest op of that name, or of that interface, around
    /// this one, however far out; missing where there is none. Nothing beyond a symbol is looked
    /// at: what is in a function runs when it is called.
    Around,
    /// `(earlier NAME)` or `(earlier NAME FIELD x)`: the result of the nearest op of that name before this
    /// one in its block, or in one around it but not beyond a symbol, of which FIELD is `x`; missing where
    /// there is none nearby.
    Earlier,
    /// `(of X NAME FIELD)`: a field of the op that makes the value X, or that the symbol X names;
    /// missing where that is no op of that name, nor of that interface.
    Of,
    /// `(forwarded F L NAME FIELD)`: where the function that the symbol F names does nothing but an op of
    /// that name, on its arguments alone, and gives back what that gives: the one of the values in L, which
    /// are given to the function, that is that field of the op; missing where it is not so.
    Forwarded,
    /// `(case F WORD …)`: which of the words a keyword is, from 0.
    Case,
    /// `(either A B …)`: the first of them that has a value.
    Either,
    /// `(when GUARD A)`: `A`, where the guard holds; no value otherwise.
    When,
    /// `(parameter A NAME)`: a named parameter of a dialect's attribute.
    Parameter,
    /// `(alike LIST NAME)`: which dimensions are called the same in what has parameters of that name.
    Alike,
    /// `(subscripts T)`: the letters of each operand and of the result in a text such as `ab,bc->ac`, a list of lists.
    Subscripts,
    /// `(extent V i)`: the size that the type of `V`, a value or an attribute, states.
    Extent,
    /// `(width V)`: the bits of an integer.
    Width,
    /// `(signed V n)`: a static integer as one of the width of `V`, read with its sign.
    Signed,
    /// `(unsigned V n)`: the same, read without sign.
    AsUnsigned,
    /// `(index? V)`: whether a value is of index type.
    IsIndex,
    /// `(integer? V)`: whether a value is a fixed-width integer.
    IsInteger,
    /// `(condition? V)`: whether a value is an `i1`.
    IsCondition,
    /// `(shaped? V)`: whether a value has a ranked shape.
    IsShaped,
    /// `(static? V i)`: whether the type of `V` states dimension `i`.
    IsStatic,
    /// `(constant? V)`: whether a value is a constant.
    IsConstant,
    /// `(present? F)`: whether an optional field is there, and is no flag that says `false`.
    IsPresent,
    /// `(same? a b)`: whether two static things are the same.
    IsSame,
}

impl Function {
    /// Whether it is a condition.
    pub fn is_predicate(self) -> bool {
        use Function::*;
        matches!(
            self,
            Satisfies
                | IsIndex
                | IsInteger
                | IsCondition
                | IsShaped
                | IsStatic
                | IsConstant
                | IsPresent
                | IsSame
        )
    }

    /// The function of that name, with the fewest and the most arguments it takes.
    pub fn from_name(name: &str) -> Option<(Function, usize, usize)> {
        use Function::*;
        Some(match name {
            "value" => (Value, 1, 1),
            "uint" => (Unsigned, 1, 1),
            "dim" => (Dim, 2, 2),
            "stride" => (Stride, 2, 2),
            "offset" => (Offset, 1, 1),
            "rank" => (Rank, 1, 1),
            "elem" => (Element, 2, 2),
            "elements" => (Elements, 1, 1),
            "indices" => (Indices, 2, 2),
            "place" => (Place, 2, 2),
            "position" => (Position, 3, 3),
            "trip" => (Trip, 1, 1),
            "constant" => (Constant, 1, 1),
            "dynamic-index" => (DynamicIndex, 2, 2),
            "at" => (At, 2, 2),
            "len" => (Length, 1, 1),
            "range" => (Range, 1, 2),
            "list" => (List, 0, usize::MAX),
            "drop" => (Drop, 2, 2),
            "group-of" => (GroupOf, 2, 2),
            "after" => (After, 2, 2),
            "append" => (Append, 2, 2),
            "find" => (Find, 2, 2),
            "align" => (Align, 3, 3),
            "without" => (Without, 2, 2),
            "exp2" => (Exp2, 1, 1),
            "bits" => (Bits, 1, 1),
            "bit-and" => (BitAnd, 2, 2),
            "bit-or" => (BitOr, 2, 2),
            "bit-xor" => (BitXor, 2, 2),
            "common-divisor" => (CommonDivisor, 1, 1),
            "result" => (Result, 0, 1),
            "results" => (Results, 0, 0),
            "regions" => (Regions, 0, 0),
            "argument" => (Argument, 2, 2),
            "yield" => (Yield, 2, 2),
            "run" => (Run, 3, 4),
            "fold" => (Fold, 4, 4),
            "apply" => (ApplyMap, 3, 3),
            "map-results" => (MapResults, 1, 1),
            "map-inputs" => (MapInputs, 1, 1),
            "positions" => (Positions, 2, 2),
            "satisfies" => (Satisfies, 2, 2),
            "unreduced" => (Unreduced, 3, 3),
            "parent" => (Parent, 1, 1),
            "around" => (Around, 2, 2),
            "earlier" => (Earlier, 1, 3),
            "of" => (Of, 3, 3),
            "forwarded" => (Forwarded, 4, 4),
            "case" => (Case, 2, usize::MAX),
            "either" => (Either, 1, usize::MAX),
            "when" => (When, 2, 2),
            "parameter" => (Parameter, 2, 2),
            "alike" => (Alike, 2, 2),
            "subscripts" => (Subscripts, 1, 1),
            "extent" => (Extent, 2, 2),
            "width" => (Width, 1, 1),
            "signed" => (Signed, 2, 2),
            "unsigned" => (AsUnsigned, 2, 2),
            "index?" => (IsIndex, 1, 1),
            "integer?" => (IsInteger, 1, 1),
            "condition?" => (IsCondition, 1, 1),
            "shaped?" => (IsShaped, 1, 1),
            "static?" => (IsStatic, 2, 2),
            "constant?" => (IsConstant, 1, 1),
            "present?" => (IsPresent, 1, 1),
            "same?" => (IsSame, 2, 2),
            _ => return None,
        })
    }
}

/// What a quantified formula makes of the values of its body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    /// `(sum ?i L body)`.
    Sum,
    /// `(product ?i L body)`.
    Product,
    /// `(least ?i L body)`.
    Least,
    /// `(greatest ?i L body)`.
    Greatest,
    /// `(forall ?i L body)`.
    All,
    /// `(each ?i L body)`: the list of them.
    Each,
}

impl Quantifier {
    /// The quantifier of that name.
    pub fn from_name(name: &str) -> Option<Quantifier> {
        Some(match name {
            "sum" => Quantifier::Sum,
            "product" => Quantifier::Product,
            "least" => Quantifier::Least,
            "greatest" => Quantifier::Greatest,
            "forall" => Quantifier::All,
            "each" => Quantifier::Each,
            _ => return None,
        })
    }
}

/// A formula over the variables of a rule.
#[derive(Clone, PartialEq, Debug)]
pub enum Formula {
    /// An integer.
    Integer(Int),
    /// A word: the name of a field, or a keyword to compare with.
    Word(String),
    /// A variable.
    Variable(Slot),
    /// An arithmetic operator.
    Operator(Operator, Vec<Formula>),
    /// `not`, `and`, `or`: arithmetic on conditions, with "and" and "or" stopping early on what is
    /// static.
    Not(Box<Formula>),
    /// `(is X CONCEPT)`: whether a concept holds of a field or a value, or of the op itself where `X` is
    /// the word `op`; of a list, whether it holds of all.
    Is(Box<Formula>, Arc<Constraint>),
    /// Another function.
    Call(Function, Vec<Formula>),
    /// A formula for each element of a list.
    Quantified {
        /// What becomes of the values.
        quantifier: Quantifier,
        /// The variable that runs over the list.
        slot: Slot,
        /// The list.
        list: Box<Formula>,
        /// What is evaluated for each.
        body: Box<Formula>,
    },
    /// `(first ?x LIST CONDITION VALUE DEFAULT)`: the value for the first element of a list for
    /// which the condition holds, else the default; as nested `select`s.
    First {
        /// The variable that runs over the list.
        slot: Slot,
        /// The list, the condition, the value, the default.
        parts: Box<[Formula; 4]>,
    },
}

impl Formula {
    /// Whether it can have no values but 0 and 1.
    pub fn is_condition(&self) -> bool {
        match self {
            Formula::Integer(value) => value.is_zero() || value.is_one(),
            Formula::Call(function, _) => function.is_predicate(),
            Formula::Not(part) => part.is_condition(),
            Formula::Is(..) => true,
            Formula::Operator(Operator::Le | Operator::Eq, _) => true,
            Formula::Operator(Operator::Min | Operator::Max, parts) => {
                parts.iter().all(Formula::is_condition)
            }
            _ => false,
        }
    }

    /// The same formula with other variables.
    pub fn renamed(&self, to: &mut impl FnMut(Slot) -> Slot) -> Formula {
        match self {
            Formula::Integer(_) | Formula::Word(_) => self.clone(),
            Formula::Variable(slot) => Formula::Variable(to(*slot)),
            Formula::Operator(operator, parts) => {
                let parts = parts.iter().map(|part| part.renamed(to));
                Formula::Operator(*operator, parts.collect())
            }
            Formula::Not(part) => Formula::Not(Box::new(part.renamed(to))),
            Formula::Is(part, constraint) => {
                Formula::Is(Box::new(part.renamed(to)), constraint.clone())
            }
            Formula::Call(function, parts) => {
                let parts = parts.iter().map(|part| part.renamed(to));
                Formula::Call(*function, parts.collect())
            }
            Formula::Quantified {
                quantifier,
                slot,
                list,
                body,
            } => Formula::Quantified {
                quantifier: *quantifier,
                slot: to(*slot),
                list: Box::new(list.renamed(to)),
                body: Box::new(body.renamed(to)),
            },
            Formula::First { slot, parts } => Formula::First {
                slot: to(*slot),
                parts: Box::new(parts.each_ref().map(|part| part.renamed(to))),
            },
        }
    }

    /// What `1 − x` is the negation of, if it is a condition.
    fn as_negated(&self) -> Option<&Formula> {
        let Formula::Operator(Operator::Add, sum) = self else {
            return None;
        };
        let [
            Formula::Integer(one),
            Formula::Operator(Operator::Mul, product),
        ] = &sum[..]
        else {
            return None;
        };
        let [Formula::Integer(factor), part] = &product[..] else {
            return None;
        };
        (one.is_one() && *factor == Int::NEG_ONE).then_some(part)
    }

    /// Whether it computes a number where a condition belongs.
    pub fn is_number(&self) -> bool {
        match self {
            Formula::Integer(value) => !(value.is_zero() || value.is_one()),
            Formula::Not(part) => part.is_number(),
            Formula::Operator(Operator::Le | Operator::Eq, _) => false,
            Formula::Operator(Operator::Min | Operator::Max, parts) => {
                parts.iter().any(Formula::is_number)
            }
            Formula::Operator(Operator::Select, parts) => {
                parts.iter().skip(1).any(Formula::is_number)
            }
            Formula::Operator(Operator::Add, _) => self.as_negated().is_none_or(Formula::is_number),
            Formula::Operator(..) => true,
            Formula::Call(Function::List, parts) => parts.iter().any(Formula::is_number),
            Formula::Quantified {
                quantifier, body, ..
            } => matches!(quantifier, Quantifier::Sum | Quantifier::Product) || body.is_number(),
            Formula::First { parts, .. } => parts.iter().skip(2).any(Formula::is_number),
            Formula::Word(_) | Formula::Variable(_) | Formula::Is(..) | Formula::Call(..) => false,
        }
    }
}
