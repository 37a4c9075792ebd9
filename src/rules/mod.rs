//! The rule language: op schemas, definitions, facts, interfaces and arithmetic identities, read
//! from text.

pub mod check;
mod evaluate;
mod flow;
mod formula;
mod instance;
mod loops;
mod op_rules;
mod rank_reduction;
mod read;
mod reader;
mod rewrite;
mod rule;
mod schema;
mod semantics;
mod table;
mod verify;
mod word;
mod wrapper;

pub use crate::sexp::FormError as RuleError;
pub use evaluate::{Constants, Evaluator, Item, Stop};
pub use formula::{Formula, Function, Quantifier, Slot};
pub use instance::Instance;
pub use loops::{CarriedLoop, CarriedValue};
pub use op_rules::OpRules;
pub(crate) use op_rules::signatures;
pub(crate) use rank_reduction::kept_dims;
pub use reader::{ReadAttribute, ReadOperand, ReadResult, Reader, Reading, ResultTypes};
pub use rewrite::{Guard, Pattern, Rewrite, Rewrites};
pub use rule::{Anchor, Anchors, Body, ColumnKind, Define, Fact, Head, Loop, Place, Role, Subject};
pub use schema::{Field, ResultField, Schema, Source};
pub use semantics::OpSemantics;
pub(crate) use semantics::PREFIX;
pub use verify::{Verifier, Violation};
pub use word::{WordFormula, WordOperator, WordRule, WordTerm};

pub use wrapper::{FieldValue, is_op};

use crate::concept::Concepts;
use crate::program::{OpId, Program, ValueId};
use evaluate::argument_of;
use hashbrown::HashMap;
use std::sync::Arc;

/// A set of rules. Cheap to clone.
#[derive(Clone, Default, Debug)]
pub struct Rules {
    ops: HashMap<String, OpRules>,
    interfaces: HashMap<String, Interface>,
    /// Dialects whose ops are those of another, by name.
    dialects: HashMap<String, String>,
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
    (
        "stablehlo.rules",
        include_str!("../../rules/stablehlo.rules"),
    ),
    (
        "broadcast.rules",
        include_str!("../../rules/broadcast.rules"),
    ),
    ("tosa.rules", include_str!("../../rules/tosa.rules")),
    ("onnx.rules", include_str!("../../rules/onnx.rules")),
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
        match self.ops.get(name) {
            None => self.ops.get(&*self.name_of_rules(name)?),
            known => known,
        }
    }

    /// What rules call an op of a dialect whose ops are those of another.
    fn name_of_rules(&self, name: &str) -> Option<String> {
        let (dialect, rest) = name.split_once('.')?;
        let other = self.dialects.get(dialect)?;
        Some(format!("{other}.{rest}"))
    }

    /// The field of an op for a role of an interface; none if the op is no member, or the interface
    /// has no such role.
    pub fn role(&self, interface: &str, role: &str, op: &str) -> Option<usize> {
        let own = self.name_of_rules(op);
        let op = own.as_deref().unwrap_or(op);
        let interface = self.interfaces.get(interface)?;
        let role = interface.roles.iter().position(|known| known == role)?;
        let (_, fields) = interface.members.iter().find(|(member, _)| member == op)?;
        fields.get(role).copied()
    }

    /// Whether an op is a member of an interface.
    pub fn is_member(&self, interface: &str, op: &str) -> bool {
        let own = self.name_of_rules(op);
        let op = own.as_deref().unwrap_or(op);
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
