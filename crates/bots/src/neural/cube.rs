//! The doubling cube, and matches, by plain rules.
//!
//! For money: Janowski's model ("Take-points in money games", 1993). With a dead cube, which nobody
//! will turn again, the equity is linear in the chance to win. With a live cube, which is always
//! turned at the very best moment, it is linear between the points where a double is dropped. The
//! truth lies two thirds of the way from dead to live. Few men near the end need no model: the table
//! of both sides knows what they are worth.
//!
//! In a match, the chance to win it from a score is 1/2 + 0.85 D / (T + 6), where D is the lead and T
//! what the trailer still needs (Janowski's formula). Plays are chosen by that chance with the cube as
//! it lies. A double is right from two thirds of the way between the point where it would be right if
//! nobody could double again and the point where it must be dropped; if the other side could not use
//! the cube any more, from the former.

use henge_games::backgammon::bear_off::Worth;

use super::chances::Chances;

/// How live a cube is.
const LIFE: f32 = 2.0 / 3.0;

/// What is played for, as the player on roll sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Stake {
    /// Points. Does a gammon count while nobody has doubled?
    Money {
        /// How gammons count now.
        gammons: Gammons,
    },
    /// A match.
    Match {
        /// The points that I, and that the other side, still need.
        away: [i32; 2],
        /// What the cube shows.
        cube: i32,
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

/// What a double would lead to, in the units of [`Stake::worth`] for the player on roll.
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

impl Stake {
    /// What chances are worth to who has them: points of a game, or from -1 to 1 the chance of the
    /// match.
    pub fn worth(self, chances: Chances) -> f32 {
        match self {
            Stake::Money { .. } => chances.equity(),
            Stake::Match { away, cube } => match_worth(away, cube, chances),
        }
    }

    /// What a double leads to.
    pub fn doubling(self, chances: Chances, cube: Cube, known: Option<Worth>) -> Doubling {
        match (self, known) {
            (Stake::Money { .. }, Some(known)) => by_table(known, cube),
            (Stake::Money { gammons }, None) => money(chances, cube, gammons),
            (Stake::Match { away, cube }, _) => in_match(away, cube, chances),
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
    let now = match gammons {
        Gammons::AfterDouble if cube == Cube::Centred => {
            Chances { win: chances.win, ..Chances::default() }
        }
        _ => chances,
    };
    let without = janowski(now, cube);
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

/// The chance to win a match, when I and the other side need so many points more.
pub fn match_chance([mine, theirs]: [i32; 2]) -> f32 {
    if mine <= 0 {
        return 1.0;
    }
    if theirs <= 0 {
        return 0.0;
    }
    let lead = (theirs - mine) as f32;
    let trailer = mine.max(theirs) as f32;
    (0.5 + 0.85 * lead / (trailer + 6.0)).clamp(0.0, 1.0)
}

/// From -1 to 1, if the game is played out for `cube` points.
fn match_worth([mine, theirs]: [i32; 2], cube: i32, chances: Chances) -> f32 {
    let after = |points: i32| match points > 0 {
        true => match_chance([mine - points * cube, theirs]),
        false => match_chance([mine, theirs + points * cube]),
    };
    let Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = chances;
    let won = (win - win_gammon) * after(1)
        + (win_gammon - win_backgammon) * after(2)
        + win_backgammon * after(3);
    let lost = (1.0 - win - lose_gammon) * after(-1)
        + (lose_gammon - lose_backgammon) * after(-2)
        + lose_backgammon * after(-3);
    2.0 * (won + lost) - 1.0
}

fn in_match(away: [i32; 2], cube: i32, chances: Chances) -> Doubling {
    let [mine, theirs] = away;
    let without = match_worth(away, cube, chances);
    let taken = match_worth(away, 2 * cube, chances);
    let dropped = 2.0 * match_chance([mine - cube, theirs]) - 1.0;
    // The same game with another chance to win, gammons in the same proportion. Everything is linear
    // in that chance.
    let with_chance = |p: f32| {
        let scale =
            |part: f32, whole: f32, now: f32| if whole > 0.0 { part / whole * now } else { 0.0 };
        let (win, loss) = (chances.win, 1.0 - chances.win);
        Chances {
            win: p,
            win_gammon: scale(chances.win_gammon, win, p),
            win_backgammon: scale(chances.win_backgammon, win, p),
            lose_gammon: scale(chances.lose_gammon, loss, 1.0 - p),
            lose_backgammon: scale(chances.lose_backgammon, loss, 1.0 - p),
        }
    };
    let gain = |p: f32| {
        let chances = with_chance(p);
        match_worth(away, 2 * cube, chances) - match_worth(away, cube, chances)
    };
    let cash = |p: f32| match_worth(away, 2 * cube, with_chance(p)) - dropped;
    let zero = |line: &dyn Fn(f32) -> f32| -> Option<f32> {
        let (at_none, at_all) = (line(0.0), line(1.0));
        (at_all > at_none).then(|| -at_none / (at_all - at_none))
    };
    // Who already wins the match with this cube gains nothing by doubling.
    let double = match (zero(&gain), zero(&cash)) {
        _ if mine <= cube => false,
        (Some(from), Some(to)) => {
            let dead = 2 * cube >= theirs;
            let right = if dead { from } else { from + LIFE * (to - from).max(0.0) };
            chances.win >= right && taken.min(dropped) > without
        }
        _ => false,
    };
    Doubling { without, taken, dropped, double: Right::from(double) }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn who_leads_far_enough_never_doubles_and_who_must_always_does() {
        let leader = Stake::Match { away: [1, 5], cube: 1 };
        assert_eq!(leader.doubling(plain(0.7), Cube::Centred, None).double, Right::No);
        // The other side wins the match anyway by winning this game.
        let trailer = Stake::Match { away: [4, 1], cube: 1 };
        let doubling = trailer.doubling(plain(0.5), Cube::Centred, None);
        assert_eq!((doubling.double, doubling.take()), (Right::Yes, Right::Yes));
    }

    #[test]
    fn the_last_point_is_worth_the_game() {
        let last = Stake::Match { away: [1, 1], cube: 1 };
        let chances = Chances { win: 0.6, win_gammon: 0.3, ..Chances::default() };
        assert!((last.worth(chances) - 0.2).abs() < 1e-6);
        assert_eq!(match_chance([3, 3]), 0.5);
        assert!(match_chance([2, 5]) > match_chance([3, 5]));
    }
}
