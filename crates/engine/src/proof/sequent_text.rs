//! Inferences as text: each step with its rule, each leaf with its sequent.

use super::Term;
use super::sequent::{Conversion, Distinction, Factor, Inference, Rule, Sequent, Sign, conditions};
use super::text::{term_text, text};
use crate::number::Range;
use crate::program::{Column, NoProgram};
use crate::term::Expr;
use std::fmt;

type Out<'a, 'b> = &'a mut fmt::Formatter<'b>;

fn symbol(number: u32) -> Term {
    Expr::Leaf(Column::Symbol(number))
}

fn show(term: &Term) -> String {
    term_text(term, &NoProgram)
}

/// A sequent on one line.
pub(super) fn sequent(f: Out<'_, '_>, sequent: &Sequent, indent: &str) -> fmt::Result {
    let mut known: Vec<String> = sequent
        .ranges
        .iter()
        .filter(|(_, range)| !range.is_full())
        .map(|(&number, range)| of_variable(number, range))
        .collect();
    known.extend(sequent.assumptions.iter().map(show));
    let goal = show(&sequent.goal);
    match known.is_empty() {
        true => writeln!(f, "{indent}show {goal}"),
        false => writeln!(f, "{indent}show {goal}, where {}", known.join(", ")),
    }
}

fn of_variable(number: u32, range: &Range) -> String {
    let parts = conditions(range, &symbol(number));
    let parts: Vec<String> = parts.iter().map(show).collect();
    match parts.is_empty() {
        true => format!("nothing of {}", show(&symbol(number))),
        false => parts.join(", "),
    }
}

/// An inference with its conclusion.
pub(super) fn inference(
    f: Out<'_, '_>,
    inference: &Inference,
    of: &Sequent,
    depth: usize,
) -> fmt::Result {
    let indent = "  ".repeat(depth);
    match &inference.rule {
        Rule::Proof(proof) => {
            sequent(f, of, &indent)?;
            for line in text(proof, &NoProgram).to_string().lines() {
                writeln!(f, "{indent}  {line}")?;
            }
            return Ok(());
        }
        Rule::Points => {
            sequent(f, of, &indent)?;
            return writeln!(f, "{indent}  by looking at all points");
        }
        rule => writeln!(f, "{indent}{}", said(rule, of))?,
    }
    let Ok(left) = inference.rule.apply(of) else {
        return writeln!(f, "{indent}  (this does not apply)");
    };
    // The main premise continues at the same depth; side conditions and cases are indented.
    let last = inference.premises.len().saturating_sub(1);
    let is_branching = branches(&inference.rule);
    for (n, (premise, of)) in inference.premises.iter().zip(&left).enumerate() {
        let inside = usize::from(is_branching || n < last);
        self::inference(f, premise, of, depth + inside)?;
    }
    Ok(())
}

fn branches(rule: &Rule) -> bool {
    matches!(rule, Rule::AndIntro | Rule::Cases(_)) || matches!(rule, Rule::ByContradiction)
}

fn said(rule: &Rule, of: &Sequent) -> String {
    let assumption = |n: &usize| of.assumptions.get(*n).map_or_else(String::new, show);
    let variable = |number: &u32| show(&symbol(*number));
    let factor = |factor: &Factor| {
        of.factor(factor)
            .map_or_else(|_| String::new(), |term| show(&term))
    };
    match rule {
        Rule::Open => "no reason is given".to_owned(),
        Rule::Proof(_) | Rule::Points => String::new(),
        Rule::Trivial => "there is nothing to show".to_owned(),
        Rule::AndIntro => format!("{}: each of its parts", show(&of.goal)),
        Rule::OrIntro(n) => format!("{}: part {n}, if no other", show(&of.goal)),
        Rule::ByContradiction => format!("suppose not {}", show(&of.goal)),
        Rule::AndElim(n) => format!("assumed: each part of {}", assumption(n)),
        Rule::Drop(n) => format!("{} is not needed", assumption(n)),
        Rule::Substitute { symbol, value, .. } => {
            format!("put in {} = {}", variable(symbol), show(value))
        }
        Rule::Product(a, b) => format!("0 <= {} · {}", factor(a), factor(b)),
        Rule::Square(term) => format!("the square of {} is not negative", show(term)),
        Rule::Quotient(division, sign) => format!(
            "by the definition of {}, whose divisor is {}",
            show(division),
            match sign {
                Sign::Positive => "positive",
                Sign::Negative => "negative",
            }
        ),
        Rule::Factor { assumption: n, .. } => {
            format!("{} is part of {}", show(&of.goal), assumption(n))
        }
        Rule::Narrow(ranges) => {
            let parts = ranges.iter();
            let parts: Vec<String> = parts.map(|(n, range)| of_variable(*n, range)).collect();
            format!("it follows that {}", parts.join(", "))
        }
        Rule::Digits {
            symbol,
            modulus,
            quotient,
            remainder,
        } => format!(
            "write {} as {modulus}·{} + {}",
            variable(symbol),
            variable(quotient),
            variable(remainder)
        ),
        Rule::Offset {
            symbol,
            from,
            width,
            offset,
        } => format!(
            "write {} as {} + {}, which is at most {width}",
            variable(symbol),
            show(from),
            variable(offset)
        ),
        Rule::Cases(distinction) => match distinction {
            Distinction::Select(term)
            | Distinction::Condition(term)
            | Distinction::Extremum(term) => format!("in either case of {}", show(term)),
            Distinction::Dividend(term) => format!("by the sign of the dividend of {}", show(term)),
            Distinction::Unequal(n) => format!("in either case of {}", assumption(n)),
            Distinction::Factors(n) => format!("for each factor in {}", assumption(n)),
            Distinction::AndElim(n) => format!("in each case of {}", assumption(n)),
            Distinction::Sign(number) => format!("by the sign of {}", variable(number)),
            Distinction::AtLeast(number, end) => format!("is {} >= {end}?", variable(number)),
            Distinction::AtMost(number, end) => format!("is {} <= {end}?", variable(number)),
        },
        Rule::Convert {
            part, conversion, ..
        } => match conversion {
            Conversion::Settled { quotient, rest } | Conversion::Split { quotient, rest } => {
                format!(
                    "{}: the quotient is {}, the rest {}",
                    show(part),
                    show(quotient),
                    show(rest)
                )
            }
            Conversion::Down => format!("{} rounds down", show(part)),
            Conversion::Equal(by) => format!("{} is {}", show(part), show(by)),
            Conversion::Cancelled { common, .. } => {
                format!("cancel {} in {}", show(common), show(part))
            }
        },
        Rule::Instance(_, values) => {
            let values: Vec<String> = values
                .iter()
                .map(|(number, value)| format!("{} for {}", variable(number), show(value)))
                .collect();
            format!("write {}", values.join(", "))
        }
    }
}
