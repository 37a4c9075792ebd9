//! `calipers serve`: a local web page for programs and questions.
//!
//! A separate process answers the questions. It reads nothing but its input and the rule files of the command line, and is
//! killed at a time limit: see [`worker`].

mod http;
mod limits;
mod request;
mod worker;

use super::Outcome;
use super::rule_files::{self, RuleFiles};
use calipers::ir::ParseOptions;
use calipers::rules::syntaxes;
use calipers::source::Options;
use http::Guard;
use limits::{Bucket, Gate, Limits};
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::time::Duration;

/// The arguments of `serve`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  calipers serve
  calipers serve examples/tiled_matmul.mlir
  calipers serve --port 0 --seconds 2
  calipers serve examples/dialect/program.mlir --rules examples/dialect/frame.rules

The command prints the address of the page. Programs stay on this machine; a link contains the program. The rules of \
`--rules`, and those that the first comment of FILE names, apply to every program of the page; they are read again for \
each answer.")]
pub struct Arguments {
    /// A program that the page shows first.
    #[arg(value_name = "FILE")]
    program: Option<String>,
    /// The port; 0 for any that is free.
    #[arg(long, default_value_t = 7345)]
    port: u16,
    /// The address to listen on; other machines can reach any address but the default.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// The time limit of an answer, in seconds.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// The size limit of a program with its questions, in bytes.
    #[arg(long, default_value_t = 4 << 20)]
    bytes: usize,
    /// The rate limit, in questions per second.
    #[arg(long, default_value_t = 20)]
    rate: u32,
    #[command(flatten)]
    rules: RuleFiles,
    /// Answer what comes in at the standard input.
    #[arg(long, hide = true)]
    worker: bool,
}

/// The maximum number of requests in progress.
const WORKERS: usize = 4;
/// The maximum number of connected clients, each with a thread. Stalled clients do not occupy workers.
const CLIENTS: usize = 64;
/// The maximum time for a client to send its request, and to read the response.
const CLIENT_TIME: Duration = Duration::from_secs(10);
/// The pause after the system has refused a connection.
const PAUSE: Duration = Duration::from_millis(20);

/// Serves until the process is stopped.
pub fn run(arguments: &Arguments) -> Outcome {
    if arguments.worker {
        let time = Duration::from_secs(arguments.seconds.max(1));
        return worker::run(time, &arguments.rules);
    }
    let limits = Limits {
        time: Duration::from_secs(arguments.seconds.max(1)),
        bytes: arguments.bytes,
        client: CLIENT_TIME,
        workers: WORKERS,
    };
    let (program, rules) = match given(arguments) {
        Ok(given) => given,
        Err(message) => {
            let _ = writeln!(io::stderr(), "{message}");
            return Outcome::BadInput;
        }
    };
    let asked = SocketAddr::new(arguments.address, arguments.port);
    let listener = match TcpListener::bind(asked) {
        Ok(listener) => listener,
        Err(error) => {
            let way_out = match error.kind() {
                io::ErrorKind::AddrInUse => "; `--port 0` takes a port that is free",
                _ => "",
            };
            let _ = writeln!(
                io::stderr(),
                "calipers: can't listen at {asked}: {error}{way_out}"
            );
            return Outcome::BadInput;
        }
    };
    let address = listener.local_addr().unwrap_or(asked);
    // The parent process may wait for this line.
    let _ = writeln!(io::stdout(), "http://{address}/");
    let _ = io::stdout().flush();
    accept(
        &listener,
        &Guard::new(address, limits, Bucket::new(arguments.rate), program, rules),
    );
    Outcome::Done
}

/// The name and the text of the program of the command line, and the files of rules, which can be loaded.
fn given(arguments: &Arguments) -> Result<(Option<(String, String)>, RuleFiles), String> {
    let Some(name) = &arguments.program else {
        rule_files::load(&arguments.rules)?;
        return Ok((None, arguments.rules.clone()));
    };
    let files = arguments.rules.with_those_of(name)?;
    let rules = rule_files::load(&files)?;
    let options = Options {
        parse: ParseOptions {
            syntaxes: syntaxes(&rules).map_err(|error| error.rendered)?,
            ..ParseOptions::default()
        },
        ..Options::default()
    };
    let text = super::input::read_program(name, options);
    let text = text.map_err(|error| format!("calipers: `{name}` can't be read: {error}"))?;
    Ok((Some((name.clone(), text)), files))
}

/// Serves each client on a separate thread; clients beyond the limit are rejected.
fn accept(listener: &TcpListener, guard: &Guard) {
    let gate = Gate::new(CLIENTS);
    std::thread::scope(|scope| {
        for stream in listener.incoming() {
            let Ok(stream) = stream else {
                // File descriptors may be exhausted until a client disconnects.
                std::thread::sleep(PAUSE);
                continue;
            };
            let Some(turn) = gate.try_enter() else {
                guard.turn_away(stream);
                continue;
            };
            let served = std::thread::Builder::new().spawn_scoped(scope, move || {
                guard.serve(stream);
                drop(turn);
            });
            // Without a thread, the connection is closed, and the loop continues.
            drop(served);
        }
    });
}
