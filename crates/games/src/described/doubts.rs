//! What a file says and no game will ever show.

use henge_core::Bits;

use super::capture::flood;
use super::description::{By, Description, Stuck};
use crate::positional::{Group, MOST_SITES};

const WORDS: usize = MOST_SITES / 64;

impl Description {
    /// Rules that can never apply, each in a sentence.
    pub fn doubts(&self) -> Vec<String> {
        let mut doubts = Vec::new();
        let sites = &self.definition.sites;
        let free: Bits<WORDS> = self.definition.available().map(usize::from).collect();
        let neighbours: Vec<Bits<WORDS>> = (self.definition.neighbours().iter())
            .map(|list| list.iter().map(|&site| site as usize).collect())
            .collect();
        for aim in &self.aims {
            let player = &self.definition.players[aim.player.index()];
            match &aim.by {
                By::Groups(groups) => {
                    let open = |group: &Group| {
                        group.sites.iter().all(|&site| !sites[site as usize].blocked)
                    };
                    if !groups.iter().any(open) {
                        doubts
                            .push(format!("{player} can fill no group: each has a blocked site."));
                    }
                }
                By::Connect { regions, need } => {
                    let regions: Vec<Bits<WORDS>> = (regions.iter())
                        .map(|region| region.iter().map(|&site| site as usize).collect())
                        .collect();
                    let mut rest = free;
                    let mut best = 0;
                    while let Some(site) = rest.first() {
                        let part = flood(site, &free, &neighbours);
                        rest = rest.without(&part);
                        best =
                            best.max(regions.iter().filter(|region| region.meets(&part)).count());
                    }
                    if best < *need {
                        doubts.push(format!(
                            "{player} can never connect {need} of the regions: no chain of free \
                             sites reaches more than {best}."
                        ));
                    }
                }
                By::Captures(n) if usize::from(*n) > 2 * free.len() => {
                    doubts.push(format!("{player} will hardly capture {n} stones on this board."));
                }
                _ => {}
            }
        }
        if self.pass && self.stuck != Stuck::Over {
            doubts.push(
                "With pass = true nobody is ever stuck, so that \"stuck\" says nothing.".into(),
            );
        }
        doubts.sort();
        doubts.dedup();
        doubts
    }
}
