//! A program with the bounds of its values as comments, as `calipers annotate` prints it.
//!
//! ```
//! use calipers::analysis::Analysis;
//! use calipers::annotation::text;
//! use calipers::ir::{Module, ParseOptions};
//! use calipers::rules::Rules;
//!
//! let source = "func.func @f(%n: index) {\n  %c9 = arith.constant 9 : index\n  \
//!               %m = arith.minsi %n, %c9 : index\n  return\n}\n";
//! let module = Module::parse(source, "f.mlir", ParseOptions::default())?;
//! let rules = Rules::embedded();
//! let annotated = text(&module, &mut Analysis::new(&module, &rules));
//! assert!(annotated.contains("// %m in [-inf, 9]"));
//! # Ok::<(), calipers::ir::ParseError>(())
//! ```

mod notes;
mod symbols;
mod text;
pub(crate) mod told;

pub use notes::{Note, Notes, Proofs, Wanted, defined_at, equality_of, text_of};
pub use text::{comment, comments, write};

use crate::analysis::Analysis;
use crate::ir::Module;
use crate::transform::pass::children;

/// The source of a module with what an analysis of it finds as comments. Costs what [`Notes::of`] does.
pub fn text(module: &Module, analysis: &mut Analysis<'_>) -> String {
    let mut text = vec![];
    // A vector takes everything.
    let _ = write(
        &mut text,
        module.source(),
        &found(module, analysis),
        ["", ""],
    );
    String::from_utf8_lossy(&text).into_owned()
}

/// What an analysis of a module finds of all its values, with its assumptions.
pub fn found(module: &Module, analysis: &mut Analysis<'_>) -> Notes {
    let mut notes = Notes::default();
    let wanted = Wanted {
        before: &|_, _| true,
        lines: None,
    };
    for function in children(module, module.top()) {
        notes.add_function(module, analysis, &wanted, function);
    }
    notes
}
