//! What the commands read.

use std::io::{self, Read};

/// The text of a file, or for `-` of standard input.
///
/// # Errors
/// As [`calipers::utf8::read`].
pub fn read(name: &str) -> io::Result<String> {
    if name != "-" {
        return calipers::utf8::read(name);
    }
    let mut bytes = vec![];
    io::stdin().lock().read_to_end(&mut bytes)?;
    calipers::utf8::decode(bytes)
}
