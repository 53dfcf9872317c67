//! Files of counts and values: what is right passes, and what is wrong says where and why.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use henge_core::erased::{DynGame, DynMatch, rules};
use henge_core::spec::Spec;
use henge_core::{Outcome, Score, Turn};
use henge_testkit::games::{Boxes, DiceRace, Ring};
use henge_testkit::{Counts, Value, check_perft, check_scores, check_values};

/// The games of this crate by name.
fn game(name: &str) -> Arc<dyn DynGame> {
    let spec: Spec = name.parse().expect("a name of a game");
    match (&*spec.name, &*spec.options) {
        ("boxes", []) => rules(name, Boxes::about(), Arc::new(Boxes::default())),
        ("boxes", [(_, columns)]) => {
            let columns = columns.parse().expect("a number of columns");
            rules(name, Boxes::about(), Arc::new(Boxes::new(columns, 1)))
        }
        ("dice-race", []) => rules(name, DiceRace::about(), Arc::new(DiceRace::default())),
        ("ring", []) => rules(name, Ring::about(), Arc::new(Ring::default())),
        _ => panic!("no game {name}"),
    }
}

/// What `check` panics with.
fn complaint<T>(check: impl FnOnce() -> T) -> String {
    match catch_unwind(AssertUnwindSafe(check)) {
        Ok(_) => "nothing".into(),
        Err(panic) => panic.downcast_ref::<String>().expect("panics carry a message").clone(),
    }
}

const COUNTS: &str = r#"
source = "orders of lines; two programs"

[[count]]
game = "boxes"
perft = [12, 132, 1320, 11880, 95040, 665280, 3991680]

[[count]]
game = "boxes"
moves = "b1 a2"
perft = [10, 90, 720]

[[count]]
game = "ring"
position = "a b 1"
moves = "c"
perft = [2, 6]
source = "by hand: the second king steps to a or, by two, to l, and neither is caught yet"
"#;

#[test]
fn counts_are_checked_within_the_budget() {
    let check = |budget| check_perft(COUNTS, &game, budget);
    assert_eq!(check(100_000), Counts { checked: 10, skipped: 2 });
    assert_eq!(check(1_000), Counts { checked: 7, skipped: 5 });
    assert_eq!(check(0), Counts { checked: 0, skipped: 12 });
}

#[test]
fn a_budget_stops_at_the_first_count_beyond_it() {
    // The last count is small but as dear as the one before it.
    let text = "source = \"x\"\n[[count]]\ngame = \"boxes:columns=2\"\n\
                perft = [7, 42, 210, 840, 2520, 5040, 5040, 0]";
    assert_eq!(check_perft(text, &game, 1_000), Counts { checked: 4, skipped: 4 });
    assert_eq!(check_perft(text, &game, 10_000), Counts { checked: 8, skipped: 0 });
}

#[test]
fn a_wrong_count_names_game_depth_and_both_numbers() {
    let text = COUNTS.replace("720]", "721]");
    let found = complaint(|| check_perft(&text, &game, 10_000));
    assert_eq!(found, "line 8: boxes after b1 a2: perft(3) is 720, expected 721");
    let text = COUNTS.replace("[2, 6]", "[2, 5]");
    let found = complaint(|| check_perft(&text, &game, 10_000));
    assert_eq!(found, "line 13: ring at \"a b 1\" after c: perft(2) is 6, expected 5");
}

#[test]
fn a_faulty_file_of_counts_is_refused() {
    let cases = [
        ("", "line 1: the file needs a source: who counted this, and how"),
        ("source = \"\"", "line 1: the file wants a text as source"),
        ("source = \"x\"", "line 1: the file has no [[count]]"),
        ("source = \"x\"\ncount = []", "line 1: the file has no [[count]]"),
        ("source = \"x\"\ncount = [3]", "line 2: not a table"),
        (
            "source = \"x\"\n[[counts]]",
            "line 2: the file has no key \"counts\"; it has source, count",
        ),
        ("source = \"x\"\n[[count]]\nperft = [1]", "line 2: count needs a game"),
        ("source = \"x\"\n[[count]]\ngame = \"ring\"", "line 2: count needs perft"),
        (
            "source = \"x\"\n[[count]]\ngame = \"ring\"\nperft = []",
            "line 4: count wants a list of whole numbers as perft",
        ),
        (
            "source = \"x\"\n[[count]]\ngame = \"ring\"\nperft = [3, -6]",
            "line 4: count wants a list of whole numbers as perft",
        ),
        (
            "source = \"x\"\n[[count]]\ngame = \"ring\"\npertf = [3]",
            "line 4: count has no key \"pertf\"; it has game, moves, position, perft, source",
        ),
    ];
    for (text, expected) in cases {
        let found = complaint(|| check_perft(text, &game, 10));
        assert_eq!(found, format!("a file of counts: {expected}"), "{text}");
    }
    assert!(
        complaint(|| check_perft("source = ", &game, 10)).starts_with("a file of counts: TOML")
    );
}

#[test]
fn a_position_that_cannot_be_reached_is_refused() {
    let file =
        |rest: &str| format!("source = \"x\"\n[[count]]\ngame = \"ring\"\nperft = [3]\n{rest}");
    let found = complaint(|| check_perft(&file("moves = \"b b\""), &game, 10));
    assert_eq!(found, "line 2: ring after b b: \"b\" is not a legal move");
    let found = complaint(|| check_perft(&file("position = \"q\""), &game, 10));
    assert!(found.starts_with("line 2: ring at \"q\": \"q\" is not two sites"), "{found}");
}

/// The score to the player to move, by trying everything.
fn minimax(table: &dyn DynMatch) -> Score {
    let Turn::Player(player) = table.turn() else { panic!("nobody is to move") };
    let go = |mv: &str| {
        let mut table = table.fork();
        table.play(mv).expect("a legal move");
        match table.turn() {
            Turn::Over(outcome) => Score::of(outcome, player, 1),
            Turn::Player(next) if next == player => minimax(&*table).earlier(1),
            _ => -minimax(&*table).earlier(1),
        }
    };
    table.moves().iter().map(|mv| go(&mv.text)).max().expect("a player to move has moves")
}

const VALUES: &str = r#"
source = "plain minimax"

[[value]]
game = "boxes:columns=1"
value = "loss"
points = 1
plies = 4

[[value]]
game = "boxes:columns=2"
value = "draw"

[[value]]
game = "boxes"
position = "111111111110 2 1 2"
value = "draw"
source = "by hand: one box is left, and who is to move takes it"

[[value]]
game = "boxes:columns=2"
moves = "b1 a2"
value = "loss"
plies = 5
source = "by hand: two harmless lines are left, so the player to move must open both boxes"
"#;

#[test]
fn values_are_those_of_minimax() {
    let found = check_values(VALUES, &game, &mut |table| Value::of(minimax(table)));
    assert_eq!(found, 4);
    assert_eq!(check_scores(VALUES, &game, &mut minimax), 4);
}

#[test]
fn an_engine_that_disagrees_is_named_the_case() {
    let always = |value| move |_: &dyn DynMatch| value;
    let found = complaint(|| check_values(VALUES, &game, &mut always(Value::Loss)));
    assert_eq!(found, "line 10: boxes:columns=2: the engine says loss, expected draw");

    let loss = |plies, points| {
        let winner = henge_core::Player::Second;
        Score::of(Outcome::Win { winner, points }, winner.other(), plies)
    };
    let say = |score| complaint(|| check_scores(VALUES, &game, &mut |_| score));
    let case = "line 4: boxes:columns=1";
    let expected = "expected loss in 4 for 1 points";
    assert_eq!(
        say(loss(2, 1)),
        format!("{case}: the engine says loss in 2 for 1 points, {expected}")
    );
    assert_eq!(
        say(loss(4, 2)),
        format!("{case}: the engine says loss in 4 for 2 points, {expected}")
    );
    assert_eq!(say(Score(-41)), format!("{case}: -41 is an estimate, not a proof"));
}

#[test]
fn a_faulty_file_of_values_is_refused() {
    let file = |rest: &str| format!("source = \"x\"\n[[value]]\ngame = \"ring\"\n{rest}");
    let cases = [
        ("", "value needs a value: win, draw or loss"),
        ("value = \"won\"", "value needs a value: win, draw or loss"),
        ("value = \"draw\"\nplies = 3", "value is a draw, which has neither points nor plies"),
        ("value = \"win\"\npoints = 0", "value has 0 points, but a win counts at least one"),
    ];
    for (rest, expected) in cases {
        let found = complaint(|| check_values(&file(rest), &game, &mut |_| Value::Win));
        assert_eq!(found, format!("a file of values: line 2: {expected}"), "{rest}");
    }
    let over = "source = \"x\"\n[[value]]\ngame = \"ring\"\nposition = \"a a 1\"\nvalue = \"win\"";
    let found = complaint(|| check_values(over, &game, &mut |_| Value::Win));
    assert!(
        found.starts_with("line 2: ring at \"a a 1\": no player is to move, but Over"),
        "{found}"
    );
    let dice = "source = \"x\"\n[[value]]\ngame = \"dice-race\"\nvalue = \"win\"";
    let found = complaint(|| check_values(dice, &game, &mut |_| Value::Win));
    assert_eq!(found, "line 2: dice-race: no player is to move, but Chance");
}
