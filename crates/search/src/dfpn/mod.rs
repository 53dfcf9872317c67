//! Depth-first proof-number search: can a player reach this many points, yes or no?
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
//!
//! **Knowledge.** An evaluation leaves out moves that cannot matter, and has those tried last that do not
//! seem promising; what it thinks of positions is not asked for. Nothing that is proved rests on more than
//! its word that a move cannot matter.
//!
//! **Threats.** [`Threats`] looks for wins in which every move threatens something: a search of its own, on a much
//! smaller tree.
//!
//! **Threads** share the table and go down the tree together. Where others are at a move it counts as
//! harder than it is, so that they part where the choice is close (after Kaneko 2010).

mod proof_table;
mod threats;
mod tree;

use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use henge_core::{
    Eval, Game, Limits, NoEval, NoMemory, Outcome, Player, Score, ScoreKind, Turn, mix64,
};

use crate::alphabeta::{STACK, share_out};
use crate::clock::{Clock, Shared};
use crate::team::Team;
use crate::{Line, Report, Task};
use proof_table::{INFINITE, Numbers, ProofTable};
pub use threats::{ByThreats, Threats};
use tree::{Buffers, Common, FREE, Sum, Tree};

/// No line is followed further; a search that comes so far gives up.
pub const MAX_PLIES: u32 = 1000;

/// Can `player` get at least this many points? 1 asks for a win, 0 for a draw at least, and -1, where
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

/// How a [`Dfpn`] is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The size of the table, rounded down to a power of two.
    pub table_bytes: usize,
    /// How many threads search together. With more than one a search does not repeat exactly, and a limit of
    /// nodes is shared out between them. 0 is taken as 1.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { table_bytes: 64 << 20, threads: 1 }
    }
}

/// Asks one question, with a table of 64 MiB and no knowledge but the rules.
pub fn prove<G: Game>(
    game: &G,
    pos: &G::Position,
    player: Player,
    at_least: i32,
    task: Task<'_, G::Move>,
) -> Finding<G::Move> {
    Dfpn::with(Options::default()).prove(game, pos, Question { player, at_least }, &NoEval, task)
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
/// use henge_core::{Game, Limits, NoEval, Player};
/// use henge_search::Task;
/// use henge_search::dfpn::{Answer, Dfpn, Question};
/// use henge_testkit::games::Boxes;
///
/// let game = Boxes::default();
/// let question = Question { player: Player::First, at_least: 1 };
/// let task = Task::new(Limits::NONE);
/// let found = Dfpn::new(1 << 20).prove(&game, &game.start(), question, &NoEval, task);
/// assert_eq!(found.answer, Answer::Proved);
/// ```
pub struct Dfpn<G: Game> {
    table: ProofTable,
    /// One for each thread.
    buffers: Vec<Buffers<G>>,
    team: Team,
    most_points: u8,
}

/// A position with its rules and what is known of moves.
struct Asked<'a, G: Game, E> {
    game: &'a G,
    eval: &'a E,
    pos: &'a G::Position,
}

impl<G: Game> Dfpn<G> {
    /// A prover with a table of the given size in bytes and one thread. Ends the program if memory runs out.
    pub fn new(table_bytes: usize) -> Self {
        Self::with(Options { table_bytes, ..Options::default() })
    }

    /// A prover with all options. Ends the program if memory runs out.
    pub fn with(options: Options) -> Self {
        Self::try_with(options).unwrap_or_else(NoMemory::give_up)
    }

    /// A prover with all options, if there is enough memory.
    pub fn try_with(options: Options) -> Result<Self, NoMemory> {
        const { assert!(!G::CHANCE, "what the dice decide cannot be proved") }
        let table = ProofTable::new(options.table_bytes)?;
        let buffers = (0..options.threads.max(1)).map(|_| Buffers::default()).collect();
        Ok(Dfpn { table, buffers, team: Team::new(), most_points: G::MOST_POINTS })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.most_points = G::MOST_POINTS;
    }

    /// Answers one question. `task.n_lines` is of no importance.
    ///
    /// The table remembers what was proved with the evaluation's help: call [`Dfpn::clear`] before another one
    /// helps, if you do not trust the first.
    pub fn prove<E: Eval<G>>(
        &mut self,
        game: &G,
        pos: &G::Position,
        question: Question,
        eval: &E,
        task: Task<'_, G::Move>,
    ) -> Finding<G::Move> {
        let shared = Shared::default();
        let mut clocks = self.clocks(task.limits, task.stop, &shared);
        let (depth, asked) = (task.limits.depth, Asked { game, eval, pos });
        let (answer, line) = self.ask(&asked, question, depth, &mut clocks, task.progress);
        let (nodes, elapsed) = spent(&mut clocks);
        Finding { answer, line, nodes, elapsed }
    }

    /// A clock for each thread, that of the main one first.
    fn clocks<'a>(
        &self,
        limits: Limits,
        stop: &'a AtomicBool,
        shared: &'a Shared,
    ) -> Vec<Clock<'a>> {
        let threads = self.buffers.len();
        let (limits, helpers) = share_out(limits, threads as u64);
        let main = Clock::new(limits, stop, shared, Duration::ZERO);
        let helper = |_| Clock::helper(helpers, stop, shared);
        std::iter::once(main).chain((1..threads).map(helper)).collect()
    }

    /// Finds out what the position is worth to the player to move, one question after the other:
    /// first for a win, then for a draw, and for more or fewer points where wins can count more.
    ///
    /// A draw is `Proved`. Of wins and losses the points are certain but the number of plies is not,
    /// so their scores are bounds: `AtLeast` the slowest win and `AtMost` the slowest loss, both of
    /// as many points as it is. Whatever is known when a limit is reached is said the same way. The
    /// report is `complete` when the points are certain.
    pub fn value<E: Eval<G>>(
        &mut self,
        game: &G,
        pos: &G::Position,
        eval: &E,
        task: Task<'_, G::Move>,
    ) -> Report<G::Move> {
        let Turn::Player(player) = game.turn(pos) else {
            return Report { complete: true, ..Report::default() };
        };
        let shared = Shared::default();
        let mut clocks = self.clocks(task.limits, task.stop, &shared);
        let asked = Asked { game, eval, pos };
        let mut line = Vec::new();
        // What the value is known to reach, and what it is known not to.
        let (mut low, mut high) = (None, None);
        let mut next = 1;
        loop {
            let question = Question { player, at_least: next };
            let depth = task.limits.depth;
            let (answer, found) =
                self.ask(&asked, question, depth, &mut clocks, &mut *task.progress);
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
        let (nodes, elapsed) = spent(&mut clocks);
        let mut report = Report { nodes, elapsed, ..report(&line, &clocks[0], &self.table) };
        (report.lines[0].score, report.lines[0].kind) = (score, kind);
        report.complete = low == high;
        (task.progress)(&report);
        report
    }

    fn ask<E: Eval<G>>(
        &mut self,
        &Asked { game, eval, pos }: &Asked<'_, G, E>,
        question: Question,
        depth: Option<u32>,
        clocks: &mut [Clock<'_>],
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> (Answer, Vec<G::Move>) {
        if let Turn::Over(outcome) = game.turn(pos) {
            let holds = outcome.points_for(question.player) >= question.at_least;
            return (if holds { Answer::Proved } else { Answer::Disproved }, Vec::new());
        }
        self.table.grow_older();
        self.team.clear();
        // Games mix small numbers into their keys, so the salt begins with a number that no game
        // uses (the root of two): else the salts of two questions could undo two positions.
        let side = (question.player.index() as u64) << 32;
        let salt = mix64(0x6a09_e667_f3bc_c908 ^ u64::from(question.at_least as u32) ^ side);
        let team = (self.buffers.len() > 1).then_some(&self.team);
        let common = Common::new(team, self.most_points);
        let most_plies = depth.unwrap_or(MAX_PLIES).min(MAX_PLIES) as usize;
        let table = &self.table;
        let setting =
            Setting { game, eval, pos, table, common: &common, salt, question, most_plies };
        let (main, helpers) = self.buffers.split_first_mut().expect("there is a main thread");
        let (clock, clocks) = clocks.split_first_mut().expect("it has a clock");
        // Whoever finds the answer, the line is in his buffers.
        let found = if helpers.is_empty() {
            setting.search(main, clock, progress).then_some(&mut *main)
        } else {
            thread::scope(|scope| {
                let started: Vec<_> = helpers
                    .iter_mut()
                    .zip(clocks)
                    .filter_map(|(buffers, clock)| {
                        let setting = &setting;
                        let help =
                            move || setting.search(buffers, clock, &mut |_| {}).then_some(buffers);
                        // Where the system has no more threads there is less help.
                        thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help).ok()
                    })
                    .collect();
                let own = setting.search(main, clock, progress);
                // A helper that panics has no answer; `scope` passes the panic on.
                let others = started.into_iter().filter_map(|helper| helper.join().ok().flatten());
                // All are waited for, whoever was first.
                others.fold(own.then_some(&mut *main), |first, other| first.or(Some(other)))
            })
        };
        self.most_points = common.most_points();
        let (answer, buffers) = match (common.answer(), found) {
            (Some(true), Some(buffers)) => (Answer::Proved, buffers),
            (Some(false), Some(buffers)) => (Answer::Disproved, buffers),
            _ => (Answer::Unknown, &mut self.buffers[0]),
        };
        let line = setting.tree(buffers, clock, progress).line(pos.clone(), answer);
        (answer, line)
    }
}

/// Nodes and time of all.
fn spent(clocks: &mut [Clock<'_>]) -> (u64, Duration) {
    // The helpers tell of their last nodes.
    clocks[1..].iter_mut().for_each(|clock| _ = clock.look());
    (clocks[0].nodes(), clocks[0].elapsed())
}

/// What all threads of a question have in common.
struct Setting<'a, G: Game, E> {
    game: &'a G,
    eval: &'a E,
    pos: &'a G::Position,
    table: &'a ProofTable,
    common: &'a Common<'a>,
    salt: u64,
    question: Question,
    most_plies: usize,
}

impl<G: Game, E: Eval<G>> Setting<'_, G, E> {
    fn tree<'t, 'c>(
        &'t self,
        buffers: &'t mut Buffers<G>,
        clock: &'t mut Clock<'c>,
        progress: &'t mut dyn FnMut(&Report<G::Move>),
    ) -> Tree<'t, 'c, G, E> {
        let Setting { game, eval, pos, table, common, salt, question, most_plies } = *self;
        buffers.reset();
        let (state, next_report, is_deep) = (eval.begin(game, pos), 1 << 16, false);
        Tree {
            game,
            eval,
            state,
            table,
            buffers,
            common,
            salt,
            clock,
            question,
            most_plies,
            is_deep,
            progress,
            next_report,
        }
    }

    /// Searches until somebody knows the answer; says whether this thread does.
    fn search(
        &self,
        buffers: &mut Buffers<G>,
        clock: &mut Clock<'_>,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> bool {
        buffers.forget_root();
        let mut tree = self.tree(buffers, clock, progress);
        let key = self.game.key(self.pos) ^ self.salt;
        let open = Numbers { proof: INFINITE, disproof: INFINITE };
        let (numbers, _) = tree.search(&mut self.pos.clone(), key, 0, open);
        let knows = numbers.is_settled() && !tree.is_stopped_itself();
        if knows {
            self.common.settle(numbers == Numbers::PROVED);
        }
        knows
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

impl<G: Game, E: Eval<G>> Tree<'_, '_, G, E> {
    /// How the game may go on, as far as the table knows.
    fn line(&mut self, mut pos: G::Position, answer: Answer) -> Vec<G::Move> {
        let mut line = Vec::new();
        // What the root has found out is still in its buffer, unless it was never entered.
        let mut kids = self.buffers.plies.first_mut().map(std::mem::take).unwrap_or_default();
        if kids.is_empty() {
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
            self.play(&mut pos, kid.mv);
            let key = self.game.key(&pos);
            let again = seen.contains(&key) || kid.tied != FREE;
            seen.push(key);
            let over = matches!(self.game.turn(&pos), Turn::Over(_));
            if over || answer == Answer::Unknown || again || line.len() >= self.most_plies {
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
