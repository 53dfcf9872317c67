//! The tests of this crate that use it from outside: one program, so that it is linked once.

#![allow(clippy::unwrap_used)]

mod allocation;
mod book;
#[path = "../common/mod.rs"]
mod common;
mod cycles;
mod dfpn;
mod engines;
mod exact;
mod expectimax;
mod judgement;
mod limits;
mod mcts;
mod proof;
mod retrograde;
mod solving;
mod threats;
mod worth;

use henge_testkit::alloc::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;
