use henge_core::{Eval, Game, Player, Score, ScoreKind, Turn};

use crate::clock::Clock;
use crate::order::Prune;
use crate::table::{NO_MOVE, Table};
use crate::tree::{Buffers, Tree, estimate};
use crate::value::{Bounds, Value};
use crate::{Line, Report, Task};

/// No search goes deeper than so many plies, whatever its limits say.
pub const MAX_DEPTH: u32 = 1000;
/// No line is followed further beyond its depth, however unstable the positions are.
pub const MAX_EXTENSION: u32 = 32;

/// How an [`AlphaBeta`] is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The size of the transposition table, rounded down to a power of two.
    pub table_bytes: usize,
    /// Whether `Eval::arrange` may leave out moves.
    pub prune: Prune,
    /// How many plies beyond its depth a line is followed while `Eval::stable` says no; at most
    /// [`MAX_EXTENSION`]. All moves are searched there, so evaluations should call a position
    /// unstable only where the moves are few or the matter is short.
    pub extension: u32,
    /// The most points that a game can be won by. A forced win of so many points is as good as it
    /// gets and ends the search; with a number too small an engine would stop too soon.
    pub most_points: u8,
}

impl Default for Options {
    fn default() -> Self {
        Options { table_bytes: 16 << 20, prune: Prune::Yes, extension: 8, most_points: 1 }
    }
}

/// Alpha-beta search with iterative deepening and a transposition table, for any game without dice.
///
/// An engine belongs to one rules object and one evaluation: its table remembers their scores from
/// one search to the next. Call [`AlphaBeta::clear`] when either changes.
///
/// **What is proved.** A score is `Proved` when it holds whatever lies beyond the horizon: every
/// line that matters was followed to the end of the game, or the game is won or lost within the
/// depth that was searched in full. `AtLeast` and `AtMost` say that one side of it is proved. This
/// is as certain as the keys of the positions, which have 64 bits.
/// In games with `Game::CYCLES` the score of a position depends on the way that led to it. There
/// nothing is called proved, not even a forced win.
///
/// ```
/// use henge_core::{Limits, NoEval};
/// # use henge_core::{Game, Outcome, Player, Turn};
/// use henge_search::{AlphaBeta, Task};
/// # /// Take one or two matches; who takes the last one wins.
/// # struct Nim;
/// # impl Game for Nim {
/// #     type Position = (u8, Player);
/// #     type Move = u8;
/// #     type Moves = std::ops::RangeInclusive<u8>;
/// #     type Undo = ();
/// #     fn start(&self) -> (u8, Player) { (7, Player::First) }
/// #     fn turn(&self, &(left, player): &(u8, Player)) -> Turn {
/// #         if left == 0 { Turn::Over(Outcome::win(!player)) } else { Turn::Player(player) }
/// #     }
/// #     fn moves(&self, &(left, _): &(u8, Player)) -> Self::Moves { 1..=left.min(2) }
/// #     fn play(&self, pos: &mut (u8, Player), mv: u8) { *pos = (pos.0 - mv, !pos.1); }
/// #     fn undo(&self, pos: &mut (u8, Player), mv: u8, _: ()) { *pos = (pos.0 + mv, !pos.1); }
/// #     fn key(&self, pos: &(u8, Player)) -> u64 { pos.0 as u64 * 2 + pos.1.index() as u64 }
/// # }
///
/// // Seven matches; a player takes one or two, and who takes the last one wins.
/// let stop = Default::default();
/// let task = Task { limits: Limits::NONE, n_lines: 1, stop: &stop, progress: &mut |_| {} };
/// let report = AlphaBeta::new(1 << 16).search(&Nim, &Nim.start(), &[], &NoEval, task);
/// assert_eq!(report.lines[0].score.to_string(), "win in 5");
/// assert_eq!(report.best(), Some(1));
/// assert!(report.complete);
/// ```
///
/// Games with dice do not compile:
///
/// ```compile_fail
/// henge_search::AlphaBeta::<henge_testkit::games::DiceRace>::new(0);
/// ```
pub struct AlphaBeta<G: Game> {
    options: Options,
    table: Table,
    buffers: Buffers<G>,
    /// The moves at the root that no line has begun with yet follow those that have.
    moves: Vec<G::Move>,
    /// The lines of the iteration going on.
    lines: Vec<Line<G::Move>>,
    /// The lines of the last complete iteration, and what else there is to say.
    report: Report<G::Move>,
}

impl<G: Game> AlphaBeta<G> {
    /// An engine with a table of so many bytes.
    pub fn new(table_bytes: usize) -> Self {
        Self::with(Options { table_bytes, ..Options::default() })
    }

    /// An engine with all options.
    pub fn with(options: Options) -> Self {
        const { assert!(!G::CHANCE, "alpha-beta cannot throw dice") }
        let extension = options.extension.min(MAX_EXTENSION);
        AlphaBeta {
            options: Options { extension, ..options },
            table: Table::new(options.table_bytes),
            buffers: Buffers::new(options.most_points),
            moves: Vec::new(),
            lines: Vec::new(),
            report: Report::default(),
        }
    }

    /// Forgets all that earlier searches have found out. A search limited by nodes repeats exactly
    /// on a new or a cleared engine.
    pub fn clear(&mut self) {
        self.table.clear();
        self.buffers.history.clear();
        self.buffers.plies.iter_mut().for_each(|ply| ply.forget_killers());
        self.buffers.omitted = false;
        self.buffers.most_points = self.options.most_points;
    }

    /// Searches deeper and deeper until every line is settled or a limit is reached.
    ///
    /// `history` holds the keys of the positions of the match before `pos`, oldest first; it
    /// matters only in games with cycles.
    ///
    /// The answer is that of the deepest search that was completed, unless the one that was
    /// stopped had already found a better move.
    pub fn search<E: Eval<G>>(
        &mut self,
        game: &G,
        pos: &G::Position,
        history: &[u64],
        eval: &E,
        task: Task<'_, G::Move>,
    ) -> Report<G::Move> {
        let Options { prune, extension, .. } = self.options;
        self.table.grow_older();
        let Turn::Player(me) = game.turn(pos) else {
            // The game is over: there is nothing to say, and that is certain.
            return Report { complete: true, ..Report::default() };
        };
        self.buffers.path.clear();
        if G::CYCLES {
            self.buffers.path.extend_from_slice(history);
            self.buffers.path.push(game.key(pos));
        }
        let n_lines = task.n_lines.max(1);
        let n_lines = self.begin((game, eval, pos), me, n_lines);

        let mut tree = Tree {
            game,
            eval,
            table: &self.table,
            buffers: &mut self.buffers,
            clock: Clock::new(task.limits, task.stop),
            prune,
            extension: extension as i32,
            root_in_path: history.len(),
            open_ply: usize::MAX,
        };
        let mut root = pos.clone();
        let most_depth = task.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        'deeper: for depth in 1..=most_depth {
            tree.clock.look();
            if tree.clock.is_stopped() {
                break;
            }
            let longest = (depth + extension) as usize;
            tree.buffers.reserve(longest);
            for line in self.lines.iter_mut().chain(&mut self.report.lines) {
                line.moves.reserve(longest.saturating_sub(line.moves.len()));
            }
            for i in 0..n_lines {
                let value = tree.root(&mut root, me, depth, &mut self.moves[i..]);
                let found = &tree.buffers.plies[0].line;
                if tree.clock.is_stopped() {
                    if let (0, Some(value)) = (i, value) {
                        prefer(&mut self.report.lines, value, found);
                    }
                    break 'deeper;
                }
                let value = value.expect("every move was searched");
                let line = &mut self.lines[i];
                line.moves.clone_from(found);
                tree.finish(pos.clone(), me, value.score, depth, &mut line.moves);
                line.score = value.score;
                line.kind = kind(value, depth, tree.buffers);
            }
            std::mem::swap(&mut self.report.lines, &mut self.lines);
            self.report.depth = depth;
            self.report.nodes = tree.clock.nodes();
            self.report.elapsed = tree.clock.elapsed();
            self.report.table_used_permille = self.table.used_permille();
            self.report.complete = self.report.lines.iter().all(|l| l.kind == ScoreKind::Proved);
            (task.progress)(&self.report);
            let most_points = tree.buffers.most_points;
            if self.report.lines.iter().all(|line| is_settled(line, depth, most_points)) {
                break;
            }
        }
        self.report.nodes = tree.clock.nodes();
        self.report.elapsed = tree.clock.elapsed();
        self.report.table_used_permille = self.table.used_permille();
        self.report.clone()
    }

    /// Puts the moves at the root in a first order and has an answer ready for the case that there
    /// is no time for a better one. Returns the number of lines to search for.
    fn begin<E: Eval<G>>(
        &mut self,
        (game, eval, pos): (&G, &E, &G::Position),
        me: Player,
        n_lines: usize,
    ) -> usize {
        self.buffers.reserve(1);
        let hint = self.table.probe(game.key(pos)).map_or(NO_MOVE, |entry| entry.index) as usize;
        let Buffers { plies, history, omitted, .. } = &mut self.buffers;
        let root = &mut plies[0];
        *omitted |= root.gather((game, eval, pos), me, hint, history, self.options.prune);
        let n_moves = root.moves.len();
        self.moves.clear();
        self.moves.extend((0..n_moves).map(|i| root.pick(i)));

        let n_lines = n_lines.min(n_moves);
        let score = estimate(game, eval, pos, me);
        let blank = || Line { score, kind: ScoreKind::Estimate, moves: Vec::new() };
        for lines in [&mut self.lines, &mut self.report.lines] {
            lines.resize_with(n_lines, blank);
        }
        for (line, &mv) in self.report.lines.iter_mut().zip(&self.moves) {
            (line.score, line.kind) = (score, ScoreKind::Estimate);
            line.moves.clear();
            line.moves.push(mv);
        }
        self.report.depth = 0;
        self.report.complete = false;
        n_lines
    }
}

/// A search that was stopped has found a better move than that of the last complete one: the old
/// best move was searched first, so this one has already been compared with it.
fn prefer<M: Copy + Eq>(lines: &mut [Line<M>], value: Value, found: &[M]) {
    let place = lines.iter().position(|line| line.moves.first() == found.first());
    if place == Some(0) {
        return;
    }
    let place = place.unwrap_or(lines.len() - 1);
    lines[..=place].rotate_right(1);
    lines[0].score = value.score;
    // The moves not searched may be better still.
    let proved = value.proof.has(Bounds::LOWER);
    lines[0].kind = if proved { ScoreKind::AtLeast } else { ScoreKind::Estimate };
    lines[0].moves.clear();
    lines[0].moves.extend_from_slice(found);
}

/// Is the game decided within the depth searched, as well as it can be?
fn is_decided_within(score: Score, depth: u32, most_points: u8) -> bool {
    let within =
        |(points, plies): (i32, u32)| plies <= depth && points.unsigned_abs() >= most_points as u32;
    score.decided().is_some_and(within)
}

/// Would a deeper search only say the same again?
fn is_settled<M>(line: &Line<M>, depth: u32, most_points: u8) -> bool {
    line.kind == ScoreKind::Proved || is_decided_within(line.score, depth, most_points)
}

/// What the score of a complete iteration is worth.
fn kind<G: Game>(value: Value, depth: u32, buffers: &Buffers<G>) -> ScoreKind {
    // Every end of the game within `depth` plies was seen, so what lies beyond comes later.
    let whole = !G::CYCLES && !buffers.omitted;
    if whole && is_decided_within(value.score, depth, buffers.most_points) {
        return ScoreKind::Proved;
    }
    match value.proof {
        Bounds::BOTH => ScoreKind::Proved,
        Bounds::LOWER => ScoreKind::AtLeast,
        Bounds::UPPER => ScoreKind::AtMost,
        _ => ScoreKind::Estimate,
    }
}
