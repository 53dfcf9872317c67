use std::cmp::Ordering;

use henge_core::{Outcome, Player, Score, ScoreKind};

use super::arena::{Arena, Children, ROOT};
use super::node::{Kind, NO_PLIES, Node};
use super::simulate::unsquash;
use crate::Report;

/// Reads answers out of a tree.
pub(super) struct Answer<'a, M> {
    pub arena: &'a Arena<M>,
    /// The player to move at the root.
    pub me: Player,
    pub most_points: u8,
    pub scale: f32,
}

impl<'a, M: Copy> Answer<'a, M> {
    /// Writes the best lines into the report, as many as it has. `order` is a buffer.
    pub fn write(&self, report: &mut Report<M>, order: &mut Vec<Glance>) {
        let arena: &'a Arena<M> = self.arena;
        let root = arena.node(ROOT);
        let Some(children) = arena.children(root) else { return };
        self.rank(root, &children, order);
        for (line, &Glance { i, .. }) in report.lines.iter_mut().zip(&*order) {
            let child = &children.nodes[i];
            (line.score, line.kind) = self.judge(root, child);
            line.moves.clear();
            line.moves.push(children.mv(i));
            self.follow(child, &mut line.moves);
        }
        report.depth = report.lines.first().map_or(0, |line| line.moves.len() as u32);
        report.complete = report.lines.iter().all(|line| line.kind == ScoreKind::Proved);
        report.table_used_permille = self.arena.used_permille();
    }

    /// All children, the one to play first.
    fn rank(&self, node: &Node, children: &Children<'_, M>, order: &mut Vec<Glance>) {
        order.clear();
        let kind = node.kind();
        order.extend((0..).zip(children.nodes).map(|(i, child)| Glance::at(kind, i, child)));
        // A stable order with the open ones first, in which those come first that were tried most
        // (the robust child of Chaslot et al. 2008). Not the stable sort, which allocates.
        order.sort_unstable_by(|a, b| {
            a.settled.cmp(&b.settled).then(before(a, b)).then(a.i.cmp(&b.i))
        });
        // A settled child takes its place before the first open one that does not look better.
        let n_open = order.iter().filter(|glance| !glance.settled).count();
        let mut from = 0;
        for place in n_open..order.len() {
            let settled = order[place].worth;
            while from < place && order[from].worth > settled {
                from += 1;
            }
            order[from..=place].rotate_right(1);
            from += 1;
        }
    }

    /// The child to play. In a decided game that is the one by which the plies were counted, so that
    /// a line is as long as its score says.
    fn best(&self, node: &Node, children: &Children<'_, M>) -> Option<usize> {
        let kind = node.kind();
        if node.plies() != NO_PLIES {
            let bound = if node.lower() > 0.0 { Node::lower } else { Node::upper };
            let counted = |child: &Node| {
                bound(child) == bound(node) && child.plies().checked_add(1) == Some(node.plies())
            };
            if let Some(i) = children.nodes.iter().position(counted) {
                return Some(i);
            }
        }
        let pick = |settled: bool| {
            let nodes = children.nodes.iter().enumerate();
            let glances = nodes.map(|(i, child)| Glance::at(kind, i, child));
            let some = glances.filter(|glance| glance.settled == settled);
            some.min_by(|x, y| before(x, y).then(x.i.cmp(&y.i)))
        };
        match (pick(false), pick(true)) {
            (Some(open), Some(settled)) => {
                Some(if open.worth > settled.worth { open.i } else { settled.i })
            }
            (open, settled) => open.or(settled).map(|glance| glance.i),
        }
    }

    /// Goes on with the moves that both players would play, until the dice fall or nothing is known.
    fn follow(&self, mut node: &'a Node, line: &mut Vec<M>) {
        let arena: &'a Arena<M> = self.arena;
        while node.kind().player().is_some()
            && let Some(children) = arena.children(node)
            && let Some(i) = self.best(node, &children)
        {
            let nodes: &'a [Node] = children.nodes;
            let child = &nodes[i];
            if child.visits() == 0 && !child.is_settled() {
                break;
            }
            line.push(children.mv(i));
            node = child;
        }
    }

    /// The score of a move at the root to the player who makes it, and what it is worth.
    fn judge(&self, root: &Node, child: &Node) -> (Score, ScoreKind) {
        let sign = root.kind().sign();
        let (lower, upper) = child.bounds(sign);
        let settled = lower >= upper;
        if settled && lower == 0.0 {
            return (Score::DRAW, ScoreKind::Proved);
        }
        let plies = child.plies();
        if plies != NO_PLIES && (lower > 0.0 || upper < 0.0) {
            let (winner, bound, kind) = if lower > 0.0 {
                (self.me, lower, ScoreKind::AtLeast)
            } else {
                (!self.me, -upper, ScoreKind::AtMost)
            };
            let points = (bound * f32::from(self.most_points)).round() as u8;
            let score = Score::of(Outcome::Win { winner, points }, self.me, u32::from(plies) + 1);
            let exact = settled && self.is_shortest(child, winner);
            return (score, if exact { ScoreKind::Proved } else { kind });
        }
        let value = child.mean().or_else(|| root.mean()).unwrap_or(0.0) * sign;
        (unsquash(value.max(lower).min(upper), self.scale), ScoreKind::Estimate)
    }

    /// Can the winner certainly not win sooner, nor the loser hold out longer?
    ///
    /// A proof in the tree is found by whoever comes first, not by the shortest way, so this is
    /// known of short ways only: the game is over, or every move ends it, or the mover can end it
    /// at once, or the loser moves and all his moves lead to such positions.
    fn is_shortest(&self, node: &Node, winner: Player) -> bool {
        match node.plies() {
            0 | 1 => true,
            2 => self.most_points == 1 && node.kind().player() == Some(!winner),
            _ => false,
        }
    }
}

/// The value of a child to the mover above it; the least there is, if it was never tried.
fn worth(kind: Kind, child: &Node) -> f32 {
    child.mean().map_or(f32::NEG_INFINITY, |mean| mean * kind.sign())
}

/// A child at one moment. Other threads go on changing it, and an order must not change while things
/// are put into it.
#[derive(Clone, Copy)]
pub(super) struct Glance {
    i: usize,
    settled: bool,
    visits: u32,
    /// To the player who chooses.
    worth: f32,
    plies: u32,
}

impl Glance {
    fn at(kind: Kind, i: usize, child: &Node) -> Glance {
        Glance {
            i,
            settled: child.is_settled(),
            visits: child.visits(),
            // Zero has no sign here.
            worth: worth(kind, child) + 0.0,
            plies: child.plies().into(),
        }
    }
}

/// Which of two open or of two settled children comes first.
fn before(x: &Glance, y: &Glance) -> Ordering {
    let better = y.worth.total_cmp(&x.worth);
    if !(x.settled && y.settled) {
        return y.visits.cmp(&x.visits).then(better);
    }
    let hurry = if x.worth > 0.0 { x.plies.cmp(&y.plies) } else { y.plies.cmp(&x.plies) };
    better.then(hurry).then(y.visits.cmp(&x.visits))
}
