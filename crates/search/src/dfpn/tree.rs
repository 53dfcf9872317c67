use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use henge_core::{Eval, Game, Omitted, Outcome, ScoreKind, Turn, mix64};

use super::Question;
use super::proof_table::{INFINITE, MOST, Numbers, ProofTable};
use crate::Report;
use crate::clock::Clock;
use crate::team::Team;

/// So much harder to prove seems a move that an evaluation does not think worth pursuing.
const UNPROMISING: u32 = 8;

/// A result that depends on nothing but the position.
pub(super) const FREE: u32 = u32::MAX;

/// A move and what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kid<M> {
    pub mv: M,
    pub key: u64,
    pub numbers: Numbers,
    /// For a settled position: the earliest place of the path that the result depends on because
    /// a position came back, or `FREE`.
    pub tied: u32,
}

/// What is kept from one call to the next, so that the tree allocates nothing once it has been as
/// deep before.
pub(super) struct Buffers<G: Game> {
    pub plies: Vec<Vec<Kid<G::Move>>>,
    /// The keys of the positions from the root to here; used only in games with cycles.
    path: Vec<u64>,
    /// The same as one number that does not depend on their order.
    path_sum: u64,
    /// The moves of a position while they are listed.
    moves: Vec<G::Move>,
    /// As the rules list them.
    listed: Vec<G::Move>,
}

impl<G: Game> Default for Buffers<G> {
    fn default() -> Self {
        Buffers {
            plies: Vec::new(),
            path: Vec::new(),
            path_sum: 0,
            moves: Vec::new(),
            listed: Vec::new(),
        }
    }
}

impl<G: Game> Buffers<G> {
    /// What the last question has found out about its root is of no use for the next one.
    pub fn forget_root(&mut self) {
        if let Some(root) = self.plies.first_mut() {
            root.clear();
        }
    }

    /// Back to the root.
    pub fn reset(&mut self) {
        self.path.clear();
        self.path_sum = 0;
    }
}

/// What the threads that are at one question tell each other.
pub(super) struct Common<'a> {
    /// What they are searching, if there are several.
    team: Option<&'a Team>,
    /// What a repetition means for the question, once one was met.
    comes_back: AtomicU8,
    /// The answer, once it is known.
    answer: AtomicU8,
    /// The most points that an end of the game has brought.
    most_points: AtomicU8,
}

/// Nothing is known yet; 0 is no and 1 is yes.
const OPEN: u8 = 2;
/// It means one thing here and another there.
const MIXED: u8 = 3;

impl<'a> Common<'a> {
    pub fn new(team: Option<&'a Team>, most_points: u8) -> Common<'a> {
        let [comes_back, answer] = [OPEN; 2].map(AtomicU8::new);
        Common { team, comes_back, answer, most_points: AtomicU8::new(most_points) }
    }

    /// The question is answered.
    pub fn settle(&self, holds: bool) {
        self.answer.store(u8::from(holds), Relaxed);
    }

    pub fn answer(&self) -> Option<bool> {
        Some(self.answer.load(Relaxed)).filter(|&answer| answer != OPEN).map(|answer| answer == 1)
    }

    pub fn most_points(&self) -> u8 {
        self.most_points.load(Relaxed)
    }
}

/// The tree of one question.
pub(super) struct Tree<'a, 'b, G: Game, E: Eval<G>> {
    pub game: &'a G,
    pub eval: &'a E,
    /// What the evaluation keeps beside the position.
    pub state: E::State,
    pub table: &'a ProofTable,
    pub buffers: &'a mut Buffers<G>,
    pub common: &'a Common<'a>,
    pub clock: &'a mut Clock<'b>,
    pub question: Question,
    /// Scatters the keys of one question, so that others do not read its answers.
    pub salt: u64,
    pub most_plies: usize,
    /// A line is longer than the limit of plies.
    pub is_deep: bool,
    /// Told now and then by the root; the number of nodes at which to tell again.
    pub progress: &'a mut dyn FnMut(&Report<G::Move>),
    pub next_report: u64,
}

impl<G: Game, E: Eval<G>> Tree<'_, '_, G, E> {
    /// Plays a move, for the position and for what the evaluation keeps beside it.
    #[inline]
    pub fn play(&mut self, pos: &mut G::Position, mv: G::Move) -> G::Undo {
        let undo = self.game.play(pos, mv);
        self.eval.push(self.game, pos, mv, &mut self.state);
        undo
    }

    /// Takes it back.
    #[inline]
    fn undo(&mut self, pos: &mut G::Position, mv: G::Move, undo: G::Undo) {
        self.game.undo(pos, mv, undo);
        self.eval.pop(self.game, pos, mv, &mut self.state);
    }

    /// Does this end answer the question with yes?
    fn holds(&self, outcome: Outcome) -> bool {
        let points = outcome.points_for(self.question.player);
        let size = points.unsigned_abs() as u8;
        if size > self.common.most_points() {
            self.common.most_points.fetch_max(size, Relaxed);
        }
        points >= self.question.at_least
    }

    /// The answer, where the evaluation finds out by a search of its own who wins.
    fn forced(&mut self, pos: &G::Position) -> Option<bool> {
        let Turn::Player(player) = self.game.turn(pos) else { return None };
        if G::CYCLES || G::MOST_POINTS > 1 {
            return None;
        }
        let (score, kind) = self.eval.forced(self.game, pos, &mut self.state, player)?;
        let (points, _) = score.decided().filter(|&(points, _)| match kind {
            ScoreKind::Estimate => false,
            ScoreKind::AtLeast => points > 0,
            ScoreKind::AtMost => points < 0,
            ScoreKind::Proved | ScoreKind::Table => true,
        })?;
        let points = if player == self.question.player { points } else { -points };
        Some(points >= self.question.at_least)
    }

    /// What the question gets from a position that came back: the outcome the rules give sooner or
    /// later, or a draw, for nobody makes progress.
    ///
    /// A closed circle is a result for every position in it only if all repetitions mean the same.
    /// Where they do not, the search gives up rather than say something wrong.
    fn repeated(&mut self, pos: &G::Position) -> bool {
        let outcome = (2..=4).find_map(|times| self.game.repeated(pos, times));
        let holds = outcome.unwrap_or(Outcome::Draw).points_for(self.question.player)
            >= self.question.at_least;
        let mine = u8::from(holds);
        let before = self.common.comes_back.compare_exchange(OPEN, mine, Relaxed, Relaxed);
        if before.is_err_and(|before| before != mine) {
            self.common.comes_back.store(MIXED, Relaxed);
        }
        holds
    }

    /// Must the search end without an answer of its own?
    pub fn is_stopped_itself(&self) -> bool {
        let mixed = G::CYCLES && self.common.comes_back.load(Relaxed) == MIXED;
        self.clock.is_stopped() || self.is_deep || mixed
    }

    /// Must it end, or has somebody else found the answer?
    fn is_stopped(&self) -> bool {
        self.is_stopped_itself() || self.common.team.is_some() && self.common.answer().is_some()
    }

    /// The key of a position with the path that leads to it.
    fn path_key(&self, key: u64) -> u64 {
        mix64(mix64(key) ^ self.buffers.path_sum.rotate_left(32))
    }

    /// The position with this key is now the end of the path.
    pub fn enter(&mut self, key: u64) {
        if G::CYCLES {
            self.buffers.path.push(key);
            self.buffers.path_sum ^= mix64(key);
        }
    }

    /// Goes back to the position before.
    pub fn leave(&mut self) {
        if let Some(key) = self.buffers.path.pop() {
            self.buffers.path_sum ^= mix64(key);
        }
    }

    /// Lists the moves of `pos`, which stands at the end of the path, with what is known of them.
    pub fn expand(&mut self, pos: &mut G::Position, kids: &mut Vec<Kid<G::Move>>) {
        kids.clear();
        let turn = self.game.turn(pos) != Turn::Player(self.question.player);
        let mut moves = std::mem::take(&mut self.buffers.moves);
        let n_promising = self.select(pos, &mut moves);
        if n_promising < moves.len() {
            // What is left out seems hopeless, and may be what saves the game.
            let (promising, rest) = moves.split_at_mut(n_promising);
            let others = self.buffers.listed.iter().filter(|mv| !promising.contains(mv));
            rest.iter_mut().zip(others).for_each(|(place, &mv)| *place = mv);
        }
        for (i, &mv) in moves.iter().enumerate() {
            // What the evaluation keeps follows only where the search goes.
            let undo = self.game.play(pos, mv);
            let mut kid = Kid { mv, key: 0, numbers: Numbers::PROVED, tied: FREE };
            match self.game.turn(pos) {
                Turn::Over(outcome) => kid.numbers = Numbers::settled(self.holds(outcome)),
                below => {
                    kid.key = self.game.key(pos) ^ self.salt;
                    let attacks = below == Turn::Player(self.question.player);
                    if !self.look_up(pos, attacks, &mut kid) && i >= n_promising {
                        let mut own = kid.numbers.turned(turn);
                        own.proof += UNPROMISING;
                        kid.numbers = own.turned(turn);
                    }
                }
            }
            self.game.undo(pos, mv, undo);
            kids.push(kid);
        }
        self.buffers.moves = moves;
    }

    /// The moves that can matter, with room for those that do not seem promising at the end. Returns how many
    /// do.
    fn select(&mut self, pos: &G::Position, moves: &mut Vec<G::Move>) -> usize {
        moves.clear();
        moves.extend(self.game.moves(pos));
        let n = moves.len();
        if n < 2 || !self.eval.arranges() {
            return n;
        }
        self.buffers.listed.clone_from(moves);
        let omitted = self.eval.select(self.game, pos, &mut self.state, moves);
        if moves.is_empty() {
            moves.clone_from(&self.buffers.listed);
            return n;
        }
        let n_promising = moves.len();
        // In games with cycles no word is final: a position may be worth one thing here and another there.
        // Where points count, who puts off a loss might lose fewer of them.
        let is_sure = match omitted {
            Omitted::Irrelevant => true,
            Omitted::Beaten => G::MOST_POINTS == 1,
            Omitted::Unpromising => false,
        };
        if !is_sure || G::CYCLES {
            moves.resize(n, moves[0]);
        }
        n_promising
    }

    /// Finds out what is known of the position after a move. If nothing is, it guesses and says so.
    fn look_up(&mut self, pos: &G::Position, attacks: bool, kid: &mut Kid<G::Move>) -> bool {
        if G::CYCLES
            && let Some(place) = self.buffers.path.iter().position(|&key| key == kid.key)
        {
            kid.numbers = Numbers::settled(self.repeated(pos));
            kid.tied = place as u32;
            return true;
        }
        let known = self.table.probe(kid.key);
        if G::CYCLES
            && !known.is_some_and(Numbers::is_settled)
            && let Some(numbers) = self.table.probe(self.path_key(kid.key))
        {
            // The same positions led here, if in another order: it may be tied to any of them.
            (kid.numbers, kid.tied) = (numbers, 0);
            return true;
        }
        if let Some(numbers) = known {
            kid.numbers = numbers;
            return true;
        }
        // As many ways out as there are moves: the more the player has, the harder he is to beat.
        let n = (self.game.moves(pos).count() as u32).max(1);
        kid.numbers = Numbers { proof: 1, disproof: n }.turned(!attacks);
        false
    }

    /// Searches below `pos` until its proof number or its disproof number reaches `limit`, and
    /// returns both, with what a result is tied to (Nagai 2002).
    pub fn search(
        &mut self,
        pos: &mut G::Position,
        key: u64,
        ply: usize,
        limit: Numbers,
    ) -> (Numbers, u32) {
        let before = self.clock.nodes();
        if ply >= self.most_plies {
            self.is_deep = true;
        }
        if self.is_stopped() {
            return (Numbers { proof: 1, disproof: 1 }, FREE);
        }
        self.clock.tick();
        if E::FORCES
            && ply > 0
            && let Some(holds) = self.forced(pos)
        {
            let numbers = Numbers::settled(holds);
            self.table.store(key, numbers, 1);
            return (numbers, FREE);
        }
        if self.buffers.plies.len() <= ply {
            self.buffers.plies.resize_with(2 * ply + 2, || Vec::with_capacity(32));
        }
        self.enter(key);
        // Taken out for the time being; an empty list costs nothing.
        let mut kids = std::mem::take(&mut self.buffers.plies[ply]);
        // Below, the numbers are turned so that the player to move wants to prove.
        let turn = self.game.turn(pos) != Turn::Player(self.question.player);
        self.expand(pos, &mut kids);
        let (numbers, tied) = self.settle(pos, &mut kids, ply, limit.turned(turn), turn);
        self.buffers.plies[ply] = kids;
        self.leave();
        let numbers = numbers.turned(turn);
        if self.is_stopped() {
            return (numbers, tied);
        }
        let nodes = self.clock.nodes() - before;
        if numbers.is_settled() && tied < ply as u32 {
            // It holds for this path only, and is remembered with the path.
            self.table.store(self.path_key(key), numbers, nodes);
            return (numbers, tied);
        }
        // What is tied to this position and those below it stands on its own: from every one of
        // them the winner can go on in the circle, or leave it for what was settled before.
        self.table.store(key, numbers, nodes);
        (numbers, FREE)
    }

    /// Follows the most promising kid until the limit is reached. All numbers are turned.
    fn settle(
        &mut self,
        pos: &mut G::Position,
        kids: &mut [Kid<G::Move>],
        ply: usize,
        limit: Numbers,
        turn: bool,
    ) -> (Numbers, u32) {
        loop {
            let sum = Sum::of(kids, turn);
            let numbers = sum.numbers;
            if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                return (numbers, sum.tied);
            }
            if ply == 0 {
                self.report(kids, turn);
            }
            let team = self.common.team;
            let (best, second) = match team {
                Some(team) => least_busy(kids, turn, team),
                None => (sum.best, sum.second),
            };
            let kid = kids[best];
            let own = kid.numbers.turned(turn);
            // 1 + ε with ε = 1/4: to come back for a little less would cost more than to stay
            // (Pawlewicz and Lew 2007).
            let patient = second.saturating_add(second / 4 + 1);
            let below = Numbers {
                // Who keeps out of the way of others may be at a move that is beyond the limit.
                proof: limit.proof.min(patient).max(own.proof + 1),
                disproof: (limit.disproof - numbers.disproof + own.disproof).min(INFINITE),
            };
            let undo = self.play(pos, kid.mv);
            if let Some(team) = team {
                team.enter(kid.key);
            }
            let (found, tied) = self.search(pos, kid.key, ply + 1, below.turned(turn));
            if let Some(team) = team {
                team.leave(kid.key);
            }
            self.undo(pos, kid.mv, undo);
            if self.is_stopped() {
                return (Numbers { proof: 1, disproof: 1 }, FREE);
            }
            let kid = &mut kids[best];
            (kid.numbers, kid.tied) = (found, tied);
            // The search may have settled others on its way, and other threads go theirs.
            for kid in kids.iter_mut().filter(|kid| !kid.numbers.is_settled()) {
                let known = self.table.probe(kid.key);
                if let Some(numbers) = known.filter(|n| team.is_some() || n.is_settled()) {
                    (kid.numbers, kid.tied) = (numbers, FREE);
                }
            }
        }
    }

    /// Tells what looks best now, seldom enough to cost nothing.
    fn report(&mut self, kids: &[Kid<G::Move>], turn: bool) {
        let nodes = self.clock.nodes();
        if nodes < self.next_report {
            return;
        }
        self.next_report = nodes + (nodes / 4).max(1 << 16);
        let best = Sum::of(kids, turn).best;
        let report = super::report(&[kids[best].mv], self.clock, self.table);
        (self.progress)(&report);
    }
}

/// The kid to follow where others search too, and the proof number of the second best: a kid that somebody is
/// at counts as half as hard again.
fn least_busy<M>(kids: &[Kid<M>], turn: bool, team: &Team) -> (usize, u32) {
    let (mut best, mut least, mut second) = (0, (u32::MAX, 0), u32::MAX);
    for (i, kid) in kids.iter().enumerate().filter(|(_, kid)| !kid.numbers.is_settled()) {
        let own = kid.numbers.turned(turn);
        let mut proof = own.proof;
        // Whether somebody is at it matters only if it is in the running.
        if proof < second && team.has(kid.key) {
            proof += proof / 2 + 1;
        }
        let rank = (proof, own.disproof);
        if rank < least {
            (best, least, second) = (i, rank, least.0);
        } else {
            second = second.min(proof);
        }
    }
    (best, second.min(INFINITE))
}

/// What the kids make of their parent. The player to move needs one of them.
pub(super) struct Sum {
    pub numbers: Numbers,
    pub best: usize,
    /// The proof number of the second best.
    second: u32,
    tied: u32,
}

impl Sum {
    pub fn of<M>(kids: &[Kid<M>], turn: bool) -> Sum {
        let (mut best, mut least, mut second) = (0, (INFINITE, INFINITE), INFINITE);
        let mut disproof: u32 = 0;
        let (mut tied_by_one, mut tied_by_all) = (0, FREE);
        for (i, kid) in kids.iter().enumerate() {
            let own = kid.numbers.turned(turn);
            disproof = disproof.saturating_add(own.disproof).min(MOST);
            if own.proof == 0 {
                // Of several proofs the one that depends on the least.
                tied_by_one = tied_by_one.max(kid.tied);
            }
            tied_by_all = tied_by_all.min(kid.tied);
            let rank = (own.proof, own.disproof);
            if i == 0 || rank < least {
                (best, least, second) = (i, rank, if i == 0 { INFINITE } else { least.0 });
            } else {
                second = second.min(own.proof);
            }
        }
        match least.0 {
            0 => Sum { numbers: Numbers::PROVED, best, second, tied: tied_by_one },
            INFINITE => Sum { numbers: Numbers::DISPROVED, best, second, tied: tied_by_all },
            proof => Sum { numbers: Numbers { proof, disproof }, best, second, tied: FREE },
        }
    }
}
