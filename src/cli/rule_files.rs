//! The embedded rules, and those of additional files.

use calipers::analysis::with_calls;
use calipers::irdl;
use calipers::rules::Rules;
use calipers::rules::check::unknown_interfaces;

/// The embedded rules with those of the files added, in order.
///
/// # Errors
/// The error in a file, as it is shown to the user.
pub fn load(files: &[String]) -> Result<Rules, String> {
    let mut rules = Rules::embedded();
    let mut texts = vec![];
    for file in files {
        let text = calipers::utf8::read(file)
            .map_err(|error| format!("calipers: `{file}` can't be read: {error}"))?;
        irdl::load(&mut rules, file, &text).map_err(|error| error.rendered)?;
        texts.push((file.as_str(), text));
    }
    // A file may use an interface that a later one declares.
    let texts: Vec<(&str, &str)> = texts
        .iter()
        .map(|(file, text)| (*file, &text[..]))
        .collect();
    match unknown_interfaces(&rules, &texts).into_iter().next() {
        Some(finding) => Err(finding.rendered),
        None => Ok(rules),
    }
}

/// The same, with the semantics of calls.
///
/// # Errors
/// As for [`load`].
pub fn load_with_calls(files: &[String]) -> Result<Rules, String> {
    load(files).map(|rules| with_calls(&rules))
}
