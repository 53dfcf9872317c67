//! Games with dice: who throws them, and that nobody throws them twice.

use std::sync::atomic::AtomicBool;

use henge::erased::{DynBot, DynMatch};
use henge::table::Dice;
use henge::{Outcome, Terms, Turn};

/// Plays any legal move, and lets the dice fall.
fn turn(table: &mut dyn DynMatch, dice: Dice, which: usize) {
    let moves = table.moves();
    table.play(&moves[which % moves.len()].text).unwrap();
    dice.throw(table).unwrap();
}

#[test]
fn what_is_taken_back_meets_the_same_dice_again() {
    let game = henge::game("backgammon").unwrap();
    let dice = Dice::new(7);
    let mut table = game.rules().start();
    dice.throw(&mut *table).unwrap();
    for _ in 0..20 {
        turn(&mut *table, dice, 3);
    }
    let ply = table.history().len();
    turn(&mut *table, dice, 0);
    let thrown = table.history()[ply + 1].clone();
    // The roll and the play; the player is to move again with the dice he had.
    (0..2).for_each(|_| _ = table.undo());
    assert_eq!(table.history().len(), ply);
    assert!(matches!(table.turn(), Turn::Player(_)));
    // Another play does not change what falls afterwards.
    turn(&mut *table, dice, 1);
    assert_eq!(table.history()[ply + 1], thrown);
    // Another seed throws other dice.
    let rolls = game.rules().start().moves();
    let thrown = |seed| -> Vec<String> {
        (0..20).map(|ply| Dice::new(seed).roll(&rolls, ply).unwrap().text.clone()).collect()
    };
    assert_eq!(thrown(1), thrown(1));
    assert_ne!(thrown(1), thrown(2));
}

#[test]
fn rolls_fall_as_often_as_they_should() {
    let game = henge::game("backgammon").unwrap();
    let table = game.rules().read("4HPwATDgc/ABMA").unwrap();
    let rolls = table.moves();
    let mut doublets = 0;
    let n = 36_000;
    for ply in 0..n {
        let roll = Dice::new(3).roll(&rolls, ply).unwrap();
        let digits = roll.text.as_bytes();
        doublets += usize::from(digits[0] == digits[1]);
    }
    // A sixth; four standard deviations are 283.
    assert!(doublets.abs_diff(n / 6) < 283, "{doublets}");
}

#[test]
fn bots_finish_games_and_matches_of_every_kind() {
    for name in [
        "backgammon",
        "backgammon:start=hypergammon",
        "backgammon:start=nackgammon",
        "backgammon:cube=on,jacoby=on,beavers=on",
        "backgammon:length=5",
    ] {
        let game = henge::game(name).unwrap();
        let play = |seed| {
            let table = game.rules().start();
            let mut bots =
                [game.seeded_bot("random", 1).unwrap(), game.seeded_bot("random", 2).unwrap()];
            let [first, second] = &mut bots;
            let stop = AtomicBool::new(false);
            let bots: [&mut dyn DynBot; 2] = [&mut **first, &mut **second];
            let terms = Terms::new(&stop, Dice::new(seed));
            let ended = henge::play_game(table, bots, terms).unwrap();
            (ended.ending.outcome, ended.table.history())
        };
        let (outcome, moves) = play(4);
        assert_ne!(outcome, Outcome::Draw, "{name}");
        assert_eq!(play(4), (outcome, moves), "{name}");
    }
}

#[test]
fn the_engine_plays_better_than_chance() {
    let game = henge::game("backgammon:start=hypergammon").unwrap();
    let mut won = 0;
    for n in 0..20 {
        let table = game.rules().start();
        let mut good = game.bot("expectimax:depth=1").unwrap();
        let mut bad = game.seeded_bot("random", n).unwrap();
        let stop = AtomicBool::new(false);
        let bots: [&mut dyn DynBot; 2] = [&mut *good, &mut *bad];
        let ended = henge::play_game(table, bots, Terms::new(&stop, Dice::new(n))).unwrap();
        won += i32::from(ended.ending.outcome.points_for(henge::Player::First) > 0);
    }
    assert!(won >= 14, "{won} of 20");
}
