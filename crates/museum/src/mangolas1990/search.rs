use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use henge_core::erased::BotError;
use henge_core::{Game, Limits, Notation, Outcome, Turn};
use henge_games::positional::{Move, Position, Positional, Promise, Sight};

use super::{Reading, Switches};

/// The value of a won position; a lost one is `-WON`.
pub const WON: i64 = i64::MAX;
/// How many successors the cut leaves.
const KEPT: usize = 20;

/// What the search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move to play.
    pub best: Move,
    /// Its value to the player to move.
    pub value: i64,
    /// The moves looked at, in their order.
    pub order: Vec<Move>,
    /// Positions visited.
    pub nodes: u64,
    /// Positions evaluated, what the original showed in its status line.
    pub tips: u64,
}

pub(super) struct Search<'a, const W: usize> {
    game: &'a Positional<W>,
    promise: &'a Promise<W>,
    switches: &'a Switches,
    limits: Limits,
    stop: &'a AtomicBool,
    began: Instant,
    trace: Option<BufWriter<File>>,
    /// The reason why the trace ended early.
    trace_fault: Option<std::io::Error>,
    nodes: u64,
    tips: u64,
    stopped: bool,
}

impl<'a, const W: usize> Search<'a, W> {
    pub(super) fn new(
        game: &'a Positional<W>,
        promise: &'a Promise<W>,
        switches: &'a Switches,
        limits: Limits,
        stop: &'a AtomicBool,
        trace: Option<File>,
    ) -> Self {
        Search {
            game,
            promise,
            switches,
            limits,
            stop,
            began: Instant::now(),
            trace: trace.map(BufWriter::new),
            trace_fault: None,
            nodes: 0,
            tips: 0,
            stopped: false,
        }
    }

    pub(super) fn run(mut self, pos: &Position<W>) -> Result<BestMove, BotError> {
        let mut pos = *pos;
        if let Turn::Over(_) = self.game.turn(&pos) {
            return Err(BotError::NoDecision("the game is over"));
        }
        let sight = self.promise.look(self.game, &pos);
        let mut order = self.successors(&pos, &sight);
        if order.is_empty() {
            // Every site is dead; the game has to be played out all the same.
            order = self.game.moves(&pos).collect();
        }
        let (mut value, mut best) = self.alpha_beta(&mut pos, 0, -WON, WON);
        if self.game.moves(&pos).any(|mv| mv == Move::SWAP) {
            let undo = self.game.play(&mut pos, Move::SWAP);
            let swapped = -self.alpha_beta(&mut pos, 1, -WON, -value).0;
            self.game.undo(&mut pos, Move::SWAP, undo);
            if swapped > value && !self.stopped {
                (value, best) = (swapped, Some(Move::SWAP));
            }
        }
        if let Some(mut trace) = self.trace.take() {
            self.trace_fault = writeln!(trace, "tip nodes {}, nodes {}", self.tips, self.nodes)
                .and_then(|()| trace.flush())
                .err()
                .or(self.trace_fault);
        }
        if let Some(error) = self.trace_fault {
            return Err(BotError::Outside(format!("the trace file cannot be written: {error}")));
        }
        Ok(BestMove {
            best: best.unwrap_or(order[0]),
            value,
            order,
            nodes: self.nodes,
            tips: self.tips,
        })
    }

    /// The value to the player to move, and the move that has it if one is better than `alpha`.
    fn alpha_beta(
        &mut self,
        pos: &mut Position<W>,
        depth: u32,
        alpha: i64,
        beta: i64,
    ) -> (i64, Option<Move>) {
        let mut best = (alpha, None);
        let player = match self.game.turn(pos) {
            Turn::Player(player) => player,
            Turn::Over(outcome) => return (self.terminal(outcome, pos), None),
            Turn::Chance => unreachable!("no dice fall in positional games"),
        };
        let sight = self.promise.look(self.game, pos);
        let live = || match self.switches.reading {
            Reading::Prose => sight.is_live(),
            Reading::Listing => sight.distance(player).is_some_and(|distance| distance <= 1),
        };
        let deeper = depth < self.switches.depth || (self.switches.live && live());
        if !deeper {
            self.tips += 1;
            return (self.promise.evaluate(&sight, player), None);
        }
        let successors = self.successors(pos, &sight);
        if successors.is_empty() {
            // Nobody has an open group: the game is a draw, which is also what the evaluation says.
            self.tips += 1;
            return (0, None);
        }
        for mv in successors {
            if self.is_stopped() {
                break;
            }
            self.nodes += 1;
            let name = self.trace.is_some().then(|| self.game.write_move(pos, mv));
            let undo = self.game.play(pos, mv);
            let value = -self.alpha_beta(pos, depth + 1, -beta, -best.0).0;
            self.game.undo(pos, mv, undo);
            if let Some(name) = name {
                self.write(depth, &name, best.0, beta, value);
            }
            // A search that was stopped has not seen all replies to this move.
            if self.stopped && depth > 0 {
                break;
            }
            if value > best.0 && !self.stopped {
                best = (value, Some(mv));
            }
            if best.0 >= beta {
                break;
            }
        }
        best
    }

    /// A finished game, seen by the player who would be to move.
    fn terminal(&mut self, outcome: Outcome, pos: &Position<W>) -> i64 {
        self.tips += 1;
        let last = pos.last_mover();
        match outcome {
            Outcome::Draw => 0,
            Outcome::Win { winner, .. } if winner == last => -WON,
            Outcome::Win { .. } => WON,
        }
    }

    /// The sites to look at, in order.
    fn successors(&self, pos: &Position<W>, sight: &Sight) -> Vec<Move> {
        let sites = self.game.moves(pos).filter(|&mv| mv != Move::SWAP);
        let urgency = |mv: Move| sight.urgency(mv.0 as usize);
        let mut list: Vec<Move> = if self.switches.dead {
            sites.filter(|&mv| urgency(mv).is_some()).collect()
        } else {
            sites.collect()
        };
        if self.switches.reorder {
            let key = |mv: Move| urgency(mv).unwrap_or((u16::MAX, 0));
            let mut keyed: Vec<((u16, u32), Move)> = list.iter().map(|&mv| (key(mv), mv)).collect();
            straight_selection(&mut keyed);
            list = keyed.into_iter().map(|(_, mv)| mv).collect();
            if self.switches.cut {
                list.truncate(KEPT);
            }
        }
        list
    }

    fn is_stopped(&mut self) -> bool {
        let limits = &self.limits;
        self.stopped |= self.stop.load(Ordering::Relaxed)
            || limits.nodes.is_some_and(|nodes| self.nodes >= nodes)
            || limits.time_for_move().is_some_and(|time| self.began.elapsed() >= time);
        self.stopped
    }

    fn write(&mut self, depth: u32, name: &str, alpha: i64, beta: i64, value: i64) {
        let show = |value: i64| match value {
            WON => "+max".to_string(),
            value if value == -WON => "-max".to_string(),
            value => value.to_string(),
        };
        let indent = 2 * depth as usize;
        let (alpha, beta, value) = (show(alpha), show(beta), show(value));
        if let Some(trace) = &mut self.trace
            && let Err(error) = writeln!(trace, "{:indent$}{name} ({alpha}, {beta}) {value}", "")
        {
            self.trace = None;
            self.trace_fault = Some(error);
        }
    }
}

/// Sorts smaller TPR first, then larger WTPR, as the original did: the best of the rest is exchanged
/// with the first of the rest. That is not stable, and equals come out in the order of the thesis.
pub(super) fn straight_selection(list: &mut [((u16, u32), Move)]) {
    let before = |a: (u16, u32), b: (u16, u32)| a.0 < b.0 || (a.0 == b.0 && a.1 > b.1);
    for i in 0..list.len() {
        let mut pivot = i;
        for j in i + 1..list.len() {
            if before(list[j].0, list[pivot].0) {
                pivot = j;
            }
        }
        list.swap(i, pivot);
    }
}
