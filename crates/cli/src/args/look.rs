//! Looking at games and positions.

use std::path::PathBuf;

use clap::Args;

use super::PositionArgs;

#[derive(Args)]
pub struct ShowArgs {
    #[command(flatten)]
    pub table: PositionArgs,
    /// Draw as SVG instead of text.
    #[arg(long)]
    pub svg: bool,
    /// Write the name of every free place on it, as far as there is room.
    #[arg(long, alias = "numbers", conflicts_with = "json")]
    pub names: bool,
    /// Write on every free place how many moves have their centre there, in games where they have one.
    #[arg(long, conflicts_with_all = ["json", "names"])]
    pub choices: bool,
    /// Write to this file.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print JSON, for programs.
    #[arg(long, conflicts_with = "svg")]
    pub json: bool,
}

#[derive(Args)]
pub struct TableArgs {
    #[command(flatten)]
    pub table: PositionArgs,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct PerftArgs {
    #[command(flatten)]
    pub table: PositionArgs,
    /// How many plies deep.
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: u32,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct BenchArgs {
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct CheckArgs {
    /// A TOML file, or the name of a positional game.
    pub file: String,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct SameArgs {
    /// One game.
    pub a: String,
    /// The other game.
    pub b: String,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct GroupsArgs {
    /// A positional game.
    pub game: String,
    /// Write a TOML game with these groups.
    #[arg(long)]
    pub toml: bool,
    /// Write to this file.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print JSON, for programs.
    #[arg(long, conflicts_with = "toml")]
    pub json: bool,
}
