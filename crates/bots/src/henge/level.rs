//! Levels for people: mistakes that somebody could make.
//!
//! The rule. At a level the bot looks at all its moves a fixed number of plies ahead, and at no more than a fixed
//! number of positions (or, where its engine plays games out, for a fixed number of games). Then it misjudges: to the score of every
//! move that does not win or lose within what it saw, it adds an error, normally distributed, as
//! large as the level says in units of the mean distance of the moves from the best one. It plays the
//! move that now seems best.
//!
//! So it never misses a win that it sees and never walks into a loss that it sees; it fails to see
//! far, and among moves that are nearly alike it errs more often than between good and bad ones.

use henge_core::erased::{Line, Thought};
use henge_core::{Limits, Score};
use rand::{Rng, RngExt};

use super::EngineKind;

/// How strong the bot is to be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Sees a win in one and no threat against itself.
    Beginner,
    /// Sees the opponent's next move.
    Easy,
    /// Three plies, with errors.
    Medium,
    /// Five plies, with few errors.
    Hard,
    /// As well as it can.
    Best,
}

impl Level {
    /// The words for them, in rising order.
    pub const NAMES: [&str; 5] = ["beginner", "easy", "medium", "hard", "best"];
    const ALL: [Level; 5] = [Level::Beginner, Level::Easy, Level::Medium, Level::Hard, Level::Best];

    /// The level of that name.
    pub fn named(name: &str) -> Option<Level> {
        Level::NAMES.iter().position(|&known| known == name).map(|i| Level::ALL[i])
    }

    /// How far it looks: plies and positions, or games played out. No clock is asked, so that a level is the same on
    /// any machine, and no level thinks longer than the next one. With dice, all of them judge the plays of the roll,
    /// and differ in their errors.
    pub(super) fn horizon(self, engine: EngineKind) -> Limits {
        let (plies, positions, games) = match self {
            Level::Beginner => (1, 5_000, 40),
            Level::Easy => (2, 10_000, 120),
            Level::Medium => (3, 20_000, 400),
            Level::Hard => (5, 60_000, 1_500),
            Level::Best => return Limits::NONE,
        };
        let (depth, nodes) = match engine {
            EngineKind::AlphaBeta => (Some(plies), Some(positions)),
            EngineKind::Expectimax => (Some(1), None),
            EngineKind::Mcts => (None, Some(games)),
        };
        Limits { depth, nodes, ..Limits::NONE }
    }

    /// How large its errors are, in units of the mean distance from the best move.
    fn error(self) -> f64 {
        match self {
            Level::Beginner => 1.2,
            Level::Easy => 0.8,
            Level::Medium => 0.5,
            Level::Hard => 0.2,
            Level::Best => 0.0,
        }
    }

    /// Misjudges the lines and puts the move first that now seems best.
    pub(super) fn misjudge(self, thought: &mut Thought, rng: &mut impl Rng) {
        let open =
            |line: &Line| line.score.map(|(score, _)| score).filter(|s| s.decided().is_none());
        let scores: Vec<Score> = thought.lines.iter().filter_map(open).collect();
        let Some(best) = scores.iter().max() else { return };
        let distance: f64 = scores.iter().map(|score| f64::from(best.0 - score.0)).sum();
        // Where all moves look alike, any of them will do.
        let unit = (distance / scores.len() as f64).max(1.0);
        let mut seems = |line: &Line| {
            let score = line.score.map_or(Score::DRAW, |(score, _)| score);
            match score.decided() {
                Some(_) => f64::from(score.0),
                None => f64::from(score.0) + self.error() * unit * normal(rng),
            }
        };
        let judged: Vec<f64> = thought.lines.iter().map(&mut seems).collect();
        let chosen = (0..judged.len()).max_by(|&a, &b| judged[a].total_cmp(&judged[b]));
        if let Some(chosen) = chosen.filter(|&chosen| chosen > 0) {
            let line = thought.lines.remove(chosen);
            thought.why.push("At a higher level it would have played otherwise.".into());
            thought.lines.insert(0, line);
        }
    }
}

/// A normally distributed number: mean 0, deviation 1, and never beyond 6.
fn normal(rng: &mut impl Rng) -> f64 {
    (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use henge_core::ScoreKind;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn thought(scores: &[Score]) -> Thought {
        let line = |(i, &score): (usize, &Score)| Line {
            score: Some((score, ScoreKind::Estimate)),
            moves: vec![i.to_string()],
        };
        Thought { lines: scores.iter().enumerate().map(line).collect(), ..Thought::default() }
    }

    /// How often each of the moves is chosen.
    fn choices(level: Level, scores: &[Score]) -> Vec<usize> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut n = vec![0; scores.len()];
        for _ in 0..1000 {
            let mut thought = thought(scores);
            level.misjudge(&mut thought, &mut rng);
            n[thought.best().expect("there are moves").parse::<usize>().expect("a number")] += 1;
        }
        n
    }

    #[test]
    fn what_it_sees_it_does_not_miss() {
        let [win, loss] = [Score::win_in(1), -Score::win_in(2)];
        assert_eq!(choices(Level::Beginner, &[win, Score(90), Score(-50)]), [1000, 0, 0]);
        assert_eq!(choices(Level::Beginner, &[Score(90), Score(-50), loss])[2], 0);
    }

    #[test]
    fn small_mistakes_are_more_likely_than_large_ones_and_rarer_at_higher_levels() {
        let scores = [Score(100), Score(80), Score(0), Score(-300)];
        let mut best = 0;
        for level in Level::ALL {
            let n = choices(level, &scores);
            assert!(n.is_sorted_by(|a, b| a >= b), "{level:?}: {n:?}");
            assert!(n[0] >= best, "{level:?}: {n:?}");
            best = n[0];
        }
        assert_eq!(best, 1000);
        assert!(choices(Level::Beginner, &scores)[3] > 0);
    }
}
