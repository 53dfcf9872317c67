//! The evaluators: how many points, 64 at the most, a tactic awards to a play.
//!
//! They follow the module MVEVAL of the listing. A play of four steps can do more than the original's
//! two, so what goes beyond 64 points is cut off. What is not in the listing, or not legible, is said
//! where it is.

use super::change::Change;
use super::risk;
use super::statistics::Block;
use super::tactic::{FULL, Tactic};

/// The points a tactic awards; risk has no bounds, all others lie from −64 to 64.
pub fn award(tactic: Tactic, change: &Change<'_>) -> f64 {
    if tactic == Tactic::RISK {
        return risk::award(change);
    }
    f64::from(points(tactic.number(), change)).clamp(-FULL, FULL)
}

fn points(number: u8, change: &Change<'_>) -> i32 {
    let stats = &change.before.stats;
    let (before, after, delta) = (&change.before.board, &change.after, &change.delta);
    match number {
        1 => rear_men(change),
        2 => closing(change, 1),
        3 => closing(change, 19),
        4 => 16 * (blots(before) - blots(after)),
        5 => 16 * (strength(after) - strength(before)).max(0),
        6 => build(change, &stats.mine.block),
        7 => 16 * count(change.stops(), |&&stop| stop > 0 && after[stop] == 1),
        8 => 16 * count(1..=6, |&point| delta[point] != 0 && after[point] == 1),
        9 if delta[usize::from(stats.mine.rear)] == 0 => 64,
        10 => (1..=6).map(|point| delta[point].max(0) << (point - 1)).sum(),
        11 if delta[8] < 0 && delta[7] <= 0 && delta[7] != -2 => 32 * (delta[7] - delta[8]),
        12 => advance(change, usize::from(stats.mine.block.head)),
        13 => playable(after)
            .iter()
            .zip(playable(before))
            .zip(0..)
            .map(|((a, b), i)| (a - b) << i)
            .sum(),
        14 => long_runner(change),
        16 => 32 * count(change.ways(), |way| way.from == 13 && way.to > 6),
        17 => 32 * count(change.stops(), |&&stop| stop == 0),
        18 => bear_off_next(change),
        19 if even_top(change) => 64,
        20 => change.ways().iter().map(|way| to_low_points(way.from, way.to)).sum(),
        21 => 16 * (blots(before) - blots(after)).max(0),
        22 => 16 * (occupied(after) - occupied(before)),
        23 => {
            let theirs = 25 - i32::from(stats.theirs.rear);
            let passes = |from: usize, to: usize| from as i32 > theirs && (to as i32) < theirs;
            if stats.theirs.rear == 0 {
                0
            } else {
                32 * count(change.ways(), |way| passes(way.from, way.to))
            }
        }
        30 => key_point(change, 20),
        31 => key_point(change, 21),
        32 => key_point(change, 18),
        33..=39 => key_point(change, usize::from(number) - 30),
        40 => 32 * change.hits().count() as i32,
        41 => 32 * count(change.hits(), |point| (7..=18).contains(point)),
        42 => 32 * count(change.hits(), |point| *point >= 19),
        43 => 32 * count(change.hits(), |point| *point <= 6),
        44 => 16 * (threatened(change, before) - threatened(change, after)).max(0),
        45 if stats.mine.bar == 1 && entries(change).iter().any(|&stop| stop > 21) => 64,
        46 => entering(change, |men| men == -1),
        47 => entering(change, |men| men != -1),
        48 => entering(change, |men| men == 1),
        49 => entering(change, |men| men == -1 || men == 0),
        _ => 0,
    }
}

fn count<I: IntoIterator>(items: I, fits: impl FnMut(&I::Item) -> bool) -> i32 {
    items.into_iter().filter(fits).count() as i32
}

fn blots(board: &[i32; 26]) -> i32 {
    count(board, |&&men| men == 1)
}

/// Two for a point held and one for a blot.
fn strength(board: &[i32; 26]) -> i32 {
    board.iter().map(|&men| men.clamp(0, 2)).sum()
}

/// Points of the outer tables with men of mine.
fn occupied(board: &[i32; 26]) -> i32 {
    count(&board[7..=18], |&&men| men > 0)
}

/// Half for each man that leaves the rearmost point; where only one stood, the next one counts too.
fn rear_men(change: &Change<'_>) -> i32 {
    let mine = &change.before.stats.mine;
    let (rear, next) = (usize::from(mine.rear), usize::from(mine.next_rear));
    let mut points = -32 * change.delta[rear];
    if change.before.board[rear] == 1 && next > 0 {
        points -= 32 * change.delta[next];
    }
    points
}

/// New points and new blots among the six from `low` on.
fn closing(change: &Change<'_>, low: usize) -> i32 {
    let (mut points, mut blots) = (0, 0);
    for point in low..low + 6 {
        let (before, after) = (change.before.board[point], change.after[point]);
        points += i32::from(after >= 2) - i32::from(before >= 2);
        blots += i32::from(after == 1) - i32::from(before == 1);
    }
    32 * points.max(0) + 16 * blots.max(0)
}

fn build(change: &Change<'_>, block: &Block) -> i32 {
    let [mut points, mut blots, mut spares] = [0; 3];
    for point in usize::from(block.head)..=usize::from(block.tail).min(24) {
        let (before, after) = (change.before.board[point], change.after[point]);
        if before <= -2 {
            continue;
        }
        points += i32::from(after >= 2) - i32::from(before >= 2);
        blots += i32::from(after == 1) - i32::from(before == 1);
        spares += (after - 2).max(0) - (before - 2).max(0);
    }
    let mut award = 32 * points + 16 * (blots + spares);
    // A blot or a spare man that was turned into a point is no loss.
    for used in [blots, spares] {
        if points * used < 0 {
            award += 16 * points - 8 * used;
        }
    }
    award
}

/// Men on the two points before the head; the nearer one counts double.
fn advance(change: &Change<'_>, head: usize) -> i32 {
    let mut award = 0;
    for (point, weight) in [(head.wrapping_sub(1), 2), (head.wrapping_sub(2), 1)] {
        if !(1..=24).contains(&point) || change.delta[point] <= 0 {
            continue;
        }
        if change.before.board[point] < 2 {
            award += weight * if change.after[point] >= 2 { 16 } else { 8 };
        }
    }
    award
}

/// From how many points each number can be played, two at the most.
fn playable(board: &[i32; 26]) -> [i32; 6] {
    let mut safe = [0; 6];
    for (die, safe) in (1..).zip(&mut safe) {
        let plays = |&from: &usize| board[from] > 0 && board[from - die] > -2;
        *safe = count(die + 1..=24, plays).min(2);
    }
    safe
}

fn long_runner(change: &Change<'_>) -> i32 {
    let runner = (13..=18).rev().find(|&point| change.before.board[point] > 0);
    runner.map_or(0, |point| if change.after[point] > 0 { 64 } else { 0 })
}

/// The lower the two lowest men stand, the likelier are both borne off with the next roll.
fn bear_off_next(change: &Change<'_>) -> i32 {
    let (mut men, mut product) = (0, 1);
    for point in 1..=6 {
        for _ in 0..change.after[point].clamp(0, 2 - men) {
            product *= 7 - point as i32;
            men += 1;
        }
    }
    // Nobody left is as good as it can be.
    for _ in men..2 {
        product *= 6;
    }
    64 * product / 36
}

/// Are the numbers of men on the two highest points both even or both odd?
fn even_top(change: &Change<'_>) -> bool {
    let mut high = (1..=6).rev().map(|point| change.after[point]).filter(|&men| men > 0);
    match (high.next(), high.next()) {
        (Some(highest), Some(next)) => (highest + next) % 2 == 0,
        _ => false,
    }
}

/// The listing awards nothing here; half for a man that ends on the lowest point, and less above it.
fn to_low_points(from: usize, to: usize) -> i32 {
    if from <= 6 && (1..=5).contains(&to) { 32 * (6 - to as i32) / 5 } else { 0 }
}

/// Half for each man that comes to the point or leaves it; nothing where it is held all the same.
fn key_point(change: &Change<'_>, point: usize) -> i32 {
    let delta = change.delta[point];
    let held = change.before.board[point] > 1 && change.after[point] > 1;
    if held { 0 } else { 32 * delta }
}

/// Blots that stand before men of theirs who have still to pass.
fn threatened(change: &Change<'_>, board: &[i32; 26]) -> i32 {
    let rear = usize::from(change.before.stats.theirs.rear);
    if rear == 0 && change.men.theirs[25] == 0 {
        return 0;
    }
    // Men on the bar threaten everybody.
    let first = if change.men.theirs[25] > 0 { 0 } else { 25 - rear };
    count(first + 1..=24, |&point| board[point] == 1)
}

/// Where men from the bar set foot. Steps come from the highest point first, so these come first.
fn entries<'a>(change: &'a Change<'_>) -> &'a [usize] {
    let n = change.before.men.mine[25] - change.men.mine[25];
    &change.stops()[..usize::from(n)]
}

/// Half for each man that enters on a point with such men before.
fn entering(change: &Change<'_>, fits: impl Fn(i32) -> bool) -> i32 {
    32 * count(entries(change), |&&stop| fits(change.before.board[stop]))
}
