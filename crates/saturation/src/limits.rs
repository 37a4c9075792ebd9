//! Limits of a saturation.

/// Limits of a saturation. They count work, not time, so that results are the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum number of e-nodes.
    pub nodes: usize,
    /// Maximum number of times that all rules are applied.
    pub iterations: usize,
    /// Maximum number of conditions that the facts are asked about.
    pub questions: usize,
    /// Maximum number of parts of rules that are compared with e-classes: unions may make the e-graph circular, where a
    /// rule has very many matches.
    pub comparisons: usize,
    /// Whether rules may only introduce divisions by constants.
    pub constant_divisors: bool,
}

impl Limits {
    /// The default limits.
    pub const DEFAULT: Limits = Limits {
        nodes: 400,
        iterations: 8,
        questions: 24,
        comparisons: 4_000,
        constant_divisors: false,
    };

    /// The default limits, without rules that divide by terms.
    pub const CONSTANT_DIVISORS: Limits = Limits {
        constant_divisors: true,
        ..Limits::DEFAULT
    };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DEFAULT
    }
}
