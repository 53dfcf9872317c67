use crate::Game;

/// Positions as numbers, for tables that hold an entry for each of them.
///
/// The numbering may have holes, and may count positions that no game ever reaches; it must count
/// every position that a legal move leads to from one that it counts.
pub trait Enumerate: Game {
    /// The numbers go from 0 up to this one, which is no longer among them.
    fn n_positions(&self) -> u64;
    /// The number of a position; `None` if it has none.
    fn index(&self, pos: &Self::Position) -> Option<u64>;
    /// The position with this number, the inverse of `index`; `None` for a hole.
    fn position(&self, index: u64) -> Option<Self::Position>;
}
