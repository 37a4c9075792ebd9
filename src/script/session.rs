//! A session: declarations, assumptions, the program, and the analysis that answers questions.

use super::command::{Arguments, Command, Kind, overview, page};
use super::error::{ScriptError, shortened};
use super::expression::{Reader, Typed};
use super::folded::folded;
use super::names::{Names, is_large_integer, large_range};
use super::notation::Notation;
use super::operators;
use super::program::{self, Scope as ProgramScope};
use super::program_arena::ProgramArena;
use super::scopes::Assumption;
use super::why::Last;
use crate::analysis::column_name;
use crate::analysis::{Analysis, BoundKind, SliceRelation, without_rules};
use crate::diagnostic::Diagnostic;
use crate::ir::Module;
use crate::number::{Int, Range};
use crate::picture::EGraph;
use crate::program::{Column, NoProgram, OpId, Point, Program};
use crate::rules::Rules;
use crate::sexp::{Form, FormKind, Span};
use crate::solve::Config;
use crate::source::warnings;
use crate::term::Expr;

type Result<T> = std::result::Result<T, ScriptError>;

/// The outcome of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Success without output.
    Nothing,
    /// The answer to a question.
    Text(String),
    /// The answer to a `check` that was not proved.
    CheckFailed(String),
    /// The command ends the session.
    Leave,
}

/// The state of a script.
///
/// ```
/// use calipers::rules::Rules;
/// use calipers::script::{Answer, Session, ProgramArena};
/// use calipers::sexp::read;
///
/// let (rules, arena) = (Rules::embedded(), ProgramArena::new());
/// let mut session = Session::new(&rules, &arena);
/// let mut last = Answer::Nothing;
/// for command in read("(var x :min 0 :max 9) (range (* 4 (floordiv x 2)))")? {
///     last = session.execute(&command)?;
/// }
/// assert_eq!(last, Answer::Text("[0, 16] 4k+0".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session<'p> {
    given_rules: &'p Rules,
    /// The rules, which remember what they evaluate in the program.
    pub(super) rules: &'p Rules,
    arena: &'p ProgramArena,
    pub(super) program: &'p dyn Program,
    pub(super) scope: Option<ProgramScope<'p>>,
    pub(super) top: Option<OpId>,
    /// The current function.
    pub(super) function: Option<OpId>,
    pub(super) analysis: Analysis<'p>,
    pub(super) names: Names,
    pub(super) assumptions: Vec<Assumption>,
    /// Whether a warning about contradictory assumptions was printed, and none of them was taken back since.
    pub(super) has_warned: bool,
    /// The number of dropped assumptions and variables that the analysis still contains.
    pub(super) forgotten: usize,
    /// The size of the analysis when it was last rebuilt.
    pub(super) size: usize,
    pub(super) last: Option<Last>,
    /// The current program point.
    pub(super) point: Option<Point>,
    /// The path of the last load.
    path: Option<String>,
    /// The program as it was loaded.
    module: Option<&'p Module>,
    /// The configuration of the analysis.
    pub(super) config: Config,
    /// The notation of all answers; none for that of the question.
    pub(super) syntax: Option<Notation>,
    /// The notation of the last question.
    pub(super) notation: Notation,
    /// Errors in the rules.
    report: Report,
}

/// Diagnostics beside answers, each reported once.
#[derive(Default)]
struct Report {
    waiting: Vec<Diagnostic>,
    told: Vec<Diagnostic>,
}

impl Report {
    /// Adds a diagnostic, unless it has been reported.
    fn add(&mut self, diagnostic: Diagnostic) {
        if !self.told.contains(&diagnostic) {
            self.told.push(diagnostic.clone());
            self.waiting.push(diagnostic);
        }
    }
}

/// The maximum number of ops without rules that are reported for a question.
const MAX_OPS: usize = 3;

impl<'p> Session<'p> {
    /// A session without a program. The arena will own the programs that it loads.
    pub fn new(rules: &'p Rules, arena: &'p ProgramArena) -> Session<'p> {
        Session {
            given_rules: rules,
            rules,
            arena,
            program: &NoProgram,
            scope: None,
            top: None,
            function: None,
            analysis: Analysis::new(&NoProgram, rules),
            names: Names::new(),
            assumptions: vec![],
            has_warned: false,
            forgotten: 0,
            size: 0,
            last: None,
            point: None,
            path: None,
            module: None,
            config: Config::default(),
            syntax: None,
            notation: Notation::default(),
            report: Report::default(),
        }
    }

    /// Whether a form prints a line, even if it fails. (Unknown commands do; only known commands without an answer do
    /// not.)
    pub fn expects_answer(form: &Form) -> bool {
        form.as_call()
            .and_then(|(name, _)| Command::named(name))
            .is_none_or(|command| command.kind == Kind::Question)
    }

    /// Whether a form changes what later answers are about.
    pub fn changes(form: &Form) -> bool {
        let command = form.as_call().and_then(|(name, _)| Command::named(name));
        command.is_some_and(|command| command.kind == Kind::Statement || command.name == "undo")
    }

    /// The syntax of a command, by its name: `(range E)`.
    pub fn usage(name: &str) -> Option<&'static str> {
        Command::named(name).map(|command| command.usage)
    }

    /// The names of all commands.
    pub fn commands() -> impl Iterator<Item = &'static str> {
        super::command::COMMANDS.iter().map(|command| command.name)
    }

    /// The names of the operators of expressions, in the order of the help.
    pub fn operators() -> impl Iterator<Item = &'static str> {
        operators::names()
    }

    /// Executes a command.
    ///
    /// # Errors
    /// The error of the command; the session is unchanged then.
    pub fn execute(&mut self, form: &Form) -> Result<Answer> {
        let Some((name, arguments)) = form.as_call() else {
            let message = "expected a command, such as `(prove CONDITION)`";
            return Err(ScriptError::new(form.span, message));
        };
        let Some(command) = Command::named(name) else {
            return Err(Command::unknown(form, name));
        };
        let read = self.as_calls(command, arguments)?;
        let arguments = Arguments::of(read.as_deref().unwrap_or(arguments), command.keywords())?;
        let Some(place) = arguments.named(":at") else {
            return self.carry_out(form, command, &arguments);
        };
        let chosen = self.point;
        self.point = self.place(place)?;
        let answer = self.carry_out(form, command, &arguments);
        self.point = chosen;
        answer
    }

    /// The errors in the rules that answers have revealed since the last call, contradictory definitions and facts, and
    /// the ops without rules that left a question open.
    /// Each is reported once.
    pub fn take_report(&mut self) -> Vec<Diagnostic> {
        self.note_clashes();
        std::mem::take(&mut self.report.waiting)
    }

    /// The same as text for a terminal; empty if there are none.
    pub fn take_report_text(&mut self) -> String {
        let report = self.take_report();
        let text = |diagnostic: &Diagnostic| {
            let place = diagnostic.location.as_ref();
            diagnostic.render(place.and_then(|place| self.source_line(place.line)))
        };
        report.iter().map(text).collect()
    }

    pub(super) fn note_clashes(&mut self) {
        for diagnostic in self.analysis.clash_diagnostics() {
            self.report.add(diagnostic);
        }
    }

    /// Reports the ops without rules that left a question open.
    pub(super) fn note_ops_without_rules(&mut self, ops: &[OpId]) {
        for &op in ops.iter().take(MAX_OPS) {
            let note = without_rules(self.op_name(op), self.program.location(op));
            self.report.add(note);
        }
    }

    fn carry_out(
        &mut self,
        form: &Form,
        command: &Command,
        arguments: &Arguments<'_>,
    ) -> Result<Answer> {
        let plain = &arguments.plain[..];
        match (command.name, plain) {
            ("var", [name]) => self.declare(name, arguments),
            ("assume", [condition]) => self.assume(condition),
            ("push", []) => {
                self.names.push();
                self.analysis.push();
                Ok(Answer::Nothing)
            }
            ("pop", []) => self.pop(form),
            ("undo", []) => self.undo(form),
            ("prove", [condition]) => Ok(Answer::Text(self.prove(form, condition)?)),
            ("check", [condition]) => {
                let verdict = self.prove(form, condition)?;
                Ok(if verdict == "proved" {
                    Answer::Text(verdict)
                } else {
                    Answer::CheckFailed(verdict)
                })
            }
            ("lb", [variable]) => self.bound(form, BoundKind::Lower, variable, arguments),
            ("ub", [variable]) => self.bound(form, BoundKind::Upper, variable, arguments),
            ("lbs", [variable]) => self.bounds(form, BoundKind::Lower, variable, arguments),
            ("ubs", [variable]) => self.bounds(form, BoundKind::Upper, variable, arguments),
            ("eq", [variable]) => self.bound(form, BoundKind::Equal, variable, arguments),
            ("range", [variable]) => self.range(form, variable),
            ("divisor", [variable]) => self.divisor(form, variable),
            ("trips", [counter]) => self.trips(form, counter),
            ("simplify", [expression]) => self.simplify(form, expression, arguments),
            ("overlap", [a, b]) => self.relate(form, a, SliceRelation::Overlaps, b),
            ("equivalent", [a, b]) => self.relate(form, a, SliceRelation::IsEquivalentTo, b),
            ("contains", [a, b]) => self.relate(form, a, SliceRelation::Contains, b),
            ("slices", [a, b]) => self.slices(form, a, b),
            ("shape", [value]) => self.shape(form, value, false, arguments),
            ("elements", [value]) => self.shape(form, value, true, arguments),
            ("same-shape", [a, b]) => self.same_shape(form, a, b),
            ("same-shape", []) => self.shape_classes(form),
            ("same-size", []) => self.size_classes(form),
            ("broadcastable", [_, _, ..]) => self.broadcastable(form, &arguments.plain),
            ("no-op", [value]) => self.no_op(form, value),
            ("unit", [dim]) => self.unit(form, dim),
            ("contiguous", [access]) if self.names_access(access) => {
                self.alignment(form, access, arguments)
            }
            ("contiguous", [memref]) => self.contiguous(form, memref),
            ("conflict", [_] | [_, _]) => self.conflicts(form, plain, arguments),
            ("injective", [access]) => self.injective(form, access, arguments),
            ("in-bounds", [] | [_]) => self.in_bounds(form, plain, arguments),
            ("extent", [memref]) => self.extent(form, memref, arguments),
            ("count", [place]) => self.count(form, place),
            ("footprint", [buffer]) => self.footprint(form, buffer),
            ("peak", []) => self.peak(form),
            ("load", [path]) => self.load(path),
            ("reload", []) => self.reload(form),
            ("func", [name]) => self.choose_function(name),
            ("funcs", []) => self.functions(form),
            ("at", [place]) => self.choose_point(place),
            ("show", []) => Ok(Answer::Text(self.situation())),
            ("show", [value]) => self.show(value),
            ("rules", [value]) => self.rules_of(value),
            ("dot", []) => self.draw(form, None, EGraph::dot),
            ("dot", [term]) => self.draw(form, Some(term), EGraph::dot),
            ("svg", []) => self.draw(form, None, EGraph::svg),
            ("svg", [term]) => self.draw(form, Some(term), EGraph::svg),
            ("nest", [value]) => self.nest(value),
            ("stats", []) => Ok(Answer::Text(self.stats())),
            ("set", []) => Ok(Answer::Text(self.settings())),
            ("set", [name, value]) => self.set(name, value),
            ("why", []) => Ok(Answer::Text(self.why())),
            ("proof", []) => Ok(Answer::Text(folded(self.proof()))),
            ("proof", [all]) if all.as_atom() == Some("--full") => Ok(Answer::Text(self.proof())),
            ("smt", []) => Ok(Answer::Text(self.smt())),
            ("facts", []) => Ok(Answer::Text(self.facts(self.point))),
            ("facts", [value]) => self.facts_before(value),
            ("help", []) => Ok(Answer::Text(overview())),
            ("help", [topic]) => {
                let name = topic.as_atom().unwrap_or("");
                let command = Command::named(name).map(Command::help);
                let operator = || operators::Named::find(name).map(operators::Named::help);
                let help = command.or_else(operator).or_else(|| page(name));
                help.map(Answer::Text)
                    .ok_or_else(|| Command::no_help(topic, name))
            }
            ("save", [_, _, ..]) => {
                let message = "answers are saved at the prompt only";
                Err(ScriptError::new(form.span, message))
            }
            ("quit" | "exit", []) => Ok(Answer::Leave),
            _ => Err(self.misused(command, form, plain)),
        }
    }

    /// Parses an expression, and assumes the ranges of large integers in it.
    pub(super) fn read<T>(
        &mut self,
        read: impl FnOnce(&mut Reader<'_, 'p>) -> Result<T>,
    ) -> Result<T> {
        let mut reader = Reader {
            names: &mut self.names,
            program: self.scope.as_ref(),
            declared: vec![],
        };
        let result = read(&mut reader);
        for (number, range) in reader.declared {
            self.analysis.declare(number, range);
        }
        result
    }

    pub(super) fn expression(&mut self, form: &Form) -> Result<Typed> {
        self.read(|reader| reader.expression(form))
    }

    pub(super) fn integer(&mut self, form: &Form) -> Result<Expr<Column>> {
        Ok(self.read(|reader| reader.integer(form))?.term)
    }

    pub(super) fn condition(&mut self, form: &Form) -> Result<Expr<Column>> {
        Ok(self.read(|reader| reader.condition(form))?.term)
    }

    fn declare(&mut self, form: &Form, arguments: &Arguments<'_>) -> Result<Answer> {
        let name = match form.as_atom() {
            Some("true" | "false") => Err("this name denotes a condition"),
            Some(name) if name.starts_with(['%', '@', '?']) => Err(
                "the name of a variable does not begin with `%`, `@` or `?`: those are names in programs and rules",
            ),
            Some(name) if !is_large_integer(name) => Ok(name),
            _ => Err("expected the name of a variable"),
        };
        let name = name.map_err(|message| ScriptError::new(form.span, message))?;
        let lower = arguments.named(":min").map(|form| self.end(form));
        let upper = arguments.named(":max").map(|form| self.end(form));
        let (lower, upper) = (lower.transpose()?, upper.transpose()?);
        let at_least = lower.as_ref().and_then(Range::lower).cloned();
        let at_most = upper.as_ref().and_then(Range::upper).cloned();
        let full = Range::full;
        let range = at_least
            .clone()
            .map_or_else(full, Range::at_least)
            .intersect(&at_most.clone().map_or_else(full, Range::at_most));
        let is_empty = range.is_empty();
        let stated = if is_empty { Range::full() } else { range };
        let Some(number) = self.names.declare(name, stated.clone()) else {
            let message = format!("`{}` is declared in this scope already", shortened(name));
            return Err(ScriptError::new(form.span, message));
        };
        self.analysis.declare(number, stated);
        if is_empty {
            // No integer is in the range, so the code after this is unreachable.
            let end = |end: Option<Int>| end.map_or_else(String::new, |it| it.to_string());
            let text = format!("{} <= {name} <= {}", end(at_least), end(at_most));
            self.take_to_hold(Expr::integer(0), text, Some(number));
        }
        Ok(Answer::Nothing)
    }

    /// An integer as an end of a range. One that is too large to be represented is replaced by its bound.
    fn end(&mut self, form: &Form) -> Result<Range> {
        if let Some(digits) = form.as_atom().filter(|word| is_large_integer(word)) {
            return Ok(large_range(digits));
        }
        let value = self.read(|reader| reader.integer(form))?;
        match value.as_constant() {
            Some(value) => Ok(Range::constant(value.clone())),
            None => Err(ScriptError::new(form.span, "expected an integer")),
        }
    }

    fn assume(&mut self, form: &Form) -> Result<Answer> {
        let term = self.condition(form)?;
        self.take_to_hold(term, self.in_notation(form.text()), None);
        Ok(Answer::Nothing)
    }

    /// Loads a program, as `(load "PATH")` does.
    ///
    /// # Errors
    /// The message of the file system or of the parser.
    pub fn load_program(&mut self, path: &str) -> Result<()> {
        let nowhere = Form {
            span: Span::default(),
            kind: FormKind::Str(path.to_owned()),
        };
        self.load(&nowhere).map(|_| ())
    }

    fn load(&mut self, form: &Form) -> Result<Answer> {
        let Some(path) = form.as_str().or_else(|| form.as_atom()) else {
            return Err(ScriptError::new(form.span, "expected a path in quotes"));
        };
        self.load_file(form, path)
    }

    fn reload(&mut self, form: &Form) -> Result<Answer> {
        let Some(path) = self.path.clone() else {
            return Err(ScriptError::no_program(form));
        };
        self.load_file(form, &path)
    }

    fn load_file(&mut self, form: &Form, path: &str) -> Result<Answer> {
        let loaded = self
            .arena
            .load(path)
            .map_err(|message| ScriptError::new(form.span, message))?;
        self.path = Some(path.to_owned());
        self.rules = self.arena.remembering(self.given_rules);
        self.module = Some(&loaded.module);
        self.program = &loaded.module;
        self.top = Some(loaded.module.top());
        self.scope = Some(self.scope_of(loaded.module.top()));
        for warning in warnings(&loaded.module) {
            self.report.add(warning);
        }
        self.begin_anew();
        Ok(Answer::Nothing)
    }

    /// The names in an op of the program.
    fn scope_of(&self, op: OpId) -> ProgramScope<'p> {
        ProgramScope::new(self.program, self.module, self.rules, op)
    }

    /// Drops the program after a failed load, since the next questions are not about the previous program.
    pub fn forget_program(&mut self) {
        self.module = None;
        self.program = &NoProgram;
        self.rules = self.given_rules;
        (self.top, self.scope) = (None, None);
        self.begin_anew();
    }

    /// Drops the function, the point and the assumptions of the previous program.
    fn begin_anew(&mut self) {
        self.has_warned = false;
        self.function = None;
        self.point = None;
        self.assumptions.retain(|assumption| {
            let mut is_about_program = false;
            assumption
                .term
                .for_each_leaf(&mut |column| is_about_program |= column.value().is_some());
            !is_about_program
        });
        self.last = None;
        self.renew();
    }

    fn choose_function(&mut self, form: &Form) -> Result<Answer> {
        let Some(top) = self.top else {
            return Err(ScriptError::no_program(form));
        };
        let Some(word) = form.as_atom().or_else(|| form.as_str()) else {
            return Err(ScriptError::new(form.span, "expected a function's name"));
        };
        let name = word.strip_prefix('@').unwrap_or(word);
        let functions = program::functions(self.program, top);
        let mut found = functions.iter().filter(|(known, _)| known == name);
        match (found.next(), found.next()) {
            (Some((_, op)), None) => {
                self.scope = Some(self.scope_of(*op));
                self.function = Some(*op);
                self.point = None;
                Ok(Answer::Nothing)
            }
            (Some(_), Some(_)) => {
                let message = format!("`{name}` is ambiguous: several functions have that name");
                Err(ScriptError::new(form.span, message))
            }
            (None, _) => Err(program::no_function(form, name, &functions)),
        }
    }

    /// The notation of a column.
    pub(super) fn column_name(&self, column: Column) -> String {
        match column {
            Column::Symbol(number) => match self.names.name(number) {
                Some(name) => name.to_owned(),
                None => column_name(column, self.program),
            },
            _ => column_name(column, self.program),
        }
    }

    /// The name of an op, as the program has it.
    pub(super) fn op_name(&self, op: OpId) -> &str {
        match self.module {
            Some(module) => module.written_name(op),
            None => self.program.op_name(op),
        }
    }

    /// A line of the program's text, from 1.
    pub(super) fn source_line(&self, line: u32) -> Option<&'p str> {
        self.module?
            .source()
            .lines()
            .nth(line.checked_sub(1)? as usize)
    }

    pub(super) fn program(&self) -> &'p dyn Program {
        self.program
    }
}
