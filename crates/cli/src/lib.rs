//! The command line of henge: thin, over the library. A program with other games calls [`main`] with them.

// What is printed goes through `output`, which makes text from files harmless.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod args;
mod commands;
mod fault;
mod output;
mod paths;
mod play;
mod setup;

use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser};
use henge::Registry;
use henge::harmless::harmless;
use henge::render::{Charset, Colour};
use henge::table::Adjudication;
use henge_tui::theme::{Depth, Theme};
use henge_tui::{End, Habits, Start};

use args::{Cli, Command, PlayArgs, ResumeArgs};
use fault::{Done, Fault};
use output::Output;

/// The whole program: reads the words of its call, and does what they say with these games.
///
/// ```no_run
/// use henge::Registry;
///
/// fn main() -> std::process::ExitCode {
///     henge_cli::main(Registry::standard())
/// }
/// ```
pub fn main(games: Registry) -> ExitCode {
    let games = games.with_own_games(henge::own_games().as_deref());
    let cli = match Cli::try_parse().or_else(opened) {
        Ok(cli) => cli,
        Err(error) => {
            let said = error.to_string();
            // A word of the call may be the name of a file that somebody else has chosen.
            if harmless(&said) != said {
                output::aside(said);
                return ExitCode::from(2);
            }
            error.exit()
        }
    };
    let output = Output::new(cli.color, cli.ascii);
    setup::signals();
    if cli.end_with_reader {
        setup::end_with_the_reader();
    }
    if cfg!(unix)
        && let Ok(program) = std::env::current_exe()
    {
        henge::bots::supervise_with(vec![program.into(), "supervise".into()]);
    }
    let adjudication = Adjudication { resign: cli.resign, draw: None };
    let habits = Habits { ponder: cli.ponder, adjudication, warn: cli.warn };
    match run(cli.command, &games, habits, &output) {
        Ok(Done::Finished) => ExitCode::SUCCESS,
        Ok(Done::Interrupted) => ExitCode::from(3),
        // Whoever reads our output has seen enough, as `head` has.
        Err(Fault::Pipe) => ExitCode::SUCCESS,
        Err(fault) => fault.report(),
    }
}

/// A file in the place of a command is opened: `henge my-game.toml` is `henge open my-game.toml`.
fn opened(error: clap::Error) -> Result<Cli, clap::Error> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return Err(error);
    };
    let path = Path::new(word);
    if !path.is_file() && path.extension().is_none_or(|extension| extension != "toml") {
        return Err(error);
    }
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let at = words.iter().skip(1).position(|known| known == OsStr::new(word));
    words.insert(at.map_or(1, |at| at + 1), "open".into());
    Cli::try_parse_from(words)
}

/// How the whole screen is to look.
fn theme(output: &Output) -> Theme {
    let depth = match output.style.colour {
        Colour::Plain => Depth::None,
        Colour::Ansi => Depth::of_environment().max(Depth::Sixteen),
    };
    Theme { depth, ascii: output.style.charset == Charset::Ascii }
}

/// The app on the whole screen, or the questions line by line where there is no such screen.
fn terminal(games: &Registry, habits: Habits, open: Start, output: &Output) -> Result<Done, Fault> {
    if std::env::var("TERM").is_ok_and(|term| term == "dumb") {
        return match open {
            Start::Game(game) => {
                play::run(PlayArgs { game: Some(game), ..PlayArgs::default() }, games, output)
            }
            _ => play::menu(games, output),
        };
    }
    match henge_tui::run(games, theme(output), habits, open)? {
        End::Quit => Ok(Done::Finished),
        End::Interrupted => Ok(Done::Interrupted),
        End::Browser => play::browser(games, output),
    }
}

fn run(
    command: Option<Command>,
    games: &Registry,
    habits: Habits,
    output: &Output,
) -> Result<Done, Fault> {
    let Some(command) = command else {
        if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
            return terminal(games, habits, Start::Home, output);
        }
        output.print(Cli::command().render_help())?;
        return Ok(Done::Finished);
    };
    if let Command::Open(args) = command {
        let start = commands::open::start(&args, games)?;
        if !(std::io::stdin().is_terminal() && std::io::stdout().is_terminal()) {
            let why = "henge open needs a terminal; henge play and henge replay work without one";
            return Err(Fault::Call(why.into()));
        }
        return terminal(games, habits, start, output);
    }
    if habits != Habits::default() {
        let why = "--ponder and --resign before a command are for the app, which henge and henge open \
            start; henge play takes them after its name";
        return Err(Fault::Call(why.into()));
    }
    match command {
        Command::Games(args) => commands::games::run(args, games, output),
        Command::Play(args) => play::run(args, games, output),
        Command::Resume(args) => {
            let ResumeArgs { id, first, second, rules, ponder, time } = args;
            let play = PlayArgs { first, second, rules, ponder, time, ..PlayArgs::default() };
            play::resume(id.as_deref(), &play, games, output)
        }
        // It was opened above.
        Command::Open(_) => Ok(Done::Finished),
        Command::Talk(args) => play::converse::run(&args, games, output),
        Command::Pento(args) => play::pento::run(&args, games, output),
        Command::Gier(args) => play::gier::run(&args, games, output),
        Command::Gammon(args) => play::gammon::run(&args, games, output),
        Command::Robots(args) => commands::robots::run(&args, output),
        Command::Serve(args) => commands::serve::run(&args, games, output),
        Command::Show(args) => commands::show::run(args, games, output),
        Command::Moves(args) => commands::moves::run(args, games, output),
        Command::Perft(args) => commands::perft::run(args, games, output),
        Command::Solve(args) => commands::solve::run(args, games, output),
        Command::Verify(args) => commands::verify::run(args, games, output),
        Command::Analyse(args) => commands::analyse::run(args, games, output),
        Command::Hub(args) => commands::hub::run(&args, games),
        Command::Gtp(args) => commands::gtp::run(&args, games),
        Command::Nboard(args) => commands::nboard::run(&args, games),
        Command::Piskvork(args) => commands::piskvork::run(&args, games),
        Command::Match(args) => commands::matches::run(&args, games, output),
        Command::Tournament(args) => commands::tournament::run(&args, games, output),
        Command::Tune(args) => commands::tune::run(&args, games, output),
        Command::Experiment(command) => commands::experiment::run(&command, games, output),
        Command::Work(args) => commands::work::run(&args, games),
        Command::Supervise(args) => commands::supervise::run(&args),
        Command::Random(args) => commands::random::run(args, games, output),
        Command::Review(args) => commands::review::run(args, games, output),
        Command::Problems(args) => commands::problems::run(args, games, output),
        Command::Backward(args) => commands::backward::run(args, games, output),
        Command::Learn(command) => commands::learn::run(command, games, output),
        Command::Bench(args) => commands::bench::run(args, games, output),
        Command::Rollout(args) => commands::rollout::run(&args, games, output),
        Command::Book(command) => commands::book::run(command, games, output),
        Command::Endings(command) => commands::endings::run(command, games, output),
        Command::Check(args) => commands::check::run(args, games, output),
        Command::Same(args) => commands::same::run(args, games, output),
        Command::Groups(args) => commands::groups::run(args, games, output),
        Command::Convert(args) => commands::records::convert(args, games, output),
        Command::Replay(args) => commands::records::replay(args, games, output),
        Command::Completions(args) => commands::shell::completions(args, output),
        Command::Man(args) => commands::shell::man(args, output),
    }
}
