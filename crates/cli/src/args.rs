//! What can be typed, in one place: help, completions and the man page come from here.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use henge::Patience;

/// Play, analyse and solve two-player board games.
#[derive(Parser)]
#[command(
    name = "henge",
    version,
    about,
    after_help = "Examples:\n  \
        henge play hex:size=7                 play Hex against the machine\n  \
        henge play fano --second human        two people at one keyboard\n  \
        henge solve hex:size=4 --moves b2     who wins after this opening?\n  \
        henge check my-game.toml              is my own game well defined?\n\n\
        A game is named slug or slug:key=value,…, or by the path of a TOML file.\n\
        Exit codes: 0 done, 1 the data was bad, 2 the call was bad, 3 interrupted."
)]
pub struct Cli {
    /// When to use colours; NO_COLOR is honoured.
    #[arg(long, global = true, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    pub color: When,
    /// Draw with plain ASCII characters.
    #[arg(long, global = true)]
    pub ascii: bool,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// When to do something.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Subcommand)]
pub enum Command {
    /// List all games, or tell about one.
    Games(GamesArgs),
    /// Play a game in the terminal.
    Play(PlayArgs),
    /// Go on with a saved game; with the last unfinished one if none is named.
    Resume(ResumeArgs),
    /// Play draughts against the program for the GIER computer, in its own words.
    Gier(GierArgs),
    /// Play against the backgammon player of 1970, teach it, or let it play itself.
    Gammon(GammonArgs),
    /// Open henge in the browser.
    Serve(ServeArgs),
    /// Draw a position as text or SVG.
    Show(ShowArgs),
    /// List the legal moves.
    Moves(TableArgs),
    /// Count move sequences, the usual check of rules.
    Perft(PerftArgs),
    /// Solve a position: win, draw or loss, with a line of best play.
    Solve(SolveArgs),
    /// Check a proof that `henge solve --proof` wrote, without trusting any engine.
    Verify(VerifyArgs),
    /// Show the best lines, deeper and deeper.
    Analyse(AnalyseArgs),
    /// Be an engine for programs that speak the Hub protocol of draughts.
    Hub(HubArgs),
    /// Let two bots play a series of games.
    Match(MatchArgs),
    /// Play games by chance and tell how long and how wide they are, and who wins.
    Random(RandomArgs),
    /// Analyse recorded games from the end to the last move that changed the outcome.
    Backward(BackwardArgs),
    /// Teach a bot that learns.
    #[command(subcommand)]
    Learn(LearnCommand),
    /// Search a fixed set of positions; the sum of the nodes tells whether an engine has changed.
    Bench(BenchArgs),
    /// Play a backgammon position out many times, to see what it or each of some plays is worth.
    Rollout(RolloutArgs),
    /// Build and read opening books.
    #[command(subcommand)]
    Book(BookCommand),
    /// Solve endings of few pieces, so that every bot plays them perfectly.
    #[command(subcommand)]
    Endings(EndingsCommand),
    /// Check a game in a TOML file: classes and counts of its win groups.
    Check(CheckArgs),
    /// Tell whether two positional games are the same under other names.
    Same(SameArgs),
    /// List the useful win groups of a game, or write them as a TOML game.
    Groups(GroupsArgs),
    /// Read game records, check them and write them in another form.
    Convert(ConvertArgs),
    /// Play recorded games again, position by position.
    Replay(ReplayArgs),
    /// Print completions for a shell.
    Completions(CompletionsArgs),
    /// Print the manual page, or write one for every command.
    Man(ManArgs),
}

/// A game and a position in it.
#[derive(Args, Clone)]
pub struct Table {
    /// The game: a name as in hex:size=5, or the path of a TOML file.
    pub game: String,
    /// Start from this position, as `henge show` prints it.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Play these moves first, as in "b2 a1 c3".
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
}

#[derive(Args)]
pub struct GamesArgs {
    /// Tell about this game: rules, options, bots.
    pub game: Option<String>,
    /// List the saved games instead, the newest first.
    #[arg(long, conflicts_with = "game")]
    pub saved: bool,
    /// Write all saved games to this file, as records; - for standard output.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "saved", "import"])]
    pub export: Option<PathBuf>,
    /// Add the games of this record to the saved ones; - for standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "saved"])]
    pub import: Option<PathBuf>,
    /// For machines.
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
    /// The game; asked for if it is missing.
    pub game: Option<String>,
    /// Who moves first: human, or a bot as in alphabeta:depth=6.
    #[arg(long, value_name = "SEAT")]
    pub first: Option<String>,
    /// Who moves second.
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
    /// Dice and bots that play by chance repeat with the same seed; another one for every game if
    /// nothing is said.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Let bots think on your time too.
    #[arg(long)]
    pub ponder: bool,
    /// Let a bot resign that has proved its loss for so many moves; 3@500 takes estimates too.
    #[arg(long, value_name = "MOVES[@SCORE]")]
    pub resign: Option<Patience>,
    /// Go on with the game in this record.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position", "moves", "resume"])]
    pub load: Option<PathBuf>,
    /// Go on with the last game that was not finished.
    #[arg(long, conflicts_with_all = ["game", "position", "moves"])]
    pub resume: bool,
}

#[derive(Args)]
pub struct ResumeArgs {
    /// The name of the game, or as much of it as no other one has; `henge games --saved` lists all.
    pub id: Option<String>,
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
    /// The same seed makes the same choices; another one for every game if nothing is said.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Seconds it may think about a move; what it has seen by then must do.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Write its stack to this file whenever a line ends, with the best lines so far.
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
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
    henge gammon --explain \"8/5 6/5\" --dice 3-1\n\n\
    In a session, help lists all commands.")]
pub struct GammonArgs {
    /// Which side you play.
    #[arg(long, value_enum, default_value_t = Side::Black, value_name = "SIDE")]
    pub person: Side,
    /// Who begins.
    #[arg(long, value_enum, default_value_t = Side::White, value_name = "SIDE")]
    pub first: Side,
    /// White's strategies: 1970, learned, or a file.
    #[arg(long, default_value = "1970", value_name = "SET")]
    pub white: String,
    /// Black's strategies.
    #[arg(long, default_value = "1970", value_name = "SET")]
    pub black: String,
    /// Start from this position, as the side that begins sees it.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// The same seed throws the same dice; another one every time if nothing is said.
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
    /// Explain this play in the light of White's strategies, whoever made it.
    #[arg(long, value_name = "PLAY", requires = "dice", conflicts_with = "batch")]
    pub explain: Option<String>,
    /// The dice of the play to be explained, as in 3-1.
    #[arg(long, value_name = "DICE")]
    pub dice: Option<String>,
    /// For machines; with --batch or --explain.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    henge serve --open\n  \
    henge serve --host 0.0.0.0 --port 8080      for others in your network too\n\n\
    Games are kept; Ctrl-C ends the server.")]
pub struct ServeArgs {
    /// The port; 0 for any that is free.
    #[arg(long, default_value_t = 2026)]
    pub port: u16,
    /// The address to listen on; only this machine can reach 127.0.0.1.
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    pub host: std::net::IpAddr,
    /// Open the browser.
    #[arg(long)]
    pub open: bool,
}

#[derive(Args)]
pub struct ShowArgs {
    #[command(flatten)]
    pub table: Table,
    /// Draw as SVG instead of text.
    #[arg(long)]
    pub svg: bool,
    /// Write the name of every free place on it, as far as there is room.
    #[arg(long, alias = "numbers", conflicts_with = "json")]
    pub names: bool,
    /// Write to this file.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// For machines.
    #[arg(long, conflicts_with = "svg")]
    pub json: bool,
}

#[derive(Args)]
pub struct TableArgs {
    #[command(flatten)]
    pub table: Table,
    /// For machines.
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
    pub table: Table,
    /// Roll out these plays, as in "8/5,6/5 24/20"; otherwise the best ones by the net.
    #[arg(long, value_name = "PLAYS")]
    pub plays: Option<String>,
    /// So many of the best plays.
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
    /// Let the net judge after so many rolls; 0 to play every game to its end.
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
    /// For machines.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct PerftArgs {
    #[command(flatten)]
    pub table: Table,
    /// How many plies deep.
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: u32,
    /// For machines.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    henge solve connect-four --moves \"4 4 4\"\n  \
    henge solve hex:size=3 --proof hex3.proof && henge verify hex3.proof\n  \
    henge solve pentominoes:size=6x10 --threads 0\n  \
    henge solve pentominoes:size=6x10 --each --checkpoint 6x10.parts")]
pub struct SolveArgs {
    #[command(flatten)]
    pub table: Table,
    /// Stop after so many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Solve the position after every legal move instead.
    #[arg(long)]
    pub each: bool,
    /// Write a proof to this file, which `henge verify` checks.
    #[arg(long, value_name = "FILE", conflicts_with = "each")]
    pub proof: Option<PathBuf>,
    /// Let the strategies of the proof end after so many plies, for a game too large for a whole one;
    /// `henge verify` solves some of the positions where they end, by the rules alone.
    #[arg(long, value_name = "N", requires = "proof", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub plies: Option<u32>,
    /// Solve in parts and keep what is found in this file; the same command goes on where it was
    /// interrupted. For what takes hours.
    #[arg(long, value_name = "FILE", conflicts_with = "proof")]
    pub checkpoint: Option<PathBuf>,
    /// Solve in parts, with so many threads; 0 for one a core, as it is with --checkpoint.
    #[arg(long, value_name = "N", conflicts_with = "proof")]
    pub threads: Option<usize>,
    /// For machines.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct VerifyArgs {
    /// The proof; - for standard input.
    pub file: PathBuf,
    /// If the proof ends before the games do: how many of the positions where it ends to solve by
    /// the rules alone.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub sample: usize,
    /// Which ones.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// For machines.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct AnalyseArgs {
    #[command(flatten)]
    pub table: Table,
    /// Stop after so many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Stop after so many plies.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: Option<u32>,
    /// Stop after so many positions.
    #[arg(long)]
    pub nodes: Option<u64>,
    /// How many lines to show.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub lines: u16,
    /// Who analyses.
    #[arg(long, value_name = "BOT")]
    pub bot: Option<String>,
    /// For machines: an object a line.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "It reads commands and writes answers, a line each; \"quit\" ends it.")]
pub struct HubArgs {
    /// The variant of draughts it begins with; international is what Hub calls normal.
    #[arg(long, default_value = "international")]
    pub variant: String,
    /// Who plays.
    #[arg(long, default_value = "henge", value_name = "BOT")]
    pub bot: String,
}

#[derive(Args)]
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
    /// Write all games to this file.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// For machines.
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
    /// Who plays both sides, if not the bot that plays this game by chance.
    #[arg(long, value_name = "BOT")]
    pub bot: Option<String>,
    /// Write all games to this file.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// For machines.
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
    /// Seconds for each position; the analysis ends at one that takes longer. 10 if nothing is said.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// For machines.
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand)]
pub enum LearnCommand {
    /// The table of the Pentominoes player of 1972: values by choices and centres.
    #[command(
        name = "kuttner1972",
        after_help = "Examples:\n  \
        henge learn kuttner1972 --show\n  \
        henge learn kuttner1972 my.table --games 1000 --seed 1\n  \
        henge learn kuttner1972 my.table --enter \"87 21 1\" --enter \"196 28 2\"\n  \
        henge learn kuttner1972 my.table --from games.henge --svg my.svg"
    )]
    Kuttner1972(LearnArgs),
    /// The strategies of the backgammon player of 1970, from a teacher's choices and by play.
    #[command(after_help = "Examples:\n  \
        henge learn gammon my.toml --games 400 --all-tactics --measure 1000\n  \
        henge learn gammon my.toml --teacher expectimax --nodes 2000 --games 20\n  \
        henge learn gammon my.toml --from learned --steps 100 --pairs 100\n  \
        henge learn gammon my.toml --from learned --trials 20 --drop 0.01\n  \
        henge learn gammon --from learned --templates 0 --measure 1000")]
    Gammon(LearnGammonArgs),
    /// The weights of a game's evaluation, from games of the engine against itself.
    #[command(after_help = "Examples:\n  \
        henge learn weights draughts:variant=danish -o danish.weights\n  \
        henge match draughts --first trained:weights=danish.weights,depth=5 \\\n    \
        --second trained:weights=none,depth=5 --games 200")]
    Weights(WeightsArgs),
    /// The net of the backgammon player `neural`, from games against itself.
    #[command(after_help = "Examples:\n  \
        henge learn backgammon -o my.net --games 20000 --lookahead 0\n  \
        henge learn backgammon -o my.net --checkpoint my.training --progress 60\n  \
        henge match backgammon --first neural:net=my.net --second neural --games 2000")]
    Backgammon(BackgammonArgs),
}

#[derive(Args)]
pub struct BackgammonArgs {
    /// Units in each hidden layer of the net, as in 128 or 128,32.
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [160],
        value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub hidden: Vec<u32>,
    /// What hidden units make of their sums.
    #[arg(long, value_enum, default_value_t = Hidden::Sigmoid)]
    pub activation: Hidden,
    /// Games in which a position learns from the next ones.
    #[arg(long, default_value_t = 400_000)]
    pub games: u64,
    /// Games after these in which a position learns from all 21 rolls; each costs as much as 20.
    #[arg(long, default_value_t = 40_000)]
    pub lookahead: u64,
    /// How much of a lesson comes from the rest of the game, from 0 to 1.
    #[arg(long, default_value_t = 0.5)]
    pub lambda: f32,
    /// How fast it learns at the beginning of the games, and at their end.
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"], default_values_t = [0.002, 0.0001])]
    pub rates: Vec<f32>,
    /// The same with all 21 rolls.
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"], default_values_t = [0.0003, 0.00003])]
    pub lookahead_rates: Vec<f32>,
    /// The same seed gives the same net, whatever the number of threads.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games at a time; 0 for one a core.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: usize,
    /// A net to begin with, in place of one that knows nothing.
    #[arg(long, value_name = "FILE")]
    pub begin: Option<PathBuf>,
    /// Keep the state of the training here now and then, and go on from it if it is there.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Seconds from one report, and one checkpoint, to the next.
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0)]
    pub progress: f64,
    /// Games to measure its strength by at each report; 0 for none.
    #[arg(long, value_name = "GAMES", default_value_t = 1000)]
    pub measure: u32,
    /// Measure against this net, in place of a player who goes by a simple rule.
    #[arg(long, value_name = "FILE")]
    pub against: Option<PathBuf>,
    /// The file of the net.
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// For machines: an object for every report.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct LearnGammonArgs {
    /// The file to write the strategies to; without it they are only measured.
    pub file: Option<PathBuf>,
    /// The strategies to begin with: 1970, learned, or a file.
    #[arg(long, default_value = "1970", value_name = "SET")]
    pub from: String,
    /// Learn from so many games of the teacher against himself.
    #[arg(long, default_value_t = 0)]
    pub games: u32,
    /// Who teaches: plain, or any bot for backgammon.
    #[arg(long, default_value = "plain", value_name = "BOT")]
    pub teacher: String,
    /// Positions a move for a bot that teaches.
    #[arg(long, default_value_t = 1000)]
    pub nodes: u64,
    /// Give every strategy all tactics before the teacher comes.
    #[arg(long)]
    pub all_tactics: bool,
    /// Learn by so many steps of play against itself.
    #[arg(long, default_value_t = 0)]
    pub steps: u32,
    /// With --steps: how far coefficients are changed to be tried, as a logarithm.
    #[arg(long, default_value_t = 0.5, value_name = "LOGARITHM")]
    pub spread: f64,
    /// With --steps: how far they move for each point a game that one change wins.
    #[arg(long, default_value_t = 0.15)]
    pub rate: f64,
    /// Try so many changes of the tactics of strategies.
    #[arg(long, default_value_t = 0)]
    pub trials: u32,
    /// Pairs of games for each step or trial.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub pairs: u32,
    /// Drop tactics that count less than this part of the largest of their strategy.
    #[arg(long, default_value_t = 0.0, value_name = "PART")]
    pub drop: f64,
    /// Sort tactics into levels, the largest coefficients first.
    #[arg(long)]
    pub sort: bool,
    /// What templates of short-range objectives count; 0 is never.
    #[arg(long, value_name = "COEFFICIENT")]
    pub templates: Option<f64>,
    /// Scores within this distance of the best are equal.
    #[arg(long)]
    pub delta: Option<f64>,
    /// Tactics of the next level propose too while there are no more plays than so many.
    #[arg(long, value_name = "PLAYS")]
    pub enough: Option<usize>,
    /// Measure the result by so many pairs of games.
    #[arg(long, default_value_t = 1000, value_name = "PAIRS")]
    pub measure: u32,
    /// Measure against these strategies, if not against those it began with.
    #[arg(long, value_name = "SET")]
    pub against: Option<String>,
    /// The same seed gives the same strategies.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// For machines.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct WeightsArgs {
    /// The game.
    pub game: String,
    /// Games in a round.
    #[arg(long, default_value_t = 4000)]
    pub games: u32,
    /// Rounds; the first is played with a simple evaluation, each further one with what was learned.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: u32,
    /// Plies that the players look ahead.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub depth: u32,
    /// The same seed gives the same weights.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games at a time; 0 for one a core.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// The file of the weights.
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// For machines: an object for every time all positions were gone through.
    #[arg(long)]
    pub json: bool,
}

/// What hidden units make of their sums.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Hidden {
    /// From 0 to 1.
    Sigmoid,
    /// The sum, or zero if it is negative.
    Relu,
}

/// Where a table begins that is not there yet.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Begin {
    /// With nothing.
    Empty,
    /// With the table of the thesis.
    Thesis,
}

/// Who plays the games to learn from.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// Chance alone.
    Random,
    /// Chance, then search.
    Search,
    /// The table as it is so far, then search.
    Guided,
}

#[derive(Args)]
pub struct LearnArgs {
    /// The file of the table, which is made if it is not there; without it, that of the thesis is
    /// shown.
    pub table: Option<PathBuf>,
    /// Learn from the games in this file; - for standard input.
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Learn from so many games against itself.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: Option<u32>,
    /// An entry by hand: choices, centres, and 1 for a position that was bad to leave, 2 for the one
    /// before it, 3 for the one before that; negative after a good result.
    #[arg(long, value_name = "ENTRY", allow_hyphen_values = true)]
    pub enter: Vec<String>,
    /// Where a table begins that is not there yet.
    #[arg(long, value_enum, default_value_t = Begin::Empty)]
    pub begin: Begin,
    /// Who plays the games of --games.
    #[arg(long, value_enum, default_value_t = By::Guided)]
    pub by: By,
    /// The board of --games.
    #[arg(long, default_value = "pentominoes", value_name = "GAME")]
    pub game: String,
    /// The search limit of --games.
    #[arg(long, default_value_t = 60, value_name = "CHOICES")]
    pub limit: u32,
    /// The same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The outcome of a position is clear if so many nodes show it.
    #[arg(long, default_value_t = henge::bots::kuttner1972::CLEAR_NODES)]
    pub nodes: u64,
    /// Draw the table as characters, choices across and centres down.
    #[arg(long)]
    pub show: bool,
    /// Draw the table as SVG into this file.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// For machines.
    #[arg(long)]
    pub json: bool,
}

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
    pub table: Table,
    /// How many moves deep.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub plies: u32,
    /// Count the games of this record instead of searching.
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Take what `henge solve --checkpoint FILE` has found so far.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "repertoire", "time"])]
    pub parts: Option<PathBuf>,
    /// Only what a perfect player needs who plays by the book himself; as deep as it must be.
    #[arg(long, conflicts_with_all = ["from", "plies", "time"])]
    pub repertoire: bool,
    /// With --repertoire: what is solved in so many nodes is not written down.
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
    pub table: Table,
    /// The file of the book.
    #[arg(long, short, value_name = "FILE")]
    pub book: PathBuf,
    /// For machines.
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
    /// For machines.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct BenchArgs {
    /// For machines.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct CheckArgs {
    /// A TOML file, or the name of a positional game.
    pub file: String,
    /// For machines.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct SameArgs {
    /// One game.
    pub a: String,
    /// The other game.
    pub b: String,
    /// For machines.
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
    /// For machines.
    #[arg(long, conflicts_with = "toml")]
    pub json: bool,
}

/// What records can be turned into.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Records in their normal form.
    Record,
    /// The Portable Draughts Notation, for games of draughts.
    Pdn,
    /// A .mat file, for games of backgammon.
    Mat,
    /// A JSON array of games.
    Json,
    /// The last position, drawn as SVG.
    Svg,
    /// The last position, drawn as text.
    Text,
}

#[derive(Args)]
pub struct ConvertArgs {
    /// The file with the records, or a .pdn or .mat file; - for standard input.
    pub file: PathBuf,
    /// Into what.
    #[arg(long, value_enum, default_value_t = Form::Record)]
    pub to: Form,
    /// Only this game of the file, counted from 1.
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// Write to this file.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args)]
pub struct ReplayArgs {
    /// The file with the records; - for standard input.
    pub file: PathBuf,
    /// Only this game of the file, counted from 1.
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// Only the position after so many moves.
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

/// Seconds with a fraction; a day at the most.
fn seconds(text: &str) -> Result<Duration, String> {
    let number: Option<f64> = text.parse().ok();
    match number.filter(|n| (0.0..=86_400.0).contains(n)) {
        Some(n) => Ok(Duration::from_secs_f64(n)),
        None => Err("seconds from 0 to 86400 are expected, as in 2.5".into()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        super::Cli::command().debug_assert();
    }
}
