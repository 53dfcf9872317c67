//! Questions as SQL.

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::{Clocks, Ending, Owner, SavedGame, SavedSeat, Source, StoreError, Summary};

pub fn game(connection: &Connection, id: &str) -> Result<Option<SavedGame>, StoreError> {
    // One transaction, so that all parts are of the same moment.
    let moment = connection.unchecked_transaction()?;
    let sql = "SELECT source, game, setup, version, created, updated, increment_ms, \
               first_left_ms, second_left_ms FROM games WHERE id = ?1";
    let read = |row: &Row<'_>| {
        let source: String = row.get(0)?;
        let increment: Option<i64> = row.get(6)?;
        let left = |i| row.get::<_, Option<i64>>(i).map(|ms| ms.unwrap_or(0).max(0) as u64);
        let left_ms = [left(7)?, left(8)?];
        Ok(SavedGame {
            id: id.into(),
            source: Source::named(&source),
            game: row.get(1)?,
            setup: row.get(2)?,
            version: row.get::<_, i64>(3)?.max(0) as u64,
            created: row.get(4)?,
            updated: row.get(5)?,
            clocks: increment.map(|ms| Clocks { increment_ms: ms.max(0) as u64, left_ms }),
            seats: [nobody(), nobody()],
            moves: Vec::new(),
            ending: None,
        })
    };
    let found = moment.prepare_cached(sql)?.query_row([id], read).optional()?;
    let Some(mut game) = found else { return Ok(None) };
    game.seats = seats(&moment, id)?;
    game.moves = moment
        .prepare_cached("SELECT text FROM moves WHERE game_id = ?1 ORDER BY ply")?
        .query_map([id], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    game.ending = ending(&moment, id)?;
    Ok(Some(game))
}

fn nobody() -> SavedSeat {
    SavedSeat { is_bot: false, name: String::new(), owner: None }
}

fn seats(connection: &Connection, id: &str) -> Result<[SavedSeat; 2], StoreError> {
    let sql = "SELECT player, kind, name, token_hash, holder FROM seats WHERE game_id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let read = |row: &Row<'_>| {
        let (hash, holder): (Option<Vec<u8>>, Option<i64>) = (row.get(3)?, row.get(4)?);
        let owner = hash.zip(holder).map(|(token_hash, holder)| Owner { token_hash, holder });
        let is_bot = row.get::<_, String>(1)? == "bot";
        Ok((row.get::<_, i64>(0)?, SavedSeat { is_bot, name: row.get(2)?, owner }))
    };
    let mut seats = [nobody(), nobody()];
    for seat in statement.query_map([id], read)? {
        let (player, seat) = seat?;
        if let Some(place) = seats.get_mut(player as usize) {
            *place = seat;
        }
    }
    Ok(seats)
}

fn ending(connection: &Connection, id: &str) -> Result<Option<Ending>, StoreError> {
    let sql = "SELECT winner, points, reason FROM results WHERE game_id = ?1";
    let read = |row: &Row<'_>| {
        Ok(Ending { winner: row.get(0)?, points: row.get(1)?, reason: row.get(2)? })
    };
    Ok(connection.prepare_cached(sql)?.query_row([id], read).optional()?)
}

pub fn find(connection: &Connection, prefix: &str) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT id FROM games WHERE substr(id, 1, length(?1)) = ?1 LIMIT 5";
    let mut statement = connection.prepare_cached(sql)?;
    let ids = statement.query_map([prefix], |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

pub fn list(
    connection: &Connection,
    unfinished_only: bool,
    most: usize,
) -> Result<Vec<Summary>, StoreError> {
    let moment = connection.unchecked_transaction()?;
    let sql = "SELECT id, source, game, updated, \
               (SELECT count(*) FROM moves WHERE moves.game_id = games.id) FROM games \
               WHERE NOT ?1 OR NOT EXISTS \
               (SELECT 1 FROM results WHERE results.game_id = games.id) \
               ORDER BY updated DESC, id LIMIT ?2";
    let read = |row: &Row<'_>| {
        let id: String = row.get(0)?;
        let source = Source::named(&row.get::<_, String>(1)?);
        Ok((id, source, row.get(2)?, row.get(3)?, row.get::<_, i64>(4)?))
    };
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let mut statement = moment.prepare_cached(sql)?;
    let rows = statement.query_map(params![unfinished_only, most], read)?;
    let rows: Vec<(String, Source, String, i64, i64)> = rows.collect::<Result<_, _>>()?;
    let summary = |(id, source, game, updated, n_moves): (String, _, _, _, i64)| {
        let (seats, ending) = (seats(&moment, &id)?, ending(&moment, &id)?);
        let n_moves = n_moves as usize;
        Ok(Summary { id, source, game, seats, n_moves, ending, updated })
    };
    rows.into_iter().map(summary).collect()
}

pub fn answer(
    connection: &Connection,
    question: &[u8],
    time_ms: u64,
) -> Result<Option<String>, StoreError> {
    let sql = "SELECT answer FROM analysis WHERE question = ?1 AND time_ms >= ?2";
    let mut statement = connection.prepare_cached(sql)?;
    Ok(statement.query_row(params![question, time_ms as i64], |row| row.get(0)).optional()?)
}
