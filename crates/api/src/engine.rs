//! What engines find out.

use henge::erased;
use henge::erased::DynMatch;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a score is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub enum ScoreWord {
    /// By complete search.
    #[serde(rename = "proved")]
    Proved,
    /// By a table or a book of solved positions.
    #[serde(rename = "table")]
    Table,
    /// At least this.
    #[serde(rename = "lower bound")]
    LowerBound,
    /// At most this.
    #[serde(rename = "upper bound")]
    UpperBound,
    /// A guess.
    #[serde(rename = "estimate")]
    Estimate,
}

/// What a position is worth, as the first player sees it: the same words and numbers wherever it is shown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Score {
    /// `White wins in 3 moves`, `draw`, `White 63 %, +0.4 men`.
    pub text: String,
    /// What fits beside a narrow bar: `#3`, `=`, `63 %`, `+0.4`.
    pub short: String,
    /// What it is worth.
    pub kind: ScoreWord,
    /// The expected result of the first player: from 0, the second player wins, to 1, the first player wins.
    pub expected: f64,
    /// The same from -1 to 1.
    pub bar: f64,
    /// How far the first player is ahead, in the unit of the players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<f64>,
    /// That unit: `men`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// How the game may end, where wins count several points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chances: Option<String>,
}

impl Score {
    /// What a position is worth, in a game with these players.
    pub fn of(worth: &henge::Worth, players: &[String; 2]) -> Score {
        let kind = match worth.kind {
            henge::ScoreKind::Proved => ScoreWord::Proved,
            henge::ScoreKind::Table => ScoreWord::Table,
            henge::ScoreKind::AtLeast => ScoreWord::LowerBound,
            henge::ScoreKind::AtMost => ScoreWord::UpperBound,
            henge::ScoreKind::Estimate => ScoreWord::Estimate,
        };
        Score {
            text: worth.in_words(players),
            short: worth.short(),
            kind,
            expected: worth.expected,
            bar: 2.0 * worth.expected - 1.0,
            amount: worth.amount.map(|amount| amount.value),
            unit: worth.amount.map(|amount| amount.unit.name.into()),
            chances: worth.chances_in_words(players),
        }
    }
}

/// One way the game may go on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Line {
    /// What it is worth, if the bot gives numbers.
    pub score: Option<Score>,
    /// The moves.
    pub moves: Vec<String>,
    /// The sites of the first move.
    pub path: Vec<u16>,
}

/// What a bot has found out so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Thought {
    /// Best first.
    pub lines: Vec<Line>,
    /// Plies searched in full.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub seconds: f64,
    /// Reasons in words.
    pub why: Vec<String>,
}

impl Thought {
    /// A thought about the position of a match of a game with these players.
    pub fn of(
        thought: &erased::Thought,
        table: &dyn DynMatch,
        players: &[String; 2],
        seconds: f64,
    ) -> Thought {
        let player = match table.turn() {
            henge::Turn::Player(player) => player,
            _ => henge::Player::First,
        };
        let legal = table.moves();
        let path = |text: Option<&String>| {
            let found = legal.iter().find(|mv| Some(&mv.text) == text);
            found.map(|mv| mv.path.iter().map(|site| site.0).collect()).unwrap_or_default()
        };
        let line = |(i, line): (usize, &erased::Line)| Line {
            score: thought.worth(i, player).map(|worth| Score::of(&worth, players)),
            moves: line.moves.clone(),
            path: path(line.moves.first()),
        };
        Thought {
            lines: thought.lines.iter().enumerate().map(line).collect(),
            depth: thought.depth,
            nodes: thought.nodes,
            seconds,
            why: thought.why.clone(),
        }
    }
}

/// A position to think about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalyseRequest {
    /// The name of the game.
    #[schema(example = "tic-tac-toe", max_length = 120)]
    pub game: String,
    /// A position as text.
    #[serde(default)]
    pub setup: Option<String>,
    /// The moves.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Who thinks; the analyst of the game by default.
    #[serde(default)]
    #[schema(example = "henge", max_length = 200)]
    pub bot: Option<String>,
    /// How many lines are wanted.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 8, example = 1)]
    pub lines: Option<u32>,
    /// How long it may think.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 60000, example = 50)]
    pub time_ms: Option<u64>,
}

/// A move that somebody thinks of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WarnRequest {
    /// The name of the game.
    #[schema(example = "tic-tac-toe", max_length = 120)]
    pub game: String,
    /// A position as text.
    #[serde(default)]
    pub setup: Option<String>,
    /// The moves.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The move.
    #[schema(example = "b2", max_length = 200)]
    pub next: String,
    /// What it may cost, in percent of the expected result.
    #[schema(minimum = 1, maximum = 100, example = 10)]
    pub percent: u32,
}

/// What a tutor says of a move; no sentence if it may be made.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Warning {
    /// What the move costs, what would be better, and why.
    pub sentences: Vec<String>,
    /// The better move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<String>,
    /// What the move costs of the expected result, from 0 to 1.
    pub loss: f64,
}

impl From<henge::review::Warning> for Warning {
    fn from(warning: henge::review::Warning) -> Warning {
        let henge::review::Warning { loss, better, sentences, .. } = warning;
        Warning { sentences, better: better.into_iter().next(), loss }
    }
}

/// A game to look through.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    /// The name of the game.
    #[schema(example = "tic-tac-toe", max_length = 120)]
    pub game: String,
    /// A position as text.
    #[serde(default)]
    pub setup: Option<String>,
    /// The moves.
    #[serde(default)]
    pub moves: Vec<String>,
    /// For each position.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 5000, example = 20)]
    pub time_ms: Option<u64>,
}

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlyMark {
    /// The only good move: `!`.
    Only,
    /// Nothing worth a mark.
    Good,
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl From<Option<henge::review::Mark>> for PlyMark {
    fn from(mark: Option<henge::review::Mark>) -> PlyMark {
        use henge::review::Mark;
        match mark {
            None => PlyMark::Good,
            Some(Mark::Only) => PlyMark::Only,
            Some(Mark::Inaccuracy) => PlyMark::Inaccuracy,
            Some(Mark::Mistake) => PlyMark::Mistake,
            Some(Mark::Blunder) => PlyMark::Blunder,
        }
    }
}

/// One move of a game under review.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReviewPly {
    /// Which ply, counted from 1.
    pub ply: usize,
    /// The number that the players give to the move; dice have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// What was played.
    pub played: String,
    /// What should have been played; none if nothing better was found.
    pub best: Option<String>,
    /// How the game might have gone on with it.
    pub line: Vec<String>,
    /// What the move does, and then what the better one does; only of moves with a mark.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    /// The position after the move.
    pub score: Option<Score>,
    /// What the move has cost: `7 %`, `0.045 points`; none for rolls and forced moves.
    pub loss: Option<String>,
    /// How good it was.
    pub mark: PlyMark,
    /// For a roll: how much luck it was for whoever moves with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
}

impl ReviewPly {
    /// A move that was reviewed, in a game with these players.
    pub fn of(seen: &henge::review::Reviewed, players: &[String; 2]) -> ReviewPly {
        ReviewPly {
            ply: seen.ply,
            number: seen.number,
            played: seen.played.clone(),
            best: seen.better.first().cloned(),
            line: seen.better.clone(),
            why: seen.why.clone(),
            score: seen.worth.map(|worth| Score::of(&worth, players)),
            loss: seen.loss.map(|loss| loss.in_words()),
            mark: seen.mark.into(),
            luck: seen.luck.map(|luck| luck.value()),
        }
    }
}

/// The end of a review.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Review {
    /// The plies, counted from 1, that turned the game; every one has a mark.
    pub turning_points: Vec<usize>,
    /// The turning points in a sentence.
    pub verdict: String,
    /// How either side has played, a sentence or two each.
    pub sides: [Vec<String>; 2],
    /// The accuracy of either side, from 0 to 100.
    pub accuracy: [Option<f64>; 2],
    /// Does it reach the end of the game?
    pub whole: bool,
}

impl Review {
    /// A review of a game.
    pub fn of(game: &henge::Playable, review: &henge::review::Review) -> Review {
        Review {
            turning_points: review.turning_points.clone(),
            verdict: review.verdict(),
            sides: henge::Player::BOTH.map(|player| review.about_side(game, player)),
            accuracy: [0, 1].map(|side| review.sides[side].accuracy),
            whole: review.is_whole,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use henge::{Player, Scale, Score as Number, ScoreKind};

    #[test]
    fn everything_is_the_first_players_view() {
        let players = ["White".to_string(), "Black".to_string()];
        let read =
            |score, kind, player| Score::of(&Scale::LOGIT.read(score, kind, player), &players);
        let lost = read(-Number::win_in(4), ScoreKind::Proved, Player::Second);
        assert_eq!((lost.text.as_str(), lost.bar), ("White wins in 2 moves", 1.0));
        let even = read(Number::DRAW, ScoreKind::Proved, Player::First);
        assert_eq!((even.text.as_str(), even.bar), ("draw", 0.0));
        let guess = read(Number(100), ScoreKind::Estimate, Player::Second);
        assert_eq!((guess.text.as_str(), guess.short.as_str()), ("White 27 %", "27 %"));
    }
}
