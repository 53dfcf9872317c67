//! Small games solved to the end.

use crate::common::*;
use henge_core::{Game, Limits, NoEval, Score, ScoreKind, Turn};
use henge_search::{
    AlphaBeta, Mode, Options, Solution, Task, minimax, solve, solve_by, solve_with,
};
use henge_testkit::games::Boxes;

fn solved<G: Game>(game: &G, pos: &G::Position) -> Solution<G::Move> {
    let solution = solve(game, pos, Task::new(Limits::NONE));
    assert!(solution.proved);
    assert_eq!(solution.kind, ScoreKind::Proved);
    let end = replay(game, pos, &solution.line);
    if solution.points != 0 {
        assert!(matches!(game.turn(&end), Turn::Over(_)));
        assert_eq!(solution.score.decided(), Some((solution.points, solution.line.len() as u32)));
    }
    solution
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let solution = solved(&TicTacToe, &TicTacToe.start());
    assert_eq!((solution.points, solution.score), (0, Score::DRAW));
    assert!(solution.nodes < 20_000, "{}", solution.nodes);
}

#[test]
fn hex_is_won_by_the_first_player() {
    // The lengths were checked by trying everything.
    for (size, plies) in [(1, 1), (2, 3), (3, 5), (4, 9)] {
        let game = Hex::new(size);
        let solution = solved(&game, &game.start());
        assert_eq!((solution.points, solution.line.len()), (1, plies), "size {size}");
    }
}

#[test]
fn solutions_are_those_of_the_referee() {
    let game = Boxes::default();
    for seed in 0..30 {
        let pos = wander(&game, 5 + seed as u32 % 7, &mut rng(seed));
        let solution = solved(&game, &pos);
        assert_eq!(solution.score, minimax::score(&game, &pos, None, &NoEval));
        assert_eq!(solution.points as f64, minimax::value(&game, &pos, mover(&game, &pos)));
    }
}

#[test]
fn threads_find_the_same_solutions() {
    fn agree<G: Game>(game: &G, pos: &G::Position) {
        let alone = solved(game, pos);
        for threads in [2, 4] {
            let options = Options {
                mode: Mode::Prove,
                extension: 0,
                threads,
                table_bytes: 1 << 20,
                ..Options::default()
            };
            let mut engine = AlphaBeta::with(options);
            let found = solve_with(&mut engine, game, pos, Task::new(Limits::NONE));
            assert_eq!((found.score, found.kind), (alone.score, alone.kind), "{pos:?}");
            if found.points != 0 {
                let end = replay(game, pos, &found.line);
                assert!(matches!(game.turn(&end), Turn::Over(_)));
            }
        }
    }
    agree(&TicTacToe, &TicTacToe.start());
    agree(&Hex::new(3), &Hex::new(3).start());
    agree(&Boxes::default(), &Boxes::default().start());
    for seed in 0..10 {
        let game = ConnectFour::new(5, 4);
        agree(&game, &wander(&game, 6 + seed as u32 % 4, &mut rng(seed)));
        let game = Layers { seed, height: 9, width: 30, n_moves: 5, points: 2 };
        if let Turn::Player(_) = game.turn(&game.start()) {
            agree(&game, &game.start());
        }
    }
}

#[test]
fn moves_that_cannot_matter_are_left_out_of_proofs() {
    let game = ConnectFour::new(5, 4);
    let options = Options { mode: Mode::Prove, extension: 0, ..Options::default() };
    for seed in 0..20 {
        let pos = wander(&game, 4 + seed as u32 % 8, &mut rng(seed));
        let plain = solved(&game, &pos);
        let mut engine = AlphaBeta::with(options);
        let found = solve_by(&mut engine, &Forced, &game, &pos, Task::new(Limits::NONE));
        assert_eq!((found.score, found.kind), (plain.score, ScoreKind::Proved), "{pos:?}");
    }
}

#[test]
fn two_by_two_boxes_are_won_by_the_first_player() {
    let game = Boxes::default();
    assert_eq!(solved(&game, &game.start()).points, 1);
}

#[test]
fn small_boards_of_connect_four_have_their_known_values() {
    // John Tromp's table of values: https://tromp.github.io/c4/c4.html
    for (columns, rows) in [(4, 4), (4, 5), (5, 4)] {
        let game = ConnectFour::new(columns, rows);
        assert_eq!(solved(&game, &game.start()).points, 0, "{columns} by {rows}");
    }
}

#[test]
#[ignore = "takes ten seconds"]
fn six_by_four_is_won_by_the_second_player() {
    // From the same table.
    let game = ConnectFour::new(6, 4);
    assert_eq!(solved(&game, &game.start()).points, -1);
}

#[test]
fn a_solver_that_is_stopped_proves_nothing() {
    let game = ConnectFour::default();
    let solution = solve(&game, &game.start(), Task::new(Limits::nodes(10_000)));
    assert!(!solution.proved);
    assert_eq!(solution.nodes, 10_000);
    assert!(!solution.line.is_empty());
}

#[test]
fn a_finished_game_is_solved() {
    let solution = solved(&TicTacToe, &TicTacToe::read("ooo xx. x.."));
    assert_eq!((solution.points, solution.nodes), (-1, 0));
}
