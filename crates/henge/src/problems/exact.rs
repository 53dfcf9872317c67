//! Where tables know what every play is worth.

use henge_core::erased::DynMatch;

/// What every move is worth for certain, in games with dice whose last moves stand in tables.
pub trait ExactPlays: Send + Sync {
    /// The moves, and the points that each is worth to the player to move; nothing where that is not certain.
    fn values(&self, table: &dyn DynMatch) -> Result<Option<Vec<(String, f64)>>, String>;

    /// A match from a position of which all is certain, drawn with this seed.
    fn sample(&self, seed: u64) -> Option<Box<dyn DynMatch>>;
}
