//! The rules of the library, and those of files beside them.

use calipers::analysis::with_calls;
use calipers::rules::Rules;

/// The embedded rules with those of the files added, in order, and with what calls return.
///
/// # Errors
/// What is wrong with a file, as it is shown to the user.
pub fn load(files: &[String]) -> Result<Rules, String> {
    let mut rules = Rules::embedded();
    for file in files {
        let text = std::fs::read_to_string(file)
            .map_err(|error| format!("`{file}` can't be read: {error}"))?;
        rules.load(file, &text).map_err(|error| error.rendered)?;
    }
    Ok(with_calls(&rules))
}
