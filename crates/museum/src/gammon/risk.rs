//! Tactic 50: what a play may gain by hits and lose by blots, in points of advance.
//!
//! For every blot after the play: if it stands where it has hit somebody, his loss counts for the
//! play, with the rolls he may have to wait on the bar; the chance to be hit times what would be lost
//! counts against it, with the rolls to wait there. Sixteen points are awarded for each point of
//! advance.
//!
//! The text says that the values of all blots are accumulated. The listing divides them by the number
//! of blots (`16*((TG-TL)/K3)`), and the chances of several men by the number of these men (`TP/K2`). A
//! set says which of them it follows; the page of the book on the document has the evidence.

use serde::Serialize;

use super::change::Change;
use super::tables::{enters, hits, waiting};

/// How several values become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Over {
    /// They are added up.
    #[default]
    Sum,
    /// They are added up and divided by their number.
    Mean,
}

/// With how many digits the tables and what follows from them are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Digits {
    /// All.
    #[default]
    All,
    /// Chances in thirty-seconds, points of waiting whole, the rest cut off: the arithmetic that the
    /// printed scores show.
    Few,
}

/// How the listing's computation of risk is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RiskReading {
    /// The values of several blots.
    pub blots: Over,
    /// The chances of several men to hit the same blot.
    pub shots: Over,
    /// The arithmetic.
    pub digits: Digits,
}

impl RiskReading {
    fn chance(self, chance: f64) -> f64 {
        match self.digits {
            Digits::All => chance,
            Digits::Few => (chance * 32.0).floor() / 32.0,
        }
    }

    fn waiting(self, held: u8) -> f64 {
        match self.digits {
            Digits::All => waiting(held),
            Digits::Few => waiting(held).floor(),
        }
    }
}

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
    let (stats, reading) = (&change.before.stats, change.before.risk);
    for point in 1..=24 {
        if change.after[point] != 1 {
            continue;
        }
        let has_hit = change.before.board[point] == -1;
        let gain =
            if has_hit { point as f64 + reading.waiting(stats.mine.home_points) } else { 0.0 };
        let chance = if stats.mine.home_points == 6 { 0.0 } else { chance_of_hit(change, point) };
        let stake = (25 - point) as f64 + reading.waiting(stats.theirs.home_points);
        tell(BlotRisk { point: point as u8, gain, chance, stake });
    }
}

/// The points tactic 50 awards.
pub fn award(change: &Change<'_>) -> f64 {
    let (mut net, mut blots) = (0.0, 0);
    each_blot(change, |blot| {
        net += blot.gain - blot.chance * blot.stake;
        blots += 1;
    });
    POINTS * over(change.before.risk.blots, net, blots)
}

/// Award for each point of advance.
const POINTS: f64 = 16.0;

fn over(over: Over, sum: f64, n: u32) -> f64 {
    match over {
        Over::Mean if n > 0 => sum / f64::from(n),
        _ => sum,
    }
}

/// The chance by the tables: over the men that stand up to six points before the blot, and over men on
/// the bar if it stands in the home they enter; one at the most.
fn chance_of_hit(change: &Change<'_>, point: usize) -> f64 {
    let reading = change.before.risk;
    let (mut closed, mut sum, mut shots) = (0, 0.0, 0);
    for distance in 1..=6.min(point - 1) {
        match change.after[point - distance] {
            men if men > 1 => closed += 1,
            men if men < 0 => {
                sum += reading.chance(hits(distance, closed));
                shots += 1;
            }
            _ => {}
        }
    }
    let on_bar = change.men.theirs[25].min(2);
    if point < 7 && on_bar > 0 {
        let enters = reading.chance(enters(change.before.stats.mine.home_points));
        sum += f64::from(on_bar) * enters / 6.0;
        shots += 1;
    }
    over(reading.shots, sum, shots).min(1.0)
}
