use henge_core::{Eval, Player, Score};

use super::men::{BAR, Men, rearmost};
use super::position::{Phase, Position};
use super::rules::{Backgammon, Stakes};

/// Judges men.
pub trait Equity: Send + Sync {
    /// What a game is worth to the side that is about to roll, in points.
    fn equity(&self, men: &Men) -> f32;
}

/// A plain judgement by hand: the race, points made, and men who can be hit, all in pips.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pips;

/// An evaluation of games and matches, with and without a cube, by a judgement of the men.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByEquity<E>(pub E);

/// Engines that average dice count a point as so much.
const POINT: f32 = 10_000.0;
/// Half an average throw: what it is worth to be on roll.
const ON_ROLL: f32 = 4.0;
/// What the cube is worth to its owner, in games of its value.
const CUBE: f32 = 0.15;

/// What a side's men are worth beside the race: points made, and men alone where they can be hit.
fn shape(side: &[u8; 26], other: &[u8; 26]) -> f32 {
    let mut worth = 0.0;
    let mut row = 0.0;
    for (point, &men) in side.iter().enumerate().take(BAR).skip(1) {
        match men {
            0 => row = 0.0,
            1 => {
                row = 0.0;
                // Who stands behind him can hit him: nearly always from within a die's reach.
                let mut chance: f32 = 0.0;
                for (theirs, &n) in other.iter().enumerate().skip(1) {
                    let distance = (theirs + point) as i32 - BAR as i32;
                    if n > 0 && distance > 0 {
                        chance += if distance <= 6 {
                            0.3
                        } else if distance <= 12 {
                            0.08
                        } else {
                            0.02
                        };
                    }
                }
                worth -= (BAR - point) as f32 * chance.min(0.8);
            }
            _ => {
                // A row of points holds men back, and so does a closed home.
                row += 1.0;
                worth += match point {
                    1..=6 => 2.0,
                    7 | 8 | 18..=22 => 1.5,
                    _ => 0.3,
                } + 0.5 * row;
            }
        }
    }
    worth
}

impl Equity for Pips {
    /// From -1 to 1, and a little more with gammons.
    fn equity(&self, men: &Men) -> f32 {
        let [mine, theirs] = men.pips();
        let (mine, theirs) = (mine as f32, theirs as f32);
        let mut lead = theirs - mine + ON_ROLL;
        if !men.is_race() {
            lead += shape(&men.mine, &men.theirs) - shape(&men.theirs, &men.mine);
            // Men on the bar lose time while the home they enter is closed.
            let closed =
                |side: &[u8; 26]| side[1..=6].iter().filter(|&&men| men > 1).count() as f32;
            lead += f32::from(men.theirs[BAR]) * closed(&men.mine);
            lead -= f32::from(men.mine[BAR]) * closed(&men.theirs);
        }
        let doubt = 6.0 + 0.12 * mine.min(theirs);
        let gammon = |side: &[u8; 26]| if side[0] == 0 && rearmost(side) > 12 { 0.3 } else { 0.0 };
        let value = (lead / doubt).tanh();
        value * (1.0 + if value > 0.0 { gammon(&men.theirs) } else { gammon(&men.mine) })
    }
}

impl<E: Equity> ByEquity<E> {
    /// What a position is worth to the player on roll, in points.
    fn points(&self, game: &Backgammon, pos: &Position) -> f32 {
        let cube = f32::from(pos.cube());
        let owned = |owner: Option<Player>| match owner {
            Some(owner) if owner == pos.on_roll => CUBE,
            Some(_) => -CUBE,
            None => 0.0,
        };
        let value = self.0.equity(&pos.men);
        let stake = match pos.phase {
            // The other one takes it or leaves it, whichever costs him less.
            Phase::Offered => cube * (2.0 * (value - CUBE)).min(1.0),
            Phase::Beavered => cube * (2.0 * (value - CUBE)).max(-1.0),
            _ if game.has_cube() && !pos.crawford => cube * (value + owned(pos.owner)),
            _ => cube * value,
        };
        let Stakes::Match { length } = game.stakes() else { return stake };
        // The fewer points are missing, the more each of them counts.
        let away = |player: Player| f32::from(length.saturating_sub(pos.score()[player.index()]));
        let (mine, theirs) = (away(pos.on_roll), away(!pos.on_roll));
        let stake = stake.clamp(-theirs, mine);
        ((theirs - mine + 2.0 * stake) / (theirs + mine).max(1.0)).clamp(-1.0, 1.0)
    }
}

impl<E: Equity> Eval<Backgammon> for ByEquity<E> {
    type State = ();

    fn eval(&self, game: &Backgammon, pos: &Position, player: Player) -> Score {
        let points = match pos.phase {
            Phase::Over { winner, points } => {
                f32::from(points) * if winner == pos.on_roll { 1.0 } else { -1.0 }
            }
            _ => self.points(game, pos),
        };
        let score = (points * POINT) as i64;
        Score::estimate(if player == pos.on_roll { score } else { -score })
    }

    fn arranges(&self) -> bool {
        false
    }
}
