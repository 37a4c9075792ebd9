//! The prompt in a real terminal: `tmux` types the keys and captures the screen. If `tmux` is not installed, the
//! tests are skipped with a message.

use std::process::Command;
use std::time::{Duration, Instant};

/// How long to wait for a screen.
const PATIENCE: Duration = Duration::from_secs(30);

/// A terminal in which the prompt runs.
struct Terminal {
    name: String,
    /// The folder of its files.
    data: String,
}

fn tmux(arguments: &[&str]) -> Option<String> {
    let output = Command::new("tmux").args(arguments).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then_some(text)
}

impl Terminal {
    /// None if tmux is not installed.
    fn start(test: &str, arguments: &str) -> Option<Terminal> {
        if tmux(&["-V"]).is_none() {
            eprintln!("skipped: there is no tmux");
            return None;
        }
        let name = format!("calipers-{test}-{}", std::process::id());
        let data = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
        std::fs::create_dir_all(&data).expect("a folder can be made");
        let command = format!(
            "env -u NO_COLOR XDG_DATA_HOME='{data}' TMPDIR='{data}' '{}' repl {arguments}",
            env!("CARGO_BIN_EXE_calipers")
        );
        let directory = env!("CARGO_MANIFEST_DIR");
        let size = ["-x", "100", "-y", "45"];
        let session = ["new-session", "-d", "-s", &name, "-c", directory];
        // The first terminal starts a server and the last one ends it, which another test may get in the way of.
        let start = || tmux(&[&session[..], &size, &[&command]].concat());
        let started = (0..20).any(|_| {
            let is_there = start().is_some();
            if !is_there {
                std::thread::sleep(Duration::from_millis(50));
            }
            is_there
        });
        assert!(started, "tmux starts a terminal");
        Some(Terminal { name, data })
    }

    /// The number of journals of sessions in its folder.
    fn journals(&self) -> usize {
        let files = std::fs::read_dir(&self.data).expect("the folder is there");
        let names = files.map(|it| it.expect("a file").file_name());
        let is_journal = |name: &std::ffi::OsString| name.to_string_lossy().ends_with(".session");
        names.filter(is_journal).count()
    }

    fn screen(&self) -> String {
        tmux(&["capture-pane", "-p", "-t", &self.name]).unwrap_or_default()
    }

    /// The screen with its colours.
    fn colored_screen(&self) -> String {
        tmux(&["capture-pane", "-p", "-e", "-t", &self.name]).unwrap_or_default()
    }

    fn press(&self, key: &str) {
        tmux(&["send-keys", "-t", &self.name, key]).expect("tmux presses a key");
    }

    fn type_text(&self, text: &str) {
        tmux(&["send-keys", "-t", &self.name, "-l", text]).expect("tmux types");
    }

    fn wait(&self, wanted: &[&str], is_there: impl Fn(&str) -> bool) {
        let start = Instant::now();
        while !is_there(&self.screen()) {
            assert!(
                start.elapsed() < PATIENCE,
                "wanted {wanted:?}, and the screen is:\n{}",
                self.screen()
            );
            std::thread::sleep(Duration::from_millis(40));
        }
    }

    /// Waits until the screen shows all of these texts.
    fn shows(&self, wanted: &[&str]) {
        self.wait(wanted, |screen| {
            wanted.iter().all(|wanted| screen.contains(wanted))
        });
    }

    /// Like `shows`, and waits until the prompt accepts the next command: earlier keys would be lost.
    fn answers(&self, wanted: &[&str]) {
        self.wait(wanted, |screen| {
            let last = screen.trim_end().lines().last();
            wanted.iter().all(|wanted| screen.contains(wanted)) && last == Some("calipers>")
        });
    }

    /// Types a line on a clear screen, and waits for the answer.
    fn ask(&self, line: &str, wanted: &[&str]) {
        self.press("C-l");
        self.type_text(line);
        self.press("Enter");
        let typed = format!("calipers> {line}\n");
        self.answers(&[&[typed.as_str()], wanted].concat());
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        tmux(&["kill-session", "-t", &self.name]);
    }
}

#[test]
fn a_session_screen_by_screen() {
    let Some(terminal) = Terminal::start("session", "examples/tiled_matmul.mlir") else {
        return;
    };
    terminal.answers(&[]);
    // Commands without the outer parentheses, and with them over several lines.
    terminal.ask("range %width", &["[2, 9] 7k+2"]);
    terminal.press("C-l");
    terminal.type_text("(range");
    terminal.press("Enter");
    terminal.type_text("  (+ %width 1))");
    terminal.press("Enter");
    terminal.answers(&["[3, 10] 7k+3"]);
    // Completion of commands, functions and values.
    terminal.press("C-l");
    terminal.type_text("fun");
    terminal.press("Tab");
    terminal.press("Tab");
    terminal.shows(&["func", "funcs"]);
    terminal.press("C-u");
    terminal.type_text("func mat");
    terminal.press("Tab");
    terminal.shows(&["func matmul"]);
    terminal.press("Enter");
    terminal.answers(&[]);
    terminal.press("C-l");
    terminal.type_text("ub %wid");
    terminal.press("Tab");
    terminal.shows(&["ub %width"]);
    terminal.press("Enter");
    terminal.answers(&["ub %width\n9"]);
    // A hint shows the arguments of a command.
    terminal.press("C-l");
    terminal.type_text("(divisor ");
    terminal.shows(&["(divisor E)"]);
    terminal.press("C-u");
    // A misspelled word, and a value that does not exist.
    terminal.ask(
        "rnage %width",
        &["unknown command `rnage`", "did you mean `range`?"],
    );
    terminal.ask(
        "range %widht",
        &["there is no value `%widht`", "did you mean `%width`?"],
    );
    terminal.ask(
        "rows + 1",
        &["`rows` is not declared", "did you mean `%rows`?"],
    );
    terminal.ask(
        "size <= 1",
        &["`size` is not declared", "`var size` declares it"],
    );
    // The words of other tools and languages.
    terminal.ask("counterexample %width < 9", &["did you mean `why`?"]);
    terminal.ask("picture %width", &["did you mean `svg`?"]);
    terminal.ask("prove %width = 9", &["equality is `==`"]);
    terminal.ask("range width", &["did you mean `%width`?"]);
    // Commands that show the program.
    terminal.ask("show %width", &["affine.min", "^"]);
    terminal.ask("rules %width", &["fired", "affine.min"]);
    terminal.ask("at %width", &[]);
    terminal.ask("show", &["function matmul", "questions are asked before"]);
    terminal.ask("facts", &["by "]);
    terminal.ask("why", &["nothing was asked"]);
    terminal.ask("prove (<= %width 9)", &["proved"]);
    terminal.ask("why", &["(prove (<= %width 9)) is proved"]);
    terminal.ask("stats", &["columns unfolded: ", "set: overflow wrap"]);
    terminal.ask("set max-cases 1", &[]);
    terminal.ask("stats", &["max-cases 1,"]);
    terminal.ask("set max-cses 1", &["did you mean `max-cases`?"]);
    terminal.ask("reload", &[]);
    terminal.ask("help dot", &["for example: (dot %width)"]);
    // The history, across lines.
    terminal.press("C-l");
    terminal.press("Up");
    terminal.shows(&["calipers> help dot\n"]);
    terminal.press("C-u");
    terminal.type_text("quit");
    terminal.press("Enter");
    // The terminal closes when the prompt ends.
    terminal.wait(&[], str::is_empty);
}

#[test]
fn words_have_colours_and_pictures_go_to_files() {
    let Some(terminal) = Terminal::start("colours", "examples/tiled_matmul.mlir") else {
        return;
    };
    terminal.answers(&[]);
    terminal.type_text("range %width 4");
    terminal.shows(&["range %width 4"]);
    let colored = terminal.colored_screen();
    for word in ["range", "%width", "4"] {
        let before = colored.rfind(word).map_or("", |at| &colored[..at]);
        assert!(before.ends_with('m'), "{word} has no colour in {colored:?}");
    }
    terminal.press("C-u");
    let file = format!("{}/width.svg", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_file(&file);
    terminal.ask(&format!("save \"{file}\" svg %width"), &["written to "]);
    let picture = std::fs::read_to_string(&file).expect("the picture is there");
    assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
    // File names are completed inside quotes.
    terminal.press("C-l");
    terminal.type_text("load \"examples/tiled_m");
    terminal.press("Tab");
    terminal.shows(&["load \"examples/tiled_matmul."]);
    terminal.press("Tab");
    terminal.shows(&["tiled_matmul.cal", "tiled_matmul.mlir"]);
    terminal.type_text("m");
    terminal.press("Tab");
    terminal.shows(&["load \"examples/tiled_matmul.mlir"]);
}

/// Terms are typed as in affine expressions, and answers are written as the question was.
#[test]
fn terms_are_questions() {
    let Some(terminal) = Terminal::start("terms", "examples/tiled_matmul.mlir") else {
        return;
    };
    // The banner has three lines that can be typed.
    terminal.answers(&["`help` lists the topics", "  show %", "  why "]);
    terminal.ask("%width", &["[2, 9] 7k+2"]);
    terminal.ask("%width + 1 <= 10", &["\nproved\n"]);
    terminal.ask(
        "why",
        &[
            "(prove %width + 1 <= 10) is proved",
            "%width = min(128 - %j, 9)",
        ],
    );
    terminal.ask("prove (<= %width 9)", &["\nproved\n"]);
    terminal.ask("why", &["%width = (min (- 128 %j) 9)"]);
    terminal.ask("eq %j * 2 - %j + 1 :in (%j)", &["\n%j + 1\n"]);
    terminal.ask("%bt", &["(4, min(128 - %j, 9))"]);
    terminal.ask("set syntax sexp", &[]);
    terminal.ask("eq %j * 2 - %j + 1 :in (%j)", &["\n(+ %j 1)\n"]);
    terminal.ask("%width +", &["expected a term after this"]);
    terminal.ask("help", &["Questions about numbers: `help numbers`"]);
    terminal.ask("help shapes", &["(broadcastable %t %u ...)"]);
    // Assumptions that contradict each other are reported at once, those that matter alone.
    terminal.ask("set syntax auto", &[]);
    terminal.ask("var n", &[]);
    terminal.ask("assume n < 100", &[]);
    terminal.ask("assume n > 8", &[]);
    terminal.ask("assume n <= 8", &["satisfy `n > 8` and `n <= 8`:"]);
    terminal.ask("undo", &["taken back: assume n <= 8"]);
    terminal.ask("range n", &["[9, 99]"]);
    // A picture does not fill the terminal.
    terminal.ask("svg %width", &["written to "]);
    // Completion offers the columns in which an answer is expressed.
    terminal.press("C-l");
    terminal.type_text("eq %width :in (str");
    terminal.press("Tab");
    terminal.shows(&["eq %width :in (stride"]);
}

/// Ctrl-C ends a question, and what was declared, assumed and loaded stays; at the prompt it clears the line.
#[test]
fn a_question_can_be_interrupted() {
    let Some(terminal) = Terminal::start("interrupted", "examples/tiled_matmul.mlir") else {
        return;
    };
    terminal.answers(&["`help` lists the topics"]);
    for variable in "abcdefgh".chars() {
        terminal.ask(&format!("var {variable} :min 0 :max 99"), &[]);
    }
    terminal.ask("assume a <= 7", &[]);
    terminal.ask("assume a <= 3", &[]);
    terminal.ask("undo", &["taken back: assume a <= 3"]);
    terminal.ask("set syntax sexp", &[]);
    let long = "range (7 * (b mod 5) - 3 * (c mod 4)) * (d mod 9 - e mod 8) * (f - g) * (h mod 6 - b mod 7)";
    // The second time, the session is one that was restored.
    for _ in 0..2 {
        terminal.press("C-l");
        terminal.type_text(long);
        terminal.press("Enter");
        // The line editor has left the terminal.
        std::thread::sleep(Duration::from_millis(500));
        terminal.press("C-c");
        terminal.answers(&["\ninterrupted\n"]);
        assert!(!terminal.screen().contains("lists the topics"));
        terminal.ask("range a", &["\n[0, 7]\n"]);
        terminal.ask("eq %j + 1 :in (%j)", &["\n(+ %j 1)\n"]);
    }
    terminal.ask("undo", &["taken back: assume a <= 7"]);
    terminal.press("C-l");
    terminal.type_text("range ");
    terminal.press("C-c");
    terminal.answers(&["calipers> range"]);
    terminal.ask("range a", &["\n[0, 99]\n"]);
    // The history has what was typed before.
    terminal.press("C-l");
    for _ in 0..5 {
        terminal.press("Up");
    }
    terminal.shows(&["calipers> range (7 * "]);
    terminal.press("C-u");
    assert_eq!(terminal.journals(), 1);
    terminal.type_text("quit");
    terminal.press("Enter");
    terminal.wait(&[], str::is_empty);
    terminal.wait(&["no journal"], |_| terminal.journals() == 0);
}

#[test]
fn a_terminal_that_is_closed_leaves_no_journal() {
    let Some(terminal) = Terminal::start("closed", "") else {
        return;
    };
    terminal.answers(&[]);
    assert_eq!(terminal.journals(), 1);
    tmux(&["kill-session", "-t", &terminal.name]);
    terminal.wait(&["no journal"], |_| terminal.journals() == 0);
}
