use henge_core::{Game, Notation, Player, Turn};

use super::*;
use crate::draughts::Variant;

fn game(variant: Variant) -> Draughts<u64> {
    Draughts::new(variant).expect("a board that fits")
}

const SMALL: [Variant; 10] = [
    Variant::Danish,
    Variant::Czech,
    Variant::English,
    Variant::Pool,
    Variant::Russian,
    Variant::Brazilian,
    Variant::Italian,
    Variant::Spanish,
    Variant::Portuguese,
    Variant::Thai,
];

#[test]
fn positions_and_numbers_belong_together() {
    let game = game(Variant::English);
    let endings = Endings::new(&game, 3).expect("three pieces");
    for material in (2..=3).flat_map(Material::all).flat_map(|m| [m, m.turned()]) {
        for number in 0..endings.places.size(material) {
            let Some(pos) = endings.position(material, number) else { continue };
            assert_eq!(Material::of(&pos), material);
            assert_eq!(endings.places.number(&pos), number);
            assert!(game.set_up(pos.men, pos.kings, Player::First).is_some());
        }
    }
}

/// By induction on the distance a table that is right at every position as to its moves is right.
#[test]
fn every_position_is_worth_what_its_best_move_is() {
    for variant in SMALL {
        let endings = Endings::solve(&game(variant), 3).expect("three pieces");
        let mut n = 0;
        for material in (2..=3).flat_map(Material::all).flat_map(|m| [m, m.turned()]) {
            n += endings
                .check(material)
                .unwrap_or_else(|pos| panic!("{variant}: {}", endings.game.write_position(&pos)));
        }
        assert!(n > 200_000, "{variant}: {n}");
    }
}

#[test]
fn the_board_looks_the_same_from_both_sides() {
    let game = game(Variant::Russian);
    let endings = Endings::solve(&game, 3).expect("three pieces");
    let ending = |fen: &str| endings.probe(&game.read_position(fen).expect(fen));
    assert_eq!(ending("W:Wa1,Kc3:Bh8"), ending("B:Bh8,Kf6:Wa1"));
}

#[test]
fn known_endings() {
    let solve = |variant| Endings::solve(&game(variant), 4).expect("four pieces");
    let russian = solve(Variant::Russian);
    let ending = |endings: &Endings<u64>, fen: &str| {
        endings.probe(&endings.game.read_position(fen).expect(fen)).expect("solved")
    };
    // A king on the long diagonal holds out against three; who keeps him off it catches him (Petrov).
    assert_eq!(ending(&russian, "B:WKc1,Ke1,Kg1:BKa1"), Ending::Draw);
    assert!(matches!(ending(&russian, "B:WKa1,Kc1,Kg1:BKh2"), Ending::Loss(_)));
    // Two kings never catch one that flies, and short kings do.
    assert_eq!(ending(&russian, "W:WKc1,Kg1:BKh8"), Ending::Draw);
    let english = solve(Variant::English);
    assert!(matches!(ending(&english, "W:WK18,K22:BK7"), Ending::Win(_)));
    // A king in the double corner still loses to two.
    assert!(matches!(ending(&english, "W:WK18,K22:BK1"), Ending::Win(_)));
}

/// With the table, play to the end takes as many plies as it says.
#[test]
fn the_distance_is_kept_in_play() {
    let game = game(Variant::Danish);
    let endings = Endings::solve(&game, 3).expect("three pieces");
    let mut tried = 0;
    for material in Material::all(3) {
        for number in (0..endings.places.size(material)).step_by(997) {
            let Some(mut pos) = endings.position(material, number) else { continue };
            let plies = match endings.probe(&pos).expect("solved") {
                Ending::Draw => continue,
                Ending::Win(plies) | Ending::Loss(plies) => plies,
            };
            for left in (0..plies).rev() {
                let after = |mv| {
                    let mut next = pos;
                    game.play(&mut next, mv);
                    next
                };
                let best = game.moves(&pos).map(after).find(|next| {
                    matches!(endings.probe(next),
                        Some(Ending::Win(n) | Ending::Loss(n)) if n == left && n % 2 == left % 2)
                });
                pos = best.expect("a move that keeps the distance");
            }
            assert!(matches!(game.turn(&pos), Turn::Over(_)));
            tried += 1;
        }
    }
    assert!(tried > 50, "{tried}");
}

#[test]
fn files_are_read_as_they_were_written_and_refused_if_not() {
    let (danish, czech) = (game(Variant::Danish), game(Variant::Czech));
    let endings = Endings::solve(&danish, 2).expect("two pieces");
    let mut bytes = Vec::new();
    endings.write(&mut bytes).expect("a vector takes it");
    let again = Endings::read(&danish, &bytes[..]).expect("what was written");
    assert_eq!(again.tables, endings.tables);
    assert!(matches!(Endings::read(&czech, &bytes[..]), Err(FileError::OtherVariant { .. })));
    assert!(matches!(Endings::read(&danish, &b"other"[..]), Err(FileError::Foreign)));
    for end in (16..bytes.len()).step_by(61) {
        assert!(matches!(Endings::read(&danish, &bytes[..end]), Err(FileError::Damaged)), "{end}");
    }
    for at in (24..bytes.len()).step_by(67) {
        let mut altered = bytes.clone();
        altered[at] ^= 8;
        assert!(Endings::read(&danish, &altered[..]).is_err(), "altered at {at}");
    }
    bytes.push(0);
    assert!(matches!(Endings::read(&danish, &bytes[..]), Err(FileError::Damaged)));
    let none = Endings::new(&danish, 3).expect("three pieces");
    assert!(matches!(none.write(Vec::new()), Err(FileError::Incomplete)));
}

/// C(64, 8) does not fit into 32 bits, and lists of that many sets into no memory.
#[test]
fn the_largest_boards_have_tables_of_few_pieces() {
    let turkish = Draughts::<u128>::new(Variant::Turkish).expect("a board that fits");
    assert!(Endings::solve(&turkish, 2).is_ok());
    let refused = Endings::new(&turkish, 8).err();
    assert_eq!(refused, Some(EndingsError::TooMany { title: turkish.rules().title, pieces: 8 }));
    assert_eq!(
        refused.expect("refused").to_string(),
        "Turkish draughts has too many endings of 8 pieces"
    );
}

#[test]
fn frisian_kings_tire_and_have_no_tables() {
    assert!(matches!(Endings::new(&game(Variant::Frisian), 3), Err(EndingsError::LimitedKings(_))));
    assert!(matches!(Endings::new(&game(Variant::Danish), 1), Err(EndingsError::Pieces(1))));
}
