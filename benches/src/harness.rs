//! Several sides do the same work in turns, and the medians of their rates are compared.

use std::fmt;
use std::time::Duration;

use cpu_time::ThreadTime;
use serde_json::{Value, json};

/// How long a contest takes.
#[derive(Clone, Copy)]
pub struct Pace {
    rounds: usize,
    /// What each side gets in each round.
    turn: Duration,
}

impl Pace {
    /// For figures that are written down.
    pub const FULL: Pace = Pace { rounds: 9, turn: Duration::from_millis(1000) };
    /// To see that everything runs.
    pub const QUICK: Pace = Pace { rounds: 3, turn: Duration::from_millis(100) };
}

/// A piece of work and the time it took; what is prepared before it is not timed. The time is the
/// processor's: what other programs take away in between does not count.
pub struct Piece {
    /// How much was done, in the contest's unit.
    pub amount: u64,
    /// Positions visited, by searches.
    pub nodes: Option<u64>,
    pub time: Duration,
}

impl Piece {
    /// Times `work`, which says how much it did.
    pub fn timed(work: impl FnOnce() -> u64) -> Piece {
        let (amount, time) = timed(work);
        Piece { amount, nodes: None, time }
    }
}

/// What `work` gives, and how long this thread has worked for it.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = ThreadTime::now();
    let result = work();
    (result, start.elapsed())
}

type Work = Box<dyn FnMut() -> Piece>;

struct Side {
    name: &'static str,
    work: Work,
    rounds: Vec<Round>,
}

struct Round {
    /// Units in a second.
    rate: f64,
    /// Nodes in a second, if the work visits nodes.
    nodes_rate: Option<f64>,
    /// Nodes for one unit.
    nodes: Option<f64>,
}

/// Henge, and whoever does the same.
pub struct Contest {
    pub name: &'static str,
    unit: &'static str,
    sides: Vec<Side>,
}

impl Contest {
    /// A contest of those who will be added; henge is the first.
    pub fn new(name: &'static str, unit: &'static str) -> Contest {
        Contest { name, unit, sides: Vec::new() }
    }

    /// Adds a side that does a small piece of work whenever it is called.
    pub fn side(mut self, name: &'static str, work: impl FnMut() -> Piece + 'static) -> Contest {
        self.sides.push(Side { name, work: Box::new(work), rounds: Vec::new() });
        self
    }

    /// Runs all rounds. Every second one goes in the other order, so that nobody always works on
    /// a warm machine.
    pub fn run(mut self, pace: Pace) -> Outcome {
        for side in &mut self.sides {
            (side.work)();
        }
        for round in 0..pace.rounds {
            let n = self.sides.len();
            for i in 0..n {
                let i = if round % 2 == 0 { i } else { n - 1 - i };
                self.sides[i].turn(pace.turn);
            }
        }
        let henge: Vec<f64> = self.sides[0].rounds.iter().map(|round| round.rate).collect();
        let lines = self.sides.into_iter().map(|side| {
            let pairs = henge.iter().zip(&side.rounds);
            let ratios = sorted(pairs.map(|(henge, round)| henge / round.rate));
            let middle = |value: fn(&Round) -> Option<f64>| {
                let values = sorted(side.rounds.iter().filter_map(value));
                values.get(values.len() / 2).copied()
            };
            Line {
                name: side.name,
                rate: middle(|round| Some(round.rate)).unwrap_or(f64::NAN),
                nodes_rate: middle(|round| round.nodes_rate),
                nodes: middle(|round| round.nodes),
                ratio: ratios[ratios.len() / 2],
                from: ratios[0],
                to: ratios[ratios.len() - 1],
            }
        });
        Outcome { name: self.name, unit: self.unit, lines: lines.collect() }
    }
}

impl Side {
    fn turn(&mut self, length: Duration) {
        let (mut amount, mut nodes, mut time) = (0, None, Duration::ZERO);
        while time < length {
            let piece = (self.work)();
            amount += piece.amount;
            nodes = piece.nodes.map(|n| n + nodes.unwrap_or(0));
            time += piece.time;
        }
        let seconds = time.as_secs_f64();
        self.rounds.push(Round {
            rate: amount as f64 / seconds,
            nodes_rate: nodes.map(|n| n as f64 / seconds),
            nodes: nodes.map(|n| n as f64 / amount as f64),
        });
    }
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// How a contest ended.
pub struct Outcome {
    name: &'static str,
    unit: &'static str,
    lines: Vec<Line>,
}

struct Line {
    name: &'static str,
    /// Medians over the rounds.
    rate: f64,
    nodes_rate: Option<f64>,
    nodes: Option<f64>,
    /// Henge's rate over this one's: the median over the rounds, the smallest and the largest.
    ratio: f64,
    from: f64,
    to: f64,
}

impl Outcome {
    /// One object: the contest, and each side with its figures.
    pub fn json(&self) -> Value {
        let side = |line: &Line| {
            json!({
                "name": line.name,
                "rate": line.rate,
                "nodes_per_second": line.nodes_rate,
                "nodes_per_unit": line.nodes,
                "henge_over_this": [line.from, line.ratio, line.to],
            })
        };
        let sides: Vec<Value> = self.lines.iter().map(side).collect();
        json!({ "contest": self.name, "unit": self.unit, "sides": sides })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.name)?;
        for line in &self.lines {
            write!(f, "  {:18}{:>10} {}/s", line.name, short(line.rate), self.unit)?;
            if let (Some(rate), Some(nodes)) = (line.nodes_rate, line.nodes) {
                write!(f, ", {:>8} nodes/s, {:>8} nodes each", short(rate), short(nodes))?;
            }
            if line.name != self.lines[0].name {
                let Line { ratio, from, to, .. } = line;
                write!(f, "; {} is {ratio:.2} times as fast", self.lines[0].name)?;
                write!(f, " ({from:.2} to {to:.2})")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Three or four digits and a letter: `12.3 M`.
fn short(n: f64) -> String {
    match n {
        n if n >= 1e6 => format!("{:.2} M", n / 1e6),
        n if n >= 1e4 => format!("{:.1} k", n / 1e3),
        n if n >= 100.0 => format!("{n:.0}"),
        n => format!("{n:.2}"),
    }
}
