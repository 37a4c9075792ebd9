//! Verdicts at a level are kept: a question about all instances has the same cases as questions about single levels.

use super::Question;
use crate::effort::Effort;
use crate::instances::Instances;
use crate::kept::Disjointness;
use crate::missing::Missing;
use crate::place::Place;

impl Instances<'_> {
    /// [`Instances::is_disjoint`], without the attempts that were made already.
    pub(super) fn is_known_disjoint(
        &mut self,
        question: &Question,
        places: &[Place; 2],
        level: Option<usize>,
        effort: Effort,
    ) -> Result<bool, Missing> {
        let pair = [&question.first, &question.second];
        let op = level.map(|number| question.common[number].op);
        let made = match self.verdicts.get(pair, op) {
            Some(Disjointness::Proved) => return Ok(true),
            Some(Disjointness::Open(made, then)) if *then == self.knowledge() => Some(*made),
            Some(Disjointness::Open(..)) | None => None,
        };
        if made >= Some(effort) {
            return Ok(false);
        }
        let is_proved = self.is_disjoint(question, places, level, effort.after(made))?;
        let verdict = match is_proved {
            true => Disjointness::Proved,
            false => Disjointness::Open(effort, self.knowledge()),
        };
        self.verdicts.keep(pair, op, verdict);
        Ok(is_proved)
    }
}
