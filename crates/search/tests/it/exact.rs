//! Alpha-beta against the referee.

use crate::common::*;
use henge_core::{Eval, Game, Limits, Margins, NoEval, Player, Score, ScoreKind, Turn};
use henge_search::{AlphaBeta, Mode, Options, minimax};
use henge_testkit::games::Boxes;
use proptest::prelude::*;

/// The score of every move at the root, best first.
fn scores<G: Game>(game: &G, pos: &G::Position, depth: u32, eval: &impl Eval<G>) -> Vec<Score> {
    let me = mover(game, pos);
    let score = |mv| {
        let mut next = pos.clone();
        game.play(&mut next, mv);
        let score = match game.turn(&next) {
            Turn::Over(outcome) => Score::of(outcome, me, 0),
            Turn::Player(player) => {
                let score = minimax::score(game, &next, Some(depth - 1), eval);
                if player == me { score } else { -score }
            }
            Turn::Chance => unreachable!("no dice here"),
        };
        score.earlier(1)
    };
    let mut scores: Vec<_> = game.moves(pos).map(score).collect();
    scores.sort_unstable_by(|a, b| b.cmp(a));
    scores
}

/// At every depth the engine says what the referee says, of the best move and of all moves.
fn agree<G: Game>(game: &G, pos: &G::Position, depths: u32, eval: &impl Eval<G>) {
    let mut one = plain();
    for depth in 1..=depths {
        let expected = minimax::best(game, pos, Some(depth), eval).expect("a player is to move");
        // A new engine, and one that remembers the searches before.
        for engine in [&mut plain(), &mut one] {
            let report = ask(engine, game, pos, eval, Limits::depth(depth), 1);
            check_lines(game, pos, &report);
            assert_eq!(report.lines[0].score, expected.score, "depth {depth} of {pos:?}");
            if expected.kind == ScoreKind::Proved {
                assert_eq!(report.lines[0].kind, ScoreKind::Proved, "depth {depth} of {pos:?}");
                assert!(report.complete);
            }
        }
        let all = ask(&mut plain(), game, pos, eval, Limits::depth(depth), usize::MAX);
        check_lines(game, pos, &all);
        let found: Vec<_> = all.lines.iter().map(|line| line.score).collect();
        // A search that settled every line sooner has found the same.
        assert_eq!(found, scores(game, pos, depth, eval), "depth {depth} of {pos:?}");
    }
}

/// What the engine calls proved is what the referee finds at the end of the game, and a bound is a
/// bound.
fn honest<G: Game>(
    engine: &mut AlphaBeta<G>,
    game: &G,
    pos: &G::Position,
    eval: &impl Eval<G>,
    depths: u32,
) {
    let truth = minimax::score(game, pos, None, &NoEval);
    for depth in 1..=depths {
        let report = ask(engine, game, pos, eval, Limits::depth(depth), 1);
        let line = &report.lines[0];
        match line.kind {
            ScoreKind::Proved | ScoreKind::Table => {
                assert_eq!(line.score, truth, "depth {depth} of {pos:?}")
            }
            ScoreKind::AtLeast => assert!(line.score <= truth, "depth {depth} of {pos:?}"),
            ScoreKind::AtMost => assert!(line.score >= truth, "depth {depth} of {pos:?}"),
            ScoreKind::Estimate => {}
        }
    }
}

#[test]
fn tic_tac_toe_agrees_at_every_depth() {
    for seed in 0..40 {
        let pos = wander(&TicTacToe, 2 + seed as u32 % 6, &mut rng(seed));
        agree(&TicTacToe, &pos, 6, &Noise(seed));
        agree(&TicTacToe, &pos, 7, &NoEval);
    }
}

#[test]
fn connect_four_agrees() {
    let game = ConnectFour::new(5, 4);
    for seed in 0..20 {
        let pos = wander(&game, seed as u32, &mut rng(seed));
        agree(&game, &pos, 5, &Noise(seed));
    }
}

#[test]
fn hex_agrees() {
    let game = Hex::new(3);
    for seed in 0..20 {
        let pos = wander(&game, 1 + seed as u32 % 7, &mut rng(seed));
        agree(&game, &pos, 5, &Noise(seed));
    }
}

#[test]
fn wins_found_without_moves_that_cannot_matter_are_proved() {
    let game = ConnectFour::new(4, 4);
    for seed in 0..60 {
        let pos = wander(&game, 4 + seed as u32 % 8, &mut rng(seed));
        honest(&mut AlphaBeta::new(1 << 16), &game, &pos, &Forced, 12);
        let report = ask(&mut AlphaBeta::new(1 << 16), &game, &pos, &Forced, Limits::NONE, 1);
        assert!(report.complete, "{pos:?}");
        check_lines(&game, &pos, &report);
    }
}

#[test]
fn turns_that_do_not_alternate_agree() {
    let game = Boxes::default();
    for seed in 0..40 {
        let pos = wander(&game, 5 + seed as u32 % 7, &mut rng(seed));
        agree(&game, &pos, 5, &Noise(seed));
        honest(&mut plain(), &game, &pos, &Noise(seed), 7);
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
        let game = Layers { seed, height, width, n_moves, points };
        agree(&game, &game.start(), height as u32, &Noise(seed));
        agree(&game, &game.start(), height as u32, &NoEval);
    }

    #[test]
    fn what_is_proved_is_true(seed: u64, height in 1u8..8, width in 1u8..40, n_moves in 1u8..6, points in 1u8..3) {
        let game = Layers { seed, height, width, n_moves, points };
        for eval in [Fickle(Mode::Prove, seed), Fickle(Mode::Play, seed)] {
            let options = Options { table_bytes: 1 << 12, mode: eval.0, extension: 3, ..Options::default() };
            honest(&mut AlphaBeta::with(options), &game, &game.start(), &eval, height as u32);
        }
    }
}

/// Here an estimate that stood for late moves once passed for the proof of the moves before them.
#[test]
fn an_estimate_in_place_of_moves_proves_nothing() {
    let (seed, n_moves, points) = (1863535226331605138, 4, 1);
    let game = Layers { seed, height: 6, width: 9, n_moves, points };
    for eval in [Fickle(Mode::Prove, seed), Fickle(Mode::Play, seed)] {
        let options =
            Options { table_bytes: 1 << 12, mode: eval.0, extension: 3, ..Options::default() };
        honest(&mut AlphaBeta::with(options), &game, &game.start(), &eval, 6);
    }
}

/// Calls positions unstable and leaves out moves without reason.
struct Fickle(Mode, u64);

impl<G: Game> Eval<G> for Fickle {
    type State = ();

    fn eval(&self, game: &G, pos: &G::Position, player: Player) -> Score {
        Noise(self.1).eval(game, pos, player)
    }
    fn stable(&self, game: &G, pos: &G::Position, _: &mut ()) -> bool {
        !game.key(pos).is_multiple_of(3)
    }
    fn arranges(&self) -> bool {
        true
    }
    fn arrange(&self, game: &G, pos: &G::Position, moves: &mut Vec<G::Move>) {
        moves.reverse();
        if game.key(pos).is_multiple_of(2) {
            moves.pop();
        }
    }
    fn margins(&self) -> Margins {
        match self.1.is_multiple_of(2) {
            true => Margins {
                reduction: 60,
                surplus: 3,
                futility: 3,
                null_move: 2,
                singular: 4,
                unknown: 1,
                forced: 1,
                history: 3,
                width: 2,
                threats: 0,
            },
            false => Margins::NONE,
        }
    }
}

/// The referee with extensions: it goes on, up to `extension` plies, where a position is unstable.
fn extended<G: Game>(
    game: &G,
    pos: &G::Position,
    (depth, extension): (i32, i32),
    ply: u32,
    eval: &impl Eval<G, State = ()>,
) -> Score {
    let me = mover(game, pos);
    if depth <= 0 && (depth == -extension || eval.stable(game, pos, &mut ())) {
        return eval.eval(game, pos, me);
    }
    let value = |mv| {
        let mut next = pos.clone();
        game.play(&mut next, mv);
        match game.turn(&next) {
            Turn::Over(outcome) => Score::of(outcome, me, ply + 1),
            Turn::Player(player) => {
                let score = extended(game, &next, (depth - 1, extension), ply + 1, eval);
                if player == me { score } else { -score }
            }
            Turn::Chance => unreachable!("no dice here"),
        }
    };
    game.moves(pos).map(value).max().expect("a game that is not over has a move")
}

#[test]
fn unstable_positions_are_followed_but_not_for_ever() {
    for seed in 0..60 {
        let game = Layers { seed, height: 9, width: 9, n_moves: 3, points: 1 };
        let Turn::Player(_) = game.turn(&game.start()) else { continue };
        for (depth, extension) in [(1, 0), (1, 1), (2, 3), (3, 2)] {
            let options =
                Options { mode: Mode::Prove, extension: extension as u32, ..Options::default() };
            let mut engine = AlphaBeta::with(options);
            let eval = Fickle(Mode::Prove, seed);
            let report = ask(&mut engine, &game, &game.start(), &eval, Limits::depth(depth), 1);
            let limits = (depth as i32, extension);
            let expected = extended(&game, &game.start(), limits, 0, &eval);
            if report.depth == depth {
                assert_eq!(report.lines[0].score, expected);
            }
        }
    }
}
