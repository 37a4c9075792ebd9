//! A claim at a point of a program as a claim about variables alone: definitions are expanded to the values that have
//! none, and the facts at the point are assumptions.
//!
//! The engine splits claims about variables alone into more cases than claims about a program, whose facts it selects
//! itself. So this is a second attempt, for claims with products and quotients.

use crate::term::Term;
use calipers_egraph::Operator;
use calipers_engine::analysis::{Analysis, Verdict};
use calipers_engine::solve::{Config, FactOrigin};
use calipers_program::term::condition::size;
use calipers_program::{Column, NoProgram, Point, ValueId};
use hashbrown::{HashMap, HashSet};

/// Limit of the size of a claim and of each assumption.
const MAX_SIZE: usize = 200;

/// Limit of the assumptions.
const MAX_FACTS: usize = 32;

/// Limit of the variables.
const MAX_VARIABLES: usize = 16;

/// Limit of the definitions in definitions.
const MAX_DEPTH: usize = 32;

/// Values as quotients and remainders of others, where the rules state this under conditions.
pub(crate) type Quotients = HashMap<ValueId, (Operator, [ValueId; 2])>;

/// The work that one question may spend on claims that stay undecided, in engines of a claim. Each claim may use half of
/// the rest, so that the claims at the end have a share whatever the order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget(usize);

impl Budget {
    /// What one question may cost.
    pub(crate) fn of_question(config: &Config) -> Budget {
        Budget(2 * config.max_engines)
    }

    /// What the next claim may use.
    fn next(self) -> Option<usize> {
        (self.0 > 0).then_some(self.0.div_ceil(2))
    }
}

/// Whether a claim holds at a point.
pub(crate) fn holds_of_variables(
    analysis: &mut Analysis<'_>,
    quotients: &Quotients,
    point: Option<Point>,
    claim: &Term,
    budget: &mut Budget,
) -> bool {
    let Some(point) = point else {
        return false;
    };
    // An assumption about a value that has a definition is more useful without the definition.
    let stated = analysis.engine().facts_at(point).into_iter();
    let assumed = stated.filter(|(origin, _)| matches!(origin, FactOrigin::Assumption(_)));
    let named: HashSet<Column> = assumed.flat_map(|(_, it)| leaves(&it.condition)).collect();
    let mut holds = |kept: HashSet<Column>, facts: Facts| {
        let Some(engines) = budget.next() else {
            return false;
        };
        let claim = (claim, engines);
        let Some(holds) = holds_over(analysis, quotients, point, claim, kept, facts) else {
            return false;
        };
        if !holds {
            budget.0 -= engines;
        }
        holds
    };
    !named.is_empty() && holds(named, Facts::Unconditional)
        || holds(HashSet::new(), Facts::Unconditional)
        || holds(HashSet::new(), Facts::All)
}

/// The facts of a program that become assumptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Facts {
    /// Those without conditions.
    Unconditional,
    /// Those with conditions as well, as implications.
    All,
}

/// Whether a claim is proved by that many engines, with some columns in place of their definitions. None if it is not
/// tried: if the claim is too large, or if all facts are wanted and none has conditions.
fn holds_over(
    analysis: &mut Analysis<'_>,
    quotients: &Quotients,
    point: Point,
    (claim, max_engines): (&Term, usize),
    kept: HashSet<Column>,
    which: Facts,
) -> Option<bool> {
    let mut expansion = Expansion {
        analysis,
        quotients,
        known: HashMap::new(),
        kept,
        depth: 0,
    };
    let claim = expansion.term(claim);
    if size(&claim, MAX_SIZE + 1) > MAX_SIZE {
        return None;
    }
    let facts = expansion.facts(point, &claim, which)?;
    let mut symbols = Symbols::of_equal(&facts);
    let claim = symbols.term(&claim);
    let facts: Vec<Term> = facts.iter().map(|fact| symbols.term(fact)).collect();
    if symbols.columns.len() > MAX_VARIABLES {
        return None;
    }
    let config = Config {
        max_engines,
        ..analysis.config().clone()
    };
    let mut alone = Analysis::with_config(&NoProgram, analysis.rules(), config);
    for (symbol, &column) in (0..).zip(&symbols.columns) {
        // What takes cases to find out about a variable follows from the facts.
        let range = analysis
            .engine()
            .best_range(&Term::Leaf(column), Some(point));
        alone.declare(symbol, range);
    }
    for fact in &facts {
        alone.assume(fact);
    }
    Some(matches!(
        alone.prove_at(&claim, None),
        Verdict::Proved | Verdict::Unreachable
    ))
}

/// Terms with definitions in place of the columns that have them.
struct Expansion<'e, 'p> {
    analysis: &'e mut Analysis<'p>,
    quotients: &'e Quotients,
    known: HashMap<Column, Term>,
    /// The columns that are not expanded.
    kept: HashSet<Column>,
    depth: usize,
}

impl Expansion<'_, '_> {
    fn term(&mut self, term: &Term) -> Term {
        let mut columns = vec![];
        term.for_each_leaf(&mut |&column| columns.push(column));
        for column in columns {
            self.column(column);
        }
        let known = &self.known;
        term.map(&mut |column| known.get(column).cloned().unwrap_or(Term::Leaf(*column)))
    }

    fn column(&mut self, column: Column) {
        let is_kept = self.kept.contains(&column);
        if is_kept || self.known.contains_key(&column) || self.depth == MAX_DEPTH {
            return;
        }
        // A definition in terms of itself is none.
        self.known.insert(column, Term::Leaf(column));
        let quotient = match column {
            Column::Value(value) => self.quotients.get(&value).copied(),
            _ => None,
        };
        let definition = match quotient {
            Some((operator, operands)) => {
                let operands = operands.map(|it| Term::Leaf(Column::Value(it)));
                Some(Term::apply(operator, operands))
            }
            None => {
                let engine = self.analysis.engine();
                engine.class(column);
                engine.definition(column).map(|it| it.term.clone())
            }
        };
        let Some(definition) = definition else {
            return;
        };
        self.depth += 1;
        let expanded = self.term(&definition);
        self.depth -= 1;
        if size(&expanded, MAX_SIZE + 1) <= MAX_SIZE {
            self.known.insert(column, expanded);
        }
    }

    /// The facts about the variables of a claim, and about those that one fact relates to them. None if all facts are wanted
    /// and none of these has conditions.
    fn facts(&mut self, point: Point, claim: &Term, which: Facts) -> Option<Vec<Term>> {
        let stated = self.analysis.engine().facts_at(point);
        let is_invariant = |origin: &FactOrigin| matches!(origin, FactOrigin::Invariant(_));
        let (mut facts, mut conditional) = (vec![], vec![]);
        for (_, stated) in stated.into_iter().filter(|it| !is_invariant(&it.0)) {
            if stated.given.is_empty() {
                for part in parts(&stated.condition) {
                    self.add(part, &mut facts);
                }
            } else if which == Facts::All {
                let negated = stated.given.iter().cloned().map(Term::negation);
                let either = negated.chain([stated.condition.clone()]).collect();
                self.add(&Term::Apply(Operator::Max, either), &mut conditional);
            }
        }
        let mut variables = leaves(claim);
        for fact in facts.iter().chain(&conditional) {
            let own = leaves(fact);
            if own.len() <= 4 && own.intersection(&variables).next().is_some() {
                variables.extend(own);
            }
        }
        let is_about = |fact: &Term| leaves(fact).is_subset(&variables);
        conditional.retain(is_about);
        if which == Facts::All && conditional.is_empty() {
            return None;
        }
        facts.retain(is_about);
        facts.extend(conditional);
        facts.truncate(MAX_FACTS);
        Some(facts)
    }

    fn add(&mut self, fact: &Term, facts: &mut Vec<Term>) {
        let fact = self.term(fact);
        if size(&fact, MAX_SIZE + 1) <= MAX_SIZE && !facts.contains(&fact) {
            facts.push(fact);
        }
    }
}

/// The conditions that a conjunction consists of.
fn parts(condition: &Term) -> Vec<&Term> {
    match condition {
        Term::Apply(Operator::Min, all) => all.iter().flat_map(parts).collect(),
        other => vec![other],
    }
}

fn leaves(term: &Term) -> HashSet<Column> {
    let mut found = HashSet::new();
    term.for_each_leaf(&mut |&column| {
        found.insert(column);
    });
    found
}

/// Symbols for columns.
struct Symbols {
    columns: Vec<Column>,
    /// Columns with another one that is equal.
    equal: Vec<(Column, Column)>,
}

impl Symbols {
    /// One symbol for columns that a fact states to be equal.
    fn of_equal(facts: &[Term]) -> Symbols {
        let sides = |fact: &Term| match fact {
            Term::Apply(Operator::Eq, sides) => match sides[..] {
                [Term::Leaf(a), Term::Leaf(b)] => Some((b, a)),
                _ => None,
            },
            _ => None,
        };
        Symbols {
            columns: vec![],
            equal: facts.iter().filter_map(sides).collect(),
        }
    }

    fn first_equal(&self, column: Column) -> Column {
        let mut found = column;
        for _ in 0..self.equal.len() {
            match self.equal.iter().find(|(other, _)| *other == found) {
                Some((_, first)) => found = *first,
                None => break,
            }
        }
        found
    }

    fn term(&mut self, term: &Term) -> Term {
        term.map(&mut |column| {
            let column = self.first_equal(*column);
            let known = self.columns.iter().position(|it| *it == column);
            let number = known.unwrap_or_else(|| {
                self.columns.push(column);
                self.columns.len() - 1
            });
            Term::Leaf(Column::Symbol(number as u32))
        })
    }
}
