use std::path::Path;
use std::sync::Arc;

use henge_bots::engines::{
    self, ALPHABETA, ALPHABETA_EVAL, EXPECTIMAX, EngineBot, LEARNED, MCTS, MCTS_EVAL,
};
use henge_bots::external::{self, External};
use henge_bots::henge::{self, EngineKind, EngineParts, HengeBot};
use henge_bots::{RandomBot, Waiting};
use henge_core::erased::{DynBot, DynGame, DynMatch, Thought, rules, table_of};
use henge_core::explain;
use henge_core::render::Theme;
use henge_core::spec::{Options, Param, Spec, SpecError, Values};
use henge_core::{About, Depict, Eval, Game, Match, Notation};
use henge_search::expectimax;

use crate::abilities::{Abilities, Analyst, Books, Explain, GameSolver, Prove, Solve};
use crate::endings::{EndingTables, EndingsFault};
use crate::setup::{GameSetup, OtherEval};
use crate::summary::summary;
use crate::trainable::{FeatureSets, Trainable};

/// A game with everybody who can play it.
#[derive(Clone)]
pub struct Playable {
    rules: Arc<dyn DynGame>,
    bots: Vec<BotKind>,
    abilities: Abilities,
}

/// The bots that look into tables of endings.
const SEARCHERS: [&str; 4] = ["henge", "alphabeta", "perfect", "trained"];

/// A kind of bot that plays this game.
#[derive(Clone)]
pub struct BotKind {
    /// The name: `alphabeta`.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// The options it takes.
    pub params: &'static [Param],
    /// What it has learned, if that can be seen.
    pub learned: Option<Learned>,
    make: Arc<MakeBot>,
}

/// Who sits down where a record or a saved game names somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Guest {
    /// No bot of this game has that name.
    Person,
    /// The bot of this name.
    Bot(String),
    /// Another bot, as the one that is named opens a file, runs a program or asks for too much.
    Replaced {
        /// The game's default bot.
        bot: &'static str,
        /// A sentence for the user, without its full stop.
        why: String,
    },
}

/// What a bot has learned, as a picture.
#[derive(Clone, Copy)]
pub struct Learned {
    /// What the picture shows, in a sentence or two.
    pub about: &'static str,
    /// Draws it as SVG.
    pub draw: fn(Theme) -> String,
}

type MakeBot = dyn Fn(&Options) -> Result<Box<dyn DynBot>, SpecError> + Send + Sync;

impl BotKind {
    /// Does it run another program? Only the user of this machine may ask for it.
    pub fn runs_programs(&self) -> bool {
        self.params.iter().any(|param| param.values == Values::Command)
    }
}

impl Playable {
    /// A game that anybody can play: the random bot comes with it.
    pub fn new<G: Notation + Depict>(name: impl Into<String>, about: About, game: Arc<G>) -> Self {
        let playable = Playable {
            rules: rules(name, about, game),
            bots: Vec::new(),
            abilities: Abilities::default(),
        };
        let name = playable.rules.name().to_string();
        let waiting = Waiting::default();
        playable
            .with_bot("random", "plays any legal move", RandomBot::PARAMS, |options| {
                Ok(Box::new(RandomBot::new(options)))
            })
            .with_bot(
                "external",
                "a program of yours that reads and writes lines of JSON",
                external::PARAMS,
                move |options| Ok(Box::new(External::new(&name, options, &waiting)?)),
            )
    }

    /// Adds the engines for games without dice. A game without an evaluation takes `NoEval`.
    pub fn with_engines<G: Notation + Depict, E: Eval<G> + 'static>(
        self,
        game: Arc<G>,
        setup: GameSetup<G, E>,
    ) -> Self {
        let (parts, eval, others) = (setup.parts(), Arc::clone(&setup.eval), setup.others.clone());
        let scale = setup.scale_of(EngineKind::AlphaBeta);
        let mut playable = self.with_henge(&parts).with_mcts(&setup);
        playable = playable.with_bot(
            "alphabeta",
            "searches as deep as its time allows",
            if setup.others.is_empty() { ALPHABETA } else { ALPHABETA_EVAL },
            move |options| {
                let made = engines::alphabeta_options(options);
                let (engine, scale) = match other(&others, options) {
                    Some(other) => ((other.alphabeta)(made), None),
                    None => (engines::alphabeta(made, Arc::clone(&eval)), Some(scale)),
                };
                let engine = engine.map_err(|error| options.no_memory(error))?;
                Ok(Box::new(EngineBot::<G>::new(options, engine).with_scale(scale)))
            },
        );
        let (name, for_bot) = (playable.rules.name().to_string(), parts.clone());
        playable = playable.with_bot(
            "perfect",
            "solves the game where it can",
            henge::PERFECT,
            move |options| Ok(Box::new(HengeBot::perfect(options, &name, &for_bot)?)),
        );
        let eval = Arc::clone(&setup.eval);
        let judge =
            Arc::new(move |game: &G, pos: &G::Position, player| eval.eval(game, pos, player));
        #[cfg(feature = "evaluators")]
        let playable = playable.with_evaluators(crate::evaluator::tree::<G>);
        let solver = Arc::new(GameSolver::new(game, parts, judge));
        playable
            .with_ability::<dyn Solve>(solver.clone())
            .with_ability::<dyn Prove>(solver.clone())
            .with_ability::<dyn Books>(solver)
    }

    /// Adds the engines for games with dice.
    pub fn with_dice_engines<G: Notation + Depict, E: Eval<G> + 'static>(
        self,
        setup: GameSetup<G, E>,
    ) -> Self {
        let (eval, scale) = (Arc::clone(&setup.eval), setup.scale_of(EngineKind::Expectimax));
        #[cfg(feature = "evaluators")]
        let this = self.with_evaluators(crate::evaluator::dice_tree::<G>);
        #[cfg(not(feature = "evaluators"))]
        let this = self;
        this.with_henge(&setup.parts_with_dice()).with_mcts(&setup).with_bot(
            "expectimax",
            "searches as deep as its time allows, and averages the dice",
            EXPECTIMAX,
            move |options| {
                let table_bytes = engines::table_bytes(options);
                let made = expectimax::Options { table_bytes, ..Default::default() };
                let engine = engines::expectimax(made, Arc::clone(&eval))
                    .map_err(|error| options.no_memory(error))?;
                Ok(Box::new(EngineBot::<G>::new(options, engine).with_scale(scale)))
            },
        )
    }

    /// Adds the engines that take an evaluation from outside.
    #[cfg(feature = "evaluators")]
    fn with_evaluators<G: Notation + Depict>(self, tree: crate::evaluator::Tree<G>) -> Self {
        let engines = crate::evaluator::Engines::<G>::new(self.rules.board().clone(), tree);
        self.with_ability::<dyn crate::OwnEvaluation>(Arc::new(engines))
    }

    fn with_henge<G: Notation>(self, parts: &EngineParts<G>) -> Self {
        let (name, parts) = (self.rules.name().to_string(), parts.clone());
        self.with_bot(
            "henge",
            "picks the engine that suits the game and the time; has levels",
            henge::PARAMS,
            move |options| Ok(Box::new(HengeBot::new(options, &name, &parts)?)),
        )
    }

    fn with_mcts<G: Notation, E: Eval<G> + 'static>(self, setup: &GameSetup<G, E>) -> Self {
        let (eval, usual) = (Arc::clone(&setup.eval), setup.mcts_options());
        let (others, scale) = (setup.others.clone(), setup.scale_of(EngineKind::Mcts));
        let params = if others.is_empty() { MCTS } else { MCTS_EVAL };
        self.with_bot("mcts", "plays out thousands of games at random", params, move |options| {
            let made = engines::mcts_options(options, usual);
            let engine = match other(&others, options) {
                Some(other) => (other.mcts)(made),
                None => engines::mcts(made, Arc::clone(&eval)),
            };
            Ok(Box::new(EngineBot::<G>::new(options, engine).with_scale(scale)))
        })
    }

    /// Adds an ability: `game.with_ability::<dyn Overlay>(Arc::new(sight))`. One of the same type is
    /// replaced.
    pub fn with_ability<T: ?Sized + Send + Sync + 'static>(mut self, ability: Arc<T>) -> Self {
        self.abilities.insert(ability);
        self
    }

    /// What the game can do besides: `game.ability::<dyn Overlay>()`.
    pub fn ability<T: ?Sized + Send + Sync + 'static>(&self) -> Option<&T> {
        self.abilities.get::<T>().map(|ability| &**ability)
    }

    /// The same, to be kept.
    pub fn shared_ability<T: ?Sized + Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.abilities.get::<T>().cloned()
    }

    /// The rules by their type, if they are such: for whoever adds a player to a game of another crate.
    ///
    /// ```
    /// use henge::games::stonehenge::Stonehenge;
    ///
    /// assert!(henge::game("stonehenge")?.typed::<Stonehenge>().is_some());
    /// assert!(henge::game("hex")?.typed::<Stonehenge>().is_none());
    /// # Ok::<(), henge::GameError>(())
    /// ```
    pub fn typed<G: Game>(&self) -> Option<Arc<G>> {
        let table = self.rules.start();
        table.as_any().downcast_ref::<Match<G>>().map(|table| Arc::clone(table.game()))
    }

    /// Adds what can be learned about the game, and the bot that plays with it.
    pub fn with_trainable<G: Notation + Depict>(self, sets: FeatureSets<G>) -> Self {
        let sets = Arc::new(sets);
        let for_bot = Arc::clone(&sets);
        self.with_bot(
            "trained",
            "searches with what henge learn has written into a file",
            LEARNED,
            move |options| for_bot.named_bot(options),
        )
        .with_ability::<dyn Trainable>(sets)
    }

    /// What can be learned about the game, and how.
    pub fn trainable(&self) -> Option<&dyn Trainable> {
        self.ability::<dyn Trainable>()
    }

    /// The game says what its moves do; see [`henge_core::explain`].
    pub fn with_reasons<G: explain::Explain>(self) -> Self {
        self.with_words(|game: &G, pos, mv, players| explain::reasons(game, pos, mv, players))
    }

    /// The same for a game with predicates of its own, or none: the rules alone tell of wins and threats of wins.
    pub fn with_predicates<G: Notation>(
        self,
        more: fn(&G, &G::Position, G::Move) -> Vec<String>,
    ) -> Self {
        self.with_words(move |game: &G, pos, mv, players| {
            explain::plain_reasons(game, pos, mv, players, more(game, pos, mv))
        })
    }

    fn with_words<G: Notation>(
        self,
        words: impl Fn(&G, &G::Position, G::Move, &[String; 2]) -> Vec<String> + Send + Sync + 'static,
    ) -> Self {
        let players = self.rules.about().players.clone();
        self.with_more_words(move |table, mv| {
            let Ok(table) = table_of::<G>(table) else { return Vec::new() };
            let (game, pos) = (&**table.game(), table.position());
            let mv = game.read_move(pos, mv);
            mv.map(|mv| words(game, pos, mv, &players)).unwrap_or_default()
        })
    }

    /// Somebody else has something to say about moves, too, after what is said already.
    pub fn with_more_words(
        self,
        more: impl Fn(&dyn DynMatch, &str) -> Vec<String> + Send + Sync + 'static,
    ) -> Self {
        let known = self.shared_ability::<dyn Explain>();
        self.with_ability::<dyn Explain>(Arc::new(move |table: &dyn DynMatch, mv: &str| {
            let mut said = known.as_ref().map(|known| known.explain(table, mv)).unwrap_or_default();
            said.extend(more(table, mv));
            said
        }))
    }

    /// What a legal move does, in sentences.
    pub fn explain(&self, table: &dyn DynMatch, mv: &str) -> Vec<String> {
        self.ability::<dyn Explain>().map(|words| words.explain(table, mv)).unwrap_or_default()
    }

    /// Says why a bot's choice is good: what the move does, what it is worth, and then what the bot itself has to say.
    pub fn comment(&self, table: &dyn DynMatch, thought: &mut Thought) {
        let mut said = thought.best().map(|best| self.explain(table, best)).unwrap_or_default();
        said.retain(|sentence| !thought.why.contains(sentence));
        said.extend(summary(self.rules.about(), table, thought));
        thought.why.splice(0..0, said);
    }

    /// Adds a bot.
    pub fn with_bot(
        mut self,
        name: &'static str,
        about: &'static str,
        params: &'static [Param],
        make: impl Fn(&Options) -> Result<Box<dyn DynBot>, SpecError> + Send + Sync + 'static,
    ) -> Self {
        self.bots.push(BotKind { name, about, params, learned: None, make: Arc::new(make) });
        self
    }

    /// Says that the bot added last has learned something that can be seen.
    pub fn with_learned(mut self, learned: Learned) -> Self {
        self.bots.last_mut().expect("the random bot comes with every game").learned = Some(learned);
        self
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<dyn DynGame> {
        &self.rules
    }

    /// The TOML file that the rules come from, if it is such a game.
    pub fn file(&self) -> Option<&Path> {
        let path = Path::new(self.rules.name());
        path.extension().is_some_and(|extension| extension == "toml").then_some(path)
    }

    /// Who can play.
    pub fn bots(&self) -> &[BotKind] {
        &self.bots
    }

    /// Exact solving, if the game has a solver. Tables of endings that cannot be read are left out.
    pub fn solving(&self) -> Option<&dyn Solve> {
        let solving = self.ability::<dyn Solve>()?;
        if let Some(endings) = self.ability::<dyn EndingTables>() {
            let _ = endings.prepare();
        }
        Some(solving)
    }

    /// Proofs and their check, if the game can be proved.
    pub fn proving(&self) -> Option<&dyn Prove> {
        self.ability::<dyn Prove>()
    }

    /// Opening books, if the game can have them.
    pub fn books(&self) -> Option<&dyn Books> {
        self.ability::<dyn Books>()
    }

    /// Makes a bot by its name: `alphabeta:depth=6`.
    pub fn bot(&self, name: &str) -> Result<Box<dyn DynBot>, SpecError> {
        self.make_bot(&name.parse()?)
    }

    /// Makes the bot that a name with its options describes.
    pub fn make_bot(&self, spec: &Spec) -> Result<Box<dyn DynBot>, SpecError> {
        let kind = self.bot_kind(&spec.name)?;
        if let Some(endings) =
            self.ability::<dyn EndingTables>().filter(|_| SEARCHERS.contains(&kind.name))
        {
            let why = |error: EndingsFault| error.to_string();
            let fault = |why| SpecError::NotReady { what: spec.name.clone(), why };
            endings.prepare().map_err(why).map_err(fault)?;
        }
        (kind.make)(&Options::resolve(spec, kind.params)?)
    }

    /// Makes a bot; one that plays by chance gets this seed, unless its name says another.
    pub fn seeded_bot(&self, name: &str, seed: u64) -> Result<Box<dyn DynBot>, SpecError> {
        let spec: Spec = name.parse()?;
        let takes_seed = self.bot_kind(&spec.name)?.params.iter().any(|param| param.key == "seed");
        match takes_seed && spec.get("seed").is_none() {
            true => self.make_bot(&spec.with("seed", seed)),
            false => self.make_bot(&spec),
        }
    }

    /// Checks a bot that a record, a saved game or a client names, by the rule of
    /// [`henge_core::stranger`]. Nothing is made, and no file is opened.
    pub fn bot_of_stranger(&self, name: &str) -> Result<Spec, SpecError> {
        let spec = Spec::from_stranger(name)?;
        let kind = self.bot_kind(&spec.name)?;
        Options::for_stranger(&spec, kind.params)?;
        Ok(spec)
    }

    /// Who sits down where a record or a saved game has this name.
    pub fn guest(&self, name: &str) -> Guest {
        let spec = name.split(':').next().unwrap_or(name).trim();
        if self.bot_kind(spec).is_err() {
            return Guest::Person;
        }
        match self.bot_of_stranger(name) {
            Ok(spec) => Guest::Bot(spec.to_string()),
            Err(error) => {
                let bot = self.default_bot();
                // A name of any length may stand there.
                let name = match name.char_indices().nth(60) {
                    Some((end, _)) => format!("{}…", &name[..end]),
                    None => name.into(),
                };
                let why =
                    format!("\"{name}\" cannot take a seat here: {error}. {bot} plays instead");
                Guest::Replaced { bot, why }
            }
        }
    }

    /// Who judges positions of this game: in analysis, in hints and in reviews.
    pub fn analyst(&self) -> Analyst {
        let known = self.ability::<Analyst>().cloned();
        known.unwrap_or_else(|| Analyst::new(self.default_bot()))
    }

    /// The kind of bot with that name.
    pub fn bot_kind(&self, name: &str) -> Result<&BotKind, SpecError> {
        self.bots.iter().find(|kind| kind.name == name).ok_or_else(|| {
            let what = format!("bot for {}", self.rules.about().slug);
            SpecError::unknown(what, name, self.bots.iter().map(|kind| kind.name))
        })
    }

    /// The bot to propose to somebody who has not chosen one: the best this game has.
    pub fn default_bot(&self) -> &'static str {
        let known = self.bots.iter().any(|kind| kind.name == "henge");
        if known { "henge" } else { "random" }
    }
}

/// The evaluation that a bot's options name; nothing if it is the usual one.
fn other<'a, G: Game>(others: &'a [OtherEval<G>], options: &Options) -> Option<&'a OtherEval<G>> {
    // Games with a single evaluation have no such option.
    others.first()?;
    others.iter().find(|other| other.name == options.text("eval"))
}
