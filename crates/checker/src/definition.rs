//! Definitions: derives each one again from the program and the rules, and compares.

use super::check::Checker;
use super::object::*;
use super::rejection::{Checked, Reason, require};
use calipers_number::Int;
use calipers_program::term::condition::replaced;
use calipers_program::term::wrap::{wrap_signed, wrap_unsigned};
use calipers_program::term::{Expr, Operator};
use calipers_program::{Column, Extent, Layout, OpId, Point, Program, TypeView, ValueId};
use calipers_semantics::{ColumnKind, Constants, Stop, owner};

/// The constants that the checker has derived so far.
pub(super) struct Derived<'d, 'c>(pub(super) &'d mut Checker<'c>);

impl Constants for Derived<'_, '_> {
    fn constant(&mut self, column: Column) -> Result<Option<Int>, Stop> {
        let form = self.0.theory.normal(&Expr::Leaf(column));
        Ok(form.as_constant().cloned())
    }

    fn wraps(&self) -> bool {
        self.0.setting.integers == Integers::Wrap
    }
}

impl Checker<'_> {
    /// Checks that the source of a definition gives it.
    pub(super) fn defines(&mut self, definition: &Definition) -> Checked {
        let column = definition.column;
        let value = column.value().ok_or(Reason::NoSuchRule)?;
        let stated = stated_by_type(self.program, column, value);
        match &definition.source {
            Source::Type => match stated {
                Some(stated) => {
                    let stated = Expr::Integer(stated);
                    require(definition.term == stated, Reason::NotByType)?;
                    let is_refuted = self.is_layout_refuted(column, value, &stated);
                    require(!is_refuted, Reason::NotByType)
                }
                None => {
                    let product = row_major(self.program, column, value);
                    let is_product = product.as_ref() == Some(&definition.term);
                    require(is_product, Reason::NotByType)?;
                    // The definition by the op takes priority.
                    let by_op = self.rule_term(column, value);
                    require(by_op.is_none(), Reason::NotByType)
                }
            },
            source => {
                require(stated.is_none(), Reason::StatedByType)?;
                self.has_definitions(value)?;
                match source {
                    Source::Rule(name, op) => self.defined_by_rule(definition, name, *op, value),
                    Source::Induction(op) => self.defined_by_induction(definition, *op, value),
                    Source::Join => {
                        let joined = self.rules.joined(self.program, &self.dominance, column);
                        let says_so = joined.as_ref() == Some(&definition.term);
                        require(says_so, Reason::RuleSaysOtherwise)
                    }
                    _ => self.is_reading(column, &definition.term, value),
                }
            }
        }
    }

    /// The term that the first applicable rule of a value's op gives for its stride or offset, if any.
    fn rule_term(&mut self, column: Column, value: ValueId) -> Option<Term> {
        self.has_definitions(value).ok()?;
        let (op, place) = owner(self.program, value)?;
        let (kind, index) = ColumnKind::of(column)?;
        let (rules, program) = (self.rules, self.program);
        let known = rules.op(program.op_name(op))?;
        let defines = known.defines.iter();
        let defines = defines.filter(|define| define.is_of(rules, program, op, kind));
        defines.into_iter().find_map(|define| {
            let constants = &mut Derived(self);
            let instance = define.instantiate(rules, program, op, place, index, constants);
            match instance.ok()? {
                instance if self.is_given(&instance.given) => instance.terms.into_iter().next(),
                _ => None,
            }
        })
    }

    /// Whether the op of a value defines a stride or an offset as a different number.
    fn is_layout_refuted(&mut self, column: Column, value: ValueId, stated: &Term) -> bool {
        if !matches!(column, Column::Stride(..) | Column::Offset(_)) {
            return false;
        }
        let Some(term) = self.rule_term(column, value) else {
            return false;
        };
        let difference = self.theory.normal(&Expr::difference(stated.clone(), term));
        let value = difference.as_constant();
        value.is_some_and(|value| *value != Int::ZERO)
    }

    /// Checks that a value may have definitions: values in graph regions and unreachable blocks may depend on
    /// themselves.
    pub(super) fn has_definitions(&self, value: ValueId) -> Checked {
        let point = Point::of(self.program, value).ok_or(Reason::NoDefinitions)?;
        let region = self.program.block_region(point.block);
        // An op with rules is known to have SSA dominance in its regions. It implies that there are no cycles.
        let around = self.program.op_name(self.program.region_parent(region));
        let is_acyclic = self.program.is_acyclic(region) || self.rules.op(around).is_some();
        let fine = is_acyclic && self.dominance.is_reachable(self.program, point.block);
        require(fine, Reason::NoDefinitions)
    }

    fn defined_by_rule(
        &mut self,
        definition: &Definition,
        name: &str,
        op: OpId,
        value: ValueId,
    ) -> Checked {
        let column = definition.column;
        let (owner, place) = owner(self.program, value).ok_or(Reason::NoSuchRule)?;
        require(owner == op, Reason::NoSuchRule)?;
        let (kind, index) = ColumnKind::of(column).ok_or(Reason::NoSuchRule)?;
        let (rules, program) = (self.rules, self.program);
        let known = rules.op(program.op_name(op)).ok_or(Reason::NoSuchRule)?;
        require(known.has_definition(name), Reason::NoSuchRule)?;
        for define in &known.defines {
            if !define.is_of(rules, program, op, kind) {
                continue;
            }
            let instance = define.instantiate(rules, program, op, place, index, &mut Derived(self));
            let Ok(instance) = instance else { continue };
            let [term] = &instance.terms[..] else {
                continue;
            };
            if *define.head.name != *name {
                // The first applicable rule defines the column; later ones only state facts.
                require(!instance.given.is_empty(), Reason::NotTheFirstRule)?;
                continue;
            }
            if !self.is_given(&instance.given) {
                continue;
            }
            let term = self.wrapped(column, term.clone());
            return require(term == definition.term, Reason::RuleSaysOtherwise);
        }
        Err(Reason::RuleDoesNotApply)
    }

    /// Whether the premises of a rule are universally true.
    fn is_given(&mut self, given: &[Term]) -> bool {
        let one = Some(&Int::ONE);
        let mut given = given.iter();
        given.all(|it| self.theory.normal(it).as_constant() == one)
    }

    /// Checks a definition by induction: a closed form over the trip number that equals the initial value for trip 0,
    /// and whose change from one trip to the next equals that made by the body, for an arbitrary value of the
    /// argument. For a result, it is the closed form of the argument with the total number of trips.
    fn defined_by_induction(
        &mut self,
        definition: &Definition,
        op: OpId,
        value: ValueId,
    ) -> Checked {
        let (rules, program) = (self.rules, self.program);
        let carrier = rules.carrier(program, &self.dominance, value);
        let (owner, carried) = carrier.ok_or(Reason::NotCarried)?;
        require(owner == op, Reason::NotCarried)?;
        let at = |value| definition.column.of_value(value);
        let values = [carried.argument, carried.initial, carried.yielded];
        let [argument, initial, yielded] = values.map(at);
        let counts = matches!(definition.column, Column::Trip(_));
        require(!counts, Reason::NotCarried)?;
        let counter = carried.counter.map(Column::Trip);
        if argument != definition.column {
            let known = self.definitions.get(&argument);
            let shown = known.filter(|known| known.source == Source::Induction(op));
            let closed = shown.ok_or(Reason::InductionStep)?.term.clone();
            let after = match counter.filter(|counter| closed.has_leaf(|leaf| leaf == counter)) {
                Some(counter) => replaced(&closed, &Expr::Leaf(counter), &self.trips(op)?),
                None => closed,
            };
            return require(definition.term == after, Reason::RuleSaysOtherwise);
        }
        let closed = &definition.term;
        self.is_over_columns_before(closed, op, counter)?;
        let (first, change) = match counter {
            Some(counter) => {
                let trip = Expr::Leaf(counter);
                let first = replaced(closed, &trip, &Expr::integer(0));
                let next = one_trip_later(closed, &trip);
                (first, Expr::difference(next, closed.clone()))
            }
            None => (closed.clone(), Expr::integer(0)),
        };
        let starts = self.are_equal(&first, &Expr::Leaf(initial));
        require(starts, Reason::RuleSaysOtherwise)?;
        let changed = Expr::difference(Expr::Leaf(yielded), Expr::Leaf(argument));
        require(self.are_equal(&changed, &change), Reason::InductionStep)
    }

    /// Whether the value of a column exists at a point, in any iteration of the loops there. At an unreachable point,
    /// values from reachable points exist, since those lie outside of all loops there.
    pub(super) fn exists_at(&self, column: Column, point: Point) -> bool {
        let (program, dominance) = (self.program, &self.dominance);
        let is_dead = |point| dominance.is_dead(program, point);
        column.value().is_none_or(|value| {
            Point::of(program, value).is_some_and(|from| {
                dominance.dominates(program, from, point) || is_dead(point) && !is_dead(from)
            })
        })
    }

    /// The number of iterations of a loop, by its rules.
    pub(super) fn trips(&mut self, op: OpId) -> Checked<Term> {
        let (rules, program) = (self.rules, self.program);
        let known = rules.op(program.op_name(op)).ok_or(Reason::NotCarried)?;
        let trips = known.trips(rules, program, op, &mut Derived(self));
        trips.map_err(|_| Reason::RuleDoesNotApply)
    }

    /// Checks that a term depends only on columns that are invariant in a loop, and on the trip number.
    fn is_over_columns_before(&self, term: &Term, op: OpId, counter: Option<Column>) -> Checked {
        let the_loop = self.rules.carried_loop(self.program, &self.dominance, op);
        let before = the_loop.ok_or(Reason::NotCarried)?.before;
        let varies = |&column: &Column| !self.exists_at(column, before) && Some(column) != counter;
        require(!term.has_leaf(varies), Reason::RuleSaysOtherwise)
    }

    /// Checks that a term is the column's reading of an integer, in terms of its other reading.
    pub(super) fn is_reading(&self, column: Column, term: &Term, value: ValueId) -> Checked {
        let TypeView::Integer { width } = self.program.value_type(value) else {
            return Err(Reason::NotAReading);
        };
        let wraps = self.setting.integers == Integers::Wrap;
        let [signed, unsigned] = [Column::Value(value), Column::Unsigned(value)].map(Expr::Leaf);
        let reading = match column {
            // The signed reading of the bit 1 is −1.
            Column::Value(_) if width == 1 => Expr::scaled(-1, unsigned),
            Column::Unsigned(_) if wraps || width == 1 => wrap_unsigned(signed, width as usize),
            Column::Value(_) if wraps => wrap_signed(unsigned, width as usize),
            _ => return Err(Reason::NotAReading),
        };
        require(*term == reading, Reason::NotAReading)
    }

    /// A term for a column of a fixed-width integer, wrapped to its width.
    pub(super) fn wrapped(&self, column: Column, term: Term) -> Term {
        let Some(width) = column.width(self.program) else {
            return term;
        };
        if let Expr::Leaf(leaf) = &term
            && leaf.fits(self.program, column, width)
        {
            return term;
        }
        let (bits, wraps) = (width as usize, self.setting.integers == Integers::Wrap);
        match column {
            Column::Element(..) if width == 1 => wrap_unsigned(term, 1),
            Column::Value(_) | Column::Element(..) if wraps => wrap_signed(term, bits),
            Column::Unsigned(_) if wraps => wrap_unsigned(term, bits),
            _ => term,
        }
    }
}

/// The largest degree of a closed form.
pub const MAX_DEGREE: i64 = 4;

/// `⌊trip·(trip − 1)·…·(trip − degree + 1) / divisor⌋`, exact for a divisor of the factorial of the degree.
pub fn falling_power(trip: &Term, degree: i64, divisor: i64) -> Term {
    let later = (1..degree).map(|k| Expr::sum(trip.clone(), Expr::integer(-k)));
    let product = Expr::apply(
        Operator::Mul,
        Vec::from_iter([trip.clone()].into_iter().chain(later)),
    );
    Expr::apply(Operator::FloorDiv, [product, Expr::integer(divisor)])
}

/// A closed form for the next trip: `(trip + 1)ᵈ = tripᵈ + d·tripᵈ⁻¹` for falling powers, and so for their exact quotients.
fn one_trip_later(closed: &Term, trip: &Term) -> Term {
    let next = Expr::sum(trip.clone(), Expr::integer(1));
    let (mut later, mut factorial) = (replaced(closed, trip, &next), 1);
    for degree in 2..=MAX_DEGREE {
        factorial *= degree;
        for divisor in (2..=factorial).filter(|divisor| factorial % divisor == 0) {
            let common = (1..=degree)
                .rfind(|k| degree % k == 0 && divisor % k == 0)
                .unwrap_or(1);
            let lower = falling_power(trip, degree - 1, divisor / common);
            let added = Expr::scaled(degree / common, lower);
            let sum = Expr::sum(falling_power(trip, degree, divisor), added);
            later = replaced(&later, &falling_power(&next, degree, divisor), &sum);
        }
    }
    later
}

/// The static value of a column in the type of its value.
fn stated_by_type(program: &dyn Program, column: Column, value: ValueId) -> Option<Int> {
    let shape = program.value_type(value).shape()?;
    match column {
        Column::Dim(_, dim) => match shape.extent(dim as usize)? {
            Extent::Static(size) => Some(Int::from(size)),
            _ => None,
        },
        Column::Rank(_) => Some(Int::from(shape.rank()?)),
        Column::Stride(_, dim) => shape.stride(dim as usize),
        Column::Offset(_) => shape.offset(),
        _ => None,
    }
}

/// The stride of a row-major type: the product of the inner sizes.
fn row_major(program: &dyn Program, column: Column, value: ValueId) -> Option<Term> {
    let Column::Stride(_, dim) = column else {
        return None;
    };
    let shape = program.value_type(value).shape()?;
    if shape.layout != Layout::Identity {
        return None;
    }
    let inner = dim.checked_add(1)?..u32::try_from(shape.rank()?).ok()?;
    let mut sizes: Vec<Term> = inner.map(|d| Expr::Leaf(Column::Dim(value, d))).collect();
    Some(match sizes.len() {
        1 => sizes.remove(0),
        _ => Expr::apply(Operator::Mul, sizes),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The form for the next trip has the value of the closed form there, also for sums and for negative trips.
    #[test]
    fn the_next_trip_has_the_value_of_its_form() {
        let trip = Expr::Leaf(Column::Symbol(0));
        let at = |term: &Term, value: i64| term.evaluate(&|_: &Column| Some(Int::from(value)));
        let mut tried = 0;
        for degree in 2..=MAX_DEGREE {
            let factorial: i64 = (1..=degree).product();
            for divisor in (1..=factorial).filter(|it| factorial % it == 0) {
                let power = falling_power(&trip, degree, divisor);
                let sum = Expr::sum(Expr::scaled(3, power.clone()), trip.clone());
                for closed in [power, sum] {
                    let later = one_trip_later(&closed, &trip);
                    for value in -30..=30 {
                        assert!(at(&later, value).is_some(), "{later:?}");
                        assert_eq!(
                            at(&later, value),
                            at(&closed, value + 1),
                            "{later:?} {value}"
                        );
                        tried += 1;
                    }
                }
            }
        }
        assert!(tried > 1_000, "{tried}");
    }
}
