//! Changes as SQL.

use henge_core::{Ending, Outcome};
use rusqlite::{Connection, OptionalExtension, params};

use crate::{Change, Clocks, SavedGame, SavedSeat, Step, StoreError, now_ms};

/// How many answers of engines are kept; older ones make room.
const MOST_ANSWERS: i64 = 20_000;
/// How many files with rules are kept, besides those that saved games need.
const MOST_RULES: i64 = 1000;
/// So many tries at the problems of a game are kept; older ones are forgotten.
const MOST_ATTEMPTS: i64 = 10_000;

pub fn apply(connection: &Connection, change: &Change) -> Result<(), StoreError> {
    match change {
        Change::Create(game) => create(connection, game),
        Change::Put { game, continues } => {
            let step = Step { id: game.id.clone(), continues: *continues, version: game.version };
            claim(connection, &step, None)?;
            connection.prepare_cached("DELETE FROM games WHERE id = ?1")?.execute([&game.id])?;
            create(connection, game)
        }
        Change::Moves { step, ply, moves, clocks, ending } => {
            claim(connection, step, *clocks)?;
            let id = &step.id;
            let there: i64 = connection
                .prepare_cached("SELECT count(*) FROM moves WHERE game_id = ?1")?
                .query_row([id], |row| row.get(0))?;
            if (*ply as i64) > there {
                return Err(StoreError::Conflict("moves before this one are missing"));
            }
            if (*ply as i64) < there {
                connection
                    .prepare_cached("DELETE FROM moves WHERE game_id = ?1 AND ply >= ?2")?
                    .execute(params![id, *ply as i64])?;
            }
            add_moves(connection, id, *ply, moves)?;
            set_ending(connection, id, ending.as_ref())
        }
        Change::Sit { step, player, seat } => {
            claim(connection, step, None)?;
            let sql = "SELECT count(*) FROM results WHERE game_id = ?1";
            let over: i64 =
                connection.prepare_cached(sql)?.query_row([&step.id], |row| row.get(0))?;
            if over > 0 {
                return Err(StoreError::Conflict(
                    "the game is over, and its seats stay as they are",
                ));
            }
            set_seat(connection, &step.id, *player, seat)
        }
        Change::Clocks { id, continues, clocks } => {
            // Time only runs out between two moves, whoever counts it.
            let sql = "UPDATE games SET first_left_ms = min(first_left_ms, ?3), \
                       second_left_ms = min(second_left_ms, ?4) WHERE id = ?1 AND version = ?2";
            let [first, second] = clocks.left_ms().map(|ms| ms as i64);
            let values = params![id, *continues as i64, first, second];
            let n = connection.prepare_cached(sql)?.execute(values)?;
            if n == 0 { Err(refusal(connection, id)?) } else { Ok(()) }
        }
        Change::Delete { id } => {
            let sql = "DELETE FROM games WHERE id = ?1";
            match connection.prepare_cached(sql)?.execute([id])? {
                0 => Err(StoreError::Gone),
                _ => Ok(()),
            }
        }
        Change::Rules { name, text } => {
            let sql = "INSERT OR REPLACE INTO rules (name, text, used) VALUES (?1, ?2, ?3)";
            connection.prepare_cached(sql)?.execute(params![name, text, now_ms()])?;
            let sql = "DELETE FROM rules WHERE name IN \
                       (SELECT name FROM rules ORDER BY used DESC LIMIT 100 OFFSET ?1) \
                       AND NOT EXISTS (SELECT 1 FROM games WHERE games.game = rules.name)";
            connection.prepare_cached(sql)?.execute([MOST_RULES])?;
            Ok(())
        }
        Change::Attempt { game, problem, is_right } => {
            let sql =
                "INSERT INTO attempts (game, problem, is_right, tried) VALUES (?1, ?2, ?3, ?4)";
            let values = params![game, problem, is_right, now_ms()];
            connection.prepare_cached(sql)?.execute(values)?;
            let sql = "DELETE FROM attempts WHERE number IN (SELECT number FROM attempts \
                       WHERE game = ?1 ORDER BY number DESC LIMIT 100 OFFSET ?2)";
            connection.prepare_cached(sql)?.execute(params![game, MOST_ATTEMPTS])?;
            Ok(())
        }
        Change::Answer { question, time_ms, answer } => {
            let sql = "INSERT OR REPLACE INTO analysis (question, time_ms, answer, used) \
                       VALUES (?1, ?2, ?3, ?4)";
            let values = params![question, *time_ms as i64, answer, now_ms()];
            connection.prepare_cached(sql)?.execute(values)?;
            let sql = "DELETE FROM analysis WHERE question IN \
                       (SELECT question FROM analysis ORDER BY used DESC LIMIT 100 OFFSET ?1)";
            connection.prepare_cached(sql)?.execute([MOST_ANSWERS])?;
            Ok(())
        }
    }
}

fn create(connection: &Connection, game: &SavedGame) -> Result<(), StoreError> {
    let sql = "INSERT OR IGNORE INTO games (id, source, game, setup, version, created, updated, \
               increment_ms, first_left_ms, second_left_ms, sequence) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, \
               (SELECT coalesce(max(sequence), 0) + 1 FROM games))";
    let clocks = game.clocks;
    let added = connection.prepare_cached(sql)?.execute(params![
        game.id,
        game.source.word(),
        game.game,
        game.setup,
        game.version as i64,
        game.created,
        game.updated,
        clocks.map(|clocks| clocks.increment_ms() as i64),
        clocks.map(|clocks| clocks.left_ms()[0] as i64),
        clocks.map(|clocks| clocks.left_ms()[1] as i64),
    ])?;
    if added == 0 {
        return Err(StoreError::Conflict("a game of that name is there already"));
    }
    for (player, seat) in (0..).zip(&game.seats) {
        set_seat(connection, &game.id, player, seat)?;
    }
    add_moves(connection, &game.id, 0, &game.moves)?;
    set_ending(connection, &game.id, game.ending.as_ref())
}

/// Compares the version and sets the new one: who comes late is refused, in the same transaction.
fn claim(connection: &Connection, step: &Step, clocks: Option<Clocks>) -> Result<(), StoreError> {
    if step.version <= step.continues {
        return Err(StoreError::Conflict("a version must grow"));
    }
    let sql = "UPDATE games SET version = ?3, updated = ?4, \
               first_left_ms = coalesce(?5, first_left_ms), \
               second_left_ms = coalesce(?6, second_left_ms), \
               sequence = (SELECT coalesce(max(sequence), 0) + 1 FROM games) \
               WHERE id = ?1 AND version = ?2";
    let [first, second] = [0, 1].map(|i: usize| clocks.map(|clocks| clocks.left_ms()[i] as i64));
    let Step { id, continues, version } = step;
    let values = params![id, *continues as i64, *version as i64, now_ms(), first, second];
    match connection.prepare_cached(sql)?.execute(values)? {
        0 => Err(refusal(connection, id)?),
        _ => Ok(()),
    }
}

/// Why a change does not find the version that it continues.
fn refusal(connection: &Connection, id: &str) -> Result<StoreError, StoreError> {
    let sql = "SELECT version FROM games WHERE id = ?1";
    let found: Option<i64> =
        connection.prepare_cached(sql)?.query_row([id], |row| row.get(0)).optional()?;
    Ok(found.map_or(StoreError::Gone, |found| StoreError::Changed { found: found.max(0) as u64 }))
}

fn add_moves(
    connection: &Connection,
    id: &str,
    ply: usize,
    moves: &[String],
) -> Result<(), StoreError> {
    let sql = "INSERT INTO moves (game_id, ply, text) VALUES (?1, ?2, ?3)";
    let mut statement = connection.prepare_cached(sql)?;
    for (ply, mv) in (ply..).zip(moves) {
        statement.execute(params![id, ply as i64, mv])?;
    }
    Ok(())
}

fn set_seat(
    connection: &Connection,
    id: &str,
    player: u8,
    seat: &SavedSeat,
) -> Result<(), StoreError> {
    let sql = "INSERT OR REPLACE INTO seats (game_id, player, kind, name, token_hash, holder) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let kind = if seat.is_bot { "bot" } else { "human" };
    let hash = seat.owner.as_ref().map(|owner| &owner.token_hash);
    let holder = seat.owner.as_ref().map(|owner| owner.holder);
    connection.prepare_cached(sql)?.execute(params![id, player, kind, seat.name, hash, holder])?;
    Ok(())
}

fn set_ending(
    connection: &Connection,
    id: &str,
    ending: Option<&Ending>,
) -> Result<(), StoreError> {
    match ending {
        Some(ending) => {
            let (winner, points) = match ending.outcome {
                Outcome::Draw => (None, 0),
                Outcome::Win { winner, points } => (Some(winner.index() as u8), points),
            };
            let sql = "INSERT OR REPLACE INTO results (game_id, winner, points, reason) \
                       VALUES (?1, ?2, ?3, ?4)";
            let values = params![id, winner, points, ending.by.word()];
            connection.prepare_cached(sql)?.execute(values)?;
        }
        None => {
            connection.prepare_cached("DELETE FROM results WHERE game_id = ?1")?.execute([id])?;
        }
    }
    Ok(())
}
