//! What can be typed, in one place: help, completions and the man page come from here.

mod contest;
mod learn;
mod look;
mod play;
mod problems;
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
    Dialogue, GamesArgs, GammonArgs, GierArgs, GtpArgs, HubArgs, NboardArgs, OpenArgs, PentoArgs,
    PiskvorkArgs, PlayArgs, ResumeArgs, Series, ServeArgs, Side, TalkArgs,
};
pub use problems::{
    ProblemSetArgs, ProblemsArgs, ProblemsCheckArgs, ProblemsCommand, ProblemsMineArgs,
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
    after_help = "Without a command, henge opens its app in the terminal: all games, saved games, \
        analysis and conversations; ? lists the keys.\n\n\
        Examples:\n  \
        henge play hex:size=7                 play Hex against the machine\n  \
        henge play fano --second human        two people at one keyboard\n  \
        henge solve hex:size=4 --moves b2     who wins after this opening?\n  \
        henge check my-game.toml              check a game of your own\n  \
        henge my-game.toml                    play it in the app\n\n\
        A game is named slug or slug:key=value,…, or by the path of a TOML file.\n\
        Exit codes: 0 done, 1 bad data, 2 bad call, 3 interrupted."
)]
pub struct Cli {
    /// When to use colours; NO_COLOR is honoured.
    #[arg(
        long, global = true, value_enum, default_value_t = When::Auto, value_name = "WHEN",
        help_heading = "Global options"
    )]
    pub color: When,
    /// Draw with plain ASCII characters.
    #[arg(long, global = true, help_heading = "Global options")]
    pub ascii: bool,
    /// Exit when nobody reads the output any more.
    #[arg(long, hide = true)]
    pub end_with_reader: bool,
    /// In the app: let bots think on your time too.
    #[arg(long)]
    pub ponder: bool,
    /// In the app: bots resign once they have proved their loss for this many moves; 3@500 accepts
    /// estimates too.
    #[arg(long, value_name = "MOVES[@SCORE]")]
    pub resign: Option<Threshold>,
    /// In the app: warn before a move that costs this many percent of the expected result.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub warn: Option<u32>,
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
    /// List all games, or describe one.
    Games(GamesArgs),
    /// Play a game in the terminal.
    Play(PlayArgs),
    /// Open a game or a record in the app; `henge FILE` does the same.
    Open(OpenArgs),
    /// Resume a saved game, by default the last unfinished one.
    Resume(ResumeArgs),
    /// Talk with a program about its game; without a name, list the programs.
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
    /// Run a draughts engine for programs that use the Hub protocol.
    Hub(HubArgs),
    /// Run an engine for programs that use the Go Text Protocol, for any game without dice.
    Gtp(GtpArgs),
    /// Run an Othello engine for NBoard.
    Nboard(NboardArgs),
    /// Run a Go-Moku engine for programs that use the Gomocup protocol.
    Piskvork(PiskvorkArgs),
    /// Let two bots play a series of games.
    Match(MatchArgs),
    /// Let bots play a tournament, and rate them.
    Tournament(TournamentArgs),
    /// Tune numeric options of a bot by playing games.
    Tune(TuneArgs),
    /// Run an experiment described in a file: learn, play and report.
    #[command(subcommand)]
    Experiment(ExperimentCommand),
    /// Play games of a contest that another process runs.
    Work(WorkArgs),
    /// Run another program for a process, and end it with that process.
    #[command(hide = true)]
    Supervise(SuperviseArgs),
    /// Play random games, and report their length, their number of moves to choose from, and who wins.
    Random(RandomArgs),
    /// Look through recorded games: what each move has cost, where the game turned, how well both have played.
    Review(ReviewArgs),
    /// Solve problems: positions with one best move.
    Problems(ProblemsArgs),
    /// Analyse recorded games backwards, from the end to the last move that changed the outcome.
    Backward(BackwardArgs),
    /// Teach a bot that learns.
    #[command(subcommand)]
    Learn(LearnCommand),
    /// Search a fixed set of positions; the sum of the nodes shows whether an engine has changed.
    Bench(BenchArgs),
    /// Roll a backgammon position out many times, to see what it, or each of several plays, is worth.
    Rollout(RolloutArgs),
    /// Build and read opening books.
    #[command(subcommand)]
    Book(BookCommand),
    /// Solve endings with few pieces, so that every bot plays them perfectly.
    #[command(subcommand)]
    Endings(EndingsCommand),
    /// Check a game in a TOML file: classes and counts of its win groups.
    Check(CheckArgs),
    /// Check whether two positional games are the same under different names.
    Same(SameArgs),
    /// List the useful win groups of a game, or write them as a TOML game.
    Groups(GroupsArgs),
    /// Read game records, check them, and write them in another format.
    Convert(ConvertArgs),
    /// Replay recorded games, position by position.
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

    use std::fmt::Write;
    use std::path::Path;

    use clap::{Arg, Command};

    #[test]
    fn the_definition_is_sound() {
        super::Cli::command().debug_assert();
    }

    /// Commands of commands have names such as `book show`; only what can be run is listed.
    fn runnable(command: &Command, name: &str, found: &mut Vec<(String, Command)>) {
        for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
            let name = format!("{name} {}", sub.get_name());
            let has_own = sub.get_arguments().any(|arg| !is_everywhere(arg));
            if !sub.has_subcommands() || has_own {
                found.push((name.clone(), sub.clone()));
            }
            runnable(sub, &name, found);
        }
    }

    fn is_everywhere(arg: &Arg) -> bool {
        ["help", "version", "color", "ascii"].contains(&arg.get_id().as_str())
    }

    /// A line of a table, in which a bar would end a cell.
    fn cell(text: &str) -> String {
        text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
    }

    fn row(arg: &Arg) -> String {
        let names: Vec<String> =
            arg.get_value_names().unwrap_or_default().iter().map(|name| name.to_string()).collect();
        let value = names.join(" ");
        let takes = arg.get_action().takes_values();
        let mut name = match (arg.get_long(), arg.get_short()) {
            (Some(long), Some(short)) => format!("-{short}, --{long}"),
            (Some(long), None) => format!("--{long}"),
            (None, Some(short)) => format!("-{short}"),
            (None, None) => value.clone(),
        };
        if takes && !arg.is_positional() {
            name += &format!(" {value}");
        }
        let mut does = arg.get_help().map(|help| help.to_string()).unwrap_or_default();
        let words = arg.get_possible_values();
        let words: Vec<&str> =
            words.iter().filter(|word| !word.is_hide_set()).map(|word| word.get_name()).collect();
        if takes && !words.is_empty() {
            does += &format!(" ({})", words.join(", "));
        }
        let default: Vec<String> =
            arg.get_default_values().iter().map(|value| value.to_string_lossy().into()).collect();
        if takes && !default.is_empty() {
            does += &format!(" [{}]", default.join(" "));
        }
        format!("| `{}` | {} |\n", cell(&name), cell(&does))
    }

    /// The page of the book with all commands and options.
    fn page() -> String {
        let mut text = "# All commands and options\n\n\
            This page is made from the program, as `henge help COMMAND` is. [Commands](commands.md) is the overview.\n\n\
            Every command takes `--color auto|always|never`, `--ascii` and `-h`, `--help`. Values in brackets are defaults.\n"
            .to_string();
        let cli = super::Cli::command();
        let mut all = vec![(String::new(), cli.clone())];
        runnable(&cli, "", &mut all);
        for (name, command) in all {
            let about = command.get_about().map(|about| about.to_string()).unwrap_or_default();
            let about = if about.ends_with(['.', '?']) { about } else { about + "." };
            let _ = write!(text, "\n## henge{name}\n\n{about}\n");
            let args: Vec<String> = (command.get_arguments())
                .filter(|arg| !is_everywhere(arg) && !arg.is_hide_set())
                .map(row)
                .collect();
            if !args.is_empty() {
                let _ = write!(text, "\n| option | meaning |\n|---|---|\n{}", args.concat());
            }
        }
        text
    }

    fn book(name: &str) -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src").join(name)
    }

    #[test]
    fn the_book_has_every_command_and_option() {
        let path = book("options.md");
        if std::env::var("TRYCMD").is_ok_and(|mode| mode == "overwrite") {
            std::fs::write(&path, page()).unwrap();
        }
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(there == page(), "docs/src/options.md is old; TRYCMD=overwrite renews it");
    }

    #[test]
    fn the_overview_names_every_command() {
        let text = std::fs::read_to_string(book("commands.md")).unwrap();
        let mut all = Vec::new();
        runnable(&super::Cli::command(), "", &mut all);
        for (name, _) in all {
            assert!(
                text.contains(&format!("`henge{name}")),
                "commands.md has no row for henge{name}"
            );
        }
    }
}
