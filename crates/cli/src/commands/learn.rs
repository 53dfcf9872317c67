use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use henge::Pattern;
use henge::core::render::{Colour, Theme};
use henge::core::{Game, Match, mix64};
use henge::games::pentominoes::{Move, Pentominoes, Position};
use henge_museum::kuttner1972::{
    self, CHOICES, Entry, Kuttner1972, Paint, Table, Version, lesson, play_out, read_table,
};
use serde_json::json;

use super::records;
use crate::args::{Begin, By, LearnArgs, LearnCommand};
use crate::fault::{Done, Fault};
use crate::output::{Output, progress};
use crate::paths::Paths;
use crate::setup;

pub fn run(command: LearnCommand, output: &Output) -> Result<Done, Fault> {
    match command {
        LearnCommand::Kuttner1972(args) => kuttner1972(args, output),
        LearnCommand::Gammon(args) => super::learn_gammon::run(&args, output),
        LearnCommand::Backgammon(args) => super::learn_backgammon::run(&args, output),
        LearnCommand::Weights(args) => super::learn_weights::run(&args.train, output),
        LearnCommand::Net(args) => {
            let hidden = args.hidden.iter().map(|&width| width as usize).collect();
            super::learn_train::run(&args.train, &Pattern::Net(hidden), output)
        }
        LearnCommand::Table(args) => super::learn_train::run(&args, &Pattern::Table, output),
        LearnCommand::Data(args) => super::learn_data::run(&args, output),
    }
}

/// What was learned from.
#[derive(Default)]
struct Learned {
    games: u32,
    /// Games whose end was clear.
    lessons: u32,
    entries: usize,
}

fn kuttner1972(args: LearnArgs, output: &Output) -> Result<Done, Fault> {
    Paths::default()
        .reads("--from", args.from.as_deref())
        .writes("the table", args.table.as_deref())
        .writes("--svg", args.svg.as_deref())
        .check()?;
    let mut table = begin(&args)?;
    let mut learned = Learned::default();
    for text in &args.enter {
        table.enter(Entry::read(text).map_err(|error| Fault::Call(error.to_string()))?);
        learned.entries += 1;
    }
    if let Some(path) = &args.from {
        from_records(path, &args, &mut table, &mut learned)?;
    }
    if let Some(games) = args.games {
        from_play(games, &args, &mut table, &mut learned)?;
    }
    let changed = learned.games > 0 || learned.entries > 0;
    if let Some(path) = &args.table
        && (changed || !path.exists())
    {
        output.print_to(Some(path), &table.to_text())?;
    }
    let name = match &args.table {
        Some(path) => path.display().to_string(),
        None => "the table of the thesis".into(),
    };
    if let Some(path) = &args.svg {
        let title = format!("kuttner1972: {name}");
        output.print_to(Some(path), &kuttner1972::svg(&table, &title, Theme::Auto))?;
    }
    report(&args, &name, &table, &learned, output)?;
    Ok(if setup::stop_flag().load(Ordering::SeqCst) { Done::Interrupted } else { Done::Finished })
}

/// The table to go on with.
fn begin(args: &LearnArgs) -> Result<Table, Fault> {
    let Some(path) = &args.table else {
        if args.from.is_some() || args.games.is_some() || !args.enter.is_empty() {
            return Err(Fault::Call("to learn, name the file of a table".into()));
        }
        return Ok(Table::default());
    };
    if path.exists() {
        return read_table(path).map_err(|why| Fault::Data(format!("{}: {why}", path.display())));
    }
    Ok(match args.begin {
        Begin::Empty => Table::empty(),
        Begin::Thesis => Table::default(),
    })
}

fn teach(
    game: &Pentominoes,
    (start, moves): (&Position, &[Move]),
    args: &LearnArgs,
    table: &mut Table,
    learned: &mut Learned,
) {
    learned.games += 1;
    let Some(lesson) = lesson(game, start, moves, args.nodes, setup::stop_flag()) else { return };
    learned.lessons += 1;
    learned.entries += lesson.entries.len();
    lesson.entries.into_iter().for_each(|entry| table.enter(entry));
}

fn from_records(
    path: &Path,
    args: &LearnArgs,
    table: &mut Table,
    learned: &mut Learned,
) -> Result<(), Fault> {
    let bar = progress("learning");
    let games = records::read(path, None, &henge_museum::games())?;
    for (i, recorded) in games.iter().enumerate() {
        bar.set_message(format!("game {}", i + 1));
        let Some(played) = recorded.table.as_any().downcast_ref::<Match<Pentominoes>>() else {
            let name = recorded.game.rules().name().to_string();
            let of = format!("{}: game {}", path.display(), i + 1);
            return Err(Fault::Data(format!("{of} is {name}; this table learns from pentominoes")));
        };
        let moves: Vec<Move> = played.history().iter().map(|(_, mv)| *mv).collect();
        teach(played.game(), (played.start(), &moves), args, table, learned);
        if setup::stop_flag().load(Ordering::SeqCst) {
            break;
        }
    }
    Ok(())
}

/// Games of the bot against itself; what each one teaches serves the next.
fn from_play(
    games: u32,
    args: &LearnArgs,
    table: &mut Table,
    learned: &mut Learned,
) -> Result<(), Fault> {
    let game = henge_museum::game(&args.game)?;
    let rules = game.rules().as_any().downcast_ref::<Arc<Pentominoes>>();
    let Some(rules) = rules else {
        let name = game.rules().name();
        return Err(Fault::Call(format!("{name} is not played by kuttner1972; pentominoes is")));
    };
    let version = match args.by {
        By::Random => Version::Random,
        By::Search => Version::Search,
        By::Guided => Version::Guided,
    };
    let (bar, stop) = (progress("learning"), setup::stop_flag());
    for n in 0..games {
        bar.set_message(format!("game {} of {games}", n + 1));
        let known = Arc::new(table.clone());
        let player = |seat: u64| {
            let seed = mix64(args.seed ^ mix64(2 * u64::from(n) + seat));
            Kuttner1972::new(version, args.limit, Arc::clone(&known), seed)
        };
        let (mut first, mut second) = (player(0), player(1));
        let Some(moves) = play_out(rules, [&mut first, &mut second], stop) else { break };
        teach(rules, (&rules.start(), &moves), args, table, learned);
        if stop.load(Ordering::SeqCst) {
            break;
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn report(
    args: &LearnArgs,
    name: &str,
    table: &Table,
    learned: &Learned,
    output: &Output,
) -> Result<(), Fault> {
    let values: Vec<i32> = table.entries().map(|(_, value)| value).collect();
    let (least, most) = (values.iter().min().unwrap_or(&0), values.iter().max().unwrap_or(&0));
    if args.json {
        let rows: Vec<_> = table
            .entries()
            .map(|(counts, value)| json!([counts.choices, counts.centres, value]))
            .collect();
        return output.json(&json!({
            "table": name, "games": learned.games, "lessons": learned.lessons,
            "entries": learned.entries, "values": rows,
        }));
    }
    if args.show {
        let paint = if output.style.colour == Colour::Ansi { Paint::Ansi } else { Paint::Plain };
        output.print(output.styled(&kuttner1972::text(table, paint)))?;
        output.line(format!(
            "A field is the mean of the values in 16 choices: - bad to leave, + good, # above 9. \
             Choices go from {} to {}.",
            CHOICES.start(),
            CHOICES.end()
        ))?;
    }
    if learned.games > 0 {
        let Learned { games, lessons, entries } = learned;
        output.line(format!("{games} games, {lessons} with a clear end: {entries} entries."))?;
    } else if learned.entries > 0 {
        output.line(format!("{} entries.", learned.entries))?;
    }
    output.line(format!("{name}: {} values from {least} to {most}.", values.len()))
}
