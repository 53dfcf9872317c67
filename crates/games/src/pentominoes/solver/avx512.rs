//! Eight placements at a time, on processors with AVX-512.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m512i, _mm512_mask_compressstoreu_epi64, _mm512_mask_or_epi64, _mm512_maskz_loadu_epi64,
    _mm512_reduce_or_epi64, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_testn_epi64_mask,
};

use super::lanes::{After, Lanes, SMALL};

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

    fn rows(list: &[u64], rows: &mut [u64; SMALL]) {
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

#[target_feature(enable = "avx512f,popcnt")]
fn after_each(list: &[u64], out: &mut Vec<After>) {
    out.clear();
    for (index, &taken) in (0..).zip(list) {
        let taken = _mm512_set1_epi64(taken as i64);
        let (mut bits, mut count) = (_mm512_setzero_si512(), 0);
        for words in list.chunks(8) {
            let (words, there) = load(words);
            let free = _mm512_testn_epi64_mask(words, taken) & there;
            bits = _mm512_mask_or_epi64(bits, free, bits, words);
            count += free.count_ones();
        }
        out.push(After { bits: _mm512_reduce_or_epi64(bits) as u64, count, index });
    }
}

#[target_feature(enable = "avx512f,popcnt")]
fn filter(list: &[u64], taken: u64, out: &mut Vec<u64>) {
    out.clear();
    out.reserve(list.len());
    let taken = _mm512_set1_epi64(taken as i64);
    let mut n = 0;
    for words in list.chunks(8) {
        let (words, there) = load(words);
        let free = _mm512_testn_epi64_mask(words, taken) & there;
        // SAFETY: no more words are written than were read, and `out` has room for all of the list.
        unsafe { _mm512_mask_compressstoreu_epi64(out.as_mut_ptr().add(n).cast(), free, words) };
        n += free.count_ones() as usize;
    }
    // SAFETY: the first `n` words have been written.
    unsafe { out.set_len(n) };
}

#[target_feature(enable = "avx512f")]
fn rows(list: &[u64], rows: &mut [u64; SMALL]) {
    for (row, &taken) in rows.iter_mut().zip(list) {
        let taken = _mm512_set1_epi64(taken as i64);
        *row = 0;
        for (shift, words) in (0..).step_by(8).zip(list.chunks(8)) {
            let (words, there) = load(words);
            *row |= u64::from(_mm512_testn_epi64_mask(words, taken) & there) << shift;
        }
    }
}
