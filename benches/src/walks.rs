//! Walks over the tree of a game, by the function that each library has for counting the lines of
//! play of a given length. Neither remembers positions, and both count the moves of the last ply
//! without making them.
//!
//! Minimax has no rules of its own, so that a walk with it would measure henge's rules again.

use std::hint::black_box;
use std::sync::Arc;

use board_game::board::Board;
use board_game::games::connect4::Connect4;
use board_game::games::ttt::TTTBoard;
use board_game::util::game_stats::perft_naive;
use henge_core::{Game, perft};
use henge_games::connect_four::ConnectFour;
use henge_games::positional::{Positional, tic_tac_toe};

use crate::harness::{Contest, Piece};

/// All contests of this kind.
pub fn contests() -> Vec<Contest> {
    let ttt: Positional<1> = Positional::new(Arc::new(tic_tac_toe()));
    let four = ConnectFour::new(7, 6).expect("seven by six is the usual board");
    vec![
        // The whole tree, each position once for each way to reach it.
        contest::<_, TTTBoard>("Tic-Tac-Toe, perft 0 to 9", ttt, 9, 549_946),
        contest::<_, Connect4>("Connect Four, perft 0 to 7", four, 7, 960_793),
    ]
}

fn contest<G: Game, B: Board + Default>(
    name: &'static str,
    game: G,
    depth: u32,
    nodes: u64,
) -> Contest {
    let ours = move |depth| perft(&game, &mut black_box(game.start()), depth);
    let theirs = |depth| perft_naive(&black_box(B::default()), depth);
    Contest::new(name, "nodes")
        .side("henge", move || piece(&ours, depth, nodes))
        .side("board-game", move || piece(&theirs, depth, nodes))
}

fn piece(count: &impl Fn(u32) -> u64, depth: u32, nodes: u64) -> Piece {
    let piece = Piece::timed(|| (0..=depth).map(count).sum());
    assert_eq!(piece.amount, nodes);
    piece
}
