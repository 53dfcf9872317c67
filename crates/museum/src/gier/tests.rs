//! The values of squares, as these tests count with them: the distance from the nearest edge.
//!
//! ```text
//! 8   . 0 . 0 . 0 . 0
//! 7   0 . 1 . 1 . 1 .
//! 6   . 1 . 2 . 2 . 0
//! 5   0 . 2 . 3 . 1 .
//! 4   . 1 . 3 . 2 . 0
//! 3   0 . 2 . 2 . 1 .
//! 2   . 1 . 1 . 1 . 0
//! 1   0 . 0 . 0 . 0 .
//!     a b c d e f g h
//! ```

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use henge_core::erased::{DynBot, Task};
use henge_core::spec::Options;
use henge_core::{Limits, Match, Notation, Outcome, Turn, mix64};
use henge_games::draughts::Variant;
use proptest::prelude::*;
use rand::RngExt;

use super::search::heads;
use super::*;

fn danish() -> Arc<Draughts<u64>> {
    game(Variant::Danish)
}

fn game(variant: Variant) -> Arc<Draughts<u64>> {
    Arc::new(Draughts::new(variant).unwrap())
}

fn options(name: &str) -> Options {
    Options::resolve(&name.parse().unwrap(), PARAMS).unwrap()
}

fn bot(name: &str) -> Gier {
    Gier::new(&danish(), &options(name)).unwrap()
}

fn search(game: &Draughts<u64>, pos: &Position<u64>, strength: u32, seed: u64) -> BestMove {
    let stop = AtomicBool::new(false);
    let squares = Squares::new(game, None).unwrap();
    let (limits, trace) = (Limits::NONE, None);
    let search = &mut Search {
        game,
        squares: &squares,
        strength,
        seed,
        limits,
        stop: &stop,
        prune: true,
        trace,
    };
    search.run(pos).unwrap()
}

/// The line and its points; squares with commas.
fn found(position: &str, strength: u32, seed: u64) -> (String, Option<i32>) {
    let game = danish();
    let pos = game.read_position(position).unwrap();
    let found = search(&game, &pos, strength, seed);
    (line(&game, &pos, &found.line), found.value)
}

fn points(position: &str, mv: &str) -> i32 {
    let game = danish();
    let pos = game.read_position(position).unwrap();
    let mv = game.read_move(&pos, mv).unwrap();
    Squares::new(&game, None).unwrap().points(&game, &pos, mv)
}

#[test]
fn points_of_a_move() {
    // The squares alone: d4 has 3, c3 has 2, b4 has 1.
    assert_eq!(points("W:Wc3:Bh8", "c3,d4"), 3 - 2);
    assert_eq!(points("W:Wc3:Bh8", "c3,b4"), 1 - 2);
    // A man taken, a king taken, two men taken.
    assert_eq!(points("W:Wc3:Bd4,h8", "c3,e5"), 4 + 3 - 2);
    assert_eq!(points("W:Wc3:BKd4,h8", "c3,e5"), 10 + 3 - 2);
    assert_eq!(points("W:Wc3:Bd4,f6", "c3,e5,g7"), 4 + 4 + 1 - 2);
    // A man that becomes a king; a king that comes to the last row makes none.
    assert_eq!(points("W:Wg7:Ba3", "g7,h8"), 10 - 1);
    assert_eq!(points("W:WKg7:Ba3", "g7,h8"), -1);
    // Taking and becoming: d8 has 0, b6 has 1.
    assert_eq!(points("W:Wb6:Bc7,h8", "b6,d8"), 4 + 10 - 1);
    // Black counts with the same squares.
    assert_eq!(points("B:Wa1:Bb2,d4", "d4,c3"), 2 - 3);
}

/// White may take the middle or bring up a man; both gain a point, and at strength 1 chance decides.
/// At strength 2 the middle is lost: c3,d4 (+1), e5 takes (4 + 2 − 3 = 3), and since that was a
/// capture White's next move counts as well, a1,b2 (+1): −1. After c3,b4 (−1) Black's e5,d4 costs
/// nothing: −1. After a1,b2 (+1) it is e5,d4 again: +1, the best.
#[test]
fn first_position_by_hand() {
    let position = "W:Wa1,c3:Be5";
    let choices: Vec<_> = (0..40).map(|seed| found(position, 1, seed)).collect();
    assert!(choices.contains(&("c3,d4".into(), Some(1))));
    assert!(choices.contains(&("a1,b2".into(), Some(1))));
    for seed in 0..40 {
        assert_eq!(found(position, 2, seed), ("a1,b2 e5,d4".into(), Some(1)));
    }
}

/// Black's man on a5 can be locked in: after a3,b4 (+1) Black has no move, which is −100 to him.
/// Nothing else comes near: c3,d4 (+1) a5,b4 (+1) is 0, c3,b4 (−1) loses a man.
#[test]
fn second_position_by_hand() {
    assert_eq!(found("W:Wa3,c3:Ba5", 2, 1), ("a3,b4".into(), Some(101)));
    // At strength 1 the reply is not looked at, and a3,b4 is no better than c3,d4.
    assert_eq!(found("W:Wa3,c3:Ba5", 1, 1).1, Some(1));
}

/// Captures are followed beyond the strength, which is 1 here. At first sight c3,e5 is better: it
/// takes a man (4 + 3 − 2 = 5), as e3,c5 does (4 + 2 − 2 = 4).
///
/// - c3,e5 was a capture, so Black's reply counts: f6 takes the man and lands on d4 (4 + 3 − 2 = 5).
///   That was a capture too: e3 takes the man on d4 (4), and now Black has only quiet moves, of which
///   his king's to the middle is the best (3 − 1 = 2): 5 − 5 + 4 − 2 = 2.
/// - After e3,c5 Black has quiet moves only; the best is f6,e5 (3 − 2 = 1): 4 − 1 = 3.
#[test]
fn third_position_by_hand() {
    let position = "W:Wc3,e3,f2:Bd4,f6,Kg7";
    for seed in 0..20 {
        assert_eq!(found(position, 1, seed), ("e3,c5 f6,e5".into(), Some(3)));
    }
}

#[test]
fn strength_is_kept_within_bounds() {
    assert_eq!([0, 1, 3, 25, 26, u64::MAX].map(strength), [1, 1, 3, 25, 25, 25]);
    assert_eq!(bot("gier:strength=0").strength, 1);
    assert_eq!(bot("gier:strength=400").strength, 25);
    assert_eq!(bot("gier").strength, 3);
}

fn think(bot: &mut Gier, table: &Match<Draughts<u64>>, limits: Limits) -> Thought {
    let stop = AtomicBool::new(false);
    bot.think(table, Task::new(limits).stop(&stop)).unwrap()
}

#[test]
fn a_move_without_a_choice_is_played_at_once() {
    let game = danish();
    let pos = game.read_position("W:Wc3,h2:Bd4,d6,a7,c7,e7,g7").unwrap();
    let table = Match::from_position(game, pos);
    let thought = think(&mut bot("gier:strength=25"), &table, Limits::NONE);
    assert_eq!((thought.best(), thought.nodes), (Some("c3xe5"), 0));
    assert_eq!(thought.why, ["c3,e5 is the only legal move, and has +5 points."]);
}

/// A game of the bot against chance; the moves and how it ended.
fn play(name: &str, seed: u64, most: usize) -> (Vec<String>, Option<Outcome>) {
    let mut bot = bot(name);
    let mut table = Match::new(danish());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    while table.history().len() < most {
        match table.turn() {
            Turn::Player(henge_core::Player::First) => {
                let mv = think(&mut bot, &table, Limits::NONE).best().unwrap().to_string();
                henge_core::erased::DynMatch::play(&mut table, &mv).unwrap();
            }
            Turn::Player(_) => {
                let moves = table.moves();
                table.play(moves[rng.random_range(0..moves.len())]).unwrap();
            }
            _ => break,
        }
    }
    let history = henge_core::erased::DynMatch::history(&table);
    match table.turn() {
        Turn::Over(outcome) => (history, Some(outcome)),
        _ => (history, None),
    }
}

#[test]
fn whole_games_end_and_repeat_with_their_seed() {
    let (moves, outcome) = play("gier:strength=3,seed=5", 1, 1000);
    assert_eq!(outcome, Some(Outcome::win(henge_core::Player::First)), "{} plies", moves.len());
    assert_eq!(play("gier:strength=3,seed=5", 1, 1000).0, moves);
    let (other, _) = play("gier:strength=3,seed=6", 1, 1000);
    assert_ne!(other, moves, "another seed, another game");
}

#[test]
fn equal_lines_are_all_chosen_by_some_seed() {
    // c3,d4 and e3,d4 gain a point each, at strength 1 nothing else does.
    let game = danish();
    let pos = game.read_position("W:Wc3,e3:Bh8").unwrap();
    let chosen = |seed| way(&game, &pos, search(&game, &pos, 1, seed).line[0]);
    let all: Vec<String> = (0..1000).map(chosen).collect();
    for text in ["c3,d4", "e3,d4"] {
        let n = all.iter().filter(|other| *other == text).count();
        assert!((440..=560).contains(&n), "{text}: {n} of 1000");
    }
}

#[test]
fn it_can_be_stopped_and_still_has_a_move() {
    let game = danish();
    let table = Match::new(Arc::clone(&game));
    let mut bot = bot("gier:strength=25");
    let began = Instant::now();
    let thought = think(&mut bot, &table, Limits::time(Duration::from_millis(30)));
    assert!(began.elapsed() < Duration::from_secs(5));
    assert!(thought.best().is_some());
    assert!(thought.why.iter().any(|why| why.contains("stopped")), "{:?}", thought.why);
    let thought = think(&mut bot, &table, Limits::nodes(1));
    assert_eq!(thought.why.len(), 1, "{:?}", thought.why);
    // The best so far is one of the moves that were seen to their end.
    let few = think(&mut Gier { strength: 2, ..bot }, &table, Limits::nodes(30));
    assert!(few.lines[0].score.is_some());
}

#[test]
fn it_plays_on_every_board_with_32_squares() {
    let mut n = 0;
    for (variant, name) in Variant::ALL {
        let Ok(game) = Draughts::<u64>::new(variant) else { continue };
        if !Gier::plays(&game) {
            continue;
        }
        n += 1;
        let mut bot = Gier::new(&game, &options("gier:strength=2")).unwrap();
        let mut table = Match::new(Arc::new(game));
        for _ in 0..60 {
            let Turn::Player(_) = table.turn() else { break };
            let mv = think(&mut bot, &table, Limits::NONE).best().unwrap().to_string();
            henge_core::erased::DynMatch::play(&mut table, &mv)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
    assert_eq!(n, 10);
    assert!(!Gier::plays(&game(Variant::International)));
    assert!(!Gier::plays(&game(Variant::Spantsireti)));
}

#[test]
fn squares_can_have_other_values() {
    let mut values: Vec<String> = (0..32).map(|n| (n / 4).to_string()).collect();
    values[0] = "-1000".into();
    let name = format!("gier:strength=1,squares={}", values.join("/"));
    let bot = bot(&name);
    let game = danish();
    let pos = game.read_position("W:Wc3,Ke5:Bh8").unwrap();
    let mv = game.read_move(&pos, "e5-h2").unwrap();
    // The squares of row 5 are 13 to 16 and have 3, those of row 2 are 25 to 28 and have 6.
    assert_eq!(bot.squares.points(&game, &pos, mv), 3);
    for wrong in ["1/2", "x", "0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/2000"]
    {
        let spec = format!("gier:squares={wrong}").parse().unwrap();
        let options = Options::resolve(&spec, PARAMS);
        assert!(options.and_then(|options| Gier::new(&game, &options)).is_err(), "{wrong}");
    }
}

/// The stack of the first position by hand, at strength 2.
#[test]
fn the_trace_shows_the_stack_and_the_best_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stack.txt");
    let game = danish();
    let pos = game.read_position("W:Wa1,c3:Be5").unwrap();
    let table = Match::from_position(game, pos);
    let mut bot = bot(&format!("gier:strength=2,trace={}", path.display()));
    assert_eq!(think(&mut bot, &table, Limits::NONE).best(), Some("a1-b2"));
    let text = std::fs::read_to_string(&path).unwrap();
    let dumps: Vec<&str> = text.split("stackudskrift:\n").skip(1).collect();
    // One for each end of lines: after a1,b2, after c3,b4, and after c3,d4 e5,c3.
    assert_eq!(dumps.len(), 3, "{text}");
    let first = "
   1
      a1,b2                0     1
      c3,b4                0    -1
      c3,d4                0     1
   2
      e5,d4                1     0
      e5,f4                1    -1

udskrift af sammenligningsstack:

 niveau point træk

";
    assert_eq!(dumps[0], first);
    let last = "
   1
      c3,d4                0     1
   2
      e5,c3                0     3
   3
      a1,b2                1     1

udskrift af sammenligningsstack:

 niveau point træk
      1     1 a1,b2 e5,d4

";
    assert_eq!(dumps[2], last);
    // The next move follows in the same file; a file that cannot be written is an error.
    think(&mut bot, &table, Limits::NONE);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text.repeat(2));
    bot.trace = Some(folder.path().join("none").join("stack.txt"));
    let stop = AtomicBool::new(false);
    let task = Task::new(Limits::NONE).stop(&stop);
    assert!(bot.think(&table, task).unwrap_err().to_string().contains("cannot be written"));
}

/// The same rules without a window, written anew: every line is looked at.
fn plain(
    game: &Draughts<u64>,
    squares: &Squares,
    pos: &Position<u64>,
    strength: u32,
    ply: u32,
    coin: u64,
) -> (i32, Vec<Move<u64>>) {
    let sign = if ply % 2 == 1 { 1 } else { -1 };
    let mut moves: Vec<Move<u64>> = game.moves(pos).collect();
    squares.sort(&mut moves);
    let mut best: Option<(i32, Vec<Move<u64>>)> = None;
    for i in (0..moves.len()).rev() {
        let mv = moves[i];
        let own = sign * squares.points(game, pos, mv);
        let ends = ply == 25 || ply >= strength && !game.must_capture(pos);
        let (rest, line) = if ends {
            (0, Vec::new())
        } else {
            let mut next = *pos;
            game.play(&mut next, mv);
            plain(game, squares, &next, strength, ply + 1, mix64(coin ^ (i as u64 + 1)))
        };
        let value = own + rest;
        let better = match &best {
            None => true,
            Some((best, _)) if *best == value => heads(coin, i),
            Some((best, _)) => sign * value > sign * *best,
        };
        if better {
            best = Some((value, [mv].into_iter().chain(line).collect()));
        }
    }
    best.unwrap_or((-100 * sign, Vec::new()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    /// Leaving lines out changes neither the points nor the choice nor the line it expects.
    #[test]
    fn it_chooses_as_if_it_had_looked_at_every_line(
        choices in prop::collection::vec(any::<usize>(), 0..70),
        strength in 1u32..5,
        seed in any::<u64>(),
    ) {
        let game = danish();
        let mut pos = game.start();
        for choice in choices {
            let moves: Vec<Move<u64>> = game.moves(&pos).collect();
            let mut next = pos;
            game.play(&mut next, moves[choice % moves.len()]);
            if matches!(game.turn(&next), Turn::Over(_)) {
                break;
            }
            pos = next;
        }
        let squares = Squares::new(&game, None).unwrap();
        let fast = search(&game, &pos, strength, seed);
        let (value, line) = plain(&game, &squares, &pos, strength, 1, seed);
        if game.n_moves(&pos) > 1 {
            prop_assert_eq!(fast.value, Some(value));
            prop_assert_eq!(&fast.line, &line);
        } else {
            prop_assert_eq!(fast.value, None);
        }
    }
}
