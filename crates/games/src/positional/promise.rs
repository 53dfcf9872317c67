//! Distances and promise: how near to a win a player is, and through which sites (Mangolas 1990,
//! chapter 5).
//!
//! The distance of an open group is the number of its holes. The promise of an empty site for a
//! player is the smallest distance among his open groups through it. On boards with too many chains
//! to list, the same is measured on the board: the fewest stones that still join the two sides
//! through the site. There a shortest way through a site may double back on itself, so that the
//! promise can be smaller than that of the chains without a chord.

use henge_core::{Bits, Eval, Game, Margins, Omitted, Player, Score, Turn};

use super::classify::classify;
use super::definition::MOST_SITES;
use super::rules::{Move, Position, Positional};
use super::tally::{GroupIndex, Tally};

/// The largest weight is `2^MOST_SHIFT` times the number of sites. Groups longer than this are
/// weighed as if they were as long.
const MOST_SHIFT: u32 = 48;

/// Measures distances in one game.
#[derive(Debug)]
pub struct Promise<const W: usize> {
    measures: [Measure<W>; 2],
    n_sites: i64,
    /// Some group does not win while other sites are held too.
    exact: bool,
    /// The groups by site, where they are listed.
    index: Option<GroupIndex>,
}

/// How the distances of one player are found.
#[derive(Debug)]
struct Measure<const W: usize> {
    /// The useful groups; `None` if there are too many and the board itself is measured.
    groups: Option<Vec<Bits<W>>>,
    /// The size of the largest group.
    largest: u32,
}

/// What one player has on each empty site.
#[derive(Clone, Debug)]
struct Reach {
    /// The promise; `FAR` if no open group goes through the site.
    promise: [u16; MOST_SITES],
    /// How many open groups through the site have that distance.
    n_groups: [u32; MOST_SITES],
    /// The smallest distance of all open groups.
    nearest: u16,
}

/// The distance of what cannot be reached.
pub(super) const FAR: u16 = u16::MAX;
/// How many sites an engine that may leave some out looks at. Small boards lose nothing by it.
const WIDTH: usize = 32;

/// All distances in one position.
#[derive(Clone, Debug, Default)]
pub struct Sight {
    reach: [Reach; 2],
}

/// What is asked about distances, however they were found.
pub(super) trait Distances {
    /// The smallest distance among the player's open groups through an empty site, or `FAR`.
    fn promise(&self, player: Player, site: usize) -> u16;
    /// The distance of the player's nearest open group, or `FAR`.
    fn nearest(&self, player: Player) -> u16;
    /// How many open groups of the player through an empty site have the distance of its promise.
    fn n_groups(&self, player: Player, site: usize) -> u32;

    /// The smaller promise of the two players, and the number of open groups of either through the site
    /// at that distance. `None` if the site is dead: in no open group at all.
    #[inline]
    fn urgency(&self, site: usize) -> Option<(u16, u32)> {
        let (first, second) = (Player::First, Player::Second);
        let (a, b) = (self.promise(first, site), self.promise(second, site));
        let least = a.min(b);
        if least == FAR {
            return None;
        }
        let of_first = if a == least { self.n_groups(first, site) } else { 0 };
        let of_second = if b == least { self.n_groups(second, site) } else { 0 };
        Some((least, of_first.saturating_add(of_second)))
    }

    /// Is there an open group of distance 1 for either player?
    #[inline]
    fn is_live(&self) -> bool {
        Player::BOTH.into_iter().any(|player| self.nearest(player) <= 1)
    }
}

impl Distances for Sight {
    #[inline]
    fn promise(&self, player: Player, site: usize) -> u16 {
        self.reach[player.index()].promise[site]
    }

    #[inline]
    fn nearest(&self, player: Player) -> u16 {
        self.reach[player.index()].nearest
    }

    #[inline]
    fn n_groups(&self, player: Player, site: usize) -> u32 {
        self.reach[player.index()].n_groups[site]
    }
}

impl Sight {
    /// PR: the smallest distance among the player's open groups through an empty site.
    pub fn promise(&self, player: Player, site: usize) -> Option<u16> {
        Some(self.reach[player.index()].promise[site]).filter(|&promise| promise != FAR)
    }

    /// The distance of the player's nearest open group.
    pub fn distance(&self, player: Player) -> Option<u16> {
        Some(self.reach[player.index()].nearest).filter(|&distance| distance != FAR)
    }

    /// How many open groups of the player through an empty site have the distance of its promise.
    pub fn n_groups(&self, player: Player, site: usize) -> u32 {
        self.reach[player.index()].n_groups[site]
    }

    /// TPR, the smaller promise of the two players, and WTPR, the number of open groups of either
    /// through the site at that distance. `None` if the site is dead: in no open group at all.
    pub fn urgency(&self, site: usize) -> Option<(u16, u32)> {
        Distances::urgency(self, site)
    }

    /// Is there an open group of distance 1 for either player?
    pub fn is_live(&self) -> bool {
        Distances::is_live(self)
    }
}

impl<const W: usize> Promise<W> {
    /// Lists the useful groups of the game, or finds that there are too many.
    pub fn new(game: &Positional<W>) -> Self {
        let definition = game.definition();
        let n_available = definition.available().count() as u32;
        let measures = match classify(definition) {
            Ok(classes) => [0, 1].map(|player| {
                let bits = |sites: &[u16]| sites.iter().map(|&site| site as usize).collect();
                let groups: Vec<Bits<W>> =
                    classes.to_play(player).map(|group| bits(&group.sites)).collect();
                let largest = groups.iter().map(|group| group.len()).max().unwrap_or(0);
                Measure { groups: Some(groups), largest: largest as u32 }
            }),
            // No useful chain is longer than half the board.
            Err(_) => [0, 1].map(|_| Measure { groups: None, largest: n_available.div_ceil(2) }),
        };
        let groups = definition.goals.iter().flat_map(|goal| &goal.groups);
        let exact = groups.into_iter().any(|group| !group.without.is_empty());
        let n_sites = definition.n_sites();
        let index = match &measures {
            [Measure { groups: Some(first), .. }, Measure { groups: Some(second), .. }] => {
                GroupIndex::new([&first[..], &second[..]], n_sites)
            }
            _ => None,
        };
        Promise { measures, n_sites: n_sites as i64, exact, index }
    }

    /// Are the groups listed? If not, distances are measured on the board.
    pub fn is_by_groups(&self) -> bool {
        self.measures.iter().all(|measure| measure.groups.is_some())
    }

    /// The useful groups of a player; none where they are not listed.
    pub(super) fn groups(&self, player: Player) -> &[Bits<W>] {
        self.measures[player.index()].groups.as_deref().unwrap_or_default()
    }

    /// How many useful groups a player has, where they are listed.
    pub fn n_groups(&self, player: Player) -> Option<usize> {
        self.measures[player.index()].groups.as_ref().map(Vec::len)
    }

    /// The open groups of a player, each with the number of its holes; `None` if they are not
    /// listed.
    pub fn open_groups(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        player: Player,
    ) -> Option<impl Iterator<Item = (Bits<W>, usize)>> {
        let groups = self.measures[player.index()].groups.as_ref()?;
        let (empty, theirs) = (game.empty(pos), *pos.stones(!player));
        let open = groups.iter().filter(move |group| !group.meets(&theirs));
        Some(open.map(move |group| (*group, (*group & empty).len())))
    }

    /// Measures all distances in a position that is not over.
    pub fn look(&self, game: &Positional<W>, pos: &Position<W>) -> Sight {
        let empty = game.empty(pos);
        let reach = Player::BOTH.map(|player| {
            let mut reach = Reach::default();
            match &self.measures[player.index()].groups {
                Some(groups) => {
                    for group in groups {
                        // Closed as soon as the opponent holds one of its sites.
                        if !group.meets(pos.stones(!player)) {
                            reach.add(&(*group & empty));
                        }
                    }
                }
                None => reach.measure(game, pos, player, &empty),
            }
            reach
        });
        Sight { reach }
    }

    /// S: the sum over all promises k of |E(k)| + |P|·(2^(mwg−k) − 1), where E(k) is the set of
    /// empty sites of promise k.
    pub fn sum(&self, sight: &Sight, player: Player) -> i64 {
        let reach = &sight.reach[player.index()];
        let largest = self.measures[player.index()].largest;
        let mut count = [0i64; MOST_SITES + 1];
        let count = &mut count[..=largest as usize];
        // No promise is larger than the largest group, except where the board itself is measured.
        let sites = reach.promise[..self.n_sites as usize].iter();
        for &promise in sites.filter(|&&promise| promise != FAR) {
            count[(promise as usize).min(largest as usize)] += 1;
        }
        self.weigh(count.iter().copied(), largest)
    }

    /// The sum with these numbers of sites for each promise.
    fn weigh(&self, counts: impl Iterator<Item = i64>, largest: u32) -> i64 {
        let term = |(k, n): (usize, i64)| {
            let shift = (largest - k as u32).min(MOST_SHIFT);
            n + self.n_sites * ((1 << shift) - 1)
        };
        counts.enumerate().filter(|&(_, n)| n > 0).map(term).sum()
    }

    /// The 1990 evaluation of a position that is not over: S of `player` minus S of the opponent.
    pub fn evaluate(&self, sight: &Sight, player: Player) -> i64 {
        self.sum(sight, player) - self.sum(sight, !player)
    }
}

impl Default for Reach {
    fn default() -> Reach {
        Reach { promise: [FAR; MOST_SITES], n_groups: [0; MOST_SITES], nearest: FAR }
    }
}

impl Reach {
    /// Counts an open group with these holes.
    #[inline]
    fn add<const W: usize>(&mut self, holes: &Bits<W>) {
        let distance = holes.len() as u16;
        self.nearest = self.nearest.min(distance);
        for site in holes.iter() {
            if distance < self.promise[site] {
                self.promise[site] = distance;
                self.n_groups[site] = 1;
            } else if distance == self.promise[site] {
                self.n_groups[site] += 1;
            }
        }
    }

    /// Measures shortest ways from side to side over empty sites, own stones being free.
    fn measure<const W: usize>(
        &mut self,
        game: &Positional<W>,
        pos: &Position<W>,
        player: Player,
        empty: &Bits<W>,
    ) {
        let Some((sides, neighbours)) = game.link(player) else { return };
        let own = pos.stones(player);
        // Two empty sites touch if they are neighbours, or if one chain of own stones touches both.
        let mut touching = [Bits::<W>::EMPTY; MOST_SITES];
        for site in empty.iter() {
            touching[site] = neighbours[site] & *empty;
        }
        let mut rest = *own;
        while let Some(stone) = rest.first() {
            let mut liberties = Bits::EMPTY;
            let mut border = Bits::single(stone);
            rest.remove(stone);
            while let Some(at) = border.first() {
                border.remove(at);
                liberties |= neighbours[at] & *empty;
                let fresh = neighbours[at] & rest;
                rest = rest.without(&fresh);
                border |= fresh;
            }
            for site in liberties.iter() {
                touching[site] |= liberties;
            }
        }
        let ways = [0, 1].map(|side| {
            let linked = pos.linked[player.index()][side].iter();
            let reached = linked.fold(Bits::EMPTY, |sites, stone| sites | neighbours[stone]);
            Ways::from((sides[side] | reached) & *empty, &touching)
        });
        for site in empty.iter() {
            let [there, back] = &ways;
            if there.steps[site] != FAR && back.steps[site] != FAR {
                let distance = there.steps[site] + back.steps[site] - 1;
                self.promise[site] = distance;
                self.n_groups[site] = there.n[site].saturating_mul(back.n[site]);
                self.nearest = self.nearest.min(distance);
            }
        }
    }
}

/// How many steps from a side, and by how many shortest ways.
struct Ways {
    steps: [u16; MOST_SITES],
    n: [u32; MOST_SITES],
}

impl Ways {
    fn from<const W: usize>(side: Bits<W>, touching: &[Bits<W>; MOST_SITES]) -> Ways {
        let mut ways = Ways { steps: [FAR; MOST_SITES], n: [0; MOST_SITES] };
        let (mut layer, mut seen, mut steps) = (side, side, 1);
        side.iter().for_each(|site| ways.n[site] = 1);
        while !layer.is_empty() {
            let mut next = Bits::EMPTY;
            for site in layer.iter() {
                ways.steps[site] = steps;
                next |= touching[site];
            }
            next = next.without(&seen);
            for site in next.iter() {
                let before = (touching[site] & layer).iter();
                ways.n[site] = before.fold(0u32, |sum, from| sum.saturating_add(ways.n[from]));
            }
            seen |= next;
            layer = next;
            steps += 1;
        }
        ways
    }
}

/// What a search keeps beside the position.
#[derive(Default)]
pub enum PromiseState {
    /// Nothing.
    #[default]
    None,
    /// Counts that follow the moves.
    Counted(Box<Counted>),
    /// What was measured last, and the key of the position where.
    Measured(Option<(u64, Box<Sight>)>),
}

/// Counts that follow the moves.
pub struct Counted(Tally);

/// The 1990 evaluation and ordering for the engines of our day.
impl<const W: usize> Eval<Positional<W>> for Promise<W> {
    type State = PromiseState;

    fn eval(&self, game: &Positional<W>, pos: &Position<W>, player: Player) -> Score {
        self.score(game, pos, &self.look(game, pos), player)
    }

    fn begin(&self, game: &Positional<W>, pos: &Position<W>) -> PromiseState {
        match &self.index {
            Some(index) => {
                let stones = Player::BOTH.map(|player| pos.stones(player));
                let tally = Tally::new(index, stones, &game.empty(pos));
                PromiseState::Counted(Box::new(Counted(tally)))
            }
            None => PromiseState::Measured(None),
        }
    }

    #[inline]
    fn push(&self, game: &Positional<W>, pos: &Position<W>, mv: Move, state: &mut PromiseState) {
        if let (PromiseState::Counted(counted), Some(index)) = (&mut *state, &self.index) {
            if mv == Move::SWAP {
                *state = self.begin(game, pos);
                return;
            }
            counted.0.push(index, pos.last_mover(), mv.0.into(), &game.empty(pos));
        }
    }

    #[inline]
    fn pop(&self, game: &Positional<W>, pos: &Position<W>, mv: Move, state: &mut PromiseState) {
        if let (PromiseState::Counted(counted), Some(index)) = (&mut *state, &self.index) {
            if mv == Move::SWAP {
                *state = self.begin(game, pos);
                return;
            }
            counted.0.pop(index, !pos.last_mover(), mv.0.into(), &game.empty(pos));
        }
    }

    fn judge(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        state: &mut PromiseState,
        player: Player,
    ) -> Score {
        match self.seen(game, pos, state) {
            Seen::Counted(tally) => {
                let sum = |player: Player| {
                    let largest = self.measures[player.index()].largest;
                    self.weigh(tally.promised(player).iter().map(|&n| n.into()), largest)
                };
                Score::estimate(sum(player) - sum(!player))
            }
            Seen::Measured(sight) => self.score(game, pos, sight, player),
        }
    }

    fn stable(&self, game: &Positional<W>, pos: &Position<W>, state: &mut PromiseState) -> bool {
        match self.seen(game, pos, state) {
            Seen::Counted(tally) => !tally.is_live(),
            Seen::Measured(sight) => !sight.is_live(),
        }
    }

    fn margins(&self) -> Margins {
        match self.is_by_groups() {
            true => Margins { reduction: 80, forced: 1, width: 5, ..Margins::NONE },
            false => Margins { reduction: 60, width: 5, ..Margins::NONE },
        }
    }

    fn arranges(&self) -> bool {
        true
    }

    fn select(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        state: &mut PromiseState,
        moves: &mut Vec<Move>,
    ) -> Omitted {
        match self.seen(game, pos, state) {
            Seen::Counted(tally) => self.choose(game, pos, tally, moves),
            Seen::Measured(sight) => self.choose(game, pos, sight, moves),
        }
    }
}

/// Distances as they were found.
enum Seen<'a> {
    Counted(&'a Tally),
    Measured(&'a Sight),
}

impl<const W: usize> Promise<W> {
    /// What the state knows of the position, measured if need be.
    #[inline]
    fn seen<'a>(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        state: &'a mut PromiseState,
    ) -> Seen<'a> {
        if let PromiseState::None = state {
            *state = self.begin(game, pos);
        }
        match state {
            PromiseState::Counted(counted) => Seen::Counted(&counted.0),
            PromiseState::Measured(measured) => {
                let key = game.key(pos);
                let (of, sight) =
                    measured.get_or_insert_with(|| (!key, Box::new(Sight::default())));
                if *of != key {
                    (*of, **sight) = (key, self.look(game, pos));
                }
                Seen::Measured(sight)
            }
            PromiseState::None => unreachable!("the state was begun"),
        }
    }

    /// The score of a position with these distances.
    fn score(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        sight: &Sight,
        player: Player,
    ) -> Score {
        if self.is_by_groups() {
            return Score::estimate(self.evaluate(sight, player));
        }
        // Powers of two of the length of a chain would leave the range of scores; on large boards
        // the difference of the distances says the same.
        let far = |player| sight.distance(player).map_or(self.n_sites, i64::from);
        let to_move = game.turn(pos) == Turn::Player(player);
        Score::estimate(100 * (far(!player) - far(player)) + if to_move { 50 } else { -50 })
    }

    /// The moves in order of urgency.
    fn choose(
        &self,
        game: &Positional<W>,
        pos: &Position<W>,
        sight: &impl Distances,
        moves: &mut Vec<Move>,
    ) -> Omitted {
        let Turn::Player(player) = game.turn(pos) else { return Omitted::Irrelevant };
        // Who can win at once does so, and who could lose at once prevents it. Where a row may be
        // too long to win, or the swap is another way out, that is likely and not certain.
        let certain = if self.exact || moves.contains(&Move::SWAP) {
            Omitted::Unpromising
        } else {
            Omitted::Irrelevant
        };
        for threat in [player, !player] {
            if sight.nearest(threat) == 1 {
                let urgent =
                    |mv: &Move| *mv != Move::SWAP && sight.promise(threat, mv.0 as usize) == 1;
                moves.retain(urgent);
                return certain;
            }
        }
        // The smaller the more urgent: promise, then the number of groups, then the move itself. Dead
        // sites change nothing and are left out.
        let mut ranks = [0u64; MOST_SITES + 1];
        let mut n_alive = 0;
        for &mv in moves.iter() {
            let (promise, n_groups) = match mv {
                Move::SWAP => (0, 0),
                Move(site) => match sight.urgency(site as usize) {
                    Some(urgency) => urgency,
                    None => continue,
                },
            };
            let rank = u64::from(promise) << 48 | u64::from(!n_groups) << 16 | u64::from(mv.0);
            ranks[n_alive] = rank;
            n_alive += 1;
        }
        if n_alive == 0 {
            // There must be a move.
            moves.truncate(1);
            return certain;
        }
        let ranks = &mut ranks[..n_alive];
        // Only the first ones are needed in order.
        let kept = n_alive.min(WIDTH);
        if n_alive > WIDTH {
            ranks.select_nth_unstable(WIDTH);
        }
        let ranks = &mut ranks[..kept];
        ranks.sort_unstable();
        moves.clear();
        moves.extend(ranks.iter().map(|&rank| Move(rank as u16)));
        if n_alive > WIDTH { Omitted::Unpromising } else { certain }
    }
}
