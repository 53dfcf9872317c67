use std::fmt;
use std::ops::Neg;

use crate::{Game, Outcome, Player};

/// How good a position is for somebody, as an engine sees it.
///
/// Wins are worth more than any estimate; more points come before fewer, and sooner before later:
/// `points * 1_000_000 - plies`. A draw is 0, and an estimate keeps within `±ESTIMATE`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub i32);

const POINT: i32 = 1_000_000;
/// No game of ours is longer; a win further off than this would look like one of fewer points.
const MOST_PLIES: i32 = 99_999;

impl Score {
    /// Better than everything.
    pub const MAX: Score = Score(2_000_000_000);
    /// Worse than everything.
    pub const MIN: Score = Score(-2_000_000_000);
    /// Nobody wins.
    pub const DRAW: Score = Score(0);
    /// The largest estimate; smaller than the slowest win.
    pub const ESTIMATE: i32 = POINT - MOST_PLIES - 1;

    /// An estimate, cut to the range of estimates.
    #[inline]
    pub fn estimate(value: i64) -> Score {
        Score(value.clamp(-(Self::ESTIMATE as i64), Self::ESTIMATE as i64) as i32)
    }

    /// The score to `player` of a game that ends with `outcome` after `plies` more moves.
    #[inline]
    pub fn of(outcome: Outcome, player: Player, plies: u32) -> Score {
        let points = outcome.points_for(player);
        let late = (plies as i32).min(MOST_PLIES);
        Score(points * POINT - points.signum() * late)
    }

    /// A plain win after `plies` more moves.
    #[inline]
    pub fn win_in(plies: u32) -> Score {
        Score(POINT - (plies as i32).min(MOST_PLIES))
    }

    /// The score that a number from a file stands for, if it is one: an estimate, or a game that is
    /// decided after no more plies than a game can have.
    pub fn checked(number: i32) -> Option<Score> {
        let size = number.checked_abs().filter(|&size| size <= Self::MAX.0)?;
        let points = (size + MOST_PLIES) / POINT;
        let is_score = size <= Self::ESTIMATE || points * POINT >= size;
        is_score.then_some(Score(number))
    }

    /// The points and the plies to the end, if this score is a decided game.
    pub fn decided(self) -> Option<(i32, u32)> {
        if self.0.abs() <= Self::ESTIMATE {
            return None;
        }
        let points = (self.0.abs() + MOST_PLIES) / POINT;
        Some((points * self.0.signum(), (points * POINT - self.0.abs()) as u32))
    }

    /// Seen from `plies` moves earlier: what is decided comes that much later.
    #[inline]
    pub fn earlier(self, plies: u32) -> Score {
        match self.decided() {
            Some((points, far)) => {
                let late = (far + plies).min(MOST_PLIES as u32) as i32;
                Score(points * POINT - points.signum() * late)
            }
            None => self,
        }
    }

    /// Seen from `plies` moves later, the inverse of `earlier`.
    #[inline]
    pub fn later(self, plies: u32) -> Score {
        match self.decided() {
            Some(_) => Score(self.0 + self.0.signum() * plies as i32),
            None => self,
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Score {
    /// `win in 5`, `loss in 2 for 3 points`, `+41`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.decided() {
            Some((points, plies)) => {
                let word = if points > 0 { "win" } else { "loss" };
                write!(f, "{word} in {plies}")?;
                match points.abs() {
                    1 => Ok(()),
                    points => write!(f, " for {points} points"),
                }
            }
            None => write!(f, "{:+}", self.0),
        }
    }
}

/// What a score is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScoreKind {
    /// True by complete search.
    Proved,
    /// True by a table of solved positions.
    Table,
    /// A proved bound: the true score is at least this.
    AtLeast,
    /// A proved bound: the true score is at most this.
    AtMost,
    /// A guess by an evaluation.
    Estimate,
}

impl ScoreKind {
    /// What people read; a bound says from which side.
    pub fn in_words(self) -> &'static str {
        match self {
            ScoreKind::Proved => "proved",
            ScoreKind::Table => "proved by a table",
            ScoreKind::AtLeast => "at least",
            ScoreKind::AtMost => "at most",
            ScoreKind::Estimate => "estimate",
        }
    }

    /// Is it more than a guess?
    pub fn is_sure(self) -> bool {
        self != ScoreKind::Estimate
    }

    /// A bound seen from the other side.
    pub fn flipped(self) -> ScoreKind {
        match self {
            ScoreKind::AtLeast => ScoreKind::AtMost,
            ScoreKind::AtMost => ScoreKind::AtLeast,
            other => other,
        }
    }

    /// The word machines read: `proved`, `bound` or `estimate`.
    pub fn word(self) -> &'static str {
        match self {
            ScoreKind::Proved | ScoreKind::Table => "proved",
            ScoreKind::AtLeast | ScoreKind::AtMost => "bound",
            ScoreKind::Estimate => "estimate",
        }
    }
}

/// Why an evaluation has left moves out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Omitted {
    /// They cannot matter: each is worth no more than the best of those that stay, the plies to
    /// the end included. A forced block, a win at once, a site that serves nobody. A search that
    /// proves leaves them out as well, and what it finds is proved.
    Irrelevant,
    /// They did not seem worth pursuing. That there is nothing better is then not proved, and a
    /// search that proves puts them back.
    Unpromising,
}

/// Judgement, kept out of the rules: one game, many evaluations, and two of them can play each other.
pub trait Eval<G: Game>: Send + Sync {
    /// An estimate of what the position is worth to `player`. Asked only while the game goes on.
    fn eval(&self, game: &G, pos: &G::Position, player: Player) -> Score;
    /// What the position is certainly worth to `player`, where a table of endings says so, with the
    /// plies to the end. Asked only while the game goes on.
    #[inline]
    fn known(&self, _game: &G, _pos: &G::Position, _player: Player) -> Option<Score> {
        None
    }
    /// May a search stop here?
    fn stable(&self, _game: &G, _pos: &G::Position) -> bool {
        true
    }
    /// Best first; leave out what is not worth pursuing. A search that proves takes the order only.
    fn arrange(&self, _game: &G, _pos: &G::Position, _moves: &mut Vec<G::Move>) {}
    /// What searches call: `arrange`, and why moves are missing, if any are. Override this one to
    /// tell moves that cannot matter from those that only seem poor.
    fn select(&self, game: &G, pos: &G::Position, moves: &mut Vec<G::Move>) -> Omitted {
        self.arrange(game, pos, moves);
        Omitted::Unpromising
    }
    /// Has this evaluation anything to say about moves? Without, searches spare themselves a copy
    /// of the moves and a table look-up next to the leaves: say `false` where `arrange` and
    /// `select` do nothing and `eval` is cheap.
    fn arranges(&self) -> bool {
        true
    }
    /// May a search that does not prove look less far ahead after moves that come late in the
    /// order? Say `true` where quiet moves seldom turn out to be the best.
    fn reduces(&self) -> bool {
        false
    }
}

/// Knows nothing: every position is worth a draw. What a solver needs, and a new game starts with.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEval;

impl<G: Game> Eval<G> for NoEval {
    #[inline]
    fn eval(&self, _game: &G, _pos: &G::Position, _player: Player) -> Score {
        Score::DRAW
    }
    #[inline]
    fn arranges(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sooner_and_richer_wins_come_first() {
        let gammon = Outcome::Win { winner: Player::First, points: 2 };
        let win = Outcome::win(Player::First);
        let order = [
            Score::of(gammon, Player::First, 3),
            Score::of(gammon, Player::First, 40),
            Score::of(win, Player::First, 1),
            Score::win_in(9),
            Score::estimate(i64::MAX),
            Score::DRAW,
            Score::of(win, Player::Second, 9),
            Score::of(win, Player::Second, 1),
            Score::of(gammon, Player::Second, 1),
        ];
        assert!(order.is_sorted_by(|a, b| a > b), "{order:?}");
    }

    #[test]
    fn decided_scores_say_points_and_plies() {
        let loss = Score::of(Outcome::Win { winner: Player::First, points: 3 }, Player::Second, 7);
        assert_eq!(loss.decided(), Some((-3, 7)));
        assert_eq!(loss.earlier(2).decided(), Some((-3, 9)));
        assert_eq!(loss.earlier(2).later(2), loss);
        assert_eq!(Score::win_in(99_999).earlier(5), Score::win_in(99_999));
        assert!(Score::MAX.earlier(1).decided().is_some() && Score::MIN.later(1) < Score::DRAW);
        assert_eq!(Score::estimate(i64::MIN).decided(), None);
        assert_eq!(
            format!("{loss}, {}, {}", Score::win_in(5), Score(41)),
            "loss in 7 for 3 points, win in 5, +41"
        );
    }
}
