//! How strong something is that is being learned: a contest against a fixed opponent, with the weights
//! as a value.

use std::sync::atomic::AtomicBool;

use henge::Playable;
use henge::learn::stats::{Hypotheses, Z_95};
use henge::learn::training::{Measure, MeasureError, Measured};
use henge::mix64;
use henge::spec::Spec;

use crate::contest::run_among;
use crate::{ArenaError, Openings, Plan, Threads};

/// The name of the bot that has the weights.
const LEARNED: &str = "learned";

/// Makes of a game and weights the same game with the bot `learned`, who plays with them.
type Seat = Box<dyn Fn(Playable, &[u8]) -> Playable + Send>;

/// Games of what was learned against a bot.
///
/// ```
/// use henge::learn::training::{Plan, TrainingRun};
/// use henge_arena::Contest;
/// use henge::Model;
///
/// let game = henge::game("tic-tac-toe")?;
/// let trainable = game.trainable().expect("there is something to learn");
/// let training = trainable.begin(&Model::Table, "", &Plan { rounds: 20, ..Plan::table() })?;
/// let mut run = TrainingRun::new(training).measure(Contest::new(&game, "random", 20)?.depth(1));
/// run.finish()?;
/// let strength = run.curve().last().and_then(|point| point.strength).expect("it was measured");
/// println!("{} against random", strength.in_words());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Contest {
    game: Playable,
    plan: Plan,
    learned: Spec,
    seat: Seat,
    threads: usize,
}

impl Contest {
    /// Against this bot, in the given number of games, rounded up to pairs. An unknown opponent is
    /// reported at once.
    pub fn new(game: &Playable, against: &str, games: u32) -> Result<Contest, ArenaError> {
        game.bot(against)?;
        let plan = Plan {
            game: game.rules().name().into(),
            players: vec![String::new(), against.into()],
            games: games.next_multiple_of(2),
            openings: Openings::Random { plies: 4 },
            ..Plan::default()
        };
        let seat = |game: Playable, weights: &[u8]| game.with_weights(LEARNED, weights);
        let (game, learned) = (game.clone(), Spec::new(LEARNED));
        Ok(Contest { game, plan, learned, seat: Box::new(seat), threads: 1 })
    }

    /// How many plies ahead the learned player looks.
    pub fn depth(self, depth: u32) -> Contest {
        Contest { learned: self.learned.with("depth", depth), ..self }
    }

    /// How many random moves begin each game.
    pub fn opening(mut self, plies: u32) -> Contest {
        self.plan.openings = Openings::Random { plies };
        self
    }

    /// Openings, dice and bots draw their chances from this seed, and others than those it has learned
    /// with.
    pub fn seed(mut self, seed: u64) -> Contest {
        self.plan.seed = mix64(seed ^ 0x6d65_6173_7572_6521);
        self
    }

    /// How many games run at a time; the results do not depend on it.
    pub fn threads(self, threads: usize) -> Contest {
        Contest { threads, ..self }
    }

    /// Says who plays with what was learned, where that is not a search: a game and weights become the
    /// same game with a bot called `learned`.
    pub fn seat(self, seat: impl Fn(Playable, &[u8]) -> Playable + Send + 'static) -> Contest {
        Contest { seat: Box::new(seat), ..self }
    }
}

impl Measure for Contest {
    fn opponent(&self) -> String {
        self.plan.players[1].clone()
    }

    fn measure(
        &mut self,
        weights: &[u8],
        test: Option<&Hypotheses>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Measured, MeasureError> {
        let game = (self.seat)(self.game.clone(), weights);
        let mut plan = Plan { sprt: test.copied(), ..self.plan.clone() };
        plan.players[0] = self.learned.to_string();
        let fault = |error: ArenaError| MeasureError(error.to_string());
        plan.check_for(&game).map_err(fault)?;
        let mut tell = |event: crate::Event<'_>| progress(event.done);
        let report = run_among(&game, &plan, &Threads(self.threads), None, stop, &mut tell);
        let table = report.map_err(fault)?.table;
        // In pairs of won and lost games the score says all.
        let points = table.points_per_game(0, 1).filter(|_| table.counts_points());
        let points = points.map(|points| (points.mid, points.error() / Z_95));
        Ok(Measured { pairs: table.pairs_of(0, 1), points })
    }
}
