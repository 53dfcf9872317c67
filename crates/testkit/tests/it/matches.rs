//! `Match`, the table at which games are played, tried with games that repeat, throw dice and give
//! extra turns.

use std::sync::Arc;

use henge_core::erased::{DynGame, DynMatch, rules};
use henge_core::{Game, Match, Notation, Outcome, PlayError, Player, Turn};
use henge_testkit::games::{Boxes, DiceRace, Ring};

/// A round of the second king, in which the first one dodges him: the position is again the same.
const ROUND: &str = "b e a c b a c k b i a g";

fn ring() -> Arc<dyn DynGame> {
    rules("ring", Ring::about(), Arc::new(Ring::default()))
}

fn play(table: &mut dyn DynMatch, moves: &str) {
    for mv in moves.split_whitespace() {
        table.play(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
    }
}

/// All that can be seen of a match.
fn sight(table: &dyn DynMatch) -> (Turn, String, u64, Vec<String>, Vec<String>) {
    let moves = table.moves().into_iter().map(|mv| mv.text).collect();
    (table.turn(), table.position(), table.key(), table.history(), moves)
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut table = ring().start();
    play(&mut *table, ROUND);
    assert_eq!(table.turn(), Turn::Player(Player::First), "the second occurrence plays on");
    play(&mut *table, ROUND);
    assert_eq!(table.position(), "a g 1");
    assert_eq!(table.turn(), Turn::Over(Outcome::Draw));
    assert!(table.moves().is_empty());
    assert_eq!(table.play("b"), Err(PlayError::Over));
    assert_eq!(table.history().len(), 24);
}

#[test]
fn repetitions_are_those_of_this_match() {
    let game = Arc::new(Ring::default());
    let mut table = Match::new(Arc::clone(&game));
    assert_eq!(table.repetitions(), 1);
    for n in 1..=24 {
        let text = ROUND.split(' ').nth((n - 1) % 12).unwrap();
        let mv = game.read_move(table.position(), text).unwrap();
        table.play(mv).unwrap();
        assert_eq!(table.repetitions() as usize, 1 + n / 12, "after {n} plies");
    }
    // Whoever sets the position up again starts to count again.
    let fresh = Match::from_position(game, *table.position());
    assert_eq!((fresh.repetitions(), fresh.turn()), (1, Turn::Player(Player::First)));
}

#[test]
fn a_draw_by_repetition_can_be_taken_back() {
    let mut table = ring().start();
    play(&mut *table, ROUND);
    play(&mut *table, ROUND);
    assert_eq!(table.undo().as_deref(), Some("g"));
    assert_eq!(table.turn(), Turn::Player(Player::Second));
    assert_eq!(table.redo().as_deref(), Some("g"));
    assert_eq!(table.turn(), Turn::Over(Outcome::Draw));
    table.undo();
    play(&mut *table, "h");
    assert_eq!(table.turn(), Turn::Player(Player::First));
    assert_eq!(table.redo(), None, "another move forgets what was taken back");
}

#[test]
fn games_without_cycles_do_not_count_repetitions() {
    let table = Match::new(Arc::new(Boxes::default()));
    assert_eq!(table.repetitions(), 1);
}

#[test]
fn undo_and_redo_walk_through_the_whole_game() {
    let game = rules("boxes", Boxes::about(), Arc::new(Boxes::default()));
    let mut table = game.start();
    let mut seen = vec![sight(&*table)];
    while let Some(mv) = table.moves().pop() {
        play(&mut *table, &mv.text);
        seen.push(sight(&*table));
    }
    assert_eq!(seen.len(), 13);
    for before in seen.iter().rev().skip(1) {
        table.undo().expect("there is a move to take back");
        assert_eq!(sight(&*table), *before);
    }
    assert_eq!(table.undo(), None);
    for after in &seen[1..] {
        table.redo().expect("there is a move to play again");
        assert_eq!(sight(&*table), *after);
    }
    assert_eq!(table.redo(), None);
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut table = ring().start();
    play(&mut *table, "b e a");
    table.undo();
    let before = sight(&*table);
    for wrong in ["e", "z", "", "b b", "B", "\u{1}"] {
        let error = table.play(wrong).expect_err("no such move");
        assert!(matches!(error, PlayError::Move(_)), "{wrong:?}: {error}");
        assert_eq!(sight(&*table), before);
    }
    assert_eq!(table.redo().as_deref(), Some("a"), "not even what was taken back is forgotten");

    // A move of another position is refused as well when it does not come as text.
    let game = Arc::new(Ring::default());
    let mut table = Match::new(Arc::clone(&game));
    let mv = table.moves()[0];
    table.play(mv).unwrap();
    let pos = *table.position();
    assert!(matches!(table.play(mv), Err(PlayError::Move(_))));
    assert_eq!((*table.position(), table.history().len()), (pos, 1));
}

#[test]
fn a_won_game_is_over() {
    let mut table = ring().read("a b 1").unwrap();
    play(&mut *table, "b");
    assert_eq!(table.turn(), Turn::Over(Outcome::win(Player::First)));
    let before = sight(&*table);
    assert_eq!(table.play("a"), Err(PlayError::Over));
    assert_eq!(sight(&*table), before);
}

#[test]
fn setup_is_where_the_match_began() {
    let mut table = ring().start();
    play(&mut *table, "b e");
    assert_eq!(table.setup(), None);
    let mut table = ring().read("c h 2").unwrap();
    play(&mut *table, "g d");
    assert_eq!((table.setup().as_deref(), &*table.position()), (Some("c h 2"), "d g 2"));
    assert_eq!(table.history(), ["g", "d"]);
    assert_eq!(table.mover(0), Some(Player::Second));
    let error = ring().read("c z 2").err().expect("there is no site z").to_string();
    assert_eq!(error, "\"c z 2\" is not two sites from a to l and the player to move, 1 or 2");
}

#[test]
fn a_fork_goes_its_own_way() {
    let mut table = ring().start();
    play(&mut *table, "b e a");
    table.undo();
    let before = sight(&*table);
    let mut fork = table.fork();
    assert_eq!(sight(&*fork), before);
    assert_eq!(fork.redo().as_deref(), Some("a"), "a fork remembers what was taken back");
    play(&mut *fork, "c");
    assert_eq!(sight(&*table), before);
}

#[test]
fn dice_are_moves_of_nobody() {
    let game = rules("dice-race", DiceRace::about(), Arc::new(DiceRace::default()));
    let mut table = game.start();
    assert_eq!(table.turn(), Turn::Chance);
    let chances: Vec<_> = table.moves().iter().map(|mv| mv.probability).collect();
    assert_eq!(chances, [1.0 / 2.0, 1.0 / 3.0, 1.0 / 6.0].map(Some));
    play(&mut *table, "d2");
    assert_eq!(table.scene().dice, [2]);
    let moves = table.moves();
    assert_eq!((moves.len(), &*moves[0].text, moves[0].probability), (1, "start1-2", None));
    // The second player's man does not stop on 2, where the first one's stands.
    play(&mut *table, "start1-2 d2 start2-3 d1");
    let movers: Vec<_> = (0..6).map(|ply| table.mover(ply)).collect();
    let [first, second] = Player::BOTH.map(Some);
    assert_eq!(movers, [None, first, None, second, None, None]);
    assert_eq!(table.last_path(), []);
    // 2 goes on over 3 to 4.
    let texts: Vec<_> = table.moves().into_iter().map(|mv| mv.text).collect();
    assert_eq!(texts, ["start1-1", "2-4"]);
}

#[test]
fn a_shut_out_counts_two_points() {
    let game = DiceRace::default();
    for (text, points) in [("66 05 2 -", 2), ("66 06 2 -", 1)] {
        let pos = game.read_position(text).unwrap();
        assert_eq!(game.turn(&pos), Turn::Over(Outcome::Win { winner: Player::First, points }));
    }
}
