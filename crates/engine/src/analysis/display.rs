//! Affine expressions in infix notation.

use super::Bound;
use crate::column_name::column_name;
use crate::program::{AffineBinary, AffineExpr, AffineMap, Column, Program};

impl Bound {
    /// The bound in infix notation, with the names of a program: `%n - 1`.
    ///
    /// ```
    /// use calipers::analysis::{Analysis, BoundKind};
    /// use calipers::ir::{Module, ParseOptions};
    /// use calipers::program::Column;
    /// use calipers::rules::Rules;
    ///
    /// let text = "func.func @f(%n: index) {
    ///   %one = arith.constant 1 : index
    ///   %next = arith.addi %n, %one : index
    ///   return
    /// }";
    /// let module = Module::parse(text, "f.mlir", ParseOptions::default())?;
    /// let rules = Rules::embedded();
    /// let mut analysis = Analysis::new(&module, &rules);
    /// let (n, next) = module.value_named("%n").zip(module.value_named("%next")).ok_or("no value")?;
    /// let bound = analysis.bound(BoundKind::Equal, next);
    /// let bound = bound.in_terms_of(|column| column == Column::Value(n)).compute()?;
    /// assert_eq!(bound.display(&module), "%n + 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn display(&self, program: &dyn Program) -> String {
        infix(program, &self.map, &self.operands)
    }
}

/// The result of a map in infix notation, with its inputs replaced by columns: `(dim %t 0) + 1`.
pub fn infix(program: &dyn Program, map: &AffineMap, operands: &[Column]) -> String {
    let names: Vec<String> = operands
        .iter()
        .map(|it| column_name(*it, program))
        .collect();
    let results = map.results.iter();
    results
        .map(|result| expression(result, &names, 0))
        .collect()
}

/// `strength` is the precedence of the enclosing operator: 1 for a sum, 2 for a product, 3 to the right of a quotient.
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
    let strength_of_right = if own == 2 { 3 } else { own };
    let (left, right) = (
        expression(a, names, own),
        expression(b, names, strength_of_right),
    );
    let text = match right.strip_prefix('-') {
        // Only of a number by itself: a sign in front of a quotient belongs to its dividend.
        Some(number) if operator == AffineBinary::Add && b.as_constant().is_some() => {
            format!("{left} - {number}")
        }
        _ => format!("{left}{sign}{right}"),
    };
    match own < strength {
        true => format!("({text})"),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Int;
    use std::sync::Arc;

    #[test]
    fn a_sign_in_front_of_a_quotient_belongs_to_its_dividend() {
        let names = ["x".to_owned(), "y".to_owned()];
        let (x, y) = (AffineExpr::Dim(0), AffineExpr::Dim(1));
        let number = |k: i64| AffineExpr::Constant(Int::from(k));
        let binary = |operator, a: &AffineExpr, b: &AffineExpr| {
            AffineExpr::Binary(operator, Arc::new(a.clone()), Arc::new(b.clone()))
        };
        let less = binary(AffineBinary::Add, &x, &number(-3));
        let rest = binary(AffineBinary::Mod, &number(-3), &y);
        let sum = binary(AffineBinary::Add, &x, &rest);
        for (expr, text) in [(less, "x - 3"), (rest, "-3 mod y"), (sum, "x + -3 mod y")] {
            assert_eq!(expression(&expr, &names, 0), text);
        }
    }
}
