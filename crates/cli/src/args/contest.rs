//! Contests: who is stronger, and how sure that is.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use henge::table::Threshold;
use henge_arena::stats::{Hypotheses, Scale};
use henge_arena::{GameClock, Parameter};

use super::seconds;

/// The format: which players meet.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// Everybody meets everybody else.
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
    /// The loser of each meeting is eliminated.
    Knockout,
    /// Players with similar scores meet.
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

/// How the single games of a contest are played.
#[derive(Args)]
pub struct GameArgs {
    /// The same seed gives the same games, unless bots are limited by time.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Begin every pair of games with this many random moves, no two pairs alike while there are others;
    /// by default two, or more if that many games need more different openings, and none where dice fall.
    #[arg(long, value_name = "PLIES")]
    pub opening: Option<u32>,
    /// Seconds a move.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Positions a move.
    #[arg(long)]
    pub nodes: Option<u64>,
    /// Seconds that each has for a whole game, and seconds added after every move, as in 60+0.5; a
    /// player who runs out of time loses.
    #[arg(long, value_name = "SECONDS[+SECONDS]", value_parser = game_clock)]
    pub clock: Option<GameClock>,
    /// Bots resign once they have proved their loss for this many moves; 3@500 accepts estimates too.
    #[arg(long, value_name = "MOVES[@SCORE]")]
    pub resign: Option<Threshold>,
    /// The game is drawn once both bots have proved it for this many moves; 3@50 accepts estimates too.
    #[arg(long, value_name = "MOVES[@SCORE]")]
    pub draw: Option<Threshold>,
    /// Stop a game once its outcome can be proved within this many positions.
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    pub adjudicate: Option<u64>,
    /// Begin with these instead: positions, one a line; records; or lines of an opening book.
    #[arg(long, value_name = "FILE", conflicts_with = "opening")]
    pub openings: Option<PathBuf>,
    /// How many plies to play of each record or book line.
    #[arg(long, value_name = "N", requires = "openings")]
    pub plies: Option<usize>,
}

/// Where games are played.
#[derive(Args)]
pub struct HostArgs {
    /// Games at a time; 0 for one a core. With limits in nodes results do not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// How many processes to play in, so that a bot that crashes affects nothing else; 0 for one a
    /// core.
    #[arg(long, value_name = "N", conflicts_with = "threads")]
    pub processes: Option<usize>,
    #[command(flatten)]
    pub far: FarArgs,
}

/// Workers that somebody else launches.
#[derive(Args)]
pub struct FarArgs {
    /// Have the work done by the worker that this command line starts, as in "ssh node1 henge work"; may
    /// be given several times. What a worker leaves undone is done by others.
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["threads", "processes"])]
    pub workers: Vec<String>,
    /// Have the work done on a Ray cluster: its address, or auto for the one that runs here or a new one
    /// on this machine. Python is python3, or what HENGE_PYTHON names, and needs the packages henge and ray.
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["threads", "processes", "workers"])]
    pub ray: Option<String>,
}

impl FarArgs {
    /// Does anybody else work?
    pub fn is_asked_for(&self) -> bool {
        self.ray.is_some() || !self.workers.is_empty()
    }
}

/// How a match or a tournament is played, when there are enough games, and what is kept of them.
#[derive(Args)]
pub struct BoutArgs {
    #[command(flatten)]
    pub games: GameArgs,
    #[command(flatten)]
    pub sprt: SprtArgs,
    #[command(flatten)]
    pub host: HostArgs,
    /// Write every finished game to this file, and resume from it after an interruption.
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Write all games to this file.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Say in the saved games what the bots thought before each move: score, depth, positions and
    /// seconds; and the seed.
    #[arg(long, requires = "save")]
    pub annotate: bool,
    /// Write a table of the games to this file, a line each: players, opening, result, plies, ending,
    /// seeds.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write a report to this file too: HTML with plots, Markdown, JSON or text, by how its name ends.
    #[arg(long, value_name = "FILE.{html,md,json,txt}")]
    pub report: Vec<PathBuf>,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

/// Two times with a plus between them, the second may be missing.
pub(super) fn game_clock(text: &str) -> Result<GameClock, String> {
    let wrong = || "seconds are expected, or seconds+seconds, as in 60 or 60+0.5".to_string();
    let (all, each) = text.split_once('+').unwrap_or((text, "0"));
    let read = |text: &str| -> Option<u64> {
        let seconds: f64 = text.trim().parse().ok()?;
        (0.0..=1e7).contains(&seconds).then_some((1000.0 * seconds).round() as u64)
    };
    let milliseconds = read(all).filter(|&time| time > 0).ok_or_else(wrong)?;
    Ok(GameClock { milliseconds, increment: read(each).ok_or_else(wrong)? })
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    henge match hex:size=5 --first alphabeta:depth=3 --second mangolas1990 --games 100\n  \
    henge match connect-four --first mcts --second alphabeta --nodes 2000 --games 5000 --sprt 0,20\n  \
    henge match draughts --first henge --second gier --clock 10+0.1 --games 20 --report match.html")]
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
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    henge tune connect-four alphabeta:nodes=2000 --parameter reduction=50:0..200 --parameter width=6:1..20\n  \
    henge tune draughts alphabeta:time=20 --parameter futility=30:0..200/20 --iterations 2000 --pairs 8 \\\n    \
        --journal futility.journal --curve futility.svg --sprt 0,10 --games 4000\n\n\
    In every iteration all parameters move a little up or down at random, and the opposite way for the\n\
    opponent; the result moves them towards the winner (SPSA, Spall 1992). With limits in nodes or depth\n\
    the result is the same on any number of threads, and after any interruption: call again with the\n\
    same journal to resume.")]
pub struct TuneArgs {
    /// The game.
    pub game: String,
    /// The bot, without the options that are to be fitted.
    pub bot: String,
    /// An option of the bot that takes numbers, its value at the start, and the range in which the best
    /// value is looked for. STEP is how far above and below its value the first iteration looks; by
    /// default a twentieth of the range, at least 1.
    #[arg(long, short, value_name = "KEY=START:LOW..HIGH[/STEP]", required = true)]
    pub parameter: Vec<Parameter>,
    /// How many times two sets of values meet.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub iterations: u32,
    /// Pairs of games that an iteration has; with twice as many games as threads all of them are busy.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub pairs: u32,
    /// By how many steps a parameter moves in the first iteration if one side wins everything; by
    /// default such that luck alone moves it about four steps in all iterations together.
    #[arg(long, value_name = "STEPS")]
    pub rate: Option<f64>,
    #[command(flatten)]
    pub terms: GameArgs,
    #[command(flatten)]
    pub test: SprtArgs,
    /// The most games of the test.
    #[arg(long, value_name = "N", default_value_t = 2000, requires = "sprt", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub games: u32,
    #[command(flatten)]
    pub host: HostArgs,
    /// Write every iteration to this file, and the games of the test to a file beside it; resume from there
    /// after an interruption.
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Draw the curves of all parameters into this file.
    #[arg(long, value_name = "FILE.svg")]
    pub curve: Option<PathBuf>,
    /// Write a table of the iterations to this file, a line each.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

/// Play games for another process: a job as JSON on every line of the input, a result on every line
/// of the output.
#[derive(Args)]
#[command(
    after_help = "`henge tournament --processes N` starts and feeds such workers, and so does --workers \
    with any command line\nthat ends with `henge work` somewhere. The jobs and results are those of \
    henge_arena::Job and henge_arena::work\nin the library. No job can name a file or a program, but with --own."
)]
pub struct WorkArgs {
    /// Games at a time; 0 for one a core.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// The jobs come from the user of this machine: they may name files, such as games and weights, and
    /// programs.
    #[arg(long)]
    pub own: bool,
}

/// Run a program, and end it with everything that it has started when the input is closed.
#[derive(Args)]
pub struct SuperviseArgs {
    /// Give the program no input; ours is only watched.
    #[arg(long)]
    pub no_input: bool,
    /// The program and its arguments.
    #[arg(last = true, required = true, value_name = "WORD")]
    pub command: Vec<OsString>,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    henge tournament hex:size=4 alphabeta:depth=2 mcts random --nodes 500 --games 20\n  \
    henge tournament connect-four mcts:nodes=200 mcts:nodes=400 mcts:nodes=800 --journal cup.journal\n  \
    henge tournament draughts alphabeta gier --nodes 2000 --openings book.pdn --plies 6\n  \
    henge tournament stonehenge mcts alphabeta --nodes 5000 --adjudicate 100000 --report cup.html\n  \
    henge tournament hex:size=5 alphabeta:depth=4 alphabeta:depth=3 --games 2000 --sprt 0,30\n\n\
    Every opening is played twice with the sides changed. With limits in nodes or depth the report\n\
    is the same on any number of threads, and after any interruption: call again with the same\n\
    journal to resume.")]
pub struct TournamentArgs {
    /// The game.
    pub game: String,
    /// The bots, two or more. One may come several times.
    #[arg(value_name = "BOT", required = true, num_args = 2..)]
    pub players: Vec<String>,
    /// The format: which players meet.
    #[arg(long, value_enum, default_value_t = FormatName::RoundRobin)]
    pub format: FormatName,
    /// Rounds of a Swiss tournament; by default as many as a knockout would have.
    #[arg(long, value_name = "N")]
    pub rounds: Option<usize>,
    /// Games of a meeting, an even number.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    #[command(flatten)]
    pub bouts: BoutArgs,
}

#[derive(Subcommand)]
pub enum ExperimentCommand {
    /// Do what the file says, and write the report.
    #[command(after_help = "Examples:\n  \
        henge experiment run experiments/connect-four.toml\n  \
        henge experiment run my.toml --output results --processes 2\n\n\
        After an interruption the same command resumes: what was learned is there, and finished games\n\
        are not played again. Delete the folder of the experiment to begin anew.")]
    Run(ExperimentRunArgs),
    /// Say whether the file makes sense.
    Check(ExperimentCheckArgs),
}

#[derive(Args)]
pub struct ExperimentRunArgs {
    /// The experiment, a TOML file.
    pub file: PathBuf,
    /// The folder for the report, and for what is needed to resume; by default beside the file.
    #[arg(long, short, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Games at a time; 0 for one a core.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// How many processes to play in; 0 for one a core.
    #[arg(long, value_name = "N", conflicts_with = "threads")]
    pub processes: Option<usize>,
    #[command(flatten)]
    pub far: FarArgs,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct ExperimentCheckArgs {
    /// The experiment, a TOML file.
    pub file: PathBuf,
}
