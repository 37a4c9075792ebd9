//! `calipers rules mine`: identities that a machine finds.

use super::super::rule_files::{self, RuleFiles};
use calipers::analysis::{Analysis, Verdict};
use calipers::number::Range;
use calipers::program::{Column, NoProgram};
use calipers::rules::Rules;
use calipers::term::condition::negated;
use calipers::term::{Expr, Leaf, Operator};
use calipers_mining::{Grammar, Identity, mine};
use std::fmt::Write;

/// What is searched, and where.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Terms are enumerated up to a size and evaluated on assignments of integers; those with the same values are candidates. \
What follows from the known identities for answers, or from another one that was found, is left out. The rest is tested \
on all small integers and proved by the prover, whose proof the checker accepts. What it can't prove is a comment.

Examples:
  calipers rules mine --operators min,max
  calipers rules mine --operators floordiv,mod,min --size 2 > mined.rules
  calipers rules mine --operators 'mod,*' --integers 1 --divisors 2 --size 3")]
pub(super) struct Mine {
    /// More rule files, whose identities are known as well.
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// The operators of the terms.
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "floordiv,mod,min,max,<=,select"
    )]
    operators: Vec<String>,
    /// The greatest number of operators in a term.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    size: u8,
    /// The number of variables that are any integer.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=3))]
    integers: u8,
    /// The number of variables that are positive. Only positive terms are divisors.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=2))]
    divisors: u8,
    /// The integers in the terms.
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "0,1",
        allow_hyphen_values = true
    )]
    constants: Vec<i64>,
    /// The greatest number of terms that are evaluated.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..=2_000_000))]
    terms: u32,
}

/// The rules that were found, as a rule file.
///
/// # Errors
/// An operator is unknown, or a rule file can't be read.
pub(super) fn mined(options: &Mine) -> Result<String, String> {
    let rules = rule_files::load(&RuleFiles::of(&options.files))
        .map_err(|message| format!("calipers: {message}"))?;
    let grammar = grammar(options)?;
    let found = mine(&grammar, rules.answer_rewrites());
    let mut text = format!(
        "; Found by calipers rules mine: {} terms, {} pairs of equal values, {} of them follow from others.\n",
        found.terms, found.candidates, found.following
    );
    if !found.is_complete {
        text += "; The limit of terms ended the enumeration; --terms raises it.\n";
    }
    for (number, identity) in (1..).zip(&found.rules) {
        let is_proved = is_proved(&rules, &grammar, identity);
        let how = match is_proved {
            true => "proved",
            false => "not proved",
        };
        let start = if is_proved { "" } else { "; " };
        let rule = identity.rule(&format!("mined-{number}"));
        // Writing to a string can't fail.
        let _ = write!(
            text,
            "\n; {identity}: {how}, tested on {} assignments\n{start}{rule}\n",
            identity.cases
        );
    }
    Ok(text)
}

fn grammar(options: &Mine) -> Result<Grammar, String> {
    let mut operators: Vec<Operator> = vec![];
    for name in &options.operators {
        let operator = Operator::named(name);
        operators.push(operator.ok_or_else(|| {
            let known = Operator::NAMES.map(|it| it.1).join(", ");
            format!("calipers: no operator is called `{name}`; there are {known}")
        })?);
    }
    Ok(Grammar {
        operators,
        size: options.size.into(),
        integers: options.integers.into(),
        divisors: options.divisors.into(),
        constants: options.constants.clone(),
        max_terms: options.terms as usize,
    })
}

/// Whether the prover proves an identity for all integers, and the checker accepts the proof.
fn is_proved(rules: &Rules, grammar: &Grammar, identity: &Identity) -> bool {
    let mut analysis = Analysis::new(&NoProgram, rules);
    for number in 0..grammar.variables() as u32 {
        analysis.declare(number, Range::full());
    }
    let term = |term: &Expr| term.map(&mut |leaf: &Leaf| Expr::Leaf(Column::Symbol(leaf.0)));
    let mut claim = vec![Expr::equal(term(&identity.left), term(&identity.right))];
    claim.extend(identity.guards.iter().map(|guard| negated(&term(guard))));
    let claim = match claim.len() {
        1 => claim.remove(0),
        _ => Expr::apply(Operator::Max, claim),
    };
    let (verdict, proof) = analysis.explain(&claim, None);
    verdict == Verdict::Proved && proof.is_ok()
}
