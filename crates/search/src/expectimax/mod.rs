//! Expectiminimax for games with dice: players choose, dice are averaged.
//!
//! Plain averaging must follow every roll. Ballard's two ways of cutting chance nodes off make use
//! of the fact that values are bounded (Ballard 1983, "The *-minimax search procedure for trees
//! containing chance nodes"; Hauk, Buro and Schaeffer 2004, "*-minimax performance in backgammon"):
//! [`Star::One`] stops when the rolls still to come cannot bring the mean back into the window, and
//! [`Star::Two`] first tries one move after each roll, which bounds what the roll is worth.

mod chance;
mod transposition_table;
mod tree;

use std::time::Duration;

use henge_core::{Eval, Game, NoMemory, Player, Score, ScoreKind, Turn};

use crate::clock::{Clock, Shared};
use crate::{Line, Mode, Report, Task};
use chance::Probes;
use transposition_table::{Sides, TranspositionTable};
use tree::{Buffers, Tree};

/// What one point is worth as a score in games with dice: a mean of outcomes is then a number of
/// ten-thousandths of a point. Evaluations of such games estimate on the same scale.
pub const POINT: i32 = 10_000;

/// No search goes deeper than this many plies, whatever its limits say: the table counts no further.
pub const MAX_DEPTH: u32 = 200;

/// How chance nodes are cut off. The answers are the same, the work is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Star {
    /// Not at all: every roll is searched with an open window.
    None,
    /// By bounds on the rolls to come (Star1).
    One,
    /// By bounds from a first move after each roll (Star2).
    #[default]
    Two,
}

/// How an [`Expectimax`] is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The size of the transposition table, rounded down to a power of two.
    pub table_bytes: usize,
    /// Whether `Eval::select` may leave out moves that only seem poor.
    pub mode: Mode,
    /// How chance nodes are cut off.
    pub star: Star,
}

impl Default for Options {
    fn default() -> Self {
        Options { table_bytes: 16 << 20, mode: Mode::Play, star: Star::Two }
    }
}

/// Expectiminimax with iterative deepening and a transposition table. Rolls of the dice are plies.
///
/// **What scores mean.** Where dice fall, a win is worth its points times [`POINT`], whenever it
/// comes, and a score is the mean of that: an average of decided scores is not a decided score.
/// Evaluations are cut to what the game can be won by. A score is `Proved` when every line that
/// matters was followed to the end of the game, so that the mean is exact but for rounding. In games
/// without dice scores are what they are everywhere else, and the plies to a win count.
///
/// A score of `n` plies is that of a plain search of `n` plies, whatever the table remembers:
/// entries answer for their own depth only. `Eval::stable` is not asked, and repetitions are not
/// counted. In games with cycles nothing is called proved.
///
/// An engine belongs to one rules object and one evaluation; call [`Expectimax::clear`] when either
/// changes.
///
/// ```
/// use henge_core::{Game, Limits, NoEval};
/// use henge_search::{Expectimax, Task};
/// use henge_testkit::games::DiceRace;
///
/// let game = DiceRace::new(3);
/// let task = Task::new(Limits::NONE);
/// let report = Expectimax::new(1 << 16).search(&game, &game.start(), &NoEval, task);
/// // The dice are to fall: there is a score, to the first player, but nothing to decide.
/// assert!(report.complete && report.best().is_none());
/// assert!(report.lines[0].score.0 > 0);
/// ```
pub struct Expectimax<G: Game> {
    options: Options,
    table: TranspositionTable,
    buffers: Buffers<G>,
    /// The moves at the root that no line has begun with yet follow those that have.
    moves: Vec<G::Move>,
    /// The lines of the iteration going on.
    lines: Vec<Line<G::Move>>,
    /// The lines of the last complete iteration, and what else there is to say.
    report: Report<G::Move>,
}

impl<G: Game> Expectimax<G> {
    /// An engine with a table of the given size in bytes. Ends the program if memory runs out.
    pub fn new(table_bytes: usize) -> Self {
        Self::with(Options { table_bytes, ..Options::default() })
    }

    /// An engine with all options. Ends the program if there is not so much memory.
    pub fn with(options: Options) -> Self {
        Self::try_with(options).unwrap_or_else(NoMemory::give_up)
    }

    /// An engine with all options, if there is memory for its table.
    pub fn try_with(options: Options) -> Result<Self, NoMemory> {
        Ok(Expectimax {
            options,
            table: TranspositionTable::new(options.table_bytes)?,
            buffers: Buffers::default(),
            moves: Vec::new(),
            lines: Vec::new(),
            report: Report::default(),
        })
    }

    /// Forgets everything; afterwards the engine is as new.
    pub fn clear(&mut self) {
        self.table.clear();
        self.buffers.most_points = 0;
    }

    /// Searches until a limit is reached, `task.stop` is set, or all lines are proved.
    ///
    /// Where the dice are to fall nobody decides: then there is one line without moves, with the
    /// score to the first player. Lines end before the first roll.
    pub fn search<E: Eval<G>>(
        &mut self,
        game: &G,
        pos: &G::Position,
        eval: &E,
        task: Task<'_, G::Move>,
    ) -> Report<G::Move> {
        self.table.grow_older();
        self.buffers.most_points = self.buffers.most_points.max(game.most_points());
        let turn = game.turn(pos);
        let me = match turn {
            Turn::Player(me) => me,
            Turn::Chance => Player::First,
            Turn::Over(_) => return Report { complete: true, ..Report::default() },
        };
        let shared = Shared::default();
        let mut tree = Tree {
            game,
            eval,
            table: &mut self.table,
            buffers: &mut self.buffers,
            clock: Clock::new(task.limits, task.stop, &shared, Duration::ZERO),
            options: self.options,
            root_player: me,
            seen_points: 0,
            probes: Probes::default(),
        };
        let first = tree.first_order(pos, turn, &mut self.moves);
        let n_lines = match turn {
            Turn::Player(_) => task.n_lines.clamp(1, self.moves.len().max(1)),
            _ => 1,
        };
        let report = &mut self.report;
        for lines in [&mut self.lines, &mut report.lines] {
            let blank =
                || Line { score: Score::DRAW, kind: ScoreKind::Estimate, moves: Vec::new() };
            lines.resize_with(n_lines, blank);
        }
        for (i, line) in report.lines.iter_mut().enumerate() {
            (line.score, line.kind) = (first, ScoreKind::Estimate);
            line.moves.clear();
            line.moves.extend(self.moves.get(i));
        }
        (report.depth, report.complete) = (0, false);

        let mut root = pos.clone();
        let most_depth = task.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        'deeper: for depth in 1..=most_depth {
            tree.clock.look();
            if tree.clock.is_stopped() {
                break;
            }
            tree.buffers.reserve(depth as usize);
            let mut i = 0;
            while i < n_lines {
                let value = match turn {
                    Turn::Player(_) => tree.root(&mut root, me, depth, &mut self.moves[i..]),
                    _ => Some(tree.child(&mut root, me, depth as i32, 0, tree.open())),
                };
                if tree.widen() {
                    // More points than the rules announced: what was cut off by them is in doubt.
                    i = 0;
                    continue;
                }
                let found = &tree.buffers.plies[0].line;
                if tree.clock.is_stopped() {
                    let news = found.first() != report.lines[0].moves.first();
                    let begun = value.filter(|_| i == 0 && news && !found.is_empty());
                    if let Some(value) = begun.map(|value| tree.rough(value)) {
                        let line = &mut self.lines[0];
                        line.moves.clone_from(found);
                        line.score = value.score;
                        // The moves not searched may be better still.
                        let proved = value.proof.has(Sides::LOWER);
                        line.kind = if proved { ScoreKind::AtLeast } else { ScoreKind::Estimate };
                    }
                    if let Turn::Player(_) = turn {
                        report.prefer(&self.lines[..i.max(usize::from(begun.is_some()))]);
                    }
                    break 'deeper;
                }
                let value = value.expect("every move was searched");
                let line = &mut self.lines[i];
                line.moves.clone_from(found);
                line.score = tree.rough(value).score;
                line.kind = tree.kind(value, depth);
                i += 1;
            }
            std::mem::swap(&mut report.lines, &mut self.lines);
            report.sort();
            // The lines of the next iteration begin with the same moves.
            for (mv, line) in self.moves.iter_mut().zip(&report.lines) {
                *mv = line.moves.first().copied().unwrap_or(*mv);
            }
            report.depth = depth;
            report.nodes = tree.clock.nodes();
            report.elapsed = tree.clock.elapsed();
            report.table_used_permille = tree.table.used_permille();
            report.complete = report.lines.iter().all(|line| line.kind == ScoreKind::Proved);
            (task.progress)(report);
            if report.complete {
                break;
            }
        }
        report.nodes = tree.clock.nodes();
        report.elapsed = tree.clock.elapsed();
        report.table_used_permille = tree.table.used_permille();
        report.clone()
    }
}
