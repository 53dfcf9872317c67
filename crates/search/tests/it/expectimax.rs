//! Expectiminimax against plain averaging.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::*;
use henge_core::{
    Eval, Game, Limits, NoEval, Notation, Outcome, Player, Score, ScoreKind, Turn, mix64,
};
use henge_search::expectimax::{Options, POINT, Star};
use henge_search::{Expectimax, Mode, Report, Task, minimax};
use henge_testkit::alloc::CountingAllocator;
use henge_testkit::games::{Boxes, DiceRace, dice_race};
use proptest::prelude::*;

/// A game made up from a number, as `Layers` is, in which dice fall now and then: rolls follow
/// rolls, turns do not alternate, and the rolls have unlike chances.
#[derive(Clone, Copy, Debug)]
struct Dicey {
    seed: u64,
    height: u8,
    width: u8,
    n_moves: u8,
    points: u8,
}

type Place = (u8, u8);

impl Dicey {
    fn word(&self, pos: &Place, what: u64) -> u64 {
        mix64(mix64(self.seed ^ what << 32) ^ (pos.0 as u64) << 8 ^ pos.1 as u64)
    }
}

impl Game for Dicey {
    type Position = Place;
    type Move = u8;
    type Moves = std::ops::Range<u8>;
    type Undo = u8;
    const CHANCE: bool = true;
    const MOST_POINTS: u8 = 3;

    fn start(&self) -> Place {
        (0, 0)
    }
    fn turn(&self, pos: &Place) -> Turn {
        let word = self.word(pos, 1);
        let player = Player::BOTH[word as usize % 2];
        if pos.0 == self.height || pos.0 > 0 && (word >> 8).is_multiple_of(6) {
            let points = 1 + (word >> 24) as u8 % self.points;
            return Turn::Over(match (word >> 16) % 3 {
                0 => Outcome::Draw,
                _ => Outcome::Win { winner: player, points },
            });
        }
        if (word >> 40).is_multiple_of(2) { Turn::Chance } else { Turn::Player(player) }
    }
    fn moves(&self, pos: &Place) -> Self::Moves {
        match self.turn(pos) {
            Turn::Over(_) => 0..0,
            _ => 0..1 + (self.word(pos, 2) % self.n_moves as u64) as u8,
        }
    }
    fn play(&self, pos: &mut Place, mv: u8) -> u8 {
        let place = (self.word(pos, 3 + mv as u64) % self.width as u64) as u8;
        std::mem::replace(pos, (pos.0 + 1, place)).1
    }
    fn undo(&self, pos: &mut Place, _: u8, place: u8) {
        *pos = (pos.0 - 1, place);
    }
    fn key(&self, pos: &Place) -> u64 {
        mix64((pos.0 as u64) << 8 | pos.1 as u64)
    }
    fn probability(&self, pos: &Place, roll: u8) -> f32 {
        let n = self.moves(pos).end as f32;
        2.0 * (roll + 1) as f32 / (n * (n + 1.0))
    }
}

/// Larger than `Noise`, so that estimates and outcomes are of a size.
struct Loud(u64);

impl<G: Game> Eval<G> for Loud {
    type State = ();

    fn eval(&self, game: &G, pos: &G::Position, player: Player) -> Score {
        Score(Noise(self.0).eval(game, pos, player).0 * 499)
    }
}

/// Who is ahead in the race, read from the position's text.
struct Ahead;

impl Eval<DiceRace> for Ahead {
    type State = ();

    fn eval(&self, game: &DiceRace, pos: &dice_race::Position, player: Player) -> Score {
        let text = game.write_position(pos);
        let steps = |word: usize| -> i32 {
            let word = text.split(' ').nth(word).expect("two words of men");
            word.bytes().map(|b| i32::from(b - b'0')).sum()
        };
        let lead = (steps(0) - steps(1)) * 900;
        Score(if player == Player::First { lead } else { -lead })
    }
}

/// The mean score to `me` after so many plies: no table and no pruning.
fn plain_score<G: Game>(
    game: &G,
    pos: &G::Position,
    root: Player,
    depth: Option<u32>,
    eval: &impl Eval<G>,
) -> f64 {
    let turn = game.turn(pos);
    let next = depth.map(|depth| depth.saturating_sub(1));
    let below = |mv| {
        let mut pos = pos.clone();
        game.play(&mut pos, mv);
        plain_score(game, &pos, root, next, eval)
    };
    match turn {
        Turn::Over(outcome) => (outcome.points_for(root) * POINT) as f64,
        Turn::Player(player) if depth == Some(0) && player != root => {
            -eval.eval(game, pos, player).0 as f64
        }
        _ if depth == Some(0) => eval.eval(game, pos, root).0 as f64,
        Turn::Player(player) if player == root => {
            game.moves(pos).map(below).fold(f64::NEG_INFINITY, f64::max)
        }
        Turn::Player(_) => game.moves(pos).map(below).fold(f64::INFINITY, f64::min),
        Turn::Chance => {
            let chance = |mv| game.probability(pos, mv) as f64;
            let whole: f64 = game.moves(pos).map(chance).sum();
            game.moves(pos).map(|mv| chance(mv) * below(mv)).sum::<f64>() / whole
        }
    }
}

fn ask<G: Game>(
    engine: &mut Expectimax<G>,
    game: &G,
    pos: &G::Position,
    eval: &impl Eval<G>,
    limits: Limits,
    n_lines: usize,
) -> Report<G::Move> {
    let task = Task::new(limits).lines(n_lines);
    engine.search(game, pos, eval, task)
}

fn engine<G: Game>(star: Star, table_bytes: usize) -> Expectimax<G> {
    Expectimax::with(Options { table_bytes, mode: Mode::Prove, star })
}

fn root_player<G: Game>(game: &G, pos: &G::Position) -> Player {
    match game.turn(pos) {
        Turn::Player(player) => player,
        _ => Player::First,
    }
}

/// At every depth and with every way of pruning the engine says what plain averaging says.
fn agree<G: Game>(game: &G, pos: &G::Position, depths: u32, eval: &impl Eval<G>) {
    if let Turn::Over(_) = game.turn(pos) {
        return;
    }
    let me = root_player(game, pos);
    for star in [Star::None, Star::One, Star::Two] {
        let mut old = engine(star, 1 << 14);
        // Downwards too: what a deep search left in the table must not change a shallow one.
        for depth in (1..=depths).chain((1..=depths).rev()) {
            let expected = plain_score(game, pos, me, Some(depth), eval);
            for engine in [&mut engine(star, 0), &mut old] {
                let report = ask(engine, game, pos, eval, Limits::depth(depth), 1);
                let line = &report.lines[0];
                let off = (line.score.0 as f64 - expected).abs();
                let same = report.depth == depth || report.complete;
                assert!(same && off <= 1.0, "{star:?} {depth}: {line:?}, not {expected}, {pos:?}");
                if line.kind == ScoreKind::Proved {
                    let end = plain_score(game, pos, me, None, &NoEval);
                    assert!((line.score.0 as f64 - end).abs() <= 1.0, "{line:?} is {end}");
                }
            }
        }
    }
}

/// The best line and those after it have the scores of their first moves.
fn lines_agree<G: Game>(game: &G, pos: &G::Position, depth: u32, eval: &impl Eval<G>) {
    let Turn::Player(me) = game.turn(pos) else { return };
    let report = ask(&mut engine(Star::Two, 1 << 14), game, pos, eval, Limits::depth(depth), 99);
    assert_eq!(report.lines.len(), game.moves(pos).count());
    assert!(report.lines.is_sorted_by_key(|line| -line.score.0));
    for line in &report.lines {
        let mut next = pos.clone();
        game.play(&mut next, line.moves[0]);
        // A search that proved every line sooner has found the same.
        let expected = plain_score(game, &next, me, Some(report.depth - 1), eval);
        assert!((line.score.0 as f64 - expected).abs() <= 1.0, "{line:?}, not {expected}");
        replay(game, pos, &line.moves);
    }
}

#[test]
fn the_dice_race_agrees_at_every_depth() {
    for seed in 0..30 {
        let game = DiceRace::new(2 + seed as u8 % 4);
        let pos = wander(&game, seed as u32 % 9, &mut rng(seed));
        agree(&game, &pos, 6, &Loud(seed));
        agree(&game, &pos, 7, &NoEval);
        lines_agree(&game, &pos, 5, &Loud(seed));
    }
}

#[test]
fn the_dice_race_is_solved() {
    for length in 2..=4 {
        let game = DiceRace::new(length);
        let report =
            ask(&mut Expectimax::new(1 << 20), &game, &game.start(), &NoEval, Limits::NONE, 1);
        let expected = minimax::value(&game, &game.start(), Player::First) * POINT as f64;
        assert!((report.lines[0].score.0 as f64 - expected).abs() <= 1.0);
        assert!(report.complete && report.lines[0].kind == ScoreKind::Proved);
    }
}

#[test]
fn games_without_dice_are_those_of_the_referee() {
    fn same<G: Game>(game: &G, pos: &G::Position, depths: u32, eval: &impl Eval<G>) {
        for depth in 1..=depths {
            let Some(expected) = minimax::best(game, pos, Some(depth), eval) else { continue };
            let report =
                ask(&mut engine(Star::Two, 1 << 14), game, pos, eval, Limits::depth(depth), 1);
            assert_eq!(report.lines[0].score, expected.score, "depth {depth} of {pos:?}");
            if expected.kind == ScoreKind::Proved {
                assert_eq!(report.lines[0].kind, ScoreKind::Proved);
            }
        }
    }
    for seed in 0..20 {
        same(&TicTacToe, &wander(&TicTacToe, 2 + seed as u32 % 6, &mut rng(seed)), 6, &Noise(seed));
        let boxes = Boxes::default();
        same(&boxes, &wander(&boxes, 5 + seed as u32 % 7, &mut rng(seed)), 5, &Noise(seed));
        let made_up = Layers { seed, height: 7, width: 9, n_moves: 4, points: 1 };
        same(&made_up, &made_up.start(), 7, &Noise(seed));
        same(&made_up, &made_up.start(), 7, &NoEval);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    #[test]
    fn made_up_games_agree(
        seed: u64,
        height in 1u8..8,
        width in 1u8..30,
        n_moves in 1u8..5,
        points in 1u8..4,
    ) {
        let game = Dicey { seed, height, width, n_moves, points };
        agree(&game, &game.start(), height as u32, &Loud(seed));
        agree(&game, &game.start(), height as u32, &NoEval);
        lines_agree(&game, &game.start(), height as u32, &Loud(seed));
    }
}

/// A game as real ones are: dice and choices in turn, every move changes the balance a little, and
/// who is ahead at the end wins. So a look at the balance tells good moves from bad ones.
struct Drift {
    rolls: u8,
    moves: u8,
    height: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Balance {
    ply: u8,
    word: u64,
    lead: i32,
}

impl Drift {
    fn step(&self, pos: &Balance, mv: u8) -> i32 {
        (mix64(pos.word ^ u64::from(mv) << 56) % 201) as i32 - 100
    }
}

impl Game for Drift {
    type Position = Balance;
    type Move = u8;
    type Moves = std::ops::Range<u8>;
    type Undo = Balance;
    const CHANCE: bool = true;

    fn start(&self) -> Balance {
        Balance { ply: 1, word: 7, lead: 0 }
    }
    fn turn(&self, pos: &Balance) -> Turn {
        if pos.ply == self.height {
            let winner = if pos.lead > 0 { Player::First } else { Player::Second };
            return Turn::Over(if pos.lead == 0 { Outcome::Draw } else { Outcome::win(winner) });
        }
        match pos.ply % 4 {
            1 => Turn::Player(Player::First),
            3 => Turn::Player(Player::Second),
            _ => Turn::Chance,
        }
    }
    fn moves(&self, pos: &Balance) -> Self::Moves {
        match self.turn(pos) {
            Turn::Over(_) => 0..0,
            Turn::Chance => 0..self.rolls,
            Turn::Player(_) => 0..self.moves,
        }
    }
    fn play(&self, pos: &mut Balance, mv: u8) -> Balance {
        let before = *pos;
        pos.lead += self.step(&before, mv);
        pos.word = mix64(pos.word ^ u64::from(mv) << 48);
        pos.ply += 1;
        before
    }
    fn undo(&self, pos: &mut Balance, _: u8, before: Balance) {
        *pos = before;
    }
    fn key(&self, pos: &Balance) -> u64 {
        pos.word
    }
}

struct Lead;

impl Eval<Drift> for Lead {
    type State = ();

    fn eval(&self, _: &Drift, pos: &Balance, player: Player) -> Score {
        let score = (pos.lead * 10).clamp(-POINT + 1, POINT - 1);
        Score(if player == Player::First { score } else { -score })
    }
    fn arranges(&self) -> bool {
        true
    }
    fn arrange(&self, game: &Drift, pos: &Balance, moves: &mut Vec<u8>) {
        let sign = if game.turn(pos) == Turn::Player(Player::First) { -1 } else { 1 };
        moves.sort_unstable_by_key(|&mv| sign * game.step(pos, mv));
    }
}

fn nodes<G: Game>(game: &G, depth: u32, table_bytes: usize, eval: &impl Eval<G>) -> [u64; 3] {
    [Star::None, Star::One, Star::Two].map(|star| {
        let mut engine = engine(star, table_bytes);
        ask(&mut engine, game, &game.start(), eval, Limits::depth(depth), 1).nodes
    })
}

#[test]
fn pruning_saves_nodes() {
    let race = DiceRace::new(6);
    let drift = Drift { rolls: 6, moves: 12, height: 99 };
    for table_bytes in [0, 1 << 20] {
        let [none, one, two] = nodes(&drift, 5, table_bytes, &Lead);
        assert!(one < none && 4 * two < one, "{none} {one} {two}");
    }
    // With two moves at most there is little to gain, and it must not cost much.
    let [none, one, two] = nodes(&race, 12, 0, &Ahead);
    assert!(one < none && two < none + none / 4, "{none} {one} {two}");
    agree(&Drift { rolls: 3, moves: 4, height: 99 }, &drift.start(), 6, &Lead);
    agree(&Drift { rolls: 3, moves: 4, height: 6 }, &drift.start(), 6, &Lead);
}

#[test]
fn an_evaluation_cannot_claim_more_than_the_game_is_worth() {
    struct Boast;
    impl<G: Game> Eval<G> for Boast {
        type State = ();

        fn eval(&self, _: &G, _: &G::Position, _: Player) -> Score {
            Score::MAX
        }
    }
    let game = DiceRace::new(6);
    let report = ask(&mut Expectimax::new(0), &game, &game.start(), &Boast, Limits::depth(2), 1);
    assert!(report.lines[0].score.0.abs() <= 2 * POINT);
    assert_ne!(report.lines[0].kind, ScoreKind::Proved);
}

#[test]
fn limits_are_kept_and_answers_are_legal() {
    let game = DiceRace::new(9);
    let pos = wander(&game, 9, &mut rng(3));
    assert!(matches!(game.turn(&pos), Turn::Player(_)));
    let mut engine = Expectimax::new(1 << 16);
    let none = [Limits::time(Duration::ZERO), Limits::nodes(0), Limits::depth(0)];
    for limits in none.into_iter().chain((1..300).map(Limits::nodes)) {
        engine.clear();
        let report = ask(&mut engine, &game, &pos, &Loud(1), limits, 2);
        assert!(report.nodes <= limits.nodes.unwrap_or(0));
        let best = report.best().expect("there is a move");
        assert!(game.moves(&pos).any(|mv| mv == best));
        engine.clear();
        assert_eq!(ask(&mut engine, &game, &pos, &Loud(1), limits, 2).lines, report.lines);
    }
    let stop = AtomicBool::new(true);
    let task = Task::new(Limits::NONE).stop(&stop);
    assert!(engine.search(&game, &pos, &NoEval, task).best().is_some());
    let limits = Limits::time(Duration::from_millis(50));
    let report = ask(&mut engine, &game, &pos, &NoEval, limits, 1);
    assert!(report.elapsed < Duration::from_secs(5));
}

#[test]
fn a_finished_game_has_no_line() {
    let report = ask(
        &mut Expectimax::new(0),
        &TicTacToe,
        &TicTacToe::read("xxx oo. ..."),
        &NoEval,
        Limits::NONE,
        1,
    );
    assert!(report.lines.is_empty() && report.complete);
}

#[test]
fn a_search_allocates_its_answer_and_nothing_else() {
    let game = DiceRace::new(6);
    let pos = wander(&game, 5, &mut rng(1));
    let mut engine = Expectimax::new(1 << 16);
    let mut search = |depth: u32| {
        engine.clear();
        let limits = Limits::depth(depth);
        CountingAllocator::count(|| ask(&mut engine, &game, &pos, &Loud(1), limits, 2))
    };
    search(9);
    // The report is copied out: a list of lines, and two lists of moves.
    let found = [1, 5, 9].map(|depth| search(depth).1);
    assert_eq!(found, [3; 3]);
}
