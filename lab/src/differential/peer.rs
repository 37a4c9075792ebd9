//! The peer: `mlir-opt` 22.

use std::io::Write;
use std::process::{Command, Stdio};

/// The name of its executable.
const TOOL: &str = "mlir-opt-22";

/// The output of the peer.
#[derive(Default, Debug)]
pub struct Output {
    /// The output for each program; rejected programs are missing.
    pub programs: Vec<String>,
    /// The number of programs on which it crashed.
    pub crashes: usize,
}

/// Whether the peer is installed.
pub fn is_here() -> bool {
    let version = Command::new(TOOL).arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}

/// Runs the peer on programs, all at once, or one by one if it crashes.
///
/// # Errors
/// If it cannot be started.
pub fn run(arguments: &[&str], programs: &[String]) -> Result<Output, String> {
    let (text, crashed) = one_run(arguments, &programs.join("\n// -----\n"))?;
    if !crashed {
        let printed = text.split("// -----").map(str::trim);
        let printed = printed.filter(|text| !text.is_empty()).map(str::to_owned);
        return Ok(Output {
            programs: printed.collect(),
            crashes: 0,
        });
    }
    if let [_] = programs {
        return Ok(Output {
            programs: vec![],
            crashes: 1,
        });
    }
    let mut all = Output::default();
    for half in programs.chunks(programs.len().div_ceil(2)) {
        let output = run(arguments, half)?;
        all.programs.extend(output.programs);
        all.crashes += output.crashes;
    }
    Ok(all)
}

/// The output of the peer, and whether it crashed.
fn one_run(arguments: &[&str], text: &str) -> Result<(String, bool), String> {
    let failed = |error: std::io::Error| format!("{TOOL}: {error}");
    let mut child = Command::new(TOOL)
        .args(["-", "-split-input-file", "-allow-unregistered-dialect"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let mut input = child.stdin.take().ok_or("no way to write to the tool")?;
    let text = text.to_owned();
    let writer = std::thread::spawn(move || {
        // It may exit before it has read all input.
        let _ = input.write_all(text.as_bytes());
    });
    let output = child.wait_with_output().map_err(failed)?;
    let _ = writer.join();
    // Rejecting a program is not a crash.
    let crashed = output.status.code().is_none_or(|code| code > 1);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok((printed, crashed))
}
