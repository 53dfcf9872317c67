use std::str::FromStr;

use henge_core::erased::Thought;
use henge_core::{Outcome, Player, ScoreKind};

/// When bots end a game before the board does. Nobody gives up by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Manners {
    /// A bot resigns that has seen its loss for so long.
    pub resign: Option<Patience>,
    /// Two bots agree on a draw that both have seen for so long.
    pub draw: Option<Patience>,
}

/// For how many moves in a row a bot must have judged so.
///
/// As text `3`: a loss or a draw that is proved counts. `3@500`: an estimate counts too, of a loss by
/// 500 or more, or of a balance that tips by no more than 500.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Moves of its own.
    pub moves: u32,
    /// The estimate that counts as well.
    pub score: Option<i32>,
}

impl FromStr for Patience {
    type Err = String;

    fn from_str(text: &str) -> Result<Patience, String> {
        let wrong = || "moves are expected, or moves@score, as in 3 or 3@500".to_string();
        let (moves, score) = match text.split_once('@') {
            Some((moves, score)) => (moves, Some(score.parse().map_err(|_| wrong())?)),
            None => (text, None),
        };
        let moves = moves.parse().ok().filter(|&moves| moves > 0).ok_or_else(wrong)?;
        if score.is_some_and(|score: i32| score < 0) {
            return Err(wrong());
        }
        Ok(Patience { moves, score })
    }
}

/// Follows what the bots of one game think of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mood {
    manners: Manners,
    /// For how many moves each has seen its loss, or a draw.
    lost: [u32; 2],
    even: [u32; 2],
}

impl Mood {
    /// The mood at the start of a game.
    pub fn new(manners: Manners) -> Mood {
        Mood { manners, ..Mood::default() }
    }

    /// Hears what `player` thinks before he moves. If that ends the game, says how.
    pub fn hear(&mut self, player: Player, thought: &Thought) -> Option<Outcome> {
        let score = thought.lines.first().and_then(|line| line.score);
        let points = |(score, kind): (henge_core::Score, ScoreKind)| {
            let decided = score.decided().map_or(0, |(points, _)| points);
            // A bound proves a loss from one side only.
            match kind {
                ScoreKind::Proved | ScoreKind::Table => Some(decided),
                ScoreKind::AtMost if decided < 0 => Some(decided),
                _ => None,
            }
        };
        let proved = score.and_then(points);
        let value = score.map(|(score, _)| score.0);
        let i = player.index();
        if let Some(patience) = self.manners.resign {
            let bad =
                patience.score.zip(value).is_some_and(|(limit, value)| value <= -limit.max(1));
            let lost = proved.is_some_and(|points| points < 0) || bad;
            self.lost[i] = if lost { self.lost[i] + 1 } else { 0 };
            if self.lost[i] >= patience.moves {
                return Some(Outcome::win(!player));
            }
        }
        if let Some(patience) = self.manners.draw {
            let near = patience.score.zip(value).is_some_and(|(limit, value)| value.abs() <= limit);
            let even = proved == Some(0) || proved.is_none() && near;
            self.even[i] = if even { self.even[i] + 1 } else { 0 };
            if self.even.iter().all(|&n| n >= patience.moves) {
                return Some(Outcome::Draw);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use henge_core::Score;
    use henge_core::erased::Line;

    fn thought(score: Score, kind: ScoreKind) -> Thought {
        let line = Line { score: Some((score, kind)), moves: vec!["a1".into()] };
        Thought { lines: vec![line], ..Thought::default() }
    }

    #[test]
    fn patience_is_read() {
        assert_eq!("3".parse(), Ok(Patience { moves: 3, score: None }));
        assert_eq!("2@500".parse(), Ok(Patience { moves: 2, score: Some(500) }));
        for wrong in ["", "0", "x", "3@", "3@-1", "-1", "3@x"] {
            assert!(wrong.parse::<Patience>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_loss_must_be_seen_for_long_enough() {
        let resign = "2".parse().ok();
        let mut mood = Mood::new(Manners { resign, draw: None });
        let lost = thought(-Score::win_in(4), ScoreKind::Proved);
        let guess = thought(Score(-9000), ScoreKind::Estimate);
        assert_eq!(mood.hear(Player::First, &lost), None);
        // The other one's thoughts do not count, and a doubt starts the count again.
        assert_eq!(mood.hear(Player::Second, &lost), None);
        assert_eq!(mood.hear(Player::First, &guess), None);
        assert_eq!(mood.hear(Player::First, &lost), None);
        assert_eq!(mood.hear(Player::First, &lost), Some(Outcome::win(Player::Second)));
    }

    #[test]
    fn a_win_is_never_given_up_and_bounds_count_from_their_side() {
        let resign = "1@100".parse().ok();
        let mut mood = Mood::new(Manners { resign, draw: None });
        for (score, kind) in [
            (Score::win_in(3), ScoreKind::Proved),
            (Score(-99), ScoreKind::Estimate),
            (Score::DRAW, ScoreKind::Proved),
        ] {
            assert_eq!(mood.hear(Player::First, &thought(score, kind)), None);
        }
        let at_most = thought(-Score::win_in(9), ScoreKind::AtMost);
        assert_eq!(mood.hear(Player::First, &at_most), Some(Outcome::win(Player::Second)));
    }

    #[test]
    fn a_draw_takes_two() {
        let draw = "1".parse().ok();
        let mut mood = Mood::new(Manners { resign: None, draw });
        let even = thought(Score::DRAW, ScoreKind::Proved);
        assert_eq!(mood.hear(Player::First, &even), None);
        assert_eq!(mood.hear(Player::First, &even), None);
        let guess = thought(Score::DRAW, ScoreKind::Estimate);
        assert_eq!(mood.hear(Player::Second, &guess), None);
        assert_eq!(mood.hear(Player::Second, &even), Some(Outcome::Draw));
    }
}
