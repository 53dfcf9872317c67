use super::arena::Children;
use super::node::{Kind, Node, ONE};
use super::{MctsOptions, Selection};

/// Which children are out of the question.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Skip {
    /// Those that cannot change the value of the node.
    Useless,
    /// Those that cannot be better than what the mover has for certain; with dice in the game, also
    /// a settled child takes its share of the simulations, because samples scatter around a value
    /// and must not be cut to the bounds.
    Worse,
    /// Those that are settled: at the root, when more than the best move is asked for.
    Settled,
}

/// The child to try next; `None` if all are out of the question.
///
/// Children whose bounds say that they cannot matter are passed over (Cazenave and Saffidine 2010).
#[inline]
pub(super) fn select<M: Copy>(
    options: &MctsOptions,
    node: &Node,
    children: &Children<'_, M>,
    skip: Skip,
) -> Option<usize> {
    let sign = if node.kind() == Kind::Second { -1.0 } else { 1.0 };
    let (floor, _) = node.bounds(sign);
    let visits = node.visits().max(1) as f32;
    let unit = sign / ONE;
    // What an untried child is taken for: as good as its parent so far, and tried once.
    let first_play = node.sum() * unit / visits + options.first_play;
    let Children { nodes, amaf, .. } = *children;
    let skips = |child: &Node| {
        let (lower, upper) = child.bounds(sign);
        match skip {
            Skip::Useless => upper <= floor,
            Skip::Worse => upper < floor,
            Skip::Settled => lower >= upper,
        }
    };
    let mean = |child: &Node, inverse: f32| {
        let mean = child.sum() * unit * inverse;
        if skip == Skip::Worse {
            let (lower, upper) = child.bounds(sign);
            return mean.max(lower).min(upper);
        }
        mean
    };

    if options.selection == Selection::Puct {
        // Rosin 2011, in the form of Silver et al. 2016.
        let explore = options.exploration * visits.sqrt();
        return best(nodes, skips, |child, _| {
            let n = child.visits() as f32;
            let value = if n > 0.0 { mean(child, 1.0 / n) } else { first_play };
            value + explore * child.prior() / (1.0 + n)
        });
    }
    // UCB1 (Auer, Cesa-Bianchi and Fischer 2002) in trees (Kocsis and Szepesvári 2006).
    let explore = options.exploration * visits.ln().max(0.0).sqrt();
    if options.rave > 0.0 {
        // Gelly and Silver 2011: what is known from other orders of the moves counts as much as what
        // is known from here after `rave` visits, and less from then on.
        let beta = (options.rave / (3.0 * visits + options.rave)).sqrt();
        return best(nodes, skips, |child, i| {
            let n = child.visits() as f32;
            let value = if n > 0.0 { mean(child, 1.0 / n) } else { first_play };
            let seen = amaf[i].visits();
            let bonus = explore / n.max(1.0).sqrt();
            if seen > 0.0 {
                let other = amaf[i].sum() * sign / seen;
                let beta = if n > 0.0 { beta } else { 1.0 };
                return value + beta * (other - value) + bonus;
            }
            value + bonus
        });
    }
    best(nodes, skips, |child, _| {
        let n = child.visits();
        if n == 0 {
            return first_play + explore;
        }
        let inverse = 1.0 / n as f32;
        mean(child, inverse) + explore * inverse.sqrt()
    })
}

/// The first of the highest.
#[inline(always)]
fn best(
    nodes: &[Node],
    skips: impl Fn(&Node) -> bool,
    urgency: impl Fn(&Node, usize) -> f32,
) -> Option<usize> {
    let mut best = None;
    let mut highest = f32::NEG_INFINITY;
    for (i, child) in nodes.iter().enumerate() {
        if skips(child) {
            continue;
        }
        let urgency = urgency(child, i);
        if urgency > highest || best.is_none() {
            (best, highest) = (Some(i), urgency);
        }
    }
    best
}
