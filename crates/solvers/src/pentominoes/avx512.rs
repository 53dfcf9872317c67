//! Eight placements at a time, on processors with AVX-512.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m512i, _mm512_mask_add_epi64, _mm512_mask_compressstoreu_epi64, _mm512_mask_or_epi64,
    _mm512_mask_testn_epi64_mask, _mm512_maskz_loadu_epi64, _mm512_reduce_add_epi64,
    _mm512_reduce_or_epi64, _mm512_set1_epi64, _mm512_setzero_si512,
};

use super::graph::Set;
use super::lanes::{After, Lanes};

/// To be named only where [`Avx512::is_here`] has said yes.
pub(super) struct Avx512;

impl Avx512 {
    /// Whether this processor can do it.
    pub fn is_here() -> bool {
        is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("popcnt")
    }
}

impl Lanes for Avx512 {
    fn after_each(list: &[u64], out: &mut Vec<After>) {
        debug_assert!(Avx512::is_here());
        // SAFETY: a search uses these lanes only where `is_here` has said yes.
        unsafe { after_each(list, out) }
    }

    fn filter(list: &[u64], taken: u64, out: &mut Vec<u64>) {
        debug_assert!(Avx512::is_here());
        // SAFETY: as above.
        unsafe { filter(list, taken, out) }
    }

    fn rows<S: Set>(list: &[u64], rows: &mut [S]) {
        debug_assert!(Avx512::is_here());
        // SAFETY: as above.
        unsafe { self::rows(list, rows) }
    }
}

/// Up to eight words from the front, and which of them there are.
#[inline]
#[target_feature(enable = "avx512f")]
fn load(words: &[u64]) -> (__m512i, u8) {
    let there = if words.len() >= 8 { 0xff } else { (1u8 << words.len()) - 1 };
    // SAFETY: only the words of the slice are read; the mask leaves out what lies behind it.
    (unsafe { _mm512_maskz_loadu_epi64(there, words.as_ptr().cast()) }, there)
}

/// Four placements at a time, so that every word is loaded once for all of them.
#[target_feature(enable = "avx512f")]
fn after_each(list: &[u64], out: &mut Vec<After>) {
    out.clear();
    let one = _mm512_set1_epi64(1);
    for (first, four) in (0..).step_by(4).zip(list.chunks(4)) {
        let taken = four_of(four);
        let mut bits = [_mm512_setzero_si512(); 4];
        let mut counts = [_mm512_setzero_si512(); 4];
        for words in list.chunks(8) {
            let (words, there) = load(words);
            for i in 0..4 {
                let free = _mm512_mask_testn_epi64_mask(there, words, taken[i]);
                bits[i] = _mm512_mask_or_epi64(bits[i], free, bits[i], words);
                counts[i] = _mm512_mask_add_epi64(counts[i], free, counts[i], one);
            }
        }
        for i in 0..four.len() {
            let count = _mm512_reduce_add_epi64(counts[i]) as u32;
            let bits = _mm512_reduce_or_epi64(bits[i]) as u64;
            out.push(After { bits, count, index: first + i as u32 });
        }
    }
}

/// Each of up to four words in all lanes; where there are fewer, words with all bits.
#[inline]
#[target_feature(enable = "avx512f")]
fn four_of(words: &[u64]) -> [__m512i; 4] {
    let mut all = [_mm512_set1_epi64(-1); 4];
    for (to, &word) in all.iter_mut().zip(words) {
        *to = _mm512_set1_epi64(word as i64);
    }
    all
}

#[target_feature(enable = "avx512f,popcnt")]
fn filter(list: &[u64], taken: u64, out: &mut Vec<u64>) {
    out.clear();
    out.reserve(list.len());
    let taken = _mm512_set1_epi64(taken as i64);
    let mut n = 0;
    for words in list.chunks(8) {
        let (words, there) = load(words);
        let free = _mm512_mask_testn_epi64_mask(there, words, taken);
        // SAFETY: no more words are written than were read, and `out` has room for all of the list.
        unsafe { _mm512_mask_compressstoreu_epi64(out.as_mut_ptr().add(n).cast(), free, words) };
        n += free.count_ones() as usize;
    }
    // SAFETY: the first `n` words have been written.
    unsafe { out.set_len(n) };
}

#[target_feature(enable = "avx512f")]
fn rows<S: Set>(list: &[u64], rows: &mut [S]) {
    for (rows, four) in rows.chunks_mut(4).zip(list.chunks(4)) {
        let taken = four_of(four);
        let mut sets = [S::EMPTY; 4];
        for (at, words) in (0..).step_by(8).zip(list.chunks(8)) {
            let (words, there) = load(words);
            for (set, taken) in sets.iter_mut().zip(taken) {
                *set = set.with(_mm512_mask_testn_epi64_mask(there, words, taken), at);
            }
        }
        for (row, set) in rows.iter_mut().zip(sets) {
            *row = set;
        }
    }
}
