//! What a score means to people: the result to expect, the unit in which players count, and the words for both.
//!
//! Engines count in numbers of their own. A [`Scale`] says what those of one engine mean, and [`Worth`] is what
//! every front end shows: always as the first player sees it, so that a bar, a graph, a list of lines and a
//! sentence never contradict each other.

use crate::{Outcome, Player, Score, ScoreKind, words};

/// How the score of a position becomes the result to expect: 1 for a win of the player to move, 1/2 for a draw,
/// 0 for a loss.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Curve {
    /// `1 / (1 + exp(-(shift + slope · bend · asinh(score / bend))))`: the odds grow with the score, and more
    /// slowly where it is far beyond `bend`.
    Logistic {
        /// What it is worth to be on move, as the logarithm of odds.
        shift: f64,
        /// The logarithm of the odds for each unit of a small score.
        slope: f64,
        /// Where the curve begins to flatten; infinite if it never does.
        bend: f64,
    },
    /// `(1 + score / sure) / 2`: the score is the expected result itself.
    Linear {
        /// The score of a certain win.
        sure: f64,
    },
}

impl Curve {
    /// Scores that are logarithms of odds, in hundredths: see [`SCORE_OF_LOGIT`](crate::SCORE_OF_LOGIT).
    pub const LOGIT: Curve = Curve::Logistic {
        shift: 0.0,
        slope: 1.0 / crate::SCORE_OF_LOGIT as f64,
        bend: f64::INFINITY,
    };

    /// The result to expect for the player to move, who has this score.
    pub fn expected(self, score: f64) -> f64 {
        match self {
            Curve::Logistic { shift, slope, bend } => {
                let bent = match bend.is_finite() {
                    true => bend * (score / bend).asinh(),
                    false => score,
                };
                1.0 / (1.0 + (-(shift + slope * bent)).exp())
            }
            Curve::Linear { sure } => ((1.0 + score / sure) / 2.0).clamp(0.0, 1.0),
        }
    }
}

/// In what the players of a game count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Unit {
    /// The score of one of them.
    pub score: f64,
    /// What several are called: `men`.
    pub name: &'static str,
    /// Decimals that mean something.
    pub decimals: usize,
}

/// What the scores of an engine mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    /// The result to expect.
    pub curve: Curve,
    /// The unit of the players, if they have one and the engine counts in it.
    pub unit: Option<Unit>,
    /// Decimals of a percentage that mean something.
    pub decimals: usize,
}

impl Scale {
    /// Logarithms of odds, and no unit.
    pub const LOGIT: Scale = Scale { curve: Curve::LOGIT, unit: None, decimals: 0 };

    /// What a score means that the player to move has.
    pub fn read(&self, score: Score, kind: ScoreKind, mover: Player) -> Worth {
        self.with_chances(score, kind, None, mover)
    }

    /// The same where the engine has also said how the game may end.
    pub fn with_chances(
        &self,
        score: Score,
        kind: ScoreKind,
        chances: Option<EndChances>,
        mover: Player,
    ) -> Worth {
        let known = known(score, kind, mover);
        let expected = match (known, chances) {
            (Some(known), _) => known.expected(),
            (None, Some(chances)) => side(chances.win.into(), mover),
            (None, None) => {
                // No estimate is certain.
                let own = self.curve.expected(score.0.into()).clamp(0.001, 0.999);
                side(own, mover)
            }
        };
        let sign = if mover == Player::First { 1.0 } else { -1.0 };
        let amount = |unit: Unit| Amount { value: sign * f64::from(score.0) / unit.score, unit };
        let amount = self.unit.filter(|_| known.is_none()).map(amount);
        let chances = chances.map(|own| if mover == Player::First { own } else { own.swapped() });
        Worth { expected, kind, known, amount, chances, decimals: self.decimals }
    }
}

/// The first player's share, if `own` is the mover's.
fn side(own: f64, mover: Player) -> f64 {
    if mover == Player::First { own } else { 1.0 - own }
}

/// How likely each end of a game is in which wins count several points, as one player sees it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct EndChances {
    /// To win at all.
    pub win: f32,
    /// To win two points or more.
    pub win_gammon: f32,
    /// To win three points.
    pub win_backgammon: f32,
    /// To lose two points or more.
    pub lose_gammon: f32,
    /// To lose three points.
    pub lose_backgammon: f32,
}

impl EndChances {
    /// As the other player sees it.
    pub fn swapped(self) -> EndChances {
        EndChances {
            win: 1.0 - self.win,
            win_gammon: self.lose_gammon,
            win_backgammon: self.lose_backgammon,
            lose_gammon: self.win_gammon,
            lose_backgammon: self.win_backgammon,
        }
    }
}

/// What is certain about the end of a game, or seems so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Somebody wins.
    Win {
        /// Who.
        winner: Player,
        /// For how many points.
        points: u32,
        /// In how many moves of their own at most; 0 if the game is over.
        moves: u32,
        /// What it is worth to know.
        how: How,
    },
    /// Nobody wins.
    Draw,
    /// This player does not lose.
    NotLost(Player),
}

/// How it is known that somebody wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// The number of moves is exact.
    Exactly,
    /// It may be sooner.
    AtMost,
    /// A search that left something out has found it.
    Seems,
}

impl Known {
    /// The first player's result.
    fn expected(self) -> f64 {
        match self {
            Known::Win { winner, how, .. } => {
                let own = if how == How::Seems { 0.999 } else { 1.0 };
                side(own, winner)
            }
            Known::Draw | Known::NotLost(_) => 0.5,
        }
    }
}

fn known(score: Score, kind: ScoreKind, mover: Player) -> Option<Known> {
    let Some((points, plies)) = score.decided() else {
        return match kind {
            ScoreKind::Proved | ScoreKind::Table if score == Score::DRAW => Some(Known::Draw),
            ScoreKind::AtLeast if score == Score::DRAW => Some(Known::NotLost(mover)),
            ScoreKind::AtMost if score == Score::DRAW => Some(Known::NotLost(!mover)),
            _ => None,
        };
    };
    let winner = if points > 0 { mover } else { !mover };
    let how = match kind {
        ScoreKind::Proved | ScoreKind::Table => How::Exactly,
        ScoreKind::AtLeast if points > 0 => How::AtMost,
        ScoreKind::AtMost if points < 0 => How::AtMost,
        _ => How::Seems,
    };
    // Of the plies to the end every other one is the winner's, the last one among them.
    Some(Known::Win { winner, points: points.unsigned_abs(), moves: plies.div_ceil(2), how })
}

/// A number in the unit of the players, as the first player sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Amount {
    /// How many.
    pub value: f64,
    /// Of what.
    pub unit: Unit,
}

impl Amount {
    /// `+0.4 men`.
    pub fn in_words(&self) -> String {
        format!("{} {}", self.number(), self.unit.name)
    }

    /// `+0.4`.
    pub fn number(&self) -> String {
        let Amount { value, unit } = *self;
        // What is nothing has no sign.
        let value = if value.abs() < 0.5 / 10f64.powi(unit.decimals as i32) { 0.0 } else { value };
        match value == 0.0 {
            true => format!("{:.*}", unit.decimals, 0.0),
            false => format!("{:+.*}", unit.decimals, value),
        }
    }
}

/// What a position is worth, as the first player sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// The result to expect: from 0, the second player wins, to 1, the first player wins.
    pub expected: f64,
    /// What that is worth.
    pub kind: ScoreKind,
    /// What is known about the end, if it is decided.
    pub known: Option<Known>,
    /// How far the first player is ahead, in the unit of the players.
    pub amount: Option<Amount>,
    /// How the game may end for the first player, where an engine says so.
    pub chances: Option<EndChances>,
    /// Decimals of a percentage that mean something.
    decimals: usize,
}

impl Worth {
    /// Of a game that is over.
    pub fn at_end(outcome: Outcome) -> Worth {
        let known = match outcome {
            Outcome::Draw => Known::Draw,
            Outcome::Win { winner, points } => {
                Known::Win { winner, points: points.into(), moves: 0, how: How::Exactly }
            }
        };
        let (expected, kind) = (known.expected(), ScoreKind::Proved);
        Worth { expected, kind, known: Some(known), amount: None, chances: None, decimals: 0 }
    }

    /// The result that `player` can expect.
    pub fn for_player(&self, player: Player) -> f64 {
        side(self.expected, player)
    }

    /// How far `player` is ahead, in the unit of the players.
    pub fn amount_for(&self, player: Player) -> Option<f64> {
        let sign = if player == Player::First { 1.0 } else { -1.0 };
        self.amount.map(|amount| sign * amount.value)
    }

    /// `63 %`, as the first player sees it; an estimate is never certain.
    pub fn percent(&self) -> String {
        let (percent, decimals) = (100.0 * self.expected, self.decimals);
        let least = 1.0 / 10f64.powi(decimals as i32);
        let percent = match self.known {
            None => percent.clamp(least, 100.0 - least),
            Some(_) => percent,
        };
        format!("{percent:.decimals$} %")
    }

    /// One sentence without its full stop: `White wins in 3 moves`, `draw`, `White 63 %, +0.4 men`.
    pub fn in_words(&self, players: &[String; 2]) -> String {
        let name = |player: Player| players[player.index()].as_str();
        match self.known {
            None => {
                let amount = self.amount.map(|amount| format!(", {}", amount.in_words()));
                format!("{} {}{}", name(Player::First), self.percent(), amount.unwrap_or_default())
            }
            Some(Known::Draw) => "draw".into(),
            Some(Known::NotLost(player)) => format!("at least a draw for {}", name(player)),
            Some(Known::Win { winner, points, moves, how }) => {
                let prize = match points {
                    0 | 1 => String::new(),
                    points => format!(" {points} points"),
                };
                let winner = name(winner);
                match (moves, how) {
                    (0, _) => format!("{winner} has won{prize}"),
                    (_, How::Exactly) => format!("{winner} wins{prize} in {}", words::moves(moves)),
                    (_, How::AtMost) => {
                        format!("{winner} wins{prize} in at most {}", words::moves(moves))
                    }
                    (_, How::Seems) => {
                        format!("{winner} seems to win{prize} in {}", words::moves(moves))
                    }
                }
            }
        }
    }

    /// What fits beside a narrow bar: `63 %`, `+0.4`, `#3`, `=`.
    pub fn short(&self) -> String {
        match (self.known, self.amount) {
            (Some(Known::Win { moves: 0, .. }), _) => "#".into(),
            (Some(Known::Win { moves, .. }), _) => format!("#{moves}"),
            (Some(_), _) => "=".into(),
            (None, Some(amount)) => amount.number(),
            (None, None) => self.percent(),
        }
    }

    /// The chances in words: `White wins 46.9 %, 12.1 % gammons; Black wins 53.1 %, 13.0 % gammons`.
    pub fn chances_in_words(&self, players: &[String; 2]) -> Option<String> {
        let chances = self.chances?;
        let half = |name: &str, own: EndChances| {
            let mut text = format!("{name} wins {:.1} %", 100.0 * own.win);
            let more = [(own.win_gammon, "gammons"), (own.win_backgammon, "backgammons")];
            for (chance, what) in more.into_iter().filter(|(chance, _)| *chance >= 0.0005) {
                text += &format!(", {:.1} % {what}", 100.0 * chance);
            }
            text
        };
        let [first, second] = players;
        Some(format!("{}; {}", half(first, chances), half(second, chances.swapped())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEN: Scale = Scale {
        curve: Curve::Logistic { shift: 0.1, slope: 0.01, bend: 200.0 },
        unit: Some(Unit { score: 80.0, name: "men", decimals: 1 }),
        decimals: 0,
    };

    fn players() -> [String; 2] {
        ["White".into(), "Black".into()]
    }

    #[test]
    fn everything_is_the_first_players_view() {
        let [own, other] =
            Player::BOTH.map(|mover| MEN.read(Score(100), ScoreKind::Estimate, mover));
        assert!((own.expected + other.expected - 1.0).abs() < 1e-12);
        assert!(own.expected > 0.7 && own.for_player(Player::Second) < 0.3);
        assert_eq!(own.in_words(&players()), "White 74 %, +1.2 men");
        assert_eq!(other.in_words(&players()), "White 26 %, -1.2 men");
        assert_eq!(other.short(), "-1.2");
    }

    #[test]
    fn known_ends_are_told_in_moves_of_the_winner() {
        let text = |score, kind, mover| MEN.read(score, kind, mover).in_words(&players());
        let (first, second) = (Player::First, Player::Second);
        let proved = ScoreKind::Proved;
        assert_eq!(text(Score::win_in(5), proved, first), "White wins in 3 moves");
        assert_eq!(text(-Score::win_in(6), proved, first), "Black wins in 3 moves");
        assert_eq!(text(Score::win_in(1), proved, second), "Black wins in 1 move");
        assert_eq!(
            text(Score::win_in(5), ScoreKind::AtLeast, first),
            "White wins in at most 3 moves"
        );
        assert_eq!(
            text(-Score::win_in(8), ScoreKind::AtMost, first),
            "Black wins in at most 4 moves"
        );
        assert_eq!(
            text(Score::win_in(5), ScoreKind::Estimate, first),
            "White seems to win in 3 moves"
        );
        assert_eq!(text(Score::DRAW, ScoreKind::Table, first), "draw");
        assert_eq!(text(Score::DRAW, ScoreKind::AtLeast, second), "at least a draw for Black");
        let over = Outcome::Win { winner: second, points: 2 };
        assert_eq!(Worth::at_end(over).in_words(&players()), "Black has won 2 points");
        assert_eq!(Worth::at_end(over).expected, 0.0);
    }

    #[test]
    fn no_estimate_is_certain() {
        let worth = MEN.read(Score(900_000), ScoreKind::Estimate, Player::First);
        assert!(worth.expected < 1.0);
        assert_eq!(worth.percent(), "99 %");
    }

    #[test]
    fn chances_are_turned_with_the_rest() {
        let scale = Scale {
            curve: Curve::Linear { sure: 10_000.0 },
            unit: Some(Unit { score: 10_000.0, name: "points", decimals: 3 }),
            decimals: 1,
        };
        let chances = EndChances { win: 0.531, win_gammon: 0.13, ..EndChances::default() };
        let worth =
            scale.with_chances(Score(1340), ScoreKind::Estimate, Some(chances), Player::Second);
        assert_eq!(worth.in_words(&players()), "White 46.9 %, -0.134 points");
        assert_eq!(
            worth.chances_in_words(&players()).unwrap(),
            "White wins 46.9 %; Black wins 53.1 %, 13.0 % gammons"
        );
    }
}
