//! `calipers serve`: a page at which one explores, on this machine alone.
//!
//! What is asked is answered by another process, which reads nothing but its input and is ended when it
//! takes too long: see [`worker`].

mod http;
mod limits;
mod worker;

use super::Outcome;
use http::Guard;
use limits::{Bucket, Limits};
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

/// What `serve` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  calipers serve
  calipers serve --port 0 --seconds 2

The page is at the address that is printed. Programs stay on this machine; a link to one carries it.")]
pub struct Arguments {
    /// The port; 0 for any that is free.
    #[arg(long, default_value_t = 7345)]
    port: u16,
    /// The address to listen at. Others than this machine can reach any but the default.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// How long an answer may take.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// How many bytes a program with its questions may have.
    #[arg(long, default_value_t = 256 << 10)]
    bytes: usize,
    /// How many questions are taken a second, in the long run.
    #[arg(long, default_value_t = 5)]
    rate: u32,
    /// Answer what comes in at the standard input.
    #[arg(long, hide = true)]
    worker: bool,
}

/// How many requests are worked on at once.
const THREADS: usize = 4;

/// Serves until it is stopped.
pub fn run(arguments: &Arguments) -> Outcome {
    if arguments.worker {
        return worker::run();
    }
    let limits = Limits {
        time: Duration::from_secs(arguments.seconds.max(1)),
        bytes: arguments.bytes,
    };
    let asked = SocketAddr::new(arguments.address, arguments.port);
    let server = match tiny_http::Server::http(asked) {
        Ok(server) => Arc::new(server),
        Err(error) => {
            let _ = writeln!(io::stderr(), "calipers: can't listen at {asked}: {error}");
            return Outcome::BadInput;
        }
    };
    let address = server.server_addr().to_ip().unwrap_or(asked);
    // Whoever started it may wait for this line.
    let _ = writeln!(io::stdout(), "http://{address}/");
    let _ = io::stdout().flush();
    let guard = Arc::new(Guard::new(address, limits, Bucket::new(arguments.rate)));
    let workers: Vec<_> = (0..THREADS)
        .map(|_| {
            let (server, guard) = (Arc::clone(&server), Arc::clone(&guard));
            std::thread::spawn(move || {
                for request in server.incoming_requests() {
                    guard.answer(request);
                }
            })
        })
        .collect();
    for worker in workers {
        // It has said why, if it was not stopped.
        let _ = worker.join();
    }
    Outcome::Done
}
