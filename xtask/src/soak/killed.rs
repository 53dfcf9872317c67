//! kill -9 while games are played, at the keyboard and on a server.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::subject::{Ctx, Subject};
use super::table::{self, Match, Server};

/// `henge play`, killed while moves are typed.
pub struct Keyboard;

impl Subject for Keyboard {
    fn name(&self) -> &'static str {
        "kill-play"
    }

    fn about(&self) -> &'static str {
        "`play`, kill -9 while moves are typed"
    }

    fn round(&self, ctx: &mut Ctx) -> Result<(), String> {
        let moves = table::moves(ctx);
        let mut there = 0;
        for _ in 0..4 {
            if there + 2 >= moves.len() {
                break;
            }
            let words = if there == 0 { table::new_game() } else { "resume".into() };
            let mut talk = ctx.call(&words).talk()?;
            // Somebody types faster than the machine answers, or waits for every answer.
            let waits = ctx.below(2) == 0;
            let time = Duration::from_millis(ctx.below(if waits { 500 } else { 150 }));
            // It is killed while it starts, or while it plays.
            if ctx.below(4) > 0 {
                talk.hear(table::SOON, |printed| table::asked(printed) > 0);
            }
            let began = Instant::now();
            let mut typed = 0;
            while began.elapsed() < time && there + typed < moves.len() {
                let can_type = !waits || table::asked(&talk.heard()) > typed;
                if can_type {
                    talk.say(&moves[there + typed]);
                    typed += 1;
                } else {
                    std::thread::sleep(Duration::from_micros(200));
                }
            }
            let printed = talk.kill()?.out;
            ctx.fault();
            // It asks for the next move when it has kept the last one.
            let acknowledged = table::asked(&printed).saturating_sub(1);
            ctx.note("acknowledged moves", acknowledged as u64);
            let kept = table::kept(ctx)?;
            let least = there + acknowledged;
            there = match kept.as_slice() {
                [] if least == 0 => 0,
                [game] if moves.starts_with(&game.moves) && game.moves.len() >= least => {
                    game.moves.len()
                }
                games => {
                    let games: Vec<_> = games.iter().map(|game| &game.moves).collect();
                    return Err(format!(
                        "{least} moves acknowledged of {moves:?}; kept are {games:?}"
                    ));
                }
            };
        }
        Ok(())
    }
}

/// `henge serve`, killed while several games move.
pub struct Moving;

impl Subject for Moving {
    fn name(&self) -> &'static str {
        "kill-serve"
    }

    fn about(&self) -> &'static str {
        "`serve` with moving games, kill -9"
    }

    fn round(&self, ctx: &mut Ctx) -> Result<(), String> {
        let mut server = Server::start(ctx)?;
        let mut games = Vec::new();
        for i in 0..8 {
            games.push(Match::begin(ctx, server.address, &format!("player{i}"), None)?);
        }
        for _ in 0..4 {
            let time = Duration::from_millis(20 + ctx.below(500));
            let before: usize = games.iter().map(|game| game.acknowledged).sum();
            let refused = Mutex::new(Vec::new());
            std::thread::scope(|scope| {
                for games in games.chunks_mut(2) {
                    let (address, refused) = (server.address, &refused);
                    scope.spawn(move || play_on(games, address, refused));
                }
                std::thread::sleep(time);
                server.talk.kill()
            })?;
            ctx.fault();
            for status in refused.into_inner().unwrap_or_default() {
                ctx.lost(format!("a good move was answered with {status}"));
            }
            let acknowledged = games.iter().map(|game| game.acknowledged).sum::<usize>() - before;
            ctx.note("acknowledged moves", acknowledged as u64);
            let began = Instant::now();
            server = Server::start(ctx)?;
            let late = began.elapsed();
            ctx.check(late < table::SOON, || format!("it took {late:?} to start again"));
            for game in &mut games {
                let there = game.look(server.address)?;
                game.check(&there)?;
                game.acknowledged = there.len();
                // The keys are still good.
                if there.len() < game.moves.len() && game.play(server.address) != Some(200) {
                    return Err(format!("game {} does not go on", game.id));
                }
            }
        }
        server.stop()?;
        let kept = table::kept(ctx)?;
        for (i, game) in games.iter().enumerate() {
            let kept = kept.iter().find(|kept| kept.first == format!("player{i}"));
            game.check(kept.map_or(&[], |kept| &kept.moves))?;
        }
        integrity(ctx)
    }
}

/// Plays several games by turns until the server does not answer.
fn play_on(games: &mut [Match], address: std::net::SocketAddr, refused: &Mutex<Vec<u16>>) {
    while games.iter().any(|game| game.acknowledged < game.moves.len()) {
        for game in games.iter_mut().filter(|game| game.acknowledged < game.moves.len()) {
            match game.play(address) {
                Some(200) => {}
                // Too fast.
                Some(429) => std::thread::sleep(Duration::from_millis(20)),
                Some(status) => {
                    if let Ok(mut refused) = refused.lock() {
                        refused.push(status);
                    }
                    return;
                }
                None => return,
            }
        }
    }
}

/// SQLite finds nothing wrong with the file.
pub fn integrity(ctx: &Ctx) -> Result<(), String> {
    let look = || {
        let connection = rusqlite::Connection::open(ctx.path("henge.db"))?;
        connection.query_row("PRAGMA integrity_check", [], |row| row.get::<_, String>(0))
    };
    match look() {
        Ok(verdict) if verdict == "ok" => Ok(()),
        Ok(verdict) => Err(format!("henge.db: {verdict}")),
        Err(error) => Err(format!("henge.db: {error}")),
    }
}

/// `henge serve`, killed while bots think: every bot goes on.
pub struct Thinking;

impl Subject for Thinking {
    fn name(&self) -> &'static str {
        "kill-bots"
    }

    fn about(&self) -> &'static str {
        "`serve` with bots that think, kill -9"
    }

    fn round(&self, ctx: &mut Ctx) -> Result<(), String> {
        let mut server = Server::start(ctx)?;
        let mut games = Vec::new();
        for i in 0..4 {
            let bot = ctx.pick(&["mcts:nodes=4000", "alphabeta:depth=2", "random"]);
            games.push(Match::begin(ctx, server.address, &format!("player{i}"), Some(bot))?);
        }
        let mut seen: Vec<Vec<String>> = vec![Vec::new(); games.len()];
        for _ in 0..3 {
            for (game, seen) in games.iter().zip(&mut seen) {
                let free = game.moves.iter().find(|mv| !seen.contains(mv));
                let mv = free.ok_or("no move is left")?.clone();
                if game.send(server.address, seen.len(), &mv) != Some(200) {
                    return Err(format!("game {} does not take {mv}", game.id));
                }
                seen.push(mv);
            }
            std::thread::sleep(Duration::from_millis(ctx.below(300)));
            server.talk.kill()?;
            ctx.fault();
            server = Server::start(ctx)?;
            let began = Instant::now();
            for (game, seen) in games.iter().zip(&mut seen) {
                loop {
                    let there = game.look(server.address)?;
                    if !there.starts_with(seen.as_slice()) {
                        return Err(format!("{seen:?} was acknowledged, there is {there:?}"));
                    }
                    if there.len() > seen.len() {
                        *seen = there;
                        break;
                    }
                    if began.elapsed() > table::SOON {
                        return Err(format!("the bot of game {} does not go on", game.id));
                    }
                    std::thread::sleep(Duration::from_millis(40));
                }
            }
            ctx.note("bots went on", games.len() as u64);
        }
        server.stop()?;
        integrity(ctx)
    }
}
