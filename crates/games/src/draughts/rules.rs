use henge_core::{Game, Outcome, Player, Turn, mix64};
use thiserror::Error;

use super::draws::{Counts, Streak};
use super::generate::Frame;
use super::moves::{Move, Moves};
use super::squares::Squares;
use super::variant::{Lines, Promotion, Rules, Variant};
use super::word::Word;

/// The rules of a variant: `Draughts<u64>`, or `Draughts<u128>` for those that need more bits.
///
/// A square is a bit of the word; [`Draughts::squares`] knows their names. The player who begins
/// moves towards higher bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draughts<W> {
    pub(super) rules: &'static Rules,
    pub(super) squares: Squares,
    /// All squares.
    pub(super) board: W,
    /// Where the men of each player become kings.
    pub(super) last_row: [W; 2],
    /// The row before: where a man took a piece there, he went on to the last row.
    before_last: [W; 2],
    /// The diagonal from the left hand of the player who begins, where the rules name it.
    pub(super) main_road: W,
    /// The rows as each player counts them, from his side.
    rows: [Vec<W>; 2],
    start: Position<W>,
}

/// The board does not fit into this word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{variant} draughts needs {}", if *.wide { "Draughts<u128>" } else { "Draughts<u64>" })]
pub struct WordError {
    /// Which variant was asked for.
    pub variant: Variant,
    wide: bool,
}

/// What changes in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Position<W> {
    pub(super) men: [W; 2],
    pub(super) kings: [W; 2],
    pub(super) second_to_move: bool,
    /// Has a count run out?
    pub(super) drawn: bool,
    pub(super) counts: Counts,
    /// Which king of each player has moved how often in a row, where that is limited.
    pub(super) streaks: [Streak; 2],
    /// The keys of all pieces together, and whether the side to move must capture: both follow from the pieces
    /// and are kept by `play`.
    pub(super) pieces_key: u64,
    pub(super) captures: bool,
}

/// A key for every piece on every square: men of both players, then kings.
const PIECE_KEYS: [[u64; 128]; 4] = {
    let mut keys = [[0; 128]; 4];
    let mut i = 0;
    while i < 4 * 128 {
        keys[i / 128][i % 128] = mix64(i as u64 + 1);
        i += 1;
    }
    keys
};
/// What belongs to the first piece of kings.
const KINGS: usize = 2;
const SECOND_TO_MOVE: u64 = mix64(1 << 32);

/// The keys of all pieces of a set.
#[inline]
fn keys_of<W: Word>(mut set: W, keys: &[u64; 128]) -> u64 {
    let mut key = 0;
    while !set.is_empty() {
        key ^= keys[set.lowest() as usize];
        set = set.without_lowest();
    }
    key
}

/// What the move alone does not tell.
#[derive(Clone, Copy, Debug)]
pub struct Undo<W> {
    /// The men among the captured pieces.
    men: W,
    by_man: bool,
    drawn: bool,
    counts: Counts,
    streaks: [Streak; 2],
    pieces_key: u64,
    captures: bool,
}

impl<W: Word> Position<W> {
    /// Whose turn it is, or would be if the game went on.
    #[inline]
    pub fn to_move(&self) -> Player {
        if self.second_to_move { Player::Second } else { Player::First }
    }

    /// The men of a player.
    #[inline]
    pub fn men(&self, player: Player) -> W {
        self.men[player.index()]
    }

    /// The kings of a player.
    #[inline]
    pub fn kings(&self, player: Player) -> W {
        self.kings[player.index()]
    }

    /// All pieces of a player.
    #[inline]
    pub fn pieces(&self, player: Player) -> W {
        self.men(player) | self.kings(player)
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> W {
        self.pieces(Player::First) | self.pieces(Player::Second)
    }

    /// Plies since a piece was taken or a man moved, where the rules count them.
    pub fn idle_plies(&self) -> u32 {
        self.counts.idle.into()
    }
}

impl<W: Word> Draughts<W> {
    /// The game of a variant.
    pub fn new(variant: Variant) -> Result<Self, WordError> {
        let rules = variant.rules();
        if rules.is_wide() != (W::BITS > 64) {
            return Err(WordError { variant, wide: rules.is_wide() });
        }
        Ok(Self::with_rules(rules))
    }

    pub(super) fn with_rules(rules: &'static Rules) -> Self {
        let squares = Squares::new(rules);
        let (height, width) = (u32::from(rules.height), u32::from(rules.width));
        let rows = |rows: std::ops::Range<u32>| {
            let squares = rows.flat_map(|row| (0..width).map(move |column| (row, column)));
            let bits = squares.filter_map(|(row, column)| rules.bit_at(row, column));
            bits.fold(W::NONE, |set, bit| set | W::bit(bit))
        };
        let (first, last) = (rules.first_row.into(), u32::from(rules.first_row + rules.men_rows));
        let men = [rows(first..last), rows(height - last..height - first)];
        let road = (0..height).filter_map(|i| rules.bit_at(i, i));
        let mut game = Draughts {
            rules,
            squares,
            board: rows(0..height),
            last_row: [rows(height - 1..height), rows(0..1)],
            before_last: [rows(height - 2..height - 1), rows(1..2)],
            main_road: road.fold(W::NONE, |set, bit| set | W::bit(bit)),
            rows: [
                (0..height).map(|row| rows(row..row + 1)).collect(),
                (0..height).rev().map(|row| rows(row..row + 1)).collect(),
            ],
            start: Position { men, ..Position::default() },
        };
        game.start = game.settled(game.start);
        game
    }

    /// The position with what follows from its pieces.
    pub(super) fn settled(&self, pos: Position<W>) -> Position<W> {
        let [men, kings] = [pos.men, pos.kings].map(|sets| sets.into_iter().enumerate());
        let men = men.map(|(player, set)| keys_of(set, &PIECE_KEYS[player]));
        let kings = kings.map(|(player, set)| keys_of(set, &PIECE_KEYS[KINGS + player]));
        let pieces_key = men.chain(kings).fold(0, |all, key| all ^ key);
        let captures = W::must_capture(self.rules, &self.frame(&pos));
        Position { pieces_key, captures, ..pos }
    }

    /// The rule book.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The squares and their names.
    pub fn squares(&self) -> &Squares {
        &self.squares
    }

    /// All squares of the board.
    pub fn board_squares(&self) -> W {
        self.board
    }

    /// The rows of the board, from a player's own to that where his men become kings.
    pub fn rows_of(&self, player: Player) -> &[W] {
        &self.rows[player.index()]
    }

    /// A position with these pieces, no moves counted; none if pieces share a square, leave the
    /// board, or are men on their last row.
    pub fn set_up(&self, men: [W; 2], kings: [W; 2], to_move: Player) -> Option<Position<W>> {
        let mut all = W::NONE;
        for set in [men[0], men[1], kings[0], kings[1]] {
            if !(all & set).is_empty() {
                return None;
            }
            all |= set;
        }
        let kinged = (men[0] & self.last_row[0]) | (men[1] & self.last_row[1]);
        if !(all & !self.board).is_empty() || !kinged.is_empty() {
            return None;
        }
        let second_to_move = to_move == Player::Second;
        Some(self.settled(Position { men, kings, second_to_move, ..Position::default() }))
    }

    /// Must the side to move capture?
    #[inline]
    pub fn must_capture(&self, pos: &Position<W>) -> bool {
        pos.captures
    }

    #[inline(always)]
    pub(super) fn frame(&self, pos: &Position<W>) -> Frame<W> {
        let me = usize::from(pos.second_to_move);
        let other = 1 - me;
        Frame {
            men: pos.men[me],
            kings: pos.kings[me],
            other_men: pos.men[other],
            other_kings: pos.kings[other],
            empty: self.board & !pos.occupied(),
            last_row: self.last_row[me],
            up: me == 0,
        }
    }

    /// The kings that may move without a capture.
    #[inline(always)]
    fn free_kings(&self, pos: &Position<W>, frame: &Frame<W>) -> W {
        let tired = match self.rules.king_moves {
            Some(most) => pos.streaks[usize::from(pos.second_to_move)].tired(most),
            None => None,
        };
        tired.map_or(frame.kings, |square| frame.kings & !W::bit(square))
    }
}

impl<W: Word> Game for Draughts<W> {
    type Position = Position<W>;
    type Move = Move<W>;
    type Moves = Moves<W>;
    type Undo = Undo<W>;
    const CYCLES: bool = true;

    /// From any square to any other.
    fn n_actions(&self) -> usize {
        self.squares.all().len().pow(2)
    }

    /// The square it comes from times the number of squares, and the square it goes to. Where several
    /// captures share both, the later ones take the next number that is free.
    #[inline]
    fn actions(&self, _pos: &Position<W>, moves: &[Move<W>], out: &mut Vec<u32>) {
        let n = self.squares.all().len() as u32;
        let index = |bit| self.squares.index(bit).unwrap_or(0) as u32;
        for mv in moves {
            let mut number = n * index(mv.from()) + index(mv.to());
            while mv.is_capture() && out.contains(&number) {
                number = (number + 1) % (n * n);
            }
            out.push(number);
        }
    }

    fn start(&self) -> Position<W> {
        self.start
    }

    /// Who cannot move has lost; only then do counts matter.
    #[inline]
    fn turn(&self, pos: &Position<W>) -> Turn {
        let player = pos.to_move();
        if !pos.captures && {
            let frame = self.frame(pos);
            !W::can_step(self.rules, &frame, self.free_kings(pos, &frame))
        } {
            Turn::Over(Outcome::win(!player))
        } else if pos.drawn {
            Turn::Over(Outcome::Draw)
        } else {
            Turn::Player(player)
        }
    }

    #[inline]
    fn moves(&self, pos: &Position<W>) -> Moves<W> {
        if pos.drawn {
            return Moves::none();
        }
        let frame = self.frame(pos);
        match pos.captures {
            true => Moves::to_come(self.rules, &frame),
            false => W::steps(self.rules, &frame, self.free_kings(pos, &frame)),
        }
    }

    #[inline]
    fn n_moves(&self, pos: &Position<W>) -> usize {
        if pos.drawn {
            return 0;
        }
        let frame = self.frame(pos);
        match pos.captures {
            true => Moves::to_come(self.rules, &frame).count(),
            false => W::n_steps(self.rules, &frame, self.free_kings(pos, &frame)),
        }
    }

    #[inline]
    fn play(&self, pos: &mut Position<W>, mv: Move<W>) -> Undo<W> {
        let me = usize::from(pos.second_to_move);
        let other = 1 - me;
        let (from, to) = (W::bit(mv.from()), W::bit(mv.to()));
        let by_man = !(pos.men[me] & from).is_empty();
        let undo = Undo {
            men: pos.men[other] & mv.captured,
            by_man,
            drawn: pos.drawn,
            counts: pos.counts,
            streaks: pos.streaks,
            pieces_key: pos.pieces_key,
            captures: pos.captures,
        };
        let ending = if self.counts_endings(pos) { self.ending(pos) } else { None };
        let mut key = pos.pieces_key;
        if mv.is_capture() {
            key ^= keys_of(undo.men, &PIECE_KEYS[other]);
            key ^= keys_of(mv.captured & !undo.men, &PIECE_KEYS[KINGS + other]);
            pos.men[other] &= !mv.captured;
            pos.kings[other] &= !mv.captured;
        }
        let mut promoted = false;
        if by_man {
            promoted = !(to & self.last_row[me]).is_empty()
                || (matches!(self.rules.promotion, Promotion::Continue)
                    && !(mv.captured & self.before_last[me]).is_empty());
            pos.men[me] &= !from;
            if promoted {
                pos.kings[me] |= to;
            } else {
                pos.men[me] |= to;
            }
        } else {
            pos.kings[me] = pos.kings[me] & !from | to;
        }
        let [was, is] = [by_man, by_man && !promoted].map(|man| if man { me } else { KINGS + me });
        key ^= PIECE_KEYS[was][usize::from(mv.from)] ^ PIECE_KEYS[is][usize::from(mv.to)];
        pos.pieces_key = key;
        pos.second_to_move = !pos.second_to_move;
        pos.captures = W::must_capture(self.rules, &self.frame(pos));
        self.count(ending, pos, mv, by_man, promoted);
        undo
    }

    #[inline]
    fn undo(&self, pos: &mut Position<W>, mv: Move<W>, undo: Undo<W>) {
        pos.second_to_move = !pos.second_to_move;
        let me = usize::from(pos.second_to_move);
        let other = 1 - me;
        let (from, to) = (W::bit(mv.from()), W::bit(mv.to()));
        if undo.by_man {
            pos.men[me] = pos.men[me] & !to | from;
            // He may have become a king; if not, none stood there.
            pos.kings[me] &= !to;
        } else {
            pos.kings[me] = pos.kings[me] & !to | from;
        }
        pos.men[other] |= undo.men;
        pos.kings[other] |= mv.captured & !undo.men;
        pos.drawn = undo.drawn;
        pos.counts = undo.counts;
        pos.streaks = undo.streaks;
        pos.pieces_key = undo.pieces_key;
        pos.captures = undo.captures;
    }

    /// Pieces and turn, and what limits the moves of kings; counts that end a game are left out, so
    /// that a position that comes back has the same key.
    #[inline]
    fn key(&self, pos: &Position<W>) -> u64 {
        let streaks = pos.streaks[0].bits() | pos.streaks[1].bits() << 16;
        let turn = if pos.second_to_move { SECOND_TO_MOVE } else { 0 };
        pos.pieces_key ^ turn ^ if streaks == 0 { 0 } else { mix64(streaks.into()) }
    }

    /// What was taken is gone, and men never go back. They may go sideways where the lines are orthogonal.
    #[inline]
    fn irreversible(&self, pos: &Position<W>, mv: Move<W>) -> bool {
        let men = pos.men[0] | pos.men[1];
        let forward = !matches!(self.rules.lines, Lines::Orthogonal);
        !mv.captured.is_empty() || forward && !(men & W::bit(mv.from())).is_empty()
    }

    fn repeated(&self, _pos: &Position<W>, times: u32) -> Option<Outcome> {
        let most = self.rules.draws.repetition?;
        (times >= most).then_some(Outcome::Draw)
    }
}
