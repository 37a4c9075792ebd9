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
    let right = if own == 2 { 3 } else { own };
    let text = [expression(a, names, own), expression(b, names, right)].join(sign);
    let text = text.replace(" + -", " - ");
    match own < strength {
        true => format!("({text})"),
        false => text,
    }
}
