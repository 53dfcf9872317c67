//! The world of robots.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::seconds;

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    henge robots --list\n  \
    henge robots four                                   steer a robot: 8 north, 2 south, 4 west, 6 east\n  \
    henge robots catch --quiet                          a contest and its scores\n  \
    henge robots torus --steps 50 --svg torus.svg       a run as a picture that moves\n  \
    henge robots catch --record hunt.txt                keep a run …\n  \
    henge robots --replay hunt.txt --board              … and look at it again\n  \
    henge robots four --toml > mine.toml                a scenario to begin with\n  \
    henge robots clients --serve 7400                   for robots of other programs on this machine\n\n\
    At the keyboard, q ends the run.")]
pub struct RobotsArgs {
    /// The scenario: a name of --list, or the path of a TOML file.
    #[arg(required_unless_present_any = ["list", "replay"])]
    pub scenario: Option<String>,
    /// List the scenarios that come with henge.
    #[arg(long, conflicts_with_all = ["scenario", "replay"])]
    pub list: bool,
    /// Print the scenario as a TOML file instead of running it.
    #[arg(long, requires = "scenario")]
    pub toml: bool,
    /// Run for so many rounds; up to the end of a contest, or for 20, if nothing is said.
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// Runs repeat with the same seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Draw the board after every round.
    #[arg(long)]
    pub board: bool,
    /// Say nothing of single turns.
    #[arg(long)]
    pub quiet: bool,
    /// Keep the run in this file.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Draw the run as an animated SVG into this file.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Play the run in this file again; every step in it is checked.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "steps", "seed", "record", "serve"])]
    pub replay: Option<PathBuf>,
    /// Let the clients in at this address, or at this port of this machine alone.
    #[arg(long, value_name = "ADDRESS")]
    pub serve: Option<String>,
    /// Seconds to wait for the clients before the run begins.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60", requires = "serve")]
    pub wait: Duration,
    /// Seconds a round waits for the clients' answers at the most.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "0.1", requires = "serve")]
    pub deadline: Duration,
}
