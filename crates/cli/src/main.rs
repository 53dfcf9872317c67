//! The program `henge`: the command line over the games that come with it.

use std::process::ExitCode;

fn main() -> ExitCode {
    henge_cli::main(henge::Registry::standard())
}
