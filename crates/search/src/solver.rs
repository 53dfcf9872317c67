//! Exact solvers behind one face: alpha-beta or proof numbers for any game, or one that knows its game better.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use henge_core::{Eval, Game, Halt, Limits, NoMemory, Player, Score, ScoreKind, Turn};

use crate::{
    AlphaBeta, Dfpn, Extremes, Line, Mode, Options, Solution, Task, Threats, dfpn, extremes,
    solve_by,
};

/// Finds out what positions are worth.
///
/// This is the one face of everything that solves: [`Exhaustive`] and [`ProofNumbers`] for any game, and the solvers of
/// single games. [`Solving`](crate::Solving) makes an [`Engine`](crate::Engine) of each.
pub trait Solver<G: Game>: Send {
    /// Forgets what it has found out, so that the next position is solved from nothing.
    fn clear(&mut self);

    /// Solves a position in which a player is to move, or does what it can within the limits: then
    /// the solution is not `proved`. The line of a solved position has its first move at least; the
    /// rest may be missing. `task.n_lines` is of no importance.
    fn solve(&mut self, game: &G, pos: &G::Position, task: Task<'_, G::Move>) -> Solution<G::Move>;

    /// The shortest and the longest game from a position, whoever wins them, each within the limits. Positions of the
    /// game must not come back.
    fn extremes(
        &mut self,
        game: &G,
        pos: &G::Position,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Extremes<G::Move> {
        extremes(game, pos, limits, stop)
    }
}

/// Alpha-beta to the end of the game, with the order of moves of an evaluation.
pub struct Exhaustive<G: Game, E> {
    engine: AlphaBeta<G>,
    eval: Arc<E>,
}

impl<G: Game, E: Eval<G>> Exhaustive<G, E> {
    /// A solver with a table of the given number of bytes and that many threads.
    pub fn new(eval: Arc<E>, table_bytes: usize, threads: usize) -> Result<Self, NoMemory> {
        let options =
            Options { table_bytes, mode: Mode::Prove, extension: 0, threads, ..Options::default() };
        Ok(Exhaustive { engine: AlphaBeta::try_with(options)?, eval })
    }
}

impl<G: Game, E: Eval<G>> Solver<G> for Exhaustive<G, E> {
    fn clear(&mut self) {
        self.engine.clear();
    }

    fn solve(&mut self, game: &G, pos: &G::Position, task: Task<'_, G::Move>) -> Solution<G::Move> {
        match solved_by_table(&*self.eval, game, pos) {
            Some(solution) => solution,
            None => solve_by(&mut self.engine, &*self.eval, game, pos, task),
        }
    }
}

/// What a table of endings says of a position, with a move that keeps it, if it knows that.
fn solved_by_table<G: Game, E: Eval<G>>(
    eval: &E,
    game: &G,
    pos: &G::Position,
) -> Option<Solution<G::Move>> {
    let Turn::Player(player) = game.turn(pos) else { return None };
    let score = eval.known(game, pos, player)?;
    let keeps = |mv: &G::Move| {
        let mut next = pos.clone();
        game.play(&mut next, *mv);
        let after = match game.turn(&next) {
            Turn::Over(outcome) => Some(Score::of(outcome, player, 1)),
            _ => eval.known(game, &next, player).map(|score| score.earlier(1)),
        };
        after == Some(score)
    };
    let mv = game.moves(pos).find(keeps)?;
    let points = score.decided().map_or(0, |(points, _)| points);
    let (proved, kind, line) = (true, ScoreKind::Table, vec![mv]);
    Some(Solution { points, proved, score, kind, line, nodes: 1, ..Solution::unknown() })
}

/// Proof numbers to the end of the game, with the knowledge of an evaluation: finds out who wins and not how
/// soon, where alpha-beta would drown in width, and in games where positions come back.
///
/// Where the evaluation knows threats, wins by threats are looked for first, those of the player who is to move and
/// then those of the other.
pub struct ProofNumbers<G: Game, E> {
    prover: Dfpn<G>,
    threats: Option<Threats<G>>,
    eval: Arc<E>,
}

/// Of the memory, the time and the nodes, wins by threats get so small a part.
const THREATS: u32 = 4;
/// Without limits, this many positions are visited for each player.
const FOR_THREATS: u64 = 4_000_000;

impl<G: Game, E: Eval<G>> ProofNumbers<G, E> {
    /// A solver with a table of the given number of bytes and that many threads.
    pub fn new(eval: Arc<E>, table_bytes: usize, threads: usize) -> Result<Self, NoMemory> {
        let prover = Dfpn::try_with(dfpn::Options { table_bytes, threads })?;
        let threats =
            (E::FORCES && eval.threatens()).then(|| Threats::new(table_bytes / THREATS as usize));
        Ok(ProofNumbers { prover, threats: threats.transpose()?, eval })
    }

    /// A win by threats of either player.
    fn by_threats(
        &mut self,
        (game, pos, player): (&G, &G::Position, Player),
        task: &Task<'_, G::Move>,
    ) -> Option<Solution<G::Move>> {
        let threats = self.threats.as_mut()?;
        let nodes = task.limits.nodes.map_or(FOR_THREATS, |nodes| nodes / u64::from(THREATS));
        let time = task.limits.time_for_move().map(|time| time / THREATS);
        let limits = Limits { nodes: Some(nodes), time, ..Limits::NONE };
        let mut nodes = 0;
        for (attacker, points) in [(player, 1), (!player, -1)] {
            let task = Task::new(limits).stop(task.stop);
            let found = threats.win((game, pos), attacker, &*self.eval, task);
            nodes += found.nodes;
            if let (dfpn::Answer::Proved, Some(mv)) = (found.answer, found.mv) {
                let win = Score::win_in(found.plies);
                let (score, kind) = match points {
                    1 => (win, ScoreKind::AtLeast),
                    _ => (-win, ScoreKind::AtMost),
                };
                let (line, elapsed) = (vec![mv], found.elapsed);
                let found = Solution {
                    points,
                    proved: true,
                    score,
                    kind,
                    line,
                    nodes,
                    elapsed,
                    conventional_score: None,
                };
                return Some(found);
            }
        }
        None
    }
}

impl<G: Game, E: Eval<G>> Solver<G> for ProofNumbers<G, E> {
    fn clear(&mut self) {
        self.prover.clear();
        self.threats.iter_mut().for_each(Threats::clear);
    }

    fn solve(&mut self, game: &G, pos: &G::Position, task: Task<'_, G::Move>) -> Solution<G::Move> {
        if let Turn::Over(outcome) = game.turn(pos) {
            let (points, score) =
                (outcome.points_for(Player::First), Score::of(outcome, Player::First, 0));
            return Solution {
                points,
                proved: true,
                score,
                kind: ScoreKind::Proved,
                ..Solution::unknown()
            };
        }
        if let Turn::Player(player) = game.turn(pos)
            && let Some(found) = self.by_threats((game, pos, player), &task)
        {
            return found;
        }
        let report = self.prover.value(game, pos, &*self.eval, task);
        let (nodes, elapsed, proved) = (report.nodes, report.elapsed, report.complete);
        let Some(Line { score, kind, moves }) = report.lines.into_iter().next() else {
            return Solution { nodes, elapsed, ..Solution::unknown() };
        };
        let points = score.decided().map_or(0, |(points, _)| points);
        Solution {
            points,
            proved,
            score,
            kind,
            line: moves,
            nodes,
            elapsed,
            conventional_score: None,
        }
    }
}

/// For work that knows no clock: raised when `stop` is, or when the time is over.
pub fn halt_after(time: Option<Duration>, stop: &AtomicBool) -> impl Halt {
    let deadline = time.map(|time| Instant::now() + time);
    move || stop.load(Relaxed) || deadline.is_some_and(|deadline| Instant::now() >= deadline)
}
