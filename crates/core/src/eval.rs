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
    /// None of them wins more than the best of those that stay, but one of them may put off a loss, or win sooner. Whoever
    /// asks only for the result leaves them out as well.
    Beaten,
    /// They did not seem worth pursuing. That there is nothing better is then not proved, and a
    /// search that proves puts them back.
    Unpromising,
}

/// How far a search that plays may cut corners with an evaluation. Margins are in the evaluation's own
/// unit. Zero leaves a technique out, and a search that proves uses none of them.
///
/// `henge tune` fits them by games; what a technique is worth in which game stands in the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margins {
    /// Late moves are searched less deeply: the percentage of `ln(depth) · ln(place)`, in plies.
    pub reduction: i32,
    /// A position that is better than needed by so much for each ply to go is good enough (reverse
    /// futility).
    pub surplus: i32,
    /// A late move is not tried where the position lags behind by so much for each ply to go (futility).
    pub futility: i32,
    /// Where even doing nothing is good enough, so is the position: the plies that this check is
    /// shallower by (null move).
    pub null_move: i32,
    /// The best move is followed one ply deeper if all others are worse by so much (singular extension).
    pub singular: i32,
    /// Where no best move is known, the search is shallower by this many plies (internal reduction).
    pub unknown: i32,
    /// The only move costs no depth (1), or it does (0).
    pub forced: i32,
    /// By how many places moves that were good elsewhere come forward in the order of the evaluation.
    pub history: i32,
    /// How many moves are tried next to the horizon, and for each ply above it again as many.
    pub width: i32,
    /// The percentage of all positions that may be spent on looking for wins by threats at the root and near it.
    pub threats: i32,
}

impl Margins {
    /// Nothing is cut short.
    pub const NONE: Margins = Margins {
        reduction: 0,
        surplus: 0,
        futility: 0,
        null_move: 0,
        singular: 0,
        unknown: 0,
        forced: 0,
        history: 0,
        width: 0,
        threats: 0,
    };

    /// The names of all margins, in the order of [`Margins::get`].
    pub const NAMES: [&'static str; 10] = [
        "reduction",
        "surplus",
        "futility",
        "null-move",
        "singular",
        "unknown",
        "forced",
        "history",
        "width",
        "threats",
    ];

    /// The margin of that number in [`Margins::NAMES`].
    ///
    /// # Panics
    /// If there is none.
    pub fn get(&mut self, number: usize) -> &mut i32 {
        match number {
            0 => &mut self.reduction,
            1 => &mut self.surplus,
            2 => &mut self.futility,
            3 => &mut self.null_move,
            4 => &mut self.singular,
            5 => &mut self.unknown,
            6 => &mut self.forced,
            7 => &mut self.history,
            8 => &mut self.width,
            9 => &mut self.threats,
            _ => panic!("there is no margin number {number}"),
        }
    }

    /// Does any of them ask what a position is worth before its moves are searched?
    #[inline]
    pub fn judges(&self) -> bool {
        self.surplus | self.futility | self.null_move != 0
    }
}

/// Judgement, kept out of the rules: one game, many evaluations, and two of them can play each other.
///
/// An evaluation may keep something beside the position that follows it move by move: counts, sums, the
/// accumulators of a net. Searches call [`begin`](Eval::begin) once, then [`push`](Eval::push) and
/// [`pop`](Eval::pop) with every move, and ask the questions that take a state. An evaluation without one
/// says `type State = ();` and costs what it costs.
pub trait Eval<G: Game>: Send + Sync {
    /// What is kept beside the position; `()` for most.
    type State: Default + Send;
    /// May [`margins`](Eval::margins) be anything but [`Margins::NONE`]? Where not, `false` keeps the code
    /// for them out of the search.
    const SELECTIVE: bool = true;
    /// Is every position worth a draw? Then a search looks for ends of the game alone.
    const BLIND: bool = false;
    /// Does [`forced`](Eval::forced) ever find anything?
    const FORCES: bool = false;

    /// An estimate of what the position is worth to `player`, made afresh. Asked only while the game
    /// goes on.
    fn eval(&self, game: &G, pos: &G::Position, player: Player) -> Score;

    /// The state of a position.
    #[inline]
    fn begin(&self, _game: &G, _pos: &G::Position) -> Self::State {
        Self::State::default()
    }
    /// `mv` was played and has led to `pos`.
    #[inline]
    fn push(&self, _game: &G, _pos: &G::Position, _mv: G::Move, _state: &mut Self::State) {}
    /// `mv` was taken back, and the position is `pos` again.
    #[inline]
    fn pop(&self, _game: &G, _pos: &G::Position, _mv: G::Move, _state: &mut Self::State) {}
    /// The same as [`eval`](Eval::eval), with the help of the state. What is found out about the
    /// position may be kept in it for the next question.
    #[inline]
    fn judge(
        &self,
        game: &G,
        pos: &G::Position,
        _state: &mut Self::State,
        player: Player,
    ) -> Score {
        self.eval(game, pos, player)
    }

    /// Writes the scores of many positions, each to the player beside it, into `scores`, which is empty. An
    /// evaluation that is faster with many at once says so here; by default they are judged one by one.
    fn batch(&self, game: &G, leaves: &[(G::Position, Player)], scores: &mut Vec<Score>) {
        scores.extend(leaves.iter().map(|(pos, player)| self.eval(game, pos, *player)));
    }
    /// What the position is certainly worth to `player`, where a table of endings says so, with the
    /// plies to the end. Asked only while the game goes on.
    #[inline]
    fn known(&self, _game: &G, _pos: &G::Position, _player: Player) -> Option<Score> {
        None
    }
    /// What `player`, who is to move, can force or cannot prevent, found by a search of its own for lines without
    /// choice; what kind of bound it is; asked by a search that plays where it would otherwise ask for an
    /// estimate.
    #[inline]
    fn forced(
        &self,
        _game: &G,
        _pos: &G::Position,
        _state: &mut Self::State,
        _player: Player,
    ) -> Option<(Score, ScoreKind)> {
        None
    }
    /// Is [`forced`](Eval::forced) worth asking in every position, and not only where a search would end?
    #[inline]
    fn forces_anywhere(&self) -> bool {
        false
    }
    /// Has [`threats`](Eval::threats) ever anything to say?
    #[inline]
    fn threatens(&self) -> bool {
        false
    }
    /// Puts the moves with which the player who is to move threatens to win into `moves`, which is empty, the most
    /// promising first. After such a move [`select`](Eval::select) should name the opponent's answers and call all
    /// others irrelevant. No proof rests on this list: it says where a search for wins by threats looks.
    #[inline]
    fn threats(
        &self,
        _game: &G,
        _pos: &G::Position,
        _state: &mut Self::State,
        _moves: &mut Vec<G::Move>,
    ) {
    }
    /// May a search stop here?
    #[inline]
    fn stable(&self, _game: &G, _pos: &G::Position, _state: &mut Self::State) -> bool {
        true
    }
    /// Best first; leave out what is not worth pursuing. A search that proves takes the order only. It is
    /// called only where [`arranges`](Eval::arranges) is `true`.
    fn arrange(&self, _game: &G, _pos: &G::Position, _moves: &mut Vec<G::Move>) {}
    /// What searches call: `arrange`, and why moves are missing, if any are. Override this one to
    /// tell moves that cannot matter from those that only seem poor.
    #[inline]
    fn select(
        &self,
        game: &G,
        pos: &G::Position,
        _state: &mut Self::State,
        moves: &mut Vec<G::Move>,
    ) -> Omitted {
        self.arrange(game, pos, moves);
        Omitted::Unpromising
    }
    /// What `select` would leave of all moves, listed by the evaluation itself where that takes less than to list
    /// all of them first; `None` where it does not. Searches that play ask this before they ask `select`.
    #[inline]
    fn propose(
        &self,
        _game: &G,
        _pos: &G::Position,
        _state: &mut Self::State,
        _moves: &mut Vec<G::Move>,
    ) -> Option<Omitted> {
        None
    }
    /// Has this evaluation anything to say about moves? Only then do searches call `select`: say `true`
    /// where it or `arrange` does something. Otherwise they spare themselves a copy of the moves, and next
    /// to the leaves a look into the table and an order of moves, which rarely pay.
    #[inline]
    fn arranges(&self) -> bool {
        false
    }
    /// How far a search that plays may cut corners.
    fn margins(&self) -> Margins {
        Margins::NONE
    }
}

/// Knows nothing: every position is worth a draw. What a solver needs, and a new game starts with.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEval;

impl<G: Game> Eval<G> for NoEval {
    type State = ();
    const SELECTIVE: bool = false;
    const BLIND: bool = true;

    #[inline]
    fn eval(&self, _game: &G, _pos: &G::Position, _player: Player) -> Score {
        Score::DRAW
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
