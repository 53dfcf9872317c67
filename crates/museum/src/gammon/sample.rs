//! The sample game of the document, with what it prints of each move, beside what a set plays.

use std::fmt::Write as _;

use henge_games::backgammon::{Entry, Men, Plays, generate};

use super::decision::Decision;
use super::game::Colour;
use super::set::{LEVELS, StrategySet};
use super::statistics::Statistics;
use super::strategy::{Memory, Selected, Strategy, select};
use super::text::write_play;

/// What the document prints of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct SampleMove {
    /// Its number, from 1.
    pub number: u32,
    /// Who plays.
    pub by: Colour,
    /// The roll, the higher die first.
    pub dice: [u8; 2],
    /// From and to, as the mover counts.
    pub steps: Vec<(usize, usize)>,
    /// Men on the bar afterwards: White's and Black's.
    pub bar: Option<[u8; 2]>,
    /// White's and Black's strategies afterwards.
    pub strategies: Option<[Strategy; 2]>,
    /// The score of the move.
    pub score: Option<f64>,
}

/// All moves of the sample game.
pub fn printed() -> Vec<SampleMove> {
    let text = include_str!("../../data/gammon1970-sample.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| read(line).expect("the tests read the file")).collect()
}

fn read(line: &str) -> Option<SampleMove> {
    let words: Vec<&str> = line.split(' ').collect();
    let &[number, by, dice, steps, bar, white, black, score] = &words[..] else { return None };
    let pair = |text: &str, between: char| {
        let (a, b) = text.split_once(between)?;
        Some([a.parse::<u8>().ok()?, b.parse().ok()?])
    };
    let by = Colour::named(by)?;
    let own = |place: u8| usize::from(if by == Colour::White { place } else { 25 - place });
    let hop = |text: &str| pair(text, '-').map(|[from, to]| (own(from), own(to)));
    Some(SampleMove {
        number: number.parse().ok()?,
        by,
        dice: pair(dice, '-')?,
        steps: match steps {
            "-" => Vec::new(),
            steps => steps.split(',').map(hop).collect::<Option<_>>()?,
        },
        bar: if bar == "-" { None } else { Some(pair(bar, ',')?) },
        strategies: match white {
            "-" => None,
            white => Some([Strategy::named(white)?, Strategy::named(black)?]),
        },
        score: score.parse().ok(),
    })
}

/// The legal play with the printed steps.
fn legal(men: &Men, line: &SampleMove) -> Option<Entry> {
    let mut plays = Plays::new();
    generate(men, line.dice, &mut plays);
    let mut wanted = men.mine;
    for &(from, to) in &line.steps {
        wanted[from] = wanted[from].checked_sub(1)?;
        wanted[to] += 1;
    }
    let same = |entry: &Entry| {
        let steps = entry.play.steps();
        steps.filter(|s| line.steps.contains(&(s.from.into(), s.to.into()))).count()
    };
    let fitting = plays.entries().iter().filter(|entry| entry.after.mine == wanted);
    fitting.max_by_key(|entry| same(entry)).copied()
}

/// Replays the game and shows every line with the men before and after it.
pub fn replay(mut see: impl FnMut(&SampleMove, &Men, &Entry)) {
    let mut men = Men::start();
    for line in printed() {
        let Some(entry) = legal(&men, &line) else {
            // Move 70, the only one that the rules do not allow: Black brings his last man home with a
            // six and bears one off from the 3-point with a five, while that man stands on his 6-point.
            men.mine[12] -= 1;
            men.mine[6] += 1;
            men.mine[3] -= 1;
            men.mine[0] += 1;
            men = men.swapped();
            continue;
        };
        see(&line, &men, &entry);
        men = entry.after.swapped();
    }
}

/// A printed move beside what a set would have played.
#[derive(Clone, PartialEq, Debug)]
pub struct Compared {
    /// What is printed.
    pub printed: SampleMove,
    /// The printed play as text, as the mover counts.
    pub play: String,
    /// What the set plays.
    pub own: String,
    /// Do both leave the men alike?
    pub same: bool,
    /// How many different boards the roll could lead to.
    pub choices: usize,
    /// What the set awards to the printed play, over as many levels as it looked at.
    pub score: f64,
}

/// The sample game beside what a set plays.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// Every move that the rules allow.
    pub moves: Vec<Compared>,
}

impl Sample {
    /// Lets a set look at every position of the game, with the strategies that are printed.
    pub fn of(set: &StrategySet) -> Sample {
        let (mut old, mut moves) = ([Strategy::Position; 2], Vec::new());
        replay(|line, men, entry| {
            let me = line.by.index();
            let memory = Memory { mine: old[me], theirs: old[1 - me] };
            old[me] = select(&Statistics::new(men), line.dice, memory, &set.transitions);
            if let Some(told) = line.strategies {
                old = told;
            }
            moves.push(compare(set, line, men, entry, old[me]));
        });
        Sample { moves }
    }

    /// The moves in which there was a choice.
    pub fn with_choice(&self) -> impl Iterator<Item = &Compared> {
        self.moves.iter().filter(|compared| compared.choices > 1)
    }

    /// In how many of these the set plays what is printed.
    pub fn same(&self) -> usize {
        self.with_choice().filter(|compared| compared.same).count()
    }

    /// In how many of them chance would.
    pub fn by_chance(&self) -> f64 {
        self.with_choice().map(|compared| 1.0 / compared.choices as f64).sum()
    }

    /// Scores that can be compared, printed and computed. The original scored doublets and men who
    /// enter in halves; with them there is nothing to compare.
    pub fn scores(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let whole = |line: &SampleMove| {
            line.dice[0] != line.dice[1] && line.steps.iter().all(|(from, _)| *from != 25)
        };
        let whole = self.moves.iter().filter(move |compared| whole(&compared.printed));
        whole.filter_map(|compared| Some((compared.printed.score?, compared.score)))
    }

    /// All legible scores, printed and computed, whole or not.
    pub fn all_scores(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.moves.iter().filter_map(|compared| Some((compared.printed.score?, compared.score)))
    }

    /// How far the scores of whole moves are from the printed ones, on the average.
    pub fn distance(&self) -> f64 {
        let whole: Vec<f64> = self.scores().map(|(told, own)| (told - own).abs()).collect();
        whole.iter().sum::<f64>() / whole.len().max(1) as f64
    }

    /// The table and the figures below it.
    pub fn text(&self) -> String {
        let mut text = String::from("move  roll  printed                    this set\n");
        for Compared { printed, play, own, same, choices, score } in &self.moves {
            let [a, b] = printed.dice;
            let own = match (choices, same) {
                (1, _) => "forced",
                (_, true) => "the same",
                _ => own,
            };
            let initial = &printed.by.name()[..1];
            // Writing to a string cannot fail.
            let _ = write!(text, "{:>3} {initial}  {a}-{b}  {play:<26} {own:<26}", printed.number);
            let _ = match printed.score {
                Some(told) => writeln!(text, " score {told:>8.3}, here {score:>8.3}"),
                None => writeln!(text),
            };
        }
        let lines = text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        format!("{lines}\n{}", self.figures())
    }

    /// The figures: moves that agree, scores with the right sign, their distance.
    pub fn figures(&self) -> String {
        let (all, n) = (self.all_scores().collect::<Vec<_>>(), self.with_choice().count());
        let signs = all.iter().filter(|(told, own)| told * own > 0.0).count();
        let distance = self.distance();
        format!(
            "{} of {n} moves with a choice are the same; chance would find {:.1}\n\
             {signs} of {} scores have the printed sign; the {} of whole moves are off by {distance:.2} \
             on the average",
            self.same(),
            self.by_chance(),
            all.len(),
            self.scores().count(),
        )
    }
}

fn compare(
    set: &StrategySet,
    line: &SampleMove,
    men: &Men,
    entry: &Entry,
    strategy: Strategy,
) -> Compared {
    let mut plays = Plays::new();
    generate(men, line.dice, &mut plays);
    let mut boards: Vec<Men> = plays.entries().iter().map(|entry| entry.after).collect();
    boards.sort_by_key(|men| (men.mine, men.theirs));
    boards.dedup();
    let why = "the document prints it".into();
    let selected = Selected { strategy, kept: true, why };
    let situation = super::change::Situation::new(men, set.risk);
    let decision = Decision::with(set, &situation, line.dice, selected);
    let chosen = decision.chosen();
    let levels = decision.find(entry.play).map_or(LEVELS, |place| decision.list[place].levels);
    Compared {
        printed: line.clone(),
        play: write_play(men, entry.play),
        own: write_play(men, chosen.entry.play),
        same: chosen.entry.after == entry.after,
        choices: boards.len(),
        score: decision.evaluate(set, *entry, levels).score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gammon::change::{Change, Situation};
    use crate::gammon::choose::score_level;
    use crate::gammon::strategy::Transitions;

    #[test]
    fn all_moves_but_one_are_legal_and_men_on_the_bar_are_as_printed() {
        let mut numbers = Vec::new();
        replay(|line, _, entry| {
            numbers.push(line.number);
            let (own, other) = (entry.after.mine[25], entry.after.theirs[25]);
            let bar = if line.by == Colour::White { [own, other] } else { [other, own] };
            if let Some(told) = line.bar {
                assert_eq!(bar, told, "move {}", line.number);
            }
        });
        let all: Vec<u32> = (1..=77).filter(|number| *number != 70).collect();
        assert_eq!(numbers, all);
    }

    #[test]
    fn strategies_are_as_printed() {
        let mut old = [Strategy::Position; 2];
        let (mut others, mut all) = (Vec::new(), 0);
        replay(|line, men, _| {
            let me = line.by.index();
            let stats = Statistics::new(men);
            let memory = Memory { mine: old[me], theirs: old[1 - me] };
            old[me] = select(&stats, line.dice, memory, &Transitions::default());
            if let Some(told) = line.strategies {
                all += 1;
                if told[me] != old[me] {
                    others.push(line.number);
                }
                old = told;
            }
        });
        // After 16 and 17, doublets, the original had chosen twice: before each half of its play.
        assert_eq!((others, all), (vec![16, 17], 73));
    }

    /// Two men borne off from the 1-point score 4 + 4 in any case.
    #[test]
    fn scores_of_bearing_off_are_as_printed() {
        let (set, mut n) = (StrategySet::shipped(), 0);
        replay(|line, men, entry| {
            if line.number < 72 || line.score.is_none() {
                return;
            }
            let before = Situation::new(men, set.risk);
            let change = Change::new(&before, entry);
            let bearing_off = Strategy::BearingOffOffensive;
            let of = |level| score_level(&set, bearing_off, level, &change, &mut |_| {});
            assert_eq!(Some((0..3).map(of).sum()), line.score, "move {}", line.number);
            n += 1;
        });
        assert_eq!(n, 3);
    }

    #[test]
    fn the_reconstruction_explains_more_than_the_text() {
        let figures = |set: &StrategySet| {
            let sample = Sample::of(set);
            let signs = sample.all_scores().filter(|(told, own)| told * own > 0.0).count();
            (sample.same(), sample.with_choice().count(), signs, sample.all_scores().count())
        };
        assert_eq!(figures(&StrategySet::reconstructed()), (32, 64, 18, 22));
        assert_eq!(figures(&StrategySet::shipped()), (26, 64, 14, 22));
    }

    /// Move 23 leaves 17 and 18, where it has hit, to a man two and three points away: 18 + 2 points won,
    /// 8 + 6 and 7 + 6 at stake, all divided by four blots; the other awards are 9.
    #[test]
    fn move_23_gives_two_entries_of_the_table() {
        let net = (10.39450_f64 - 9.0) * 8.0;
        let fits = |&(two, three): &(u32, u32)| {
            let lost = f64::from(14 * two + 13 * three) / 32.0;
            (20.0 - lost - net).abs() < 0.01
        };
        let all = (0..=32).flat_map(|two| (0..=32).map(move |three| (two, three)));
        assert_eq!(all.filter(fits).collect::<Vec<_>>(), [(10, 11)]);
    }

    /// The printed scores themselves say that the values of blots were divided by their number: in
    /// sixty-fourths, of which all other awards are whole numbers, a play that leaves three blots has
    /// thirds, one that leaves four has quarters, and the one with five has fifths.
    #[test]
    fn printed_scores_were_divided_by_the_number_of_blots() {
        let mut seen = Vec::new();
        replay(|line, _, entry| {
            let Some(score) = line.score else { return };
            let blots = entry.after.mine[1..25].iter().filter(|men| **men == 1).count().max(1);
            let parts = score * 64.0 * blots as f64;
            // Cut off after fifteen binary digits, a few times.
            assert!((parts - parts.round()).abs() < 0.06, "move {}: {parts}", line.number);
            let whole = (score * 64.0 - (score * 64.0).round()).abs() < 0.02;
            seen.push((blots, whole));
        });
        let of = |n| seen.iter().filter(|(blots, _)| *blots == n).count();
        assert_eq!([3, 4, 5].map(of), [7, 4, 1]);
        assert_eq!(seen.iter().filter(|(_, whole)| !whole).count(), 10);
    }
}
