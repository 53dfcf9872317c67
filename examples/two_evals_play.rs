//! Two evaluations of one game play each other: promise, which measures how far the win groups are
//! from being filled, against one that only likes the middle of the board.
//!
//! `cargo run -p henge --example two_evals_play`

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use henge::core::{Eval, Game, Limits, Outcome, Player, Score, Turn};
use henge::games::positional::{Move, Position, Positional, Promise, Swap, hex};
use henge::search::{AlphaBeta, Task};

/// Hex on 5 x 5. The board fits into one word of 64 sites.
type Hex = Positional<1>;

/// The nearer to the middle, the better.
struct Middle;

impl Eval<Hex> for Middle {
    fn eval(&self, _game: &Hex, pos: &Position<1>, player: Player) -> Score {
        let near = |site: usize| 8 - 2 * (site % 5).abs_diff(2) - 2 * (site / 5).abs_diff(2);
        let sum = |player| pos.stones(player).iter().map(near).sum::<usize>() as i64;
        Score::estimate(sum(player) - sum(!player))
    }
}

/// The engine is compiled for this game and this evaluation: nothing is looked up in the tree.
fn choose<E: Eval<Hex>>(game: &Hex, pos: &Position<1>, eval: &E) -> Move {
    let stop = AtomicBool::new(false);
    let limits = Limits::depth(3);
    let task = Task { limits, n_lines: 1, stop: &stop, progress: &mut |_| {} };
    let report = AlphaBeta::new(1 << 20).search(game, pos, &[], eval, task);
    report.best().expect("a game that is not over has a move")
}

/// Who wins if `promise` plays that side and the first move is `opening`?
fn play(game: &Hex, promise: (&Promise<1>, Player), opening: Move) -> Player {
    let mut pos = game.start();
    game.play(&mut pos, opening);
    loop {
        let mv = match game.turn(&pos) {
            Turn::Over(Outcome::Win { winner, .. }) => return winner,
            Turn::Player(player) if player == promise.1 => choose(game, &pos, promise.0),
            Turn::Player(_) => choose(game, &pos, &Middle),
            _ => unreachable!("Hex has neither draws nor dice"),
        };
        game.play(&mut pos, mv);
    }
}

fn main() {
    let rules = hex(5, 5, Swap::Off).expect("a board of five by five is a game");
    let game = Hex::new(Arc::new(rules));
    let promise = Promise::new(&game);
    // Every first move once from either side, so that neither has the better openings.
    let openings: Vec<Move> = game.moves(&game.start()).collect();
    let games = openings.iter().flat_map(|&mv| Player::BOTH.map(|side| (mv, side)));
    let n_won = games.filter(|&(mv, side)| play(&game, (&promise, side), mv) == side).count();
    println!("Promise won {n_won} of {} games against Middle.", 2 * openings.len());
    assert!(n_won > openings.len(), "knowledge of the game should win");
}

#[test]
fn promise_beats_middle() {
    main();
}
