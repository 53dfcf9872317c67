use henge_core::Game;

/// What a policy thinks of the moves before any of them is tried.
///
/// ```
/// use henge_core::Game;
/// use henge_search::Priors;
///
/// /// Whatever the game lists first.
/// struct Eager;
///
/// impl<G: Game> Priors<G> for Eager {
///     fn priors(&self, _: &G, _: &G::Position, moves: &[G::Move], out: &mut Vec<f32>) {
///         out.extend((1..=moves.len()).map(|place| 1.0 / place as f32));
///     }
/// }
/// ```
pub trait Priors<G: Game>: Send + Sync {
    /// Writes one number for each of `moves` into `out`, which is empty: the larger the better, none
    /// negative. Their sum need not be one. Asked only where a player is to move.
    fn priors(&self, game: &G, pos: &G::Position, moves: &[G::Move], out: &mut Vec<f32>);
}

/// All moves are alike.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPriors;

impl<G: Game> Priors<G> for NoPriors {
    fn priors(&self, _game: &G, _pos: &G::Position, moves: &[G::Move], out: &mut Vec<f32>) {
        out.resize(moves.len(), 1.0);
    }
}

/// Makes the sum one. Numbers that make no sense are taken as all alike.
pub(super) fn normalize(priors: &mut Vec<f32>, n: usize) {
    let sum: f32 = priors.iter().sum();
    let fair = priors.len() == n && sum > 0.0 && sum.is_finite();
    if fair && priors.iter().all(|&prior| prior >= 0.0) {
        priors.iter_mut().for_each(|prior| *prior /= sum);
    } else {
        priors.clear();
        priors.resize(n, 1.0 / n as f32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_counts_as_no_opinion() {
        let bad = [vec![], vec![1.0], vec![0.0; 2], vec![2.0, -1.0], vec![f32::NAN, 1.0]];
        for mut priors in bad {
            normalize(&mut priors, 2);
            assert_eq!(priors, [0.5, 0.5]);
        }
        let mut priors = vec![3.0, 1.0];
        normalize(&mut priors, 2);
        assert_eq!(priors, [0.75, 0.25]);
    }
}
