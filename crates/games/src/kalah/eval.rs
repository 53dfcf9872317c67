use henge_core::{Eval, Features, Player, Score};

use super::rules::{Kalah, Move, Position};

/// What a seed in the store is worth.
const SEED: i64 = 100;

/// More seeds in the store are better: what everything else is measured against.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seeds;

impl Eval<Kalah> for Seeds {
    type State = ();

    fn eval(&self, game: &Kalah, pos: &Position, player: Player) -> Score {
        Score::estimate(lead(game, pos, player))
    }
}

fn lead(game: &Kalah, pos: &Position, player: Player) -> i64 {
    let [own, other] = [player, !player].map(|player| i64::from(game.store(pos, player)));
    SEED * (own - other)
}

/// Sees what can be brought in: seeds in one's own houses, moves that end in the store, and seeds that a
/// capture would win.
#[derive(Clone, Copy, Debug, Default)]
pub struct Harvest;

/// A seed in an own house, each house that would end in the store, and each seed that could be captured, for the player
/// to move and for the other one.
const KEPT: i64 = 22;
const AGAIN: [i64; 2] = [70, 22];
const CAPTURE: [i64; 2] = [60, 14];
/// More than half of all seeds win whatever happens.
const SAFE: i64 = 50_000;

/// How many houses of a player end in the store, and the most seeds that one capture would win.
fn chances(game: &Kalah, pos: &Position, player: Player) -> (i64, i64) {
    let n = game.n_houses();
    let (own, other) = (game.houses(pos, player), game.houses(pos, !player));
    let (mut again, mut best) = (0, 0);
    for (house, &seeds) in own.iter().enumerate().filter(|(_, seeds)| **seeds > 0) {
        let place = game.last_place(house, seeds);
        let lap = usize::from(seeds) == 2 * n + 1;
        if place == n {
            again += 1;
        } else if place < n && (own[place] == 0 && usize::from(seeds) <= 2 * n || lap) {
            // Sowing past the other houses puts one seed more into the one that is captured.
            let more = u8::from(place <= house);
            let opposite = other[n - 1 - place] + more;
            best = best.max(if opposite > 0 { i64::from(opposite) + 1 } else { 0 });
        }
    }
    (again, best)
}

impl Eval<Kalah> for Harvest {
    type State = ();

    fn eval(&self, game: &Kalah, pos: &Position, player: Player) -> Score {
        let half = game.all_seeds() / 2;
        let mover = pos.to_move();
        let mut value = lead(game, pos, mover);
        for (side, player) in [mover, !mover].into_iter().enumerate() {
            let sign = if side == 0 { 1 } else { -1 };
            let (again, capture) = chances(game, pos, player);
            let kept = i64::from(game.in_houses(pos, player));
            value += sign * (KEPT * kept + AGAIN[side] * again + CAPTURE[side] * capture);
            if u32::from(game.store(pos, player)) > half {
                value += sign * SAFE;
            }
        }
        Score::estimate(if player == mover { value } else { -value })
    }

    /// Moves that end in the store come first, the rightmost before all, as they lose nothing; then captures.
    fn arrange(&self, game: &Kalah, pos: &Position, moves: &mut Vec<Move>) {
        let mover = pos.to_move();
        let (n, own, other) = (game.n_houses(), game.houses(pos, mover), game.houses(pos, !mover));
        moves.sort_by_key(|mv| {
            let Some(house) = mv.house() else { return i32::MAX };
            let place = game.last_place(house, own[house]);
            let near = (n - house) as i32;
            match place {
                _ if place == n => near - 1000,
                _ if place < n && own[place] == 0 && other[n - 1 - place] > 0 => {
                    near - 20 * i32::from(other[n - 1 - place])
                }
                _ => near,
            }
        });
    }

    fn arranges(&self) -> bool {
        true
    }
}

/// The seeds in every house and store, the mover's first: what can be learned from.
#[derive(Clone, Copy, Debug)]
pub struct Houses {
    n: usize,
}

impl Houses {
    /// Those of this game.
    pub fn new(game: &Kalah) -> Houses {
        Houses { n: game.n_houses() }
    }
}

impl Features<Kalah> for Houses {
    fn name(&self) -> &'static str {
        "houses"
    }

    fn n_features(&self) -> usize {
        2 * (self.n + 1)
    }

    fn each(&self, game: &Kalah, pos: &Position, found: &mut impl FnMut(u32, f32)) {
        let mover = pos.to_move();
        for (side, player) in [mover, !mover].into_iter().enumerate() {
            let all = game.houses(pos, player).iter().copied().chain([game.store(pos, player)]);
            for (place, seeds) in all.enumerate().filter(|(_, seeds)| *seeds > 0) {
                found((side * (self.n + 1) + place) as u32, f32::from(seeds) / 4.0);
            }
        }
    }
}
