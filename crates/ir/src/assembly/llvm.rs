//! The custom assembly of `llvm.intr.assume`, and of operand bundles of LLVM ops.

use super::Syntax;
use super::affine::integers;
use crate::parse::{Kind, OpState, Parsed, Parser};
use crate::print::Printer;
use crate::program::{OpId, ValueId};
use crate::{Attr, AttrData, DenseElements, Type};

pub(super) const SYNTAX: &[(&str, Syntax)] = &[(
    "llvm_assume",
    Syntax {
        parse: parse_assume,
        print: print_assume,
    },
)];

/// The operands, tags and sizes of `["tag"(%a, %b : types), …]`.
#[derive(Default)]
pub(super) struct Bundles {
    pub(super) operands: Vec<ValueId>,
    tags: Vec<Attr>,
    sizes: Vec<i64>,
}

/// An optional `["tag"(%a, %b : types), …]`.
pub(super) fn parse_bundles(parser: &mut Parser<'_>) -> Parsed<Bundles> {
    let mut bundles = Bundles::default();
    if parser.eat(Kind::LeftBracket) {
        parser.list_until(Kind::RightBracket, "']'", |parser| {
            bundles.tags.push(parser.attribute()?);
            parser.expect(Kind::LeftParen, "'('")?;
            let at = parser.token.start;
            let mut operands = Vec::new();
            if !parser.eat(Kind::RightParen) {
                operands = parser.operand_list()?;
                parser.expect(Kind::Colon, "':'")?;
                let types = parser.type_list()?;
                parser.expect(Kind::RightParen, "')'")?;
                parser.resolve_all(&operands, &types, at, &mut bundles.operands)?;
            }
            bundles.sizes.push(operands.len() as i64);
            Ok(())
        })?;
    }
    Ok(bundles)
}

/// Sets the attributes of operand bundles; the caller adds their operands.
pub(super) fn set_bundles(parser: &mut Parser<'_>, state: &mut OpState, bundles: Bundles) {
    let elements = DenseElements::Integers(bundles.sizes.into());
    let sizes = AttrData::DenseArray {
        element: Type::I32,
        elements,
    };
    parser.set_data(state, "op_bundle_sizes", sizes);
    if !bundles.tags.is_empty() {
        let tags = AttrData::Array(bundles.tags.into());
        parser.set_data(state, "op_bundle_tags", tags);
    }
}

/// Prints ` ["tag"(%a, %b : types), …]`, if there are bundles; `operands` are those of all bundles.
pub(super) fn print_bundles(
    printer: &mut Printer<'_>,
    op: OpId,
    mut operands: &[ValueId],
) -> Option<()> {
    let module = printer.module;
    let tags = match module.op_attribute(op, "op_bundle_tags") {
        Some(tags) => match module.attribute_data(tags) {
            AttrData::Array(tags) => tags,
            _ => return None,
        },
        None => &[][..],
    };
    let mut bundles = Vec::new();
    for (tag, size) in tags.iter().zip(integers(printer, op, "op_bundle_sizes")?) {
        let (own, others) = operands.split_at_checked(usize::try_from(size).ok()?)?;
        bundles.push((*tag, own));
        operands = others;
    }
    if !bundles.is_empty() {
        printer.write(" [");
        printer.list(bundles, |printer, (tag, operands)| {
            printer.attribute(tag);
            printer.write("(");
            printer.values(operands);
            if !operands.is_empty() {
                printer.write(" : ");
                printer.value_types(operands);
            }
            printer.write(")");
        });
        printer.write("]");
    }
    Some(())
}

/// `%condition ["tag"(%a, %b : types), …] : i1 {attributes}`.
fn parse_assume(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let condition = parser.operand()?;
    parser.resolve_same(&[condition], Type::I1, &mut state.operands)?;
    let bundles = parse_bundles(parser)?;
    state.operands.extend_from_slice(&bundles.operands);
    set_bundles(parser, state, bundles);
    parser.expect(Kind::Colon, "':'")?;
    let at = parser.token.start;
    if parser.ty()? != Type::I1 {
        return parser.error_at(at, "expected the condition's type to be i1");
    }
    parser.attr_dict(state)
}

fn print_assume(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let (condition, bundled) = printer.module.op(op).operands.split_first()?;
    printer.write(" ");
    printer.value(*condition);
    print_bundles(printer, op, bundled)?;
    printer.write(" : i1");
    printer.attr_dict(op, &["op_bundle_sizes", "op_bundle_tags"]);
    Some(())
}
