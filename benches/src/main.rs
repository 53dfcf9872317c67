//! How fast henge is beside its peers: the crates `board-game` and `minimax` in the same process
//! and the same minute, in turns. The ratio is what counts; rates depend on the machine and on what
//! else it does.
//!
//! ```text
//! cargo run --release --manifest-path benches/Cargo.toml -- [--quick] [--json] [WORD]
//! ```

mod harness;
mod playouts;
mod search;
mod simulations;
mod walks;

use std::process::ExitCode;

use harness::{Contest, Pace};

const HELP: &str = "\
Runs henge and its peers in turns and prints rates and ratios.

Usage: peers [--quick] [--json] [WORD]

  WORD      only the contests with this word in their name
  --quick   short rounds: enough to see that everything runs
  --json    one JSON object for each contest";

fn main() -> ExitCode {
    let (mut pace, mut json, mut word) = (Pace::FULL, false, String::new());
    for arg in std::env::args().skip(1) {
        match arg.as_str() {
            "--quick" => pace = Pace::QUICK,
            "--json" => json = true,
            "--help" | "-h" => {
                println!("{HELP}");
                return ExitCode::SUCCESS;
            }
            other if !other.starts_with('-') && word.is_empty() => word = other.to_lowercase(),
            other => {
                eprintln!("unknown argument \"{other}\"\n\n{HELP}");
                return ExitCode::from(2);
            }
        }
    }

    let mut contests = playouts::contests();
    contests.extend(walks::contests());
    contests.extend(search::contests());
    contests.extend(simulations::contests());
    contests.retain(|contest: &Contest| contest.name.to_lowercase().contains(&word));
    if contests.is_empty() {
        eprintln!("no contest has \"{word}\" in its name");
        return ExitCode::from(2);
    }
    for contest in contests {
        let result = contest.run(pace);
        if json {
            println!("{}", result.json());
        } else {
            println!("{result}");
        }
    }
    ExitCode::SUCCESS
}
