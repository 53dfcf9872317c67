use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use henge::bots::file::{MOST_BYTES, read_file};
use henge::erased::DynMatch;
use henge::record::write_result;
use henge::search::book::{Book, Builder, Entry, Extent};
use henge::{BookTask, Books, Limits, Playable, Player, Registry, RepertoireTask, ScoreKind, Turn};
use serde_json::{Value, json};

use super::records;
use crate::args::{BookBuildArgs, BookCommand, BookShowArgs};
use crate::fault::{Done, Fault};
use crate::output::{Output, progress, thousands, write_bytes};
use crate::paths::Paths;
use crate::setup;

pub fn run(command: BookCommand, games: &Registry, output: &Output) -> Result<Done, Fault> {
    match command {
        BookCommand::Build(args) => build(args, games, output),
        BookCommand::Show(args) => show(args, games, output),
    }
}

fn books(game: &Playable) -> Result<&dyn Books, Fault> {
    game.books().ok_or_else(|| Fault::Call(format!("{} has no opening books", game.rules().name())))
}

/// Reads a book of this game.
pub fn read(path: &Path, game: &Playable) -> Result<Book, Fault> {
    let bytes = read_file(path, MOST_BYTES).map_err(|why| Fault::unread(path, &why))?;
    read_bytes(path, &bytes, game)
}

fn read_bytes(path: &Path, bytes: &[u8], game: &Playable) -> Result<Book, Fault> {
    let book = Book::from_bytes(bytes).and_then(|book| book.of(game.rules().name()));
    book.map_err(|error| Fault::Data(format!("{}: {error}", path.display())))
}

fn build(args: BookBuildArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    Paths::default()
        .game(&args.table.game)
        .reads("--from", args.from.as_deref())
        .reads("--parts", args.parts.as_deref())
        .writes("-o", Some(&args.output))
        .check()?;
    let (game, table) = setup::table(games, &args.table)?;
    let books = books(&game)?;
    let path = &args.output;
    if let Some(file) = &args.from {
        let recorded = records::read(file, game.file(), games)?;
        let mut played = Vec::new();
        for (i, recorded) in recorded.iter().enumerate() {
            if recorded.game.rules().name() != game.rules().name() {
                let (has, wants) = (recorded.game.rules().name(), game.rules().name());
                return Err(Fault::Data(format!("game {} is {has} and not {wants}", i + 1)));
            }
            let over = match recorded.table.turn() {
                Turn::Over(outcome) => Some(outcome),
                _ => recorded.record.result,
            };
            // A game without a result says nothing about its opening.
            played.extend(over.map(|outcome| (&*recorded.table, outcome)));
        }
        let book = books.of_games(game.rules().name(), &played, args.plies)?;
        write_bytes(path, &book.to_bytes()).map_err(|error| Fault::file(path, &error))?;
        output.line(format!(
            "{} positions of {} games in {}.",
            thousands(book.len() as u64),
            played.len(),
            path.display()
        ))?;
        return Ok(Done::Finished);
    }
    if let Some(file) = &args.parts {
        let bytes = std::fs::read(file).map_err(|error| Fault::file(file, &error))?;
        let book = books.of_parts(&*table, game.rules().name(), &bytes);
        let book = book.map_err(|error| Fault::Data(format!("{}: {error}", file.display())))?;
        write_bytes(path, &book.to_bytes()).map_err(|error| Fault::file(path, &error))?;
        let n = thousands(book.len() as u64);
        output.line(format!("{n} positions in {}.", path.display()))?;
        return Ok(Done::Finished);
    }
    // A book that is there already is gone on with.
    let mut book = match setup::read_if_there(path)? {
        Some(bytes) => read_bytes(path, &bytes, &game)?,
        None => Book::new(game.rules().name(), []),
    };
    let done = match args.repertoire {
        true => repertoire(books, &args, &*table, &mut book)?,
        false => layers(books, &args, &*table, &mut book)?,
    };
    write_bytes(path, &book.to_bytes()).map_err(|error| Fault::file(path, &error))?;
    let (n, file) = (thousands(book.len() as u64), path.display());
    if done {
        output.line(format!("{n} positions in {file}."))?;
        Ok(Done::Finished)
    } else {
        output.line(format!(
            "Stopped with {n} positions in {file}; run the same command to resume."
        ))?;
        Ok(Done::Interrupted)
    }
}

/// All positions up to some number of plies.
fn layers(
    books: &dyn Books,
    args: &BookBuildArgs,
    table: &dyn DynMatch,
    book: &mut Book,
) -> Result<bool, Fault> {
    let (path, stop) = (&args.output, setup::stop_flag());
    let limits = Limits { time: args.time, ..Limits::NONE };
    let bar = progress("book");
    let (mut fault, mut judged) = (None, 0);
    let progress = &mut |n: usize, all: usize, book: &Book| {
        bar.set_message(format!("{} judged, {} to go", judged + n, all - n));
        judged += n;
        if let Err(error) = write_bytes(path, &book.to_bytes()) {
            fault = Some(Fault::file(path, &error));
            stop.store(true, Ordering::SeqCst);
        }
    };
    let task = BookTask { plies: args.plies, limits, stop, progress };
    let done = books.extend(book, table, task)?;
    bar.finish_and_clear();
    fault.map_or(Ok(done), Err)
}

/// How often a repertoire in the making is saved.
const SAVE_EVERY: Duration = Duration::from_secs(20);

/// What a perfect player needs.
fn repertoire(
    books: &dyn Books,
    args: &BookBuildArgs,
    table: &dyn DynMatch,
    book: &mut Book,
) -> Result<bool, Fault> {
    let (path, stop) = (&args.output, setup::stop_flag());
    let bar = progress("book");
    let (name, mut saved) = (book.game().to_string(), Instant::now());
    let mut fault = None;
    let mut tell = |player: Player, extent: Extent, builder: &Builder| {
        let Extent { ply, done, all, entries } = extent;
        let seat = ["first", "second"][player.index()];
        bar.set_message(format!("{seat} player, ply {ply}: {done} of {all}; {entries} positions"));
        if saved.elapsed() >= SAVE_EVERY {
            saved = Instant::now();
            if let Err(error) = write_bytes(path, &builder.book(name.as_str()).to_bytes()) {
                fault = Some(Fault::file(path, &error));
            }
        }
        fault.is_none()
    };
    let task = RepertoireTask { easy_nodes: args.easy, stop, progress: &mut tell };
    let done = books.extend_repertoire(book, table, task)?;
    bar.finish_and_clear();
    fault.map_or(Ok(done), Err)
}

fn show(args: BookShowArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let (game, table) = setup::table(games, &args.table)?;
    let book = read(&args.book, &game)?;
    let moves = books(&game)?.moves(&book, &*table)?;
    if args.json {
        let row = |(mv, entry): &(String, Entry)| -> Value {
            json!({ "move": mv, "score": entry.score.0, "text": entry.score.to_string(),
                "kind": entry.kind.word(), "games": entry.games })
        };
        let rows: Vec<Value> = moves.iter().map(row).collect();
        output.json(&json!({ "game": book.game(), "positions": book.len(), "moves": rows }))?;
        return Ok(Done::Finished);
    }
    output.line(format!("{}: {} positions", book.game(), thousands(book.len() as u64)))?;
    if moves.is_empty() {
        output.line("The book knows no move here.")?;
    }
    for (mv, entry) in moves {
        let games = if entry.games > 0 { format!("{} games", entry.games) } else { String::new() };
        // Who wins may be known, and not how soon.
        let (score, kind) = match (entry.kind, entry.score.decided()) {
            (ScoreKind::AtLeast, Some((1.., _))) => ("win".into(), "proved"),
            (ScoreKind::AtMost, Some((..=-1, _))) => ("loss".into(), "proved"),
            (kind, _) => (entry.score.to_string(), kind.in_words()),
        };
        let line = format!("  {mv:<8} {score:>12} {kind:<10} {games}");
        output.line(line.trim_end())?;
    }
    if let Turn::Over(outcome) = table.turn() {
        output.line(write_result(Some(outcome)))?;
    }
    Ok(Done::Finished)
}
