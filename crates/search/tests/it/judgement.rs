//! What evaluations may and may not do to a search; the referee and random play with dice.

use crate::common::*;
use henge_core::{Eval, Game, Limits, NoEval, Player, Score, ScoreKind, Turn};
use henge_search::{AlphaBeta, Line, Mode, Options, minimax, playout};
use henge_testkit::games::{Boxes, DiceRace, Ring, dice_race};

/// Shouts that everything is won.
struct Boast;

impl<G: Game> Eval<G> for Boast {
    type State = ();

    fn eval(&self, _: &G, _: &G::Position, _: Player) -> Score {
        Score::MAX
    }
}

/// Finds nothing worth pursuing but the first moves.
struct Narrow(usize);

impl<G: Game> Eval<G> for Narrow {
    type State = ();

    fn eval(&self, _: &G, _: &G::Position, _: Player) -> Score {
        Score::DRAW
    }
    fn arranges(&self) -> bool {
        true
    }
    fn arrange(&self, _: &G, _: &G::Position, moves: &mut Vec<G::Move>) {
        moves.truncate(self.0);
    }
}

#[test]
fn an_evaluation_cannot_claim_a_win() {
    let pos = TicTacToe.start();
    let report = ask(&mut plain(), &TicTacToe, &pos, &Boast, Limits::depth(3), 1);
    let line = &report.lines[0];
    assert_eq!((line.score.decided(), line.kind), (None, ScoreKind::Estimate));
    assert_eq!(minimax::score(&TicTacToe, &pos, Some(3), &Boast), line.score);
}

#[test]
fn a_win_is_proved_although_the_rest_is_not_searched() {
    // First completes the row; what else could happen lies beyond the horizon.
    let pos = TicTacToe::read("xx. oo. ...");
    let report = ask(&mut plain(), &TicTacToe, &pos, &Noise(1), Limits::depth(1), 1);
    let line = Line { score: Score::win_in(1), kind: ScoreKind::Proved, moves: vec![2] };
    assert_eq!(report.lines, [line]);
    let mut engine = AlphaBeta::new(1 << 16);
    let report = ask(&mut engine, &TicTacToe, &pos, &Noise(1), Limits::NONE, 1);
    assert_eq!((report.lines[0].kind, report.depth), (ScoreKind::Proved, 1));
    assert!(report.complete);
}

#[test]
fn moves_left_out_leave_doubt() {
    // Only the last free site wins at once, and the evaluation does not look at it.
    let pos = TicTacToe::read("xoo .x. ...");
    let judge = |mode| {
        let mut engine = AlphaBeta::with(Options { mode, ..Options::default() });
        let report = ask(&mut engine, &TicTacToe, &pos, &Narrow(1), Limits::NONE, 1);
        check_lines(&TicTacToe, &pos, &report);
        (report.lines[0].clone(), report.complete)
    };
    let (line, complete) = judge(Mode::Play);
    assert_eq!((line.moves[0], complete), (3, false));
    assert!(matches!(line.kind, ScoreKind::Estimate | ScoreKind::AtLeast), "{line:?}");
    let win = Line { score: Score::win_in(1), kind: ScoreKind::Proved, moves: vec![8] };
    assert_eq!(judge(Mode::Prove), (win, true));
}

#[test]
fn a_move_left_out_at_the_root_leaves_doubt() {
    // The second player could win at once on the last site; the other move loses for certain.
    let pos = TicTacToe::read("x.x xxo oo.");
    let report = ask(&mut AlphaBeta::new(0), &TicTacToe, &pos, &Narrow(1), Limits::NONE, 1);
    let score = -Score::win_in(2);
    assert_eq!(report.lines, [Line { score, kind: ScoreKind::AtLeast, moves: vec![1, 8] }]);
    assert!(!report.complete);
}

#[test]
fn leaving_out_everything_leaves_out_nothing() {
    let pos = TicTacToe.start();
    let report = ask(&mut AlphaBeta::new(0), &TicTacToe, &pos, &Narrow(0), Limits::NONE, 9);
    assert_eq!((report.lines.len(), report.lines[0].score), (9, Score::DRAW));
    assert!(report.complete);
}

#[test]
fn the_referee_solves_tic_tac_toe() {
    let start = TicTacToe.start();
    assert_eq!(minimax::value(&TicTacToe, &start, Player::First), 0.0);
    let line = minimax::best(&TicTacToe, &start, None, &NoEval).expect("a player is to move");
    assert_eq!((line.score, line.kind, line.moves.len()), (Score::DRAW, ScoreKind::Proved, 9));
    replay(&TicTacToe, &start, &line.moves);
    let won = TicTacToe::read("xx. oo. ...");
    assert_eq!(minimax::score(&TicTacToe, &won, Some(1), &NoEval), Score::win_in(1));
    assert_eq!(minimax::score(&TicTacToe, &won, Some(0), &Boast), Score(Score::ESTIMATE));
    assert_eq!(minimax::value(&TicTacToe, &won, Player::Second), -1.0);
}

#[test]
fn the_referee_averages_over_dice() {
    let game = DiceRace::new(3);
    let start = game.start();
    // Wins count up to two points, whoever gets them.
    let value = minimax::value(&game, &start, Player::First);
    assert!((-2.0..2.0).contains(&value) && value > 0.0, "who throws first is ahead: {value}");
    assert_eq!(value, -minimax::value(&game, &start, Player::Second));
    let mean: f64 = game
        .moves(&start)
        .map(|roll| {
            let mut next = start;
            game.play(&mut next, roll);
            game.probability(&start, roll) as f64 * minimax::value(&game, &next, Player::First)
        })
        .sum();
    assert!((value - mean).abs() < 1e-6);
    assert_eq!(minimax::best(&game, &start, None, &NoEval), None, "the dice decide");
    // A player chooses the better of the means, and the score is near the points it stands for.
    let mut pos = start;
    game.play(&mut pos, game.moves(&start).next().expect("a throw"));
    let line = minimax::best(&game, &pos, None, &NoEval).expect("a player is to move");
    assert_eq!(line.moves.len(), 1, "the line ends before the next throw");
    let points = minimax::value(&game, &pos, Player::First);
    assert!((line.score.0 as f64 / 1e6 - points).abs() < 0.1, "{} and {points}", line.score);
}

#[test]
fn playouts_reach_the_end_in_every_game() {
    fn ends<G: Game>(game: &G) -> [u32; 3] {
        let mut rng = rng(7);
        let mut counts = [0; 3];
        for _ in 0..1000 {
            let mut pos = game.start();
            let outcome = playout(game, &mut pos, &mut rng);
            assert_eq!(game.turn(&pos), Turn::Over(outcome));
            counts[(1 - outcome.points_for(Player::First).signum()) as usize] += 1;
        }
        counts
    }
    ends(&Boxes::default());
    ends(&DiceRace::default());
    ends(&Ring::default());
    // Known for random play: 58.5 % wins, 12.7 % draws, 28.8 % losses.
    let [wins, draws, losses] = ends(&TicTacToe);
    assert!((550..620).contains(&wins) && (95..160).contains(&draws), "{wins} {draws} {losses}");
    assert_eq!(ends(&TicTacToe), [wins, draws, losses], "the same seed, the same games");
}

/// The points that `First` can expect when both play at random.
fn random_value(game: &DiceRace, pos: &dice_race::Position) -> f64 {
    let chance = match game.turn(pos) {
        Turn::Over(outcome) => return outcome.points_for(Player::First) as f64,
        Turn::Chance => |game: &DiceRace, pos: &_, mv| game.probability(pos, mv) as f64,
        Turn::Player(_) => |game: &DiceRace, pos: &_, _| 1.0 / game.moves(pos).count() as f64,
    };
    let value = |mv| {
        let mut next = *pos;
        game.play(&mut next, mv);
        chance(game, pos, mv) * random_value(game, &next)
    };
    game.moves(pos).map(value).sum()
}

#[test]
fn dice_fall_as_the_rules_say() {
    let game = DiceRace::new(3);
    let (mut rng, n) = (rng(3), 20_000);
    let mut points = || playout(&game, &mut game.start(), &mut rng).points_for(Player::First);
    let mean = (0..n).map(|_| points()).sum::<i32>() as f64 / n as f64;
    // A game is worth two points at most, so this is more than three standard errors.
    let expected = random_value(&game, &game.start());
    assert!((mean - expected).abs() < 0.05, "{mean} instead of {expected}");
}
