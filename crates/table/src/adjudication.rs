use std::str::FromStr;

use henge_core::erased::Thought;
use henge_core::{Outcome, Player, ScoreKind};

/// When bots end a game before the board does. Nobody gives up by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// A bot resigns after judging its position lost for this long.
    pub resign: Option<Threshold>,
    /// Two bots agree on a draw after both have judged the position even for this long.
    pub draw: Option<Threshold>,
}

/// For how many of its moves in a row a bot must have judged like that.
///
/// As text `3`: a loss or a draw that is proved counts. `3@500`: an estimate counts too, of a loss by
/// 500 or more, or of a balance that tips by no more than 500.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threshold {
    /// Moves of its own.
    pub moves: u32,
    /// The estimate that counts as well.
    pub score: Option<i32>,
}

impl FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Threshold, String> {
        let wrong = || "moves are expected, or moves@score, as in 3 or 3@500".to_string();
        let (moves, score) = match text.split_once('@') {
            Some((moves, score)) => (moves, Some(score.parse().map_err(|_| wrong())?)),
            None => (text, None),
        };
        let moves = moves.parse().ok().filter(|&moves| moves > 0).ok_or_else(wrong)?;
        if score.is_some_and(|score: i32| score < 0) {
            return Err(wrong());
        }
        Ok(Threshold { moves, score })
    }
}

/// Follows what the bots of one game think of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AdjudicationState {
    rules: Adjudication,
    /// For how many moves each has seen its loss, or a draw.
    lost: [u32; 2],
    even: [u32; 2],
}

impl AdjudicationState {
    /// At the start of a game.
    pub fn new(rules: Adjudication) -> AdjudicationState {
        AdjudicationState { rules, ..AdjudicationState::default() }
    }

    /// Moves were taken back: what was judged before does not count.
    pub fn forget(&mut self) {
        *self = AdjudicationState::new(self.rules);
    }

    /// Hears what `player` thinks before moving. If that ends the game, says how.
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
        if let Some(threshold) = self.rules.resign {
            let bad =
                threshold.score.zip(value).is_some_and(|(limit, value)| value <= -limit.max(1));
            let lost = proved.is_some_and(|points| points < 0) || bad;
            self.lost[i] = if lost { self.lost[i] + 1 } else { 0 };
            if self.lost[i] >= threshold.moves {
                return Some(Outcome::win(!player));
            }
        }
        if let Some(threshold) = self.rules.draw {
            let near =
                threshold.score.zip(value).is_some_and(|(limit, value)| value.abs() <= limit);
            let even = proved == Some(0) || proved.is_none() && near;
            self.even[i] = if even { self.even[i] + 1 } else { 0 };
            if self.even.iter().all(|&n| n >= threshold.moves) {
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
    fn threshold_is_read() {
        assert_eq!("3".parse(), Ok(Threshold { moves: 3, score: None }));
        assert_eq!("2@500".parse(), Ok(Threshold { moves: 2, score: Some(500) }));
        for wrong in ["", "0", "x", "3@", "3@-1", "-1", "3@x"] {
            assert!(wrong.parse::<Threshold>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_loss_must_be_seen_for_long_enough() {
        let resign = "2".parse().ok();
        let mut state = AdjudicationState::new(Adjudication { resign, draw: None });
        let lost = thought(-Score::win_in(4), ScoreKind::Proved);
        let guess = thought(Score(-9000), ScoreKind::Estimate);
        assert_eq!(state.hear(Player::First, &lost), None);
        // The other one's thoughts do not count, and a doubt starts the count again.
        assert_eq!(state.hear(Player::Second, &lost), None);
        assert_eq!(state.hear(Player::First, &guess), None);
        assert_eq!(state.hear(Player::First, &lost), None);
        assert_eq!(state.hear(Player::First, &lost), Some(Outcome::win(Player::Second)));
    }

    #[test]
    fn a_win_is_never_given_up_and_bounds_count_from_their_side() {
        let resign = "1@100".parse().ok();
        let mut state = AdjudicationState::new(Adjudication { resign, draw: None });
        for (score, kind) in [
            (Score::win_in(3), ScoreKind::Proved),
            (Score(-99), ScoreKind::Estimate),
            (Score::DRAW, ScoreKind::Proved),
        ] {
            assert_eq!(state.hear(Player::First, &thought(score, kind)), None);
        }
        let at_most = thought(-Score::win_in(9), ScoreKind::AtMost);
        assert_eq!(state.hear(Player::First, &at_most), Some(Outcome::win(Player::Second)));
    }

    #[test]
    fn a_draw_takes_two() {
        let draw = "1".parse().ok();
        let mut state = AdjudicationState::new(Adjudication { resign: None, draw });
        let even = thought(Score::DRAW, ScoreKind::Proved);
        assert_eq!(state.hear(Player::First, &even), None);
        assert_eq!(state.hear(Player::First, &even), None);
        let guess = thought(Score::DRAW, ScoreKind::Estimate);
        assert_eq!(state.hear(Player::Second, &guess), None);
        assert_eq!(state.hear(Player::Second, &even), Some(Outcome::Draw));
    }
}
