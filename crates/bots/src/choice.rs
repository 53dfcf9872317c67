//! Which of several moves to play, by a seed.

use henge_core::erased::Thought;
use henge_core::{Score, ScoreKind};
use rand::{Rng, RngExt};

/// Who chooses among several moves looks at so many at most.
pub(crate) const MOST_LINES: usize = 16;

/// Puts one of the lines within `margin` of the best score first, each as likely as the others.
///
/// A win is only exchanged for a win and a loss for a loss: there the margin counts plies.
pub(crate) fn within_margin(thought: &mut Thought, margin: u32, rng: &mut impl Rng) {
    let Some((best, _)) = thought.lines.first().and_then(|line| line.score) else { return };
    let near = |&(score, _): &(Score, ScoreKind)| best.0.abs_diff(score.0) <= margin;
    let n = thought.lines.iter().take_while(|line| line.score.as_ref().is_some_and(near)).count();
    if margin > 0 && n > 1 {
        let chosen = thought.lines.remove(rng.random_range(0..n));
        thought.lines.insert(0, chosen);
        thought.why.push(format!("{n} moves are within its margin of {margin}."));
    }
}
