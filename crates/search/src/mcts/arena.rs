use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::*};

use super::node::{Amaf, BUSY, MOST_CHILDREN, NO_CHILDREN, Node};

/// Where the root is. Index 0 is nobody's, so that it can mean "no children".
pub(super) const ROOT: u32 = 1;
/// Where the children begin.
const BEGIN: u32 = 2;
const BITS: u32 = 13;
/// Nodes in a chunk; the children of any node fit into one.
const CHUNK: u32 = 1 << BITS;
const _: () = assert!(MOST_CHILDREN < CHUNK as usize);
/// A tree has room for this many nodes at least.
const LEAST: u32 = 1024;
/// With several threads, each takes such a part of its share of the tree at once.
const CLAIMS: u32 = 64;

/// All nodes of a tree, with the moves that lead to them.
///
/// Chunks are made when they are first needed and stay for good, so a tree that has once been large
/// grows again without allocating. Threads take nodes from it side by side: a move is written once,
/// before anybody else knows the node.
pub(super) struct Arena<M> {
    chunks: Vec<OnceLock<Chunk<M>>>,
    capacity: u32,
    with_amaf: bool,
    end: End,
}

/// Where an arena grows. It changes while everything else in the arena is only read, so it has a
/// cache line of its own (and the next one, which processors fetch along).
#[repr(align(128))]
struct End {
    /// The first node that is free.
    next: AtomicU32,
    full: AtomicBool,
}

/// Nodes that a thread has taken and not yet used, so that it need not ask for each family.
#[derive(Clone, Copy, Default)]
pub(super) struct Claim {
    next: u32,
    end: u32,
    /// How many nodes are taken at once, unless a family needs more.
    grain: u32,
}

struct Chunk<M> {
    nodes: Box<[Node]>,
    moves: Box<[OnceLock<M>]>,
    /// Empty unless it is asked for.
    amaf: Box<[Amaf]>,
}

impl<M> Chunk<M> {
    fn new(n: u32, with_amaf: bool) -> Chunk<M> {
        Chunk {
            nodes: (0..n).map(|_| Node::default()).collect(),
            moves: (0..n).map(|_| OnceLock::new()).collect(),
            amaf: (0..if with_amaf { n } else { 0 }).map(|_| Amaf::default()).collect(),
        }
    }
}

/// The children of a node.
pub(super) struct Children<'a, M> {
    pub first: u32,
    pub nodes: &'a [Node],
    moves: &'a [OnceLock<M>],
    /// Empty, or as many as `nodes`.
    pub amaf: &'a [Amaf],
}

impl<M: Copy> Children<'_, M> {
    #[inline]
    pub fn mv(&self, i: usize) -> M {
        *self.moves[i].get().expect("moves are written before the children are known")
    }
}

impl<M: Copy> Arena<M> {
    /// Room for as many nodes as fit into `bytes`, but a thousand at least.
    pub fn new(bytes: usize, with_amaf: bool) -> Arena<M> {
        let amaf = if with_amaf { size_of::<Amaf>() } else { 0 };
        let each = size_of::<Node>() + size_of::<OnceLock<M>>() + amaf;
        let capacity = (bytes / each).clamp(LEAST as usize, BUSY as usize - 1) as u32;
        let n_chunks = capacity.div_ceil(CHUNK);
        Arena {
            chunks: (0..n_chunks).map(|_| OnceLock::new()).collect(),
            capacity,
            with_amaf,
            end: End { next: AtomicU32::new(BEGIN), full: AtomicBool::new(false) },
        }
    }

    /// A claim to nothing yet, for one of this many threads. A single thread takes what it needs.
    pub fn claim(&self, threads: usize) -> Claim {
        let share = self.capacity as usize / threads / CLAIMS as usize;
        let grain = if threads > 1 { share.min(CHUNK as usize) as u32 } else { 0 };
        Claim { next: 0, end: 0, grain }
    }

    /// Bytes that have been allocated for nodes.
    pub fn bytes(&self) -> usize {
        let of = |chunk: &Chunk<M>| {
            size_of_val(&*chunk.nodes) + size_of_val(&*chunk.moves) + size_of_val(&*chunk.amaf)
        };
        self.chunks.iter().filter_map(OnceLock::get).map(of).sum()
    }

    /// There was no room for some node's children.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.end.full.load(Relaxed)
    }

    /// How many more times than in an empty tree a node is to be visited before it gets children: a
    /// tree that fills up keeps its room for the nodes that matter.
    #[inline]
    pub fn scarcity(&self) -> u32 {
        match self.used_permille() {
            0..500 => 1,
            500..750 => 8,
            _ => 32,
        }
    }

    #[inline]
    pub fn used_permille(&self) -> u32 {
        (u64::from(self.end.next.load(Relaxed)) * 1000 / u64::from(self.capacity)) as u32
    }

    #[inline]
    fn chunk(&self, index: u32) -> &Chunk<M> {
        let slot = &self.chunks[(index >> BITS) as usize];
        match slot.get() {
            Some(chunk) => chunk,
            None => self.make_chunk(slot, index),
        }
    }

    #[cold]
    fn make_chunk<'a>(&self, slot: &'a OnceLock<Chunk<M>>, index: u32) -> &'a Chunk<M> {
        let n = (self.capacity - (index & !(CHUNK - 1))).min(CHUNK);
        slot.get_or_init(|| Chunk::new(n, self.with_amaf))
    }

    #[inline]
    pub fn node(&self, index: u32) -> &Node {
        &self.chunk(index).nodes[(index & (CHUNK - 1)) as usize]
    }

    #[inline]
    pub fn children(&self, node: &Node) -> Option<Children<'_, M>> {
        let first = node.first.load(Acquire);
        if first == NO_CHILDREN || first == BUSY {
            return None;
        }
        Some(self.block(first, node.n_children()))
    }

    /// `n` nodes side by side.
    #[inline]
    pub fn block(&self, first: u32, n: usize) -> Children<'_, M> {
        let chunk = self.chunk(first);
        let from = (first & (CHUNK - 1)) as usize;
        let amaf = if self.with_amaf { &chunk.amaf[from..from + n] } else { &[] };
        let (nodes, moves) = (&chunk.nodes[from..from + n], &chunk.moves[from..from + n]);
        Children { first, nodes, moves, amaf }
    }

    /// Takes `n` nodes that lie side by side, if there is room.
    pub fn take(&self, n: usize, claim: &mut Claim) -> Option<u32> {
        if n > MOST_CHILDREN {
            return None;
        }
        let n = n as u32;
        let mut first = place(claim.next, n);
        if first + n <= claim.end {
            claim.next = first + n;
            return Some(first);
        }
        let mut end = 0;
        let taken = self.end.next.fetch_update(Relaxed, Relaxed, |next| {
            first = place(next, n);
            end = first.checked_add(n).filter(|&end| end <= self.capacity)?;
            end = end.max(first.saturating_add(claim.grain).min(self.capacity));
            Some(end)
        });
        if taken.is_err() {
            self.end.full.store(true, Relaxed);
            return None;
        }
        (claim.next, claim.end) = (first + n, end);
        Some(first)
    }

    /// Writes the move of a node that was just taken.
    #[inline]
    pub fn set_mv(&self, index: u32, mv: M) {
        let slot = &self.chunk(index).moves[(index & (CHUNK - 1)) as usize];
        let fresh = slot.set(mv).is_ok();
        debug_assert!(fresh, "nodes that are free have no move");
    }

    /// Forgets all nodes; the memory stays.
    pub fn clear(&mut self) {
        self.truncate(BEGIN);
    }

    /// Frees all nodes from `end` on.
    fn truncate(&mut self, end: u32) {
        let next = std::mem::replace(self.end.next.get_mut(), end);
        *self.end.full.get_mut() = false;
        for index in end..next {
            let (i, at) = ((index >> BITS) as usize, (index & (CHUNK - 1)) as usize);
            if let Some(chunk) = self.chunks[i].get_mut() {
                chunk.moves[at].take();
            }
        }
    }

    /// Makes `index` the root and frees everything that is not below it.
    ///
    /// Families move down to fill the gaps, in the order in which they lie, so that no second arena
    /// is needed.
    pub fn keep(&mut self, index: u32) {
        if index == ROOT {
            return;
        }
        // All families below the new root: where they are, and where they will be.
        let mut families: Vec<(u32, u32, u32)> = Vec::new();
        let family = |node: &Node| match node.first.load(Relaxed) {
            NO_CHILDREN | BUSY => None,
            first => Some((first, node.n_children() as u32, 0)),
        };
        families.extend(family(self.node(index)));
        let mut done = 0;
        while done < families.len() {
            let (first, n, _) = families[done];
            for child in self.block(first, n as usize).nodes {
                families.extend(family(child));
            }
            done += 1;
        }
        families.sort_unstable();
        let mut next = BEGIN;
        for (from, n, to) in &mut families {
            *to = place(next, *n);
            debug_assert!(*to <= *from, "families only move down");
            next = *to + *n;
        }

        self.copy(index, ROOT);
        for &(from, n, to) in &families {
            for i in 0..n {
                self.copy(from + i, to + i);
            }
        }
        self.truncate(next);
        // Parents still name the old places of their children.
        let lead = |index: u32| {
            let node = self.node(index);
            let first = node.first.load(Relaxed);
            if first != NO_CHILDREN {
                let found = families.binary_search_by_key(&first, |&(from, ..)| from);
                let to = found.map_or(NO_CHILDREN, |i| families[i].2);
                node.first.store(to, Relaxed);
            }
        };
        lead(ROOT);
        for &(_, n, to) in &families {
            (to..to + n).for_each(lead);
        }
    }

    /// Copies a node with its move to another place.
    fn copy(&mut self, from: u32, to: u32) {
        if from == to {
            return;
        }
        let (mut node, mut amaf) = (Node::default(), Amaf::default());
        let chunk = self.chunk(from);
        let at = (from & (CHUNK - 1)) as usize;
        node.copy(&chunk.nodes[at]);
        let mv = chunk.moves[at].get().copied();
        if let Some(other) = chunk.amaf.get(at) {
            amaf.copy(other);
        }
        let at = (to & (CHUNK - 1)) as usize;
        self.chunk(to);
        let target = self.chunks[(to >> BITS) as usize].get_mut();
        let target = target.expect("it has just been made, if it was not there");
        target.nodes[at] = node;
        target.moves[at] = mv.map_or_else(OnceLock::new, OnceLock::from);
        if let Some(slot) = target.amaf.get_mut(at) {
            *slot = amaf;
        }
    }
}

/// Where `n` nodes go if everything before `next` is taken: a family does not lie in two chunks.
#[inline]
fn place(next: u32, n: u32) -> u32 {
    if (next & (CHUNK - 1)) + n > CHUNK { (next | (CHUNK - 1)) + 1 } else { next }
}

#[cfg(test)]
mod tests {
    use super::super::node::Kind;
    use super::*;

    /// Gives `parent` children with the moves `moves`.
    fn grow(arena: &Arena<u32>, parent: u32, moves: std::ops::Range<u32>) -> Option<u32> {
        let first = arena.take(moves.len(), &mut Claim::default())?;
        for (i, mv) in (first..).zip(moves.clone()) {
            arena.node(i).set(Kind::First, 0.0, 0.0);
            arena.set_mv(i, mv);
        }
        arena.node(parent).set_n_children(moves.len());
        arena.node(parent).first.store(first, Release);
        Some(first)
    }

    fn moves(arena: &Arena<u32>, index: u32) -> Vec<u32> {
        let children = arena.children(arena.node(index));
        children.map_or(Vec::new(), |c| (0..c.nodes.len()).map(|i| c.mv(i)).collect())
    }

    #[test]
    fn memory_is_bounded_and_families_stay_together() {
        let mut arena: Arena<u32> = Arena::new(1 << 20, false);
        for _ in 0..2 {
            arena.node(ROOT).set(Kind::First, 0.0, 0.0);
            let mut n = 0;
            while let Some(first) = grow(&arena, ROOT, 0..1000) {
                assert_eq!(first >> BITS, (first + 999) >> BITS);
                n += 1;
            }
            assert!(n > 10 && arena.is_full());
            assert!(arena.bytes() <= 1 << 20);
            arena.clear();
            assert!(!arena.is_full());
        }
    }

    #[test]
    fn what_threads_claim_is_theirs_alone() {
        let arena: Arena<u32> = Arena::new(1 << 20, false);
        let mut claims = [arena.claim(4); 4];
        let mut taken = vec![false; arena.capacity as usize];
        let mut n = 0;
        while let Some(first) = arena.take(7, &mut claims[n % 4]) {
            for place in &mut taken[first as usize..first as usize + 7] {
                assert!(!std::mem::replace(place, true), "a node was taken twice");
            }
            n += 1;
        }
        assert!(7 * n > taken.len() * 9 / 10, "{n} families of seven in {}", taken.len());
        assert!(!taken[0] && !taken[ROOT as usize]);
    }

    #[test]
    fn what_is_below_the_new_root_is_kept_and_the_rest_freed() {
        let mut arena: Arena<u32> = Arena::new(0, true);
        arena.node(ROOT).set(Kind::First, 0.0, 0.0);
        let a = grow(&arena, ROOT, 0..3).expect("room");
        let b = grow(&arena, a, 10..14).expect("room");
        let c = grow(&arena, a + 1, 20..22).expect("room");
        let d = grow(&arena, c + 1, 30..35).expect("room");
        grow(&arena, b, 40..50).expect("room");
        grow(&arena, c, 60..63).expect("room");
        arena.node(d + 2).visit(0.5);
        arena.block(d, 5).amaf[3].visit(0.5);
        arena.keep(a + 1);
        assert_eq!(moves(&arena, ROOT), [20, 21]);
        let c = arena.children(arena.node(ROOT)).expect("kept").first;
        assert_eq!(moves(&arena, c), [60, 61, 62]);
        assert_eq!(moves(&arena, c + 1), [30, 31, 32, 33, 34]);
        let d = arena.children(arena.node(c + 1)).expect("kept");
        assert_eq!(d.nodes[2].visits(), 1);
        assert_eq!(d.amaf[3].visits(), 1.0);
        assert_eq!(arena.end.next.load(Relaxed), BEGIN + 2 + 3 + 5);
        assert!(grow(&arena, d.first, 70..80).is_some(), "freed places can be taken again");
    }
}
