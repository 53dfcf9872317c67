//! What a match is worth at every score, and what a cube is worth in it.
//!
//! Janowski's model for money carries over: with a dead cube the chance of the match is linear in the chance to
//! win the game; with a live one, which is turned at the very best moment, it is linear between the points where
//! a double is dropped; the truth lies two thirds of the way. Where a double is dropped is known once the
//! same is known for a cube twice as high, and a cube that is too high for both is dead. Whoever gains by
//! turning the cube at once does so.
//!
//! The chances at the start of a match follow from those at scores nearer to its end, with the gammons of games
//! between good players. The tables that rollouts have led to differ from these by half a percent at most.

use std::sync::OnceLock;

use henge_games::backgammon::MOST_LENGTH;

use super::chances::Chances;
use super::cube::{Cube, LIFE};

/// The steps in which chances to win a game are looked at.
const STEPS: usize = 64;
/// The most points that a player can need, and one more.
const SIZE: usize = MOST_LENGTH as usize + 1;
/// How games between good players end: this share of the wins are gammons, and this one backgammons.
const USUAL: Shares = Shares { won: [0.27, 0.01], lost: [0.27, 0.01] };
/// After the Crawford game the leader sees a roll or two before he must answer: by this much his chances are
/// better or worse by then.
const SPREAD: f32 = 0.02;

/// What the points that both still need do not say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Nobody has come within a point of the match.
    Before,
    /// The game without the cube.
    Crawford,
    /// The games that come then.
    After,
}

/// Where a match stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// The points that I, and that the other side, still need.
    pub away: [i32; 2],
    /// The game being played.
    pub stage: Stage,
}

impl Score {
    /// The score after I have won this many points, or lost them if they are negative.
    pub fn after(self, points: i32) -> Score {
        let away = [self.away[0] - points.max(0), self.away[1] - (-points).max(0)];
        let stage = match self.stage {
            Stage::Before if away.contains(&1) => Stage::Crawford,
            Stage::Before => Stage::Before,
            Stage::Crawford | Stage::After => Stage::After,
        };
        Score { away, stage }
    }

    /// The chance to win the match.
    pub fn chance(self) -> f32 {
        static TABLE: OnceLock<Table> = OnceLock::new();
        TABLE.get_or_init(Table::new).chance(self)
    }
}

/// The shares of gammons and of backgammons among the games that are won, and among those that are lost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shares {
    won: [f32; 2],
    lost: [f32; 2],
}

impl Shares {
    /// Those of a position.
    pub fn of(chances: Chances) -> Shares {
        let of = |[gammons, backgammons]: [f32; 2], games: f32| match games > 0.0 {
            true => [(gammons / games).min(1.0), (backgammons / games).min(1.0)],
            false => [0.0; 2],
        };
        Shares {
            won: of([chances.win_gammon, chances.win_backgammon], chances.win),
            lost: of([chances.lose_gammon, chances.lose_backgammon], 1.0 - chances.win),
        }
    }
}

/// The chance of the match, by the chance to win the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// If whoever should turn the cube now does so.
    values: [f32; STEPS + 1],
    /// If I do not turn it now.
    kept: [f32; STEPS + 1],
    /// The game won and lost for good, at the cube's stakes.
    ends: [f32; 2],
}

fn at(values: &[f32; STEPS + 1], win: f32) -> f32 {
    let place = win.clamp(0.0, 1.0) * STEPS as f32;
    let i = (place as usize).min(STEPS - 1);
    values[i] + (values[i + 1] - values[i]) * (place - i as f32)
}

impl Curve {
    /// The chance of the match.
    pub fn at(&self, win: f32) -> f32 {
        at(&self.values, win)
    }

    /// The same if I keep the cube where it is.
    pub fn kept_at(&self, win: f32) -> f32 {
        at(&self.kept, win)
    }

    /// By how much the cube changes it.
    pub fn gain_by_cube(&self, win: f32) -> f32 {
        let [lost, won] = self.ends;
        self.at(win) - (lost + (won - lost) * win)
    }

    /// Where the chance of the match is this much.
    fn inverse(&self, value: f32) -> f32 {
        let rises = |pair: &[f32]| pair[0] <= value && value <= pair[1];
        match self.values.windows(2).position(rises) {
            Some(i) => {
                let step = (self.values[i + 1] - self.values[i]).max(1e-9);
                (i as f32 + (value - self.values[i]) / step) / STEPS as f32
            }
            None if value < self.values[0] => 0.0,
            None => 1.0,
        }
    }

    /// With the table so far, for what a cube shows and who may turn it.
    fn new(
        chance: &dyn Fn(Score) -> f32,
        score: Score,
        stakes: i32,
        cube: Cube,
        of: Shares,
    ) -> Curve {
        let after = |points: i32| chance(score.after(points * stakes));
        let [lost, won] = ends(&after, of);
        let useful = score.stage != Stage::Crawford;
        let mine = useful && cube != Cube::Theirs && score.away[0] > stakes;
        let theirs = useful && cube != Cube::Mine && score.away[1] > stakes;
        let doubled = |to: Cube| Curve::new(chance, score, 2 * stakes, to, of);
        let (by_me, by_them) =
            (mine.then(|| doubled(Cube::Theirs)), theirs.then(|| doubled(Cube::Mine)));
        // With a live cube: the points between which the chance of the match is linear.
        let (mut knots, mut n) = ([(0.0, lost); 4], 1);
        let mut knot = |place: f32, value: f32| {
            knots[n] = (place.max(knots[n - 1].0), value);
            n += 1;
        };
        if let Some(curve) = &by_them {
            knot(curve.inverse(after(-1)), after(-1));
        }
        if let Some(curve) = &by_me {
            knot(curve.inverse(after(1)), after(1));
        }
        knot(1.0, won);
        let live = |win: f32| {
            let i = knots[1..n - 1].iter().take_while(|knot| knot.0 < win).count();
            let ((from, low), (to, high)) = (knots[i], knots[i + 1]);
            low + (high - low) * (win - from) / (to - from).max(1e-9)
        };
        let mut curve =
            Curve { values: [0.0; STEPS + 1], kept: [0.0; STEPS + 1], ends: [lost, won] };
        for i in 0..=STEPS {
            let win = i as f32 / STEPS as f32;
            let dead = lost + (won - lost) * win;
            let mut value = dead + if mine || theirs { LIFE * (live(win) - dead) } else { 0.0 };
            if let Some(doubled) = &by_them {
                value = value.min(doubled.values[i].max(after(-1)));
            }
            curve.kept[i] = value;
            if let Some(doubled) = &by_me {
                value = value.max(doubled.values[i].min(after(1)));
            }
            curve.values[i] = value;
        }
        curve
    }
}

/// The chances of the match after a game that is lost, and after one that is won.
fn ends(after: &dyn Fn(i32) -> f32, of: Shares) -> [f32; 2] {
    let mean = |[gammons, backgammons]: [f32; 2], sign: i32| {
        (1.0 - gammons) * after(sign)
            + (gammons - backgammons) * after(2 * sign)
            + backgammons * after(3 * sign)
    };
    [mean(of.lost, -1), mean(of.won, 1)]
}

/// The chance of the match at a score, by the chance to win the game; gammons make up these shares of the games.
pub fn curve(score: Score, stakes: i32, cube: Cube, of: Shares) -> Curve {
    Curve::new(&Score::chance, score, stakes, cube, of)
}

/// The chance of the match if the game is played out for the cube's stakes.
pub fn without_cube(score: Score, stakes: i32, chances: Chances) -> f32 {
    let after = |points: i32| score.after(points * stakes).chance();
    let [lost, won] = ends(&after, Shares::of(chances));
    chances.win * won + (1.0 - chances.win) * lost
}

/// The chance to win a match, at every score.
struct Table {
    /// By the points that I and the other side need.
    before: [[f32; SIZE]; SIZE],
    /// For the side that needs this many points while the other one needs one.
    crawford: [f32; SIZE],
    after: [f32; SIZE],
}

impl Table {
    fn new() -> Table {
        let mut table =
            Table { before: [[0.5; SIZE]; SIZE], crawford: [0.5; SIZE], after: [0.5; SIZE] };
        let score =
            |mine: usize, theirs: usize, stage| Score { away: [mine as i32, theirs as i32], stage };
        for n in 2..SIZE {
            let known = |score: Score| table.chance(score);
            let curve = Curve::new(&known, score(n, 1, Stage::After), 1, Cube::Centred, USUAL);
            table.after[n] = (curve.at(0.5 - SPREAD) + curve.at(0.5 + SPREAD)) / 2.0;
        }
        for n in 2..SIZE {
            let known = |score: Score| table.chance(score);
            let curve = Curve::new(&known, score(n, 1, Stage::Crawford), 1, Cube::Centred, USUAL);
            table.crawford[n] = curve.at(0.5);
        }
        for sum in 5..2 * SIZE {
            for mine in 2..=(sum - 1) / 2 {
                let theirs = sum - mine;
                if theirs >= SIZE {
                    continue;
                }
                let known = |score: Score| table.chance(score);
                let at = score(mine, theirs, Stage::Before);
                let chance = Curve::new(&known, at, 1, Cube::Centred, USUAL).at(0.5);
                table.before[mine][theirs] = chance;
                table.before[theirs][mine] = 1.0 - chance;
            }
        }
        table
    }

    fn chance(&self, Score { away: [mine, theirs], stage }: Score) -> f32 {
        let n = |away: i32| (away as usize).min(SIZE - 1);
        match (mine, theirs, stage) {
            (..=0, ..) => 1.0,
            (_, ..=0, _) => 0.0,
            (1, 1, _) => 0.5,
            (_, _, Stage::Before) => self.before[n(mine)][n(theirs)],
            (_, 1, Stage::Crawford) => self.crawford[n(mine)],
            (_, 1, Stage::After) => self.after[n(mine)],
            (1, _, Stage::Crawford) => 1.0 - self.crawford[n(theirs)],
            (_, _, Stage::After | Stage::Crawford) => 1.0 - self.after[n(theirs)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chance(mine: i32, theirs: i32, stage: Stage) -> f32 {
        Score { away: [mine, theirs], stage }.chance()
    }

    /// The table of Snowie 3, from two to nine points for both, as printed in the forum archive of Backgammon
    /// Galore ("Match Equities"); in percent.
    const SNOWIE: [[f32; 8]; 8] = [
        [50.0, 60.4, 68.5, 75.3, 81.0, 85.1, 88.5, 90.9],
        [39.6, 50.0, 57.8, 65.3, 71.7, 76.8, 81.2, 84.6],
        [31.5, 42.2, 50.0, 57.9, 64.6, 70.3, 75.2, 79.4],
        [24.7, 34.7, 42.1, 50.0, 56.8, 62.8, 68.1, 72.9],
        [19.0, 28.3, 35.4, 43.2, 50.0, 56.3, 61.9, 67.1],
        [14.9, 23.2, 29.7, 37.2, 43.7, 50.0, 55.6, 61.0],
        [11.5, 18.8, 24.8, 31.9, 38.1, 44.4, 50.0, 55.5],
        [9.1, 15.4, 20.6, 27.1, 32.9, 39.0, 44.5, 50.0],
    ];

    #[test]
    fn the_table_is_that_of_others_but_for_half_a_percent() {
        for (i, row) in SNOWIE.iter().enumerate() {
            for (j, &right) in row.iter().enumerate() {
                let ours = 100.0 * chance(i as i32 + 2, j as i32 + 2, Stage::Before);
                assert!((ours - right).abs() < 0.5, "{} {}: {ours} {right}", i + 2, j + 2);
            }
        }
        // From one point to nine: the Crawford game, of the same table, and the games after it.
        let crawford = [50.0, 31.5, 24.9, 18.0, 15.7, 10.9, 9.2, 6.4, 5.0];
        let after = [50.0, 48.5, 31.5, 30.5, 18.7, 18.1, 11.2, 10.9, 6.7];
        for (i, (crawford, after)) in crawford.into_iter().zip(after).enumerate() {
            for (stage, right) in [(Stage::Crawford, crawford), (Stage::After, after)] {
                let ours = 100.0 * chance(i as i32 + 1, 1, stage);
                assert!((ours - right).abs() < 0.8, "{stage:?} {}: {ours} {right}", i + 1);
            }
        }
    }

    /// Kit Woolsey's table, in whole percents, for the leader at one point and fifteen of the other side, and
    /// some of its corners; as on the pages of FIBS.
    #[test]
    fn long_matches_are_worth_what_woolsey_says() {
        for (mine, theirs, right) in [
            (2, 15, 98.0),
            (5, 15, 90.0),
            (10, 15, 71.0),
            (14, 15, 54.0),
            (8, 12, 69.0),
            (3, 10, 87.0),
        ] {
            let ours = 100.0 * chance(mine, theirs, Stage::Before);
            assert!((ours - right).abs() < 1.5, "{mine} {theirs}: {ours} {right}");
        }
    }

    #[test]
    fn chances_of_both_sides_add_up_and_more_points_are_better() {
        for mine in 1..=25 {
            for theirs in 1..=25 {
                let near_end = [Stage::Crawford, Stage::After].as_slice();
                let early = [Stage::Before].as_slice();
                for &stage in if mine.min(theirs) == 1 { near_end } else { early } {
                    let at = |mine, theirs| chance(mine, theirs, stage);
                    assert!((at(mine, theirs) + at(theirs, mine) - 1.0).abs() < 1e-5);
                    let is_early = stage == Stage::Before && mine < 25;
                    assert!(
                        !is_early || at(mine, theirs) > at(mine + 1, theirs),
                        "{mine} {theirs}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_curve_rises_and_nobody_loses_by_having_the_cube() {
        for away in [[3, 5], [5, 3], [7, 7], [2, 4], [4, 2]] {
            let score = Score { away, stage: Stage::Before };
            let curves =
                [Cube::Theirs, Cube::Centred, Cube::Mine].map(|cube| curve(score, 1, cube, USUAL));
            for i in 0..STEPS {
                let [theirs, centred, mine] = curves.each_ref().map(|curve| curve.values[i]);
                assert!(theirs <= centred + 1e-5 && centred <= mine + 1e-5, "{away:?} {i}");
                for curve in &curves {
                    assert!(curve.values[i] <= curve.values[i + 1] + 1e-5, "{away:?} {i}");
                }
            }
        }
    }
}
