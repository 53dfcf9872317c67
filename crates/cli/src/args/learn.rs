//! What can be learned.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::HostArgs;

#[derive(Subcommand)]
pub enum LearnCommand {
    /// The table of the Pentominoes player of 1972: values by choices and centres.
    #[command(
        name = "kuttner1972",
        after_help = "Examples:\n  \
        henge learn kuttner1972 --show\n  \
        henge learn kuttner1972 my.table --games 1000 --seed 1\n  \
        henge learn kuttner1972 my.table --enter \"87 21 1\" --enter \"196 28 2\"\n  \
        henge learn kuttner1972 my.table --data games.henge --svg my.svg"
    )]
    Kuttner1972(LearnArgs),
    /// The strategies of the backgammon player of 1970, from a teacher's choices and by play.
    #[command(after_help = "Examples:\n  \
        henge learn gammon my.toml --games 400 --all-tactics --measure 1000\n  \
        henge learn gammon my.toml --teacher expectimax --nodes 2000 --games 20\n  \
        henge learn gammon my.toml --data games.henge --all-tactics\n  \
        henge learn gammon my.toml --from learned --steps 100 --pairs 100\n  \
        henge learn gammon my.toml --from learned --trials 20 --drop 0.01\n  \
        henge learn gammon --from learned --templates 0 --measure 1000")]
    Gammon(LearnGammonArgs),
    /// What the scores of an engine mean: the expected result, from games of the engine against itself.
    #[command(after_help = "Examples:\n  \
        henge learn scale othello --games 4000 --samples othello.scores --plot othello.svg\n  \
        henge learn scale othello --games 8000 --samples othello.scores    (goes on with more games)")]
    Scale(ScaleArgs),
    /// The weights of a game's evaluation, from games of the engine against itself.
    #[command(after_help = "Examples:\n  \
        henge learn weights connect-four -o four.weights\n  \
        henge match connect-four --first trained:weights=four.weights,depth=4 \\\n    \
        --second alphabeta:eval=source,depth=4 --games 200\n  \
        henge learn weights stonehenge --method td --curve stones.svg -o stones.weights\n  \
        henge learn weights draughts:variant=danish -o danish.weights\n\n\
        Without other words a game learns from results, in a few rounds of many games.")]
    Weights(TrainArgs),
    /// A small dense net over a game's features, from games against itself or from data.
    #[command(after_help = "Examples:\n  \
        henge learn net connect-four -o four.net --hidden 64,32\n  \
        henge learn net connect-four --data four.jsonl --epochs 20 -o four.net\n  \
        henge play connect-four --second trained:weights=four.net")]
    Net(NetArgs),
    /// A table of values, one for each position or situation, by temporal differences.
    #[command(after_help = "Examples:\n  \
        henge learn table tic-tac-toe -o toe.table\n  \
        henge learn table pentominoes --features choices-and-centres -o choices.table\n  \
        henge play tic-tac-toe --second trained:weights=toe.table,depth=1")]
    Table(TrainArgs),
    /// Games of bots as positions with features and results, for henge and for other programs.
    #[command(after_help = "Examples:\n  \
        henge learn data connect-four --games 1000 --bot alphabeta:depth=4 -o four.jsonl\n  \
        henge learn data --check four.jsonl")]
    Data(DataArgs),
    /// The net of the backgammon player `neural`, from games against itself.
    #[command(after_help = "Examples:\n  \
        henge learn backgammon -o my.net --games 20000 --lookahead 0\n  \
        henge learn backgammon -o my.net --checkpoint my.training --progress 60\n  \
        henge learn backgammon -o my.net --data games.jsonl --epochs 5\n  \
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
    /// Games against itself.
    #[arg(long, default_value_t = 440_000)]
    pub games: u64,
    /// How many of these games, the last ones, look at all 21 rolls of a position; each of them costs as
    /// much as 20 others. By default one in eleven with the method td, and none with results.
    #[arg(long, value_name = "GAMES")]
    pub lookahead: Option<u64>,
    /// How much of a lesson comes from the rest of the game, from 0 to 1; by default 0.5 with the method
    /// td, and 1 with results.
    #[arg(long)]
    pub lambda: Option<f32>,
    /// With --data: how often its positions are gone through.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub epochs: u32,
    /// How fast it learns at the beginning of the games, and at their end.
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"], default_values_t = [0.002, 0.0001])]
    pub rates: Vec<f32>,
    /// The same with all 21 rolls.
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"], default_values_t = [0.0003, 0.00003])]
    pub lookahead_rates: Vec<f32>,
    /// The same seed gives the same net, whatever the number of threads.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub host: HostArgs,
    /// A net to begin with, in place of one that knows nothing.
    #[arg(long, value_name = "FILE")]
    pub begin: Option<PathBuf>,
    /// Seconds from one report, and one checkpoint, to the next.
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0)]
    pub progress: f64,
    /// The file of the net.
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    #[command(flatten)]
    pub run: RunArgs,
}

#[derive(Args)]
pub struct LearnGammonArgs {
    /// The file to write the strategies to; without it they are only measured.
    pub file: Option<PathBuf>,
    /// The strategies to begin with: 1970, learned, or a file.
    #[arg(long, default_value = "revised", value_name = "SET")]
    pub from: String,
    /// Learn from this many games of the teacher against itself; 400 with --method teacher.
    #[arg(long)]
    pub games: Option<u32>,
    /// The teacher: plain, or any backgammon bot.
    #[arg(long, default_value = "plain", value_name = "BOT")]
    pub teacher: String,
    /// Positions a move for a bot that teaches.
    #[arg(long, default_value_t = 1000)]
    pub nodes: u64,
    /// Give every strategy all tactics before the teacher comes.
    #[arg(long)]
    pub all_tactics: bool,
    /// How often the decisions of the teacher, or of --data, are gone through.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub epochs: u32,
    /// Learn by this many steps of play against itself; 100 with --method results.
    #[arg(long)]
    pub steps: Option<u32>,
    /// With --steps: how far coefficients are changed to be tried, as a logarithm.
    #[arg(long, default_value_t = 0.5, value_name = "LOGARITHM")]
    pub spread: f64,
    /// With --steps: how far they move for each point a game that one change wins.
    #[arg(long, default_value_t = 0.15)]
    pub rate: f64,
    /// How many changes of tactics to try.
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
    /// Tactics of the next level propose plays too while there are no more plays than this.
    #[arg(long, value_name = "PLAYS")]
    pub enough: Option<usize>,
    /// The same seed gives the same strategies.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub run: RunArgs,
}

#[derive(Args)]
pub struct NetArgs {
    /// Units in each hidden layer, as in 32 or 64,32.
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [32],
        value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub hidden: Vec<u32>,
    #[command(flatten)]
    pub train: TrainArgs,
}

/// What is learned from.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MethodName {
    /// How the game ended.
    Results,
    /// Temporal differences: what was thought of the positions after it.
    Td,
    /// The choices of another player.
    Teacher,
}

/// What a position of a file teaches.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TargetName {
    /// How its game ended.
    Result,
    /// The grades given by the players, scaled by the results.
    Score,
    /// --lambda of the result, and the rest of the score.
    Mixed,
}

/// How to learn. What is not said is what suits the method.
#[derive(Args)]
pub struct TrainArgs {
    /// The game.
    pub game: String,
    /// The set of features, or how a table distinguishes situations; `henge games GAME` lists them.
    #[arg(long, value_name = "SET", default_value = "")]
    pub features: String,
    /// Rounds of play; each is played with what was learned in those before.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub rounds: Option<u32>,
    /// Games in a round.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: Option<u32>,
    /// Plies that the players look ahead.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub depth: Option<u32>,
    /// How much of a lesson comes from later than the next move, from 0 to 1.
    #[arg(long)]
    pub lambda: Option<f32>,
    /// The share of random moves after the opening.
    #[arg(long, value_name = "SHARE")]
    pub explore: Option<f32>,
    /// The most random moves at the start of a game.
    #[arg(long, value_name = "PLIES")]
    pub opening: Option<u32>,
    /// How often positions are gone through: those of a round, or those of --data.
    #[arg(long)]
    pub epochs: Option<u32>,
    /// How fast it learns in the first round, and in the last.
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"])]
    pub rates: Vec<f32>,
    /// The same seed gives the same weights, whatever the number of threads.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub host: HostArgs,
    /// With --data: what its positions teach.
    #[arg(long, value_enum, default_value_t = TargetName::Result)]
    pub target: TargetName,
    /// Plies that what was learned looks ahead when it is measured; by default --depth.
    #[arg(long, value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..=30))]
    pub measure_depth: Option<u32>,
    /// The file of what was learned.
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    #[command(flatten)]
    pub run: RunArgs,
}

/// A run of learning, whatever is learned.
#[derive(Args)]
pub struct RunArgs {
    /// What is learned from. Weights and nets learn from results or by td; tables and the net of
    /// backgammon by td or from results; gammon from a teacher or from results; kuttner1972 from results.
    #[arg(long, value_enum)]
    pub method: Option<MethodName>,
    /// Learn from existing games: a file written by `henge learn data`, or records.
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,
    /// Keep the state of learning in this file, and resume from it if it exists.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Games against a fixed opponent to measure by; 0 for none. For gammon these are pairs.
    #[arg(long, value_name = "GAMES")]
    pub measure: Option<u32>,
    /// The fixed opponent: any bot of the game; for backgammon also the file of a net, and for
    /// gammon a set of strategies.
    #[arg(long, value_name = "BOT")]
    pub against: Option<String>,
    /// Rounds between measurements; by default about a tenth of all rounds.
    #[arg(long, value_name = "ROUNDS", value_parser = clap::value_parser!(u32).range(1..))]
    pub every: Option<u32>,
    /// Stop as soon as a measurement shows that it is stronger than the fixed opponent: by a
    /// sequential test of these two differences in Elo.
    #[arg(long, value_name = "LOW,HIGH", value_parser = super::contest::two_numbers,
        allow_hyphen_values = true)]
    pub stop_sprt: Option<(f64, f64)>,
    /// Draw loss and strength into this file, as SVG.
    #[arg(long, value_name = "FILE")]
    pub curve: Option<PathBuf>,
    /// The name of the run, under which the page of `henge serve` shows its curves; by default that
    /// of the output.
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Play against what was learned, right away.
    #[arg(long, conflicts_with = "json")]
    pub play: bool,
    /// Print JSON, for programs: an object for every measurement.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct DataArgs {
    /// The game.
    #[arg(required_unless_present = "check")]
    pub game: Option<String>,
    /// Games to play.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub games: u64,
    /// The bot that plays, in both seats.
    #[arg(long, default_value = "alphabeta:depth=4")]
    pub bot: String,
    /// The bot in the second seat, if it is a different one.
    #[arg(long, value_name = "BOT")]
    pub second: Option<String>,
    /// The most random moves at the start of a game; by default 12, or half of a random game
    /// where that is shorter.
    #[arg(long, value_name = "PLIES")]
    pub opening: Option<u32>,
    /// The share of random moves after the opening.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    pub explore: f32,
    /// The set of features; by default the usual one for nets.
    #[arg(long, value_name = "SET", default_value = "")]
    pub features: String,
    /// The same seed gives the same file, whatever the number of threads.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games at a time; 0 for one a core.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// The file to write.
    #[arg(long, short, value_name = "FILE", required_unless_present = "check")]
    pub output: Option<PathBuf>,
    /// Read a file in place of writing one: is it whole, and do its features belong to its
    /// positions?
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "output"])]
    pub check: Option<PathBuf>,
    /// Print JSON, for programs.
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
    /// The older name of --data.
    #[arg(long, value_name = "FILE", hide = true, conflicts_with = "data")]
    pub from: Option<PathBuf>,
    /// Learn from this many games against itself.
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
    /// The outcome of a position is clear if a search of this many nodes shows it.
    #[arg(long, default_value_t = henge_museum::kuttner1972::CLEAR_NODES)]
    pub nodes: u64,
    /// Draw the table as characters, choices across and centres down.
    #[arg(long)]
    pub show: bool,
    /// Draw the table as SVG into this file.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    #[command(flatten)]
    pub run: RunArgs,
}

#[derive(Args)]
pub struct ScaleArgs {
    /// The game.
    pub game: String,
    /// Games; two positions of each are judged. The curve is fitted to every other game and checked by the rest.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub games: u32,
    /// Who plays and judges; the analyst of the game by default.
    #[arg(long, value_name = "BOT")]
    pub bot: Option<String>,
    /// Positions searched for each move of a game.
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub play_nodes: u64,
    /// Positions searched for each position that is judged.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub nodes: u64,
    /// Every game begins with up to this many random moves.
    #[arg(long, value_name = "PLIES", default_value_t = 8)]
    pub opening: u32,
    /// The same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Keep the judged positions in this file; games that are in it already are not played again.
    #[arg(long, value_name = "FILE")]
    pub samples: Option<PathBuf>,
    /// Draw how well the curve holds.
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Games at a time; 0 for one a core. The result does not depend on it.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1024))]
    pub threads: u32,
    /// For machines.
    #[arg(long)]
    pub json: bool,
}
