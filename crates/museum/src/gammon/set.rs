//! A set of strategies with its coefficients: what a player knows, and the file it comes from.

use std::fmt::Write as _;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use henge_core::spec::nearest;
use henge_games::backgammon::{Men, Play};
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::risk::{Digits, Over, RiskReading};
use super::strategy::{Strategy, Transitions};
use super::tactic::Tactic;
use super::text::{read_play, write_play};

/// The levels of a strategy.
pub const LEVELS: usize = 3;
/// What files call them.
const LEVEL_KEYS: [&str; LEVELS] = ["first", "second", "third"];
/// The coefficients with which the levels begin.
pub const FIRST_COEFFICIENTS: [f64; LEVELS] = [4.0, 2.0, 1.0];
/// Sorting puts so many tactics into the first level, and as many into the second.
const LEVEL_SIZE: usize = 10;
/// Coefficients stay positive.
pub const LEAST_COEFFICIENT: f64 = 0.001;

/// A tactic and how much it counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weighted {
    /// The tactic.
    pub tactic: Tactic,
    /// What its award is multiplied with.
    pub coefficient: f64,
}

/// Strategies as sets of tactics, with everything else a user may change.
#[derive(Clone, PartialEq, Debug)]
pub struct StrategySet {
    /// For each strategy its three levels.
    pub levels: [[Vec<Weighted>; LEVELS]; 7],
    /// Where strategies change.
    pub transitions: Transitions,
    /// Scores within this distance of the best are equal.
    pub delta: f64,
    /// The next level proposes too while there are no more plays than so many.
    pub enough: usize,
    /// What a template counts; 0 is never.
    pub templates: f64,
    /// The plays for a game's first roll.
    pub openings: Vec<([u8; 2], Play)>,
    /// When they are played.
    pub openings_in: Openings,
    /// How risk is computed.
    pub risk: RiskReading,
}

/// When the table of openings is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Openings {
    /// In every game.
    #[default]
    Games,
    /// In games of the program against itself only, as the listing does.
    Series,
}

/// What is wrong with a file of strategies, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {message}")]
pub struct SetError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong and what would be right.
    pub message: String,
}

/// The set that comes with the program: that of the document.
static SHIPPED: LazyLock<Arc<StrategySet>> = LazyLock::new(|| {
    let set = StrategySet::read(include_str!("strategies.toml"));
    Arc::new(set.expect("the tests read the file that comes with the program"))
});

/// Its generators go on until there are so many plays (`GENLIMIT`).
const BATCH_LIMIT: usize = 30;

/// The same as its listing and its sample game read.
static RECONSTRUCTED: LazyLock<Arc<StrategySet>> = LazyLock::new(|| {
    Arc::new(StrategySet {
        risk: RiskReading { blots: Over::Mean, shots: Over::Mean, digits: Digits::Few },
        openings_in: Openings::Series,
        enough: BATCH_LIMIT,
        ..(*StrategySet::shipped()).clone()
    })
});

/// The set that was learned from it; see the book for how.
static LEARNED: LazyLock<Arc<StrategySet>> = LazyLock::new(|| {
    let set = StrategySet::read(include_str!("learned.toml"));
    Arc::new(set.expect("the tests read the file that comes with the program"))
});

impl StrategySet {
    /// The set of the document as its text reads, with coefficients 4, 2 and 1.
    pub fn shipped() -> Arc<StrategySet> {
        Arc::clone(&SHIPPED)
    }

    /// The set of the document read as its listing and its sample game have it: what explains the
    /// printed moves and scores best. `crates/museum/examples/reconstruct.rs` tries the readings.
    pub fn reconstructed() -> Arc<StrategySet> {
        Arc::clone(&RECONSTRUCTED)
    }

    /// The set that was learned.
    pub fn learned() -> Arc<StrategySet> {
        Arc::clone(&LEARNED)
    }

    /// The set of that name: `1970`, `revised` or `learned`.
    pub fn named(name: &str) -> Option<Arc<StrategySet>> {
        match name {
            "1970" => Some(StrategySet::reconstructed()),
            "revised" => Some(StrategySet::shipped()),
            "learned" => Some(StrategySet::learned()),
            _ => None,
        }
    }

    /// The tactics of a strategy and a level from 0.
    pub fn level(&self, strategy: Strategy, level: usize) -> &[Weighted] {
        &self.levels[strategy.index()][level]
    }

    /// All entries with their places.
    pub fn entries_mut(&mut self) -> impl Iterator<Item = (Strategy, usize, &mut Weighted)> {
        Strategy::ALL.into_iter().zip(&mut self.levels).flat_map(|(strategy, levels)| {
            let numbered = levels.iter_mut().enumerate();
            numbered.flat_map(move |(level, list)| {
                list.iter_mut().map(move |entry| (strategy, level, entry))
            })
        })
    }

    /// How much a tactic counts in a strategy, all levels together; 0 if it is not there.
    pub fn coefficient(&self, strategy: Strategy, tactic: Tactic) -> f64 {
        let all = self.levels[strategy.index()].iter().flatten();
        all.filter(|entry| entry.tactic == tactic).map(|entry| entry.coefficient).sum()
    }

    /// Puts the largest coefficients of every strategy into its first level: ten there, ten into the
    /// second, the rest into the third. A tactic that stood in two levels stands in one afterwards,
    /// with the sum.
    pub fn sort(&mut self) {
        for levels in &mut self.levels {
            let mut all: Vec<Weighted> = Vec::new();
            for entry in levels.iter_mut().flat_map(std::mem::take) {
                match all.iter_mut().find(|other| other.tactic == entry.tactic) {
                    Some(other) => other.coefficient += entry.coefficient,
                    None => all.push(entry),
                }
            }
            all.sort_by(largest_first);
            for (i, entry) in all.into_iter().enumerate() {
                levels[(i / LEVEL_SIZE).min(LEVELS - 1)].push(entry);
            }
        }
    }

    /// Reads a file; what it does not mention of delta, transitions and the like stays as it is in
    /// the set of the program. Strategies are those of the file alone.
    pub fn read(text: &str) -> Result<StrategySet, SetError> {
        let table = DeTable::parse(text).map_err(|error| Fault {
            message: error.message().replace('\n', ", "),
            span: error.span().unwrap_or(0..0),
        });
        table.and_then(|table| read(table.get_ref())).map_err(|fault| {
            let before = text.get(..fault.span.start).unwrap_or(text);
            SetError { line: before.matches('\n').count() + 1, message: fault.message }
        })
    }

    /// The file that reads as this set.
    pub fn write(&self) -> String {
        let mut text = String::new();
        let at = &self.transitions;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "delta = {:?}\nenough = {}\ntemplates = {:?}\nopenings-in = {:?}\n\n\
             [risk]\nblots = {:?}\nshots = {:?}\ndigits = {:?}\n\n\
             [transitions]\nrunning-overlap = {}\n\
             running = {}\nposition = {}\nblocking = {}\nback = {}",
            self.delta,
            self.enough,
            self.templates,
            name_of(self.openings_in, OPENINGS),
            name_of(self.risk.blots, OVER),
            name_of(self.risk.shots, OVER),
            name_of(self.risk.digits, DIGITS),
            at.running_overlap,
            at.running,
            at.position,
            at.blocking,
            at.back
        );
        for (strategy, levels) in Strategy::ALL.into_iter().zip(&self.levels) {
            for (key, list) in LEVEL_KEYS.into_iter().zip(levels) {
                if list.is_empty() {
                    continue;
                }
                let _ = writeln!(text, "\n[{}.{key}]", strategy.key());
                for entry in list {
                    let _ = writeln!(text, "{} = {:?}", entry.tactic.key(), entry.coefficient);
                }
            }
        }
        if !self.openings.is_empty() {
            text += "\n[openings]\n";
        }
        for (dice, play) in &self.openings {
            let play = write_play(&Men::start(), *play);
            let _ = writeln!(text, "{}-{} = \"{play}\"", dice[0], dice[1]);
        }
        text
    }
}

/// The order within a level.
fn largest_first(a: &Weighted, b: &Weighted) -> std::cmp::Ordering {
    b.coefficient.total_cmp(&a.coefficient).then(a.tactic.cmp(&b.tactic))
}

/// A fault before its line is counted.
struct Fault {
    message: String,
    span: Range<usize>,
}

type Value<'a> = Spanned<DeValue<'a>>;

fn fault<T>(span: Range<usize>, message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { message: message.into(), span })
}

/// What would have been right instead of an unknown name.
fn hint<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("there are {}", known.collect::<Vec<_>>().join(", ")),
    }
}

fn read(table: &DeTable<'_>) -> Result<StrategySet, Fault> {
    let mut set = StrategySet {
        levels: Default::default(),
        transitions: Transitions::default(),
        delta: 4.0,
        enough: 0,
        templates: 0.0,
        openings: Vec::new(),
        openings_in: Openings::default(),
        risk: RiskReading::default(),
    };
    for (key, value) in table {
        match &**key.get_ref() {
            "delta" => set.delta = number(value, "delta", 0.0, 1e6)?,
            "enough" => set.enough = number(value, "enough", 0.0, 1e6)? as usize,
            "templates" => set.templates = number(value, "templates", 0.0, 1e6)?,
            "transitions" => read_transitions(inner(value, "transitions")?, &mut set.transitions)?,
            "openings" => set.openings = read_openings(inner(value, "openings")?)?,
            "openings-in" => set.openings_in = word(value, "openings-in", OPENINGS)?,
            "risk" => read_risk(inner(value, "risk")?, &mut set.risk)?,
            name => match Strategy::ALL.into_iter().find(|strategy| strategy.key() == name) {
                Some(strategy) => {
                    set.levels[strategy.index()] = read_strategy(inner(value, name)?)?;
                }
                None => {
                    let own = [
                        "delta",
                        "enough",
                        "templates",
                        "transitions",
                        "openings",
                        "openings-in",
                        "risk",
                    ];
                    let known = own.into_iter().chain(Strategy::ALL.map(Strategy::key));
                    let hint = hint(name, known);
                    return fault(key.span(), format!("no strategy \"{name}\"; {hint}"));
                }
            },
        }
    }
    let empty = |strategy: &Strategy| set.levels[strategy.index()].iter().all(Vec::is_empty);
    match Strategy::ALL.into_iter().find(empty) {
        Some(strategy) => {
            let key = strategy.key();
            fault(0..0, format!("the strategy \"{key}\" has no tactics; it needs [{key}.first]"))
        }
        None => Ok(set),
    }
}

fn inner<'a>(value: &'a Value<'a>, what: &str) -> Result<&'a DeTable<'a>, Fault> {
    match value.get_ref() {
        DeValue::Table(table) => Ok(table),
        _ => fault(value.span(), format!("\"{what}\" should be a table, as in [{what}]")),
    }
}

fn number(value: &Value<'_>, what: &str, low: f64, high: f64) -> Result<f64, Fault> {
    let digits = match value.get_ref() {
        DeValue::Integer(number) => number.as_str().parse().ok(),
        DeValue::Float(number) => number.as_str().parse().ok(),
        _ => None,
    };
    match digits.filter(|number: &f64| (low..=high).contains(number)) {
        Some(number) => Ok(number),
        None => fault(value.span(), format!("\"{what}\" should be a number from {low} to {high}")),
    }
}

const OPENINGS: &[(&str, Openings)] = &[("games", Openings::Games), ("series", Openings::Series)];
const OVER: &[(&str, Over)] = &[("sum", Over::Sum), ("mean", Over::Mean)];
const DIGITS: &[(&str, Digits)] = &[("all", Digits::All), ("few", Digits::Few)];

/// One of these words.
fn word<T: Copy>(value: &Value<'_>, what: &str, words: &[(&str, T)]) -> Result<T, Fault> {
    let text = value.get_ref().as_str();
    let found = words.iter().find(|(name, _)| Some(*name) == text);
    let names: Vec<String> = words.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    match found {
        Some((_, meant)) => Ok(*meant),
        None => fault(value.span(), format!("\"{what}\" should be {}", names.join(" or "))),
    }
}

/// The name of a word's meaning.
fn name_of<T: PartialEq>(meant: T, words: &[(&'static str, T)]) -> &'static str {
    words.iter().find(|(_, other)| *other == meant).map_or("", |(name, _)| name)
}

fn read_risk(table: &DeTable<'_>, risk: &mut RiskReading) -> Result<(), Fault> {
    for (key, value) in table {
        let name: &str = key.get_ref();
        match name {
            "blots" => risk.blots = word(value, name, OVER)?,
            "shots" => risk.shots = word(value, name, OVER)?,
            "digits" => risk.digits = word(value, name, DIGITS)?,
            _ => {
                let hint = hint(name, ["blots", "shots", "digits"].into_iter());
                return fault(key.span(), format!("no reading of risk \"{name}\"; {hint}"));
            }
        }
    }
    Ok(())
}

fn read_transitions(table: &DeTable<'_>, at: &mut Transitions) -> Result<(), Fault> {
    for (key, value) in table {
        let name: &str = key.get_ref();
        let number = |low| number(value, name, low, 1000.0);
        match name {
            "running-overlap" => at.running_overlap = number(0.0)? as u32,
            "running" => at.running = number(-1000.0)? as i32,
            "position" => at.position = number(-1000.0)? as i32,
            "blocking" => at.blocking = number(-1000.0)? as i32,
            "back" => at.back = number(-1000.0)? as i32,
            _ => {
                let known = ["running-overlap", "running", "position", "blocking", "back"];
                let hint = hint(name, known.into_iter());
                return fault(key.span(), format!("no transition \"{name}\"; {hint}"));
            }
        }
    }
    Ok(())
}

fn read_strategy(table: &DeTable<'_>) -> Result<[Vec<Weighted>; LEVELS], Fault> {
    let mut levels: [Vec<Weighted>; LEVELS] = Default::default();
    for (key, value) in table {
        let name: &str = key.get_ref();
        let Some(level) = LEVEL_KEYS.iter().position(|known| *known == name) else {
            let hint = hint(name, LEVEL_KEYS.into_iter());
            return fault(key.span(), format!("no level \"{name}\"; {hint}"));
        };
        for (key, value) in inner(value, name)? {
            let name: &str = key.get_ref();
            let Some(tactic) = Tactic::named(name) else {
                let hint = hint(name, Tactic::all().map(Tactic::key));
                return fault(key.span(), format!("no tactic \"{name}\"; {hint}"));
            };
            let coefficient = number(value, name, LEAST_COEFFICIENT, 1e6)?;
            levels[level].push(Weighted { tactic, coefficient });
        }
        // Tables forget the order of their lines; the largest first, as sorting would have it.
        levels[level].sort_by(largest_first);
    }
    Ok(levels)
}

fn read_openings(table: &DeTable<'_>) -> Result<Vec<([u8; 2], Play)>, Fault> {
    let mut openings = Vec::new();
    for (key, value) in table {
        let name: &str = key.get_ref();
        let die = |text: &str| text.parse().ok().filter(|die| (1..=6).contains(die));
        let dice = name.split_once('-').and_then(|(a, b)| Some([die(a)?, die(b)?]));
        let Some([a, b]): Option<[u8; 2]> = dice else {
            return fault(key.span(), format!("\"{name}\" should be a roll such as 6-4"));
        };
        let Some(text) = value.get_ref().as_str() else {
            return fault(value.span(), "an opening should be a text such as \"8/5 6/5\"");
        };
        let dice = [a.max(b), a.min(b)];
        if openings.iter().any(|(other, _)| *other == dice) {
            return fault(key.span(), format!("the roll {}-{} is given twice", dice[0], dice[1]));
        }
        match read_play(&Men::start(), [a, b], text) {
            Ok(entry) => openings.push((dice, entry.play)),
            Err(message) => return fault(value.span(), message),
        }
    }
    // In the order in which they are written.
    openings.sort_by_key(|(dice, _)| *dice);
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipped() -> StrategySet {
        (*StrategySet::shipped()).clone()
    }

    #[test]
    fn the_shipped_set_is_appendix_b() {
        let set = shipped();
        let numbers = |strategy: Strategy| {
            set.levels[strategy.index()]
                .each_ref()
                .map(|list| list.iter().map(|entry| entry.tactic.number()).collect::<Vec<u8>>())
        };
        let appendix: [(Strategy, [&[u8]; 3]); 7] = [
            (
                Strategy::Position,
                [
                    &[1, 5, 13, 21, 30, 32, 35, 37, 48, 50],
                    // 36 is printed twice there.
                    &[2, 4, 11, 23, 31, 34, 35, 36, 41],
                    &[6, 10, 12, 33, 38, 39, 43],
                ],
            ),
            (
                Strategy::RunningOffensive,
                [&[1, 10, 11, 14, 16, 47], &[5, 30, 32, 35, 37, 43, 45, 50], &[31, 34, 36]],
            ),
            (
                Strategy::RunningDefensive,
                [
                    &[1, 2, 4, 10, 11, 14, 21, 23, 48, 50],
                    &[5, 13, 16, 30, 32, 35, 37, 41, 45, 46],
                    &[31, 34, 36],
                ],
            ),
            (
                Strategy::Blocking,
                [
                    &[6, 12, 34, 35, 36, 37, 38, 45, 48, 50],
                    &[13, 21, 33, 39, 41, 43, 45, 46],
                    &[10, 11, 22],
                ],
            ),
            (Strategy::Back, [&[3, 6, 7, 8, 30, 31, 32, 40, 49], &[9], &[10, 50]]),
            (Strategy::BearingOffOffensive, [&[17, 18], &[50], &[]]),
            (Strategy::BearingOffDefensive, [&[17, 18, 19, 20, 50], &[], &[]]),
        ];
        for (strategy, levels) in appendix {
            assert_eq!(numbers(strategy), levels.map(<[u8]>::to_vec), "{strategy:?}");
        }
        for levels in &set.levels {
            for (level, coefficient) in levels.iter().zip(FIRST_COEFFICIENTS) {
                assert!(level.iter().all(|entry| entry.coefficient == coefficient));
            }
        }
        assert_eq!(set.transitions, Transitions::default());
        assert_eq!((set.delta, set.openings.len()), (4.0, 21));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut set = shipped();
        for (i, (_, _, entry)) in set.entries_mut().enumerate() {
            entry.coefficient += i as f64 / 7.0;
        }
        set.sort();
        assert!(StrategySet::read(&set.write()).unwrap() == set);
    }

    #[test]
    fn sorting_puts_the_largest_first() {
        let mut set = shipped();
        let hit = Tactic::named("hit-at-home").unwrap();
        for (strategy, _, entry) in set.entries_mut() {
            if strategy == Strategy::Position && entry.tactic == hit {
                entry.coefficient = 9.0;
            }
        }
        set.sort();
        let levels = &set.levels[Strategy::Position.index()];
        assert_eq!(levels[0][0].tactic, hit);
        assert_eq!(levels.each_ref().map(Vec::len), [10, 10, 5]);
    }

    #[test]
    fn faults_name_the_line() {
        let say = |from: &str, to: &str| {
            let text = include_str!("strategies.toml").replacen(from, to, 1);
            StrategySet::read(&text).unwrap_err().to_string()
        };
        assert_eq!(
            say("rear-men = 4.0", "rear-man = 4.0"),
            "line 20: no tactic \"rear-man\"; did you mean \"rear-men\"?"
        );
        assert_eq!(
            say("rear-men = 4.0", "rear-men = -4.0"),
            "line 20: \"rear-men\" should be a number from 0.001 to 1000000"
        );
        assert_eq!(
            say("[position.third]", "[positon.third]"),
            "line 42: no strategy \"positon\"; did you mean \"position\"?"
        );
        assert!(say("13/11 6/5", "13/11 6/4").contains("cannot be played with 2-1"));
        assert_eq!(
            StrategySet::read("").unwrap_err().to_string(),
            "line 1: the strategy \"position\" has no tactics; it needs [position.first]"
        );
    }
}
