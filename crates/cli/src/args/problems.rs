//! Problems: solved at the keyboard, mined, and checked.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "Examples:\n  \
    henge problems                         the sets, and what you have made of them\n  \
    henge problems connect-four            solve them; what you miss comes back\n  \
    henge problems hex --list              all of a set with their grades\n  \
    henge problems --file mine.henge       problems from a file\n  \
    henge problems check kalah             prove again that every problem has one solution\n  \
    henge problems mine kalah --seed 7 --count 20 --output mine.henge\n\n\
    Type a move, show for the solution, skip for another problem, or quit.")]
pub struct ProblemsArgs {
    #[command(subcommand)]
    pub command: Option<ProblemsCommand>,
    #[command(flatten)]
    pub set: ProblemSetArgs,
    /// List the problems instead of asking them.
    #[arg(long)]
    pub list: bool,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

/// Which problems.
#[derive(Args)]
pub struct ProblemSetArgs {
    /// A game, such as connect-four; by default all that have problems.
    pub game: Option<String>,
    /// Problems from this file instead of those that come with henge.
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
}

#[derive(Subcommand)]
pub enum ProblemsCommand {
    /// Look for problems in games that bots play against themselves.
    Mine(ProblemsMineArgs),
    /// Prove that every problem has exactly one solution, and count which levels find it.
    Check(ProblemsCheckArgs),
}

#[derive(Args)]
pub struct ProblemsMineArgs {
    /// The game, with its options.
    pub game: String,
    /// The same seed finds the same problems.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many problems.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub count: u16,
    /// Positions that a solver may visit for each answer: more find problems further from the end.
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub nodes: u64,
    /// Write to this file, and again whenever a problem is found.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args)]
pub struct ProblemsCheckArgs {
    #[command(flatten)]
    pub set: ProblemSetArgs,
    /// Positions that a solver may visit for each answer.
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    pub nodes: u64,
    /// Grade the problems again, and write them to this file.
    #[arg(long, value_name = "FILE")]
    pub grade: Option<PathBuf>,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}
