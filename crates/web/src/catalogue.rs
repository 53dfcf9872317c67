//! Games by name, as far as they may be asked for over the network: those of the registry, and those whose
//! rules somebody has sent, if the server takes them. Files on this machine are never opened.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use henge::spec::{Options, Param, Spec, SpecError};
use henge::{Family, GameError, Playable, Registry, Turn};
use henge_store::Store;

use crate::fault::Fault;

/// How many games are kept ready; tables of win groups take a while to build.
const MOST_READY: usize = 48;
/// How many games with rules of people's own may be in memory at once, played or ready.
const MOST_OWN: usize = 64;
/// What the names of such games begin with.
const OWN: &str = "own-";

/// The name of a game with these rules. Nobody can guess it who does not have them or a link to them.
pub fn own_name(toml: &str) -> String {
    format!("{OWN}{}", &blake3::hash(toml.as_bytes()).to_hex()[..32])
}

/// Could that be the name of a game with rules of somebody's own?
fn is_own(name: &str) -> bool {
    name.strip_prefix(OWN).is_some_and(crate::room::is_id)
}

/// A game that can be played here.
pub struct Game {
    pub playable: Playable,
    /// The options of its family.
    pub params: Vec<Param>,
    /// The rules that somebody has sent.
    pub toml: Option<String>,
    /// Positions can be put together piece by piece.
    pub has_editor: bool,
}

/// All games.
pub struct Catalogue {
    games: Registry,
    /// Where rules of people's own are kept, if they are taken.
    own: Option<Arc<Store>>,
    ready: Mutex<Ready>,
    summaries: OnceLock<Vec<String>>,
    conversations: OnceLock<Vec<Playable>>,
}

#[derive(Default)]
struct Ready {
    games: HashMap<String, (Arc<Game>, u64)>,
    /// Those with rules of people's own that are in memory, here or in rooms.
    own: Vec<Weak<Game>>,
    n_asked: u64,
}

impl Catalogue {
    /// The games of a registry, and those whose rules are in the store, if there is one.
    pub fn new(games: Registry, own: Option<Arc<Store>>) -> Catalogue {
        Catalogue {
            games,
            own,
            ready: Mutex::default(),
            summaries: OnceLock::new(),
            conversations: OnceLock::new(),
        }
    }

    pub fn families(&self) -> impl Iterator<Item = &Family> {
        self.games.families()
    }

    /// The first sentence of each game's rules.
    pub fn summaries(&self) -> &[String] {
        self.summaries.get_or_init(|| {
            let summary = |family: &Family| {
                let rules = self.games.game(family.slug());
                let rules = rules.map(|game| game.rules().about().rules.clone());
                let rules = rules.unwrap_or_default();
                let end = rules.find(". ").map_or(rules.len(), |end| end + 1);
                rules[..end].to_string()
            };
            self.games.families().map(summary).collect()
        })
    }

    /// The historic programs.
    pub fn exhibits(&self) -> &[henge::Exhibit] {
        self.games.exhibits()
    }

    /// The games that somebody can talk about.
    pub fn conversations(&self) -> &[Playable] {
        self.conversations.get_or_init(|| self.games.conversations())
    }

    /// The family and the full name of a game of the registry. Nothing is built yet, and no file is looked at.
    fn look_up(&self, name: &str) -> Result<(&Family, String), Fault> {
        let spec = Spec::from_stranger(name)?;
        let family = self.games.family(&spec.name).ok_or_else(|| {
            SpecError::unknown("game", &spec.name, self.games.families().map(Family::slug))
        })?;
        Ok((family, Options::for_stranger(&spec, family.params())?.name()))
    }

    fn full_name(&self, name: &str) -> Result<String, Fault> {
        if is_own(name) {
            return Ok(name.into());
        }
        Ok(self.look_up(name)?.1)
    }

    /// Finds a game, in memory or by building it.
    pub async fn game(self: &Arc<Self>, name: &str) -> Result<Arc<Game>, Fault> {
        let full = self.full_name(name)?;
        if let Some(game) = self.find_ready(&full) {
            return Ok(game);
        }
        let catalogue = Arc::clone(self);
        let built = tokio::task::spawn_blocking(move || catalogue.build(full)).await;
        built.map_err(|_| Fault::unprocessable("this game cannot be built"))?
    }

    /// The same for those who may wait.
    pub fn game_now(&self, name: &str) -> Result<Arc<Game>, Fault> {
        let full = self.full_name(name)?;
        self.find_ready(&full).map_or_else(|| self.build(full), Ok)
    }

    fn ready(&self) -> MutexGuard<'_, Ready> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find_ready(&self, full: &str) -> Option<Arc<Game>> {
        let mut ready = self.ready();
        ready.n_asked += 1;
        let n_asked = ready.n_asked;
        let (game, used) = ready.games.get_mut(full)?;
        *used = n_asked;
        Some(Arc::clone(game))
    }

    fn build(&self, full: String) -> Result<Arc<Game>, Fault> {
        if is_own(&full) {
            let missing = "the rules of this game are not here; open their file again";
            let toml = self.store()?.rules(&full)?.ok_or_else(|| Fault::not_found(missing))?;
            return Ok(self.build_own(full, toml)??);
        }
        let (family, _) = self.look_up(&full)?;
        let playable = self.games.game_of_stranger(&full, None)?;
        let game = Arc::new(Game::new(playable, family.params().to_vec(), None));
        self.keep_ready(full, &game);
        Ok(game)
    }

    /// Where rules of people's own are kept.
    pub fn store(&self) -> Result<&Arc<Store>, Fault> {
        self.own.as_ref().ok_or_else(|| {
            Fault::forbidden(
                "this server takes no games of your own; whoever runs it can allow them with --own-games",
            )
        })
    }

    /// A game with rules that somebody has sent, in memory or by building it. What is wrong with the rules is
    /// told apart from what is wrong with the server.
    pub fn build_own(
        &self,
        name: String,
        toml: String,
    ) -> Result<Result<Arc<Game>, GameError>, Fault> {
        if let Some(game) = self.find_ready(&name) {
            return Ok(Ok(game));
        }
        self.make_room()?;
        let playable = match self.games.game_from_stranger(&name, &toml) {
            Ok(playable) => playable,
            Err(error) => return Ok(Err(error)),
        };
        let game = Arc::new(Game::new(playable, Vec::new(), Some(toml)));
        self.ready().own.push(Arc::downgrade(&game));
        self.keep_ready(name, &game);
        Ok(Ok(game))
    }

    /// Sees to it that one more game with rules of somebody's own may be in memory.
    fn make_room(&self) -> Result<(), Fault> {
        let mut ready = self.ready();
        ready.own.retain(|game| game.strong_count() > 0);
        if ready.own.len() < MOST_OWN {
            return Ok(());
        }
        ready.games.retain(|_, (game, _)| game.toml.is_none() || Arc::strong_count(game) > 1);
        ready.own.retain(|game| game.strong_count() > 0);
        match ready.own.len() < MOST_OWN {
            true => Ok(()),
            false => Err(Fault {
                retry_after: Some(60),
                ..Fault::unavailable(format!(
                    "{MOST_OWN} games of people's own are being played here; try again later"
                ))
            }),
        }
    }

    fn keep_ready(&self, full: String, game: &Arc<Game>) {
        let mut ready = self.ready();
        if ready.games.len() >= MOST_READY {
            let oldest = ready.games.iter().min_by_key(|(_, (_, used))| *used);
            if let Some(name) = oldest.map(|(name, _)| name.clone()) {
                ready.games.remove(&name);
            }
        }
        let n_asked = ready.n_asked;
        ready.games.insert(full, (Arc::clone(game), n_asked));
    }
}

impl Game {
    fn new(playable: Playable, params: Vec<Param>, toml: Option<String>) -> Game {
        let rules = playable.rules();
        let start = rules.start();
        let has_editor = match start.turn() {
            Turn::Player(player) => rules.compose(&start.scene().pieces, player).is_ok(),
            _ => false,
        };
        Game { playable, params, toml, has_editor }
    }
}
