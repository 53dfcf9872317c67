//! Players that others have written, in any language, for any game: programs that read and write lines
//! of JSON.
//!
//! The program is started when it is asked for its first move, and plays one game after another: the
//! first question of a game says so. One that does not answer in time, plays what is not legal, or ends by
//! itself is ended, and the game with it: there is an error, and never a wait without an end.
//!
//! ```text
//! > {"henge":1,"game":"hex:size=5"}
//! < {"name":"my player"}
//! > {"new_game":true,"turn":"first","setup":null,"position":"…","moves":["c3","b2"],"legal":["a1","a2"],"time":1.0}
//! < {"move":"b3","score":12}
//! > {"quit":true}
//! ```

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use henge_core::erased::{BotError, DynBot, DynMatch, Line, Task, Thought};
use henge_core::spec::{Options, Param, SpecError, Values};
use henge_core::{Player, Score, ScoreKind, Turn};
use serde_json::{Value, json};

use crate::Waiting;
use crate::engines::stricter;
use crate::process::{Outsider, Process, Terms, answer, with_terms};

/// The options by which the bot is named: `external:command=python3 player.py`.
pub const PARAMS: &[Param] = &with_terms::<1, 7>([Param::new(
    "command",
    "",
    Values::Command,
    "the program and its arguments",
)]);

/// The version of what is spoken.
const VERSION: u32 = 1;
/// What a program gets that nobody limits.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// A program as a bot.
pub struct External {
    game: String,
    program: Outsider,
    /// Nothing has been asked in this game.
    is_new: bool,
}

impl External {
    /// The bot as its options describe it, for the game of that name, with the programs that wait to play
    /// it. Nothing is started yet.
    pub fn new(
        game: &str,
        options: &Options,
        waiting: &Waiting<Vec<String>, Process>,
    ) -> Result<External, SpecError> {
        let program = Outsider::new(options, |command| Ok(command.to_vec()), waiting)?;
        Ok(External { game: game.into(), program, is_new: true })
    }
}

/// A question for a move.
struct Question<'a, 'b> {
    table: &'a dyn DynMatch,
    task: &'a Task<'b>,
    terms: Terms,
    is_new: bool,
}

impl Question<'_, '_> {
    fn ask(&self, process: &mut Process) -> Result<Thought, String> {
        let Question { table, task, terms, .. } = self;
        let limits = stricter(terms.limits, task.limits, DEFAULT_TIME);
        let time = limits.time_for_move();
        let legal: Vec<String> = table.moves().into_iter().map(|mv| mv.text).collect();
        let turn = match table.turn() {
            Turn::Player(Player::Second) => "second",
            _ => "first",
        };
        process.say(json!({
            "new_game": self.is_new,
            "turn": turn,
            "setup": table.setup(),
            "position": table.position(),
            "moves": table.history(),
            "legal": legal,
            "time": time.map(|time| time.as_secs_f64()),
            "nodes": limits.nodes,
            "depth": limits.depth,
        }));
        let until = Instant::now() + time.unwrap_or(terms.patience) + terms.grace;
        let stopped = || task.stop.load(Ordering::Relaxed);
        thought(*table, &answer(process, until, &stopped, "moved", |line| object(line).map(Ok))?)
    }
}

/// What a program means that was asked for its move at this table and has said this line: nothing if
/// the line is no object, and so for people, or the move, or why that is none.
pub fn read_answer(table: &dyn DynMatch, line: &str) -> Option<Result<Thought, String>> {
    object(line).map(|said| thought(table, &said))
}

fn thought(table: &dyn DynMatch, said: &Value) -> Result<Thought, String> {
    let mv = said["move"].as_str().ok_or_else(|| {
        format!("it said {said}, and {{\"move\":…}} with one of the legal moves is expected")
    })?;
    let mut next = table.fork();
    next.play(mv).map_err(|error| format!("it played {mv:?}: {error}"))?;
    // As the game writes it.
    let mv = next.history().pop().unwrap_or_else(|| mv.into());
    let score = said["score"].as_f64().filter(|score| score.is_finite());
    let score = score.map(|score| (Score::estimate(score as i64), ScoreKind::Estimate));
    let why = said["why"].as_str().map(String::from).into_iter().collect();
    let line = Line { score, moves: vec![mv] };
    Ok(Thought { lines: vec![line], why, ..Thought::default() })
}

fn object(line: &str) -> Option<Value> {
    serde_json::from_str::<Value>(line).ok().filter(Value::is_object)
}

impl DynBot for External {
    fn name(&self) -> &str {
        &self.program.name
    }

    fn think(&mut self, table: &dyn DynMatch, task: Task<'_>) -> Result<Thought, BotError> {
        if !matches!(table.turn(), Turn::Player(_)) {
            return Err(BotError::NoDecision("it is nobody's turn"));
        }
        let (terms, is_new) = (self.program.terms, self.is_new);
        self.is_new = false;
        let question = Question { table, task: &task, terms, is_new };
        let game = &self.game;
        let get_ready = |process: &mut Process, until| {
            process.say(json!({ "henge": VERSION, "game": game }));
            // Whatever it says of itself will do.
            answer(process, until, &|| false, "greeted", |line| object(line).map(|_| Ok(())))
        };
        let farewell = "{\"quit\":true}";
        self.program.ask("the player", farewell, get_ready, |process| question.ask(process))
    }
}
