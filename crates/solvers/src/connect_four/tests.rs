use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use henge_core::{Game, Limits, Match, Notation, Outcome, Player, Turn};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

static GO: AtomicBool = AtomicBool::new(false);

fn scores() -> Scores {
    Scores::new(1 << 22)
}

fn score(scores: &mut Scores, game: &ConnectFour, pos: &Position) -> i8 {
    scores.of(game, pos, &GO, None).unwrap().score
}

/// The position after discs in columns counted from 1.
fn after(game: &ConnectFour, columns: &str) -> Position {
    let mut table = Match::new(std::sync::Arc::new(*game));
    for column in columns.chars() {
        let mv = game.read_move(table.position(), &column.to_string()).unwrap();
        table.play(mv).unwrap();
    }
    *table.position()
}

/// Every score by plain minimax, without bounds, order or lines on bitboards: the referee.
fn brute_force(game: &ConnectFour, pos: &Position, seen: &mut HashMap<u64, i8>) -> i8 {
    let cells = (game.columns() * game.rows()) as i8;
    match game.turn(pos) {
        // The winner's discs that are left, plus one; and it is the loser's turn.
        Turn::Over(Outcome::Win { .. }) => return -((cells - pos.plies() as i8) / 2 + 1),
        Turn::Over(Outcome::Draw) => return 0,
        _ => {}
    }
    if let Some(&score) = seen.get(&game.key(pos)) {
        return score;
    }
    let mut best = i8::MIN;
    for mv in game.moves(pos) {
        let mut next = *pos;
        game.play(&mut next, mv);
        best = best.max(-brute_force(game, &next, seen));
    }
    seen.insert(game.key(pos), best);
    best
}

/// All positions in which the game goes on, with their scores.
fn all_scores(game: &ConnectFour) -> Vec<(Position, i8)> {
    let mut seen = HashMap::new();
    brute_force(game, &game.start(), &mut seen);
    let (mut all, mut open, mut done) = (Vec::new(), vec![game.start()], HashSet::new());
    while let Some(pos) = open.pop() {
        if matches!(game.turn(&pos), Turn::Over(_)) || !done.insert(game.key(&pos)) {
            continue;
        }
        all.push((pos, seen[&game.key(&pos)]));
        open.extend(game.moves(&pos).map(|mv| {
            let mut next = pos;
            game.play(&mut next, mv);
            next
        }));
    }
    all
}

#[test]
fn every_position_of_a_small_board_is_right() {
    for (columns, rows) in [(4, 4), (5, 3), (3, 5)] {
        let game = ConnectFour::new(columns, rows).unwrap();
        let mut scores = scores();
        for (pos, expected) in all_scores(&game).into_iter().step_by(4) {
            assert_eq!(score(&mut scores, &game, &pos), expected, "{columns} by {rows}: {pos:?}");
        }
    }
}

#[test]
fn bounds_by_following_hold() {
    let mut n = 0;
    for (columns, rows) in [(4, 4), (5, 3), (4, 5)] {
        let game = ConnectFour::new(columns, rows).unwrap();
        for (pos, score) in all_scores(&game) {
            let (own, mask) = pos.own_and_mask();
            let other_wins = game.lines().winning(mask ^ own, mask);
            let bound = statics::upper_bound(game.lines(), own, mask, other_wins);
            assert!(i32::from(score) <= bound, "{columns} by {rows}: {pos:?} {score} {bound}");
            n += u32::from(bound < 0);
        }
    }
    assert!(n > 1000, "bounds that foretell a loss are what the solver lives on, and not {n}");
}

#[test]
fn late_positions_of_any_board_are_right() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let sizes = [
        (7, 6, 11),
        (6, 5, 12),
        (5, 6, 12),
        (6, 7, 11),
        (8, 7, 9),
        (9, 6, 9),
        (12, 4, 9),
        (4, 11, 12),
    ];
    for (columns, rows, left) in sizes {
        let game = ConnectFour::new(columns, rows).unwrap();
        let mut scores = scores();
        let mut n = 0;
        while n < 25 {
            let mut pos = game.start();
            while columns * rows - pos.plies() > left && matches!(game.turn(&pos), Turn::Player(_))
            {
                let k = rng.random_range(0..game.moves(&pos).count());
                // Random games end soon; a player who sees four fills the board further.
                let quiet = game.moves(&pos).cycle_from(k).find(|&mv| {
                    let mut next = pos;
                    game.play(&mut next, mv);
                    !matches!(game.turn(&next), Turn::Over(Outcome::Win { .. }))
                });
                let Some(mv) = quiet else { break };
                game.play(&mut pos, mv);
            }
            if columns * rows - pos.plies() == left {
                let expected = brute_force(&game, &pos, &mut HashMap::new());
                assert_eq!(
                    score(&mut scores, &game, &pos),
                    expected,
                    "{columns} by {rows}: {pos:?}"
                );
                n += 1;
            }
        }
    }
}

/// Moves from the `k`-th on and then from the first, each once.
trait CycleFrom: Iterator + Clone + Sized {
    fn cycle_from(self, k: usize) -> impl Iterator<Item = Self::Item> {
        self.clone().skip(k).chain(self.take(k))
    }
}
impl CycleFrom for henge_games::connect_four::Moves {}

#[test]
fn small_boards_end_as_tromp_found() {
    // Tromp's table of board sizes: nobody wins but on 6 by 4, where the second player does.
    let mut scores = scores();
    for (columns, rows, sign) in
        [(4, 4, 0), (5, 4, 0), (6, 4, -1), (4, 5, 0), (5, 5, 0), (4, 6, 0), (7, 4, 0)]
    {
        let game = ConnectFour::new(columns, rows).unwrap();
        let score = score(&mut scores, &game, &game.start());
        assert_eq!(score.signum(), sign, "{columns} by {rows}");
    }
}

#[test]
fn published_test_sets_are_solved() {
    let game = ConnectFour::default();
    let mut scores = scores();
    let mut n = 0;
    for text in [
        include_str!("../../../../testdata/connect-four/end-easy.txt"),
        include_str!("../../../../testdata/connect-four/middle-easy.txt"),
        include_str!("../../../../testdata/connect-four/begin-easy.txt"),
        include_str!("../../../../testdata/connect-four/middle-medium.txt"),
        include_str!("../../../../testdata/connect-four/begin-medium.txt"),
    ] {
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (columns, expected) = line.split_once(' ').unwrap();
            let found = score(&mut scores, &game, &after(&game, columns));
            assert_eq!(found, expected.parse().unwrap(), "{columns}");
            n += 1;
        }
    }
    assert_eq!(n, 154);
}

#[test]
fn games_that_are_over_have_a_score() {
    let game = ConnectFour::default();
    let mut scores = scores();
    let won = after(&game, "1212121");
    assert_eq!(score(&mut scores, &game, &after(&game, "121212")), 18);
    assert_eq!(score(&mut scores, &game, &won), -18);
    assert_eq!(scores.best_moves(&game, &won, &GO, None), Some((Vec::new(), -18)));
}

#[test]
fn endings_say_who_wins_and_when() {
    let game = ConnectFour::default();
    let ending = |columns: &str, score: i8| Ending::of(&game, &after(&game, columns), score);
    let first = |plies| Ending { winner: Some(Player::First), plies };
    let second = |plies| Ending { winner: Some(Player::Second), plies };
    assert_eq!(ending("", 1), first(41));
    assert_eq!(ending("1", -1), first(40));
    assert_eq!(ending("1", 1), second(41));
    assert_eq!(ending("121212", 18), first(1));
    assert_eq!(ending("1212121", -18), first(0));
    assert_eq!(ending("12121", -18), first(2));
    assert_eq!(ending("", 0), Ending { winner: None, plies: 42 });
    assert_eq!(first(1).score(Player::Second), -henge_core::Score::win_in(1));
}

#[test]
fn playing_best_moves_ends_as_foretold() {
    let game = ConnectFour::default();
    let mut scores = scores();
    let mut pos = after(&game, "274552224131661");
    let (_, score) = scores.best_moves(&game, &pos, &GO, None).unwrap();
    let foretold = Ending::of(&game, &pos, score);
    let mut plies = 0;
    while let Turn::Player(_) = game.turn(&pos) {
        let of_moves = scores.of_moves(&game, &pos, &GO, None).unwrap();
        let (moves, best) = scores.best_moves(&game, &pos, &GO, None).unwrap();
        assert_eq!(of_moves.iter().flatten().max(), Some(&best));
        assert_eq!(Ending::of(&game, &pos, best).plies, foretold.plies - plies);
        game.play(&mut pos, moves[0]);
        plies += 1;
    }
    assert_eq!(plies, foretold.plies);
}

#[test]
fn a_solver_can_be_stopped() {
    let game = ConnectFour::default();
    let mut scores = scores();
    assert_eq!(scores.of(&game, &game.start(), &AtomicBool::new(true), None), None);
    assert_eq!(scores.of(&game, &game.start(), &GO, Some(1000)), None);
    let pos = after(&game, "274552224131661");
    let solved = scores.of(&game, &pos, &GO, None).unwrap();
    scores.clear();
    assert_eq!(scores.of(&game, &pos, &GO, Some(solved.nodes)), Some(solved));
    scores.clear();
    assert_eq!(scores.of(&game, &pos, &GO, Some(solved.nodes - 1)), None);
}

#[test]
fn progress_narrows_down_to_the_score() {
    let game = ConnectFour::default();
    let pos = after(&game, "274552224131661");
    let mut last = (i8::MIN, i8::MAX);
    let solved = scores().watched(&game, &pos, &GO, None, &mut |now| {
        assert!(now.low >= last.0 && now.high <= last.1 && (now.low, now.high) != last);
        last = (now.low, now.high);
    });
    let score = solved.unwrap().score;
    assert_eq!(last, (score, score));
}

#[test]
fn a_solution_has_the_score_of_the_players() {
    let game = ConnectFour::default();
    let mut solver = ConnectFourSolver::new(1 << 22);
    for columns in ["274552224131661", "121212", "12121", "1122"] {
        let pos = after(&game, columns);
        let solution = solver.solve(&game, &pos, Task::new(Limits::nodes(1_000_000)));
        if solution.proved {
            let (points, plies) = solution.score.decided().unwrap_or_default();
            let left = (42 + 2 - pos.plies() - plies) / 2;
            assert_eq!(solution.conventional_score, Some(points.signum() * left as i32));
        }
    }
}
