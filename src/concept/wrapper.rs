//! Types of a module that are known to satisfy a concept, as Rust types.

use super::algebra::Constraint;
use super::explain::Failure;
use super::library::Concepts;
use super::matching::{Matcher, Thing};
use super::predicate::Predicate;
use super::satisfy::Answer;
use super::sort::Sort;
use crate::ir::{Module, Type, TypeData};
use crate::program::{Extent, ValueId};
use std::borrow::Cow;

/// Shows that a type was checked: only this module makes one.
#[derive(Clone, Copy, Debug)]
pub struct Checked(());

/// A type that is known to satisfy a concept: what [`concept_types!`](crate::concept_types) makes.
///
/// A type belongs to its module, and so does what was found out about it.
pub trait TypeConcept: Copy {
    /// The predicate, as it was written.
    const TEXT: &'static str;

    /// The predicate; one that nothing satisfies if the text cannot be read.
    fn constraint() -> &'static Constraint;

    /// Wraps what was checked.
    fn from_checked(ty: Type, checked: Checked) -> Self;

    /// The type.
    fn ty(self) -> Type;

    /// The type as one of this concept, if it satisfies it.
    fn cast(module: &Module, ty: Type) -> Option<Self> {
        let datum = module.datum_of_type(ty);
        let holds = Self::constraint().predicate.holds(&datum) == Some(true);
        holds.then(|| Self::from_checked(ty, Checked(())))
    }

    /// The type as one of this concept.
    ///
    /// # Errors
    /// What of it does not satisfy the concept.
    fn check(module: &Module, ty: Type) -> Result<Self, Failure> {
        if let Some(cast) = Self::cast(module, ty) {
            return Ok(cast);
        }
        let thing = Thing::Datum(Cow::Owned(module.datum_of_type(ty)));
        let mut matcher = Matcher::new(module, &());
        let failure = matcher.explain(&Self::constraint().predicate, &thing);
        Err(failure.unwrap_or_else(|| Failure {
            path: vec![],
            expected: Self::TEXT.to_string(),
            found: matcher.shown(&thing),
        }))
    }

    /// The plainest type of this concept, stored in the module: the same one every time. None where the
    /// concept has none that can be written.
    fn canonical(module: &mut Module) -> Option<Self> {
        let Answer::Example(example) = Self::constraint().example() else {
            return None;
        };
        let ty = module.type_of_datum(&example)?;
        Self::cast(module, ty)
    }

    /// The plainest type of this concept that satisfies another predicate too.
    fn canonical_with(module: &mut Module, wanted: &Constraint) -> Option<Self> {
        let Answer::Example(example) = Self::constraint().and(wanted).example() else {
            return None;
        };
        let ty = module.type_of_datum(&example)?;
        Self::cast(module, ty)
    }
}

/// The predicate of a wrapper; one that nothing satisfies if it cannot be read, which its test reports.
pub fn constraint_of(concepts: &Concepts, text: &str) -> Constraint {
    let read = concepts.parse_on(Sort::Type, text);
    read.unwrap_or(Constraint::new(Sort::Type, Predicate::NEVER))
}

/// A type of one concept as one of a wider: what `From` does, where [`proves`] says that it may.
pub fn widen<A: TypeConcept, B: TypeConcept>(narrow: A) -> B {
    B::from_checked(narrow.ty(), Checked(()))
}

/// Whether a concept implies a predicate.
///
/// # Errors
/// That it does not, with an example, or that the text of either cannot be read.
pub fn proves<A: TypeConcept>(concepts: &Concepts, wider: &str) -> Result<(), String> {
    for text in [A::TEXT, wider] {
        concepts
            .parse_on(Sort::Type, text)
            .map_err(|error| error.rendered)?;
    }
    match A::constraint().implies(&constraint_of(concepts, wider)) {
        super::Relation::Holds => Ok(()),
        super::Relation::Fails(example) => Err(format!(
            "{} does not imply {wider}: only the first holds of {example}",
            A::TEXT
        )),
        super::Relation::Unknown => Err(format!(
            "it is not known whether {} implies {wider}",
            A::TEXT
        )),
    }
}

/// A value with its type as one of a concept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Typed<C> {
    /// The value.
    pub value: ValueId,
    /// Its type.
    pub ty: C,
}

impl<C: TypeConcept> Typed<C> {
    /// The value, if its type satisfies the concept.
    pub fn cast(module: &Module, value: ValueId) -> Option<Typed<C>> {
        let ty = C::cast(module, module.type_of(value))?;
        Some(Typed { value, ty })
    }
}

/// Methods of integer types.
pub trait IntegerType: TypeConcept {
    /// What a concept has to imply to have these methods.
    const REQUIRES: &'static str = "integer";

    /// Its width in bits.
    fn width(self, module: &Module) -> u32 {
        match module.type_data(self.ty()) {
            TypeData::Integer { width, .. } => *width,
            _ => 0,
        }
    }
}

/// Methods of vectors, tensors and memrefs.
pub trait ShapedType: TypeConcept {
    /// What a concept has to imply to have these methods.
    const REQUIRES: &'static str = "shaped";

    /// The element type.
    fn element(self, module: &Module) -> Type {
        module.type_data(self.ty()).element().unwrap_or(self.ty())
    }

    /// The element type, as one of another concept.
    fn element_as<C: TypeConcept>(self, module: &Module) -> Option<C> {
        C::cast(module, self.element(module))
    }

    /// The dimensions; none where it is unranked.
    fn dims(self, module: &Module) -> Option<&[Extent]> {
        module.type_data(self.ty()).dims()
    }
}

/// Methods of what has a rank.
pub trait RankedType: TypeConcept {
    /// What a concept has to imply to have these methods.
    const REQUIRES: &'static str = "ranked";

    /// The number of dimensions.
    fn rank(self, module: &Module) -> usize {
        match module.type_data(self.ty()) {
            TypeData::Opaque { dims, .. } => dims.as_ref().map_or(0, |dims| dims.len()),
            data => data.dims().map_or(0, <[Extent]>::len),
        }
    }
}

/// Makes a Rust type for each concept: a type of a module that is known to satisfy it.
///
/// `NAME = "PREDICATE"` is followed by `: WIDER …`, into which it converts with `From`, and `with METHODS …`,
/// traits of methods (such as [`ShapedType`](crate::concept::ShapedType)) whose `REQUIRES` it implies. A
/// module of the given name holds a test that fails where an implication is not proved, with an example.
/// The first line says where concepts are looked up.
///
/// ```
/// use calipers::concept::{Concepts, IntegerType, ShapedType, TypeConcept};
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
    (
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
            $visibility struct $name($crate::ir::Type);

            impl $crate::concept::TypeConcept for $name {
                const TEXT: &'static str = $text;

                fn constraint() -> &'static $crate::concept::Constraint {
                    static CONSTRAINT: ::std::sync::OnceLock<$crate::concept::Constraint> =
                        ::std::sync::OnceLock::new();
                    CONSTRAINT.get_or_init(|| $crate::concept::constraint_of(&$concepts, $text))
                }

                fn from_checked(ty: $crate::ir::Type, _: $crate::concept::Checked) -> Self {
                    $name(ty)
                }

                fn ty(self) -> $crate::ir::Type {
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

            /// Every concept can be read, implies what it converts into and what its methods require.
            #[test]
            fn implications_are_proved() {
                let concepts = $concepts;
                let mut wrong: ::std::vec::Vec<::std::string::String> = ::std::vec![];
                $(
                    let proved = $crate::concept::proves::<$name>(&concepts, "any");
                    wrong.extend(proved.err());
                    $($(
                        let wider = <$wider as $crate::concept::TypeConcept>::TEXT;
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
