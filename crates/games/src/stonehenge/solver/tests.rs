use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use henge_core::{Game, Symmetric};

use super::*;
use crate::stonehenge::tests::{random_position, rng};
use crate::win_or_loss::WinOrLoss;

/// Whether the player to move wins, by the rules of the game alone.
fn brute(pos: &mut Position, known: &mut HashMap<u64, bool>) -> bool {
    if let Some(winner) = pos.winner() {
        return winner == pos.to_move();
    }
    let key = Stonehenge.key(pos);
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let mut wins = false;
    for mv in Stonehenge.moves(pos) {
        let undo = Stonehenge.play(pos, mv);
        wins = !brute(pos, known);
        Stonehenge.undo(pos, mv, undo);
        if wins {
            break;
        }
    }
    known.insert(key, wins);
    wins
}

#[test]
fn brute_force_agrees() {
    let mut rng = rng(1);
    let stop = AtomicBool::new(false);
    let mut solver = Solver::new(1 << 24);
    for (plies, n) in [(14, 400), (13, 400), (12, 300), (11, 150), (10, 40), (9, 15), (8, 4)] {
        for _ in 0..n {
            let mut pos = random_position(&mut rng, plies);
            let solved = solver.solve(&Stonehenge, &pos, &stop, u64::MAX).unwrap();
            let expected = brute(&mut pos, &mut HashMap::new());
            assert_eq!(solved.winner_is_mover, expected, "{pos:?}");
        }
    }
}

#[test]
fn the_best_move_of_a_won_position_wins() {
    let mut rng = rng(2);
    let stop = AtomicBool::new(false);
    let mut solver = Solver::new(1 << 24);
    for _ in 0..40 {
        let mut pos = random_position(&mut rng, 10);
        let before = solver.solve(&Stonehenge, &pos, &stop, u64::MAX).unwrap();
        assert!(Stonehenge.moves(&pos).any(|mv| mv == before.best));
        Stonehenge.play(&mut pos, before.best);
        let wins = match pos.winner() {
            Some(winner) => winner != pos.to_move(),
            None => !solver.solve(&Stonehenge, &pos, &stop, u64::MAX).unwrap().winner_is_mover,
        };
        assert_eq!(wins, before.winner_is_mover);
    }
}

#[test]
fn states_that_are_alike_have_one_key() {
    let mut rng = rng(4);
    for plies in 1..15 {
        for _ in 0..30 {
            let pos = random_position(&mut rng, plies);
            let key = State::new(&pos).key();
            for symmetry in 0..6 {
                let image = State::new(&Stonehenge.image(symmetry, &pos));
                assert_eq!(image.key(), key, "{pos:?}");
            }
        }
    }
}

/// Checks every position below `pos` against those met before with the same key.
fn check_keys(
    pos: &mut Position,
    known: &mut HashMap<u64, bool>,
    values: &mut HashMap<u128, (bool, u64)>,
    alike: &mut u32,
) {
    if pos.winner().is_some() {
        return;
    }
    let (wins, game_key) = (brute(pos, known), Stonehenge.key(pos));
    let (before, other) = *values.entry(State::new(pos).key()).or_insert((wins, game_key));
    assert_eq!(wins, before, "{pos:?}");
    *alike += u32::from(other != game_key);
    for mv in Stonehenge.moves(pos) {
        let undo = Stonehenge.play(pos, mv);
        check_keys(pos, known, values, alike);
        Stonehenge.undo(pos, mv, undo);
    }
}

#[test]
fn states_with_one_key_have_one_value() {
    let mut rng = rng(6);
    let (mut values, mut alike) = (HashMap::new(), 0);
    for _ in 0..100 {
        let mut pos = random_position(&mut rng, 14);
        check_keys(&mut pos, &mut HashMap::new(), &mut values, &mut alike);
    }
    assert!(alike > 1000, "{alike}");
}

#[test]
fn a_child_is_the_state_of_the_position_after_the_move() {
    let mut rng = rng(8);
    for plies in 0..14 {
        for _ in 0..20 {
            let pos = random_position(&mut rng, plies);
            let state = State::new(&pos);
            let steps = Steps::of(&state);
            assert_eq!(state.wins_at_once(), steps.winning.is_some());
            for step in steps.list[..steps.n].iter().chain(&steps.winning) {
                let mut next = pos;
                Stonehenge.play(&mut next, Move::new(step.cell, step.piece).unwrap());
                assert_eq!(step.play(&state), State::new(&next));
            }
        }
    }
}

#[test]
fn a_solver_stops_when_told_and_goes_on_later() {
    let pos = random_position(&mut rng(9), 7);
    let mut solver = Solver::new(1 << 22);
    assert!(solver.table_bytes() <= 1 << 22);
    assert_eq!(solver.solve(&Stonehenge, &pos, &AtomicBool::new(false), 50), None);
    assert!(solver.nodes() <= 51);
    // Without nodes to spare nothing is asked for, so the flag is seen only after some.
    let stop = AtomicBool::new(true);
    assert_eq!(solver.solve(&Stonehenge, &pos, &stop, u64::MAX), None);
    stop.store(false, std::sync::atomic::Ordering::Relaxed);
    let mut reports = 0;
    let solved = solver.solve_with(&Stonehenge, &pos, &stop, u64::MAX, &mut |_| reports += 1);
    assert_eq!(solved.map(|solved| solved.nodes), Some(solver.nodes()));
    assert!(reports > 0 || solved.is_some_and(|solved| solved.winner_is_mover));
}
