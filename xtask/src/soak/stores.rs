//! The file of saved games: locked, damaged, and used by several programs at once.

use std::fs;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use rand::RngExt;
use rusqlite::Connection;

use super::damage;
use super::killed::integrity;
use super::program::Talk;
use super::subject::{Ctx, Subject};
use super::table::{self, Kept, Match, Server};

/// Another program holds the lock for longer than anybody waits.
pub struct Locked;

impl Subject for Locked {
    fn name(&self) -> &'static str {
        "store-locked"
    }

    fn about(&self) -> &'static str {
        "henge.db locked by another program for longer than henge waits"
    }

    fn round(&self, ctx: &mut Ctx) -> Result<(), String> {
        match ctx.turn % 3 {
            0 => locked_play(ctx),
            1 => locked_serve(ctx),
            _ => locked_import(ctx),
        }
    }
}

/// A lock on the file of saved games, until it is dropped.
fn lock(ctx: &Ctx) -> Result<Connection, String> {
    let lock = || {
        let connection = Connection::open(ctx.path("henge.db"))?;
        connection.busy_timeout(Duration::from_secs(20))?;
        connection.execute_batch("BEGIN EXCLUSIVE")?;
        Ok(connection)
    };
    lock().map_err(|error: rusqlite::Error| format!("the lock: {error}"))
}

fn locked_play(ctx: &mut Ctx) -> Result<(), String> {
    let moves = table::moves(ctx);
    let mut talk = table::sit_down(ctx, &table::new_game())?;
    let before = 1 + ctx.below(4) as usize;
    for mv in &moves[..before] {
        table::type_line(&mut talk, mv)?;
    }
    let held = lock(ctx)?;
    ctx.fault();
    table::type_line(&mut talk, &moves[before])?;
    drop(held);
    for mv in &moves[before + 1..before + 3] {
        table::type_line(&mut talk, mv)?;
    }
    talk.kill()?;
    let kept: Vec<_> = table::kept(ctx)?.into_iter().map(|game| game.moves).collect();
    let all = &moves[..before + 3];
    ctx.check(kept == [all], || format!("play: after the lock {kept:?} is kept of {all:?}"));
    Ok(())
}

fn locked_serve(ctx: &mut Ctx) -> Result<(), String> {
    let server = Server::start(ctx)?;
    let mut game = Match::begin(ctx, server.address, "somebody", None)?;
    let before = ctx.below(4) as usize;
    let expect = |status: Option<u16>| match status {
        Some(200) => Ok(()),
        other => Err(format!("a move is answered with {other:?}")),
    };
    for _ in 0..before {
        expect(game.play(server.address))?;
    }
    let held = lock(ctx)?;
    ctx.fault();
    match game.play(server.address) {
        Some(400..=599) => ctx.note("moves refused", 1),
        other => ctx.lost(format!("serve: a move is answered with {other:?} in spite of the lock")),
    }
    drop(held);
    for _ in 0..2 {
        expect(game.play(server.address))?;
    }
    server.talk.kill()?;
    let kept = table::kept(ctx)?;
    game.check(kept.first().map_or(&[], |game| &game.moves))
}

fn locked_import(ctx: &mut Ctx) -> Result<(), String> {
    let games = 1 + ctx.below(5) as usize;
    let text = record(ctx, games);
    ctx.write("games.henge", text)?;
    ctx.call("games --import games.henge").succeed()?;
    let held = lock(ctx)?;
    ctx.fault();
    let ended = ctx.call("games --import games.henge").run()?;
    drop(held);
    ctx.check(ended.code() == Some(1) && ended.err.contains("henge: "), || {
        format!("import in spite of the lock: {}", ended.describe())
    });
    let n = table::kept(ctx)?.len();
    ctx.check(n == games, || format!("{n} games are kept of {games} that were imported"));
    Ok(())
}

/// A record with so many games.
fn record(ctx: &mut Ctx, games: usize) -> String {
    let game = |i: usize| {
        let mut moves = table::moves(ctx);
        moves.truncate(3 + i);
        let game = table::GAME;
        format!("[Game \"{game}\"]\n[First \"player{i}\"]\n\n{}\n*\n\n", moves.join(" "))
    };
    (0..games).map(game).collect()
}

/// Bytes and rows of the file are damaged.
#[derive(Default)]
pub struct Damaged {
    sample: OnceLock<Result<Vec<u8>, String>>,
}

const GAMES: usize = 12;

impl Damaged {
    /// A file with some games, as one that was closed in good order.
    fn sample(&self, ctx: &mut Ctx) -> Result<Vec<u8>, String> {
        if let Some(sample) = self.sample.get() {
            return sample.clone();
        }
        let mut make = || {
            let text = record(ctx, GAMES);
            ctx.write("games.henge", text)?;
            ctx.call("games --import games.henge").succeed()?;
            let close = || {
                Connection::open(ctx.path("henge.db"))?.pragma_update(
                    None,
                    "journal_mode",
                    "DELETE",
                )
            };
            close().map_err(|error: rusqlite::Error| error.to_string())?;
            ctx.read("henge.db")
        };
        let made = make();
        self.sample.get_or_init(|| made).clone()
    }
}

impl Subject for Damaged {
    fn name(&self) -> &'static str {
        "store-damaged"
    }

    fn about(&self) -> &'static str {
        "henge.db damaged: bytes, cuts, rows"
    }

    fn round(&self, ctx: &mut Ctx) -> Result<(), String> {
        let sample = self.sample(ctx)?;
        for i in 0..6 {
            for name in ["henge.db", "henge.db-wal", "henge.db-shm"] {
                let _ = fs::remove_file(ctx.path(name));
            }
            let row = i == 0;
            let bytes = match row {
                true => sample.clone(),
                false => damage::damage(&mut ctx.rng, &sample),
            };
            ctx.write("henge.db", &bytes)?;
            if row {
                damage_row(ctx)?;
            }
            ctx.fault();
            let mut refused = 0;
            for (words, typed) in
                [("games --saved", ""), ("games --export -", ""), ("resume", "quit\n")]
            {
                let ended = ctx.call(words).input(typed).run()?;
                refused += u32::from(ended.code() != Some(0));
                if let Some(crash) = ended.crash() {
                    ctx.write("damaged.db", &bytes)?;
                    return Err(format!("henge {words} on damaged.db: {crash}"));
                }
                if row && words.contains("export") {
                    let there = ended.out.matches("[Game ").count();
                    ctx.check(there >= GAMES - 1, || {
                        let words = ended.describe();
                        format!("one damaged row costs {} of {GAMES} games: {words}", GAMES - there)
                    });
                }
            }
            if refused == 3 {
                ctx.note("refused", 1);
                let untouched = ctx.read("henge.db")? == bytes;
                if !untouched && !row {
                    ctx.write("damaged.db", &bytes)?;
                }
                ctx.check(untouched || row, || "a file that was refused was changed".into());
            }
        }
        Ok(())
    }
}

/// Text that is no text, in one row.
fn damage_row(ctx: &mut Ctx) -> Result<(), String> {
    let (table, column) =
        ctx.pick(&[("moves", "text"), ("seats", "name"), ("games", "game"), ("games", "source")]);
    let id = if table == "games" { "id" } else { "game_id" };
    let n = ctx.rng.random_range(0..GAMES);
    let sql = format!(
        "UPDATE {table} SET {column} = CAST(x'ff00fe41' AS TEXT) \
         WHERE {id} = (SELECT id FROM games ORDER BY id LIMIT 1 OFFSET {n})"
    );
    let update = || Connection::open(ctx.path("henge.db"))?.execute(&sql, []);
    update().map(|_| ()).map_err(|error: rusqlite::Error| format!("{sql}: {error}"))
}

/// Several programs have the file open.
pub struct Shared;

impl Subject for Shared {
    fn name(&self) -> &'static str {
        "store-shared"
    }

    fn about(&self) -> &'static str {
        "one henge.db: two servers, server and terminal, two terminals"
    }

    fn round(&self, ctx: &mut Ctx) -> Result<(), String> {
        match ctx.turn % 3 {
            0 => two_servers(ctx)?,
            1 => server_and_terminal(ctx)?,
            _ => two_terminals(ctx)?,
        }
        integrity(ctx)
    }
}

/// One game, moved now on one server and now on the other.
fn two_servers(ctx: &mut Ctx) -> Result<(), String> {
    let servers = [Server::start(ctx)?, Server::start(ctx)?];
    let game = Match::begin(ctx, servers[0].address, "somebody", None)?;
    // Both know the game.
    let mut seen = [game.look(servers[0].address)?, game.look(servers[1].address)?];
    let mut acknowledged: Vec<String> = Vec::new();
    for mv in game.moves.iter().take(24) {
        let i = ctx.below(2) as usize;
        let (address, ply) = (servers[i].address, seen[i].len());
        ctx.fault();
        match game.send(address, ply, mv) {
            Some(200) if ply < acknowledged.len() => {
                ctx.lost(format!("two servers: move {ply} is taken twice: {acknowledged:?}, {mv}"));
                return Ok(());
            }
            Some(200) => {
                acknowledged.push(mv.clone());
                seen[i].push(mv.clone());
                ctx.note("acknowledged moves", 1);
            }
            // Somebody was faster; look again. The server has loaded the game after the refusal, or did so
            // by itself a moment before, when not all was played yet.
            Some(status @ 400..=599) => {
                seen[i] = game.look(address)?;
                ctx.note("late moves refused", 1);
                let is_news = seen[i].len() > ply || status != 409;
                ctx.check(is_news && acknowledged.starts_with(&seen[i]), || {
                    format!("two servers: {status}, and {acknowledged:?} is {:?} here", seen[i])
                });
            }
            other => return Err(format!("two servers: {other:?}")),
        }
    }
    // In the end both show the same, without being asked to play.
    let began = Instant::now();
    for server in &servers {
        while game.look(server.address)? != acknowledged {
            if began.elapsed() > table::SOON {
                return Err(format!("two servers: one of them never shows {acknowledged:?}"));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
    for server in servers {
        server.talk.kill()?;
    }
    let kept = table::kept(ctx)?;
    let there = kept.first().is_some_and(|game| game.moves == acknowledged);
    ctx.check(there, || format!("two servers: {acknowledged:?} was acknowledged"));
    Ok(())
}

/// A server and a terminal, each with a game of its own, and the terminal with a copy of the
/// server's.
fn server_and_terminal(ctx: &mut Ctx) -> Result<(), String> {
    let server = Server::start(ctx)?;
    let mut game = Match::begin(ctx, server.address, "player", None)?;
    for _ in 0..3 {
        game.play(server.address);
    }
    let copies = ctx.below(2) == 0;
    let words = if copies { format!("resume {}", game.id) } else { table::new_game() };
    let mut talk = table::sit_down(ctx, &words)?;
    let mut typed: Vec<String> = if copies { game.moves[..3].to_vec() } else { Vec::new() };
    let begun = typed.len();
    let mut free = game.moves.clone().into_iter().skip(30);
    for _ in 0..16 {
        ctx.fault();
        if ctx.below(2) == 0 {
            if game.play(server.address) != Some(200) {
                return Err("a server beside a terminal refuses a move".into());
            }
        } else if let Some(mv) = free.next() {
            table::type_line(&mut talk, &mv)?;
            typed.push(mv);
        }
    }
    let said = talk.kill()?.err;
    server.talk.kill()?;
    let kept = table::kept(ctx)?;
    let ours = kept.iter().any(|kept| kept.moves == typed);
    ctx.check(ours || typed.len() == begun, || format!("the terminal played {typed:?}; {said}"));
    let theirs = kept.iter().any(|kept| game.check(&kept.moves).is_ok());
    ctx.check(theirs, || format!("the server acknowledged {}", game.acknowledged));
    Ok(())
}

/// Two terminals go on with the same game.
fn two_terminals(ctx: &mut Ctx) -> Result<(), String> {
    let moves = table::moves(ctx);
    let mut first = table::sit_down(ctx, &table::new_game())?;
    let (common, rest) = moves.split_at(2);
    for mv in common {
        table::type_line(&mut first, mv)?;
    }
    let mut terminals = [first, table::sit_down(ctx, "resume")?];
    // What a terminal believes to be kept, whenever it has moved.
    let mut beliefs: Vec<Vec<String>> = Vec::new();
    let mut rest = rest.iter();
    for step in 0..4 {
        let talk = &mut terminals[(step + ctx.below(2) as usize) % 2];
        for mv in rest.by_ref().take(1 + ctx.below(3) as usize) {
            ctx.fault();
            let told = talk.running.errors();
            table::type_line(talk, mv)?;
            let belief = belief(ctx, talk, &format!("belief{mv}.henge"))?;
            if talk.running.errors() == told {
                beliefs.push(belief);
            }
        }
    }
    for talk in terminals {
        talk.kill()?;
    }
    let kept = table::kept(ctx)?;
    for belief in beliefs {
        let there = kept.iter().any(|kept| kept.moves.starts_with(&belief));
        ctx.check(there, || {
            let kept: Vec<_> = kept.iter().map(|kept| &kept.moves).collect();
            format!("two terminals: {belief:?} was on the board; {kept:?} is kept")
        });
    }
    Ok(())
}

/// The game as this terminal has it.
fn belief(ctx: &Ctx, talk: &mut Talk, file: &str) -> Result<Vec<String>, String> {
    table::type_line(talk, &format!("save {file}"))?;
    let games: Vec<Kept> = table::read_records(ctx, file)?;
    games.into_iter().next().map(|game| game.moves).ok_or(format!("{file} has no game"))
}
