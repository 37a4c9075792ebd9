//! Prints a program of one of the families that the benches and `.ci/counts` use:
//! `cargo run --example program chainq 1000 > chainq.mlir`

#[path = "../benches/programs.rs"]
mod programs;

fn main() -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let made = match &arguments[..] {
        [family, size] => size
            .parse()
            .ok()
            .and_then(|size| programs::program(family, size)),
        _ => None,
    };
    match made {
        Some(text) => {
            print!("{text}");
            std::process::ExitCode::SUCCESS
        }
        None => {
            eprintln!("usage: program FAMILY SIZE, and the families are:");
            for (name, what, _) in programs::FAMILIES {
                eprintln!("  {name:8} {what}");
            }
            std::process::ExitCode::FAILURE
        }
    }
}
