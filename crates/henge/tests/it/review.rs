//! Whole games looked through.

use std::sync::atomic::{AtomicBool, Ordering};

use henge::erased::{DynMatch, Task};
use henge::review::{Choice, Loss, Mark, Review, ReviewTask, Reviewed, html, review, text};
use henge::{Limits, Playable, Player};

fn played(game: &Playable, moves: &str) -> Box<dyn DynMatch> {
    let mut table = game.rules().start();
    for mv in moves.split_whitespace() {
        table.play(mv).unwrap();
    }
    table
}

fn looked_through(game: &Playable, moves: &str) -> Review {
    let stop = AtomicBool::new(false);
    let limits = Limits::nodes(20_000);
    let task = ReviewTask { limits, bot: None, stop: &stop, progress: &mut |_| {} };
    review(game, &*played(game, moves), task).unwrap()
}

fn marks(review: &Review) -> Vec<Option<Mark>> {
    review.plies.iter().map(|seen| seen.mark).collect()
}

#[test]
fn a_blunder_in_a_solved_game_is_marked_and_turns_it() {
    let game = henge::game("tic-tac-toe").unwrap();
    // The edge beside the middle loses, and later the win is given back.
    let moves = "b2 b1 a1 c3 c1 a3";
    let found = looked_through(&game, moves);
    assert_eq!(marks(&found)[1], Some(Mark::Blunder), "{found:?}");
    assert_eq!(found.turning_points, [2, 5]);
    let slip = &found.plies[1];
    assert_eq!(slip.loss, Some(Loss::Expected(0.5)), "a draw was given away");
    assert_eq!(slip.worth.unwrap().expected, 1.0, "and it is exact");
    assert!(!slip.better.is_empty());
    assert_eq!(found.start.unwrap().expected, 0.5, "the game is a draw");
    assert!(found.sides.iter().all(|side| side.accuracy.unwrap() < 80.0), "{found:?}");
    assert!(found.is_whole);
    let missed = &found.plies[4];
    let why = missed.why.iter().any(|sentence| sentence.contains("and no reply stops them all"));
    assert!(why, "two threats at once would have won: {missed:?}");
    let words = text(&game, &found, None);
    assert!(words.contains("2. b1?? (O)"), "{words}");
    assert!(words.contains("2 moves turned the game."), "{words}");
    let page = html(&game, &*played(&game, moves), &found, None, "A <game>");
    assert!(page.contains("<h1>A &lt;game&gt;</h1>") && page.matches("<svg").count() >= 3);
}

#[test]
fn the_last_position_says_how_the_game_ended() {
    let game = henge::game("tic-tac-toe").unwrap();
    let found = looked_through(&game, "a1 b1 a2 b2 a3");
    let words = text(&game, &found, None);
    assert!(words.trim_end().ends_with("X wins."), "{words}");
    let last = found.plies.last().unwrap();
    assert_eq!(last.worth.unwrap().in_words(&game.rules().about().players), "X has won");
}

#[test]
fn turning_points_have_marks_and_without_marks_nothing_turned() {
    let game = henge::game("connect-four:size=5x4").unwrap();
    for moves in ["3 3 2 4 1 1 5 2", "1 2 3 4 5 1 2 3", "3 1 3 1 2 4 4 4"] {
        let found = looked_through(&game, moves);
        for &ply in &found.turning_points {
            let mark = found.plies[ply - 1].mark;
            assert!(mark >= Some(Mark::Mistake), "{moves}: {ply} has {mark:?}");
        }
        if found.n_slips() == 0 {
            assert_eq!(found.verdict(), "Nobody let anything slip that counts.");
        }
        assert_eq!(found, looked_through(&game, moves), "limited by nodes it repeats");
    }
}

#[test]
fn forced_moves_are_no_decisions() {
    let game = henge::game("draughts").unwrap();
    let found = looked_through(&game, "c3-d4 f6-e5 d4xf6");
    let forced: Vec<&Reviewed> =
        found.plies.iter().filter(|seen| seen.choice == Choice::None).collect();
    assert!(forced.iter().all(|seen| seen.loss.is_none() && seen.mark.is_none()));
    let numbers: Vec<_> = found.plies.iter().map(|seen| seen.number).collect();
    assert_eq!(numbers, [Some(1), Some(1), Some(2)], "pairs share a number");
}

#[test]
fn backgammon_has_luck_error_rates_and_cube_decisions() {
    let game = henge::game("backgammon:cube=on").unwrap();
    // 31 played badly, and a double out of nothing that is dropped.
    let found = looked_through(&game, "31 24/23,13/10 double drop");
    assert!(found.is_whole, "{found:?}");
    let slip = &found.plies[1];
    assert_eq!(slip.better.first().map(String::as_str), Some("8/5,6/5"), "{slip:?}");
    assert!(matches!(slip.loss, Some(Loss::Points(lost)) if lost > 0.08), "{slip:?}");
    assert!(slip.mark >= Some(Mark::Mistake));
    assert!(slip.worth.unwrap().chances.is_some());
    let [white, black] = &found.sides;
    assert!(white.error_rate().unwrap() > 50.0, "{white:?}");
    assert_eq!(found.plies[2].choice, Choice::Stakes);
    assert_eq!(black.lost_by_stakes.1, 1, "{black:?}");
    assert!(found.plies[3].mark >= Some(Mark::Mistake), "nobody drops this: {:?}", found.plies[3]);
}

#[test]
fn the_luck_of_all_rolls_is_nothing() {
    let game = henge::game("backgammon").unwrap();
    let before = played(&game, "31 8/5,6/5");
    let mut sum = 0.0;
    for roll in before.moves() {
        let found = {
            let mut table = before.fork();
            table.play(&roll.text).unwrap();
            let stop = AtomicBool::new(false);
            let (limits, progress) = (Limits::NONE, &mut |_: &Reviewed| {});
            let bot = Some("neural:plies=0");
            review(&game, &*table, ReviewTask { limits, bot, stop: &stop, progress }).unwrap()
        };
        let luck = found.plies[2].luck.expect("a roll that one player moves with").value();
        sum += luck * f64::from(roll.probability.unwrap());
        assert_eq!(found.plies[0].luck, None, "the first roll says who begins");
    }
    assert!(sum.abs() < 1e-4, "{sum}");
}

#[test]
fn a_review_that_is_stopped_hands_back_what_it_saw() {
    let game = henge::game("tic-tac-toe").unwrap();
    let stop = AtomicBool::new(false);
    let mut seen = 0;
    let mut tell = |_: &Reviewed| {
        seen += 1;
        stop.store(seen >= 2, Ordering::SeqCst);
    };
    let limits = Limits::nodes(1000);
    let task = ReviewTask { limits, bot: None, stop: &stop, progress: &mut tell };
    let found = review(&game, &*played(&game, "b2 a1 c3 b1 c1"), task).unwrap();
    assert_eq!((found.plies.len(), found.is_whole), (2, false));
    assert!(text(&game, &found, None).contains("was stopped"));
}

#[test]
fn all_lines_say_the_same_from_the_same_side() {
    let game = henge::game("draughts").unwrap();
    for moves in ["", "c3-d4"] {
        let table = played(&game, moves);
        let mover = match table.turn() {
            henge::Turn::Player(player) => player,
            other => panic!("{other:?}"),
        };
        let mut bot = game.bot(game.analyst().bot).unwrap();
        let task = Task::new(Limits::nodes(5000)).lines(3).worth();
        let mut thought = bot.think(&*table, task).unwrap();
        game.comment(&*table, &mut thought);
        let worth = thought.worth(0, mover).unwrap();
        let words = worth.in_words(&game.rules().about().players);
        assert!(words.starts_with("White ") && words.ends_with(" men"), "{words}");
        let said = thought.why.iter().any(|sentence| sentence.starts_with(&words));
        assert!(said, "{:?}", thought.why);
        let best = worth.for_player(mover);
        let next = thought.worth(1, mover).unwrap().for_player(mover);
        assert!(best >= next, "the first line is the best one for {mover:?}");
    }
    assert_eq!(Player::BOTH.len(), 2);
}
