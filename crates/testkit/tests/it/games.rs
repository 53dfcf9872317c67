//! The small games against counts and values found by programs that share nothing with them.

use std::collections::HashMap;

use henge_core::{Game, Notation, Outcome, Player, Turn, perft};
use henge_testkit::games::{Boxes, DiceRace, Ring};
use proptest::prelude::*;

/// What `pos` is worth to the first player, in points, by trying everything; for games without
/// cycles.
fn worth<G: Game>(game: &G, pos: &mut G::Position, known: &mut HashMap<u64, f64>) -> f64 {
    let key = game.key(pos);
    if let Some(&worth) = known.get(&key) {
        return worth;
    }
    let turn = game.turn(pos);
    let mut best: Option<f64> = None;
    let mut mean = 0.0;
    for mv in game.moves(pos) {
        let probability = f64::from(game.probability(pos, mv));
        let undo = game.play(pos, mv);
        let value = worth(game, pos, known);
        game.undo(pos, mv, undo);
        mean += probability * value;
        best = Some(match (best, turn) {
            (None, _) => value,
            (Some(best), Turn::Player(Player::Second)) => best.min(value),
            (Some(best), _) => best.max(value),
        });
    }
    let worth = match turn {
        Turn::Over(outcome) => outcome.points_for(Player::First).into(),
        Turn::Chance => mean,
        Turn::Player(_) => best.expect("there are moves until the game is over"),
    };
    known.insert(key, worth);
    worth
}

fn worth_of_start<G: Game>(game: &G) -> f64 {
    worth(game, &mut game.start(), &mut HashMap::new())
}

#[test]
fn boxes_has_all_orders_of_its_lines() {
    // The game lasts until all lines are drawn, so there are 12 · 11 · 10 · … sequences.
    let game = Boxes::default();
    let mut expected = 1;
    for depth in 1..=6 {
        expected *= 13 - u64::from(depth);
        assert_eq!(perft(&game, &mut game.start(), depth), expected);
    }
    let game = Boxes::new(2, 1);
    assert_eq!(perft(&game, &mut game.start(), 7), 5040);
    assert_eq!(perft(&game, &mut game.start(), 8), 0);
}

/// The best lead in boxes of the player to move, over all sets of lines drawn. Lines are numbered
/// as people draw the grid: the rows of lines across from the top, then the rows of lines down.
fn best_lead(columns: usize, rows: usize) -> i32 {
    let across = columns * (rows + 1);
    let n = across + rows * (columns + 1);
    let sides = |c: usize, r: usize| {
        let (top, left) = (r * columns + c, across + r * (columns + 1) + c);
        1_usize << top | 1 << (top + columns) | 1 << left | 1 << (left + 1)
    };
    let boxes: Vec<usize> =
        (0..rows).flat_map(|r| (0..columns).map(move |c| sides(c, r))).collect();
    let complete = |drawn: usize| boxes.iter().filter(|&&b| drawn & b == b).count() as i32;
    let mut lead = vec![0; 1 << n];
    for drawn in (0..lead.len() - 1).rev() {
        let free = (0..n).map(|line| 1 << line).filter(|line| drawn & line == 0);
        let go = |line: usize| match complete(drawn | line) - complete(drawn) {
            0 => -lead[drawn | line],
            gain => gain + lead[drawn | line],
        };
        lead[drawn] = free.map(go).max().expect("a line is free");
    }
    lead[0]
}

#[test]
fn boxes_are_won_and_drawn_as_the_best_lead_says() {
    for (columns, rows, lead) in [(1, 1, -1), (2, 1, 0), (3, 1, -1), (2, 2, 2), (4, 1, 0)] {
        assert_eq!(best_lead(columns, rows), lead, "{columns} by {rows}");
        let game = Boxes::new(columns as u8, rows as u8);
        assert_eq!(worth_of_start(&game), f64::from(lead.signum()), "{columns} by {rows}");
    }
}

#[test]
fn a_box_gives_another_turn() {
    let game = Boxes::new(1, 1);
    let mut pos = game.start();
    let mut turns = Vec::new();
    while let Some(mv) = game.moves(&pos).next() {
        turns.push(game.turn(&pos));
        game.play(&mut pos, mv);
    }
    let [first, second] = Player::BOTH.map(Turn::Player);
    assert_eq!(turns, [first, second, first, second]);
    assert_eq!(game.turn(&pos), Turn::Over(Outcome::win(Player::Second)));

    let game = Boxes::new(2, 1);
    let mut pos = game.start();
    let moves: Vec<_> = game.moves(&pos).collect();
    // Rows from the top: b1 d1, a2 c2 e2, b3 d3; these four surround the left box.
    for line in [0, 2, 3, 5] {
        game.play(&mut pos, moves[line]);
    }
    assert_eq!(game.turn(&pos), second, "the second player took the box and goes on");
}

/// Where each king of the ring of `n` may step to.
fn steps(n: i32, kings: [i32; 2], mover: usize) -> Vec<[i32; 2]> {
    let by: &[i32] = [&[1, -1, 2][..], &[-1, -2]][mover];
    let step = |d: &i32| {
        let mut kings = kings;
        kings[mover] = (kings[mover] + d).rem_euclid(n);
        kings
    };
    by.iter().map(step).collect()
}

#[test]
fn ring_counts() {
    fn count(kings: [i32; 2], mover: usize, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if kings[0] == kings[1] => 0,
            _ => steps(12, kings, mover).into_iter().map(|k| count(k, 1 - mover, depth - 1)).sum(),
        }
    }
    let game = Ring::default();
    for depth in 0..=12 {
        assert_eq!(perft(&game, &mut game.start(), depth), count([0, 6], 0, depth), "{depth}");
    }
    assert_eq!(perft(&game, &mut game.start(), 4), 34, "one of 18 games ends after 3 plies");
}

#[test]
fn a_twelve_ring_has_wins_draws_and_losses() {
    // Backwards from the endings, until nothing more is decided: true is a win for the mover.
    let mut decided: HashMap<([i32; 2], usize), bool> = HashMap::new();
    let all = || (0..288).map(|i| ([i % 12, i / 12 % 12], (i / 144) as usize));
    loop {
        let before = decided.len();
        for (kings, mover) in all().filter(|(kings, _)| kings[0] != kings[1]) {
            let value = |k: [i32; 2]| match k[0] == k[1] {
                true => Some(false),
                false => decided.get(&(k, 1 - mover)).copied(),
            };
            let values: Vec<_> = steps(12, kings, mover).into_iter().map(value).collect();
            if values.contains(&Some(false)) {
                decided.insert((kings, mover), true);
            } else if values.iter().all(|value| *value == Some(true)) {
                decided.insert((kings, mover), false);
            }
        }
        if decided.len() == before {
            break;
        }
    }
    let wins = decided.values().filter(|win| **win).count();
    assert_eq!((wins, decided.len() - wins), (120, 36), "as the game's own page says");
    assert!(!decided.contains_key(&([0, 6], 0)), "the start is a draw");
}

#[test]
fn race_counts() {
    // One throw of three, one choice; then the other player; then mostly two men to choose from.
    let game = DiceRace::default();
    for (depth, expected) in (1..).zip([3, 3, 9, 9, 27, 54]) {
        assert_eq!(perft(&game, &mut game.start(), depth), expected, "perft({depth})");
    }
}

/// The expected points of the player about to throw, with `mine` and `theirs` steps gone.
fn race(length: u8, mine: [u8; 2], theirs: [u8; 2], known: &mut HashMap<[[u8; 2]; 2], f64>) -> f64 {
    if theirs == [length; 2] {
        return if mine.contains(&length) { -1.0 } else { -2.0 };
    }
    if let Some(&points) = known.get(&[mine, theirs]) {
        return points;
    }
    let mut expected = 0.0;
    for (die, chance) in [(1, 0.5), (2, 1.0 / 3.0), (3, 1.0 / 6.0)] {
        let mut best = f64::NEG_INFINITY;
        for man in [0, 1] {
            if mine[man] == length {
                continue;
            }
            let free = |n: &u8| *n >= length || !theirs.contains(n);
            let mut next = mine;
            next[man] = (mine[man] + die..).find(free).expect("home is always free").min(length);
            best = best.max(-race(length, theirs, next, known));
        }
        expected += chance * best;
    }
    known.insert([mine, theirs], expected);
    expected
}

#[test]
fn the_race_favours_the_first_player_as_much_as_recursion_says() {
    for length in [2, 3, 6, 9] {
        let expected = race(length, [0; 2], [0; 2], &mut HashMap::new());
        let found = worth_of_start(&DiceRace::new(length));
        // The game gives its chances in single precision.
        assert!((found - expected).abs() < 1e-5, "{length}: {found}, not {expected}");
        assert!(expected > 0.0);
    }
}

/// A text is refused, or it means a position that is written with the same meaning.
fn read_any<G: Notation>(game: &G, text: &str) {
    if let Ok(pos) = game.read_position(text) {
        let written = game.write_position(&pos);
        assert_eq!(game.read_position(&written), Ok(pos), "{text:?} and {written:?}");
    }
}

proptest! {
    #[test]
    fn no_text_upsets_a_reader(text in ".{0,30}") {
        read_any(&Boxes::default(), &text);
        read_any(&DiceRace::default(), &text);
        read_any(&Ring::default(), &text);
    }

    #[test]
    fn no_likely_text_upsets_a_reader(
        boxes in "[01]{4} [0-2]{1,3} [01] [123]",
        race in "[0-3]{2} [0-3]{2} [123] [-1-4]",
        ring in "[a-f] [a-f] [123]",
    ) {
        read_any(&Boxes::new(1, 1), &boxes);
        read_any(&DiceRace::new(2), &race);
        read_any(&Ring::new(5), &ring);
    }
}
