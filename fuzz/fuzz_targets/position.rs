//! Any text is read as a position or refused; then as moves, some of which are legal. The first
//! line chooses the game by its first byte, the second is the position, the others are moves.

#![no_main]

use std::sync::LazyLock;

use henge::Playable;
use henge::core::Turn;
use henge::core::erased::DynMatch;
use libfuzzer_sys::fuzz_target;

/// One for each kind of board: with and without swap, flat and deep, with sites that have names of
/// their own.
const NAMES: [&str; 10] = [
    "tic-tac-toe",
    "go-moku:size=5",
    "go-moku:size=6,exact=true",
    "go-moku:size=9",
    "hex:size=2,swap=true",
    "hex:size=3x5",
    "hex:size=11,swap=true",
    "qubic",
    "fano",
    "sum-to-fifteen",
];

static GAMES: LazyLock<Vec<Playable>> = LazyLock::new(|| {
    let find = |name| henge::game(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    NAMES.into_iter().map(find).collect()
});

fuzz_target!(|text: &str| {
    let mut lines = text.split('\n');
    let first = lines.next().and_then(|line| line.bytes().next()).unwrap_or_default();
    let rules = GAMES[usize::from(first) % GAMES.len()].rules();
    let mut table = match rules.read(lines.next().unwrap_or_default()) {
        Ok(table) => table,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            rules.start()
        }
    };
    check(&*table);
    for mv in lines.take(100) {
        let before = (table.position(), table.history().len());
        match table.play(mv) {
            Ok(()) => {
                assert_eq!(table.history().len(), before.1 + 1);
                check(&*table);
                let mv = table.undo().expect("a move was played");
                assert_eq!((table.position(), table.history().len()), before);
                assert_eq!(table.redo(), Some(mv));
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                assert_eq!((table.position(), table.history().len()), before, "{error}");
            }
        }
    }

    // What the table says about itself is read back, by whoever continues the game elsewhere.
    let again = rules.read(&table.position()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.position(), table.position());
    assert_eq!(again.key(), table.key());
    assert_eq!(again.turn(), table.turn());
});

/// A table knows what it waits for, and everything that it offers can be played.
fn check(table: &dyn DynMatch) {
    let moves = table.moves();
    assert_eq!(moves.is_empty(), matches!(table.turn(), Turn::Over(_)));
    for mv in [moves.first(), moves.last()].into_iter().flatten() {
        let mut fork = table.fork();
        fork.play(&mv.text).unwrap_or_else(|error| panic!("{}: {error}", mv.text));
    }
    table.scene();
}
