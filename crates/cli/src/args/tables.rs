//! Opening books and tables of endings.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::{PositionArgs, seconds};

#[derive(Subcommand)]
pub enum BookCommand {
    /// Build a book by solving positions, or from recorded games; goes on with one that exists.
    #[command(after_help = "Examples:\n  \
        henge book build hex:size=4 --plies 3 -o hex4.book\n  \
        henge book build go-moku:size=9 --from games.henge --plies 8 -o gomoku.book\n  \
        henge book build connect-four --repertoire -o connect-four.book\n  \
        henge book build pentominoes --parts 6x10.parts -o pentominoes.book")]
    Build(BookBuildArgs),
    /// Show what a book knows of a position.
    Show(BookShowArgs),
}

#[derive(Args)]
pub struct BookBuildArgs {
    #[command(flatten)]
    pub table: PositionArgs,
    /// How many moves deep.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub plies: u32,
    /// Count the games of this record instead of searching.
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Take what `henge solve --checkpoint FILE` has found so far.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "repertoire", "time"])]
    pub parts: Option<PathBuf>,
    /// Only what a perfect player who follows the book needs, as deep as necessary.
    #[arg(long, conflicts_with_all = ["from", "plies", "time"])]
    pub repertoire: bool,
    /// With --repertoire: leave out positions that are solved within this many nodes.
    #[arg(long, default_value_t = 40_000, value_name = "NODES", requires = "repertoire")]
    pub easy: u64,
    /// Seconds for each position at the end of the book.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// The file of the book.
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
}

#[derive(Args)]
pub struct BookShowArgs {
    #[command(flatten)]
    pub table: PositionArgs,
    /// The file of the book.
    #[arg(long, short, value_name = "FILE")]
    pub book: PathBuf,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand)]
pub enum EndingsCommand {
    /// Solve all endings of few pieces and keep them where every bot finds them.
    #[command(after_help = "Examples:\n  \
        henge endings build draughts:variant=russian --pieces 4\n  \
        henge endings build draughts --pieces 5 --threads 2")]
    Build(EndingsBuildArgs),
    /// Check that every position of a table is worth what the best of its moves is.
    Check(EndingsCheckArgs),
}

#[derive(Args)]
pub struct EndingsBuildArgs {
    /// The game.
    pub game: String,
    /// The most pieces on the board. Each one more takes about twenty times the room and the time in
    /// draughts, and two more three times in backgammon.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(2..=20))]
    pub pieces: u32,
    /// Threads; 0 for one a core.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// Another file than the one that bots look into.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args)]
pub struct EndingsCheckArgs {
    /// The game.
    pub game: String,
    /// Another file than the one that bots look into.
    pub file: Option<PathBuf>,
    /// Threads; 0 for one a core.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}
