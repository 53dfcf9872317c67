use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use henge::games::pentominoes::Pentominoes;
use henge::learn::data::Target;
use henge::learn::training::{Measure, Training};
use henge::render::{Colour, Theme};
use henge::spec::Spec;
use henge::{Model, Playable, Registry};
use henge_arena::Contest;
use henge_museum::kuttner1972::{
    self, CHOICES, ChoiceTable, Entry, Kuttner1972, Paint, TableError, TablePlan, TableTraining,
    Tally, Version, read_table,
};
use serde_json::json;

use super::learn_games;
use super::learn_run::Course;
use crate::args::{Begin, By, LearnArgs, LearnCommand, MethodName};
use crate::fault::{Done, Fault};
use crate::output::Output;
use crate::paths::Paths;
use crate::setup;

pub fn run(command: LearnCommand, games: &Registry, output: &Output) -> Result<Done, Fault> {
    match command {
        LearnCommand::Kuttner1972(args) => kuttner1972(args, games, output),
        LearnCommand::Gammon(args) => super::learn_gammon::run(&args, games, output),
        LearnCommand::Backgammon(args) => super::learn_backgammon::run(&args, games, output),
        LearnCommand::Weights(args) => {
            super::learn_train::run(&args, &Model::Weights, games, output)
        }
        LearnCommand::Net(args) => {
            let hidden = args.hidden.iter().map(|&width| width as usize).collect();
            super::learn_train::run(&args.train, &Model::Net(hidden), games, output)
        }
        LearnCommand::Table(args) => super::learn_train::run(&args, &Model::Table, games, output),
        LearnCommand::Scale(args) => super::learn_scale::run(&args, games, output),
        LearnCommand::Data(args) => super::learn_data::run(&args, games, output),
    }
}

fn kuttner1972(args: LearnArgs, registry: &Registry, output: &Output) -> Result<Done, Fault> {
    Paths::default()
        .reads("--data", data_of(&args))
        .writes("the table", args.table.as_deref())
        .writes("--svg", args.svg.as_deref())
        .writes("--checkpoint", args.run.checkpoint.as_deref())
        .writes("--curve", args.run.curve.as_deref())
        .check()?;
    let mut table = begin(&args)?;
    let mut learned = Tally::default();
    for text in &args.enter {
        table.enter(Entry::read(text).map_err(|error| Fault::Call(error.to_string()))?);
        learned.entries += 1;
    }
    learn_games::method(args.run.method, "the table of 1972", &[MethodName::Results])?;
    let mut played = None;
    if args.games.is_some() || data_of(&args).is_some() {
        let game = registry.game(&args.game)?;
        from_games(&args, (registry, &game), &mut table, &mut learned, output)?;
        played = Some(game);
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
    if let (Some(game), Some(path)) = (&played, &args.table)
        && !setup::stop_flag().load(Ordering::SeqCst)
    {
        return course(&args, (registry, game), path).play(output);
    }
    Ok(if setup::stop_flag().load(Ordering::SeqCst) { Done::Interrupted } else { Done::Finished })
}

/// The games of others.
fn data_of(args: &LearnArgs) -> Option<&Path> {
    args.run.data.as_deref().or(args.from.as_deref())
}

/// The table to go on with.
fn begin(args: &LearnArgs) -> Result<ChoiceTable, Fault> {
    let Some(path) = &args.table else {
        if data_of(args).is_some() || args.games.is_some() || !args.enter.is_empty() {
            return Err(Fault::Call("to learn, name the file of a table".into()));
        }
        return Ok(ChoiceTable::default());
    };
    if path.exists() {
        return read_table(path).map_err(|why| Fault::Data(format!("{}: {why}", path.display())));
    }
    Ok(match args.begin {
        Begin::Empty => ChoiceTable::empty(),
        Begin::Thesis => ChoiceTable::default(),
    })
}

/// A run of learning.
fn course<'a>(
    args: &'a LearnArgs,
    (registry, game): (&'a Registry, &'a Playable),
    path: &'a Path,
) -> Course<'a> {
    Course {
        args: &args.run,
        registry,
        game,
        name: &args.game,
        provenance: format!("henge {}", env!("CARGO_PKG_VERSION")),
        file: path,
        bot: (Spec::new("kuttner1972"), "table"),
        games: None,
        seconds: None,
    }
}

/// Games of others, and then of the bot against itself; what each one teaches serves the next.
fn from_games(
    args: &LearnArgs,
    (registry, game): (&Registry, &Playable),
    table: &mut ChoiceTable,
    learned: &mut Tally,
    output: &Output,
) -> Result<(), Fault> {
    let Some(path) = &args.table else { return Ok(()) };
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
    let games = args.games.unwrap_or(0);
    let plan = TablePlan { games, version, limit: args.limit, nodes: args.nodes, seed: args.seed };
    let mut training = TableTraining::new(Arc::clone(rules), table.clone(), plan);
    if let Some(path) = data_of(args) {
        let (examples, _) = learn_games::read(path, game, Target::Result, registry)?;
        let read = training.learn_from(&**game.rules(), &examples);
        read.map_err(|error| Fault::Data(format!("{}: {error}", path.display())))?;
    }
    let measure: Option<Box<dyn Measure>> = match args.run.measure {
        None | Some(0) => None,
        Some(games) => {
            let against = args.run.against.as_deref().unwrap_or("kuttner1972");
            let contest = Contest::new(game, against, games)?.opening(2).seed(args.seed);
            Some(Box::new(contest.seat(seated)))
        }
    };
    let outcome =
        course(args, (registry, game), path).run(Box::new(&mut training), None, measure, output)?;
    let text = String::from_utf8_lossy(&outcome.weights);
    *table = ChoiceTable::read(&text).map_err(|error| Fault::Data(error.to_string()))?;
    let Tally { games, clear, entries } = training.tally();
    learned.games += games;
    learned.clear += clear;
    learned.entries += entries;
    Ok(())
}

/// The game with a bot that has this table.
fn seated(game: Playable, weights: &[u8]) -> Playable {
    let table = ChoiceTable::read(&String::from_utf8_lossy(weights)).map(Arc::new);
    game.with_bot("learned", "has a table in memory", kuttner1972::PARAMS, move |options| {
        let wrong = |why: &TableError| options.wrong("table", why.to_string());
        let table = table.as_ref().map_err(wrong)?;
        Ok(Box::new(Kuttner1972::with_table(options, Arc::clone(table))))
    })
}

fn report(
    args: &LearnArgs,
    name: &str,
    table: &ChoiceTable,
    learned: &Tally,
    output: &Output,
) -> Result<(), Fault> {
    let values: Vec<i32> = table.entries().map(|(_, value)| value).collect();
    let (least, most) = (values.iter().min().unwrap_or(&0), values.iter().max().unwrap_or(&0));
    if args.run.json {
        let rows: Vec<_> = table
            .entries()
            .map(|(counts, value)| json!([counts.choices, counts.centres, value]))
            .collect();
        return output.json(&json!({
            "table": name, "games": learned.games, "lessons": learned.clear,
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
        let Tally { games, clear, entries } = learned;
        output.line(format!("{games} games, {clear} with a clear end: {entries} entries."))?;
    } else if learned.entries > 0 {
        output.line(format!("{} entries.", learned.entries))?;
    }
    output.line(format!("{name}: {} values from {least} to {most}.", values.len()))
}
