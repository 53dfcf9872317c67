//! What a position is worth: at once, or in parts that can be put down and taken up again.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use henge_core::erased::{BotError, DynMatch, table_of};
use henge_core::{Game, Limits, Notation, Player, Score, Turn};
use henge_search::parts::{self, Goal, Grain, Parts, PartsError, Schedule};
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
    /// Who solves the parts, if not threads of this process. What is found is then the same to the byte, whoever
    /// does it; it depends on the number of parts that are solved at once.
    pub elsewhere: Option<&'a dyn PartSolvers>,
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
            elsewhere: None,
            stop: &NEVER,
            progress,
        }
    }
}

/// A part of a proof, for somebody else to solve with a solver that has solved nothing before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartOrder {
    /// Its number.
    pub number: u64,
    /// The position.
    pub position: String,
    /// The number of nodes after which it is given up.
    pub nodes: u64,
}

/// What was found out about a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartFound {
    /// Its number.
    pub number: u64,
    /// The points to the player to move, if they were proved.
    pub points: Option<i32>,
    /// The nodes that it has taken.
    pub nodes: u64,
}

/// Solves parts of proofs somewhere else.
pub trait PartSolvers: Sync {
    /// Has parts solved until there are no more, or `stop` is raised. `next` hands them out: nothing at the end,
    /// and nothing inside while others have to be solved first.
    fn solve(
        &self,
        next: &mut (dyn FnMut() -> Option<Option<PartOrder>> + Send),
        found: &mut dyn FnMut(PartFound),
        stop: &AtomicBool,
    ) -> Result<(), BotError>;
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

/// How often whoever watches hears of it.
const PERIOD: Duration = Duration::from_millis(200);

/// Goes on with a proof whose parts others solve, until it is complete or `stop` is raised.
fn solved_by<G: Notation>(
    others: &dyn PartSolvers,
    game: &G,
    parts: Parts<G>,
    at_once: usize,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&Parts<G>),
) -> Result<Parts<G>, BotError> {
    let (schedule, halt) = (Mutex::new(Schedule::new(parts, at_once)), AtomicBool::new(false));
    let lock = || schedule.lock().unwrap_or_else(PoisonError::into_inner);
    let mut next = || {
        let mut schedule = lock();
        if schedule.is_over() {
            return None;
        }
        let part = schedule.next();
        Some(part.map(|(number, part, nodes)| {
            let position = game.write_position(&part.pos);
            PartOrder { number, position, nodes }
        }))
    };
    let mut found = |found: PartFound| {
        let mut schedule = lock();
        schedule.found(game, found.number, found.points, found.nodes);
        // What the others are still at work on is not needed.
        halt.fetch_or(schedule.is_over(), SeqCst);
    };
    std::thread::scope(|scope| {
        let (sender, done) = mpsc::channel();
        let halt = &halt;
        let work = move || _ = sender.send(others.solve(&mut next, &mut found, halt));
        let started = std::thread::Builder::new().spawn_scoped(scope, work);
        started.map_err(|error| BotError::Outside(format!("no thread can be started: {error}")))?;
        loop {
            match done.recv_timeout(PERIOD) {
                Ok(result) => return result,
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return Err(BotError::Outside("solving the parts has failed".into()));
                }
            }
            progress(lock().parts());
            halt.fetch_or(stop.load(SeqCst), SeqCst);
        }
    })?;
    let parts = schedule.into_inner().unwrap_or_else(PoisonError::into_inner).into_parts();
    progress(&parts);
    Ok(parts)
}

impl<G: Game> GameSolver<G> {
    /// Solvers for so many threads.
    fn solvers(&self, threads: usize) -> Result<Vec<Box<dyn Solver<G>>>, BotError> {
        let make = |n: usize| {
            self.new_solver(TABLE_BYTES).map_err(|error| match error {
                BotError::NoMemory(error) => BotError::Outside(format!(
                    "{error} for the table of thread {} of {threads}; use fewer threads",
                    n + 1
                )),
                other => other,
            })
        };
        (0..threads).map(make).collect()
    }

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
            // A draw by a table has no end to lead to.
            if found.proved && found.score != Score::DRAW {
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
        let PartsTask { name, goal, grain, begun, threads, elsewhere, stop, progress } = task;
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
        let begun = begun.for_goal(goal);
        let mut tell = |parts: &Parts<G>| {
            progress(parts.extent(), &|| parts.to_bytes(game, name));
        };
        let parts = match elsewhere {
            Some(others) => solved_by(others, game, begun, threads, stop, &mut tell)?,
            None => begun.run(game, self.solvers(threads.max(1))?, stop, &mut tell),
        };
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
