//! Draughts with what belongs to it: endings, learned weights, and those who use them.

use std::path::Path;
use std::sync::Arc;

use henge_bots::Waiting;
use henge_bots::engines::{self, EngineBot, TRAINED};
use henge_bots::file::{MOST_BYTES, read_file};
use henge_bots::hub::{self, HubBot};
use henge_core::Margins;
use henge_core::spec::{Options, Param, SpecError, Values};
use henge_core::{Eval, Features, Player, Score};
use henge_games::draughts::patterns::{self, PatternFeatures, Patterns, WeightsError};
use henge_games::draughts::{Draughts, Material, Move, Position, Variant, Word};
use henge_learn::training::Training;
use henge_learn::{Fit, Label, LearnedError, Learner, LinearLearner, Samples};
use henge_search::Engine;

use super::scales;
use crate::endings::{DraughtsEndings, EndingTables, WithEndings};
use crate::trainable::{Bench, FeatureSets, Set, SetOf};
use crate::{Family, GameSetup, Playable, TrainError, Trainable};

/// All rule books.
pub fn family() -> Family {
    Family::new("draughts", "Draughts", |options| Ok(draughts(options))).option(Param::new(
        "variant",
        "danish",
        Values::Choice(&Variant::NAMES),
        "the rule book",
    ))
}

/// A variant of draughts with the bitboards that fit it.
fn draughts(options: &Options) -> Playable {
    let variant: Variant = options.text("variant").parse().expect("it is one of the names");
    match variant.rules().is_wide() {
        true => seated::<u128>(options.name(), variant),
        false => seated::<u64>(options.name(), variant),
    }
}

/// The game with everybody who plays it.
fn seated<W: Word>(name: String, variant: Variant) -> Playable {
    let game = Draughts::<W>::new(variant).expect("the word was chosen for the variant");
    let game = Arc::new(game);
    let endings = Arc::new(DraughtsEndings::new(&game));
    let like = format!("draughts:variant={}", teacher(variant));
    let scale = scales::of(&[&name, &like, "draughts:variant=international"]);
    let setup = GameSetup::new(Arc::new(endings.with(shipped(&game)))).scale(scale);
    let waiting = Waiting::default();
    let playable = Playable::new(name, game.about(), Arc::clone(&game))
        .with_engines(Arc::clone(&game), setup)
        .with_reasons::<Draughts<W>>()
        .with_ability(Arc::clone(&endings) as Arc<dyn EndingTables>)
        .with_bot(
            "hub",
            "another program that speaks the Hub protocol",
            hub::PARAMS,
            move |options| Ok(Box::new(HubBot::new(variant, options, &waiting)?)),
        );
    let (for_bot, tables) = (Arc::clone(&game), Arc::clone(&endings));
    let features = PatternFeatures::new(&game);
    let set = PatternSet { features, game: Arc::clone(&game), endings };
    let sets = FeatureSets::new(playable.rules().name(), Arc::clone(&game)).with_own_set(set);
    playable
        .with_bot(
            "trained",
            "searches with weights that you name, to compare what was learned",
            TRAINED,
            move |options| {
                let eval = Arc::new(tables.with(named(&for_bot, options)?));
                let engine = engines::alphabeta(engines::alphabeta_options(options), eval)
                    .map_err(|error| options.no_memory(error))?;
                Ok(Box::new(EngineBot::<Draughts<W>>::new(options, engine)))
            },
        )
        .with_ability::<dyn Trainable>(Arc::new(sets))
}

/// What judges a position.
#[derive(Clone, Debug)]
enum Judge {
    Material(Material),
    Patterns(Arc<Patterns>),
}

/// The weights that come with henge, made by
/// `henge learn weights draughts:variant=… --rounds 3 --games 6000 --depth 4 --lambda 0.8 --epochs 8`.
const SHIPPED: &[(Variant, &[u8])] = &[
    (Variant::Danish, include_bytes!("../../weights/draughts-danish.weights")),
    (Variant::Russian, include_bytes!("../../weights/draughts-russian.weights")),
    (Variant::English, include_bytes!("../../weights/draughts-english.weights")),
    (Variant::International, include_bytes!("../../weights/draughts-international.weights")),
    (Variant::Italian, include_bytes!("../../weights/draughts-italian.weights")),
    (Variant::Thai, include_bytes!("../../weights/draughts-thai.weights")),
    (Variant::Frisian, include_bytes!("../../weights/draughts-frisian.weights")),
    (Variant::Killer, include_bytes!("../../weights/draughts-killer.weights")),
    (Variant::Canadian, include_bytes!("../../weights/draughts-canadian.weights")),
    (Variant::Spantsireti, include_bytes!("../../weights/draughts-spantsireti.weights")),
];

/// Variants that are played alike share what was learned, where matches have shown that it helps.
fn teacher(variant: Variant) -> Variant {
    match variant {
        Variant::Czech | Variant::Spanish | Variant::Portuguese => Variant::Danish,
        Variant::Brazilian | Variant::Pool => Variant::Russian,
        other => other,
    }
}

fn shipped<W: Word>(game: &Draughts<W>) -> Judge {
    let teacher = teacher(game.rules().variant);
    let weights = SHIPPED.iter().find(|(variant, _)| *variant == teacher);
    match weights.map(|(_, bytes)| Patterns::from_bytes(game, bytes)) {
        Some(Ok(patterns)) => Judge::Patterns(Arc::new(patterns)),
        _ => Judge::Material(Material),
    }
}

/// The weights that an option names.
fn named<W: Word>(game: &Draughts<W>, options: &Options) -> Result<Judge, SpecError> {
    match options.text("weights") {
        "" => Ok(shipped(game)),
        "none" => Ok(Judge::Material(Material)),
        path => {
            let wrong = |why: String| options.wrong("weights", why);
            let bytes = read_file(Path::new(path), MOST_BYTES).map_err(wrong)?;
            let patterns = Patterns::from_bytes(game, &bytes);
            let patterns = patterns.map_err(|error| wrong(error.to_string()))?;
            Ok(Judge::Patterns(Arc::new(patterns)))
        }
    }
}

/// Passes a question on.
macro_rules! ask {
    ($judge:expr, $eval:ident => $answer:expr) => {
        match $judge {
            Judge::Material($eval) => $answer,
            Judge::Patterns($eval) => $answer,
        }
    };
}

impl<W: Word> Eval<Draughts<W>> for Judge {
    type State = ();

    #[inline]
    fn eval(&self, game: &Draughts<W>, pos: &Position<W>, player: Player) -> Score {
        ask!(self, eval => eval.eval(game, pos, player))
    }

    #[inline]
    fn stable(&self, game: &Draughts<W>, pos: &Position<W>, _: &mut ()) -> bool {
        !game.must_capture(pos)
    }

    fn arrange(&self, game: &Draughts<W>, pos: &Position<W>, moves: &mut Vec<Move<W>>) {
        ask!(self, eval => eval.arrange(game, pos, moves));
    }

    fn arranges(&self) -> bool {
        true
    }

    fn margins(&self) -> Margins {
        match self {
            Judge::Material(eval) => Eval::<Draughts<W>>::margins(eval),
            Judge::Patterns(eval) => Eval::<Draughts<W>>::margins(&**eval),
        }
    }
}

/// Patterns as a set of features: with weights that play faster than their sum, with tables of endings,
/// and with files of their own.
struct PatternSet<W> {
    features: PatternFeatures,
    game: Arc<Draughts<W>>,
    endings: Arc<DraughtsEndings<W>>,
}

impl<W: Word> SetOf<Draughts<W>> for PatternSet<W> {
    fn name(&self) -> &'static str {
        Features::<Draughts<W>>::name(&self.features)
    }

    fn n_features(&self) -> usize {
        Features::<Draughts<W>>::n_features(&self.features)
    }

    fn list(&self, game: &Draughts<W>, pos: &Position<W>) -> Vec<(u32, f32)> {
        let mut list = Vec::new();
        self.features.each(game, pos, &mut |i, x| list.push((i, x)));
        list
    }

    fn weights(&self, bench: Bench<Draughts<W>>) -> Box<dyn Training> {
        // Games end where the result is known; without tables they are played to their end.
        let _ = self.endings.prepare();
        // Men and kings are counted until something was learned.
        let material = Patterns::material(bench.game);
        let features = self.features.clone();
        let learner = PatternLearner {
            linear: LinearLearner::beginning_with::<Draughts<W>>(features, material),
            game: Arc::clone(bench.game),
            endings: Arc::clone(&self.endings),
        };
        bench.training(learner, "weights", SetOf::name(self))
    }

    fn net(
        &self,
        bench: Bench<Draughts<W>>,
        hidden: &[usize],
    ) -> Result<Box<dyn Training>, TrainError> {
        bench.net(&self.features, hidden)
    }

    fn owns(&self, bytes: &[u8]) -> bool {
        patterns::is_weights(bytes)
    }

    fn searcher(
        &self,
        bytes: &[u8],
        options: henge_search::Options,
    ) -> Result<Box<dyn Engine<Draughts<W>>>, LearnedError> {
        if !self.owns(bytes) {
            return Set(self.features.clone()).searcher(bytes, options);
        }
        let other = |error: WeightsError| LearnedError::Own(error.to_string());
        let patterns = Patterns::from_bytes(&self.game, bytes).map_err(other)?;
        let _ = self.endings.prepare();
        let eval = self.endings.with(Judge::Patterns(Arc::new(patterns)));
        Ok(engines::alphabeta(options, Arc::new(eval))?)
    }
}

/// Learns the weights of patterns.
struct PatternLearner<W> {
    linear: LinearLearner<PatternFeatures>,
    game: Arc<Draughts<W>>,
    endings: Arc<DraughtsEndings<W>>,
}

/// Players who look only a few plies ahead will not win a game that is longer.
const MOST_PLIES: usize = 200;

impl<W: Word> Learner<Draughts<W>> for PatternLearner<W> {
    type Samples = Samples;
    type Eval = WithEndings<W, Judge>;

    fn eval(&self) -> Self::Eval {
        let patterns = Patterns::new(&self.game, self.linear.weights());
        self.endings.with(Judge::Patterns(Arc::new(patterns)))
    }

    fn note(&self, game: &Draughts<W>, pos: &Position<W>, target: f32, samples: &mut Samples) {
        self.linear.note(game, pos, target, samples);
    }

    fn follow(&mut self, samples: &Samples, how: Fit) -> f32 {
        Learner::<Draughts<W>>::follow(&mut self.linear, samples, how)
    }

    fn epoch(&mut self, samples: &Samples, how: Fit, epoch: u32) -> (f32, f32) {
        Learner::<Draughts<W>>::epoch(&mut self.linear, samples, how, epoch)
    }

    fn most_plies(&self) -> usize {
        MOST_PLIES
    }

    fn to_bytes(&self, _: &Label) -> Vec<u8> {
        patterns::write_weights(&self.game, self.linear.weights())
    }

    fn memory(&self) -> Vec<u8> {
        Learner::<Draughts<W>>::memory(&self.linear)
    }

    fn remember(&mut self, memory: &[u8]) -> Result<(), LearnedError> {
        Learner::<Draughts<W>>::remember(&mut self.linear, memory)
    }
}
