//! Words that people read everywhere, in one place.

/// A number with its noun: `1 ply`, `2 plies`.
///
/// ```
/// assert_eq!(henge_core::words::count(1, "ply", "plies"), "1 ply");
/// assert_eq!(henge_core::words::count(0, "ply", "plies"), "0 plies");
/// ```
pub fn count(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// `1 ply`, `12 plies`.
pub fn plies(n: u32) -> String {
    count(n.into(), "ply", "plies")
}

/// `1 node`, `12 nodes`.
pub fn nodes(n: u64) -> String {
    count(n, "node", "nodes")
}

/// `1 move`, `12 moves`.
pub fn moves(n: u32) -> String {
    count(n.into(), "move", "moves")
}
