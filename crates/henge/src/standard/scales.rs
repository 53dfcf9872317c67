//! What the scores of the engines mean, game by game: curves that `henge learn scale` has fitted to games of the engine
//! against itself. The book tells how well they hold.

use henge_core::{Curve, Scale, Unit};

/// A curve as `henge learn scale` prints it.
const fn fitted(shift: f64, slope: f64, bend: f64) -> Scale {
    Scale { curve: Curve::Logistic { shift, slope, bend }, unit: None, decimals: 0 }
}

/// The same with the unit of the players.
const fn counted(scale: Scale, score: f64, name: &'static str) -> Scale {
    Scale { unit: Some(Unit { score, name, decimals: 1 }), ..scale }
}

/// Games by their names, or by the beginnings of their names.
const FITTED: &[(&str, Scale)] = &[];

/// The scale of the first of these games that has one; logarithms of odds if none has.
pub fn of(names: &[&str]) -> Scale {
    let known = |name: &&str| FITTED.iter().find(|(fitted, _)| name.starts_with(fitted));
    names.iter().find_map(known).map_or(Scale::LOGIT, |(_, scale)| *scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_better_on_every_scale() {
        for (name, scale) in FITTED {
            let rises = (-50..50).map(|i| f64::from(i) * 100.0).map(|x| scale.curve.expected(x));
            assert!(rises.collect::<Vec<_>>().is_sorted_by(|a, b| a < b), "{name}");
            let near_even = scale.curve.expected(0.0);
            assert!((0.25..0.75).contains(&near_even), "{name}: {near_even} for nothing");
        }
    }
}
