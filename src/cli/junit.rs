//! Reports of failures for continuous integration: JUnit XML, and annotations of GitHub Actions.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Where failures are reported besides the output of a command.
#[derive(Debug, clap::Args)]
pub struct Reports {
    /// Write a report in JUnit's XML.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Print failures as annotations of GitHub Actions, to standard error.
    #[arg(long)]
    github: bool,
}

/// The outcome for a file, or for an expectation in one.
#[derive(Clone, Debug)]
pub struct Case {
    pub file: String,
    pub name: String,
    /// Lines and messages; none if it passed.
    pub failures: Vec<(u32, String)>,
    pub time: Duration,
}

impl Reports {
    /// Writes the reports.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&self, suite: &str, cases: &[Case]) -> Result<(), String> {
        if self.github {
            // If this fails, there is no way to report it.
            let _ = io::stderr().write_all(annotations(cases).as_bytes());
        }
        let Some(path) = &self.junit else {
            return Ok(());
        };
        std::fs::write(path, xml(suite, cases))
            .map_err(|error| format!("calipers: `{}` can't be written: {error}", path.display()))
    }
}

/// Workflow commands: https://docs.github.com/actions/reference/workflow-commands-for-github-actions
fn annotations(cases: &[Case]) -> String {
    let mut text = String::new();
    for case in cases {
        for (line, message) in &case.failures {
            let file = percent(&case.file, &['\r', '\n', '%', ',', ':']);
            let message = percent(message, &['\r', '\n', '%']);
            let _ = writeln!(text, "::error file={file},line={line}::{message}");
        }
    }
    text
}

fn percent(text: &str, escaped: &[char]) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        match escaped.contains(&c) {
            true => {
                let _ = write!(result, "%{:02X}", u32::from(c));
            }
            false => result.push(c),
        }
    }
    result
}

/// One suite, whose cases are the files.
fn xml(suite: &str, cases: &[Case]) -> String {
    let failed = cases
        .iter()
        .filter(|case| !case.failures.is_empty())
        .count();
    let time: Duration = cases.iter().map(|case| case.time).sum();
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"{}\" tests=\"{}\" \
         failures=\"{failed}\" errors=\"0\" time=\"{:.3}\">\n",
        escaped(suite),
        cases.len(),
        time.as_secs_f64()
    );
    for case in cases {
        let (file, name) = (escaped(&case.file), escaped(&case.name));
        let _ = write!(
            text,
            "<testcase classname=\"{file}\" name=\"{name}\" file=\"{file}\" time=\"{:.3}\"",
            case.time.as_secs_f64()
        );
        let Some((_, first)) = case.failures.first() else {
            text += "/>\n";
            continue;
        };
        let all = case.failures.iter();
        let all = all.map(|(line, message)| format!("{}:{line}: {message}", case.file));
        let all: Vec<String> = all.collect();
        let _ = writeln!(
            text,
            "><failure message=\"{}\">{}</failure></testcase>",
            escaped(first),
            escaped(&all.join("\n"))
        );
    }
    text + "</testsuite>\n</testsuites>\n"
}

/// A text in XML. Characters that XML excludes are replaced.
fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => result += "&amp;",
            '<' => result += "&lt;",
            '>' => result += "&gt;",
            '"' => result += "&quot;",
            '\n' => result += "&#10;",
            '\t' => result += "&#9;",
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => result.push('\u{fffd}'),
            c => result.push(c),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_reported() {
        let case = |name: &str, failures: &[(u32, &str)]| Case {
            file: "a,b.mlir".to_owned(),
            name: name.to_owned(),
            failures: failures
                .iter()
                .map(|(line, it)| (*line, (*it).to_owned()))
                .collect(),
            time: Duration::from_millis(1500),
        };
        let cases = [
            case("good", &[]),
            case("bad", &[(3, "\"x\" < 100%\nend"), (4, "y")]),
        ];
        assert_eq!(
            annotations(&cases),
            "::error file=a%2Cb.mlir,line=3::\"x\" < 100%25%0Aend\n::error file=a%2Cb.mlir,line=4::y\n"
        );
        let text = xml("suite", &cases);
        assert!(
            text.contains("tests=\"2\" failures=\"1\" errors=\"0\" time=\"3.000\""),
            "{text}"
        );
        assert!(
            text.contains("name=\"good\" file=\"a,b.mlir\" time=\"1.500\"/>"),
            "{text}"
        );
        let failure = "<failure message=\"&quot;x&quot; &lt; 100%&#10;end\">a,b.mlir:3: ";
        assert!(text.contains(failure), "{text}");
    }
}
