//! Contests: who is stronger, and how sure that is.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use henge::Patience;
use henge_arena::stats::{Hypotheses, Scale};

use super::seconds;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// Everybody meets everybody else.
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
    /// Who loses a meeting is out.
    Knockout,
    /// Those meet who have done equally well.
    Swiss,
}

/// In what a test measures.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ScaleName {
    /// Elo as everywhere.
    Logistic,
    /// Elo in standard deviations of a game, as in Fishtest.
    Normalized,
}

/// A sequential test.
#[derive(Args)]
pub struct SprtArgs {
    /// Stop as soon as it is clear whether the first bot is no better than the lower or at least as
    /// good as the higher of two differences in Elo.
    #[arg(long, value_name = "LOW,HIGH", value_parser = two_numbers, allow_hyphen_values = true)]
    pub sprt: Option<(f64, f64)>,
    /// How often the test may accept what is no better than the lower difference.
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05, requires = "sprt")]
    pub alpha: f64,
    /// How often it may reject what is as good as the higher one.
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05, requires = "sprt")]
    pub beta: f64,
    /// What the Elo of the test are.
    #[arg(long, value_enum, default_value_t = ScaleName::Logistic, requires = "sprt")]
    pub scale: ScaleName,
}

impl SprtArgs {
    /// The test, if one is asked for.
    pub fn hypotheses(&self) -> Option<Hypotheses> {
        let scale = match self.scale {
            ScaleName::Logistic => Scale::Logistic,
            ScaleName::Normalized => Scale::Normalized,
        };
        let &SprtArgs { alpha, beta, .. } = self;
        self.sprt.map(|(low, high)| Hypotheses { low, high, alpha, beta, scale })
    }
}

/// Two numbers with a comma between them.
pub fn two_numbers(text: &str) -> Result<(f64, f64), String> {
    let both = text
        .split_once(',')
        .and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    both.ok_or_else(|| "two differences in Elo are expected, as in 0,5".into())
}

/// How single games of a match or a tournament are played, and when there are enough of them.
#[derive(Args)]
pub struct BoutArgs {
    /// The same seed gives the same games, unless bots are limited by time.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Begin every pair of games with so many random moves.
    #[arg(long, default_value_t = 2, value_name = "PLIES")]
    pub opening: u32,
    /// Seconds a move.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Positions a move.
    #[arg(long)]
    pub nodes: Option<u64>,
    /// A bot resigns that has proved its loss for so many moves; 3@500 takes estimates too.
    #[arg(long, value_name = "MOVES[@SCORE]")]
    pub resign: Option<Patience>,
    /// The game is drawn when both have proved that for so many moves; 3@50 takes estimates too.
    #[arg(long, value_name = "MOVES[@SCORE]")]
    pub draw: Option<Patience>,
    #[command(flatten)]
    pub sprt: SprtArgs,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    henge match hex:size=5 --first alphabeta:depth=3 --second mangolas1990 --games 100\n  \
    henge match connect-four --first mcts --second alphabeta --nodes 2000 --games 5000 --sprt 0,20")]
pub struct MatchArgs {
    /// The game.
    pub game: String,
    /// One bot; it moves first in the first game of each pair.
    #[arg(long, value_name = "BOT")]
    pub first: String,
    /// The other bot.
    #[arg(long, value_name = "BOT")]
    pub second: String,
    /// How many games; seats change after every game.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    #[command(flatten)]
    pub bouts: BoutArgs,
    /// Write all games to this file.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// For machines.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    henge tournament hex:size=4 alphabeta:depth=2 mcts random --nodes 500 --games 20\n  \
    henge tournament connect-four mcts:nodes=200 mcts:nodes=400 mcts:nodes=800 --journal cup.journal\n  \
    henge tournament draughts alphabeta gier --nodes 2000 --openings book.pdn --plies 6\n  \
    henge tournament hex:size=5 alphabeta:depth=4 alphabeta:depth=3 --games 2000 --sprt 0,30\n\n\
    Every opening is played twice with the sides changed. With limits in nodes or depth the report\n\
    is the same on any number of threads, and after any interruption: call again with the same\n\
    journal to go on.")]
pub struct TournamentArgs {
    /// The game.
    pub game: String,
    /// The bots, two or more. One may come several times.
    #[arg(value_name = "BOT", required = true, num_args = 2..)]
    pub players: Vec<String>,
    /// Who meets whom.
    #[arg(long, value_enum, default_value_t = FormatName::RoundRobin)]
    pub format: FormatName,
    /// Rounds of a Swiss tournament; as many as a knockout would have if nothing is said.
    #[arg(long, value_name = "N")]
    pub rounds: Option<usize>,
    /// Games of a meeting, an even number.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    #[command(flatten)]
    pub bouts: BoutArgs,
    /// Begin with the positions (one a line) or the records of this file instead.
    #[arg(long, value_name = "FILE", conflicts_with = "opening")]
    pub openings: Option<PathBuf>,
    /// Play so many plies of each record, not all.
    #[arg(long, value_name = "N", requires = "openings")]
    pub plies: Option<usize>,
    /// Games at a time; 0 for one a core. With limits in nodes the report does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// Write down every finished game here, and go on from here after an interruption.
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Write all games to this file.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Write the report to this file too: Markdown, JSON or text, by how its name ends.
    #[arg(long, value_name = "FILE.{md,json,txt}")]
    pub report: Vec<PathBuf>,
    /// For machines.
    #[arg(long)]
    pub json: bool,
}
