//! What has been proved: a table of bounded size with exact keys.

use henge_core::{mix64, zeros_of_some};

/// The key of a position, then the work it took, then one bit for the result.
type Entry = u128;

/// Entries that fill one line of the processor's cache.
const BUCKET: usize = 64 / size_of::<Entry>();

/// Who wins in positions that were searched before. `BELOW` bits of an entry are below the key, which
/// leaves the rest of the 128 for the key itself; work is counted in units of `UNIT` nodes.
pub(crate) struct TranspositionTable<const BELOW: u32, const UNIT: u64> {
    /// Plain numbers, so that a large table is zero without being touched.
    entries: Vec<Entry>,
    /// Where the first line of the cache begins.
    start: usize,
    n_buckets: usize,
}

impl<const BELOW: u32, const UNIT: u64> TranspositionTable<BELOW, UNIT> {
    /// As much work as an entry can hold.
    const MOST_WORK: u16 = (1 << (BELOW - 1)) - 1;

    /// A table of at most the given number of bytes, but at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let most = (bytes / 64).saturating_sub(1).max(1);
        // Less, if there is not so much memory.
        let sizes = (0..most.ilog2() + 1).map(|halved| BUCKET * ((most >> halved) + 1));
        let entries: Vec<Entry> = zeros_of_some(sizes);
        let start = entries.as_ptr().align_offset(64).min(BUCKET);
        let n_buckets = entries.len() / BUCKET - 1;
        TranspositionTable { entries, start, n_buckets }
    }

    /// How many bytes it takes.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>()
    }

    pub fn clear(&mut self) {
        let bytes = 64 * (self.n_buckets + 1);
        // Untouched zeros cost nothing; the old ones go first, to keep the bound on memory.
        self.entries = Vec::new();
        *self = Self::new(bytes);
    }

    #[inline]
    fn place(&self, key: u128) -> usize {
        let hash = mix64(key as u64 ^ mix64((key >> 64) as u64));
        let bucket = ((u128::from(hash) * self.n_buckets as u128) >> 64) as usize;
        self.start + BUCKET * bucket
    }

    /// Whether the player to move wins, if it is known.
    #[inline]
    pub fn get(&self, key: u128) -> Option<bool> {
        let place = self.place(key);
        let bucket = &self.entries[place..place + BUCKET];
        bucket.iter().find(|&&entry| entry >> BELOW == key).map(|entry| entry & 1 != 0)
    }

    /// Remembers a result that took `nodes` to find. It takes the place of the cheapest one.
    #[inline]
    pub fn put(&mut self, key: u128, wins: bool, nodes: u64) {
        let place = self.place(key);
        let bucket = &mut self.entries[place..place + BUCKET];
        let work = |entry: Entry| entry as u16 >> 1 & Self::MOST_WORK;
        let mut slot = 0;
        for (i, &entry) in bucket.iter().enumerate() {
            if entry >> BELOW == key {
                slot = i;
                break;
            }
            if work(entry) < work(bucket[slot]) {
                slot = i;
            }
        }
        // An empty slot counts as no work at all, and a new result as some: it is always taken in.
        let work = u128::from((nodes / UNIT).clamp(1, Self::MOST_WORK.into()));
        bucket[slot] = key << BELOW | work << 1 | u128::from(wins);
    }
}
