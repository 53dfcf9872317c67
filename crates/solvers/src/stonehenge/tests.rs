use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use henge_core::{Game, Limits, Symmetric, mix64};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::*;

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(mix64(seed))
}

/// A random position after the given number of plies of a game that is not over.
fn random_position(rng: &mut impl Rng, plies: u32) -> Position {
    loop {
        let mut pos = Stonehenge.start();
        for _ in 0..plies {
            let moves: Vec<Move> = Stonehenge.moves(&pos).collect();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.next_u64() as usize % moves.len()];
            Stonehenge.play(&mut pos, mv);
        }
        if pos.winner().is_none() {
            return pos;
        }
    }
}

fn all<'a>() -> Task<'a, Move> {
    Task::new(Limits::NONE)
}

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
    let mut solver = StonehengeSolver::new(1 << 24);
    for (plies, n) in [(14, 400), (13, 400), (12, 300), (11, 150), (10, 40), (9, 15), (8, 4)] {
        for _ in 0..n {
            let mut pos = random_position(&mut rng, plies);
            let solved = solver.solve(&Stonehenge, &pos, all());
            let expected = brute(&mut pos, &mut HashMap::new());
            assert_eq!(solved.points > 0, expected, "{pos:?}");
        }
    }
}

#[test]
fn the_best_move_of_a_won_position_wins() {
    let mut rng = rng(2);
    let mut solver = StonehengeSolver::new(1 << 24);
    for _ in 0..40 {
        let mut pos = random_position(&mut rng, 10);
        let before = solver.solve(&Stonehenge, &pos, all());
        assert!(Stonehenge.moves(&pos).any(|mv| mv == before.line[0]));
        Stonehenge.play(&mut pos, before.line[0]);
        let wins = match pos.winner() {
            Some(winner) => winner != pos.to_move(),
            None => solver.solve(&Stonehenge, &pos, all()).points < 0,
        };
        assert_eq!(wins, before.points > 0);
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
    let mut solver = StonehengeSolver::new(1 << 22);
    let limited = solver.solve(&Stonehenge, &pos, Task::new(Limits::nodes(50)));
    assert!(!limited.proved && limited.line.is_empty() && limited.nodes <= 51);
    assert!(solver.table.as_ref().unwrap().bytes() <= 1 << 22);
    // Without nodes to spare nothing is asked for, so the flag is seen only after some.
    assert!(!solver.solve(&Stonehenge, &pos, all().stop(&AtomicBool::new(true))).proved);
    let mut reports = 0;
    let mut tell = |_: &henge_search::Report<Move>| reports += 1;
    let solved = solver.solve(&Stonehenge, &pos, all().progress(&mut tell));
    assert!(solved.proved && solved.nodes > 0);
    assert!(reports > 0 || solved.points > 0);
}
