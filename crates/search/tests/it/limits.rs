//! What an engine may spend, and what it says when that was little.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::*;
use henge_core::{Game, Limits, NoEval, Outcome, Player, ScoreKind, Turn};
use henge_search::{AlphaBeta, MAX_DEPTH, Options, Ponder, Report, Task};

fn legal<G: Game>(game: &G, report: &Report<G::Move>) -> bool {
    let best = report.best().expect("there is a move");
    game.moves(&game.start()).any(|mv| mv == best)
}

#[test]
fn without_time_there_is_still_a_move() {
    let game = ConnectFour::default();
    let mut none = [Limits::time(Duration::ZERO), Limits::nodes(0), Limits::depth(0)].into_iter();
    assert!(none.all(|limits| {
        let report = ask(&mut AlphaBeta::new(0), &game, &game.start(), &Noise(1), limits, 3);
        assert_eq!((report.nodes, report.depth, report.lines.len()), (0, 0, 3));
        assert!(report.lines.iter().all(|line| line.kind == ScoreKind::Estimate));
        legal(&game, &report) && !report.complete
    }));
    let stop = AtomicBool::new(true);
    let mut called = 0;
    let mut progress = |_: &Report<u8>| called += 1;
    let task = Task::new(Limits::NONE).stop(&stop).progress(&mut progress);
    let report = AlphaBeta::new(0).search(&game, &game.start(), &[], &NoEval, task);
    assert!(legal(&game, &report) && report.nodes == 0);
    assert_eq!(called, 0);
}

#[test]
fn few_nodes_give_a_legal_line_and_no_more_nodes() {
    let game = ConnectFour::default();
    for nodes in 1..200 {
        let limits = Limits::nodes(nodes);
        let report = ask(&mut AlphaBeta::new(0), &game, &game.start(), &Noise(2), limits, 2);
        assert!(report.nodes <= nodes);
        check_lines(&game, &game.start(), &report);
    }
}

#[test]
fn a_search_limited_by_nodes_repeats_exactly() {
    let game = ConnectFour::default();
    let mut engine = AlphaBeta::new(1 << 14);
    let mut run = |seed: u64, nodes: u64| {
        let mut told = Vec::new();
        let mut progress = |report: &Report<u8>| told.push((report.nodes, report.lines.clone()));
        let limits = Limits::nodes(nodes);
        let task = Task::new(limits).lines(2).progress(&mut progress);
        engine.clear();
        let report = engine.search(&game, &game.start(), &[], &Noise(seed), task);
        (told, report.nodes, report.depth, report.lines, report.table_used_permille)
    };
    for nodes in [1, 77, 5000, 60_000] {
        let first = run(3, nodes);
        assert_eq!(first.1, nodes);
        run(4, 20_000);
        assert_eq!(run(3, nodes), first);
    }
}

#[test]
fn one_ply_is_one_ply() {
    let game = ConnectFour::default();
    let report = ask(&mut plain(), &game, &game.start(), &Noise(5), Limits::depth(1), 1);
    assert_eq!((report.depth, report.nodes), (1, 7));
    assert_eq!(report.lines[0].moves.len(), 1);
}

#[test]
fn time_is_kept() {
    let game = ConnectFour::default();
    let start = Instant::now();
    let limits = Limits::time(Duration::from_millis(100));
    let report = ask(&mut AlphaBeta::new(1 << 20), &game, &game.start(), &NoEval, limits, 1);
    assert!(start.elapsed() < Duration::from_secs(5));
    assert!(legal(&game, &report));
    // Who proves uses all of the time, but for what a busy machine may take of it.
    let report = ask(&mut plain(), &game, &game.start(), &NoEval, limits, 1);
    assert!(legal(&game, &report) && report.elapsed >= Duration::from_millis(75));
}

#[test]
fn a_search_can_be_stopped_from_outside() {
    let game = ConnectFour::default();
    let stop = AtomicBool::new(false);
    let start = Instant::now();
    let report = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        let task = Task::new(Limits::NONE).stop(&stop);
        AlphaBeta::new(1 << 20).search(&game, &game.start(), &[], &NoEval, task)
    });
    assert!(start.elapsed() < Duration::from_secs(5));
    assert!(legal(&game, &report));
    check_lines(&game, &game.start(), &report);
}

#[test]
fn threads_share_the_nodes_and_stop_together() {
    let game = ConnectFour::default();
    for threads in [2, 3, 5] {
        let mut engine = AlphaBeta::with(Options { threads, ..Options::default() });
        for nodes in [0, 1, 4, 30_001] {
            let report = ask(&mut engine, &game, &game.start(), &Noise(1), Limits::nodes(nodes), 2);
            assert!(report.nodes <= nodes && legal(&game, &report));
            check_lines(&game, &game.start(), &report);
        }
        let limits = Limits::time(Duration::from_millis(20));
        let report = ask(&mut engine, &game, &game.start(), &Noise(1), limits, 2);
        check_lines(&game, &game.start(), &report);
    }
}

#[test]
fn an_engine_ponders_until_it_is_stopped() {
    let game = Arc::new(ConnectFour::default());
    let (mut engine, eval) = (AlphaBeta::new(1 << 20), Arc::new(Noise(2)));
    let mut pos = game.start();
    let report = ask(&mut engine, &*game, &pos, &*eval, Limits::depth(6), 1);
    let line = &report.lines[0].moves;
    game.play(&mut pos, line[0]);
    let ponder = Ponder::start(engine, Arc::clone(&game), pos, vec![], Arc::clone(&eval));
    assert_eq!(ponder.expected(), Some(line[1]));
    thread::sleep(Duration::from_millis(30));
    let mut engine = ponder.stop();
    // What was found out meanwhile is still known.
    game.play(&mut pos, line[1]);
    let fresh = ask(&mut AlphaBeta::new(1 << 20), &*game, &pos, &*eval, Limits::depth(5), 1);
    let warm = ask(&mut engine, &*game, &pos, &*eval, Limits::depth(5), 1);
    assert!(warm.nodes < fresh.nodes, "{} and {}", warm.nodes, fresh.nodes);
    check_lines(&*game, &pos, &warm);
    // One that is solved comes home by itself, and one that is dropped does not stay.
    let game = Arc::new(TicTacToe);
    let pos = game.start();
    drop(Ponder::start(AlphaBeta::new(0), Arc::clone(&game), pos, vec![], Arc::new(NoEval)));
    let engine = Ponder::start(AlphaBeta::new(0), game, pos, vec![], Arc::new(NoEval)).stop();
    assert_eq!(engine.options().threads, 1);
}

#[test]
fn progress_goes_deeper_and_ends_with_the_answer() {
    let mut told = Vec::new();
    let mut progress = |report: &Report<u8>| told.push(report.clone());
    let limits = Limits::depth(5);
    let task = Task::new(limits).lines(0).progress(&mut progress);
    let game = ConnectFour::default();
    let report = AlphaBeta::new(1 << 20).search(&game, &game.start(), &[], &Noise(9), task);
    let depths: Vec<_> = told.iter().map(|report| report.depth).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5]);
    assert!(told.is_sorted_by_key(|report| report.nodes));
    assert_eq!(told[4].lines, report.lines);
    assert_eq!(report.lines.len(), 1, "no lines wanted is one line wanted");
}

#[test]
fn more_lines_than_moves_are_as_many_as_moves() {
    let pos = TicTacToe::read("xo. ... ...");
    let report = ask(&mut plain(), &TicTacToe, &pos, &NoEval, Limits::depth(2), 50);
    assert_eq!(report.lines.len(), 7);
    check_lines(&TicTacToe, &pos, &report);
}

#[test]
fn the_only_move_is_found_and_judged() {
    let pos = TicTacToe::read("xox xxo o.o");
    let report = ask(&mut plain(), &TicTacToe, &pos, &Noise(0), Limits::NONE, 3);
    assert_eq!(report.best(), Some(7));
    assert_eq!(report.lines.len(), 1);
    assert!(report.complete);
}

#[test]
fn who_has_no_choice_does_not_think() {
    let game = Corridor(500);
    let limits = Limits::time(Duration::from_secs(600));
    let report = ask(&mut AlphaBeta::new(0), &game, &game.start(), &NoEval, limits, 1);
    assert_eq!((report.depth, report.best()), (1, Some(())));
    let report = ask(&mut plain(), &game, &game.start(), &NoEval, limits, 1);
    assert!(report.complete, "who proves goes on");
}

#[test]
fn a_finished_game_has_no_line() {
    let pos = TicTacToe::read("xxx oo. ...");
    let report = ask(&mut plain(), &TicTacToe, &pos, &NoEval, Limits::NONE, 1);
    assert_eq!(report.lines, []);
    assert!(report.complete);
}

/// A long corridor: one move in every position.
struct Corridor(u32);

impl Game for Corridor {
    type Position = u32;
    type Move = ();
    type Moves = std::option::IntoIter<()>;
    type Undo = ();

    fn start(&self) -> u32 {
        self.0
    }
    fn turn(&self, &left: &u32) -> Turn {
        let player = Player::BOTH[left as usize % 2];
        if left == 0 { Turn::Over(Outcome::win(player)) } else { Turn::Player(player) }
    }
    fn moves(&self, &left: &u32) -> Self::Moves {
        (left > 0).then_some(()).into_iter()
    }
    fn play(&self, pos: &mut u32, _: ()) {
        *pos -= 1;
    }
    fn undo(&self, pos: &mut u32, _: (), _: ()) {
        *pos += 1;
    }
    fn key(&self, pos: &u32) -> u64 {
        *pos as u64
    }
}

#[test]
fn long_games_end_where_the_stack_does_not() {
    for length in [MAX_DEPTH, MAX_DEPTH + 100] {
        let game = Corridor(length);
        let report = ask(&mut AlphaBeta::new(0), &game, &length, &NoEval, Limits::NONE, 1);
        assert_eq!(report.depth, MAX_DEPTH);
        assert_eq!(report.complete, length == MAX_DEPTH);
        check_lines(&game, &length, &report);
    }
}
