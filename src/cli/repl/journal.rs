//! A prompt that outlives its questions: Ctrl-C ends the process that answers, and the next one goes on where it was.
//!
//! A question has no points at which it could stop, and nothing that it has half memoized may stay. So the prompt runs in
//! a process of its own, which writes each command that changed the session to a journal; after Ctrl-C the next process
//! executes these. At the prompt itself Ctrl-C is a key of the line editor.

use calipers::script::Session;
use calipers::sexp::{Form, Forms};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// The commands that changed the session, as text in a file.
pub(super) struct Journal {
    file: File,
}

impl Journal {
    /// Executes the commands of a journal. Returns it for more, and whether an earlier process has written to it.
    pub(super) fn resume(
        path: &Path,
        session: &mut Session<'_>,
    ) -> Result<(Journal, bool), String> {
        let unreadable = |error| format!("calipers: `{}` can't be read: {error}", path.display());
        let text = std::fs::read_to_string(path).map_err(unreadable)?;
        for form in Forms::new(&text).large_integers_as_atoms() {
            let form = form.map_err(|error| format!("calipers: the journal: {error}"))?;
            if let Err(error) = session.execute(&form) {
                // A file may have changed.
                let _ = writeln!(io::stderr(), "calipers: no longer `{form}`: {error}");
            }
        }
        // The user has seen them.
        session.take_report();
        let file = File::options().append(true).open(path);
        let mut journal = Journal {
            file: file.map_err(unreadable)?,
        };
        // An empty journal is that of a process that did not come to its prompt.
        journal.file.write_all(b"\n").map_err(unreadable)?;
        Ok((journal, !text.is_empty()))
    }

    /// Adds a command that was executed, if it changed the session.
    pub(super) fn note(&mut self, form: &Form) -> io::Result<()> {
        match Session::changes(form) {
            // At once: a signal may end the process between two parts.
            true => self.file.write_all(format!("{form}\n").as_bytes()),
            false => Ok(()),
        }
    }
}

#[cfg(unix)]
pub(super) use supervisor::supervise;

#[cfg(unix)]
mod supervisor {
    use crate::cli::Outcome;
    use signal_hook::consts::{SIGHUP, SIGINT};
    use std::ffi::OsString;
    use std::io::{self, Write};
    use std::os::unix::fs::OpenOptionsExt;
    use std::os::unix::process::ExitStatusExt;
    use std::path::{Path, PathBuf};
    use std::process::{Command, ExitStatus};
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// Runs the prompt in a process of its own, and after Ctrl-C in another one.
    pub(in crate::cli::repl) fn supervise() -> io::Result<Outcome> {
        let journal = create()?;
        let ended = run(&journal);
        // If this fails, a file stays that no one reads.
        let _ = std::fs::remove_file(&journal);
        let status = ended?;
        if let Some(signal @ (SIGINT | SIGHUP)) = status.signal() {
            signal_hook::low_level::emulate_default_handler(signal)?;
        }
        Ok(match status.code() {
            Some(0) => Outcome::Done,
            Some(2) => Outcome::BadInput,
            _ => Outcome::Failed,
        })
    }

    /// An empty journal that only this user can read.
    fn create() -> io::Result<PathBuf> {
        let folder = std::env::temp_dir();
        let mut number = 1;
        loop {
            let name = format!("calipers-{}-{number}.session", std::process::id());
            let path = folder.join(name);
            let created = std::fs::File::options()
                .write(true)
                .create_new(true)
                .mode(0o600)
                .open(&path);
            match created {
                Ok(_) => return Ok(path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// How the last process ended.
    fn run(journal: &Path) -> io::Result<ExitStatus> {
        // These signals go to both processes, and the other one ends by them: it does not inherit what this one does about
        // them. At the end of a terminal, this one has the journal to remove.
        for signal in [SIGINT, SIGHUP] {
            signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false)))?;
        }
        let program = std::env::current_exe()?;
        let mut given: Vec<OsString> = std::env::args_os().skip(1).collect();
        // Before what follows `--`.
        let own = [OsString::from("--journal"), journal.into()];
        given.splice(1..1, own);
        loop {
            let status = Command::new(&program).args(&given).status()?;
            // Nothing can be lost before the first prompt, and who loads the wrong program wants to leave.
            let has_begun = std::fs::metadata(journal)?.len() > 0;
            if status.signal() != Some(SIGINT) || !has_begun {
                return Ok(status);
            }
            let _ = writeln!(io::stderr(), "\ninterrupted");
        }
    }
}
