//! `simplify-index-arithmetic`: rewrites index arithmetic into its cheapest equal form under the facts of its point.
//!
//! The value of an op is expressed in the values below all index arithmetic, and in those below the ops that only it
//! uses. Equality saturation suggests a shorter term, which counts only if it is proved equal right after the op. The
//! term replaces the op if it has fewer divisions, or as many and fewer operations, than the op and the ops that die
//! with it. It is computed where the op is, so nothing moves to a place where it was not executed.
//!
//! Index arithmetic is assumed not to overflow, but a new intermediate value is not covered by that: it must be proved
//! to fit 64 bits, by its range or by a value that the program computed. Divisors must be proved positive.

mod cost;
mod emit;
mod safety;

use crate::analysis::{Analysis, Bound, Effort, Variable};
use crate::canonicalize::Canonicalize;
use crate::diagnostic::Diagnostic;
use crate::effects::is_pure;
use crate::ir::{Module, Type};
use crate::number::Range;
use crate::pass::{Pass, PassResult, Report, is_function, report_once};
use crate::program::{Column, Definition, OpId, Point, Program, ValueId};
use crate::reify::Style;
use crate::rules::Rules;
use crate::simplify::min_max::is_min_max;
use crate::solve::Config;
use crate::term::{Expr, Operator};
use cost::Cost;
use hashbrown::{HashMap, HashSet};
use std::sync::Arc;

/// The pass.
pub struct SimplifyIndexArithmetic {
    /// The semantics of ops.
    pub rules: Arc<Rules>,
    /// The configuration of the analysis.
    pub config: Config,
}

/// The maximum number of pivots for the questions about one function. Once it is used up, the rest stays as it is.
const MAX_PIVOTS: usize = 1_000_000;

/// The maximum number of ops that die with an op.
const MAX_CONE: usize = 32;

/// The replacement of an op.
struct Cheaper {
    op: OpId,
    form: Form,
}

/// What computes the new value.
enum Form {
    /// One `affine.apply`.
    Map(Bound),
    /// `arith` ops.
    Term(Expr<Column>),
}

impl Pass for SimplifyIndexArithmetic {
    fn run(&self, module: &mut Module, root: OpId, report: &mut Report) -> PassResult {
        let found = cheaper_forms(module, (&self.rules, &self.config), root, report);
        if found.is_empty() {
            return Ok(());
        }
        let mut replaced = HashMap::new();
        for Cheaper { op, form } in found {
            replace(module, &self.rules, (op, form), &mut replaced);
        }
        Canonicalize::default().run(module, root, report)
    }
}

/// The ops that have a cheaper form, in program order.
fn cheaper_forms(
    module: &Module,
    (rules, config): (&Rules, &Config),
    root: OpId,
    report: &mut Vec<Diagnostic>,
) -> Vec<Cheaper> {
    let mut ops: Vec<OpId> = module.walk(root).filter(|&op| op != root).collect();
    if !ops.iter().any(|&op| computes_index(module, op)) {
        return vec![];
    }
    // Users first: an op that dies with them needs no form of its own.
    ops.reverse();
    let mut analysis = Analysis::with_config(module, rules, config.for_rewriting());
    let mut effort = Effort::pivots(MAX_PIVOTS);
    let mut dead: HashSet<OpId> = HashSet::new();
    let mut found = vec![];
    for op in ops {
        if is_function(module, op) {
            effort = Effort::pivots(MAX_PIVOTS);
        }
        if effort.is_used_up() || dead.contains(&op) || !computes_index(module, op) {
            continue;
        }
        let cone = cone(module, op);
        let form = analysis.within(&mut effort, |analysis| {
            Search::new(module, analysis, &cone)?.cheapest()
        });
        if let Some(form) = form {
            dead.extend(cone);
            found.push(Cheaper { op, form });
        }
    }
    report_once(analysis.clash_diagnostics(), report);
    found.reverse();
    found
}

/// Whether an op computes an index from indices and conditions. Minima and maxima of affine expressions have their own
/// pass.
fn computes_index(module: &Module, op: OpId) -> bool {
    let is_operand = |&value: &ValueId| matches!(module.type_of(value), Type::INDEX | Type::I1);
    let operands = module.operands(op);
    is_pure(module, op)
        && !is_min_max(module, op)
        && matches!(module.results(op), [one] if module.type_of(*one) == Type::INDEX)
        && !operands.is_empty()
        && operands.iter().all(is_operand)
}

/// The op that computes a value by index arithmetic.
fn computing_op(module: &Module, value: ValueId) -> Option<OpId> {
    match module.definition(value) {
        Definition::Result { op, .. } => Some(op).filter(|&op| computes_index(module, op)),
        Definition::Argument { .. } => None,
    }
}

/// An op, and the ops of its block that are dead without it.
fn cone(module: &Module, op: OpId) -> Vec<OpId> {
    let block = module.block_of(op);
    let mut cone = vec![op];
    let mut next = 0;
    while let Some(&user) = cone.get(next)
        && cone.len() < MAX_CONE
    {
        next += 1;
        for &operand in module.operands(user) {
            let Some(below) = computing_op(module, operand) else {
                continue;
            };
            let mut users = module.users(operand).iter();
            let is_inside = module.block_of(below) == block && !cone.contains(&below);
            if is_inside && users.all(|user| cone.contains(user)) {
                cone.push(below);
            }
        }
    }
    cone
}

/// The search for a cheaper form of an op.
struct Search<'s, 'p> {
    module: &'s Module,
    analysis: &'s mut Analysis<'p>,
    cone: &'s [OpId],
    result: ValueId,
    point: Option<Point>,
    style: Style,
}

impl<'s, 'p> Search<'s, 'p> {
    fn new(
        module: &'s Module,
        analysis: &'s mut Analysis<'p>,
        cone: &'s [OpId],
    ) -> Option<Search<'s, 'p>> {
        let op = *cone.first()?;
        let &[result] = module.results(op) else {
            return None;
        };
        let style = match module.op_name(op) {
            "affine.apply" => Style::Affine,
            _ => Style::Arith,
        };
        Some(Search {
            module,
            analysis,
            cone,
            result,
            point: Point::after(module, op),
            style,
        })
    }

    /// The cheapest form, if it is cheaper than the ops that die.
    fn cheapest(&mut self) -> Option<Form> {
        let mut best: Option<(Cost, Form)> = None;
        let terms = self.terms();
        if !terms.iter().any(has_choice) {
            return None;
        }
        let own = self.own_cost();
        for term in terms {
            let columns = Variable::term(term.clone()).columns();
            let allowed = |column: Column| columns.contains(&column);
            let variable = Variable::term(term.clone());
            let shortest = self.analysis.shortest(&variable, self.point, allowed);
            let term = shortest.map_or(term, |it| it.as_term().clone());
            let Some((cost, form)) = self.form(&term) else {
                continue;
            };
            let limit = best.as_ref().map_or(&own, |(cost, _)| cost);
            if cost < *limit && self.is_safe(&term) {
                best = Some((cost, form));
            }
        }
        best.map(|(_, form)| form)
    }

    /// The result as a term over what lies below all index arithmetic, and over what lies below the ops that die.
    fn terms(&mut self) -> Vec<Expr<Column>> {
        let (module, cone) = (self.module, self.cone);
        let below_all = |value| computing_op(module, value).is_none();
        let below_cone = |value| computing_op(module, value).is_none_or(|op| !cone.contains(&op));
        let mut terms = vec![];
        for below in [&below_all as &dyn Fn(ValueId) -> bool, &below_cone] {
            let term = self.term(self.result, below);
            terms.extend(term.filter(|term| !terms.contains(term)));
        }
        terms
    }

    /// A value as a term over index values and conditions of that kind.
    fn term(&mut self, value: ValueId, is_leaf: &dyn Fn(ValueId) -> bool) -> Option<Expr<Column>> {
        let module = self.module;
        let allowed = |column: Column| match column {
            Column::Value(leaf) => {
                leaf != value && module.type_of(leaf) == Type::INDEX && is_leaf(leaf)
            }
            Column::Unsigned(leaf) => module.type_of(leaf) == Type::I1,
            _ => false,
        };
        let value = Variable::value(value);
        let term = self.analysis.expression_at(&value, self.point, allowed);
        Some(term.ok()?.as_term().clone())
    }

    /// The cost of the ops that die.
    fn own_cost(&mut self) -> Cost {
        let mut cost = Cost::default();
        for &op in self.cone {
            let operands = self.module.operands(op).to_vec();
            let [result] = self.module.results(op) else {
                continue;
            };
            let term = self.term(*result, &|leaf| operands.contains(&leaf));
            cost = cost.plus(Cost::of_op(self.module, op, term.as_ref()));
        }
        cost
    }

    /// The cost of a term, and the form that computes it.
    fn form(&mut self, term: &Expr<Column>) -> Option<(Cost, Form)> {
        if self.style == Style::Affine
            && let Some(map) = Bound::of_term(term, None)
        {
            return Some((Cost::of_term(term), Form::Map(map)));
        }
        let term = self.truncated(term);
        let is_possible = emit::is_possible(self.module, &term);
        is_possible.then(|| (Cost::of_term(&term), Form::Term(term)))
    }

    /// The same term with quotients and remainders that round to zero where the dividend is not negative, since
    /// machines have those.
    fn truncated(&mut self, term: &Expr<Column>) -> Expr<Column> {
        let Expr::Apply(operator, arguments) = term else {
            return term.clone();
        };
        let arguments: Vec<_> = arguments.iter().map(|it| self.truncated(it)).collect();
        let truncated = match operator {
            Operator::FloorDiv => Operator::TruncDiv,
            Operator::Mod => Operator::TruncMod,
            _ => return Expr::apply(*operator, arguments),
        };
        let mut is_nonnegative = |it: &Expr<Column>| {
            let range = self.range(it);
            range.lower().is_some_and(|lower| !lower.is_negative())
        };
        let rounds_to_zero = arguments.iter().all(&mut is_nonnegative);
        let operator = if rounds_to_zero { truncated } else { *operator };
        Expr::apply(operator, arguments)
    }

    /// The range of a term right after the op.
    fn range(&mut self, term: &Expr<Column>) -> Range {
        let variable = Variable::term(term.clone());
        self.analysis.range_at(&variable, self.point)
    }
}

/// Whether a term has an operator besides sums and products.
fn has_choice(term: &Expr<Column>) -> bool {
    match term {
        Expr::Integer(_) | Expr::Leaf(_) => false,
        Expr::Apply(Operator::Add | Operator::Mul, arguments) => arguments.iter().any(has_choice),
        Expr::Apply(..) => true,
    }
}

/// Replaces the result of an op. `replaced` maps values to their replacements so far.
fn replace(
    module: &mut Module,
    rules: &Rules,
    (op, form): (OpId, Form),
    replaced: &mut HashMap<ValueId, ValueId>,
) {
    let &[old] = module.results(op) else { return };
    let current = |column: Column| match column {
        Column::Value(value) => Column::Value(replaced.get(&value).copied().unwrap_or(value)),
        other => other,
    };
    let new = match form {
        Form::Map(map) => {
            let operands: Vec<Column> = map.operands.iter().map(|&it| current(it)).collect();
            let Ok(new) =
                crate::reify::reify(module, rules, op, &map.map, &operands, Style::Affine)
            else {
                return;
            };
            new
        }
        Form::Term(term) => {
            let term = term.map(&mut |&column| Expr::Leaf(current(column)));
            match emit::computed(module, op, &term) {
                Some(new) => new,
                None => return,
            }
        }
    };
    replaced.insert(old, new);
    module.replace_all_uses(old, new);
}
