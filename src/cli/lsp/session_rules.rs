//! The rules of a session: those of the library and of the files that the command line names. They are read again when a file
//! changes, on the disk or in the editor.

use super::rule_index::RuleIndex;
use crate::cli::rule_files::{self, RuleFiles};
use calipers::analysis::with_calls;
use calipers::rules::Rules;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The present rules.
pub struct SessionRules {
    files: RuleFiles,
    /// The texts of the files as they were read last; none of a file that could not be read.
    texts: Vec<Option<String>>,
    rules: Arc<Rules>,
    index: RuleIndex,
}

impl SessionRules {
    /// The rules of the library; those of the files are read at the first [`refresh`](SessionRules::refresh).
    ///
    /// # Errors
    /// A rule to leave out that the library does not have, or a folder that cannot be written.
    pub fn new(files: &RuleFiles) -> Result<SessionRules, String> {
        let library = RuleFiles {
            files: vec![],
            without: files.without.clone(),
        };
        Ok(SessionRules {
            rules: Arc::new(rule_files::load_with_calls(&library)?),
            index: RuleIndex::new(&[]).map_err(|error| error.to_string())?,
            files: files.clone(),
            texts: vec![],
        })
    }

    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    pub fn index(&self) -> &RuleIndex {
        &self.index
    }

    /// The names and texts of the files that can be read, in order, with a text of the editor in the place of the file at its
    /// path, or as the last one.
    pub fn with<'t>(
        &'t self,
        path: Option<&Path>,
        own: (&'t str, &'t str),
    ) -> Vec<(&'t str, &'t str)> {
        let path = path.and_then(|path| path.canonicalize().ok());
        let is_own = |file: &str| path.is_some() && Path::new(file).canonicalize().ok() == path;
        let mut all = vec![];
        let mut is_placed = false;
        for (file, text) in self.files.files.iter().zip(&self.texts) {
            match text {
                _ if is_own(file) && !is_placed => {
                    is_placed = true;
                    all.push(own);
                }
                Some(text) => all.push((file.as_str(), text.as_str())),
                None => {}
            }
        }
        if !is_placed {
            all.push(own);
        }
        all
    }

    /// Reads the files again, those open in the editor as they are there. `None` if nothing changed.
    ///
    /// # Errors
    /// The error in a file; the rules stay as they were.
    pub fn refresh(
        &mut self,
        open: impl Fn(&Path) -> Option<String>,
    ) -> Option<Result<(), String>> {
        let read = |file: &String| {
            let opened = Path::new(file).canonicalize().ok().and_then(|it| open(&it));
            opened.map_or_else(|| rule_files::read(file), Ok)
        };
        let found: Vec<Result<String, String>> = self.files.files.iter().map(read).collect();
        let is_same = |(found, known): (&Result<String, String>, &Option<String>)| {
            found.as_ref().ok() == known.as_ref()
        };
        if found.len() == self.texts.len() && found.iter().zip(&self.texts).all(is_same) {
            return None;
        }
        self.texts = found.iter().map(|it| it.as_ref().ok().cloned()).collect();
        let loaded = found.into_iter().collect::<Result<Vec<String>, String>>();
        let loaded = loaded.and_then(|texts| self.load(&texts));
        Some(loaded.map(|(rules, index)| {
            self.rules = Arc::new(rules);
            self.index = index;
        }))
    }

    fn load(&self, texts: &[String]) -> Result<(Rules, RuleIndex), String> {
        let files = self.files.files.iter().map(String::as_str);
        let named: Vec<(&str, &str)> = files.zip(texts.iter().map(String::as_str)).collect();
        let rules = rule_files::load_texts(&self.files, &named)?;
        let index = RuleIndex::new(&named).map_err(|error: io::Error| error.to_string())?;
        Ok((with_calls(&rules), index))
    }
}

/// The path of a file in an editor, by its address.
pub fn path_of(uri: &str) -> Option<PathBuf> {
    let mut bytes = uri.strip_prefix("file://")?.bytes();
    let mut path = vec![];
    while let Some(byte) = bytes.next() {
        let byte = match byte {
            b'%' => {
                let digits = [bytes.next()?, bytes.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            byte => byte,
        };
        path.push(byte);
    }
    String::from_utf8(path).ok().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_files() {
        let path = |uri| path_of(uri).map(|it| it.to_string_lossy().into_owned());
        assert_eq!(
            path("file:///a/b%20c.rules").as_deref(),
            Some("/a/b c.rules")
        );
        assert_eq!(path("file:///a%2"), None);
        assert_eq!(path("untitled:1"), None);
    }
}
