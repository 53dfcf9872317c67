//! Chances of entering and of being hit.
//!
//! The tables of the original stood in a file that is not printed; these are computed.

use std::sync::LazyLock;

/// Points that a roll brings forward on the average, doublets counted double: 49/6.
pub const AVERAGE_ROLL: f64 = 49.0 / 6.0;

/// The chance that a man on the bar enters a home of which `held` points are held.
pub fn enters(held: u8) -> f64 {
    let held = f64::from(held.min(6));
    1.0 - (held / 6.0) * (held / 6.0)
}

/// What waiting on the bar costs before such a home, in points: the rolls lost times what a roll
/// brings. A closed home has no chance to enter, so that the cost would be without end: there it is
/// that of the other five points and one.
pub fn waiting(held: u8) -> f64 {
    (1.0 / enters(held.min(5)) - 1.0) * AVERAGE_ROLL + if held >= 6 { AVERAGE_ROLL } else { 0.0 }
}

/// The chance that a man `distance` points away, 1 to 24, hits by himself, if `closed` of the points
/// between are closed to him: the mean over all ways in which these can lie.
pub fn hits(distance: usize, closed: usize) -> f64 {
    let row = &HITS[distance.clamp(1, 24) - 1];
    row[closed.min(row.len() - 1)]
}

static HITS: LazyLock<Vec<Vec<f64>>> = LazyLock::new(|| (1..=24).map(row).collect());

/// All numbers of closed points for one distance. Far shots are so rare that closed points are not
/// counted beyond twelve.
fn row(distance: usize) -> Vec<f64> {
    let between = distance - 1;
    if between > 11 {
        return vec![f64::from(n_hits(distance, 0)) / 36.0];
    }
    let mut sums = vec![(0u32, 0u32); between + 1];
    for set in 0..1u32 << between {
        let (ways, n) = &mut sums[set.count_ones() as usize];
        *ways += n_hits(distance, set);
        *n += 1;
    }
    sums.into_iter().map(|(ways, n)| f64::from(ways) / f64::from(n) / 36.0).collect()
}

/// How many of the 36 rolls bring a man over `distance` points, when the points of `closed` are
/// closed to him; bit 0 is the next one.
pub fn n_hits(distance: usize, closed: u32) -> u32 {
    let open = |stop: usize| stop == 0 || stop >= distance || closed >> (stop - 1) & 1 == 0;
    let mut ways = 0;
    for a in 1..=6 {
        for b in 1..=6 {
            let hit = if a == b {
                (1..=4).any(|n| n * a == distance && (1..n).all(|k| open(k * a)))
            } else {
                a == distance || b == distance || a + b == distance && (open(a) || open(b))
            };
            ways += u32::from(hit);
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_chances() {
        // With nothing between, of 36: the table that every book on the game prints.
        let known = [11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1];
        for (i, &ways) in known.iter().enumerate() {
            assert_eq!(n_hits(i + 1, 0), ways, "distance {}", i + 1);
        }
        // Six away with everything closed between: only a six itself.
        assert!((hits(6, 5) - 11.0 / 36.0).abs() < 1e-12);
        assert!((enters(5) - 11.0 / 36.0).abs() < 1e-12);
        assert_eq!(enters(0), 1.0);
        assert_eq!(enters(6), 0.0);
        assert_eq!(waiting(0), 0.0);
        assert!(waiting(6) > waiting(5));
    }
}
