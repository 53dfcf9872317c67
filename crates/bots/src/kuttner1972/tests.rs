use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use henge_core::erased::{DynBot, Task};
use henge_core::spec::{Options, Spec};
use henge_core::{Game, Limits, Match, Notation, Turn};
use henge_games::pentominoes::{Move, Orientation, Pentominoes, PieceName, Position};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::neighbourhoods::bits;
use super::*;

const GO_ON: AtomicBool = AtomicBool::new(false);

fn counts(choices: u32, centres: u32) -> Counts {
    Counts { choices, centres }
}

fn play(game: &Pentominoes, moves: &str) -> Position {
    let mut pos = game.start();
    for text in moves.split(", ") {
        let mv = game.read_move(&pos, text).unwrap();
        game.play(&mut pos, mv);
    }
    pos
}

fn random_position(game: &Pentominoes, seed: u64, plies: usize) -> Position {
    let (lens, mut pos) = (Lens::new(game), game.start());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..plies {
        let Some(mv) = random_move(&lens, &lens.look(&pos), &mut rng) else { break };
        game.play(&mut pos, mv);
    }
    pos
}

#[test]
fn the_4096_neighbourhoods_agree_with_direct_fitting() {
    for neighbourhood in 0..4096u16 {
        let direct = Orientation::all().filter(|orientation| {
            orientation.cells().iter().all(|cell| neighbourhood >> (cell - 1) & 1 != 0)
        });
        let direct: Vec<usize> = direct.map(|orientation| orientation.index()).collect();
        assert_eq!(bits(fits(neighbourhood)).collect::<Vec<_>>(), direct);
    }
}

#[test]
fn what_is_seen_agrees_with_the_rules() {
    let piece = |letter| PieceName::from_letter(letter).unwrap();
    let odd = Pentominoes::with(7, 8, &[11, 12], &[piece('W')]).unwrap();
    let long = Pentominoes::new(64, 1).unwrap();
    for game in [Pentominoes::default(), Pentominoes::new(8, 8).unwrap(), odd, long] {
        for plies in 0..8 {
            let pos = random_position(&game, 7, plies);
            let lens = Lens::new(&game);
            let sight = lens.look(&pos);
            let mut seen: Vec<Move> = sight
                .centres()
                .flat_map(|(square, moves)| bits(moves).map(move |o| (o, square)))
                .map(|(orientation, square)| lens.mv(orientation, square))
                .collect();
            seen.sort_unstable();
            let mut legal: Vec<Move> = game.moves(&pos).collect();
            legal.sort_unstable();
            assert_eq!(seen, legal);
            let counts = sight.counts();
            assert_eq!(counts.choices as usize, legal.len());
            assert_eq!(counts.centres, game.centres(&pos).count_ones());
            for square in 0..game.n_squares() {
                assert_eq!(sight.neighbourhood(square), game.neighbourhood(&pos, square));
            }
        }
    }
}

/// Figures 13 and 14: counts on the squares of 6x6 after two moves and after three.
#[test]
fn the_counts_of_figures_13_and_14() {
    let figure_13 = "0 5 6 2 0 0 5 28 15 . . . 5 35 39 9 0 . 0 9 31 35 9 . . . 3 23 25 0 . . . 1 2 0";
    let figure_14 = ". 0 1 2 0 0 . . 6 . . . . 0 16 8 0 . . 0 19 31 8 . . . 3 19 21 0 . . . 1 2 0";
    let game = Pentominoes::new(6, 6).unwrap();
    let lens = Lens::new(&game);
    let drawn = |pos: &Position| {
        let sight = lens.look(pos);
        let square = |square: usize| match pos.free() >> square & 1 {
            0 => ".".into(),
            _ => sight.moves_at(square).count_ones().to_string(),
        };
        (0..36).map(square).collect::<Vec<String>>().join(" ")
    };
    // The figures show which squares are covered but not by which pieces: all ways are tried.
    let covered = |figure: &str| {
        let squares = figure.split(' ').enumerate().filter(|(_, word)| *word == ".");
        squares.fold(0u64, |all, (square, _)| all | 1 << square)
    };
    let (two, three) = (covered(figure_13), covered(figure_14));
    assert_eq!((two.count_ones(), (three & !two).count_ones()), (10, 5));
    let start = game.start();
    let mut found = 0;
    for first in game.moves(&start).filter(|&mv| game.squares(mv) & !two == 0) {
        for second in game.moves(&start) {
            if game.squares(second) | game.squares(first) != two || second < first {
                continue;
            }
            if second.piece() == first.piece() {
                continue;
            }
            let mut pos = start;
            game.play(&mut pos, first);
            game.play(&mut pos, second);
            if drawn(&pos) != figure_13 {
                continue;
            }
            assert_eq!(lens.look(&pos).counts(), counts(287, 19));
            let third = game.moves(&pos).filter(|&mv| game.squares(mv) == three & !two);
            for third in third.collect::<Vec<_>>() {
                let mut pos = pos;
                game.play(&mut pos, third);
                assert_eq!(drawn(&pos), figure_14);
                assert_eq!(lens.look(&pos).counts(), counts(137, 13));
                found += 1;
            }
        }
    }
    assert_eq!(found, 1);
}

/// The moves of the machine in appendix 2E with what it printed before them, and between them the
/// other player's.
const GAMES: [&str; 4] = [
    "W 1 8, Y 2 29 1507 53, I 1 25, F 4 10 668 43, U 2 49, P 4 59 283 26, L 6 26, V 2 34 49 13",
    "V 3 6, F 1 33 1698 51, L 8 36, P 4 21 518 40, U 3 2, I 2 51 173 24, T 3 46, Y 8 25 6 3, N 1 17",
    "T 2 12 2056 60, P 4 23, F 3 44 1070 48, W 2 9, N 7 40 370 32, U 4 53, V 1 25 42 10",
    "P 1 31 2056 60, T 3 22, L 8 24 716 48, X 1 8, F 1 46 450 28, Y 5 5, N 7 34 45 22, V 1 55, \
     U 4 54 5 3",
];

#[test]
fn the_machine_of_the_sample_games_saw_these_choices_and_won_or_lost_as_it_knew() {
    let game = Pentominoes::default();
    let lens = Lens::new(&game);
    for moves in GAMES {
        let mut pos = game.start();
        for entry in moves.split(", ") {
            let words: Vec<&str> = entry.split(' ').collect();
            let mv = game.read_move(&pos, &words[..3].join(" ")).unwrap();
            if let [_, _, _, choices, centres] = words[..] {
                let seen = lens.look(&pos).counts();
                assert_eq!(seen, counts(choices.parse().unwrap(), centres.parse().unwrap()));
                if seen.choices <= 100 {
                    // Within its limit it searched: it played to win, and lost only game 2.
                    let searched = search(&lens, &pos, Limits::NONE, &GO_ON);
                    let won = matches!(searched.verdict, Verdict::Won(_));
                    assert_eq!(won, entry != "Y 8 25 6 3", "{entry}");
                    println!("{entry}: {searched:?}");
                    let mut next = pos;
                    game.play(&mut next, mv);
                    let reply = search(&lens, &next, Limits::NONE, &GO_ON).verdict;
                    assert_eq!(reply == Verdict::Lost, won, "{entry}");
                } else {
                    println!("{entry}: {:?}", guided_move(&lens, &pos, &Table::of_1972()).map(|g| (game.write_move(&pos, g.mv), g.leaves, g.score, g.tried)));
                    let mut next = pos;
                    game.play(&mut next, mv);
                    let l = lens.look(&next).counts();
                    println!("    theirs leaves {l} {}", Table::of_1972().score(l));
                }
            }
            game.play(&mut pos, mv);
        }
        assert!(matches!(game.turn(&pos), Turn::Over(_)));
    }
}
