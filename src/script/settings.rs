//! The configuration of the analysis of a session, and its statistics.

use super::error::{ScriptError, shortened};
use super::notation::Notation;
use super::session::{Answer, Session};
use crate::sexp::Form;
use crate::solve::lp::Engine;
use crate::solve::{Config, IntegerOverflow};

type Result<T> = std::result::Result<T, ScriptError>;

pub(super) const NAMES: [&str; 9] = [
    "syntax",
    "overflow",
    "solver",
    "invariants",
    "max-atoms",
    "max-rows",
    "max-pivots",
    "max-cases",
    "max-engines",
];

/// The values of a setting that is not a number.
pub(super) fn values(setting: &str) -> &'static [&'static str] {
    match setting {
        "syntax" => &["auto", "infix", "sexp"],
        "overflow" => &["wrap", "ignore"],
        "solver" => &["auto", "tableau", "float", "off"],
        "invariants" => &["true", "false"],
        _ => &[],
    }
}

/// The budget with a name.
fn budget<'c>(config: &'c mut Config, name: &str) -> Option<&'c mut usize> {
    Some(match name {
        "max-atoms" => &mut config.max_atoms,
        "max-rows" => &mut config.max_rows,
        "max-pivots" => &mut config.max_pivots,
        "max-cases" => &mut config.max_cases,
        "max-engines" => &mut config.max_engines,
        _ => return None,
    })
}

impl Session<'_> {
    /// Changes a setting, and drops all memoized results.
    pub(super) fn set(&mut self, name: &Form, value: &Form) -> Result<Answer> {
        let setting = name.as_atom().unwrap_or_default();
        let word = value.as_atom();
        if setting == "syntax" {
            return self.set_syntax(value);
        }
        let config = &mut self.config;
        let expected = match setting {
            "overflow" => match word {
                Some("wrap") => {
                    config.integer_overflow = IntegerOverflow::Wrap;
                    None
                }
                Some("ignore") => {
                    config.integer_overflow = IntegerOverflow::Ignore;
                    None
                }
                _ => Some("wrap or ignore"),
            },
            "solver" => {
                let solver = match word {
                    Some("auto") => Some(Engine::Auto),
                    Some("tableau") => Some(Engine::Tableau),
                    Some("float") => Some(Engine::Float),
                    Some("off") => Some(Engine::Off),
                    _ => None,
                };
                config.solver = solver.unwrap_or(config.solver);
                solver.is_none().then_some("auto, tableau, float or off")
            }
            "invariants" => match word {
                Some("true" | "false") => {
                    config.invariants = word == Some("true");
                    None
                }
                _ => Some("true or false"),
            },
            _ => match budget(config, setting) {
                Some(budget) => {
                    let number = value
                        .as_integer()
                        .and_then(|it| usize::try_from(it.clone()).ok());
                    *budget = number.unwrap_or(*budget);
                    number.is_none().then_some("a number")
                }
                None => {
                    let message = format!("there is no setting `{}`", shortened(setting));
                    return Err(ScriptError::new(name.span, message).suggesting(setting, NAMES));
                }
            },
        };
        if let Some(expected) = expected {
            return Err(ScriptError::new(value.span, format!("expected {expected}")));
        }
        self.renew();
        self.last = None;
        Ok(Answer::Nothing)
    }

    /// Chooses the notation in which terms are printed.
    fn set_syntax(&mut self, value: &Form) -> Result<Answer> {
        self.syntax = match value.as_atom() {
            Some("infix") => Some(Notation::Infix),
            Some("sexp") => Some(Notation::Calls),
            Some("auto") => None,
            _ => return Err(ScriptError::new(value.span, "expected infix, sexp or auto")),
        };
        self.notation = self.syntax.unwrap_or(self.notation);
        Ok(Answer::Nothing)
    }

    /// The statistics and the configuration of the analysis.
    pub(super) fn stats(&mut self) -> String {
        let engine = self.analysis.engine();
        let terms = engine.egraph().len();
        let counted = engine.statistics();
        let mut lines = vec![
            format!("columns unfolded: {}", counted.columns),
            format!("terms: {terms}"),
            format!("linear programs: {}", counted.linear_programs),
            format!("cases: {}", counted.cases),
        ];
        if counted.solver.timeouts > 0 {
            lines.push(format!(
                "linear programs on which the f64 solver ran out of time: {}",
                counted.solver.timeouts
            ));
        }
        lines.push(self.settings());
        lines.join("\n")
    }

    /// The configuration of the analysis.
    pub(super) fn settings(&self) -> String {
        let mut config = self.config.clone();
        let overflow = match config.integer_overflow {
            IntegerOverflow::Wrap => "wrap",
            IntegerOverflow::Ignore => "ignore",
        };
        let solver = match config.solver {
            Engine::Auto => "auto",
            Engine::Tableau => "tableau",
            Engine::Float => "float",
            Engine::Off => "off",
        };
        let invariants = config.invariants;
        let syntax = match self.syntax {
            Some(Notation::Infix) => "infix",
            Some(Notation::Calls) => "sexp",
            None => "auto",
        };
        let budgets = NAMES.into_iter().filter_map(|name| {
            let budget = budget(&mut config, name)?;
            Some(format!("{name} {budget}"))
        });
        let budgets: Vec<String> = budgets.collect();
        let budgets = budgets.join(", ");
        format!(
            "set: overflow {overflow}, solver {solver}, invariants {invariants}, syntax {syntax}\nbudgets: {budgets}"
        )
    }
}
