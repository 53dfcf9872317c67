use henge::erased::{DynBot, Thought};
use henge::record::{self, Record};
use henge::table::{Adjudication, Dice};
use henge::{
    Clock, Ended, Limits, Outcome, Playable, Player, Referee, ScoreKind, Solve, Terms, mix64,
};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::ArenaError;
use crate::opening::Opening;

/// How much a bot may spend on a move. With nodes alone, games repeat exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Allowance {
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Wall-clock time in milliseconds.
    pub milliseconds: Option<u64>,
    /// A clock for the whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<GameClock>,
}

/// The clock that each player has for a game; who needs more time has lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameClock {
    /// What it shows at the start, in milliseconds.
    pub milliseconds: u64,
    /// What is added after every move.
    pub increment: u64,
}

impl Allowance {
    /// The clock as engines take it.
    fn clock(self) -> Option<Clock> {
        self.clock.map(|clock| Clock {
            left: Duration::from_millis(clock.milliseconds),
            increment: Duration::from_millis(clock.increment),
        })
    }

    /// The limits of a move as engines take them.
    pub fn limits(self) -> Limits {
        Limits {
            nodes: self.nodes,
            time: self.milliseconds.map(Duration::from_millis),
            ..Limits::NONE
        }
    }
}

/// The size of a referee's table.
const REFEREE_TABLE: usize = 16 << 20;

/// One game to be played: everything that decides about it, so that it can be run anywhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Its place in the contest, from 0. Games 2n and 2n + 1 are a pair.
    pub number: u64,
    /// The round it belongs to, from 0.
    pub round: usize,
    /// The name of the game.
    pub game: String,
    /// The bots, who moves first at the start of the game first.
    pub bots: [String; 2],
    /// What is played before they take over.
    pub opening: Opening,
    /// What decides about dice; both games of a pair have the same.
    pub seed: u64,
    /// What each may spend on a move.
    pub allowance: Allowance,
    /// When bots end the game before the board does.
    #[serde(rename = "manners", with = "crate::adjudication")]
    pub adjudication: Adjudication,
    /// A game ends when its outcome can be proved within this many positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<u64>,
    /// What is written down of each thought.
    #[serde(default, skip_serializing_if = "Comments::are_none")]
    pub comments: Comments,
}

/// What a record says about each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comments {
    /// Nothing: games of bots that are limited in nodes are the same bytes again and again.
    #[default]
    None,
    /// The score from the mover's side, the depth, the positions visited, and the seconds.
    Thoughts,
}

impl Comments {
    /// Is nothing said?
    pub(crate) fn are_none(&self) -> bool {
        *self == Comments::None
    }
}

/// What a bot draws its chances from: each seat of each game has its own.
pub(crate) fn seed_of_bot(seed: u64, number: u64, seat: u64) -> u64 {
    mix64(seed ^ mix64(2 * number + seat + 1))
}

/// What a bot thought before a move.
fn comment(thought: &Thought, time: Duration) -> String {
    let mut words = Vec::new();
    if let Some((score, kind)) = thought.lines.first().and_then(|line| line.score) {
        words.push(match kind {
            ScoreKind::AtLeast => format!("score {score} or more"),
            ScoreKind::AtMost => format!("score {score} or less"),
            _ => format!("score {score}"),
        });
    }
    if thought.depth > 0 {
        words.push(format!("depth {}", thought.depth));
    }
    words.push(format!("nodes {}", thought.nodes));
    words.push(format!("time {:.3}", time.as_secs_f64()));
    words.join(", ")
}

/// A job done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The number of the job.
    pub number: u64,
    /// How the game ended.
    pub outcome: Outcome,
    /// The game.
    pub record: Record,
    /// How long it took to make the bots, and how long they have thought; nothing where that is not known, as in a journal.
    pub thinking: Duration,
}

impl Job {
    /// Plays the game. Once `stop` is raised bots hurry, and the result should not be counted.
    pub fn play(&self, game: &Playable, stop: &AtomicBool) -> Result<Played, ArenaError> {
        let table = self.opening.table(&**game.rules())?;
        // Dice are those of the pair, the choices of bots are each game's own: what a bot does by
        // chance is part of its play and no part of the opening.
        let seed = |seat: u64| seed_of_bot(self.seed, self.number, seat);
        let began = Instant::now();
        let mut first = game.seeded_bot(&self.bots[0], seed(0))?;
        let mut second = game.seeded_bot(&self.bots[1], seed(1))?;
        // A player who lays out a large table takes that time for itself.
        let making = began.elapsed();
        let bots: [&mut dyn DynBot; 2] = [&mut *first, &mut *second];
        let mut comments = Vec::new();
        let mut note = |ply: usize, thought: &Thought, time: Duration| {
            comments.push((ply, comment(thought, time)));
        };
        let terms = Terms {
            limits: self.allowance.limits(),
            clock: self.allowance.clock(),
            adjudication: self.adjudication,
            referee: self.referee(game)?,
            stop,
            dice: Dice::new(self.seed),
            heard: (!self.comments.are_none()).then_some(&mut note),
        };
        let Ended { ending, thinking, table } = henge::play_game(table, bots, terms)?;
        let mut record = Record::from_match(&**game.rules(), &*table);
        record.set_tag("First", &self.bots[0]);
        record.set_tag("Second", &self.bots[1]);
        record.set_tag("Round", format!("{}.{}", self.round + 1, self.number + 1));
        if !self.comments.are_none() {
            record.set_tag("Seed", self.seed.to_string());
            for (ply, comment) in comments {
                // A bot that resigned has thought about a move that was not made.
                if let Some(node) = record.line.nodes.get_mut(ply) {
                    node.comment = Some(comment);
                }
            }
        }
        record.set_ending(Some(ending));
        let outcome = ending.outcome;
        Ok(Played { number: self.number, outcome, record, thinking: making + thinking })
    }

    /// Who proves how the game will end, if somebody is to.
    fn referee(&self, game: &Playable) -> Result<Option<Referee>, ArenaError> {
        let (Some(nodes), Some(solving)) = (self.adjudicate, game.ability::<dyn Solve>()) else {
            return Ok(None);
        };
        Ok(Some(Referee { solver: solving.solver(REFEREE_TABLE)?, nodes }))
    }
}

impl Played {
    /// The points for who moved first.
    pub fn points(&self) -> i32 {
        self.outcome.points_for(Player::First)
    }

    /// As one line of a journal.
    pub(crate) fn write(&self) -> String {
        let line =
            Line { number: self.number, record: record::write(std::slice::from_ref(&self.record)) };
        serde_json::to_string(&line).expect("plain text and a number")
    }

    /// Reads such a line; `None` if it is none.
    pub(crate) fn read(text: &str) -> Option<Played> {
        let line: Line = serde_json::from_str(text).ok()?;
        let record = record::read(&line.record).ok()?.pop()?;
        Some(Played {
            number: line.number,
            outcome: record.result?,
            record,
            thinking: Duration::ZERO,
        })
    }
}

#[derive(Serialize, Deserialize)]
struct Line {
    number: u64,
    record: String,
}
