//! Which reading of the thesis of 1970 explains its sample game best? Tries all of them and prints how
//! many printed moves and scores each one finds, the best first:
//!
//! `cargo run --release -p henge-museum --example reconstruct`

use henge_museum::gammon::{Digits, Over, RiskReading, Sample, StrategySet};

fn main() {
    let mut found = Vec::new();
    for blots in [Over::Sum, Over::Mean] {
        for shots in [Over::Sum, Over::Mean] {
            for digits in [Digits::All, Digits::Few] {
                for enough in [0, 10, 30] {
                    for delta in [0.0, 2.0, 4.0, 8.0] {
                        let risk = RiskReading { blots, shots, digits };
                        let shipped = (*StrategySet::shipped()).clone();
                        found.push(StrategySet { risk, enough, delta, ..shipped });
                    }
                }
            }
        }
    }
    let mut found: Vec<_> = found.into_iter().map(|set| (Sample::of(&set), set)).collect();
    let signs = |sample: &Sample| sample.all_scores().filter(|(a, b)| a * b > 0.0).count();
    let key = |sample: &Sample| sample.same() + signs(sample);
    found.sort_by_key(|(sample, _)| std::cmp::Reverse(key(sample)));
    for (sample, set) in found {
        let RiskReading { blots, shots, digits } = set.risk;
        println!(
            "{:>2} moves, {:>2} signs: blots {blots:?}, shots {shots:?}, digits {digits:?}, \
             enough {}, delta {}; distance {:.2}",
            sample.same(),
            signs(&sample),
            set.enough,
            set.delta,
            sample.distance(),
        );
    }
}
