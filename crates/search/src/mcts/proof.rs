use super::arena::Arena;
use super::node::{Kind, NO_PLIES, Node};

/// Distances are kept in 16 bits.
const MOST_PLIES: u16 = NO_PLIES - 2;

/// Works out the bounds of a node from those of its children, and says whether anything is new.
///
/// A player has what the best of his moves is sure to bring, and no more than the best that any of
/// them can bring; dice bring the mean of the bounds (MCTS-Solver, Winands, Björnsson and Saito
/// 2008, with the bounds of Cazenave and Saffidine 2010).
pub(super) fn settle<M: Copy>(arena: &Arena<M>, node: &Node) -> bool {
    let Some(children) = arena.children(node) else { return false };
    let mut found = derive(node.kind(), children.nodes);
    let mut news = false;
    loop {
        news |= node.tighten(found);
        // Another thread may have written what it derived from the same children at another time.
        // Whoever writes last looks again, and so the last word is right.
        let again = derive(node.kind(), children.nodes);
        if again == found {
            return news;
        }
        found = again;
    }
}

/// Lower and upper bound, and the plies to the end.
fn derive(kind: Kind, nodes: &[Node]) -> (f32, f32, u16) {
    let (lower, upper) = match kind {
        Kind::First => (
            nodes.iter().map(Node::lower).fold(-1.0, f32::max),
            nodes.iter().map(Node::upper).fold(-1.0, f32::max),
        ),
        Kind::Second => (
            nodes.iter().map(Node::lower).fold(1.0, f32::min),
            nodes.iter().map(Node::upper).fold(1.0, f32::min),
        ),
        Kind::Chance => (mean(nodes, Node::lower), mean(nodes, Node::upper)),
        Kind::Over => unreachable!("a game that is over has no children"),
    };
    (lower, upper, plies(kind, nodes, lower, upper))
}

/// The mean over the rolls. Both bounds are added up alike, so they are equal when all children are
/// settled.
fn mean(nodes: &[Node], bound: impl Fn(&Node) -> f32) -> f32 {
    let (mut sum, mut whole) = (0.0, 0.0);
    for node in nodes {
        let chance = f64::from(node.prior());
        sum += chance * f64::from(bound(node));
        whole += chance;
    }
    (sum / whole) as f32
}

/// In how many plies the winner reaches his bound, if one player is sure to win: he hurries, the
/// loser holds out, and dice fall as badly as they can. Among outcomes with different points there
/// is no such number.
fn plies(kind: Kind, nodes: &[Node], lower: f32, upper: f32) -> u16 {
    let (winner, bound): (_, fn(&Node) -> f32) = if lower > 0.0 {
        (Kind::First, Node::lower)
    } else if upper < 0.0 {
        (Kind::Second, Node::upper)
    } else {
        return NO_PLIES;
    };
    let reached = if winner == Kind::First { lower } else { upper };
    let same = nodes.iter().filter(|child| bound(child) == reached);
    let plies = if kind == winner {
        same.map(Node::plies).min()
    } else if kind == Kind::Chance && nodes.iter().any(|child| bound(child) != reached) {
        None
    } else {
        same.map(Node::plies).max()
    };
    match plies {
        Some(plies) if plies <= MOST_PLIES => plies + 1,
        _ => NO_PLIES,
    }
}

#[cfg(test)]
mod tests {
    use super::super::arena::{Claim, ROOT};
    use super::*;
    use std::sync::atomic::Ordering::Release;

    /// A node of this kind with children of these bounds, plies and chances.
    fn family(kind: Kind, children: &[(f32, f32, u16, f32)]) -> (f32, f32, u16) {
        let arena: Arena<u8> = Arena::new(0, false);
        let root = arena.node(ROOT);
        root.set(kind, 0.0, 0.0);
        let first = arena.take(children.len(), &mut Claim::default()).expect("there is room");
        for (i, &(lower, upper, plies, chance)) in (first..).zip(children) {
            arena.node(i).set(Kind::First, 0.0, chance);
            arena.node(i).tighten((lower, upper, plies));
        }
        root.set_n_children(children.len());
        root.first.store(first, Release);
        settle(&arena, root);
        (root.lower(), root.upper(), root.plies())
    }

    const OPEN: (f32, f32, u16, f32) = (-1.0, 1.0, NO_PLIES, 0.5);
    const WON: (f32, f32, u16, f32) = (1.0, 1.0, 4, 0.5);
    const LOST: (f32, f32, u16, f32) = (-1.0, -1.0, 6, 0.5);
    const DRAWN: (f32, f32, u16, f32) = (0.0, 0.0, NO_PLIES, 0.5);

    #[test]
    fn one_good_move_is_enough_and_all_bad_ones_are_needed() {
        assert_eq!(family(Kind::First, &[OPEN, WON, LOST]), (1.0, 1.0, 5));
        assert_eq!(family(Kind::First, &[DRAWN, OPEN]), (0.0, 1.0, NO_PLIES));
        assert_eq!(family(Kind::First, &[DRAWN, LOST]), (0.0, 0.0, NO_PLIES));
        assert_eq!(family(Kind::First, &[LOST, OPEN]), (-1.0, 1.0, NO_PLIES));
        assert_eq!(family(Kind::Second, &[WON, OPEN]), (-1.0, 1.0, NO_PLIES));
        assert_eq!(family(Kind::Second, &[WON, DRAWN]), (0.0, 0.0, NO_PLIES));
        assert_eq!(family(Kind::Second, &[WON, LOST]), (-1.0, -1.0, 7));
    }

    #[test]
    fn the_winner_hurries_and_the_loser_holds_out() {
        let late = (1.0, 1.0, 8, 0.5);
        assert_eq!(family(Kind::First, &[late, WON]).2, 5);
        assert_eq!(family(Kind::Second, &[late, WON]).2, 9);
    }

    #[test]
    fn a_small_win_leaves_room_for_a_larger_one() {
        let small = (0.5, 0.5, 2, 0.5);
        assert_eq!(family(Kind::First, &[small, OPEN]), (0.5, 1.0, 3));
        assert_eq!(family(Kind::Second, &[small, WON]), (0.5, 0.5, 3));
    }

    #[test]
    fn dice_are_settled_when_all_rolls_are() {
        assert_eq!(family(Kind::Chance, &[WON, OPEN]), (0.0, 1.0, NO_PLIES));
        assert_eq!(family(Kind::Chance, &[WON, DRAWN]), (0.5, 0.5, NO_PLIES));
        assert_eq!(family(Kind::Chance, &[WON, (1.0, 1.0, 9, 0.5)]), (1.0, 1.0, 10));
    }
}
