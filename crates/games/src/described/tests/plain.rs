//! The rules once more, slowly: cells in a list, sets and loops, everything found anew after every move.
//! It shares nothing with the machine but the description.

use std::collections::BTreeSet;

use henge_core::{Outcome, Player};

use super::super::*;

pub(super) struct Plain<'a> {
    game: &'a Description,
    touching: Vec<Vec<u16>>,
}

#[derive(Clone)]
pub(super) struct State {
    pub cells: Vec<Option<Player>>,
    pub to_move: Player,
    left: u8,
    taken: [u32; 2],
    played: u32,
    passes: u32,
    pub outcome: Option<Outcome>,
}

type Set = BTreeSet<u16>;

impl<'a> Plain<'a> {
    pub fn new(game: &'a Description) -> Self {
        assert_eq!(game.swap, Swap::Never, "changing sides has tests of its own");
        Plain { game, touching: game.definition.neighbours() }
    }

    pub fn start(&self) -> State {
        let mut cells = vec![None; self.game.definition.n_sites()];
        for (player, sites) in Player::BOTH.into_iter().zip(&self.game.start) {
            sites.iter().for_each(|&site| cells[site as usize] = Some(player));
        }
        State {
            cells,
            to_move: Player::First,
            left: self.game.stones[0],
            taken: [0; 2],
            played: 0,
            passes: 0,
            outcome: None,
        }
    }

    fn held(state: &State, player: Player) -> Set {
        let cells = (0u16..).zip(&state.cells);
        cells.filter(|(_, cell)| **cell == Some(player)).map(|(site, _)| site).collect()
    }

    fn is_empty(&self, state: &State, site: u16) -> bool {
        !self.game.definition.sites[site as usize].blocked && state.cells[site as usize].is_none()
    }

    fn chain(&self, of: &Set, from: u16) -> Set {
        let mut chain = Set::from([from]);
        loop {
            let more: Set = (chain.iter())
                .flat_map(|&site| self.touching[site as usize].clone())
                .filter(|site| of.contains(site) && !chain.contains(site))
                .collect();
            if more.is_empty() {
                return chain;
            }
            chain.extend(more);
        }
    }

    /// All chains of these stones.
    fn chains(&self, of: &Set) -> Vec<Set> {
        let (mut rest, mut chains) = (of.clone(), Vec::new());
        while let Some(&site) = rest.first() {
            let chain = self.chain(of, site);
            rest.retain(|at| !chain.contains(at));
            chains.push(chain);
        }
        chains
    }

    fn breathes(&self, state: &State, chain: &Set) -> bool {
        let around = chain.iter().flat_map(|&site| &self.touching[site as usize]);
        around.into_iter().any(|&site| self.is_empty(state, site))
    }

    /// What the stone of `player` that stands on `site` captures.
    fn captured(&self, state: &State, player: Player, site: u16) -> Set {
        let mut all = Set::new();
        match self.game.capture.as_ref().map(|capture| &capture.how) {
            None => {}
            Some(Enclosed::Custody(lengths)) => {
                for way in 0..self.game.compass.next.len() {
                    let (mut row, mut at) = (Vec::new(), site);
                    let end = loop {
                        match self.game.compass.step(way, at) {
                            None => break None,
                            Some(next) => at = next,
                        }
                        match state.cells[at as usize] {
                            Some(other) if other != player && !row.contains(&at) => row.push(at),
                            other => break other,
                        }
                    };
                    let long = !row.is_empty()
                        && lengths.as_ref().is_none_or(|list| list.contains(&row.len()));
                    if long && end == Some(player) && at != site {
                        all.extend(row);
                    }
                }
            }
            Some(Enclosed::Filled(_) | Enclosed::Moving) => unreachable!("only pieces move"),
            Some(Enclosed::Surrounded) => {
                let other = Self::held(state, !player);
                for &next in &self.touching[site as usize] {
                    if other.contains(&next) {
                        let chain = self.chain(&other, next);
                        if !self.breathes(state, &chain) {
                            all.extend(chain);
                        }
                    }
                }
            }
        }
        all
    }

    fn allowed(&self, state: &State, player: Player, site: u16) -> bool {
        let game = self.game;
        if !self.is_empty(state, site) {
            return false;
        }
        if let Some(down) = game.place.gravity
            && let Some(below) = game.compass.step(down, site)
            && self.is_empty(state, below)
        {
            return false;
        }
        let mut openings = game.openings.iter().filter(|o| u32::from(o.number) == state.played);
        if openings.any(|opening| !opening.sites.contains(&site)) {
            return false;
        }
        let meant = |whose, cell: Option<Player>| match whose {
            Whose::Own => cell == Some(player),
            Whose::Other => cell == Some(!player),
            Whose::Any => cell.is_some(),
        };
        let near = |whose| {
            self.touching[site as usize].iter().any(|&at| meant(whose, state.cells[at as usize]))
        };
        if let Some(whose) = game.place.beside
            && state.cells.iter().any(|&cell| meant(whose, cell))
            && !near(whose)
        {
            return false;
        }
        if game.place.apart.is_some_and(near) {
            return false;
        }
        let mut then = state.clone();
        then.cells[site as usize] = Some(player);
        let Some(capture) = &game.capture else { return true };
        let captured = self.captured(&then, player, site);
        if capture.compulsory && captured.is_empty() {
            return false;
        }
        capture.how != Enclosed::Surrounded
            || !captured.is_empty()
            || self.breathes(&then, &self.chain(&Self::held(&then, player), site))
    }

    fn sites(&self, state: &State, player: Player) -> Vec<Option<u16>> {
        let n = state.cells.len() as u16;
        (0..n).filter(|&site| self.allowed(state, player, site)).map(Some).collect()
    }

    /// The moves; `None` is a pass.
    pub fn moves(&self, state: &State) -> Vec<Option<u16>> {
        if state.outcome.is_some() {
            return Vec::new();
        }
        let mut moves = self.sites(state, state.to_move);
        if self.game.pass || moves.is_empty() {
            moves.push(None);
        }
        moves
    }

    fn has(&self, state: &State, aim: &Aim) -> bool {
        let own = Self::held(state, aim.player);
        match &aim.by {
            By::Groups(groups) => groups.iter().any(|group| {
                group.sites.iter().all(|site| own.contains(site))
                    && !group.without.iter().any(|site| own.contains(site))
            }),
            By::Connect { regions, need } => self.chains(&own).iter().any(|chain| {
                let reached = |region: &&Vec<u16>| region.iter().any(|site| chain.contains(site));
                regions.iter().filter(reached).count() >= *need
            }),
            By::At(..) | By::Left(..) | By::Joined => {
                unreachable!("pieces have slow rules of their own")
            }
            By::Captures(n) => state.taken[aim.player.index()] >= u32::from(*n),
            By::Ring => self.chains(&own).iter().any(|chain| {
                let around = |site: &u16| &self.touching[*site as usize];
                let full = |site: &u16| {
                    around(site).len() == 6 && around(site).iter().all(|at| chain.contains(at))
                };
                let rest: Set =
                    (0..state.cells.len() as u16).filter(|at| !chain.contains(at)).collect();
                let inside = |part: &Set| part.iter().all(|at| around(at).len() == 6);
                chain.iter().any(full) || self.chains(&rest).iter().any(inside)
            }),
        }
    }

    pub fn play(&self, state: &mut State, mv: Option<u16>) {
        let mover = state.to_move;
        state.played += 1;
        match mv {
            None => state.passes += 1,
            Some(site) => {
                state.passes = 0;
                state.cells[site as usize] = Some(mover);
                let captured = self.captured(state, mover, site);
                let flips = self.game.capture.as_ref().is_some_and(|capture| capture.flips);
                for &at in &captured {
                    state.cells[at as usize] = Some(mover).filter(|_| flips);
                }
                if !flips {
                    state.taken[mover.index()] += captured.len() as u32;
                }
            }
        }
        for verdict in [Verdict::Wins, Verdict::Loses] {
            for player in [mover, !mover] {
                let mut aims = self.game.aims.iter();
                if state.outcome.is_none()
                    && aims
                        .any(|a| a.player == player && a.verdict == verdict && self.has(state, a))
                {
                    let winner = if verdict == Verdict::Wins { player } else { !player };
                    state.outcome = Some(Outcome::win(winner));
                }
            }
        }
        if state.left > 1 && mv.is_some() {
            state.left -= 1;
        } else {
            state.to_move = !mover;
            state.left = self.game.stones[1];
        }
        if state.outcome.is_some() {
            return;
        }
        let counted = [Player::First, Player::Second].map(|p| Self::held(state, p).len());
        let by = |a: usize, b: usize| match a.cmp(&b) {
            std::cmp::Ordering::Less => Outcome::win(Player::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::win(Player::First),
        };
        let end = match self.game.end {
            End::Draw => Outcome::Draw,
            End::Win(player) => Outcome::win(player),
            End::Most => by(counted[0], counted[1]),
            End::Fewest => by(counted[1], counted[0]),
            End::Last => Outcome::win(mover),
        };
        let over = self.game.limit.is_some_and(|limit| state.played >= u32::from(limit));
        if over || state.passes >= 2 {
            state.outcome = Some(end);
        } else if self.sites(state, state.to_move).is_empty() {
            let nobody = self.sites(state, !state.to_move).is_empty();
            let stuck = if self.game.pass { Stuck::Passes } else { self.game.stuck };
            state.outcome = match stuck {
                Stuck::Over => Some(end),
                Stuck::Loses => Some(Outcome::win(!state.to_move)),
                Stuck::Wins => Some(Outcome::win(state.to_move)),
                Stuck::Passes => nobody.then_some(end),
            };
        }
    }
}
