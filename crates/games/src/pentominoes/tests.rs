use std::collections::HashSet;
use std::sync::Arc;

use henge_core::render::{Charset, TextStyle, text};
use henge_core::{Depict, Game, Notation, Outcome, Player, Symmetric, Turn, erased, mix64, perft};
use henge_testkit::{Counts, check_perft, laws, symmetry_laws};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::*;

pub(super) fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(mix64(seed))
}

fn board(columns: u32, rows: u32) -> Pentominoes {
    Pentominoes::new(columns, rows).unwrap()
}

fn piece(letter: char) -> PieceName {
    PieceName::from_letter(letter).unwrap()
}

/// Plays moves in the compact notation.
pub(super) fn play(game: &Pentominoes, moves: &str) -> Position {
    let mut pos = game.start();
    for text in moves.split_whitespace() {
        let mv = game.read_move(&pos, text).unwrap();
        game.play(&mut pos, mv);
    }
    pos
}

/// A random position after so many plies, or after fewer if the game ends.
pub(super) fn random_position(game: &Pentominoes, rng: &mut impl Rng, plies: u32) -> Position {
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

#[test]
fn the_game_obeys_the_laws() {
    let odd = Pentominoes::with(7, 5, &[1, 2, 18], &[piece('X'), piece('I')]).unwrap();
    for game in [Pentominoes::default(), board(8, 8), board(5, 5), board(1, 9), board(64, 1), odd] {
        let walked = laws(&game);
        assert!(walked.endings > 0);
        symmetry_laws(&game);
    }
    assert_eq!(Pentominoes::default().n_symmetries(), 4);
    assert_eq!(board(8, 8).n_symmetries(), 8);
    assert_eq!(Pentominoes::with(5, 5, &[1], &[]).unwrap().n_symmetries(), 2);
}

#[test]
fn a_tiny_board_is_lost_at_once() {
    let game = board(2, 2);
    assert_eq!(game.turn(&game.start()), Turn::Over(Outcome::win(Player::Second)));
    assert_eq!(
        board(4, 4).moves(&board(4, 4).start()).next().map(|mv| mv.piece()),
        Some(piece('F'))
    );
}

#[test]
fn boards_that_cannot_be_are_refused() {
    let say = |result: Result<Pentominoes, BoardError>| result.unwrap_err().to_string();
    assert_eq!(say(Pentominoes::new(13, 5)), "a board has 1 to 64 squares, and 13x5 has 65");
    assert_eq!(say(Pentominoes::new(0, 5)), "a board has 1 to 64 squares, and 0x5 has 0");
    let blocked = Pentominoes::with(6, 10, &[61], &[]);
    assert_eq!(say(blocked), "there is no square 61; they go from 1 to 60");
    assert!(Pentominoes::new(u32::MAX, u32::MAX).is_err());
}

#[test]
fn there_are_63_orientations_of_12_pieces() {
    let shapes: HashSet<Vec<(i8, i8)>> = Orientation::all()
        .map(|orientation| {
            let mut cells: Vec<(i8, i8)> = orientation.offsets().to_vec();
            cells.push((0, 0));
            // The centre is the one cell with the smallest sum of distances.
            let sum = |&(x, y): &(i8, i8)| -> i8 {
                cells.iter().map(|(a, b)| (a - x).abs() + (b - y).abs()).sum()
            };
            let sums: Vec<i8> = cells.iter().map(sum).collect();
            assert_eq!(sums.iter().filter(|&&other| other <= sums[4]).count(), 1, "{orientation}");
            let (x, y) = cells.iter().fold((9, 9), |a, b| (a.0.min(b.0), a.1.min(b.1)));
            cells.iter_mut().for_each(|cell| *cell = (cell.0 - x, cell.1 - y));
            cells.sort_unstable();
            cells
        })
        .collect();
    assert_eq!(shapes.len(), N_ORIENTATIONS);
    let numbers = PieceName::all().map(|piece| piece.orientations().len());
    assert_eq!(numbers.collect::<Vec<_>>(), [8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4]);
    let turn = |(x, y): (i8, i8)| (-y, x);
    let name = |text: &str| {
        let number = text[1..].parse().unwrap();
        Orientation::new(piece(text.chars().next().unwrap()), number).unwrap()
    };
    for (from, to) in [("F1", "F2"), ("L5", "L6"), ("N4", "N1"), ("Z1", "Z2"), ("Z4", "Z3")] {
        assert_eq!(name(from).image(turn), name(to));
    }
    for (from, to) in [("F1", "F8"), ("V1", "V4"), ("W1", "W4"), ("Z1", "Z3"), ("Y1", "Y8")] {
        assert_eq!(name(from).image(|(x, y)| (-x, y)), name(to));
    }
}

/// The names of the orientations that fit among these cells around a centre.
fn names_fitting(cells: &[u32]) -> String {
    let fits = fitting(cells.iter().fold(0, |all, cell| all | 1 << (cell - 1)));
    let fits = Orientation::all().filter(|orientation| fits >> orientation.index() & 1 != 0);
    fits.map(|orientation| orientation.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_neighbourhoods_of_the_thesis_admit_what_it_says() {
    assert_eq!(names_fitting(&[2, 4, 6, 7, 8, 9, 10]), "L1 L8 U4 Z1");
    // The thesis prints thirteen names; in its list of numbers U4 is there.
    assert_eq!(
        names_fitting(&[1, 2, 4, 6, 7, 8, 9, 10]),
        "F3 F8 L1 L8 N3 N4 N7 P6 T4 U4 V1 W3 Y3 Z1"
    );
}

#[test]
fn neighbourhoods_and_moves_agree() {
    let mut rng = rng(1);
    let game = Pentominoes::with(7, 8, &[11], &[piece('W')]).unwrap();
    for plies in 0..8 {
        let pos = random_position(&game, &mut rng, plies);
        let moves: HashSet<Move> = game.moves(&pos).collect();
        let mut expected = HashSet::new();
        for square in (0..game.n_squares()).filter(|square| pos.free() >> square & 1 != 0) {
            let fits = fitting(game.neighbourhood(&pos, square));
            let fits = Orientation::all().filter(|o| fits >> o.index() & 1 != 0);
            let left = fits.filter(|o| pos.pieces_left().any(|piece| piece == o.piece()));
            expected.extend(left.filter_map(|orientation| Move::new(orientation, square)));
        }
        assert_eq!(moves, expected);
        let centres: HashSet<usize> = moves.iter().map(|mv| mv.centre()).collect();
        assert_eq!(game.centres(&pos).count_ones() as usize, centres.len());
        assert!(moves.iter().all(|&mv| {
            let squares = game.squares(mv);
            squares.count_ones() == 5 && squares & !pos.free() == 0
        }));
    }
}

#[test]
fn the_counts_are_right() {
    let rules = |name: &str| {
        let size = name.strip_prefix("pentominoes:size=").unwrap().split_once('x').unwrap();
        let game = board(size.0.parse().unwrap(), size.1.parse().unwrap());
        erased::rules(name, game.about(), Arc::new(game))
    };
    let text = include_str!("../../../../testdata/perft/pentominoes.toml");
    assert_eq!(check_perft(text, &rules, 10_000_000), Counts { checked: 29, skipped: 4 });
}

#[test]
fn openings_fall_into_orbits_and_leave_so_many_replies() {
    for (columns, rows, orbits, least, most) in [
        (3, 5, 55, 0, 59),
        (4, 4, 33, 2, 83),
        (4, 5, 98, 16, 191),
        (5, 5, 82, 56, 372),
        (6, 6, 133, 254, 762),
        (5, 8, 300, 306, 939),
        (7, 7, 217, 636, 1298),
        (6, 10, 514, 982, 1762),
        (8, 8, 296, 1181, 1974),
    ] {
        let game = board(columns, rows);
        let (mut keys, mut replies) = (HashSet::new(), Vec::new());
        for mv in game.moves(&game.start()) {
            let mut pos = game.start();
            game.play(&mut pos, mv);
            keys.insert(game.canonical_key(&pos));
            replies.push(game.moves(&pos).count());
        }
        assert_eq!(keys.len(), orbits, "{columns}x{rows}");
        assert_eq!(replies.iter().min(), Some(&least));
        assert_eq!(replies.iter().max(), Some(&most));
    }
}

/// The ways to fill what is free, square by square: a count that knows nothing of moves.
fn packings(game: &Pentominoes, free: u64, left: u16) -> u64 {
    if free == 0 {
        return 1;
    }
    let first = free.trailing_zeros();
    let all = Orientation::all().filter(|o| left >> o.piece().index() & 1 != 0);
    let all = all.flat_map(|o| (0..game.n_squares()).filter_map(move |c| Move::new(o, c)));
    all.filter(|&mv| game.squares(mv) >> first & 1 != 0 && game.squares(mv) & !free == 0)
        .map(|mv| packings(game, free & !game.squares(mv), left & !(1 << mv.piece().index())))
        .sum()
}

#[test]
fn the_longest_games_are_the_packings() {
    for (rows, expected) in [(3, 28), (4, 200), (5, 856)] {
        let game = board(5, rows);
        let pos = game.start();
        assert_eq!(packings(&game, pos.free(), pos.left()), expected);
        if rows < 5 {
            let orders: u64 = (1..=u64::from(rows)).product();
            assert_eq!(perft(&game, &mut game.start(), rows), expected * orders);
        }
    }
}

/// The games at the end of the thesis: before each move of the machine the choices and centres.
#[test]
fn the_sample_games_of_the_thesis() {
    let games = [
        // The scan has I for the L of the last move but one.
        "W 1 8, Y 2 29 1507 53, I 1 25, F 4 10 668 43, U 2 49, P 4 59 283 26, L 6 26, V 2 34 49 13",
        "V 3 6, F 1 33 1698 51, L 8 36, P 4 21 518 40, U 3 2, I 2 51 173 24, T 3 46, Y 8 25 6 3, \
         N 1 17",
        "T 2 12 2056 60, P 4 23, F 3 44 1070 48, W 2 9, N 7 40 370 32, U 4 53, V 1 25 42 10",
        "P 1 31 2056 60, T 3 22, L 8 24 716 48, X 1 8, F 1 46 450 28, Y 5 5, N 7 34 45 22, V 1 55, \
         U 4 54 5 3",
    ];
    let game = Pentominoes::default();
    for moves in games {
        let mut pos = game.start();
        for entry in moves.split(", ") {
            let words: Vec<&str> = entry.split(' ').collect();
            if let [_, _, _, choices, centres] = words[..] {
                let found = (game.moves(&pos).count(), game.centres(&pos).count_ones());
                assert_eq!(found, (choices.parse().unwrap(), centres.parse().unwrap()), "{entry}");
            }
            let mv = game.read_move(&pos, &words[..3].join(" ")).unwrap();
            game.play(&mut pos, mv);
        }
        // All four were played to the end.
        assert!(matches!(game.turn(&pos), Turn::Over(_)), "{moves}");
    }
}

#[test]
fn wrong_texts_say_what_is_right() {
    let game = Pentominoes::with(6, 10, &[60], &[piece('Z')]).unwrap();
    let pos = play(&game, "W1@8");
    let say = |text: &str| game.read_move(&pos, text).unwrap_err().to_string();
    let moves = [
        "T 3 61",
        "T 3 0",
        "T 3 99999999999999999999999",
        "T 5 45",
        "T 0 45",
        "X 2 45",
        "W 1 45",
        "Z 1 45",
        "T 3 8",
        "T 3 60",
        "I 2 31",
        "I 1 20",
        "T 1 58",
        "Q 1 4",
        "T345",
        "T",
        "",
        "T 3 45 6",
    ];
    insta::assert_snapshot!(moves.map(say).join("\n"));
    let expected = Ok(Move::new(Orientation::new(piece('T'), 3).unwrap(), 44).unwrap());
    for text in ["T 3 45", "T3@45", "t3@45", " 't' 3 45 ", "T3 45", "T 3@45"] {
        assert_eq!(game.read_move(&pos, text), expected, "{text}");
    }
    let game = Pentominoes::with(3, 5, &[1], &[piece('Z')]).unwrap();
    let say = |text: &str| game.read_position(text).unwrap_err().to_string();
    let positions = [
        "#../.../.../.../...",
        "#../.../.../.../... o",
        "#../.../.../.. x",
        "#../.../.../.../.... x",
        ".../.../.../.../... x",
        "##./.../.../.../... x",
        "#../Ii./I../I../I.. o",
        "#../I../I../I../... o",
        "#../i../i../i../i.. o",
        "#ZZ/.Z./ZZ./.../... o",
        "#../?../.../.../... x",
    ];
    insta::assert_snapshot!(positions.map(say).join("\n"));
}

#[test]
fn the_board_is_drawn_with_pieces_and_hands() {
    let game = Pentominoes::default();
    let pos = play(&game, "W1@8 Y2@29 I1@25");
    let drawing = |charset| {
        let style = TextStyle { charset, ..TextStyle::default() };
        text(&game.board(), &game.scene(&pos), &style)
    };
    insta::assert_snapshot!(drawing(Charset::Unicode));
}
