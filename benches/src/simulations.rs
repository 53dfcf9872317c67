//! Monte Carlo tree search with random playouts: henge's [`Mcts`] and board-game's.

use board_game::ai::mcts::mcts_build_tree;
use board_game::games::connect4::Connect4;
use henge_core::{Game, Limits, NoEval};
use henge_games::connect_four::ConnectFour;
use henge_search::{Mcts, Task};
use old_xoshiro::rand_core::SeedableRng;

use crate::harness::{Contest, Piece};

/// Simulations of one search.
const N: u64 = 100_000;

/// All contests of this kind.
pub fn contests() -> Vec<Contest> {
    vec![
        Contest::new("Connect Four, tree search by simulations", "simulations")
            .side("henge", ours)
            .side("board-game", theirs()),
    ]
}

fn ours() -> Piece {
    let game = ConnectFour::new(7, 6).expect("seven by six is the usual board");
    let mut engine = Mcts::new(256 << 20);
    Piece::timed(|| {
        let task = Task::new(Limits::nodes(N));
        let report = engine.search(&game, &game.start(), &[], &NoEval, task);
        assert_eq!(report.nodes, N);
        N
    })
}

fn theirs() -> impl FnMut() -> Piece {
    let mut rng = old_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
    move || {
        Piece::timed(|| {
            let tree = mcts_build_tree(&Connect4::default(), N, 2.0, &mut rng);
            assert!(tree.nodes.len() > 1000);
            N
        })
    }
}
