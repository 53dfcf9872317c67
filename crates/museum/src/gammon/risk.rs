//! Tactic 50: what a play may gain by hits and lose by blots, in points of advance.
//!
//! For every blot after the play: if it stands where it has hit somebody, his loss counts for the
//! play, with the rolls he may have to wait on the bar; the chance to be hit times what would be lost
//! counts against it, with the rolls to wait there. Sixteen points are awarded for each point of
//! advance.
//!
//! The text says that the values of all blots are accumulated, while the listing seems to divide them
//! by the number of blots. The text is followed; with the division the player loses half a point a
//! game to itself without.

use serde::Serialize;

use super::change::Change;
use super::tables::{enters, hits, waiting};

/// What one blot may gain or lose.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct BlotRisk {
    /// Where it stands.
    pub point: u8,
    /// What its own hit has cost the other side, in points of advance; 0 if it hit nobody.
    pub gain: f64,
    /// The chance that it is hit with the next roll, by the tables.
    pub chance: f64,
    /// What it would cost.
    pub stake: f64,
}

/// Looks at every blot that a play leaves.
pub fn each_blot(change: &Change<'_>, mut tell: impl FnMut(BlotRisk)) {
    let stats = &change.before.stats;
    for point in 1..=24 {
        if change.after[point] != 1 {
            continue;
        }
        let has_hit = change.before.board[point] == -1;
        let gain = if has_hit { point as f64 + waiting(stats.mine.home_points) } else { 0.0 };
        let chance = if stats.mine.home_points == 6 { 0.0 } else { chance_of_hit(change, point) };
        let stake = (25 - point) as f64 + waiting(stats.theirs.home_points);
        tell(BlotRisk { point: point as u8, gain, chance, stake });
    }
}

/// The points tactic 50 awards.
pub fn award(change: &Change<'_>) -> f64 {
    let mut net = 0.0;
    each_blot(change, |blot| net += blot.gain - blot.chance * blot.stake);
    POINTS * net
}

/// Award for each point of advance.
const POINTS: f64 = 16.0;

/// The chance by the tables: the sum over the men that stand up to six points before the blot, and
/// over men on the bar if it stands in the home they enter; one at the most.
fn chance_of_hit(change: &Change<'_>, point: usize) -> f64 {
    let (mut closed, mut sum) = (0, 0.0);
    for distance in 1..=6.min(point - 1) {
        match change.after[point - distance] {
            men if men > 1 => closed += 1,
            men if men < 0 => sum += hits(distance, closed),
            _ => {}
        }
    }
    let on_bar = change.men.theirs[25].min(2);
    if point < 7 {
        sum += f64::from(on_bar) * enters(change.before.stats.mine.home_points) / 6.0;
    }
    sum.min(1.0)
}
