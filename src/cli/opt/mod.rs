mod arguments; mod pipeline; mod verify_diagnostics; mod passes;
use super::Outcome;
use arguments::Arguments;
pub fn run(args: Vec<String>) -> Outcome { let a = Arguments::parse(args); eprintln!("{a:?}"); Outcome::Done }
