//! `calipers serve`: a page at which one explores, on this machine alone.
//!
//! What is asked is answered by another process, which reads nothing but its input and is ended when it
//! takes too long: see [`worker`].

mod http;
mod limits;
mod request;
mod worker;

use super::Outcome;
use http::Guard;
use limits::{Bucket, Gate, Limits};
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::time::Duration;

/// What `serve` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  calipers serve
  calipers serve --port 0 --seconds 2

The command prints the address of the page. Programs stay on this machine; a link contains the program.")]
pub struct Arguments {
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
    #[arg(long, default_value_t = 256 << 10)]
    bytes: usize,
    /// The rate limit, in questions per second.
    #[arg(long, default_value_t = 5)]
    rate: u32,
    /// Answer what comes in at the standard input.
    #[arg(long, hide = true)]
    worker: bool,
}

/// How many requests are worked on at once.
const WORKERS: usize = 4;
/// How many clients are connected at once, each with a thread. Those that stall keep none of the workers.
const CLIENTS: usize = 64;
/// How long a client may take to send its request, and to read the answer.
const CLIENT_TIME: Duration = Duration::from_secs(10);
/// How long nothing is taken after the system has refused a connection.
const PAUSE: Duration = Duration::from_millis(20);

/// Serves until it is stopped.
pub fn run(arguments: &Arguments) -> Outcome {
    if arguments.worker {
        return worker::run();
    }
    let limits = Limits {
        time: Duration::from_secs(arguments.seconds.max(1)),
        bytes: arguments.bytes,
        client: CLIENT_TIME,
        workers: WORKERS,
    };
    let asked = SocketAddr::new(arguments.address, arguments.port);
    let listener = match TcpListener::bind(asked) {
        Ok(listener) => listener,
        Err(error) => {
            let _ = writeln!(io::stderr(), "calipers: can't listen at {asked}: {error}");
            return Outcome::BadInput;
        }
    };
    let address = listener.local_addr().unwrap_or(asked);
    // Whoever started it may wait for this line.
    let _ = writeln!(io::stdout(), "http://{address}/");
    let _ = io::stdout().flush();
    accept(
        &listener,
        &Guard::new(address, limits, Bucket::new(arguments.rate)),
    );
    Outcome::Done
}

/// Serves each client in a thread of its own; those that are too many are turned away.
fn accept(listener: &TcpListener, guard: &Guard) {
    let gate = Gate::new(CLIENTS);
    std::thread::scope(|scope| {
        for stream in listener.incoming() {
            let Ok(stream) = stream else {
                // There may be no more descriptors until some client has left.
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
            // Without a thread the connection is closed, and the next one is taken.
            drop(served);
        }
    });
}
