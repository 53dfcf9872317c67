use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use henge_core::{NoMemory, zeros, zeros_of_some};

/// Words in a cache line.
const WORDS: usize = 8;
/// Entries in a cache line: each is a word for the key and one for the data.
const WAYS: usize = WORDS / 2;

/// A key, xored with the data, and the data: what is known of the position with that key. Threads
/// may share a table without locks, for half of one entry with half of another fits no key (Hyatt
/// and Mann 2002). Data of 0 is no entry.
type Slot = [AtomicU64; 2];

/// What is in a slot if it is the key's own.
#[inline]
fn data_of(slot: &Slot, key: u64) -> Option<u64> {
    let data = slot[1].load(Relaxed);
    (slot[0].load(Relaxed) ^ data == key && data != 0).then_some(data)
}

/// Where an entry is to be written.
pub(crate) struct Place<'a> {
    slot: &'a Slot,
    key: u64,
    /// What is known of the position already.
    pub own: Option<u64>,
}

impl Place<'_> {
    /// Writes; `data` must not be 0.
    #[inline]
    pub fn write(&self, data: u64) {
        self.slot[0].store(self.key ^ data, Relaxed);
        self.slot[1].store(data, Relaxed);
    }
}

/// The memory of a table: entries of two words in buckets of four, a cache line each.
///
/// It costs nothing until it is written to: the system hands out pages of zeros when they are first
/// touched, so that a bot with a large table sits down as fast as one with a small one.
pub(crate) struct CacheLines {
    words: Vec<Slot>,
    /// Where the first whole line begins.
    start: usize,
    /// How far a hash is shifted to the right to find its line.
    shift: u32,
}

/// Large tables ask for large pages: a table is read all over the place, and with small
/// pages the processor looks up where a page is for nearly every entry.
#[allow(unsafe_code)]
fn advised(words: Vec<Slot>) -> Vec<Slot> {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const PAGE: usize = 1 << 21;
        let (start, size) = (words.as_ptr().cast::<u8>(), size_of_val(&words[..]));
        let skip = start.align_offset(PAGE);
        if let Some(whole) = size.checked_sub(skip).map(|rest| rest / PAGE * PAGE)
            && whole > 0
        {
            // SAFETY: the pages lie wholly within memory that `words` owns, and the advice changes
            // nothing of what is in them. A system that does not follow it is only slower.
            let _ = unsafe {
                madvise(start.wrapping_add(skip).cast_mut().cast(), whole, Advice::LinuxHugepage)
            };
        }
    }
    words
}

/// The slots of the given number of lines, and of one more.
fn n_slots(bits: u32) -> usize {
    ((1 << bits) + 1) * WAYS
}

impl CacheLines {
    /// The largest power of two of lines that fits into `bytes`, and two at least.
    pub fn new(bytes: usize) -> Result<CacheLines, NoMemory> {
        let bits = (bytes / (WORDS * size_of::<AtomicU64>())).max(2).ilog2();
        // One line more, to begin at a whole one, is not worth a word.
        let no_memory = |_| NoMemory { bytes: 64 << bits };
        Ok(CacheLines::of(zeros(n_slots(bits)).map_err(no_memory)?, bits))
    }

    /// With these slots, of which there are enough for two to this power of lines.
    fn of(words: Vec<Slot>, bits: u32) -> CacheLines {
        let words = advised(words);
        let start = words.as_ptr().align_offset(64).min(WAYS);
        CacheLines { words, start, shift: 64 - bits }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        // Never both at once: the bound on memory holds here, too.
        self.words = Vec::new();
        let words: Vec<Slot> = zeros_of_some((1..=64 - self.shift).rev().map(n_slots));
        let bits = (words.len() / WAYS - 1).ilog2();
        *self = CacheLines::of(words, bits);
    }

    /// How many lines there are.
    fn n_lines(&self) -> usize {
        1 << (64 - self.shift)
    }

    /// Has the line for a key brought from memory while something else is done.
    #[inline]
    #[allow(unsafe_code)]
    pub fn fetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a hint to the processor, which reads nothing and is allowed at any address.
            // It makes searches of draughts faster by a quarter.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.line(key).as_ptr().cast()) }
        }
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<u64> {
        self.line(key).iter().find_map(|slot| data_of(slot, key))
    }

    /// Where to write about the position with this key: in its own place, in an empty one, or in
    /// that of the least worth.
    #[inline]
    pub fn place(&self, key: u64, worth: impl Fn(u64) -> i32) -> Place<'_> {
        let line = self.line(key);
        let (mut slot, mut least) = (&line[0], i32::MAX);
        for candidate in line {
            if let Some(data) = data_of(candidate, key) {
                return Place { slot: candidate, key, own: Some(data) };
            }
            let data = candidate[1].load(Relaxed);
            let worth = if data == 0 { i32::MIN } else { worth(data) };
            if worth < least {
                (slot, least) = (candidate, worth);
            }
        }
        Place { slot, key, own: None }
    }

    /// The line for a key.
    #[inline]
    fn line(&self, key: u64) -> &[Slot; WAYS] {
        // A game's keys need not be random: a multiplication spreads keys that only count upwards.
        self.nth((key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize)
    }

    #[inline]
    fn nth(&self, n: usize) -> &[Slot; WAYS] {
        let from = self.start + n * WAYS;
        self.words[from..from + WAYS].try_into().expect("a slice of so many is a line")
    }

    /// How many of a thousand entries are such, from a sample.
    pub fn permille(&self, such: impl Fn(u64) -> bool) -> u32 {
        let n = self.n_lines().min(250);
        let slots = (0..n).flat_map(|i| self.nth(i));
        let found = slots.map(|slot| slot[1].load(Relaxed)).filter(|&data| data != 0 && such(data));
        (found.count() * 1000 / (n * WAYS)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded() {
        for (bytes, n) in [(0, 2), (64 * 7, 4), (1 << 20, 1 << 14)] {
            let lines = CacheLines::new(bytes).unwrap();
            assert_eq!(lines.n_lines(), n);
            assert_eq!(lines.words.len(), (n + 1) * WAYS, "one line more, to begin at a whole one");
        }
    }

    #[test]
    fn more_than_there_is_is_not_given() {
        assert!(CacheLines::new(1 << 62).is_err());
    }

    #[test]
    fn lines_begin_where_the_cache_has_them() {
        let lines = CacheLines::new(1 << 16).unwrap();
        for key in [0, 1, u64::MAX] {
            assert_eq!(lines.line(key).as_ptr() as usize % 64, 0);
        }
    }

    #[test]
    fn nothing_is_left_when_it_is_cleared() {
        let mut lines = CacheLines::new(0).unwrap();
        lines.place(7, |_| 0).write(5);
        assert_eq!((lines.get(7), lines.get(8)), (Some(5), None));
        assert_eq!(lines.permille(|data| data == 5), 125);
        lines.clear();
        assert_eq!(lines.permille(|_| true), 0);
    }
}
