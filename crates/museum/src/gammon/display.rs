//! Lists and tables for the tutor's terminal.

use super::decision::Decision;
use super::game::{Colour, GammonGame};
use super::set::StrategySet;
use super::statistics::Side;
use super::strategy::Strategy;
use super::text::write_play;

/// The plays of a list with their scores.
pub fn list(decision: &Decision, n: Option<usize>) -> Vec<String> {
    let shown = decision.list.iter().take(n.unwrap_or(usize::MAX)).enumerate();
    let mut lines: Vec<String> = shown
        .map(|(i, candidate)| {
            let play = write_play(&decision.men, candidate.entry.play);
            let (score, levels) = (candidate.score, candidate.levels);
            format!("{:>3}  {play:<30} {score:>10.5}  {levels}", i + 1)
        })
        .collect();
    let (all, legal) = (decision.list.len(), decision.n_legal);
    lines.push(format!("{all} plays were generated of {legal} legal ones"));
    lines
}

/// The coefficients of a set, with those of another beside them.
pub fn sets(name: &str, set: &StrategySet, other: Option<&StrategySet>) -> Vec<String> {
    let heading = if other.is_some() { "    new       old" } else { "" };
    let mut lines = vec![format!("{name}: delta {}{heading}", set.delta)];
    for strategy in Strategy::ALL {
        lines.push(strategy.label().to_string());
        for (level, list) in set.levels[strategy.index()].iter().enumerate() {
            for entry in list {
                let (tactic, new) = (entry.tactic, entry.coefficient);
                let mut line = format!(
                    "  {} {:>2} {:<24} {new:>9.5}",
                    level + 1,
                    tactic.number(),
                    tactic.key()
                );
                if let Some(other) = other {
                    let all = &other.levels[strategy.index()];
                    let same = |list: &[_]| old_of(list, entry.tactic);
                    let old = same(&all[level]).or_else(|| all.iter().find_map(|list| same(list)));
                    line += &match old {
                        Some(old) => format!(" {old:>9.5}"),
                        None => "         -".into(),
                    };
                }
                lines.push(line);
            }
        }
        // Tactics of the other set that this one has no more.
        for entry in other.iter().flat_map(|other| other.levels[strategy.index()].iter().flatten())
        {
            if set.coefficient(strategy, entry.tactic) == 0.0 {
                let (tactic, old) = (entry.tactic, entry.coefficient);
                lines.push(format!(
                    "  - {:>2} {:<24}         - {old:>9.5}",
                    tactic.number(),
                    tactic.key()
                ));
            }
        }
    }
    lines
}

fn old_of(list: &[super::set::Weighted], tactic: super::tactic::Tactic) -> Option<f64> {
    list.iter().find(|entry| entry.tactic == tactic).map(|entry| entry.coefficient)
}

/// The statistics of both sides, each as it counts itself.
pub fn statistics(game: &GammonGame) -> Vec<String> {
    let stats = game.statistics();
    let number = |name: &str, of: &dyn Fn(&Side, Colour) -> String| {
        let [white, black] =
            [(&stats.mine, Colour::White), (&stats.theirs, Colour::Black)].map(|(s, c)| of(s, c));
        format!("{name:<28} {white:>10} {black:>10}")
    };
    vec![
        number("", &|_, colour| colour.name().into()),
        number("strategy", &|_, colour| game.strategies[colour.index()].label().into()),
        number("cumulative dice count", &|_, colour| game.dice_count[colour.index()].to_string()),
        number("advance", &|side, _| side.advance.to_string()),
        number("bear-off distance", &|side, _| side.bear_off_distance.to_string()),
        number("overlap", &|_, _| stats.overlap.to_string()),
        number("own home points held", &|side, _| side.home_points.to_string()),
        number("their home points held", &|side, _| side.far_home_points.to_string()),
        number("men left", &|side, _| side.men_left.to_string()),
        number("rearmost men on", &|side, _| side.rear.to_string()),
        number("next to rearmost on", &|side, _| side.next_rear.to_string()),
        number("men on the bar", &|side, _| side.bar.to_string()),
        number("head of the block", &|side, _| side.block.head.to_string()),
        number("tail of the block", &|side, _| side.block.tail.to_string()),
        number("block potential", &|side, _| format!("{:04}", side.block.potential())),
    ]
}
