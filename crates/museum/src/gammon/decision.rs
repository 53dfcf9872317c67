//! A choice with everything that led to it, for the tutor, the trace and explanations.

use std::fmt::Write as _;

use henge_games::backgammon::{Entry, Men, Play, Plays, generate};

use super::change::{Change, Situation};
use super::choose::{Cause, How, Partial, Scored, cycle, opening, score_level};
use super::set::StrategySet;
use super::statistics::Statistics;
use super::strategy::{Memory, Selected, select_with_reason};
use super::template;
use super::text::write_play;

/// A play on the list, with its partial scores.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The play and the men afterwards.
    pub entry: Entry,
    /// Its score over the levels that were counted.
    pub score: f64,
    /// How many levels were.
    pub levels: usize,
    /// What each tactic gave.
    pub partials: Vec<Partial>,
}

/// What a set chose, and what it had to choose from.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The men before, as the mover sees them.
    pub men: Men,
    /// The dice.
    pub dice: [u8; 2],
    /// The strategy and why.
    pub selected: Selected,
    /// How the play was found.
    pub how: How,
    /// How many plays are legal.
    pub n_legal: usize,
    /// The plays that were generated; the chosen one first, the others as they fell out.
    pub list: Vec<Candidate>,
}

impl Decision {
    /// Decides with the strategy that the rules select.
    pub fn new(set: &StrategySet, men: &Men, dice: [u8; 2], memory: Memory) -> Decision {
        let situation = Situation::new(men, set.risk);
        let selected = select_with_reason(&situation.stats, dice, memory, &set.transitions);
        Decision::with(set, &situation, dice, selected)
    }

    /// Decides with a strategy that somebody else has selected.
    pub fn with(
        set: &StrategySet,
        before: &Situation,
        dice: [u8; 2],
        selected: Selected,
    ) -> Decision {
        let mut plays = Plays::new();
        generate(&before.men, dice, &mut plays);
        let changes: Vec<Change<'_>> =
            plays.into_iter().map(|entry| Change::new(before, entry)).collect();
        let mut partials = vec![Vec::new(); plays.len()];
        let mut list: Vec<Scored> = Vec::new();
        let mut note = |index: usize, partial| partials[index].push(partial);
        cycle(set, selected.strategy, &changes, &mut list, &mut note);
        let mut how = if plays.len() == 1 { How::Forced } else { How::Score };
        let recommended = opening(set, &before.men, dice, &plays);
        let mut list: Vec<Candidate> = list
            .into_iter()
            .map(|scored| Candidate {
                entry: plays.entries()[scored.index],
                score: scored.score,
                levels: scored.levels,
                partials: std::mem::take(&mut partials[scored.index]),
            })
            .collect();
        if let Some(index) = recommended.filter(|_| how == How::Score) {
            how = How::Opening;
            let entry = plays.entries()[index];
            let found = list.iter().position(|candidate| candidate.entry == entry);
            let first = match found {
                Some(place) => list.remove(place),
                None => evaluate(set, &changes[index], entry, &selected, super::set::LEVELS),
            };
            list.insert(0, first);
        }
        Decision { men: before.men, dice, selected, how, n_legal: plays.len(), list }
    }

    /// The choice.
    pub fn chosen(&self) -> &Candidate {
        &self.list[0]
    }

    /// Where a play stands on the list.
    pub fn find(&self, play: Play) -> Option<usize> {
        self.list.iter().position(|candidate| candidate.entry.play == play)
    }

    /// The score of any legal play over so many levels.
    pub fn evaluate(&self, set: &StrategySet, entry: Entry, levels: usize) -> Candidate {
        let before = Situation::new(&self.men, set.risk);
        evaluate(set, &Change::new(&before, &entry), entry, &self.selected, levels)
    }

    /// What every part of the program did, as text.
    pub fn trace(&self) -> String {
        let mut text = String::new();
        let [a, b] = self.dice;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "roll {a}-{b}");
        let stats = Statistics::new(&self.men);
        for (name, side) in [("mover", stats.mine), ("other", stats.theirs)] {
            let _ = writeln!(
                text,
                "statistics of the {name}: advance {}, bear-off distance {}, home points {}, \
                 far home points {}, men left {}, rear {} and {}, bar {}, block {} to {}, \
                 potential {:04}",
                side.advance,
                side.bear_off_distance,
                side.home_points,
                side.far_home_points,
                side.men_left,
                side.rear,
                side.next_rear,
                side.bar,
                side.block.head,
                side.block.tail,
                side.block.potential()
            );
        }
        let _ = writeln!(text, "overlap {}", stats.overlap);
        let Selected { strategy, kept, why } = &self.selected;
        let kept = if *kept { "keeps" } else { "selects" };
        let _ = writeln!(text, "strategy: {kept} {}: {why}", strategy.label());
        let n = self.list.len();
        let _ = writeln!(text, "generation: {n} of {} legal plays", self.n_legal);
        for (i, candidate) in self.list.iter().enumerate() {
            let play = write_play(&self.men, candidate.entry.play);
            let Candidate { score, levels, .. } = candidate;
            let _ = writeln!(text, "{:>3}  {play:<32} {score:>10.5}  level {levels}", i + 1);
            for partial in &candidate.partials {
                let _ = writeln!(text, "{}", partial_line(partial));
            }
        }
        let how = match self.how {
            How::Forced => "the only one",
            How::Opening => "from the table of openings",
            How::Score => "the best score",
        };
        let play = write_play(&self.men, self.chosen().entry.play);
        let _ = writeln!(text, "picks {play}: {how}\n");
        text
    }
}

fn partial_line(partial: &Partial) -> String {
    let Partial { level, points, coefficient, .. } = *partial;
    let (number, name) = match partial.cause {
        Cause::Tactic(tactic) => (tactic.number().to_string(), tactic.key()),
        Cause::Template(i) => ("t".into(), template::shipped()[i].name.as_str()),
    };
    let score = partial.score();
    format!(
        "       {}  {number:>2} {name:<28} {points:>9.3} x {coefficient:<8.4} = {score:>9.5}",
        level + 1
    )
}

fn evaluate(
    set: &StrategySet,
    change: &Change<'_>,
    entry: Entry,
    selected: &Selected,
    levels: usize,
) -> Candidate {
    let mut partials = Vec::new();
    let mut note = |partial| partials.push(partial);
    let of = |level| score_level(set, selected.strategy, level, change, &mut note);
    let score = (0..levels).map(of).sum();
    Candidate { entry, score, levels, partials }
}
