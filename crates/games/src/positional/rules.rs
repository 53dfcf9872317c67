use std::sync::{Arc, OnceLock};

use henge_core::{Bits, BitsIter, Game, Outcome, Player, Symmetric, Turn, mix64};

use super::classify::classify;
use super::definition::{Connect, Definition, DefinitionError, Group};
use super::same::symmetries;

/// The rules of any positional game whose board fits into `W` words of 64 sites.
///
/// A player wins by filling one of his groups or, where the goal is to join two sides, by a chain of
/// touching stones. Chains are followed as stones are placed, on boards of any size, so that the
/// groups behind them need not be listed to play.
#[derive(Debug)]
pub struct Positional<const W: usize> {
    definition: Arc<Definition>,
    available: Bits<W>,
    goals: [Aim<W>; 2],
    /// A random number for each site and player.
    keys: Vec<[u64; 2]>,
    symmetries: OnceLock<Vec<Vec<u16>>>,
}

/// What changes in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<const W: usize> {
    pub(super) stones: [Bits<W>; 2],
    /// For each player the stones that hang together with each of his two sides. They follow from
    /// the stones and are empty in games of groups.
    pub(super) linked: [[Bits<W>; 2]; 2],
    key: u64,
    n_empty: u16,
    pub(super) to_move: Player,
    pub(super) winner: Option<Player>,
}

impl<const W: usize> Position<W> {
    /// The sites a player holds.
    pub fn stones(&self, player: Player) -> &Bits<W> {
        &self.stones[player.index()]
    }

    /// The player who moved last, also after the end of the game.
    pub fn last_mover(&self) -> Player {
        !self.to_move
    }
}

/// What stands on a site.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// Nothing yet.
    Empty,
    /// A stone.
    Held(Player),
    /// Nothing, and nobody may occupy it.
    Blocked,
}

/// A number that is no site a stone can stand on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no site number {0} to put a stone on")]
pub struct NoSuchSite(pub usize);

/// A site to occupy, or the swap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move(pub u16);

impl Move {
    /// The second player takes the first stone over, mirrored.
    pub const SWAP: Move = Move(u16::MAX);
}

/// The empty sites in rising order, then the swap where it is allowed.
#[derive(Clone, Debug)]
pub struct Moves<const W: usize> {
    sites: BitsIter<W>,
    swap: bool,
}

impl<const W: usize> Iterator for Moves<W> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        match self.sites.next() {
            Some(site) => Some(Move(site as u16)),
            None => std::mem::take(&mut self.swap).then_some(Move::SWAP),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.sites.len() + usize::from(self.swap);
        (n, Some(n))
    }

    #[inline]
    fn count(self) -> usize {
        self.size_hint().0
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Move> {
        let n_sites = self.sites.len();
        match self.sites.nth(n) {
            Some(site) => Some(Move(site as u16)),
            // The swap is one move, right after the sites.
            None => (std::mem::take(&mut self.swap) && n == n_sites).then_some(Move::SWAP),
        }
    }
}

/// A player's goal in the form that play needs.
#[derive(Debug)]
struct Aim<const W: usize> {
    /// The groups, those through site 0 first, then those through site 1, and so on: a group
    /// stands here once for each of its sites.
    groups: Vec<Bits<W>>,
    /// What must not be held together with the group beside it; empty in ordinary games.
    without: Vec<Bits<W>>,
    /// Where the groups through each site begin, and where the last ones end.
    begin: Vec<u32>,
    link: Option<Link<W>>,
}

/// Two sides and who touches whom.
#[derive(Debug)]
struct Link<const W: usize> {
    sides: [Bits<W>; 2],
    neighbours: Vec<Bits<W>>,
}

const TURN_KEY: u64 = mix64(0x7475_726e);

impl<const W: usize> Positional<W> {
    /// The rules of a definition, if its board fits into `W` words.
    pub fn of(definition: Definition) -> Result<Self, DefinitionError> {
        let (sites, most) = (definition.n_sites(), Bits::<W>::CAPACITY);
        match sites <= most {
            true => Ok(Positional::new(Arc::new(definition))),
            false => Err(DefinitionError::DoesNotFit { sites, most }),
        }
    }

    /// The rules of a checked definition.
    ///
    /// # Panics
    /// If the board does not fit into `W` words.
    pub fn new(definition: Arc<Definition>) -> Self {
        let n = definition.n_sites();
        assert!(n <= Bits::<W>::CAPACITY, "{n} sites do not fit into {W} words");
        let aim = |player: usize| {
            let goal = &definition.goals[player];
            let groups = reduced(&definition, player);
            Aim::new(
                n,
                &groups,
                goal.connect.as_ref().map(|connect| Link::new(&definition, connect)),
            )
        };
        let key = |i: u64| mix64(i.wrapping_mul(2) ^ 0x6865_6e67);
        Positional {
            available: definition.available().map(usize::from).collect(),
            goals: [aim(0), aim(1)],
            keys: (0..n as u64).map(|site| [key(2 * site), key(2 * site + 1)]).collect(),
            symmetries: OnceLock::new(),
            definition,
        }
    }

    /// The game as data.
    pub fn definition(&self) -> &Arc<Definition> {
        &self.definition
    }

    /// The sites nobody holds yet.
    #[inline]
    pub fn empty(&self, pos: &Position<W>) -> Bits<W> {
        self.available.without(&(pos.stones[0] | pos.stones[1]))
    }

    /// What stands on a site.
    pub fn get(&self, pos: &Position<W>, site: usize) -> Result<Cell, NoSuchSite> {
        let place = self.definition.sites.get(site).ok_or(NoSuchSite(site))?;
        let held = Player::BOTH.into_iter().find(|player| pos.stones(*player).has(site));
        Ok(match held {
            Some(player) => Cell::Held(player),
            None if place.blocked => Cell::Blocked,
            None => Cell::Empty,
        })
    }

    /// Sets a site up by hand, outside of play: a stone, or nothing. Whose turn it is stays, and a
    /// site that does not exist or is blocked is an error that changes nothing.
    pub fn put_by_hand(
        &self,
        pos: &mut Position<W>,
        site: usize,
        stone: Option<Player>,
    ) -> Result<(), NoSuchSite> {
        if self.get(pos, site)? == Cell::Blocked {
            return Err(NoSuchSite(site));
        }
        let mut stones = pos.stones;
        stones.iter_mut().for_each(|stones| stones.remove(site));
        if let Some(player) = stone {
            stones[player.index()].insert(site);
        }
        *pos = self.set_up(stones, pos.to_move);
        Ok(())
    }

    /// The player's two sides and who touches whom, if he wins by connection.
    pub(super) fn link(&self, player: Player) -> Option<(&[Bits<W>; 2], &[Bits<W>])> {
        let link = self.goals[player.index()].link.as_ref()?;
        Some((&link.sides, &link.neighbours))
    }

    fn may_swap(&self, pos: &Position<W>) -> bool {
        self.definition.mirror.is_some()
            && pos.to_move == Player::Second
            && pos.stones[1].is_empty()
            && pos.stones[0].len() == 1
    }

    /// May stones still change hands?
    pub(super) fn may_swap_soon(&self, pos: &Position<W>) -> bool {
        self.definition.mirror.is_some() && (self.may_swap(pos) || pos.stones[0].is_empty())
    }

    /// Puts a stone down for `player`, who wins if that completes his goal.
    #[inline]
    fn put(&self, pos: &mut Position<W>, player: Player, site: usize) {
        let p = player.index();
        pos.stones[p].insert(site);
        pos.key ^= self.keys[site][p];
        pos.n_empty -= 1;
        if self.goals[p].is_reached(site, &pos.stones[p], &mut pos.linked[p]) {
            pos.winner = Some(player);
        }
    }

    #[inline]
    fn lift(&self, pos: &mut Position<W>, player: Player, site: usize) {
        let p = player.index();
        pos.stones[p].remove(site);
        pos.key ^= self.keys[site][p];
        pos.n_empty += 1;
        pos.winner = None;
    }

    #[inline]
    fn pass_turn(&self, pos: &mut Position<W>) {
        pos.to_move = !pos.to_move;
        pos.key ^= TURN_KEY;
    }

    /// Moves the only stone to its mirror image and gives it to the other player.
    fn swap(&self, pos: &mut Position<W>, from: Player) {
        let mirror = self.definition.mirror.as_ref();
        let stone = pos.stones[from.index()].first();
        if let (Some(mirror), Some(site)) = (mirror, stone) {
            self.lift(pos, from, site);
            pos.linked[from.index()] = [Bits::EMPTY; 2];
            self.put(pos, !from, mirror[site] as usize);
        }
    }

    /// A position with these stones. Unlike moves, stones on a board may come in any order, so the
    /// winner is looked for at the end.
    pub(super) fn set_up(&self, stones: [Bits<W>; 2], to_move: Player) -> Position<W> {
        let mut pos = self.start();
        for player in Player::BOTH {
            stones[player.index()].iter().for_each(|site| self.put(&mut pos, player, site));
        }
        if to_move == Player::Second {
            self.pass_turn(&mut pos);
        }
        // The one who has just moved comes first: two winners are for the reader to refuse.
        pos.winner = [!to_move, to_move].into_iter().find(|&player| self.has_won(&pos, player));
        pos
    }

    pub(super) fn has_won(&self, pos: &Position<W>, player: Player) -> bool {
        let (p, own) = (player.index(), &pos.stones[player.index()]);
        pos.linked[p][0].meets(&pos.linked[p][1])
            || own.iter().any(|site| self.goals[p].filled_through(site, own).is_some())
    }

    /// The groups of a player through a site, without those that stones of his own beyond their ends spoil.
    pub(super) fn groups_through(
        &self,
        player: Player,
        site: usize,
        own: &Bits<W>,
    ) -> impl Iterator<Item = Bits<W>> {
        let aim = &self.goals[player.index()];
        let spoilt = |i: usize| aim.without.get(i).is_some_and(|without| without.meets(own));
        aim.range(site).filter(move |&i| !spoilt(i)).map(|i| aim.groups[i])
    }

    /// The sites of a group that the winner has filled, or of the chain he has joined.
    pub fn winning_sites(&self, pos: &Position<W>) -> Bits<W> {
        let Some(winner) = pos.winner else { return Bits::EMPTY };
        let (aim, p) = (&self.goals[winner.index()], winner.index());
        let own = &pos.stones[p];
        let chain = pos.linked[p][0] & pos.linked[p][1];
        let filled = own.iter().find_map(|site| aim.filled_through(site, own));
        filled.unwrap_or(chain)
    }
}

/// The groups that matter in play, without those by connection.
fn reduced(definition: &Definition, player: usize) -> Vec<Group> {
    // Only listed groups are looked at: chains are followed by connection.
    let mut alone = definition.clone();
    alone.goals.iter_mut().for_each(|goal| goal.connect = None);
    let classes = classify(&alone).expect("without sides there are no chains to list");
    classes.to_play(player).cloned().collect()
}

impl<const W: usize> Aim<W> {
    fn new(n_sites: usize, groups: &[Group], link: Option<Link<W>>) -> Self {
        let bits = |sites: &[u16]| sites.iter().map(|&site| site as usize).collect::<Bits<W>>();
        let exact = groups.iter().any(|group| !group.without.is_empty());
        let mut through: Vec<Vec<&Group>> = vec![Vec::new(); n_sites];
        for group in groups {
            group.sites.iter().for_each(|&site| through[site as usize].push(group));
        }
        let mut aim = Aim { groups: Vec::new(), without: Vec::new(), begin: vec![0], link };
        for list in through {
            aim.groups.extend(list.iter().map(|group| bits(&group.sites)));
            if exact {
                aim.without.extend(list.iter().map(|group| bits(&group.without)));
            }
            aim.begin.push(aim.groups.len() as u32);
        }
        aim
    }

    #[inline]
    fn range(&self, site: usize) -> std::ops::Range<usize> {
        self.begin[site] as usize..self.begin[site + 1] as usize
    }

    fn filled_through(&self, site: usize, own: &Bits<W>) -> Option<Bits<W>> {
        let wins = |&i: &usize| {
            self.groups[i].is_subset(own)
                && !self.without.get(i).is_some_and(|without| without.meets(own))
        };
        self.range(site).find(wins).map(|i| self.groups[i])
    }

    /// Has the stone on `site`, the last one placed, reached the goal?
    #[inline]
    fn is_reached(&self, site: usize, own: &Bits<W>, linked: &mut [Bits<W>; 2]) -> bool {
        let range = self.range(site);
        let filled = if self.without.is_empty() {
            self.groups[range].iter().any(|group| group.is_subset(own))
        } else {
            self.filled_through(site, own).is_some()
        };
        match &self.link {
            None => filled,
            Some(link) => link.join(site, own, linked) | filled,
        }
    }
}

impl<const W: usize> Link<W> {
    fn new(definition: &Definition, connect: &Connect) -> Self {
        let bits = |sites: &[u16]| sites.iter().map(|&site| site as usize).collect();
        Link {
            sides: connect.sides.each_ref().map(|side| bits(side)),
            neighbours: definition.neighbours().iter().map(|list| bits(list)).collect(),
        }
    }

    /// Brings `linked` up to date after a stone on `site`; true if it hangs together with both sides.
    #[inline]
    fn join(&self, site: usize, own: &Bits<W>, linked: &mut [Bits<W>; 2]) -> bool {
        for (side, linked) in self.sides.iter().zip(linked.iter_mut()) {
            if side.has(site) || self.neighbours[site].meets(linked) {
                // The stone brings its own neighbours along that were not linked before.
                linked.insert(site);
                let mut border = Bits::single(site);
                while let Some(at) = border.first() {
                    border.remove(at);
                    let fresh = (self.neighbours[at] & *own).without(linked);
                    *linked |= fresh;
                    border |= fresh;
                }
            }
        }
        linked[0].has(site) && linked[1].has(site)
    }
}

impl<const W: usize> Game for Positional<W> {
    type Position = Position<W>;
    type Move = Move;
    type Moves = Moves<W>;
    /// The mover's links; stones and key are taken back by the move.
    type Undo = [Bits<W>; 2];

    /// The sites, and the swap where there is one.
    fn n_actions(&self) -> usize {
        self.definition.n_sites() + usize::from(self.definition.mirror.is_some())
    }

    #[inline]
    fn action(&self, mv: Move) -> Option<u32> {
        let swap = self.definition.n_sites() as u32;
        Some(if mv == Move::SWAP { swap } else { mv.0.into() })
    }

    #[inline]
    fn mark_actions(&self, pos: &Position<W>, mask: &mut [bool]) -> bool {
        self.empty(pos).spread(mask);
        if self.definition.mirror.is_some()
            && let Some(swap) = mask.get_mut(self.definition.n_sites())
        {
            *swap = self.may_swap(pos);
        }
        true
    }

    #[inline]
    fn move_of(&self, pos: &Position<W>, action: u32) -> Option<Move> {
        let (action, swap) = (action as usize, self.definition.n_sites());
        if action == swap {
            return self.may_swap(pos).then_some(Move::SWAP);
        }
        (action < swap && self.empty(pos).has(action)).then_some(Move(action as u16))
    }

    fn start(&self) -> Position<W> {
        Position {
            stones: [Bits::EMPTY; 2],
            linked: [[Bits::EMPTY; 2]; 2],
            key: 0,
            n_empty: self.available.len() as u16,
            to_move: Player::First,
            winner: None,
        }
    }

    #[inline]
    fn turn(&self, pos: &Position<W>) -> Turn {
        match pos.winner {
            Some(winner) => Turn::Over(Outcome::win(winner)),
            None if pos.n_empty == 0 => Turn::Over(Outcome::Draw),
            None => Turn::Player(pos.to_move),
        }
    }

    #[inline]
    fn moves(&self, pos: &Position<W>) -> Moves<W> {
        if pos.winner.is_some() {
            return Moves { sites: Bits::EMPTY.iter(), swap: false };
        }
        Moves { sites: self.empty(pos).iter(), swap: self.may_swap(pos) }
    }

    #[inline]
    fn play(&self, pos: &mut Position<W>, mv: Move) -> [Bits<W>; 2] {
        let player = pos.to_move;
        let undo = pos.linked[player.index()];
        if mv == Move::SWAP {
            self.swap(pos, !player);
        } else {
            self.put(pos, player, mv.0 as usize);
        }
        self.pass_turn(pos);
        undo
    }

    #[inline]
    fn undo(&self, pos: &mut Position<W>, mv: Move, undo: [Bits<W>; 2]) {
        self.pass_turn(pos);
        let player = pos.to_move;
        if mv == Move::SWAP {
            self.swap(pos, player);
            pos.winner = None;
        } else {
            self.lift(pos, player, mv.0 as usize);
        }
        pos.linked[player.index()] = undo;
    }

    #[inline]
    fn key(&self, pos: &Position<W>) -> u64 {
        pos.key
    }

    /// A stone more never harms its owner.
    #[inline]
    fn pass(&self, pos: &mut Position<W>) -> bool {
        // The swap is for one moment of the game.
        let early =
            self.definition.mirror.is_some() && self.available.len() - pos.n_empty as usize <= 2;
        if early {
            return false;
        }
        self.pass_turn(pos);
        true
    }

    fn canonical_key(&self, pos: &Position<W>) -> u64 {
        let key_of = |map: &Vec<u16>| {
            let stones = Player::BOTH.iter().flat_map(|&player| {
                let p = player.index();
                pos.stones[p].iter().map(move |site| self.keys[map[site] as usize][p])
            });
            stones.fold(0, |key, k| key ^ k)
        };
        let turn = if pos.to_move == Player::First { 0 } else { TURN_KEY };
        self.maps().iter().map(key_of).min().unwrap_or(0) ^ turn
    }
}

impl<const W: usize> Positional<W> {
    #[cfg(test)]
    pub(super) fn maps_len(&self) -> usize {
        self.maps().len()
    }

    /// The renamings of sites that leave the game as it is; looked for when first asked for.
    fn maps(&self) -> &[Vec<u16>] {
        /// The cube has 192 with Qubic's extra ones; anything far beyond is no drawing's symmetry.
        const MOST: usize = 1000;
        self.symmetries.get_or_init(|| symmetries(&self.definition, MOST))
    }
}

impl<const W: usize> Symmetric for Positional<W> {
    fn n_symmetries(&self) -> usize {
        self.maps().len()
    }

    fn image(&self, symmetry: usize, pos: &Position<W>) -> Position<W> {
        let map = &self.maps()[symmetry];
        let image = |stones: Bits<W>| stones.iter().map(|site| map[site] as usize).collect();
        self.set_up(pos.stones.map(image), pos.to_move)
    }

    fn image_move(&self, symmetry: usize, _pos: &Position<W>, mv: Move) -> Move {
        if mv == Move::SWAP { mv } else { Move(self.maps()[symmetry][mv.0 as usize]) }
    }
}
