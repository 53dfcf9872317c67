//! Learns an evaluation of Connect Four from zero, and lets it play the hand-made one of the source
//! at equal depth, from openings by chance that are played with both sides.
//!
//! ```text
//! cargo run --release -p henge-learn --example connect_four_learning -- [GAMES [DEPTH [ROUNDS [PAIRS]]]]
//! ```

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use henge_core::{Eval, Game, Limits, Player, Turn, mix64};
use henge_games::connect_four::{ConnectFour, LinesAndThreats, Position, Source};
use henge_learn::training::{Plan, Trainer, Training};
use henge_learn::{Learner, LinearLearner};
use henge_search::{AlphaBeta, Task};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Moves by chance before a game of the match.
const OPENING: u32 = 4;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse().unwrap_or(1));
    let mut next = |usual: u32| numbers.next().unwrap_or(usual);
    let (games, depth, rounds, pairs) = (next(4000), next(4), next(3), next(100));
    let game = Arc::new(ConnectFour::default());
    let plan = Plan { games, depth, rounds, threads: 2, ..Plan::default() };
    let learner = LinearLearner::new(LinesAndThreats::new(&game));
    let mut trainer = Trainer::new(Arc::clone(&game), learner, plan);
    let (began, stop) = (Instant::now(), AtomicBool::new(false));
    while let Some(round) = trainer.round(&stop, &|_| {}) {
        println!(
            "{:5.0} s: round {} of {}, {} positions, loss {:.4}, unseen {:.4}",
            began.elapsed().as_secs_f64(),
            round.round,
            round.of,
            round.positions,
            round.loss.unwrap_or_default(),
            round.unseen.unwrap_or_default()
        );
    }
    let learned = trainer.learner().eval();
    for depth in [2, 4, 6] {
        let [mut won, mut drawn, mut lost] = [0; 3];
        for pair in 0..pairs {
            let start = opening(&game, u64::from(pair));
            for seat in Player::BOTH {
                match result(&game, start, &learned, seat, depth) {
                    1 => won += 1,
                    0 => drawn += 1,
                    _ => lost += 1,
                }
            }
        }
        let score = (f64::from(won) + f64::from(drawn) / 2.0) / f64::from(2 * pairs.max(1));
        println!(
            "{:5.0} s: depth {depth}: {won} won, {drawn} drawn, {lost} lost: {:.1} %",
            began.elapsed().as_secs_f64(),
            100.0 * score
        );
    }
}

/// A position after some moves by chance in which nobody has won.
fn opening(game: &ConnectFour, seed: u64) -> Position {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix64(seed ^ 0x6f70_656e));
    loop {
        let mut pos = game.start();
        for _ in 0..OPENING {
            let Some(mv) = game.moves(&pos).choose(&mut rng) else { break };
            game.play(&mut pos, mv);
        }
        if matches!(game.turn(&pos), Turn::Player(_)) {
            return pos;
        }
    }
}

/// One game of what was learned, in this seat, against the source: 1 won, 0 drawn, -1 lost.
fn result(
    game: &ConnectFour,
    mut pos: Position,
    learned: &impl Eval<ConnectFour>,
    seat: Player,
    depth: u32,
) -> i32 {
    let [mut own, mut other] = [(); 2].map(|()| AlphaBeta::new(1 << 20));
    loop {
        let player = match game.turn(&pos) {
            Turn::Player(player) => player,
            Turn::Over(outcome) => return outcome.points_for(seat),
            Turn::Chance => unreachable!("there are no dice"),
        };
        let mv = if player == seat {
            best(game, &pos, &mut own, learned, depth)
        } else {
            best(game, &pos, &mut other, &Source, depth)
        };
        game.play(&mut pos, mv);
    }
}

fn best<E: Eval<ConnectFour>>(
    game: &ConnectFour,
    pos: &Position,
    engine: &mut AlphaBeta<ConnectFour>,
    eval: &E,
    depth: u32,
) -> henge_games::connect_four::Move {
    let limits = Limits::depth(depth);
    let task = Task::new(limits);
    engine.clear();
    engine.search(game, pos, &[], eval, task).best().expect("the game is not over")
}
