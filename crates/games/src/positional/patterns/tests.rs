use std::sync::Arc;

use henge_core::{Eval, Game, Outcome, Player, Turn, mix64};

use super::kinds::Kind;
use super::*;
use crate::positional::{Row, go_moku};

fn game(size: usize, row: Row) -> Positional<4> {
    Positional::new(Arc::new(go_moku(size, row).expect("a size that exists")))
}

/// A position from its rows, `x` the first player and `o` the second.
fn position(game: &Positional<4>, rows: &[&str]) -> Position<4> {
    let mut pos = game.start();
    for (y, row) in rows.iter().enumerate() {
        for (x, sign) in row.bytes().enumerate() {
            let stone = match sign {
                b'x' => Player::First,
                b'o' => Player::Second,
                _ => continue,
            };
            let site = y * rows.len() + x;
            game.put_by_hand(&mut pos, site, Some(stone)).expect("a site of the board");
        }
    }
    pos
}

#[test]
fn what_follows_the_moves_is_what_is_seen_afresh() {
    for (size, row) in [(15, Row::FiveOrMore), (9, Row::ExactlyFive), (7, Row::FiveOrMore)] {
        let game = game(size, row);
        let patterns = Patterns::of(&game).expect("five in a row");
        for seed in 0..10u64 {
            let mut pos = game.start();
            let mut field = patterns.field(&game, &pos);
            let mut played = Vec::new();
            while let Turn::Player(me) = game.turn(&pos) {
                let n = game.n_moves(&pos);
                let which = mix64(seed << 32 | played.len() as u64) as usize % n;
                let mv = game.moves(&pos).nth(which).expect("a legal move");
                let undo = game.play(&mut pos, mv);
                field.put(&patterns.tables, me, mv.0.into());
                played.push((me, mv, undo));
                same(&field, &patterns.field(&game, &pos));
            }
            while let Some((me, mv, undo)) = played.pop() {
                game.undo(&mut pos, mv, undo);
                field.take(&patterns.tables, me, mv.0.into());
                same(&field, &patterns.field(&game, &pos));
            }
        }
    }
}

fn same(a: &Field<4>, b: &Field<4>) {
    assert_eq!((a.empty, a.alive, a.key), (b.empty, b.alive, b.key));
    for player in Player::BOTH {
        assert_eq!(a.balance(player), b.balance(player));
        for kind in Kind::ALL {
            assert_eq!(a.threats(player, kind), b.threats(player, kind));
        }
    }
}

#[test]
fn a_win_by_fours_is_found() {
    let game = game(9, Row::FiveOrMore);
    let patterns = Patterns::of(&game).expect("five in a row");
    let rows = [
        ".........", //
        ".........",
        ".xxx.....",
        "o........",
        "....x....",
        "....x....",
        "....x....",
        "....o....",
        ".........",
    ];
    let pos = position(&game, &rows);
    let mut state = patterns.begin(&game, &pos);
    // The crossing makes two fours, and five with the next stone.
    let won = patterns.forced(&game, &pos, &mut state, Player::First);
    assert_eq!(won, Some((Score::win_in(3), ScoreKind::AtLeast)));
    assert_eq!(patterns.forced(&game, &pos, &mut state, Player::Second), None);
}

/// Positions with stones near each other, in which nobody has won.
fn crowded(game: &Positional<4>, seed: u64) -> Option<Position<4>> {
    let mut pos = game.start();
    let size = (game.definition().n_sites() as f64).sqrt() as u64;
    for i in 0..(8 + seed % 20) {
        let number = mix64(seed << 16 | i);
        let at = |shift: u32| (number >> shift) % (size - 2) + 1;
        let mv = Move((at(0) * size + at(20)) as u16);
        if game.moves(&pos).any(|legal| legal == mv) {
            game.play(&mut pos, mv);
        }
    }
    matches!(game.turn(&pos), Turn::Player(_)).then_some(pos)
}

/// Has the player who is to move a stone that wins?
fn wins_at_once(game: &Positional<4>, pos: &Position<4>) -> bool {
    let mut next = *pos;
    game.moves(pos).any(|mv| {
        let undo = game.play(&mut next, mv);
        let won = matches!(game.turn(&next), Turn::Over(Outcome::Win { .. }));
        game.undo(&mut next, mv, undo);
        won
    })
}

/// By the rules alone: can the player who is to move win in so many plies by threatening to win with every stone?
fn wins_by_threats(game: &Positional<4>, pos: &Position<4>, plies: u32) -> bool {
    if plies < 3 || wins_at_once(game, pos) {
        return plies > 0 && wins_at_once(game, pos);
    }
    game.moves(pos).any(|mv| {
        let mut next = *pos;
        game.play(&mut next, mv);
        let Turn::Player(_) = game.turn(&next) else { return false };
        // The stone has to threaten, and must not be too late.
        if wins_at_once(game, &next) || !threatens(game, pos, mv) {
            return false;
        }
        game.moves(&next).all(|reply| {
            let mut after = next;
            game.play(&mut after, reply);
            matches!(game.turn(&after), Turn::Player(_)) && wins_by_threats(game, &after, plies - 2)
        })
    })
}

/// Would the player who plays this stone win with another one, if it were his turn again?
fn threatens(game: &Positional<4>, pos: &Position<4>, mv: Move) -> bool {
    let mut next = *pos;
    game.play(&mut next, mv);
    game.pass(&mut next);
    wins_at_once(game, &next)
}

#[test]
fn wins_that_are_claimed_are_won_by_the_rules_alone() {
    let mut n = 0;
    for (row, count) in [(Row::FiveOrMore, 1500), (Row::ExactlyFive, 1500)] {
        let game = game(8, row);
        let patterns = Patterns::of(&game).expect("five in a row");
        for pos in (0..count).filter_map(|seed| crowded(&game, seed)) {
            let me = !pos.last_mover();
            let state = &mut patterns.begin(&game, &pos);
            match patterns.forced(&game, &pos, state, me) {
                Some((score, ScoreKind::AtLeast)) => {
                    let (points, plies) = score.decided().expect("a win");
                    assert_eq!(points, 1);
                    // Longer ones take the referee too long.
                    if plies <= 7 {
                        assert!(wins_by_threats(&game, &pos, plies), "{plies}: {pos:?}");
                        n += u32::from(plies > 1);
                    }
                }
                Some(_) => {
                    assert!(!wins_at_once(&game, &pos), "{pos:?}");
                    assert!(game.moves(&pos).all(|mv| {
                        let mut next = pos;
                        game.play(&mut next, mv);
                        wins_at_once(&game, &next)
                    }));
                }
                None => {}
            }
        }
    }
    assert!(n > 50, "{n}");
}

#[test]
fn moves_that_are_called_irrelevant_lose_at_once() {
    let mut n = 0;
    for row in [Row::FiveOrMore, Row::ExactlyFive] {
        let game = game(9, row);
        let patterns = Patterns::of(&game).expect("five in a row");
        for pos in (0..1500).filter_map(|seed| crowded(&game, seed)) {
            let mut moves = Vec::new();
            let state = &mut patterns.begin(&game, &pos);
            let omitted = patterns.propose(&game, &pos, state, &mut moves);
            if omitted != Some(Omitted::Irrelevant) {
                continue;
            }
            assert!(
                !moves.is_empty() && moves.iter().all(|&mv| game.moves(&pos).any(|it| it == mv))
            );
            // Who can win or has to prevent it at once has no need of a referee with foresight.
            if wins_at_once(&game, &pos) {
                assert!(moves.iter().all(|&mv| {
                    let mut next = pos;
                    game.play(&mut next, mv);
                    matches!(game.turn(&next), Turn::Over(_))
                }));
                continue;
            }
            if wins_by_threats(&game, &pos, 3) {
                continue;
            }
            for mv in game.moves(&pos).filter(|mv| !moves.contains(mv)) {
                let mut next = pos;
                game.play(&mut next, mv);
                let lost = wins_by_threats(&game, &next, 3);
                assert!(lost, "{mv:?} is left out of {moves:?} in {pos:?}");
                n += 1;
            }
        }
    }
    assert!(n > 500, "{n}");
}
