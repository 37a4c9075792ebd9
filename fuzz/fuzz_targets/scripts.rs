//! Scripts, but for the commands that read files.

#![no_main]

use calipers::rules::Rules;
use calipers::script::{Session, ProgramArena};
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

static RULES: OnceLock<Rules> = OnceLock::new();

fuzz_target!(|text: &str| {
    let Ok(forms) = calipers::sexp::read(text) else {
        return;
    };
    let arena = ProgramArena::default();
    let mut session = Session::new(RULES.get_or_init(Rules::embedded), &arena);
    for form in forms.iter().take(40) {
        let call = form.as_call();
        if !call.is_some_and(|(name, _)| name == "load" || name == "rules") {
            let _ = session.execute(form);
        }
    }
});
