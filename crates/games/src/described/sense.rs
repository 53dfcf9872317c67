//! An evaluation for every described game: lines that are still open, how far chains are from what they
//! should join, captures, and where stones or moves decide, stones and moves.

use std::cmp::Reverse;

use henge_core::{Bits, Eval, Omitted, Player, Score};

use super::description::{Capture, End, Stuck, Verdict};
use super::position::{Move, Position, Stage};
use super::reach::Join;
use super::rules::Described;

/// What a group is worth to the only player with stones in it, by how many are missing.
const MISSING: [i32; 6] = [2000, 400, 90, 22, 6, 2];
/// What a captured stone is worth, and one that will be missing for a chain.
const CAPTURED: i32 = 120;
const STEP: i32 = 100;
/// The moves a search looks at in wide positions: the best ones in this order.
const WIDEST: usize = 48;
/// No chain is that far.
const FAR: u8 = 100;

/// The evaluation.
#[derive(Clone, Debug)]
pub struct Sense {
    /// The size of each group, whose it is and with which sign.
    groups: Vec<Worth>,
    /// The groups through each site.
    through: Vec<u32>,
    begin: Vec<u32>,
    /// What more stones on the board, and more places to put one, are worth.
    stones: i32,
    freedom: i32,
    captured: i32,
}

#[derive(Clone, Debug)]
struct Worth {
    size: u8,
    /// 1 where it wins for the player, -1 where it loses, 0 where it is nothing to them.
    sign: [i8; 2],
}

/// How many stones each player has in each group, for the stones that were counted.
#[derive(Clone, Debug, Default)]
pub struct SenseState<const W: usize> {
    stones: Option<[Bits<W>; 2]>,
    counts: Vec<[u8; 2]>,
    value: [i32; 2],
}

impl Sense {
    /// The evaluation of a game.
    pub fn new<const W: usize>(game: &Described<W>) -> Sense {
        let description = game.description();
        let n = description.definition.n_sites();
        let mut all: Vec<(Vec<u16>, [i8; 2])> = Vec::new();
        for aim in &description.aims {
            let super::By::Groups(groups) = &aim.by else { continue };
            let sign = if aim.verdict == Verdict::Wins { 1 } else { -1 };
            for group in groups {
                let mut signs = [0; 2];
                signs[aim.player.index()] = sign;
                all.push((group.sites.clone(), signs));
            }
        }
        all.sort_unstable();
        let mut merged: Vec<(Vec<u16>, [i8; 2])> = Vec::new();
        for (sites, signs) in all {
            match merged.last_mut() {
                Some((last, sum)) if *last == sites => {
                    for (sum, sign) in sum.iter_mut().zip(signs) {
                        *sum = (*sum + sign).clamp(-1, 1);
                    }
                }
                _ => merged.push((sites, signs)),
            }
        }
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(); n];
        for (i, (sites, _)) in merged.iter().enumerate() {
            sites.iter().for_each(|&site| lists[site as usize].push(i as u32));
        }
        let (mut through, mut begin) = (Vec::new(), vec![0]);
        for list in lists {
            through.extend(list);
            begin.push(through.len() as u32);
        }
        let by_end = match description.end {
            End::Most => 1,
            End::Fewest => -1,
            _ => 0,
        };
        let flips = description.capture.as_ref().is_some_and(|capture| capture.flips);
        let freedom = match description.stuck {
            Stuck::Loses => 30,
            Stuck::Wins => -30,
            // Where stones change sides to the last, moves are worth more than stones.
            _ if flips => 25 * by_end,
            _ => 0,
        };
        let off = |capture: &Capture| !capture.flips;
        Sense {
            groups: (merged.into_iter())
                .map(|(sites, sign)| Worth { size: sites.len().min(255) as u8, sign })
                .collect(),
            through,
            begin,
            stones: by_end * if flips { 4 } else { 50 },
            freedom,
            captured: if description.capture.as_ref().is_some_and(off) { CAPTURED } else { 0 },
        }
    }

    fn through(&self, site: usize) -> &[u32] {
        &self.through[self.begin[site] as usize..self.begin[site + 1] as usize]
    }

    /// What a group with these stones in it is worth to each player.
    #[inline]
    fn worth(&self, group: u32, [a, b]: [u8; 2]) -> [i32; 2] {
        let Worth { size, sign } = &self.groups[group as usize];
        let one = |own: u8, other: u8, sign: i8| {
            if own == 0 || other > 0 || sign == 0 {
                return 0;
            }
            i32::from(sign) * MISSING.get(usize::from(size - own.min(*size))).copied().unwrap_or(1)
        };
        [one(a, b, sign[0]), one(b, a, sign[1])]
    }

    /// Counts the stones that have come or gone since the last time.
    fn follow<const W: usize>(&self, state: &mut SenseState<W>, stones: &[Bits<W>; 2]) {
        let old = state.stones.unwrap_or_default();
        if state.counts.is_empty() {
            state.counts = vec![[0; 2]; self.groups.len()];
        }
        for p in 0..2 {
            for (sites, comes) in
                [(old[p].without(&stones[p]), false), (stones[p].without(&old[p]), true)]
            {
                for site in sites.iter() {
                    for &group in self.through(site) {
                        let before = state.counts[group as usize];
                        let count = &mut state.counts[group as usize][p];
                        *count = if comes { *count + 1 } else { *count - 1 };
                        let after = state.counts[group as usize];
                        let (was, is) = (self.worth(group, before), self.worth(group, after));
                        state.value[0] += is[0] - was[0];
                        state.value[1] += is[1] - was[1];
                    }
                }
            }
        }
        state.stones = Some(*stones);
    }

    fn value<const W: usize>(
        &self,
        game: &Described<W>,
        pos: &Position<W>,
        lines: [i32; 2],
        player: Player,
    ) -> Score {
        let p = player.index();
        let mut value = lines[p] - lines[1 - p];
        if self.captured != 0 {
            value += self.captured * (i32::from(pos.taken[p]) - i32::from(pos.taken[1 - p]));
        }
        if self.stones != 0 {
            value += self.stones * (pos.stones[p].len() as i32 - pos.stones[1 - p].len() as i32);
        }
        if self.freedom != 0 {
            let open = pos.open.len() as i32;
            value += self.freedom * if pos.to_move == player { open } else { -open };
        }
        for who in [player, !player] {
            let reach = &game.reach[who.index()];
            for join in &reach.joins {
                let [own, other] = [pos.stones[who.index()], pos.stones[1 - who.index()]];
                let far = i32::from(distance(join, &own, &other, game)).min(30);
                let good = if join.verdict == Verdict::Wins { -STEP } else { STEP };
                value += good * far * if who == player { 1 } else { -1 };
            }
        }
        Score::estimate(i64::from(value))
    }

    /// How good a site looks: what its open groups hold of both players, and stones beside it.
    fn promise<const W: usize>(
        &self,
        game: &Described<W>,
        pos: &Position<W>,
        counts: &[[u8; 2]],
        site: usize,
    ) -> i32 {
        let p = pos.to_move.index();
        let mut sum = 0;
        for &group in self.through(site) {
            let count = counts[group as usize];
            let mut with = count;
            with[p] += 1;
            sum += self.worth(group, with)[p] - self.worth(group, count)[p];
            sum -= self.worth(group, with)[1 - p] - self.worth(group, count)[1 - p];
        }
        let held = pos.stones[0] | pos.stones[1];
        sum + 3 * (game.neighbours[site] & held).len() as i32
    }

    fn sort<const W: usize>(
        &self,
        game: &Described<W>,
        pos: &Position<W>,
        counts: &[[u8; 2]],
        moves: &mut Vec<Move>,
    ) {
        moves.sort_by_cached_key(|mv| match mv.word() {
            Some(_) => (Reverse(i32::MAX / 2), mv.0),
            None => (Reverse(self.promise(game, pos, counts, mv.0 as usize)), mv.0),
        });
        moves.truncate(WIDEST);
    }
}

/// How many stones a player still needs to join the regions, if the other one does nothing.
fn distance<const W: usize>(
    join: &Join<W>,
    own: &Bits<W>,
    other: &Bits<W>,
    game: &Described<W>,
) -> u8 {
    let free = game.available.without(&(*own | *other));
    let n = game.neighbours.len();
    // For each site the distances from the nearest regions, the smallest ones added up.
    let mut near: Vec<[u8; 64]> = vec![[FAR; 64]; n];
    let count = join.regions.len().min(64);
    for (r, region) in join.regions.iter().take(count).enumerate() {
        let mut reached = Bits::<W>::EMPTY;
        let mut layer = *region & *own;
        let mut next = *region & free;
        for far in 0..FAR {
            // Own stones cost nothing.
            let mut border = layer;
            while let Some(at) = border.first() {
                border.remove(at);
                let fresh = (game.neighbours[at] & *own).without(&(layer | reached));
                layer |= fresh;
                border |= fresh;
            }
            for at in layer.iter() {
                near[at][r] = far;
                next |= game.neighbours[at] & free;
            }
            reached |= layer;
            layer = next.without(&reached);
            next = Bits::EMPTY;
            if layer.is_empty() {
                break;
            }
        }
    }
    let mut best = FAR;
    for at in (*own | free).iter() {
        let distances = &mut near[at][..count];
        distances.sort_unstable();
        let sum: u32 = distances[..join.need].iter().map(|&d| u32::from(d)).sum();
        // The site itself was counted for every region.
        let twice = if free.has(at) { join.need as u32 - 1 } else { 0 };
        best = best.min(sum.saturating_sub(twice).min(u32::from(FAR)) as u8);
    }
    best
}

impl<const W: usize> Eval<Described<W>> for Sense {
    type State = SenseState<W>;
    const SELECTIVE: bool = false;

    fn eval(&self, game: &Described<W>, pos: &Position<W>, player: Player) -> Score {
        let mut state = SenseState::default();
        self.judge(game, pos, &mut state, player)
    }

    fn begin(&self, _game: &Described<W>, pos: &Position<W>) -> SenseState<W> {
        let mut state = SenseState::default();
        self.follow(&mut state, &pos.stones);
        state
    }

    #[inline]
    fn judge(
        &self,
        game: &Described<W>,
        pos: &Position<W>,
        state: &mut SenseState<W>,
        player: Player,
    ) -> Score {
        if !self.groups.is_empty() {
            self.follow(state, &pos.stones);
        }
        self.value(game, pos, state.value, player)
    }

    fn arranges(&self) -> bool {
        true
    }

    fn arrange(&self, game: &Described<W>, pos: &Position<W>, moves: &mut Vec<Move>) {
        let mut state = SenseState::default();
        self.follow(&mut state, &pos.stones);
        self.sort(game, pos, &state.counts, moves);
    }

    fn select(
        &self,
        game: &Described<W>,
        pos: &Position<W>,
        state: &mut SenseState<W>,
        moves: &mut Vec<Move>,
    ) -> Omitted {
        self.follow(state, &pos.stones);
        if pos.stage == Stage::Play || moves.len() <= WIDEST {
            self.sort(game, pos, &state.counts, moves);
        }
        Omitted::Unpromising
    }
}

impl Sense {
    /// Are there chains to be joined? A stone is then worth much the same at any time, and simulations learn
    /// from all of a game.
    pub fn follows_chains<const W: usize>(game: &Described<W>) -> bool {
        game.reach.iter().any(|reach| !reach.joins.is_empty())
    }
}
