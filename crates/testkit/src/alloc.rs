//! Counts allocations, for tests of what must not allocate.
//!
//! A test binary installs the allocator and asks what a piece of work allocated:
//!
//! ```
//! use henge_testkit::alloc::CountingAllocator;
//!
//! #[global_allocator]
//! static ALLOCATOR: CountingAllocator = CountingAllocator;
//!
//! let (sum, n) = CountingAllocator::count(|| (1..=10).sum::<u32>());
//! assert_eq!((sum, n), (55, 0));
//! let (_list, n) = CountingAllocator::count(|| vec![1, 2, 3]);
//! assert_eq!(n, 1);
//! ```

// A global allocator cannot be written without `unsafe`; this module holds all of it.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

thread_local! {
    // Set up at compile time and without a destructor, so that reading it never allocates.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    static LARGEST: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator with a counter for each thread, so that tests side by side do not count
/// each other's work.
#[derive(Clone, Copy, Debug, Default)]
pub struct CountingAllocator;

impl CountingAllocator {
    /// How often the current thread has allocated or grown something. Always 0 where the allocator
    /// is not installed.
    pub fn allocations() -> u64 {
        ALLOCATIONS.get()
    }

    /// What `work` returns, and how often the current thread allocated in it.
    ///
    /// # Panics
    /// When the allocator is not installed: the answer would be 0 whatever `work` does.
    pub fn count<T>(work: impl FnOnce() -> T) -> (T, u64) {
        let before = Self::allocations();
        black_box(Box::new(black_box(1_u8)));
        let start = Self::allocations();
        assert!(start > before, "CountingAllocator is not the #[global_allocator] of this binary");
        let result = work();
        (result, Self::allocations() - start)
    }

    /// What `work` returns, and the most bytes that the current thread asked for at once in it.
    pub fn largest<T>(work: impl FnOnce() -> T) -> (T, usize) {
        LARGEST.set(0);
        let result = work();
        (result, LARGEST.get())
    }
}

fn note(size: usize) {
    ALLOCATIONS.set(ALLOCATIONS.get() + 1);
    LARGEST.set(LARGEST.get().max(size));
}

// SAFETY: every call goes on to `System` with the arguments unchanged, so its guarantees are kept;
// counting touches thread-local cells and neither allocates nor unwinds.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(size);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(block, layout) }
    }
}
