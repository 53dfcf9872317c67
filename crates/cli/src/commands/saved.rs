//! Saved games: a list, all of them as records, and records among them.

use std::path::{Path, PathBuf};

use henge::record::{self, Record, write_result};
use henge::{Ending, Guest, Registry};
use henge_store::{Change, SavedGame, Source, Store, StoreError, Summary, fresh_id, now_ms};
use serde_json::json;

use crate::args::GamesArgs;
use crate::commands::records;
use crate::fault::{Done, Fault};
use crate::output::{Output, counted, note, thousands, write_file};
use crate::paths::Paths;
use crate::play::saved::{self, wrong};

/// No column is wider than this; a longer entry moves only the rest of its own line.
const WIDEST: usize = 44;

pub fn run(args: &GamesArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    // Also the files that SQLite keeps beside it hold games.
    let database = saved::database().unwrap_or_default();
    let beside = ["-wal", "-shm", "-journal"].map(|end| {
        let mut path = database.clone().into_os_string();
        path.push(end);
        PathBuf::from(path)
    });
    beside
        .iter()
        .fold(Paths::default(), |paths, path| paths.reads("the saved games", Some(path)))
        .reads("the saved games", Some(&database))
        .writes("--export", args.export.as_deref())
        .check()?;
    if let Some(prefix) = &args.delete {
        return delete(prefix, output).map(|()| Done::Finished);
    }
    match (&args.export, &args.import) {
        (Some(path), _) => export(&*saved::store()?, path, output)?,
        (_, Some(path)) => import(path, args.rules.as_deref(), games, output)?,
        _ => list(&*saved::store()?, args.json, output)?,
    }
    Ok(Done::Finished)
}

fn result(summary: &Summary) -> String {
    write_result(summary.ending.map(|ending| ending.outcome))
}

fn list(store: &Store, as_json: bool, output: &Output) -> Result<(), Fault> {
    let listed = store.list(false, usize::MAX).map_err(wrong)?;
    saved::report_damage(&listed.damaged);
    let games = listed.games;
    if as_json {
        let game = |game: &Summary| {
            json!({
                "id": game.id, "game": henge::name_of_saved(&game.game), "first": game.seats[0].name,
                "second": game.seats[1].name, "moves": game.n_moves, "result": result(game),
                "kept_by": if game.source == Source::Web { "serve" } else { "play" },
                "updated_ms": game.updated,
            })
        };
        return output.json(&json!(games.iter().map(game).collect::<Vec<_>>()));
    }
    let rows: Vec<[String; 4]> = (games.iter())
        .map(|game| {
            let [first, second] = [0, 1].map(|i: usize| game.seats[i].name.as_str());
            [
                saved::minute(game.updated),
                shown_name(&game.game),
                format!("{first} - {second}"),
                format!("{}, {}", counted(game.n_moves as u64, "move"), result(game)),
            ]
        })
        .collect();
    let width = |column: usize| {
        let widths = rows.iter().map(|row| row[column].chars().count());
        widths.max().unwrap_or(0).min(WIDEST)
    };
    let (name, seats) = (width(1), width(2));
    for (game, [day, game_name, who, what]) in games.iter().zip(&rows) {
        // Enough of the name for \"henge resume\".
        let id = output.bold(&game.id.chars().take(8).collect::<String>());
        output.line(format!("{id}  {day}  {game_name:<name$}  {who:<seats$}  {what}"))?;
    }
    match (games.is_empty(), store.read_only()) {
        (true, _) => output.line("No game is saved yet; \"henge play\" starts one."),
        (false, None) => output.line(
            "\n\"henge resume ID\" resumes one of them, \"henge games --delete ID\" deletes it.",
        ),
        (false, Some(error)) => {
            output.line(format!("\n\"henge resume ID\" shows one of them. {error}."))
        }
    }
}

/// A game as people know it: a file by its name alone.
fn shown_name(name: &str) -> String {
    match henge::name_of_saved(name) {
        path if path.ends_with(".toml") => path.rsplit('/').next().unwrap_or(path).to_string(),
        name => name.to_string(),
    }
}

fn delete(prefix: &str, output: &Output) -> Result<(), Fault> {
    let game = saved::find(Some(prefix))?;
    let store = saved::store_for_writing()?;
    store.write_now(Change::Delete { id: game.id }).map_err(wrong)?;
    let moves = counted(game.moves.len() as u64, "move");
    output.line(format!("Deleted a game of {} with {moves}.", shown_name(&game.game)))
}

fn export(store: &Store, path: &Path, output: &Output) -> Result<(), Fault> {
    let mut listed = store.list(false, usize::MAX).map_err(wrong)?;
    let mut records: Vec<Record> = Vec::new();
    for summary in listed.games.iter().rev() {
        match store.game(&summary.id) {
            Ok(game) => records.extend(game.as_ref().map(saved::record_of)),
            Err(StoreError::DamagedGame { id, .. }) => listed.damaged.push(id),
            Err(error) => return Err(wrong(error)),
        }
    }
    saved::report_damage(&listed.damaged);
    if path == Path::new("-") {
        return output.data(&record::write(&records));
    }
    let text = henge::write_records(path, &records)?;
    write_file(path, &text).map_err(|error| Fault::file(path, &error))?;
    output.line(format!("Wrote {} to {}.", counted(records.len() as u64, "game"), path.display()))
}

/// How many games are on their way to the disk at once.
const AT_ONCE: usize = 2048;

fn import(
    path: &Path,
    rules: Option<&Path>,
    games: &Registry,
    output: &Output,
) -> Result<(), Fault> {
    let games = records::read(path, rules, games)?;
    let store = saved::store_for_writing()?;
    let (sender, written) = std::sync::mpsc::channel();
    let mut added = 0;
    let mut count = |waiting: usize| {
        let results = written.iter().take(waiting);
        let (fine, wrong): (Vec<_>, Vec<_>) = results.partition(Result::is_ok);
        added += fine.len();
        let Some(Err(error)) = wrong.into_iter().next() else { return Ok(()) };
        let (n, all) = (thousands(added as u64), thousands(games.len() as u64));
        Err(Fault::Data(format!("added {n} of {all} games; then: {error}")))
    };
    for (n, game) in games.iter().enumerate() {
        let mut record = game.record.clone();
        // Names are as people like; what is no bot of this game is a person.
        for tag in ["First", "Second"] {
            let name = match game.game.guest(record.tag(tag).unwrap_or("human")) {
                Guest::Person => "human".into(),
                Guest::Bot(name) => name,
                Guest::Replaced { bot, why } => {
                    note(format!("{why}."));
                    bot.into()
                }
            };
            record.set_tag(tag, name);
        }
        let mut kept = SavedGame::of_record(&record, fresh_id(), now_ms());
        // If the rules are in a file, it is the one that the user has named.
        kept.game = henge::name_to_save(game.game.rules().name());
        kept.ending = Ending::of(game.table.turn(), kept.ending);
        // Many go to disk together.
        let sender = sender.clone();
        let change = Change::Create(Box::new(kept));
        store.write(change, move |result| _ = sender.send(result)).map_err(wrong)?;
        if (n + 1) % AT_ONCE == 0 {
            count(AT_ONCE)?;
        }
    }
    count(games.len() % AT_ONCE)?;
    output.line(format!("Added {}.", counted(games.len() as u64, "game")))
}
