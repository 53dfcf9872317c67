//! What an engine may spend, and what it says when that was little.

mod common;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use common::*;
use henge_core::{Game, Limits, NoEval, Outcome, Player, ScoreKind, Turn};
use henge_search::{AlphaBeta, MAX_DEPTH, Report, Task};

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
    let task = Task { limits: Limits::NONE, n_lines: 1, stop: &stop, progress: &mut progress };
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
        let stop = AtomicBool::new(false);
        let mut progress = |report: &Report<u8>| told.push((report.nodes, report.lines.clone()));
        let limits = Limits::nodes(nodes);
        let task = Task { limits, n_lines: 2, stop: &stop, progress: &mut progress };
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
    assert!(legal(&game, &report) && report.elapsed >= Duration::from_millis(100));
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
        let task = Task { limits: Limits::NONE, n_lines: 1, stop: &stop, progress: &mut |_| {} };
        AlphaBeta::new(1 << 20).search(&game, &game.start(), &[], &NoEval, task)
    });
    assert!(start.elapsed() < Duration::from_secs(5));
    assert!(legal(&game, &report));
    check_lines(&game, &game.start(), &report);
}

#[test]
fn progress_goes_deeper_and_ends_with_the_answer() {
    let mut told = Vec::new();
    let stop = AtomicBool::new(false);
    let mut progress = |report: &Report<u8>| told.push(report.clone());
    let limits = Limits::depth(5);
    let task = Task { limits, n_lines: 0, stop: &stop, progress: &mut progress };
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
