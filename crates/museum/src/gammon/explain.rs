//! Why a play is good or bad, in words and numbers; for the plays of anybody.

use henge_core::Notation;
use henge_core::erased::{DynMatch, table_of};
use henge_games::backgammon::{Backgammon, Entry, Men, Move, Play, Plays, ROLLS, generate};
use serde::Serialize;

use super::award::award;
use super::bot::memory;
use super::change::{Change, Situation};
use super::choose::{Cause, How, Partial};
use super::decision::{Candidate, Decision};
use super::risk::{BlotRisk, each_blot};
use super::set::{LEVELS, StrategySet};
use super::strategy::{Memory, Selected};
use super::tactic::Tactic;
use super::template;
use super::text::write_play;
use super::words::{facts, list};

/// What one tactic or template says about a play.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Share {
    /// The name of the tactic or template.
    pub name: String,
    /// What it wants, to stand after "to", or what a template sees.
    pub wants: String,
    /// The level of the tactic in the strategy, from 1.
    pub level: usize,
    /// What was awarded, 64 for a full success.
    pub points: f64,
    /// What it adds to the score.
    pub score: f64,
    /// Its part of all that speaks the same way, from 0 to 1.
    pub share: f64,
}

/// What a play risks.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Danger {
    /// Every blot it leaves, by the tables of the program.
    pub blots: Vec<BlotRisk>,
    /// With how many of the 36 rolls a blot can be hit, counted exactly.
    pub hitting_rolls: u32,
    /// What hits have won, in points of advance.
    pub gain: f64,
    /// What is to be expected to be lost, in points of advance.
    pub loss: f64,
}

/// Another play, and where the two differ.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rival {
    /// The other play.
    pub play: String,
    /// Its score over the same levels.
    pub score: f64,
    /// What the explained play has more, the most first.
    pub less: Vec<Difference>,
    /// What the other play has more, the most first.
    pub more: Vec<Difference>,
}

/// By how much two plays differ for one tactic.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Difference {
    /// The name of the tactic or template.
    pub name: String,
    /// What it wants.
    pub wants: String,
    /// How much more of the score.
    pub score: f64,
}

/// Everything there is to say about a play.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explanation {
    /// The play.
    pub play: String,
    /// The dice.
    pub dice: [u8; 2],
    /// The strategy in whose light it is seen, and why.
    pub strategy: Selected,
    /// Would gammon have played it?
    pub is_choice: bool,
    /// How gammon comes to its choice: `forced`, `opening` or `score`.
    pub how: &'static str,
    /// Its place among all legal plays, by score.
    pub rank: usize,
    /// How many plays are legal.
    pub of: usize,
    /// Its score, over all levels.
    pub score: f64,
    /// What it does, in words to stand after "it".
    pub facts: Vec<String>,
    /// Tactics that speak for it, the strongest first.
    pub supports: Vec<Share>,
    /// Tactics that speak against it, the strongest first.
    pub opposes: Vec<Share>,
    /// Tactics that it serves and this strategy does not count.
    pub also: Vec<String>,
    /// What it risks.
    pub danger: Danger,
    /// The play to compare with: the best other one.
    pub rival: Option<Rival>,
}

/// Explains a play with the set of the document, as if both sides had played for position so far;
/// `None` if it is not legal.
pub fn explain(men: &Men, dice: [u8; 2], play: Play) -> Option<Explanation> {
    explain_with(&StrategySet::shipped(), men, dice, play, Memory::default())
}

/// Explains a move at a table, whoever makes it, in the light of the game so far; `None` for what is no
/// play of backgammon.
pub fn explain_move(table: &dyn DynMatch, mv: &str) -> Option<Explanation> {
    let table = table_of::<Backgammon>(table).ok()?;
    let pos = table.position();
    let Move::Play(play) = table.game().read_move(pos, mv).ok()? else { return None };
    let set = StrategySet::shipped();
    explain_with(&set, pos.men(), pos.dice()?, play, memory(table, &set))
}

/// Explains a play in the light of a set and of what both sides have played for.
pub fn explain_with(
    set: &StrategySet,
    men: &Men,
    dice: [u8; 2],
    play: Play,
    memory: Memory,
) -> Option<Explanation> {
    let decision = Decision::new(set, men, dice, memory);
    explain_in(set, &decision, play)
}

/// Explains a play beside a decision that was made already.
pub fn explain_in(set: &StrategySet, decision: &Decision, play: Play) -> Option<Explanation> {
    let (men, dice) = (&decision.men, decision.dice);
    let mut plays = Plays::new();
    generate(men, dice, &mut plays);
    let entry = *plays.entries().iter().find(|entry| entry.play == play)?;
    let mut all: Vec<Candidate> =
        plays.into_iter().map(|entry| decision.evaluate(set, *entry, LEVELS)).collect();
    all.sort_by(|a, b| b.score.total_cmp(&a.score));
    let place = all.iter().position(|candidate| candidate.entry.play == play)?;
    let own = all.remove(place);
    let before = Situation::new(men, set.risk);
    let change = Change::new(&before, &entry);
    let (supports, opposes) = shares(&own.partials);
    // The choice is compared with the best of the others, anything else with the choice.
    let chosen = decision.chosen().entry.play;
    let is_choice = chosen == play;
    let other = match is_choice {
        true => all.first(),
        false => all.iter().find(|candidate| candidate.entry.play == chosen),
    };
    Some(Explanation {
        play: write_play(men, play),
        dice,
        strategy: decision.selected.clone(),
        is_choice,
        how: match decision.how {
            How::Forced => "forced",
            How::Opening => "opening",
            How::Score => "score",
        },
        rank: place + 1,
        of: plays.len(),
        score: own.score,
        facts: facts(&change),
        supports,
        opposes,
        also: also(set, decision, &change),
        danger: danger(&change, &entry),
        rival: other.map(|other| rival(men, &own, other)),
    })
}

/// The name of a cause, and what it wants.
fn named(cause: Cause) -> (String, String) {
    match cause {
        Cause::Tactic(tactic) => (tactic.key().into(), tactic.wants().into()),
        Cause::Template(i) => {
            let template = &template::shipped()[i];
            (template.name.clone(), template.says.clone())
        }
    }
}

/// The same cause can stand in two levels; it is told once.
fn by_cause(partials: &[Partial]) -> Vec<(Partial, f64)> {
    let mut sums: Vec<(Partial, f64)> = Vec::new();
    for partial in partials {
        match sums.iter_mut().find(|(other, _)| other.cause == partial.cause) {
            Some((_, score)) => *score += partial.score(),
            None => sums.push((*partial, partial.score())),
        }
    }
    sums
}

fn shares(partials: &[Partial]) -> (Vec<Share>, Vec<Share>) {
    let sums = by_cause(partials);
    let side = |sign: f64| {
        let total: f64 = sums.iter().map(|(_, score)| (score * sign).max(0.0)).sum();
        let mut side: Vec<Share> = sums
            .iter()
            .filter(|(_, score)| score * sign > 0.0)
            .map(|(partial, score)| {
                let (name, wants) = named(partial.cause);
                let Partial { level, points, .. } = *partial;
                Share {
                    name,
                    wants,
                    level: level + 1,
                    points,
                    score: *score,
                    share: score * sign / total,
                }
            })
            .collect();
        side.sort_by(|a, b| b.share.total_cmp(&a.share));
        side
    };
    (side(1.0), side(-1.0))
}

fn rival(men: &Men, own: &Candidate, other: &Candidate) -> Rival {
    let (mine, theirs) = (by_cause(&own.partials), by_cause(&other.partials));
    let of = |list: &[(Partial, f64)], cause: Cause| {
        list.iter().find(|(partial, _)| partial.cause == cause).map_or(0.0, |(_, score)| *score)
    };
    let mut causes: Vec<Cause> = mine.iter().map(|(partial, _)| partial.cause).collect();
    for (partial, _) in &theirs {
        if !causes.contains(&partial.cause) {
            causes.push(partial.cause);
        }
    }
    let mut differences: Vec<Difference> = causes
        .into_iter()
        .map(|cause| {
            let (name, wants) = named(cause);
            Difference { name, wants, score: of(&mine, cause) - of(&theirs, cause) }
        })
        .filter(|difference| difference.score.abs() > 1e-9)
        .collect();
    differences.sort_by(|a, b| b.score.abs().total_cmp(&a.score.abs()));
    let (less, more): (Vec<_>, Vec<_>) = differences.into_iter().partition(|d| d.score > 0.0);
    let more = more.into_iter().map(|d| Difference { score: -d.score, ..d }).collect();
    Rival { play: write_play(men, other.entry.play), score: other.score, less, more }
}

/// Tactics outside the strategy that find at least half a success in the play.
fn also(set: &StrategySet, decision: &Decision, change: &Change<'_>) -> Vec<String> {
    let strategy = decision.selected.strategy;
    let outside = |tactic: &Tactic| set.coefficient(strategy, *tactic) == 0.0;
    // What is wanted in some games only is no merit in others.
    let plain = |tactic: &Tactic| !matches!(tactic.number(), 7..=9 | 14 | 17..=20 | 47 | 49);
    let served = |tactic: &Tactic| award(*tactic, change) >= 32.0;
    let all = Tactic::all().filter(outside).filter(plain).filter(served);
    all.map(|tactic| tactic.wants().into()).collect()
}

fn danger(change: &Change<'_>, entry: &Entry) -> Danger {
    let mut blots = Vec::new();
    each_blot(change, |blot| blots.push(blot));
    let gain = blots.iter().map(|blot| blot.gain).sum();
    let loss = blots.iter().map(|blot| blot.chance * blot.stake).sum();
    Danger { blots, hitting_rolls: hitting_rolls(&entry.after), gain, loss }
}

/// With how many of 36 rolls the other side can hit somebody, when it is his turn after this.
pub fn hitting_rolls(after: &Men) -> u32 {
    let men = after.swapped();
    if men.points().is_some() || men.is_race() {
        return 0;
    }
    let mut plays = Plays::new();
    let can_hit = |dice: [u8; 2], plays: &mut Plays| {
        generate(&men, dice, plays);
        plays.entries().iter().any(|entry| entry.after.theirs[25] > men.theirs[25])
    };
    let rolls = ROLLS.iter().filter(|roll| can_hit(roll.dice, &mut plays));
    rolls.map(|roll| u32::from(roll.weight)).sum()
}

impl Explanation {
    /// In sentences.
    pub fn text(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let Selected { strategy, kept, why } = &self.strategy;
        let verb = if *kept { "stays with" } else { "chooses" };
        lines.push(format!("gammon {verb} the {}: {why}.", strategy.title()));
        if self.how == "forced" {
            lines.push(format!("{} is the only legal play.", self.play));
        } else if self.is_choice && self.how == "opening" {
            lines.push(format!("{} is the play recommended for this opening roll.", self.play));
        }
        if !self.facts.is_empty() {
            lines.push(format!("{} {}.", self.play, list(&self.facts)));
        }
        if !self.supports.is_empty() {
            lines.push(format!("For it: {}.", told(&self.supports)));
        }
        if !self.opposes.is_empty() {
            lines.push(format!("Against it: {}.", told(&self.opposes)));
        }
        if !self.also.is_empty() {
            lines.push(format!(
                "It also helps to {}, which does not count in this phase.",
                list(&self.also)
            ));
        }
        lines.push(self.danger.text());
        if let Some(rival) = &self.rival {
            lines.push(self.compared(rival));
        }
        lines
    }

    fn compared(&self, rival: &Rival) -> String {
        let few = |list: &[Difference]| {
            let some: Vec<String> = list
                .iter()
                .take(3)
                .map(|difference| format!("{} ({:.2})", difference.wants, difference.score))
                .collect();
            super::words::list(&some)
        };
        let (of, play) = (self.of, &rival.play);
        let scores = format!("{:.2} to {:.2}", self.score, rival.score);
        let mut text = match (self.is_choice, rival.score > self.score) {
            (true, false) => format!("Of {of} legal plays {play} came next ({scores})"),
            (true, true) => format!("By all levels together {play} counts more ({scores})"),
            (false, _) => {
                format!("It is number {} of {of}; gammon plays {play} ({scores})", self.rank)
            }
        };
        // The sentence is about the other play, unless that is gammon's own choice.
        let (less, more) = match self.is_choice {
            true => (&rival.less, &rival.more),
            false => (&rival.more, &rival.less),
        };
        if !less.is_empty() {
            text += &format!("; it does less to {}", few(less));
        }
        if !more.is_empty() {
            text += &format!("; it does more to {}", few(more));
        }
        text + "."
    }
}

fn told(shares: &[Share]) -> String {
    let some: Vec<String> = shares
        .iter()
        .take(5)
        .map(|share| {
            format!("to {} ({:+.2}, {:.0} %)", share.wants, share.score, share.share * 100.0)
        })
        .collect();
    list(&some)
}

impl Danger {
    fn text(&self) -> String {
        if self.blots.is_empty() {
            return "It leaves no blot.".into();
        }
        let points: Vec<String> = self.blots.iter().map(|blot| blot.point.to_string()).collect();
        let noun = if points.len() == 1 { "a blot" } else { "blots" };
        let mut text = format!("It leaves {noun} on {}", list(&points));
        text += &match self.hitting_rolls {
            0 => ", which no roll can hit".into(),
            n => format!(", and {n} of 36 rolls can hit"),
        };
        text += &format!(
            ": {:.1} points of advance are at risk, and hits have gained {:.1}.",
            self.loss, self.gain
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gammon::text::read_play;

    fn told(men: &Men, dice: [u8; 2], text: &str) -> Explanation {
        let entry = read_play(men, dice, text).unwrap();
        explain(men, dice, entry.play).unwrap()
    }

    #[test]
    fn a_good_opening_is_explained() {
        let told = told(&Men::start(), [3, 1], "8/5 6/5");
        assert!(told.is_choice && told.how == "opening");
        assert_eq!(told.danger.hitting_rolls, 0);
        assert!(told.supports.iter().any(|share| share.name == "my-5-point"));
        let sum: f64 = told.supports.iter().map(|share| share.share).sum();
        assert!((sum - 1.0).abs() < 1e-9);
        let text = told.text().join("\n");
        assert!(text.contains("makes point 5"), "{text}");
    }

    #[test]
    fn a_bad_play_of_anybody_is_explained_too() {
        let told = told(&Men::start(), [3, 1], "6/2");
        assert!(!told.is_choice && told.rank > 1);
        // The man on 2 stands one point before two of theirs: every one hits, and there are more.
        assert!(told.danger.hitting_rolls >= 11, "{:?}", told.danger);
        assert_eq!(told.rival.as_ref().unwrap().play, "8/5 6/5");
        let text = told.text().join("\n");
        assert!(
            text.contains("leaves a man alone on 2") && text.contains("gammon plays"),
            "{text}"
        );
    }

    #[test]
    fn parts_add_up_to_the_score() {
        let men = Men::start();
        for dice in [[6, 2], [4, 4], [5, 3]] {
            let mut plays = Plays::new();
            generate(&men, dice, &mut plays);
            for entry in &plays {
                let told = explain(&men, dice, entry.play).unwrap();
                let sum: f64 =
                    told.supports.iter().chain(&told.opposes).map(|share| share.score).sum();
                assert!((sum - told.score).abs() < 1e-9);
                let rival = told.rival.unwrap();
                let between: f64 = rival.less.iter().map(|d| d.score).sum::<f64>()
                    - rival.more.iter().map(|d| d.score).sum::<f64>();
                assert!((told.score - rival.score - between).abs() < 1e-9, "{}", told.play);
            }
        }
    }
}
