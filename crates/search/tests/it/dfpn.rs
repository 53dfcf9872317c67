//! Proof-number search against the referee, and against a fixpoint where positions come back.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::*;
use henge_core::{
    Eval, Game, Limits, NoEval, Notation, Omitted, Outcome, Player, Score, ScoreKind, Turn, mix64,
};
use henge_search::dfpn::{Answer, Dfpn, Finding, Options, Question, prove};
use henge_search::{Report, Task, minimax};
use henge_testkit::alloc::CountingAllocator;
use henge_testkit::games::{Boxes, Ring};
use proptest::prelude::*;

fn ask<G: Game>(
    engine: &mut Dfpn<G>,
    game: &G,
    pos: &G::Position,
    question: Question,
    limits: Limits,
) -> Finding<G::Move> {
    let task = Task::new(limits);
    engine.prove(game, pos, question, &NoEval, task)
}

fn value<G: Game>(engine: &mut Dfpn<G>, game: &G, pos: &G::Position) -> Report<G::Move> {
    let task = Task::new(Limits::NONE);
    engine.value(game, pos, &NoEval, task)
}

fn answer(holds: bool) -> Answer {
    if holds { Answer::Proved } else { Answer::Disproved }
}

/// Every question about the position is answered as the referee would, and the move goes with it.
fn agree<G: Game>(engine: &mut Dfpn<G>, game: &G, pos: &G::Position, points: i32) {
    agree_with(engine, game, &NoEval, pos, points);
}

/// The same with the help of an evaluation.
fn agree_with<G: Game>(
    engine: &mut Dfpn<G>,
    game: &G,
    eval: &impl Eval<G>,
    pos: &G::Position,
    points: i32,
) {
    let truth = minimax::value(game, pos, Player::First) as i32;
    for player in Player::BOTH {
        let worth = if player == Player::First { truth } else { -truth };
        for at_least in -points..=points + 1 {
            let question = Question { player, at_least };
            let found = engine.prove(game, pos, question, eval, Task::new(Limits::NONE));
            assert_eq!(found.answer, answer(worth >= at_least), "{question:?} of {pos:?}");
            let Turn::Player(mover) = game.turn(pos) else { continue };
            let next = replay(game, pos, &found.line[..1]);
            replay(game, pos, &found.line);
            if (mover == player) == (found.answer == Answer::Proved) {
                let after = minimax::value(game, &next, player) as i32;
                assert_eq!(after >= at_least, worth >= at_least, "{question:?}: {:?}", found.line);
            }
        }
    }
    let report = engine.value(game, pos, eval, Task::new(Limits::NONE));
    if let Turn::Player(mover) = game.turn(pos) {
        let line = &report.lines[0];
        let worth = if mover == Player::First { truth } else { -truth };
        assert!(report.complete);
        assert_eq!(line.score.decided().map_or(0, |(points, _)| points), worth);
        let kind = [ScoreKind::AtMost, ScoreKind::Proved, ScoreKind::AtLeast];
        assert_eq!(line.kind, kind[(1 + worth.signum()) as usize]);
        let next = replay(game, pos, &line.moves[..1]);
        assert_eq!(minimax::value(game, &next, mover) as i32, worth, "the move keeps the value");
    }
}

#[test]
fn tic_tac_toe_agrees() {
    let mut engine = Dfpn::new(1 << 18);
    for seed in 0..200 {
        let pos = wander(&TicTacToe, 2 + seed as u32 % 7, &mut rng(seed));
        agree(&mut engine, &TicTacToe, &pos, 1);
        agree(&mut Dfpn::new(1 << 12), &TicTacToe, &pos, 1);
    }
    agree(&mut engine, &TicTacToe, &TicTacToe.start(), 1);
}

/// Calls every other move unpromising, whatever it is.
struct Whim;

impl<G: Game> Eval<G> for Whim {
    type State = u32;

    fn eval(&self, _: &G, _: &G::Position, _: Player) -> Score {
        Score(7)
    }
    fn push(&self, _: &G, _: &G::Position, _: G::Move, state: &mut u32) {
        *state += 1;
    }
    fn pop(&self, _: &G, _: &G::Position, _: G::Move, state: &mut u32) {
        *state -= 1;
    }
    fn arranges(&self) -> bool {
        true
    }
    fn select(&self, _: &G, _: &G::Position, state: &mut u32, moves: &mut Vec<G::Move>) -> Omitted {
        let mut odd = *state % 2 == 1;
        moves.retain(|_| {
            odd = !odd;
            odd
        });
        moves.reverse();
        Omitted::Unpromising
    }
}

#[test]
fn knowledge_changes_no_answer() {
    let mut engine = Dfpn::new(1 << 18);
    for seed in 0..100 {
        let pos = wander(&TicTacToe, 2 + seed as u32 % 7, &mut rng(seed));
        agree_with(&mut engine, &TicTacToe, &Forced, &pos, 1);
        engine.clear();
        agree_with(&mut engine, &TicTacToe, &Whim, &pos, 1);
        let game = Hex::new(3);
        let pos = wander(&game, seed as u32 % 7, &mut rng(seed));
        agree_with(&mut Dfpn::new(1 << 16), &game, &Forced, &pos, 1);
        agree_with(&mut Dfpn::new(1 << 12), &game, &Whim, &pos, 1);
    }
    let nodes = |eval: &dyn Fn(&mut Dfpn<Hex>) -> Finding<u8>| {
        let found = eval(&mut Dfpn::new(1 << 22));
        assert_eq!(found.answer, Answer::Proved);
        found.nodes
    };
    let (game, task) = (Hex::new(4), || Task::new(Limits::NONE));
    let question = Question { player: Player::First, at_least: 1 };
    let plain = nodes(&|engine| engine.prove(&game, &game.start(), question, &NoEval, task()));
    let helped = nodes(&|engine| engine.prove(&game, &game.start(), question, &Forced, task()));
    assert!(helped < plain, "{helped} and {plain}");
}

#[test]
fn threads_change_no_answer() {
    let threads = |threads| Options { table_bytes: 1 << 18, threads };
    for seed in 0..60 {
        let pos = wander(&TicTacToe, 2 + seed as u32 % 7, &mut rng(seed));
        agree(&mut Dfpn::with(threads(3)), &TicTacToe, &pos, 1);
        let game = Hex::new(3);
        let pos = wander(&game, seed as u32 % 7, &mut rng(seed));
        agree_with(&mut Dfpn::with(threads(4)), &game, &Forced, &pos, 1);
        let game = Maze { seed, size: 40, n_moves: 4, ends: 6 };
        let mut engine = Dfpn::with(threads(3));
        for question in QUESTIONS {
            let truth = fixpoint(&game, question);
            for pos in 0..game.size {
                let found = ask(&mut engine, &game, &pos, question, Limits::nodes(100_000));
                let expected = answer(truth[usize::from(pos)]);
                assert!([expected, Answer::Unknown].contains(&found.answer), "{seed}: {pos}");
            }
        }
    }
    // Limits and flags end all of them.
    let game = ConnectFour::default();
    let question = Question { player: Player::First, at_least: 1 };
    let mut engine = Dfpn::with(threads(4));
    let found = ask(&mut engine, &game, &game.start(), question, Limits::nodes(10_000));
    assert_eq!(found.answer, Answer::Unknown);
    assert!((9_000..=10_000).contains(&found.nodes), "{}", found.nodes);
    let limits = Limits::time(Duration::from_millis(30));
    let found = ask(&mut engine, &game, &game.start(), question, limits);
    assert!(found.answer == Answer::Unknown && found.elapsed < Duration::from_secs(5));
}

#[test]
fn turns_that_do_not_alternate_agree() {
    let game = Boxes::default();
    let mut engine = Dfpn::new(1 << 18);
    for seed in 0..60 {
        agree(&mut engine, &game, &wander(&game, 5 + seed as u32 % 7, &mut rng(seed)), 1);
    }
}

#[test]
fn hex_is_won_by_the_first_player() {
    for size in 1..=4 {
        let game = Hex::new(size);
        let task = Task::new(Limits::NONE);
        let found = prove(&game, &game.start(), Player::First, 1, task);
        assert_eq!(found.answer, Answer::Proved);
        println!("hex {size}: {} nodes", found.nodes);
    }
    for seed in 0..40 {
        let game = Hex::new(3);
        let pos = wander(&game, 1 + seed as u32 % 7, &mut rng(seed));
        agree(&mut Dfpn::new(1 << 16), &game, &pos, 1);
    }
}

#[test]
fn connect_four_on_small_boards_is_a_draw() {
    for (columns, rows) in [(4, 4), (5, 4)] {
        let game = ConnectFour::new(columns, rows);
        let report = value(&mut Dfpn::new(16 << 20), &game, &game.start());
        let line = &report.lines[0];
        assert_eq!((line.score, line.kind), (Score::DRAW, ScoreKind::Proved));
        println!("{columns} by {rows}: {} nodes", report.nodes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn made_up_games_agree(
        seed: u64,
        height in 1u8..8,
        width in 1u8..40,
        n_moves in 1u8..6,
        points in 1u8..4,
    ) {
        let game = Rich(Layers { seed, height, width, n_moves, points });
        agree(&mut Dfpn::new(1 << 16), &game, &game.start(), points as i32);
    }

    #[test]
    fn mazes_agree_in_any_order(seed: u64, size in 1u16..60, n_moves in 1u8..5, ends in 2u8..12) {
        // One prover for all positions and questions: what it remembers must hold everywhere.
        let game = Maze { seed, size, n_moves, ends };
        let mut engine = Dfpn::new(1 << 18);
        for question in QUESTIONS {
            let truth = fixpoint(&game, question);
            let mut order: Vec<_> = (0..size).collect();
            order.sort_by_key(|&pos| mix64(seed ^ u64::from(pos)));
            for pos in order {
                let found = ask(&mut engine, &game, &pos, question, Limits::nodes(200_000));
                // In a dense maze it may run out of nodes, and says so; it must never be wrong.
                if found.answer == Answer::Unknown {
                    prop_assert!(size > 12, "a small maze is left open at {:?}", pos);
                    continue;
                }
                prop_assert_eq!(found.answer, answer(truth[usize::from(pos)]), "{:?}", pos);
                let Turn::Player(mover) = game.turn(&pos) else { continue };
                let next = replay(&game, &pos, &found.line[..1]);
                if (mover == question.player) == truth[usize::from(pos)] {
                    prop_assert_eq!(truth[usize::from(next)], truth[usize::from(pos)]);
                }
            }
        }
    }
}

/// Says what its wins can count.
#[derive(Clone, Copy, Debug)]
struct Rich(Layers);

impl Game for Rich {
    type Position = <Layers as Game>::Position;
    type Move = u8;
    type Moves = <Layers as Game>::Moves;
    type Undo = u8;
    const MOST_POINTS: u8 = 3;

    fn start(&self) -> Self::Position {
        self.0.start()
    }
    fn turn(&self, pos: &Self::Position) -> Turn {
        self.0.turn(pos)
    }
    fn moves(&self, pos: &Self::Position) -> Self::Moves {
        self.0.moves(pos)
    }
    fn play(&self, pos: &mut Self::Position, mv: u8) -> u8 {
        self.0.play(pos, mv)
    }
    fn undo(&self, pos: &mut Self::Position, mv: u8, undo: u8) {
        self.0.undo(pos, mv, undo);
    }
    fn key(&self, pos: &Self::Position) -> u64 {
        self.0.key(pos)
    }
}

const QUESTIONS: [Question; 4] = [
    Question { player: Player::First, at_least: 1 },
    Question { player: Player::First, at_least: 0 },
    Question { player: Player::Second, at_least: 1 },
    Question { player: Player::Second, at_least: 0 },
];

/// Positions joined at random, with no direction to go: everything can come back.
#[derive(Clone, Copy, Debug)]
struct Maze {
    seed: u64,
    size: u16,
    n_moves: u8,
    /// One position in so many ends the game.
    ends: u8,
}

impl Maze {
    fn word(&self, pos: u16, what: u64) -> u64 {
        mix64(mix64(self.seed ^ what << 32) ^ u64::from(pos))
    }
}

impl Game for Maze {
    type Position = u16;
    type Move = u8;
    type Moves = std::ops::Range<u8>;
    type Undo = u16;
    const CYCLES: bool = true;

    fn start(&self) -> u16 {
        0
    }
    fn turn(&self, &pos: &u16) -> Turn {
        let word = self.word(pos, 1);
        let player = Player::BOTH[word as usize % 2];
        if !(word >> 8).is_multiple_of(self.ends.into()) {
            return Turn::Player(player);
        }
        let draw = (word >> 32).is_multiple_of(4);
        Turn::Over(if draw { Outcome::Draw } else { Outcome::win(player) })
    }
    fn moves(&self, pos: &u16) -> Self::Moves {
        match self.turn(pos) {
            Turn::Over(_) => 0..0,
            _ => 0..1 + (self.word(*pos, 2) % u64::from(self.n_moves)) as u8,
        }
    }
    fn play(&self, pos: &mut u16, mv: u8) -> u16 {
        let next = (self.word(*pos, 3 + u64::from(mv)) % u64::from(self.size)) as u16;
        std::mem::replace(pos, next)
    }
    fn undo(&self, pos: &mut u16, _: u8, before: u16) {
        *pos = before;
    }
    fn key(&self, pos: &u16) -> u64 {
        mix64(u64::from(*pos))
    }
}

/// The answer for every position of a maze. A draw at least is what is left when the opponent
/// cannot force a win.
fn fixpoint(game: &Maze, question: Question) -> Vec<bool> {
    let Question { player, at_least } = question;
    if at_least <= 0 {
        let lost = fixpoint(game, Question { player: player.other(), at_least: 1 - at_least });
        return lost.into_iter().map(|lost| !lost).collect();
    }
    let mut won = vec![false; game.size.into()];
    loop {
        let before = won.clone();
        for pos in 0..game.size {
            let mut next = game.moves(&pos).map(|mv| {
                let mut next = pos;
                game.play(&mut next, mv);
                won[usize::from(next)]
            });
            let now = match game.turn(&pos) {
                Turn::Over(outcome) => outcome.points_for(player) >= at_least,
                Turn::Player(mover) if mover == player => next.any(|won| won),
                _ => next.all(|won| won),
            };
            won[usize::from(pos)] = now;
        }
        if won == before {
            return won;
        }
    }
}

#[test]
fn on_the_ring_nothing_goes_round_for_ever() {
    let game = Ring::default();
    let sites = 'a'..='l';
    let pairs = sites.clone().flat_map(|a| sites.clone().map(move |b| (a, b)));
    let texts = pairs.flat_map(|(a, b)| [format!("{a} {b} 1"), format!("{a} {b} 2")]);
    let mut engine = Dfpn::new(1 << 20);
    let mut counts = [0; 3];
    for text in texts {
        let pos = game.read_position(&text).expect("two kings and a digit");
        if let Turn::Player(_) = game.turn(&pos) {
            let report = value(&mut engine, &game, &pos);
            assert!(report.complete);
            counts[(1 + report.lines[0].score.0.signum()) as usize] += 1;
        }
    }
    assert_eq!(counts, [36, 108, 120], "losses, draws and wins of the player to move");
}

/// Whoever comes back to an odd position loses, and to an even one wins.
struct Unfair(Maze);

impl Game for Unfair {
    type Position = u16;
    type Move = u8;
    type Moves = std::ops::Range<u8>;
    type Undo = u16;
    const CYCLES: bool = true;
    fn start(&self) -> u16 {
        0
    }
    fn turn(&self, pos: &u16) -> Turn {
        Turn::Player(Player::BOTH[usize::from(*pos) % 2])
    }
    fn moves(&self, _: &u16) -> Self::Moves {
        0..4
    }
    fn play(&self, pos: &mut u16, mv: u8) -> u16 {
        self.0.play(pos, mv)
    }
    fn undo(&self, pos: &mut u16, mv: u8, before: u16) {
        self.0.undo(pos, mv, before);
    }
    fn key(&self, pos: &u16) -> u64 {
        self.0.key(pos)
    }
    fn repeated(&self, pos: &u16, times: u32) -> Option<Outcome> {
        (times >= 2).then(|| Outcome::win(Player::BOTH[usize::from(*pos / 2) % 2]))
    }
}

#[test]
fn repetitions_that_mean_now_this_and_now_that_are_left_alone() {
    let game = Unfair(Maze { seed: 3, size: 30, n_moves: 4, ends: 2 });
    let mut engine = Dfpn::new(1 << 16);
    for question in QUESTIONS {
        let found = ask(&mut engine, &game, &0, question, Limits::nodes(100_000));
        assert_eq!(found.answer, Answer::Unknown);
        assert!(found.line[0] < 4);
    }
}

#[test]
fn limits_are_kept_and_answers_are_legal() {
    let game = ConnectFour::default();
    let question = Question { player: Player::First, at_least: 1 };
    for nodes in [0, 1, 2, 3, 100, 5000] {
        let found =
            ask(&mut Dfpn::new(1 << 16), &game, &game.start(), question, Limits::nodes(nodes));
        assert_eq!((found.answer, found.nodes), (Answer::Unknown, nodes));
        replay(&game, &game.start(), &found.line[..1]);
        let again =
            ask(&mut Dfpn::new(1 << 16), &game, &game.start(), question, Limits::nodes(nodes));
        assert_eq!(again.line, found.line);
    }
    let found = ask(&mut Dfpn::new(0), &game, &game.start(), question, Limits::depth(3));
    assert_eq!(found.answer, Answer::Unknown, "the game is longer than three plies");
    let limits = Limits::time(Duration::from_millis(50));
    let found = ask(&mut Dfpn::new(1 << 16), &game, &game.start(), question, limits);
    assert!(found.answer == Answer::Unknown && found.elapsed < Duration::from_secs(5));
    let stop = AtomicBool::new(true);
    let task = Task::new(Limits::NONE).stop(&stop);
    let report = Dfpn::new(0).value(&game, &game.start(), &NoEval, task);
    assert!(report.best().is_some() && !report.complete);
    let mut told = 0;
    let limits = Limits::nodes(300_000);
    let mut tell = |_: &_| told += 1;
    let task = Task::new(limits).progress(&mut tell);
    Dfpn::new(1 << 20).prove(&game, &game.start(), question, &NoEval, task);
    assert!((2..10).contains(&told), "{told}");
}

#[test]
fn a_search_allocates_its_line_and_nothing_else() {
    let game = Hex::new(4);
    let question = Question { player: Player::Second, at_least: 1 };
    let mut engine = Dfpn::new(1 << 20);
    let mut count = || {
        engine.clear();
        CountingAllocator::count(|| ask(&mut engine, &game, &game.start(), question, Limits::NONE))
    };
    count();
    let (found, n) = count();
    assert!(n <= 12 && found.nodes > 1000, "{n} times in {} nodes", found.nodes);
}
