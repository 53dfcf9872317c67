//! Wins by threats, on games where everything is a threat: then they are all the wins there are.

use crate::common::*;
use henge_core::{Eval, Game, Limits, NoEval, Omitted, Player, Score, Turn, mix64};
use henge_search::dfpn::Answer;
use henge_search::{Task, Threats, minimax};

/// Every move threatens something, and every reply may be an answer.
struct Alarmed;

impl<G: Game> Eval<G> for Alarmed {
    type State = ();

    fn eval(&self, _: &G, _: &G::Position, _: Player) -> Score {
        Score::DRAW
    }
    fn select(&self, _: &G, _: &G::Position, _: &mut (), _: &mut Vec<G::Move>) -> Omitted {
        Omitted::Irrelevant
    }
    fn threatens(&self) -> bool {
        true
    }
    fn threats(&self, game: &G, pos: &G::Position, _: &mut (), moves: &mut Vec<G::Move>) {
        moves.extend(game.moves(pos));
    }
}

/// Threatens nothing, and answers to nothing.
struct Calm;

impl<G: Game> Eval<G> for Calm {
    type State = ();

    fn eval(&self, _: &G, _: &G::Position, _: Player) -> Score {
        Score::DRAW
    }
}

#[test]
fn where_everything_is_a_threat_all_wins_are_found() {
    fn agree<G: Game>(game: &G, openings: u64) {
        let mut threats = Threats::new(1 << 20).unwrap();
        let mut wins = 0;
        for seed in 0..openings {
            let mut pos = game.start();
            for i in 0..(2 + seed % 4) {
                let n = game.moves(&pos).count();
                let nth = mix64(seed << 8 | i) as usize % n.max(1);
                let Some(mv) = game.moves(&pos).nth(nth) else { break };
                game.play(&mut pos, mv);
            }
            let Turn::Player(me) = game.turn(&pos) else { continue };
            let score = minimax::score(game, &pos, None, &NoEval);
            for attacker in Player::BOTH {
                let task = Task::new(Limits::NONE);
                let found = threats.win((game, &pos), attacker, &Alarmed, task);
                let score = if attacker == me { score } else { -score };
                let won = score.decided().filter(|&(points, _)| points > 0);
                assert_eq!(found.answer == Answer::Proved, won.is_some(), "{pos:?}");
                if let Some((_, plies)) = won {
                    assert!(found.plies >= plies && found.mv.is_some(), "{found:?} {score}");
                    wins += 1;
                }
            }
        }
        assert!(wins > openings / 10, "{wins}");
    }
    agree(&TicTacToe, 60);
    agree(&Hex::new(3), 12);
}

#[test]
fn where_nothing_is_threatened_nothing_is_claimed() {
    let mut threats = Threats::new(1 << 12).unwrap();
    let (game, task) = (Hex::new(2), Task::new(Limits::NONE));
    let found = threats.win((&game, &game.start()), Player::First, &Calm, task);
    assert_eq!((found.answer, found.mv), (Answer::Disproved, None));
}

#[test]
fn limits_are_kept() {
    let mut threats = Threats::new(1 << 12).unwrap();
    let (game, task) = (Hex::new(5), Task::new(Limits::nodes(1000)));
    let found = threats.win((&game, &game.start()), Player::First, &Alarmed, task);
    assert_eq!((found.answer, found.nodes, found.mv), (Answer::Unknown, 1000, None));
}
