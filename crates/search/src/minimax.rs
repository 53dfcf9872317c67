//! The referee: no table, no pruning, no cleverness, and therefore easily seen to be right. The
//! other engines are held against it on small games.
//!
//! It follows every line, so a game with cycles needs a depth; repetitions are not counted.
//! Evaluations are asked for a score where the depth ends, whether the position is stable or not,
//! and always for the score to the player who is to move there.

use henge_core::{Eval, Game, Player, Score, ScoreKind, Turn};

use crate::Line;
use crate::tree::estimate;

/// The points that `player` can expect when both play to the end for as many points as they can
/// get. Exact in games without dice; with dice, as exact as the chances of the rolls.
pub fn value<G: Game>(game: &G, pos: &G::Position, player: Player) -> f64 {
    match game.turn(pos) {
        Turn::Over(outcome) => outcome.points_for(player) as f64,
        Turn::Chance => expect(game, pos, |next| value(game, next, player)),
        Turn::Player(mover) => {
            let values = children(game, pos).map(|(_, next)| value(game, &next, player));
            if mover == player {
                values.fold(f64::NEG_INFINITY, f64::max)
            } else {
                values.fold(f64::INFINITY, f64::min)
            }
        }
    }
}

/// The score to the player to move (to the first, where dice are to fall) after a search of
/// `depth` plies, or to the end of the game. Rolls of the dice are plies.
///
/// An average over dice is a decided score only when no roll makes a difference in points;
/// otherwise it is cut to the range of estimates.
pub fn score<G: Game>(
    game: &G,
    pos: &G::Position,
    depth: Option<u32>,
    eval: &impl Eval<G>,
) -> Score {
    let player = match game.turn(pos) {
        Turn::Player(player) => player,
        _ => Player::First,
    };
    let mut search = Search { game, eval, horizon: false };
    rounded(search.value(pos, player, depth, 0).0)
}

/// The best line and its score; `None` unless a player is to move. It ends before the first roll
/// of the dice. Its kind is `Proved` if no line was cut off by the depth.
pub fn best<G: Game>(
    game: &G,
    pos: &G::Position,
    depth: Option<u32>,
    eval: &impl Eval<G>,
) -> Option<Line<G::Move>> {
    let Turn::Player(player) = game.turn(pos) else { return None };
    let mut search = Search { game, eval, horizon: false };
    let (value, moves) = search.value(pos, player, depth, 0);
    let kind = if search.horizon { ScoreKind::Estimate } else { ScoreKind::Proved };
    Some(Line { score: rounded(value), kind, moves })
}

struct Search<'a, G, E> {
    game: &'a G,
    eval: &'a E,
    /// Some line was cut off by the depth.
    horizon: bool,
}

impl<G: Game, E: Eval<G>> Search<'_, G, E> {
    /// The score to `player`, not rounded, and the best line. Whole numbers of this size are exact.
    fn value(
        &mut self,
        pos: &G::Position,
        player: Player,
        depth: Option<u32>,
        ply: u32,
    ) -> (f64, Vec<G::Move>) {
        let (game, eval) = (self.game, self.eval);
        let turn = game.turn(pos);
        if let Turn::Over(outcome) = turn {
            return (Score::of(outcome, player, ply).0 as f64, Vec::new());
        }
        if depth == Some(ply) {
            self.horizon = true;
            let score = match turn {
                Turn::Player(mover) if mover != player => -estimate(game, eval, pos, mover),
                _ => estimate(game, eval, pos, player),
            };
            return (score.0 as f64, Vec::new());
        }
        let Turn::Player(mover) = turn else {
            let mean = expect(game, pos, |next| self.value(next, player, depth, ply + 1).0);
            return (mean, Vec::new());
        };
        let mut best: Option<(f64, Vec<G::Move>)> = None;
        for (mv, next) in children(game, pos) {
            let (value, line) = self.value(&next, player, depth, ply + 1);
            let better = |&(best, _): &(f64, _)| {
                if mover == player { value > best } else { value < best }
            };
            if best.as_ref().is_none_or(better) {
                best = Some((value, [&[mv], &line[..]].concat()));
            }
        }
        best.expect("a game that is not over has a move")
    }
}

fn children<'a, G: Game>(
    game: &'a G,
    pos: &'a G::Position,
) -> impl Iterator<Item = (G::Move, G::Position)> + 'a {
    game.moves(pos).map(move |mv| {
        let mut next = pos.clone();
        game.play(&mut next, mv);
        (mv, next)
    })
}

/// The mean over the rolls of the dice.
fn expect<G: Game>(game: &G, pos: &G::Position, mut value: impl FnMut(&G::Position) -> f64) -> f64 {
    // The chances are rounded to an `f32`; divided by their sum they make a mean of the values.
    let (mut sum, mut whole) = (0.0, 0.0);
    for (roll, next) in children(game, pos) {
        let chance = game.probability(pos, roll) as f64;
        sum += chance * value(&next);
        whole += chance;
    }
    sum / whole
}

fn rounded(value: f64) -> Score {
    let score = Score(value.round() as i32);
    // A mean of unlike wins may fall between the scores that mean something.
    match score.decided() {
        Some((_, plies)) if plies >= 100_000 => Score::estimate(score.0 as i64),
        _ => score,
    }
}
