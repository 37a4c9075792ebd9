//! Facts: checks that their source states them and that they are visible, and derives rows from them.

use super::check::{CheckedFact, Checker, Implied};
use super::definition::Derived;
use super::object::*;
use super::rejection::{Checked, Reason, require};
use super::theory::{Key, Poly, reduced};
use calipers_number::{Int, Range};
use calipers_program::term::{Expr, Operator, truth};
use calipers_program::{Column, OpId, Point, Program};
use calipers_semantics::{Anchor, ColumnKind, Place, owner};

/// The maximum number of nested conditions that are examined.
const MAX_CONDITIONS: usize = 128;

impl Checker<'_> {
    /// Checks a fact, except for its premises.
    ///
    /// # Errors
    /// Its source does not state it, or it is not visible.
    pub fn fact(&mut self, fact: &FactUse) -> Result<(), Reason> {
        let from = match &fact.source {
            FactSource::Rule(name, op) => self.stated_by_rule(fact, name, *op)?,
            FactSource::Type(column) => self.stated_by_type(fact, *column)?,
            FactSource::Assumption(number) => {
                let mut assumed = self.setting.assumptions.iter();
                let assumed = assumed.any(|it| it.0 == *number && it.1 == fact.condition);
                require(assumed && fact.given.is_empty(), Reason::NotAssumed)?;
                None
            }
            FactSource::Invariant(invariants, number) => {
                require(fact.given.is_empty(), Reason::RuleSaysOtherwise)?;
                self.stated_by_invariant(&fact.condition, fact.from, invariants, *number)?
            }
            FactSource::Hypothesis(number) => {
                require(fact.given.is_empty(), Reason::RuleSaysOtherwise)?;
                self.stated_by_hypothesis(&fact.condition, fact.from, *number)?
            }
        };
        require(from == fact.from, Reason::WrongPoint)?;
        self.visible(from)?;
        self.facts.push(CheckedFact {
            condition: fact.condition.clone(),
            given: fact.given.clone(),
        });
        Ok(())
    }

    /// Checks that a fact from that point on holds at the point of the proof.
    fn visible(&self, from: Option<Point>) -> Checked {
        let dominates = |from, to| self.dominance.dominates(self.program, from, to);
        let is_before = |from| self.point.is_some_and(|to| dominates(from, to));
        require(from.is_none_or(is_before), Reason::NotVisible)
    }

    fn stated_by_type(&mut self, fact: &FactUse, column: Column) -> Checked<Option<Point>> {
        require(fact.given.is_empty(), Reason::RuleSaysOtherwise)?;
        let value = column.value().ok_or(Reason::NotASize(column))?;
        match (column, fact.condition.as_binary()) {
            (Column::Dim(_, dim), Some((Operator::Le, low, high))) => {
                let is_shaped = self.program.value_type(value).shape().is_some();
                require(is_shaped, Reason::NotASize(column))?;
                let (zero, size) = (Expr::integer(0), Expr::Leaf(column));
                let limit = self.program.size_limit(value, dim).map(Expr::integer);
                let is_below = *low == size && Some(high) == limit.as_ref();
                let is_stated = is_below || *low == zero && *high == size;
                require(is_stated, Reason::RuleSaysOtherwise)?;
            }
            (Column::Unsigned(_), Some((Operator::Eq, Expr::Leaf(own), term)))
                if *own == column =>
            {
                return self.is_reading(column, term, value).map(|()| fact.from);
            }
            _ => return Err(Reason::RuleSaysOtherwise),
        }
        let point = Point::of(self.program, value);
        point.map(Some).ok_or(Reason::WrongPoint)
    }

    fn stated_by_rule(&mut self, fact: &FactUse, name: &str, op: OpId) -> Checked<Option<Point>> {
        let (rules, program) = (self.rules, self.program);
        let known = rules.op(program.op_name(op)).ok_or(Reason::NoSuchRule)?;
        let mut found = Reason::NoSuchRule;
        for rule in known.facts.iter().filter(|rule| *rule.head.name == *name) {
            for anchor in rule.anchors_on(program, op) {
                let instance = rule.instantiate(rules, program, op, anchor, &mut Derived(self));
                found = match instance {
                    Err(_) => Reason::RuleDoesNotApply,
                    Ok(instance)
                        if instance.terms.contains(&fact.condition)
                            && instance.given == fact.given =>
                    {
                        let point = anchor_point(program, op, anchor);
                        return point.map(Some).ok_or(Reason::WrongPoint);
                    }
                    Ok(_) => Reason::RuleSaysOtherwise,
                };
            }
        }
        if known.has_definition(name) {
            return self.asserted_by_definition(fact, name, op);
        }
        if name == "branch" {
            return self.stated_by_branch(fact, op);
        }
        Err(found)
    }

    /// Checks a fact from a branch: on an edge of a terminator, the condition of the edge holds.
    fn stated_by_branch(&self, fact: &FactUse, op: OpId) -> Checked<Option<Point>> {
        require(fact.given.is_empty(), Reason::RuleSaysOtherwise)?;
        let from = fact.from.ok_or(Reason::WrongPoint)?;
        require(from == Point::start(from.block), Reason::WrongPoint)?;
        let (rules, program) = (self.rules, self.program);
        let known = rules.condition_at(program, &self.dominance, from.block);
        let (edge, condition) = known.ok_or(Reason::RuleDoesNotApply)?;
        let says_so = edge.terminator == op && condition == fact.condition;
        require(says_so, Reason::RuleSaysOtherwise)?;
        Ok(fact.from)
    }

    /// Checks the equality that a rule states about a column with a definition from another source.
    fn asserted_by_definition(
        &mut self,
        fact: &FactUse,
        name: &str,
        op: OpId,
    ) -> Checked<Option<Point>> {
        let (rules, program) = (self.rules, self.program);
        let Some((Operator::Eq, Expr::Leaf(column), term)) = fact.condition.as_binary() else {
            return Err(Reason::RuleSaysOtherwise);
        };
        let value = column.value().ok_or(Reason::NoSuchRule)?;
        let (owner, place) = owner(program, value).ok_or(Reason::NoSuchRule)?;
        require(owner == op, Reason::NoSuchRule)?;
        let (kind, index) = ColumnKind::of(*column).ok_or(Reason::NoSuchRule)?;
        let known = rules.op(program.op_name(op)).ok_or(Reason::NoSuchRule)?;
        let named = known
            .defines
            .iter()
            .filter(|it| it.is_of(rules, program, op, kind) && *it.head.name == *name);
        let mut found = Reason::NoSuchRule;
        for define in named {
            let instance = define.instantiate(rules, program, op, place, index, &mut Derived(self));
            found = match instance {
                Err(_) => Reason::RuleDoesNotApply,
                Ok(instance) => {
                    let own = instance.terms.first();
                    let own = own.map(|own| self.wrapped(*column, own.clone()));
                    if own.as_ref() == Some(term) && instance.given == fact.given {
                        let point = match place {
                            Place::Result(_) => Point::after(program, op),
                            Place::Argument(..) => Point::of(program, value),
                        };
                        return point.map(Some).ok_or(Reason::WrongPoint);
                    }
                    Reason::RuleSaysOtherwise
                }
            };
        }
        Err(found)
    }

    /// Checks that the ranges so far prove the premises of a fact.
    ///
    /// # Errors
    /// The first premise that they do not prove.
    pub fn given(&mut self, premises: &[Term]) -> Result<(), Reason> {
        for (n, condition) in premises.iter().enumerate() {
            let range = self.term_range(condition);
            require(truth(&range) == Some(true), Reason::Given(n))?;
        }
        Ok(())
    }

    /// The rows that follow directly from a condition being 1 or 0.
    pub(super) fn implied(&mut self, condition: &Term, value: bool) -> Implied {
        let mut rows = vec![];
        let mut work = vec![(condition.clone(), value)];
        for _ in 0..MAX_CONDITIONS {
            let Some((condition, value)) = work.pop() else {
                break;
            };
            let form = self.theory.normal(&condition);
            self.implied_by_form(&form, value, &mut rows);
            match &condition {
                Expr::Leaf(column) => {
                    if let Some(definition) = self.definitions.get(column) {
                        work.push((definition.term.clone(), value));
                    }
                }
                Expr::Integer(_) => {}
                Expr::Apply(operator, arguments) => {
                    self.implied_by_parts(*operator, arguments, value, &mut work, &mut rows);
                }
            }
        }
        rows
    }

    fn implied_by_parts(
        &mut self,
        operator: Operator,
        arguments: &[Term],
        value: bool,
        work: &mut Vec<(Term, bool)>,
        rows: &mut Implied,
    ) {
        match (operator, value, arguments) {
            (Operator::Min | Operator::Max | Operator::Mul, _, all) if self.are_conditions(all) => {
                // Every part has this value, or the only one whose range allows it.
                let mut parts = all.to_vec();
                if value == (operator == Operator::Max) {
                    let other = Int::from(!value);
                    parts.retain(|part| self.term_range(part).as_constant() != Some(&other));
                    parts.truncate(usize::from(parts.len() == 1));
                }
                work.extend(parts.into_iter().map(|part| (part, value)));
            }
            // A number 0 or 1 modulo 2 or more is itself.
            (Operator::Mod, _, [part, Expr::Integer(divisor)])
                if *divisor > Int::ONE && self.are_conditions(std::slice::from_ref(part)) =>
            {
                work.push((part.clone(), value));
            }
            (Operator::Le, _, [a, b]) => {
                let (a, b) = (self.theory.normal(a), self.theory.normal(b));
                let row = match value {
                    true => b.sub(&a),
                    // Not (a <= b): a >= b + 1.
                    false => a.sub(&b).and_then(|row| row.add_constant(&Int::NEG_ONE)),
                };
                // The row both as it is and divided by its common factor.
                let without = row.as_ref().and_then(reduced);
                let both = row.into_iter().chain(without);
                rows.extend(both.map(|row| (row, Relation::AtLeastZero)));
            }
            (Operator::Eq, true, [a, b]) => {
                let (a, b) = (self.theory.normal(a), self.theory.normal(b));
                let row = a.sub(&b);
                let without = row
                    .as_ref()
                    .and_then(|row| row.divide_exactly(&row.content()));
                let both = row.into_iter().chain(without);
                rows.extend(both.map(|row| (row, Relation::Zero)));
                if self.are_conditions(arguments) {
                    for (part, other) in [(&arguments[0], b), (&arguments[1], a)] {
                        if let Some(known) = other.as_constant() {
                            work.push((part.clone(), !known.is_zero()));
                        }
                    }
                }
            }
            (Operator::Eq, false, [a, b]) if self.are_conditions(arguments) => {
                for (part, other) in [(a, b), (b, a)] {
                    let other = self.theory.normal(other);
                    if let Some(known) = other.as_constant() {
                        work.push((part.clone(), known.is_zero()));
                    }
                }
            }
            (Operator::Add, _, [Expr::Integer(one), Expr::Apply(Operator::Mul, negated)])
                if *one == Int::ONE =>
            {
                if let [Expr::Integer(minus), part] = &negated[..]
                    && *minus == Int::NEG_ONE
                {
                    work.push((part.clone(), !value));
                }
            }
            (Operator::Select, _, [condition, then, otherwise]) => {
                // If one branch equals the other value, the condition is known, and then the other branch's value is.
                let parts = [then, otherwise].map(|part| self.theory.normal(part));
                let condition_form = self.theory.normal(condition);
                let other = Int::from(!value);
                if self.theory.is_condition(&condition_form) {
                    for (n, own) in [(0, true), (1, false)] {
                        if parts[n].as_constant() == Some(&other) {
                            work.push((condition.clone(), !own));
                            let left = if own { otherwise } else { then };
                            work.push((left.clone(), value));
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn are_conditions(&mut self, terms: &[Term]) -> bool {
        terms.iter().all(|term| {
            let form = self.theory.normal(term);
            self.theory.is_condition(&form)
        })
    }

    /// The rows that follow from a nonzero difference: of two different conditions one holds; a nonnegative
    /// difference is at least 1, a nonpositive one at most -1.
    fn apart(&self, difference: &Poly) -> Implied {
        let range = self.range(difference);
        let is_above = |range: &Range| range.interval().is_non_negative();
        let above = is_above(&range).then(|| difference.clone());
        let below = is_above(&range.neg()).then(|| difference.neg());
        let beyond = [above, below].into_iter().flatten();
        let beyond = beyond.filter_map(|form| form.add_constant(&Int::NEG_ONE));
        let beyond = beyond.map(|form| (form, Relation::AtLeastZero));
        self.other_one(difference)
            .into_iter()
            .chain(beyond)
            .collect()
    }

    /// If two conditions differ, one of them holds: their sum is 1.
    fn other_one(&self, difference: &Poly) -> Option<(Poly, Relation)> {
        let [(a, j), (b, k)]: &[_; 2] = difference.terms().try_into().ok()?;
        let differ = difference.constant().is_zero() && *j == -k && j.magnitude() == Int::ONE;
        let (a, b) = (Poly::atom(*a), Poly::atom(*b));
        if !differ || !self.theory.is_condition(&a) || !self.theory.is_condition(&b) {
            return None;
        }
        let sum = a.add(&b)?.add_constant(&Int::NEG_ONE)?;
        Some((sum, Relation::Zero))
    }

    /// The rows of `form = value`, and of the single comparison in it.
    fn implied_by_form(&mut self, form: &Poly, value: bool, rows: &mut Implied) {
        let difference = form.add_constant(&-Int::from(value));
        rows.extend(difference.map(|row| (row, Relation::Zero)));
        let [(atom, k)] = form.terms() else { return };
        let value = match (form.constant(), k) {
            (constant, k) if constant.is_zero() && *k == Int::ONE => value,
            (constant, k) if *constant == Int::ONE && *k == Int::NEG_ONE => !value,
            _ => return,
        };
        match self.theory.key(*atom).cloned() {
            Some(Key::Apply(Operator::Le, sides)) => {
                if let [a, b] = &sides[..] {
                    let row = match value {
                        true => b.sub(a),
                        false => a.sub(b).and_then(|row| row.add_constant(&Int::NEG_ONE)),
                    };
                    rows.extend(row.map(|row| (row, Relation::AtLeastZero)));
                }
            }
            Some(Key::Apply(Operator::Eq, sides)) if value => {
                if let [a, b] = &sides[..] {
                    rows.extend(a.sub(b).map(|row| (row, Relation::Zero)));
                }
            }
            Some(Key::Apply(Operator::Eq, sides)) => {
                if let [a, b] = &sides[..] {
                    rows.extend(a.sub(b).iter().flat_map(|form| self.apart(form)));
                }
            }
            Some(Key::Product(factors)) if value => {
                let forms: Vec<Poly> = factors.into_iter().map(Poly::atom).collect();
                if forms.iter().all(|form| self.theory.is_condition(form)) {
                    for form in forms {
                        self.implied_by_form(&form, true, rows);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The point of an anchor of an op.
fn anchor_point(program: &dyn Program, op: OpId, anchor: Anchor) -> Option<Point> {
    match anchor {
        Anchor::After => Point::after(program, op),
        Anchor::In(region) => {
            let region = *program.regions(op).get(region)?;
            program.blocks(region).first().map(|&it| Point::start(it))
        }
    }
}
