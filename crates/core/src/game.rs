use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Not;

/// One of the two sides. What it is called on the board (White, Red, X) is said by `About`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Player {
    /// The side that moves first.
    First,
    /// The other side.
    Second,
}

impl Player {
    /// Both sides, in the order of `index`.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// 0 for the first player, 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

impl Not for Player {
    type Output = Player;
    #[inline]
    fn not(self) -> Player {
        self.other()
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Nobody won.
    Draw,
    /// One player won.
    Win {
        /// Who won.
        winner: Player,
        /// What the win counts: 1, or 1 to 3 in backgammon.
        points: u8,
    },
}

impl Outcome {
    /// A plain win.
    #[inline]
    pub const fn win(winner: Player) -> Outcome {
        Outcome::Win { winner, points: 1 }
    }

    /// The points as `player` counts them: positive for a win, negative for a loss.
    #[inline]
    pub const fn points_for(self, player: Player) -> i32 {
        match self {
            Outcome::Draw => 0,
            Outcome::Win { winner, points } => {
                if winner as u8 == player as u8 {
                    points as i32
                } else {
                    -(points as i32)
                }
            }
        }
    }
}

/// What a position waits for: one `match`, and no kind of node can be forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// A player decides.
    Player(Player),
    /// The dice fall.
    Chance,
    /// The game has ended.
    Over(Outcome),
}

/// How many places a list of moves may have whose moves are numbered by their place.
const PLACES: usize = 1024;

/// The rules: immutable, shared between threads, often a unit struct. All state is in `Position`.
pub trait Game: Send + Sync + 'static {
    /// Plain data without a pointer back to the rules.
    type Position: Clone + Eq + Debug + Send + Sync + 'static;
    /// What a player decides, or what the dice show. Eight bytes or less, if it can be.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// Owns what it walks over, so that the position stays free to be played on.
    type Moves: Iterator<Item = Self::Move>;
    /// What `undo` cannot tell from the move alone: `()`, the men captured, or the whole old position.
    type Undo: Send;
    /// Dice fall in this game.
    const CHANCE: bool = false;
    /// The most points a win can count, whatever the options: 1, or 3 in backgammon without the cube.
    const MOST_POINTS: u8 = 1;
    /// Positions can come back; the match and the search then count repetitions by `key`.
    const CYCLES: bool = false;

    /// The position every game begins with.
    fn start(&self) -> Self::Position;
    /// What the position waits for.
    fn turn(&self, pos: &Self::Position) -> Turn;
    /// Every legal move or roll once, in a fixed order; none only when the game is over.
    fn moves(&self, pos: &Self::Position) -> Self::Moves;
    /// The most points a win can count in this game, where options of the rules leave it less than
    /// `MOST_POINTS`.
    fn most_points(&self) -> u8 {
        Self::MOST_POINTS
    }
    /// How many legal moves or rolls there are; override it where that takes less than to list them.
    fn n_moves(&self, pos: &Self::Position) -> usize {
        self.moves(pos).count()
    }
    /// How many numbers there are for moves: what a policy gives one output each.
    fn n_actions(&self) -> usize {
        PLACES
    }
    /// The number of a move, below `n_actions`, where moves mean the same in all positions: a site, a column.
    /// Either all moves of players have one, and no two moves of a position have the same, or none has.
    #[inline]
    fn action(&self, _mv: Self::Move) -> Option<u32> {
        None
    }
    /// The numbers of `moves`, all legal moves of `pos` in their order, where a player is to move: one each,
    /// all different, below `n_actions`. `out` is empty. By default it is their `action`, or their place in the
    /// list.
    #[inline]
    fn actions(&self, _pos: &Self::Position, moves: &[Self::Move], out: &mut Vec<u32>) {
        out.extend((0..).zip(moves).map(|(place, &mv)| self.action(mv).unwrap_or(place)));
    }
    /// Writes for every number whether it is that of a legal move, and says that it did: only where moves
    /// have an `action`, and where that is faster than to list them.
    #[inline]
    fn mark_actions(&self, _pos: &Self::Position, _mask: &mut [bool]) -> bool {
        false
    }
    /// The legal move with that `action`; asked only where `mark_actions` says yes.
    #[inline]
    fn move_of(&self, _pos: &Self::Position, _action: u32) -> Option<Self::Move> {
        None
    }
    /// `mv` comes from `moves(pos)`. Anything else is the caller's bug: wrong, but never undefined.
    fn play(&self, pos: &mut Self::Position, mv: Self::Move) -> Self::Undo;
    /// Takes `mv` back: the position is again what it was before `play` returned `undo`.
    fn undo(&self, pos: &mut Self::Position, mv: Self::Move, undo: Self::Undo);
    /// Same position, same key. Kept up by `play`, not computed afresh.
    fn key(&self, pos: &Self::Position) -> u64;
    /// The same for all mirror images; override it where the board has symmetries.
    fn canonical_key(&self, pos: &Self::Position) -> u64 {
        self.key(pos)
    }
    /// The chance of a roll at `Turn::Chance`; sums to one over `moves`. All alike, unless the game
    /// says otherwise.
    fn probability(&self, pos: &Self::Position, _roll: Self::Move) -> f32 {
        1.0 / self.moves(pos).count() as f32
    }
    /// Can no position before this move ever come back after it? Asked before it is played, and only in
    /// games with `CYCLES`: searches look for repetitions no further back than this.
    #[inline]
    fn irreversible(&self, _pos: &Self::Position, _mv: Self::Move) -> bool {
        false
    }
    /// Gives the turn to the other player, in thought only, and says whether it did; a second call takes it
    /// back. A search uses it to see what is threatened. Leave it where having to move can be a burden.
    #[inline]
    fn pass(&self, _pos: &mut Self::Position) -> bool {
        false
    }
    /// Can a repetition mean anything? Where not, nobody counts them.
    #[inline]
    fn counts_repetitions(&self) -> bool {
        Self::CYCLES
    }
    /// What it means that a position stands on the board for the `times`-th time. Asked only in
    /// games with `CYCLES`.
    fn repeated(&self, _pos: &Self::Position, times: u32) -> Option<Outcome> {
        (times >= 3).then_some(Outcome::Draw)
    }
}

/// Mirror images under which the rules, and the value to each player, stay the same.
pub trait Symmetric: Game {
    /// How many symmetries there are, the identity (number 0) included.
    fn n_symmetries(&self) -> usize;
    /// The image of a position.
    fn image(&self, symmetry: usize, pos: &Self::Position) -> Self::Position;
    /// The image of a move that is legal in `pos`; legal in the image of `pos`.
    fn image_move(&self, symmetry: usize, pos: &Self::Position, mv: Self::Move) -> Self::Move;
}
