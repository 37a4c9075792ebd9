//! Pictures within terminals that can show them. `rsvg-convert` turns a picture into pixels: a renderer of its own would
//! be larger than the rest of the binary.

use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

/// How a terminal receives a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Protocol {
    /// The graphics protocol of kitty, which Ghostty and Konsole have as well.
    Kitty,
    /// The inline images of iTerm2, which WezTerm has as well.
    Iterm,
}

impl Protocol {
    /// The one that the terminal announces in its environment. Within a multiplexer there is none.
    fn announced(variable: impl Fn(&str) -> Option<String>) -> Option<Protocol> {
        let is_set = |name| variable(name).is_some_and(|value| !value.is_empty());
        if is_set("TMUX") || is_set("STY") {
            return None;
        }
        match variable("TERM_PROGRAM").as_deref() {
            Some("ghostty") => return Some(Protocol::Kitty),
            Some("iTerm.app" | "WezTerm") => return Some(Protocol::Iterm),
            _ => {}
        }
        let is_kitty = is_set("KITTY_WINDOW_ID") || is_set("KONSOLE_VERSION");
        is_kitty.then_some(Protocol::Kitty)
    }

    /// What shows a PNG.
    fn escape(self, png: &[u8]) -> String {
        let data = base64(png);
        match self {
            Protocol::Iterm => format!("\x1b]1337;File=inline=1;size={}:{data}\x07", png.len()),
            Protocol::Kitty => {
                let count = data.len().div_ceil(CHUNK);
                let chunks = (0..count).map(|at| {
                    let chunk = &data[at * CHUNK..data.len().min((at + 1) * CHUNK)];
                    let keys = if at == 0 { "a=T,f=100," } else { "" };
                    let more = u8::from(at + 1 < count);
                    format!("\x1b_G{keys}m={more};{chunk}\x1b\\")
                });
                chunks.collect()
            }
        }
    }
}

/// The most characters of data in one escape of kitty.
const CHUNK: usize = 4096;

/// Whether a picture was shown in the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shown {
    Yes,
    No,
    /// The terminal could show it, but nothing turns it into pixels.
    LacksPixels,
}

/// Shows a picture in the terminal, if that can.
///
/// # Errors
/// The terminal cannot be written.
pub(super) fn show(svg: &str, out: &mut (impl Write + IsTerminal)) -> io::Result<Shown> {
    let protocol = Protocol::announced(|name| std::env::var(name).ok());
    let (Some(protocol), true) = (protocol, svg.starts_with("<svg") && out.is_terminal()) else {
        return Ok(Shown::No);
    };
    let Some(png) = pixels(svg) else {
        return Ok(Shown::LacksPixels);
    };
    writeln!(out, "{}", protocol.escape(&png))?;
    Ok(Shown::Yes)
}

/// A picture as PNG, if `rsvg-convert` is installed and accepts it.
fn pixels(svg: &str) -> Option<Vec<u8>> {
    let mut child = Command::new("rsvg-convert")
        .args(["--format", "png", "--background-color", "white"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take()?;
    let svg = svg.to_owned();
    let writer = std::thread::spawn(move || input.write_all(svg.as_bytes()));
    let output = child.wait_with_output().ok()?;
    let _ = writer.join();
    (output.status.success() && !output.stdout.is_empty()).then_some(output.stdout)
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let byte = |at: usize| u32::from(part.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at)) as usize & 63];
            text.push(if at <= part.len() {
                char::from(digit)
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{CHUNK, Protocol, base64};

    #[test]
    fn base64_is_padded() {
        let told = [&b""[..], b"f", b"fo", b"foo", b"foob"].map(base64);
        assert_eq!(told, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]);
    }

    #[test]
    fn the_terminal_is_known_by_its_environment() {
        let of = |all: &[(&str, &str)]| {
            let value = |name: &str| {
                let found = all.iter().find(|(own, _)| *own == name)?;
                Some(found.1.to_owned())
            };
            Protocol::announced(value)
        };
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[("KITTY_WINDOW_ID", "1")]), Some(Protocol::Kitty));
        assert_eq!(of(&[("KITTY_WINDOW_ID", "1"), ("TMUX", "x")]), None);
        assert_eq!(of(&[("TERM_PROGRAM", "WezTerm")]), Some(Protocol::Iterm));
    }

    #[test]
    fn large_pictures_go_in_parts() {
        let text = Protocol::Kitty.escape(&vec![0; CHUNK]);
        assert_eq!(text.matches("\x1b_G").count(), 2);
        assert!(text.starts_with("\x1b_Ga=T,f=100,m=1;AAAA"));
        assert!(text.contains("\x1b\\\x1b_Gm=0;") && text.ends_with("\x1b\\"));
        let text = Protocol::Iterm.escape(b"foo");
        assert_eq!(text, "\x1b]1337;File=inline=1;size=3:Zm9v\x07");
    }
}
