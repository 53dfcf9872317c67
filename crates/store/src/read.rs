//! Questions as SQL. What is wrong with one game is said of that game alone.

use henge_core::{EndedBy, Ending, Outcome, Player};
use rusqlite::types::{Type, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, params, params_from_iter};

use crate::{
    Clocks, Continuation, Listed, Owner, SavedGame, SavedSeat, Source, StoreError, Summary, Tally,
    Wanted,
};

fn damaged(id: &str, why: impl Into<String>) -> StoreError {
    StoreError::DamagedGame { id: id.into(), why: why.into() }
}

/// A text that is only shown: what is no Unicode in it is replaced.
fn shown(row: &Row<'_>, i: usize) -> rusqlite::Result<String> {
    match row.get_ref(i)? {
        ValueRef::Text(bytes) => Ok(String::from_utf8_lossy(bytes).into_owned()),
        other => Err(rusqlite::Error::InvalidColumnType(i, "a text".into(), other.data_type())),
    }
}

pub fn game(connection: &Connection, id: &str) -> Result<Option<SavedGame>, StoreError> {
    // One transaction, so that all parts are of the same moment.
    let moment = connection.unchecked_transaction()?;
    let sql = "SELECT source, game, setup, version, created, updated, increment_ms, \
               first_left_ms, second_left_ms FROM games WHERE id = ?1";
    let read = |row: &Row<'_>| {
        let increment: Option<i64> = row.get(6)?;
        let left = |i| row.get::<_, Option<i64>>(i).map(|ms| ms.unwrap_or(0).max(0) as u64);
        let left_ms = [left(7)?, left(8)?];
        Ok(SavedGame {
            id: id.into(),
            source: Source::named(&shown(row, 0)?),
            game: row.get(1)?,
            setup: row.get(2)?,
            version: row.get::<_, i64>(3)?.max(0) as u64,
            created: row.get(4)?,
            updated: row.get(5)?,
            clocks: increment.map(|ms| Clocks::from_ms(left_ms, ms.max(0) as u64)),
            seats: [nobody(), nobody()],
            moves: Vec::new(),
            ending: None,
        })
    };
    let of_game = |error| StoreError::of_game(id, error);
    let found = moment.prepare_cached(sql)?.query_row([id], read).optional().map_err(of_game)?;
    let Some(mut game) = found else { return Ok(None) };
    game.seats = seats(&moment, id)?;
    game.moves = moves(&moment, id)?;
    game.ending = ending(&moment, id)?;
    Ok(Some(game))
}

fn nobody() -> SavedSeat {
    SavedSeat { is_bot: false, name: String::new(), owner: None }
}

fn moves(connection: &Connection, id: &str) -> Result<Vec<String>, StoreError> {
    let of_game = |error| StoreError::of_game(id, error);
    let sql = "SELECT ply, text FROM moves WHERE game_id = ?1 ORDER BY ply";
    let mut statement = connection.prepare_cached(sql)?;
    let read = |row: &Row<'_>| Ok((row.get::<_, i64>(0)?, row.get(1)?));
    let mut moves = Vec::new();
    for mv in statement.query_map([id], read)? {
        let (ply, mv) = mv.map_err(of_game)?;
        if ply != moves.len() as i64 {
            return Err(damaged(id, format!("move {} is missing", moves.len() + 1)));
        }
        moves.push(mv);
    }
    Ok(moves)
}

fn seats(connection: &Connection, id: &str) -> Result<[SavedSeat; 2], StoreError> {
    let sql = "SELECT player, kind, name, token_hash, holder FROM seats WHERE game_id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let read = |row: &Row<'_>| {
        let (hash, holder): (Option<Vec<u8>>, Option<i64>) = (row.get(3)?, row.get(4)?);
        let owner = hash.zip(holder).map(|(token_hash, holder)| Owner { token_hash, holder });
        let is_bot = match shown(row, 1)?.as_str() {
            "bot" => true,
            "human" => false,
            _ => {
                let what = "\"human\" or \"bot\"".into();
                return Err(rusqlite::Error::InvalidColumnType(1, what, Type::Text));
            }
        };
        Ok((row.get::<_, i64>(0)?, SavedSeat { is_bot, name: shown(row, 2)?, owner }))
    };
    let mut seats = [None, None];
    for seat in statement.query_map([id], read)? {
        let (player, seat) = seat.map_err(|error| StoreError::of_game(id, error))?;
        if let Some(place) = usize::try_from(player).ok().and_then(|i| seats.get_mut(i)) {
            *place = Some(seat);
        }
    }
    match seats {
        [Some(first), Some(second)] => Ok([first, second]),
        // Nobody may sit down where somebody has been sitting.
        _ => Err(damaged(id, "a seat is missing")),
    }
}

fn ending(connection: &Connection, id: &str) -> Result<Option<Ending>, StoreError> {
    let sql = "SELECT winner, points, reason FROM results WHERE game_id = ?1";
    let read = |row: &Row<'_>| {
        let (winner, points): (Option<u8>, u8) = (row.get(0)?, row.get(1)?);
        Ok((winner, points, shown(row, 2)?))
    };
    let found = connection.prepare_cached(sql)?.query_row([id], read).optional();
    let found = found.map_err(|error| StoreError::of_game(id, error))?;
    let Some((winner, points, reason)) = found else { return Ok(None) };
    let outcome = match winner.map(|winner| Player::BOTH.get(usize::from(winner))) {
        None => Outcome::Draw,
        Some(Some(&winner)) => Outcome::Win { winner, points: points.max(1) },
        Some(None) => return Err(damaged(id, "the winner is neither of the two players")),
    };
    Ok(Some(Ending::new(outcome, reason.parse().unwrap_or(EndedBy::Unknown))))
}

pub fn find(connection: &Connection, prefix: &str) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT id FROM games WHERE substr(id, 1, length(?1)) = ?1 LIMIT 5";
    let mut statement = connection.prepare_cached(sql)?;
    let ids = statement.query_map([prefix], |row| shown(row, 0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// What a list says of a game, and which games are meant: those whose result, moves and names are as wanted.
const COLUMNS: &str = "SELECT id, source, game, updated, \
     (SELECT count(*) FROM moves WHERE moves.game_id = games.id), \
     (SELECT coalesce(max(ply) + 1, 0) FROM moves WHERE moves.game_id = games.id) FROM games";

/// The words of a search as patterns: nothing in them has a meaning of its own.
fn patterns(words: &[String]) -> Vec<String> {
    let escaped =
        |word: &String| word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    words.iter().map(|word| format!("%{}%", escaped(word))).collect()
}

/// The games that are wanted as a condition in SQL, whose parameters are the patterns.
fn condition(wanted: &Wanted) -> String {
    let mut all = vec!["1".to_string()];
    if let Some(over) = wanted.over {
        let not = if over { "" } else { "NOT " };
        all.push(format!("{not}EXISTS (SELECT 1 FROM results WHERE results.game_id = games.id)"));
    }
    if wanted.begun {
        all.push("EXISTS (SELECT 1 FROM moves WHERE moves.game_id = games.id)".into());
    }
    for i in 1..=wanted.words.len() {
        all.push(format!(
            "(game LIKE ?{i} ESCAPE '\\' OR EXISTS (SELECT 1 FROM seats \
             WHERE seats.game_id = games.id AND name LIKE ?{i} ESCAPE '\\'))"
        ));
    }
    all.join(" AND ")
}

pub fn list(connection: &Connection, wanted: &Wanted) -> Result<Listed, StoreError> {
    let moment = connection.unchecked_transaction()?;
    let most = i64::try_from(wanted.most).unwrap_or(i64::MAX);
    let skip = i64::try_from(wanted.skip).unwrap_or(i64::MAX);
    let sql = format!(
        "{COLUMNS} WHERE {} ORDER BY sequence DESC, id LIMIT {most} OFFSET {skip}",
        condition(wanted)
    );
    let mut statement = moment.prepare(&sql)?;
    let mut rows = statement.query(params_from_iter(patterns(&wanted.words)))?;
    let mut listed = Listed::default();
    while let Some(row) = rows.next()? {
        let id = match row.get_ref(0)? {
            ValueRef::Text(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            _ => "?".into(),
        };
        match summary(&moment, &id, row) {
            Ok(summary) => listed.games.push(summary),
            Err(StoreError::DamagedGame { id, .. }) => listed.damaged.push(id),
            Err(error) => return Err(error),
        }
    }
    Ok(listed)
}

/// How many games there are of which [`list`] shows some.
pub fn count(connection: &Connection, wanted: &Wanted) -> Result<usize, StoreError> {
    let sql = format!("SELECT count(*) FROM games WHERE {}", condition(wanted));
    let mut statement = connection.prepare(&sql)?;
    let n: i64 =
        statement.query_row(params_from_iter(patterns(&wanted.words)), |row| row.get(0))?;
    Ok(n.max(0) as usize)
}

/// The results of people against bots.
pub fn tallies(connection: &Connection) -> Result<Vec<Tally>, StoreError> {
    let sql = "SELECT games.game, bots.name, \
               sum(results.winner IS people.player), sum(results.winner IS NULL), \
               sum(results.winner IS bots.player) FROM results \
               JOIN games ON games.id = results.game_id \
               JOIN seats AS bots ON bots.game_id = games.id AND bots.kind = 'bot' \
               JOIN seats AS people ON people.game_id = games.id AND people.kind = 'human' \
               GROUP BY games.game, bots.name ORDER BY games.game, bots.name";
    let mut statement = connection.prepare_cached(sql)?;
    let read = |row: &Row<'_>| {
        let number = |i| row.get::<_, i64>(i).map(|n| n.max(0) as u64);
        let (game, bot) = (shown(row, 0)?, shown(row, 1)?);
        Ok(Tally { game, bot, won: number(2)?, drawn: number(3)?, lost: number(4)? })
    };
    Ok(statement.query_map([], read)?.collect::<Result<_, _>>()?)
}

pub fn continuations(
    connection: &Connection,
    game: &str,
    setup: Option<&str>,
    moves: &[String],
) -> Result<Vec<Continuation>, StoreError> {
    // The last of the moves tells most games apart, and is looked at first.
    let sql = "SELECT next.text, count(*), sum(results.winner IS 0), \
               sum(results.game_id IS NOT NULL AND results.winner IS NULL), \
               sum(results.winner IS 1) FROM games \
               JOIN moves AS next ON next.game_id = games.id AND next.ply = ?3 \
               LEFT JOIN results ON results.game_id = games.id \
               WHERE games.game = ?1 AND games.setup IS ?2 AND (?3 = 0 OR ( \
               (SELECT text FROM moves WHERE game_id = games.id AND ply = ?3 - 1) = ?4 AND \
               (SELECT group_concat(text, char(10)) FROM (SELECT text FROM moves \
               WHERE game_id = games.id AND ply < ?3 ORDER BY ply)) = ?5)) \
               GROUP BY next.text ORDER BY count(*) DESC, next.text LIMIT 100";
    let mut statement = connection.prepare_cached(sql)?;
    let last = moves.last().map_or("", String::as_str);
    let read = |row: &Row<'_>| {
        let number = |i| row.get::<_, i64>(i).map(|n| n.max(0) as u64);
        let results = [number(2)?, number(3)?, number(4)?];
        Ok(Continuation { mv: shown(row, 0)?, games: number(1)?, results })
    };
    let values = params![game, setup, moves.len() as i64, last, moves.join("\n")];
    Ok(statement.query_map(values, read)?.collect::<Result<_, _>>()?)
}

fn summary(connection: &Connection, id: &str, row: &Row<'_>) -> Result<Summary, StoreError> {
    let read = || {
        let n_moves: (i64, i64) = (row.get(4)?, row.get(5)?);
        Ok((row.get::<_, String>(0)?, shown(row, 1)?, row.get(2)?, row.get(3)?, n_moves))
    };
    let (id, source, game, updated, (n_moves, n_plies)) =
        read().map_err(|error| StoreError::of_game(id, error))?;
    if n_moves != n_plies {
        return Err(damaged(&id, "a move is missing"));
    }
    let (seats, ending) = (seats(connection, &id)?, ending(connection, &id)?);
    let (source, n_moves) = (Source::named(&source), n_moves as usize);
    Ok(Summary { id, source, game, seats, n_moves, ending, updated })
}

/// The versions of those games that are there.
pub fn versions(connection: &Connection, ids: &[String]) -> Result<Vec<(String, u64)>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT version FROM games WHERE id = ?1")?;
    let mut found = Vec::new();
    for id in ids {
        let version: Option<i64> = statement.query_row([id], |row| row.get(0)).optional()?;
        found.extend(version.map(|version| (id.clone(), version.max(0) as u64)));
    }
    Ok(found)
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

pub fn rules(connection: &Connection, name: &str) -> Result<Option<String>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT text FROM rules WHERE name = ?1")?;
    Ok(statement.query_row([name], |row| row.get(0)).optional()?)
}

/// The tries at the problems of a game, the oldest first.
pub fn attempts(connection: &Connection, game: &str) -> Result<Vec<(String, bool)>, StoreError> {
    let sql = "SELECT problem, is_right FROM attempts WHERE game = ?1 ORDER BY number";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([game], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
