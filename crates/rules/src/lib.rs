//! The rule language: the reader of op schemas, definitions, facts, interfaces and arithmetic identities, and the
//! library of rules. The semantics crate has the rules as data, and applies them to an op.

/// Declares a trait with methods for a type of another crate, and implements it.
macro_rules! extension {
    (
        $(#[$doc:meta])* $visibility:vis trait $name:ident for $of:ty {
            $($(#[$method_doc:meta])* fn $method:ident $arguments:tt $(-> $result:ty)? $body:block)*
        }
    ) => {
        $(#[$doc])*
        $visibility trait $name {
            $($(#[$method_doc])* fn $method $arguments $(-> $result)?;)*
        }

        impl $name for $of {
            $(fn $method $arguments $(-> $result)? $body)*
        }
    };
}

mod calls;
mod choices;
pub mod concept;
mod demand;
mod files;
mod formula;
mod head;
mod library;
mod op_rules;
mod read;
mod reader;
mod readings;
mod rules;
mod schema;
mod semantics;
mod syntax;
mod table;
mod verify;
mod word;

pub use calipers_semantics::{
    Anchor, Anchors, Body, CarriedLoop, CarriedValue, ColumnKind, Constants, Define, Evaluator,
    Fact, Field, Fields, Formula, Function, Guard, Head, Instance, Item, Join, Kept, Loop, Merge,
    OpRules, OpSemantics, PREFIX, Pattern, Place, Quantifier, ResultField, Rewrite, Rewrites, Role,
    RuleSet, Schema, Shown, Slot, Source, Stop, Subject, kept_dims, owner,
};
pub use calipers_support::sexp::FormError as RuleError;
pub use calls::is_replaceable;
pub use demand::{is_assumption, may_define, may_hold_from};
pub use formula::{function_named, quantifier_named, renamed};
pub use op_rules::{is_beside, signatures};
pub use reader::{FieldRead, ReadAttribute, ReadOperand, ReadResult, Reader, Reading, ResultTypes};
pub use rules::{Interface, Rules};
pub use schema::{FieldKinds, has_constraints, has_successors, results_named};
pub use syntax::Syntax;
pub use table::{OpSummary, RuleName, Where};
pub use verify::{Verifier, Violation};
pub use word::{Reproduces, WordFormula, WordOperator, WordRule, WordTerm};
