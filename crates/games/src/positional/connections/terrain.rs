use henge_core::{Bits, Player};

use crate::positional::rules::Positional;

/// Who holds what, stones that are as good as there included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stones<const W: usize> {
    pub held: [Bits<W>; 2],
    pub empty: Bits<W>,
}

impl<const W: usize> Stones<W> {
    /// Gives sites to a player.
    pub fn fill(&mut self, player: Player, sites: &Bits<W>) {
        self.held[player.index()] |= *sites;
        self.empty = self.empty.without(sites);
    }
}

/// The board as one player sees it: his stones, gathered into chains, and his two sides, which are chains as well.
#[derive(Default)]
pub(super) struct Terrain<const W: usize> {
    /// The two sides first, then the chains that touch neither.
    pub chains: Vec<Chain<W>>,
    /// The two sides hang together already.
    pub is_joined: bool,
}

/// Stones that hang together.
#[derive(Clone, Copy)]
pub(super) struct Chain<const W: usize> {
    /// One of the stones; for a side none of the sites, but a number beyond them.
    pub end: u16,
    /// The empty sites it touches.
    pub liberties: Bits<W>,
}

impl<const W: usize> Terrain<W> {
    /// Looks at the board anew.
    pub fn survey(&mut self, game: &Positional<W>, player: Player, stones: &Stones<W>) {
        self.chains.clear();
        self.is_joined = false;
        let Some((sides, neighbours)) = game.link(player) else { return };
        let mut rest = stones.held[player.index()];
        let follow = |mut border: Bits<W>, rest: &mut Bits<W>| {
            let (mut chain, mut touched) = (border, Bits::EMPTY);
            *rest = rest.without(&border);
            while let Some(at) = border.first() {
                border.remove(at);
                touched |= neighbours[at];
                let fresh = neighbours[at] & *rest;
                *rest = rest.without(&fresh);
                border |= fresh;
                chain |= fresh;
            }
            (chain, touched & stones.empty)
        };
        for (i, side) in sides.iter().enumerate() {
            let (chain, touched) = follow(*side & rest, &mut rest);
            self.is_joined |= i == 0 && chain.meets(&sides[1]);
            let end = (game.definition().n_sites() + i) as u16;
            self.chains.push(Chain { end, liberties: touched | *side & stones.empty });
        }
        while let Some(stone) = rest.first() {
            let (_, liberties) = follow(Bits::single(stone), &mut rest);
            self.chains.push(Chain { end: stone as u16, liberties });
        }
    }
}
