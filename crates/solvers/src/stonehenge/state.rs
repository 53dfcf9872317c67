//! A position as far as it still matters, and the key under which it is remembered.
//!
//! What decides is who holds more lines when the board is full: an award made earlier only says
//! what is certain already, for the lead behind it covers the opponent's largest pieces through
//! every move that either can make. So a state keeps the open lines with their leads, the empty
//! cells, both hands, and how many lines each player has. From this the following reductions are
//! exact:
//!
//! - Empty cells without an open line are all alike, and only their number matters.
//! - Empty cells whose only open line is the same are all alike. (Two cells share at most one line.)
//! - On an open line with one empty cell a lead matters only as far as pieces that are left can tell
//!   it from another.
//! - The board has six symmetries.

use henge_core::Player;
use henge_games::stonehenge::{
    CELL_IMAGE, Hand, LINES, LINES_OF, N_CELLS, N_LINES, N_SYMMETRIES, Position, TURNS, rank,
};

/// Leads are kept in fields of five bits, with this added. While a line is open its lead is smaller
/// than 12 either way, so that a field is never 0 then; it is 0 when the line is closed.
const BIAS: i32 = 16;

/// So many lines win.
pub(super) const MAJORITY: u8 = 8;

/// What still matters of a position. Lines are numbered by kind and rank here, five of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State {
    /// The leads of the first player on the open lines of each kind: five bits each, by rank.
    pub leads: [u32; 3],
    pub empty: u32,
    /// The open lines.
    pub open: u16,
    pub hands: [Hand; 2],
    pub won: [u8; 2],
    /// Whose turn it is, as an index.
    pub side: u8,
}

/// The cells of each line.
pub(super) static MASKS: [u32; N_LINES] = masks();
/// The three lines through each cell.
pub(super) static THROUGH: [[u8; 3]; N_CELLS] = through();
/// The cells on any of a set of lines of one kind.
static COVER: [[u32; 32]; 3] = cover();
/// The five-bit fields of a set of lines of one kind.
static FIELDS: [u32; 32] = fields();
/// The images of sets of cells, nine cells at a time.
static IMAGES: [[[u32; 512]; 2]; N_SYMMETRIES] = images();

const fn index(line: usize) -> usize {
    line / 5 * 5 + rank(line)
}

const fn masks() -> [u32; N_LINES] {
    let mut masks = [0; N_LINES];
    let mut line = 0;
    while line < N_LINES {
        let mut i = 0;
        while i < LINES[line].len() {
            masks[index(line)] |= 1 << LINES[line][i];
            i += 1;
        }
        line += 1;
    }
    masks
}

const fn through() -> [[u8; 3]; N_CELLS] {
    let mut through = [[0; 3]; N_CELLS];
    let mut cell = 0;
    while cell < N_CELLS {
        let mut kind = 0;
        while kind < 3 {
            through[cell][kind] = index(LINES_OF[cell][kind] as usize) as u8;
            kind += 1;
        }
        cell += 1;
    }
    through
}

const fn cover() -> [[u32; 32]; 3] {
    let masks = masks();
    let mut cover = [[0; 32]; 3];
    let mut i = 0;
    while i < 3 * 32 * 5 {
        let (kind, set, rank) = (i / 160, i / 5 % 32, i % 5);
        if set >> rank & 1 != 0 {
            cover[kind][set] |= masks[5 * kind + rank];
        }
        i += 1;
    }
    cover
}

const fn fields() -> [u32; 32] {
    let mut fields = [0; 32];
    let mut i = 0;
    while i < 32 * 5 {
        let (set, rank) = (i / 5, i % 5);
        if set >> rank & 1 != 0 {
            fields[set] |= 31 << (5 * rank);
        }
        i += 1;
    }
    fields
}

const fn images() -> [[[u32; 512]; 2]; N_SYMMETRIES] {
    let mut images = [[[0; 512]; 2]; N_SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < N_SYMMETRIES {
        let mut half = 0;
        while half < 2 {
            let mut set = 1;
            while set < 512 {
                let lowest = (set as u32).trailing_zeros() as usize;
                let bit = 1 << CELL_IMAGE[symmetry][9 * half + lowest];
                images[symmetry][half][set] = images[symmetry][half][set & (set - 1)] | bit;
                set += 1;
            }
            half += 1;
        }
        symmetry += 1;
    }
    images
}

/// Which empty cells differ from one another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Classes {
    /// Cells, empty or not, with at least one open line.
    pub live: u32,
    /// Cells, empty or not, with exactly one.
    pub single: u32,
}

impl Classes {
    #[inline]
    pub fn of(open: u16) -> Classes {
        let set = |kind: usize| COVER[kind][(open >> (5 * kind) & 31) as usize];
        let (a, b, c) = (set(0), set(1), set(2));
        let live = a | b | c;
        let several = a & b | a & c | b & c;
        Classes { live, single: live & !several }
    }
}

impl State {
    pub fn new(pos: &Position) -> State {
        let mut state = State {
            leads: [0; 3],
            empty: pos.empty(),
            open: 0,
            hands: Player::BOTH.map(|player| pos.hand(player)),
            won: Player::BOTH.map(|player| pos.awarded(player).count_ones() as u8),
            side: pos.to_move().index() as u8,
        };
        for line in (0..N_LINES).filter(|&line| pos.open_lines() >> line & 1 != 0) {
            let field = (i32::from(pos.lead(line)) + BIAS) as u32;
            state.leads[line / 5] |= field << (5 * rank(line));
            state.open |= 1 << index(line);
        }
        state
    }

    /// The lead of the first player on an open line.
    #[inline]
    pub fn lead(&self, line: usize) -> i32 {
        (self.leads[line / 5] >> (5 * (line % 5)) & 31) as i32 - BIAS
    }

    #[inline]
    pub fn holes(&self, line: usize) -> usize {
        (self.empty & MASKS[line]).count_ones() as usize
    }

    /// Whether one move gives the player to move his eighth line.
    ///
    /// Only the three lines through a cell can be won by a move, and the largest piece wins all that
    /// any piece would, so that it alone is asked.
    #[inline]
    pub fn wins_at_once(&self) -> bool {
        let side = self.side as usize;
        let needed = MAJORITY - self.won[side];
        if needed > 3 {
            return false;
        }
        let largest = i32::from(self.hands[side].top(1));
        let tops = self.hands[1 - side].tops();
        let (mut claims, mut open) = (0u16, self.open);
        while open != 0 {
            let line = open.trailing_zeros() as usize;
            open &= open - 1;
            let first = self.lead(line);
            let lead = if side == 0 { first } else { -first } + largest;
            let left = self.holes(line) - 1;
            // A full line needs the larger sum.
            let enough = i32::from(tops[left]) + i32::from(left == 0);
            claims |= u16::from(lead >= enough) << line;
        }
        let set = |kind: usize| COVER[kind][(claims >> (5 * kind) & 31) as usize];
        let (a, b, c) = (set(0), set(1), set(2));
        let cells = match needed {
            3 => a & b & c,
            2 => a & b | a & c | b & c,
            _ => a | b | c,
        };
        cells & self.empty != 0
    }

    /// The state after `piece` on `cell`, which closes the lines `mine` and `theirs`.
    #[inline]
    pub fn after(&self, cell: usize, piece: u8, mine: u16, theirs: u16) -> State {
        let mut next = *self;
        let side = self.side as usize;
        next.empty &= !(1 << cell);
        next.open &= !(mine | theirs);
        for kind in 0..3 {
            let line = THROUGH[cell][kind] as usize;
            let amount = u32::from(piece) << (5 * (line % 5));
            let lead = next.leads[kind];
            // A closed line takes part in the sum and loses its field right after.
            let lead =
                if side == 0 { lead.wrapping_add(amount) } else { lead.wrapping_sub(amount) };
            let touched = if self.open >> line & 1 != 0 { lead } else { next.leads[kind] };
            next.leads[kind] = touched & FIELDS[(next.open >> (5 * kind) & 31) as usize];
        }
        next.hands[side] = self.hands[side].without(piece);
        next.won[side] += mine.count_ones() as u8;
        next.won[1 - side] += theirs.count_ones() as u8;
        next.side = 1 - self.side;
        next
    }

    /// The same number for states that are alike, and for no others: 112 bits.
    ///
    /// ```text
    /// leads by kind, largest first   cells   hands   won by the first player
    /// 25 + 25 + 25                   18      8 + 8   3
    /// ```
    pub fn key(&self) -> u128 {
        let leads = self.rounded_leads();
        // A symmetry exchanges the kinds of lines, so that sorting them finds it.
        let mut best = 0;
        for (symmetry, turn) in TURNS.iter().enumerate() {
            let mut image = [0; 3];
            (0..3).for_each(|kind| image[turn[kind]] = leads[kind]);
            if image[0] >= image[1] && image[1] >= image[2] {
                let cells = self.cells_for_key(symmetry, *turn);
                let word = |lead: u32| u128::from(lead);
                let lines = word(image[0]) << 50 | word(image[1]) << 25 | word(image[2]);
                best = best.max(lines << 18 | u128::from(cells));
            }
        }
        let hands = u128::from(self.hands[0].number()) << 8 | u128::from(self.hands[1].number());
        best << 19 | hands << 3 | u128::from(self.won[0])
    }

    /// On a line with one empty cell, a lead of x is worth as much as the largest piece up to x that
    /// the trailing player has left: he wins with the same pieces.
    fn rounded_leads(&self) -> [u32; 3] {
        let mut leads = self.leads;
        let values = self.hands.map(|hand| u32::from(hand.values()));
        let mut open = self.open;
        while open != 0 {
            let line = open.trailing_zeros() as usize;
            open &= open - 1;
            if self.holes(line) != 1 {
                continue;
            }
            let lead = self.lead(line);
            let floor =
                |values: u32, lead: i32| 32 - (values & ((1 << lead) - 1)).leading_zeros() as i32;
            let same = if lead >= 0 { floor(values[1], lead) } else { -floor(values[0], -lead) };
            let shift = 5 * (line % 5);
            let field = &mut leads[line / 5];
            *field = *field & !(31 << shift) | ((same + BIAS) as u32) << shift;
        }
        leads
    }

    /// The empty cells that matter, in the image of a symmetry. Those that are alike are moved to
    /// the first places of their line.
    fn cells_for_key(&self, symmetry: usize, turn: [usize; 3]) -> u32 {
        let mut open = 0;
        for (kind, place) in turn.into_iter().enumerate() {
            open |= (self.open >> (5 * kind) & 31) << (5 * place);
        }
        let classes = Classes::of(open);
        let [low, high] = &IMAGES[symmetry];
        let empty = low[(self.empty & 511) as usize] | high[(self.empty >> 9) as usize];
        let mut cells = empty & classes.live & !classes.single;
        let mut left = empty & classes.single;
        while left != 0 {
            let cell = left.trailing_zeros() as usize;
            let line = THROUGH[cell].into_iter().find(|&line| open >> line & 1 != 0);
            let line = line.map_or(0, usize::from);
            let mut places = MASKS[line] & classes.single;
            for _ in 0..(left & places).count_ones() {
                cells |= places & places.wrapping_neg();
                places &= places - 1;
            }
            left &= !MASKS[line];
        }
        cells
    }
}
