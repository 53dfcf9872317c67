use super::arena::{Arena, Children, ROOT};
use super::node::{Amaf, Node, ONE, Tally};

/// A replica has room for this many nodes.
const MOST_NODES: usize = 1 << 13;
/// A node is replicated with its children when this many visits a thread have gone through it.
const LEAST_VISITS: u32 = 32;
/// And only if one in this many simulations comes there.
const LEAST_PART: u32 = 1024;
/// While a thread keeps visits for itself, this many times as many are known to all threads, if all of
/// them visit alike.
const KNOWN: u32 = 8;
/// A thread keeps this many visits of a family for itself at most.
const MOST_KEPT: u32 = 64;
/// This many simulations in a row leave a replica at the same node, as a rule. What lies below is in the
/// thread's own cache after the first, and the way through the replica is chosen once for all.
pub(super) const RUN: u32 = 4;
/// A node without a family in the replica.
const NONE: u32 = u32::MAX;

/// A thread's own copy of the top of the tree, where all threads meet.
///
/// A cache line that one thread writes is lost to all others, and getting it back takes as long as a
/// short rollout. Every simulation writes to the root and to some nodes below it. So each thread
/// counts the visits to these nodes in a copy of its own, and brings them to the shared tree, family
/// by family, when some have come together; then it also learns what the others have found. It keeps
/// a small part of the visits of a node only, so all threads choose by much the same numbers.
///
/// The replica is a tree itself: it begins with the root, and families are added below. Where a
/// simulation leaves it, the shared tree goes on.
pub(super) struct Replica<M> {
    nodes: Vec<Node>,
    /// What of each node's tally is in the shared tree as well.
    known: Vec<Tally>,
    /// The family below each node, or `NONE`.
    below: Vec<u32>,
    /// The move to each node but the root, which is the first.
    moves: Vec<M>,
    /// Empty unless all moves as first are counted.
    amaf: Vec<Amaf>,
    known_amaf: Vec<Tally>,
    families: Vec<Family>,
    /// How many threads there are, times `KNOWN`.
    share: u32,
    /// How many visits a node needs to be replicated.
    least: u32,
    /// With this many visits of the root the replica starts anew, as other nodes may matter by then.
    anew_at: u32,
}

/// Brothers and sisters in a replica.
#[derive(Clone, Copy)]
pub(super) struct Family {
    /// Where they lie in the arena.
    pub first: u32,
    /// Where they lie in the replica.
    pub at: u32,
    n: u32,
    /// After this many more runs they are exchanged with the shared tree.
    left: u32,
}

impl<M: Copy> Replica<M> {
    pub fn new() -> Replica<M> {
        Replica {
            nodes: Vec::new(),
            known: Vec::new(),
            below: Vec::new(),
            moves: Vec::new(),
            amaf: Vec::new(),
            known_amaf: Vec::new(),
            families: Vec::new(),
            share: 0,
            least: 0,
            anew_at: 0,
        }
    }

    /// Starts with nothing but the root. What was kept before is forgotten.
    pub fn reset(&mut self, arena: &Arena<M>, threads: usize) {
        let threads = u32::try_from(threads).unwrap_or(u32::MAX);
        self.share = threads.saturating_mul(KNOWN);
        self.nodes.clear();
        self.known.clear();
        self.below.clear();
        self.moves.clear();
        self.amaf.clear();
        self.known_amaf.clear();
        self.families.clear();
        if self.nodes.capacity() == 0 {
            // Room for all that may come, so that simulations allocate nothing.
            self.nodes.reserve(MOST_NODES);
            self.known.reserve(MOST_NODES);
            self.below.reserve(MOST_NODES);
            self.moves.reserve(MOST_NODES);
            self.families.reserve(MOST_NODES);
        }
        let root = arena.block(ROOT, 1);
        if !root.amaf.is_empty() && self.amaf.capacity() == 0 {
            self.amaf.reserve(MOST_NODES);
            self.known_amaf.reserve(MOST_NODES);
        }
        self.extend(&root);
        let visits = self.nodes[0].visits();
        self.least = (visits / LEAST_PART).max(threads.saturating_mul(LEAST_VISITS));
        self.anew_at = visits.max(self.least).saturating_mul(2);
    }

    /// Copies nodes to the end of the replica.
    fn extend(&mut self, shared: &Children<'_, M>) {
        for node in shared.nodes {
            let mut own = Node::default();
            own.copy(node);
            self.known.push(own.tally());
            self.nodes.push(own);
            self.below.push(NONE);
        }
        for amaf in shared.amaf {
            let mut own = Amaf::default();
            own.copy(amaf);
            self.known_amaf.push(own.tally());
            self.amaf.push(own);
        }
    }

    /// Before each simulation: starts anew when the tree has grown much.
    #[inline]
    pub fn begin(&mut self, arena: &Arena<M>) {
        if self.nodes[0].visits() >= self.anew_at {
            self.flush(arena);
            self.reset(arena, (self.share / KNOWN) as usize);
        }
    }

    /// The family below a node, for another run. `index` is where the node is in the arena.
    #[inline]
    pub fn enter(&mut self, node: u32, index: u32, arena: &Arena<M>) -> Option<Family> {
        let below = self.below[node as usize];
        if below == NONE {
            return self.adopt(node, index, arena);
        }
        let family = &mut self.families[below as usize];
        family.left -= 1;
        if family.left == 0 {
            self.exchange(below as usize, arena);
            self.families[below as usize].left = self.interval(node);
        }
        Some(self.families[below as usize])
    }

    /// Takes a copy of the children of a node, if it is visited so often that it is worth it.
    fn adopt(&mut self, node: u32, index: u32, arena: &Arena<M>) -> Option<Family> {
        let shared = arena.node(index);
        if shared.visits() < self.least {
            return None;
        }
        let children = arena.children(shared)?;
        let n = children.nodes.len();
        if self.nodes.len() + n > MOST_NODES {
            return None;
        }
        let left = self.interval(node);
        let at = self.nodes.len() as u32;
        let family = Family { first: children.first, at, n: n as u32, left };
        self.below[node as usize] = self.families.len() as u32;
        self.families.push(family);
        self.extend(&children);
        self.moves.extend((0..n).map(|i| children.mv(i)));
        Some(family)
    }

    /// For how many runs the visits to the children of a node are kept.
    fn interval(&self, node: u32) -> u32 {
        let visits = self.nodes[node as usize].visits();
        (visits / self.share.saturating_mul(RUN)).clamp(1, MOST_KEPT / RUN)
    }

    /// Brings what was kept to the shared tree, and learns what others have brought.
    fn exchange(&mut self, family: usize, arena: &Arena<M>) {
        let Family { first, at, n, .. } = self.families[family];
        self.exchange_nodes(&arena.block(first, n as usize), at as usize);
        if family == 0 {
            // The root has no sisters, and goes with its children.
            self.exchange_nodes(&arena.block(ROOT, 1), 0);
        }
    }

    fn exchange_nodes(&mut self, shared: &Children<'_, M>, at: usize) {
        for (i, node) in (at..).zip(shared.nodes) {
            let own = &mut self.nodes[i];
            let kept = own.tally().since(self.known[i]);
            if kept.visits > 0 {
                node.add(kept);
            }
            own.copy(node);
            self.known[i] = own.tally();
        }
        for (i, amaf) in (at..).zip(shared.amaf) {
            let own = &mut self.amaf[i];
            let kept = own.tally().since(self.known_amaf[i]);
            if kept.visits > 0 {
                amaf.add(kept);
            }
            own.copy(amaf);
            self.known_amaf[i] = own.tally();
        }
    }

    /// Brings all that was kept to the shared tree.
    pub fn flush(&mut self, arena: &Arena<M>) {
        for family in 0..self.families.len() {
            self.exchange(family, arena);
        }
    }

    #[inline]
    pub fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    #[inline]
    pub fn children(&self, family: Family) -> (&[Node], &[Amaf]) {
        let range = family.at as usize..(family.at + family.n) as usize;
        (&self.nodes[range.clone()], self.amaf.get(range).unwrap_or(&[]))
    }

    /// The move to a node, which is not the root.
    #[inline]
    pub fn mv(&self, node: u32) -> M {
        self.moves[node as usize - 1]
    }

    /// A visit to a node where a simulation has left the replica: the shared tree has it already.
    #[inline]
    pub fn note(&mut self, node: u32, value: f32) {
        let known = &mut self.known[node as usize];
        known.visits = known.visits.wrapping_add(1);
        known.sum += (value * ONE) as i64;
        self.nodes[node as usize].visit(value);
    }

    /// The family below a node that a simulation has gone through.
    pub fn below(&self, node: u32) -> Option<Family> {
        self.families.get(self.below[node as usize] as usize).copied()
    }

    /// Takes over the bounds of a node from the shared tree.
    pub fn refresh(&self, node: u32, shared: &Node) {
        self.nodes[node as usize].tighten((shared.lower(), shared.upper(), shared.plies()));
    }
}
