//! Games of Hex at the keyboard and over HTTP, and what the program has kept of them.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use rand::RngExt;
use rustix::process::Signal;
use serde_json::{Value, json};

use super::http::{self, Answer};
use super::program::{Call, Henge, Talk};
use super::subject::Ctx;

/// Long enough that no test ends a game before its time.
pub const GAME: &str = "hex:size=11";
/// Of the 121 moves, so many are far from the end of a game.
pub const MOST_MOVES: usize = 60;

/// How long to wait for anything that should come at once.
pub const SOON: Duration = Duration::from_secs(60);

/// The moves of a game, all different, in any order.
pub fn moves(ctx: &mut Ctx) -> Vec<String> {
    // Nobody wins without the last row and the last column: a fast machine plays all of them.
    let site = |i: u8| format!("{}{}", char::from(b'a' + i % 10), i / 10 + 1);
    let mut all: Vec<String> = (0..100).map(site).collect();
    for i in (1..all.len()).rev() {
        all.swap(i, ctx.rng.random_range(0..=i));
    }
    all.truncate(MOST_MOVES);
    all
}

/// A game that the program has kept.
pub struct Kept {
    /// Who plays first.
    pub first: String,
    /// What was played.
    pub moves: Vec<String>,
}

/// All games in a home, as anybody gets them: by `henge games --export`.
pub fn kept_in(henge: &Henge, home: &Path, io: &Path) -> Result<Vec<Kept>, String> {
    henge.call(io, "games --export kept.henge").home(home).succeed()?;
    records(henge.call(io, "convert kept.henge --to json").home(home))
}

/// The games in a record of this round.
pub fn read_records(ctx: &Ctx, file: &str) -> Result<Vec<Kept>, String> {
    records(ctx.call(&format!("convert {file} --to json")))
}

fn records(convert: Call) -> Result<Vec<Kept>, String> {
    let ended = convert.succeed()?;
    let games: Value = serde_json::from_str(&ended.out).map_err(|error| error.to_string())?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let kept = |game: &Value| {
        let moves = game["moves"].as_array().into_iter().flatten();
        let moves = moves.map(|mv| text(&mv["move"])).collect();
        Kept { first: text(&game["tags"]["First"]), moves }
    };
    Ok(games.as_array().into_iter().flatten().map(kept).collect())
}

/// All games of this round.
pub fn kept(ctx: &Ctx) -> Result<Vec<Kept>, String> {
    kept_in(ctx.henge, &ctx.folder, &ctx.io)
}

/// How often it has asked for a move or a word.
pub fn asked(printed: &str) -> usize {
    printed.matches("> ").count()
}

/// Types a line at the keyboard and waits until the next one is asked for. One question comes first, and
/// one after every line: otherwise nobody knows which lines were read.
pub fn type_line(table: &mut Talk, line: &str) -> Result<(), String> {
    let questions = |table: &Talk| match asked(&table.heard()) {
        n if n == 1 + table.said() => Ok(()),
        n => Err(format!("{n} questions and {} lines at \"{line}\"", table.said())),
    };
    questions(table)?;
    table.say(line);
    let wanted = 1 + table.said();
    match table.hear(SOON, |printed| asked(printed) >= wanted) {
        true => questions(table),
        false => Err(format!("no answer to \"{line}\": {}", table.running.errors())),
    }
}

/// Begins a game of two people at the keyboard, or goes on with one.
pub fn sit_down(ctx: &Ctx, words: &str) -> Result<Talk, String> {
    let table = ctx.call(words).talk()?;
    match table.hear(SOON, |printed| asked(printed) > 0) {
        true => Ok(table),
        false => Err(format!("henge {words} does not begin: {}", table.running.errors())),
    }
}

/// The words that begin a game of two people.
pub fn new_game() -> String {
    format!("play {GAME} --first human --second human")
}

/// A server.
pub struct Server {
    /// The process.
    pub talk: Talk,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Server {
    /// Starts one in the folder of the round.
    pub fn start(ctx: &Ctx) -> Result<Server, String> {
        Server::begin(ctx.call("serve --port 0"))
    }

    /// Starts one and waits until it listens.
    pub fn begin(call: Call) -> Result<Server, String> {
        let talk = call.talk()?;
        if !talk.hear(SOON, |printed| printed.matches('\n').count() > 0) {
            return Err(format!("serve does not begin: {}", talk.running.errors()));
        }
        let heard = talk.heard();
        let address = heard.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.and_then(|address| address.parse().ok());
        let address = address.ok_or_else(|| format!("serve says no address: {heard}"))?;
        Ok(Server { talk, address })
    }

    /// Ends it politely.
    pub fn stop(self) -> Result<(), String> {
        self.talk.running.signal(Signal::TERM);
        let ended = self.talk.leave()?;
        ended.crash().map_or(Ok(()), |crash| Err(format!("serve at its end: {crash}")))
    }
}

/// A game on a server, and what its server has acknowledged.
pub struct Match {
    /// Its name.
    pub id: String,
    /// The keys of both seats.
    pub tokens: [Option<String>; 2],
    /// What will be played.
    pub moves: Vec<String>,
    /// So many of them were answered with 200.
    pub acknowledged: usize,
}

impl Match {
    /// Begins a game on which both seats are ours, or only the first, if there is a bot.
    pub fn begin(
        ctx: &mut Ctx,
        address: SocketAddr,
        name: &str,
        bot: Option<&str>,
    ) -> Result<Match, String> {
        let moves = moves(ctx);
        let second = match bot {
            Some(bot) => json!({ "kind": "bot", "bot": bot }),
            None => json!({ "kind": "human" }),
        };
        let seats = json!([{ "kind": "human", "name": name }, second]);
        let body = json!({ "game": GAME, "seats": seats });
        let answer = http::ask(address, "POST", "/matches", None, Some(&body));
        let Some(Answer { status: 201, body }) = answer else {
            return Err(format!("no game begins: {answer:?}"));
        };
        let text = |value: &Value| value.as_str().map(String::from);
        let tokens = ["first", "second"].map(|seat| text(&body["tokens"][seat]));
        let id = text(&body["state"]["id"]).ok_or("a game without a name")?;
        Ok(Match { id, tokens, moves, acknowledged: 0 })
    }

    /// Plays the next move; answers with the status, or nothing if no answer came.
    pub fn play(&mut self, address: SocketAddr) -> Option<u16> {
        let ply = self.acknowledged;
        let status = self.send(address, ply, &self.moves[ply]);
        if status == Some(200) {
            self.acknowledged += 1;
        }
        status
    }

    /// Sends a move.
    pub fn send(&self, address: SocketAddr, ply: usize, mv: &str) -> Option<u16> {
        let body = json!({ "move": mv, "ply": ply });
        let token = self.tokens[ply % 2].as_deref();
        let path = format!("/matches/{}/moves", self.id);
        http::ask(address, "POST", &path, token, Some(&body)).map(|answer| answer.status)
    }

    /// The moves as the server shows them.
    pub fn look(&self, address: SocketAddr) -> Result<Vec<String>, String> {
        let answer = http::ask(address, "GET", &format!("/matches/{}", self.id), None, None);
        let Some(Answer { status: 200, body }) = answer else {
            return Err(format!("the game cannot be seen: {answer:?}"));
        };
        let moves = body["moves"].as_array().into_iter().flatten();
        Ok(moves.filter_map(|mv| mv["text"].as_str()).map(String::from).collect())
    }

    /// What is there has everything that was acknowledged, and at most the one move more whose
    /// answer did not come.
    pub fn check(&self, there: &[String]) -> Result<(), String> {
        let n = self.acknowledged;
        let (is_ours, enough) = (self.moves.starts_with(there), there.len() >= n);
        if is_ours && enough && there.len() <= n + 1 {
            return Ok(());
        }
        let sent = &self.moves[..(n + 1).min(self.moves.len())];
        Err(format!("{n} moves acknowledged of {sent:?}; there are {there:?}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(script: &str) -> Talk {
        let folder = std::env::temp_dir();
        let table = Henge::new("sh".into()).call(&folder, "-c").arg(script).talk().unwrap();
        assert!(table.hear(SOON, |printed| asked(printed) > 0));
        table
    }

    #[test]
    fn a_line_is_read_when_one_more_is_asked_for() {
        let mut polite = table("printf '> '; while read x; do echo $x; printf '> '; done");
        for line in ["a1", "b2", "c3"] {
            type_line(&mut polite, line).unwrap();
        }
        assert_eq!(polite.kill().unwrap().out, "> a1\n> b2\n> c3\n> ");
        assert!(type_line(&mut table("printf '> '; read x"), "a1").is_err());
    }

    #[test]
    fn who_asks_twice_is_not_taken_at_its_word() {
        let mut hasty = table("printf '> > '; sleep 100");
        assert!(type_line(&mut hasty, "a1").is_err_and(|why| why.contains("2 questions")));
        let mut later = table("printf '> '; read x; printf '> > '; sleep 100");
        assert!(type_line(&mut later, "a1").is_err_and(|why| why.contains("3 questions")));
    }
}
