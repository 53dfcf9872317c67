use henge_core::{Game, Outcome, Turn, mix64};

use super::Question;
use super::proof_table::{INFINITE, MOST, Numbers, ProofTable};
use crate::Report;
use crate::clock::Clock;

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
}

impl<G: Game> Default for Buffers<G> {
    fn default() -> Self {
        Buffers { plies: Vec::new(), path: Vec::new(), path_sum: 0 }
    }
}

impl<G: Game> Buffers<G> {
    /// Back to the root.
    pub fn reset(&mut self) {
        self.path.clear();
        self.path_sum = 0;
    }
}

/// Why the search ends without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    None,
    /// A line is longer than the limit of plies.
    TooDeep,
    /// To come back is good for one player here and for the other there; see `Tree::repeated`.
    Mixed,
}

/// The tree of one question.
pub(super) struct Tree<'a, 'b, G: Game> {
    pub game: &'a G,
    pub table: &'a mut ProofTable,
    pub buffers: &'a mut Buffers<G>,
    pub clock: &'a mut Clock<'b>,
    pub question: Question,
    /// Scatters the keys of one question, so that others do not read its answers.
    pub salt: u64,
    pub most_plies: usize,
    /// What a repetition means for the question, once one was met.
    pub comes_back: Option<bool>,
    pub trouble: Trouble,
    pub most_points: u8,
    /// Told now and then by the root; the number of nodes at which to tell again.
    pub progress: &'a mut dyn FnMut(&Report<G::Move>),
    pub next_report: u64,
}

impl<G: Game> Tree<'_, '_, G> {
    /// Does this end answer the question with yes?
    fn holds(&mut self, outcome: Outcome) -> bool {
        let points = outcome.points_for(self.question.player);
        self.most_points = self.most_points.max(points.unsigned_abs() as u8);
        points >= self.question.at_least
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
        if *self.comes_back.get_or_insert(holds) != holds {
            self.trouble = Trouble::Mixed;
        }
        holds
    }

    pub fn is_stopped(&self) -> bool {
        self.clock.is_stopped() || self.trouble != Trouble::None
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
        for mv in self.game.moves(pos) {
            let undo = self.game.play(pos, mv);
            let mut kid = Kid { mv, key: 0, numbers: Numbers::PROVED, tied: FREE };
            match self.game.turn(pos) {
                Turn::Over(outcome) => kid.numbers = Numbers::settled(self.holds(outcome)),
                turn => {
                    kid.key = self.game.key(pos) ^ self.salt;
                    let attacks = turn == Turn::Player(self.question.player);
                    self.look_up(pos, attacks, &mut kid);
                }
            }
            self.game.undo(pos, mv, undo);
            kids.push(kid);
        }
    }

    fn look_up(&mut self, pos: &G::Position, attacks: bool, kid: &mut Kid<G::Move>) {
        if G::CYCLES
            && let Some(place) = self.buffers.path.iter().position(|&key| key == kid.key)
        {
            kid.numbers = Numbers::settled(self.repeated(pos));
            kid.tied = place as u32;
            return;
        }
        let known = self.table.probe(kid.key);
        if G::CYCLES
            && !known.is_some_and(Numbers::is_settled)
            && let Some(numbers) = self.table.probe(self.path_key(kid.key))
        {
            // The same positions led here, if in another order: it may be tied to any of them.
            (kid.numbers, kid.tied) = (numbers, 0);
            return;
        }
        if let Some(numbers) = known {
            kid.numbers = numbers;
            return;
        }
        // As many ways out as there are moves: the more the player has, the harder he is to beat.
        let n = (self.game.moves(pos).count() as u32).max(1);
        kid.numbers = Numbers { proof: 1, disproof: n }.turned(!attacks);
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
            self.trouble = Trouble::TooDeep;
        }
        if self.is_stopped() {
            return (Numbers { proof: 1, disproof: 1 }, FREE);
        }
        self.clock.tick();
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
            let kid = kids[sum.best];
            let own = kid.numbers.turned(turn);
            // 1 + ε with ε = 1/4: to come back for a little less would cost more than to stay
            // (Pawlewicz and Lew 2007).
            let patient = sum.second.saturating_add(sum.second / 4 + 1);
            let below = Numbers {
                proof: limit.proof.min(patient),
                disproof: (limit.disproof - numbers.disproof + own.disproof).min(INFINITE),
            };
            let undo = self.game.play(pos, kid.mv);
            let (found, tied) = self.search(pos, kid.key, ply + 1, below.turned(turn));
            self.game.undo(pos, kid.mv, undo);
            if self.is_stopped() {
                return (Numbers { proof: 1, disproof: 1 }, FREE);
            }
            let kid = &mut kids[sum.best];
            (kid.numbers, kid.tied) = (found, tied);
            // The search may have settled others on its way.
            for kid in kids.iter_mut().filter(|kid| !kid.numbers.is_settled()) {
                if let Some(numbers) = self.table.probe(kid.key).filter(|n| n.is_settled()) {
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
