//! Compares wrapped ranges: those of `--int-range-optimizations`, and those of Calipers.

use super::{Finding, Summary, Verdict, peer};
use crate::equivalence::{holds_any_op, parse};
use crate::interpret::{Machine, Observer, Settings, State, Value};
use crate::oracle::{Inputs, functions};
use calipers::ir::{InsertionPoint, Module, OpBuilder};
use calipers::number::{Int, WrappedRange};
use calipers::program::{Attribute, OpId, Point, Program, ValueId};
use calipers::ranges::{Precision, Ranges};
use calipers::rules::Rules;
use hashbrown::HashMap;

/// The op that prints the range of its operand.
const REFLECT: &str = "test.reflect_bounds";

/// Inserts a question for every integer, after the op that defines it, or at the start of its block.
pub fn ask(module: &mut Module) {
    let mut places: Vec<(InsertionPoint, ValueId)> = vec![];
    for op in module.walk(module.top()).collect::<Vec<_>>() {
        let Some(block) = module.block_of(op).filter(|_| holds_any_op(module, op)) else {
            continue;
        };
        if module.op_name(op) == REFLECT {
            continue;
        }
        let results = module.results(op).iter();
        places.extend(results.map(|&value| (InsertionPoint::After(op), value)));
        if module.block_ops(block).first() == Some(&op) {
            let arguments = module.block_arguments(block).iter();
            places.extend(arguments.map(|&value| (InsertionPoint::Start(block), value)));
        }
    }
    let i64 = module.parse_type("i64").expect("it is a type");
    let mut tag = 0i64;
    for (at, value) in places {
        if module.word_width(value).is_none_or(|width| width > 64)
            || module.value_type(value).shape().is_some()
        {
            continue;
        }
        let (ty, number) = (module.type_of(value), module.integer_attribute(tag, i64));
        let mut builder = OpBuilder::new(module, at);
        builder.create(REFLECT, &[value], &[ty], &[("tag", number)]);
        tag += 1;
    }
}

/// The questions of a program, by their numbers.
fn questions(module: &Module) -> HashMap<Int, OpId> {
    let asks = module.ops_named(REFLECT).into_iter();
    asks.filter_map(|op| match module.attribute(op, "tag") {
        Some(Attribute::Integer(tag)) => Some((tag, op)),
        _ => None,
    })
    .collect()
}

/// The range in the attributes of a question.
fn said(module: &Module, op: OpId) -> Option<WrappedRange> {
    let width = module.word_width(*module.operands(op).first()?)?;
    let bits = |name| match module.attribute(op, name)? {
        Attribute::Integer(value) => {
            let modulus = Int::ONE << width as usize;
            let bits = calipers::number::floor_mod(&value, &modulus)?;
            WrappedRange::constant(width, u128::try_from(bits).ok()?)
        }
        Attribute::Bool(value) => WrappedRange::constant(width, u128::from(value)),
        _ => None,
    };
    let unsigned = (bits("umin")?.unsigned().0, bits("umax")?.unsigned().0);
    let signed = (bits("smin")?.signed().0, bits("smax")?.signed().0);
    WrappedRange::stated(width, unsigned, signed)
}

/// Whether one range is weaker than another at some end.
fn is_looser(one: WrappedRange, other: WrappedRange) -> bool {
    !other.contains_all(one)
}

/// Compares both answers to each question with runs.
struct Watch<'m> {
    module: &'m Module,
    said: &'m HashMap<OpId, [Option<WrappedRange>; 2]>,
    wrong: [Option<(OpId, i128)>; 2],
    looks: u64,
}

impl Observer for Watch<'_> {
    fn reached(&mut self, point: Point, state: &State<'_>) {
        let op = self.module.block_ops(point.block)[point.index];
        let Some(said) = self.said.get(&op) else {
            return;
        };
        let Some(Value::Integer(number)) = state.value(self.module.operands(op)[0]) else {
            return;
        };
        self.looks += 1;
        for (who, said) in said.iter().enumerate() {
            if said.is_some_and(|word| !word.contains(*number as u128)) {
                self.wrong[who].get_or_insert((op, *number));
            }
        }
    }
}

/// The answers of the peer for a program with questions, and those of Calipers.
pub fn compare(text: &str, printed: &str, rules: &Rules, seed: u64, summary: &mut Summary) {
    let (Ok(module), Ok(printed)) = (parse(text), parse(printed)) else {
        summary.unread += 1;
        return;
    };
    let ranges = Ranges::of(&module, rules, module.top(), Precision::default());
    let theirs = questions(&printed);
    let mut answers: HashMap<OpId, [Option<WrappedRange>; 2]> = HashMap::new();
    let mut looser = None;
    for (tag, op) in questions(&module) {
        let Some(point) = Point::before(&module, op) else {
            continue;
        };
        let own = ranges.word_at(module.operands(op)[0], point);
        let other = theirs.get(&tag).and_then(|&op| said(&printed, op));
        let counts = &mut summary.ranges;
        match (own, other) {
            (Some(own), Some(other)) => {
                let (less, more) = (is_looser(own, other), is_looser(other, own));
                counts.same += u64::from(!less && !more);
                counts.tighter += u64::from(more && !less);
                counts.looser += u64::from(less);
                if less {
                    looser.get_or_insert((op, own, other));
                }
            }
            (Some(_), None) => counts.calipers_only += 1,
            (None, Some(_)) => counts.peer_only += 1,
            (None, None) => counts.neither += 1,
        }
        answers.insert(op, [other, own]);
    }
    let settings = Settings {
        index_wraps: true,
        ..Settings::default()
    };
    let mut watch = Watch {
        module: &module,
        said: &answers,
        wrong: [None, None],
        looks: 0,
    };
    let private = |op: &OpId| module.attribute(*op, "sym_visibility").is_some();
    for function in functions(&module).into_iter().filter(|op| !private(op)) {
        for run in 0..12 {
            let mut inputs = Inputs::new(seed.wrapping_mul(97).wrapping_add(run));
            // A run that stops early still observes values.
            let _ = Machine::new(&module, settings, &mut inputs, &mut watch).run(function);
        }
    }
    summary.looks += watch.looks;
    for (verdict, wrong) in [Verdict::PeerWrong, Verdict::CalipersWrong]
        .into_iter()
        .zip(watch.wrong)
    {
        if let Some((op, number)) = wrong {
            let who = usize::from(verdict == Verdict::CalipersWrong);
            let said = answers[&op][who];
            let name = module.value_name(module.operands(op)[0]);
            let why = format!(
                "{name} is {number}, said to be {}",
                said.map_or_else(String::new, |word| word.to_string())
            );
            summary.found(Finding::new(verdict, why, text));
        }
    }
    if let Some((op, own, other)) = looser
        && watch.wrong[0].is_none()
    {
        let name = module.value_name(module.operands(op)[0]);
        let why = format!("{name} is {own}, for mlir-opt {other}");
        summary.found(Finding::new(Verdict::CalipersLooser, why, text));
    }
}

/// Asks both tools about a program.
///
/// # Errors
/// If the peer cannot be started.
pub fn examine(text: &str, seed: u64, rules: &Rules, summary: &mut Summary) -> Result<(), String> {
    let Ok(mut module) = parse(text) else {
        return Ok(());
    };
    ask(&mut module);
    examine_asked(&module.to_string(), seed, rules, summary)
}

/// Asks both tools the questions in a program.
///
/// # Errors
/// If the peer cannot be started.
pub fn examine_asked(
    asked: &str,
    seed: u64,
    rules: &Rules,
    summary: &mut Summary,
) -> Result<(), String> {
    let output = peer::run(&["--int-range-optimizations"], &[asked.to_owned()])?;
    summary.crashes += output.crashes as u64;
    match output.programs.first() {
        Some(printed) => compare(asked, printed, rules, seed, summary),
        None => summary.refused += 1,
    }
    Ok(())
}
