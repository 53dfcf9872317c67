//! The backgammon players, over the erased face.

use std::sync::atomic::AtomicBool;

use henge::table::Dice;
use henge::{Limits, Outcome, Playable, Terms, Turn, play_game};

fn played(game: &Playable, names: [&str; 2], seed: u64) -> Outcome {
    let table = game.rules().start();
    let mut one = game.seeded_bot(names[0], seed).unwrap();
    let mut other = game.seeded_bot(names[1], seed + 1).unwrap();
    let stop = AtomicBool::new(false);
    let bots: [&mut dyn henge::erased::DynBot; 2] = [&mut *one, &mut *other];
    play_game(table, bots, Terms::new(&stop, Dice::new(seed))).unwrap().ending.outcome
}

fn points(game: &Playable, names: [&str; 2], games: u64) -> i32 {
    let player = henge::Player::First;
    (0..games).map(|seed| played(game, names, seed).points_for(player)).sum()
}

#[test]
fn the_net_says_where_it_comes_from() {
    assert!(!henge::backgammon::provenance().is_empty());
}

#[test]
fn the_net_beats_chance() {
    let game = henge::game("backgammon").unwrap();
    assert!(points(&game, ["neural:plies=0", "random"], 30) > 30);
}

#[test]
fn the_opening_three_one_makes_the_five_point() {
    let game = henge::game("backgammon").unwrap();
    let mut table = game.rules().start();
    table.play("31").unwrap();
    for plies in 0..=1 {
        let mut bot = game.bot(&format!("neural:plies={plies}")).unwrap();
        let thought = henge::think(&mut *bot, &*table, Limits::NONE).unwrap();
        assert_eq!(thought.best(), Some("8/5,6/5"));
        let worth =
            thought.worth(0, henge::Player::First).or(thought.worth(0, henge::Player::Second));
        assert!(worth.unwrap().chances.is_some(), "{thought:?}");
    }
}

#[test]
fn it_doubles_takes_and_plays_matches() {
    for name in
        ["backgammon:cube=on", "backgammon:cube=on,beavers=on,jacoby=on", "backgammon:length=3"]
    {
        let game = henge::game(name).unwrap();
        for seed in 0..4 {
            let outcome = played(&game, ["neural:plies=0", "neural:plies=0"], seed);
            assert_ne!(outcome, Outcome::Draw);
        }
    }
}

#[test]
fn three_men_are_not_for_the_net() {
    let game = henge::game("backgammon:start=hypergammon").unwrap();
    assert!(game.bots().iter().all(|kind| kind.name != "neural"));
}

#[test]
fn gnubg_runs_for_nobody_but_who_sits_at_the_machine() {
    let game = henge::game("backgammon").unwrap();
    assert!(game.bot_kind("gnubg").unwrap().runs_programs());
    assert!(game.bot_of_stranger("gnubg").is_err());
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let game = henge::game("backgammon").unwrap();
    let mut table = game.rules().start();
    table.play("31").unwrap();
    let mut bot = game.bot("gnubg:command=/no/such/gnubg").unwrap();
    let error = henge::think(&mut *bot, &*table, Limits::NONE).unwrap_err().to_string();
    assert!(error.contains("/no/such/gnubg") && error.contains("install"), "{error}");
    // Something that is no gnubg does not hold anybody up.
    let mut bot = game.bot("gnubg:command=true").unwrap();
    let error = henge::think(&mut *bot, &*table, Limits::NONE).unwrap_err().to_string();
    assert!(error.contains("has ended"), "{error}");
}

/// Is GNU Backgammon installed? Without it, what needs it is skipped, and says so.
fn gnubg(what: &str) -> Option<Playable> {
    let game = henge::game("backgammon").unwrap();
    let mut table = game.rules().start();
    table.play("31").unwrap();
    let mut bot = game.bot("gnubg").unwrap();
    match henge::think(&mut *bot, &*table, Limits::NONE) {
        Ok(_) => Some(game),
        Err(error) => {
            eprintln!("skipped: {what}: {error}");
            None
        }
    }
}

#[test]
fn gnubg_plays_the_opening_as_everybody_does() {
    let Some(game) = gnubg("gnubg's opening") else { return };
    let mut table = game.rules().start();
    table.play("31").unwrap();
    let mut bot = game.bot("gnubg:plies=0").unwrap();
    let thought = henge::think(&mut *bot, &*table, Limits::NONE).unwrap();
    assert_eq!(thought.best(), Some("8/5,6/5"));
    assert_eq!(table.turn(), Turn::Player(henge::Player::First));
}

#[test]
fn the_net_holds_its_own_against_gnubg() {
    let Some(game) = gnubg("a short match with gnubg") else { return };
    // Forty games are few: this finds a player who is broken, not one who is a little weaker.
    let sum = points(&game, ["neural:plies=0", "gnubg:plies=0"], 40);
    assert!(sum > -40, "{sum} points in 40 games");
}

/// gnubg reads the score of the other side first, whatever its documentation says.
#[test]
fn gnubg_knows_who_is_ahead() {
    if gnubg("gnubg at 4-0 of 5").is_none() {
        return;
    }
    let game = henge::game("backgammon:length=5").unwrap();
    // The game after Crawford's, before the roll, an even position: who trails has nothing to lose by a double.
    for (score, says) in [("4:0", "roll"), ("0:4", "double")] {
        let position = format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:{score}:0:5:10");
        let table = game.rules().read(&position).unwrap();
        let mut bot = game.bot("gnubg").unwrap();
        let thought = henge::think(&mut *bot, &*table, Limits::NONE).unwrap();
        assert_eq!(thought.best(), Some(says), "{score}");
    }
}

#[test]
fn gnubg_doubles_takes_and_plays_matches() {
    for name in ["backgammon:cube=on,beavers=on", "backgammon:length=5"] {
        if gnubg("gnubg with a cube").is_none() {
            return;
        }
        let game = henge::game(name).unwrap();
        for seed in 0..4 {
            assert_ne!(played(&game, ["gnubg", "neural:plies=0"], seed), Outcome::Draw);
        }
    }
}
