//! The player in a chair at henge's tables.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use henge_core::erased::{BotError, DynBot, DynMatch, Line, Task, Thought, table_of};
use henge_core::spec::{Options, Param, SpecError, Values};
use henge_core::{Match, Notation, Player, Score, ScoreKind, Turn};
use henge_games::backgammon::{Backgammon, Men, Move, Phase, Position};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::decision::Decision;
use super::explain::explain_in;
use super::set::StrategySet;
use super::statistics::Statistics;
use super::strategy::{Memory, Strategy, select};
use crate::trace_file;
use henge_bots::file::{MOST_BYTES, read_text};

/// The options by which the bot is named: `gammon:set=learned,delta=8`.
pub const PARAMS: &[Param] = &[
    Param::new(
        "set",
        "revised",
        Values::Choice(&["1970", "revised", "learned"]),
        "the strategies of the thesis as its listing and its sample game read, as its text reads, or \
         those that were learned from them",
    ),
    Param::new("strategies", "", Values::Input, "a file of strategies in place of these"),
    Param::new(
        "delta",
        "",
        Values::Int { min: 0, max: 1_000_000 },
        "scores within this distance of the best are equal; by default that of the set",
    ),
    Param::new(
        "seed",
        "0",
        Values::Int { min: 0, max: u64::MAX },
        "chooses between equal scores; with 0 the first one is taken, as in 1970",
    ),
    Param::new("trace", "", Values::Output, "a file that gets everything it does, with all scores"),
];

/// The player of the thesis.
pub struct Gammon {
    name: String,
    set: Arc<StrategySet>,
    rng: Option<Xoshiro256PlusPlus>,
    trace: Option<PathBuf>,
    has_traced: bool,
}

impl Gammon {
    /// The bot as its options describe it; reads the file of its strategies.
    pub fn new(options: &Options) -> Result<Gammon, SpecError> {
        let set = match options.text("strategies") {
            "" => StrategySet::named(options.text("set")).unwrap_or_else(StrategySet::shipped),
            path => {
                let wrong = |why: String| options.wrong("strategies", why);
                let text = read_text(Path::new(path), MOST_BYTES).map_err(wrong)?;
                Arc::new(StrategySet::read(&text).map_err(|error| wrong(error.to_string()))?)
            }
        };
        Ok(Gammon::with_set(options, set))
    }

    /// The bot as its options describe it, with strategies from memory.
    pub fn with_set(options: &Options, set: Arc<StrategySet>) -> Gammon {
        let set = match options.int("delta") {
            Some(delta) => Arc::new(StrategySet { delta: delta as f64, ..(*set).clone() }),
            None => set,
        };
        let (seed, trace) = (options.int("seed").unwrap_or(0), options.text("trace"));
        Gammon {
            name: options.name(),
            set,
            rng: (seed > 0).then(|| Xoshiro256PlusPlus::seed_from_u64(seed)),
            trace: (!trace.is_empty()).then(|| trace.into()),
            has_traced: false,
        }
    }

    /// The trace begins anew with the bot, and goes on from move to move.
    fn write_trace(&mut self, text: &str) -> Result<(), BotError> {
        let Some(path) = self.trace.as_deref() else { return Ok(()) };
        let file = trace_file::open(Some(path), &mut self.has_traced)?;
        let written = file.map_or(Ok(()), |mut file| file.write_all(text.as_bytes()));
        written.map_err(|error| trace_file::unwritable(path, &error))
    }

    /// Brings one of several plays with the same score to the front.
    fn break_ties(&mut self, decision: &mut Decision) {
        let Some(rng) = &mut self.rng else { return };
        let best = decision.chosen().score;
        let equal = decision.list.iter().take_while(|other| other.score == best).count();
        if equal > 1 {
            let chosen = rng.random_range(0..equal);
            decision.list.swap(0, chosen);
        }
    }

    fn play(
        &mut self,
        table: &Match<Backgammon>,
        dice: [u8; 2],
        n_lines: usize,
    ) -> Result<Thought, BotError> {
        let (game, pos) = (table.game(), table.position());
        let memory = memory(table, &self.set);
        let mut decision = Decision::new(&self.set, pos.men(), dice, memory);
        self.break_ties(&mut decision);
        if self.trace.is_some() {
            self.write_trace(&decision.trace())?;
        }
        let line = |candidate: &super::decision::Candidate| Line {
            score: Some((
                Score::estimate((candidate.score * 100.0).round() as i64),
                ScoreKind::Estimate,
            )),
            moves: vec![game.write_move(pos, Move::Play(candidate.entry.play))],
        };
        let told = explain_in(&self.set, &decision, decision.chosen().entry.play);
        Ok(Thought {
            lines: decision.list.iter().take(n_lines.max(1)).map(line).collect(),
            depth: 1,
            nodes: decision.n_legal as u64,
            why: told.map(|told| told.text()).unwrap_or_default(),
            ..Thought::default()
        })
    }
}

/// What the player to move and the other one have played for so far, by the rules of the set.
pub fn memory(table: &Match<Backgammon>, set: &StrategySet) -> Memory {
    let mut strategies = [Strategy::default(); 2];
    let of = |strategies: &[Strategy; 2], player: Player| Memory {
        mine: strategies[player.index()],
        theirs: strategies[player.other().index()],
    };
    for (pos, _) in table.history() {
        match (pos.phase(), pos.dice()) {
            (Phase::Opening, _) => strategies = Default::default(),
            (Phase::Play, Some(dice)) => {
                let player = pos.on_roll();
                let old = of(&strategies, player);
                let stats = Statistics::new(pos.men());
                strategies[player.index()] = select(&stats, dice, old, &set.transitions);
            }
            _ => {}
        }
    }
    of(&strategies, table.position().on_roll())
}

/// Is a double to be taken? `men` are as the one sees them who is asked. The thesis knows no cube.
/// The rule: in a race, drop when more than an eighth of the leader's way behind; with contact, drop
/// when more than 60 points behind, or with two men on the bar before a home of four points.
pub fn takes(men: &Men) -> bool {
    let [mine, theirs] = men.pips();
    if men.is_race() {
        return mine <= theirs + theirs / 8;
    }
    let home = Statistics::new(men).theirs.home_points;
    mine <= theirs + 60 && !(men.mine[25] >= 2 && home >= 4)
}

/// The moves around the cube, with a reason.
fn cube(pos: &Position) -> Option<(Move, String)> {
    let told = |men: &Men, other: Move| {
        let [mine, theirs] = men.pips();
        let count = format!("{mine} points to go against {theirs}");
        if takes(men) {
            (Move::Take, format!("It takes: {count}, which is not too far behind."))
        } else {
            (other, format!("It drops: {count}, which is too far behind."))
        }
    };
    match pos.phase() {
        Phase::Decide => Some((Move::Roll, "It never doubles: the thesis knows no cube.".into())),
        Phase::Offered => Some(told(&pos.men().swapped(), Move::Drop)),
        Phase::Beavered => Some(told(pos.men(), Move::Drop)),
        _ => None,
    }
}

impl DynBot for Gammon {
    fn name(&self) -> &str {
        &self.name
    }

    fn think(&mut self, table: &dyn DynMatch, task: Task<'_>) -> Result<Thought, BotError> {
        let table = table_of::<Backgammon>(table)?;
        let pos = table.position();
        if let Some((mv, why)) = cube(pos) {
            let moves = vec![table.game().write_move(pos, mv)];
            let lines = vec![Line { score: None, moves }];
            return Ok(Thought { lines, why: vec![why], ..Thought::default() });
        }
        match (pos.dice(), table.turn()) {
            (Some(dice), Turn::Player(_)) => self.play(table, dice, task.n_lines),
            _ => Err(BotError::NoDecision("there are no dice to play")),
        }
    }
}
