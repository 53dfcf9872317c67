//! All engines behind one face.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use henge_core::{Game, Limits, NoEval, ScoreKind, Turn};
use henge_search::{AlphaBeta, Engine, Exhaustive, Expectimax, ForGame, Mcts, Solving, Task};
use henge_testkit::alloc::CountingAllocator;
use henge_testkit::games::{Boxes, DiceRace};

fn is_legal<G: Game>(game: &G, pos: &G::Position, mv: G::Move) -> bool {
    game.moves(pos).any(|legal| legal == mv)
}

/// Plays a whole game with one engine on both sides.
fn plays_to_the_end<G: Game>(game: &G, engine: &mut dyn Engine<G>) {
    let mut pos = game.start();
    loop {
        let mv = match game.turn(&pos) {
            Turn::Over(_) => break,
            Turn::Chance => game.moves(&pos).next(),
            Turn::Player(_) => engine.best(game, &pos, Limits::nodes(200)),
        };
        let mv = mv.expect("a game that goes on has a move");
        assert!(is_legal(game, &pos, mv));
        game.play(&mut pos, mv);
    }
    assert_eq!(engine.best(game, &pos, Limits::nodes(200)), None, "the game is over");
    engine.clear();
}

#[test]
fn every_engine_plays_a_game_to_its_end() {
    let (game, eval) = (Boxes::default(), Arc::new(NoEval));
    let solver = Exhaustive::new(Arc::clone(&eval), 1 << 20, 1).expect("little memory");
    let engines: [Box<dyn Engine<Boxes>>; 4] = [
        Box::new(AlphaBeta::new(1 << 16).with_eval(Arc::clone(&eval))),
        Box::new(Expectimax::new(1 << 16).with_eval(Arc::clone(&eval))),
        Box::new(Mcts::new(1 << 20).with_eval(Arc::clone(&eval))),
        Box::new(Solving(solver)),
    ];
    for mut engine in engines {
        plays_to_the_end(&game, &mut engine);
    }
    let dice = DiceRace::default();
    plays_to_the_end(&dice, &mut Expectimax::new(1 << 16).with_eval(Arc::clone(&eval)));
    plays_to_the_end(&dice, &mut Mcts::new(1 << 20).with_eval(eval));
}

#[test]
fn a_solver_is_an_engine_whose_score_is_proved() {
    let game = Arc::new(Boxes::default());
    let solver = Exhaustive::new(Arc::new(NoEval), 1 << 20, 1).expect("little memory");
    let mut engine = ForGame::new(Arc::clone(&game), Solving(solver));
    let report = engine.search(&game.start(), Task::new(Limits::NONE).lines(3));
    assert_eq!((report.complete, report.lines.len()), (true, 1));
    assert_eq!(report.lines[0].kind, ScoreKind::Proved);
    let searched = AlphaBeta::for_game(Boxes::default(), NoEval);
    let searched = { searched }.search(&game.start(), Task::new(Limits::NONE));
    assert_eq!(report.lines[0].score, searched.lines[0].score);
    // Stopped before it has found anything it still has a move.
    engine.engine().clear();
    let stop = AtomicBool::new(true);
    let report = engine.search(&game.start(), Task::new(Limits::NONE).stop(&stop));
    assert!(!report.complete && report.best().is_some());
}

#[test]
fn a_task_allocates_nothing() {
    let (task, n) = CountingAllocator::count(|| Task::<u8>::new(Limits::NONE));
    assert_eq!((task.n_lines, n), (1, 0));
}
