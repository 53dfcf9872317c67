//! Wins by threats in Go-Moku hold by the rules alone.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use henge_core::{Eval, Game, Limits, Outcome, Player, Turn, mix64};
use henge_games::positional::{Judge, Move, Patterns, Position, Positional, Row, go_moku};
use henge_search::dfpn::{Answer, ByThreats};
use henge_search::proof::{self, Claim, Extent, ProofError};
use henge_search::{Task, Threats};

type Rules = Positional<1>;

/// Positions with stones near each other, in which nobody has won.
fn crowded(game: &Rules, seed: u64) -> Option<Position<1>> {
    let mut pos = game.start();
    let size = game.definition().n_sites().isqrt() as u64;
    for i in 0..(6 + seed % 14) {
        let number = mix64(seed << 16 | i);
        let at = |shift: u32| (number >> shift) % (size - 2) + 1;
        let mv = Move((at(0) * size + at(20)) as u16);
        if game.moves(&pos).any(|legal| legal == mv) {
            game.play(&mut pos, mv);
        }
    }
    matches!(game.turn(&pos), Turn::Player(_)).then_some(pos)
}

/// The search with what it plays by.
struct Engine {
    game: Rules,
    judge: Judge<1>,
    threats: Threats<Rules>,
}

impl Engine {
    fn new(size: usize, row: Row) -> Engine {
        let game = Positional::new(Arc::new(go_moku(size, row).unwrap()));
        let patterns = Patterns::of(&game).expect("five in a row");
        let judge = Judge::Patterns(Arc::new(patterns));
        Engine { game, judge, threats: Threats::new(1 << 20).unwrap() }
    }

    fn win(&mut self, pos: &Position<1>, attacker: Player) -> ByThreats<Move> {
        let task = Task::new(Limits::nodes(5_000));
        self.threats.win((&self.game, pos), attacker, &self.judge, task)
    }

    /// Does the attacker win within this many plies with the moves of the search, whatever the other does?
    fn wins_within(&mut self, pos: &Position<1>, attacker: Player, plies: u32) -> bool {
        match self.game.turn(pos) {
            Turn::Over(outcome) => outcome == Outcome::win(attacker),
            _ if plies == 0 => false,
            Turn::Player(player) if player == attacker => {
                let Some(mv) = self.win(pos, attacker).mv else { return false };
                let mut next = *pos;
                self.game.play(&mut next, mv);
                self.wins_within(&next, attacker, plies - 1)
            }
            _ => {
                let moves: Vec<Move> = self.game.moves(pos).collect();
                moves.into_iter().all(|mv| {
                    let mut next = *pos;
                    self.game.play(&mut next, mv);
                    self.wins_within(&next, attacker, plies - 1)
                })
            }
        }
    }
}

#[test]
fn wins_by_threats_are_won_by_the_rules_alone() {
    let (mut short, mut proofs, mut by_threes, mut large) = (0, 0, 0, 0);
    for (size, row) in [(7, Row::FiveOrMore), (8, Row::FiveOrMore), (8, Row::ExactlyFive)] {
        let mut engine = Engine::new(size, row);
        for seed in 0..150 {
            let Some(pos) = crowded(&engine.game, seed) else { continue };
            for attacker in Player::BOTH {
                let found = engine.win(&pos, attacker);
                if found.answer != Answer::Proved {
                    continue;
                }
                let mut state = engine.judge.begin(&engine.game, &pos);
                let fours = engine.judge.forced(&engine.game, &pos, &mut state, attacker);
                let moves = engine.game.turn(&pos) == Turn::Player(attacker);
                if found.plies <= 5 {
                    assert!(engine.wins_within(&pos, attacker, found.plies), "{found:?} {pos:?}");
                    short += 1;
                    continue;
                }
                // Longer ones as proofs, which the checker takes or refuses without an engine.
                let claims = [Claim { player: attacker, at_least: 1 }];
                let extent = Extent { claims: &claims, plies: None, most_positions: 30_000 };
                let mut text = Vec::new();
                let game = Positional::new(Arc::clone(engine.game.definition()));
                let written = proof::write(
                    &game,
                    "a game",
                    &pos,
                    extent,
                    |pos, _| engine.win(pos, attacker).mv,
                    &mut text,
                );
                match written {
                    Err(ProofError::TooLarge { .. }) => large += 1,
                    Err(error) => panic!("{error}: {found:?} {pos:?}"),
                    Ok(_) => {
                        let checked = proof::check(&game, "a game", &text[..], 30_000).unwrap();
                        assert_eq!(checked.claims, claims);
                        proofs += 1;
                        by_threes += u32::from(moves && fours.is_none());
                    }
                }
            }
        }
    }
    println!("{short} short, {proofs} proofs, {by_threes} of them by threes, {large} too large");
    assert!(short > 100 && proofs > 30 && by_threes > 5, "{short} {proofs} {by_threes} {large}");
}
