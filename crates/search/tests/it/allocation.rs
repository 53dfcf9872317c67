//! The tree allocates nothing.

use crate::common::*;
use henge_core::{Game, Limits};
use henge_search::{AlphaBeta, playout};
use henge_testkit::alloc::CountingAllocator;
use henge_testkit::games::Ring;

/// After one search to `deepest`, how often does a search of each depth allocate, and how many
/// nodes does it visit?
fn allocations<G: Game>(game: &G, depths: [u32; 3], deepest: u32) -> [(u64, u64); 3] {
    let mut engine = AlphaBeta::new(1 << 16);
    let mut search = |depth: u32| {
        engine.clear();
        let limits = Limits::depth(depth);
        CountingAllocator::count(|| ask(&mut engine, game, &game.start(), &Noise(1), limits, 2))
    };
    search(deepest);
    depths.map(|depth| {
        let (report, n) = search(depth);
        (report.nodes, n)
    })
}

#[test]
fn a_search_allocates_its_answer_and_nothing_else() {
    // The report is copied out: a list of lines, and two lists of moves.
    const ANSWER: u64 = 3;
    let four = allocations(&ConnectFour::default(), [1, 6, 8], 8);
    let hex = allocations(&Hex::new(5), [1, 3, 4], 4);
    let ring = allocations(&Ring::default(), [1, 6, 10], 10);
    for [small, middle, large] in [four, hex, ring] {
        assert!(small.0 < middle.0 && middle.0 < large.0);
        assert_eq!([small.1, middle.1, large.1], [ANSWER; 3]);
    }
}

#[test]
fn playouts_allocate_nothing() {
    let game = ConnectFour::default();
    let mut rng = rng(1);
    let play = || (0..100).map(|_| playout(&game, &mut game.start(), &mut rng)).count();
    assert_eq!(CountingAllocator::count(play), (100, 0));
}
