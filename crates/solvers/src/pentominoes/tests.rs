use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use henge_core::{Game, Limits, Symmetric, mix64};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::*;

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(mix64(seed))
}

/// A position after random moves, or after fewer if the game ends before.
fn random_position(game: &Pentominoes, rng: &mut impl Rng, plies: u32) -> Position {
    let mut pos = game.start();
    for _ in 0..plies {
        let moves: Vec<Move> = game.moves(&pos).collect();
        if moves.is_empty() {
            break;
        }
        game.play(&mut pos, moves[rng.next_u64() as usize % moves.len()]);
    }
    pos
}

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

fn all<'a>() -> Task<'a, Move> {
    Task::new(Limits::NONE)
}

#[test]
fn brute_force_agrees_on_small_boards() {
    let mut solver = PentominoesSolver::new(1 << 22);
    for columns in 1..=5 {
        for rows in columns..=20 / columns {
            let game = Pentominoes::new(columns, rows).unwrap();
            let expected = brute(&game, &mut game.start(), &mut HashMap::new());
            let solved = solver.solve(&game, &game.start(), all());
            assert_eq!(solved.points > 0, expected, "{columns}x{rows}");
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
        let mut solver = PentominoesSolver::new(1 << 22);
        for _ in 0..n {
            let mut pos = random_position(&game, &mut rng, plies);
            if game.moves(&pos).next().is_none() {
                continue;
            }
            let expected = brute(&game, &mut pos, &mut HashMap::new());
            let solved = solver.solve(&game, &pos, all());
            assert_eq!(solved.points > 0, expected, "{columns}x{rows} {pos:?}");
        }
    }
}

#[test]
fn the_best_move_of_a_won_position_wins() {
    let game = Pentominoes::default();
    let mut rng = rng(2);
    let mut solver = PentominoesSolver::new(1 << 24);
    for _ in 0..20 {
        let mut pos = random_position(&game, &mut rng, 4);
        let before = solver.solve(&game, &pos, all());
        assert!(game.moves(&pos).any(|mv| mv == before.line[0]));
        game.play(&mut pos, before.line[0]);
        let after = solver.solve(&game, &pos, all());
        assert_eq!(after.points > 0, (before.points < 0));
    }
}

#[test]
fn both_kinds_of_instructions_visit_the_same_positions() {
    let mut rng = rng(3);
    for (columns, rows, plies) in [(5, 5, 0), (5, 6, 0), (6, 6, 1), (6, 10, 3), (8, 8, 4)] {
        let game = Pentominoes::new(columns, rows).unwrap();
        let pos = random_position(&game, &mut rng, plies);
        let solve = |instructions| {
            let mut solver = PentominoesSolver::new(1 << 22).instructions(instructions);
            let solution = solver.solve(&game, &pos, all());
            (solution.points, solution.line, solution.nodes)
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
    let mut solver = PentominoesSolver::new(1 << 22);
    let limited = solver.solve(&game, &game.start(), Task::new(Limits::nodes(1000)));
    assert!(!limited.proved && limited.line.is_empty());
    assert!(solver.table.as_ref().unwrap().bytes() <= 1 << 22);
    let stopped = solver.solve(&game, &game.start(), all().stop(&AtomicBool::new(true)));
    assert!(!stopped.proved);
    let mut reports = 0;
    let mut tell = |_: &henge_search::Report<Move>| reports += 1;
    let pos = random_position(&game, &mut rng(9), 1);
    let solved = solver.solve(&game, &pos, all().progress(&mut tell));
    assert!(solved.proved && solved.nodes > 0);
    assert!(reports > 0 || solved.points > 0);
}

/// The lengths of the shortest and of the longest game, by looking at all positions.
fn lengths(
    game: &Pentominoes,
    pos: &mut Position,
    known: &mut HashMap<(u64, u16), (usize, usize)>,
) -> (usize, usize) {
    if let Some(&found) = known.get(&(pos.free(), pos.left())) {
        return found;
    }
    let mut found: Option<(usize, usize)> = None;
    for mv in game.moves(pos) {
        game.play(pos, mv);
        let (least, most) = lengths(game, pos, known);
        game.undo(pos, mv, ());
        let (a, b) = found.unwrap_or((usize::MAX, 0));
        found = Some((a.min(least + 1), b.max(most + 1)));
    }
    let found = found.unwrap_or((0, 0));
    known.insert((pos.free(), pos.left()), found);
    found
}

#[test]
fn the_shortest_and_the_longest_game_are_what_all_games_say() {
    let never = AtomicBool::new(false);
    let mut rng = rng(24);
    let boards =
        [(1, 9, 0), (4, 4, 0), (7, 3, 0), (4, 5, 0), (5, 5, 2), (8, 4, 3), (6, 10, 6), (8, 8, 7)];
    for (columns, rows, plies) in boards {
        let game = Pentominoes::new(columns, rows).unwrap();
        for _ in 0..if plies == 0 { 1 } else { 12 } {
            let pos = random_position(&game, &mut rng, plies);
            let found = PentominoesSolver::new(1).extremes(&game, &pos, Limits::NONE, &never);
            let (least, most) = lengths(&game, &mut pos.clone(), &mut HashMap::new());
            let shortest = found.shortest.unwrap();
            assert_eq!((shortest.len(), found.least), (least, least), "{columns}x{rows}");
            assert_eq!((found.longest.len(), found.is_longest), (most, true), "{columns}x{rows}");
            for line in [shortest, found.longest] {
                let mut pos = pos;
                for mv in line {
                    assert!(game.moves(&pos).any(|legal| legal == mv));
                    game.play(&mut pos, mv);
                }
                assert_eq!(game.moves(&pos).count(), 0);
            }
        }
    }
}

#[test]
fn what_the_limits_end_is_a_game_all_the_same() {
    let game = Pentominoes::new(8, 8).unwrap();
    let never = AtomicBool::new(false);
    let limits = Limits::nodes(30);
    let found = PentominoesSolver::new(1).extremes(&game, &game.start(), limits, &never);
    assert!(found.shortest.is_none() && found.least == 2 && !found.is_longest);
    let mut pos = game.start();
    for mv in found.longest {
        game.play(&mut pos, mv);
    }
    assert_eq!(game.moves(&pos).count(), 0);
}
