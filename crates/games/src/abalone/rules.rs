use henge_core::{Game, Outcome, Player, Symmetric, Turn, mix64};

use super::cells::{BOARD, bit, each, exists, place};
use super::moves::{KINDS, Move, Moves, Shape, change};

/// How the marbles lie at the start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Arrangement {
    /// Two full rows, and three marbles in the middle of the third.
    #[default]
    Standard,
    /// Two flowers of seven for each player, in opposite corners.
    BelgianDaisy,
}

/// How many marbles each player has, and how many of them must be out.
pub(super) const MARBLES: u32 = 14;
pub(super) const TO_PUSH: u32 = 6;

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Abalone {
    arrangement: Arrangement,
    /// Clause 7, in plies; 0 for no limit.
    most_idle: u16,
}

/// Where the marbles are, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) marbles: [u128; 2],
    pub(super) to_move: Player,
    /// Plies without a marble pushed out, if they are counted.
    pub(super) idle: u16,
    /// Marbles of each player that are out.
    pub(super) out: [u8; 2],
    /// The player to move cannot.
    pub(super) stuck: bool,
}

impl Default for Abalone {
    /// The usual arrangement, without a limit of moves.
    fn default() -> Self {
        Abalone::new(Arrangement::Standard, 0)
    }
}

/// The marbles of Black: the rows from below, one character for each cell.
fn black(arrangement: Arrangement) -> u128 {
    let rows: [&str; 9] = match arrangement {
        Arrangement::Standard => ["xxxxx", "xxxxxx", "..xxx..", "", "", "", "", "", ""],
        Arrangement::BelgianDaisy => {
            ["...xx", "...xxx", "....xx.", "", "", "", ".xx....", "xxx...", "xx..."]
        }
    };
    let mut marbles = 0;
    for (row, signs) in (0u32..).zip(rows) {
        let first = row.saturating_sub(4);
        for (number, sign) in (first..).zip(signs.chars()) {
            if sign == 'x' {
                marbles |= 1 << bit(row, number);
            }
        }
    }
    marbles
}

impl Abalone {
    /// The rules with what is agreed on; `most_idle` plies without a marble pushed out are a draw, 0 for no such
    /// limit.
    pub fn new(arrangement: Arrangement, most_idle: u16) -> Abalone {
        Abalone { arrangement, most_idle }
    }

    /// How many plies without a marble pushed out are a draw; 0 for no limit.
    pub fn most_idle(&self) -> u16 {
        self.most_idle
    }

    /// The position with these marbles, if there can be one.
    pub(super) fn checked(
        &self,
        marbles: [u128; 2],
        to_move: Player,
        idle: u16,
    ) -> Result<Position, String> {
        let mut out = [0; 2];
        for (out, marbles) in out.iter_mut().zip(marbles) {
            let n = marbles.count_ones();
            if !(MARBLES - TO_PUSH..=MARBLES).contains(&n) {
                return Err(format!("each player has {} to {MARBLES} marbles", MARBLES - TO_PUSH));
            }
            *out = (MARBLES - n) as u8;
        }
        if u32::from(out[(!to_move).index()]) == TO_PUSH {
            return Err("the player to move cannot have won already".into());
        }
        if idle > self.most_idle {
            return Err("plies without a marble pushed out are counted up to the limit".into());
        }
        let mut pos = Position { marbles, to_move, idle, out, stuck: false };
        pos.stuck = self.is_stuck(&pos);
        Ok(pos)
    }

    #[inline]
    fn is_stuck(&self, pos: &Position) -> bool {
        !Moves::any(pos.marbles(pos.to_move), pos.marbles(!pos.to_move))
    }
}

impl Position {
    /// The marbles of a player, a bit for each cell.
    #[inline]
    pub(super) fn marbles(&self, player: Player) -> u128 {
        self.marbles[player.index()]
    }

    /// How many marbles of a player are out.
    #[inline]
    pub fn out(&self, player: Player) -> u32 {
        self.out[player.index()].into()
    }

    /// Whose turn it is, or would be.
    #[inline]
    pub fn to_move(&self) -> Player {
        self.to_move
    }
}

impl Game for Abalone {
    type Position = Position;
    type Move = Move;
    type Moves = Moves;
    type Undo = Position;
    const CYCLES: bool = true;

    fn start(&self) -> Position {
        let black = black(self.arrangement);
        let white = match self.arrangement {
            // Turned by half a turn.
            Arrangement::Standard => turned(black),
            Arrangement::BelgianDaisy => mirrored(black),
        };
        self.checked([black, white], Player::First, 0).expect("the arrangements have all marbles")
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Turn {
        // Clause 6, by the last move alone.
        if pos.out(pos.to_move) == TO_PUSH || pos.stuck {
            Turn::Over(Outcome::win(!pos.to_move))
        } else if self.most_idle > 0 && pos.idle >= self.most_idle {
            Turn::Over(Outcome::Draw)
        } else {
            Turn::Player(pos.to_move)
        }
    }

    #[inline]
    fn moves(&self, pos: &Position) -> Moves {
        match self.turn(pos) {
            Turn::Player(player) => Moves::of(pos.marbles(player), pos.marbles(!player)),
            _ => Moves::NONE,
        }
    }

    #[inline]
    fn n_moves(&self, pos: &Position) -> usize {
        match self.turn(pos) {
            Turn::Player(player) => Moves::total(pos.marbles(player), pos.marbles(!player)),
            _ => 0,
        }
    }

    fn n_actions(&self) -> usize {
        128 * KINDS
    }

    /// The bit of the cell times the number of kinds, and the kind.
    #[inline]
    fn action(&self, mv: Move) -> Option<u32> {
        Some(mv.cell() * KINDS as u32 + mv.kind() as u32)
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) -> Position {
        let before = *pos;
        let (me, other) = (pos.to_move.index(), (!pos.to_move).index());
        let change = change(pos.marbles[me], pos.marbles[other], mv);
        pos.marbles[me] ^= change.own;
        pos.marbles[other] ^= change.other;
        pos.out[other] += u8::from(change.out);
        pos.idle = if change.out || self.most_idle == 0 { 0 } else { pos.idle + 1 };
        pos.to_move = !pos.to_move;
        pos.stuck = self.is_stuck(pos);
        before
    }

    #[inline]
    fn undo(&self, pos: &mut Position, _: Move, before: Position) {
        *pos = before;
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        let [black, white] = pos.marbles;
        // The two sets share no cell and lie in the same 81 bits: the rest of each word is free.
        let (a, b) = ((black >> 10) as u64, (white >> 10) as u64);
        let high = (black >> 74) as u64 | ((white >> 74) as u64) << 24;
        mix64(a ^ mix64(b ^ mix64(high | (pos.to_move.index() as u64) << 60)))
    }

    fn canonical_key(&self, pos: &Position) -> u64 {
        let images = (0..12).map(|symmetry| self.key(&self.image(symmetry, pos)));
        images.min().expect("there are twelve images")
    }

    /// A marble that is out never comes back.
    #[inline]
    fn irreversible(&self, pos: &Position, mv: Move) -> bool {
        mv.is_in_line() && change(pos.marbles(pos.to_move), pos.marbles(!pos.to_move), mv).out
    }
}

/// The image of a cell, by its steps from the middle: turned by sixths of a full turn, and mirrored before that.
fn image_cell(symmetry: usize, cell: u32) -> u32 {
    let (row, number) = place(cell);
    let (mut row, mut number) = (row as i32 - 4, number as i32 - 4);
    if symmetry >= 6 {
        // Along the axis to the upper right.
        (row, number) = (number, row);
    }
    for _ in 0..symmetry % 6 {
        // To the right becomes to the upper right, and that to the upper left.
        (row, number) = (number, number - row);
    }
    debug_assert!(exists(row + 4, number + 4), "the image of a cell is a cell");
    bit((row + 4) as u32, (number + 4) as u32)
}

fn image_set(symmetry: usize, set: u128) -> u128 {
    each(set & BOARD).fold(0, |found, cell| found | 1 << image_cell(symmetry, cell))
}

fn turned(set: u128) -> u128 {
    image_set(3, set)
}

/// From left to right: the axis through the middle from below to above.
fn mirrored(set: u128) -> u128 {
    each(set).fold(0, |found, cell| {
        let (row, number) = place(cell);
        // Cells of a row keep their row, and count from its other end.
        let (first, last) = (row.saturating_sub(4), (row + 4).min(8));
        found | 1 << bit(row, first + last - number)
    })
}

impl Symmetric for Abalone {
    fn n_symmetries(&self) -> usize {
        12
    }

    fn image(&self, symmetry: usize, pos: &Position) -> Position {
        Position { marbles: pos.marbles.map(|set| image_set(symmetry, set)), ..*pos }
    }

    fn image_move(&self, symmetry: usize, _: &Position, mv: Move) -> Move {
        use super::cells::{STEPS, beside};
        let image = |cell: u32| image_cell(symmetry, cell);
        // A direction is one that leads from the middle to a neighbour of the middle.
        let middle = bit(4, 4);
        let turned = |direction: usize| {
            let by = image(beside(middle, direction)) as i32 - middle as i32;
            STEPS.iter().position(|step| *step == by).expect("a neighbour stays one")
        };
        let found = match mv.shape() {
            Shape::Line { direction } => {
                Move::new(image(mv.cell()), Shape::Line { direction: turned(direction) })
            }
            Shape::Broadside { axis, marbles, direction } => {
                let along = turned(axis);
                // The row begins with the cell from which its axis goes on.
                let last = (1..marbles).fold(mv.cell(), |cell, _| beside(cell, axis));
                let cell = if along < 3 { image(mv.cell()) } else { image(last) };
                let shape =
                    Shape::Broadside { axis: along % 3, marbles, direction: turned(direction) };
                Move::new(cell, shape)
            }
        };
        found.expect("directions across an axis stay across it")
    }
}
