//! The set of rules: what the files state, by op and by interface.

use crate::concept::Concepts;
use crate::library::{self, Library};
use crate::op_rules;
use crate::read;
use crate::reader::Reader;
use crate::schema::FieldKinds;
use crate::semantics::{self, Provided, Remembering};
use crate::syntax::Syntax;
use crate::word::WordRule;
use crate::{concept, files};
use calipers_semantics::{
    ColumnKind, Define, Fact, OpRules, OpSemantics, Rewrite, Rewrites, RuleSet, Schema, Source,
};
use calipers_support::order::Order;
use calipers_support::sexp::{self, FormError as RuleError};
use hashbrown::HashMap;
use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::Arc;

/// A set of rules. Cheap to clone.
#[derive(Clone, Default, Debug)]
pub struct Rules {
    pub(crate) ops: HashMap<String, OpRules>,
    /// Semantics in Rust of ops of the library.
    pub(crate) provided: HashMap<String, Provided>,
    pub(crate) interfaces: HashMap<String, Interface>,
    /// The wrapped ranges of the results of ops.
    pub(crate) words: HashMap<String, Vec<Arc<WordRule>>>,
    /// Aliases of dialects: a dialect's name, and the dialect whose rules apply to its ops.
    pub(crate) dialects: HashMap<String, String>,
    /// The arithmetic identities.
    pub(crate) rewrites: Arc<Rewrites>,
    /// The identities that shorten answers.
    pub(crate) answer_rewrites: Arc<Vec<Rewrite>>,
    /// In the order of the files.
    pub(crate) readers: Vec<Arc<Reader>>,
    pub(crate) concepts: Arc<Concepts>,
    /// The custom assembly of ops, in the order of the files.
    pub(crate) syntaxes: Vec<Syntax>,
    /// The library, if the set consists of the library alone. The other fields are then empty, except for the provided
    /// semantics.
    pub(crate) library: Option<&'static Library>,
}

/// A family of ops that share rules.
#[derive(Clone, Default, Debug)]
pub struct Interface {
    pub(crate) roles: Vec<String>,
    /// Definitions of its members' columns.
    pub defines: Vec<Arc<Define>>,
    /// Facts about its members.
    pub facts: Vec<Arc<Fact>>,
    /// The wrapped ranges of its members' results.
    pub words: Vec<Arc<WordRule>>,
    /// The members, each with its field for every role.
    pub members: Vec<(String, Vec<usize>)>,
}

impl Rules {
    /// The empty set: every op is unknown.
    #[inline]
    pub fn none() -> Rules {
        Rules::default()
    }

    /// The rules of the library. The rules of an op are parsed on first use, once per process.
    ///
    /// # Panics
    /// Never, nor do later look-ups: a test proves that all rules of the library can be parsed.
    #[inline]
    pub fn embedded() -> Rules {
        Rules {
            library: Some(Library::get()),
            ..Rules::default()
        }
    }

    /// The rule files of the library: names and texts, in the order in which they are loaded.
    #[inline]
    pub fn embedded_files() -> &'static [(&'static str, &'static str)] {
        files::FILES
    }

    /// Reads the library's rules of all ops, so that rules can be added to them. Costs some milliseconds the first
    /// time.
    #[inline]
    pub fn read_all(&mut self) {
        if self.library.is_some() {
            let provided = std::mem::take(&mut self.provided);
            *self = library::read_whole();
            for (op, own) in provided {
                for semantics in own.semantics {
                    self.provide(&[&op], semantics);
                }
            }
        }
    }

    /// Adds the rules of a text. `name` is the file's, for messages. The first text that is added to the library's
    /// rules forces all of these to be read, which costs some milliseconds.
    ///
    /// # Errors
    /// A form that is not a rule, with its position. The set is unchanged then.
    pub fn load(&mut self, name: &str, text: &str) -> Result<(), RuleError> {
        let mut rules = self.clone();
        rules.read_all();
        Arc::make_mut(&mut rules.concepts).note(name);
        read::read(&mut rules, name, text)?;
        *self = rules;
        Ok(())
    }

    /// Adds definitions of types and attributes that were converted from another description of a dialect.
    ///
    /// # Errors
    /// A definition of a name that is already defined.
    #[inline]
    pub fn describe(&mut self, definitions: &[concept::Definition]) -> sexp::expect::Result<()> {
        self.read_all();
        Arc::make_mut(&mut self.concepts).describe(definitions)
    }

    /// Adds the schema of an op.
    ///
    /// # Errors
    /// The op already has a different schema.
    #[inline]
    pub fn add_schema(&mut self, op: &str, schema: Schema) -> Result<(), String> {
        self.read_all();
        let known = self.ops.entry(op.to_owned()).or_default();
        op_rules::set_schema(known, op, schema)
    }

    /// Registers `semantics` for ops of these names, in addition to their rules. If a definition from a rule applies
    /// to a column, the definition by `semantics` is used as a fact.
    ///
    /// ```
    /// use calipers::analysis::{Analysis, Comparison, Variable, Verdict};
    /// use calipers::ir::{Module, ParseOptions};
    /// use calipers::program::{Column, OpId, Program, ValueId};
    /// use calipers::rules::{Constants, OpSemantics, Place, Rules, Stop};
    /// use calipers::term::{Expr, Operator};
    /// use std::sync::{Arc, OnceLock};
    ///
    /// /// `target.pad %n`: the next multiple of what a machine works on at once.
    /// #[derive(Debug)]
    /// struct Target {
    ///     lanes: i64,
    /// }
    ///
    /// impl OpSemantics for Target {
    ///     fn name(&self) -> &str {
    ///         "target"
    ///     }
    ///
    ///     fn define(
    ///         &self,
    ///         program: &dyn Program,
    ///         op: OpId,
    ///         _: Place,
    ///         column: Column,
    ///         _: &mut dyn Constants,
    ///     ) -> Result<Option<Expr<Column>>, Stop> {
    ///         let (&[operand], Column::Value(_)) = (program.operands(op), column) else {
    ///             return Ok(None);
    ///         };
    ///         let (n, lanes) = (Expr::Leaf(Column::Value(operand)), Expr::integer(self.lanes));
    ///         let count = Expr::apply(Operator::CeilDiv, [n, lanes]);
    ///         Ok(Some(Expr::scaled(self.lanes, count)))
    ///     }
    /// }
    ///
    /// let source = r#"func.func @f(%n: index) {
    ///   %padded = "target.pad"(%n) : (index) -> index
    ///   return
    /// }"#;
    /// let options = ParseOptions { allow_unregistered: true, ..Default::default() };
    /// let module = Module::parse(source, "f.mlir", options)?;
    /// let mut rules = Rules::embedded();
    /// rules.provide(&["target.pad"], Arc::new(Target { lanes: 8 }));
    /// let (n, padded) = (Variable::value(ValueId(0)), Variable::value(ValueId(1)));
    /// let mut analysis = Analysis::new(&module, &rules);
    /// assert_eq!(analysis.compare(&n, Comparison::Le, &padded), Verdict::Proved);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn provide(&mut self, ops: &[&str], semantics: Arc<dyn OpSemantics>) {
        for op in ops {
            match self.library {
                // The rules of the op are read on first use.
                Some(_) => {
                    let provided = self.provided.entry((*op).to_string()).or_default();
                    provided.add(semantics.clone());
                }
                None => {
                    let known = self.ops.entry((*op).to_string()).or_default();
                    semantics::extend(known, &semantics);
                }
            }
        }
    }

    /// The same rules with memos for the semantics in Rust, for many queries about one program that does not change
    /// meanwhile; `None` if none keeps anything.
    pub fn remembering(&self) -> Option<Rules> {
        let mut with = Remembering::default();
        let provided = self.provided.iter();
        let provided = provided.filter_map(|(op, known)| Some((op.clone(), with.provided(known)?)));
        let provided: Vec<(String, Provided)> = provided.collect();
        let ops = self.ops.iter();
        let ops = ops.filter_map(|(op, known)| Some((op.clone(), with.rules(known)?)));
        let ops: Vec<(String, OpRules)> = ops.collect();
        if provided.is_empty() && ops.is_empty() {
            return None;
        }
        let mut rules = self.clone();
        rules.provided.extend(provided);
        rules.ops.extend(ops);
        Some(rules)
    }

    /// The rules for a name that occurs in rule files, without aliases.
    #[inline]
    fn own_op(&self, name: &str) -> Option<&OpRules> {
        let Some(library) = self.library else {
            return self.ops.get(name);
        };
        match self.provided.get(name) {
            Some(provided) => Some(provided.rules(library.op(name))),
            None => library.op(name),
        }
    }

    /// A set with all interfaces of the op `name`.
    #[inline]
    fn interfaces_of(&self, name: &str) -> &Rules {
        self.library
            .map_or(self, |library| library.interfaces_of(name))
    }

    /// The rules for ops of that name.
    #[inline]
    pub fn op(&self, name: &str) -> Option<&OpRules> {
        match self.own_op(name) {
            None => self.own_op(&self.name_of_rules(name)?),
            known => known,
        }
    }

    /// Whether there are rules for ops of that name. Rules of the library are not read for that.
    pub fn has_op(&self, name: &str) -> bool {
        let has_own = |name: &str| match self.library {
            Some(_) => Library::has_op(name) || self.provided.contains_key(name),
            None => self.ops.contains_key(name),
        };
        has_own(name) || self.name_of_rules(name).is_some_and(|name| has_own(&name))
    }

    /// The word rules for ops of that name.
    pub fn words(&self, name: &str) -> &[Arc<WordRule>] {
        let alias = match self.own_op(name) {
            None => self.name_of_rules(name),
            Some(_) => None,
        };
        let name = alias.as_deref().unwrap_or(name);
        let words = self.interfaces_of(name).words.get(name);
        words.map_or(&[], Vec::as_slice)
    }

    /// The op's name in the dialect of which its own dialect is an alias.
    fn name_of_rules(&self, name: &str) -> Option<String> {
        // Prefixes are short: a search by words of memory would cost more.
        let dot = name.bytes().position(|byte| byte == b'.')?;
        let (dialect, rest) = (&name[..dot], &name[dot + 1..]);
        let other = match self.library {
            Some(library) => library.dialect(dialect)?,
            None => self.dialects.get(dialect)?,
        };
        Some(format!("{other}.{rest}"))
    }

    /// The field of an op for a role of an interface; none if the op is not a member, or if the interface has no such
    /// role.
    pub fn role(&self, interface: &str, role: &str, op: &str) -> Option<usize> {
        let own = self.name_of_rules(op);
        let op = own.as_deref().unwrap_or(op);
        let interface = self.interfaces_of(op).interfaces.get(interface)?;
        let role = interface.roles.iter().position(|known| known == role)?;
        let (_, fields) = interface.members.iter().find(|(member, _)| member == op)?;
        fields.get(role).copied()
    }

    /// Whether a field of an op, or of the members of an interface, holds attributes or values.
    pub fn field_kinds(&self, op: &str, position: usize) -> FieldKinds {
        let source = |op: &str, position: usize| {
            let field = self.op(op)?.schema.fields.get(position)?;
            Some(&field.source)
        };
        let all: Vec<Option<&Source>> = match self.interfaces.get(op) {
            None => vec![source(op, position)],
            Some(interface) => {
                let members = interface.members.iter();
                members
                    .map(|(op, fields)| source(op, *fields.get(position)?))
                    .collect()
            }
        };
        let attributes = |it: &Option<&Source>| matches!(it, Some(Source::Attribute(_)));
        let values = |it: &Option<&Source>| {
            !matches!(it, None | Some(Source::Attribute(_) | Source::Mixed(_)))
        };
        match all.as_slice() {
            [] => FieldKinds::Mixed,
            all if all.iter().all(attributes) => FieldKinds::Attributes,
            all if all.iter().all(values) => FieldKinds::Values,
            _ => FieldKinds::Mixed,
        }
    }

    /// Whether an op is a member of an interface.
    #[inline]
    pub fn is_member(&self, interface: &str, op: &str) -> bool {
        let own = self.name_of_rules(op);
        let op = own.as_deref().unwrap_or(op);
        let interface = self.interfaces_of(op).interfaces.get(interface);
        interface.is_some_and(|interface| interface.members.iter().any(|(name, _)| name == op))
    }

    /// The members of an interface, sorted: ops by their names.
    pub fn members(&self, interface: &str) -> Vec<&str> {
        let mut names: Vec<&str> = match (self.library, self.interfaces.get(interface)) {
            (Some(library), _) => library.members(interface).collect(),
            (None, Some(known)) => known.members.iter().map(|(name, _)| &name[..]).collect(),
            (None, None) => vec![],
        };
        names.order();
        names
    }

    /// The names of all interfaces, sorted.
    pub fn interface_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = match self.library {
            Some(library) => library.interface_names().collect(),
            None => self.interfaces.keys().map(String::as_str).collect(),
        };
        names.order();
        names
    }

    /// Whether there is an interface of that name.
    #[inline]
    pub fn has_interface(&self, name: &str) -> bool {
        match self.library {
            Some(library) => library.has_interface(name),
            None => self.interfaces.contains_key(name),
        }
    }

    /// The readers, in the order of the files.
    #[inline]
    pub fn readers(&self) -> &[Arc<Reader>] {
        &self.library.map_or(self, Library::common).readers
    }

    /// The concepts of the rule files and of the files that they import.
    #[inline]
    pub fn concepts(&self) -> &Concepts {
        &self.library.map_or(self, Library::general).concepts
    }

    /// The rules of ops from loaded texts; empty for the library, whose rules are read on demand.
    #[inline]
    pub fn loaded_ops(&self) -> &HashMap<String, OpRules> {
        &self.ops
    }

    /// The interfaces from loaded texts, as in [`Rules::loaded_ops`].
    #[inline]
    pub fn loaded_interfaces(&self) -> &HashMap<String, Interface> {
        &self.interfaces
    }

    /// The concepts, mutable.
    #[inline]
    pub fn concepts_mut(&mut self) -> &mut Concepts {
        self.read_all();
        Arc::make_mut(&mut self.concepts)
    }

    /// Adds the rule of one form.
    ///
    /// # Errors
    /// A form that is not a rule; the set may then contain a part of it.
    #[inline]
    pub fn read_form(&mut self, form: &sexp::Form) -> sexp::expect::Result<()> {
        self.read_all();
        read::rule(self, form)
    }

    /// The arithmetic identities.
    #[inline]
    pub fn rewrites(&self) -> &Arc<Rewrites> {
        &self.library.map_or(self, Library::common).rewrites
    }

    /// The identities that shorten answers, `:for answers`, in the order of the files.
    pub fn answer_rewrites(&self) -> &Arc<Vec<Rewrite>> {
        &self.library.map_or(self, |it| it.answers()).answer_rewrites
    }

    /// The names of the ops that have rules, sorted.
    pub fn op_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = match self.library {
            Some(library) => library.op_names().collect(),
            None => vec![],
        };
        names.extend(self.ops.keys().map(String::as_str));
        names.extend(self.provided.keys().map(String::as_str));
        names.order();
        names.dedup();
        names
    }

    /// The dialects whose ops have rules here but not in the library, sorted.
    pub fn added_dialects(&self) -> Vec<String> {
        let dialects = |rules: &Rules| -> BTreeSet<String> {
            let names = rules.op_names().into_iter();
            let dialects = names.filter_map(|name| Some(name.split_once('.')?.0.to_owned()));
            dialects.collect()
        };
        match self.library {
            Some(_) if self.provided.is_empty() => vec![],
            _ => {
                let of_the_library = dialects(&Rules::embedded());
                let own = dialects(self).into_iter();
                own.filter(|it| !of_the_library.contains(it)).collect()
            }
        }
    }

    /// The custom assembly of ops that files declare.
    #[inline]
    pub fn syntaxes(&self) -> &[Syntax] {
        &self.syntaxes
    }

    /// Whether some rule defines the number of iterations of the op of that name, possibly under guards.
    #[inline]
    pub fn tells_trips(&self, op: &str) -> bool {
        let known = self.op(op);
        known.is_some_and(|known| known.defines.iter().any(|it| it.kind == ColumnKind::Trips))
    }
}

impl RuleSet for Rules {
    fn op(&self, name: &str) -> Option<&OpRules> {
        Rules::op(self, name)
    }

    fn own_op(&self, name: &str) -> Option<&OpRules> {
        Rules::own_op(self, name)
    }

    fn has_interface(&self, name: &str) -> bool {
        Rules::has_interface(self, name)
    }

    fn is_member(&self, interface: &str, op: &str) -> bool {
        Rules::is_member(self, interface, op)
    }

    fn role(&self, interface: &str, role: &str, op: &str) -> Option<usize> {
        Rules::role(self, interface, role, op)
    }

    fn rewrites(&self) -> &Arc<Rewrites> {
        Rules::rewrites(self)
    }
}

/// The loops, joins and branches of a program by these rules.
impl Deref for Rules {
    type Target = dyn RuleSet;

    fn deref(&self) -> &Self::Target {
        self
    }
}
