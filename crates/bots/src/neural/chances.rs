//! How a game may end, as five chances.

use std::ops::{Add, AddAssign, Mul};

use henge_games::backgammon::{Men, OFF, rearmost};

/// How likely each end is to the side on roll, of a game that is played out without doubling.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Chances {
    /// To win at all.
    pub win: f32,
    /// To win a gammon or a backgammon.
    pub win_gammon: f32,
    /// To win a backgammon.
    pub win_backgammon: f32,
    /// To lose a gammon or a backgammon.
    pub lose_gammon: f32,
    /// To lose a backgammon.
    pub lose_backgammon: f32,
}

/// How many numbers a net gives out.
pub const N_OUTPUTS: usize = 5;

impl Chances {
    /// Those of a game that is over: points won, or lost if negative.
    pub fn of_points(points: i8) -> Self {
        let at_least = |n: i8| f32::from(u8::from(points >= n));
        let at_most = |n: i8| f32::from(u8::from(points <= -n));
        Chances {
            win: at_least(1),
            win_gammon: at_least(2),
            win_backgammon: at_least(3),
            lose_gammon: at_most(2),
            lose_backgammon: at_most(3),
        }
    }

    /// The numbers that a net gives out, in this order.
    pub fn from_outputs(outputs: &[f32]) -> Self {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] =
            outputs.try_into().expect("the net has five outputs");
        Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }
    }

    /// What a net should give out.
    pub fn to_outputs(self) -> [f32; N_OUTPUTS] {
        let Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = self;
        [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]
    }

    /// The same as the other side sees it.
    #[inline]
    pub fn swapped(self) -> Self {
        Chances {
            win: 1.0 - self.win,
            win_gammon: self.lose_gammon,
            win_backgammon: self.lose_backgammon,
            lose_gammon: self.win_gammon,
            lose_backgammon: self.win_backgammon,
        }
    }

    /// Points that a game brings on the average, if gammons count double and backgammons threefold.
    #[inline]
    pub fn equity(self) -> f32 {
        let gammons = self.win_gammon - self.lose_gammon;
        let backgammons = self.win_backgammon - self.lose_backgammon;
        2.0f32.mul_add(self.win, -1.0) + gammons + backgammons
    }

    /// Takes out what cannot be: more gammons than games, a gammon of who has borne off a man, a
    /// backgammon of who has run home when nobody can be hit any more.
    #[inline]
    pub fn made_possible(self, men: &Men) -> Self {
        let win = self.win.clamp(0.0, 1.0);
        let race = men.is_race();
        let limit = |(gammon, backgammon): (f32, f32), most: f32, loser: &[u8; 26]| {
            if loser[OFF] > 0 {
                return (0.0, 0.0);
            }
            let gammon = gammon.clamp(0.0, most);
            let safe = race && rearmost(loser) < 19;
            (gammon, if safe { 0.0 } else { backgammon.clamp(0.0, gammon) })
        };
        let won = limit((self.win_gammon, self.win_backgammon), win, &men.theirs);
        let lost = limit((self.lose_gammon, self.lose_backgammon), 1.0 - win, &men.mine);
        Chances {
            win,
            win_gammon: won.0,
            win_backgammon: won.1,
            lose_gammon: lost.0,
            lose_backgammon: lost.1,
        }
    }
}

impl Add for Chances {
    type Output = Chances;
    #[inline]
    fn add(self, other: Chances) -> Chances {
        Chances {
            win: self.win + other.win,
            win_gammon: self.win_gammon + other.win_gammon,
            win_backgammon: self.win_backgammon + other.win_backgammon,
            lose_gammon: self.lose_gammon + other.lose_gammon,
            lose_backgammon: self.lose_backgammon + other.lose_backgammon,
        }
    }
}

impl AddAssign for Chances {
    #[inline]
    fn add_assign(&mut self, other: Chances) {
        *self = *self + other;
    }
}

impl Mul<f32> for Chances {
    type Output = Chances;
    #[inline]
    fn mul(self, factor: f32) -> Chances {
        Chances {
            win: self.win * factor,
            win_gammon: self.win_gammon * factor,
            win_backgammon: self.win_backgammon * factor,
            lose_gammon: self.lose_gammon * factor,
            lose_backgammon: self.lose_backgammon * factor,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_is_over_is_worth_its_points() {
        for points in [-3, -2, -1, 1, 2, 3] {
            let chances = Chances::of_points(points);
            assert_eq!(chances.equity(), f32::from(points));
            assert_eq!(chances.swapped(), Chances::of_points(-points));
            assert_eq!(Chances::from_outputs(&chances.to_outputs()), chances);
        }
    }

    #[test]
    fn who_has_borne_off_a_man_cannot_be_gammoned() {
        let mut men = Men::NONE;
        men.mine[OFF] = 1;
        men.mine[6] = 14;
        men.theirs[6] = 15;
        let all = Chances::from_outputs(&[0.6, 0.7, 0.3, 0.2, 0.1]);
        let left = Chances::from_outputs(&[0.6, 0.6, 0.0, 0.0, 0.0]);
        assert_eq!(all.made_possible(&men), left);
    }
}
