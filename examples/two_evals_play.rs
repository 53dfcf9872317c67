//! Two evaluations of one game play each other: promise, which measures how far the win groups are
//! from being filled, against one that only likes the middle of the board.
//!
//! `cargo run -p henge --example two_evals_play`

use std::sync::Arc;

use henge::games::positional::{Move, Position, Positional, Promise, Swap, hex};
use henge::search::{AlphaBeta, Engine};
use henge::{Eval, Game, Limits, Outcome, Player, Score, Turn};

/// Hex on 5 x 5. The board fits into one word of 64 sites.
type Hex = Positional<1>;

/// The nearer to the middle, the better.
struct Middle;

impl Eval<Hex> for Middle {
    type State = ();

    fn eval(&self, _game: &Hex, pos: &Position<1>, player: Player) -> Score {
        let near = |site: usize| 8 - 2 * (site % 5).abs_diff(2) - 2 * (site / 5).abs_diff(2);
        let sum = |player| pos.stones(player).iter().map(near).sum::<usize>() as i64;
        Score::estimate(sum(player) - sum(!player))
    }
}

/// Who wins after this first move, with these engines for the first and the second player?
fn play(game: &Hex, engines: [&mut dyn Engine<Hex>; 2], opening: Move) -> Player {
    let mut pos = game.start();
    game.play(&mut pos, opening);
    loop {
        let mv = match game.turn(&pos) {
            Turn::Over(Outcome::Win { winner, .. }) => return winner,
            Turn::Player(player) => engines[player.index()].best(game, &pos, Limits::depth(3)),
            _ => unreachable!("Hex has neither draws nor dice"),
        };
        game.play(&mut pos, mv.expect("a game that is not over has a move"));
    }
}

fn main() {
    let rules = hex(5, 5, Swap::Off).expect("a board of five by five is a game");
    let game = Hex::new(Arc::new(rules));
    // Each is compiled for the game and its evaluation: nothing is looked up in the tree.
    let mut promise = AlphaBeta::new(1 << 20).with_eval(Arc::new(Promise::new(&game)));
    let mut middle = AlphaBeta::new(1 << 20).with_eval(Arc::new(Middle));
    // Every first move once from either side, so that neither has the better openings.
    let openings: Vec<Move> = game.moves(&game.start()).collect();
    let mut n_won = 0;
    for &mv in &openings {
        n_won += u32::from(play(&game, [&mut promise, &mut middle], mv) == Player::First);
        n_won += u32::from(play(&game, [&mut middle, &mut promise], mv) == Player::Second);
    }
    println!("Promise won {n_won} of {} games against Middle.", 2 * openings.len());
    assert!(n_won as usize > openings.len(), "knowledge of the game should win");
}

#[test]
fn promise_beats_middle() {
    main();
}
