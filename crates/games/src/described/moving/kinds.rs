//! Where each kind of piece may go from each site, as tables.

use henge_core::{Bits, Player};

use super::super::compass::NOWHERE;
use super::super::description::{Again, Description, PieceKind, Ways};

/// A kind of piece in the hands of one player.
#[derive(Debug)]
pub(super) struct Kind<const W: usize> {
    /// For each site where it may go if that is empty, and where if an opponent stands there.
    pub step: Vec<Bits<W>>,
    pub take: Vec<Bits<W>>,
    /// Directions of slides, and of moves by the number of pieces on the line.
    pub slide: Vec<usize>,
    pub count: Vec<usize>,
    /// For each site the jumps and the hops that begin there.
    pub jumps: Vec<Vec<Over>>,
    pub hops: Vec<Vec<Over>>,
    pub jumping: bool,
    pub again: Again,
    pub straight: bool,
    /// Where it may be.
    pub within: Bits<W>,
    /// What it becomes on these sites.
    pub promote: Option<(usize, Bits<W>)>,
    pub fly: usize,
    /// Do slides and counted moves take what stands at their end?
    pub takes: bool,
    /// It never comes back to where it was, as that kind.
    pub one_way: bool,
}

/// Over one site to the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Over {
    pub way: u8,
    pub over: u16,
    pub to: u16,
}

impl<const W: usize> Kind<W> {
    pub fn new(description: &Description, kind: usize, player: Player) -> Self {
        let piece = &description.pieces[kind];
        let n = description.definition.n_sites();
        let p = player.index();
        let bits = |sites: &[u16]| sites.iter().map(|&site| site as usize).collect::<Bits<W>>();
        let available: Bits<W> = description.definition.available().map(usize::from).collect();
        let within = match &piece.within {
            Some(sites) => bits(&sites[p]) & available,
            None => available,
        };
        let compass = &description.compass;
        let steps = |ways: &Ways| {
            let of = |site| -> Bits<W> {
                let to = ways[p].iter().filter_map(|&way| compass.step(way, site));
                to.map(usize::from).collect::<Bits<W>>() & within
            };
            (0..n as u16).map(of).collect::<Vec<Bits<W>>>()
        };
        let mut step = steps(&piece.step);
        for (step, leap) in step.iter_mut().zip(&piece.leap) {
            *step |= bits(leap) & within;
        }
        let mut take = steps(&piece.take);
        if piece.takes {
            take.iter_mut().zip(&step).for_each(|(take, step)| *take |= *step);
        }
        let overs = |ways: &Ways| {
            let of = |site: u16| {
                let one = |&way: &usize| {
                    let over = compass.step(way, site)?;
                    let to = compass.step(way, over).filter(|&to| to != site)?;
                    let lands = within.has(to as usize);
                    lands.then_some(Over { way: way as u8, over, to })
                };
                ways[p].iter().filter_map(one).collect::<Vec<Over>>()
            };
            (0..n as u16).map(of).collect::<Vec<_>>()
        };
        let mut made = Kind {
            step,
            take,
            slide: piece.slide[p].clone(),
            count: piece.count[p].clone(),
            jumps: overs(&piece.jump),
            hops: overs(&piece.hop),
            jumping: !piece.jump[p].is_empty(),
            again: piece.again,
            straight: piece.straight,
            within,
            promote: piece.promote.as_ref().map(|(to, at)| (usize::from(*to), bits(&at[p]))),
            fly: piece.fly.into(),
            takes: piece.takes,
            one_way: false,
        };
        made.one_way = made.fly == 0 && !comes_back(description, piece) && made.is_acyclic(compass);
        made
    }

    /// Where it may go from a site in one move on some board, whatever stands there.
    pub fn anywhere(&self, compass: &super::super::Compass, site: usize) -> Bits<W> {
        let mut to = self.step[site] | self.take[site];
        for &way in self.slide.iter().chain(&self.count) {
            let mut at = compass.next[way][site];
            while at != NOWHERE && at as usize != site && !to.has(at as usize) {
                to.insert(at as usize);
                at = compass.next[way][at as usize];
            }
        }
        for over in self.jumps[site].iter().chain(&self.hops[site]) {
            to.insert(over.to as usize);
        }
        if self.fly > 0 {
            to |= self.within;
        }
        to & self.within
    }

    /// How many moves each site is away from these, the other way round.
    pub fn distances(&self, compass: &super::super::Compass, goal: &Bits<W>) -> Vec<u8> {
        let n = self.step.len();
        let targets: Vec<Bits<W>> = (0..n).map(|site| self.anywhere(compass, site)).collect();
        let mut far = vec![u8::MAX; n];
        let mut reached = *goal;
        goal.iter().filter(|&site| site < n).for_each(|site| far[site] = 0);
        for distance in 1..u8::MAX {
            let fresh: Bits<W> = (0..n)
                .filter(|&site| !reached.has(site) && targets[site].meets(&reached))
                .collect();
            if fresh.is_empty() {
                break;
            }
            fresh.iter().for_each(|site| far[site] = distance);
            reached |= fresh;
        }
        far
    }

    /// Takes sites away from which nothing leads on, again and again: is nothing left?
    fn is_acyclic(&self, compass: &super::super::Compass) -> bool {
        let n = self.step.len();
        let targets: Vec<Bits<W>> = (0..n).map(|site| self.anywhere(compass, site)).collect();
        let mut rest = Bits::<W>::first_n(n);
        loop {
            let ends: Bits<W> = rest.iter().filter(|&site| !targets[site].meets(&rest)).collect();
            if ends.is_empty() {
                return rest.is_empty();
            }
            rest = rest.without(&ends);
        }
    }
}

/// Does any kind become this one?
fn comes_back(description: &Description, piece: &PieceKind) -> bool {
    let becomes = |other: &PieceKind| {
        let (to, _) = other.promote.as_ref()?;
        Some(std::ptr::eq(&description.pieces[usize::from(*to)], piece))
    };
    description.pieces.iter().any(|other| becomes(other) == Some(true))
}
