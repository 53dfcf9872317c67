use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use henge_core::{Eval, Game, Player, Score, Turn};

use super::arena::{Arena, Children, ROOT};
use super::chance::{Stream, any_move, any_roll, winning_or_any};
use super::node::{BUSY, Kind, NO_CHILDREN, Node, ONE, value};
use super::played::Played;
use super::priors::normalize;
use super::proof::settle;
use super::select::{Skip, select};
use super::{MctsOptions, Priors, Rollouts, Selection};

/// So near the root threads meet all the time: nodes are updated by atomic additions, and a
/// simulation under way counts as a loss, to send other threads elsewhere. Further down a visit that
/// gets lost now and then does no harm and is cheaper (Enzenberger and Müller 2009).
const CROWDED_PLIES: usize = 6;

/// What all threads of a search share.
pub(super) struct Search<'a, G: Game, E, P> {
    pub game: &'a G,
    pub eval: &'a E,
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
pub(super) struct Worker<G: Game> {
    pos: G::Position,
    /// The nodes from the root down, each with its virtual loss.
    path: Vec<(u32, i64)>,
    /// The moves made since the root, and by whom; only if somebody wants to know.
    made: Vec<(Option<Player>, G::Move)>,
    played: Played<G::Move>,
    /// The keys of the positions since the root, in games with cycles.
    keys: Vec<u64>,
    moves: Vec<G::Move>,
    priors: Vec<f32>,
    pub stream: Stream,
}

impl<G: Game> Worker<G> {
    pub fn new(pos: &G::Position) -> Worker<G> {
        Worker {
            pos: pos.clone(),
            path: Vec::with_capacity(256),
            made: Vec::with_capacity(256),
            played: Played::new(),
            keys: Vec::with_capacity(256),
            moves: Vec::with_capacity(256),
            priors: Vec::with_capacity(256),
            stream: Stream::new(0, 0, 0),
        }
    }
}

impl<G: Game, E: Eval<G>, P: Priors<G>> Search<'_, G, E, P> {
    /// Goes back to the root.
    #[inline]
    fn begin(&self, worker: &mut Worker<G>) {
        worker.pos.clone_from(self.pos);
        worker.path.clear();
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

    /// One simulation: down the tree, to the end of the game, and back. `SHARED` when other threads
    /// do the same.
    pub fn simulate<const SHARED: bool>(&self, worker: &mut Worker<G>) {
        self.begin(worker);
        let arena = self.arena;
        let mut index = ROOT;
        let mut node = arena.node(ROOT);
        let mut loss = 0;
        let value = loop {
            if SHARED && worker.path.len() < CROWDED_PLIES {
                node.enter(loss);
            }
            worker.path.push((index, loss));
            if node.is_settled() && !(self.wide && index == ROOT) {
                break node.lower();
            }
            let mut children = arena.children(node);
            if children.is_none() && self.is_due(node) {
                if self.expand(worker, node) {
                    self.carry_up(worker);
                }
                if node.is_settled() {
                    break node.lower();
                }
                children = arena.children(node);
            }
            let Some(children) = children else { break self.leaf(worker, node.kind()) };
            let Some(i) = self.child(worker, index, node, &children) else {
                // Another thread has settled the last child meanwhile.
                if settle(arena, node) {
                    self.carry_up(worker);
                }
                break node.mean().unwrap_or(0.0);
            };
            let mv = children.mv(i);
            self.game.play(&mut worker.pos, mv);
            if G::CYCLES {
                worker.keys.push(self.game.key(&worker.pos));
            }
            if self.options.rave > 0.0 {
                worker.made.push((node.kind().player(), mv));
            }
            if SHARED && node.kind() != Kind::Chance {
                loss = (self.options.virtual_loss * node.kind().sign() * ONE) as i64;
            } else {
                loss = 0;
            }
            index = children.first + i as u32;
            node = &children.nodes[i];
        };
        self.back::<SHARED>(worker, value);
    }

    /// Has this node been visited often enough to get children?
    #[inline]
    fn is_due(&self, node: &Node) -> bool {
        node.visits() >= self.options.expand_visits.saturating_mul(self.arena.scarcity())
    }

    /// The child to go to.
    #[inline]
    fn child(
        &self,
        worker: &mut Worker<G>,
        index: u32,
        node: &Node,
        children: &Children<'_, G::Move>,
    ) -> Option<usize> {
        if G::CHANCE && node.kind() == Kind::Chance {
            let mut left = worker.stream.part();
            let found = children.nodes.iter().position(|child| {
                left -= child.prior();
                left < 0.0
            });
            return Some(found.unwrap_or(children.nodes.len() - 1));
        }
        let skip = if self.wide && index == ROOT {
            Skip::Settled
        } else if G::CHANCE {
            Skip::Worse
        } else {
            Skip::Useless
        };
        select(self.options, node, children, skip)
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
        let first = if n == 0 { None } else { arena.take(n) };
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
        if weight >= 1.0 {
            return judged;
        }
        weight * judged + (1.0 - weight) * self.rollout(worker)
    }

    /// What the evaluation thinks, as a value to the first player. Asked for the player to move.
    fn judged(&self, pos: &G::Position, player: Player) -> f32 {
        let score = Score::estimate(self.eval.eval(self.game, pos, player).0.into());
        let value = squash(score, self.options.scale);
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
    }

    /// Carries the value up to the root.
    #[inline]
    fn back<const SHARED: bool>(&self, worker: &mut Worker<G>, mut value: f32) {
        let arena = self.arena;
        if self.options.rave > 0.0 {
            self.back_amaf(worker, value);
        }
        for (ply, &(index, loss)) in worker.path.iter().enumerate().rev() {
            let node = arena.node(index);
            if !G::CHANCE {
                // A player who is sure of a draw does not lose because he tried something else.
                value = value.max(node.lower()).min(node.upper());
            }
            if SHARED && ply < CROWDED_PLIES {
                node.leave(value, loss);
            } else {
                node.visit(value);
            }
        }
    }

    /// Every move that a player made later on counts for its sister at each node above as well.
    #[cold]
    fn back_amaf(&self, worker: &mut Worker<G>, value: f32) {
        let Worker { path, made, played, .. } = worker;
        played.clear();
        let mut left = made.len();
        for (depth, &(index, _)) in path.iter().enumerate().rev() {
            while left > depth {
                left -= 1;
                if let (Some(player), mv) = made[left] {
                    played.insert(player, mv);
                }
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
