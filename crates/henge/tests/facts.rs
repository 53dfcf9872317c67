//! Published and independently computed facts, against all engines.
// Clippy allows this in tests, but not in the functions they share.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use henge::core::erased::{DynGame, DynMatch};
use henge::core::{Limits, Turn};
use henge::games::positional::{Positional, Swap, hex, tic_tac_toe};
use henge::search::minimax;
use henge_testkit::{Census, Value, census, check_perft, check_values};

fn rules(name: &str) -> Arc<dyn DynGame> {
    Arc::clone(henge::game(name).unwrap_or_else(|error| panic!("{error}")).rules())
}

#[test]
fn perft() {
    let files = [
        include_str!("../../../testdata/perft/positional.toml"),
        include_str!("../../../testdata/perft/connect-four.toml"),
        include_str!("../../../testdata/perft/stonehenge.toml"),
    ];
    let checked: usize =
        files.iter().map(|text| check_perft(text, &rules, 6_000_000).checked).sum();
    assert!(checked > 40, "{checked}");
}

#[test]
fn games_and_positions() {
    let game: Positional<1> = Positional::new(Arc::new(tic_tac_toe()));
    assert_eq!(census(&game), Census { games: 255_168, positions: 5_478 });
    let game: Positional<1> = Positional::new(Arc::new(hex(3, 3, Swap::Off).unwrap()));
    assert_eq!(census(&game), Census { games: 257_760, positions: 5_514 });
}

const VALUES: [&str; 2] = [
    include_str!("../../../testdata/values/small.toml"),
    include_str!("../../../testdata/values/hex.toml"),
];

fn value_of(points: i32) -> Value {
    match points.signum() {
        1 => Value::Win,
        0 => Value::Draw,
        _ => Value::Loss,
    }
}

/// The name of the game a match is of is not in the match: each case brings its own solver.
fn check_with(mut engine: impl FnMut(&str, &dyn DynMatch) -> Value) {
    for text in VALUES {
        let asked = std::cell::RefCell::new(String::new());
        let game = |name: &str| {
            *asked.borrow_mut() = name.to_string();
            rules(name)
        };
        let n = check_values(text, &game, &mut |table| engine(&asked.borrow(), table));
        assert!(n > 5);
    }
}

#[test]
fn the_solver_agrees() {
    check_with(|name, table| {
        let game = henge::game(name).unwrap();
        let stop = AtomicBool::new(false);
        let solved =
            game.engines().unwrap().solve(table, Limits::NONE, &stop, &mut |_, _| {}).unwrap();
        assert!(solved.proved);
        value_of(solved.points)
    });
}

#[test]
fn the_perfect_bot_agrees() {
    check_with(|name, table| {
        let mut bot = henge::game(name).unwrap().bot("perfect").unwrap();
        let thought = henge::think(&mut *bot, table, Limits::NONE).unwrap();
        let (score, kind) = thought.lines[0].score.unwrap();
        assert_eq!(kind.word(), "proved");
        value_of(score.decided().map_or(0, |(points, _)| points))
    });
}

#[test]
fn alphabeta_agrees() {
    check_with(|name, table| {
        let mut bot = henge::game(name).unwrap().bot("alphabeta").unwrap();
        let thought = henge::think(&mut *bot, table, Limits::depth(16)).unwrap();
        let (score, _) = thought.lines[0].score.unwrap();
        value_of(score.decided().map_or(0, |(points, _)| points))
    });
}

/// The referee follows every line, so it judges where the lines are few.
#[test]
fn plain_minimax_agrees() {
    check_with(|name, table| {
        if name == "hex:size=4" {
            return brute_force(table);
        }
        let game = henge::game(name).unwrap();
        let rules = game.rules().as_any().downcast_ref::<Arc<Positional<1>>>().unwrap();
        let table = henge::core::erased::table_of::<Positional<1>>(table).unwrap();
        let Turn::Player(player) = table.turn() else { panic!("the game is over") };
        value_of(minimax::value(&**rules, table.position(), player) as i32)
    });
}

/// Hex 4 has too many lines to follow them all; this remembers positions, and knows nothing else.
fn brute_force(table: &dyn DynMatch) -> Value {
    use henge::core::{Game, Player};
    use std::collections::HashMap;
    type Hex = Positional<1>;
    type Seen = HashMap<u64, bool>;
    fn wins(
        game: &Hex,
        pos: &mut <Hex as Game>::Position,
        player: Player,
        seen: &mut Seen,
    ) -> bool {
        if let Turn::Over(outcome) = game.turn(pos) {
            return outcome.points_for(player) > 0;
        }
        let key = game.key(pos);
        if let Some(&known) = seen.get(&key) {
            return known;
        }
        let found = game.moves(pos).any(|mv| {
            let undo = game.play(pos, mv);
            let won = !wins(game, pos, !player, seen);
            game.undo(pos, mv, undo);
            won
        });
        seen.insert(key, found);
        found
    }
    let table = henge::core::erased::table_of::<Hex>(table).unwrap();
    let Turn::Player(player) = table.turn() else { panic!("the game is over") };
    let won = wins(table.game(), &mut table.position().clone(), player, &mut Seen::new());
    if won { Value::Win } else { Value::Loss }
}

#[test]
fn every_game_is_found_and_played_by_every_bot() {
    for (slug, _, _) in henge::families() {
        let game = henge::game(&slug).unwrap();
        for kind in game.bots() {
            let mut bot = game.bot(kind.name).unwrap();
            let mut table = game.rules().start();
            // A few moves are enough to see that it sits at the right board.
            for _ in 0..3 {
                let limits = Limits::time(std::time::Duration::from_millis(50));
                let thought = henge::think(&mut *bot, &*table, limits).unwrap();
                table.play(thought.best().unwrap()).unwrap();
            }
        }
    }
}

#[test]
fn unknown_names_are_answered_with_near_ones() {
    let say = |name: &str| henge::game(name).err().unwrap().to_string();
    assert_eq!(say("hxe"), "no game \"hxe\"; did you mean \"hex\"?");
    assert!(say("zzzzzz").starts_with("no game \"zzzzzz\"; there are tic-tac-toe, "));
    assert_eq!(say("qubic:size=3"), "no option of qubic \"size\"; there are none");
    assert!(say("hex:size=20").contains("from 2 to 19"));
    assert!(say("hex:size=4x6,swap=true").contains("square board"));
    assert!(say("none.toml").starts_with("none.toml: "));
    let game = henge::game("hex").unwrap();
    let say = |name: &str| game.bot(name).err().unwrap().to_string();
    assert_eq!(say("alfabeta"), "no bot for hex \"alfabeta\"; did you mean \"alphabeta\"?");
    assert_eq!(
        say("alphabeta:depth=0"),
        "alphabeta: depth=0 does not do: a whole number from 1 to 1000"
    );
}
