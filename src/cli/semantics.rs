//! What answers the questions of files, each with the rules that its first comment names.

use super::answers::Answerer;
use super::file_options::beginning;
use super::input::Dialects;
use super::rule_files::{self, RuleFiles};
use calipers::analysis::with_calls;
use calipers::ir::ParseOptions;
use calipers::rules::Rules;
use calipers::solve::Config;
use calipers::transform::answers::Terms;
use std::path::Path;
use std::sync::Arc;

/// The rules of a file, and how they are used.
pub struct Semantics {
    pub options: ParseOptions,
    /// For scripts, annotations and surveys.
    pub with_calls: Rules,
    pub answerer: Answerer,
}

impl Semantics {
    /// Those of some rules.
    ///
    /// # Errors
    /// The error in a file, as it is shown to the user.
    fn of(files: &RuleFiles, dialects: Dialects) -> Result<Semantics, String> {
        let rules = rule_files::load(files)?;
        Ok(Semantics {
            options: dialects.options(&rules),
            with_calls: with_calls(&rules),
            answerer: Answerer {
                terms: Terms::OtherValues,
                rules: Arc::<Rules>::new(rules),
                config: Config::default(),
            },
        })
    }
}

/// Rules, each loaded once.
pub struct AllSemantics {
    given: RuleFiles,
    dialects: Dialects,
    loaded: Vec<(RuleFiles, Result<Arc<Semantics>, String>)>,
}

impl AllSemantics {
    /// With the rules of the command line.
    ///
    /// # Errors
    /// The error in one of them, as it is shown to the user.
    pub fn new(given: &RuleFiles, dialects: Dialects) -> Result<AllSemantics, String> {
        let own = Arc::new(Semantics::of(given, dialects)?);
        Ok(AllSemantics {
            given: given.clone(),
            dialects,
            loaded: vec![(given.clone(), Ok(own))],
        })
    }

    /// Those of a file.
    ///
    /// # Errors
    /// What is wrong in its comment, with the number of the line.
    pub fn of_file(&mut self, path: &Path) -> Result<Arc<Semantics>, (u32, String)> {
        let name = path.display().to_string();
        let (line, files) = match path.extension().is_some_and(|it| it == "cal") {
            // A script that cannot be read has an error of its own.
            true => {
                let text = calipers::utf8::read(&name).unwrap_or_default();
                self.given.with_those_of_script(&name, &text)?
            }
            false => self.given.with_those_in(&name, &beginning(path))?,
        };
        let known = self.loaded.iter().find(|(known, _)| *known == files);
        let found = match known {
            Some((_, found)) => found.clone(),
            None => {
                let found = Semantics::of(&files, self.dialects).map(Arc::new);
                self.loaded.push((files, found.clone()));
                found
            }
        };
        found.map_err(|message| {
            let message = message.strip_prefix("calipers: ").unwrap_or(&message);
            (line, message.trim_end().to_owned())
        })
    }
}
