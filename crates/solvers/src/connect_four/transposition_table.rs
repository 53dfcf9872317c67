//! What was found out about positions, kept for the next time they come up.

use henge_core::zeros_of_some;

/// Bounds of a score, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub low: i32,
    pub high: i32,
}

/// A table of bounds by position.
///
/// The key of a position is multiplied by an odd number modulo a power of two, which loses nothing:
/// the upper bits of the product choose the place and the others are stored there. So entries of two
/// positions are never taken for each other.
///
/// ```text
/// entry:  lower bits of the product | work (5 bits) | high (7) | low (7)
/// ```
///
/// A place holds two entries: the one that cost more work, and the latest other one. An empty entry
/// is 0, which no entry is, since bounds are stored with [`ZERO`] added.
pub(super) struct TranspositionTable {
    places: Vec<[u64; 2]>,
    /// The places are 2 to this power.
    log: u32,
    /// How many bits a key has.
    key_bits: u32,
}

const BOUND_BITS: u32 = 7;
const WORK_BITS: u32 = 5;
const DATA_BITS: u32 = 2 * BOUND_BITS + WORK_BITS;
const ZERO: i32 = 64;

impl TranspositionTable {
    /// A table of at most `bytes`, but no less than what `clear` needs for its keys.
    pub fn new(bytes: usize) -> TranspositionTable {
        let log = (bytes / size_of::<[u64; 2]>()).max(1).ilog2();
        let mut table = TranspositionTable { places: Vec::new(), log, key_bits: 0 };
        table.clear(49);
        table
    }

    /// Forgets everything; keys have at most that many bits from now on.
    pub fn clear(&mut self, key_bits: u32) {
        // What the place does not tell of the key must fit into an entry beside the data.
        let least = key_bits.saturating_sub(64 - DATA_BITS).max(1);
        // Zeros that nobody has touched cost nothing, so fresh ones are faster than old ones wiped;
        // the old ones go first, to keep the bound on memory.
        self.places = Vec::new();
        let logs = (least..=self.log.max(least)).rev();
        self.places = zeros_of_some(logs.map(|log| 1 << log));
        self.log = self.places.len().ilog2();
        self.key_bits = key_bits.max(self.log);
    }

    /// How many bytes the table takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.places)
    }

    /// The place, and what is stored there to tell positions apart.
    #[inline(always)]
    fn find(&self, key: u64) -> (usize, u64) {
        let product = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) << (64 - self.key_bits);
        ((product >> (64 - self.log)) as usize, product << self.log)
    }

    /// What is known about a position.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<Bounds> {
        let (place, check) = self.find(key);
        let entry = self.places[place].into_iter().find(|&entry| is_for(entry, check))?;
        let bound = |bits: u64| (bits & ((1 << BOUND_BITS) - 1)) as i32 - ZERO;
        Some(Bounds { low: bound(entry), high: bound(entry >> BOUND_BITS) })
    }

    /// Keeps the bounds of a position that took `nodes` to find.
    #[inline]
    pub fn put(&mut self, key: u64, found: Bounds, nodes: u64) {
        let (place, check) = self.find(key);
        let work = u64::from(nodes.max(1).ilog2()).min((1 << WORK_BITS) - 1);
        let [low, high] = [found.low, found.high].map(|bound| (bound + ZERO) as u64);
        let entry = check | work << (2 * BOUND_BITS) | high << BOUND_BITS | low;
        let [costly, latest] = &mut self.places[place];
        let work_of = |entry: u64| entry >> (2 * BOUND_BITS) & ((1 << WORK_BITS) - 1);
        if is_for(*costly, check) {
            *costly = entry;
        } else if is_for(*latest, check) || work < work_of(*costly) {
            *latest = entry;
        } else {
            *latest = *costly;
            *costly = entry;
        }
    }
}

#[inline(always)]
fn is_for(entry: u64, check: u64) -> bool {
    entry >> DATA_BITS == check >> DATA_BITS && entry != 0
}
