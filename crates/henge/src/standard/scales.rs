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

const NEVER: f64 = f64::INFINITY;

/// Games by their names, or by the beginnings of their names. What was learned from results counts in logarithms of
/// odds already.
const FITTED: &[(&str, Scale)] = &[
    ("connect-four", fitted(0.2316, 6.498e-3, 850.9)),
    ("draughts:variant=danish", counted(fitted(-0.0232, 1.318e-2, 156.0), 107.0, "men")),
    ("draughts:variant=russian", counted(Scale::LOGIT, 139.0, "men")),
    ("draughts:variant=english", counted(Scale::LOGIT, 65.0, "men")),
    ("draughts:variant=international", counted(fitted(-0.0438, 2.556e-3, 1452.9), 100.0, "men")),
    ("go-moku", fitted(0.3586, 2.085e-2, 444.4)),
    ("hex", fitted(0.2688, 1.454e-2, 11.2)),
    ("othello", counted(fitted(-0.1973, 6.644e-3, NEVER), 32.3, "discs")),
    ("stonehenge", fitted(0.0399, 7.890e-3, NEVER)),
];

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
            let rises = (-50..50).map(|i| f64::from(i) * 20.0).map(|x| scale.curve.expected(x));
            assert!(rises.collect::<Vec<_>>().is_sorted_by(|a, b| a < b), "{name}");
            let near_even = scale.curve.expected(0.0);
            assert!((0.25..0.75).contains(&near_even), "{name}: {near_even} for nothing");
        }
    }
}
