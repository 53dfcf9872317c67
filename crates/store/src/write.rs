//! Changes as SQL.

use rusqlite::{Connection, params};

use crate::{Change, Clocks, Ending, SavedGame, SavedSeat, StoreError, now_ms};

/// So many answers of engines are kept; older ones make room.
const MOST_ANSWERS: i64 = 20_000;

pub fn apply(connection: &Connection, change: &Change) -> Result<(), StoreError> {
    match change {
        Change::Create(game) => create(connection, game),
        Change::Put(game) => {
            connection.prepare_cached("DELETE FROM games WHERE id = ?1")?.execute([&game.id])?;
            create(connection, game)
        }
        Change::Moves { id, ply, moves, clocks, ending, version } => {
            touch(connection, id, *version, *clocks)?;
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
        Change::Sit { id, player, seat, version } => {
            touch(connection, id, *version, None)?;
            set_seat(connection, id, *player, seat)
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
               increment_ms, first_left_ms, second_left_ms) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    let clocks = game.clocks;
    let added = connection.prepare_cached(sql)?.execute(params![
        game.id,
        game.source.word(),
        game.game,
        game.setup,
        game.version as i64,
        game.created,
        game.updated,
        clocks.map(|clocks| clocks.increment_ms as i64),
        clocks.map(|clocks| clocks.left_ms[0] as i64),
        clocks.map(|clocks| clocks.left_ms[1] as i64),
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

fn touch(
    connection: &Connection,
    id: &str,
    version: u64,
    clocks: Option<Clocks>,
) -> Result<(), StoreError> {
    let sql = "UPDATE games SET version = ?2, updated = ?3, \
               first_left_ms = coalesce(?4, first_left_ms), \
               second_left_ms = coalesce(?5, second_left_ms) WHERE id = ?1";
    let [first, second] = [0, 1].map(|i: usize| clocks.map(|clocks| clocks.left_ms[i] as i64));
    let values = params![id, version as i64, now_ms(), first, second];
    match connection.prepare_cached(sql)?.execute(values)? {
        0 => Err(StoreError::Conflict("there is no such game")),
        _ => Ok(()),
    }
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
            let sql = "INSERT OR REPLACE INTO results (game_id, winner, points, reason) \
                       VALUES (?1, ?2, ?3, ?4)";
            let values = params![id, ending.winner, ending.points, ending.reason];
            connection.prepare_cached(sql)?.execute(values)?;
        }
        None => {
            connection.prepare_cached("DELETE FROM results WHERE game_id = ?1")?.execute([id])?;
        }
    }
    Ok(())
}
