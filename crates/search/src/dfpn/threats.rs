//! Wins by threats: the attacker plays nothing but moves that threaten to win, so that the defender has few
//! answers.
//!
//! Proof numbers again, on a tree that is much smaller: for the attacker [`Eval::threats`] says where to look, and
//! [`Eval::forced`] which positions are won by a shorter search of the evaluation's own. For the defender all moves
//! are followed that [`Eval::select`] does not call irrelevant; where it calls none irrelevant, nothing was
//! threatened, and the attacker has to try something else. So a win that is found is a win, and nothing follows
//! from finding none.

use std::time::Duration;

use henge_core::{Eval, Game, NoMemory, Omitted, Outcome, Player, ScoreKind, Turn, mix64};

use super::proof_table::{INFINITE, MOST, Numbers, ProofTable};
use super::{Answer, MAX_PLIES};
use crate::Task;
use crate::clock::{Clock, Shared};

/// What a search for a win by threats has found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ByThreats<M> {
    /// `Proved`: the attacker wins. `Disproved`: not by threats alone.
    pub answer: Answer,
    /// If it is proved: the win takes no more plies.
    pub plies: u32,
    /// If it is proved: the attacker's move, or the one by which the defender puts it off as long as the search
    /// knows how to.
    pub mv: Option<M>,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

/// A search for wins by threats, with a table of its own, which it keeps from position to position.
///
/// It belongs to one rules object and one evaluation, for games without dice in which no position comes back.
pub struct Threats<G: Game> {
    table: ProofTable,
    plies: Vec<Vec<Kid<G::Move>>>,
    moves: Vec<G::Move>,
}

/// A move, and what is known of the position after it.
#[derive(Clone, Copy)]
struct Kid<M> {
    mv: M,
    key: u64,
    found: Found,
}

/// What is known of a position, as the attacker sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    numbers: Numbers,
    /// If it is won: in no more plies than this.
    plies: u32,
}

impl Found {
    /// Nothing yet.
    const OPEN: Found = Found { numbers: Numbers { proof: 1, disproof: 1 }, plies: 0 };
    const LOST: Found = Found { numbers: Numbers::DISPROVED, plies: 0 };

    fn won(plies: u32) -> Found {
        Found { numbers: Numbers::PROVED, plies }
    }

    /// As the table holds it: a win has its plies in place of a disproof number, which says nothing more.
    fn packed(self) -> Numbers {
        match self.numbers.proof {
            0 => Numbers { proof: 0, disproof: self.plies },
            _ => self.numbers,
        }
    }

    fn unpacked(numbers: Numbers) -> Found {
        match numbers.proof {
            0 => Found::won(numbers.disproof),
            _ => Found { numbers, plies: 0 },
        }
    }
}

/// This many positions may be visited to write down the moves of a win.
const LINE: u64 = 10_000;

/// A position is to be searched until one of its numbers reaches this.
const WHOLLY: Numbers = Numbers { proof: INFINITE, disproof: INFINITE };

impl<G: Game> Threats<G> {
    /// A search with a table of this many bytes, if there is memory for it.
    pub fn new(table_bytes: usize) -> Result<Self, NoMemory> {
        const { assert!(!G::CHANCE, "what the dice decide cannot be proved") }
        Ok(Threats { table: ProofTable::new(table_bytes)?, plies: Vec::new(), moves: Vec::new() })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// What was found out before gives way sooner.
    pub(crate) fn grow_older(&mut self) {
        self.table.grow_older();
    }

    /// Looks for a win by threats of `attacker`, whoever is to move, within the limits of nodes and time.
    pub fn win<E: Eval<G>>(
        &mut self,
        (game, pos): (&G, &G::Position),
        attacker: Player,
        eval: &E,
        task: Task<'_, G::Move>,
    ) -> ByThreats<G::Move> {
        let shared = Shared::default();
        let clock = &mut Clock::new(task.limits, task.stop, &shared, Duration::ZERO);
        self.table.grow_older();
        let (state, pos) = (&mut eval.begin(game, pos), &mut pos.clone());
        let mut look = Look::new(self, (game, eval, state), clock, attacker, u64::MAX);
        let found = look.at_root(pos);
        let answer = match found.numbers {
            Numbers { proof: 0, .. } => Answer::Proved,
            Numbers { disproof: 0, .. } => Answer::Disproved,
            _ => Answer::Unknown,
        };
        let mv = if answer == Answer::Proved { look.best(pos) } else { None };
        let (nodes, elapsed) = (clock.nodes(), clock.elapsed());
        ByThreats { answer, plies: found.plies, mv, nodes, elapsed }
    }

    /// In how many plies the player who is to move wins at most, and how, if that is found within this many
    /// positions. A part of another search; the number of positions visited comes last.
    pub(crate) fn line_to_win<E: Eval<G>>(
        &mut self,
        (game, eval, state): (&G, &E, &mut E::State),
        pos: &mut G::Position,
        clock: &mut Clock<'_>,
        most: u64,
    ) -> (Option<Win<G::Move>>, u64) {
        let Turn::Player(attacker) = game.turn(pos) else { return (None, 0) };
        let mut look = Look::new(self, (game, eval, state), clock, attacker, most);
        let found = look.at_root(pos);
        let won = found.numbers.proof == 0;
        (won.then(|| (found.plies, look.line(pos))), look.spent)
    }

    /// In how many plies the player who is to move wins at most, if that is found within this many positions. Says
    /// how many were visited, too.
    pub(crate) fn plies_to_win<E: Eval<G>>(
        &mut self,
        (game, eval, state): (&G, &E, &mut E::State),
        pos: &mut G::Position,
        clock: &mut Clock<'_>,
        most: u64,
    ) -> (Option<u32>, u64) {
        let Turn::Player(attacker) = game.turn(pos) else { return (None, 0) };
        let mut look = Look::new(self, (game, eval, state), clock, attacker, most);
        let key = game.key(pos) ^ look.salt;
        let known = look.table.probe(key).map(Found::unpacked);
        let found = match known.filter(|found| found.numbers.is_settled()) {
            Some(found) => found,
            None => look.search(pos, key, 1, WHOLLY),
        };
        let won = (found.numbers.proof == 0).then_some(found.plies);
        (won, look.spent)
    }
}

/// In how many plies somebody wins at most, and how.
type Win<M> = (u32, Vec<M>);

/// One search.
struct Look<'a, 'c, G: Game, E: Eval<G>> {
    game: &'a G,
    eval: &'a E,
    state: &'a mut E::State,
    table: &'a ProofTable,
    plies: &'a mut Vec<Vec<Kid<G::Move>>>,
    moves: &'a mut Vec<G::Move>,
    clock: &'a mut Clock<'c>,
    attacker: Player,
    /// Scatters the keys, so that the wins of one player are not taken for those of the other.
    salt: u64,
    spent: u64,
    most: u64,
    /// A line is too long.
    is_deep: bool,
}

impl<'a, 'c, G: Game, E: Eval<G>> Look<'a, 'c, G, E> {
    fn new(
        threats: &'a mut Threats<G>,
        (game, eval, state): (&'a G, &'a E, &'a mut E::State),
        clock: &'a mut Clock<'c>,
        attacker: Player,
        most: u64,
    ) -> Self {
        let Threats { table, plies, moves } = threats;
        let salt = mix64(0xbb67_ae85_84ca_a73b ^ attacker.index() as u64);
        let (spent, is_deep) = (0, G::CYCLES);
        Look { game, eval, state, table, plies, moves, clock, attacker, salt, spent, most, is_deep }
    }

    /// Searches a position with which nothing has begun.
    fn at_root(&mut self, pos: &mut G::Position) -> Found {
        if !matches!(self.game.turn(pos), Turn::Player(_)) {
            return Found::OPEN;
        }
        let key = self.game.key(pos) ^ self.salt;
        self.search(pos, key, 0, WHOLLY)
    }

    fn is_stopped(&self) -> bool {
        self.is_deep || self.spent >= self.most || self.clock.is_stopped()
    }

    fn play(&mut self, pos: &mut G::Position, mv: G::Move) -> G::Undo {
        let undo = self.game.play(pos, mv);
        self.eval.push(self.game, pos, mv, self.state);
        undo
    }

    fn undo(&mut self, pos: &mut G::Position, mv: G::Move, undo: G::Undo) {
        self.game.undo(pos, mv, undo);
        self.eval.pop(self.game, pos, mv, self.state);
    }

    fn attacks(&self, pos: &G::Position) -> bool {
        self.game.turn(pos) == Turn::Player(self.attacker)
    }

    /// Searches below `pos` until one of its numbers reaches `limit`. At ply 0 a move is looked for even where the
    /// evaluation knows that there is one.
    fn search(&mut self, pos: &mut G::Position, key: u64, ply: usize, limit: Numbers) -> Found {
        self.is_deep |= ply >= MAX_PLIES as usize;
        if self.is_stopped() {
            return Found::OPEN;
        }
        self.clock.tick();
        self.spent += 1;
        let before = self.spent;
        if self.plies.len() <= ply {
            self.plies.resize_with(2 * ply + 2, || Vec::with_capacity(32));
        }
        // Taken out for the time being; an empty list costs nothing.
        let mut kids = std::mem::take(&mut self.plies[ply]);
        let attacks = self.attacks(pos);
        let known = if attacks && ply > 0 { self.forced(pos) } else { None };
        let found = match known {
            Some(found) => found,
            None if !self.expand(pos, attacks, &mut kids) => Found::LOST,
            None => self.settle(pos, &mut kids, ply, limit.turned(!attacks), attacks),
        };
        self.plies[ply] = kids;
        if found.numbers.is_settled() || !self.is_stopped() {
            self.table.store(key, found.packed(), self.spent - before + 1);
        }
        found
    }

    /// What the evaluation finds out about the attacker, who is to move, by a search of its own.
    fn forced(&mut self, pos: &G::Position) -> Option<Found> {
        let (score, kind) = self.eval.forced(self.game, pos, self.state, self.attacker)?;
        let (points, plies) = score.decided()?;
        match kind {
            ScoreKind::Proved | ScoreKind::Table if points < 0 => Some(Found::LOST),
            ScoreKind::AtMost if points < 0 => Some(Found::LOST),
            ScoreKind::Proved | ScoreKind::Table | ScoreKind::AtLeast if points > 0 => {
                Some(Found::won(plies))
            }
            _ => None,
        }
    }

    /// Lists the moves that are followed, with what is known of them. Says whether there are any: an attacker may
    /// have no threat, and a defender nothing to answer.
    fn expand(
        &mut self,
        pos: &mut G::Position,
        attacks: bool,
        kids: &mut Vec<Kid<G::Move>>,
    ) -> bool {
        kids.clear();
        self.moves.clear();
        if attacks {
            self.eval.threats(self.game, pos, self.state, self.moves);
        } else if !self.list_answers(pos) {
            return false;
        }
        for &mv in self.moves.iter() {
            let undo = self.game.play(pos, mv);
            let (key, found) = match self.game.turn(pos) {
                Turn::Over(Outcome::Win { winner, .. }) if winner == self.attacker => {
                    (0, Found::won(0))
                }
                Turn::Over(_) => (0, Found::LOST),
                _ => {
                    let key = self.game.key(pos) ^ self.salt;
                    (key, self.table.probe(key).map_or(Found::OPEN, Found::unpacked))
                }
            };
            self.game.undo(pos, mv, undo);
            kids.push(Kid { mv, key, found });
        }
        !kids.is_empty()
    }

    /// The moves of the defender that can matter; says whether something was threatened at all.
    fn list_answers(&mut self, pos: &G::Position) -> bool {
        let Look { game, eval, state, moves, .. } = self;
        let omitted = match eval.propose(game, pos, state, moves) {
            Some(omitted) if !moves.is_empty() => omitted,
            _ => {
                moves.clear();
                moves.extend(game.moves(pos));
                eval.select(game, pos, state, moves)
            }
        };
        omitted == Omitted::Irrelevant
    }

    /// Follows the most promising kid until the limit is reached. The limit is turned: the player who is to move
    /// wants to prove.
    fn settle(
        &mut self,
        pos: &mut G::Position,
        kids: &mut [Kid<G::Move>],
        ply: usize,
        limit: Numbers,
        attacks: bool,
    ) -> Found {
        loop {
            let Sum { found, numbers, best, second } = Sum::of(kids, attacks);
            if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                return found;
            }
            let kid = kids[best];
            let own = kid.found.numbers.turned(!attacks);
            // 1 + ε with ε = 1/4 (Pawlewicz and Lew 2007).
            let patient = second.saturating_add(second / 4 + 1);
            let below = Numbers {
                proof: limit.proof.min(patient),
                disproof: (limit.disproof - numbers.disproof + own.disproof).min(INFINITE),
            };
            let undo = self.play(pos, kid.mv);
            let found = self.search(pos, kid.key, ply + 1, below.turned(!attacks));
            self.undo(pos, kid.mv, undo);
            kids[best].found = found;
            if self.is_stopped() {
                return Sum::of(kids, attacks).found;
            }
            // The search may have settled others on its way.
            for kid in kids.iter_mut().filter(|kid| !kid.found.numbers.is_settled()) {
                let known = self.table.probe(kid.key).map(Found::unpacked);
                if let Some(found) = known.filter(|found| found.numbers.is_settled()) {
                    kid.found = found;
                }
            }
        }
    }

    /// The move at the root of a win: the attacker takes the shortest way that is known, the defender the longest.
    fn best(&self, pos: &G::Position) -> Option<G::Move> {
        let won = self.plies[0].iter().filter(|kid| kid.found.numbers.proof == 0);
        let best = match self.attacks(pos) {
            true => won.min_by_key(|kid| kid.found.plies),
            false => won.max_by_key(|kid| kid.found.plies),
        };
        best.map(|kid| kid.mv)
    }

    /// How a win that was found at the root goes on.
    fn line(&mut self, pos: &mut G::Position) -> Vec<G::Move> {
        // What the table has lost is searched once more, and the moves of wins that the evaluation has found
        // without telling them.
        self.most = self.most.saturating_add(LINE);
        let mut line: Vec<G::Move> = Vec::new();
        let mut undos = Vec::new();
        while let Turn::Player(_) = self.game.turn(pos) {
            if !line.is_empty() && self.at_root(pos).numbers.proof != 0 {
                break;
            }
            let Some(mv) = self.best(pos) else { break };
            undos.push(self.play(pos, mv));
            line.push(mv);
        }
        for (&mv, undo) in line.iter().zip(undos).rev() {
            self.undo(pos, mv, undo);
        }
        line
    }
}

/// What the moves of a position say together.
struct Sum {
    found: Found,
    /// Turned.
    numbers: Numbers,
    best: usize,
    /// The proof number of the second best.
    second: u32,
}

impl Sum {
    fn of<M>(kids: &[Kid<M>], attacks: bool) -> Sum {
        let (mut best, mut least, mut second) = (0, (INFINITE, INFINITE), INFINITE);
        let mut disproof: u32 = 0;
        let (mut soonest, mut latest) = (u32::MAX, 0);
        for (i, kid) in kids.iter().enumerate() {
            let own = kid.found.numbers.turned(!attacks);
            disproof = disproof.saturating_add(own.disproof).min(MOST);
            if kid.found.numbers.proof == 0 {
                soonest = soonest.min(kid.found.plies);
                latest = latest.max(kid.found.plies);
            }
            let rank = (own.proof, own.disproof);
            if i == 0 || rank < least {
                (best, least, second) = (i, rank, if i == 0 { INFINITE } else { least.0 });
            } else {
                second = second.min(own.proof);
            }
        }
        let numbers = match least.0 {
            0 => Numbers::PROVED,
            INFINITE => Numbers::DISPROVED,
            proof => Numbers { proof, disproof },
        };
        let own = numbers.turned(!attacks);
        let plies = match own.proof {
            0 if attacks => soonest + 1,
            0 => latest + 1,
            _ => 0,
        };
        Sum { found: Found { numbers: own, plies }, numbers, best, second }
    }
}
