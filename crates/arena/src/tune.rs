//! Options of a bot fitted by games: two sets of values play each other, and the result moves the values.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use henge::render::{Curve, Plot};
use henge::spec::Spec;
use henge::{Playable, Registry, mix64};
use serde::{Deserialize, Serialize};

use crate::ArenaError;
use crate::executor::Executor;
use crate::lines::{Kind, Lines};
use crate::opening::Draw;
use crate::order::Order;
use crate::plan::{Meeting, Plan, Round};
use crate::report::Ending;
use crate::spsa::{Parameter, Probe, Spsa};
use crate::stats::Trinomial;

/// Raise it when the same call leads to other games or other values.
const METHOD: u32 = 1;

const TUNING: Kind = Kind {
    head: "henge-tune 1 ",
    unit: "iteration",
    not_one: "this is not the journal of a tuning; name a new file, or one to go on with",
    of_another: "it belongs to a tuning with another bot, game, seed or number of iterations, or with other \
                 parameters, openings or limits; name a new file, or call as you did when it began",
};

/// What is to be fitted, as a plain value: with limits in nodes or depth, the same value leads to the same
/// games and the same result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tuning {
    /// The bot, without the options that are fitted.
    pub bot: String,
    /// The options that are fitted.
    pub parameters: Vec<Parameter>,
    /// How many times two sets of values meet.
    pub iterations: u32,
    /// By how many steps a value moves in the first iteration if one set wins all games;
    /// [`Spsa::usual_rate`] by default.
    pub rate: Option<f64>,
    /// The meeting of an iteration: the game, how many games, from which openings and seed, and with which
    /// limits. Its players and its test are not used.
    pub plan: Plan,
}

impl Tuning {
    /// Finds the game, and what is wrong before anything is played.
    pub fn check(&self, games: &Registry) -> Result<Playable, ArenaError> {
        let fault = |message: String| Err(ArenaError::Plan(message));
        let bot: Spec = self.bot.parse()?;
        if self.parameters.is_empty() {
            return fault("a tuning needs parameters, as in width=6:1..20".into());
        }
        if self.iterations == 0 {
            return fault("a tuning needs iterations".into());
        }
        if !self.plan.games.is_multiple_of(2) {
            return fault("an iteration needs an even number of games".into());
        }
        if self.rate.is_some_and(|rate| !(rate > 0.0 && rate.is_finite())) {
            return fault("the rate must be greater than 0, as in 0.5".into());
        }
        for (n, parameter) in self.parameters.iter().enumerate() {
            let name = &parameter.name;
            parameter.check().map_err(|error| ArenaError::Plan(error.to_string()))?;
            if let Some(value) = bot.get(name) {
                return fault(format!(
                    "{name} is to be fitted, but {} sets it to {value}; leave it out there, \
                     --parameter {name} has its start",
                    self.bot
                ));
            }
            if self.parameters[..n].iter().any(|other| other.name == *name) {
                return fault(format!("the parameter {name} is given twice"));
            }
        }
        let game = games.game(&self.plan.game)?;
        // Both ends of every range, so that no value between them surprises anybody later.
        let end = |of: fn(&Parameter) -> i64| {
            self.bot(&self.parameters.iter().map(of).collect::<Vec<_>>())
        };
        let players = vec![end(|parameter| parameter.low)?, end(|parameter| parameter.high)?];
        Plan { players, sprt: None, ..self.plan.clone() }.check_for(&game)?;
        Ok(game)
    }

    /// What tells this tuning from all others.
    fn fingerprint(&self) -> String {
        let text = serde_json::to_string(self).expect("a tuning is plain data");
        blake3::hash(format!("tuning {METHOD} {text}").as_bytes()).to_hex()[..32].to_string()
    }

    /// The bot with these values.
    pub fn bot(&self, values: &[i64]) -> Result<String, ArenaError> {
        let spec: Spec = self.bot.parse()?;
        let values = self.parameters.iter().zip(values);
        Ok(values
            .fold(spec, |spec, (parameter, value)| spec.with(&parameter.name, value))
            .to_string())
    }

    /// The bot with the values at the start.
    pub fn start(&self) -> Result<String, ArenaError> {
        self.bot(&self.parameters.iter().map(|parameter| parameter.start).collect::<Vec<_>>())
    }

    fn spsa(&self) -> Spsa {
        let usual = || Spsa::usual_rate(self.iterations, self.plan.games);
        let rate = self.rate.unwrap_or_else(usual);
        // Other chances than those of the openings.
        let seed = mix64(self.plan.seed ^ 0x7475_6e65);
        Spsa::new(self.parameters.clone(), seed, self.iterations, rate)
    }
}

/// What an iteration has brought.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Iteration {
    /// Its number, from 1.
    pub iteration: u32,
    /// The values of the one side.
    pub plus: Vec<i64>,
    /// The values of the other side.
    pub minus: Vec<i64>,
    /// What the one did against the other.
    pub result: Trinomial,
    /// The values after it, in ten-thousandths.
    pub after: Vec<f64>,
}

/// A file with a line for every iteration, safe in the same way as a [`Journal`](crate::Journal).
#[derive(Debug)]
pub struct TuningJournal {
    lines: Lines,
    known: BTreeMap<u32, Iteration>,
}

impl TuningJournal {
    /// Opens the journal of a tuning, or begins one.
    pub fn open(path: &Path, tuning: &Tuning) -> Result<TuningJournal, ArenaError> {
        let mut known = BTreeMap::new();
        let mut take = |text: &str| {
            let Ok(found) = serde_json::from_str::<Iteration>(text) else { return false };
            // What was played again comes later.
            known.insert(found.iteration, found);
            true
        };
        let fingerprint = tuning.fingerprint();
        let lines = Lines::open(path, &TUNING, [fingerprint.clone(), fingerprint], &mut take)?;
        Ok(TuningJournal { lines, known })
    }

    /// How many iterations it held when it was opened.
    pub fn n_found(&self) -> usize {
        self.known.len()
    }

    /// What to tell of damaged lines that have been skipped, if there are any that nobody was told of.
    pub fn damage(&self) -> Option<String> {
        self.lines.damage()
    }

    /// The result of these two sets in an iteration, if they have met there. They have not if an earlier
    /// line was lost, and its iteration ended differently when it was played again.
    fn result(&self, k: u32, probe: &Probe, games: u32) -> Option<Trinomial> {
        let known = self.known.get(&k)?;
        let is_same = known.plus == probe.plus && known.minus == probe.minus;
        (is_same && known.result.games() == u64::from(games)).then_some(known.result)
    }

    fn add(&mut self, iteration: &Iteration) -> Result<(), ArenaError> {
        self.lines.add(&serde_json::to_string(iteration).expect("plain numbers"))?;
        // An iteration is many games.
        self.lines.sync()
    }
}

/// What came out of a tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// What was fitted.
    pub tuning: Tuning,
    /// The iterations, in their order.
    pub iterations: Vec<Iteration>,
    /// The values at the end.
    pub values: Vec<i64>,
    /// How it ended.
    pub ending: Ending,
}

/// Fits the parameters, or goes on where the journal ends.
///
/// When `stop` is raised, the iteration that is being played is dropped. `progress` gets the iterations
/// so far, and how many games of the next one are finished.
pub fn run_tuning(
    tuning: &Tuning,
    games: &Registry,
    executor: &dyn Executor,
    mut journal: Option<&mut TuningJournal>,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&[Iteration], u32),
) -> Result<Tuned, ArenaError> {
    let game = tuning.check(games)?;
    let mut spsa = tuning.spsa();
    let mut plan = Plan { sprt: None, ..tuning.plan.clone() };
    let mut draw = Draw::new(&tuning.plan.openings, &**game.rules());
    let (mut iterations, mut ending) = (Vec::new(), Ending::Complete);
    for k in 1..=tuning.iterations {
        let probe = spsa.probe(k);
        progress(&iterations, 0);
        let known = journal.as_ref().and_then(|journal| journal.result(k, &probe, plan.games));
        let result = match known {
            Some(result) => result,
            None => {
                plan.players = vec![tuning.bot(&probe.plus)?, tuning.bot(&probe.minus)?];
                let mut tell = |done| progress(&iterations, done);
                let at = At { game: &game, plan: &plan, k };
                match meet(&at, &mut draw, executor, stop, &mut tell)? {
                    Some(result) => result,
                    None => {
                        ending = Ending::Interrupted;
                        break;
                    }
                }
            }
        };
        let lead = (result.wins as f64 - result.losses as f64) / result.games() as f64;
        spsa.learn(k, &probe, lead);
        let after = spsa.theta().iter().map(|value| (value * 1e4).round() / 1e4).collect();
        let Probe { plus, minus } = probe;
        let iteration = Iteration { iteration: k, plus, minus, result, after };
        if let Some(journal) = journal.as_deref_mut().filter(|_| known.is_none()) {
            journal.add(&iteration)?;
        }
        iterations.push(iteration);
    }
    Ok(Tuned { tuning: tuning.clone(), iterations, values: spsa.values(), ending })
}

/// Where a tuning is.
struct At<'a> {
    game: &'a Playable,
    /// With the players of this iteration.
    plan: &'a Plan,
    k: u32,
}

/// Plays the games of an iteration; nothing if it was stopped.
fn meet(
    &At { game, plan, k }: &At<'_>,
    draw: &mut Draw<'_>,
    executor: &dyn Executor,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(u32),
) -> Result<Option<Trinomial>, ArenaError> {
    // Each iteration is a round, so that games have their own numbers, seeds and openings.
    let number = k as usize - 1;
    let first = number as u64 * u64::from(plan.games);
    let round = Round { plan, number, meetings: vec![Meeting { players: [0, 1] }], first };
    round.draw_before(draw);
    let mut jobs = (0..round.games()).map(|index| Some(Order::Game(round.job(index, draw))));
    let mut result = Trinomial::default();
    executor.run(game, &mut jobs, stop, &mut |done| {
        let played = done.into_game()?;
        // In every second game the seats are changed.
        let points = played.points().signum();
        match if played.number.is_multiple_of(2) { points } else { -points } {
            1 => result.wins += 1,
            0 => result.draws += 1,
            _ => result.losses += 1,
        }
        tell(result.games() as u32);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok((result.games() == round.games()).then_some(result))
}

impl Tuned {
    /// The bot with the fitted values.
    pub fn bot(&self) -> Result<String, ArenaError> {
        self.tuning.bot(&self.values)
    }

    /// The values of a parameter, from the start on.
    fn course(&self, n: usize) -> impl Iterator<Item = (f64, f64)> {
        let start = self.tuning.parameters[n].start as f64;
        let after =
            self.iterations.iter().map(move |found| (found.iteration.into(), found.after[n]));
        std::iter::once((0.0, start)).chain(after)
    }

    /// How a parameter moved.
    pub fn plot(&self, n: usize) -> Plot {
        let name = &self.tuning.parameters[n].name;
        let curves = vec![Curve::new(name, self.course(n).collect())];
        Plot { across: "iterations".into(), up: name.clone(), curves, ..Plot::default() }
    }

    /// How all parameters moved, in percent of their ranges, as a drawing.
    pub fn svg(&self) -> String {
        let curve = |(n, parameter): (usize, &Parameter)| {
            let points = self.course(n).map(|(k, value)| (k, parameter.percent(value)));
            Curve::new(&parameter.name, points.collect())
        };
        Plot {
            title: format!("{}: {}", self.tuning.plan.game, self.tuning.bot),
            across: "iterations".into(),
            up: "percent of the range".into(),
            curves: self.tuning.parameters.iter().enumerate().map(curve).collect(),
            ..Plot::default()
        }
        .svg()
    }

    /// A line for each iteration, with a head: its number, what the one side did against the other, and for
    /// each parameter the values of both sides and the value after it.
    pub fn csv(&self) -> String {
        let names = self.tuning.parameters.iter().map(|parameter| &parameter.name);
        let columns = names.map(|name| format!(",{name}_plus,{name}_minus,{name}"));
        let mut text = format!("iteration,won,drawn,lost{}\n", columns.collect::<String>());
        for Iteration { iteration, plus, minus, result, after } in &self.iterations {
            let Trinomial { wins, draws, losses } = result;
            text += &format!("{iteration},{wins},{draws},{losses}");
            for ((plus, minus), after) in plus.iter().zip(minus).zip(after) {
                text += &format!(",{plus},{minus},{after}");
            }
            text.push('\n');
        }
        text
    }
}
