//! Laws of [`Eval`]: what it keeps beside the position says what a fresh look says.

use henge_core::{Eval, Notation, Turn};

use super::walk::Walk;
use super::{LawsOptions, Walked};

/// Checks by random play that an evaluation says the same with the state that followed the moves as with
/// one begun afresh, forwards and back.
///
/// # Panics
/// When it does not, naming the law, the moves that led there and the seed.
pub fn eval_laws<G: Notation, E: Eval<G>>(game: &G, eval: &E) -> Walked {
    let options = LawsOptions { games: 12, plies: 80, ..LawsOptions::default() };
    let mut walk = Walk::new(game, options.seed);
    let mut walked = Walked::default();
    for number in 0..options.games {
        walk.begin(number);
        let mut state = eval.begin(game, &walk.pos);
        for _ in 0..options.plies {
            walked.positions += 1;
            check(&walk, eval, &mut state);
            let moves: Vec<G::Move> = game.moves(&walk.pos).collect();
            if moves.is_empty() {
                walked.endings += 1;
                break;
            }
            for mv in walk.sample(&moves, 3) {
                let undo = game.play(&mut walk.pos, mv);
                eval.push(game, &walk.pos, mv, &mut state);
                check(&walk, eval, &mut state);
                game.undo(&mut walk.pos, mv, undo);
                eval.pop(game, &walk.pos, mv, &mut state);
                check(&walk, eval, &mut state);
            }
            let mv = walk.step(&moves);
            eval.push(game, &walk.pos, mv, &mut state);
        }
    }
    walked
}

fn check<G: Notation, E: Eval<G>>(walk: &Walk<G>, eval: &E, state: &mut E::State) {
    let (game, pos) = (walk.game, &walk.pos);
    let Turn::Player(player) = game.turn(pos) else { return };
    for player in [player, !player] {
        let (kept, fresh) = (eval.judge(game, pos, state, player), eval.eval(game, pos, player));
        walk.check(kept == fresh, "a state that followed the moves judges as a fresh look", || {
            format!("{kept} instead of {fresh} to {player:?}")
        });
    }
    let fresh = &mut eval.begin(game, pos);
    let law = "a state that followed the moves calls stable what a fresh one does";
    let stable = eval.stable(game, pos, state);
    walk.check(stable == eval.stable(game, pos, fresh), law, || format!("{stable}"));
    if !eval.arranges() {
        let mut moves: Vec<_> = game.moves(pos).collect();
        eval.select(game, pos, state, &mut moves);
        let law = "an evaluation that puts moves in order says so: `arranges` is true";
        walk.check(game.moves(pos).eq(moves.iter().copied()), law, || format!("{moves:?}"));
    } else {
        let (mut kept, mut anew): (Vec<_>, Vec<_>) =
            (game.moves(pos).collect(), game.moves(pos).collect());
        let why = eval.select(game, pos, state, &mut kept);
        let same = why == eval.select(game, pos, fresh, &mut anew) && kept == anew;
        let law = "a state that followed the moves selects what a fresh one does";
        walk.check(same, law, || format!("{kept:?} instead of {anew:?}"));
    }
}
