//! Terms as S-expressions, in the form in which `egg` and its tools write them.

use calipers_number::Int;
use calipers_program::term::{Expr, Operator};
use symbolic_expressions::{Sexp, SexpError, parser};
use thiserror::Error;

/// The greatest nesting depth of a term that is read.
const MAX_DEPTH: usize = 200;

/// Why a text is no term.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The text is no S-expression.
    #[error("the text is no S-expression: {0}")]
    Syntax(SexpError),
    /// There is no such operator.
    #[error("no operator is called `{0}`")]
    Operator(String),
    /// An operator has too many or too few arguments.
    #[error("`{0}` does not take {1} arguments")]
    Arguments(String, usize),
    /// A list does not begin with an operator.
    #[error("a list begins with an operator")]
    List,
    /// The term is nested too deeply.
    #[error("the term is nested more than {MAX_DEPTH} levels deep")]
    Depth,
}

/// Reads a term such as `(+ (* 8 (floordiv x 8)) (mod x 8))`. Words that are no numbers are leaves.
///
/// ```
/// use calipers_saturation::read;
/// let term = read("(+ x (* -1 (mod x 8)))")?;
/// assert_eq!(term.to_string(), "(+ x (* -1 (mod x 8)))");
/// assert!(read("(+ x").is_err());
/// # Ok::<(), calipers_saturation::ReadError>(())
/// ```
///
/// # Errors
/// See [`ReadError`].
pub fn read(text: &str) -> Result<Expr<String>, ReadError> {
    // The parser is recursive, so that the depth is limited before it runs.
    let mut depth: usize = 0;
    for character in text.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(ReadError::Depth);
        }
    }
    term(&parser::parse_str(text).map_err(ReadError::Syntax)?)
}

fn term(sexp: &Sexp) -> Result<Expr<String>, ReadError> {
    let list = match sexp {
        Sexp::String(word) => {
            let number: Result<Int, _> = word.parse();
            return Ok(number.map_or_else(|_| Expr::Leaf(word.clone()), Expr::Integer));
        }
        Sexp::List(list) => &list[..],
        Sexp::Empty => &[],
    };
    let [Sexp::String(name), arguments @ ..] = list else {
        return Err(ReadError::List);
    };
    let operator = Operator::named(name).ok_or_else(|| ReadError::Operator(name.clone()))?;
    if !operator.accepts(arguments.len()) {
        return Err(ReadError::Arguments(name.clone(), arguments.len()));
    }
    let arguments: Result<Vec<Expr<String>>, ReadError> = arguments.iter().map(term).collect();
    Ok(Expr::apply(operator, arguments?))
}
