//! The program `henge`: the command line over the games that come with it, and the museum.

use std::process::ExitCode;

fn main() -> ExitCode {
    henge_cli::main(henge_museum::exhibit(henge::Registry::standard()))
}
