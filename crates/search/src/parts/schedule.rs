use std::collections::{BTreeMap, HashMap, VecDeque};

use henge_core::{Game, Player, Turn};

use super::run::FIRST_TRY;
use super::{Part, Parts};

/// Hands the parts of a proof to others, this many at once. What comes next follows from the results in the order
/// in which their parts were handed out, and not from who was faster: where every part is solved by a fresh
/// solver, the proof is the same to the byte whoever has solved its parts.
pub struct Schedule<G: Game> {
    parts: Parts<G>,
    /// How many parts are handed out at once.
    at_once: usize,
    /// Parts that wait for somebody to solve them.
    ready: VecDeque<u64>,
    /// All parts whose results do not count yet.
    out: HashMap<u64, Part<G::Position>>,
    /// Results that came before those of earlier parts: points to the player to move, and nodes.
    early: BTreeMap<u64, (Option<i32>, u64)>,
    /// The number of the next part to be handed out.
    next: u64,
    /// The number of the part whose result counts next.
    due: u64,
}

impl<G: Game> Schedule<G> {
    /// Goes on with a proof; at least one part is handed out at once.
    pub fn new(parts: Parts<G>, at_once: usize) -> Schedule<G> {
        let (ready, out, early) = Default::default();
        let at_once = at_once.max(1);
        let mut schedule = Schedule { parts, at_once, ready, out, early, next: 0, due: 0 };
        schedule.fill();
        schedule
    }

    /// Takes as many parts as may be out at once.
    fn fill(&mut self) {
        while self.out.len() < self.at_once && !self.parts.is_done() {
            let Some(part) = self.parts.take() else { break };
            self.ready.push_back(self.next);
            self.out.insert(self.next, part);
            self.next += 1;
        }
    }

    /// A part to solve: its number, and the nodes that it may take. Nothing while others have to be solved first,
    /// and when it is over.
    #[expect(
        clippy::should_implement_trait,
        reason = "it may have more to give after it had nothing"
    )]
    pub fn next(&mut self) -> Option<(u64, Part<G::Position>, u64)> {
        let number = self.ready.pop_front().filter(|_| !self.parts.is_done())?;
        let part = self.out[&number].clone();
        let nodes = part.spent.max(FIRST_TRY);
        Some((number, part, nodes))
    }

    /// A part was solved, or given up after this many nodes; the points are those of its player to move.
    pub fn found(&mut self, game: &G, number: u64, points: Option<i32>, nodes: u64) {
        if !self.out.contains_key(&number) {
            return;
        }
        self.early.insert(number, (points, nodes));
        while !self.parts.is_done()
            && let Some((points, nodes)) = self.early.remove(&self.due)
        {
            let part = self.out.remove(&self.due).expect("it was just looked for");
            let sign = match game.turn(&part.pos) {
                Turn::Player(Player::First) => 1,
                _ => -1,
            };
            self.parts.give_back(&part, points.map(|points| sign * points), nodes.max(1));
            self.due += 1;
            // After every single result, so that it does not matter which came together.
            self.fill();
        }
    }

    /// Whether there is nothing left to find out.
    pub fn is_over(&self) -> bool {
        self.parts.is_done() || self.out.is_empty()
    }

    /// The proof, to be put down.
    pub fn into_parts(mut self) -> Parts<G> {
        self.parts.nodes.iter_mut().for_each(|node| node.busy = false);
        self.parts
    }

    /// The proof so far.
    pub fn parts(&self) -> &Parts<G> {
        &self.parts
    }
}
