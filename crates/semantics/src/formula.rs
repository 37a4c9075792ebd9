//! Formulas: the right sides and the guards of rules.

use crate::concept::Constraint;
use calipers_number::Int;
use calipers_program::term::Operator;
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
    /// `(elements V)`: the elements of a tensor or of a dialect's shape with a static number of elements; the rule
    /// does not apply if there are too many.
    Elements,
    /// `(indices i S)`: the indices of element `i` in row-major order, of the shape `S`: a value, or a
    /// list of sizes. The outermost size does not matter.
    Indices,
    /// `(place L S)`: the row-major position of the element with the indices in `L`.
    Place,
    /// `(position V L S)`: the position in memory of the element with the indices in `L`, by the layout in the type
    /// of `V`, whose symbols are `S`; the rule does not apply if the type has no such layout.
    Position,
    /// `(trip V)`: the number of completed iterations of the loop whose induction variable is `V`.
    Trip,
    /// `(constant V)`: the constant value of `V`; the rule does not apply if `V` is not a constant.
    Constant,
    /// `(dynamic-index V i)`: the number of dynamic dimensions before `i` in the type of `V`; the rule does not apply
    /// if dimension `i` itself is static.
    DynamicIndex,
    /// `(at L i)`: an entry of a list, from 0.
    At,
    /// `(len L)`.
    Length,
    /// `(range n)` or `(range a b)`: the integers from `a` (or 0) to the last argument, exclusive.
    Range,
    /// `(list a b …)`.
    List,
    /// `(drop L n)`: the list without its first `n` elements.
    Drop,
    /// `(group-of L i)`: the position of the first list in a list of lists that contains the integer `i`.
    GroupOf,
    /// `(after L i)`: the element that follows the integer `i` in a list.
    After,
    /// `(append L M)`.
    Append,
    /// `(find L x)`: the first position of an integer or a word in a list; the rule does not apply if the list does
    /// not contain it.
    Find,
    /// `(align L n x)`: the list, padded at the front with `x` to `n` elements.
    Align,
    /// `(without L M)`: the elements of `L` that are not in `M`.
    Without,
    /// `(exp2 n)`: 2ⁿ.
    Exp2,
    /// `(bits n)`: the number of binary digits of a nonnegative number.
    Bits,
    /// `(bit-and a b)`: the bitwise "and" of two integers in two's complement of unlimited width.
    BitAnd,
    /// `(bit-or a b)`.
    BitOr,
    /// `(bit-xor a b)`.
    BitXor,
    /// `(common-divisor L)`: the greatest common divisor of a list of integers, 0 if all of them are 0.
    CommonDivisor,
    /// `(result)` or `(result k)`: a result of the op.
    Result,
    /// `(results)`: all results of the op.
    Results,
    /// `(regions)`: how many regions the op has.
    Regions,
    /// `(argument R k)`: an argument of the entry block of region `R`.
    Argument,
    /// `(yield R k)`: an operand of the terminator of region `R`, if control leaves it at one place.
    Yield,
    /// `(run R k L)` or `(run R k L M)`: operand `k` of the terminator of the single-block region `R`, evaluated with
    /// the arguments in `L`, in the iteration with the indices in `M`; the rule does not apply if the operand is not
    /// a term over these and over values from outside of the region.
    Run,
    /// `(fold R k L INITS)`: the `k`-th value that the single-block region `R` yields last, when it runs once for
    /// each list in `L`. Its arguments are the elements of that list, followed by the values that the previous run
    /// yielded, or by `INITS` in the first run.
    Fold,
    /// `(apply M k L)`: result `k` of an affine map over the operands in a list.
    ApplyMap,
    /// `(map-results M)`: the number of results of an affine map.
    MapResults,
    /// `(map-inputs M)`: the number of operands of an affine map.
    MapInputs,
    /// `(positions M i)`: the results of the map that are exactly its dimension `i`.
    Positions,
    /// `(satisfies S L)`: the condition that the operands in `L` are in an integer set.
    Satisfies,
    /// `(unreduced V L i)`: the index in the static and dynamic sizes `L` of dimension `i` of the rank-reduced `V`;
    /// the rule does not apply if several are possible.
    Unreduced,
    /// `(parent FIELD)`: a field of the parent op, by the parent's schema.
    Parent,
    /// `(around NAME FIELD)`: a field of the nearest enclosing op of that name or interface; missing if there is
    /// none. The search stops at the first symbol, since a function body runs when it is called.
    Around,
    /// `(earlier WITHIN NAME)` or `(earlier WITHIN NAME FIELD x)`: the result of the nearest op of that name before this
    /// one whose FIELD is `x`, in its block or a block around it, but not outside of the nearest op of the name or
    /// interface WITHIN, nor of a symbol. Missing if there is none nearby.
    Earlier,
    /// `(of X NAME FIELD)`: a field of the op that defines the value X or the symbol X; missing if the op does not
    /// have that name or interface.
    Of,
    /// `(forwarded F L NAME FIELD)`: if the body of the function with the symbol F consists of one op NAME on the
    /// function's arguments, whose results it returns, the value in L (the arguments of a call) that is passed to
    /// FIELD of that op; missing otherwise.
    Forwarded,
    /// `(case F WORD …)`: the position among the words of the keyword in F.
    Case,
    /// `(either A B …)`: the first argument that has a value.
    Either,
    /// `(when GUARD A)`: `A` if the guard holds; no value otherwise.
    When,
    /// `(parameter A NAME)`: a named parameter of a dialect's attribute.
    Parameter,
    /// `(alike LIST NAME)`: the pairs of dimensions with equal names, where the parameter NAME of each element holds
    /// the names of its dimensions.
    Alike,
    /// `(subscripts T)`: the subscripts of each operand and of the result in a text such as `ab,bc->ac`, as a list of
    /// lists.
    Subscripts,
    /// `(extent V i)`: the static size of dimension `i` in the type of `V`, a value or an attribute.
    Extent,
    /// `(width V)`: the number of bits of an integer.
    Width,
    /// `(signed V n)`: a static integer, truncated to the width of `V` and read as signed.
    Signed,
    /// `(unsigned V n)`: a static integer, truncated to the width of `V` and read as unsigned.
    AsUnsigned,
    /// `(index? V)`: whether a value is of index type.
    IsIndex,
    /// `(integer? V)`: whether a value is an integer of fixed width.
    IsInteger,
    /// `(condition? V)`: whether a value is an `i1`.
    IsCondition,
    /// `(shaped? V)`: whether a value has a ranked shape.
    IsShaped,
    /// `(static? V i)`: whether dimension `i` is static in the type of `V`.
    IsStatic,
    /// `(constant? V)`: whether a value is a constant.
    IsConstant,
    /// `(present? F)`: whether an optional field is present and is not a flag with the value `false`.
    IsPresent,
    /// `(same? a b)`: whether two static items are equal.
    IsSame,
}

impl Function {
    /// Whether its value is a condition.
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
}

/// The operation that a quantified formula applies to the values of its body.
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
    /// `(each ?i L body)`: the list of the values.
    Each,
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
    /// `not`, `and`, `or` on conditions; "and" and "or" stop at the first static operand that decides them.
    Not(Box<Formula>),
    /// `(is X CONCEPT)`: whether a field or a value satisfies a concept, or the op itself if `X` is the word `op`. A
    /// list satisfies a concept if all of its elements do.
    Is(Box<Formula>, Arc<Constraint>),
    /// A call of another function.
    Call(Function, Vec<Formula>),
    /// A formula for each element of a list.
    Quantified {
        /// The operation on the values of the body.
        quantifier: Quantifier,
        /// The variable that ranges over the list.
        slot: Slot,
        /// The list.
        list: Box<Formula>,
        /// The formula that is evaluated for each element.
        body: Box<Formula>,
    },
    /// `(first ?x LIST CONDITION VALUE DEFAULT)`: the value for the first element of a list that satisfies the
    /// condition, else the default; evaluates to nested `select`s.
    First {
        /// The variable that ranges over the list.
        slot: Slot,
        /// The list, the condition, the value, the default.
        parts: Box<[Formula; 4]>,
    },
}

impl Formula {
    /// Whether its only possible values are 0 and 1.
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
            Formula::Quantified {
                quantifier: Quantifier::Least | Quantifier::Greatest,
                body,
                ..
            } => body.is_condition(),
            _ => false,
        }
    }
}
