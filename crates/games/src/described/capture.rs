//! What a stone that has just been put or moved captures, and chains of touching stones.

use henge_core::{Bits, Player};

use super::compass::NOWHERE;
use super::description::{Description, Enclosed};

/// The captures of a described game, made from its description once.
#[derive(Debug)]
pub(super) struct Captor<const W: usize> {
    how: Enclosed,
    pub flips: bool,
    pub compulsory: bool,
    /// Which lengths of rows are captured in custody: bit `n - 1` for `n` stones.
    lengths: u64,
    /// For each direction the site after each site.
    next: Vec<Vec<u16>>,
    neighbours: Vec<Bits<W>>,
    available: Bits<W>,
}

impl<const W: usize> Captor<W> {
    pub fn new(
        description: &Description,
        available: Bits<W>,
        neighbours: &[Bits<W>],
    ) -> Option<Self> {
        let capture = description.capture.as_ref()?;
        let lengths = match &capture.how {
            Enclosed::Custody(Some(list)) => list.iter().fold(0, |set, n| set | 1 << (n - 1)),
            _ => u64::MAX,
        };
        Some(Captor {
            how: capture.how.clone(),
            flips: capture.flips,
            compulsory: capture.compulsory,
            lengths,
            next: description.compass.next.clone(),
            neighbours: neighbours.to_vec(),
            available,
        })
    }

    /// Does it capture what is surrounded?
    pub fn surrounds(&self) -> bool {
        self.how == Enclosed::Surrounded
    }

    /// Is anything enclosed by the stone that has moved, and no more asked?
    pub fn encloses(&self) -> bool {
        matches!(self.how, Enclosed::Surrounded | Enclosed::Custody(_))
    }

    /// What a stone of `owner` on `site`, where it stands already or would stand, captures.
    pub fn prey(&self, stones: &[Bits<W>; 2], owner: Player, site: usize) -> Bits<W> {
        let (p, mut prey) = (owner.index(), Bits::EMPTY);
        let (own, other) = (&stones[p], &stones[1 - p]);
        match &self.how {
            Enclosed::Custody(_) => {
                for next in &self.next {
                    let (mut at, mut length, mut row) = (next[site], 0, Bits::<W>::EMPTY);
                    while at != NOWHERE && other.has(at as usize) && !row.has(at as usize) {
                        row.insert(at as usize);
                        length += 1;
                        at = next[at as usize];
                    }
                    if length > 0
                        && at != NOWHERE
                        && own.has(at as usize)
                        && at as usize != site
                        && length <= 64
                        && self.lengths >> (length - 1) & 1 != 0
                    {
                        prey |= row;
                    }
                }
            }
            Enclosed::Surrounded => {
                let mut empty = self.available.without(&(*own | *other));
                empty.remove(site);
                let mut border = self.neighbours[site] & *other;
                while let Some(at) = border.first() {
                    let chain = flood(at, other, &self.neighbours);
                    border = border.without(&chain);
                    if !self.touches(&chain, &empty) {
                        prey |= chain;
                    }
                }
            }
            Enclosed::Filled(_) | Enclosed::Moving => {}
        }
        prey
    }

    fn touches(&self, chain: &Bits<W>, sites: &Bits<W>) -> bool {
        chain.iter().any(|at| self.neighbours[at].meets(sites))
    }

    /// Would a stone of `player` on `site` leave its chain an empty site beside it?
    pub fn breathes(&self, stones: &[Bits<W>; 2], player: Player, site: usize) -> bool {
        let mut own = stones[player.index()];
        let mut empty = self.available.without(&(stones[0] | stones[1]));
        if self.neighbours[site].meets(&empty) {
            return true;
        }
        own.insert(site);
        empty.remove(site);
        self.touches(&flood(site, &own, &self.neighbours), &empty)
            || !self.prey(stones, player, site).is_empty()
    }
}

/// The chain of touching `stones` that `site` belongs to.
#[inline]
pub(super) fn flood<const W: usize>(
    site: usize,
    stones: &Bits<W>,
    neighbours: &[Bits<W>],
) -> Bits<W> {
    let mut chain = Bits::single(site);
    let mut border = chain;
    while let Some(at) = border.first() {
        border.remove(at);
        let fresh = (neighbours[at] & *stones).without(&chain);
        chain |= fresh;
        border |= fresh;
    }
    chain
}
