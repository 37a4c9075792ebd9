//! The effort for a proof.

/// What is tried for a proof.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Effort {
    /// What is cheaper than a search for a counterexample: single proofs, without cases.
    Least,
    /// Cases, but few of them.
    Usual,
    /// Everything, the cheaper attempts first.
    All,
}

impl Effort {
    /// The attempts up to this effort, after those that were made already.
    pub(crate) fn after(self, made: Option<Effort>) -> impl Iterator<Item = Effort> {
        let all = [Effort::Least, Effort::Usual, Effort::All].into_iter();
        all.filter(move |&it| it <= self && made.is_none_or(|made| made < it))
    }
}
