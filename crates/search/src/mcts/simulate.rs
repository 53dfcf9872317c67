use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use henge_core::{Game, Player, Score, Turn};

use super::arena::{Arena, Children, Claim, ROOT};
use super::chance::{Stream, any_move, any_roll, winning_or_any};
use super::node::{Amaf, BUSY, Kind, NO_CHILDREN, Node, ONE, value};
use super::played::Played;
use super::priors::normalize;
use super::proof::settle;
use super::replica::{RUN, Replica};
use super::select::{Skip, select};
use super::{Judge, MctsOptions, Priors, Rollouts, Selection};

/// Simulations leave a replica in runs at the same node, if it has this many visits: one more or less
/// makes no difference then.
const RUN_VISITS: u32 = 64;

/// What all threads of a search share.
pub(super) struct Search<'a, G: Game, J, P> {
    pub game: &'a G,
    pub judge: &'a J,
    pub priors: &'a P,
    pub options: &'a MctsOptions,
    pub arena: &'a Arena<G::Move>,
    pub pos: &'a G::Position,
    /// The keys of the positions before the root; used only in games with cycles.
    pub history: &'a [u64],
    pub most_points: f32,
    /// More lines than one are asked for, so that the root is open until all its moves are settled.
    pub wide: bool,
}

/// What a thread needs, kept from one search to the next so that simulations allocate nothing.
///
/// Workers lie side by side and write all the time, so no two share a cache line (nor the pair of
/// lines that processors fetch together).
#[repr(align(128))]
pub(super) struct Worker<G: Game> {
    pos: G::Position,
    /// The nodes from the root down, each with its virtual loss.
    path: Vec<(u32, i64)>,
    /// The same nodes in the replica, as far as they are in it; empty with one thread. The last one
    /// has its statistics in the shared tree, those above it in the replica.
    own_path: Vec<u32>,
    pub replica: Replica<G::Move>,
    /// Where the last simulation left the replica, and how many more start from there.
    edge: Edge<G::Position>,
    pub claim: Claim,
    /// The moves made since the root, and by whom; only if somebody wants to know.
    made: Vec<(Option<Player>, G::Move)>,
    played: Played<G::Move>,
    /// The keys of the positions since the root, in games with cycles.
    keys: Vec<u64>,
    moves: Vec<G::Move>,
    priors: Vec<f32>,
    /// Simulations that wait for their leaves to be judged, and the leaves with their movers.
    waiting: Vec<Waiting<G::Move>>,
    leaves: Vec<(G::Position, Player)>,
    scores: Vec<Score>,
    pub stream: Stream,
}

/// A place where simulations leave a replica.
struct Edge<P> {
    pos: P,
    index: u32,
    loss: i64,
    /// How many more simulations start here.
    left: u32,
}

/// A simulation that waits for its leaf to be judged.
struct Waiting<M> {
    path: Vec<(u32, i64)>,
    made: Vec<(Option<Player>, M)>,
    /// What the rollout has brought, if there was one.
    rollout: f32,
}

/// Where a simulation has left the tree.
enum Reached {
    /// The value is known.
    Value(f32),
    /// A position of this kind is to be judged.
    Leaf(Kind),
}

impl<G: Game> Worker<G> {
    pub fn new(pos: &G::Position) -> Worker<G> {
        Worker {
            pos: pos.clone(),
            path: Vec::with_capacity(256),
            own_path: Vec::with_capacity(256),
            replica: Replica::new(),
            edge: Edge { pos: pos.clone(), index: ROOT, loss: 0, left: 0 },
            claim: Claim::default(),
            made: Vec::with_capacity(256),
            played: Played::new(),
            keys: Vec::with_capacity(256),
            moves: Vec::with_capacity(256),
            priors: Vec::with_capacity(256),
            waiting: Vec::new(),
            leaves: Vec::new(),
            scores: Vec::new(),
            stream: Stream::new(0, 0, 0),
        }
    }
}

impl<G: Game, J: Judge<G>, P: Priors<G>> Search<'_, G, J, P> {
    /// Goes back to the root.
    #[inline]
    fn begin(&self, worker: &mut Worker<G>) {
        worker.pos.clone_from(self.pos);
        worker.path.clear();
        worker.own_path.clear();
        worker.made.clear();
        if G::CYCLES {
            worker.keys.clear();
            worker.keys.push(self.game.key(self.pos));
        }
    }

    /// Gives the root its children, so that there is something to answer.
    pub fn open(&self, worker: &mut Worker<G>) {
        self.begin(worker);
        let root = self.arena.node(ROOT);
        if self.arena.children(root).is_none() {
            self.expand(worker, root);
        }
    }

    /// A worker begins to simulate beside others.
    pub fn join_in(&self, worker: &mut Worker<G>) {
        worker.replica.reset(self.arena, self.options.threads);
        worker.edge.left = 0;
        let n = if self.options.batch > 1 { self.options.batch } else { 0 };
        while worker.waiting.len() < n {
            let (path, made) = (Vec::with_capacity(256), Vec::with_capacity(256));
            worker.waiting.push(Waiting { path, made, rollout: 0.0 });
            worker.leaves.push((self.pos.clone(), Player::First));
        }
        worker.scores.clear();
        worker.scores.reserve(n);
    }

    /// A worker has simulated beside others, and brings what it has kept to the shared tree.
    pub fn leave_off(&self, worker: &mut Worker<G>) {
        worker.replica.flush(self.arena);
    }

    /// Is everything known that was asked for?
    #[inline]
    pub fn is_finished(&self) -> bool {
        let root = self.arena.node(ROOT);
        if !root.is_settled() {
            return false;
        }
        let all = |children: Children<'_, G::Move>| children.nodes.iter().all(Node::is_settled);
        !self.wide || self.arena.children(root).is_none_or(all)
    }

    /// One simulation: down the tree, to the end of the game, and back. `SHARED` when other
    /// simulations are under way at the same time.
    #[inline]
    pub fn simulate<const SHARED: bool>(&self, worker: &mut Worker<G>) {
        let value = match self.go_down::<SHARED>(worker) {
            Reached::Value(value) => value,
            Reached::Leaf(kind) => self.leaf(worker, kind),
        };
        self.back::<SHARED>(worker, value);
    }

    /// `n` simulations, the leaves of which are judged together. Virtual losses keep them apart.
    pub fn simulate_batch(&self, worker: &mut Worker<G>, n: usize) {
        let mut n_waiting = 0;
        for _ in 0..n {
            let kind = match self.go_down::<true>(worker) {
                Reached::Leaf(kind) => kind,
                Reached::Value(value) => {
                    self.back::<true>(worker, value);
                    continue;
                }
            };
            let (pos, player) = &mut worker.leaves[n_waiting];
            pos.clone_from(&worker.pos);
            *player = kind.player().unwrap_or(Player::First);
            let rollout = if self.options.eval_weight < 1.0 { self.rollout(worker) } else { 0.0 };
            let waiting = &mut worker.waiting[n_waiting];
            waiting.rollout = rollout;
            std::mem::swap(&mut waiting.path, &mut worker.path);
            std::mem::swap(&mut waiting.made, &mut worker.made);
            n_waiting += 1;
        }
        if n_waiting == 0 {
            return;
        }
        worker.scores.clear();
        self.judge.judge_batch(self.game, &worker.leaves[..n_waiting], &mut worker.scores);
        for i in 0..n_waiting {
            let waiting = &mut worker.waiting[i];
            std::mem::swap(&mut waiting.path, &mut worker.path);
            std::mem::swap(&mut waiting.made, &mut worker.made);
            // A judge that forgets a leaf has no opinion of it.
            let score = worker.scores.get(i).copied().unwrap_or(Score::DRAW);
            let judged = self.expectation(score, worker.leaves[i].1);
            let value = self.mixed(judged, worker.waiting[i].rollout);
            self.back::<true>(worker, value);
        }
    }

    /// Goes from the root to a leaf.
    #[inline]
    fn go_down<const SHARED: bool>(&self, worker: &mut Worker<G>) -> Reached {
        let arena = self.arena;
        let (mut index, mut loss) = if SHARED && worker.edge.left > 0 {
            self.begin_at_edge(worker)
        } else {
            self.begin(worker);
            if SHARED { self.descend(worker) } else { (ROOT, 0) }
        };
        let mut node = arena.node(index);
        loop {
            let visits = if SHARED { node.enter(loss) } else { node.visits() };
            worker.path.push((index, loss));
            if node.is_settled() && !(self.wide && index == ROOT) {
                return Reached::Value(node.lower());
            }
            let mut children = arena.children(node);
            if children.is_none() && self.is_due(visits) {
                if self.expand(worker, node) {
                    self.carry_up(worker);
                }
                if node.is_settled() {
                    return Reached::Value(node.lower());
                }
                children = arena.children(node);
            }
            let Some(children) = children else { return Reached::Leaf(node.kind()) };
            let Children { nodes, amaf, .. } = children;
            let Some(i) = self.child(&mut worker.stream, index, node, nodes, amaf) else {
                // Another thread has settled the last child meanwhile.
                if settle(arena, node) {
                    self.carry_up(worker);
                }
                return Reached::Value(node.mean().unwrap_or(0.0));
            };
            self.step(worker, node.kind(), children.mv(i));
            loss = if SHARED { self.virtual_loss(node.kind()) } else { 0 };
            index = children.first + i as u32;
            node = &children.nodes[i];
        }
    }

    /// Goes down in the replica as far as it reaches. Returns the first node whose statistics are in
    /// the shared tree, and its virtual loss.
    #[inline]
    fn descend(&self, worker: &mut Worker<G>) -> (u32, i64) {
        let (mut own, mut index, mut loss) = (0, ROOT, 0);
        worker.replica.begin(self.arena);
        loop {
            worker.own_path.push(own);
            if self.options.batch > 1 {
                // A judge takes much longer than cache lines do, and leaves that wait must be seen.
                break;
            }
            let Some(family) = worker.replica.enter(own, index, self.arena) else { break };
            let node = worker.replica.node(own);
            if node.is_settled() && !(self.wide && index == ROOT) {
                break;
            }
            let (nodes, amaf) = worker.replica.children(family);
            let Some(i) = self.child(&mut worker.stream, index, node, nodes, amaf) else { break };
            let kind = node.kind();
            worker.path.push((index, 0));
            (own, index) = (family.at + i as u32, family.first + i as u32);
            self.step(worker, kind, worker.replica.mv(own));
            loss = self.virtual_loss(kind);
        }
        if own != 0 && self.arena.node(index).visits() >= RUN_VISITS {
            let edge = &mut worker.edge;
            (edge.index, edge.loss, edge.left) = (index, loss, RUN - 1);
            edge.pos.clone_from(&worker.pos);
        }
        (index, loss)
    }

    /// Goes back to where the last simulation left the replica.
    #[inline]
    fn begin_at_edge(&self, worker: &mut Worker<G>) -> (u32, i64) {
        worker.edge.left -= 1;
        worker.pos.clone_from(&worker.edge.pos);
        let n = worker.own_path.len() - 1;
        worker.path.truncate(n);
        worker.made.truncate(n);
        if G::CYCLES {
            worker.keys.truncate(n + 1);
        }
        (worker.edge.index, worker.edge.loss)
    }

    /// Makes a move of the tree on the worker's board.
    #[inline]
    fn step(&self, worker: &mut Worker<G>, kind: Kind, mv: G::Move) {
        self.game.play(&mut worker.pos, mv);
        if G::CYCLES {
            worker.keys.push(self.game.key(&worker.pos));
        }
        if self.options.rave > 0.0 {
            worker.made.push((kind.player(), mv));
        }
    }

    /// What a simulation counts less, until it is back, at a node below one of this kind.
    #[inline]
    fn virtual_loss(&self, above: Kind) -> i64 {
        match above {
            Kind::Chance => 0,
            _ => (self.options.virtual_loss * above.sign() * ONE) as i64,
        }
    }

    /// Does a node with this many visits get children?
    #[inline]
    fn is_due(&self, visits: u32) -> bool {
        visits >= self.options.expand_visits.saturating_mul(self.arena.scarcity())
    }

    /// The child to go to.
    #[inline]
    fn child(
        &self,
        stream: &mut Stream,
        index: u32,
        node: &Node,
        nodes: &[Node],
        amaf: &[Amaf],
    ) -> Option<usize> {
        if G::CHANCE && node.kind() == Kind::Chance {
            let mut left = stream.part();
            let found = nodes.iter().position(|child| {
                left -= child.prior();
                left < 0.0
            });
            return Some(found.unwrap_or(nodes.len() - 1));
        }
        let skip = if self.wide && index == ROOT {
            Skip::Settled
        } else if G::CHANCE {
            Skip::Worse
        } else {
            Skip::Useless
        };
        select(self.options, node, nodes, amaf, skip)
    }

    /// Makes the children of a node, the position of which is the worker's; says whether that has
    /// changed the bounds of the node.
    ///
    /// The rules are asked about every child at once, so that moves that end the game are known
    /// before the first of them is tried.
    fn expand(&self, worker: &mut Worker<G>, node: &Node) -> bool {
        if self.arena.is_full() {
            return false;
        }
        if node.first.compare_exchange(NO_CHILDREN, BUSY, Acquire, Relaxed).is_err() {
            // Another thread is at it, or has just done it.
            return false;
        }
        let (game, arena, pos) = (self.game, self.arena, &mut worker.pos);
        worker.moves.clear();
        worker.moves.extend(game.moves(pos));
        let n = worker.moves.len();
        let first = if n == 0 { None } else { arena.take(n, &mut worker.claim) };
        let Some(first) = first else {
            node.first.store(NO_CHILDREN, Release);
            return false;
        };
        worker.priors.clear();
        if G::CHANCE && node.kind() == Kind::Chance {
            worker.priors.extend(worker.moves.iter().map(|&roll| game.probability(pos, roll)));
        } else if self.options.selection == Selection::Puct {
            self.priors.priors(game, pos, &worker.moves, &mut worker.priors);
            normalize(&mut worker.priors, n);
        }
        let family = arena.block(first, n);
        for (i, &mv) in worker.moves.iter().enumerate() {
            let undo = game.play(pos, mv);
            let turn = self.turn(pos, &worker.keys);
            game.undo(pos, mv, undo);
            let (kind, value) = Kind::of(turn, self.most_points);
            let prior = worker.priors.get(i).copied().unwrap_or(0.0);
            family.nodes[i].set(kind, value, prior);
            arena.set_mv(first + i as u32, mv);
            if let Some(amaf) = family.amaf.get(i) {
                amaf.reset();
            }
        }
        node.set_n_children(n);
        node.first.store(first, Release);
        settle(arena, node)
    }

    /// What a position below those with these keys waits for, repetition included.
    ///
    /// Every node has one way from the root, so repetitions can be counted as the rules say, and
    /// what is proved is true for this match.
    #[inline]
    fn turn(&self, pos: &G::Position, keys: &[u64]) -> Turn {
        let turn = self.game.turn(pos);
        if G::CYCLES && !matches!(turn, Turn::Over(_)) {
            let key = self.game.key(pos);
            let seen = self.history.iter().chain(keys).filter(|&&seen| seen == key).count();
            if seen > 0
                && let Some(outcome) = self.game.repeated(pos, seen as u32 + 1)
            {
                return Turn::Over(outcome);
            }
        }
        turn
    }

    /// What a position at the edge of the tree is worth to the first player.
    #[inline]
    fn leaf(&self, worker: &mut Worker<G>, kind: Kind) -> f32 {
        let weight = self.options.eval_weight;
        if weight <= 0.0 {
            return self.rollout(worker);
        }
        let judged = self.judged(&worker.pos, kind.player().unwrap_or(Player::First));
        let rollout = if weight < 1.0 { self.rollout(worker) } else { 0.0 };
        self.mixed(judged, rollout)
    }

    /// What a leaf is worth by its judge and its rollout.
    #[inline]
    fn mixed(&self, judged: f32, rollout: f32) -> f32 {
        let weight = self.options.eval_weight;
        if weight >= 1.0 { judged } else { weight * judged + (1.0 - weight) * rollout }
    }

    /// What the judge thinks, as a value to the first player. Asked for the player to move.
    fn judged(&self, pos: &G::Position, player: Player) -> f32 {
        self.expectation(self.judge.judge(self.game, pos, player), player)
    }

    /// A score to a player as a value to the first player.
    fn expectation(&self, score: Score, player: Player) -> f32 {
        let value = squash(Score::estimate(score.0.into()), self.options.scale);
        if player == Player::First { value } else { -value }
    }

    /// Plays on at random until the game is over, or as long as rollouts may be.
    #[inline]
    fn rollout(&self, worker: &mut Worker<G>) -> f32 {
        let game = self.game;
        let Worker { pos, moves, stream, made, .. } = worker;
        for _ in 0..self.options.rollout_plies {
            let (player, mv) = match game.turn(pos) {
                Turn::Over(outcome) => return value(outcome, self.most_points),
                Turn::Player(player) => {
                    let mv = match self.options.rollouts {
                        Rollouts::Random => any_move(game, pos, moves, stream),
                        Rollouts::Decisive => winning_or_any(game, pos, player, moves, stream),
                    };
                    (Some(player), mv)
                }
                Turn::Chance => (None, any_roll(game, pos, stream)),
            };
            // Against the law of `Game::moves`; a draw does no harm.
            let Some(mv) = mv else { return 0.0 };
            if self.options.rave > 0.0 {
                made.push((player, mv));
            }
            game.play(pos, mv);
        }
        match game.turn(pos) {
            Turn::Over(outcome) => value(outcome, self.most_points),
            Turn::Player(player) => self.judged(pos, player),
            Turn::Chance => self.judged(pos, Player::First),
        }
    }

    /// The bounds of the last node on the path have changed: so may those above.
    #[cold]
    fn carry_up(&self, worker: &Worker<G>) {
        let above = worker.path.iter().rev().skip(1);
        for &(index, _) in above {
            if !settle(self.arena, self.arena.node(index)) {
                break;
            }
        }
        for (&own, &(index, _)) in worker.own_path.iter().zip(&worker.path) {
            worker.replica.refresh(own, self.arena.node(index));
        }
    }

    /// Carries the value up to the root.
    #[inline]
    fn back<const SHARED: bool>(&self, worker: &mut Worker<G>, mut value: f32) {
        let arena = self.arena;
        if self.options.rave > 0.0 {
            self.back_amaf(worker, value);
        }
        let n_own = worker.own_path.len().saturating_sub(1);
        for (ply, &(index, loss)) in worker.path.iter().enumerate().rev() {
            let own = SHARED && ply < n_own;
            let node =
                if own { worker.replica.node(worker.own_path[ply]) } else { arena.node(index) };
            if !G::CHANCE {
                // A player who is sure of a draw does not lose because he tried something else.
                value = value.max(node.lower()).min(node.upper());
            }
            if SHARED && !own {
                node.leave(value, loss);
                if ply == n_own {
                    worker.replica.note(worker.own_path[ply], value);
                }
            } else {
                node.visit(value);
            }
        }
    }

    /// Every move that a player made later on counts for its sister at each node above as well.
    #[cold]
    fn back_amaf(&self, worker: &mut Worker<G>, value: f32) {
        let Worker { path, own_path, replica, made, played, .. } = worker;
        let n_own = own_path.len().saturating_sub(1);
        played.clear();
        let mut left = made.len();
        for (depth, &(index, _)) in path.iter().enumerate().rev() {
            while left > depth {
                left -= 1;
                if let (Some(player), mv) = made[left] {
                    played.insert(player, mv);
                }
            }
            if depth < n_own
                && let Some(player) = replica.node(own_path[depth]).kind().player()
                && let Some(family) = replica.below(own_path[depth])
            {
                for (own, amaf) in (family.at..).zip(replica.children(family).1) {
                    if played.contains(player, replica.mv(own)) {
                        amaf.visit(value);
                    }
                }
                continue;
            }
            let node = self.arena.node(index);
            let (Some(player), Some(children)) = (node.kind().player(), self.arena.children(node))
            else {
                continue;
            };
            for (i, amaf) in children.amaf.iter().enumerate() {
                if played.contains(player, children.mv(i)) {
                    amaf.visit(value);
                }
            }
        }
    }
}

/// A score as an expectation from -1 to 1.
pub(super) fn squash(score: Score, scale: f32) -> f32 {
    (score.0 as f32 / (2.0 * scale)).tanh()
}

/// The score that has this expectation; the inverse of `squash`, up to the precision of numbers.
pub(super) fn unsquash(value: f32, scale: f32) -> Score {
    let value = f64::from(value).clamp(-0.999_999, 0.999_999);
    Score::estimate((2.0 * f64::from(scale) * value.atanh()).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_expectations_are_two_names_for_the_same() {
        for score in [-300, -57, -1, 0, 1, 100, 444] {
            assert_eq!(unsquash(squash(Score(score), 100.0), 100.0), Score(score));
        }
        assert!((squash(Score(100), 100.0) - 0.462).abs() < 0.001);
        assert!(unsquash(1.0, 100.0).decided().is_none());
    }
}
