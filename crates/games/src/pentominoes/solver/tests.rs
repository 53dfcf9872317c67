use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use henge_core::{Game, Symmetric};
use rand_xoshiro::rand_core::Rng;

use super::*;
use crate::pentominoes::tests::{random_position, rng};
use crate::win_or_loss::WinOrLoss;

/// Whether the player to move wins, by the rules of the game alone.
fn brute(game: &Pentominoes, pos: &mut Position, known: &mut HashMap<(u64, u16), bool>) -> bool {
    if let Some(&wins) = known.get(&(pos.free(), pos.left())) {
        return wins;
    }
    let mut wins = false;
    for mv in game.moves(pos) {
        game.play(pos, mv);
        wins = !brute(game, pos, known);
        game.undo(pos, mv, ());
        if wins {
            break;
        }
    }
    known.insert((pos.free(), pos.left()), wins);
    wins
}

fn never() -> AtomicBool {
    AtomicBool::new(false)
}

#[test]
fn brute_force_agrees_on_small_boards() {
    let mut solver = Solver::new(1 << 22);
    for columns in 1..=5 {
        for rows in columns..=20 / columns {
            let game = Pentominoes::new(columns, rows).unwrap();
            let expected = brute(&game, &mut game.start(), &mut HashMap::new());
            let solved = solver.solve(&game, &game.start(), &never(), u64::MAX);
            assert_eq!(solved.is_some_and(|s| s.winner_is_mover), expected, "{columns}x{rows}");
        }
    }
}

#[test]
fn brute_force_agrees_late_in_the_game() {
    let mut rng = rng(1);
    for (columns, rows, plies, n) in [
        (5, 5, 1, 20),
        (6, 6, 2, 30),
        (6, 10, 6, 60),
        (8, 8, 7, 100),
        (4, 16, 6, 60),
        (12, 5, 6, 40),
    ] {
        let game = Pentominoes::new(columns, rows).unwrap();
        let mut solver = Solver::new(1 << 22);
        for _ in 0..n {
            let mut pos = random_position(&game, &mut rng, plies);
            if game.moves(&pos).next().is_none() {
                continue;
            }
            let expected = brute(&game, &mut pos, &mut HashMap::new());
            let solved = solver.solve(&game, &pos, &never(), u64::MAX).unwrap();
            assert_eq!(solved.winner_is_mover, expected, "{columns}x{rows} {pos:?}");
        }
    }
}

#[test]
fn the_best_move_of_a_won_position_wins() {
    let game = Pentominoes::default();
    let mut rng = rng(2);
    let mut solver = Solver::new(1 << 24);
    for _ in 0..20 {
        let mut pos = random_position(&game, &mut rng, 4);
        let before = solver.solve(&game, &pos, &never(), u64::MAX).unwrap();
        assert!(game.moves(&pos).any(|mv| mv == before.best));
        game.play(&mut pos, before.best);
        let after = solver.solve(&game, &pos, &never(), u64::MAX);
        assert_eq!(after.is_some_and(|s| s.winner_is_mover), !before.winner_is_mover);
    }
}

#[test]
fn both_kinds_of_instructions_visit_the_same_positions() {
    let mut rng = rng(3);
    for (columns, rows, plies) in [(5, 5, 0), (5, 6, 0), (6, 6, 1), (6, 10, 3), (8, 8, 4)] {
        let game = Pentominoes::new(columns, rows).unwrap();
        let pos = random_position(&game, &mut rng, plies);
        let solve = |instructions| {
            let mut solver = Solver::new(1 << 22).instructions(instructions);
            solver.solve(&game, &pos, &never(), u64::MAX)
        };
        assert_eq!(solve(Instructions::Best), solve(Instructions::Portable));
    }
}

#[test]
fn both_kinds_of_lanes_agree_word_by_word() {
    #[cfg(target_arch = "x86_64")]
    if avx512::Avx512::is_here() {
        let mut rng = rng(4);
        for n in (0..80).chain([200, 999]) {
            // Some of the pairs share no bit.
            let mut word = || (0..3).fold(u64::MAX, |all, _| all & rng.next_u64());
            let list: Vec<u64> = (0..n).map(|_| word()).collect();
            let (mut a, mut b) = (Vec::new(), Vec::new());
            Portable::after_each(&list, &mut a);
            avx512::Avx512::after_each(&list, &mut b);
            assert_eq!(a, b);
            let (mut a, mut b) = (vec![7], vec![8, 9]);
            let taken = rng.next_u64() & rng.next_u64() & rng.next_u64();
            Portable::filter(&list, taken, &mut a);
            avx512::Avx512::filter(&list, taken, &mut b);
            assert_eq!(a, b);
            if n <= 64 {
                let (mut a, mut b) = ([0u64; 64], [0u64; 64]);
                Portable::rows(&list, &mut a);
                avx512::Avx512::rows(&list, &mut b);
                assert_eq!(a[..n], b[..n]);
            }
            if n <= 128 {
                let (mut a, mut b) = ([0u128; 128], [0u128; 128]);
                Portable::rows(&list, &mut a);
                avx512::Avx512::rows(&list, &mut b);
                assert_eq!(a[..n], b[..n]);
            }
        }
    }
}

#[test]
fn images_have_one_key() {
    let mut rng = rng(5);
    for (columns, rows) in [(6, 10), (8, 8), (5, 5), (3, 20), (16, 4), (2, 31), (64, 1)] {
        let game = Pentominoes::new(columns, rows).unwrap();
        let mut shapes = Shapes::new(game.columns(), game.rows());
        for plies in 0..9 {
            let pos = random_position(&game, &mut rng, plies);
            let live = game.moves(&pos).fold(0, |live, mv| live | game.squares(mv));
            let key = shapes.key(live, pos.left());
            for symmetry in 0..game.n_symmetries() {
                let image = game.image(symmetry, &pos);
                let live = game.moves(&image).fold(0, |live, mv| live | game.squares(mv));
                assert_eq!(shapes.key(live, pos.left()), key);
            }
        }
    }
}

/// Checks every position below `pos` against those met before with the same key.
fn check_keys(
    game: &Pentominoes,
    pos: &mut Position,
    shapes: &mut Shapes,
    known: &mut HashMap<(u64, u16), bool>,
    values: &mut HashMap<u128, bool>,
) {
    let (mut live, mut pieces) = (0, 0);
    for mv in game.moves(pos) {
        live |= game.squares(mv);
        pieces |= 1 << mv.piece().index();
    }
    let wins = brute(game, pos, known);
    let before = *values.entry(shapes.key(live, pieces)).or_insert(wins);
    assert_eq!(wins, before, "{pos:?}");
    for mv in game.moves(pos) {
        game.play(pos, mv);
        check_keys(game, pos, shapes, known, values);
        game.undo(pos, mv, ());
    }
}

#[test]
fn positions_with_one_key_have_one_value() {
    let mut rng = rng(6);
    for (columns, rows, plies) in [(6, 10, 8), (8, 8, 9), (5, 5, 2)] {
        let game = Pentominoes::new(columns, rows).unwrap();
        let mut shapes = Shapes::new(game.columns(), game.rows());
        let (mut known, mut values) = (HashMap::new(), HashMap::new());
        for _ in 0..60 {
            let mut pos = random_position(&game, &mut rng, plies);
            check_keys(&game, &mut pos, &mut shapes, &mut known, &mut values);
        }
        assert!(known.len() > values.len(), "{} {}", known.len(), values.len());
    }
}

#[test]
fn a_solver_stops_when_told_and_goes_on_later() {
    let game = Pentominoes::new(6, 6).unwrap();
    let mut solver = Solver::new(1 << 22);
    assert!(solver.table_bytes() <= 1 << 22);
    assert_eq!(solver.solve(&game, &game.start(), &never(), 1000), None);
    assert_eq!(solver.solve(&game, &game.start(), &AtomicBool::new(true), u64::MAX), None);
    let mut reports = 0;
    let pos = random_position(&game, &mut rng(9), 1);
    let solved = solver.solve_with(&game, &pos, &never(), u64::MAX, &mut |_| reports += 1);
    assert_eq!(solved.map(|solved| solved.nodes), Some(solver.nodes()));
    assert!(reports > 0 || solved.is_some_and(|solved| solved.winner_is_mover));
}
