//! Depth-first proof-number search: can a player reach so many points, yes or no?
//!
//! The search always goes where the fewest leaves have to be settled to settle the question (Allis
//! 1994), depth first and with a table of bounded size instead of a tree in memory (Nagai 2002), and
//! stays there a little longer than it must (Pawlewicz and Lew 2007). It is at its best where one
//! side has few replies, and finds long forced wins that lie beyond every horizon.
//!
//! **Games with cycles.** A position that comes back on the way from the root is taken for what the
//! rules make of a repetition, a draw if they say nothing. A result that rests on this is tied to a
//! place on the path; it is remembered for itself only when the whole circle lies below the
//! position, and otherwise together with the path that led there (after Kishimoto and Müller 2004).
//! So a result never reaches a path on which it does not hold.

mod proof_table;
mod tree;

use std::time::Duration;

use henge_core::{Game, NoMemory, Outcome, Player, Score, ScoreKind, Turn, mix64};

use crate::clock::{Clock, Shared};
use crate::{Line, Report, Task};
use proof_table::{INFINITE, Numbers, ProofTable};
use tree::{Buffers, FREE, Sum, Tree, Trouble};

/// No line is followed further; a search that comes so far gives up.
pub const MAX_PLIES: u32 = 1000;

/// Can `player` get at least so many points? 1 asks for a win, 0 for a draw at least, and -1, where
/// a win can count two, for a plain loss at worst.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    /// Who.
    pub player: Player,
    /// As the player counts them; negative for losses.
    pub at_least: i32,
}

/// What came out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// Yes, whatever the opponent does.
    Proved,
    /// No: the opponent can prevent it.
    Disproved,
    /// A limit was reached, a line was too long, or repetitions mean one thing here and another
    /// there.
    Unknown,
}

/// An answer, and how the game may go on.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding<M> {
    /// Yes, no, or not known.
    pub answer: Answer,
    /// The first move is the one that settles the question, if the player to move can settle it in
    /// his favour, and else one that looks best; none only if the game is over. The rest is as far
    /// as the table remembers it, and not the shortest way.
    pub line: Vec<M>,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

/// Asks one question, with a table of 64 MiB.
pub fn prove<G: Game>(
    game: &G,
    pos: &G::Position,
    player: Player,
    at_least: i32,
    task: Task<'_, G::Move>,
) -> Finding<G::Move> {
    Dfpn::new(64 << 20).prove(game, pos, Question { player, at_least }, task)
}

/// A prover that remembers what it has found out, for any game without dice.
///
/// It belongs to one rules object; call [`Dfpn::clear`] when that changes. What it proves is as
/// certain as the keys of the positions, which have 64 bits. With a table much too small for the
/// question it may go on for ever without getting anywhere, so set a limit.
///
/// `Limits::depth` is the length of the longest line: a search that meets a longer one gives up.
///
/// ```
/// use henge_core::{Game, Limits, Player};
/// use henge_search::Task;
/// use henge_search::dfpn::{Answer, Dfpn, Question};
/// use henge_testkit::games::Boxes;
///
/// let game = Boxes::default();
/// let question = Question { player: Player::First, at_least: 1 };
/// let task = Task::new(Limits::NONE);
/// let found = Dfpn::new(1 << 20).prove(&game, &game.start(), question, task);
/// assert_eq!(found.answer, Answer::Proved);
/// ```
pub struct Dfpn<G: Game> {
    table: ProofTable,
    buffers: Buffers<G>,
    most_points: u8,
}

impl<G: Game> Dfpn<G> {
    /// A prover with a table of the given size in bytes. Ends the program if memory runs out.
    pub fn new(table_bytes: usize) -> Self {
        Self::try_new(table_bytes).unwrap_or_else(NoMemory::give_up)
    }

    /// A prover with a table of the given size in bytes, if there is enough memory.
    pub fn try_new(table_bytes: usize) -> Result<Self, NoMemory> {
        const { assert!(!G::CHANCE, "what the dice decide cannot be proved") }
        let table = ProofTable::new(table_bytes)?;
        Ok(Dfpn { table, buffers: Buffers::default(), most_points: G::MOST_POINTS })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.most_points = G::MOST_POINTS;
    }

    /// Answers one question. `task.n_lines` is of no importance.
    pub fn prove(
        &mut self,
        game: &G,
        pos: &G::Position,
        question: Question,
        task: Task<'_, G::Move>,
    ) -> Finding<G::Move> {
        let shared = Shared::default();
        let mut clock = Clock::new(task.limits, task.stop, &shared, Duration::ZERO);
        let depth = task.limits.depth;
        let (answer, line) = self.ask(game, pos, question, depth, &mut clock, task.progress);
        Finding { answer, line, nodes: clock.nodes(), elapsed: clock.elapsed() }
    }

    /// Finds out what the position is worth to the player to move, one question after the other:
    /// first for a win, then for a draw, and for more or fewer points where wins can count more.
    ///
    /// A draw is `Proved`. Of wins and losses the points are certain but the number of plies is not,
    /// so their scores are bounds: `AtLeast` the slowest win and `AtMost` the slowest loss, both of
    /// as many points as it is. Whatever is known when a limit is reached is said the same way. The
    /// report is `complete` when the points are certain.
    pub fn value(
        &mut self,
        game: &G,
        pos: &G::Position,
        task: Task<'_, G::Move>,
    ) -> Report<G::Move> {
        let Turn::Player(player) = game.turn(pos) else {
            return Report { complete: true, ..Report::default() };
        };
        let shared = Shared::default();
        let mut clock = Clock::new(task.limits, task.stop, &shared, Duration::ZERO);
        let mut line = Vec::new();
        // What the value is known to reach, and what it is known not to.
        let (mut low, mut high) = (None, None);
        let mut next = 1;
        loop {
            let question = Question { player, at_least: next };
            let depth = task.limits.depth;
            let (answer, found) =
                self.ask(game, pos, question, depth, &mut clock, &mut *task.progress);
            match answer {
                Answer::Proved => low = Some(next),
                Answer::Disproved => high = Some(next),
                Answer::Unknown => {}
            }
            // The move that reaches what can be reached is the one to play.
            if line.is_empty() || answer == Answer::Proved || low.is_none() {
                line = found;
            }
            let most = i32::from(self.most_points);
            next = match answer {
                Answer::Proved if next < most && high.is_none() => next + 1,
                Answer::Disproved if next > 1 - most && low.is_none() => next - 1,
                _ => break,
            };
        }
        let most = i32::from(self.most_points);
        let low = low.unwrap_or(-most);
        let high = high.map_or(most, |high| high - 1);
        let slowest = |points: i32| {
            let winner = if points > 0 { player } else { player.other() };
            let points = points.unsigned_abs() as u8;
            Score::of(Outcome::Win { winner, points }, player, SLOW)
        };
        let (score, kind) = match (low, high) {
            (0, 0) => (Score::DRAW, ScoreKind::Proved),
            (1.., _) => (slowest(low), ScoreKind::AtLeast),
            (_, ..=-1) => (slowest(high), ScoreKind::AtMost),
            (0, _) => (Score::DRAW, ScoreKind::AtLeast),
            (_, 0) => (Score::DRAW, ScoreKind::AtMost),
            _ => (Score::DRAW, ScoreKind::Estimate),
        };
        let mut report = report(&line, &clock, &self.table);
        (report.lines[0].score, report.lines[0].kind) = (score, kind);
        report.complete = low == high;
        (task.progress)(&report);
        report
    }

    fn ask(
        &mut self,
        game: &G,
        pos: &G::Position,
        question: Question,
        depth: Option<u32>,
        clock: &mut Clock<'_>,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> (Answer, Vec<G::Move>) {
        if let Turn::Over(outcome) = game.turn(pos) {
            let holds = outcome.points_for(question.player) >= question.at_least;
            return (if holds { Answer::Proved } else { Answer::Disproved }, Vec::new());
        }
        self.table.grow_older();
        // Games mix small numbers into their keys, so the salt begins with a number that no game
        // uses (the root of two): else the salts of two questions could undo two positions.
        let side = (question.player.index() as u64) << 32;
        let salt = mix64(0x6a09_e667_f3bc_c908 ^ u64::from(question.at_least as u32) ^ side);
        let mut tree = Tree {
            game,
            table: &mut self.table,
            buffers: &mut self.buffers,
            salt,
            clock,
            question,
            most_plies: depth.unwrap_or(MAX_PLIES).min(MAX_PLIES) as usize,
            comes_back: None,
            trouble: Trouble::None,
            most_points: self.most_points,
            progress,
            next_report: 1 << 16,
        };
        tree.buffers.reset();
        let mut root = pos.clone();
        let key = game.key(pos) ^ tree.salt;
        let open = Numbers { proof: INFINITE, disproof: INFINITE };
        let (numbers, _) = tree.search(&mut root, key, 0, open);
        let answer = match numbers {
            _ if tree.is_stopped() => Answer::Unknown,
            Numbers::PROVED => Answer::Proved,
            _ => Answer::Disproved,
        };
        tree.buffers.reset();
        let line = tree.line(pos.clone(), answer);
        self.most_points = tree.most_points;
        (answer, line)
    }
}

/// A win further off than this would look like one of fewer points.
const SLOW: u32 = 99_999;

fn report<M: Copy>(line: &[M], clock: &Clock<'_>, table: &ProofTable) -> Report<M> {
    let line = Line { score: Score::DRAW, kind: ScoreKind::Estimate, moves: line.to_vec() };
    Report {
        nodes: clock.nodes(),
        elapsed: clock.elapsed(),
        lines: vec![line],
        table_used_permille: table.used_permille(),
        ..Report::default()
    }
}

impl<G: Game> Tree<'_, '_, G> {
    /// How the game may go on, as far as the table knows.
    fn line(&mut self, mut pos: G::Position, answer: Answer) -> Vec<G::Move> {
        let mut line = Vec::new();
        // What the root has found out is still in its buffer, unless it was never entered.
        let mut kids = self.buffers.plies.first_mut().map(std::mem::take).unwrap_or_default();
        if !self.game.moves(&pos).map(Some).eq(kids.iter().map(|kid| Some(kid.mv))) {
            self.expand(&mut pos, &mut kids);
        }
        let mut seen = vec![self.game.key(&pos)];
        while let Turn::Player(mover) = self.game.turn(&pos) {
            let turn = mover != self.question.player;
            let wins = answer != Answer::Unknown && (answer == Answer::Proved) != turn;
            let best = if wins {
                kids.iter().find(|kid| kid.numbers.turned(turn).proof == 0)
            } else if answer == Answer::Unknown {
                kids.get(Sum::of(&kids, turn).best)
            } else {
                // All is lost; a move after which the game goes on puts it off.
                let lost = |kid: &&tree::Kid<G::Move>| kid.numbers.turned(turn).disproof == 0;
                let longer = |kid: &&tree::Kid<G::Move>| lost(kid) && kid.key != 0;
                kids.iter().find(longer).or_else(|| kids.iter().find(lost))
            };
            let Some(&kid) = best else { break };
            line.push(kid.mv);
            self.game.play(&mut pos, kid.mv);
            let key = self.game.key(&pos);
            let again = seen.contains(&key) || kid.tied != FREE;
            seen.push(key);
            if answer == Answer::Unknown || again || line.len() >= self.most_plies {
                break;
            }
            self.expand(&mut pos, &mut kids);
        }
        if let Some(place) = self.buffers.plies.first_mut() {
            *place = kids;
        }
        line
    }
}
