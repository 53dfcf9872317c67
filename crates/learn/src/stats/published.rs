//! The calculations against numbers that others have published.

use super::*;

fn near(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within, "{found} instead of {expected}");
}

fn trinomial(wins: u64, losses: u64, draws: u64) -> Counts {
    Trinomial { wins, draws, losses }.counts()
}

/// The tests of fastchess, `app/tests/elo_test.cpp`: counts of lost-lost, lost-drawn, won-lost and
/// drawn-drawn together, won-drawn, won-won.
#[test]
fn elo_of_pairs_as_fastchess_has_it() {
    let first = Pentanomial([34, 54, 31 + 32, 64, 75]).counts();
    near(first.elo().unwrap().mid, 55.58, 0.01);
    near(first.elo().unwrap().error(), 27.65, 0.01);
    near(first.normalized_elo().unwrap().mid, 57.94, 0.01);
    near(first.normalized_elo().unwrap().error(), 28.28, 0.01);
    near(first.superiority().unwrap(), 1.0, 0.000_05);
    let second = Pentanomial([332, 433, 457 + 41, 333, 334]).counts();
    near(second.elo().unwrap().mid, -8.64, 0.01);
    near(second.elo().unwrap().error(), 10.33, 0.01);
    near(second.normalized_elo().unwrap().mid, -9.17, 0.01);
    near(second.normalized_elo().unwrap().error(), 10.96, 0.01);
    near(second.superiority().unwrap(), 0.0505, 0.000_05);
}

/// The same file, single games: won, lost, drawn.
#[test]
fn elo_of_games_as_fastchess_has_it() {
    let table = [
        ((76, 89, 123), -20.76, 40.13, Some(0.1553)),
        ((136, 96, 111), 49.77, 36.77, Some(0.9960)),
        ((34, 356, 0), -508.44, 34.48, None),
    ];
    for ((wins, losses, draws), mid, error, superiority) in table {
        let counts = trinomial(wins, losses, draws);
        near(counts.normalized_elo().unwrap().mid, mid, 0.01);
        near(counts.normalized_elo().unwrap().error(), error, 0.01);
        if let Some(superiority) = superiority {
            near(counts.superiority().unwrap(), superiority, 0.000_05);
        }
    }
}

/// What cutechess printed for matches in the changelog of the engine Midnight
/// (`archishou/MidnightChessEngine`, `changelog.md`): won, lost, drawn, Elo, error, likelihood of
/// superiority. It takes the likelihood from decided games alone, which is nearly the same.
#[test]
fn elo_of_games_as_cutechess_has_it() {
    let table = [
        ((449, 276, 275), 60.7, 18.5, 1.000),
        ((382, 320, 298), 21.6, 18.1, 0.990),
        ((372, 322, 306), 17.4, 17.9, 0.971),
        ((382, 304, 314), 27.2, 17.9, 0.999),
        ((435, 293, 272), 49.7, 18.5, 1.000),
    ];
    for ((wins, losses, draws), mid, error, superiority) in table {
        let counts = trinomial(wins, losses, draws);
        near(counts.elo().unwrap().mid, mid, 0.05);
        near(counts.elo().unwrap().error(), error, 0.1);
        near(counts.superiority().unwrap(), superiority, 0.001);
    }
}

/// Examples by which another open program for such statistics tests itself (its functions
/// `penta_logistic_elo` and `penta_normalized_elo`): both kinds of Elo of pairs, with the ends of
/// their intervals.
#[test]
fn ends_of_the_intervals() {
    type Ends = [f64; 3];
    let table: [([u64; 5], Ends, Ends); 5] = [
        ([485, 1923, 2942, 1937, 594], [1.21, 5.11, 9.02], [1.68, 7.10, 12.53]),
        ([261, 739, 2683, 737, 253], [-5.00, -0.67, 3.66], [-8.13, -1.09, 5.96]),
        ([63, 252, 385, 250, 74], [-7.38, 3.39, 14.17], [-10.31, 4.74, 19.79]),
        ([527, 1007, 1932, 933, 511], [-9.16, -3.75, 1.66], [-11.63, -4.76, 2.11]),
        ([175, 305, 694, 291, 157], [-14.57, -5.36, 3.85], [-18.91, -6.96, 5.00]),
    ];
    for (pairs, logistic, normalized) in table {
        let counts = Pentanomial(pairs).counts();
        for (interval, expected) in
            [(counts.elo().unwrap(), logistic), (counts.normalized_elo().unwrap(), normalized)]
        {
            near(interval.low, expected[0], 0.01);
            near(interval.mid, expected[1], 0.01);
            near(interval.high, expected[2], 0.01);
        }
    }
}

/// The tests of fastchess, `app/tests/sprt_test.cpp`, which follow Fishtest.
#[test]
fn log_likelihood_ratios_as_fastchess_has_them() {
    let pairs = |ll, ld, wl: u64, dd, wd, ww| Pentanomial([ll, ld, wl + dd, wd, ww]).counts();
    use Scale::{Logistic, Normalized};
    let table = [
        (trinomial(36_433, 36_027, 68_692), 0.0, 2.0, Normalized, 0.92),
        (trinomial(10_871, 10_650, 20_431), -1.75, 0.25, Normalized, 2.30),
        (trinomial(4_250, 0, 0), 0.0, 10.0, Normalized, 120.56),
        (trinomial(21_404, 21_184, 40_708), 0.5, 2.5, Logistic, -1.57),
        (trinomial(57_433, 57_030, 106_593), 0.0, 2.0, Logistic, -2.59),
        (pairs(365, 16_618, 36_029, 200, 16_974, 390), 0.0, 2.0, Normalized, 2.25),
        (pairs(127, 4_883, 10_311, 401, 5_150, 104), -1.75, 0.25, Normalized, 3.01),
        (pairs(0, 0, 0, 0, 0, 5_550), 0.0, 5.0, Normalized, 111.82),
        (pairs(223, 9_863, 20_279, 1_000, 10_037, 246), 0.5, 2.5, Logistic, -3.07),
        (pairs(871, 26_175, 55_003, 980, 26_678, 821), 0.0, 2.0, Logistic, -4.98),
    ];
    for (counts, low, high, scale, llr) in table {
        let sprt = Hypotheses { low, high, alpha: 0.05, beta: 0.05, scale }.test(&counts);
        // They allow one per cent.
        near(sprt.llr, llr, 0.0051 + 3e-4 * llr.abs());
        near(sprt.upper, 2.94, 0.005);
        near(sprt.lower, -2.94, 0.005);
        let verdict = match llr {
            llr if llr > 2.95 => Verdict::Accepted,
            llr if llr < -2.95 => Verdict::Rejected,
            _ => Verdict::Open,
        };
        assert_eq!(sprt.verdict, verdict);
    }
}

/// Five tennis players, 2014 to 2018, in A. Agresti, An Introduction to Categorical Data Analysis,
/// third edition, section 8.6: strengths on the natural scale, with Wawrinka's as zero.
#[test]
fn ratings_of_tennis_players() {
    let won = [
        (0, 1, 9, 6),
        (0, 2, 14, 3),
        (0, 3, 9, 2),
        (0, 4, 4, 3),
        (1, 2, 5, 0),
        (1, 3, 5, 1),
        (1, 4, 7, 2),
        (2, 3, 2, 4),
        (2, 4, 2, 2),
        (3, 4, 4, 3),
    ];
    let mut units = Vec::new();
    for (a, b, wins, losses) in won {
        let game = |score| Unit { players: [a, b], score, games: 1 };
        units.extend((0..wins).map(|_| game(1.0)));
        units.extend((0..losses).map(|_| game(0.0)));
    }
    let found = ratings(5, &units, Some(4));
    let expected = [1.176, 1.136, -0.569, -0.062, 0.0];
    for (rating, strength) in found.iter().zip(expected) {
        near(rating.unwrap().elo * std::f64::consts::LN_10 / 400.0, strength, 0.0006);
    }
    assert_eq!(found[4].unwrap().error, 0.0);
    let centred = ratings(5, &units, None);
    near(centred.iter().map(|rating| rating.unwrap().elo).sum(), 0.0, 1e-9);
}

#[test]
fn two_players_are_rated_by_their_difference() {
    let pairs = Pentanomial([34, 54, 63, 64, 75]);
    let mut units = Vec::new();
    for (score, &count) in [0.0, 0.5, 1.0, 1.5, 2.0].iter().zip(&pairs.0) {
        let unit = Unit { players: [1, 0], score: *score, games: 2 };
        units.extend((0..count).map(|_| unit));
    }
    let difference = pairs.counts().elo().unwrap();
    let found = ratings(2, &units, Some(0));
    near(found[1].unwrap().elo, difference.mid, 1e-9);
    // One interval is that of the score bent by the curve, the other that of its tangent.
    near(found[1].unwrap().error, difference.error(), 0.5);
    // Also where the pairs are few, or all alike.
    for (pairs, score) in [(18, 1.0), (5, 1.5)] {
        let unit = Unit { players: [1, 0], score, games: 2 };
        let found = ratings(2, &vec![unit; pairs], Some(0))[1].unwrap();
        assert!(found.error > 30.0, "{found:?}");
    }
    let centred = ratings(2, &units, None);
    near(centred[1].unwrap().elo, difference.mid / 2.0, 1e-9);
    near(centred[1].unwrap().error, found[1].unwrap().error / 2.0, 1e-9);
}

#[test]
fn who_lost_everything_has_no_rating() {
    let unit = |a, b, score| Unit { players: [a, b], score, games: 2 };
    let units = [unit(0, 1, 1.5), unit(1, 2, 1.0), unit(0, 3, 2.0), unit(2, 3, 2.0)];
    let found = ratings(5, &units, None);
    assert!(found[..3].iter().all(Option::is_some), "{found:?}");
    assert_eq!(found[3..], [None, None]);
    assert_eq!(ratings(5, &units, Some(3)), [None; 5]);
    assert_eq!(ratings(0, &[], None), []);
}

#[test]
fn nothing_played_says_nothing() {
    let none = Pentanomial::default().counts();
    assert_eq!((none.elo(), none.normalized_elo(), none.superiority()), (None, None, None));
    let test = Hypotheses { low: 0.0, high: 5.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
    assert_eq!(test.test(&none).llr, 0.0);
    let even = Pentanomial([0, 0, 20, 0, 0]).counts();
    assert_eq!((even.elo().unwrap().mid, even.superiority()), (0.0, Some(0.5)));
    assert_eq!(Hypotheses { low: 5.0, ..test }.check(), Err(SprtError::Order));
    assert_eq!(Hypotheses { alpha: 0.0, ..test }.check(), Err(SprtError::Chance));
}
