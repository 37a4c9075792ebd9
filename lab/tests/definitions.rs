//! Compares every definition, every fact and every word rule of the arithmetic ops with the interpreter: on all
//! values of narrow integers, on boundary values of wide ones, and on small indices; with constant operands, and with
//! variable ones.

use calipers::ir::{Module, ParseOptions};
use calipers::number::Int;
use calipers::number::WrappedRange;
use calipers::program::{Attribute, Column, Definition, OpId, Point, Program, TypeView, ValueId};
use calipers::rules::{
    Anchor, ColumnKind, Constants, Instance, OpRules, Place, Reproduces, Rules, Stop, WordRule,
    WordTerm,
};
use calipers_lab::interpret::{Machine, Observer, Settings, Source, State};
use calipers_lab::oracle::functions;
use std::collections::BTreeMap;

/// A type of an operand or a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Type {
    Index,
    Integer(u32),
}

impl Type {
    fn text(self) -> String {
        match self {
            Type::Index => "index".to_string(),
            Type::Integer(width) => format!("i{width}"),
        }
    }

    /// The tested values.
    fn values(self) -> Vec<i128> {
        match self {
            Type::Index => (-20..=20).chain([31, 32, 33, 64, -64, 1 << 20]).collect(),
            Type::Integer(width @ ..=4) => {
                let half = 1 << (width - 1);
                (-half..half).collect()
            }
            Type::Integer(width) => {
                let half = 1i128 << (width - 1);
                let mut values: Vec<i128> = (-9..=9).collect();
                for power in 3..width - 1 {
                    let power = 1i128 << power;
                    values.extend([power - 1, power, power + 1, -power - 1, -power, 1 - power]);
                }
                values.extend([half - 2, half - 1, 1 - half, -half]);
                // A sample for wide integers, since the middle of the range adds nothing.
                values.sort_unstable();
                values.dedup();
                let step = values.len().div_ceil(48);
                values
                    .into_iter()
                    .step_by(step)
                    .chain([half - 1, -half])
                    .collect()
            }
        }
    }
}

/// The arguments of a function.
struct Arguments(std::vec::IntoIter<i128>);

impl Source for Arguments {
    fn integer(&mut self, _: Option<u32>) -> i128 {
        self.0.next().unwrap_or(0)
    }

    fn size(&mut self) -> i128 {
        self.0.next().unwrap_or(0)
    }
}

/// The operands that are known constants.
struct Known<'m>(&'m Module);

impl Constants for Known<'_> {
    fn constant(&mut self, column: Column) -> Result<Option<Int>, Stop> {
        let Some(Definition::Result { op, .. }) = column.value().map(|v| self.0.definition(v))
        else {
            return Ok(None);
        };
        Ok(
            match (self.0.op_name(op), self.0.attribute(op, "value"), column) {
                ("arith.constant", Some(Attribute::Integer(value)), Column::Value(_)) => {
                    Some(value)
                }
                _ => None,
            },
        )
    }
}

/// The statement of a rule about the op.
struct Statement {
    rule: String,
    /// The column of a definition; none for a fact.
    kind: Option<ColumnKind>,
    instance: Instance,
}

/// The word rules of an op without those that reproduce a mistake.
fn true_words<'r>(rules: &'r Rules, op: &str) -> Vec<&'r WordRule> {
    let words = rules.words(op).iter().map(|rule| &**rule);
    let is_true = |rule: &&WordRule| rule.reproduces != Some(Reproduces::Mistake);
    words.filter(is_true).collect()
}

/// The word rule that applies to the only result of the op.
fn word_rule(module: &Module, rules: &Rules, op: OpId) -> Option<(String, WordTerm)> {
    let known = true_words(rules, module.op_name(op));
    let width = module.word_width(*module.results(op).first()?)?;
    let of = (Place::Result(0), width);
    known.into_iter().find_map(|rule| {
        let term = rule.instantiate(rules, module, op, of, &mut Known(module));
        Some((rule.head.name.to_string(), term.ok()?))
    })
}

fn statements(module: &Module, rules: &Rules, op: OpId) -> Vec<Statement> {
    let known = rules.op(module.op_name(op)).expect("the op has rules");
    let mut found = vec![];
    let place = Place::Result(0);
    for define in &known.defines {
        let instance = define.instantiate(rules, module, op, place, None, &mut Known(module));
        if let (Ok(instance), ColumnKind::Value | ColumnKind::Unsigned) = (instance, define.kind) {
            found.push(Statement {
                rule: define.head.name.to_string(),
                kind: Some(define.kind),
                instance,
            });
        }
    }
    for fact in &known.facts {
        let anchor = Anchor::After;
        if let Ok(instance) = fact.instantiate(rules, module, op, anchor, &mut Known(module)) {
            found.push(Statement {
                rule: fact.head.name.to_string(),
                kind: None,
                instance,
            });
        }
    }
    found
}

/// Observes a run at the op.
struct Watch<'s> {
    module: &'s Module,
    op: OpId,
    statements: &'s [Statement],
    word: &'s Option<(String, WordTerm)>,
    checked: &'s mut BTreeMap<String, usize>,
    wrong: &'s mut Vec<String>,
}

impl Observer for Watch<'_> {
    fn reached(&mut self, point: Point, state: &State<'_>) {
        if self
            .module
            .op_name(self.module.block_ops(point.block)[point.index])
            != "lab.here"
        {
            return;
        }
        let result = self.module.results(self.op)[0];
        let read = |column: &Column| state.column(*column).map(Int::from);
        // The word rule must give a range that contains the result, for the values of the operands.
        let known = |value: ValueId| {
            let bits = state.column(Column::Value(value))? as u128;
            WrappedRange::constant(self.module.word_width(value)?, bits)
        };
        if let Some((rule, term)) = self.word {
            let said = term.evaluate(&mut |value| known(value));
            *self.checked.entry(rule.clone()).or_default() += 1;
            let is = known(result).and_then(WrappedRange::as_constant);
            // Rules read an index as 64 bits, so a 32-bit result may differ.
            let right = said.is_some_and(|word| match is {
                Some(bits) if self.module.value_type(result) != TypeView::Index => {
                    word.as_constant() == Some(bits) || rule == "index-cmp-word"
                }
                Some(bits) => word.contains(bits),
                None => false,
            });
            if !right && self.wrong.len() < 20 {
                let operands = self.module.operands(self.op).iter();
                let shown: Vec<_> = operands.map(|&value| state.value(value)).collect();
                let said = said.map(|word| word.to_string());
                let name = self.module.op_name(self.op);
                self.wrong.push(format!(
                    "{rule} on {name} of {shown:?}: {said:?}, not {is:?}"
                ));
            }
        }
        for Statement {
            rule,
            kind,
            instance,
        } in self.statements
        {
            let holds =
                |term: &calipers::term::Expr<Column>| Some(term.evaluate(&read)? != Int::ZERO);
            if !instance
                .given
                .iter()
                .all(|given| holds(given) == Some(true))
            {
                continue;
            }
            let right = match kind {
                None => instance.terms.iter().all(|term| holds(term) == Some(true)),
                Some(kind) => {
                    let said = instance.terms[0].evaluate(&read);
                    let (said, column) = match kind {
                        ColumnKind::Value => (said, Column::Value(result)),
                        _ => (said, Column::Unsigned(result)),
                    };
                    let said = said.map(|said| wrapped(self.module, result, *kind, said));
                    said.is_some() && said == read(&column)
                }
            };
            *self.checked.entry(rule.clone()).or_default() += 1;
            if !right && self.wrong.len() < 20 {
                let values: Vec<_> = self
                    .module
                    .operands(self.op)
                    .iter()
                    .chain([&result])
                    .collect();
                let shown: Vec<String> = values
                    .into_iter()
                    .map(|&value| format!("{:?}", state.value(value)))
                    .collect();
                let name = self.module.op_name(self.op);
                self.wrong.push(format!(
                    "{rule} on {name}: operands, result: {}",
                    shown.join(", ")
                ));
            }
        }
    }
}

/// The definition of an integer is wrapped to its width.
fn wrapped(module: &Module, result: ValueId, kind: ColumnKind, said: Int) -> Int {
    let TypeView::Integer { width } = module.value_type(result) else {
        return said;
    };
    let modulus = Int::ONE << width as usize;
    let low = match kind {
        ColumnKind::Value => -(Int::ONE << (width as usize - 1)),
        _ => Int::ZERO,
    };
    let shifted = said - &low;
    let rest = ((shifted % &modulus) + &modulus) % &modulus;
    rest + low
}

/// The kinds of operands of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Given {
    Nothing,
    /// One operand is a constant.
    Constant(usize, i128),
    /// Both operands are constants.
    Both(i128, i128),
    /// All operands are one value.
    Same,
}

impl Given {
    /// Whether an operand is a separate argument of the function.
    fn leaves_free(self, operand: usize) -> bool {
        match self {
            Given::Nothing => true,
            Given::Constant(fixed, _) => fixed != operand,
            Given::Both(..) => false,
            Given::Same => operand == 0,
        }
    }

    /// The constant for an operand.
    fn constant(self, operand: usize) -> Option<i128> {
        match (self, operand) {
            (Given::Constant(fixed, value), _) if fixed == operand => Some(value),
            (Given::Both(value, _), 0) | (Given::Both(_, value), 1) => Some(value),
            _ => None,
        }
    }
}

/// The checks of one op with operands and a result of these types.
fn check(
    name: &str,
    attributes: &str,
    operands: &[Type],
    result: Type,
    rules: &Rules,
    checked: &mut BTreeMap<String, usize>,
    wrong: &mut Vec<String>,
) {
    let mut all = vec![Given::Nothing];
    for (at, of) in operands.iter().enumerate() {
        let values = of.values().into_iter();
        all.extend(values.map(|value| Given::Constant(at, value)));
    }
    if let [first, second] = operands {
        for value in first.values() {
            let others = second.values().into_iter();
            all.extend(others.map(|other| Given::Both(value, other)));
        }
    }
    if operands.len() > 1 && operands.iter().all(|of| *of == operands[0]) {
        all.push(Given::Same);
    }
    for given in all {
        let source = program(name, attributes, operands, result, given);
        let options = ParseOptions {
            allow_unregistered: true,
            ..ParseOptions::default()
        };
        let module = Module::parse(&source, "op.mlir", options)
            .unwrap_or_else(|error| panic!("{error}\n{source}"));
        let op = module.ops_named(name)[0];
        let statements = statements(&module, rules, op);
        let word = word_rule(&module, rules, op);
        if statements.is_empty() && word.is_none() {
            continue;
        }
        let free: Vec<Vec<i128>> = operands
            .iter()
            .enumerate()
            .filter(|(at, _)| given.leaves_free(*at))
            .map(|(_, of)| of.values())
            .collect();
        let count: usize = free.iter().map(Vec::len).product();
        for number in 0..count {
            let mut rest = number;
            let mut arguments = vec![];
            for values in &free {
                arguments.push(values[rest % values.len()]);
                rest /= values.len();
            }
            let mut source = Arguments(arguments.into_iter());
            let mut watch = Watch {
                module: &module,
                op,
                statements: &statements,
                word: &word,
                checked,
                wrong,
            };
            // A run that stops before the point observes nothing.
            let _ = Machine::new(&module, Settings::default(), &mut source, &mut watch)
                .run(functions(&module)[0]);
        }
    }
}

fn program(name: &str, attributes: &str, operands: &[Type], result: Type, given: Given) -> String {
    let (mut parameters, mut before) = (vec![], String::new());
    for (at, of) in operands.iter().enumerate() {
        let of = of.text();
        match given.constant(at) {
            Some(value) if of == "i1" => {
                before += &format!("  %x{at} = arith.constant {}\n", value != 0);
            }
            Some(value) => before += &format!("  %x{at} = arith.constant {value} : {of}\n"),
            None if given.leaves_free(at) => parameters.push(format!("%x{at}: {of}")),
            None => {}
        }
    }
    let names: Vec<String> = (0..operands.len())
        .map(|at| match given {
            Given::Same => "%x0".to_string(),
            _ => format!("%x{at}"),
        })
        .collect();
    let types: Vec<String> = operands.iter().map(|of| of.text()).collect();
    let op = match name {
        "index.cmp" => format!("index.cmp {attributes}({})", names.join(", ")),
        _ => format!(
            "\"{name}\"({}) {attributes} : ({}) -> {}",
            names.join(", "),
            types.join(", "),
            result.text()
        ),
    };
    format!(
        "func.func @f({}) {{\n{before}  %r = {op}\n  \"lab.here\"() : () -> ()\n  return\n}}\n",
        parameters.join(", ")
    )
}

const WIDTHS: [u32; 6] = [1, 2, 3, 4, 8, 32];
const PREDICATES: [&str; 10] = [
    "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
];

/// Whether rules define the integer result of an op, and not only its shape.
fn tells_integers(rules: &Rules, name: &str, op: &OpRules) -> bool {
    let is_integer = |kind| matches!(kind, ColumnKind::Value | ColumnKind::Unsigned);
    !rules.words(name).is_empty() || op.defines.iter().any(|define| is_integer(define.kind))
}

#[test]
fn definitions_hold_on_all_small_integers() {
    let rules = Rules::embedded();
    let (mut checked, mut wrong) = (BTreeMap::new(), vec![]);
    let integers = WIDTHS.map(Type::Integer);
    let mut run = |name: &str, attributes: &str, operands: &[Type], result: Type| {
        check(
            name,
            attributes,
            operands,
            result,
            &rules,
            &mut checked,
            &mut wrong,
        );
    };
    for name in rules.op_names() {
        let op = rules.op(name).expect("it is one of them");
        if !tells_integers(&rules, name, op) {
            continue;
        }
        let fields = &op.schema.fields;
        match (name, fields.len()) {
            ("arith.cmpi", _) => {
                for (number, of) in (0..PREDICATES.len()).flat_map(|n| integers.map(|of| (n, of))) {
                    let attributes = format!("{{predicate = {number} : i64}}");
                    run(name, &attributes, &[of, of], Type::Integer(1));
                    if of == Type::Integer(8) {
                        run(
                            name,
                            &attributes,
                            &[Type::Index, Type::Index],
                            Type::Integer(1),
                        );
                    }
                }
            }
            ("index.cmp", _) => {
                for predicate in PREDICATES {
                    run(
                        name,
                        predicate,
                        &[Type::Index, Type::Index],
                        Type::Integer(1),
                    );
                }
            }
            ("arith.select", _) => {
                for of in [Type::Index, Type::Integer(1), Type::Integer(3)] {
                    run(name, "", &[Type::Integer(1), of, of], of);
                }
            }
            ("arith.extsi" | "arith.extui", _) => {
                for (from, to) in [(1, 2), (1, 8), (3, 4), (4, 8), (8, 32)] {
                    run(name, "", &[Type::Integer(from)], Type::Integer(to));
                    if name == "arith.extui" {
                        run(name, "{nonNeg}", &[Type::Integer(from)], Type::Integer(to));
                    }
                }
            }
            ("arith.trunci", _) => {
                for (from, to) in [(2, 1), (4, 1), (4, 3), (8, 3), (32, 8)] {
                    run(name, "", &[Type::Integer(from)], Type::Integer(to));
                    for flags in ["nsw", "nuw", "nsw, nuw"] {
                        let flags = format!("{{overflowFlags = #arith.overflow<{flags}>}}");
                        run(name, &flags, &[Type::Integer(from)], Type::Integer(to));
                    }
                }
            }
            ("arith.divsi" | "arith.divui" | "arith.shrsi" | "arith.shrui", _) => {
                for of in integers.into_iter().chain([Type::Index]) {
                    for flag in ["", "{isExact}"] {
                        run(name, flag, &[of, of], of);
                    }
                }
            }
            ("arith.index_castui", _) => {
                for flag in ["", "{nonNeg}"] {
                    for of in [4, 8, 32, 64, 100].map(Type::Integer) {
                        run(name, flag, &[of], Type::Index);
                        run(name, flag, &[Type::Index], of);
                    }
                }
            }
            ("arith.index_cast" | "index.casts" | "index.castu", _) => {
                for of in [4, 8, 32, 64, 100].map(Type::Integer) {
                    run(name, "", &[of], Type::Index);
                    run(name, "", &[Type::Index], of);
                }
            }
            ("arith.addi" | "arith.subi" | "arith.muli" | "arith.shli", _) => {
                for of in integers.into_iter().chain([Type::Index]) {
                    run(name, "", &[of, of], of);
                    for flags in ["nsw", "nuw", "nsw, nuw"] {
                        let flags = format!("{{overflowFlags = #arith.overflow<{flags}>}}");
                        run(name, &flags, &[of, of], of);
                    }
                }
            }
            // Ops with several results have tests elsewhere.
            (name, _) if name.ends_with("_extended") => {}
            // Its result is not an integer, and its rules about the operand are those of other ops.
            ("arith.uitofp", _) => {}
            (name, 2 | 3) if name.starts_with("arith.") => {
                for of in integers.into_iter().chain([Type::Index]) {
                    run(name, "", &[of, of], of);
                }
            }
            (name, 2) if name.starts_with("index.") => {
                run(name, "", &[Type::Index, Type::Index], Type::Index);
            }
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Every rule about these ops is checked.
    let mut missed = vec![];
    for name in rules.op_names() {
        if !name.starts_with("arith.") && !name.starts_with("index.") {
            continue;
        }
        let op = rules.op(name).expect("it is one of them");
        if !tells_integers(&rules, name, op) {
            continue;
        }
        let scalars = op
            .defines
            .iter()
            .filter(|define| matches!(define.kind, ColumnKind::Value | ColumnKind::Unsigned))
            .map(|define| &define.head.name);
        if name.ends_with("_extended") {
            continue;
        }
        let facts = op.facts.iter().map(|fact| &fact.head.name);
        let words = true_words(&rules, name);
        let words = words.into_iter().map(|word| &word.head.name);
        for rule in scalars.chain(facts).chain(words) {
            let not_here = [
                "constant",
                "sizeof",
                "select-elementwise-same",
                "constant-word",
                "index-sizeof-word",
            ];
            if !checked.contains_key(&**rule) && !not_here.contains(&&**rule) {
                missed.push(format!("{rule} on {name}"));
            }
        }
    }
    assert!(missed.is_empty(), "never said: {}", missed.join(", "));
    let total: usize = checked.values().sum();
    println!("{total} statements of {} rules", checked.len());
    assert!(total > 100_000, "only {total}");
}
