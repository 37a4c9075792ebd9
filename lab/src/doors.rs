//! Compares all interfaces that bound a value: the range and bounds of the library, the commands of scripts, and the
//! output of `calipers annotate`.
//!
//! For a value at a point, the ends of `range` must agree with the other answers: `prove` must prove that they are
//! bounds, and prove no tighter bounds; `lb` and `ub` must return them; `eq` must return the number if there is only
//! one; and if the range is empty, verdicts must be "unreachable". Each question is asked on a new analysis as well
//! as after the others.

use crate::oracle::{ASK, Ask, Inputs, Question, Term, places, shrink, written};
use calipers::analysis::column_name;
use calipers::analysis::{Analysis, BoundKind, Variable};
use calipers::ir::{Module, ParseOptions};
use calipers::number::{Int, Range};
use calipers::program::{Column, Definition, OpId, Point, Program, ValueId};
use calipers::rules::Rules;
use calipers::script::{Answer, ProgramArena, Session};
use calipers::sexp::read;
use calipers::term::Expr;
use hashbrown::HashMap;
use std::fmt;

/// The name of the program in scripts.
const NAME: &str = "program.mlir";

/// Two contradictory answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The kind of the contradiction.
    pub kind: Kind,
    /// The program, which the script loads as `program.mlir`.
    pub program: String,
    /// The commands with their answers, and the answer of the library.
    pub script: String,
}

/// The kinds of contradictions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// The range of a script differs from that of the library.
    Range,
    /// A constant bound is not an end of the range.
    Bound,
    /// An end of the range is not proved to be a bound.
    EndNotProved,
    /// A bound tighter than the range is proved.
    Tighter,
    /// The congruence of the range is not proved.
    Congruence,
    /// `eq` disagrees with whether the range is a single number.
    Equal,
    /// A verdict and the range disagree on whether the point is reachable.
    Unreachable,
    /// The output of `annotate` differs from the range of the library.
    Survey,
    /// The answer to a question depends on earlier questions.
    Order,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Range => "`range` of a script and of the library differ",
            Kind::Bound => "a constant bound is no end of the range",
            Kind::EndNotProved => "an end of the range is not proved",
            Kind::Tighter => "something tighter than the range is proved",
            Kind::Congruence => "the congruence of the range is not proved",
            Kind::Equal => "`eq` and the range differ",
            Kind::Unreachable => "a verdict and the range differ on whether the point is reached",
            Kind::Survey => "`annotate` and the range differ",
            Kind::Order => "an answer depends on earlier questions",
        })
    }
}

/// The counts.
#[derive(Clone, Default, Debug)]
pub struct Report {
    /// Values at points.
    pub values: u64,
    /// Commands of scripts.
    pub commands: u64,
    /// Failed commands, by the reason.
    pub refused: HashMap<String, u64>,
    /// The number of contradictions of each kind.
    pub counts: HashMap<Kind, u64>,
    /// The first contradictions of each kind, minimized.
    pub found: Vec<Disagreement>,
}

/// A program and its source.
#[derive(Clone, Copy)]
struct Subject<'a> {
    module: &'a Module,
    text: &'a str,
    rules: &'a Rules,
}

/// Asks about some values of a program through every interface. Keeps up to `examples` of each kind.
pub fn examine(
    text: &str,
    rules: &Rules,
    seed: u64,
    (values, examples): (usize, u64),
    report: &mut Report,
) {
    let Ok(module) = Module::parse(text, NAME, ParseOptions::default()) else {
        return;
    };
    let subject = Subject {
        module: &module,
        text,
        rules,
    };
    let Some(&function) = crate::oracle::functions(&module).first() else {
        return;
    };
    let mut random = fastrand::Rng::with_seed(seed);
    let chosen = places(&module, function, &mut random, values);
    for (point, term) in chosen {
        let Some(line) = line_of(&module, function, point) else {
            continue;
        };
        let Some(mut place) = Place::new(subject, function, point, line, &term) else {
            continue;
        };
        place.ask_all(seed);
        report.values += 1;
        report.commands += place.commands;
        for reason in place.refused {
            *report.refused.entry(reason).or_default() += 1;
        }
        for (kind, script) in place.found {
            let count = report.counts.entry(kind).or_default();
            *count += 1;
            if *count <= examples {
                let question = (point, &term);
                let found = smaller(subject, question, (kind, script), seed);
                report.found.push(found);
            }
        }
    }
}

/// The line of the op after a point, if a script can name the point by it.
fn line_of(module: &Module, function: OpId, point: Point) -> Option<u32> {
    let op = *module.block_ops(point.block).get(point.index)?;
    let line = module.location(op)?.line;
    let is_there = |other: &OpId| {
        *other != function && module.location(*other).is_some_and(|it| it.line == line)
    };
    let first = module.walk(function).find(is_there);
    (first == Some(op)).then_some(line)
}

/// Minimizes the program while the contradiction has the same kind.
fn smaller(
    subject: Subject<'_>,
    (point, term): (Point, &Term),
    (kind, script): (Kind, String),
    seed: u64,
) -> Disagreement {
    let mut asked = subject.module.clone();
    let question = Question {
        point,
        term: term.clone(),
        ask: Ask::Range,
    };
    question.write(&mut asked);
    let script_of = |module: &Module| -> Option<(String, String)> {
        let text = module.to_string();
        let module = Module::parse(&text, NAME, ParseOptions::default()).ok()?;
        let function = *crate::oracle::functions(&module).first()?;
        let [question] = &written(&module, function).ok()?[..] else {
            return None;
        };
        let subject = Subject {
            module: &module,
            text: &text,
            rules: subject.rules,
        };
        let line = line_of(&module, function, question.point)?;
        let mut place = Place::new(subject, function, question.point, line, &question.term)?;
        place.ask_all(seed);
        let found = place.found.into_iter().find(|it| it.0 == kind)?;
        Some((text.clone(), found.1))
    };
    let small = shrink(&asked, &|module| script_of(module).is_some());
    let (program, script) = script_of(&small).unwrap_or((subject.text.to_owned(), script));
    debug_assert!(program.contains(ASK) || program == subject.text);
    Disagreement {
        kind,
        program,
        script,
    }
}

/// A value at a point, and the answers about it.
struct Place<'a> {
    subject: Subject<'a>,
    function: String,
    point: Point,
    line: u32,
    term: &'a Term,
    /// The term in script notation.
    text: String,
    /// The commands so far, with their answers.
    asked: Vec<(String, String)>,
    commands: u64,
    refused: Vec<String>,
    found: Vec<(Kind, String)>,
}

impl<'a> Place<'a> {
    fn new(
        subject: Subject<'a>,
        function: OpId,
        point: Point,
        line: u32,
        term: &'a Term,
    ) -> Option<Place<'a>> {
        let name = match subject.module.attribute(function, "sym_name") {
            Some(calipers::program::Attribute::String(name)) => name.to_owned(),
            _ => "f".to_owned(),
        };
        Some(Place {
            subject,
            function: name,
            point,
            line,
            term,
            text: text_of(term, subject.module)?,
            asked: vec![],
            commands: 0,
            refused: vec![],
            found: vec![],
        })
    }

    fn analysis(&self) -> Analysis<'a> {
        Analysis::new(self.subject.module, self.subject.rules)
    }

    /// Asks through each interface.
    fn ask_all(&mut self, seed: u64) {
        let variable = Variable::term(self.term.clone());
        let point = Some(self.point);
        let range = self.analysis().range_at(&variable, point);
        let arena = ProgramArena::sealed([(NAME.to_owned(), self.subject.text.to_owned())]);
        let mut session = Session::new(self.subject.rules, &arena);
        for command in self.beginning() {
            if execute(&mut session, &command).is_err() {
                return;
            }
        }
        let text = range_text(&range);
        let said = self.command(&mut session, &format!("range {}", self.text));
        let Some(said) = said else { return };
        self.expect(said == text, Kind::Range, &range);
        if range.is_empty() {
            self.unreachable(&mut session, &range);
        } else {
            self.ends(&mut session, &range);
            self.number(&mut session, &range);
            self.congruence(&mut session, &range);
            self.sample(&mut session, &range, seed);
        }
        self.survey(&range);
    }

    /// The first commands of a script.
    fn beginning(&self) -> [String; 2] {
        [
            format!("(load {NAME})"),
            format!("(func {})", self.function),
        ]
    }

    /// The answer to a command; none if it fails.
    fn command(&mut self, session: &mut Session<'_>, command: &str) -> Option<String> {
        let command = format!("({command} :at {})", self.line);
        self.commands += 1;
        let answer = match execute(session, &command) {
            Ok(answer) => answer,
            Err(error) => {
                self.refused.push(error);
                return None;
            }
        };
        self.asked.push((command.clone(), answer.clone()));
        if self.asked.len() > 1 && self.alone(&command).is_some_and(|alone| alone != answer) {
            self.note(Kind::Order, None);
        }
        Some(answer)
    }

    /// The answer to a command in a new session.
    fn alone(&self, command: &str) -> Option<String> {
        let arena = ProgramArena::sealed([(NAME.to_owned(), self.subject.text.to_owned())]);
        let mut session = Session::new(self.subject.rules, &arena);
        for command in self.beginning() {
            execute(&mut session, &command).ok()?;
        }
        execute(&mut session, command).ok()
    }

    /// At an unreachable point, verdicts are "unreachable".
    fn unreachable(&mut self, session: &mut Session<'_>, range: &Range) {
        let verdict = self.command(session, &format!("prove (<= {} 0)", self.text));
        self.expect(
            verdict.is_none_or(|it| it == "unreachable"),
            Kind::Unreachable,
            range,
        );
    }

    /// Both ends are proved to be bounds, and tighter bounds are not.
    fn ends(&mut self, session: &mut Session<'_>, range: &Range) {
        let step = match *range.congruence().modulus() > Int::ONE {
            true => range.congruence().modulus().clone(),
            false => Int::ONE,
        };
        // An end of the index type itself.
        let far = Int::from(i64::MAX);
        let sides = [
            (
                BoundKind::Lower,
                "lb",
                ">=",
                range.lower(),
                -far.clone(),
                step.clone(),
            ),
            (BoundKind::Upper, "ub", "<=", range.upper(), far, -step),
        ];
        for (kind, name, relation, end, far, inwards) in sides {
            let expected = end.map_or_else(|| "none".to_owned(), ToString::to_string);
            let said = self.command(session, &format!("{name} {}", self.text));
            self.expect(said.is_none_or(|it| it == expected), Kind::Bound, range);
            let variable = Variable::term(self.term.clone());
            let mut analysis = self.analysis();
            let bound = analysis.bound(kind, variable).closed(true).at(self.point);
            let bound = bound.compute().ok();
            let constant = bound.as_ref().and_then(|bound| bound.as_constant());
            self.expect(constant == end, Kind::Bound, range);
            let tighter = match end {
                Some(end) => end + &inwards,
                None => far,
            };
            if let Some(end) = end {
                let claim = format!("prove ({relation} {} {end})", self.text);
                let verdict = self.command(session, &claim);
                let is_reached = verdict.as_deref() != Some("unreachable");
                self.expect(is_reached, Kind::Unreachable, range);
                let proved = verdict.is_none_or(|it| it == "proved" || it == "unreachable");
                self.expect(proved, Kind::EndNotProved, range);
            }
            let claim = format!("prove ({relation} {} {tighter})", self.text);
            let verdict = self.command(session, &claim);
            let verdict = verdict.as_deref();
            // If the claim is refuted, the value equals this end.
            let is_one = range.as_constant().is_some() || end.is_none();
            let is_tighter = verdict == Some("proved") || (verdict == Some("refuted") && !is_one);
            self.expect(!is_tighter, Kind::Tighter, range);
        }
    }

    /// `eq` returns a constant if and only if the range is a single number.
    fn number(&mut self, session: &mut Session<'_>, range: &Range) {
        let said = self.command(session, &format!("eq {}", self.text));
        let number = range.as_constant();
        let expected = number.map_or_else(|| "none".to_owned(), ToString::to_string);
        self.expect(said.is_none_or(|it| it == expected), Kind::Equal, range);
        if let Some(number) = number {
            let claim = format!("prove (== {} {number})", self.text);
            let verdict = self.command(session, &claim);
            self.expect(verdict.is_none_or(|it| it == "proved"), Kind::Equal, range);
        }
    }

    fn congruence(&mut self, session: &mut Session<'_>, range: &Range) {
        let congruence = range.congruence();
        let modulus = congruence.modulus();
        if *modulus > Int::ONE && range.as_constant().is_none() {
            let residue = congruence.residue();
            let claim = format!("prove (== (mod {} {modulus}) {residue})", self.text);
            let verdict = self.command(session, &claim);
            let proved = verdict.is_none_or(|it| it == "proved");
            self.expect(proved, Kind::Congruence, range);
        }
    }

    /// A number in the range is not excluded, and one outside of it is.
    fn sample(&mut self, session: &mut Session<'_>, range: &Range, seed: u64) {
        use crate::interpret::Source;
        let number = Int::from(Inputs::new(seed).integer(None));
        let congruence = range.congruence();
        let modulus = congruence.modulus();
        let is_congruent =
            *modulus <= Int::ONE || (&number - congruence.residue()) % modulus == Int::ZERO;
        let is_inside = range.lower().is_none_or(|end| *end <= number)
            && range.upper().is_none_or(|end| number <= *end)
            && is_congruent;
        let claim = format!("prove (!= {} {number})", self.text);
        let verdict = self.command(session, &claim);
        // A number inside the range may be excluded.
        let agrees =
            is_inside || range.as_constant().is_some() || verdict.as_deref() != Some("unknown");
        self.expect(agrees, Kind::EndNotProved, range);
    }

    /// The output of `annotate` for a column at its definition.
    fn survey(&mut self, range: &Range) {
        let module = self.subject.module;
        let Expr::Leaf(column) = *self.term else {
            return;
        };
        let Some(value) = column.value() else { return };
        if Point::of(module, value) != Some(self.point) {
            return;
        }
        let survey = self.analysis().survey(value);
        let Some(known) = survey.into_iter().find(|known| known.column == column) else {
            return;
        };
        self.asked.push((
            format!("; annotate: {}", self.text),
            range_text(&known.range),
        ));
        self.expect(known.range == *range, Kind::Survey, range);
    }

    fn expect(&mut self, holds: bool, kind: Kind, range: &Range) {
        if !holds {
            self.note(kind, Some(range));
        }
    }

    /// Records that the last answer contradicts the range.
    fn note(&mut self, kind: Kind, range: Option<&Range>) {
        if self.found.iter().any(|found| found.0 == kind) {
            return;
        }
        let mut script = String::new();
        if let Some(range) = range {
            script += &format!("; the range of the library: {}\n", range_text(range));
        }
        for command in self.beginning() {
            script += &format!("{command}\n");
        }
        // In a new session the last command must have the same answer, unless the contradiction is about order.
        let from = match kind {
            Kind::Order => 0,
            _ => self.asked.len().saturating_sub(1),
        };
        for (command, answer) in &self.asked[from..] {
            script += &format!("{command}\n; => {answer}\n");
        }
        if kind == Kind::Order
            && let Some((command, _)) = self.asked.last()
        {
            let alone = self.alone(command).unwrap_or_default();
            script += &format!("; by itself the last one answers {alone}\n");
        }
        self.found.push((kind, script));
    }
}

fn execute(session: &mut Session<'_>, command: &str) -> Result<String, String> {
    let forms = read(command).map_err(|error| format!("{error:?}"))?;
    let mut last = String::new();
    for form in &forms {
        last = match session.execute(form) {
            Ok(Answer::Text(text) | Answer::CheckFailed(text)) => text,
            Ok(Answer::Nothing | Answer::Leave) => String::new(),
            Err(error) => return Err(error.message.clone()),
        };
    }
    Ok(last)
}

/// A term in script notation; none if a value has no name.
fn text_of(term: &Term, module: &Module) -> Option<String> {
    Some(match term {
        Expr::Integer(value) => value.to_string(),
        Expr::Leaf(column) => column_text(*column, module)?,
        Expr::Apply(operator, arguments) => {
            let arguments: Option<Vec<String>> = arguments
                .iter()
                .map(|argument| text_of(argument, module))
                .collect();
            format!("({} {})", operator.name(), arguments?.join(" "))
        }
    })
}

/// A column in script notation, with the line of the value if its name is ambiguous.
fn column_text(column: Column, module: &Module) -> Option<String> {
    let text = column_name(column, module);
    let Some(value) = column.value() else {
        return Some(text);
    };
    let name = module.value_name(value);
    let mut twins = values(module);
    twins.retain(|&other| module.value_name(other) == name);
    if twins.len() == 1 {
        return Some(text);
    }
    let line = line_of_value(module, value)?;
    let there = twins
        .iter()
        .filter(|&&twin| line_of_value(module, twin) == Some(line));
    let is_one = there.count() == 1;
    is_one.then(|| text.replacen(&name, &format!("{name}@{line}"), 1))
}

/// The line of the op that defines a value, or whose region has it as an argument.
fn line_of_value(module: &Module, value: ValueId) -> Option<u32> {
    let op = match module.definition(value) {
        Definition::Result { op, .. } => op,
        Definition::Argument { block, .. } => module.region_parent(module.block_region(block)),
    };
    Some(module.location(op)?.line)
}

/// All values of a module.
fn values(module: &Module) -> Vec<ValueId> {
    let mut found = vec![];
    for op in module.walk(module.top()) {
        found.extend(module.results(op));
        for &region in module.regions(op) {
            for &block in module.blocks(region) {
                found.extend(module.block_arguments(block));
            }
        }
    }
    found
}

/// A range in script notation.
fn range_text(range: &Range) -> String {
    if range.is_empty() {
        return "unreachable".to_owned();
    }
    let end = |end: Option<&Int>, infinity: &str| {
        end.map_or_else(|| infinity.to_owned(), ToString::to_string)
    };
    let (lower, upper) = (end(range.lower(), "-inf"), end(range.upper(), "+inf"));
    let congruence = range.congruence();
    match *congruence.modulus() <= Int::ONE || range.as_constant().is_some() {
        true => format!("[{lower}, {upper}]"),
        false => format!(
            "[{lower}, {upper}] {}k+{}",
            congruence.modulus(),
            congruence.residue()
        ),
    }
}
