//! The rows of a board on which k stones side by side win.

use std::collections::HashMap;

use crate::positional::definition::{Definition, Group};

/// No neighbourhood may be wider: tables have an entry for every content of it.
const WIDEST: usize = 5;

/// A site that a stone on another one matters to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Neighbour {
    pub site: u16,
    /// Which of its lanes leads to the stone.
    pub slot: u8,
    /// Where the stone lies in its neighbourhood on that lane.
    pub bit: u8,
    /// Which of the stone's lanes leads here, and where this site lies in its neighbourhood.
    pub back: (u8, u8),
}

/// All rows of a game in which k in a row win, as far as they reach.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    /// How many stones win.
    pub k: usize,
    /// More than k do not win.
    pub exact: bool,
    /// How far to each side a stone matters.
    pub reach: usize,
    /// The most lanes through a site.
    pub most: usize,
    /// How many lanes go through each site.
    n_slots: Vec<u8>,
    /// What is beyond the ends of the lanes, as bits of each neighbourhood: [`most`](Self::most) for each site.
    pub edges: Vec<u32>,
    neighbours: Vec<Neighbour>,
    /// Where the neighbours of each site begin, and where the last ones end.
    begin: Vec<u32>,
}

impl Lanes {
    /// The lanes of a game, if both players want k in a row on the same rows and nothing else.
    ///
    /// Rows are found by their groups alone, so that it does not matter how a game was written down: two groups
    /// that differ in one site lie on one row, one site further on.
    pub fn of(definition: &Definition) -> Option<Lanes> {
        let [first, second] = &definition.goals;
        if first != second || first.connect.is_some() || definition.mirror.is_some() {
            return None;
        }
        let groups = &first.groups;
        let k = groups.first()?.sites.len();
        let exact = groups.iter().any(|group| !group.without.is_empty());
        let reach = if exact { k } else { k - 1 };
        if k < 4 || reach > WIDEST || groups.iter().any(|group| group.sites.len() != k) {
            return None;
        }
        let rows = rows(groups, k)?;
        if exact && !ends_are_excluded(groups, &rows, k) {
            return None;
        }
        Some(Lanes::new(&rows, definition.n_sites(), (k, exact, reach)))
    }

    fn new(rows: &[Vec<u16>], n_sites: usize, (k, exact, reach): (usize, bool, usize)) -> Lanes {
        // The slots of each row at its sites.
        let mut n_slots = vec![0u8; n_sites];
        let slots: Vec<Vec<u8>> = rows
            .iter()
            .map(|row| {
                let next = |&site: &u16| {
                    let slot = &mut n_slots[usize::from(site)];
                    *slot += 1;
                    *slot - 1
                };
                row.iter().map(next).collect()
            })
            .collect();
        let most = n_slots.iter().copied().max().unwrap_or(0).into();
        let mut edges = vec![0u32; n_sites * most];
        let mut around: Vec<Vec<Neighbour>> = vec![Vec::new(); n_sites];
        // The bit of what lies so many steps further on, or back.
        let bit = |step: isize| {
            let reach = reach as isize;
            if step < 0 { (reach + step) as u8 } else { (reach + step - 1) as u8 }
        };
        for (row, slots) in rows.iter().zip(&slots) {
            for (i, &site) in row.iter().enumerate() {
                let place = usize::from(site) * most + usize::from(slots[i]);
                for step in (-(reach as isize)..=reach as isize).filter(|&step| step != 0) {
                    match i.checked_add_signed(step).filter(|&j| j < row.len()) {
                        None => edges[place] |= (1 | 1 << (2 * reach)) << bit(step),
                        Some(j) => around[usize::from(site)].push(Neighbour {
                            site: row[j],
                            slot: slots[j],
                            bit: bit(-step),
                            back: (slots[i], bit(step)),
                        }),
                    }
                }
            }
        }
        let mut lanes =
            Lanes { k, exact, reach, most, n_slots, edges, neighbours: Vec::new(), begin: vec![0] };
        for list in around {
            lanes.neighbours.extend(list);
            lanes.begin.push(lanes.neighbours.len() as u32);
        }
        lanes
    }

    pub fn n_sites(&self) -> usize {
        self.n_slots.len()
    }

    /// How many lanes go through a site.
    #[inline]
    pub fn n_slots(&self, site: usize) -> usize {
        self.n_slots[site].into()
    }

    /// The sites that a stone on this one matters to.
    #[inline]
    pub fn neighbours(&self, site: usize) -> &[Neighbour] {
        &self.neighbours[self.begin[site] as usize..self.begin[site + 1] as usize]
    }
}

/// The rows on which groups of k sites lie one beside the other; `None` if they lie otherwise, in circles or
/// branching.
fn rows(groups: &[Group], k: usize) -> Option<Vec<Vec<u16>>> {
    // Groups that agree in all sites but one.
    let mut sharing: HashMap<Vec<u16>, Vec<usize>> = HashMap::new();
    for (number, group) in groups.iter().enumerate() {
        for gone in 0..k {
            let mut rest = group.sites.clone();
            rest.remove(gone);
            sharing.entry(rest).or_default().push(number);
        }
    }
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); groups.len()];
    for numbers in sharing.values() {
        match numbers[..] {
            [_] => {}
            [a, b] => {
                beside[a].push(b);
                beside[b].push(a);
            }
            _ => return None,
        }
    }
    if beside.iter().any(|list| list.len() > 2) {
        return None;
    }
    let mut rows = Vec::new();
    let mut seen = vec![false; groups.len()];
    for start in (0..groups.len()).filter(|&number| beside[number].len() < 2) {
        if seen[start] {
            continue;
        }
        let mut chain = vec![start];
        seen[start] = true;
        while let Some(&next) = beside[chain[chain.len() - 1]].iter().find(|&&number| !seen[number])
        {
            seen[next] = true;
            chain.push(next);
        }
        rows.push(row(groups, &chain, k)?);
    }
    // What was not reached lies in a circle.
    seen.iter().all(|&seen| seen).then_some(rows)
}

/// The sites of a chain of groups, each of which is one site further on than the one before.
fn row(groups: &[Group], chain: &[usize], k: usize) -> Option<Vec<u16>> {
    let only = |a: usize, b: usize| {
        let mut sites = groups[a].sites.iter().filter(|site| !groups[b].sites.contains(site));
        sites.next().copied()
    };
    let mut left = Vec::new();
    let mut right = Vec::new();
    for pair in chain.windows(2) {
        left.push(only(pair[0], pair[1])?);
        right.push(only(pair[1], pair[0])?);
    }
    // Sites that were neither left behind nor reached lie in all groups, so that their order does not matter.
    let middle = groups[chain[0]].sites.iter().filter(|site| !left.contains(site));
    let mut row: Vec<u16> = left.iter().copied().take(k).collect();
    row.extend(middle);
    row.extend(right);
    let windows = row.windows(k).zip(chain).all(|(window, &number)| {
        let mut sites = window.to_vec();
        sites.sort_unstable();
        sites == groups[number].sites
    });
    (row.len() == k + chain.len() - 1 && windows).then_some(row)
}

/// Does every group exclude just the sites beside its ends?
fn ends_are_excluded(groups: &[Group], rows: &[Vec<u16>], k: usize) -> bool {
    let mut without: HashMap<&[u16], &[u16]> = HashMap::new();
    for group in groups {
        without.insert(&group.sites, &group.without);
    }
    rows.iter().all(|row| {
        (0..=row.len() - k).all(|i| {
            let mut sites = row[i..i + k].to_vec();
            sites.sort_unstable();
            let before = i.checked_sub(1).map(|before| row[before]);
            let mut ends: Vec<u16> = before.into_iter().chain(row.get(i + k).copied()).collect();
            ends.sort_unstable();
            let mut told = without.get(&sites[..]).map(|told| told.to_vec()).unwrap_or_default();
            told.sort_unstable();
            told == ends
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positional::{Row, Swap, go_moku, hex, tic_tac_toe};

    fn lanes(size: usize, row: Row) -> Lanes {
        Lanes::of(&go_moku(size, row).expect("a size that exists")).expect("five in a row")
    }

    #[test]
    fn a_board_of_go_moku_has_its_rows() {
        let lanes = lanes(15, Row::FiveOrMore);
        assert_eq!((lanes.k, lanes.reach, lanes.most), (5, 4, 4));
        let middle = 7 * 15 + 7;
        assert_eq!((lanes.n_slots(middle), lanes.n_slots(0)), (4, 3));
        assert_eq!((lanes.neighbours(middle).len(), lanes.neighbours(0).len()), (32, 12));
        for neighbour in lanes.neighbours(middle) {
            let back = lanes.neighbours(neighbour.site.into());
            let same = |n: &&Neighbour| usize::from(n.site) == middle;
            let back = back.iter().find(same).expect("neighbours see each other");
            assert_eq!((back.slot, back.bit), neighbour.back);
            assert_eq!((neighbour.slot, neighbour.bit), back.back);
        }
        assert_eq!(lanes.edges[middle * 4..][..4], [0; 4]);
        assert!(
            lanes.edges[..3]
                .iter()
                .all(|&edge| edge == 0b1111 << 8 | 0b1111 || edge == 0b1111_0000_1111_0000)
        );
    }

    #[test]
    fn exactly_five_looks_one_site_further() {
        let lanes = lanes(9, Row::ExactlyFive);
        assert_eq!((lanes.exact, lanes.reach), (true, 5));
    }

    #[test]
    fn other_goals_have_no_lanes() {
        assert!(Lanes::of(&hex(5, 5, Swap::Off).expect("Hex")).is_none());
        assert!(Lanes::of(&tic_tac_toe()).is_none(), "three in a row is too short");
    }
}
