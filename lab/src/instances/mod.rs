//! Questions about two instances of accesses in random loop nests, against the enumeration of all instances.

pub(crate) mod enumerate;
mod generate;
pub(crate) mod judge;
mod lanes;
mod write;

pub use generate::nest;
pub use judge::{Report, judge};
pub use lanes::{Kernel, LaneReport, judge_lanes, kernel, kernel_text};
pub use write::text;

/// An integer expression.
#[derive(Clone, Debug)]
pub enum Term {
    /// The variable of a loop, or an id.
    Variable(usize),
    /// An argument of the function.
    Argument(usize),
    /// The value that a loop carries, at the start of an iteration.
    Carried(usize),
    /// A constant.
    Constant(i64),
    /// An operator on two terms. Divisors and moduli are positive constants, or are positive by a guard.
    Binary(Operator, Box<Term>, Box<Term>),
}

/// An operator of [`Term::Binary`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// The quotient, rounded down.
    FloorDiv,
    /// The remainder.
    Mod,
    /// The minimum.
    Min,
    /// The maximum.
    Max,
    /// Bitwise exclusive or.
    Xor,
    /// The quotient of any two terms, rounded to zero. If the divisor is 0, the execution ends.
    Div,
    /// The remainder of that.
    Rem,
}

/// A statement of a nest.
#[derive(Clone, Debug)]
pub enum Statement {
    /// A loop.
    Loop(Loop),
    /// A guard: `a < b` or `a == b`.
    Guard {
        /// Whether the guard is an equation.
        equal: bool,
        /// The sides.
        sides: [Term; 2],
        /// What executes if it holds, and otherwise.
        branches: [Vec<Statement>; 2],
    },
    /// The access with that number.
    Access(usize),
}

/// A loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// What it is in the program.
    pub kind: Kind,
    /// Its variables, with lower bound, upper bound and step.
    pub variables: Vec<(usize, Term, Term, i64)>,
    /// A value that it carries, with its initial value and its increment.
    pub carried: Option<(usize, Term, Term)>,
    /// The body.
    pub body: Vec<Statement>,
}

/// What a loop is in the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `scf.for`
    For,
    /// `affine.for`, with constant bounds
    Affine,
    /// `scf.parallel`
    Parallel,
    /// `scf.forall`
    Forall,
    /// `gpu.launch`, whose variables are the x ids of block and thread
    Launch,
    /// The instances of a `gpu.func`, likewise
    Kernel,
}

/// The elements of the buffer that an access touches.
#[derive(Clone, Debug)]
pub struct Touch {
    /// The index in each dimension of the view.
    pub indices: Vec<Term>,
    /// The number of elements in the last dimension.
    pub width: i64,
    /// The view of the buffer that is accessed.
    pub view: View,
}

/// A view of a buffer.
#[derive(Clone, Debug)]
pub enum View {
    /// The buffer.
    Whole,
    /// A subview with these offsets and strides.
    Slice(Vec<Term>, Vec<i64>),
    /// The transposed buffer, of rank 2.
    Transposed,
    /// The buffer of rank 1 as rows of that length.
    Rows(i64),
    /// The buffer of rank 2 with dimensions merged.
    Flat,
}

/// A program: a nest with accesses to one buffer.
#[derive(Clone, Debug)]
pub struct Nest {
    /// The number of arguments of the function that are integers.
    pub arguments: usize,
    /// The static sizes of the buffer; none for dynamic ones.
    pub sizes: Vec<Option<i64>>,
    /// What executes.
    pub body: Vec<Statement>,
    /// The accesses.
    pub accesses: Vec<Touch>,
}
