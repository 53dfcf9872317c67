//! `slow` is a second generator that shares nothing with the first but the parameters; `captures`
//! holds positions drawn from the rule books.

mod captures;
mod danish;
mod draws;
mod pdn;
mod slow;
mod text;

use std::sync::Arc;

use henge_core::erased::{DynGame, rules};
use henge_core::{Game, Notation, Player, mix64, perft};
use henge_testkit::{LawsOptions, check_perft, laws_with};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::*;

pub(super) fn game(variant: Variant) -> Draughts<u64> {
    Draughts::new(variant).unwrap()
}

/// Does something with the game of every variant.
macro_rules! for_all {
    ($game:ident => $body:block) => {
        for (variant, _) in Variant::ALL {
            if variant.rules().is_wide() {
                let $game = Draughts::<u128>::new(variant).unwrap();
                $body
            } else {
                let $game = Draughts::<u64>::new(variant).unwrap();
                $body
            }
        }
    };
}

#[test]
fn every_variant_obeys_the_laws() {
    for_all!(game => {
        let options = LawsOptions { games: 12, plies: 300, seed: 7 };
        let walked = laws_with(&game, &options);
        assert!(walked.endings > 0, "{}", game.rules().variant);
    });
}

/// A game by its name in files of counts.
fn named(name: &str) -> Arc<dyn DynGame> {
    let variant: Variant = name.strip_prefix("draughts:variant=").unwrap().parse().unwrap();
    if variant.rules().is_wide() {
        let game = Draughts::<u128>::new(variant).unwrap();
        rules(name, game.about(), Arc::new(game))
    } else {
        rules(name, game(variant).about(), Arc::new(game(variant)))
    }
}

const COUNTS: &str = include_str!("../../../../../testdata/perft/draughts.toml");

#[test]
fn as_many_games_as_others_count() {
    assert!(check_perft(COUNTS, &named, 1_200_000).checked > 100);
}

#[test]
#[ignore = "takes a minute"]
fn as_many_long_games_as_others_count() {
    assert_eq!(check_perft(COUNTS, &named, 600_000_000).skipped, 3);
}

/// Thai draughts as some play it, with three rows of men: the published counts.
#[test]
fn thai_draughts_with_twelve_men() {
    static RULES: Rules = Rules { men_rows: 3, ..variant::THAI };
    let game = Draughts::<u64>::with_rules(&RULES);
    let counts = [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963648];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&game, &mut game.start(), depth), count);
    }
}

#[test]
#[ignore = "takes ten seconds"]
fn thai_draughts_with_twelve_men_for_longer() {
    static RULES: Rules = Rules { men_rows: 3, ..variant::THAI };
    let game = Draughts::<u64>::with_rules(&RULES);
    for (depth, count) in [(10, 18363523), (11, 84892793), (12, 385713660)] {
        assert_eq!(perft(&game, &mut game.start(), depth), count);
    }
}

pub(super) fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(mix64(seed))
}

fn below(rng: &mut impl Rng, n: usize) -> usize {
    (rng.next_u64() % n as u64) as usize
}

/// Any pieces anywhere: more kings and more captures than games have.
fn random_position<W: Word>(game: &Draughts<W>, rng: &mut impl Rng) -> Position<W> {
    let density = 2 + below(rng, 6);
    let (mut men, mut kings) = ([W::NONE; 2], [W::NONE; 2]);
    for square in game.squares().all() {
        let bit = W::bit(square.bit);
        if below(rng, density) > 0 {
            continue;
        }
        let player = below(rng, 2);
        if below(rng, 4) == 0 || !(bit & game.last_row[player]).is_empty() {
            kings[player] |= bit;
        } else {
            men[player] |= bit;
        }
    }
    let to_move = Player::BOTH[below(rng, 2)];
    game.set_up(men, kings, to_move).unwrap()
}

#[test]
fn two_generators_agree_on_random_positions() {
    for_all!(game => {
        let mut rng = rng(game.rules().variant as u64);
        for _ in 0..1500 {
            let pos = random_position(&game, &mut rng);
            slow::compare(&game, &pos, 1);
        }
        for _ in 0..60 {
            let pos = random_position(&game, &mut rng);
            slow::compare(&game, &pos, 2);
        }
    });
}

#[test]
fn two_generators_agree_in_games() {
    for_all!(game => {
        let mut rng = rng(100 + game.rules().variant as u64);
        for _ in 0..8 {
            let mut pos = game.start();
            for _ in 0..120 {
                slow::compare(&game, &pos, 1);
                let moves: Vec<_> = game.moves(&pos).collect();
                if moves.is_empty() {
                    break;
                }
                game.play(&mut pos, moves[below(&mut rng, moves.len())]);
            }
        }
    });
}

#[test]
fn counting_moves_and_listing_them_agree() {
    for_all!(game => {
        let mut rng = rng(200 + game.rules().variant as u64);
        for _ in 0..500 {
            let pos = random_position(&game, &mut rng);
            let moves: Vec<_> = game.moves(&pos).collect();
            assert_eq!(game.moves(&pos).count(), moves.len());
            let mut some = game.moves(&pos);
            some.next();
            assert_eq!(some.count(), moves.len().saturating_sub(1));
        }
    });
}

/// More captures than a list holds in itself.
#[test]
fn no_capture_is_forgotten_in_a_crowd() {
    let game = game(Variant::Pool);
    let mut most = 0;
    let mut rng = rng(3);
    for _ in 0..3000 {
        let (mut men, mut kings) = ([0; 2], [0; 2]);
        for square in game.squares().all() {
            let inner = (1..7).contains(&square.row) && (1..7).contains(&square.column);
            if inner && below(&mut rng, 3) == 0 {
                men[1] |= u64::bit(square.bit);
            } else if below(&mut rng, 3) == 0 {
                kings[0] |= u64::bit(square.bit);
            }
        }
        let pos = game.set_up(men, kings, Player::First).unwrap();
        let n = game.moves(&pos).count();
        if n > most {
            most = n;
            slow::compare(&game, &pos, 1);
        }
    }
    assert!(most > 40, "{most}");
}

pub(super) fn play<W: Word>(game: &Draughts<W>, pos: &mut Position<W>, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.read_move(pos, text).unwrap();
        game.play(pos, mv);
    }
}
