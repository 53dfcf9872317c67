//! Othello with what belongs to it: learned weights, the solver of endgames, words for moves.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use henge_bots::engines::{self, EngineBot, TRAINED};
use henge_bots::file::{MOST_BYTES, read_file};
use henge_core::spec::{Options, Param, SpecError, Values};
use henge_core::{Eval, Features, Margins, Player, Score};
use henge_games::othello::patterns::{self, Indices, PatternFeatures, Patterns, WeightsError};
use henge_games::othello::{Discs, Mobility, Move, Othello, Position, Word};
use henge_learn::training::Training;
use henge_learn::{Fit, Label, LearnedError, Learner, LinearLearner, Samples};
use henge_search::Engine;
use henge_solvers::OthelloSolver;

use super::scales;
use crate::trainable::{Bench, FeatureSets, Set, SetOf};
use crate::{Family, GameSetup, Playable, TrainError, Trainable};

/// Boards of all sizes.
pub fn family() -> Family {
    Family::new("othello", "Othello", |options| Ok(othello(options))).option(Param::new(
        "size",
        "8",
        Values::Choice(&["4", "6", "8", "10"]),
        "rows and columns",
    ))
}

fn othello(options: &Options) -> Playable {
    let size = options.number("size") as u32;
    if size > u64::STRIDE {
        let game = Arc::new(Othello::<u128>::new(size).expect("the size is one of the choices"));
        let setup = GameSetup::new(Arc::new(Mobility)).source(Discs);
        return spoken(options.name(), &game).with_engines(game, setup);
    }
    let game = Arc::new(Othello::<u64>::new(size).expect("the size is one of the choices"));
    let judge = match patterns::fits(&*game) {
        true => Judge::Patterns(SHIPPED.clone()),
        false => Judge::Mobility(Mobility),
    };
    let setup = GameSetup::new(Arc::new(judge))
        .source(Discs)
        .solver(OthelloSolver::new)
        .scale(scales::of(&[options.name().as_str()]));
    let playable = spoken(options.name(), &game).with_engines(Arc::clone(&game), setup);
    if !patterns::fits(&*game) {
        return playable;
    }
    let set = PatternSet(PatternFeatures);
    let sets = FeatureSets::new(playable.rules().name(), game).with_own_set(set);
    playable
        .with_bot(
            "trained",
            "searches with weights that you name, to compare what was learned",
            TRAINED,
            |options| {
                let eval = Arc::new(named(options)?);
                let engine = engines::alphabeta(engines::alphabeta_options(options), eval)
                    .map_err(|error| options.no_memory(error))?;
                Ok(Box::new(EngineBot::<Othello<u64>>::new(options, engine)))
            },
        )
        .with_ability::<dyn Trainable>(Arc::new(sets))
}

/// The game with words for its moves.
fn spoken<W: Word>(name: String, game: &Arc<Othello<W>>) -> Playable {
    Playable::new(name, game.about(), Arc::clone(game)).with_reasons::<Othello<W>>()
}

/// The weights that come with henge, made by `henge learn weights othello`, as the book says.
static SHIPPED: LazyLock<Arc<Patterns>> = LazyLock::new(|| {
    let patterns = Patterns::from_bytes(include_bytes!("../../weights/othello.weights"));
    Arc::new(patterns.expect("the tests read the shipped weights"))
});

/// What judges a position.
#[derive(Clone, Debug)]
enum Judge {
    Mobility(Mobility),
    Patterns(Arc<Patterns>),
}

/// The weights that an option names.
fn named(options: &Options) -> Result<Judge, SpecError> {
    match options.text("weights") {
        "" => Ok(Judge::Patterns(SHIPPED.clone())),
        "none" => Ok(Judge::Mobility(Mobility)),
        path => {
            let wrong = |why: String| options.wrong("weights", why);
            let bytes = read_file(Path::new(path), MOST_BYTES).map_err(wrong)?;
            let patterns = Patterns::from_bytes(&bytes);
            let patterns = patterns.map_err(|error| wrong(error.to_string()))?;
            Ok(Judge::Patterns(Arc::new(patterns)))
        }
    }
}

/// Passes a question on.
macro_rules! ask {
    ($judge:expr, $eval:ident => $answer:expr) => {
        match $judge {
            Judge::Mobility($eval) => $answer,
            Judge::Patterns($eval) => $answer,
        }
    };
}

impl Eval<Othello<u64>> for Judge {
    type State = Indices;

    fn eval(&self, game: &Othello<u64>, pos: &Position<u64>, player: Player) -> Score {
        ask!(self, eval => eval.eval(game, pos, player))
    }

    fn begin(&self, game: &Othello<u64>, pos: &Position<u64>) -> Indices {
        match self {
            Judge::Mobility(_) => Indices::default(),
            Judge::Patterns(eval) => eval.begin(game, pos),
        }
    }

    #[inline]
    fn push(&self, game: &Othello<u64>, pos: &Position<u64>, mv: Move, state: &mut Indices) {
        if let Judge::Patterns(eval) = self {
            eval.push(game, pos, mv, state);
        }
    }

    #[inline]
    fn pop(&self, game: &Othello<u64>, pos: &Position<u64>, mv: Move, state: &mut Indices) {
        if let Judge::Patterns(eval) = self {
            eval.pop(game, pos, mv, state);
        }
    }

    #[inline]
    fn judge(
        &self,
        game: &Othello<u64>,
        pos: &Position<u64>,
        state: &mut Indices,
        player: Player,
    ) -> Score {
        match self {
            Judge::Mobility(eval) => eval.eval(game, pos, player),
            Judge::Patterns(eval) => eval.judge(game, pos, state, player),
        }
    }

    fn arrange(&self, game: &Othello<u64>, pos: &Position<u64>, moves: &mut Vec<Move>) {
        ask!(self, eval => eval.arrange(game, pos, moves));
    }

    fn arranges(&self) -> bool {
        true
    }

    fn margins(&self) -> Margins {
        match self {
            Judge::Mobility(eval) => Eval::<Othello<u64>>::margins(eval),
            Judge::Patterns(eval) => eval.margins(),
        }
    }
}

/// Patterns as a set of features: with weights that play faster than their sum, and with files of their own.
struct PatternSet(PatternFeatures);

impl SetOf<Othello<u64>> for PatternSet {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn n_features(&self) -> usize {
        self.0.n_features()
    }

    fn list(&self, game: &Othello<u64>, pos: &Position<u64>) -> Vec<(u32, f32)> {
        let mut list = Vec::new();
        self.0.each(game, pos, &mut |i, x| list.push((i, x)));
        list
    }

    fn weights(&self, bench: Bench<Othello<u64>>) -> Box<dyn Training> {
        let begin = Patterns::by_hand();
        let learner = PatternLearner(LinearLearner::beginning_with(self.0, begin));
        bench.training(learner, "weights", self.name())
    }

    fn net(
        &self,
        bench: Bench<Othello<u64>>,
        hidden: &[usize],
    ) -> Result<Box<dyn Training>, TrainError> {
        bench.net(&self.0, hidden)
    }

    fn owns(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(patterns::MAGIC)
    }

    fn searcher(
        &self,
        bytes: &[u8],
        options: henge_search::Options,
    ) -> Result<Box<dyn Engine<Othello<u64>>>, LearnedError> {
        if !self.owns(bytes) {
            return Set(self.0).searcher(bytes, options);
        }
        let other = |error: WeightsError| LearnedError::Own(error.to_string());
        let patterns = Patterns::from_bytes(bytes).map_err(other)?;
        Ok(engines::alphabeta(options, Arc::new(patterns))?)
    }
}

/// Learns the weights of patterns.
struct PatternLearner(LinearLearner<PatternFeatures>);

impl Learner<Othello<u64>> for PatternLearner {
    type Samples = Samples;
    type Eval = Patterns;

    fn eval(&self) -> Patterns {
        Patterns::new(self.0.weights())
    }

    fn note(&self, game: &Othello<u64>, pos: &Position<u64>, target: f32, samples: &mut Samples) {
        self.0.note(game, pos, target, samples);
    }

    fn follow(&mut self, samples: &Samples, how: Fit) -> f32 {
        Learner::<Othello<u64>>::follow(&mut self.0, samples, how)
    }

    fn epoch(&mut self, samples: &Samples, how: Fit, epoch: u32) -> (f32, f32) {
        Learner::<Othello<u64>>::epoch(&mut self.0, samples, how, epoch)
    }

    fn to_bytes(&self, _: &Label) -> Vec<u8> {
        patterns::write_weights(self.0.weights())
    }

    fn memory(&self) -> Vec<u8> {
        Learner::<Othello<u64>>::memory(&self.0)
    }

    fn remember(&mut self, memory: &[u8]) -> Result<(), LearnedError> {
        Learner::<Othello<u64>>::remember(&mut self.0, memory)
    }
}
