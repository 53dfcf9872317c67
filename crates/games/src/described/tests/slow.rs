//! The rules of pieces once more, slowly: cells in a list, every capture found by trying, every move judged
//! on a copy of the board. It shares nothing with the machine but the description.

use std::collections::BTreeSet;

use henge_core::{Outcome, Player};

use super::super::*;

pub(super) struct Slow<'a> {
    game: &'a Description,
    touching: Vec<Vec<u16>>,
}

#[derive(Clone)]
pub(super) struct State {
    /// Whose piece of which kind stands where.
    pub cells: Vec<Option<(Player, u8)>>,
    pub to_move: Player,
    hand: [u8; 2],
    taken: [u32; 2],
    played: u32,
    idle: u32,
    passes: u32,
    pub outcome: Option<Outcome>,
}

/// From, to, what is taken on the way. Neither from nor to is a pass; no from is from the hand.
pub(super) type Step = (Option<u16>, Option<u16>, Vec<u16>);

impl<'a> Slow<'a> {
    pub fn new(game: &'a Description) -> Self {
        Slow { game, touching: game.definition.neighbours() }
    }

    pub fn start(&self) -> State {
        let game = self.game;
        let mut cells = vec![None; game.definition.n_sites()];
        for player in Player::BOTH {
            for &site in &game.start[player.index()] {
                let rank = game.ranks.iter().find(|(at, _)| *at == site);
                let kind = rank.map_or_else(|| game.plain(player).unwrap(), |(_, kind)| *kind);
                cells[site as usize] = Some((player, kind));
            }
        }
        State {
            cells,
            to_move: Player::First,
            hand: game.hand,
            taken: [0; 2],
            played: 0,
            idle: 0,
            passes: 0,
            outcome: None,
        }
    }

    fn holds(state: &State, player: Player, site: u16) -> bool {
        state.cells[site as usize].is_some_and(|(owner, _)| owner == player)
    }

    fn is_empty(&self, state: &State, site: u16) -> bool {
        !self.game.definition.sites[site as usize].blocked && state.cells[site as usize].is_none()
    }

    fn held(state: &State, player: Player) -> Vec<u16> {
        (0..state.cells.len() as u16).filter(|&site| Self::holds(state, player, site)).collect()
    }

    fn may_be(&self, player: Player, kind: u8, site: u16) -> bool {
        let within = &self.game.pieces[kind as usize].within;
        within.as_ref().is_none_or(|sites| sites[player.index()].contains(&site))
    }

    /// The moves of one piece.
    fn of_piece(&self, state: &State, from: u16) -> Vec<Step> {
        let (player, kind) = state.cells[from as usize].unwrap();
        let (p, piece) = (player.index(), &self.game.pieces[kind as usize]);
        let compass = &self.game.compass;
        let mut quiet: BTreeSet<u16> = BTreeSet::new();
        let n_sites = state.cells.len() as u16;
        if piece.fly > 0 && Self::held(state, player).len() <= usize::from(piece.fly) {
            quiet.extend((0..n_sites).filter(|&to| self.is_empty(state, to)));
            quiet.retain(|&to| self.may_be(player, kind, to));
            return quiet.into_iter().map(|to| (Some(from), Some(to), vec![])).collect();
        }
        let fits =
            |to: u16| self.is_empty(state, to) || (piece.takes && Self::holds(state, !player, to));
        for &way in &piece.step[p] {
            quiet.extend(compass.step(way, from).filter(|&to| fits(to)));
        }
        if let Some(leaps) = piece.leap.get(from as usize) {
            quiet.extend(leaps.iter().copied().filter(|&to| fits(to)));
        }
        for &way in &piece.take[p] {
            quiet.extend(compass.step(way, from).filter(|&to| Self::holds(state, !player, to)));
        }
        for &way in &piece.slide[p] {
            let mut at = from;
            while let Some(to) = compass.step(way, at) {
                if to != from && fits(to) {
                    quiet.insert(to);
                }
                if to == from || !self.is_empty(state, to) {
                    break;
                }
                at = to;
            }
        }
        for &way in &piece.count[p] {
            // The whole line, from one end to the other.
            let mut line = BTreeSet::from([from]);
            for way in [way, way ^ 1] {
                let mut at = from;
                while let Some(to) = compass.step(way, at).filter(|to| !line.contains(to)) {
                    line.insert(to);
                    at = to;
                }
            }
            let n = line.iter().filter(|&&site| state.cells[site as usize].is_some()).count();
            let mut passed = Vec::new();
            let mut at = Some(from);
            for _ in 0..n {
                at = at.and_then(|at| compass.step(way, at));
                passed.extend(at);
            }
            let last = passed.pop();
            let free = passed
                .iter()
                .all(|&site| self.is_empty(state, site) || Self::holds(state, player, site));
            if at.is_some() && free {
                quiet.extend(last.filter(|&to| fits(to)));
            }
        }
        let goes_on = piece.again != Again::Never;
        let mut ends: Vec<(u16, Option<usize>)> = vec![(from, None)];
        let mut i = 0;
        while i < ends.len() {
            let (at, before) = ends[i];
            i += 1;
            for &way in &piece.hop[p] {
                let over = compass.step(way, at);
                let to = over.and_then(|over| compass.step(way, over));
                let (Some(over), Some(to)) = (over, to) else { continue };
                let lands = over != from
                    && state.cells[over as usize].is_some()
                    && self.is_empty(state, to)
                    && self.may_be(player, kind, to);
                let straight = !piece.straight || before.is_none_or(|before| before == way);
                let end = (to, Some(way).filter(|_| piece.straight));
                if lands && straight && (goes_on || at == from) && !ends.contains(&end) {
                    ends.push(end);
                    quiet.insert(to);
                }
            }
        }
        quiet.retain(|&to| self.may_be(player, kind, to));
        let mut all: Vec<Step> =
            quiet.into_iter().map(|to| (Some(from), Some(to), vec![])).collect();
        self.jumps(state, (from, player, kind), from, None, &mut Vec::new(), &mut all);
        all
    }

    fn jumps(
        &self,
        state: &State,
        piece: (u16, Player, u8),
        at: u16,
        before: Option<usize>,
        taken: &mut Vec<u16>,
        all: &mut Vec<Step>,
    ) -> bool {
        let (from, player, kind) = piece;
        let rules = &self.game.pieces[kind as usize];
        let mut any = false;
        for &way in &rules.jump[player.index()] {
            let over = self.game.compass.step(way, at);
            let to = over.and_then(|over| self.game.compass.step(way, over));
            let (Some(over), Some(to)) = (over, to) else { continue };
            if to == at
                || !Self::holds(state, !player, over)
                || taken.contains(&over)
                || !(to == from || self.is_empty(state, to))
                || !self.may_be(player, kind, to)
                || (rules.straight && before.is_some_and(|before| before != way))
            {
                continue;
            }
            any = true;
            taken.push(over);
            let mut sorted = taken.clone();
            sorted.sort_unstable();
            let step = (Some(from), Some(to), sorted);
            let further =
                rules.again != Again::Never && self.jumps(state, piece, to, Some(way), taken, all);
            if (rules.again != Again::Must || !further) && !all.contains(&step) {
                all.push(step);
            }
            taken.pop();
        }
        any
    }

    fn filled(groups: &[crate::positional::Group], cells: &State, player: Player, at: u16) -> bool {
        let full = |group: &&crate::positional::Group| {
            group.sites.iter().all(|&site| Self::holds(cells, player, site))
        };
        groups.iter().filter(full).any(|group| group.sites.contains(&at))
    }

    /// All moves of a player, whatever the result.
    fn all(&self, state: &State, player: Player) -> Vec<Step> {
        let game = self.game;
        let mut all: Vec<Step> = if state.hand[player.index()] > 0 {
            let kind = game.plain(player).unwrap();
            let free = (0..state.cells.len() as u16)
                .filter(|&to| self.is_empty(state, to) && self.may_be(player, kind, to));
            free.map(|to| (None, Some(to), vec![])).collect()
        } else {
            Self::held(state, player).iter().flat_map(|&from| self.of_piece(state, from)).collect()
        };
        if let Some(Enclosed::Filled(groups)) = game.capture.as_ref().map(|capture| &capture.how) {
            let one = |step: Step| {
                let mut then = state.clone();
                if let Some(from) = step.0 {
                    then.cells[from as usize] = None;
                }
                let to = step.1.unwrap();
                then.cells[to as usize] = Some((player, 0));
                let other = Self::held(state, !player);
                if other.is_empty() || !Self::filled(groups, &then, player, to) {
                    return vec![step];
                }
                let outside = |site: &&u16| !Self::filled(groups, state, !player, **site);
                let mut prey: Vec<u16> = other.iter().filter(outside).copied().collect();
                if prey.is_empty() {
                    prey = other;
                }
                prey.into_iter().map(|taken| (step.0, step.1, vec![taken])).collect()
            };
            all = all.into_iter().flat_map(one).collect();
        }
        if game.capture.as_ref().is_some_and(|capture| capture.compulsory) {
            let captures = |step: &Step| {
                let mut then = state.clone();
                self.change(&mut then, step) > 0
            };
            if all.iter().any(captures) {
                all.retain(captures);
            }
        }
        all
    }

    /// The moves.
    pub fn moves(&self, state: &State) -> BTreeSet<Step> {
        if state.outcome.is_some() {
            return BTreeSet::new();
        }
        let mut moves: BTreeSet<Step> = self.all(state, state.to_move).into_iter().collect();
        if self.game.pass || moves.is_empty() {
            moves.insert((None, None, vec![]));
        }
        moves
    }

    /// Changes the board and says how many pieces that has captured.
    fn change(&self, state: &mut State, step: &Step) -> usize {
        let (player, game) = (state.to_move, self.game);
        let to = step.1.unwrap();
        let mut kind = match step.0 {
            Some(from) => state.cells[from as usize].take().unwrap().1,
            None => {
                state.hand[player.index()] -= 1;
                game.plain(player).unwrap()
            }
        };
        let mut captured = step.2.clone();
        captured.extend(Some(to).filter(|&to| state.cells[to as usize].is_some()));
        for &site in &captured {
            state.cells[site as usize] = None;
        }
        if let Some((becomes, at)) = &game.pieces[kind as usize].promote
            && at[player.index()].contains(&to)
        {
            kind = *becomes;
        }
        state.cells[to as usize] = Some((player, kind));
        let mut off = captured.len();
        if let Some(Enclosed::Custody(lengths)) = game.capture.as_ref().map(|c| &c.how) {
            let flips = game.capture.as_ref().unwrap().flips;
            let mut between = Vec::new();
            for way in 0..game.compass.next.len() {
                let mut row = Vec::new();
                let mut at = game.compass.step(way, to);
                while let Some(site) = at.filter(|&at| Self::holds(state, !player, at)) {
                    if row.contains(&site) {
                        break;
                    }
                    row.push(site);
                    at = game.compass.step(way, site);
                }
                let long = lengths.as_ref().is_none_or(|list| list.contains(&row.len()));
                if !row.is_empty()
                    && long
                    && at.is_some_and(|at| at != to && Self::holds(state, player, at))
                {
                    between.extend(row);
                }
            }
            between.sort_unstable();
            between.dedup();
            off += between.len();
            for site in between {
                let (_, kind) = state.cells[site as usize].unwrap();
                let kept = game.pieces[kind as usize].players[player.index()];
                let kind = if kept { kind } else { game.plain(player).unwrap() };
                state.cells[site as usize] = Some((player, kind)).filter(|_| flips);
                state.taken[player.index()] += u32::from(!flips);
            }
        }
        state.taken[player.index()] += captured.len() as u32;
        off
    }

    fn chain(&self, of: &[u16], from: u16, all_round: bool) -> BTreeSet<u16> {
        let mut chain = BTreeSet::from([from]);
        let mut todo = vec![from];
        while let Some(at) = todo.pop() {
            let mut beside = self.touching[at as usize].clone();
            if all_round {
                let ways = 0..self.game.compass.next.len();
                beside.extend(ways.filter_map(|way| self.game.compass.step(way, at)));
            }
            for site in beside {
                if of.contains(&site) && chain.insert(site) {
                    todo.push(site);
                }
            }
        }
        chain
    }

    fn has(&self, state: &State, aim: &Aim) -> bool {
        let own = Self::held(state, aim.player);
        let of_kind = |of: &Option<u8>| {
            let is =
                |site: &&u16| of.is_none_or(|of| state.cells[**site as usize].unwrap().1 == of);
            own.iter().filter(is).copied().collect::<Vec<u16>>()
        };
        match &aim.by {
            By::Groups(groups) => groups.iter().any(|group| {
                group.sites.iter().all(|site| own.contains(site))
                    && !group.without.iter().any(|site| own.contains(site))
            }),
            By::Connect { regions, need } => own.iter().any(|&from| {
                let chain = self.chain(&own, from, false);
                let reached = |region: &&Vec<u16>| region.iter().any(|site| chain.contains(site));
                regions.iter().filter(reached).count() >= *need
            }),
            By::Captures(n) => state.taken[aim.player.index()] >= u32::from(*n),
            By::At(sites, of) => of_kind(of).iter().any(|site| sites.contains(site)),
            By::Left(most, of) => {
                let hand = if of.is_none() { state.hand[aim.player.index()] } else { 0 };
                of_kind(of).len() + usize::from(hand) <= usize::from(*most)
            }
            By::Joined => match own.first() {
                None => true,
                Some(&first) => self.chain(&own, first, true).len() == own.len(),
            },
            By::Ring => unreachable!("rings are tried with stones that do not move"),
        }
    }

    pub fn play(&self, state: &mut State, step: &Step) {
        let mover = state.to_move;
        let before = state.clone();
        state.played += 1;
        if step.1.is_none() {
            state.passes += 1;
        } else {
            state.passes = 0;
            self.change(state, step);
        }
        let idle = self.could_be_undone(&before, state, step);
        state.idle = if idle { state.idle + 1 } else { 0 };
        state.to_move = !mover;
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
        if state.outcome.is_some() {
            return;
        }
        let [first, second] = Player::BOTH.map(|player| Self::held(state, player).len());
        let more = match first.cmp(&second) {
            std::cmp::Ordering::Less => Outcome::win(Player::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::win(Player::First),
        };
        let end = match self.game.end {
            End::Draw => Outcome::Draw,
            End::Win(player) => Outcome::win(player),
            End::Most => more,
            End::Fewest => match more {
                Outcome::Win { winner, .. } => Outcome::win(!winner),
                Outcome::Draw => Outcome::Draw,
            },
            End::Last => Outcome::win(mover),
        };
        let out = |most: Option<u16>, n: u32| most.is_some_and(|most| n >= u32::from(most));
        if out(self.game.limit, state.played)
            || out(self.game.idle, state.idle)
            || state.passes >= 2
        {
            state.outcome = Some(end);
        } else if !self.game.pass && self.all(state, !mover).is_empty() {
            let nobody = self.all(state, mover).is_empty();
            state.outcome = match self.game.stuck {
                Stuck::Over => Some(end),
                Stuck::Loses => Some(Outcome::win(mover)),
                Stuck::Wins => Some(Outcome::win(!mover)),
                Stuck::Passes => nobody.then_some(end),
            };
        }
    }

    /// Nothing came onto the board or off it, and the piece that moved may come back some time.
    fn could_be_undone(&self, before: &State, after: &State, step: &Step) -> bool {
        let n = |state: &State| state.cells.iter().flatten().count();
        if n(before) != n(after) {
            return false;
        }
        let (Some(from), Some(_)) = (step.0, step.1) else { return step.1.is_none() };
        if self.game.capture.as_ref().is_some_and(|capture| capture.flips) {
            return true;
        }
        let (player, kind) = before.cells[from as usize].unwrap();
        // Somewhere on an empty board, or over anything that stands there.
        let piece = &self.game.pieces[kind as usize];
        let becomes = |other: &PieceKind| other.promote.as_ref().is_some_and(|(to, _)| *to == kind);
        if piece.fly > 0 || self.game.pieces.iter().any(becomes) {
            return true;
        }
        let next = |at: u16| {
            let p = player.index();
            let compass = &self.game.compass;
            let mut to: Vec<u16> = Vec::new();
            to.extend(piece.step[p].iter().filter_map(|&way| compass.step(way, at)));
            to.extend(piece.take[p].iter().filter_map(|&way| compass.step(way, at)));
            to.extend(piece.leap.get(at as usize).into_iter().flatten());
            for &way in piece.slide[p].iter().chain(&piece.count[p]) {
                let mut here = at;
                for _ in 0..before.cells.len() {
                    let Some(there) = compass.step(way, here) else { break };
                    to.push(there);
                    here = there;
                }
            }
            for &way in piece.jump[p].iter().chain(&piece.hop[p]) {
                let over = compass.step(way, at);
                to.extend(over.and_then(|over| compass.step(way, over)));
            }
            to.retain(|&to| {
                self.may_be(player, kind, to) && !self.game.definition.sites[to as usize].blocked
            });
            to
        };
        // Is there a circle anywhere?
        let circle = |first: u16| {
            let mut seen = BTreeSet::new();
            let mut todo = next(first);
            while let Some(at) = todo.pop() {
                if at == first {
                    return true;
                }
                if seen.insert(at) {
                    todo.extend(next(at));
                }
            }
            false
        };
        (0..before.cells.len() as u16).any(circle)
    }
}
