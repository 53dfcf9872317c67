//! What was found out about positions, with exact keys: the discs of both players.

use henge_core::{mix64, zeros_of_some};

/// Own discs, the other's, and what is known: bounds, the best move, the number of empty squares.
type Entry = [u64; 3];

/// Bounds of the score, and the move to try first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub low: i8,
    pub high: i8,
    /// A square, or [`NO_MOVE`].
    pub best: u8,
}

/// No move is known to be good.
pub(super) const NO_MOVE: u8 = 64;

/// Positions in pairs: of two that fall together the first is the one that took more work, and the second
/// the latest.
pub(super) struct Table {
    entries: Vec<Entry>,
    n_pairs: usize,
}

fn pack(known: Known, empty: u32) -> u64 {
    // The last bit says that there is something.
    let bytes = [known.low as u8, known.high as u8, known.best, empty as u8, 1, 0, 0, 0];
    u64::from_le_bytes(bytes)
}

fn unpack(data: u64) -> Known {
    let [low, high, best, ..] = data.to_le_bytes();
    Known { low: low as i8, high: high as i8, best }
}

fn empty(data: u64) -> u8 {
    data.to_le_bytes()[3]
}

impl Table {
    /// Of at most so many bytes, but at least two entries.
    pub fn new(bytes: usize) -> Table {
        let most = (bytes / (2 * size_of::<Entry>())).max(1);
        // Less, if there is not so much memory.
        let sizes = (0..most.ilog2() + 1).map(|halved| 2 * (most >> halved));
        let entries: Vec<Entry> = zeros_of_some(sizes);
        let n_pairs = entries.len() / 2;
        Table { entries, n_pairs }
    }

    pub fn clear(&mut self) {
        let bytes = self.entries.len() * size_of::<Entry>();
        // Untouched zeros cost nothing; the old ones go first, to keep the bound on memory.
        self.entries = Vec::new();
        *self = Self::new(bytes);
    }

    #[inline]
    fn place(&self, own: u64, other: u64) -> usize {
        let hash = mix64(own ^ mix64(other));
        2 * ((u128::from(hash) * self.n_pairs as u128) >> 64) as usize
    }

    #[inline]
    pub fn get(&self, own: u64, other: u64) -> Option<Known> {
        let place = self.place(own, other);
        let fits = |entry: &&Entry| entry[0] == own && entry[1] == other && entry[2] != 0;
        self.entries[place..place + 2].iter().find(fits).map(|entry| unpack(entry[2]))
    }

    #[inline]
    pub fn put(&mut self, own: u64, other: u64, left: u32, known: Known) {
        let place = self.place(own, other);
        let pair = &mut self.entries[place..place + 2];
        let same = |entry: &Entry| entry[0] == own && entry[1] == other;
        let i = usize::from(!same(&pair[0]) && u32::from(empty(pair[0][2])) > left);
        // What was known of the same position elsewhere in the pair is older.
        pair[i] = [own, other, pack(known, left)];
        if i == 0 && same(&pair[1]) {
            pair[1] = [0; 3];
        }
    }
}
