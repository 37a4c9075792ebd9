//! `calipers rules why`: for each rule of an op, whether it applies to an op of a program, and if not, what does not fit.

use super::super::input::{self, Dialects};
use super::super::rule_files::{self, RuleFiles};
use super::gives;
use calipers::analysis::column_name;
use calipers::analysis::{Analysis, Variable};
use calipers::diagnostic::similar;
use calipers::ir::Module;
use calipers::number::Int;
use calipers::program::{Column, OpId, Program};
use calipers::rules::{
    Anchors, Body, Constants, Define, Fact, Fields, Formula, Head, Item, Place, Rules, Schema,
    Slot, Source, Stop, Verifier, owner,
};
use calipers::sexp::{Form, FormKind, Forms};
use calipers::source::Options;
use std::collections::HashSet;

/// The program, and the op that is asked about.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  calipers rules why examples/tiled_matmul.mlir affine.min
  calipers rules why examples/tiled_matmul.mlir %width
  calipers rules why examples/dialect/program.mlir frame.sample --rules examples/dialect/frame.rules")]
pub(super) struct Why {
    /// The program, or `-` for the standard input.
    #[arg(value_name = "FILE")]
    program: String,
    /// The name of an op, or a value of it: `%x`, or that of line 12 alone, `%x@12`.
    #[arg(value_name = "OP")]
    op: String,
    /// Only the rule of that name.
    #[arg(long, value_name = "RULE")]
    rule: Option<String>,
    #[command(flatten)]
    rules: RuleFiles,
    #[command(flatten)]
    dialects: Dialects,
}

/// The maximum number of ops of one name.
const MAX_OPS: usize = 20;

/// The explanation.
///
/// # Errors
/// What cannot be read, or that there is no such op.
pub(super) fn explained(why: &Why) -> Result<String, String> {
    let name = &why.program;
    let files = why.rules.with_those_of(name)?;
    let rules = rule_files::load_with_calls(&files)?;
    let options = why.dialects.options(&rules);
    let reading = Options {
        parse: options.clone(),
        ..Options::default()
    };
    let source = input::read_program(name, reading)
        .map_err(|error| format!("calipers: `{name}` can't be read: {error}"))?;
    let module = Module::parse(&source, name, options).map_err(|error| error.to_string())?;
    input::warn(&module);
    let texts = files.texts()?;
    let ops = ops(&module, &why.op)?;
    let told = ops.iter().take(MAX_OPS);
    let told = told.flat_map(|&op| of_op(&rules, &module, &texts, op, why.rule.as_deref()));
    let mut lines: Vec<String> = told.collect();
    if ops.len() > MAX_OPS {
        lines.push(format!("and {} more ops of that name", ops.len() - MAX_OPS));
    }
    Ok(lines.join("\n") + "\n")
}

/// The explanation of one op: of all its rules, or of the one of a name. The texts are those of the rule files.
pub(in crate::cli) fn of_op(
    rules: &Rules,
    module: &Module,
    texts: &[(String, String)],
    op: OpId,
    rule: Option<&str>,
) -> Vec<String> {
    let mut explainer = Explainer {
        rules,
        module,
        texts,
        op,
        lines: vec![],
    };
    explainer.explain(rule);
    explainer.lines
}

/// The ops of a name, or that of a value.
fn ops(module: &Module, wanted: &str) -> Result<Vec<OpId>, String> {
    if wanted.starts_with('%') {
        let (name, line) = match wanted.split_once('@') {
            Some((name, line)) => (name, Some(line)),
            None => (wanted, None),
        };
        let mut ops: Vec<OpId> = vec![];
        for value in module.values_named(name) {
            let (op, _) = owner(module, value)
                .ok_or_else(|| format!("calipers: no op defines `{wanted}`, so no rule does"))?;
            let place = module.location(op).map(|place| place.line.to_string());
            if (line.is_none() || line == place.as_deref()) && !ops.contains(&op) {
                ops.push(op);
            }
        }
        if ops.is_empty() {
            let values = module.walk(module.top()).flat_map(|op| module.results(op));
            let names: Vec<String> = values.map(|&it| module.value_name(it)).collect();
            let meant = similar(wanted, names.iter().map(String::as_str));
            let meant = meant.map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
            return Err(format!("calipers: there is no value `{wanted}`{meant}"));
        }
        return Ok(ops);
    }
    let ops = module.ops_named(wanted);
    if ops.is_empty() {
        let names: HashSet<&str> = module
            .walk(module.top())
            .map(|op| module.op_name(op))
            .collect();
        let meant = similar(wanted, names.iter().copied());
        let meant = meant.map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
        return Err(format!("calipers: the program has no op `{wanted}`{meant}"));
    }
    Ok(ops)
}

/// Resolves columns to constants, and notes those that are none.
pub(super) struct Known<'a, 'p> {
    pub(super) analysis: &'a mut Analysis<'p>,
    pub(super) open: Vec<Column>,
}

impl Constants for Known<'_, '_> {
    fn constant(&mut self, column: Column) -> Result<Option<Int>, Stop> {
        let range = self.analysis.range_at(&Variable::column(column), None);
        let constant = range.as_constant().cloned();
        if constant.is_none() {
            self.open.push(column);
        }
        Ok(constant)
    }
}

/// Variables of a rule with their numbers.
type Bound = Vec<(Slot, usize)>;

/// The outcome of a guard that cannot be evaluated.
const NO_VALUE: &str = "has no value";

/// The maximum number of dimensions that are looked at.
pub(super) const MAX_DIMS: u32 = 8;

/// A rule of an op.
#[derive(Clone, Copy)]
pub(super) enum Stated<'r> {
    Define(&'r Define),
    Fact(&'r Fact),
}

impl<'r> Stated<'r> {
    fn head(self) -> &'r Head {
        match self {
            Stated::Define(it) => &it.head,
            Stated::Fact(it) => &it.head,
        }
    }

    /// Whether the rule was made for semantics in Rust, which has neither fields nor guards.
    fn is_provided(self) -> bool {
        let body = match self {
            Stated::Define(it) => &it.body,
            Stated::Fact(it) => &it.body,
        };
        matches!(body, Body::Provided(_))
    }
}

struct Explainer<'a> {
    rules: &'a Rules,
    module: &'a Module,
    /// The names and texts of the rule files.
    texts: &'a [(String, String)],
    op: OpId,
    lines: Vec<String>,
}

impl Explainer<'_> {
    fn explain(&mut self, only: Option<&str>) {
        let (module, op) = (self.module, self.op);
        let name = module.op_name(op);
        let place = module.location(op);
        let place = place.map_or_else(String::new, |it| {
            format!("{}:{}:{}: ", it.file, it.line, it.column)
        });
        let written = module.written_name(op);
        self.lines.push(format!("{place}{written}"));
        if written != name {
            let reason = "it could not be read and is kept as text, of which nothing is known; `(syntax …)` in a rule file tells \
                          how an op is written";
            self.lines.push(format!("  {reason}"));
            return;
        }
        let rules = self.rules;
        let Some(known) = rules.op(name) else {
            self.without_rules(name);
            return;
        };
        for violation in Verifier::new(rules, module).check(op) {
            self.lines.push(format!("  {violation}"));
        }
        self.attributes_without_field(&known.schema);
        let mut count = 0;
        let mut seen = HashSet::new();
        let defines = known.defines.iter().map(|it| Stated::Define(it));
        let all: Vec<Stated<'_>> = defines
            .chain(known.facts.iter().map(|it| Stated::Fact(it)))
            .collect();
        for &stated in &all {
            let (does, head, bound) = match stated {
                Stated::Define(it) => ("defines", &it.head, self.columns_of(it)),
                Stated::Fact(it) => ("states a fact", &it.head, self.regions_of(it)),
            };
            if only.is_some_and(|only| only != &*head.name) || !seen.insert(&head.name) {
                continue;
            }
            count += 1;
            if stated.is_provided() {
                let name = &head.name;
                let same = all.iter().copied().filter(|it| it.head().name == *name);
                let outcome = gives::provided(rules, module, op, same);
                self.lines.push(format!("  {name}: {outcome}"));
                continue;
            }
            let outcome = self.outcome(head, &bound).unwrap_or_else(|| {
                let missing = self.misspelled_attribute(head, false);
                let end = match missing {
                    Some(missing) => format!(", but {missing}"),
                    None => gives::told(self.rules, self.module, self.op, stated),
                };
                format!("applies{end}")
            });
            let place = self.place_of(&head.name);
            self.lines
                .push(format!("  {} {does}{place}: {outcome}", head.name));
        }
        if count == 0 {
            self.lines.push(match only {
                Some(only) => format!("  no rule of it is called `{only}`"),
                None => "  its rules define nothing and state no facts".to_owned(),
            });
        }
    }

    /// The values of the variables for the result or argument, and for the dimension, in each column that a definition
    /// is about.
    fn columns_of(&self, define: &Define) -> Vec<Bound> {
        let bound = |(place, index): (Place, Option<u32>)| {
            let number = define
                .number_of(place)
                .and_then(|(slot, number)| Some((slot?, number)));
            let index = define
                .index
                .zip(index.and_then(|it| usize::try_from(it).ok()));
            number.into_iter().chain(index).collect()
        };
        gives::places_of(self.module, self.op, define)
            .into_iter()
            .map(bound)
            .collect()
    }

    /// The same for the regions in which a fact holds.
    fn regions_of(&self, fact: &Fact) -> Vec<Bound> {
        match fact.anchors {
            Anchors::EachRegion(slot) => {
                let regions = 0..self.module.regions(self.op).len();
                regions.map(|region| vec![(slot, region)]).collect()
            }
            _ => vec![vec![]],
        }
    }

    fn without_rules(&mut self, name: &str) {
        let names = self.rules.op_names();
        let meant = similar(name, names);
        self.lines.push(match meant {
            Some(meant) => format!("  no rule for `{name}`; did you mean `{meant}`?"),
            None => {
                format!("  no rule for `{name}`; `calipers rules new {name}` writes a skeleton")
            }
        });
    }

    /// The attributes that no field reads, if some field lacks its attribute.
    fn attributes_without_field(&mut self, schema: &Schema) {
        let lacks = schema.fields.iter().any(|field| {
            let names = field.source.attributes().unwrap_or_default();
            !names.is_empty()
                && !names
                    .iter()
                    .any(|it| self.module.attribute(self.op, it).is_some())
        });
        let unread = self.unread_attributes(schema);
        let unread: Vec<String> = unread.iter().map(|name| format!("`{name}`")).collect();
        if lacks && !unread.is_empty() {
            self.lines
                .push(format!("  in no field: {}", unread.join(", ")));
        }
    }

    /// The attributes that no field reads.
    fn unread_attributes(&self, schema: &Schema) -> Vec<&str> {
        let is_read = |name: &str| {
            schema.fields.iter().any(|field| match &field.source {
                Source::Attribute(names) => names.iter().any(|it| it == name),
                Source::Mixed(attribute) => attribute == name,
                _ => false,
            })
        };
        let attributes = self.module.op_attributes(self.op).iter();
        let names = attributes.map(|attribute| self.module.name(attribute.name));
        names
            .filter(|name| !is_read(name) && !name.ends_with("SegmentSizes"))
            .collect()
    }

    /// Why a rule does not apply to any of some columns; none if it does to one.
    fn outcome(&self, head: &Head, bound: &[Bound]) -> Option<String> {
        let (module, op) = (self.module, self.op);
        if !head.admits(module, op) {
            let wanted = head.schema.fields.fixed_operands().unwrap_or_default();
            let found = module.operands(op).len();
            return Some(format!(
                "the op has {found} operands, and its fields take {wanted}"
            ));
        }
        // A field that no rule mentions must fit as well: it takes its share of the operands.
        let unfit = head
            .fields
            .iter()
            .find(|(at, _)| head.schema.field(module, op, *at).is_none());
        if let Some((at, _)) = unfit {
            return Some(self.unfit_field(&head.schema, *at));
        }
        if bound.is_empty() {
            return Some("the op has no result or argument that it is about".to_owned());
        }
        let mut analysis = Analysis::new(module, self.rules);
        let mut failures = vec![];
        for bound in bound {
            let mut known = Known {
                analysis: &mut analysis,
                open: vec![],
            };
            let mut evaluator = head.bind(self.rules, module, op, None, &mut known);
            for &(slot, number) in bound {
                evaluator.variables[slot] = Some(Item::Integer(number.into()));
            }
            let mut guards = head.when.iter().enumerate();
            let failed = guards.find_map(|(at, guard)| match evaluator.holds(guard) {
                Ok(true) => None,
                Ok(false) => Some((at, "does not hold")),
                Err(_) => Some((at, NO_VALUE)),
            });
            let (at, how) = failed?;
            let guard = head.when.get(at).filter(|_| how == NO_VALUE);
            let term = guard.and_then(|guard| evaluator.term(guard).ok());
            let unknown = term.and_then(|term| gives::leaves(&term).first().copied());
            failures.push((at, how, known.open, unknown));
        }
        // The column for which the most guards hold.
        let (at, how, open, unknown) = failures.into_iter().max_by_key(|(at, ..)| *at)?;
        let guard = self.guard_text(head, at);
        let open: Vec<String> = open
            .iter()
            .map(|it| format!("`{}`", column_name(*it, module)))
            .collect();
        let open = match (open.is_empty(), unknown) {
            (true, Some(unknown)) => {
                let unknown = column_name(unknown, module);
                format!("; `{unknown}` is not known where guards are evaluated")
            }
            (true, None) => String::new(),
            (false, _) => format!("; no constant is known for {}", open.join(", ")),
        };
        let misspelled = self.misspelled_attribute(head, how == NO_VALUE);
        let misspelled = misspelled.map_or_else(String::new, |it| format!("; {it}"));
        Some(format!("{guard} {how}{open}{misspelled}"))
    }

    /// A missing attribute of a field, if there is a similar one, or if a guard requires a value.
    fn misspelled_attribute(&self, head: &Head, is_required: bool) -> Option<String> {
        let unread = self.unread_attributes(&head.schema);
        let is_missing = |at: &usize| {
            let field = head.schema.fields.get(*at);
            let names = field
                .and_then(|field| field.source.attributes())
                .unwrap_or_default();
            let is_there = |name: &String| self.module.attribute(self.op, name).is_some();
            let is_similar = || {
                names
                    .iter()
                    .any(|name| similar(name, unread.iter().copied()).is_some())
            };
            !names.is_empty() && !names.iter().any(is_there) && (is_required || is_similar())
        };
        let at = head.fields.iter().map(|(at, _)| *at).find(is_missing)?;
        Some(self.unfit_field(&head.schema, at))
    }

    /// What a field lacks.
    fn unfit_field(&self, schema: &Schema, at: usize) -> String {
        let Some(field) = schema.fields.get(at) else {
            return "a field is missing".to_owned();
        };
        if let Some(names) = field.source.attributes() {
            let wanted = names.first().map_or("", String::as_str);
            let meant = similar(wanted, self.unread_attributes(schema));
            let meant = meant.map_or_else(String::new, |name| format!("; the op has `{name}`"));
            return format!(
                "the attribute `{wanted}` of the field `{}` is missing{meant}",
                field.name
            );
        }
        let operands = self.module.operands(self.op).len();
        let groups = schema.fields.iter();
        let groups = groups.filter(|field| !matches!(field.source, Source::Attribute(_)));
        let groups = groups.count();
        let is_list = |field: &calipers::rules::Field| {
            !matches!(field.source, Source::Operand | Source::Attribute(_))
        };
        let lists = schema.fields.iter().filter(|field| is_list(field)).count();
        match Fields::told_segments(self.module, self.op) {
            None if lists > 1 => {
                return format!(
                    "operandSegmentSizes is missing: {operands} operands for {lists} lists"
                );
            }
            Some(sizes) if sizes.len() != groups => {
                return format!(
                    "operandSegmentSizes has {} sizes, and there are {groups} fields of operands",
                    sizes.len()
                );
            }
            Some(sizes) if sizes.iter().sum::<i64>() != operands as i64 => {
                return format!(
                    "operandSegmentSizes is about {} operands, and the op has {operands}",
                    sizes.iter().sum::<i64>()
                );
            }
            _ => {}
        }
        format!(
            "the field `{}` does not fit the {operands} operands of the op",
            field.name
        )
    }

    /// The file and the line of a rule.
    fn place_of(&self, rule: &str) -> String {
        let found = self.form_of(rule);
        found.map_or_else(String::new, |(file, line, _)| format!(" ({file}:{line})"))
    }

    fn form_of(&self, rule: &str) -> Option<(&str, usize, Form)> {
        self.texts.iter().rev().find_map(|(file, text)| {
            let at = rule_files::position(text, rule)?;
            let form = Forms::new(&text[at..]).next()?.ok()?;
            Some((file.as_str(), text[..at].matches('\n').count() + 1, form))
        })
    }

    /// A guard as it is written; guards that follow from the order of definitions are not written. The order in which
    /// guards are tested differs from that in the file, so each is read by itself and compared.
    fn guard_text(&self, head: &Head, at: usize) -> String {
        let written = self.form_of(&head.name).and_then(|(_, _, form)| {
            let failed = head.when.get(at)?;
            guards(&form)
                .into_iter()
                .find(|guard| self.reads_as(&form, guard).as_ref() == Some(failed))
        });
        match written {
            Some(guard) => format!("the guard `{}`", guard.text()),
            None => "that an earlier definition applies, or a guard of its kind,".to_owned(),
        }
    }

    /// A guard as the reader of rules understands it in a rule.
    fn reads_as(&self, rule: &Form, guard: &Form) -> Option<Formula> {
        const NAME: &str = "rule-with-one-guard";
        let forms = rule.as_list()?;
        let start = forms
            .iter()
            .position(|form| form.as_atom() == Some(":when"))?;
        let mut alone = forms[..=start].to_vec();
        alone[1].kind = FormKind::Atom(NAME.to_owned());
        alone.push(guard.clone());
        let mut rules = self.rules.clone();
        let alone = Form {
            span: rule.span,
            kind: FormKind::List(alone),
        };
        rules.read_form(&alone).ok()?;
        let known = rules.op(self.module.op_name(self.op))?;
        let defines = known.defines.iter().map(|it| &it.head);
        let mut heads = defines.chain(known.facts.iter().map(|it| &it.head));
        let head = heads.find(|head| &*head.name == NAME)?;
        head.when.first().cloned()
    }
}

/// The guards after `:when`.
fn guards(rule: &Form) -> Vec<Form> {
    let forms = rule.as_list().unwrap_or_default();
    let is_keyword = |form: &Form| form.as_atom().is_some_and(|word| word.starts_with(':'));
    let start = forms
        .iter()
        .position(|form| form.as_atom() == Some(":when"));
    let guards = start.map_or(&[][..], |start| &forms[start + 1..]);
    let end = guards.iter().position(is_keyword).unwrap_or(guards.len());
    guards[..end].to_vec()
}
