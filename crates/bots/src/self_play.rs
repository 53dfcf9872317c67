//! Games of an engine against itself, to learn from.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use henge_core::{Eval, Game, Limits, Match, Outcome, Player, Turn};
use henge_search::{AlphaBeta, Task};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How the games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Habits {
    /// Plies that the engine looks ahead.
    pub depth: u32,
    /// Moves by chance at the beginning, at least half of that: without them all games were the same.
    pub opening: u32,
    /// A game that lasts longer is a draw.
    pub most_plies: usize,
}

/// A game to learn from.
#[derive(Clone, Debug)]
pub struct Lived<P> {
    /// Positions after the moves by chance in which an evaluation has something to say.
    pub positions: Vec<P>,
    /// How it ended.
    pub outcome: Outcome,
}

/// Plays a game; the same seed gives the same game. It ends early where the evaluation knows the
/// result.
pub fn play<G: Game, E: Eval<G>>(
    game: &Arc<G>,
    engine: &mut AlphaBeta<G>,
    eval: &E,
    habits: Habits,
    seed: u64,
) -> Lived<G::Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let by_chance = habits.opening - rng.random_range(0..=habits.opening / 2);
    let mut table = Match::new(Arc::clone(game));
    let mut positions = Vec::new();
    let stop = AtomicBool::new(false);
    engine.clear();
    for ply in 0.. {
        let player = match table.turn() {
            Turn::Over(outcome) => return Lived { positions, outcome },
            Turn::Player(player) => player,
            Turn::Chance => unreachable!("alpha-beta is for games without dice"),
        };
        let pos = table.position();
        if let Some(score) = eval.known(game, pos, Player::First) {
            let outcome = match score.0.signum() {
                1 => Outcome::win(Player::First),
                0 => Outcome::Draw,
                _ => Outcome::win(Player::Second),
            };
            return Lived { positions, outcome };
        }
        if ply >= habits.most_plies {
            break;
        }
        let mv = if ply < by_chance as usize {
            game.moves(pos).choose(&mut rng)
        } else {
            if eval.stable(game, pos) {
                positions.push(pos.clone());
            }
            let limits = Limits::depth(habits.depth);
            let task = Task { limits, n_lines: 1, stop: &stop, progress: &mut |_| {} };
            let before: Vec<u64> = table.history().iter().map(|(pos, _)| game.key(pos)).collect();
            engine.search(game, pos, &before, eval, task).best()
        };
        let played = mv.map(|mv| table.play(mv));
        debug_assert!(matches!(played, Some(Ok(()))), "engines play legal moves for {player:?}");
        if !matches!(played, Some(Ok(()))) {
            break;
        }
    }
    Lived { positions, outcome: Outcome::Draw }
}
