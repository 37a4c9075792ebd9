//! The custom assembly of reductions and loops.

use super::{brackets, dense_array, dialect, parse_tail};
use crate::parse::{Kind, OpState, Parsed, Parser};
use crate::program::Program;

/// `(%x init: %a), … applies op across dimensions = [1] : …`, or with a reducer instead of the op.
pub(super) fn parse_reduce(parser: &mut Parser<'_>, state: &mut OpState) -> Parsed<()> {
    let (mut inputs, mut initial) = (vec![], vec![]);
    loop {
        parser.expect(Kind::LeftParen, "'('")?;
        inputs.push(parser.operand()?);
        parser.expect_word("init")?;
        parser.expect(Kind::Colon, "':'")?;
        initial.push(parser.operand()?);
        parser.expect(Kind::RightParen, "')'")?;
        if !parser.eat(Kind::Comma) {
            break;
        }
    }
    let applied = match parser.eat_word("applies") {
        true => Some(parser.word("an op name")?.to_owned()),
        false => None,
    };
    parser.expect_word("across")?;
    parser.expect_word("dimensions")?;
    parser.expect(Kind::Equal, "'='")?;
    let dims = brackets(parser)?;
    parser.set_data(state, "dimensions", dense_array(dims));
    let count = inputs.len();
    inputs.extend(initial);
    let types = parse_tail(parser, state, &inputs)?;
    let Some(name) = applied else {
        return parse_reducer(parser, state, count);
    };
    let terminator = format!("{}.return", dialect(parser, state));
    let Some(&scalar) = types.get(count) else {
        return parser.error_at(state.at, "expected an input and its initial value");
    };
    let module = &mut parser.module;
    let region = module.new_region(state.op);
    let block = module.create_block(region, &[scalar, scalar]);
    let values = module.blocks[block.index()].arguments.clone();
    let op = module.create_op(&name, &values, &[scalar], &[], 0);
    module.ops[op.index()].offset = state.at;
    module.append(block, op);
    let result = module.results(op)[0];
    let end = module.create_op(&terminator, &[result], &[], &[], 0);
    module.ops[end.index()].offset = state.at;
    module.append(block, end);
    state.regions.push(region);
    Ok(())
}

/// `reducer(%a: t, %b: t) (%c: u, %d: u) { … }`: the accumulator and the element of each input. In the argument list,
/// all accumulators come first.
fn parse_reducer(parser: &mut Parser<'_>, state: &mut OpState, count: usize) -> Parsed<()> {
    parser.expect_word("reducer")?;
    let (mut accumulators, mut elements) = (vec![], vec![]);
    for _ in 0..count {
        parser.expect(Kind::LeftParen, "'('")?;
        accumulators.push(parser.argument()?);
        parser.expect(Kind::Comma, "','")?;
        elements.push(parser.argument()?);
        parser.expect(Kind::RightParen, "')'")?;
    }
    accumulators.extend(elements);
    let region = parser.region(state.op, &accumulators)?;
    state.regions.push(region);
    Ok(())
}
