use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Duration;

use henge_core::{
    Aim, Eval, Game, Limits, Margins, NoMemory, Omitted, Outcome, Player, Score, ScoreKind, Turn,
};

use crate::clock::{Clock, Shared};
use crate::dfpn::Threats;
use crate::order::Mode;
use crate::root::Root;
use crate::team::Team;
use crate::transposition_table::{NO_MOVE, TranspositionTable};
use crate::tree::{Buffers, Tree, UNKNOWN, estimate};
use crate::value::{Bounds, Value};
use crate::{Line, Report, Task};

/// No search goes deeper than this many plies, whatever its limits say. The number is odd: a solver that takes
/// every other depth then meets the wins of who is to move as soon as they can be seen.
pub const MAX_DEPTH: u32 = 999;
/// No line is followed further beyond its depth, however unstable the positions are.
pub const MAX_EXTENSION: u32 = 32;

/// The table for wins by threats is so much smaller than the other one.
const THREATS: usize = 8;

/// The stack of a thread that searches: enough for `MAX_DEPTH`, and only what is used is taken.
pub(crate) const STACK: usize = 16 << 20;

/// How an [`AlphaBeta`] is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The size of the transposition table, rounded down to a power of two.
    pub table_bytes: usize,
    /// Whether the engine plays or proves.
    pub mode: Mode,
    /// How many plies beyond its depth a line is followed while `Eval::stable` says no; at most
    /// [`MAX_EXTENSION`]. All moves are searched there, so evaluations should call a position
    /// unstable only where the moves are few or the matter is short.
    pub extension: u32,
    /// How many threads search, each the whole tree, with the table in common (Lazy SMP). With
    /// more than one a search does not repeat exactly, and a limit of nodes is shared out between
    /// them. 0 is taken as 1.
    pub threads: usize,
    /// How far corners are cut when the engine plays.
    pub margins: MarginChoice,
}

/// The margins of a search: those of the evaluation, but for some that are chosen otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MarginChoice([Option<i32>; Margins::NAMES.len()]);

impl MarginChoice {
    /// Takes this value for the margin of that number in [`Margins::NAMES`].
    pub fn set(&mut self, number: usize, value: i32) {
        self.0[number] = Some(value);
    }

    /// The margins of an evaluation with what was chosen. A forced move costs a ply or none: if it gained some,
    /// lines would have no end. A search that knows no move is no shallower than the horizon.
    pub fn apply(&self, mut margins: Margins) -> Margins {
        for (number, chosen) in self.0.iter().enumerate() {
            if let Some(value) = chosen {
                *margins.get(number) = *value;
            }
        }
        margins.forced = margins.forced.clamp(0, 1);
        margins.threats = margins.threats.clamp(0, 100);
        margins.unknown = margins.unknown.clamp(0, UNKNOWN - 1);
        margins
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            table_bytes: 16 << 20,
            mode: Mode::Play,
            extension: 8,
            threads: 1,
            margins: MarginChoice::default(),
        }
    }
}

/// Alpha-beta search with iterative deepening and a transposition table, for any game without dice.
///
/// An engine belongs to one rules object and one evaluation: its table remembers their scores from
/// one search to the next. Call [`AlphaBeta::clear`] when either changes.
///
/// **What is proved.** A score is `Proved` when it holds whatever lies beyond the horizon: every
/// line that matters was followed to the end of the game, or the game is won or lost within the
/// depth that was searched in full. Moves that an evaluation has left out because they cannot matter
/// are not missed; those that only seemed poor are. `AtLeast` and `AtMost` say that one side of it
/// is proved. This is as certain as the keys of the positions, which have 64 bits.
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
/// let task = Task::new(Limits::NONE);
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
    table: TranspositionTable,
    buffers: Buffers<G>,
    /// The buffers of the other threads.
    helpers: Vec<Buffers<G>>,
    /// What all of them are searching.
    team: Team,
    /// How late a search may look at the clock on a busy machine.
    lag: Duration,
    /// The moves at the root that no line has begun with yet follow those that have.
    moves: Vec<G::Move>,
    /// The lines of the iteration going on.
    lines: Vec<Line<G::Move>>,
    /// The lines of the last complete iteration, and what else there is to say.
    report: Report<G::Move>,
}

impl<G: Game> AlphaBeta<G> {
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
        const { assert!(!G::CHANCE, "alpha-beta cannot throw dice") }
        let extension = options.extension.min(MAX_EXTENSION);
        let threads = options.threads.max(1);
        Ok(AlphaBeta {
            options: Options { extension, threads, ..options },
            table: TranspositionTable::new(options.table_bytes)?,
            buffers: Buffers::new(),
            helpers: (1..threads).map(|_| Buffers::new()).collect(),
            team: Team::new(),
            lag: Duration::ZERO,
            moves: Vec::new(),
            lines: Vec::new(),
            report: Report::default(),
        })
    }

    /// What the engine was made with.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Forgets all that earlier searches have found out. A search limited by nodes repeats exactly
    /// on a new or a cleared engine with one thread.
    pub fn clear(&mut self) {
        self.table.clear();
        self.buffers.clear();
        self.helpers.iter_mut().for_each(Buffers::clear);
    }

    /// The move that the engine expects in a position it has met in its searches.
    pub fn expected(&self, game: &G, pos: &G::Position) -> Option<G::Move> {
        let entry = self.table.probe(game.key(pos))?;
        game.moves(pos).nth(entry.index as usize)
    }

    /// Searches deeper and deeper until every line is settled or a limit is reached.
    ///
    /// `history` holds the keys of the positions of the match before `pos`, oldest first; it
    /// matters only in games with cycles.
    ///
    /// The answer is that of the deepest search that was completed, unless the one that was
    /// stopped had already found a better move.
    ///
    /// An engine that plays ([`Mode::Play`]) and is asked for a move ([`Aim::Move`]) does not use up a limit of
    /// time for its own sake: it answers when it has no choice, and when more than half of the time is gone
    /// and the last iteration has brought no news. Asked for the worth of a position it goes on.
    pub fn search<E: Eval<G>>(
        &mut self,
        game: &G,
        pos: &G::Position,
        history: &[u64],
        eval: &E,
        task: Task<'_, G::Move>,
    ) -> Report<G::Move> {
        self.table.grow_older();
        let Turn::Player(me) = game.turn(pos) else {
            // The game is over: there is nothing to say, and that is certain.
            return Report { complete: true, ..Report::default() };
        };
        let Options { mode, extension, threads, .. } = self.options;
        let shared = Shared::default();
        let (limits, helpers_limits) = share_out(task.limits, threads as u64);
        let clock = Clock::new(limits, task.stop, &shared, self.lag);
        let (n_lines, omitted) = self.begin((game, eval, pos), me, task.n_lines.max(1));

        let AlphaBeta { options, table, buffers, helpers, team, lag, moves, lines, report } = self;
        let (table, extension) = (&*table, extension as i32);
        let margins = match mode {
            Mode::Play if E::SELECTIVE => options.margins.apply(eval.margins()),
            _ => Margins::NONE,
        };
        if E::FORCES && margins.threats > 0 && eval.threatens() {
            for buffers in std::iter::once(&mut *buffers).chain(&mut *helpers) {
                // Without memory there is less help.
                let bytes = options.table_bytes / THREATS;
                buffers.threats = buffers.threats.take().or_else(|| Threats::new(bytes).ok());
                buffers.threats.iter_mut().for_each(Threats::grow_older);
            }
        }
        team.clear();
        let team = (!helpers.is_empty()).then_some(&*team);
        let setting = Setting { game, eval, table, pos, history, mode, extension, margins, team };
        let mut main = Search {
            tree: setting.tree(buffers, clock),
            pos,
            me,
            omitted,
            most_depth: task.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH),
        };
        let answer =
            Answer { n_lines, aim: task.aim, moves, lines, report, progress: task.progress };
        if helpers.is_empty() {
            main.deepen(answer);
        } else {
            let first = answer.moves.to_vec();
            thread::scope(|scope| {
                for buffers in helpers.iter_mut() {
                    let (mut moves, shared) = (first.clone(), &shared);
                    let (setting, most_depth) = (&setting, main.most_depth);
                    let help = move || {
                        let clock = Clock::helper(helpers_limits, task.stop, shared);
                        let tree = setting.tree(buffers, clock);
                        let mut helper = Search { tree, pos, me, omitted, most_depth };
                        helper.help(&mut moves);
                    };
                    // Where the system has no more threads there is less help.
                    _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help);
                }
                main.deepen(answer);
                shared.done.store(true, Relaxed);
            });
        }
        let clock = &main.tree.clock;
        report.nodes = clock.nodes();
        report.elapsed = clock.elapsed();
        *lag = clock.lag(report.elapsed);
        report.table_used_permille = table.used_permille();
        report.clone()
    }

    /// Puts the moves at the root in a first order and has an answer ready for the case that there
    /// is no time for a better one. Returns the number of lines to search for, and what moves are missing that
    /// might matter.
    fn begin<E: Eval<G>>(
        &mut self,
        (game, eval, pos): (&G, &E, &G::Position),
        me: Player,
        n_lines: usize,
    ) -> (usize, Omitted) {
        self.buffers.reserve(1);
        let hint = self.table.probe(game.key(pos)).map_or(NO_MOVE, |entry| entry.index);
        let root = &mut self.buffers.plies[0];
        let state = &mut eval.begin(game, pos);
        let omitted = root.gather((game, eval, pos), state, hint, (self.options.mode, false));
        let n_moves = root.n_moves();
        self.moves.clear();
        self.moves.extend((0..n_moves).map(|i| self.buffers.pick(0, i, me)));

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
        (n_lines, omitted)
    }
}

/// The limits of the main thread and of each helper: together they visit as many nodes as allowed.
pub(crate) fn share_out(limits: Limits, threads: u64) -> (Limits, Limits) {
    let share = limits.nodes.map(|nodes| nodes / threads);
    let rest = limits.nodes.zip(share).map(|(nodes, share)| nodes - share * (threads - 1));
    (Limits { nodes: rest, ..limits }, Limits { nodes: share, ..limits })
}

/// What all threads of a search have in common.
struct Setting<'a, G: Game, E> {
    game: &'a G,
    eval: &'a E,
    table: &'a TranspositionTable,
    pos: &'a G::Position,
    history: &'a [u64],
    mode: Mode,
    extension: i32,
    margins: Margins,
    team: Option<&'a Team>,
}

impl<'a, G: Game, E: Eval<G>> Setting<'a, G, E> {
    fn tree(&self, buffers: &'a mut Buffers<G>, clock: Clock<'a>) -> Tree<'a, G, E> {
        let Setting { game, eval, table, pos, history, mode, extension, margins, team } = *self;
        buffers.reductions.prepare(margins.reduction);
        buffers.history.plain = margins == Margins::NONE;
        buffers.path.clear();
        buffers.threatened = 0;
        if G::CYCLES {
            buffers.path.extend_from_slice(history);
            buffers.path.push(game.key(pos));
        }
        Tree {
            game,
            eval,
            state: eval.begin(game, pos),
            table,
            buffers,
            clock,
            mode,
            margins,
            strict: false,
            extension,
            most_ply: 0,
            root_in_path: history.len(),
            path_floor: 0,
            open_ply: usize::MAX,
            team,
            deferred: Vec::new(),
        }
    }
}

/// Where the main thread puts what it finds.
struct Answer<'a, M> {
    n_lines: usize,
    aim: Aim,
    moves: &'a mut Vec<M>,
    lines: &'a mut Vec<Line<M>>,
    report: &'a mut Report<M>,
    progress: &'a mut dyn FnMut(&Report<M>),
}

/// One thread's search of one position.
struct Search<'a, G: Game, E: Eval<G>> {
    tree: Tree<'a, G, E>,
    pos: &'a G::Position,
    me: Player,
    /// Moves that might matter are missing at the root.
    omitted: Omitted,
    most_depth: u32,
}

impl<G: Game, E: Eval<G>> Search<'_, G, E> {
    /// Searches deeper and deeper, and writes down what is found.
    fn deepen(&mut self, answer: Answer<'_, G::Move>) {
        let Answer { n_lines, aim, moves, lines, report, progress } = answer;
        let (me, mut omitted) = (self.me, self.omitted);
        let tree = &mut self.tree;
        let mut pos = self.pos.clone();
        let plays = tree.mode == Mode::Play && tree.clock.is_running() && aim == Aim::Move;
        let (mut depth, margins) = (0, tree.margins);
        // Every move is looked at, and to the full depth. Of several lines one may be won long before.
        let every = tree.mode == Mode::Prove || !tree.eval.arranges();
        let whole = margins == Margins::NONE && every && n_lines == 1;
        // What a table of endings knows of a move is exact; of all moves, if it knows the position.
        let is_known = tree.eval.known(tree.game, &pos, me).is_some();
        'deeper: while depth < self.most_depth {
            if tree.clock.look() {
                break;
            }
            if n_lines == 1
                && let Some((plies, found)) = tree.win_by_threats(&mut pos)
            {
                let line = &mut report.lines[0];
                (line.score, line.kind) = (Score::win_in(plies), ScoreKind::AtLeast);
                line.moves.clone_from(&found);
                report.nodes = tree.clock.nodes();
                report.elapsed = tree.clock.elapsed();
                progress(report);
                break;
            }
            let last = depth;
            depth = deeper::<G, E>(depth, self.most_depth);
            let longest = tree.make_room(depth);
            for line in lines.iter_mut().chain(&mut report.lines) {
                line.moves.reserve(longest.saturating_sub(line.moves.len()));
            }
            for i in 0..n_lines {
                let expected = expected(depth, &report.lines[i], &lines[i]);
                let most = if whole { best_within::<G>(last + 1) } else { Score::MAX };
                let missing = omitted != Omitted::Irrelevant;
                let root = Root { moves: &mut moves[i..], omitted: missing, most };
                let value = tree.aspire(&mut pos, me, depth, root, expected);
                let found = &tree.buffers.plies[0].line;
                if tree.clock.is_stopped() {
                    let begun = value.filter(|_| i == 0 && found.first().copied() != report.best());
                    if let Some(value) = begun {
                        lines[0].moves.clone_from(found);
                        lines[0].score = value.score;
                        // The moves not searched may be better still.
                        let proved = value.trust.proved().has(Bounds::LOWER);
                        lines[0].kind =
                            if proved { ScoreKind::AtLeast } else { ScoreKind::Estimate };
                    }
                    report.prefer(&lines[..i.max(usize::from(begun.is_some()))]);
                    break 'deeper;
                }
                let value = value.expect("every move was searched");
                let line = &mut lines[i];
                line.moves.clone_from(found);
                tree.finish(&pos, me, value.score, depth, &mut line.moves);
                tree.make_room(depth);
                line.score = value.score;
                line.kind = kind::<G>(value, depth);
                if is_known && let Some(score) = tree.told_by_table(&pos, me, line.moves[0]) {
                    (line.score, line.kind) = (score, ScoreKind::Table);
                }
            }
            std::mem::swap(&mut report.lines, lines);
            report.sort();
            // The lines of the next iteration begin with the same moves.
            for (mv, line) in moves.iter_mut().zip(&report.lines) {
                *mv = line.moves[0];
            }
            report.depth = depth;
            report.nodes = tree.clock.nodes();
            report.elapsed = tree.clock.elapsed();
            report.table_used_permille = tree.table.used_permille();
            let is_exact =
                |line: &Line<_>| matches!(line.kind, ScoreKind::Proved | ScoreKind::Table);
            report.complete = report.lines.iter().all(is_exact);
            progress(report);
            if report.lines.iter().all(|line| is_settled::<G, _>(line, depth)) {
                let unpromising = omitted == Omitted::Unpromising;
                let as_far = tree.margins == Margins::NONE || G::CYCLES || unpromising;
                if report.complete || as_far || plays && tree.clock.is_late() {
                    break;
                }
                if omitted == Omitted::Beaten {
                    // They may put off a loss.
                    for mv in tree.game.moves(&pos) {
                        if !moves.contains(&mv) {
                            moves.push(mv);
                        }
                    }
                    omitted = Omitted::Irrelevant;
                }
                // Decided, as far as a search can say that cuts corners: the same again without.
                (tree.margins, tree.strict) = (Margins::NONE, true);
                depth = last;
                continue;
            }
            (tree.margins, tree.strict) = (margins, false);
            // A player who has no choice does not think. Nor does he begin what he cannot finish,
            // unless the last iteration has brought news.
            let news = || {
                let (new, old) = (&report.lines[0], &lines[0]);
                new.moves[0] != old.moves[0] || new.score < old.score
            };
            if plays && (moves.len() == 1 || tree.clock.is_late() && !news()) {
                break;
            }
        }
    }

    /// Searches as the main thread does, but for what another one is at, so that all find each other's
    /// answers in the table.
    fn help(&mut self, moves: &mut [G::Move]) {
        let mut pos = self.pos.clone();
        let mut last: Option<Score> = None;
        let mut depth = 0;
        while depth < self.most_depth {
            if self.tree.clock.look() {
                break;
            }
            depth = deeper::<G, E>(depth, self.most_depth);
            self.tree.make_room(depth);
            let expected = last.filter(|score| score.decided().is_none());
            let expected = expected.map(|score| (score, doubt(score, score)));
            let omitted = self.omitted != Omitted::Irrelevant;
            let root = Root { moves: &mut *moves, omitted, most: Score::MAX };
            let value = self.tree.aspire(&mut pos, self.me, depth, root, expected);
            let Some(value) = value.filter(|_| !self.tree.clock.is_stopped()) else { break };
            last = Some(value.score);
            let settled = value.trust.proved() == Bounds::BOTH;
            if settled || is_decided_within::<G>(value.score, depth) {
                break;
            }
        }
        self.tree.clock.look();
    }
}

/// The depth of the next iteration. One that has seen no end of the game has found out next to nothing where
/// nothing is judged, so that it is made only every other time.
fn deeper<G: Game, E: Eval<G>>(depth: u32, most_depth: u32) -> u32 {
    let step = if E::BLIND && depth % 2 == most_depth % 2 { 2 } else { 1 };
    depth + step
}

/// The score that an iteration will probably find, and how far it may be off.
fn expected<M>(depth: u32, last: &Line<M>, before: &Line<M>) -> Option<(Score, i32)> {
    let known = depth > 3 && last.score.decided().is_none() && before.score.decided().is_none();
    known.then(|| (last.score, doubt(last.score, before.score)))
}

/// Evaluations have no common scale; what the last iteration has changed tells something of it.
fn doubt(last: Score, before: Score) -> i32 {
    let change = (last.0 - before.0).abs();
    change.max(last.0.abs() / 16) + 1
}

/// The best score that can be found at `depth` if a search one ply less deep has found no win, without cutting
/// corners. Where positions come back, a score depends on the way to it, and nothing is said.
fn best_within<G: Game>(depth: u32) -> Score {
    let win = Outcome::Win { winner: Player::First, points: G::MOST_POINTS };
    if G::CYCLES { Score::MAX } else { Score::of(win, Player::First, depth) }
}

/// Is the game decided within the depth searched, as well as it can be?
fn is_decided_within<G: Game>(score: Score, depth: u32) -> bool {
    let most = G::MOST_POINTS as u32;
    let within = |(points, plies): (i32, u32)| plies <= depth && points.unsigned_abs() >= most;
    score.decided().is_some_and(within)
}

/// Would a deeper search only say the same again?
fn is_settled<G: Game, M>(line: &Line<M>, depth: u32) -> bool {
    matches!(line.kind, ScoreKind::Proved | ScoreKind::Table)
        || is_decided_within::<G>(line.score, depth)
}

/// What the score of a complete iteration is worth.
fn kind<G: Game>(value: Value, depth: u32) -> ScoreKind {
    // Every end of the game within `depth` plies was seen, so what lies beyond comes later.
    if value.trust.is_whole() && is_decided_within::<G>(value.score, depth) {
        return ScoreKind::Proved;
    }
    match value.trust.proved() {
        Bounds::BOTH => ScoreKind::Proved,
        Bounds::LOWER => ScoreKind::AtLeast,
        Bounds::UPPER => ScoreKind::AtMost,
        _ => ScoreKind::Estimate,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_choice_makes_lines_without_end() {
        let mut choice = MarginChoice::default();
        for number in 0..Margins::NAMES.len() {
            choice.set(number, 1_000_000);
        }
        let margins = choice.apply(Margins::NONE);
        assert_eq!((margins.forced, margins.unknown), (1, UNKNOWN - 1));
        assert_eq!(margins.width, 1_000_000, "as it was chosen");
    }
}
