//! What a grade does to coefficients.

use super::choose::Cause;
use super::decision::Candidate;
use super::set::{LEAST_COEFFICIENT, StrategySet};
use super::strategy::Strategy;
use super::tactic::Tactic;

/// A coefficient that a grade has changed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Adjusted {
    /// Whose.
    pub tactic: Tactic,
    /// In which level, from 0.
    pub level: usize,
    /// Before.
    pub old: f64,
    /// After.
    pub new: f64,
}

/// Changes the coefficients of a strategy after a play was graded: every tactic that had a share in
/// its score changes by a quarter of its coefficient, times a fifth of the grade, times its share of
/// all partial scores with the same sign. It grows if grade and partial score have the same sign, and
/// shrinks if not; it never becomes negative.
pub fn grade(
    set: &mut StrategySet,
    strategy: Strategy,
    candidate: &Candidate,
    grade: f64,
) -> Vec<Adjusted> {
    let sum = |sign: f64| -> f64 {
        candidate.partials.iter().map(|partial| (partial.score() * sign).max(0.0)).sum()
    };
    let (positive, negative) = (sum(1.0), sum(-1.0));
    let mut adjusted = Vec::new();
    for partial in &candidate.partials {
        let (Cause::Tactic(tactic), score) = (partial.cause, partial.score()) else { continue };
        if score == 0.0 {
            continue;
        }
        let share = if score > 0.0 { score / positive } else { -score / negative };
        let list = &mut set.levels[strategy.index()][partial.level];
        let Some(entry) = list.iter_mut().find(|entry| entry.tactic == tactic) else { continue };
        let old = entry.coefficient;
        let change = old / 4.0 * (grade.abs() / 5.0) * share;
        let sign = if grade * score > 0.0 { 1.0 } else { -1.0 };
        entry.coefficient = (old + sign * change).max(LEAST_COEFFICIENT);
        adjusted.push(Adjusted { tactic, level: partial.level, old, new: entry.coefficient });
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gammon::choose::Partial;
    use henge_games::backgammon::{Entry, Men, Play};

    fn partial(key: &str, level: usize, points: f64, coefficient: f64) -> Partial {
        let tactic = Tactic::named(key).unwrap();
        Partial { cause: Cause::Tactic(tactic), level, points, coefficient }
    }

    fn candidate() -> Candidate {
        let partials = vec![
            partial("rear-men", 0, 48.0, 4.0),    // +3
            partial("most-points", 0, 16.0, 4.0), // +1
            partial("risk", 0, -32.0, 4.0),       // −2
            partial("cover", 0, 0.0, 4.0),        // nothing
            partial("no-blots", 1, -16.0, 2.0),   // −0.5
        ];
        let entry = Entry { play: Play::PASS, after: Men::start() };
        Candidate { entry, score: 1.5, levels: 2, partials }
    }

    fn coefficients(set: &StrategySet) -> [f64; 5] {
        ["rear-men", "most-points", "risk", "cover", "no-blots"]
            .map(|key| set.coefficient(Strategy::Position, Tactic::named(key).unwrap()))
    }

    #[test]
    fn a_worked_example() {
        // Positive partial scores: 3 + 1 = 4; negative: 2 + 0.5 = 2.5. The grade is +3.
        //   rear-men     4 + 4/4 · 3/5 · 3/4     = 4.45
        //   most-points  4 + 4/4 · 3/5 · 1/4     = 4.15
        //   risk         4 − 4/4 · 3/5 · 2/2.5   = 3.52
        //   cover        had no share            = 4
        //   no-blots     2 − 2/4 · 3/5 · 0.5/2.5 = 1.94
        let mut set = (*StrategySet::shipped()).clone();
        let adjusted = grade(&mut set, Strategy::Position, &candidate(), 3.0);
        assert_eq!(adjusted.len(), 4);
        let expected = [4.45, 4.15, 3.52, 4.0, 1.94];
        for (got, expected) in coefficients(&set).into_iter().zip(expected) {
            assert!((got - expected).abs() < 1e-12, "{got} for {expected}");
        }
        // The same with a bad grade goes the other way.
        let mut set = (*StrategySet::shipped()).clone();
        grade(&mut set, Strategy::Position, &candidate(), -3.0);
        let expected = [3.55, 3.85, 4.48, 4.0, 2.06];
        for (got, expected) in coefficients(&set).into_iter().zip(expected) {
            assert!((got - expected).abs() < 1e-12, "{got} for {expected}");
        }
    }

    #[test]
    fn coefficients_stay_positive_whatever_the_grade() {
        let mut set = (*StrategySet::shipped()).clone();
        for _ in 0..50 {
            grade(&mut set, Strategy::Position, &candidate(), -1000.0);
        }
        assert!(coefficients(&set).into_iter().all(|coefficient| coefficient > 0.0));
    }
}
