use super::node::{Amaf, Node, ONE};
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
pub(super) fn select(
    options: &MctsOptions,
    node: &Node,
    nodes: &[Node],
    amaf: &[Amaf],
    skip: Skip,
) -> Option<usize> {
    let sign = node.kind().sign();
    let (floor, _) = node.bounds(sign);
    let most = |child: &Node| if sign > 0.0 { child.upper() } else { -child.lower() };
    let family = (node, nodes, amaf);
    match skip {
        Skip::Useless => choose(options, family, |child| most(child) <= floor, |_, mean| mean),
        Skip::Worse => choose(
            options,
            family,
            |child| most(child) < floor,
            |child, mean| {
                let (lower, upper) = child.bounds(sign);
                mean.max(lower).min(upper)
            },
        ),
        Skip::Settled => choose(options, family, Node::is_settled, |_, mean| mean),
    }
}

/// The best child of those that are not skipped. `correct` makes of a mean what it is taken for.
#[inline(always)]
fn choose(
    options: &MctsOptions,
    (node, nodes, amaf): (&Node, &[Node], &[Amaf]),
    skips: impl Fn(&Node) -> bool,
    correct: impl Fn(&Node, f32) -> f32,
) -> Option<usize> {
    let sign = node.kind().sign();
    let visits = node.visits().max(1) as f32;
    let unit = sign / ONE;
    // What an untried child is taken for: as good as its parent so far, and tried once.
    let first_play = node.sum() * unit / visits + options.first_play;
    let mean = |child: &Node, inverse: f32| correct(child, child.sum() * unit * inverse);

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
