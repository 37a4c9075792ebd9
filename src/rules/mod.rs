//! The rule language: op schemas, definitions, facts, interfaces and arithmetic identities, read
//! from text.

pub mod check;
mod evaluate;
mod flow;
mod formula;
mod loops;
mod rank_reduction;
mod read;
mod reader;
mod rewrite;
mod schema;
mod semantics;
mod table;
mod verify;
mod word;
mod wrapper;

pub use crate::sexp::FormError as RuleError;
pub use evaluate::{Constants, Evaluator, Item, Stop};
pub use formula::{Formula, Function, Quantifier, Slot};
pub use loops::{CarriedLoop, CarriedValue};
pub(crate) use rank_reduction::kept_dims;
pub use reader::{ReadAttribute, ReadOperand, ReadResult, Reader, Reading, ResultTypes};
pub use rewrite::{Guard, Pattern, Rewrite, Rewrites};
pub use schema::{Field, ResultField, Schema, Source};
pub use semantics::OpSemantics;
pub(crate) use semantics::PREFIX;
pub use verify::{Verifier, Violation};
pub use word::{WordFormula, WordOperator, WordRule, WordTerm};

pub use wrapper::{FieldValue, is_op};

use crate::concept::{Concepts, Constraint, Predicate, is_narrower};
use crate::program::{Column, OpId, Program, ValueId};
use crate::term::Expr;
use evaluate::argument_of;
use hashbrown::HashMap;
use smallvec::smallvec;
use std::sync::Arc;

/// Which kind of column a definition is of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ColumnKind {
    /// `(value …)`: an index value, the signed reading of an integer.
    Value,
    /// `(uint …)`
    Unsigned,
    /// `(dim … ?d)`
    Dim,
    /// `(stride … ?d)`
    Stride,
    /// `(offset …)`
    Offset,
    /// `(rank …)`
    Rank,
    /// `(elem … ?i)`
    Element,
    /// `(trip …)`: of an induction variable, how many iterations came before.
    Trip,
    /// `(trips …)`: of a loop, how many iterations it runs in all.
    Trips,
}

impl ColumnKind {
    /// The kind of a column, and its index; none of a variable that no program defines.
    pub fn of(column: Column) -> Option<(ColumnKind, Option<u32>)> {
        Some(match column {
            Column::Value(_) => (ColumnKind::Value, None),
            Column::Unsigned(_) => (ColumnKind::Unsigned, None),
            Column::Dim(_, index) => (ColumnKind::Dim, Some(index)),
            Column::Stride(_, index) => (ColumnKind::Stride, Some(index)),
            Column::Offset(_) => (ColumnKind::Offset, None),
            Column::Rank(_) => (ColumnKind::Rank, None),
            Column::Element(_, index) => (ColumnKind::Element, Some(index)),
            Column::Trip(_) => (ColumnKind::Trip, None),
            Column::Symbol(_) => return None,
        })
    }
}

/// Which value of an op a definition is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Any result; its number is bound to the slot, if there is one.
    Result(Option<Slot>),
    /// An argument of the entry block of that region; its number is bound to the slot.
    Argument(usize, Option<Slot>),
    /// Any result, any argument of any region's entry block.
    Any,
}

/// What a rule says.
#[derive(Clone, Debug)]
pub enum Body {
    /// A formula.
    Formula(Arc<Formula>),
    /// What Rust code says.
    Provided(Arc<dyn OpSemantics>),
}

/// What all rules about ops have in common.
#[derive(Clone, Debug)]
pub struct Head {
    /// The rule's name in proofs.
    pub name: Arc<str>,
    /// Which fields of the op are bound to which variables.
    pub fields: Vec<(usize, Slot)>,
    /// How many variables there are.
    pub variables: usize,
    /// Guards: static conditions on the op.
    pub when: Arc<Vec<Formula>>,
    /// Conditions to be proved at question time.
    pub given: Arc<Vec<Formula>>,
}

/// A definition for what satisfies a concept in one field: it comes before those for all.
#[derive(Clone, Debug)]
pub struct Role {
    /// The variable that the field is bound to.
    pub slot: Slot,
    /// What holds of it; among the guards too.
    pub constraint: Constraint,
}

/// A definition: a column of a value equals a term.
#[derive(Clone, Debug)]
pub struct Define {
    /// Name, fields, guards.
    pub head: Head,
    /// The fields that it is made for; none if it is for all.
    pub roles: Vec<Role>,
    /// Which kind of column.
    pub kind: ColumnKind,
    /// Of which value.
    pub subject: Subject,
    /// The variable that stands for the dimension or index.
    pub index: Option<Slot>,
    /// The term.
    pub body: Body,
}

/// Where a fact holds from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Anchor {
    /// Right after the op.
    After,
    /// At the start of the entry block of that region.
    In(usize),
}

/// Which anchors a fact has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchors {
    /// This one.
    One(Anchor),
    /// Every region of the op; its number is bound to the slot.
    EachRegion(Slot),
}

/// A fact: a condition that is true where control has come.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Name, fields, guards.
    pub head: Head,
    /// Where it holds from.
    pub anchors: Anchors,
    /// The condition, or a list of them.
    pub body: Body,
}

/// An op that runs a region again and again, passing values on.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The field with the initial values, one for each result.
    pub inits: usize,
    /// The region that is the body; its terminator passes on one value for each result.
    pub body: usize,
    /// How many arguments of the body come before the carried ones.
    pub counters: usize,
    /// The region whose terminator passes the values on to the next iteration. Where it is not the
    /// body, results are not what is carried, but what rules say.
    pub latch: usize,
}

/// What is known of ops of one name.
#[derive(Clone, Default, Debug)]
pub struct OpRules {
    /// Its fields.
    pub schema: Schema,
    /// Definitions, in the order in which they are tried.
    pub defines: Vec<Arc<Define>>,
    /// Facts.
    pub facts: Vec<Arc<Fact>>,
    /// What its results are bit by bit.
    pub words: Vec<Arc<WordRule>>,
    /// Its loop, if it is one.
    pub loop_: Option<Arc<Loop>>,
}

/// A set of rules. Cheap to clone.
#[derive(Clone, Default, Debug)]
pub struct Rules {
    ops: HashMap<String, OpRules>,
    interfaces: HashMap<String, Interface>,
    /// The arithmetic identities.
    rewrites: Arc<Rewrites>,
    /// In the order of the files.
    readers: Vec<Arc<Reader>>,
    concepts: Arc<Concepts>,
}

/// A family of ops that share rules.
#[derive(Clone, Default, Debug)]
struct Interface {
    roles: Vec<String>,
    defines: Vec<Arc<Define>>,
    facts: Vec<Arc<Fact>>,
    words: Vec<Arc<WordRule>>,
    /// The members, each with its field for every role.
    members: Vec<(String, Vec<usize>)>,
}

/// The rule files that come with the library, in order.
const EMBEDDED: &[(&str, &str)] = &[
    (
        "arithmetic.rules",
        include_str!("../../rules/arithmetic.rules"),
    ),
    ("arith.rules", include_str!("../../rules/arith.rules")),
    ("index.rules", include_str!("../../rules/index.rules")),
    ("affine.rules", include_str!("../../rules/affine.rules")),
    ("scf.rules", include_str!("../../rules/scf.rules")),
    ("tensor.rules", include_str!("../../rules/tensor.rules")),
    ("memref.rules", include_str!("../../rules/memref.rules")),
    ("linalg.rules", include_str!("../../rules/linalg.rules")),
    (
        "bufferization.rules",
        include_str!("../../rules/bufferization.rules"),
    ),
    ("cf.rules", include_str!("../../rules/cf.rules")),
    (
        "assumptions.rules",
        include_str!("../../rules/assumptions.rules"),
    ),
    ("shape.rules", include_str!("../../rules/shape.rules")),
    ("tosa.rules", include_str!("../../rules/tosa.rules")),
    ("amdgpu.rules", include_str!("../../rules/amdgpu.rules")),
    ("vector.rules", include_str!("../../rules/vector.rules")),
    ("func.rules", include_str!("../../rules/func.rules")),
    ("gpu.rules", include_str!("../../rules/gpu.rules")),
    ("llvm.rules", include_str!("../../rules/llvm.rules")),
    ("nvvm.rules", include_str!("../../rules/nvvm.rules")),
    ("rocdl.rules", include_str!("../../rules/rocdl.rules")),
    ("test.rules", include_str!("../../rules/test.rules")),
];

impl Rules {
    /// No rules at all: every op is unknown.
    pub fn none() -> Rules {
        Rules::default()
    }

    /// The rules that come with the library. Reading them takes some milliseconds: read them once and
    /// clone them, or lend them to every analysis.
    ///
    /// # Panics
    /// Never: that they can be read is tested.
    pub fn embedded() -> Rules {
        let mut rules = Rules::none();
        for (name, text) in EMBEDDED {
            // Not by `load`, which keeps a copy in case of an error.
            read::read(&mut rules, name, text).expect("the embedded rules can be read");
        }
        rules
    }

    /// The files of the rules that come with the library: names and texts, in the order in which they are
    /// loaded.
    pub fn embedded_files() -> &'static [(&'static str, &'static str)] {
        EMBEDDED
    }

    /// Adds the rules of a text. `name` is the file's, for messages.
    ///
    /// # Errors
    /// A form that is not a rule, with its place. Nothing is added then.
    pub fn load(&mut self, name: &str, text: &str) -> Result<(), RuleError> {
        let mut rules = self.clone();
        read::read(&mut rules, name, text)?;
        *self = rules;
        Ok(())
    }

    /// What is known of ops of that name.
    pub fn op(&self, name: &str) -> Option<&OpRules> {
        self.ops.get(name)
    }

    /// The field of an op for a role of an interface; none if the op is no member, or the interface
    /// has no such role.
    pub fn role(&self, interface: &str, role: &str, op: &str) -> Option<usize> {
        let interface = self.interfaces.get(interface)?;
        let role = interface.roles.iter().position(|known| known == role)?;
        let (_, fields) = interface.members.iter().find(|(member, _)| member == op)?;
        fields.get(role).copied()
    }

    /// Whether an op is a member of an interface.
    pub fn is_member(&self, interface: &str, op: &str) -> bool {
        let interface = self.interfaces.get(interface);
        interface.is_some_and(|interface| interface.members.iter().any(|(name, _)| name == op))
    }

    /// The schema of the op `op`, and where in it the field lies that goes by the name of `field`
    /// in `name`: that op itself, or an interface of which it is a member.
    fn member_field(&self, op: &str, name: &str, field: &str) -> Option<(&Schema, usize)> {
        let schema = &self.ops.get(op)?.schema;
        let position = match self.interfaces.contains_key(name) {
            true => self.role(name, field, op)?,
            false if op == name => schema.position(field)?,
            false => return None,
        };
        Some((schema, position))
    }

    /// The concepts of the rule files, and those that they import.
    pub fn concepts(&self) -> &Concepts {
        &self.concepts
    }

    /// The arithmetic identities.
    pub fn rewrites(&self) -> &Arc<Rewrites> {
        &self.rewrites
    }

    /// The names of the ops that have rules, sorted.
    pub fn op_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.ops.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// The op that says what `value` is, and as which of its subjects: a result, or the argument of
    /// one of its regions.
    pub fn owner(program: &(impl Program + ?Sized), value: ValueId) -> Option<(OpId, Place)> {
        match program.definition(value) {
            crate::program::Definition::Result { op, index } => Some((op, Place::Result(index))),
            crate::program::Definition::Argument { .. } => {
                let (op, region, index) = argument_of(program, value)?;
                Some((op, Place::Argument(region, index)))
            }
        }
    }
}

/// Which of its op's values a value is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A result.
    Result(usize),
    /// An argument of the entry block of a region.
    Argument(usize, usize),
}

impl Place {
    /// The value of `op` that it is; none where the op has no such value.
    pub fn value(self, program: &(impl Program + ?Sized), op: OpId) -> Option<ValueId> {
        match self {
            Place::Result(number) => program.results(op).get(number).copied(),
            Place::Argument(region, number) => {
                let region = *program.regions(op).get(region)?;
                let entry = *program.blocks(region).first()?;
                program.block_arguments(entry).get(number).copied()
            }
        }
    }
}

/// What two definitions demand of the fields that either is made for, in one order.
pub(crate) fn signatures(first: &Define, second: &Define) -> (Vec<Constraint>, Vec<Constraint>) {
    let demands = |define: &Define| -> Vec<(usize, Constraint)> {
        let fields = |role: &Role| {
            let bound = define
                .head
                .fields
                .iter()
                .find(|(_, slot)| *slot == role.slot)?;
            Some((bound.0, role.constraint.clone()))
        };
        define.roles.iter().filter_map(fields).collect()
    };
    let (own, theirs) = (demands(first), demands(second));
    let signature = |demands: &[(usize, Constraint)]| -> Vec<Constraint> {
        let all = own
            .iter()
            .chain(theirs.iter().filter(|it| own.iter().all(|o| o.0 != it.0)));
        all.map(|(field, example)| {
            let demand = demands.iter().find(|(other, _)| other == field);
            let any = || Constraint::new(example.sort, Predicate::ANY);
            demand.map_or_else(any, |(_, constraint)| constraint.clone())
        })
        .collect()
    };
    (signature(&own), signature(&theirs))
}

impl OpRules {
    /// Adds a definition. One that is made for a concept in a role comes before those for all, and of two
    /// that are, the one whose concept implies the other's; apart from that they keep the order in which
    /// they were given.
    pub(crate) fn insert(&mut self, define: Define) {
        let comes_first = |other: &Arc<Define>| match other.roles.is_empty() {
            true => !define.roles.is_empty(),
            false => {
                let (own, theirs) = signatures(&define, other);
                is_narrower(&own, &theirs)
            }
        };
        let place = self.defines.iter().position(comes_first);
        let place = place.unwrap_or(self.defines.len());
        self.defines.insert(place, Arc::new(define));
    }

    /// How many iterations a loop op runs, as a term over what is known before it.
    ///
    /// # Errors
    /// [`Stop`].
    pub fn trips(
        &self,
        rules: &Rules,
        program: &dyn Program,
        op: OpId,
        constants: &mut dyn Constants,
    ) -> Result<Expr<Column>, Stop> {
        let place = Place::Result(0);
        for define in self
            .defines
            .iter()
            .filter(|it| it.kind == ColumnKind::Trips)
        {
            match define.instantiate(rules, program, op, place, None, constants) {
                Ok(Instance { given, mut terms }) if given.is_empty() && terms.len() == 1 => {
                    return Ok(terms.remove(0));
                }
                Err(Stop::Demand(column)) => return Err(Stop::Demand(column)),
                Ok(_) | Err(Stop::Inapplicable) => {}
            }
        }
        Err(Stop::Inapplicable)
    }
}

impl Head {
    /// An evaluator with the fields of `op` bound; none if the op does not have the form that its
    /// schema says.
    fn bind<'p, 'c, P: Program + ?Sized>(
        &'c self,
        rules: &'c Rules,
        program: &'p P,
        op: OpId,
        constants: &'c mut dyn Constants,
    ) -> Option<Evaluator<'p, 'c, P>> {
        let schema = &rules.op(program.op_name(op))?.schema;
        let mut variables = smallvec![None; self.variables];
        match schema.fixed_operands() {
            // Fields that no guard lets come to be asked for are not looked up.
            Some(count) => (program.operands(op).len() == count).then_some(())?,
            None => {
                for &(field, slot) in &self.fields {
                    variables[slot] = Some(schema.field(program, op, field)?);
                }
            }
        }
        Some(Evaluator {
            program,
            op: Some(op),
            variables,
            schema: Some(schema),
            element: None,
            constants,
            rules,
            fields: &self.fields,
        })
    }

    /// The conditions under which the rule holds, given that its guards let it apply.
    fn conditions<P: Program + ?Sized>(
        &self,
        evaluator: &mut Evaluator<'_, '_, P>,
    ) -> Result<Vec<Expr<Column>>, Stop> {
        for guard in self.when.iter() {
            if !evaluator.holds(guard)? {
                return Err(Stop::Inapplicable);
            }
        }
        self.given
            .iter()
            .map(|given| evaluator.term(given))
            .collect()
    }
}

/// The interface of ops that compute each element of their result from the elements at the same place
/// of their operands, as they compute a scalar from scalars.
const BY_ELEMENTS: &str = "by-elements";

impl Define {
    /// Whether it may say something of the columns of a kind of `op`'s values: of elements also what it
    /// says of scalars, where the op computes by elements.
    pub fn is_of(
        &self,
        rules: &Rules,
        program: &(impl Program + ?Sized),
        op: OpId,
        kind: ColumnKind,
    ) -> bool {
        let is_scalar = matches!(self.kind, ColumnKind::Value | ColumnKind::Unsigned);
        self.kind == kind
            || (kind == ColumnKind::Element
                && is_scalar
                && rules.is_member(BY_ELEMENTS, program.op_name(op)))
    }

    /// The term that this definition gives to a column of `place` of `op`: `Err(Inapplicable)` if
    /// it says nothing of it.
    ///
    /// # Errors
    /// [`Stop`].
    pub fn instantiate(
        &self,
        rules: &Rules,
        program: &dyn Program,
        op: OpId,
        place: Place,
        index: Option<u32>,
        constants: &mut dyn Constants,
    ) -> Result<Instance, Stop> {
        // A scalar has no index: what is said of it is asked of an element.
        let of_element = index.filter(|_| {
            use ColumnKind::{Element, Unsigned, Value};
            matches!(self.kind, Element | Value | Unsigned)
        });
        if let Some(index) = of_element {
            let value = place.value(program, op).ok_or(Stop::Inapplicable)?;
            if !Column::has_element(program, value, index) {
                return Err(Stop::Inapplicable);
            }
        }
        let lifted = of_element.filter(|_| self.kind != ColumnKind::Element);
        let body = match &self.body {
            Body::Formula(body) => body,
            Body::Provided(_) if lifted.is_some() => return Err(Stop::Inapplicable),
            Body::Provided(semantics) => {
                let (at, column) = ((op, place), (self.kind, index));
                let semantics = &**semantics;
                let term =
                    semantics::provided_definition(semantics, program, at, column, constants)?;
                return Ok(Instance {
                    given: vec![],
                    terms: vec![term],
                });
            }
        };
        let mut evaluator = self
            .head
            .bind(rules, program, op, constants)
            .ok_or(Stop::Inapplicable)?;
        evaluator.element = lifted;
        let number = match (&self.subject, place) {
            (Subject::Result(slot), Place::Result(number)) => slot.map(|slot| (slot, number)),
            (Subject::Argument(region, slot), Place::Argument(other, number))
                if *region == other =>
            {
                slot.map(|slot| (slot, number))
            }
            _ => return Err(Stop::Inapplicable),
        };
        for (slot, number) in number
            .into_iter()
            .chain(self.index.zip(index.map(|index| index as usize)))
        {
            evaluator.variables[slot] = Some(Item::Integer(number.into()));
        }
        let given = self.head.conditions(&mut evaluator)?;
        Ok(Instance {
            given,
            terms: vec![evaluator.term(body)?],
        })
    }
}

impl Fact {
    /// Whether something may be stated from that anchor on.
    pub fn holds_from(&self, anchor: Anchor) -> bool {
        match self.anchors {
            Anchors::One(own) => own == anchor,
            Anchors::EachRegion(_) => matches!(anchor, Anchor::In(_)),
        }
    }

    /// The anchors that it has on an op.
    pub fn anchors_on(&self, program: &(impl Program + ?Sized), op: OpId) -> Vec<Anchor> {
        match self.anchors {
            Anchors::One(anchor) => vec![anchor],
            Anchors::EachRegion(_) => (0..program.regions(op).len()).map(Anchor::In).collect(),
        }
    }

    /// The conditions that hold from an anchor on.
    ///
    /// # Errors
    /// [`Stop`].
    pub fn instantiate(
        &self,
        rules: &Rules,
        program: &dyn Program,
        op: OpId,
        anchor: Anchor,
        constants: &mut dyn Constants,
    ) -> Result<Instance, Stop> {
        let body = match &self.body {
            Body::Formula(body) => body,
            Body::Provided(semantics) => {
                let semantics = &**semantics;
                return Ok(Instance {
                    given: vec![],
                    terms: semantics::provided_facts(semantics, program, op, anchor, constants)?,
                });
            }
        };
        let mut evaluator = self
            .head
            .bind(rules, program, op, constants)
            .ok_or(Stop::Inapplicable)?;
        if let (Anchors::EachRegion(slot), Anchor::In(region)) = (self.anchors, anchor) {
            evaluator.variables[slot] = Some(Item::Integer(region.into()));
        }
        let given = self.head.conditions(&mut evaluator)?;
        Ok(Instance {
            given,
            terms: evaluator.conditions(body)?,
        })
    }
}

/// What a rule says of one op.
#[derive(Clone, PartialEq, Debug)]
pub struct Instance {
    /// Conditions under which it says so.
    pub given: Vec<Expr<Column>>,
    /// The term of a definition, or the conditions of a fact.
    pub terms: Vec<Expr<Column>>,
}
