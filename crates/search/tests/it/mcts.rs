//! Monte-Carlo tree search against the referee, and within its limits.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::*;
use henge_core::{Eval, Game, Limits, NoEval, Notation, Player, Score, ScoreKind, Turn};
use henge_search::{
    Judge, Mcts, MctsOptions, NoPriors, Priors, Report, Rollouts, Selection, Task, minimax,
};
use henge_testkit::alloc::CountingAllocator;
use henge_testkit::games::{Boxes, DiceRace, Ring, ring};
use proptest::prelude::*;

/// Small, quick and always the same.
fn small() -> MctsOptions {
    MctsOptions { memory_bytes: 4 << 20, seed: 7, expand_visits: 1, ..MctsOptions::default() }
}

/// Searches and says nothing on the way.
fn think<G: Game>(
    engine: &mut Mcts<G>,
    game: &G,
    pos: &G::Position,
    limits: Limits,
    n_lines: usize,
) -> Report<G::Move> {
    let task = Task::new(limits).lines(n_lines);
    engine.search(game, pos, &[], &NoEval, task)
}

/// What a line promises holds for its first move, and so do its bounds.
fn honest<G: Game>(game: &G, pos: &G::Position, report: &Report<G::Move>) {
    let me = mover(game, pos);
    for line in &report.lines {
        let next = replay(game, pos, &line.moves[..1]);
        let truth = match game.turn(&next) {
            Turn::Over(outcome) => Score::of(outcome, me, 0),
            Turn::Player(player) => {
                let score = minimax::score(game, &next, None, &NoEval);
                if player == me { score } else { -score }
            }
            Turn::Chance => unreachable!("no dice here"),
        };
        let truth = truth.earlier(1);
        match line.kind {
            ScoreKind::Proved => assert_eq!(line.score, truth, "{line:?} in {pos:?}"),
            ScoreKind::AtLeast => assert!(line.score <= truth, "{line:?}, {truth} in {pos:?}"),
            ScoreKind::AtMost => assert!(line.score >= truth, "{line:?}, {truth} in {pos:?}"),
            _ => assert_eq!(line.score.decided(), None, "{line:?} in {pos:?}"),
        }
    }
}

/// The value in points, which must be settled.
fn settled<M: std::fmt::Debug>(report: &Report<M>) -> i32 {
    let line = &report.lines[0];
    assert_ne!(line.kind, ScoreKind::Estimate, "{report:?}");
    line.score.decided().map_or(0, |(points, _)| points)
}

/// Solves a position and agrees with the referee on its value.
fn solves<G: Game>(game: &G, pos: &G::Position, options: MctsOptions) {
    for n_lines in [1, 3] {
        let report = think(&mut Mcts::with(options), game, pos, Limits::nodes(400_000), n_lines);
        let truth = minimax::value(game, pos, mover(game, pos));
        assert_eq!(f64::from(settled(&report)), truth, "{pos:?}: {report:?}");
        honest(game, pos, &report);
        if options.threads == 1 {
            check_lines(game, pos, &report);
        }
    }
}

#[test]
fn tic_tac_toe_is_solved() {
    for (text, threads) in [("...|...|...", 1), ("x..|.o.|..x", 1), ("...|...|...", 2)] {
        let pos = TicTacToe::read(&text.replace('|', " "));
        solves(&TicTacToe, &pos, MctsOptions { threads, ..small() });
    }
    for seed in 0..60 {
        let pos = wander(&TicTacToe, 2 + seed as u32 % 6, &mut rng(seed));
        let threads = 1 + seed as usize % 2;
        solves(&TicTacToe, &pos, MctsOptions { seed, threads, ..small() });
    }
}

#[test]
fn all_ways_to_search_prove_the_same() {
    let ways = [
        MctsOptions { selection: Selection::Puct, ..small() },
        MctsOptions { rave: 200.0, ..small() },
        MctsOptions { rollouts: Rollouts::Decisive, ..small() },
        MctsOptions { eval_weight: 1.0, ..small() },
        MctsOptions { eval_weight: 0.5, rollout_plies: 2, ..small() },
        MctsOptions { expand_visits: 0, first_play: 1000.0, ..small() },
        MctsOptions { expand_visits: 20, exploration: 3.0, ..small() },
        MctsOptions { rave: 50.0, threads: 3, ..small() },
        MctsOptions { eval_weight: 0.5, batch: 5, rave: 50.0, ..small() },
        MctsOptions { eval_weight: 1.0, batch: 5, threads: 2, ..small() },
    ];
    for (seed, options) in ways.into_iter().enumerate() {
        let pos = wander(&TicTacToe, 1 + seed as u32 % 3, &mut rng(seed as u64));
        solves(&TicTacToe, &pos, options);
    }
}

#[test]
fn turns_that_do_not_alternate_are_understood() {
    let game = Boxes::default();
    for seed in 0..40 {
        let pos = wander(&game, 4 + seed as u32 % 7, &mut rng(seed));
        solves(&game, &pos, MctsOptions { seed, threads: 1 + seed as usize % 2, ..small() });
    }
}

#[test]
fn a_won_game_of_connect_four_is_seen() {
    let game = ConnectFour::new(5, 4);
    for seed in 0..10 {
        let pos = wander(&game, 10 + seed as u32, &mut rng(seed));
        solves(&game, &pos, MctsOptions { seed, ..small() });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..Default::default() })]

    #[test]
    fn made_up_games_are_solved(
        seed: u64,
        height in 1u8..8,
        width in 1u8..40,
        n_moves in 1u8..6,
        points in 1u8..4,
    ) {
        let game = Layers { seed, height, width, n_moves, points };
        solves(&game, &game.start(), MctsOptions { most_points: points, ..small() });
    }

    #[test]
    fn what_is_said_early_is_true(seed: u64, nodes in 0u64..200, points in 1u8..4) {
        let game = Layers { seed, height: 7, width: 20, n_moves: 5, points };
        let mut engine = Mcts::with(MctsOptions { most_points: points, seed, ..small() });
        let report = think(&mut engine, &game, &game.start(), Limits::nodes(nodes), 3);
        honest(&game, &game.start(), &report);
    }
}

#[test]
fn dice_are_averaged() {
    let game = DiceRace::default();
    for text in ["04 15 1 1", "00 00 1 2", "15 24 2 3", "35 26 1 1", "06 15 2 2"] {
        let pos = game.read_position(text).expect("a race");
        let mut engine = Mcts::with(MctsOptions { most_points: 2, ..small() });
        let report = think(&mut engine, &game, &pos, Limits::nodes(200_000), 1);
        let found = f64::from(engine.options().expectation(report.lines[0].score)) * 2.0;
        let truth = minimax::value(&game, &pos, mover(&game, &pos));
        assert!((found - truth).abs() < 0.08, "{text}: {found} instead of {truth}");
        let best = replay(&game, &pos, &report.lines[0].moves[..1]);
        let lost = truth - minimax::value(&game, &best, mover(&game, &pos));
        assert!(lost < 0.02, "{text}: the move loses {lost}");
    }
}

#[test]
fn short_races_are_settled_to_the_last_roll() {
    let game = DiceRace::new(3);
    let pos = game.read_position("13 02 1 1").expect("a race");
    let mut engine = Mcts::with(MctsOptions { most_points: 2, ..small() });
    let report = think(&mut engine, &game, &pos, Limits::nodes(1_000_000), 1);
    assert!(report.nodes < 1_000_000, "the end was found");
    let found = f64::from(engine.options().expectation(report.lines[0].score)) * 2.0;
    let truth = minimax::value(&game, &pos, Player::First);
    assert!((found - truth).abs() < 0.02, "{found} instead of {truth}");
}

#[test]
fn where_dice_fall_there_is_nothing_to_answer() {
    let game = DiceRace::default();
    let report = think(&mut Mcts::new(0), &game, &game.start(), Limits::nodes(10), 1);
    assert!(report.lines.is_empty() && !report.complete);
}

/// Which positions of the ring are won or lost, by looking back from the end.
fn ring_truth(game: &Ring) -> HashMap<u64, (ring::Position, i32)> {
    let sites = 'a'..='l';
    let pairs = sites.clone().flat_map(|a| sites.clone().map(move |b| (a, b)));
    let texts = pairs.flat_map(|(a, b)| [format!("{a} {b} 1"), format!("{a} {b} 2")]);
    let all: Vec<_> = texts.map(|text| game.read_position(&text).expect("two kings")).collect();
    let open = |pos: &&ring::Position| matches!(game.turn(pos), Turn::Player(_));
    let mut known: HashMap<u64, (ring::Position, i32)> = HashMap::new();
    loop {
        let value = |pos: &ring::Position| {
            let child = |mv| {
                let next = replay(game, pos, &[mv]);
                match game.turn(&next) {
                    Turn::Over(outcome) => Some(outcome.points_for(mover(game, pos))),
                    _ => known.get(&game.key(&next)).map(|(_, points)| -points),
                }
            };
            let values: Vec<_> = game.moves(pos).map(child).collect();
            let best = values.iter().flatten().max().copied()?;
            (best > 0 || values.iter().all(Option::is_some)).then_some(best)
        };
        let fresh = all.iter().filter(open).filter(|pos| !known.contains_key(&game.key(pos)));
        let new: Vec<_> =
            fresh.filter_map(|pos| Some((game.key(pos), (*pos, value(pos)?)))).collect();
        if new.is_empty() {
            return known;
        }
        known.extend(new);
    }
}

#[test]
fn wins_are_proved_where_positions_come_back() {
    let game = Ring::default();
    let truth = ring_truth(&game);
    assert_eq!(truth.len(), 156, "as the game's own page says");
    for (i, (pos, points)) in truth.values().enumerate() {
        let mut engine = Mcts::with(MctsOptions { threads: 1 + i % 2, ..small() });
        let report = think(&mut engine, &game, pos, Limits::nodes(100_000), 1);
        assert_eq!(settled(&report), *points, "{pos:?}");
        if i % 2 == 0 {
            check_lines(&game, pos, &report);
        }
    }
    let start = think(&mut Mcts::with(small()), &game, &game.start(), Limits::nodes(20_000), 1);
    assert_eq!(start.lines[0].score.decided(), None, "nobody can force a win");
}

#[test]
fn what_stood_on_the_board_twice_is_a_draw_the_third_time() {
    let game = Ring::default();
    let ask = |pos: &ring::Position, history: &[u64]| {
        let limits = Limits::nodes(20_000);
        let task = Task::new(limits);
        Mcts::with(small()).search(&game, pos, history, &NoEval, task)
    };
    let truth = ring_truth(&game);
    // A win by a single first move that does not end the game.
    let only = |(pos, points): &&(ring::Position, i32)| {
        let good = |&mv: &ring::Move| {
            let next = game.key(&replay(&game, pos, &[mv]));
            truth.get(&next).is_some_and(|(_, points)| *points < 0)
        };
        let at_once = |mv| matches!(game.turn(&replay(&game, pos, &[mv])), Turn::Over(_));
        *points > 0 && !game.moves(pos).any(at_once) && game.moves(pos).filter(good).count() == 1
    };
    let (pos, _) = truth.values().find(only).expect("there is one");
    let report = ask(pos, &[]);
    assert_eq!(settled(&report), 1);
    let key = game.key(&replay(&game, pos, &report.lines[0].moves[..1]));
    assert_eq!(settled(&ask(pos, &[key])), 1, "the second time it still goes on");
    let barred = &ask(pos, &[key, 0, key, 0]).lines[0];
    assert!(barred.score.decided().is_none(), "{barred:?}");
}

#[test]
fn a_search_limited_by_nodes_repeats_exactly() {
    let game = ConnectFour::default();
    let options = MctsOptions { expand_visits: 4, ..small() };
    let mut engine = Mcts::with(options);
    let run = |engine: &mut Mcts<ConnectFour>, nodes: u64| {
        let mut told = Vec::new();
        let mut progress = |report: &Report<u8>| told.push((report.nodes, report.lines.clone()));
        let limits = Limits::nodes(nodes);
        let task = Task::new(limits).lines(2).progress(&mut progress);
        let report = engine.search(&game, &game.start(), &[], &NoEval, task);
        (told, report.nodes, report.depth, report.lines, report.table_used_permille)
    };
    for nodes in [1, 77, 5000, 60_000] {
        engine.clear();
        let first = run(&mut engine, nodes);
        assert_eq!(first.1, nodes);
        run(&mut engine, 2000);
        engine.clear();
        assert_eq!(run(&mut engine, nodes), first);
        assert_eq!(run(&mut Mcts::with(options), nodes), first);
        let other = run(&mut Mcts::with(MctsOptions { seed: 8, ..options }), nodes);
        assert!(nodes < 5000 || other != first, "another seed is another search");
    }
}

#[test]
fn without_time_there_is_still_a_move() {
    let game = ConnectFour::default();
    for limits in [Limits::time(Duration::ZERO), Limits::nodes(0), Limits::depth(0)] {
        let report = think(&mut Mcts::new(0), &game, &game.start(), limits, 3);
        assert_eq!((report.nodes, report.lines.len()), (0, 3));
        check_lines(&game, &game.start(), &report);
    }
    for threads in [1, 2] {
        let stop = AtomicBool::new(true);
        let task = Task::new(Limits::NONE).stop(&stop);
        let mut engine = Mcts::with(MctsOptions { threads, ..small() });
        let report = engine.search(&game, &game.start(), &[], &NoEval, task);
        check_lines(&game, &game.start(), &report);
        assert_eq!(report.lines.len(), 1);
    }
    let over = TicTacToe::read("xxx oo. ...");
    let report = think(&mut Mcts::new(0), &TicTacToe, &over, Limits::NONE, 1);
    assert!(report.lines.is_empty() && report.complete);
}

#[test]
fn few_simulations_give_legal_lines() {
    let game = ConnectFour::default();
    for nodes in 1..100 {
        let report = think(&mut Mcts::new(0), &game, &game.start(), Limits::nodes(nodes), 2);
        assert_eq!(report.nodes, nodes);
        check_lines(&game, &game.start(), &report);
    }
}

#[test]
fn time_is_kept_and_a_flag_is_seen() {
    let game = ConnectFour::default();
    for threads in [1, 2] {
        let mut engine = Mcts::with(MctsOptions { threads, ..small() });
        let start = Instant::now();
        let limits = Limits::time(Duration::from_millis(100));
        let report = think(&mut engine, &game, &game.start(), limits, 1);
        assert!(report.elapsed >= Duration::from_millis(100));
        let stop = AtomicBool::new(false);
        let report = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(50));
                stop.store(true, Ordering::Relaxed);
            });
            let limits = Limits::NONE;
            let task = Task::new(limits).stop(&stop);
            engine.search(&game, &game.start(), &[], &NoEval, task)
        });
        assert!(start.elapsed() < Duration::from_secs(5));
        check_lines(&game, &game.start(), &report);
    }
}

#[test]
fn a_limit_of_depth_ends_the_search() {
    let game = ConnectFour::default();
    let report = think(&mut Mcts::with(small()), &game, &game.start(), Limits::depth(6), 1);
    assert!(report.depth >= 6);
    let full = MctsOptions { memory_bytes: 0, ..small() };
    let report = think(&mut Mcts::with(full), &game, &game.start(), Limits::depth(500), 1);
    assert!(report.nodes > 0, "a full tree grows no deeper");
}

#[test]
fn progress_ends_with_the_answer() {
    let game = ConnectFour::default();
    let mut told = Vec::new();
    let mut progress = |report: &Report<u8>| told.push(report.clone());
    let limits = Limits::nodes(5000);
    let task = Task::new(limits).lines(0).progress(&mut progress);
    let report = Mcts::with(small()).search(&game, &game.start(), &[], &NoEval, task);
    let nodes: Vec<_> = told.iter().map(|report| report.nodes).collect();
    assert_eq!(nodes, [1024, 2048, 4096, 5000]);
    assert_eq!(told[3].lines, report.lines);
    assert_eq!(report.lines.len(), 1, "no lines wanted is one line wanted");
}

#[test]
fn memory_is_bounded_and_the_search_goes_on() {
    let game = ConnectFour::default();
    for memory_bytes in [0, 100_000, 1 << 20] {
        let mut engine = Mcts::with(MctsOptions { memory_bytes, ..small() });
        let report = think(&mut engine, &game, &game.start(), Limits::nodes(60_000), 1);
        assert_eq!((report.nodes, engine.root_visits()), (60_000, 60_000));
        assert!(engine.tree_bytes() <= memory_bytes.max(100_000), "{memory_bytes}");
        assert!(report.table_used_permille > 700, "{memory_bytes}: {report:?}");
        check_lines(&game, &game.start(), &report);
    }
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    let game = ConnectFour::default();
    let mut engine = Mcts::with(small());
    let mut pos = game.start();
    think(&mut engine, &game, &pos, Limits::nodes(20_000), 1);
    for plies in [1, 2, 3] {
        let report = think(&mut engine, &game, &pos, Limits::nodes(20_000), 1);
        let line = &report.lines[0];
        pos = replay(&game, &pos, &line.moves[..plies]);
        let fresh = think(&mut engine, &game, &pos, Limits::nodes(0), 1);
        assert!(engine.root_visits() > 100, "{} visits", engine.root_visits());
        assert_eq!(fresh.best(), Some(line.moves[plies]));
        check_lines(&game, &pos, &fresh);
    }
    let before = engine.root_visits();
    think(&mut engine, &game, &pos, Limits::nodes(1000), 1);
    assert_eq!(engine.root_visits(), before + 1000, "the same position goes on");
    think(&mut engine, &game, &game.start(), Limits::nodes(10), 1);
    assert_eq!(engine.root_visits(), 10, "a position above the root is a new beginning");
    engine.clear();
    assert_eq!(engine.root_visits(), 0);
}

#[test]
fn whole_games_are_played_with_one_tree() {
    // Proofs must survive the moves of the tree.
    for seed in 0..8 {
        let game = Layers { seed, height: 9, width: 20, n_moves: 4, points: 3 };
        let mut engine = Mcts::with(MctsOptions { most_points: 3, seed, ..small() });
        let mut pos = game.start();
        while let Turn::Player(_) = game.turn(&pos) {
            let report = think(&mut engine, &game, &pos, Limits::nodes(60), 2);
            honest(&game, &pos, &report);
            pos = replay(&game, &pos, &report.lines[0].moves[..1]);
        }
    }
    let game = DiceRace::default();
    let mut engine = Mcts::with(MctsOptions { most_points: 2, ..small() });
    let (mut pos, mut rng) = (game.start(), rng(4));
    let mut kept = 0;
    loop {
        match game.turn(&pos) {
            Turn::Over(_) => break,
            Turn::Chance => {
                let rolls: Vec<_> = game.moves(&pos).collect();
                game.play(&mut pos, rolls[rand::Rng::next_u32(&mut rng) as usize % 3]);
            }
            Turn::Player(_) => {
                let report = think(&mut engine, &game, &pos, Limits::nodes(0), 1);
                kept += (engine.root_visits() > 0) as u32;
                check_lines(&game, &pos, &report);
                let report = think(&mut engine, &game, &pos, Limits::nodes(3000), 1);
                game.play(&mut pos, report.best().expect("the game goes on"));
            }
        }
    }
    assert!(kept > 3, "dice between the moves do not lose the tree");
}

#[test]
fn with_cycles_the_tree_is_kept_only_if_the_history_goes_on() {
    let game = Ring::default();
    let start = game.start();
    let mut engine = Mcts::with(small());
    let mut visits = |pos: &ring::Position, history: &[u64], nodes: u64| {
        let limits = Limits::nodes(nodes);
        let task = Task::new(limits);
        let report = engine.search(&game, pos, history, &NoEval, task);
        (engine.root_visits(), report.lines[0].moves.clone())
    };
    let (_, line) = visits(&start, &[], 5000);
    let (middle, end) = (replay(&game, &start, &line[..1]), replay(&game, &start, &line[..2]));
    let history = [game.key(&start), game.key(&middle)];
    assert!(visits(&end, &history, 0).0 > 0);
    assert_eq!(visits(&end, &[], 0).0, 0);
}

#[test]
fn simulations_allocate_nothing() {
    fn check<G: Game>(game: &G, pos: &G::Position, options: MctsOptions, eval: &impl Eval<G>) {
        let mut engine = Mcts::with(options);
        let mut search = |nodes| {
            engine.clear();
            CountingAllocator::count(|| {
                let limits = Limits::nodes(nodes);
                let task = Task::new(limits).lines(2);
                engine.search(game, pos, &[], eval, task)
            })
        };
        search(20_000);
        for nodes in [10, 1000, 20_000] {
            let (report, n) = search(nodes);
            // The report is copied out: a list of lines, and a list of moves for each.
            assert_eq!(n, 1 + report.lines.len() as u64, "after {} simulations", report.nodes);
            assert!(report.nodes > nodes / 4, "a search long enough to say something");
        }
    }
    let ways = [
        MctsOptions { expand_visits: 4, ..small() },
        MctsOptions { rave: 100.0, ..small() },
        MctsOptions { selection: Selection::Puct, rollouts: Rollouts::Decisive, ..small() },
        MctsOptions { eval_weight: 0.5, most_points: 2, ..small() },
        MctsOptions { eval_weight: 0.5, batch: 7, most_points: 2, ..small() },
    ];
    for options in ways {
        let (four, ring, race) = (ConnectFour::default(), Ring::default(), DiceRace::default());
        check(&four, &four.start(), options, &Noise(1));
        check(&ring, &ring.start(), options, &Noise(1));
        let thrown = race.read_position("00 00 1 2").expect("a race");
        check(&race, &thrown, options, &Noise(1));
    }
}

/// Thinks the same of every position, for the first player.
struct Constant(i32);

impl<G: Game> Eval<G> for Constant {
    type State = ();

    fn eval(&self, _: &G, _: &G::Position, player: Player) -> Score {
        Score(if player == Player::First { self.0 } else { -self.0 })
    }
}

#[test]
fn no_visit_of_any_thread_is_lost_and_every_virtual_loss_is_taken_back() {
    let game = Hex::new(7);
    let ways = [
        MctsOptions { eval_weight: 1.0, ..small() },
        MctsOptions { eval_weight: 1.0, rave: 1000.0, ..small() },
        MctsOptions { eval_weight: 1.0, selection: Selection::Puct, ..small() },
        MctsOptions { eval_weight: 1.0, batch: 16, ..small() },
    ];
    for (options, threads) in ways.into_iter().zip([3, 8, 16, 2]) {
        let mut engine = Mcts::with(MctsOptions { threads, ..options });
        for n in 1..=3 {
            let limits = Limits::nodes(20_000);
            let task = Task::new(limits).lines(49);
            let report = engine.search(&game, &game.start(), &[], &Constant(50), task);
            assert_eq!(report.nodes, 20_000);
            assert_eq!(engine.root_visits(), n * 20_000, "{threads} threads");
            for line in &report.lines {
                assert_eq!(line.score, Score(50), "{threads} threads: {line:?}");
            }
        }
    }
}

#[test]
fn any_number_of_simulations_is_made_by_any_number_of_threads() {
    let game = ConnectFour::default();
    for threads in [2, 5, 16] {
        let mut engine = Mcts::with(MctsOptions { threads, ..small() });
        for nodes in [0, 1, 2, 31, 33, 1000, 4097] {
            engine.clear();
            let report = think(&mut engine, &game, &game.start(), Limits::nodes(nodes), 1);
            assert_eq!((report.nodes, u64::from(engine.root_visits())), (nodes, nodes));
            check_lines(&game, &game.start(), &report);
        }
    }
}

#[test]
fn many_threads_prove_what_is_true() {
    for seed in 0..20 {
        let pos = wander(&TicTacToe, seed as u32 % 4, &mut rng(seed));
        solves(&TicTacToe, &pos, MctsOptions { seed, threads: 8, ..small() });
        let game = Layers { seed, height: 7, width: 20, n_moves: 5, points: 3 };
        let options = MctsOptions { most_points: 3, seed, threads: 8, ..small() };
        for nodes in [50, 500, 5000] {
            let mut engine = Mcts::with(options);
            let report = think(&mut engine, &game, &game.start(), Limits::nodes(nodes), 3);
            honest(&game, &game.start(), &report);
        }
    }
    let game = DiceRace::new(3);
    let pos = game.read_position("13 02 1 1").expect("a race");
    let mut engine = Mcts::with(MctsOptions { most_points: 2, threads: 8, ..small() });
    let report = think(&mut engine, &game, &pos, Limits::nodes(1_000_000), 1);
    assert!(report.nodes < 1_000_000, "the end was found");
    let found = f64::from(engine.options().expectation(report.lines[0].score)) * 2.0;
    let truth = minimax::value(&game, &pos, Player::First);
    assert!((found - truth).abs() < 0.02, "{found} instead of {truth}");
}

#[test]
fn many_threads_keep_within_the_memory_and_carry_the_tree_on() {
    let game = ConnectFour::default();
    for memory_bytes in [0, 100_000, 1 << 20, 8 << 20] {
        let mut engine = Mcts::with(MctsOptions { memory_bytes, threads: 8, ..small() });
        let mut pos = game.start();
        for _ in 0..4 {
            let before = think(&mut engine, &game, &pos, Limits::nodes(0), 1);
            check_lines(&game, &pos, &before);
            let kept = engine.root_visits();
            let report = think(&mut engine, &game, &pos, Limits::nodes(30_000), 1);
            assert_eq!((report.nodes, engine.root_visits()), (30_000, kept + 30_000));
            assert!(engine.tree_bytes() <= memory_bytes.max(100_000), "{memory_bytes}");
            check_lines(&game, &pos, &report);
            pos = replay(&game, &pos, &report.lines[0].moves[..2]);
        }
    }
}

#[test]
fn threads_allocate_when_they_start_and_not_for_simulations() {
    let game = ConnectFour::default();
    for rave in [0.0, 100.0] {
        let options = MctsOptions { memory_bytes: 1 << 20, threads: 2, rave, ..small() };
        let mut engine = Mcts::with(options);
        let mut search = |nodes| {
            engine.clear();
            CountingAllocator::count(|| {
                think(&mut engine, &game, &game.start(), Limits::nodes(nodes), 2)
            })
        };
        search(100_000);
        let [few, many] = [100, 20_000].map(|nodes| search(nodes).1);
        // A part of the tree that the first search did not reach may be new: there are four, with
        // three lists each.
        assert!(many <= few + 12, "{few} allocations and {many}");
    }
}

/// Likes one move only.
struct Stubborn(u8);

impl Priors<ConnectFour> for Stubborn {
    fn priors(
        &self,
        _: &ConnectFour,
        _: &<ConnectFour as Game>::Position,
        moves: &[u8],
        out: &mut Vec<f32>,
    ) {
        out.extend(moves.iter().map(|&mv| if mv == self.0 { 1000.0 } else { 1.0 }));
    }
}

#[test]
fn priors_lead_the_search_at_first() {
    let game = ConnectFour::default();
    let best = |selection: Selection, priors: &dyn Fn(&mut Mcts<ConnectFour>) -> Report<u8>| {
        priors(&mut Mcts::with(MctsOptions { selection, exploration: 2.0, ..small() })).best()
    };
    let ask = |engine: &mut Mcts<ConnectFour>, stubborn: Option<u8>| {
        let limits = Limits::nodes(60);
        let task = Task::new(limits);
        let (pos, eval) = (game.start(), &NoEval);
        match stubborn {
            Some(mv) => engine.search_with(&game, &pos, &[], eval, &Stubborn(mv), task),
            None => engine.search_with(&game, &pos, &[], eval, &NoPriors, task),
        }
    };
    for mv in [0, 6] {
        assert_eq!(best(Selection::Puct, &|engine| ask(engine, Some(mv))), Some(mv));
    }
    let plain = best(Selection::Uct, &|engine| ask(engine, None));
    assert_eq!(best(Selection::Uct, &|engine| ask(engine, Some(6))), plain, "not asked");
}

/// Sees three in a row coming: counts what is left of a game that it knows by heart.
struct Oracle;

impl Eval<TicTacToe> for Oracle {
    type State = ();

    fn eval(&self, game: &TicTacToe, pos: &[u16; 2], player: Player) -> Score {
        Score((minimax::value(game, pos, player) * 200.0) as i32)
    }
}

#[test]
fn an_evaluation_can_take_the_place_of_rollouts() {
    let pos = TicTacToe::read("x.. ... ...");
    let mut engine = Mcts::with(MctsOptions { eval_weight: 1.0, ..small() });
    let limits = Limits::nodes(40);
    let task = Task::new(limits);
    let report = engine.search(&TicTacToe, &pos, &[], &Oracle, task);
    assert_eq!(report.best(), Some(4), "only the centre holds the draw");
    assert!(engine.options().expectation(report.lines[0].score).abs() < 0.5);
}

/// Knows the game by heart, and remembers how many positions it was asked about at once.
#[derive(Default)]
struct Batches(Mutex<Vec<usize>>);

impl Judge<TicTacToe> for Batches {
    fn judge(&self, game: &TicTacToe, pos: &[u16; 2], player: Player) -> Score {
        Oracle.eval(game, pos, player)
    }
    fn judge_batch(
        &self,
        game: &TicTacToe,
        leaves: &[([u16; 2], Player)],
        scores: &mut Vec<Score>,
    ) {
        self.0.lock().expect("nobody panics").push(leaves.len());
        scores.extend(leaves.iter().map(|(pos, player)| self.judge(game, pos, *player)));
    }
}

#[test]
fn leaves_are_judged_in_batches() {
    let pos = TicTacToe::read("x.. ... ...");
    for threads in [1, 3] {
        let options = MctsOptions { eval_weight: 1.0, batch: 8, threads, ..small() };
        let ask = || {
            let judge = Batches::default();
            let mut engine = Mcts::with(options);
            let task = Task::new(Limits::nodes(200));
            let report = engine.search(&TicTacToe, &pos, &[], &judge, task);
            assert_eq!((report.nodes, engine.root_visits()), (200, 200));
            assert_eq!(report.best(), Some(4), "only the centre holds the draw");
            (report.lines, judge.0.into_inner().expect("nobody panics"))
        };
        let (lines, sizes) = ask();
        assert!(sizes.iter().all(|n| (1..=8).contains(n)), "{sizes:?}");
        let mean = sizes.iter().sum::<usize>() as f64 / sizes.len() as f64;
        assert!(threads > 1 || mean > 4.0, "{sizes:?}");
        assert!(threads > 1 || ask() == (lines, sizes), "one thread repeats exactly");
    }
    let judge = Batches::default();
    let mut engine = Mcts::with(MctsOptions { batch: 8, ..small() });
    engine.search(&TicTacToe, &pos, &[], &judge, Task::new(Limits::nodes(200)));
    let asked = judge.0.into_inner().expect("nobody panics");
    assert!(asked.is_empty(), "rollouts need no judge");
}
