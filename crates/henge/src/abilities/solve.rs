//! What a position is worth: at once, or in parts that can be put down and taken up again.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use henge_core::erased::{BotError, DynMatch, table_of};
use henge_core::{Game, Limits, Notation, Player, Turn};
use henge_search::parts::{self, Goal, Grain, Parts, PartsError};
use henge_search::{Extremes, Report, Solution, Solver, Task};

use super::game_solver::{GameSolver, TABLE_BYTES};
use super::{NEVER, Prove};

/// Solves positions of one game.
pub trait Solve: Send + Sync {
    /// Solves the position of the match, or does as much as the limits allow.
    fn solve(
        &self,
        table: &dyn DynMatch,
        task: Task<'_, String>,
    ) -> Result<Solution<String>, BotError>;

    /// Solves the position of the match in parts, several at once, for its value or for that of
    /// every move.
    fn solve_in_parts(
        &self,
        table: &dyn DynMatch,
        task: PartsTask<'_>,
    ) -> Result<SolvedParts, PartsFault>;

    /// The same by proof numbers (see [`henge_search::dfpn`]), on so many threads: finds out who wins and not
    /// how soon, and solves games in which positions come back. `None` where there are dice.
    fn by_proof_numbers(&self, threads: usize) -> Option<(Arc<dyn Solve>, Arc<dyn Prove>)>;

    /// The shortest and the longest game from the position of the match, whoever wins them, each within the
    /// limits; an error where positions come back, for then no game is the longest.
    fn extremes(
        &self,
        table: &dyn DynMatch,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Result<Extremes<String>, BotError>;

    /// A solver with a table of this size for one user alone: what it finds does not depend on what
    /// others have asked.
    fn solver(&self, table_bytes: usize) -> Result<Box<dyn DynSolver>, BotError>;
}

/// A solver without the type of its game; it remembers what it finds from position to position.
pub trait DynSolver: Send {
    /// Solves the position of the match, or does as much as the limits allow.
    fn solve(
        &mut self,
        table: &dyn DynMatch,
        task: Task<'_, String>,
    ) -> Result<Solution<String>, BotError>;
}

/// A solver that belongs to one user.
struct OwnSolver<G: Game> {
    game: Arc<G>,
    solver: Box<dyn Solver<G>>,
}

impl<G: Notation> DynSolver for OwnSolver<G> {
    fn solve(
        &mut self,
        table: &dyn DynMatch,
        task: Task<'_, String>,
    ) -> Result<Solution<String>, BotError> {
        let (game, pos) = (&*self.game, table_of::<G>(table)?.position());
        let found = asked(&mut *self.solver, game, pos, task);
        Ok(found.with_line(|line| game.write_line(pos, line)))
    }
}

/// Asks a solver, and puts what it tells on the way into text.
fn asked<G: Notation>(
    solver: &mut dyn Solver<G>,
    game: &G,
    pos: &G::Position,
    task: Task<'_, String>,
) -> Solution<G::Move> {
    let Task { limits, stop, progress, .. } = task;
    let mut tell = |report: &Report<G::Move>| {
        progress(&report.with_moves(|moves| game.write_line(pos, moves)));
    };
    solver.solve(game, pos, Task::new(limits).stop(stop).progress(&mut tell))
}

/// How far solving in parts has come, and what to write down.
pub type PartsProgress<'a> = &'a mut dyn FnMut(parts::Extent, &dyn Fn() -> Vec<u8>);

/// A question to be solved in parts: `PartsTask { threads: 4, ..PartsTask::new(name, Goal::Value) }`.
pub struct PartsTask<'a> {
    /// What the game is called in what is written down.
    pub name: &'a str,
    /// The value of the position, or that of every move.
    pub goal: Goal,
    /// How large the parts are, where nothing has begun.
    pub grain: Grain,
    /// What an earlier run has written down about the game of that name, whatever its goal.
    pub begun: Option<&'a [u8]>,
    /// How many parts are solved at once; 0 is taken as 1.
    pub threads: usize,
    /// Set from outside to end it; what was found is not lost.
    pub stop: &'a AtomicBool,
    /// Hears several times a second how far it has come, and can have it written down.
    pub progress: PartsProgress<'a>,
}

impl<'a> PartsTask<'a> {
    /// One thread, from the beginning; nobody stops it, and nobody hears of its progress.
    pub fn new(name: &'a str, goal: Goal) -> Self {
        // A closure that captures nothing has no size: the box allocates nothing.
        let progress = Box::leak(Box::new(|_, _: &dyn Fn() -> Vec<u8>| {}));
        PartsTask {
            name,
            goal,
            grain: Grain::Usual,
            begun: None,
            threads: 1,
            stop: &NEVER,
            progress,
        }
    }
}

/// What solving in parts has found.
#[derive(Clone, PartialEq, Debug)]
pub struct SolvedParts {
    /// What the position is worth to the player to move, if that is proved.
    pub points: Option<i32>,
    /// The moves, of mirror images one, and what each is worth to that player, if that is proved.
    pub moves: Vec<(String, Option<i32>)>,
    /// Whether everything that was asked for is known.
    pub done: bool,
    /// How far it has come.
    pub extent: parts::Extent,
    /// What to write down, to go on with later.
    pub bytes: Vec<u8>,
}

/// Why nothing was solved in parts.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PartsFault {
    /// The engine could not.
    #[error(transparent)]
    Engine(#[from] BotError),
    /// What was written down before is not about this.
    #[error(transparent)]
    File(#[from] PartsError),
}

impl<G: Game> GameSolver<G> {
    /// The line of best play to the end, as far as the time allows.
    fn complete(
        &self,
        solver: &mut dyn Solver<G>,
        pos: &G::Position,
        mut line: Vec<G::Move>,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Vec<G::Move> {
        let began = Instant::now();
        let mut next = pos.clone();
        line.iter().for_each(|&mv| drop(self.game.play(&mut next, mv)));
        let mut seen = HashSet::new();
        // A winner who knows nothing but that he wins may go in a circle.
        while let Turn::Player(_) = self.game.turn(&next)
            && seen.insert(self.game.key(&next))
        {
            let time = limits.time_for_move().map(|time| time.saturating_sub(began.elapsed()));
            let limits = Limits { time, ..limits };
            let found = solver.solve(&self.game, &next, Task::new(limits).stop(stop));
            if !found.proved || found.line.is_empty() {
                break;
            }
            for mv in found.line {
                self.game.play(&mut next, mv);
                line.push(mv);
            }
        }
        line
    }
}

impl<G: Notation> Solve for GameSolver<G> {
    fn by_proof_numbers(&self, threads: usize) -> Option<(Arc<dyn Solve>, Arc<dyn Prove>)> {
        let same = Arc::new(GameSolver::by_proof_numbers(self, threads)?);
        Some((same.clone(), same))
    }

    fn solve(
        &self,
        table: &dyn DynMatch,
        task: Task<'_, String>,
    ) -> Result<Solution<String>, BotError> {
        let (limits, stop) = (task.limits, task.stop);
        let (game, pos) = (&*self.game, table_of::<G>(table)?.position());
        let found = self.with_solver(|solver| {
            let mut found = asked(solver, game, pos, task);
            if found.proved {
                let line = std::mem::take(&mut found.line);
                found.line = self.complete(solver, pos, line, limits, stop);
            }
            found
        })?;
        Ok(found.with_line(|line| game.write_line(pos, line)))
    }

    fn solve_in_parts(
        &self,
        table: &dyn DynMatch,
        task: PartsTask<'_>,
    ) -> Result<SolvedParts, PartsFault> {
        let PartsTask { name, goal, grain, begun, threads, stop, progress } = task;
        let table = table_of::<G>(table)?;
        let (game, pos) = (&*self.game, table.position());
        let Turn::Player(player) = table.turn() else { return Err(BotError::WrongGame.into()) };
        if G::CYCLES {
            let why = "positions of this game come back, so it cannot be solved in parts";
            return Err(BotError::Outside(why.into()).into());
        }
        let judge = |pos: &G::Position, player: Player| self.judge(pos, player);
        let begun = match begun {
            Some(bytes) => Parts::from_bytes(game, name, pos, &judge, bytes)?,
            None => Parts::with(game, pos, &judge, grain),
        };
        let threads = threads.max(1);
        let make = |n: usize| {
            self.new_solver(TABLE_BYTES).map_err(|error| match error {
                BotError::NoMemory(error) => BotError::Outside(format!(
                    "{error} for the table of thread {} of {threads}; use fewer threads",
                    n + 1
                )),
                other => other,
            })
        };
        let solvers = (0..threads).map(make).collect::<Result<Vec<_>, _>>()?;
        let parts = begun.for_goal(goal).run(game, solvers, stop, &mut |parts| {
            progress(parts.extent(), &|| parts.to_bytes(game, name));
        });
        Ok(SolvedParts {
            points: parts.points(player),
            done: parts.is_done(),
            moves: parts
                .moves(player)
                .map(|(mv, points)| (game.write_move(pos, mv), points))
                .collect(),
            extent: parts.extent(),
            bytes: parts.to_bytes(game, name),
        })
    }

    fn extremes(
        &self,
        table: &dyn DynMatch,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Result<Extremes<String>, BotError> {
        if G::CYCLES {
            let why = "positions of this game come back, so no game is the longest";
            return Err(BotError::Outside(why.into()));
        }
        let (game, pos) = (&*self.game, table_of::<G>(table)?.position());
        let found = self.with_solver(|solver| solver.extremes(game, pos, limits, stop))?;
        Ok(Extremes {
            shortest: found.shortest.map(|line| game.write_line(pos, &line)),
            longest: game.write_line(pos, &found.longest),
            least: found.least,
            is_longest: found.is_longest,
            nodes: found.nodes,
        })
    }

    fn solver(&self, table_bytes: usize) -> Result<Box<dyn DynSolver>, BotError> {
        let (game, solver) = (Arc::clone(&self.game), self.new_solver(table_bytes)?);
        Ok(Box::new(OwnSolver { game, solver }))
    }
}
