//! Records of games, and what shells want to know.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::seconds;

/// What records can be turned into.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Records in their normal form.
    Record,
    /// The Portable Draughts Notation, for games of draughts.
    Pdn,
    /// A .mat file, for games of backgammon.
    Mat,
    /// A .ggf file, for games of Othello.
    Ggf,
    /// A .trn file with a row of squares for each game, for games of Othello.
    Trn,
    /// A .obf file with the last position of each game, for Othello.
    Obf,
    /// A .sgf file, for games of Go-Moku and Hex.
    Sgf,
    /// A .psq file, for games of Go-Moku.
    Psq,
    /// Links to HexWorld, for games of Hex.
    Hexworld,
    /// A JSON array of games.
    Json,
    /// The last position, drawn as SVG.
    Svg,
    /// The last position, drawn as text.
    Text,
}

#[derive(Args)]
pub struct ConvertArgs {
    /// The file with the records, or a .pdn, .mat, .ggf, .trn, .obf, .sgf, .psq or .hexworld file; - for standard input.
    pub file: PathBuf,
    /// Into what; a record by default.
    #[arg(long, value_enum)]
    pub to: Option<Form>,
    /// Only this game of the file, counted from 1.
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// The TOML file of the game, if its rules are in such a file: no record opens one by itself.
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Write to this file; without --to its ending says into what.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args)]
pub struct ReplayArgs {
    /// The file with the records; - for standard input.
    #[arg(required_unless_present = "sources")]
    pub file: Option<PathBuf>,
    /// List the sample games of the sources that henge reproduces; with --game N, replay one of them.
    #[arg(long, conflicts_with = "file")]
    pub sources: bool,
    /// Only this game of the file, counted from 1.
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// The TOML file of the game, if its rules are in such a file: no record opens one by itself.
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Only the position after this number of moves.
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
    /// Seconds between moves.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub delay: Option<Duration>,
}

#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

#[derive(Args)]
pub struct ManArgs {
    /// Write one page for henge and one for each command into this folder.
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}
