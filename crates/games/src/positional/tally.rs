//! Distances and promise kept up move by move, where the groups are listed.
//!
//! A stone changes only the groups through its site: those of its owner come one nearer, and those of
//! the opponent are closed. So a move costs what goes through one site, and not the whole board.

use henge_core::{Bits, Player};

use super::promise::{Distances, FAR};

/// The groups of both players, each with its sites, and which go through which site.
#[derive(Debug)]
pub(super) struct GroupIndex {
    players: [Index; 2],
}

#[derive(Debug)]
struct Index {
    /// The sites of all groups, one group after the other.
    sites: Vec<u16>,
    /// Where the sites of each group begin, and where the last ones end.
    begin: Vec<u32>,
    /// The groups through site 0, through site 1, and so on.
    through: Vec<u32>,
    /// Where those through each site begin, and where the last ones end.
    through_begin: Vec<u32>,
    /// The size of the largest group.
    largest: usize,
}

impl Index {
    fn new<const W: usize>(groups: &[Bits<W>], n_sites: usize) -> Index {
        let mut index = Index {
            sites: Vec::new(),
            begin: vec![0],
            through: Vec::new(),
            through_begin: vec![0],
            largest: groups.iter().map(|group| group.len()).max().unwrap_or(0),
        };
        for group in groups {
            index.sites.extend(group.iter().map(|site| site as u16));
            index.begin.push(index.sites.len() as u32);
        }
        for site in 0..n_sites {
            let through = (0..groups.len()).filter(|&group| groups[group].has(site));
            index.through.extend(through.map(|group| group as u32));
            index.through_begin.push(index.through.len() as u32);
        }
        index
    }

    fn n_sites(&self) -> usize {
        self.through_begin.len() - 1
    }

    #[inline]
    fn sites_of(&self, group: usize) -> &[u16] {
        &self.sites[self.begin[group] as usize..self.begin[group + 1] as usize]
    }

    #[inline]
    fn through(&self, site: usize) -> &[u32] {
        let [from, to] = [site, site + 1].map(|at| self.through_begin[at] as usize);
        &self.through[from..to]
    }
}

impl GroupIndex {
    /// Groups longer than this would make the counts of a site too wide.
    const LONGEST: usize = 63;

    /// The index of these groups, if they are short enough to be counted.
    pub fn new<const W: usize>(groups: [&[Bits<W>]; 2], n_sites: usize) -> Option<GroupIndex> {
        let players = groups.map(|groups| Index::new(groups, n_sites));
        let short = players.iter().all(|index| index.largest <= Self::LONGEST);
        short.then_some(GroupIndex { players })
    }
}

/// How far every group is from being filled, and what follows for every site.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    players: [Side; 2],
}

#[derive(Clone, Debug, Default)]
struct Side {
    /// Of each group: its holes, and the opponent's stones in it.
    groups: Vec<(u8, u8)>,
    /// How many open groups through each site have each distance: a row of `width` for each site.
    counts: Vec<u16>,
    /// Which distances occur at each site, as bits.
    present: Vec<u64>,
    width: usize,
    /// How many open groups have each distance, and which distances occur.
    open: Vec<u32>,
    open_present: u64,
    /// How many sites have each promise.
    promised: Vec<u16>,
}

impl Side {
    fn new(index: &Index, n_sites: usize) -> Side {
        let width = index.largest + 1;
        Side {
            groups: vec![(0, 0); index.begin.len() - 1],
            counts: vec![0; n_sites * width],
            present: vec![0; n_sites],
            width,
            open: vec![0; width],
            open_present: 0,
            promised: vec![0; width],
        }
    }

    /// An open group of this distance goes through the site.
    #[inline]
    fn add(&mut self, site: usize, distance: usize) {
        let count = &mut self.counts[site * self.width + distance];
        *count += 1;
        if *count == 1 {
            self.change(site, self.present[site] | 1 << distance);
        }
    }

    /// It does no longer.
    #[inline]
    fn remove(&mut self, site: usize, distance: usize) {
        let count = &mut self.counts[site * self.width + distance];
        *count -= 1;
        if *count == 0 {
            self.change(site, self.present[site] & !(1 << distance));
        }
    }

    #[inline]
    fn change(&mut self, site: usize, present: u64) {
        let before = std::mem::replace(&mut self.present[site], present);
        let (before, after) = (before.trailing_zeros(), present.trailing_zeros());
        if before != after {
            if before < 64 {
                self.promised[before as usize] -= 1;
            }
            if after < 64 {
                self.promised[after as usize] += 1;
            }
        }
    }

    #[inline]
    fn open(&mut self, distance: usize) {
        self.open[distance] += 1;
        self.open_present |= 1 << distance;
    }

    #[inline]
    fn close(&mut self, distance: usize) {
        self.open[distance] -= 1;
        if self.open[distance] == 0 {
            self.open_present &= !(1 << distance);
        }
    }
}

impl Tally {
    /// Counts everything in a position.
    pub fn new<const W: usize>(
        index: &GroupIndex,
        stones: [&Bits<W>; 2],
        empty: &Bits<W>,
    ) -> Tally {
        let players = Player::BOTH.map(|player| {
            let index = &index.players[player.index()];
            let theirs = stones[(!player).index()];
            let mut side = Side::new(index, index.n_sites());
            for group in 0..side.groups.len() {
                let sites = index.sites_of(group).iter().map(|&site| usize::from(site));
                let holes = sites.clone().filter(|&site| empty.has(site)).count();
                let against = sites.clone().filter(|&site| theirs.has(site)).count();
                side.groups[group] = (holes as u8, against as u8);
                if against == 0 {
                    side.open(holes);
                    for site in sites.filter(|&site| empty.has(site)) {
                        side.add(site, holes);
                    }
                }
            }
            side
        });
        Tally { players }
    }

    /// `mover` has put a stone on `site`; `empty` are the sites that are left.
    #[inline]
    pub fn push<const W: usize>(
        &mut self,
        index: &GroupIndex,
        mover: Player,
        site: usize,
        empty: &Bits<W>,
    ) {
        for player in Player::BOTH {
            let (index, side) = (&index.players[player.index()], &mut self.players[player.index()]);
            let own = player == mover;
            for &group in index.through(site) {
                let (holes, against) = side.groups[group as usize];
                let distance = usize::from(holes);
                side.groups[group as usize] = (holes - 1, against + u8::from(!own));
                if against > 0 {
                    continue;
                }
                side.close(distance);
                side.remove(site, distance);
                let rest = index.sites_of(group as usize).iter().map(|&site| usize::from(site));
                let rest = rest.filter(|&other| empty.has(other));
                if own {
                    side.open(distance - 1);
                    for other in rest {
                        side.remove(other, distance);
                        side.add(other, distance - 1);
                    }
                } else {
                    rest.for_each(|other| side.remove(other, distance));
                }
            }
        }
    }

    /// The stone is gone again; `empty` are the sites without it.
    #[inline]
    pub fn pop<const W: usize>(
        &mut self,
        index: &GroupIndex,
        mover: Player,
        site: usize,
        empty: &Bits<W>,
    ) {
        for player in Player::BOTH {
            let (index, side) = (&index.players[player.index()], &mut self.players[player.index()]);
            let own = player == mover;
            for &group in index.through(site) {
                let (holes, against) = side.groups[group as usize];
                let against = against - u8::from(!own);
                side.groups[group as usize] = (holes + 1, against);
                if against > 0 {
                    continue;
                }
                let distance = usize::from(holes) + 1;
                let rest = index.sites_of(group as usize).iter().map(|&site| usize::from(site));
                let rest = rest.filter(|&other| other != site && empty.has(other));
                if own {
                    side.close(distance - 1);
                    for other in rest {
                        side.remove(other, distance - 1);
                        side.add(other, distance);
                    }
                } else {
                    rest.for_each(|other| side.add(other, distance));
                }
                side.open(distance);
                side.add(site, distance);
            }
        }
    }

    /// How many empty sites have each promise, from 0 to the size of the player's largest group.
    pub fn promised(&self, player: Player) -> &[u16] {
        &self.players[player.index()].promised
    }
}

impl Distances for Tally {
    #[inline]
    fn promise(&self, player: Player, site: usize) -> u16 {
        match self.players[player.index()].present[site] {
            0 => FAR,
            present => present.trailing_zeros() as u16,
        }
    }

    #[inline]
    fn nearest(&self, player: Player) -> u16 {
        match self.players[player.index()].open_present {
            0 => FAR,
            present => present.trailing_zeros() as u16,
        }
    }

    #[inline]
    fn n_groups(&self, player: Player, site: usize) -> u32 {
        let side = &self.players[player.index()];
        match side.present[site] {
            0 => 0,
            present => {
                u32::from(side.counts[site * side.width + present.trailing_zeros() as usize])
            }
        }
    }
}
