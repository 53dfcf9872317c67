//! Playing: at the keyboard, in the browser, and with the players of old.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use henge::table::Threshold;
use henge_web::{Name, Network};

use henge_arena::GameClock;

use super::contest::game_clock;
use super::seconds;

#[derive(Args)]
pub struct GamesArgs {
    /// Describe this game: rules, options, bots.
    pub game: Option<String>,
    /// List the saved games instead, the newest first.
    #[arg(long, conflicts_with = "game")]
    pub saved: bool,
    /// Delete this saved game: its name or a unique prefix, as `henge games --saved` lists it.
    #[arg(long, value_name = "ID", conflicts_with_all = ["game", "saved", "export", "import"])]
    pub delete: Option<String>,
    /// Write all saved games to this file, as records; - for standard output.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "saved", "import"])]
    pub export: Option<PathBuf>,
    /// Add the games of this record to the saved ones; - for standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "saved"])]
    pub import: Option<PathBuf>,
    /// With --import: the TOML file of the game, if its rules are in such a file.
    #[arg(long, value_name = "FILE", requires = "import")]
    pub rules: Option<PathBuf>,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Default)]
#[command(after_help = "Examples:\n  \
    henge play hex:size=7\n  \
    henge play connect-four --second henge:level=easy\n  \
    henge play go-moku:size=9 --first human --second mangolas1990:depth=3\n  \
    henge play my-game.toml --first alphabeta --second random\n  \
    henge play --resume\n\n\
    In play, type a move, or \"help\" for the commands.")]
pub struct PlayArgs {
    /// The game; if it is missing, henge asks for it.
    pub game: Option<String>,
    /// The first player: human, or a bot as in alphabeta:depth=6.
    #[arg(long, value_name = "SEAT")]
    pub first: Option<String>,
    /// The second player.
    #[arg(long, value_name = "SEAT")]
    pub second: Option<String>,
    /// Start from this position.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Play these moves first.
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Seconds a bot may think about a move.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// A clock for each player, with an increment for each move: 300 for five minutes, 300+3. A player who
    /// runs out of time loses.
    #[arg(long, value_name = "SECONDS[+SECONDS]", value_parser = game_clock)]
    pub clock: Option<GameClock>,
    /// Dice and random choices repeat with the same seed; by default a new one is drawn every time.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Let bots think on your time too.
    #[arg(long)]
    pub ponder: bool,
    /// Bots resign once they have proved their loss for this many moves; 3@500 accepts estimates too.
    #[arg(long, value_name = "MOVES[@SCORE]")]
    pub resign: Option<Threshold>,
    /// Warn before a move that costs this many percent of the expected result; play it again to mean it.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub warn: Option<u32>,
    /// Resume the game in this record.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position", "moves", "resume"])]
    pub load: Option<PathBuf>,
    /// With --load or --resume: the TOML file of the game, if its rules are in such a file.
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    pub rules: Option<PathBuf>,
    /// Resume the last unfinished game.
    #[arg(long, conflicts_with_all = ["game", "position", "moves"])]
    pub resume: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    henge open hex:size=7             the questions before a game of Hex\n  \
    henge open my-game.toml           the same for a game of your own\n  \
    henge game.pdn                    a recorded game, analysed")]
pub struct OpenArgs {
    /// A game, the TOML file of one, or a record to analyse.
    pub what: String,
    /// With a record: the TOML file of its game, if its rules are in such a file.
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
}

#[derive(Args)]
pub struct ResumeArgs {
    /// The name of the game or a unique prefix; `henge games --saved` lists all.
    pub id: Option<String>,
    /// The first player from now on: human, or a bot as in alphabeta:depth=6.
    #[arg(long, value_name = "SEAT")]
    pub first: Option<String>,
    /// The second player from now on.
    #[arg(long, value_name = "SEAT")]
    pub second: Option<String>,
    /// The TOML file of the game, if its rules are in such a file that has moved.
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Let bots think on your time too.
    #[arg(long)]
    pub ponder: bool,
    /// Seconds a bot may think about a move.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
}

/// What the program for the GIER computer speaks.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Dialogue {
    /// As it did.
    Danish,
    /// The same in English.
    English,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    henge talk\n  \
    henge talk gammon --way none --seed 7\n  \
    henge talk gier --time 5")]
pub struct TalkArgs {
    /// The program to talk with.
    pub name: Option<String>,
    /// The way to begin: the side you play, or the language.
    #[arg(long, value_name = "WAY")]
    pub way: Option<String>,
    /// The same seed throws the same dice; a different one every time by default.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Seconds the program may think about a move.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    henge gier\n  \
    henge gier --dialogue english --board\n\n\
    It asks for your colour, for its strength, and then for your moves, as in c3,d4.")]
pub struct GierArgs {
    /// What it speaks.
    #[arg(long, value_enum, default_value_t = Dialogue::Danish, value_name = "LANGUAGE")]
    pub dialogue: Dialogue,
    /// Print the board whenever it has moved; in play, "ka" switches that on and off.
    #[arg(long)]
    pub board: bool,
    /// The same seed makes the same choices; by default a new one is drawn every time.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Seconds it may think about a move; it then plays the best move found so far.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Write its stack to this file whenever a line ends, with the best lines so far.
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
}

#[derive(Args)]
#[command(
    after_help = "It asks for eight numbers: area, columns, rows, missing squares, missing pieces,\n\
    debugging mode, search limit and mode of play, as in 60 6 10 0 0 0 100 11, and then for moves, as in\n\
    'T' 3 45. $END leaves."
)]
pub struct PentoArgs {
    /// The same seed makes the same choices; by default a new one is drawn every time.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Seconds it may think about a move.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
}

/// A side of the game of 1970.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// O.
    White,
    /// X.
    Black,
    /// Neither.
    None,
}

/// Which games the program plays against itself.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Series {
    /// One game.
    Single,
    /// Two games with the dice of both sides exchanged.
    Exchanged,
    /// Five games in which both sides play every throw.
    Identical,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    henge gammon\n  \
    henge gammon --person none --seed 7\n  \
    henge gammon --batch exchanged --white learned --black 1970 --seed 7\n  \
    henge gammon --dice 1970 --seed 1919               the dice of the sample game of 1970\n  \
    henge gammon --sample --white 1970                 that game, beside what the set plays\n  \
    henge gammon --explain \"8/5 6/5\" --dice 3-1\n\n\
    In a session, help lists all commands.")]
pub struct GammonArgs {
    /// Which side you play.
    #[arg(long, value_enum, default_value_t = Side::Black, value_name = "SIDE")]
    pub person: Side,
    /// The side that begins.
    #[arg(long, value_enum, default_value_t = Side::White, value_name = "SIDE")]
    pub first: Side,
    /// White's strategies: revised, 1970, learned, or a file.
    #[arg(long, default_value = "revised", value_name = "SET")]
    pub white: String,
    /// Black's strategies.
    #[arg(long, default_value = "revised", value_name = "SET")]
    pub black: String,
    /// Start from this position, as the side that begins sees it.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// The same seed throws the same dice; by default a new one is drawn every time.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Let the two sets play instead.
    #[arg(long, value_enum, value_name = "SERIES")]
    pub batch: Option<Series>,
    /// With --batch: print every move with its board.
    #[arg(long, requires = "batch")]
    pub boards: bool,
    /// Print what every part of the program does, with all scores.
    #[arg(long)]
    pub trace: bool,
    /// With --batch: write to this file.
    #[arg(long, short, value_name = "FILE", requires = "batch")]
    pub output: Option<PathBuf>,
    /// Explain this play in the light of White's strategies.
    #[arg(long, value_name = "PLAY", requires = "dice", conflicts_with = "batch")]
    pub explain: Option<String>,
    /// 1970 throws the dice of the listing, from an odd seed; with --explain, the dice of the play, as
    /// in 3-1.
    #[arg(long, value_name = "DICE")]
    pub dice: Option<String>,
    /// Show the sample game of the thesis beside what White's set plays.
    #[arg(long, conflicts_with_all = ["batch", "explain"])]
    pub sample: bool,
    /// Print JSON, for programs; with --batch or --explain.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    henge serve --open\n  \
    henge serve --host 0.0.0.0 --port 8080      for others in your network too\n  \
    henge serve --host 0.0.0.0 --allowed-host games.example --tls-cert chain.pem --tls-key key.pem\n  \
    henge serve --proxy 127.0.0.1 --allowed-host games.example      behind nginx on this machine\n\n\
    Games are kept; Ctrl-C ends the server.")]
pub struct ServeArgs {
    /// The port; 0 for any that is free.
    #[arg(long, default_value_t = 2026)]
    pub port: u16,
    /// The address to listen on; only this machine can reach 127.0.0.1.
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    pub host: std::net::IpAddr,
    /// Answer to this name, too, and not only to localhost and to the server's addresses; may be
    /// repeated.
    #[arg(long, value_name = "NAME")]
    pub allowed_host: Vec<Name>,
    /// Believe the proxy at this address or in this network when it says for whom it asks, as in
    /// 127.0.0.1 or 10.0.0.0/8; may be repeated.
    #[arg(long, value_name = "ADDRESS")]
    pub proxy: Vec<Network>,
    /// Serve https with the certificate in this file (PEM, with the chain).
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// The private key of the certificate (PEM).
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
    /// Let a bot resign once it has proved its loss for this many of its moves; 3@500 takes estimates too.
    #[arg(long, value_name = "MOVES[@SCORE]")]
    pub resign: Option<Threshold>,
    /// Let bots think on people's time too, while nobody else needs the machine.
    #[arg(long)]
    pub ponder: bool,
    /// Take games of their own from those who can reach the server; a server for this machine alone always
    /// does.
    #[arg(long)]
    pub own_games: bool,
    /// Open the browser.
    #[arg(long)]
    pub open: bool,
}

#[derive(Args)]
#[command(after_help = "It reads commands and writes answers, a line each; \"quit\" ends it.")]
pub struct HubArgs {
    /// The variant of draughts it begins with; international is what Hub calls normal.
    #[arg(long, default_value = "international")]
    pub variant: String,
    /// The bot that plays.
    #[arg(long, default_value = "henge", value_name = "BOT")]
    pub bot: String,
}

#[derive(Args)]
#[command(after_help = "It reads commands and writes answers; \"quit\" ends it.")]
pub struct GtpArgs {
    /// The game.
    pub game: String,
    /// The bot that plays.
    #[arg(long, default_value = "henge", value_name = "BOT")]
    pub bot: String,
}

#[derive(Args)]
#[command(after_help = "It reads commands and writes answers, a line each; \"quit\" ends it.")]
pub struct NboardArgs {
    /// The bot that plays.
    #[arg(long, default_value = "henge", value_name = "BOT")]
    pub bot: String,
}

#[derive(Args)]
#[command(after_help = "It reads commands and writes answers, a line each; \"END\" ends it.")]
pub struct PiskvorkArgs {
    /// The bot that plays.
    #[arg(long, default_value = "henge", value_name = "BOT")]
    pub bot: String,
}
