//! The positional games with those who play them: Tic-Tac-Toe, Go-Moku, Hex, and those in files.

use std::sync::Arc;

use henge_bots::htp::{self, HtpBot};
use henge_bots::piskvork::{self, PiskvorkBot};
use henge_bots::{Waiting, engines};
use henge_core::Features;
use henge_core::spec::{Param, Values};
use henge_games::positional::{
    self, Definition, DefinitionError, Judge, PatternFeatures, Patterns, Position, Positional,
    Promise, Row, Swap, go_moku, hex, tic_tac_toe,
};
use henge_learn::table::Codes;
use henge_learn::training::Training;
use henge_learn::{Fit, Label, LearnedError, Learner, LinearLearner, Samples};
use henge_search::Engine;

use super::scales;
use crate::abilities::{GameSurvey, Survey};
use crate::overlay::Overlay;
use crate::setup::GameSetup;
use crate::trainable::{Bench, FeatureSets, Set, SetOf};
use crate::{Family, Playable, TrainError};

/// Three in a row on nine squares.
pub fn tic_tac_toe_family() -> Family {
    Family::new("tic-tac-toe", "Tic-Tac-Toe", |options| {
        Ok(positional(options.name(), tic_tac_toe()))
    })
}

/// Five in a row.
pub fn go_moku_family() -> Family {
    Family::new("go-moku", "Go-Moku", |options| {
        let size = options.number("size") as usize;
        let row = if options.flag("exact") { Row::ExactlyFive } else { Row::FiveOrMore };
        let wrong = |error: DefinitionError| options.wrong("size", error.to_string());
        let board = piskvork::Board { size, exact: options.flag("exact") };
        let waiting = Waiting::default();
        Ok(positional(options.name(), go_moku(size, row).map_err(wrong)?).with_bot(
            "piskvork",
            "another program that speaks the protocol of the Gomocup",
            piskvork::PARAMS,
            move |options| Ok(Box::new(PiskvorkBot::new(board, options, &waiting)?)),
        ))
    })
    .option(Param::new("size", "15", Values::Int { min: 5, max: 20 }, "columns and rows"))
    .option(Param::new("exact", "false", Values::Flag, "exactly five wins, six do not"))
}

/// A chain between two edges.
pub fn hex_family() -> Family {
    Family::new("hex", "Hex", |options| {
        let (columns, rows) = options.size("size");
        let swap = if options.flag("swap") { Swap::On } else { Swap::Off };
        let wrong = |error: DefinitionError| options.wrong("swap", error.to_string());
        let waiting = Waiting::default();
        Ok(positional(options.name(), hex(columns, rows, swap).map_err(wrong)?).with_bot(
            "htp",
            "another program that speaks the protocol of MoHex and HexGui",
            htp::PARAMS,
            move |options| Ok(Box::new(HtpBot::new((columns, rows), options, &waiting)?)),
        ))
    })
    .option(Param::new(
        "size",
        "11",
        Values::Size { min: 2, max: 19 },
        "columns and rows, as in 11 or 4x6",
    ))
    .option(Param::new(
        "swap",
        "false",
        Values::Flag,
        "the second player may take the first stone over",
    ))
}

/// A positional game with the bitboards that fit it.
pub fn positional(name: String, definition: Definition) -> Playable {
    let definition = Arc::new(definition);
    match definition.n_sites() {
        0..=64 => seated::<1>(name, definition, Some(with_features)),
        65..=128 => seated::<2>(name, definition, Some(with_features)),
        129..=256 => seated::<4>(name, definition, Some(with_patterns)),
        257..=384 => seated::<6>(name, definition, None),
        _ => seated::<8>(name, definition, None),
    }
}

/// What there is to learn about a positional game.
struct Lesson<'a, const W: usize> {
    game: &'a Arc<Positional<W>>,
    promise: &'a Arc<Promise<W>>,
    patterns: Option<Arc<Patterns>>,
}

impl<const W: usize> Lesson<'_, W> {
    /// The sets of features, with patterns as the first where they fit the game.
    fn sets(&self, playable: &Playable) -> FeatureSets<Positional<W>> {
        let sets = FeatureSets::new(playable.rules().name(), Arc::clone(self.game));
        match &self.patterns {
            Some(patterns) => {
                let features = PatternFeatures::new(Arc::clone(patterns));
                sets.with_own_set(PatternSet { game: Arc::clone(self.game), features })
            }
            None => sets,
        }
    }
}

/// Adds what can be learned about a positional game. On larger boards thousands of games take too
/// long, and every size more is one more search to compile.
fn with_features<const W: usize>(playable: Playable, lesson: Lesson<'_, W>) -> Playable {
    let Lesson { game, promise, .. } = lesson;
    let features = lesson
        .sets(&playable)
        .with_set(positional::Groups::new(game, promise))
        .with_set_for_nets(positional::Stones::new(game))
        .with_codes(Codes::POSITIONS);
    playable.with_trainable(features)
}

/// The same with patterns alone, of which there are not more on a larger board.
fn with_patterns<const W: usize>(playable: Playable, lesson: Lesson<'_, W>) -> Playable {
    match lesson.patterns {
        Some(_) => {
            let sets = lesson.sets(&playable);
            playable.with_trainable(sets)
        }
        None => playable,
    }
}

type AddFeatures<const W: usize> = fn(Playable, Lesson<'_, W>) -> Playable;

fn seated<const W: usize>(
    name: String,
    definition: Arc<Definition>,
    add_features: Option<AddFeatures<W>>,
) -> Playable {
    let game = Arc::new(Positional::<W>::new(Arc::clone(&definition)));
    let promise = Arc::new(Promise::new(&game));
    let judge = Judge::best(&game, &promise);
    let patterns = match &judge {
        Judge::Patterns(patterns) => Some(Arc::clone(patterns)),
        _ => None,
    };
    let is_hex = matches!(judge, Judge::Connections(_));
    let family = if patterns.is_some() { "five-in-a-row" } else { "hex" };
    let mut setup = GameSetup::new(Arc::new(judge)).scale(scales::of(&[&name, family]));
    if patterns.is_some() || is_hex {
        setup = setup.other_evals(Judge::Nothing, Judge::Promise(Arc::clone(&promise)));
    }
    if is_hex {
        setup = setup.quick(Judge::Promise(Arc::clone(&promise)));
    }
    if definition.goals.iter().any(|goal| goal.connect.is_some()) {
        // 79.5 % ± 3.9 against MCTS without, on Hex 7 with 1000 simulations a move.
        setup = setup.rave(10_000.0);
    }
    let playable = Playable::new(name, definition.about(), Arc::clone(&game))
        .with_ability(definition)
        .with_ability(Arc::clone(&promise))
        .with_ability::<dyn Overlay>(Arc::new(Arc::clone(&promise)))
        .with_ability::<dyn Survey>(Arc::new(GameSurvey::new(Arc::clone(&game))))
        .with_reasons::<Positional<W>>()
        .with_engines(Arc::clone(&game), setup);
    match add_features {
        Some(add) => add(playable, Lesson { game: &game, promise: &promise, patterns }),
        None => playable,
    }
}

/// Patterns as a set of features: with weights that play faster than their sum, and with files of their own.
struct PatternSet<const W: usize> {
    game: Arc<Positional<W>>,
    features: PatternFeatures,
}

impl<const W: usize> SetOf<Positional<W>> for PatternSet<W> {
    fn name(&self) -> &'static str {
        Features::<Positional<W>>::name(&self.features)
    }

    fn n_features(&self) -> usize {
        Features::<Positional<W>>::n_features(&self.features)
    }

    fn list(&self, game: &Positional<W>, pos: &Position<W>) -> Vec<(u32, f32)> {
        let mut list = Vec::new();
        self.features.each(game, pos, &mut |i, x| list.push((i, x)));
        list
    }

    fn weights(&self, bench: Bench<Positional<W>>) -> Box<dyn Training> {
        let features = self.features.clone();
        let begin = features.worth();
        let learner = LinearLearner::beginning_with::<Positional<W>>(features.clone(), begin);
        bench.training(PatternLearner { features, learner }, "weights", self.name())
    }

    fn net(
        &self,
        bench: Bench<Positional<W>>,
        hidden: &[usize],
    ) -> Result<Box<dyn Training>, TrainError> {
        bench.net(&self.features, hidden)
    }

    fn owns(&self, bytes: &[u8]) -> bool {
        Patterns::owns(bytes)
    }

    fn searcher(
        &self,
        bytes: &[u8],
        options: henge_search::Options,
    ) -> Result<Box<dyn Engine<Positional<W>>>, LearnedError> {
        if !self.owns(bytes) {
            return Set(self.features.clone()).searcher(bytes, options);
        }
        let text = String::from_utf8_lossy(bytes);
        let patterns = Patterns::with_weights(&self.game, &text);
        let patterns = patterns.map_err(|error| LearnedError::Own(error.to_string()))?;
        let patterns = patterns.expect("a game with this set is judged by patterns");
        Ok(engines::alphabeta(options, Arc::new(Judge::Patterns(Arc::new(patterns))))?)
    }
}

/// Learns the weights of patterns.
struct PatternLearner {
    features: PatternFeatures,
    learner: LinearLearner<PatternFeatures>,
}

impl<const W: usize> Learner<Positional<W>> for PatternLearner {
    type Samples = Samples;
    type Eval = Judge<W>;

    fn eval(&self) -> Judge<W> {
        Judge::Patterns(Arc::new(self.features.patterns(self.learner.weights())))
    }

    fn note(&self, game: &Positional<W>, pos: &Position<W>, target: f32, samples: &mut Samples) {
        self.learner.note(game, pos, target, samples);
    }

    fn follow(&mut self, samples: &Samples, how: Fit) -> f32 {
        Learner::<Positional<W>>::follow(&mut self.learner, samples, how)
    }

    fn epoch(&mut self, samples: &Samples, how: Fit, epoch: u32) -> (f32, f32) {
        Learner::<Positional<W>>::epoch(&mut self.learner, samples, how, epoch)
    }

    fn to_bytes(&self, _: &Label) -> Vec<u8> {
        self.features.write(self.learner.weights()).into_bytes()
    }

    fn memory(&self) -> Vec<u8> {
        Learner::<Positional<W>>::memory(&self.learner)
    }

    fn remember(&mut self, memory: &[u8]) -> Result<(), LearnedError> {
        Learner::<Positional<W>>::remember(&mut self.learner, memory)
    }
}
