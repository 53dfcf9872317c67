//! Fuzz targets: each hands what the fuzzer thinks of to one of the [readers](henge_readers).

use std::alloc::{GlobalAlloc, Layout, System};

pub use {henge_readers, libfuzzer_sys};

/// The target of that name.
#[macro_export]
macro_rules! target {
    ($name:literal) => {
        static READER: std::sync::LazyLock<$crate::henge_readers::Reader> =
            std::sync::LazyLock::new(|| {
                $crate::henge_readers::named($name).expect("a test compares the names")
            });
        // Tables that take their time are made before the clock runs.
        $crate::libfuzzer_sys::fuzz_target!(init: (READER.read)(b""), |bytes: &[u8]| {
            (READER.read)(bytes)
        });
    };
}

/// More at once is never given: no reader takes so much for an input of some kilobytes. The limit of
/// the fuzzer itself sees only memory that was written to.
const MOST_BYTES: usize = 512 << 20;

struct Bounded;

#[global_allocator]
static ALLOCATOR: Bounded = Bounded;

/// Ends the program with a message, which the fuzzer takes for a crash.
fn bound(size: usize) {
    if size > MOST_BYTES {
        eprintln!("a reader asks for {size} bytes at once");
        std::process::abort();
    }
}

// SAFETY: every call goes on to `System` with the arguments unchanged, so its guarantees are kept.
unsafe impl GlobalAlloc for Bounded {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        bound(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        bound(layout.size());
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        bound(size);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(block, layout) }
    }
}
