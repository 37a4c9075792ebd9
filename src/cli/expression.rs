//! Affine expressions as people write them.

use calipers::ir::Module;
use calipers::program::{AffineBinary, AffineExpr, AffineMap, Column};

/// The result of a map, its inputs replaced by what they stand for.
pub fn infix(module: &Module, map: &AffineMap, operands: &[Column]) -> String {
    let names: Vec<String> = operands.iter().map(|c| c.display(module)).collect();
    let results = map.results.iter();
    results
        .map(|result| expression(result, &names, 0))
        .collect()
}

/// `strength` is that of the operator around it: 1 of a sum, 2 of a product, 3 right of a quotient.
fn expression(expr: &AffineExpr, names: &[String], strength: u8) -> String {
    let (operator, a, b) = match expr {
        AffineExpr::Constant(value) => return value.to_string(),
        AffineExpr::Dim(n) | AffineExpr::Symbol(n) => {
            return names.get(*n as usize).cloned().unwrap_or_default();
        }
        AffineExpr::Binary(operator, a, b) => (*operator, a, b),
    };
    let (own, sign) = match operator {
        AffineBinary::Add => (1, " + "),
        AffineBinary::Mul => (2, " * "),
        AffineBinary::FloorDiv => (2, " floordiv "),
        AffineBinary::CeilDiv => (2, " ceildiv "),
        AffineBinary::Mod => (2, " mod "),
    };
    let right = if own == 2 { 3 } else { own };
    let text = [expression(a, names, own), expression(b, names, right)].join(sign);
    let text = text.replace(" + -", " - ");
    match own < strength {
        true => format!("({text})"),
        false => text,
    }
}
