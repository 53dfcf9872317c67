//! Temporal differences: a position learns from what was thought of those after it.
//!
//! TD(λ) (Sutton 1988) is written in two ways. With eligibility traces, every difference between two
//! judgements in a row corrects all positions before it, each less the longer ago it was. Seen from
//! the position, that is one correction towards its *λ-return*, a mean of all later judgements and
//! the result in which each counts λ times as much as the one before. When nothing is changed during
//! a game, both are the same, and a test here shows it; this is the second form, since its targets
//! suit any way to fit.

/// A position of a game, as its players judged it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    /// The chance of the first player to win, as it was thought to be when he or the other moved
    /// here.
    pub value: f32,
    /// The move was not the one thought best, so that what came later says nothing about the
    /// positions before.
    pub by_chance: bool,
}

/// The λ-returns of all positions of a game, as chances of the first player, with its result.
///
/// Where a move was made by chance, the position keeps its value, and what is before it learns from
/// that.
pub fn lambda_returns(steps: &[Step], result: f32, lambda: f32, returns: &mut Vec<f32>) {
    returns.clear();
    returns.resize(steps.len(), result);
    let mut next = result;
    for (i, step) in steps.iter().enumerate().rev() {
        if step.by_chance {
            next = step.value;
        } else if let Some(later) = steps.get(i + 1) {
            next = (1.0 - lambda) * later.value + lambda * next;
        }
        returns[i] = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(values: &[f32]) -> Vec<Step> {
        values.iter().map(|&value| Step { value, by_chance: false }).collect()
    }

    fn returns(steps: &[Step], result: f32, lambda: f32) -> Vec<f32> {
        let mut all = Vec::new();
        lambda_returns(steps, result, lambda, &mut all);
        all
    }

    #[test]
    fn zero_looks_one_step_ahead_and_one_to_the_end() {
        let game = steps(&[0.5, 0.6, 0.8]);
        assert_eq!(returns(&game, 1.0, 0.0), [0.6, 0.8, 1.0]);
        assert_eq!(returns(&game, 1.0, 1.0), [1.0, 1.0, 1.0]);
        assert!(returns(&[], 1.0, 0.5).is_empty());
    }

    #[test]
    fn nothing_goes_back_through_a_move_by_chance() {
        let mut game = steps(&[0.5, 0.6, 0.9, 0.8]);
        game[2].by_chance = true;
        assert_eq!(returns(&game, 0.0, 1.0), [0.9, 0.9, 0.9, 0.0]);
    }

    /// The corrections of a linear judgement by traces and by λ-returns are the same.
    #[test]
    fn traces_and_returns_agree() {
        let features = [[1.0, 0.0, 2.0], [0.5, 1.0, 0.0], [0.0, 1.0, 1.0], [2.0, 0.0, 1.0f32]];
        let weights = [0.1, 0.2, 0.05];
        let value = |x: &[f32; 3]| x.iter().zip(weights).map(|(x, w)| x * w).sum::<f32>();
        let values: Vec<f32> = features.iter().map(value).collect();
        let (result, lambda) = (1.0, 0.7);
        let mut by_traces = [0.0; 3];
        let mut trace = [0.0; 3];
        for t in 0..4 {
            let next = values.get(t + 1).copied().unwrap_or(result);
            for k in 0..3 {
                trace[k] = lambda * trace[k] + features[t][k];
                by_traces[k] += (next - values[t]) * trace[k];
            }
        }
        let mut by_returns = [0.0; 3];
        for (t, target) in returns(&steps(&values), result, lambda).iter().enumerate() {
            for k in 0..3 {
                by_returns[k] += (target - values[t]) * features[t][k];
            }
        }
        for k in 0..3 {
            assert!((by_traces[k] - by_returns[k]).abs() < 1e-5, "{by_traces:?} {by_returns:?}");
        }
    }
}
