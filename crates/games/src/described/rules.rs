//! The machine that plays every described game.

use std::sync::Arc;

use henge_core::{Bits, Game, Outcome, Player, Turn, mix64};

use super::capture::Captor;
use super::compass::NOWHERE;
use super::description::{By, Description, Enclosed, Place, Stuck, Swap, Verdict, Whose};
use super::position::{Move, Moves, Position, Stage};
use super::reach::Reach;

/// The rules of a described game whose board fits into `W` words of 64 sites: the description, and what
/// is made of it once so that playing asks tables alone.
#[derive(Debug)]
pub struct Described<const W: usize> {
    description: Arc<Description>,
    pub(super) available: Bits<W>,
    pub(super) neighbours: Vec<Bits<W>>,
    /// What each player's stones may fill or join.
    pub(super) reach: [Reach<W>; 2],
    keys: Vec<[u64; 2]>,
    /// With gravity: the site above each site, and whether a stone there needs none below it.
    fall: Option<Fall>,
    /// What a single move at the beginning may occupy.
    openings: Vec<(u16, Bits<W>)>,
    captor: Option<Captor<W>>,
    last_counted: u16,
    /// Legal sites are the empty ones, or those that stones fall on; nothing else is asked.
    simple: bool,
    /// Groups that win only while their owner does not hold other sites: taking stones off may fill them.
    exact: bool,
    start: Position<W>,
}

#[derive(Debug)]
struct Fall {
    above: Vec<u16>,
    ground: Vec<bool>,
}

const TURN_KEY: u64 = mix64(0x7475_726e);

impl<const W: usize> Described<W> {
    /// The rules of a description.
    ///
    /// # Panics
    /// If the board does not fit into `W` words.
    pub fn new(description: Arc<Description>) -> Self {
        let definition = &description.definition;
        let n = definition.n_sites();
        assert!(n <= Bits::<W>::CAPACITY, "{n} sites do not fit into {W} words");
        let bits = |sites: &[u16]| sites.iter().map(|&site| site as usize).collect::<Bits<W>>();
        let available: Bits<W> = definition.available().map(usize::from).collect();
        let fall = description.place.gravity.map(|down| {
            let solid = |site: usize| {
                let below = description.compass.next[down][site];
                below == NOWHERE || !available.has(below as usize)
            };
            Fall {
                above: description.compass.next[down ^ 1].clone(),
                ground: (0..n).map(solid).collect(),
            }
        });
        let key = |i: u64| mix64(i.wrapping_mul(2) ^ 0x6465_7363);
        let place = Place { gravity: None, ..description.place };
        let asks = description
            .capture
            .as_ref()
            .is_some_and(|capture| capture.compulsory || capture.how == Enclosed::Surrounded);
        let groups = description.aims.iter().filter_map(|aim| match &aim.by {
            By::Groups(groups) => Some(groups),
            _ => None,
        });
        let exact = groups.flatten().any(|group| !group.without.is_empty());
        let neighbours: Vec<Bits<W>> =
            definition.neighbours().iter().map(|list| bits(list)).collect();
        let captor = Captor::new(&description, available, &neighbours);
        let mut game = Described {
            reach: Player::BOTH.map(|player| Reach::new(&description, player, &neighbours)),
            keys: (0..n as u64).map(|site| [key(2 * site), key(2 * site + 1)]).collect(),
            openings: (description.openings.iter())
                .map(|opening| (opening.number, bits(&opening.sites)))
                .collect(),
            last_counted: description.last_counted(),
            simple: place == Place::default() && !asks,
            start: Position {
                stones: [Bits::EMPTY; 2],
                open: Bits::EMPTY,
                key: 0,
                taken: [0; 2],
                played: 0,
                to_move: Player::First,
                left: description.stones[0],
                stage: match description.swap {
                    Swap::Never => Stage::Play,
                    Swap::Pie(_) => Stage::First,
                    Swap::Two => Stage::Two(0),
                },
                passes: 0,
                over: None,
            },
            captor,
            exact,
            fall,
            neighbours,
            available,
            description,
        };
        let stones = game.description.start.each_ref().map(|sites| bits(sites));
        game.start = game.set_up(stones, game.start);
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

    /// Who made the last move, as far as the position tells.
    pub(super) fn last_mover(&self, pos: &Position<W>) -> Player {
        if pos.left < self.description.stones[1] && pos.stage == Stage::Play && pos.passes == 0 {
            pos.to_move
        } else {
            !pos.to_move
        }
    }

    /// A position with these stones, everything else as in `frame`, judged afresh.
    pub(super) fn set_up(&self, stones: [Bits<W>; 2], frame: Position<W>) -> Position<W> {
        let mut pos = Position { stones, over: None, ..frame };
        pos.key = 0;
        for (player, sites) in stones.iter().enumerate() {
            for site in sites.iter() {
                pos.key ^= self.keys[site][player];
            }
        }
        if pos.to_move == Player::Second {
            pos.key ^= TURN_KEY;
        }
        pos.over = self.verdict(&pos, self.last_mover(&pos));
        self.look_around(&mut pos, None);
        pos
    }

    /// Whose stone a move puts down.
    #[inline]
    pub(super) fn owner(&self, pos: &Position<W>) -> Player {
        match pos.stage {
            Stage::Two(1) | Stage::More(1) => !pos.to_move,
            _ => pos.to_move,
        }
    }

    /// What the whole board says, the aims of `first` before those of the other player.
    fn verdict(&self, pos: &Position<W>, first: Player) -> Option<Outcome> {
        for verdict in [Verdict::Wins, Verdict::Loses] {
            for player in [first, !first] {
                let p = player.index();
                if self.reach[p].anywhere(verdict, &pos.stones[p], pos.taken[p], &self.neighbours) {
                    return Some(verdict.outcome(player));
                }
            }
        }
        None
    }

    /// What the aims say after a stone of `player` has come to `site`.
    #[inline]
    fn after(&self, pos: &Position<W>, player: Player, site: usize) -> Option<Outcome> {
        let p = player.index();
        let verdict =
            self.reach[p].through(site, &pos.stones[p], pos.taken[p], &self.neighbours)?;
        Some(verdict.outcome(player))
    }

    /// Puts a stone and does what follows from it on the board.
    #[inline]
    fn put(&self, pos: &mut Position<W>, owner: Player, site: usize) {
        let p = owner.index();
        pos.stones[p].insert(site);
        pos.key ^= self.keys[site][p];
        let Some(captor) = &self.captor else {
            pos.over = self.after(pos, owner, site);
            return;
        };
        let prey = captor.prey(&pos.stones, owner, site);
        if prey.is_empty() {
            pos.over = self.after(pos, owner, site);
            return;
        }
        pos.stones[1 - p] = pos.stones[1 - p].without(&prey);
        for site in prey.iter() {
            pos.key ^= self.keys[site][1 - p];
        }
        if captor.flips {
            pos.stones[p] |= prey;
            for site in prey.iter() {
                pos.key ^= self.keys[site][p];
            }
        } else {
            pos.taken[p] = pos.taken[p].saturating_add(prey.len() as u16);
        }
        pos.over = if captor.flips || self.exact {
            self.verdict(pos, owner)
        } else {
            self.after(pos, owner, site)
        };
    }

    /// The sites where `player` may put a stone of `owner`, whatever the stage says.
    fn open_to(&self, pos: &Position<W>, player: Player) -> Bits<W> {
        let held = pos.stones[0] | pos.stones[1];
        let mut open = self.available.without(&held);
        if let Some(fall) = &self.fall {
            let stands = |site: &usize| {
                fall.ground[*site] || {
                    let down = self.description.place.gravity.expect("stones fall");
                    held.has(self.description.compass.next[down][*site] as usize)
                }
            };
            open = open.iter().filter(stands).collect();
        }
        for (_, sites) in self.openings.iter().filter(|(number, _)| *number == pos.played) {
            open &= *sites;
        }
        if self.simple {
            return open;
        }
        let whose = |whose| match whose {
            Whose::Own => pos.stones[player.index()],
            Whose::Other => pos.stones[1 - player.index()],
            Whose::Any => held,
        };
        let around = |stones: Bits<W>| {
            stones.iter().fold(Bits::EMPTY, |all, site| all | self.neighbours[site])
        };
        if let Some(beside) = self.description.place.beside.map(whose)
            && !beside.is_empty()
        {
            open &= around(beside);
        }
        if let Some(apart) = self.description.place.apart.map(whose) {
            open = open.without(&around(apart));
        }
        if let Some(captor) = &self.captor {
            if captor.compulsory {
                let captures = |&site: &usize| !captor.prey(&pos.stones, player, site).is_empty();
                open = open.iter().filter(captures).collect();
            }
            if captor.surrounds() {
                open = open
                    .iter()
                    .filter(|&site| captor.breathes(&pos.stones, player, site))
                    .collect();
            }
        }
        open
    }

    /// Finds out where stones may go now, and whether the game is over because none may. `site` was
    /// the last one occupied, if that is all that has changed since the last time.
    #[inline]
    fn look_around(&self, pos: &mut Position<W>, site: Option<usize>) {
        if pos.over.is_some() {
            pos.open = Bits::EMPTY;
            return;
        }
        match (site, &self.fall) {
            (Some(_), None) if self.simple => {
                pos.open = self.available.without(&(pos.stones[0] | pos.stones[1]));
            }
            (Some(site), Some(fall)) if self.simple => {
                pos.open.remove(site);
                let above = fall.above[site];
                if above != NOWHERE && self.available.has(above as usize) {
                    pos.open.insert(above as usize);
                }
            }
            _ => {
                pos.open = match pos.stage {
                    Stage::Last => Bits::EMPTY,
                    _ => self.open_to(pos, self.owner(pos)),
                };
                let limit = self.description.limit;
                if pos.passes >= 2 || limit.is_some_and(|limit| pos.played >= limit) {
                    self.finish(pos);
                    return;
                }
            }
        }
        if pos.open.is_empty() && !matches!(pos.stage, Stage::Last) {
            self.stuck(pos);
        }
    }

    #[cold]
    fn stuck(&self, pos: &mut Position<W>) {
        // A swap is a move, too.
        if matches!(pos.stage, Stage::Reply | Stage::Choice) {
            return;
        }
        let passes = match self.description.pass {
            true => Stuck::Passes,
            false => self.description.stuck,
        };
        match passes {
            Stuck::Over => self.finish(pos),
            Stuck::Loses => pos.over = Some(Outcome::win(!pos.to_move)),
            Stuck::Wins => pos.over = Some(Outcome::win(pos.to_move)),
            Stuck::Passes => {
                if self.open_to(pos, !pos.to_move).is_empty() {
                    self.finish(pos);
                }
            }
        }
    }

    /// The game is over, and no aim has decided it.
    fn finish(&self, pos: &mut Position<W>) {
        pos.open = Bits::EMPTY;
        pos.over = Some(self.description.end.outcome(&pos.stones, self.last_mover(pos)));
    }

    #[inline]
    fn words(&self, pos: &Position<W>) -> u8 {
        const PASS: u8 = 1;
        const SWAP: u8 = 2;
        if pos.over.is_some() {
            return 0;
        }
        let pass = pos.stage == Stage::Play && (self.description.pass || pos.open.is_empty());
        let swap = match pos.stage {
            Stage::Reply => SWAP,
            Stage::Choice => SWAP | 4,
            Stage::Last => SWAP | 8,
            _ => 0,
        };
        swap | if pass { PASS } else { 0 }
    }

    #[inline]
    fn turn_over(&self, pos: &mut Position<W>) {
        pos.to_move = !pos.to_move;
        pos.left = self.description.stones[1];
        pos.key ^= TURN_KEY;
        pos.stage = match pos.stage {
            Stage::First => Stage::Reply,
            Stage::Reply => Stage::Play,
            stage => stage,
        };
    }

    #[inline]
    fn put_by_move(&self, pos: &mut Position<W>, site: usize) {
        let owner = self.owner(pos);
        self.put(pos, owner, site);
        pos.passes = 0;
        match pos.stage {
            Stage::Play | Stage::First | Stage::Reply => {
                if pos.left > 1 {
                    pos.left -= 1;
                    if pos.stage == Stage::Reply {
                        pos.stage = Stage::Play;
                    }
                } else {
                    self.turn_over(pos);
                }
            }
            Stage::Two(n) if n < 2 => pos.stage = Stage::Two(n + 1),
            Stage::Two(_) => {
                pos.stage = Stage::Choice;
                self.turn_over(pos);
            }
            Stage::Choice => {
                pos.stage = Stage::Play;
                self.turn_over(pos);
            }
            Stage::More(0) => pos.stage = Stage::More(1),
            Stage::More(_) => {
                pos.stage = Stage::Last;
                self.turn_over(pos);
            }
            Stage::Last => {}
        }
    }

    #[cold]
    fn play_word(&self, pos: &mut Position<W>, mv: Move) {
        let passes = std::mem::take(&mut pos.passes);
        match mv {
            Move::PASS => {
                pos.passes = passes + 1;
                self.turn_over(pos);
            }
            Move::TWO => pos.stage = Stage::More(0),
            Move::STAY => {
                pos.stage = Stage::Play;
                self.turn_over(pos);
            }
            _ => {
                let here = |site: usize| match &self.description.swap {
                    Swap::Pie(map) => map[site] as usize,
                    _ => site,
                };
                let [first, second] =
                    pos.stones.map(|stones| stones.iter().map(here).collect::<Bits<W>>());
                let last = pos.stage == Stage::Last;
                pos.stage = Stage::Play;
                if !last {
                    self.turn_over(pos);
                }
                let over = pos.over;
                *pos = self.set_up([second, first], *pos);
                pos.over = pos.over.or(over);
            }
        }
    }
}

impl<const W: usize> Game for Described<W> {
    type Position = Position<W>;
    type Move = Move;
    type Moves = Moves<W>;
    /// The whole old position: what a move captures or flips need not be found again.
    type Undo = Position<W>;

    fn n_actions(&self) -> usize {
        self.description.definition.n_sites() + Move::WORDS.len()
    }

    #[inline]
    fn action(&self, mv: Move) -> Option<u32> {
        let n = self.description.definition.n_sites();
        Some(mv.word().map_or(u32::from(mv.0), |word| (n + word) as u32))
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
        Moves { sites: pos.open.iter(), words: self.words(pos) }
    }

    #[inline]
    fn play(&self, pos: &mut Position<W>, mv: Move) -> Position<W> {
        let before = *pos;
        if pos.played < self.last_counted {
            pos.played += 1;
        }
        if mv.word().is_none() {
            let site = mv.0 as usize;
            self.put_by_move(pos, site);
            let alone = before.stage == Stage::Play && before.played == pos.played;
            self.look_around(pos, Some(site).filter(|_| alone));
        } else {
            self.play_word(pos, mv);
            self.look_around(pos, None);
        }
        before
    }

    #[inline]
    fn undo(&self, pos: &mut Position<W>, _mv: Move, undo: Position<W>) {
        *pos = undo;
    }

    #[inline]
    fn key(&self, pos: &Position<W>) -> u64 {
        let rest = u64::from(pos.taken[0])
            | u64::from(pos.taken[1]) << 16
            | u64::from(pos.played) << 32
            | (pos.stage.number() as u64) << 48
            | u64::from(pos.passes) << 52
            | u64::from(self.description.stones[1] ^ pos.left) << 56;
        if rest == 0 { pos.key } else { pos.key ^ mix64(rest) }
    }
}

/// What has decided a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decided<const W: usize> {
    /// Whose stones did.
    pub player: Player,
    /// Whether they win or lose by it.
    pub verdict: Verdict,
    /// The word for it.
    pub word: String,
    /// The sites.
    pub sites: Bits<W>,
}

impl<const W: usize> Described<W> {
    /// What the stones have reached that ends the game, if that is what ended it.
    pub fn decided_by(&self, pos: &Position<W>) -> Option<Decided<W>> {
        pos.over?;
        let first = self.last_mover(pos);
        for verdict in [Verdict::Wins, Verdict::Loses] {
            for player in [first, !first] {
                let p = player.index();
                let (own, taken) = (&pos.stones[p], pos.taken[p]);
                if let Some((word, sites)) =
                    self.reach[p].which(verdict, own, taken, &self.neighbours)
                {
                    return Some(Decided { player, verdict, word, sites });
                }
            }
        }
        None
    }
}
