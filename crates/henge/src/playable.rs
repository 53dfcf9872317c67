use std::path::Path;
use std::sync::Arc;

use henge_bots::RandomBot;
use henge_bots::engines::{
    self, ALPHABETA, ALPHABETA_EVAL, EXPECTIMAX, EngineBot, LEARNED, MCTS, MCTS_EVAL,
};
use henge_bots::external::{self, External};
use henge_bots::henge::{self, HengeBot, Kit};
use henge_core::erased::{DynBot, DynGame, DynMatch, Thought, rules};
use henge_core::render::Theme;
use henge_core::spec::{Options, Param, Spec, SpecError, Values};
use henge_core::{About, Depict, Eval, Game, Notation};
use henge_games::positional::Definition;
use henge_search::expectimax;

use crate::abilities::{Books, GameSolver, Prove, Solve};
use crate::endings::{EndingTables, EndingsFault};
use crate::outfit::{OtherEval, Outfit};
use crate::overlay::Overlay;
use crate::trainable::{FeatureSets, Trainable};

/// A game with everybody who can play it.
#[derive(Clone)]
pub struct Playable {
    rules: Arc<dyn DynGame>,
    bots: Vec<BotKind>,
    solving: Option<Arc<dyn Solve>>,
    proving: Option<Arc<dyn Prove>>,
    books: Option<Arc<dyn Books>>,
    definition: Option<Arc<Definition>>,
    overlay: Option<Arc<dyn Overlay>>,
    chance: &'static str,
    centres: Option<CountCentres>,
    endings: Option<Arc<dyn EndingTables>>,
    trainable: Option<Arc<dyn Trainable>>,
    commentary: Option<Commentary>,
}

/// Says in words what a move does, whoever makes it; nothing where there is nothing to say.
pub type Commentary = fn(&dyn DynMatch, &str) -> Vec<String>;

/// The bots that look into tables of endings.
const SEARCHERS: [&str; 4] = ["henge", "alphabeta", "perfect", "trained"];

/// Counts the places on which moves of a position have their centres.
type CountCentres = fn(&dyn DynMatch) -> Option<u32>;

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
            solving: None,
            proving: None,
            books: None,
            definition: None,
            overlay: None,
            chance: "random",
            centres: None,
            endings: None,
            trainable: None,
            commentary: None,
        };
        let name = playable.rules.name().to_string();
        playable
            .with_bot("random", "plays any legal move", RandomBot::PARAMS, |options| {
                Ok(Box::new(RandomBot::new(options)))
            })
            .with_bot(
                "external",
                "a program of yours that reads and writes lines of JSON",
                external::PARAMS,
                move |options| Ok(Box::new(External::new(&name, options)?)),
            )
    }

    /// Adds the engines for games without dice. A game without an evaluation takes `NoEval`.
    pub fn with_engines<G: Notation + Depict, E: Eval<G> + 'static>(
        self,
        game: Arc<G>,
        outfit: Outfit<G, E>,
    ) -> Self {
        let (kit, eval, others) = (outfit.kit(), Arc::clone(&outfit.eval), outfit.others.clone());
        let mut playable = self.with_henge(&kit).with_mcts(&outfit);
        playable = playable.with_bot(
            "alphabeta",
            "searches as deep as its time allows",
            if outfit.others.is_empty() { ALPHABETA } else { ALPHABETA_EVAL },
            move |options| {
                let made = engines::alphabeta_options(options);
                let engine = match other(&others, options) {
                    Some(other) => (other.alphabeta)(made),
                    None => engines::alphabeta(made, Arc::clone(&eval)),
                };
                let engine = engine.map_err(|error| options.no_memory(error))?;
                Ok(Box::new(EngineBot::<G>::new(options, engine)))
            },
        );
        let (name, for_bot) = (playable.rules.name().to_string(), kit.clone());
        playable = playable.with_bot(
            "perfect",
            "solves the game where it can",
            henge::PERFECT,
            move |options| Ok(Box::new(HengeBot::perfect(options, &name, &for_bot)?)),
        );
        let eval = Arc::clone(&outfit.eval);
        let judge =
            Box::new(move |game: &G, pos: &G::Position, player| eval.eval(game, pos, player));
        let solver = Arc::new(GameSolver::new(game, kit, judge));
        playable.solving = Some(solver.clone());
        playable.proving = Some(solver.clone());
        playable.books = Some(solver);
        playable
    }

    /// Adds the engines for games with dice.
    pub fn with_dice_engines<G: Notation + Depict, E: Eval<G> + 'static>(
        self,
        outfit: Outfit<G, E>,
    ) -> Self {
        let eval = Arc::clone(&outfit.eval);
        self.with_henge(&outfit.kit_with_dice()).with_mcts(&outfit).with_bot(
            "expectimax",
            "searches as deep as its time allows, and averages the dice",
            EXPECTIMAX,
            move |options| {
                let table_bytes = engines::table_bytes(options);
                let made = expectimax::Options { table_bytes, ..Default::default() };
                let engine = engines::expectimax(made, Arc::clone(&eval))
                    .map_err(|error| options.no_memory(error))?;
                Ok(Box::new(EngineBot::<G>::new(options, engine)))
            },
        )
    }

    fn with_henge<G: Notation>(self, kit: &Kit<G>) -> Self {
        let (name, kit) = (self.rules.name().to_string(), kit.clone());
        self.with_bot(
            "henge",
            "picks the engine that suits the game and the time; has levels",
            henge::PARAMS,
            move |options| Ok(Box::new(HengeBot::new(options, &name, &kit)?)),
        )
    }

    fn with_mcts<G: Notation, E: Eval<G> + 'static>(self, outfit: &Outfit<G, E>) -> Self {
        let (eval, usual) = (Arc::clone(&outfit.eval), outfit.mcts_options());
        let others = outfit.others.clone();
        let params = if others.is_empty() { MCTS } else { MCTS_EVAL };
        self.with_bot("mcts", "plays out thousands of games at random", params, move |options| {
            let made = engines::mcts_options(options, usual);
            let engine = match other(&others, options) {
                Some(other) => (other.mcts)(made),
                None => engines::mcts(made, Arc::clone(&eval)),
            };
            Ok(Box::new(EngineBot::<G>::new(options, engine)))
        })
    }

    /// Adds tables of endings.
    pub fn with_endings(self, endings: Arc<dyn EndingTables>) -> Self {
        Playable { endings: Some(endings), ..self }
    }

    /// The tables of endings, if the game has such.
    pub fn endings(&self) -> Option<&dyn EndingTables> {
        self.endings.as_deref()
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
        .with_training(sets)
    }

    /// Adds what can be learned about the game alone.
    pub fn with_training(self, trainable: Arc<dyn Trainable>) -> Self {
        Playable { trainable: Some(trainable), ..self }
    }

    /// What can be learned about the game, and how.
    pub fn trainable(&self) -> Option<&dyn Trainable> {
        self.trainable.as_deref()
    }

    pub(crate) fn shared_trainable(&self) -> Option<Arc<dyn Trainable>> {
        self.trainable.clone()
    }

    /// Says who explains moves of this game, those of any player.
    pub fn with_commentary(self, commentary: Commentary) -> Self {
        Playable { commentary: Some(commentary), ..self }
    }

    /// What a legal move does, in words.
    pub fn explain(&self, table: &dyn DynMatch, mv: &str) -> Vec<String> {
        self.commentary.map(|explain| explain(table, mv)).unwrap_or_default()
    }

    /// Adds to a bot's reasons what the move does, unless the bot has said it.
    pub fn comment(&self, table: &dyn DynMatch, thought: &mut Thought) {
        let Some(best) = thought.best() else { return };
        let sentences = self.explain(table, best);
        if !sentences.iter().any(|sentence| thought.why.contains(sentence)) {
            thought.why.extend(sentences);
        }
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

    /// Says which bot plays this game by chance, where that has a meaning of its own.
    pub fn with_chance(mut self, bot: &'static str) -> Self {
        self.chance = bot;
        self
    }

    /// Says that moves have centres, and how to count them.
    pub fn with_centres(mut self, centres: CountCentres) -> Self {
        self.centres = Some(centres);
        self
    }

    /// Says that this is a positional game with that definition.
    pub fn with_definition(mut self, definition: Arc<Definition>) -> Self {
        self.definition = Some(definition);
        self
    }

    /// Says who sees distances in this game.
    pub fn with_overlay(mut self, overlay: impl Overlay + 'static) -> Self {
        self.overlay = Some(Arc::new(overlay));
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

    /// Exact solving, if the game has a solver.
    pub fn solving(&self) -> Option<&dyn Solve> {
        self.solving.as_deref()
    }

    /// Proofs and their check, if the game can be proved.
    pub fn proving(&self) -> Option<&dyn Prove> {
        self.proving.as_deref()
    }

    /// Opening books, if the game can have them.
    pub fn books(&self) -> Option<&dyn Books> {
        self.books.as_deref()
    }

    /// The definition, if this is a positional game.
    pub fn definition(&self) -> Option<&Arc<Definition>> {
        self.definition.as_ref()
    }

    /// Distances and groups to draw over the board, if this is a positional game.
    pub fn overlay(&self) -> Option<&dyn Overlay> {
        self.overlay.as_deref()
    }

    /// The bot that plays this game by chance.
    pub fn chance(&self) -> &'static str {
        self.chance
    }

    /// On how many places moves have their centres now, in games where they have such.
    pub fn centres(&self, table: &dyn DynMatch) -> Option<u32> {
        self.centres.and_then(|centres| centres(table))
    }

    /// Makes a bot by its name: `alphabeta:depth=6`.
    pub fn bot(&self, name: &str) -> Result<Box<dyn DynBot>, SpecError> {
        self.make_bot(&name.parse()?)
    }

    /// Makes the bot that a name with its options describes.
    pub fn make_bot(&self, spec: &Spec) -> Result<Box<dyn DynBot>, SpecError> {
        let kind = self.bot_kind(&spec.name)?;
        if let Some(endings) = self.endings().filter(|_| SEARCHERS.contains(&kind.name)) {
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
