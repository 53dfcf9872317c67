//! A long proof in pieces that can be put down and taken up again.
//!
//! The positions a few plies below the root are solved one by one, or several at once; what is
//! proved about them is carried up to the root. Which one comes next follows from the results so
//! far, so that a proof that was written down and read back goes on as if it had never stopped.
//! Reading and writing of files is for the caller.

mod file;
mod run;
mod schedule;

use std::collections::HashMap;

use henge_core::{Game, Player, Score, Turn};

pub use file::PartsError;
pub use schedule::Schedule;

/// A proof in progress, for games without dice in which no position comes back.
pub struct Parts<G: Game> {
    /// The root first; children come after their parents.
    nodes: Vec<Node<G>>,
    /// How many plies the parts lie below the root.
    depth: u8,
    /// Whether the root is done with when its value is known, or when that of every move is.
    goal: Goal,
}

/// What is to be found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// The value of the position.
    #[default]
    Value,
    /// The value of every move.
    EveryMove,
}

struct Node<G: Game> {
    pos: G::Position,
    /// Whose choice it is; none if the game is over.
    mover: Option<Player>,
    /// The most promising first; none where a position is to be solved, or the game is over.
    children: Vec<(G::Move, u32)>,
    /// Those whose value may follow from this one's.
    parents: Vec<u32>,
    /// What it is worth to the first player, once that is proved.
    points: Option<i8>,
    /// What solving it has taken so far, successful or not.
    spent: u64,
    /// Somebody is at work on it.
    busy: bool,
}

impl<G: Game> Node<G> {
    /// Is it one of the positions to solve?
    fn is_part(&self) -> bool {
        self.children.is_empty() && self.mover.is_some()
    }
}

/// One position of the proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part<P> {
    index: usize,
    /// What is to be solved.
    pub pos: P,
    /// What solving it has taken so far, in vain.
    pub spent: u64,
}

/// How far a proof has come.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Extent {
    /// Different positions to solve, if none could be left out.
    pub parts: usize,
    /// Those solved.
    pub solved: usize,
    /// What all of it has taken so far.
    pub nodes: u64,
    /// Different moves at the root.
    pub moves: usize,
    /// Those whose value is known.
    pub moves_known: usize,
    /// How much is done, from 0 to 1, if no move could be left out.
    pub done: f64,
}

/// How large the parts of a proof are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Grain {
    /// Plies are added until there are a thousand parts.
    #[default]
    Usual,
    /// Plies are added until there are four thousand parts: an interruption loses less then.
    Fine,
}

impl Grain {
    /// More plies are added until there are so many parts.
    fn enough(self) -> usize {
        match self {
            Grain::Usual => 1000,
            Grain::Fine => 4000,
        }
    }
}
/// No part lies deeper.
const MOST_DEPTH: u8 = 8;

/// What a position seems to be worth to a player; the order of the moves follows it.
pub type Judgement<'a, G> = &'a dyn Fn(&<G as Game>::Position, Player) -> Score;

impl<G: Game> Parts<G> {
    /// The proof of what `root` is worth, by solving the positions some plies below it. Mirror
    /// images are solved once.
    pub fn new(game: &G, root: &G::Position, judge: Judgement<'_, G>) -> Parts<G> {
        Parts::with(game, root, judge, Grain::Usual)
    }

    /// The same in parts of another size.
    pub fn with(game: &G, root: &G::Position, judge: Judgement<'_, G>, grain: Grain) -> Parts<G> {
        let mut parts = Parts { nodes: Vec::new(), depth: 0, goal: Goal::Value };
        parts.add(game, root.clone());
        let mut level = 0..1;
        while parts.depth < MOST_DEPTH && level.len() < grain.enough() && !level.is_empty() {
            level = parts.grow(game, level, judge);
        }
        parts
    }

    /// Adds the positions a ply below a level, and returns that of the new ones.
    fn grow(
        &mut self,
        game: &G,
        level: std::ops::Range<usize>,
        judge: Judgement<'_, G>,
    ) -> std::ops::Range<usize> {
        debug_assert!(!G::CHANCE && !G::CYCLES, "a position is worth the same by any way");
        let end = self.nodes.len();
        let mut known = HashMap::new();
        for parent in level {
            self.expand(game, parent, &mut known, judge);
        }
        self.depth += 1;
        self.settle_all();
        end..self.nodes.len()
    }

    fn add(&mut self, game: &G, pos: G::Position) -> u32 {
        let (mover, points) = match game.turn(&pos) {
            Turn::Over(outcome) => (None, Some(outcome.points_for(Player::First) as i8)),
            Turn::Player(player) => (Some(player), None),
            Turn::Chance => (None, None),
        };
        let (children, parents, spent, busy) = (Vec::new(), Vec::new(), 0, false);
        self.nodes.push(Node { pos, mover, children, parents, points, spent, busy });
        self.nodes.len() as u32 - 1
    }

    fn expand(
        &mut self,
        game: &G,
        parent: usize,
        known: &mut HashMap<u64, u32>,
        judge: Judgement<'_, G>,
    ) {
        let pos = self.nodes[parent].pos.clone();
        let Some(mover) = self.nodes[parent].mover else { return };
        let mut children: Vec<(G::Move, u32)> = Vec::new();
        for mv in game.moves(&pos) {
            let mut next = pos.clone();
            game.play(&mut next, mv);
            let key = game.canonical_key(&next);
            let child = *known.entry(key).or_insert_with(|| self.add(game, next));
            let parents = &mut self.nodes[child as usize].parents;
            if parents.last() != Some(&(parent as u32)) {
                parents.push(parent as u32);
                children.push((mv, child));
            }
        }
        let value = |child: u32| {
            let node = &self.nodes[child as usize];
            match node.points {
                Some(points) if mover == Player::First => i32::from(points) * (i32::MAX / 256),
                Some(points) => i32::from(-points) * (i32::MAX / 256),
                None => judge(&node.pos, mover).0,
            }
        };
        // A stable sort, so that the order is the same wherever it is made.
        children.sort_by_cached_key(|&(_, child)| std::cmp::Reverse(value(child)));
        self.nodes[parent].children = children;
    }

    /// Carries results of children up to a node. True if its value is known for the first time.
    fn settle(&mut self, index: usize) -> bool {
        let node = &self.nodes[index];
        let Some(mover) = node.mover.filter(|_| !node.children.is_empty()) else { return false };
        if node.points.is_some() {
            return false;
        }
        let sign = if mover == Player::First { 1 } else { -1 };
        let value = |&(_, child): &(G::Move, u32)| self.nodes[child as usize].points;
        let known = node.children.iter().filter_map(value).map(|points| points * sign);
        let best = known.clone().max();
        let all = known.count() == node.children.len();
        // Nothing is better than as much as the game can give.
        let points = best.filter(|&best| all || best >= G::MOST_POINTS as i8);
        self.nodes[index].points = points.map(|points| points * sign);
        points.is_some()
    }

    fn settle_all(&mut self) {
        for index in (0..self.nodes.len()).rev() {
            self.settle(index);
        }
    }

    /// Carries the result of a node up as far as it matters.
    fn settle_above(&mut self, index: usize) {
        for i in 0..self.nodes[index].parents.len() {
            let parent = self.nodes[index].parents[i] as usize;
            if self.settle(parent) {
                self.settle_above(parent);
            }
        }
    }

    /// From now on, work for that.
    pub fn for_goal(self, goal: Goal) -> Parts<G> {
        Parts { goal, ..self }
    }

    /// Whether everything that was asked for is known.
    pub fn is_done(&self) -> bool {
        let known = |&(_, child): &(G::Move, u32)| self.nodes[child as usize].points.is_some();
        match self.goal {
            Goal::Value => self.nodes[0].points.is_some(),
            Goal::EveryMove => self.nodes[0].children.iter().all(known),
        }
    }

    /// What the root is worth to a player, once that is proved.
    pub fn points(&self, player: Player) -> Option<i32> {
        let points = i32::from(self.nodes[0].points?);
        Some(if player == Player::First { points } else { -points })
    }

    /// The moves from the root, the most promising first, and what each is worth to `player`, if
    /// that is proved. Of mirror images one stands for all.
    pub fn moves(&self, player: Player) -> impl Iterator<Item = (G::Move, Option<i32>)> {
        let sign = if player == Player::First { 1 } else { -1 };
        let points = move |child: u32| self.nodes[child as usize].points.map(i32::from);
        self.nodes[0].children.iter().map(move |&(mv, child)| (mv, points(child).map(|p| p * sign)))
    }

    /// What is known of the positions above the parts, and of those parts that settle one of them:
    /// each with its distance from the root and its points to the player to move.
    pub fn known(&self) -> impl Iterator<Item = (&G::Position, u32, i32)> {
        let mut plies = vec![None; self.nodes.len()];
        plies[0] = Some(0);
        for (index, node) in self.nodes.iter().enumerate() {
            let Some(ply) = plies[index] else { continue };
            let settles = |&&(_, child): &&(G::Move, u32)| {
                node.points.is_some() && self.nodes[child as usize].points == node.points
            };
            let part = |&(_, child): &(G::Move, u32)| self.nodes[child as usize].is_part();
            // Of parts one is enough; the others would fill a book with what nobody needs.
            let one = node.children.iter().filter(|child| part(child)).find(settles);
            let above = node.children.iter().filter(|child| !part(child));
            above.chain(one).for_each(|&(_, child)| plies[child as usize] = Some(ply + 1));
        }
        self.nodes.iter().zip(plies).filter_map(|(node, ply)| {
            let sign = if node.mover? == Player::First { 1 } else { -1 };
            Some((&node.pos, ply?, sign * i32::from(node.points?)))
        })
    }

    /// How far the proof has come.
    pub fn extent(&self) -> Extent {
        let mut extent = Extent::default();
        for node in self.parts() {
            extent.parts += 1;
            extent.solved += usize::from(node.points.is_some());
            extent.nodes += node.spent;
        }
        let children = &self.nodes[0].children;
        extent.moves = children.len();
        for &(_, child) in children {
            let node = &self.nodes[child as usize];
            if node.points.is_some() {
                extent.moves_known += 1;
                extent.done += 1.0;
            } else if !node.children.is_empty() {
                let known =
                    node.children.iter().filter(|&&(_, c)| self.nodes[c as usize].points.is_some());
                extent.done += known.count() as f64 / node.children.len() as f64;
            }
        }
        extent.done /= children.len().max(1) as f64;
        extent
    }

    fn parts(&self) -> impl Iterator<Item = &Node<G>> {
        self.nodes.iter().filter(|node| node.is_part())
    }

    /// Takes the position to solve next; none when the proof is complete, or all that can matter are
    /// in work. It is the one that has been tried least, and then the most promising for both
    /// players.
    pub fn take(&mut self) -> Option<Part<G::Position>> {
        let (_, index) = self.choose(0)?;
        let node = &mut self.nodes[index];
        node.busy = true;
        Some(Part { index, pos: node.pos.clone(), spent: node.spent })
    }

    fn choose(&self, index: usize) -> Option<(u32, usize)> {
        let node = &self.nodes[index];
        // The value of the root may be known while that of a move is still asked for.
        let known = node.points.is_some() && (index > 0 || self.goal == Goal::Value);
        if known || node.busy {
            return None;
        }
        if node.children.is_empty() {
            // Tries count by their magnitude.
            return Some((64 - node.spent.leading_zeros(), index));
        }
        let mut best = None;
        for &(_, child) in &node.children {
            let Some(found) = self.choose(child as usize) else { continue };
            // Nothing has been tried less.
            if found.0 == 0 {
                return Some(found);
            }
            if best.is_none_or(|(tries, _)| found.0 < tries) {
                best = Some(found);
            }
        }
        best
    }

    /// Gives a part back: solving it took `nodes` more, and it is worth `points` to the first player
    /// if that was found.
    pub fn give_back(&mut self, part: &Part<G::Position>, points: Option<i32>, nodes: u64) {
        let node = &mut self.nodes[part.index];
        node.busy = false;
        node.spent = node.spent.saturating_add(nodes);
        node.points = node.points.or(points.map(|points| points as i8));
        if node.points.is_some() {
            self.settle_above(part.index);
        }
    }
}
