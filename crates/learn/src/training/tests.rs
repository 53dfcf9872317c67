use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use henge_core::{Eval, Game, Limits, Notation, Player, Score, Turn};
use henge_games::connect_four::{Cells, ConnectFour, LinesAndThreats};
use henge_games::positional::{Groups, Move, Position, Positional, Promise, tic_tac_toe};
use henge_search::{AlphaBeta, Task};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::*;
use crate::data::{Example, Examples};
use crate::stats::{Hypotheses, Pentanomial, Scale};
use crate::table::Codes;
use crate::{LinearLearner, NetLearner, TableLearner};

type Toe = Positional<1>;

fn toe() -> Arc<Toe> {
    Arc::new(Positional::new(Arc::new(tic_tac_toe())))
}

fn never() -> AtomicBool {
    AtomicBool::new(false)
}

/// What a position is worth to the first player: 1, 0 or -1.
fn worth(game: &Toe, pos: &Position<1>, known: &mut HashMap<u64, i32>) -> i32 {
    let player = match game.turn(pos) {
        Turn::Over(outcome) => return outcome.points_for(Player::First),
        Turn::Player(player) => player,
        Turn::Chance => unreachable!("there are no dice"),
    };
    if let Some(&value) = known.get(&game.key(pos)) {
        return value;
    }
    let values = game.moves(pos).map(|mv| worth(game, &after(game, pos, mv), known));
    let value = match player {
        Player::First => values.max(),
        Player::Second => values.min(),
    };
    let value = value.expect("the game is not over");
    known.insert(game.key(pos), value);
    value
}

fn after(game: &Toe, pos: &Position<1>, mv: Move) -> Position<1> {
    let mut next = *pos;
    game.play(&mut next, mv);
    next
}

/// The move that an evaluation likes best without looking further: the position after it.
fn greedy(game: &Toe, eval: &impl Eval<Toe>, pos: &Position<1>, player: Player) -> Move {
    let value = |mv: &Move| {
        let next = after(game, pos, *mv);
        match game.turn(&next) {
            Turn::Over(outcome) => Score::of(outcome, player, 1),
            _ => eval.eval(game, &next, player),
        }
    };
    game.moves(pos).max_by_key(value).expect("the game is not over")
}

/// Follows every reply to a player who moves by an evaluation alone; counts the positions in which
/// his move was worth less than the best.
fn mistakes(game: &Toe, eval: &impl Eval<Toe>, seat: Player) -> (u32, u32) {
    let mut known = HashMap::new();
    let (mut decisions, mut wrong) = (0, 0);
    let mut open = vec![game.start()];
    while let Some(pos) = open.pop() {
        let Turn::Player(player) = game.turn(&pos) else { continue };
        if player != seat {
            open.extend(game.moves(&pos).map(|mv| after(game, &pos, mv)));
            continue;
        }
        let next = after(game, &pos, greedy(game, eval, &pos, player));
        decisions += 1;
        let lost = worth(game, &next, &mut known) != worth(game, &pos, &mut known);
        wrong += u32::from(lost);
        open.push(next);
    }
    (decisions, wrong)
}

fn taught<G: Notation, L: crate::Learner<G>>(
    game: &Arc<G>,
    learner: L,
    plan: Plan,
) -> Trainer<G, L> {
    let mut trainer = Trainer::new(Arc::clone(game), learner, plan);
    while trainer.round(&never(), &|_| {}).is_some() {}
    trainer
}

/// No reply makes it give away a draw or a win, from either seat: it never loses, and what is won it
/// wins. That is looked at in every position that can arise.
#[test]
fn a_table_of_tic_tac_toe_learns_perfect_play_by_temporal_differences() {
    use crate::Learner;
    let game = toe();
    for seed in [1, 2, 3] {
        let plan = Plan { seed, ..Plan::table() };
        let trainer = taught(&game, TableLearner::<Toe>::new(Codes::POSITIONS), plan);
        let eval = Learner::<Toe>::eval(trainer.learner());
        for seat in Player::BOTH {
            let (decisions, wrong) = mistakes(&game, &eval, seat);
            assert!(decisions > 50, "{decisions}");
            assert_eq!(wrong, 0, "seed {seed}, {seat:?}: of {decisions} moves");
        }
        // All 765 positions up to symmetry, but for those that are over.
        assert!(trainer.learner().table().len() <= 627, "{}", trainer.learner().table().len());
    }
    let nothing = TableLearner::<Toe>::new(Codes::POSITIONS);
    let eval = Learner::<Toe>::eval(&nothing);
    assert!(mistakes(&game, &eval, Player::First).1 > 0, "untrained it is not perfect");
}

fn some_plans() -> Vec<Plan> {
    let quick = |plan: Plan| Plan { rounds: 3, games: 12, depth: 2, epochs: 2, ..plan };
    vec![quick(Plan::default()), quick(Plan::td())]
}

#[test]
fn threads_change_nothing() {
    let game = Arc::new(ConnectFour::default());
    for plan in some_plans() {
        let learn = |threads: usize| {
            let learner = LinearLearner::new(LinesAndThreats::new(&game));
            let plan = Plan { threads, ..plan.clone() };
            taught(&game, learner, plan).to_bytes("")
        };
        assert_eq!(learn(1), learn(3), "{plan:?}");
    }
}

/// Those who play get a checkpoint and numbers, and send bytes.
struct Others<F>(F);

impl<T: Training, F: FnMut() -> T> Players for Others<F> {
    fn play(
        &mut self,
        checkpoint: &[u8],
        games: u64,
        stop: &AtomicBool,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Option<Vec<Vec<u8>>>, PlayersError> {
        let mut other = (self.0)();
        other.resume(checkpoint).map_err(|error| PlayersError(error.to_string()))?;
        assert_eq!(other.games_of_round(), Some(games));
        done(games);
        let blocks = [0..5, 5..games].map(|numbers| other.play_games(numbers, stop));
        Ok(blocks.into_iter().collect())
    }
}

#[test]
fn games_that_others_play_teach_the_same() {
    let game = Arc::new(ConnectFour::default());
    for plan in some_plans() {
        let begin = || {
            let learner = LinearLearner::new(LinesAndThreats::new(&game));
            Trainer::new(Arc::clone(&game), learner, plan.clone())
        };
        let mut run = TrainingRun::new(begin()).played_by(Others(begin));
        assert_eq!(run.finish().expect("nothing can fail"), RunEnd::Complete);
        let mut alone = TrainingRun::new(begin());
        alone.finish().expect("nothing can fail");
        assert_eq!(run.weights(), alone.weights(), "{plan:?}");
        // Too few games, or something else, are no round.
        let mut trainer = begin();
        let games = trainer.play_games(0..3, &never()).expect("nobody stops it");
        for bytes in [games, b"[{}]".to_vec(), Vec::new()] {
            assert!(trainer.learn_from_games(&[bytes], &never(), &|_| {}).is_err());
        }
        assert_eq!(trainer.rounds(), 0);
    }
}

#[test]
fn a_checkpoint_goes_on_as_if_nothing_had_happened() {
    let game = Arc::new(ConnectFour::default());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let net = NetLearner::new(Cells::new(&game), &[8], &mut rng).expect("a net");
    for plan in some_plans() {
        let what = |what: &str| {
            Trainer::new(Arc::clone(&game), net.clone(), plan.clone())
                .labelled(what, crate::Label::default())
        };
        let begin = || what("net");
        let whole = taught(&game, net.clone(), plan.clone()).to_bytes("");
        let mut first = begin();
        first.round(&never(), &|_| {}).expect("there are three");
        let kept = first.checkpoint();
        let mut second = begin();
        second.resume(&kept).expect("its own checkpoint");
        while second.round(&never(), &|_| {}).is_some() {}
        assert_eq!(second.to_bytes(""), whole);
        assert!(matches!(what("table").resume(&kept), Err(ResumeError::OtherPlan { .. })));
        assert_eq!(begin().resume(b"what?"), Err(ResumeError::Magic));
        for n in [0, 9, 40, kept.len() - 1] {
            assert!(begin().resume(&kept[..n]).is_err(), "cut after {n} bytes");
        }
    }
}

#[test]
fn a_round_that_is_stopped_has_not_begun() {
    let game = toe();
    let groups = Groups::new(&game, &Arc::new(Promise::new(&game)));
    let plan = Plan { games: 50, epochs: 50, ..Plan::default() };
    let mut trainer = Trainer::new(Arc::clone(&game), LinearLearner::new::<Toe>(groups), plan);
    let before = trainer.checkpoint();
    let stop = never();
    let learning = |doing: Progress| {
        if matches!(doing, Progress::Learning(2)) {
            stop.store(true, Relaxed);
        }
    };
    assert_eq!(trainer.round(&stop, &learning), None);
    assert_eq!(trainer.checkpoint(), before);
}

/// Sums of groups learn the game well enough to beat a player who sees nothing.
#[test]
fn coefficients_of_tic_tac_toe_take_a_row_in_sight() {
    use crate::Learner;
    let game = toe();
    let groups = Groups::new(&game, &Arc::new(Promise::new(&game)));
    let plan = Plan { rounds: 2, games: 500, depth: 2, opening: 6, ..Plan::default() };
    let trainer = taught(&game, LinearLearner::new::<Toe>(groups), plan);
    let eval = Learner::<Toe>::eval(trainer.learner());
    for seat in Player::BOTH {
        let (decisions, wrong) = mistakes(&game, &eval, seat);
        assert!(10 * wrong < decisions, "{seat:?}: {wrong} of {decisions}");
    }
}

/// TD by a search: the position at the end of the best line has the score of the search.
#[test]
fn the_leaf_that_learns_is_the_one_that_was_judged() {
    use crate::Learner;
    let game = Arc::new(ConnectFour::default());
    let quick = Plan { rounds: 2, games: 20, ..Plan::td() };
    let trainer = taught(&game, LinearLearner::new(LinesAndThreats::new(&game)), quick.clone());
    let eval = trainer.learner().eval();
    let mut engine = AlphaBeta::new(1 << 14);
    let played = self_play(&game, &mut engine, &eval, &quick, 400, 5);
    let found = played.positions.iter().flatten().count();
    assert!(2 * found > played.positions.len(), "{found} of {}", played.positions.len());
    let limits = Limits::depth(2);
    let stop = never();
    let task = Task::new(limits).stop(&stop);
    let pos = played.positions.iter().flatten().next().expect("some position");
    assert!(engine.search(&game, pos, &[], &eval, task).best().is_some());
}

#[test]
fn plans_that_cannot_be_followed_say_why() {
    let wrong = |plan: Plan| plan.check().expect_err("it is wrong").to_string();
    assert_eq!(Plan::default().check(), Ok(()));
    assert_eq!(wrong(Plan { lambda: 2.0, ..Plan::td() }), "lambda is a number from 0 to 1, not 2");
    assert_eq!(wrong(Plan { depth: 0, ..Plan::td() }), "depth is from 1 to 30, not 0");
    assert_eq!(wrong(Plan { rounds: 0, ..Plan::td() }), "rounds is at least 1");
}

/// An opponent who is beaten more and more often, without any game.
struct Rising(u64);

impl Measure for Rising {
    fn opponent(&self) -> String {
        "nobody".into()
    }

    fn measure(
        &mut self,
        weights: &[u8],
        _: Option<&Hypotheses>,
        _: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Measured, MeasureError> {
        assert!(!weights.is_empty());
        self.0 += 1;
        progress(20);
        Ok(Measured { pairs: Pentanomial([0, 1, 2, 1, 20 * (self.0 - 1)]), points: None })
    }
}

#[test]
fn a_run_is_measured_kept_and_stopped() {
    let game = toe();
    let plan = Plan { rounds: 20, games: 5, ..Plan::table() };
    let trainer =
        || Trainer::new(Arc::clone(&game), TableLearner::new(Codes::POSITIONS), plan.clone());
    let test = Hypotheses { low: 0.0, high: 50.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
    let mut kept = Vec::new();
    let mut run = TrainingRun::new(trainer()).measure(Rising(0)).every(4).stop(test).checkpoint(
        |bytes: &[u8]| {
            kept.push(bytes.to_vec());
            Ok(())
        },
    );
    let points: Vec<CurvePoint> = run.steps().map(|point| point.expect("it goes on")).collect();
    assert_eq!(run.end(), Some(RunEnd::Passed));
    assert_eq!((points.len(), run.curve().n_measured()), (8, 2));
    let passed: Vec<_> = points.iter().filter_map(|point| point.strength?.passed).collect();
    assert_eq!(passed, [true]);
    assert!(run.curve().svg("toe").contains("toe: strength against a fixed opponent"));
    let weights = run.weights();
    drop(run);
    assert_eq!(kept.len(), 8, "after each round");
    // The fifth checkpoint goes on to the same.
    let mut again = TrainingRun::new(trainer());
    again.resume(&kept[4]).expect("its own checkpoint");
    again.steps().take(3).for_each(drop);
    assert_eq!(again.weights(), weights);
    let stop = AtomicBool::new(true);
    let mut stopped = TrainingRun::new(trainer()).stop_flag(&stop);
    assert_eq!(stopped.finish().expect("nothing is kept"), RunEnd::Stopped);
}

#[test]
fn data_are_gone_through_and_can_be_resumed() {
    use henge_core::Features;
    let game = Arc::new(ConnectFour::default());
    let rules = henge_core::erased::rules("connect-four", game.about(), Arc::clone(&game));
    let rules = &*rules;
    // A game in which both fill one column after the other.
    let (mut table, mut data) = (rules.start(), Examples::default());
    let (features, mut samples) = (LinesAndThreats::new(&game), crate::Samples::default());
    while let (Turn::Player(_), Some(mv)) = (table.turn(), table.moves().into_iter().next()) {
        let (position, target) = (table.position(), (data.list.len() % 3) as f32 / 2.0);
        let pos = position_of::<ConnectFour>(rules, &position).expect("a position of the game");
        samples.add(target, |row| features.each(&game, &pos, &mut |i, x| row.push((i, x))));
        data.list.push(Example { game: 0, position, target: Some(target), points: None });
        table.play(&mv.text).expect("a legal move");
    }
    assert!(data.list.len() > 15, "{}", data.list.len());
    let begin = || {
        let plan = Plan { epochs: 4, ..Plan::default() };
        let learner = LinearLearner::new(features.clone());
        let mut trainer = Trainer::new(Arc::clone(&game), learner, plan);
        trainer.learn_from(rules, &data).expect("positions of this game");
        trainer
    };
    let mut whole = TrainingRun::new(begin());
    assert_eq!(whole.finish().expect("nothing is kept"), RunEnd::Complete);
    assert_eq!(whole.curve().points().len(), 4);
    let how = crate::Fit { epochs: 4, ..crate::Fit::default() };
    let n = crate::LinearLearner::new(LinesAndThreats::new(&game)).weights().len();
    let fitted = crate::fit(&samples, n, None, how, &mut |_, _| true);
    assert_eq!(whole.weights(), crate::write_weights(&crate::Label::default(), &fitted.weights));
    let mut first = begin();
    first.round(&never(), &|_| {}).expect("there are four");
    let mut second = begin();
    second.resume(&first.checkpoint()).expect("its own checkpoint");
    let mut second = TrainingRun::new(second);
    second.finish().expect("nothing is kept");
    assert_eq!(second.weights(), whole.weights());

    // A table looks at the same positions, once.
    let learner = TableLearner::<ConnectFour>::new(Codes::POSITIONS);
    let mut table = Trainer::new(Arc::clone(&game), learner, Plan::table());
    table.learn_from(rules, &data).expect("positions of this game");
    while table.round(&never(), &|_| {}).is_some() {}
    assert_eq!((table.rounds(), table.learner().table().len()), (1, data.list.len()));
    let learner = TableLearner::<Toe>::new(Codes::POSITIONS);
    let mut other = Trainer::new(toe(), learner, Plan::table());
    assert!(other.learn_from(rules, &data).is_err(), "positions of another game");
}
