//! Rust types that wrap MLIR types, attributes and ops.

use calipers::concept::{
    Concepts, HasType, IntegerAttribute, IntegerType, IntegersAttribute, RankedType, ShapedType,
    Text, TextAttribute, TypeConcept, Typed, Wrapper, proves,
};
use calipers::ir::{Attr, AttrData, Module, ParseOptions, Type};
use calipers::number::Int;
use calipers::program::Program;
use calipers::rules::{FieldValue, Rules};

calipers::concept_types! {
    mod types in Concepts::embedded();
    /// An index or a signless integer.
    pub struct IntLike = "int-like";
    /// A signless integer.
    pub struct Signless = "signless-integer" : IntLike with IntegerType;
    /// `i8`.
    pub struct Byte = "i8" : IntLike, Signless with IntegerType;
    /// A signless integer or a container of them.
    pub struct IntLikeOrContainer = "signless-integer-like";
    /// A tensor of known rank.
    pub struct RankedTensor = "(and tensor ranked)" with ShapedType, RankedType;
    /// A vector of bytes.
    pub struct Bytes = "(and (vector-of i8) (has-rank 1))" : IntLikeOrContainer with ShapedType, RankedType;
    /// A concept that a test claims wrongly.
    pub struct Anything = "any";
}

/// The built-in concepts, and those of a made-up dialect.
fn concepts() -> Concepts {
    let mut concepts = Concepts::embedded();
    let text = "(namespace pack)
        (concept mode (and string (text fast small)) :of attribute)
        (concept block (integer-attr (in 16 32)) :of attribute)
        (concept element-type (type-attr (or i8 f32)) :of attribute)";
    concepts
        .load("pack.concepts", text)
        .expect("they can be read");
    concepts
}

calipers::concept_attributes! {
    mod attributes in concepts();
    /// A mode of packing.
    pub struct Mode = "pack.mode" with TextAttribute;
    /// An integer attribute that is positive.
    pub struct Positive = "positive-attr" with IntegerAttribute;
    /// 16 or 32.
    pub struct Block = "pack.block" : Positive with IntegerAttribute;
    /// The type of packed elements.
    pub struct ElementType = "pack.element-type" with HasType;
    /// A list of integers in any of its representations.
    pub struct Sizes = "integer-array" with IntegersAttribute;
}

/// The built-in rules, and those of a made-up dialect.
fn rules() -> Rules {
    let mut rules = Rules::embedded();
    rules
        .load("builtin", "(import builtin.concepts)")
        .expect("it can be read");
    let text = "(namespace pack)
        (concept mode (and string (text fast small)) :of attribute)
        (concept block (integer-attr (in 16 32)) :of attribute)
        (op pack.sized (source operand) (block attribute :is block) (mode attribute :is mode)
          (any attribute) (:where (attribute block)))
        (op pack.all (first operand :is i8) (rest operands :is i8) (mode attribute)
          (bytes result :is (and (vector-of i8) (has-rank 1))) (spare results :is index))
        (op pack.masked (source operand :is (tensor-of float)) (mask optional :is i8))";
    rules.load("pack.rules", text).expect("they can be read");
    rules
}

calipers::op_types! {
    mod ops in rules();
    /// Packs bytes into a vector.
    pub struct PackAll<'m> = "pack.all" {
        first: Typed<'m, Byte>,
        rest: Vec<Typed<'m, Byte>>,
        mode: Option<Attr>,
        bytes: Typed<'m, Bytes>,
        spare: Vec<Typed<'m, IntLike>>,
    }
    /// Has a required attribute and optional ones.
    pub struct PackSized<'m> = "pack.sized" {
        block: Block,
        mode: Option<Mode>,
        any: Option<Attr>,
    }
    /// Has an optional operand.
    pub struct PackMasked<'m> = "pack.masked" {
        mask: Option<Typed<'m, IntLike>>,
    }
}

#[test]
fn casts_are_checked_and_widening_is_free() {
    let mut module = Module::new();
    let byte = module.parse_type("i8").expect("it is a type");
    let byte = Byte::cast(&module, byte).expect("it is one");
    let wider: IntLike = byte.into();
    let same: Signless = byte.into();
    assert_eq!(
        (wider.ty(), same.ty(), same.width(&module)),
        (byte.ty(), byte.ty(), 8)
    );
    assert_eq!(Byte::cast(&module, Type::I32), None);
    let failure = Byte::check(&module, Type::I32).expect_err("it is wider");
    assert_eq!(failure.to_string(), "i32 is not i8");
}

#[test]
fn methods_are_shared() {
    let mut module = Module::new();
    let tensor = module.parse_type("tensor<4x?xf32>").expect("it is a type");
    let tensor = RankedTensor::cast(&module, tensor).expect("it is one");
    assert_eq!(
        (tensor.rank(&module), tensor.dims(&module).map(<[_]>::len)),
        (2, Some(2))
    );
    assert_eq!(tensor.element_as::<IntLike>(&module), None);
    let bytes = Bytes::canonical(&mut module).expect("it has an example");
    assert_eq!(module.datum_of_type(bytes.ty()).text(), "vector<1xi8>");
    assert!(bytes.element_as::<Byte>(&module).is_some());
}

/// A wrapper like those of the macro, but without the check.
#[derive(Clone, Copy)]
struct Impossible(Type);

impl Wrapper for Impossible {
    type Of = Type;

    const TEXT: &'static str = "(and i8 index)";

    fn constraint() -> &'static calipers::concept::Constraint {
        static CONSTRAINT: std::sync::OnceLock<calipers::concept::Constraint> =
            std::sync::OnceLock::new();
        let read = || calipers::concept::constraint_of::<Type>(&Concepts::embedded(), Self::TEXT);
        CONSTRAINT.get_or_init(read)
    }

    fn from_checked(of: Type, _: calipers::concept::Checked) -> Self {
        Impossible(of)
    }

    fn get(self) -> Type {
        self.0
    }
}

#[test]
fn what_is_not_implied_is_told_with_an_example() {
    let concepts = Concepts::embedded();
    assert_eq!(
        proves::<IntLike>(&concepts, "signless-integer"),
        Err("int-like does not imply signless-integer: only the first holds of index".into())
    );
    assert!(
        proves::<Anything>(&concepts, "no-such").is_err_and(|it| it.contains("unknown predicate"))
    );
    assert_eq!(
        proves::<Impossible>(&concepts, "any"),
        Err("nothing satisfies (and i8 index)".into())
    );
    let of = |field| <Typed<'_, Byte> as FieldValue>::is_proved(&rules(), "pack.masked", field);
    assert_eq!(
        of("source"),
        Err("'source' of pack.masked may be tensor<f32>, which is not i8".into())
    );
    assert_eq!(
        of("mask"),
        Err("'mask' of pack.masked has another number of values".into())
    );
    assert_eq!(of("other"), Err("pack.masked has no field 'other'".into()));
}

#[test]
fn attributes_are_wrapped_as_types_are() {
    let mut module = Module::new();
    let mut attribute = |text: &str| module.parse_attribute(text).expect("it is an attribute");
    let block = attribute("32 : i64");
    let sizes = [
        "array<i64: 1, 2>",
        "dense<[1, 2]> : tensor<2xi32>",
        "[1, 2]",
    ]
    .map(&mut attribute);
    let (mode, held) = (attribute("\"fast\""), attribute("i8"));
    let wide = Block::cast(&module, block).expect("it is one");
    let positive: Positive = wide.into();
    assert_eq!(
        (wide.value(&module), positive.value(&module)),
        (32.into(), 32.into())
    );
    assert_eq!(Block::cast(&module, mode), None);
    let failure = Mode::check(&module, block).expect_err("it is no text");
    assert_eq!(failure.to_string(), "32 : i64 is not pack.mode");
    let mode = Mode::cast(&module, mode).expect("it is one");
    assert_eq!(mode.text(&module), "fast");
    let held = ElementType::cast(&module, held).expect("it is one");
    assert!(held.held_as::<Byte>(&module).is_some());
    for sizes in sizes {
        let sizes = Sizes::cast(&module, sizes).expect("it is one");
        let integers: Vec<Int> = sizes.integers(&module).collect();
        assert_eq!(integers, [1.into(), 2.into()]);
    }
    let splat = module.parse_attribute("dense<7> : tensor<2x3xi32>");
    let splat = Sizes::cast(&module, splat.expect("it is an attribute")).expect("it is one");
    assert!(splat.integers(&module).eq([7; 6].map(Int::from)));
    let many = (0..5000).map(|n| n.to_string()).collect::<Vec<_>>();
    let many = format!("array<i64: {}>", many.join(", "));
    let many = module.parse_attribute(&many).expect("it is an attribute");
    let many = Sizes::cast(&module, many).expect("it is one");
    assert_eq!(many.integers(&module).count(), 5000);
    let canonical = Block::canonical(&mut module).expect("it has an example");
    assert_eq!(
        module
            .datum_of_attribute(canonical.get())
            .integer_field("value"),
        Some(&16.into())
    );
    let above = concepts()
        .parse("(integer-attr (>= 17))")
        .expect("it is a predicate");
    let canonical = Block::canonical_with(&mut module, &above).expect("it has an example");
    assert_eq!(canonical.value(&module), 32.into());
    assert_eq!(
        proves::<Positive>(&concepts(), "pack.block"),
        Err("positive-attr does not imply pack.block: only the first holds of 1".into())
    );
}

#[test]
fn accessors_of_attributes_are_typed() {
    let text = "func.func @f(%a: i8) {
      \"pack.sized\"(%a) {block = 16 : i64, mode = \"fast\", any} : (i8) -> ()
      \"pack.sized\"(%a) {block = 32 : i64} : (i8) -> ()
      \"pack.sized\"(%a) {mode = \"fast\"} : (i8) -> ()
      \"pack.sized\"(%a) {block = 17 : i64} : (i8) -> ()
      return
    }";
    let module = Module::parse(text, "p", ParseOptions::default()).expect("it can be read");
    let found = module.ops_named("pack.sized").into_iter().map(|op| {
        let sized = PackSized::cast(&module, op)?;
        let mode = sized.mode().map(|mode| mode.text(&module));
        Some((sized.block().value(&module), mode, sized.any().is_some()))
    });
    let wanted = [
        Some((16.into(), Some("fast".to_string()), true)),
        Some((32.into(), None, false)),
        None,
        None,
    ];
    assert_eq!(found.collect::<Vec<_>>(), wanted);
    assert_eq!(
        <Mode as FieldValue>::is_proved(&rules(), "pack.sized", "mode"),
        Err("the attribute 'mode' of pack.sized may be missing".into())
    );
    assert_eq!(
        <Block as FieldValue>::is_proved(&rules(), "pack.sized", "mode"),
        Err("'mode' of pack.sized may be \"fast\", which is not pack.block".into())
    );
    assert_eq!(
        <Option<Mode> as FieldValue>::is_proved(&rules(), "pack.sized", "source"),
        Err("pack.sized has no attribute 'source'".into())
    );
}

#[test]
fn ops_borrow_the_program_and_are_cast_again_after_an_edit() {
    let text = "func.func @f(%a: i8, %t: tensor<4xf32>, %v: vector<4xi8>) {
      %0, %1, %2 = \"pack.all\"(%a, %a, %a) {mode = \"fast\"} : (i8, i8, i8) -> (vector<3xi8>, index, index)
      \"pack.masked\"(%t) : (tensor<4xf32>) -> ()
      \"pack.masked\"(%t, %a) : (tensor<4xf32>, i8) -> ()
      \"pack.masked\"(%t, %v) : (tensor<4xf32>, vector<4xi8>) -> ()
      return
    }";
    let mut module = Module::parse(text, "p", ParseOptions::default()).expect("it can be read");
    let all = module.ops_named("pack.all")[0];
    let masked = module.ops_named("pack.masked");
    {
        let pack = PackAll::cast(&module, all).expect("it is one");
        assert_eq!((pack.rest().len(), pack.spare().len()), (2, 2));
        assert_eq!(pack.first().value, module.operands(all)[0]);
        assert_eq!(pack.bytes().ty.rank(pack.module()), 1);
        let mode = pack.mode().map(|mode| module.attribute_data(mode).clone());
        assert!(matches!(mode, Some(AttrData::String { .. })));
        assert!(PackAll::cast(&module, masked[0]).is_none());
        let masks = masked
            .iter()
            .map(|op| PackMasked::cast(&module, *op).map(|it| it.mask().is_some()));
        assert_eq!(masks.collect::<Vec<_>>(), [Some(false), Some(true), None]);
    }
    // This does not compile while `pack` borrows the module.
    module.erase(masked[1]);
    assert!(PackMasked::cast(&module, masked[1]).is_none());
    assert!(PackMasked::cast(&module, masked[0]).is_some());
}
