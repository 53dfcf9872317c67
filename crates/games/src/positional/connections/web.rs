//! Virtual connections by H-search (Anshelevich 2002).
//!
//! A *full* connection joins two ends, even if the opponent moves first; a *semi* connection does if its owner moves
//! first. The sites that are needed for it are its carrier. An end is an empty site, a chain, or a side.
//!
//! - AND: two full connections that meet in one end and have no site in common make a full one if they meet in a
//!   chain, and a semi one if they meet in an empty site.
//! - OR: semi connections between the same ends, of which no site is in all, make a full one together.
//!
//! How many connections are kept and how long they are looked for is bounded; all that are found are true.

use henge_core::{Bits, Player};

use super::terrain::{Stones, Terrain};
use crate::positional::rules::Positional;

/// So many full connections are kept between two ends.
const FULLS: usize = 3;
/// And so many semi connections.
const SEMIS: usize = 12;
/// A full connection is made of so many semi connections at most.
const PARTS: usize = 4;
/// There is no connection.
const NONE: u32 = u32::MAX;

/// A connection between two ends.
#[derive(Clone, Copy, Debug)]
struct Strand<const W: usize> {
    carrier: Bits<W>,
    ends: [u16; 2],
    /// The next one between the same ends.
    next: u32,
    /// It was combined with the others.
    is_woven: bool,
    /// A smaller one has taken its place.
    is_gone: bool,
}

/// The virtual connections of one player.
#[derive(Default)]
pub(super) struct Web<const W: usize> {
    n_sites: usize,
    strands: Vec<Strand<W>>,
    /// The first connection between two ends; full ones, then semi ones.
    first: [Vec<u32>; 2],
    /// Which ends have a woven connection with each end.
    near: Vec<Vec<u16>>,
    /// Full connections to weave, by the size of their carrier.
    queue: Vec<Vec<u32>>,
    /// No carrier in the queue is smaller.
    least: usize,
    empty: Bits<W>,
    /// The smallest carrier by which the two sides are joined.
    pub joined: Option<Bits<W>>,
    /// The smallest carrier by which they are joined if the player moves first.
    pub nearly: Option<Bits<W>>,
    /// The sites that are in every carrier of that kind, and those that are in any.
    pub needed: Bits<W>,
    pub wanted: Bits<W>,
    /// Combinations that were tried.
    pub steps: u32,
}

const FULL: usize = 0;
const SEMI: usize = 1;

/// When a search for connections may end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// When the player is sure to win if he moves first.
    Nearly,
    /// When he is sure to win if the opponent moves first.
    Joined,
}

impl<const W: usize> Web<W> {
    /// Looks for the connections of a player, until the goal is reached or so many combinations were tried.
    pub fn weave(
        &mut self,
        game: &Positional<W>,
        player: Player,
        (stones, terrain): (&Stones<W>, &Terrain<W>),
        goal: Goal,
        most_steps: u32,
    ) {
        self.begin(game.definition().n_sites(), stones.empty);
        let Some((_, neighbours)) = game.link(player) else { return };
        if terrain.is_joined {
            (self.joined, self.nearly) = (Some(Bits::EMPTY), Some(Bits::EMPTY));
            self.needed = Bits::EMPTY;
            return;
        }
        for site in stones.empty.iter() {
            for other in (neighbours[site] & stones.empty).iter().filter(|&other| other > site) {
                self.add_full(site as u16, other as u16, Bits::EMPTY);
            }
        }
        for chain in &terrain.chains {
            for site in chain.liberties.iter() {
                self.add_full(site as u16, chain.end, Bits::EMPTY);
            }
        }
        while let Some(strand) = self.pop() {
            self.and(strand);
            let is_done = match goal {
                Goal::Nearly => self.nearly.is_some() || self.joined.is_some(),
                Goal::Joined => self.is_joined(),
            };
            if is_done || self.steps >= most_steps {
                break;
            }
        }
    }

    /// Is the player sure to win if the opponent moves first?
    fn is_joined(&self) -> bool {
        self.carrier().is_some()
    }

    /// The sites he needs for that.
    pub fn carrier(&self) -> Option<Bits<W>> {
        let together = || self.nearly.filter(|_| self.needed.is_empty()).map(|_| self.wanted);
        self.joined.or_else(together)
    }

    fn begin(&mut self, n_sites: usize, empty: Bits<W>) {
        let n_ends = n_sites + 2;
        if self.n_sites != n_sites {
            *self = Web::default();
            self.n_sites = n_sites;
            self.first = [vec![NONE; n_ends * n_ends], vec![NONE; n_ends * n_ends]];
            self.near = vec![Vec::new(); n_ends];
            self.queue = vec![Vec::new(); n_sites + 1];
        }
        for strand in &self.strands {
            let pair = usize::from(strand.ends[0]) * n_ends + usize::from(strand.ends[1]);
            (self.first[FULL][pair], self.first[SEMI][pair]) = (NONE, NONE);
        }
        self.strands.clear();
        self.near.iter_mut().for_each(Vec::clear);
        self.queue.iter_mut().for_each(Vec::clear);
        (self.least, self.steps) = (0, 0);
        (self.joined, self.nearly) = (None, None);
        (self.needed, self.wanted, self.empty) = (empty, Bits::EMPTY, empty);
    }

    fn pair(&self, x: u16, y: u16) -> usize {
        let (low, high) = (x.min(y), x.max(y));
        usize::from(low) * (self.n_sites + 2) + usize::from(high)
    }

    fn is_side(&self, end: u16) -> bool {
        usize::from(end) >= self.n_sites
    }

    fn is_empty(&self, end: u16) -> bool {
        !self.is_side(end) && self.empty.has(usize::from(end))
    }

    fn has(&self, carrier: &Bits<W>, end: u16) -> bool {
        !self.is_side(end) && carrier.has(usize::from(end))
    }

    /// The next full connection to weave, the smallest first.
    fn pop(&mut self) -> Option<Strand<W>> {
        while self.least < self.queue.len() {
            let Some(i) = self.queue[self.least].pop() else {
                self.least += 1;
                continue;
            };
            let strand = self.strands[i as usize];
            if strand.is_gone {
                continue;
            }
            self.strands[i as usize].is_woven = true;
            let [x, y] = strand.ends;
            if !self.near[usize::from(x)].contains(&y) {
                self.near[usize::from(x)].push(y);
                self.near[usize::from(y)].push(x);
            }
            return Some(strand);
        }
        None
    }

    /// Combines a full connection with all that meet it in one of its ends.
    fn and(&mut self, strand: Strand<W>) {
        let [x, y] = strand.ends;
        for (middle, other) in [(x, y), (y, x)] {
            // What goes by way of a side is reached from that side just as well.
            if self.is_side(middle) {
                continue;
            }
            let is_chain = !self.is_empty(middle);
            for k in 0..self.near[usize::from(middle)].len() {
                let end = self.near[usize::from(middle)][k];
                // Two empty sites are joined by the chain already, each with it.
                let idle = is_chain && self.is_empty(end) && self.is_empty(other);
                if end == other || idle || self.has(&strand.carrier, end) {
                    continue;
                }
                let mut next = self.first[FULL][self.pair(middle, end)];
                while next != NONE {
                    let with = self.strands[next as usize];
                    next = with.next;
                    self.steps += 1;
                    if !with.is_woven
                        || with.carrier.meets(&strand.carrier)
                        || self.has(&with.carrier, other)
                    {
                        continue;
                    }
                    let mut carrier = strand.carrier | with.carrier;
                    if is_chain {
                        self.add_full(other, end, carrier);
                    } else {
                        carrier.insert(usize::from(middle));
                        self.add_semi(other, end, carrier);
                    }
                }
            }
        }
    }

    /// Puts a connection among those of its kind, unless there is a smaller one, or there are many.
    fn insert(
        &mut self,
        kind: usize,
        (x, y): (u16, u16),
        carrier: Bits<W>,
        most: usize,
    ) -> Option<u32> {
        let pair = self.pair(x, y);
        let (mut n, mut next) = (0, self.first[kind][pair]);
        while next != NONE {
            let strand = &self.strands[next as usize];
            if strand.carrier.is_subset(&carrier) {
                return None;
            }
            next = strand.next;
        }
        let mut before = NONE;
        let mut at = self.first[kind][pair];
        while at != NONE {
            let strand = &mut self.strands[at as usize];
            let following = strand.next;
            if carrier.is_subset(&strand.carrier) {
                strand.is_gone = true;
                match before {
                    NONE => self.first[kind][pair] = following,
                    before => self.strands[before as usize].next = following,
                }
            } else {
                (before, n) = (at, n + 1);
            }
            at = following;
        }
        if n >= most {
            return None;
        }
        let place = self.strands.len() as u32;
        let next = self.first[kind][pair];
        let ends = [x.min(y), x.max(y)];
        self.strands.push(Strand { carrier, ends, next, is_woven: false, is_gone: false });
        self.first[kind][pair] = place;
        Some(place)
    }

    fn add_full(&mut self, x: u16, y: u16, carrier: Bits<W>) {
        let Some(place) = self.insert(FULL, (x, y), carrier, FULLS) else { return };
        let size = carrier.len();
        if self.is_side(x) && self.is_side(y) {
            if self.joined.is_none_or(|joined| joined.len() > size) {
                self.joined = Some(carrier);
            }
            return;
        }
        self.queue[size].push(place);
        self.least = self.least.min(size);
    }

    fn add_semi(&mut self, x: u16, y: u16, carrier: Bits<W>) {
        let is_goal = self.is_side(x) && self.is_side(y);
        if is_goal {
            self.needed &= carrier;
            self.wanted |= carrier;
            if self.nearly.is_none_or(|nearly| nearly.len() > carrier.len()) {
                self.nearly = Some(carrier);
            }
        }
        let mut next = self.first[FULL][self.pair(x, y)];
        while next != NONE {
            let full = &self.strands[next as usize];
            if full.carrier.is_subset(&carrier) {
                return;
            }
            next = full.next;
        }
        if self.insert(SEMI, (x, y), carrier, SEMIS).is_none() {
            return;
        }
        let mut others = [Bits::EMPTY; SEMIS];
        let mut n = 0;
        let mut next = self.first[SEMI][self.pair(x, y)];
        while next != NONE && n < SEMIS {
            let semi = &self.strands[next as usize];
            if semi.carrier != carrier {
                others[n] = semi.carrier;
                n += 1;
            }
            next = semi.next;
        }
        self.or((x, y), &others[..n], (carrier, carrier), PARTS - 1);
    }

    /// Looks for semi connections of which no site is in all; `all` is what those that were taken have together, and
    /// `every` what each of them has.
    fn or(
        &mut self,
        (x, y): (u16, u16),
        others: &[Bits<W>],
        (all, every): (Bits<W>, Bits<W>),
        left: usize,
    ) {
        for (i, other) in others.iter().enumerate() {
            let common = every & *other;
            if common == every {
                continue;
            }
            self.steps += 1;
            if common.is_empty() {
                self.add_full(x, y, all | *other);
            } else if left > 1 {
                self.or((x, y), &others[i + 1..], (all | *other, common), left - 1);
            }
        }
    }

    /// All pairs of ends with a full connection, each once, with the size of the smallest carrier.
    pub fn links(&self) -> impl Iterator<Item = (u16, u16, usize)> {
        let pairs = self.near.iter().enumerate().flat_map(|(x, near)| {
            near.iter().filter(move |&&y| usize::from(y) > x).map(move |&y| (x as u16, y))
        });
        pairs.map(|(x, y)| {
            let (mut least, mut next) = (usize::MAX, self.first[FULL][self.pair(x, y)]);
            while next != NONE {
                let strand = &self.strands[next as usize];
                least = least.min(strand.carrier.len());
                next = strand.next;
            }
            (x, y, least)
        })
    }

    /// All connections that were found, full ones and semi ones, with their ends.
    #[cfg(test)]
    pub fn all(&self) -> impl Iterator<Item = (bool, [u16; 2], Bits<W>)> {
        let of = move |kind: usize| {
            self.first[kind].iter().filter(|&&first| first != NONE).flat_map(move |&first| {
                let step = |strand: &u32| {
                    Some(self.strands[*strand as usize].next).filter(|&next| next != NONE)
                };
                std::iter::successors(Some(first), step).map(move |place| {
                    let strand = &self.strands[place as usize];
                    (kind == FULL, strand.ends, strand.carrier)
                })
            })
        };
        of(FULL).chain(of(SEMI))
    }
}
