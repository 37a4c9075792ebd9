//! Claims in shorter terms: equality saturation suggests a shorter form for each part of the goal, from the innermost
//! outwards, and the parts that are proved equal to it are replaced. What is nested in one claim is thus proved step by
//! step.

use super::FEW_ENGINES;
use super::cases::{Cases, Leaves};
use super::generalize::by_parts;
use super::proof_state::ProofState;
use crate::program::Column;
use crate::proof::Sequent as Claim;
use crate::proof::sequent::{Conversion, Inference, Place, Rule};
use crate::rules::Rules;
use crate::solve::{Config, Engine, PointAnswers, Shortening, may_be_shorter};
use crate::term::Expr;
use crate::term::condition::is_condition;
use calipers_saturation::{Preference, Saturation};

type Term = Expr<Column>;

/// Maximum number of parts for which a shorter form is searched.
const MAX_PARTS: usize = 24;
/// Maximum number of suggestions that are not proved.
const MAX_ATTEMPTS: usize = 8;
/// An inference of a claim after parts of its goal were replaced; `None` if there is none, or no part is replaced.
pub(super) fn shortened(
    claim: &Claim,
    rules: &Rules,
    config: &Config,
    leaves: Leaves,
) -> Option<Inference> {
    if config.max_engines <= FEW_ENGINES {
        return None;
    }
    let cases = Cases::new(rules, config, leaves);
    let mut search = Search {
        engine: cases.engine(&claim.ranges, &claim.assumptions),
        saturation: Saturation::new(rules.answer_rewrites().clone()),
        answers: PointAnswers::at(None),
        preference: Preference::default(),
        state: ProofState::new(claim.clone()),
        left: MAX_PARTS,
        attempts: MAX_ATTEMPTS,
        seen: vec![],
        proof: (rules, config, leaves),
    };
    search.shorten(&claim.goal);
    let state = search.state;
    if state.sequent.goal == claim.goal {
        return None;
    }
    let inference = inferred(&state.sequent, rules, config, leaves)?;
    Some(state.closed(inference))
}

/// An inference of a claim, or of the one with variables for the terms that occur on both sides of its goal.
fn inferred(claim: &Claim, rules: &Rules, config: &Config, leaves: Leaves) -> Option<Inference> {
    let mut general = by_parts(claim, rules, config).into_iter();
    let instance = general.find_map(|general| {
        let inference = Cases::found(&general.claim, rules, config, leaves)?;
        let mut cases = Cases::new(rules, config, leaves);
        cases.instance(claim, general.claim, general.variables, inference)
    });
    instance.or_else(|| Cases::found(claim, rules, config, leaves))
}

struct Search<'r> {
    /// Has the ranges and assumptions of the claim.
    engine: Engine<'r>,
    saturation: Saturation,
    answers: PointAnswers,
    preference: Preference,
    state: ProofState,
    /// How many more parts may be shortened.
    left: usize,
    /// How many more suggestions may turn out not to be proved.
    attempts: usize,
    /// Terms whose parts were shortened.
    seen: Vec<(Term, Term)>,
    proof: (&'r Rules, &'r Config, Leaves),
}

impl Search<'_> {
    /// Replaces the parts of a term in the claim, and then the term, by shorter ones. Returns what the term has become.
    fn shorten(&mut self, term: &Term) -> Term {
        let Expr::Apply(operator, arguments) = term else {
            return term.clone();
        };
        if let Some((_, result)) = self.seen.iter().find(|it| it.0 == *term) {
            return result.clone();
        }
        let arguments: Vec<Term> = arguments.iter().map(|it| self.shorten(it)).collect();
        let whole = Expr::apply(*operator, arguments);
        let shorter = match is_condition(&whole) {
            true => None,
            false => self.shorter(&whole),
        };
        let result = shorter.unwrap_or(whole);
        self.seen.push((term.clone(), result.clone()));
        result
    }

    /// Replaces a part of the claim by a shorter one.
    fn shorter(&mut self, part: &Term) -> Option<Term> {
        if self.left == 0 || self.attempts == 0 || !may_be_shorter(part) {
            return None;
        }
        self.left -= 1;
        let (saturation, preference) = (self.saturation.clone(), self.preference.clone());
        let shortening = |term| Shortening {
            term,
            allowed: &|_| true,
            preference: &preference,
            equalities: &[],
        };
        let mut answers = std::mem::replace(&mut self.answers, PointAnswers::at(None));
        let steps = shortening(part).steps(&saturation, &mut self.engine, &mut answers);
        let mut reached = part.clone();
        for step in steps {
            if self.replace(&reached, &step) {
                reached = step;
            }
        }
        let whole = shortening(&reached).first(
            &saturation,
            &mut answers,
            self,
            |it| &mut it.engine,
            |it, found| it.replace(&reached, found),
        );
        self.answers = answers;
        whole.or((reached != *part).then_some(reached))
    }

    /// Replaces a part by another one, if they are proved equal.
    fn replace(&mut self, part: &Term, by: &Term) -> bool {
        if self.attempts == 0 {
            return false;
        }
        let rule = Rule::Convert {
            part: part.clone(),
            conversion: Conversion::Equal(by.clone()),
            place: Place::Everywhere,
        };
        let (rules, config, leaves) = self.proof;
        let config = Config {
            max_engines: config.max_engines.min(FEW_ENGINES),
            ..config.clone()
        };
        let is_replaced = self
            .state
            .step(rule, |premise| inferred(&premise, rules, &config, leaves));
        self.attempts -= usize::from(!is_replaced);
        is_replaced
    }
}
