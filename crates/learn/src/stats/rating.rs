use std::collections::BTreeMap;
use std::f64::consts::LN_10;

use serde::Serialize;

use super::Z_95;
use super::few::{few, unseen};

/// Games of two players that belong together: a pair, or a single game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Unit {
    /// Who played, as numbers of players.
    pub players: [usize; 2],
    /// The score of the first: a win counts one, a draw a half.
    pub score: f64,
    /// How many games.
    pub games: u32,
}

/// A player's strength.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// In Elo; zero is the mean of the pool, or the anchor.
    pub elo: f64,
    /// Half the width of its 95 % interval, against that zero.
    pub error: f64,
}

/// Ratings of `n` players by maximum likelihood in the model of Bradley and Terry, where a draw is
/// half a win and half a loss.
///
/// With the anchor's rating as zero, or the mean of all. Errors are those of the results and not of
/// the model (the "sandwich"), so draws and pairs narrow them as they should; with two players they
/// are those of the difference in Elo. They are wider where there are few results, and never nothing.
///
/// Who won or lost everything has no rating, nor has who met nobody of the others, for no number
/// would be too high or too low: `None`. The rest is rated by their games among themselves.
pub fn ratings(n: usize, units: &[Unit], anchor: Option<usize>) -> Vec<Option<Rating>> {
    let pool = comparable(n, units, anchor);
    let mut answer = vec![None; n];
    if pool.len() < 2 {
        return answer;
    }
    let mut place = vec![None; n];
    for (i, &player) in pool.iter().enumerate() {
        place[player] = Some(i);
    }
    let within = |unit: &Unit| {
        let [a, b] = unit.players;
        Some(Unit { players: [place[a]?, place[b]?], ..*unit })
    };
    let units: Vec<Unit> = units.iter().filter_map(within).collect();
    let strengths = likeliest(pool.len(), &units);
    let anchor = anchor.and_then(|anchor| place[anchor]);
    let errors = errors(&strengths, &units, anchor);
    let zero = match anchor {
        Some(anchor) => strengths[anchor],
        None => strengths.iter().sum::<f64>() / strengths.len() as f64,
    };
    let scale = 400.0 / LN_10;
    for (i, &player) in pool.iter().enumerate() {
        let (elo, error) = ((strengths[i] - zero) * scale, errors[i] * scale * Z_95);
        answer[player] = Some(Rating { elo, error });
    }
    answer
}

/// The largest group (or that of the anchor) in which everybody has taken something, over however
/// many others, from everybody else: only there the likelihood has a maximum (Ford 1957).
fn comparable(n: usize, units: &[Unit], anchor: Option<usize>) -> Vec<usize> {
    let mut took = vec![vec![false; n]; n];
    for unit in units {
        let [a, b] = unit.players;
        took[a][b] |= unit.score > 0.0;
        took[b][a] |= unit.score < f64::from(unit.games);
    }
    for via in 0..n {
        let beyond = took[via].clone();
        for row in took.iter_mut().filter(|row| row[via]) {
            row.iter_mut().zip(&beyond).for_each(|(took, beyond)| *took |= beyond);
        }
    }
    let group = |player: usize| -> Vec<usize> {
        let same = |&other: &usize| other == player || took[player][other] && took[other][player];
        (0..n).filter(same).collect()
    };
    match anchor {
        Some(anchor) => group(anchor),
        // The first of the largest ones, so that the answer does not hang on the order of a search.
        None => (0..n).map(group).rev().max_by_key(Vec::len).unwrap_or_default(),
    }
}

fn expected(strengths: &[f64], [a, b]: [usize; 2]) -> f64 {
    1.0 / (1.0 + (strengths[b] - strengths[a]).exp())
}

/// Newton's method on the log-likelihood, which is concave; steps are kept short, because far away
/// from the maximum the curve is flat.
fn likeliest(n: usize, units: &[Unit]) -> Vec<f64> {
    let mut strengths = vec![0.0; n];
    for _ in 0..200 {
        let mut slope = vec![0.0; n];
        for unit in units {
            let [a, b] = unit.players;
            let surprise = unit.score - f64::from(unit.games) * expected(&strengths, unit.players);
            slope[a] += surprise;
            slope[b] -= surprise;
        }
        let step = solve(information(&strengths, units), vec![slope[1..].to_vec()]).remove(0);
        let largest = step.iter().map(|x| x.abs()).fold(0.0, f64::max);
        let shrink = (1.0 / largest).min(1.0);
        for (strength, step) in strengths[1..].iter_mut().zip(step) {
            *strength += step * shrink;
        }
        if largest < 1e-12 {
            break;
        }
    }
    strengths
}

/// The curvature of the log-likelihood, for all players but the first, whose strength is given.
fn information(strengths: &[f64], units: &[Unit]) -> Vec<Vec<f64>> {
    let weight = |unit: &Unit| {
        let p = expected(strengths, unit.players);
        (unit.players, f64::from(unit.games) * p * (1.0 - p))
    };
    gather(strengths.len(), units.iter().map(weight))
}

/// The sum of weights between two players each, in the shape of differences of players.
fn gather(n: usize, weights: impl Iterator<Item = ([usize; 2], f64)>) -> Vec<Vec<f64>> {
    let mut sum = vec![vec![0.0; n]; n];
    for ([a, b], weight) in weights {
        sum[a][a] += weight;
        sum[b][b] += weight;
        sum[a][b] -= weight;
        sum[b][a] -= weight;
    }
    sum.remove(0);
    sum.iter_mut().for_each(|row| _ = row.remove(0));
    sum
}

/// By how much the results of two players differ from what is expected, in squares: of all their units
/// together, and at least so much as may have gone unseen.
fn surprises(strengths: &[f64], units: &[Unit]) -> BTreeMap<[usize; 2], f64> {
    /// Units of two players: how many, their games, the score of the first, and the squares.
    #[derive(Default)]
    struct Meeting {
        units: f64,
        games: f64,
        score: f64,
        squares: f64,
    }
    let mut meetings: BTreeMap<[usize; 2], Meeting> = BTreeMap::new();
    for unit in units {
        let ([a, b], games) = (unit.players, f64::from(unit.games));
        let surprise = unit.score - games * expected(strengths, unit.players);
        let meeting = meetings.entry([a.min(b), a.max(b)]).or_default();
        meeting.units += 1.0;
        meeting.games += games;
        meeting.score += if a < b { unit.score } else { games - unit.score };
        meeting.squares += surprise.powi(2);
    }
    let wider = few(units.len() as f64, (strengths.len() - 1) as f64).powi(2);
    let of_meeting = |(players, meeting): ([usize; 2], Meeting)| {
        let Meeting { units, games, score, squares } = meeting;
        // A meeting in which all was won says little of its error, and the others say the rest.
        let room = score.min(games - score);
        (players, (wider * squares).max((room * unseen(units) / Z_95).powi(2)))
    };
    meetings.into_iter().map(of_meeting).collect()
}

/// Standard errors of the strengths against the anchor or against the mean.
fn errors(strengths: &[f64], units: &[Unit], anchor: Option<usize>) -> Vec<f64> {
    let n = strengths.len();
    let surprises = gather(n, surprises(strengths, units).into_iter());
    // The inverse of the information on both sides of the surprises; all three are symmetric.
    let half = solve(information(strengths, units), surprises);
    let transposed: Vec<Vec<f64>> =
        (0..n - 1).map(|i| half.iter().map(|column| column[i]).collect()).collect();
    let inner = solve(information(strengths, units), transposed);
    let covariance = |a: usize, b: usize| if a == 0 || b == 0 { 0.0 } else { inner[a - 1][b - 1] };
    let variance = |i: usize| match anchor {
        Some(zero) => covariance(i, i) - 2.0 * covariance(i, zero) + covariance(zero, zero),
        None => {
            let with_mean = (0..n).map(|k| covariance(i, k)).sum::<f64>() / n as f64;
            let of_mean: f64 = (0..n).map(|k| (0..n).map(|l| covariance(k, l)).sum::<f64>()).sum();
            covariance(i, i) - 2.0 * with_mean + of_mean / (n * n) as f64
        }
    };
    (0..n).map(|i| variance(i).max(0.0).sqrt()).collect()
}

/// Solves `matrix x = side` for several sides, by elimination with pivots.
fn solve(mut matrix: Vec<Vec<f64>>, mut sides: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    for column in 0..n {
        let by_size =
            |&a: &usize, &b: &usize| matrix[a][column].abs().total_cmp(&matrix[b][column].abs());
        let pivot = (column..n).max_by(by_size).expect("there is a row left");
        matrix.swap(column, pivot);
        sides.iter_mut().for_each(|side| side.swap(column, pivot));
        let (done, rest) = matrix.split_at_mut(column + 1);
        let top = &done[column];
        for (i, row) in rest.iter_mut().enumerate() {
            let factor = row[column] / top[column];
            row.iter_mut().zip(top).skip(column).for_each(|(x, t)| *x -= factor * t);
            sides.iter_mut().for_each(|side| side[column + 1 + i] -= factor * side[column]);
        }
    }
    for side in &mut sides {
        for row in (0..n).rev() {
            let known: f64 = (row + 1..n).map(|k| matrix[row][k] * side[k]).sum();
            side[row] = (side[row] - known) / matrix[row][row];
        }
    }
    sides
}
