//! Laws of [`Notation`]: what is written is read back, and nothing else is.

use std::collections::HashSet;

use henge_core::Notation;

use super::rules;
use super::walk::Walk;

/// How many moves of a position are read back. Reading writes every move once, unless the game
/// knows better, so all of them would cost a square.
const READ: usize = 8;

/// Texts that are no move and no position of any game.
const JUNK: [&str; 3] = ["", "\u{1}", "no such thing"];

/// What it costs to check a position with `n_moves` moves, in moves written.
pub(super) fn work(n_moves: usize) -> u64 {
    // Text and path of each, and as many again for each text that is read.
    let reads = n_moves.min(READ) + JUNK.len() + 1;
    (n_moves * (2 + reads)) as u64
}

pub(super) fn check<G: Notation>(walk: &mut Walk<G>, moves: &[G::Move]) {
    check_moves(walk, moves);
    let text = walk.game.write_position(&walk.pos);
    walk.check(
        !text.is_empty() && !text.contains(['\n', '\r']),
        "a position is written in one line",
        || format!("{text:?}"),
    );
    check_round_trip(walk, &walk.pos, &text, moves);
    check_junk(walk);
    check_damaged(walk, &text);
}

fn check_moves<G: Notation>(walk: &mut Walk<G>, moves: &[G::Move]) {
    let (game, pos) = (walk.game, walk.pos.clone());
    let mut seen = HashSet::with_capacity(moves.len());
    for &mv in moves {
        let text = game.write_move(&pos, mv);
        let odd = |c: char| c.is_whitespace() || c.is_control() || "{}();".contains(c);
        walk.check(
            !text.is_empty() && !text.contains(odd),
            "records can hold every move: no white space, braces, parentheses or semicolons",
            || format!("{mv:?} is written {text:?}"),
        );
        let law = "no two moves are written alike";
        walk.check(!seen.contains(&text), law, || format!("{text:?} twice, once for {mv:?}"));
        seen.insert(text);
    }
    for mv in walk.sample(moves, READ) {
        let text = game.write_move(&pos, mv);
        let read = game.read_move(&pos, &text);
        walk.check(read == Ok(mv), "a move is read back as written", || {
            format!("{mv:?} is written {text:?} and read as {read:?}")
        });
    }
    // The last move is mostly impossible now. A lenient reader may still find a meaning in it.
    let stale = walk.texts().last().filter(|text| !seen.contains(*text));
    if let Some(Ok(mv)) = stale.map(|text| game.read_move(&pos, text)) {
        let law = "only legal moves are read";
        walk.check(moves.contains(&mv), law, || format!("{stale:?} is read as {mv:?}"));
    }
}

fn check_round_trip<G: Notation>(walk: &Walk<G>, pos: &G::Position, text: &str, moves: &[G::Move]) {
    let game = walk.game;
    let read = game.read_position(text);
    walk.check(read.as_ref() == Ok(pos), "a position is read back as written", || {
        format!("{pos:?} is written {text:?} and read as {read:?}")
    });
    let Ok(read) = read else { return };
    // Reading builds the position from nothing, so a key that remembers its way here shows.
    walk.check(
        game.key(&read) == game.key(pos) && game.canonical_key(&read) == game.canonical_key(pos),
        "the key depends on the position alone, not on the way to it",
        || format!("{:#x} here and {:#x} when read from {text:?}", game.key(pos), game.key(&read)),
    );
    walk.check(
        game.turn(&read) == game.turn(pos) && game.moves(&read).eq(moves.iter().copied()),
        "equal positions have the same moves in the same order",
        || format!("others than {moves:?} when read from {text:?}"),
    );
}

fn check_junk<G: Notation>(walk: &Walk<G>) {
    for junk in JUNK {
        let read = walk.game.read_move(&walk.pos, junk);
        let law = "a text that is no move is refused";
        walk.check(read.is_err(), law, || format!("{junk:?} is read as {read:?}"));
    }
    let junk = JUNK[1];
    let read = walk.game.read_position(junk);
    let law = "a text that is no position is refused";
    walk.check(read.is_err(), law, || format!("{junk:?} is read as {read:?}"));
}

/// Damages the text of a position a little. It may be refused; what is read must be sound.
fn check_damaged<G: Notation>(walk: &mut Walk<G>, text: &str) {
    let mut chars: Vec<char> = text.chars().collect();
    let (i, j) = (walk.below(chars.len()), walk.below(chars.len()));
    match walk.below(4) {
        0 => drop(chars.remove(i)),
        1 => chars.swap(i, j),
        2 => chars[i] = chars[j],
        _ => chars.truncate(i),
    }
    let damaged: String = chars.into_iter().collect();
    let game = walk.game;
    let Ok(pos) = game.read_position(&damaged) else { return };
    let moves: Vec<G::Move> = game.moves(&pos).collect();
    rules::check_moves(walk, &pos, game.turn(&pos), &moves);
    check_round_trip(walk, &pos, &game.write_position(&pos), &moves);
}
