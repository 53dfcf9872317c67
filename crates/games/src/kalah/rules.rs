use henge_core::{Game, Outcome, Player, Turn, mix64};
use thiserror::Error;

/// The most houses of a row.
pub(super) const MOST_HOUSES: usize = 12;

/// The most seeds of all houses of a row together, so that a byte holds all seeds.
const MOST_SEEDS: u32 = 127;

/// What happens to a last seed in an empty house of one's own when the house opposite is empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EmptyCapture {
    /// It stays.
    #[default]
    Stays,
    /// It goes into the store.
    Taken,
}

/// Who gets what lies in the houses when the other row is empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Sweep {
    /// The player in whose houses it lies.
    #[default]
    Owner,
    /// The player whose houses are empty.
    Other,
    /// It stays where it is and does not count.
    Nobody,
}

/// May the second player change sides?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Swap {
    /// No.
    #[default]
    Off,
    /// Yes, in place of their first move.
    On,
}

/// What players agree on before a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Houses of each row.
    pub houses: u8,
    /// Seeds in each house at the start.
    pub seeds: u8,
    /// Clause 4.
    pub empty_capture: EmptyCapture,
    /// Clause 5.
    pub sweep: Sweep,
    /// Clause 7.
    pub swap: Swap,
}

impl Default for Rules {
    /// Six houses of four seeds, as the board is sold.
    fn default() -> Self {
        Rules::of_size(6, 4)
    }
}

impl Rules {
    /// A board of this size, with what is usual elsewhere.
    pub fn of_size(houses: u8, seeds: u8) -> Rules {
        let (empty_capture, sweep, swap) = Default::default();
        Rules { houses, seeds, empty_capture, sweep, swap }
    }
}

/// A board that does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "{houses} houses of {seeds} seeds do not fit; a row has 1 to {MOST_HOUSES} houses and 1 to {MOST_SEEDS} seeds in all"
)]
pub struct SizeError {
    /// Houses asked for.
    pub houses: u8,
    /// Seeds asked for.
    pub seeds: u8,
}

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kalah {
    rules: Rules,
}

/// The seeds of both players, whose turn it is, and whether sides may still be changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// For each player the houses from their left to their right, then the store.
    pub(super) rows: [[u8; 16]; 2],
    pub(super) to_move: Player,
    /// The second player has not moved yet, where that matters.
    pub(super) opening: bool,
    pub(super) over: bool,
}

/// A house to sow from, or the change of sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move(u8);

impl Move {
    /// The second player takes over the side of the first.
    pub const SWAP: Move = Move(u8::MAX);

    /// Sows from a house, counted from 0 at the player's left.
    pub fn from(house: usize) -> Move {
        Move(house as u8)
    }

    /// The house, counted from 0 at the player's left; none for the change of sides.
    #[inline]
    pub fn house(self) -> Option<usize> {
        (self != Move::SWAP).then_some(self.0.into())
    }
}

/// The houses with seeds from the left, then the change of sides.
#[derive(Clone, Debug)]
pub struct Moves {
    houses: u16,
    swap: bool,
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.houses == 0 {
            return std::mem::take(&mut self.swap).then_some(Move::SWAP);
        }
        let house = self.houses.trailing_zeros();
        self.houses &= self.houses - 1;
        Some(Move(house as u8))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.houses.count_ones() as usize + usize::from(self.swap);
        (n, Some(n))
    }

    #[inline]
    fn count(self) -> usize {
        self.size_hint().0
    }
}

impl ExactSizeIterator for Moves {}

impl Default for Kalah {
    fn default() -> Self {
        Kalah::new(Rules::default()).expect("the usual board fits")
    }
}

impl Kalah {
    /// The game by these rules.
    pub fn new(rules: Rules) -> Result<Kalah, SizeError> {
        let Rules { houses, seeds, .. } = rules;
        let all = u32::from(houses) * u32::from(seeds);
        let fits =
            (1..=MOST_HOUSES).contains(&usize::from(houses)) && (1..=MOST_SEEDS).contains(&all);
        if fits { Ok(Kalah { rules }) } else { Err(SizeError { houses, seeds }) }
    }

    /// What was agreed on.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Houses of each row.
    #[inline]
    pub fn n_houses(&self) -> usize {
        self.rules.houses.into()
    }

    /// All seeds.
    pub fn all_seeds(&self) -> u32 {
        2 * u32::from(self.rules.houses) * u32::from(self.rules.seeds)
    }

    /// The seeds in the houses of a player, from their left.
    #[inline]
    pub fn houses<'a>(&self, pos: &'a Position, player: Player) -> &'a [u8] {
        &pos.rows[player.index()][..self.n_houses()]
    }

    /// The seeds in the store of a player.
    #[inline]
    pub fn store(&self, pos: &Position, player: Player) -> u8 {
        pos.rows[player.index()][self.n_houses()]
    }

    /// Seeds that lie in the houses of a player.
    #[inline]
    pub(super) fn in_houses(&self, pos: &Position, player: Player) -> u32 {
        self.houses(pos, player).iter().map(|&seeds| u32::from(seeds)).sum()
    }

    /// The place where the last seed of a house falls: own houses, the own store, then the other houses.
    #[inline]
    pub(super) fn last_place(&self, house: usize, seeds: u8) -> usize {
        (house + usize::from(seeds)) % (2 * self.n_houses() + 1)
    }

    /// Clause 5, when a move has been made.
    #[inline]
    pub(super) fn finish(&self, pos: &mut Position) {
        let n = self.n_houses();
        let empty = |row: &[u8; 16]| row[..n].iter().all(|&seeds| seeds == 0);
        if !empty(&pos.rows[0]) && !empty(&pos.rows[1]) {
            return;
        }
        pos.over = true;
        pos.opening = false;
        for row in 0..2 {
            let taker = match self.rules.sweep {
                Sweep::Owner => row,
                Sweep::Other => 1 - row,
                Sweep::Nobody => return,
            };
            let left: u8 = pos.rows[row][..n].iter().sum();
            pos.rows[row][..n].fill(0);
            pos.rows[taker][n] += left;
        }
    }
}

impl Position {
    /// Whose turn it is, or would be.
    #[inline]
    pub fn to_move(&self) -> Player {
        self.to_move
    }
}

impl Game for Kalah {
    type Position = Position;
    type Move = Move;
    type Moves = Moves;
    type Undo = Position;

    fn start(&self) -> Position {
        let mut row = [0; 16];
        row[..self.n_houses()].fill(self.rules.seeds);
        let opening = self.rules.swap == Swap::On;
        // Clause 1: South moves first.
        Position { rows: [row; 2], to_move: Player::First, opening, over: false }
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Turn {
        if !pos.over {
            return Turn::Player(pos.to_move);
        }
        // Clause 6.
        let [south, north] = Player::BOTH.map(|player| self.store(pos, player));
        Turn::Over(match south.cmp(&north) {
            std::cmp::Ordering::Greater => Outcome::win(Player::First),
            std::cmp::Ordering::Less => Outcome::win(Player::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    #[inline]
    fn moves(&self, pos: &Position) -> Moves {
        if pos.over {
            return Moves { houses: 0, swap: false };
        }
        let row = self.houses(pos, pos.to_move).iter().enumerate();
        let houses = row.fold(0, |bits, (house, &seeds)| bits | u16::from(seeds > 0) << house);
        Moves { houses, swap: pos.opening && pos.to_move == Player::Second }
    }

    fn n_actions(&self) -> usize {
        self.n_houses() + 1
    }

    /// The house; the number behind the last one changes sides.
    #[inline]
    fn action(&self, mv: Move) -> Option<u32> {
        Some(mv.house().unwrap_or(self.n_houses()) as u32)
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) -> Position {
        let before = *pos;
        let Some(house) = mv.house() else {
            // Clause 7: the first player is to move, from the other side.
            pos.rows.swap(0, 1);
            pos.to_move = Player::First;
            pos.opening = false;
            return before;
        };
        let (n, own) = (self.n_houses(), pos.to_move.index());
        // Clause 2: own houses, own store, the other houses.
        let mut hand = std::mem::take(&mut pos.rows[own][house]);
        let mut place = house;
        while hand > 0 {
            place = if place == 2 * n { 0 } else { place + 1 };
            if place <= n {
                pos.rows[own][place] += 1;
            } else {
                pos.rows[1 - own][place - n - 1] += 1;
            }
            hand -= 1;
        }
        // Clause 4.
        if place < n && pos.rows[own][place] == 1 {
            let opposite = &mut pos.rows[1 - own][n - 1 - place];
            if *opposite > 0 || self.rules.empty_capture == EmptyCapture::Taken {
                let taken = std::mem::take(opposite) + 1;
                pos.rows[own][place] = 0;
                pos.rows[own][n] += taken;
            }
        }
        if pos.to_move == Player::Second {
            pos.opening = false;
        }
        // Clause 3.
        if place != n {
            pos.to_move = !pos.to_move;
        }
        self.finish(pos);
        before
    }

    #[inline]
    fn undo(&self, pos: &mut Position, _: Move, before: Position) {
        *pos = before;
    }

    /// Of all seeds at once: sowing changes so many places that following them would take longer.
    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        let mut key = (pos.to_move.index() | usize::from(pos.opening) << 1) as u64;
        for row in &pos.rows {
            for half in row.chunks_exact(8) {
                let half = half.try_into().expect("chunks of eight bytes");
                key = mix64(key ^ u64::from_le_bytes(half));
            }
        }
        key
    }
}
