//! The doubling cube, and matches, by plain rules.
//!
//! For money: Janowski's model ("Take-points in money games", 1993). With a dead cube, which nobody
//! will turn again, the equity is linear in the chance to win. With a live cube, which is always
//! turned at the very best moment, it is linear between the points where a double is dropped. The
//! truth lies two thirds of the way from dead to live. Few men near the end need no model: the table
//! of both sides knows what they are worth.
//!
//! In a match the same holds for chances of the match: see `match_equity`. Plays are chosen by what they are worth
//! with the cube, for money and in matches.

use henge_games::backgammon::bear_off::Worth;

use super::chances::Chances;
use super::match_equity::{Curve, Score, Shares, curve, without_cube};

/// How live a cube is.
pub(super) const LIFE: f32 = 2.0 / 3.0;

/// What is played for, as the player on roll sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Stake {
    /// Points of a game without a cube.
    Plain,
    /// Points. Does a gammon count while nobody has doubled?
    Money {
        /// How gammons count now.
        gammons: Gammons,
    },
    /// A match.
    Match {
        /// Where it stands.
        score: Score,
        /// What the cube shows.
        stakes: i32,
    },
}

/// How gammons count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gammons {
    /// Twice, and backgammons threefold.
    Count,
    /// By the Jacoby rule, not before a double.
    AfterDouble,
}

/// Who may turn the cube.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cube {
    /// Both: it lies in the middle.
    Centred,
    /// The player on roll.
    Mine,
    /// The other side.
    Theirs,
}

/// What a double would lead to, in the units of [`Worths::of`] for the player on roll.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Doubling {
    /// Without a double.
    pub without: f32,
    /// With a double that is taken.
    pub taken: f32,
    /// With a double that is dropped.
    pub dropped: f32,
    /// Is a double right?
    pub double: Right,
}

/// Is it right?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Right {
    /// Yes.
    Yes,
    /// No.
    No,
}

impl From<bool> for Right {
    fn from(right: bool) -> Right {
        if right { Right::Yes } else { Right::No }
    }
}

impl Doubling {
    /// Should the other side take?
    pub fn take(&self) -> Right {
        Right::from(self.taken <= self.dropped)
    }

    /// Should the other side, if it may, double back at once? Only if the double was a mistake.
    pub fn beaver(&self) -> Right {
        Right::from(self.taken < 0.0)
    }
}

/// What chances are worth with the cube: what plays are chosen by.
#[derive(Clone, Debug)]
pub struct Worths {
    stake: Stake,
    cube: Cube,
    /// In a match, by gammons like those of the position before.
    curve: Option<Box<Curve>>,
}

impl Worths {
    /// For a position whose chances are known.
    pub fn new(stake: Stake, cube: Cube, chances: Chances) -> Worths {
        let curve = match stake {
            Stake::Match { score, stakes } => {
                Some(Box::new(curve(score, stakes, cube, Shares::of(chances))))
            }
            _ => None,
        };
        Worths { stake, cube, curve }
    }

    /// What they are worth to who has them: points of a game, or from -1 to 1 the chance of the match.
    pub fn of(&self, chances: Chances) -> f32 {
        match (self.stake, &self.curve) {
            (Stake::Match { score, stakes }, Some(curve)) => {
                let chance = without_cube(score, stakes, chances) + curve.gain_by_cube(chances.win);
                2.0 * chance - 1.0
            }
            (Stake::Money { gammons }, _) => janowski(gammons.now(chances, self.cube), self.cube),
            _ => chances.equity(),
        }
    }
}

impl Gammons {
    /// The chances as they count while the cube is there.
    fn now(self, chances: Chances, cube: Cube) -> Chances {
        match self {
            Gammons::AfterDouble if cube == Cube::Centred => {
                Chances { win: chances.win, ..Chances::default() }
            }
            _ => chances,
        }
    }
}

impl Stake {
    /// What a double leads to.
    pub fn doubling(self, chances: Chances, cube: Cube, known: Option<Worth>) -> Doubling {
        match (self, known) {
            (Stake::Match { score, stakes }, _) => in_match(score, stakes, chances, cube),
            (_, Some(known)) => by_table(known, cube),
            (Stake::Money { gammons }, None) => money(chances, cube, gammons),
            (Stake::Plain, None) => money(chances, cube, Gammons::Count),
        }
    }
}

fn by_table(known: Worth, cube: Cube) -> Doubling {
    let taken = 2.0 * known.theirs;
    let with = if cube == Cube::Centred { known.centred } else { known.owned };
    // The table has the better of both; a double is right where it is the better one.
    Doubling { without: with, taken, dropped: 1.0, double: Right::from(taken.min(1.0) >= with) }
}

fn money(chances: Chances, cube: Cube, gammons: Gammons) -> Doubling {
    let without = janowski(gammons.now(chances, cube), cube);
    let taken = 2.0 * janowski(chances, Cube::Theirs);
    Doubling { without, taken, dropped: 1.0, double: Right::from(taken.min(1.0) > without) }
}

/// Janowski's equity for a stake of one.
fn janowski(chances: Chances, cube: Cube) -> f32 {
    let p = chances.win;
    // What is won on the average by who wins, and lost by who loses.
    let per = |gammons: f32, games: f32| 1.0 + if games > 0.0 { gammons / games } else { 0.0 };
    let won = per(chances.win_gammon + chances.win_backgammon, p);
    let lost = per(chances.lose_gammon + chances.lose_backgammon, 1.0 - p);
    let dead = p * (won + lost) - lost;
    let take_point = (lost - 0.5) / (won + lost + 0.5);
    let cash_point = (lost + 1.0) / (won + lost + 0.5);
    let between = |(p0, e0): (f32, f32), (p1, e1): (f32, f32)| {
        e0 + (e1 - e0) * (p - p0) / (p1 - p0).max(1e-6)
    };
    let (worst, best) = ((0.0, -lost), (1.0, won));
    let (low, high) = ((take_point, -1.0), (cash_point, 1.0));
    let live = match cube {
        Cube::Centred if p < take_point => between(worst, low),
        Cube::Centred if p < cash_point => between(low, high),
        Cube::Mine if p < cash_point => between(worst, high),
        Cube::Centred | Cube::Mine => between(high, best),
        Cube::Theirs if p < take_point => between(worst, low),
        Cube::Theirs => between(low, best),
    };
    dead + LIFE * (live - dead)
}

fn in_match(score: Score, stakes: i32, chances: Chances, cube: Cube) -> Doubling {
    let of = Shares::of(chances);
    let scaled = |chance: f32| 2.0 * chance - 1.0;
    let without = scaled(curve(score, stakes, cube, of).kept_at(chances.win));
    let taken = scaled(curve(score, 2 * stakes, Cube::Theirs, of).at(chances.win));
    let dropped = scaled(score.after(stakes).chance());
    // A cube that already wins the match is not turned.
    let double = score.away[0] > stakes && taken.min(dropped) > without;
    Doubling { without, taken, dropped, double: Right::from(double) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::neural::match_equity::Stage;

    fn plain(win: f32) -> Chances {
        Chances { win, ..Chances::default() }
    }

    const MONEY: Stake = Stake::Money { gammons: Gammons::Count };

    #[test]
    fn money_doubles_have_a_window() {
        let at = |win| MONEY.doubling(plain(win), Cube::Centred, None);
        assert_eq!((at(0.5).double, at(0.5).take()), (Right::No, Right::Yes));
        assert_eq!((at(0.75).double, at(0.75).take()), (Right::Yes, Right::Yes));
        assert_eq!((at(0.85).double, at(0.85).take()), (Right::Yes, Right::No));
        assert_eq!(at(0.2).beaver(), Right::Yes);
        // Without gammons the take point lies between 25 % (dead) and 20 % (live).
        assert_eq!((at(0.77).take(), at(0.79).take()), (Right::Yes, Right::No));
    }

    #[test]
    fn with_many_gammons_one_plays_on() {
        let chances = Chances { win: 0.9, win_gammon: 0.6, ..Chances::default() };
        let doubling = MONEY.doubling(chances, Cube::Centred, None);
        assert_eq!((doubling.double, doubling.take()), (Right::No, Right::No));
        let jacoby = Stake::Money { gammons: Gammons::AfterDouble };
        assert_eq!(jacoby.doubling(chances, Cube::Centred, None).double, Right::Yes);
    }

    fn at(away: [i32; 2], stage: Stage) -> Stake {
        Stake::Match { score: Score { away, stage }, stakes: 1 }
    }

    #[test]
    fn who_leads_far_enough_never_doubles_and_who_must_always_does() {
        let leader = at([1, 5], Stage::After);
        assert_eq!(leader.doubling(plain(0.7), Cube::Centred, None).double, Right::No);
        // The other side wins the match anyway by winning this game.
        let trailer = at([4, 1], Stage::After);
        let doubling = trailer.doubling(plain(0.5), Cube::Centred, None);
        assert_eq!((doubling.double, doubling.take()), (Right::Yes, Right::Yes));
        // At two points each, whoever is ahead at all has nothing to lose by a double.
        let even = at([2, 2], Stage::Before);
        let doubling = even.doubling(plain(0.6), Cube::Centred, None);
        assert_eq!((doubling.double, doubling.take()), (Right::Yes, Right::Yes));
        assert_eq!(even.doubling(plain(0.72), Cube::Centred, None).take(), Right::No);
    }

    #[test]
    fn the_last_point_is_worth_the_game() {
        let chances = Chances { win: 0.6, win_gammon: 0.3, ..Chances::default() };
        let last = Worths::new(at([1, 1], Stage::After), Cube::Centred, chances);
        assert!((last.of(chances) - 0.2).abs() < 1e-6);
        // Who needs two points, with the other side at one, wants a gammon in the Crawford game.
        let two = Worths::new(at([2, 1], Stage::Crawford), Cube::Centred, chances);
        let fewer = Chances { win_gammon: 0.0, ..chances };
        assert!(two.of(chances) > two.of(fewer) + 0.1);
        // Who leads has no use for one.
        let ahead = Worths::new(at([1, 2], Stage::Crawford), Cube::Centred, chances);
        assert!((ahead.of(chances) - ahead.of(fewer)).abs() < 1e-6);
    }

    #[test]
    fn by_the_jacoby_rule_gammons_count_after_a_double() {
        let chances = Chances { win: 0.6, win_gammon: 0.3, ..Chances::default() };
        let worth = |gammons, cube, win_gammon| {
            let chances = Chances { win_gammon, ..chances };
            Worths::new(Stake::Money { gammons }, cube, chances).of(chances)
        };
        let gain = |gammons, cube| worth(gammons, cube, 0.3) - worth(gammons, cube, 0.0);
        assert_eq!(gain(Gammons::AfterDouble, Cube::Centred), 0.0);
        assert!(gain(Gammons::AfterDouble, Cube::Mine) > 0.1);
        assert!(gain(Gammons::Count, Cube::Centred) > 0.1);
    }
}
