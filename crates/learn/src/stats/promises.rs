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
