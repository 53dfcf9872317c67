//! What a move does, and how a game ends.

use std::sync::Arc;

use henge_core::{Bits, Game, Outcome, Player, Turn, mix64};

use super::super::capture::{Captor, flood};
use super::super::compass::NOWHERE;
use super::super::description::{By, Description, Enclosed, Repeat, Stuck, Verdict};
use super::super::reach::{Lines, Reach};
use super::kinds::Kind;
use super::position::{Move, Moves, Position};
use super::{MOST_KINDS, MOST_SITES};
use crate::positional::Group;

/// The rules of a game of pieces whose board fits into `W` words of 64 sites.
#[derive(Debug)]
pub struct Moving<const W: usize> {
    description: Arc<Description>,
    pub(super) available: Bits<W>,
    pub(super) neighbours: Vec<Bits<W>>,
    /// Diagonal neighbours included.
    pub(super) around: Vec<Bits<W>>,
    pub(super) next: Vec<Vec<u16>>,
    /// For each pair of opposite directions all sites on the line through each site.
    pub(super) lines: Vec<Vec<Bits<W>>>,
    /// Each player's kinds, whether they have them or not.
    pub(super) kinds: [Vec<Kind<W>>; 2],
    /// The kind of the plain pieces of each player.
    pub(super) plain: [usize; 2],
    pub(super) captor: Option<Captor<W>>,
    /// Groups that take a piece when they are filled.
    pub(super) mills: Option<Lines<W>>,
    pub(super) compulsory: bool,
    pub(super) jumping: [bool; 2],
    /// Nothing slides, counts or hops.
    pub(super) only_steps: bool,
    /// Aims of stones, as in games of placing.
    pub(super) reach: [Reach<W>; 2],
    has_reach: [bool; 2],
    exact: bool,
    pub(super) aims: Vec<PieceAim<W>>,
    keys: Vec<[[u64; MOST_KINDS]; 2]>,
    counts_played: bool,
    /// Positions may come back.
    cyclic: bool,
    /// Pieces that come off stay off.
    shrinks: bool,
    start: Position<W>,
}

/// An aim of pieces.
#[derive(Debug)]
pub(super) struct PieceAim<const W: usize> {
    pub player: Player,
    pub verdict: Verdict,
    pub by: PieceBy<W>,
}

#[derive(Debug)]
pub(super) enum PieceBy<const W: usize> {
    At(Bits<W>, Option<usize>),
    Left(usize, Option<usize>),
    Joined,
}

const TURN_KEY: u64 = mix64(0x6d6f_7665);

impl<const W: usize> Moving<W> {
    /// The rules of a description with pieces.
    ///
    /// # Panics
    /// If the board does not fit into `W` words, or there are no pieces.
    pub fn new(description: Arc<Description>) -> Self {
        let definition = &description.definition;
        let n = definition.n_sites();
        assert!(n <= Bits::<W>::CAPACITY, "{n} sites do not fit into {W} words");
        assert!(n <= MOST_SITES && description.pieces.len() <= MOST_KINDS, "the reader sees to it");
        let bits = |sites: &[u16]| sites.iter().map(|&site| site as usize).collect::<Bits<W>>();
        let available: Bits<W> = definition.available().map(usize::from).collect();
        let neighbours: Vec<Bits<W>> =
            definition.neighbours().iter().map(|list| bits(list)).collect();
        let next = description.compass.next.clone();
        let around = (0..n).map(|site| {
            let beside = next.iter().map(|next| next[site]).filter(|&to| to != NOWHERE);
            neighbours[site] | beside.map(usize::from).collect()
        });
        let line = |way: usize, site: usize| {
            let mut line = Bits::single(site);
            for way in [way, way ^ 1] {
                let mut at = next[way][site];
                while at != NOWHERE && !line.has(at as usize) {
                    line.insert(at as usize);
                    at = next[way][at as usize];
                }
            }
            line
        };
        let counting = description.pieces.iter().any(|piece| !piece.count[0].is_empty());
        let counting =
            counting || description.pieces.iter().any(|piece| !piece.count[1].is_empty());
        let lines = match counting {
            true => (0..next.len())
                .step_by(2)
                .map(|way| (0..n).map(|site| line(way, site)).collect())
                .collect(),
            false => Vec::new(),
        };
        let kinds = Player::BOTH.map(|player| {
            let kinds = 0..description.pieces.len();
            kinds.map(|kind| Kind::new(&description, kind, player)).collect::<Vec<Kind<W>>>()
        });
        let piece_aims = description.aims.iter().filter_map(|aim| {
            let by = match &aim.by {
                By::At(sites, kind) => PieceBy::At(bits(sites), kind.map(usize::from)),
                By::Left(most, kind) => PieceBy::Left(usize::from(*most), kind.map(usize::from)),
                By::Joined => PieceBy::Joined,
                _ => return None,
            };
            Some(PieceAim { player: aim.player, verdict: aim.verdict, by })
        });
        let groups = description.aims.iter().filter_map(|aim| match &aim.by {
            By::Groups(groups) => Some(groups),
            _ => None,
        });
        let exact = groups.flatten().any(|group| !group.without.is_empty());
        let mills = description.capture.as_ref().and_then(|capture| match &capture.how {
            Enclosed::Filled(groups) => {
                let groups: Vec<&Group> = groups.iter().collect();
                Some(Lines::new(n, &groups))
            }
            _ => None,
        });
        let has_reach = Player::BOTH.map(|player| {
            let mut own = description.aims.iter().filter(|aim| aim.player == player);
            own.any(|aim| !matches!(aim.by, By::At(..) | By::Left(..) | By::Joined))
        });
        let kind_key = |site: u64, player: u64, kind: u64| {
            mix64((site * 16 + player * 8 + kind).wrapping_mul(2) ^ 0x7069_6563)
        };
        let own = |player: Player| {
            let kinds = description.pieces.iter().zip(&kinds[player.index()]);
            kinds.filter(move |(piece, _)| piece.players[player.index()]).map(|(_, kind)| kind)
        };
        let of = |player| own(player).any(|kind| kind.jumping);
        let flips = description.capture.as_ref().is_some_and(|capture| capture.flips);
        let mut game = Moving {
            around: around.collect(),
            reach: Player::BOTH.map(|player| Reach::new(&description, player, &neighbours)),
            captor: Captor::new(&description, available, &neighbours)
                .filter(|captor| captor.encloses()),
            compulsory: description.capture.as_ref().is_some_and(|capture| capture.compulsory),
            jumping: Player::BOTH.map(of),
            only_steps: kinds.iter().flatten().all(|kind| {
                kind.slide.is_empty()
                    && kind.count.is_empty()
                    && kind.hops.iter().all(|hops| hops.is_empty())
            }),
            plain: Player::BOTH.map(|player| description.plain(player).unwrap_or(0).into()),
            aims: piece_aims.collect(),
            keys: (0..n as u64)
                .map(|site| {
                    let of = |p| std::array::from_fn(|kind| kind_key(site, p, kind as u64));
                    [of(0), of(1)]
                })
                .collect(),
            counts_played: description.limit.is_some(),
            cyclic: description.pass
                || flips
                || description.stuck == Stuck::Passes
                || Player::BOTH
                    .into_iter()
                    .any(|player| own(player).any(|kind| !kind.one_way && !kind.only_takes())),
            shrinks: !flips,
            start: Position {
                stones: [Bits::EMPTY; 2],
                planes: [Bits::EMPTY; 3],
                key: 0,
                taken: [0; 2],
                played: 0,
                idle: 0,
                hand: description.hand,
                passes: 0,
                to_move: Player::First,
                over: None,
            },
            available,
            neighbours,
            next,
            lines,
            kinds,
            mills,
            has_reach,
            exact,
            description,
        };
        let mut start = game.start;
        start.stones = game.description.start.each_ref().map(|sites| bits(sites));
        for player in Player::BOTH {
            for site in start.stones[player.index()].iter() {
                let ranks = &game.description.ranks;
                let rank = ranks.iter().find(|(at, _)| usize::from(*at) == site);
                let kind = rank.map_or(game.plain[player.index()], |(_, kind)| (*kind).into());
                game.set_kind(&mut start, site, kind);
            }
        }
        game.start = game.set_up(start);
        game
    }

    /// The game as data.
    pub fn description(&self) -> &Arc<Description> {
        &self.description
    }

    /// The sites a player holds.
    pub fn stones(&self, pos: &Position<W>, player: Player) -> Bits<W> {
        pos.stones[player.index()]
    }

    /// Whose turn it is, or would be.
    pub fn to_move(&self, pos: &Position<W>) -> Player {
        pos.to_move
    }

    pub(super) fn set_kind(&self, pos: &mut Position<W>, site: usize, kind: usize) {
        for (i, plane) in pos.planes.iter_mut().enumerate() {
            match kind >> i & 1 {
                0 => plane.remove(site),
                _ => plane.insert(site),
            }
        }
    }

    /// The position with its key, and judged, afresh.
    pub(super) fn set_up(&self, mut pos: Position<W>) -> Position<W> {
        pos.key = 0;
        for (p, stones) in pos.stones.iter().enumerate() {
            for site in stones.iter() {
                pos.key ^= self.keys[site][p][pos.kind(site)];
            }
        }
        if pos.to_move == Player::Second {
            pos.key ^= TURN_KEY;
        }
        pos.over = None;
        self.judge(&mut pos, None);
        pos
    }

    #[inline]
    fn lift(&self, pos: &mut Position<W>, p: usize, site: usize) -> usize {
        let kind = pos.kind(site);
        pos.stones[p].remove(site);
        pos.planes.iter_mut().for_each(|plane| plane.remove(site));
        pos.key ^= self.keys[site][p][kind];
        kind
    }

    #[inline]
    fn put(&self, pos: &mut Position<W>, p: usize, site: usize, kind: usize) {
        pos.stones[p].insert(site);
        for (i, plane) in pos.planes.iter_mut().enumerate() {
            if kind >> i & 1 != 0 {
                plane.insert(site);
            }
        }
        pos.key ^= self.keys[site][p][kind];
    }

    /// What captured pieces leave behind: nothing, or pieces of the mover.
    fn capture(&self, pos: &mut Position<W>, p: usize, prey: &Bits<W>) {
        for site in prey.iter() {
            let kind = self.lift(pos, 1 - p, site);
            if !self.shrinks {
                let known = self.description.pieces[kind].players[p];
                self.put(pos, p, site, if known { kind } else { self.plain[p] });
            }
        }
        if self.shrinks {
            pos.taken[p] = pos.taken[p].saturating_add(prey.len() as u16);
        }
    }

    /// Plays a move of a piece and says whether it can be taken back.
    #[inline]
    fn go(&self, pos: &mut Position<W>, mv: Move<W>) -> bool {
        let p = pos.to_move.index();
        let to = mv.to();
        let mut back;
        let mut kind = match mv.from() {
            Some(from) => {
                let kind = self.lift(pos, p, from);
                back = !(self.shrinks && self.kinds[p][kind].one_way);
                if pos.stones[1 - p].has(to) {
                    self.lift(pos, 1 - p, to);
                    pos.taken[p] = pos.taken[p].saturating_add(1);
                    back = false;
                }
                kind
            }
            None => {
                pos.hand[p] -= 1;
                back = false;
                self.plain[p]
            }
        };
        if !mv.taken.is_empty() {
            for site in mv.taken.iter() {
                self.lift(pos, 1 - p, site);
            }
            pos.taken[p] = pos.taken[p].saturating_add(mv.taken.len() as u16);
            back = false;
        }
        if let Some((becomes, at)) = &self.kinds[p][kind].promote
            && at.has(to)
        {
            kind = *becomes;
        }
        self.put(pos, p, to, kind);
        if let Some(captor) = &self.captor {
            let prey = captor.prey(&pos.stones, pos.to_move, to);
            if !prey.is_empty() {
                self.capture(pos, p, &prey);
                back &= !self.shrinks;
            }
        }
        back
    }

    /// Finds out whether the game is over; `to` is where the last piece went, if that is known.
    #[inline]
    fn judge(&self, pos: &mut Position<W>, to: Option<usize>) {
        let last = !pos.to_move;
        pos.over = self.decided(pos, last, to);
        if pos.over.is_some() {
            return;
        }
        let idle = self.description.idle.is_some_and(|idle| pos.idle >= idle);
        let limit = self.description.limit.is_some_and(|limit| pos.played >= limit);
        if pos.passes >= 2 || idle || limit {
            pos.over = Some(self.description.end.outcome(&pos.stones, last));
        } else if !self.description.pass && !self.can_move(pos, pos.to_move) {
            pos.over = match self.description.stuck {
                Stuck::Over => Some(self.description.end.outcome(&pos.stones, last)),
                Stuck::Loses => Some(Outcome::win(last)),
                Stuck::Wins => Some(Outcome::win(pos.to_move)),
                Stuck::Passes if self.can_move(pos, last) => None,
                Stuck::Passes => Some(self.description.end.outcome(&pos.stones, last)),
            };
        }
    }

    /// What the aims say; those of `last`, who has moved, come first.
    #[inline]
    fn decided(&self, pos: &Position<W>, last: Player, to: Option<usize>) -> Option<Outcome> {
        for verdict in [Verdict::Wins, Verdict::Loses] {
            for player in [last, !last] {
                let p = player.index();
                if self.has_reach[p] {
                    let (own, taken) = (&pos.stones[p], pos.taken[p]);
                    let found = match to {
                        Some(to) if player == last && !self.exact && self.shrinks => {
                            self.reach[p].through(to, own, taken, &self.neighbours) == Some(verdict)
                        }
                        // What has only lost stones has reached nothing.
                        Some(_) if !self.exact && self.shrinks => false,
                        _ => self.reach[p].anywhere(verdict, own, taken, &self.neighbours),
                    };
                    if found {
                        return Some(verdict.outcome(player));
                    }
                }
                for aim in &self.aims {
                    if aim.player == player && aim.verdict == verdict && self.has(pos, p, &aim.by) {
                        return Some(verdict.outcome(player));
                    }
                }
            }
        }
        None
    }

    #[inline]
    pub(super) fn has(&self, pos: &Position<W>, p: usize, by: &PieceBy<W>) -> bool {
        let own = &pos.stones[p];
        match by {
            PieceBy::At(sites, None) => own.meets(sites),
            PieceBy::At(sites, Some(kind)) => {
                let there = *own & *sites;
                !there.is_empty() && there.meets(&pos.of_kind(*kind))
            }
            PieceBy::Left(most, None) => own.len() + usize::from(pos.hand[p]) <= *most,
            PieceBy::Left(most, Some(kind)) => (*own & pos.of_kind(*kind)).len() <= *most,
            PieceBy::Joined => {
                own.first().is_none_or(|site| flood(site, own, &self.around) == *own)
            }
        }
    }

    /// What has ended the game, in words, with the sites that have.
    pub fn decided_by(&self, pos: &Position<W>) -> Option<(String, Bits<W>)> {
        pos.over?;
        let last = !pos.to_move;
        for verdict in [Verdict::Wins, Verdict::Loses] {
            for player in [last, !last] {
                let p = player.index();
                let (own, taken) = (&pos.stones[p], pos.taken[p]);
                if let Some(found) = self.reach[p].which(verdict, own, taken, &self.neighbours) {
                    return Some(found);
                }
                let mine = |aim: &&PieceAim<W>| aim.player == player && aim.verdict == verdict;
                for aim in self.aims.iter().filter(mine) {
                    if self.has(pos, p, &aim.by) {
                        let (by, sites) = match &aim.by {
                            PieceBy::At(sites, kind) => {
                                let kind = kind.map_or(*own, |kind| *own & pos.of_kind(kind));
                                (By::At(Vec::new(), None), *sites & kind)
                            }
                            PieceBy::Left(..) => (By::Left(0, None), Bits::EMPTY),
                            PieceBy::Joined => (By::Joined, *own),
                        };
                        return Some((by.in_words(verdict), sites));
                    }
                }
            }
        }
        None
    }
}

impl<const W: usize> Kind<W> {
    /// Does every move of this kind take something?
    fn only_takes(&self) -> bool {
        self.fly == 0
            && self.slide.is_empty()
            && self.count.is_empty()
            && self.step.iter().all(|to| to.is_empty())
            && self.hops.iter().all(|hops| hops.is_empty())
    }
}

impl<const W: usize> Game for Moving<W> {
    type Position = Position<W>;
    type Move = Move<W>;
    type Moves = Moves<W>;
    /// The whole old position: what a move captures need not be found again.
    type Undo = Position<W>;
    const CYCLES: bool = true;

    fn n_actions(&self) -> usize {
        let n = self.description.definition.n_sites();
        (n * n).max(1024)
    }

    fn start(&self) -> Position<W> {
        self.start
    }

    #[inline]
    fn turn(&self, pos: &Position<W>) -> Turn {
        match pos.over {
            Some(outcome) => Turn::Over(outcome),
            None => Turn::Player(pos.to_move),
        }
    }

    #[inline]
    fn moves(&self, pos: &Position<W>) -> Moves<W> {
        self.list(pos)
    }

    #[inline]
    fn play(&self, pos: &mut Position<W>, mv: Move<W>) -> Position<W> {
        let before = *pos;
        let (back, to) = if mv == Move::PASS {
            pos.passes += 1;
            (true, None)
        } else {
            pos.passes = 0;
            (self.go(pos, mv), Some(mv.to()))
        };
        if self.description.idle.is_some() {
            pos.idle = if back { pos.idle.saturating_add(1) } else { 0 };
        }
        if self.counts_played {
            pos.played = pos.played.saturating_add(1);
        }
        pos.to_move = !pos.to_move;
        pos.key ^= TURN_KEY;
        self.judge(pos, to);
        before
    }

    #[inline]
    fn undo(&self, pos: &mut Position<W>, _mv: Move<W>, undo: Position<W>) {
        *pos = undo;
    }

    /// The counts of moves are left out, so that positions come back.
    #[inline]
    fn key(&self, pos: &Position<W>) -> u64 {
        let rest = u64::from(pos.taken[0])
            | u64::from(pos.taken[1]) << 16
            | u64::from(pos.hand[0]) << 32
            | u64::from(pos.hand[1]) << 40
            | u64::from(pos.passes) << 48;
        if rest == 0 { pos.key } else { pos.key ^ mix64(rest) }
    }

    #[inline]
    fn irreversible(&self, pos: &Position<W>, mv: Move<W>) -> bool {
        if mv == Move::PASS {
            return false;
        }
        let Some(from) = mv.from() else { return true };
        let p = pos.to_move.index();
        !mv.taken.is_empty()
            || pos.stones[1 - p].has(mv.to())
            || (self.shrinks && self.kinds[p][pos.kind(from)].one_way)
    }

    #[inline]
    fn counts_repetitions(&self) -> bool {
        self.cyclic
    }

    fn repeated(&self, pos: &Position<W>, times: u32) -> Option<Outcome> {
        let outcome = match self.description.repeat {
            Repeat::Draw => Outcome::Draw,
            Repeat::Loses => Outcome::win(pos.to_move),
            Repeat::Win(player) => Outcome::win(player),
        };
        (times >= 3).then_some(outcome)
    }
}
