//! Decoding of UTF-8 files.

use std::io;

/// Decodes bytes as UTF-8.
///
/// # Errors
/// The position of the first byte that is not valid UTF-8.
pub fn decode(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let (good, rest) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
        let good = String::from_utf8_lossy(good);
        let line = good.matches('\n').count() + 1;
        let column = good.rsplit('\n').next().map_or(0, |it| it.chars().count()) + 1;
        let byte = rest.first().copied().unwrap_or_default();
        let message = format!("line {line}, column {column}: the byte {byte:#04x} is not UTF-8");
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}

/// Reads a file as UTF-8.
///
/// # Errors
/// An I/O error, or an error of [`decode`].
pub fn read(path: impl AsRef<std::path::Path>) -> io::Result<String> {
    decode(std::fs::read(path)?)
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn tells_where_it_is_not_utf_8() {
        let told = |bytes: &[u8]| decode(bytes.to_vec()).map_err(|error| error.to_string());
        assert_eq!(told("β\n".as_bytes()), Ok("β\n".to_owned()));
        let error = |text: &str| Err(text.to_owned());
        assert_eq!(
            told(b"\xff"),
            error("line 1, column 1: the byte 0xff is not UTF-8")
        );
        assert_eq!(
            told(b"a\n\xce\xb2 \xe4\n"),
            error("line 2, column 3: the byte 0xe4 is not UTF-8")
        );
    }
}
