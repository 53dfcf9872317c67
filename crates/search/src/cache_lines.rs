use std::cell::RefCell;
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use henge_core::{NoMemory, zeros};

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
/// touched, so that a bot with a large table sits down as fast as one with a small one. To empty it
/// costs as much as was written: only chunks in which something stands are filled with zeros.
pub(crate) struct CacheLines {
    words: Vec<Slot>,
    /// Where the first whole line begins.
    start: usize,
    /// How far a hash is shifted to the right to find its line.
    shift: u32,
    /// A chunk has two to this power of lines.
    chunk_bits: u32,
    used: Used,
}

/// Chunks of a table that may hold something, a bit each.
struct Used([AtomicU64; 64]);

/// A table has no more chunks than there are bits in [`Used`], two to this power.
const MOST_CHUNKS: u32 = 12;
/// And no chunk is smaller than a small page: this many lines, two to this power.
const LEAST_CHUNK: u32 = 6;

impl Used {
    fn none() -> Used {
        Used([const { AtomicU64::new(0) }; 64])
    }

    /// Something is about to be written to a chunk. Nearly always that is known already, so that threads
    /// read the same words and do not take them from each other.
    #[inline]
    fn mark(&self, chunk: usize) {
        let word = &self.0[chunk / 64 % 64];
        let bit = 1 << (chunk % 64);
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }

    /// The chunks that were marked; afterwards none is.
    fn take(&mut self) -> impl Iterator<Item = usize> {
        let words = mem::replace(self, Used::none()).0;
        words.into_iter().enumerate().flat_map(|(i, word)| {
            let word = word.into_inner();
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * i + bit)
        })
    }
}

/// While it lives, tables that are dropped on this thread leave their memory to the next ones of the
/// same size, emptied: who plays many short games need not have the system lay out two large tables
/// for each. What is kept at the end is given back.
///
/// ```
/// use henge_search::KeepTables;
///
/// let _kept = KeepTables::new();
/// for _game in 0..100 {
///     // Make engines, let them play, drop them.
/// }
/// ```
#[derive(Debug)]
pub struct KeepTables(());

/// The tables of two players and of a referee; more are given back.
const MOST_KEPT: usize = 4;

#[derive(Default)]
struct Kept {
    /// How many want memory to be kept.
    scopes: usize,
    /// Slots that are all empty, the oldest first.
    spare: Vec<Vec<Slot>>,
}

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

impl KeepTables {
    /// From now on, on this thread.
    #[allow(clippy::new_without_default)] // It is made for what its life does.
    pub fn new() -> KeepTables {
        KEPT.with_borrow_mut(|kept| kept.scopes += 1);
        KeepTables(())
    }
}

impl Drop for KeepTables {
    fn drop(&mut self) {
        // While a thread ends, what it has kept ends by itself.
        let _ = KEPT.try_with(|kept| {
            let mut kept = kept.borrow_mut();
            kept.scopes -= 1;
            if kept.scopes == 0 {
                kept.spare.clear();
            }
        });
    }
}

impl Drop for CacheLines {
    fn drop(&mut self) {
        let _ = KEPT.try_with(|kept| {
            let mut kept = kept.borrow_mut();
            if kept.scopes > 0 {
                self.clear();
                kept.spare.push(mem::take(&mut self.words));
                if kept.spare.len() > MOST_KEPT {
                    kept.spare.remove(0);
                }
            }
        });
    }
}

/// This many slots that were kept, if there are any.
fn kept(n_slots: usize) -> Option<Vec<Slot>> {
    let take = |kept: &RefCell<Kept>| {
        let spare = &mut kept.borrow_mut().spare;
        let found = spare.iter().position(|slots| slots.len() == n_slots)?;
        Some(spare.remove(found))
    };
    KEPT.try_with(take).ok().flatten()
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
        let words = match kept(n_slots(bits)) {
            Some(words) => words,
            None => advised(zeros(n_slots(bits)).map_err(no_memory)?),
        };
        let start = words.as_ptr().align_offset(64).min(WAYS);
        let chunk_bits = bits.saturating_sub(MOST_CHUNKS).max(LEAST_CHUNK);
        Ok(CacheLines { words, start, shift: 64 - bits, chunk_bits, used: Used::none() })
    }

    /// Forgets everything, and is as a new one would be.
    pub fn clear(&mut self) {
        let slots = WAYS << self.chunk_bits;
        let end = self.start + WAYS * self.n_lines();
        for chunk in self.used.take() {
            let from = self.start + chunk * slots;
            for slot in &mut self.words[from..(from + slots).min(end)] {
                *slot = Slot::default();
            }
        }
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
        let n = self.number(key);
        self.used.mark(n >> self.chunk_bits);
        let line = self.nth(n);
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

    /// The number of the line for a key.
    #[inline]
    fn number(&self, key: u64) -> usize {
        // A game's keys need not be random: a multiplication spreads keys that only count upwards.
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// The line for a key.
    #[inline]
    fn line(&self, key: u64) -> &[Slot; WAYS] {
        self.nth(self.number(key))
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

    #[test]
    fn a_cleared_table_is_as_a_new_one() {
        // Small, with chunks of a page, and with larger ones.
        for bytes in [0, 64 << LEAST_CHUNK, 1 << 20, 1 << 25] {
            let mut lines = CacheLines::new(bytes).unwrap();
            for _ in 0..2 {
                let keys = (0..2 * lines.n_lines() as u64).map(|i| i << 40 | i);
                keys.for_each(|key| lines.place(key, |_| 0).write(!key));
                assert!(lines.permille(|_| true) > 250, "{bytes}");
                lines.clear();
                let is_zero = |word: &AtomicU64| word.load(Relaxed) == 0;
                assert!(lines.words.iter().flatten().all(is_zero), "{bytes}");
            }
        }
    }

    #[test]
    fn tables_are_kept_only_while_somebody_wants_them_and_are_empty() {
        let place = |lines: &CacheLines| lines.words.as_ptr() as usize;
        let n_kept = || KEPT.with_borrow(|kept| kept.spare.len());
        let made = || CacheLines::new(1 << 16).unwrap();
        drop(made());
        assert_eq!(n_kept(), 0);
        let wanted = KeepTables::new();
        let (one, other) = (made(), CacheLines::new(1 << 12).unwrap());
        one.place(7, |_| 0).write(5);
        let before = place(&one);
        drop((one, other));
        assert_eq!(n_kept(), 2);
        let again = made();
        assert_eq!((place(&again), again.get(7), n_kept()), (before, None, 1));
        let inner = KeepTables::new();
        drop(inner);
        assert_eq!(n_kept(), 1);
        drop([made(), made(), made(), made(), again]);
        assert_eq!(n_kept(), MOST_KEPT);
        drop(wanted);
        assert_eq!(n_kept(), 0);
    }
}
