//! The rules of the library, and those of files beside them.

use calipers::analysis::with_calls;
use calipers::rules::Rules;

/// The embedded rules with those of the files added, in order.
///
/// # Errors
/// What is wrong with a file, as it is shown to the user.
pub fn load(files: &[String]) -> Result<Rules, String> {
    let mut rules = Rules::embedded();
    for file in files {
        let text = calipers::utf8::read(file)
            .map_err(|error| format!("calipers: `{file}` can't be read: {error}"))?;
        rules.load(file, &text).map_err(|error| error.rendered)?;
    }
    Ok(rules)
}

/// The same, and with them what calls return.
///
/// # Errors
/// As for [`load`].
pub fn load_with_calls(files: &[String]) -> Result<Rules, String> {
    load(files).map(|rules| with_calls(&rules))
}
