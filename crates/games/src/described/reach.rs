//! What a player's stones have reached: filled groups, joined regions, rings, captures.

use henge_core::{Bits, Player};

use super::capture::flood;
use super::description::{By, Description, Verdict};
use crate::positional::Group;

/// All aims of one player in the form that play needs.
#[derive(Debug)]
pub(super) struct Reach<const W: usize> {
    /// Groups that win, and groups that lose.
    pub lines: [Lines<W>; 2],
    pub joins: Vec<Join<W>>,
    /// For each verdict: does a ring have it?
    rings: [bool; 2],
    /// Sites at the edge of a board of hexagons: no ring goes around them.
    rim: Bits<W>,
    /// For each verdict: how many captures have it?
    pub captures: [Option<u16>; 2],
}

/// Groups by the sites they go through.
#[derive(Debug)]
pub(super) struct Lines<const W: usize> {
    /// Those through site 0 first, then those through site 1, and so on: a group stands here once for
    /// each of its sites.
    groups: Vec<Bits<W>>,
    /// What must not be held together with the group beside it; empty where that is never asked.
    without: Vec<Bits<W>>,
    begin: Vec<u32>,
}

/// Regions to be joined by a chain.
#[derive(Debug)]
pub(super) struct Join<const W: usize> {
    pub verdict: Verdict,
    pub regions: Vec<Bits<W>>,
    pub need: usize,
    /// All regions together.
    on: Bits<W>,
}

const VERDICTS: [Verdict; 2] = [Verdict::Wins, Verdict::Loses];

impl<const W: usize> Reach<W> {
    pub fn new(description: &Description, player: Player, neighbours: &[Bits<W>]) -> Self {
        let n = neighbours.len();
        let aims = || description.aims.iter().filter(move |aim| aim.player == player);
        let bits = |sites: &[u16]| sites.iter().map(|&site| site as usize).collect::<Bits<W>>();
        let lines = VERDICTS.map(|verdict| {
            let mut groups: Vec<&Group> = Vec::new();
            for aim in aims().filter(|aim| aim.verdict == verdict) {
                if let By::Groups(list) = &aim.by {
                    groups.extend(list);
                }
            }
            groups.sort_unstable();
            groups.dedup();
            Lines::new(n, &groups)
        });
        let joins = aims().filter_map(|aim| match &aim.by {
            By::Connect { regions, need } => {
                let regions: Vec<Bits<W>> = regions.iter().map(|region| bits(region)).collect();
                let on = regions.iter().fold(Bits::EMPTY, |all, region| all | *region);
                Some(Join { verdict: aim.verdict, regions, need: *need, on })
            }
            _ => None,
        });
        let captures = |verdict| {
            let counts = aims().filter_map(|aim| match aim.by {
                By::Captures(n) if aim.verdict == verdict => Some(n),
                _ => None,
            });
            counts.min()
        };
        Reach {
            lines,
            joins: joins.collect(),
            rings: VERDICTS
                .map(|verdict| aims().any(|aim| aim.verdict == verdict && aim.by == By::Ring)),
            rim: (0..n).filter(|&site| neighbours[site].len() < 6).collect(),
            captures: VERDICTS.map(captures),
        }
    }

    /// What the stone on `site`, which has just come there, has reached.
    #[inline]
    pub fn through(
        &self,
        site: usize,
        own: &Bits<W>,
        taken: u16,
        neighbours: &[Bits<W>],
    ) -> Option<Verdict> {
        let mut chain = None;
        for (v, verdict) in VERDICTS.into_iter().enumerate() {
            if self.lines[v].filled(site, own)
                || self.captures[v].is_some_and(|n| taken >= n)
                || (self.rings[v] && self.closes(site, own, neighbours))
            {
                return Some(verdict);
            }
            for join in self.joins.iter().filter(|join| join.verdict == verdict) {
                if join.may_join(site, own, neighbours) {
                    let chain = chain.get_or_insert_with(|| flood(site, own, neighbours));
                    if join.is_joined(chain) {
                        return Some(verdict);
                    }
                }
            }
        }
        None
    }

    /// Have the stones reached anything with this verdict?
    pub fn anywhere(
        &self,
        verdict: Verdict,
        own: &Bits<W>,
        taken: u16,
        neighbours: &[Bits<W>],
    ) -> bool {
        self.which(verdict, own, taken, neighbours).is_some()
    }

    /// What they have reached, with the sites that did.
    pub fn which(
        &self,
        verdict: Verdict,
        own: &Bits<W>,
        taken: u16,
        neighbours: &[Bits<W>],
    ) -> Option<(String, Bits<W>)> {
        let v = VERDICTS.iter().position(|&one| one == verdict).expect("there are two");
        if let Some(group) = own.iter().find_map(|site| self.lines[v].filled_group(site, own)) {
            return Some((By::Groups(Vec::new()).in_words(verdict), group));
        }
        if self.captures[v].is_some_and(|n| taken >= n) {
            return Some((By::Captures(taken).in_words(verdict), Bits::EMPTY));
        }
        if self.rings[v] && own.iter().any(|site| self.closes(site, own, neighbours)) {
            let on_it = own.iter().filter(|&site| self.closes(site, own, neighbours)).collect();
            return Some((By::Ring.in_words(verdict), on_it));
        }
        let mut rest = *own;
        while let Some(site) = rest.first() {
            let chain = flood(site, own, neighbours);
            rest = rest.without(&chain);
            for join in self.joins.iter().filter(|join| join.verdict == verdict) {
                if join.is_joined(&chain) {
                    let regions = vec![Vec::new(); join.regions.len()];
                    let by = By::Connect { regions, need: join.need };
                    return Some((by.in_words(verdict), chain));
                }
            }
        }
        None
    }

    /// Is the stone part of a ring around something, or of six around one?
    fn closes(&self, site: usize, own: &Bits<W>, neighbours: &[Bits<W>]) -> bool {
        let beside = neighbours[site] & *own;
        if beside.len() < 2 {
            return false;
        }
        // A stone with six around it, or one of the six.
        let full = |at: usize| !self.rim.has(at) && neighbours[at].is_subset(own);
        if full(site) || beside.iter().any(full) {
            return true;
        }
        // A ring parts what is around the stone. What lies beyond its own chain and cannot reach the
        // edge of the board without crossing it is inside.
        let chain = flood(site, own, neighbours);
        let outside = Bits::<W>::first_n(neighbours.len()).without(&chain);
        let mut around = neighbours[site].without(&chain);
        while let Some(at) = around.first() {
            let part = flood(at, &outside, neighbours);
            if !part.meets(&self.rim) {
                return true;
            }
            around = around.without(&part);
        }
        false
    }
}

impl<const W: usize> Lines<W> {
    pub fn new(n_sites: usize, groups: &[&Group]) -> Self {
        let bits = |sites: &[u16]| sites.iter().map(|&site| site as usize).collect::<Bits<W>>();
        let exact = groups.iter().any(|group| !group.without.is_empty());
        let mut through: Vec<Vec<&Group>> = vec![Vec::new(); n_sites];
        for &group in groups {
            group.sites.iter().for_each(|&site| through[site as usize].push(group));
        }
        let mut lines = Lines { groups: Vec::new(), without: Vec::new(), begin: vec![0] };
        for list in through {
            lines.groups.extend(list.iter().map(|group| bits(&group.sites)));
            if exact {
                lines.without.extend(list.iter().map(|group| bits(&group.without)));
            }
            lines.begin.push(lines.groups.len() as u32);
        }
        lines
    }

    #[inline]
    fn range(&self, site: usize) -> std::ops::Range<usize> {
        self.begin[site] as usize..self.begin[site + 1] as usize
    }

    #[inline]
    pub fn filled(&self, site: usize, own: &Bits<W>) -> bool {
        if self.without.is_empty() {
            self.groups[self.range(site)].iter().any(|group| group.is_subset(own))
        } else {
            self.filled_group(site, own).is_some()
        }
    }

    fn filled_group(&self, site: usize, own: &Bits<W>) -> Option<Bits<W>> {
        let wins = |&i: &usize| {
            self.groups[i].is_subset(own)
                && !self.without.get(i).is_some_and(|without| without.meets(own))
        };
        self.range(site).find(wins).map(|i| self.groups[i])
    }
}

impl<const W: usize> Join<W> {
    /// Can the stone on `site` have joined anything? It has to bring two chains together, or touch a
    /// region, and there must be stones in as many regions as are needed.
    #[inline]
    fn may_join(&self, site: usize, own: &Bits<W>, neighbours: &[Bits<W>]) -> bool {
        let joins = self.on.has(site) || {
            let beside = neighbours[site] & *own;
            beside.len() >= 2
        };
        joins && self.is_joined(own)
    }

    #[inline]
    fn is_joined(&self, chain: &Bits<W>) -> bool {
        let mut reached = 0;
        for region in &self.regions {
            reached += usize::from(region.meets(chain));
        }
        reached >= self.need
    }
}
