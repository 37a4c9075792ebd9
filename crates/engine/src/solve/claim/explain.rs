//! Proofs of claims: repeats the search by cases, and records the proofs of its leaves.

use super::canonical::Canonical;
use super::cases::{Cases, Leaves, by_goal};
use super::constants::Settled;
use super::extract::weaken;
use super::generalize::{decided_with_fewer, generalizations};
use super::outcome::Outcome;
use super::shorten::shortened;
use super::{Decide, Terms, decide_directly, lemmas, parts};
use crate::number::{Int, Range};
use crate::program::{Column, NoProgram, Point};
use crate::proof::sequent::{Inference, Rule};
use crate::proof::{self, Argument, Deduction, Instance, Integers, Proof, Sequent as Claim};
use crate::rules::Rules;
use crate::solve::{Config, Decided, Engine, NoProof};
use crate::term::Expr;
use crate::term::condition::negated;

type Term = Expr<Column>;

/// The terms of the variables of a claim.
pub type Values = Vec<(u32, Term)>;

impl Outcome {
    fn decided(self) -> Option<Decided> {
        match self {
            Outcome::Proved => Some(Decided::True),
            Outcome::Refuted => Some(Decided::False),
            Outcome::Unreachable => Some(Decided::Unreachable),
            Outcome::Unknown => None,
        }
    }
}

/// The claim with the goal that proves a decision.
fn deciding(claim: &Claim, decided: Decided) -> Claim {
    claim.with_goal(match decided {
        Decided::True => claim.goal.clone(),
        Decided::False => negated(&claim.goal),
        Decided::Unreachable => Expr::integer(0),
    })
}

/// What a search for a proof may use.
#[derive(Clone, Copy, PartialEq)]
enum Search {
    /// What decides a claim directly.
    Direct,
    /// Lemmas and parts, too.
    Whole,
}

/// A deduction of the goal that proves a decision: of the claim as it is or, where only that was found, of a canonical
/// form that it is an instance of.
fn deduced(
    claim: &Claim,
    decided: Decided,
    search: Search,
    rules: &Rules,
    config: &Config,
) -> Result<Deduction, NoProof> {
    let leaves = Leaves::Proofs;
    let sequent = deciding(claim, decided);
    let found = |claim: &Claim| Cases::found(claim, rules, config, leaves);
    let instance = |canonical: Canonical, found: &dyn Fn(&Claim) -> Option<Inference>| {
        let general = deciding(&canonical.claim, decided);
        let inference = found(&general)?;
        let mut cases = Cases::new(rules, config, leaves);
        cases.instance(&sequent, general, canonical.variables, inference)
    };
    let by_canonical = || {
        let mut general = Canonical::of(claim)
            .into_iter()
            .chain(generalizations(claim, rules, config));
        general.find_map(|general| instance(general, &found))
    };
    let with_fewer = || {
        let (general, outcome) = decided_with_fewer(claim, rules, config)?;
        let is_same = outcome.decided() == Some(decided);
        is_same.then(|| instance(general, &found)).flatten()
    };
    let in_shorter_terms = || {
        let shortened = |claim: &Claim| shortened(claim, rules, config, leaves);
        match Canonical::of(claim) {
            Some(canonical) => instance(canonical, &shortened),
            None => shortened(&sequent),
        }
    };
    let introduced = || {
        let rule = by_goal(&sequent.goal).filter(|it| matches!(it, Rule::OrIntro(_)))?;
        let premise = rule.apply(&sequent).ok()?.pop()?;
        let deduction = deduced(&premise, Decided::True, search, rules, config).ok()?;
        Some(Inference {
            rule,
            premises: vec![deduction.inference],
        })
    };
    let from_lemmas = |candidates: Vec<Term>| {
        let decide = |claim: &Claim| decide_directly(claim, Terms::Any, rules, config).0;
        let (general, lemmas) = lemmas::with_lemmas(&sequent, candidates, decide)?;
        // Otherwise each step of the proof would search for what is not there.
        let follows = matches!(decide(&general), Outcome::Proved | Outcome::Unreachable);
        follows.then(|| by_lemmas(&sequent, &lemmas, Search::Direct, rules, config))?
    };
    let by_its_parts = || {
        let Some((rule, parts)) = parts::of(&sequent) else {
            let both = parts::orders(&sequent.goal)?;
            return by_lemmas(&sequent, &both, Search::Whole, rules, config);
        };
        let premises = parts.iter().map(|part| {
            let deduction = deduced(part, Decided::True, Search::Whole, rules, config).ok()?;
            Some(deduction.inference)
        });
        let premises = premises.collect::<Option<Vec<_>>>()?;
        Some(Inference { rule, premises })
    };
    let settled = || {
        let general = Settled::of(claim)?.claim;
        let deduction = deduced(&general, decided, search, rules, config).ok()?;
        let same = |&number: &u32| (number, Expr::Leaf(Column::Symbol(number)));
        let values = general.ranges.keys().map(same).collect();
        let mut cases = Cases::new(rules, config, leaves);
        cases.instance(&sequent, deduction.sequent, values, deduction.inference)
    };
    let early = || match search {
        // A lemma is decided without others than those before it.
        Search::Direct => None,
        Search::Whole => from_lemmas(lemmas::early(claim)),
    };
    let late = || {
        if search == Search::Direct {
            return None;
        }
        let mut lists = lemmas::late(claim).into_iter();
        lists.find_map(from_lemmas).or_else(by_its_parts)
    };
    let inference = settled()
        .or_else(early)
        .or_else(|| found(&sequent))
        .or_else(by_canonical)
        .or_else(with_fewer)
        .or_else(introduced)
        .or_else(in_shorter_terms)
        .or_else(late)
        .ok_or(NoProof::NotFoundAgain)?;
    Ok(Deduction { sequent, inference })
}

/// An inference of the goal of a sequent from lemmas, for each of which a proof is searched.
fn by_lemmas(
    sequent: &Claim,
    lemmas: &[Term],
    search: Search,
    rules: &Rules,
    config: &Config,
) -> Option<Inference> {
    let shown = |claim: &Claim| {
        let deduction = deduced(claim, Decided::True, search, rules, config).ok()?;
        Some(deduction.inference)
    };
    let Some((first, rest)) = lemmas.split_first() else {
        return shown(sequent);
    };
    let lemma = sequent.with_goal(first.clone());
    let inference = shown(&lemma)?;
    let cases = Cases::new(rules, config, Leaves::Proofs);
    cases.by_lemma(sequent, lemma, inference, |conclusion| {
        by_lemmas(&conclusion, rest, search, rules, config)
    })
}

/// [`Decide::explain`](super::Decide::explain)
pub(super) fn explain(
    claim: &Claim,
    outcome: Outcome,
    rules: &Rules,
    config: &Config,
) -> Result<Proof, NoProof> {
    let decided = outcome.decided().ok_or(NoProof::NoAnswer)?;
    let deduction = deduced(claim, decided, Search::Whole, rules, config)?;
    let proof = Proof {
        argument: Argument::Deduction(Box::new(deduction)),
        ..without_argument(claimed(&claim.goal, decided), None)
    };
    let setting = claim.setting(Integers::default());
    proof::check(&proof, &NoProgram, rules, &setting)?;
    Ok(proof)
}

fn claimed(condition: &Term, decided: Decided) -> proof::Claim {
    match decided {
        Decided::True => proof::Claim::Holds(condition.clone()),
        Decided::False => proof::Claim::Fails(condition.clone()),
        Decided::Unreachable => proof::Claim::Unreachable,
    }
}

fn without_argument(claim: proof::Claim, point: Option<Point>) -> Proof {
    Proof {
        claim,
        point,
        steps: vec![],
        facts: vec![],
        ranges: vec![],
        argument: Argument::Same,
    }
}

/// [`Engine::counterexample`]
pub(in crate::solve) fn counterexample(
    engine: &mut Engine<'_>,
    condition: &Expr<Column>,
    point: Option<Point>,
    known: &[(Expr<Column>, Range)],
) -> Option<Vec<(Expr<Column>, Int)>> {
    let mut extract = engine.long_claim_at(condition, point)?;
    let values = engine.values(&extract, point).ok()?;
    for (number, range) in &mut extract.claim.ranges {
        let (_, term) = values.iter().find(|it| it.0 == *number)?;
        let of_term = known.iter().filter(|it| it.0 == *term);
        *range = of_term.fold(range.clone(), |range, it| range.intersect(&it.1));
    }
    let example = extract.claim.counterexample(engine.config())?;
    let told = values
        .into_iter()
        .filter_map(|(number, term)| Some((term, example.get(&number)?.clone())));
    Some(told.collect())
}

/// [`Engine::claim_with_values`]
pub(in crate::solve) fn claim_with_values(
    engine: &mut Engine<'_>,
    condition: &Expr<Column>,
    point: Option<Point>,
) -> Option<(Claim, Values)> {
    let extract = engine.long_claim_at(condition, point)?;
    let values = engine.values(&extract, point).ok()?;
    Some((extract.claim, values))
}

/// [`Engine::explain_by_cases`]
pub(in crate::solve) fn explain_by_cases(
    engine: &mut Engine<'_>,
    condition: &Term,
    outcome: Outcome,
    point: Option<Point>,
    config: &Config,
) -> Result<Proof, NoProof> {
    let decided = outcome.decided().ok_or(NoProof::NoAnswer)?;
    let extract = engine
        .claim_at(condition, point)
        .ok_or(NoProof::NotFoundAgain)?;
    let values = engine.values(&extract, point)?;
    let mut claim = extract.claim.clone();
    let mut proofs: Vec<(Term, Proof)> = vec![];
    let mut unreachable = None;
    weaken(&mut claim, &values, &mut |condition| {
        let mut explained = |decided| engine.explain_decision(condition, decided, point);
        let proof = explained(Decided::True);
        // In isolation, the facts may turn out to contradict each other.
        if proof.is_err() && decided == Decided::Unreachable && unreachable.is_none() {
            unreachable = explained(Decided::Unreachable).ok();
        }
        let proof = proof.map(|proof| proofs.push((condition.clone(), proof)));
        proof.is_ok()
    });
    if let Some(proof) = unreachable {
        return Ok(proof);
    }
    let (program, rules) = engine.sources();
    let deduction = deduced(&claim, decided, Search::Whole, rules, config)?;
    let sequent = &deduction.sequent;
    let rejected = |reason| {
        let part = proof::Part::Argument(vec![], None);
        NoProof::Rejected(proof::Rejection { part, reason })
    };
    let conditions = sequent.instantiated(&values).map_err(rejected)?;
    let premises: Result<Vec<Proof>, NoProof> = conditions
        .iter()
        .map(
            |condition| match proofs.iter().find(|(other, _)| other == condition) {
                Some((_, proof)) => Ok(proof.clone()),
                None => engine.explain_decision(condition, Decided::True, point),
            },
        )
        .collect();
    let goal = sequent.instance(&sequent.goal, &values).map_err(rejected)?;
    let hypothesis = engine.assumption_count();
    let conclusion = engine.supposing(&goal, |engine| {
        engine.explain_decision(condition, decided, point)
    });
    let instance = Instance {
        deduction,
        values,
        premises: premises?,
        hypothesis,
        conclusion: conclusion?,
    };
    let proof = Proof {
        argument: Argument::Instance(Box::new(instance)),
        ..without_argument(claimed(condition, decided), point)
    };
    proof::check(&proof, program, rules, &engine.proof_setting())?;
    Ok(proof)
}
