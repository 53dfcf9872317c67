//! Engines at work: solving, analysis, matches.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{FarArgs, PositionArgs, seconds};

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    henge solve connect-four --moves \"4 4 4\"\n  \
    henge solve hex:size=3 --proof hex3.proof && henge verify hex3.proof\n  \
    henge solve go-moku:size=9 --moves \"e5 a1 e6 b1 f6 h9 f7 i9\" --proof-numbers\n  \
    henge solve pentominoes:size=6x10 --threads 0\n  \
    henge solve pentominoes:size=6x10 --each --checkpoint 6x10.parts")]
pub struct SolveArgs {
    #[command(flatten)]
    pub table: PositionArgs,
    /// Stop after this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Solve the position after every legal move instead.
    #[arg(long)]
    pub each: bool,
    /// Find the shortest and the longest game instead, no matter who wins them; --time applies to each of the two.
    #[arg(long, conflicts_with_all = ["each", "proof", "checkpoint", "threads", "proof_numbers", "processes", "workers", "ray"])]
    pub extremes: bool,
    /// Write a proof to this file, which `henge verify` checks.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["each", "processes", "workers", "ray"])]
    pub proof: Option<PathBuf>,
    /// End the strategies of the proof after this many plies, for a game too large for a whole one;
    /// `henge verify` solves some of the positions where they end, by the rules alone.
    #[arg(long, value_name = "N", requires = "proof", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub plies: Option<u32>,
    /// Solve in parts and keep what is found in this file; the same command resumes where it was
    /// interrupted. For what takes hours.
    #[arg(long, value_name = "FILE", conflicts_with = "proof")]
    pub checkpoint: Option<PathBuf>,
    /// Solve in parts with this many threads; 0 for one a core, the default with --checkpoint.
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// With --checkpoint: make the parts smaller, so that an interruption loses seconds and not minutes.
    #[arg(long, requires = "checkpoint")]
    pub fine: bool,
    /// Solve in parts, in this many processes; 0 for one a core. Each part is solved with an empty table, so that
    /// what is found does not depend on who solves which.
    #[arg(long, value_name = "N", conflicts_with = "threads")]
    pub processes: Option<usize>,
    #[command(flatten)]
    pub far: FarArgs,
    /// With processes, workers or a cluster: solve this many parts at once. The same number gives the same parts in
    /// the same order; with more, more are solved that turn out not to matter.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..))]
    pub at_once: u16,
    /// Search by proof numbers: find out who wins, but not how soon. Much quicker where threats decide, and able
    /// to solve games in which positions come back. With --threads, several threads search together.
    #[arg(long, conflicts_with_all = ["checkpoint", "processes", "workers", "ray"])]
    pub proof_numbers: bool,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct VerifyArgs {
    /// The proof; - for standard input.
    pub file: PathBuf,
    /// The TOML file of the game, if its rules are in such a file: no proof opens one by itself.
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// If the proof ends before the games do: how many of the positions where it ends to solve by
    /// the rules alone.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub sample: usize,
    /// Which ones.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    henge review game.henge\n  \
    henge review match.mat --game 2 --html review.html\n  \
    henge review games.pdn --nodes 20000 --json")]
pub struct ReviewArgs {
    /// The file with the records, or a .pdn, .mat, .ggf, .trn or .obf file; - for standard input.
    pub file: PathBuf,
    /// Only this game of the file, counted from 1.
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// Seconds for each position; 0.3 by default.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Positions searched for each position of the game, instead of a time: the same review every time.
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Who judges; the analyst of the game by default.
    #[arg(long, value_name = "BOT")]
    pub bot: Option<String>,
    /// The TOML file of the game, if its rules are in such a file: no record opens one by itself.
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Write a page with pictures of the boards to this file.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// For machines.
    #[arg(long, conflicts_with = "html")]
    pub json: bool,
}

#[derive(Args)]
pub struct AnalyseArgs {
    #[command(flatten)]
    pub table: PositionArgs,
    /// Stop after this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Stop after this many plies.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: Option<u32>,
    /// Stop after this many positions.
    #[arg(long)]
    pub nodes: Option<u64>,
    /// How many lines to show.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub lines: u16,
    /// The bot that analyses.
    #[arg(long, value_name = "BOT")]
    pub bot: Option<String>,
    /// Print JSON, for programs: an object for each line.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    henge rollout backgammon --moves 31\n  \
    henge rollout backgammon --moves 43 --plays \"24/20,13/10 24/21,13/9\" --games 1296\n  \
    henge rollout backgammon --moves \"52 13/11,13/8\" --truncate 11 --json")]
pub struct RolloutArgs {
    #[command(flatten)]
    pub table: PositionArgs,
    /// Roll out these plays, as in "8/5,6/5 24/20"; otherwise the best ones by the net.
    #[arg(long, value_name = "PLAYS")]
    pub plays: Option<String>,
    /// How many of the best plays to roll out.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub candidates: u32,
    /// Games for each; in every 1,296 each pair of first rolls comes once.
    #[arg(long, default_value_t = 1296, value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    pub games: u32,
    /// The same seed gives the same result; all plays get the same dice.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Plies that both sides look ahead.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=2))]
    pub plies: u32,
    /// Let the net judge after this many rolls; 0 plays every game to its end.
    #[arg(long, value_name = "ROLLS", default_value_t = 0)]
    pub truncate: u32,
    /// Leave the luck of the dice in the results.
    #[arg(long)]
    pub raw: bool,
    /// Another net than the one that comes with henge.
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,
    /// Games at a time; 0 for one a core. The result does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    henge random pentominoes --games 1000 --seed 1\n  \
    henge random pentominoes --games 1000 --bot kuttner1972:version=search")]
pub struct RandomArgs {
    /// The game.
    pub game: String,
    /// How many games.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: u32,
    /// The same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The bot that plays both sides; by default one that plays at random.
    #[arg(long, value_name = "BOT")]
    pub bot: Option<String>,
    /// Write all games to this file.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct BackwardArgs {
    /// The file with the records; - for standard input.
    pub file: PathBuf,
    /// Only this game of the file, counted from 1.
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// The TOML file of the game, if its rules are in such a file: no record opens one by itself.
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Seconds for each position, by default 10; the analysis ends at one that takes longer.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}
