//! Rust types for the types and attributes of a module that satisfy a concept.

use crate::ir::{Attr, Module, Type};
use crate::program::{Datum, ValueId};
use calipers_rules::concept::Concepts;
use calipers_rules::concept::Constraint;
use calipers_rules::concept::Failure;
use calipers_rules::concept::Predicate;
use calipers_rules::concept::Sort;
use calipers_rules::concept::{Answer, ConstraintAlgebra, Explain, Text};
use calipers_rules::concept::{Matcher, Thing};
use std::borrow::Cow;
use std::marker::PhantomData;

/// Evidence that a type was checked: only this module can construct it.
#[derive(Clone, Copy, Debug)]
pub struct Checked(());

/// The wrapped data: a type or an attribute of a module.
pub trait Subject: Copy {
    /// The sort of its predicates.
    const SORT: Sort;

    /// Its data.
    fn datum(self, module: &Module) -> Datum;

    /// Stores the type or attribute of a datum, or of its text; none if that cannot be parsed.
    fn of_datum(module: &mut Module, datum: &Datum) -> Option<Self>;
}

impl Subject for Type {
    const SORT: Sort = Sort::Type;

    fn datum(self, module: &Module) -> Datum {
        module.datum_of_type(self)
    }

    fn of_datum(module: &mut Module, datum: &Datum) -> Option<Type> {
        module.type_of_datum(datum)
    }
}

impl Subject for Attr {
    const SORT: Sort = Sort::Attribute;

    fn datum(self, module: &Module) -> Datum {
        module.datum_of_attribute(self)
    }

    fn of_datum(module: &mut Module, datum: &Datum) -> Option<Attr> {
        // The text gives an integer its type.
        module.parse_attribute(&datum.text()).ok()
    }
}

/// A type or an attribute that satisfies a concept: the trait of the types of
/// [`concept_types!`](crate::concept_types) and [`concept_attributes!`](crate::concept_attributes).
///
/// The value belongs to its module, and so does the result of the check.
pub trait Wrapper: Copy {
    /// The wrapped kind: a type or an attribute.
    type Of: Subject;

    /// The source of the predicate.
    const TEXT: &'static str;

    /// The predicate; one that nothing satisfies if the source is invalid.
    fn constraint() -> &'static Constraint;

    /// Wraps a checked value.
    fn from_checked(of: Self::Of, checked: Checked) -> Self;

    /// The wrapped value.
    fn get(self) -> Self::Of;

    /// Casts a type or attribute to this concept, if it satisfies it.
    fn cast(module: &Module, of: Self::Of) -> Option<Self> {
        let holds = Self::constraint().predicate.holds(&of.datum(module)) == Some(true);
        holds.then(|| Self::from_checked(of, Checked(())))
    }

    /// Casts a type or attribute to this concept.
    ///
    /// # Errors
    /// The part of it that does not satisfy the concept.
    fn check(module: &Module, of: Self::Of) -> Result<Self, Failure> {
        if let Some(cast) = Self::cast(module, of) {
            return Ok(cast);
        }
        let thing = Thing::Datum(Cow::Owned(of.datum(module)));
        let mut matcher = Matcher::new(module, &());
        let failure = matcher.explain(&Self::constraint().predicate, &thing);
        Err(failure.unwrap_or_else(|| Failure {
            path: vec![],
            expected: Self::TEXT.to_string(),
            found: matcher.shown(&thing),
        }))
    }

    /// The simplest instance of this concept, stored in the module: the same one every time. None if the concept has
    /// no instance with a textual form.
    fn canonical(module: &mut Module) -> Option<Self> {
        example(module, Self::constraint())
    }

    /// The simplest instance of this concept that satisfies another predicate too.
    fn canonical_with(module: &mut Module, wanted: &Constraint) -> Option<Self> {
        example(module, &Self::constraint().and(wanted))
    }
}

fn example<W: Wrapper>(module: &mut Module, of: &Constraint) -> Option<W> {
    let Answer::Example(example) = of.example() else {
        return None;
    };
    let of = W::Of::of_datum(module, &example)?;
    W::cast(module, of)
}

/// A wrapper of types.
pub trait TypeConcept: Wrapper<Of = Type> {
    /// The type.
    fn ty(self) -> Type {
        self.get()
    }
}

impl<W: Wrapper<Of = Type>> TypeConcept for W {}

/// A wrapper of attributes.
pub trait AttributeConcept: Wrapper<Of = Attr> {
    /// The attribute.
    fn attribute(self) -> Attr {
        self.get()
    }
}

impl<W: Wrapper<Of = Attr>> AttributeConcept for W {}

/// The predicate of a wrapper; one that nothing satisfies if it is invalid, which its test reports.
pub fn constraint_of<S: Subject>(concepts: &Concepts, text: &str) -> Constraint {
    let read = concepts.parse_on(S::SORT, text);
    read.unwrap_or(Constraint::new(S::SORT, Predicate::NEVER))
}

/// Converts to a wider concept: the implementation of `From`, which [`proves`] justifies.
pub fn widen<A: Wrapper, B: Wrapper<Of = A::Of>>(narrow: A) -> B {
    B::from_checked(narrow.get(), Checked(()))
}

/// Whether a satisfiable concept implies a predicate.
///
/// # Errors
/// A counterexample; or that nothing satisfies the concept; or that the text of either is invalid.
pub fn proves<A: Wrapper>(concepts: &Concepts, wider: &str) -> Result<(), String> {
    for text in [A::TEXT, wider] {
        concepts
            .parse_on(A::Of::SORT, text)
            .map_err(|error| error.rendered)?;
    }
    if A::constraint().example() == Answer::Nothing {
        return Err(format!("nothing satisfies {}", A::TEXT));
    }
    match A::constraint().implies(&constraint_of::<A::Of>(concepts, wider)) {
        calipers_rules::concept::Relation::Holds => Ok(()),
        calipers_rules::concept::Relation::Fails(example) => Err(format!(
            "{} does not imply {wider}: only the first holds of {}",
            A::TEXT,
            example.text()
        )),
        calipers_rules::concept::Relation::Unknown => Err(format!(
            "it is not known whether {} implies {wider}",
            A::TEXT
        )),
    }
}

/// A value whose type satisfies a concept. It borrows the program, in which the type of the value may change:
///
/// ```compile_fail,E0502
/// use calipers::concept::Typed;
/// use calipers::ir::{Module, Type};
/// use calipers::program::ValueId;
///
/// calipers::concept_types! {
///     mod proved in calipers::concept::Concepts::embedded();
///     struct IntLike = "int-like";
/// }
///
/// fn narrow(module: &mut Module, value: ValueId) {
///     let typed: Option<Typed<'_, IntLike>> = Typed::cast(module, value);
///     module.set_type(value, Type::I32);
///     println!("{typed:?}");
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Typed<'m, C> {
    /// The value.
    pub value: ValueId,
    /// Its type.
    pub ty: C,
    program: PhantomData<&'m Module>,
}

impl<'m, C: TypeConcept> Typed<'m, C> {
    /// The value, if its type satisfies the concept.
    pub fn cast(module: &'m Module, value: ValueId) -> Option<Typed<'m, C>> {
        let ty = C::cast(module, module.type_of(value))?;
        Some(Typed {
            value,
            ty,
            program: PhantomData,
        })
    }
}

/// Defines a Rust type for each concept: a type of a module that satisfies it.
///
/// `NAME = "PREDICATE"` is followed by `: WIDER …`, into which it converts with `From`, and `with METHODS …`, traits
/// of methods (such as [`ShapedType`](crate::concept::ShapedType)) whose `REQUIRES` it implies. A module of the given
/// name contains a test that fails if an implication is not proved, with a counterexample. The first line gives the
/// concepts in which names are resolved.
///
/// ```
/// use calipers::concept::{Concepts, IntegerType, ShapedType, TypeConcept, Wrapper};
/// use calipers::ir::Module;
///
/// calipers::concept_types! {
///     mod proved in Concepts::embedded();
///     /// An index or a signless integer.
///     pub struct IntLike = "int-like";
///     /// A signless integer.
///     pub struct Signless = "signless-integer" : IntLike with IntegerType;
///     /// A tensor of such.
///     pub struct Tensor = "(tensor-of signless-integer)" with ShapedType;
/// }
///
/// let mut module = Module::new();
/// let ty = module.parse_type("tensor<4xi8>")?;
/// let tensor = Tensor::cast(&module, ty).expect("it is one");
/// let element: Signless = tensor.element_as(&module).expect("it is one");
/// assert_eq!(element.width(&module), 8);
/// let wider: IntLike = element.into();
/// assert_eq!(wider.ty(), element.ty());
/// let float = module.parse_type("tensor<4xf32>")?;
/// let failure = Tensor::check(&module, float).expect_err("it is none");
/// assert_eq!(failure.to_string(), "its element is f32, not signless-integer");
/// let plain = Signless::canonical(&mut module).map(|it| it.ty());
/// assert_eq!(plain, Some(calipers::ir::Type::I32));
/// # Ok::<(), calipers::ir::ParseError>(())
/// ```
#[macro_export]
macro_rules! concept_types {
    ($($all:tt)*) => {
        $crate::concept_wrappers! { $crate::ir::Type; $($all)* }
    };
}

/// Defines a Rust type for each concept: an attribute of a module that satisfies it. The syntax is that of
/// [`concept_types!`](crate::concept_types).
///
/// ```
/// use calipers::concept::{Concepts, IntegerAttribute, Wrapper};
/// use calipers::ir::Module;
///
/// fn concepts() -> Concepts {
///     let mut concepts = Concepts::embedded();
///     let text = "(concept block-size (integer-attr (in 16 32)) :of attribute)";
///     concepts.load("my.concepts", text).expect("it can be read");
///     concepts
/// }
/// calipers::concept_attributes! {
///     mod proved in concepts();
///     pub struct Positive = "positive-attr" with IntegerAttribute;
///     pub struct BlockSize = "block-size" : Positive with IntegerAttribute;
/// }
///
/// let mut module = Module::new();
/// let attribute = module.parse_attribute("16 : i64")?;
/// let size = BlockSize::cast(&module, attribute).expect("it is one");
/// assert_eq!(size.value(&module), 16.into());
/// let positive: Positive = size.into();
/// assert_eq!(positive.get(), attribute);
/// let other = module.parse_attribute("17 : i64")?;
/// let failure = BlockSize::check(&module, other).expect_err("it is none");
/// assert_eq!(failure.to_string(), "its value is 17, not (in 16 32)");
/// # Ok::<(), calipers::ir::ParseError>(())
/// ```
#[macro_export]
macro_rules! concept_attributes {
    ($($all:tt)*) => {
        $crate::concept_wrappers! { $crate::ir::Attr; $($all)* }
    };
}

/// The common implementation of [`concept_types!`](crate::concept_types) and
/// [`concept_attributes!`](crate::concept_attributes): the first line gives the wrapped kind.
#[doc(hidden)]
#[macro_export]
macro_rules! concept_wrappers {
    (
        $of:ty;
        mod $test:ident in $concepts:expr;
        $(
            $(#[$attribute:meta])*
            $visibility:vis struct $name:ident = $text:literal
            $(: $($wider:ident),+)?
            $(with $($methods:ident),+)?
            ;
        )*
    ) => {
        $(
            $(#[$attribute])*
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
            $visibility struct $name($of);

            impl $crate::concept::Wrapper for $name {
                type Of = $of;

                const TEXT: &'static str = $text;

                fn constraint() -> &'static $crate::concept::Constraint {
                    static CONSTRAINT: ::std::sync::OnceLock<$crate::concept::Constraint> =
                        ::std::sync::OnceLock::new();
                    CONSTRAINT
                        .get_or_init(|| $crate::concept::constraint_of::<$of>(&$concepts, $text))
                }

                fn from_checked(of: $of, _: $crate::concept::Checked) -> Self {
                    $name(of)
                }

                fn get(self) -> $of {
                    self.0
                }
            }

            $($(
                impl ::std::convert::From<$name> for $wider {
                    fn from(narrow: $name) -> $wider {
                        $crate::concept::widen(narrow)
                    }
                }
            )+)?

            $($(impl $methods for $name {})+)?
        )*

        #[cfg(test)]
        mod $test {
            use super::*;

            /// Every concept is valid, and implies the concepts that it converts into and that its methods require.
            #[test]
            fn implications_are_proved() {
                let concepts = $concepts;
                let mut wrong: ::std::vec::Vec<::std::string::String> = ::std::vec![];
                $(
                    let proved = $crate::concept::proves::<$name>(&concepts, "any");
                    wrong.extend(proved.err());
                    $($(
                        let wider = <$wider as $crate::concept::Wrapper>::TEXT;
                        wrong.extend($crate::concept::proves::<$name>(&concepts, wider).err());
                    )+)?
                    $($(
                        let wider = <$name as $methods>::REQUIRES;
                        wrong.extend($crate::concept::proves::<$name>(&concepts, wider).err());
                    )+)?
                )*
                assert!(wrong.is_empty(), "{}", wrong.join("\n"));
            }
        }
    };
}
