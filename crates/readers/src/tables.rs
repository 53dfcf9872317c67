//! Positions and moves of every game.

use std::sync::OnceLock;

use henge::depict::Piece;
use henge::erased::{DynGame, DynMatch};
use henge::{Playable, Player, SiteId, Turn};

use crate::{refused, text};

/// The games that inputs choose from by their first byte: every family, with and without swap, flat
/// and deep, narrow and wide, and all rule books of draughts. New ones come to the end, so that
/// inputs keep their meaning.
pub const GAMES: &[&str] = &[
    "tic-tac-toe",
    "connect-four:size=7x6",
    "stonehenge",
    "pentominoes:size=6x10",
    "draughts:variant=danish",
    "backgammon",
    "go-moku:size=5",
    "hex:size=3x5",
    "connect-four:size=4x4",
    "pentominoes:size=5x5,blocked=1/13,without=X/I",
    "backgammon:cube=on",
    "backgammon:cube=on,jacoby=on,beavers=on",
    "backgammon:length=7",
    "backgammon:length=3,start=nackgammon",
    "backgammon:cube=on,start=hypergammon",
    "hex:size=2,swap=true",
    "hex:size=11,swap=true",
    "go-moku:size=6,exact=true",
    "go-moku:size=9",
    "qubic",
    "fano",
    "sum-to-fifteen",
    "torus-tic-tac-toe",
    "square-off",
    "draughts:variant=international",
    "draughts:variant=english",
    "draughts:variant=russian",
    "draughts:variant=brazilian",
    "draughts:variant=italian",
    "draughts:variant=czech",
    "draughts:variant=pool",
    "draughts:variant=frisian",
    "draughts:variant=turkish",
    "draughts:variant=canadian",
    "othello",
    "othello:size=6",
    "othello:size=10",
    "kalah",
    "kalah:houses=3,seeds=2,empty-capture=taken,sweep=nobody,swap=true",
    "breakthrough",
    "breakthrough:size=3x4",
    "nine-mens-morris",
    "nine-mens-morris:flying=false,idle=0",
    "abalone:idle=100",
    "abalone:start=belgian-daisy",
    "nuba",
];

static MADE: [OnceLock<Playable>; GAMES.len()] = [const { OnceLock::new() }; GAMES.len()];

/// The game that a byte stands for, made when it is first asked for.
pub fn game_at(byte: u8) -> &'static Playable {
    let index = usize::from(byte) % GAMES.len();
    let make = || henge_museum::game(GAMES[index]).unwrap_or_else(|error| panic!("{error}"));
    MADE[index].get_or_init(make)
}

/// One of these games by its name in [`GAMES`].
pub fn known(name: &str) -> Option<&'static Playable> {
    let index = GAMES.iter().position(|known| *known == name)?;
    Some(game_at(index as u8))
}

/// The first byte chooses the game, the rest of the first line is a position, and the other lines are
/// moves.
pub fn position(bytes: &[u8]) {
    let Some((&game, rest)) = bytes.split_first() else { return };
    let Some(text) = text(rest) else { return };
    let rules = &**game_at(game).rules();
    let mut lines = text.split('\n');
    let mut table = match rules.read(lines.next().unwrap_or_default()) {
        Ok(table) => table,
        Err(error) => {
            refused(error);
            rules.start()
        }
    };
    check(&*table);
    lines.take(50).for_each(|mv| step(&mut *table, mv));
    read_back(rules, &*table);
}

/// The same from the start, where a line `~` and a number is the n-th legal move: so inputs get deep
/// into games.
pub fn moves(bytes: &[u8]) {
    let Some((&game, rest)) = bytes.split_first() else { return };
    let Some(text) = text(rest) else { return };
    let rules = &**game_at(game).rules();
    let mut table = rules.start();
    for line in text.split('\n').take(100) {
        match line.strip_prefix('~').map(str::parse::<usize>) {
            Some(Ok(n)) => {
                let moves = table.moves();
                if moves.is_empty() {
                    break;
                }
                let mv = &moves[n % moves.len()].text;
                table.play(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
            }
            _ => step(&mut *table, line),
        }
    }
    check(&*table);
    read_back(rules, &*table);
}

/// Plays a move and takes it back and again, or finds that it changes nothing.
fn step(table: &mut dyn DynMatch, mv: &str) {
    let before = (table.position(), table.history().len());
    match table.play(mv) {
        Ok(()) => {
            assert_eq!(table.history().len(), before.1 + 1);
            check(table);
            let mv = table.undo().expect("a move was played");
            assert_eq!((table.position(), table.history().len()), before);
            assert_eq!(table.redo(), Some(mv));
        }
        Err(error) => {
            refused(&error);
            assert_eq!((table.position(), table.history().len()), before, "{error}");
        }
    }
}

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

/// What the table says about itself is read back, by whoever continues the game elsewhere.
fn read_back(rules: &dyn DynGame, table: &dyn DynMatch) {
    let position = table.position();
    let again = rules.read(&position).unwrap_or_else(|error| panic!("{position}: {error}"));
    assert_eq!(again.position(), position);
    assert_eq!(again.key(), table.key(), "{position}");
    // That a position has come back is no part of it.
    if table.history().is_empty() {
        assert_eq!(again.turn(), table.turn(), "{position}");
    }
}

/// The first byte chooses the rules; the rest is XGID, or Position ID and Match ID.
pub fn backgammon_id(bytes: &[u8]) {
    let Some((&game, rest)) = bytes.split_first() else { return };
    let Some(text) = text(rest) else { return };
    let games: Vec<u8> = (0..)
        .zip(GAMES)
        .filter(|(_, name)| name.starts_with("backgammon"))
        .map(|(i, _)| i)
        .collect();
    let rules = &**game_at(games[usize::from(game) % games.len()]).rules();
    for line in text.lines().take(20) {
        for line in [line.to_string(), format!("XGID={line}")] {
            match rules.read(&line) {
                Ok(table) => {
                    check(&*table);
                    read_back(rules, &*table);
                    for foreign in table.foreign_positions() {
                        let again = rules.read(&foreign);
                        let again = again.unwrap_or_else(|error| panic!("{foreign}: {error}"));
                        assert_eq!(again.position(), table.position(), "{foreign}");
                    }
                }
                Err(error) => refused(error),
            }
        }
    }
}

/// The first byte chooses the game, the second the player to move; three bytes are a piece.
pub fn compose(bytes: &[u8]) {
    let [game, player, rest @ ..] = bytes else { return };
    let rules = &**game_at(*game).rules();
    let (pieces, _) = rest.as_chunks::<3>();
    let piece = |&[site, kind, count]: &[u8; 3]| Piece {
        // Sites that are not there come too.
        site: SiteId(u16::from(site) * if kind & 0x80 == 0 { 1 } else { 256 }),
        kind: kind & 0x7f,
        count: u16::from(count) * if count & 0x80 == 0 { 1 } else { 257 },
    };
    let pieces: Vec<Piece> = pieces.iter().map(piece).collect();
    let player = if player % 2 == 0 { Player::First } else { Player::Second };
    match rules.compose(&pieces, player) {
        Ok(table) => {
            check(&*table);
            read_back(rules, &*table);
        }
        Err(error) => refused(error),
    }
}
