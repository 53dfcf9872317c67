use henge_core::{Game, Limits, Turn};
use henge_games::othello::{Move, Othello, Position, obf};
use henge_search::{Solver, Task};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

/// Endgame positions 40 to 44 of the Forum de France d'Othello, with what the best moves are worth.
const FFO: &str = include_str!("../../../../testdata/othello/ffo-40-44.obf");

fn solved(solver: &mut OthelloSolver, pos: &Position<u64>) -> Solution<Move> {
    solver.solve(&Othello::default(), pos, Task::new(Limits::NONE))
}

/// Every line of play, without any cleverness.
fn slow(game: &Othello<u64>, pos: &Position<u64>) -> i32 {
    if let Turn::Over(_) = game.turn(pos) {
        return game.margin(pos, pos.to_move());
    }
    let next = |mv| {
        let mut next = *pos;
        game.play(&mut next, mv);
        -slow(game, &next)
    };
    game.moves(pos).map(next).max().expect("a move")
}

/// A position by chance with so many empty squares, or with more if the game ended before.
fn by_chance(game: &Othello<u64>, rng: &mut Xoshiro256PlusPlus, left: u32) -> Position<u64> {
    loop {
        let mut pos = game.start();
        while let n @ 1.. = game.moves(&pos).count() {
            if game.empty(&pos).count_ones() <= left {
                return pos;
            }
            let mv = game.moves(&pos).nth(rng.random_range(0..n)).expect("a move");
            game.play(&mut pos, mv);
        }
    }
}

#[test]
fn scores_are_those_of_a_slow_program() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for size in [4, 6, 8] {
        let game = Othello::new(size).expect("it fits");
        for left in 1..=9 {
            let mut solver = OthelloSolver::new(1 << 16);
            for _ in 0..if left < 8 { 60 } else { 6 } {
                let pos = by_chance(&game, &mut rng, left);
                let right = slow(&game, &pos);
                let found = solver.solve(&game, &pos, Task::new(Limits::NONE));
                assert_eq!(found.conventional_score, Some(right), "{pos:?}");
                assert_eq!(found.points, right.signum());
                // The line ends the game with that score.
                let mut end = pos;
                for mv in found.line {
                    assert!(game.moves(&end).any(|legal| legal == mv));
                    game.play(&mut end, mv);
                }
                assert!(matches!(game.turn(&end), Turn::Over(_)));
                assert_eq!(game.margin(&end, pos.to_move()), right);
            }
        }
    }
}

#[test]
fn scores_do_not_depend_on_what_is_in_the_table() {
    let game = Othello::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut kept = OthelloSolver::new(1 << 12);
    for _ in 0..12 {
        let pos = by_chance(&game, &mut rng, 13);
        let fresh = solved(&mut OthelloSolver::new(1 << 22), &pos);
        assert_eq!(solved(&mut kept, &pos).conventional_score, fresh.conventional_score);
    }
}

#[test]
fn small_boards_are_worth_what_is_published() {
    let game = Othello::new(4).expect("it fits");
    let found = OthelloSolver::new(1 << 20).solve(&game, &game.start(), Task::new(Limits::NONE));
    assert_eq!(found.conventional_score, Some(-10));
}

#[test]
fn limits_are_kept() {
    let game = Othello::default();
    let limits = Limits::nodes(10_000);
    let found = OthelloSolver::new(1 << 20).solve(&game, &game.start(), Task::new(limits));
    assert!(!found.proved && found.line.is_empty());
}

#[test]
fn the_first_of_the_published_endgames_is_solved() {
    let known = obf::read(FFO).expect("the file is in order");
    assert_eq!(known.len(), 5);
    let (_, known) = &known[0];
    let found = solved(&mut OthelloSolver::new(64 << 20), &known.position);
    assert_eq!(found.conventional_score, Some(known.moves[0].1));
    assert_eq!(found.line[0], known.moves[0].0);
}
