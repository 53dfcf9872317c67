//! Cells that need not be played: dead ones, captured ones and dominated ones (Hayward and van Rijswijck 2006;
//! Björnsson, Hayward, Johanson and van Rijswijck 2006).
//!
//! All of it comes from one graph. For a player, take away the sites of the opponent and make one vertex of every chain.
//! A shortest way from side to side leaves a vertex by another neighbour than it came by, and the two do not touch. So
//! a vertex whose neighbours all touch each other is on no shortest way: it is *dead*, and its colour is of no
//! importance. If it becomes dead as soon as the opponent takes one of its neighbours, that neighbour *dominates* it for
//! the opponent, who gets both sites for one stone. Where two sites dominate each other they are *captured*: whatever the
//! player does in one of them, the opponent answers in the other.

use henge_core::{Bits, Player};

use super::terrain::{Stones, Terrain};
use crate::positional::rules::Positional;

/// The graph of one player.
#[derive(Default)]
pub(super) struct Graph<const W: usize> {
    /// The empty sites that each empty site touches, directly or by way of a chain.
    touching: Vec<Bits<W>>,
    /// Those that touch each side.
    at_side: [Bits<W>; 2],
}

impl<const W: usize> Graph<W> {
    fn draw(&mut self, game: &Positional<W>, player: Player, stones: &Stones<W>, of: &Terrain<W>) {
        let Some((_, neighbours)) = game.link(player) else { return };
        self.touching.clear();
        self.touching.extend(neighbours.iter().map(|near| *near & stones.empty));
        for chain in &of.chains {
            for site in chain.liberties.iter() {
                self.touching[site] |= chain.liberties;
            }
        }
        for site in stones.empty.iter() {
            self.touching[site].remove(site);
        }
        self.at_side = [of.chains[0].liberties, of.chains[1].liberties];
    }

    /// Does everything that `site` touches touch each other, if these are all its neighbours? If not, at least one of
    /// the two that come back has to go, or the one if there is only one.
    fn flaw(&self, site: usize, near: &Bits<W>) -> Option<[Option<usize>; 2]> {
        let sides = self.at_side.iter().filter(|side| side.has(site));
        if sides.clone().count() == 2 {
            return Some([None; 2]);
        }
        let only = |sites: Bits<W>| sites.first().filter(|_| sites.len() == 1);
        for side in sides {
            let apart = near.without(side);
            if !apart.is_empty() {
                return Some([only(apart), None]);
            }
        }
        near.iter().find_map(|other| {
            let mut apart = near.without(&self.touching[other]);
            apart.remove(other);
            (!apart.is_empty()).then(|| [Some(other), only(apart)])
        })
    }

    /// Is the site on no shortest way?
    fn is_dead(&self, site: usize) -> bool {
        self.flaw(site, &self.touching[site]).is_none()
    }

    /// The sites that make this one dead if the opponent takes them.
    fn killers(&self, site: usize) -> [Option<usize>; 2] {
        let near = self.touching[site];
        let Some(suspects) = self.flaw(site, &near) else { return [None; 2] };
        suspects.map(|suspect| {
            suspect.filter(|&suspect| {
                let mut rest = near;
                rest.remove(suspect);
                self.flaw(site, &rest).is_none()
            })
        })
    }
}

/// Fills in dead and captured sites until there are no more. Nobody's chances change.
pub(super) fn fill_in<const W: usize>(
    game: &Positional<W>,
    stones: &mut Stones<W>,
    (terrain, graph): (&mut Terrain<W>, &mut Graph<W>),
) {
    let mut quiet = 0;
    for player in Player::BOTH.into_iter().cycle() {
        // The graph of the opponent loses what is filled in, and what was dead or captured in it stays so.
        terrain.survey(game, !player, stones);
        graph.draw(game, !player, stones, terrain);
        let mut found = Bits::<W>::EMPTY;
        for site in stones.empty.iter() {
            if found.has(site) {
                continue;
            }
            if graph.is_dead(site) {
                found.insert(site);
                continue;
            }
            for killer in graph.killers(site).into_iter().flatten() {
                if !found.has(killer) && graph.killers(killer).contains(&Some(site)) {
                    found.insert(site);
                    found.insert(killer);
                    break;
                }
            }
        }
        stones.fill(player, &found);
        quiet = if found.is_empty() { quiet + 1 } else { 0 };
        if quiet == 2 {
            return;
        }
    }
}

/// Sites that `player`, who is to move, need not play because another one that stays is at least as good, on a board
/// without dead and captured sites.
pub(super) fn dominated<const W: usize>(
    game: &Positional<W>,
    player: Player,
    stones: &Stones<W>,
    (terrain, graph): (&mut Terrain<W>, &mut Graph<W>),
) -> Bits<W> {
    terrain.survey(game, !player, stones);
    graph.draw(game, !player, stones, terrain);
    let (mut worse, mut kept) = (Bits::<W>::EMPTY, Bits::<W>::EMPTY);
    for site in stones.empty.iter() {
        if kept.has(site) {
            continue;
        }
        let better = graph.killers(site).into_iter().flatten().find(|&killer| !worse.has(killer));
        if let Some(better) = better {
            worse.insert(site);
            kept.insert(better);
        }
    }
    worse
}
