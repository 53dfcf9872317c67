//! What can be learned about a game: its sets of features, coefficients, nets and tables over them,
//! and who plays with what was learned.

use std::path::Path;
use std::sync::Arc;

use henge_bots::engines::{self, EngineBot, LEARNED};
use henge_bots::file::{MOST_BYTES, read_file};
use henge_core::erased::{DynBot, DynMatch};
use henge_core::spec::{Options, SpecError};
use henge_core::{Depict, Eval, Features, Game, Judged, Match, NoMemory, Notation, Scale, mix64};
use henge_learn::net::{Net, ShapeError};
use henge_learn::table::{Codes, Tabled, ValueTable};
use henge_learn::training::{Plan, PlanError, Trainer, Training};
use henge_learn::{
    Label, Learned, LearnedError, Learner, Linear, LinearLearner, NetJudgement, NetLearner,
    NoFeatures, TableLearner, label_of, read_weights,
};
use henge_search::Engine;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Playable;

/// What is to be learned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// Coefficients, one for each feature.
    Weights,
    /// A net with hidden layers of these widths.
    Net(Vec<usize>),
    /// A value for each situation.
    Table,
}

/// A set of features or, for tables, a way to tell situations apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureSet {
    /// Its name.
    pub name: &'static str,
    /// How many features it has; none if it is for tables.
    pub n_features: Option<usize>,
}

/// Why nothing can be learned.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum TrainError {
    /// The game has no such features.
    #[error(transparent)]
    Features(#[from] SpecError),
    /// The plan is wrong.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The net would have no right size.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

/// A game about which something can be learned.
pub trait Trainable: Send + Sync {
    /// The sets of features, the usual one for sums first, and then those of tables.
    fn feature_sets(&self) -> Vec<FeatureSet>;
    /// The set that is used by default.
    fn usual_set(&self, model: &Model) -> &'static str;
    /// Begins to learn, with a set of features by name or, if that is empty, the usual one.
    fn begin(
        &self,
        model: &Model,
        features: &str,
        plan: &Plan,
    ) -> Result<Box<dyn Training>, TrainError>;
    /// The features of the position on a table, by number and value; nothing while the game is over
    /// or the set is not one of this game.
    fn features(&self, set: &str, table: &dyn DynMatch) -> Option<Vec<(u32, f32)>>;
    /// What a file of this game was learned for, if the file is in order.
    fn check(&self, bytes: &[u8]) -> Result<Label, LearnedError>;
    /// The bot that plays with these weights, a net or a table, given as the bytes of their file; it
    /// takes the options of `trained`.
    fn bot(&self, weights: &[u8], options: &Options) -> Result<Box<dyn DynBot>, SpecError>;
}

/// A training of a game's own, which others can take part in: it is made anew from what is written about it.
pub trait OwnTraining: Send + Sync {
    /// Begins the training of this plan.
    fn begin(&self, plan: &str) -> Result<Box<dyn Training>, TrainError>;
}

/// The sets of features of one game, and what can be learned over them.
pub struct FeatureSets<G: Notation> {
    game: Arc<G>,
    /// The name of the game with its options.
    name: String,
    sets: Vec<Arc<dyn SetOf<G>>>,
    tables: Vec<Codes<G>>,
    /// The set for nets, where that is another one.
    for_nets: Option<&'static str>,
}

impl<G: Notation + Depict> FeatureSets<G> {
    /// With nothing to look at yet.
    pub fn new(name: impl Into<String>, game: Arc<G>) -> FeatureSets<G> {
        FeatureSets {
            game,
            name: name.into(),
            sets: Vec::new(),
            tables: Vec::new(),
            for_nets: None,
        }
    }

    /// Adds a set of features that learns and plays in its own way.
    pub(crate) fn with_own_set(mut self, set: impl SetOf<G> + 'static) -> Self {
        self.sets.push(Arc::new(set));
        self
    }

    /// Adds a set of features.
    pub fn with_set<F: Features<G> + Clone + 'static>(mut self, features: F) -> Self {
        self.sets.push(Arc::new(Set(features)));
        self
    }

    /// Adds a set of features that suits nets better than the first.
    pub fn with_set_for_nets<F: Features<G> + Clone + 'static>(mut self, features: F) -> Self {
        self.for_nets = Some(features.name());
        self.with_set(features)
    }

    /// Adds a way to tell situations apart.
    pub fn with_codes(mut self, codes: Codes<G>) -> Self {
        self.tables.push(codes);
        self
    }

    fn set(&self, name: &str) -> Result<&Arc<dyn SetOf<G>>, SpecError> {
        self.sets.iter().find(|set| set.name() == name).ok_or_else(|| {
            let what = format!("set of features of {}", self.name);
            SpecError::unknown(what, name, self.sets.iter().map(|set| set.name()))
        })
    }

    fn table(&self, name: &str) -> Result<Codes<G>, SpecError> {
        self.tables.iter().find(|codes| codes.name == name).copied().ok_or_else(|| {
            let what = format!("table of {}", self.name);
            SpecError::unknown(what, name, self.tables.iter().map(|codes| codes.name))
        })
    }

    /// What a file says it is for, if that is this game.
    fn label(&self, bytes: &[u8]) -> Result<Label, LearnedError> {
        if let Some(set) = self.sets.iter().find(|set| set.owns(bytes)) {
            let (game, features) = (self.name.clone(), set.name().into());
            return Ok(Label { game, features, provenance: String::new() });
        }
        let label = label_of(bytes)?;
        if label.game != self.name {
            let found = if label.game.is_empty() { "something else" } else { &label.game };
            return Err(LearnedError::Other { found: found.into(), right: self.name.clone() });
        }
        Ok(label)
    }

    /// The engine that plays with what a file has learned.
    pub fn searcher(
        &self,
        bytes: &[u8],
        options: henge_search::Options,
    ) -> Result<Box<dyn Engine<G>>, LearnedError> {
        let label = self.label(bytes)?;
        let unknown = |error: SpecError| LearnedError::Other {
            found: format!("{} of {}", label.features, label.game),
            right: error.to_string(),
        };
        if bytes.starts_with(henge_learn::table::MAGIC) {
            let codes = self.table(&label.features).map_err(unknown)?;
            let (_, table) = ValueTable::from_bytes(bytes)?;
            return Ok(self.tabled(table, codes, options)?);
        }
        self.set(&label.features).map_err(unknown)?.searcher(bytes, options)
    }

    fn tabled(
        &self,
        table: ValueTable,
        codes: Codes<G>,
        options: henge_search::Options,
    ) -> Result<Box<dyn Engine<G>>, NoMemory> {
        let judgement = Tabled { table, codes };
        searching(Judged { judgement, features: NoFeatures }, options)
    }

    /// The bot whose options name a file, or nothing.
    pub fn named_bot(&self, options: &Options) -> Result<Box<dyn DynBot>, SpecError> {
        match options.text("weights") {
            // An empty table gives every position an even chance.
            "" => {
                let made = engines::alphabeta_options(options);
                let engine = self.tabled(ValueTable::default(), Codes::POSITIONS, made);
                let engine = engine.map_err(|error| options.no_memory(error))?;
                Ok(Box::new(EngineBot::<G>::new(options, engine).with_scale(Scale::LOGIT)))
            }
            path => {
                let wrong = |why: String| options.wrong("weights", why);
                let bytes = read_file(Path::new(path), MOST_BYTES).map_err(wrong)?;
                self.bot(&bytes, options)
            }
        }
    }
}

impl<G: Notation + Depict> Trainable for FeatureSets<G> {
    fn feature_sets(&self) -> Vec<FeatureSet> {
        let sets = self.sets.iter().map(|set| (set.name(), Some(set.n_features())));
        let tables = self.tables.iter().map(|codes| (codes.name, None));
        let all = sets.chain(tables);
        all.map(|(name, n_features)| FeatureSet { name, n_features }).collect()
    }

    fn usual_set(&self, model: &Model) -> &'static str {
        let first = self.sets.first().map_or("", |set| set.name());
        match model {
            Model::Weights => first,
            Model::Net(_) => self.for_nets.unwrap_or(first),
            Model::Table => self.tables.first().map_or("", |codes| codes.name),
        }
    }

    fn begin(
        &self,
        model: &Model,
        features: &str,
        plan: &Plan,
    ) -> Result<Box<dyn Training>, TrainError> {
        plan.check()?;
        let name = if features.is_empty() { self.usual_set(model) } else { features };
        let bench = Bench { game: &self.game, name: &self.name, plan };
        match model {
            Model::Weights => Ok(self.set(name)?.weights(bench)),
            Model::Net(hidden) => self.set(name)?.net(bench, hidden),
            Model::Table => Ok(bench.training(TableLearner::new(self.table(name)?), "table", name)),
        }
    }

    fn features(&self, set: &str, table: &dyn DynMatch) -> Option<Vec<(u32, f32)>> {
        let table = table.as_any().downcast_ref::<Match<G>>()?;
        matches!(Match::turn(table), henge_core::Turn::Player(_)).then_some(())?;
        Some(self.set(set).ok()?.list(table.game(), table.position()))
    }

    fn check(&self, bytes: &[u8]) -> Result<Label, LearnedError> {
        let label = self.label(bytes)?;
        self.searcher(bytes, henge_search::Options { table_bytes: 1 << 10, ..Default::default() })?;
        Ok(label)
    }

    fn bot(&self, weights: &[u8], options: &Options) -> Result<Box<dyn DynBot>, SpecError> {
        let made = engines::alphabeta_options(options);
        let engine = self.searcher(weights, made).map_err(|error| match error {
            LearnedError::NoMemory(error) => options.no_memory(error),
            error => options.wrong("weights", error.to_string()),
        })?;
        Ok(Box::new(EngineBot::<G>::new(options, engine).with_scale(Scale::LOGIT)))
    }
}

/// What a training begins with.
pub(crate) struct Bench<'a, G> {
    pub game: &'a Arc<G>,
    name: &'a str,
    plan: &'a Plan,
}

impl<G: Notation> Bench<'_, G> {
    /// The training of a learner.
    pub fn training<L: Learner<G> + 'static>(
        &self,
        learner: L,
        what: &str,
        features: &str,
    ) -> Box<dyn Training> {
        let (game, provenance) = (self.name.to_string(), String::new());
        let what = format!("{what} over {features} of {game}");
        let trainer = Trainer::new(Arc::clone(self.game), learner, self.plan.clone());
        Box::new(trainer.labelled(what, Label { game, features: features.into(), provenance }))
    }

    /// The training of a net.
    pub fn net<F: Features<G> + Clone + 'static>(
        &self,
        features: &F,
        hidden: &[usize],
    ) -> Result<Box<dyn Training>, TrainError> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix64(self.plan.seed));
        let learner = NetLearner::new(features.clone(), hidden, &mut rng)?;
        Ok(self.training(learner, &format!("net of {hidden:?}"), features.name()))
    }
}

/// A set of features without its type.
pub(crate) trait SetOf<G: Notation>: Send + Sync {
    fn name(&self) -> &'static str;
    fn n_features(&self) -> usize;
    fn list(&self, game: &G, pos: &G::Position) -> Vec<(u32, f32)>;
    fn weights(&self, bench: Bench<G>) -> Box<dyn Training>;
    fn net(&self, bench: Bench<G>, hidden: &[usize]) -> Result<Box<dyn Training>, TrainError>;
    /// Is this a file of a form that only this set has?
    fn owns(&self, _bytes: &[u8]) -> bool {
        false
    }
    fn searcher(
        &self,
        bytes: &[u8],
        options: henge_search::Options,
    ) -> Result<Box<dyn Engine<G>>, LearnedError>;
}

/// Features with files of the usual forms.
pub(crate) struct Set<F>(pub F);

impl<G: Notation, F: Features<G> + Clone + 'static> SetOf<G> for Set<F> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn n_features(&self) -> usize {
        self.0.n_features()
    }

    fn list(&self, game: &G, pos: &G::Position) -> Vec<(u32, f32)> {
        let mut list = Vec::new();
        self.0.each(game, pos, &mut |i, x| list.push((i, x)));
        list
    }

    fn weights(&self, bench: Bench<G>) -> Box<dyn Training> {
        bench.training(LinearLearner::new(self.0.clone()), "weights", self.0.name())
    }

    fn net(&self, bench: Bench<G>, hidden: &[usize]) -> Result<Box<dyn Training>, TrainError> {
        bench.net(&self.0, hidden)
    }

    fn searcher(
        &self,
        bytes: &[u8],
        options: henge_search::Options,
    ) -> Result<Box<dyn Engine<G>>, LearnedError> {
        let features = self.0.clone();
        if bytes.starts_with(henge_learn::LINEAR_MAGIC) {
            let (_, weights) = read_weights(bytes)?;
            let (found, right) = (weights.len(), features.n_features());
            if found != right {
                return Err(LearnedError::Other {
                    found: format!("{found} features"),
                    right: format!("{right}, as {} has,", features.name()),
                });
            }
            let judgement = Learned::Linear(Linear::new(features.clone(), weights));
            return Ok(searching(Judged { judgement, features }, options)?);
        }
        let (net, _) = Net::from_bytes(bytes)?;
        let judgement = Learned::Net(NetJudgement::new(features.clone(), net)?);
        Ok(searching(Judged { judgement, features }, options)?)
    }
}

fn searching<G: Game, E: Eval<G> + 'static>(
    eval: E,
    options: henge_search::Options,
) -> Result<Box<dyn Engine<G>>, NoMemory> {
    engines::alphabeta(options, Arc::new(eval))
}

impl Playable {
    /// The same game with one more bot, which plays with these weights, a net or a table: the bytes of
    /// their file, and no file. It takes the options of `trained`.
    ///
    /// ```
    /// use henge::Model;
    /// use henge::learn::training::{Plan, TrainingRun};
    ///
    /// let game = henge::game("tic-tac-toe")?;
    /// let trainable = game.trainable().expect("there is something to learn");
    /// let plan = Plan { rounds: 2, ..Plan::table() };
    /// let mut run = TrainingRun::new(trainable.begin(&Model::Table, "", &plan)?);
    /// run.finish()?;
    /// let game = game.clone().with_weights("pupil", run.weights());
    /// let bot = game.bot("pupil:depth=2")?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_weights(self, name: &'static str, weights: impl Into<Arc<[u8]>>) -> Self {
        let (trainable, weights) = (self.shared_ability::<dyn Trainable>(), weights.into());
        self.with_bot(name, "searches with weights in memory", LEARNED, move |options| {
            match &trainable {
                Some(trainable) => trainable.bot(&weights, options),
                None => Err(options.wrong("weights", "this game has none")),
            }
        })
    }
}
