//! What a stone does: fours and open threes where rows win, bridges and chains where sides are joined.

use henge_core::explain::{Explain, list};
use henge_core::{Bits, Game, Player, Turn};

use super::rules::{Move, Position, Positional};

/// A fact about a stone that is put down. Sites are numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The second player takes the first stone over.
    Swaps,
    /// Rows through the stone lack one site; these fill them.
    Row {
        /// The stones of such a row.
        n: usize,
        /// Where the rows are completed.
        at: Vec<u16>,
        /// Do two of these sites complete the same stones?
        open: bool,
    },
    /// With one of these stones a row through this one would lack one site at either end.
    OpenRow {
        /// The stones of the row now.
        n: usize,
        /// Where a further stone would open it at both ends.
        at: Vec<u16>,
    },
    /// Two stones hang together, whichever of two gaps the other player takes.
    Bridge {
        /// The other stone.
        to: u16,
        /// The gaps.
        gaps: [u16; 2],
    },
    /// The stone hangs together with a side in the same way.
    BridgeToSide {
        /// Which of the two.
        side: usize,
        /// The gaps.
        gaps: [u16; 2],
    },
    /// The stone is farther from a side, and no single stone of the other player on these sites cuts it off: to each
    /// there is a reply after which bridges join it with the side.
    Template {
        /// Which of the two.
        side: usize,
        /// All sites that matter.
        carrier: Vec<u16>,
    },
    /// Stones of two chains now hang together.
    Joins([u16; 2]),
    /// They did so by a bridge into which the other player has put a stone.
    Saves([u16; 2], u16),
    /// The chain touches a side.
    Touches(usize),
    /// The stone lies in a bridge of the other player, who joins these stones at the site that follows.
    Enters([u16; 2], u16),
    /// Stones and bridges join the sides, whatever the other player does: of each pair of gaps the mover gets one.
    Joined(Vec<[u16; 2]>),
}

const NUMBERS: [&str; 10] =
    ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// The article and the number, as in `a four`.
fn row(n: usize) -> &'static str {
    NUMBERS.get(n).copied().unwrap_or("long row")
}

/// The first two of some sites.
fn two<const W: usize>(sites: &Bits<W>) -> Option<[u16; 2]> {
    let mut sites = sites.iter();
    Some([sites.next()? as u16, sites.next()? as u16])
}

/// The sites of an edge template: every further stone that would join a stone with a side by bridges needs some
/// sites, and there is none that all of them need.
fn template<const W: usize>(
    neighbours: &[Bits<W>],
    side: &Bits<W>,
    empty: &Bits<W>,
    site: usize,
) -> Option<Bits<W>> {
    let gaps = |sites: Bits<W>| {
        two(&sites).map(|gaps| gaps.iter().map(|&gap| usize::from(gap)).collect::<Bits<W>>())
    };
    let (mut all, mut common): (Bits<W>, Option<Bits<W>>) = (Bits::EMPTY, None);
    for at in empty.iter() {
        let near = match neighbours[site].has(at) {
            true => Some(Bits::EMPTY),
            false => gaps(neighbours[site] & neighbours[at] & *empty),
        };
        let Some(near) = near else { continue };
        let far = match side.has(at) {
            true => Some(Bits::EMPTY),
            false => gaps((neighbours[at] & *side & *empty).without(&near)),
        };
        let Some(far) = far else { continue };
        let needed = Bits::single(at) | near | far;
        // What takes nothing away from the sites that all need is left out.
        let less = common.map_or(needed, |common| common & needed);
        if common != Some(less) {
            all |= needed;
            common = Some(less);
        }
    }
    common.filter(Bits::is_empty).map(|_| all)
}

impl<const W: usize> Positional<W> {
    /// How long the rows are that win, if all groups of the player have the same length.
    fn length(&self, player: Player) -> Option<usize> {
        let mut groups = self.definition().goals[player.index()].groups.iter();
        let length = groups.next()?.sites.len();
        groups.all(|group| group.sites.len() == length).then_some(length)
    }

    /// For the groups of the player through a site that lack only `n` sites and may still be filled: the stones, and
    /// the sites that are lacking.
    fn lacking(
        &self,
        pos: &Position<W>,
        player: Player,
        site: usize,
        n: usize,
    ) -> Vec<[Bits<W>; 2]> {
        let (own, empty) = (pos.stones(player), self.empty(pos));
        let both = |group: Bits<W>| [group & *own, group.without(own)];
        let fits = |[_, rest]: &[Bits<W>; 2]| rest.len() == n && rest.is_subset(&empty);
        self.groups_through(player, site, own).map(both).filter(fits).collect()
    }

    /// What becomes of the rows through a stone that was put down.
    fn rows(
        &self,
        pos: &Position<W>,
        next: &Position<W>,
        mover: Player,
        site: usize,
    ) -> Vec<Claim> {
        let Some(length) = self.length(mover).filter(|&length| length > 3) else {
            return Vec::new();
        };
        let sites = |all: Bits<W>| all.iter().map(|site| site as u16).collect::<Vec<_>>();
        let mut fours = self.lacking(next, mover, site, 1);
        // A site that would have won before is nothing new.
        fours.retain(|[_, rest]| {
            rest.first().is_some_and(|at| self.lacking(pos, mover, at, 1).is_empty())
        });
        let at = fours.iter().fold(Bits::EMPTY, |all, [_, rest]| all | *rest);
        if !at.is_empty() {
            let open = fours
                .iter()
                .any(|[own, rest]| fours.iter().any(|[same, other]| own == same && rest != other));
            return vec![Claim::Row { n: length - 1, at: sites(at), open }];
        }
        // Two groups that share all but their last sites.
        let threes = self.lacking(next, mover, site, 2);
        let mut at = Bits::EMPTY;
        for (i, [own, rest]) in threes.iter().enumerate() {
            for [same, other] in &threes[i + 1..] {
                let common = *rest & *other;
                if own == same && common.len() == 1 {
                    at |= common;
                }
            }
        }
        if at.is_empty() {
            return Vec::new();
        }
        vec![Claim::OpenRow { n: length - 2, at: sites(at) }]
    }

    /// The stones that hang together with one.
    fn chain(&self, neighbours: &[Bits<W>], own: &Bits<W>, site: usize) -> Bits<W> {
        let (mut chain, mut border) = (Bits::single(site), Bits::single(site));
        while let Some(at) = border.first() {
            border.remove(at);
            let fresh = (neighbours[at] & *own).without(&chain);
            chain |= fresh;
            border |= fresh;
        }
        chain
    }

    fn chains(&self, neighbours: &[Bits<W>], own: &Bits<W>) -> Vec<Bits<W>> {
        let (mut rest, mut chains) = (*own, Vec::new());
        while let Some(site) = rest.first() {
            let chain = self.chain(neighbours, own, site);
            rest = rest.without(&chain);
            chains.push(chain);
        }
        chains
    }

    /// Bridges and sides that are in touch: what a move does where chains win.
    fn links(
        &self,
        pos: &Position<W>,
        next: &Position<W>,
        mover: Player,
        site: usize,
    ) -> Vec<Claim> {
        let Some((sides, neighbours)) = self.link(mover) else { return Vec::new() };
        let mut found = Vec::new();
        let (own, empty) = (next.stones(mover), self.empty(next));
        if let Some(gaps) = self.joined(next, mover) {
            found.push(Claim::Joined(gaps));
        }
        let before = *pos.stones(mover);
        // One stone of each chain that the new one touches.
        let mut touched: Vec<u16> = Vec::new();
        let mut seen = Bits::EMPTY;
        for at in (neighbours[site] & before).iter() {
            if !seen.has(at) {
                seen |= self.chain(neighbours, &before, at);
                touched.push(at as u16);
            }
        }
        if let [a, b, ..] = touched[..] {
            let common = neighbours[usize::from(a)] & neighbours[usize::from(b)];
            let cut = common & *next.stones(!mover);
            found.push(match cut.first() {
                Some(cut) if common.len() == 2 => Claim::Saves([a, b], cut as u16),
                _ => Claim::Joins([a, b]),
            });
        }
        let chain = self.chain(neighbours, own, site);
        for (n, side) in sides.iter().enumerate() {
            let was = touched.iter().any(|&at| pos.linked[mover.index()][n].has(at.into()));
            if was {
                continue;
            }
            if side.has(site) {
                found.push(Claim::Touches(n));
            } else if let Some(gaps) = two(&(neighbours[site] & *side & empty)) {
                found.push(Claim::BridgeToSide { side: n, gaps });
            } else if let Some(carrier) = template(neighbours, side, &empty, site) {
                let carrier = carrier.iter().map(|site| site as u16).collect();
                found.push(Claim::Template { side: n, carrier });
            }
        }
        let mut bridged = chain;
        for other in own.iter() {
            let gaps = two(&(neighbours[site] & neighbours[other] & empty));
            if let Some(gaps) = gaps.filter(|_| !bridged.has(other)) {
                bridged |= self.chain(neighbours, own, other);
                found.push(Claim::Bridge { to: other as u16, gaps });
            }
        }
        found.extend(self.enters(pos, mover, site));
        found
    }

    /// A bridge of the other player in which a site lies.
    fn enters(&self, pos: &Position<W>, mover: Player, site: usize) -> Option<Claim> {
        let (_, neighbours) = self.link(!mover)?;
        let (theirs, empty) = (pos.stones(!mover), self.empty(pos));
        let around: Vec<usize> = (neighbours[site] & *theirs).iter().collect();
        for (i, &a) in around.iter().enumerate() {
            let chain = self.chain(neighbours, theirs, a);
            for &b in around[i + 1..].iter().filter(|&&b| !chain.has(b)) {
                let gaps = neighbours[a] & neighbours[b] & empty;
                let other = gaps.without(&Bits::single(site));
                if let (2, Some(other)) = (gaps.len(), other.first()) {
                    return Some(Claim::Enters([a as u16, b as u16], other as u16));
                }
            }
        }
        None
    }

    /// The pairs of gaps by which a player's chains join the sides, if they do: no pair shares a gap with another.
    fn joined(&self, pos: &Position<W>, player: Player) -> Option<Vec<[u16; 2]>> {
        let (sides, neighbours) = self.link(player)?;
        let empty = self.empty(pos);
        let chains: Vec<[Bits<W>; 2]> = self
            .chains(neighbours, pos.stones(player))
            .into_iter()
            .map(|chain| {
                let around = chain.iter().fold(Bits::EMPTY, |all, at| all | neighbours[at]);
                [chain, around & empty]
            })
            .collect();
        // From the first side on, each step by a bridge whose gaps are still free.
        let begin = |[chain, around]: &[Bits<W>; 2]| match chain.meets(&sides[0]) {
            true => Some(None),
            false => two(&(*around & sides[0])).map(Some),
        };
        let mut paths: Vec<(usize, Vec<[u16; 2]>)> = Vec::new();
        for (n, chain) in chains.iter().enumerate() {
            paths.extend(begin(chain).map(|gaps| (n, gaps.into_iter().collect())));
        }
        let mut visited: Vec<usize> = Vec::new();
        while let Some((n, gaps)) = paths.pop() {
            if visited.contains(&n) {
                continue;
            }
            visited.push(n);
            let used: Bits<W> = gaps.iter().flatten().map(|&gap| usize::from(gap)).collect();
            let [chain, around] = &chains[n];
            let with = |pair: [u16; 2]| {
                let mut longer = gaps.clone();
                longer.push(pair);
                longer
            };
            if chain.meets(&sides[1]) {
                return Some(gaps);
            }
            if let Some(pair) = two(&(*around & sides[1]).without(&used)) {
                return Some(with(pair));
            }
            for (other, [_, beside]) in chains.iter().enumerate() {
                if let Some(pair) = two(&(*around & *beside).without(&used)) {
                    paths.push((other, with(pair)));
                }
            }
        }
        None
    }
}

impl<const W: usize> Explain for Positional<W> {
    type Claim = Claim;

    fn claims(&self, pos: &Position<W>, mv: Move) -> Vec<Claim> {
        let Turn::Player(mover) = self.turn(pos) else { return Vec::new() };
        if mv == Move::SWAP {
            return vec![Claim::Swaps];
        }
        let (site, mut next) = (usize::from(mv.0), *pos);
        self.play(&mut next, mv);
        if next.winner.is_some() {
            return Vec::new();
        }
        let mut found = self.rows(pos, &next, mover, site);
        found.extend(self.links(pos, &next, mover, site));
        found
    }

    fn say(&self, pos: &Position<W>, claim: &Claim, players: &[String; 2]) -> String {
        let definition = self.definition();
        let name = |site: u16| definition.sites[usize::from(site)].name.clone();
        let names = |sites: &[u16]| list(&sites.iter().map(|&site| name(site)).collect::<Vec<_>>());
        let other = &players[(!pos.to_move).index()];
        let side = |n: usize| {
            let connect = definition.goals[pos.to_move.index()].connect.as_ref();
            connect.map_or("other", |connect| connect.names[n].as_str())
        };
        match claim {
            Claim::Swaps => "takes the first stone over".into(),
            Claim::Row { n, open: true, .. } => {
                format!("makes an open {}, which can be completed at both ends", row(*n))
            }
            Claim::Row { n, at, .. } if at.len() > 1 => format!("makes two {}s at once", row(*n)),
            Claim::Row { n, .. } => format!("makes a {}", row(*n)),
            Claim::OpenRow { n, at } => {
                format!(
                    "makes an open {}, which threatens an open {} with {}",
                    row(*n),
                    row(n + 1),
                    names(at)
                )
            }
            Claim::Bridge { to, gaps } => {
                format!(
                    "makes a bridge to {}: if {other} takes one of {}, the other one joins them",
                    name(*to),
                    names(gaps)
                )
            }
            Claim::BridgeToSide { side: n, gaps } => {
                format!("makes a bridge to the {} side over {}", side(*n), names(gaps))
            }
            Claim::Template { side: n, .. } => {
                format!(
                    "is joined to the {} side by an edge template: no single stone cuts it off",
                    side(*n)
                )
            }
            Claim::Joins(stones) => format!("joins {}", names(stones)),
            Claim::Saves(stones, cut) => {
                format!(
                    "saves the bridge between {}, which {} had entered",
                    names(stones),
                    name(*cut)
                )
            }
            Claim::Touches(n) => format!("reaches the {} side", side(*n)),
            Claim::Enters(stones, answer) => {
                format!(
                    "enters the bridge between {}; {other} joins them with {}",
                    names(stones),
                    name(*answer)
                )
            }
            Claim::Joined(_) => {
                format!("wins: chains and bridges join the two sides, whatever {other} plays")
            }
        }
    }

    fn turned(&self, pos: &Position<W>) -> Option<Position<W>> {
        let mut turned = *pos;
        self.pass(&mut turned).then_some(turned)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::{Definition, Row, Swap, go_moku, hex, tic_tac_toe};
    use super::*;
    use henge_testkit::{claims_hold, explained};

    /// Do two sites belong to one chain of the player, or a site to the chains that touch a side? By the edges of the
    /// definition, stone by stone.
    fn hang_together<const W: usize>(
        game: &Positional<W>,
        pos: &Position<W>,
        player: Player,
        from: u16,
        to: &[u16],
    ) -> bool {
        let own = pos.stones(player);
        let mut chain = vec![from];
        let mut seen = 0;
        while seen < chain.len() {
            let at = chain[seen];
            seen += 1;
            for &(a, b) in &game.definition().edges {
                for (here, there) in [(a, b), (b, a)] {
                    if here == at && own.has(there.into()) && !chain.contains(&there) {
                        chain.push(there);
                    }
                }
            }
        }
        chain.iter().any(|site| to.contains(site))
    }

    fn holds<const W: usize>(
        game: &Positional<W>,
        pos: &Position<W>,
        mv: Move,
        claim: &Claim,
    ) -> bool {
        let mover = pos.to_move;
        let mut next = *pos;
        game.play(&mut next, mv);
        let with = |pos: &Position<W>, stones: &[(u16, Option<Player>)]| {
            let mut pos = *pos;
            for &(site, stone) in stones {
                game.put_by_hand(&mut pos, site.into(), stone).unwrap();
            }
            pos
        };
        let own = |site: u16| (site, Some(mover));
        let theirs = |site: u16| (site, Some(!mover));
        let wins = |pos: &Position<W>| game.has_won(pos, mover);
        let sides = |n: usize| {
            game.definition().goals[mover.index()].connect.as_ref().unwrap().sides[n].clone()
        };
        match claim {
            Claim::Swaps => mv == Move::SWAP,
            Claim::Row { at, open, .. } => {
                // Each of the sites wins, and none of them would without the stone.
                let each = at.iter().all(|&site| {
                    wins(&with(&next, &[own(site)]))
                        && !wins(&with(&next, &[own(site), (mv.0, None)]))
                });
                each && (!open || at.len() > 1)
            }
            // A further stone wins at two sites, and at less than two without this one.
            Claim::OpenRow { at, .. } => at.iter().all(|&site| {
                let n_wins = |pos: &Position<W>| {
                    let empty: Vec<usize> = game.empty(pos).iter().collect();
                    empty.iter().filter(|&&site| wins(&with(pos, &[own(site as u16)]))).count()
                };
                n_wins(&with(&next, &[own(site)])) > 1
                    && n_wins(&with(&next, &[own(site)]))
                        > n_wins(&with(&next, &[own(site), (mv.0, None)]))
            }),
            Claim::Bridge { to, gaps: [a, b] } => {
                !hang_together(game, &next, mover, mv.0, &[*to])
                    && [(a, b), (b, a)].iter().all(|(cut, answer)| {
                        let pos = with(&next, &[theirs(**cut), own(**answer)]);
                        hang_together(game, &pos, mover, mv.0, &[*to])
                    })
            }
            Claim::BridgeToSide { side, gaps: [a, b] } => {
                [(a, b), (b, a)].iter().all(|(cut, answer)| {
                    let pos = with(&next, &[theirs(**cut), own(**answer)]);
                    hang_together(game, &pos, mover, mv.0, &sides(*side))
                })
            }
            // Whatever the other player does there, move by move.
            Claim::Template { side, carrier } => {
                fn joined<const W: usize>(
                    game: &Positional<W>,
                    pos: &Position<W>,
                    own: Player,
                    (site, side, carrier): (u16, &[u16], &[u16]),
                ) -> bool {
                    let free: Vec<u16> = carrier
                        .iter()
                        .copied()
                        .filter(|&site| game.empty(pos).has(site.into()))
                        .collect();
                    let put = |pos: &Position<W>, at: u16, player: Player| {
                        let mut pos = *pos;
                        game.put_by_hand(&mut pos, at.into(), Some(player)).unwrap();
                        pos
                    };
                    hang_together(game, pos, own, site, side)
                        || !free.is_empty()
                            && free.iter().all(|&cut| {
                                let cut_off = put(pos, cut, !own);
                                free.iter().any(|&reply| {
                                    let next = put(&cut_off, reply, own);
                                    reply != cut && joined(game, &next, own, (site, side, carrier))
                                })
                            })
                }
                joined(game, &next, mover, (mv.0, &sides(*side), carrier))
            }
            Claim::Joins([a, b]) | Claim::Saves([a, b], _) => {
                let cut = match claim {
                    Claim::Saves(_, cut) => pos.stones(!mover).has((*cut).into()),
                    _ => true,
                };
                cut && !hang_together(game, pos, mover, *a, &[*b])
                    && hang_together(game, &next, mover, *a, &[*b])
            }
            Claim::Touches(n) => hang_together(game, &next, mover, mv.0, &sides(*n)),
            Claim::Enters([a, b], answer) => {
                !hang_together(game, &next, !mover, *a, &[*b])
                    && hang_together(game, &with(&next, &[theirs(*answer)]), !mover, *a, &[*b])
            }
            // Whichever gap of each pair is lost.
            Claim::Joined(gaps) => (0..1_u32 << gaps.len()).all(|choice| {
                let stones: Vec<_> = (0..)
                    .zip(gaps)
                    .flat_map(|(n, &[a, b])| match choice >> n & 1 {
                        0 => [own(a), theirs(b)],
                        _ => [theirs(a), own(b)],
                    })
                    .collect();
                wins(&with(&next, &stones))
            }),
        }
    }

    fn check<const W: usize>(definition: Definition, n_games: u64, kinds: &[&str]) {
        let game = Positional::<W>::new(definition.into());
        claims_hold(&game, n_games, kinds, &|pos, mv, claim| holds(&game, pos, mv, claim));
    }

    fn explain<const W: usize>(definition: Definition, file: &str) {
        let players = definition.players.clone();
        let game = Positional::<W>::new(definition.into());
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/reasons");
        explained(&game, &folder.join(file), &players, &|pos, mv, claim| {
            holds(&game, pos, mv, claim)
        });
    }

    #[test]
    fn what_is_said_of_rows_holds() {
        let kinds =
            ["Row", "OpenRow", "Stops", "Threatens", "Double", "Prepares", "Forestalls", "Allows"];
        check::<1>(go_moku(7, Row::FiveOrMore).unwrap(), 12, &kinds);
        check::<1>(go_moku(7, Row::ExactlyFive).unwrap(), 6, &[]);
        check::<1>(tic_tac_toe(), 40, &["Double", "Stops", "Ends", "Prepares"]);
    }

    #[test]
    fn what_is_said_of_chains_holds() {
        let kinds =
            ["Bridge", "BridgeToSide", "Template", "Joins", "Saves", "Touches", "Enters", "Joined"];
        check::<1>(hex(6, 6, Swap::On).unwrap(), 30, &kinds);
    }

    #[test]
    fn thirty_positions_are_explained() {
        explain::<2>(go_moku(9, Row::FiveOrMore).unwrap(), "go-moku.txt");
        explain::<1>(hex(7, 7, Swap::Off).unwrap(), "hex.txt");
        explain::<1>(tic_tac_toe(), "tic-tac-toe.txt");
    }
}
