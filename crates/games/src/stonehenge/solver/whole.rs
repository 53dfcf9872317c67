//! A long proof in pieces that can be put down and taken up again.
//!
//! The positions a few plies below the root are solved one by one; what is proved about them is
//! carried up to the root. Which one comes next follows from the results so far, so that a proof
//! that was written down and read back goes on as if it had never stopped. Reading and writing of
//! files is for the caller.

use std::collections::HashMap;

use henge_core::{Eval, Game, Halt, Notation, Player, mix64};
use thiserror::Error;

use super::{Solved, Solver};
use crate::stonehenge::eval::Lines;
use crate::stonehenge::rules::{Move, Position, Stonehenge};

/// A proof in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Whole {
    root: Position,
    depth: u8,
    /// The root first; children come after their parents.
    nodes: Vec<Node>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Node {
    pos: Position,
    /// The most promising first; none where a position is to be solved, or the game is over.
    children: Vec<(Move, u32)>,
    winner: Option<Player>,
    /// What solving it has taken so far, successful or not.
    spent: u64,
}

/// One position of the proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its number in the proof.
    pub index: usize,
    /// What is to be solved.
    pub pos: Position,
}

/// How far a proof has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// Different positions to solve, if none could be left out.
    pub parts: usize,
    /// Those solved.
    pub solved: usize,
    /// What all of it has taken so far.
    pub nodes: u64,
}

/// Why bytes are not a proof in progress.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum WholeError {
    /// They begin with something else.
    #[error("these bytes are no proof of Stonehenge in progress")]
    Foreign,
    /// Some are missing, or changed.
    #[error("the proof is damaged: its checksum does not fit")]
    Damaged,
    /// They were written by a version with another order of positions.
    #[error("the proof was written by another version of the solver")]
    Version,
    /// What they say cannot be.
    #[error("the proof is damaged: {0}")]
    Nonsense(String),
}

const MAGIC: &[u8; 8] = b"stoneprf";
/// More plies would make more parts than is sensible.
const MOST_DEPTH: u8 = 3;

impl Whole {
    /// The proof of who wins from `root`, by solving the positions `depth` plies below it, at most
    /// three. Mirror images are solved once.
    pub fn new(root: &Position, depth: u8) -> Whole {
        let depth = depth.min(MOST_DEPTH);
        let mut whole = Whole { root: *root, depth, nodes: Vec::new() };
        whole.add(*root);
        let mut level = 0..1;
        for _ in 0..depth {
            let end = whole.nodes.len();
            let mut known = HashMap::new();
            for parent in level {
                whole.expand(parent, &mut known);
            }
            level = end..whole.nodes.len();
        }
        whole
    }

    fn add(&mut self, pos: Position) -> u32 {
        let winner = pos.winner();
        self.nodes.push(Node { pos, children: Vec::new(), winner, spent: 0 });
        self.nodes.len() as u32 - 1
    }

    fn expand(&mut self, parent: usize, known: &mut HashMap<u64, u32>) {
        let pos = self.nodes[parent].pos;
        let mover = pos.to_move();
        let mut children: Vec<(Move, u32)> = Vec::new();
        for mv in Stonehenge.moves(&pos) {
            let mut next = pos;
            Stonehenge.play(&mut next, mv);
            let key = Stonehenge.canonical_key(&next);
            let child = *known.entry(key).or_insert_with(|| self.add(next));
            if children.iter().all(|&(_, other)| other != child) {
                children.push((mv, child));
            }
        }
        let value = |child: u32| {
            let node = &self.nodes[child as usize];
            match node.winner {
                Some(winner) => {
                    if winner == mover {
                        i32::MAX
                    } else {
                        i32::MIN
                    }
                }
                None => Lines.eval(&Stonehenge, &node.pos, mover).0,
            }
        };
        // A stable sort, so that the order is the same wherever it is made.
        children.sort_by_cached_key(|&(_, child)| std::cmp::Reverse(value(child)));
        self.nodes[parent].children = children;
        self.settle(parent);
    }

    /// Carries results of children up to a node.
    fn settle(&mut self, index: usize) {
        let node = &self.nodes[index];
        let mover = node.pos.to_move();
        let result = |&(_, child): &(Move, u32)| self.nodes[child as usize].winner;
        let winner = if node.children.iter().any(|child| result(child) == Some(mover)) {
            Some(mover)
        } else if node.children.iter().all(|child| result(child) == Some(!mover)) {
            Some(!mover)
        } else {
            None
        };
        if !self.nodes[index].children.is_empty() {
            self.nodes[index].winner = winner;
        }
    }

    fn settle_all(&mut self) {
        (0..self.nodes.len()).rev().for_each(|index| self.settle(index));
    }

    /// Who wins from the root, once that is proved.
    pub fn winner(&self) -> Option<Player> {
        self.nodes[0].winner
    }

    /// The moves from the root, the most promising first, and who wins after each, if known. Of
    /// mirror images one stands for all.
    pub fn moves(&self) -> impl Iterator<Item = (Move, Option<Player>)> {
        let winner = |child: u32| self.nodes[child as usize].winner;
        self.nodes[0].children.iter().map(move |&(mv, child)| (mv, winner(child)))
    }

    /// How far the proof has come.
    pub fn extent(&self) -> Extent {
        let mut extent = Extent::default();
        for node in self.parts() {
            extent.parts += 1;
            extent.solved += usize::from(node.winner.is_some());
            extent.nodes += node.spent;
        }
        extent
    }

    fn parts(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|node| node.is_part())
    }

    /// The position to solve next; none when the proof is complete. Among those that can matter it
    /// is the one that has been tried least, and then the most promising for both players.
    pub fn next_part(&self) -> Option<Part> {
        let (_, index) = self.choose(0)?;
        Some(Part { index, pos: self.nodes[index].pos })
    }

    fn choose(&self, index: usize) -> Option<(u32, usize)> {
        let node = &self.nodes[index];
        if node.winner.is_some() {
            return None;
        }
        if node.children.is_empty() {
            // Tries count by their magnitude.
            return Some((64 - node.spent.leading_zeros(), index));
        }
        let children = node.children.iter().filter_map(|&(_, child)| self.choose(child as usize));
        children.min_by_key(|&(tries, _)| tries)
    }

    /// Takes in that solving a part took `nodes` more, and who wins if that was found.
    pub fn record(&mut self, part: &Part, winner: Option<Player>, nodes: u64) {
        let Some(node) = self.nodes.get_mut(part.index).filter(|node| node.is_part()) else {
            return;
        };
        node.spent = node.spent.saturating_add(nodes);
        node.winner = node.winner.or(winner);
        self.settle_all();
    }

    /// Solves the next part, with at most so many nodes. None if the proof is complete, or the part
    /// was not solved.
    pub fn step(
        &mut self,
        solver: &mut Solver,
        stop: &dyn Halt,
        node_limit: u64,
    ) -> Option<Solved> {
        let part = self.next_part()?;
        let solved = solver.solve(&Stonehenge, &part.pos, stop, node_limit);
        let mover = part.pos.to_move();
        let winner = solved.map(|solved| if solved.winner_is_mover { mover } else { !mover });
        self.record(&part, winner, solver.nodes());
        solved
    }

    /// The proof so far, to be written to a file.
    ///
    /// ```text
    /// "stoneprf", depth, length of the root's text, that text, fingerprint of the parts;
    /// for each part: 0, 1 or 2 for who wins, and eight bytes for the nodes; checksum
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let text = Stonehenge.write_position(&self.root);
        let mut bytes = MAGIC.to_vec();
        bytes.extend([self.depth, text.len() as u8]);
        bytes.extend(text.as_bytes());
        bytes.extend(self.fingerprint().to_le_bytes());
        for node in self.parts() {
            bytes.push(node.winner.map_or(0, |winner| 1 + winner.index() as u8));
            bytes.extend(node.spent.to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads what `to_bytes` wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Whole, WholeError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(WholeError::Foreign)?;
        let (body, sum) = rest.split_last_chunk::<8>().ok_or(WholeError::Damaged)?;
        if checksum(&bytes[..bytes.len() - 8]) != u64::from_le_bytes(*sum) {
            return Err(WholeError::Damaged);
        }
        let nonsense = |what: &str| WholeError::Nonsense(what.into());
        let (&[depth, length], body) =
            body.split_first_chunk::<2>().ok_or_else(|| nonsense("it is too short"))?;
        let (text, body) =
            body.split_at_checked(length.into()).ok_or_else(|| nonsense("it is too short"))?;
        let text = std::str::from_utf8(text).map_err(|_| nonsense("its root is no text"))?;
        let root = Stonehenge
            .read_position(text)
            .map_err(|error| WholeError::Nonsense(error.to_string()))?;
        if depth > MOST_DEPTH {
            return Err(nonsense("its parts are too deep"));
        }
        let mut whole = Whole::new(&root, depth);
        let (print, body) =
            body.split_first_chunk::<8>().ok_or_else(|| nonsense("it is too short"))?;
        let n_parts = whole.parts().count();
        if u64::from_le_bytes(*print) != whole.fingerprint() || body.len() != 9 * n_parts {
            return Err(WholeError::Version);
        }
        let parts = whole.nodes.iter_mut().filter(|node| node.is_part());
        for (node, entry) in parts.zip(body.chunks_exact(9)) {
            node.winner = match entry[0] {
                0 => None,
                1 => Some(Player::First),
                2 => Some(Player::Second),
                _ => return Err(nonsense("a part is won by nobody there is")),
            };
            let mut spent = [0; 8];
            spent.copy_from_slice(&entry[1..]);
            node.spent = u64::from_le_bytes(spent);
        }
        whole.settle_all();
        Ok(whole)
    }

    /// Tells whether the parts are the same, in the same order.
    fn fingerprint(&self) -> u64 {
        let keys = self.parts().map(|node| Stonehenge.key(&node.pos));
        keys.fold(0, |sum, key| mix64(sum ^ key))
    }
}

impl Node {
    /// Whether it is one of the positions to solve: with none below it, and not over from the rules.
    fn is_part(&self) -> bool {
        self.children.is_empty() && self.pos.winner().is_none()
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    let word = |chunk: &[u8]| chunk.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| mix64(sum ^ word(chunk)))
}
