//! Extracts a claim from a condition at a program point and the facts visible there.

mod terms;

use super::Ranges;
use super::congruence::by_congruence;
use super::constants::consequences;
use super::propagate::pieces;
use super::type_limits::is_type_limit;
use crate::number::{Int, Range};
use crate::program::{Column, Point};
use crate::proof::Sequent as Claim;
use crate::proof::sequent::conditions;
use crate::solve::assert::{is_logical, is_of_products};
use crate::solve::facts::Part;
use crate::solve::{Engine, FactOrigin, Relation};
use crate::term::{ENode, Expr, Id, Operator, condition};
use calipers_support::order::Order;
use hashbrown::{HashMap, HashSet};

type Term = Expr<Column>;

/// Maximum total size of the terms.
const MAX_SIZE: usize = 320;
/// The same for claims with all facts, for readers other than the engine.
const MAX_LONG: usize = 8000;
/// Maximum depth of a term. A deeper part becomes a variable.
const MAX_DEPTH: usize = 12;

/// What a goal is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    Condition,
    Number,
}

/// A condition at a point as a claim.
#[derive(Clone, Debug)]
pub struct Extract {
    /// The claim. Its goal holds at the point if the claim is proved.
    pub claim: Claim,
    /// The atoms that its variables represent, in order.
    pub(in crate::solve) atoms: Vec<Id>,
}

impl Extract {
    /// The claim without the assumptions that mention variables outside the goal.
    pub(super) fn about_goal(mut self) -> Extract {
        let is_within = |term: &Term, allowed: usize| {
            let mut is_within = true;
            term.for_each_leaf(&mut |column| {
                is_within &= matches!(column, Column::Symbol(it) if (*it as usize) < allowed);
            });
            is_within
        };
        // The variables of the goal have the first numbers.
        let all = 0..=self.atoms.len();
        let own = all.into_iter().find(|&it| is_within(&self.claim.goal, it));
        if let Some(own) = own {
            self.atoms.truncate(own);
            let ranges = &mut self.claim.ranges;
            ranges.retain(|&number, _| (number as usize) < own);
            self.claim.assumptions.retain(|it| is_within(it, own));
        }
        self
    }
}

/// [`Engine::claim_at`]
pub(in crate::solve) fn claim_at(
    engine: &mut Engine<'_>,
    condition: &Expr<Column>,
    point: Option<Point>,
) -> Option<Extract> {
    by_congruence(engine, condition, point)
        .or_else(|| extracted(engine, condition, point, Sort::Condition, MAX_SIZE))
}

/// [`Engine::long_claim_at`]
pub(in crate::solve) fn long_claim_at(
    engine: &mut Engine<'_>,
    condition: &Expr<Column>,
    point: Option<Point>,
) -> Option<Extract> {
    if !engine.known.facts.has_invariants() {
        return extracted(engine, condition, point, Sort::Condition, MAX_LONG);
    }
    // Other readers may need what the engine leaves out since invariants imply it.
    let counted = engine.known.facts.count_invariants(Some(u32::MAX));
    engine.known.forget_ranges();
    let claim = extracted(engine, condition, point, Sort::Condition, MAX_LONG);
    engine.known.facts.count_invariants(counted);
    engine.known.forget_ranges();
    claim
}

/// [`Engine::term_claim_at`]
pub(in crate::solve) fn term_claim_at(
    engine: &mut Engine<'_>,
    term: &Expr<Column>,
    point: Option<Point>,
) -> Option<Extract> {
    extracted(engine, term, point, Sort::Number, MAX_SIZE)
}

fn extracted(
    engine: &mut Engine<'_>,
    condition: &Expr<Column>,
    point: Option<Point>,
    sort: Sort,
    max_size: usize,
) -> Option<Extract> {
    let class = engine.class_of_term(condition);
    if let Some(point) = point {
        engine.enter(point);
    }
    let mut extraction = Extraction {
        engine,
        point,
        terms: HashMap::new(),
        order: vec![],
        open: HashSet::new(),
        ranges: Ranges::new(),
        atoms: vec![],
        with_facts_above: max_size == MAX_LONG,
        constants: vec![],
    };
    let goal = match sort {
        Sort::Condition => extraction.goal(condition, class)?,
        Sort::Number => extraction.class(class, 0),
    };
    let size = condition::size(&goal, max_size);
    if size >= max_size {
        return None;
    }
    let mut facts = Facts {
        found: vec![],
        seen: HashSet::new(),
        late: vec![],
        room: max_size - size,
    };
    extraction.facts_about_atoms(&mut facts, 0);
    let first_new = extraction.order.len();
    // A goal without atoms asks whether the assumptions contradict each other.
    let are_asked = matches!(goal, Expr::Integer(_));
    extraction.assumed(&mut facts, are_asked);
    extraction.facts_about_atoms(&mut facts, first_new);
    extraction.consequences(&mut facts);
    extraction.late_facts(&mut facts);
    let assumptions = facts.found;
    let claim = Claim {
        ranges: extraction.ranges,
        assumptions,
        goal,
    };
    Some(Extract {
        claim,
        atoms: extraction.atoms,
    })
}

struct Extraction<'e, 'p> {
    engine: &'e mut Engine<'p>,
    point: Option<Point>,
    terms: HashMap<Id, Term>,
    /// The atoms extracted so far.
    order: Vec<Id>,
    /// Classes that are being extracted.
    open: HashSet<Id>,
    ranges: Ranges,
    /// The atoms that the variables represent.
    atoms: Vec<Id>,
    /// Whether facts about quotients and minima of an atom are facts about the atom, too.
    with_facts_above: bool,
    /// The quotients and remainders that have one value at the point.
    constants: Vec<(Id, Int)>,
}

/// Facts that are added to a claim last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Late {
    /// A comparison of a term with a number that is taken for the limit of a type.
    Limit,
    /// A relation of conditions. Where they hold by themselves, that is a fact of its own.
    Logical,
    /// A relation of a product to other terms, which may tell the signs of its factors.
    Product,
}

/// The assumptions of a claim.
struct Facts {
    found: Vec<Term>,
    /// The facts that have been considered.
    seen: HashSet<u32>,
    /// The facts among them that are added after the others, by when.
    late: Vec<(Late, u32)>,
    /// The size of the terms that may still be added.
    room: usize,
}

impl Facts {
    fn add(&mut self, fact: Term) {
        let size = condition::size(&fact, self.room + 1);
        if size <= self.room && !self.found.contains(&fact) {
            self.room -= size;
            self.found.push(fact);
        }
    }
}

/// Removes the parts of a claim that cannot be proved for the terms that its variables represent: ends of ranges,
/// congruences, assumptions.
pub(in crate::solve) fn weaken(
    claim: &mut Claim,
    values: &[(u32, Term)],
    shows: &mut dyn FnMut(&Term) -> bool,
) {
    for (number, value) in values {
        let Some(range) = claim.ranges.get_mut(number) else {
            continue;
        };
        let mut left = Range::full();
        for piece in pieces(range) {
            if conditions(&piece, value).iter().all(&mut *shows) {
                left = left.intersect(&piece);
            }
        }
        *range = left;
    }
    let assumptions = std::mem::take(&mut claim.assumptions);
    let mut shown = assumptions.into_iter();
    let general = &*claim;
    let shown: Vec<Term> = shown
        .by_ref()
        .filter(|assumption| {
            let instance = general.instance(assumption, values);
            instance.is_ok_and(|instance| shows(&instance))
        })
        .collect();
    claim.assumptions = shown;
}

impl Extraction<'_, '_> {
    /// A condition with its `and`, `or` and `not` as written, since the proof search splits on them. (In the e-graph
    /// they are sums.)
    fn goal(&mut self, condition: &Term, class: Id) -> Option<Term> {
        if self.engine.known.egraph.as_constant(class).is_some() {
            return self.condition(class);
        }
        let mut part = |part: &Term| {
            let class = self.engine.class_of_term(part);
            self.goal(part, class)
        };
        if let Some(negated) = condition::as_negated(condition) {
            return Some(condition::negated(&part(negated)?));
        }
        let Expr::Apply(operator @ (Operator::Min | Operator::Max), parts) = condition else {
            return self.condition(class);
        };
        if !condition::is_condition(condition) {
            return self.condition(class);
        }
        let neutral = Expr::integer(i32::from(*operator == Operator::Min));
        let parts: Option<Vec<Term>> = parts.iter().map(&mut part).collect();
        let mut parts = parts?;
        parts.retain(|part| *part != neutral);
        match parts.len() {
            0 => Some(neutral),
            1 => parts.pop(),
            _ => Some(Expr::apply(*operator, parts)),
        }
    }

    /// The facts visible about the atoms from that position on, and about the atoms that these facts add.
    fn facts_about_atoms(&mut self, all: &mut Facts, first: usize) {
        let mut next = first;
        while let Some(&atom) = self.order.get(next) {
            next += 1;
            let path = self.point.map(|point| self.engine.known.points.path(point));
            let facts = &self.engine.known.facts;
            let about = facts.visible_about(atom, path.as_deref());
            let comparing = facts.visible_with(Part::Compared, atom, path.as_deref());
            let mut above = facts.visible_with(Part::Below, atom, path.as_deref());
            let egraph = &self.engine.known.egraph;
            above.retain(|&mut fact| {
                self.with_facts_above || is_of_products(egraph, &facts.get(fact).form)
            });
            let mut factored = facts.visible_with(Part::Factor, atom, path.as_deref());
            factored.order_by_cached_key(|&fact| self.shape_of(fact));
            all.late
                .extend(factored.into_iter().map(|it| (Late::Product, it)));
            let all_about = about.into_iter().chain(comparing);
            let mut facts: Vec<u32> = all_about.chain(above).collect();
            // There may be no room for all facts: short ones first, in an order that does not depend on earlier
            // queries.
            facts.order_by_cached_key(|&fact| self.shape_of(fact));
            for fact in facts {
                if self.leads_astray(fact) || !all.seen.insert(fact) {
                    continue;
                }
                if let Some(late) = self.is_late(fact) {
                    all.late.push((late, fact));
                } else if let Some(fact) = self.fact(fact) {
                    all.add(fact);
                }
            }
        }
    }

    /// The facts that are many and seldom needed, and the facts about the atoms that these add.
    fn late_facts(&mut self, all: &mut Facts) {
        while !all.late.is_empty() {
            let first = self.order.len();
            let mut late = std::mem::take(&mut all.late);
            late.order_by_key(|it| it.0);
            for (kind, fact) in late {
                // It may have been added as a fact about another of its atoms.
                let is_new =
                    kind != Late::Product || !self.leads_astray(fact) && all.seen.insert(fact);
                if is_new && let Some(fact) = self.fact(fact) {
                    all.add(fact);
                }
            }
            self.facts_about_atoms(all, first);
        }
    }

    /// What the values of quotients and remainders tell about their dividends, and the facts about the atoms that this adds.
    fn consequences(&mut self, all: &mut Facts) {
        let mut next = 0;
        while let Some((atom, value)) = self.constants.get(next).cloned() {
            next += 1;
            let Some((operator, arguments)) = self.applied(atom) else {
                continue;
            };
            let first = self.order.len();
            let arguments = arguments.into_iter().map(|it| self.class(it, 0));
            let term = Expr::apply(operator, arguments.collect::<Vec<Term>>());
            for condition in consequences(&term, &value) {
                all.add(condition);
            }
            self.facts_about_atoms(all, first);
        }
    }

    fn is_late(&self, fact: u32) -> Option<Late> {
        let form = &self.engine.known.facts.get(fact).form;
        let is_truth = |atom: Id| is_logical(&self.engine.known.egraph, atom);
        match () {
            _ if is_type_limit(form.constant()) => Some(Late::Limit),
            _ if form.terms().len() > 1 && form.atoms().all(is_truth) => Some(Late::Logical),
            _ => None,
        }
    }

    /// The assumptions in force. Facts about an atom do not include those about a term that contains it. Comparisons are
    /// true in the e-graph: with `in_full`, they are written all the same.
    fn assumed(&mut self, all: &mut Facts, in_full: bool) {
        let assumed: Vec<Term> = self
            .engine
            .assumed()
            .iter()
            .map(|it| it.1.clone())
            .collect();
        for assumption in assumed {
            let class = self.engine.class_of_term(&assumption);
            let condition = match assumption.as_binary().filter(|_| in_full) {
                Some((operator @ (Operator::Le | Operator::Eq), a, b)) => {
                    let sides = [a, b].map(|side| {
                        let class = self.engine.class_of_term(side);
                        self.class(class, 0)
                    });
                    Some(Expr::apply(operator, sides))
                }
                _ => self.goal(&assumption, class),
            };
            if let Some(condition) = condition {
                all.add(condition);
            }
        }
    }

    /// The class of a truth value as a condition; `None` if it is not one.
    fn condition(&mut self, class: Id) -> Option<Term> {
        let form = self.engine.known.egraph.form(class).clone();
        if let Some(constant) = form.as_constant() {
            return Some(Expr::Integer(constant.clone()));
        }
        if let Some(atom) = form.as_atom() {
            let told = self.atom(atom, 0);
            return Some(match condition::is_condition(&told) {
                true => told,
                false => Expr::equal(told, Expr::integer(1)),
            });
        }
        let is_negated =
            matches!(form.terms(), [(_, k)] if *k == Int::NEG_ONE) && *form.constant() == Int::ONE;
        let (atom, _) = form.terms().first().filter(|_| is_negated)?;
        let told = self.atom(*atom, 0);
        Some(match condition::is_condition(&told) {
            true => condition::negated(&told),
            false => Expr::equal(told, Expr::integer(0)),
        })
    }

    /// The sort key of a fact: its length, then the ranks of its atoms.
    fn shape_of(&self, fact: u32) -> (usize, Vec<u64>) {
        let (form, egraph) = (
            &self.engine.known.facts.get(fact).form,
            &self.engine.known.egraph,
        );
        let mut ranks: Vec<u64> = form.atoms().map(|atom| egraph.rank(atom)).collect();
        ranks.order();
        (ranks.len(), ranks)
    }

    /// Whether a fact is an invariant of an atom that neither the claim nor the op of a rule before the point mentions:
    /// whether it is known depends on earlier queries. If a later fact adds the atom to the claim, the invariant is found
    /// again.
    fn leads_astray(&self, number: u32) -> bool {
        let known = &self.engine.known;
        let fact = known.facts.get(number);
        // A column, if there is one.
        let age = |atom: Id| {
            let mut nodes = known.egraph.nodes(atom);
            let is_column = nodes.any(|node| matches!(node, ENode::Leaf(_)));
            (is_column, known.egraph.rank(atom))
        };
        let youngest = || fact.form.atoms().max_by_key(|&atom| age(atom));
        let is_of_rule = |fact: u32| matches!(known.facts.get(fact).origin, FactOrigin::Rule(..));
        let is_in_rule = |atom: Id| {
            let path = self.point.map(|point| known.points.path(point));
            let about = known.facts.visible_about(atom, path.as_deref());
            let comparing = known
                .facts
                .visible_with(Part::Compared, atom, path.as_deref());
            about.into_iter().chain(comparing).any(is_of_rule)
        };
        let is_mentioned = |atom: Id| self.terms.contains_key(&known.egraph.find(atom));
        matches!(fact.origin, FactOrigin::Invariant(_))
            && youngest().is_some_and(|atom| !is_mentioned(atom) && !is_in_rule(atom))
    }

    /// The condition of a fact, if it holds at the point and is more than the range of a variable.
    fn fact(&mut self, number: u32) -> Option<Term> {
        if !self.engine.known.is_usable(number, self.point) {
            return None;
        }
        let fact = self.engine.known.facts.get(number);
        let (form, relation) = (fact.form.clone(), fact.relation);
        let term = self.form(&form, 0);
        if let [(atom, k)] = form.terms() {
            let told = self.atom(*atom, 0);
            if matches!(told, Expr::Leaf(_)) {
                return None;
            }
            if condition::is_condition(&told) {
                return told_as_condition(told, (k, form.constant()), relation);
            }
        }
        Some(match relation {
            Relation::AtLeastZero => Expr::at_most(Expr::integer(0), term),
            Relation::Zero => Expr::equal(term, Expr::integer(0)),
        })
    }
}

/// A fact about a multiple of the truth value of a condition and a constant, as a condition; `None` if it always holds.
fn told_as_condition(told: Term, (k, constant): (&Int, &Int), relation: Relation) -> Option<Term> {
    let holds = |value: &Int| match relation {
        Relation::AtLeastZero => !value.is_negative(),
        Relation::Zero => value.is_zero(),
    };
    match (holds(constant), holds(&(k + constant))) {
        (true, true) => None,
        (true, false) => Some(condition::negated(&told)),
        (false, true) => Some(told),
        (false, false) => Some(Expr::integer(0)),
    }
}
