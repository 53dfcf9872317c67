//! The counting allocator counts, and only its own thread.

use std::hint::black_box;
use std::sync::mpsc::channel;
use std::thread;

use henge_core::{Game, Turn, perft};
use henge_testkit::alloc::CountingAllocator;
use henge_testkit::games::{Boxes, DiceRace, Ring};

#[test]
fn allocating_and_growing_are_counted() {
    let (_, n) = CountingAllocator::count(|| black_box(Box::new(7)));
    assert_eq!(n, 1);
    let (_, n) = CountingAllocator::count(|| {
        let mut list: Vec<u64> = Vec::with_capacity(4);
        list.extend(0..4);
        list.reserve_exact(1_000);
        black_box(list.len())
    });
    assert_eq!(n, 2);
    let (_, n) = CountingAllocator::count(|| black_box(vec![0_u8; 100]).len());
    assert_eq!(n, 1, "zeroed memory is counted too");
}

#[test]
fn other_threads_are_not_counted() {
    let (go, wait) = channel::<()>();
    let (tell, done) = channel::<u64>();
    let other = thread::spawn(move || {
        wait.recv().expect("the word to begin");
        let (_, n) = CountingAllocator::count(|| black_box(vec![1_u8; 1 << 16]).len());
        tell.send(n).expect("somebody listens");
    });
    let before = CountingAllocator::allocations();
    go.send(()).expect("the other thread waits");
    let theirs = done.recv().expect("the other thread counts");
    let ours = CountingAllocator::allocations() - before;
    other.join().expect("the other thread ends");
    assert_eq!(theirs, 1);
    // Channels may allocate, but not as one would for 64 KiB byte by byte.
    assert!(ours < 10, "{ours}");
}

/// Walks the tree as a search does.
fn walk<G: Game>(game: &G, pos: &mut G::Position, depth: u32) -> u64 {
    if depth == 0 || matches!(game.turn(pos), Turn::Over(_)) {
        return game.key(pos) & 1;
    }
    let mut n = 0;
    for mv in game.moves(pos) {
        let undo = game.play(pos, mv);
        n += walk(game, pos, depth - 1);
        game.undo(pos, mv, undo);
    }
    n
}

#[test]
fn the_small_games_allocate_nothing_in_the_tree() {
    fn allocations<G: Game>(game: &G) -> u64 {
        let mut pos = game.start();
        CountingAllocator::count(|| black_box(walk(game, &mut pos, 4) + perft(game, &mut pos, 4))).1
    }
    assert_eq!(allocations(&Boxes::default()), 0);
    assert_eq!(allocations(&DiceRace::default()), 0);
    assert_eq!(allocations(&Ring::default()), 0);
}
