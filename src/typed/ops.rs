//! Rust types for ops, whose fields have the names in the schemas.

use crate::concept::{AttributeConcept, TypeConcept, Typed};
use crate::ir::{Attr, Module};
use crate::program::{OpId, Program, ValueId};
use calipers_rules::Source;
use calipers_rules::concept::{
    ATTRIBUTE, Constraint, ConstraintAlgebra, Predicate, PredicateAlgebra, Relation, Sort, Text,
};
use calipers_rules::{Rules, Verifier, results_named};

/// A Rust type for a field of an op.
pub trait FieldValue<'m>: Sized {
    /// The field with a name; none if the op does not conform to its schema.
    fn read(rules: &Rules, module: &'m Module, op: OpId, field: &str) -> Option<Self>;

    /// Whether every op that conforms to its schema has such a field.
    ///
    /// # Errors
    /// The reason why it may not.
    fn is_proved(rules: &Rules, op: &str, field: &str) -> Result<(), String>;
}

/// The operands or results of a field.
fn values<'m>(rules: &Rules, module: &'m Module, op: OpId, field: &str) -> Option<&'m [ValueId]> {
    let schema = &rules.op(module.op_name(op))?.schema;
    let (all, (start, length)) = match schema.position(field) {
        Some(position) => (
            module.operands(op),
            schema.fields.segment(module, op, position)?,
        ),
        None => (
            module.results(op),
            results_named(schema, module, op, field)?,
        ),
    };
    all.get(start..start.checked_add(length)?)
}

/// The number of values of a field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    One,
    Optional,
    Many,
}

/// Whether the schema implies that the values of a field satisfy the concept and have the right number.
fn prove<C: TypeConcept>(rules: &Rules, op: &str, field: &str, count: Count) -> Result<(), String> {
    let schema = &rules
        .op(op)
        .ok_or(format!("nothing is known of {op}"))?
        .schema;
    let result = schema.results.iter().find(|result| result.name == field);
    let (own, constraint) = match (schema.position(field), result) {
        (Some(position), _) => {
            let field = &schema.fields[position];
            let own = match &field.source {
                Source::Operand => Count::One,
                Source::Optional => Count::Optional,
                Source::Operands | Source::Segments(_) => Count::Many,
                Source::Mixed(_) | Source::Attribute(_) => {
                    return Err(format!("'{}' of {op} is no value", field.name));
                }
            };
            (own, &field.constraint)
        }
        (None, Some(result)) => {
            let own = if result.is_list {
                Count::Many
            } else {
                Count::One
            };
            (own, &result.constraint)
        }
        (None, None) => return Err(format!("{op} has no field '{field}'")),
    };
    if own != count {
        return Err(format!("'{field}' of {op} has another number of values"));
    }
    let any = Constraint::new(Sort::Type, Predicate::ANY);
    let known = constraint.as_ref().unwrap_or(&any);
    told(known, C::constraint(), (op, field, C::TEXT))
}

impl<'m, C: TypeConcept> FieldValue<'m> for Typed<'m, C> {
    fn read(rules: &Rules, module: &'m Module, op: OpId, field: &str) -> Option<Self> {
        match values(rules, module, op, field)? {
            [value] => Typed::cast(module, *value),
            _ => None,
        }
    }

    fn is_proved(rules: &Rules, op: &str, field: &str) -> Result<(), String> {
        prove::<C>(rules, op, field, Count::One)
    }
}

impl<'m, C: TypeConcept> FieldValue<'m> for Option<Typed<'m, C>> {
    fn read(rules: &Rules, module: &'m Module, op: OpId, field: &str) -> Option<Self> {
        match values(rules, module, op, field)? {
            [] => Some(None),
            [value] => Typed::cast(module, *value).map(Some),
            _ => None,
        }
    }

    fn is_proved(rules: &Rules, op: &str, field: &str) -> Result<(), String> {
        prove::<C>(rules, op, field, Count::Optional)
    }
}

impl<'m, C: TypeConcept> FieldValue<'m> for Vec<Typed<'m, C>> {
    fn read(rules: &Rules, module: &'m Module, op: OpId, field: &str) -> Option<Self> {
        let values = values(rules, module, op, field)?.iter();
        values.map(|value| Typed::cast(module, *value)).collect()
    }

    fn is_proved(rules: &Rules, op: &str, field: &str) -> Result<(), String> {
        prove::<C>(rules, op, field, Count::Many)
    }
}

/// The possible names of the attribute of a field.
fn attribute_names<'r>(rules: &'r Rules, op: &str, field: &str) -> Option<&'r [String]> {
    let schema = &rules.op(op)?.schema;
    match &schema.fields.get(schema.position(field)?)?.source {
        Source::Attribute(names) => Some(names),
        _ => None,
    }
}

/// The attribute of a field, if present; none if the field is not an attribute.
fn attribute(rules: &Rules, module: &Module, op: OpId, field: &str) -> Option<Option<Attr>> {
    let mut names = attribute_names(rules, module.op_name(op), field)?.iter();
    Some(names.find_map(|name| module.op_attribute(op, name)))
}

/// Whether the schema implies that the attribute of a field, if present, satisfies a concept.
fn prove_attribute(
    rules: &Rules,
    op: &str,
    field: &str,
    (wanted, text): (&Constraint, &str),
) -> Result<(), String> {
    let schema = rules.op(op).map(|known| &known.schema);
    let known = schema.and_then(|it| it.fields.get(it.position(field)?));
    let Some(known) = known.filter(|it| matches!(it.source, Source::Attribute(_))) else {
        return Err(format!("{op} has no attribute '{field}'"));
    };
    let any = Constraint::new(Sort::Attribute, Predicate::ANY);
    told(
        known.constraint.as_ref().unwrap_or(&any),
        wanted,
        (op, field, text),
    )
}

/// Whether the schema requires the attribute of a field, by its constraint on the whole op.
fn prove_presence(rules: &Rules, op: &str, field: &str) -> Result<(), String> {
    let whole = rules.op(op).and_then(|known| known.schema.whole.clone());
    let names = attribute_names(rules, op, field).unwrap_or_default();
    let there = names
        .iter()
        .map(|name| Predicate::field(format!("{ATTRIBUTE}{name}"), Predicate::ANY));
    let there = Constraint::new(Sort::Op, Predicate::or(there));
    match whole {
        Some(whole) if whole.implies(&there).holds() => Ok(()),
        _ => Err(format!("the attribute '{field}' of {op} may be missing")),
    }
}

/// Whether the predicate of a field in the schema implies another predicate.
fn told(
    known: &Constraint,
    wanted: &Constraint,
    (op, field, text): (&str, &str, &str),
) -> Result<(), String> {
    match known.implies(wanted) {
        Relation::Holds => Ok(()),
        Relation::Fails(example) => Err(format!(
            "'{field}' of {op} may be {}, which is not {text}",
            example.text()
        )),
        Relation::Unknown => Err(format!("'{field}' of {op} need not be {text}")),
    }
}

/// An optional attribute.
impl<'m> FieldValue<'m> for Option<Attr> {
    fn read(rules: &Rules, module: &'m Module, op: OpId, field: &str) -> Option<Self> {
        attribute(rules, module, op, field)
    }

    fn is_proved(rules: &Rules, op: &str, field: &str) -> Result<(), String> {
        let any = Constraint::new(Sort::Attribute, Predicate::ANY);
        prove_attribute(rules, op, field, (&any, "any"))
    }
}

/// An optional attribute that satisfies a concept.
impl<'m, A: AttributeConcept> FieldValue<'m> for Option<A> {
    fn read(rules: &Rules, module: &'m Module, op: OpId, field: &str) -> Option<Self> {
        match attribute(rules, module, op, field)? {
            Some(attribute) => A::cast(module, attribute).map(Some),
            None => Some(None),
        }
    }

    fn is_proved(rules: &Rules, op: &str, field: &str) -> Result<(), String> {
        prove_attribute(rules, op, field, (A::constraint(), A::TEXT))
    }
}

/// A required attribute that satisfies a concept.
impl<'m, A: AttributeConcept> FieldValue<'m> for A {
    fn read(rules: &Rules, module: &'m Module, op: OpId, field: &str) -> Option<Self> {
        A::cast(module, attribute(rules, module, op, field)??)
    }

    fn is_proved(rules: &Rules, op: &str, field: &str) -> Result<(), String> {
        Option::<A>::is_proved(rules, op, field)?;
        prove_presence(rules, op, field)
    }
}

/// Whether an op has that name and conforms to its schema.
pub fn is_op(rules: &Rules, module: &Module, op: OpId, name: &str) -> bool {
    let known = module.is_live(op) && module.op_name(op) == name;
    known && Verifier::new(rules, module).check(op).is_empty()
}

/// Defines a Rust type for each op: an op that conforms to its schema, with its fields.
///
/// Fields are [`Typed`](crate::concept::Typed) values for an operand or a result, an `Option` or a `Vec` of them for
/// the schema's `optional`, `operands` or `results`. An attribute is an `Option<Attr>`, an `Option` of a wrapper of
/// [`concept_attributes!`](crate::concept_attributes), or the wrapper itself if `:where` requires it. The type and
/// its values borrow the program (`'m`), so that the op cannot change while they exist; across an edit keep
/// [`OpId`](crate::program::OpId) and cast again. A module of the given name contains a test that fails if the schema
/// does not imply the types of the fields.
///
/// ```
/// use calipers::concept::{Concepts, TypeConcept, Typed};
/// use calipers::ir::{Module, ParseOptions};
/// use calipers::program::Program;
/// use calipers::rules::Rules;
///
/// calipers::concept_types! {
///     mod types_proved in Concepts::embedded();
///     pub struct Scalable = "signless-integer-like";
/// }
/// calipers::op_types! {
///     mod ops_proved in Rules::embedded();
///     /// Multiplies and shifts.
///     pub struct ApplyScale<'m> = "tosa.apply_scale" {
///         value: Typed<'m, Scalable>,
///         output: Typed<'m, Scalable>,
///     }
/// }
///
/// let text = "func.func @f(%a: i32, %s: i8) {
///   %0 = \"tosa.apply_scale\"(%a, %a, %s) : (i32, i32, i8) -> i32
///   return
/// }";
/// let module = Module::parse(text, "f.mlir", ParseOptions::default())?;
/// let op = module.ops_named("tosa.apply_scale")[0];
/// let scale = ApplyScale::cast(&module, op).expect("it is one");
/// assert_eq!(scale.value().value, module.operands(op)[0]);
/// assert_eq!(scale.output().ty.ty(), calipers::ir::Type::I32);
/// assert!(ApplyScale::cast(&module, module.top()).is_none());
/// # Ok::<(), calipers::ir::ParseError>(())
/// ```
#[macro_export]
macro_rules! op_types {
    (
        mod $test:ident in $rules:expr;
        $(
            $(#[$attribute:meta])*
            $visibility:vis struct $name:ident<$life:lifetime> = $op:literal {
                $($(#[$field_attribute:meta])* $field:ident : $kind:ty),* $(,)?
            }
        )*
    ) => {
        $(
            $(#[$attribute])*
            #[derive(Clone, Debug)]
            $visibility struct $name<$life> {
                module: &$life $crate::ir::Module,
                op: $crate::program::OpId,
                $($field: $kind,)*
            }

            #[allow(dead_code)]
            impl<$life> $name<$life> {
                fn rules() -> &'static $crate::rules::Rules {
                    static RULES: ::std::sync::OnceLock<$crate::rules::Rules> =
                        ::std::sync::OnceLock::new();
                    RULES.get_or_init(|| $rules)
                }

                /// The op, if it has the name and conforms to its schema.
                pub fn cast(
                    module: &$life $crate::ir::Module,
                    op: $crate::program::OpId,
                ) -> ::std::option::Option<$name<$life>> {
                    let rules = Self::rules();
                    if !$crate::rules::is_op(rules, module, op, $op) {
                        return ::std::option::Option::None;
                    }
                    ::std::option::Option::Some($name {
                        module,
                        op,
                        $($field: <$kind as $crate::rules::FieldValue<$life>>::read(
                            rules, module, op, ::std::stringify!($field),
                        )?,)*
                    })
                }

                /// The op, to be cast again after an edit.
                pub fn op(&self) -> $crate::program::OpId {
                    self.op
                }

                /// The program.
                pub fn module(&self) -> &$life $crate::ir::Module {
                    self.module
                }

                $(
                    $(#[$field_attribute])*
                    #[doc = ::std::concat!("The field `", ::std::stringify!($field), "`.")]
                    pub fn $field(&self) -> &$kind {
                        &self.$field
                    }
                )*
            }
        )*

        #[cfg(test)]
        mod $test {
            use super::*;

            /// The schemas imply the types of the fields.
            #[test]
            fn fields_are_proved() {
                let rules = $rules;
                let mut wrong: ::std::vec::Vec<::std::string::String> = ::std::vec![];
                $({
                    fn wrong_of<$life>(
                        rules: &$crate::rules::Rules,
                    ) -> ::std::vec::Vec<::std::string::String> {
                        let proved = [$(
                            <$kind as $crate::rules::FieldValue<$life>>::is_proved(
                                rules, $op, ::std::stringify!($field),
                            ),
                        )*];
                        let proved = ::std::iter::IntoIterator::into_iter(proved);
                        proved.filter_map(::std::result::Result::err).collect()
                    }
                    wrong.extend(wrong_of(&rules));
                })*
                assert!(wrong.is_empty(), "{}", wrong.join("\n"));
            }
        }
    };
}
