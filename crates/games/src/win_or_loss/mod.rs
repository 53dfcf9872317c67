//! What the solvers of games without draws share: the question, the answer, and a table of what is
//! proved.

mod table;

use henge_core::{Game, Halt};

pub(crate) use table::Table;

/// A solved position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved<M> {
    /// Whether the player to move wins.
    pub winner_is_mover: bool,
    /// A winning move or, if there is none, the one that took longest to refute.
    pub best: M,
    /// How many positions were searched.
    pub nodes: u64,
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Positions searched.
    pub nodes: u64,
    /// Moves refuted so far.
    pub refuted: usize,
    /// Different moves to look at, if none wins.
    pub moves: usize,
}

/// Finds out who wins. What it has found stays in its table for the next position.
pub trait WinOrLoss<G: Game>: Send {
    /// A solver with a table of at most so many bytes, which cost nothing until they are used.
    fn new(table_bytes: usize) -> Self;

    /// The size of the table.
    fn table_bytes(&self) -> usize;

    /// Forgets what was proved.
    fn clear(&mut self);

    /// How many positions the last call searched, whether it found the answer or not.
    fn nodes(&self) -> u64;

    /// Solves a position, with a report after every move and every million positions. None if the
    /// game is over, if `stop` was set, or if it would take more than `node_limit` positions; what
    /// was proved until then is not lost to the next call.
    fn solve_with(
        &mut self,
        game: &G,
        pos: &G::Position,
        stop: &dyn Halt,
        node_limit: u64,
        report: &mut dyn FnMut(Progress),
    ) -> Option<Solved<G::Move>>;

    /// [`solve_with`](Self::solve_with) that tells nothing on the way.
    fn solve(
        &mut self,
        game: &G,
        pos: &G::Position,
        stop: &dyn Halt,
        node_limit: u64,
    ) -> Option<Solved<G::Move>> {
        self.solve_with(game, pos, stop, node_limit, &mut |_| {})
    }

    /// The most plies that the game can go on, if the player to move wins or loses.
    fn most_plies(pos: &G::Position, winner_is_mover: bool) -> u32;
}
