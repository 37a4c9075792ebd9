//! `llvm.intr.assume`.

use super::Syntax;
use super::affine::integers;
use crate::ir::parse::{Kind, OpState, Parsed, Parser};
use crate::ir::print::Printer;
use crate::ir::{AttrData, DenseElements, Type};
use crate::program::OpId;

pub(super) const SYNTAX: &[(&str, Syntax)] = &[(
    "llvm_assume",
    Syntax {
        parse: parse_assume,
        print: print_assume,
    },
)];

/// `%condition ["tag"(%a, %b : types), …] : i1 {attributes}`.
fn parse_assume(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let condition = parser.operand()?;
    parser.resolve_same(&[condition], Type::I1, &mut state.operands)?;
    let (mut tags, mut sizes) = (Vec::new(), Vec::new());
    if parser.eat(Kind::LeftBracket) {
        parser.list_until(Kind::RightBracket, "']'", |parser| {
            tags.push(parser.attribute()?);
            parser.expect(Kind::LeftParen, "'('")?;
            let mut operands = Vec::new();
            if !parser.eat(Kind::RightParen) {
                operands = parser.operand_list()?;
                parser.expect(Kind::Colon, "':'")?;
                let types = parser.type_list()?;
                parser.expect(Kind::RightParen, "')'")?;
                parser.resolve_into(state, &operands, &types)?;
            }
            sizes.push(operands.len() as i64);
            Ok(())
        })?;
    }
    let elements = DenseElements::Integers(sizes.into());
    let sizes = AttrData::DenseArray {
        element: Type::I32,
        elements,
    };
    parser.set_data(state, "op_bundle_sizes", sizes);
    if !tags.is_empty() {
        parser.set_data(state, "op_bundle_tags", AttrData::Array(tags.into()));
    }
    parser.expect(Kind::Colon, "':'")?;
    let at = parser.token.start;
    if parser.ty()? != Type::I1 {
        return parser.error_at(at, "expected the condition's type to be i1");
    }
    parser.attr_dict(state)
}

fn print_assume(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let (condition, mut rest) = module.op(op).operands.split_first()?;
    let tags = match module.op_attribute(op, "op_bundle_tags") {
        Some(tags) => match module.attribute_data(tags) {
            AttrData::Array(tags) => tags,
            _ => return None,
        },
        None => &[][..],
    };
    let mut bundles = Vec::new();
    for (tag, size) in tags.iter().zip(integers(printer, op, "op_bundle_sizes")?) {
        let (operands, others) = rest.split_at_checked(usize::try_from(size).ok()?)?;
        bundles.push((*tag, operands));
        rest = others;
    }
    printer.write(" ");
    printer.value(*condition);
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
    printer.write(" : i1");
    printer.attr_dict(op, &["op_bundle_sizes", "op_bundle_tags"]);
    Some(())
}
