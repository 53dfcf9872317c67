//! What can be typed, in one place: help, completions and the man page come from here.

mod contest;
mod learn;
mod look;
mod play;
mod records;
mod robots;
mod tables;
mod think;

use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use henge::table::Threshold;

pub use contest::{
    BoutArgs, ExperimentCommand, ExperimentRunArgs, FarArgs, FormatName, GameArgs, HostArgs,
    MatchArgs, SuperviseArgs, TournamentArgs, TuneArgs, WorkArgs,
};
pub use learn::{
    BackgammonArgs, Begin, By, DataArgs, Hidden, LearnArgs, LearnCommand, LearnGammonArgs,
    MethodName, RunArgs, ScaleArgs, TargetName, TrainArgs,
};
pub use look::{BenchArgs, CheckArgs, GroupsArgs, PerftArgs, SameArgs, ShowArgs, TableArgs};
pub use play::{
    Dialogue, GamesArgs, GammonArgs, GierArgs, GtpArgs, HubArgs, NboardArgs, PentoArgs,
    PiskvorkArgs, PlayArgs, ResumeArgs, Series, ServeArgs, Side, TalkArgs,
};
pub use records::{CompletionsArgs, ConvertArgs, Form, ManArgs, ReplayArgs};
pub use robots::{RobotsArgs, RobotsCommand, RobotsContestArgs};
pub use tables::{
    BookBuildArgs, BookCommand, BookShowArgs, EndingsBuildArgs, EndingsCheckArgs, EndingsCommand,
};
pub use think::{
    AnalyseArgs, BackwardArgs, RandomArgs, ReviewArgs, RolloutArgs, SolveArgs, VerifyArgs,
};

/// Play, analyse and solve two-player board games.
#[derive(Parser)]
#[command(
    name = "henge",
    version,
    about,
    after_help = "Without a command henge opens an app on the whole screen of the terminal: all games, \
        saved games, analysis and the tutor; ? lists its keys.\n\n\
        Examples:\n  \
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
    /// End when nobody reads the output any more, whatever is being done.
    #[arg(long, hide = true)]
    pub end_with_reader: bool,
    /// In the app: let bots think on your time too.
    #[arg(long)]
    pub ponder: bool,
    /// In the app: let a bot resign that has proved its loss for this many moves; 3@500 takes estimates
    /// too.
    #[arg(long, value_name = "MOVES[@SCORE]")]
    pub resign: Option<Threshold>,
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
    /// Talk with a program about its game; without a name, list all that can be talked to.
    Talk(TalkArgs),
    /// Play draughts against the program for the GIER computer, in its own words.
    Gier(GierArgs),
    /// Play Pentominoes at the terminal of 1972.
    Pento(PentoArgs),
    /// Play against the backgammon player of 1970, teach it, or let it play itself.
    Gammon(GammonArgs),
    /// Let robots loose in a world, steer one, or open the world to robots of other programs.
    Robots(RobotsArgs),
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
    /// Be an engine for programs that speak the Go Text Protocol, in any game without dice.
    Gtp(GtpArgs),
    /// Be an engine for NBoard, in Othello.
    Nboard(NboardArgs),
    /// Be an engine for programs that play Go-Moku by the protocol of the Gomocup.
    Piskvork(PiskvorkArgs),
    /// Let two bots play a series of games.
    Match(MatchArgs),
    /// Let bots play a tournament, and rate them.
    Tournament(TournamentArgs),
    /// Fit numeric options of a bot by games.
    Tune(TuneArgs),
    /// Learn, play and report as a file says.
    #[command(subcommand)]
    Experiment(ExperimentCommand),
    /// Play the games of a contest that another process holds.
    Work(WorkArgs),
    /// Run a program of others for another process, and end it with that process.
    #[command(hide = true)]
    Supervise(SuperviseArgs),
    /// Play games by chance and tell how long and how wide they are, and who wins.
    Random(RandomArgs),
    /// Look through recorded games: what each move has cost, where the game turned, how well both have played.
    Review(ReviewArgs),
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
pub struct PositionArgs {
    /// The game: a name as in hex:size=5, or the path of a TOML file.
    pub game: String,
    /// Start from this position, as `henge show` prints it.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Play these moves first, as in "b2 a1 c3".
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
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
