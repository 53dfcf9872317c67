//! Solving in parts: put down, taken up again, and refused when the file is not right.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use henge::search::Task;
use henge::search::parts::{Extent, Goal, Grain, PartsError};
use henge::{Limits, PartsFault, PartsTask, SolvedParts};

fn solve(
    game: &str,
    moves: &str,
    begun: Option<&[u8]>,
    threads: usize,
    most: usize,
) -> Result<SolvedParts, PartsFault> {
    solve_for(Goal::Value, game, moves, begun, threads, most)
}

fn solve_for(
    goal: Goal,
    game: &str,
    moves: &str,
    begun: Option<&[u8]>,
    threads: usize,
    most: usize,
) -> Result<SolvedParts, PartsFault> {
    let game = henge::game(game).unwrap();
    let mut table = game.rules().start();
    moves.split_whitespace().for_each(|mv| table.play(mv).unwrap());
    let stop = AtomicBool::new(false);
    let (name, solver) = (game.rules().name(), game.solving().unwrap());
    let mut before = None;
    let progress = &mut |extent: Extent, _: &dyn Fn() -> Vec<u8>| {
        let before = *before.get_or_insert(extent.solved);
        stop.store(extent.solved >= before.saturating_add(most), SeqCst);
    };
    let grain = Grain::Usual;
    let task =
        PartsTask { name, goal, grain, begun, threads, elsewhere: None, stop: &stop, progress };
    solver.solve_in_parts(&*table, task)
}

/// Parts a ply further down are many more, and what is written down says which they are.
#[test]
fn fine_parts_are_more_and_are_read_again() {
    let game = henge::game("stonehenge").unwrap();
    let (table, stop) = (game.rules().start(), AtomicBool::new(true));
    let (name, solver) = (game.rules().name(), game.solving().unwrap());
    let ask = |grain: Grain, begun: Option<&[u8]>| {
        let progress = &mut |_, _: &dyn Fn() -> Vec<u8>| {};
        let task = PartsTask::new(name, Goal::Value);
        solver.solve_in_parts(&*table, PartsTask { grain, begun, stop: &stop, progress, ..task })
    };
    let usual = ask(Grain::Usual, None).unwrap();
    let fine = ask(Grain::Fine, None).unwrap();
    assert_eq!((usual.extent.moves, fine.extent.moves), (24, 24));
    assert!(fine.extent.parts > 20 * usual.extent.parts, "{:?} {:?}", fine.extent, usual.extent);
    // A few megabytes at the most, and the grain is that of the file.
    assert!(fine.bytes.len() < 4_000_000, "{}", fine.bytes.len());
    let again = ask(Grain::Usual, Some(&fine.bytes)).unwrap();
    assert_eq!(again.extent.parts, fine.extent.parts);
}

const STONEHENGE: &str = "14:2 10:6 2:3 1:3 12:1 11:2 7:5 5:3";

#[test]
fn parts_agree_with_the_whole() {
    for (game, moves) in [
        ("tic-tac-toe", ""),
        ("fano", ""),
        ("connect-four:size=4x4", ""),
        ("hex:size=4", "a1"),
        ("hex:size=4", "d1"),
        ("stonehenge", STONEHENGE),
    ] {
        let playable = henge::game(game).unwrap();
        let mut table = playable.rules().start();
        moves.split_whitespace().for_each(|mv| table.play(mv).unwrap());
        let solver = playable.solving().unwrap();
        let whole = solver.solve(&*table, Task::new(Limits::NONE)).unwrap();
        for threads in [1, 2] {
            let parts = solve(game, moves, None, threads, usize::MAX).unwrap();
            assert_eq!(parts.points, Some(whole.points), "{game} {moves}");
            assert!(parts.extent.solved <= parts.extent.parts);
            let best = parts.moves.iter().filter_map(|(_, points)| *points).max();
            assert_eq!(best, Some(whole.points), "{game} {moves}");
        }
    }
}

#[test]
fn what_was_put_down_is_taken_up_again() {
    let whole = solve("stonehenge", STONEHENGE, None, 1, usize::MAX).unwrap();
    let mut so_far = solve("stonehenge", STONEHENGE, None, 1, 0).unwrap();
    let mut rounds = 0;
    while so_far.points.is_none() {
        let next = solve("stonehenge", STONEHENGE, Some(&so_far.bytes), 1, usize::MAX).unwrap();
        assert!(next.extent.solved >= so_far.extent.solved);
        assert!(next.extent.nodes >= so_far.extent.nodes);
        (so_far, rounds) = (next, rounds + 1);
        assert!(rounds < 1000);
    }
    assert_eq!(so_far.points, whole.points);
    let again = solve("stonehenge", STONEHENGE, Some(&so_far.bytes), 1, usize::MAX).unwrap();
    assert_eq!(again.bytes, so_far.bytes, "nothing is left to do");
}

#[test]
fn every_move_is_solved_if_asked_and_a_file_serves_both_goals() {
    for game in ["hex:size=4", "pentominoes:size=5x5", "pentominoes:size=4x4"] {
        let value = solve(game, "", None, 1, usize::MAX).unwrap();
        let every =
            solve_for(Goal::EveryMove, game, "", Some(&value.bytes), 2, usize::MAX).unwrap();
        assert!(every.done && every.extent.moves_known == every.extent.moves, "{game}");
        assert!((every.extent.done - 1.0).abs() < 1e-9, "{game}");
        assert_eq!(every.points, value.points, "{game}");
        let playable = henge::game(game).unwrap();
        let solver = playable.solving().unwrap();
        for (mv, points) in &every.moves {
            let mut table = playable.rules().start();
            table.play(mv).unwrap();
            let whole = solver.solve(&*table, Task::new(Limits::NONE)).unwrap();
            assert_eq!(points.unwrap(), -whole.points, "{game} {mv}");
        }
    }
}

#[test]
fn the_whole_of_stonehenge_has_few_parts() {
    let parts = solve("stonehenge", "", None, 1, 0).unwrap();
    assert_eq!((parts.extent.parts, parts.moves.len()), (1872, 24));
}

#[test]
fn files_that_are_not_right_are_refused() {
    let bytes = solve("tic-tac-toe", "", None, 1, usize::MAX).unwrap().bytes;
    let refused = |game: &str, moves: &str, bytes: &[u8]| match solve(
        game,
        moves,
        Some(bytes),
        1,
        usize::MAX,
    ) {
        Err(PartsFault::File(error)) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused("tic-tac-toe", "", b"something else"), PartsError::Foreign);
    assert!(matches!(refused("fano", "", &bytes), PartsError::OtherGame { .. }));
    assert!(matches!(refused("tic-tac-toe", "a1", &bytes), PartsError::OtherPosition { .. }));
    for end in (12..bytes.len()).step_by(97) {
        assert_eq!(refused("tic-tac-toe", "", &bytes[..end]), PartsError::Damaged, "cut at {end}");
    }
    for at in (12..bytes.len()).step_by(89) {
        let mut altered = bytes.clone();
        altered[at] ^= 4;
        assert_eq!(refused("tic-tac-toe", "", &altered), PartsError::Damaged, "altered at {at}");
    }
}
