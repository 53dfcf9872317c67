use henge_core::{Game, Outcome, Player, Symmetric, Turn, mix64};

use super::moves::{Move, Moves, targets};

pub(super) const COLUMNS: usize = 5;
pub(super) const ROWS: usize = 6;
pub(super) const SQUARES: usize = COLUMNS * ROWS;

/// The token on each square.
pub(super) type Codes = [u8; SQUARES];

/// No token.
pub(super) const EMPTY: u8 = 0;
/// The champion; the others have their number.
pub(super) const CHAMPION: u8 = 10;
/// Red's tokens have this bit.
const RED: u8 = 16;

/// All tokens in hand: bits 1 to 10.
pub(super) const ALL_TOKENS: u16 = 0x7fe;

/// The two rows of each player.
pub(super) const HOME: [u32; 2] = [0x3ff, 0x3ff << 20];

#[inline(always)]
pub(super) fn code(player: Player, token: u8) -> u8 {
    token | if player == Player::Second { RED } else { 0 }
}

#[inline(always)]
pub(super) fn owner(code: u8) -> Player {
    if code & RED == 0 { Player::First } else { Player::Second }
}

/// The number of a token; 10 for the champion, who is the best musician.
#[inline(always)]
pub(super) fn token(code: u8) -> u8 {
    code & (RED - 1)
}

/// Clause 4.
#[inline(always)]
pub(super) fn takes(attacker: u8, victim: u8) -> bool {
    let (attacker, victim) = (token(attacker), token(victim));
    attacker == CHAMPION || attacker <= victim
}

/// The row from which tokens leave the board.
#[inline(always)]
pub(super) fn is_far(player: Player, square: usize) -> bool {
    match player {
        Player::First => square >= SQUARES - COLUMNS,
        Player::Second => square < COLUMNS,
    }
}

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Nuba;

/// Which token is where, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// By row from Green's side, and by column from Green's left.
    pub(super) at: Codes,
    /// The squares with tokens of each player.
    pub(super) squares: [u32; 2],
    /// Tokens in hand, by their numbers.
    pub(super) hand: [u16; 2],
    /// The best musician.
    pub(super) musician: u8,
    pub(super) to_move: Player,
    pub(super) state: State,
    pub(super) key: u64,
}

/// What follows from the rest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum State {
    Going,
    /// The player to move can only pass.
    Stuck,
    Over,
}

/// A number for each token on each square; square 30 is that of the best musician.
static PARTS: [[u64; 32]; 32] = {
    let mut parts = [[0; 32]; 32];
    let mut i = 0;
    while i < 1024 {
        parts[i / 32][i % 32] = mix64(i as u64 + 1);
        i += 1;
    }
    parts
};

const STAGE: usize = SQUARES;
const RED_TO_MOVE: u64 = 0x9d5c_f1e3_a74b_2860;

#[inline(always)]
fn part(code: u8, square: usize) -> u64 {
    if code == EMPTY { 0 } else { PARTS[usize::from(code)][square] }
}

impl Nuba {
    #[inline]
    fn can_move(pos: &Position, player: Player) -> bool {
        let mut squares = pos.squares[player.index()];
        while squares != 0 {
            if targets(&pos.at, player, squares.trailing_zeros() as usize) != 0 {
                return true;
            }
            squares &= squares - 1;
        }
        false
    }

    /// What a position waits for.
    pub(super) fn settle(pos: &mut Position) {
        if pos.hand != [0, 0] {
            pos.state = State::Going;
            return;
        }
        pos.state = if Self::is_decided(pos) {
            State::Over
        } else if Self::can_move(pos, pos.to_move) {
            State::Going
        } else if Self::can_move(pos, !pos.to_move) {
            State::Stuck
        } else {
            State::Over
        };
    }

    /// Clause 6: does no token on the board better the best musician?
    fn is_decided(pos: &Position) -> bool {
        let best = token(pos.musician);
        pos.musician != EMPTY && pos.at.iter().all(|&code| token(code) <= best)
    }

    /// The key of what lies where and who is to move, made afresh.
    pub(super) fn key_of(pos: &Position) -> u64 {
        let board =
            pos.at.iter().enumerate().fold(0, |key, (square, &code)| key ^ part(code, square));
        let turn = if pos.to_move == Player::Second { RED_TO_MOVE } else { 0 };
        // Tokens that are not on the board are in hand or not.
        let hands = mix64(u64::from(pos.hand[0]) | u64::from(pos.hand[1]) << 16);
        let hands = if pos.hand == [0, 0] { 0 } else { hands };
        board ^ part(pos.musician, STAGE) ^ turn ^ hands
    }
}

impl Position {
    /// The token on a square, with its owner: 1 to 9, and 10 for the champion.
    pub fn token_at(&self, square: usize) -> Option<(Player, u8)> {
        let code = *self.at.get(square)?;
        (code != EMPTY).then(|| (owner(code), token(code)))
    }

    /// The best musician and its owner.
    pub fn musician(&self) -> Option<(Player, u8)> {
        (self.musician != EMPTY).then(|| (owner(self.musician), token(self.musician)))
    }

    /// Whose turn it is, or would be.
    #[inline]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// Are tokens still being placed?
    #[inline]
    pub fn is_placing(&self) -> bool {
        self.hand != [0, 0]
    }
}

impl Game for Nuba {
    type Position = Position;
    type Move = Move;
    type Moves = Moves;
    type Undo = Position;

    fn start(&self) -> Position {
        let mut pos = Position {
            at: [EMPTY; SQUARES],
            squares: [0; 2],
            hand: [ALL_TOKENS; 2],
            musician: EMPTY,
            // Clause 2: Green starts.
            to_move: Player::First,
            state: State::Going,
            key: 0,
        };
        pos.key = Self::key_of(&pos);
        pos
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Turn {
        match (pos.state, pos.musician) {
            (State::Going | State::Stuck, _) => Turn::Player(pos.to_move),
            (State::Over, EMPTY) => Turn::Over(Outcome::Draw),
            (State::Over, best) => Turn::Over(Outcome::win(owner(best))),
        }
    }

    #[inline]
    fn moves(&self, pos: &Position) -> Moves {
        let me = pos.to_move.index();
        match pos.state {
            State::Over => Moves::NONE,
            State::Stuck => Moves::PASS,
            State::Going if pos.hand[me] != 0 => {
                Moves::placing(pos.hand[me], HOME[me] & !pos.squares[me])
            }
            State::Going => Moves::moving(pos.at, pos.to_move, pos.squares[me]),
        }
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) -> Position {
        let before = *pos;
        let player = pos.to_move;
        let (me, other) = (player.index(), (!player).index());
        pos.to_move = !player;
        match (mv.token(), mv.from(), mv.to()) {
            (Some(token), _, Some(to)) => {
                pos.at[to] = code(player, token);
                pos.squares[me] |= 1 << to;
                pos.hand[me] &= !(1 << token);
                pos.key = Self::key_of(pos);
            }
            (None, Some(from), Some(to)) => {
                let moving = pos.at[from];
                let taken = pos.at[to];
                pos.key ^= part(moving, from) ^ part(taken, to) ^ RED_TO_MOVE;
                pos.at[from] = EMPTY;
                pos.squares[me] ^= 1 << from;
                pos.squares[other] &= !(1 << to);
                if is_far(player, to) {
                    // Clause 5.
                    pos.at[to] = EMPTY;
                    if token(moving) > token(pos.musician) {
                        pos.key ^= part(pos.musician, STAGE) ^ part(moving, STAGE);
                        pos.musician = moving;
                    }
                } else {
                    pos.at[to] = moving;
                    pos.squares[me] |= 1 << to;
                    pos.key ^= part(moving, to);
                }
            }
            _ => pos.key ^= RED_TO_MOVE,
        }
        Self::settle(pos);
        before
    }

    #[inline]
    fn undo(&self, pos: &mut Position, _: Move, before: Position) {
        *pos = before;
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        pos.key
    }

    fn canonical_key(&self, pos: &Position) -> u64 {
        pos.key.min(self.image(1, pos).key)
    }
}

impl Symmetric for Nuba {
    /// The mirror image.
    fn n_symmetries(&self) -> usize {
        2
    }

    fn image(&self, symmetry: usize, pos: &Position) -> Position {
        if symmetry == 0 {
            return *pos;
        }
        let mut image = *pos;
        image.squares = [0; 2];
        for (square, &code) in pos.at.iter().enumerate() {
            let there = mirrored(square);
            image.at[there] = code;
            if code != EMPTY {
                image.squares[owner(code).index()] |= 1 << there;
            }
        }
        image.key = Self::key_of(&image);
        image
    }

    fn image_move(&self, symmetry: usize, _: &Position, mv: Move) -> Move {
        match (mv.token(), mv.from(), mv.to()) {
            _ if symmetry == 0 => mv,
            (Some(token), _, Some(to)) => Move::place(token, mirrored(to)),
            (None, Some(from), Some(to)) => Move::step(mirrored(from), mirrored(to)),
            _ => mv,
        }
    }
}

fn mirrored(square: usize) -> usize {
    square / COLUMNS * COLUMNS + COLUMNS - 1 - square % COLUMNS
}
