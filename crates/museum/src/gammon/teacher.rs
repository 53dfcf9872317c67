//! A plain teacher: looks at the board after each play and adds up what beginners are told.

use henge_games::backgammon::{BAR, Men, Plays};

use super::tables::hits;

/// Chooses the play whose board is worth the most by a handful of rules of thumb.
pub fn plain_teacher(_men: &Men, _dice: [u8; 2], plays: &Plays) -> usize {
    let worth = plays.entries().iter().map(|entry| worth(&entry.after));
    let best = worth.enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b));
    best.map_or(0, |(index, _)| index)
}

/// What holding each of the points 1 to 12 is worth to who wants to stop others, in points of advance.
const HELD: [f64; 13] = [0.0, 0.5, 1.5, 3.0, 5.0, 6.0, 5.5, 5.0, 3.5, 2.0, 1.0, 0.5, 0.0];

/// The board as the side sees it that has just played, in points of advance.
fn worth(men: &Men) -> f64 {
    let [mine, theirs] = men.pips().map(f64::from);
    if men.is_race() {
        // A man who goes off saves more than his points: gaps and unused pips cost too.
        return theirs - mine + 2.0 * f64::from(men.mine[0]) - wasted(&men.mine);
    }
    let mut worth = theirs - mine;
    let [strong, strong_other] = [&men.mine, &men.theirs].map(home_points);
    for (point, &men_there) in men.mine.iter().enumerate().take(BAR).skip(1) {
        if men_there > 1 {
            worth += HELD.get(point).copied().unwrap_or(0.0);
            worth += match point {
                20 | 21 => 6.0,
                18 | 22 => 4.0,
                _ => 0.0,
            };
        }
        // More than three on a point help nobody.
        worth -= f64::from(men_there.saturating_sub(3)) * 0.8;
        if men_there == 1 {
            let chance = chance_of_hit(men, point);
            worth -= chance * ((25 - point) as f64 + 3.0 + 4.0 * strong_other);
        }
    }
    worth += 2.0 * f64::from(longest_row(&men.mine)).powi(2) * 0.5;
    worth += f64::from(men.theirs[BAR]) * (3.0 + 4.0 * strong);
    let back: u8 = men.mine[19..=24].iter().sum();
    worth - f64::from(back) * 1.0
}

fn home_points(side: &[u8; 26]) -> f64 {
    side[1..=6].iter().filter(|&&men| men > 1).count() as f64
}

fn longest_row(side: &[u8; 26]) -> u8 {
    let (mut longest, mut row) = (0, 0);
    for &men in &side[1..=12] {
        row = if men > 1 { row + 1 } else { 0 };
        longest = longest.max(row);
    }
    longest
}

/// Men that lie deep while others are still to come.
fn wasted(side: &[u8; 26]) -> f64 {
    let empty = (1..=6).filter(|&point| side[point] == 0).count() as f64;
    f64::from(side[1]) + 0.5 * empty
}

/// The chance that somebody hits, as if each man threw for himself.
fn chance_of_hit(men: &Men, point: usize) -> f64 {
    let (mut closed, mut missed) = (0, 1.0);
    for distance in 1..=12.min(point - 1) {
        let place = point - distance;
        if men.mine[place] > 1 {
            closed += 1;
        } else if men.theirs[BAR - place] > 0 {
            missed *= 1.0 - hits(distance, closed);
        }
    }
    if men.theirs[BAR] > 0 {
        missed *= 1.0 - hits(point, closed);
    }
    1.0 - missed
}
