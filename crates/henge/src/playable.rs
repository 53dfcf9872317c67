use std::sync::Arc;

use henge_bots::{AlphaBetaBot, MctsBot, PerfectBot, RandomBot};
use henge_core::erased::{DynBot, DynGame, rules};
use henge_core::spec::{Options, Param, Spec, SpecError};
use henge_core::{About, Depict, Eval, Notation};
use henge_games::positional::Definition;

use crate::engines::{Engines, EnginesOf, OwnSolver};

/// A game with everybody who can play it.
#[derive(Clone)]
pub struct Playable {
    rules: Arc<dyn DynGame>,
    bots: Vec<BotKind>,
    engines: Option<Arc<dyn Engines>>,
    definition: Option<Arc<Definition>>,
}

/// A kind of bot that plays this game.
#[derive(Clone)]
pub struct BotKind {
    /// The name: `alphabeta`.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// The options it takes.
    pub params: &'static [Param],
    make: Arc<MakeBot>,
}

type MakeBot = dyn Fn(&Options) -> Box<dyn DynBot> + Send + Sync;

impl Playable {
    /// A game that anybody can play: the random bot comes with it.
    pub fn new<G: Notation + Depict>(name: impl Into<String>, about: About, game: Arc<G>) -> Self {
        let playable = Playable {
            rules: rules(name, about, game),
            bots: Vec::new(),
            engines: None,
            definition: None,
        };
        playable.with_bot("random", "plays any legal move", RandomBot::PARAMS, |options| {
            Box::new(RandomBot::new(options))
        })
    }

    /// Adds the engines for games without dice. A game without an evaluation takes `NoEval`.
    pub fn with_engines<G: Notation + Depict, E: Eval<G> + 'static>(
        self,
        game: Arc<G>,
        eval: Arc<E>,
    ) -> Self {
        let for_mcts = Arc::clone(&eval);
        let mut playable = self
            .with_bot(
                "alphabeta",
                "searches as deep as its time allows",
                AlphaBetaBot::<G, E>::PARAMS,
                move |options| Box::new(AlphaBetaBot::<G, E>::new(options, Arc::clone(&eval))),
            )
            .with_bot(
                "mcts",
                "plays out thousands of games at random",
                MctsBot::<G, E>::PARAMS,
                move |options| Box::new(MctsBot::<G, E>::new(options, Arc::clone(&for_mcts))),
            )
            .with_bot(
                "perfect",
                "solves the game where it can",
                PerfectBot::<G>::PARAMS,
                |options| Box::new(PerfectBot::<G>::new(options)),
            );
        playable.engines = Some(Arc::new(EnginesOf::new(game)));
        playable
    }

    /// Adds a bot.
    pub fn with_bot(
        mut self,
        name: &'static str,
        about: &'static str,
        params: &'static [Param],
        make: impl Fn(&Options) -> Box<dyn DynBot> + Send + Sync + 'static,
    ) -> Self {
        self.bots.push(BotKind { name, about, params, make: Arc::new(make) });
        self
    }

    /// Says that this is a positional game with that definition.
    pub fn with_definition(mut self, definition: Arc<Definition>) -> Self {
        self.definition = Some(definition);
        self
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<dyn DynGame> {
        &self.rules
    }

    /// Who can play.
    pub fn bots(&self) -> &[BotKind] {
        &self.bots
    }

    /// Solves with the game's own solver instead of alpha-beta.
    pub(crate) fn with_solver<G: Notation>(mut self, game: Arc<G>, own: Arc<OwnSolver<G>>) -> Self {
        self.engines = Some(Arc::new(EnginesOf::with_solver(game, own)));
        self
    }

    /// Solving and opening books, if the game has them.
    pub fn engines(&self) -> Option<&dyn Engines> {
        self.engines.as_deref()
    }

    /// The definition, if this is a positional game.
    pub fn definition(&self) -> Option<&Arc<Definition>> {
        self.definition.as_ref()
    }

    /// Makes a bot by its name: `alphabeta:depth=6`.
    pub fn bot(&self, name: &str) -> Result<Box<dyn DynBot>, SpecError> {
        let spec: Spec = name.parse()?;
        let kind = self.bot_kind(&spec.name)?;
        Ok((kind.make)(&Options::resolve(&spec, kind.params)?))
    }

    /// Makes a bot; one that plays by chance gets this seed, unless its name says another.
    pub fn seeded_bot(&self, name: &str, seed: u64) -> Result<Box<dyn DynBot>, SpecError> {
        let mut spec: Spec = name.parse()?;
        let takes_seed = self.bot_kind(&spec.name)?.params.iter().any(|param| param.key == "seed");
        if takes_seed && !spec.options.iter().any(|(key, _)| key == "seed") {
            spec.options.push(("seed".into(), seed.to_string()));
        }
        self.bot(&spec.to_string())
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
        let best = ["alphabeta", "random"];
        let known = |name: &&str| self.bots.iter().any(|kind| kind.name == *name);
        best.into_iter().find(known).unwrap_or("random")
    }
}
