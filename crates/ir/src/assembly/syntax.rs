//! The functions of a custom assembly.

use crate::parse::ParseByHand;
use crate::print::PrintByHand;

/// A hand-written custom assembly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Syntax {
    /// Parses the text after the op's name.
    pub(crate) parse: ParseByHand,
    /// Prints the text after the op's name; none if the op requires the generic form.
    pub(crate) print: PrintByHand,
}
