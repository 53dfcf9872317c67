//! How often intervals and tests are right, on results whose truth is known.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

#[test]
fn a_test_errs_as_seldom_as_it_says() {
    let test = Hypotheses { low: 0.0, high: 40.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut wrong = |elo: f64, error: Verdict| {
        let win = score_of_elo(elo) - 0.2; // Four games in ten are drawn.
        let mut game = || match rng.random::<f64>() {
            x if x < win => 1,
            x if x < win + 0.4 => 0,
            _ => -1,
        };
        let mut ends = || {
            let mut pairs = Pentanomial::default();
            loop {
                (0..4).for_each(|_| pairs.add([game(), game()]));
                match test.test(&pairs.counts()).verdict {
                    Verdict::Open => {}
                    verdict => return verdict,
                }
            }
        };
        (0..300).filter(|_| ends() == error).count()
    };
    // Fifteen are expected at the most; 28 or more come by chance once in a thousand times.
    let errors = [wrong(test.low, Verdict::Accepted), wrong(test.high, Verdict::Rejected)];
    assert!(errors.iter().all(|errors| (1..28).contains(errors)), "{errors:?}");
}

/// Most pairs end evenly, as between strong players of a game that is drawn: the results hardly scatter,
/// and a test that took the variance for known would be deceived.
#[test]
fn a_test_is_not_deceived_by_pairs_that_are_alike() {
    let test = Hypotheses { low: 0.0, high: 20.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
    let even = |n| test.test(&Pentanomial([0, 0, n, 0, 0]).counts());
    assert_eq!(even(7).verdict, Verdict::Open);
    assert_eq!(
        Hypotheses { scale: Scale::Normalized, ..test }
            .test(&Pentanomial([0, 0, 7, 0, 0]).counts())
            .verdict,
        Verdict::Open
    );
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    // At the higher difference, all of which a few pairs make.
    let share = 2.0 * (score_of_elo(test.high) - 0.5);
    let mut ends = || {
        let mut pairs = Pentanomial::default();
        loop {
            let won = rng.random::<f64>() < share;
            pairs.add(if won { [1, 1] } else { [1, -1] });
            match test.test(&pairs.counts()).verdict {
                Verdict::Open => {}
                verdict => return verdict,
            }
        }
    };
    let wrong = (0..300).filter(|_| ends() == Verdict::Rejected).count();
    // Fifteen are expected at the most; 28 or more come by chance once in a thousand times.
    assert!(wrong < 28, "{wrong}");
}

/// From three pairs on, with results that are mixed and with some that nearly all go one way.
#[test]
fn intervals_of_few_pairs_hold_the_truth_too() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    for (n, expected) in [(3, 0.5), (5, 0.5), (5, 0.9), (10, 0.7), (20, 0.95), (40, 0.97)] {
        let mut game = || if rng.random::<f64>() < expected { 1 } else { -1 };
        let mut holds = || {
            let mut pairs = Pentanomial::default();
            (0..n).for_each(|_| pairs.add([game(), game()]));
            let score = pairs.counts().score().unwrap();
            score.low <= expected && expected <= score.high
        };
        let held = (0..2000).filter(|_| holds()).count() as f64 / 2000.0;
        assert!(held > 0.935, "{n} pairs with {expected}: {held}");
    }
}

/// Results within a pair hang together here, as real ones do; errors that took games one by one would
/// be too small.
#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let truth = [0.0, 60.0, -30.0, 120.0];
    let mean = truth.iter().sum::<f64>() / truth.len() as f64;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let (mut held, mut anchored, mut all) = (0, 0, 0);
    for _ in 0..500 {
        let mut units = Vec::new();
        for (a, b) in (0..4).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let expected = score_of_elo(truth[a] - truth[b]);
            for _ in 0..60 {
                // Often the second game goes as the first did.
                let first: f64 = f64::from(rng.random::<f64>() < expected);
                let again = rng.random::<f64>() < 0.3;
                let second = if again { first } else { f64::from(rng.random::<f64>() < expected) };
                units.push(Unit { players: [a, b], score: first + second, games: 2 });
            }
        }
        for (player, rating) in ratings(4, &units, None).iter().enumerate() {
            let rating = rating.unwrap();
            held += usize::from((rating.elo + mean - truth[player]).abs() <= rating.error);
            all += 1;
        }
        for (player, rating) in ratings(4, &units, Some(0)).iter().enumerate().skip(1) {
            let rating = rating.unwrap();
            anchored += usize::from((rating.elo - truth[player]).abs() <= rating.error);
        }
    }
    let shares = [held as f64 / all as f64, anchored as f64 / (500.0 * 3.0)];
    assert!(shares.iter().all(|share| (0.93..0.97).contains(share)), "{shares:?}");
}
