//! From sides to groups: every chain that joins two sides and cannot be shortened.
//!
//! A chain is a useful group iff it touches each of the two sides in exactly one site and has no
//! chord, that is, each of its sites touches only the one before and the one after in it; and, so
//! that there are stones enough for it, if it has at most half the sites, rounded up.

use super::definition::{Connect, Definition, Group};

/// The most chains that are listed. Hex 6x6 has 3848 a side, 7x7 many more.
pub const MOST_CHAINS: usize = 20_000;
/// The most steps spent on looking for them.
const MOST_STEPS: usize = 20_000_000;

/// There are too many chains to list them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "more than {MOST_CHAINS} win groups join {} and {}; groups can be listed for Hex up to 6x6 \
     and for boards of that order, larger ones are played by connection alone", .0[0], .0[1]
)]
pub struct TooManyChains(pub [String; 2]);

/// The chains that join the two sides of `connect`.
pub fn chains(definition: &Definition, connect: &Connect) -> Result<Vec<Group>, TooManyChains> {
    let neighbours = definition.neighbours();
    let n_available = definition.available().count();
    let mut walk = Walk {
        neighbours: &neighbours,
        blocked: definition.sites.iter().map(|site| site.blocked).collect(),
        on: connect.sides.each_ref().map(|side| {
            let mut on = vec![false; definition.n_sites()];
            side.iter().for_each(|&site| on[site as usize] = true);
            on
        }),
        longest: n_available.div_ceil(2),
        path: Vec::new(),
        found: Vec::new(),
        steps: 0,
    };
    for &site in &connect.sides[0] {
        if !walk.from(site) {
            return Err(TooManyChains(connect.names.clone()));
        }
    }
    walk.found.sort_unstable();
    Ok(walk.found)
}

struct Walk<'a> {
    neighbours: &'a [Vec<u16>],
    blocked: Vec<bool>,
    on: [Vec<bool>; 2],
    longest: usize,
    path: Vec<u16>,
    found: Vec<Group>,
    steps: usize,
}

impl Walk<'_> {
    /// Goes on from `site` in all ways; false when there are too many.
    fn from(&mut self, site: u16) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return false;
        }
        if self.blocked[site as usize] || self.path.len() >= self.longest {
            return true;
        }
        self.path.push(site);
        let ok = if self.on[1][site as usize] {
            self.found.push(Group::new(self.path.iter().copied()));
            self.found.len() <= MOST_CHAINS
        } else {
            let neighbours = self.neighbours;
            neighbours[site as usize].iter().all(|&next| !self.may_follow(next) || self.from(next))
        };
        self.path.pop();
        ok
    }

    /// Does `next` touch the end of the path, and nothing else of it, and not the first side again?
    fn may_follow(&self, next: u16) -> bool {
        let before = &self.path[..self.path.len() - 1];
        !self.on[0][next as usize]
            && !self.path.contains(&next)
            && !self.neighbours[next as usize].iter().any(|touched| before.contains(touched))
    }
}
