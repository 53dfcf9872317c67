//! The world of robots.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use henge_robots::Lineup;

use super::seconds;

#[derive(Subcommand)]
pub enum RobotsCommand {
    /// Let line-ups of robots meet, everybody everybody else, from many places and on both sides.
    Contest(RobotsContestArgs),
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    henge robots contest catch follower/avoider blocker/avoider crazy\n  \
    henge robots contest mine.toml avoider crazy --bouts 1000 --json\n\n\
    A line-up is a kind, or several that take the places of a side in turn as in\n\
    follower+blocker; behind a / those for the other side, as in follower/avoider: hunt like\n\
    this, and flee like that. In each bout a seed draws the places; then both run the contest,\n\
    and again with the sides changed. More points win; where two have caught as many, the\n\
    faster one does.")]
pub struct RobotsContestArgs {
    /// A scenario with a contest: a name of --list, or the path of a TOML file.
    pub scenario: String,
    /// Two line-ups or more, as in follower, follower+blocker or follower/avoider.
    #[arg(value_name = "LINE-UP", required = true, num_args = 2.., value_parser = lineup)]
    pub lineups: Vec<Lineup>,
    /// Bouts of each two.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub bouts: u32,
    /// The seed of the first bout; the next one has the next seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

fn lineup(text: &str) -> Result<Lineup, String> {
    text.parse().map_err(|error: henge_robots::LineupError| error.to_string())
}

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "Examples:\n  \
    henge robots --list\n  \
    henge robots four                                   steer a robot: 8 north, 2 south, 4 west, 6 east\n  \
    henge robots four --full                            the same on the whole screen\n  \
    henge robots catch --quiet                          a contest and its scores\n  \
    henge robots torus --steps 50 --svg torus.svg       a run as a picture that moves\n  \
    henge robots catch --record hunt.txt                keep a run …\n  \
    henge robots --replay hunt.txt --board              … and look at it again\n  \
    henge robots four --toml > mine.toml                a scenario to begin with\n  \
    henge robots clients --serve 7400                   for robots of other programs on this machine\n  \
    henge robots contest catch follower crazy           who hunts and flees better?\n\n\
    At the keyboard, q ends the run.")]
pub struct RobotsArgs {
    #[command(subcommand)]
    pub command: Option<RobotsCommand>,
    /// The scenario: a name of --list, or the path of a TOML file.
    #[arg(required_unless_present_any = ["list", "replay"])]
    pub scenario: Option<String>,
    /// List the scenarios that come with henge.
    #[arg(long, conflicts_with_all = ["scenario", "replay"])]
    pub list: bool,
    /// Print the scenario as a TOML file instead of running it.
    #[arg(long, requires = "scenario")]
    pub toml: bool,
    /// How many rounds to run; by default to the end of a contest, or 20.
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// Runs repeat with the same seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Draw the board after every round.
    #[arg(long)]
    pub board: bool,
    /// Show the world on the whole screen of the terminal; there, ? lists the keys.
    #[arg(long, conflicts_with_all = ["board", "quiet", "toml", "list"])]
    pub full: bool,
    /// Ask "next - " after every turn, as the book's world does, and continue with Enter; q ends the run.
    #[arg(long, conflicts_with_all = ["quiet", "full", "serve", "toml", "list", "replay"])]
    pub next: bool,
    /// Run in real time for the given number of seconds: every robot is a thread that moves at its own
    /// pace. Such a run does not repeat.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with_all = ["next", "full", "serve", "toml", "list", "replay", "record", "svg", "steps"])]
    pub live: Option<Duration>,
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
