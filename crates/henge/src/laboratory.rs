//! What can be learned about a game: its sets of features, coefficients, nets and tables over them,
//! and who plays with what was learned.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use henge_bots::engines::{self, EngineBot};
use henge_bots::file::{MOST_BYTES, read_file};
use henge_bots::learning::{Doing, Plan, PlanError, ResumeError, Round, Trainer};
use henge_core::erased::{DynBot, DynMatch};
use henge_core::spec::{Options, SpecError};
use henge_core::{Depict, Eval, Features, Game, Judged, Match, NoMemory, Notation, mix64};
use henge_learn::net::{Net, ShapeError};
use henge_learn::table::{Codes, Tabled, ValueTable};
use henge_learn::{
    Label, Learned, LearnedError, Learner, Linear, LinearLearner, NetJudgement, NetLearner,
    NoFeatures, Samples, TableLearner, label_of, read_weights,
};
use henge_search::Engine;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

/// What is to learn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
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
pub enum LabError {
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

/// Lessons under way.
pub trait Training: Send {
    /// Plays and learns from one round; nothing if all is done, or if it was stopped: then the round
    /// counts as not begun.
    fn round(&mut self, stop: &AtomicBool, progress: &(dyn Fn(Doing) + Sync)) -> Option<Round>;
    /// Rounds finished.
    fn rounds(&self) -> u32;
    /// What was learned, as a file for the bot `trained`; it says where it comes from.
    fn to_bytes(&self, provenance: &str) -> Vec<u8>;
    /// All that is needed to go on another day.
    fn checkpoint(&self) -> Vec<u8>;
    /// Goes on from there.
    fn resume(&mut self, checkpoint: &[u8]) -> Result<(), ResumeError>;
    /// Learns from positions that somebody else has played, going through them as often as the plan
    /// says; what comes back are the losses on them and on those kept apart, after each time.
    fn study(
        &mut self,
        samples: &Samples,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u32, (f32, f32)),
    ) -> Result<(), LabError>;
}

/// A game about which something can be learned.
pub trait Laboratory: Send + Sync {
    /// The sets of features, the usual one for sums first, and then those of tables.
    fn feature_sets(&self) -> Vec<FeatureSet>;
    /// The set that something learns with if nobody has chosen.
    fn usual_set(&self, pattern: &Pattern) -> &'static str;
    /// Begins to learn, with a set of features by name or, if that is empty, the usual one.
    fn begin(
        &self,
        pattern: &Pattern,
        features: &str,
        plan: &Plan,
    ) -> Result<Box<dyn Training>, LabError>;
    /// The features of the position on a table, by number and value; nothing while the game is over
    /// or the set is not one of this game.
    fn features(&self, set: &str, table: &dyn DynMatch) -> Option<Vec<(u32, f32)>>;
    /// What a file of this game was learned for, if the file is in order.
    fn check(&self, bytes: &[u8]) -> Result<Label, LearnedError>;
}

/// Everything at once: all rounds, one after the other. Nothing comes back if it was stopped.
pub fn learn_all(
    training: &mut dyn Training,
    provenance: &str,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(Round),
) -> Option<Vec<u8>> {
    while let Some(round) = training.round(stop, &|_| {}) {
        progress(round);
    }
    let stopped = stop.load(std::sync::atomic::Ordering::Relaxed);
    (!stopped).then(|| training.to_bytes(provenance))
}

/// The laboratory of one game.
pub(crate) struct Lab<G: Game> {
    game: Arc<G>,
    /// The name of the game with its options.
    name: String,
    sets: Vec<Arc<dyn SetOf<G>>>,
    tables: Vec<Codes<G>>,
    /// The set for nets, where that is another one.
    for_nets: Option<&'static str>,
}

impl<G: Notation + Depict> Lab<G> {
    /// With nothing to look at yet.
    pub fn new(name: impl Into<String>, game: Arc<G>) -> Lab<G> {
        Lab { game, name: name.into(), sets: Vec::new(), tables: Vec::new(), for_nets: None }
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

    fn label(&self, bytes: &[u8]) -> Result<Label, LearnedError> {
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

    /// The bot that its options describe.
    pub fn bot(&self, options: &Options) -> Result<Box<dyn DynBot>, SpecError> {
        let wrong = |why: String| options.wrong("weights", why);
        let unusable = |error: LearnedError| match error {
            LearnedError::NoMemory(error) => options.no_memory(error),
            error => wrong(error.to_string()),
        };
        let made = engines::alphabeta_options(options);
        let engine = match options.text("weights") {
            // An empty table gives every position an even chance.
            "" => self
                .tabled(ValueTable::default(), Codes::POSITIONS, made)
                .map_err(|error| options.no_memory(error))?,
            path => {
                let bytes = read_file(Path::new(path), MOST_BYTES).map_err(wrong)?;
                self.searcher(&bytes, made).map_err(unusable)?
            }
        };
        Ok(Box::new(EngineBot::<G>::new(options, engine)))
    }
}

impl<G: Notation + Depict> Laboratory for Lab<G> {
    fn feature_sets(&self) -> Vec<FeatureSet> {
        let sets = self.sets.iter().map(|set| (set.name(), Some(set.n_features())));
        let tables = self.tables.iter().map(|codes| (codes.name, None));
        let all = sets.chain(tables);
        all.map(|(name, n_features)| FeatureSet { name, n_features }).collect()
    }

    fn usual_set(&self, pattern: &Pattern) -> &'static str {
        let first = self.sets.first().map_or("", |set| set.name());
        match pattern {
            Pattern::Weights => first,
            Pattern::Net(_) => self.for_nets.unwrap_or(first),
            Pattern::Table => self.tables.first().map_or("", |codes| codes.name),
        }
    }

    fn begin(
        &self,
        pattern: &Pattern,
        features: &str,
        plan: &Plan,
    ) -> Result<Box<dyn Training>, LabError> {
        plan.check()?;
        let name = if features.is_empty() { self.usual_set(pattern) } else { features };
        let bench = Bench { game: Arc::clone(&self.game), name: self.name.clone() };
        match pattern {
            Pattern::Weights => Ok(self.set(name)?.weights(bench, plan)),
            Pattern::Net(hidden) => self.set(name)?.net(bench, hidden, plan),
            Pattern::Table => {
                let learner = TableLearner::new(self.table(name)?);
                Ok(Lesson::begin(bench, learner, "table", name, plan))
            }
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
}

/// Where somebody learns.
struct Bench<G> {
    game: Arc<G>,
    name: String,
}

/// A set of features without its type.
trait SetOf<G: Game>: Send + Sync {
    fn name(&self) -> &'static str;
    fn n_features(&self) -> usize;
    fn list(&self, game: &G, pos: &G::Position) -> Vec<(u32, f32)>;
    fn weights(&self, bench: Bench<G>, plan: &Plan) -> Box<dyn Training>;
    fn net(
        &self,
        bench: Bench<G>,
        hidden: &[usize],
        plan: &Plan,
    ) -> Result<Box<dyn Training>, LabError>;
    fn searcher(
        &self,
        bytes: &[u8],
        options: henge_search::Options,
    ) -> Result<Box<dyn Engine<G>>, LearnedError>;
}

struct Set<F>(F);

impl<G: Game, F: Features<G> + Clone + 'static> SetOf<G> for Set<F> {
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

    fn weights(&self, bench: Bench<G>, plan: &Plan) -> Box<dyn Training> {
        let learner = LinearLearner::new(self.0.clone());
        Lesson::begin(bench, learner, "weights", self.0.name(), plan)
    }

    fn net(
        &self,
        bench: Bench<G>,
        hidden: &[usize],
        plan: &Plan,
    ) -> Result<Box<dyn Training>, LabError> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix64(plan.seed));
        let learner = NetLearner::new(self.0.clone(), hidden, &mut rng)?;
        let what = format!("net of {hidden:?}");
        Ok(Lesson::begin(bench, learner, &what, self.0.name(), plan))
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

/// Any learner in training.
struct Lesson<G, L> {
    trainer: Trainer<G, L>,
    /// What it learns, for checkpoints: the same plan with other features would be something else.
    what: String,
    label: Label,
}

impl<G: Game, L: Learner<G> + 'static> Lesson<G, L>
where
    L::Lessons: Studied,
{
    fn begin(
        bench: Bench<G>,
        learner: L,
        what: &str,
        features: &str,
        plan: &Plan,
    ) -> Box<dyn Training> {
        let label =
            Label { game: bench.name, features: features.into(), provenance: String::new() };
        let what = format!("{what} over {features} of {}", label.game);
        Box::new(Lesson { trainer: Trainer::new(bench.game, learner, plan.clone()), what, label })
    }
}

/// Lessons that can come from elsewhere.
trait Studied: Sized {
    /// They themselves, if they are samples of features.
    fn from_samples(samples: &Samples) -> Option<&Self>;
}

impl Studied for Samples {
    fn from_samples(samples: &Samples) -> Option<&Samples> {
        Some(samples)
    }
}

impl Studied for Vec<(u64, f32)> {
    fn from_samples(_: &Samples) -> Option<&Self> {
        None
    }
}

impl<G: Game, L: Learner<G> + 'static> Training for Lesson<G, L>
where
    L::Lessons: Studied,
{
    fn round(&mut self, stop: &AtomicBool, progress: &(dyn Fn(Doing) + Sync)) -> Option<Round> {
        self.trainer.round(stop, progress)
    }

    fn rounds(&self) -> u32 {
        self.trainer.rounds()
    }

    fn to_bytes(&self, provenance: &str) -> Vec<u8> {
        self.trainer.to_bytes(&Label { provenance: provenance.into(), ..self.label.clone() })
    }

    fn checkpoint(&self) -> Vec<u8> {
        self.trainer.checkpoint(&self.what)
    }

    fn resume(&mut self, checkpoint: &[u8]) -> Result<(), ResumeError> {
        self.trainer.resume(&self.what, checkpoint)
    }

    fn study(
        &mut self,
        samples: &Samples,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u32, (f32, f32)),
    ) -> Result<(), LabError> {
        let Some(lessons) = L::Lessons::from_samples(samples) else {
            let why = "learned by play alone: data hold features, and no positions".into();
            return Err(PlanError { what: "a table", why }.into());
        };
        self.trainer.study(lessons, stop, progress);
        Ok(())
    }
}
