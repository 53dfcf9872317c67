//! How a play is chosen: generate by tactics, score level by level, keep what is within delta.

use henge_games::backgammon::{Entry, Men, Play, Plays};

use super::award::award;
use super::change::{Change, Situation};
use super::proposal::{has_generator, proposes, wants};
use super::set::{LEVELS, StrategySet, Weighted};
use super::strategy::{Memory, Strategy, select};
use super::tactic::{FULL, Tactic};
use super::template;

/// What a partial score is for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Cause {
    /// A tactic of the strategy.
    Tactic(Tactic),
    /// A template, by its place in the list.
    Template(usize),
}

/// The share of one tactic in the score of a play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Partial {
    /// What it is for.
    pub cause: Cause,
    /// The level of the tactic, from 0.
    pub level: usize,
    /// What was awarded, 64 for a full success.
    pub points: f64,
    /// What it counts.
    pub coefficient: f64,
}

impl Partial {
    /// What it adds to the score.
    pub fn score(&self) -> f64 {
        self.points / FULL * self.coefficient
    }
}

/// A play on the list and its score so far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scored {
    /// Its place among the legal plays.
    pub index: usize,
    /// The sum of its partial scores.
    pub score: f64,
    /// How many levels were counted.
    pub levels: usize,
}

/// How it came to the choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// There was nothing to choose.
    Forced,
    /// The table of opening moves has it.
    Opening,
    /// By its score.
    Score,
}

/// The play a strategy set chooses, without the reasons.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The play.
    pub entry: Entry,
    /// Its place among the legal plays.
    pub index: usize,
    /// The strategy it belongs to.
    pub strategy: Strategy,
    /// How it was found.
    pub how: How,
}

/// Chooses a play of those that `plays` holds for these men and dice.
pub fn choose(
    set: &StrategySet,
    men: &Men,
    dice: [u8; 2],
    memory: Memory,
    plays: &Plays,
) -> Choice {
    let before = Situation::new(men, set.risk);
    let strategy = select(&before.stats, dice, memory, &set.transitions);
    let made = |index: usize, how| Choice { entry: plays.entries()[index], index, strategy, how };
    if plays.len() == 1 {
        return made(0, How::Forced);
    }
    if let Some(index) = opening(set, men, dice, plays) {
        return made(index, How::Opening);
    }
    let changes: Vec<Change<'_>> =
        plays.into_iter().map(|entry| Change::new(&before, entry)).collect();
    let mut list = Vec::with_capacity(changes.len());
    cycle(set, strategy, &changes, &mut list, &mut |_, _| {});
    made(list[0].index, How::Score)
}

/// The recommended play, if the game begins here.
pub fn opening(set: &StrategySet, men: &Men, dice: [u8; 2], plays: &Plays) -> Option<usize> {
    if *men != Men::start() {
        return None;
    }
    let dice = [dice[0].max(dice[1]), dice[0].min(dice[1])];
    let (_, play): &([u8; 2], Play) = set.openings.iter().find(|(roll, _)| *roll == dice)?;
    plays.entries().iter().position(|entry| entry.play == *play)
}

/// Generates, scores and picks. Afterwards the best is the first of the list, then come those that
/// were level with it to the last, then the others in the order in which they fell out.
pub fn cycle(
    set: &StrategySet,
    strategy: Strategy,
    changes: &[Change<'_>],
    list: &mut Vec<Scored>,
    tell: &mut impl FnMut(usize, Partial),
) {
    propose(set, strategy, changes, list);
    let mut n_level = list.len();
    for level in 0..LEVELS {
        for scored in &mut list[..n_level] {
            let change = &changes[scored.index];
            scored.score += score_level(set, strategy, level, change, &mut |partial| {
                tell(scored.index, partial);
            });
            scored.levels = level + 1;
        }
        list[..n_level].sort_by(|a, b| b.score.total_cmp(&a.score));
        let least = list[0].score - set.delta;
        n_level = list[..n_level].iter().take_while(|scored| scored.score >= least).count();
        if n_level == 1 {
            break;
        }
    }
}

/// Fills the list with the plays that the tactics ask for. A play is on it if every man that moves
/// goes where some tactic wants him. The next level is asked only while there are too few; if nobody
/// asks for anything, plays of which a part is wanted do, and then all.
fn propose(set: &StrategySet, strategy: Strategy, changes: &[Change<'_>], list: &mut Vec<Scored>) {
    let collect = |list: &mut Vec<Scored>, fits: &dyn Fn(&Change<'_>) -> bool| {
        list.clear();
        let numbered = changes.iter().enumerate().filter(|(_, change)| fits(change));
        list.extend(numbered.map(|(index, _)| Scored { index, score: 0.0, levels: 0 }));
    };
    let upto = |level: usize| set.levels[strategy.index()][..=level].iter().flatten();
    for level in 0..LEVELS {
        collect(list, &|change| is_wanted(upto(level), change) || reaches_template(set, change));
        if list.len() > set.enough {
            return;
        }
    }
    if list.is_empty() {
        collect(list, &|change| upto(LEVELS - 1).any(|entry| proposes(entry.tactic, change)));
    }
    if list.is_empty() {
        collect(list, &|_| true);
    }
}

fn is_wanted<'a>(
    mut tactics: impl Iterator<Item = &'a Weighted> + Clone,
    change: &Change<'_>,
) -> bool {
    let every_way = change.ways().iter().all(|way| {
        tactics
            .clone()
            .any(|entry| has_generator(entry.tactic) && wants(entry.tactic, change, *way))
    });
    every_way || tactics.any(|entry| !has_generator(entry.tactic) && proposes(entry.tactic, change))
}

fn reaches_template(set: &StrategySet, change: &Change<'_>) -> bool {
    set.templates > 0.0
        && template::shipped().iter().any(|template| {
            template.points > 0
                && template.applies(&change.before.men)
                && template.is_reached(&change.men)
        })
}

/// What one level adds to the score of a play. Templates count with the first level.
pub fn score_level(
    set: &StrategySet,
    strategy: Strategy,
    level: usize,
    change: &Change<'_>,
    tell: &mut impl FnMut(Partial),
) -> f64 {
    let mut score = 0.0;
    let mut add = |partial: Partial| {
        score += partial.score();
        tell(partial);
    };
    for &Weighted { tactic, coefficient } in set.level(strategy, level) {
        let points = award(tactic, change);
        add(Partial { cause: Cause::Tactic(tactic), level, points, coefficient });
    }
    if level == 0 && set.templates > 0.0 {
        for (i, template) in template::shipped().iter().enumerate() {
            if template.applies(&change.before.men) && template.is_reached(&change.men) {
                let (cause, points) = (Cause::Template(i), f64::from(template.points));
                add(Partial { cause, level, points, coefficient: set.templates });
            }
        }
    }
    score
}
