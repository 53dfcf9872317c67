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

/// How good a position is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Score {
    /// To the player to move: `win in 11`, `draw`, `+0.42`.
    pub text: String,
    /// What it is worth.
    pub kind: ScoreWord,
    /// From -1, the second player wins, to 1, the first player wins.
    pub bar: f64,
    /// The engine's own number, to the player to move.
    pub value: i32,
}

/// An estimate of this size is half way to certainty.
const HALF: f64 = 400.0;

impl Score {
    /// A score as `player`, who is to move, sees it.
    pub fn of(score: henge::Score, kind: henge::ScoreKind, player: henge::Player) -> Score {
        let own = match score.decided() {
            Some((points, _)) => f64::from(points.signum()),
            None => f64::from(score.0) / (f64::from(score.0.abs()) + HALF),
        };
        // What is nothing to both has no sign.
        let shown = if own.abs() < 0.005 { 0.0 } else { own };
        let text = match (score.decided(), kind.is_sure()) {
            (Some(_), _) => score.to_string(),
            (None, true) if score == henge::Score::DRAW => "draw".into(),
            _ => format!("{shown:+.2}"),
        };
        let bar = if player == henge::Player::First { own } else { 0.0 - own };
        let kind = match kind {
            henge::ScoreKind::Proved => ScoreWord::Proved,
            henge::ScoreKind::Table => ScoreWord::Table,
            henge::ScoreKind::AtLeast => ScoreWord::LowerBound,
            henge::ScoreKind::AtMost => ScoreWord::UpperBound,
            henge::ScoreKind::Estimate => ScoreWord::Estimate,
        };
        Score { text, kind, bar, value: score.0 }
    }

    /// The score of a game that is over, as `player` sees it.
    pub fn at_end(outcome: henge::Outcome, player: henge::Player) -> Score {
        let score = henge::Score::of(outcome, player, 0);
        let word = match outcome.points_for(player) {
            0 => "draw",
            points if points > 0 => "won",
            _ => "lost",
        };
        Score { text: word.into(), ..Score::of(score, henge::ScoreKind::Proved, player) }
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
    /// A thought about the position of a match.
    pub fn of(thought: &erased::Thought, table: &dyn DynMatch, seconds: f64) -> Thought {
        let player = match table.turn() {
            henge::Turn::Player(player) => player,
            _ => henge::Player::First,
        };
        let legal = table.moves();
        let path = |text: Option<&String>| {
            let found = legal.iter().find(|mv| Some(&mv.text) == text);
            found.map(|mv| mv.path.iter().map(|site| site.0).collect()).unwrap_or_default()
        };
        let line = |line: &erased::Line| Line {
            score: line.score.map(|(score, kind)| Score::of(score, kind, player)),
            moves: line.moves.clone(),
            path: path(line.moves.first()),
        };
        Thought {
            lines: thought.lines.iter().map(line).collect(),
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
    /// Who thinks; the best bot of the game if nothing is said.
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
    /// Nothing better was found.
    Best,
    /// Little was lost.
    Good,
    /// Something was lost.
    Inaccuracy,
    /// Much was lost.
    Mistake,
    /// The game was given away, or half of it.
    Blunder,
}

impl PlyMark {
    /// The word for a loss on the bar, which goes from -1 to 1.
    pub fn of(loss: f64, is_best: bool) -> PlyMark {
        match loss {
            _ if is_best => PlyMark::Best,
            loss if loss < 0.1 => PlyMark::Good,
            loss if loss < 0.3 => PlyMark::Inaccuracy,
            loss if loss < 0.8 => PlyMark::Mistake,
            _ => PlyMark::Blunder,
        }
    }
}

/// One move of a game under review.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReviewPly {
    /// Which move, counted from 1.
    pub ply: usize,
    /// What was played.
    pub played: String,
    /// What the engine would have played.
    pub best: Option<String>,
    /// The position after the move; the text is the view of whoever moves then.
    pub score: Option<Score>,
    /// How much of the bar the mover lost, from 0 to 2.
    pub loss: f64,
    /// The same as a word.
    pub mark: PlyMark,
}

/// The end of a review.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Review {
    /// The moves, counted from 1, after which another player was ahead or a proved result was gone.
    pub turning_points: Vec<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use henge::{Player, Score as Number, ScoreKind};

    #[test]
    fn the_bar_is_the_first_players_view() {
        let lost = Score::of(-Number::win_in(4), ScoreKind::Proved, Player::Second);
        assert_eq!((lost.text.as_str(), lost.bar), ("loss in 4", 1.0));
        let even = Score::of(Number::DRAW, ScoreKind::Proved, Player::First);
        assert_eq!((even.text.as_str(), even.bar), ("draw", 0.0));
        let guess = Score::of(Number(400), ScoreKind::Estimate, Player::Second);
        assert_eq!((guess.text.as_str(), guess.bar), ("+0.50", -0.5));
    }
}
