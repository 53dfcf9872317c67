//! The tests of this crate that use it from outside: one program, so that it is linked once.

#![allow(clippy::unwrap_used)]

mod alloc;
mod broken;
mod data;
mod games;
mod laws;
mod matches;

use henge_testkit::alloc::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;
